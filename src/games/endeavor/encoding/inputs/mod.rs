//! Encoder: converts the information of one seat into network inputs. This game has no hidden information.
//!
//! Seats are named relative to the observer, in turn order: `me`, `next1`, `next2` and so on; the silent fleets are
//! `fleets`. Both sides of the board, all numbers of players and all options share one layout, which contains the ids
//! of the sites and links on both sides. An input for a token on a space is named `TOKEN:SPACE`, for example
//! `culture:london`.
//!
//! The positions of tiles on the coast and the sources of attribute icons have no inputs because they never matter.

mod blocks;
mod phase;
mod seats;
mod spaces;
mod table;

use super::features::FEATURE_NAMES;
use crate::encoding::{ChangedRules, Flags, Inputs, Layout, Number, seat_names};
use crate::endeavor::components::{
    BUILDINGS, Components, DECKS, SIDE_NAMES, START_SIDES, TOKENS, deck_name, deck_start,
};
use crate::endeavor::rules::options::Options;
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::state::{NEUTRAL, State};
use crate::game::{MAX_SEATS, Seat};
use blocks::{OWNERS, SiteNumbers, ids};
use phase::PhaseInputs;
use seats::{DiscInputs, SeatInputs};
use spaces::Spaces;
use table::TableInputs;

/// Rule options with an input that is on if the option differs from the default.
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

/// Prefix of the names of these inputs.
const CHANGED: &str = "changed";

/// Returns the divisor that scales a feature.
fn feature_scale(name: &str) -> f32 {
    match name {
        "score" | "attributes" | "rival_score" | "others_score" => 30.0,
        "industry_ahead" | "growth_ahead" | "payments_ahead" | "spaces_ahead" => 15.0,
        "industry" | "culture" | "wealth" | "influence" | "harbor" | "harbor_ahead" => 10.0,
        _ => 5.0,
    }
}

/// Returns the names of the options that differ from their defaults.
fn changed_rules(options: &Options) -> Vec<String> {
    let choices = options.choices().into_iter();
    let changed = choices.filter(|choice| !choice.is_default);
    changed.map(|choice| choice.name.to_string()).collect()
}

/// Returns the components that a seat may not take, as a set: kinds of building, then decks.
fn barred(options: &Options, seat: Seat) -> u64 {
    let kinds = u64::from(!options.may_build[seat]) & ((1 << BUILDINGS) - 1);
    let decks = (0..DECKS).filter(|&deck| options.may_draw[seat] >> deck_start(deck) & 1 == 0);
    decks.fold(kinds, |set, deck| set | 1 << (BUILDINGS + deck))
}

/// Inputs for the rules and the number of players.
#[derive(Clone, Debug)]
struct SetupInputs {
    players: Flags,
    side: Flags,
    rules: ChangedRules,
    barred: [Flags; MAX_SEATS],
}

/// All inputs of the encoder.
#[derive(Clone, Debug)]
pub struct AllInputs {
    layout: Layout,
    /// Components that each seat may not take (see [`barred`]).
    barred: [u64; MAX_SEATS],
    sites: SiteNumbers,
    /// Index of the space of each token.
    spaces: [u16; TOKENS],
    features: Vec<Number>,
    setup: SetupInputs,
    phase: PhaseInputs,
    table: TableInputs,
    discs: [DiscInputs; OWNERS],
    seats: [SeatInputs; MAX_SEATS],
}

impl SetupInputs {
    fn new(
        layout: &mut Layout,
        seats: &[String; MAX_SEATS],
        kinds: &[&str],
        options: &Options,
    ) -> SetupInputs {
        let decks = || (0..DECKS).map(|deck| format!("deck {}", deck_name(deck)));
        let things = || kinds.iter().map(|kind| kind.to_string()).chain(decks());
        SetupInputs {
            players: layout.flags("players", ["2", "3", "4", "5"]),
            side: layout.flags("side", SIDE_NAMES),
            rules: ChangedRules::new(layout, CHANGED, &RULES, &changed_rules(options)),
            barred: seats
                .each_ref()
                .map(|seat| layout.flags(&format!("{seat} barred"), things())),
        }
    }
}

impl AllInputs {
    /// Creates the inputs for a game with these components and options.
    pub fn new(components: &Components, options: &Options) -> AllInputs {
        let mut layout = Layout::default();
        let seats = seat_names::<MAX_SEATS>();
        let mut owners = seat_names::<OWNERS>();
        owners[NEUTRAL] = "fleets".to_string();
        let kinds = ids(&components.buildings, |building| &building.id);
        let sites = components.site_ids();
        let spaces = Spaces::new(components, options.side);
        AllInputs {
            barred: std::array::from_fn(|seat| barred(options, seat)),
            sites: SiteNumbers(components.site_numbers(options.side)),
            spaces: spaces.of_token,
            features: (FEATURE_NAMES.iter())
                .map(|name| layout.number(&format!("feature:{name}"), feature_scale(name)))
                .collect(),
            setup: SetupInputs::new(&mut layout, &seats, &kinds, options),
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

    /// Returns true if an input exists only in games with certain options.
    pub fn is_of_some_games(name: &str) -> bool {
        ChangedRules::is_of_some_games(CHANGED, &RULES, name)
    }

    /// Returns the names of the inputs.
    pub fn names(&self) -> &[String] {
        self.layout.names()
    }
}

impl AllInputs {
    /// Encodes the information of `observer`. Skips tokens, tracks and the possessions of each seat or the silent
    /// fleets if they are unchanged since `before`.
    pub fn fill(
        &self,
        game: &Ruleset,
        state: &State,
        observer: Seat,
        before: Option<&State>,
        inputs: &mut Inputs,
    ) {
        let same_owner = |owner: usize| {
            before.is_some_and(|before| before.players[owner] == state.players[owner])
        };
        let same_tracks = before.is_some_and(|before| {
            before.open == state.open
                && before.shipped == state.shipped
                && before.track == state.track
        });
        let same_tokens = before.is_some_and(|before| {
            before.shipped == state.shipped
                && before.taken == state.taken
                && before.link_tokens == state.link_tokens
                && before.tokens == state.tokens
        });
        inputs.part(false, |inputs| self.fill_setup(game, observer, inputs));
        inputs.part(same_tokens, |inputs| {
            self.table.fill_tokens(game, state, &self.spaces, inputs);
        });
        inputs.part(same_tracks, |inputs| {
            self.table.fill_regions(game, state, observer, inputs);
        });
        inputs.part(false, |inputs| {
            self.table
                .fill_cards(game, state, observer, &self.sites, inputs);
        });
        for distance in 0..game.players {
            let seat = (observer + distance) % game.players;
            inputs.part(same_owner(seat), |inputs| {
                let player = &state.players[seat];
                self.discs[distance].fill(player, &self.sites, inputs);
                self.seats[distance].fill_board(player, inputs);
            });
        }
        if game.options.silent_fleets {
            inputs.part(same_owner(NEUTRAL), |inputs| {
                self.discs[NEUTRAL].fill(&state.players[NEUTRAL], &self.sites, inputs);
            });
        }
        inputs.part(false, |inputs| {
            let mut features = [0.0; FEATURE_NAMES.len()];
            game.fill_features(state, observer, &mut features);
            for (number, value) in self.features.iter().zip(features) {
                number.fill(inputs, value);
            }
            self.phase.fill(game, state, observer, inputs);
            for distance in 0..game.players {
                let seat = (observer + distance) % game.players;
                self.seats[distance].fill_score(game, state, seat, inputs);
            }
        });
    }

    /// Encodes the rules and the number of players.
    fn fill_setup(&self, game: &Ruleset, observer: Seat, inputs: &mut Inputs) {
        self.setup.players.fill(inputs, game.players - 2);
        self.setup.side.fill(inputs, game.options.side);
        self.setup.rules.fill(inputs);
        for distance in 0..game.players {
            let seat = (observer + distance) % game.players;
            let withheld = u64::from(game.forbidden[seat].0 >> START_SIDES);
            self.setup.barred[distance].fill_bits(inputs, self.barred[seat] | withheld);
        }
    }
}

impl Ruleset {
    /// Returns the distance of an owner from the observer in turn order. The silent fleets come after all seats.
    #[inline]
    fn away(&self, owner: usize, observer: Seat) -> usize {
        match owner {
            NEUTRAL => NEUTRAL,
            seat if seat < observer => seat + self.players - observer,
            seat => seat - observer,
        }
    }
}
