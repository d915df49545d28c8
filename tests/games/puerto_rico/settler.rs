//! Settler (PR-4).

use portolan::game::prelude::*;
use portolan::games::puerto_rico::components::{GOODS, QUARRY};
use portolan::games::puerto_rico::state::Phase;

use super::support::Table;

/// PR-4.1: Each player takes a plantation from the row; only the owner may take a quarry.
#[test]
fn only_the_settler_may_take_a_quarry() {
    let mut table = Table::of(3);
    table.row("2 corn, 1 sugar, 1 coffee").act("settler");
    assert_eq!(
        table.legal(),
        [
            "plant corn",
            "plant sugar",
            "plant coffee",
            "plant quarry",
            "pass"
        ]
    );
    table.act("plant quarry");
    assert_eq!(table.player(1).tiles[QUARRY], 1);
    assert_eq!(table.player(1).workers[QUARRY], 0);
    assert_eq!(
        table.legal(),
        ["plant corn", "plant sugar", "plant coffee", "pass"]
    );
    table.act("plant sugar");
    assert_eq!(table.legal(), ["plant corn", "plant coffee", "pass"]);
    assert_eq!(table.player(2).tiles[2], 1);
}

/// PR-4.2: The remaining tiles are discarded, and players + 1 new tiles are revealed.
#[test]
fn row_is_replaced_by_new_tiles() {
    for players in 2..=5 {
        let mut table = Table::of(players);
        table.act("settler").finish();
        let number = players as u8 + 1;
        assert_eq!(table.state.discards.iter().sum::<u8>(), number);
        assert_eq!(table.state.row.iter().sum::<u8>(), number);
    }
}

/// PR-4.3, PR-A26: Tiles come from the stack, then from the discards, including those of this
/// phase; the row may remain short.
#[test]
fn discards_refill_a_short_stack() {
    let mut table = Table::of(3);
    table.row("3 corn, 1 sugar");
    // Leave two tiles in the stack; the others are planted.
    let state = &mut table.state;
    let keep = [0, 0, 0, 1, 1];
    for ((stack, discards), keep) in state.stack.iter_mut().zip(&mut state.discards).zip(keep) {
        *discards += *stack - keep;
        *stack = keep;
    }
    table.act("settler").finish();
    assert_eq!(table.state.row.iter().sum::<u8>(), 4);
    assert!(
        table.state.row[3] > 0 && table.state.row[4] > 0,
        "what was left comes first"
    );
    assert_eq!(table.state.discards, [0; GOODS]);
}

/// PR-4.3: Without tiles to reveal, the row remains short, and some players find no tile.
#[test]
fn row_stays_short_without_tiles() {
    let mut table = Table::of(3);
    table.row("1 corn");
    table.state.quarries = 0;
    table.state.stack = [0; GOODS];
    for text in ["settler", "plant corn"] {
        let action = table.game.parse_action(&table.state, text).expect("legal");
        table
            .game
            .apply(&mut table.state, action, &mut table.rng, &mut ());
    }
    assert_eq!(table.state.phase, Phase::Role, "the others find nothing");
    assert_eq!(table.state.row, [0; GOODS]);
}

/// PR-4.4: A full island takes no tile; other players are not affected.
#[test]
fn full_island_takes_no_tile() {
    let mut table = Table::of(3);
    table
        .tiles(1, "6 corn, 5 sugar")
        .buildings(1, &["hacienda"]);
    table.act("settler");
    assert_eq!(table.to_move(), 2);
}

/// PR-4.5: If there are no quarries left, neither the privilege nor the hut gives one.
#[test]
fn quarry_requires_the_supply() {
    let mut table = Table::of(3);
    table
        .tiles(3, "8 quarry")
        .buildings(2, &["construction_hut"]);
    table.act("settler");
    assert!(!table.can("plant quarry"));
    table.act("pass");
    assert!(!table.can("plant quarry"));
}

/// PR-4.6, PR-4.9, PR-A29, PR-E13: The hacienda draws before the regular tile, and never a quarry.
#[test]
fn hacienda_draws_before_the_regular_tile() {
    let mut table = Table::of(3);
    table.buildings(1, &["hacienda"]).act("settler");
    assert_eq!(table.legal(), ["hacienda", "no hacienda"]);
    let before = table.state.stack.iter().sum::<u8>();
    table.act("hacienda");
    assert_eq!(table.state.stack.iter().sum::<u8>(), before - 1);
    assert_eq!(table.happened("drawn").len(), 1);
    table.act("plant quarry");
    assert_eq!(
        (table.player(1).island(), table.player(1).tiles[QUARRY]),
        (3, 1)
    );
    assert_eq!(table.to_move(), 2);
}

/// PR-4.9: The tile of the hacienda and the regular tile are independent.
#[test]
fn hacienda_and_regular_tile_are_independent() {
    for (texts, tiles) in [
        (["hacienda", "pass"], 2),
        (["no hacienda", "plant quarry"], 2),
        (["no hacienda", "pass"], 1),
        (["hacienda", "plant quarry"], 3),
    ] {
        let mut table = Table::of(3);
        table
            .buildings(1, &["hacienda"])
            .act("settler")
            .acts(&texts);
        assert_eq!(table.player(1).island(), tiles);
        assert_eq!(table.to_move(), 2);
    }
}

/// PR-4.7: The hut permits a quarry instead of a plantation; with the privilege it is still only
/// one.
#[test]
fn construction_hut_permits_one_quarry() {
    let mut table = Table::of(3);
    table.buildings(1, &["construction_hut"]);
    table.buildings(2, &["construction_hut"]);
    table.act("settler").act("plant quarry");
    assert_eq!(table.to_move(), 2);
    table.act("plant quarry");
    assert_eq!(table.to_move(), 3);
    assert!(!table.can("plant quarry"));
    assert_eq!(table.player(1).tiles[QUARRY], 1);
}

/// PR-4.8, PR-A16: The regular tile, including a quarry, gets a colonist from the supply, which may
/// be declined.
#[test]
fn hospice_staffs_the_regular_tile() {
    let mut table = Table::of(3);
    table.buildings(1, &["hospice", "hacienda"]).act("settler");
    let supply = table.state.colonists;
    table.act("hacienda");
    assert_eq!(table.player(1).workers, [0; 6], "not for the drawn tile");
    table.act("plant quarry");
    assert_eq!(table.legal(), ["hospice", "no hospice"]);
    table.act("hospice");
    assert_eq!(table.player(1).workers[QUARRY], 1);
    assert_eq!(table.state.colonists, supply - 1);

    let mut table = Table::of(3);
    table
        .buildings(1, &["hospice"])
        .acts(&["settler", "plant quarry", "no hospice"]);
    assert_eq!(table.player(1).workers[QUARRY], 0);
}

/// PR-4.8, PR-A27: If the supply is empty, the colonist comes from the ship; if both are empty,
/// there is none.
#[test]
fn hospice_takes_a_colonist_from_the_ship() {
    let mut table = Table::of(3);
    table.buildings(1, &["hospice"]);
    let supply = std::mem::take(&mut table.state.colonists);
    table.player(3).san_juan += supply;
    table.acts(&["settler", "plant quarry", "hospice"]);
    assert_eq!((table.state.colonists, table.state.colonist_ship), (0, 2));
    table.finish();
    // Two colonists for three players, without a refill before.
    let before: Vec<u8> = table
        .state
        .seated()
        .iter()
        .map(|player| player.colonists())
        .collect();
    table.act("mayor");
    let after: Vec<u8> = table
        .state
        .seated()
        .iter()
        .map(|player| player.colonists())
        .collect();
    assert_eq!(
        (
            after[1] - before[1],
            after[2] - before[2],
            after[0] - before[0]
        ),
        (1, 1, 0)
    );

    let mut table = Table::of(3);
    table.buildings(1, &["hospice"]);
    let all =
        std::mem::take(&mut table.state.colonists) + std::mem::take(&mut table.state.colonist_ship);
    table.player(3).san_juan += all;
    table.acts(&["settler", "plant quarry"]);
    assert_eq!(table.to_move(), 2, "nobody to place");
}

/// PR-A4: For the hacienda, an empty stack is reshuffled; without discards there is no draw.
#[test]
fn hacienda_reshuffles_an_empty_stack() {
    let mut table = Table::of(3);
    table.buildings(1, &["hacienda"]);
    table.state.discards = std::mem::take(&mut table.state.stack);
    table.act("settler");
    assert!(table.can("hacienda"));
    table.act("hacienda");
    assert_eq!(table.state.discards, [0; GOODS]);

    let mut table = Table::of(3);
    table.buildings(1, &["hacienda"]);
    let stack = std::mem::take(&mut table.state.stack);
    for (row, stack) in table.state.row.iter_mut().zip(stack) {
        *row += stack;
    }
    table.act("settler");
    assert_eq!(table.state.phase, Phase::Plantation);
}

/// PR-A5: If the drawn tile fills the island, there is no room for a regular tile.
#[test]
fn drawn_tile_can_fill_the_island() {
    let mut table = Table::of(3);
    table
        .tiles(1, "5 corn, 5 sugar")
        .buildings(1, &["hacienda"]);
    assert_eq!(table.player(1).island(), 11);
    table.acts(&["settler", "hacienda"]);
    assert_eq!((table.player(1).island(), table.to_move()), (12, 2));
}
