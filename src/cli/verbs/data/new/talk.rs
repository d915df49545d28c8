//! Dialogue with the user: with all help texts at a terminal, and with the essential output through a pipe.

use std::io::{IsTerminal, stdin};

use crate::ui::failure::Failure;
use crate::ui::input::{Line, pass_over, read_line, too_long};
use crate::ui::print::print;

/// Dialogue on standard input and output.
pub struct Talk {
    is_person: bool,
}

impl Talk {
    /// Creates a dialogue on standard input.
    pub fn new() -> Talk {
        Talk {
            is_person: stdin().is_terminal(),
        }
    }

    /// Prints text for people and programs.
    pub fn say(&self, text: &str) -> Result<(), Failure> {
        print(&format!("{text}\n"))
    }

    /// Prints text at terminals only.
    pub fn show(&self, text: &str) -> Result<(), Failure> {
        match self.is_person {
            true => self.say(text),
            false => Ok(()),
        }
    }

    /// Asks a question. Returns `None` at the end of the input.
    pub fn ask(&mut self, question: &str) -> Result<Option<String>, Failure> {
        let failed = |error: std::io::Error| Failure::work(format!("stdin: {error}"));
        let mut line = Vec::new();
        loop {
            if self.is_person {
                print(&format!("{question} "))?;
            }
            let mut input = stdin().lock();
            match read_line(&mut input, &mut line).map_err(failed)? {
                Line::End => return Ok(None),
                Line::TooLong => {
                    pass_over(&mut input).map_err(failed)?;
                    self.say(&too_long())?;
                }
                Line::Whole => match std::str::from_utf8(&line) {
                    Ok(text) => return Ok(Some(text.trim().to_string())),
                    Err(_) => self.say("the answer is not valid UTF-8")?,
                },
            }
        }
    }

    /// Asks a yes-no question. Any answer other than yes means no.
    pub fn agrees(&mut self, question: &str) -> Result<bool, Failure> {
        let answer = self.ask(&format!("{question} (yes or no)"))?;
        Ok(answer.is_some_and(|answer| ["yes", "y"].contains(&answer.as_str())))
    }
}
