//! Archive files: reading, checking, locking and creating.

use std::io::ErrorKind;
use std::path::Path;

use crate::ui::failure::Failure;
use portolan_core::files;
use portolan_run::campaign::archive::Archive;
use portolan_run::campaign::soundness::of_archive;
use portolan_run::saved_game::SavedGame;

/// Reads an archive and checks its consistency. Also returns its text.
///
/// # Errors
/// [`Failure`] if the file cannot be read, or if its content is invalid or inconsistent.
pub fn read(path: &Path) -> Result<(Archive, String), Failure> {
    let file = path.display().to_string();
    let text = files::read_text(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::usage(format!(
            "{file}: no such file; `portolan campaign new {file}` begins a campaign"
        )),
        ErrorKind::InvalidInput | ErrorKind::InvalidData => {
            Failure::usage(format!("{file}: {error}"))
        }
        _ => Failure::work(format!("{file}: {error}")),
    })?;
    let archive = Archive::parse(&file, &text).map_err(Failure::usage)?;
    of_archive(&archive).map_err(|flaw| Failure::usage(flaw.damage(&file, &text)))?;
    Ok((archive, text))
}

/// Locks and reads an archive.
///
/// # Errors
/// [`Failure`] if another process has locked the archive, or if it cannot be read.
pub fn open(path: &Path) -> Result<(SavedGame, Archive), Failure> {
    let game = SavedGame::claim(path)?;
    Ok((game, read(path)?.0))
}

/// Writes a new archive. An existing file is replaced only if `replace` is true.
///
/// # Errors
/// [`Failure`] if the file exists and may not be replaced, is locked, or cannot be written.
pub fn create(path: &Path, archive: &Archive, replace: bool) -> Result<(), Failure> {
    let game = SavedGame::claim(path)?;
    let file = path.display();
    if path.symlink_metadata().is_ok() && !replace {
        return Err(Failure::usage(format!(
            "{file}: the file already exists; choose another name, or replace it with --force"
        )));
    }
    let written = files::save(path, archive.write());
    written.map_err(|error| Failure::work(format!("{file}: {error}")))?;
    game.close().map_err(Failure::work)
}
