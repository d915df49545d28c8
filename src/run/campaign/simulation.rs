//! Simulation of many campaigns.
//!
//! A block is one seed played in every seating: bots keep their seats during a campaign and change them between
//! campaigns. With at most `m` games per campaign, campaign `c` (from 1) has the game numbers from `(c − 1)·m + 1`.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::campaign_table::{CAMPAIGN_COLUMNS, Campaigns, push_campaign};
use super::findings::Findings;
use super::manifest::{CampaignsManifest, CampaignsRecord, Settings};
use super::one_campaign::{Campaign, Entrants};
use super::one_game::{Ended, GameOutput, Numbered, Opener};
use super::rules::RuleOptions;
use super::tally::Tally;
use crate::bots::BotSpec;
use crate::bots::program::supervisor::Stop;
use crate::experiment::pipeline::Workers;
use crate::experiment::session::Progress;
use crate::play::dyn_game::set_up;
use crate::play::live::{Counter, Live};
use crate::play::plan::{NumberedGame, Plan};
use crate::play::single::Events;
use crate::prose::count;
use crate::random::{campaign_seed, deal_seed};
use crate::results::checkpoint::CHECKPOINT;
use crate::results::clock::Clock;
use crate::results::error::RunError;
use crate::results::file::{FileRecord, remove_if_there};
use crate::results::folder::Mode;
use crate::results::manifest::{DataRecord, MANIFEST, Status, WorkManifest};
use crate::results::names::{CAMPAIGNS, CRASHES, PROGRAMS, SUMMARY};
use crate::results::pool::pool;
use crate::results::session::{Counts, OpenTables, Table, tables};
use crate::results::stream::Rows;
use crate::results::work_folder::WorkFolder;
use crate::results::writer::games_header;
use crate::settings::seating::{Seating, blocks_for};
use crate::setup::{GameSetup, SetupError};

/// Settings of a simulation.
pub struct CampaignJob {
    /// Set-up of the first game of every campaign.
    pub setup: GameSetup,
    /// Number of the first game: 1, or higher if the campaigns continue an archive.
    pub first_game: u64,
    /// Bots, one per player.
    pub line_up: Vec<BotSpec>,
    /// Number of campaigns, rounded up to whole blocks.
    pub campaigns: u64,
    /// Maximum number of games in a campaign.
    pub most_games: u64,
    /// Master seed.
    pub seed: u64,
    /// Number of worker threads.
    pub threads: usize,
    /// Selection of events to write.
    pub events: Events,
    /// Output folder, or `None` for a summary only.
    pub out: Option<(PathBuf, Mode)>,
    /// Component data.
    pub data: DataRecord,
    /// Command that repeats the run.
    pub command: String,
    /// Counters for the finished campaigns.
    pub live: Arc<Live>,
}

/// Error in a simulation.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// A game cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A problem with files or bots.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Result of a simulation.
pub struct SimulationResult {
    /// Findings of the campaigns.
    pub findings: Findings,
    /// True if the simulation was stopped early.
    pub stopped: bool,
    /// Number of games that panicked.
    pub crashes: u64,
    /// Rows of `crashes.csv`, for simulations without an output folder.
    pub crash_rows: Vec<u8>,
    /// Rows of `programs.csv`, for simulations without an output folder.
    pub program_rows: Vec<u8>,
}

/// Results of a block.
struct Block {
    rows: [Rows; 4],
    campaigns: Vec<Campaign>,
    counts: Counts,
    stops: Option<Stop>,
    refused: Option<SetupError>,
}

/// Campaigns to play, grouped in blocks.
struct Design<'run> {
    job: &'run CampaignJob,
    seatings: Vec<Seating>,
    blocks: u64,
}

impl Design<'_> {
    fn play_block(&self, opener: &mut Opener, counter: &Counter, block: u64) -> Block {
        let mut output = Block {
            rows: Default::default(),
            campaigns: Vec::new(),
            counts: Counts::default(),
            stops: None,
            refused: None,
        };
        for seating_index in 0..self.seatings.len() {
            let campaign = self.play_campaign(opener, block, seating_index, &mut output);
            output.campaigns.push(campaign);
            counter.ended();
        }
        output
    }

    fn play_campaign(
        &self,
        opener: &mut Opener,
        block: u64,
        seating_index: usize,
        output: &mut Block,
    ) -> Campaign {
        let job = self.job;
        let size = self.seatings.len() as u64;
        let number = block * size + seating_index as u64 + 1;
        let seed = campaign_seed(job.seed, block);
        let mut campaign = Campaign {
            seating_index,
            games: Vec::new(),
            ended: false,
        };
        let mut rules: RuleOptions = job.setup.options.clone();
        for index in 0..job.most_games {
            let numbered = Numbered {
                game: NumberedGame {
                    id: (number - 1) * job.most_games + index + 1,
                    cell: 0,
                    deal_seed: deal_seed(seed, job.first_game - 1 + index),
                    seating_index,
                    seating: &self.seatings[seating_index],
                },
                campaign: number,
                number: job.first_game + index,
                rules: &rules,
                events: job.events,
            };
            let played = match opener.play(&job.line_up, &numbered) {
                Ok(played) => played,
                Err(error) => {
                    output.refused.get_or_insert(error);
                    return campaign;
                }
            };
            let next = played.next.clone();
            let Some(ended) = output.take(played) else {
                return campaign;
            };
            campaign.games.push(ended);
            match next {
                Some(next) => rules = next,
                None => {
                    campaign.ended = true;
                    return campaign;
                }
            }
        }
        campaign
    }
}

impl Block {
    /// Adds the rows of a game and returns its result, if it was completed.
    fn take(&mut self, played: GameOutput) -> Option<Ended> {
        for (rows, more) in self.rows.iter_mut().zip(&played.rows) {
            rows.bytes.extend_from_slice(&more.bytes);
            rows.count += more.count;
        }
        self.stops = self.stops.take().or(played.stops);
        match played.ended {
            Some(_) => self.counts.games += 1,
            None => self.counts.crashes += 1,
        }
        played.ended
    }
}

/// Returns the tables for a simulation of a game with these score categories.
fn tables_of(categories: &[&str]) -> Vec<Table> {
    let mut header = games_header(categories, false, false);
    header.pop();
    header.extend_from_slice(b",campaign,campaign_game\n");
    let mut tables = tables(header);
    tables.push(Table::new(CAMPAIGNS, CAMPAIGN_COLUMNS));
    tables
}

/// Open files of a running simulation.
struct Files {
    work: WorkFolder<CampaignsRecord>,
    session: OpenTables,
}

impl Files {
    /// Completes the files. If the process is killed here, the folder can be resumed.
    fn finish(self, campaigns: u64, summary: &str) -> Result<(), RunError> {
        let Files { mut work, session } = self;
        let (at, mut files) = session.finish(false)?;
        files.push(FileRecord::write(work.path(), SUMMARY, summary)?);
        let manifest = &mut work.manifest;
        manifest.file = files;
        manifest.campaigns_done = campaigns;
        manifest.games_done = at.games;
        manifest.games_crashed = at.crashes;
        let status = match campaigns == manifest.campaigns.campaigns {
            true => Status::Complete,
            false => Status::Stopped,
        };
        work.end(status)?;
        work.close().map(drop)
    }
}

impl CampaignJob {
    /// Returns the manifest before the first game.
    fn manifest(&self, design: &Design, categories: &[&str]) -> CampaignsManifest {
        let size = design.seatings.len() as u64;
        let record = CampaignsRecord {
            reproducible: self.line_up.iter().all(BotSpec::is_reproducible),
            campaigns_done: 0,
            games_done: 0,
            games_crashed: 0,
            command: self.command.clone(),
            score_categories: categories.iter().map(ToString::to_string).collect(),
            campaigns: Settings {
                game: self.setup.game.clone(),
                players: self.setup.players,
                campaigns: design.blocks * size,
                block_size: size,
                most_games: self.most_games,
                first_game: self.first_game,
                seed: self.seed,
                events: self.events,
                set: self.setup.options.clone(),
                bot: self.line_up.clone(),
            },
            data: self.data.clone(),
        };
        WorkManifest::new(self.threads, record)
    }
}

/// Returns the number of campaigns, rounded up to whole blocks, and the block size.
///
/// # Errors
/// [`SetupError`] if the game cannot be set up.
pub fn rounded(setup: &GameSetup, campaigns: u64) -> Result<(u64, u64), SetupError> {
    let seatings = Plan::of(&*set_up(setup)?, 0, 1).block_size();
    Ok((
        blocks_for(campaigns, [seatings].into_iter()) * seatings,
        seatings,
    ))
}

/// Plays the campaigns that the folder does not contain yet. Another thread may set `stop`; the simulation then
/// finishes the current blocks and completes the files. `progress` is called once the folder is locked.
///
/// # Errors
/// [`CampaignError`] if a game, file or bot causes an error. If [`RunError::is_usage`] is true, no file was written.
pub fn simulate(
    job: &CampaignJob,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(Progress),
) -> Result<SimulationResult, CampaignError> {
    let clock = Clock::start();
    let game = set_up(&job.setup)?;
    for bot in &job.line_up {
        bot.fits(&*game).map_err(RunError::from)?;
    }
    let mut plan = Plan::of(&*game, job.seed, job.campaigns);
    let design = Design {
        job,
        blocks: plan.blocks,
        seatings: plan.cells.swap_remove(0),
    };
    let size = design.seatings.len();
    let planned = design.blocks * size as u64;
    let entrants = Entrants::new(&*game, &job.line_up, &design.seatings);
    let pool = pool(job.threads)?;
    let workers = Workers {
        pool: &pool,
        stop,
        live: &job.live,
    };
    let categories = game.score_categories();
    let mut tally = Tally::default();
    let mut files = None;
    let mut crashes = 0;
    if let Some((path, mode)) = &job.out {
        let manifest = job.manifest(&design, categories);
        let (mut work, there) = WorkFolder::open(path, *mode, clock, manifest)?;
        let complete = there
            .as_ref()
            .filter(|there| there.status == Status::Complete);
        let session = match complete {
            Some(there) => work.verify(there).map(|()| None)?,
            None => {
                let tables = tables_of(categories);
                let session = work.open_tables(&tables, 0, there.as_ref())?;
                remove_if_there(&path.join(SUMMARY))?;
                Some(session)
            }
        };
        let (end, name, blocks) = match &session {
            Some(session) => (".partial", CHECKPOINT, session.at().next_step),
            None => ("", MANIFEST, design.blocks),
        };
        let mut read = Campaigns::open(path, end, entrants.seat_count(), size)?;
        while let Some(block) = read.next_block()? {
            tally.push(&block, &entrants, job.first_game);
        }
        if tally.blocks() != blocks {
            let problem = format!(
                "it lists {}, but {CAMPAIGNS} contains {}",
                count(blocks, "block"),
                tally.blocks()
            );
            let path = path.join(name);
            return Err(RunError::Damaged { path, problem }.begin_again().into());
        }
        if let Some(there) = complete {
            work.close()?;
            return Ok(SimulationResult {
                findings: Findings::of(&tally, &entrants, job.first_game, job.most_games),
                stopped: false,
                crashes: there.games_crashed,
                crash_rows: Vec::new(),
                program_rows: Vec::new(),
            });
        }
        files = session.map(|session| Files { work, session });
        crashes = files.as_ref().map_or(0, |files| files.session.at().crashes);
    }
    let first = files
        .as_ref()
        .map_or(0, |files| files.session.at().next_step);
    progress(Progress {
        done: first * size as u64,
        planned,
    });
    let mut crash_rows = Vec::new();
    let mut program_rows = Vec::new();
    let taken = workers.in_order(
        first..design.blocks,
        || (Opener::new(&job.setup), workers.live.counter()),
        |(opener, counter), block| design.play_block(opener, counter, block),
        |number, block| {
            if let Some(error) = block.refused {
                return Err(CampaignError::Setup(error));
            }
            if let Some(stop) = block.stops {
                return Err(RunError::from(stop).into());
            }
            tally.push(&block.campaigns, &entrants, job.first_game);
            crashes += block.counts.crashes;
            match &mut files {
                Some(files) => {
                    let mut stories = Rows::default();
                    for (campaign, place) in block.campaigns.iter().zip(1..) {
                        push_campaign(&mut stories, number * size as u64 + place, campaign);
                    }
                    let rows = block.rows.iter().chain([&stories]);
                    files.session.take(rows, block.counts)?;
                }
                None => {
                    crash_rows.extend_from_slice(&block.rows[CRASHES].bytes);
                    program_rows.extend_from_slice(&block.rows[PROGRAMS].bytes);
                }
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    let findings = Findings::of(&tally, &entrants, job.first_game, job.most_games);
    if let Some(files) = files {
        files.finish(taken * size as u64, &findings.csv())?;
    }
    Ok(SimulationResult {
        findings,
        stopped: taken < design.blocks,
        crashes,
        crash_rows,
        program_rows,
    })
}
