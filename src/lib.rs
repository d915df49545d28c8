//! Headless self-play and strategy analysis for board games: the library behind the `portolan` program.
//!
//! The modules below are the public interface; the programs in `examples/` use them. To add your own game to the complete
//! program, call [`main_with`].
//!
//! | module | contents |
//! | --- | --- |
//! | [`study`] | analysis of a results folder: strength of bots, values of items, effects of settings, … |
//! | [`results`] | results folders: writing and reading |
//! | [`arena`] | playing games one by one |
//! | [`bots`] | bots, which choose actions |
//! | [`search`] | flat Monte Carlo and Monte Carlo tree search, for any game |
//! | [`games`] | rules of the games, one folder per game, and the list of games |
//! | [`stats`] | intervals, tests and ratings: plain functions on numbers |
//! | [`game`], [`item`], [`picture`], [`encoding`], [`component_encoding`], [`random`], [`dataset`] | the game interface and shared types |
//!
//! Only the paths of this crate are stable. The other crates, in `src/`, are its parts. Dependencies point in one direction: a
//! crate imports only from crates below it in this table, and the same applies to modules within a crate.
//!
//! | crate | contents |
//! | --- | --- |
//! | `cli` | one file per subcommand |
//! | `report` | reports in Markdown and as a single HTML page |
//! | `study` | the module `study` |
//! | `builtin` | the built-in games, compiled for everything that plays them |
//! | `train` | `learn` and `tune`: better players |
//! | `run` | `campaign`; `experiment`: a plan of numbered, seeded games, played in parallel; `play`: playing any game; `results`; `settings`: the settings stored in the manifest |
//! | `players` | `bots`; `search`; `net`: network evaluation of a position |
//! | `games` | the module `games` |
//! | `stats` | the module `stats` |
//! | `core` | shared types, file access, and the registry of the program |

#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::process::ExitCode;

pub mod arena;

#[doc(inline)]
pub use portolan_core::{
    component_encoding, dataset, encoding, ids, item, options, picture, random, seed,
};
#[doc(inline)]
pub use portolan_run::play::dyn_game::{Registration, game as registration};
#[doc(inline)]
pub use portolan_stats as stats;

pub mod game {
    //! The interface that every game implements.
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
    //! The built-in games, and the list of them.
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
    //! Bots, which choose actions.
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
    pub use portolan_players::bots::*;

    use crate::register;

    /// Returns the bot with this name, or from this file, for a game; see [`portolan_players::bots::find`].
    ///
    /// # Errors
    /// [`BotError`] if there is no such bot.
    pub fn find(name: &str, game: &str) -> Result<BotSpec, BotError> {
        register();
        portolan_players::bots::find(name, game)
    }

    /// Returns the bot described by the text of a bot file; see [`portolan_players::bots::of_text`].
    ///
    /// # Errors
    /// [`BotError`] if the text is not valid.
    pub fn of_text(name: &str, text: &str, game: &str) -> Result<BotSpec, BotError> {
        register();
        portolan_players::bots::of_text(name, text, game)
    }
}

pub mod search {
    //! Search over sampled determinizations, for any game.
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
    pub use portolan_players::search::*;
}

pub mod results {
    //! Results folders. This example reads the games in `folder`:
    //!
    //! ```
    //! use portolan::results::manifest::Manifest;
    //! use portolan::results::reader::Reader;
    //!
    //! # use portolan_run::{play::dyn_game::set_up_all, experiment::{resolve::*, run::*}};
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
    pub use portolan_run::results::*;
}

pub mod study {
    //! Studies: analysis of results folders. This example reads the results in `folder`:
    //!
    //! ```
    //! use portolan::study::source::Source;
    //! use portolan::study::tally::Tally;
    //!
    //! # use portolan_run::{play::dyn_game::set_up_all, experiment::{resolve::*, run::*}};
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

/// Paths and contents of all embedded bots, networks and experiments, sorted; generated by `build.rs`.
const FILES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// Registers the built-in games, bots and experiments under their names. [`main`] and the functions that look up bots call it
/// automatically.
pub fn register() {
    register_with([]);
}

/// Registers your own games after the built-in ones. Only the first registration has an effect.
///
/// # Panics
/// If two games have the same name.
pub fn register_with(games: impl IntoIterator<Item = Registration>) {
    let games = portolan_builtin::games().into_iter().chain(games);
    portolan_run::play::dyn_game::register(
        games.collect(),
        FILES,
        option_env!("PORTOLAN_REVISION"),
    );
}

/// Runs the complete program.
pub fn main() -> ExitCode {
    main_with([])
}

/// Runs the complete program with your own games in addition to the built-in ones.
///
/// # Panics
/// If two games have the same name.
pub fn main_with(games: impl IntoIterator<Item = Registration>) -> ExitCode {
    register_with(games);
    portolan_cli::main()
}

/// Runs a command line, whose first word is the name of the program, and returns the exit code.
pub fn carry_out(words: impl IntoIterator<Item = OsString>) -> u8 {
    register();
    portolan_cli::carry_out(words)
}
