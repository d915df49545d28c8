//! Named strengths, and default bots for opponents and advice.

use super::catalog::find;

/// Names of the strengths from weakest to strongest. Every shipped game has a bot for each of them.
pub const STRENGTHS: [&str; 6] = [
    "beginner", "novice", "casual", "skilled", "expert", "master",
];
/// Result of a strength against the next weaker one: win rate in per cent, and number of 2-player games.
type Wins = (f64, u32);

/// Results between neighbouring strengths by game, weakest first (`docs/findings/strength.md`).
const MATCHES: [(&str, [Wins; 5]); 4] = [
    (
        "maracaibo",
        [
            (68.7, 300),
            (60.3, 300),
            (68.8, 300),
            (55.0, 300),
            (60.4, 24),
        ],
    ),
    (
        "puerto_rico",
        [
            (68.0, 300),
            (57.7, 300),
            (59.6, 1000),
            (91.5, 100),
            (87.5, 16),
        ],
    ),
    (
        "endeavor",
        [
            (60.7, 300),
            (56.7, 300),
            (59.0, 300),
            (90.0, 100),
            (87.5, 16),
        ],
    ),
    (
        "cartagena",
        [
            (87.0, 300),
            (72.7, 300),
            (65.0, 300),
            (76.0, 100),
            (87.5, 16),
        ],
    ),
];

/// Default opponent.
const OPPONENT: &str = STRENGTHS[4];
/// Default opponent in games without a bot for `OPPONENT`. Every game has it.
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
    let matches = MATCHES.iter().find(|(played, _)| *played == game);
    let won = place.checked_sub(1).zip(matches);
    let won = won.map_or(String::new(), |(before, (_, matches))| {
        let (share, games) = matches[before];
        format!(
            "; with two at a table it won {share:.1} % of {games} games against {}",
            STRENGTHS[before]
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
    fn strengths_say_how_they_were_measured() {
        assert_eq!(
            meaning("skilled", "maracaibo").unwrap(),
            "skilled is the fourth of six strengths, from weak to strong; with two at a table it won 68.8 % of 300 \
             games against casual"
        );
        let weakest = "beginner is the first of six strengths, from weak to strong";
        assert_eq!(meaning("beginner", "endeavor").as_deref(), Some(weakest));
        assert_eq!(meaning("greedy", "maracaibo"), None);
    }
}
