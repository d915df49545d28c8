//! Inputs for each seat: its board, its remaining turns and values derived from its position.

use crate::encoding::{Count, Counts, Fill, Flag, Flags, Number, StepGroup, Steps};
use crate::game::Seat;
use crate::puerto_rico::components::{
    BUILDING_IDS, Building, CORN, FIRST_LARGE, FIRST_VIOLET, GOOD_NAMES, GOODS, ISLAND, LARGE,
    MOST_ROLES_EACH, MOST_SLOTS, QUARRY, TILE_NAMES, TILES, VIOLET, violet,
};
use crate::puerto_rico::rules::prices::MOST_DISCOUNT;
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Members, Phase, Player, State};
use portolan_core::inputs;

/// Largest number of barrels that has a separate flag.
pub(super) const BARRELS: usize = 6;
/// Largest number of city spaces, or of items left in a pool, that has a separate flag.
pub(super) const FEW: u8 = 12;
/// Largest number of doubloons that has a separate flag.
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

inputs! {
    /// Inputs for the remaining turns of a seat in the round and in the phase.
    struct TurnInputs {
        new(layout)
        fill(inputs, to_take: usize, to_come: bool, wharf_used: bool)
        roles_to_take: Count = layout.count("roles to take", MOST_ROLES_EACH.into())
            => fill(to_take);
        to_come: Flag = layout.flag("turn to come") => fill(to_come);
        wharf_used: Flag = layout.flag("wharf used") => fill(wharf_used);
    }
}

inputs! {
    /// Inputs for the board of a seat.
    struct BoardInputs {
        new(layout)
        fill(inputs, player: &Player)
        tiles: StepGroup = layout.step_group("tiles", TILE_NAMES, ISLAND.into());
        workers: StepGroup = layout.step_group("staffed", TILE_NAMES, ISLAND.into());
        island: Steps = layout.steps("island", ISLAND.into()) => fill(player.island());
        production: Flags = layout.flags("built", &BUILDING_IDS[..FIRST_VIOLET])
            => fill_bits((player.owned & !VIOLET).into());
        artisans: StepGroup = (GOOD_NAMES[1..].iter())
            .map(|good| layout.steps(&format!("{good} artisans"), 2 * usize::from(MOST_SLOTS)))
            .collect()
            => fill(player.artisans.into_iter().skip(1));
        staffed: Flags = layout.flags("staffed", &BUILDING_IDS[FIRST_VIOLET..])
            => fill_bits((player.staffed >> FIRST_VIOLET).into());
        vacant: Flags = layout.flags("vacant", &BUILDING_IDS[FIRST_VIOLET..])
            => fill_bits(((player.violet() & !player.staffed) >> FIRST_VIOLET).into());
        city: Steps = layout.steps("city", FEW.into()) => fill(player.city());
        goods: Counts = layout.counts("goods", GOOD_NAMES, BARRELS) => fill(player.goods);
        doubloons: Count = layout.count("doubloons", MONEY) => fill(player.doubloons);
        power: Steps = layout.steps("power", POWER.into());
        san_juan: Number = layout.number("san juan", 5.0) => fill(player.san_juan);
    }
}

inputs! {
    /// Inputs for the expected gains and the score of a seat.
    struct OutlookInputs {
        new(layout)
        colonists: Number = layout.number("colonists", 20.0);
        vacancies: Number = layout.number("vacancies", 5.0);
        output: StepGroup = layout.step_group("output", GOOD_NAMES, ISLAND.into());
        produce: Number = layout.number("output", 5.0);
        sale: Number = layout.number("best sale", 5.0);
        shippable: Number = layout.number("shippable", 5.0);
        chips: Number = layout.number("chips", 20.0);
        bonuses: Number = layout.number("bonuses", 10.0);
        waiting: Number = layout.number("bonuses waiting", 10.0);
        score: Number = layout.number("score", 20.0);
    }
}

inputs! {
    /// Inputs for one seat.
    pub(super) struct SeatInputs {
        new(layout)
        turns: TurnInputs = TurnInputs::new(layout);
        board: BoardInputs = BoardInputs::new(layout);
        outlook: OutlookInputs = OutlookInputs::new(layout);
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
        let used = state.phase == Phase::Load && state.wharves_used >> seat & 1 == 1;
        self.turns
            .fill(inputs, to_take, game.to_come(state, seat), used);
    }

    /// Encodes the board of a seat.
    pub(super) fn fill_board(&self, player: &Player, inputs: &mut impl Fill) {
        for tile in 0..TILES {
            self.board.tiles[tile].fill(inputs, player.tiles[tile]);
            self.board.workers[tile].fill(inputs, player.workers[tile]);
        }
        self.board.fill(inputs, player);
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
        let (told, board) = (&self.outlook, outlook.board);
        let seat = (observer + distance) % game.players;
        let quarries = u16::from(board.workers[QUARRY].min(MOST_DISCOUNT));
        let power = (board.doubloons + quarries).min(POWER);
        self.board.power.fill(inputs, power);
        let colonists = board.colonists();
        told.colonists.fill(inputs, colonists);
        let circles = board.island() + game.building_circles(board);
        told.vacancies
            .fill(inputs, circles.saturating_sub(colonists));
        let mut produce = 0;
        for good in CORN..GOODS {
            let output = board.output(good);
            told.output[good].fill(inputs, output);
            produce += output;
        }
        told.produce.fill(inputs, produce);
        let owner = usize::from(state.owner) == seat;
        told.sale.fill(inputs, game.best_sale(state, board, owner));
        told.shippable.fill(inputs, outlook.shippable);

        // With hidden chips, only the total of the opponents is known, so each opponent gets an
        // equal share.
        let known = !game.options.vp_hidden || distance == 0 || game.players == 2;
        let mut bonuses = board.large_bonuses().map(f32::from);
        let chips = match known {
            true => f32::from(board.chips()),
            false => f32::from(game.others_chips(state, observer)) / (game.players - 1) as f32,
        };
        if known {
            told.chips.fill(inputs, chips);
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
        told.bonuses.fill(inputs, staffed);
        told.waiting.fill(inputs, sum(board.owned & !board.staffed));
        told.score
            .fill(inputs, chips + f32::from(board.vp_buildings) + staffed);
    }
}
