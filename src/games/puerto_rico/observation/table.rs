//! The round with its role cards, and what lies on the table.

use super::super::PuertoRico;
use super::super::components::{
    BUILDING_IDS, FIRST_LARGE, GOOD_NAMES, GOODS, HOUSE, LARGE, LARGEST_SHIP, MOST_COPIES,
    ROLE_NAMES,
};
use super::super::state::{Members, NO_GOOD, Player, State};
use super::blocks::{BARRELS, FEW, fill_value, from_one};
use crate::game::Seat;
use crate::observation::{Count, Flags, Inputs, Layout, Number};

/// Reasons for the end, by their bits.
const ENDINGS: [&str; 3] = ["colonists", "city", "vp"];

/// What lies on the table.
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

impl PuertoRico {
    /// The round and its role cards.
    pub(super) fn fill_roles(&self, state: &State, observer: Seat, inputs: &mut Inputs) {
        let told = &self.observation.table;
        told.round.fill(inputs, state.round);
        told.left.fill(inputs, self.share_left(state));
        told.endings.fill_bits(inputs, state.endings.into());
        told.governor
            .fill(inputs, self.away(state.governor, observer));
        let taken = u64::from(state.roles_taken);
        told.free_roles
            .fill_bits(inputs, u64::from(self.roles) & !taken);
        told.taken_roles.fill_bits(inputs, taken);
        for (number, &doubloons) in told.on_role.iter().zip(&state.role_doubloons) {
            number.fill(inputs, doubloons);
        }
    }

    /// What lies on the table.
    pub(super) fn fill_table(
        &self,
        state: &State,
        observer: Seat,
        boards: &[Player],
        inputs: &mut Inputs,
    ) {
        let told = &self.observation.table;
        for good in 0..GOODS {
            told.row[good].fill(inputs, state.row[good]);
            told.stack[good].fill(inputs, state.stack[good]);
            told.discards[good].fill(inputs, state.discards[good]);
            told.supply[good].fill(inputs, state.supply[good]);
            told.house[good].fill(inputs, state.house[good]);
        }
        told.quarries.fill(inputs, state.quarries);
        let sold = state.house.iter().sum::<u8>();
        told.house_room.fill(inputs, HOUSE.saturating_sub(sold));
        told.colonists.fill(inputs, state.colonists);
        told.colonist_ship.fill(inputs, state.colonist_ship);
        let needed = self.colonists_needed(boards);
        told.refill.fill(inputs, needed);
        told.refills.fill(inputs, state.colonists / needed);
        told.pool.fill(inputs, state.pool);
        if state.pool <= i16::from(FEW) {
            told.few_vp.fill(inputs, state.pool.max(0) as usize);
        }
        if self.options.vp_hidden {
            told.others_chips
                .fill(inputs, self.others_chips(state, observer));
        }
        let capacities = &self.components.setup.ships;
        for (ship, &capacity) in state.ships.iter().zip(capacities) {
            if ship.good != NO_GOOD {
                let good = usize::from(ship.good);
                told.carried.fill(inputs, good);
                told.barrels[good].fill(inputs, ship.barrels);
                told.room[good].fill(inputs, capacity - ship.barrels);
            } else if capacity > 0 {
                fill_value(&told.empty_ships, inputs, capacity);
            }
        }
        for (building, left) in told.stock.iter().enumerate() {
            if state.stock[building] < self.copies(building) {
                left.fill(inputs, state.stock[building]);
            }
        }
        let own = &boards[observer];
        let bonuses = own.large_bonuses();
        let for_sale = state.in_stock & LARGE & !own.owned;
        for building in Members(for_sale) {
            let index = building - FIRST_LARGE;
            told.worth[index].fill(inputs, bonuses[index]);
        }
    }
}
