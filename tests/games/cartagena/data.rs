//! The data file: errors are reported with their line.

use portolan::dataset::DataSet;
use portolan::games::cartagena::{Cartagena, ENTRY};

use super::support::setup;

fn edited(from: &str, to: &str) -> DataSet {
    crate::table::edited(&ENTRY, "boards.toml", from, to)
}

fn problem(from: &str, to: &str) -> String {
    let problems = (ENTRY.check)(&edited(from, to));
    assert_eq!(problems.len(), 1, "{problems:?}");
    problems[0].to_string()
}

#[test]
fn shipped_data_are_valid_with_expected_provenance_counts() {
    assert!((ENTRY.check)(&DataSet::embedded(ENTRY.files)).is_empty());
    let (file, counts) = (ENTRY.provenance)(&DataSet::embedded(ENTRY.files))[0];
    assert_eq!(file, "boards.toml");
    let found = [
        counts.rulebook,
        counts.public,
        counts.recalled,
        counts.reconstructed,
    ];
    assert_eq!(found, [8, 1, 0, 12]);
}

/// CA-1.1: Each side of a strip has each symbol once.
#[test]
fn repeated_symbol_is_reported() {
    let first = "\"hook\", \"rum\", \"pistol\", \"chest\", \"parrot\", \"lantern\"";
    let text = problem(first, &first.replace("\"lantern\"", "\"rum\""));
    assert!(text.contains("boards.toml, line "), "{text}");
    assert!(text.contains("strips.1.tunnel: \"rum\" found"), "{text}");
    assert!(
        text.contains("this symbol occurs twice, and lantern is missing"),
        "{text}"
    );
    let text = problem(first, &first.replace("\"hook\", ", ""));
    assert!(text.contains("\"5 symbols\" found"), "{text}");
    let text = problem(first, &first.replace("pistol", "pistole"));
    assert!(text.contains("did you mean \"pistol\""), "{text}");
}

#[test]
fn other_data_errors_are_reported() {
    #[rustfmt::skip]
    let cases = [
        ("cards_per_symbol     = 17", "cards_per_symbol = 30", "a number from 10 to 21 (CA-1.3)"),
        ("starting_hand        = 6", "starting_hand = 0", "CA-2.3"),
        ("kind       = \"snake\"", "kind = \"cobra\"", "cards with a value from 1 to 3"),
        ("path       = [1, 2,", "path = [1, 1,", "each at most once"),
        ("tunnel     = [7, 8, 6, 5, 4]", "tunnel = [1, 8, 6, 5, 4]", "CA-3.3"),
        ("id         = 8", "id = 7", "each number from 1 to 8 once"),
        ("provenance           = \"rulebook\"", "provenance = \"heard\"", "public:SOURCE"),
        ("schema = 1", "schema = 2", "version of the format"),
        ("[deck]", "[dek]", "unknown field"),
    ];
    for (from, to, wanted) in cases {
        let problems = (ENTRY.check)(&edited(from, to));
        let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert!(
            texts.iter().any(|text| text.contains(wanted)),
            "{from}: {texts:?}"
        );
    }
}

/// Games use modified data: fewer initial cards, and another order of the strips.
#[test]
fn edited_data_change_the_game() {
    let mut wish = setup(2, &[]);
    wish.data = edited("starting_hand        = 6", "starting_hand = 4");
    assert_eq!(Cartagena::new(&wish).unwrap().components().starting_hand, 4);
}
