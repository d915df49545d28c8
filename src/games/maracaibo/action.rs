//! Actions: four bytes each, and their notation.

use std::fmt::Write;

use super::Maracaibo;
use super::components::{GOOD_NAMES, NATION_NAMES, SYNERGY_NAMES};
use super::state::State;

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

impl Maracaibo {
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
