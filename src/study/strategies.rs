//! Winning strategies: clusters of winning seats by the composition of their scores.
//!
//! The profile of a seat is the share of every score category in its score. Profiles of winning seats are
//! standardized by category and clustered with Ward's method; the number of clusters, 2 to [`MOST_GROUPS`],
//! is the one with the largest mean silhouette. Every seat, winning or not, is then assigned to the cluster
//! with the nearest centre. A profile is known only at the end of a game, so the win rate of a cluster is
//! an association, not a causal effect.

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use super::head_to_head::HeadToHead;
use portolan_core::random::{below, design_stream};
use portolan_stats::clustering::{distance, ward};
use portolan_stats::share::BlockShares;
use portolan_stats::{Estimate, Moments, holm};

/// Maximum number of winning seats that are clustered; of more, a random sample is drawn.
pub const SAMPLE: usize = 2000;

/// Maximum number of clusters.
pub const MOST_GROUPS: usize = 6;

/// A cluster is named after a category if its mean share exceeds the mean of all winners by at least this many
/// standard deviations and by at least [`NAMING_SHARE`] of the score.
const NAMING: f64 = 0.4;
const NAMING_SHARE: f64 = 0.01;

/// Maximum number of categories in the name of a cluster.
const NAMES: usize = 3;

/// Result of one seat at the end of a game.
#[derive(Clone, Debug)]
pub struct SeatEnd {
    /// Index of the bot in the seat.
    pub bot: usize,
    pub rank: u32,
    pub win: f64,
    pub categories: Vec<i32>,
}

impl SeatEnd {
    /// Returns the share of every category in the score; `None` without points.
    fn profile(&self) -> Option<Vec<f64>> {
        let score: i32 = self.categories.iter().sum();
        let share = |&points: &i32| f64::from(points) / f64::from(score);
        (score > 0).then(|| self.categories.iter().map(share).collect())
    }
}

/// A random sample of the profiles of winning seats, drawn from a stream (Vitter, *Random sampling with a
/// reservoir*, 1985).
pub struct Winners {
    seen: u32,
    profiles: Vec<Vec<f64>>,
    rng: portolan_core::game::Rng,
}

impl Winners {
    /// Creates an empty sample; the random choices follow from the master seed.
    pub fn new(seed: u64) -> Winners {
        Winners {
            seen: 0,
            profiles: Vec::new(),
            rng: design_stream(seed),
        }
    }

    /// Adds a seat if it won.
    pub fn add(&mut self, seat: &SeatEnd) {
        let Some(profile) = seat.profile().filter(|_| seat.win > 0.0) else {
            return;
        };
        self.seen = self.seen.saturating_add(1);
        if self.profiles.len() < SAMPLE {
            self.profiles.push(profile);
            return;
        }
        let place = below(&mut self.rng, self.seen) as usize;
        if let Some(old) = self.profiles.get_mut(place) {
            *old = profile;
        }
    }

    /// Returns the clusters; `None` if there are too few profiles or all are equal.
    pub fn groups(&self) -> Option<Groups> {
        let first = self.profiles.first()?;
        let moments: Vec<Moments> = (0..first.len())
            .map(|category| self.profiles.iter().map(|one| one[category]).collect())
            .collect();
        let scale: Vec<(f64, f64)> = moments
            .iter()
            .map(|moments| {
                let spread = moments.standard_deviation().filter(|&spread| spread > 1e-9);
                (moments.mean().unwrap_or(0.0), spread.unwrap_or(0.0))
            })
            .collect();
        let points: Vec<Vec<f64>> = self
            .profiles
            .iter()
            .map(|profile| standardised(profile, &scale))
            .collect();
        let partitions = ward(&points, MOST_GROUPS);
        let mut best = partitions.first()?;
        for partition in &partitions {
            if partition.silhouette > best.silhouette {
                best = partition;
            }
        }
        if best.silhouette <= 0.0 {
            return None;
        }
        let mut centres: Vec<(usize, Vec<f64>)> = (0..best.groups)
            .map(|group| {
                let members = points.iter().zip(&best.labels);
                let members: Vec<&Vec<f64>> = members
                    .filter(|(_, label)| **label == group)
                    .map(|(point, _)| point)
                    .collect();
                let mean = |category: usize| {
                    let sum: f64 = members.iter().map(|point| point[category]).sum();
                    sum / members.len() as f64
                };
                (members.len(), (0..first.len()).map(mean).collect())
            })
            .collect();
        // The largest cluster comes first.
        centres.sort_by_key(|(size, _)| Reverse(*size));
        Some(Groups {
            winners: u64::from(self.seen),
            sample: points.len(),
            silhouettes: partitions
                .iter()
                .map(|partition| (partition.groups, partition.silhouette))
                .collect(),
            centres: centres.into_iter().map(|(_, centre)| centre).collect(),
            scale,
        })
    }
}

/// Returns the distance from the mean in standard deviations by category; 0 for a category that does not
/// vary.
fn standardised(profile: &[f64], scale: &[(f64, f64)]) -> Vec<f64> {
    profile
        .iter()
        .zip(scale)
        .map(|(share, (mean, spread))| {
            if *spread > 0.0 {
                (share - mean) / spread
            } else {
                0.0
            }
        })
        .collect()
}

/// Clusters of winning seats.
#[derive(Clone, Debug)]
pub struct Groups {
    /// Number of winning seats.
    pub winners: u64,
    /// Number of winning seats that were clustered.
    pub sample: usize,
    /// Mean silhouette for every tested number of clusters.
    pub silhouettes: Vec<(usize, f64)>,
    /// Mean by cluster and category, in standard deviations of winning seats from their overall mean.
    pub centres: Vec<Vec<f64>>,
    scale: Vec<(f64, f64)>,
}

impl Groups {
    /// Returns the mean silhouette of the clusters.
    pub fn silhouette(&self) -> f64 {
        let own = |(groups, _): &&(usize, f64)| *groups == self.centres.len();
        self.silhouettes
            .iter()
            .find(own)
            .map_or(0.0, |(_, silhouette)| *silhouette)
    }

    /// Returns the cluster of a seat; `None` without points.
    pub fn of(&self, seat: &SeatEnd) -> Option<usize> {
        let point = standardised(&seat.profile()?, &self.scale);
        let apart = |group: &usize| distance(&self.centres[*group], &point);
        (0..self.centres.len()).min_by_key(|group| OrderedFloat(apart(group)))
    }

    /// Returns the name of a cluster: the categories with a clearly larger share of its score than of other
    /// winners' scores, starting with the largest difference.
    pub fn name(&self, group: usize, categories: &[String]) -> String {
        let excess = self.centres[group].iter().zip(&self.scale);
        let mut above: Vec<(f64, &String)> = excess
            .map(|(centre, (_, spread))| (*centre, centre * spread))
            .zip(categories)
            .filter(|((centre, share), _)| *centre >= NAMING && *share >= NAMING_SHARE)
            .map(|((_, share), name)| (share, name))
            .collect();
        above.sort_by_key(|&(share, _)| Reverse(OrderedFloat(share)));
        let names: Vec<&str> = above
            .into_iter()
            .take(NAMES)
            .map(|(_, name)| name.as_str())
            .collect();
        if names.is_empty() {
            return format!("{} balanced", group + 1);
        }
        format!("{} {}", group + 1, names.join(" + "))
    }
}

/// Results of the seats of one cluster, with one bot or with any bot.
#[derive(Clone, Debug, Default)]
pub struct GroupResults {
    /// Number of seats.
    pub seats: u64,
    /// Number of seats with a share of the win.
    pub winners: u64,
    pub scores: Moments,
    pub categories: Vec<Moments>,
    /// Share of the win by block.
    pub wins: BlockShares,
}

impl GroupResults {
    /// Returns the share of the win of a seat; `None` without seats.
    pub fn share_of_wins(&self) -> Option<Estimate> {
        Estimate::of_shares(&self.wins.shares)
    }

    fn add(&mut self, seat: &SeatEnd) {
        self.seats += 1;
        self.winners += u64::from(seat.win > 0.0);
        self.scores
            .push(f64::from(seat.categories.iter().sum::<i32>()));
        self.categories
            .resize(seat.categories.len(), Moments::default());
        for (moments, &points) in self.categories.iter_mut().zip(&seat.categories) {
            moments.push(f64::from(points));
        }
        self.wins.add(seat.win);
    }
}

/// Results of the clusters, accumulated game by game.
pub struct Fates {
    groups: Groups,
    /// Results by cluster.
    pub all: Vec<GroupResults>,
    /// Results by bot and cluster.
    pub bots: Vec<Vec<GroupResults>>,
    /// Head-to-head results of a cluster against one with a higher index.
    pub meetings: Vec<Vec<HeadToHead>>,
    /// Number of seats without points, which belong to no cluster.
    pub pointless: u64,
}

impl Fates {
    /// Creates an empty accumulator for this number of bots.
    pub fn new(groups: Groups, bots: usize) -> Fates {
        let count = groups.centres.len();
        let none = vec![GroupResults::default(); count];
        Fates {
            groups,
            all: none.clone(),
            bots: vec![none; bots],
            meetings: vec![vec![HeadToHead::default(); count]; count],
            pointless: 0,
        }
    }

    pub fn groups(&self) -> &Groups {
        &self.groups
    }

    /// Adds a game.
    pub fn add_game(&mut self, seats: &[SeatEnd]) {
        let groups: Vec<Option<usize>> = seats.iter().map(|seat| self.groups.of(seat)).collect();
        for (place, (seat, group)) in seats.iter().zip(&groups).enumerate() {
            let Some(group) = *group else {
                self.pointless += 1;
                continue;
            };
            self.all[group].add(seat);
            if let Some(of_bot) = self.bots.get_mut(seat.bot) {
                of_bot[group].add(seat);
            }
            for (other, theirs) in seats.iter().zip(&groups).skip(place + 1) {
                let Some(theirs) = theirs.filter(|&theirs| theirs != group) else {
                    continue;
                };
                let (first, second, meeting) = if group < theirs {
                    (seat, other, &mut self.meetings[group][theirs])
                } else {
                    (other, seat, &mut self.meetings[theirs][group])
                };
                meeting.add(first.rank, second.rank);
            }
        }
    }

    /// Ends a block.
    pub fn end_block(&mut self) {
        for group in self.all.iter_mut().chain(self.bots.iter_mut().flatten()) {
            group.wins.end_block();
        }
        let meetings = self.meetings.iter_mut().flatten();
        meetings.for_each(HeadToHead::end_block);
    }
}

/// Head-to-head result of two clusters.
pub struct Met<'fates> {
    /// Index of the first cluster.
    pub one: usize,
    /// Index of the second cluster.
    pub other: usize,
    pub meeting: &'fates HeadToHead,
    /// p-value of equality, adjusted for the number of pairs (Holm).
    pub p: f64,
}

impl Fates {
    /// Returns the head-to-head results of all pairs of clusters that played against each other.
    pub fn encounters(&self) -> Vec<Met<'_>> {
        let met = self.meetings.iter().enumerate().flat_map(|(one, others)| {
            let others = others.iter().enumerate();
            others.map(move |(other, meeting)| (one, other, meeting))
        });
        let met: Vec<_> = met
            .filter(|(one, other, meeting)| one < other && meeting.pairs > 0)
            .collect();
        let p_values: Vec<f64> = met.iter().map(|met| met.2.ahead.p_value()).collect();
        let pairs = met.into_iter().zip(holm(&p_values));
        let encounter = |((one, other, meeting), p)| Met {
            one,
            other,
            meeting,
            p,
        };
        pairs.map(encounter).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(bot: usize, rank: u32, categories: [i32; 3]) -> SeatEnd {
        SeatEnd {
            bot,
            rank,
            win: f64::from(u8::from(rank == 1)),
            categories: categories.to_vec(),
        }
    }

    fn names() -> Vec<String> {
        ["trade", "war", "luck"].map(String::from).to_vec()
    }

    /// Winners score almost all their points in trade (the more frequent case) or almost all in war.
    fn two_ways() -> Groups {
        let mut winners = Winners::new(1);
        for index in 0..30 {
            winners.add(&seat(0, 1, [80 + index % 5, 20 - index % 5, 5]));
            winners.add(&seat(0, 2, [50, 50, 5]));
            if index % 2 == 0 {
                winners.add(&seat(1, 1, [20 + index % 4, 80 - index % 4, 5]));
            }
        }
        winners.add(&seat(0, 1, [0, 0, 0]));
        winners.groups().unwrap()
    }

    #[test]
    fn two_winning_strategies_form_two_clusters() {
        let groups = two_ways();
        assert_eq!((groups.winners, groups.sample), (45, 45));
        assert_eq!(groups.centres.len(), 2);
        assert!(groups.silhouette() > 0.9, "{:?}", groups.silhouettes);
        assert_eq!(groups.silhouettes.len(), MOST_GROUPS - 1);
        // The third category has the same share in all profiles, so it carries no information.
        assert!(groups.centres.iter().all(|centre| centre[2].abs() < 1e-9));
        assert_eq!(groups.name(0, &names()), "1 trade");
        assert_eq!(groups.name(1, &names()), "2 war");
        assert_eq!(groups.of(&seat(0, 2, [30, 15, 0])), Some(0));
        assert_eq!(groups.of(&seat(0, 2, [1, 9, 0])), Some(1));
        assert_eq!(groups.of(&seat(0, 2, [0, -3, 0])), None);
    }

    /// Each cluster is described by its own winners, with the largest cluster first.
    #[test]
    fn three_winning_strategies_form_three_clusters() {
        let mut winners = Winners::new(1);
        for index in 0..60 {
            let rest = index % 4;
            winners.add(&seat(
                0,
                1,
                match index {
                    0..10 => [10, 10 + rest, 90],
                    10..30 => [10, 90, 10 + rest],
                    _ => [90, 10 + rest, 10],
                },
            ));
        }
        let groups = winners.groups().unwrap();
        let told: Vec<String> = (0..3).map(|group| groups.name(group, &names())).collect();
        assert_eq!(told, ["1 trade", "2 war", "3 luck"]);
        for (group, categories) in [[9, 1, 1], [1, 9, 1], [1, 1, 9]].into_iter().enumerate() {
            assert_eq!(groups.of(&seat(0, 2, categories)), Some(group));
        }
    }

    #[test]
    fn results_are_tallied_per_cluster() {
        let mut fates = Fates::new(two_ways(), 2);
        // War beats trade in one game, loses the next one, and then beats it again.
        fates.add_game(&[seat(0, 1, [90, 10, 0]), seat(1, 2, [10, 70, 0])]);
        fates.add_game(&[seat(0, 2, [80, 10, 0]), seat(1, 1, [10, 90, 0])]);
        fates.end_block();
        fates.add_game(&[seat(1, 1, [10, 90, 0]), seat(0, 2, [80, 10, 0])]);
        fates.add_game(&[seat(1, 1, [90, 10, 0]), seat(0, 2, [0, 0, 0])]);
        fates.end_block();
        let trade = &fates.all[0];
        assert_eq!((trade.seats, trade.winners), (4, 2));
        assert_eq!(
            trade.scores.mean(),
            Some((100.0 + 90.0 + 90.0 + 100.0) / 4.0)
        );
        assert_eq!(trade.categories[1].mean(), Some(10.0));
        // In each of two blocks, one of two seats won.
        assert_eq!(
            (trade.wins.shares.count(), trade.wins.shares.mean()),
            (2, Some(0.5))
        );
        assert_eq!((fates.bots[0][0].seats, fates.bots[1][0].seats), (3, 1));
        assert_eq!(fates.bots[1][0].wins.shares.mean(), Some(1.0));
        assert_eq!(fates.pointless, 1);
        let meeting = &fates.meetings[0][1];
        assert_eq!(meeting.pairs, 3);
        // Trade was ahead of war in half of the first block's pairs and in none of the second block's
        // pairs.
        assert_eq!(meeting.ahead.moments.mean(), Some(-0.25));
        assert_eq!(meeting.share_ahead().map(|share| share.value), Some(0.25));
        assert_eq!(fates.meetings[1][0].pairs, 0);
    }

    #[test]
    fn sample_of_winners_is_bounded_and_reproducible() {
        let draw = || {
            let mut winners = Winners::new(7);
            for index in 0..(SAMPLE as i32 * 3) {
                winners.add(&seat(0, 1, [index, 1, 1]));
            }
            winners.profiles
        };
        let sample = draw();
        assert_eq!(sample.len(), SAMPLE);
        assert_eq!(sample, draw());
        // Late winners are as likely to be in the sample as early ones.
        let late = |profile: &&Vec<f64>| {
            profile[0] > f64::from(SAMPLE as i32 * 2) / f64::from(SAMPLE as i32 * 2 + 2)
        };
        let share = sample.iter().filter(late).count() as f64 / SAMPLE as f64;
        assert!((share - 1.0 / 3.0).abs() < 0.05, "{share}");
    }

    #[test]
    fn identical_winners_form_no_clusters() {
        let mut winners = Winners::new(1);
        assert!(winners.groups().is_none());
        for _ in 0..9 {
            winners.add(&seat(0, 1, [3, 2, 1]));
        }
        assert!(winners.groups().is_none());
    }
}
