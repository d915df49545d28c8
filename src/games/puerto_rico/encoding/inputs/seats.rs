//! Inputs for each seat: its board, its remaining turns and values derived from its position.

use super::blocks::{BARRELS, FEW, fill_value, from_one};
use crate::encoding::{Count, Fill, Flag, Flags, Layout, Number};
use crate::game::Seat;
use crate::puerto_rico::components::{
    BUILDING_IDS, Building, CORN, FIRST_LARGE, FIRST_VIOLET, GOOD_NAMES, GOODS, ISLAND, LARGE,
    MOST_ROLES_EACH, MOST_SLOTS, QUARRY, TILE_NAMES, TILES, VIOLET, violet,
};
use crate::puerto_rico::rules::prices::MOST_DISCOUNT;
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Members, Phase, Player, State};

/// Largest number of doubloons with a flag of its own.
const MONEY: usize = 12;

/// Number of doubloons, including the discount of quarries, that pays for any building.
const POWER: u16 = 14;

/// Index of the customs house, whose bonus depends on VP chips.
const CUSTOMS_HOUSE: Building = violet::CUSTOMS_HOUSE.trailing_zeros() as Building;

/// Values derived from a seat's position.
pub(super) struct Outlook<'a> {
    /// Board with the remaining colonists placed by a heuristic.
    pub board: &'a Player,
    /// Victory points that the seat could load.
    pub shippable: u8,
}

/// Inputs for one seat.
#[derive(Clone, Debug)]
pub(super) struct SeatInputs {
    roles_to_take: Count,
    to_come: Flag,
    wharf_used: Flag,
    tiles: [Flags; TILES],
    workers: [Flags; TILES],
    island: Flags,
    production: Flags,
    artisans: [Flags; GOODS - 1],
    staffed: Flags,
    vacant: Flags,
    city: Flags,
    goods: Vec<Count>,
    doubloons: Count,
    power: Flags,
    san_juan: Number,
    colonists: Number,
    vacancies: Number,
    output: [Flags; GOODS],
    produce: Number,
    sale: Number,
    shippable: Number,
    chips: Number,
    bonuses: Number,
    waiting: Number,
    score: Number,
}

impl SeatInputs {
    pub(super) fn new(layout: &mut Layout, seat: &str) -> SeatInputs {
        let name = |what: &str| format!("{seat} {what}");
        let values = |layout: &mut Layout, what: &str, most: u8| {
            layout.flags(&format!("{seat} {what}"), from_one(most))
        };
        SeatInputs {
            roles_to_take: layout.count(&name("roles to take"), MOST_ROLES_EACH.into()),
            to_come: layout.flag(&name("turn to come")),
            wharf_used: layout.flag(&name("wharf used")),
            tiles: TILE_NAMES.map(|tile| values(layout, &format!("tiles {tile}"), ISLAND)),
            workers: TILE_NAMES.map(|tile| values(layout, &format!("staffed {tile}"), ISLAND)),
            island: values(layout, "island", ISLAND),
            production: layout.flags(&name("built"), &BUILDING_IDS[..FIRST_VIOLET]),
            artisans: std::array::from_fn(|index| {
                let good = GOOD_NAMES[index + 1];
                values(layout, &format!("{good} artisans"), 2 * MOST_SLOTS)
            }),
            staffed: layout.flags(&name("staffed"), &BUILDING_IDS[FIRST_VIOLET..]),
            vacant: layout.flags(&name("vacant"), &BUILDING_IDS[FIRST_VIOLET..]),
            city: values(layout, "city", FEW),
            goods: layout.counts(&name("goods"), GOOD_NAMES, BARRELS),
            doubloons: layout.count(&name("doubloons"), MONEY),
            power: values(layout, "power", POWER as u8),
            san_juan: layout.number(&name("san juan"), 5.0),
            colonists: layout.number(&name("colonists"), 20.0),
            vacancies: layout.number(&name("vacancies"), 5.0),
            output: GOOD_NAMES.map(|good| values(layout, &format!("output {good}"), ISLAND)),
            produce: layout.number(&name("output"), 5.0),
            sale: layout.number(&name("best sale"), 5.0),
            shippable: layout.number(&name("shippable"), 5.0),
            chips: layout.number(&name("chips"), 20.0),
            bonuses: layout.number(&name("bonuses"), 10.0),
            waiting: layout.number(&name("bonuses waiting"), 10.0),
            score: layout.number(&name("score"), 20.0),
        }
    }
}

impl SeatInputs {
    /// Encodes the remaining turns of a seat in the round and in the phase.
    pub(super) fn fill_turns(
        &self,
        game: &Ruleset,
        state: &State,
        seat: Seat,
        inputs: &mut impl Fill,
    ) {
        let Some(to_take) = game.roles_to_take(state, seat) else {
            return;
        };
        self.roles_to_take.fill(inputs, to_take);
        self.to_come.fill(inputs, game.to_come(state, seat));
        let used = state.phase == Phase::Load && state.wharves_used >> seat & 1 == 1;
        self.wharf_used.fill(inputs, used);
    }

    /// Encodes the board of a seat.
    pub(super) fn fill_board(&self, player: &Player, inputs: &mut impl Fill) {
        for tile in 0..TILES {
            fill_value(&self.tiles[tile], inputs, player.tiles[tile]);
            fill_value(&self.workers[tile], inputs, player.workers[tile]);
        }
        fill_value(&self.island, inputs, player.island());
        let production = player.owned & !VIOLET;
        self.production.fill_bits(inputs, production.into());
        for (flags, &number) in self.artisans.iter().zip(&player.artisans[1..]) {
            fill_value(flags, inputs, number);
        }
        let violets = [player.staffed, player.violet() & !player.staffed];
        for (flags, set) in [&self.staffed, &self.vacant].into_iter().zip(violets) {
            flags.fill_bits(inputs, (set >> FIRST_VIOLET).into());
        }
        fill_value(&self.city, inputs, player.city());
        for (count, &barrels) in self.goods.iter().zip(&player.goods) {
            count.fill(inputs, barrels);
        }
        self.doubloons.fill(inputs, player.doubloons);
        self.san_juan.fill(inputs, player.san_juan);
    }

    /// Encodes the expected gains and the score of a seat, as far as the observer knows them.
    pub(super) fn fill_outlook(
        &self,
        game: &Ruleset,
        state: &State,
        observer: Seat,
        distance: usize,
        outlook: Outlook,
        inputs: &mut impl Fill,
    ) {
        let board = outlook.board;
        let seat = (observer + distance) % game.players;
        let quarries = u16::from(board.workers[QUARRY].min(MOST_DISCOUNT));
        let power = (board.doubloons + quarries).min(POWER);
        fill_value(&self.power, inputs, power as u8);
        let colonists = board.colonists();
        self.colonists.fill(inputs, colonists);
        let circles = board.island() + game.building_circles(board);
        self.vacancies
            .fill(inputs, circles.saturating_sub(colonists));
        let mut produce = 0;
        for good in CORN..GOODS {
            let output = board.output(good);
            fill_value(&self.output[good], inputs, output);
            produce += output;
        }
        self.produce.fill(inputs, produce);
        let owner = usize::from(state.owner) == seat;
        self.sale.fill(inputs, game.best_sale(state, board, owner));
        self.shippable.fill(inputs, outlook.shippable);

        // With hidden chips, only the total of the opponents is known, so each opponent gets an
        // equal share.
        let known = !game.options.vp_hidden || distance == 0 || game.players == 2;
        let mut bonuses = board.large_bonuses().map(f32::from);
        let chips = match known {
            true => f32::from(board.chips()),
            false => f32::from(game.others_chips(state, observer)) / (game.players - 1) as f32,
        };
        if known {
            self.chips.fill(inputs, chips);
        } else {
            bonuses[CUSTOMS_HOUSE - FIRST_LARGE] = chips / 4.0;
        }
        let sum = |buildings: u32| -> f32 {
            let buildings = Members(buildings & LARGE);
            buildings
                .map(|building| bonuses[building - FIRST_LARGE])
                .sum()
        };
        let staffed = sum(board.staffed);
        self.bonuses.fill(inputs, staffed);
        self.waiting.fill(inputs, sum(board.owned & !board.staffed));
        self.score
            .fill(inputs, chips + f32::from(board.vp_buildings) + staffed);
    }
}
