//! Open tasks: what has to be done next, and by whom.

use super::action::Action;
use super::categories::Category;
use super::components::{
    AutomaId, CardId, Effect, LocationId, Nation, QuestId, Shown, StoryId, TokenId,
};
use super::with_kinds::with_kinds;

/// What has to be done next, and by whom: an entry of the stack of open tasks.
///
/// The task on top is always a decision while the game runs; the others wait below, so that
/// chains of rewards are resolved depth-first (M-A15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Whose.
    pub seat: u8,
    /// What.
    pub work: Work,
}

with_kinds! {
    /// What has to be done.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Work {
        /// Set-up: choose one of two careers (M-1.15).
        SetupCareer,
        /// Set-up: choose the planned card (M-1.14).
        SetupPlan,
        /// Set-up: discard so many more cards (M-1.14).
        SetupDiscard { left: u8 },
        /// Sail up to so many points; `extra` is the optional extra sail (M-A55).
        Sail { points: u8, extra: bool },
        /// May use this disc tile (M-22.13).
        DiscTile { tile: u8 },
        /// Main action after so many points; an `extra` one is that of M-A17.
        Main { points: u8, extra: bool },
        /// Printed city action after a delivery (M-6.1).
        City,
        /// So many village actions are left (M-10).
        Village { left: u8 },
        /// Free actions at the end of phase B (M-4.2).
        Free,
        /// Phase C, one card (M-5.1).
        Draw,
        /// Choose the nation to fight for with this token, if there was one left (M-7.2).
        Nation { token: Option<TokenId> },
        /// Combat actions.
        Combat(Combat),
        /// Pay the combat value missing with `fewest` to `most` figures, the rest CP (M-7.4).
        PayCombat { fewest: u8, most: u8, missing: u8 },
        /// Discard so many cards that show this.
        PayCards { shown: Shown, count: u8 },
        /// Choose the good of so many identical ones to discard.
        SameGoods { count: u8 },
        /// So many steps with one nation of choice.
        Influence { steps: u8 },
        /// Remove so many discs; the next goes to `target`.
        Disc { count: u8, target: DiscTarget },
        /// Explorer up to so many steps.
        Explore { steps: u8 },
        /// The explorer has stopped on a quest (M-9.5).
        TrackQuest,
        /// Village for a marker, or with the step to the next noble rank too (M-21.5).
        MarkerVillage { with_rank: bool },
        /// Nation of the marker for a village; without a village it is for the step to the next noble rank alone.
        MarkerNation { village: Option<LocationId>, with_rank: bool },
        /// The choice of U11.
        Upgrade11,
        /// A synergy token not yet owned.
        SynergyChoice,
        /// Figures onto the card just bought, so much doubloon income for each.
        FiguresOnCard { income_each: u8 },
        /// CA7: may discard the hand for 4 doubloons.
        DiscardHand,
        /// CA8: 4 doubloons, or 2 VP per assistant.
        DoubloonsOrAssistants,
        /// L4: may return a figure for 5 VP.
        FigureForVp,
        /// 1 VP or 2 doubloons for a visited assistant.
        Visitor,
        /// Interim scoring, step 1 (M-14).
        Interim,
        /// Final scoring, step 1, with career tasks before it (M-A76).
        Final,
        /// Career tasks after the own step 1 of final scoring.
        FinalAfter,

        /// The ship has stopped: what its location gives before the main action.
        Arrive,
        /// A term of an effect, and where its points come from.
        Effect { effect: Effect, category: Category },
        /// This combat action is paid: carry it out.
        CombatResolve { action: Action, nation: Nation },
        /// This quest is paid: reward and tile.
        QuestReward { quest: QuestId },
        /// This quest goes to the quest track.
        QuestTile { quest: QuestId },
        /// This card is paid: everything that its purchase brings.
        CardResolve { card: CardId },
        /// An immediate effect of this card: the first has number 0.
        Immediate { card: CardId, number: u8 },
        /// The explorer has stopped.
        ExplorerArrive,
        /// The effects of this assistant action after its cost.
        AssistantEffects { action: u8 },
        /// The effects of this village action after its cost.
        VillageEffects { action: u8 },
        /// U9 after its cost.
        Upgrade9Effects,
        /// This legacy tile after its cost.
        DiscTileReward { tile: u8 },
        /// End of phase B and start of phase C.
        EndPhaseB,
        /// Draw back to the limit in interim scoring.
        DrawCards,
        /// End of the turn.
        EndTurn,
        /// Set-up is over.
        EndSetup,
        /// Interim scoring, steps 2 to 7.
        InterimRest,
        /// Final scoring, steps 2 to 5.
        FinalRest,
        /// Jean's ship has stopped with this automa card: the rest of her turn.
        JeanArrive { card: AutomaId },
        /// The ships return, the next round begins (M-14 step 7).
        NextRound,
        /// The game is over.
        EndGame,
        /// Read the next story card that is due (M-C5).
        StoryNext,
        /// Count the votes about this story card (M-C6).
        StoryCount { card: StoryId },

        /// Remove so many legacy tiles with a skull (M-C12).
        SkullTile { left: u8 },
        /// Vote for what follows on the back of this story card (M-C6).
        StoryVote { card: StoryId },
        /// Decide a tie of votes about this story card.
        StoryTie { card: StoryId },
    }

    /// Kinds of task.
    pub enum TaskKind;
}

impl TaskKind {
    /// Whether it is a decision: those of every game come first, those of a story last.
    #[inline]
    pub fn is_decision(self) -> bool {
        self <= TaskKind::FinalAfter || self >= TaskKind::SkullTile
    }
}

// A position holds a stack of them.
const _: () = assert!(size_of::<Task>() == 8);

/// Where a removed disc goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiscTarget {
    /// Out of the game.
    Box,
    /// Onto a space of the market of this location: location, space from the left.
    Market(LocationId, u8),
    /// Onto this disc tile.
    Tile(u8),
}

/// A combat under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combat {
    /// The nation that is fought for.
    pub nation: Nation,
    /// Combat value that is left.
    pub value: u8,
    /// Its token, if there was one left.
    pub token: Option<TokenId>,
    /// The kinds of action used.
    pub used: UsedActions,
}

/// The kinds of action used in a combat, as bits: 24 of them, so that a task stays small.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsedActions([u8; 3]);

impl UsedActions {
    /// The kinds used.
    #[inline]
    pub fn bits(self) -> u32 {
        let [low, middle, high] = self.0;
        u32::from_le_bytes([low, middle, high, 0])
    }

    /// Those with these bits beside them.
    #[inline]
    #[must_use]
    pub fn with(self, bits: u32) -> UsedActions {
        let [low, middle, high, _] = (self.bits() | bits).to_le_bytes();
        UsedActions([low, middle, high])
    }
}

impl Task {
    /// A task of a seat.
    #[inline]
    pub fn new(seat: u8, work: Work) -> Task {
        Task { seat, work }
    }

    /// Its kind.
    #[inline]
    pub fn kind(&self) -> TaskKind {
        self.work.kind()
    }
}
