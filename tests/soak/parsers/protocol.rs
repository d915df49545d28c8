//! Sequences of lines for `portolan serve`.

use portolan::dataset::DataSet;
use portolan::game::Rng;
use portolan::games::{GAMES, GameSetup};
use portolan::random::below;
use portolan_cli::serve::Server;
use serde_json::Value;

use super::mutation::{Words, mutated};
use super::seeds::document;
use super::{Parser, Trial};
use crate::games::knowledge;
use crate::games::options::{draw, one};

/// Number of lines per session.
const LINES: u32 = 24;
/// One in this many lines is not mutated, so that games continue.
const WHOLE: u32 = 3;

/// Valid requests; `MOVE` is replaced by a move.
const REQUESTS: [&str; 24] = [
    r#"{"request": "choose"}"#,
    r#"{"request": "choose", "id": [1, {"a": null}]}"#,
    r#"{"request": "apply", "action": "MOVE"}"#,
    r#"{"request": "apply", "action": "MOVE"}"#,
    r#"{"request": "apply", "action": "MOVE", "id": "x"}"#,
    r#"{"request": "apply", "action": "MOVE"}"#,
    r#"{"request": "legal"}"#,
    r#"{"request": "state", "seat": 1}"#,
    r#"{"request": "state"}"#,
    r#"{"request": "new"}"#,
    r#"{"request": "new", "players": 2, "seed": 7, "moves": ["MOVE"]}"#,
    r#"{"request": "new", "players": 3, "set": {"turn_cap": 5, "modules": "morgan", "round_cap": 2}}"#,
    r#"{"request": "new", "seed": 9223372036854775807, "set": {"side": "B", "scenario": 76}, "moves": []}"#,
    r#"{"request": "hello"}"#,
    r#"{"request": "observe", "seat": 2}"#,
    r#"{"request": "scores", "handle": 2}"#,
    r#"{"request": "new", "handle": 2}"#,
    r#"{"request": "clone", "to": 3, "handle": 1}"#,
    r#"{"request": "determinize", "handle": 3, "seed": 4, "seat": 1}"#,
    r#"{"request": "undo", "moves": 2}"#,
    r#"{"request": "close", "handle": 3}"#,
    r#"{"request": "batch", "requests": [{"request": "legal"}, {"request": "apply", "number": 7, "handle": 2}]}"#,
    r#"{"request": "choose", "bot": "greedy", "milliseconds": 3}"#,
    r#"{"request": "quit"}"#,
];

pub struct Protocol {
    words: Words,
}

impl Protocol {
    pub fn new() -> Protocol {
        let docs = document("reference/protocol.md");
        let requests = REQUESTS.iter().map(|line| line.as_bytes());
        let options = GAMES.iter().flat_map(|entry| entry.options);
        let options = options.map(|option| option.name.as_bytes());
        Protocol {
            words: Words::of(requests.chain(options).chain([docs.as_slice()])),
        }
    }
}

impl Parser for Protocol {
    fn trial(&mut self, rng: &mut Rng, trial: &mut Trial) {
        let entry = one(GAMES, rng);
        let players = entry.default_players();
        let setup = GameSetup {
            game: entry.name.to_string(),
            players,
            options: draw(entry, knowledge(entry.name), players, rng),
            data: DataSet::embedded(entry.files),
        };
        let bot = one(&["greedy", "random"], rng);
        let server = Server::new(setup, &[bot.to_string()], u64::from(below(rng, 1000)));
        let mut server = server.unwrap_or_else(|refused| panic!("{refused:?}"));
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..LINES {
            let mv = match moves.is_empty() {
                true => "pass",
                false => &moves[below(rng, moves.len() as u32) as usize],
            };
            let [request, other] = [one(&REQUESTS, rng), one(&REQUESTS, rng)];
            let request = request.replace("MOVE", mv).into_bytes();
            let line = match below(rng, WHOLE) {
                0 => request,
                _ => mutated(&request, other.as_bytes(), &self.words, rng),
            };
            trial.give("request", &line);
            let (text, _) = server.answer(&line);
            // The answer is a single line.
            assert!(!text.contains('\n'));
            let answer: Value = serde_json::from_str(&text).expect("an answer is JSON");
            trial.count(answer["ok"] == Value::Bool(true));
            let problem = answer["error"].as_str().unwrap_or_default();
            assert!(!problem.contains("the program panicked"), "{problem}");
            let mut ask = |request: &str| -> Value {
                let (text, _) = server.answer(request.as_bytes());
                serde_json::from_str(&text).expect("an answer is JSON")
            };
            let mut legal = ask(r#"{"request": "legal"}"#);
            if let Some(problem) = legal["error"].as_str() {
                let (closed, waiting) = ("there is no game with the handle 1", "needs a draw");
                let is_known = problem.starts_with(closed) || problem.contains(waiting);
                assert!(is_known, "{problem}");
                let begun = ask(r#"{"request": "new"}"#);
                assert_eq!(begun["ok"], Value::Bool(true), "{begun}");
                legal = ask(r#"{"request": "legal"}"#);
            }
            let legal = legal["legal"].as_array().expect("the game has moves");
            moves = legal
                .iter()
                .filter_map(|text| text.as_str().map(str::to_string))
                .collect();
        }
    }
}
