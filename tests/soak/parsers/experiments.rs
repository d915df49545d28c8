//! Experiment files: parsed and resolved.

use portolan::game::Rng;
use portolan::random::below;
use portolan_run::experiment::resolve::{read_file, resolve};

use super::folder::Folder;
use super::mutation::{Words, mutated};
use super::seeds::{EXPERIMENTS, shipped};
use super::{Parser, Trial};
use crate::games::options::one;

/// One in this many trials begins with a shipped file; some shipped files have hundreds of
/// conditions.
const SHIPPED: u32 = 50;

/// Game whose folder contains the inputs.
const GAME: &str = "maracaibo";

pub struct Experiments {
    folder: Folder,
    small: Vec<Vec<u8>>,
    shipped: Vec<Vec<u8>>,
    words: Words,
}

impl Experiments {
    pub fn new() -> Experiments {
        let folder = Folder::new();
        let small: Vec<Vec<u8>> = EXPERIMENTS
            .iter()
            .map(|(_, text)| text.as_bytes().to_vec())
            .collect();
        let mut files = shipped("experiments");
        // Inherited files and bots are in the same folder.
        for (name, content) in &files {
            folder.write(name, content);
        }
        for (name, text) in EXPERIMENTS {
            folder.write(&format!("{GAME}/{name}.toml"), text.as_bytes());
        }
        files.retain(|(name, content)| {
            !name.contains("bots/") && content.windows(6).any(|at| at == b"\nkind ")
        });
        let shipped: Vec<Vec<u8>> = files.into_iter().map(|(_, content)| content).collect();
        let docs = super::seeds::document("guide/experiments.md");
        let texts = small.iter().chain(&shipped).chain([&docs]);
        let words = Words::of(texts.map(Vec::as_slice));
        Experiments {
            folder,
            small,
            shipped,
            words,
        }
    }
}

impl Parser for Experiments {
    fn trial(&mut self, rng: &mut Rng, trial: &mut Trial) {
        let from = match below(rng, SHIPPED) {
            0 => &self.shipped,
            _ => &self.small,
        };
        let of = |texts: &Vec<Vec<u8>>, rng: &mut Rng| below(rng, texts.len() as u32) as usize;
        let text = &from[of(from, rng)];
        let others = one(&[&self.small, &self.shipped], rng);
        let other = &others[of(others, rng)];
        let input = mutated(text, other, &self.words, rng);
        trial.give("experiment", &input);
        let path = self.folder.write(&format!("{GAME}/case.toml"), &input);
        let resolved = read_file(&path).and_then(|spec| resolve(&spec));
        trial.count(resolved.is_ok());
    }
}
