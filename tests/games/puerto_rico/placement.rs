//! Placement of colonists (PR-5.3): choosing class by class reaches each legal placement exactly
//! once.

use std::collections::BTreeMap;

use portolan::game::prelude::*;
use portolan::games::puerto_rico::PuertoRico;
use portolan::games::puerto_rico::action::Action;
use portolan::games::puerto_rico::classes::CLASSES;
use portolan::games::puerto_rico::placement::{Placement, PlacementError};
use portolan::games::puerto_rico::state::{Phase, State};
use portolan::random::{below, stream};

use super::support::Table;

/// Returns all vectors of counts that fill as many circles as there are colonists.
fn brute_force(game: &PuertoRico, state: &State) -> Vec<Placement> {
    let player = state.player();
    let circles: Vec<u8> = (0..CLASSES)
        .map(|class| game.circles(player, class))
        .collect();
    let mut partial = vec![Placement::default()];
    for (class, &most) in circles.iter().enumerate() {
        partial = partial
            .into_iter()
            .flat_map(|placement| {
                (0..=most).map(move |number| {
                    let mut placement = placement;
                    placement.0[class] = number;
                    placement
                })
            })
            .collect();
    }
    let all: u8 = circles.iter().sum();
    let wanted = player.colonists().min(all);
    partial.retain(|placement| placement.0.iter().sum::<u8>() == wanted);
    partial.sort_unstable();
    partial
}

/// Counts the action sequences that lead to each placement.
fn reached(game: &PuertoRico, state: &State, found: &mut BTreeMap<Placement, u32>) {
    let seat = usize::from(state.active);
    let mut actions: Vec<Action> = Vec::new();
    game.legal_actions(state, &mut actions);
    assert!(actions.len() > 1, "without a choice nothing is asked");
    for action in actions {
        let mut next = state.clone();
        game.apply(&mut next, action, &mut stream(1, &[]), &mut ());
        if next.phase == Phase::Staff && usize::from(next.active) == seat {
            reached(game, &next, found);
        } else {
            let placement = game.placement_of(&next.players[seat]);
            *found.entry(placement).or_default() += 1;
        }
    }
}

/// PR-5.3: On small random boards, both forms reach the same placements exactly once.
#[test]
fn both_placement_forms_reach_the_same_placements() {
    let mut dice = stream(3, &[]);
    let tiles = [
        "1 corn",
        "1 indigo",
        "1 sugar",
        "1 tobacco",
        "1 coffee",
        "1 quarry",
    ];
    let ids = [
        "small_indigo_plant",
        "indigo_plant",
        "sugar_mill",
        "coffee_roaster",
        "office",
        "wharf",
        "fortress",
    ];
    let mut compared = 0;
    for seed in 0..60 {
        let mut table = Table::dealt(3, &[], seed);
        for _ in 0..below(&mut dice, 6) {
            table.tiles(1, tiles[below(&mut dice, 6) as usize]);
        }
        for (index, id) in ids.into_iter().enumerate() {
            if below(&mut dice, 3) == 0 && index != 1 + seed as usize % 2 {
                table.empty_buildings(1, &[id]);
            }
        }
        let colonists = below(&mut dice, 7) as u8;
        table.player(1).san_juan = colonists;
        table.state.colonists -= colonists;
        table.acts(&["mayor", "colonist"]);
        if table.state.phase != Phase::Staff || table.to_move() != 1 {
            continue;
        }
        let expected = brute_force(&table.game, &table.state);
        let mut found = BTreeMap::new();
        reached(&table.game, &table.state, &mut found);
        assert!(found.values().all(|&times| times == 1), "each once");
        assert!(found.keys().eq(&expected), "deal {seed}");
        for placement in &expected {
            let mut whole = table.state.clone();
            let rng = &mut stream(1, &[]);
            let placed = table.game.place_all(&mut whole, placement, rng, &mut ());
            assert_eq!(placed, Ok(()));
            assert_eq!(table.game.placement_of(&whole.players[0]), *placement);
        }
        compared += expected.len();
    }
    assert!(compared > 1000, "{compared}");
}

/// An illegal placement is a typed error and does not change the position.
#[test]
fn illegal_placement_is_rejected_without_changes() {
    let mut table = Table::of(3);
    table.tiles(1, "2 corn");
    let rng = &mut stream(1, &[]);
    let before = table.state.clone();
    let mut placement = Placement::default();
    let refused = table
        .game
        .place_all(&mut table.state, &placement, rng, &mut ());
    assert_eq!(refused, Err(PlacementError::NotNow));
    assert_eq!(table.state, before);
    table.acts(&["mayor", "colonist"]);
    let before = table.state.clone();
    let refused = table
        .game
        .place_all(&mut table.state, &placement, rng, &mut ());
    let text = refused.unwrap_err().to_string();
    assert!(
        text.contains("0 colonists placed, but there are 2"),
        "{text}"
    );
    placement.0[0] = 3;
    let refused = table
        .game
        .place_all(&mut table.state, &placement, rng, &mut ());
    let text = refused.unwrap_err().to_string();
    assert!(
        text.contains("corn: 3 colonists, but there are 2 circles"),
        "{text}"
    );
    assert_eq!(table.state, before);
    placement.0[0] = 2;
    let placed = table
        .game
        .place_all(&mut table.state, &placement, rng, &mut ());
    assert_eq!(placed, Ok(()));
    assert_eq!(table.player(1).workers[0], 2);
}
