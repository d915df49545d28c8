//! `portolan serve`: a bot for other programs, by lines of JSON.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `request` | reading a line |
//! | `host` | the game that is played, whatever game it is |

mod host;
mod request;

use std::io::stdin;

use clap::Args;
use serde_json::{Map, Value, json};

use super::failure::Failure;
use super::input::{Line, pass_over, read_line, too_long};
use super::print::print;
use super::setup::Rules;
use crate::bots::{BotSpec, find};
use crate::experiment::any_game::set_up;
use crate::experiment::panics;
use crate::experiment::spec::parts::seats;
use crate::games::{GameEntry, GameSetup, entry};
use crate::random::deal_seed;
use host::{Host, Problem};
use request::{Deal, Request, read};

/// Let another program play with a bot: requests and answers as lines of JSON.
///
/// Every line of standard input is one request, every line of standard output its answer. Mistakes are
/// answered, too, and change nothing. The bot sees what the seat to move knows, nothing else.
#[derive(Args)]
#[command(after_help = "Requests:
  {\"request\": \"new\", \"players\": 2, \"seed\": 7, \"set\": {\"OPTION\": \"VALUE\"}, \"moves\": [\"MOVE\", …]}
  {\"request\": \"choose\"}                     what the bot plays here
  {\"request\": \"apply\", \"action\": \"MOVE\"}    make a move, for whichever seat is to move
  {\"request\": \"legal\"}                      all legal moves
  {\"request\": \"state\", \"seat\": 1}           the position as that seat knows it
  {\"request\": \"quit\"}
All keys of \"new\" may be left out; any request may have an \"id\", which the answer repeats.

Examples:
  echo '{\"request\": \"choose\"}' | portolan serve --game maracaibo --bot greedy
  portolan serve --game cartagena --bot mcts --players 3

docs/reference/serve.md has all answers and a session in Python.")]
pub struct ServeArgs {
    /// Game to play
    #[arg(long)]
    game: String,
    /// Bot that answers \"choose\": a name or a .toml file
    #[arg(long)]
    bot: String,
    /// Number of players of games that do not say [default: the fewest that meet each other]
    #[arg(long)]
    players: Option<usize>,
    /// Master seed of games that do not say
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    seed: u64,
    #[command(flatten)]
    rules: Rules,
}

impl ServeArgs {
    /// Carries out the verb.
    pub fn run(self) -> Result<(), Failure> {
        let entry = entry(&self.game)?;
        let players = self.players.unwrap_or(entry.default_players());
        let setup = self
            .rules
            .setup(&self.game, seats(entry, &[], Some(players))?)?;
        Server::new(setup, &self.bot, self.seed)?.run()
    }
}

/// A host with a bot, with whom another program plays.
pub struct Server {
    entry: &'static GameEntry,
    /// What is played if a request does not say otherwise.
    setup: GameSetup,
    bot: BotSpec,
    seed: u64,
    host: Host,
}

impl Server {
    /// The first game of a master seed, and the bot of this name.
    ///
    /// # Errors
    /// [`Failure`] if there is no such game or bot, or the bot sees what is hidden.
    pub fn new(setup: GameSetup, bot: &str, seed: u64) -> Result<Server, Failure> {
        let entry = entry(&setup.game)?;
        let name = bot;
        let bot = find(name, entry.name)?;
        if bot.is_cheating() {
            return Err(Failure::usage(format!(
                "--bot {name}: it sees what is hidden (information = \"cheating\"); only bots that do \
                 not are served"
            )));
        }
        let host = Host::new(&*set_up(&setup)?, &bot, deal_seed(seed, 0))?;
        Ok(Server {
            entry,
            setup,
            bot,
            seed,
            host,
        })
    }

    fn run(mut self) -> Result<(), Failure> {
        let unread = |error| Failure::work(format!("stdin: {error}"));
        let mut line = Vec::new();
        loop {
            let mut input = stdin().lock();
            match read_line(&mut input, &mut line).map_err(unread)? {
                Line::End => return Ok(()),
                Line::TooLong => {
                    // Told at once: whoever waits for an answer does not end the line.
                    let answer = json!({ "ok": false, "error": too_long() });
                    print(&format!("{answer}\n"))?;
                    pass_over(&mut input)
                        .map_err(|error| Failure::usage(format!("stdin: {error}")))?;
                    continue;
                }
                Line::Whole => {}
            }
            if line.trim_ascii().is_empty() {
                continue;
            }
            let (answer, more) = self.answer(&line);
            print(&format!("{answer}\n"))?;
            if !more {
                return Ok(());
            }
        }
    }

    /// The answer to a line, and whether another one may follow.
    pub fn answer(&mut self, line: &[u8]) -> (Value, bool) {
        let (id, request) = read(line);
        let quits = matches!(request, Ok(Request::Quit));
        // A panic is a fault of the program, but whoever plays should not lose the game by it.
        let result = request.and_then(|request| {
            panics::catch(|| self.carry_out(request)).unwrap_or_else(|panic| {
                Err(Problem::from(format!(
                    "the program broke, the position is as before: {panic}"
                )))
            })
        });
        let mut answer = Map::new();
        answer.insert("ok".to_string(), json!(result.is_ok()));
        match result {
            Ok(more) => answer.extend(more),
            Err(problem) => {
                answer.insert("error".to_string(), json!(problem.message));
                if let Some(legal) = problem.legal {
                    answer.insert("legal".to_string(), json!(legal));
                }
            }
        }
        if let Some(id) = id {
            answer.insert("id".to_string(), id);
        }
        (Value::Object(answer), !quits)
    }

    fn carry_out(&mut self, request: Request) -> Result<Map<String, Value>, Problem> {
        match request {
            Request::New(deal) => {
                self.host = self.new_host(deal)?;
                Ok(self.host.status())
            }
            Request::Choose => self.host.choose(),
            Request::Apply { action } => {
                self.host.apply(&action)?;
                Ok(self.host.status())
            }
            Request::Legal => Ok(self.host.legal()),
            Request::State { seat } => self.host.state(seat),
            Request::Quit => Ok(Map::new()),
        }
    }

    /// Another game, which replaces the one before only if everything is right.
    fn new_host(&self, deal: Deal) -> Result<Host, Problem> {
        let players = deal.players.unwrap_or(self.setup.players);
        let mut setup = GameSetup {
            players: seats(self.entry, &[], Some(players)).map_err(Problem::from)?,
            ..self.setup.clone()
        };
        setup.options.extend(deal.set);
        let seed = deal_seed(deal.seed.unwrap_or(self.seed), 0);
        let game = set_up(&setup)?;
        let mut host = Host::new(&*game, &self.bot, seed)?;
        for (index, action) in deal.moves.iter().enumerate() {
            host.apply(action).map_err(|problem| Problem {
                message: format!("move {}: {}", index + 1, problem.message),
                ..problem
            })?;
        }
        Ok(host)
    }
}
