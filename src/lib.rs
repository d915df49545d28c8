//! Headless self-play and strategy analysis for board games.
//!
//! Data flows one way, and a room imports only from rooms below it:
//!
//! | room | what it holds |
//! | --- | --- |
//! | [`cli`] | one file per subcommand |
//! | [`report`] | results folder in, Markdown and one HTML page out |
//! | [`tune`] | better parameters and weights for a bot, found by playing |
//! | [`experiment`] | a plan of numbered, seeded games, and playing it in parallel |
//! | [`results`] | what a run leaves in its folder, and what reads it again |
//! | [`experiment::settings`], [`experiment::roster`], [`experiment::shard`] | what is played, as the manifest tells it |
//! | [`bots`] | what chooses a move |
//! | [`search`] | flat Monte Carlo and Monte Carlo tree search, for any game |
//! | [`games`] | the rules, one folder per game, and the registry of names |
//! | [`stats`] | intervals, tests, ratings: plain functions on numbers |
//! | [`perturbation`] | data sets in which stand-ins vary |
//! | [`game`], [`seat`], [`item`], [`observation`], [`random`], [`dataset`], [`prose`], [`suggestion`] | the words that every room shares |
//! | [`files`] | reading what people give, writing whole files |

#![forbid(unsafe_code)]

pub mod bots;
pub mod cli;
pub mod dataset;
pub mod experiment;
pub mod files;
pub mod game;
pub mod games;
pub mod item;
pub mod learn;
pub mod net;
pub mod observation;
pub mod perturbation;
pub mod prose;
pub mod random;
pub mod report;
pub mod results;
pub mod search;
pub mod seat;
pub mod stats;
pub mod study;
pub mod suggestion;
pub mod tune;
