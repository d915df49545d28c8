//! Actions, stored in two bytes each.

use super::state::NONE;

/// One choice by one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    pub kind: ActionKind,
    /// Index of the building, token, area, site, card or attribute, depending on the kind.
    pub target: u8,
}

/// Kinds of action, each with an example of its notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ActionKind {
    /// `start merchant_dock`: chooses this side of the start tile (EN-2.9).
    Start,
    /// `scrap market`: removes a tile from the game (EN-11.7).
    Scrap,
    /// `build market`: builds this building (EN-4.1).
    Build,
    /// `salary market`: pays the disc on a building (EN-4.5).
    Salary,
    /// `use market`: activates a building (EN-5.3).
    Use,
    /// `token ship`: uses an action token (EN-5.4).
    Token,
    /// `pass`: passes for the rest of the Action phase (EN-5.2).
    Pass,
    /// `ship africa`: ships to the next space on the track of a closed region (EN-6.1).
    ShipTrack,
    /// `ship guinea_fleet`: ships to a fleet (EN-6.1).
    ShipFleet,
    /// `ship africa seas`: ships to the high seas of an open region (EN-6.1).
    ShipSeas,
    /// `occupy london`: occupies an empty city (EN-6.7).
    Occupy,
    /// `attack london`: attacks an occupied city or fleet (EN-6.12).
    Attack,
    /// `pay market`: pays the disc on a building in the Action phase (EN-6.14).
    Pay,
    /// `draw africa_1`: draws a card from the top of its deck or from the discard pile (EN-6.15,
    /// EN-6.16).
    Draw,
    /// `stop`: forgoes the other actions of the building (EN-5.5).
    Stop,
    /// `casualty industry`: places a disc on the Monument space of this attribute (EN-8.1).
    Casualty,
    /// `fleets ship africa`: the silent fleets ship to a track (EN-11.3).
    FleetsTrack,
    /// `fleets ship guinea_fleet`: the silent fleets ship to a fleet (EN-11.3).
    FleetsFleet,
    /// `fleets occupy london`: the silent fleets occupy a city (EN-11.3).
    FleetsOccupy,
    /// `fleets remove africa_1`: the silent fleets remove a card (EN-11.3).
    FleetsRemove,
    /// `fleets rest`: the silent fleets react to an action without any possible reaction (EN-11.6).
    FleetsRest,
    /// `governor governor_africa`, `governor none`: chooses the card for the governor space
    /// (EN-7.2).
    Governor,
    /// `discard africa_1`: discards a card (EN-7.3).
    Discard,
}

impl Action {
    /// Creates an action with a target.
    #[inline]
    pub fn new(kind: ActionKind, target: usize) -> Action {
        Action {
            kind,
            target: target as u8,
        }
    }

    /// Creates an action without a target.
    #[inline]
    pub fn plain(kind: ActionKind) -> Action {
        Action { kind, target: NONE }
    }
}
