//! Encodes the information available to a seat as inputs of a network.
//!
//! Seats are encoded relative to the observer in turn order: `me`, `next1`, `next2`, `next3`.
//! Inputs that only Jean has are separate. One layout covers all numbers of players, scenarios,
//! legacy tiles and rule options; inputs of components that are not in play are 0.
//!
//! The inputs describe the set-up ([`setup`]), the public information about every seat ([`seats`]),
//! the observer's private information and derived values ([`own`]), the board ([`map`]), display,
//! pile and discards ([`piles`]), the open tasks ([`pending`], [`combats`]), Jean ([`jean`]) and
//! the observer's features. Cards are encoded individually and by their benefits ([`facts`]). For
//! hidden cards, the inputs contain what every player with a perfect memory could infer
//! (`knowledge.rs`): the cards that were shuffled back into the pile, and the number of hand cards
//! from each earlier pile.

mod blocks;
mod changes;
mod combats;
mod effects;
mod facts;
mod jean;
mod map;
mod nations;
mod own;
mod pending;
mod piles;
mod reach;
mod seats;
mod setup;
mod story;
mod view;

use super::features::FEATURE_NAMES;
use crate::encoding::{Inputs, Layout, Number};
use crate::game::Seat;
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::State;
use blocks::SEAT_NAMES;
use changes::Same;
use facts::CardFacts;
use jean::JeanInputs;
use map::MapInputs;
use nations::NationValues;
use own::OwnInputs;
use pending::PendingInputs;
use piles::PileInputs;
use reach::Reach;
use seats::SeatInputs;
use setup::SetupInputs;
use story::StoryInputs;
use view::View;

/// Divisor of the lead over the best other seat.
const LEAD: f32 = 20.0;
/// Divisors of the features: roughly their root mean squares in games between strong bots.
const FEATURE_SCALES: [(&str, f32); FEATURE_NAMES.len()] = [
    ("score", 50.0),
    ("doubloons", 10.0),
    ("income_doubloons", 20.0),
    ("income_vp", 15.0),
    ("card_vp", 20.0),
    ("prestige_vp", 10.0),
    ("nation_vp", 20.0),
    ("influence", 10.0),
    ("most_influence", 2.0),
    ("cp", 3.0),
    ("figures", 2.0),
    ("combat_tokens", 4.0),
    ("explorer", 10.0),
    ("discs", 8.0),
    ("upgrades", 4.0),
    ("quests", 2.0),
    ("assistants", 3.0),
    ("synergies", 2.0),
    ("waiting_income", 4.0),
    ("compasses", 2.0),
    ("discount", 2.0),
    ("explore_plus", 2.0),
    ("objects", 2.0),
    ("combat_effects", 3.0),
    ("other_effects", 2.0),
    ("hand", 4.0),
    ("hand_worth", 10.0),
    ("planned_worth", 10.0),
    ("tasks_ready", 1.0),
    ("tasks_done", 2.0),
    ("distance", 10.0),
    ("pending_village_actions", 2.0),
    ("pending_combat_value", 4.0),
    ("pending_combat_rank", 4.0),
    ("pending_explore", 3.0),
    ("pending_discs", 1.0),
    ("pending_influence", 2.0),
    ("pending_vp", 4.0),
    ("prospect_village", 5.0),
    ("prospect_combat", 5.0),
    ("prospect_explore", 5.0),
    ("prospect_city", 5.0),
    ("prospect_quest", 5.0),
    ("prospect_assistant", 5.0),
    ("prospect_delivery", 2.0),
    ("prospect_home", 4.0),
];

/// The layout of all inputs.
#[derive(Clone, Debug)]
pub(crate) struct AllInputs {
    layout: Layout,
    setup: SetupInputs,
    features: Vec<Number>,
    seats: Vec<SeatInputs>,
    lead: Number,
    own: OwnInputs,
    map: MapInputs,
    piles: PileInputs,
    pending: PendingInputs,
    jean: JeanInputs,
    facts: CardFacts,
    /// Reach tables, by map.
    reach: Vec<Reach>,
    story: Option<StoryInputs>,
    /// Ids of the C cards in the game.
    c_cards: Vec<String>,
}

impl AllInputs {
    /// Builds the layout of all inputs.
    pub fn new(game: &Ruleset) -> AllInputs {
        let Ruleset {
            components: all,
            board,
            options,
            ..
        } = game;
        // Games without C cards have no inputs for them.
        let others = board.c_cards.is_empty().then(|| all.without_c_cards());
        let components = others.as_ref().unwrap_or(all);
        let mut layout = Layout::default();
        AllInputs {
            setup: SetupInputs::new(&mut layout, options, game.players),
            features: (FEATURE_SCALES.iter())
                .map(|(name, scale)| layout.number(&format!("feature:{name}"), *scale))
                .collect(),
            seats: (SEAT_NAMES.iter())
                .map(|seat| SeatInputs::new(&mut layout, seat, components))
                .collect(),
            lead: layout.number("lead", LEAD),
            own: OwnInputs::new(&mut layout, components),
            map: MapInputs::new(&mut layout, components),
            piles: PileInputs::new(&mut layout, components),
            pending: PendingInputs::new(&mut layout, components, options),
            jean: JeanInputs::new(&mut layout, components),
            c_cards: components.labels.cards[components.main_cards()..].to_vec(),
            facts: CardFacts::new(all),
            reach: (game.charts.all().iter())
                .map(|chart| Reach::new(components, chart))
                .collect(),
            story: (game.story.is_some()).then(|| StoryInputs::new(&mut layout, game)),
            layout,
        }
    }

    /// Returns the names of the inputs.
    pub fn names(&self) -> &[String] {
        self.layout.names()
    }

    /// Returns true if an input exists only in some games: inputs about C cards, the story, and
    /// rule options outside the fixed set.
    pub fn is_of_some_games(&self, name: &str) -> bool {
        let of_c_card = || {
            let label = name.rsplit(':').next().unwrap_or_default();
            self.c_cards.iter().any(|card| card == label)
        };
        SetupInputs::is_of_some_games(name)
            || PendingInputs::is_of_some_games(name)
            || StoryInputs::is_of_some_games(name)
            || of_c_card()
    }

    /// Fills the inputs known to `observer`. Parts that are unchanged from the state `before`, if
    /// given, are skipped.
    pub fn fill(
        &self,
        game: &Ruleset,
        state: &State,
        observer: Seat,
        before: Option<&State>,
        inputs: &mut Inputs,
    ) {
        let view = View {
            game,
            state,
            observer,
        };
        let same = Same::new(before, state);
        let reach = &self.reach[usize::from(state.chart)];
        inputs.part(same.setup(), |inputs| self.setup.fill(inputs, state));
        let nations = NationValues::new(view);
        let (mut own, mut best_other) = (0, i32::MIN);
        for seat in 0..usize::from(state.seats) {
            let away = view.away(seat);
            let standing = seats::standing(view, seat, &nations);
            let board = (&nations, reach);
            self.seats[away].fill(inputs, view, seat, board, standing, &same);
            if away == 0 {
                own = standing;
            } else {
                best_other = best_other.max(standing);
            }
        }
        inputs.part(same.nations(), |inputs| {
            self.map.fill_nations(inputs, view, &nations);
        });
        inputs.part(same.cities(), |inputs| self.map.fill_cities(inputs, view));
        inputs.part(same.quests(), |inputs| self.map.fill_quests(inputs, view));
        inputs.part(same.tokens(), |inputs| self.map.fill_tokens(inputs, view));
        inputs.part(same.tracks(), |inputs| self.map.fill_tracks(inputs, view));
        inputs.part(same.piles(observer), |inputs| {
            self.piles.fill(inputs, view, &self.facts);
        });
        self.own.fill(inputs, view, &self.facts, reach, &same);
        inputs.part(false, |inputs| {
            let mut features = [0.0; FEATURE_NAMES.len()];
            game.fill_features(state, observer, &mut features);
            for (number, value) in self.features.iter().zip(features) {
                number.fill(inputs, value);
            }
            self.lead.fill(inputs, (own - best_other) as f32);
        });
        inputs.part(false, |inputs| {
            self.own.fill_withheld(inputs, view);
            self.pending.fill(inputs, view);
            if game.opponent.is_some() {
                self.jean.fill(inputs, view);
            }
            if let Some(story) = &self.story {
                story.fill(inputs, view);
            }
        });
    }
}
