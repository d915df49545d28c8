//! Pilot run: plays the first deal groups of an experiment to estimate the cost of the whole experiment. The games
//! are not written.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::bots::BotSpec;
use crate::bots::program::supervisor::Stop;
use crate::experiment::summary::{ControlledMeans, SeatLuck, WithoutLuck};
use crate::play::block::{BlockOutput, Blocks};
use crate::play::dyn_game::{CellPlay, DynGame, abouts};
use crate::play::live::Live;
use crate::play::plan::Plan;
use crate::play::treatment::Treatment;
use crate::results::error::RunError;
use crate::results::names::{EVENTS, GAMES};
use crate::results::table;
use crate::settings::Experiment;
use crate::settings::seating::Seating;
use crate::stats::{self, Adjusted, Moments};

/// Maximum number of deal groups in a pilot run. More deal groups would cost memory and time without a better
/// estimate.
const MOST_BLOCKS: u64 = 1000;

/// Result of a pilot run: the mean cost of a deal group over all conditions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pilot {
    /// Number of deal groups in the experiment.
    pub blocks: u64,
    /// Number of games in a deal group.
    pub block_size: u64,
    /// Number of games played.
    pub games: u64,
    /// Number of played games that panicked.
    pub crashes: u64,
    /// Number of conditions with at least one complete deal group. In every other condition only one game was
    /// played.
    pub cells_played: u64,
    /// Number of conditions in the experiment.
    pub cells: u64,
    /// Processor time per deal group, in seconds.
    pub block_seconds: f64,
    /// Size of the uncompressed tables per deal group, in bytes.
    pub block_bytes: f64,
    /// Size of the compressed tables per deal group, in bytes.
    pub block_bytes_compressed: f64,
    /// Variance between deal groups of the main estimate of the experiment; `None` if there were too few deal
    /// groups, or games panicked.
    pub spread: Option<Spread>,
    /// Gain from the control variate for luck; `None` if luck is not valued, or there were too few deal groups.
    pub luck: Option<LuckWorth>,
}

/// Gain from the control variate for luck, and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LuckWorth {
    /// Number of deal groups in the sample, over all conditions.
    pub blocks: u64,
    /// Ratio of the variance of the first place's mean lead without the control variate to the variance with
    /// it; `None` if the lead does not vary.
    pub lead: Option<f64>,
    /// Ratio of the variances of the first place's win rate, as for `lead`.
    pub win: Option<f64>,
    /// Processor time of a game in which luck is valued, divided by the processor time of a game without valued luck.
    pub cost: f64,
}

/// Variance of an estimate from one deal group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Number of deal groups in the sample.
    pub blocks: u64,
    /// Variance of the estimated effect on the margin ([`crate::stats::margin`]).
    pub margin: f64,
    /// Variance of the estimated effect on the win rate.
    pub wins: f64,
}

/// Minimum number of deal groups for an estimate of the variance.
const FEWEST_BLOCKS: usize = 10;

/// Games played in one condition, and their cost.
#[derive(Clone, Copy, Default)]
struct CellCost {
    blocks: u64,
    games: u64,
    seconds: f64,
    bytes: [u64; 2],
}

impl CellCost {
    /// Returns the number of deal groups with this number of seatings. A partly played deal group counts as a fraction.
    fn deal_groups(&self, seatings: usize) -> f64 {
        self.games as f64 / seatings as f64
    }

    /// Returns the processor time of a deal group in seconds.
    fn block_seconds(&self, seatings: usize) -> f64 {
        self.seconds / self.deal_groups(seatings)
    }
}

/// Plays deal groups on this thread until the time is over, then one game of every condition that was not
/// reached, since the cost of bots can differ a thousandfold between conditions. `progress` receives the number
/// of conditions visited and the total number.
///
/// # Errors
/// [`RunError`] if a bot does not fit the game.
pub fn pilot(
    games: &[Box<dyn DynGame>],
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
            events: experiment.events,
            cell: experiment.kind.traits().has_cells.then_some(cell),
            treatment: Treatment::of_cell(experiment, &cells[cell]),
            variance,
        };
        let variance = experiment.variance.as_ref();
        players.push(game.blocks(play(variance), &Live::default())?);
        if variance.is_some() {
            plain.push(game.blocks(play(None), &Live::default())?);
        }
    }
    let mut luck = vec![ControlledMeans::default(); plain.len()];
    let mut luck_seconds = [0.0; 2];
    let mut costs = vec![CellCost::default(); games.len()];
    let mut compressed = [table::compressor(Size(0)), table::compressor(Size(0))];
    let mut crashes = 0;
    let mut unstarted = None;
    let mut first_place = vec![Vec::new(); games.len()];
    let began = Instant::now();
    // Plays all games of a step or only its first game, and returns the results of the first place.
    let mut count = |cost: &mut CellCost, player: &mut dyn Blocks<'_>, step: u64, all: bool| {
        let (output, seconds) = timed(|| match all {
            true => player.play(step),
            false => player.play_first(step),
        });
        cost.seconds += seconds;
        cost.games += output.games + output.crashes;
        for (at, stream) in [GAMES, EVENTS].into_iter().enumerate() {
            let rows = &output.rows[stream].bytes;
            cost.bytes[at] += rows.len() as u64;
            // Writing to a counter cannot fail.
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
            let (_, without) = timed(|| player.play(step));
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
        let blocks = cost.deal_groups(seatings.len());
        found.block_seconds += cost.block_seconds(seatings.len());
        for (bytes, ratio) in cost.bytes.iter().zip(ratio) {
            let bytes = *bytes as f64 / blocks;
            found.block_bytes += bytes;
            found.block_bytes_compressed += bytes * ratio;
        }
    }
    Ok(found)
}

/// Returns the margin and the win share of the first place of a line-up, as means over the seatings of a deal
/// group; `None` if a game panicked.
fn of_first_place(seatings: &[Seating], output: &BlockOutput) -> Option<(f64, f64)> {
    if output.crashes > 0 {
        return None;
    }
    let seats = seatings.first()?.len();
    let (mut margin, mut wins) = (0.0, 0.0);
    for (seating, game) in seatings.iter().zip(output.records.chunks(seats)) {
        let own = seating.iter().position(|&place| place == Some(0))?;
        let scores: Vec<f64> = game.iter().map(|seat| f64::from(seat.score)).collect();
        // In a solo game the margin is the score.
        margin += stats::margin(&scores, own).unwrap_or(scores[own]);
        wins += game[own].win;
    }
    let games = seatings.len() as f64;
    Some((margin / games, wins / games))
}

/// Returns the result and the luck of the first place in each game of a deal group, without games that panicked or
/// whose luck was not valued.
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

/// Combines the gain from the control variate over all conditions.
fn luck_worth(cells: &[ControlledMeans], cost: f64) -> Option<LuckWorth> {
    let found: Vec<WithoutLuck> = cells.iter().filter_map(ControlledMeans::luck).collect();
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
        blocks: cells.iter().map(ControlledMeans::blocks).sum(),
        lead: times(|luck| luck.lead),
        win: times(|luck| luck.win),
        cost,
    })
}

/// Runs `work` and returns its result with the processor time of this thread in seconds, or with the elapsed
/// time if the system does not measure processor time.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let began = Instant::now();
    let before = processor_time(began);
    let found = work();
    let taken = processor_time(began).saturating_sub(before);
    (found, taken.as_secs_f64())
}

/// Returns the variance of the main estimate: the effect of access to one item in a factorial experiment, the
/// difference between the first place here and in the first condition if there are several conditions, and the
/// result of the first place otherwise.
fn spread(experiment: &Experiment, cells: &[Vec<Option<(f64, f64)>>]) -> Option<Spread> {
    let factorial = experiment.items.as_ref().and_then(|items| {
        let factorial = items.factorial()?;
        let withheld = match factorial.withhold {
            share if share < 1.0 => share,
            number => number / items.item.len() as f64,
        };
        // Every place in a deal group is an observation of every item.
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

/// Writer that counts bytes.
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

/// Processor time of this thread, which does not depend on the load of the machine.
#[cfg(unix)]
fn processor_time(began: Instant) -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or_else(|_| began.elapsed(), Duration::from)
}

/// Elapsed time, on platforms without a per-thread clock.
#[cfg(not(unix))]
fn processor_time(began: Instant) -> Duration {
    began.elapsed()
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::play::dyn_game::any;
    use crate::play::toy::Toy;
    use crate::settings::items::{Factorial, ItemDesign, ItemStudy, StudiedItem};
    use crate::settings::{ConditionSpec, EventLevel, Kind};

    fn toys() -> Experiment {
        Experiment {
            game: "toy".to_string(),
            players: 2,
            bots: vec!["random".to_string(), "random".to_string()],
            games: 100,
            seed: 5,
            bot: vec![BotSpec::random()],
            kind: Kind::Simulate,
            ..Experiment::default()
        }
    }

    #[test]
    fn pilot_run_measures_deal_groups_and_counts_crashes() {
        let mut experiment = toys();
        let toy = Toy::new(2);
        let hour = Duration::from_secs(3600);
        let toys = &any([toy.clone()]);
        let all = pilot(toys, &experiment, hour, &mut |_, _| {}).unwrap();
        assert_eq!((all.blocks, all.block_size, all.games), (50, 2, 100));
        assert_eq!((all.cells_played, all.cells, all.crashes), (1, 1, 0));
        // Each side draws four numbers from 1 to 3 per game, and a deal group has two games, so the luck of the deal
        // cancels.
        let spread = all.spread.unwrap();
        let margin = 2.0 * 4.0 * (2.0 / 3.0) / 2.0;
        assert_eq!(spread.blocks, 50);
        assert!((0.5..2.0).contains(&(spread.margin / margin)), "{spread:?}");
        assert!(all.block_bytes_compressed > 0.0);
        // Even short games take some time.
        assert!(all.block_seconds > 0.0);
        assert!(all.block_bytes_compressed < all.block_bytes / 2.0);
        experiment.events = EventLevel::None;
        let bare = pilot(toys, &experiment, hour, &mut |_, _| {}).unwrap();
        assert!(bare.block_bytes < all.block_bytes);
        // With a time limit of zero, the pilot run plays one deal group.
        let one = pilot(toys, &experiment, Duration::ZERO, &mut |_, _| {}).unwrap();
        assert_eq!(one.spread, None);
        assert_eq!(one.games, 2);
        // The pilot run plays one game in every condition that it does not reach within the time limit.
        let cells = any([toy.clone(), Toy::new(3), toy]);
        let cell = experiment.cells()[0].clone();
        let three = ConditionSpec {
            players: 3,
            bots: vec!["random".to_string(); 3],
            ..cell.clone()
        };
        (experiment.kind, experiment.cells) = (Kind::Sweep, vec![cell.clone(), three, cell]);
        let mut visited = Vec::new();
        let mut note = |cells, all| visited.push((cells, all));
        let part = pilot(&cells, &experiment, Duration::ZERO, &mut note).unwrap();
        assert_eq!(visited, [(1, 3), (2, 3), (3, 3)]);
        assert_eq!((part.cells_played, part.cells, part.block_size), (1, 3, 10));
        assert_eq!(part.games, 2 + 1 + 1);
        let whole = pilot(&cells, &experiment, hour, &mut |_, _| {}).unwrap();
        assert_eq!(whole.cells_played, 3);
        // Rows differ only in the digits of the scores.
        assert!((part.block_bytes / whole.block_bytes - 1.0).abs() < 0.1);
    }

    #[test]
    fn partly_played_deal_group_counts_as_a_fraction() {
        let cost = |games, seconds| CellCost {
            games,
            seconds,
            ..CellCost::default()
        };
        let seconds = [
            cost(1, 1.5).block_seconds(2),
            cost(4, 6.0).block_seconds(2),
            cost(2, 1.0).block_seconds(6),
        ];
        assert_eq!(seconds, [3.0, 3.0, 3.0]);
    }

    /// Each condition has ten deal groups with the margin and the win share of the first place. With several
    /// conditions, the compared quantity is the difference from the first condition within each deal group.
    #[test]
    fn pilot_spread_is_the_variance_of_the_compared_quantity() {
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
        // The squared deviations of the deals from their mean, 1, add up to 170; the deviations of steps 3 and
        // 6 are half as large.
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
        // Each of two places contributes the variance of its withholding indicator.
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
            (experiment.kind, experiment.items) = (
                Kind::Factorial,
                Some(ItemStudy {
                    by_strength: false,
                    design: ItemDesign::Factorial(factorial),
                    item: (0..8).map(item).collect(),
                }),
            );
            let access = spread(&experiment, &[cell(0.0)]).unwrap();
            let wanted = 170.0 / 9.0 / (2.0 * 0.25 * 0.75);
            assert!(close(access.margin, wanted), "{access:?}");
            assert!(close(access.wins, wanted / 1e4), "{access:?}");
        }
    }
}
