//! Entry of printed story cards when they are revealed, with the questions of `portolan data new`.

use std::collections::BTreeSet;
use std::path::Path;

use super::component_data::entry_command;
use crate::ui::failure::Failure;
use crate::ui::table::aligned;
use crate::verbs::data::folder::write_files;
use crate::verbs::data::new::talk::Talk;
use crate::verbs::data::new::{Entered, enter};
use crate::verbs::play::story::{STORY_CARDS, cards};
use portolan_core::dataset::DataSet;
use portolan_core::provenance::{class, entered};
use portolan_core::setup::GameEntry;
use portolan_run::campaign::story::Side;

/// Class of placeholder rows.
const PLACEHOLDER: &str = "reconstructed";

/// Returns the columns of a side, in the order of entry.
fn columns(side: Side) -> &'static [&'static str] {
    match side {
        Side::Front => &[
            "chapter",
            "name",
            "front_text",
            "quest_cost",
            "quest_per_compass",
            "quest_flat",
            "front",
            "requirement",
        ],
        Side::Back => &["back_text", "back", "choices"],
    }
}

/// Returns the sides of placeholder cards in which the owner has not entered a column.
pub fn placeholders(data: &DataSet) -> BTreeSet<(String, Side)> {
    let mut sides = BTreeSet::new();
    for (card, row) in cards(data) {
        let provenance = row.get("provenance").map_or("", String::as_str);
        let theirs = entered(provenance);
        for side in [Side::Front, Side::Back] {
            let is_entered = columns(side).iter().any(|column| theirs.contains(column));
            if class(provenance) == PLACEHOLDER && !is_entered {
                sides.insert((card.clone(), side));
            }
        }
    }
    sides
}

/// Result of an offer to enter a side of a story card.
pub struct Offered {
    /// Changed data; `None` if the placeholder stays.
    pub data: Option<DataSet>,
    /// True if the player leaves the game.
    pub leaves: bool,
}

/// Offers to enter a side of a story card until the player confirms it.
///
/// # Errors
/// [`Failure`] if a file cannot be read or written.
pub fn offer(
    entry: &'static GameEntry,
    folder: &Path,
    data: &DataSet,
    (card, side): &(String, Side),
    talk: &mut Talk,
) -> Result<Offered, Failure> {
    let (what, name) = match side {
        Side::Front => ("comes into play", "front"),
        Side::Back => ("is read", "back"),
    };
    let place = folder.join(STORY_CARDS);
    talk.say(&format!(
        "\nStory card {card} {what}, and {} contains a placeholder for its {name}.",
        place.display()
    ))?;
    let cards = cards(data);
    let row = cards.get(card).and_then(|row| row.get("card"));
    let row = row.map_or(card.as_str(), String::as_str);
    let mut saved: Option<DataSet> = None;
    let agreed = talk.agrees(&format!("Enter the printed {name}?"), false)?;
    if agreed == Some(true) {
        talk.show(
            "At each prompt, Enter keeps the value, `-` clears it and `?` explains it. `skip` leaves the card unchanged, \
             and `quit` leaves the game.",
        )?;
    }
    let mut leaves = agreed.is_none();
    let mut is_wrong = agreed == Some(true);
    while is_wrong {
        let data = match enter(entry, folder, (STORY_CARDS, row), columns(*side), talk)? {
            Entered::Row(data) => data,
            Entered::Unchanged => break,
            Entered::Left => {
                leaves = true;
                break;
            }
        };
        talk.say(&text_of(&data, card, *side))?;
        let question = format!("Is this the printed {name}? `no` enters it again.");
        let answer = talk.agrees(&question, true)?;
        leaves = answer.is_none();
        is_wrong = answer == Some(false);
        saved = Some(*data);
    }
    if saved.is_some() && is_wrong {
        talk.say(&format!(
            "Story card {card} is saved as last entered; `{}` corrects it.",
            entry_command(entry.name, folder, Some(row))
        ))?;
    }
    if saved.is_none() {
        talk.say(&format!(
            "Story card {card} keeps its placeholder; `{}` enters the card later.",
            entry_command(entry.name, folder, Some(row))
        ))?;
    }
    Ok(Offered {
        data: saved,
        leaves,
    })
}

/// Returns a table of the values on a side of a story card.
fn text_of(data: &DataSet, card: &str, side: Side) -> String {
    let cards = cards(data);
    let values = columns(side).iter().filter_map(|&column| {
        let value = cards.get(card)?.get(column)?;
        Some(vec![column.to_string(), value.clone()])
    });
    aligned("ll", &["column", "value"], values.collect())
}

/// Restores the story cards of a data set in its folder.
///
/// # Errors
/// [`Failure`] if the file cannot be written.
pub fn restore(folder: &Path, data: &DataSet) -> Result<(), Failure> {
    let file = (STORY_CARDS, data.text(STORY_CARDS));
    write_files(folder, std::iter::once(file))
}
