//! State of a game, as a flat value without pointers.

use serde::{Deserialize, Serialize};

use super::cards::{Cards, Kind};
use super::path::{HOME, Place, SLOOP, START, Spaces, bit};
use crate::cartagena::components::{SYMBOLS, TILE_KINDS};
use crate::game::{MAX_SEATS, Seat};

/// Current decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// An action of a turn (CA-2.5).
    Turn,
    /// Pistol: the card to take.
    Pistol,
    /// Rum: the two cards to keep.
    RumKeep,
    /// Rum: the card for the next player.
    RumGive,
    /// Lantern: the card to keep.
    LanternKeep,
    /// Lantern: the card to put back next.
    LanternPut,
    /// Hindrance: a card to discard.
    Hindrance,
    /// A player has won (CA-2.6).
    Won,
    /// The turn cap has ended the game (CA-A35).
    Capped,
}

/// Names of the phases, in the order of [`Phase`].
pub const PHASE_NAMES: [&str; 9] = [
    "turn",
    "pistol",
    "rum_keep",
    "rum_give",
    "lantern_keep",
    "lantern_put",
    "hindrance",
    "won",
    "capped",
];

const _: () = assert!(PHASE_NAMES.len() == Phase::Capped as usize + 1);

/// Sets of the spaces with at least one, at least two, and three pirates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crowd(pub [Spaces; 3]);

impl Crowd {
    #[inline]
    fn add(&mut self, space: Spaces) {
        let [one, two, three] = &mut self.0;
        *three |= *two & space;
        *two |= *one & space;
        *one |= space;
    }

    #[inline]
    fn remove(&mut self, space: Spaces) {
        let [one, two, three] = &mut self.0;
        *one &= !(space & !*two);
        *two &= !(space & !*three);
        *three &= !space;
    }

    /// Returns the spaces with at least one pirate.
    #[inline]
    pub fn taken(&self) -> Spaces {
        self.0[0]
    }

    /// Returns the spaces with one or two pirates, which another pirate can join (CA-2.10).
    #[inline]
    pub fn open(&self) -> Spaces {
        self.0[0] & !self.0[2]
    }

    /// Returns the spaces with at least two pirates.
    #[inline]
    pub fn pairs(&self) -> Spaces {
        self.0[1]
    }

    /// Returns the number of pirates on a space.
    #[inline]
    pub fn on(&self, space: Place) -> u8 {
        self.0.iter().map(|set| (set >> space & 1) as u8).sum()
    }
}

/// Pirates of one player (CA-1.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pirates {
    /// Pirates on spaces of the path.
    pub path: Crowd,
    /// Number of pirates in the jail or on the sunken sloop.
    pub start: u8,
    /// Number of pirates on the sloop of the full escape.
    pub aboard: u8,
    /// Number of pirates at the goal.
    pub home: u8,
}

impl Pirates {
    /// Returns the number of pirates in a place.
    #[inline]
    pub fn at(&self, place: Place) -> u8 {
        match place {
            START => self.start,
            SLOOP => self.aboard,
            HOME => self.home,
            space => self.path.on(space),
        }
    }
}

/// Knowledge of one player about the hands of the opponents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knowledge {
    /// Known cards in each hand.
    pub hands: [Cards; MAX_SEATS],
    /// Cards known to be in the hands of the opponents together, including the cards in `hands`.
    pub together: Cards,
}

impl Knowledge {
    /// Returns the sum of the cards known for each hand.
    pub fn each_hand(&self) -> Cards {
        let hands = self.hands.iter();
        hands.fold(Cards::NONE, |sum, hand| sum.plus(hand))
    }
}

/// State of a game after any number of decisions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub seats: u8,
    /// Current decision, or the way in which the game ended.
    pub phase: Phase,
    /// Seat whose turn it is.
    pub active: u8,
    /// Number of actions left in the turn (CA-2.5).
    pub actions_left: u8,
    /// True if the turn has just begun, so that rest and the captain's sail are possible (CA-2.15,
    /// CA-5.9).
    pub fresh: bool,
    /// True if the player has taken an action in this turn (CA-A2).
    pub acted: bool,
    /// True if a card with a black background was used and hindrance will follow (CA-7.1).
    pub black_played: bool,
    /// True if the sloop is at Tortuga, false if it is at Cartagena (CA-5.3).
    pub at_tortuga: bool,
    /// Pistol: seat whose hand is revealed. Rum: seat that gets the next card. Hindrance: seat that
    /// discards.
    pub other: u8,
    /// Hindrance: kind of the last discarded card. Cards are discarded in ascending order of kinds.
    pub discarded: Kind,
    /// Number of turns begun, by seat.
    pub turns: [u16; MAX_SEATS],
    /// Spaces with each symbol.
    pub symbols: [Spaces; SYMBOLS],
    /// Pirates of all players on the path.
    pub crowd: Crowd,
    /// Pirates by seat.
    pub pirates: [Pirates; MAX_SEATS],
    /// Cards in hand, by seat.
    pub hands: [Cards; MAX_SEATS],
    /// Cards in the draw pile, except for cards in `top`.
    pub pile: Cards,
    /// Cards put back on the pile (CA-8.3), the topmost last.
    pub top: [Kind; 3],
    /// Number of cards in `top` that are still on the pile.
    pub top_len: u8,
    /// Seat that put the cards in `top` back.
    pub top_known_to: u8,
    /// Discards, which are public (CA-1.6).
    pub discards: Cards,
    /// Cards drawn with rum or a lantern and not yet distributed (CA-A26).
    pub drawn: Cards,
    /// Spaces with a closed chest tile (CA-8.2).
    pub chests: Spaces,
    /// Number of chest tiles of each kind that have not been turned up since the last shuffle,
    /// including tiles set aside.
    pub closed_tiles: [u8; TILE_KINDS],
    /// Knowledge of each seat about the other hands.
    pub knowledge: [Knowledge; MAX_SEATS],
}

impl State {
    /// Returns the pirates of the players in the game.
    #[inline]
    pub fn seated(&self) -> &[Pirates] {
        &self.pirates[..usize::from(self.seats)]
    }

    /// Returns true if the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Won | Phase::Capped)
    }

    /// Returns the seat that decides, or `None` if the game is over.
    #[inline]
    pub fn decides(&self) -> Option<Seat> {
        match self.phase {
            Phase::Won | Phase::Capped => None,
            Phase::Hindrance => Some(Seat::from(self.other)),
            _ => Some(Seat::from(self.active)),
        }
    }

    /// Removes a pirate from a place.
    #[inline]
    pub fn lift(&mut self, seat: Seat, place: Place) {
        let pirates = &mut self.pirates[seat];
        match place {
            START => pirates.start -= 1,
            SLOOP => pirates.aboard -= 1,
            HOME => pirates.home -= 1,
            space => {
                pirates.path.remove(bit(space));
                self.crowd.remove(bit(space));
            }
        }
    }

    /// Puts a pirate on a place.
    #[inline]
    pub fn set_down(&mut self, seat: Seat, place: Place) {
        let pirates = &mut self.pirates[seat];
        match place {
            START => pirates.start += 1,
            SLOOP => pirates.aboard += 1,
            HOME => pirates.home += 1,
            space => {
                pirates.path.add(bit(space));
                self.crowd.add(bit(space));
            }
        }
    }

    /// Returns the number of pirates on a space, or `None` if the place is not a space.
    #[inline]
    pub fn crowd_at(&self, place: Place) -> Option<u8> {
        (START < place && place < SLOOP).then(|| self.crowd.on(place))
    }

    /// Moves a pirate between two places.
    #[inline]
    pub fn shift(&mut self, seat: Seat, from: Place, to: Place) {
        self.lift(seat, from);
        self.set_down(seat, to);
    }

    /// Returns the next seat in turn order.
    #[inline]
    pub fn next_seat(&self, seat: u8) -> u8 {
        if seat + 1 == self.seats { 0 } else { seat + 1 }
    }
}
