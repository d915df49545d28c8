//! Neural networks that evaluate a position: the expected final lead of a seat and its probability of winning.
//!
//! | file | contents |
//! | --- | --- |
//! | [`weights`] | weights of a network and its training record |
//! | [`mod@file`] | file format for weights |
//! | [`expansion`] | parameters of the inputs and actions of a game: by name, and by the traits of components |
//! | [`parameters`] | names of the parameters of a network |
//! | [`unlearnt`] | components that a network evaluates by their traits alone |
//! | [`network`] | weights in the layout of one game, and evaluation |
//! | [`accumulator`] | incremental computation of the first layer |
//! | [`siblings`] | evaluation of positions that differ only slightly |
//! | [`lookahead`] | values of legal actions by one-step lookahead |

pub mod accumulator;
pub mod expansion;
pub mod file;
pub mod lookahead;
pub mod network;
pub mod parameters;
#[cfg(test)]
mod sample;
pub mod siblings;
pub mod unlearnt;
pub mod weights;

pub use network::{Network, Value};
pub use weights::Weights;
