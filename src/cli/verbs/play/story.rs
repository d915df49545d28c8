//! Printed texts of story cards.

use std::collections::BTreeMap;

use portolan_core::dataset::DataSet;

/// File with the texts of story cards.
pub const STORY_CARDS: &str = "story_cards.csv";

/// Kind of the components that contain the story of a campaign.
pub const STORY_CARD: &str = "story card";

/// Returns true for a vote on a story card.
pub fn is_vote(notation: &str) -> bool {
    notation.starts_with("vote ")
}

/// Returns the rows of the story cards by number, without leading zeros.
pub fn cards(data: &DataSet) -> BTreeMap<String, BTreeMap<String, String>> {
    let rows = data.rows(STORY_CARDS).into_iter();
    let rows = rows.map(|row| row.into_iter().collect::<BTreeMap<_, _>>());
    rows.map(|row| {
        let card = row.get("card").map_or("", |card| card.trim());
        (card.trim_start_matches('0').to_string(), row)
    })
    .collect()
}

/// Returns the text of a story card in the column `place`.
pub fn printed(data: &DataSet, card: &str, place: &str) -> Option<String> {
    let text = cards(data).remove(card)?.remove(place)?;
    Some(text).filter(|text| !text.is_empty())
}
