//! Recorded games that must be reproduced exactly; for Maracaibo, one per number of players. Any
//! change of rules, randomness, notation or scoring is visible as a readable difference.
//!
//! After an intended change, run `PORTOLAN_BLESS=1 cargo test --test games playthroughs` and review
//! the difference before committing it.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::contract::any;
use crate::eager::{Temper, choose};
use crate::support::rules;
use portolan::game::Rng;
use portolan::game::prelude::*;
use portolan::games::maracaibo::state::Phase;
use portolan::random::{Streams, stream};

const SEED: u64 = 1492;

fn file_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/playthroughs")
        .join(name)
}

/// A game to be recorded.
struct Recorded<'a, G: Game, Period> {
    game: G,
    /// First line of the file, without the deal.
    heading: String,
    /// Description of the moments at which the position is recorded.
    moments: &'a str,
    /// Content at the end of the file.
    end: &'a str,
    /// The position is recorded when this value changes.
    period: fn(&G, &G::State) -> Period,
    /// True if the position is also recorded after the deal.
    from_the_deal: bool,
    choose: fn(&[G::Action], &mut Rng) -> G::Action,
}

impl<G: Game, Period: PartialEq> Recorded<'_, G, Period> {
    /// Plays the game and records it.
    fn play(&self) -> String {
        let Recorded {
            game,
            heading,
            moments,
            end,
            ..
        } = self;
        let mut text = format!(
            "# {heading}, deal {SEED}: one line per decision (seat, action),{moments}and the {end} at the end.\n\
             # Written by: PORTOLAN_BLESS=1 cargo test --test games playthroughs\n"
        );
        let (mut chance, mut rng) = (Streams::new(SEED), stream(SEED, &[2]));
        let mut state = game.new_state(&mut chance, &mut ());
        let mut actions = Vec::new();
        let describe = |state: &G::State, text: &mut String| {
            // Writing to a String cannot fail.
            let _ = write!(text, "\n{}\n", game.describe(state, None));
        };
        if self.from_the_deal {
            describe(&state, &mut text);
        }
        while let Some(seat) = game.to_move(&state) {
            game.legal_actions(&state, &mut actions);
            let action = (self.choose)(&actions, &mut rng);
            let _ = writeln!(text, "{} {}", seat + 1, game.action_text(&state, action));
            let period = (self.period)(game, &state);
            game.apply(&mut state, action, &mut chance, &mut ());
            if period != (self.period)(game, &state) {
                describe(&state, &mut text);
            }
        }
        describe(&state, &mut text);
        write_points(game, &state, &mut text);
        text
    }
}

/// Records a game of Maracaibo with this number of players.
fn record_maracaibo(players: usize) -> String {
    let table = match players {
        1 => "solo against Jean".to_string(),
        several => format!("{several} players"),
    };
    let recorded = Recorded {
        game: rules(players, &[]),
        heading: format!("Maracaibo, {table}, default options"),
        moments: "\n# the position after set-up and after every round, ",
        end: "points",
        period: |_, state| (state.round, state.phase == Phase::Setup),
        from_the_deal: false,
        choose: |actions, rng| choose(Temper::Eager, actions, rng),
    };
    recorded.play()
}

/// Records a game of Cartagena with all modules in the full escape.
fn record_cartagena() -> String {
    let options = [
        "story=full-escape",
        "modules=morgan,hindrance,black-magician",
        "pirates=4",
    ];
    let recorded = Recorded {
        game: crate::cartagena_support::rules(3, &options),
        heading: format!("Cartagena, 3 players, {}", options.join(", ")),
        moments: " the position\n# after every round of turns, ",
        end: "places",
        period: |game, state| game.turns(state, 0),
        from_the_deal: true,
        choose: any,
    };
    recorded.play()
}

/// Records a game of Endeavor with silent fleets.
fn record_endeavor() -> String {
    let options = ["silent_fleets=on", "scarce_buildings=on"];
    let recorded = Recorded {
        game: crate::endeavor_support::rules(2, &options),
        heading: format!("Endeavor, 2 players, {}", options.join(", ")),
        moments: " the position\n# at the beginning and after every round, ",
        end: "points",
        period: |_, state| state.round,
        from_the_deal: true,
        choose: any,
    };
    recorded.play()
}

/// Records a 4-player game of Puerto Rico.
fn record_puerto_rico() -> String {
    let recorded = Recorded {
        game: crate::puerto_rico_support::rules(4, &[]),
        heading: "Puerto Rico, 4 players, default options".to_string(),
        moments: "\n# the position after every round, ",
        end: "points",
        period: |_, state| state.round,
        from_the_deal: true,
        choose: any,
    };
    recorded.play()
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
fn recorded_maracaibo_games_are_reproduced() {
    for players in 1..=4 {
        compare(
            &format!("maracaibo-{players}p.txt"),
            record_maracaibo(players),
        );
    }
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
