//! The data files: the shipped set is accepted, errors are reported with file, line and column, and
//! perturbations of placeholder rows respect the known facts.

use portolan::dataset::DataSet;
use portolan::games::endeavor::ENTRY;
use portolan_core::perturbation::perturb;

fn edited(file: &str, from: &str, to: &str) -> DataSet {
    crate::table::edited(&ENTRY, file, from, to)
}

#[test]
fn shipped_data_are_valid_with_expected_provenance_counts() {
    let data = DataSet::embedded(ENTRY.files);
    assert_eq!((ENTRY.check)(&data), []);
    let counts = (ENTRY.provenance)(&data);
    let sum = |count: fn(&portolan::dataset::ProvenanceCounts) -> usize| -> usize {
        counts.iter().map(|(_, counts)| count(counts)).sum()
    };
    assert_eq!(sum(|counts| counts.total()), 270);
    assert_eq!(sum(|counts| counts.rulebook), 9);
    assert_eq!(sum(|counts| counts.recalled), 19);
    assert_eq!(sum(|counts| counts.reconstructed), 242);
}

/// EN-1.6, EN-1.7, EN-1.8, EN-1.9, EN-A1, EN-A11, EN-A13: The check requires all facts in the
/// rulebook about the components, including the printed examples.
#[test]
fn check_requires_the_facts_of_the_rulebook() {
    #[rustfmt::skip]
    let cases = [
        ("tokens.csv", "industry+1,16", "industry+1,17", "95 tokens (EN-1.7)"),
        ("tokens.csv", "pay / draw", "pay", "at least one (EN-5.6)"),
        ("tokens.csv", "pay / draw", "pay + draw", "exactly one"),
        ("tokens.csv", "culture+1", "industry+1", "a different attribute"),
        ("buildings.csv", "Market,1,5", "Market,1,4", "line 4, copies: \"4\" found"),
        ("buildings.csv", "Market,1,5", "Market,2,4", "kinds of level 1"),
        ("buildings.csv", "ship + occupy", "ship", "ship + occupy (EN-8.3)"),
        ("buildings.csv", "draw / pay,1", "draw / pay,0", "(EN-A11)"),
        ("buildings.csv", "draw + pay", "ship + pay", "draw among them (EN-8.2)"),
        ("buildings.csv", "Theater,3,3,0,2", "Theater,3,3,0,1", "line 12, culture: \"1\" found"),
        ("buildings.csv", "0,0,0,0,0,ship,0", "0,0,0,0,0,shop,0", "one of ship, occupy"),
        ("buildings.csv", "Merchant Dock,0,5,0,0,1", "Merchant Dock,0,5,0,0,2", "(EN-2.10)"),
        ("buildings.csv", "casualties_become_attributes", "", "(EN-8.1)"),
        ("asset_cards.csv", "south_america,1,0,2", "south_america,1,0,1", "2 (EN-E14)"),
        ("asset_cards.csv", "north_america,3,2,2", "north_america,3,1,2", "2 (EN-E12)"),
        ("asset_cards.csv", "india,1,0,1,0,1,0,1", "india,1,0,1,0,1,0,0", "(EN-6.18)"),
        ("asset_cards.csv", "europe,1,0,1,0,1,0,0", "europe,1,0,1,0,1,0,1", "(EN-6.18)"),
        ("asset_cards.csv", "africa,5,", "africa,4,", "cards 1 to 5 in deck africa"),
        ("asset_cards.csv", "abolition", "", "abolition (EN-6.19)"),
        ("asset_cards.csv", "governor,india,", "governor,india,3", "governors are not drawn"),
        ("asset_cards.csv", "governor,india,", "governor,africa,", "a governor of india"),
        ("levels.csv", "3,4,3,", "3,4,4,", "3, the level of step 5 (EN-E1)"),
        ("levels.csv", "2,2,2,3,2,2", "2,2,2,3,2,1", "line 3, card_limit"),
        ("levels.csv", "5,10,", "5,6,", "a whole number from 8"),
        ("steps.csv", "8,0,", "8,1,", "that step 8 scores 7 (EN-E15)"),
        ("steps.csv", "12,1,", "12,0,", "that step 12 scores 12 (EN-E15)"),
        ("areas.csv", "A,far_east,6", "A,far_east,4", "(EN-E5, EN-E6)"),
        ("areas.csv", "A,africa,5", "A,africa,6", "95 round spaces"),
        ("areas.csv", "A,africa,5", "A,atlantis,5", "one of europe, africa"),
        ("sites.csv", "A,luanda,", "A,goree,", "unique text"),
        ("sites.csv", "A,luanda,", "A,Goree,", "upper and lower case"),
        ("sites.csv", "A,luanda,", "A,africa,", "no area has"),
        ("sites.csv", "A,luanda,", "A,lua+nda,", "an id: "),
        ("sites.csv", "A,luanda,", "A,seas,", "another id"),
        ("buildings.csv", "\nworkshop,", "\nrest,", "another id"),
        ("asset_cards.csv", "\neurope_3,", "\n\"europe,3\",", "an id: "),
        ("tokens.csv", "\npay_or_draw,", "\nPAY or draw,", "an id: "),
        ("sites.csv", "London,europe,1", "London,europe,3", "line 2, glory"),
        ("links.csv", "A,london,amsterdam,round", "A,london,londn,round", "did you mean \"london\"?"),
        ("links.csv", "A,london,amsterdam,round", "A,london,london,round", "two different sites"),
        ("links.csv", "A,london,amsterdam,round", "A,london,amsterdam,oval", "round, square"),
        ("links.csv", "A,london,amsterdam,round,reconstructed", "A,london,amsterdam,round,heard", "provenance"),
    ];
    for (file, from, to, wanted) in cases {
        let problems = (ENTRY.check)(&edited(file, from, to));
        let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let all = texts.join("\n");
        assert!(all.contains(wanted), "{file}: {from} to {to}:\n{all}");
        assert!(texts.iter().any(|text| text.starts_with(file)), "{all}");
    }
}

/// EN-E13: Two slavery cards have five industry and two wealth in total.
#[test]
fn two_slavery_cards_match_the_example() {
    let mut data = edited("asset_cards.csv", "slavery,3,3,0,1", "slavery,3,2,0,1");
    assert_eq!((ENTRY.check)(&data), [], "another pair has them, too");
    let text = data
        .text("asset_cards.csv")
        .replace("slavery,5,4,0,2", "slavery,5,3,0,2");
    data.files.insert("asset_cards.csv".to_string(), text);
    let problems = (ENTRY.check)(&data);
    assert_eq!(problems.len(), 1);
    assert!(
        problems[0].to_string().contains("(EN-E13)"),
        "{}",
        problems[0]
    );
}

#[test]
fn perturbed_sets_are_valid_and_preserve_facts() {
    let embedded = DataSet::embedded(ENTRY.files);
    for seed in 0..12 {
        let set = perturb(&embedded, ENTRY.variations, ENTRY.check, seed, 0.5);
        assert_eq!((ENTRY.check)(&set.data), []);
        assert_eq!((ENTRY.provenance)(&set.data), (ENTRY.provenance)(&embedded));
        for file in [
            "areas.csv",
            "asset_cards.csv",
            "buildings.csv",
            "links.csv",
            "sites.csv",
            "tokens.csv",
        ] {
            assert!(set.changed[file] > 0, "{file} does not vary");
            for (old, new) in embedded.text(file).lines().zip(set.data.text(file).lines()) {
                assert!(old == new || old.contains("reconstructed"), "{file}: {old}");
            }
        }
        for file in ["levels.csv", "steps.csv"] {
            assert_eq!(set.data.text(file), embedded.text(file));
        }
    }
}
