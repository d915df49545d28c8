//! Encodes the information available to a seat as inputs of a network.
//!
//! Seats are encoded relative to the observer in turn order: `me`, `next1`, `next2`, `next3`.
//! Inputs that only Jean has are separate. One layout covers all numbers of players, scenarios,
//! legacy tiles and rule options; inputs of components that are not in play are 0.
//!
//! The inputs describe the set-up ([`setup`]), the public information about every seat ([`seats`]),
//! the observer's private information and derived values ([`own`]), the rewards ahead of an
//! explorer ([`track_ahead`]), the board ([`map`]), display, pile and discards ([`piles`]), the open
//! tasks ([`pending`], [`combats`]), Jean ([`jean`]) and the observer's features. Cards are encoded
//! individually and by their benefits ([`facts`]). For hidden cards, the inputs contain the facts that
//! every player with a perfect memory could infer (`knowledge.rs`): the cards that were shuffled back
//! into the pile, and the number of hand cards from each earlier pile.

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
mod track_ahead;
mod view;

use super::features::FEATURE_NAMES;
use crate::encoding::{Inputs, Number, Numbers};
use crate::game::Seat;
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::{MAX_PLAYERS, State};
use changes::Same;
use facts::CardFacts;
use jean::JeanInputs;
use map::{MapInputs, TokenInputs, TrackInputs};
use nations::NationValues;
use own::OwnInputs;
use pending::PendingInputs;
use piles::PileInputs;
use portolan_core::inputs;
use reach::Reach;
use seats::SeatInputs;
use setup::SetupInputs;
use story::StoryInputs;
use track_ahead::RewardsAhead;
use view::{SEAT_NAMES, View};

/// Divisor of the lead over the best other seat.
const LEAD: f32 = 20.0;

/// Returns the divisor of a feature: roughly its root mean square in games between strong bots.
fn feature_scale(name: &str) -> f32 {
    match name {
        "score" => 50.0,
        "income_doubloons" | "card_vp" | "nation_vp" => 20.0,
        "income_vp" => 15.0,
        "doubloons" | "prestige_vp" | "influence" | "explorer" | "hand_worth" | "planned_worth"
        | "distance" => 10.0,
        "discs" => 8.0,
        "prospect_village" | "prospect_combat" | "prospect_explore" | "prospect_city"
        | "prospect_quest" | "prospect_assistant" => 5.0,
        "combat_tokens"
        | "upgrades"
        | "waiting_income"
        | "hand"
        | "pending_combat_value"
        | "pending_combat_rank"
        | "pending_vp"
        | "prospect_home" => 4.0,
        "cp" | "assistants" | "combat_effects" | "pending_explore" => 3.0,
        "tasks_ready" | "pending_discs" => 1.0,
        _ => 2.0,
    }
}

inputs! {
    /// All inputs of the encoder.
    pub(crate) struct AllInputs {
        new(layout, game: &Ruleset) {
            let Ruleset { components: all, board, options, .. } = game;
            // Games without C cards have no inputs for them.
            let others = board.c_cards.is_empty().then(|| all.without_c_cards());
            let components = others.as_ref().unwrap_or(all);
            let charts = game.charts.all().iter();
        }
        setup: SetupInputs = SetupInputs::new(layout, options, game.players);
        features: Numbers = layout.features(&FEATURE_NAMES, feature_scale);
        seats: [SeatInputs; MAX_PLAYERS] = SEAT_NAMES.map(|seat| {
            layout.prefixed(&format!("{seat} "), |layout| SeatInputs::new(layout, components))
        });
        lead: Number = layout.number("lead", LEAD);
        own: OwnInputs = OwnInputs::new(layout, components);
        map: MapInputs = MapInputs::new(layout, components);
        tracks: TrackInputs = TrackInputs::new(layout, components);
        tokens: TokenInputs = TokenInputs::new(layout, components);
        piles: PileInputs = PileInputs::new(layout, &components.labels.cards);
        pending: PendingInputs = PendingInputs::new(layout, components, options);
        jean: JeanInputs = JeanInputs::new(layout, components);
        /// Ids of the C cards in the game.
        c_cards: Vec<String> = components.labels.cards[components.main_cards()..].to_vec();
        facts: CardFacts = CardFacts::new(all);
        /// Reach tables, by map.
        reach: Vec<Reach> = charts.map(|chart| Reach::new(components, chart)).collect();
        rewards_ahead: RewardsAhead = RewardsAhead::new(components);
        story: Option<StoryInputs> = game.story.is_some().then(|| StoryInputs::new(layout, game));
    }
}

impl AllInputs {
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
    pub fn fill<'a>(
        &self,
        game: &Ruleset,
        state: &'a State,
        observer: Seat,
        before: Option<&'a State>,
        inputs: &mut Inputs,
    ) {
        let view = View {
            game,
            state,
            observer,
        };
        let same = before.map(|before| Same::new(before, state));
        let same = same.as_ref();
        let unchanged = |part: fn(&Same<'a>) -> bool| same.is_some_and(part);
        let reach = &self.reach[usize::from(state.chart)];
        inputs.part(unchanged(|same| same.map), |inputs| {
            self.setup.fill(inputs, state)
        });
        let nations = NationValues::new(view);
        let (mut own, mut best_other) = (0, i32::MIN);
        for seat in 0..usize::from(state.seats) {
            let away = view.away(seat);
            let standing = seats::standing(view, seat, &nations);
            let board = (&nations, reach, &self.rewards_ahead);
            self.seats[away].fill(inputs, view, seat, board, standing, same);
            if away == 0 {
                own = standing;
            } else {
                best_other = best_other.max(standing);
            }
        }
        inputs.part(unchanged(Same::nations), |inputs| {
            self.map.fill_nations(inputs, view, &nations);
        });
        inputs.part(unchanged(Same::cities), |inputs| {
            self.map.fill_cities(inputs, view)
        });
        inputs.part(unchanged(Same::quests), |inputs| {
            self.map.fill_quests(inputs, view)
        });
        inputs.part(unchanged(Same::tokens), |inputs| {
            self.tokens.fill(inputs, view)
        });
        inputs.part(unchanged(Same::tracks), |inputs| {
            self.tracks.fill(inputs, state)
        });
        inputs.part(same.is_some_and(|same| same.piles(observer)), |inputs| {
            self.piles.fill(inputs, view, &self.facts);
        });
        self.own.fill(inputs, view, &self.facts, reach, same);
        inputs.part(false, |inputs| {
            let mut features = [0.0; FEATURE_NAMES.len()];
            game.fill_features(state, observer, &mut features);
            self.features.fill(inputs, features);
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
