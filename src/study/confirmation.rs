//! The games beside a factorial experiment that play again, on fresh deals and in the whole game, what it found clearest.

use std::path::Path;

use super::items;
use super::whole_game::{CONFIRMATION, Lost, WholeGame, folder_beside};
use portolan_core::random::{Fresh, fresh_seed};
use portolan_engine::results::error::RunError;
use portolan_engine::results::manifest::Manifest;
use portolan_engine::settings::{Experiment, ItemDesign, ItemStudy};

/// Reads the games beside a factorial experiment; `None` if there are none of it, or too few to tell.
///
/// # Errors
/// [`RunError`] if there are, and their files are not as they should be.
pub fn beside(folder: &Path, manifest: &Manifest) -> Result<Option<WholeGame>, RunError> {
    let experiment = &manifest.experiment;
    let Some(study) = experiment.design.items() else {
        return Ok(None);
    };
    let asked = study.factorial().is_some_and(|design| design.confirm > 0);
    if !asked || manifest.shard.is_some() {
        return Ok(None);
    }
    let folder = folder_beside(folder, CONFIRMATION);
    if !folder.is_dir() {
        return Ok(None);
    }
    let Some(played) = Manifest::read(&folder)? else {
        return Ok(None);
    };
    let Some(chosen) = confirms(&played.experiment, experiment) else {
        return Ok(None);
    };
    let numbers: Option<Vec<usize>> = chosen.item.iter().map(|item| study.find(item)).collect();
    let Some((numbers, found)) = numbers.zip(items::read(&folder, &played)?) else {
        return Ok(None);
    };
    let lost = found.first_set().flat_map(|bot| {
        let judged = numbers.iter().zip(&bot.items);
        judged.map(|(&item, &judged)| Lost {
            bot: bot.bot.clone(),
            item,
            judged,
        })
    });
    let whole = WholeGame {
        lost: lost.collect(),
        blocks: found.blocks,
    };
    Ok((!whole.lost.is_empty()).then_some(whole))
}

/// The items of an experiment that plays what another found, on its fresh deals; `None` if it does not.
fn confirms<'run>(played: &'run Experiment, found: &Experiment) -> Option<&'run ItemStudy> {
    let told = |experiment: &Experiment| {
        let Experiment {
            game,
            players,
            bots,
            data,
            set,
            ..
        } = experiment.clone();
        (game, players, bots, data, set)
    };
    let fresh = played.seed == fresh_seed(found.seed, Fresh::Confirmation);
    let chosen = played.design.items()?;
    let constraint = matches!(chosen.design, ItemDesign::Constraint(_));
    (fresh && constraint && told(played) == told(found)).then_some(chosen)
}
