//! Lookup tables of distances and locations in reach, computed once from the journeys.

use crate::maracaibo::components::{
    CityAction, Components, EffectKind, LocationId, LocationKind, MAX_LOCATIONS,
};
use crate::maracaibo::rules::map_graph::MapGraph;
use crate::maracaibo::rules::roads::Journey;
use crate::maracaibo::rules::state::State;

/// Number of turns if no journey leads home.
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
const COMBAT: u8 = 1;
const EXPLORATION: u8 = 1 << 1;
const VILLAGE_ACTIONS: u8 = 1 << 2;
const INFLUENCE: u8 = 1 << 3;
const DISC: u8 = 1 << 4;
const CP: u8 = 1 << 5;
const DOUBLOONS: u8 = 1 << 6;
const VP: u8 = 1 << 7;

/// Returns the offers of a city action, as bits.
fn offers(action: CityAction) -> u8 {
    match action {
        CityAction::None | CityAction::Tile | CityAction::QuestHere => 0,
        CityAction::Combat => COMBAT,
        CityAction::Exploration(_) => EXPLORATION,
        CityAction::InfluenceThenVillageAction => INFLUENCE | VILLAGE_ACTIONS,
        CityAction::CpThenDisc => CP | DISC,
        CityAction::ThreeCp => CP,
        CityAction::DoubloonsThenVillageAction => DOUBLOONS | VILLAGE_ACTIONS,
        CityAction::CpAndInfluence => CP | INFLUENCE,
        CityAction::VillageActionPerCompass => VILLAGE_ACTIONS,
        CityAction::VpPerTokenThenDiscardHand => VP | DOUBLOONS,
        CityAction::DoubloonsOrVpPerAssistant => DOUBLOONS | VP,
        CityAction::PayCpForInfluenceAndDoubloons => INFLUENCE | DOUBLOONS,
        CityAction::FigureThenVillageAction => VILLAGE_ACTIONS,
        CityAction::CombatOrExplore(_) => COMBAT | EXPLORATION,
        CityAction::Vp(_) => VP,
        CityAction::TwoVillageActionsAndFigureForVp => VILLAGE_ACTIONS | VP,
        CityAction::ThreeCpThenCombat => CP | COMBAT,
        CityAction::Effects(effects) => (effects.iter()).fold(0, |offers, effect| {
            offers
                | match effect.kind {
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
                    EffectKind::Figures | EffectKind::SailAndMain | EffectKind::SkullTiles => 0,
                }
        }),
    }
}

/// A set of locations, as bits, for every location.
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
    /// Locations without a city tile, by offer.
    printed: [u32; OFFER_NAMES.len()],
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
        let mut printed = [0; OFFER_NAMES.len()];
        for (id, location) in components.location_ids().zip(&chart.locations) {
            let homeward = location.kind == LocationKind::Homeward;
            let city = chart.cities & id.bit() != 0 && !tile_cities.contains(&id);
            if homeward || city {
                lay(&mut printed, offers(location.action), id);
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

    /// Returns the locations of each offer, as bits.
    #[inline]
    pub fn offers(
        &self,
        state: &State,
        action_at: impl Fn(&State, LocationId) -> CityAction,
    ) -> [u32; OFFER_NAMES.len()] {
        let mut places = self.printed;
        for city in self.tile_cities {
            lay(&mut places, offers(action_at(state, city)), city);
        }
        places
    }

    /// Returns the cities, without the homeward spaces.
    #[inline]
    pub fn markets(&self) -> &[LocationId] {
        &self.markets
    }
}

#[inline]
fn lay(places: &mut [u32; OFFER_NAMES.len()], offers: u8, location: LocationId) {
    for (index, places) in places.iter_mut().enumerate() {
        *places |= u32::from(offers >> index & 1) << location.index();
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
