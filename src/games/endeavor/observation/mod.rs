//! What a seat knows, as inputs of a network. Nothing is hidden in this game.
//!
//! Seats are told from the observer on, in turn order: `me`, `next1`, `next2` …; the silent fleets are
//! `fleets`. One layout serves both sides of the board, all numbers of players and all options: sites
//! and links have the ids of both sides. What lies on a space is `TOKEN:SPACE`, such as `culture:london`.
//!
//! Which tile is where on the coast, and how the icons of an attribute came about, are not told: nothing
//! depends on it.

mod phase;
mod seats;
mod spaces;
mod table;

use super::Endeavor;
use super::components::{BUILDINGS, Bits, Components, DECKS, Sites, deck_name, deck_start};
use super::features::FEATURE_NAMES;
use super::options::Options;
use super::state::{MAX_SITES, NEUTRAL, State, TOKENS};
use crate::game::{MAX_SEATS, Seat};
use crate::observation::{Flags, Inputs, Layout, Number, seat_names};
use phase::PhaseInputs;
use seats::{DiscInputs, SeatInputs};
use spaces::Spaces;
use table::TableInputs;

/// Rules that options change; an input is on if the rule is not the ordinary one.
const RULES: [&str; 8] = [
    "silent_fleets",
    "restricted_occupation",
    "react_to_tokens",
    "scarce_buildings",
    "reaction_choice",
    "build_fallback",
    "limit_read",
    "abolition",
];

/// Those who have discs: the seats and the silent fleets.
const OWNERS: usize = MAX_SEATS + 1;

/// By how much a feature is divided.
fn feature_scale(name: &str) -> f32 {
    match name {
        "score" | "attributes" | "rival_score" | "others_score" => 30.0,
        "industry_ahead" | "growth_ahead" | "payments_ahead" | "spaces_ahead" => 15.0,
        "industry" | "culture" | "wealth" | "influence" | "harbor" | "harbor_ahead" => 10.0,
        _ => 5.0,
    }
}

/// The rules that are not the ordinary ones, as a set.
fn changed_rules(options: &Options) -> u64 {
    let changed = [
        options.silent_fleets,
        options.restricted_occupation,
        !options.react_to_tokens,
        options.scarce_buildings,
        options.effective_reactions,
        !options.build_fallback,
        options.limit_once,
        !options.abolition,
    ];
    let changed = changed.into_iter().enumerate();
    changed.fold(0, |set, (rule, on)| set | u64::from(on) << rule)
}

/// What is barred to a seat, as a set: kinds of building, then decks.
fn barred(options: &Options, seat: Seat) -> u64 {
    let kinds = u64::from(!options.may_build[seat]) & ((1 << BUILDINGS) - 1);
    let decks = (0..DECKS).filter(|&deck| options.may_draw[seat] >> deck_start(deck) & 1 == 0);
    decks.fold(kinds, |set, deck| set | 1 << (BUILDINGS + deck))
}

/// What is played.
#[derive(Clone, Debug)]
struct SetupInputs {
    players: Flags,
    side: Flags,
    rules: Flags,
    barred: [Flags; MAX_SEATS],
}

/// Where everything is told.
#[derive(Clone, Debug)]
pub struct AllInputs {
    layout: Layout,
    /// Rules that are not the ordinary ones.
    changed_rules: u64,
    /// By seat: what is barred to it.
    barred: [u64; MAX_SEATS],
    /// By site of the side in play: its number among the ids of both sides.
    site_numbers: [u8; MAX_SITES],
    /// By token: where it lies.
    spaces: [u16; TOKENS],
    features: Vec<Number>,
    setup: SetupInputs,
    phase: PhaseInputs,
    table: TableInputs,
    discs: [DiscInputs; OWNERS],
    seats: [SeatInputs; MAX_SEATS],
}

impl SetupInputs {
    fn new(layout: &mut Layout, seats: &[String; MAX_SEATS], kinds: &[&str]) -> SetupInputs {
        let decks = || (0..DECKS).map(|deck| format!("deck {}", deck_name(deck)));
        let things = || kinds.iter().map(|kind| kind.to_string()).chain(decks());
        SetupInputs {
            players: layout.flags("players", ["2", "3", "4", "5"]),
            side: layout.flags("side", ["A", "B"]),
            rules: layout.flags("changed", RULES),
            barred: seats
                .each_ref()
                .map(|seat| layout.flags(&format!("{seat} barred"), things())),
        }
    }
}

/// The ids of some components.
fn ids<T>(components: &[T], id: impl Fn(&T) -> &String) -> Vec<&str> {
    components.iter().map(|one| id(one).as_str()).collect()
}

impl AllInputs {
    /// The inputs, for a game with these components and options.
    pub fn new(components: &Components, options: &Options) -> AllInputs {
        let mut layout = Layout::default();
        let seats = seat_names::<MAX_SEATS>();
        let mut owners = seat_names::<OWNERS>();
        owners[NEUTRAL] = "fleets".to_string();
        let kinds = ids(&components.buildings, |building| &building.id);
        let sites = components.site_ids();
        let spaces = Spaces::new(components, options.side);
        AllInputs {
            changed_rules: changed_rules(options),
            barred: std::array::from_fn(|seat| barred(options, seat)),
            site_numbers: components.site_numbers(options.side),
            spaces: spaces.of_token,
            features: (FEATURE_NAMES.iter())
                .map(|name| layout.number(&format!("feature:{name}"), feature_scale(name)))
                .collect(),
            setup: SetupInputs::new(&mut layout, &seats, &kinds),
            phase: PhaseInputs::new(&mut layout, &seats, &kinds),
            table: TableInputs::new(&mut layout, components, &owners, &spaces.names),
            discs: owners
                .each_ref()
                .map(|owner| DiscInputs::new(&mut layout, owner, &sites)),
            seats: seats
                .each_ref()
                .map(|seat| SeatInputs::new(&mut layout, components, seat)),
            layout,
        }
    }

    /// Names of the inputs.
    pub fn names(&self) -> &[String] {
        self.layout.names()
    }
}

impl Endeavor {
    /// Fills what `observer` knows.
    pub(super) fn fill_observation(&self, state: &State, observer: Seat, inputs: &mut Inputs) {
        let told = &*self.observation;
        let mut features = [0.0; FEATURE_NAMES.len()];
        self.fill_features(state, observer, &mut features);
        for (number, value) in told.features.iter().zip(features) {
            number.fill(inputs, value);
        }
        self.fill_phase(state, observer, inputs);
        self.fill_tokens(state, inputs);
        self.fill_regions(state, observer, inputs);
        self.fill_cards(state, observer, inputs);
        told.setup.players.fill(inputs, self.players - 2);
        told.setup.side.fill(inputs, self.options.side);
        told.setup.rules.fill_bits(inputs, told.changed_rules);
        for distance in 0..self.players {
            let seat = (observer + distance) % self.players;
            told.setup.barred[distance].fill_bits(inputs, told.barred[seat]);
            self.fill_discs(&state.players[seat], &told.discs[distance], inputs);
            self.fill_seat(state, seat, &told.seats[distance], inputs);
        }
        if self.options.silent_fleets {
            self.fill_discs(&state.players[NEUTRAL], &told.discs[NEUTRAL], inputs);
        }
    }

    /// Places after the observer in turn order; the silent fleets come after all seats.
    #[inline]
    fn away(&self, owner: usize, observer: Seat) -> usize {
        match owner {
            NEUTRAL => NEUTRAL,
            seat if seat < observer => seat + self.players - observer,
            seat => seat - observer,
        }
    }

    /// Turns on the flags of some sites.
    #[inline]
    fn fill_sites(&self, flags: &Flags, sites: Sites, inputs: &mut Inputs) {
        for site in Bits(sites) {
            flags.fill(inputs, self.observation.site_numbers[site]);
        }
    }
}
