//! Reads the component files of Endeavor into the tables that the rules use and reports all
//! problems with their locations.
//!
//! The loader enforces all statements in the rulebook about the components, including the printed
//! examples (EN-E…). All other values may be edited.

mod board;
mod buildings;
mod cards;
mod cells;
mod tracks;
pub(super) mod words;

use super::column_schema::DATA_FILES;
pub use super::column_schema::FILES;
use super::{
    ATTRIBUTE_NAMES, ATTRIBUTE_TOKENS, ActionToken, Components, SHIP, TOKEN_KINDS, TOKENS,
};
use crate::dataset::{DataProblem, DataSet, ProvenanceCounts};
use crate::sheet::Problems;
use cells::deeds;

/// Reads a data set.
///
/// # Errors
/// All problems with the data set.
pub fn load(data: &DataSet) -> Result<Components, Vec<DataProblem>> {
    let mut problems = Vec::new();
    let levels = tracks::levels(data, &mut problems);
    let step_glory = tracks::steps(data, &mut problems);
    let buildings = buildings::read(data, &mut problems);
    let cards = cards::read(data, &mut problems);
    let (action_tokens, token_counts) = tokens(data, &mut problems);
    let boards = board::read(data, &mut problems);
    match boards {
        Some(boards) if problems.is_empty() => Ok(Components {
            buildings,
            cards,
            action_tokens,
            token_counts,
            level_of: levels.level_of,
            build_level: levels.build_level,
            growth: levels.growth,
            payments: levels.payments,
            card_limit: levels.card_limit,
            step_glory,
            boards,
        }),
        _ => Err(problems),
    }
}

/// Returns all problems with a data set. The list is empty if the data set is valid.
pub fn check(data: &DataSet) -> Vec<DataProblem> {
    load(data).err().unwrap_or_default()
}

/// Counts the rows of each file by provenance class.
pub fn provenance(data: &DataSet) -> Vec<(&'static str, ProvenanceCounts)> {
    DATA_FILES.provenance(data)
}

/// Reads the four kinds of attribute token and the four kinds of action token, 95 tokens in total
/// (EN-1.7).
fn tokens(data: &DataSet, problems: &mut Problems) -> (Vec<ActionToken>, [u8; TOKEN_KINDS]) {
    let sheet = DATA_FILES.open(data, "tokens.csv", problems);
    let mut attributes = [0u8; ATTRIBUTE_TOKENS];
    let mut actions: Vec<(ActionToken, u8)> = Vec::new();
    let mut sum = 0u32;
    for row in sheet.rows() {
        let count = row.cell("count").number(problems, 1..=TOKENS as u8);
        sum += u32::from(count);
        let effect = row.cell("effect");
        if row.cell("kind").name(problems, &["attribute", "action"]) == 0 {
            let attribute = ATTRIBUTE_NAMES
                .iter()
                .position(|name| effect.text.strip_suffix("+1") == Some(name));
            match attribute {
                Some(attribute) if attributes[attribute] == 0 => attributes[attribute] = count,
                Some(_) => problems.push(effect.problem(
                    "a different attribute in every row \
                                                         (EN-1.7)",
                )),
                None => {
                    let names = ATTRIBUTE_NAMES.join("+1, ");
                    problems.push(effect.problem(format!("one of {names}+1 (EN-1.7)")));
                }
            }
            continue;
        }
        let (deeds, either) = effect.read(problems, (SHIP, false), deeds);
        if deeds == 0 || deeds.count_ones() > 1 && !either {
            let expected = "one action, or several joined by /: an action token performs exactly \
                            one of them (EN-5.4, EN-5.6)";
            problems.push(effect.problem(expected));
        }
        let id = row.cell("id").text.to_string();
        actions.push((ActionToken { id, deeds }, count));
    }
    let mut wrong = |found: String, expected: &str| problems.push(sheet.problem(found, expected));
    if attributes.contains(&0) || actions.len() != TOKEN_KINDS - ATTRIBUTE_TOKENS {
        let found = attributes.iter().filter(|&&count| count > 0).count();
        let found = format!("{found} attribute and {} action kinds", actions.len());
        let expected = "4 kinds of attribute token and 4 of action token (EN-1.7)";
        wrong(found, expected);
    } else if !actions
        .iter()
        .any(|(token, _)| token.deeds.count_ones() > 1)
    {
        wrong(
            "no action token with /".to_string(),
            "at least one (EN-5.6)",
        );
    }
    if sum != TOKENS as u32 {
        wrong(format!("{sum} tokens"), "95 tokens (EN-1.7)");
    }
    let mut counts = [0; TOKEN_KINDS];
    counts[..ATTRIBUTE_TOKENS].copy_from_slice(&attributes);
    for (place, (_, count)) in counts[ATTRIBUTE_TOKENS..].iter_mut().zip(&actions) {
        *place = *count;
    }
    let actions = actions.into_iter().map(|(token, _)| token).collect();
    (actions, counts)
}
