//! Legacy tiles L10 to L17 (M-22.13).

use portolan::games::maracaibo::pending::PendingKind;
use portolan::games::maracaibo::state::Player;

use crate::support::Table;

/// Returns a table with this tile, where seat 0 is about to sail and two discs of U4 are left.
fn with(players: usize, tile: &str) -> Table {
    let mut table = Table::bare(players, &[&format!("legacy={tile}")]);
    table.no_quests();
    let player = table.player(0);
    player.career = None;
    player.cp = 0;
    player.figures = 0;
    player.general = 5;
    table
}

/// Stops on a location, coming from another one.
fn stop(table: &mut Table, from: &str, to: &str) {
    let ship = table.place(from);
    table.player(0).ship = ship;
    table.act(&format!("sail {to}"));
}

/// Tiles with the previous location of the ship and the location of the tile.
const TILES: [(&str, &str, &str); 8] = [
    ("L10", "1", "2"),
    ("L11", "2", "3"),
    ("L12", "4", "6"),
    ("L13", "6", "7"),
    ("L14", "7", "8"),
    ("L15", "9", "10"),
    ("L16", "11", "12"),
    ("L17", "14", "15"),
];

/// Gives seat 0 exactly the cost of a tile.
fn give_cost(table: &mut Table, tile: &str) {
    match tile {
        "L11" => table.player(0).doubloons = 2,
        "L12" | "L17" => table.player(0).figures = 1,
        "L13" => table.player(0).cp = 1,
        "L14" => table.player(0).cp = 2,
        "L15" => table.player(0).doubloons = 3,
        "L16" => {
            table.hand(0, &["A004"]);
        }
        _ => {}
    }
}

/// M-22.13, L10, L11, L12, L13, L14, L15, L16, L17: When stopping there, before the main action, a player
/// may pay the cost for the reward and move a disc from the ship to the tile. Without the cost, the tile
/// cannot be used.
#[test]
fn disc_tile_trades_its_cost_for_reward_and_disc() {
    let check = |tile: &str, player: &Player| match tile {
        "L10" => assert_eq!(player.score(), 1),
        "L11" => assert_eq!((player.doubloons, player.score()), (0, 2)),
        "L12" => assert_eq!((player.figures, player.doubloons), (0, 3)),
        "L13" => assert_eq!((player.cp, player.score()), (0, 2)),
        "L14" => assert_eq!((player.cp, player.influence), (0, [1, 0, 0])),
        "L15" => assert_eq!((player.doubloons, player.score()), (0, 3)),
        "L16" => assert_eq!((player.hand_len, player.doubloons), (0, 2)),
        _ => assert_eq!((player.figures, player.score()), (0, 4)),
    };
    for (index, (tile, from, to)) in TILES.into_iter().enumerate() {
        let mut table = with(3, tile);
        stop(&mut table, from, to);
        assert_eq!(table.decision(), PendingKind::DiscTile, "{tile}");
        assert_eq!(table.can("accept"), tile == "L10", "{tile} is not paid");
        assert!(table.can("skip"));
        give_cost(&mut table, tile);
        table.act("accept").while_legal(&["influence france"]);
        assert_eq!(table.decision(), PendingKind::Disc, "{tile}");
        table.act("disc U1");
        check(tile, &table.state.players[0]);
        assert_eq!(table.player(0).discs[0], 1);
        assert_eq!(table.state.tile_discs[index], 1);
        assert_eq!(table.state.discs_gone, 0, "the disc lies on the tile");
        // The main action follows as usual, and the tile is used once per stop (M-A74).
        assert_eq!(table.decision(), PendingKind::Main);
        assert!(table.can("village"));
    }
}

/// M-22.13: Using the tile is optional.
#[test]
fn disc_tile_is_optional() {
    let mut table = with(3, "L10");
    stop(&mut table, "1", "2");
    table.act("skip");
    assert_eq!(table.decision(), PendingKind::Main);
    assert_eq!(table.score(0), 0);
    assert_eq!(table.state.tile_discs, [0; 8]);
}

/// M-22.13, M-17.3: The disc can complete an upgrade.
#[test]
fn disc_on_a_tile_can_complete_an_upgrade() {
    let mut table = with(3, "L10");
    table.player(0).discs[3] = 1;
    stop(&mut table, "1", "2");
    table.act("accept");
    assert!(!table.can("disc U6"), "M-17.2 holds");
    table.act("disc U4");
    assert!(table.player(0).has_upgrade(4));
    assert_eq!(table.player(0).doubloons, 5);
}

/// M-22.13: The tile has three spaces and is closed when full.
#[test]
fn full_disc_tile_is_closed() {
    for discs in 0..4 {
        let mut table = with(3, "L10");
        table.state.tile_discs[0] = discs;
        stop(&mut table, "1", "2");
        assert_eq!(
            table.decision() == PendingKind::DiscTile,
            discs < 3,
            "{discs} discs"
        );
    }
}

/// M-22.13: With two players, each of L11 to L17 has a disc at the start, but L10 has none; with three and
/// four players there are no discs.
#[test]
fn tiles_start_with_discs_only_with_two_players() {
    let tiles = "legacy=L10,L11,L12,L13,L14,L15,L16,L17";
    let table = Table::dealt(2, &[tiles], 1);
    assert_eq!(table.state.tile_discs, [0, 1, 1, 1, 1, 1, 1, 1]);
    for players in [3, 4] {
        let table = Table::dealt(players, &[tiles], 1);
        assert_eq!(table.state.tile_discs, [0; 8]);
    }
    let table = Table::dealt(2, &["legacy=L12"], 1);
    assert_eq!(table.state.tile_discs, [0, 0, 1, 0, 0, 0, 0, 0]);
}

/// M-22.13, M-A74: Passing L11 costs 2 doubloons, and a player who cannot pay has to stop there.
#[test]
fn passing_l11_costs_2_doubloons() {
    let mut table = with(3, "L11");
    let ship = table.place("1");
    table.player(0).ship = ship;
    table.player(0).doubloons = 1;
    assert_eq!(table.legal(), ["sail 2", "sail 3"]);
    table.player(0).doubloons = 3;
    let start = table.state;
    table.act("sail 4");
    assert_eq!(table.player(0).doubloons, 1);
    // Stopping there and leaving are free.
    table.state = start;
    table.act("sail 3");
    assert_eq!(table.player(0).doubloons, 3);
    let mut table = with(3, "L11");
    stop(&mut table, "3", "4");
    assert_eq!(table.player(0).doubloons, 0);
}

/// M-A89: A full tile has no effect, so passing a full L11 is free for all players.
#[test]
fn passing_a_full_l11_is_free() {
    for (discs, rest) in [(0, 1), (2, 1), (3, 3)] {
        let mut table = with(3, "L11");
        table.state.tile_discs[1] = discs;
        let ship = table.place("1");
        table.player(0).ship = ship;
        table.player(0).doubloons = 3;
        table.act("sail 4");
        assert_eq!(table.player(0).doubloons, rest, "{discs} discs");
        let mut table = with(3, "L11");
        table.state.tile_discs[1] = discs;
        table.player(0).ship = ship;
        table.player(0).doubloons = 1;
        assert_eq!(table.can("sail 4"), discs == 3, "{discs} discs");
    }
}

/// M-A74: The tile can be used at every stop, but only at the end of a move.
#[test]
fn passing_a_disc_tile_does_not_activate_it() {
    let mut table = with(3, "L12");
    stop(&mut table, "4", "7");
    assert_eq!(table.decision(), PendingKind::Main);
}

/// M-22.13, M-4.2: The tile comes before the main action, so free actions are possible before it.
#[test]
fn career_task_can_pay_for_a_disc_tile() {
    let mut table = with(3, "L12");
    table.career(0, "K3").player(0).influence = [2, 2, 0];
    stop(&mut table, "4", "6");
    assert!(!table.can("accept"));
    table.act("task 3").act("accept").act("disc U1");
    assert_eq!(table.player(0).figures, 0);
    assert_eq!(table.player(0).doubloons, 2 + 3);
}

/// M-22.13, M-A60: A figure can be returned for 2 CP before the tile.
#[test]
fn converted_figure_can_pay_for_a_disc_tile() {
    let mut table = with(3, "L14");
    table.own(0, "B042").player(0).figures = 1;
    table.player(0).cp = 0;
    stop(&mut table, "7", "8");
    assert!(!table.can("accept"));
    table
        .act("figure to cp")
        .act("accept")
        .act("influence spain");
    assert_eq!(table.player(0).cp, 0);
    assert_eq!(table.player(0).influence, [0, 1, 0]);
}
