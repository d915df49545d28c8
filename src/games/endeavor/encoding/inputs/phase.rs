//! Inputs for the current decision: active seat, phase and pending choices.

use crate::encoding::{Count, Flag, Flags, Inputs, Steps};
use crate::endeavor::components::{AREA_NAMES, DEED_NAMES};
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::sites::VICTIM;
use crate::endeavor::rules::state::{NONE, PHASE_NAMES, Phase, ROUNDS, State};
use crate::game::{MAX_SEATS, Seat};
use portolan_core::inputs;

inputs! {
    /// Inputs for the current decision.
    pub(super) struct PhaseInputs {
        new(layout, seats: &[String; MAX_SEATS], kinds: &[&str])
        round: Steps = layout.steps("round", ROUNDS.into());
        crown: Flags = layout.flags("crown", seats);
        // The phase `over` has no input because no seat decides after the end of the game.
        phase: Flags = layout.flags("phase", &PHASE_NAMES[..Phase::Over as usize]);
        decides: Flags = layout.flags("decides", seats);
        active: Flags = layout.flags("turn of", seats);
        offers: Flags = layout.flags("offers", DEED_NAMES);
        done: Flags = layout.flags("done", DEED_NAMES);
        either: Flag = layout.flag("one action only");
        by_token: Flag = layout.flag("by token");
        occupied: Flags = layout.flags("just occupied", AREA_NAMES);
        casualties: Flags = layout.flags("casualty of", ["attacker", "victim"]);
        victim: Flags = layout.flags("attacked", seats);
        payments: Count = layout.count("payments left", 5);
        last_paid: Flags = layout.flags("last paid", kinds);
        limit: Count = layout.count("limit read", 5);
    }
}

impl PhaseInputs {
    /// Encodes the current decision.
    pub(super) fn fill(&self, game: &Ruleset, state: &State, observer: Seat, inputs: &mut Inputs) {
        self.round.fill(inputs, state.round);
        let away = |seat: u8| game.away(seat.into(), observer);
        self.crown.fill(inputs, away(state.crown));
        let Some(decides) = state.decides() else {
            return;
        };
        self.phase.fill(inputs, state.phase as usize);
        self.decides.fill(inputs, game.away(decides, observer));
        self.active.fill(inputs, away(state.active));
        match state.phase {
            Phase::Act | Phase::Casualty => {
                self.offers.fill_bits(inputs, state.menu.into());
                self.either.fill(inputs, state.either);
                self.by_token.fill(inputs, state.by_token);
                self.fill_done(game, state, inputs);
            }
            Phase::Reaction => self.fill_done(game, state, inputs),
            Phase::Salary => {
                self.payments.fill(inputs, state.left);
                // The value 0 occurs before the first payment and after a payment for kind 0. In
                // both cases, any kind can be paid next.
                if state.paid > 0 {
                    self.last_paid.fill(inputs, state.paid);
                }
            }
            Phase::Governor | Phase::Discard if game.options.limit_once => {
                self.limit.fill(inputs, state.left);
            }
            _ => {}
        }
        if state.phase == Phase::Casualty {
            self.casualties.fill_bits(inputs, state.casualties.into());
            if state.casualties & VICTIM != 0 {
                self.victim.fill(inputs, away(state.victim));
            }
        }
    }

    /// Encodes the actions performed in the current turn.
    fn fill_done(&self, game: &Ruleset, state: &State, inputs: &mut Inputs) {
        self.done.fill_bits(inputs, state.done.into());
        if game.options.restricted_occupation && state.occupied != NONE {
            self.occupied.fill(inputs, state.occupied);
        }
    }
}
