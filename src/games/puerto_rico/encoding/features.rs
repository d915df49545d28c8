//! Features for the evaluation of a position, computed only from information that the evaluating seat has.

use super::lookahead::{shippable, staffed_for};
use crate::game::{Seat, places_after};
use crate::puerto_rico::components::{
    Buildings, CITY, FIRST_LARGE, GOODS, HOUSE, ISLAND, LARGE, QUARRY, role, violet,
};
use crate::puerto_rico::rules::craftsman::FACTORY;
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Members, Phase, Player, State};
use portolan_core::features;

/// Lower bound of the remaining share of the game, used until the game ends.
const LEAST_LEFT: f32 = 0.05;
/// Factor for the value of a violet building without a colonist.
const UNSTAFFED: f32 = 0.6;
/// Maximum of the feature `doubloons`. Doubloons above it count as `doubloons_above_10`.
const MANY_DOUBLOONS: u16 = 10;

features! {
    /// Computes the features of a seat. `own` is the seat's board after placing the remaining colonists, and
    /// `shippable` returns the VP that a seat could load. Features that are multiplied by `left`, the remaining share
    /// of the game, count less towards the end.
    pub(crate) fn Ruleset::fill_features_with(
        &self,
        state: &State,
        seat: Seat,
        own: &Player,
        shippable: impl Fn(Seat) -> u8,
    ) {
        let left = self.share_left(state);
        let bonuses = own.large_bonuses();
        let waiting = Members(own.owned & LARGE & !own.staffed);
        let waiting = waiting.map(|building| bonuses[building - FIRST_LARGE]);
        let output: [u8; GOODS] = std::array::from_fn(|good| own.output(good));
        let kinds = output.iter().filter(|&&barrels| barrels > 0).count() as u8;
        let barrels: u8 = output.iter().sum();
        let circles_of = |good: usize| own.tiles[good].min(self.production_circles(own, good));
        let potential = own.tiles[0] + (1..GOODS).map(circles_of).sum::<u8>();
        let circles = own.island() + self.building_circles(own);
        let colonists = own.colonists();
        let presence = |building: Buildings| match () {
            () if own.has(building) => left,
            () if own.owned & building != 0 => left * UNSTAFFED,
            () => 0.0,
        };
        let functions = &self.functions;
        let vp = f32::from(shippable(seat));
        let owner = usize::from(state.owner) == seat;
        let sale = left * f32::from(self.best_sale(state, own, owner));
        let to_come = self.to_come(state, seat);
        let during = |card: u8, value: f32| match to_come && state.role == card {
            true => value,
            false => 0.0,
        };
        let dearest = match to_come && state.role == role::BUILDER {
            true => left * f32::from(self.dearest(state, own, seat)),
            false => 0.0,
        };
        let room = f32::from(u8::from(own.island() < ISLAND));
        let quarry = f32::from(u8::from(self.may_quarry(state, own, owner)));
        let others = self.others(state, seat, shippable);
        let mean = |sum: f32| sum / (self.players - 1) as f32;
    }
    // VP chips; printed VP; bonuses of large buildings with a colonist, and of large buildings without a colonist.
    chips: own.chips().into();
    buildings: own.vp_buildings.into();
    bonus: own.points()[4..].iter().sum::<u16>().into();
    bonus_waiting: waiting.sum::<u16>().into();
    // Doubloons up to 10; doubloons above 10.
    doubloons: left * f32::from(own.doubloons.min(MANY_DOUBLOONS));
    doubloons_above_10: left * f32::from(own.doubloons.saturating_sub(MANY_DOUBLOONS));
    // Staffed quarries, at most four.
    quarries: left * f32::from(own.workers[QUARRY].min(4));
    // Barrels produced in a craftsman phase.
    corn: left * f32::from(output[0]);
    indigo: left * f32::from(output[1]);
    sugar: left * f32::from(output[2]);
    tobacco: left * f32::from(output[3]);
    coffee: left * f32::from(output[4]);
    // Kinds of goods produced in a craftsman phase.
    kinds: left * f32::from(kinds);
    // Barrels produced in a craftsman phase if every circle had a colonist.
    potential: left * f32::from(potential);
    // Island tiles.
    tiles: left * f32::from(own.island());
    // Circles without a colonist.
    vacant: left * f32::from(circles.saturating_sub(colonists));
    // Violet buildings: 1 with a colonist, 0.6 without.
    small_market: presence(violet::SMALL_MARKET);
    hacienda: presence(violet::HACIENDA);
    construction_hut: presence(violet::CONSTRUCTION_HUT);
    small_warehouse: presence(violet::SMALL_WAREHOUSE);
    hospice: presence(violet::HOSPICE);
    office: presence(violet::OFFICE);
    large_market: presence(violet::LARGE_MARKET);
    large_warehouse: presence(violet::LARGE_WAREHOUSE);
    factory: presence(violet::FACTORY);
    university: presence(violet::UNIVERSITY);
    harbor: presence(violet::HARBOR);
    wharf: presence(violet::WHARF);
    // With a factory: doubloons from a craftsman phase.
    factory_income: presence(functions.factory) * f32::from(FACTORY[usize::from(kinds)]);
    // With a harbor: kinds of goods produced in a craftsman phase.
    harbor_kinds: presence(functions.load.buildings()) * f32::from(kinds);
    // With a wharf: barrels produced in a craftsman phase.
    wharf_output: presence(functions.wharf) * f32::from(barrels);
    colonists: colonists.into();
    // Barrels on the windrose.
    goods: own.goods.iter().sum::<u8>().into();
    // VP from loading if no other player loaded.
    shippable: vp;
    // Doubloons from the best sale that the trading house allows.
    sale: sale;
    // The values `shippable` and `sale`, while the seat's turn in a captain or trader phase is still to come.
    pending_vp: during(role::CAPTAIN, vp);
    pending_sale: during(role::TRADER, sale);
    // Printed cost of the most expensive building that the seat can build, while its turn in a
    // builder phase is still to come.
    pending_build: dearest;
    // 1 if the seat can still take a tile or a quarry in this settler phase.
    pending_tile: during(role::SETTLER, left * room);
    pending_quarry: during(role::SETTLER, left * room * quarry);
    // 1 if the extra good of the craftsman is still to come.
    pending_good: f32::from(u8::from(state.phase == Phase::Bonus && owner));
    // Score of the best opponent. All later values are means over the opponents.
    rival_score: others.rival;
    others_score: mean(others.score);
    others_doubloons: left * mean(others.doubloons);
    others_output: left * mean(others.output);
    others_goods: mean(others.goods);
    others_pending_vp: mean(others.vp);
    others_pending_sale: left * mean(others.sale);
}

/// Sums over the opponents, except for the score of the best opponent.
#[derive(Default)]
struct Others {
    rival: f32,
    score: f32,
    doubloons: f32,
    output: f32,
    goods: f32,
    vp: f32,
    sale: f32,
}

impl Ruleset {
    /// Computes the features of a seat. While players place colonists, boards are evaluated with the remaining
    /// colonists placed by a heuristic.
    pub(crate) fn fill_features(&self, state: &State, seat: Seat, values: &mut [f32]) {
        let own = staffed_for(self, state, seat);
        let shippable = |seat| shippable(self, state, seat);
        self.fill_features_with(state, seat, &own, shippable, values);
    }

    fn others(&self, state: &State, seat: Seat, shippable: impl Fn(Seat) -> u8) -> Others {
        let secret = self.options.vp_hidden;
        let their_chips = match secret {
            true => f32::from(self.others_chips(state, seat)) / (self.players - 1) as f32,
            false => 0.0,
        };
        let mut sums = Others::default();
        for other in (0..self.players).filter(|&other| other != seat) {
            let player = &state.players[other];
            let points = match secret {
                false => f32::from(player.score()),
                true => self.score_with(player, their_chips),
            };
            sums.rival = sums.rival.max(points);
            sums.score += points;
            sums.doubloons += f32::from(player.doubloons);
            let produced: u8 = (0..GOODS).map(|good| player.output(good)).sum();
            sums.output += f32::from(produced);
            sums.goods += f32::from(player.goods.iter().sum::<u8>());
            if self.to_come(state, other) {
                match state.role {
                    role::CAPTAIN => sums.vp += f32::from(shippable(other)),
                    role::TRADER => sums.sale += f32::from(self.best_sale(state, player, false)),
                    _ => {}
                }
            }
        }
        sums
    }

    /// Returns the score of a player with an estimated number of VP chips.
    fn score_with(&self, player: &Player, chips: f32) -> f32 {
        let points = player.points();
        let customs = match player.has(violet::CUSTOMS_HOUSE) {
            true => chips / 4.0,
            false => 0.0,
        };
        let open = points[3..7].iter().sum::<u16>() + points[8];
        f32::from(open) + chips + customs
    }

    /// Returns the remaining share of the game, in `LEAST_LEFT..=1`.
    pub(crate) fn share_left(&self, state: &State) -> f32 {
        if state.endings != 0 {
            return LEAST_LEFT;
        }
        let setup = &self.components.setup;
        let colonists = f32::from(state.colonists) / f32::from(setup.colonists.max(1));
        let pool = f32::from(state.pool) / f32::from(setup.vp_chips);
        let city = state.seated().iter().map(Player::city).max();
        let city = f32::from(CITY - city.unwrap_or(0).min(CITY)) / f32::from(CITY);
        colonists.min(pool).min(city).max(LEAST_LEFT)
    }

    /// Returns true if a seat still has a turn (or its first turn, if there are several) in the current
    /// phase.
    pub(crate) fn to_come(&self, state: &State, seat: Seat) -> bool {
        match state.phase {
            Phase::Role | Phase::Over | Phase::Capped => false,
            Phase::Store | Phase::Keep => false,
            Phase::Load => true,
            Phase::University => self.offset(state, seat) > self.offset(state, state.active.into()),
            Phase::Hospice => self.offset(state, seat) > self.offset(state, state.active.into()),
            _ => self.offset(state, seat) >= self.offset(state, state.active.into()),
        }
    }

    /// Returns the position of a seat in phase order, with 0 for the owner of the role.
    pub(crate) fn offset(&self, state: &State, seat: Seat) -> usize {
        places_after(seat, state.owner.into(), self.players)
    }

    /// Returns the doubloons from the best sale that the trading house allows now.
    pub(crate) fn best_sale(&self, state: &State, player: &Player, owner: bool) -> u8 {
        if state.house.iter().sum::<u8>() >= HOUSE {
            return 0;
        }
        let trading = owner && state.role == role::TRADER && state.phase == Phase::Sell;
        let kinds = self.sellable(state, player);
        match 7u32.checked_sub(kinds.leading_zeros()) {
            // More expensive goods have higher indices.
            Some(good) => self.proceeds(player, good as usize, trading),
            None => 0,
        }
    }

    /// Returns the printed cost of the most expensive building that a seat can build.
    fn dearest(&self, state: &State, player: &Player, seat: Seat) -> u8 {
        let owner = usize::from(state.owner) == seat;
        let buildable = self.buildable(state, player, owner) & !self.forbidden_to(seat);
        Members(buildable)
            .map(|building| self.prices.costs[building])
            .max()
            .unwrap_or(0)
    }
}
