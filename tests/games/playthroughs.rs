//! Recorded games that must be reproduced exactly; for Maracaibo, one per number of players. Any
//! change of rules, randomness, notation or scoring is visible as a readable difference.
//!
//! After an intended change, run `PORTOLAN_BLESS=1 cargo test --test games playthroughs` and review
//! the difference before committing it.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::eager::{Temper, choose};
use crate::support::rules;
use portolan::game::prelude::*;
use portolan::games::maracaibo::state::Phase;
use portolan::random::{Streams, below, stream};

const SEED: u64 = 1492;

fn file_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/playthroughs")
        .join(name)
}

/// Plays a game with this number of players and records it.
fn record(players: usize) -> String {
    let game = rules(players, &[]);
    let table = match players {
        1 => "solo against Jean".to_string(),
        several => format!("{several} players"),
    };
    let mut text = format!(
        "# Maracaibo, {table}, default options, deal {SEED}: one line per decision (seat, action),\n\
         # the position after set-up and after every round, and the points at the end.\n\
         # Written by: PORTOLAN_BLESS=1 cargo test --test games playthroughs\n"
    );
    let mut chance = Streams::new(SEED);
    let mut rng = stream(SEED, &[2]);
    let mut state = game.new_state(&mut chance, &mut ());
    let mut actions = Vec::new();
    // Writing to a String cannot fail.
    while let Some(seat) = game.to_move(&state) {
        game.legal_actions(&state, &mut actions);
        let action = choose(Temper::Eager, &actions, &mut rng);
        let _ = writeln!(text, "{} {}", seat + 1, game.action_text(&state, action));
        let (phase, round) = (state.phase, state.round);
        game.apply(&mut state, action, &mut chance, &mut ());
        if round != state.round || phase == Phase::Setup && state.phase == Phase::Turn {
            let _ = write!(text, "\n{}\n", game.describe(&state, None));
        }
    }
    let _ = write!(text, "\n{}\n", game.describe(&state, None));
    write_points(&game, &state, &mut text);
    text
}

/// Records a game of Cartagena with all modules in the full escape.
fn record_cartagena() -> String {
    let options = [
        "story=full-escape",
        "modules=morgan,hindrance,black-magician",
        "pirates=4",
    ];
    let game = crate::cartagena_support::rules(3, &options);
    let mut text = format!(
        "# Cartagena, 3 players, {}, deal {SEED}: one line per decision (seat, action), the position\n\
         # after every round of turns, and the places at the end.\n\
         # Written by: PORTOLAN_BLESS=1 cargo test --test games playthroughs\n",
        options.join(", ")
    );
    let mut chance = Streams::new(SEED);
    let mut rng = stream(SEED, &[2]);
    let mut state = game.new_state(&mut chance, &mut ());
    let mut actions = Vec::new();
    let _ = write!(text, "\n{}\n", game.describe(&state, None));
    while let Some(seat) = game.to_move(&state) {
        game.legal_actions(&state, &mut actions);
        let action = actions[below(&mut rng, actions.len() as u32) as usize];
        let _ = writeln!(text, "{} {}", seat + 1, game.action_text(&state, action));
        let turn = game.turns(&state, 0);
        game.apply(&mut state, action, &mut chance, &mut ());
        if turn != game.turns(&state, 0) {
            let _ = write!(text, "\n{}\n", game.describe(&state, None));
        }
    }
    let _ = write!(text, "\n{}\n", game.describe(&state, None));
    write_points(&game, &state, &mut text);
    text
}

/// Records a game of Endeavor with silent fleets.
fn record_endeavor() -> String {
    let options = ["silent_fleets=on", "scarce_buildings=on"];
    let game = crate::endeavor_support::rules(2, &options);
    let mut text = format!(
        "# Endeavor, 2 players, {}, deal {SEED}: one line per decision (seat, action), the position\n\
         # at the beginning and after every round, and the points at the end.\n\
         # Written by: PORTOLAN_BLESS=1 cargo test --test games playthroughs\n",
        options.join(", ")
    );
    let mut chance = Streams::new(SEED);
    let mut rng = stream(SEED, &[2]);
    let mut state = game.new_state(&mut chance, &mut ());
    let mut actions = Vec::new();
    let _ = write!(text, "\n{}\n", game.describe(&state, None));
    while let Some(seat) = game.to_move(&state) {
        game.legal_actions(&state, &mut actions);
        let action = actions[below(&mut rng, actions.len() as u32) as usize];
        let _ = writeln!(text, "{} {}", seat + 1, game.action_text(&state, action));
        let round = state.round;
        game.apply(&mut state, action, &mut chance, &mut ());
        if round != state.round {
            let _ = write!(text, "\n{}\n", game.describe(&state, None));
        }
    }
    let _ = write!(text, "\n{}\n", game.describe(&state, None));
    write_points(&game, &state, &mut text);
    text
}

/// Records a 4-player game of Puerto Rico.
fn record_puerto_rico() -> String {
    let game = crate::puerto_rico_support::rules(4, &[]);
    let mut text = format!(
        "# Puerto Rico, 4 players, default options, deal {SEED}: one line per decision (seat, action),\n\
         # the position after every round, and the points at the end.\n\
         # Written by: PORTOLAN_BLESS=1 cargo test --test games playthroughs\n"
    );
    let mut chance = Streams::new(SEED);
    let mut rng = stream(SEED, &[2]);
    let mut state = game.new_state(&mut chance, &mut ());
    let mut actions = Vec::new();
    let _ = write!(text, "\n{}\n", game.describe(&state, None));
    while let Some(seat) = game.to_move(&state) {
        game.legal_actions(&state, &mut actions);
        let action = actions[below(&mut rng, actions.len() as u32) as usize];
        let _ = writeln!(text, "{} {}", seat + 1, game.action_text(&state, action));
        let round = state.round;
        game.apply(&mut state, action, &mut chance, &mut ());
        if round != state.round {
            let _ = write!(text, "\n{}\n", game.describe(&state, None));
        }
    }
    let _ = write!(text, "\n{}\n", game.describe(&state, None));
    write_points(&game, &state, &mut text);
    text
}

/// Writes one line per category with the points of all seats.
fn write_points<G: Game>(game: &G, state: &G::State, text: &mut String) {
    let names = game.score_categories();
    let points: Vec<Vec<i32>> = (0..game.seats())
        .map(|seat| {
            let mut categories = vec![0; names.len()];
            game.score_breakdown(state, seat, &mut categories);
            categories
        })
        .collect();
    let width = 2 + names.iter().map(|name| name.len()).max().unwrap_or(0);
    let mut line = |name: &str, values: Vec<i32>| {
        let values: Vec<String> = values.iter().map(|value| format!("{value:>4}")).collect();
        let _ = writeln!(text, "{name:<width$}{}", values.join(""));
    };
    for (index, name) in names.iter().enumerate() {
        line(
            name,
            points.iter().map(|categories| categories[index]).collect(),
        );
    }
    let scores = (0..game.seats()).map(|seat| game.score(state, seat));
    line("score", scores.collect());
    line(
        "rank",
        game.ranks(state).into_iter().map(i32::from).collect(),
    );
}

fn check(players: usize) {
    compare(&format!("maracaibo-{players}p.txt"), record(players));
}

fn compare(name: &str, played: String) {
    let file = file_of(name);
    if std::env::var_os("PORTOLAN_BLESS").is_some() {
        std::fs::write(&file, played).expect("the playthrough can be written");
        return;
    }
    let recorded = std::fs::read_to_string(&file)
        .expect("the playthrough exists; write it with PORTOLAN_BLESS=1")
        .replace("\r\n", "\n");
    for (number, (old, new)) in recorded.lines().zip(played.lines()).enumerate() {
        assert_eq!(new, old, "{} line {}", file.display(), number + 1);
    }
    assert_eq!(played.lines().count(), recorded.lines().count());
}

#[test]
fn recorded_game_against_jean_is_reproduced() {
    check(1);
}

#[test]
fn recorded_two_player_game_is_reproduced() {
    check(2);
}

#[test]
fn recorded_three_player_game_is_reproduced() {
    check(3);
}

#[test]
fn recorded_four_player_game_is_reproduced() {
    check(4);
}

#[test]
fn recorded_cartagena_game_is_reproduced() {
    compare("cartagena-3p.txt", record_cartagena());
}

#[test]
fn recorded_puerto_rico_game_is_reproduced() {
    compare("puerto_rico-4p.txt", record_puerto_rico());
}

#[test]
fn recorded_endeavor_game_is_reproduced() {
    compare("endeavor-2p.txt", record_endeavor());
}
