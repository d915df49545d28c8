//! Bot files: parsed with their inherited files, and used as players.

use portolan::bots::{BotSpec, find};
use portolan::dataset::DataSet;
use portolan::game::Game;
use portolan::game::Rng;
use portolan::games::cartagena::Cartagena;
use portolan::games::maracaibo::Maracaibo;
use portolan::games::{GameSetup, cartagena, maracaibo};
use portolan::random::below;
use portolan::search::settings::PARAMETERS;

use super::folder::Folder;
use super::mutation::{Words, mutated};
use super::seeds::{document, shipped};
use super::{Parser, Trial};
use crate::games::options::one;

/// Bot with keys that few of the shipped files have.
const SMALL: &str = r#"kind = "mcts"
about = "Everything at once."
inherits = "maracaibo-mcts-rollouts.toml"
iterations = 3
exploration = 0.5
rollout = "turns"
rollout_length = 2
policy = "epsilon"
epsilon = 0.1
[weights]
score = 1
hand = 1e-3
"#;

pub struct Bots {
    folder: Folder,
    texts: Vec<Vec<u8>>,
    words: Words,
    maracaibo: Maracaibo,
    cartagena: Cartagena,
}

impl Bots {
    pub fn new() -> Bots {
        let folder = Folder::new();
        let mut files = shipped("bots");
        let of_experiments = shipped("experiments").into_iter();
        files.extend(of_experiments.filter(|(name, _)| name.contains("bots/")));
        for (name, content) in &files {
            folder.write(name, content);
        }
        let mut texts: Vec<Vec<u8>> = files.into_iter().map(|(_, content)| content).collect();
        texts.push(SMALL.as_bytes().to_vec());
        let keys: Vec<String> = PARAMETERS
            .iter()
            .map(|parameter| format!("{} = {}\n", parameter.name, parameter.default))
            .collect();
        texts.push(format!("kind = \"mcts\"\n{}", keys.concat()).into_bytes());
        let docs = document("reference/search.md");
        let words = Words::of(texts.iter().chain([&docs]).map(Vec::as_slice));
        let setup = |entry: &portolan::games::GameEntry| GameSetup {
            game: entry.name.to_string(),
            players: 2,
            options: Default::default(),
            data: DataSet::embedded(entry.files),
        };
        Bots {
            folder,
            texts,
            words,
            maracaibo: Maracaibo::new(&setup(&maracaibo::ENTRY)).expect("the game as shipped"),
            cartagena: Cartagena::new(&setup(&cartagena::ENTRY)).expect("the game as shipped"),
        }
    }

    fn builds<G: Game>(bot: &BotSpec, game: &G) -> bool {
        bot.build(game).is_ok()
    }
}

impl Parser for Bots {
    fn trial(&mut self, rng: &mut Rng, trial: &mut Trial) {
        let any = |rng: &mut Rng| below(rng, self.texts.len() as u32) as usize;
        let (text, other) = (&self.texts[any(rng)], &self.texts[any(rng)]);
        let input = mutated(text, other, &self.words, rng);
        trial.give("bot", &input);
        let path = self.folder.write("case.toml", &input).display().to_string();
        let game = one(&["maracaibo", "cartagena"], rng);
        let accepted = find(&path, game).is_ok_and(|bot| match game {
            "maracaibo" => Bots::builds(&bot, &self.maracaibo),
            _ => Bots::builds(&bot, &self.cartagena),
        });
        trial.count(accepted);
    }
}
