//! Display names, prices and effects of items. They come from the game's component data, if the data set of
//! the run is still available.

use std::collections::BTreeMap;

use serde::Serialize;

use portolan_core::dataset::DataSet;
use portolan_core::picture::Component;
use portolan_core::registry::entry;
use portolan_run::experiment::resolve::parts::read_unchecked;
use portolan_run::play::dyn_game::{DynGame, set_up};
use portolan_run::results::manifest::{DataRecord, Manifest};

/// Separators between labels in a cell: the items of a pair, and copies of a design.
const BETWEEN: [&str; 2] = [" + ", ", "];

/// Names and texts of a game's components, by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    by_id: BTreeMap<String, Component>,
    /// All components, including components with duplicate ids.
    all: Vec<Component>,
}

/// Part of a table cell: an item, or the separator between two items.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellText {
    /// Displayed name, or the label if the item has no name.
    pub name: String,
    /// Item id, or an empty string if it equals the name.
    pub id: String,
    /// Price and effect of the item, or an empty string if unknown.
    pub text: String,
}

impl Names {
    /// Returns the names for a run. They are empty if its component data is no longer available.
    pub fn of(manifest: &Manifest) -> Names {
        let Some(game) = game(manifest) else {
            return Names::default();
        };
        let kinds = game.item_kinds();
        let items = game.items().into_iter();
        let items: Vec<(String, &str)> = items
            .map(|item| (item.label, kinds[item.kind].name))
            .collect();
        Names::new(game.catalog(), &items)
    }

    /// Creates names from a list of components. If several components share an id, `items` (label and plural
    /// kind of each studied item) selects one of them; the id has no name if the choice remains ambiguous.
    pub fn new(components: Vec<Component>, items: &[(String, &str)]) -> Names {
        let mut by_id: BTreeMap<String, Vec<Component>> = BTreeMap::new();
        let all = components.clone();
        for component in components {
            let of_id = by_id.entry(component.id.clone()).or_default();
            of_id.push(component);
        }
        let meant = |(id, mut found): (String, Vec<Component>)| {
            if found.len() > 1 {
                let kinds = items.iter().filter(|(label, _)| *label == id);
                let kinds: Vec<&str> = kinds.map(|(_, kind)| *kind).collect();
                found.retain(|one| kinds.iter().any(|kind| is_plural(kind, one.kind)));
            }
            let mut one = found.pop().filter(|_| found.is_empty())?;
            // A number is meaningless without the kind of component.
            if one.name == id && id.parse::<u32>().is_ok() {
                one.name = format!("{} {id}", one.kind);
            }
            Some((id, one))
        };
        Names {
            by_id: by_id.into_iter().filter_map(meant).collect(),
            all,
        }
    }

    /// Returns the names of the components of one kind. Unnamed components are called by kind and id: `quest
    /// 12`.
    pub fn of_kind(&self, kind: &str) -> Names {
        let of_kind = self.all.iter().filter(|component| component.kind == kind);
        let named = of_kind.map(|component| {
            let mut named = component.clone();
            if named.name == named.id {
                named.name = format!("{kind} {}", named.id);
            }
            (named.id.clone(), named)
        });
        Names {
            by_id: named.collect(),
            all: Vec::new(),
        }
    }

    /// Returns true if there are no names.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// Returns the component with this label.
    pub fn find(&self, label: &str) -> Option<&Component> {
        self.by_id.get(label)
    }

    /// Returns the name of an item, or its label if it has no name. Names are not unique.
    pub fn name<'item>(&'item self, label: &'item str) -> &'item str {
        self.find(label).map_or(label, |found| &found.name)
    }

    /// Returns the shortest unambiguous name of an item, for labels in plots: its name, preceded by the label
    /// if other items share the name. Returns the label if the item has no name.
    pub fn short(&self, label: &str) -> String {
        let Some(found) = self.find(label) else {
            return label.to_string();
        };
        let mut others = self.by_id.values().filter(|other| other.id != found.id);
        if others.any(|other| other.name == found.name && other.kind == found.kind) {
            return format!("{label} {}", found.name);
        }
        found.name.clone()
    }

    /// Formats an item for use in a sentence: `Pathfinder (A014)`. Omits an id that only repeats the name.
    /// Returns the label if the item has no name.
    pub fn full(&self, label: &str) -> String {
        let part = self.part(label);
        match part.id_says_more() {
            true => part.to_string(),
            false => part.name,
        }
    }

    /// Splits a cell into its items. A cell contains one label, or several labels separated by a plus sign or
    /// commas.
    pub fn parts(&self, cell: &str) -> Vec<CellText> {
        let between = BETWEEN.iter().find(|between| cell.contains(*between));
        let Some(between) = between.filter(|_| self.find(cell).is_none()) else {
            return vec![self.part(cell)];
        };
        let mut parts = Vec::new();
        for label in cell.split(between) {
            if !parts.is_empty() {
                parts.push(CellText::plain(between));
            }
            parts.push(self.part(label));
        }
        parts
    }

    /// Replaces the labels in a cell with names: `Pathfinder (A014)`.
    pub fn in_words(&self, cell: &str) -> String {
        let parts = self.parts(cell);
        parts.iter().map(ToString::to_string).collect()
    }

    fn part(&self, label: &str) -> CellText {
        let Some(found) = self.find(label) else {
            return CellText::plain(label);
        };
        let named = found.name != label
            && !found.name.ends_with(&format!(" {label}"))
            && !found.name.starts_with(&format!("{label}: "));
        CellText {
            name: found.name.clone(),
            id: if named {
                label.to_string()
            } else {
                String::new()
            },
            text: found.text.clone(),
        }
    }
}

impl CellText {
    /// Returns true unless the id only repeats the name, as `guild_hall` does for "Guild hall".
    pub fn id_says_more(&self) -> bool {
        self.name.to_lowercase().replace(' ', "_") != self.id
    }

    fn plain(text: &str) -> CellText {
        CellText {
            name: text.to_string(),
            id: String::new(),
            text: String::new(),
        }
    }
}

impl std::fmt::Display for CellText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.id.as_str() {
            "" => f.write_str(&self.name),
            id => write!(f, "{} ({id})", self.name),
        }
    }
}

/// Returns true if `kind` is the plural of `singular`.
fn is_plural(kind: &str, singular: &str) -> bool {
    let kind = kind.replace('_', " ");
    let singular = singular.replace('_', " ");
    let stem = singular.strip_suffix('y');
    kind == singular
        || kind == format!("{singular}s")
        || stem.is_some_and(|stem| kind == format!("{stem}ies"))
}

/// Sets up the game of a run with the component data of the run.
fn game(manifest: &Manifest) -> Option<Box<dyn DynGame>> {
    let data = data_of(&manifest.experiment.game, manifest.subject_data())?;
    set_up(&manifest.experiment.setup(&manifest.subject(), data)).ok()
}

/// Returns the data set described in a manifest, if it is still available with the same hash.
pub fn data_of(game: &str, told: &DataRecord) -> Option<DataSet> {
    let entry = entry(game).ok()?;
    let is_that = |data: &DataSet| data.hash() == told.hash;
    let read = |path| read_unchecked(entry, Some(path)).ok();
    let from_folder = told.folder.as_deref().and_then(read).filter(is_that);
    let shipped = || Some(DataSet::embedded(entry.files)).filter(is_that);
    from_folder.or_else(shipped)
}

#[cfg(test)]
/// Sample names for tests in several modules.
pub mod tests {
    use super::*;

    /// Returns a named card, a city tile, and a card with the same id as the tile.
    pub fn names() -> Names {
        let component = |kind, id: &str, name: &str, text: &str| Component {
            kind,
            id: id.to_string(),
            name: name.to_string(),
            text: text.to_string(),
        };
        let components = vec![
            component("card", "A014", "Pathfinder", "Costs 6. Brings a step."),
            component("card", "7", "Seven", ""),
            component("city_tile", "7", "The seventh", ""),
            component("card", "8", "Eight", ""),
            component("city_tile", "8", "The eighth", ""),
            component("card", "plain", "plain", "Costs nothing."),
            component("card", "guild_hall", "Guild hall", ""),
            component("card", "B1", "Twin", ""),
            component("card", "B2", "Twin", ""),
        ];
        Names::new(components, &[("7".to_string(), "city_tiles")])
    }

    #[test]
    fn items_are_named_by_their_kind() {
        let names = names();
        assert_eq!(names.full("A014"), "Pathfinder (A014)");
        assert_eq!(names.short("A014"), "Pathfinder");
        assert_eq!(names.short("B2"), "B2 Twin");
        assert_eq!(names.full("7"), "The seventh (7)");
        assert_eq!(names.full("8"), "8");
        assert_eq!(names.full("plain"), "plain");
        assert_eq!(names.full("none"), "none");
        assert_eq!(names.full("guild_hall"), "Guild hall");
        assert_eq!(
            names.parts("guild_hall")[0].to_string(),
            "Guild hall (guild_hall)"
        );
        assert!(is_plural("cities", "city") && !is_plural("cards", "city"));
    }

    #[test]
    fn purely_numeric_names_include_their_kind() {
        let quest = Component {
            kind: "quest",
            id: "1".to_string(),
            name: "1".to_string(),
            text: String::new(),
        };
        let names = Names::new(vec![quest], &[]);
        assert_eq!(
            (names.full("1"), names.short("1")),
            ("quest 1".to_string(), "quest 1".to_string())
        );
    }

    #[test]
    fn components_with_the_same_id_are_distinguished_by_kind() {
        let names = names();
        let tiles = names.of_kind("city_tile");
        assert_eq!(tiles.full("8"), "The eighth (8)");
        assert_eq!(tiles.full("A014"), "A014");
        assert_eq!(names.of_kind("card").full("plain"), "card plain");
    }

    #[test]
    fn items_of_one_table_cell_are_named_separately() {
        let names = names();
        for (cell, shown) in [
            ("A014 + none", "Pathfinder (A014) + none"),
            ("A014, 7, x", "Pathfinder (A014), The seventh (7), x"),
            ("none", "none"),
        ] {
            let parts = names.parts(cell);
            let text: String = parts.iter().map(ToString::to_string).collect();
            assert_eq!(text, shown);
        }
        assert_eq!(names.parts("A014")[0].text, "Costs 6. Brings a step.");
    }

    #[test]
    fn labels_are_unchanged_without_component_names() {
        let names = Names::default();
        assert!(names.is_empty());
        assert_eq!(names.full("A014"), "A014");
        assert_eq!(names.parts("a, b").len(), 3);
    }
}
