//! Encoder: converts the information of one seat into network inputs.
//!
//! Seats are named relative to the observer, in turn order: `me`, `next1`, `next2` and so on. All numbers of players,
//! profiles and house rules share one layout. Inputs for components that are not in play stay off.
//!
//! In addition to the components, the inputs contain values that a player would work out immediately: production,
//! possible sales and loads, bonuses of large buildings, and the distance to the end of the game. While players place
//! colonists, a heuristic places the remaining colonists for these values, as it does for the features.

mod phase;
mod seats;
mod table;

use super::features::FEATURE_NAMES;
use super::lookahead::{shippable, staffed_for};
use crate::encoding::{ChangedRules, Fill, Flag, Flags, Number, Numbers, seat_names};
use crate::game::{MAX_SEATS, Seat, places_after};
use crate::options::Choice;
use crate::puerto_rico::components::BUILDING_IDS;
use crate::puerto_rico::rules::options::Options;
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Members, State};
use phase::{PRODUCE, PhaseInputs};
use portolan_core::inputs;
use seats::{Outlook, SeatInputs};
use table::TableInputs;

/// Rule options with an input in every game, which is on if the option differs from the rulebook. Inputs for other
/// options exist only in games that use the option.
const RULES: [&str; 11] = [
    "vp_visibility",
    "hospice_on_quarry",
    "colonists_from_ship",
    "optional_bonuses",
    "hacienda_reshuffle",
    "full_owner_blocks",
    "fifth_large_building",
    "craftsman_by_seat",
    "any_empty_ship",
    "wharf_pass",
    "tie_break",
];

/// Prefix of the names of the inputs for rule options.
const CHANGED: &str = "changed";

/// Returns the divisor that scales a feature.
fn feature_scale(name: &str) -> f32 {
    match name {
        "chips" | "buildings" | "colonists" | "rival_score" | "others_score" => 20.0,
        "bonus" | "bonus_waiting" | "doubloons" | "doubloons_above_10" | "others_doubloons"
        | "tiles" | "vacant" | "shippable" | "pending_vp" | "others_pending_vp" => 10.0,
        _ => 5.0,
    }
}

/// Returns the names of the options that differ from the rulebook. The profile is omitted because it changes other
/// options, and [`EVERYTHING_OPTIONAL`] has its own flag.
fn changed_rules(options: &Options) -> Vec<String> {
    let told =
        |choice: &Choice| !choice.is_default && choice.name != "profile" && choice.word != "all";
    let changed = options.choices().into_iter().filter(told);
    changed.map(|choice| choice.name.to_string()).collect()
}

/// Name of the input [`SetupInputs::everything_optional`].
const EVERYTHING_OPTIONAL: &str = "changed:everything optional";

inputs! {
    /// Inputs for the rules and the number of players.
    struct SetupInputs {
        new(layout, seats: &[String], options: &Options)
        players: Flags = layout.flags("players", ["2", "3", "4", "5"]);
        rules: ChangedRules = ChangedRules::new(layout, CHANGED, &RULES, &changed_rules(options));
        dearer: Numbers = layout.numbers("dearer", BUILDING_IDS, 2.0);
        /// Buildings that the observer may not build.
        withheld: Flags = layout.flags("withheld", BUILDING_IDS);
        first_seat: Flags = layout.flags("first seat", seats);
        rounds_left: Number = layout.number("rounds before the cap", 50.0);
        /// True with the option of PR-A31; present only in games with this option.
        everything_optional: Option<Flag> =
            (options.everything_optional).then(|| layout.flag(EVERYTHING_OPTIONAL));
    }
}

inputs! {
    /// All inputs of the encoder.
    pub struct AllInputs {
        new(layout, options: &Options) { let seats = &seat_names::<MAX_SEATS>(); }
        features: Numbers = layout.features(&FEATURE_NAMES, feature_scale);
        setup: SetupInputs = SetupInputs::new(layout, seats, options);
        phase: PhaseInputs = PhaseInputs::new(layout, seats, options.everything_optional);
        table: TableInputs = TableInputs::new(layout, seats);
        seats: [SeatInputs; MAX_SEATS] = seats
            .each_ref()
            .map(|seat| layout.prefixed(&format!("{seat} "), SeatInputs::new));
    }
}

impl AllInputs {
    /// Returns true if an input exists only in games with certain options.
    pub fn is_of_some_games(name: &str) -> bool {
        ChangedRules::is_of_some_games(CHANGED, &RULES, name) || name == PRODUCE
    }

    /// Encodes the information of `observer`. Skips the board of each seat that is unchanged since `before`.
    pub fn fill(
        &self,
        game: &Ruleset,
        state: &State,
        observer: Seat,
        before: Option<&State>,
        inputs: &mut impl Fill,
    ) {
        inputs.next_part(false, |inputs| {
            self.fill_all_but_boards(game, state, observer, inputs);
        });
        for distance in 0..game.players {
            let seat = (observer + distance) % game.players;
            let board = &state.players[seat];
            let same = before.is_some_and(|before| before.players[seat] == *board);
            inputs.next_part(same, |inputs| {
                self.seats[distance].fill_board(board, inputs)
            });
        }
    }

    fn fill_all_but_boards(
        &self,
        game: &Ruleset,
        state: &State,
        observer: Seat,
        inputs: &mut impl Fill,
    ) {
        let mut boards = state.players;
        boards[observer] = staffed_for(game, state, observer);
        let active = Seat::from(state.active);
        if active != observer {
            boards[active] = staffed_for(game, state, active);
        }
        let mut loads = [0; MAX_SEATS];
        for (seat, vp) in loads[..game.players].iter_mut().enumerate() {
            *vp = shippable(game, state, seat);
        }
        let mut features = [0.0; FEATURE_NAMES.len()];
        game.fill_features_with(
            state,
            observer,
            &boards[observer],
            |seat| loads[seat],
            &mut features,
        );
        self.features.fill(inputs, features);
        let boards = &boards[..game.players];
        self.fill_setup(game, state, observer, inputs);
        self.phase.fill(game, state, observer, inputs);
        self.table.fill(game, state, observer, boards, inputs);
        for distance in 0..game.players {
            let seat = (observer + distance) % game.players;
            self.seats[distance].fill_turns(game, state, seat, inputs);
            let outlook = Outlook {
                board: &boards[seat],
                shippable: loads[seat],
            };
            self.seats[distance].fill_outlook(game, state, observer, distance, outlook, inputs);
        }
    }

    /// Encodes the rules and the number of players.
    fn fill_setup(&self, game: &Ruleset, state: &State, observer: Seat, inputs: &mut impl Fill) {
        let told = &self.setup;
        told.players.fill(inputs, game.players - 2);
        told.rules.fill(inputs);
        if let Some(flag) = &told.everything_optional {
            flag.fill(inputs, true);
        }
        for building in Members(game.prices.changed) {
            // Networks receive the costs that options set as traits of the buildings.
            let dearer = f32::from(game.prices.costs[building]) - f32::from(game.costs[building]);
            told.dearer[building].fill(inputs, dearer);
        }
        let withheld = u64::from(game.forbidden_to(observer));
        told.withheld.fill_bits(inputs, withheld);
        // Scarce goods are distributed starting from this seat.
        if game.options.craftsman_by_seat {
            told.first_seat.fill(inputs, game.away(0, observer));
        }
        let rounds_left = game.options.round_cap.saturating_sub(state.round);
        told.rounds_left.fill(inputs, rounds_left);
    }
}

impl Ruleset {
    /// Returns the number of places by which a seat follows the observer in turn order.
    #[inline]
    fn away(&self, seat: u8, observer: Seat) -> usize {
        places_after(seat.into(), observer, self.players)
    }
}
