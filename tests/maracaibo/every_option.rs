//! Thousands of random games of Maracaibo with all rule options and legacy tiles. After every
//! action, components are conserved and all running totals equal recomputed totals.

use crate::coverage::Coverage;
use crate::eager::{Temper, head_start, play_on};
use crate::laws::Laws;
use crate::support::rules;
use portolan::game::prelude::*;
use portolan::games::maracaibo::action::Action;
use portolan::games::maracaibo::options::LEGACY_TILES;
use portolan::games::maracaibo::state::{STACK_ROOM, State};
use portolan::games::maracaibo::{ENTRY, Maracaibo};
use portolan::random::{Streams, deal_seed, stream};

/// Numbers of games for each number of players and style of play.
#[derive(Clone, Copy)]
struct Games {
    /// Games with the default options.
    default: u64,
    /// Games with each other setting.
    other: u64,
}

/// Factor for solo games, which are short and in which a third of the rules concern Jean.
const SOLO_TIMES: u64 = 5;
/// Free places for open tasks at the maximum stack size of all games.
const STACK_RESERVE: usize = 6;

/// Options that concern Jean.
const SOLO_OPTIONS: [&str; 4] = ["level", "jean_deck", "jean_cards", "jean_explorer_quest"];
/// Settings of these options; other options have their defaults.
const SOLO_SETTINGS: [&str; 9] = [
    "level=very-easy",
    "level=easy",
    "level=hard",
    "level=very-hard",
    "jean_explorer_quest=end",
    "jean_deck=5A6B4C",
    "jean_deck=1C",
    "jean_cards=A1+B1+B4+C3",
    "jean_cards=A3+B6+C4",
];

/// Returns settings that differ from the default by a single rule option, scenario or legacy tile,
/// and one with everything.
fn settings(players: usize) -> Vec<Vec<String>> {
    let mut settings = vec![
        vec!["scenario=76".to_string()],
        vec!["scenario=77".to_string()],
    ];
    for option in ENTRY.options {
        // Campaigns have separate tests (`campaign_games.rs`).
        let of_story = ["story", "story_deck", "c_cards"].contains(&option.name);
        let apart = ["scenario", "legacy"].contains(&option.name);
        let seat = option
            .name
            .strip_prefix("seat_")
            .and_then(|rest| rest[..1].parse().ok());
        let absent = seat.is_some_and(|seat: usize| seat > players);
        if absent || apart || of_story || SOLO_OPTIONS.contains(&option.name) {
            continue;
        }
        // The smallest and the largest value of a number.
        let values = match option.accepts.split_once(" to ") {
            Some((least, greatest)) => vec![least, greatest],
            None => option.accepts.split(" or ").collect(),
        };
        let others = values.into_iter().filter(|value| *value != option.default);
        settings.extend(others.map(|value| vec![format!("{}={value}", option.name)]));
    }
    let tiles: Vec<String> = (1..=25)
        .filter(|number| LEGACY_TILES >> number & 1 == 1)
        .map(|number| format!("L{number}"))
        .collect();
    settings.extend(tiles.iter().map(|tile| vec![format!("legacy={tile}")]));
    let every_tile = format!("legacy={}", tiles.join(","));
    settings.push(vec![every_tile.clone()]);
    let options = settings[2..]
        .iter()
        .flatten()
        .filter(|setting| !setting.starts_with("legacy"));
    let mut everything: Vec<String> = options.cloned().collect();
    everything.extend([every_tile, "scenario=77".to_string()]);
    if players == 1 {
        settings.extend(SOLO_SETTINGS.map(|setting| vec![setting.to_string()]));
        everything.extend(["level=very-hard", "jean_explorer_quest=end"].map(str::to_string));
    }
    settings.push(everything);
    settings
}

fn check_games(players: usize, games: Games) -> Coverage {
    let mut coverage = Coverage::default();
    let times = if players == 1 { SOLO_TIMES } else { 1 };
    let mut all = vec![(Vec::new(), games.default * times)];
    all.extend(
        settings(players)
            .into_iter()
            .map(|setting| (setting, games.other * times)),
    );
    for (number, (setting, games)) in all.iter().enumerate() {
        let options: Vec<&str> = setting.iter().map(String::as_str).collect();
        let game = rules(players, &options);
        for temper in [Temper::Even, Temper::Eager, Temper::Slow, Temper::Ahead] {
            for block in 0..*games {
                let seed = deal_seed(number as u64, block);
                check_game(&game, temper, seed, &mut coverage);
            }
        }
    }
    coverage
}

fn check_game(game: &Maracaibo, temper: Temper, seed: u64, coverage: &mut Coverage) {
    let mut chance = Streams::new(seed);
    let mut events = Vec::new();
    let mut state = game.new_state(&mut chance, &mut events);
    if temper == Temper::Ahead {
        head_start(game, &mut state);
    }
    let mut rng = stream(seed, &[2, temper as u64]);
    let mut laws = Laws::new(game, &state, seed);
    let each = |before: &State, action: Action, after: &State, events: &[_]| {
        laws.acted(game, before, action, after, events);
        coverage.see(before, action, after);
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
    coverage.see_end(game, &state, laws.wraps());
}

/// City tiles depend on the number of players, so only all games together cover everything.
fn games_of_one_to_four_players(games: Games) {
    let mut all = Coverage::default();
    std::thread::scope(|scope| {
        let runs = [1, 2, 3, 4].map(|players| scope.spawn(move || check_games(players, games)));
        for (players, run) in (1..).zip(runs) {
            let coverage = match run.join() {
                Ok(coverage) => coverage,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            println!("{players} players: {}", coverage.table());
            all.add(&coverage);
        }
    });
    let missing = all.missing();
    assert!(missing.is_empty(), "never seen: {missing:?}");
    assert!(usize::from(all.deepest_stack) + STACK_RESERVE <= STACK_ROOM);
}

#[test]
fn random_games_satisfy_all_invariants() {
    games_of_one_to_four_players(Games {
        default: 20,
        other: 1,
    });
}

#[test]
#[ignore = "nightly: thousands of games"]
fn many_random_games_satisfy_all_invariants() {
    games_of_one_to_four_players(Games {
        default: 80,
        other: 4,
    });
}

/// A position takes at most 2 KiB, and actions are small enough to be passed by value.
#[test]
fn positions_and_actions_are_small() {
    assert!(size_of::<State>() <= 2048, "{} bytes", size_of::<State>());
    assert!(size_of::<Action>() <= 4, "{} bytes", size_of::<Action>());
}
