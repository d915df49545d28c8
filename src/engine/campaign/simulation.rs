//! Whole campaigns by the thousand.
//!
//! A block is one seed played in every seating: bots keep their seats through a campaign, and change them from
//! one to the next. Campaign `c` (from 1) of at most `m` games has the games `(c − 1)·m + 1` and on.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Instant, SystemTime};

use super::findings::Findings;
use super::manifest::{CampaignsManifest, Settings};
use super::one_campaign::{Campaign, Entrants};
use super::one_game::{Ended, Numbered, Opener, Played};
use super::rules::RuleOptions;
use super::tally::Tally;
use crate::bots::BotSpec;
use crate::bots::program::conduct::Stop;
use crate::experiment::pipeline::in_order;
use crate::play::any_game::set_up;
use crate::play::live::{Counter, Live};
use crate::play::plan::{NumberedGame, Plan};
use crate::play::single::Events;
use crate::random::{campaign_seed, deal_seed};
use crate::results::error::RunError;
use crate::results::file::{FileRecord, write_whole};
use crate::results::folder::{Folder, Mode, Work};
use crate::results::manifest::{DataRecord, FORMAT, RunRecord, Status, VERSION, revision};
use crate::results::names::{
    CRASH_COLUMNS, CRASHES, EVENT_COLUMNS, PROGRAM_COLUMNS, STREAMED, SUMMARY,
};
use crate::results::pool::pool;
use crate::results::stream::{Rows, Stream};
use crate::results::writer::games_header;
use crate::settings::seating::{Seating, blocks_for};
use crate::setup::{GameSetup, SetupError};

/// What is to be played.
pub struct Request {
    /// The first game of every campaign.
    pub setup: GameSetup,
    /// Its number: 1 unless an archive is gone on with.
    pub first_game: u64,
    /// The bots, one per player.
    pub line_up: Vec<BotSpec>,
    /// Campaigns, rounded up to whole blocks.
    pub campaigns: u64,
    /// Most games of a campaign.
    pub most_games: u64,
    /// Master seed.
    pub seed: u64,
    /// Worker threads.
    pub threads: usize,
    /// Which events are written.
    pub events: Events,
    /// Where the files go; none if only the summary is wanted.
    pub out: Option<(PathBuf, Mode)>,
    /// The component data.
    pub data: DataRecord,
    /// The command that repeats the run.
    pub command: String,
    /// Where workers tell how many campaigns have ended.
    pub live: Arc<Live>,
}

/// Why campaigns were not played to the end.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// A game is not accepted as it is to be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Files or bots.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// What was played, and what it shows.
pub struct Outcome {
    /// What it shows.
    pub findings: Findings,
    /// Whether it was stopped before all campaigns were played.
    pub stopped: bool,
    /// Games that panicked.
    pub crashes: u64,
    /// Rows of `crashes.csv`, for those who keep no files.
    pub crash_rows: Vec<u8>,
}

/// What a block gives.
struct Block {
    rows: [Rows; 4],
    campaigns: Vec<Campaign>,
    games: u64,
    crashes: u64,
    stops: Option<Stop>,
    refused: Option<SetupError>,
}

/// A plan of campaigns.
struct Design<'run> {
    request: &'run Request,
    seatings: Vec<Seating>,
    blocks: u64,
}

impl Design<'_> {
    fn play_block(&self, opener: &mut Opener, counter: &Counter, block: u64) -> Block {
        let mut output = Block {
            rows: Default::default(),
            campaigns: Vec::new(),
            games: 0,
            crashes: 0,
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
        let request = self.request;
        let size = self.seatings.len() as u64;
        let number = block * size + seating_index as u64 + 1;
        let seed = campaign_seed(request.seed, block);
        let mut campaign = Campaign {
            seating_index,
            games: Vec::new(),
            ended: false,
        };
        let mut rules: RuleOptions = request.setup.options.clone();
        for index in 0..request.most_games {
            let numbered = Numbered {
                game: NumberedGame {
                    id: (number - 1) * request.most_games + index + 1,
                    cell: 0,
                    deal_seed: deal_seed(seed, request.first_game - 1 + index),
                    seating_index,
                    seating: &self.seatings[seating_index],
                },
                campaign: number,
                number: request.first_game + index,
                rules: &rules,
                events: request.events,
            };
            let played = match opener.play(&request.line_up, &numbered) {
                Ok(played) => played,
                Err(error) => {
                    output.refused.get_or_insert(error);
                    return campaign;
                }
            };
            let Some(ended) = output.take(played) else {
                return campaign;
            };
            let next = ended.next.clone();
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
    /// Takes the rows of a game; how it ended, if it did.
    fn take(&mut self, played: Played) -> Option<Ended> {
        for (rows, more) in self.rows.iter_mut().zip(&played.rows) {
            rows.bytes.extend_from_slice(&more.bytes);
            rows.count += more.count;
        }
        self.stops = self.stops.take().or(played.stops);
        match played.ended {
            Some(_) => self.games += 1,
            None => self.crashes += 1,
        }
        played.ended
    }
}

/// The files of campaigns under way.
struct Files {
    folder: Folder,
    streams: [Stream; 4],
}

impl Files {
    fn begin(out: &(PathBuf, Mode), categories: &[&str]) -> Result<Files, RunError> {
        let (path, mode) = out;
        let unresumable = |_: &Folder| Ok(());
        let (folder, ()) = Folder::claim(path, Work::Campaigns, *mode, (), unresumable)?;
        let [games, events, crashes, programs] = STREAMED;
        let mut header = games_header(categories, false);
        header.pop();
        header.extend_from_slice(b",campaign,campaign_game\n");
        let columns = |columns: &str| format!("{columns}\n").into_bytes();
        let streams = [
            Stream::begin(&folder.path, games, &header)?,
            Stream::begin(&folder.path, events, &columns(EVENT_COLUMNS))?,
            Stream::begin(&folder.path, crashes, &columns(CRASH_COLUMNS))?,
            Stream::begin(&folder.path, programs, &columns(PROGRAM_COLUMNS))?,
        ];
        Ok(Files { folder, streams })
    }

    fn finish(self, mut manifest: CampaignsManifest, summary: &str) -> Result<(), RunError> {
        for stream in self.streams {
            manifest.file.extend(stream.finish(false)?);
        }
        write_whole(&self.folder.path.join(SUMMARY), summary)?;
        manifest.file.push(FileRecord::of(SUMMARY, summary));
        manifest.write(&self.folder.path)
    }
}

/// Campaigns that are played if so many are asked for of a game as it is set up: whole blocks of every seating.
///
/// # Errors
/// [`SetupError`] if the game is not accepted.
pub fn rounded(setup: &GameSetup, campaigns: u64) -> Result<(u64, u64), SetupError> {
    let seatings = Plan::of(&*set_up(setup)?, 0, 1).block_size();
    Ok((
        blocks_for(campaigns, [seatings].into_iter()) * seatings,
        seatings,
    ))
}

/// Plays the campaigns. `stop` may be set from outside: the blocks under way are then finished and the files made
/// whole.
///
/// # Errors
/// [`CampaignError`]; if it is [`RunError::is_usage`], nothing was written.
pub fn simulate(request: &Request, stop: &AtomicBool) -> Result<Outcome, CampaignError> {
    let began = Instant::now();
    let game = set_up(&request.setup)?;
    for bot in &request.line_up {
        bot.fits(&*game).map_err(RunError::from)?;
    }
    let mut plan = Plan::of(&*game, request.seed, request.campaigns);
    let design = Design {
        request,
        blocks: plan.blocks,
        seatings: plan.cells.swap_remove(0),
    };
    let entrants = Entrants::new(&*game, &request.line_up, &design.seatings);
    let pool = pool(request.threads)?;
    let categories = game.score_categories();
    let out = request.out.as_ref();
    let mut files = out.map(|out| Files::begin(out, categories)).transpose()?;
    let mut tally = Tally::default();
    let (mut games, mut crashes, mut crash_rows) = (0, 0, Vec::new());
    let taken = in_order(
        &pool,
        0..design.blocks,
        stop,
        || (Opener::new(&request.setup), request.live.counter()),
        |(opener, counter), block| design.play_block(opener, counter, block),
        |_, block| {
            if let Some(error) = block.refused {
                return Err(CampaignError::Setup(error));
            }
            if let Some(stop) = block.stops {
                return Err(RunError::from(stop).into());
            }
            tally.push(&block.campaigns, &entrants, request.first_game);
            games += block.games;
            crashes += block.crashes;
            match &mut files {
                Some(files) => {
                    for (stream, rows) in files.streams.iter_mut().zip(&block.rows) {
                        stream.append(rows)?;
                    }
                }
                None => crash_rows.extend_from_slice(&block.rows[CRASHES].bytes),
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    let stopped = taken < design.blocks;
    let findings = Findings::of(&tally, &entrants, request.first_game);
    if let Some(files) = files {
        let size = design.seatings.len() as u64;
        let manifest = CampaignsManifest {
            format: FORMAT,
            version: VERSION.to_string(),
            revision: revision(),
            status: match stopped {
                true => Status::Stopped,
                false => Status::Complete,
            },
            reproducible: request.line_up.iter().all(BotSpec::is_reproducible),
            campaigns_done: taken * size,
            games_done: games,
            games_crashed: crashes,
            command: request.command.clone(),
            score_categories: categories.iter().map(ToString::to_string).collect(),
            campaigns: Settings {
                game: request.setup.game.clone(),
                players: request.setup.players,
                campaigns: design.blocks * size,
                block_size: size,
                most_games: request.most_games,
                first_game: request.first_game,
                seed: request.seed,
                set: request.setup.options.clone(),
                bot: request.line_up.clone(),
            },
            data: request.data.clone(),
            run: RunRecord {
                threads: request.threads,
                wall_seconds: began.elapsed().as_secs_f64(),
                started_unix: SystemTime::UNIX_EPOCH
                    .elapsed()
                    .map_or(0, |since| since.as_secs()),
                machine: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
                processors: std::thread::available_parallelism().map_or(1, usize::from),
            },
            file: Vec::new(),
        };
        files.finish(manifest, &findings.csv())?;
    }
    Ok(Outcome {
        findings,
        stopped,
        crashes,
        crash_rows,
    })
}
