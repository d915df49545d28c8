//! Detects the parts of an observation that are unchanged from another state, by comparing the
//! state fields used by each part.

use super::effects::effects;
use crate::game::Seat;
use crate::maracaibo::rules::state::{Phase, Player, State};

/// Returns true if these fields are equal in both values of a pair.
macro_rules! same {
    ($pair:expr => $($field:ident)+) => {{
        let (before, now) = $pair;
        $(before.$field == now.$field)&&+
    }};
}

/// Comparison of a state with an earlier state. Both states belong to games with equal rules.
pub struct Same<'a> {
    states: (&'a State, &'a State),
    /// True if the legacy tiles, and therefore the map, are unchanged.
    pub map: bool,
    /// True if influence, the round and the map are unchanged.
    influence: bool,
    /// True if both states or neither state are in the set-up phase.
    in_setup: bool,
}

impl<'a> Same<'a> {
    /// Compares two states.
    pub fn new(before: &'a State, state: &'a State) -> Same<'a> {
        let states = (before, state);
        let map = before.legacy == state.legacy;
        Same {
            states,
            map,
            influence: map && same!(states => round) && all(states, |player| player.influence),
            in_setup: (before.phase == Phase::Setup) == (state.phase == Phase::Setup),
        }
    }

    fn players(&self, seat: Seat) -> (&Player, &Player) {
        (&self.states.0.players[seat], &self.states.1.players[seat])
    }

    /// Returns true if a seat's doubloons, income, nations, explorer and ship are unchanged.
    pub fn seat_tracks(&self, seat: Seat) -> bool {
        self.influence
            && same!(self.players(seat) =>
                doubloons cp figures general income_doubloons income_vp explorer ship)
    }

    /// Returns true if a seat's upgrades, tokens, tiles, buildings and lasting effects are
    /// unchanged.
    pub fn ship_board(&self, seat: Seat) -> bool {
        let (before, now) = self.players(seat);
        same!((before, now) =>
            upgrades discs synergies waiting_doubloons waiting_vp token_count quest_count prestige)
            && effects(before) == effects(now)
            && same!((before, now) => permanent_objects ally_cp card_quests figures_on_cards)
    }

    /// Returns true if a seat's assistants are unchanged.
    pub fn assistants(&self, seat: Seat) -> bool {
        let new_ones_matter =
            |state: &State| usize::from(state.active) == seat || state.phase == Phase::Scoring;
        new_ones_matter(self.states.0) == new_ones_matter(self.states.1)
            && same!(self.players(seat) => assistant_count assistants assistants_new)
    }

    /// Returns true if a seat's career, face-up cards and the origins of its hidden cards are
    /// unchanged.
    pub fn cards(&self, seat: Seat) -> bool {
        self.in_setup
            && same!(self.players(seat) =>
                career tasks_done planned bought hand_len kept_a_cards hand_public)
            && same!(self.states => shuffles)
            && (self.states.1.shuffles == 0
                || same!(self.states => recycled) && same!(self.players(seat) => hand))
    }

    /// Returns true if the observer's hand and planned cards are unchanged.
    pub fn own_cards(&self, observer: Seat) -> bool {
        same!(self.players(observer) =>
            hand planned hand_goods hand_objects permanent_objects)
    }

    /// Returns true if the set of the observer's cards that it can buy is unchanged.
    pub fn own_purchases(&self, observer: Seat) -> bool {
        same!(self.states => marker_count)
            && self.own_cards(observer)
            && same!(self.players(observer) => doubloons discount figures cp)
    }

    /// Returns true if the observer's doubloons, figures, influence and tiles are unchanged.
    pub fn own_means(&self, observer: Seat) -> bool {
        same!(self.players(observer) =>
            doubloons cp figures income_vp influence token_count quest_count)
    }

    /// Returns true if the observer's careers and the quantities counted by their tasks are
    /// unchanged.
    pub fn own_career(&self, observer: Seat) -> bool {
        self.in_setup
            && same!(self.players(observer) =>
                career careers_dealt tasks_done influence explorer token_count quest_count
                upgrades synergies assistant_count)
    }

    /// Returns true if the prestige buildings and the quantities that they count for the observer
    /// are unchanged.
    pub fn own_buildings(&self, observer: Seat) -> bool {
        same!(self.states => prestige prestige_shown)
            && same!(self.players(observer) =>
                prestige doubloons discount figures cp explorer token_count quest_count upgrades
                synergies assistant_count income_doubloons)
    }

    /// Returns true if the locations in the observer's reach and the costs it can pay there are
    /// unchanged.
    pub fn own_reach(&self, observer: Seat) -> bool {
        let (before, now) = self.states;
        self.map
            && same!(self.players(observer) =>
                ship explorer doubloons cp figures hand hand_len hand_goods hand_objects
                permanent_objects upgrades card_quests assistant_count assistants token_count
                compasses explore_plus)
            && same!(self.states => round market tiles)
            && before.quests_on_map() == now.quests_on_map()
            && before.track_quests == now.track_quests
            && before.story.tile_card == now.story.tile_card
    }

    /// Returns true if the explorers, the track and the costs that the observer can pay are unchanged.
    pub fn own_track(&self, observer: Seat) -> bool {
        same!(self.players(observer) =>
            doubloons cp figures hand hand_goods hand_objects permanent_objects token_count
            assistant_count explore_plus compasses)
            && same!(self.states =>
                emptied_spaces borders_crossed explorers_at_end track_quests points_spent)
            && all(self.states, |player| player.explorer)
    }

    /// Returns true if the markers and the weightings of the nations are unchanged.
    pub fn nations(&self) -> bool {
        same!(self.states => markers supply marker_count silver_fleet gold_mine)
    }

    /// Returns true if markets, disc tiles and city tiles are unchanged.
    pub fn cities(&self) -> bool {
        same!(self.states => market tile_discs tiles)
    }

    /// Returns true if the quests on the map, the track and the pile are unchanged.
    pub fn quests(&self) -> bool {
        let (before, now) = self.states;
        same!(self.states => quest_locations)
            && before.quests_on_map() == now.quests_on_map()
            && same!(self.states => quest_top quest_pile_len track_quests)
            && all(self.states, |player| player.quests)
    }

    /// Returns true if the combat tokens are unchanged.
    pub fn tokens(&self) -> bool {
        same!(self.states => tokens_len tokens) && all(self.states, |player| player.tokens)
    }

    /// Returns true if the explorer track and the prestige buildings are unchanged.
    pub fn tracks(&self) -> bool {
        same!(self.states =>
            emptied_spaces prestige prestige_shown prestige_invested borders_crossed
            explorers_at_end)
    }

    /// Returns true if display, pile and discards are unchanged. After a shuffle, the inputs about
    /// shuffled cards also depend on all cards that are visible.
    pub fn piles(&self, observer: Seat) -> bool {
        same!(self.states => shuffles display discards pile_len)
            && same!(self.players(observer) => set_aside)
            && (self.states.1.shuffles == 0 || self.seen_cards(observer))
    }

    /// Returns true if the cards in play that are public or in the observer's hand, and the
    /// shuffles in which cards returned to the pile, are unchanged.
    fn seen_cards(&self, observer: Seat) -> bool {
        let (before, now) = self.states;
        same!(self.states => recycled)
            && before.jean.cards == now.jean.cards
            && before.story.c_cards == now.story.c_cards
            && all(self.states, |player| {
                (player.bought, player.planned, player.hand_public)
            })
            && same!(self.players(observer) => hand)
    }
}

/// Returns true if a value is unchanged for every player.
fn all<T: PartialEq>((before, now): (&State, &State), of: impl Fn(&Player) -> T) -> bool {
    let mut players = before.seated().iter().zip(now.seated());
    players.all(|(before, now)| of(before) == of(now))
}
