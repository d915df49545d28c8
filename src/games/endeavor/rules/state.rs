//! State of a game, as a flat value without pointers.

use crate::endeavor::components::{MAX_TRACK, TOKENS};
use serde::{Deserialize, Serialize};

use crate::endeavor::components::{
    AREAS, Attribute, BUILDINGS, CardSet, DECKS, Deeds, Kinds, Links, STEPS, Sites,
};
use crate::game::{MAX_SEATS, Seat};
use crate::named::named;

/// Number of rounds in a game (EN-3.1).
pub const ROUNDS: u8 = 7;
/// Number of spaces on the coast: one for the start tile and one for each round.
pub const COAST: usize = 8;
/// Number of discs of one colour (EN-1.7).
pub const DISCS: u8 = 35;

/// Value that means "none" where an index of a card, tile or owner is expected.
pub const NONE: u8 = u8::MAX;
/// Index of the silent fleets as an owner of discs (EN-11.2).
pub const NEUTRAL: usize = MAX_SEATS;

named! {
    /// Current decision.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "snake_case")]
    pub enum Phase: u8, PHASE_NAMES {
        /// The side of the start tile (EN-2.9).
        StartTile = "start_tile",
        /// Scarce buildings: the tile that leaves the game (EN-11.7).
        Scarce = "scarce",
        /// The building to build (EN-4.1).
        Build = "build",
        /// The next disc to be paid (EN-4.5).
        Salary = "salary",
        /// A building, a token or pass (EN-5.2).
        Turn = "turn",
        /// An action of the current turn (EN-6).
        Act = "act",
        /// The attribute for a casualty of a Monument's owner (EN-8.1).
        Casualty = "casualty",
        /// The action of the silent fleets (EN-11.3).
        Reaction = "reaction",
        /// The card in the governor space (EN-7.2).
        Governor = "governor",
        /// A card to discard (EN-7.3).
        Discard = "discard",
        /// The game is over (EN-3.4).
        Over = "over",
    }
}

/// Possessions of one player. The silent fleets use only the discs on the board and the supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Set of the cities and fleets with a disc of the player.
    pub sites: Sites,
    /// Set of the player's cards, including governors.
    pub cards: CardSet,
    /// Set of the slavery cards set aside (EN-10.5).
    pub set_aside: CardSet,
    /// Set of the kinds of building on the coast.
    pub kinds: Kinds,
    /// Number of turns begun.
    pub turns: u16,
    /// Steps on the attribute tracks.
    pub attributes: [u8; 4],
    /// Number of discs in the supply.
    pub supply: u8,
    /// Number of discs in the harbor.
    pub harbor: u8,
    /// Kinds of building on the coast, from the left. Only the first `built` entries are used.
    pub buildings: [u8; COAST],
    /// Number of buildings on the coast.
    pub built: u8,
    /// Set of the coast spaces with a disc on the building.
    pub busy: u8,
    /// Number of attribute tokens of each attribute.
    pub tokens: [u8; 4],
    /// Number of discs that the Monument turned into each attribute.
    pub monument: [u8; 4],
    /// Number of action tokens of each kind.
    pub actions: [u8; 4],
    /// Card in the governor space, or [`NONE`].
    pub governor: u8,
    /// Number of discs in each area: on tracks, high seas, cities and fleets.
    pub discs: [u8; AREAS],
    /// Number of discs on the high seas of each area.
    pub high_seas: [u8; AREAS],
    /// Set of the areas where the player is present (EN-6.8).
    pub present: u8,
}

impl Player {
    /// Creates a player with all discs in the supply.
    pub(crate) fn fresh() -> Player {
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
            // Players are always present in Europe (EN-6.8, EN-A19).
            present: 1,
        }
    }

    /// Returns the kinds of the buildings on the coast.
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

    /// Subtracts icons from the attributes.
    #[inline]
    pub fn lose(&mut self, icons: &[u8; 4]) {
        for (attribute, icons) in self.attributes.iter_mut().zip(icons) {
            *attribute -= icons;
        }
    }

    /// Moves up to `discs` discs from the supply to the harbor (EN-4.4).
    #[inline]
    pub fn grow(&mut self, discs: u8) {
        let moved = discs.min(self.supply);
        self.supply -= moved;
        self.harbor += moved;
    }

    /// Adds a disc in an area.
    #[inline]
    pub fn arrive(&mut self, area: usize) {
        self.discs[area] += 1;
        self.present |= 1 << area;
    }

    /// Removes a disc from an area.
    #[inline]
    pub fn leave(&mut self, area: usize) {
        self.discs[area] -= 1;
        if self.discs[area] == 0 && area != 0 {
            self.present &= !(1 << area);
        }
    }
}

/// State of a game after any number of decisions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Players by seat. The last entry belongs to the silent fleets.
    pub players: [Player; MAX_SEATS + 1],
    /// Set of the sites with a disc.
    pub taken: Sites,
    /// Set of the round links that still have their token.
    pub link_tokens: Links,
    /// Set of the cards in the discard pile (EN-6.16).
    pub pile: CardSet,
    /// Set of the cards removed from the game.
    pub removed: CardSet,
    /// Set of the kinds of building with at least one tile in the supply.
    pub in_supply: Kinds,
    /// Number of tiles of each kind in the supply.
    pub supply: [u8; BUILDINGS],
    /// Kind of token that was dealt onto each round space.
    #[serde(with = "crate::long_array")]
    pub tokens: [u8; TOKENS],
    /// Owners of the discs on the shipping tracks.
    pub track: [[u8; MAX_TRACK]; AREAS],
    /// Number of discs on each track.
    pub shipped: [u8; AREAS],
    /// Number of cards drawn from each deck. Cards are drawn from the top in a fixed order.
    pub drawn: [u8; DECKS],
    /// Set of the open areas (EN-6.4).
    pub open: u8,
    /// True if slavery is abolished (EN-6.19).
    pub abolished: bool,
    /// Number of tokens removed from the game, either used or taken by the silent fleets.
    pub tokens_gone: u8,
    /// Number of players.
    pub seats: u8,
    /// Current decision, or [`Phase::Over`].
    pub phase: Phase,
    /// Round, counted from 1.
    pub round: u8,
    /// Seat with the crown.
    pub crown: u8,
    /// Seat whose turn it is.
    pub active: u8,
    /// Set of the seats that have passed in this Action phase.
    pub passed: u8,
    /// Actions that the current turn still offers.
    pub menu: Deeds,
    /// True if the turn ends after one action (EN-5.6).
    pub either: bool,
    /// Actions performed in the current turn.
    pub done: Deeds,
    /// True if the current turn uses a token.
    pub by_token: bool,
    /// Area occupied in the current turn, or [`NONE`].
    pub occupied: u8,
    /// Set of pending casualties: bit 0 for the attacker, bit 1 for the victim.
    pub casualties: u8,
    /// Seat that was attacked.
    pub victim: u8,
    /// Salary: number of discs still to be paid. Discard: card limit read at the start, if it is
    /// read only once.
    pub left: u8,
    /// Salary: kind of building paid last. Discs are paid in ascending order of kinds.
    pub paid: u8,
}

impl State {
    /// Returns the seat that decides, or `None` if the game is over.
    #[inline]
    pub fn decides(&self) -> Option<Seat> {
        match self.phase {
            Phase::Over => None,
            Phase::Casualty if self.casualties & 1 == 0 => Some(Seat::from(self.victim)),
            _ => Some(Seat::from(self.active)),
        }
    }

    /// Returns true in the Action phase (EN-5).
    #[inline]
    pub fn in_action_phase(&self) -> bool {
        matches!(
            self.phase,
            Phase::Turn | Phase::Act | Phase::Casualty | Phase::Reaction
        )
    }

    /// Returns the owner of the disc on a site, which may be [`NEUTRAL`], or `None` for an empty
    /// site.
    #[inline]
    pub fn holder(&self, site: usize) -> Option<usize> {
        (0..=NEUTRAL).find(|&owner| self.players[owner].sites >> site & 1 == 1)
    }

    /// Returns the player whose turn it is.
    #[inline]
    pub fn player(&self) -> &Player {
        &self.players[usize::from(self.active)]
    }

    /// Returns the player whose turn it is for modification.
    #[inline]
    pub fn player_mut(&mut self) -> &mut Player {
        &mut self.players[usize::from(self.active)]
    }

    /// Returns the next seat in turn order.
    #[inline]
    pub fn next_seat(&self, seat: u8) -> u8 {
        if seat + 1 == self.seats { 0 } else { seat + 1 }
    }

    /// Returns the step of a seat on an attribute track. Steps beyond the printed track count as
    /// the last printed step.
    #[inline]
    pub fn step(&self, seat: Seat, attribute: Attribute) -> usize {
        usize::from(self.players[seat].attributes[attribute]).min(STEPS - 1)
    }

    /// Returns the set of open areas where the owner is present (EN-6.7, EN-6.12).
    #[inline]
    pub fn reach(&self, owner: usize) -> usize {
        usize::from(self.open & self.players[owner].present)
    }
}
