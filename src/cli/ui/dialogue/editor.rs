//! Line editor for a terminal, with history and completion.

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

/// Maximum number of lines in the history.
const REMEMBERED: usize = 1000;
/// Maximum number of completions listed without confirmation.
const MOST_SHOWN: usize = 200;

/// Kind of line to be read, which determines its completion.
pub enum Wanted<'a> {
    Command(&'a Words),
    /// One or more of these names, separated by commas.
    Names(&'a [String]),
    File,
    /// Answer to a prompt, without completion and history.
    Key,
}

/// Result of reading a line.
pub enum Answer {
    /// Line without surrounding white space.
    Line(String),
    End,
    Interrupt,
}

/// Completions for the current prompt.
enum Known {
    Nothing,
    Files,
    Words(Words),
    Names(Vec<String>),
}

/// Completes the typed text.
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

pub struct LineEditor {
    editor: Editor<Helping, FileHistory>,
    /// File of the history. `None` if several people share the terminal, so that they cannot see each other's
    /// secret choices.
    history: Option<PathBuf>,
}

impl LineEditor {
    /// Creates an editor. Its history is stored in a file if `remembers` is true, and otherwise ends with the program.
    ///
    /// # Errors
    /// Errors of the terminal.
    pub fn new(remembers: bool) -> rustyline::Result<LineEditor> {
        let history = history_file().filter(|_| remembers);
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
            // The file does not exist before the first game.
            let _ = editor.load_history(path);
        }
        Ok(LineEditor { editor, history })
    }

    /// Returns the numbers of columns and lines of the terminal, if known.
    pub fn size(&mut self) -> Option<(usize, usize)> {
        let (columns, lines) = self.editor.dimensions()?;
        Some((usize::from(columns), usize::from(lines)))
    }

    /// Reads a line. `begun` is its initial text, which the user can edit.
    ///
    /// # Errors
    /// Errors of the terminal or of reading.
    pub fn ask(
        &mut self,
        prompt: &str,
        wanted: &Wanted<'_>,
        begun: &str,
    ) -> std::io::Result<Answer> {
        if let Some(helper) = self.editor.helper_mut() {
            helper.known = match wanted {
                Wanted::Command(words) => Known::Words(Words::clone(words)),
                Wanted::Names(names) => Known::Names(names.to_vec()),
                Wanted::File => Known::Files,
                Wanted::Key => Known::Nothing,
            };
        }
        match self.editor.readline_with_initial(prompt, (begun, "")) {
            Ok(line) => {
                if matches!(wanted, Wanted::Command(_) | Wanted::Names(_))
                    && !line.trim().is_empty()
                {
                    // A line missing from the history is not worth an error.
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

    /// Deletes the history and stops recording, because another person will use the terminal.
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
            // A history that cannot be saved, for example in a read-only home directory, is not an error of the
            // game.
            let _ = self.editor.save_history(path);
        }
    }
}

/// Returns the path of the history file, or `None` if there is no home directory.
fn history_file() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let state = named("XDG_STATE_HOME")
        .or_else(|| named("LOCALAPPDATA"))
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(named("HOME")?).join(".local/state")))?;
    Some(state.join("portolan").join("play-history"))
}
