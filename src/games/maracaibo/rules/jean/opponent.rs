//! Jean's deck as set by options: a level, a composition, or specific cards (M-24.2).

use std::collections::BTreeMap;

use super::super::options::SOLO_OPTIONS;
use crate::maracaibo::components::{AUTOMA_CARDS_OF, AUTOMA_LETTERS, Components};
use crate::options::refused;
use crate::setup::SetupError;

/// Levels of difficulty with their number of cards by letter (M-24.2).
const LEVELS: [(&str, [u8; 3]); 5] = [
    ("very-easy", [5, 0, 0]),
    ("easy", [5, 0, 1]),
    ("normal", [5, 1, 1]),
    ("hard", [4, 2, 1]),
    ("very-hard", [3, 3, 1]),
];
/// Index of the default level.
const NORMAL: usize = 2;

/// Jean's configuration: her name in results and her deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// `jean:normal`, `jean:4A2B1C` or `jean:custom`
    pub name: String,
    /// Number of cards of each letter, drawn at random.
    pub counts: [u8; 3],
    /// The specific cards of the deck, as bits, or 0 if the cards are drawn according to `counts`.
    pub exactly: u16,
}

impl Opponent {
    /// Parses the options of the solo game. Returns `None` with two or more players.
    ///
    /// # Errors
    ///
    /// Returns [`SetupError::OptionValue`] if a value is not accepted, if two options exclude each
    /// other, or if one of the options is given in a game without Jean.
    pub fn read(
        given: &BTreeMap<String, String>,
        players: usize,
        components: &Components,
    ) -> Result<Option<Opponent>, SetupError> {
        let set = |name: &'static str| given.get(name).map(|value| (name, value.trim()));
        if players > 1 {
            return match SOLO_OPTIONS.into_iter().find_map(set) {
                None => Ok(None),
                Some((name, value)) => Err(refused(
                    name,
                    value,
                    &format!(
                        "a game of one player instead of {players}, because Jean plays only in solo games"
                    ),
                )),
            };
        }
        let decks: Vec<(&str, &str)> = ["level", "jean_deck", "jean_cards"]
            .into_iter()
            .filter_map(set)
            .collect();
        if let [(first, other), (name, value), ..] = decks[..] {
            return Err(refused(
                name,
                value,
                &format!(
                    "only one of level, jean_deck and jean_cards; {first}={other} is also set"
                ),
            ));
        }
        let opponent = match decks.first() {
            None => Opponent::at(NORMAL),
            Some(&("jean_deck", text)) => Opponent::composed(text)?,
            Some(&("jean_cards", text)) => Opponent::chosen(text, &components.labels.automa)?,
            Some(&(name, text)) => {
                let level = LEVELS.iter().position(|level| level.0 == text);
                let names = LEVELS.map(|level| level.0).join(", ");
                Opponent::at(level.ok_or_else(|| refused(name, text, &names))?)
            }
        };
        Ok(Some(opponent))
    }

    fn at(level: usize) -> Opponent {
        let (name, counts) = LEVELS[level];
        Opponent {
            name: format!("jean:{name}"),
            counts,
            exactly: 0,
        }
    }

    /// Parses a deck such as `4A2B1C`.
    fn composed(text: &str) -> Result<Opponent, SetupError> {
        let counts = composition(text).ok_or_else(|| {
            let most: Vec<String> = AUTOMA_CARDS_OF
                .iter()
                .zip(AUTOMA_LETTERS)
                .map(|(most, letter)| format!("{most}{letter}"))
                .collect();
            let most = most.join(", ");
            refused(
                "jean_deck",
                text,
                &format!(
                    "numbers of cards by letter, like 4A2B1C: at most {most}, at least one card"
                ),
            )
        })?;
        let letters = counts.iter().zip(AUTOMA_LETTERS);
        let written: String = letters
            .filter(|&(&count, _)| count > 0)
            .map(|(count, letter)| format!("{count}{letter}"))
            .collect();
        Ok(Opponent {
            name: format!("jean:{written}"),
            counts,
            exactly: 0,
        })
    }

    /// Parses a deck such as `A1+A2+B3`.
    fn chosen(text: &str, ids: &[String]) -> Result<Opponent, SetupError> {
        let bad = |why: String| refused("jean_cards", text, &why);
        let known = ids.join(", ");
        let mut exactly = 0_u16;
        for name in text.split(['+', ',', ';', ' ']) {
            let name = name.trim();
            if name.is_empty() {
                continue;
            }
            let card = ids.iter().position(|id| id.eq_ignore_ascii_case(name));
            let card = card.ok_or_else(|| {
                bad(format!(
                    "automa cards joined by +, of {known}; \"{name}\" is not one of them"
                ))
            })?;
            if exactly >> card & 1 == 1 {
                return Err(bad(format!(
                    "every card at most once; {} occurs twice",
                    ids[card]
                )));
            }
            exactly |= 1 << card;
        }
        if exactly == 0 {
            return Err(bad(format!(
                "automa cards joined by +, of {known}, at least one"
            )));
        }
        Ok(Opponent {
            name: "jean:custom".to_string(),
            counts: [0; 3],
            exactly,
        })
    }
}

/// Parses a composition such as `4A2B1C`: letters in any order and case, each at most once.
fn composition(text: &str) -> Option<[u8; 3]> {
    let mut counts = [None; 3];
    let mut number: Option<u8> = None;
    for sign in text.chars() {
        if let Some(digit) = sign.to_digit(10) {
            let tens = number.unwrap_or(0).checked_mul(10)?;
            number = Some(tens.checked_add(digit as u8)?);
        } else {
            let sign = sign.to_ascii_uppercase();
            let letter = AUTOMA_LETTERS.iter().position(|&letter| letter == sign)?;
            let count = number.take()?;
            let fits = usize::from(count) <= AUTOMA_CARDS_OF[letter];
            if !fits || counts[letter].replace(count).is_some() {
                return None;
            }
        }
    }
    let counts = counts.map(|count| count.unwrap_or(0));
    (number.is_none() && counts != [0; 3]).then_some(counts)
}
