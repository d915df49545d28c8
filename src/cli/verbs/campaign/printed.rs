//! Entry of printed story cards when they are revealed, with the questions of `portolan data new`.

use std::collections::BTreeSet;
use std::path::Path;

use crate::ui::failure::Failure;
use crate::verbs::data::folder::write_files;
use crate::verbs::data::new::enter;
use crate::verbs::data::new::talk::Talk;
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

/// Offers to enter a side of a story card. Returns the changed data, or `None` if the placeholder stays.
///
/// # Errors
/// [`Failure`] if a file cannot be read or written.
pub fn offer(
    entry: &'static GameEntry,
    folder: &Path,
    data: &DataSet,
    (card, side): &(String, Side),
    talk: &mut Talk,
) -> Result<Option<DataSet>, Failure> {
    let (what, name) = match side {
        Side::Front => ("comes into play", "front"),
        Side::Back => ("is read", "back"),
    };
    let place = folder.join(STORY_CARDS);
    talk.say(&format!(
        "\nStory card {card} {what}, and {} contains a placeholder for its {name}.",
        place.display()
    ))?;
    let question = format!("Enter the printed {name}? Enter keeps the placeholder.");
    if !talk.agrees(&question)? {
        return Ok(None);
    }
    talk.show(
        "At each prompt, Enter keeps the value, `-` clears it and `?` explains it. `skip` leaves the card unchanged.",
    )?;
    let cards = cards(data);
    let row = cards.get(card).and_then(|row| row.get("card"));
    let row = row.map_or(card.as_str(), String::as_str);
    enter(entry, folder, (STORY_CARDS, row), columns(*side), talk)
}

/// Restores the story cards of a data set in its folder.
///
/// # Errors
/// [`Failure`] if the file cannot be written.
pub fn restore(folder: &Path, data: &DataSet) -> Result<(), Failure> {
    let file = (STORY_CARDS, data.text(STORY_CARDS));
    write_files(folder, std::iter::once(file))
}
