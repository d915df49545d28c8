//! Texts and pictures for people: all fields of a position, and the effects of moves.

use portolan::game::prelude::*;
use portolan::games::endeavor::state::{DISCS, NEUTRAL};
use portolan::picture::{Picture, Shape};

use super::shown_support::{catalog_covers_moves, count_pieces, texts_are_short};
use super::support::{Table, rules};
use crate::table::walk;

/// EN-1.6, EN-6.2, EN-6.8: The tokens of closed regions, and links that never had a token.
#[test]
fn description_shows_closed_regions_and_square_links() {
    let mut table = Table::building(2, &[]);
    table.lay("bombay", "attack");
    let text = table.game.describe(&table.state, None);
    assert!(text.contains("Bombay = attack"), "{text}");
    assert!(
        text.contains("square links, never with a token: Genoa–Venice"),
        "{text}"
    );
    let links = &table.game.board().links;
    let sites = &table.game.board().sites;
    for link in links {
        let [a, b] = [link.a, link.b].map(|end| &sites[usize::from(end)].name);
        assert!(text.contains(&format!("{a}–{b}")), "{a}–{b} in {text}");
    }
}

#[test]
fn descriptions_and_explanations_are_short() {
    for (players, options) in [(2, &["silent_fleets=on"][..]), (3, &[]), (5, &[])] {
        texts_are_short(&rules(players, options), 130);
    }
}

#[test]
fn catalog_covers_every_word_of_a_move() {
    let game = rules(2, &["silent_fleets=on", "scarce_buildings=on"]);
    catalog_covers_moves(&game, &["pass", "stop", "governor none", "fleets rest"]);
}

/// Returns the number of discs of an owner, or of tokens without an owner, in panels whose titles have this prefix.
fn pieces(picture: &Picture, title: &str, shape: Shape, owner: Option<usize>) -> u16 {
    count_pieces(picture, |panel, _, piece| {
        panel.title.starts_with(title) && piece.shape == shape && piece.owner == owner
    })
}

/// EN-1.7: Each disc is in exactly one place.
#[test]
fn every_disc_appears_in_one_cell() {
    for (players, options) in [(2, &["silent_fleets=on"][..]), (3, &[]), (5, &[])] {
        let game = rules(players, options);
        for deal in 0..3 {
            walk(&game, deal, |state, _| {
                let picture = game.picture(state, None);
                for seat in 0..players {
                    let discs = pieces(&picture, "", Shape::Disc, Some(seat));
                    assert_eq!(discs, u16::from(DISCS), "seat {}", seat + 1);
                    let sites = pieces(&picture, "cities", Shape::Disc, Some(seat));
                    assert_eq!(u32::from(sites), state.players[seat].sites.count_ones());
                }
                let fleets = pieces(&picture, "", Shape::Disc, None);
                assert_eq!(
                    fleets + u16::from(state.players[NEUTRAL].supply),
                    u16::from(DISCS)
                );
                let free = game.board().sites.len() as u32 - state.taken.count_ones();
                let tokens = pieces(&picture, "cities", Shape::Token, None);
                assert_eq!(u32::from(tokens), free);
                let tokens = pieces(&picture, "tokens on links", Shape::Token, None);
                assert_eq!(u32::from(tokens), state.link_tokens.count_ones());
            });
        }
    }
}
