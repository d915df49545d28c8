//! `portolan fit`: fits position weights to the final scores of games.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use rayon::prelude::*;

use super::failure::Failure;
use super::launch::{command_line, stop_on_signal, thread_count, threads};
use super::print::print;
use super::progress::Display;
use super::table::{aligned, thousands};
use portolan_core::files;
use portolan_core::game::About;
use portolan_core::prose::count;
use portolan_core::random::{Fresh, fresh_seed};
use portolan_engine::bots::{BotKind, BotSpec, file, find};
use portolan_engine::experiment::catalog::ExperimentFile;
use portolan_engine::experiment::session::Progress;
use portolan_engine::experiment::spec::{Length, Resolved, read_file, resolve};
use portolan_engine::play::any_game::{AnyGame, guess, set_up_all};
use portolan_engine::play::live::Live;
use portolan_engine::play::plan::Plan;
use portolan_engine::play::sampling::Sampling;
use portolan_engine::results::pool::pool;
use portolan_engine::search::guide::Guide;
use portolan_engine::search::parameters::Method;
use portolan_engine::search::settings::{Evaluation, Reach, Settings};
use portolan_engine::settings::{Experiment, Kind, MOST_GAMES};
use portolan_engine::tune::fit::{self, GamePositions};

/// Arguments of `portolan fit`.
///
/// The program plays the games of experiments and, at some decisions, plays out possible continuations: a legal
/// action, then the rollouts of the bot, first to the position that its search would evaluate and then to the end.
/// Least squares gives the value of every feature in points of the final lead, separately for the start and the end
/// of the game. The bot file contains these weights and otherwise equals the original bot.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan fit luck --games 120 --out bots/fitted.toml
  portolan fit luck best-plan --games 60 --out bots/fitted.toml
  portolan fit luck --games 8 --out quick.toml              a first look
  portolan simulate --game maracaibo --bots bots/fitted.toml,mcts --games 20

The same experiments and options give the same weights on any number of threads.")]
pub struct FitArgs {
    /// Experiments, all of one game: names, as `portolan experiments` lists them, or files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<ExperimentFile>,
    /// Play this many games of each experiment instead of the number in its file, rounded up so that every deal is played in every seating
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: Option<u64>,
    /// Choose the bot whose positions are valued, of kind mcts or flat: a name or .toml file
    #[arg(long, default_value = "mcts-rollouts")]
    bot: String,
    /// Write the bot to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Use this share of the decisions, above 0 and up to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.25, value_parser = share)]
    share: f64,
    /// Number of sampled positions for each decision
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    worlds: u32,
    /// Number of worker threads [default: one per processor]
    #[arg(long, value_parser = thread_count)]
    threads: Option<usize>,
    /// Do not print progress or remarks
    #[arg(long, short)]
    quiet: bool,
    /// Overwrite the bot file
    #[arg(long)]
    force: bool,
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if share > 0.0 && share <= 1.0 => Ok(share),
        _ => Err("expected a share above 0 and up to 1, such as 0.25".to_string()),
    }
}

impl FitArgs {
    pub fn run(self) -> Result<(), Failure> {
        self.check_out()?;
        let mut experiments = Vec::new();
        let mut setups = Vec::new();
        for file in &self.files {
            let resolved = self.resolve(&file.path)?;
            setups.extend(resolved.setups);
            experiments.push(resolved.experiment);
        }
        let game = &experiments[0].game;
        if let Some(other) = experiments.iter().find(|other| other.game != *game) {
            return Err(Failure::usage(format!(
                "{game} and {} are different games; expected experiments of one game",
                other.game
            )));
        }
        let bot = self.bot(game)?;
        let stop = Arc::new(AtomicBool::new(false));
        stop_on_signal(Arc::clone(&stop))?;
        let pool = pool(threads(self.threads))?;
        let work = Fitting {
            asked: &self,
            experiments: &experiments,
            bot: &bot,
            stop: &stop,
        };
        let games = set_up_all(&setups)?;
        let fitted = pool.install(|| work.run(&games))?;
        let text = file::text_of(
            &BotSpec {
                game: Some(game.clone()),
                about: format!("{}, positions weighed as games end", bot.name),
                position_weights: Some(fitted.weights.clone()),
                ..bot.clone()
            },
            self.out.parent().unwrap_or(Path::new("")),
            &format!(
                "Fitted to {}: {}",
                count(fitted.positions, "position"),
                command_line("portolan", &[])
            ),
        );
        files::save(&self.out, &text)
            .map_err(|error| Failure::work(format!("{}: {error}", self.out.display())))?;
        print(&self.summary(&fitted, &experiments, &bot))
    }

    /// Checks before the first game that the bot file can be written.
    fn check_out(&self) -> Result<(), Failure> {
        let out = self.out.display();
        let folder = self.out.parent().unwrap_or(Path::new(""));
        let problem = if self.out.extension().is_none_or(|end| end != "toml") {
            format!("--out {out}: a bot file has a name that ends in .toml")
        } else if folder != Path::new("") && !folder.is_dir() {
            format!("--out {out}: there is no folder {}", folder.display())
        } else if self.out.is_dir() {
            format!("--out {out}: that is a folder; expected a bot file to write")
        } else if self.out.exists() && !self.force {
            format!("{out} exists; --force overwrites it")
        } else {
            return Ok(());
        };
        Err(Failure::Usage(problem))
    }

    /// Reads and resolves one of the experiments.
    fn resolve(&self, file: &Path) -> Result<Resolved, Failure> {
        let mut spec = read_file(file)?;
        if let Some(games) = self.games {
            spec.length = Length::Games(games);
        }
        let resolved = resolve(&spec)?;
        let kind = resolved.experiment.design.kind();
        if kind.has_items() || matches!(kind, Kind::Duel | Kind::Mixture) {
            return Err(Failure::usage(format!(
                "{}: weights cannot be fitted to an experiment with kind = \"{}\"; expected one that \
                 plays the game as it is, such as \"simulate\" or \"ladder\"",
                file.display(),
                kind.name()
            )));
        }
        Ok(resolved)
    }

    /// Returns the bot whose position weights are fitted.
    fn bot(&self, game: &str) -> Result<BotSpec, Failure> {
        let bot = find(&self.bot, game)?;
        if bot.kind.method().is_none() {
            return Err(Failure::usage(format!(
                "--bot {}: a bot of kind \"{}\" does not search; expected one of kind \"{}\" or \"{}\"",
                self.bot,
                bot.kind.name(),
                BotKind::Mcts.name(),
                BotKind::Flat.name()
            )));
        }
        Ok(bot)
    }

    fn summary(&self, fitted: &fit::Fit, experiments: &[Experiment], bot: &BotSpec) -> String {
        let weights = &fitted.weights;
        let number = |weight: Option<&f64>| weight.map_or(String::new(), |one| format!("{one:.3}"));
        let rows = weights.start.keys().map(|feature| {
            vec![
                feature.clone(),
                number(bot.weights.get(feature)),
                number(weights.start.get(feature)),
                number(weights.end.get(feature)),
            ]
        });
        let header = ["feature", "actions", "start", "end"];
        let mut text = aligned("lrrr", &header, rows.collect());
        text.push('\n');
        let files = self.files.iter().zip(experiments);
        let cells = files.flat_map(|(file, experiment)| {
            let stem = file.stem();
            let cells = experiment.cells().into_owned();
            cells
                .into_iter()
                .map(move |cell| format!("{stem} {}", cell.name))
        });
        let tests = cells.zip(&fitted.tests).filter_map(|(cell, test)| {
            let test = (*test)?;
            let points = |points: f64| format!("{points:.2}");
            Some(vec![
                cell.trim_end().to_string(),
                thousands(test.pairs),
                points(test.spread),
                points(test.before),
                points(test.after),
            ])
        });
        let as_it_was = format!("{} leaves open", bot.name);
        let header = [
            "condition",
            "pairs",
            "spread",
            as_it_was.as_str(),
            "fit leaves open",
        ];
        text.push_str(&aligned("lrrrr", &header, tests.collect()));
        text.push_str(&format!(
            "Final leads in points, on every {}th deal, which the fit did not use: standard \
             deviation, and\nroot mean square of the residuals. {}; bot file: {}\n",
            fit::HELD_BACK,
            count(fitted.positions, "position"),
            self.out.display()
        ));
        text
    }
}

struct Fitting<'a> {
    asked: &'a FitArgs,
    experiments: &'a [Experiment],
    bot: &'a BotSpec,
    stop: &'a AtomicBool,
}

impl Fitting<'_> {
    fn run(self, games: &[Box<dyn AnyGame>]) -> Result<fit::Fit, Failure> {
        let abouts: Vec<&dyn About> = games.iter().map(|game| &**game as &dyn About).collect();
        let (settings, guide) = self.searches(abouts[0])?;
        let mut cells = 0..0;
        let plans: Vec<FitCells<'_>> = self
            .experiments
            .iter()
            .map(|experiment| {
                cells = cells.end..cells.end + experiment.cells().len();
                FitCells {
                    experiment,
                    first: cells.start,
                    plan: Plan::new(
                        abouts[cells.clone()].iter().copied(),
                        fresh_seed(experiment.seed, Fresh::Fit),
                        experiment.games,
                    ),
                    games: &games[cells.clone()],
                }
            })
            .collect();
        let planned = plans.iter().map(|played| played.plan.games()).sum();
        let steps: Vec<(&FitCells<'_>, u64)> = plans
            .iter()
            .flat_map(|one| (0..one.plan.blocks * one.plan.width()).map(move |step| (one, step)))
            .collect();
        let live = Arc::new(Live::default());
        guess(&live, &*games[0]);
        let mut display = Display::new("game", self.asked.quiet, Arc::clone(&live));
        display.begin(Progress { done: 0, planned });
        let found: Result<Vec<Vec<GamePositions>>, Failure> = steps
            .into_par_iter()
            // Steps are long and differ in length; splitting them singly keeps all threads busy.
            .with_max_len(1)
            .map(|(played, step)| {
                if self.stop.load(Ordering::Relaxed) {
                    return Err(Failure::work("stopped: no bot file is written"));
                }
                self.play(played, step, settings, &guide, &live)
            })
            .collect();
        display.finish();
        let found: Vec<GamePositions> = found?.into_iter().flatten().collect();
        fit::fit(&abouts, &guide.weights, &found)
            .ok_or_else(|| Failure::usage("too few positions to fit the weights; increase --games"))
    }
}

/// One of the experiments, with the index of its first condition among the conditions of all experiments.
struct FitCells<'a> {
    experiment: &'a Experiment,
    first: usize,
    plan: Plan,
    games: &'a [Box<dyn AnyGame>],
}

impl Fitting<'_> {
    /// Returns the search settings and weights of the bot.
    ///
    /// # Errors
    /// [`Failure`] if the bot does not evaluate positions by weights.
    fn searches(&self, game: &dyn About) -> Result<(Settings, Guide), Failure> {
        let method = self.bot.kind.method().unwrap_or(Method::Mcts);
        let (settings, guide) = self.bot.search(game, method)?;
        let other = match settings.evaluation {
            Evaluation::Features => None,
            Evaluation::Score => Some("the score alone (evaluation = \"score\")"),
            Evaluation::Net => Some("a network (evaluation = \"net\")"),
        };
        if let Some(other) = other {
            return Err(Failure::usage(format!(
                "--bot {}: it values positions by {other}; expected a bot with evaluation = \"features\"",
                self.asked.bot
            )));
        }
        if settings.rollout == Reach::Game {
            return Err(Failure::usage(format!(
                "--bot {}: it plays every iteration to the end of the game (rollout = \"game\"), so no position remains to be valued",
                self.asked.bot
            )));
        }
        Ok((settings, guide))
    }

    /// Plays one step of the plan and returns the sampled positions of its games.
    fn play(
        &self,
        played: &FitCells<'_>,
        step: u64,
        settings: Settings,
        guide: &Guide,
        live: &Live,
    ) -> Result<Vec<GamePositions>, Failure> {
        let plan = &played.plan;
        let cell = (step % plan.width()) as usize;
        let game = &played.games[cell];
        let line_up = played.experiment.line_up(&played.experiment.cells()[cell]);
        let sampling = Sampling {
            share: self.asked.share,
            worlds: self.asked.worlds,
        };
        let mut draw = game.sampled(&line_up, (settings, guide), sampling, live)?;
        plan.step(step)
            .map(|numbered| {
                let positions = draw(&numbered).map_err(|crash| {
                    Failure::work(format!(
                        "a game panicked: {}; deal {}, moves: {}",
                        crash.message, numbered.deal_seed, crash.moves
                    ))
                })?;
                Ok(GamePositions {
                    block: step / plan.width(),
                    cell: played.first + cell,
                    positions,
                })
            })
            .collect()
    }
}
