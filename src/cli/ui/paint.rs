//! Terminal colours; everything that belongs to a seat is printed in the colour of the seat.

use std::env;
use std::io::{IsTerminal, stdout};

/// Colours by seat: blue, yellow, magenta, green and cyan, which colour-blind people can distinguish.
const SEATS: [&str; 5] = ["\x1b[94m", "\x1b[93m", "\x1b[95m", "\x1b[92m", "\x1b[96m"];
const PLAIN: &str = "\x1b[0m";
/// Texts that precede a seat number.
const SIGNS: [&str; 5] = ["seat ", "▲", "♟", "●", "◆"];

/// Returns true if output should be coloured: stdout is a terminal other than `dumb`, and `NO_COLOR` is not set.
pub fn is_wished() -> bool {
    let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    stdout().is_terminal() && !refused && !dumb
}

/// Returns the text with each seat in its colour.
pub fn painted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let mark = SIGNS
            .iter()
            .find_map(|sign| seat_behind(rest, sign).map(|seat| (sign.len() + 1, seat)));
        match mark {
            Some((length, seat)) => {
                let (mark, behind) = rest.split_at(length);
                out.extend([SEATS[seat], mark, PLAIN]);
                rest = behind;
            }
            None => {
                let next = rest.char_indices().nth(1).map_or(rest.len(), |(at, _)| at);
                let (letter, behind) = rest.split_at(next);
                out.push_str(letter);
                rest = behind;
            }
        }
    }
    out
}

/// Returns the seat, from 0, whose number follows `sign` at the start of a text.
fn seat_behind(text: &str, sign: &str) -> Option<usize> {
    let mut digits = text.strip_prefix(sign)?.chars();
    let number = digits.next()?.to_digit(10)? as usize;
    let longer = digits.next().is_some_and(|next| next.is_ascii_digit());
    (!longer && (1..=SEATS.len()).contains(&number)).then(|| number - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_painted_in_their_colours() {
        assert_eq!(
            painted("│7 ▲1 ♟2×3, seat 5: 12 VP"),
            "│7 \x1b[94m▲1\x1b[0m \x1b[93m♟2\x1b[0m×3, \x1b[96mseat 5\x1b[0m: 12 VP"
        );
        for plain in ["seat 0, seat 6, seat 12", "seats", "▲", "◆spain", ""] {
            assert_eq!(painted(plain), plain);
        }
    }
}
