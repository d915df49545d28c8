//! The next game of an archive, as it is set up.

use std::path::{Path, PathBuf};

use crate::campaign::archive::{Archive, DataNote};
use crate::cli::failure::Failure;
use crate::dataset::DataSet;
use crate::experiment::spec::parts::read_data;
use crate::files::{beside, seen_from};
use crate::games::{GameSetup, SetupError, entry};

/// The folder that a file is in.
fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}

/// What an archive tells of the component data that its campaign is played with.
pub fn data_note(archive: &Path, data: &DataSet) -> DataNote {
    let folder = data.folder.as_deref();
    DataNote {
        hash: data.hash(),
        folder: folder.map(|folder| seen_from(folder_of(archive), folder)),
    }
}

/// The folder of component files of an archive; none for those that ship with the program.
pub fn data_folder(file: &Path, archive: &Archive) -> Option<PathBuf> {
    let folder = archive.data.folder.as_deref()?;
    Some(beside(folder_of(file), folder))
}

/// The set-up of the next game.
///
/// # Errors
/// `Failure` if the story has come to its end, or game, players or data are not what they were.
pub fn next_game(file: &Path, archive: &Archive) -> Result<GameSetup, Failure> {
    let wrong = |problem: String| Failure::usage(format!("{}: {problem}", file.display()));
    let Some(rules) = &archive.next else {
        return Err(wrong(
            "the story has come to its end: there is no next game; `portolan campaign new` begins another campaign"
                .to_string(),
        ));
    };
    let told = |error: SetupError| wrong(error.to_string());
    let entry = entry(&archive.game).map_err(told)?;
    let folder = data_folder(file, archive);
    let data = read_data(entry, folder.as_deref())?;
    if data.hash() != archive.data.hash {
        let whence = match &folder {
            Some(folder) => format!("the component files in {}", folder.display()),
            None => "the component files that ship with this program".to_string(),
        };
        return Err(wrong(format!(
            "the campaign is played with data {}, and {whence} are {}; play it with the data or the version that it \
             was begun with",
            archive.data.hash,
            data.hash()
        )));
    }
    Ok(GameSetup {
        game: entry.name.to_string(),
        players: archive.players.len(),
        options: rules.clone(),
        data,
    })
}
