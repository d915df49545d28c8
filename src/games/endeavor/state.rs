//! One position: a flat value.

use schemars::JsonSchema;
use serde::Serialize;

use super::components::{
    AREAS, Attribute, BUILDINGS, CardSet, DECKS, Deeds, Kinds, Links, STEPS, Sites,
};
use crate::game::{MAX_SEATS, Seat};

/// EN-3.1.
pub const ROUNDS: u8 = 7;
/// Spaces on the coast: the start tile and one tile a round.
pub const COAST: usize = 8;
/// EN-1.7: discs of one colour.
pub const DISCS: u8 = 35;
/// EN-1.7: trade tokens, and round spaces of either side of the board (EN-A1).
pub const TOKENS: usize = 95;
/// Most spaces that a shipping track may have.
pub const MAX_TRACK: usize = 12;

/// Nothing, where a number of a card, tile or owner could stand.
pub const NONE: u8 = u8::MAX;
/// The owner of the discs of the silent fleets (EN-11.2).
pub const NEUTRAL: usize = MAX_SEATS;

/// What is being decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The side of the start tile (EN-2.9).
    StartTile,
    /// Scarce buildings: the tile that leaves the game (EN-11.7).
    Scarce,
    /// The building to build (EN-4.1).
    Build,
    /// The next disc to be paid (EN-4.5).
    Salary,
    /// Building, token or pass (EN-5.2).
    Turn,
    /// An action of the turn under way (EN-6).
    Act,
    /// The attribute for a casualty of a Monument's owner (EN-8.1).
    Casualty,
    /// What the silent fleets do (EN-11.3).
    Reaction,
    /// The card in the governor space (EN-7.2).
    Governor,
    /// A card to discard (EN-7.3).
    Discard,
    /// The game is over (EN-3.4).
    Over,
}

/// Names of the phases, in the order of their numbers.
pub const PHASE_NAMES: [&str; 11] = [
    "start_tile",
    "scarce",
    "build",
    "salary",
    "turn",
    "act",
    "casualty",
    "reaction",
    "governor",
    "discard",
    "over",
];

const _: () = assert!(PHASE_NAMES.len() == Phase::Over as usize + 1);

/// What one player has; of the silent fleets the discs on the board and their supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// Where the player holds cities and fleets.
    pub sites: Sites,
    /// Cards held, governors included.
    pub cards: CardSet,
    /// Slavery cards set aside (EN-10.5).
    pub set_aside: CardSet,
    /// Kinds of building owned.
    pub kinds: Kinds,
    /// Turns begun.
    pub turns: u16,
    /// Attributes.
    pub attributes: [u8; 4],
    /// Discs in the supply.
    pub supply: u8,
    /// Discs in the harbor.
    pub harbor: u8,
    /// Kinds of building on the coast, from the left.
    pub buildings: [u8; COAST],
    /// How many there are.
    pub built: u8,
    /// Which of them hold a disc.
    pub busy: u8,
    /// Attribute tokens, by attribute.
    pub tokens: [u8; 4],
    /// Discs that the Monument turned into attributes.
    pub monument: [u8; 4],
    /// Action tokens, by kind.
    pub actions: [u8; 4],
    /// The card in the governor space.
    pub governor: u8,
    /// Discs by area: on tracks, high seas, cities and fleets.
    pub discs: [u8; AREAS],
    /// Discs on the high seas, by area.
    pub high_seas: [u8; AREAS],
    /// Areas where the player is present (EN-6.8).
    pub present: u8,
}

impl Player {
    /// A player with all discs in the supply.
    pub(super) fn fresh() -> Player {
        Player {
            sites: 0,
            cards: 0,
            set_aside: 0,
            kinds: 0,
            turns: 0,
            attributes: [0; 4],
            supply: DISCS,
            harbor: 0,
            buildings: [NONE; COAST],
            built: 0,
            busy: 0,
            tokens: [0; 4],
            monument: [0; 4],
            actions: [0; 4],
            governor: NONE,
            discs: [0; AREAS],
            high_seas: [0; AREAS],
            // EN-6.8, EN-A19: in Europe always.
            present: 1,
        }
    }

    /// The buildings on the coast.
    #[inline]
    pub fn coast(&self) -> &[u8] {
        &self.buildings[..usize::from(self.built)]
    }

    /// Adds icons to the attributes.
    #[inline]
    pub fn gain(&mut self, icons: &[u8; 4]) {
        for (attribute, icons) in self.attributes.iter_mut().zip(icons) {
            *attribute += icons;
        }
    }

    /// Takes icons off the attributes.
    #[inline]
    pub fn lose(&mut self, icons: &[u8; 4]) {
        for (attribute, icons) in self.attributes.iter_mut().zip(icons) {
            *attribute -= icons;
        }
    }

    /// Moves discs from the supply to the harbor, as many as there are (EN-4.4).
    #[inline]
    pub fn grow(&mut self, discs: u8) {
        let moved = discs.min(self.supply);
        self.supply -= moved;
        self.harbor += moved;
    }

    /// One more disc in an area.
    #[inline]
    pub fn arrive(&mut self, area: usize) {
        self.discs[area] += 1;
        self.present |= 1 << area;
    }

    /// One disc less in an area.
    #[inline]
    pub fn leave(&mut self, area: usize) {
        self.discs[area] -= 1;
        if self.discs[area] == 0 && area != 0 {
            self.present &= !(1 << area);
        }
    }
}

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// By seat; the last one are the silent fleets.
    pub players: [Player; MAX_SEATS + 1],
    /// Sites that hold a disc.
    pub taken: Sites,
    /// Round links whose token nobody has taken.
    pub link_tokens: Links,
    /// Cards of the discard pile (EN-6.16).
    pub pile: CardSet,
    /// Cards that left the game.
    pub removed: CardSet,
    /// Kinds of building in the supply.
    pub in_supply: Kinds,
    /// Tiles of every kind in the supply.
    pub supply: [u8; BUILDINGS],
    /// The kind of token that was dealt onto every round space.
    pub tokens: [u8; TOKENS],
    /// Owners of the discs on the shipping tracks.
    pub track: [[u8; MAX_TRACK]; AREAS],
    /// How many discs there are on each track.
    pub shipped: [u8; AREAS],
    /// Cards that are no longer in each deck; decks are taken from the top.
    pub drawn: [u8; DECKS],
    /// Areas that are open (EN-6.4).
    pub open: u8,
    /// Whether slavery is abolished (EN-6.19).
    pub abolished: bool,
    /// Tokens that left the game: used, or removed by the silent fleets.
    pub tokens_gone: u8,
    /// Number of seats.
    pub seats: u8,
    /// What is being decided.
    pub phase: Phase,
    /// Round, from 1.
    pub round: u8,
    /// The seat that holds the crown.
    pub crown: u8,
    /// The seat whose turn it is.
    pub active: u8,
    /// Seats that have passed in this Action phase.
    pub passed: u8,
    /// Actions that the turn under way still offers.
    pub menu: Deeds,
    /// EN-5.6: the turn ends after one action.
    pub either: bool,
    /// Actions performed in the turn under way.
    pub done: Deeds,
    /// Whether the turn under way used a token.
    pub by_token: bool,
    /// The area occupied in the turn under way.
    pub occupied: u8,
    /// Casualties to be placed: bit 0 the attacker's, bit 1 the victim's.
    pub casualties: u8,
    /// The seat that was attacked.
    pub victim: u8,
    /// Salary: discs still to be paid. Discard: the limit that was read, if it is read once.
    pub left: u8,
    /// Salary: the last kind of building that was paid, because they go in ascending order.
    pub paid: u8,
}

impl State {
    /// The seat that decides.
    #[inline]
    pub fn decides(&self) -> Option<Seat> {
        match self.phase {
            Phase::Over => None,
            Phase::Casualty if self.casualties & 1 == 0 => Some(Seat::from(self.victim)),
            _ => Some(Seat::from(self.active)),
        }
    }

    /// Whether it is the Action phase (EN-5).
    #[inline]
    pub fn in_action_phase(&self) -> bool {
        matches!(
            self.phase,
            Phase::Turn | Phase::Act | Phase::Casualty | Phase::Reaction
        )
    }

    /// Whose disc is on a site; the silent fleets are [`NEUTRAL`].
    #[inline]
    pub fn holder(&self, site: usize) -> Option<usize> {
        (0..=NEUTRAL).find(|&owner| self.players[owner].sites >> site & 1 == 1)
    }

    /// Whose turn it is.
    #[inline]
    pub fn player(&self) -> &Player {
        &self.players[usize::from(self.active)]
    }

    /// The same, to change.
    #[inline]
    pub fn player_mut(&mut self) -> &mut Player {
        &mut self.players[usize::from(self.active)]
    }

    /// The seat after another in turn order.
    #[inline]
    pub fn next_seat(&self, seat: u8) -> u8 {
        if seat + 1 == self.seats { 0 } else { seat + 1 }
    }

    /// An attribute of a seat on its track: the steps beyond the printed ones count as the last.
    #[inline]
    pub fn step(&self, seat: Seat, attribute: Attribute) -> usize {
        usize::from(self.players[seat].attributes[attribute]).min(STEPS - 1)
    }

    /// Areas that are open and where a player is present (EN-6.7, EN-6.12).
    #[inline]
    pub fn reach(&self, owner: usize) -> usize {
        usize::from(self.open & self.players[owner].present)
    }
}
