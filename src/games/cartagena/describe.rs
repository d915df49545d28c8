//! The position as text for a person.

use std::fmt::Write;

use super::cards::{Cards, kind_name};
use super::components::{SYMBOL_NAMES, TILE_NAMES};
use super::explain::harbor;
use super::options::Story;
use super::path::{Spaces, Walk};
use super::ruleset::Ruleset;
use super::state::{Phase, State};
use crate::game::Seat;
use crate::prose::{LINE, count, unbroken, wrapped};

impl Ruleset {
    /// The position as `observer` knows it, or with everything for `None`.
    pub(super) fn describe_position(&self, state: &State, observer: Option<Seat>) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.write_position(state, observer, &mut text);
        wrapped(&text, LINE, 4)
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
            _ => self.write_turn(state, text)?,
        }
        let sloop = match self.options.story {
            Story::FullEscape => format!("; sloop at {}", harbor(state.at_tortuga)),
            _ => String::new(),
        };
        let pile = match observer {
            Some(_) => String::new(),
            None => format!(" ({})", list(&state.pile)),
        };
        writeln!(
            text,
            "  pile {}{pile}; discards {}: {}{sloop}",
            state.pile.len() + state.top_len,
            state.discards.len(),
            list(&state.discards)
        )?;
        if state.top_len > 0 {
            let top = &state.top[..usize::from(state.top_len)];
            let seer = usize::from(state.top_known_to);
            let names: Vec<String> = match observer {
                Some(observer) if observer != seer => vec!["?".to_string(); top.len()],
                _ => (top.iter().rev())
                    .map(|&card| unbroken(&kind_name(card)))
                    .collect(),
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
        if self.options.magician {
            let closed = state.closed_tiles.iter().zip(TILE_NAMES);
            let closed = closed.filter(|(count, _)| **count > 0);
            let closed: Vec<String> = closed
                .map(|(count, name)| unbroken(&format!("{count} x {name}")))
                .collect();
            let closed = closed.join(", ");
            let on = spaces(state.chests);
            writeln!(text, "  chest tiles on {on}; not yet seen: {closed}")?;
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

    /// Whose turn it is, and what is being decided.
    fn write_turn(&self, state: &State, text: &mut String) -> std::fmt::Result {
        let active = usize::from(state.active);
        write!(
            text,
            "Turn {} of seat {}, {} left",
            state.turns[active],
            active + 1,
            count(state.actions_left.into(), "action")
        )?;
        let notes = [
            (state.fresh, ", begins"),
            (state.acted, ", has acted"),
            (state.black_played, ", a black card was used"),
        ];
        for (_, note) in notes.into_iter().filter(|(is, _)| *is) {
            text.push_str(note);
        }
        let other = state.other + 1;
        match state.phase {
            Phase::Pistol => write!(text, ": takes a card of seat {other}")?,
            Phase::RumKeep => write!(text, ": keeps two of the cards drawn for rum")?,
            Phase::RumGive => write!(text, ": gives a card drawn for rum to seat {other}")?,
            Phase::LanternKeep => write!(text, ": keeps one of the cards of the lantern")?,
            Phase::LanternPut => write!(text, ": puts a card of the lantern back")?,
            Phase::Hindrance => {
                let hand = state.hands[usize::from(state.other)].len();
                let cards = count((hand - self.components.hand_limit).into(), "card");
                let first = kind_name(state.discarded);
                write!(text, ": seat {other} discards {cards}, from {first} on")?;
            }
            _ => {}
        }
        text.push('\n');
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
                several => unbroken(&format!("{space} ({several} pirates)")),
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
            "  seat {}: {} home, {} at the start{aboard}; turn {}; on the path: {on_path}",
            seat + 1,
            pirates.home,
            pirates.start,
            state.turns[seat],
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
        writeln!(text, "    hand {cards}{known}{unknown}")?;
        let together = &state.knowledge[seat].together;
        match observer == Some(seat) && !together.is_empty() {
            true => writeln!(text, "    surely in other hands: {}", list(together)),
            false => Ok(()),
        }
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
            1 => unbroken(&kind_name(card)),
            several => unbroken(&format!("{several} {}", kind_name(card))),
        })
        .collect();
    if names.is_empty() {
        "none".to_string()
    } else {
        names.join(", ")
    }
}
