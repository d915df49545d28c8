//! Component data of a campaign: the entry in its archive, and changes since the archive was written.

use std::path::{Path, PathBuf};

use crate::ui::failure::Failure;
use crate::verbs::play::story::STORY_CARDS;
use crate::verbs::run::launch::quote;
use portolan_core::dataset::DataSet;
use portolan_core::files::{beside, seen_from};
use portolan_core::prose::{listed, verb};
use portolan_core::registry::entry;
use portolan_run::campaign::archive::{Archive, DataNote};
use portolan_run::experiment::resolve::parts::read_data;
use portolan_run::settings::locations::{line_and_column, value};

/// Returns the folder that contains a file.
fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}

/// Returns the entry of an archive on the component data of its campaign.
pub fn data_note(archive: &Path, data: &DataSet) -> DataNote {
    let folder = data.folder.as_deref();
    let folder = folder.map(|folder| seen_from(folder_of(archive), folder));
    DataNote::of(data, folder)
}

/// Returns the folder of the component files of an archive, or `None` for the shipped data.
pub fn data_folder(file: &Path, archive: &Archive) -> Option<PathBuf> {
    let folder = archive.data.folder.as_deref()?;
    Some(beside(folder_of(file), folder))
}

/// Returns the command that enters story cards of a folder, or only the card in the row `card`.
pub fn entry_command(game: &str, folder: &Path, card: Option<&str>) -> String {
    let folder = quote(&folder.display().to_string());
    let row = card.map_or(String::new(), |card| format!(" --row {card}"));
    format!("portolan data new {game} {folder} --file {STORY_CARDS}{row}")
}

/// Difference between the component data of a campaign and the hashes in its archive.
pub struct Change {
    game: String,
    /// Line of the hash in the archive.
    place: String,
    /// Hash of the data in the archive.
    before: String,
    /// Hash of the current data.
    now: String,
    folder: Option<PathBuf>,
    /// Names of the changed files; empty if the archive does not list its files.
    files: Vec<String>,
}

impl Change {
    /// Returns true if the campaign can continue with the changed data. Only the story cards in its folder may change,
    /// because the owner may have entered or corrected them.
    pub fn is_accepted(&self) -> bool {
        self.folder.is_some() && self.files == [STORY_CARDS]
    }

    /// Describes the change, for example `mine/story_cards.csv has changed`.
    pub fn words(&self) -> String {
        let Some(folder) = &self.folder else {
            return format!(
                "the component files that ship with this program have the hash {}",
                self.now
            );
        };
        let path = |file: &String| folder.join(file).display().to_string();
        let files: Vec<String> = self.files.iter().map(path).collect();
        match files.len() as u64 {
            0 => format!("the component files in {} have changed", folder.display()),
            files_changed => {
                let have = verb(files_changed, "has", "have");
                format!("{} {have} changed", listed(&files))
            }
        }
    }

    /// Returns the error message for a change that prevents the campaign from continuing.
    pub fn problem(&self) -> String {
        let remedy = match &self.folder {
            Some(_) => {
                format!("restore the data, because only {STORY_CARDS} may change during a campaign")
            }
            None => "use the program version with which the campaign began".to_string(),
        };
        format!(
            "{}: the campaign uses data {}, but {}; {remedy}",
            self.place,
            self.before,
            self.words()
        )
    }

    /// Adds to an error message the hint that changed story cards may have caused the error.
    pub fn explained(&self, problem: &str) -> String {
        let folder = self.folder.as_deref().unwrap_or(Path::new(""));
        format!(
            "{problem}. The cause may be that {} since the archive was written: correct the file with `{}`, or \
             restore it",
            self.words(),
            entry_command(&self.game, folder, None)
        )
    }
}

/// Reads the component data of an archive, and compares them with the hashes in the archive.
///
/// # Errors
/// [`Failure`] with file, line and key if the data cannot be read.
pub fn component_data(
    file: &Path,
    text: &str,
    archive: &Archive,
) -> Result<(DataSet, Option<Change>), Failure> {
    let place = |key: &str| {
        let (line, _) = line_and_column(text, value(text, &["data".into(), key.into()]).start);
        format!("{}, line {line}: {key}", file.display())
    };
    let entry = entry(&archive.game)?;
    let folder = data_folder(file, archive);
    let data = read_data(entry, folder.as_deref()).map_err(|error| match &folder {
        Some(_) => Failure::usage(format!("{}: {error}", place("folder"))),
        None => error.into(),
    })?;
    let now = data.hash();
    if now == archive.data.hash {
        return Ok((data, None));
    }
    let before = &archive.data.files;
    let hashes = data.hashes();
    let mut files: Vec<String> = hashes.keys().chain(before.keys()).cloned().collect();
    files.sort();
    files.dedup();
    files.retain(|file| !before.is_empty() && hashes.get(file) != before.get(file));
    let change = Change {
        game: archive.game.clone(),
        place: place("hash"),
        before: archive.data.hash.clone(),
        now,
        folder,
        files,
    };
    Ok((data, Some(change)))
}
