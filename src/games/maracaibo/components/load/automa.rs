//! `automa_cards.csv`: the cards of the automa Jean.

use super::limits::{AUTOMA_STEPS, DISPLAYED};
use super::words::WORDS;
use crate::dataset::DataSet;
use crate::maracaibo::components::{
    AUTOMA_CARDS, AUTOMA_CARDS_OF, AUTOMA_LETTERS, AutomaAction, AutomaActionKind, AutomaCard,
    Labels, MAX_AUTOMA_ACTIONS, NATION_NAMES, Nation,
};
use crate::sheet::{Problems, Row, Sheet, plain};

const FILE: &str = "automa_cards.csv";
const COLUMNS: &[&str] = &["id", "step", "dir", "card", "actions", "provenance"];

/// Names of the branches at a fork.
const BRANCHES: [&str; 2] = ["upper", "lower"];
/// Maximum amount of an action.
const MOST: u8 = 9;
/// Accepted actions, for messages.
const ACTIONS: &str = "actions separated by ; or \" and \", each one of: France +<n>, Spain +<n>, \
                       England +<n>, remove disc, <n> VP, explorer <n>, explorer <n> (r3: <n>), \
                       quest from pile, combat, <n> influence, combat with additional village, <n> \
                       influence; preceded by r3: if it applies only from round 3 on; n from 1 to \
                       9";

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
    let sheet = Sheet::open(data, FILE, COLUMNS, problems);
    sheet.ids("id", WORDS, problems);
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
    for row in sheet.rows() {
        labels.automa.push(row.cell("id").text.to_string());
    }
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
        steps: row.cell("step").number(problems, AUTOMA_STEPS),
        upper: row.cell("dir").name(problems, &BRANCHES) == 0,
        display: row.cell("card").number(problems, DISPLAYED) - 1,
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
    let actions = actions.ok_or_else(|| ACTIONS.to_string())?;
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
        let later = amount(later.strip_suffix(')')?)?;
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

/// Parses an action that is the same in all rounds; returns its kind and amount.
fn always(term: &str) -> Option<(AutomaActionKind, u8)> {
    if term == "remove disc" {
        return Some((AutomaActionKind::RemoveDisc, 1));
    }
    if term == "quest from pile" {
        return Some((AutomaActionKind::Quest, 1));
    }
    if let Some(steps) = term.strip_prefix("explorer ") {
        return Some((AutomaActionKind::Explore, amount(steps)?));
    }
    if let Some(points) = term.strip_suffix(" VP") {
        return Some((AutomaActionKind::Vp, amount(points)?));
    }
    if let Some(reward) = term.strip_suffix(" influence") {
        let (combat, influence) = reward.split_once(", ")?;
        let kind = match combat {
            "combat" => AutomaActionKind::Combat,
            "combat with additional village" => AutomaActionKind::CombatAndVillage,
            _ => return None,
        };
        return Some((kind, amount(influence)?));
    }
    let (nation, steps) = term.split_once(" +")?;
    let nation = NATION_NAMES.iter().position(|name| {
        let (first, rest) = name.split_at(1);
        nation
            .strip_prefix(&first.to_uppercase())
            .is_some_and(|other| other == rest)
    })?;
    let kind = AutomaActionKind::Influence(Nation::ALL[nation]);
    Some((kind, amount(steps)?))
}

fn amount(text: &str) -> Option<u8> {
    plain(text).filter(|amount| (1..=MOST).contains(amount))
}
