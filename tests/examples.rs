//! The programs in `examples/` run, and say what they should.

#[path = "../examples/nim.rs"]
mod nim;
#[path = "../examples/own_bot.rs"]
mod own_bot;

/// Nim is solved (Bouton 1901): from 3, 4 and 5 the only winning move makes the exclusive or of the heaps 0.
#[test]
fn a_search_wins_a_game_from_outside() {
    let answer = nim::answer().unwrap();
    let lines: Vec<&str> = answer.lines().collect();
    assert_eq!(lines[0], "with heaps of 3, 4 and 5: take 2 from 1");
    assert_eq!(lines[1], "against random: 40 of 40 games");
    nim::main().unwrap();
}

#[test]
fn a_bot_of_ones_own_plays_in_whole_deals() {
    let answer = own_bot::answer(19).unwrap();
    assert!(answer.contains(" of 20 games against greedy"), "{answer}");
    assert_eq!(answer, own_bot::answer(20).unwrap());
    own_bot::main().unwrap();
}
