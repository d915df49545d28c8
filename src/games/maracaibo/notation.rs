//! The notation of actions.

use std::fmt::Write;

use super::action::{Action, ActionKind};
use super::components::{GOOD_NAMES, NATION_NAMES, SYNERGY_NAMES};
use super::ruleset::Ruleset;
use super::state::State;

impl Ruleset {
    /// Writes the notation of an action (see [`ActionKind`]).
    pub(super) fn write_notation(&self, state: &State, action: Action, text: &mut String) {
        let labels = &self.components.labels;
        let a = usize::from(action.a);
        let card = |index: usize| labels.cards[index].as_str();
        // Writing to a String cannot fail.
        let _ = match action.kind {
            ActionKind::Career => write!(text, "career {}", labels.careers[a]),
            ActionKind::Plan => write!(text, "plan {}", card(a)),
            ActionKind::Discard => write!(text, "discard {}", card(a)),
            ActionKind::Sail => {
                let ship = state.players[usize::from(state.active)].ship;
                text.push_str(&self.journeys(state, ship)[a].notation);
                Ok(())
            }
            ActionKind::Stay => write!(text, "stay"),
            ActionKind::Deliver => write!(text, "deliver {}", card(a)),
            ActionKind::City => write!(text, "city"),
            ActionKind::Combat => write!(text, "combat"),
            ActionKind::Expedition => write!(text, "explore"),
            ActionKind::Village => write!(text, "village"),
            ActionKind::Quest => write!(text, "quest {}", labels.quests[a]),
            ActionKind::Assistant => write!(text, "assistant {}", card(a)),
            ActionKind::Pass => write!(text, "pass"),
            ActionKind::Task => write!(text, "task {}", a + 1),
            ActionKind::FigureToCp => write!(text, "figure to cp"),
            ActionKind::End => write!(text, "end"),
            ActionKind::Buy => write!(text, "buy {}", card(a)),
            ActionKind::Invest => write!(text, "invest {}", labels.prestige[a]),
            ActionKind::Doubloon => write!(text, "doubloon"),
            ActionKind::DiscardHand => write!(text, "discard hand"),
            ActionKind::UseCard => write!(text, "use {}", card(a)),
            ActionKind::Upgrade8 => write!(text, "upgrade 8"),
            ActionKind::Upgrade9 => write!(text, "upgrade 9"),
            ActionKind::Upgrade10 => write!(text, "upgrade 10 {}", NATION_NAMES[a]),
            ActionKind::Draw => write!(text, "draw"),
            ActionKind::Take => write!(text, "take {}", card(a)),
            ActionKind::Fight => write!(text, "fight {}", NATION_NAMES[a]),
            ActionKind::FightNone => write!(text, "fight none"),
            ActionKind::GainInfluence => write!(text, "gain {a}"),
            ActionKind::Annex => write!(text, "annex {}", labels.locations[a]),
            ActionKind::Expel => write!(text, "expel {}", labels.locations[a]),
            ActionKind::Occupy => write!(text, "occupy {}", labels.locations[a]),
            ActionKind::SilverFleet => write!(text, "silver {}", 10 + a),
            ActionKind::GoldMine => write!(text, "gold"),
            ActionKind::Strike => write!(text, "strike {}", card(a)),
            ActionKind::PayFigures => write!(text, "pay {a} figures"),
            ActionKind::SpendCp => write!(text, "spend cp"),
            ActionKind::SpendFigure => write!(text, "spend figure"),
            ActionKind::Influence => write!(text, "influence {}", NATION_NAMES[a]),
            ActionKind::Disc => write!(text, "disc U{}", a + 1),
            ActionKind::Advance => {
                let _ = write!(text, "advance {}", labels.spaces[a]);
                if action.b != 0 {
                    text.push_str(" over");
                    for seat in (0..8).filter(|seat| action.b >> seat & 1 == 1) {
                        let _ = write!(text, " {}", seat + 1);
                    }
                }
                Ok(())
            }
            ActionKind::Skip => write!(text, "skip"),
            ActionKind::Accept => write!(text, "accept"),
            ActionKind::Good => write!(text, "good {}", GOOD_NAMES[a]),
            ActionKind::MarkerVillage => write!(text, "marker {}", labels.locations[a]),
            ActionKind::MarkerNation => write!(text, "nation {}", NATION_NAMES[a]),
            ActionKind::RewardExplore => write!(text, "reward explore"),
            ActionKind::RewardDoubloons => write!(text, "reward doubloons"),
            ActionKind::RewardRank => write!(text, "reward rank {}", NATION_NAMES[a]),
            ActionKind::Synergy => write!(text, "synergy {}", SYNERGY_NAMES[a]),
            ActionKind::Figures => write!(text, "figures {a}"),
            ActionKind::TakeDoubloons => write!(text, "take doubloons"),
            ActionKind::TakeVp => write!(text, "take vp"),
        };
    }
}
