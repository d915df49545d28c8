//! Components (PR-1), and a position that no game reaches.

use portolan::game::prelude::*;
use portolan::games::puerto_rico::components::{GOODS, LARGE, QUARRY, VIOLET, only};
use portolan::games::puerto_rico::state::{Phase, Player, State};

use super::support::{Table, rules};

/// PR-1.1: A state takes less than 1 KiB.
#[test]
fn state_takes_less_than_1_kib() {
    assert!(size_of::<State>() < 1024, "{}", size_of::<State>());
}

/// PR-1.2, PR-A1: Prices are 0 to 4, and there are nine tobacco goods.
#[test]
fn goods_have_their_prices_and_counts() {
    let components = rules(4, &[]).components().clone();
    assert_eq!(components.prices, [0, 1, 2, 3, 4]);
    assert_eq!(components.setup.goods, [10, 11, 11, 9, 9]);
    assert_eq!(components.setup.goods.iter().sum::<u8>(), 50);
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

/// PR-11.1, PR-11.2, PR-11.3, PR-A22: There are twelve small and five large kinds of violet
/// buildings; the large ones have four printed points each.
#[test]
fn violet_buildings_have_their_printed_counts_and_points() {
    let game = rules(4, &[]);
    assert_eq!((VIOLET & !LARGE).count_ones(), 12);
    assert_eq!(LARGE.count_ones(), 5);
    for (building, card) in game.components().buildings.iter().enumerate() {
        let large = LARGE & only(building) != 0;
        let small_violet = (VIOLET & !LARGE) & only(building) != 0;
        assert_eq!(card.quantity[1] == 1, large);
        assert_eq!(card.vp == 4, large);
        if small_violet {
            assert_eq!(card.quantity, [1, 2]);
        }
        assert_eq!(card.vp, card.column);
        assert_eq!(card.discount, card.column);
    }
    assert_eq!(game.score_categories().len(), 9);
}

/// PR-4.3: Without tiles to reveal, the row remains short, and some players find no tile.
#[test]
fn plantation_row_stays_short_when_tiles_run_out() {
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
