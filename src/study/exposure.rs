//! Association between exposure to an item and the result: seats that were exposed compared with seats of the same table that
//! were not.
//!
//! Every bot plays against copies of itself, so that all players at a table are equally strong. In a game in which some seats
//! were exposed to an item and some were not, the difference is the mean score of the exposed seats minus that of the others (for
//! a single exposed seat, its margin), and correspondingly for the share of the win. The mean result of each seat is subtracted
//! first. Each block contributes the mean over its games, because they share their deal. The interpretation of such a difference
//! depends on the cause of the exposure ([`Selection`](portolan_core::item::Selection)).

use std::collections::HashMap;

use portolan_run::results::events::EventRow;
use portolan_run::results::record::Record;
use portolan_run::settings::ItemKindRecord;
use portolan_stats::shrinkage::{Measured, shrunk, variance_between};
use portolan_stats::{Differences, Estimate, Moments, Unit, benjamini_hochberg};

/// Maximum number of seats that are distinguished.
const MOST_SEATS: usize = 64;

/// Mean score and share of wins by condition and seat.
#[derive(Clone, Debug, Default)]
pub struct SeatMeans {
    cells: Vec<Vec<[Moments; 2]>>,
}

impl SeatMeans {
    /// Adds a game, given by the records of all its seats.
    pub fn add_game(&mut self, game: &[Record]) {
        let cell = game[0].cell;
        if self.cells.len() <= cell {
            self.cells.resize(cell + 1, Vec::new());
        }
        let means = &mut self.cells[cell];
        if means.len() < game.len() {
            means.resize(game.len(), [Moments::default(); 2]);
        }
        for ([scores, wins], seat) in means.iter_mut().zip(game) {
            scores.push(f64::from(seat.score));
            wins.push(seat.win);
        }
    }

    /// Returns score and share of the win of each seat, minus the means of the seat.
    fn adjusted(&self, game: &[Record]) -> Vec<[f64; 2]> {
        let none = Vec::new();
        let means = self.cells.get(game[0].cell).unwrap_or(&none);
        let usual = |seat: usize, of: usize| {
            let moments = means.get(seat).map(|both| both[of]);
            moments.and_then(|moments| moments.mean()).unwrap_or(0.0)
        };
        game.iter()
            .enumerate()
            .map(|(seat, record)| {
                [
                    f64::from(record.score) - usual(seat, 0),
                    record.win - usual(seat, 1),
                ]
            })
            .collect()
    }
}

/// Maximum number of games that are listed as examples for an item.
pub const EXAMPLES: usize = 3;

/// One item with one type of exposure, for one bot in all seats.
#[derive(Clone, Debug, Default)]
pub struct MetItem {
    /// Label of the item.
    pub item: String,
    /// Number of exposed seats over all games.
    pub met: u64,
    /// Number of exposures.
    pub times: u64,
    /// Round of the first exposure.
    pub round: Moments,
    /// Turn of the first exposure; 0 is the set-up.
    pub turn: Moments,
    /// Number of exposed seats that took the item during the game.
    pub taken: u64,
    /// Numbers of the first games in which an exposed seat took the item, at most [`EXAMPLES`].
    pub examples: Vec<u64>,
    /// Mean score of exposed seats minus that of the other seats at the table, in points, by block.
    pub points: Differences,
    /// Share of the win of exposed seats minus that of the other seats, by block.
    pub wins: Differences,
    /// q-value of the points: p-value adjusted for the number of items (false discovery rate). NaN if there are no usable blocks.
    pub q: f64,
    /// Shrunk estimate of the points, from which the noise part of the spread between items is removed; 0 without usable blocks.
    pub shrunk: f64,
    open: [f64; 3],
}

impl MetItem {
    /// Returns the score advantage of an exposed seat in points; `None` without usable blocks.
    pub fn points_estimate(&self) -> Option<Estimate> {
        let points = Estimate::of_mean(&self.points.moments, Unit::PointsDifference)?;
        Some(points.corrected(self.q))
    }

    /// Returns the advantage of an exposed seat in the share of the win. The number of usable games differs between blocks, so
    /// every block counts as one game.
    pub fn wins_estimate(&self) -> Option<Estimate> {
        Estimate::of_share_differences(&self.wins, 1.0)
    }
}

/// All items of a kind with one type of exposure, for one bot in all seats.
#[derive(Clone, Debug)]
pub struct Exposed {
    /// Index of the kind of item.
    pub kind: usize,
    /// Index of the exposure within the kind.
    pub exposure: usize,
    pub items: Vec<MetItem>,
}

/// Exposure effects for one bot in all seats.
#[derive(Clone, Debug)]
pub struct BotExposures {
    /// Name of the bot.
    pub bot: String,
    /// Number of seats over all games.
    pub seats: u64,
    /// Effects, ordered by kind and exposure.
    pub exposed: Vec<Exposed>,
}

/// Accumulates outcomes and events.
pub struct ExposureGames<'run> {
    kinds: &'run [ItemKindRecord],
    means: SeatMeans,
    /// Kinds and exposures by event.
    events: HashMap<&'run [u8], Vec<(usize, usize)>>,
    /// Index of the item, by kind and label.
    items: Vec<HashMap<&'run [u8], usize>>,
    /// For each kind, index of its first entry in a bot's list of effects.
    starts: Vec<usize>,
    bots: Vec<(String, u64, Vec<MetItem>)>,
    /// For the current game: bit mask of the exposed seats, by effect.
    masks: Vec<u64>,
    /// For the current game: effects with an exposed seat.
    met: Vec<usize>,
    /// For the current block: conditions and effects with usable games.
    touched: Vec<(usize, usize)>,
}

impl<'run> ExposureGames<'run> {
    /// Creates an accumulator for these items and bots, with one condition per bot.
    pub fn new(
        kinds: &'run [ItemKindRecord],
        bots: &[String],
        means: SeatMeans,
    ) -> ExposureGames<'run> {
        let mut events: HashMap<&[u8], Vec<(usize, usize)>> = HashMap::new();
        let mut items = Vec::new();
        let mut starts = Vec::new();
        let mut effects = Vec::new();
        for (kind, record) in kinds.iter().enumerate() {
            starts.push(effects.len());
            for (index, exposure) in record.exposures.iter().enumerate() {
                let event = events.entry(exposure.event.as_bytes()).or_default();
                event.push((kind, index));
                effects.extend(record.labels.iter().map(|label| MetItem {
                    item: label.clone(),
                    q: f64::NAN,
                    ..MetItem::default()
                }));
            }
            let labels = record.labels.iter().enumerate();
            items.push(
                labels
                    .map(|(index, label)| (label.as_bytes(), index))
                    .collect(),
            );
        }
        ExposureGames {
            kinds,
            means,
            events,
            items,
            starts,
            masks: vec![0; effects.len()],
            bots: bots
                .iter()
                .map(|bot| (bot.clone(), 0, effects.clone()))
                .collect(),
            met: Vec::new(),
            touched: Vec::new(),
        }
    }

    /// Returns the index of an effect in a bot's list.
    fn place(&self, kind: usize, exposure: usize, item: usize) -> usize {
        self.starts[kind] + exposure * self.kinds[kind].labels.len() + item
    }

    /// Adds an event of the current game, which [`ExposureGames::end_game`] ends.
    pub fn add_event(&mut self, cell: usize, row: EventRow) {
        let Some(exposures) = self.events.get(row.event) else {
            return;
        };
        if row.seat >= MOST_SEATS {
            return;
        }
        for &(kind, exposure) in exposures {
            let Some(&item) = self.items[kind].get(row.item) else {
                continue;
            };
            let place = self.place(kind, exposure, item);
            let (Some(mask), Some((_, _, effects))) =
                (self.masks.get_mut(place), self.bots.get_mut(cell))
            else {
                continue;
            };
            if *mask == 0 {
                self.met.push(place);
            }
            let effect = &mut effects[place];
            effect.times += 1;
            if *mask >> row.seat & 1 == 0 {
                *mask |= 1 << row.seat;
                effect.round.push(f64::from(row.round));
                effect.turn.push(f64::from(row.turn));
            }
        }
    }

    /// Ends a game with the results of its seats.
    pub fn end_game(&mut self, game: &[Record]) {
        let cell = game[0].cell;
        let adjusted = self.means.adjusted(game);
        let met = std::mem::take(&mut self.met);
        for &place in &met {
            let (kind, item) = self.of_place(place);
            let last = self.kinds[kind].exposures.len() - 1;
            let taken = self.masks[self.place(kind, last, item)];
            let mask = self.masks[place];
            let Some((_, _, effects)) = self.bots.get_mut(cell) else {
                continue;
            };
            let effect = &mut effects[place];
            effect.met += u64::from(mask.count_ones());
            effect.taken += u64::from((mask & taken).count_ones());
            if mask & taken != 0 && effect.examples.len() < EXAMPLES {
                effect.examples.push(game[0].game_id);
            }
            if let Some([points, wins]) = apart(&adjusted, mask) {
                if effect.open[0] == 0.0 {
                    self.touched.push((cell, place));
                }
                let sums = [1.0, points, wins];
                effect
                    .open
                    .iter_mut()
                    .zip(sums)
                    .for_each(|(sum, value)| *sum += value);
            }
        }
        for place in met {
            self.masks[place] = 0;
        }
        if let Some((_, games, _)) = self.bots.get_mut(cell) {
            *games += game.len() as u64;
        }
    }

    /// Ends a block: all games of one deal.
    pub fn end_block(&mut self) {
        for (cell, place) in self.touched.drain(..) {
            let effect = &mut self.bots[cell].2[place];
            let [games, points, wins] = std::mem::take(&mut effect.open);
            effect.points.push(points / games);
            effect.wins.push(wins / games);
        }
    }

    /// Returns kind and item of an effect.
    fn of_place(&self, place: usize) -> (usize, usize) {
        let kind = self.starts.partition_point(|&start| start <= place) - 1;
        let items = self.kinds[kind].labels.len();
        (kind, (place - self.starts[kind]) % items)
    }

    /// Returns the results by bot.
    pub fn finish(self) -> Vec<BotExposures> {
        let kinds = self.kinds;
        let of_bot = |(bot, seats, effects): (String, u64, Vec<MetItem>)| {
            let mut effects = effects.into_iter();
            let mut exposed = Vec::new();
            for (kind, record) in kinds.iter().enumerate() {
                for exposure in 0..record.exposures.len() {
                    let mut items: Vec<MetItem> =
                        effects.by_ref().take(record.labels.len()).collect();
                    let p_values: Vec<f64> = items
                        .iter()
                        .map(|item| match item.points.moments.count() {
                            0 => f64::NAN,
                            _ => item.points.p_value(),
                        })
                        .collect();
                    let q_values = benjamini_hochberg(&p_values);
                    let measured = |item: &MetItem| {
                        let points = item.points.moments;
                        let known = points.mean().zip(points.standard_error());
                        let (value, error) = known.unwrap_or_default();
                        Measured { value, error }
                    };
                    let all: Vec<Measured> = items.iter().map(measured).collect();
                    let between = variance_between(&all);
                    for ((item, q), points) in items.iter_mut().zip(q_values).zip(all) {
                        item.q = q;
                        item.shrunk = shrunk(points, between).value;
                    }
                    exposed.push(Exposed {
                        kind,
                        exposure,
                        items,
                    });
                }
            }
            BotExposures {
                bot,
                seats,
                exposed,
            }
        };
        self.bots.into_iter().map(of_bot).collect()
    }
}

/// Returns the means of the seats in the mask minus the means of the others; `None` if either group is empty.
fn apart(seats: &[[f64; 2]], mask: u64) -> Option<[f64; 2]> {
    let mut sums = [[0.0; 3]; 2];
    for (seat, values) in seats.iter().enumerate().take(MOST_SEATS) {
        let side = &mut sums[usize::from(mask >> seat & 1 == 1)];
        side[0] += 1.0;
        side[1] += values[0];
        side[2] += values[1];
    }
    let [others, met] = sums;
    if others[0] == 0.0 || met[0] == 0.0 {
        return None;
    }
    Some([1, 2].map(|of| met[of] / met[0] - others[of] / others[0]))
}

fn mean_of(moments: &Moments) -> f64 {
    moments.mean().unwrap_or(f64::NAN)
}

/// Returns Pearson's correlation of two lists of effects, limited to items with at least `blocks` usable blocks in both.
pub fn correlation(one: &[MetItem], other: &[MetItem], blocks: u64) -> f64 {
    let pairs: Vec<(f64, f64)> = one
        .iter()
        .zip(other)
        .filter(|(a, b)| a.points.moments.count().min(b.points.moments.count()) >= blocks)
        .map(|(a, b)| (mean_of(&a.points.moments), mean_of(&b.points.moments)))
        .collect();
    let centre = |of: fn(&(f64, f64)) -> f64| {
        let moments: Moments = pairs.iter().map(of).collect();
        mean_of(&moments)
    };
    let (left, right) = (centre(|pair| pair.0), centre(|pair| pair.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|(a, b)| of(a - left, b - right)).sum()
    };
    sum(&|a, b| a * b) / (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_core::item::Selection;
    use portolan_run::settings::ExposureRecord;

    fn kinds() -> Vec<ItemKindRecord> {
        let exposure = |event: &str, by| ExposureRecord {
            event: event.to_string(),
            by,
        };
        vec![ItemKindRecord {
            name: "cards".to_string(),
            labels: vec!["x".to_string(), "y".to_string()],
            exposures: vec![
                exposure("dealt", Selection::Chance),
                exposure("bought", Selection::Choice),
            ],
        }]
    }

    fn game(outcomes: &[(i32, f64)]) -> Vec<Record<'static>> {
        outcomes
            .iter()
            .map(|&(score, win)| Record {
                bot: "a",
                score,
                win,
                ..Record::default()
            })
            .collect()
    }

    fn event(
        collector: &mut ExposureGames,
        seat: usize,
        turn: u32,
        event: &'static str,
        item: &'static str,
    ) {
        collector.add_event(
            0,
            EventRow {
                seat,
                round: 1,
                turn,
                event: event.as_bytes(),
                item: item.as_bytes(),
                value: 0,
            },
        );
    }

    /// Two blocks of two games with three seats. Seat means of the scores are 20, 12 and 10, of the wins 1, 0 and 0.
    ///
    /// Block 1: seat 2 is dealt x; adjusted scores are (−4, 4, 0) and (0, −2, 0), so the effect of x is 4 − (−2) = 6 and −2 − 0 =
    /// −2: 2 on average. Block 2: seats 1 and 2 are dealt x, adjusted scores are (4, 0, −3) and (0, −2, 3): 2 − (−3) = 5 and −1 −
    /// 3 = −4: 0.5.
    #[test]
    fn exposure_effects_match_a_worked_example() {
        let games = [
            game(&[(16, 1.0), (16, 0.0), (10, 0.0)]),
            game(&[(20, 1.0), (10, 0.0), (10, 0.0)]),
            game(&[(24, 1.0), (12, 0.0), (7, 0.0)]),
            game(&[(20, 1.0), (10, 0.0), (13, 0.0)]),
        ];
        let mut means = SeatMeans::default();
        games.iter().for_each(|game| means.add_game(game));
        let kinds = kinds();
        let mut collector = ExposureGames::new(&kinds, &["a".to_string()], means);
        for (index, seats) in games.iter().enumerate() {
            event(&mut collector, 1, 0, "dealt", "x");
            if index >= 2 {
                event(&mut collector, 0, 0, "dealt", "x");
            }
            if index == 0 {
                event(&mut collector, 1, 5, "bought", "x");
                event(&mut collector, 1, 9, "bought", "x");
                event(&mut collector, 2, 4, "bought", "unknown");
                event(&mut collector, 2, 4, "sold", "x");
            }
            let mut seats = seats.clone();
            seats[0].game_id = index as u64 + 1;
            collector.end_game(&seats);
            if index % 2 == 1 {
                collector.end_block();
            }
        }
        let found = collector.finish();
        let [bot] = found.as_slice() else {
            panic!("{found:?}");
        };
        assert_eq!((bot.bot.as_str(), bot.seats), ("a", 12));
        assert_eq!(bot.exposed.len(), 2);
        let dealt = &bot.exposed[0].items[0];
        assert_eq!((dealt.met, dealt.times, dealt.taken), (6, 6, 1));
        assert_eq!(dealt.examples, [1]);
        let points = dealt.points.moments;
        assert_eq!(points.count(), 2);
        // Block means 2 and 0.5: mean 1.25, variance 1.125.
        assert!((points.mean().unwrap() - 1.25).abs() < 1e-12);
        assert!((points.variance().unwrap() - 1.125).abs() < 1e-12);
        // Both blocks are above zero: the exact sign test gives 2 · 2⁻².
        assert!((dealt.q - 0.5).abs() < 1e-12);
        // The variance between items is 1.25² − 0.75² = 1, and the noise variance is 0.75².
        assert!((dealt.shrunk - 1.25 / 1.5625).abs() < 1e-6);
        assert_eq!(dealt.wins.moments.mean(), Some(0.0));
        let bought = &bot.exposed[1].items[0];
        assert_eq!((bought.met, bought.times, bought.taken), (1, 2, 1));
        assert_eq!(bought.turn.mean(), Some(5.0));
        assert_eq!(bought.points.moments.mean(), Some(6.0));
        let never = &bot.exposed[0].items[1];
        assert_eq!((never.met, never.points.moments.count()), (0, 0));
        assert!(never.q.is_nan());
    }

    #[test]
    fn item_seen_by_all_or_no_seats_has_no_effect() {
        let seats = [[3.0, 1.0], [1.0, 0.0]];
        assert_eq!(apart(&seats, 0b00), None);
        assert_eq!(apart(&seats, 0b11), None);
        assert_eq!(apart(&seats, 0b10), Some([-2.0, -1.0]));
    }

    fn effects(points: &[f64]) -> Vec<MetItem> {
        let effect = |&points: &f64| {
            let mut effect = MetItem::default();
            effect.points.push(points);
            effect
        };
        points.iter().map(effect).collect()
    }

    /// 1, 2, 3 and 1, 3, 2: covariance 1, variances 2 and 2.
    #[test]
    fn correlation_ignores_unmeasured_items() {
        let (one, other) = (
            effects(&[1.0, 2.0, 3.0, f64::NAN]),
            effects(&[1.0, 3.0, 2.0, 9.0]),
        );
        assert!((correlation(&one, &other, 1) - 0.5).abs() < 1e-12);
        assert!(correlation(&[], &[], 1).is_nan());
    }
}
