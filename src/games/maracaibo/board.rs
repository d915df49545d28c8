//! The map with its legacy tiles (M-22), and what the rules look up about it.

use super::components::{
    Card, CardId, CardSet, CityAction, Components, EffectKind, Immediate, LegacyTile, LocationId,
    LocationKind, SpaceId, SpaceKind,
};
use super::heap::Heap;
use super::options::Options;
use super::roads::{Journey, Roads, journeys};
use super::state::{DECK_ROOM, DISC_TILES};

/// What the rules derive from components and options once, before any game.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// Legacy tiles in play; tile Ln is bit n.
    pub legacy: u32,
    /// Index of the scenario card.
    pub scenario: usize,
    /// Journeys by location, in rounds 1 to 3 and in round 4.
    pub journeys: [Vec<Vec<Journey>>; 2],
    /// Whether every journey is open to everybody: no toll, no L4 or L7.
    pub open_roads: bool,
    /// Locations with a flag, in order of numbers.
    pub flags: Vec<LocationId>,
    /// Villages, in order of numbers.
    pub villages: Vec<LocationId>,
    /// Cities, homeward spaces not among them, as bits.
    pub cities: u32,
    /// Locations where village actions are possible (not on L20 to L23), as bits.
    pub village_actions: u32,
    /// Cards that are the same as another one in every use.
    pub twins: CardSet,
    /// A cards, with C cards in the scenarios that bring them (M-25.2).
    pub a_cards: CardSet,
    /// B cards.
    pub b_cards: CardSet,
    /// The A cards to be dealt.
    pub a_heap: Heap<CardId, DECK_ROOM>,
    /// The B cards to be dealt.
    pub b_heap: Heap<CardId, DECK_ROOM>,
    /// Most CP that one effect in the data can give during a combat.
    pub largest_cp_gain: u8,
    /// The same for figures.
    pub largest_figure_gain: u8,
    /// Quest spaces of the explorer track.
    pub quest_spaces: Vec<SpaceId>,
    /// Disc tile (0 for L10) on a location.
    pub disc_tile_at: Vec<Option<u8>>,
    /// The disc tiles L10 to L17 in play.
    pub disc_tiles: [Option<LegacyTile>; DISC_TILES],
    /// Location with L5, if it is in play.
    pub figure_stop: Option<LocationId>,
    /// Location with L25.
    pub vp_stop: Option<LocationId>,
    /// VP of L25.
    pub vp_stop_amount: u8,
    /// Location with L1, a quest city.
    pub quest_city: Option<LocationId>,
    /// Location of L4.
    pub l4: Option<LocationId>,
    /// Location of L7.
    pub l7: Option<LocationId>,
}

/// Points that the roads of L2, L4, L8 and L18 cost (M-22.6, M-22.8).
const LONG_ROAD: u8 = 3;

impl Board {
    /// Lays the legacy tiles of scenario and options on the map.
    pub fn new(components: &mut Components, options: &Options) -> Board {
        let scenario = components
            .scenarios
            .iter()
            .position(|card| card.id == options.scenario)
            .expect("the data holds every scenario that the options accept");
        let legacy = options.legacy | components.scenarios[scenario].legacy;
        let tile = |number: u8| {
            (legacy >> number & 1 == 1)
                .then(|| {
                    components
                        .legacy
                        .iter()
                        .copied()
                        .find(|tile| tile.number == number)
                })
                .flatten()
        };
        let place = |number| tile(number).and_then(|tile| tile.location);
        let (quest_city, l4, l7) = (place(1), place(4), place(7));
        let closed_city = place(3);
        let mut cost: Vec<(LocationId, LocationId, u8)> = [2, 8, 18]
            .into_iter()
            .filter_map(tile)
            .filter_map(|road| Some((road.location?, road.route_to?, LONG_ROAD)))
            .collect();
        let disc_tiles: [Option<LegacyTile>; DISC_TILES] =
            std::array::from_fn(|index| tile(10 + index as u8));
        let no_village_actions: Vec<LocationId> = (20..=23).filter_map(place).collect();
        let (figure_stop, toll) = (place(5), place(11));
        let (settled, vp_tile) = (tile(1), tile(25));

        let locations = &mut components.locations;
        if let (Some(tile), Some(city)) = (settled, quest_city) {
            let city = &mut locations[usize::from(city)];
            city.kind = LocationKind::City;
            city.action = CityAction::QuestHere;
            city.market = tile.market;
            city.flag = true;
            city.flag_reward = tile.reward;
        }
        if let Some(city) = closed_city {
            let city = &mut locations[usize::from(city)];
            city.action = CityAction::None;
            city.market = None;
            city.flag = false;
        }
        for (city, points) in [(l4, LONG_ROAD), (l7, 1)] {
            let Some(city) = city else { continue };
            let after = locations[usize::from(city)].next[0].expect("a legacy city leads on");
            let number = locations[usize::from(city)].number;
            let before = locations
                .iter()
                .position(|location| location.number == number)
                .expect("a legacy city has the number of the location it lies beside");
            let free = locations[before]
                .next
                .iter_mut()
                .find(|next| next.is_none())
                .expect("a location has at most three roads");
            *free = Some(city);
            cost.push((LocationId::new(before as u8), city, points));
            cost.push((city, after, points));
        }

        let locations = &components.locations;
        let active = |index: LocationId| {
            let base = !components
                .legacy
                .iter()
                .any(|tile| [4, 7].contains(&tile.number) && tile.location == Some(index));
            base || [l4, l7].contains(&Some(index))
        };
        let kind = |index: LocationId| locations[usize::from(index)].kind;
        let flags = components
            .location_ids()
            .filter(|&index| locations[usize::from(index)].flag && active(index))
            .collect();
        let villages: Vec<LocationId> = components
            .location_ids()
            .filter(|&index| kind(index) == LocationKind::Village)
            .collect();
        let bits = |list: &[LocationId]| list.iter().fold(0u32, |bits, &index| bits | index.bit());
        let cities: Vec<LocationId> = components
            .location_ids()
            .filter(|&index| kind(index) == LocationKind::City && Some(index) != closed_city)
            .collect();
        let with_actions: Vec<LocationId> = villages
            .iter()
            .copied()
            .filter(|index| !no_village_actions.contains(index))
            .collect();
        let mut disc_tile_at = vec![None; locations.len()];
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
        let journeys = [false, true].map(|round4| {
            let roads = Roads {
                components,
                cost: &cost,
                round4,
                l4,
                l7,
                toll,
                by_route: options.skipped_by_route,
            };
            journeys(&roads)
        });
        let cards = |wanted: &dyn Fn(&Card) -> bool| -> CardSet {
            components
                .card_ids()
                .filter(|&card| wanted(&components[card]))
                .collect()
        };
        let twins = cards(&|card| card.has_twin);
        let a_cards = cards(&|card| card.a_card && (options.scenario != "75" || !card.c_card));
        let b_cards = cards(&|card| !card.a_card);
        Board {
            legacy,
            largest_cp_gain: largest_gain(components, EffectKind::Cp),
            largest_figure_gain: largest_gain(components, EffectKind::Figures),
            open_roads: [toll, l4, l7] == [None; 3],
            twins,
            a_heap: Heap::new(a_cards.iter()),
            b_heap: Heap::new(b_cards.iter()),
            a_cards,
            b_cards,
            scenario,
            journeys,
            flags,
            cities: bits(&cities),
            village_actions: bits(&with_actions),
            villages,
            quest_spaces,
            disc_tile_at,
            disc_tiles,
            figure_stop,
            vp_stop: place(25),
            vp_stop_amount: vp_tile
                .and_then(|tile| tile.reward.iter().next().map(|term| term.amount))
                .unwrap_or(0),
            quest_city,
            l4,
            l7,
        }
    }

    /// Whether legacy tile L`number` is in play.
    #[inline]
    pub fn has_legacy(&self, number: u8) -> bool {
        self.legacy >> number & 1 == 1
    }
}

/// The largest gain of one kind that a chain of rewards within a combat can bring: flags, quests,
/// explorer spaces, combat actions of cards, and the cards and actions of a village action at the
/// end of the explorer track.
fn largest_gain(components: &Components, kind: EffectKind) -> u8 {
    let effects = components
        .locations
        .iter()
        .map(|location| &location.flag_reward)
        .chain(components.quests.iter().map(|quest| &quest.effects))
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
