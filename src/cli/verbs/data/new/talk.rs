//! Dialogue with the user: with all help texts at a terminal, and with the essential output through a pipe.

use super::working::{Drafts, WorkingSet};
use crate::ui::dialogue::terminal::{Answer, Manner, Terminal, Wanted};
use crate::ui::failure::Failure;
use portolan_core::column_schema::Form;

/// Dialogue on standard input and output.
pub struct Talk {
    terminal: Terminal,
}

impl Talk {
    /// Creates a dialogue on standard input and output.
    ///
    /// # Errors
    /// [`Failure`] if the terminal cannot be used.
    pub fn new() -> Result<Talk, Failure> {
        let terminal = Terminal::new(Manner::Form)?;
        Ok(Talk { terminal })
    }

    /// Creates a dialogue at a terminal that is already in use.
    pub fn at(terminal: Terminal) -> Talk {
        Talk { terminal }
    }

    /// Ends the dialogue.
    pub fn into_terminal(self) -> Terminal {
        self.terminal
    }

    /// Returns true if a person is at the terminal.
    pub fn is_interactive(&self) -> bool {
        self.terminal.is_interactive()
    }

    /// Returns the answers of unfinished rows at a terminal, and no answers through a pipe, where the question would consume
    /// a line of the input.
    pub fn drafts(&self, work: &WorkingSet, form: &Form) -> Drafts {
        match self.is_interactive() {
            true => work.drafts(form.file),
            false => Drafts::new(),
        }
    }

    /// Prints text for people and programs.
    pub fn say(&self, text: &str) -> Result<(), Failure> {
        self.terminal.print(&format!("{text}\n"))
    }

    /// Prints text at terminals only.
    pub fn show(&self, text: &str) -> Result<(), Failure> {
        match self.is_interactive() {
            true => self.say(text),
            false => Ok(()),
        }
    }

    /// Asks a question. Returns `None` at the end of the input.
    pub fn ask(&mut self, question: &str) -> Result<Option<String>, Failure> {
        let answer = self.terminal.ask(&format!("{question} "), &Wanted::Key)?;
        Ok(match answer {
            Answer::Line(answer) => Some(answer),
            Answer::End | Answer::Interrupt => None,
        })
    }

    /// Asks a yes-no question until the answer is valid; Enter gives the answer `by_default`. Returns `None` if the user
    /// leaves with `quit`, or at the end of the input.
    pub fn agrees(&mut self, question: &str, by_default: bool) -> Result<Option<bool>, Failure> {
        let enter = if by_default { "yes" } else { "no" };
        loop {
            let Some(answer) = self.ask(&format!("{question} (yes or no, Enter: {enter})"))? else {
                return Ok(None);
            };
            match answer.to_lowercase().as_str() {
                "" => return Ok(Some(by_default)),
                "yes" | "y" => return Ok(Some(true)),
                "no" | "n" => return Ok(Some(false)),
                "quit" => return Ok(None),
                _ => self.say(&format!(
                    "\"{answer}\" found, expected yes (y), no (n) or Enter for {enter}"
                ))?,
            }
        }
    }
}
