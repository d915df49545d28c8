//! Inputs for the current decision: active seat, phase and pending choices.

use crate::encoding::{Count, Fill, Flag, Flags, Number};
use crate::game::{MAX_SEATS, Seat};
use crate::puerto_rico::components::{BUILDING_IDS, GOOD_NAMES, ROLE_NAMES, TILE_NAMES};
use crate::puerto_rico::rules::classes::{CLASSES, class_name};
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Phase, State};
use portolan_core::inputs;

/// Names of the phases in which a seat decides, in the order of [`Phase`]. The phase of PR-A31 has a
/// separate input.
const PHASE_NAMES: [&str; 13] = [
    "role",
    "hacienda",
    "plantation",
    "hospice",
    "privilege",
    "staff",
    "build",
    "university",
    "bonus",
    "sell",
    "load",
    "store",
    "keep",
];

inputs! {
    /// Inputs for the current decision.
    pub(super) struct PhaseInputs {
        new(layout, seats: &[String], everything_optional: bool)
        phase: Flags = layout.flags("phase", PHASE_NAMES);
        decides: Flags = layout.flags("decides", seats);
        owner: Flags = layout.flags("owner", seats);
        role: Flags = layout.flags("role", ROLE_NAMES);
        placed_tile: Flags = layout.flags("just placed", TILE_NAMES);
        placed_building: Flags = layout.flags("just built", BUILDING_IDS);
        class: Flags = layout.flags("staffing", (0..CLASSES as u8).map(class_name));
        circles_later: Number = layout.number("circles later", 10.0);
        bonus: Flags = layout.flags("bonus", GOOD_NAMES);
        kept: Flags = layout.flags("kept", GOOD_NAMES);
        captain_privilege: Flag = layout.flag("captain's privilege");
        idle: Count = layout.count("turns without load", MAX_SEATS);
        /// True in the production decision of PR-A31; present only in games with this option.
        produce: Option<Flag> = everything_optional.then(|| layout.flag(PRODUCE));
    }
}

/// Name of the input [`PhaseInputs::produce`].
pub(super) const PRODUCE: &str = "phase:produce";

impl PhaseInputs {
    /// Encodes the current decision.
    pub(super) fn fill(
        &self,
        game: &Ruleset,
        state: &State,
        observer: Seat,
        inputs: &mut impl Fill,
    ) {
        if matches!(state.phase, Phase::Over | Phase::Capped) {
            return;
        }
        match (state.phase, &self.produce) {
            (Phase::Produce, Some(produce)) => produce.fill(inputs, true),
            (phase, _) => self.phase.fill(inputs, phase as usize),
        }
        self.decides.fill(inputs, game.away(state.active, observer));
        if state.phase == Phase::Role {
            return;
        }
        self.owner.fill(inputs, game.away(state.owner, observer));
        self.role.fill(inputs, state.role);
        match state.phase {
            Phase::Hospice => self.placed_tile.fill(inputs, state.scratch),
            Phase::University => self.placed_building.fill(inputs, state.scratch),
            Phase::Staff => {
                self.class.fill(inputs, state.class);
                self.circles_later.fill(inputs, state.later);
            }
            Phase::Bonus | Phase::Produce => {
                self.bonus.fill_bits(inputs, game.bonus_goods(state).into())
            }
            Phase::Load => {
                self.captain_privilege.fill(inputs, state.privilege);
                self.idle.fill(inputs, state.idle);
            }
            Phase::Store | Phase::Keep => self.kept.fill_bits(inputs, state.scratch.into()),
            _ => {}
        }
    }
}

const _: () = assert!(PHASE_NAMES.len() == Phase::Produce as usize);
