//! Builds the state that an entered view describes.
//!
//! Fields that follow from others are not read: [`crate::game::View::entered`] compares the view of the state with the
//! entered view. For example, the supplies contain all components that are not elsewhere (PR-2.1).

use super::position::{Board, ENDINGS, PlayerView, Position};
use crate::entering::{Kind, named, number_of, within};
use crate::puerto_rico::components::{
    BUILDING_IDS, CITY, GOOD_NAMES, GOODS, HOUSE, ISLAND, TILE_NAMES, good_of, only,
};
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Members, Phase, Player, Ship, State};
use crate::view::ByName;

/// Maximum of values that the rules do not limit: doubloons and VP chips.
const MOST: u16 = 999;
/// Maximum number of components of a kind in one place, above the number in any set-up.
const MOST_PIECES: u8 = 100;
/// Maximum number of doubloons on a role card, far above the number in any game.
const MOST_ON_CARD: u8 = 200;

impl Ruleset {
    /// Returns the state at the choice of a role that a view describes. `state` is a new game.
    ///
    /// # Errors
    /// A message with the path of the first problem.
    pub(crate) fn enter(&self, view: &Position, mut state: State) -> Result<State, String> {
        if view.phase != Phase::Role {
            return Err(
                "phase: the position is inside the phase of a role or after the end of the game; expected the start \
                 of a turn, with `phase` \"role\", from which you can play the moves that follow"
                    .to_string(),
            );
        }
        let seats = self.players;
        state.round = within("round", view.round, 1..=self.options.round_cap)?;
        state.governor = within("governor", view.governor, 1..=seats as u8)? - 1;
        let reasons = ENDINGS.iter();
        let reasons = reasons.filter(|(_, why)| view.last_round.iter().any(|given| given == why));
        state.endings = reasons.fold(0, |endings, (flag, _)| endings | flag);
        number_of("players", view.players.len(), seats)?;
        for (seat, player) in view.players.iter().enumerate() {
            state.players[seat] = self.entered_player(player, seat)?;
        }
        self.set_board(&mut state, &view.board)?;
        let discards = &view.supplies.plantations_discarded;
        state.discards = counts("supplies, plantations_discarded", discards, &GOOD_NAMES)?;
        self.set_supplies(&mut state)?;
        // The governor takes the first role of a round, and the others follow in seat order.
        let picks = state.roles_taken.count_ones() as u8;
        state.picks = within("board, roles, taken", picks, 0..=self.picks_per_round() - 1)?;
        state.active = (state.governor + state.picks) % seats as u8;
        Ok(state)
    }

    fn entered_player(&self, view: &PlayerView, seat: usize) -> Result<Player, String> {
        let at = |key: &str| format!("players, {}, {key}", seat + 1);
        let chips = view.vp_chips.as_ref();
        let chips = chips.ok_or_else(|| at("vp_chips: expected the VP chips of every seat"))?;
        let mut player = Player {
            doubloons: within(at("doubloons"), view.doubloons, 0..=MOST)?,
            vp_goods: within(at("vp_chips, goods"), chips.goods, 0..=MOST)?,
            vp_harbor: within(at("vp_chips, harbor"), chips.harbor, 0..=MOST)?,
            vp_captain: chips.captain,
            goods: counts(&at("goods"), &view.goods, &GOOD_NAMES)?,
            tiles: counts(&at("island"), &view.island, &TILE_NAMES)?,
            workers: counts(&at("workers"), &view.workers, &TILE_NAMES)?,
            san_juan: within(at("san_juan"), view.san_juan, 0..=MOST_PIECES)?,
            ..Player::default()
        };
        let tiles = player.tiles.iter().map(|&tiles| u32::from(tiles)).sum();
        within(at("island"), tiles, 0..=u32::from(ISLAND))?;
        for (kind, name) in TILE_NAMES.iter().enumerate() {
            let place = at(&format!("workers, {name}"));
            within(place, player.workers[kind], 0..=player.tiles[kind])?;
        }
        let buildings = Kind::new("building", BUILDING_IDS, usize::from);
        for own in &view.buildings {
            let building = buildings.find(at("buildings"), &own.building.card.id)?;
            player.owned |= only(building);
            if good_of(building).is_none() && own.staffed == Some(true) {
                player.staffed |= only(building);
            }
        }
        for building in Members(player.owned) {
            player.vp_buildings += self.components.buildings[building].vp;
        }
        within(at("buildings"), player.city(), 0..=CITY)?;
        for (good, name) in GOOD_NAMES.iter().enumerate() {
            let circles = view.production.get(name);
            let colonists = circles.map_or(0, |circles| circles.colonists);
            let most = self.production_circles(&player, good);
            let place = at(&format!("production, {name}, colonists"));
            player.artisans[good] = within(place, colonists, 0..=most)?;
        }
        Ok(player)
    }

    fn set_board(&self, state: &mut State, board: &Board) -> Result<(), String> {
        let cards: Vec<usize> = Members(self.roles.into()).collect();
        number_of("board, roles", board.roles.len(), cards.len())?;
        state.roles_taken = 0;
        for (card, view) in cards.into_iter().zip(&board.roles) {
            state.role_doubloons[card] =
                within("board, roles, doubloons", view.doubloons, 0..=MOST_ON_CARD)?;
            state.roles_taken |= u8::from(view.taken) << card;
        }
        state.row = counts("board, plantations", &board.plantations, &GOOD_NAMES)?;
        let capacities = self.components.setup.ships;
        let ships = state.ships.iter_mut().zip(capacities);
        let ships: Vec<_> = ships.filter(|(_, capacity)| *capacity > 0).collect();
        number_of("board, ships", board.ships.len(), ships.len())?;
        for (number, ((ship, capacity), view)) in (1..).zip(ships.into_iter().zip(&board.ships)) {
            *ship = Ship::EMPTY;
            if let Some(good) = &view.good {
                let at = format!("board, ships, {number}");
                let goods = Kind::new("good", GOOD_NAMES, u8::from);
                ship.good = goods.find(format!("{at}, good"), good)?;
                ship.barrels = within(format!("{at}, barrels"), view.barrels, 1..=capacity)?;
            }
        }
        state.house = counts("board, trading_house", &board.trading_house, &GOOD_NAMES)?;
        let sold = state.house.iter().map(|&barrels| u32::from(barrels)).sum();
        within("board, trading_house", sold, 0..=u32::from(HOUSE))?;
        state.colonist_ship = board.colonist_ship;
        Ok(())
    }

    /// Sets the supplies: the components of the set-up that are not elsewhere (PR-2.1).
    fn set_supplies(&self, state: &mut State) -> Result<(), String> {
        let setup = &self.components.setup;
        let players = state.seated().to_vec();
        let sum = |number: &dyn Fn(&Player) -> u8| -> u32 {
            players.iter().map(|player| u32::from(number(player))).sum()
        };
        for (good, name) in GOOD_NAMES.iter().enumerate() {
            let ships = state.ships.iter();
            let aboard = ships.filter(|ship| usize::from(ship.good) == good);
            let aboard: u32 = aboard.map(|ship| u32::from(ship.barrels)).sum();
            let elsewhere =
                aboard + u32::from(state.house[good]) + sum(&|player| player.goods[good]);
            let what = format!("barrels of {name}");
            state.supply[good] = left(&what, setup.goods[good].into(), elsewhere)?;
            let open = u32::from(state.row[good]) + u32::from(state.discards[good]);
            let elsewhere = open + sum(&|player| player.tiles[good]);
            let what = format!("plantations of {name}");
            state.stack[good] = left(&what, setup.tiles[good].into(), elsewhere)?;
        }
        let laid = sum(&|player| player.tiles[GOODS]);
        state.quarries = left("quarries", setup.quarries.into(), laid)?;
        let people = sum(&Player::colonists) + u32::from(state.colonist_ship);
        let all = u32::from(setup.colonists) + u32::from(setup.colonist_ship);
        state.colonists = left("colonists", all, people)?;
        let chips: i32 = players.iter().map(|player| i32::from(player.chips())).sum();
        // Below 0, VP are noted on paper. The maximum number of chips fits the type.
        state.pool = (i32::from(setup.vp_chips) - chips) as i16;
        (state.in_stock, state.stock) = (0, [0; BUILDING_IDS.len()]);
        for (building, id) in BUILDING_IDS.iter().enumerate() {
            let built = sum(&|player| u8::from(player.owned & only(building) != 0));
            state.stock[building] = left(id, self.copies(building).into(), built)?;
            if state.stock[building] > 0 {
                state.in_stock |= only(building);
            }
        }
        Ok(())
    }
}

/// Returns counts by kind; kinds without a count have 0.
fn counts<const N: usize>(
    place: &str,
    view: &ByName<u8, String>,
    names: &[&str],
) -> Result<[u8; N], String> {
    let mut counts = [0; N];
    for (count, name) in counts.iter_mut().zip(names) {
        *count = named(format!("{place}, {name}"), view, name, 0..=MOST_PIECES)?;
    }
    Ok(counts)
}

/// Returns the number of components that are not elsewhere.
fn left(what: &str, all: u32, elsewhere: u32) -> Result<u8, String> {
    let left = all.checked_sub(elsewhere);
    let left = left.and_then(|left| u8::try_from(left).ok());
    left.ok_or_else(|| {
        format!("{what}: {elsewhere} in the position; expected at most {all} with these rules")
    })
}
