//! Verdicts and bounds of `portolan try` follow from its estimates.

use super::folder::{Folder, Workdir};
use super::text::TextAssert;

const UNIVERSITY: &str = "try puerto_rico --building university cost=3 --bot greedy --quiet";

/// In a real trial, each verdict follows from the printed interval, and all seats together have one fairness verdict.
#[test]
fn verdicts_of_a_trial_follow_the_intervals() {
    let path = &Folder::new();
    for (words, seats) in [
        (
            "puerto_rico --set corn_doubloons=2 --games 400 --players 3",
            true,
        ),
        ("maracaibo --card A055 cost=9 vp=9 --games 60", true),
        ("maracaibo --set hand_limit=6 --players 1 --games 60", false),
    ] {
        let printed = path.succeeds(format!(
            "try {words} --bot greedy --second none --quiet --out t --force"
        ));
        let page: serde_json::Value = serde_json::from_str(&path.read("t/report.json")).unwrap();
        let rows = page["estimates"].as_array().unwrap().iter();
        let changes = rows.filter(|row| row["measure"] == "change");
        let is_gap = |of: &str| of == "largest gap to the fair share";
        let mut gaps = 0;
        for row in changes {
            let of = row["of"].as_str().unwrap();
            gaps += usize::from(is_gap(of));
            let (Some(low), Some(high)) = (row["low"].as_f64(), row["high"].as_f64()) else {
                continue;
            };
            let bound = if row["unit"] == "share_difference" {
                0.02
            } else {
                1.0
            };
            let is_small = -bound < low && high < bound;
            let word = match (low > 0.0, high < 0.0, is_small) {
                (true, _, false) => "more",
                (true, _, true) => "more, below bound",
                (_, true, false) => "less",
                (_, true, true) => "less, below bound",
                (_, _, true) => "below bound",
                _ => "open",
            };
            let page = path.read("t/report.md");
            let mut lines = page.lines();
            let line = lines
                .find(|line| line.starts_with(&format!("| {of} |")))
                .unwrap();
            line.assert_ends_with(&format!("| {word} |"));
        }
        assert_eq!(gaps, usize::from(seats), "{printed}");
        assert_eq!(
            printed.contains("the fairness of the seats"),
            seats,
            "{printed}"
        );
    }
}

/// The bound of a measure without an effect is the end of its interval in the table.
#[test]
fn bounds_in_the_text_match_the_table() {
    let path = &Folder::new();
    let told = path.succeeds(format!(
        "{UNIVERSITY} --games 4000 --points 40 --wins 0.9 --out t"
    ));
    told.assert_contains(
        "All questions about the changed items and the fairness of the seats were decided after",
    );
    let json: serde_json::Value = serde_json::from_str(&path.read("t/report.json")).unwrap();
    let rows = json["estimates"].as_array().unwrap().iter();
    let wins = rows.filter(|row| row["of"] == "wins of seat 1" && row["measure"] == "change");
    let mut wins = wins.map(|row| ["low", "high"].map(|end| row[end].as_f64().unwrap()));
    let [low, high] = wins.next_back().unwrap();
    let most = 100.0 * low.abs().max(high.abs());
    let bound = format!("the wins of seat 1 (at most {most:.1} percentage points)");
    json["more"].to_string().assert_contains(&bound);
}
