//! The position as text for a person.

use std::fmt::Write;

use super::cards::{Cards, kind_name};
use super::components::{SYMBOL_NAMES, TILE_NAMES};
use super::options::Story;
use super::path::{Spaces, Walk};
use super::ruleset::Ruleset;
use super::state::{Phase, State};
use crate::game::Seat;

impl Ruleset {
    /// The position as `observer` knows it, or with everything for `None`.
    pub(super) fn describe_position(&self, state: &State, observer: Option<Seat>) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.write_position(state, observer, &mut text);
        text
    }

    fn write_position(
        &self,
        state: &State,
        observer: Option<Seat>,
        text: &mut String,
    ) -> std::fmt::Result {
        let active = usize::from(state.active);
        match state.phase {
            Phase::Won => writeln!(text, "Game over")?,
            Phase::Capped => writeln!(text, "Stopped by the turn cap: nobody has won")?,
            _ => writeln!(
                text,
                "Turn {} of seat {}, {} actions left",
                state.turns[active],
                active + 1,
                state.actions_left
            )?,
        }
        let place = ["Cartagena", "Tortuga"][usize::from(state.at_tortuga)];
        let sloop = match self.options.story {
            Story::FullEscape => format!("   sloop at {place}"),
            _ => String::new(),
        };
        writeln!(
            text,
            "  pile {}   discards {}: {}{sloop}",
            state.pile.len() + state.top_len,
            state.discards.len(),
            list(&state.discards)
        )?;
        if state.top_len > 0 {
            let top = &state.top[..usize::from(state.top_len)];
            let seer = usize::from(state.top_known_to);
            let names: Vec<String> = match observer {
                Some(observer) if observer != seer => vec!["?".to_string(); top.len()],
                _ => top.iter().rev().map(|&card| kind_name(card)).collect(),
            };
            let from = seer + 1;
            writeln!(
                text,
                "  on top of the pile, put there by seat {from}: {}",
                names.join(", ")
            )?;
        }
        if !state.drawn.is_empty() {
            let names = match observer {
                Some(observer) if observer != active => format!("{} cards", state.drawn.len()),
                _ => list(&state.drawn),
            };
            writeln!(text, "  drawn by seat {}: {names}", active + 1)?;
        }
        if state.chests != 0 {
            let closed: Vec<String> = state
                .closed_tiles
                .iter()
                .zip(TILE_NAMES)
                .filter(|&(&count, _)| count > 0)
                .map(|(count, name)| format!("{count} x {name}"))
                .collect();
            writeln!(
                text,
                "  chest tiles on {}; not yet seen: {}",
                spaces(state.chests),
                closed.join(", ")
            )?;
        }
        for (name, symbol) in SYMBOL_NAMES.iter().zip(state.symbols) {
            let free = symbol & !state.crowd.taken();
            writeln!(
                text,
                "  {name:<8} {:<28} empty: {}",
                spaces(symbol),
                spaces(free)
            )?;
        }
        for seat in 0..self.players {
            self.write_player(state, seat, observer, text)?;
        }
        Ok(())
    }

    fn write_player(
        &self,
        state: &State,
        seat: Seat,
        observer: Option<Seat>,
        text: &mut String,
    ) -> std::fmt::Result {
        let pirates = &state.pirates[seat];
        let on_path: Vec<String> = Walk(pirates.path.taken())
            .map(|space| match pirates.path.on(space) {
                1 => space.to_string(),
                several => format!("{space} ({several} pirates)"),
            })
            .collect();
        let aboard = match self.options.story {
            Story::FullEscape => format!(", {} on the sloop", pirates.aboard),
            _ => String::new(),
        };
        let on_path = match on_path.is_empty() {
            true => "none".to_string(),
            false => on_path.join(", "),
        };
        writeln!(
            text,
            "  seat {}: {} home, {} at the start{aboard}; on the path: {on_path}",
            seat + 1,
            pirates.home,
            pirates.start,
        )?;
        // Whose hand is looked at shows it to the one who looks.
        let (known, unknown) = state.known_hand(seat, observer.unwrap_or(seat));
        let known = if known.is_empty() && unknown > 0 {
            String::new()
        } else {
            format!(": {}", list(&known))
        };
        let unknown = match unknown {
            0 => String::new(),
            number => format!(" and {number} unknown"),
        };
        let cards = state.hands[seat].len();
        writeln!(text, "    hand {cards}{known}{unknown}")
    }
}

fn spaces(set: Spaces) -> String {
    let spaces: Vec<String> = Walk(set).map(|space| space.to_string()).collect();
    if spaces.is_empty() {
        "none".to_string()
    } else {
        spaces.join(" ")
    }
}

fn list(cards: &Cards) -> String {
    let names: Vec<String> = cards
        .kinds()
        .map(|card| match cards.of(card) {
            1 => kind_name(card),
            several => format!("{several} {}", kind_name(card)),
        })
        .collect();
    if names.is_empty() {
        "none".to_string()
    } else {
        names.join(", ")
    }
}
