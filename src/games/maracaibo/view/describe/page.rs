//! Layout of lines that fit a terminal.

use crate::prose;
use crate::prose::wrapped;

/// Width of a label and the gap after it, in characters.
const LABEL: usize = 11;

/// A text with lines of at most [`prose::line`] characters, wrapped between words.
#[derive(Debug, Default)]
pub struct Page {
    text: String,
}

impl Page {
    /// Adds a line indented by `indent` spaces; continuation lines are indented by four more.
    pub fn line(&mut self, indent: usize, words: &str) {
        let line = format!("{:indent$}{words}", "");
        self.text += &wrapped(&line, prose::line(), 4);
    }

    /// Adds a label and its text in a column next to it.
    pub fn entry(&mut self, indent: usize, label: &str, words: &str) {
        let line = format!("{:indent$}{label:<LABEL$}{words}", "");
        // Continuation lines of an entry without a label start in the same column as its text.
        let further = if label.is_empty() { 0 } else { LABEL };
        self.text += &wrapped(&line, prose::line(), further);
    }

    /// Adds a heading and one line for each item; adds no heading if there are no items.
    pub fn list(&mut self, indent: usize, heading: &str, things: &[String]) {
        if !things.is_empty() {
            self.line(indent, heading);
        }
        for thing in things {
            self.line(indent + 2, thing);
        }
    }

    /// Returns the text.
    pub fn into_text(self) -> String {
        self.text
    }
}
