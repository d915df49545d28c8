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
use crate::encoding::{ChangedRules, Flags, Inputs, Numbers, seat_names};
use crate::endeavor::components::{
    BUILDINGS, Components, DECKS, SIDE_NAMES, START_SIDES, TOKENS, deck_name, deck_start,
};
use crate::endeavor::rules::options::Options;
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::state::{NEUTRAL, State};
use crate::game::{MAX_SEATS, Seat, places_after};
use blocks::{OWNERS, SiteNumbers, ids};
use phase::PhaseInputs;
use portolan_core::inputs;
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

/// Prefix of the names of the inputs for rule options.
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

inputs! {
    /// Inputs for the rules and the number of players.
    struct SetupInputs {
        new(layout, seats: &[String; MAX_SEATS], kinds: &[&str], options: &Options) {
            let decks = || (0..DECKS).map(|deck| format!("deck {}", deck_name(deck)));
            let things = || kinds.iter().map(|kind| kind.to_string()).chain(decks());
        }
        players: Flags = layout.flags("players", ["2", "3", "4", "5"]);
        side: Flags = layout.flags("side", SIDE_NAMES);
        rules: ChangedRules = ChangedRules::new(layout, CHANGED, &RULES, &changed_rules(options));
        barred: [Flags; MAX_SEATS] =
            seats.each_ref().map(|seat| layout.flags(&format!("{seat} barred"), things()));
    }
}

inputs! {
    /// All inputs of the encoder.
    pub struct AllInputs {
        new(layout, components: &Components, options: &Options) {
            let seats = &seat_names::<MAX_SEATS>();
            let mut owners = seat_names::<OWNERS>();
            owners[NEUTRAL] = "fleets".to_string();
            let kinds = &ids(&components.buildings, |building| &building.id);
            let sites = &components.site_ids();
            let board_spaces = Spaces::new(components, options.side);
        }
        /// Components that each seat may not take (see [`barred`]).
        barred: [u64; MAX_SEATS] = std::array::from_fn(|seat| barred(options, seat));
        sites: SiteNumbers = components.site_numbers(options.side);
        /// Index of the space of each token.
        spaces: [u16; TOKENS] = board_spaces.of_token;
        features: Numbers = layout.features(&FEATURE_NAMES, feature_scale);
        setup: SetupInputs = SetupInputs::new(layout, seats, kinds, options);
        phase: PhaseInputs = PhaseInputs::new(layout, seats, kinds);
        table: TableInputs = TableInputs::new(layout, components, &owners, &board_spaces.names);
        discs: [DiscInputs; OWNERS] = (owners.each_ref()).map(|owner| {
            layout.prefixed(&format!("{owner} "), |layout| DiscInputs::new(layout, sites))
        });
        seats: [SeatInputs; MAX_SEATS] = (seats.each_ref()).map(|seat| {
            layout.prefixed(&format!("{seat} "), |layout| SeatInputs::new(layout, components))
        });
    }
}

impl AllInputs {
    /// Returns true if an input exists only in games with certain options.
    pub fn is_of_some_games(name: &str) -> bool {
        ChangedRules::is_of_some_games(CHANGED, &RULES, name)
    }

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
                self.discs[distance].fill(inputs, player, &self.sites);
                self.seats[distance].fill_board(player, inputs);
            });
        }
        if game.options.silent_fleets {
            inputs.part(same_owner(NEUTRAL), |inputs| {
                self.discs[NEUTRAL].fill(inputs, &state.players[NEUTRAL], &self.sites);
            });
        }
        inputs.part(false, |inputs| {
            let mut features = [0.0; FEATURE_NAMES.len()];
            game.fill_features(state, observer, &mut features);
            self.features.fill(inputs, features);
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
    /// Returns the number of places by which an owner follows the observer in turn order. The silent fleets come last.
    #[inline]
    fn away(&self, owner: usize, observer: Seat) -> usize {
        match owner {
            NEUTRAL => NEUTRAL,
            seat => places_after(seat, observer, self.players),
        }
    }
}
