//! `portolan analyze`: lists the best moves in a position with their values.

mod answer;
mod print;

use clap::Args;

use super::play::glossary::Glossary;
use super::replay::moves_of;
use super::run::launch::{thread_count, threads};
use crate::options::recorded::{Recorded, Source, names};
use crate::ui::failure::Failure;
use crate::ui::print::{Format, print, tell};
use answer::Answer;
use portolan_core::prose::count;
use portolan_core::random::analysis_seed;
use portolan_core::registry::entry;
use portolan_players::bots::strengths::adviser;
use portolan_players::bots::{BotKind, BotSpec, find};
use portolan_players::search::analysis::Depth;
use portolan_players::search::parameters::{Method, ParameterError, Value};
use portolan_players::search::settings::{Evaluation, parameter};
use portolan_run::experiment::gamelog::GameLog;
use portolan_run::play::dyn_game::{DynGame, set_up};
use portolan_run::results::pool::pool;

/// Maximum size of a tree that `--exhaustive` searches, in positions.
const LARGEST_TREE: u64 = 500_000;

/// Arguments of `portolan analyze`.
///
/// The search uses only the information of the seat to move. After each of the best moves, the game is also played to
/// the end many times to estimate final scores and shares of wins.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan analyze --run results/first --game-id 17 --move 40
  portolan analyze --log evening.log                        where a saved game stopped
  portolan analyze --game maracaibo --bots greedy,greedy --seed 7 --game-id 1 --move 25 --iterations 20000
  portolan analyze --log evening.log --move 12 --format json
  portolan replay --log evening.log --numbers               number the moves

The same position and settings give the same answer on any number of threads.")]
pub struct AnalyzeArgs {
    #[command(flatten)]
    source: Source,
    /// Analyse the position before move N, counted from 1 [default: the end of the log]
    #[arg(long = "move", value_name = "N")]
    at: Option<usize>,
    /// Choose the bot for the analysis, which must be of kind mcts: a name or .toml file [default: strong]
    #[arg(long)]
    bot: Option<String>,
    /// Set the total number of search iterations, which the trees share [default: as set in the bot]
    #[arg(long, value_name = "N")]
    iterations: Option<u64>,
    /// Set the number of independent search trees; unlike --threads, it affects the result
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1024))]
    trees: u32,
    /// Number of games played to the end after each listed move; 0 for no games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    playouts: u32,
    /// Maximum number of moves to list; the move that was played is always included
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = top)]
    top: usize,
    /// Also solve the position exactly, which is possible only near the end of a game
    #[arg(long)]
    exhaustive: bool,
    /// Also print the position as the seat to move sees it (only with --format table)
    #[arg(long)]
    position: bool,
    /// Number of threads [default: one per processor]
    #[arg(long, value_parser = thread_count)]
    threads: Option<usize>,
    /// Choose the output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

fn top(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(top @ 1..=10_000) => Ok(top),
        _ => Err("expected a number from 1 to 10000".to_string()),
    }
}

impl AnalyzeArgs {
    pub fn run(self) -> Result<(), Failure> {
        let (setup, log, file) = match self.source.read()? {
            Recorded::Numbered(numbered) => {
                let (setup, log) = moves_of(&numbered)?;
                (setup, log, format!("game {}", numbered.game_id))
            }
            Recorded::Log(read) => (read.setup, read.log, read.file),
        };
        let bot = self.analyst(&setup.game)?;
        let pool = pool(threads(self.threads))?;
        let game = set_up(&setup)?;
        let work = LogAnalysis {
            asked: &self,
            bot,
            log,
            file,
            glossary: Glossary::of(&setup.data, entry(&setup.game)?, game.catalog()),
        };
        let text = pool.install(|| work.text(&*game))?;
        print(&text)
    }

    /// Returns the bot that searches.
    fn analyst(&self, game: &str) -> Result<BotSpec, Failure> {
        let name = self.bot.as_deref().unwrap_or(adviser(game));
        let mut bot = find(name, game)?;
        if bot.kind != BotKind::Mcts {
            return Err(Failure::usage(format!(
                "--bot {name}: a bot of kind \"{}\" does not search; expected a bot of kind \"{}\", \
                 such as strong",
                bot.kind.name(),
                BotKind::Mcts.name()
            )));
        }
        if bot.is_cheating() {
            return Err(Failure::usage(format!(
                "--bot {name}: it sees hidden information (information = \"cheating\"), but an analysis uses only what the seat to move knows"
            )));
        }
        if let (Some(iterations), Some(parameter)) = (self.iterations, parameter("iterations")) {
            let value =
                parameter
                    .check(&Value::Whole(iterations))
                    .map_err(|ParameterError(problem)| {
                        Failure::usage(format!("--iterations: {problem}"))
                    })?;
            bot.set_parameter(parameter.name, value);
            bot.parameters.remove("milliseconds");
            bot.solo.remove("milliseconds");
        }
        if !bot.is_reproducible() {
            tell(&format!(
                "warning: {} searches for a fixed time, so its answer depends on the machine; use --iterations for a repeatable answer",
                bot.name
            ));
        }
        Ok(bot)
    }
}

struct LogAnalysis<'a> {
    asked: &'a AnalyzeArgs,
    bot: BotSpec,
    log: GameLog,
    /// Path of the log, for error messages.
    file: String,
    glossary: Glossary,
}

impl LogAnalysis<'_> {
    fn text(&self, game: &dyn DynGame) -> Result<String, Failure> {
        let (settings, guide) = self.bot.search(game, Method::Mcts)?;
        let made = self.made()?;
        let mut ongoing = self.log.begin(game, &self.file)?;
        for index in 0..made {
            self.log.make(&mut *ongoing, index, &self.file)?;
        }
        if ongoing.to_move().is_none() {
            return Err(self.is_over());
        }
        let played = match self.log.moves.len() > made {
            true => self.log.prepare(&mut *ongoing, made, &self.file)?,
            false => None,
        };
        let played = played.map(|(choice, _)| choice);
        let depth = Depth {
            trees: self.asked.trees,
            playouts: self.asked.playouts,
            top: self.asked.top,
        };
        let exact = match self.asked.exhaustive {
            true => Some(
                ongoing
                    .solve(settings.objective, LARGEST_TREE)
                    .map_err(|refusal| Failure::usage(format!("--exhaustive: {refusal}")))?,
            ),
            false => None,
        };
        // The analysis uses its own random stream, which no bot of the game uses.
        let seed = analysis_seed(self.log.deal_seed, made);
        let analysis = ongoing
            .analyze((settings, &guide), depth, played, seed)
            .ok_or_else(|| self.is_over())?;
        let seat = analysis.seat;
        let phrases = ongoing.phrases();
        let answer = Answer {
            game: game.name(),
            whence: &self.file,
            deal_seed: self.log.deal_seed,
            names: names(game, &self.log.bots),
            at: made + 1,
            turn: ongoing.turn(seat),
            listed: self.glossary.listed(&phrases),
            phrases,
            glossary: &self.glossary,
            categories: game.score_categories().to_vec(),
            played,
            bot: &self.bot,
            objective: settings.objective,
            win_points: match settings.evaluation {
                Evaluation::Net => Some(guide.win_points),
                _ => None,
            },
            depth,
            analysis,
            exact,
        };
        match self.asked.format {
            Format::Table => {
                let shown = self.asked.position;
                let position = shown.then(|| ongoing.describe(Some(seat)));
                Ok(print::table(&answer, position.as_deref()))
            }
            Format::Json => print::json(&answer),
            Format::Csv => print::csv(&answer),
        }
    }

    /// Returns the number of moves made before the position.
    fn made(&self) -> Result<usize, Failure> {
        let moves = self.log.moves.len();
        match self.asked.at {
            None => Ok(moves),
            Some(at) if (1..=moves + 1).contains(&at) => Ok(at - 1),
            Some(at) => Err(Failure::usage(format!(
                "--move {at}: {} has {}; expected a number from 1 to {}",
                self.file,
                count(moves as u64, "move"),
                moves.max(1)
            ))),
        }
    }

    fn is_over(&self) -> Failure {
        let moves = self.log.moves.len();
        Failure::usage(format!(
            "{} is over after {}; --move 1 to --move {moves} are the positions before the moves",
            self.file,
            count(moves as u64, "move")
        ))
    }
}
