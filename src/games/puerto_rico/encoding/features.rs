//! Features for the evaluation of a position, computed only from information that the evaluating seat has.

use super::lookahead::{shippable, staffed_for};
use crate::game::Seat;
use crate::puerto_rico::components::{
    Buildings, CITY, FIRST_LARGE, FIRST_VIOLET, GOODS, HOUSE, ISLAND, LARGE, QUARRY, only, role,
    violet,
};
use crate::puerto_rico::rules::craftsman::FACTORY;
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Members, Phase, Player, State};

/// Names of the features.
pub const FEATURE_NAMES: [&str; 48] = [
    "chips",
    "buildings",
    "bonus",
    "bonus_waiting",
    "doubloons",
    "doubloons_above_10",
    "quarries",
    "corn",
    "indigo",
    "sugar",
    "tobacco",
    "coffee",
    "kinds",
    "potential",
    "tiles",
    "vacant",
    "small_market",
    "hacienda",
    "construction_hut",
    "small_warehouse",
    "hospice",
    "office",
    "large_market",
    "large_warehouse",
    "factory",
    "university",
    "harbor",
    "wharf",
    "factory_income",
    "harbor_kinds",
    "wharf_output",
    "colonists",
    "goods",
    "shippable",
    "sale",
    "pending_vp",
    "pending_sale",
    "pending_build",
    "pending_tile",
    "pending_quarry",
    "pending_good",
    "rival_score",
    "others_score",
    "others_doubloons",
    "others_output",
    "others_goods",
    "others_pending_vp",
    "others_pending_sale",
];

/// Lower bound of the remaining share of the game, used until the game ends.
const LEAST_LEFT: f32 = 0.05;
/// Factor for the value of a violet building without a colonist.
const UNSTAFFED: f32 = 0.6;
/// Maximum of the feature `doubloons`. Doubloons above it count as `doubloons_above_10`.
const MANY_DOUBLOONS: u16 = 10;

impl Ruleset {
    /// Computes the features of a seat. Features marked * are multiplied by the remaining share of the game:
    /// the minimum of the shares of colonists in the supply, VP in the pool and free spaces in the fullest
    /// city. While players place colonists, boards are evaluated with the remaining colonists placed by a
    /// heuristic.
    ///
    /// | feature | meaning |
    /// | --- | --- |
    /// | `chips`, `buildings`, `bonus` | VP chips; printed VP; bonuses of staffed large buildings |
    /// | `bonus_waiting` | bonuses of large buildings without a colonist |
    /// | `doubloons`*, `doubloons_above_10`* | doubloons up to 10; doubloons above 10 |
    /// | `quarries`* | staffed quarries, at most four |
    /// | `corn`* to `coffee`* | barrels produced in a craftsman phase |
    /// | `kinds`* | kinds of goods produced in a craftsman phase |
    /// | `potential`* | barrels produced in a craftsman phase if every circle had a colonist |
    /// | `tiles`* | island tiles |
    /// | `vacant`* | circles without a colonist |
    /// | `small_market`* to `wharf`* | the violet building: 1 if staffed, 0.6 if not |
    /// | `factory_income`* | with a factory: doubloons from a craftsman phase |
    /// | `harbor_kinds`* | with a harbor: kinds of goods produced in a craftsman phase |
    /// | `wharf_output`* | with a wharf: barrels produced in a craftsman phase |
    /// | `colonists` | colonists |
    /// | `goods` | barrels on the windrose |
    /// | `shippable` | VP from loading if no other player loaded |
    /// | `sale`* | doubloons from the best sale that the trading house allows |
    /// | `pending_vp`, `pending_sale`* | `shippable` and `sale` again, while the seat's turn in a captain or trader phase is still to come |
    /// | `pending_build`* | printed cost of the most expensive building that the seat can build, while its turn in a builder phase is still to come |
    /// | `pending_tile`*, `pending_quarry`* | 1 if the seat can still take a tile or a quarry in this settler phase |
    /// | `pending_good` | 1 if the extra good of the craftsman is still to come |
    /// | `rival_score`, `others_score` | score of the best opponent; mean score of the opponents |
    /// | `others_doubloons`*, `others_output`*, `others_goods` | means over the opponents |
    /// | `others_pending_vp`, `others_pending_sale`* | means over the opponents |
    pub(crate) fn fill_features(&self, state: &State, seat: Seat, values: &mut [f32]) {
        let own = staffed_for(self, state, seat);
        let shippable = |seat| shippable(self, state, seat);
        self.fill_features_with(state, seat, &own, shippable, values);
    }

    /// Like [`Ruleset::fill_features`], with precomputed values: `own` is the seat's board after placing the
    /// remaining colonists, and `shippable` returns the VP that a seat could load.
    pub(crate) fn fill_features_with(
        &self,
        state: &State,
        seat: Seat,
        own: &Player,
        shippable: impl Fn(Seat) -> u8,
        values: &mut [f32],
    ) {
        let left = self.share_left(state);
        let points = own.points();
        values.fill(0.0);
        let mut next = 0;
        let mut put = |value: f32| {
            values[next] = value;
            next += 1;
        };
        put(own.chips().into());
        put(own.vp_buildings.into());
        put(points[4..].iter().sum::<u16>().into());
        let waiting = Members(own.owned & LARGE & !own.staffed);
        let bonuses = own.large_bonuses();
        let waiting = waiting.map(|building| bonuses[building - FIRST_LARGE]);
        put(waiting.sum::<u16>().into());
        put(left * f32::from(own.doubloons.min(MANY_DOUBLOONS)));
        put(left * f32::from(own.doubloons.saturating_sub(MANY_DOUBLOONS)));
        put(left * f32::from(own.workers[QUARRY].min(4)));
        let (mut kinds, mut barrels) = (0, 0);
        let mut potential = own.tiles[0];
        for good in 0..GOODS {
            let output = own.output(good);
            kinds += u8::from(output > 0);
            barrels += output;
            put(left * f32::from(output));
            if good > 0 {
                potential += own.tiles[good].min(self.production_circles(own, good));
            }
        }
        put(left * f32::from(kinds));
        put(left * f32::from(potential));
        put(left * f32::from(own.island()));
        let circles = own.island() + self.building_circles(own);
        let colonists = own.colonists();
        put(left * f32::from(circles.saturating_sub(colonists)));
        let presence = |building: Buildings| match () {
            () if own.has(building) => left,
            () if own.owned & building != 0 => left * UNSTAFFED,
            () => 0.0,
        };
        for building in FIRST_VIOLET..FIRST_LARGE {
            put(presence(only(building)));
        }
        let functions = &self.functions;
        put(presence(functions.factory) * f32::from(FACTORY[usize::from(kinds)]));
        put(presence(functions.load.buildings()) * f32::from(kinds));
        put(presence(functions.wharf) * f32::from(barrels));
        put(colonists.into());
        put(own.goods.iter().sum::<u8>().into());
        let to_come = self.to_come(state, seat);
        let vp = f32::from(shippable(seat));
        let sale = left * f32::from(self.best_sale(state, own, state.owner as Seat == seat));
        put(vp);
        put(sale);
        let during = |card: u8, value: f32| match to_come && state.role == card {
            true => value,
            false => 0.0,
        };
        put(during(role::CAPTAIN, vp));
        put(during(role::TRADER, sale));
        let owner = usize::from(state.owner) == seat;
        put(match to_come && state.role == role::BUILDER {
            true => left * f32::from(self.dearest(state, own, seat)),
            false => 0.0,
        });
        let room = f32::from(u8::from(own.island() < ISLAND));
        put(during(role::SETTLER, left * room));
        let quarry = self.may_quarry(state, own, owner);
        put(during(
            role::SETTLER,
            left * room * f32::from(u8::from(quarry)),
        ));
        put(match state.phase {
            Phase::Bonus if owner => 1.0,
            _ => 0.0,
        });
        self.fill_others(state, seat, left, shippable, &mut put);
        debug_assert_eq!(next, FEATURE_NAMES.len());
    }

    /// Computes the features of the opponents.
    fn fill_others(
        &self,
        state: &State,
        seat: Seat,
        left: f32,
        shippable: impl Fn(Seat) -> u8,
        put: &mut impl FnMut(f32),
    ) {
        let mean = |sum: f32| sum / (self.players - 1) as f32;
        let secret = self.options.vp_hidden;
        let their_chips = match secret {
            true => mean(f32::from(self.others_chips(state, seat))),
            false => 0.0,
        };
        let (mut rival, mut score, mut doubloons) = (0f32, 0.0, 0.0);
        let (mut output, mut goods, mut vp, mut sale) = (0.0, 0.0, 0.0, 0.0);
        for other in (0..self.players).filter(|&other| other != seat) {
            let player = &state.players[other];
            let points = match secret {
                false => f32::from(player.score()),
                true => self.score_with(player, their_chips),
            };
            rival = rival.max(points);
            score += points;
            doubloons += f32::from(player.doubloons);
            let produced: u8 = (0..GOODS).map(|good| player.output(good)).sum();
            output += f32::from(produced);
            goods += f32::from(player.goods.iter().sum::<u8>());
            if self.to_come(state, other) {
                match state.role {
                    role::CAPTAIN => vp += f32::from(shippable(other)),
                    role::TRADER => sale += f32::from(self.best_sale(state, player, false)),
                    _ => {}
                }
            }
        }
        put(rival);
        put(mean(score));
        put(left * mean(doubloons));
        put(left * mean(output));
        put(mean(goods));
        put(mean(vp));
        put(left * mean(sale));
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
        let owner = usize::from(state.owner);
        match seat < owner {
            true => seat + self.players - owner,
            false => seat - owner,
        }
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
