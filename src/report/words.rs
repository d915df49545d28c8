//! Formatting of numbers and names.

pub use portolan_core::prose::{
    capital, count, counted, listed, number_word, plural, thousands, verb,
};
use portolan_core::registry;
use portolan_run::settings::ItemStudy;
pub use portolan_stats::interval::CONFIDENCE;
pub use portolan_stats::words::{decimals, fixed, p_value, percent, percent_range, range, signed};

/// Returns the title of a game, or its name if the game is unknown.
pub fn title(game: &str) -> &str {
    registry::entry(game).map_or(game, |entry| entry.title)
}

/// Returns the title of a game with its number of players: "Maracaibo with three players", "Maracaibo, solo".
pub fn titled(game: &str, seats: usize, has_automa: bool) -> String {
    let title = title(game);
    match has_automa || seats == 1 {
        true => format!("{title}, solo"),
        false => format!("{title} with {}", counted(seats, "player")),
    }
}

/// Formats a share as a whole percentage for headlines: `60 %`. Shares strictly between 0 and 1 are never
/// rounded to 0 % or 100 %.
pub fn whole_percent(share: f64) -> String {
    let percent = match 100.0 * share {
        little if little > 0.0 && little < 0.5 => return "under 1\u{a0}%".to_string(),
        much if much > 99.5 && much < 100.0 => return "over 99\u{a0}%".to_string(),
        percent => percent,
    };
    format!("{}\u{a0}%", fixed(percent, 0))
}

/// Returns the common name of the items: their kind, if they have one.
pub fn noun(study: &ItemStudy) -> &str {
    let first = study
        .item
        .first()
        .map_or("items", |item| item.kind.as_str());
    if study.item.iter().all(|item| item.kind == first) {
        first
    } else {
        "items"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headline_percentages_are_whole_numbers() {
        for (share, words) in [(0.597, "60"), (0.013, "1"), (1.0, "100"), (0.0, "0")] {
            assert_eq!(whole_percent(share), format!("{words}\u{a0}%"));
        }
        assert_eq!(whole_percent(0.001), "under 1\u{a0}%");
        assert_eq!(whole_percent(0.998), "over 99\u{a0}%");
    }

    #[test]
    fn games_are_named_by_their_titles() {
        registry::register(registry::Program {
            games: portolan_games::GAMES.to_vec(),
            revision: None,
        });
        assert_eq!(title("puerto_rico"), "Puerto Rico");
        assert_eq!(title("endeavor"), "Endeavor: Age of Sail");
        assert_eq!(title("no game of ours"), "no game of ours");
    }
}
