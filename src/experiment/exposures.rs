//! The items of a game as the manifest tells of them, so that results can be read without the game.

use crate::experiment::settings::{ExposureRecord, ItemKindRecord};
use crate::game::Game;
use crate::games::Visitor;
use crate::item::ItemKind;

/// The items of a game that events tell of: those of the kinds with these names, or of every kind.
pub struct MetItems<'names>(pub &'names [String]);

impl Visitor for MetItems<'_> {
    type Out = Result<Vec<ItemKindRecord>, String>;

    fn visit<G: Game>(self, game: G) -> Self::Out {
        let kinds = game.item_kinds().iter().enumerate();
        let kinds: Vec<(usize, &ItemKind)> = kinds
            .filter(|(_, kind)| !kind.exposures.is_empty())
            .collect();
        if kinds.is_empty() {
            return Err(format!(
                "{} names no items that events tell of",
                game.name()
            ));
        }
        let known = |name: &&String| kinds.iter().any(|(_, kind)| kind.name == name.as_str());
        if let Some(unknown) = self.0.iter().find(|name| !known(name)) {
            let names: Vec<String> = kinds
                .iter()
                .map(|(_, kind)| format!("\"{}\"", kind.name))
                .collect();
            return Err(format!(
                "{} has no kind of items \"{unknown}\" that events tell of; expected {}",
                game.name(),
                names.join(" or ")
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
        let wanted =
            |kind: &ItemKind| self.0.is_empty() || self.0.iter().any(|name| name == kind.name);
        Ok(kinds
            .iter()
            .filter(|(_, kind)| wanted(kind))
            .map(record)
            .collect())
    }
}
