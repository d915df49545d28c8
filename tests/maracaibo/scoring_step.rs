//! Cards and assistants in step 1 of interim and final scoring (M-18.2).

use portolan::game::prelude::*;
use portolan::games::maracaibo::pending::PendingKind;
use portolan::games::maracaibo::state::Phase;

use crate::support::Table;

/// Returns a table where seat 0 has ended the round with this hand and decides in step 1.
fn step_1(round: u8, options: &[&str], hand: &[&str]) -> Table {
    let mut table = Table::bare(2, options);
    table.no_quests().hand(0, hand);
    table.state.round = round;
    let (start, stop) = if round == 4 {
        ("21b", "sail 22")
    } else {
        ("20", "sail 21a")
    };
    table.ship(0, start);
    table.act(stop);
    table.while_legal(&["pass", "end", "draw"]);
    assert_eq!(table.state.phase, Phase::Scoring);
    assert_eq!(table.game.to_move(&table.state), Some(0));
    table
}

const HAND: [&str; 4] = ["A009", "A010", "A011", "A012"];

/// M-18.2, M-A63: The player buys one card from hand or planning area, or takes 2 VP.
#[test]
fn step_1_offers_one_purchase_or_2_vp() {
    for round in [1, 2, 3, 4] {
        let mut table = step_1(round, &[], &HAND);
        table.planned(0, "A018");
        table.player(0).doubloons = 6;
        let mut expected: Vec<String> = vec!["take vp".into()];
        expected.extend(HAND.map(|card| format!("buy {card}")));
        expected.push("buy A018".into());
        assert_eq!(table.legal(), expected);
        table.act("buy A009");
        assert_eq!(table.points(0, "interim"), 0);
        table.while_legal(&["draw", "end"]);
        assert_eq!(table.game.to_move(&table.state), Some(1));
        let mut table = step_1(round, &[], &HAND);
        table.act("take vp");
        assert_eq!(table.points(0, "interim"), 2);
    }
}

/// M-A63: There are no other village actions, and cards cannot be planned.
#[test]
fn step_1_offers_no_village_actions() {
    let mut table = step_1(1, &[], &HAND);
    table.own(0, "A040");
    table.player(0).upgrades = 0b1111 << 7;
    table.player(0).doubloons = 0;
    for action in [
        "doubloon",
        "discard hand",
        "upgrade 8",
        "upgrade 9",
        "use A040",
        "plan A009",
        "end",
    ] {
        assert!(!table.can(action), "{action}");
    }
    assert_eq!(table.legal(), ["take vp"]);
}

/// M-A63, M-5.1: After a purchase the hand is refilled as in phase C, but not in final scoring.
#[test]
fn hand_is_refilled_after_a_purchase_in_interim_scoring() {
    let mut table = step_1(2, &[], &HAND);
    table.player(0).doubloons = 3;
    table.act("buy A009");
    assert_eq!(table.decision(), PendingKind::Draw);
    assert!(
        table
            .legal()
            .iter()
            .any(|action| action.starts_with("take "))
    );
    table.act("draw");
    assert_eq!(table.player(0).hand_len, 4);
    let mut table = step_1(4, &[], &HAND);
    table.player(0).doubloons = 3;
    table.act("buy A009");
    table.while_legal(&["end"]);
    assert_eq!(table.game.to_move(&table.state), Some(1));
    assert_eq!(table.player(0).hand_len, 3);
}

/// M-A57: An assistant bought in step 1 ahead of the ship gives 2 VP when the ship returns, or
/// nothing with the other interpretation.
#[test]
fn option_decides_if_assistant_bought_in_interim_scoring_scores() {
    for (option, points) in [("interim_assistants=on", 2), ("interim_assistants=off", 0)] {
        let mut table = step_1(1, &[option], &HAND);
        table.act("take vp");
        // Seat 1 is still on 3; the assistant goes to 5.
        let place = table.place("3");
        table.player(1).ship = place;
        table.hand(1, &["B081"]);
        table.player(1).doubloons = 10;
        table.act("buy B081");
        assert_eq!(table.points(1, "assistants"), 0, "not before the return");
        table.while_legal(&["draw", "end"]);
        assert_eq!(table.points(1, "assistants"), points, "{option}");
    }
}

/// M-A57: An assistant bought behind the ship gives nothing; earlier ones give VP with both
/// interpretations.
#[test]
fn assistants_bought_in_earlier_turns_score_with_both_options() {
    for option in ["interim_assistants=on", "interim_assistants=off"] {
        let mut table = step_1(1, &[option], &HAND);
        // The assistants on 2 and on 10 were bought in earlier turns.
        table.own(1, "A052").own(1, "B087");
        table.state.players[1].assistants_new = 0;
        table.act("take vp");
        table.ship(1, "6");
        table.hand(1, &["B081"]);
        table.player(1).doubloons = 10;
        table.act("buy B081");
        table.while_legal(&["draw", "end"]);
        assert_eq!(table.points(1, "assistants"), 2, "{option}");
    }
}

/// M-A60: A figure can be converted to CP in scoring step 1 to pay for a card.
#[test]
fn figure_converted_to_cp_can_pay_in_step_1() {
    for round in [1, 4] {
        let mut table = step_1(round, &[], &["B075", "A009", "A010", "A011"]);
        table.own(0, "B042");
        table.player(0).doubloons = 10;
        table.player(0).cp = 0;
        table.player(0).figures = 1;
        assert!(!table.can("buy B075"));
        table.act("figure to cp");
        assert_eq!((table.player(0).figures, table.player(0).cp), (0, 2));
        table.act("buy B075");
        assert_eq!(table.player(0).cp, 0, "round {round}");
    }
}

/// M-18.2: The immediate effects of a card bought in step 1 are resolved.
#[test]
fn immediate_effects_are_resolved_in_step_1() {
    let mut table = step_1(3, &[], &["A031", "A009", "A010", "A011"]);
    table.player(0).doubloons = 6;
    table.play(&["buy A031", "disc U5"]);
    assert_eq!(table.player(0).discs[4], 1);
    assert_eq!(table.decision(), PendingKind::Draw);
}
