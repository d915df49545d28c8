//! What lies on the board and beside it.

use super::super::Endeavor;
use super::super::components::{
    AREA_NAMES, ASSETS, ATTRIBUTE_NAMES, Bits, Components, DECKS, REGIONS, TOKEN_KINDS, deck_size,
    deck_start,
};
use super::super::sites::governor_winner;
use super::super::state::{MAX_TRACK, State};
use super::{OWNERS, ids};
use crate::game::Seat;
use crate::observation::{Flag, Flags, Inputs, Layout};

/// Most tiles of a kind that can be in the supply.
const COPIES: usize = 5;

/// Number of the first region among the areas.
const FIRST_REGION: usize = REGIONS.start;

/// What lies on the board and beside it.
#[derive(Clone, Debug)]
pub(super) struct TableInputs {
    tokens: [Flags; TOKEN_KINDS],
    open: Flags,
    spaces_left: Vec<Flags>,
    /// By region, for every space each owner.
    track: Vec<Flags>,
    leads: Vec<Flags>,
    tops: Flags,
    pile: Flags,
    abolished: Flag,
    stock: Vec<Flags>,
    drawable: Flags,
    in_reach: Flags,
}

impl TableInputs {
    pub(super) fn new(
        layout: &mut Layout,
        components: &Components,
        owners: &[String; OWNERS],
        spaces: &[String],
    ) -> TableInputs {
        let assets: Vec<&str> = ids(&components.cards[..ASSETS], |card| &card.id);
        let regions = &AREA_NAMES[REGIONS];
        let token_names = ATTRIBUTE_NAMES
            .into_iter()
            .chain(components.action_tokens.iter().map(|token| &*token.id));
        let tokens: Vec<Flags> = token_names.map(|name| layout.flags(name, spaces)).collect();
        let disc = |space: usize| owners.iter().map(move |owner| format!("{space} {owner}"));
        TableInputs {
            tokens: tokens.try_into().expect("four and four kinds of token"),
            open: layout.flags("open", regions),
            spaces_left: regions
                .iter()
                .map(|area| {
                    let numbers = (1..=MAX_TRACK).map(|number| number.to_string());
                    layout.flags(&format!("spaces to open {area}"), numbers)
                })
                .collect(),
            track: regions
                .iter()
                .map(|area| layout.flags(&format!("track {area}"), (1..=MAX_TRACK).flat_map(disc)))
                .collect(),
            leads: regions
                .iter()
                .map(|area| layout.flags(&format!("leads {area}"), owners))
                .collect(),
            tops: layout.flags("top", &assets),
            pile: layout.flags("discarded", &assets),
            abolished: layout.flag("slavery abolished"),
            stock: components
                .buildings
                .iter()
                .map(|building| {
                    let numbers = (0..COPIES).map(|number| number.to_string());
                    layout.flags(&format!("left:{}", building.id), numbers)
                })
                .collect(),
            drawable: layout.flags("me may draw", &assets),
            in_reach: layout.flags("me may take", components.site_ids()),
        }
    }
}

impl Endeavor {
    /// The tokens on the board.
    pub(super) fn fill_tokens(&self, state: &State, inputs: &mut Inputs) {
        let told = &self.observation;
        let board = &self.board;
        let mut lies_at = |place: usize| {
            let kind = usize::from(state.tokens[place]);
            told.table.tokens[kind].fill(inputs, told.spaces[place]);
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

    /// Which regions are open, and the tracks of the others.
    pub(super) fn fill_regions(&self, state: &State, observer: Seat, inputs: &mut Inputs) {
        let told = &self.observation.table;
        told.open
            .fill_bits(inputs, u64::from(state.open) >> FIRST_REGION);
        for area in REGIONS {
            let shipped = state.shipped[area];
            if state.open >> area & 1 == 1 {
                continue;
            }
            let region = area - FIRST_REGION;
            let left = self.board.track[area] - shipped;
            told.spaces_left[region].fill(inputs, left - 1);
            if shipped == 0 {
                continue;
            }
            let discs = &state.track[area][..usize::from(shipped)];
            for (space, &owner) in discs.iter().enumerate() {
                let owner = self.away(owner.into(), observer);
                told.track[region].fill(inputs, space * OWNERS + owner);
            }
            let leads = self.away(governor_winner(state, area), observer);
            told.leads[region].fill(inputs, leads);
        }
    }

    /// Decks, discard pile and building supply, and what the observer could take of decks and sites.
    pub(super) fn fill_cards(&self, state: &State, observer: Seat, inputs: &mut Inputs) {
        let told = &self.observation.table;
        for deck in 0..DECKS {
            let drawn = usize::from(state.drawn[deck]);
            if drawn < deck_size(deck) {
                told.tops.fill(inputs, deck_start(deck) + drawn);
            }
        }
        told.pile.fill_bits(inputs, state.pile);
        told.abolished.fill(inputs, state.abolished);
        for (kind, left) in told.stock.iter().enumerate() {
            if state.supply[kind] < self.copies(kind) {
                left.fill(inputs, state.supply[kind]);
            }
        }
        told.drawable
            .fill_bits(inputs, self.drawable(state, observer));
        let cities = self.board.union[state.reach(observer)] & self.board.cities;
        let in_reach = cities & !state.taken | self.empty_fleets(state);
        self.fill_sites(&told.in_reach, in_reach, inputs);
    }

    /// Tiles of a kind that the supply may hold; the start tiles are never in it.
    #[inline]
    fn copies(&self, kind: usize) -> u8 {
        let building = &self.components.buildings[kind];
        match building.level {
            0 => 0,
            _ => building.copies,
        }
    }
}
