//! The numbered rules in `docs/rules/` and the comments and cases that cite them (`/// M-6.3, M-A41: …`) agree: every
//! rule has a test or a case that cites it, and every cited number is the number of a rule.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use portolan_testing::cases::cited_by_cases;

/// Prefixes of the numbers of each game.
const GAMES: [&str; 4] = ["M-", "PR-", "EN-", "CA-"];

/// Returns the files below a folder of the project with this extension. This file is excluded, because its ids
/// are examples.
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    fn visit(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, extension, found);
            } else if path.extension().is_some_and(|end| end == extension)
                && !path.ends_with(file!())
            {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    visit(&folder, extension, &mut found);
    assert!(!found.is_empty(), "{} is empty", folder.display());
    found
}

/// Splits a text into words that may be numbers: `M-6.3`, `CA-E7a`, `L4`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '.'))
        .map(|word| word.trim_matches('.'))
}

/// Returns true if a word is the number of a chapter, rule, ruling or example: the prefix of the game, then
/// `A`, `E`, `C` (for campaigns) or no letter, then a digit.
fn is_number(word: &str) -> bool {
    GAMES
        .iter()
        .filter_map(|game| word.strip_prefix(game))
        .map(|rest| rest.strip_prefix(['A', 'E', 'C']).unwrap_or(rest))
        .any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns true if a number refers to a chapter, whose rules are cited individually: `M-6`, `M-A`.
fn is_chapter(number: &str) -> bool {
    GAMES.iter().any(|game| {
        number
            .strip_prefix(game)
            .is_some_and(|rest| ["A", "E", "C"].contains(&rest) || rest.parse::<u32>().is_ok())
    })
}

/// Returns all anchors of the pages with the text that follows them.
fn rules() -> BTreeMap<String, String> {
    let mut rules = BTreeMap::new();
    for page in files("docs/rules", "md") {
        let text = fs::read_to_string(&page).unwrap();
        for part in text.split("<a id=\"").skip(1) {
            let (number, rest) = part.split_once("\"></a>").unwrap();
            let before = rules.insert(number.to_string(), rest.to_string());
            assert!(before.is_none(), "{}: {number} again", page.display());
        }
    }
    rules
}

#[test]
fn every_rule_is_cited_by_a_test() {
    let mut cited = BTreeSet::new();
    for file in files("tests", "rs") {
        let text = fs::read_to_string(file).unwrap();
        let mut comment = Vec::new();
        for line in text.lines().map(str::trim) {
            if line.starts_with("///") {
                comment.extend(words(line));
            } else if line == "#[test]" {
                cited.extend(comment.drain(..).map(str::to_string));
            } else if !line.starts_with("#[") {
                comment.clear();
            }
        }
    }
    for file in files("tests", "txt") {
        if file
            .parent()
            .is_some_and(|folder| folder.ends_with("cases"))
        {
            let text = fs::read_to_string(file).unwrap();
            cited.extend(cited_by_cases(&text).into_iter().map(str::to_string));
        }
    }
    for file in files("tests/cli/snapshots", "md") {
        let text = fs::read_to_string(file).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with("    "));
        cited.extend(lines.flat_map(words).map(str::to_string));
    }
    let missing: Vec<String> = rules()
        .into_iter()
        .filter(|(number, text)| {
            !is_chapter(number) && !text.contains("*Not implemented") && !cited.contains(number)
        })
        .map(|(number, _)| number)
        .collect();
    assert!(missing.is_empty(), "no test cites {missing:?}");
}

#[test]
fn every_cited_rule_exists() {
    let rules = rules();
    let folders = [
        ("src", "rs"),
        ("src", "csv"),
        ("tests", "rs"),
        ("tests", "txt"),
        ("tests/cli/snapshots", "md"),
        ("docs", "md"),
    ];
    let mut wrong = Vec::new();
    for file in folders.iter().flat_map(|(folder, end)| files(folder, end)) {
        let text = fs::read_to_string(&file).unwrap();
        for word in words(&text).filter(|word| is_number(word)) {
            if !rules.contains_key(word) {
                wrong.push(format!("{}: {word}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "no page of docs/rules has {wrong:#?}");
}

/// `A-28` could be a ruling of any game.
#[test]
fn rule_numbers_start_with_their_game() {
    let folders = [("src", "rs"), ("src", "csv"), ("tests", "rs")];
    for file in folders.iter().flat_map(|(folder, end)| files(folder, end)) {
        let text = fs::read_to_string(&file).unwrap();
        let nameless = words(&text).find(|word| {
            ["A-", "E-", "EX-", "T-"]
                .iter()
                .filter_map(|start| word.strip_prefix(start))
                .any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        });
        assert!(nameless.is_none(), "{}: {nameless:?}", file.display());
    }
}

/// The tables of contents and all links to an anchor of a page have a valid target.
#[test]
fn links_to_rules_have_a_target() {
    let rules = rules();
    let mut chapters = BTreeSet::new();
    for page in files("docs", "md") {
        let text = fs::read_to_string(&page).unwrap();
        for part in text.split("](").skip(1) {
            let link = part.split(')').next().unwrap();
            if let Some((_, number)) = link.split_once('#')
                && GAMES.iter().any(|game| number.starts_with(game))
            {
                assert!(rules.contains_key(number), "{}: {link}", page.display());
                chapters.insert(number.to_string());
            }
        }
    }
    let unlisted: Vec<&String> = rules
        .keys()
        .filter(|number| is_chapter(number) && !chapters.contains(*number))
        .collect();
    assert!(unlisted.is_empty(), "no contents list {unlisted:?}");
}
