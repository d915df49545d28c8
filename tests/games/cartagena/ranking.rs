//! Score, ranks and the turn cap (CA-A35).

use portolan::game::prelude::*;
use portolan::games::cartagena::path::{HOME, SLOOP};

use super::support::Table;

/// CA-A35: The score is the number of pirates at the goal; ranks are decided by the winner, the
/// score and the progress.
#[test]
fn ranks_follow_winner_score_and_progress() {
    let mut table = Table::bare(4, &[]);
    table
        .pirates(1, &[HOME, 3])
        .pirates(2, &[36, 36, 36])
        .pirates(3, &[HOME, HOME])
        .pirates(4, &[HOME, 2, 1]);
    let (game, state) = (&table.game, &table.state);
    let scores: Vec<i32> = (0..4).map(|seat| game.score(state, seat)).collect();
    assert_eq!(scores, [1, 0, 2, 1]);
    assert_eq!(
        game.ranks(state),
        [2, 4, 1, 2],
        "3 spaces are as good as 2 and 1"
    );
}

/// CA-A35: The sloop of the full escape counts as the end of the tunnel.
#[test]
fn sloop_counts_as_the_end_of_the_tunnel() {
    let mut table = Table::bare(3, &["story=full-escape"]);
    table
        .pirates(1, &[SLOOP])
        .pirates(2, &[18])
        .pirates(3, &[19]);
    assert_eq!(table.game.ranks(&table.state), [2, 2, 1]);
}

/// CA-A35: The game stops without a winner after the last player's last turn; skipped turns count.
#[test]
fn turn_cap_ends_the_game_without_a_winner() {
    let mut table = Table::bare(3, &["turn_cap=2"]);
    table.pirates(2, &[HOME]).pirates(3, &[5]);
    for turn in 0..6 {
        assert_eq!(table.to_move(), 1 + turn % 3);
        assert!(!table.game.capped(&table.state));
        if table.can("rest") {
            table.act("rest");
        } else {
            let first = table.legal()[0].clone();
            table.act(&first);
            table.pass();
        }
        table.state.discards = table.state.discards.plus(&table.state.hands[turn % 3]);
        table.state.hands[turn % 3] = Default::default();
    }
    assert_eq!(table.to_move(), 0);
    assert!(table.game.capped(&table.state));
    assert_eq!(
        table.game.ranks(&table.state)[1],
        1,
        "who is ahead has rank 1"
    );
    let capped = table
        .happened()
        .into_iter()
        .filter(|event| event.0 == "capped");
    assert_eq!(capped.count(), 3);
    assert_eq!(
        (0..3)
            .map(|seat| table.game.turns(&table.state, seat))
            .sum::<u32>(),
        6
    );
    assert!(
        table
            .game
            .describe(&table.state, None)
            .contains("without a winner")
    );
}

/// CA-A15, CA-A35: If a mixed pair completes two players at once, the player whose turn it is wins.
#[test]
fn active_player_wins_if_two_finish_at_once() {
    let options = ["modules=black-magician", "hook_pair=mixed", "pirates=4"];
    let mut table = Table::bare(2, &options);
    for seat in [1, 2] {
        table.pirates(seat, &[HOME, HOME, HOME, 36]);
    }
    table.hand(1, "hook, rum").act("hook rum 36 with 2");
    assert_eq!(table.game.ranks(&table.state), [1, 2]);
}
