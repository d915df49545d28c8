//! Formatting of actions in text notation.

use std::fmt::Write;

use crate::maracaibo::components::{
    CardId, GOOD_NAMES, LocationId, NATION_NAMES, Nation, SYNERGY_NAMES,
};
use crate::maracaibo::rules::action::Action;
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::State;

/// Notations in words ([`crate::setup::GameEntry::phrases`]).
pub(crate) const PHRASES: &[(&str, &str)] = &[
    ("career <career>", "choose the career <career>"),
    ("sail <location>", "sail to <location>"),
    ("remove <legacy_tile>", "remove the tile <legacy_tile>"),
    ("city", "use the action of the location"),
    ("combat", "start a combat"),
    ("explore", "move the explorer"),
    ("village", "take village actions"),
    ("quest <quest>", "fulfil quest <quest>"),
    ("assistant <card>", "use the assistant <card>"),
    ("task <n>", "complete career task <n>"),
    ("figure to cp", "exchange a figure for CP"),
    (
        "invest <prestige_building>",
        "invest in <prestige_building>",
    ),
    ("doubloon", "take money"),
    ("discard hand", "discard the whole hand"),
    ("upgrade 10 <nation>", "use upgrade U10 for <nation>"),
    ("upgrade <n>", "use upgrade U<n>"),
    ("take vp", "take VP"),
    ("fight none", "fight for no nation"),
    ("fight <nation>", "fight for <nation>"),
    ("gain <n>", "gain <n> influence"),
    ("annex <location>", "annex <location>"),
    ("occupy <location>", "occupy <location>"),
    ("expel <location>", "expel the marker from <location>"),
    (
        "silver <location>",
        "capture the silver fleet at <location>",
    ),
    ("gold", "plunder the gold mine"),
    ("strike <card>", "use the combat action of <card>"),
    ("pay 0 figures", "pay no figures"),
    ("pay 1 figures", "pay 1 figure"),
    ("spend cp", "spend 1 CP"),
    ("spend figure", "spend 1 figure"),
    ("influence <nation>", "gain influence with <nation>"),
    ("disc <upgrade>", "take a disc off <upgrade>"),
    (
        "advance <explorer_space> over <a> <b> <c>",
        "move the explorer to space <explorer_space> over seats <a>, <b> and <c>",
    ),
    (
        "advance <explorer_space> over <a> <b>",
        "move the explorer to space <explorer_space> over seats <a> and <b>",
    ),
    (
        "advance <explorer_space> over <seat>",
        "move the explorer to space <explorer_space> over seat <seat>",
    ),
    (
        "advance <explorer_space>",
        "move the explorer to space <explorer_space>",
    ),
    ("good <word>", "choose the good <word>"),
    ("marker <location>", "place the marker at <location>"),
    ("nation <nation>", "place a marker of <nation>"),
    ("reward explore", "choose the exploration"),
    ("reward doubloons", "choose doubloons and VP"),
    ("reward rank <nation>", "choose the noble rank of <nation>"),
    ("synergy <word>", "choose the synergy token <word>"),
    ("figures 0", "put no figure on the card"),
    ("figures 1", "put 1 figure on the card"),
    ("figures <n>", "put <n> figures on the card"),
];

impl Ruleset {
    /// Writes the notation of an action (see [`Action`]).
    pub(crate) fn write_notation(&self, state: &State, action: Action, text: &mut String) {
        let labels = &self.components.labels;
        let card = |card: CardId| labels.cards[usize::from(card)].as_str();
        let location = |location: LocationId| labels.locations[usize::from(location)].as_str();
        let nation = |nation: Nation| NATION_NAMES[usize::from(nation)];
        // Writing to a `String` cannot fail.
        let _ = match action {
            Action::Career(career) => {
                write!(text, "career {}", labels.careers[usize::from(career)])
            }
            Action::Plan(it) => write!(text, "plan {}", card(it)),
            Action::Discard(it) => write!(text, "discard {}", card(it)),
            Action::Sail(journey) => {
                let ship = state.players[usize::from(state.active)].ship;
                text.push_str(&self.journeys(state, ship)[usize::from(journey)].notation);
                Ok(())
            }
            Action::Stay => write!(text, "stay"),
            Action::Vote(choice) => write!(text, "vote {}", choice + 1),
            Action::RemoveTile(tile) => write!(text, "remove L{tile}"),
            Action::Deliver(it) => write!(text, "deliver {}", card(it)),
            Action::City => write!(text, "city"),
            Action::Combat => write!(text, "combat"),
            Action::Expedition => write!(text, "explore"),
            Action::Village => write!(text, "village"),
            Action::Quest(quest) => write!(text, "quest {}", labels.quests[usize::from(quest)]),
            Action::Assistant(it) => write!(text, "assistant {}", card(it)),
            Action::Pass => write!(text, "pass"),
            Action::Task(index) => write!(text, "task {}", index + 1),
            Action::FigureToCp => write!(text, "figure to cp"),
            Action::End => write!(text, "end"),
            Action::Buy(it) => write!(text, "buy {}", card(it)),
            Action::Invest(building) => {
                write!(text, "invest {}", labels.prestige[usize::from(building)])
            }
            Action::Doubloon => write!(text, "doubloon"),
            Action::DiscardHand => write!(text, "discard hand"),
            Action::UseCard(it) => write!(text, "use {}", card(it)),
            Action::Upgrade8 => write!(text, "upgrade 8"),
            Action::Upgrade9 => write!(text, "upgrade 9"),
            Action::Upgrade10(it) => write!(text, "upgrade 10 {}", nation(it)),
            Action::Draw => write!(text, "draw"),
            Action::Take(it) => write!(text, "take {}", card(it)),
            Action::Fight(it) => write!(text, "fight {}", nation(it)),
            Action::FightNone => write!(text, "fight none"),
            Action::GainInfluence(steps) => write!(text, "gain {steps}"),
            Action::Annex(city) => write!(text, "annex {}", location(city)),
            Action::Expel(city) => write!(text, "expel {}", location(city)),
            Action::Occupy(village) => write!(text, "occupy {}", location(village)),
            Action::SilverFleet(space) => write!(text, "silver {}", 10 + space),
            Action::GoldMine => write!(text, "gold"),
            Action::Strike(it) => write!(text, "strike {}", card(it)),
            Action::PayFigures(figures) => write!(text, "pay {figures} figures"),
            Action::SpendCp => write!(text, "spend cp"),
            Action::SpendFigure => write!(text, "spend figure"),
            Action::Influence(it) => write!(text, "influence {}", nation(it)),
            Action::Disc(area) => write!(text, "disc U{}", area + 1),
            Action::Advance { space, robbed } => {
                let _ = write!(text, "advance {}", labels.spaces[usize::from(space)]);
                if robbed != 0 {
                    text.push_str(" over");
                    for seat in (0..8).filter(|seat| robbed >> seat & 1 == 1) {
                        let _ = write!(text, " {}", seat + 1);
                    }
                }
                Ok(())
            }
            Action::Skip => write!(text, "skip"),
            Action::Accept => write!(text, "accept"),
            Action::Good(good) => write!(text, "good {}", GOOD_NAMES[usize::from(good)]),
            Action::MarkerVillage(village) => write!(text, "marker {}", location(village)),
            Action::MarkerNation(it) => write!(text, "nation {}", nation(it)),
            Action::RewardExplore => write!(text, "reward explore"),
            Action::RewardDoubloons => write!(text, "reward doubloons"),
            Action::RewardRank(it) => write!(text, "reward rank {}", nation(it)),
            Action::Synergy(kind) => write!(text, "synergy {}", SYNERGY_NAMES[usize::from(kind)]),
            Action::Figures(figures) => write!(text, "figures {figures}"),
            Action::TakeDoubloons => write!(text, "take doubloons"),
            Action::TakeVp => write!(text, "take vp"),
        };
    }
}
