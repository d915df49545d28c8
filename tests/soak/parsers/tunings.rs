//! Tuning files: parsed and resolved.

use portolan::game::Rng;
use portolan::random::below;
use portolan_train::tune::resolve::read_file;
use portolan_train::tune::resolve::resolve;

use super::folder::Folder;
use super::mutation::{Words, mutated};
use super::seeds::{document, shipped};
use super::{Parser, Trial};

/// Small tuning files that contain all keys.
pub const SMALL: [&str; 3] = [
    r#"game = "cartagena"
players = 2
base = "greedy"
opponents = ["random"]
objective = "lead"
evaluations = 3
blocks = 2
confirm = 4
seed = 7
[set]
turn_cap = 6
modules = ["morgan"]
[space.weights]
won = [1, 2, 4.5]
lost = { from = -2, to = 2, steps = 3 }
"*" = { factor = 3, except = ["progress"] }
[ntbea]
neighbours = 5
exploration = 0.5
"#,
    r#"game = "puerto_rico"
base = "greedy"
objective = "score"
evaluations = 14
blocks = 1
confirm = 2
[set]
round_cap = 2
[space.weights]
"*" = { factor = 2 }
"#,
    r#"game = "cartagena"
base = "mcts-rollouts"
[space.parameters]
iterations = { from = 5, to = 50, scale = "log", steps = 4 }
exploration = [0.1, 0.3, 1]
policy = ["random", "epsilon"]
rollout = {}
epsilon = { factor = 2 }
"#,
];

pub struct Tunings {
    folder: Folder,
    texts: Vec<Vec<u8>>,
    words: Words,
}

impl Tunings {
    pub fn new() -> Tunings {
        let files = shipped("experiments").into_iter();
        let files = files.filter(|(name, _)| name.contains("/tune-"));
        let small = SMALL.iter().map(|text| text.as_bytes().to_vec());
        // Shipped files take longer, so they are less likely.
        let texts: Vec<Vec<u8>> = small
            .clone()
            .chain(small)
            .chain(files.map(|(_, content)| content))
            .collect();
        let docs = document("guide/train.md");
        let words = Words::of(texts.iter().chain([&docs]).map(Vec::as_slice));
        Tunings {
            folder: Folder::new(),
            texts,
            words,
        }
    }
}

impl Parser for Tunings {
    fn trial(&mut self, rng: &mut Rng, trial: &mut Trial) {
        let any = |rng: &mut Rng| below(rng, self.texts.len() as u32) as usize;
        let (text, other) = (&self.texts[any(rng)], &self.texts[any(rng)]);
        let input = mutated(text, other, &self.words, rng);
        trial.give("tuning", &input);
        let path = self.folder.write("case.toml", &input);
        let resolved = read_file(&path).and_then(|file| resolve(&file));
        trial.count(resolved.is_ok());
    }
}
