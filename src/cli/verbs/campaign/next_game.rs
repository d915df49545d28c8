//! Sets up the next game of an archive.

use std::path::{Path, PathBuf};

use crate::ui::failure::Failure;
use portolan_core::dataset::DataSet;
use portolan_core::files::{beside, seen_from};
use portolan_core::registry::entry;
use portolan_core::setup::GameSetup;
use portolan_run::campaign::archive::{Archive, DataNote};
use portolan_run::campaign::keys::{line_and_column, value};
use portolan_run::campaign::rules::LEVEL;
use portolan_run::campaign::soundness::{Misfit, with_data};
use portolan_run::experiment::spec::parts::read_data;

/// Returns the folder that contains a file.
fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}

/// Returns the entry of an archive on the component data of its campaign.
pub fn data_note(archive: &Path, data: &DataSet) -> DataNote {
    let folder = data.folder.as_deref();
    DataNote {
        hash: data.hash(),
        folder: folder.map(|folder| seen_from(folder_of(archive), folder)),
    }
}

/// Returns the folder of the component files of an archive, or `None` for the shipped data.
pub fn data_folder(file: &Path, archive: &Archive) -> Option<PathBuf> {
    let folder = archive.data.folder.as_deref()?;
    Some(beside(folder_of(file), folder))
}

/// Reads the component data of an archive.
///
/// # Errors
/// [`Failure`] with file, line and key if the data cannot be read or have changed since the campaign began.
pub fn component_data(file: &Path, text: &str, archive: &Archive) -> Result<DataSet, Failure> {
    let wrong = |key: &str, problem: String| {
        let (line, _) = line_and_column(text, value(text, &["data".into(), key.into()]).start);
        Failure::usage(format!("{}, line {line}: {key}: {problem}", file.display()))
    };
    let entry = entry(&archive.game)?;
    let folder = data_folder(file, archive);
    let data = read_data(entry, folder.as_deref()).map_err(|error| match &folder {
        Some(_) => wrong("folder", error.to_string()),
        None => error.into(),
    })?;
    if data.hash() != archive.data.hash {
        let whence = match &folder {
            Some(folder) => format!("the component files in {}", folder.display()),
            None => "the component files that ship with this program".to_string(),
        };
        return Err(wrong(
            "hash",
            format!(
                "the campaign uses data {}, but the hash of {whence} is {}; use the data or the \
                 program version with which the campaign began",
                archive.data.hash,
                data.hash()
            ),
        ));
    }
    Ok(data)
}

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
/// the game has begun (M-A92).
///
/// # Errors
/// [`Failure`] if the story has ended, the archive is inconsistent, or the component data have changed.
pub fn next_game(
    file: &Path,
    text: &str,
    archive: &Archive,
    others: Option<usize>,
) -> Result<GameSetup, Failure> {
    let data = component_data(file, text, archive)?;
    require_sound(file, text, archive, &data)?;
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
    Ok(GameSetup {
        game: archive.game.clone(),
        players,
        options,
        data,
    })
}
