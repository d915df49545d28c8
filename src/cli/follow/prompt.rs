//! Reading lines and printing: at a terminal with completion and history, or through a pipe.

use std::cell::RefCell;
use std::io::{BufRead, IsTerminal, stdin, stdout};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::failure::Failure;
use crate::input::{self, Line, pass_over, too_long};
use crate::paint::{is_wished, painted};
use crate::print::print_to;
use portolan_core::controls::visible;

/// What comes from outside.
#[derive(Debug, PartialEq, Eq)]
pub enum Typed {
    /// A line, without white space around it.
    Line(String),
    /// The end of the input, or Ctrl-C.
    End,
}

/// Where lines come from and where the text goes.
pub struct Prompt {
    editor: Option<RefCell<Editor<Words, MemHistory>>>,
    colours: bool,
}

impl Prompt {
    /// Standard input and output.
    ///
    /// # Errors
    /// [`Failure`] if the terminal cannot be used.
    pub fn new() -> Result<Prompt, Failure> {
        let editor = match stdin().is_terminal() && stdout().is_terminal() {
            false => None,
            true => Some(RefCell::new(editor()?)),
        };
        Ok(Prompt {
            editor,
            colours: is_wished(),
        })
    }

    /// Prints.
    ///
    /// # Errors
    /// [`Failure`] of writing.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        let text = visible(text);
        match self.colours {
            true => print_to(&mut stdout().lock(), &painted(&text)),
            false => print_to(&mut stdout().lock(), &text),
        }
    }

    /// Asks for a line. Tab completes it with `words`, whole or behind a comma. Through a pipe the line is repeated
    /// behind the prompt, so that what comes out reads like a dialogue.
    ///
    /// # Errors
    /// [`Failure`] of reading or writing.
    pub fn ask(&self, prompt: &str, words: Vec<String>) -> Result<Typed, Failure> {
        let Some(editor) = &self.editor else {
            return self.piped(prompt, &mut stdin().lock());
        };
        let mut editor = editor.borrow_mut();
        editor.set_helper(Some(Words(words)));
        match editor.readline(prompt) {
            Ok(line) => {
                let line = line.trim().to_string();
                // It is kept in memory only.
                let _ = editor.add_history_entry(&line);
                Ok(Typed::Line(line))
            }
            Err(ReadlineError::Interrupted | ReadlineError::Eof) => Ok(Typed::End),
            Err(error) => Err(Failure::work(format!("the terminal: {error}"))),
        }
    }

    fn piped(&self, prompt: &str, input: &mut dyn BufRead) -> Result<Typed, Failure> {
        let unread = |error: std::io::Error| Failure::work(format!("stdin: {error}"));
        let mut line = Vec::new();
        loop {
            match input::read_line(input, &mut line).map_err(unread)? {
                Line::End => return Ok(Typed::End),
                Line::TooLong => {
                    pass_over(input).map_err(|error| Failure::usage(format!("stdin: {error}")))?;
                    self.print(&format!("{}; it is passed over\n", too_long()))?;
                }
                Line::Whole => {
                    let text = String::from_utf8_lossy(&line).trim().to_string();
                    self.print(&format!("{prompt}{text}\n"))?;
                    return Ok(Typed::Line(text));
                }
            }
        }
    }
}

fn editor() -> Result<Editor<Words, MemHistory>, Failure> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .completion_prompt_limit(200)
        .build();
    Editor::with_history(config, MemHistory::new())
        .map_err(|error| Failure::work(format!("the terminal: {error}")))
}

/// What Tab completes with.
struct Words(Vec<String>);

/// Where the part of a line that is completed begins, and what it may become.
fn completed(words: &[String], line: &str) -> (usize, Vec<String>) {
    let behind = line.rfind([',', ';']).map_or(0, |at| at + 1);
    let spaces = line[behind..].len() - line[behind..].trim_start().len();
    let start = behind + spaces;
    let begun = line[start..].to_lowercase();
    let fitting = words
        .iter()
        .filter(|word| word.to_lowercase().starts_with(&begun));
    (start, fitting.cloned().collect())
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(completed(&self.0, &line[..position]))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_behind_the_last_comma_is_completed() {
        let words = ["corn", "coffee", "plant corn", "plant coffee"].map(String::from);
        let found = |line: &str| completed(&words, line);
        let all = |words: &[&str]| {
            words
                .iter()
                .map(|word| (*word).to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(found("co"), (0, all(&["corn", "coffee"])));
        assert_eq!(found("plant C"), (0, all(&["plant corn", "plant coffee"])));
        assert_eq!(found("corn, cof"), (6, all(&["coffee"])));
        assert_eq!(found("tea"), (0, Vec::new()));
    }
}
