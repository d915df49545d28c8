//! What messages say of a game to other programs: actions, positions, observations, results.
//!
//! `serve` and programs that play as bots speak of games in these words; `docs/reference/protocol.md` has
//! all of them. Seats count from 1.

use serde_json::{Value, json};

use crate::game::{Game, Seat};
use crate::observation::Inputs;

/// The version of the protocol.
pub const PROTOCOL: u32 = 2;

/// The whole number from 0 on that a value is, however it is written: JSON knows one kind of number, and some programs
/// write `1.0` for 1.
pub fn whole_number(value: &Value) -> Option<u64> {
    /// From here on not every whole number is one that such programs can write.
    const EXACT: f64 = (1_u64 << 53) as f64;
    let written_as_fraction = || {
        let number = value.as_f64()?;
        (number.fract() == 0.0 && (0.0..=EXACT).contains(&number)).then_some(number as u64)
    };
    value.as_u64().or_else(written_as_fraction)
}

/// The kind of an action, by its notation: its first word.
pub fn kind(notation: &str) -> &str {
    notation.split(' ').next().unwrap_or_default()
}

/// An action in its notation, with the number that observations and networks have for it.
pub fn action(notation: &str, number: u32) -> Value {
    json!({ "action": notation, "number": number, "kind": kind(notation) })
}

/// Actions that are legal in a position.
pub fn actions<G: Game>(game: &G, state: &G::State, legal: &[G::Action]) -> Value {
    let told = |&legal: &G::Action| {
        action(
            &game.action_text(state, legal),
            game.action_number(state, legal),
        )
    };
    legal.iter().map(told).collect()
}

/// A number with as few digits as tell it apart.
fn shortest(value: f32) -> Value {
    json!(value.to_string().parse::<f64>().unwrap_or_default())
}

/// The position as data: what the game tells of it ([`crate::game::Notation::position`]) or, if it tells nothing, what
/// the observer knows by the names of its inputs.
pub fn position<G: Game>(game: &G, state: &G::State, observer: Option<Seat>) -> Value {
    let told = game.position(state, observer);
    let Some(observer) = observer.filter(|_| told == json!({})) else {
        return told;
    };
    let mut inputs = Inputs::default();
    game.observe(state, observer, &mut inputs);
    let names = game.input_names();
    let known = inputs.list().iter();
    let known = known.map(|input| {
        (
            names[usize::from(input.number)].clone(),
            shortest(input.value),
        )
    });
    let scores =
        (0..game.seats()).map(|seat| json!({ "seat": seat + 1, "score": game.score(state, seat) }));
    json!({
        "round": game.round(state),
        "active": game.to_move(state).map(|seat| seat + 1),
        "players": scores.collect::<Value>(),
        "known": known.collect::<Value>(),
    })
}

/// What a seat knows, as the inputs of a network: how many there are, and the number and value of those that are
/// not 0.
pub fn observation<G: Game>(game: &G, state: &G::State, observer: Seat) -> Value {
    let mut inputs = Inputs::default();
    game.observe(state, observer, &mut inputs);
    let pairs = inputs.list().iter();
    let pairs = pairs.map(|input| json!([input.number, shortest(input.value)]));
    json!({ "size": game.input_names().len(), "inputs": pairs.collect::<Value>() })
}

/// The seats that the rules play themselves, by seat; `null` for all others.
pub fn automas<G: Game>(game: &G) -> Value {
    (0..game.seats()).map(|seat| game.automa(seat)).collect()
}

/// Scores and places by seat.
pub fn result<G: Game>(game: &G, state: &G::State) -> Value {
    let scores = (0..game.seats()).map(|seat| game.score(state, seat));
    json!({
        "scores": scores.collect::<Vec<_>>(),
        "ranks": game.ranks(state),
        "capped": game.capped(state),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_whole_however_they_are_written() {
        for (text, number) in [
            ("0", Some(0)),
            ("1.0", Some(1)),
            ("2e3", Some(2000)),
            ("18446744073709551615", Some(u64::MAX)),
            ("9007199254740992.0", Some(1 << 53)),
            ("1.5", None),
            ("-1", None),
            ("-1.0", None),
            ("1e300", None),
            ("\"1\"", None),
            ("null", None),
        ] {
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(whole_number(&value), number, "{text}");
        }
    }
}
