//! Maracaibo in the soak test: with and without Jean, with any legacy tiles, and with all invariants.

use portolan::game::prelude::*;
use portolan::game::{Event, Rng};
use portolan::games::maracaibo::action::Action;
use portolan::games::maracaibo::options::LEGACY_TILES;
use portolan::games::maracaibo::state::State;
use portolan::games::maracaibo::{ENTRY, Maracaibo};
use portolan::games::{GameSetup, SetupError};
use portolan::random::below;
use portolan_testing::maracaibo::{eager, laws};

use super::options::{Knowledge, number, one, seat_of, some};
use super::{Soaked, Temper};
use crate::contract::Secrets;

/// Number of automa cards by letter.
const AUTOMA: [(&str, i64); 3] = [("A", 5), ("B", 6), ("C", 4)];
/// Options that determine Jean's deck.
const DECKS: [&str; 3] = ["level", "jean_deck", "jean_cards"];

/// Options that exist only in campaigns.
pub const OF_CAMPAIGNS: [&str; 3] = ["story", "story_deck", "c_cards"];

pub const KNOWLEDGE: Knowledge = Knowledge {
    special: |option, _, options, rng| match option {
        // Cards come into play only in whole campaigns, which `tests/maracaibo/campaign_games.rs` plays.
        "scenario" => Some(one(&["75", "76", "77"], rng).to_string()),
        "legacy" => Some(legacy(rng)),
        "jean_deck" => Some(deck(rng)),
        "jean_cards" => Some(cards(rng)),
        _ if seat_of(option).is_some() => {
            let start = options
                .get("start_doubloons")
                .map_or(8, |start| start.parse().unwrap());
            Some(number(-start.min(8), 20, rng).to_string())
        }
        _ => None,
    },
    fits: |option, players, options| {
        let solo = option == "level" || option.starts_with("jean_");
        let twice = DECKS.contains(&option) && DECKS.iter().any(|deck| options.contains_key(*deck));
        (players == 1 || !solo) && !twice && !OF_CAMPAIGNS.contains(&option)
    },
};

fn legacy(rng: &mut Rng) -> String {
    let tiles = (1..=25).filter(|number| LEGACY_TILES >> number & 1 == 1);
    let names: Vec<String> = tiles.map(|number| format!("L{number}")).collect();
    some(&names, ",", rng)
}

/// Draws numbers of cards by letter, with at least one card.
fn deck(rng: &mut Rng) -> String {
    let counts = AUTOMA.map(|(letter, most)| (number(0, most, rng), letter));
    let named = counts.iter().filter(|(count, _)| *count > 0);
    let text: String = named
        .map(|(count, letter)| format!("{count}{letter}"))
        .collect();
    match text.is_empty() {
        true => "1B".to_string(),
        false => text,
    }
}

/// Draws some of the cards, at least one.
fn cards(rng: &mut Rng) -> String {
    let of_letter = |(letter, most)| (1..=most).map(move |number| format!("{letter}{number}"));
    let names: Vec<String> = AUTOMA.into_iter().flat_map(of_letter).collect();
    match some(&names, "+", rng) {
        none if none.is_empty() => names[below(rng, names.len() as u32) as usize].clone(),
        some => some,
    }
}

impl Soaked for Maracaibo {
    type Laws = laws::Laws;

    const TEMPERS: &'static [Temper] = &[
        Temper::Even,
        Temper::Kinds,
        Temper::Skilled,
        Temper::Eager,
        Temper::Slow,
        Temper::Ahead,
    ];

    fn open(setup: &GameSetup) -> Result<Maracaibo, SetupError> {
        assert_eq!(setup.game, ENTRY.name);
        Maracaibo::new(setup)
    }

    fn secrets(&self) -> Secrets {
        Secrets::Cards
    }

    fn begin(&self, state: &mut State, temper: Temper, seed: u64) -> laws::Laws {
        if temper == Temper::Ahead {
            eager::head_start(self, state);
        }
        laws::Laws::new(self, state, seed)
    }

    fn prefer(&self, _: &State, temper: Temper, actions: &[Action], rng: &mut Rng) -> Action {
        let temper = match temper {
            Temper::Eager => eager::Temper::Eager,
            Temper::Slow => eager::Temper::Slow,
            Temper::Ahead => eager::Temper::Ahead,
            _ => eager::Temper::Even,
        };
        eager::choose(temper, actions, rng)
    }

    fn acted(
        &self,
        laws: &mut laws::Laws,
        before: &State,
        action: Action,
        after: &State,
        events: &[Event],
    ) {
        laws.acted(self, before, action, after, events);
    }

    fn ended(&self, _: &mut laws::Laws, state: &State) {
        assert_eq!(state.round, 4);
        assert!(self.to_move(state).is_none());
    }
}
