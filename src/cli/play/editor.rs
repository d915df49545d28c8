//! A line that a person types at a terminal: editing, history and completion.

use std::env;
use std::path::PathBuf;

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::completion::{Words, completions, names_completed};

/// Lines of earlier games that are kept.
const REMEMBERED: usize = 1000;
/// Completions that are listed without a question.
const MOST_SHOWN: usize = 200;

/// What a line may be.
pub enum Wanted<'a> {
    /// A move or a command.
    Command(&'a Words),
    /// One of these names, or several with commas between them.
    Names(&'a [String]),
    /// The name of a file.
    File,
    /// Nothing that is completed or remembered.
    Key,
}

/// What comes from outside.
pub enum Answer {
    /// A line, without white space around it.
    Line(String),
    /// The input has ended.
    End,
    /// Ctrl-C.
    Interrupt,
}

/// What a line is completed with.
enum Known {
    Nothing,
    Files,
    Words(Words),
    Names(Vec<String>),
}

/// Completes what is being typed.
struct Helping {
    files: FilenameCompleter,
    known: Known,
}

impl Completer for Helping {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let saves = ["save ", "save! "].iter().any(|begin| {
            let start = line.get(..begin.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(begin))
        });
        let (start, found) = match &self.known {
            Known::Nothing => (position, Vec::new()),
            Known::Files => return self.files.complete(line, position, context),
            _ if saves => return self.files.complete(line, position, context),
            Known::Words(words) => completions(&line[..position], words),
            Known::Names(names) => names_completed(&line[..position], names),
        };
        let pairs = found.into_iter().map(|completion| Pair {
            replacement: match completion.goes_on {
                true => format!("{} ", completion.text),
                false => completion.text.clone(),
            },
            display: completion.text,
        });
        Ok((start, pairs.collect()))
    }
}

impl Hinter for Helping {
    type Hint = String;
}

impl Highlighter for Helping {}
impl Validator for Helping {}
impl Helper for Helping {}

/// Reads lines from a person.
pub struct LineEditor {
    editor: Editor<Helping, FileHistory>,
    /// Where lines are remembered; nowhere if several people type, who may not see what others chose in secret.
    history: Option<PathBuf>,
}

impl LineEditor {
    /// A line editor with the lines of earlier games.
    ///
    /// # Errors
    /// What the terminal says.
    pub fn new() -> rustyline::Result<LineEditor> {
        LineEditor::with(history_file())
    }

    /// A line editor that remembers lines until the program ends.
    ///
    /// # Errors
    /// What the terminal says.
    pub fn forgetful() -> rustyline::Result<LineEditor> {
        LineEditor::with(None)
    }

    fn with(history: Option<PathBuf>) -> rustyline::Result<LineEditor> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .completion_prompt_limit(MOST_SHOWN)
            .max_history_size(REMEMBERED)?
            .build();
        let mut editor: Editor<Helping, FileHistory> = Editor::with_config(config)?;
        editor.set_helper(Some(Helping {
            files: FilenameCompleter::new(),
            known: Known::Nothing,
        }));
        if let Some(path) = &history {
            // There is none before the first game.
            let _ = editor.load_history(path);
        }
        Ok(LineEditor { editor, history })
    }

    /// Columns and lines of the screen, if they are known.
    pub fn size(&mut self) -> Option<(usize, usize)> {
        let (columns, lines) = self.editor.dimensions()?;
        Some((usize::from(columns), usize::from(lines)))
    }

    /// Asks for a line.
    ///
    /// # Errors
    /// What reading says.
    pub fn ask(&mut self, prompt: &str, wanted: &Wanted<'_>) -> std::io::Result<Answer> {
        if let Some(helper) = self.editor.helper_mut() {
            helper.known = match wanted {
                Wanted::Command(words) => Known::Words(Words::clone(words)),
                Wanted::Names(names) => Known::Names(names.to_vec()),
                Wanted::File => Known::Files,
                Wanted::Key => Known::Nothing,
            };
        }
        match self.editor.readline(prompt) {
            Ok(line) => {
                if matches!(wanted, Wanted::Command(_) | Wanted::Names(_))
                    && !line.trim().is_empty()
                {
                    // A line that is not remembered is no reason to stop.
                    let _ = self.editor.add_history_entry(line.trim());
                }
                Ok(Answer::Line(line.trim().to_string()))
            }
            Err(ReadlineError::Eof) => Ok(Answer::End),
            Err(ReadlineError::Interrupted) => Ok(Answer::Interrupt),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(other) => Err(std::io::Error::other(other)),
        }
    }

    /// Forgets all lines, for good: another person comes to the terminal.
    pub fn forget(&mut self) {
        self.history = None;
        let _ = self.editor.clear_history();
    }
}

impl Drop for LineEditor {
    fn drop(&mut self) {
        let Some(path) = &self.history else {
            return;
        };
        let folder = path.parent();
        let made = folder.is_some_and(|folder| std::fs::create_dir_all(folder).is_ok());
        if made {
            // The lines are a convenience: a home that cannot be written to is no failure of the game.
            let _ = self.editor.save_history(path);
        }
    }
}

/// Where programs keep what they remember; nothing if there is no home.
fn history_file() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let state = named("XDG_STATE_HOME")
        .or_else(|| named("LOCALAPPDATA"))
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(named("HOME")?).join(".local/state")))?;
    Some(state.join("portolan").join("play-history"))
}
