//! Project cards and the actions that they add.

use super::effect::{Cost, Effect, Effects, Shown};
use super::ids::{CardId, LocationId};
use super::kinds::Nation;

/// What a card asks for beside doubloons and figures to the supply (M-18.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// Nothing.
    None,
    /// Pay 3 herbs.
    Herbs3,
    /// A nation has at least n markers in the Caribbean: nation, n.
    NationMarkers(Nation, u8),
    /// Put n figures from the own supply onto the card.
    FiguresOnCard(u8),
    /// Pay n CP.
    Cp(u8),
}

/// A lasting effect (M-21.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ongoing {
    /// None.
    None,
    /// Permanent object.
    Object(u8),
    /// n doubloons off every card or building.
    Discount(u8),
    /// n CP before the action combat.
    CpBeforeCombat(u8),
    /// n compasses.
    Compass(u8),
    /// The explorer may move n more.
    ExplorePlus(u8),
    /// Steal n VP when jumping an explorer.
    JumpSteal(u8),
    /// 1 VP or 2 doubloons when a ship ends its move at an own assistant.
    Visitor,
    /// Return a figure for n CP at any time.
    FigureToCp(u8),
    /// n CP when fighting for the nation: nation, n.
    AllyCp(Nation, u8),
    /// n VP for every marker expelled.
    ExpelVp(u8),
}

/// Most immediate effects of a card.
pub const MAX_IMMEDIATE: usize = 3;

/// An effect at the moment of purchase (M-21.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Immediate {
    /// None.
    None,
    /// n influence with the nation: nation, n.
    Influence(Nation, u8),
    /// n influence with one nation of choice.
    InfluenceAny(u8),
    /// A marker of any nation onto an empty village.
    MarkerEmptyVillage,
    /// The same, and the own influence marker of that nation to its next noble rank.
    MarkerVillageNextRank,
    /// Remove n discs.
    Discs(u8),
    /// The top quest comes onto the card.
    QuestOnCard,
    /// n figures from the general supply.
    Figures(u8),
    /// A synergy token not yet owned.
    SynergyChoice,
    /// Any number of own figures onto the card, n doubloon income for each.
    FiguresOnCardIncome(u8),
    /// n CP.
    Cp(u8),
    /// n VP per combat token.
    VpPerCombatToken(u8),
    /// n VP per own assistant on the map.
    VpPerAssistant(u8),
    /// n VP per quest tile.
    VpPerQuest(u8),
    /// n VP per compass.
    VpPerCompass(u8),
    /// n VP per synergy token.
    VpPerSynergy(u8),
    /// n VP per nation with own influence 3 or more.
    VpPerNationInfluence3(u8),
    /// A term of an effect.
    Gain(Effect),
}

/// Income that needs a synergy token (M-19.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConditionalIncome {
    /// The synergy kind it needs; `None` for an unused entry.
    pub synergy: Option<u8>,
    /// Doubloon income.
    pub doubloons: u8,
    /// VP income.
    pub vp: u8,
}

/// The letters of project cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum CardLetter {
    /// Dealt at set-up; the others go into the pile (M-1.5).
    A,
    /// Forty of them go into the pile (M-1.5).
    B,
    /// In play only with scenarios that bring them (M-25.2).
    C,
}

impl CardLetter {
    /// All of them.
    pub const ALL: [CardLetter; 3] = [CardLetter::A, CardLetter::B, CardLetter::C];
}

/// A project card as the rules see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// Price in doubloons.
    pub cost: u8,
    /// All figures from the own supply that a purchase takes: to the general supply, onto the
    /// card and as an assistant.
    pub figures: u8,
    /// Figures that go to the general supply (part of `figures`).
    pub figure_cost: u8,
    /// Good shown.
    pub good: u8,
    /// Object shown.
    pub object: u8,
    /// Synergy token gained.
    pub synergy: Option<u8>,
    /// Doubloon income without condition.
    pub income_doubloons: u8,
    /// VP income without condition.
    pub income_vp: u8,
    /// VP at the end.
    pub vp: u8,
    /// Location of its assistant, if it has one.
    pub assistant_location: Option<LocationId>,
    /// Index in [`Components::assistant_actions`](super::Components::assistant_actions), if it has an assistant.
    pub assistant_action: Option<u8>,
    /// Index in [`Components::village_actions`](super::Components::village_actions), if it adds one.
    pub village_action: Option<u8>,
    /// Index in [`Components::combat_actions`](super::Components::combat_actions) (one entry per
    /// card, M-A10), if it adds one.
    pub combat_action: Option<u8>,
    /// Its letter.
    pub set: CardLetter,
    /// Whether another card of the set is the same in every use.
    pub has_twin: bool,
    /// Further requirement.
    pub requirement: Requirement,
    /// Lasting effect.
    pub ongoing: Ongoing,
    /// Immediate effects, in the order in which they are printed; those behind the last are `None`.
    pub immediate: [Immediate; MAX_IMMEDIATE],
    /// Income that needs synergy tokens.
    pub conditional: [ConditionalIncome; 2],
}

impl Card {
    /// Whether it shows this good or object.
    #[inline]
    pub fn shows(&self, shown: Shown) -> bool {
        match shown {
            Shown::Good(good) => self.good == good,
            Shown::Object(object) => self.object == object,
        }
    }

    /// Its immediate effects, in order.
    #[inline]
    pub fn immediates(&self) -> impl DoubleEndedIterator<Item = Immediate> {
        let effects = self.immediate.into_iter();
        effects.filter(|effect| *effect != Immediate::None)
    }
}

/// An assistant's action (M-21.6): the cost may be declined, which ends the action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssistantAction {
    /// To be paid first.
    pub cost: Cost,
    /// Then these, in order.
    pub effects: Effects,
}

/// A village action that a card adds (M-21.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VillageAction {
    /// "Last village action": the remaining ones are forfeited.
    pub last: bool,
    /// To be paid.
    pub cost: Cost,
    /// Then these.
    pub effects: Effects,
}

/// A combat action that a card adds (M-21.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombatAction {
    /// The card it belongs to.
    pub card: CardId,
    /// Combat value to spend.
    pub combat_value: u8,
    /// Then these; `Influence` is with the fighting nation.
    pub effects: Effects,
    /// Synergy token that adds `bonus`, if there is one.
    pub bonus_synergy: Option<u8>,
    /// Added when the token is owned.
    pub bonus: Effects,
}
