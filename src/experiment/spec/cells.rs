//! The cells of each kind of experiment.

use super::parts::seats;
use super::{CellWish, SpecError, Wish};
use crate::experiment::plan::Kind;
use crate::games::GameEntry;

/// Most cells of an experiment.
pub const MOST_CELLS: usize = 10_000;

/// The cells that a wish asks for.
///
/// # Errors
/// [`SpecError`] if it says too little, too much, or what is for another kind.
pub fn cells(wish: &Wish, entry: &GameEntry) -> Result<Vec<CellWish>, SpecError> {
    if wish.challenger.is_some() && wish.kind != Kind::Gauntlet {
        return Err(wish.at("challenger")(
            "key \"challenger\" is for kind = \"gauntlet\"",
        ));
    }
    if !wish.cells.is_empty() && wish.kind != Kind::Sweep {
        return Err(wish.at("sweep")(
            "[sweep] and [[cell]] are for kind = \"sweep\"",
        ));
    }
    let players = wish.players.unwrap_or(entry.default_players());
    let cells = match wish.kind {
        Kind::Simulate => vec![CellWish::default()],
        Kind::Tournament => {
            seats(entry, &wish.bots, Some(players)).map_err(wish.at("players"))?;
            let count = wish.bots.len();
            if count < players {
                return Err(wish.at("bots")(format!(
                    "a tournament of {players} players needs {players} bots or more, not {count}"
                )));
            }
            if let Some(twice) =
                (1..count).find(|&index| wish.bots[..index].contains(&wish.bots[index]))
            {
                return Err(wish.at("bots")(format!(
                    "bot \"{}\" is named twice",
                    wish.bots[twice]
                )));
            }
            subsets(&wish.bots, players)
                .into_iter()
                .map(meeting)
                .collect()
        }
        Kind::Gauntlet => {
            seats(entry, &wish.bots, Some(players)).map_err(wish.at("players"))?;
            let Some(challenger) = &wish.challenger else {
                return Err(wish.at("kind")(
                    "key \"challenger\" is missing: the bot that meets each of the others",
                ));
            };
            wish.bots
                .iter()
                .map(|bot| {
                    let mut line_up = vec![challenger.clone()];
                    line_up.resize(players, bot.clone());
                    meeting(line_up)
                })
                .collect()
        }
        Kind::Sweep => wish.cells.clone(),
    };
    if (1..=MOST_CELLS).contains(&cells.len()) {
        return Ok(cells);
    }
    let found = cells.len();
    Err(wish.at("kind")(format!(
        "{found} cells; expected 1 to {MOST_CELLS}"
    )))
}

fn meeting(bots: Vec<String>) -> CellWish {
    CellWish {
        name: bots.join("+"),
        bots: Some(bots),
        ..CellWish::default()
    }
}

/// All ways to choose so many names, in the order in which they are listed; past [`MOST_CELLS`] the
/// rest is left out.
fn subsets(names: &[String], size: usize) -> Vec<Vec<String>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for (index, name) in names.iter().enumerate() {
        for rest in subsets(&names[index + 1..], size - 1) {
            found.push([std::slice::from_ref(name), rest.as_slice()].concat());
            if found.len() > MOST_CELLS {
                return found;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_once_in_the_order_of_the_list() {
        let names = ["a", "b", "c", "d"].map(str::to_string);
        let joined: Vec<String> = subsets(&names, 2)
            .iter()
            .map(|subset| subset.concat())
            .collect();
        assert_eq!(joined, ["ab", "ac", "ad", "bc", "bd", "cd"]);
        assert_eq!(subsets(&names, 4).len(), 1);
        assert!(subsets(&names, 5).is_empty());
    }
}
