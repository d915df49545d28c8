//! What the running program is made of: the games that it knows, and the revision that it was built from.
//!
//! A program registers them once, before anything asks ([`register`]); a game of one's own is registered like those that
//! ship.

use std::sync::OnceLock;

use crate::setup::{GameEntry, SetupError};
use crate::suggestion::did_you_mean;

/// What a program is made of.
#[derive(Default)]
pub struct Program {
    /// The games, in the order in which they are listed.
    pub games: Vec<&'static GameEntry>,
    /// The git revision that it was built from, if it was built from a checkout.
    pub revision: Option<&'static str>,
}

static PROGRAM: OnceLock<Program> = OnceLock::new();

/// Registers what the program is made of. The first registration counts; a later one changes nothing.
pub fn register(program: Program) {
    // A second caller finds what the first one registered.
    let _ = PROGRAM.set(program);
}

fn program() -> &'static Program {
    static NOTHING: Program = Program {
        games: Vec::new(),
        revision: None,
    };
    PROGRAM.get().unwrap_or(&NOTHING)
}

/// The registered games, in the order in which they are listed.
pub fn games() -> &'static [&'static GameEntry] {
    &program().games
}

/// The git revision that the program was built from, if it was built from a checkout.
pub fn revision() -> Option<&'static str> {
    program().revision
}

/// The entry of a registered game.
///
/// # Errors
/// [`SetupError::UnknownGame`], with a suggestion.
pub fn entry(name: &str) -> Result<&'static GameEntry, SetupError> {
    find(games(), name)
}

/// The entry of that name among those of a list.
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
