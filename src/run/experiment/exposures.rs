//! Item records of the manifest, which make results readable without the game.

use crate::game::GameInfo;
use crate::item::ItemKind;
use crate::settings::{ExposureRecord, ItemKindRecord};

/// Returns the items of a game that appear in events: the items of the kinds with these names, or of every kind
/// if `names` is empty.
///
/// # Errors
/// A message that says why the game has no such items.
pub fn met_items(game: &dyn GameInfo, names: &[String]) -> Result<Vec<ItemKindRecord>, String> {
    let kinds = game.item_kinds().iter().enumerate();
    let kinds: Vec<(usize, &ItemKind)> = kinds
        .filter(|(_, kind)| !kind.exposures.is_empty())
        .collect();
    if kinds.is_empty() {
        return Err(format!(
            "{} has no items that appear in events",
            game.name()
        ));
    }
    let known = |name: &&String| kinds.iter().any(|(_, kind)| kind.name == name.as_str());
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        let known: Vec<String> = kinds
            .iter()
            .map(|(_, kind)| format!("\"{}\"", kind.name))
            .collect();
        return Err(format!(
            "{} has no kind of items \"{unknown}\" that appears in events; expected {}",
            game.name(),
            known.join(" or ")
        ));
    }
    let items = game.items();
    let record = |(index, kind): &(usize, &ItemKind)| ItemKindRecord {
        name: kind.name.to_string(),
        labels: items
            .iter()
            .enumerate()
            .filter(|&(number, item)| item.kind == *index && game.item_in_play(number))
            .map(|(_, item)| item.label.clone())
            .collect(),
        exposures: kind
            .exposures
            .iter()
            .map(|exposure| ExposureRecord {
                event: exposure.event.to_string(),
                by: exposure.by,
            })
            .collect(),
    };
    let wanted = |kind: &ItemKind| names.is_empty() || names.iter().any(|name| name == kind.name);
    Ok(kinds
        .iter()
        .filter(|(_, kind)| wanted(kind))
        .map(record)
        .collect())
}
