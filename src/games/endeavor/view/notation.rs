//! Notation of actions for users.

use std::fmt::Write;

use crate::endeavor::components::{AREA_NAMES, ATTRIBUTE_NAMES};
use crate::endeavor::rules::action::{Action, ActionKind};
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::state::NONE;

/// Notations in words ([`crate::setup::GameEntry::phrases`]).
pub(crate) const PHRASES: &[(&str, &str)] = &[
    ("start <start_tile>", "choose the start tile <start_tile>"),
    ("scrap <building>", "remove one <building> from the supply"),
    (
        "salary <building|start_tile>",
        "pay the disc on <building|start_tile>",
    ),
    (
        "pay <building|start_tile>",
        "pay the disc on <building|start_tile>",
    ),
    ("token <word>", "use the <word> token"),
    ("ship <area> seas", "ship to the high seas of <area>"),
    ("ship <area|fleet>", "ship to <area|fleet>"),
    ("occupy <city>", "occupy <city>"),
    ("attack <city|fleet>", "attack <city|fleet>"),
    ("draw <card|governor>", "draw <card|governor>"),
    ("discard <card|governor>", "discard <card|governor>"),
    ("casualty <word>", "add the casualty to <word>"),
    (
        "fleets ship <area|fleet>",
        "ship to <area|fleet> (silent fleets)",
    ),
    ("fleets occupy <city>", "occupy <city> (silent fleets)"),
    (
        "fleets remove <card|governor>",
        "remove <card|governor> (silent fleets)",
    ),
    ("fleets rest", "no action (silent fleets)"),
    ("governor none", "keep the governor space empty"),
    (
        "governor <governor>",
        "put <governor> in the governor space",
    ),
];

impl Ruleset {
    /// Writes the notation of an action (see [`ActionKind`]).
    pub(crate) fn write_notation(&self, action: Action, text: &mut String) {
        let number = usize::from(action.target);
        let building = || self.components.buildings[number].id.as_str();
        let site = || self.board.sites[number].id.as_str();
        let card = || self.components.cards[number].id.as_str();
        let area = || AREA_NAMES[number];
        let (verb, target) = match action.kind {
            ActionKind::Start => ("start", building()),
            ActionKind::Scrap => ("scrap", building()),
            ActionKind::Build => ("build", building()),
            ActionKind::Salary => ("salary", building()),
            ActionKind::Use => ("use", building()),
            ActionKind::Token => ("token", self.components.action_tokens[number].id.as_str()),
            ActionKind::Pass => ("pass", ""),
            ActionKind::ShipTrack | ActionKind::ShipSeas => ("ship", area()),
            ActionKind::ShipFleet => ("ship", site()),
            ActionKind::Occupy => ("occupy", site()),
            ActionKind::Attack => ("attack", site()),
            ActionKind::Pay => ("pay", building()),
            ActionKind::Draw => ("draw", card()),
            ActionKind::Stop => ("stop", ""),
            ActionKind::Casualty => ("casualty", ATTRIBUTE_NAMES[number]),
            ActionKind::FleetsTrack => ("fleets ship", area()),
            ActionKind::FleetsFleet => ("fleets ship", site()),
            ActionKind::FleetsOccupy => ("fleets occupy", site()),
            ActionKind::FleetsRemove => ("fleets remove", card()),
            ActionKind::FleetsRest => ("fleets rest", ""),
            ActionKind::Governor if action.target == NONE => ("governor", "none"),
            ActionKind::Governor => ("governor", card()),
            ActionKind::Discard => ("discard", card()),
        };
        // Writing to a `String` cannot fail.
        let _ = match target {
            "" => write!(text, "{verb}"),
            target => write!(text, "{verb} {target}"),
        };
        if action.kind == ActionKind::ShipSeas {
            text.push_str(" seas");
        }
    }
}
