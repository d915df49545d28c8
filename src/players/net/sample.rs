//! Arbitrary weights for the tests of networks and of their training.

use std::collections::BTreeMap;

use crate::net::weights::{SECOND, Weights};

/// Returns a network of this shape with arbitrary weights.
pub fn weights(inputs: usize, units: usize) -> Weights {
    let numbers = |count: usize| {
        (0..count)
            .map(|index| (index % 23) as f32 / 7.0 - 1.5)
            .collect()
    };
    Weights {
        game: "toy".to_string(),
        data: "0123".to_string(),
        inputs: (0..inputs).map(|input| format!("input {input}")).collect(),
        first_units: units,
        scale: 20.0,
        first: numbers(inputs * units),
        first_bias: numbers(units),
        second: numbers(units * SECOND),
        second_bias: numbers(SECOND),
        heads: [numbers(SECOND), numbers(SECOND)],
        head_bias: [0.5, -0.25],
        policy: None,
        record: BTreeMap::from([("rounds".to_string(), "60".to_string())]),
    }
}
