//! Searches over imagined worlds, for any game.
//!
//! A search belongs to the seat that decides: before anything else it replaces what that seat
//! cannot know by a random world that fits what it knows ([`Rules::determinize`](crate::game::Rules::determinize)),
//! afresh in every iteration. Every tree grows on one thread and draws all its chance from the generator
//! that it is given, so that the same position and generator give the same choice, unless a tree is kept
//! from the decision before ([`kept`]).
//!
//! Bots that search are made of [`bots`](crate::bots); a position is looked at by [`analysis::analyze`].
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`parameters`] | what a parameter is, and which values it accepts |
//! | [`settings`] | all parameters, each declared once, and what a search works with |
//! | [`mcts`] | Monte Carlo tree search |
//! | [`flat`] | flat Monte Carlo, the baseline |
//! | [`tree`] | nodes in one list |
//! | `selection` | which way an iteration walks |
//! | `halving` | sequential halving of the actions at the root |
//! | `implicit` | implicit max^n backups |
//! | `formulas` | UCB1, UCB1-Tuned, rescaling, widening, bias, history |
//! | [`simulation`] | from a leaf to rewards: rollout and evaluation |
//! | [`reward`] | objectives as reward vectors |
//! | [`heuristic`] | weighted features |
//! | [`guide`] | what a search judges by: features, a network |
//! | [`kept`] | what of a tree serves the next decision of a turn |
//! | [`parallel`] | several trees for one decision |
//! | `actions` | how well actions did anywhere in a search |
//! | [`effort`] | what searches cost |
//! | [`analysis`] | several trees over one position, and what they found |
//! | [`exhaustive`] | exact values where little of the game is left |

mod actions;
pub mod analysis;
pub mod effort;
pub mod exhaustive;
pub mod flat;
mod formulas;
pub mod guide;
mod halving;
pub mod heuristic;
mod implicit;
#[doc(hidden)]
pub mod kept;
pub mod mcts;
pub mod parallel;
pub mod parameters;
pub mod reward;
mod selection;
pub mod settings;
#[doc(hidden)]
pub mod simulation;
#[doc(hidden)]
pub mod tree;
