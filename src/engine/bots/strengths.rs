//! Who is met, and who is asked, where nobody is named.

use super::catalog::find;

/// Named strengths from the weakest to the strongest, each a shipped bot of every shipped game.
pub const STRENGTHS: [&str; 6] = [
    "beginner", "novice", "casual", "skilled", "expert", "master",
];
/// How often a strength beat the one before it: per cent of so many games, two at a table.
type Wins = (f64, u32);

/// The matches of neighbouring strengths, from the weakest on, by game (`docs/findings/strength.md`).
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

/// The strength of opponents that were not named.
const OPPONENT: &str = STRENGTHS[4];
/// Their stand-in in a game without that bot: every game has it.
const PLAIN_OPPONENT: &str = "greedy";
/// Who gives hints and analyses.
const ADVISER: &str = "strong";
/// Its stand-in in a game without a network.
const PLAIN_ADVISER: &str = "mcts";

/// What a named strength means in a game, in words; nothing for other bots.
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
