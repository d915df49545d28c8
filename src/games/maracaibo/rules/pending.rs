//! Open tasks: pending steps of the game, each with the seat it belongs to.

use serde::{Deserialize, Serialize};

use super::action::Action;
use super::categories::Category;
use super::with_kinds::with_kinds;
use crate::maracaibo::components::{
    AutomaId, CardId, Effect, LocationId, Nation, QuestId, Shown, StoryId, TokenId,
};

/// An entry of the stack of open tasks: a pending step and the seat it belongs to.
///
/// While the game runs, the task on top of the stack is always a decision. The other tasks wait
/// below it, so that chains of rewards resolve depth-first (M-A15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// Seat that the task belongs to.
    pub seat: u8,
    pub work: PendingStep,
}

with_kinds! {
    /// A pending step.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum PendingStep {
        /// Set-up: choose one of two careers (M-1.15).
        SetupCareer => "career",
        /// Set-up: choose the planned card (M-1.14).
        SetupPlan => "plan",
        /// Set-up: discard this many more cards (M-1.14).
        SetupDiscard { left: u8 } => "set_aside",
        /// Sail up to this many points; `extra` marks the optional extra sail (M-A55).
        Sail { points: u8, extra: bool } => "sail",
        /// Optionally use this disc tile (M-22.13).
        DiscTile { tile: u8 } => "disc_tile",
        /// Choose the main action after sailing this many points; `extra` marks the extra main
        /// action of M-A17.
        Main { points: u8, extra: bool } => "main",
        /// Use the printed city action after a delivery (M-6.1).
        City => "city",
        /// Take the remaining village actions (M-10).
        Village { left: u8 } => "village",
        /// Take free actions at the end of phase B (M-4.2).
        Free => "free",
        /// Phase C: draw or take one card (M-5.1).
        Draw => "draw",
        /// Choose the nation to fight for with this token; `None` if no token was left (M-7.2).
        Nation { token: Option<TokenId> } => "nation",
        /// Take combat actions.
        Combat(Combat) => "combat",
        /// Pay the missing combat value with `fewest` to `most` figures and the rest with CP
        /// (M-7.4).
        PayCombat { fewest: u8, most: u8, missing: u8 } => "pay_combat",
        /// Discard this many cards that show a good or object.
        PayCards { shown: Shown, count: u8 } => "pay_cards",
        /// Choose the good of which this many cards are discarded.
        SameGoods { count: u8 } => "same_goods",
        /// Gain this many influence steps with one nation of choice.
        Influence { steps: u8 } => "influence",
        /// Remove this many discs; the next disc goes to `target`.
        Disc { count: u8, target: DiscTarget } => "disc",
        /// Move the explorer up to this many steps.
        Explore { steps: u8 } => "explore",
        /// Optionally fulfil the quest on the space where the explorer has stopped (M-9.5).
        TrackQuest => "track_quest",
        /// Choose a village for a marker; with `with_rank`, the step to the next noble rank follows
        /// (M-21.5).
        MarkerVillage { with_rank: bool } => "marker_village",
        /// Choose the nation of the marker for a village. Without a village, the choice is only for
        /// the step to the next noble rank.
        MarkerNation { village: Option<LocationId>, with_rank: bool } => "marker_nation",
        /// Choose the reward of U11.
        Upgrade11 => "upgrade_11",
        /// Choose a synergy token not yet owned.
        SynergyChoice => "synergy",
        /// Choose the number of figures to put on the card just bought; each gives this much
        /// doubloon income.
        FiguresOnCard { income_each: u8 } => "figures_on_card",
        /// CA7: optionally discard the hand for 4 doubloons.
        DiscardHand => "discard_hand",
        /// CA8: choose 4 doubloons or 2 VP per assistant.
        DoubloonsOrAssistants => "doubloons_or_assistants",
        /// L4: optionally return a figure for 5 VP.
        FigureForVp => "figure_for_vp",
        /// Choose 1 VP or 2 doubloons for a visited assistant.
        Visitor => "visitor",
        /// Decide step 1 of interim scoring (M-14).
        Interim => "interim",
        /// Decide step 1 of final scoring, or complete career tasks before it (M-A76).
        Final => "final",
        /// Complete career tasks after the seat's step 1 of final scoring.
        FinalAfter => "final_after",

        /// Resolve the ship's arrival before the main action.
        Arrive => "arrive",
        /// Apply a term of an effect; VP count in this category.
        Effect { effect: Effect, category: Category } => "effect",
        /// Carry out this combat action, which has been paid for.
        CombatResolve { action: Action, nation: Nation } => "combat_action",
        /// Gain the reward and tile of this quest, which has been paid for.
        QuestReward { quest: QuestId } => "quest_reward",
        /// Move this quest tile to the quest track.
        QuestTile { quest: QuestId } => "quest_tile",
        /// Apply the effects of this card, which has been paid for.
        CardResolve { card: CardId } => "card",
        /// Apply an immediate effect of this card; the first effect has number 0.
        Immediate { card: CardId, number: u8 } => "card_effect",
        /// Resolve the space where the explorer has stopped.
        ExplorerArrive => "explorer_arrives",
        /// Apply the effects of this assistant action, whose cost has been paid.
        AssistantEffects { action: u8 } => "assistant",
        /// Apply the effects of this village action, whose cost has been paid.
        VillageEffects { action: u8 } => "village_action",
        /// Apply the effects of U9, whose cost has been paid.
        Upgrade9Effects => "upgrade_9",
        /// Apply the reward of this disc tile, whose cost has been paid.
        DiscTileReward { tile: u8 } => "disc_tile_reward",
        /// End phase B and start phase C.
        EndPhaseB => "end_of_phase_b",
        /// Draw back to the hand limit in interim scoring.
        DrawCards => "draw_cards",
        EndTurn => "end_of_turn",
        /// End the set-up.
        EndSetup => "end_of_setup",
        /// Carry out the remaining steps of interim scoring.
        InterimRest => "interim_scoring",
        /// Carry out the remaining steps of final scoring.
        FinalRest => "final_scoring",
        /// Complete Jean's turn after her ship has moved with this automa card.
        JeanArrive { card: AutomaId } => "jean_arrives",
        /// Return the ships and start the next round (M-14 step 7).
        NextRound => "next_round",
        EndGame => "end_of_game",
        /// Read the next story card that is due (M-C5).
        StoryNext => "story_cards_due",
        /// Count the votes on this story card (M-C6).
        StoryCount { card: StoryId } => "story_count",

        /// Remove this many legacy tiles with a skull (M-C12).
        SkullTile { left: u8 } => "skull_tile",
        /// Vote for an option on the back of this story card (M-C6).
        StoryVote { card: StoryId } => "story_vote",
        /// Decide a tied vote on this story card.
        StoryTie { card: StoryId } => "story_tie",
    }

    /// Kinds of task.
    pub enum PendingKind;
}

impl PendingKind {
    /// Returns the name of the kind in positions.
    pub fn name(self) -> &'static str {
        PendingKind::NAMES[self as usize]
    }

    /// Returns true for decisions. The first kinds are the decisions that occur in every game, and the
    /// last kinds are the decisions of a story.
    #[inline]
    pub fn is_decision(self) -> bool {
        self <= PendingKind::FinalAfter || self >= PendingKind::SkullTile
    }
}

const _: () = assert!(PendingKind::NAMES.len() == PendingKind::ALL.len());
// The state contains a stack of tasks, so their size matters.
const _: () = assert!(size_of::<Pending>() == 8);

/// Destination of a removed disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DiscTarget {
    /// Out of the game.
    Box,
    /// A space of a market: location, index of the space from the left.
    Market(LocationId, u8),
    /// This disc tile; 0 is L10.
    Tile(u8),
}

/// A combat in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combat {
    /// Nation that the player fights for.
    pub nation: Nation,
    /// Remaining combat value.
    pub value: u8,
    /// The combat token; `None` if no token was left.
    pub token: Option<TokenId>,
    /// Kinds of combat action already used.
    pub used: UsedActions,
}

/// Kinds of action used in a combat, as 24 bits to keep tasks small.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedActions([u8; 3]);

impl UsedActions {
    /// Returns the used kinds as bits.
    #[inline]
    pub fn bits(self) -> u32 {
        let [low, middle, high] = self.0;
        u32::from_le_bytes([low, middle, high, 0])
    }

    /// Returns the used kinds with these bits added.
    #[inline]
    #[must_use]
    pub fn with(self, bits: u32) -> UsedActions {
        let [low, middle, high, _] = (self.bits() | bits).to_le_bytes();
        UsedActions([low, middle, high])
    }
}

impl Pending {
    /// Creates a task for a seat.
    #[inline]
    pub fn new(seat: u8, work: PendingStep) -> Pending {
        Pending { seat, work }
    }

    /// Returns the kind of the task.
    #[inline]
    pub fn kind(&self) -> PendingKind {
        self.work.kind()
    }
}
