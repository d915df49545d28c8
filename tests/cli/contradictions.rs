//! The check that compares the sentences of a report with its tables finds contradictions.

use portolan_testing::consistent::check;

#[test]
fn contradictory_report_is_detected() {
    let contradicts = |answer: &str, low: f64, remark: &str| {
        let page = serde_json::json!({
            "answer": answer, "more": [remark],
            "sections": [{"id": "items-net", "remarks": []}],
            "estimates": [{"section": "differences", "unit": "points_difference", "low": low, "high": 12.5}],
        });
        std::panic::catch_unwind(|| check(&page)).is_err()
    };
    let nothing =
        "No difference is significant; the nearest to significance is: a wins 1.0 points more.";
    let counted = "A is the strongest of 9 cards: 3.1 points above others at its price; 2 are too \
                   strong and 0 too weak.";
    let strong = "Too strong: A and B.";
    assert!(contradicts(nothing, 6.9, "") && !contradicts(nothing, -6.9, ""));
    assert!(!contradicts(counted, 0.0, strong) && contradicts(counted, 0.0, ""));
    assert!(contradicts(counted, 0.0, "Too strong: A, B and 2 more."));
    assert!(contradicts(counted, 0.0, "Too weak: C."));
    let none = "None of 9 cards is significantly too strong or too weak.";
    assert!(!contradicts(none, 0.0, "") && contradicts(none, 0.0, strong));
}
