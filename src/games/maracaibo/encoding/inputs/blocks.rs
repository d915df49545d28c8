//! Kinds of inputs specific to Maracaibo.

use crate::encoding::{Flags, Inputs, Layout, Number};
use crate::maracaibo::rules::state::MAX_PLAYERS;

/// Names of the seats in turn order from the observer.
pub const SEAT_NAMES: [&str; MAX_PLAYERS] = ["me", "next1", "next2", "next3"];

/// A small number as one flag per value from 1; the last flag also stands for all larger values.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    flags: Flags,
    most: usize,
}

impl Steps {
    /// Adds the flags `name:1` to `name:most` to the layout.
    pub fn new(layout: &mut Layout, name: &str, most: usize) -> Steps {
        let values = (1..=most).map(|value| value.to_string());
        Steps {
            flags: layout.flags(name, values),
            most,
        }
    }

    /// Sets the flag of this value; sets no flag for 0.
    #[inline]
    pub fn fill(&self, inputs: &mut Inputs, value: impl Into<usize>) {
        let value = value.into();
        if value > 0 {
            self.flags.fill(inputs, value.min(self.most) - 1);
        }
    }
}

/// Adds one number per label, named `name:label` and divided by `scale`.
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
