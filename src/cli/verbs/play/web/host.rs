//! Handles the requests of the page.

use hyper::body::Bytes;
use hyper::http::request::Parts;
use hyper::{Method, StatusCode};
use serde::{Deserialize, Serialize};

use super::guard::{Guard, Refusal};
use super::store::Store;
use super::table::{Table, Turn};
use super::view::View;
use portolan_report::live::LivePage;

/// Action requested by the page.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Wish {
    /// Makes a move of a person.
    Move,
    /// Makes the next automatic move.
    Next,
    Undo,
    /// Shows the page to the next person.
    Uncover,
    Save,
    Hint,
}

/// Request that may change the game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// Version of the position that the page shows.
    version: u64,
    /// Number of moves that the page shows; `None` before its first position.
    from: Option<usize>,
    #[serde(rename = "do")]
    wish: Wish,
    /// Notation of the move for [`Wish::Move`].
    #[serde(rename = "move", default)]
    notation: String,
    /// True if [`Wish::Next`] makes all moves up to the next decision of a person.
    #[serde(default)]
    all: bool,
}

/// HTTP answer.
pub struct Answer {
    pub status: StatusCode,
    /// Content type of the body.
    pub kind: &'static str,
    pub body: Bytes,
    /// Target of a redirect.
    pub location: Option<String>,
}

const JSON: &str = "application/json";
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

    /// Returns an error message: as text for page requests, otherwise as JSON.
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

/// Game with the page that shows it and the file to which it is saved.
pub struct Host {
    table: Table,
    store: Box<dyn Store>,
    guard: Guard,
    page: LivePage,
}

impl Host {
    /// Creates a host for a game whose seats are all occupied.
    pub fn new(table: Table, store: Box<dyn Store>, guard: Guard, page: LivePage) -> Host {
        Host {
            table,
            store,
            guard,
            page,
        }
    }

    /// Content security policy of all answers.
    pub fn policy(&self) -> &str {
        &self.page.policy
    }

    /// Checks a request before its body is read.
    ///
    /// # Errors
    /// [`Refusal`] if the request is not allowed.
    pub fn admit(&self, head: &Parts) -> Result<(), Refusal> {
        self.guard.admit(head).map(|_| ())
    }

    /// Answers a request with this body.
    ///
    /// # Errors
    /// [`Refusal`] with an error message; the game is not changed.
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
                let problem = format!(
                    "\"{other}\" does not exist; this server provides only the page of the \
                             game"
                );
                Err(Refusal::new(StatusCode::NOT_FOUND, problem))
            }
        }
    }

    /// Returns the game, or an empty answer if the page already shows the current version.
    fn look(&self, query: &str) -> Result<Answer, Refusal> {
        let number = |name: &str| {
            let parts = query.split('&').filter_map(|part| part.split_once('='));
            let given = parts
                .filter(|(key, _)| *key == name)
                .map(|(_, value)| value)
                .next();
            given.map(str::parse::<u64>).transpose().map_err(|_| {
                let problem = format!("{name} in \"{query}\" is not a number");
                Refusal::new(StatusCode::BAD_REQUEST, problem)
            })
        };
        let (from, version) = (number("from")?, number("version")?);
        if version == Some(self.table.version()) {
            return Ok(Answer::empty(StatusCode::NO_CONTENT));
        }
        let from = from.map(|from| usize::try_from(from).unwrap_or(usize::MAX));
        Answer::json(&View::of(&self.table, &*self.store, from))
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
                if self.store.ended().is_some() {
                    return Err(conflict("a finished game is final".to_string()));
                }
                said = Some(self.table.undo().map_err(conflict)?);
                self.keep();
            }
            Wish::Uncover => {
                self.table.uncover().map_err(conflict)?;
                return Answer::json(&View::uncovered(&self.table, &*self.store));
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
        let view = View::of(&self.table, &*self.store, asked.from);
        match said {
            Some(said) => Answer::json(&view.saying(said)),
            None => Answer::json(&view),
        }
    }

    /// Saves the game if necessary. Returns true unless moves are unsaved.
    fn keep(&mut self) -> bool {
        self.store.save(&self.table)
    }

    /// Returns a sentence about the file in which the game is saved.
    fn kept(&self) -> String {
        let nothing = || "No decision was made, so there is nothing to save.".to_string();
        self.store.resume().unwrap_or_else(nothing)
    }

    /// Saves the game before the server stops. Returns a sentence for the player.
    ///
    /// # Errors
    /// A message if the game cannot be saved.
    pub fn leave(&mut self) -> Result<String, String> {
        match self.keep() {
            true => Ok(self.kept()),
            false => Err(self.store.problem().unwrap_or_default()),
        }
    }

    /// Returns the log of the game.
    pub fn log(&self) -> String {
        self.table.log().write()
    }
}

fn wrong_method(right: &str) -> Refusal {
    let problem = format!("expected a {right} request");
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, problem)
}
