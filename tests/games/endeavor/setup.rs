//! Components and setup (EN-1, EN-2).

use std::collections::BTreeSet;

use portolan::game::prelude::*;
use portolan::games::endeavor::components::{DECKS, deck_area};
use portolan::games::endeavor::state::State;

use super::support::{Table, area};

/// EN-1.2, EN-1.3, EN-1.4: Every region has cities, a deck, a track and high seas. Europe has two
/// decks but no track and no high seas, and is open.
#[test]
fn regions_have_a_deck_track_and_high_seas_except_europe() {
    for side in ["side=A", "side=B"] {
        let table = Table::dealt(4, &[side], 1);
        let board = table.game.board();
        for area in 0..7 {
            assert!(board.area(area) & board.cities != 0);
            assert_eq!(board.track[area] == 0, area == 0);
            let decks = (0..DECKS).filter(|&deck| deck_area(deck) == area);
            assert_eq!(decks.count(), if area == 0 { 2 } else { 1 });
        }
        assert!(board.area(0) & board.fleets != 0);
        assert_eq!(table.state.open, 1);
    }
}

/// EN-1.5, EN-1.6: Sites are cities and fleets. A link connects two sites, possibly in different
/// areas, and is round or square.
#[test]
fn links_connect_two_sites() {
    for side in ["side=A", "side=B"] {
        let table = Table::dealt(4, &[side], 1);
        let board = table.game.board();
        assert_eq!(board.cities & board.fleets, 0);
        let areas = |end: u8| board.sites[usize::from(end)].area;
        assert!(
            board
                .links
                .iter()
                .any(|link| areas(link.a) != areas(link.b))
        );
        assert!(board.links.iter().any(|link| !link.round));
        assert_eq!(table.state.link_tokens, board.round);
        let fleets = |end: u8| board.fleets >> end & 1 == 1;
        assert!(
            board
                .links
                .iter()
                .any(|link| fleets(link.a) || fleets(link.b))
        );
    }
}

/// EN-2.2, EN-A1: 95 tokens are placed on 95 round spaces in random order; square links have no
/// tokens.
#[test]
fn tokens_are_placed_at_random() {
    let mut seen = BTreeSet::new();
    for seed in 0..20 {
        for side in ["side=A", "side=B"] {
            let table = Table::dealt(4, &[side], seed);
            table.check();
            let mut sorted = table.state.tokens;
            sorted.sort_unstable();
            let counts = table.game.components().token_counts;
            for (kind, count) in (0..).zip(counts) {
                let found = sorted.iter().filter(|&&token| token == kind).count();
                assert_eq!(found, usize::from(count));
            }
            seen.insert(table.state.tokens);
        }
    }
    // Both sides use the same deal.
    assert_eq!(seen.len(), 20);
}

/// EN-2.5, EN-2.6, EN-E17, EN-E19: The supply contains all tiles up to level 4, including five
/// markets, and three random tiles of the seven of level 5.
#[test]
fn supply_contains_three_random_level_5_tiles() {
    let mut seen = BTreeSet::new();
    for seed in 0..60 {
        let table = Table::dealt(3, &[], seed);
        let mut five = BTreeSet::new();
        for (kind, building) in table.game.components().buildings.iter().enumerate() {
            let supply = table.state.supply[kind];
            match building.level {
                0 => assert_eq!(supply, 0),
                5 if supply == 1 => assert!(five.insert(building.id.clone())),
                5 => assert_eq!(supply, 0),
                _ => assert_eq!(supply, building.copies),
            }
        }
        assert_eq!(table.state.supply[table.kind("market")], 5);
        assert_eq!(five.len(), 3);
        seen.extend(five);
    }
    assert_eq!(seen.len(), 7, "every tile of level 5 comes");
}

/// EN-2.11: There is no hidden information, and no chance after setup.
#[test]
fn determinizations_do_not_change_the_position() {
    let table = Table::building(3, &[]);
    let mut world = table.state.clone();
    let mut rng = table.rng.clone();
    table.game.determinize(&mut world, 1, &mut rng);
    assert_eq!(world, table.state);
    assert_eq!(rng, table.rng);
    assert_eq!(area("europe"), 0);
}

/// A position takes at most 1 KiB, and actions are small enough to be passed by value.
#[test]
fn positions_and_actions_are_small() {
    use portolan::games::endeavor::action::Action;
    assert!(size_of::<State>() <= 1024, "{} bytes", size_of::<State>());
    assert!(size_of::<Action>() <= 2, "{} bytes", size_of::<Action>());
}
