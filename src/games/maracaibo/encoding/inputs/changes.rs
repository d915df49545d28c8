//! Detects the parts of an observation that are unchanged from another state, by comparing the
//! state fields used by each part.

use super::effects::effects;
use crate::game::Seat;
use crate::maracaibo::rules::state::{Phase, Player, State};

/// Returns true if these fields of two values are equal.
macro_rules! same {
    ($one:ident, $other:ident: $($field:ident)+) => {
        $($one.$field == $other.$field)&&+
    };
}

/// Comparison of a state with an earlier one, if there is one. Both states belong to games with the
/// same rules.
pub struct Same<'a> {
    before: Option<&'a State>,
    state: &'a State,
    /// True if the legacy tiles, and therefore the map, are unchanged.
    map: bool,
    /// True if influence, the round and the map are unchanged.
    influence: bool,
    /// True if both states or neither state are in the set-up phase.
    in_setup: bool,
}

impl<'a> Same<'a> {
    /// Compares two states.
    pub fn new(before: Option<&'a State>, state: &'a State) -> Same<'a> {
        let map = before.is_some_and(|before| before.legacy == state.legacy);
        let influence = before.is_some_and(|before| {
            map && before.round == state.round && all(before, state, |player| player.influence)
        });
        let in_setup = before
            .is_some_and(|before| (before.phase == Phase::Setup) == (state.phase == Phase::Setup));
        Same {
            before,
            state,
            map,
            influence,
            in_setup,
        }
    }

    fn has(&self, same: impl Fn(&State, &State) -> bool) -> bool {
        self.before.is_some_and(|before| same(before, self.state))
    }

    /// Returns true if players, scenario, options and legacy tiles are unchanged.
    pub fn setup(&self) -> bool {
        self.map
    }

    fn player(&self, seat: Seat, same: impl Fn(&Player, &Player) -> bool) -> bool {
        self.has(|before, state| same(&before.players[seat], &state.players[seat]))
    }

    /// Returns true if a seat's doubloons, income, nations, explorer and ship are unchanged.
    pub fn seat_tracks(&self, seat: Seat) -> bool {
        self.influence
            && self.player(seat, |before, now| {
                same!(before, now:
                    doubloons cp figures general income_doubloons income_vp explorer ship
                )
            })
    }

    /// Returns true if a seat's upgrades, tokens, tiles, buildings and lasting effects are
    /// unchanged.
    pub fn ship_board(&self, seat: Seat) -> bool {
        self.player(seat, |before, now| {
            same!(before, now:
                upgrades discs synergies waiting_doubloons waiting_vp token_count quest_count
                prestige
            ) && effects(before) == effects(now)
                && same!(before, now: permanent_objects ally_cp card_quests figures_on_cards)
        })
    }

    /// Returns true if a seat's assistants are unchanged.
    pub fn assistants(&self, seat: Seat) -> bool {
        let new_ones_matter =
            |state: &State| usize::from(state.active) == seat || state.phase == Phase::Scoring;
        self.has(|before, state| new_ones_matter(before) == new_ones_matter(state))
            && self.player(
                seat,
                |before, now| same!(before, now: assistant_count assistants assistants_new),
            )
    }

    /// Returns true if a seat's career, face-up cards and the origins of its hidden cards are
    /// unchanged.
    pub fn cards(&self, seat: Seat) -> bool {
        self.in_setup
            && self.player(seat, |before, now| {
                same!(before, now:
                    career tasks_done planned bought hand_len kept_a_cards hand_public
                )
            })
            && self.has(|before, state| {
                before.shuffles == state.shuffles
                    && (state.shuffles == 0 || before.recycled == state.recycled)
            })
            && (self.state.shuffles == 0
                || self.player(seat, |before, now| before.hand == now.hand))
    }

    /// Returns true if the observer's hand and planned cards are unchanged.
    pub fn own_cards(&self, observer: Seat) -> bool {
        self.player(observer, |before, now| {
            same!(before, now: hand planned) && shown(before, now)
        })
    }

    /// Returns true if the set of own cards that the observer can buy is unchanged.
    pub fn own_purchases(&self, observer: Seat) -> bool {
        self.has(|before, state| before.marker_count == state.marker_count)
            && self.player(observer, |before, now| {
                same!(before, now: hand planned)
                    && shown(before, now)
                    && same!(before, now: doubloons discount figures cp)
            })
    }

    /// Returns true if the observer's doubloons, figures, influence and tiles are unchanged.
    pub fn own_means(&self, observer: Seat) -> bool {
        self.player(observer, |before, now| {
            same!(before, now: doubloons cp figures income_vp influence token_count quest_count)
        })
    }

    /// Returns true if the observer's careers and the quantities counted by their tasks are
    /// unchanged.
    pub fn own_career(&self, observer: Seat) -> bool {
        self.in_setup
            && self.player(observer, |before, now| {
                same!(before, now:
                    career careers_dealt tasks_done influence explorer token_count quest_count
                    upgrades synergies assistant_count
                )
            })
    }

    /// Returns true if the prestige buildings and the quantities that they count for the observer
    /// are unchanged.
    pub fn own_buildings(&self, observer: Seat) -> bool {
        self.has(|before, state| same!(before, state: prestige prestige_shown))
            && self.player(observer, |before, now| {
                same!(before, now:
                    prestige doubloons discount figures cp explorer token_count quest_count upgrades
                    synergies assistant_count income_doubloons
                )
            })
    }

    /// Returns true if the locations in the observer's reach and the costs it can pay there are
    /// unchanged.
    pub fn own_reach(&self, observer: Seat) -> bool {
        self.map
            && self.player(observer, |before, now| {
                same!(before, now: ship explorer doubloons cp figures hand hand_len)
                    && shown(before, now)
                    && same!(before, now: upgrades card_quests assistant_count assistants)
            })
            && self.has(|before, state| {
                same!(before, state: round market tiles)
                    && before.quests_on_map() == state.quests_on_map()
                    && before.track_quests == state.track_quests
                    && before.story.tile_card == state.story.tile_card
            })
    }

    /// Returns true if the markers and the weightings of the nations are unchanged.
    pub fn nations(&self) -> bool {
        self.has(|before, state| {
            same!(before, state: markers supply marker_count silver_fleet gold_mine)
        })
    }

    /// Returns true if markets, disc tiles and city tiles are unchanged.
    pub fn cities(&self) -> bool {
        self.has(|before, state| same!(before, state: market tile_discs tiles))
    }

    /// Returns true if the quests on the map, the track and the pile are unchanged.
    pub fn quests(&self) -> bool {
        self.has(|before, state| {
            before.quest_locations == state.quest_locations
                && before.quests_on_map() == state.quests_on_map()
                && same!(before, state: quest_top quest_pile_len track_quests)
                && all(before, state, |player| player.quests)
        })
    }

    /// Returns true if the combat tokens are unchanged.
    pub fn tokens(&self) -> bool {
        self.has(|before, state| {
            same!(before, state: tokens_len tokens) && all(before, state, |player| player.tokens)
        })
    }

    /// Returns true if the explorer track and the prestige buildings are unchanged.
    pub fn tracks(&self) -> bool {
        self.has(|before, state| {
            same!(before, state:
                emptied_spaces prestige prestige_shown prestige_invested borders_crossed
                explorers_at_end
            )
        })
    }

    /// Returns true if display, pile and discards are unchanged. After a shuffle, the inputs about
    /// shuffled cards also depend on all cards that are visible.
    pub fn piles(&self, observer: Seat) -> bool {
        self.has(|before, state| {
            same!(before, state: shuffles display discards pile_len)
                && before.players[observer].set_aside == state.players[observer].set_aside
        }) && (self.state.shuffles == 0 || self.seen_cards(observer))
    }

    /// Returns true if the cards in play that are public or in the observer's hand, and the
    /// shuffles in which cards returned to the pile, are unchanged.
    fn seen_cards(&self, observer: Seat) -> bool {
        self.has(|before, state| {
            before.recycled == state.recycled
                && before.jean.cards == state.jean.cards
                && before.story.c_cards == state.story.c_cards
                && all(before, state, |player| {
                    (player.bought, player.planned, player.hand_public)
                })
        }) && self.player(observer, |before, now| before.hand == now.hand)
    }
}

/// Returns true if the goods and objects that a player can show are unchanged.
fn shown(before: &Player, now: &Player) -> bool {
    same!(before, now: hand_goods hand_objects permanent_objects)
}

/// Returns true if a value is unchanged for every player.
fn all<T: PartialEq>(before: &State, state: &State, of: impl Fn(&Player) -> T) -> bool {
    let mut players = before.seated().iter().zip(state.seated());
    players.all(|(before, now)| of(before) == of(now))
}
