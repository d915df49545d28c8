//! Encoder: converts the information of one seat into network inputs.
//!
//! Seats are named relative to the observer, in turn order: `me`, `next1`, `next2` and so on. All numbers of
//! players, stories and modules share one layout. Inputs for components that are not in play stay off.

use super::features::FEATURE_NAMES;
use crate::cartagena::components::{SYMBOL_NAMES, SYMBOLS, TILE_NAMES};
use crate::cartagena::rules::cards::{Cards, Kind, all_kinds, kind_name};
use crate::cartagena::rules::options::Story;
use crate::cartagena::rules::path::MAX_SPACES;
use crate::cartagena::rules::ruleset::Ruleset;
use crate::cartagena::rules::state::{PHASE_NAMES, Phase, Pirates, State};
use crate::encoding::{Count, Flag, Flags, Inputs, Layout, Number, seat_names};
use crate::game::{MAX_SEATS, Seat};

/// Maximum number of pirates of a player.
const PIRATES: usize = 6;
/// Largest number of cards with a flag of its own.
const HAND: usize = 10;
/// Divisor for numbers up to about 100.
const LARGE: f32 = 50.0;

/// Inputs for the pirates of one seat.
#[derive(Clone, Debug)]
struct PirateInputs {
    /// Spaces with at least one, at least two, and three pirates.
    on: [Flags; 3],
    start: Count,
    aboard: Count,
    home: Count,
    progress: Number,
}

/// All inputs of the encoder.
#[derive(Clone, Debug)]
pub struct AllInputs {
    layout: Layout,
    features: Vec<Number>,
    players: Flags,
    story: Flags,
    modules: Flags,
    readings: Flags,
    powers: [Flags; 2],
    pirates_each: Count,
    strips: Count,
    island_strips: Count,
    phase: Flags,
    active: Flags,
    decides: Flags,
    other: Flags,
    actions_left: Flags,
    fresh: Flag,
    acted: Flag,
    black_played: Flag,
    at_tortuga: Flag,
    discarded: Flags,
    turns: [Number; MAX_SEATS],
    turns_left: Number,
    spaces: [Flags; SYMBOLS],
    crowd: [Flags; 3],
    pirates: [PirateInputs; MAX_SEATS],
    hand: Vec<Count>,
    drawn: Vec<Count>,
    known: [Vec<Count>; MAX_SEATS - 1],
    known_together: Vec<Count>,
    hands: [Count; MAX_SEATS - 1],
    pile: Number,
    discards: Vec<Number>,
    top: [Flags; 3],
    unknown_top: Count,
    top_of: Flags,
    drawn_by_other: Count,
    chests: Flags,
    closed_tiles: Vec<Count>,
}

impl Default for AllInputs {
    fn default() -> Self {
        let mut layout = Layout::default();
        let seats = seat_names::<MAX_SEATS>();
        let kinds: Vec<String> = all_kinds().map(kind_name).collect();
        let spaces: Vec<String> = (1..=MAX_SPACES).map(|space| space.to_string()).collect();
        let at_least = |what: &str| ["", "2 ", "3 "].map(|number| format!("{number}{what}"));
        AllInputs {
            features: (FEATURE_NAMES.iter())
                .map(|name| layout.number(&format!("feature:{name}"), 1.0))
                .collect(),
            players: layout.flags("players", ["2", "3", "4", "5"]),
            story: layout.flags("story", ["escape", "tortuga", "full-escape"]),
            modules: layout.flags("module", ["morgan", "hindrance", "black-magician"]),
            readings: layout.flags(
                "reading",
                [
                    "sail_back_counts_jail",
                    "sail_out_needs_own_aboard",
                    "morgan_jail",
                    "hook_pair_mixed",
                    "parrot_power",
                ],
            ),
            powers: ["my power", "others' power"].map(|name| layout.flags(name, SYMBOL_NAMES)),
            pirates_each: layout.count("pirates", PIRATES),
            strips: layout.count("strips", 8),
            island_strips: layout.count("island strips", 5),
            // The phases after the end of the game have no input because no seat decides in them.
            phase: layout.flags("phase", &PHASE_NAMES[..Phase::Won as usize]),
            active: layout.flags("turn of", &seats),
            decides: layout.flags("decides", &seats),
            other: layout.flags("concerned", &seats),
            actions_left: layout.flags("actions left", ["0", "1", "2", "3"]),
            fresh: layout.flag("turn begins"),
            acted: layout.flag("has acted"),
            black_played: layout.flag("black card used"),
            at_tortuga: layout.flag("sloop at tortuga"),
            discarded: layout.flags("last discarded", &kinds),
            turns: seats
                .each_ref()
                .map(|seat| layout.number(&format!("{seat} turns"), LARGE)),
            turns_left: layout.number("turns before the cap", LARGE),
            spaces: SYMBOL_NAMES.map(|symbol| layout.flags(symbol, &spaces)),
            crowd: at_least("on space").map(|name| layout.flags(&name, &spaces)),
            pirates: seats.each_ref().map(|seat| PirateInputs {
                on: at_least(&format!("{seat} on")).map(|name| layout.flags(&name, &spaces)),
                start: layout.count(&format!("{seat} at start"), PIRATES),
                aboard: layout.count(&format!("{seat} aboard"), 3),
                home: layout.count(&format!("{seat} home"), PIRATES),
                progress: layout.number(&format!("{seat} progress"), LARGE),
            }),
            hand: layout.counts("hand", &kinds, 4),
            drawn: layout.counts("drawn", &kinds, 2),
            known: std::array::from_fn(|other| {
                layout.counts(&format!("{} has", seats[other + 1]), &kinds, 2)
            }),
            known_together: layout.counts("others have", &kinds, 2),
            hands: std::array::from_fn(|other| {
                layout.count(&format!("{} cards", seats[other + 1]), HAND)
            }),
            pile: layout.number("pile", LARGE),
            discards: kinds
                .iter()
                .map(|kind| layout.number(&format!("discarded:{kind}"), HAND as f32))
                .collect(),
            top: ["next card", "second card", "third card"].map(|name| layout.flags(name, &kinds)),
            unknown_top: layout.count("cards put back", 3),
            top_of: layout.flags("put back by", &seats),
            drawn_by_other: layout.count("cards drawn by another", 6),
            chests: layout.flags("chest tile", &spaces),
            closed_tiles: layout.counts("closed tiles", TILE_NAMES, 4),
            layout,
        }
    }
}

impl AllInputs {
    /// Returns the names of the inputs.
    pub fn names(&self) -> &[String] {
        self.layout.names()
    }
}

/// Returns the index of a kind. Ordinary cards come first.
fn index(kind: Kind) -> usize {
    let (symbol, black) = (
        crate::cartagena::rules::cards::symbol(kind),
        crate::cartagena::rules::cards::is_black(kind),
    );
    usize::from(symbol) + if black { SYMBOLS } else { 0 }
}

fn fill_cards(inputs: &mut Inputs, counts: &[Count], cards: &Cards) {
    for kind in cards.kinds() {
        counts[index(kind)].fill(inputs, cards.of(kind));
    }
}

impl PirateInputs {
    fn fill(&self, inputs: &mut Inputs, pirates: &Pirates, progress: u16) {
        for (flags, spaces) in self.on.iter().zip(pirates.path.0) {
            flags.fill_bits(inputs, spaces >> 1);
        }
        self.start.fill(inputs, pirates.start);
        self.aboard.fill(inputs, pirates.aboard);
        self.home.fill(inputs, pirates.home);
        self.progress.fill(inputs, progress);
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
            self.fill_setup(game, observer, inputs);
            for (symbol, &spaces) in self.spaces.iter().zip(&state.symbols) {
                symbol.fill_bits(inputs, spaces >> 1);
            }
        });
        inputs.part(false, |inputs| {
            self.fill_situation(game, state, observer, inputs);
            self.fill_cards(game, state, observer, inputs);
        });
    }

    /// Encodes the current decision, the features, the pirates and the chests.
    fn fill_situation(&self, game: &Ruleset, state: &State, observer: Seat, inputs: &mut Inputs) {
        let away = |seat: Seat| (seat + game.players - observer) % game.players;
        let mut features = [0.0; FEATURE_NAMES.len()];
        game.fill_features(state, observer, &mut features);
        for (number, value) in self.features.iter().zip(features) {
            number.fill(inputs, value);
        }

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

        for (flags, spaces) in self.crowd.iter().zip(state.crowd.0) {
            flags.fill_bits(inputs, spaces >> 1);
        }
        self.chests.fill_bits(inputs, state.chests >> 1);
        for seat in 0..game.players {
            let distance = away(seat);
            self.turns[distance].fill(inputs, state.turns[seat]);
            let progress = game.progress(state, seat);
            self.pirates[distance].fill(inputs, &state.pirates[seat], progress);
        }
        let turns = state.turns[..game.players].iter().max();
        let turns_left =
            game.options.turn_cap - turns.copied().unwrap_or(0).min(game.options.turn_cap);
        self.turns_left.fill(inputs, turns_left);
    }

    /// Encodes the rules and the number of players.
    fn fill_setup(&self, game: &Ruleset, observer: Seat, inputs: &mut Inputs) {
        let options = &game.options;
        self.players.fill(inputs, game.players - 2);
        self.story.fill(inputs, options.story as usize);
        let modules = [options.morgan, options.hindrance, options.magician];
        let readings = [
            options.sail_back_counts_jail && options.story == Story::FullEscape,
            options.sail_out_needs_own_aboard && options.story == Story::FullEscape,
            options.morgan_jail && options.morgan,
            options.hook_pair_mixed && options.magician,
            options.parrot_power && options.magician,
        ];
        for (flags, on) in [
            (&self.modules, &modules[..]),
            (&self.readings, &readings[..]),
        ] {
            for (index, _) in on.iter().enumerate().filter(|(_, on)| **on) {
                flags.fill(inputs, index);
            }
        }
        if options.magician {
            let other = (observer + 1) % game.players;
            for (flags, seat) in self.powers.iter().zip([observer, other]) {
                for symbol in 0..SYMBOLS {
                    let limited = options.powers_for.is_none_or(|only| only == seat);
                    if options.powers[symbol] || !limited {
                        flags.fill(inputs, symbol);
                    }
                }
            }
        }
        self.pirates_each.fill(inputs, options.pirates);
        self.strips.fill(inputs, options.strips);
        self.island_strips.fill(inputs, options.island_strips);
    }

    /// Encodes hands, pile and discards, as far as the observer knows them.
    fn fill_cards(&self, game: &Ruleset, state: &State, observer: Seat, inputs: &mut Inputs) {
        fill_cards(inputs, &self.hand, &state.hands[observer]);
        let knowledge = &state.knowledge[observer];
        for other in 1..game.players {
            let seat = (observer + other) % game.players;
            self.hands[other - 1].fill(inputs, state.hands[seat].len());
            fill_cards(inputs, &self.known[other - 1], &knowledge.hands[seat]);
        }
        fill_cards(inputs, &self.known_together, &knowledge.together);
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
            let distance = (owner + game.players - observer) % game.players;
            self.top_of.fill(inputs, distance);
        }
        for (count, &tiles) in self.closed_tiles.iter().zip(&state.closed_tiles) {
            count.fill(inputs, tiles);
        }
    }
}
