//! Texts and pictures for people: all fields of a position, and the effects of moves.

use portolan::game::prelude::*;
use portolan::games::endeavor::state::{DISCS, NEUTRAL};
use portolan::picture::{Picture, Shape};

use super::shown_support::texts_are_short;
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
fn moves_explain_their_effects() {
    let mut table = Table::acting(2, &[]);
    table
        .disc(1, "amsterdam")
        .rested(1)
        .lay("london", "culture")
        .lay_link("london", "amsterdam", "wealth")
        .house(1, "dock")
        .track("caribbean", &[2, 2, 1])
        .lay_track("caribbean", 4, "ship")
        .lay_track("africa", 1, "industry");
    assert_eq!(
        table.explained("use dock"),
        "ship and/or occupy · 4 discs left in the harbor"
    );
    assert_eq!(table.explained("pass"), "no further turn in this round");
    table.play("use dock");
    assert_eq!(
        table.explained("occupy london"),
        "+1 culture · 1 glory · 1 link: +1 wealth"
    );
    assert_eq!(table.explained("ship africa"), "space 1 of 5 → +1 industry");
    assert_eq!(
        table.explained("ship caribbean"),
        "opens the region · a token to ship · governor to seat 1"
    );
    let mut table = Table::acting(2, &[]);
    table
        .disc(2, "venice")
        .house(1, "barracks")
        .play("use barracks");
    assert_eq!(
        table.explained("attack venice"),
        "from seat 2 for 2 discs · 1 glory"
    );
    let table = Table::building(2, &[]);
    assert_eq!(
        table.explained("build workshop"),
        "level 1 · 1 industry · 4 left"
    );
    assert_eq!(table.explained("build market"), "level 1 · draw · 4 left");
}

/// Events that no move describes are shown when they occur.
#[test]
fn narration_covers_events_without_a_move() {
    let mut table = Table::acting(2, &[]);
    table
        .rested(1)
        .house(1, "dock")
        .track("caribbean", &[2, 2, 1])
        .act("use dock")
        .act("ship caribbean");
    let events = table.events.iter();
    let words: Vec<String> = events
        .filter_map(|event| table.game.event_words(event))
        .collect();
    assert_eq!(
        words,
        ["Caribbean opens; Governor of Caribbean goes to seat 1"]
    );
}

#[test]
fn catalog_covers_every_word_of_a_move() {
    let game = rules(2, &["silent_fleets=on", "scarce_buildings=on"]);
    let catalog = game.catalog();
    let has = |id: &str| catalog.iter().any(|component| component.id == id);
    let text = |id: &str| {
        let found = catalog.iter().find(|component| component.id == id);
        found.map(|component| (component.kind, component.text.as_str()))
    };
    assert_eq!(
        text("dock"),
        Some(("building", "level 3; ship and/or occupy"))
    );
    assert_eq!(
        text("pay_or_draw"),
        Some(("token", "a token to pay or draw"))
    );
    assert_eq!(text("cape_town"), Some(("city", "city in Africa; 2 glory")));
    assert_eq!(text("guinea_fleet"), Some(("fleet", "fleet in Africa")));
    let governor = "governor, for the most discs on the track; 2 wealth, 1 influence";
    let told = text("governor_africa").unwrap();
    assert_eq!(told.0, "governor");
    assert_eq!(
        told.1
            .replace("; 1 influence", ", 1 influence")
            .split("; 1 glory")
            .next(),
        Some(governor)
    );
    walk(&game, 5, |state, actions| {
        for notation in actions
            .iter()
            .map(|&action| game.action_text(state, action))
        {
            let known = notation.split(' ').any(has);
            let plain = ["pass", "stop", "governor none", "fleets rest"];
            assert!(known || plain.contains(&notation.as_str()), "{notation}");
        }
    });
}

/// Returns the number of discs of an owner, or of tokens without an owner, in panels whose titles
/// have this prefix.
fn pieces(picture: &Picture, title: &str, shape: Shape, owner: Option<usize>) -> u16 {
    let panels = picture
        .panels
        .iter()
        .filter(|panel| panel.title.starts_with(title));
    let cells = panels.flat_map(|panel| &panel.cells);
    let pieces = cells.flat_map(|cell| &cell.pieces);
    let counted = pieces.filter(|piece| piece.shape == shape && piece.owner == owner);
    counted.map(|piece| piece.count).sum()
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
