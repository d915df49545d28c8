//! Conditions of a study of a change: the game before and after the change, and for each studied item both
//! versions with the first place treated.

use super::items::item_study;
use crate::game::GameInfo;
use crate::setting_tree::SettingError;
use crate::settings::{Access, Arm, Cell, ItemStudy, Settings};

/// Returns the items of a study of a change; `None` if it does not name any.
///
/// # Errors
/// [`SettingError`] if the game after the change lacks an item, or if the item has another number before the change.
pub fn changed_items(
    spec: &Settings,
    before: &dyn GameInfo,
    after: &dyn GameInfo,
) -> Result<Option<ItemStudy>, SettingError> {
    if spec.items.is_empty() {
        return Ok(None);
    }
    let mut study = item_study(spec, after)?;
    let (old, kinds) = (before.items(), before.item_kinds());
    for item in &mut study.item {
        let is_it = |known: &crate::item::Item| {
            known.label == item.label && kinds[known.kind].name == item.kind
        };
        match old.iter().position(is_it) {
            None => item.added = true,
            Some(number) if number == item.number => item.price = old[number].price,
            Some(_) => {
                return Err(spec.at("items")(format!(
                    "\"{}\" is a new row before rows of the original file; expected new rows at the \
                     end of their file",
                    item.label
                )));
            }
        }
    }
    Ok(Some(study))
}

/// Returns the conditions before and after the change and, for each item, both with the first place treated: it
/// begins with the item or, where that is impossible, never takes it.
pub fn change_cells(spec: &Settings, study: Option<&ItemStudy>, players: usize) -> Vec<Cell> {
    let places = || spec.places.under("change");
    let after = spec.change.as_ref().map(|change| change.after(places()));
    let after = after.unwrap_or_default();
    let before = Cell {
        name: "before".to_string(),
        ..Cell::default()
    };
    let mut cells = vec![before.clone(), after.clone()];
    for (index, item) in study.iter().flat_map(|study| &study.item).enumerate() {
        let arm = Arm {
            item: index,
            granted: item.grantable,
            access: if item.grantable {
                Access::Free
            } else {
                Access::Never
            },
        };
        let treatment = if item.grantable {
            "begins with"
        } else {
            "never takes"
        };
        for cell in [&before, &after] {
            if item.added && cell.name == before.name {
                continue;
            }
            cells.push(Cell {
                name: format!("{}, {treatment} {}", cell.name, item.label),
                arm: Some(arm),
                ..cell.clone()
            });
        }
    }
    for cell in &mut cells {
        cell.bots = Some(vec![spec.bots[0].clone(); players]);
    }
    cells
}
