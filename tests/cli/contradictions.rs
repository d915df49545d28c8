//! The check that compares the sentences of a report with each other finds contradictions.

use portolan_testing::consistent::check;

#[test]
fn contradictory_report_is_detected() {
    let contradicts = |answer: &str, remark: &str| {
        let page = serde_json::json!({
            "answer": answer, "more": [remark],
            "sections": [{"id": "items-net", "remarks": []}],
        });
        std::panic::catch_unwind(|| check(&page)).is_err()
    };
    let counted = "A is the strongest of 9 cards: 3.1 points above others at its price; 2 are too \
                   strong and 0 too weak.";
    let strong = "A and B are too strong.";
    assert!(!contradicts(counted, strong) && contradicts(counted, ""));
    assert!(contradicts(counted, "A, B and 2 more are too strong."));
    assert!(contradicts(counted, "C is too weak."));
    let none = "None of 9 cards is significantly too strong or too weak.";
    assert!(!contradicts(none, "") && contradicts(none, strong));
}
