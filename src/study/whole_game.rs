//! What a factorial experiment finds clearest, in the whole game: on fresh deals one place never has one item, and
//! nothing else is withheld from anybody.
//!
//! A factorial experiment measures every item beside others that are withheld, too. The games read here
//! measure what it found clearest as it is played. They were not among those that chose the items, so that
//! their effects are not the largest of many.

use std::path::{Path, PathBuf};

use super::judgement::Judgement;

/// What the name of the folder ends in, after a hyphen, that lies beside that of the experiment.
pub const CONFIRMATION: &str = "confirm";

/// The folder beside a run whose name ends in `-SUFFIX`.
pub fn folder_beside(folder: &Path, suffix: &str) -> PathBuf {
    let mut name = folder.file_name().unwrap_or_default().to_os_string();
    name.push(format!("-{suffix}"));
    folder.with_file_name(name)
}

/// What items are worth in the whole game.
#[derive(Clone, Debug)]
pub struct WholeGame {
    /// Bot by bot, item by item.
    pub lost: Vec<Lost>,
    /// Deals played.
    pub blocks: u64,
}

/// What a bot loses by never having an item.
#[derive(Clone, Debug)]
pub struct Lost {
    /// Bot.
    pub bot: String,
    /// Index of the item in the factorial experiment.
    pub item: usize,
    /// Points and wins lost; q allows for all items and bots of these games.
    pub judged: Judgement,
}

impl WholeGame {
    /// What the items of a bot are worth, the largest loss first.
    pub fn of_bot(&self, bot: &str) -> Vec<&Lost> {
        let mut of_bot: Vec<&Lost> = self.lost.iter().filter(|lost| lost.bot == bot).collect();
        of_bot.sort_by(|one, other| {
            let margin = |lost: &Lost| lost.judged.effect.margin;
            margin(other).total_cmp(&margin(one))
        });
        of_bot
    }

    /// What an item is worth to a bot; `None` if it was not played.
    pub fn of(&self, bot: &str, item: usize) -> Option<&Judgement> {
        let mut all = self.lost.iter();
        let lost = all.find(|lost| lost.bot == bot && lost.item == item)?;
        Some(&lost.judged)
    }
}
