//! Notation of actions for users.

use std::fmt::Write;

use crate::puerto_rico::components::{BUILDING_IDS, GOOD_NAMES, ROLE_NAMES, TILE_NAMES};
use crate::puerto_rico::rules::action::{Action, ActionKind, waived};
use crate::puerto_rico::rules::classes::class_name;
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Phase, State};

/// Returns the name of the option in a yes-or-no decision.
fn asked(phase: Phase) -> &'static str {
    match phase {
        Phase::Hacienda => "hacienda",
        Phase::Hospice => "hospice",
        Phase::University => "university",
        Phase::Produce => "production",
        _ => "colonist",
    }
}

/// Notations in words ([`crate::setup::GameEntry::phrases`]).
pub(crate) const PHRASES: &[(&str, &str)] = &[
    ("colonist", "take an additional colonist"),
    ("no colonist", "take no additional colonist"),
    ("hacienda", "use the Hacienda"),
    ("hospice", "use the Hospice"),
    ("university", "use the University"),
    ("production", "produce goods"),
    ("no production", "produce nothing"),
    ("no hacienda", "leave the Hacienda unused"),
    ("no hospice", "leave the Hospice unused"),
    ("no university", "leave the University unused"),
    ("plant quarry", "take a quarry"),
    ("staff <word> 0", "place no colonist on <word>"),
    ("staff <word> 1", "place 1 colonist on <word>"),
    ("staff <word> <n>", "place <n> colonists on <word>"),
    ("take <word>", "take 1 more <word>"),
    (
        "load <word> <n>",
        "load <word> onto the ship with <n> spaces",
    ),
    ("wharf <word>", "ship <word> with the Wharf"),
    ("store <word>", "store all <word>"),
];

impl Ruleset {
    /// Writes the notation of an action (see [`ActionKind`]).
    pub(crate) fn write_notation(&self, state: &State, action: Action, text: &mut String) {
        let a = usize::from(action.a);
        // Writing to a `String` cannot fail.
        let _ = match action.kind {
            ActionKind::Role => write!(text, "{}", ROLE_NAMES[a]),
            ActionKind::Yes => write!(text, "{}", asked(state.phase)),
            ActionKind::No => write!(text, "no {}", asked(state.phase)),
            ActionKind::Plant => write!(text, "plant {}", TILE_NAMES[a]),
            ActionKind::Staff => write!(text, "staff {} {}", class_name(action.a), action.b),
            ActionKind::Build => write!(text, "build {}", BUILDING_IDS[a]),
            ActionKind::Take => write!(text, "take {}", GOOD_NAMES[a]),
            ActionKind::Sell => write!(text, "sell {}", GOOD_NAMES[a]),
            ActionKind::Load => {
                let capacity = self.components.setup.ships[action.ship()];
                write!(text, "load {} {capacity}", GOOD_NAMES[a])
            }
            ActionKind::Wharf => write!(text, "wharf {}", GOOD_NAMES[a]),
            ActionKind::Store => write!(text, "store {}", GOOD_NAMES[a]),
            ActionKind::Keep => write!(text, "keep {}", GOOD_NAMES[a]),
            ActionKind::Pass => write!(text, "pass"),
        };
        if matches!(action.kind, ActionKind::Load | ActionKind::Wharf) {
            for (vp, words) in [
                (waived::HARBOR, " no harbor"),
                (waived::PRIVILEGE, " no privilege"),
            ] {
                if action.waived() & vp != 0 {
                    text.push_str(words);
                }
            }
        }
    }
}
