//! Search algorithms for any game.
//!
//! A search runs from the point of view of the deciding seat. Each iteration first replaces everything that is hidden
//! from this seat by a random world consistent with its knowledge
//! ([`Rules::determinize`](crate::game::Rules::determinize)). Each tree grows on one thread and takes all random
//! numbers from the generator passed to it. The same position and generator therefore give the same choice, unless the
//! tree of the previous decision is reused ([`reuse`]).
//!
//! [`bots`](crate::bots) builds the search bots, and [`analysis::analyze`] analyses a single position.
//!
//! | file | contents |
//! | --- | --- |
//! | [`parameters`] | types of search parameters and their accepted values |
//! | [`settings`] | declarations of all parameters, and the settings of a search |
//! | [`mcts`] | Monte Carlo tree search |
//! | [`flat`] | flat Monte Carlo, the baseline |
//! | [`tree`] | tree nodes, stored in one vector |
//! | `selection` | choice of the child to descend to |
//! | `halving` | sequential halving of the actions at the root |
//! | `formulas` | UCB1, UCB1-Tuned, PUCT, rescaling, bias |
//! | [`simulation`] | rollout and evaluation of a leaf |
//! | [`reward`] | objectives as reward vectors |
//! | [`heuristic`] | weighted features |
//! | [`guide`] | evaluation functions: feature weights and a network |
//! | [`reuse`] | tree reuse within a turn |
//! | [`parallel`] | root parallelism |
//! | `actions` | mean reward of each action over a whole search |
//! | [`interrupt`] | early end of searches |
//! | [`effort`] | cost of searches |
//! | [`analysis`] | analysis of one position |
//! | [`exhaustive`] | exact endgame solver |

mod actions;
pub mod analysis;
pub mod effort;
pub mod exhaustive;
pub mod flat;
mod formulas;
pub mod guide;
mod halving;
pub mod heuristic;
pub mod interrupt;
pub mod mcts;
pub mod parallel;
pub mod parameters;
#[doc(hidden)]
pub mod reuse;
pub mod reward;
mod selection;
pub mod settings;
#[doc(hidden)]
pub mod simulation;
#[doc(hidden)]
pub mod tree;
