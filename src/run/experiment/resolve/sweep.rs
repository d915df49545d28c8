//! Conditions of a sweep: every combination of the values.

use std::collections::BTreeMap;

use toml::Value;

use super::parameters::{joined, leaves, nested, parameter_name};
use crate::setting_tree::{Places, SettingError, beside, named_beside};
use crate::settings::cells::{Cell, MOST_CELLS, Sweep};

/// Returns every combination of the values. The order of the settings is bots, data, options by name, then parameters by bot
/// and name; the last setting changes fastest. `places` contains the places of the keys in the experiment file.
///
/// # Errors
/// [`SettingError`] if a parameter has no list of values.
pub fn cells(sweep: &Sweep, places: &Places) -> Result<Vec<Cell>, SettingError> {
    let file = places
        .get("sweep")
        .map(|place| place.file.clone())
        .unwrap_or_default();
    let cell = |name: String, from: &str, key: &str| {
        let mut own = Places::default();
        own.copy(&format!("sweep.{from}"), places, key);
        Cell {
            name,
            places: own,
            ..Cell::default()
        }
    };
    let of_bots = |(index, names): (usize, &Vec<String>)| Cell {
        bots: Some(names.iter().map(|name| named_beside(&file, name)).collect()),
        ..cell(names.join("+"), &format!("bots.{index}"), "bots")
    };
    let of_data = |(index, data): (usize, &std::path::PathBuf)| Cell {
        data: Some(beside(&file, data)),
        ..cell(
            format!("data={}", data.display()),
            &format!("data.{index}"),
            "data",
        )
    };
    let mut settings: Vec<Vec<Cell>> = vec![
        sweep.bots.iter().enumerate().map(of_bots).collect(),
        sweep.data.iter().enumerate().map(of_data).collect(),
    ];
    for (option, values) in &sweep.set {
        let key = format!("set.{option}");
        let of_option = |(index, value): (usize, &String)| Cell {
            set: BTreeMap::from([(option.clone(), value.clone())]),
            ..cell(format!("{option}={value}"), &format!("{key}.{index}"), &key)
        };
        settings.push(values.iter().enumerate().map(of_option).collect());
    }
    for (written, table) in &sweep.parameters {
        let bot = named_beside(&file, written);
        let (from, key) = (format!("parameters.{written}"), format!("parameters.{bot}"));
        for (path, values) in leaves(table) {
            let Value::Array(values) = values else {
                let problem = format!("{key}: expected {} = [VALUE, VALUE …]", path.join("."));
                return Err(places.at(&[&format!("sweep.{from}")])(problem));
            };
            let of_parameter = |value: &Value| Cell {
                parameters: BTreeMap::from([(bot.clone(), nested(&path, value.clone()))]),
                ..cell(parameter_name(&path, value), &from, &key)
            };
            settings.push(values.iter().map(of_parameter).collect());
        }
    }
    let mut cells = vec![Cell::default()];
    for values in settings.into_iter().filter(|values| !values.is_empty()) {
        let each = cells
            .iter()
            .flat_map(|cell| values.iter().map(move |value| both(cell, value)));
        cells = each.take(MOST_CELLS + 1).collect();
    }
    Ok(cells)
}

/// Returns a condition with the settings of both.
fn both(cell: &Cell, value: &Cell) -> Cell {
    let mut both = cell.clone();
    both.name = format!("{} {}", cell.name, value.name).trim().to_string();
    both.bots = value.bots.clone().or(both.bots);
    both.data = value.data.clone().or(both.data);
    both.set.extend(value.set.clone());
    both.parameters = joined(&cell.parameters, &value.parameters);
    both.places.extend(&value.places);
    both
}
