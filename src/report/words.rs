//! Numbers and names as people read them.

pub use portolan_core::prose::{
    capital, count, counted, listed, number_word, plural, thousands, verb,
};
use portolan_core::registry;
use portolan_engine::settings::ItemStudy;
pub use portolan_stats::interval::CONFIDENCE;
pub use portolan_stats::words::{decimals, fixed, p_value, percent, percent_range, range, signed};

/// What a game is called by people; its name where the program does not know it.
pub fn title(game: &str) -> &str {
    registry::entry(game).map_or(game, |entry| entry.title)
}

/// What the items are together: the name of their kind, if they have one.
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
    fn games_go_by_their_titles() {
        registry::register(registry::Program {
            games: portolan_games::GAMES.to_vec(),
            revision: None,
        });
        assert_eq!(title("puerto_rico"), "Puerto Rico");
        assert_eq!(title("endeavor"), "Endeavor: Age of Sail");
        assert_eq!(title("no game of ours"), "no game of ours");
    }
}
