//! The Discard phase (EN-7).

use portolan::bots::{Bot, catalog};
use portolan::game::prelude::*;
use portolan::games::endeavor::state::{NONE, Phase, ROUNDS};
use portolan::random::{Streams, stream};

use super::support::{Table, rules};

/// EN-E14, EN-7.1, EN-7.2, EN-7.3: With influence 3, a player keeps two cards, one slavery card,
/// and the governor in its space. South America 1 goes to the pile, which costs two culture.
#[test]
fn excess_card_is_discarded_to_the_pile() {
    let mut table = Table::acting(2, &[]);
    table
        .open("far_east", 2)
        .holds(1, "governor_far_east")
        .raise(1, "influence", 2);
    for id in ["south_america_1", "africa_1", "caribbean_2", "slavery_2"] {
        table.holds(1, id);
    }
    assert_eq!(table.has(1, "influence"), 3);
    let culture = table.has(1, "culture");
    table.all_pass();
    assert_eq!((table.state.phase, table.to_move()), (Phase::Governor, 1));
    assert_eq!(
        table.legal(),
        ["governor governor_far_east", "governor none"]
    );
    table.act("governor governor_far_east");
    assert_eq!(table.state.phase, Phase::Discard);
    assert!(
        !table.can("discard governor_far_east"),
        "it lies in its space"
    );
    table.act("discard south_america_1");
    assert_eq!(table.has(1, "culture"), culture - 2);
    assert_eq!(table.state.pile, 1 << table.card("south_america_1"));
    assert_eq!(table.state.round, 2, "nothing more to discard");
}

/// EN-7.1: The ordinary spaces hold at most five cards. Only slavery cards have one additional
/// space.
#[test]
fn card_limit_depends_on_influence() {
    let kept = |influence: u8, ids: &[&str]| {
        let mut table = Table::acting(2, &[]);
        for id in ids {
            table.holds(1, id);
        }
        let has = table.has(1, "influence");
        table.raise(1, "influence", influence.max(has)).all_pass();
        while table.state.phase == Phase::Discard {
            // A card without influence, if possible a regular one.
            let last = table.legal().last().unwrap().clone();
            table.act(&last);
        }
        table.player(1).cards.count_ones()
    };
    const SLAVERY: [&str; 4] = ["slavery_0", "slavery_1", "slavery_2", "slavery_3"];
    assert_eq!(kept(0, &["caribbean_1", "north_america_1"]), 1);
    assert_eq!(kept(0, &["slavery_0", "caribbean_1", "north_america_1"]), 2);
    assert_eq!(kept(2, &SLAVERY), 3, "two and one more");
    let many = [
        "slavery_0",
        "caribbean_1",
        "caribbean_2",
        "north_america_1",
        "north_america_2",
        "south_america_1",
    ];
    assert_eq!(kept(10, &many), 5, "never six");
    assert_eq!(kept(7, &many), 5, "four and a slavery card");
    assert_eq!(kept(7, &many[1..]), 4);
}

/// EN-7.2, EN-7.5: The governor space may stay empty. Then the governor counts as a card, and the
/// space scores points.
#[test]
fn governor_space_is_optional() {
    let mut table = Table::acting(2, &[]);
    table
        .open("africa", 2)
        .holds(1, "governor_africa")
        .open("india", 2)
        .holds(1, "governor_india");
    table.holds(1, "caribbean_1").all_pass();
    let choices = ["governor_africa", "governor_india", "none"];
    assert_eq!(table.targets("governor"), choices);
    assert_eq!(table.glory(1, "governor_space"), 3);
    table.act("governor none");
    // F1 and F2 of the governors give a limit of 2, and there are three cards.
    assert_eq!(table.targets("discard").len(), 3);
    table.act("discard governor_africa");
    assert_eq!(table.state.phase, Phase::Build);
    let mut table = Table::acting(2, &[]);
    table
        .open("africa", 2)
        .holds(1, "governor_africa")
        .all_pass();
    table.act("governor governor_africa");
    assert_eq!(table.glory(1, "governor_space"), 0);
    assert_eq!(
        table.player(1).governor,
        table.card("governor_africa") as u8
    );
    // The choice is made again in the next round (EN-A15).
    table.act("build market").act("build market").all_pass();
    assert_eq!(table.player(1).governor, NONE);
    assert!(table.can("governor none"));
}

/// EN-7.3, EN-A15: Icons are lost card by card, and the limit is computed again after each card or,
/// with the option, only once.
#[test]
fn limit_follows_lost_influence_by_option() {
    let table = |option: &str| {
        let mut table = Table::acting(2, &[option]);
        for id in ["europe_0", "india_1", "caribbean_1", "north_america_1"] {
            table.holds(1, id);
        }
        assert_eq!(table.has(1, "influence"), 2, "limit 2");
        table.all_pass();
        table.act("discard europe_0");
        assert_eq!(table.has(1, "influence"), 1, "limit 1");
        assert_eq!(table.state.phase, Phase::Discard);
        table.act("discard caribbean_1");
        table
    };
    let mut again = table("limit_read=again");
    assert_eq!(
        (again.state.phase, again.targets("discard").len()),
        (Phase::Discard, 2)
    );
    again.act("discard india_1");
    assert_eq!(again.player(1).cards.count_ones(), 1);
    let once = table("limit_read=once");
    assert_eq!(
        (once.state.phase, once.player(1).cards.count_ones()),
        (Phase::Build, 2)
    );
}

/// EN-7.3, EN-6.17, EN-A15: Cards cannot be discarded voluntarily.
#[test]
fn cards_cannot_be_discarded_voluntarily() {
    let mut table = Table::acting(2, &[]);
    table.holds(1, "caribbean_1").all_pass();
    assert_eq!(table.state.phase, Phase::Build);
    assert!(table.held(1, "caribbean_1"));
}

/// EN-7.4, EN-10.5, EN-A16: A discarded slavery card is set aside, and a discarded governor leaves
/// the game.
#[test]
fn slavery_cards_are_set_aside_and_governors_removed() {
    let mut table = Table::acting(2, &[]);
    table.open("caribbean", 2).holds(1, "governor_caribbean");
    table
        .holds(1, "slavery_0")
        .holds(1, "slavery_1")
        .holds(1, "caribbean_1")
        .all_pass();
    table.act("governor none").act("discard slavery_0");
    assert_eq!(table.player(1).set_aside, 1 << table.card("slavery_0"));
    assert_eq!(table.glory(1, "slavery"), -1);
    table.act("discard governor_caribbean");
    let governor = table.card("governor_caribbean");
    assert_eq!(table.state.removed >> governor & 1, 1);
    assert_eq!(table.state.pile, 0);
    assert_eq!(table.happened("discarded"), 2);
}

/// EN-3.2, EN-A32: Players discard clockwise, starting with the crown.
#[test]
fn players_discard_clockwise_from_the_crown() {
    let mut table = Table::acting(3, &[]);
    table.state.crown = 1;
    table.state.active = 1;
    for (seat, ids) in [
        (1, ["caribbean_1", "caribbean_2"]),
        (2, ["north_america_1", "north_america_2"]),
    ] {
        table.holds(seat, ids[0]).holds(seat, ids[1]);
    }
    table.all_pass();
    assert_eq!(table.to_move(), 2);
    table.act("discard north_america_1");
    assert_eq!(table.to_move(), 1);
}

/// EN-A23: The last round has a Discard phase before the end of the game.
#[test]
fn last_round_has_a_discard_phase() {
    let mut table = Table::acting(2, &[]);
    table.state.round = 7;
    table
        .holds(1, "caribbean_1")
        .holds(1, "caribbean_2")
        .all_pass();
    assert_eq!(table.state.phase, Phase::Discard);
    table.act("discard caribbean_1");
    assert_eq!(table.state.phase, Phase::Over);
}

/// EN-7.2, EN-7.5: Before the last round, an empty governor space has no value, so `greedy` puts a
/// governor there if this saves a card. In the last round it leaves the space empty if no card has
/// to be discarded.
#[test]
fn greedy_uses_the_governor_space_to_save_a_card() {
    let game = rules(3, &[]);
    let mut greedy = catalog::find("greedy", "endeavor")
        .unwrap()
        .build(&game)
        .unwrap();
    let (mut saved, mut left_empty) = (0, 0);
    for seed in 0..40 {
        let (mut chance, mut bot) = (Streams::new(seed), stream(seed, &[1]));
        let mut state = game.new_state(&mut chance, &mut ());
        let mut legal = Vec::new();
        while let Some(seat) = game.to_move(&state) {
            game.legal_actions(&state, &mut legal);
            let choice = greedy.choose(&game, &state, &legal, &mut bot);
            if state.phase == Phase::Governor {
                let discards = |action| {
                    let mut after = state.clone();
                    game.apply(&mut after, action, &mut chance.clone(), &mut ());
                    after.phase == Phase::Discard && game.to_move(&after) == Some(seat)
                };
                let (&none, placed) = legal.split_last().unwrap();
                let saves = discards(none) && placed.iter().any(|&action| !discards(action));
                if saves && state.round < ROUNDS {
                    assert!(
                        choice < placed.len(),
                        "seed {seed}: a card goes for nothing"
                    );
                    saved += 1;
                }
                if state.round == ROUNDS && !discards(none) {
                    assert_eq!(choice, placed.len(), "seed {seed}: 3 glory are given away");
                    left_empty += 1;
                }
            }
            game.apply(&mut state, legal[choice], &mut chance, &mut ());
        }
    }
    assert!(saved > 5 && left_empty > 0, "{saved}, {left_empty}");
}
