//! The actions of Maracaibo and their notation.

use serde::{Deserialize, Serialize};

use super::with_kinds::with_kinds;
use crate::maracaibo::components::{CardId, CareerId, LocationId, Nation, QuestId, SpaceId};

with_kinds! {
    /// An action that a player can choose, with its notation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum Action {
        /// `career K1`: keeps this career.
        Career(CareerId),
        /// `plan A012`: moves a hand card to the planning area.
        Plan(CardId),
        /// `discard A012`: discards this card (set-up and payments).
        Discard(CardId),
        /// `sail 7`, `sail 18 via 14`: takes the journey with this index in the ship's list of
        /// journeys.
        Sail(u8),
        /// `stay`: declines the extra sail.
        Stay,
        /// `deliver A012`: delivers the good of this card.
        Deliver(CardId),
        /// `city`: carries out the printed action of the city or homeward space.
        City,
        /// `combat`: chooses the combat at location 20.
        Combat,
        /// `explore`: chooses the exploration at location 20.
        Expedition,
        /// `village`: takes village actions as the main action.
        Village,
        /// `quest 12`: fulfils this quest.
        Quest(QuestId),
        /// `assistant B080`: uses the assistant of this card.
        Assistant(CardId),
        /// `pass`: takes no main action.
        Pass,
        /// `task 2`: completes this career task.
        Task(u8),
        /// `figure to cp`: returns a figure for CP.
        FigureToCp,
        /// `end`: takes no more village actions, combat actions or free actions.
        End,
        /// `buy B041`: buys this project card.
        Buy(CardId),
        /// `invest P3`: invests in this prestige building.
        Invest(u8),
        /// `doubloon`: gains 1 doubloon with a village action.
        Doubloon,
        /// `discard hand`: discards the hand, for 2 doubloons as a village action or for 4 at CA7.
        DiscardHand,
        /// `use A042`: uses the village action that this card adds.
        UseCard(CardId),
        /// `upgrade 8`: uses the village action of U8.
        Upgrade8,
        /// `upgrade 9`: uses the village action of U9.
        Upgrade9,
        /// `upgrade 10 spain`: uses the village action of U10 with this nation.
        Upgrade10(Nation),
        /// `draw`: draws a card from the pile.
        Draw,
        /// `take A012`: takes a card from the display.
        Take(CardId),
        /// `fight spain`: fights the combat with this nation.
        Fight(Nation),
        /// `fight none`: offered only when the player cannot pay the cost of any nation.
        FightNone,
        /// `gain 1` or `gain 2`: gains influence as a combat action.
        GainInfluence(u8),
        /// `annex 13`: places a marker on an empty flag (combat action).
        Annex(LocationId),
        /// `expel 13`: replaces another nation's marker on a flag (combat action).
        Expel(LocationId),
        /// `occupy 6`: places a marker in a village (combat action of U7).
        Occupy(LocationId),
        /// `silver 10`: places a marker on the silver fleet (combat action of L6).
        SilverFleet(u8),
        /// `gold`: places a marker on the gold mine (combat action of L9).
        GoldMine,
        /// `strike A020`: uses the combat action that this card adds.
        Strike(CardId),
        /// `pay 2 figures`: pays for the missing combat value with this many figures, and with CP for
        /// the rest.
        PayFigures(u8),
        /// `spend cp`: converts 1 CP into 1 combat value before any value is missing.
        SpendCp,
        /// `spend figure`: converts 1 figure into 1 combat value before any value is missing.
        SpendFigure,
        /// `influence spain`: gains influence with this nation.
        Influence(Nation),
        /// `disc U3`: removes a disc from this ship-upgrade area.
        Disc(u8),
        /// `advance 1b`, or with stolen VP `advance 14 over 2`: moves the explorer to this space.
        /// `robbed` is the set of seats robbed, as bits.
        Advance { space: SpaceId, robbed: u8 },
        /// `skip`: declines the offer.
        Skip,
        /// `accept`: accepts the offer.
        Accept,
        /// `good sugar`: pays with this good.
        Good(u8),
        /// `marker 6`: places the marker in this village.
        MarkerVillage(LocationId),
        /// `nation spain`: chooses the nation of the marker.
        MarkerNation(Nation),
        /// `reward explore`: moves the explorer up to 3 spaces (U11).
        RewardExplore,
        /// `reward doubloons`: gains 4 doubloons and 4 VP (U11).
        RewardDoubloons,
        /// `reward rank spain`: advances to the next noble rank (U11).
        RewardRank(Nation),
        /// `synergy crown`: takes this synergy token.
        Synergy(u8),
        /// `figures 2`: puts this many figures on the card.
        Figures(u8),
        /// `take doubloons`: chooses the doubloons (CA8 and visited assistants).
        TakeDoubloons,
        /// `take vp`: chooses the VP (CA8, visited assistants, and the 2 VP of scoring step 1).
        TakeVp,
        /// `vote 2`: votes for this choice on the back of a story card, or decides a tie for it.
        Vote(u8),
        /// `remove L21`: removes a legacy tile with a skull.
        RemoveTile(u8),
    }

    /// Kinds of action.
    pub enum ActionKind;
}

// Searches store many actions, so their size matters.
const _: () = assert!(size_of::<Action>() == 3);
