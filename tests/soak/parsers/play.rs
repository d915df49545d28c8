//! Input lines of a person in a game.

use std::io::Cursor;

use portolan::dataset::DataSet;
use portolan::game::Rng;
use portolan::games::{GAMES, GameSetup};
use portolan::random::below;
use portolan_cli::play::through;

use super::folder::Folder;
use super::mutation::{Words, mutated};
use super::seeds::document;
use super::{Parser, Trial};
use crate::games::knowledge;
use crate::games::options::{draw, one};

/// Number of lines per game.
const LINES: u32 = 40;
/// One in this many lines is mutated; the other lines continue the game.
const MUTATED: u32 = 2;

/// Possible input lines.
const TYPED: [&str; 30] = [
    "1",
    "1",
    "1",
    "2",
    "2",
    "3",
    "4",
    "7",
    "1, 1",
    "2; 1; pass",
    "1,1,1,1",
    "pass",
    "end",
    "sail 7",
    "p",
    "b b041",
    "?",
    "undo",
    "undo",
    "hint",
    "hint random",
    "show",
    "score",
    "log",
    "look A012",
    "look office",
    "save game.log",
    "save! game.log",
    "# a remark",
    "",
];

pub struct Play {
    folder: Folder,
    words: Words,
}

impl Play {
    pub fn new() -> Play {
        let docs = document("guide/play.md");
        let typed = TYPED.iter().map(|line| line.as_bytes());
        let data = GAMES.iter().flat_map(|entry| entry.files);
        let data = data.map(|(_, text)| text.as_bytes());
        // Hints of search bots are slow.
        let words =
            Words::of(typed.chain(data).chain([docs.as_slice()])).without(&["mcts", "flat"]);
        Play {
            folder: Folder::new(),
            words,
        }
    }

    /// Changes lines that save a game so that they write plain file names in the folder.
    fn kept_inside(&self, input: &[u8]) -> Vec<u8> {
        let mut kept = Vec::new();
        for line in input.split(|&byte| byte == b'\n') {
            let text = String::from_utf8_lossy(line);
            let first = text.split_whitespace().next().unwrap_or_default();
            if ["save", "save!"]
                .iter()
                .any(|save| first.eq_ignore_ascii_case(save))
            {
                let name = text.chars().filter(char::is_ascii_alphanumeric).take(20);
                let path = self.folder.path().join(name.collect::<String>());
                kept.extend_from_slice(format!("{first} {}", path.display()).as_bytes());
            } else {
                kept.extend_from_slice(line);
            }
            kept.push(b'\n');
        }
        kept
    }
}

impl Parser for Play {
    fn trial(&mut self, rng: &mut Rng, trial: &mut Trial) {
        let entry = one(GAMES, rng);
        let players = entry.default_players();
        let setup = GameSetup {
            game: entry.name.to_string(),
            players,
            options: draw(entry, knowledge(entry.name), players, rng),
            data: DataSet::embedded(entry.files),
        };
        let words = (0..players).map(|seat| match seat {
            0 => "human",
            _ => one(&["human", "random", "greedy"], rng),
        });
        let words: Vec<String> = words.map(str::to_string).collect();
        let mut input = Vec::new();
        for _ in 0..LINES {
            let [line, other] = [one(&TYPED, rng), one(&TYPED, rng)];
            let line = match below(rng, MUTATED) {
                0 => mutated(line.as_bytes(), other.as_bytes(), &self.words, rng),
                _ => line.as_bytes().to_vec(),
            };
            input.extend_from_slice(&self.kept_inside(&line));
            trial.count(true);
        }
        trial.give("lines", &input);
        let seed = u64::from(below(rng, 1000));
        let played = through(&setup, &words, seed, Cursor::new(input), std::io::sink());
        played.unwrap_or_else(|failure| panic!("{failure:?}"));
        self.folder.clear();
    }
}
