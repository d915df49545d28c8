//! Parses the pending decision of an entered position and checks that it is consistent with the position.

use crate::endeavor::components::{AREA_NAMES, ATTACK, DEED_NAMES, Deeds, GOVERNORS, OCCUPY};
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::sites::{ATTACKER, VICTIM};
use crate::endeavor::rules::state::{NONE, Phase, State};
use crate::entering::Part;
use crate::game::Seat;

impl Ruleset {
    /// Parses the pending decision. Values that this phase does not use are set as in a new game.
    pub(crate) fn place_choice(&self, state: &mut State, whole: &Part) -> Result<(), String> {
        (state.menu, state.done, state.casualties) = (0, 0, 0);
        (state.either, state.by_token) = (false, false);
        (state.occupied, state.victim) = (NONE, NONE);
        (state.left, state.paid) = (0, 0);
        match state.phase {
            Phase::Act | Phase::Casualty => self.place_turn(state, &whole.key("choice")?),
            Phase::Reaction => {
                let choice = whole.key("choice")?;
                state.done = deeds(&choice.key("done")?)?;
                place_occupied(state, &choice)
            }
            Phase::Salary => {
                let choice = whole.key("choice")?;
                let payments = self.components.payments.iter().max();
                let most = payments.copied().unwrap_or_default().max(1);
                state.left = choice.key("payments_left")?.within(1..=most)?;
                let kinds = self.components.buildings.iter();
                let ids: Vec<&str> = kinds.map(|building| building.id.as_str()).collect();
                state.paid = choice.key("pays_from")?.place_in(&ids)? as u8;
                Ok(())
            }
            Phase::Governor | Phase::Discard if self.options.limit_once => {
                let limit = whole.key("choice")?.key("card_limit")?;
                let limits = self.components.card_limit.iter().max();
                state.left = limit.within(0..=limits.copied().unwrap_or_default())?;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Parses the current turn: the actions of its building or token, and the actions already performed
    /// (EN-5.3 to EN-5.6).
    fn place_turn(&self, state: &mut State, choice: &Part) -> Result<(), String> {
        let offers = choice.key("offers")?;
        state.menu = deeds(&offers)?;
        state.either = choice.key("one_action_only")?.flag()?;
        let by_token = choice.key("by_token")?;
        state.by_token = by_token.flag()?;
        let done = choice.key("done")?;
        state.done = deeds(&done)?;
        place_occupied(state, choice)?;
        if state.by_token && !state.either {
            return Err(
                by_token.wrong("false: one_action_only is false, and a token gives one action")
            );
        }
        let Some(casualties_of) = choice.optional("casualties_of") else {
            return match state.phase {
                Phase::Casualty => choice.key("casualties_of").map(drop),
                _ => self.comes_from_something(state, &offers),
            };
        };
        for seat in casualties_of.list()? {
            let owner = seat.seat(self.players)?;
            let part = if owner == state.active {
                ATTACKER
            } else {
                VICTIM
            };
            let monument = state.players[Seat::from(owner)].kinds & self.lookups.monument;
            if part <= state.casualties || monument == 0 {
                return Err(seat.wrong(
                    "a seat with the Monument: the one whose turn it is first, then the one that was attacked",
                ));
            }
            state.casualties |= part;
            if part == VICTIM {
                state.victim = owner;
            }
        }
        if state.casualties == 0 || state.done & ATTACK == 0 {
            return Err(casualties_of.wrong("seats, after an attack that `done` names"));
        }
        self.comes_from_something(state, &offers)
    }

    /// Checks that some building or token of the seat has these actions.
    fn comes_from_something(&self, state: &State, offers: &Part) -> Result<(), String> {
        let one = state.done.count_ones() == 1;
        let agrees = |deeds: Deeds| match (state.either, state.phase) {
            (true, Phase::Act) => state.done == 0 && state.menu == deeds,
            (true, _) => state.menu == 0 && one && state.done & !deeds == 0,
            (false, _) => state.menu & state.done == 0 && state.menu | state.done == deeds,
        };
        let found = match state.by_token {
            true => self.lookups.token_deeds.iter().any(|&deeds| agrees(deeds)),
            false => {
                let mut kinds = state.player().coast().iter();
                kinds.any(|&kind| {
                    let either = self.lookups.either >> kind & 1 == 1;
                    either == state.either && agrees(self.lookups.deeds[usize::from(kind)])
                })
            }
        };
        match found {
            true => Ok(()),
            false => Err(offers.wrong(
                "with `done` the actions of a building of this seat, or of a token if by_token is true, and what is \
                 left of them",
            )),
        }
    }

    /// Checks that the seat has a decision in this phase.
    pub(crate) fn somebody_decides(&self, state: &State, whole: &Part) -> Result<(), String> {
        let phase = whole.key("phase")?;
        let player = state.player();
        let problem = match state.phase {
            Phase::StartTile if state.round > 1 => {
                Some("another phase: start tiles are chosen in round 1")
            }
            Phase::Scarce if state.active != state.next_seat(state.crown) => {
                Some("another phase, or the turn of the seat after the crown")
            }
            Phase::Turn | Phase::Act | Phase::Casualty | Phase::Reaction
                if state.passed >> state.active & 1 == 1 =>
            {
                Some("another phase, or the turn of a seat that has not passed")
            }
            Phase::Act if self.possible(state, state.menu) == 0 => {
                Some("another phase: none of the remaining actions is possible")
            }
            Phase::Salary if self.salaries(state).count_ones() < 2 => {
                Some("another phase: there is no choice of what is paid")
            }
            Phase::Governor if player.cards & GOVERNORS == 0 => {
                Some("another phase: this seat has no governor")
            }
            Phase::Governor if player.governor != NONE => {
                Some("another phase: the governor space is filled")
            }
            _ => None,
        };
        if let Some(problem) = problem {
            return Err(phase.wrong(problem));
        }
        let mut actions = Vec::new();
        self.list(state, &mut actions);
        match actions.is_empty() {
            false => Ok(()),
            true => Err(phase.wrong("another phase: the seat has no decision in this phase")),
        }
    }
}

/// Parses the area that was occupied. It must be present exactly if the turn has performed that action.
fn place_occupied(state: &mut State, choice: &Part) -> Result<(), String> {
    let occupied = choice.optional("occupied");
    if let Some(area) = &occupied {
        state.occupied = area.place_in(&AREA_NAMES)? as u8;
    }
    match (state.done & OCCUPY != 0, occupied) {
        (true, None) => choice.key("occupied").map(drop),
        (false, Some(area)) => Err(area.wrong("null: `done` has no \"occupy\"")),
        _ => Ok(()),
    }
}

/// Parses a set of actions.
fn deeds(part: &Part) -> Result<Deeds, String> {
    let mut deeds = 0;
    for deed in part.list()? {
        let number = deed.place_in(&DEED_NAMES)?;
        if deeds >> number & 1 == 1 {
            return Err(deed.wrong("each action once"));
        }
        deeds |= 1 << number;
    }
    Ok(deeds)
}
