//! Describes a position as text.

use std::fmt::Write;

use super::notation::harbor;
use crate::cartagena::components::{SYMBOL_NAMES, TILE_NAMES};
use crate::cartagena::rules::cards::{Cards, kind_name};
use crate::cartagena::rules::options::Story;
use crate::cartagena::rules::path::{Spaces, Walk};
use crate::cartagena::rules::ruleset::Ruleset;
use crate::cartagena::rules::state::{Phase, State};
use crate::game::Seat;
use crate::prose::{count, line, unbroken, wrapped};

impl Ruleset {
    /// Describes the position as `observer` sees it, or with all hidden information if `observer`
    /// is `None`.
    pub(crate) fn describe_position(&self, state: &State, observer: Option<Seat>) -> String {
        let mut text = String::new();
        // Writing to a `String` cannot fail.
        let _ = self.write_position(state, observer, &mut text);
        wrapped(&text, line(), 4)
    }

    fn write_position(
        &self,
        state: &State,
        observer: Option<Seat>,
        text: &mut String,
    ) -> std::fmt::Result {
        let view = self.view(state, observer);
        match state.phase {
            Phase::Won => writeln!(text, "Game over")?,
            Phase::Capped => writeln!(text, "Stopped at the turn cap without a winner")?,
            _ => self.write_turn(state, text)?,
        }
        let sloop = match self.options.story {
            Story::FullEscape => format!("; sloop at {}", harbor(state.at_tortuga)),
            _ => String::new(),
        };
        let supplies = &view.supplies;
        let pile = supplies.pile_cards.as_ref();
        let pile = pile.map_or(String::new(), |cards| format!(" ({})", listed(cards)));
        writeln!(
            text,
            "  pile {}{pile}; discards {}: {}{sloop}",
            supplies.pile,
            state.discards.len(),
            listed(&supplies.discards)
        )?;
        if let Some(top) = &supplies.put_back {
            let names = match &top.cards {
                None => vec!["?".to_string(); usize::from(top.number)],
                Some(cards) => cards.iter().map(|card| unbroken(card)).collect(),
            };
            let (from, names) = (top.put_there_by, names.join(", "));
            writeln!(
                text,
                "  on top of the pile, put there by seat {from}: {names}"
            )?;
        }
        let drawn = view.choice.as_ref();
        if let Some((choice, drawn)) = drawn.and_then(|choice| Some((choice, choice.drawn?))) {
            let names = match &choice.drawn_cards {
                None => format!("{drawn} cards"),
                Some(cards) => listed(cards),
            };
            writeln!(text, "  drawn by seat {}: {names}", view.turn_of)?;
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

    /// Writes the active player and the pending decision.
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
        // With a pistol, the active player sees the whole hand of the other player.
        let (known, unknown) = state.known_hand(seat, observer.unwrap_or(seat));
        let known = if known.is_empty() && unknown > 0 {
            String::new()
        } else {
            format!(": {}", listed(&known))
        };
        let unknown = match unknown {
            0 => String::new(),
            _ if known.is_empty() => ", all unknown".to_string(),
            number => format!(" and {number} unknown"),
        };
        let cards = state.hands[seat].len();
        writeln!(text, "    hand {cards}{known}{unknown}")?;
        let together = &state.knowledge[seat].together;
        match observer == Some(seat) && !together.is_empty() {
            true => writeln!(text, "    known to be in other hands: {}", listed(together)),
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

/// Lists the number of cards of each kind.
fn listed(cards: &Cards) -> String {
    let names = cards.kinds().map(|kind| match cards.of(kind) {
        1 => unbroken(&kind_name(kind)),
        several => unbroken(&format!("{several} {}", kind_name(kind))),
    });
    let names: Vec<String> = names.collect();
    match names.is_empty() {
        true => "none".to_string(),
        false => names.join(", "),
    }
}
