//! Challengers of a bot, and the points that each challenger gains over the bot after a change.

use super::error::ReadError;
use super::source::Source;
use super::whole_game::folder_beside;
use portolan_run::results::manifest::Manifest;
use portolan_run::results::reader::Extent;
use portolan_run::results::record::{Record, games};
use portolan_run::results::trial::CHALLENGERS;
use portolan_run::settings::{AuditTest, ConditionSpec, Experiment};
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::{Estimate, Moments, Shares, Unit, mean_interval};

/// Factor by which skewed gains may increase the error probability of the intervals, found by simulation with 40 deals.
const SKEWNESS: f64 = 2.0;

/// Results of the challengers of a bot after a change.
#[derive(Clone, Debug)]
pub struct Challengers {
    /// Name of the change.
    pub change: String,
    /// Name of the bot.
    pub bot: String,
    /// Number of deals that each challenger played.
    pub deals: u64,
    /// Results by challenger.
    pub all: Vec<Challenger>,
}

/// Verdict on whether a bot takes advantage of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// According to the intervals, no challenger gains enough points to matter.
    Used,
    /// A challenger scores significantly more than the bot.
    Missed,
    /// The games do not decide the question.
    Open,
}

/// Results of a challenger.
#[derive(Clone, Debug)]
pub struct Challenger {
    /// Name of the bot.
    pub bot: String,
    /// Events and items for which a copy of the player has a bonus or, if `is_toward` is false, a penalty. Empty for
    /// a heuristic.
    pub lean: Vec<String>,
    /// True if the bot has a bonus for these events, false if it has a penalty.
    pub is_toward: bool,
    /// Score of the challenger minus the mean score of the other seats. The 95 % intervals of all challengers are
    /// simultaneous.
    pub gain: Estimate,
    /// Share of the games that the challenger won. The intervals of all challengers are simultaneous.
    pub wins: Option<Estimate>,
}

impl Challenger {
    /// Returns true if the challenger scores significantly more than the player.
    pub fn is_better(&self) -> bool {
        self.gain
            .interval()
            .is_some_and(|interval| interval.low > 0.0)
    }

    /// Returns true if the challenger gained 0 points in every deal, except for rounding errors. Without variance, the gain has no
    /// interval.
    pub fn is_equal(&self) -> bool {
        let high = self
            .gain
            .interval()
            .map_or(self.gain.value, |interval| interval.high);
        self.gain.value.abs().max(high.abs()) < 1e-9
    }
}

impl Challengers {
    /// Returns the challenger with the largest significant gain, or `None` if no challenger is significantly better.
    pub fn best(&self) -> Option<&Challenger> {
        let better = self.all.iter().filter(|one| one.is_better());
        better.max_by(|one, other| one.gain.value.total_cmp(&other.gain.value))
    }

    /// Returns the challenger with the largest gain, or `None` without results.
    pub fn first(&self) -> Option<&Challenger> {
        let all = self.all.iter();
        all.max_by(|one, other| one.gain.value.total_cmp(&other.gain.value))
    }

    /// Returns the largest upper bound of the gains, or `None` without results.
    pub fn bound(&self) -> Option<f64> {
        let bounds = (self.all.iter()).filter_map(|one| Some(one.gain.interval()?.high));
        bounds.reduce(f64::max)
    }

    /// Returns the verdict on whether the bot takes advantage of the change. `points` is the smallest gain that
    /// matters.
    pub fn used(&self, points: f64) -> Use {
        match (self.bound(), self.best()) {
            (Some(bound), _) if bound < points => Use::Used,
            (_, Some(_)) => Use::Missed,
            _ => Use::Open,
        }
    }
}

/// Reads the games of the challengers next to the games of a trial; `None` if the trial has no challengers.
///
/// # Errors
/// [`ReadError`] if their files are invalid.
pub fn challengers(source: &Source) -> Result<Option<Challengers>, ReadError> {
    let mut parts = source.parts();
    let (Some((folder, _)), None) = (parts.next(), parts.next()) else {
        return Ok(None);
    };
    let folder = folder_beside(folder, CHALLENGERS);
    if !folder.is_dir() || Manifest::read(&folder)?.is_none() {
        return Ok(None);
    }
    let (_, mut tests) = audit(&Source::open(&folder)?)?;
    Ok(tests.pop())
}

/// Reads the games of an audit. Returns the numbers of deals and games, and the results of the tests. The intervals are
/// corrected for the total number of challengers in all tests.
///
/// # Errors
/// [`ReadError`] if the files are invalid.
pub fn audit(source: &Source) -> Result<(Extent, Vec<Challengers>), ReadError> {
    let mut played = Played::new(&source.manifest.experiment);
    let mut blocks = source.blocks()?;
    while let Some(block) = blocks.next_block()? {
        played.add_block(block);
    }
    Ok((played.extent, played.results()))
}

/// Results of the conditions of an audit.
struct Played<'run> {
    experiment: &'run Experiment,
    conditions: Vec<Condition<'run>>,
    extent: Extent,
}

/// Results of a condition.
struct Condition<'run> {
    /// Index of the test.
    test: usize,
    /// Bot in the first place.
    bot: &'run str,
    gain: Moments,
    wins: Shares,
    /// In solo games, the index of the condition in which the bot plays instead of a challenger.
    plain: Option<usize>,
}

impl<'run> Played<'run> {
    fn new(experiment: &'run Experiment) -> Played<'run> {
        let cells = &experiment.cells;
        let mut conditions: Vec<Condition> = Vec::new();
        for (test, settings) in tests(experiment).enumerate() {
            let first = conditions.len();
            let own = cells.iter().skip(first).take(settings.cells);
            let is_plain = |cell: &ConditionSpec| cell.bots.iter().all(|bot| *bot == settings.bot);
            conditions.extend(own.map(|cell| Condition {
                test,
                bot: cell.bots.first().map_or("", String::as_str),
                gain: Moments::default(),
                wins: Shares::default(),
                plain: is_plain(&cells[first]).then_some(first),
            }));
        }
        Played {
            experiment,
            conditions,
            extent: Extent::default(),
        }
    }

    fn add_block(&mut self, block: &[Record]) {
        let mut played = vec![(Moments::default(), Moments::default()); self.conditions.len()];
        for game in games(block) {
            self.extent.games += 1;
            let cell = game[0].cell;
            if let Some(condition) = self.conditions.get(cell) {
                let (lead, win) = lead_and_win(game, condition.bot);
                played[cell].0.push(lead);
                played[cell].1.push(win);
            }
        }
        self.extent.blocks += 1;
        for (condition, (leads, wins)) in self.conditions.iter_mut().zip(&played) {
            let plain = condition
                .plain
                .map_or(Some(0.0), |cell| played[cell].0.mean());
            if let (Some(lead), Some(plain), Some(win)) = (leads.mean(), plain, wins.mean()) {
                condition.gain.push(lead - plain);
                condition.wins.push(win, wins.count());
            }
        }
    }

    fn results(&self) -> Vec<Challengers> {
        let all = self.conditions.iter().enumerate();
        let challengers = all.filter(|(cell, condition)| condition.plain != Some(*cell));
        let confidence = simultaneous(challengers.clone().count());
        let of_test = |(test, settings): (usize, &AuditTest)| Challengers {
            change: settings.change.clone(),
            bot: settings.bot.clone(),
            deals: self.extent.blocks,
            all: (challengers.clone())
                .filter(|(_, condition)| condition.test == test)
                .filter_map(|(_, condition)| self.result(condition, confidence))
                .collect(),
        };
        tests(self.experiment).enumerate().map(of_test).collect()
    }

    fn result(&self, condition: &Condition, confidence: f64) -> Option<Challenger> {
        let mut bots = self.experiment.bot.iter();
        let spec = bots.find(|spec| spec.name == condition.bot)?;
        let wins = condition.wins.mean().map(|share| {
            let interval = condition.wins.interval(confidence);
            Estimate::new(share, interval, Unit::Share)
        });
        Some(Challenger {
            bot: spec.name.clone(),
            lean: spec.lean.keys().cloned().collect(),
            is_toward: spec.lean.values().all(|&bonus| bonus > 0.0),
            gain: mean_of(&condition.gain, confidence)?,
            wins,
        })
    }
}

/// Returns the tests of an audit.
fn tests(experiment: &Experiment) -> impl Iterator<Item = &AuditTest> {
    let audit = experiment.audit.iter();
    audit.flat_map(|audit| &audit.test)
}

/// Returns the confidence level of each of `number` intervals that are simultaneous at the usual level (Bonferroni).
fn simultaneous(number: usize) -> f64 {
    1.0 - (1.0 - CONFIDENCE) / (SKEWNESS * number as f64)
}

/// Returns the mean of a gain over deal groups, or `None` with fewer than two deal groups.
fn mean_of(gain: &Moments, confidence: f64) -> Option<Estimate> {
    let value = gain.mean().filter(|_| gain.count() > 1)?;
    let interval = mean_interval(gain, confidence);
    Some(Estimate::new(value, interval, Unit::PointsDifference))
}

/// Returns the score of a bot minus the mean score of the other seats, and the bot's share of the win.
fn lead_and_win(game: &[Record], bot: &str) -> (f64, f64) {
    let (mut own, mut others, mut win) = (Moments::default(), Moments::default(), 0.0);
    for seat in game {
        let is_own = seat.bot == bot;
        let of = if is_own { &mut own } else { &mut others };
        of.push(f64::from(seat.score));
        win += if is_own { seat.win } else { 0.0 };
    }
    let mean = |of: Moments| of.mean().unwrap_or_default();
    (mean(own) - mean(others), win)
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_core::random::{standard_normal, stream, unit};
    use portolan_players::bots::BotSpec;
    use portolan_run::settings::{Audit, Kind};

    /// Returns the share of 2,000 simulated studies with six copies and 40 deals in which at least one copy counts as better, if
    /// each copy gains `gain` points on average. The gains are skewed to the side of `skew`, and the copies share the luck of the
    /// deals.
    fn share_with_a_better_copy(gain: f64, skew: f64, seed: u64) -> f64 {
        let mut rng = stream(seed, &[]);
        let mut found = 0;
        for _ in 0..2000 {
            let mut gains = vec![Moments::default(); 6];
            for _ in 0..40 {
                let deal = 20.0 * standard_normal(&mut rng);
                for copy in &mut gains {
                    let skewed = skew * (-30.0 * (1.0 - unit(&mut rng)).ln() - 30.0);
                    copy.push(gain + deal + skewed);
                }
            }
            let copies = gains
                .iter()
                .filter_map(|gains| mean_of(gains, simultaneous(6)));
            let better =
                |gain: Estimate| gain.interval().is_some_and(|interval| interval.low > 0.0);
            found += u32::from({ copies }.any(better));
        }
        f64::from(found) / 2000.0
    }

    #[test]
    fn copies_without_a_gain_rarely_count_as_better() {
        let share = share_with_a_better_copy(0.0, 1.0, 1);
        assert!(share < 0.025, "{share}");
        let share = share_with_a_better_copy(0.0, -1.0, 3);
        assert!(share < 0.05, "{share}");
    }

    #[test]
    fn copies_with_a_large_gain_count_as_better() {
        let share = share_with_a_better_copy(30.0, 1.0, 2);
        assert!(share > 0.95, "{share}");
    }

    /// Returns an audit of one bot after two changes, with two leaning copies for each change.
    fn experiment(players: usize) -> Experiment {
        let copies = ["more-1", "less-1", "more-2", "less-2"];
        let bot = |name: &&str| BotSpec {
            name: (*name).to_string(),
            lean: match &name[..4] {
                "more" => [("built.a".to_string(), 10.0)].into(),
                "less" => [("built.a".to_string(), -10.0)].into(),
                _ => Default::default(),
            },
            ..BotSpec::random()
        };
        let cell = |first: &str| ConditionSpec {
            name: String::new(),
            players,
            bots: [
                vec![first.to_string()],
                vec!["plain".to_string(); players - 1],
            ]
            .concat(),
            data: String::new(),
            set: Default::default(),
            perturbation: 0,
            arm: None,
            handicap: 0,
            prices: Vec::new(),
        };
        let plain = (players == 1).then_some("plain");
        let of_change = |copies: &[&str]| -> Vec<ConditionSpec> {
            plain.iter().chain(copies).map(|name| cell(name)).collect()
        };
        let cells = [of_change(&copies[..2]), of_change(&copies[2..])];
        let test = |change: &str| AuditTest {
            change: change.to_string(),
            bot: "plain".to_string(),
            cells: cells[0].len(),
        };
        Experiment {
            audit: Some(Audit {
                points: 3.0,
                test: vec![test("one"), test("two")],
            }),
            cells: cells.concat(),

            game: "none".to_string(),
            players,
            games: 400,
            seed: 1,
            bot: [&["plain"], &copies[..]].concat().iter().map(bot).collect(),
            kind: Kind::Audit,
            ..Experiment::default()
        }
    }

    /// Returns the results of 200 simulated deals in which each copy gains the planted number of points. All conditions of a deal
    /// share the same luck.
    fn results(players: usize, gains: [f64; 4]) -> Vec<Challengers> {
        let experiment = experiment(players);
        let mut played = Played::new(&experiment);
        let mut rng = stream(7, &[]);
        for _ in 0..200 {
            let luck = 8.0 * standard_normal(&mut rng);
            let mut block = Vec::new();
            let mut copies = gains.iter();
            for (cell, condition) in experiment.cells.iter().enumerate() {
                let is_plain = condition.bots[0] == "plain";
                let gain = if is_plain {
                    0.0
                } else {
                    *copies.next().unwrap()
                };
                let score = 100.0 + luck + gain + 4.0 * standard_normal(&mut rng);
                for (seat, bot) in condition.bots.iter().enumerate() {
                    block.push(Record {
                        game_id: 1 + cell as u64,
                        cell,
                        seat,
                        bot,
                        score: if seat == 0 { score } else { 100.0 + luck }.round() as i32,
                        win: f64::from(u8::from(seat == 0 && score > 100.0 + luck)),
                        ..Record::default()
                    });
                }
            }
            played.add_block(&block);
        }
        assert_eq!(played.extent.blocks, 200);
        played.results()
    }

    #[test]
    fn only_planted_gains_are_found() {
        for players in [1, 2, 3] {
            let found = results(players, [-4.0, 6.0, -4.0, -9.0]);
            let [one, two] = &found[..] else {
                panic!("{} tests", found.len());
            };
            let best = one.best().unwrap();
            assert_eq!((one.change.as_str(), best.bot.as_str()), ("one", "less-1"));
            assert!(!best.is_toward && best.lean == ["built.a"]);
            assert!((best.gain.value - 6.0).abs() < 1.5, "{:?}", best.gain);
            assert_eq!(one.used(3.0), Use::Missed);
            if players > 1 {
                let wins = best.wins.unwrap();
                assert!(wins.value > 0.85, "{wins:?}");
            }
            assert!(two.best().is_none());
            assert_eq!(two.first().unwrap().bot, "more-2");
            assert_eq!(two.used(3.0), Use::Used);
        }
    }

    /// A significant gain that is too small to matter does not count. The verdict is open if a gain that matters is neither found
    /// nor ruled out.
    #[test]
    fn verdict_depends_on_the_smallest_gain_that_matters() {
        let found = results(2, [2.0, -9.0, 0.0, -9.0]);
        assert!(found[0].best().is_some());
        assert_eq!(
            [5.0, 1.0].map(|points| found[0].used(points)),
            [Use::Used, Use::Missed]
        );
        assert_eq!(
            [5.0, 0.2].map(|points| found[1].used(points)),
            [Use::Used, Use::Open]
        );
    }

    /// A copy that plays every game like the bot has the same results in each seat, so its gains cancel within a deal.
    #[test]
    fn copy_that_plays_like_the_bot_is_equal() {
        let experiment = experiment(3);
        let mut played = Played::new(&experiment);
        for deal in 0..40 {
            let mut block = Vec::new();
            for (cell, condition) in experiment.cells.iter().enumerate() {
                for own in 0..3 {
                    for seat in 0..3 {
                        let own_points = i32::from(cell == 1 && seat == own) * (deal % 2);
                        block.push(Record {
                            game_id: 1 + 3 * cell as u64 + own as u64,
                            cell,
                            seat,
                            bot: if seat == own {
                                &condition.bots[0]
                            } else {
                                "plain"
                            },
                            score: [97 + deal, 110, 101 + 2 * deal][seat] + own_points,
                            ..Record::default()
                        });
                    }
                }
            }
            played.add_block(&block);
        }
        let found = played.results();
        let equal = found[0].all.iter().map(Challenger::is_equal);
        assert_eq!(equal.collect::<Vec<_>>(), [true, false]);
        assert!(found[1].all.iter().all(Challenger::is_equal));
    }

    /// The intervals are corrected for all challengers of the audit, not only for the challengers of one test.
    #[test]
    fn correction_counts_the_challengers_of_all_tests() {
        let found = results(2, [0.0; 4]);
        let confidence = 1.0 - (1.0 - CONFIDENCE) / (SKEWNESS * 4.0);
        let mut gain = Moments::default();
        (0..200).for_each(|deal| gain.push(f64::from(deal)));
        let wanted = mean_interval(&gain, confidence).unwrap().half_width();
        let plain = mean_interval(&gain, CONFIDENCE).unwrap().half_width();
        let width = found[0].all[0].gain.interval().unwrap().half_width();
        let own = Estimate::of_mean(&gain, Unit::Points).unwrap();
        assert!(wanted > 1.2 * plain && own.interval().unwrap().half_width() == plain);
        // The standard deviation of the gains is 4 points, so the uncorrected half-width is about 1.96 · 4 / √200.
        let expected = 1.96 * 4.0 / 200.0_f64.sqrt() * wanted / plain;
        assert!((width / expected - 1.0).abs() < 0.2, "{width} {expected}");
    }
}
