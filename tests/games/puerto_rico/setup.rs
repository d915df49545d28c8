//! Components (PR-1) and setup (PR-2).

use portolan::game::prelude::*;
use portolan::games::puerto_rico::components::{BUILDINGS, GOODS, QUARRY, only, role};
use portolan::games::puerto_rico::state::{Player, State};

use super::support::{Table, rules};

/// PR-1.1, PR-1.8: Island, city and player board; a state is small and has no heap data, and money
/// and goods are visible.
#[test]
fn state_is_small_and_boards_are_described() {
    assert!(size_of::<State>() < 1024, "{}", size_of::<State>());
    let mut table = Table::of(4);
    table.money(2, 9).goods(3, "2 coffee");
    let text = table.game.describe(&table.state, Some(0));
    assert!(
        text.contains("seat 2: 9 doubloons") && text.contains("2 coffee"),
        "{text}"
    );
    assert!(
        text.contains("island 1/12") && text.contains("city 0/12"),
        "{text}"
    );
}

/// PR-1.2, PR-A1: Prices are 0 to 4, and there are nine tobacco goods.
#[test]
fn goods_have_their_prices_and_counts() {
    let components = rules(4, &[]).components().clone();
    assert_eq!(components.prices, [0, 1, 2, 3, 4]);
    assert_eq!(components.setup.goods, [10, 11, 11, 9, 9]);
    assert_eq!(components.setup.goods.iter().sum::<u8>(), 50);
}

/// PR-1.3, PR-13.2, PR-A14: Only tiles with colonists are active, but the printed VP always count.
#[test]
fn unstaffed_buildings_only_score() {
    let mut table = Table::of(3);
    table
        .empty_buildings(1, &["factory", "harbor"])
        .tiles(1, "1 corn");
    table.act("craftsman");
    assert_eq!(table.player(1).goods, [0; GOODS]);
    assert_eq!(table.game.score(&table.state, 0), 6);
}

/// PR-1.4: Island tiles have one circle, and buildings have one to three.
#[test]
fn tiles_and_buildings_have_their_circles() {
    let game = rules(3, &[]);
    for (building, card) in game.components().buildings.iter().enumerate() {
        let expected = [1, 1, 3, 3, 3, 2].get(building).copied().unwrap_or(1);
        assert_eq!(card.slots, expected);
    }
    let mut player = Player::default();
    player.tiles[QUARRY] = 2;
    assert_eq!(game.circles(&player, QUARRY), 2);
}

/// PR-2.1, PR-2.2, PR-2.3, PR-2.4, PR-2.5, PR-A2: The numbers in the setup table.
#[test]
fn setup_matches_the_table_for_every_player_count() {
    let rows = [
        (2, 3, "IC", 65, [40, 2], [4, 6, 0], 3, 5, 29),
        (3, 2, "IIC", 75, [55, 3], [4, 5, 6], 4, 8, 49),
        (4, 3, "IICC", 100, [75, 4], [5, 6, 7], 5, 8, 49),
        (5, 4, "IIICC", 122, [95, 5], [6, 7, 8], 6, 8, 49),
    ];
    for (players, money, starts, vp, colonists, ships, face_up, quarries, buildings) in rows {
        for seed in 0..20 {
            let table = Table::dealt(players, &[], seed);
            table.check();
            let state = &table.state;
            for (seat, start) in starts.chars().enumerate() {
                let tiles = state.players[seat].tiles;
                let plantation = usize::from(start == 'I');
                assert_eq!((tiles[plantation], tiles.iter().sum::<u8>()), (1, 1));
                assert_eq!(state.players[seat].colonists(), 0);
                assert_eq!(state.players[seat].doubloons, money);
            }
            assert_eq!(state.pool, vp);
            assert_eq!([state.colonists, state.colonist_ship], colonists);
            assert_eq!(table.game.components().setup.ships, ships);
            assert_eq!(state.row.iter().sum::<u8>(), face_up);
            assert_eq!(state.quarries, quarries);
            assert_eq!(state.stock.iter().sum::<u8>(), buildings);
            assert_eq!((state.governor, state.active), (0, 0));
            assert_eq!(state.house, [0; GOODS]);
            assert!(state.ships.iter().all(|ship| ship.barrels == 0));
            assert_eq!(state.role_doubloons, [0; 8]);
        }
        let all = colonists.iter().sum::<u8>();
        assert_eq!(all, [42, 58, 79, 100][players - 2]);
    }
}

/// PR-2.1: Plantations and goods by kind, and the stack after setup.
#[test]
fn stack_has_its_tiles_by_kind_after_setup() {
    for (players, left) in [
        (3, [9, 10, 11, 9, 8]),
        (4, [8, 10, 11, 9, 8]),
        (5, [8, 9, 11, 9, 8]),
    ] {
        let state = Table::of(players).state;
        let hidden: [u8; GOODS] = std::array::from_fn(|good| state.stack[good] + state.row[good]);
        assert_eq!(hidden, left);
    }
}

/// PR-2.1: Numbers of role cards, and of those taken and left in a round.
#[test]
fn role_cards_depend_on_the_player_count() {
    for (players, prospectors) in [(2, 1), (3, 0), (4, 1), (5, 2)] {
        let table = Table::of(players);
        let setup = &table.game.components().setup;
        assert_eq!(setup.prospectors, prospectors);
        let cards = 6 + prospectors;
        let left = cards - setup.roles_each * players as u8;
        assert_eq!(left, if players == 2 { 1 } else { 3 });
        assert_eq!(table.can("prospector"), prospectors > 0);
        assert!(table.can("settler") && table.can("captain"));
        assert_eq!(usize::from(role::PROSPECTOR), 6);
    }
}

/// PR-1.5, PR-1.6, PR-A17, PR-A18: Tiles cannot be moved. A large building needs two free spaces,
/// which need not be adjacent, so that five large and two small buildings fill a city.
#[test]
fn large_buildings_take_two_spaces() {
    let mut table = Table::of(3);
    let large = ["guild_hall", "residence", "fortress", "customs_house"];
    table.empty_buildings(1, &large);
    table.money(1, 30);
    assert_eq!(table.player(1).city(), 8);
    table.act("builder").act("build city_hall");
    assert_eq!(table.player(1).city(), 10);
    assert_eq!(table.player(1).owned.count_ones(), 5);

    let mut table = Table::of(3);
    table.empty_buildings(1, &large).money(1, 30);
    table.empty_buildings(1, &["hacienda", "office", "wharf"]);
    assert_eq!(table.player(1).city(), 11);
    table.act("builder");
    assert!(!table.can("build city_hall") && table.can("build harbor"));
}

/// PR-1.7: A player may have each building only once.
#[test]
fn player_owns_each_building_at_most_once() {
    let mut table = Table::of(3);
    table.empty_buildings(1, &["hacienda"]).money(1, 30);
    table.act("builder");
    assert!(!table.can("build hacienda") && table.can("build office"));
    assert_eq!(table.legal().len(), BUILDINGS, "all others, and pass");
    assert_eq!(table.player(1).owned, only(7));
}
