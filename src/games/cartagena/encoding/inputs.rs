//! Encoder: converts the information of one seat into network inputs.
//!
//! Seats are named relative to the observer, in turn order: `me`, `next1`, `next2` and so on. All numbers of
//! players, stories and modules share one layout. Inputs for components that are not in play stay off.

use super::features::FEATURE_NAMES;
use crate::cartagena::components::{SYMBOL_NAMES, SYMBOLS, TILE_NAMES};
use crate::cartagena::rules::cards::{Cards, Kind, all_kinds, is_black, kind_name, symbol};
use crate::cartagena::rules::options::{Options, Story};
use crate::cartagena::rules::path::MAX_SPACES;
use crate::cartagena::rules::ruleset::Ruleset;
use crate::cartagena::rules::state::{PHASE_NAMES, Phase, Pirates, State};
use crate::encoding::{Count, Counts, Flag, Flags, Inputs, Number, Numbers, bits, seat_names};
use crate::game::{MAX_SEATS, Seat, places_after};
use portolan_core::inputs;

/// Maximum number of pirates of a player.
const PIRATES: usize = 6;
/// Largest number of cards that has a separate flag.
const HAND: usize = 10;
/// Divisor for numbers up to about 100.
const LARGE: f32 = 50.0;
/// Rule options with an input.
const READINGS: [&str; 5] = [
    "sail_back_counts_jail",
    "sail_out_needs_own_aboard",
    "morgan_jail",
    "hook_pair_mixed",
    "parrot_power",
];

inputs! {
    /// Inputs for the rules and the number of players.
    struct SetupInputs {
        new(layout)
        fill(inputs, game: &Ruleset, observer: Seat) { let options = &game.options; }
        players: Flags = layout.flags("players", ["2", "3", "4", "5"]) => fill(game.players - 2);
        story: Flags = layout.flags("story", ["escape", "tortuga", "full-escape"])
            => fill(options.story as usize);
        modules: Flags = layout.flags("module", ["morgan", "hindrance", "black-magician"])
            => fill_bits(bits([options.morgan, options.hindrance, options.magician]));
        readings: Flags = layout.flags("reading", READINGS) => fill_bits(readings(options));
        my_powers: Flags = layout.flags("my power", SYMBOL_NAMES)
            => fill_bits(powers(options, observer));
        others_powers: Flags = layout.flags("others' power", SYMBOL_NAMES)
            => fill_bits(powers(options, (observer + 1) % game.players));
        pirates_each: Count = layout.count("pirates", PIRATES) => fill(options.pirates);
        strips: Count = layout.count("strips", 8) => fill(options.strips);
        island_strips: Count = layout.count("island strips", 5) => fill(options.island_strips);
    }
}

inputs! {
    /// Inputs for the pirates of one seat.
    struct PirateInputs {
        new(layout, seat: &str)
        fill(inputs, pirates: &Pirates, progress: u16)
        on: Flags = layout.flags(&format!("{seat} on"), spaces())
            => fill_bits(pirates.path.0[0] >> 1);
        two_on: Flags = layout.flags(&format!("2 {seat} on"), spaces())
            => fill_bits(pirates.path.0[1] >> 1);
        three_on: Flags = layout.flags(&format!("3 {seat} on"), spaces())
            => fill_bits(pirates.path.0[2] >> 1);
        start: Count = layout.count(&format!("{seat} at start"), PIRATES) => fill(pirates.start);
        aboard: Count = layout.count(&format!("{seat} aboard"), 3) => fill(pirates.aboard);
        home: Count = layout.count(&format!("{seat} home"), PIRATES) => fill(pirates.home);
        progress: Number = layout.number(&format!("{seat} progress"), LARGE) => fill(progress);
    }
}

inputs! {
    /// All inputs of the encoder.
    pub struct AllInputs {
        new(layout) {
            let seats = &seat_names::<MAX_SEATS>();
            let kinds: &Vec<String> = &all_kinds().map(kind_name).collect();
        }
        features: Numbers = layout.features(&FEATURE_NAMES, |_| 1.0);
        setup: SetupInputs = SetupInputs::new(layout);
        // The phases after the end of the game have no input because no seat decides in them.
        phase: Flags = layout.flags("phase", &PHASE_NAMES[..Phase::Won as usize]);
        active: Flags = layout.flags("turn of", seats);
        decides: Flags = layout.flags("decides", seats);
        other: Flags = layout.flags("concerned", seats);
        actions_left: Flags = layout.flags("actions left", ["0", "1", "2", "3"]);
        fresh: Flag = layout.flag("turn begins");
        acted: Flag = layout.flag("has acted");
        black_played: Flag = layout.flag("black card used");
        at_tortuga: Flag = layout.flag("sloop at tortuga");
        discarded: Flags = layout.flags("last discarded", kinds);
        turns: [Number; MAX_SEATS] =
            seats.each_ref().map(|seat| layout.number(&format!("{seat} turns"), LARGE));
        turns_left: Number = layout.number("turns before the cap", LARGE);
        spaces: [Flags; SYMBOLS] = SYMBOL_NAMES.map(|symbol| layout.flags(symbol, spaces()));
        crowd: [Flags; 3] =
            ["on space", "2 on space", "3 on space"].map(|name| layout.flags(name, spaces()));
        pirates: [PirateInputs; MAX_SEATS] =
            seats.each_ref().map(|seat| PirateInputs::new(layout, seat));
        hand: Counts = layout.counts("hand", kinds, 4);
        drawn: Counts = layout.counts("drawn", kinds, 2);
        known: Vec<Counts> =
            seats[1..].iter().map(|seat| layout.counts(&format!("{seat} has"), kinds, 2)).collect();
        known_together: Counts = layout.counts("others have", kinds, 2);
        hands: Vec<Count> =
            seats[1..].iter().map(|seat| layout.count(&format!("{seat} cards"), HAND)).collect();
        pile: Number = layout.number("pile", LARGE);
        discards: Numbers = layout.numbers("discarded", kinds, HAND as f32);
        top: [Flags; 3] =
            ["next card", "second card", "third card"].map(|name| layout.flags(name, kinds));
        unknown_top: Count = layout.count("cards put back", 3);
        top_of: Flags = layout.flags("put back by", seats);
        drawn_by_other: Count = layout.count("cards drawn by another", 6);
        chests: Flags = layout.flags("chest tile", spaces());
        closed_tiles: Counts = layout.counts("closed tiles", TILE_NAMES, 4);
    }
}

/// Returns labels for the spaces of the longest path.
fn spaces() -> impl Iterator<Item = String> {
    (1..=MAX_SPACES).map(|space| space.to_string())
}

/// Returns the rule options of [`READINGS`] that are on and affect the game, as bits.
fn readings(options: &Options) -> u64 {
    let sloop = options.story == Story::FullEscape;
    bits([
        options.sail_back_counts_jail && sloop,
        options.sail_out_needs_own_aboard && sloop,
        options.morgan_jail && options.morgan,
        options.hook_pair_mixed && options.magician,
        options.parrot_power && options.magician,
    ])
}

/// Returns the powers that a seat can use, as bits.
fn powers(options: &Options, seat: Seat) -> u64 {
    let limited = options.powers_for.is_none_or(|only| only == seat);
    let powers = options
        .powers
        .map(|power| options.magician && (power || !limited));
    bits(powers)
}

/// Returns the index of a kind. Ordinary cards come first.
fn index(kind: Kind) -> usize {
    usize::from(symbol(kind)) + SYMBOLS * usize::from(is_black(kind))
}

fn fill_cards(inputs: &mut Inputs, counts: &Counts, cards: &Cards) {
    for kind in cards.kinds() {
        counts[index(kind)].fill(inputs, cards.of(kind));
    }
}

impl AllInputs {
    /// Encodes the information of `observer`. Skips each part that is unchanged since `before`.
    pub fn fill(
        &self,
        game: &Ruleset,
        state: &State,
        observer: Seat,
        before: Option<&State>,
        inputs: &mut Inputs,
    ) {
        // The rules are equal in all games of a set-up, but the strips differ from game to game.
        let same = before.is_some_and(|before| before.symbols == state.symbols);
        inputs.part(same, |inputs| {
            self.setup.fill(inputs, game, observer);
            for (symbol, &spaces) in self.spaces.iter().zip(&state.symbols) {
                symbol.fill_bits(inputs, spaces >> 1);
            }
        });
        // The network adds up the inputs of a part again only if they have changed, so small parts save time.
        inputs.part(false, |inputs| {
            self.fill_situation(game, state, observer, inputs)
        });
        inputs.part(false, |inputs| {
            for (flags, spaces) in self.crowd.iter().zip(state.crowd.0) {
                flags.fill_bits(inputs, spaces >> 1);
            }
            self.chests.fill_bits(inputs, state.chests >> 1);
        });
        for distance in 0..game.players {
            let seat = (observer + distance) % game.players;
            inputs.part(false, |inputs| {
                self.turns[distance].fill(inputs, state.turns[seat]);
                let progress = game.progress(state, seat);
                self.pirates[distance].fill(inputs, &state.pirates[seat], progress);
            });
        }
        inputs.part(false, |inputs| {
            self.fill_cards(game, state, observer, inputs)
        });
        inputs.part(false, |inputs| {
            self.fill_piles(game, state, observer, inputs)
        });
    }

    /// Encodes the features and the current decision.
    fn fill_situation(&self, game: &Ruleset, state: &State, observer: Seat, inputs: &mut Inputs) {
        let away = |seat: Seat| places_after(seat, observer, game.players);
        let mut features = [0.0; FEATURE_NAMES.len()];
        game.fill_features(state, observer, &mut features);
        self.features.fill(inputs, features);

        if let Some(decides) = state.decides() {
            self.phase.fill(inputs, state.phase as usize);
            self.decides.fill(inputs, away(decides));
            self.active.fill(inputs, away(Seat::from(state.active)));
            self.actions_left.fill(inputs, state.actions_left);
        }
        match state.phase {
            Phase::Pistol | Phase::RumGive => {
                self.other.fill(inputs, away(Seat::from(state.other)))
            }
            Phase::Hindrance => self.discarded.fill(inputs, index(state.discarded)),
            _ => {}
        }
        self.fresh.fill(inputs, state.fresh);
        self.acted.fill(inputs, state.acted);
        self.black_played.fill(inputs, state.black_played);
        self.at_tortuga.fill(inputs, state.at_tortuga);

        let turns = state.turns[..game.players].iter().max();
        let turns_left =
            game.options.turn_cap - turns.copied().unwrap_or(0).min(game.options.turn_cap);
        self.turns_left.fill(inputs, turns_left);
    }

    /// Encodes the hands, as far as the observer knows them.
    fn fill_cards(&self, game: &Ruleset, state: &State, observer: Seat, inputs: &mut Inputs) {
        fill_cards(inputs, &self.hand, &state.hands[observer]);
        let knowledge = &state.knowledge[observer];
        for other in 1..game.players {
            let seat = (observer + other) % game.players;
            self.hands[other - 1].fill(inputs, state.hands[seat].len());
            fill_cards(inputs, &self.known[other - 1], &knowledge.hands[seat]);
        }
        fill_cards(inputs, &self.known_together, &knowledge.together);
    }

    /// Encodes the pile, the discards and the drawn cards, as far as the observer knows them.
    fn fill_piles(&self, game: &Ruleset, state: &State, observer: Seat, inputs: &mut Inputs) {
        self.pile.fill(inputs, state.pile.len());
        for kind in state.discards.kinds() {
            self.discards[index(kind)].fill(inputs, state.discards.of(kind));
        }
        if observer == Seat::from(state.active) {
            fill_cards(inputs, &self.drawn, &state.drawn);
        } else {
            self.drawn_by_other.fill(inputs, state.drawn.len());
        }
        let top = &state.top[..usize::from(state.top_len)];
        let owner = Seat::from(state.top_known_to);
        if owner == observer {
            for (flags, &card) in self.top.iter().zip(top.iter().rev()) {
                flags.fill(inputs, index(card));
            }
        } else {
            self.unknown_top.fill(inputs, top.len());
        }
        if !top.is_empty() {
            let distance = places_after(owner, observer, game.players);
            self.top_of.fill(inputs, distance);
        }
        self.closed_tiles.fill(inputs, state.closed_tiles);
    }
}
