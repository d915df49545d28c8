//! Component data: checked, counted, and played if accepted.

use portolan::dataset::DataSet;
use portolan::game::{Game, Rng};
use portolan::games::{GAMES, GameEntry, GameSetup, Visitor, open};
use portolan::random::{Streams, below, fork};
use portolan_core::perturbation::perturb;

use super::folder::Folder;
use super::mutation::{Words, mutated};
use super::{Parser, Trial};
use crate::contract::any;
use crate::games::knowledge;
use crate::games::options::{draw, one};

/// Number of actions played with an accepted set.
const ACTIONS: usize = 400;
/// One in this many accepted sets is perturbed.
const PERTURBED: u32 = 200;
/// One in this many trials writes and reads files.
const FILES: u32 = 8;

pub struct Data {
    folder: Folder,
    /// Words by game.
    words: Vec<Words>,
}

impl Data {
    pub fn new() -> Data {
        let of =
            |entry: &&GameEntry| Words::of(entry.files.iter().map(|(_, text)| text.as_bytes()));
        Data {
            folder: Folder::new(),
            words: GAMES.iter().map(of).collect(),
        }
    }

    /// Returns the set as `--data` reads it, or `None` if a file is not text.
    fn read(&self, entry: &GameEntry, changed: &str, content: &[u8]) -> Option<DataSet> {
        for (name, text) in entry.files {
            self.folder.write(name, text.as_bytes());
        }
        self.folder.write(changed, content);
        DataSet::read(
            self.folder.path(),
            entry.files,
            entry.optional_files,
            entry.forms,
        )
        .ok()
    }
}

impl Parser for Data {
    fn trial(&mut self, rng: &mut Rng, trial: &mut Trial) {
        let number = below(rng, GAMES.len() as u32) as usize;
        let entry = GAMES[number];
        let (name, text) = one(entry.files, rng);
        let (_, other) = one(entry.files, rng);
        let input = mutated(text.as_bytes(), other.as_bytes(), &self.words[number], rng);
        trial.give(name, &input);
        let data = match (below(rng, FILES), String::from_utf8(input.clone())) {
            (0, _) | (_, Err(_)) => self.read(entry, name, &input),
            (_, Ok(text)) => {
                let mut data = DataSet::embedded(entry.files);
                data.files.insert(name.to_string(), text);
                Some(data)
            }
        };
        let Some(data) = data else {
            return trial.count(false);
        };
        let _ = (entry.provenance)(&data);
        let accepted = (entry.check)(&data).is_empty();
        trial.count(accepted);
        if !accepted {
            return;
        }
        let (fewest, most) = (*entry.players.start(), *entry.players.end());
        let players = fewest + below(rng, (most - fewest + 1) as u32) as usize;
        let mut setup = GameSetup {
            game: entry.name.to_string(),
            players,
            options: draw(entry, knowledge(entry.name), players, rng),
            data,
        };
        // Options that do not fit the set are rejected.
        let _ = open(&setup, Playthrough(fork(rng)));
        if below(rng, PERTURBED) == 0 {
            let varied = perturb(&setup.data, entry.variations, entry.check, 1, 0.05);
            setup.data = varied.data;
            let _ = open(&setup, Playthrough(fork(rng)));
        }
    }
}

/// Plays a part of a game at random.
struct Playthrough(Rng);

impl Visitor for Playthrough {
    type Out = ();

    fn visit<G: Game>(mut self, game: G) {
        let mut chance = Streams::new(below(&mut self.0, u32::MAX).into());
        let mut events = Vec::new();
        let mut state = game.new_state(&mut chance, &mut events);
        let mut actions = Vec::new();
        let mut features = vec![0.0; G::FEATURE_NAMES.len()];
        for number in 0..ACTIONS {
            let Some(seat) = game.to_move(&state) else {
                break;
            };
            game.legal_actions(&state, &mut actions);
            let action = any(&actions, &mut self.0);
            if number % 16 == 0 {
                let _ = game.describe(&state, None);
                let _ = game.action_text(&state, action);
                game.features(&state, seat, &mut features);
                game.determinize(&mut state.clone(), seat, &mut self.0);
            }
            game.apply(&mut state, action, &mut chance, &mut events);
        }
        let _ = game.ranks(&state);
        for event in &events {
            let _ = game.event_item(event);
        }
    }
}
