//! Rounds of a training: games, passes of fitting, and matches.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;

use super::LearnError;
use super::bot_files::bot_files;
use super::file::Resolved;
use super::games_file::Games;
use super::manifest::LearnManifest;
use super::matches::{self, Match};
use super::round_report::{MATCH_COLUMNS, PROGRESS_COLUMNS, RoundReport};
use super::store;
use super::store::{MATCHES, NETWORK, PROGRESS, earlier_name, games_name, trainer_name};
use super::trainer::{Loss, Trainer};
use super::worker::Worker;
use super::worlds::{World, parameters, world_of, worlds};
use crate::bots::BotSpec;
use crate::bots::networks::{NetworkFile, learnt_composition};
use crate::bots::spec::BotKind;
use crate::component_encoding::ComponentEncoding;
use crate::experiment::pipeline::Workers;
use crate::net::parameters::Parameters;
use crate::net::weights::{COMPOSITION, POLICY_EDITION, PolicyWeights, WIN_POINTS};
use crate::net::{Weights, file};
use crate::play::dyn_game::DynGame;
use crate::play::live::Live;
use crate::play::positions::Positions;
use crate::play::selfplay::{Choices, Scales};
use crate::random::derive_seed;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, write_whole};
use crate::results::manifest::VERSION;
use crate::settings::learning::Learning;

/// Number of games per task when positions are built.
const GAMES_OF_A_TASK: usize = 16;

/// State of a training between its rounds.
pub struct Rounds<'run> {
    games: &'run [Box<dyn DynGame>],
    resolved: &'run Resolved,
    path: &'run Path,
    workers: Workers<'run>,
    /// Parameters of the network.
    parameters: Parameters,
    trainer: Option<Trainer>,
    /// Contents of [`PROGRESS`] and [`MATCHES`].
    rows: [String; 2],
    /// Record of the file with the games of the current round.
    games_file: Option<FileRecord>,
}

impl<'run> Rounds<'run> {
    /// Creates the state before the first round.
    ///
    /// # Errors
    /// [`LearnError`] if a set-up is invalid, or if the network to start from cannot be read.
    pub fn new(
        games: &'run [Box<dyn DynGame>],
        resolved: &'run Resolved,
        path: &'run Path,
        workers: Workers<'run>,
    ) -> Result<Rounds<'run>, LearnError> {
        let mut rounds = Rounds {
            games,
            resolved,
            path,
            workers,
            parameters: Parameters::default(),
            trainer: None,
            rows: Default::default(),
            games_file: None,
        };
        let start = rounds.start()?;
        let found = workers
            .pool
            .install(|| parameters(resolved, start.as_deref()));
        rounds.parameters = found?;
        Ok(rounds)
    }

    /// Loads the state after the rounds recorded in the manifest.
    ///
    /// # Errors
    /// [`LearnError`] if a file cannot be read.
    pub fn go_on(&mut self, manifest: &LearnManifest) -> Result<(), LearnError> {
        self.rows = [
            store::rows(self.path, PROGRESS, PROGRESS_COLUMNS, manifest)?,
            store::rows(self.path, MATCHES, MATCH_COLUMNS, manifest)?,
        ];
        match manifest.rounds_done {
            0 => Ok(()),
            done => self.load(done),
        }
    }

    fn learning(&self) -> &Learning {
        &self.resolved.learning
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, LearnError> {
        Ok(store::read(self.path, name)?)
    }

    fn damaged(&self, name: &str) -> impl Fn(String) -> LearnError {
        let path = self.path.join(name);
        move |problem| {
            LearnError::Run(RunError::Damaged {
                path: path.clone(),
                problem,
            })
        }
    }

    /// Loads the trainer after this number of rounds.
    ///
    /// # Errors
    /// [`LearnError`] if the file cannot be read.
    pub fn load(&mut self, rounds_done: u64) -> Result<(), LearnError> {
        let name = trainer_name(rounds_done);
        let mut trainer = self.new_trainer(1.0)?;
        trainer
            .load(&self.read(&name)?)
            .map_err(self.damaged(&name))?;
        self.trainer = Some(trainer);
        Ok(())
    }

    fn new_trainer(&self, inputs_on: f32) -> Result<Trainer, LearnError> {
        let inputs = self.parameters.inputs.len();
        let seed = derive_seed(self.learning().deals(), &[0]);
        let mut trainer = Trainer::new(inputs, self.learning().units, inputs_on, seed);
        if self.learning().search.is_some() {
            let rows = self.parameters.slots as usize + self.parameters.traits.len();
            trainer.add_policy(rows, seed);
        }
        let keeps_values = self
            .learning()
            .search
            .is_some_and(|search| search.keep_values);
        if let (Some(start), true) = (self.start()?, keeps_values) {
            trainer.keep_values(start.first_units);
        }
        Ok(trainer)
    }

    /// Returns the current weights. Before the first round, these are the weights to start from, if there are any.
    ///
    /// # Errors
    /// [`LearnError`] if the network to start from cannot be read.
    pub fn current(&self, manifest: &LearnManifest) -> Result<Option<Arc<Weights>>, LearnError> {
        match self.weights(manifest) {
            Some(weights) => Ok(Some(Arc::new(weights))),
            None => self.start(),
        }
    }

    /// Returns the weights to start from, without their policy if the action indices of the game have changed since
    /// the policy was trained.
    fn start(&self) -> Result<Option<Arc<Weights>>, LearnError> {
        let file = self.learning().start.as_ref();
        let weights = file.map(NetworkFile::weights).transpose();
        let Some(weights) = weights.map_err(LearnError::Network)? else {
            return Ok(None);
        };
        let layout = self.games[0].policy_layout_version();
        Ok(Some(match weights.policy_layout_version() == layout {
            true => weights,
            false => Arc::new(Weights {
                policy: None,
                ..Weights::clone(&weights)
            }),
        }))
    }

    fn weights(&self, manifest: &LearnManifest) -> Option<Weights> {
        let learning = self.learning();
        let record = [
            ("rounds", manifest.rounds_done.to_string()),
            ("games", (manifest.rounds_done * learning.games).to_string()),
            (WIN_POINTS, learning.win_points.to_string()),
            ("seed", learning.seed.to_string()),
            ("settings", toml::to_string(learning).unwrap_or_default()),
            ("version", VERSION.to_string()),
        ];
        let mut record: BTreeMap<String, String> =
            record.map(|(key, value)| (key.to_string(), value)).into();
        let game = &*self.games[0];
        if game.policy_layout_version() > 1 {
            let edition = game.policy_layout_version().to_string();
            record.insert(POLICY_EDITION.to_string(), edition);
        }
        if game.has_other_components() {
            let told = serde_json::to_string(&game.composition());
            record.insert(COMPOSITION.to_string(), told.unwrap_or_default());
        }
        let about = Weights {
            game: learning.game.clone(),
            data: learning.data.clone(),
            inputs: self.parameters.inputs.clone(),
            scale: manifest.points?,
            policy: Some(PolicyWeights {
                traits: self.parameters.traits.clone(),
                ..PolicyWeights::default()
            }),
            record,
            ..Weights::default()
        };
        let mut weights = self.trainer.as_ref()?.weights(about);
        let start = self.start().ok().flatten();
        let starts_with_policy = start.is_some_and(|weights| weights.policy.is_some());
        // Rounds before the first search use only values.
        if !starts_with_policy && !learning.has_policy_after(manifest.rounds_done) {
            weights.policy = None;
        }
        Some(weights)
    }

    /// Returns the weights of the earlier versions of the network that play in a round.
    fn earlier(&self, round: u64) -> Result<Vec<Weights>, LearnError> {
        let rounds = self.learning().earlier_rounds(round);
        let read = |round: u64| {
            let name = earlier_name(round);
            file::read(&self.read(&name)?).map_err(self.damaged(&name))
        };
        rounds.into_iter().map(read).collect()
    }

    /// Returns the set-ups of a round, with the players of its games if they are `played`.
    ///
    /// # Errors
    /// [`LearnError`] if a set-up or a network does not fit.
    pub fn worlds(
        &self,
        number: u64,
        network: Option<&Weights>,
        played: bool,
    ) -> Result<Vec<World<'run>>, LearnError> {
        let earlier = if played {
            self.earlier(number)?
        } else {
            Vec::new()
        };
        let (resolved, parameters) = (self.resolved, &self.parameters);
        let build = || worlds(resolved, parameters, number, network, &earlier);
        self.workers.pool.install(build)
    }

    /// Plays games of a round. Returns `None` if they were stopped.
    ///
    /// # Errors
    /// [`LearnError`] if a game panics.
    pub fn play(
        &self,
        number: u64,
        worlds: &[World],
        numbers: std::ops::Range<u64>,
    ) -> Result<Option<Games>, LearnError> {
        let mut played = Games {
            round: number,
            first: numbers.start,
            choices: Vec::new(),
        };
        let end = numbers.end;
        let games = self.learning().games;
        let reached = self.workers.in_order(
            numbers,
            || Worker::new(worlds, games, self.workers.live),
            |worker, game| worker.play(game),
            |_, choices| match choices {
                Ok(choices) => {
                    played.choices.push(choices);
                    Ok(ControlFlow::Continue(()))
                }
                Err(crash) => Err(LearnError::Crash {
                    seed: crash.deal_seed,
                    message: crash.message,
                }),
            },
        )?;
        Ok((reached == end).then_some(played))
    }

    /// Loads the games of a round that were played as parts, and plays the others. Returns `None` if stopped.
    fn games_of_round(&self, number: u64, worlds: &[World]) -> Result<Option<Games>, LearnError> {
        let all = self.learning().games;
        let mut whole = Games {
            round: number,
            first: 0,
            choices: Vec::new(),
        };
        let mut parts = store::parts(self.path, number)?;
        parts.sort_by_key(|part| part.first);
        loop {
            let next = whole.numbers().end;
            if next == all {
                return Ok(Some(whole));
            }
            let known = parts.iter().find(|part| part.numbers().contains(&next));
            if let Some(part) = known {
                let from = (next - part.first) as usize;
                whole.choices.extend_from_slice(&part.choices[from..]);
                whole.choices.truncate(all as usize);
                continue;
            }
            let later = parts.iter().map(|part| part.first);
            let end = later.filter(|&first| first > next).min().unwrap_or(all);
            let Some(played) = self.play(number, worlds, next..end.min(all))? else {
                return Ok(None);
            };
            whole.choices.extend(played.choices);
        }
    }

    /// Builds the positions of a round with outputs of the current network, either for the held-out games or for all
    /// others.
    fn positions(
        &self,
        played: &Games,
        worlds: &[World],
        points: f32,
        scales: &Scales,
        held_out: bool,
    ) -> Positions {
        let learning = self.learning();
        let tasks: Vec<(u64, &[Choices])> = (played.choices.chunks(GAMES_OF_A_TASK))
            .enumerate()
            .map(|(task, choices)| ((task * GAMES_OF_A_TASK) as u64, choices))
            .collect();
        let build = |worker: &mut Worker, &(first, choices): &(u64, &[Choices])| {
            let mut positions = Positions::default();
            for (number, choices) in (first..).zip(choices) {
                if learning.is_held_out(number) == held_out {
                    worker.learn_from(number, choices, points, scales, &mut positions);
                }
            }
            positions
        };
        let idle = Live::default();
        let parts: Vec<Positions> = self.workers.pool.install(|| {
            tasks
                .par_iter()
                .map_init(|| Worker::new(worlds, learning.games, &idle), build)
                .collect()
        });
        let mut all = Positions::default();
        parts.iter().for_each(|part| all.append(part));
        all
    }

    /// Plays the next round and trains on it. Returns `None` if the round was stopped.
    ///
    /// # Errors
    /// [`LearnError`] if a game panics or a file cannot be read or written.
    pub fn play_next(
        &mut self,
        manifest: &mut LearnManifest,
    ) -> Result<Option<RoundReport>, LearnError> {
        let learning = self.learning().clone();
        let number = manifest.rounds_done + 1;
        let began = Instant::now();
        let network = self.current(manifest)?;
        let worlds = self.worlds(number, network.as_deref(), true)?;
        let Some(played) = self.games_of_round(number, &worlds)? else {
            return Ok(None);
        };
        let playing = began.elapsed().as_secs_f64();
        let (name, bytes) = (games_name(number, None), played.write());
        write_whole(&self.path.join(&name), &bytes)?;
        self.games_file = Some(FileRecord::of_bytes(&name, &bytes));
        if self.trainer.is_none() {
            self.begin(manifest, &played, &worlds)?;
        }
        let points = manifest.points.unwrap_or(1.0);
        let scales = self
            .trainer
            .as_ref()
            .map(|trainer| trainer.scales().clone());
        let scales = scales.unwrap_or_default();
        let mut positions = Positions::default();
        for older in number.saturating_sub(learning.window - 1).max(1)..number {
            let name = games_name(older, None);
            let games = Games::read(&self.read(&name)?).map_err(self.damaged(&name))?;
            let worlds = self.worlds(older, network.as_deref(), false)?;
            positions.append(&self.positions(&games, &worlds, points, &scales, false));
        }
        positions.append(&self.positions(&played, &worlds, points, &scales, false));
        let held_out = match learning.held_out {
            0 => None,
            _ => Some(self.positions(&played, &worlds, points, &scales, true)),
        };
        let shrunk = learning.draw.as_ref().map(|drawn| {
            let (inputs, rows) = self.parameters.residuals(&self.games[0].composition());
            // Shrink in proportion to the step size (AdamW), because small steps cannot offset a constant shrinkage.
            let size = learning.step(number) / learning.step(1);
            (inputs, rows, 1.0 - (1.0 - drawn.keep as f32) * size)
        });
        let Some(trainer) = &mut self.trainer else {
            return Ok(None);
        };
        let step = learning.step(number);
        if let Some((inputs, rows, factor)) = shrunk {
            trainer.shrink(&inputs, &rows, factor);
        }
        let (loss, held_out) = self.workers.pool.install(|| {
            let mut loss = Loss::default();
            for pass in 0..learning.passes {
                let place = [1, number, pass];
                // The first pass has the same seed as the only pass of a round with a single pass.
                let place = if pass == 0 { &place[..2] } else { &place };
                let seed = derive_seed(learning.deals(), place);
                loss = trainer.pass(&positions, step, seed);
            }
            (loss, held_out.map(|positions| trainer.losses(&positions)))
        });
        manifest.rounds_done = number;
        let matches = match number.is_multiple_of(learning.match_every) || number == learning.rounds
        {
            true => match self.matches(manifest)? {
                Some(matches) => matches,
                None => {
                    manifest.rounds_done -= 1;
                    return Ok(None);
                }
            },
            false => Vec::new(),
        };
        let count = played.choices.len() as f64;
        let choices: usize = (played.choices.iter())
            .map(|choices| choices.taken.len())
            .sum();
        let report = RoundReport {
            round: number,
            games: played.choices.len() as u64,
            playing,
            positions: positions.len(),
            loss,
            held_out,
            score: self.mean_score(&played, &worlds),
            decisions: choices as f64 / count,
            matches,
        };
        self.rows[0].push_str(&report.progress_row());
        self.rows[1].push_str(&report.match_rows(&self.resolved.setups));
        Ok(Some(report))
    }

    /// Initializes values that depend on the first games: the scale of leads, unless the network to start from defines
    /// it, and the number and scale of active inputs.
    fn begin(
        &mut self,
        manifest: &mut LearnManifest,
        played: &Games,
        worlds: &[World],
    ) -> Result<(), LearnError> {
        let start = self.start()?;
        let plain = Scales {
            inputs: vec![1.0; self.parameters.inputs.len()],
            rows: vec![1.0; self.parameters.slots as usize + self.parameters.traits.len()],
        };
        let plain = self.positions(played, worlds, 1.0, &plain, false);
        let squares: f64 = (0..plain.len())
            .map(|position| f64::from(plain.target(position).lead).powi(2))
            .sum();
        let count = plain.len().max(1) as f64;
        let spread = (squares / count).sqrt().round().max(1.0) as f32;
        manifest.points = Some(start.as_ref().map_or(spread, |weights| weights.scale));
        let on: usize = (0..plain.len())
            .map(|position| plain.inputs(position).len())
            .sum();
        let mut trainer = self.new_trainer((on as f64 / count).max(1.0) as f32)?;
        trainer.scale_inputs(&plain);
        if let Some(weights) = start {
            trainer.start(&weights, &self.parameters);
            // Discard the residuals of components that are new or have changed since the network was trained.
            let game = &*self.games[0];
            let changed = changed(&learnt_composition(&weights, game), game.composition());
            let (inputs, rows) = self.parameters.residuals(&changed);
            trainer.shrink(&inputs, &rows, 0.0);
        }
        self.trainer = Some(trainer);
        Ok(())
    }

    fn matches(&self, manifest: &LearnManifest) -> Result<Option<Vec<Match>>, LearnError> {
        let Some(weights) = self.weights(manifest) else {
            return Ok(Some(Vec::new()));
        };
        let kinds = match weights.policy {
            None => vec![BotKind::Net],
            Some(_) => vec![BotKind::Net, BotKind::Policy],
        };
        let network = NetworkFile::of(Arc::new(weights), self.path.join(NETWORK), &[]);
        // These games are not counted in the progress.
        let live = Live::default();
        let workers = Workers {
            live: &live,
            ..self.workers
        };
        let mut all = Vec::new();
        for kind in kinds {
            let player = BotSpec {
                name: kind.name().to_string(),
                kind,
                game: Some(self.learning().game.clone()),
                network: Some(network.clone()),
                ..BotSpec::random()
            };
            let games = self.games.iter().map(|game| &**game);
            let found = matches::play(games, self.learning(), &player, workers)?;
            let Some(found) = found else { return Ok(None) };
            all.extend(found);
        }
        Ok(Some(all))
    }

    /// Returns the mean final score over all seats except automas.
    fn mean_score(&self, played: &Games, worlds: &[World]) -> f64 {
        let games = self.learning().games;
        let numbers = played.numbers().zip(&played.choices);
        let scores: Vec<(f64, usize)> = self.workers.pool.install(|| {
            let numbers: Vec<_> = numbers.collect();
            numbers
                .par_iter()
                .map(|&(number, choices)| {
                    let World { game, round } = &worlds[world_of(number, games, worlds.len())];
                    game.final_scores(round, number, choices)
                })
                .collect()
        });
        let (sum, seats) = scores
            .into_iter()
            .fold((0.0, 0), |(sum, seats), (more, of)| {
                (sum + more, seats + of)
            });
        sum / seats.max(1) as f64
    }

    /// Writes the results of the round.
    ///
    /// # Errors
    /// [`LearnError`] if a file cannot be written.
    pub fn keep(&self, manifest: &mut LearnManifest) -> Result<(), LearnError> {
        let (Some(trainer), Some(games)) = (&self.trainer, &self.games_file) else {
            return Ok(());
        };
        let weights = self.weights(manifest).unwrap_or_default();
        let trainer = trainer.save().map_err(LearnError::Network)?;
        let network = file::write(&weights).map_err(LearnError::Network)?;
        let bots = bot_files(self.learning(), manifest, weights.policy.is_some());
        let of_round = store::OfRound {
            trainer: &trainer,
            network: &network,
            games,
            progress: &self.rows[0],
            matches: &self.rows[1],
            bots: &bots,
        };
        Ok(of_round.keep(self.path, manifest)?)
    }
}

/// Returns the components of `now` that are new or differ from those in `learnt`.
fn changed(learnt: &ComponentEncoding, mut now: ComponentEncoding) -> ComponentEncoding {
    for kind in &mut now.kinds {
        let learnt = learnt.kind(&kind.name);
        let before = |id: &String| learnt.and_then(|learnt| learnt.components.get(id));
        kind.components
            .retain(|id, traits| before(id) != Some(traits));
    }
    now
}
