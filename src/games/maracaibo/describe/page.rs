//! Lines that fit a terminal.

use crate::prose::wrapped;

/// Most characters of a line.
const WIDTH: usize = 80;
/// Characters that a label takes, with the gap behind it.
const LABEL: usize = 11;

/// A text in lines of at most 80 characters, that break at words only.
#[derive(Debug, Default)]
pub struct Page {
    text: String,
}

impl Page {
    /// A line that begins after `indent` spaces, and goes on below two further.
    pub fn line(&mut self, indent: usize, words: &str) {
        let line = format!("{:indent$}{words}", "");
        self.text += &wrapped(&line, WIDTH, 2);
    }

    /// A label and what it has to say, in a column of its own.
    pub fn entry(&mut self, indent: usize, label: &str, words: &str) {
        let line = format!("{:indent$}{label:<LABEL$}{words}", "");
        let further = if label.is_empty() { 0 } else { LABEL };
        self.text += &wrapped(&line, WIDTH, further);
    }

    /// A label and a line for each of several things; nothing if there are none.
    pub fn entries(&mut self, indent: usize, label: &str, things: &[String]) {
        for (index, thing) in things.iter().enumerate() {
            self.entry(indent, if index == 0 { label } else { "" }, thing);
        }
    }

    /// All of it.
    pub fn into_text(self) -> String {
        self.text
    }
}
