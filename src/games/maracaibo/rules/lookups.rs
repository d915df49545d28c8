//! Lookup tables for cards, tiles and the scenario that do not depend on the legacy tiles in play.

use super::heap::Heap;
use super::options::Options;
use super::state::DISC_TILES;
use super::story::start::Story;
use crate::maracaibo::components::{
    Card, CardId, CardLetter, CardSet, Components, DECK_ROOM, EffectKind, Effects, Immediate,
    LegacyTile, LocationId, SpaceId, SpaceKind,
};

/// Lookup tables that the rules derive from components and options once, before the first game.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    /// Legacy tiles in play from the start; tile Ln is bit n.
    pub legacy: u32,
    /// Legacy tiles that can enter or leave the game; tile Ln is bit n.
    pub changing: u32,
    /// Index of the scenario card; `None` in a campaign.
    pub scenario: Option<usize>,
    /// Number of quest tiles in the box; story tiles have the ids after them.
    pub quest_tiles: u8,
    /// Cards that have an exact copy: another card with the same function.
    pub twins: CardSet,
    /// Cards dealt at set-up: the A cards, and in a campaign also the C cards of earlier games
    /// (M-C3).
    pub a_cards: CardSet,
    pub b_cards: CardSet,
    /// C cards that the scenario shuffles into the pile after the deal (M-25.2).
    pub joining: CardSet,
    /// All C cards that can enter the game.
    pub c_cards: CardSet,
    /// All cards in the game from the start.
    pub cards: CardSet,
    pub a_heap: Heap<CardId, DECK_ROOM>,
    pub b_heap: Heap<CardId, DECK_ROOM>,
    /// Largest amount of CP that one effect or card can give during a combat.
    pub largest_cp_gain: u8,
    /// Largest number of figures that one effect or card can give during a combat.
    pub largest_figure_gain: u8,
    /// Quest spaces of the explorer track.
    pub quest_spaces: Vec<SpaceId>,
    /// Index of the disc tile (0 for L10) on each location, if it has one.
    pub disc_tile_at: Vec<Option<u8>>,
    /// Disc tiles L10 to L17 that can enter the game.
    pub disc_tiles: [Option<LegacyTile>; DISC_TILES],
    /// Location of L5, if the tile can enter the game.
    pub figure_stop: Option<LocationId>,
    /// Location of L25, if the tile can enter the game.
    pub gift_stop: Option<LocationId>,
    /// Effects of L25.
    pub gift: Effects,
    /// Tile and location of L20 to L23, as bits.
    pub skulls: [(u32, u32); 4],
}

/// Numbers of the skull tiles L20 to L23 (M-22.14).
const SKULLS: [u8; 4] = [20, 21, 22, 23];

impl Board {
    /// Derives the tables; `story` is `None` outside a campaign.
    pub fn new(components: &Components, options: &Options, story: Option<&Story>) -> Board {
        let scenario = components
            .scenarios
            .iter()
            .position(|card| card.id == options.scenario);
        let legacy =
            options.legacy | scenario.map_or(0, |index| components.scenarios[index].legacy);
        let possible = legacy | story.map_or(0, |story| story.tiles);
        let tile = |number: u8| {
            components
                .legacy
                .iter()
                .copied()
                .find(|tile| tile.number == number && possible >> number & 1 == 1)
        };
        let place = |number| tile(number).and_then(|tile| tile.location);
        let disc_tiles: [Option<LegacyTile>; DISC_TILES] =
            std::array::from_fn(|index| tile(10 + index as u8));
        let mut disc_tile_at = vec![None; components.locations.len()];
        for (index, tile) in disc_tiles.iter().enumerate() {
            if let Some(location) = tile.and_then(|tile| tile.location) {
                disc_tile_at[usize::from(location)] = Some(index as u8);
            }
        }
        let quest_spaces = components
            .explorer
            .iter()
            .enumerate()
            .filter(|(_, space)| space.kind == SpaceKind::Quest)
            .map(|(index, _)| SpaceId::new(index as u8))
            .collect();
        let cards = |wanted: &dyn Fn(&Card) -> bool| -> CardSet {
            components
                .card_ids()
                .filter(|&card| wanted(&components[card]))
                .collect()
        };
        let twins = cards(&|card| card.has_twin);
        let mut a_cards = cards(&|card| card.set == CardLetter::A);
        let mut c_cards = CardSet::EMPTY;
        if let Some(story) = story {
            a_cards = a_cards.union(story.dealt_c_cards());
            c_cards = story.cards_of(u16::MAX);
        }
        let joining = scenario.map_or(CardSet::EMPTY, |index| components.scenarios[index].cards);
        c_cards = c_cards.union(joining);
        let b_cards = cards(&|card| card.set == CardLetter::B);
        let largest_gain = |kind| largest_gain(components, story, kind);
        Board {
            legacy,
            changing: story.map_or(0, |story| {
                let come = story.tiles & !legacy;
                come | story.removed & (legacy | come)
            }),
            quest_tiles: components.quests.len() as u8,
            largest_cp_gain: largest_gain(EffectKind::Cp),
            largest_figure_gain: largest_gain(EffectKind::Figures),
            twins,
            a_heap: Heap::new(a_cards.iter()),
            b_heap: Heap::new(b_cards.iter()),
            cards: a_cards.union(b_cards).union(joining),
            joining,
            a_cards,
            b_cards,
            c_cards,
            scenario,
            quest_spaces,
            disc_tile_at,
            disc_tiles,
            figure_stop: place(5),
            gift_stop: place(25),
            gift: tile(25).map_or(Effects::NOTHING, |tile| tile.reward),
            skulls: SKULLS.map(|number| (1 << number, place(number).map_or(0, LocationId::bit))),
        }
    }

    /// Returns true if legacy tile L`number` is in play from the start.
    #[inline]
    pub fn has_legacy(&self, number: u8) -> bool {
        self.legacy >> number & 1 == 1
    }
}

/// Returns the largest gain of one kind among all effects that a chain of rewards within a combat
/// can trigger. Sources are flags, quests, explorer spaces, combat actions of cards, and the cards and
/// actions of a village action at the end of the explorer track.
fn largest_gain(components: &Components, story: Option<&Story>, kind: EffectKind) -> u8 {
    let effects = components
        .locations
        .iter()
        .map(|location| &location.flag_reward)
        .chain(components.quests.iter().map(|quest| &quest.effects))
        .chain(story.into_iter().flat_map(Story::quest_rewards))
        .chain(components.explorer.iter().map(|space| &space.reward))
        .chain(
            components
                .combat_actions
                .iter()
                .map(|action| &action.effects),
        )
        .chain(
            components
                .village_actions
                .iter()
                .map(|action| &action.effects),
        );
    let cards = components.cards.iter().map(|card| {
        let gains = card.immediates().map(|effect| match effect {
            Immediate::Cp(n) if kind == EffectKind::Cp => n,
            Immediate::Figures(n) if kind == EffectKind::Figures => n,
            Immediate::Gain(effect) if effect.kind == kind => effect.amount,
            _ => 0,
        });
        gains.sum()
    });
    effects
        .flat_map(|effects| effects.iter())
        .filter(|effect| effect.kind == kind)
        .map(|effect| effect.amount)
        .chain(cards)
        .max()
        .unwrap_or(0)
}
