//! A study of settings: what each value of a rule option does to the seats, on the same deals as the
//! reference.

use super::outcomes::SeatOutcome;
use super::places::{CellBlock, Places};
use crate::experiment::manifest::Manifest;
use crate::stats::Moments;

/// One setting, for one bot with one data set.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Its cell.
    pub cell: usize,
    /// The cell of the reference.
    pub reference: usize,
    /// By seat: share of wins.
    pub wins: Vec<Moments>,
    /// By seat: the same less that in the reference.
    pub win_changes: Vec<Moments>,
    /// Mean score of all seats.
    pub score: Moments,
    /// The same less that in the reference.
    pub score_change: Moments,
    blocks: u64,
}

impl Setting {
    /// The largest difference between the shares of wins of two seats.
    pub fn unfairness(&self) -> Option<f64> {
        let means = self
            .wins
            .iter()
            .map(Moments::mean)
            .collect::<Option<Vec<f64>>>()?;
        let most = means.iter().copied().fold(f64::MIN, f64::max);
        let least = means.iter().copied().fold(f64::MAX, f64::min);
        (self.blocks > 0).then_some(most - least)
    }
}

/// The games of a study of settings while they come in.
pub struct Collector<'run> {
    places: Places<'run>,
    settings: Vec<Setting>,
}

impl<'run> Collector<'run> {
    /// Nothing yet.
    pub fn new(manifest: &'run Manifest) -> Collector<'run> {
        let cells = &manifest.experiment.cell;
        let seats = manifest.experiment.players;
        let same = |one: usize, other: usize| {
            cells[one].bots.first() == cells[other].bots.first()
                && cells[one].perturbation == cells[other].perturbation
        };
        let settings = (0..cells.len())
            .map(|cell| Setting {
                cell,
                // The reference comes first.
                reference: (0..cell).find(|&other| same(cell, other)).unwrap_or(cell),
                wins: vec![Moments::default(); seats],
                win_changes: vec![Moments::default(); seats],
                score: Moments::default(),
                score_change: Moments::default(),
                blocks: 0,
            })
            .collect();
        Collector {
            places: Places::new(manifest),
            settings,
        }
    }

    /// Takes a game: its number, its cell from 0 and its seats.
    pub fn add_game(&mut self, game_id: u64, cell: usize, seats: &[SeatOutcome]) {
        let settings = &mut self.settings;
        self.places.add_game(game_id, cell, seats, &mut |_, cells| {
            add_block(settings, cells);
        });
    }

    /// What the games say.
    pub fn finish(self) -> Vec<Setting> {
        let mut settings = self.settings;
        self.places
            .finish(&mut |_, cells| add_block(&mut settings, cells));
        settings
    }
}

fn add_block(settings: &mut [Setting], cells: &[Option<CellBlock>]) {
    for setting in settings {
        let (Some(here), Some(reference)) = (&cells[setting.cell], &cells[setting.reference])
        else {
            continue;
        };
        let mean = |block: &CellBlock| {
            let sum: f64 = block.seats.iter().map(|seat| seat.score).sum();
            sum / block.seats.len().max(1) as f64
        };
        for (seat, (one, other)) in here.seats.iter().zip(&reference.seats).enumerate() {
            setting.wins[seat].push(one.win);
            setting.win_changes[seat].push(one.win - other.win);
        }
        setting.score.push(mean(here));
        setting.score_change.push(mean(here) - mean(reference));
        setting.blocks += 1;
    }
}
