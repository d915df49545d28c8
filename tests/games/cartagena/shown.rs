//! Texts and pictures for people: all fields of a position that a seat knows, and the effects of moves.

use portolan::game::prelude::*;
use portolan::games::cartagena::Cartagena;
use portolan::games::cartagena::path::START;
use portolan::picture::{Picture, Shape};

use super::shown_support::texts_are_short;
use super::support::{Table, rules};
use crate::table::walk;

const ALL_MODULES: &str = "modules=morgan,hindrance,black-magician";

/// Returns the rules for three players in the full escape with all modules.
fn full_escape() -> Cartagena {
    rules(3, &["story=full-escape", ALL_MODULES, "turn_cap=40"])
}

#[test]
fn descriptions_and_explanations_are_short() {
    for game in [full_escape(), rules(5, &["turn_cap=20"])] {
        texts_are_short(&game, 110);
    }
}

#[test]
fn moves_explain_their_effects() {
    let mut table = Table::bare(3, &[ALL_MODULES]);
    let rum = table.first("rum", 0);
    let hook = table.first("hook", rum);
    table
        .hand(1, "rum black, hook, lantern")
        .hand(2, "rum, hook")
        .pirates(1, &[rum, rum])
        .pirates(2, &[rum, hook]);
    let told = [
        ("play lantern 2", "to 6, 4 spaces on"),
        (
            "play rum start black",
            "to 11, 11 spaces on · the others discard down to 7 cards",
        ),
        ("morgan 2 start", "to 9, draws 1 card"),
        ("morgan 2 9", "to the sloop, draws 2 cards"),
        ("hook lantern 2", "both to 6, 4 spaces on, for 2 actions"),
        (
            "lantern",
            "draw 4 cards, keep 1, put the others back on the pile",
        ),
    ];
    for (notation, words) in told {
        assert_eq!(table.explained(notation), words, "{notation}");
    }
    let mut table = Table::bare(2, &["modules=black-magician"]);
    let chest = table.first("chest", 1);
    table
        .hand(1, "pistol, chest")
        .hand(2, "rum, hook")
        .pirates(1, &[chest])
        .pirates(2, &[1, 1]);
    let [back, tile] = ["back", "chest"].map(|verb| format!("{verb} {chest}"));
    assert_eq!(table.explained(&back), "to 1, draws 2 cards");
    assert_eq!(table.explained("pistol 2"), "look at 2 cards, take one");
    let words = "turn up the chest tile below one of your pirates";
    assert_eq!(table.explained(&tile), words);
    table.act("pistol 2");
    assert_eq!(table.explained("take rum"), "seat 2 draws another card");
}

/// CA-8.4: The revealed tile and the winner are described when they occur.
#[test]
fn narration_covers_events_without_a_move() {
    let mut table = Table::bare(2, &["modules=black-magician"]);
    let chest = table.first("chest", 0);
    table.pirates(1, &[chest]).hand(1, "chest");
    table.act(&format!("chest {chest}"));
    let events = table.events.iter();
    let words: Vec<String> = events
        .filter_map(|event| table.game.event_words(event))
        .collect();
    assert_eq!(words.len(), 1);
    assert!(words[0].starts_with("the chest tile is: "), "{words:?}");
}

#[test]
fn catalog_covers_every_word_of_a_move() {
    let game = full_escape();
    let catalog = game.catalog();
    let text = |id: &str| {
        let found = catalog.iter().find(|component| component.id == id);
        found.map(|component| (component.kind, component.text.as_str()))
    };
    assert_eq!(
        text("parrot"),
        Some((
            "card",
            "a pirate moves to the next empty parrot; or: two parrots count as a card of another symbol"
        ))
    );
    assert_eq!(text("start"), Some(("place", "the jail")));
    assert_eq!(text("empty"), Some(("chest tile", "nothing")));
    assert!(
        text("rum black")
            .unwrap()
            .1
            .ends_with("discards down to 7 cards")
    );
    let plain = ["back", "morgan", "sail", "captain", "rest", "end"];
    walk(&game, 5, |state, actions| {
        for notation in actions
            .iter()
            .map(|&action| game.action_text(state, action))
        {
            let mut words = notation.split(' ');
            let known = words
                .clone()
                .any(|word| text(word).is_some() || word == "parrots");
            let verb = words.next().unwrap();
            assert!(known || plain.contains(&verb), "{notation}");
        }
    });
    assert!(
        rules(2, &[])
            .catalog()
            .iter()
            .all(|component| component.id != "snake")
    );
}

/// Returns the number of pieces with a shape and owner in cells whose names have this prefix.
fn pieces(picture: &Picture, name: &str, shape: Shape, owner: Option<usize>) -> u16 {
    let cells = picture.panels.iter().flat_map(|panel| &panel.cells);
    let cells = cells.filter(|cell| cell.name.starts_with(name));
    let pieces = cells.flat_map(|cell| &cell.pieces);
    let counted = pieces.filter(|piece| piece.shape == shape && piece.owner == owner);
    counted.map(|piece| piece.count).sum()
}

/// CA-1.3, CA-1.4: Each pirate and each visible card is in exactly one place.
#[test]
fn every_piece_appears_in_one_cell() {
    for game in [
        full_escape(),
        rules(2, &["story=tortuga", "turn_cap=30", "pirates=4"]),
    ] {
        for deal in 0..3 {
            walk(&game, deal, |state, _| {
                let picture = game.picture(state, None);
                for seat in 0..game.seats() {
                    let pirates = pieces(&picture, "", Shape::Figure, Some(seat));
                    assert_eq!(pirates, u16::from(game.options().pirates));
                    let hand = format!("hand of seat {}", seat + 1);
                    let hand = pieces(&picture, &hand, Shape::Token, None);
                    assert_eq!(hand, u16::from(state.hands[seat].len()));
                }
                let discards = pieces(&picture, "discards", Shape::Token, None);
                assert_eq!(discards, u16::from(state.discards.len()));
                let tiles = pieces(&picture, "chest tiles", Shape::Token, None);
                let closed = match game.options().magician {
                    true => state
                        .closed_tiles
                        .iter()
                        .map(|&tiles| u16::from(tiles))
                        .sum(),
                    false => 0u16,
                };
                assert_eq!(tiles, closed);
            });
        }
    }
}

/// The path turns at the end of each row, and adjacent spaces are connected.
#[test]
fn picture_draws_the_path_in_connected_rows() {
    let mut table = Table::bare(2, &[]);
    table.pirates(2, &[10]);
    let picture = table.game.picture(&table.state, Some(0));
    let path = &picture.panels[0];
    let places: Vec<(u8, u8)> = path
        .cells
        .iter()
        .map(|cell| (cell.row, cell.column))
        .collect();
    assert_eq!(places[..2], [(0, 0), (1, 0)]);
    assert_eq!(
        (places[9], places[10], places[18], places[19]),
        ((1, 8), (2, 8), (2, 0), (3, 0))
    );
    assert_eq!(path.ways[10], (10, 11));
    assert_eq!(path.cells[0].name, "the jail");
    assert_eq!(path.cells[0].pieces[0].count, u16::from(table.at(1, START)));
    let tenth = &path.cells[10];
    assert_eq!(
        (tenth.name.as_str(), tenth.pieces[0].owner),
        ("10", Some(1))
    );
}
