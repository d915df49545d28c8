//! Every rule, worked example and optional ruling of the games is cited by the doc comment of a
//! test, as `/// M-6.3, M-A41: …`: of Maracaibo, solo game included, of Cartagena, of Puerto Rico
//! and of Endeavor.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Chapters of the rules specification and the number of their last rule; the campaign, M-22.1 to
/// M-22.4, is not part of the game yet (M-22.4 stands for its refusal).
const CHAPTERS: &[(u32, u32, u32)] = &[
    (1, 1, 15),
    (2, 1, 3),
    (3, 1, 6),
    (4, 1, 3),
    (5, 1, 3),
    (6, 1, 3),
    (7, 1, 10),
    (8, 1, 3),
    (9, 1, 7),
    (10, 1, 4),
    (11, 1, 6),
    (12, 1, 4),
    (13, 1, 2),
    (14, 1, 7),
    (15, 1, 7),
    (16, 1, 3),
    (17, 1, 3),
    (18, 1, 4),
    (19, 1, 5),
    (20, 1, 2),
    (21, 1, 6),
    (22, 5, 15),
    (24, 1, 12),
];

/// Examples of the rulebook that do not need the campaign.
const EXAMPLES: &[u32] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17];

/// Rulings that are rule options.
const OPTIONAL_RULINGS: &[u32] = &[1, 4, 6, 17, 45, 53, 57, 59, 65, 66];

/// Rulings about Jean.
const SOLO_RULINGS: &[u32] = &[28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 67, 68, 69, 70];

/// Ids of rulings are those of one game, so its tests are read and no other game's.
fn cited(folder: &Path, skip: &[&str], ids: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            let name = path.file_name().and_then(|name| name.to_str());
            if name.is_none_or(|name| !skip.contains(&name)) {
                cited(&path, skip, ids);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && path.file_name().is_some_and(|name| name != "rule_ids.rs")
        {
            let text = fs::read_to_string(&path).unwrap();
            for line in text
                .lines()
                .filter(|line| line.trim_start().starts_with("///"))
            {
                for word in line.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '.')) {
                    ids.insert(word.trim_matches('.').to_string());
                }
            }
        }
    }
}

#[test]
fn every_rule_of_maracaibo_has_a_test_that_cites_it() {
    let mut ids = BTreeSet::new();
    cited(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"),
        &["cartagena", "endeavor", "puerto_rico"],
        &mut ids,
    );
    let rules = CHAPTERS
        .iter()
        .flat_map(|&(chapter, first, last)| (first..=last).map(move |rule| (chapter, rule)))
        .map(|(chapter, rule)| format!("M-{chapter}.{rule}"));
    let upgrades = (1..=12).map(|number| format!("U{number}"));
    let legacy = (1..=25)
        .filter(|number| ![19, 24].contains(number))
        .map(|number| format!("L{number}"));
    let city_actions = (1..=10).map(|number| format!("CA{number}"));
    let assistants = (1..=17).map(|number| format!("a{number}"));
    let others = ["M-23", "M-25.1", "M-25.2", "M-25.4"].map(str::to_string);
    let missing: Vec<String> = rules
        .chain(upgrades)
        .chain(legacy)
        .chain(city_actions)
        .chain(assistants)
        .chain(others)
        .chain(EXAMPLES.iter().map(|number| format!("M-E{number}")))
        .chain(
            OPTIONAL_RULINGS
                .iter()
                .chain(SOLO_RULINGS)
                .map(|number| format!("M-A{number}")),
        )
        .filter(|id| !ids.contains(id))
        .collect();
    assert!(missing.is_empty(), "no test cites {missing:?}");
}

/// Chapters of the rules of Cartagena and the number of their last rule; chapters 9 and 10 are
/// examples and remarks.
const CARTAGENA_CHAPTERS: &[(u32, u32)] = &[
    (1, 6),
    (2, 16),
    (3, 3),
    (4, 2),
    (5, 11),
    (6, 6),
    (7, 3),
    (8, 6),
    (11, 4),
];

/// The printed examples, by number and letter.
const CARTAGENA_EXAMPLES: &[&str] = &[
    "1", "2", "3", "4", "5", "6", "7a", "7b", "8c", "8d", "9e", "9f", "9g",
];

#[test]
fn every_rule_of_cartagena_has_a_test_that_cites_it() {
    let mut ids = BTreeSet::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cartagena");
    cited(&folder, &[], &mut ids);
    let rules = CARTAGENA_CHAPTERS
        .iter()
        .flat_map(|&(chapter, last)| (1..=last).map(move |rule| format!("CA-{chapter}.{rule}")));
    let missing: Vec<String> = rules
        .chain(CARTAGENA_EXAMPLES.iter().map(|id| format!("CA-E{id}")))
        .chain((1..=35).map(|ruling| format!("CA-A{ruling}")))
        .filter(|id| !ids.contains(id))
        .collect();
    assert!(missing.is_empty(), "no test cites {missing:?}");
}

/// Chapters of the rules of Puerto Rico and the number of their last rule.
const PUERTO_RICO_CHAPTERS: &[(u32, u32)] = &[
    (1, 8),
    (2, 5),
    (3, 7),
    (4, 9),
    (5, 8),
    (6, 8),
    (7, 6),
    (8, 5),
    (9, 14),
    (10, 2),
    (11, 3),
    (12, 2),
    (13, 5),
    (14, 4),
];

#[test]
fn every_rule_of_puerto_rico_has_a_test_that_cites_it() {
    let mut ids = BTreeSet::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/puerto_rico");
    cited(&folder, &[], &mut ids);
    let rules = PUERTO_RICO_CHAPTERS
        .iter()
        .flat_map(|&(chapter, last)| (1..=last).map(move |rule| format!("PR-{chapter}.{rule}")));
    let missing: Vec<String> = rules
        .chain((1..=23).map(|example| format!("PR-E{example}")))
        .chain(["PR-E1b".to_string()])
        .chain((1..=30).map(|ruling| format!("PR-A{ruling}")))
        .filter(|id| !ids.contains(id))
        .collect();
    assert!(missing.is_empty(), "no test cites {missing:?}");
}

/// Chapters of the rules of Endeavor and the number of their last rule; the chapters after the
/// eleventh are examples, rulings and remarks.
const ENDEAVOR_CHAPTERS: &[(u32, u32)] = &[
    (1, 10),
    (2, 11),
    (3, 4),
    (4, 5),
    (5, 11),
    (6, 19),
    (7, 5),
    (8, 4),
    (9, 5),
    (10, 7),
    (11, 7),
];

#[test]
fn every_rule_of_endeavor_has_a_test_that_cites_it() {
    let mut ids = BTreeSet::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/endeavor");
    cited(&folder, &[], &mut ids);
    let rules = ENDEAVOR_CHAPTERS
        .iter()
        .flat_map(|&(chapter, last)| (1..=last).map(move |rule| format!("EN-{chapter}.{rule}")));
    let examples = (1..=19).flat_map(|number| match number {
        4 => vec!["EN-E4a".to_string(), "EN-E4b".to_string()],
        other => vec![format!("EN-E{other}")],
    });
    let missing: Vec<String> = rules
        .chain(examples)
        .chain((1..=32).map(|ruling| format!("EN-A{ruling}")))
        .filter(|id| !ids.contains(id))
        .collect();
    assert!(missing.is_empty(), "no test cites {missing:?}");
}
