//! Inputs for the round, the role cards and the shared components.

use super::seats::{BARRELS, FEW};
use crate::encoding::{Count, Counts, Fill, Flags, Number, Numbers, Steps};
use crate::game::Seat;
use crate::puerto_rico::components::{
    BUILDING_IDS, FIRST_LARGE, GOOD_NAMES, GOODS, HOUSE, LARGE, LARGEST_SHIP, MOST_COPIES,
    ROLE_NAMES,
};
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Members, NO_GOOD, Player, State};
use portolan_core::inputs;

/// Reasons for the end of the game, in bit order.
const ENDINGS: [&str; 3] = ["colonists", "city", "vp"];

inputs! {
    /// Inputs for the round and the role cards.
    struct RoundInputs {
        new(layout, seats: &[String])
        fill(inputs, game: &Ruleset, state: &State, observer: Seat) {
            let taken = u64::from(state.roles_taken);
        }
        round: Number = layout.number("round", 20.0) => fill(state.round);
        left: Number = layout.number("share left", 1.0) => fill(game.share_left(state));
        endings: Flags = layout.flags("last round", ENDINGS) => fill_bits(state.endings.into());
        governor: Flags = layout.flags("governor", seats)
            => fill(game.away(state.governor, observer));
        free_roles: Flags = layout.flags("free", ROLE_NAMES)
            => fill_bits(u64::from(game.roles) & !taken);
        taken_roles: Flags = layout.flags("taken", ROLE_NAMES) => fill_bits(taken);
        on_role: Numbers = layout.numbers("doubloons on", ROLE_NAMES, 3.0)
            => fill(state.role_doubloons);
    }
}

inputs! {
    /// Inputs for the shared components.
    pub(super) struct TableInputs {
        new(layout, seats: &[String])
        round: RoundInputs = RoundInputs::new(layout, seats);
        row: Counts = layout.counts("face up", GOOD_NAMES, 3);
        quarries: Count = layout.count("quarries", 4);
        stack: Numbers = layout.numbers("face down", GOOD_NAMES, 10.0);
        discards: Numbers = layout.numbers("discarded", GOOD_NAMES, 10.0);
        colonists: Number = layout.number("colonists", 50.0);
        colonist_ship: Count = layout.count("colonist ship", 8);
        refill: Number = layout.number("refill", 10.0);
        refills: Count = layout.count("refills", 6);
        pool: Number = layout.number("vp pool", 50.0);
        few_vp: Flags = layout.flags("vp left", (0..=FEW).map(|value| value.to_string()));
        others_chips: Number = layout.number("others' chips", 50.0);
        supply: Counts = layout.counts("supply", GOOD_NAMES, BARRELS);
        carried: Flags = layout.flags("carried", GOOD_NAMES);
        barrels: Numbers = layout.numbers("aboard", GOOD_NAMES, 5.0);
        room: Counts = layout.counts("room for", GOOD_NAMES, BARRELS);
        empty_ships: Steps = layout.steps("empty ship", LARGEST_SHIP.into());
        house: Counts = layout.counts("trading house", GOOD_NAMES, 2);
        house_room: Count = layout.count("trading house room", HOUSE.into());
        stock: Vec<Flags> = (BUILDING_IDS.iter())
            .map(|id| {
                let numbers = (0..MOST_COPIES).map(|number| number.to_string());
                layout.flags(&format!("left:{id}"), numbers)
            })
            .collect();
        worth: Numbers = layout.numbers("worth", &BUILDING_IDS[FIRST_LARGE..], 5.0);
    }
}

impl TableInputs {
    /// Encodes the round, the role cards and the shared components.
    pub(super) fn fill(
        &self,
        game: &Ruleset,
        state: &State,
        observer: Seat,
        boards: &[Player],
        inputs: &mut impl Fill,
    ) {
        self.round.fill(inputs, game, state, observer);
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
                self.empty_ships.fill(inputs, capacity);
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
