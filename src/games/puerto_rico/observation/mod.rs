//! What a seat knows, as inputs of a network.
//!
//! Seats are told from the observer on, in turn order: `me`, `next1`, `next2` … One layout serves every
//! number of players, profile and house rule; what is not in play stays off.
//!
//! Beside what lies on the table stand the numbers that a player reads off at once: what a seat produces,
//! what it could sell and ship, what large buildings bring it, how near the end is. While colonists are
//! being placed, they count as if a rule of thumb placed the others, as the features do.

mod blocks;
mod phase;
mod seats;
mod table;

use super::components::BUILDING_IDS;
use super::features::FEATURE_NAMES;
use super::options::Options;
use super::outlook::{shippable, staffed_for};
use super::ruleset::Ruleset;
use super::state::{Members, State};
use crate::game::{MAX_SEATS, Seat};
use crate::observation::{ChangedRules, Fill, Flag, Flags, Layout, Number, seat_names};
use crate::options::Choice;
use phase::{PRODUCE, PhaseInputs};
use seats::{Outlook, SeatInputs};
use table::TableInputs;

/// Rules that options change and that have an input in every game; it is on if the rule is not as the rulebook has it.
/// Other ones have an input where they hold.
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

/// How the names of their inputs begin.
const CHANGED: &str = "changed";

/// By how much a feature is divided.
fn feature_scale(name: &str) -> f32 {
    match name {
        "chips" | "buildings" | "colonists" | "rival_score" | "others_score" => 20.0,
        "bonus" | "bonus_waiting" | "doubloons" | "doubloons_above_10" | "others_doubloons"
        | "tiles" | "vacant" | "shippable" | "pending_vp" | "others_pending_vp" => 10.0,
        _ => 5.0,
    }
}

/// The rules that are not as the rulebook has them. The profile shows in them; [`EVERYTHING_OPTIONAL`] has a flag of
/// its own.
fn changed_rules(options: &Options) -> Vec<String> {
    let told =
        |choice: &Choice| !choice.is_default && choice.name != "profile" && choice.word != "all";
    let changed = options.choices().into_iter().filter(told);
    changed.map(|choice| choice.name.to_string()).collect()
}

/// What is played.
#[derive(Clone, Debug)]
struct SetupInputs {
    players: Flags,
    rules: ChangedRules,
    dearer: Vec<Number>,
    first_seat: Flags,
    rounds_left: Number,
    /// PR-A31; only in games with that option.
    everything_optional: Option<Flag>,
}

/// See [`SetupInputs::everything_optional`].
const EVERYTHING_OPTIONAL: &str = "changed:everything optional";

/// Where everything is told.
#[derive(Clone, Debug)]
pub struct AllInputs {
    layout: Layout,
    features: Vec<Number>,
    setup: SetupInputs,
    phase: PhaseInputs,
    table: TableInputs,
    seats: [SeatInputs; MAX_SEATS],
}

impl SetupInputs {
    fn new(layout: &mut Layout, seats: &[String], options: &Options) -> SetupInputs {
        let everything_optional = options.everything_optional;
        SetupInputs {
            players: layout.flags("players", ["2", "3", "4", "5"]),
            rules: ChangedRules::new(layout, CHANGED, &RULES, &changed_rules(options)),
            dearer: BUILDING_IDS
                .map(|id| layout.number(&format!("dearer:{id}"), 2.0))
                .to_vec(),
            first_seat: layout.flags("first seat", seats),
            rounds_left: layout.number("rounds before the cap", 50.0),
            everything_optional: everything_optional.then(|| layout.flag(EVERYTHING_OPTIONAL)),
        }
    }
}

impl AllInputs {
    /// The inputs, for a game with these options.
    pub fn new(options: &Options) -> AllInputs {
        let mut layout = Layout::default();
        let seats = seat_names::<MAX_SEATS>();
        AllInputs {
            features: (FEATURE_NAMES.iter())
                .map(|name| layout.number(&format!("feature:{name}"), feature_scale(name)))
                .collect(),
            setup: SetupInputs::new(&mut layout, &seats, options),
            phase: PhaseInputs::new(&mut layout, &seats, options.everything_optional),
            table: TableInputs::new(&mut layout, &seats),
            seats: seats
                .each_ref()
                .map(|seat| SeatInputs::new(&mut layout, seat)),
            layout,
        }
    }

    /// Whether an input is there only in games with some option.
    pub fn is_of_some_games(name: &str) -> bool {
        ChangedRules::is_of_some_games(CHANGED, &RULES, name) || name == PRODUCE
    }

    /// Names of the inputs.
    pub fn names(&self) -> &[String] {
        self.layout.names()
    }
}

impl AllInputs {
    /// Fills in what `observer` knows. The board of a seat is left out if it is as it was in the position before, if
    /// there is one.
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
        for (number, value) in self.features.iter().zip(features) {
            number.fill(inputs, value);
        }
        let boards = &boards[..game.players];
        self.fill_setup(game, state, observer, inputs);
        self.phase.fill(game, state, observer, inputs);
        self.table.fill_roles(game, state, observer, inputs);
        self.table.fill_table(game, state, observer, boards, inputs);
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

    /// What is played.
    fn fill_setup(&self, game: &Ruleset, state: &State, observer: Seat, inputs: &mut impl Fill) {
        let told = &self.setup;
        told.players.fill(inputs, game.players - 2);
        told.rules.fill(inputs);
        if let Some(flag) = &told.everything_optional {
            flag.fill(inputs, true);
        }
        for building in Members(game.prices.changed) {
            let printed = game.components.buildings[building].cost;
            let dearer = f32::from(game.prices.costs[building]) - f32::from(printed);
            told.dearer[building].fill(inputs, dearer);
        }
        // Goods that run short are handed out from there on.
        if game.options.craftsman_by_seat {
            told.first_seat.fill(inputs, game.away(0, observer));
        }
        let rounds_left = game.options.round_cap.saturating_sub(state.round);
        told.rounds_left.fill(inputs, rounds_left);
    }
}

impl Ruleset {
    /// Places after another seat in turn order.
    #[inline]
    fn away(&self, seat: u8, observer: Seat) -> usize {
        let seat = usize::from(seat);
        match seat < observer {
            true => seat + self.players - observer,
            false => seat - observer,
        }
    }
}
