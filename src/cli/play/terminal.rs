//! Reading and printing lines, at a terminal or through a pipe.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Write, stdin, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

pub use super::editor::{Answer, Wanted};

use super::editor::LineEditor;
use super::pager::{Turn, pages, question, turn};
use super::screen::fitted;
use crate::drawing::set_width;
use crate::failure::Failure;
use crate::input::{self, Line, pass_over, too_long};
use crate::paint::{self, painted};
use crate::print::{print_to, tell};
use portolan_core::controls::visible;

/// Exit code of a program that Ctrl-C ended: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// Clears screen and scrollback, and goes to the top left corner.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";
/// Goes to the line above and clears it.
const CLEAR_LINE_ABOVE: &str = "\x1b[1A\x1b[2K\r";

/// Lines of the smallest screen that is shown page by page.
const SHORTEST: usize = 5;

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
    Person(Box<Person>),
    /// A file or a program.
    Pipe(RefCell<Box<dyn BufRead>>),
}

/// A person at a terminal.
struct Person {
    editor: RefCell<LineEditor>,
    watch: Arc<Watch>,
    /// Lines that were typed before they were asked for.
    ahead: RefCell<VecDeque<String>>,
    /// Whether the next question is answered by Ctrl-C.
    leaving: Cell<bool>,
}

/// What the program does.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Doing {
    /// Others play.
    Thinking,
    /// It awaits a line. Ctrl-C is a key then, and what comes as a signal ends the program.
    Asking,
    /// It searches for what may be skipped.
    Searching,
}

/// Notes Ctrl-C while no line is awaited.
#[derive(Default)]
struct Watch {
    /// Whether it was pressed, and nothing was done about it yet.
    interrupted: AtomicBool,
    /// A [`Doing`].
    doing: AtomicU8,
}

impl Watch {
    fn does(&self, doing: Doing) {
        self.doing.store(doing as u8, Ordering::Relaxed);
    }

    /// Whether Ctrl-C was pressed since this was last asked.
    fn heard(&self) -> bool {
        self.interrupted.swap(false, Ordering::Relaxed)
    }

    /// Ctrl-C, or a request to end.
    fn interrupt(&self, restore: &impl Fn()) {
        let again = self.interrupted.swap(true, Ordering::Relaxed);
        let doing = self.doing.load(Ordering::Relaxed);
        if again || doing == Doing::Asking as u8 {
            restore();
            std::process::exit(INTERRUPTED);
        }
        if doing == Doing::Thinking as u8 {
            tell("stops at the next decision; Ctrl-C once more leaves at once");
        }
    }
}

impl Person {
    fn new() -> Result<Person, Failure> {
        let watch = Arc::<Watch>::default();
        let (heard, restore) = (watch.clone(), screen_restorer());
        ctrlc::set_handler(move || heard.interrupt(&restore))
            .map_err(|error| Failure::work(format!("Ctrl-C cannot be caught: {error}")))?;
        let editor = LineEditor::new().map_err(Failure::work)?;
        Ok(Person {
            editor: RefCell::new(editor),
            watch,
            ahead: RefCell::default(),
            leaving: Cell::new(false),
        })
    }

    fn answer(&self, prompt: &str, wanted: &Wanted<'_>) -> io::Result<Answer> {
        if self.leaving.take() || self.watch.heard() {
            return Ok(Answer::Interrupt);
        }
        self.watch.does(Doing::Asking);
        let answer = self.editor.borrow_mut().ask(prompt, wanted);
        self.watch.does(Doing::Thinking);
        let text = match answer? {
            Answer::Line(text) => text,
            other => return Ok(other),
        };
        // What was pasted may be several lines.
        let mut lines = text.lines().map(|line| line.trim().to_string());
        let first = lines.next().unwrap_or_default();
        self.ahead.borrow_mut().extend(lines);
        Ok(Answer::Line(first))
    }

    /// Lines of the screen. Texts are as wide as the screen is from now on.
    fn lines(&self) -> Option<usize> {
        let (columns, lines) = self.editor.borrow_mut().size()?;
        set_width(columns);
        Some(lines)
    }
}

/// Puts the terminal back into the state that it has now: it may be in another one while a line is typed.
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
        let person = Person::new()?;
        person.lines();
        Ok(Terminal {
            source: Source::Person(Box::new(person)),
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

    /// Prints; to a person a screen at a time.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        let text = visible(text);
        let text = fitted(&text);
        let Source::Person(person) = &self.source else {
            return self.put(&text);
        };
        // A person who has typed ahead does not wait for pages.
        let reads = person.ahead.borrow().is_empty();
        let lines = person.lines().filter(|&lines| reads && lines >= SHORTEST);
        // The last line of the screen is for the question.
        let pages = lines.map_or_else(|| vec![text.to_string()], |lines| pages(&text, lines - 1));
        let (mut shown, all) = (0, text.lines().count());
        for page in &pages {
            self.put(page)?;
            shown += page.lines().count();
            if shown == all {
                break;
            }
            let answer = person.answer(&question(shown, all), &Wanted::Key);
            let answer = answer.map_err(|error| reading_failed(&error))?;
            print_to(&mut *self.output.borrow_mut(), CLEAR_LINE_ABOVE)?;
            let Answer::Line(line) = answer else {
                break;
            };
            match turn(&line) {
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

    /// Prints what fits the screen.
    fn put(&self, text: &str) -> Result<(), Failure> {
        let output = &mut *self.output.borrow_mut();
        match self.colours {
            true => print_to(output, &painted(text)),
            false => print_to(output, text),
        }
    }

    /// Asks for a line, once more after one that is too long. Through a pipe the line is repeated behind
    /// the prompt, so that what comes out reads like a dialogue.
    pub fn ask(&self, prompt: &str, wanted: &Wanted<'_>) -> Result<Answer, Failure> {
        loop {
            let answer = match &self.source {
                Source::Person(person) => {
                    let ahead = person.ahead.borrow_mut().pop_front();
                    if let Some(line) = ahead {
                        self.put(&format!("{prompt}{}\n", visible(&line)))?;
                        return Ok(Answer::Line(line));
                    }
                    person.answer(prompt, wanted).map(Some)
                }
                Source::Pipe(input) => read_line(&mut *input.borrow_mut()),
            };
            let Some(answer) = answer.map_err(|error| reading_failed(&error))? else {
                self.print(&format!("{}; it is skipped\n", too_long()))?;
                continue;
            };
            if let (Answer::Line(line), Source::Pipe(_)) = (&answer, &self.source) {
                self.print(&format!("{prompt}{line}\n"))?;
            }
            return Ok(answer);
        }
    }

    /// Does work that Ctrl-C skips: `work` may ask whether it was pressed.
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

    /// Hands the terminal to another person, who must not see what the one before saw.
    pub fn hand_over(&self, to: &str) -> Result<(), Failure> {
        let Source::Person(person) = &self.source else {
            return Ok(());
        };
        person.editor.borrow_mut().forget();
        person.ahead.borrow_mut().clear();
        print_to(&mut *self.output.borrow_mut(), CLEAR)?;
        let prompt = format!("{to}: press Enter when only you see the screen ");
        let answer = self.ask(&prompt, &Wanted::Key)?;
        // The next question is answered by it.
        person.leaving.set(matches!(answer, Answer::Interrupt));
        Ok(())
    }
}

fn reading_failed(error: &io::Error) -> Failure {
    let told = format!("stdin: {error}");
    match error.kind() {
        io::ErrorKind::InvalidData => Failure::usage(told),
        _ => Failure::work(told),
    }
}
