//! Who is met, and who is asked, where nobody is named.

use super::catalog::find;

/// Named strengths from the weakest to the strongest, each a shipped bot of every shipped game.
pub const STRENGTHS: [&str; 6] = [
    "beginner", "novice", "casual", "skilled", "expert", "master",
];
/// The strength of opponents that were not named.
const OPPONENT: &str = STRENGTHS[3];
/// Their stand-in in a game without that bot: every game has it.
const PLAIN_OPPONENT: &str = "greedy";
/// Who gives hints and analyses.
const ADVISER: &str = "strong";
/// Its stand-in in a game without a network.
const PLAIN_ADVISER: &str = "mcts";

/// The bot that sits in seats for which nobody was named.
pub fn opponent(game: &str) -> &'static str {
    match find(OPPONENT, game) {
        Ok(_) => OPPONENT,
        Err(_) => PLAIN_OPPONENT,
    }
}

/// The bot that is asked for hints and analyses.
pub fn adviser(game: &str) -> &'static str {
    match find(ADVISER, game) {
        Ok(_) => ADVISER,
        Err(_) => PLAIN_ADVISER,
    }
}
