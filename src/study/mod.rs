//! Studies: analysis of the results of an experiment.
//!
//! | module | contents |
//! | --- | --- |
//! | [`mixture`], [`mixture_games`] | value of each item of a mixture, and compositions for a target win rate |
//! | [`items`] | value of each item of a game, from experiments that withhold, grant or force items |
//! | [`confirmation`] | confirmation games of a factorial experiment |
//! | [`whole_game`] | items confirmed without other restrictions |
//! | [`pooled`] | pooled results of copies of one design |
//! | [`by_strength`] | effects for players of increasing strength |
//! | [`programs`] | response times and failures of external bot programs |
//! | [`pick_rates`] | pick rates of items |
//! | [`habits`] | actions and pick rates of the bots |
//! | [`factorial`] | regression of a factorial experiment |
//! | [`arms`] | a treated place compared with a control, on the same deals |
//! | [`crossing`] | location at which a curve crosses a level |
//! | [`price_response`] | value of each item as a function of its price, from a price factorial experiment |
//! | [`balance`], [`option_targets`] | changes that bring items, seats, length and levels within targets |
//! | [`outside`] | verdicts on whether items are within a target |
//! | [`repeats`] | a difference in several data sets on the same deals |
//! | [`settings`] | effects of rule options on the seats |
//! | [`judgement`] | significance of many effects |
//! | [`places`] | results of the places of a line-up, block by block |
//! | [`strategies`], [`clusters`] | clusters of winning strategies, their win rates and head-to-head results |
//! | [`challengers`] | gain of copies of the player with a bonus or penalty for the changed components |
//! | [`ladder`] | verdict about the order of the levels of a ladder |
//! | [`even`] | handicap that makes two unequal players equal |
//! | [`levels`], [`scale`] | conditions of a ladder; its bots and levels on one scale |
//! | [`warnings`] | limits of the conclusions, in words |
//! | [`source`] | access to a results folder: its manifest, and its games as a stream of blocks |
//! | [`tally`] | summary of the games |
//! | [`conditions`] | summary of the games by condition |
//! | [`luck`], [`control_variate`] | variance components of scores and wins; means and differences with luck as a control variate |
//! | [`strengths`], [`head_to_head`] | ratings, and head-to-head results |
//! | [`sweep`], [`gauntlet`], [`duel`] | differences between conditions; one bot against each of the others; course of a sequential test |
//! | [`before_after`] | effects of a change of the game |
//!
//! Only the paths of the `portolan` crate are stable; this crate is one of its parts.

#![forbid(unsafe_code)]

pub mod arms;
pub mod balance;
pub mod before_after;
pub mod by_strength;
pub mod challengers;
pub mod clusters;
pub mod conditions;
pub mod confirmation;
pub mod control_variate;
pub mod crossing;
pub mod duel;
pub mod error;
pub mod even;
pub mod factorial;
pub mod gauntlet;
pub mod habits;
pub mod head_to_head;
pub mod items;
pub mod judgement;
pub mod ladder;
pub mod levels;
pub mod luck;
pub mod mixture;
pub mod mixture_games;
pub mod option_targets;
pub mod outside;
pub mod pick_rates;
pub mod places;
pub mod pooled;
pub mod price_response;
pub mod programs;
pub mod repeats;
pub mod scale;
pub mod settings;
pub mod source;
pub mod strategies;
pub mod strengths;
pub mod sweep;
pub mod tally;
pub mod warnings;
pub mod whole_game;
pub mod winners;
