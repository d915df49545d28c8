//! A short pilot: the first blocks of an experiment are played to learn what all of it will cost.
//! Nothing of it is written.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::bots::BotSpec;
use crate::bots::program::conduct::Stop;
use crate::experiment::summary::{Removed, SeatLuck, WithoutLuck};
use crate::play::any_game::{AnyGame, CellPlay, abouts};
use crate::play::block::{BlockOutput, Blocks};
use crate::play::live::Live;
use crate::play::plan::Plan;
use crate::play::treatment::Treatment;
use crate::results::error::RunError;
use crate::results::names::{EVENTS, GAMES};
use crate::results::table;
use crate::settings::Experiment;
use crate::settings::seating::Seating;
use crate::stats::{self, Adjusted, Moments};

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
    /// Cells of which at least one block was played; of each of the others it was one game.
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
    /// What it is worth to take luck off; `None` where luck is not valued, and with too few blocks.
    pub luck: Option<LuckWorth>,
}

/// What it is worth to take luck off, and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LuckWorth {
    /// Blocks it was learnt from, in all cells.
    pub blocks: u64,
    /// Variance of the mean lead of the first place over that of the same with its luck taken off; `None` where
    /// nothing varies.
    pub lead: Option<f64>,
    /// The same of its share of wins.
    pub win: Option<f64>,
    /// Processor time of a game whose luck is valued over that of the same game without.
    pub cost: f64,
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

/// What was played of one cell, and what it cost.
#[derive(Clone, Copy, Default)]
struct CellCost {
    blocks: u64,
    games: u64,
    seconds: f64,
    bytes: [u64; 2],
}

/// Plays blocks on this thread until the time is over, and then a game of every cell that was not
/// reached: bots of different cells may differ a thousandfold in what they cost. `progress` hears how many
/// cells were visited, and how many there are.
///
/// # Errors
/// [`RunError`] if a bot does not fit the game.
pub fn pilot(
    games: &[Box<dyn AnyGame>],
    experiment: &Experiment,
    time: Duration,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Pilot, RunError> {
    let cells = experiment.cells();
    let line_ups: Vec<Vec<BotSpec>> = cells.iter().map(|cell| experiment.line_up(cell)).collect();
    let plan = Plan::new(abouts(games), experiment.seed, experiment.games);
    let mut players = Vec::with_capacity(games.len());
    let mut plain = Vec::new();
    for (cell, game) in games.iter().enumerate() {
        let play = |variance| CellPlay {
            plan: &plan,
            line_up: &line_ups[cell],
            events: experiment.plain.events,
            cell: experiment.design.kind().has_cells().then_some(cell),
            treatment: Treatment::of_cell(experiment, &cells[cell]),
            variance,
        };
        let variance = experiment.variance.as_ref();
        players.push(game.blocks(play(variance), &Live::default())?);
        if variance.is_some() {
            plain.push(game.blocks(play(None), &Live::default())?);
        }
    }
    let mut luck = vec![Removed::default(); plain.len()];
    let mut luck_seconds = [0.0; 2];
    let mut costs = vec![CellCost::default(); games.len()];
    let mut compressed = [table::compressor(Size(0)), table::compressor(Size(0))];
    let mut crashes = 0;
    let mut unstarted = None;
    let mut first_place = vec![Vec::new(); games.len()];
    let began = Instant::now();
    // All games of a step, or the first one; how the first place did in them.
    let mut count = |cost: &mut CellCost, player: &mut dyn Blocks<'_>, step: u64, all: bool| {
        let (output, seconds) = timed(began, || match all {
            true => player.play(step),
            false => player.play_first(step),
        });
        cost.seconds += seconds;
        cost.games += output.games + output.crashes;
        for (at, stream) in [GAMES, EVENTS].into_iter().enumerate() {
            let rows = &output.rows[stream].bytes;
            cost.bytes[at] += rows.len() as u64;
            // A counter takes everything.
            let _ = compressed[at].write_all(rows);
        }
        crashes += output.crashes;
        if let Some(stop @ Stop::Start(_)) = &output.stops {
            unstarted.get_or_insert_with(|| stop.clone());
        }
        let seatings = &plan.cells[(step % plan.width()) as usize];
        let of_first = of_first_place(seatings, &output);
        (of_first, luck_of_first_place(seatings, &output), seconds)
    };
    for step in 0..plan.blocks.min(MOST_BLOCKS) * plan.width() {
        let cell = (step % plan.width()) as usize;
        let (of_first, lucks, seconds) = count(&mut costs[cell], &mut *players[cell], step, true);
        costs[cell].blocks += 1;
        first_place[cell].push(of_first);
        if let Some(player) = plain.get_mut(cell) {
            lucks.into_iter().for_each(|seat| luck[cell].add(seat));
            luck[cell].end_block(step / plan.width());
            let (_, without) = timed(began, || player.play(step));
            luck_seconds = [luck_seconds[0] + seconds, luck_seconds[1] + without];
        }
        progress(plan.width().min(step + 1), plan.width());
        if began.elapsed() >= time {
            break;
        }
    }
    let cells_played = costs.iter().filter(|cost| cost.blocks > 0).count() as u64;
    for step in cells_played..plan.width() {
        let cell = step as usize;
        count(&mut costs[cell], &mut *players[cell], step, false);
        progress(step + 1, plan.width());
    }
    if let Some(stop) = unstarted {
        return Err(stop.into());
    }
    let sizes = compressed.map(|encoder| encoder.finish().map_or(0, |Size(bytes)| bytes));
    let plain = [0, 1].map(|at| costs.iter().map(|cost| cost.bytes[at]).sum::<u64>());
    let ratio = [0, 1].map(|at| sizes[at] as f64 / plain[at].max(1) as f64);
    let mut found = Pilot {
        blocks: plan.blocks,
        block_size: plan.block_size(),
        games: costs.iter().map(|cost| cost.games).sum(),
        crashes,
        cells_played,
        cells: plan.width(),
        block_seconds: 0.0,
        block_bytes: 0.0,
        block_bytes_compressed: 0.0,
        spread: spread(experiment, &first_place),
        luck: luck_worth(&luck, luck_seconds[0] / luck_seconds[1]),
    };
    for (cost, seatings) in costs.iter().zip(&plan.cells) {
        // Of a block that was played in part, as much a game.
        let blocks = cost.games as f64 / seatings.len() as f64;
        found.block_seconds += cost.seconds / blocks;
        for (bytes, ratio) in cost.bytes.iter().zip(ratio) {
            let bytes = *bytes as f64 / blocks;
            found.block_bytes += bytes;
            found.block_bytes_compressed += bytes * ratio;
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
    for (seating, game) in seatings.iter().zip(output.records.chunks(seats)) {
        let own = seating.iter().position(|&place| place == Some(0))?;
        let scores: Vec<f64> = game.iter().map(|seat| f64::from(seat.score)).collect();
        // Alone the margin is the score.
        margin += stats::margin(&scores, own).unwrap_or(scores[own]);
        wins += game[own].win;
    }
    let games = seatings.len() as f64;
    Some((margin / games, wins / games))
}

/// How the first place did in each game of a block, and its luck; nothing where luck was not valued or a game panicked.
fn luck_of_first_place(seatings: &[Seating], output: &BlockOutput) -> Vec<SeatLuck> {
    let seats = seatings.first().map_or(1, Vec::len);
    let games = seatings.iter().zip(output.records.chunks(seats));
    let whole = games.filter(|_| output.crashes == 0);
    whole
        .filter_map(|(seating, game)| {
            let own = seating.iter().position(|&place| place == Some(0))?;
            SeatLuck::of(game, own)
        })
        .collect()
}

/// What it is worth in all cells together to take luck off.
fn luck_worth(cells: &[Removed], cost: f64) -> Option<LuckWorth> {
    let found: Vec<WithoutLuck> = cells.iter().filter_map(Removed::luck).collect();
    let times = |of: fn(&WithoutLuck) -> Option<Adjusted>| {
        let square = |low: f64, high: f64| (high - low) * (high - low);
        let told = || found.iter().filter_map(of);
        let plain: f64 = told()
            .map(|one| square(one.plain_low, one.plain_high))
            .sum();
        let less: f64 = told().map(|one| square(one.low, one.high)).sum();
        (less > 0.0).then(|| plain / less)
    };
    (!found.is_empty()).then(|| LuckWorth {
        blocks: cells.iter().map(Removed::blocks).sum(),
        lead: times(|luck| luck.lead),
        win: times(|luck| luck.win),
        cost,
    })
}

/// What work gives, and the seconds of one processor that it took.
fn timed<T>(began: Instant, work: impl FnOnce() -> T) -> (T, f64) {
    let before = processor_time(began);
    let found = work();
    let taken = processor_time(began).saturating_sub(before);
    (found, taken.as_secs_f64())
}

/// The spread of what the experiment is about: what access to one item is worth in a factorial
/// experiment; with several cells how the first place does beside the first cell; otherwise how it does.
fn spread(experiment: &Experiment, cells: &[Vec<Option<(f64, f64)>>]) -> Option<Spread> {
    let factorial = experiment.design.items().and_then(|items| {
        let factorial = items.factorial()?;
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

/// How long this thread has had a processor, so that a busy machine does not spoil the measurement.
#[cfg(unix)]
fn processor_time(began: Instant) -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or_else(|_| began.elapsed(), Duration::from)
}

/// The time that went by, where no clock of a thread is at hand.
#[cfg(not(unix))]
fn processor_time(began: Instant) -> Duration {
    began.elapsed()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::play::any_game::any;
    use crate::play::toy::Toy;
    use crate::settings::items::{Factorial, ItemDesign, ItemStudy, StudiedItem};
    use crate::settings::{CellSpec, Design, EventLevel, Plain, Varied};

    fn toys() -> Experiment {
        Experiment {
            design: Design::Single,
            game: "toy".to_string(),
            players: 2,
            bots: vec!["random".to_string(), "random".to_string()],
            games: 100,
            seed: 5,
            plain: Plain::default(),
            data: String::new(),
            set: BTreeMap::new(),
            bot: vec![BotSpec::random()],
            variance: None,
        }
    }

    #[test]
    fn a_pilot_measures_a_mean_block_and_counts_its_crashes() {
        let mut experiment = toys();
        let toy = Toy::new(2);
        let hour = Duration::from_secs(3600);
        let toys = &any([toy.clone()]);
        let all = pilot(toys, &experiment, hour, &mut |_, _| {}).unwrap();
        assert_eq!((all.blocks, all.block_size, all.games), (50, 2, 100));
        assert_eq!((all.cells_played, all.cells, all.crashes), (1, 1, 0));
        // Four numbers from 1 to 3 on either side, two games a block; luck is the deal's and cancels.
        let spread = all.spread.unwrap();
        let margin = 2.0 * 4.0 * (2.0 / 3.0) / 2.0;
        assert_eq!(spread.blocks, 50);
        assert!((0.5..2.0).contains(&(spread.margin / margin)), "{spread:?}");
        assert!(all.block_bytes_compressed > 0.0);
        // However short the games, they took some time.
        assert!(all.block_seconds > 0.0);
        assert!(all.block_bytes_compressed < all.block_bytes / 2.0);
        experiment.plain.events = EventLevel::None;
        let bare = pilot(toys, &experiment, hour, &mut |_, _| {}).unwrap();
        assert!(bare.block_bytes < all.block_bytes);
        // Without time there is one block.
        let one = pilot(toys, &experiment, Duration::ZERO, &mut |_, _| {}).unwrap();
        assert_eq!(one.spread, None);
        assert_eq!(one.games, 2);
        // Of cells that the time does not suffice for there is one game each.
        let cells = any([toy.clone(), Toy::new(3), toy]);
        let cell = experiment.cells()[0].clone();
        let three = CellSpec {
            players: 3,
            bots: vec!["random".to_string(); 3],
            ..cell.clone()
        };
        experiment.design = Design::Cells {
            varied: Varied::Sweep,
            cells: vec![cell.clone(), three, cell],
        };
        let mut visited = Vec::new();
        let mut note = |cells, all| visited.push((cells, all));
        let part = pilot(&cells, &experiment, Duration::ZERO, &mut note).unwrap();
        assert_eq!(visited, [(1, 3), (2, 3), (3, 3)]);
        assert_eq!((part.cells_played, part.cells, part.block_size), (1, 3, 10));
        assert_eq!(part.games, 2 + 1 + 1);
        let whole = pilot(&cells, &experiment, hour, &mut |_, _| {}).unwrap();
        assert_eq!(whole.cells_played, 3);
        // Rows differ by the digits of the scores only.
        assert!((part.block_bytes / whole.block_bytes - 1.0).abs() < 0.1);
    }

    /// Ten blocks each, margin and share of wins of the first place; between cells only what they do
    /// beside the first counts, block by block.
    #[test]
    fn a_spread_is_of_what_the_experiment_compares() {
        let deals = [0.0, 8.0, -4.0, 6.0, 2.0, -6.0, 4.0, -2.0, 0.0, 2.0];
        let cell = |step: f64| -> Vec<Option<(f64, f64)>> {
            let block = |(index, deal): (usize, &f64)| {
                let margin = deal + step * f64::from(index % 2 == 0);
                Some((margin, margin / 100.0))
            };
            deals.iter().enumerate().map(block).collect()
        };
        let mut experiment = toys();
        let close = |found: f64, wanted: f64| (found - wanted).abs() < 1e-9;
        // The squares of the deals about their mean, 1, add up to 170; the steps 3 and 6 spread by
        // a quarter of their squares.
        let alone = spread(&experiment, &[cell(0.0)]).unwrap();
        assert_eq!(alone.blocks, 10);
        assert!(close(alone.margin, 170.0 / 9.0), "{alone:?}");
        assert!(close(alone.wins, 170.0 / 9.0 / 1e4), "{alone:?}");
        let cells = [cell(0.0), cell(3.0), cell(6.0)];
        let beside = spread(&experiment, &cells).unwrap();
        let wanted = 10.0 / 9.0 * (9.0 + 36.0) / 4.0 / 2.0;
        assert!(close(beside.margin, wanted), "{beside:?}");
        assert!(close(beside.wins, wanted / 1e4), "{beside:?}");
        assert_eq!(spread(&experiment, &[cell(0.0)[..9].to_vec()]), None);
        // Each of two places tells of an item by the variance of whether it is withheld.
        let item = |number| StudiedItem {
            label: format!("item {number}"),
            kind: "item".to_string(),
            number,
            ..StudiedItem::default()
        };
        for withhold in [0.25, 2.0] {
            let factorial = Factorial {
                withhold,
                ..Factorial::default()
            };
            experiment.design = Design::Cells {
                varied: Varied::Items {
                    study: ItemStudy {
                        by_strength: false,
                        design: ItemDesign::Factorial(factorial),
                        item: (0..8).map(item).collect(),
                    },
                    perturbed: 0,
                },
                cells: experiment.cells().to_vec(),
            };
            let access = spread(&experiment, &[cell(0.0)]).unwrap();
            let wanted = 170.0 / 9.0 / (2.0 * 0.25 * 0.75);
            assert!(close(access.margin, wanted), "{access:?}");
            assert!(close(access.wins, wanted / 1e4), "{access:?}");
        }
    }
}
