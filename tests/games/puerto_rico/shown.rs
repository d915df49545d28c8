//! Texts and pictures for people: all fields of a position, and the effects of moves.

use portolan::game::prelude::*;
use portolan::picture::{Picture, Shape};

use super::shown_support::{catalog_covers_moves, count_pieces, texts_are_short};
use super::support::rules;
use crate::table::walk;

#[test]
fn descriptions_and_explanations_are_short() {
    for players in 2..=5 {
        texts_are_short(&rules(players, &[]), 110);
    }
}

#[test]
fn catalog_covers_every_word_of_a_move() {
    catalog_covers_moves(&rules(5, &[]), &["pass", "colonist", "no colonist"]);
}

/// Returns the number of pieces with a shape in panels whose titles have this prefix.
fn pieces(picture: &Picture, title: &str, shape: Shape, label: Option<&str>) -> u16 {
    count_pieces(picture, |panel, _, piece| {
        let labelled = label.is_none_or(|label| piece.label == label);
        panel.title.starts_with(title) && piece.shape == shape && labelled
    })
}

/// Returns the number of buildings that are left, from the notes on them.
fn for_sale(picture: &Picture) -> u16 {
    let mut panels = picture.panels.iter();
    let sale = panels.find(|panel| panel.title == "buildings for sale");
    let notes = sale.unwrap().cells.iter().map(|cell| &cell.note);
    let left = notes.map(|note| note.strip_suffix(" left")?.rsplit(' ').next()?.parse().ok());
    left.map(|left: Option<u16>| left.unwrap()).sum()
}

/// Returns the total over all kinds.
fn sum(counts: &[u8]) -> u16 {
    counts.iter().map(|&count| u16::from(count)).sum()
}

#[test]
fn every_piece_appears_in_one_cell() {
    for players in 2..=5 {
        let game = rules(players, &[]);
        for deal in 0..3 {
            walk(&game, deal, |state, _| {
                let picture = game.picture(state, None);
                let main = |shape, label| pieces(&picture, "main", shape, label);
                for (seat, player) in state.seated().iter().enumerate() {
                    let title = format!("seat {}:", seat + 1);
                    let on_board = pieces(&picture, &title, Shape::Figure, None);
                    assert_eq!(on_board, sum(&[player.colonists()]), "{title}");
                    let goods = pieces(&picture, &title, Shape::Token, None);
                    assert_eq!(goods, sum(&player.goods), "{title}");
                }
                let waiting = sum(&[state.colonists, state.colonist_ship]);
                assert_eq!(main(Shape::Figure, None), waiting);
                assert_eq!(for_sale(&picture), sum(&state.stock));
                let doubloons = main(Shape::Token, Some("doubloon"));
                assert_eq!(doubloons, sum(&state.role_doubloons));
            });
        }
    }
}
