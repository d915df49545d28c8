//! Descriptions of component ids, from the component data of any game.

use std::collections::{BTreeMap, BTreeSet};

use super::command::{Spelled, is_number};
use crate::ui::drawing::width;
use portolan_core::dataset::DataSet;
use portolan_core::game::Phrase;
use portolan_core::phrase::Rendering;
use portolan_core::picture::Component;
use portolan_core::prose::wrapped;
use portolan_core::setup::GameEntry;
use portolan_core::suggestion::did_you_mean;

/// Maximum number of components in a list of homonyms.
const MOST_SHOWN: usize = 12;

/// Row of a data file, with its non-empty columns in order.
struct Row {
    file: String,
    cells: Vec<(String, String)>,
}

/// Test for a component with a certain name.
type Way<'a> = &'a dyn Fn(&Component, &str) -> bool;

/// All components of a game, with their descriptions.
pub struct Glossary {
    /// Rows of all CSV files by id, in lower case.
    rows: BTreeMap<String, Vec<Row>>,
    /// Components as described by the game.
    catalog: Vec<Component>,
    /// Rendering of moves: the notation for interfaces in which users type moves.
    rendering: Rendering,
}

impl Glossary {
    /// Creates a glossary from the component descriptions of a game and the rows of its data set. The first
    /// column of the shipped file identifies a row; invalid rows are skipped.
    pub fn of(data: &DataSet, entry: &GameEntry, catalog: Vec<Component>) -> Glossary {
        let mut rows: BTreeMap<String, Vec<Row>> = BTreeMap::new();
        for (file, shipped) in entry
            .files
            .iter()
            .filter(|(name, _)| name.ends_with(".csv"))
        {
            let key = shipped.split([',', '\n', '\r']).next().unwrap_or_default();
            for mut cells in data.rows(file) {
                let Some((_, id)) = cells.iter().find(|(column, _)| column == key) else {
                    continue;
                };
                let id = id.to_lowercase();
                cells.retain(|(_, cell)| !cell.is_empty());
                let file = (*file).to_string();
                rows.entry(id).or_default().push(Row { file, cells });
            }
        }
        Glossary {
            rows,
            catalog,
            rendering: Rendering::Notation,
        }
    }

    /// Returns the glossary with moves rendered as titles, for interfaces in which users do not type moves.
    pub fn in_prose(self) -> Glossary {
        Glossary {
            rendering: Rendering::Title,
            ..self
        }
    }

    /// Returns the name by which the game describes the only component with this id, unless it repeats the id.
    fn described_name(&self, id: &str) -> Option<&str> {
        let mut found = self.catalog.iter().filter(|one| one.id == id);
        let (Some(one), None) = (found.next(), found.next()) else {
            return None;
        };
        (!is_similar(&one.name, id)).then_some(&one.name)
    }

    /// Returns a move with names instead of ids.
    pub fn title(&self, phrase: &Phrase) -> String {
        self.with_names(phrase, |_, name| name.to_string())
    }

    /// Returns a move with names instead of ids, each followed by its id in parentheses.
    pub fn full_title(&self, phrase: &Phrase) -> String {
        self.with_names(phrase, |id, name| with_id(name, id))
    }

    /// Returns a notation with names instead of ids. Numbers and ids of several components do not change.
    pub fn notation_in_words(&self, notation: &str) -> String {
        let name = |word| match self.described_name(word) {
            Some(name) if !is_number(word) => name.to_string(),
            _ => word.replace('_', " "),
        };
        let words: Vec<String> = notation.split(' ').map(name).collect();
        words.join(" ")
    }

    /// Returns a move in which the result of `named`, given an id and its name, replaces the id. Numeric ids precede their names.
    fn with_names(&self, phrase: &Phrase, named: impl Fn(&str, &str) -> String) -> String {
        let name = |kind: &str, id: &str| {
            let mut catalog = self.catalog.iter();
            let component = catalog.find(|one| one.kind == kind && one.id == id);
            match component.map(|one| &*one.name) {
                Some(name) if is_similar(name, id) => name.to_string(),
                Some(name) if is_number(id) && !name.starts_with(id) => format!("{id} {name}"),
                Some(name) => named(id, name),
                None => id.to_string(),
            }
        };
        phrase.text(self.rendering, name)
    }

    /// Returns the titles of the legal moves of a decision. Ids follow the names only in moves whose titles would otherwise be
    /// equal.
    pub fn titles(&self, phrases: &[Phrase]) -> Vec<String> {
        let mut equal: BTreeMap<String, usize> = BTreeMap::new();
        let titles: Vec<String> = phrases.iter().map(|phrase| self.title(phrase)).collect();
        for title in &titles {
            *equal.entry(title.to_lowercase()).or_default() += 1;
        }
        let titles = titles.into_iter().zip(phrases);
        let distinct = titles.map(|(title, phrase)| match equal[&title.to_lowercase()] {
            1 => title,
            _ => self.full_title(phrase),
        });
        distinct.collect()
    }

    /// Returns the legal moves of a decision, as a person can type them.
    pub fn spelled(&self, phrases: &[Phrase]) -> Spelled {
        Spelled {
            notations: phrases.iter().map(Phrase::notation).collect(),
            titles: self.titles(phrases),
            full_titles: phrases.iter().map(|one| self.full_title(one)).collect(),
        }
    }

    /// Returns the titles and effects of the legal moves of a decision.
    pub fn listed(&self, phrases: &[Phrase]) -> Vec<(String, String)> {
        let titles = self.titles(phrases).into_iter().zip(phrases);
        let listed = titles.map(|(title, phrase)| (title, phrase.effect_words().to_string()));
        listed.collect()
    }

    /// Returns a description of a position with names instead of ids and spaces instead of underscores.
    pub fn in_words(&self, text: &str) -> String {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let name_of = |word: &str| {
            let has = |kind: fn(char) -> bool| word.contains(kind);
            let is_id = has(|letter| letter == '_')
                || has(char::is_alphabetic) && has(|letter| letter.is_ascii_digit());
            let name = is_id.then(|| self.described_name(word)).flatten();
            name.filter(|name| !name.starts_with(word))
        };
        let (mut out, mut rest) = (String::with_capacity(text.len()), text);
        while let Some(start) = rest.find(is_part) {
            let (before, from) = rest.split_at(start);
            let end = from.find(|letter| !is_part(letter)).unwrap_or(from.len());
            let (word, after) = from.split_at(end);
            out.push_str(before);
            rest = after;
            let Some(name) = name_of(word) else {
                out.push_str(&word.replace('_', " "));
                continue;
            };
            let next = after.strip_prefix(' ').unwrap_or_default();
            if next.starts_with(name) {
                // The name follows its id.
                rest = next;
                continue;
            }
            let mut others = self.catalog.iter().filter(|other| other.id != word);
            match others.any(|other| other.name == name) {
                true => out.push_str(&with_id(name, word)),
                false => out.push_str(name),
            }
            let following = next.split(|letter| !is_part(letter)).next();
            if following.is_some_and(|word| name_of(word).is_some()) {
                out.push(',');
            }
        }
        out + rest
    }

    /// Returns the title of a move with its effect, if any.
    pub fn explained(&self, phrase: &Phrase) -> String {
        joined(&self.title(phrase), phrase.effect_words())
    }

    /// Replaces the component after the first word of a move by its id, if it can only be one.
    pub fn with_id(&self, line: &str) -> String {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match ids(self.called_in_full(&rest.to_lowercase())).as_slice() {
            [id] => format!("{verb} {id}"),
            _ => line.to_string(),
        }
    }

    /// Returns the ids of the components with this id, else with this name, else with this part of a name, in order. Ids that
    /// several components share are left out, because the name may be that of another component.
    pub fn ids_of(&self, called: &str) -> Vec<&str> {
        let mut ids = ids(self.called(&called.to_lowercase()));
        let alike = |id: &str| self.catalog.iter().filter(|one| one.id == id).count();
        ids.retain(|id| alike(id) == 1);
        ids
    }

    /// Returns the name of the only component with this id, followed by the id in parentheses, or the id alone if the name
    /// is similar or other components have the id, too.
    pub fn label(&self, id: &str) -> String {
        let name = self.described_name(id);
        name.map_or_else(|| id.to_string(), |name| with_id(name, id))
    }

    /// Returns the description of a component without a name, which players recognize by what is printed on it. `of` begins with
    /// the kind of the component.
    pub fn text_without_name(&self, of: &str, id: &str) -> Option<&str> {
        let mut all = self.catalog.iter();
        let found = all.find(|one| one.id == id && of.starts_with(one.kind))?;
        (found.name == id && !found.text.is_empty()).then_some(&*found.text)
    }

    /// Returns the description of the only component with this id or name, or an empty string.
    pub fn text_of(&self, called: &str) -> &str {
        match self.called(&called.to_lowercase()).as_slice() {
            [component] => &component.text,
            _ => "",
        }
    }

    /// Describes a component that is given by id, name, part of the name, or kind and one of these. All
    /// components with an equal kind and name are described.
    ///
    /// # Errors
    /// A message with suggestions if the term is unknown or ambiguous.
    pub fn look(&self, asked: &str) -> Result<String, String> {
        let wanted = asked.to_lowercase();
        let found = self.called(&wanted);
        match found.as_slice() {
            [] => self.rows_of(&wanted).ok_or_else(|| {
                format!(
                    "no component is called \"{asked}\"{}",
                    did_you_mean(&wanted, self.names().iter().map(String::as_str))
                )
            }),
            [one, more @ ..] if more.iter().all(|other| is_namesake(other, one)) => {
                Ok(found.iter().map(|component| self.told(component)).collect())
            }
            several => {
                let lines = several.iter().take(MOST_SHOWN).map(|component| {
                    let Component { kind, id, .. } = component;
                    format!("  look {kind} {id:<8} {}\n", component.name)
                });
                let more = match several.len().saturating_sub(MOST_SHOWN) {
                    0 => String::new(),
                    more => format!("  and {more} more\n"),
                };
                let lines: String = lines.collect();
                Err(format!(
                    "\"{asked}\" matches:\n{}",
                    (lines + &more).trim_end()
                ))
            }
        }
    }

    /// Returns the components with this id, else with this name, else with this part of a name.
    fn called(&self, asked: &str) -> Vec<&Component> {
        let by_part = |component: &Component, asked: &str| {
            !asked.is_empty() && component.name.to_lowercase().contains(asked)
        };
        let found = self.called_in_full(asked);
        match found.is_empty() {
            true => self.fitting(&by_part, asked),
            false => found,
        }
    }

    /// Returns the components with this id, else with this name and id, else with this name.
    fn called_in_full(&self, asked: &str) -> Vec<&Component> {
        let by_id = |component: &Component, asked: &str| component.id.to_lowercase() == asked;
        let by_both = |component: &Component, asked: &str| {
            format!("{} ({})", component.name, component.id).to_lowercase() == asked
        };
        let by_name = |component: &Component, asked: &str| component.name.to_lowercase() == asked;
        let ways: [Way<'_>; 3] = [&by_id, &by_both, &by_name];
        let found = ways.into_iter().map(|fits| self.fitting(fits, asked));
        found
            .into_iter()
            .find(|found| !found.is_empty())
            .unwrap_or_default()
    }

    /// Returns the components that fit a text, which may begin with their kind.
    fn fitting(&self, fits: Way<'_>, asked: &str) -> Vec<&Component> {
        let behind_kind = |component: &Component| {
            let rest = asked.strip_prefix(component.kind)?;
            rest.strip_prefix(' ').map(str::trim)
        };
        let all = self.catalog.iter();
        all.filter(|component| {
            fits(component, asked)
                || behind_kind(component).is_some_and(|rest| fits(component, rest))
        })
        .collect()
    }

    /// Returns the description of a component and the rows of the data files with its id.
    fn told(&self, component: &Component) -> String {
        let Component {
            kind,
            id,
            name,
            text,
        } = component;
        let mut told = match name.starts_with(id) {
            true => format!("{name}, {kind}\n"),
            false => format!("{id} {name}, {kind}\n"),
        };
        if !text.is_empty() {
            told.push_str(&wrapped(&format!("  {text}"), width(), 0));
        }
        let mut alike = self.catalog.iter().filter(|other| other.id == *id);
        if let (Some(rows), Some(_), None) = (self.rows_of(id), alike.next(), alike.next()) {
            told.push_str(&rows);
        }
        told
    }

    /// Returns the rows with an id, as tables.
    fn rows_of(&self, id: &str) -> Option<String> {
        let mut text = String::new();
        for Row { file, cells } in self.rows.get(&id.to_lowercase())? {
            text.push_str(&format!("{file}\n"));
            let widest = cells.iter().map(|(column, _)| column.chars().count());
            let widest = widest.max().unwrap_or(0);
            for (column, cell) in cells {
                let line = format!("  {column:<widest$}  {cell}");
                text.push_str(&wrapped(&line, width(), widest + 2));
            }
        }
        Some(text)
    }

    /// Returns all ids and names of the described components.
    pub fn called_so(&self) -> Vec<String> {
        let catalog = self.catalog.iter();
        let called = catalog.flat_map(|component| [&component.id, &component.name]);
        let called: BTreeSet<&String> = called.filter(|name| !name.is_empty()).collect();
        called.into_iter().cloned().collect()
    }

    /// Returns all ids and names, in lower case.
    fn names(&self) -> BTreeSet<String> {
        let ids = self.rows.keys().cloned();
        let catalog = self.catalog.iter();
        let catalog = catalog.flat_map(|component| [&component.id, &component.name]);
        ids.chain(catalog.map(|name| name.to_lowercase())).collect()
    }
}

/// Returns true if a name is empty or only repeats the id, as "Guild hall" does for `guild_hall`.
fn is_similar(name: &str, id: &str) -> bool {
    name.is_empty() || name.eq_ignore_ascii_case(&id.replace('_', " "))
}

/// Returns a name with its id in parentheses unless it begins with the id.
fn with_id(name: &str, id: &str) -> String {
    match name.starts_with(id) {
        true => name.to_string(),
        false => format!("{name} ({id})"),
    }
}

/// Returns a title with its effect, if any.
pub fn joined(title: &str, effect: &str) -> String {
    match effect.is_empty() {
        true => title.to_string(),
        false => format!("{title} · {effect}"),
    }
}

/// Returns the ids of components, in order and without repetitions.
fn ids(components: Vec<&Component>) -> Vec<&str> {
    let ids: BTreeSet<&str> = components
        .iter()
        .map(|component| &component.id[..])
        .collect();
    ids.into_iter().collect()
}

/// Returns true if two components have equal kinds and names.
fn is_namesake(one: &Component, other: &Component) -> bool {
    (one.kind, &one.name) == (other.kind, &other.name)
}
