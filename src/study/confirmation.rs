//! Confirmation games of a factorial experiment: its clearest findings, repeated on fresh deals without other
//! restrictions.

use std::path::Path;

use super::items;
use super::whole_game::{CONFIRMATION, Lost, WholeGame, folder_beside};
use portolan_core::random::{Fresh, fresh_seed};
use portolan_run::results::error::RunError;
use portolan_run::results::manifest::Manifest;
use portolan_run::settings::{Experiment, ItemDesign, ItemStudy};

/// Reads the confirmation games of a factorial experiment; `None` if there are none, or too few for a result.
///
/// # Errors
/// [`RunError`] if the games exist but their files are invalid.
pub fn beside(folder: &Path, manifest: &Manifest) -> Result<Option<WholeGame>, RunError> {
    let experiment = &manifest.experiment;
    let Some(study) = experiment.items.as_ref() else {
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

/// Returns the items of an experiment that confirms the findings of another on its fresh deals; `None` if it is a
/// different experiment.
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
    let chosen = played.items.as_ref()?;
    let constraint = matches!(chosen.design, ItemDesign::Constraint(_));
    (fresh && constraint && told(played) == told(found)).then_some(chosen)
}
