//! Statistics: plain functions on numbers. This room imports none of the others.
//!
//! | file | what it answers |
//! | --- | --- |
//! | [`moments`] | mean and spread of numbers as they come in |
//! | [`interval`] | how sure a mean or a proportion is |

pub mod interval;
pub mod moments;

pub use interval::{Interval, difference_interval, mean_interval, wilson_interval};
pub use moments::Moments;
