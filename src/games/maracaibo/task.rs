//! Open tasks: what has to be done next, and by whom.

/// What has to be done next, and by whom: an entry of the stack of open tasks.
///
/// The task on top is always a decision while the game runs; the others wait below, so that
/// chains of rewards are resolved depth-first (M-A15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// What.
    pub kind: TaskKind,
    /// Whose.
    pub seat: u8,
    /// Meaning by kind.
    pub a: u8,
    /// Meaning by kind.
    pub b: u8,
    /// Meaning by kind.
    pub c: u32,
}

/// Kinds of task. Those up to [`TaskKind::FinalAfter`] are decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum TaskKind {
    /// Set-up: choose one of two careers (M-1.15).
    SetupCareer,
    /// Set-up: choose the planned card (M-1.14).
    SetupPlan,
    /// Set-up: discard `a` more cards (M-1.14).
    SetupDiscard,
    /// Sail up to `a` points; with `b` = 1 it is the optional extra sail (M-A55).
    Sail,
    /// May use the disc tile `a` (M-22.13).
    DiscTile,
    /// Main action with `a` points spent; `b` = 1 for an extra main action (M-A17).
    Main,
    /// Printed city action after a delivery (M-6.1).
    City,
    /// `a` village actions are left (M-10).
    Village,
    /// Free actions at the end of phase B (M-4.2).
    Free,
    /// Phase C, one card (M-5.1).
    Draw,
    /// Choose the nation to fight for with token `a` (M-7.2).
    Nation,
    /// Combat actions for nation `a` with combat value `b`; see [`Task::combat`].
    Combat,
    /// Pay `c` combat value with `a` to `b` figures, the rest CP (M-7.4).
    PayCombat,
    /// Discard `c` cards that show good `b` (`a` = 0) or object `b` (`a` = 1).
    PayCards,
    /// Choose the good of `a` identical ones to discard.
    SameGoods,
    /// `a` influence with one nation of choice.
    Influence,
    /// Remove `a` discs; the next goes to [`DiscTarget`] `b` at `c`.
    Disc,
    /// Explorer up to `a` steps.
    Explore,
    /// The explorer has stopped on a quest (M-9.5).
    TrackQuest,
    /// Village for a marker; `a` = 1 with the step to the next noble rank (M-21.5).
    MarkerVillage,
    /// Nation of the marker for village `a`; `b` = 1 with the step to the next noble rank.
    MarkerNation,
    /// The choice of U11.
    Upgrade11,
    /// A synergy token not yet owned.
    SynergyChoice,
    /// Figures onto the card just bought, `a` doubloon income for each.
    FiguresOnCard,
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
    /// An effect: [`EffectKind`](super::components::EffectKind) `a`, amount `b`, category `c`.
    Effect,
    /// The combat action with code `a` and argument `b` is paid: carry it out.
    CombatResolve,
    /// Quest `a` is paid: reward and tile.
    QuestReward,
    /// Quest `a` goes to the quest track.
    QuestTile,
    /// Card `a` is paid: everything that its purchase brings.
    CardResolve,
    /// The immediate effect of card `a`.
    Immediate,
    /// The explorer has stopped.
    ExplorerArrive,
    /// The effects of assistant action `a` after its cost.
    AssistantEffects,
    /// The effects of village action `a` after its cost.
    VillageEffects,
    /// U9 after its cost.
    Upgrade9Effects,
    /// Legacy tile `a` after its cost.
    DiscTileReward,
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
    /// Jean's ship has stopped with automa card `a`: the rest of her turn.
    JeanArrive,
}

/// Where a removed disc goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum DiscTarget {
    /// Out of the game.
    Box,
    /// Onto the market of location `c`.
    Market,
    /// Onto disc tile `c`.
    Tile,
}

impl Task {
    /// A task without numbers.
    #[inline]
    pub fn new(kind: TaskKind, seat: u8) -> Task {
        Task::with(kind, seat, 0, 0, 0)
    }

    /// A task with its numbers.
    #[inline]
    pub fn with(kind: TaskKind, seat: u8, a: u8, b: u8, c: u32) -> Task {
        Task {
            kind,
            seat,
            a,
            b,
            c,
        }
    }

    /// A combat under way: `a` nation, `b` combat value, `c` the token and the kinds of action used.
    #[inline]
    pub fn combat(seat: u8, nation: u8, combat_value: u8, token: u8) -> Task {
        Task::with(
            TaskKind::Combat,
            seat,
            nation,
            combat_value,
            u32::from(token) << 24,
        )
    }

    /// The token of a combat; [`NONE`](super::components::NONE) if there was none left.
    #[inline]
    pub fn token(&self) -> u8 {
        (self.c >> 24) as u8
    }

    /// The kinds of action used in a combat, as bits.
    #[inline]
    pub fn used(&self) -> u32 {
        self.c & 0xff_ffff
    }
}
