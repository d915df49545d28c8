//! Plans changes of rule options that bring seats, length and strategies within targets, and verdicts about levels.

use super::balance::{MISSED, Verdict};
use super::clusters::Strategy;
use super::settings::Setting;
use portolan_stats::interval::{CONFIDENCE, equivalence_test, t_quantile};
use portolan_stats::shrinkage::Measured;
use portolan_stats::{Estimate, Interval, Moments, Unit};

/// Measures of the games with one value of a rule option.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameMeasures {
    /// Share of wins of each seat, beyond the fair share.
    pub seats: Vec<Measured>,
    /// Mean length of a game, in turns.
    pub turns: Measured,
    /// Share of wins of each strategy against other strategies; `None` for rare strategies.
    pub strategies: Vec<Option<Measured>>,
}

/// Returns the measures of a setting, given the strategies of all conditions.
pub fn measured_of(setting: &Setting, strategies: &[Strategy]) -> GameMeasures {
    let fair = 1.0 / setting.wins.len().max(1) as f64;
    let measured = |moments: &Moments, beyond: f64| Measured {
        value: moments.mean().unwrap_or(0.0) - beyond,
        error: moments.standard_error().unwrap_or(0.0),
    };
    GameMeasures {
        seats: setting
            .wins
            .iter()
            .map(|wins| measured(wins, fair))
            .collect(),
        turns: measured(&setting.length, 0.0),
        strategies: strategies
            .iter()
            .map(|strategy| strategy.wins[setting.cell].as_ref().map(Measured::of))
            .collect(),
    }
}

/// A value that a rule option may have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OptionValue {
    /// Number of steps from the present value in the list of values.
    pub distance: usize,
    /// Measures with this value and the present values of all other options.
    pub measured: GameMeasures,
}

/// Targets that rule options can meet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OptionTargets {
    /// Largest difference between a seat's share of wins and its fair share.
    pub seats: Option<f64>,
    /// Range of the mean length.
    pub turns: Option<(f64, f64)>,
    /// Largest share of wins of a strategy against other strategies.
    pub strategies: Option<f64>,
    /// Probability with which a change must meet all targets.
    pub confidence: f64,
}

impl OptionTargets {
    /// Returns true if at least one target is set.
    pub fn any(&self) -> bool {
        self.seats.is_some() || self.turns.is_some() || self.strategies.is_some()
    }

    /// Returns the measures that have a target, relative to the middle of their targets, and half the widths of the
    /// targets.
    fn measures(&self, game: &GameMeasures) -> Vec<(Measured, f64)> {
        let seats = self.seats.iter();
        let seats = seats.flat_map(|&within| game.seats.iter().map(move |&seat| (seat, within)));
        let turns = self.turns.map(|range| middle(game.turns, range));
        let strategies = self.strategies.iter().flat_map(|&most| {
            let known = game.strategies.iter().flatten();
            known.map(move |&wins| middle(wins, (0.0, most)))
        });
        seats.chain(turns).chain(strategies).collect()
    }

    /// Returns a lower bound of the probability that all measures are inside their targets. The bound holds for any
    /// dependence between the measures (Bonferroni's inequality).
    fn probability(&self, game: &GameMeasures) -> f64 {
        let measures = self.measures(game).into_iter();
        let misses = measures.map(|(measured, half)| 1.0 - measured.probability_within(half));
        (1.0 - misses.sum::<f64>()).max(0.0)
    }

    /// Returns true if the measure that misses its target most comes significantly closer to it (95 %), by at least
    /// [`RELEVANT`] of half the width of the target.
    fn is_improved(&self, before: &GameMeasures, after: &GameMeasures) -> bool {
        let off = |(measured, half): &(Measured, f64)| measured.value.abs() / half;
        let both = self.measures(before).into_iter().zip(self.measures(after));
        let worst = both.max_by(|(one, _), (other, _)| off(one).total_cmp(&off(other)));
        worst.is_some_and(|((before, half), (after, _))| {
            let closer = Measured {
                value: before.value.abs() - after.value.abs(),
                error: before.error.hypot(after.error),
            };
            let is_significant = closer.interval().is_none_or(|interval| interval.low > 0.0);
            is_significant && closer.value >= RELEVANT * half
        })
    }

    /// Returns the largest distance of a measure from the middle of its target, relative to half the width of the target.
    fn miss(&self, game: &GameMeasures) -> f64 {
        let measures = self.measures(game).into_iter();
        measures
            .map(|(measured, half)| measured.value.abs() / half)
            .fold(0.0, f64::max)
    }

    /// Returns the verdict about all targets from the 95 % intervals of the measures.
    pub fn verdict(&self, game: &GameMeasures) -> Verdict {
        let measures = self.measures(game).into_iter();
        let verdicts = measures.map(|(measured, half)| verdict(measured, half));
        verdicts.fold(Verdict::Met, worse)
    }
}

/// Returns a measure relative to the middle of a range, and half the width of the range.
fn middle(measured: Measured, (from, to): (f64, f64)) -> (Measured, f64) {
    let value = measured.value - (from + to) / 2.0;
    (Measured { value, ..measured }, (to - from) / 2.0)
}

fn verdict(measured: Measured, within: f64) -> Verdict {
    let half = measured
        .interval()
        .map_or(0.0, |interval| interval.half_width());
    match measured.value.abs() {
        off if off + half <= within => Verdict::Met,
        off if off - half > within => Verdict::NotMet,
        _ => Verdict::NotSettled,
    }
}

/// Returns the verdict about a share of wins, from its 95 % interval.
pub fn level_verdict(wins: Estimate, wanted: f64, within: f64) -> Verdict {
    let measured = Measured::of(&wins);
    let value = measured.value - wanted;
    verdict(Measured { value, ..measured }, within)
}

/// Returns the share of wins that a confirmation is expected to find for the chosen one of several candidates, with a 95 %
/// prediction interval. The estimate comes from the games that decided the choice. Candidates that are close to a target
/// by chance are more likely to be chosen, so the interval allows for the largest error of all candidates (Bonferroni), and
/// for the error of the confirmation.
pub fn predicted_level(chosen: Estimate, candidates: usize, confirmed: Estimate) -> Estimate {
    let alpha = (1.0 - CONFIDENCE) / candidates.max(1) as f64;
    let [own, other] = [chosen, confirmed].map(|of| Measured::of(&of).error);
    let half = own.hypot(other) * t_quantile(f64::INFINITY, 1.0 - alpha);
    let (low, high) = (chosen.value - half, chosen.value + half);
    let interval = Interval { low, high }.clipped(0.0, 1.0);
    Estimate::new(chosen.value, Some(interval), chosen.unit)
}

/// Returns the difference of the share of wins between each level and the next, and the verdict on equal steps. The
/// target is met if one-sided tests at 5 % reject a difference of more than `within` for every pair of steps
/// (intersection–union), and not met if at least one difference is significantly larger (5 % for all pairs together).
pub fn level_steps(levels: &[Estimate], within: f64) -> (Vec<Estimate>, Verdict) {
    let step = |both: &[Estimate]| {
        let step = both[0].minus(&both[1]);
        let unit = Unit::ShareDifference;
        step.map(|step| Estimate::new(step.value, step.interval(), unit))
    };
    let steps = levels.windows(2).filter_map(step).collect();
    let last = levels.len().saturating_sub(1);
    let pairs: Vec<(usize, usize)> = (0..last)
        .flat_map(|one| (0..one).map(move |other| (one, other)))
        .collect();
    let alpha = (1.0 - CONFIDENCE) / pairs.len().max(1) as f64;
    let verdicts = pairs.into_iter().map(|(one, other)| {
        // Neighbouring steps share a level.
        let mut weights = vec![0.0; levels.len()];
        for (at, weight) in [(one, 1.0), (one + 1, -1.0), (other, -1.0), (other + 1, 1.0)] {
            weights[at] += weight;
        }
        let both = || weights.iter().zip(levels);
        let value = both()
            .map(|(weight, level)| weight * level.value)
            .sum::<f64>();
        let squares = both().map(|(weight, level)| (weight * Measured::of(level).error).powi(2));
        let error = squares.sum::<f64>().sqrt();
        let reach = error * t_quantile(f64::INFINITY, 1.0 - alpha);
        match equivalence_test(value, error, f64::INFINITY, within) {
            _ if value.abs() - reach > within => Verdict::NotMet,
            p if p < 1.0 - CONFIDENCE => Verdict::Met,
            _ => Verdict::NotSettled,
        }
    });
    (steps, verdicts.fold(Verdict::Met, worse))
}

/// Returns the verdict on two targets together.
fn worse(one: Verdict, other: Verdict) -> Verdict {
    match (one, other) {
        (Verdict::NotMet, _) | (_, Verdict::NotMet) => Verdict::NotMet,
        (Verdict::Met, Verdict::Met) => Verdict::Met,
        _ => Verdict::NotSettled,
    }
}

/// Chooses a value of each option. The present values stay unless they miss a target with a probability of at least
/// [`MISSED`]. Otherwise, the choice is the combination with the fewest changes, and the smallest of these, that meets
/// all targets with the probability `targets.confidence` or, if there is none, the combination with the highest
/// probability. A combination without a significant and relevant effect is never chosen. The effects of several options
/// are added. Returns the index of the value of each option, and a lower bound of the probability of meeting all targets.
pub fn choose(
    options: &[Vec<OptionValue>],
    present: &[usize],
    targets: &OptionTargets,
) -> (Vec<usize>, f64) {
    let Some(start) = options
        .first()
        .zip(present.first())
        .map(|(values, &at)| &values[at].measured)
    else {
        return (Vec::new(), 0.0);
    };
    let now = targets.probability(start);
    if 1.0 - now < MISSED {
        return (present.to_vec(), now);
    }
    let mut combinations: Vec<Vec<usize>> = vec![Vec::new()];
    for values in options {
        let longer = combinations.into_iter().flat_map(|chosen| {
            (0..values.len()).map(move |value| [chosen.as_slice(), &[value]].concat())
        });
        combinations = longer.take(MOST_COMBINATIONS).collect();
    }
    let size = |chosen: &Vec<usize>| -> (usize, usize) {
        let distances = chosen
            .iter()
            .zip(options)
            .map(|(&value, values)| values[value].distance);
        (
            distances.clone().filter(|&distance| distance > 0).count(),
            distances.sum(),
        )
    };
    combinations.sort_by_key(size);
    let mut best = (present.to_vec(), now);
    let mut least = targets.miss(start);
    for chosen in combinations {
        let values = chosen
            .iter()
            .zip(options)
            .map(|(&value, values)| &values[value]);
        let changed = values.filter(|value| value.distance > 0);
        let changed: Vec<&GameMeasures> = changed.map(|value| &value.measured).collect();
        let game = together(start, &changed);
        let probability = targets.probability(&game);
        // If no combination can meet the targets, the one that misses them least is the best.
        let miss = targets.miss(&game);
        let is_better = probability > best.1 + UNLIKELY || best.1 < UNLIKELY && miss < least;
        if is_better && targets.is_improved(start, &game) {
            best = (chosen, probability);
            least = miss;
        }
        if best.1 >= targets.confidence {
            break;
        }
    }
    best
}

/// Probability below which a combination counts as impossible.
const UNLIKELY: f64 = 1e-3;

/// Smallest relevant effect of a change, relative to half the width of the target.
const RELEVANT: f64 = 0.1;

/// Maximum number of combinations of values that are compared.
const MOST_COMBINATIONS: usize = 100_000;

/// Returns the measures after several changes, whose differences from the start are added.
fn together(start: &GameMeasures, changed: &[&GameMeasures]) -> GameMeasures {
    let sum = |of: &dyn Fn(&GameMeasures) -> Measured| {
        let others = changed.len() as f64 - 1.0;
        let start = of(start);
        let mut sum = Measured {
            value: -others * start.value,
            error: others * start.error,
        };
        for one in changed.iter().map(|one| of(one)) {
            sum.value += one.value;
            sum.error = sum.error.hypot(one.error);
        }
        sum
    };
    GameMeasures {
        seats: (0..start.seats.len())
            .map(|seat| sum(&|game| game.seats[seat]))
            .collect(),
        turns: sum(&|game| game.turns),
        // A strategy that is rare with one of the values is ignored.
        strategies: (0..start.strategies.len())
            .map(|number| {
                let known = |game: &GameMeasures| game.strategies[number].is_some();
                let all = known(start) && changed.iter().all(|game| known(game));
                all.then(|| sum(&|game| game.strategies[number].unwrap_or_default()))
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ordered_float::OrderedFloat;
    use portolan_core::random::{below, design_stream};
    use portolan_stats::interval::wilson_interval;

    /// A planted advantage of the first seat, which 2 of 4 values of an option remove.
    #[test]
    fn options_with_the_fewest_changes_meet_the_targets() {
        let value = |distance: usize, seat: f64, turns: f64| OptionValue {
            distance,
            measured: GameMeasures {
                seats: [seat, -seat]
                    .map(|value| Measured {
                        value,
                        error: 0.004,
                    })
                    .to_vec(),
                turns: Measured {
                    value: turns,
                    error: 0.05,
                },
                strategies: Vec::new(),
            },
        };
        let money = vec![
            value(0, 0.08, 10.0),
            value(1, 0.05, 10.0),
            value(2, 0.01, 10.1),
            value(3, -0.01, 10.2),
        ];
        let hand = vec![value(0, 0.08, 10.0), value(1, 0.08, 11.5)];
        let mut targets = OptionTargets {
            seats: Some(0.02),
            turns: None,
            strategies: None,
            confidence: 0.9,
        };
        let options = [money, hand];
        assert_eq!(choose(&options, &[0, 0], &targets).0, [2, 0]);
        targets.turns = Some((11.0, 12.0));
        let (chosen, probability) = choose(&options, &[0, 0], &targets);
        assert_eq!(chosen, [2, 1]);
        // Each seat is inside with a probability of 92.5 %.
        assert!((0.84..0.86).contains(&probability), "{probability}");
        let after = together(
            &options[0][0].measured,
            &[&options[0][2].measured, &options[1][1].measured],
        );
        assert!((after.turns.value - 11.6).abs() < 1e-9);
        assert_eq!(targets.verdict(&after), Verdict::NotSettled);
        let length_only = OptionTargets {
            seats: None,
            ..targets
        };
        assert_eq!(length_only.verdict(&after), Verdict::Met);
        // Without a solution, the seats come as close to the fair share as possible.
        targets.turns = None;
        let far: Vec<OptionValue> = [0.5, 0.3, 0.4]
            .into_iter()
            .enumerate()
            .map(|(distance, seat)| value(distance, seat, 10.0))
            .collect();
        assert_eq!(choose(&[far], &[0], &targets).0, [1]);
        // A value without a significant effect is not chosen, even if its estimate is nearer to the target.
        let idle = vec![
            value(0, 0.5, 16.2),
            value(1, 0.499, 16.19),
            value(2, 0.49, 16.18),
        ];
        assert_eq!(choose(&[idle], &[0], &targets).0, [0]);
        targets = OptionTargets {
            seats: Some(0.1),
            ..targets
        };
        assert_eq!(choose(&options, &[0, 0], &targets).0, [0, 0]);
    }

    /// Share of wins in simulated games.
    fn played(rng: &mut portolan_core::random::Rng, chance: f64, games: u32) -> Estimate {
        let bound = (chance * 1e6) as u32;
        let wins = (0..games).filter(|_| below(rng, 1_000_000) < bound).count();
        let interval = wilson_interval(wins as f64, f64::from(games), 0.95);
        Estimate::new(wins as f64 / f64::from(games), interval, Unit::Share)
    }

    /// Five planted candidates for each of five targets, which differ from the target by up to 8 points or all by 8 points
    /// because the model of the mixtures is wrong. Each plays 200 games, the one closest to the target is chosen, and the
    /// confirmation plays 1,000 games.
    #[test]
    fn predicted_intervals_of_planted_levels_hold_in_95_percent() {
        let rng = &mut design_stream(5);
        let mut held = [[0, 0], [0, 0]];
        for run in 0..2000 {
            let target: f64 = [0.9, 0.7, 0.5, 0.3, 0.1][run % 5];
            let is_wrong = run / 5 % 2;
            let candidates = (0..5).map(|_| {
                let chance = match is_wrong {
                    0 => target + f64::from(below(rng, 161)) / 1000.0 - 0.08,
                    _ => target + if target < 0.6 { 0.08 } else { -0.08 },
                };
                (chance, played(rng, chance, 200))
            });
            let candidates: Vec<(f64, Estimate)> = candidates.collect();
            let off = |one: &&(f64, Estimate)| OrderedFloat((one.1.value - target).abs());
            let &(chance, chosen) = candidates.iter().min_by_key(off).unwrap();
            let confirmed = played(rng, chance, 1000);
            for (number, count) in [candidates.len(), 1].into_iter().enumerate() {
                let interval = predicted_level(chosen, count, confirmed)
                    .interval()
                    .unwrap();
                let holds = (interval.low..=interval.high).contains(&confirmed.value);
                held[is_wrong][number] += u32::from(holds);
            }
        }
        assert!((940..=998).contains(&held[0][0]), "{held:?}");
        assert!((940..=998).contains(&held[1][0]), "{held:?}");
        // An interval that ignores the choice is too narrow.
        assert!(held[1][1] < 900, "{held:?}");
    }

    /// Steps of 20 points are equal, the steps of Jean's decks are not, and a few games leave the verdict open.
    #[test]
    fn equal_steps_require_enough_games() {
        let rng = &mut design_stream(7);
        let mut verdicts = |shares: &[f64], games: u32| -> Vec<Verdict> {
            let runs = (0..40).map(|_| {
                let levels: Vec<Estimate> =
                    shares.iter().map(|&one| played(rng, one, games)).collect();
                let (steps, verdict) = level_steps(&levels, 0.04);
                assert_eq!(steps.len(), shares.len() - 1);
                let last = steps.last().unwrap();
                assert!(
                    (last.value
                        - (levels[shares.len() - 2].value - levels[shares.len() - 1].value))
                        .abs()
                        < 1e-12
                );
                verdict
            });
            runs.collect()
        };
        let is = |wanted: Verdict| {
            move |verdicts: &Vec<Verdict>| verdicts.iter().filter(|&&one| one == wanted).count()
        };
        let even = [0.9, 0.7, 0.5, 0.3, 0.1];
        assert!(is(Verdict::Met)(&verdicts(&even, 20_000)) >= 38);
        assert!(is(Verdict::NotSettled)(&verdicts(&even, 500)) >= 38);
        let uneven = [0.921, 0.723, 0.441, 0.291, 0.078];
        assert!(is(Verdict::NotMet)(&verdicts(&uneven, 3000)) >= 38);
        // Two steps differ by the bound: at most 5 % are called equal.
        let border = [0.9, 0.7, 0.54];
        assert!(is(Verdict::Met)(&verdicts(&border, 5000)) <= 5);
    }

    /// A strategy wins 60 % of its games against others; only the third value of an option lowers this share below 45 %.
    #[test]
    fn option_limits_the_strongest_strategy() {
        let value = |distance: usize, wins: [Option<f64>; 2]| OptionValue {
            distance,
            measured: GameMeasures {
                strategies: wins
                    .map(|wins| wins.map(|value| Measured { value, error: 0.01 }))
                    .to_vec(),
                ..GameMeasures::default()
            },
        };
        let values = vec![
            value(0, [Some(0.6), Some(0.2)]),
            value(1, [Some(0.5), None]),
            value(2, [Some(0.4), Some(0.3)]),
        ];
        let targets = OptionTargets {
            strategies: Some(0.45),
            confidence: 0.9,
            ..OptionTargets::default()
        };
        let verdicts = values.iter().map(|value| targets.verdict(&value.measured));
        let verdicts: Vec<Verdict> = verdicts.collect();
        assert_eq!(verdicts, [Verdict::NotMet, Verdict::NotMet, Verdict::Met]);
        assert_eq!(choose(&[values], &[0], &targets).0, [2]);
    }
}
