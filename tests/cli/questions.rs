//! `portolan report --ask`: the questions of a report do not depend on the kind of the experiment.

use std::path::Path;

use portolan_report::questions::QUESTIONS;

use super::folder::{Folder, Workdir};
use super::text::TextAssert;

/// Plays all line-ups of three bots.
fn line_ups() -> Folder {
    let folder = Folder::new();
    let text = "kind = 'tournament'\ngame = 'maracaibo'\nplayers = 2\n\
                bots = ['greedy', 'random', 'engine']\nblocks = 24\nevents = 'none'\n";
    folder.plays("tournament", text, "");
    folder
}

/// Writes a report and returns its page.
fn page(folder: &Path, arguments: &str) -> String {
    folder.succeeds(format!("report {arguments} --out page --force"));
    folder.read("page.md")
}

/// Returns the headings of a page, in order.
fn headings(page: &str) -> Vec<&str> {
    let lines = page.lines();
    lines.filter_map(|line| line.strip_prefix("### ")).collect()
}

#[test]
fn tournament_report_answers_the_strategies_question_on_request() {
    let folder = line_ups();
    let asked = page(folder.path(), "tournament --ask strategies");
    assert!(headings(&asked).contains(&"Strategies"));
    asked.assert_starts_with("# Maracaibo, strategies: ");
    // By default, the report answers the first question of the kind.
    let whole = page(folder.path(), "tournament");
    assert!(headings(&whole).contains(&"Ratings"));
    let first = page(folder.path(), "tournament --ask ratings");
    assert_eq!(
        first.replace("Maracaibo, ratings", "Maracaibo, tournament"),
        whole
    );
}

/// A page of solo games names no second player, and no strategy of the automa.
#[test]
fn solo_pages_are_about_the_player() {
    let folder = Folder::new();
    let spec = "kind = 'simulate'\ngame = 'maracaibo'\nplayers = 1\nbots = ['greedy']\ngames = 60\nevents = 'all'\n";
    folder.plays("out", spec, "");
    for (question, asks) in [
        ("habits", "what do players do"),
        ("strategies", "which strategies win"),
    ] {
        let asked = page(folder.path(), &format!("out --ask {question}"));
        asked.assert_contains(&format!("Maracaibo, solo: {asks}"));
        asked.assert_lacks("two players");
    }
    let json: serde_json::Value = serde_json::from_str(&folder.read("page.json")).unwrap();
    let rows = json["estimates"].as_array().unwrap().iter();
    let named = rows.map(|row| row["of"].as_str().unwrap().to_string());
    let named: Vec<String> = named.collect();
    assert!(
        !named.is_empty() && named.iter().all(|name| !name.contains("jean")),
        "{named:?}"
    );
}

#[test]
fn several_questions_are_answered_in_order_on_one_page() {
    let folder = line_ups();
    let page = |asked: &str| page(folder.path(), &format!("tournament --ask {asked}"));
    let single: Vec<String> = ["luck", "strategies", "ratings"].map(page).to_vec();
    let place = |page: &str, heading: &str| {
        let found = headings(page).iter().position(|known| *known == heading);
        found.unwrap_or_else(|| panic!("no {heading} in {page}"))
    };
    let forth = page("ratings,strategies,luck");
    assert!(place(&forth, "Ratings") < place(&forth, "Strategies"));
    let back = page("luck,strategies,ratings");
    assert!(place(&back, "Luck, greedy+random") < place(&back, "Luck, random+engine"));
    assert!(place(&back, "Luck, random+engine") < place(&back, "Strategies"));
    assert!(place(&back, "Strategies") < place(&back, "Ratings"));
    back.assert_starts_with("# Maracaibo, luck, strategies, ratings: ");
    for alone in &single {
        // The page contains the question and answer of each part and all its sections, without
        // repetitions.
        let lines: Vec<&str> = alone.lines().collect();
        back.assert_contains([lines[2], lines[4].trim_matches('*')]);
        for heading in headings(alone) {
            place(&back, heading);
        }
    }
    let mut known: Vec<&str> = headings(&back);
    let all = known.len();
    known.sort_unstable();
    known.dedup();
    assert_eq!(known.len(), all, "{back}");
    assert_eq!(page("luck,luck"), page("luck"));
}

#[test]
fn unsupported_question_is_rejected_with_the_supported_ones() {
    let folder = &line_ups();
    folder.rejects(
        r#"
        report tournament --ask ratings,rungs
            => --ask rungs: results of kind "tournament" cannot answer this question
            => expected wins, ratings, strategies, habits, luck
        report tournament --ask strateges
            => --ask strateges: unknown question (did you mean "strategies"?) => expected wins,
        report tournament --ask cards => --ask cards: unknown question; use => for a run of kind "factorial"
    "#,
    );
    assert!(!folder.join("tournament/report.md").exists());
}

#[test]
fn help_and_manual_list_every_question() {
    let help = Path::new(".").succeeds("report --help");
    let manual = std::fs::read_to_string("docs/reference/reports.md").unwrap();
    for question in &QUESTIONS {
        let line = format!("  {}  ", question.name);
        let output = help
            .lines()
            .find(|output| output.starts_with(line.trim_end()));
        output.unwrap().assert_contains(question.about);
        manual.assert_contains(&format!("| `{}` | ", question.name));
    }
}
