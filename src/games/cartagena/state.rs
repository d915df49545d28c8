//! One position: a flat value.

use schemars::JsonSchema;
use serde::Serialize;

use super::cards::{Cards, Kind};
use super::components::{SYMBOLS, TILE_KINDS};
use super::path::{HOME, Place, SLOOP, START, Spaces, bit};
use crate::game::{MAX_SEATS, Seat};

/// What is being decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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
    /// Somebody has won (CA-2.6).
    Won,
    /// Stopped by the turn cap (CA-A35).
    Capped,
}

/// Names of the phases, in the order of their numbers.
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

/// Sets of spaces that hold at least one, at least two, and three pirates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

    /// Spaces with at least one pirate.
    #[inline]
    pub fn taken(&self) -> Spaces {
        self.0[0]
    }

    /// Spaces with one or two pirates: where a pirate may join (CA-2.10).
    #[inline]
    pub fn open(&self) -> Spaces {
        self.0[0] & !self.0[2]
    }

    /// Spaces with at least two pirates.
    #[inline]
    pub fn pairs(&self) -> Spaces {
        self.0[1]
    }

    /// Number of pirates on a space.
    #[inline]
    pub fn on(&self, space: Place) -> u8 {
        self.0.iter().map(|set| (set >> space & 1) as u8).sum()
    }
}

/// The pirates of one player (CA-1.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pirates {
    /// On the spaces.
    pub path: Crowd,
    /// In the jail or on the sunken sloop.
    pub start: u8,
    /// On the sloop of the full escape.
    pub aboard: u8,
    /// At the goal.
    pub home: u8,
}

impl Pirates {
    /// How many are in a place.
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

/// What one player is sure of about the hands of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// By seat: cards that are in that hand.
    pub hands: [Cards; MAX_SEATS],
    /// Cards that are in the hands of the others, whoever of them has them.
    pub together: Cards,
}

impl Knowledge {
    /// The cards that are known hand by hand, all together.
    pub fn each_hand(&self) -> Cards {
        let hands = self.hands.iter();
        hands.fold(Cards::NONE, |sum, hand| sum.plus(hand))
    }
}

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Number of players.
    pub seats: u8,
    /// What is being decided.
    pub phase: Phase,
    /// The seat whose turn it is.
    pub active: u8,
    /// Actions left in the turn (CA-2.5).
    pub actions_left: u8,
    /// Whether the turn has just begun: rest and captain's sail are possible (CA-2.15, CA-5.9).
    pub fresh: bool,
    /// Whether an action was taken in the turn (CA-A2).
    pub acted: bool,
    /// Whether a card with black background was used and hindrance is still to come (CA-7.1).
    pub black_played: bool,
    /// CA-5.3: whether the sloop is at Tortuga.
    pub at_tortuga: bool,
    /// Pistol: the seat whose hand is looked at. Rum: the seat that is given a card. Hindrance: the
    /// seat that discards.
    pub other: u8,
    /// Hindrance: the last kind that was discarded, because cards go in ascending order.
    pub discarded: Kind,
    /// Turns begun.
    pub turns: [u16; MAX_SEATS],
    /// The spaces of every symbol.
    pub symbols: [Spaces; SYMBOLS],
    /// All pirates on the path.
    pub crowd: Crowd,
    /// By seat.
    pub pirates: [Pirates; MAX_SEATS],
    /// By seat.
    pub hands: [Cards; MAX_SEATS],
    /// The draw pile without the cards whose order somebody knows.
    pub pile: Cards,
    /// Cards put back on the pile (CA-8.3), the topmost last.
    pub top: [Kind; 3],
    /// How many of `top` are still there.
    pub top_len: u8,
    /// The seat that put them there.
    pub top_known_to: u8,
    /// The discards, which are open (CA-1.6).
    pub discards: Cards,
    /// Cards drawn by rum or lantern and not yet given a place (CA-A26).
    pub drawn: Cards,
    /// Spaces with a chest tile (CA-8.2).
    pub chests: Spaces,
    /// Chest tiles not turned up since they were last shuffled, by kind; those set aside included.
    pub closed_tiles: [u8; TILE_KINDS],
    /// By seat.
    pub knowledge: [Knowledge; MAX_SEATS],
}

impl State {
    /// The pirates of the seats in play.
    #[inline]
    pub fn seated(&self) -> &[Pirates] {
        &self.pirates[..usize::from(self.seats)]
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Won | Phase::Capped)
    }

    /// The seat that decides.
    #[inline]
    pub fn decides(&self) -> Option<Seat> {
        match self.phase {
            Phase::Won | Phase::Capped => None,
            Phase::Hindrance => Some(Seat::from(self.other)),
            _ => Some(Seat::from(self.active)),
        }
    }

    /// Takes a pirate off a place.
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

    /// Puts a pirate onto a place.
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

    /// Number of pirates on a space; `None` for a place that is none.
    #[inline]
    pub fn crowd_at(&self, place: Place) -> Option<u8> {
        (START < place && place < SLOOP).then(|| self.crowd.on(place))
    }

    /// Moves a pirate.
    #[inline]
    pub fn shift(&mut self, seat: Seat, from: Place, to: Place) {
        self.lift(seat, from);
        self.set_down(seat, to);
    }

    /// The seat after another in turn order.
    #[inline]
    pub fn next_seat(&self, seat: u8) -> u8 {
        if seat + 1 == self.seats { 0 } else { seat + 1 }
    }
}
