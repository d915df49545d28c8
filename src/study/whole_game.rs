//! Confirmation of the clearest findings of a factorial experiment in the unrestricted game: on fresh deals, one item
//! is withheld from one place, and all other items remain available to all places.
//!
//! A factorial experiment measures every item while other items are withheld, too. The games read here measure its
//! clearest items in the normal game. They were not used to select the items, so these effects are not biased by
//! the selection.

use std::path::{Path, PathBuf};

use super::judgement::Judgement;
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::t_interval;

/// Suffix, after a hyphen, of the folder of confirmation games, which is next to the folder of the experiment.
pub const CONFIRMATION: &str = "confirm";

/// Returns the folder next to a run whose name ends in `-SUFFIX`.
pub fn folder_beside(folder: &Path, suffix: &str) -> PathBuf {
    let mut name = folder.file_name().unwrap_or_default().to_os_string();
    name.push(format!("-{suffix}"));
    folder.with_file_name(name)
}

/// Values of items in the unrestricted game.
#[derive(Clone, Debug)]
pub struct WholeGame {
    /// Results by bot and item.
    pub lost: Vec<Lost>,
    /// Number of deals played.
    pub blocks: u64,
}

/// Loss of a bot from never having an item.
#[derive(Clone, Debug)]
pub struct Lost {
    /// Name of the bot.
    pub bot: String,
    /// Index of the item in the factorial experiment.
    pub item: usize,
    /// Points and wins lost; the q-value is among all items and bots of these games.
    pub judged: Judgement,
}

impl WholeGame {
    /// Returns the results of a bot, with the largest loss first.
    pub fn of_bot(&self, bot: &str) -> Vec<&Lost> {
        let mut of_bot: Vec<&Lost> = self.lost.iter().filter(|lost| lost.bot == bot).collect();
        of_bot.sort_by(|one, other| {
            let margin = |lost: &Lost| lost.judged.effect.margin;
            margin(other).total_cmp(&margin(one))
        });
        of_bot
    }

    /// Returns true if these games confirm that an item differs from its expected value for a bot: the loss without
    /// the item differs significantly in the same direction. `None` if the item was not played or does not differ.
    pub fn confirms(&self, bot: &str, item: usize, judged: &Judgement) -> Option<bool> {
        let lost = self.of(bot, item)?.effect;
        let direction =
            Some(f64::from(judged.direction())).filter(|&direction| direction != 0.0)?;
        let squared = judged.excess_error.powi(2) - judged.effect.margin_error.powi(2);
        let error = lost.margin_error.hypot(squared.max(0.0).sqrt());
        let excess = lost.margin - judged.expected;
        let interval = t_interval(excess, error, lost.degrees, CONFIDENCE);
        let ends = interval.map(|interval| [interval.low, interval.high]);
        Some(ends.is_some_and(|ends| ends.iter().all(|end| end * direction > 0.0)))
    }

    /// Returns the value of an item for a bot; `None` if it was not played.
    pub fn of(&self, bot: &str, item: usize) -> Option<&Judgement> {
        let mut all = self.lost.iter();
        let lost = all.find(|lost| lost.bot == bot && lost.item == item)?;
        Some(&lost.judged)
    }
}
