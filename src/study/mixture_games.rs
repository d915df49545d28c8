//! Accumulates the games of a mixture experiment for [`super::mixture`].

use std::path::Path;

use super::mixture::{BotMixtures, Contents, Outcomes, Sums};
use portolan_run::results::error::RunError;
use portolan_run::results::manifest::Manifest;
use portolan_run::results::reader::Reader;
use portolan_run::results::record::Record;
use portolan_run::settings::Mixture;
use portolan_stats::lead;

/// Maximum number of batches of blocks, which bounds memory use.
const MOST_BATCHES: u64 = 200;

/// Accumulated outcomes of a mixture experiment.
pub struct MixtureGames<'run> {
    manifest: &'run Manifest,
    mixture: &'run Mixture,
    bots: Vec<String>,
    batches: usize,
    outcomes: Vec<Outcomes>,
}

impl<'run> MixtureGames<'run> {
    /// Creates an accumulator; `None` if the run is not a mixture experiment.
    pub fn new(manifest: &'run Manifest) -> Option<MixtureGames<'run>> {
        let mixture = manifest.experiment.mixture.as_ref()?;
        let bots: Vec<String> = manifest
            .experiment
            .cells
            .chunks(mixture.draws.max(1))
            .filter_map(|cells| cells[0].bots.first().cloned())
            .collect();
        let batches = manifest.blocks_planned.clamp(1, MOST_BATCHES) as usize;
        Some(MixtureGames {
            manifest,
            mixture,
            batches,
            outcomes: vec![vec![vec![Sums::default(); batches]; mixture.draws]; bots.len()],
            bots,
        })
    }

    /// Adds a game, given by the records of all its seats.
    pub fn add_game(&mut self, game: &[Record]) {
        let (bot, draw) = (
            game[0].cell / self.mixture.draws,
            game[0].cell % self.mixture.draws,
        );
        let Some(name) = self.bots.get(bot) else {
            return;
        };
        let own = game.iter().filter(|seat| seat.bot == *name);
        let Some(own) = own.map(|seat| f64::from(seat.score)).reduce(f64::max) else {
            return;
        };
        let others = game.iter().filter(|seat| seat.bot != *name);
        let scores: Vec<f64> = std::iter::once(own)
            .chain(others.map(|seat| f64::from(seat.score)))
            .collect();
        let Some(lead) = lead(&scores, 0) else {
            return;
        };
        let block = game[0].block(self.manifest.block_size);
        let sums = &mut self.outcomes[bot][draw][(block % self.batches as u64) as usize];
        sums.games += 1.0;
        sums.leads += lead;
        sums.wins += game
            .iter()
            .filter(|seat| seat.bot == *name)
            .map(|seat| seat.win)
            .sum::<f64>();
    }

    /// Returns the results by bot.
    pub fn finish(self) -> Vec<BotMixtures> {
        let experiment = &self.manifest.experiment;
        let texts = experiment.cells.iter().take(self.mixture.draws);
        let texts = texts.map(|cell| {
            cell.set
                .get(&self.mixture.option)
                .map_or("", String::as_str)
        });
        let contents = Contents::new(self.mixture, texts);
        self.bots
            .into_iter()
            .zip(&self.outcomes)
            .map(|(bot, outcomes)| contents.fit(bot, outcomes, experiment.seed))
            .collect()
    }
}

/// Reads the results of a finished or stopped mixture experiment by bot; empty for any other run.
///
/// # Errors
/// [`RunError`] if `games.csv` cannot be read or does not belong to this run.
pub fn read(folder: &Path, manifest: &Manifest) -> Result<Vec<BotMixtures>, RunError> {
    let Some(mut collector) = MixtureGames::new(manifest) else {
        return Ok(Vec::new());
    };
    Reader::open([(folder, manifest)])?.each_game(|game| collector.add_game(game))?;
    Ok(collector.finish())
}
