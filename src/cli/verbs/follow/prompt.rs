//! Line input and output: at a terminal with completion and history, or through a pipe.

use std::cell::RefCell;
use std::io::{BufRead, IsTerminal, stdin, stdout};

use crate::ui::failure::Failure;
use crate::ui::input;
use crate::ui::input::{Line, pass_over, too_long};
use crate::ui::paint::{is_wished, painted};
use crate::ui::print::print_to;
use crate::verbs::play::editor::{Answer, LineEditor, Wanted};
use portolan_core::controls::visible;

/// Result of reading a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Typed {
    /// A line, trimmed.
    Line(String),
    /// End of the input, or Ctrl-C.
    End,
}

/// Source of lines and destination of the output.
pub struct Prompt {
    editor: Option<RefCell<LineEditor>>,
    colours: bool,
}

impl Prompt {
    /// Creates a prompt on standard input and output.
    ///
    /// # Errors
    /// [`Failure`] if the terminal cannot be used.
    pub fn new() -> Result<Prompt, Failure> {
        let editor = match stdin().is_terminal() && stdout().is_terminal() {
            false => None,
            true => Some(RefCell::new(LineEditor::forgetful().map_err(unusable)?)),
        };
        Ok(Prompt {
            editor,
            colours: is_wished(),
        })
    }

    /// Prints a text.
    ///
    /// # Errors
    /// [`Failure`] if writing fails.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        let text = visible(text);
        match self.colours {
            true => print_to(&mut stdout().lock(), &painted(&text)),
            false => print_to(&mut stdout().lock(), &text),
        }
    }

    /// Reads a line. Tab completes it with `words`, either the whole line or the part after a comma. Through a
    /// pipe, the line is printed after the prompt, so that the output reads like a dialogue.
    ///
    /// # Errors
    /// [`Failure`] if reading or writing fails.
    pub fn ask(&self, prompt: &str, words: &[String]) -> Result<Typed, Failure> {
        let Some(editor) = &self.editor else {
            return self.piped(prompt, &mut stdin().lock());
        };
        let asked = editor.borrow_mut().ask(prompt, &Wanted::Names(words));
        Ok(match asked.map_err(unusable)? {
            Answer::Line(line) => Typed::Line(line),
            Answer::End | Answer::Interrupt => Typed::End,
        })
    }

    fn piped(&self, prompt: &str, input: &mut dyn BufRead) -> Result<Typed, Failure> {
        let unread = |error: std::io::Error| Failure::work(format!("stdin: {error}"));
        let mut line = Vec::new();
        loop {
            match input::read_line(input, &mut line).map_err(unread)? {
                Line::End => return Ok(Typed::End),
                Line::TooLong => {
                    pass_over(input).map_err(|error| Failure::usage(format!("stdin: {error}")))?;
                    self.print(&format!("{}; it is skipped\n", too_long()))?;
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

fn unusable(error: impl std::fmt::Display) -> Failure {
    Failure::work(format!("the terminal: {error}"))
}
