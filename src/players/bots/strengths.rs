//! Named strengths, and default bots for opponents and advice.

use super::catalog::find;

/// Names of the strengths from weakest to strongest. Every shipped game has a bot for each of them.
pub const STRENGTHS: [&str; 6] = [
    "beginner", "novice", "casual", "skilled", "expert", "master",
];
/// Win rates of each strength against the next weaker strength in two-player games, in percent, in ascending order of
/// strength (`docs/findings/results/strength.csv`).
const WIN_RATES: [(&str, [f64; 5]); 4] = [
    ("maracaibo", [90.0, 80.0, 60.0, 76.7, 58.3]),
    ("puerto_rico", [78.3, 75.0, 55.0, 91.7, 77.5]),
    ("endeavor", [78.3, 72.5, 54.2, 90.0, 85.8]),
    ("cartagena", [73.3, 60.0, 51.7, 78.3, 66.7]),
];

/// Default opponent.
const OPPONENT: &str = STRENGTHS[4];
/// Default opponent in games without a bot for `OPPONENT`. Every game has this bot.
const PLAIN_OPPONENT: &str = "greedy";
/// Default bot for hints and analyses.
const ADVISER: &str = "strong";
/// Default bot for hints and analyses in games without a network.
const PLAIN_ADVISER: &str = "mcts";

/// Returns a description of a named strength in a game, or `None` for other bots.
pub fn meaning(name: &str, game: &str) -> Option<String> {
    let place = STRENGTHS.iter().position(|strength| *strength == name)?;
    let rank = ["first", "second", "third", "fourth", "fifth", "sixth"][place];
    let of_six = format!("{name} is the {rank} of six strengths, from weak to strong");
    let rates = WIN_RATES.iter().find(|(played, _)| *played == game);
    let won = place.checked_sub(1).zip(rates);
    let won = won.map_or(String::new(), |(before, (_, rates))| {
        format!(
            "; with two players it wins {:.1} % of games against {}",
            rates[before], STRENGTHS[before]
        )
    });
    Some(of_six + &won)
}

/// Returns the default opponent in a game.
pub fn opponent(game: &str) -> &'static str {
    match find(OPPONENT, game) {
        Ok(_) => OPPONENT,
        Err(_) => PLAIN_OPPONENT,
    }
}

/// Returns the default bot for hints and analyses in a game.
pub fn adviser(game: &str) -> &'static str {
    match find(ADVISER, game) {
        Ok(_) => ADVISER,
        Err(_) => PLAIN_ADVISER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_is_described_by_rank_and_win_rate() {
        assert_eq!(
            meaning("skilled", "maracaibo").unwrap(),
            "skilled is the fourth of six strengths, from weak to strong; with two players it wins 60.0 % of \
             games against casual"
        );
        let weakest = "beginner is the first of six strengths, from weak to strong";
        assert_eq!(meaning("beginner", "endeavor").as_deref(), Some(weakest));
        assert_eq!(meaning("greedy", "maracaibo"), None);
    }
}
