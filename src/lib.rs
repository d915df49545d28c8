//! Headless self-play and strategy analysis for board games: the library behind the `portolan` program.
//!
//! What other programs may use (those in `examples/` do). A game of one's own gets the whole program by [`main_with`].
//!
//! | room | what it holds |
//! | --- | --- |
//! | [`study`] | the questions asked of a results folder: who is strongest, which item, which setting … |
//! | [`results`] | what a run leaves in its folder, and what reads it again |
//! | [`arena`] | games played one by one |
//! | [`bots`] | what chooses a move |
//! | [`search`] | flat Monte Carlo and Monte Carlo tree search, for any game |
//! | [`games`] | the rules, one folder per game, and the list of them |
//! | [`stats`] | intervals, tests, ratings: plain functions on numbers |
//! | [`game`], [`item`], [`picture`], [`observation`], [`composition`], [`random`], [`dataset`] | what a game promises, and the words that every room shares |
//!
//! This crate is the only one whose paths are promised. The others, in `src/`, are its parts. Data flows one way: a
//! crate imports only from those below it, and so does a room within a crate.
//!
//! | crate | rooms |
//! | --- | --- |
//! | `cli` | one file per subcommand |
//! | `report` | estimates in, Markdown and one HTML page out |
//! | `study` | as above |
//! | `builtin` | the games that ship, compiled for everything that plays |
//! | `engine` | `campaign`; `learn` and `tune`; `experiment`: a plan of numbered, seeded games, played in parallel; `play`: a game as it is played, whichever it is; `results`; `settings`: what is played, as the manifest writes it; `bots`, `search`; `net`: what a network says of a position |
//! | `games` | as above |
//! | `stats` | as above |
//! | `core` | the words that every room shares, files, and what the program registers |

#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::process::ExitCode;

pub mod arena;

#[doc(inline)]
pub use portolan_core::{
    composition, dataset, ids, item, observation, options, picture, random, seed,
};
#[doc(inline)]
pub use portolan_engine::play::any_game::{Registration, game as registration};
#[doc(inline)]
pub use portolan_stats as stats;

pub mod game {
    //! What a game promises to everything that plays it.
    //!
    //! ```
    //! use portolan::game::prelude::*;
    //! use portolan::games::cartagena::{self, Cartagena};
    //! use portolan::random::{Streams, below, stream};
    //!
    //! let game = Cartagena::new(&cartagena::ENTRY.setup(3))?;
    //! let (mut chance, mut rng) = (Streams::new(7), stream(7, &[]));
    //! let mut state = game.new_state(&mut chance, &mut ());
    //! let mut legal = Vec::new();
    //! while game.to_move(&state).is_some() {
    //!     game.legal_actions(&state, &mut legal);
    //!     let action = legal[below(&mut rng, legal.len() as u32) as usize];
    //!     game.apply(&mut state, action, &mut chance, &mut ());
    //! }
    //! assert!(game.ranks(&state).contains(&1));
    //! # Ok::<(), portolan::games::SetupError>(())
    //! ```

    #[doc(inline)]
    pub use portolan_core::game::*;
}

pub mod games {
    //! The games, and the list of them.
    //!
    //! ```
    //! use portolan::game::Game;
    //! use portolan::games::{Visitor, entry, open};
    //!
    //! struct Seats;
    //!
    //! impl Visitor for Seats {
    //!     type Out = usize;
    //!
    //!     fn visit<G: Game>(self, game: G) -> usize {
    //!         game.seats()
    //!     }
    //! }
    //!
    //! let mut setup = entry("maracaibo")?.setup(1);
    //! setup.options.insert("level".to_string(), "hard".to_string());
    //! assert_eq!(open(&setup, Seats)?, 2, "Jean has a seat, too");
    //! # Ok::<(), portolan::games::SetupError>(())
    //! ```

    #[doc(inline)]
    pub use portolan_games::*;
}

pub mod bots {
    //! What chooses a move.
    //!
    //! ```
    //! use portolan::bots::{find, of_text};
    //! use portolan::game::prelude::*;
    //! use portolan::games::cartagena::{self, Cartagena};
    //! use portolan::random::{Streams, stream};
    //!
    //! let game = Cartagena::new(&cartagena::ENTRY.setup(2))?;
    //! let state = game.new_state(&mut Streams::new(7), &mut ());
    //! let mut legal = Vec::new();
    //! game.legal_actions(&state, &mut legal);
    //! let thinker = "kind = \"mcts\"\niterations = 20\nobjective = \"win\"";
    //! for bot in [find("greedy", "cartagena")?, of_text("thinker", thinker, "cartagena")?] {
    //!     let choice = bot.build(&game)?.choose(&game, &state, &legal, &mut stream(1, &[]));
    //!     println!("{} takes {}", bot.name, game.action_text(&state, legal[choice]));
    //! }
    //! # Ok::<(), Box<dyn std::error::Error>>(())
    //! ```

    #[doc(inline)]
    pub use portolan_engine::bots::*;

    use crate::register;

    /// As [`portolan_engine::bots::find`]: the bot of that name, or of that file, for a game.
    ///
    /// # Errors
    /// [`BotError`] if there is none.
    pub fn find(name: &str, game: &str) -> Result<BotSpec, BotError> {
        register();
        portolan_engine::bots::find(name, game)
    }

    /// As [`portolan_engine::bots::of_text`]: the bot that the text of a bot file describes.
    ///
    /// # Errors
    /// [`BotError`] if the text is not accepted.
    pub fn of_text(name: &str, text: &str, game: &str) -> Result<BotSpec, BotError> {
        register();
        portolan_engine::bots::of_text(name, text, game)
    }
}

pub mod search {
    //! Searches over imagined worlds, for any game.
    //!
    //! ```
    //! use portolan::bots::of_text;
    //! use portolan::game::Rules;
    //! use portolan::games::cartagena::{self, Cartagena};
    //! use portolan::random::Streams;
    //! use portolan::search::analysis::{Depth, analyze};
    //! use portolan::search::parameters::Method;
    //!
    //! let game = Cartagena::new(&cartagena::ENTRY.setup(2))?;
    //! let bot = of_text("thinker", "kind = \"mcts\"\niterations = 64", "cartagena")?;
    //! let (settings, guide) = bot.search(&game, Method::Mcts)?;
    //! let state = game.new_state(&mut Streams::new(7), &mut ());
    //! let depth = Depth { trees: 2, playouts: 4, top: 3 };
    //! let analysis = analyze(&game, &state, settings, &guide, depth, None, 1).ok_or("the game is over")?;
    //! let best = &analysis.findings[0];
    //! println!("{}: {} of {} iterations", best.line[0].action, best.visits, analysis.iterations);
    //! # assert_eq!((analysis.findings.len(), analysis.iterations), (3, 64));
    //! # Ok::<(), Box<dyn std::error::Error>>(())
    //! ```

    #[doc(inline)]
    pub use portolan_engine::search::*;
}

pub mod results {
    //! The results folder: what a run leaves, and what reads it again. Of such a `folder`:
    //!
    //! ```
    //! use portolan::results::manifest::Manifest;
    //! use portolan::results::reader::Reader;
    //!
    //! # use portolan_engine::{play::any_game::set_up_all, experiment::{run::*, spec::*}};
    //! # portolan::register();
    //! # let temporary = tempfile::tempdir()?;
    //! # let (file, folder) = (temporary.path().join("first.toml"), temporary.path().join("first"));
    //! # let text = b"kind = 'simulate'\ngame = 'cartagena'\nbots = ['greedy', 'random']\ngames = 20";
    //! # std::io::Write::write_all(&mut std::fs::File::create(&file)?, text)?;
    //! # let first = resolve(&read_file(&file)?)?;
    //! # let (games, job) = (set_up_all(&first.setups)?, ExperimentJob::new(first.experiment, first.data, folder.clone()));
    //! # run(&games, &job, &Default::default(), &mut |_| {})?;
    //! let manifest = Manifest::read(&folder)?.ok_or("there is no manifest.toml")?;
    //! let read = Reader::open([(&*folder, &manifest)])?.each_game(|seats| {
    //!     let winner = seats.iter().find(|seat| seat.rank == 1);
    //!     println!("{:?}", winner.map(|seat| (seat.bot, seat.score)));
    //! })?;
    //! assert_eq!((read.games, read.blocks), (20, 10));
    //! # Ok::<(), Box<dyn std::error::Error>>(())
    //! ```

    #[doc(inline)]
    pub use portolan_engine::results::*;
}

pub mod study {
    //! The questions asked of a results folder. Of the `folder` where a run has left its results:
    //!
    //! ```
    //! use portolan::study::source::Source;
    //! use portolan::study::tally::Tally;
    //!
    //! # use portolan_engine::{play::any_game::set_up_all, experiment::{run::*, spec::*}};
    //! # portolan::register();
    //! # let temporary = tempfile::tempdir()?;
    //! # let (file, folder) = (temporary.path().join("first.toml"), temporary.path().join("first"));
    //! # let text = b"kind = 'simulate'\ngame = 'cartagena'\nbots = ['greedy', 'random']\ngames = 20";
    //! # std::io::Write::write_all(&mut std::fs::File::create(&file)?, text)?;
    //! # let first = resolve(&read_file(&file)?)?;
    //! # let (games, job) = (set_up_all(&first.setups)?, ExperimentJob::new(first.experiment, first.data, folder.clone()));
    //! # run(&games, &job, &Default::default(), &mut |_| {})?;
    //! let tally = Tally::read(&Source::open(&folder)?)?;
    //! let ahead = tally.ahead(0, 1).ok_or("nobody met anybody")?;
    //! println!("{} {} ({})", tally.entrants[0].name, ahead.value_words(1), ahead.range_words(1));
    //! assert!(ahead.value > 0.5, "greedy wins more often than random");
    //! # Ok::<(), Box<dyn std::error::Error>>(())
    //! ```

    #[doc(inline)]
    pub use portolan_study::*;
}

/// Path and content of every player, network and experiment that ships, sorted; `build.rs` lists them.
const FILES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// Makes the games, players and experiments that ship known by their names. [`main`] and what looks for a bot do so by
/// themselves.
pub fn register() {
    register_with([]);
}

/// The same, with games of one's own behind those that ship. The first call decides.
///
/// # Panics
/// If two games have one name.
pub fn register_with(games: impl IntoIterator<Item = Registration>) {
    let games = portolan_builtin::games().into_iter().chain(games);
    portolan_engine::play::any_game::register(
        games.collect(),
        FILES,
        option_env!("PORTOLAN_REVISION"),
    );
}

/// The whole program.
pub fn main() -> ExitCode {
    main_with([])
}

/// The whole program, with games of one's own beside those that ship.
///
/// # Panics
/// If two games have one name.
pub fn main_with(games: impl IntoIterator<Item = Registration>) -> ExitCode {
    register_with(games);
    portolan_cli::main()
}

/// Carries out a command line, whose first word is the program's name; the exit code.
pub fn carry_out(words: impl IntoIterator<Item = OsString>) -> u8 {
    register();
    portolan_cli::carry_out(words)
}
