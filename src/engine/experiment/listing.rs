//! The experiments that go by a name, with what they ask.

use std::path::Path;

use serde::Serialize;
use toml::Table;

use super::catalog::named_files;
use super::spec::file::ancestry;
use crate::files;
use crate::registry::games;

/// What begins the line of a file that says what it asks.
const COMMENT: &str = "# ";

/// An experiment and what it asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// Its game.
    pub game: String,
    /// The name by which it is found.
    pub name: String,
    /// The first line of its file; empty if that is no comment.
    pub question: String,
}

/// All experiments that go by a name, by game, as `portolan games` has them, and name.
pub fn all() -> Vec<Listed> {
    let place = |game: &str| games().iter().position(|entry| entry.name == game);
    let mut all: Vec<Listed> = named_files()
        .into_iter()
        .map(|(name, path)| Listed {
            game: game(&path).unwrap_or_default(),
            name,
            question: question(&path),
        })
        .collect();
    all.sort_by(|one, other| {
        let key = |listed: &Listed| (place(&listed.game), listed.name.clone());
        key(one).cmp(&key(other))
    });
    all
}

/// The game that a file names, or one that it starts from.
fn game(path: &Path) -> Option<String> {
    let files = ancestry(path).ok()?;
    files.iter().find_map(|file| {
        let keys: Table = toml::from_str(&files::read_text(file).ok()?).ok()?;
        Some(keys.get("game")?.as_str()?.to_string())
    })
}

fn question(path: &Path) -> String {
    let text = files::read_text(path).unwrap_or_default();
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix(COMMENT).unwrap_or_default().to_string()
}
