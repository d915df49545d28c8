//! Heuristics for the features: placement of the remaining colonists, and VP from loading.

use crate::game::Seat;
use crate::puerto_rico::components::{
    Buildings, CORN, GOODS, LARGE, QUARRY, SHIPS, TILES, VIOLET, good_of, only, role, violet,
};
use crate::puerto_rico::rules::classes::{FIRST_PRODUCTION, FIRST_VIOLET_CLASS};
use crate::puerto_rico::rules::ruleset::Ruleset;
use crate::puerto_rico::rules::state::{Members, NO_GOOD, Phase, Player, State};

/// Small violet buildings where a colonist is more useful than in the production of a second barrel of a good.
const USEFUL: Buildings = violet::HARBOR
    | violet::WHARF
    | violet::FACTORY
    | violet::LARGE_MARKET
    | violet::SMALL_MARKET
    | violet::OFFICE;

/// Returns a player's board. While players place colonists, the remaining colonists are placed by a
/// heuristic.
pub(crate) fn staffed_for(game: &Ruleset, state: &State, seat: Seat) -> Player {
    let mut player = state.players[seat];
    if state.role != role::MAYOR || !matches!(state.phase, Phase::Privilege | Phase::Staff) {
        return player;
    }
    let offset = game.offset(state, seat);
    let active = game.offset(state, state.active.into());
    let from = match state.phase {
        Phase::Privilege => {
            let ship = usize::from(state.colonist_ship);
            let (each, left) = (ship / game.players, ship % game.players);
            player.san_juan += each as u8 + u8::from(offset < left) + u8::from(offset == 0);
            0
        }
        _ if offset < active => return player,
        _ if offset == active => usize::from(state.class),
        _ => 0,
    };
    if from == 0 {
        player.san_juan = player.colonists();
        player.workers = [0; TILES];
        player.artisans = [0; GOODS];
        player.staffed = 0;
    }
    let mut open = Open { game, player, from };
    open.place(game.share_left(state) < 0.2);
    open.player
}

/// A board on which colonists are placed in class `from` and all later classes.
struct Open<'a> {
    game: &'a Ruleset,
    player: Player,
    from: usize,
}

impl Open<'_> {
    /// Places colonists, starting with the most useful circles, until none are left.
    fn place(&mut self, end: bool) {
        if end {
            self.violet(LARGE);
        }
        for good in (0..GOODS).rev() {
            self.barrel(good);
        }
        if self.player.san_juan == 0 {
            return;
        }
        self.violet(USEFUL);
        for good in [CORN, 4, 3, 2, 1] {
            while self.barrel(good) {}
        }
        self.violet(VIOLET & !LARGE);
        while self.tile(QUARRY) {}
        self.violet(LARGE);
        for tile in 0..TILES {
            while self.tile(tile) {}
        }
        for good in 1..GOODS {
            while self.artisan(good) {}
        }
    }

    /// Increases the production of a good by one barrel. Returns false if there are not enough
    /// colonists or circles.
    fn barrel(&mut self, good: usize) -> bool {
        let player = &self.player;
        let before = player.output(good);
        let worker = player.workers[good] == before;
        let artisan = good != CORN && player.artisans[good] == before;
        if u8::from(worker) + u8::from(artisan) > player.san_juan {
            return false;
        }
        let saved = *player;
        let placed = (!worker || self.tile(good)) && (!artisan || self.artisan(good));
        if !placed {
            self.player = saved;
        }
        placed
    }

    fn tile(&mut self, tile: usize) -> bool {
        let player = &mut self.player;
        let free =
            tile >= self.from && player.san_juan > 0 && player.workers[tile] < player.tiles[tile];
        if free {
            player.san_juan -= 1;
            player.workers[tile] += 1;
        }
        free
    }

    fn artisan(&mut self, good: usize) -> bool {
        let circles = self.game.production_circles(&self.player, good);
        let player = &mut self.player;
        let free = FIRST_PRODUCTION + good > self.from
            && player.san_juan > 0
            && player.artisans[good] < circles;
        if free {
            player.san_juan -= 1;
            player.artisans[good] += 1;
        }
        free
    }

    fn violet(&mut self, which: Buildings) {
        let player = &mut self.player;
        for building in Members(player.owned & which & !player.staffed) {
            debug_assert!(good_of(building).is_none());
            let class =
                FIRST_VIOLET_CLASS + building - crate::puerto_rico::components::FIRST_VIOLET;
            if class >= self.from && player.san_juan > 0 {
                player.san_juan -= 1;
                player.staffed |= only(building);
            }
        }
    }
}

/// Returns the victory points from loading all goods that fit if no other player loaded: first
/// goods that a ship already carries, then the largest amounts on the largest empty ships, then the
/// wharf.
pub(crate) fn shippable(game: &Ruleset, state: &State, seat: Seat) -> u8 {
    let player = &state.players[seat];
    let mut goods = player.goods;
    if goods == [0; GOODS] {
        return 0;
    }
    let each = game.functions.load.of(player.staffed);
    let mut vp = 0;
    let mut aboard = 0u8;
    let capacity = &game.components.setup.ships;
    let mut empty = [0u8; SHIPS];
    for ((ship, &capacity), empty) in state.ships.iter().zip(capacity).zip(&mut empty) {
        if ship.good == NO_GOOD {
            *empty = capacity;
            continue;
        }
        aboard |= 1 << ship.good;
        let held = &mut goods[usize::from(ship.good)];
        let number = (*held).min(capacity - ship.barrels);
        *held -= number;
        vp += number + each * u8::from(number > 0);
    }
    // Capacities are in ascending order.
    for &room in empty.iter().rev().filter(|&&room| room > 0) {
        let fresh = (0..GOODS).filter(|good| aboard >> good & 1 == 0);
        let Some(most) = fresh.max_by_key(|&good| goods[good]) else {
            break;
        };
        let number = goods[most].min(room);
        aboard |= 1 << most;
        goods[most] -= number;
        vp += number + each * u8::from(number > 0);
    }
    let over = goods.into_iter().max().unwrap_or(0);
    if over > 0 && game.wharf_free(state, seat) {
        vp += over + each;
    }
    let captain = state.role == role::CAPTAIN && state.privilege;
    vp + u8::from(captain && usize::from(state.owner) == seat && vp > 0)
}
