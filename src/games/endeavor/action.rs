//! Actions: two bytes each, and their notation.

use super::state::NONE;

/// One choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// Kind.
    pub kind: ActionKind,
    /// Number of the building, token, area, site, card or attribute, by kind of action.
    pub target: u8,
}

/// Kinds of action; the notation of each is in its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ActionKind {
    /// `start merchant_dock`: side of the start tile (EN-2.9).
    Start,
    /// `scrap market`: takes a tile out of the game (EN-11.7).
    Scrap,
    /// `build market` (EN-4.1).
    Build,
    /// `salary market`: pays the disc on a building (EN-4.5).
    Salary,
    /// `use market`: activates a building (EN-5.3).
    Use,
    /// `token ship`: uses an action token (EN-5.4).
    Token,
    /// `pass` (EN-5.2).
    Pass,
    /// `ship africa`: onto the next space of the track of a closed region (EN-6.1).
    ShipTrack,
    /// `ship guinea_fleet`: onto a fleet (EN-6.1).
    ShipFleet,
    /// `ship africa seas`: onto the high seas of an open region (EN-6.1).
    ShipSeas,
    /// `occupy london` (EN-6.7).
    Occupy,
    /// `attack london` (EN-6.12).
    Attack,
    /// `pay market` (EN-6.14).
    Pay,
    /// `draw africa_1`: from the top of its deck or from the discard pile (EN-6.15, EN-6.16).
    Draw,
    /// `stop`: no further action of the building (EN-5.5).
    Stop,
    /// `casualty industry`: the attribute of the Monument's disc (EN-8.1).
    Casualty,
    /// `fleets ship africa`: the silent fleets ship onto a track (EN-11.3).
    FleetsTrack,
    /// `fleets ship guinea_fleet` (EN-11.3).
    FleetsFleet,
    /// `fleets occupy london` (EN-11.3).
    FleetsOccupy,
    /// `fleets remove africa_1` (EN-11.3).
    FleetsRemove,
    /// `fleets rest`: the reaction to an action that has none, or none that is possible (EN-11.6).
    FleetsRest,
    /// `governor governor_africa`, `governor none`: the card in the governor space (EN-7.2).
    Governor,
    /// `discard africa_1` (EN-7.3).
    Discard,
}

impl Action {
    /// An action with a target.
    #[inline]
    pub fn new(kind: ActionKind, target: usize) -> Action {
        Action {
            kind,
            target: target as u8,
        }
    }

    /// An action without one.
    #[inline]
    pub fn plain(kind: ActionKind) -> Action {
        Action { kind, target: NONE }
    }
}
