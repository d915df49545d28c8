//! Study of settings: effects of each value of a rule option on the seats, compared with the reference
//! on the same deals.

use super::judgement::{FALSE_DISCOVERIES, survives};
use super::places::{CellBlock, Places};
use super::repeats::Repeats;
use portolan_run::results::manifest::Manifest;
use portolan_run::results::record::Record;
use portolan_stats::fairness::{Fairness, Unfairness};
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::shrinkage::{Measured, shrunk, variance_between};
use portolan_stats::{
    Estimate, Interval, Moments, Shares, Unit, benjamini_hochberg, mean_interval,
};

/// Results of one setting for one bot.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Condition of the setting with the original data set.
    pub cell: usize,
    /// Condition of the reference with the original data set.
    pub reference: usize,
    /// Share of wins by seat, with the original data set.
    pub wins: Vec<Moments>,
    /// Mean score of all seats, with the original data set.
    pub score: Moments,
    /// Length of a game in turns of the seat with the most turns, with the original data set.
    pub length: Moments,
    /// Length minus the length under the reference, by deal.
    pub longer: Moments,
    /// Share of games with a shared first place, with the original data set.
    pub ties: Shares,
    /// For each data set, the conditions of the setting and of the reference.
    cells: Vec<(usize, usize)>,
    /// For each seat, the change of the share of wins from the reference.
    win_changes: Vec<Repeats>,
    /// Change of the mean score of all seats from the reference.
    score_change: Repeats,
    fairness: Fairness,
}

impl Setting {
    /// Returns the share of wins by seat, with the original data set.
    pub fn shares_of_wins(&self) -> Vec<Estimate> {
        let share = |wins: &Moments| {
            let share = Estimate::of_shares(&Shares::of_blocks(*wins));
            share.unwrap_or(Estimate::new(0.0, None, Unit::Share))
        };
        self.wins.iter().map(share).collect()
    }
}

/// Quantity that a setting may affect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingEffect {
    /// Share of wins of a seat, from 0.
    Wins(usize),
    /// Mean score of all seats.
    Score,
}

/// Effect of a setting.
#[derive(Clone, Debug)]
pub struct SettingChange {
    /// Condition of the setting.
    pub cell: usize,
    /// Affected quantity.
    pub of: SettingEffect,
    /// Size of the effect.
    pub value: f64,
    /// Shrunk effect, from which the noise part of the spread between effects of this kind is removed.
    pub shrunk: f64,
    /// 95 % interval; `None` for fewer than two blocks.
    pub interval: Option<Interval>,
    /// q-value among all questions about all settings and bots (Benjamini & Hochberg 1995).
    pub q: f64,
    /// True if the effect is confirmed in the data sets with varied placeholder rows; `None` with fewer
    /// than two such sets, or if the effect is not significant.
    pub survives: Option<bool>,
}

impl SettingChange {
    /// Returns the effect with its interval and q-value.
    pub fn estimate(&self) -> Estimate {
        let unit = match self.of {
            SettingEffect::Wins(_) => Unit::ShareDifference,
            SettingEffect::Score => Unit::PointsDifference,
        };
        Estimate::new(self.value, self.interval, unit).corrected(self.q)
    }

    /// Returns the shrunk effect, for statements about the largest of many effects.
    pub fn shrunk_estimate(&self) -> Estimate {
        Estimate::new(self.shrunk, None, self.estimate().unit)
    }

    /// Returns true if the effect is significant.
    pub fn is_told(&self) -> bool {
        self.q < FALSE_DISCOVERIES
    }
}

/// Comparison of the seat fairness of a setting and of its reference.
#[derive(Clone, Copy, Debug)]
pub struct Evenness {
    /// Condition of the setting.
    pub cell: usize,
    /// Distance of the seats from their fair share.
    pub unfairness: Unfairness,
    /// q-value among all questions about all settings and bots.
    pub q: f64,
}

impl Evenness {
    /// Returns 1 if the seats are significantly closer to their fair share than under the reference, −1
    /// if they are farther from it, and 0 if neither is significant.
    pub fn direction(&self) -> i8 {
        if self.q < FALSE_DISCOVERIES {
            self.unfairness.gain.signum() as i8
        } else {
            0
        }
    }
}

/// Findings of a study of settings.
pub struct SettingFindings {
    /// All settings of every bot; the reference comes first for each bot.
    pub settings: Vec<Setting>,
    /// Effects of all settings other than the references.
    pub changes: Vec<SettingChange>,
    /// Fairness of all settings other than the references; empty for a single seat or with few blocks.
    pub evenness: Vec<Evenness>,
}

/// Accumulates the games of a study of settings.
pub struct SettingGames<'run> {
    places: Places<'run>,
    settings: Vec<Setting>,
}

impl<'run> SettingGames<'run> {
    pub fn new(manifest: &'run Manifest) -> SettingGames<'run> {
        let cells = &manifest.experiment.cells;
        let seats = manifest.experiment.players;
        let is_same = |one: usize, other: usize| {
            cells[one].bots.first() == cells[other].bots.first()
                && cells[one].set == cells[other].set
        };
        // The reference is the first condition with the same bot and data set.
        let reference = |cell: usize| {
            let same = |&other: &usize| {
                cells[other].bots.first() == cells[cell].bots.first()
                    && cells[other].perturbation == cells[cell].perturbation
            };
            (0..cell).find(same).unwrap_or(cell)
        };
        let settings = (0..cells.len())
            .filter(|&cell| cells[cell].perturbation == 0)
            .map(|cell| {
                let sets: Vec<(usize, usize)> = (cell..cells.len())
                    .filter(|&other| is_same(cell, other))
                    .map(|cell| (cell, reference(cell)))
                    .collect();
                Setting {
                    cell,
                    reference: reference(cell),
                    wins: vec![Moments::default(); seats],
                    score: Moments::default(),
                    length: Moments::default(),
                    longer: Moments::default(),
                    ties: Shares::default(),
                    win_changes: vec![Repeats::new(sets.len()); seats],
                    score_change: Repeats::new(sets.len()),
                    fairness: Fairness::new(seats),
                    cells: sets,
                }
            })
            .collect();
        SettingGames {
            places: Places::new(manifest),
            settings,
        }
    }

    /// Adds a game, given by the records of all its seats.
    pub fn add_game(&mut self, game: &[Record]) {
        let settings = &mut self.settings;
        let games = self.places.games_a_block();
        self.places.add_game(game, &mut |_, cells| {
            settings
                .iter_mut()
                .for_each(|setting| setting.add_block(cells, games));
        });
    }

    /// Returns the findings.
    pub fn finish(self) -> SettingFindings {
        let mut settings = self.settings;
        let games = self.places.games_a_block();
        self.places.finish(&mut |_, cells| {
            settings
                .iter_mut()
                .for_each(|setting| setting.add_block(cells, games));
        });
        findings(settings)
    }
}

fn mean_score(block: &CellBlock) -> f64 {
    let sum: f64 = block.seats.iter().map(|seat| seat.score).sum();
    sum / block.seats.len().max(1) as f64
}

impl Setting {
    /// Adds a block in which every condition has `games` games.
    fn add_block(&mut self, cells: &[Option<CellBlock>], games: u64) {
        let pairs: Vec<Option<(&CellBlock, &CellBlock)>> = (self.cells.iter())
            .map(|&(cell, reference)| cells[cell].as_ref().zip(cells[reference].as_ref()))
            .collect();
        let difference = |value: &dyn Fn(&CellBlock) -> f64| -> Vec<Option<f64>> {
            let difference = |(here, reference)| value(here) - value(reference);
            pairs.iter().map(|pair| pair.map(difference)).collect()
        };
        for (seat, changes) in self.win_changes.iter_mut().enumerate() {
            changes.push(&difference(&|block| block.seats[seat].win));
        }
        self.score_change.push(&difference(&mean_score));
        if let Some(&Some((here, reference))) = pairs.first() {
            let shares = |block: &CellBlock| -> Vec<f64> {
                block.seats.iter().map(|seat| seat.win).collect()
            };
            for (wins, share) in self.wins.iter_mut().zip(shares(here)) {
                wins.push(share);
            }
            self.score.push(mean_score(here));
            self.length.push(here.length);
            self.longer.push(here.length - reference.length);
            self.ties.push(here.ties, games);
            self.fairness.push(&shares(here), &shares(reference));
        }
    }

    /// Returns the quantities that the setting may affect. With two seats, the wins of one seat determine the wins of
    /// the other seat, so they form a single question.
    fn outcomes(&self) -> impl Iterator<Item = (SettingEffect, &Repeats)> {
        let seats = match self.win_changes.len() {
            2 => 1,
            seats => seats,
        };
        let wins = self.win_changes[..seats].iter().enumerate();
        wins.map(|(seat, changes)| (SettingEffect::Wins(seat), changes))
            .chain([(SettingEffect::Score, &self.score_change)])
    }
}

/// Returns the effects with the original data set, shrunk separately for wins and for scores.
fn shrunk_changes(asked: &[(usize, SettingEffect, &Repeats)]) -> Vec<f64> {
    let measured = |changes: &Repeats| {
        let moments = &changes.set(0).moments;
        let known = moments.mean().zip(moments.standard_error());
        let (value, error) = known.unwrap_or_default();
        Measured { value, error }
    };
    let between = [true, false].map(|scores| {
        let alike = asked
            .iter()
            .filter(|(_, of, _)| (*of == SettingEffect::Score) == scores);
        let alike: Vec<Measured> = alike.map(|(.., changes)| measured(changes)).collect();
        variance_between(&alike)
    });
    let pulled = asked.iter().map(|(_, of, changes)| {
        let between = between[usize::from(*of != SettingEffect::Score)];
        shrunk(measured(changes), between).value
    });
    pulled.collect()
}

/// Compares all settings with their references, with q-values over all questions.
fn findings(settings: Vec<Setting>) -> SettingFindings {
    let others = || {
        settings
            .iter()
            .filter(|setting| setting.cell != setting.reference)
    };
    let asked: Vec<(usize, SettingEffect, &Repeats)> = others()
        .flat_map(|setting| {
            let outcomes = setting.outcomes();
            outcomes.map(|(of, changes)| (setting.cell, of, changes))
        })
        .filter(|(_, _, changes)| changes.set(0).moments.count() > 0)
        .collect();
    let compared: Vec<(usize, Unfairness)> = others()
        .filter_map(|setting| Some((setting.cell, setting.fairness.compare()?)))
        .collect();
    let p_values: Vec<f64> = (asked.iter())
        .map(|(_, _, changes)| changes.set(0).p_value())
        .chain(compared.iter().map(|(_, unfairness)| unfairness.p))
        .collect();
    let q_values = benjamini_hochberg(&p_values);
    let told = q_values.iter().filter(|&&q| q < FALSE_DISCOVERIES).count();
    let threshold = FALSE_DISCOVERIES * told as f64 / q_values.len().max(1) as f64;
    let shrunk = shrunk_changes(&asked);
    let changes = (asked.iter().zip(&q_values).zip(shrunk))
        .map(|((&(cell, of, changes), &q), shrunk)| {
            let moments = &changes.set(0).moments;
            let told = q < FALSE_DISCOVERIES;
            SettingChange {
                cell,
                of,
                value: moments.mean().unwrap_or(0.0),
                shrunk,
                interval: mean_interval(moments, CONFIDENCE),
                q,
                survives: told
                    .then(|| survives(&changes.means(), changes.errors(), threshold))
                    .flatten(),
            }
        })
        .collect();
    let evenness = (compared.iter().zip(&q_values[asked.len()..]))
        .map(|(&(cell, unfairness), &q)| Evenness {
            cell,
            unfairness,
            q,
        })
        .collect();
    SettingFindings {
        changes,
        evenness,
        settings,
    }
}
