//! Sums and shares over campaigns, accumulated block by block.
//!
//! The campaigns of a block share their seed and differ only in the seating, so the blocks are the independent units.

use std::collections::BTreeMap;

use super::one_campaign::{Campaign, Entrants};
use crate::stats::interval::{CONFIDENCE, Interval};
use crate::stats::{
    Batches, Estimate, Moments, Shares, Unit, clopper_pearson_interval, mean_interval,
};

/// A sum over campaigns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sum {
    /// Number of campaigns.
    Campaigns,
    /// Number of games.
    Games,
    /// Number of campaigns in which a story card came into play.
    Reached(String),
    /// Sum of the game numbers in which a story card first came into play.
    ReachedIn(String),
    /// Number of readings of a story card.
    Read(String),
    /// Number of times that a choice on a story card was made.
    Chosen(String, i32),
    /// Number of seats of an entrant in games with this number.
    Seats(usize, u64),
    /// Sum of the points of an entrant in games with this number.
    Points(usize, u64),
    /// Sum of the wins of an entrant in games with this number.
    Wins(usize, u64),
    /// Number of seats in later games, by entrant (`None` for all entrants) and by the result of the first game.
    Later(Option<usize>, bool),
    /// Sum of the wins in the seats that [`Sum::Later`] counts.
    LaterWins(Option<usize>, bool),
}

/// A share of campaigns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Share {
    /// Campaigns in which a story card came into play.
    Reached(String),
    /// Campaigns whose story was over after this number of games.
    Ended(u64),
    /// Campaigns whose story did not end.
    Unended,
}

/// Share of campaigns with an event, updated lazily because most blocks do not contain the event.
#[derive(Clone, Debug, Default)]
struct Sparse {
    shares: Shares,
    blocks: u64,
}

impl Sparse {
    /// Adds zeros for blocks without the event, up to this block.
    fn fill(&mut self, blocks: u64, campaigns: u64) {
        while self.blocks < blocks {
            self.shares.push(0.0, campaigns);
            self.blocks += 1;
        }
    }
}

/// Accumulated sums and shares.
#[derive(Debug, Default)]
pub struct Tally {
    numbers: BTreeMap<Sum, usize>,
    /// Number of blocks that contributed to each sum.
    seen: Vec<u64>,
    batches: Batches,
    shares: BTreeMap<Share, Sparse>,
    blocks: u64,
    block_size: u64,
    campaigns: u64,
}

/// Sums and shares of one block.
#[derive(Default)]
struct Block {
    sums: BTreeMap<Sum, f64>,
    shares: BTreeMap<Share, u64>,
}

impl Block {
    fn add(&mut self, sum: Sum, value: f64) {
        *self.sums.entry(sum).or_default() += value;
    }

    fn happened(&mut self, share: Share) {
        *self.shares.entry(share).or_default() += 1;
    }

    fn take(&mut self, campaign: &Campaign, entrants: &Entrants, first: u64) {
        self.add(Sum::Campaigns, 1.0);
        self.add(Sum::Games, campaign.games.len() as f64);
        let mut reached: Vec<&str> = Vec::new();
        let seats = entrants.seats(campaign.seating_index);
        for (game, number) in campaign.games.iter().zip(first..) {
            for card in &game.cards {
                if !reached.contains(&card.as_str()) {
                    reached.push(card);
                    self.add(Sum::Reached(card.clone()), 1.0);
                    self.add(Sum::ReachedIn(card.clone()), number as f64);
                    self.happened(Share::Reached(card.clone()));
                }
            }
            for reading in &game.read {
                self.add(Sum::Read(reading.card.clone()), 1.0);
                self.add(Sum::Chosen(reading.card.clone(), reading.choice), 1.0);
            }
            for (&entrant, seat) in seats.iter().zip(&game.seats) {
                self.add(Sum::Seats(entrant, number), 1.0);
                self.add(Sum::Points(entrant, number), f64::from(seat.score));
                self.add(Sum::Wins(entrant, number), seat.win);
            }
        }
        if let [begun, later @ ..] = campaign.games.as_slice() {
            for game in later {
                for (seat, &entrant) in seats.iter().enumerate() {
                    // A shared win counts as a fraction of a win.
                    let won = begun.seats[seat].win;
                    for who in [Some(entrant), None] {
                        for (part, winner) in [(won, true), (1.0 - won, false)] {
                            self.add(Sum::Later(who, winner), part);
                            self.add(Sum::LaterWins(who, winner), part * game.seats[seat].win);
                        }
                    }
                }
            }
        }
        self.happened(match campaign.ended {
            true => Share::Ended(first + campaign.games.len() as u64 - 1),
            false => Share::Unended,
        });
    }
}

impl Tally {
    /// Adds the campaigns of the next block. Their first games have the number `first`.
    pub fn push(&mut self, block: &[Campaign], entrants: &Entrants, first: u64) {
        let mut counted = Block::default();
        for campaign in block {
            counted.take(campaign, entrants, first);
        }
        let mut sums = Vec::new();
        for (sum, value) in counted.sums {
            let next = self.numbers.len();
            let number = *self.numbers.entry(sum).or_insert(next);
            self.seen.resize(self.numbers.len(), 0);
            self.seen[number] += u64::from(value > 0.0);
            sums.push((number, value));
        }
        self.batches.push(&sums);
        self.block_size = block.len() as u64;
        let size = self.block_size.max(1);
        for (share, times) in counted.shares {
            let sparse = self.shares.entry(share).or_default();
            sparse.fill(self.blocks, size);
            sparse.shares.push(times as f64 / size as f64, size);
            sparse.blocks += 1;
        }
        self.blocks += 1;
        self.campaigns += block.len() as u64;
    }

    /// Returns the number of campaigns.
    pub fn campaigns(&self) -> u64 {
        self.campaigns
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Returns the sums that are not empty.
    pub fn sums(&self) -> impl Iterator<Item = &Sum> {
        self.numbers.keys()
    }

    /// Returns the shares whose events occurred.
    pub fn shares(&self) -> impl Iterator<Item = &Share> {
        self.shares.keys()
    }

    /// Returns a share of campaigns, or `None` if its event never occurred.
    pub fn share(&self, share: &Share) -> Option<Estimate> {
        let mut sparse = self.shares.get(share)?.clone();
        sparse.fill(self.blocks, self.block_size.max(1));
        Estimate::of_shares(&sparse.shares)
    }

    /// Returns the totals, for computing ratios.
    pub fn ratios(&self) -> Ratios<'_> {
        let mut one = vec![0; self.batches.len()];
        let batches = (0..one.len()).map(|batch| {
            one.fill(0);
            one[batch] = 1;
            self.batches.weighted(&one)
        });
        Ratios {
            numbers: &self.numbers,
            seen: &self.seen,
            total: self.batches.total(),
            batches: batches.collect(),
        }
    }
}

/// Sums over all blocks and over batches of blocks, for ratios with intervals.
///
/// A ratio r of sums P/W is linearised: the batch that adds p and w counts as r + (p − rw)·B/W. The mean of these
/// values is r, and their spread equals the spread of the ratio (Cochran, *Sampling techniques*, 1977, chapter 6).
pub struct Ratios<'tally> {
    numbers: &'tally BTreeMap<Sum, usize>,
    seen: &'tally [u64],
    total: Vec<f64>,
    batches: Vec<Vec<f64>>,
}

/// Contribution of a batch to the numerator and to the denominator.
type Pair = (f64, f64);

impl Ratios<'_> {
    /// Returns a sum over all campaigns.
    pub fn sum(&self, sum: &Sum) -> f64 {
        self.of(&self.total, sum)
    }

    fn of(&self, sums: &[f64], sum: &Sum) -> f64 {
        let number = self.numbers.get(sum);
        number
            .and_then(|&number| sums.get(number))
            .copied()
            .unwrap_or(0.0)
    }

    fn value(&self, part: &Sum, whole: &Sum) -> Option<f64> {
        let whole = self.sum(whole);
        (whole > 0.0).then(|| self.sum(part) / whole)
    }

    /// Returns the batches with a positive denominator.
    fn pairs(&self, part: &Sum, whole: &Sum) -> Vec<Pair> {
        let pairs = self
            .batches
            .iter()
            .map(|sums| (self.of(sums, part), self.of(sums, whole)));
        pairs.filter(|(_, whole)| *whole > 0.0).collect()
    }

    /// Returns the ratio of two sums, which may be any number, or `None` if the denominator is 0. If all batches have
    /// the same ratio, the spread is unknown and there is no interval.
    pub fn mean(&self, part: &Sum, whole: &Sum, unit: Unit) -> Option<Estimate> {
        let found = self.value(part, whole)?;
        let values = linearised(&self.pairs(part, whole), found);
        let interval = mean_interval(&values, CONFIDENCE);
        Some(Estimate::new(found, interval, unit))
    }

    /// Returns the ratio of two sums where the first is a part of the second, or `None` if the denominator is 0.
    pub fn share(&self, part: &Sum, whole: &Sum, unit: Unit) -> Option<Estimate> {
        let found = self.value(part, whole)?;
        let pairs = self.pairs(part, whole);
        if pairs.iter().any(|(part, whole)| part > whole) {
            return self.mean(part, whole, unit);
        }
        let blocks = self
            .numbers
            .get(whole)
            .map_or(0, |&number| self.seen[number]);
        let interval = match found {
            // A share of 0 or 1 has no spread, so the blocks are treated as independent binary trials.
            0.0 => clopper_pearson_interval(0, blocks, CONFIDENCE).filter(|_| blocks > 1),
            1.0 => clopper_pearson_interval(blocks, blocks, CONFIDENCE).filter(|_| blocks > 1),
            _ => shares(&pairs, found).interval(CONFIDENCE),
        };
        Some(Estimate::new(found, interval, unit))
    }

    /// Returns the difference between two shares.
    pub fn difference(&self, one: [&Sum; 2], other: [&Sum; 2], unit: Unit) -> Option<Estimate> {
        let [mine, theirs] = [one, other].map(|[part, whole]| self.share(part, whole, Unit::Share));
        let (mine, theirs) = (mine?, theirs?);
        let found = mine.value - theirs.value;
        let interval = || {
            let values: Moments = self
                .batches
                .iter()
                .map(|sums| {
                    let strays = |[part, whole]: [&Sum; 2], value: f64| {
                        let residual = self.of(sums, part) - value * self.of(sums, whole);
                        residual * self.batches.len() as f64 / self.sum(whole)
                    };
                    found + strays(one, mine.value) - strays(other, theirs.value)
                })
                .collect();
            let certain = [mine.value, theirs.value]
                .iter()
                .any(|share| [0.0, 1.0].contains(share));
            if !certain && values.variance()? > 0.0 {
                return mean_interval(&values, CONFIDENCE);
            }
            // If a share has no spread, combine the distances to the ends of both intervals as a root sum of squares
            // (Newcombe 1998, method 10).
            let (first, second) = (mine.interval()?, theirs.interval()?);
            Some(Interval {
                low: found - (mine.value - first.low).hypot(second.high - theirs.value),
                high: found + (first.high - mine.value).hypot(theirs.value - second.low),
            })
        };
        let interval = interval().map(|interval| interval.clipped(-1.0, 1.0));
        Some(Estimate::new(found, interval, unit))
    }
}

/// Returns the linearised values of the batches, whose mean is the ratio.
fn linearised(pairs: &[Pair], ratio: f64) -> Moments {
    let whole: f64 = pairs.iter().map(|(_, whole)| whole).sum();
    let scale = pairs.len() as f64 / whole;
    let values = pairs
        .iter()
        .map(|(part, whole)| ratio + (part - ratio * whole) * scale);
    values.collect()
}

/// Converts the shares of batches for the interval computation. If all batches have the same integer denominator, they
/// are used unchanged.
fn shares(pairs: &[Pair], ratio: f64) -> Shares {
    let of_first = pairs.first().map_or(0.0, |(_, whole)| *whole);
    let alike = of_first.fract() == 0.0 && pairs.iter().all(|(_, whole)| *whole == of_first);
    if !alike {
        let whole: f64 = pairs.iter().map(|(_, whole)| whole).sum();
        let blocks =
            |happened: fn(&Pair) -> bool| pairs.iter().filter(|pair| happened(pair)).count() as u64;
        let (with, without) = (
            blocks(|(part, _)| *part > 0.0),
            blocks(|(part, whole)| part < whole),
        );
        return Shares::of_ratio(linearised(pairs, ratio), whole as u64, with, without);
    }
    let mut shares = Shares::default();
    for (part, whole) in pairs {
        shares.push(part / whole, of_first as u64);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::super::one_game::Ended;
    use super::super::story::Reading;
    use super::*;
    use crate::bots::BotSpec;
    use crate::play::single::SeatResult;
    use crate::play::toy::Toy;

    fn entrants() -> Entrants {
        let named = |name: &str| BotSpec {
            name: name.to_string(),
            ..BotSpec::random()
        };
        let seatings = [vec![Some(0), Some(1)], vec![Some(1), Some(0)]];
        Entrants::new(&Toy::new(2), &[named("a"), named("b")], &seatings)
    }

    fn game(scores: [i32; 2], cards: &[&str], choice: Option<i32>) -> Ended {
        let win = |own: i32, other: i32| match own.cmp(&other) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
        let [one, other] = scores;
        let seat = |own, other| SeatResult {
            score: own,
            win: win(own, other),
        };
        Ended {
            seats: vec![seat(one, other), seat(other, one)],
            cards: cards.iter().map(ToString::to_string).collect(),
            read: Vec::from_iter(choice.map(|choice| Reading {
                card: cards[0].to_string(),
                seat: 1,
                choice,
            })),
        }
    }

    /// Two blocks of two seatings. Seat 1 wins the first game of three campaigns; one game is a tie.
    fn tally() -> Tally {
        let mut tally = Tally::default();
        let campaign = |seating_index, games: Vec<Ended>, ended| Campaign {
            seating_index,
            games,
            ended,
        };
        let win = || game([9, 5], &["1"], Some(2));
        let block = [
            campaign(0, vec![win(), game([8, 2], &["1"], None)], false),
            campaign(1, vec![win(), game([2, 8], &["1", "2"], Some(1))], true),
        ];
        tally.push(&block, &entrants(), 1);
        let block = [
            campaign(
                0,
                vec![game([4, 4], &["1"], None), game([8, 2], &["1", "2"], None)],
                true,
            ),
            campaign(1, vec![win()], true),
        ];
        tally.push(&block, &entrants(), 1);
        tally
    }

    #[test]
    fn points_and_wins_are_tallied_per_bot_regardless_of_seat() {
        let tally = tally();
        let sums = tally.ratios();
        let ratio = |part, whole| sums.mean(&part, &whole, Unit::Points).unwrap().value;
        // Bot a scores 9 and 4 in seat 1, and 5 and 5 in seat 2.
        assert_eq!(ratio(Sum::Points(0, 1), Sum::Seats(0, 1)), 23.0 / 4.0);
        assert_eq!(ratio(Sum::Wins(0, 1), Sum::Seats(0, 1)), 1.5 / 4.0);
        assert_eq!(ratio(Sum::Wins(1, 1), Sum::Seats(1, 1)), 2.5 / 4.0);
        assert_eq!(ratio(Sum::Wins(0, 2), Sum::Seats(0, 2)), 1.0);
        assert_eq!(ratio(Sum::Games, Sum::Campaigns), 7.0 / 4.0);
        assert_eq!(
            ratio(Sum::ReachedIn("2".into()), Sum::Reached("2".into())),
            2.0
        );
        assert_eq!(
            ratio(Sum::Chosen("1".into(), 2), Sum::Read("1".into())),
            0.75
        );
    }

    #[test]
    fn later_wins_are_split_by_the_result_of_the_first_game() {
        let tally = tally();
        let sums = tally.ratios();
        let later = |who, won| [Sum::LaterWins(who, won), Sum::Later(who, won)];
        let share = |who, won| {
            let [part, whole] = later(who, won);
            (sums.sum(&part), sums.sum(&whole))
        };
        // Bot a won three second games: after a win, after a loss and after a tie in the first game.
        assert_eq!(share(Some(0), true), (1.5, 1.5));
        assert_eq!(share(Some(0), false), (1.5, 1.5));
        assert_eq!(share(Some(1), true), (0.0, 1.5));
        // All bots together: each first game has one winner and one loser.
        assert_eq!(share(None, true), (1.5, 3.0));
        let ([wins, won], [losses, lost]) = (later(None, true), later(None, false));
        let difference = [&wins, &won];
        let found = sums.difference(difference, [&losses, &lost], Unit::ShareDifference);
        assert_eq!(found.unwrap().value, 0.0);
    }

    #[test]
    fn deal_groups_without_a_card_are_counted() {
        let mut tally = tally();
        let reached = |tally: &Tally, card: &str| {
            let share = Share::Reached(card.to_string());
            tally.share(&share).unwrap().value
        };
        assert_eq!((reached(&tally, "1"), reached(&tally, "2")), (1.0, 0.5));
        assert_eq!(tally.share(&Share::Ended(2)).unwrap().value, 0.5);
        assert_eq!(tally.share(&Share::Ended(1)).unwrap().value, 0.25);
        assert_eq!(tally.share(&Share::Unended).unwrap().value, 0.25);
        let block = [0, 1].map(|seating_index| Campaign {
            seating_index,
            games: vec![game([1, 0], &["3"], None)],
            ended: true,
        });
        tally.push(&block, &entrants(), 1);
        tally.push(&block, &entrants(), 1);
        assert_eq!((reached(&tally, "1"), reached(&tally, "2")), (0.5, 0.25));
        assert_eq!(reached(&tally, "3"), 0.5, "it came late");
    }

    /// Clopper & Pearson: if all of n trials succeed, the lower end is 0.025 to the power of 1/n.
    #[test]
    fn event_that_always_occurred_has_a_lower_bound_below_one() {
        let tally = tally();
        let sums = tally.ratios();
        let always = sums.share(&Sum::Wins(0, 2), &Sum::Seats(0, 2), Unit::Share);
        let always = always.unwrap();
        assert!(
            (always.low.unwrap() - 0.025f64.sqrt()).abs() < 1e-9,
            "{always:?}"
        );
        assert_eq!(always.high, Some(1.0));
    }

    #[test]
    fn single_deal_group_has_no_interval() {
        let mut tally = Tally::default();
        let campaign = Campaign {
            seating_index: 0,
            games: vec![game([9, 5], &["1"], None)],
            ended: false,
        };
        tally.push(&[campaign], &entrants(), 3);
        let sums = tally.ratios();
        let points = sums.mean(&Sum::Points(0, 3), &Sum::Seats(0, 3), Unit::Points);
        let points = points.unwrap();
        assert_eq!((points.value, points.low, points.high), (9.0, None, None));
    }

    /// A value that is equal in all blocks has no spread, so its interval is unknown.
    #[test]
    fn mean_without_variation_has_no_interval() {
        let mut tally = Tally::default();
        let block = |card: &str| {
            [0, 1].map(|seating_index| Campaign {
                seating_index,
                games: vec![game([9, 5], &["1"], None), game([9, 5], &[card], Some(1))],
                ended: true,
            })
        };
        for _ in 0..4 {
            tally.push(&block("2"), &entrants(), 1);
        }
        let sums = tally.ratios();
        let (came, reached) = (Sum::ReachedIn("2".into()), Sum::Reached("2".into()));
        let found = sums.mean(&came, &reached, Unit::Times).unwrap();
        assert_eq!((found.value, found.low, found.high), (2.0, None, None));
        // The back was read in all of four blocks. With four trials the lower end is 0.025 to the power of 1/4.
        let read = sums.share(&Sum::Read("2".into()), &reached, Unit::Times);
        let read = read.unwrap();
        assert!(
            (read.low.unwrap() - 0.025f64.powf(0.25)).abs() < 1e-9,
            "{read:?}"
        );
        assert_eq!((read.value, read.high), (1.0, Some(1.0)));
    }

    /// Later games are almost independent here, so the intervals are about as wide as for independent games, and they
    /// have the correct coverage.
    #[test]
    fn intervals_of_later_wins_are_narrow_and_cover_the_true_value() {
        use crate::random::{below, stream};
        let mut rng = stream(22, &[]);
        const RUNS: u32 = 300;
        let (mut covered, mut width) = (0, 0.0);
        for _ in 0..RUNS {
            let mut tally = Tally::default();
            for _ in 0..12 {
                let block = [0, 1].map(|seating_index| {
                    let games = 10 + below(&mut rng, 10);
                    let mut one = || [[9, 5], [5, 9]][below(&mut rng, 2) as usize];
                    Campaign {
                        seating_index,
                        games: (0..games).map(|_| game(one(), &["1"], None)).collect(),
                        ended: true,
                    }
                });
                tally.push(&block, &entrants(), 1);
            }
            let sums = tally.ratios();
            let (wins, later) = (Sum::LaterWins(Some(0), true), Sum::Later(Some(0), true));
            let found = sums.share(&wins, &later, Unit::Share);
            let Some(interval) = found.and_then(|found| found.interval()) else {
                continue;
            };
            covered += u32::from(interval.low <= 0.5 && 0.5 <= interval.high);
            let independent = 1.96 * 0.5 / sums.sum(&later).sqrt();
            width += interval.half_width() / independent / f64::from(RUNS);
        }
        let coverage = f64::from(covered) / f64::from(RUNS);
        assert!(coverage >= 0.93, "{coverage}");
        assert!(width < 2.0, "{width} times as wide as independent games");
    }

    /// If the campaigns of a block are correlated, 95 % intervals still have about the nominal coverage: for shares
    /// near 1 and in the middle, for few and many blocks, and for blocks of equal and unequal size.
    #[test]
    fn intervals_of_correlated_campaigns_cover_the_true_value() {
        use crate::random::{Rng, below, stream};
        let chance =
            |rng: &mut Rng, share: f64| f64::from(below(rng, 1 << 20)) < share * f64::from(1 << 20);
        let mut rng = stream(21, &[]);
        let mut wrong = Vec::new();
        for (truth, blocks) in [
            (0.97, 8),
            (0.9, 8),
            (0.9, 40),
            (0.5, 8),
            (0.5, 40),
            (0.97, 200),
        ] {
            for uneven in [false, true] {
                let (mut held, mut width) = (0, 0.0);
                const RUNS: u32 = 400;
                for _ in 0..RUNS {
                    let mut tally = Tally::default();
                    for _ in 0..blocks {
                        let together = chance(&mut rng, 0.5).then(|| chance(&mut rng, truth));
                        let block = [0, 1].map(|seating_index| {
                            let read = together.unwrap_or_else(|| chance(&mut rng, truth));
                            let came = !uneven || seating_index == 0 || chance(&mut rng, 0.5);
                            let card: &[&str] = if came { &["1"] } else { &[] };
                            Campaign {
                                seating_index,
                                games: vec![game([9, 5], card, (came && read).then_some(1))],
                                ended: true,
                            }
                        });
                        tally.push(&block, &entrants(), 1);
                    }
                    let sums = tally.ratios();
                    let (read, reached) = (Sum::Read("1".into()), Sum::Reached("1".into()));
                    let found = match sums.share(&read, &reached, Unit::Share) {
                        Some(found) => found.interval().unwrap(),
                        None => continue,
                    };
                    held += u32::from(found.low <= truth && truth <= found.high);
                    width += found.half_width();
                }
                let (coverage, width) =
                    (f64::from(held) / f64::from(RUNS), width / f64::from(RUNS));
                let told =
                    format!("{truth} of {blocks} blocks, uneven {uneven}: {coverage}, {width}");
                // A binomial interval in which each block counts as one trial.
                let times = (truth * blocks as f64).round() as u64;
                let whole = clopper_pearson_interval(times, blocks, CONFIDENCE);
                if coverage < 0.92 || width > 1.4 * whole.unwrap().half_width() {
                    wrong.push(told);
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
