//! `portolan campaign simulate`: simulates many campaigns with bots.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::component_data::data_folder;
use super::next_game::next_game;
use super::store::read;
use super::tables::table;
use crate::options::programs::Programs;
use crate::options::setup::Rules;
use crate::ui::failure::Failure;
use crate::ui::print::{Format, print, tell};
use crate::ui::progress::Display;
use crate::verbs::play::DEFAULT_GAME;
use crate::verbs::run::launch::{
    command_line, report_unplayed, resume_command, stop_on_signal, thread_count, threads,
};
use portolan_core::prose::{count, thousands, verb};
use portolan_core::registry::entry;
use portolan_core::setup::GameSetup;
use portolan_players::bots::catalog::HUMAN;
use portolan_players::bots::program::{logs, resources};
use portolan_run::campaign::manifest::CampaignsManifest;
use portolan_run::campaign::rules::{LAST_CHAPTER, LEVEL, first_game};
use portolan_run::campaign::simulation::{CampaignError, CampaignJob, rounded, simulate};
use portolan_run::experiment::resolve::parts::{line_up, seats};
use portolan_run::play::live::Live;
use portolan_run::play::single::Events;
use portolan_run::results::folder::Mode;
use portolan_run::results::manifest::DataRecord;
use portolan_run::settings::keys::DEFAULT_SEED;
use portolan_study::programs::{Behaviour, of_files, of_rows};

/// Maximum number of campaigns and of games per campaign, so that game numbers do not overflow.
const MOST_CAMPAIGNS: u64 = 10_000_000;
const MOST_GAMES: u64 = 1000;

/// Arguments of `portolan campaign simulate`.
///
/// Every seed is played in every seating, and bots stay in their seats throughout a campaign. The same version,
/// settings and seed give identical files for any number of threads.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan campaign simulate --bots greedy,explorer --campaigns 1000
  portolan campaign simulate jamaica.campaign.toml --bots greedy,explorer     simulate its continuation
  portolan campaign simulate --bots greedy --level hard --campaigns 200       against Jean
  portolan campaign simulate --bots greedy,greedy,random --chapter 3 --out results/chapter-3
  portolan campaign simulate --bots greedy,greedy --format json
  portolan campaign simulate --bots greedy,greedy --out results/story --resume      resume after Ctrl-C or a crash

The summary shows how often and when each story card comes into play, the choices of the group, the results
game by game, the length of the story, and the later results of the first winner. With --out, the folder
contains manifest.toml, games.csv (with the columns campaign and campaign_game at its end), events.csv,
campaigns.csv and summary.csv.

Exit code: 0 all campaigns played, 1 stopped or failed, or a game panicked, 2 wrong usage or bad input,
75 another process is using the folder.")]
pub struct SimulateArgs {
    /// Archive of a campaign to continue; the file is not changed [default: simulate new campaigns]
    #[arg(conflicts_with_all = ["game", "players", "chapter", "level", "set", "data"])]
    file: Option<PathBuf>,
    /// Choose the game
    #[arg(long, default_value = DEFAULT_GAME)]
    game: String,
    /// Set the number of players [default: the number of bots]
    #[arg(long)]
    players: Option<usize>,
    /// Choose the bots, one per player: names or paths of .toml files [default: those of the archive]
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "BOT,…",
        required_unless_present = "file"
    )]
    bots: Vec<String>,
    /// Start with this chapter
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(LAST_CHAPTER)))]
    chapter: Option<u32>,
    /// Set the level of the automa in solo campaigns; short for --set level=LEVEL
    #[arg(long)]
    level: Option<String>,
    #[command(flatten)]
    rules: Rules,
    /// Play this many campaigns, rounded up so that every deal is played in every seating
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=MOST_CAMPAIGNS))]
    campaigns: u64,
    /// Stop a campaign after this many games
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// Set the master seed, which determines every deal and every choice
    #[arg(long, default_value_t = DEFAULT_SEED, value_parser = portolan_core::seed::parse)]
    seed: u64,
    /// Number of worker threads [default: one per processor]
    #[arg(long, value_parser = thread_count)]
    threads: Option<usize>,
    /// Write the games to this folder [default: print the summary only]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Choose the events to record in events.csv
    #[arg(long, value_enum, default_value_t = Written::Story, requires = "out")]
    events: Written,
    /// Replace the campaigns in the folder; other files stay
    #[arg(long, requires = "out", conflicts_with = "resume")]
    force: bool,
    /// Resume the campaigns in the folder, or start new ones if there are none
    #[arg(long, requires = "out")]
    resume: bool,
    /// Choose the format of the summary
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Do not print progress or remarks
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    programs: Programs,
}

#[derive(Clone, Copy, ValueEnum)]
enum Written {
    /// Every event
    All,
    /// Story cards and legacy tiles
    Story,
    /// No events
    None,
}

/// Starting point of the campaigns.
struct Beginning {
    setup: GameSetup,
    first: u64,
    words: Vec<String>,
}

impl SimulateArgs {
    pub fn run(self) -> Result<(), Failure> {
        let Beginning {
            setup,
            first,
            words,
        } = self.beginning()?;
        let entry = entry(&setup.game)?;
        let mut line_up = line_up(entry, &words, setup.players)?;
        let logs = self.out.as_ref().map(|out| out.join(logs::FOLDER));
        self.programs.give_leave(&mut line_up, logs)?;
        let programs: BTreeSet<&str> = (line_up.iter())
            .filter(|bot| bot.program.is_some())
            .map(|bot| bot.name.as_str())
            .collect();
        let workers = threads(self.threads) as u64;
        resources::provide(programs.len() as u64 * workers, workers).map_err(Failure::work)?;
        let data = DataRecord::new(&setup.data, entry.rows_by_provenance(&setup.data));
        let (planned, seatings) = rounded(&setup, self.campaigns)?;
        if planned != self.campaigns && !self.quiet {
            tell(&format!(
                "{} {} rounded up to {}: complete deal groups, each with one seed in {}",
                count(self.campaigns, "campaign"),
                verb(self.campaigns, "is", "are"),
                thousands(planned),
                count(seatings, "seating")
            ));
        }
        let stop = stop_on_signal()?;
        let live = Arc::new(Live::default());
        let mode = match (self.force, self.resume) {
            (true, _) => Mode::Replace,
            (_, true) => Mode::Resume,
            _ => Mode::New,
        };
        let job = CampaignJob {
            setup,
            first_game: first,
            line_up,
            campaigns: self.campaigns,
            most_games: self.games,
            seed: self.seed,
            threads: threads(self.threads),
            events: match (&self.out, self.events) {
                (None, _) | (_, Written::None) => Events::None,
                (_, Written::Story) => Events::Named,
                (_, Written::All) => Events::All,
            },
            out: self.out.clone().map(|out| (out, mode)),
            data,
            command: command_line("portolan", &[]),
            live: Arc::clone(&live),
        };
        let mut display = Display::new("campaign", self.quiet, live);
        let outcome = simulate(&job, &stop, &mut |progress| {
            if progress.done > 0 && !self.quiet {
                let are = verb(progress.done, "is", "are");
                tell(&format!("{} {are} there", count(progress.done, "campaign")));
            }
            display.begin(progress);
        });
        display.finish();
        let outcome = outcome.map_err(|error| match error {
            CampaignError::Setup(error) => Failure::from(error),
            CampaignError::Run(error) if self.out.is_some() && error.can_be_resumed() => {
                Failure::work(format!(
                    "{error}; everything up to the last checkpoint is saved. To resume:\n  {}",
                    resume_command()
                ))
            }
            CampaignError::Run(error) => Failure::from(error),
        })?;
        let programs = match &self.out {
            None => of_rows(&outcome.program_rows)?,
            Some(out) => {
                let manifest = CampaignsManifest::read(out)?;
                let files = manifest.iter().map(|manifest| manifest.file.as_slice());
                of_files(files.map(|files| (out.as_path(), files)))?
            }
        };
        print(&match self.format {
            Format::Table => {
                let absent = programs.iter().filter_map(Behaviour::absence);
                let absent = absent.map(|sentence| sentence + "\n").collect::<String>();
                absent + &table(&outcome.findings, &job)
            }
            Format::Json => {
                let json = serde_json::to_string_pretty(&outcome.findings);
                json.unwrap_or_default() + "\n"
            }
            Format::Csv => outcome.findings.csv(),
        })?;
        if outcome.crashes > 0 {
            let place = match &self.out {
                Some(out) => format!(
                    "seeds and moves are in {}",
                    out.join("crashes.csv").display()
                ),
                None => format!(
                    "number, seed, message and moves:\n{}",
                    String::from_utf8_lossy(&outcome.crash_rows).trim_end()
                ),
            };
            tell(&format!(
                "error: {} panicked, which ended the campaign; {place}",
                count(outcome.crashes, "game")
            ));
        }
        let unplayed = report_unplayed(&programs, self.out.as_deref());
        if outcome.stopped {
            let (done, planned) = (outcome.findings.campaigns, count(planned, "campaign"));
            let rest = match &self.out {
                Some(_) => format!("the files are complete. To resume:\n  {}", resume_command()),
                None => "the summary covers the campaigns played".to_string(),
            };
            tell(&format!(
                "stopped after {} of {planned}; {rest}",
                thousands(done)
            ));
        }
        match outcome.stopped || outcome.crashes + unplayed > 0 {
            true => Err(Failure::Reported),
            false => Ok(()),
        }
    }

    fn beginning(&self) -> Result<Beginning, Failure> {
        if let Some(file) = &self.file {
            let (archive, text) = read(file)?;
            let others = (!self.bots.is_empty()).then_some(self.bots.len());
            let (setup, change) = next_game(file, &text, &archive, others)?;
            if let Some(folder) = data_folder(file, &archive)
                && !self.quiet
            {
                tell(&format!("component files of {}", folder.display()));
                if let Some(change) = change {
                    tell(&format!("{} since the archive was written", change.words()));
                }
            }
            let words = match self.bots.is_empty() {
                true => archive.players.clone(),
                false => self.bots.clone(),
            };
            if self.bots.is_empty() && words.iter().any(|word| word == HUMAN) {
                return Err(Failure::usage(format!(
                    "{}: this campaign has human players ({}); replace them with bots by --bots",
                    file.display(),
                    words.join(",")
                )));
            }
            return Ok(Beginning {
                setup,
                first: archive.next_number(),
                words,
            });
        }
        let entry = entry(&self.game)?;
        let players = seats(entry, &self.bots, self.players)?;
        let mut setup = self.rules.setup(&self.game, players)?;
        if let Some(level) = &self.level {
            setup.options.insert(LEVEL.to_string(), level.clone());
        }
        setup.options = first_game(entry, self.chapter, setup.options).map_err(Failure::Usage)?;
        Ok(Beginning {
            setup,
            first: 1,
            words: self.bots.clone(),
        })
    }
}
