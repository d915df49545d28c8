//! Small violet buildings with modified functions (PR-11).

use portolan::bots::catalog;
use portolan::dataset::DataSet;
use portolan::game::prelude::*;
use portolan::games::GameSetup;
use portolan::games::puerto_rico::load::{FILES, check};
use portolan::games::puerto_rico::{ENTRY, PuertoRico};

use super::support::{Table, goods, setup};

/// Returns the shipped set with a column of functions.
fn with_functions(functions: &[(&str, &str)]) -> DataSet {
    let mut data = DataSet::embedded(FILES);
    let text = data.files.get_mut("buildings.csv").unwrap();
    let rows = text.lines().enumerate().map(|(line, row)| {
        let own = functions
            .iter()
            .find(|(id, _)| row.starts_with(&format!("{id},")));
        let cell = own.map_or("", |(_, function)| *function);
        let cell = if line == 0 { "function" } else { cell };
        format!("{row},{cell}\n")
    });
    *text = rows.collect();
    data
}

fn table(functions: &[(&str, &str)]) -> Table {
    let mut table = Table::of(3);
    let data = with_functions(functions);
    table.game = PuertoRico::new(&GameSetup {
        data,
        ..setup(3, &[])
    })
    .unwrap();
    table
}

/// PR-8.2, PR-8.3: A market with a larger bonus, and an office that is also a market.
#[test]
fn market_functions_add_up() {
    let mut table = table(&[("small_market", "sale4"), ("office", "office+sale2")]);
    table.house("1 corn").goods(1, "1 corn");
    table.buildings(1, &["small_market", "office"]);
    table.act("trader").act("sell corn");
    assert_eq!(table.player(1).doubloons, 2 + 4 + 2 + 1);
}

/// PR-9.8, PR-9.9: A hacienda with the functions of a wharf and of a harbor with three VP.
#[test]
fn harbor_function_gives_3_vp_per_load() {
    let mut table = table(&[("hacienda", "load3+wharf"), ("harbor", "hacienda")]);
    table.goods(1, "4 corn, 1 sugar");
    table.buildings(1, &["hacienda", "harbor"]);
    table.act("captain").act("wharf corn");
    assert_eq!((table.vp(1, "harbor"), table.vp(1, "goods")), (3, 4));
}

/// PR-9.12: A warehouse for five kinds stores all kinds.
#[test]
fn warehouse_function_stores_five_kinds() {
    let mut table = table(&[("small_warehouse", "keep5")]);
    table
        .goods(2, "3 corn, 3 sugar")
        .buildings(2, &["small_warehouse"]);
    table.goods(3, "3 corn");
    table
        .ship(1, "1 coffee")
        .ship(2, "1 tobacco")
        .ship(3, "1 indigo");
    table.act("captain");
    assert_eq!(table.player(2).goods, goods("3 corn, 3 sugar"));
    assert_eq!(
        table.player(3).goods,
        goods("1 corn"),
        "without a warehouse"
    );
}

/// Without the column, buildings have their original functions, and the features do not change.
#[test]
fn empty_function_column_does_not_change_the_features() {
    let game = table(&[]).game;
    let shipped = PuertoRico::new(&ENTRY.setup(3)).unwrap();
    assert_eq!(
        Encoding::composition(&game),
        Encoding::composition(&shipped)
    );
    let net = catalog::find("net", "puerto_rico").unwrap();
    assert!(net.unlearnt_components(&game).unwrap().is_empty());
    let game = table(&[("harbor", "load2")]).game;
    let found = net.unlearnt_components(&game).unwrap();
    let told: Vec<_> = found
        .iter()
        .map(|found| (&*found.kind, &*found.id))
        .collect();
    assert_eq!(told, [("building", "harbor")]);
}

#[test]
fn unknown_functions_are_rejected() {
    #[rustfmt::skip]
    let cases = [
        ("harbor", "load10", ["functions joined by +", "load<n> from 1 to 9"]),
        ("harbor", "lode1", ["hacienda, quarry, hospice", "sale<n> with n from 1 to 20"]),
        ("harbor", "load1+load2", ["every function at most once", "load occurs twice"]),
        ("harbor", "wharf1", ["functions joined by +", "the printed function of the building"]),
        ("fortress", "sale1", ["an empty cell", "only small violet buildings"]),
        ("sugar_mill", "wharf", ["an empty cell", "only small violet buildings"]),
    ];
    for (id, function, parts) in cases {
        let problems = check(&with_functions(&[(id, function)]));
        assert_eq!(problems.len(), 1, "{id} {function}: {problems:?}");
        let problem = &problems[0];
        assert_eq!(problem.column, "function");
        assert!(problem.line > 1);
        for part in parts {
            assert!(problem.expected.contains(part), "{function}: {problem}");
        }
    }
}
