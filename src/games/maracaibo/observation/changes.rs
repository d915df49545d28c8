//! Which parts of what a seat knows are as they were in another position, from the fields that each part
//! is told from.

use super::super::state::{Phase, Player, State};
use super::effects::effects;
use crate::game::Seat;

/// A position beside the one before, if there is one: any two by the same rules.
pub struct Same<'a> {
    before: Option<&'a State>,
    state: &'a State,
    /// Whether legacy tiles are as they were, and with them the map.
    map: bool,
    /// Whether influence and the round are as they were, and the map.
    influence: bool,
    /// Whether it was the set-up then and is now, or neither.
    in_setup: bool,
}

impl<'a> Same<'a> {
    /// Compares two positions.
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

    /// Players, scenario, options and legacy tiles.
    pub fn setup(&self) -> bool {
        self.map
    }

    fn player(&self, seat: Seat, same: impl Fn(&Player, &Player) -> bool) -> bool {
        self.has(|before, state| same(&before.players[seat], &state.players[seat]))
    }

    /// Money, income, nations, explorer and ship of a seat.
    pub fn seat_tracks(&self, seat: Seat) -> bool {
        self.influence
            && self.player(seat, |before, now| {
                before.doubloons == now.doubloons
                    && before.cp == now.cp
                    && before.figures == now.figures
                    && before.general == now.general
                    && before.income_doubloons == now.income_doubloons
                    && before.income_vp == now.income_vp
                    && before.explorer == now.explorer
                    && before.ship == now.ship
            })
    }

    /// Upgrades, tokens and tiles, buildings and lasting effects of a seat.
    pub fn ship_board(&self, seat: Seat) -> bool {
        self.player(seat, |before, now| {
            before.upgrades == now.upgrades
                && before.discs == now.discs
                && before.synergies == now.synergies
                && before.waiting_doubloons == now.waiting_doubloons
                && before.waiting_vp == now.waiting_vp
                && before.token_count == now.token_count
                && before.quest_count == now.quest_count
                && before.prestige == now.prestige
                && effects(before) == effects(now)
                && before.permanent_objects == now.permanent_objects
                && before.ally_cp == now.ally_cp
                && before.card_quests == now.card_quests
                && before.figures_on_cards == now.figures_on_cards
        })
    }

    /// Assistants of a seat.
    pub fn assistants(&self, seat: Seat) -> bool {
        let new_ones_matter =
            |state: &State| usize::from(state.active) == seat || state.phase == Phase::Scoring;
        self.has(|before, state| new_ones_matter(before) == new_ones_matter(state))
            && self.player(seat, |before, now| {
                before.assistant_count == now.assistant_count
                    && before.assistants == now.assistants
                    && before.assistants_new == now.assistants_new
            })
    }

    /// Career and cards of a seat that lie open, and where hidden ones come from.
    pub fn cards(&self, seat: Seat) -> bool {
        self.in_setup
            && self.player(seat, |before, now| {
                before.career == now.career
                    && before.tasks_done == now.tasks_done
                    && before.planned == now.planned
                    && before.bought == now.bought
                    && before.hand_len == now.hand_len
                    && before.kept_a_cards == now.kept_a_cards
                    && before.hand_public == now.hand_public
            })
            && self.has(|before, state| {
                before.shuffles == state.shuffles
                    && (state.shuffles == 0 || before.recycled == state.recycled)
            })
            && (self.state.shuffles == 0
                || self.player(seat, |before, now| before.hand == now.hand))
    }

    /// The own cards in hand and planned.
    pub fn own_cards(&self, observer: Seat) -> bool {
        self.player(observer, |before, now| {
            before.hand == now.hand && before.planned == now.planned && shown(before, now)
        })
    }

    /// Which of the own cards can be bought.
    pub fn own_purchases(&self, observer: Seat) -> bool {
        self.has(|before, state| before.marker_count == state.marker_count)
            && self.player(observer, |before, now| {
                before.hand == now.hand
                    && before.planned == now.planned
                    && shown(before, now)
                    && before.doubloons == now.doubloons
                    && before.discount == now.discount
                    && before.figures == now.figures
                    && before.cp == now.cp
            })
    }

    /// Money, figures, influence and tiles of the observer.
    pub fn own_means(&self, observer: Seat) -> bool {
        self.player(observer, |before, now| {
            before.doubloons == now.doubloons
                && before.cp == now.cp
                && before.figures == now.figures
                && before.income_vp == now.income_vp
                && before.influence == now.influence
                && before.token_count == now.token_count
                && before.quest_count == now.quest_count
        })
    }

    /// Careers of the observer, and what their tasks count.
    pub fn own_career(&self, observer: Seat) -> bool {
        self.in_setup
            && self.player(observer, |before, now| {
                before.career == now.career
                    && before.careers_dealt == now.careers_dealt
                    && before.tasks_done == now.tasks_done
                    && before.influence == now.influence
                    && before.explorer == now.explorer
                    && before.token_count == now.token_count
                    && before.quest_count == now.quest_count
                    && before.upgrades == now.upgrades
                    && before.synergies == now.synergies
                    && before.assistant_count == now.assistant_count
            })
    }

    /// The prestige buildings, and what they count of the observer's.
    pub fn own_buildings(&self, observer: Seat) -> bool {
        self.has(|before, state| {
            before.prestige == state.prestige && before.prestige_shown == state.prestige_shown
        }) && self.player(observer, |before, now| {
            before.prestige == now.prestige
                && before.doubloons == now.doubloons
                && before.discount == now.discount
                && before.figures == now.figures
                && before.cp == now.cp
                && before.explorer == now.explorer
                && before.token_count == now.token_count
                && before.quest_count == now.quest_count
                && before.upgrades == now.upgrades
                && before.synergies == now.synergies
                && before.assistant_count == now.assistant_count
                && before.income_doubloons == now.income_doubloons
        })
    }

    /// What lies within the observer's reach, and what it can pay there.
    pub fn own_reach(&self, observer: Seat) -> bool {
        self.map
            && self.player(observer, |before, now| {
                before.ship == now.ship
                    && before.explorer == now.explorer
                    && before.doubloons == now.doubloons
                    && before.cp == now.cp
                    && before.figures == now.figures
                    && before.hand == now.hand
                    && before.hand_len == now.hand_len
                    && shown(before, now)
                    && before.upgrades == now.upgrades
                    && before.card_quests == now.card_quests
                    && before.assistant_count == now.assistant_count
                    && before.assistants == now.assistants
            })
            && self.has(|before, state| {
                before.round == state.round
                    && before.market == state.market
                    && before.tiles == state.tiles
                    && before.quests_on_map() == state.quests_on_map()
                    && before.track_quests == state.track_quests
                    && before.story.tile_card == state.story.tile_card
            })
    }

    /// Markers and what nations weigh.
    pub fn nations(&self) -> bool {
        self.has(|before, state| {
            before.markers == state.markers
                && before.supply == state.supply
                && before.marker_count == state.marker_count
                && before.silver_fleet == state.silver_fleet
                && before.gold_mine == state.gold_mine
        })
    }

    /// Markets, disc tiles and city tiles.
    pub fn cities(&self) -> bool {
        self.has(|before, state| {
            before.market == state.market
                && before.tile_discs == state.tile_discs
                && before.tiles == state.tiles
        })
    }

    /// Quests on map, track and pile.
    pub fn quests(&self) -> bool {
        self.has(|before, state| {
            before.quest_locations == state.quest_locations
                && before.quests_on_map() == state.quests_on_map()
                && before.quest_top == state.quest_top
                && before.quest_pile_len == state.quest_pile_len
                && before.track_quests == state.track_quests
                && all(before, state, |player| player.quests)
        })
    }

    /// Combat tokens.
    pub fn tokens(&self) -> bool {
        self.has(|before, state| {
            before.tokens_len == state.tokens_len
                && before.tokens == state.tokens
                && all(before, state, |player| player.tokens)
        })
    }

    /// The explorer track and the prestige buildings.
    pub fn tracks(&self) -> bool {
        self.has(|before, state| {
            before.emptied_spaces == state.emptied_spaces
                && before.prestige == state.prestige
                && before.prestige_shown == state.prestige_shown
                && before.prestige_invested == state.prestige_invested
                && before.borders_crossed == state.borders_crossed
                && before.explorers_at_end == state.explorers_at_end
        })
    }

    /// Display, pile and discards. Once cards were shuffled in, what is known of them depends on all cards that are
    /// seen.
    pub fn piles(&self, observer: Seat) -> bool {
        self.has(|before, state| {
            before.shuffles == state.shuffles
                && before.display == state.display
                && before.discards == state.discards
                && before.pile_len == state.pile_len
                && before.players[observer].set_aside == state.players[observer].set_aside
        }) && (self.state.shuffles == 0 || self.seen_cards(observer))
    }

    /// Which cards are in play, where they lie open or are the observer's, and when they were shuffled in.
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

/// Whether goods and objects that a player can show are as they were.
fn shown(before: &Player, now: &Player) -> bool {
    before.hand_goods == now.hand_goods
        && before.hand_objects == now.hand_objects
        && before.permanent_objects == now.permanent_objects
}

/// Whether something is as it was for every player.
fn all<T: PartialEq>(before: &State, state: &State, of: impl Fn(&Player) -> T) -> bool {
    let mut players = before.seated().iter().zip(state.seated());
    players.all(|(before, now)| of(before) == of(now))
}
