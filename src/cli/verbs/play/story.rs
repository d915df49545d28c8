//! Printed texts of story cards.

use std::collections::BTreeMap;

use portolan_core::dataset::DataSet;

/// File with the texts of story cards.
pub const STORY_CARDS: &str = "story_cards.csv";

/// Kind of the components that contain the story of a campaign.
pub const STORY_CARD: &str = "story card";

/// Returns the text of a story card in the column `place`.
pub fn printed(data: &DataSet, card: &str, place: &str) -> Option<String> {
    let rows = data.rows(STORY_CARDS);
    let rows = rows
        .into_iter()
        .map(|row| row.into_iter().collect::<BTreeMap<_, _>>());
    let row = rows.into_iter().find(|row| {
        let number = row
            .get("card")
            .map(|number| number.trim().trim_start_matches('0'));
        number == Some(card)
    })?;
    row.get(place).filter(|text| !text.is_empty()).cloned()
}
