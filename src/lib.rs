//! Headless self-play and strategy analysis for board games: the library behind the `portolan` program.
//!
//! What other programs may use (the four programs in `examples/` do):
//!
//! | room | what it holds |
//! | --- | --- |
//! | [`study`] | the questions asked of a results folder: who is strongest, which item, which setting … |
//! | [`results`] | what a run leaves in its folder, and what reads it again |
//! | [`arena`] | games played one by one |
//! | [`bots`] | what chooses a move |
//! | [`search`] | flat Monte Carlo and Monte Carlo tree search, for any game |
//! | [`games`] | the rules, one folder per game, and the registry of names |
//! | [`stats`] | intervals, tests, ratings: plain functions on numbers |
//! | [`game`], [`item`], [`picture`], [`observation`], [`random`], [`dataset`] | what a game promises, and the words that every room shares |
//!
//! The other rooms are the program's own, and change without notice. Data flows one way, and a room imports
//! only from rooms below it:
//!
//! | room | what it holds |
//! | --- | --- |
//! | `program` | a way to rooms of this table, for the program and the tests alone |
//! | `cli` | one file per subcommand |
//! | `campaign` | games played one after another, each going on from the one before it, and their archive |
//! | `report` | estimates in, Markdown and one HTML page out |
//! | `study` | as above |
//! | `learn`, `tune` | networks, and better parameters and weights for a bot, found by playing |
//! | `experiment` | a plan of numbered, seeded games, and playing it in parallel; `arena` opens it to others |
//! | `results` | as above |
//! | `settings` | what is played, as the manifest tells it |
//! | `bots`, `search` | as above |
//! | `message` | what messages say of a game to other programs |
//! | `net` | what a network says of a position |
//! | `games`, `stats` | as above |
//! | `perturbation` | data sets in which stand-ins vary |
//! | `game`, `seat`, `item`, `picture`, `observation`, `random`, `dataset`, `form`, `provenance`, `prose`, `suggestion` | the words that every room shares |
//! | `controls` | characters that a terminal or a page would obey, made visible |
//! | `csv_text` | component files that are changed row by row |
//! | `files` | reading what people give, writing whole files |
//! | `shipped` | the players, networks and experiments that ship with the program |

#![forbid(unsafe_code)]

pub mod arena;
pub mod bots;
pub mod dataset;
pub mod game;
pub mod games;
pub mod item;

pub mod observation;
pub mod picture;
#[doc(hidden)]
pub mod program;
pub mod random;
pub mod results;
pub mod search;
pub mod stats;
pub mod study;

mod campaign;
mod cli;
mod controls;
mod csv_text;
mod experiment;
mod files;
mod form;
mod learn;
mod message;
mod net;
mod perturbation;
mod prose;
mod provenance;
mod report;
mod seat;
mod settings;
mod shipped;
mod suggestion;
mod tune;
