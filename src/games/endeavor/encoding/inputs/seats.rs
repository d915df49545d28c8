//! Inputs for each seat, and for the discs of the silent fleets.

use super::blocks::{SiteNumbers, ids};
use crate::encoding::{Count, Flag, Flags, Inputs, Layout, Number};
use crate::endeavor::components::{
    AREA_NAMES, AREAS, ASSETS, ATTRIBUTE_NAMES, BUILDINGS, Bits, CARDS, Components, REGIONS, STEPS,
};
use crate::endeavor::rules::ruleset::Ruleset;
use crate::endeavor::rules::state::{NONE, Player, State};
use crate::game::Seat;

/// Index of the score category for links.
const LINKS: usize = 5;

/// Highest draw number of a card.
const DRAW_NUMBERS: usize = 5;

/// Largest number of discs with a flag of its own.
const DISCS: usize = 8;

/// Inputs for the discs of one owner.
#[derive(Clone, Debug)]
pub(super) struct DiscInputs {
    sites: Flags,
    areas: Vec<Count>,
    supply: Number,
}

/// Inputs for one seat.
#[derive(Clone, Debug)]
pub(super) struct SeatInputs {
    attributes: Vec<Count>,
    harbor: Count,
    high_seas: [Number; AREAS],
    free: Vec<Number>,
    busy: Vec<Number>,
    actions: Vec<Number>,
    cards: Flags,
    governor: Flags,
    set_aside: Number,
    passed: Flag,
    score: Number,
    links: Number,
}

impl DiscInputs {
    pub(super) fn new(layout: &mut Layout, owner: &str, sites: &[&str]) -> DiscInputs {
        DiscInputs {
            sites: layout.flags(&format!("{owner} at"), sites),
            areas: layout.counts(&format!("{owner} discs"), AREA_NAMES, DRAW_NUMBERS),
            supply: layout.number(&format!("{owner} supply"), 20.0),
        }
    }
}

impl SeatInputs {
    pub(super) fn new(layout: &mut Layout, components: &Components, seat: &str) -> SeatInputs {
        let name = |what: &str| format!("{seat} {what}");
        let numbers = |layout: &mut Layout, what: &str, labels: &[&str]| -> Vec<Number> {
            let labels = labels.iter();
            labels
                .map(|label| layout.number(&format!("{seat} {what}:{label}"), 1.0))
                .collect()
        };
        let kinds = ids(&components.buildings, |building| &building.id);
        let tokens = ids(&components.action_tokens, |token| &token.id);
        let cards = ids(&components.cards, |card| &card.id);
        SeatInputs {
            attributes: ATTRIBUTE_NAMES
                .iter()
                .map(|attribute| layout.count(&name(attribute), STEPS - 1))
                .collect(),
            harbor: layout.count(&name("harbor"), DISCS),
            high_seas: AREA_NAMES
                .map(|area| layout.number(&format!("{seat} high seas:{area}"), 2.0)),
            free: numbers(layout, "free", &kinds),
            busy: numbers(layout, "busy", &kinds),
            actions: numbers(layout, "tokens", &tokens),
            cards: layout.flags(&name("card"), &cards),
            governor: layout.flags(&name("governor space"), &cards[ASSETS..]),
            set_aside: layout.number(&name("set aside"), 2.0),
            passed: layout.flag(&name("passed")),
            score: layout.number(&name("score"), 30.0),
            links: layout.number(&name("links"), 5.0),
        }
    }
}

impl DiscInputs {
    /// Encodes the discs of an owner.
    pub(super) fn fill(&self, player: &Player, sites: &SiteNumbers, inputs: &mut Inputs) {
        sites.fill(&self.sites, player.sites, inputs);
        for (count, &discs) in self.areas.iter().zip(&player.discs) {
            count.fill(inputs, discs);
        }
        self.supply.fill(inputs, player.supply);
    }
}

impl SeatInputs {
    /// Encodes the other possessions of a seat.
    pub(super) fn fill_board(&self, player: &Player, inputs: &mut Inputs) {
        for (count, &attribute) in self.attributes.iter().zip(&player.attributes) {
            count.fill(inputs, attribute);
        }
        self.harbor.fill(inputs, player.harbor);
        for (number, &discs) in self.high_seas.iter().zip(&player.high_seas) {
            number.fill(inputs, discs);
        }
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
        for (number, &tokens) in self.actions.iter().zip(&player.actions) {
            number.fill(inputs, tokens);
        }
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
