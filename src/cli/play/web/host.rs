//! What the page may ask, and the answers.

use hyper::body::Bytes;
use hyper::http::request::Parts;
use hyper::{Method, StatusCode};
use serde::{Deserialize, Serialize};

use super::super::keeping::Keeping;
use super::guard::{Guard, Refusal};
use super::table::{Table, Turn};
use super::view::View;
use portolan_report::live::LivePage;

/// What a page asks for.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Wish {
    /// A person's move.
    Move,
    /// The next move that no person chooses.
    Next,
    Undo,
    /// The page changes hands.
    Uncover,
    Save,
    Hint,
}

/// A question that may change something.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// Of the position that the page shows.
    version: u64,
    /// How many moves the page shows; none yet for `None`.
    from: Option<usize>,
    #[serde(rename = "do")]
    wish: Wish,
    /// The notation of a [`Wish::Move`].
    #[serde(rename = "move", default)]
    notation: String,
    /// Whether [`Wish::Next`] means all moves up to a person's decision.
    #[serde(default)]
    all: bool,
}

/// What is sent back.
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The type of the body.
    pub kind: &'static str,
    /// The body.
    pub body: Bytes,
    /// Where else to look.
    pub location: Option<String>,
}

/// Type of what programs read.
const JSON: &str = "application/json";
/// Type of what people read.
const TEXT: &str = "text/plain; charset=utf-8";

impl Answer {
    fn json(value: &impl Serialize) -> Result<Answer, Refusal> {
        let body = serde_json::to_vec(value)
            .map_err(|error| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))?;
        Ok(Answer {
            status: StatusCode::OK,
            kind: JSON,
            body: body.into(),
            location: None,
        })
    }

    fn empty(status: StatusCode) -> Answer {
        Answer {
            status,
            kind: TEXT,
            body: Bytes::new(),
            location: None,
        }
    }

    /// Words about what is wrong: for people where a page was asked for, else as JSON.
    pub fn refusal(head: &Parts, refusal: &Refusal) -> Answer {
        let problem = &refusal.problem;
        let (kind, body) = match head.method == Method::GET {
            true => (TEXT, format!("{problem}\n")),
            false => (JSON, serde_json::json!({ "problem": problem }).to_string()),
        };
        Answer {
            status: refusal.status,
            kind,
            body: body.into(),
            location: None,
        }
    }
}

/// A game, the page that shows it and the file that keeps it.
pub struct Host {
    table: Table,
    keeping: Keeping,
    guard: Guard,
    page: LivePage,
}

impl Host {
    /// Of a game in which everybody has a seat.
    pub fn new(table: Table, keeping: Keeping, guard: Guard, page: LivePage) -> Host {
        Host {
            table,
            keeping,
            guard,
            page,
        }
    }

    /// The content security policy of every answer.
    pub fn policy(&self) -> &str {
        &self.page.policy
    }

    /// Whether a request may be read any further.
    ///
    /// # Errors
    /// [`Refusal`] if it may not.
    pub fn admit(&self, head: &Parts) -> Result<(), Refusal> {
        self.guard.admit(head).map(|_| ())
    }

    /// Answers a request with this body.
    ///
    /// # Errors
    /// [`Refusal`] with what is wrong; nothing has changed.
    pub fn answer(&mut self, head: &Parts, body: &[u8]) -> Result<Answer, Refusal> {
        let wanted = self.guard.admit(head)?;
        match (&head.method, wanted) {
            (&Method::GET, "") if !head.uri.path().ends_with('/') => Ok(Answer {
                location: Some(self.guard.address()),
                ..Answer::empty(StatusCode::PERMANENT_REDIRECT)
            }),
            (&Method::GET, "") => Ok(Answer {
                status: StatusCode::OK,
                kind: "text/html; charset=utf-8",
                body: Bytes::from(self.page.html.clone()),
                location: None,
            }),
            (&Method::GET, "game") => self.look(head.uri.query().unwrap_or_default()),
            (&Method::POST, "do") => self.act(body),
            (_, "" | "game") => Err(wrong_method("GET")),
            (_, "do") => Err(wrong_method("POST")),
            (_, other) => {
                let problem =
                    format!("there is nothing called \"{other}\" here, only the page of the game");
                Err(Refusal::new(StatusCode::NOT_FOUND, problem))
            }
        }
    }

    /// The game, if it is not as the page knows it.
    fn look(&self, query: &str) -> Result<Answer, Refusal> {
        let number = |name: &str| {
            let parts = query.split('&').filter_map(|part| part.split_once('='));
            let given = parts
                .filter(|(key, _)| *key == name)
                .map(|(_, value)| value)
                .next();
            given.map(str::parse::<u64>).transpose().map_err(|_| {
                let problem = format!("{name} in \"{query}\" is no number");
                Refusal::new(StatusCode::BAD_REQUEST, problem)
            })
        };
        let (from, version) = (number("from")?, number("version")?);
        if version == Some(self.table.version()) {
            return Ok(Answer::empty(StatusCode::NO_CONTENT));
        }
        let from = from.map(|from| usize::try_from(from).unwrap_or(usize::MAX));
        Answer::json(&View::of(&self.table, &self.keeping, from))
    }

    fn act(&mut self, body: &[u8]) -> Result<Answer, Refusal> {
        let asked: Asked = serde_json::from_slice(body)
            .map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, format!("request: {error}")))?;
        let conflict = |problem| Refusal::new(StatusCode::CONFLICT, problem);
        if asked.version != self.table.version() {
            let problem = "The game has continued elsewhere, for example in another tab. This page shows its current state.";
            return Err(conflict(problem.to_string()));
        }
        let mut said = None;
        match asked.wish {
            Wish::Move => {
                self.table.choose(&asked.notation).map_err(conflict)?;
                self.keep();
            }
            Wish::Next => {
                let broken = |problem| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, problem);
                self.table.next(asked.all).map_err(broken)?;
                if !matches!(self.table.turn(), Turn::Next(_)) {
                    self.keep();
                }
            }
            Wish::Undo => {
                said = Some(self.table.undo().map_err(conflict)?);
                self.keep();
            }
            Wish::Uncover => {
                self.table.uncover().map_err(conflict)?;
                return Answer::json(&View::uncovered(&self.table, &self.keeping));
            }
            Wish::Save => {
                if self.keep() {
                    said = Some(self.kept());
                }
            }
            Wish::Hint => {
                let hint = self.table.hint().map_err(conflict)?;
                return Answer::json(&serde_json::json!({ "hint": hint }));
            }
        }
        let view = View::of(&self.table, &self.keeping, asked.from);
        match said {
            Some(said) => Answer::json(&view.saying(said)),
            None => Answer::json(&view),
        }
    }

    /// Writes the game if that is due; whether nothing is lost.
    fn keep(&mut self) -> bool {
        let decided = self.table.last_decision().is_some();
        self.keeping.save(self.table.log().write(), decided)
    }

    /// Where the game is kept, in words.
    fn kept(&self) -> String {
        let nothing = || "No decision was made: nothing is to be saved.".to_string();
        self.keeping.resume().unwrap_or_else(nothing)
    }

    /// Saves the game to leave it.
    ///
    /// # Errors
    /// Why it is not saved, if it is not.
    pub fn leave(&mut self) -> Result<String, String> {
        match self.keep() {
            true => Ok(self.kept()),
            false => Err(self.keeping.problem().unwrap_or_default()),
        }
    }

    /// The game so far as a log.
    pub fn log(&self) -> String {
        self.table.log().write()
    }
}

fn wrong_method(right: &str) -> Refusal {
    let problem = format!("expected a {right} request");
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, problem)
}
