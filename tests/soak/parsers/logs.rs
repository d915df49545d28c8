//! Game logs: parsed and replayed.

use clap::Parser as _;
use std::collections::BTreeMap;

use portolan::game::{Game, Rng};
use portolan::games::{GAMES, GameEntry, Visitor, open};
use portolan::random::{Streams, below, derive_seed, stream};
use portolan::results::manifest::VERSION;
use portolan_cli::replay::{ReplayArgs, Replayed};
use portolan_run::experiment::gamelog::{GameLog, LoggedMove};

use super::folder::Folder;
use super::mutation::{Words, mutated};
use super::{Parser, Trial};
use crate::contract::any;
use crate::games::Plan;
use crate::games::options::one;

/// Maximum number of moves in the logs that are mutated.
const MOVES: usize = 80;
/// Number of logs that are mutated.
const LOGS: u64 = 24;

/// Arguments of `portolan replay`.
#[derive(clap::Parser)]
#[command(no_binary_name = true)]
struct Line {
    #[command(flatten)]
    replay: ReplayArgs,
}

/// Returns the output of `portolan replay` with these arguments, or `None` if it fails.
///
/// # Panics
/// If the replayed game panics.
pub fn replay(arguments: &[&str]) -> Option<Replayed> {
    let line = Line::try_parse_from(arguments).ok()?;
    let told = line.replay.told().ok()?;
    // The arena catches panics of a game.
    let broke = told
        .problem
        .as_deref()
        .filter(|problem| problem.contains("panicked"));
    assert_eq!(broke, None);
    Some(told)
}

pub struct Logs {
    folder: Folder,
    texts: Vec<Vec<u8>>,
    words: Words,
}

impl Logs {
    pub fn new() -> Logs {
        let texts: Vec<Vec<u8>> = (0..LOGS).map(log).collect();
        Logs {
            folder: Folder::new(),
            words: Words::of(texts.iter().map(Vec::as_slice)),
            texts,
        }
    }
}

impl Parser for Logs {
    fn trial(&mut self, rng: &mut Rng, trial: &mut Trial) {
        let any = |rng: &mut Rng| below(rng, LOGS as u32) as usize;
        let (text, other) = (&self.texts[any(rng)], &self.texts[any(rng)]);
        let input = mutated(text, other, &self.words, rng);
        trial.give("log", &input);
        let path = self.folder.write("case.log", &input).display().to_string();
        let style = one(&["--positions", "--numbers"], rng);
        trial.count(replay(&["--log", &path, style]).is_some());
    }
}

/// Returns the log of a random game with random rules, often unfinished.
fn log(number: u64) -> Vec<u8> {
    // A log cannot represent all kinds of rules.
    let plans = (0..).map(|unit| Plan::draw(derive_seed(7, &[number]), unit));
    let plan = plans
        .into_iter()
        .find(Plan::is_by_the_book)
        .expect("there are such plans");
    let setup = plan.setup_as_shipped();
    let entry: &GameEntry = GAMES
        .iter()
        .find(|entry| entry.name == setup.game)
        .expect("a game");
    let moves = open(&setup, Play(number)).expect("the rules are accepted");
    let log = GameLog {
        version: String::new(),
        game: entry.name.to_string(),
        players: setup.players,
        deal_seed: number,
        bots: vec!["human".to_string(); setup.players],
        data: setup.data.hash(),
        set: setup.options.clone(),
        moves,
        lines: BTreeMap::new(),
        followed: None,
    };
    // Any other version would print a warning.
    let version = format!("version = {VERSION}\n");
    log.write().replace(&version, "").into_bytes()
}

/// Plays the first moves of a random game with this deal.
struct Play(u64);

impl Visitor for Play {
    type Out = Vec<LoggedMove>;

    fn visit<G: Game>(self, game: G) -> Self::Out {
        let mut chance = Streams::new(self.0);
        let mut rng = stream(self.0, &[2]);
        let mut state = game.new_state(&mut chance, &mut ());
        let mut actions = Vec::new();
        let mut moves = Vec::new();
        while let (Some(seat), true) = (game.to_move(&state), moves.len() < MOVES) {
            game.legal_actions(&state, &mut actions);
            let action = any(&actions, &mut rng);
            moves.push(LoggedMove {
                line: 0,
                seat,
                action: game.action_text(&state, action),
            });
            game.apply(&mut state, action, &mut chance, &mut ());
        }
        moves
    }
}
