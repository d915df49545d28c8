//! Asking and hearing: at a terminal with everything that helps, through a pipe with what matters.

use std::io::{IsTerminal, stdin};

use crate::failure::Failure;
use crate::input::{Line, pass_over, read_line, too_long};
use crate::print::print;

/// Somebody who answers.
pub struct Talk {
    is_person: bool,
}

impl Talk {
    /// Whoever is at standard input.
    pub fn new() -> Talk {
        Talk {
            is_person: stdin().is_terminal(),
        }
    }

    /// Says something that matters to programs, too.
    pub fn say(&self, text: &str) -> Result<(), Failure> {
        print(&format!("{text}\n"))
    }

    /// Says something that only a person needs.
    pub fn show(&self, text: &str) -> Result<(), Failure> {
        match self.is_person {
            true => self.say(text),
            false => Ok(()),
        }
    }

    /// Asks; `None` if there is nobody to answer any more.
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
                    Err(_) => self.say("the answer is not text in UTF-8")?,
                },
            }
        }
    }

    /// Asks for a yes; anything else is a no.
    pub fn agrees(&mut self, question: &str) -> Result<bool, Failure> {
        let answer = self.ask(&format!("{question} (yes or no)"))?;
        Ok(answer.is_some_and(|answer| ["yes", "y"].contains(&answer.as_str())))
    }
}
