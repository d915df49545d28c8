//! The items of a game as the manifest tells of them, so that results can be read without the game.

use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::games::Visitor;
use crate::item::{ItemKind, Selection};

/// A kind of item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemKindRecord {
    /// Its name, in the plural.
    pub name: String,
    /// The items, by their labels in `events.csv`.
    pub labels: Vec<String>,
    /// How a seat meets such an item, step by step; the last step takes it.
    pub exposures: Vec<ExposureRecord>,
}

/// A way of meeting an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExposureRecord {
    /// The event in `events.csv`.
    pub event: String,
    /// Who brings it about.
    pub by: Selection,
}

/// The items of a game that events tell of: those of one kind, or of every kind.
pub struct MetItems<'name>(pub Option<&'name str>);

impl Visitor for MetItems<'_> {
    type Out = Result<Vec<ItemKindRecord>, String>;

    fn visit<G: Game>(self, game: G) -> Self::Out {
        let kinds = game.item_kinds();
        let met = |kind: &ItemKind| !kind.exposures.is_empty();
        let names: Vec<String> = kinds
            .iter()
            .filter(|kind| met(kind))
            .map(|kind| format!("\"{}\"", kind.name))
            .collect();
        if names.is_empty() {
            return Err(format!(
                "{} names no items that events tell of",
                game.name()
            ));
        }
        let items = game.items();
        let found: Vec<ItemKindRecord> = kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| met(kind) && self.0.is_none_or(|name| name == kind.name))
            .map(|(index, kind)| ItemKindRecord {
                name: kind.name.to_string(),
                labels: items
                    .iter()
                    .filter(|item| item.kind == index)
                    .map(|item| item.label.clone())
                    .collect(),
                exposures: kind
                    .exposures
                    .iter()
                    .map(|exposure| ExposureRecord {
                        event: exposure.event.to_string(),
                        by: exposure.by,
                    })
                    .collect(),
            })
            .collect();
        match self.0 {
            Some(name) if found.is_empty() => Err(format!(
                "{} has no items \"{name}\" that events tell of; expected {}",
                game.name(),
                names.join(" or ")
            )),
            _ => Ok(found),
        }
    }
}
