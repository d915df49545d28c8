//! Reading and printing lines, at a terminal or through a pipe.

use std::io::{IsTerminal, stdin, stdout};

use crate::cli::input::{Line, pass_over, read_line, too_long};
use crate::cli::{Failure, print};

/// Clears screen and scrollback, and goes to the top left corner.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// Where the person is.
pub struct Terminal {
    /// Whether a person reads and types, rather than a file or a program.
    pub interactive: bool,
}

impl Terminal {
    /// Standard input and output.
    pub fn new() -> Terminal {
        Terminal {
            interactive: stdin().is_terminal() && stdout().is_terminal(),
        }
    }

    /// Asks for a line; `None` when the input has ended. Through a pipe the line is repeated behind
    /// the prompt, so that what comes out reads like a dialogue.
    pub fn ask(&self, prompt: &str) -> Result<Option<String>, Failure> {
        let unread = |error| Failure::work(format!("stdin: {error}"));
        loop {
            if self.interactive {
                print(prompt)?;
            }
            let mut line = Vec::new();
            let mut input = stdin().lock();
            match read_line(&mut input, &mut line).map_err(unread)? {
                Line::End => return Ok(None),
                Line::TooLong => {
                    print(&format!("{}; it is passed over\n", too_long()))?;
                    pass_over(&mut input)
                        .map_err(|error| Failure::usage(format!("stdin: {error}")))?;
                    continue;
                }
                Line::Whole => {}
            }
            let line = String::from_utf8_lossy(&line).trim().to_string();
            if !self.interactive {
                print(&format!("{prompt}{line}\n"))?;
            }
            return Ok(Some(line));
        }
    }

    /// Hands the terminal to another person, who must not see what the one before saw.
    pub fn hand_over(&self, to: &str) -> Result<(), Failure> {
        if !self.interactive {
            return Ok(());
        }
        print(CLEAR)?;
        self.ask(&format!("{to}: press Enter when only you see the screen "))?;
        Ok(())
    }
}
