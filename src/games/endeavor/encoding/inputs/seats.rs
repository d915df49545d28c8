//! Inputs for each seat, and for the discs of the silent fleets.

use super::blocks::{SiteNumbers, ids};
use crate::encoding::{Count, Counts, Flag, Flags, Inputs, Number, Numbers};
use crate::endeavor::components::{
    AREA_NAMES, ASSETS, ATTRIBUTE_NAMES, BUILDINGS, Bits, CARDS, Components, REGIONS, STEPS,
};
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::state::{NONE, Player, State};
use crate::game::Seat;
use portolan_core::inputs;

/// Index of the score category for links.
const LINKS: usize = 5;

/// Highest draw number of a card.
const DRAW_NUMBERS: usize = 5;

/// Largest number of discs that has a separate flag.
const DISCS: usize = 8;

inputs! {
    /// Inputs for the discs of one owner.
    pub(super) struct DiscInputs {
        new(layout, sites: &[&str])
        fill(inputs, player: &Player, numbers: &SiteNumbers)
        sites: Flags = layout.flags("at", sites)
            => fill_each(Bits(player.sites).map(|site| numbers[site]));
        areas: Counts = layout.counts("discs", AREA_NAMES, DRAW_NUMBERS) => fill(player.discs);
        supply: Number = layout.number("supply", 20.0) => fill(player.supply);
    }
}

inputs! {
    /// Inputs for the other components of one seat.
    pub(super) struct SeatInputs {
        new(layout, components: &Components) {
            let kinds = ids(&components.buildings, |building| &building.id);
            let tokens = ids(&components.action_tokens, |token| &token.id);
            let cards = ids(&components.cards, |card| &card.id);
        }
        attributes: Counts = (ATTRIBUTE_NAMES.iter())
            .map(|attribute| layout.count(attribute, STEPS - 1))
            .collect();
        harbor: Count = layout.count("harbor", DISCS);
        high_seas: Numbers = layout.numbers("high seas", AREA_NAMES, 2.0);
        free: Numbers = layout.numbers("free", &kinds, 1.0);
        busy: Numbers = layout.numbers("busy", &kinds, 1.0);
        actions: Numbers = layout.numbers("tokens", &tokens, 1.0);
        cards: Flags = layout.flags("card", &cards);
        governor: Flags = layout.flags("governor space", &cards[ASSETS..]);
        set_aside: Number = layout.number("set aside", 2.0);
        passed: Flag = layout.flag("passed");
        score: Number = layout.number("score", 30.0);
        links: Number = layout.number("links", 5.0);
    }
}

impl SeatInputs {
    /// Encodes the other possessions of a seat.
    pub(super) fn fill_board(&self, player: &Player, inputs: &mut Inputs) {
        self.attributes.fill(inputs, player.attributes);
        self.harbor.fill(inputs, player.harbor);
        self.high_seas.fill(inputs, player.high_seas);
        let (mut free, mut busy) = ([0u8; BUILDINGS], [0u8; BUILDINGS]);
        for (slot, &kind) in player.coast().iter().enumerate() {
            let tiles = match player.busy >> slot & 1 {
                0 => &mut free,
                _ => &mut busy,
            };
            tiles[usize::from(kind)] += 1;
        }
        for kind in Bits(player.kinds.into()) {
            self.free[kind].fill(inputs, free[kind]);
            self.busy[kind].fill(inputs, busy[kind]);
        }
        self.actions.fill(inputs, player.actions);
        self.cards.fill_bits(inputs, player.cards);
        if player.governor != NONE {
            self.governor
                .fill(inputs, usize::from(player.governor) - ASSETS);
        }
        self.set_aside
            .fill(inputs, player.set_aside.count_ones() as u8);
    }

    /// Encodes the pass and the score of a seat.
    pub(super) fn fill_score(
        &self,
        game: &Ruleset,
        state: &State,
        seat: Seat,
        inputs: &mut Inputs,
    ) {
        let passed = state.in_action_phase() && state.passed >> seat & 1 == 1;
        self.passed.fill(inputs, passed);
        let glory = game.glory(state, seat);
        self.score.fill(inputs, glory.iter().sum::<i32>() as f32);
        self.links.fill(inputs, glory[LINKS] as f32);
    }
}

const _: () = assert!(CARDS - ASSETS == REGIONS.end - 1);
