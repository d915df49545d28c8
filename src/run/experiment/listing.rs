//! Lists the named experiments with their questions.

use std::path::Path;

use serde::Serialize;

use super::catalog::named_files;
use super::resolve::file::read_tree;
use crate::files;
use crate::registry::games;

/// Prefix of the line that states the question of an experiment file.
const COMMENT: &str = "# ";

/// An experiment and its question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listed {
    pub game: String,
    /// Name of the experiment on the command line.
    pub name: String,
    /// First line of the file without the comment sign; empty if the line is not a comment.
    pub question: String,
}

/// Returns all named experiments, sorted by game in the order of `portolan games`, then by name.
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

/// Returns the game that a file or one of its ancestors names.
fn game(path: &Path) -> Option<String> {
    Some(read_tree(path).ok()?.text("game")?.to_string())
}

fn question(path: &Path) -> String {
    let text = files::read_text(path).unwrap_or_default();
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix(COMMENT).unwrap_or_default().to_string()
}
