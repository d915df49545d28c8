//! Project cards and the actions that they add.

use super::effect::{Cost, Effect, Effects, Shown};
use super::ids::{CardId, LocationId};
use super::kinds::Nation;

/// Requirement of a card in addition to doubloons and figures paid to the supply (M-18.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    None,
    /// Pay 3 herbs.
    Herbs3,
    /// A nation has at least n markers in the Caribbean: nation, n.
    NationMarkers(Nation, u8),
    /// Put n figures from the player's supply on the card.
    FiguresOnCard(u8),
    /// Pay n CP.
    Cp(u8),
}

/// A lasting effect (M-21.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ongoing {
    None,
    /// A permanent object of this kind.
    Object(u8),
    /// Every card and building costs n doubloons less.
    Discount(u8),
    /// Gain n CP before each combat.
    CpBeforeCombat(u8),
    /// Gain n compasses.
    Compass(u8),
    /// The explorer may move n additional spaces.
    ExplorePlus(u8),
    /// Steal n VP when jumping over an explorer.
    JumpSteal(u8),
    /// Gain 1 VP or 2 doubloons when a ship ends its move at an assistant of the player.
    Visitor,
    /// Return a figure for n CP at any time.
    FigureToCp(u8),
    /// Gain n CP when fighting for the nation: nation, n.
    AllyCp(Nation, u8),
    /// Gain n VP for every marker expelled.
    ExpelVp(u8),
}

/// Maximum number of immediate effects of a card.
pub const MAX_IMMEDIATE: usize = 3;

/// An effect that applies once, when the card is bought (M-21.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Immediate {
    None,
    /// Gain n influence with the nation: nation, n.
    Influence(Nation, u8),
    /// Gain n influence with one nation of choice.
    InfluenceAny(u8),
    /// Place a marker of any nation in an empty village.
    MarkerEmptyVillage,
    /// Place a marker of any nation in an empty village and advance the player's influence marker
    /// of that nation to its next noble rank.
    MarkerVillageNextRank,
    /// Remove n discs.
    Discs(u8),
    /// Put the top quest tile of the pile on the card.
    QuestOnCard,
    /// Gain n figures from the general supply.
    Figures(u8),
    /// Take a synergy token not yet owned.
    SynergyChoice,
    /// Move any number of the player's figures to the card and gain n doubloon income for each.
    FiguresOnCardIncome(u8),
    /// Gain n CP.
    Cp(u8),
    /// Gain n VP for each counted thing: thing, n.
    VpPer(ScoredThing, u8),
    /// One term of a general effect.
    Gain(Effect),
}

/// Things for which a card gives VP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoredThing {
    CombatToken,
    /// An assistant of the player on the map.
    Assistant,
    QuestTile,
    Compass,
    SynergyToken,
    /// A nation with which the player has at least 3 influence.
    NationInfluence3,
}

/// Income that needs a synergy token (M-19.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConditionalIncome {
    /// Synergy kind that the income needs; `None` for an unused entry.
    pub synergy: Option<u8>,
    pub doubloons: u8,
    pub vp: u8,
}

/// Letter of a project card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum CardLetter {
    /// Dealt at set-up; the remaining A cards go into the pile (M-1.5).
    A,
    /// Forty B cards go into the pile (M-1.5).
    B,
    /// In play only with scenarios that add them (M-25.2).
    C,
}

impl CardLetter {
    pub const ALL: [CardLetter; 3] = [CardLetter::A, CardLetter::B, CardLetter::C];
}

/// A project card with its rules data; names are in [`Labels`](super::Labels).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// Price in doubloons.
    pub cost: u8,
    /// Total number of figures that a purchase takes from the player's supply: figures returned to
    /// the general supply, figures on the card and the assistant.
    pub figures: u8,
    /// Figures returned to the general supply (part of `figures`).
    pub figure_cost: u8,
    /// Index of the good shown.
    pub good: u8,
    /// Index of the object shown.
    pub object: u8,
    /// Kind of the synergy token gained.
    pub synergy: Option<u8>,
    /// Unconditional doubloon income.
    pub income_doubloons: u8,
    /// Unconditional VP income.
    pub income_vp: u8,
    /// VP at the end of the game.
    pub vp: u8,
    /// Location of the card's assistant, if it has one.
    pub assistant_location: Option<LocationId>,
    /// Index in [`Components::assistant_actions`](super::Components::assistant_actions), if the
    /// card has an assistant.
    pub assistant_action: Option<u8>,
    /// Index in [`Components::village_actions`](super::Components::village_actions), if the card
    /// adds a village action.
    pub village_action: Option<u8>,
    /// Index in [`Components::combat_actions`](super::Components::combat_actions), if the card adds
    /// a combat action. Each of these cards has a separate entry (M-A10).
    pub combat_action: Option<u8>,
    pub set: CardLetter,
    /// True if another card has exactly the same function.
    pub has_twin: bool,
    /// Requirement in addition to doubloons and figures.
    pub requirement: Requirement,
    pub ongoing: Ongoing,
    /// Immediate effects in printed order; unused entries are `Immediate::None` and come last.
    pub immediate: [Immediate; MAX_IMMEDIATE],
    /// Income that needs synergy tokens.
    pub conditional: [ConditionalIncome; 2],
}

impl Card {
    /// Returns true if the card shows this good or object.
    #[inline]
    pub fn shows(&self, shown: Shown) -> bool {
        match shown {
            Shown::Good(good) => self.good == good,
            Shown::Object(object) => self.object == object,
        }
    }

    /// Returns the immediate effects in order.
    #[inline]
    pub fn immediates(&self) -> impl DoubleEndedIterator<Item = Immediate> {
        let effects = self.immediate.into_iter();
        effects.filter(|effect| *effect != Immediate::None)
    }
}

/// An assistant's action (M-21.6). The player may decline the cost, which ends the action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssistantAction {
    /// Cost to pay first.
    pub cost: Cost,
    /// Effects in order, after the cost is paid.
    pub effects: Effects,
}

/// A village action that a card adds (M-21.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VillageAction {
    /// True if the player forfeits all village actions that remain after this action.
    pub last: bool,
    pub cost: Cost,
    /// Effects after the cost is paid.
    pub effects: Effects,
}

/// A combat action that a card adds (M-21.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombatAction {
    /// Card that adds the action.
    pub card: CardId,
    /// Combat value that the action costs.
    pub combat_value: u8,
    /// Effects of the action; `Influence` applies to the nation that the player fights for.
    pub effects: Effects,
    /// Kind of the synergy token that adds `bonus`, if there is one.
    pub bonus_synergy: Option<u8>,
    /// Additional effects if the player owns the synergy token.
    pub bonus: Effects,
}
