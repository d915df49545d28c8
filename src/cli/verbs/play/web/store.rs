//! Storage of a game that is played on a page.

use super::super::keeping::Keeping;
use super::table::Table;

/// Saves a game that is played on a page.
pub trait Store {
    /// Initializes the store when the page starts or loads a game.
    fn begin(&mut self, table: &Table);

    /// Returns a sentence that names the file of the game.
    fn promise(&self) -> String;

    /// Returns a sentence with the command that resumes the game on a page, or `None` if no file contains it yet.
    fn resume(&self) -> Option<String>;

    /// Returns the error of the last attempt with advice for the player on the page, or `None` if it succeeded.
    fn problem(&self) -> Option<String>;

    /// Saves the game if necessary. Returns true unless moves are unsaved.
    fn save(&mut self, table: &Table) -> bool;

    /// Returns the text after the end of a game that can no longer be changed.
    fn ended(&self) -> Option<&str> {
        None
    }
}

impl Store for Keeping {
    fn begin(&mut self, table: &Table) {
        self.begin(table.log().write());
    }

    fn promise(&self) -> String {
        self.promise()
    }

    fn resume(&self) -> Option<String> {
        self.resume()
    }

    fn problem(&self) -> Option<String> {
        self.problem()
    }

    fn save(&mut self, table: &Table) -> bool {
        let decided = table.last_decision().is_some();
        self.save(table.log().write(), decided)
    }
}
