//! Invariants in random games that are played to the end.

use portolan::game::prelude::*;
use portolan::game::{Chance, Purpose};
use portolan::games::maracaibo::state::{Phase, Player, State};

use crate::support::Table;

/// M-1.11, M-8.1, M-7.10: Limits of a player's components.
fn check_player(player: &Player, setup: bool) {
    assert!(player.cp <= 8);
    assert!(player.influence.iter().all(|&step| step <= 14));
    assert!(player.discs.iter().all(|&discs| discs <= 2));
    if !setup {
        let on_career = 3 - player.tasks_done.count_ones() as u8;
        let invested = player.prestige.count_ones() as u8;
        let placed = player.assistant_count + player.figures_on_cards + invested + on_career;
        assert_eq!(player.figures + player.general + placed, 8, "8 figures");
    }
    for number in 1..=12 {
        let complete = player.discs[usize::from(number) - 1] == 0;
        assert_eq!(player.has_upgrade(number), complete);
    }
}

/// M-1.8, M-1.2, M-1.3, M-8.3: There are never more markers, tokens and quests than the game
/// contains.
fn check_table(state: &State) {
    for nation in 0..3 {
        let on_legacy = state.silver_fleet.iter().chain([&state.gold_mine]);
        let on_map = state.markers.iter().chain(on_legacy);
        let count = on_map
            .filter(|&&marker| marker.map(usize::from) == Some(nation))
            .count();
        assert_eq!(usize::from(state.marker_count[nation]), count);
        assert!(state.marker_count[nation] + state.supply[nation] <= 13);
    }
    let taken: u8 = state.seated().iter().map(|player| player.token_count).sum();
    assert!(taken + state.tokens_len <= 25);
    let quests: u32 = state
        .seated()
        .iter()
        .map(|player| player.quests.count_ones())
        .sum();
    let on_track = state.track_quests.iter().flatten().count();
    let lying = usize::from(state.map_quests_len) + on_track + usize::from(state.quest_pile_len);
    assert!(quests as usize + lying <= 24);
    let discs: u8 = state.seated().iter().flat_map(|player| player.discs).sum();
    let elsewhere: u32 = state.market.iter().map(|full| full.count_ones()).sum();
    assert!(discs + elsewhere as u8 + state.discs_gone <= 24 * state.seats);
    assert!(state.tile_discs.iter().all(|&discs| discs <= 3));
}

/// M-2.1, M-15, M-A8, M-22: With any options, games end after four rounds, and there is always a
/// legal action.
#[test]
fn random_games_end_after_four_rounds() {
    let all =
        "legacy=L1,L2,L3,L4,L5,L6,L7,L8,L9,L10,L11,L12,L13,L14,L15,L16,L17,L18,L20,L21,L22,L23,L25";
    let options: [&[&str]; 4] = [
        &[],
        &[
            "scenario=77",
            "cp_before_combat=combat",
            "extra_main_u1=off",
        ],
        &[all, "skipped_assistants=route", "majority_zero=none"],
        &["scenario=76", "assistant_vp_round4=on", "weighting=spaces"],
    ];
    for (index, options) in options.into_iter().enumerate() {
        for seed in 0..30 {
            let players = 2 + (index + seed as usize) % 3;
            let mut table = Table::dealt(players, options, seed);
            let mut dice = portolan::random::stream(seed, &[1]);
            let mut actions = Vec::new();
            while table.game.to_move(&table.state).is_some() {
                table.game.legal_actions(&table.state, &mut actions);
                assert!(!actions.is_empty());
                let choice = dice.below(Purpose(0), actions.len() as u32) as usize;
                let action = actions[choice];
                table.apply(action);
                check_table(&table.state);
                let setup = table.state.phase == Phase::Setup;
                for player in table.state.seated() {
                    check_player(player, setup);
                }
            }
            assert_eq!((table.state.phase, table.state.round), (Phase::Over, 4));
            let ender = table.state.active;
            let home = table.place("22");
            assert_eq!(table.state.players[usize::from(ender)].ship, home);
        }
    }
}
