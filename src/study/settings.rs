//! A study of settings: what each value of a rule option does to the seats, on the same deals as the
//! reference.

use super::judgement::{FALSE_DISCOVERIES, survives};
use super::places::{CellBlock, Places};
use super::repeats::Repeats;
use portolan_engine::results::manifest::Manifest;
use portolan_engine::results::record::Record;
use portolan_stats::fairness::{Fairness, Unfairness};
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::shrinkage::{Measured, shrunk, variance_between};
use portolan_stats::{
    Estimate, Interval, Moments, Shares, Unit, benjamini_hochberg, mean_interval,
};

/// One setting for one bot.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Its cell with the first data set.
    pub cell: usize,
    /// The cell of the reference with the first data set.
    pub reference: usize,
    /// By seat: share of wins, with the first data set.
    pub wins: Vec<Moments>,
    /// Mean score of all seats, with the first data set.
    pub score: Moments,
    /// Length of a game, in turns of the seat that had most, with the first data set.
    pub length: Moments,
    /// The length less that in the reference, deal by deal.
    pub longer: Moments,
    /// Share of games whose first place is shared, with the first data set.
    pub ties: Shares,
    /// By data set: cell, and cell of the reference.
    cells: Vec<(usize, usize)>,
    /// By seat: share of wins less that in the reference.
    win_changes: Vec<Repeats>,
    /// Mean score of all seats less that in the reference.
    score_change: Repeats,
    fairness: Fairness,
}

impl Setting {
    /// By seat: share of wins, with the first data set.
    pub fn shares_of_wins(&self) -> Vec<Estimate> {
        let share = |wins: &Moments| {
            let share = Estimate::of_shares(&Shares::of_blocks(*wins));
            share.unwrap_or(Estimate::new(0.0, None, Unit::Share))
        };
        self.wins.iter().map(share).collect()
    }
}

/// What a setting may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingEffect {
    /// The share of wins of a seat, from 0.
    Wins(usize),
    /// The mean score of all seats.
    Score,
}

/// What a setting changes.
#[derive(Clone, Debug)]
pub struct SettingChange {
    /// Its cell.
    pub cell: usize,
    /// Of what.
    pub of: SettingEffect,
    /// How much.
    pub value: f64,
    /// How much without the part of the spread between the changes of this kind that is noise.
    pub shrunk: f64,
    /// 95% interval; `None` below two blocks.
    pub interval: Option<Interval>,
    /// Allows for all that is asked of all settings and bots (Benjamini & Hochberg 1995).
    pub q: f64,
    /// Whether it survives in the data sets with varied stand-ins; `None` with fewer than two of them,
    /// or where nothing is told.
    pub survives: Option<bool>,
}

impl SettingChange {
    /// How much, with what is known of how sure that is.
    pub fn estimate(&self) -> Estimate {
        let unit = match self.of {
            SettingEffect::Wins(_) => Unit::ShareDifference,
            SettingEffect::Score => Unit::PointsDifference,
        };
        Estimate::new(self.value, self.interval, unit).corrected(self.q)
    }

    /// How much without the part that is noise, for sentences that quote the largest of many changes.
    pub fn shrunk_estimate(&self) -> Estimate {
        Estimate::new(self.shrunk, None, self.estimate().unit)
    }

    /// Whether it can be told from none.
    pub fn is_told(&self) -> bool {
        self.q < FALSE_DISCOVERIES
    }
}

/// Whether the seats are more alike than in the reference.
#[derive(Clone, Copy, Debug)]
pub struct Evenness {
    /// Cell of the setting.
    pub cell: usize,
    /// How far the seats are from their fair share.
    pub unfairness: Unfairness,
    /// Allows for all that is asked of all settings and bots.
    pub q: f64,
}

impl Evenness {
    /// 1 if the seats are closer to each other than in the reference, −1 if they are further apart, 0 if
    /// that cannot be told.
    pub fn direction(&self) -> i8 {
        if self.q < FALSE_DISCOVERIES {
            self.unfairness.gain.signum() as i8
        } else {
            0
        }
    }
}

/// What a study of settings says.
pub struct SettingFindings {
    /// Every setting of every bot, the reference of a bot before its others.
    pub settings: Vec<Setting>,
    /// What each but the references changes.
    pub changes: Vec<SettingChange>,
    /// What each but the references does to the differences between seats; none alone, or with few
    /// blocks.
    pub evenness: Vec<Evenness>,
}

/// The games of a study of settings while they come in.
pub struct SettingGames<'run> {
    places: Places<'run>,
    settings: Vec<Setting>,
}

impl<'run> SettingGames<'run> {
    /// Nothing yet.
    pub fn new(manifest: &'run Manifest) -> SettingGames<'run> {
        let cells = manifest.experiment.design.cells();
        let seats = manifest.experiment.players;
        let is_same = |one: usize, other: usize| {
            cells[one].bots.first() == cells[other].bots.first()
                && cells[one].set == cells[other].set
        };
        // The reference comes first.
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

    /// Takes a game, given by all its seats.
    pub fn add_game(&mut self, game: &[Record]) {
        let settings = &mut self.settings;
        let games = self.places.games_a_block();
        self.places.add_game(game, &mut |_, cells| {
            settings
                .iter_mut()
                .for_each(|setting| setting.add_block(cells, games));
        });
    }

    /// What the games say.
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
    /// Takes a block, in which every cell has so many games.
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

    /// What it may change. What one of two seats wins the other loses: that is one question.
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

/// The changes with the first data set, shrunk among those of wins and among those of scores.
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

/// What differs from the references, with q-values over all that is asked.
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
