//! The questions: what the results of an experiment say about the things it varied.
//!
//! | file | what it answers |
//! | --- | --- |
//! | [`mixture`], [`mixture_games`] | what each item of a mixture is worth, and which composition gives a wished win rate; the games that tell |
//! | [`items`] | what each item of a game is worth, from experiments that withhold, grant or oblige |
//! | [`confirmation`] | the games that ask once more, in the whole game |
//! | [`whole_game`] | what a factorial experiment found clearest, with nothing else withheld |
//! | [`pooled`] | copies of one design, taken together |
//! | [`by_strength`] | what holds for all players, and what changes with their strength |
//! | [`programs`] | how the programs behaved that played as bots |
//! | [`takings`] | which of them anybody takes |
//! | [`habits`] | what players do in a game and what they take |
//! | [`factorial`] | the fit of a factorial experiment |
//! | [`arms`] | a treated place beside a control, on the same deals |
//! | [`crossing`] | where a curve crosses a level, as far as what was tried tells |
//! | [`fair_price`] | the price at which an item is worth just what it costs |
//! | [`repeats`] | a difference in several data sets on the same deals |
//! | [`settings`] | what rule options do to the seats |
//! | [`judgement`] | which of many effects can be told from chance |
//! | [`places`] | how the places of a line-up did, block by block |
//! | [`exposure`] | what meeting an item goes with |
//! | [`strategies`], [`ways`] | in which ways a game is won, how often each wins and which beat which; a run read for them |
//! | [`ladder`] | is every rung harder than the one before |
//! | [`even`] | the handicap that makes two unequal players equal |
//! | [`rungs`], [`scale`] | the cells of a ladder; its bots and rungs on one scale |
//! | [`warnings`] | what limits the conclusions, in words |
//! | [`source`] | reading a folder: its manifest, its games as a stream of blocks |
//! | [`tally`] | what is summed up of the games |
//! | [`cells`] | the same, cell by cell |
//! | [`luck`], [`luck_subtracted`] | where the variance of scores and wins comes from; means and differences without the luck that was valued |
//! | [`strengths`], [`head_to_head`] | ratings, and who finished ahead of whom |
//! | [`sweep`], [`gauntlet`], [`duel`] | what changes from cell to cell; one bot against each; a sequential test as it went |
//! | [`changes`], [`game_changes`], [`item_changes`] | what changes from one run to another: for bots and seats, in the games as a whole, for items |
//! | [`before_after`] | what a change of the game does |
//!
//! `portolan` is the crate whose paths are promised; this one is a part of it.

#![forbid(unsafe_code)]

pub mod arms;
pub mod before_after;
pub mod by_strength;
pub mod cells;
pub mod changes;
pub mod confirmation;
pub mod crossing;
pub mod duel;
pub mod error;
pub mod even;
pub mod exposure;
pub mod factorial;
pub mod fair_price;
pub mod game_changes;
pub mod gauntlet;
pub mod habits;
pub mod head_to_head;
pub mod item_changes;
pub mod items;
pub mod judgement;
pub mod ladder;
pub mod luck;
pub mod luck_subtracted;
pub mod mixture;
pub mod mixture_games;
pub mod places;
pub mod pooled;
pub mod programs;
pub mod repeats;
pub mod rungs;
pub mod scale;
pub mod settings;
pub mod source;
pub mod strategies;
pub mod strengths;
pub mod sweep;
pub mod takings;
pub mod tally;
pub mod warnings;
pub mod ways;
pub mod whole_game;
