//! Lookup tables of distances and locations in reach, computed once from the journeys.

use crate::maracaibo::components::{
    CityAction, Components, EffectKind, LocationId, LocationKind, MAX_LOCATIONS,
};
use crate::maracaibo::rules::map_graph::MapGraph;
use crate::maracaibo::rules::roads::Journey;
use crate::maracaibo::rules::state::State;

/// Number of turns if no sequence of journeys leads to the end of the round.
const NO_WAY: u8 = u8::MAX;
/// Number of combinations in which L4 and L7 can be open.
const GATES: usize = 4;

/// Names of the offers of cities, in the order of the bits of [`offers`].
pub const OFFER_NAMES: [&str; 8] = [
    "combat",
    "exploration",
    "village actions",
    "influence",
    "disc",
    "cp",
    "doubloons",
    "vp",
];
/// Amount of each offer of a city action. Amounts that depend on the player count as 1.
type Offers = [u8; OFFER_NAMES.len()];
const COMBAT: usize = 0;
const EXPLORATION: usize = 1;
const VILLAGE_ACTIONS: usize = 2;
const INFLUENCE: usize = 3;
const DISC: usize = 4;
const CP: usize = 5;
const DOUBLOONS: usize = 6;
const VP: usize = 7;

/// Returns the offers of a city action.
fn offers(action: CityAction) -> Offers {
    let mut offers = [0; OFFER_NAMES.len()];
    let mut lay = |of_action: &[(usize, u8)]| {
        for &(offer, amount) in of_action {
            offers[offer] = amount.saturating_add(offers[offer]);
        }
    };
    match action {
        CityAction::None | CityAction::Tile | CityAction::QuestHere => {}
        CityAction::Combat => lay(&[(COMBAT, 1)]),
        CityAction::Exploration(n) => lay(&[(EXPLORATION, n)]),
        CityAction::InfluenceThenVillageAction => lay(&[(INFLUENCE, 1), (VILLAGE_ACTIONS, 1)]),
        CityAction::CpThenDisc => lay(&[(CP, 1), (DISC, 1)]),
        CityAction::ThreeCp => lay(&[(CP, 3)]),
        CityAction::DoubloonsThenVillageAction => lay(&[(DOUBLOONS, 2), (VILLAGE_ACTIONS, 1)]),
        CityAction::CpAndInfluence => lay(&[(CP, 1), (INFLUENCE, 1)]),
        CityAction::VillageActionPerCompass => lay(&[(VILLAGE_ACTIONS, 1)]),
        CityAction::VpPerTokenThenDiscardHand => lay(&[(VP, 1), (DOUBLOONS, 4)]),
        CityAction::DoubloonsOrVpPerAssistant => lay(&[(DOUBLOONS, 4), (VP, 1)]),
        CityAction::PayCpForInfluenceAndDoubloons => lay(&[(INFLUENCE, 1), (DOUBLOONS, 6)]),
        CityAction::FigureThenVillageAction => lay(&[(VILLAGE_ACTIONS, 1)]),
        CityAction::CombatOrExplore(n) => lay(&[(COMBAT, 1), (EXPLORATION, n)]),
        CityAction::Vp(n) => lay(&[(VP, n)]),
        CityAction::TwoVillageActionsAndFigureForVp => lay(&[(VILLAGE_ACTIONS, 2), (VP, 5)]),
        CityAction::ThreeCpThenCombat => lay(&[(CP, 3), (COMBAT, 1)]),
        CityAction::Effects(effects) => {
            for effect in effects.iter() {
                let offer = match effect.kind {
                    EffectKind::Doubloons => DOUBLOONS,
                    EffectKind::Vp | EffectKind::VpPerAssistant | EffectKind::VpPerCombatToken => {
                        VP
                    }
                    EffectKind::Cp => CP,
                    EffectKind::Influence
                    | EffectKind::InfluenceFrance
                    | EffectKind::InfluenceSpain
                    | EffectKind::InfluenceEngland => INFLUENCE,
                    EffectKind::Discs => DISC,
                    EffectKind::Explore => EXPLORATION,
                    EffectKind::VillageActions => VILLAGE_ACTIONS,
                    EffectKind::Combat => COMBAT,
                    EffectKind::Figures | EffectKind::SailAndMain | EffectKind::SkullTiles => {
                        continue;
                    }
                };
                lay(&[(offer, effect.amount)]);
            }
        }
    }
    offers
}

/// For every location, a set of locations, as bits.
type Places = [u32; MAX_LOCATIONS];

/// Distances and locations ahead, for rounds 1 to 3 and for round 4.
#[derive(Clone, Debug)]
pub struct Reach {
    /// Minimum number of turns to the end of the round.
    fewest_turns: [[u8; MAX_LOCATIONS]; 2],
    /// Locations where a turn can end, by the open cities of L4 (1) and L7 (2).
    within: [[Places; GATES]; 2],
    /// Locations where the ship can still stop in this round.
    ahead: [Places; 2],
    /// Offers of each location without a city tile.
    printed: [Offers; MAX_LOCATIONS],
    /// Cities that may have a tile.
    tile_cities: [LocationId; 5],
    /// Locations where goods can be delivered.
    markets: Vec<LocationId>,
}

impl Reach {
    /// Computes the tables.
    pub fn new(components: &Components, chart: &MapGraph) -> Reach {
        let places = &components.places;
        let [a, b, c, d] = places.tile_cities;
        let tile_cities = [a, b, c, d, places.maracaibo];
        let mut printed = [[0; OFFER_NAMES.len()]; MAX_LOCATIONS];
        for (id, location) in components.location_ids().zip(&chart.locations) {
            let homeward = location.kind == LocationKind::Homeward;
            let city = chart.cities & id.bit() != 0 && !tile_cities.contains(&id);
            if homeward || city {
                printed[usize::from(id)] = offers(location.action);
            }
        }
        let rounds = [
            (&chart.journeys[0], places.round_end),
            (&chart.journeys[1], places.game_end),
        ];
        Reach {
            fewest_turns: rounds.map(|(journeys, end)| fewest_turns(journeys, end)),
            within: rounds
                .map(|(journeys, _)| std::array::from_fn(|gates| within(journeys, gates))),
            ahead: rounds.map(|(journeys, _)| ahead(journeys)),
            printed,
            tile_cities,
            markets: components
                .location_ids()
                .filter(|city| chart.cities & city.bit() != 0)
                .collect(),
        }
    }

    /// Returns the minimum number of turns to the end of the round, or 0 if the end cannot be
    /// reached.
    #[inline]
    pub fn fewest_turns(&self, round: u8, ship: LocationId) -> u8 {
        match self.fewest_turns[usize::from(round == 4)][usize::from(ship)] {
            NO_WAY => 0,
            turns => turns,
        }
    }

    /// Returns the locations where a turn that starts here can end, as bits.
    #[inline]
    pub fn within(&self, round: u8, l4_open: bool, l7_open: bool, ship: LocationId) -> u32 {
        let gates = usize::from(l4_open) + 2 * usize::from(l7_open);
        self.within[usize::from(round == 4)][gates][usize::from(ship)]
    }

    /// Returns the locations where the ship can still stop in this round, as bits.
    #[inline]
    pub fn ahead(&self, round: u8, ship: LocationId) -> u32 {
        self.ahead[usize::from(round == 4)][usize::from(ship)]
    }

    /// Returns the offers of each location.
    #[inline]
    pub fn offers(
        &self,
        state: &State,
        action_at: impl Fn(&State, LocationId) -> CityAction,
    ) -> [Offers; MAX_LOCATIONS] {
        let mut places = self.printed;
        for city in self.tile_cities {
            places[usize::from(city)] = offers(action_at(state, city));
        }
        places
    }

    /// Returns the cities, without the homeward spaces.
    #[inline]
    pub fn markets(&self) -> &[LocationId] {
        &self.markets
    }
}

/// Computes the minimum number of turns without L4 and L7, which are not open to every player.
fn fewest_turns(journeys: &[Vec<Journey>], end: LocationId) -> [u8; MAX_LOCATIONS] {
    let mut turns = [NO_WAY; MAX_LOCATIONS];
    turns[usize::from(end)] = 0;
    // A route home has at most as many stops as there are locations.
    for _ in journeys {
        for (from, journeys) in journeys.iter().enumerate() {
            let open = journeys.iter().filter(|one| !one.over_l4 && !one.over_l7);
            let best = open.map(|one| turns[usize::from(one.to)].saturating_add(1));
            turns[from] = best.fold(turns[from], u8::min);
        }
    }
    turns
}

fn within(journeys: &[Vec<Journey>], gates: usize) -> Places {
    let mut places = [0; MAX_LOCATIONS];
    for (from, journeys) in journeys.iter().enumerate() {
        let is_open = |one: &&Journey| {
            (!one.over_l4 || gates & 1 == 1) && (!one.over_l7 || gates >> 1 & 1 == 1)
        };
        places[from] = (journeys.iter().filter(is_open)).fold(0, |bits, one| bits | one.to.bit());
    }
    places
}

fn ahead(journeys: &[Vec<Journey>]) -> Places {
    let mut places = [0; MAX_LOCATIONS];
    for _ in journeys {
        for (from, journeys) in journeys.iter().enumerate() {
            let beyond = journeys
                .iter()
                .map(|one| one.to.bit() | places[usize::from(one.to)]);
            places[from] = beyond.fold(places[from], |bits, more| bits | more);
        }
    }
    places
}
