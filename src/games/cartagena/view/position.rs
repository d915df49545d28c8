//! View of a position: the information of one seat, or all information. It is the source of the JSON data. Symbols of
//! cards are plain text here, so that hands are counts by kind.
//!
//! Each field is a key of the data, and its doc comment defines the meaning of the key: the schema and
//! `docs/reference/positions.md` are generated from them. Fields with `skip_deserializing` follow from the others.

use serde::{Deserialize, Serialize};

use crate::cartagena::components::{SYMBOL_NAMES, TILE_NAMES};
use crate::cartagena::rules::cards::{Cards, kind_name};
use crate::cartagena::rules::options::Story;
use crate::cartagena::rules::path::{Place, Walk, bit};
use crate::cartagena::rules::ruleset::Ruleset;
use crate::cartagena::rules::state::{Phase, Pirates, State};
use crate::game::Seat;
use crate::view::ByName;

/// Harbor of the sloop on the island, in the data.
pub const TORTUGA: &str = "tortuga";

/// View of a position by a seat.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// the decision, or how the game ended
    pub phase: Phase,
    /// number of rounds begun
    #[serde(skip_deserializing)]
    pub round: u16,
    /// number of turns begun by the seat whose turn it is
    #[serde(skip_deserializing)]
    pub turn: u16,
    /// the seat whose turn it is; with hindrance, another seat decides
    pub turn_of: usize,
    /// the seat that decides; null when the game is over
    #[serde(skip_deserializing)]
    pub active: Option<usize>,
    /// the seat that has won, or null
    #[serde(skip_deserializing)]
    pub winner: Option<usize>,
    /// further details of the decision; null when the game is over
    pub choice: Option<Choice>,
    /// one object per seat, in seating order
    pub players: Vec<PlayerView>,
    /// the components on the board
    pub board: Board,
    /// the components next to the board
    pub supplies: Supplies,
}

/// Details of the current decision in addition to the phase.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    /// number of actions left in this turn
    #[serde(skip_deserializing)]
    pub actions_left: u8,
    /// true if the turn has no action yet, so that the seat may rest or sail as captain
    pub turn_begins: bool,
    /// true if the seat has taken an action in this turn
    #[serde(skip_deserializing)]
    pub has_acted: bool,
    /// true if a black card was used that forces the other seats to discard; false once they discard
    #[serde(skip_deserializing)]
    pub hindrance_due: bool,
    /// in `pistol`: the seat whose hand is revealed
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub hand_of: Option<usize>,
    /// in `rum_give`: the seat that receives a card
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub gives_to: Option<usize>,
    /// in `hindrance`: number of cards left to discard
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub cards_to_discard: Option<u8>,
    /// in `hindrance`: the earliest kind of card that can be discarded next; ordinary kinds come before black kinds
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub discards_from: Option<String>,
    /// after rum or a lantern: number of drawn cards that are not yet distributed
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub drawn: Option<u8>,
    /// after rum or a lantern, for the seat that drew: the cards
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub drawn_cards: Option<Cards>,
}

/// Components and score of a seat.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerView {
    /// number of the seat, from 1
    #[serde(skip_deserializing)]
    pub seat: usize,
    /// current score of the seat
    #[serde(skip_deserializing)]
    pub score: u8,
    /// number of turns begun
    pub turns: u16,
    /// total distance of the seat's pirates from the start, in spaces
    #[serde(skip_deserializing)]
    pub progress: u16,
    /// positions of the seat's pirates
    pub pirates: PiratesView,
    /// number of cards in hand
    pub hand_size: u8,
    /// for its owner: the hand by kind
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Cards>,
    /// for the other seats: cards that the observer knows to be in the hand, by kind
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known_cards: Option<Cards>,
    /// for its owner: cards that are certainly in the hands of all other seats together
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known_among_others: Option<Cards>,
    /// if everything is shown: the knowledge of each other seat about this hand
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known_by: Option<Vec<KnownBy>>,
}

/// Knowledge of a seat about another seat's hand.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KnownBy {
    /// the seat that knows the cards
    pub seat: usize,
    /// cards that are certainly in the hand, by kind
    pub known_cards: Cards,
}

/// Positions of the pirates of a seat.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PiratesView {
    /// number of pirates at the start
    pub start: u8,
    /// space of each pirate on a path
    pub spaces: Vec<Place>,
    /// number of pirates aboard the sloop of the full escape
    pub aboard: u8,
    /// number of pirates at the goal
    pub home: u8,
}

/// The spaces, and the sloop.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// the spaces of the path, or of both paths
    pub spaces: Vec<Space>,
    /// harbor of the sloop, `cartagena` or `tortuga`; null if the sloop does not sail
    pub sloop: Option<String>,
}

/// A space of a path.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Space {
    /// number of the space
    #[serde(skip_deserializing)]
    pub space: Place,
    /// path of the space: `tunnel` or `island`
    #[serde(skip_deserializing)]
    pub path: &'static str,
    /// the symbol on the space, or null
    pub symbol: Option<String>,
    /// number of pirates on the space, by seat
    #[serde(skip_deserializing)]
    pub pirates: Vec<u8>,
    /// true if a closed chest tile is on the space
    pub chest_tile: bool,
}

/// Piles of cards and tiles.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Supplies {
    /// number of cards in the pile
    #[serde(skip_deserializing)]
    pub pile: u8,
    /// the discard pile by kind
    pub discards: Cards,
    /// cards that a lantern put on top of the pile
    #[serde(skip_serializing_if = "Option::is_none")]
    pub put_back: Option<PutBack>,
    /// if everything is shown: the rest of the pile by kind
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub pile_cards: Option<Cards>,
    /// with the Black Magician: number of closed tiles by kind, including zeros: `1 card`, `2 cards`, `3 cards`,
    /// `empty`, `snake`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_chest_tiles: Option<ByName<u8, String>>,
}

/// Cards that a lantern put on top of the pile.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PutBack {
    /// number of cards
    pub number: u8,
    /// the seat that put the cards back
    pub put_there_by: usize,
    /// for this seat: the cards, topmost first
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<Vec<String>>,
}

/// Returns true if the observer sees the private information of this seat.
fn sees(observer: Option<Seat>, seat: Seat) -> bool {
    observer.is_none_or(|observer| observer == seat)
}

/// Returns the view of a seat's pirates. A space is listed once for each pirate on it.
fn pirates(pirates: &Pirates) -> PiratesView {
    let spaces = Walk(pirates.path.taken()).flat_map(|space| {
        let several = usize::from(pirates.path.on(space));
        std::iter::repeat_n(space, several)
    });
    PiratesView {
        start: pirates.start,
        spaces: spaces.collect(),
        aboard: pirates.aboard,
        home: pirates.home,
    }
}

impl Ruleset {
    /// Returns the position as `observer` sees it, or with all hidden information if `observer` is `None`.
    pub(crate) fn view(&self, state: &State, observer: Option<Seat>) -> Position {
        let active = usize::from(state.active);
        let turns = &state.turns[..self.players];
        let winner = (0..self.players).find(|&seat| self.has_won(state, seat));
        let players = (0..self.players).map(|seat| self.player_view(state, seat, observer));
        Position {
            phase: state.phase,
            round: turns.iter().copied().max().unwrap_or_default(),
            turn: turns[active],
            turn_of: active + 1,
            active: state.decides().map(|seat| seat + 1),
            winner: winner.map(|seat| seat + 1),
            choice: (!state.is_over()).then(|| self.choice(state, observer)),
            players: players.collect(),
            board: self.board_view(state),
            supplies: self.supplies_view(state, observer),
        }
    }

    /// Returns the pending choice.
    fn choice(&self, state: &State, observer: Option<Seat>) -> Choice {
        let (active, other) = (usize::from(state.active), usize::from(state.other));
        let hindered = state.phase == Phase::Hindrance;
        let drawn = !state.drawn.is_empty();
        Choice {
            actions_left: state.actions_left,
            turn_begins: state.fresh,
            has_acted: state.acted,
            hindrance_due: state.black_played,
            hand_of: (state.phase == Phase::Pistol).then_some(other + 1),
            gives_to: (state.phase == Phase::RumGive).then_some(other + 1),
            cards_to_discard: hindered
                .then(|| state.hands[other].len() - self.components.hand_limit),
            discards_from: hindered.then(|| kind_name(state.discarded)),
            drawn: drawn.then(|| state.drawn.len()),
            drawn_cards: (drawn && sees(observer, active)).then_some(state.drawn),
        }
    }

    fn player_view(&self, state: &State, seat: Seat, observer: Option<Seat>) -> PlayerView {
        let knowledge = &state.knowledge;
        let own = sees(observer, seat);
        let other = observer.filter(|&observer| observer != seat);
        let known_by = (0..self.players).filter(|&other| other != seat);
        let known_by = known_by.map(|other| KnownBy {
            seat: other + 1,
            known_cards: knowledge[other].hands[seat],
        });
        PlayerView {
            seat: seat + 1,
            score: state.pirates[seat].home,
            turns: state.turns[seat],
            progress: self.progress(state, seat),
            pirates: pirates(&state.pirates[seat]),
            hand_size: state.hands[seat].len(),
            hand: own.then(|| state.hands[seat]),
            known_cards: other.map(|observer| knowledge[observer].hands[seat]),
            known_among_others: own.then(|| knowledge[seat].together),
            known_by: observer.is_none().then(|| known_by.collect()),
        }
    }

    /// Returns the spaces with their pirates and chest tiles, and the sloop.
    fn board_view(&self, state: &State) -> Board {
        let sails = self.options.story == Story::FullEscape;
        let spaces = (1..=self.path.length).map(|space| self.space_view(state, space));
        Board {
            spaces: spaces.collect(),
            sloop: sails.then(|| {
                if state.at_tortuga {
                    TORTUGA
                } else {
                    "cartagena"
                }
                .to_string()
            }),
        }
    }

    fn space_view(&self, state: &State, space: Place) -> Space {
        let island = self.options.story == Story::Tortuga || self.path.on_island(space);
        let shows = |symbol: &usize| state.symbols[*symbol] & bit(space) != 0;
        let symbol = (0..SYMBOL_NAMES.len()).find(shows);
        let seated = state.seated().iter();
        Space {
            space,
            path: if island { "island" } else { "tunnel" },
            symbol: symbol.map(|symbol| SYMBOL_NAMES[symbol].to_string()),
            pirates: seated.map(|pirates| pirates.path.on(space)).collect(),
            chest_tile: state.chests & bit(space) != 0,
        }
    }

    /// Returns the pile, the discards and the chest tiles.
    fn supplies_view(&self, state: &State, observer: Option<Seat>) -> Supplies {
        let magician = self.options.magician;
        let closed = TILE_NAMES.map(String::from);
        let closed = closed.into_iter().zip(state.closed_tiles);
        Supplies {
            pile: state.pile.len() + state.top_len,
            discards: state.discards,
            put_back: (state.top_len > 0).then(|| put_back(state, observer)),
            pile_cards: observer.is_none().then_some(state.pile),
            closed_chest_tiles: magician.then(|| closed.collect()),
        }
    }
}

/// Returns the cards that a lantern put on top of the pile, starting with the topmost.
fn put_back(state: &State, observer: Option<Seat>) -> PutBack {
    let seer = usize::from(state.top_known_to);
    let cards = state.top[..usize::from(state.top_len)].iter();
    let cards = cards.rev().map(|&card| kind_name(card));
    PutBack {
        number: state.top_len,
        put_there_by: seer + 1,
        cards: sees(observer, seer).then(|| cards.collect()),
    }
}
