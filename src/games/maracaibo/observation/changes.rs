//! Which parts of what a seat knows are as they were in another position, from the fields that each part
//! is told from.

use super::super::state::{Player, State};
use crate::game::Seat;

/// A position beside the one before, if there is one.
pub struct Same<'a> {
    before: Option<&'a State>,
    state: &'a State,
    /// Whether what seats are told from beside their own pieces is as it was.
    around: bool,
}

impl<'a> Same<'a> {
    /// Compares two positions of one game.
    pub fn new(before: Option<&'a State>, state: &'a State) -> Same<'a> {
        let around = before.is_some_and(|before| {
            before.phase == state.phase
                && before.round == state.round
                && before.active == state.active
                && before.supply == state.supply
                && before.marker_count == state.marker_count
                && before.shuffles == state.shuffles
                && before.recycled == state.recycled
                && before.jean == state.jean
                && all(before, state, |player| player.influence)
        });
        Same {
            before,
            state,
            around,
        }
    }

    fn has(&self, same: impl Fn(&State, &State) -> bool) -> bool {
        self.before.is_some_and(|before| same(before, self.state))
    }

    /// Players, scenario and options.
    pub fn setup(&self) -> bool {
        self.before.is_some()
    }

    /// What lies open of a seat.
    pub fn seat(&self, seat: Seat) -> bool {
        self.around && self.has(|before, state| before.players[seat] == state.players[seat])
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
                && before.map_quests_len == state.map_quests_len
                && before.map_quests == state.map_quests
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

    /// Display, pile and discards. Once cards were shuffled in, what is known of them depends on every hand.
    pub fn piles(&self, observer: Seat) -> bool {
        self.has(|before, state| {
            state.shuffles == 0
                && before.shuffles == 0
                && before.display == state.display
                && before.discards == state.discards
                && before.pile_len == state.pile_len
                && before.players[observer].set_aside == state.players[observer].set_aside
        })
    }
}

/// Whether something is as it was for every player.
fn all<T: PartialEq>(before: &State, state: &State, of: impl Fn(&Player) -> T) -> bool {
    let players = before.players.iter().zip(&state.players);
    players
        .into_iter()
        .all(|(before, now)| of(before) == of(now))
}
