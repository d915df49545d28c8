//! Reading and printing lines, at a terminal or through a pipe.

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, IsTerminal, Write, stdin, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use super::screen::fitted;
use crate::failure::Failure;
use crate::input::{self, Line, pass_over, too_long};
use crate::paint::{self, painted};
use crate::print::{print_to, tell};
use portolan_core::controls::visible;

/// Exit code of a program that Ctrl-C ended: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// Clears screen and scrollback, and goes to the top left corner.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// What comes from outside.
pub enum Answer {
    /// A line, without white space around it.
    Line(String),
    /// The input has ended.
    End,
    /// Ctrl-C.
    Interrupt,
}

/// What was read; nothing of a line that is too long and was passed over.
type Read = io::Result<Option<Answer>>;

/// Where lines come from and where the text goes.
pub struct Terminal {
    source: Source,
    output: RefCell<Box<dyn Write>>,
    /// Whether seats have colours.
    colours: bool,
}

/// Who types.
enum Source {
    /// Somebody at a terminal.
    Person(Person),
    /// A file or a program.
    Pipe(RefCell<Box<dyn BufRead>>),
}

/// A person at a terminal. Lines are read on a thread of their own, so that Ctrl-C is heard while one
/// is awaited.
struct Person {
    answers: Receiver<Read>,
    /// Whether Ctrl-C was pressed and nobody has heard of it yet.
    interrupted: Arc<AtomicBool>,
    /// Whether a line is awaited.
    asked: Arc<AtomicBool>,
    /// Whether Ctrl-C is still to be told.
    leaving: Cell<bool>,
}

impl Person {
    fn new() -> Result<Person, Failure> {
        let (sender, answers) = channel();
        let person = Person {
            answers,
            interrupted: Arc::default(),
            asked: Arc::default(),
            leaving: Cell::new(false),
        };
        let (interrupted, asked) = (person.interrupted.clone(), person.asked.clone());
        let interrupt = sender.clone();
        ctrlc::set_handler(move || {
            if interrupted.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
            if !asked.load(Ordering::Relaxed) {
                tell("stops at the next decision; Ctrl-C once more leaves at once");
            }
            // Nobody listens any more: the game is being left.
            let _ = interrupt.send(Ok(Some(Answer::Interrupt)));
        })
        .map_err(|error| Failure::work(format!("Ctrl-C cannot be caught: {error}")))?;
        std::thread::spawn(move || read_lines(&sender));
        Ok(person)
    }

    fn answer(&self) -> Read {
        if self.leaving.take() {
            return Ok(Some(Answer::Interrupt));
        }
        self.asked.store(true, Ordering::Relaxed);
        let answer = self.answers.recv().unwrap_or(Ok(Some(Answer::End)));
        self.asked.store(false, Ordering::Relaxed);
        if matches!(answer, Ok(Some(Answer::Interrupt))) {
            self.interrupted.store(false, Ordering::Relaxed);
        }
        answer
    }
}

fn read_lines(sender: &Sender<Read>) {
    loop {
        let answer = read_line(&mut stdin().lock());
        let last = !matches!(answer, Ok(None | Some(Answer::Line(_))));
        if sender.send(answer).is_err() || last {
            return;
        }
    }
}

fn read_line(input: &mut dyn BufRead) -> Read {
    let mut line = Vec::new();
    Ok(match input::read_line(input, &mut line)? {
        Line::End => Some(Answer::End),
        Line::TooLong => {
            pass_over(input)?;
            None
        }
        Line::Whole => Some(Answer::Line(
            String::from_utf8_lossy(&line).trim().to_string(),
        )),
    })
}

impl Terminal {
    /// Standard input and output.
    pub fn new() -> Result<Terminal, Failure> {
        if !(stdin().is_terminal() && stdout().is_terminal()) {
            return Ok(Terminal::through(stdin().lock(), stdout()));
        }
        Ok(Terminal {
            source: Source::Person(Person::new()?),
            output: RefCell::new(Box::new(stdout())),
            colours: paint::is_wished(),
        })
    }

    /// Lines from one place, text to another.
    pub fn through(input: impl BufRead + 'static, output: impl Write + 'static) -> Terminal {
        Terminal {
            source: Source::Pipe(RefCell::new(Box::new(input))),
            output: RefCell::new(Box::new(output)),
            colours: false,
        }
    }

    /// Whether a person reads and types, rather than a file or a program.
    pub fn is_interactive(&self) -> bool {
        matches!(self.source, Source::Person(_))
    }

    /// Prints.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        let output = &mut *self.output.borrow_mut();
        let text = visible(text);
        let text = fitted(&text);
        match self.colours {
            true => print_to(output, &painted(&text)),
            false => print_to(output, &text),
        }
    }

    /// Asks for a line, once more after one that is too long. Through a pipe the line is repeated behind
    /// the prompt, so that what comes out reads like a dialogue.
    pub fn ask(&self, prompt: &str) -> Result<Answer, Failure> {
        loop {
            let answer = match &self.source {
                Source::Person(person) => {
                    self.print(prompt)?;
                    person.answer()
                }
                Source::Pipe(input) => read_line(&mut *input.borrow_mut()),
            };
            let answer = answer.map_err(|error| {
                let told = format!("stdin: {error}");
                match error.kind() {
                    io::ErrorKind::InvalidData => Failure::usage(told),
                    _ => Failure::work(told),
                }
            })?;
            let Some(answer) = answer else {
                self.print(&format!("{}; it is passed over\n", too_long()))?;
                continue;
            };
            match (&answer, &self.source) {
                (Answer::Line(line), Source::Pipe(_)) => {
                    self.print(&format!("{prompt}{line}\n"))?
                }
                // Behind the ^C that the terminal shows.
                (Answer::Interrupt, _) => self.print("\n")?,
                _ => {}
            }
            return Ok(answer);
        }
    }

    /// Hands the terminal to another person, who must not see what the one before saw.
    pub fn hand_over(&self, to: &str) -> Result<(), Failure> {
        let Source::Person(person) = &self.source else {
            return Ok(());
        };
        print_to(&mut *self.output.borrow_mut(), CLEAR)?;
        let answer = self.ask(&format!("{to}: press Enter when only you see the screen "))?;
        // The next question is answered by it.
        person.leaving.set(matches!(answer, Answer::Interrupt));
        Ok(())
    }
}
