//! `portolan simulate`: many games into a results folder.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};

use super::progress::Display;
use super::setup::{FitBots, Rules, line_up};
use super::table::{aligned, thousands};
use super::{Failure, Format, print, tell};
use crate::bots::BotSpec;
use crate::experiment::RunError;
use crate::experiment::folder::Mode;
use crate::experiment::manifest::{Manifest, Status};
use crate::experiment::plan::{EventLevel, Experiment, Plan};
use crate::experiment::run::{Outcome, Progress, Request, request_stop, run};
use crate::experiment::summary::{SummaryRow, summary_csv};
use crate::game::Game;
use crate::games::{Visitor, entry, open};

/// Play many games and write what happened to a folder.
///
/// Games are played in blocks: one deal in every seating (all orders of up to three bots, all
/// rotations of more), so that no bot owes its result to a seat or to luck with the deal.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan simulate --game maracaibo --players 3 --bots random,greedy,random --games 10000 --seed 7 --out results/first
  portolan simulate --game maracaibo --bots greedy,bots/mine.toml --games 2000 --format json
  portolan simulate --game maracaibo --bots greedy,greedy --set legacy=L1,L4 --events none
  portolan simulate ... --out results/first --resume     go on after Ctrl-C or a crash

Files in the folder: manifest.toml, games.csv, events.csv, summary.csv (and crashes.csv if a game
panicked). Same version, settings and seed give the same bytes, whatever the number of threads.
Ctrl-C stops after the blocks under way and leaves whole files.

Exit code: 0 all games played, 1 stopped or failed, 2 wrong usage or bad input.")]
pub struct Simulate {
    /// Game to play
    #[arg(long)]
    game: String,
    /// Number of players [default: as many as bots]
    #[arg(long)]
    players: Option<usize>,
    /// Bots, one per player: names or paths of .toml files
    #[arg(long, value_delimiter = ',', required = true, value_name = "BOT,…")]
    bots: Vec<String>,
    /// Games to play, rounded up to whole blocks
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,
    /// Master seed: every deal and every choice follows from it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    seed: u64,
    /// Results folder [default: results/GAME-PLAYERSp-seedSEED]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Worker threads [default: one per processor]
    #[arg(long, value_parser = thread_count)]
    threads: Option<usize>,
    #[command(flatten)]
    rules: Rules,
    /// How the summary is printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Which events are written to events.csv
    #[arg(long, value_enum, default_value_t = Events::All)]
    events: Events,
    /// No progress and no remarks
    #[arg(long, short)]
    quiet: bool,
    /// Replace the run that the folder holds
    #[arg(long, conflicts_with = "resume")]
    force: bool,
    /// Go on with the run that the folder holds; start if there is none
    #[arg(long)]
    resume: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Events {
    /// Every event
    All,
    /// No events
    None,
}

/// Reads a number of threads.
pub fn thread_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("expected a number from 1 to 1024".to_string()),
    }
}

/// One thread per processor unless told otherwise.
pub fn threads(wished: Option<usize>) -> usize {
    wished.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

impl Simulate {
    /// Carries out the verb.
    pub fn run(self) -> Result<(), Failure> {
        let (bots, players) = line_up(&self.bots, self.players, &self.game)?;
        let setup = self.rules.setup(&self.game, players)?;
        open(&setup, FitBots(&bots))??;
        let experiment = Experiment {
            kind: "simulate".to_string(),
            game: setup.game.clone(),
            players,
            bots: bots.iter().map(|bot| bot.name.clone()).collect(),
            games: self.games,
            seed: self.seed,
            events: match self.events {
                Events::All => EventLevel::All,
                Events::None => EventLevel::None,
            },
            data: setup.data.hash(),
            set: setup.options.clone(),
            bot: once_each(bots),
        };
        let out = self.out.unwrap_or_else(|| {
            PathBuf::from(format!(
                "results/{}-{players}p-seed{}",
                setup.game, self.seed
            ))
        });
        let provenance = (entry(&setup.game)?.provenance)(&setup.data);
        let mut request = Request::new(experiment, &setup.data, &provenance, out);
        request.mode = match (self.force, self.resume) {
            (true, _) => Mode::Replace,
            (_, true) => Mode::Resume,
            _ => Mode::New,
        };
        request.threads = threads(self.threads);
        request.command = command_line("portolan", &[]);
        let stop = Arc::new(AtomicBool::new(false));
        stop_on_signal(Arc::clone(&stop))?;
        let outcome = open(
            &setup,
            Play {
                request: &request,
                stop: &stop,
                quiet: self.quiet,
            },
        )?
        .map_err(|error| match error {
            RunError::File { .. } => Failure::work(format!(
                "{error}; what the last checkpoint tells of stays. To go on:\n  {}",
                resume_command()
            )),
            other => other.into(),
        })?;
        print(&match self.format {
            Format::Table => table(&outcome, &request),
            Format::Json => json(&outcome.summary),
            Format::Csv => summary_csv(&outcome.summary),
        })?;
        conclude(&outcome.manifest, &request)
    }
}

/// Every bot once, in the order in which they first appear.
fn once_each(bots: Vec<BotSpec>) -> Vec<BotSpec> {
    let mut once: Vec<BotSpec> = Vec::new();
    for bot in bots {
        if !once.contains(&bot) {
            once.push(bot);
        }
    }
    once
}

/// Stops the run at the first signal, the program at the second.
fn stop_on_signal(stop: Arc<AtomicBool>) -> Result<(), Failure> {
    ctrlc::set_handler(move || {
        if stop.load(Ordering::Relaxed) {
            std::process::exit(1);
        }
        request_stop(&stop);
        tell("\nstopping: the blocks under way are finished; once more stops at once");
    })
    .map_err(|error| Failure::work(format!("cannot listen for Ctrl-C: {error}")))
}

struct Play<'run> {
    request: &'run Request,
    stop: &'run AtomicBool,
    quiet: bool,
}

impl Play<'_> {
    fn announce(&self, plan: &Plan, progress: Progress) {
        let asked = self.request.experiment.games;
        if plan.games() != asked {
            tell(&format!(
                "{} games become {}: whole blocks of one deal in {} seatings",
                thousands(asked),
                thousands(plan.games()),
                plan.block_size()
            ));
        }
        tell(&format!("results go to {}", self.request.out.display()));
        if progress.done > 0 {
            tell(&format!("{} games are there", thousands(progress.done)));
        }
    }
}

impl Visitor for Play<'_> {
    type Out = Result<Outcome, RunError>;

    fn visit<G: Game>(self, game: G) -> Self::Out {
        let experiment = &self.request.experiment;
        let plan = Plan::new(&game, experiment.seed, experiment.games);
        let mut display = Display::new(plan.games(), self.quiet);
        let mut begun = self.quiet;
        let outcome = run(&game, self.request, self.stop, &mut |progress| {
            // Only now is it certain that the folder can be used.
            if !std::mem::replace(&mut begun, true) {
                self.announce(&plan, progress);
            }
            display.show(progress);
        });
        display.finish();
        outcome
    }
}

/// The last words: how to go on, and what went wrong.
fn conclude(manifest: &Manifest, request: &Request) -> Result<(), Failure> {
    if manifest.games_crashed > 0 {
        tell(&format!(
            "error: {} of {} games panicked; their seeds and moves are in {}",
            manifest.games_crashed,
            manifest.games_done + manifest.games_crashed,
            request.out.join("crashes.csv").display()
        ));
    }
    if manifest.status == Status::Stopped {
        tell(&format!(
            "stopped after {} of {} games; the files are whole. To go on:\n  {}",
            thousands(manifest.games_done + manifest.games_crashed),
            thousands(manifest.games_planned),
            resume_command()
        ));
        return Err(Failure::Told);
    }
    if manifest.games_crashed > 0 {
        return Err(Failure::Told);
    }
    Ok(())
}

/// This process's command as it can be typed again, with further options.
fn command_line(program: &str, more: &[&str]) -> String {
    let mut words = vec![program.to_string()];
    words.extend(
        std::env::args_os()
            .skip(1)
            .map(|word| word.to_string_lossy().into_owned())
            .filter(|word| !["--force", "--resume"].contains(&word.as_str())),
    );
    words.extend(more.iter().map(ToString::to_string));
    let quoted: Vec<String> = words.iter().map(|word| quote(word)).collect();
    quoted.join(" ")
}

/// The command that goes on with this run.
fn resume_command() -> String {
    let program = std::env::args_os().next();
    let program = program.map_or("portolan".into(), |name| {
        name.to_string_lossy().into_owned()
    });
    command_line(&program, &["--resume"])
}

fn quote(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_=,./:+@%~".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

fn json(rows: &[SummaryRow]) -> String {
    let mut text = serde_json::to_string_pretty(rows).unwrap_or_default();
    text.push('\n');
    text
}

fn table(outcome: &Outcome, request: &Request) -> String {
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    let rows = outcome
        .summary
        .iter()
        .map(|row| {
            let seat = row.seat.map_or("all".to_string(), |seat| seat.to_string());
            let score = match (row.score_low, row.score_high) {
                (Some(low), Some(high)) => {
                    format!("{:.2} ± {:.2}", row.score_mean, (high - low) / 2.0)
                }
                _ => format!("{:.2}", row.score_mean),
            };
            let interval = match (row.win_low, row.win_high) {
                (Some(low), Some(high)) => format!("{} – {}", percent(low), percent(high)),
                _ => "–".to_string(),
            };
            vec![
                row.bot.clone(),
                seat,
                thousands(row.games),
                score,
                percent(row.win_rate),
                interval,
                percent(row.fair_share),
            ]
        })
        .collect();
    let header = [
        "bot",
        "seat",
        "games",
        "mean score",
        "wins",
        "95% interval",
        "fair share",
    ];
    let mut text = aligned("lrrrrrr", &header, rows);
    text.push('\n');
    for remark in remarks(outcome) {
        text.push_str(&remark);
        text.push('\n');
    }
    text.push_str(&format!("Files: {}\n", request.out.display()));
    text
}

/// What a reader must know to read the table right.
fn remarks(outcome: &Outcome) -> Vec<String> {
    let manifest = &outcome.manifest;
    let mut remarks = Vec::new();
    let blocks = manifest.blocks_done;
    remarks.push(if blocks < 2 {
        "No intervals: they come from the spread between blocks, and there are fewer than two."
            .to_string()
    } else {
        format!(
            "95% intervals: Student t over the means of {} blocks (one deal in {} seatings each); \
             win rates are cut to 0–100%.",
            thousands(blocks),
            manifest.block_size
        )
    });
    if (2..30).contains(&blocks) {
        remarks.push("Fewer than 30 blocks: take the intervals as rough.".to_string());
    }
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for name in &manifest.experiment.bots {
        *places.entry(name).or_default() += 1;
    }
    if places.len() == 1 {
        remarks.push("One bot in every seat: only the seats can differ, not the bots.".to_string());
    } else if places.values().any(|&times| times > 1) {
        remarks.push("A bot with several places counts once per place in every game.".to_string());
    }
    if let Some(row) = outcome
        .summary
        .iter()
        .find(|row| row.seat.is_none() && (row.win_rate == 0.0 || row.win_rate == 1.0))
    {
        let what = if row.win_rate == 0.0 {
            "won no"
        } else {
            "won every"
        };
        remarks.push(format!(
            "{} {what} game: the spread tells nothing of how rare the other outcome is.",
            row.bot
        ));
    }
    let data = &manifest.data;
    if data.rows() > 0 {
        remarks.push(format!(
            "Components: {:.0}% of {} rows are reconstructed, not known; data {}.",
            100.0 * data.reconstructed as f64 / data.rows() as f64,
            data.rows(),
            data.hash
        ));
    }
    remarks
}
