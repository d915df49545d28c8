//! The position as data for a program: what a seat knows, or everything.
//!
//! Goods, plantations and colonists are told as numbers by kind. What the keys mean stands in
//! `docs/reference/positions.md`.

use serde_json::{Value, json};

use super::classes::class_name;
use super::components::{
    BUILDING_IDS, Building, CITY, GOOD_NAMES, GOODS, HOUSE, ISLAND, ROLE_NAMES, TILE_NAMES,
    good_of, only,
};
use super::ruleset::Ruleset;
use super::state::{Members, NO_GOOD, Phase, Player, State, ending};
use crate::game::Seat;

/// Names of the phases.
fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Role => "role",
        Phase::Hacienda => "hacienda",
        Phase::Plantation => "plantation",
        Phase::Hospice => "hospice",
        Phase::Privilege => "privilege",
        Phase::Staff => "staff",
        Phase::Build => "build",
        Phase::University => "university",
        Phase::Bonus => "bonus",
        Phase::Sell => "sell",
        Phase::Load => "load",
        Phase::Store => "store",
        Phase::Keep => "keep",
        Phase::Produce => "produce",
        Phase::Over => "over",
        Phase::Capped => "capped",
    }
}

/// Numbers by kind, without those of which there is none.
fn by_kind(counts: &[u8], names: &[&str]) -> Value {
    let some = names.iter().zip(counts).filter(|(_, count)| **count > 0);
    some.map(|(name, count)| (name.to_string(), json!(count)))
        .collect()
}

/// Names of the goods of a set.
fn goods_of(set: u8) -> Value {
    Members(set.into()).map(|good| GOOD_NAMES[good]).collect()
}

/// Numbers, from 1, of the seats of a set.
fn seats_of(set: u8) -> Value {
    Members(set.into()).map(|seat| seat + 1).collect()
}

impl Ruleset {
    /// The position as `observer` knows it, or with everything for `None`.
    pub(super) fn position_data(&self, state: &State, observer: Option<Seat>) -> Value {
        let over = matches!(state.phase, Phase::Over | Phase::Capped);
        let under_way = !over && state.phase != Phase::Role;
        let players = state.seated().iter().enumerate();
        let players = players.map(|(seat, player)| {
            let secret =
                self.options.vp_hidden && observer.is_some_and(|observer| observer != seat);
            self.player_data(state, seat, player, secret)
        });
        let active = usize::from(state.active);
        json!({
            "phase": phase_name(state.phase),
            "round": state.round,
            "turn": self.turns_begun(state, active),
            "active": (!over).then_some(active + 1),
            "governor": state.governor + 1,
            "role": under_way.then(|| ROLE_NAMES[usize::from(state.role)]),
            "role_of": under_way.then_some(state.owner + 1),
            "last_round": last_round(state),
            "choice": choice_data(state),
            "players": players.collect::<Vec<Value>>(),
            "board": self.board_data(state),
            "supplies": self.supplies_data(state),
        })
    }

    fn player_data(&self, state: &State, seat: Seat, player: &Player, secret: bool) -> Value {
        let told = |value: Value| if secret { Value::Null } else { value };
        let buildings = Members(player.owned).map(|building| {
            let mut told = self.building_data(building);
            match good_of(building) {
                Some(_) => {}
                None => told["staffed"] = json!(player.has(only(building))),
            }
            told
        });
        let production = (1..GOODS).filter(|&good| self.production_circles(player, good) > 0);
        let production = production.map(|good| {
            let circles = json!({
                "colonists": player.artisans[good],
                "circles": self.production_circles(player, good),
            });
            (GOOD_NAMES[good].to_string(), circles)
        });
        json!({
            "seat": seat + 1,
            "score": told(json!(player.score())),
            "doubloons": player.doubloons,
            "vp_chips": told(json!({
                "goods": player.vp_goods,
                "harbor": player.vp_harbor,
                "captain": player.vp_captain,
            })),
            "vp_buildings": player.vp_buildings,
            "goods": by_kind(&player.goods, &GOOD_NAMES),
            "island": by_kind(&player.tiles, &TILE_NAMES),
            "island_spaces_left": ISLAND - player.island(),
            "workers": by_kind(&player.workers, &TILE_NAMES),
            "production": production.collect::<Value>(),
            "buildings": buildings.collect::<Vec<Value>>(),
            "city_spaces_left": CITY - player.city(),
            "san_juan": player.san_juan,
            "roles_to_take": self.roles_to_take(state, seat),
        })
    }

    /// A building with what it costs now and does.
    fn building_data(&self, building: Building) -> Value {
        let card = &self.components.buildings[building];
        let (name, text) = &self.components.building_texts[building];
        json!({
            "id": BUILDING_IDS[building],
            "name": name,
            "text": text,
            "cost": self.prices.costs[building],
            "vp": card.vp,
        })
    }

    fn board_data(&self, state: &State) -> Value {
        let roles = Members(self.roles.into()).map(|card| {
            json!({
                "id": ROLE_NAMES[card],
                "doubloons": state.role_doubloons[card],
                "taken": state.roles_taken >> card & 1 == 1,
            })
        });
        let ships = state.ships.iter().zip(&self.components.setup.ships);
        let ships = ships
            .filter(|(_, capacity)| **capacity > 0)
            .map(|(ship, &capacity)| {
                let good = (ship.good != NO_GOOD).then(|| GOOD_NAMES[usize::from(ship.good)]);
                json!({ "capacity": capacity, "good": good, "barrels": ship.barrels })
            });
        json!({
            "roles": roles.collect::<Vec<Value>>(),
            "plantations": by_kind(&state.row, &TILE_NAMES),
            "quarries": state.quarries,
            "ships": ships.collect::<Vec<Value>>(),
            "trading_house": by_kind(&state.house, &GOOD_NAMES),
            "trading_house_spaces_left": HOUSE - state.house.iter().sum::<u8>(),
            "prices": by_kind(&self.components.prices, &GOOD_NAMES),
            "colonist_ship": state.colonist_ship,
        })
    }

    fn supplies_data(&self, state: &State) -> Value {
        let buildings = Members(state.in_stock).map(|building| {
            let mut told = self.building_data(building);
            told["count"] = json!(state.stock[building]);
            told
        });
        json!({
            "buildings": buildings.collect::<Vec<Value>>(),
            "goods": by_kind(&state.supply, &GOOD_NAMES),
            "plantations_face_down": by_kind(&state.stack, &TILE_NAMES),
            "plantations_discarded": by_kind(&state.discards, &TILE_NAMES),
            "colonists": state.colonists,
            "vp": state.pool,
        })
    }
}

/// Why this round is the last; nothing as long as it is not.
fn last_round(state: &State) -> Vec<&'static str> {
    [
        (ending::COLONISTS, "colonists"),
        (ending::CITY, "city"),
        (ending::VP, "vp"),
    ]
    .into_iter()
    .filter(|(flag, _)| state.endings & flag != 0)
    .map(|(_, why)| why)
    .collect()
}

/// What is left to decide, beside the phase; nothing when that is all.
fn choice_data(state: &State) -> Value {
    match state.phase {
        Phase::Hospice => json!({ "placed": TILE_NAMES[usize::from(state.scratch)] }),
        Phase::University => json!({ "placed": BUILDING_IDS[usize::from(state.scratch)] }),
        Phase::Staff => json!({
            "circles": class_name(state.class),
            "circles_later": state.later,
            "colonists_left": state.player().san_juan,
        }),
        Phase::Bonus => json!({ "produced": goods_of(state.scratch) }),
        Phase::Produce => json!({
            "produced": goods_of(state.scratch),
            "would_produce": by_kind(&state.coming(), &GOOD_NAMES),
        }),
        Phase::Load => json!({
            "turns_without_load": state.idle,
            "wharves_used": seats_of(state.wharves_used),
            "privilege_left": state.privilege,
        }),
        Phase::Store | Phase::Keep => json!({ "stored": goods_of(state.scratch) }),
        _ => Value::Null,
    }
}
