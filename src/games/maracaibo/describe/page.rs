//! Lines that fit a terminal.

use crate::prose::{LINE, wrapped};

/// Characters that a label takes, with the gap behind it.
const LABEL: usize = 11;

/// A text in lines of at most [`LINE`] characters, that break at words only.
#[derive(Debug, Default)]
pub struct Page {
    text: String,
}

impl Page {
    /// A line that begins after `indent` spaces, and goes on below two further.
    pub fn line(&mut self, indent: usize, words: &str) {
        let line = format!("{:indent$}{words}", "");
        self.text += &wrapped(&line, LINE, 2);
    }

    /// A label and what it has to say, in a column of its own.
    pub fn entry(&mut self, indent: usize, label: &str, words: &str) {
        let line = format!("{:indent$}{label:<LABEL$}{words}", "");
        // A line without a label begins where the words do.
        let further = if label.is_empty() { 0 } else { LABEL };
        self.text += &wrapped(&line, LINE, further);
    }

    /// A heading and below it a line for each of several things; nothing if there are none.
    pub fn list(&mut self, indent: usize, heading: &str, things: &[String]) {
        if !things.is_empty() {
            self.line(indent, heading);
        }
        for thing in things {
            self.line(indent + 2, thing);
        }
    }

    /// All of it.
    pub fn into_text(self) -> String {
        self.text
    }
}
