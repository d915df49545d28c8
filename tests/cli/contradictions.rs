//! What holds the sentences of reports to their tables finds a contradiction.

use portolan_testing::consistent::check;

#[test]
fn a_contradiction_is_seen() {
    let contradicts = |answer: &str, low: f64, remark: &str| {
        let page = serde_json::json!({
            "answer": answer, "more": [remark],
            "sections": [{"id": "items-net", "remarks": []}],
            "estimates": [{"section": "differences", "unit": "points_difference", "low": low, "high": 12.5}],
        });
        std::panic::catch_unwind(|| check(&page)).is_err()
    };
    let nothing =
        "Nothing can be told apart: at most, a wins 1.0 points more, which may be chance.";
    let counted = "Of 9 cards, 2 are worth more than others at q < 0.05 (A, B) and 0 less.";
    let designs =
        " Of designs with several copies, taken together, 0 are worth more and 1 less (D).";
    let weak = "D (3 copies) is too weak for net: …";
    assert!(contradicts(nothing, 6.9, "") && !contradicts(nothing, -6.9, ""));
    assert!(contradicts(counted, 0.0, weak) && !contradicts(counted, 0.0, ""));
    assert!(!contradicts(&format!("{counted}{designs}"), 0.0, weak));
    assert!(contradicts(&counted.replace("2 are", "3 are"), 0.0, ""));
}
