//! The component files: shipped contents and errors.

use portolan::dataset::DataSet;
use portolan::games::puerto_rico::components::{BUILDINGS, only};
use portolan::games::puerto_rico::load::check;
use portolan::games::puerto_rico::{ENTRY, PuertoRico};

use super::support::{rules, setup};

fn edited(file: &str, from: &str, to: &str) -> DataSet {
    crate::table::edited(&ENTRY, file, from, to)
}

fn problems(file: &str, from: &str, to: &str) -> String {
    let problems = check(&edited(file, from, to));
    assert!(!problems.is_empty(), "{from} -> {to} was accepted");
    problems
        .iter()
        .map(|problem| format!("{problem}\n"))
        .collect()
}

/// PR-2.1, PR-11.1: Numbers of buildings (49, or 29 with two players, 20 of them for production)
/// and sums of costs.
#[test]
fn shipped_data_match_the_rulebook() {
    assert!(check(&DataSet::embedded(ENTRY.files)).is_empty());
    let cards = rules(4, &[]).components().buildings;
    let quantity = |players: usize| -> u8 { cards.iter().map(|card| card.quantity[players]).sum() };
    assert_eq!((quantity(0), quantity(1)), (29, 49));
    let production: u8 = cards[..6].iter().map(|card| card.quantity[1]).sum();
    assert_eq!(production, 20);
    let cost =
        |from: usize, to: usize| -> u8 { cards[from..to].iter().map(|card| card.cost).sum() };
    assert_eq!((cost(0, 6), cost(6, 18), cost(18, BUILDINGS)), (21, 60, 50));
    let rows: usize = (ENTRY.provenance)(&DataSet::embedded(ENTRY.files))
        .iter()
        .map(|(_, counts)| counts.total())
        .sum();
    assert_eq!(rows, 23 + 5 + 7);
    assert_eq!(only(0), 1);
}

/// Each error is reported with its file, line and column.
#[test]
fn data_errors_are_reported_with_their_location() {
    for (file, from, to, expected) in [
        (
            "buildings.csv",
            "hacienda,Hacienda,violet_small,,2",
            "hacienda,Hacienda,violet_small,,-1",
            "line 9, cost: \"-1\" found, expected a whole number from 0 to 20",
        ),
        (
            "buildings.csv",
            "hacienda,Hacienda,violet_small",
            "hacienda,Hacienda,violet_large",
            "kind",
        ),
        (
            "buildings.csv",
            "\nwharf,",
            "\nwarf,",
            "one of small_indigo_plant",
        ),
        ("buildings.csv", "\nwharf,", "\nharbor,", "unique text"),
        (
            "buildings.csv",
            "\nwharf,",
            "\nHarbor,",
            "upper and lower case",
        ),
        ("goods.csv", "\nsugar,", "\nsug+ar,", "an id: "),
        (
            "buildings.csv",
            "tobacco_storage,Tobacco storage,production_large,tobacco,5,3,3,1,3,3",
            "tobacco_storage,Tobacco storage,production_large,coffee,5,3,3,1,3,3",
            "good",
        ),
        (
            "buildings.csv",
            "office,Office,violet_small,,5,2,1",
            "office,Office,violet_small,,5,2,2",
            "one circle",
        ),
        ("goods.csv", "corn,0,", "maize,0,", "one of corn, indigo"),
        (
            "goods.csv",
            "sugar,2,",
            "sugar,x,",
            "a whole number from 0 to 10",
        ),
        ("setup.csv", "4+5+6,", "4+5+5,", "different capacities"),
        (
            "setup.csv",
            "indigo+indigo+corn,",
            "indigo+corn,",
            "3 plantations joined with +",
        ),
        ("setup.csv", "rulebook,5,", "rulebook,6,", "2 to 5"),
        ("setup.csv", "tag,5,", "tag,4,", "no second line"),
        (
            "setup.csv",
            "9,9,0,1,rulebook",
            "9,9,0,4,rulebook",
            "role cards",
        ),
        (
            "setup.csv",
            ",4,8,10,12,",
            ",4,8,0,12,",
            "at least 1, the number with which the players start",
        ),
    ] {
        let text = problems(file, from, to);
        assert!(
            text.contains(expected) && text.contains(file),
            "{to}: {text}"
        );
    }
}

/// Games use the costs of a modified set.
#[test]
fn edited_costs_change_the_game() {
    let mut wish = setup(3, &[]);
    wish.data = edited(
        "buildings.csv",
        "university,University,violet_small,,8",
        "university,University,violet_small,,7",
    );
    let game = PuertoRico::new(&wish).expect("it is accepted");
    assert_eq!(game.price(15, 0, false), 7);
}
