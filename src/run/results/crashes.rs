//! Reading the crashes of a run.

use std::path::{Path, PathBuf};

use crate::results::error::RunError;
use crate::results::manifest::{Manifest, Status};
use crate::results::names::{CRASHES, STREAMED};
use crate::results::table;

/// Looks up a game in the list of crashes. Returns the path of the list and the seed of the game, or `None` if the game
/// is not in the list.
///
/// # Errors
/// [`RunError`] if the list exists but cannot be read.
pub fn find(
    folder: &Path,
    manifest: &Manifest,
    game_id: u64,
) -> Result<Option<(PathBuf, u64)>, RunError> {
    let name = STREAMED[CRASHES];
    let paths = [name.to_string(), format!("{name}.partial")].map(|name| folder.join(name));
    let told = manifest.status == Status::Running || manifest.table(name).is_some();
    let Some(path) = paths.into_iter().find(|path| told && path.exists()) else {
        return Ok(None);
    };
    let text = table::open(&path).map_err(RunError::file(&path))?;
    // The last row of a running simulation may be incomplete.
    let reader = csv::ReaderBuilder::new().flexible(true).from_reader(text);
    for row in reader.into_byte_records() {
        let row = row.map_err(|error| RunError::Damaged {
            path: path.clone(),
            problem: error.to_string(),
        })?;
        let number = |column: usize| str::from_utf8(row.get(column)?).ok()?.parse().ok();
        if let (Some(id), Some(seed)) = (number(0), number(1))
            && id == game_id
        {
            return Ok(Some((path, seed)));
        }
    }
    Ok(None)
}
