//! Coverage of the rules by random games of Maracaibo.

use std::collections::BTreeMap;
use std::fmt::Write;

use portolan::games::maracaibo::Maracaibo;
use portolan::games::maracaibo::action::{Action, ActionKind};
use portolan::games::maracaibo::components::DOUBLOON_INCOME_END;
use portolan::games::maracaibo::pending::PendingKind;
use portolan::games::maracaibo::state::{Phase, Player, State};

use super::invariants::expelled;

/// All kinds of action except `FightNone`, which needs a combat token with a cost for every nation;
/// the shipped data has no such token (M-A8).
const ACTIONS: [ActionKind; 50] = {
    use ActionKind::*;
    [
        Career,
        Plan,
        Discard,
        Sail,
        Stay,
        Deliver,
        City,
        Combat,
        Expedition,
        Village,
        Quest,
        Assistant,
        Pass,
        Task,
        FigureToCp,
        End,
        Buy,
        Invest,
        Doubloon,
        DiscardHand,
        UseCard,
        Upgrade8,
        Upgrade9,
        Upgrade10,
        Draw,
        Take,
        Fight,
        GainInfluence,
        Annex,
        Expel,
        Occupy,
        SilverFleet,
        GoldMine,
        Strike,
        PayFigures,
        Influence,
        Disc,
        Advance,
        Skip,
        Accept,
        Good,
        MarkerVillage,
        MarkerNation,
        RewardExplore,
        RewardDoubloons,
        RewardRank,
        Synergy,
        Figures,
        TakeDoubloons,
        TakeVp,
    ]
};

/// All kinds of decision.
const DECISIONS: [PendingKind; 31] = {
    use PendingKind::*;
    [
        SetupCareer,
        SetupPlan,
        SetupDiscard,
        Sail,
        DiscTile,
        Main,
        City,
        Village,
        Free,
        Draw,
        Nation,
        Combat,
        PayCombat,
        PayCards,
        SameGoods,
        Influence,
        Disc,
        Explore,
        TrackQuest,
        MarkerVillage,
        MarkerNation,
        Upgrade11,
        SynergyChoice,
        FiguresOnCard,
        DiscardHand,
        DoubloonsOrAssistants,
        FigureForVp,
        Visitor,
        Interim,
        Final,
        FinalAfter,
    ]
};

/// Rare events that random games have to reach.
const FEATS: [&str; 16] = [
    "pile reshuffled",
    "U11 complete",
    "U12 complete",
    "explorer on the last space",
    "two explorers on the last space",
    "two quests of the explorer track taken",
    "VP income wrapped",
    "doubloon income at its end",
    "influence at the end of a track",
    "marker expelled",
    "nation without markers in supply",
    "bag of tokens empty",
    "six assistants of one player",
    "career complete",
    "every synergy token",
    "five quest tiles of one player",
];

/// Counts of actions, decisions and events.
#[derive(Clone, Default)]
pub struct Coverage {
    actions: BTreeMap<u8, u64>,
    decisions: BTreeMap<u8, u64>,
    feats: BTreeMap<&'static str, u64>,
    /// Number of games.
    pub games: u64,
    /// Number of actions.
    pub steps: u64,
    /// Maximum number of open tasks at a decision.
    pub deepest_stack: u8,
}

impl Coverage {
    /// Counts an action with its decision.
    pub fn see(&mut self, before: &State, action: Action, after: &State) {
        let top = before.top().expect("somebody acted");
        *self.decisions.entry(top.kind() as u8).or_default() += 1;
        *self.actions.entry(action.kind() as u8).or_default() += 1;
        self.steps += 1;
        self.deepest_stack = self.deepest_stack.max(after.stack_len);
    }

    /// Counts the events of a finished game.
    pub fn see_end(&mut self, game: &Maracaibo, state: &State, wraps: u32) {
        assert_eq!(state.phase, Phase::Over);
        self.games += 1;
        let end = game.components().tracks.influence_end;
        let any = |holds: &dyn Fn(&Player) -> bool| state.seated().iter().any(holds);
        let reached = [
            state.shuffles > 0,
            any(&|player| player.has_upgrade(11)),
            any(&|player| player.has_upgrade(12)),
            state.explorers_at_end > 0,
            state.explorers_at_end > 1,
            state.emptied_spaces.count_ones() >= 2,
            wraps > 0,
            any(&|player| player.income_doubloons == DOUBLOON_INCOME_END),
            any(&|player| player.influence.contains(&end)),
            expelled(state) != [0; 3],
            state.supply.contains(&0),
            state.tokens_len == 0,
            any(&|player| player.assistant_count >= 6),
            any(&|player| player.tasks_done == 0b111),
            any(&|player| player.synergy_count() == 5),
            any(&|player| player.quest_count > 4),
        ];
        for (feat, reached) in FEATS.into_iter().zip(reached) {
            *self.feats.entry(feat).or_default() += u64::from(reached);
        }
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Coverage) {
        let kinds = [
            (&mut self.actions, &other.actions),
            (&mut self.decisions, &other.decisions),
        ];
        for (own, more) in kinds {
            for (&kind, count) in more {
                *own.entry(kind).or_default() += count;
            }
        }
        for (&feat, count) in &other.feats {
            *self.feats.entry(feat).or_default() += count;
        }
        self.games += other.games;
        self.steps += other.steps;
        self.deepest_stack = self.deepest_stack.max(other.deepest_stack);
    }

    /// Formats the counts as a table.
    pub fn table(&self) -> String {
        let mut text = format!(
            "{} games, {} actions, deepest stack {}\n",
            self.games, self.steps, self.deepest_stack
        );
        // Writing to a String cannot fail.
        for kind in ACTIONS {
            let _ = writeln!(text, "action   {kind:?} {}", of(&self.actions, kind as u8));
        }
        for kind in DECISIONS {
            let _ = writeln!(
                text,
                "decision {kind:?} {}",
                of(&self.decisions, kind as u8)
            );
        }
        for feat in FEATS {
            let _ = writeln!(text, "games with: {feat} {}", self.feats[feat]);
        }
        text
    }

    /// Returns the actions, decisions and events that did not occur.
    pub fn missing(&self) -> Vec<String> {
        let actions = ACTIONS
            .into_iter()
            .filter(|&kind| of(&self.actions, kind as u8) == 0)
            .map(|kind| format!("action {kind:?}"));
        let decisions = DECISIONS
            .into_iter()
            .filter(|&kind| of(&self.decisions, kind as u8) == 0)
            .map(|kind| format!("decision {kind:?}"));
        let feats = FEATS
            .into_iter()
            .filter(|feat| self.feats.get(feat).is_none_or(|&games| games == 0))
            .map(|feat| format!("game with: {feat}"));
        actions.chain(decisions).chain(feats).collect()
    }
}

fn of(counts: &BTreeMap<u8, u64>, kind: u8) -> u64 {
    counts.get(&kind).copied().unwrap_or(0)
}
