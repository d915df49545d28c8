//! Ratings from finished games with any number of players, fitted jointly and independent of the order of the games.
//!
//! Plackett–Luce model: a player takes first place with probability strength / sum of the strengths of all players at the table,
//! second place with the corresponding probability among the remaining players, and so on (Luce 1959; Plackett, *The analysis of
//! permutations*, 1975). For two players this is the Bradley–Terry model. It is fitted by minorization–maximization (Hunter, *MM
//! algorithms for generalized Bradley–Terry models*, 2004), followed by Newton's method.
//!
//! - **Ties** contain no information about the order of the tied players: the log-likelihood of a tie is the mean over all orders
//!   of the tied players, so that a tie between two players counts as half a win for each.
//! - **Weak prior**: every player also wins and loses `prior` games against a ghost player of strength 1, so that the rating of a
//!   player who never lost is finite (Turner et al., *Modelling rankings in R: the PlackettLuce package*, 2020).
//! - **Anchor**: ratings are log strengths minus the log strength of the anchor or, without an anchor, minus the mean. A
//!   difference of d means that one player finishes ahead of the other with odds exp(d); d · 400 / ln 10 is the difference in Elo.

use std::collections::BTreeMap;

use super::batch::Batches;
use super::bootstrap::resample;
use super::interval::Interval;
use super::matrix::invert;
use super::resampled::Resampled;

/// Maximum number of players in one game who may be tied with each other.
const MOST_TIED: usize = 12;

/// Games by block, prepared for repeated fits. Memory use does not grow with the number of blocks: beyond a few hundred blocks
/// the bootstrap draws batches of consecutive blocks (see [`batch`](super::batch)).
#[derive(Clone, Debug)]
pub struct PlackettLuce {
    players: usize,
    /// Player whose rating is zero; `None` if the mean rating is zero.
    anchor: Option<usize>,
    prior: f64,
    /// Sets of players who competed for a place, in order of first appearance.
    sets: Vec<Vec<usize>>,
    numbers: BTreeMap<Vec<usize>, usize>,
    /// For each batch of blocks: number of places taken by each player, followed by the number of places decided in each set.
    batches: Batches,
}

/// Rating of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Log strength minus the log strength of the anchor.
    pub rating: f64,
    /// Bootstrap interval over blocks; `None` if it was not requested or could not be computed.
    pub interval: Option<Interval>,
}

impl PlackettLuce {
    /// Creates a model without games. `prior` is the number of games won against, and lost to, the ghost player; 0.1 is weak.
    /// Returns `None` if the anchor is not below `players`, or if the prior is negative or not finite.
    pub fn empty(players: usize, anchor: Option<usize>, prior: f64) -> Option<PlackettLuce> {
        if anchor.is_some_and(|anchor| anchor >= players) || !prior.is_finite() || prior < 0.0 {
            return None;
        }
        Some(PlackettLuce {
            players,
            anchor,
            prior,
            sets: Vec::new(),
            numbers: BTreeMap::new(),
            batches: Batches::default(),
        })
    }

    /// Creates a model from blocks of games; a game is a list of (player, rank), where a lower rank is better and equal ranks are
    /// ties. Returns `None` under the conditions of [`PlackettLuce::empty`] and [`PlackettLuce::add_block`].
    pub fn new(
        players: usize,
        anchor: Option<usize>,
        prior: f64,
        blocks: &[Vec<Vec<(usize, u32)>>],
    ) -> Option<PlackettLuce> {
        let mut model = PlackettLuce::empty(players, anchor, prior)?;
        for block in blocks {
            model.add_block(block)?;
        }
        Some(model)
    }

    /// Adds the games of a block. A player may play several seats of a game; the order of the player's own seats is ignored.
    /// Returns `None` and adds nothing if a player does not exist or more than twelve players are tied.
    pub fn add_block(&mut self, games: &[Vec<(usize, u32)>]) -> Option<()> {
        let (mut decided, mut taken) = (Vec::new(), BTreeMap::new());
        for game in games {
            decided.extend(places(self.players, game, &mut taken)?);
        }
        let mut sums: Vec<(usize, f64)> = taken.into_iter().collect();
        for (mut set, weight) in decided {
            set.sort_unstable();
            let sets = &mut self.sets;
            let number = *self.numbers.entry(set).or_insert_with_key(|set| {
                sets.push(set.clone());
                sets.len() - 1
            });
            sums.push((self.players + number, weight));
        }
        self.batches.push(&sums);
        Some(())
    }

    /// Returns true if no block has been added.
    pub fn is_empty(&self) -> bool {
        self.batches.is_empty()
    }

    /// Returns ratings without intervals. Players who cannot be compared on the basis of the data are placed by the prior;
    /// without a prior, the result is `None` if the fit does not converge.
    pub fn fit(&self) -> Option<Vec<Rating>> {
        let start = vec![1.0; self.players];
        let ratings = self.ratings(&self.strengths(&vec![1; self.batches.len()], &start)?);
        let plain = |rating| Rating {
            rating,
            interval: None,
        };
        Some(ratings.into_iter().map(plain).collect())
    }

    /// Returns ratings with intervals from `resamples` cluster-bootstrap resamples of the blocks. `below(bound)` returns a
    /// uniform integer below `bound`. Without a prior, the ratings of a resample may be infinite. If this affects more than one
    /// in twenty resamples, there are no intervals, because the remaining resamples are a biased selection.
    pub fn fit_with_intervals(
        &self,
        confidence: f64,
        resamples: usize,
        below: impl FnMut(u32) -> u32,
    ) -> Option<Vec<Rating>> {
        let resampled = self.resampled(resamples, below)?;
        let rating = |(player, &rating): (usize, &f64)| Rating {
            rating,
            interval: resampled.interval(player, confidence),
        };
        Some(resampled.ratings.iter().enumerate().map(rating).collect())
    }

    /// Returns the ratings and the ratings of cluster-bootstrap resamples of the blocks.
    pub fn resampled(&self, resamples: usize, below: impl FnMut(u32) -> u32) -> Option<Resampled> {
        let batches = self.batches.len();
        let best = self.strengths(&vec![1; batches], &vec![1.0; self.players])?;
        let mut draws = Vec::with_capacity(resamples);
        resample(batches, resamples, below, |counts| {
            draws.push(self.ratings(&self.strengths(counts, &best)?));
            Some(0.0)
        });
        let left_out = (0..batches).filter_map(|batch| {
            let mut counts = vec![1; batches];
            counts[batch] = 0;
            Some(self.ratings(&self.strengths(&counts, &best)?))
        });
        Some(Resampled {
            ratings: self.ratings(&best),
            left_out: left_out.collect(),
            batches,
            sound: draws.len() * 20 >= resamples * 19,
            draws,
        })
    }

    fn ratings(&self, strengths: &[f64]) -> Vec<f64> {
        let logs: Vec<f64> = strengths.iter().map(|strength| strength.ln()).collect();
        let zero = match self.anchor {
            Some(anchor) => logs[anchor],
            None => logs.iter().sum::<f64>() / logs.len() as f64,
        };
        logs.into_iter().map(|log| log - zero).collect()
    }

    /// Returns strengths for batches weighted by `counts`: a few iterations of Hunter's algorithm from `start`, then Newton
    /// steps, because Hunter's algorithm converges slowly if groups of players rarely beat each other.
    fn strengths(&self, counts: &[u32], start: &[f64]) -> Option<Vec<f64>> {
        let mut taken = self.batches.weighted(counts);
        taken.resize(self.players + self.sets.len(), 0.0);
        let decided = taken.split_off(self.players);
        taken.iter_mut().for_each(|places| *places += self.prior);
        let mut strengths = start.to_vec();
        for _ in 0..5 {
            self.hunter_round(&mut strengths, &decided, &taken);
        }
        let mut logs: Vec<f64> = strengths.iter().map(|strength| strength.ln()).collect();
        let mut height = self.log_likelihood(&logs, &decided, &taken);
        for _ in 0..100 {
            let step = self.newton_step(&logs, &decided, &taken)?;
            let largest = step.iter().fold(0.0f64, |most, s| most.max(s.abs()));
            if logs.iter().any(|log| log.abs() > 40.0) {
                return None;
            }
            if largest < 1e-9 {
                return Some(logs.iter().map(|log| log.exp()).collect());
            }
            // The likelihood is concave: a sufficiently short step increases it, up to rounding.
            let mut scale = (2.0 / largest).min(1.0);
            loop {
                let next: Vec<f64> = logs.iter().zip(&step).map(|(l, s)| l + scale * s).collect();
                let reached = self.log_likelihood(&next, &decided, &taken);
                if reached >= height - 1e-9 * height.abs() {
                    (logs, height) = (next, reached);
                    break;
                }
                scale /= 2.0;
                if scale < 1e-6 {
                    return None;
                }
            }
        }
        None
    }

    /// Performs one iteration of Hunter 2004, equation 30, with the games against the ghost player added. Players who took no
    /// place are handled by the later steps.
    fn hunter_round(&self, strengths: &mut [f64], decided: &[f64], taken: &[f64]) {
        let mut chances: Vec<f64> = strengths
            .iter()
            .map(|strength| 2.0 * self.prior / (strength + 1.0))
            .collect();
        for (set, &weight) in self.sets.iter().zip(decided) {
            let sum: f64 = set.iter().map(|&player| strengths[player]).sum();
            for &player in set {
                chances[player] += weight / sum;
            }
        }
        for ((strength, &places), &chance) in strengths.iter_mut().zip(taken).zip(&chances) {
            if chance > 0.0 && places > 0.0 {
                *strength = places / chance;
            }
        }
    }

    fn log_likelihood(&self, logs: &[f64], decided: &[f64], taken: &[f64]) -> f64 {
        let places: f64 = logs.iter().zip(taken).map(|(log, t)| log * t).sum();
        let ghost: f64 = logs.iter().map(|log| log.exp().ln_1p()).sum();
        let sets: f64 = self
            .sets
            .iter()
            .zip(decided)
            .map(|(set, weight)| weight * set.iter().map(|&p| logs[p].exp()).sum::<f64>().ln())
            .sum();
        places - 2.0 * self.prior * ghost - sets
    }

    fn newton_step(&self, logs: &[f64], decided: &[f64], taken: &[f64]) -> Option<Vec<f64>> {
        // Without a prior only differences are identified; this term fixes the sum of the logs.
        let hold = if self.prior > 0.0 { 0.0 } else { 1.0 };
        let mut slope = taken.to_vec();
        let mut curvature = vec![vec![hold; self.players]; self.players];
        for (player, log) in logs.iter().enumerate() {
            let share = 1.0 / (1.0 + (-log).exp());
            slope[player] -= 2.0 * self.prior * share;
            curvature[player][player] += 2.0 * self.prior * share * (1.0 - share);
        }
        for (set, &weight) in self.sets.iter().zip(decided) {
            let sum: f64 = set.iter().map(|&player| logs[player].exp()).sum();
            for &one in set {
                let share = logs[one].exp() / sum;
                slope[one] -= weight * share;
                curvature[one][one] += weight * share;
                for &other in set {
                    curvature[one][other] -= weight * share * logs[other].exp() / sum;
                }
            }
        }
        let inverse = invert(&curvature)?;
        Some(
            inverse
                .iter()
                .map(|row| row.iter().zip(&slope).map(|(a, b)| a * b).sum())
                .collect(),
        )
    }
}

/// Returns the sets of players who competed for each place of a game, with weights, and adds the places taken by each player to
/// `taken`.
fn places(
    players: usize,
    game: &[(usize, u32)],
    taken: &mut BTreeMap<usize, f64>,
) -> Option<Vec<(Vec<usize>, f64)>> {
    let mut order = game.to_vec();
    order.sort_by_key(|&(player, rank)| (rank, player));
    if order.iter().any(|&(player, _)| player >= players) {
        return None;
    }
    let mut sets = Vec::new();
    let mut from = 0;
    for tied in order.chunk_by(|a, b| a.1 == b.1) {
        let size = tied.len();
        if size > MOST_TIED {
            return None;
        }
        from += size;
        let after = &order[from..];
        // While some of the tied players have not been placed, all subsets of the same size are equally likely to remain,
        // averaged over all orders.
        for members in 1..1u32 << size {
            let left = members.count_ones() as usize;
            if left + after.len() < 2 {
                continue;
            }
            let set = (0..size)
                .filter(|place| members >> place & 1 == 1)
                .map(|place| tied[place].0)
                .chain(after.iter().map(|&(player, _)| player))
                .collect();
            sets.push((set, 1.0 / binomial(size, left)));
        }
        // The last player of a game takes no contested place.
        let contested = if after.is_empty() { size - 1 } else { size };
        for &(player, _) in tied {
            *taken.entry(player).or_insert(0.0) += contested as f64 / size as f64;
        }
    }
    Some(sets)
}

fn binomial(n: usize, k: usize) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Citations between four statistical journals (Stigler 1994); R package BradleyTerry2
    /// (vignette, §2.1): Biometrika 0, Communications in Statistics −2.94907, JASA −0.47957,
    /// JRSS-B 0.26895.
    #[test]
    fn journal_citations_match_bradley_terry_2() {
        let mut block = Vec::new();
        for (a, b, won, lost) in [
            (0, 1, 730, 33),
            (0, 2, 498, 320),
            (0, 3, 221, 284),
            (1, 2, 68, 813),
            (1, 3, 17, 276),
            (2, 3, 142, 325),
        ] {
            block.extend(std::iter::repeat_n(vec![(a, 1), (b, 2)], won));
            block.extend(std::iter::repeat_n(vec![(a, 2), (b, 1)], lost));
        }
        let fitted = PlackettLuce::new(4, Some(0), 0.0, &[block])
            .unwrap()
            .fit()
            .unwrap();
        for (found, expected) in fitted.iter().zip([0.0, -2.949_07, -0.479_57, 0.268_95]) {
            assert!((found.rating - expected).abs() < 1e-5, "{fitted:?}");
        }
    }

    /// Mean log-likelihood over all orders consistent with the ranks, by enumeration.
    fn log_likelihood(ratings: &[f64], games: &[Vec<(usize, u32)>], prior: f64) -> f64 {
        fn orders(items: &[usize]) -> Vec<Vec<usize>> {
            if items.len() < 2 {
                return vec![items.to_vec()];
            }
            let mut all = Vec::new();
            for first in 0..items.len() {
                let mut rest = items.to_vec();
                let item = rest.remove(first);
                for mut order in orders(&rest) {
                    order.insert(0, item);
                    all.push(order);
                }
            }
            all
        }
        let mut sum: f64 = ratings
            .iter()
            .map(|r| prior * (r - 2.0 * (1.0 + r.exp()).ln()))
            .sum();
        for game in games {
            let rank = |player: usize| game.iter().find(|g| g.0 == player).unwrap().1;
            let seated: Vec<usize> = game.iter().map(|g| g.0).collect();
            let possible: Vec<_> = orders(&seated)
                .into_iter()
                .filter(|order| order.windows(2).all(|w| rank(w[0]) <= rank(w[1])))
                .collect();
            for order in &possible {
                for place in 0..order.len() {
                    let left: f64 = order[place..].iter().map(|&p| ratings[p].exp()).sum();
                    sum += (ratings[order[place]] - left.ln()) / possible.len() as f64;
                }
            }
        }
        sum
    }

    /// Fits games with ties of two and three players in first, last and middle places. At the fitted ratings, the slope of a
    /// brute-force likelihood is zero in every direction.
    #[test]
    fn fit_with_ties_maximises_the_enumerated_likelihood() {
        let games = vec![
            vec![(0, 1), (1, 1), (2, 3), (3, 4)],
            vec![(3, 1), (2, 2), (0, 2), (1, 2)],
            vec![(1, 1), (0, 2), (3, 2), (2, 4)],
            vec![(2, 1), (3, 1), (1, 1), (0, 1)],
            vec![(2, 1), (0, 2)],
            vec![(0, 1), (3, 2), (1, 3)],
        ];
        let prior = 0.3;
        let model = PlackettLuce::new(4, Some(0), prior, std::slice::from_ref(&games)).unwrap();
        let strengths = model.strengths(&[1], &[1.0; 4]).unwrap();
        let ratings: Vec<f64> = strengths.iter().map(|s| s.ln()).collect();
        for player in 0..4 {
            let at = |shift: f64| {
                let mut moved = ratings.clone();
                moved[player] += shift;
                log_likelihood(&moved, &games, prior)
            };
            let slope = (at(1e-4) - at(-1e-4)) / 2e-4;
            assert!(slope.abs() < 1e-6, "{player}: {slope}");
        }
    }

    #[test]
    fn tie_counts_as_half_a_win_for_each_player() {
        let fit = |games: Vec<Vec<(usize, u32)>>| {
            PlackettLuce::new(2, Some(0), 0.0, &[games])
                .unwrap()
                .fit()
                .unwrap()[1]
                .rating
        };
        let tied = fit(vec![vec![(0, 1), (1, 2)], vec![(0, 1), (1, 1)]]);
        assert!((tied - (0.5f64 / 1.5).ln()).abs() < 1e-8, "{tied}");
    }

    #[test]
    fn prior_keeps_the_rating_of_an_unbeaten_player_finite() {
        let block = vec![vec![(0, 1), (1, 2)]; 50];
        let with = PlackettLuce::new(2, Some(1), 0.1, std::slice::from_ref(&block)).unwrap();
        let rating = with.fit().unwrap()[0].rating;
        assert!(rating > 4.0 && rating < 20.0, "{rating}");
        assert_eq!(
            PlackettLuce::new(2, Some(1), 0.0, &[block]).unwrap().fit(),
            None
        );
    }

    #[test]
    fn intervals_contain_ratings_and_the_anchor_has_zero_width() {
        let blocks: Vec<_> = (0..60)
            .map(|block| {
                vec![vec![
                    (0, 1 + u32::from(block % 3 == 0)),
                    (1, 1 + u32::from(block % 3 != 0)),
                ]]
            })
            .collect();
        let mut state = 9u64;
        let below = |bound: u32| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(11);
            ((u64::from((state >> 32) as u32) * u64::from(bound)) >> 32) as u32
        };
        let model = PlackettLuce::new(2, Some(1), 0.1, &blocks).unwrap();
        let fitted = model.fit_with_intervals(0.95, 400, below).unwrap();
        let interval = fitted[0].interval.unwrap();
        assert!(interval.low < fitted[0].rating && fitted[0].rating < interval.high);
        let anchor = fitted[1].interval.unwrap();
        assert_eq!((anchor.low, anchor.high), (0.0, 0.0));
    }

    /// One loss in sixty games: a third of the resamples contain no loss and, without a prior, have no finite rating.
    #[test]
    fn rating_has_no_interval_if_resamples_cannot_be_fitted() {
        let blocks: Vec<_> = (0..60)
            .map(|block| vec![vec![(0, 1 + u32::from(block == 0) * 2), (1, 2)]])
            .collect();
        let mut state = 9u64;
        let below = |bound: u32| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(11);
            ((u64::from((state >> 32) as u32) * u64::from(bound)) >> 32) as u32
        };
        let model = PlackettLuce::new(2, Some(1), 0.0, &blocks).unwrap();
        let fitted = model.fit_with_intervals(0.95, 200, below).unwrap();
        assert!((fitted[0].rating - 59f64.ln()).abs() < 1e-6);
        assert_eq!(fitted[0].interval, None);
    }

    /// Bot 0 against two copies of bot 1: the win probability under Plackett–Luce is s / (s + 2).
    #[test]
    fn player_may_occupy_several_seats() {
        let won = vec![(0, 1), (1, 2), (1, 3)];
        let lost = vec![(1, 1), (1, 2), (0, 3)];
        let games = vec![won.clone(), won, lost];
        let model = PlackettLuce::new(2, Some(1), 0.0, &[games]).unwrap();
        let strengths = model.strengths(&[1], &[1.0; 2]).unwrap();
        // Places decided: 2 of 3 first places among {0, 1, 1}, then second place between 0 and a copy of 1 in the lost game.
        let slope = |ratio: f64| {
            let (three, two) = (ratio / (ratio + 2.0), ratio / (ratio + 1.0));
            2.0 - 3.0 * three - two
        };
        assert!(
            slope(strengths[0] / strengths[1]).abs() < 1e-6,
            "{strengths:?}"
        );
    }

    #[test]
    fn ratings_without_an_anchor_have_mean_zero() {
        let games = vec![vec![(0, 1), (1, 2), (2, 3)], vec![(1, 1), (0, 2), (2, 3)]];
        let of = |anchor| {
            let model = PlackettLuce::new(3, anchor, 0.1, std::slice::from_ref(&games)).unwrap();
            let fitted = model.fit().unwrap();
            fitted
                .iter()
                .map(|rating| rating.rating)
                .collect::<Vec<f64>>()
        };
        let (free, held) = (of(None), of(Some(2)));
        assert!(free.iter().sum::<f64>().abs() < 1e-9, "{free:?}");
        assert!(
            (free[0] - free[2] - held[0]).abs() < 1e-9,
            "{free:?} {held:?}"
        );
    }

    #[test]
    fn plackett_luce_rejects_invalid_input() {
        assert!(PlackettLuce::new(2, Some(0), 0.1, &[vec![vec![(2, 1)]]]).is_none());
        assert!(PlackettLuce::new(2, Some(2), 0.1, &[]).is_none());
        assert!(PlackettLuce::new(2, Some(0), f64::NAN, &[]).is_none());
        let fitted = PlackettLuce::new(3, Some(0), 0.1, &[])
            .unwrap()
            .fit()
            .unwrap();
        assert!(fitted.iter().all(|r| r.rating.abs() < 1e-9));
    }
}
