//! A short pilot: the first blocks of an experiment are played to learn what all of it will cost.
//! Nothing of it is written.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::bots::BotSpec;
use crate::experiment::RunError;
use crate::experiment::block::{BlockOutput, BlockPlayer};
use crate::experiment::plan::{Experiment, Plan, Seating};
use crate::experiment::results::{EVENTS, GAMES};
use crate::experiment::roster::Entrants;
use crate::experiment::table;
use crate::experiment::treatment::Treatment;
use crate::game::Game;
use crate::stats::{self, Moments};

/// Most blocks that a pilot plays: more would tell no more, and take memory and time to compress.
const MOST_BLOCKS: u64 = 1000;

/// What a pilot found: the cost of a mean block, over all cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pilot {
    /// Blocks of the experiment.
    pub blocks: u64,
    /// Games in a block.
    pub block_size: u64,
    /// Games that were played.
    pub games: u64,
    /// Of those, games that panicked.
    pub crashes: u64,
    /// Cells that at least one block of was played; the others are taken to cost as much a game.
    pub cells_played: u64,
    /// All cells.
    pub cells: u64,
    /// Seconds of one processor for a block.
    pub block_seconds: f64,
    /// Bytes of the plain tables for a block.
    pub block_bytes: f64,
    /// Bytes of the compressed tables for a block.
    pub block_bytes_compressed: f64,
    /// How much the estimate that the experiment is about varies from block to block; `None` with too
    /// few blocks, or games that panicked.
    pub spread: Option<Spread>,
}

/// How much an estimate from one block varies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Blocks it was learnt from.
    pub blocks: u64,
    /// Variance of the estimate of an effect on the margin ([`crate::stats::margin`]).
    pub margin: f64,
    /// Variance of the estimate of an effect on the share of wins.
    pub wins: f64,
}

/// Fewest blocks from which a spread is learnt.
const FEWEST_BLOCKS: usize = 10;

/// What was played of one cell.
#[derive(Clone, Copy, Default)]
struct Tally {
    blocks: u64,
    seconds: f64,
    bytes: [u64; 2],
}

/// Plays blocks on this thread until the time is over: one block of one cell at least.
///
/// # Errors
/// [`RunError`] if a bot does not fit the game.
pub fn pilot<G: Game>(
    games: &[G],
    experiment: &Experiment,
    time: Duration,
) -> Result<Pilot, RunError> {
    let cells = experiment.cells();
    let line_ups: Vec<Vec<BotSpec>> = cells.iter().map(|cell| experiment.line_up(cell)).collect();
    let plan = Plan::new(games, experiment.seed, experiment.games);
    let entrants: Vec<Entrants> = games
        .iter()
        .zip(&line_ups)
        .map(|(game, line_up)| Entrants::new(game, line_up))
        .collect();
    let mut players = Vec::with_capacity(games.len());
    for (cell, game) in games.iter().enumerate() {
        let player = BlockPlayer::new(
            game,
            &line_ups[cell],
            &plan,
            &entrants[cell],
            experiment.events,
            experiment.kind.has_cells().then_some(cell),
        )?;
        let treatment = Treatment::of_cell(experiment, &cells[cell]);
        players.push(player.treated(treatment).map_err(RunError::Treatment)?);
    }
    let mut tallies = vec![Tally::default(); games.len()];
    let mut compressed = [table::compressor(Size(0)), table::compressor(Size(0))];
    let (mut played, mut crashes) = (0, 0);
    let mut first_place = vec![Vec::new(); games.len()];
    let began = Instant::now();
    for step in 0..plan.blocks.min(MOST_BLOCKS) * plan.width() {
        let cell = (step % plan.width()) as usize;
        let before = processor_time(began);
        let output = players[cell].play(step);
        let tally = &mut tallies[cell];
        tally.seconds += processor_time(began).saturating_sub(before).as_secs_f64();
        tally.blocks += 1;
        for (at, stream) in [GAMES, EVENTS].into_iter().enumerate() {
            let rows = &output.rows[stream].bytes;
            tally.bytes[at] += rows.len() as u64;
            // A counter takes everything.
            let _ = compressed[at].write_all(rows);
        }
        first_place[cell].push(of_first_place(&plan.cells[cell], &output));
        played += output.games + output.crashes;
        crashes += output.crashes;
        if began.elapsed() >= time {
            break;
        }
    }
    let sizes = compressed.map(|encoder| encoder.finish().map_or(0, |Size(bytes)| bytes));
    let plain = [0, 1].map(|at| tallies.iter().map(|tally| tally.bytes[at]).sum::<u64>());
    let ratio = [0, 1].map(|at| sizes[at] as f64 / plain[at].max(1) as f64);
    let seconds: f64 = tallies.iter().map(|tally| tally.seconds).sum();
    let mut found = Pilot {
        blocks: plan.blocks,
        block_size: plan.block_size(),
        games: played,
        crashes,
        cells_played: tallies.iter().filter(|tally| tally.blocks > 0).count() as u64,
        cells: plan.width(),
        block_seconds: 0.0,
        block_bytes: 0.0,
        block_bytes_compressed: 0.0,
        spread: spread(experiment, &first_place),
    };
    for (tally, seatings) in tallies.iter().zip(&plan.cells) {
        // By block of this cell; of a cell that was not reached, by its games.
        let mean = |total: f64, all: f64| match tally.blocks {
            0 => all / played as f64 * seatings.len() as f64,
            blocks => total / blocks as f64,
        };
        found.block_seconds += mean(tally.seconds, seconds);
        for at in 0..2 {
            let bytes = mean(tally.bytes[at] as f64, plain[at] as f64);
            found.block_bytes += bytes;
            found.block_bytes_compressed += bytes * ratio[at];
        }
    }
    Ok(found)
}

/// Margin and share of wins of the first place of a line-up, means over the seatings of a block; `None`
/// if a game panicked.
fn of_first_place(seatings: &[Seating], output: &BlockOutput) -> Option<(f64, f64)> {
    if output.crashes > 0 {
        return None;
    }
    let seats = seatings.first()?.len();
    let (mut margin, mut wins) = (0.0, 0.0);
    for (seating, game) in seatings.iter().zip(output.results.chunks(seats)) {
        let own = seating.iter().position(|&place| place == Some(0))?;
        let scores: Vec<f64> = game.iter().map(|seat| f64::from(seat.score)).collect();
        // Alone the margin is the score.
        margin += stats::margin(&scores, own).unwrap_or(scores[own]);
        wins += game[own].win;
    }
    let games = seatings.len() as f64;
    Some((margin / games, wins / games))
}

/// The spread of what the experiment is about: what access to one item is worth in a factorial
/// experiment; with several cells how the first place does beside the first cell; otherwise how it does.
fn spread(experiment: &Experiment, cells: &[Vec<Option<(f64, f64)>>]) -> Option<Spread> {
    let factorial = experiment.items.as_ref().and_then(|items| {
        let factorial = items.factorial?;
        let withheld = match factorial.withhold {
            share if share < 1.0 => share,
            number => number / items.item.len() as f64,
        };
        // Every place of a block tells about every item.
        Some(experiment.players as f64 * withheld * (1.0 - withheld))
    });
    let compared = cells.len() > 1 && factorial.is_none();
    let (mut margins, mut wins, mut blocks) = (Vec::new(), Vec::new(), 0);
    for cell in if compared { &cells[1..] } else { cells } {
        let (mut margin, mut win) = (Moments::default(), Moments::default());
        for (block, one) in cell.iter().enumerate() {
            let here = (*one)?;
            let control = if compared {
                (*cells[0].get(block)?)?
            } else {
                (0.0, 0.0)
            };
            margin.push(here.0 - control.0);
            win.push(here.1 - control.1);
        }
        if cell.len() >= FEWEST_BLOCKS {
            margins.extend(margin.variance());
            wins.extend(win.variance());
            blocks = blocks.max(cell.len() as u64);
        }
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let information = factorial.unwrap_or(1.0);
    (!margins.is_empty()).then(|| Spread {
        blocks,
        margin: mean(&margins) / information,
        wins: mean(&wins) / information,
    })
}

/// Counts what is written to it.
struct Size(u64);

impl Write for Size {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.0 += buffer.len() as u64;
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// How long this thread has had a processor, so that a busy machine does not spoil the measurement;
/// where the system does not tell, the time that went by.
fn processor_time(began: Instant) -> Duration {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .map_or_else(|| began.elapsed(), Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::experiment::plan::{EventLevel, Kind};
    use crate::experiment::toy::Toy;

    #[test]
    fn a_pilot_measures_a_mean_block_and_counts_its_crashes() {
        let mut experiment = Experiment {
            kind: Kind::Simulate,
            game: "toy".to_string(),
            players: 2,
            bots: vec!["random".to_string(), "random".to_string()],
            games: 100,
            seed: 5,
            events: EventLevel::All,
            compress: false,
            data: String::new(),
            set: BTreeMap::new(),
            bot: vec![BotSpec::random()],
            duel: None,
            ladder: None,
            mixture: None,
            items: None,
            exposures: Vec::new(),
            perturbed: 0,
            settings: BTreeMap::new(),
            cell: Vec::new(),
        };
        let toy = Toy::new(2);
        let hour = Duration::from_secs(3600);
        let toys = std::slice::from_ref(&toy);
        let all = pilot(toys, &experiment, hour).unwrap();
        assert_eq!((all.blocks, all.block_size, all.games), (50, 2, 100));
        assert_eq!((all.cells_played, all.cells, all.crashes), (1, 1, 0));
        // Four numbers from 1 to 3 on either side, two games a block; luck is the deal's and cancels.
        let spread = all.spread.unwrap();
        let margin = 2.0 * 4.0 * (2.0 / 3.0) / 2.0;
        assert_eq!(spread.blocks, 50);
        assert!((0.5..2.0).contains(&(spread.margin / margin)), "{spread:?}");
        assert!(all.block_bytes_compressed > 0.0);
        assert!(all.block_bytes_compressed < all.block_bytes / 2.0);
        experiment.events = EventLevel::None;
        let bare = pilot(toys, &experiment, hour).unwrap();
        assert!(bare.block_bytes < all.block_bytes);
        // Without time there is one block.
        let one = pilot(toys, &experiment, Duration::ZERO).unwrap();
        assert_eq!(one.spread, None);
        assert_eq!(one.games, 2);
        // Cells that were not reached cost as much a game.
        let cells = [toy.clone(), toy.clone(), toy];
        let cell = experiment.cells()[0].clone();
        experiment.cell = vec![cell; 3];
        let part = pilot(&cells, &experiment, Duration::ZERO).unwrap();
        assert_eq!((part.cells_played, part.cells, part.block_size), (1, 3, 6));
        assert!((part.block_bytes - 3.0 * one.block_bytes).abs() < 1e-6);
    }
}
