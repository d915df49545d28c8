//! Handles the requests of the page.

use hyper::body::Bytes;
use hyper::http::request::Parts;
use hyper::{Method, StatusCode};
use serde::{Deserialize, Serialize};

use super::super::keeping::Keeper;
use super::guard::{Guard, Refusal};
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
    keeper: Box<dyn Keeper>,
    guard: Guard,
    page: LivePage,
    /// Error of the last attempt to save the game, with advice for the player on the page.
    problem: Option<String>,
    /// Message about a new file name that the page has not shown yet.
    message: Option<String>,
}

impl Host {
    /// Creates a host for a game whose seats are all occupied.
    pub fn new(table: Table, keeper: Box<dyn Keeper>, guard: Guard, page: LivePage) -> Host {
        let mut host = Host {
            table,
            keeper,
            guard,
            page,
            problem: None,
            message: None,
        };
        host.keep();
        host
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
        let view = View::of(&self.table, &*self.keeper, from);
        Answer::json(&view.saying(None, self.problem.clone()))
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
                if self.keeper.ended().is_some() {
                    return Err(conflict("a finished game is final".to_string()));
                }
                said = Some(self.table.undo().map_err(conflict)?);
                self.keep();
            }
            Wish::Uncover => {
                self.table.uncover().map_err(conflict)?;
                let view = View::uncovered(&self.table, &*self.keeper);
                return Answer::json(&view.saying(None, self.problem.clone()));
            }
            Wish::Save => said = self.kept(),
            Wish::Hint => {
                let hint = self.table.hint().map_err(conflict)?;
                return Answer::json(&serde_json::json!({ "hint": hint }));
            }
        }
        let said = self.message.take().or(said);
        let view = View::of(&self.table, &*self.keeper, asked.from);
        Answer::json(&view.saying(said, self.problem.clone()))
    }

    /// Saves the game if necessary.
    fn keep(&mut self) {
        // The file is created only after a person has decided something.
        let is_begun =
            self.keeper.file().content().is_some() || self.table.last_decision().is_some();
        let saved = match is_begun {
            true => self.keeper.keep(self.table.ongoing(), &self.table.log()),
            false => Ok(None),
        };
        let advice = "The game continues here; solve the problem and press Save.";
        let saved = saved.map(|message| self.message = message.or(self.message.take()));
        self.problem = saved
            .err()
            .map(|problem| format!("Not saved: {problem}. {advice}"));
    }

    /// Saves the game and checks the log. Returns a sentence about the file, or `None` if the game is not saved.
    fn kept(&mut self) -> Option<String> {
        self.keep();
        if let (None, Err(problem)) = (&self.problem, self.table.check()) {
            self.problem = Some(format!("Not saved: {problem}."));
        }
        let nothing = || "No new decision was made, so there is nothing to save.".to_string();
        let is_saved = self.problem.is_none();
        is_saved.then(|| self.keeper.resume().unwrap_or_else(nothing))
    }

    /// Saves the game before the server stops. Returns a sentence for the player.
    ///
    /// # Errors
    /// A message if the game cannot be saved.
    pub fn leave(&mut self) -> Result<String, String> {
        match self.kept() {
            Some(kept) => Ok(self
                .message
                .take()
                .map_or(String::new(), |text| text + "\n")
                + &kept),
            None => Err(self.problem.clone().unwrap_or_default()),
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
