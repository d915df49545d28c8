//! The game for two players (PR-14).

use portolan::games::puerto_rico::components::GOODS;

use super::support::Table;

/// PR-14.1, PR-14.4, PR-A3: There are three fewer tiles of each kind, two fewer goods of each kind,
/// and one of each violet building.
#[test]
fn two_player_setup_has_fewer_components() {
    let table = Table::of(2);
    let state = &table.state;
    let hidden: [u8; GOODS] = std::array::from_fn(|good| state.stack[good] + state.row[good]);
    assert_eq!(hidden, [6, 8, 8, 6, 5]);
    assert_eq!(hidden.iter().sum::<u8>(), 33);
    assert_eq!(state.supply, [8, 9, 9, 7, 7]);
    assert_eq!(state.quarries, 5);
    assert!(state.stock[..6].iter().all(|&number| number == 2));
    assert!(state.stock[6..].iter().all(|&number| number == 1));
    assert_eq!(state.stock.iter().sum::<u8>(), 29);
}

/// PR-14.2: Both players alternate until each has three roles. The remaining card gets a doubloon,
/// and the other player is the next governor.
#[test]
fn each_player_takes_three_roles() {
    let mut table = Table::of(2);
    let roles = [
        "prospector",
        "trader",
        "captain",
        "craftsman",
        "builder",
        "mayor",
    ];
    for (index, role) in roles.into_iter().enumerate() {
        assert_eq!(table.to_move(), 1 + index % 2);
        assert_eq!(table.legal().len(), 7 - index);
        table.act(role).finish();
    }
    assert_eq!(table.state.role_doubloons, [1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!((table.to_move(), table.state.governor), (2, 1));
    assert_eq!(table.legal().len(), 7);
}

/// PR-14.3: The ship gets at least two colonists.
#[test]
fn ship_gets_at_least_two_colonists() {
    let mut table = Table::of(2);
    table.act("mayor").act("no colonist");
    assert_eq!(table.state.colonist_ship, 2);
}
