//! What a seat knows, as inputs of a network.
//!
//! Seats are told from the observer on, in turn order: `me`, `next1`, `next2` … One layout serves every
//! number of players, profile and house rule; what is not in play stays off.
//!
//! Beside what lies on the table stand the numbers that a player reads off at once: what a seat produces,
//! what it could sell and ship, what large buildings bring it, how near the end is. While colonists are
//! being placed, they count as if a rule of thumb placed the others, as the features do.

use super::PuertoRico;
use super::components::{
    BUILDING_IDS, Building, CORN, FIRST_LARGE, FIRST_VIOLET, GOOD_NAMES, GOODS, HOUSE, ISLAND,
    LARGE, LARGEST_SHIP, MOST_COPIES, MOST_ROLES_EACH, MOST_SLOTS, QUARRY, ROLE_NAMES, SHIPS,
    TILE_NAMES, TILES, VIOLET, only, violet,
};
use super::features::FEATURE_NAMES;
use super::mayor::{CLASSES, class_name};
use super::options::Options;
use super::outlook::{shippable, staffed_for};
use super::state::{Members, NO_GOOD, Phase, Player, State};
use crate::game::{MAX_SEATS, Seat};
use crate::observation::{Count, Flag, Flags, Inputs, Layout, Number, seat_names};

/// Names of the phases in which somebody decides, in the order of their numbers.
const PHASE_NAMES: [&str; 13] = [
    "role",
    "hacienda",
    "plantation",
    "hospice",
    "privilege",
    "staff",
    "build",
    "university",
    "bonus",
    "sell",
    "load",
    "store",
    "keep",
];

/// Rules that options change; an input is on if the rule is not as the rulebook has it.
const RULES: [&str; 11] = [
    "vp_visibility",
    "hospice_on_quarry",
    "colonists_from_ship",
    "optional_bonuses",
    "hacienda_reshuffle",
    "full_owner_blocks",
    "fifth_large_building",
    "craftsman_by_seat",
    "any_empty_ship",
    "wharf_pass",
    "tie_break",
];

/// Reasons for the end, by their bits.
const ENDINGS: [&str; 3] = ["colonists", "city", "vp"];

/// Doubloons up to which every number has its own flag.
const MONEY: usize = 12;
/// Doubloons, quarries counted, with which every building can be paid for.
const POWER: u16 = 14;
/// Barrels up to which every number has its own flag.
const BARRELS: usize = 6;
/// Spaces of a city, or of a pool that is nearly empty, that have a flag each.
const FEW: u8 = 12;

/// Whole numbers from 1 on, as labels.
fn from_one(most: u8) -> impl Iterator<Item = String> {
    (1..=most).map(|value| value.to_string())
}

/// Turns on the flag of a whole number of the labels [`from_one`]; none for 0.
#[inline]
fn fill_value(flags: &Flags, inputs: &mut Inputs, value: u8) {
    if let Some(index) = value.checked_sub(1) {
        flags.fill(inputs, index);
    }
}

/// By how much a feature is divided.
fn feature_scale(name: &str) -> f32 {
    match name {
        "chips" | "buildings" | "colonists" | "rival_score" | "others_score" => 20.0,
        "bonus" | "bonus_waiting" | "doubloons" | "doubloons_above_10" | "others_doubloons"
        | "tiles" | "vacant" | "shippable" | "pending_vp" | "others_pending_vp" => 10.0,
        _ => 5.0,
    }
}

/// The rules that are not as the rulebook has them, as a set.
fn changed_rules(options: &Options) -> u64 {
    let changed = [
        options.vp_hidden,
        !options.hospice_on_quarry,
        !options.colonists_from_ship,
        !options.optional_bonuses,
        !options.hacienda_reshuffle,
        options.full_owner_blocks,
        options.most_large < (super::components::BUILDINGS - FIRST_LARGE) as u32,
        options.craftsman_by_seat,
        options.any_empty_ship,
        !options.wharf_pass,
        !options.tie_break,
    ];
    let changed = changed.into_iter().enumerate();
    changed.fold(0, |set, (rule, on)| set | u64::from(on) << rule)
}

/// What is played.
#[derive(Clone, Debug)]
struct SetupInputs {
    players: Flags,
    rules: Flags,
    dearer: Vec<Number>,
    first_seat: Flags,
    rounds_left: Number,
}

/// Whose decision it is and of which kind, and what is pending.
#[derive(Clone, Debug)]
struct PhaseInputs {
    phase: Flags,
    decides: Flags,
    owner: Flags,
    role: Flags,
    placed_tile: Flags,
    placed_building: Flags,
    class: Flags,
    circles_later: Number,
    bonus: Flags,
    kept: Flags,
    captain_privilege: Flag,
    idle: Count,
}

/// What lies on the table.
#[derive(Clone, Debug)]
struct TableInputs {
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

/// What is told of one seat.
#[derive(Clone, Debug)]
struct SeatInputs {
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

/// Where everything is told.
#[derive(Clone, Debug)]
pub struct Observation {
    layout: Layout,
    /// Rules that are not as the rulebook has them.
    changed_rules: u64,
    features: Vec<Number>,
    setup: SetupInputs,
    phase: PhaseInputs,
    table: TableInputs,
    seats: [SeatInputs; MAX_SEATS],
}

impl SetupInputs {
    fn new(layout: &mut Layout, seats: &[String]) -> SetupInputs {
        SetupInputs {
            players: layout.flags("players", ["2", "3", "4", "5"]),
            rules: layout.flags("changed", RULES),
            dearer: BUILDING_IDS
                .map(|id| layout.number(&format!("dearer:{id}"), 2.0))
                .to_vec(),
            first_seat: layout.flags("first seat", seats),
            rounds_left: layout.number("rounds before the cap", 50.0),
        }
    }
}

impl PhaseInputs {
    fn new(layout: &mut Layout, seats: &[String]) -> PhaseInputs {
        PhaseInputs {
            phase: layout.flags("phase", PHASE_NAMES),
            decides: layout.flags("decides", seats),
            owner: layout.flags("owner", seats),
            role: layout.flags("role", ROLE_NAMES),
            placed_tile: layout.flags("just placed", TILE_NAMES),
            placed_building: layout.flags("just built", BUILDING_IDS),
            class: layout.flags("staffing", (0..CLASSES as u8).map(class_name)),
            circles_later: layout.number("circles later", 10.0),
            bonus: layout.flags("bonus", GOOD_NAMES),
            kept: layout.flags("kept", GOOD_NAMES),
            captain_privilege: layout.flag("captain's privilege"),
            idle: layout.count("turns without load", MAX_SEATS),
        }
    }
}

impl TableInputs {
    fn new(layout: &mut Layout, seats: &[String]) -> TableInputs {
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

impl SeatInputs {
    fn new(layout: &mut Layout, seat: &str) -> SeatInputs {
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

impl Observation {
    /// The inputs, for a game with these options.
    pub fn new(options: &Options) -> Observation {
        let mut layout = Layout::default();
        let seats = seat_names::<MAX_SEATS>();
        Observation {
            changed_rules: changed_rules(options),
            features: (FEATURE_NAMES.iter())
                .map(|name| layout.number(&format!("feature:{name}"), feature_scale(name)))
                .collect(),
            setup: SetupInputs::new(&mut layout, &seats),
            phase: PhaseInputs::new(&mut layout, &seats),
            table: TableInputs::new(&mut layout, &seats),
            seats: seats
                .each_ref()
                .map(|seat| SeatInputs::new(&mut layout, seat)),
            layout,
        }
    }

    /// Names of the inputs.
    pub fn names(&self) -> &[String] {
        self.layout.names()
    }
}

impl PuertoRico {
    /// Fills what `observer` knows.
    pub(super) fn fill_observation(&self, state: &State, observer: Seat, inputs: &mut Inputs) {
        let told = &*self.observation;
        let mut boards = state.players;
        for seat in [observer, state.active.into()] {
            boards[seat] = staffed_for(self, state, seat);
        }
        let mut features = [0.0; FEATURE_NAMES.len()];
        self.fill_features_with(state, observer, &boards[observer], &mut features);
        for (number, value) in told.features.iter().zip(features) {
            number.fill(inputs, value);
        }
        let boards = &boards[..self.players];
        self.fill_setup(state, observer, inputs);
        self.fill_phase(state, observer, inputs);
        self.fill_roles(state, observer, inputs);
        self.fill_table(state, observer, boards, inputs);
        for distance in 0..self.players {
            let seat = (observer + distance) % self.players;
            self.fill_turns(state, seat, &told.seats[distance], inputs);
            self.fill_board(&state.players[seat], &told.seats[distance], inputs);
            self.fill_outlook(state, observer, distance, &boards[seat], inputs);
        }
    }

    /// Places after another seat in turn order.
    #[inline]
    fn away(&self, seat: u8, observer: Seat) -> usize {
        let seat = usize::from(seat);
        match seat < observer {
            true => seat + self.players - observer,
            false => seat - observer,
        }
    }

    /// What is played.
    fn fill_setup(&self, state: &State, observer: Seat, inputs: &mut Inputs) {
        let told = &self.observation.setup;
        told.players.fill(inputs, self.players - 2);
        told.rules.fill_bits(inputs, self.observation.changed_rules);
        let printed = self.components.buildings.iter().map(|card| card.cost);
        for ((number, &cost), printed) in told.dearer.iter().zip(&self.costs).zip(printed) {
            number.fill(inputs, f32::from(cost) - f32::from(printed));
        }
        // Goods that run short are handed out from there on (T-18).
        if self.options.craftsman_by_seat {
            told.first_seat.fill(inputs, self.away(0, observer));
        }
        let rounds_left = self.options.round_cap.saturating_sub(state.round);
        told.rounds_left.fill(inputs, rounds_left);
    }

    /// Whose decision it is and of which kind, and what is pending.
    fn fill_phase(&self, state: &State, observer: Seat, inputs: &mut Inputs) {
        let told = &self.observation.phase;
        if matches!(state.phase, Phase::Over | Phase::Capped) {
            return;
        }
        told.phase.fill(inputs, state.phase as usize);
        told.decides.fill(inputs, self.away(state.active, observer));
        if state.phase == Phase::Role {
            return;
        }
        told.owner.fill(inputs, self.away(state.owner, observer));
        told.role.fill(inputs, state.role);
        match state.phase {
            Phase::Hospice => told.placed_tile.fill(inputs, state.scratch),
            Phase::University => told.placed_building.fill(inputs, state.scratch),
            Phase::Staff => {
                told.class.fill(inputs, state.class);
                told.circles_later.fill(inputs, state.later);
            }
            Phase::Bonus => told.bonus.fill_bits(inputs, self.bonus_goods(state).into()),
            Phase::Load => {
                told.captain_privilege.fill(inputs, state.privilege);
                told.idle.fill(inputs, state.idle);
            }
            Phase::Store | Phase::Keep => told.kept.fill_bits(inputs, state.scratch.into()),
            _ => {}
        }
    }

    /// The round and its role cards.
    fn fill_roles(&self, state: &State, observer: Seat, inputs: &mut Inputs) {
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
    fn fill_table(&self, state: &State, observer: Seat, boards: &[Player], inputs: &mut Inputs) {
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

    /// What a seat has still to do in the round and in the phase.
    fn fill_turns(&self, state: &State, seat: Seat, told: &SeatInputs, inputs: &mut Inputs) {
        let under_way = match state.phase {
            Phase::Over | Phase::Capped => return,
            Phase::Role => 0,
            _ => 1,
        };
        let chooses = match under_way {
            0 => state.active,
            _ => state.next_seat(state.owner),
        };
        let left = usize::from(self.picks_per_round() - state.picks - under_way);
        // Who chooses next, then the next seat, and so on.
        let before = self.away(seat as u8, chooses.into());
        let to_take = left.saturating_sub(before).div_ceil(self.players);
        told.roles_to_take.fill(inputs, to_take);
        told.to_come.fill(inputs, self.to_come(state, seat));
        let used = state.phase == Phase::Load && state.wharves_used >> seat & 1 == 1;
        told.wharf_used.fill(inputs, used);
    }

    /// What a seat has.
    fn fill_board(&self, player: &Player, told: &SeatInputs, inputs: &mut Inputs) {
        for tile in 0..TILES {
            fill_value(&told.tiles[tile], inputs, player.tiles[tile]);
            fill_value(&told.workers[tile], inputs, player.workers[tile]);
        }
        fill_value(&told.island, inputs, player.island());
        let production = player.owned & !VIOLET;
        told.production.fill_bits(inputs, production.into());
        for (flags, &number) in told.artisans.iter().zip(&player.artisans[1..]) {
            fill_value(flags, inputs, number);
        }
        let violets = [player.staffed, player.violet() & !player.staffed];
        for (flags, set) in [&told.staffed, &told.vacant].into_iter().zip(violets) {
            flags.fill_bits(inputs, (set >> FIRST_VIOLET).into());
        }
        fill_value(&told.city, inputs, player.city());
        for (count, &barrels) in told.goods.iter().zip(&player.goods) {
            count.fill(inputs, barrels);
        }
        told.doubloons.fill(inputs, player.doubloons);
        told.san_juan.fill(inputs, player.san_juan);
    }

    /// What a seat is about to get, and what it has scored, as far as the observer knows.
    fn fill_outlook(
        &self,
        state: &State,
        observer: Seat,
        distance: usize,
        board: &Player,
        inputs: &mut Inputs,
    ) {
        let told = &self.observation.seats[distance];
        let seat = (observer + distance) % self.players;
        let quarries = u16::from(board.workers[QUARRY].min(super::builder::MOST_DISCOUNT));
        let power = (board.doubloons + quarries).min(POWER);
        fill_value(&told.power, inputs, power as u8);
        let colonists = board.colonists();
        told.colonists.fill(inputs, colonists);
        let circles = board.island() + self.building_circles(board);
        told.vacancies
            .fill(inputs, circles.saturating_sub(colonists));
        let mut produce = 0;
        for good in CORN..GOODS {
            let output = board.output(good);
            fill_value(&told.output[good], inputs, output);
            produce += output;
        }
        told.produce.fill(inputs, produce);
        let owner = usize::from(state.owner) == seat;
        told.sale.fill(inputs, self.best_sale(state, board, owner));
        told.shippable.fill(inputs, shippable(self, state, seat));

        // With hidden chips the others' are told together, and here taken to be equal.
        let known = !self.options.vp_hidden || distance == 0 || self.players == 2;
        let mut bonuses = board.large_bonuses().map(f32::from);
        let chips = match known {
            true => f32::from(board.chips()),
            false => f32::from(self.others_chips(state, observer)) / (self.players - 1) as f32,
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

/// Whose bonus depends on chips.
const CUSTOMS_HOUSE: Building = violet::CUSTOMS_HOUSE.trailing_zeros() as Building;

const _: () = assert!(only(CUSTOMS_HOUSE) == violet::CUSTOMS_HOUSE && SHIPS <= GOODS);
const _: () = assert!(PHASE_NAMES.len() == Phase::Over as usize);
