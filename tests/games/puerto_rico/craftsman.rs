//! Craftsman (PR-7).

use portolan::games::puerto_rico::components::GOODS;
use portolan::games::puerto_rico::state::Phase;

use super::support::{Table, goods};

/// PR-7.1, PR-7.2: Corn needs only plantations; other goods need both plantations and buildings.
#[test]
fn production_requires_staffed_tiles_and_buildings() {
    let mut table = Table::of(3);
    table.staffed_tiles(1, "2 corn, 4 indigo, 1 coffee");
    table.buildings(1, &["small_indigo_plant", "indigo_plant"]);
    table.act("craftsman");
    assert_eq!(table.player(1).goods, goods("2 corn, 4 indigo"));

    let mut table = Table::of(3);
    table
        .staffed_tiles(1, "2 indigo")
        .buildings(1, &["small_indigo_plant"]);
    table.act("craftsman");
    assert_eq!(table.player(1).goods, goods("1 indigo"));
}

/// PR-E16: The board in the picture.
#[test]
fn production_matches_the_printed_board() {
    let mut table = Table::of(3);
    table
        .tiles(1, "1 corn, 1 sugar")
        .staffed_tiles(1, "2 corn, 3 sugar, 2 tobacco");
    table.buildings(1, &["small_sugar_mill", "sugar_mill"]);
    table.empty_buildings(1, &["tobacco_storage"]);
    table.state.colonists -= 1;
    table.player(1).artisans[3] = 1;
    table.act("craftsman");
    assert_eq!(table.player(1).goods, goods("2 corn, 3 sugar, 1 tobacco"));
}

/// PR-7.3: Scarce goods go to the first players, starting with the craftsman.
#[test]
fn scarce_goods_go_to_the_first_players() {
    let mut table = Table::of(3);
    for seat in 1..=3 {
        table.staffed_tiles(seat, "2 corn");
    }
    table.goods(2, "7 corn").act("trader").act("pass");
    table.act("craftsman");
    assert_eq!(table.state.seated().map_goods(0), [0, 9, 1]);
}

trait MapGoods {
    fn map_goods(&self, good: usize) -> Vec<u8>;
}

impl MapGoods for [portolan::games::puerto_rico::state::Player] {
    fn map_goods(&self, good: usize) -> Vec<u8> {
        self.iter().map(|player| player.goods[good]).collect()
    }
}

/// PR-7.4, PR-E6: A factory pays for the kinds produced; sugar is scarce and there is no corn.
#[test]
fn factory_pays_for_kinds_produced_in_the_example() {
    let mut table = Table::of(3);
    table.goods(3, "10 corn, 9 sugar");
    table.staffed_tiles(2, "3 corn, 3 sugar, 1 tobacco");
    table.buildings(2, &["factory", "sugar_mill", "tobacco_storage"]);
    table.act("craftsman");
    assert_eq!(table.player(2).goods, goods("2 sugar, 1 tobacco"));
    assert_eq!(table.player(2).doubloons, 2 + 1);
}

/// PR-7.4: Producing 2, 3, 4 and 5 kinds brings 1, 2, 3 and 5 doubloons, regardless of the amounts.
#[test]
fn factory_pays_by_the_number_of_kinds() {
    let kinds = ["1 corn", "1 indigo", "1 sugar", "1 tobacco", "1 coffee"];
    let plants = [
        "small_indigo_plant",
        "small_sugar_mill",
        "tobacco_storage",
        "coffee_roaster",
    ];
    for (number, pays) in [(1, 0), (2, 1), (3, 2), (4, 3), (5, 5)] {
        let mut table = Table::of(3);
        table.staffed_tiles(1, &kinds[..number].join(", "));
        table
            .buildings(1, &plants[..number - 1])
            .buildings(1, &["factory"]);
        table.act("craftsman");
        assert_eq!(table.player(1).doubloons, 2 + pays, "{number} kinds");
    }
}

/// PR-7.5, PR-A9: The owner gets one more barrel of a produced kind, if available.
#[test]
fn craftsman_takes_one_more_barrel_of_a_produced_kind() {
    let mut table = Table::of(3);
    table
        .staffed_tiles(1, "1 corn, 1 sugar")
        .buildings(1, &["small_sugar_mill"]);
    table.act("craftsman");
    assert_eq!(table.legal(), ["take corn", "take sugar", "pass"]);
    table.act("take sugar");
    assert_eq!(table.player(1).goods, goods("1 corn, 2 sugar"));

    let mut table = Table::of(3);
    table
        .staffed_tiles(1, "1 corn")
        .goods(2, "9 corn")
        .act("craftsman");
    assert_eq!(table.state.phase, Phase::Role, "nothing is left");
    let mut table = Table::of(3);
    table.act("craftsman");
    assert_eq!((table.player(1).goods, table.to_move()), ([0; GOODS], 2));
}

/// PR-7.6, PR-A23: Production is automatic and complete.
#[test]
fn production_is_automatic() {
    let mut table = Table::of(4);
    table.staffed_tiles(2, "1 corn").staffed_tiles(3, "2 corn");
    table.act("craftsman");
    assert_eq!(table.state.phase, Phase::Role);
    assert_eq!(table.state.seated().map_goods(0), [0, 1, 2, 0]);
}
