//! `automa_cards.csv`: the cards of the automa Jean.

use super::effects::{MOST_OF_AUTOMA, amount_in, automa_words};
use crate::dataset::DataSet;
use crate::maracaibo::components::column_schema::DATA_FILES;
use crate::maracaibo::components::{
    AUTOMA_ACTIONS, AUTOMA_CARDS, AUTOMA_CARDS_OF, AUTOMA_LETTERS, AutomaAction, AutomaActionKind,
    AutomaCard, Labels, MAX_AUTOMA_ACTIONS,
};
use crate::sheet::{Problems, Row, plain};

const FILE: &str = "automa_cards.csv";

const NO_ACTION: AutomaAction = AutomaAction {
    kind: AutomaActionKind::Vp,
    early: 0,
    later: 0,
};

/// Reads the automa cards in file order.
pub(super) fn read(
    data: &DataSet,
    labels: &mut Labels,
    problems: &mut Problems,
) -> Vec<AutomaCard> {
    let before = problems.len();
    let sheet = DATA_FILES.open(data, FILE, problems);
    let cards: Vec<AutomaCard> = sheet.rows().map(|row| card(row, problems)).collect();
    if problems.len() == before {
        let count = |letter| cards.iter().filter(|card| card.letter == letter).count();
        let listed = |counts: [usize; 3]| {
            let counts = counts.iter().zip(AUTOMA_LETTERS);
            let counts: Vec<String> = counts.map(|(n, letter)| format!("{n} {letter}")).collect();
            counts.join(", ")
        };
        let found = [0, 1, 2].map(count);
        if found != AUTOMA_CARDS_OF {
            problems.push(sheet.problem(
                format!("{} rows: {}", sheet.len(), listed(found)),
                format!("{AUTOMA_CARDS} cards: {} (M-24.2)", listed(AUTOMA_CARDS_OF)),
            ));
        }
    }
    labels.automa = sheet.texts("id");
    cards
}

fn card(row: Row<'_>, problems: &mut Problems) -> AutomaCard {
    let letter = row.cell("id").read(problems, 0, |id| {
        let rest = |letter| id.strip_prefix(letter).and_then(plain);
        AUTOMA_LETTERS
            .iter()
            .position(|&letter| rest(letter).is_some())
            .map(|letter| letter as u8)
            .ok_or_else(|| "A, B or C and a number".to_string())
    });
    let mut card = AutomaCard {
        letter,
        steps: row.cell("step").ranged(problems),
        upper: row.cell("dir").choice(problems) == 0,
        display: row.cell("card").ranged(problems) - 1,
        len: 0,
        actions: [NO_ACTION; MAX_AUTOMA_ACTIONS],
    };
    let actions = row.cell("actions").read(problems, Vec::new(), actions);
    for (place, action) in card.actions.iter_mut().zip(&actions) {
        *place = *action;
    }
    card.len = actions.len() as u8;
    card
}

/// Parses the actions of a card.
fn actions(text: &str) -> Result<Vec<AutomaAction>, String> {
    let terms = text.split(';').flat_map(|part| part.split(" and "));
    let actions: Option<Vec<AutomaAction>> = terms.map(|term| action(term.trim())).collect();
    let actions = actions.ok_or_else(automa_words)?;
    if actions.len() > MAX_AUTOMA_ACTIONS {
        return Err(format!(
            "at most {MAX_AUTOMA_ACTIONS} actions, the maximum for a card"
        ));
    }
    Ok(actions)
}

fn action(term: &str) -> Option<AutomaAction> {
    if let Some(later) = term.strip_prefix("r3: ") {
        let (kind, later) = always(later)?;
        return Some(AutomaAction {
            kind,
            early: 0,
            later,
        });
    }
    if let Some((term, later)) = term.split_once(" (r3: ") {
        let (kind, early) = always(term)?;
        let later = amount_in("{n})", later).filter(|amount| *amount <= MOST_OF_AUTOMA)?;
        let changes = kind == AutomaActionKind::Explore;
        return changes.then_some(AutomaAction { kind, early, later });
    }
    let (kind, amount) = always(term)?;
    Some(AutomaAction {
        kind,
        early: amount,
        later: amount,
    })
}

/// Parses an action with equal amounts in all rounds. Returns its kind and amount.
fn always(term: &str) -> Option<(AutomaActionKind, u8)> {
    AUTOMA_ACTIONS.iter().find_map(|(kind, form, _)| {
        let amount = amount_in(form, term).filter(|amount| *amount <= MOST_OF_AUTOMA)?;
        Some((*kind, amount))
    })
}
