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
