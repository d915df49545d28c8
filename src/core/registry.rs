//! Registry of the running program: the available games and the git revision of the build.
//!
//! A program registers them once before first use ([`register`]). User-defined games are registered in the same way as
//! the built-in games.

use std::sync::OnceLock;

use crate::setup::{GameEntry, SetupError};
use crate::suggestion::did_you_mean;

/// Games and revision of a program.
#[derive(Default)]
pub struct Program {
    /// Games in listing order.
    pub games: Vec<&'static GameEntry>,
    /// Git revision of the build, if the program was built from a checkout.
    pub revision: Option<&'static str>,
}

static PROGRAM: OnceLock<Program> = OnceLock::new();

/// Registers the contents of the program. Only the first call has an effect.
pub fn register(program: Program) {
    // Later calls are ignored.
    let _ = PROGRAM.set(program);
}

fn program() -> &'static Program {
    static NOTHING: Program = Program {
        games: Vec::new(),
        revision: None,
    };
    PROGRAM.get().unwrap_or(&NOTHING)
}

/// Returns the registered games in listing order.
pub fn games() -> &'static [&'static GameEntry] {
    &program().games
}

/// Returns the git revision of the build, if the program was built from a checkout.
pub fn revision() -> Option<&'static str> {
    program().revision
}

/// Returns the entry of a registered game.
///
/// # Errors
/// [`SetupError::UnknownGame`], with a suggestion.
pub fn entry(name: &str) -> Result<&'static GameEntry, SetupError> {
    find(games(), name)
}

/// Returns the entry with this name from a list.
///
/// # Errors
/// [`SetupError::UnknownGame`], with a suggestion.
pub fn find(games: &[&'static GameEntry], name: &str) -> Result<&'static GameEntry, SetupError> {
    let found = games.iter().copied().find(|entry| entry.name == name);
    found.ok_or_else(|| {
        let known: Vec<&str> = games.iter().map(|entry| entry.name).collect();
        SetupError::UnknownGame {
            name: name.to_string(),
            suggestion: did_you_mean(name, known.iter().copied()),
            known: known.join(", "),
        }
    })
}
