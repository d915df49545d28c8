//! A custom drafting game with hidden cards and chance, which runs in the complete portolan program:
//!
//!     cargo run --release --example draft -- simulate --game draft --players 3 --bots greedy,random,random
//!
//! Each player is dealt six cards, or the number set by the option `hand`. All players choose a card to keep and place it
//! face down. Then all chosen cards are turned over, and the hands are passed to the left. At the end, each card scores
//! its rank, and every pair of a colour scores five additional points.

use std::process::ExitCode;

use portolan::encoding::{Count, Flags, Inputs, Layout, seat_names};
use portolan::game::{
    Chance, Encoding, EventLog, Items, Notation, Phrase, Purpose, Rng, Rules, Seat, View, Words,
};
use portolan::games::{GameEntry, GameSetup, SetUp, SetupError};
use portolan::random::below;

const COLOURS: [&str; 5] = ["red", "blue", "green", "white", "black"];
/// Number of ranks in a colour, starting at 1.
const RANKS: u32 = 6;
const CARDS: u32 = COLOURS.len() as u32 * RANKS;
/// Maximum number of cards in an initial hand.
const MOST_HAND: usize = 7;
const MOST_PLAYERS: usize = 4;
const PAIR: i32 = 5;

/// A set of cards, one bit per card.
type Cards = u32;

/// Returns card number `index` of a set as a bit.
fn drawn(cards: Cards, index: u32) -> Cards {
    let mut left = cards;
    for _ in 0..index {
        left &= left - 1;
    }
    left & left.wrapping_neg()
}

fn name(card: u32) -> String {
    format!("{}{}", COLOURS[(card / RANKS) as usize], card % RANKS + 1)
}

#[derive(Debug)]
struct Inside {
    layout: Layout,
    hand: Flags,
    kept: Vec<Flags>,
    /// By distance from the observer: cards of hands that the observer has seen, including the cards placed face down.
    seen: Vec<Flags>,
    held: Flags,
    left: Count,
}

portolan::options! {
    /// The options of one game.
    struct Options(given);

    hand: u32 = 6, [4 to 7], "cards of a hand at the beginning";
}

/// The rules for a given number of players.
#[derive(Clone, Debug)]
pub struct Draft {
    players: usize,
    /// Number of cards in an initial hand.
    hand: u32,
    inside: std::sync::Arc<Inside>,
}

/// Game state: a flat value that is cheap to copy.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Hand of each seat.
    hands: [Cards; MOST_PLAYERS],
    /// Card that each seat has placed face down in this round; 0 for none.
    held: [Cards; MOST_PLAYERS],
    /// Cards that each seat has kept, face up.
    kept: [Cards; MOST_PLAYERS],
    /// Seat to move.
    seat: u8,
    /// Number of times that hands have been passed.
    passed: u8,
}

/// Keep the card with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Keep(u8);

static ENTRY: GameEntry = GameEntry {
    options: OPTIONS,
    ..GameEntry::new("draft", "Draft", "keeping cards, an example", 2..=4)
};

impl SetUp for Draft {
    const ENTRY: &'static GameEntry = &ENTRY;

    fn set_up(setup: &GameSetup) -> Result<Draft, SetupError> {
        let options = Options::read(&setup.options)?;
        let mut layout = Layout::default();
        let cards = || (0..CARDS).map(name);
        let hand = layout.flags("hand", cards());
        let seats = seat_names::<MOST_PLAYERS>();
        let mut by_seat = |what: &str| -> Vec<Flags> {
            let names = seats.iter().map(|seat| format!("{seat} {what}"));
            names.map(|name| layout.flags(&name, cards())).collect()
        };
        let (kept, seen) = (by_seat("kept"), by_seat("seen"));
        let held = layout.flags("held", cards());
        let left = layout.count("left", MOST_HAND);
        Ok(Draft {
            players: setup.players,
            hand: options.hand,
            inside: std::sync::Arc::new(Inside {
                layout,
                hand,
                kept,
                seen,
                held,
                left,
            }),
        })
    }
}

impl Draft {
    /// Returns true if `observer` has seen the hand of `holder`: hands are passed to the left, and return only after a
    /// full round.
    fn has_seen(&self, state: &Table, observer: Seat, holder: Seat) -> bool {
        let passes = (holder + self.players - observer) % self.players;
        passes <= usize::from(state.passed)
    }
}

impl Rules for Draft {
    type State = Table;
    type Action = Keep;

    fn seats(&self) -> usize {
        self.players
    }

    fn new_state<C: Chance, L: EventLog>(&self, chance: &mut C, _log: &mut L) -> Table {
        let mut deck: Cards = (1 << CARDS) - 1;
        let mut hands = [0; MOST_PLAYERS];
        for hand in &mut hands[..self.players] {
            for _ in 0..self.hand {
                let card = drawn(deck, chance.below(Purpose(0), deck.count_ones()));
                deck ^= card;
                *hand |= card;
            }
        }
        Table {
            hands,
            held: [0; MOST_PLAYERS],
            kept: [0; MOST_PLAYERS],
            seat: 0,
            passed: 0,
        }
    }

    fn to_move(&self, state: &Table) -> Option<Seat> {
        let seat = usize::from(state.seat);
        (state.hands[seat] != 0).then_some(seat)
    }

    fn legal_actions(&self, state: &Table, actions: &mut Vec<Keep>) {
        actions.clear();
        let hand = state.hands[usize::from(state.seat)];
        actions.extend(
            (0..CARDS as u8)
                .filter(|card| hand & 1 << card != 0)
                .map(Keep),
        );
    }

    fn apply<C: Chance, L: EventLog>(
        &self,
        state: &mut Table,
        Keep(card): Keep,
        _chance: &mut C,
        _log: &mut L,
    ) {
        let seat = usize::from(state.seat);
        state.hands[seat] ^= 1 << card;
        state.held[seat] = 1 << card;
        state.seat += 1;
        if usize::from(state.seat) < self.players {
            return;
        }
        state.seat = 0;
        state.passed += 1;
        for (kept, held) in state.kept.iter_mut().zip(&mut state.held) {
            *kept |= std::mem::take(held);
        }
        state.hands[..self.players].rotate_right(1);
    }

    /// A choice remains hidden from the other seats until all have chosen.
    fn hidden_from(&self, state: &Table, _action: Keep, observer: Seat) -> bool {
        observer != usize::from(state.seat)
    }

    /// Redeals the hands that the observer has not seen, and the cards that other seats have just placed face down, from
    /// all unseen cards.
    fn determinize(&self, state: &mut Table, observer: Seat, rng: &mut Rng) {
        let mut unseen: Cards = (1 << CARDS) - 1;
        for seat in 0..self.players {
            unseen &= !state.kept[seat];
            if seat == observer || self.has_seen(state, observer, seat) {
                unseen &= !(state.hands[seat] | state.held[seat]);
            }
        }
        for seat in (0..self.players).filter(|&seat| seat != observer) {
            let (in_hand, put_down) = (state.hands[seat].count_ones(), state.held[seat] != 0);
            let mut all = state.hands[seat] | state.held[seat];
            if !self.has_seen(state, observer, seat) {
                all = 0;
                for _ in 0..in_hand + u32::from(put_down) {
                    let card = drawn(unseen, below(rng, unseen.count_ones()));
                    unseen ^= card;
                    all |= card;
                }
            }
            state.held[seat] = match put_down {
                true => drawn(all, below(rng, all.count_ones())),
                false => 0,
            };
            state.hands[seat] = all ^ state.held[seat];
        }
    }

    fn score(&self, state: &Table, seat: Seat) -> i32 {
        let kept = state.kept[seat];
        let mut score = 0;
        for colour in 0..COLOURS.len() as u32 {
            let ranks = kept >> (colour * RANKS) & ((1 << RANKS) - 1);
            let sum: u32 = (0..RANKS)
                .filter(|rank| ranks & 1 << rank != 0)
                .map(|rank| rank + 1)
                .sum();
            score += sum as i32 + PAIR * (ranks.count_ones() / 2) as i32;
        }
        score
    }

    fn turns(&self, state: &Table, seat: Seat) -> u32 {
        let has_begun = seat <= usize::from(state.seat) && self.to_move(state).is_some();
        u32::from(state.passed) + u32::from(has_begun)
    }
}

impl Notation for Draft {
    const NAME: &'static str = "draft";

    fn phrase(&self, _state: &Table, Keep(card): Keep, phrase: &mut Phrase) {
        phrase.word("keep").word(name(u32::from(card)));
    }
}

impl Words for Draft {}

impl View for Draft {
    fn describe(&self, state: &Table, observer: Option<Seat>) -> String {
        let names = |cards: Cards| -> String {
            let cards = (0..CARDS).filter(|card| cards & 1 << card != 0);
            cards.map(|card| format!(" {}", name(card))).collect()
        };
        let mut text = String::new();
        for seat in 0..self.players {
            text.push_str(&format!(
                "seat {} kept:{}\n",
                seat + 1,
                names(state.kept[seat])
            ));
            if observer.is_none_or(|observer| observer == seat) {
                text.push_str(&format!("  hand:{}\n", names(state.hands[seat])));
            }
        }
        text
    }
}

impl Encoding for Draft {
    fn input_names(&self) -> &[String] {
        self.inside.layout.names()
    }

    fn observe(&self, state: &Table, observer: Seat, inputs: &mut Inputs) {
        inputs.clear();
        let inside = &*self.inside;
        inside.hand.fill_bits(inputs, state.hands[observer].into());
        for distance in 0..self.players {
            let seat = (observer + distance) % self.players;
            inside.kept[distance].fill_bits(inputs, state.kept[seat].into());
            if distance > 0 && self.has_seen(state, observer, seat) {
                let cards = state.hands[seat] | state.held[seat];
                inside.seen[distance].fill_bits(inputs, cards.into());
            }
        }
        inside.held.fill_bits(inputs, state.held[observer].into());
        inside
            .left
            .fill(inputs, self.hand as usize - usize::from(state.passed));
    }

    fn action_bound(&self) -> u32 {
        CARDS
    }

    fn action_index(&self, _state: &Table, Keep(card): Keep) -> u32 {
        card.into()
    }
}

/// The game has no components that studies could withhold or reprice.
impl Items for Draft {}

fn main() -> ExitCode {
    portolan::main_with([portolan::registration::<Draft>()])
}
