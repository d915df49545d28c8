//! Turn and round (M-2), main action and free actions (M-4).

use portolan::game::prelude::*;
use portolan::games::maracaibo::components::CareerId;
use portolan::games::maracaibo::pending::PendingKind;
use portolan::games::maracaibo::state::Phase;

use crate::support::Table;

/// Ends the turn of the seat to move without further actions.
fn finish_turn(table: &mut Table) {
    let seat = table.state.active;
    while table.state.phase == Phase::Turn
        && table.state.active == seat
        && table.decision() != PendingKind::Sail
    {
        table.while_legal(&["pass", "end", "skip", "draw"]);
    }
}

/// Puts all ships on 20, from where the next step ends the round.
fn all_at_20(table: &mut Table) {
    let place = table.place("20");
    for seat in 0..table.state.seats {
        table.player(usize::from(seat)).ship = place;
    }
}

/// M-2.1: A turn consists of sailing, the main action, free actions and drawing, followed by the
/// next player.
#[test]
fn turn_has_sailing_main_free_and_drawing_phases() {
    let mut table = Table::bare(3, &[]);
    table.hand(0, &["A009"]);
    let mut decisions = vec![table.decision()];
    table.act("sail 2");
    decisions.push(table.decision());
    table.act("village");
    decisions.push(table.decision());
    table.act("doubloon");
    decisions.push(table.decision());
    table.act("end");
    decisions.push(table.decision());
    table.while_legal(&["draw"]);
    decisions.push(table.decision());
    let expected = [
        PendingKind::Sail,
        PendingKind::Main,
        PendingKind::Village,
        PendingKind::Free,
        PendingKind::Draw,
        PendingKind::Sail,
    ];
    assert_eq!(decisions, expected);
    assert_eq!(table.game.to_move(&table.state), Some(1));
    assert_eq!(table.state.players[0].turns, 1);
    assert_eq!(table.state.players[1].turns, 1);
    assert_eq!(table.state.players[2].turns, 0);
}

/// M-2.1: Turns proceed clockwise.
#[test]
fn turns_proceed_clockwise() {
    let mut table = Table::bare(4, &[]);
    for seat in [0, 1, 2, 3, 0] {
        assert_eq!(table.game.to_move(&table.state), Some(seat));
        table.act("sail 1");
        finish_turn(&mut table);
        table.ship(seat, "0");
    }
}

/// M-2.2, M-A7: A ship on 21a ends the round after the turn, including drawing; no other player
/// moves.
#[test]
fn round_ends_after_the_turn_at_21a() {
    let mut table = Table::bare(3, &[]);
    all_at_20(&mut table);
    table.act("sail 21a");
    assert_eq!(table.state.phase, Phase::Turn, "the turn goes on");
    table.act("city");
    assert_eq!(table.points(0, "homeward"), 3);
    // Phase C still takes place.
    assert_eq!(table.decision(), PendingKind::Draw);
    table.while_legal(&["draw"]);
    assert_eq!(table.state.phase, Phase::Scoring);
    assert_eq!(table.state.round, 1);
    assert_eq!(table.player(0).hand_len, 4);
    let turns: Vec<u16> = table.state.seated().iter().map(|p| p.turns).collect();
    assert_eq!(turns, [1, 0, 0]);
}

/// M-2.2: 21b does not end round 4.
#[test]
fn round_4_continues_at_21b() {
    let mut table = Table::bare(2, &[]);
    table.state.round = 4;
    all_at_20(&mut table);
    table.act("sail 21b");
    finish_turn(&mut table);
    assert_eq!(table.state.phase, Phase::Turn);
    assert_eq!(table.game.to_move(&table.state), Some(1));
}

/// M-4.2 (a): Buying a planned card frees its space.
#[test]
fn buying_a_planned_card_frees_its_space() {
    let mut table = Table::bare(2, &[]);
    table.no_quests().hand(0, &["A013"]);
    for card in ["A009", "A010", "A011"] {
        table.planned(0, card);
    }
    table.player(0).doubloons = 2;
    table.at("2", 4).act("village");
    assert!(!table.can("plan A013"));
    table.play(&["buy A010", "plan A013"]);
    let expected = ["A009", "A011", "A013"].map(|id| Some(table.card(id)));
    assert_eq!(table.player(0).planned, expected);
}

/// M-4.2 (b): A career task is completed before, during or after the main action.
#[test]
fn completing_a_task_is_a_free_action() {
    for moment in 0..3 {
        let mut table = Table::bare(2, &[]);
        table.no_quests();
        table.player(0).career = Some(CareerId::new(0));
        table.player(0).token_count = 3;
        assert!(!table.can("task 1"), "not in phase A");
        table.at("2", 4);
        let before: &[&str] = [&[][..], &["village", "doubloon"], &["pass"]][moment];
        table.play(before);
        let decision = table.decision();
        let money = table.player(0).doubloons;
        table.act("task 1");
        assert_eq!(table.player(0).doubloons, money + 3);
        assert_eq!(table.player(0).figures, 3);
        if moment < 2 {
            assert_eq!(table.decision(), decision, "the decision stays open");
        }
        assert!(!table.can("task 1"));
    }
}

/// M-4.3: A planned card can be bought but never returns to the hand.
#[test]
fn planned_cards_can_be_bought() {
    let mut table = Table::bare(2, &[]);
    table.planned(0, "A009").village(2);
    assert!(!table.can("buy A009"), "no money");
    table.play(&["doubloon", "end"]);
    table.player(0).doubloons = 2;
    table.village(1).act("buy A009");
    assert_eq!(table.player(0).doubloons, 0);
    assert_eq!(table.player(0).planned, [None; 3]);
    assert_eq!(table.player(0).hand_len, 0);
    let card = table.card("A009");
    assert!(table.player(0).bought.contains(card));
    assert!(!table.state.discards.contains(card));
}

/// M-4.2 (b), M-22.8: A task completed between the village actions of L4 and its offer can provide
/// the figure for the offer.
#[test]
fn career_task_can_provide_the_figure_for_l4() {
    let mut table = Table::bare(2, &["legacy=L4"]);
    let (place, space) = (table.place("9a"), table.space("4"));
    table.no_quests().hand(0, &["A036"]);
    table.player(0).explorer = space;
    table.player(0).figures = 0;
    table.player(0).doubloons = 3;
    // Career 3 requires three synergy tokens; the player has two, and the card gives the third.
    table.player(0).career = Some(CareerId::new(2));
    table.player(0).synergies = 0b11000;
    table.at("9a", 6);
    assert_eq!(table.player(0).ship, place);
    table.play(&["city", "doubloon", "buy A036"]);
    assert_eq!(table.legal(), ["skip", "task 2"]);
    table.play(&["task 2", "accept"]);
    assert_eq!(table.player(0).figures, 0);
    assert_eq!(table.score(0), 5);
}
