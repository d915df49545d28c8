//! Reads `asset_cards.csv`: 42 asset cards and 6 governors (EN-1.9, EN-2.3, EN-2.4, EN-6.18,
//! EN-6.19).

use super::cells::{flag, icons};
use crate::dataset::{DataSet, is_designed};
use crate::endeavor::components::column_schema::DATA_FILES;
use crate::endeavor::components::{
    AREA_NAMES, ATTRIBUTE_NAMES, CARDS, Card, DECKS, REGIONS, SLAVERY_DECK, deck_name, deck_size,
    deck_start, governor_of,
};
use crate::sheet::{Problems, Row, Sheet};

/// Cards shown in the rulebook: id, icons, example.
const SHOWN: [(&str, [u8; 4], &str); 2] = [
    ("south_america_1", [0, 2, 0, 0], "EN-E14"),
    ("north_america_3", [2, 2, 0, 0], "EN-E12"),
];
/// Sum of the icons on two slavery cards (EN-E13).
const TWO_SLAVERY_CARDS: [u8; 4] = [5, 0, 2, 0];

/// Reads all cards, in index order.
pub(super) fn read(data: &DataSet, problems: &mut Problems) -> Vec<Card> {
    let sheet = DATA_FILES.open(data, "asset_cards.csv", problems);
    let mut cards = vec![Card::default(); CARDS];
    let mut there = [false; CARDS];
    for row in sheet.rows() {
        let Some((number, card)) = card(row, problems) else {
            continue;
        };
        if there[number] {
            let expected = "every draw number of a deck once, and one governor for every region";
            problems.push(row.cell("draw_number").problem(expected));
        }
        there[number] = true;
        cards[number] = card;
    }
    for deck in 0..DECKS {
        let start = deck_start(deck);
        let size = deck_size(deck);
        if !there[start..start + size].iter().all(|&there| there) {
            let first = 6 - size;
            let expected = format!("cards {first} to 5 in deck {} (EN-2.3)", deck_name(deck));
            problems.push(sheet.problem("a card is missing", expected));
        }
    }
    for area in REGIONS.filter(|&area| !there[governor_of(area)]) {
        let expected = format!("a governor of {} (EN-2.4)", AREA_NAMES[area]);
        problems.push(sheet.problem("a governor is missing", expected));
    }
    examples(&sheet, &cards, problems);
    cards
}

fn card(row: Row, problems: &mut Problems) -> Option<(usize, Card)> {
    let before = problems.len();
    let kind = row
        .cell("kind")
        .name(problems, &["asset", "slavery", "governor"]);
    let decks: Vec<&str> = (0..DECKS).map(deck_name).collect();
    let deck = usize::from(row.cell("deck").name(problems, &decks));
    if kind < 2 && (kind == 1) != (deck == SLAVERY_DECK) {
        let expected = "slavery for the cards of deck slavery, and asset for the others";
        problems.push(row.cell("kind").problem(expected));
    }
    let mut card = Card {
        id: row.cell("id").text.to_string(),
        icons: icons(row, problems),
        glory: row.cell("glory").ranged(problems),
        plus: flag(row, "plus_disc", problems),
        ..Card::default()
    };
    let number = if kind == 2 {
        row.cell("draw_number")
            .nothing(problems, "governors are not drawn (EN-6.5)");
        if deck <= SLAVERY_DECK {
            let expected = "a region: Europe has no governor (EN-2.4)";
            problems.push(row.cell("deck").problem(expected));
        }
        governor_of(deck.max(2) - 1)
    } else {
        let first = 6 - deck_size(deck) as u8;
        card.number = row.cell("draw_number").number(problems, first..=5);
        deck_start(deck) + usize::from(card.number - first)
    };
    let plus = kind == 0 && deck > SLAVERY_DECK && card.number == 1;
    if card.plus != plus {
        let expected = format!("{}: the 1-cards of the regions (EN-6.18)", u8::from(plus));
        problems.push(row.cell("plus_disc").problem(expected));
    }
    let special = if number == crate::endeavor::components::ABOLITION {
        "abolition"
    } else {
        ""
    };
    if row.cell("special").text != special {
        let expected = match special {
            "" => "an empty cell: only Europe 5 is special (EN-6.19)",
            _ => "abolition (EN-6.19)",
        };
        problems.push(row.cell("special").problem(expected));
    }
    (problems.len() == before).then_some((number, card))
}

/// Checks the cards against the examples in the rulebook.
fn examples(sheet: &Sheet, cards: &[Card], problems: &mut Problems) {
    for (id, icons, example) in SHOWN {
        let shown = cards.iter().find(|card| card.id == id);
        let row = sheet.rows().find(|row| row.cell("id").text == id);
        match (shown, row) {
            (Some(_), Some(row)) if is_designed(row.cell("provenance").text) => {}
            (Some(card), Some(row)) if card.icons != icons => {
                let wrong = (0..4).find(|&attribute| card.icons[attribute] != icons[attribute]);
                let attribute = wrong.unwrap_or_default();
                let expected = format!("{} ({example})", icons[attribute]);
                problems.push(row.cell(ATTRIBUTE_NAMES[attribute]).problem(expected));
            }
            (None, None) => {
                problems.push(sheet.problem(format!("no {id}"), format!("a row {id} ({example})")));
            }
            _ => {}
        }
    }
    let start = deck_start(SLAVERY_DECK);
    let slavery = &cards[start..start + deck_size(SLAVERY_DECK)];
    let sum = |one: &Card, other: &Card| -> [u8; 4] {
        std::array::from_fn(|attribute| one.icons[attribute] + other.icons[attribute])
    };
    let pair = slavery.iter().enumerate().any(|(index, one)| {
        let mut others = slavery[..index].iter();
        others.any(|other| sum(one, other) == TWO_SLAVERY_CARDS)
    });
    let designed = sheet
        .rows()
        .any(|row| is_designed(row.cell("provenance").text));
    if !pair && !designed {
        let expected = "two slavery cards with 5 industry and 2 wealth together (EN-E13)";
        problems.push(sheet.problem("no such pair", expected));
    }
}
