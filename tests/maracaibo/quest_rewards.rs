//! Rewards that no shipped quest tile has but story quests do (M-11.3, M-22.3): combats, removed
//! discs and explorer steps, alone and combined, for quests in all places.

use std::collections::BTreeMap;

use portolan::game::prelude::*;
use portolan::games::GameSetup;
use portolan::games::maracaibo::pending::PendingKind;
use portolan::games::maracaibo::state::STACK_ROOM;
use portolan::games::maracaibo::{ENTRY, Maracaibo};
use portolan::random::{Streams, deal_seed, stream};

use crate::eager::{Temper, play_on};
use crate::laws::Laws;
use crate::support::Table;

/// Returns a table where quest 21 (1 CP, 2 doubloons per compass) gives this reward.
fn table(reward: &str) -> Table {
    let mut table = Table::bare(2, &[]);
    table.no_quests();
    table.change_quest("21", "cp1,d2,vp2", &format!("cp1,d2,{reward}"));
    table.player(0).cp = 4;
    table
}

/// Returns the number of discs left on the ship board of seat 0.
fn discs(table: &mut Table) -> u8 {
    table.player(0).discs.iter().sum()
}

/// M-11.3, M-22.3: Two discs as a reward are removed one after the other, possibly both from one
/// area.
#[test]
fn reward_discs_are_removed_one_after_the_other() {
    let mut table = table("disc2");
    let before = discs(&mut table);
    table.lay_quest("9", "21").at("9", 1).act("quest 21");
    table.play(&["disc U4", "disc U4"]);
    assert_eq!(discs(&mut table), before - 2);
    assert_eq!(table.player(0).doubloons, 2 + 5, "U4 is complete");
    assert_eq!(table.player(0).quest_count, 1);
    assert_eq!(table.state.discs_gone, 2);
}

/// M-11.3, M-A15: Combined rewards are resolved from left to right, each completely before the next.
#[test]
fn combined_rewards_are_resolved_in_order() {
    let mut table = table("combat+disc2+explore2");
    let before = discs(&mut table);
    table.lay_quest("9", "21").at("9", 1).act("quest 21");
    let fight = table.legal()[0].clone();
    table.act(&fight).act("end");
    assert_eq!(table.decision(), PendingKind::Disc);
    table.play(&["disc U1", "disc U2"]);
    assert_eq!(discs(&mut table), before - 2);
    assert_eq!(table.decision(), PendingKind::Explore);
    assert_eq!(table.player(0).quest_count, 0, "the tile comes last");
    table.act("skip");
    assert_eq!(table.player(0).quest_count, 1);
}

/// M-11.3, M-17.3: Without a disc to remove, that part of the reward is skipped.
#[test]
fn reward_discs_are_skipped_without_discs() {
    let mut table = table("disc2+vp3");
    table.player(0).discs = [0; 12];
    table.player(0).upgrades = (1 << 12) - 1;
    table.lay_quest("9", "21").at("9", 1).act("quest 21");
    assert_eq!(table.points(0, "quests"), 3);
    assert_eq!(table.player(0).quest_count, 1);
}

/// M-9.5, M-A16: On the explorer track, the steps continue from the space of the quest and may lead
/// to another quest.
#[test]
fn track_quest_steps_continue_from_its_space() {
    let mut table = table("combat+explore2");
    table.track_quest(0, "21").explorer(0, "1a").explore(1);
    table.play(&["advance 1b", "quest 21"]);
    let fight = table.legal()[0].clone();
    table.act(&fight).act("end");
    let (ahead, there) = (table.space("8"), table.space("1b"));
    assert_eq!(table.player(0).explorer, there);
    table.act("advance 8");
    assert_eq!(table.player(0).explorer, ahead);
    assert_eq!(table.player(0).quest_count, 1);
    assert_ne!(table.state.emptied_spaces & there.bit(), 0);
}

/// M-24.4: Jean takes such a tile for free and does not get its reward.
#[test]
fn jean_takes_the_tile_without_its_reward() {
    // Jean's rewards do not depend on the tile, because she has neither figures nor CP.
    let game = with_every_reward(1);
    let taken = play(&game, 1, 4);
    assert!(taken > 0, "she took tiles");
}

/// Returns a game in which every quest gives a combat, discs and explorer steps.
fn with_every_reward(players: usize) -> Maracaibo {
    const FILE: &str = "quest_tiles.csv";
    const REWARDS: [&str; 6] = [
        "combat",
        "disc2",
        "explore2",
        "combat+disc2",
        "explore2+combat",
        "disc2+explore2+combat+vp1",
    ];
    let mut data = crate::support::data();
    let rows = data.text(FILE).lines().enumerate();
    let rows: Vec<String> = rows
        .map(|(number, row)| {
            let mut cells: Vec<&str> = row.split(',').collect();
            if number > 0 {
                cells[3] = REWARDS[number % REWARDS.len()];
                // Costs that can often be paid.
                cells[1] = ["d2", "move4", "cp1"][number % 3];
            }
            cells.join(",")
        })
        .collect();
    data.files.insert(FILE.to_string(), rows.join("\n"));
    Maracaibo::new(&GameSetup {
        game: ENTRY.name.to_string(),
        players,
        options: BTreeMap::from([("scenario".to_string(), "77".to_string())]),
        data,
    })
    .expect("the set is sound")
}

/// Plays random games with checks of all invariants. Returns the number of quest tiles of the last
/// seat.
fn play(game: &Maracaibo, number: u64, games: u64) -> u32 {
    let (mut taken, mut deepest) = (0, 0);
    for block in 0..games {
        for temper in [Temper::Even, Temper::Eager] {
            let seed = deal_seed(number, block);
            let mut chance = Streams::new(seed);
            let mut events = Vec::new();
            let mut state = game.new_state(&mut chance, &mut events);
            let mut laws = Laws::new(game, &state, seed);
            let mut rng = stream(seed, &[3, temper as u64]);
            let each = |before: &_, action, after: &_, events: &[_]| {
                laws.acted(game, before, action, after, events);
                let after: &portolan::games::maracaibo::state::State = after;
                deepest = deepest.max(after.stack_len);
            };
            play_on(
                game,
                &mut state,
                temper,
                &mut chance,
                &mut events,
                &mut rng,
                each,
            );
            taken += state
                .seated()
                .last()
                .map_or(0, |last| u32::from(last.quest_count));
        }
    }
    assert!(
        usize::from(deepest) + 6 <= STACK_ROOM,
        "{deepest} open tasks"
    );
    taken
}

/// M-11.3, M-22.3: Random games in which all quests on the map, the track and cards have such rewards
/// satisfy all invariants, and there is enough room for chains of them.
#[test]
fn random_games_with_complex_rewards_satisfy_invariants() {
    for players in 2..=4 {
        let taken = play(&with_every_reward(players), players as u64, 3);
        assert!(taken > 0);
    }
}
