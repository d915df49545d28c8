//! Parses an entered position in the format that [`super::position`] writes.

use serde_json::Value;

use crate::entering::Part;
use crate::puerto_rico::components::{
    BUILDING_IDS, GOOD_NAMES, GOODS, ROLE_NAMES, TILE_NAMES, good_of, only,
};
use crate::puerto_rico::rules::classes::{CLASSES, class_name};
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Phase, Player, Ship, State, ending};
use crate::view::data;

/// Phases in which a seat decides.
const PHASES: [Phase; 14] = [
    Phase::Role,
    Phase::Hacienda,
    Phase::Plantation,
    Phase::Hospice,
    Phase::Privilege,
    Phase::Staff,
    Phase::Build,
    Phase::University,
    Phase::Bonus,
    Phase::Sell,
    Phase::Load,
    Phase::Store,
    Phase::Keep,
    Phase::Produce,
];

impl Ruleset {
    /// Parses a position. `state` is a new game, which supplies values that the data does not
    /// contain.
    ///
    /// # Errors
    /// A description of the first problem in the data.
    pub(crate) fn placed(&self, mut state: State, position: &Value) -> Result<State, String> {
        let whole = Part::whole(position);
        let seats = self.players;
        let phase = whole.key("phase")?;
        let names: Vec<String> = PHASES.iter().map(|phase| named(*phase)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        state.phase = PHASES[phase.place_in(&names)?];
        state.round = whole.key("round")?.number()?;
        state.governor = whole.key("governor")?.seat(seats)?;
        state.active = whole.key("active")?.seat(seats)?;
        if let Some(role) = whole.optional("role") {
            state.role = role.place_in(&ROLE_NAMES)? as u8;
            state.owner = whole.key("role_of")?.seat(seats)?;
        }
        state.endings = 0;
        for why in whole
            .optional("last_round")
            .map_or(Ok(Vec::new()), |list| list.list())?
        {
            let whys = ["colonists", "city", "vp"];
            state.endings |= [ending::COLONISTS, ending::CITY, ending::VP][why.place_in(&whys)?];
        }
        let players = whole.key("players")?;
        let views = players.list()?;
        if views.len() != seats {
            return Err(players.wrong(&format!("{seats} players")));
        }
        for (seat, view) in views.iter().enumerate() {
            state.players[seat] = self.placed_player(view)?;
        }
        self.place_board(&mut state, &whole.key("board")?)?;
        place_supplies(&mut state, &whole.key("supplies")?)?;
        if let Some(choice) = whole.optional("choice") {
            place_choice(&mut state, &choice, seats)?;
        }
        self.count_picks(&mut state, &views)?;
        self.totals_are_right(&state)?;
        Ok(state)
    }

    fn placed_player(&self, view: &Part) -> Result<Player, String> {
        let chips = view.key("vp_chips")?;
        let mut player = Player {
            doubloons: view.key("doubloons")?.number()?,
            vp_goods: chips.key("goods")?.number()?,
            vp_harbor: chips.key("harbor")?.number()?,
            vp_captain: chips.key("captain")?.number()?,
            goods: view.key("goods")?.numbers(&GOOD_NAMES)?,
            tiles: view.key("island")?.numbers(&TILE_NAMES)?,
            workers: view.key("workers")?.numbers(&TILE_NAMES)?,
            san_juan: view.key("san_juan")?.number()?,
            ..Player::default()
        };
        for (good, circles) in view.key("production")?.by_name(&GOOD_NAMES)? {
            player.artisans[good] = circles.key("colonists")?.number()?;
        }
        for building in view.key("buildings")?.list()? {
            let number = building.key("id")?.place_in(&BUILDING_IDS)?;
            player.owned |= only(number);
            player.vp_buildings += self.components.buildings[number].vp;
            if good_of(number).is_none() && building.key("staffed")?.flag()? {
                player.staffed |= only(number);
            }
        }
        Ok(player)
    }

    fn place_board(&self, state: &mut State, board: &Part) -> Result<(), String> {
        state.roles_taken = 0;
        for card in board.key("roles")?.list()? {
            let id = card.key("id")?;
            let role = id.place_in(&ROLE_NAMES)?;
            if self.roles >> role & 1 == 0 {
                return Err(id.wrong("a role card for this number of players"));
            }
            state.role_doubloons[role] = card.key("doubloons")?.number()?;
            state.roles_taken |= u8::from(card.key("taken")?.flag()?) << role;
        }
        state.row = board.key("plantations")?.numbers(&GOOD_NAMES)?;
        state.quarries = board.key("quarries")?.number()?;
        let ships = board.key("ships")?;
        let here = ships.list()?;
        let capacities = self.components.setup.ships;
        let with_room = capacities.iter().filter(|capacity| **capacity > 0).count();
        if here.len() != with_room {
            return Err(ships.wrong(&format!("{with_room} ships")));
        }
        let places = state.ships.iter_mut().zip(capacities);
        for ((ship, capacity), view) in places.filter(|(_, capacity)| *capacity > 0).zip(&here) {
            *ship = Ship::EMPTY;
            if let Some(good) = view.optional("good") {
                let barrels = view.key("barrels")?;
                ship.good = good.place_in(&GOOD_NAMES)? as u8;
                ship.barrels = barrels.number()?;
                if ship.barrels == 0 || ship.barrels > capacity {
                    return Err(barrels.wrong(&format!("1 to {capacity}")));
                }
            }
        }
        state.house = board.key("trading_house")?.numbers(&GOOD_NAMES)?;
        state.colonist_ship = board.key("colonist_ship")?.number()?;
        Ok(())
    }

    /// Derives the number of role cards taken in this round from the numbers that the seats still
    /// take.
    fn count_picks(&self, state: &mut State, views: &[Part]) -> Result<(), String> {
        let last = self.picks_per_round().saturating_sub(1);
        for picks in 0..=last {
            state.picks = picks;
            let mut agrees = true;
            for (seat, view) in views.iter().enumerate() {
                let to_take: u32 = view.key("roles_to_take")?.number()?;
                agrees &= self.roles_to_take(state, seat) == Some(to_take as usize);
            }
            if agrees {
                return Ok(());
            }
        }
        let first = views[0].key("roles_to_take")?;
        Err(first.wrong("numbers by seat that are possible in this phase with this seat to decide"))
    }

    /// Checks that the total number of each component matches the set-up (PR-2.1).
    fn totals_are_right(&self, state: &State) -> Result<(), String> {
        let setup = &self.components.setup;
        let players = state.seated();
        for (good, name) in GOOD_NAMES.iter().enumerate() {
            let aboard = state
                .ships
                .iter()
                .filter(|ship| usize::from(ship.good) == good);
            let aboard: u32 = aboard.map(|ship| u32::from(ship.barrels)).sum();
            let held: u32 = players
                .iter()
                .map(|player| u32::from(player.goods[good]))
                .sum();
            let beside = u32::from(state.supply[good]) + u32::from(state.house[good]);
            let all = aboard + held + beside;
            agree(&format!("barrels of {name}"), all, setup.goods[good].into())?;
            let laid: u32 = players
                .iter()
                .map(|player| u32::from(player.tiles[good]))
                .sum();
            let piles = [state.row[good], state.stack[good], state.discards[good]];
            let all = laid + piles.into_iter().map(u32::from).sum::<u32>();
            agree(
                &format!("plantations of {name}"),
                all,
                setup.tiles[good].into(),
            )?;
        }
        let quarry = GOODS;
        let laid: u32 = players
            .iter()
            .map(|player| u32::from(player.tiles[quarry]))
            .sum();
        agree(
            "quarries",
            laid + u32::from(state.quarries),
            setup.quarries.into(),
        )?;
        let people: u32 = players
            .iter()
            .map(|player| u32::from(player.colonists()))
            .sum();
        let beside = u32::from(state.colonists) + u32::from(state.colonist_ship);
        let all = u32::from(setup.colonists) + u32::from(setup.colonist_ship);
        agree("colonists", people + beside, all)?;
        for (building, id) in BUILDING_IDS.iter().enumerate() {
            let built = players
                .iter()
                .filter(|player| player.owned & only(building) != 0);
            let all = built.count() as u32 + u32::from(state.stock[building]);
            agree(id, all, self.copies(building).into())?;
        }
        Ok(())
    }
}

fn agree(what: &str, here: u32, all: u32) -> Result<(), String> {
    match here == all {
        true => Ok(()),
        false => Err(format!(
            "{what}: {here} in the position; expected {all} with these rules"
        )),
    }
}

fn named(phase: Phase) -> String {
    data(&phase).as_str().unwrap_or_default().to_string()
}

fn place_supplies(state: &mut State, supplies: &Part) -> Result<(), String> {
    state.supply = supplies.key("goods")?.numbers(&GOOD_NAMES)?;
    state.stack = supplies
        .key("plantations_face_down")?
        .numbers(&GOOD_NAMES)?;
    state.discards = supplies
        .key("plantations_discarded")?
        .numbers(&GOOD_NAMES)?;
    state.colonists = supplies.key("colonists")?.number()?;
    state.pool = supplies.key("vp")?.number()?;
    (state.in_stock, state.stock) = (0, [0; BUILDING_IDS.len()]);
    for building in supplies.key("buildings")?.list()? {
        let number = building.key("id")?.place_in(&BUILDING_IDS)?;
        state.stock[number] = building.key("count")?.number()?;
        if state.stock[number] > 0 {
            state.in_stock |= only(number);
        }
    }
    Ok(())
}

fn place_choice(state: &mut State, choice: &Part, seats: usize) -> Result<(), String> {
    let set = |key: &str| -> Result<u8, String> {
        let mut set = 0;
        for good in choice.key(key)?.list()? {
            set |= 1 << good.place_in(&GOOD_NAMES)?;
        }
        Ok(set)
    };
    match state.phase {
        Phase::Hospice => state.scratch = choice.key("placed")?.place_in(&TILE_NAMES)? as u8,
        Phase::University => state.scratch = choice.key("placed")?.place_in(&BUILDING_IDS)? as u8,
        Phase::Staff => {
            let classes: Vec<&str> = (0..CLASSES as u8).map(class_name).collect();
            state.class = choice.key("circles")?.place_in(&classes)? as u8;
            state.later = choice.key("circles_later")?.number()?;
        }
        Phase::Bonus | Phase::Produce => state.scratch = set("produced")?,
        Phase::Load => {
            state.idle = choice.key("turns_without_load")?.number()?;
            state.privilege = choice.key("privilege_left")?.flag()?;
            for seat in choice.key("wharves_used")?.list()? {
                state.wharves_used |= 1 << seat.seat(seats)?;
            }
        }
        Phase::Store | Phase::Keep => state.scratch = set("stored")?,
        _ => {}
    }
    Ok(())
}
