//! Line input and output, at a terminal or through a pipe.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Write, stdin, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

pub use super::editor::{Answer, Wanted};

use super::editor::LineEditor;
use super::pager::{Turn, fitted, pages, question, turn, turn_by_key};
use crate::ui::drawing::set_width;
use crate::ui::failure::Failure;
use crate::ui::input::{Line, pass_over, reading_failed, too_long};
use crate::ui::paint::painted;
use crate::ui::print::{print_to, tell};
use crate::ui::{input, paint};
use portolan_core::controls::visible;
use portolan_core::files::without_error_numbers;
use portolan_run::saved_game;

/// Exit code after Ctrl-C: 128 plus the number of the signal.
const INTERRUPTED: i32 = 130;

/// Clears the screen and the scrollback buffer and moves the cursor to the top left corner.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";
/// Clears the line of the cursor.
const CLEAR_LINE: &str = "\r\x1b[2K";
/// Moves the cursor to the previous line and clears it.
const CLEAR_LINE_ABOVE: &str = "\x1b[1A\x1b[2K\r";

/// Minimum number of screen lines for output by page.
const SHORTEST: usize = 5;

/// Mode in which a dialogue uses the terminal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// Fits texts to the screen and stores the history in a file. Ctrl-C between prompts stops at the next prompt.
    Game,
    /// Prints texts as they are. Ctrl-C between prompts stops at the next prompt.
    Record,
    /// Prints texts as they are; through a pipe, without prompts and answers.
    Form,
}

/// Result of reading: an answer, or the reason why a line was skipped.
type Read = io::Result<Result<Answer, String>>;

/// Source of lines and destination of the output.
pub struct Terminal {
    source: Source,
    output: RefCell<Box<dyn Write>>,
    manner: Manner,
    /// True if seats are printed in their colours.
    colours: bool,
}

/// Source of lines.
enum Source {
    Person(Box<Person>),
    /// File or program.
    Pipe(RefCell<Box<dyn BufRead>>),
}

struct Person {
    editor: RefCell<LineEditor>,
    watch: Arc<Watch>,
    /// Lines that were typed ahead of their prompt.
    ahead: RefCell<VecDeque<String>>,
    /// True if Ctrl-C was pressed and also counts as the answer to the next prompt.
    leaving: Cell<bool>,
}

/// Current activity of the program.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Doing {
    /// The other players are moving.
    Thinking,
    /// Waiting for a line. Ctrl-C is an ordinary key in this state, so a signal ends the program.
    Asking,
    /// Running a search that Ctrl-C can skip.
    Searching,
}

/// Records Ctrl-C outside of prompts.
#[derive(Default)]
struct Watch {
    /// True if Ctrl-C was pressed and has not been processed.
    interrupted: AtomicBool,
    /// Current [`Doing`] as a number.
    doing: AtomicU8,
}

impl Watch {
    fn does(&self, doing: Doing) {
        self.doing.store(doing as u8, Ordering::Relaxed);
    }

    /// Returns true if Ctrl-C was pressed since the last call.
    fn heard(&self) -> bool {
        self.interrupted.swap(false, Ordering::Relaxed)
    }

    /// Handles Ctrl-C or a termination signal.
    fn interrupt(&self, restore: &impl Fn()) {
        let again = self.interrupted.swap(true, Ordering::Relaxed);
        let doing = self.doing.load(Ordering::Relaxed);
        if again || doing == Doing::Asking as u8 {
            restore();
            saved_game::exit(INTERRUPTED);
        }
        if doing == Doing::Thinking as u8 {
            tell("stopping at the next decision; press Ctrl-C again to stop at once");
        }
    }
}

impl Person {
    fn new(manner: Manner) -> Result<Person, Failure> {
        let watch = Arc::<Watch>::default();
        if manner != Manner::Form {
            let (heard, restore) = (watch.clone(), screen_restorer());
            ctrlc::set_handler(move || heard.interrupt(&restore)).map_err(no_handler)?;
        }
        let editor = LineEditor::new(manner == Manner::Game).map_err(Failure::work)?;
        Ok(Person {
            editor: RefCell::new(editor),
            watch,
            ahead: RefCell::default(),
            leaving: Cell::new(false),
        })
    }

    fn answer(&self, prompt: &str, wanted: &Wanted<'_>, begun: &str) -> io::Result<Answer> {
        if self.leaving.take() || self.watch.heard() {
            return Ok(Answer::Interrupt);
        }
        self.watch.does(Doing::Asking);
        let answer = self.editor.borrow_mut().ask(prompt, wanted, begun);
        self.watch.does(Doing::Thinking);
        let text = match answer? {
            Answer::Line(text) => text,
            other => return Ok(other),
        };
        // Pasted text may consist of several lines.
        let mut lines = text.lines().map(|line| line.trim().to_string());
        let first = lines.next().unwrap_or_default();
        self.ahead.borrow_mut().extend(lines);
        Ok(Answer::Line(first))
    }

    /// Returns the number of screen lines, and sets the line width to the width of the screen.
    fn lines(&self) -> Option<usize> {
        let (columns, lines) = self.editor.borrow_mut().size()?;
        set_width(columns);
        Some(lines)
    }
}

/// Waits for a key and returns what was typed, or `None` if the terminal only reads lines.
#[cfg(unix)]
fn key() -> Option<String> {
    use nix::sys::termios::{LocalFlags, SetArg, SpecialCharacterIndices, tcgetattr, tcsetattr};
    let usual = tcgetattr(stdin()).ok()?;
    let mut by_key = usual.clone();
    by_key
        .local_flags
        .remove(LocalFlags::ICANON | LocalFlags::ECHO | LocalFlags::ISIG);
    by_key.control_chars[SpecialCharacterIndices::VMIN as usize] = 1;
    by_key.control_chars[SpecialCharacterIndices::VTIME as usize] = 0;
    tcsetattr(stdin(), SetArg::TCSANOW, &by_key).ok()?;
    let mut typed = [0; 64];
    let length = nix::unistd::read(stdin(), &mut typed);
    let _ = tcsetattr(stdin(), SetArg::TCSANOW, &usual);
    Some(String::from_utf8_lossy(&typed[..length.ok()?]).into_owned())
}

#[cfg(not(unix))]
fn key() -> Option<String> {
    None
}

/// Returns a function that restores the current state of the terminal, which differs while a line is
/// edited.
#[cfg(unix)]
fn screen_restorer() -> impl Fn() + Send {
    use nix::sys::termios::{SetArg, tcgetattr, tcsetattr};
    let state = tcgetattr(stdin()).ok();
    move || {
        if let Some(state) = &state {
            let _ = tcsetattr(stdin(), SetArg::TCSANOW, state);
        }
    }
}

#[cfg(not(unix))]
fn screen_restorer() -> impl Fn() + Send {
    || {}
}

fn read_line(input: &mut dyn BufRead) -> Read {
    let mut line = Vec::new();
    Ok(match input::read_line(input, &mut line)? {
        Line::End => Ok(Answer::End),
        Line::TooLong => {
            pass_over(input)?;
            Err(too_long())
        }
        Line::Whole => match std::str::from_utf8(&line) {
            Ok(text) if !text.contains('\0') => Ok(Answer::Line(text.trim().to_string())),
            _ => Err("the line is not UTF-8 text".to_string()),
        },
    })
}

impl Terminal {
    /// Uses standard input and output.
    pub fn new(manner: Manner) -> Result<Terminal, Failure> {
        if !(stdin().is_terminal() && stdout().is_terminal()) {
            if manner != Manner::Form {
                // Every entry is already saved, so it is enough to remove the locks.
                ctrlc::set_handler(|| saved_game::exit(INTERRUPTED)).map_err(no_handler)?;
            }
            return Ok(Terminal {
                manner,
                ..Terminal::through(stdin().lock(), stdout())
            });
        }
        let person = Person::new(manner)?;
        if manner == Manner::Game {
            person.lines();
        }
        Ok(Terminal {
            source: Source::Person(Box::new(person)),
            output: RefCell::new(Box::new(stdout())),
            manner,
            colours: manner != Manner::Form && paint::is_wished(),
        })
    }

    /// Reads from `input` and writes to `output`, as through a pipe.
    pub fn through(input: impl BufRead + 'static, output: impl Write + 'static) -> Terminal {
        Terminal {
            source: Source::Pipe(RefCell::new(Box::new(input))),
            output: RefCell::new(Box::new(output)),
            manner: Manner::Game,
            colours: false,
        }
    }

    /// Returns true if a person is at the terminal.
    pub fn is_interactive(&self) -> bool {
        matches!(self.source, Source::Person(_))
    }

    /// Prints a text; in a game, page by page at a terminal.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        let text = without_error_numbers(text);
        let text = visible(&text);
        if self.manner != Manner::Game {
            return self.put(&text);
        }
        let text = fitted(&text);
        let Source::Person(person) = &self.source else {
            return self.put(&text);
        };
        // Lines typed ahead skip the paging.
        let reads = person.ahead.borrow().is_empty();
        let lines = person.lines().filter(|&lines| reads && lines >= SHORTEST);
        // The last line is reserved for the prompt.
        let pages = lines.map_or_else(|| vec![text.to_string()], |lines| pages(&text, lines - 1));
        let (mut shown, all) = (0, text.lines().count());
        for page in &pages {
            self.put(page)?;
            shown += page.lines().count();
            if shown == all {
                break;
            }
            match self.turn(person, &question(shown, all))? {
                Turn::More => {}
                Turn::Stop => break,
                Turn::Typed(line) => {
                    person.ahead.borrow_mut().push_front(line);
                    break;
                }
            }
        }
        Ok(())
    }

    /// Reads the answer to the prompt below a page: a key, or a line of input.
    fn turn(&self, person: &Person, prompt: &str) -> Result<Turn, Failure> {
        self.put(prompt)?;
        person.watch.does(Doing::Asking);
        let typed = key();
        person.watch.does(Doing::Thinking);
        print_to(&mut *self.output.borrow_mut(), CLEAR_LINE)?;
        let begun = typed.unwrap_or_default();
        if let (false, Some(turn)) = (begun.is_empty(), turn_by_key(&begun)) {
            return Ok(turn);
        }
        let answer = person.answer(prompt, &Wanted::Key, &begun);
        let answer = answer.map_err(reading_failed)?;
        print_to(&mut *self.output.borrow_mut(), CLEAR_LINE_ABOVE)?;
        Ok(match answer {
            Answer::Line(line) => turn(&line),
            _ => Turn::Stop,
        })
    }

    /// Prints a text without paging.
    fn put(&self, text: &str) -> Result<(), Failure> {
        let output = &mut *self.output.borrow_mut();
        match self.colours {
            true => print_to(output, &painted(text)),
            false => print_to(output, text),
        }
    }

    /// Reads a line, skipping invalid lines. Through a pipe the line is repeated after the prompt, so that the output
    /// reads like a dialogue, except for [`Manner::Form`].
    pub fn ask(&self, prompt: &str, wanted: &Wanted<'_>) -> Result<Answer, Failure> {
        loop {
            let answer = match &self.source {
                Source::Person(person) => {
                    let ahead = person.ahead.borrow_mut().pop_front();
                    if let Some(line) = ahead {
                        self.put(&format!("{prompt}{}\n", visible(&line)))?;
                        return Ok(Answer::Line(line));
                    }
                    person.answer(prompt, wanted, "").map(Ok)
                }
                Source::Pipe(input) => read_line(&mut *input.borrow_mut()),
            };
            let answer = match answer.map_err(reading_failed)? {
                Ok(answer) => answer,
                Err(problem) => {
                    self.print(&format!("{problem}; it is skipped\n"))?;
                    continue;
                }
            };
            let echoes = !self.is_interactive() && self.manner != Manner::Form;
            if let (Answer::Line(line), true) = (&answer, echoes) {
                self.print(&format!("{prompt}{line}\n"))?;
            }
            return Ok(answer);
        }
    }

    /// Runs work that Ctrl-C can skip. The argument of `work` returns true once Ctrl-C was pressed.
    pub fn skippable<T>(&self, work: impl FnOnce(&dyn Fn() -> bool) -> T) -> T {
        let Source::Person(person) = &self.source else {
            return work(&|| false);
        };
        person.watch.does(Doing::Searching);
        let done = work(&|| person.watch.interrupted.load(Ordering::Relaxed));
        person.watch.does(Doing::Thinking);
        person.watch.heard();
        done
    }

    /// Hands the terminal over to another person, who must not see the previous person's screen.
    pub fn hand_over(&self, to: &str) -> Result<(), Failure> {
        let Source::Person(person) = &self.source else {
            return Ok(());
        };
        person.editor.borrow_mut().forget();
        person.ahead.borrow_mut().clear();
        print_to(&mut *self.output.borrow_mut(), CLEAR)?;
        let prompt = format!("{to}: press Enter when only you can see the screen ");
        let answer = self.ask(&prompt, &Wanted::Key)?;
        // Ctrl-C also answers the next prompt.
        person.leaving.set(matches!(answer, Answer::Interrupt));
        Ok(())
    }
}

fn no_handler(error: ctrlc::Error) -> Failure {
    Failure::work(format!("cannot handle Ctrl-C: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_that_is_not_utf8_is_skipped() {
        let terminal = Terminal::through(&b"\xffplay\np\0l\0\n moves \n"[..], io::sink());
        let ask = || terminal.ask("> ", &Wanted::Key).unwrap();
        assert!(matches!(ask(), Answer::Line(line) if line == "moves"));
        assert!(matches!(ask(), Answer::End));
    }
}
