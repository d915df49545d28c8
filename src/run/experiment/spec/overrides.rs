//! Applies an experiment file on top of its ancestors, and records the location of every key.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use toml::{Spanned, Value};

use super::parameters::{joined, leaves, nested, parameter_name};
use super::unresolved::{MOST_CELLS, SpecCell, SpecError};
use crate::settings::file::{FileCell, FileSweep, beside, option_value};
use crate::toml_text::Lines;

/// An experiment file that is applied on top of its ancestors.
pub(super) struct Layer<'read> {
    /// Path of the file.
    pub path: &'read Path,
    /// Lines of the file.
    pub lines: Lines,
    /// Locations of all keys, in this file and its ancestors.
    pub places: &'read mut BTreeMap<String, String>,
}

impl Layer<'_> {
    /// Returns the value of a key and records its location, if the file has the key.
    pub fn take<T>(&mut self, key: &str, found: Option<Spanned<T>>) -> Option<T> {
        let found = found?;
        self.places.insert(key.to_string(), self.place(&found));
        Some(found.into_inner())
    }

    /// Replaces the inherited value if the file has the key.
    pub fn lay<T>(&mut self, key: &str, found: Option<Spanned<T>>, below: &mut Option<T>) {
        if let Some(value) = self.take(key, found) {
            *below = Some(value);
        }
    }

    /// Returns the location of a value, in the form `file, line 3: `.
    fn place<T>(&self, found: &Spanned<T>) -> String {
        self.place_of(found.span())
    }

    /// Returns the location of a span of the text, in the form `file, line 3: `.
    pub fn place_of(&self, span: Range<usize>) -> String {
        format!("{}{}: ", self.path.display(), self.lines.place(&span))
    }

    /// Returns a list of bots, and records the locations of the list and of each name.
    pub fn bots(
        &self,
        list: Spanned<Vec<Spanned<String>>>,
    ) -> (Vec<String>, BTreeMap<String, String>) {
        let mut places = BTreeMap::from([("bots".to_string(), self.place(&list))]);
        let mut names = Vec::new();
        for name in list.into_inner() {
            let place = self.place(&name);
            let name = self.bot(name.into_inner());
            places.insert(format!("bots.{name}"), place);
            names.push(name);
        }
        (names, places)
    }

    /// Returns the value of a rule option with its location.
    fn option(&self, option: &str, value: Spanned<Value>) -> Result<(String, String), SpecError> {
        let place = self.place(&value);
        match option_value(value.get_ref()) {
            Ok(value) => Ok((value, place)),
            Err(problem) => Err(SpecError {
                place,
                problem: format!("set.{option}: {problem}"),
            }),
        }
    }

    /// Resolves a bot: names are returned unchanged, paths are relative to the folder of the experiment file.
    pub fn bot(&self, name: String) -> String {
        if name.ends_with(".toml") {
            beside(self.path, Path::new(&name)).display().to_string()
        } else {
            name
        }
    }

    /// Returns every combination of the values. The order of the settings is bots, data, options by name, then
    /// parameters by bot and name; the last one changes fastest.
    pub fn grid(&mut self, sweep: FileSweep) -> Result<Vec<SpecCell>, SpecError> {
        let mut cells = vec![SpecCell::default()];
        let vary = |cells: &mut Vec<SpecCell>, values: Vec<(String, SpecCell)>| {
            if values.is_empty() {
                return;
            }
            let each = |cell: &SpecCell| -> Vec<SpecCell> {
                let join = |(name, value): &(String, SpecCell)| {
                    let mut set = cell.set.clone();
                    set.extend(value.set.clone());
                    let mut places = cell.places.clone();
                    places.extend(value.places.clone());
                    SpecCell {
                        name: format!("{} {name}", cell.name).trim().to_string(),
                        bots: value.bots.clone().or_else(|| cell.bots.clone()),
                        data: value.data.clone().or_else(|| cell.data.clone()),
                        set,
                        parameters: joined(&cell.parameters, &value.parameters),
                        places,
                        ..SpecCell::default()
                    }
                };
                values.iter().map(join).collect()
            };
            *cells = cells.iter().flat_map(each).take(MOST_CELLS + 1).collect();
        };
        let of_bots = sweep.bots.into_iter().map(|list| {
            let written = list.get_ref().iter().map(|name| name.get_ref().as_str());
            let name = written.collect::<Vec<_>>().join("+");
            let (bots, places) = self.bots(list);
            let cell = SpecCell {
                bots: Some(bots),
                places,
                ..SpecCell::default()
            };
            (name, cell)
        });
        vary(&mut cells, of_bots.collect());
        let of_data = sweep.data.into_iter().map(|data| {
            let cell = SpecCell {
                data: Some(beside(self.path, data.get_ref())),
                places: BTreeMap::from([("data".to_string(), self.place(&data))]),
                ..SpecCell::default()
            };
            (format!("data={}", data.get_ref().display()), cell)
        });
        vary(&mut cells, of_data.collect());
        for (option, values) in sweep.set {
            let mut of_option = Vec::new();
            for value in values {
                let (value, place) = self.option(&option, value)?;
                let name = format!("{option}={value}");
                let cell = SpecCell {
                    set: BTreeMap::from([(option.clone(), value)]),
                    places: BTreeMap::from([(format!("set.{option}"), place)]),
                    ..SpecCell::default()
                };
                of_option.push((name, cell));
            }
            vary(&mut cells, of_option);
        }
        for (bot, parameters) in sweep.parameters {
            let bot = self.bot(bot);
            let key = format!("parameters.{bot}");
            let table = self.take(&key, Some(parameters)).unwrap_or_default();
            for (path, values) in leaves(&table) {
                let Value::Array(values) = values else {
                    let name = path.join(".");
                    let problem = format!("expected {name} = [VALUE, VALUE …]");
                    return Err(self.wrong(&key, &problem));
                };
                let of_parameter = values.iter().map(|value| {
                    let cell = SpecCell {
                        parameters: BTreeMap::from([(bot.clone(), nested(&path, value.clone()))]),
                        ..SpecCell::default()
                    };
                    (parameter_name(&path, value), cell)
                });
                vary(&mut cells, of_parameter.collect());
            }
        }
        Ok(cells)
    }

    pub fn list(&self, raw: Vec<FileCell>) -> Result<Vec<SpecCell>, SpecError> {
        let mut cells = Vec::new();
        for (index, cell) in raw.into_iter().enumerate() {
            let mut own = SpecCell {
                name: cell.name.unwrap_or_else(|| format!("cell {}", index + 1)),
                ..SpecCell::default()
            };
            for (option, value) in cell.set {
                let (value, place) = self.option(&option, value)?;
                own.places.insert(format!("set.{option}"), place);
                own.set.insert(option, value);
            }
            if let Some(list) = cell.bots {
                let (bots, places) = self.bots(list);
                own.places.extend(places);
                own.bots = Some(bots);
            }
            if let Some(data) = cell.data {
                own.places.insert("data".to_string(), self.place(&data));
                own.data = Some(beside(self.path, data.get_ref()));
            }
            for (bot, table) in cell.parameters {
                let bot = self.bot(bot);
                let place = self.place(&table);
                own.places.insert(format!("parameters.{bot}"), place);
                own.parameters.insert(bot, table.into_inner());
            }
            cells.push(own);
        }
        Ok(cells)
    }

    pub fn wrong(&self, key: &str, problem: &str) -> SpecError {
        SpecError {
            place: self.places.get(key).cloned().unwrap_or_default(),
            problem: format!("{key}: {problem}"),
        }
    }
}
