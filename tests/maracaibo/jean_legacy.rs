//! Jean and the legacy tiles (M-24.10).

use portolan::games::maracaibo::components::Nation;

use crate::jean_support::{JEAN, solo};
use crate::support::Table;

const TILES: [&str; 23] = [
    "L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "L9", "L10", "L11", "L12", "L13", "L14", "L15",
    "L16", "L17", "L18", "L20", "L21", "L22", "L23", "L25",
];

fn with(tiles: &str) -> Table {
    solo(&[&format!("legacy={tiles}")])
}

/// M-24.10, M-A69: For Jean, L4 exists only after her explorer has reached space 4, and only the
/// lower way leads there.
#[test]
fn l4_opens_for_jean_at_explorer_space_4() {
    for (explorer, card, to) in [
        ("3", "A2", "11"),
        ("4", "A2", "9a"),
        ("12", "A2", "9a"),
        ("4", "A1", "11"),
    ] {
        let mut table = with("L4");
        // The player's explorer does not open it for Jean.
        table.explorer(0, "20").explorer(JEAN, explorer);
        table.jean_ship("5").jean_turn(card);
        assert_eq!(table.jean_at(), to, "{explorer} {card}");
        assert_eq!(table.market("9a"), u8::from(to == "9a"));
    }
}

/// M-24.10: Jean annexes L4 and L7 only if her explorer has reached their spaces.
#[test]
fn jean_annexes_new_cities_only_when_open() {
    let hers = Some(Nation::France);
    for (explorer, l4, l7) in [("3", None, None), ("4", hers, None), ("11", hers, hers)] {
        let mut table = with("L4,L7");
        for city in ["1", "4", "5", "11", "13", "14"] {
            table.marker(Nation::Spain, city);
        }
        table.explorer(JEAN, explorer);
        for _ in 0..2 {
            table.jean_ship("0").last_token("25");
            table.player(0).influence = [0, 14, 14];
            table.jean_turn("A3");
        }
        assert_eq!(
            (table.nation_at("9a"), table.nation_at("16a")),
            (l4, l7),
            "{explorer}"
        );
    }
}

/// M-24.10: Jean cannot put markers on L6 and L9.
#[test]
fn jean_places_no_markers_on_l6_and_l9() {
    let mut table = with("L6,L9");
    table.explorer(JEAN, "25").last_token("22").jean_turn("B6");
    assert_eq!(table.state.silver_fleet, [None; 2]);
    assert_eq!(table.state.gold_mine, None);
}

/// M-24.10, M-22.13: L10 starts with 1 disc, and L11 to L17 with 2.
#[test]
fn solo_disc_tiles_start_with_discs() {
    let every = "L10,L11,L12,L13,L14,L15,L16,L17";
    assert_eq!(with(every).state.tile_discs, [1, 2, 2, 2, 2, 2, 2, 2]);
    assert_eq!(with("L10").state.tile_discs, [1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(with("L13").state.tile_discs, [0, 0, 0, 2, 0, 0, 0, 0]);
}

/// M-22.5, M-A69: On L1, Jean takes the quest, which is replaced; L1 is a space and a flag for her.
#[test]
fn l1_is_a_city_with_a_quest_for_jean() {
    let mut table = Table::bare(1, &["legacy=L1"]);
    table.player(0).career = None;
    let place = table.place("17");
    let quest = table.state.quests_at(place).next().expect("a quest on L1");
    table.jean_ship("15").jean_turn("A1");
    assert_eq!((table.jean_at(), table.jean_explorer_at()), ("17", "0"));
    assert_eq!(table.state.players[JEAN].quests, quest.bit());
    let next = table.state.quests_at(place).next();
    assert!(next.is_some() && next != Some(quest));
    assert_eq!(table.state.jean.discs, 22);
    for city in ["1", "4", "5", "11", "13", "14"] {
        table.marker(Nation::Spain, city);
    }
    table.jean_ship("0").last_token("25").jean_turn("A3");
    assert_eq!(table.nation_at("17"), Some(Nation::France));
}

/// M-24.10: Solo games with all tiles at once reach their end.
#[test]
fn solo_games_with_all_tiles_end() {
    let mut table = with(&TILES.join(","));
    let mut turns = 0;
    while let Some(top) = table.state.top() {
        assert_eq!(top.seat, 0, "Jean is never asked");
        let legal = table.legal();
        turns += 1;
        assert!(turns < 2000);
        table.act(&legal[turns % legal.len()]);
    }
    assert_eq!(table.state.round, 4);
}
