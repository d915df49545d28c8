//! Results of a study of items: the value of each item for every bot and data set, and the conclusions shared by
//! all of them.

mod findings;
mod questions;

pub use findings::{BotItems, Conclusion, ItemFindings};

use std::path::Path;

use self::questions::{Group, OfBot, Questions, ask_all, conclusions};
use super::arms::{arms, is_studied};
use super::factorial::Outcomes;
use super::pick_rates::Takings;
use super::places::{CellBlock, Means, Places};
use portolan_run::results::error::RunError;
use portolan_run::results::manifest::Manifest;
use portolan_run::results::reader::Reader;
use portolan_run::results::record::Record;
use portolan_run::settings::ItemStudy;

/// Accumulates the games of a study.
pub struct ItemGames<'run> {
    manifest: &'run Manifest,
    study: &'run ItemStudy,
    places: Places<'run>,
    groups: Groups,
    takings: Takings,
}

struct Groups {
    all: Vec<Group>,
    blocks: u64,
}

impl Groups {
    fn take(&mut self, block: u64, cells: &[Option<CellBlock>]) {
        self.blocks += 1;
        for group in &mut self.all {
            let places = |&cell: &usize| Some(cells[cell].as_ref()?.places.clone());
            let sets: Option<Vec<Vec<Means>>> = group.cells.iter().map(places).collect();
            if let Some(sets) = sets.filter(|sets| !sets.is_empty()) {
                group.outcomes.push(block, sets);
            }
            group.arms.iter_mut().for_each(|arm| arm.add_block(cells));
        }
    }
}

/// Conditions of each perturbed data set.
type SetCells = Vec<(u32, Vec<usize>)>;

impl<'run> ItemGames<'run> {
    /// Creates an accumulator; `None` if the run is not a study of items.
    pub fn new(manifest: &'run Manifest) -> Option<ItemGames<'run>> {
        let study = manifest.experiment.items.as_ref()?;
        let cells = &manifest.experiment.cells;
        let mut bots: Vec<(&String, SetCells)> = Vec::new();
        let studied = |(index, _): &(usize, _)| is_studied(study, cells, *index);
        for (index, cell) in cells.iter().enumerate().filter(studied) {
            let bot = cell.bots.first()?;
            let at = bots.iter().position(|(name, _)| *name == bot);
            let at = at.unwrap_or_else(|| {
                bots.push((bot, Vec::new()));
                bots.len() - 1
            });
            let sets = &mut bots[at].1;
            match sets.iter_mut().find(|(set, _)| *set == cell.perturbation) {
                Some((_, of_set)) => of_set.push(index),
                None => sets.push((cell.perturbation, vec![index])),
            }
        }
        let all = bots.into_iter().map(|(bot, sets)| {
            let (perturbations, sets): (Vec<u32>, Vec<Vec<usize>>) = sets.into_iter().unzip();
            Group {
                bot: bot.clone(),
                cells: if study.factorial().is_some() {
                    sets.iter().map(|set| set[0]).collect()
                } else {
                    Vec::new()
                },
                outcomes: Outcomes::default(),
                perturbations,
                arms: arms(cells, &sets),
            }
        });
        Some(ItemGames {
            manifest,
            study,
            places: Places::new(manifest),
            groups: Groups {
                all: all.collect(),
                blocks: 0,
            },
            takings: Takings::default(),
        })
    }

    pub fn with_takings(mut self, takings: Takings) -> ItemGames<'run> {
        self.takings = takings;
        self
    }

    /// Adds a game, given by the records of all its seats.
    pub fn add_game(&mut self, game: &[Record]) {
        let groups = &mut self.groups;
        self.places.add_game(game, &mut |block, cells| {
            groups.take(block, cells);
        });
    }

    /// Returns the results.
    pub fn finish(self) -> ItemFindings<'run> {
        let ItemGames {
            manifest,
            study,
            places,
            mut groups,
            takings,
        } = self;
        places.finish(&mut |block, cells| groups.take(block, cells));
        let questions = Questions {
            manifest,
            study,
            takings: &takings,
        };
        let mut read: Vec<OfBot> = groups
            .all
            .iter()
            .map(|group| questions.ask(group))
            .collect();
        let threshold = ask_all(read.iter_mut().flat_map(|bot| &mut bot.sets));
        ItemFindings {
            study,
            conclusions: conclusions(study.item.len(), &read, threshold),
            bots: read.into_iter().flat_map(|bot| bot.sets).collect(),
            blocks: groups.blocks,
            whole_game: None,
        }
    }
}

/// Reads the results of a finished or stopped study of items; `None` for any other run.
///
/// # Errors
/// [`RunError`] if `games.csv` cannot be read or does not belong to this run.
pub fn read<'run>(
    folder: &Path,
    manifest: &'run Manifest,
) -> Result<Option<ItemFindings<'run>>, RunError> {
    let Some(collector) = ItemGames::new(manifest) else {
        return Ok(None);
    };
    let takings = Takings::read([(folder, manifest)].into_iter(), manifest)?;
    let mut collector = collector.with_takings(takings);
    Reader::open([(folder, manifest)])?.each_game(|game| collector.add_game(game))?;
    Ok(Some(collector.finish()))
}
