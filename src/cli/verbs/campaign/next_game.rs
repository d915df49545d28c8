//! Sets up the next game of an archive.

use std::path::Path;

use super::component_data::{Change, component_data};
use crate::ui::failure::Failure;
use portolan_core::dataset::DataSet;
use portolan_core::setup::GameSetup;
use portolan_run::campaign::archive::Archive;
use portolan_run::campaign::rules::LEVEL;
use portolan_run::campaign::soundness::{Misfit, with_data};

/// Checks that the game and its components have everything that the archive refers to.
///
/// # Errors
/// [`Failure`] with file, line, key and the accepted values.
pub fn require_sound(
    file: &Path,
    text: &str,
    archive: &Archive,
    data: &DataSet,
) -> Result<(), Failure> {
    let file = file.display().to_string();
    with_data(archive, data).map_err(|misfit| match misfit {
        Misfit::Flaw(flaw) => Failure::usage(flaw.damage(&file, text)),
        Misfit::Setup(error) => Failure::usage(format!("{file}: {error}")),
    })
}

/// Returns the setup of the next game of an archive with this text. `others` replaces the number of players unless
/// the game has begun (M-A92). Also returns the change of the story cards since the archive was written, if there is one.
///
/// # Errors
/// [`Failure`] if the story has ended, the archive is inconsistent, or other component data have changed.
pub fn next_game(
    file: &Path,
    text: &str,
    archive: &Archive,
    others: Option<usize>,
) -> Result<(GameSetup, Option<Change>), Failure> {
    let (data, change) = component_data(file, text, archive)?;
    if let Some(change) = change.as_ref().filter(|change| !change.is_accepted()) {
        return Err(Failure::Usage(change.problem()));
    }
    require_sound(file, text, archive, &data).map_err(|failure| match (failure, &change) {
        (Failure::Usage(problem), Some(change)) => Failure::Usage(change.explained(&problem)),
        (failure, _) => failure,
    })?;
    let Some(rules) = &archive.next else {
        return Err(Failure::usage(format!(
            "{}: the story has ended, so there is no next game; `portolan campaign new` begins another campaign",
            file.display()
        )));
    };
    let begun = archive
        .under_way
        .as_ref()
        .is_some_and(|game| !game.moves.is_empty());
    let players = others.filter(|_| !begun).unwrap_or(archive.players.len());
    let mut options = rules.clone();
    if players != archive.players.len() {
        // The automa level applies only to the original number of players.
        options.remove(LEVEL);
    }
    let setup = GameSetup {
        game: archive.game.clone(),
        players,
        options,
        data,
    };
    Ok((setup, change))
}
