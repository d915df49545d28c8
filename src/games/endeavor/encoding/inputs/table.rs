//! Inputs for the board and the supplies.

use super::blocks::{OWNERS, SiteNumbers, ids};
use crate::encoding::{Flag, Flags, Inputs, StepGroup};
use crate::endeavor::components::{
    AREA_NAMES, ASSETS, ATTRIBUTE_NAMES, Bits, Components, DECKS, MAX_TRACK, REGIONS, TOKENS,
    deck_size, deck_start,
};
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::sites::governor_winner;
use crate::endeavor::rules::state::State;
use crate::game::Seat;
use portolan_core::inputs;

/// Maximum number of tiles of a kind in the supply.
const COPIES: usize = 5;

/// Index of the first region among the areas.
const FIRST_REGION: usize = REGIONS.start;

inputs! {
    /// Inputs for the board and the supplies.
    pub(super) struct TableInputs {
        new(layout, components: &Components, owners: &[String; OWNERS], spaces: &[String]) {
            let assets = &ids(&components.cards[..ASSETS], |card| &card.id);
            let regions = &AREA_NAMES[REGIONS];
            let action_tokens = components.action_tokens.iter().map(|token| &*token.id);
            let disc = |space: usize| owners.iter().map(move |owner| format!("{space} {owner}"));
        }
        /// Spaces of each kind of token.
        tokens: Vec<Flags> = (ATTRIBUTE_NAMES.into_iter().chain(action_tokens))
            .map(|name| layout.flags(name, spaces))
            .collect();
        open: Flags = layout.flags("open", regions);
        spaces_left: StepGroup = layout.step_group("spaces to open", regions, MAX_TRACK);
        /// Owner of each space on the track of each region.
        track: Vec<Flags> = (regions.iter())
            .map(|area| layout.flags(&format!("track {area}"), (1..=MAX_TRACK).flat_map(disc)))
            .collect();
        leads: Vec<Flags> = (regions.iter())
            .map(|area| layout.flags(&format!("leads {area}"), owners))
            .collect();
        tops: Flags = layout.flags("top", assets);
        pile: Flags = layout.flags("discarded", assets);
        abolished: Flag = layout.flag("slavery abolished");
        stock: Vec<Flags> = (components.buildings.iter())
            .map(|building| {
                let numbers = (0..COPIES).map(|number| number.to_string());
                layout.flags(&format!("left:{}", building.id), numbers)
            })
            .collect();
        drawable: Flags = layout.flags("me may draw", assets);
        in_reach: Flags = layout.flags("me may take", components.site_ids());
    }
}

impl TableInputs {
    /// Encodes the tokens on the board. `lies` maps each token to its space.
    pub(super) fn fill_tokens(
        &self,
        game: &Ruleset,
        state: &State,
        lies: &[u16; TOKENS],
        inputs: &mut Inputs,
    ) {
        let board = &game.board;
        let mut lies_at = |place: usize| {
            let kind = usize::from(state.tokens[place]);
            self.tokens[kind].fill(inputs, lies[place]);
        };
        for area in REGIONS {
            let first = usize::from(board.track_token[area]);
            for space in state.shipped[area]..board.track[area] {
                lies_at(first + usize::from(space));
            }
        }
        for site in Bits((board.cities | board.fleets) & !state.taken) {
            lies_at(usize::from(board.site_token) + site);
        }
        for link in Bits(state.link_tokens) {
            lies_at(board.link_token[link].into());
        }
    }

    /// Encodes the open regions and the tracks of the closed regions.
    pub(super) fn fill_regions(
        &self,
        game: &Ruleset,
        state: &State,
        observer: Seat,
        inputs: &mut Inputs,
    ) {
        self.open
            .fill_bits(inputs, u64::from(state.open) >> FIRST_REGION);
        for area in REGIONS {
            let shipped = state.shipped[area];
            if state.open >> area & 1 == 1 {
                continue;
            }
            let region = area - FIRST_REGION;
            let left = game.board.track[area] - shipped;
            self.spaces_left[region].fill(inputs, left);
            if shipped == 0 {
                continue;
            }
            let discs = &state.track[area][..usize::from(shipped)];
            for (space, &owner) in discs.iter().enumerate() {
                let owner = game.away(owner.into(), observer);
                self.track[region].fill(inputs, space * OWNERS + owner);
            }
            let leads = game.away(governor_winner(state, area), observer);
            self.leads[region].fill(inputs, leads);
        }
    }

    /// Encodes decks, discard pile and building supply, and the cards and sites that the observer
    /// can take.
    pub(super) fn fill_cards(
        &self,
        game: &Ruleset,
        state: &State,
        observer: Seat,
        sites: &SiteNumbers,
        inputs: &mut Inputs,
    ) {
        for deck in 0..DECKS {
            let drawn = usize::from(state.drawn[deck]);
            if drawn < deck_size(deck) {
                self.tops.fill(inputs, deck_start(deck) + drawn);
            }
        }
        self.pile.fill_bits(inputs, state.pile);
        self.abolished.fill(inputs, state.abolished);
        for (kind, left) in self.stock.iter().enumerate() {
            if state.supply[kind] < copies(game, kind) {
                left.fill(inputs, state.supply[kind]);
            }
        }
        self.drawable
            .fill_bits(inputs, game.drawable(state, observer));
        let cities = game.board.union[state.reach(observer)] & game.board.cities;
        let in_reach = cities & !state.taken | game.empty_fleets(state);
        self.in_reach
            .fill_each(inputs, Bits(in_reach).map(|site| sites[site]));
    }
}

/// Returns the maximum number of tiles of a kind in the supply. Start tiles are never in the supply.
#[inline]
fn copies(game: &Ruleset, kind: usize) -> u8 {
    let building = &game.components.buildings[kind];
    match building.level {
        0 => 0,
        _ => building.copies,
    }
}
