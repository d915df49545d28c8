//! What a network says of a position: the lead that a seat may expect at the end, and its probability to
//! win.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`weights`] | the numbers of a network, and what it was trained on |
//! | [`mod@file`] | weights as a file |
//! | [`inferred`] | weights of components that a network never met, from what they do |
//! | [`network`] | weights laid out for one game, and the valuation of a position |
//! | [`accumulator`] | the first layer's sums, from one position to the next |
//! | [`siblings`] | valuations of positions that differ in little |
//! | [`lookahead`] | the values of all legal actions, one step ahead |

pub mod accumulator;
pub mod file;
pub mod inferred;
pub mod lookahead;
pub mod network;
pub mod siblings;
pub mod weights;

pub use network::{Network, Value};
pub use weights::Weights;
