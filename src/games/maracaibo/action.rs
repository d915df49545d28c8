//! Actions.

/// One choice. What `a` and `b` mean depends on the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// Kind.
    pub kind: ActionKind,
    /// Card, location, nation, number … by kind.
    pub a: u8,
    /// Second argument, by kind.
    pub b: u8,
}

/// Kinds of action; the notation of each is in its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ActionKind {
    /// `career K1`: keep this career.
    Career,
    /// `plan A012`: put a hand card into the planning area.
    Plan,
    /// `discard A012`: discard this card (set-up, payments).
    Discard,
    /// `sail 7`, `sail 18 via 14`: entry `a` of the ship's list of journeys.
    Sail,
    /// `stay`: do not take the extra sail.
    Stay,
    /// `deliver A012`: deliver the good of this card.
    Deliver,
    /// `city`: the printed action of the city or homeward space.
    City,
    /// `combat`: the combat of location 20.
    Combat,
    /// `explore`: the exploration of location 20.
    Expedition,
    /// `village`: village actions as the main action.
    Village,
    /// `quest 12`: fulfil this quest.
    Quest,
    /// `assistant B080`: use the assistant of this card.
    Assistant,
    /// `pass`: no main action.
    Pass,
    /// `task 2`: complete this career task.
    Task,
    /// `figure to cp`: return a figure for CP.
    FigureToCp,
    /// `end`: no more village actions, combat actions or free actions.
    End,
    /// `buy B041`.
    Buy,
    /// `invest P3`.
    Invest,
    /// `doubloon`: village action, gain 1 doubloon.
    Doubloon,
    /// `discard hand`: for 2 doubloons as a village action, for 4 at CA7.
    DiscardHand,
    /// `use A042`: the village action that this card adds.
    UseCard,
    /// `upgrade 8`: village action of U8.
    Upgrade8,
    /// `upgrade 9`: village action of U9.
    Upgrade9,
    /// `upgrade 10 spain`: village action of U10.
    Upgrade10,
    /// `draw`: a card from the pile.
    Draw,
    /// `take A012`: a card from the display.
    Take,
    /// `fight spain`.
    Fight,
    /// `fight none`: every nation's cost is more than there is to pay.
    FightNone,
    /// `gain 1` or `gain 2`: combat action, influence.
    GainInfluence,
    /// `annex 13`: combat action, marker onto an empty flag.
    Annex,
    /// `expel 13`: combat action, marker onto a flag of another nation.
    Expel,
    /// `occupy 6`: combat action of U7, marker onto a village.
    Occupy,
    /// `silver 10`: combat action of L6.
    SilverFleet,
    /// `gold`: combat action of L9.
    GoldMine,
    /// `strike A020`: the combat action that this card adds.
    Strike,
    /// `pay 2 figures`: of what a combat action lacks, so many with figures, the rest with CP.
    PayFigures,
    /// `spend cp`: in a combat, 1 CP for 1 combat value before anything is lacking.
    SpendCp,
    /// `spend figure`: the same with a figure.
    SpendFigure,
    /// `influence spain`.
    Influence,
    /// `disc U3`: remove a disc from this area.
    Disc,
    /// `advance 1b`, with stolen VP `advance 14 over 2`: the explorer's new space.
    Advance,
    /// `skip`: waive what is offered.
    Skip,
    /// `accept`: take what is offered.
    Accept,
    /// `good sugar`: pay with this good.
    Good,
    /// `marker 6`: village for the marker.
    MarkerVillage,
    /// `nation spain`: nation of the marker.
    MarkerNation,
    /// `reward explore`: U11, explorer up to 3.
    RewardExplore,
    /// `reward doubloons`: U11, 4 doubloons and 4 VP.
    RewardDoubloons,
    /// `reward rank spain`: U11, next noble rank.
    RewardRank,
    /// `synergy crown`.
    Synergy,
    /// `figures 2`: so many onto the card.
    Figures,
    /// `take doubloons`: CA8 and visited assistants.
    TakeDoubloons,
    /// `take vp`: CA8, visited assistants, and 2 VP in scoring step 1.
    TakeVp,
}

impl Action {
    /// An action without arguments.
    #[inline]
    pub fn new(kind: ActionKind) -> Action {
        Action { kind, a: 0, b: 0 }
    }

    /// An action with one argument.
    #[inline]
    pub fn with(kind: ActionKind, a: u8) -> Action {
        Action { kind, a, b: 0 }
    }
}
