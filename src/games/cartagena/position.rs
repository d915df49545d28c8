//! The position as data for a program: what a seat knows, or everything.
//!
//! Cards are plain symbols here, so that they are told as counts by kind. What the keys mean stands in
//! `docs/reference/positions.md`.

use serde_json::{Value, json};

use super::cards::{Cards, kind_name};
use super::components::{SYMBOL_NAMES, TILE_NAMES};
use super::options::Story;
use super::path::{Place, Walk, bit};
use super::ruleset::Ruleset;
use super::state::{PHASE_NAMES, Phase, Pirates, State};
use crate::game::Seat;

/// Whether the observer sees what only this seat sees.
fn sees(observer: Option<Seat>, seat: Seat) -> bool {
    observer.is_none_or(|observer| observer == seat)
}

/// Cards by kind.
fn counts(cards: &Cards) -> Value {
    let kinds = cards.kinds();
    kinds
        .map(|kind| (kind_name(kind), cards.of(kind)))
        .collect()
}

/// Where the pirates of a seat are; a space stands once for every pirate on it.
fn pirates(pirates: &Pirates) -> Value {
    let spaces = Walk(pirates.path.taken()).flat_map(|space| {
        let several = usize::from(pirates.path.on(space));
        std::iter::repeat_n(space, several)
    });
    json!({
        "start": pirates.start,
        "spaces": spaces.collect::<Vec<Place>>(),
        "aboard": pirates.aboard,
        "home": pirates.home,
    })
}

impl Ruleset {
    /// The position as `observer` knows it, or with everything for `None`.
    pub(super) fn position_data(&self, state: &State, observer: Option<Seat>) -> Value {
        let active = usize::from(state.active);
        let turns = &state.turns[..self.players];
        let winner = (0..self.players).find(|&seat| self.has_won(state, seat));
        let players = (0..self.players).map(|seat| self.player_data(state, seat, observer));
        json!({
            "phase": PHASE_NAMES[state.phase as usize],
            "round": turns.iter().max(),
            "turn": turns[active],
            "turn_of": active + 1,
            "active": state.decides().map(|seat| seat + 1),
            "winner": winner.map(|seat| seat + 1),
            "choice": self.choice_data(state, observer),
            "players": players.collect::<Vec<Value>>(),
            "board": self.board_data(state),
            "supplies": self.supplies_data(state, observer),
        })
    }

    /// What is being decided, beside the phase; nothing when the game is over.
    fn choice_data(&self, state: &State, observer: Option<Seat>) -> Value {
        if state.is_over() {
            return Value::Null;
        }
        let (active, other) = (usize::from(state.active), usize::from(state.other));
        let mut choice = json!({
            "actions_left": state.actions_left,
            "turn_begins": state.fresh,
            "has_acted": state.acted,
            "hindrance_due": state.black_played,
        });
        match state.phase {
            Phase::Pistol => choice["hand_of"] = json!(other + 1),
            Phase::RumGive => choice["gives_to"] = json!(other + 1),
            Phase::Hindrance => {
                let hand = state.hands[other].len();
                choice["cards_to_discard"] = json!(hand - self.components.hand_limit);
                choice["discards_from"] = json!(kind_name(state.discarded));
            }
            _ => {}
        }
        if !state.drawn.is_empty() {
            choice["drawn"] = json!(state.drawn.len());
            if sees(observer, active) {
                choice["drawn_cards"] = counts(&state.drawn);
            }
        }
        choice
    }

    fn player_data(&self, state: &State, seat: Seat, observer: Option<Seat>) -> Value {
        let mut player = json!({
            "seat": seat + 1,
            "score": state.pirates[seat].home,
            "turns": state.turns[seat],
            "progress": self.progress(state, seat),
            "pirates": pirates(&state.pirates[seat]),
            "hand_size": state.hands[seat].len(),
        });
        let knowledge = &state.knowledge;
        if sees(observer, seat) {
            player["hand"] = counts(&state.hands[seat]);
            player["known_among_others"] = counts(&knowledge[seat].together);
        }
        match observer {
            Some(observer) if observer != seat => {
                player["known_cards"] = counts(&knowledge[observer].hands[seat]);
            }
            Some(_) => {}
            None => {
                let known_by = (0..self.players).filter(|&other| other != seat);
                let known_by = known_by.map(|other| {
                    json!({"seat": other + 1, "known_cards": counts(&knowledge[other].hands[seat])})
                });
                player["known_by"] = known_by.collect();
            }
        }
        player
    }

    /// The spaces with what stands and lies on them, and the sloop.
    fn board_data(&self, state: &State) -> Value {
        let sloop = match (self.options.story, state.at_tortuga) {
            (Story::FullEscape, false) => json!("cartagena"),
            (Story::FullEscape, true) => json!("tortuga"),
            _ => Value::Null,
        };
        let spaces = (1..=self.path.length).map(|space| self.space_data(state, space));
        json!({"spaces": spaces.collect::<Vec<Value>>(), "sloop": sloop})
    }

    fn space_data(&self, state: &State, space: Place) -> Value {
        let island = self.options.story == Story::Tortuga || self.path.on_island(space);
        let shows = |symbol: &usize| state.symbols[*symbol] & bit(space) != 0;
        let symbol = (0..SYMBOL_NAMES.len()).find(shows);
        let seated = state.seated().iter();
        json!({
            "space": space,
            "path": if island { "island" } else { "tunnel" },
            "symbol": symbol.map(|symbol| SYMBOL_NAMES[symbol]),
            "pirates": seated.map(|pirates| pirates.path.on(space)).collect::<Vec<u8>>(),
            "chest_tile": state.chests & bit(space) != 0,
        })
    }

    /// The pile, the discards and the chest tiles.
    fn supplies_data(&self, state: &State, observer: Option<Seat>) -> Value {
        let mut supplies = json!({
            "pile": state.pile.len() + state.top_len,
            "discards": counts(&state.discards),
        });
        if state.top_len > 0 {
            let seer = usize::from(state.top_known_to);
            let mut top = json!({"number": state.top_len, "put_there_by": seer + 1});
            if sees(observer, seer) {
                // From the topmost on.
                let cards = state.top[..usize::from(state.top_len)].iter();
                top["cards"] = cards.rev().map(|&card| kind_name(card)).collect();
            }
            supplies["put_back"] = top;
        }
        if observer.is_none() {
            supplies["pile_cards"] = counts(&state.pile);
        }
        if self.options.magician {
            let closed = TILE_NAMES.into_iter().zip(state.closed_tiles);
            supplies["closed_chest_tiles"] = closed.collect();
        }
        supplies
    }
}
