//! Inputs for the round, the role cards and the shared components.

use super::blocks::{BARRELS, FEW, fill_value, from_one};
use crate::encoding::{Count, Fill, Flags, Layout, Number};
use crate::game::Seat;
use crate::puerto_rico::components::{
    BUILDING_IDS, FIRST_LARGE, GOOD_NAMES, GOODS, HOUSE, LARGE, LARGEST_SHIP, MOST_COPIES,
    ROLE_NAMES,
};
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Members, NO_GOOD, Player, State};

/// Reasons for the end of the game, in bit order.
const ENDINGS: [&str; 3] = ["colonists", "city", "vp"];

/// Inputs for the shared components.
#[derive(Clone, Debug)]
pub(super) struct TableInputs {
    round: Number,
    left: Number,
    endings: Flags,
    governor: Flags,
    free_roles: Flags,
    taken_roles: Flags,
    on_role: Vec<Number>,
    row: Vec<Count>,
    quarries: Count,
    stack: Vec<Number>,
    discards: Vec<Number>,
    colonists: Number,
    colonist_ship: Count,
    refill: Number,
    refills: Count,
    pool: Number,
    few_vp: Flags,
    others_chips: Number,
    supply: Vec<Count>,
    carried: Flags,
    barrels: Vec<Number>,
    room: Vec<Count>,
    empty_ships: Flags,
    house: Vec<Count>,
    house_room: Count,
    stock: Vec<Flags>,
    worth: Vec<Number>,
}

impl TableInputs {
    pub(super) fn new(layout: &mut Layout, seats: &[String]) -> TableInputs {
        let each = |layout: &mut Layout, name: &str, labels: &[&str], scale| -> Vec<Number> {
            let labels = labels.iter();
            labels
                .map(|label| layout.number(&format!("{name}:{label}"), scale))
                .collect()
        };
        TableInputs {
            round: layout.number("round", 20.0),
            left: layout.number("share left", 1.0),
            endings: layout.flags("last round", ENDINGS),
            governor: layout.flags("governor", seats),
            free_roles: layout.flags("free", ROLE_NAMES),
            taken_roles: layout.flags("taken", ROLE_NAMES),
            on_role: each(layout, "doubloons on", &ROLE_NAMES, 3.0),
            row: layout.counts("face up", GOOD_NAMES, 3),
            quarries: layout.count("quarries", 4),
            stack: each(layout, "face down", &GOOD_NAMES, 10.0),
            discards: each(layout, "discarded", &GOOD_NAMES, 10.0),
            colonists: layout.number("colonists", 50.0),
            colonist_ship: layout.count("colonist ship", 8),
            refill: layout.number("refill", 10.0),
            refills: layout.count("refills", 6),
            pool: layout.number("vp pool", 50.0),
            few_vp: layout.flags("vp left", (0..=FEW).map(|value| value.to_string())),
            others_chips: layout.number("others' chips", 50.0),
            supply: layout.counts("supply", GOOD_NAMES, BARRELS),
            carried: layout.flags("carried", GOOD_NAMES),
            barrels: each(layout, "aboard", &GOOD_NAMES, 5.0),
            room: layout.counts("room for", GOOD_NAMES, BARRELS),
            empty_ships: layout.flags("empty ship", from_one(LARGEST_SHIP)),
            house: layout.counts("trading house", GOOD_NAMES, 2),
            house_room: layout.count("trading house room", HOUSE.into()),
            stock: BUILDING_IDS
                .map(|id| {
                    let numbers = (0..MOST_COPIES).map(|number| number.to_string());
                    layout.flags(&format!("left:{id}"), numbers)
                })
                .to_vec(),
            worth: each(layout, "worth", &BUILDING_IDS[FIRST_LARGE..], 5.0),
        }
    }
}

impl TableInputs {
    /// Encodes the round and its role cards.
    pub(super) fn fill_roles(
        &self,
        game: &Ruleset,
        state: &State,
        observer: Seat,
        inputs: &mut impl Fill,
    ) {
        self.round.fill(inputs, state.round);
        self.left.fill(inputs, game.share_left(state));
        self.endings.fill_bits(inputs, state.endings.into());
        self.governor
            .fill(inputs, game.away(state.governor, observer));
        let taken = u64::from(state.roles_taken);
        self.free_roles
            .fill_bits(inputs, u64::from(game.roles) & !taken);
        self.taken_roles.fill_bits(inputs, taken);
        for (number, &doubloons) in self.on_role.iter().zip(&state.role_doubloons) {
            number.fill(inputs, doubloons);
        }
    }

    /// Encodes the shared components.
    pub(super) fn fill_table(
        &self,
        game: &Ruleset,
        state: &State,
        observer: Seat,
        boards: &[Player],
        inputs: &mut impl Fill,
    ) {
        for good in 0..GOODS {
            self.row[good].fill(inputs, state.row[good]);
            self.stack[good].fill(inputs, state.stack[good]);
            self.discards[good].fill(inputs, state.discards[good]);
            self.supply[good].fill(inputs, state.supply[good]);
            self.house[good].fill(inputs, state.house[good]);
        }
        self.quarries.fill(inputs, state.quarries);
        let sold = state.house.iter().sum::<u8>();
        self.house_room.fill(inputs, HOUSE.saturating_sub(sold));
        self.colonists.fill(inputs, state.colonists);
        self.colonist_ship.fill(inputs, state.colonist_ship);
        let needed = game.colonists_needed(boards);
        self.refill.fill(inputs, needed);
        self.refills.fill(inputs, state.colonists / needed);
        self.pool.fill(inputs, state.pool);
        if state.pool <= i16::from(FEW) {
            self.few_vp.fill(inputs, state.pool.max(0) as usize);
        }
        if game.options.vp_hidden {
            self.others_chips
                .fill(inputs, game.others_chips(state, observer));
        }
        let capacities = &game.components.setup.ships;
        for (ship, &capacity) in state.ships.iter().zip(capacities) {
            if ship.good != NO_GOOD {
                let good = usize::from(ship.good);
                self.carried.fill(inputs, good);
                self.barrels[good].fill(inputs, ship.barrels);
                self.room[good].fill(inputs, capacity - ship.barrels);
            } else if capacity > 0 {
                fill_value(&self.empty_ships, inputs, capacity);
            }
        }
        for (building, left) in self.stock.iter().enumerate() {
            let stock = state.stock[building];
            let label = stock.min(MOST_COPIES - 1);
            let built = game.copies(building).saturating_sub(stock);
            left.fill_if(inputs, built, label.into());
        }
        let own = &boards[observer];
        let bonuses = own.large_bonuses();
        let for_sale = state.in_stock & LARGE & !own.owned;
        for building in Members(for_sale) {
            let index = building - FIRST_LARGE;
            self.worth[index].fill(inputs, bonuses[index]);
        }
    }
}
