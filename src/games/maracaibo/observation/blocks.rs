//! Kinds of blocks beside those that every game uses.

use super::super::state::MAX_PLAYERS;
use crate::observation::{Flags, Inputs, Layout, Number};

/// Names of the seats from the observer on.
pub const SEAT_NAMES: [&str; MAX_PLAYERS] = ["me", "next1", "next2", "next3"];

/// A small number as one flag for each value from 1 on, the last one for more, too.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    flags: Flags,
    most: usize,
}

impl Steps {
    /// Lays the flags out: `name:1` to `name:most`.
    pub fn new(layout: &mut Layout, name: &str, most: usize) -> Steps {
        let values = (1..=most).map(|value| value.to_string());
        Steps {
            flags: layout.flags(name, values),
            most,
        }
    }

    /// Fills it.
    #[inline]
    pub fn fill(&self, inputs: &mut Inputs, value: impl Into<usize>) {
        let value = value.into();
        if value > 0 {
            self.flags.fill(inputs, value.min(self.most) - 1);
        }
    }
}

/// One number for each of these labels, `name:label`, divided by `scale`.
pub fn numbers<T: AsRef<str>>(
    layout: &mut Layout,
    name: &str,
    labels: impl IntoIterator<Item = T>,
    scale: f32,
) -> Vec<Number> {
    (labels.into_iter())
        .map(|label| layout.number(&format!("{name}:{}", label.as_ref()), scale))
        .collect()
}
