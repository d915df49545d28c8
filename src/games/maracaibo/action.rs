//! Actions.

use super::components::{CardId, CareerId, LocationId, Nation, QuestId, SpaceId};
use super::with_kinds::with_kinds;

with_kinds! {
    /// One choice; the notation of each is in its description.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Action {
        /// `career K1`: keep this career.
        Career(CareerId),
        /// `plan A012`: put a hand card into the planning area.
        Plan(CardId),
        /// `discard A012`: discard this card (set-up, payments).
        Discard(CardId),
        /// `sail 7`, `sail 18 via 14`: this entry of the ship's list of journeys.
        Sail(u8),
        /// `stay`: do not take the extra sail.
        Stay,
        /// `deliver A012`: deliver the good of this card.
        Deliver(CardId),
        /// `city`: the printed action of the city or homeward space.
        City,
        /// `combat`: the combat of location 20.
        Combat,
        /// `explore`: the exploration of location 20.
        Expedition,
        /// `village`: village actions as the main action.
        Village,
        /// `quest 12`: fulfil this quest.
        Quest(QuestId),
        /// `assistant B080`: use the assistant of this card.
        Assistant(CardId),
        /// `pass`: no main action.
        Pass,
        /// `task 2`: complete this career task.
        Task(u8),
        /// `figure to cp`: return a figure for CP.
        FigureToCp,
        /// `end`: no more village actions, combat actions or free actions.
        End,
        /// `buy B041`.
        Buy(CardId),
        /// `invest P3`.
        Invest(u8),
        /// `doubloon`: village action, gain 1 doubloon.
        Doubloon,
        /// `discard hand`: for 2 doubloons as a village action, for 4 at CA7.
        DiscardHand,
        /// `use A042`: the village action that this card adds.
        UseCard(CardId),
        /// `upgrade 8`: village action of U8.
        Upgrade8,
        /// `upgrade 9`: village action of U9.
        Upgrade9,
        /// `upgrade 10 spain`: village action of U10.
        Upgrade10(Nation),
        /// `draw`: a card from the pile.
        Draw,
        /// `take A012`: a card from the display.
        Take(CardId),
        /// `fight spain`.
        Fight(Nation),
        /// `fight none`: every nation's cost is more than there is to pay.
        FightNone,
        /// `gain 1` or `gain 2`: combat action, influence.
        GainInfluence(u8),
        /// `annex 13`: combat action, marker onto an empty flag.
        Annex(LocationId),
        /// `expel 13`: combat action, marker onto a flag of another nation.
        Expel(LocationId),
        /// `occupy 6`: combat action of U7, marker onto a village.
        Occupy(LocationId),
        /// `silver 10`: combat action of L6.
        SilverFleet(u8),
        /// `gold`: combat action of L9.
        GoldMine,
        /// `strike A020`: the combat action that this card adds.
        Strike(CardId),
        /// `pay 2 figures`: of what a combat action lacks, so many with figures, the rest with CP.
        PayFigures(u8),
        /// `spend cp`: in a combat, 1 CP for 1 combat value before anything is lacking.
        SpendCp,
        /// `spend figure`: the same with a figure.
        SpendFigure,
        /// `influence spain`.
        Influence(Nation),
        /// `disc U3`: remove a disc from this area.
        Disc(u8),
        /// `advance 1b`, with stolen VP `advance 14 over 2`: the explorer's new space, and the seats robbed as bits.
        Advance { space: SpaceId, robbed: u8 },
        /// `skip`: waive what is offered.
        Skip,
        /// `accept`: take what is offered.
        Accept,
        /// `good sugar`: pay with this good.
        Good(u8),
        /// `marker 6`: village for the marker.
        MarkerVillage(LocationId),
        /// `nation spain`: nation of the marker.
        MarkerNation(Nation),
        /// `reward explore`: U11, explorer up to 3.
        RewardExplore,
        /// `reward doubloons`: U11, 4 doubloons and 4 VP.
        RewardDoubloons,
        /// `reward rank spain`: U11, next noble rank.
        RewardRank(Nation),
        /// `synergy crown`.
        Synergy(u8),
        /// `figures 2`: so many onto the card.
        Figures(u8),
        /// `take doubloons`: CA8 and visited assistants.
        TakeDoubloons,
        /// `take vp`: CA8, visited assistants, and 2 VP in scoring step 1.
        TakeVp,
        /// `vote 2`: for this choice on the back of a story card, or decides for it.
        Vote(u8),
        /// `remove L21`: a legacy tile with a skull.
        RemoveTile(u8),
    }

    /// Kinds of action.
    pub enum ActionKind;
}

// Searches keep many.
const _: () = assert!(size_of::<Action>() == 3);
