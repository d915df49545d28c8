//! Texts and pictures for people: all fields of a position that a seat knows, and the effects of moves.

use portolan::game::prelude::*;
use portolan::games::cartagena::Cartagena;
use portolan::games::cartagena::path::START;
use portolan::picture::{Picture, Shape};

use super::shown_support::{catalog_covers_moves, count_pieces, texts_are_short};
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
fn catalog_covers_every_word_of_a_move() {
    let plain = [
        "back", "morgan", "sail", "captain", "rest", "end", "parrots",
    ];
    catalog_covers_moves(&full_escape(), &plain);
}

/// Returns the number of pieces with a shape and owner in cells whose names have this prefix.
fn pieces(picture: &Picture, name: &str, shape: Shape, owner: Option<usize>) -> u16 {
    count_pieces(picture, |_, cell, piece| {
        cell.name.starts_with(name) && piece.shape == shape && piece.owner == owner
    })
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
    table.state.shift(1, START, 10);
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
    assert_eq!(
        path.cells[0].pieces[0].count,
        u16::from(table.state.pirates[0].start)
    );
    let tenth = &path.cells[10];
    assert_eq!(
        (tenth.name.as_str(), tenth.pieces[0].owner),
        ("10", Some(1))
    );
}
