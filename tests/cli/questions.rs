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
