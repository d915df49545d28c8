//! `portolan serve`: lets other programs use bots, with lines of JSON.
//!
//! | file | contents |
//! | --- | --- |
//! | `request` | parser of requests |
//! | `answer` | types of the answers |
//! | `schema` | schema of all messages |
//! | `problem` | error of a request |
//! | `host` | game session for any game |
//! | `output` | queue of answers |

mod answer;
mod host;
mod output;
mod problem;
mod request;
mod schema;

use std::collections::BTreeMap;
use std::io::{stdin, stdout};
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};

use crate::options::setup::Rules;
use crate::ui::failure::Failure;
use crate::ui::input::{Line, pass_over, read_line, reading_failed, too_long};
use crate::ui::print::print;
use answer::{
    Answer, Answered, Components, Games, Handled, Hello, Mistake, Nothing, Standing, WaitingDeal,
};
use host::Host;
use output::{MOST_UNREAD, Output};
use portolan_core::random::deal_seed;
use portolan_core::registry::{entry, games};
use portolan_core::setup::{GameEntry, GameSetup};
use portolan_core::suggestion::did_you_mean;
use portolan_core::view::data;
use portolan_core::wire_protocol::PROTOCOL;
use portolan_players::bots::{BotSpec, find};
use portolan_run::experiment::resolve::parts::seats;
use portolan_run::play::dyn_game::{DynGame, set_up};
use portolan_run::play::given::{DrawError, Drawn, MissingDraw};
use portolan_run::play::panics;
use problem::Problem;
use request::{
    Asked, Chance, Deal, FIRST, MOST_IN_BATCH, Request, Seed, Whole, draws, read, read_value,
};

/// Arguments of `portolan serve`.
#[derive(Args)]
#[command(after_help = "Requests:
  {\"request\": \"new\", \"players\": 2, \"seed\": 7, \"set\": {\"OPTION\": \"VALUE\"}, \"moves\": [\"MOVE\", …]}
  {\"request\": \"choose\", \"bot\": \"NAME\", \"milliseconds\": 500}   ask for a bot's move
  {\"request\": \"apply\", \"action\": \"MOVE\"}       make a move for the seat to move
  {\"request\": \"draw\", \"drawn\": [\"corn\"]}      report a draw, in a game with \"chance\": \"told\"
  {\"request\": \"legal\"}                         all legal moves, with numbers and kinds
  {\"request\": \"state\", \"seat\": 1}              the position as that seat knows it
  {\"request\": \"observe\"}  inputs  scores       as the inputs of a network; points by category
  {\"request\": \"components\"}                    every card, tile and board, as in the data files
  {\"request\": \"undo\"}  clone  determinize     for a search of your own
  {\"request\": \"batch\", \"requests\": [ … ]}     many in one line
  {\"request\": \"hello\"}  games  close  quit
Any request may have an \"id\", which the answer repeats, and the \"handle\" of a game.

Examples:
  echo '{\"request\": \"choose\"}' | portolan serve --game maracaibo --bot greedy
  portolan serve --game cartagena --bot mcts,net --players 3

docs/reference/protocol.md describes all answers and has a session in Python.")]
pub struct ServeArgs {
    /// Choose the game
    #[arg(long, required_unless_present = "schema")]
    game: Option<String>,
    /// Print the JSON Schema of all messages, with the positions of this game or of all games
    #[arg(long)]
    schema: bool,
    /// Choose the bots that answer `choose`: names or .toml files; the first is the default
    #[arg(long, value_delimiter = ',', value_name = "BOT,…")]
    bot: Vec<String>,
    /// Set the default number of players [default: the smallest number with opponents]
    #[arg(long)]
    players: Option<usize>,
    /// Set the default master seed
    #[arg(long, default_value_t = 1, value_parser = portolan_core::seed::parse)]
    seed: u64,
    #[command(flatten)]
    rules: Rules,
}

impl ServeArgs {
    /// Runs the command.
    pub fn run(self) -> Result<(), Failure> {
        let named = self.game.as_deref().map(entry).transpose()?;
        if self.schema {
            let games = named.as_ref().map_or(games(), std::slice::from_ref);
            return print(&schema::text(games));
        }
        let Some(entry) = named else {
            return Err(Failure::usage("--game is missing".to_string()));
        };
        let players = self.players.unwrap_or(entry.default_players());
        let setup = self
            .rules
            .setup(entry.name, seats(entry, &[], Some(players))?)?;
        Server::new(setup, &self.bot, self.seed)?.run()
    }
}

/// Maximum size of the answers to one batch, in bytes; further requests in the batch are rejected.
const MOST_ANSWERED: usize = 16 << 20;
/// Maximum number of different settings of the games in progress.
const MOST_SET_UPS: usize = 100;
/// Maximum number of games whose bots, with their search trees, stay in memory. The bots of other games are created again
/// for their next choice.
const MOST_WITH_BOTS: usize = 64;

/// Number of players and rule options of a game.
type Settings = (usize, BTreeMap<String, String>);

/// Server with all games in progress and the available bots.
pub struct Server {
    entry: &'static GameEntry,
    /// Default set-up of new games.
    setup: GameSetup,
    /// Cached set-ups. Games with equal settings share all data that does not change in play.
    set_ups: Vec<(Settings, Arc<dyn DynGame>)>,
    /// Handles of the games with bots in memory, the most recent choice last.
    with_bots: Vec<u64>,
    bots: Vec<BotSpec>,
    seed: u64,
    /// Games by handle.
    tables: BTreeMap<u64, Table>,
}

/// Content of a handle.
enum Table {
    /// Game in progress.
    Game(Host),
    /// Game whose deal waits for draws.
    Deal(Waiting),
}

/// Deal that waits for draws.
struct Waiting {
    game: Arc<dyn DynGame>,
    seed: u64,
    drawn: Drawn,
    question: MissingDraw,
}

impl Table {
    fn set_up(&self) -> &Arc<dyn DynGame> {
        match self {
            Table::Game(host) => &host.set_up,
            Table::Deal(deal) => &deal.game,
        }
    }

    /// Returns the status of the game, or the draw that its deal waits for.
    fn standing(&self) -> Standing {
        match self {
            Table::Game(host) => Standing::Game(host.status()),
            Table::Deal(deal) => Standing::Deal(WaitingDeal {
                game: deal.game.name(),
                deal_seed: deal.seed,
                draw: (&deal.question).into(),
            }),
        }
    }

    /// Starts a game with a given deal, or a waiting deal if draws are missing.
    fn given(game: Arc<dyn DynGame>, seed: u64, drawn: Drawn) -> Result<Table, Problem> {
        match game.deal_given(seed, drawn.clone()) {
            Ok(ongoing) => Ok(Table::Game(Host::of(game, ongoing))),
            Err(DrawError::Missing(question)) => Ok(Table::Deal(Waiting {
                game,
                seed,
                drawn,
                question,
            })),
            Err(error) => Err(Problem::from(error.reason())),
        }
    }
}

impl Server {
    /// Creates a server with these bots and the first game of a master seed.
    ///
    /// # Errors
    /// [`Failure`] if the game or a bot is unknown, or a bot uses hidden information or does not fit the game.
    pub fn new(setup: GameSetup, bots: &[String], seed: u64) -> Result<Server, Failure> {
        let entry = entry(&setup.game)?;
        let game: Arc<dyn DynGame> = Arc::from(set_up(&setup)?);
        let mut found = Vec::new();
        for name in bots {
            let bot = find(name, entry.name)?;
            if bot.is_cheating() {
                return Err(Failure::usage(format!(
                    "--bot {name}: it sees hidden information (information = \"cheating\"); such \
                     bots cannot be served"
                )));
            }
            bot.fits(&*game)?;
            found.push(bot);
        }
        let host = Host::new(&game, deal_seed(seed, 0));
        let settings = (setup.players, setup.options.clone());
        Ok(Server {
            entry,
            setup,
            set_ups: vec![(settings, game)],
            with_bots: Vec::new(),
            bots: found,
            seed,
            tables: BTreeMap::from([(FIRST, Table::Game(host))]),
        })
    }

    fn run(self) -> Result<(), Failure> {
        let mut output = Output::new(stdout(), MOST_UNREAD);
        let answered = self.answer_all(&mut output);
        // Finished answers reach the client even if reading the input fails.
        answered.and(output.finish())
    }

    fn answer_all(mut self, output: &mut Output) -> Result<(), Failure> {
        let mut line = Vec::new();
        loop {
            let mut input = stdin().lock();
            match read_line(&mut input, &mut line).map_err(reading_failed)? {
                Line::End => return Ok(()),
                Line::TooLong => {
                    // The error is sent at once, because a client that waits for an answer does not finish the
                    // line.
                    let answer = json!({ "ok": false, "error": too_long() });
                    output.push(format!("{answer}\n"))?;
                    pass_over(&mut input).map_err(reading_failed)?;
                    continue;
                }
                Line::Whole => {}
            }
            if line.trim_ascii().is_empty() {
                continue;
            }
            let (answer, more) = self.answer(&line);
            output.push(answer + "\n")?;
            if !more {
                return Ok(());
            }
        }
    }

    /// Returns the answer to a line, and true if another line may follow.
    pub fn answer(&mut self, line: &[u8]) -> (String, bool) {
        match read(line) {
            Asked {
                id,
                handle,
                request: Ok(Request::Batch { requests }),
            } if requests.len() <= MOST_IN_BATCH => (self.batch(requests, id, handle), true),
            asked => {
                let quits = matches!(asked.request, Ok(Request::Quit {}));
                (self.answer_to(asked).to_string(), !quits)
            }
        }
    }

    /// Returns the answers to a batch as the text of one answer; only the text of each answer is stored.
    fn batch(&mut self, requests: Vec<Value>, id: Option<Value>, handle: Option<u64>) -> String {
        let mut answers = String::new();
        for (index, request) in requests.into_iter().enumerate() {
            let mut asked = read_value(request);
            let alone = |request| match request {
                Request::Batch { .. } | Request::Quit {} => Err(Problem::from(
                    "\"batch\" and \"quit\" are not allowed in a batch".to_string(),
                )),
                _ if answers.len() >= MOST_ANSWERED => Err(Problem::from(format!(
                    "not carried out: the answers to this line exceed {} MiB, the maximum for one batch; send the rest in another line",
                    MOST_ANSWERED >> 20
                ))),
                request => Ok(request),
            };
            asked.request = asked.request.and_then(alone);
            if index > 0 {
                answers.push(',');
            }
            answers.push_str(&self.answer_to(asked).to_string());
        }
        let handle = handle.map_or(String::new(), |handle| format!("\"handle\":{handle},"));
        let id = id.map_or(String::new(), |id| format!("\"id\":{id},"));
        format!("{{\"answers\":[{answers}],{handle}{id}\"ok\":true}}")
    }

    fn answer_to(&mut self, asked: Asked) -> Value {
        let (id, handle) = (asked.id, asked.handle);
        // A panic is a bug in the program and must not end the game of the client.
        let result = asked.request.and_then(|request| {
            let handle = handle.unwrap_or(FIRST);
            panics::catch(|| self.carry_out(handle, request)).unwrap_or_else(|panic| {
                Err(Problem::from(format!(
                    "the program panicked; the position is unchanged: {panic}"
                )))
            })
        });
        // JSON keys are sorted.
        match result {
            Ok(answer) => data(&Answered {
                ok: true,
                id,
                handle,
                answer,
            }),
            Err(problem) => data(&Mistake {
                ok: false,
                error: problem.message,
                legal: problem.legal,
                id,
                handle,
            }),
        }
    }

    fn table(&mut self, handle: u64) -> Result<&mut Table, Problem> {
        let known = self.tables.keys().map(u64::to_string).take(20);
        let known = known.collect::<Vec<_>>().join(", ");
        self.tables.get_mut(&handle).ok_or_else(|| {
            Problem::from(format!(
                "there is no game with the handle {handle}; games: {known}; \"new\" begins one"
            ))
        })
    }

    fn host(&mut self, handle: u64) -> Result<&mut Host, Problem> {
        match self.table(handle)? {
            Table::Game(host) => Ok(host),
            Table::Deal(_) => Err(Problem::from(
                "the deal needs a draw: report it with \"draw\"".to_string(),
            )),
        }
    }

    /// Adds draws to a waiting deal or move.
    fn draw(&mut self, handle: u64, drawn: Drawn) -> Result<Answer, Problem> {
        let table = self.table(handle)?;
        match table {
            Table::Game(host) => host.draw(drawn)?,
            Table::Deal(Waiting {
                game,
                seed,
                drawn: before,
                ..
            }) => {
                let mut things = before.things.clone();
                things.extend(drawn.things);
                let rest = drawn.rest;
                *table = Table::given(Arc::clone(game), *seed, Drawn { things, rest })?;
            }
        }
        Ok(Answer::Standing(table.standing()))
    }

    fn carry_out(&mut self, handle: u64, request: Request) -> Result<Answer, Problem> {
        Ok(match request {
            Request::Hello {} => Answer::Hello(self.hello()),
            Request::New(deal) => {
                let table = self.new_table(handle, deal)?;
                let standing = table.standing();
                self.tables.insert(handle, table);
                Answer::Standing(standing)
            }
            Request::Choose { bot, milliseconds } => {
                let bot = self.bot(bot.as_deref())?.clone();
                let milliseconds = milliseconds.map(|Whole(limit)| limit);
                self.keep_bots_of(handle);
                Answer::Choice(self.host(handle)?.choose(&bot, milliseconds)?)
            }
            Request::Apply {
                action,
                number,
                drawn,
                rest,
            } => self.changed(handle, |host| {
                let choice = host.named(action.as_deref(), number)?;
                host.apply(choice, draws(drawn, rest))
            })?,
            Request::Draw { drawn, rest } => {
                let drawn = draws(drawn, rest);
                let drawn = drawn
                    .ok_or("the key \"drawn\" is missing: a list of what was drawn, by name")?;
                self.draw(handle, drawn)?
            }
            Request::Legal {} => Answer::Legal(self.host(handle)?.legal()),
            Request::State { seat } => Answer::State(self.host(handle)?.state(seat)?),
            Request::Observe { seat } => Answer::Observation(self.host(handle)?.observe(seat)?),
            Request::Inputs {} => Answer::Inputs(self.host(handle)?.inputs()),
            Request::Components {} => Answer::Components(self.components()),
            Request::Scores {} => Answer::Scores(self.host(handle)?.scores()),
            Request::Undo { moves } => {
                let Whole(moves) = moves.unwrap_or(Whole(1));
                self.changed(handle, |host| host.undo(moves))?
            }
            Request::Clone { to: Whole(to) } => {
                let copy = Table::Game(self.host(handle)?.copy());
                let standing = copy.standing();
                self.tables.insert(to, copy);
                Answer::Standing(standing)
            }
            Request::Determinize {
                seat,
                seed: Seed(seed),
            } => self.changed(handle, |host| host.determinize(seat, seed))?,
            Request::Close {} => {
                self.table(handle)?;
                self.tables.remove(&handle);
                Answer::Nothing(Nothing {})
            }
            Request::Games {} => {
                let games = self.tables.iter().map(|(&handle, table)| Handled {
                    handle,
                    standing: table.standing(),
                });
                Answer::Games(Games {
                    games: games.collect(),
                })
            }
            // The caller answers shorter batches.
            Request::Batch { requests } => Err(format!(
                "\"requests\" has {} entries: expected at most {MOST_IN_BATCH} in one line",
                requests.len()
            ))?,
            Request::Quit {} => Answer::Nothing(Nothing {}),
        })
    }

    /// Marks the game as the most recent one with bots, and removes the bots of the least recent game if there are too many.
    fn keep_bots_of(&mut self, handle: u64) {
        self.with_bots.retain(|known| *known != handle);
        self.with_bots.push(handle);
        if self.with_bots.len() > MOST_WITH_BOTS
            && let Some(Table::Game(host)) = self.tables.get_mut(&self.with_bots.remove(0))
        {
            host.remove_bots();
        }
    }

    /// Returns the status of a game after a change.
    fn changed(
        &mut self,
        handle: u64,
        change: impl FnOnce(&mut Host) -> Result<(), Problem>,
    ) -> Result<Answer, Problem> {
        let host = self.host(handle)?;
        change(host)?;
        Ok(Answer::Standing(Standing::Game(host.status())))
    }

    /// Returns the rows of every data file, without empty values.
    fn components(&self) -> Components {
        let data = &self.setup.data;
        let files = data.files.keys().filter(|name| name.ends_with(".csv"));
        let components = files.map(|name| {
            let rows = data.rows(name).into_iter();
            let filled = rows.map(|row| row.into_iter().filter(|(_, cell)| !cell.is_empty()));
            (name.clone(), filled.map(Iterator::collect).collect())
        });
        Components {
            data: data.hash(),
            components: components.collect(),
        }
    }

    fn hello(&self) -> Hello {
        Hello {
            protocol: PROTOCOL,
            portolan: env!("CARGO_PKG_VERSION"),
            game: self.entry.name,
            bots: self.bots.iter().map(|bot| bot.name.clone()).collect(),
        }
    }

    /// Returns the served bot with this name.
    fn bot(&self, name: Option<&str>) -> Result<&BotSpec, Problem> {
        let names = || self.bots.iter().map(|bot| bot.name.as_str());
        let found = match name {
            None => self.bots.first(),
            Some(name) => self.bots.iter().find(|bot| bot.name == name),
        };
        found.ok_or_else(|| match (name, self.bots.len()) {
            (_, 0) => Problem::from("the server has no bots: start it with --bot NAME".to_string()),
            (name, _) => {
                let name = name.unwrap_or_default();
                let known = names().collect::<Vec<_>>().join(", ");
                let suggestion = did_you_mean(name, names());
                Problem::from(format!(
                    "no bot \"{name}\" is served{suggestion}; bots: {known}"
                ))
            }
        })
    }

    /// Returns a set-up with the options of the command line and `set`, for a new game that replaces the game with this
    /// handle. All served bots must be able to play it.
    fn game(
        &mut self,
        handle: u64,
        players: usize,
        set: BTreeMap<String, String>,
    ) -> Result<Arc<dyn DynGame>, Problem> {
        let mut settings = (players, self.setup.options.clone());
        settings.1.extend(set);
        if let Some((_, game)) = self.set_ups.iter().find(|(known, _)| *known == settings) {
            return Ok(Arc::clone(game));
        }
        let setup = GameSetup {
            players,
            options: settings.1.clone(),
            ..self.setup.clone()
        };
        let game: Arc<dyn DynGame> = Arc::from(set_up(&setup)?);
        for bot in &self.bots {
            bot.fits(&*game)?;
        }
        if self.set_ups.len() >= MOST_SET_UPS {
            let replaced = self.tables.get(&handle).map(Table::set_up);
            // A set-up without other references is not used by any game in progress.
            self.set_ups.retain(|(_, game)| {
                let is_replaced = replaced.is_some_and(|replaced| Arc::ptr_eq(replaced, game));
                Arc::strong_count(game) > 1 + usize::from(is_replaced)
            });
        }
        if self.set_ups.len() >= MOST_SET_UPS {
            return Err(Problem::from(format!(
                "the games in progress use {MOST_SET_UPS} different settings (number of players and rule options), the maximum; \"close\" a game first"
            )));
        }
        self.set_ups.push((settings, Arc::clone(&game)));
        Ok(game)
    }

    /// Starts another game; an error leaves the server unchanged.
    fn new_table(&mut self, handle: u64, deal: Deal) -> Result<Table, Problem> {
        let players = deal
            .players
            .map_or(self.setup.players, |Whole(players)| players as usize);
        let players = seats(self.entry, &[], Some(players)).map_err(Problem::from)?;
        let seed = deal_seed(deal.seed.map_or(self.seed, |Seed(seed)| seed), 0);
        let set = deal.set.unwrap_or_default().into_iter();
        let set = set.map(|(option, value)| (option, value.text())).collect();
        let moves = deal.moves.unwrap_or_default();
        let drawn = match (deal.chance, draws(deal.drawn, deal.rest)) {
            (Some(Chance::Told), drawn) => Some(drawn.unwrap_or_default()),
            (_, None) => None,
            (_, Some(_)) => Err("\"drawn\" and \"rest\" need \"chance\": \"told\"")?,
        };
        let game = self.game(handle, players, set)?;
        if let Some(drawn) = drawn {
            if !moves.is_empty() {
                return Err(Problem::from(
                    "\"moves\" are not allowed with \"chance\": \"told\": make them one by one with \"apply\""
                        .to_string(),
                ));
            }
            return Table::given(game, seed, drawn);
        }
        let mut host = Host::new(&game, seed);
        for (index, action) in moves.iter().enumerate() {
            host.named(Some(action), None)
                .and_then(|choice| host.apply(choice, None))
                .map_err(|problem| Problem {
                    message: format!("move {}: {}", index + 1, problem.message),
                    ..problem
                })?;
        }
        Ok(Table::Game(host))
    }
}
