//! Reading experiment files.
//!
//! An experiment file is TOML; `docs/experiments.md` tells every key. A file that inherits starts
//! from another one: each key that it writes replaces the other's, and `[set]` is merged option by
//! option. Relative paths are meant from the folder of the file that writes them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::{Spanned, Table, Value};

use super::cells::MOST_CELLS;
use super::parameters::{joined, leaves, nested, parameter_name};
use super::{CellWish, Length, SpecError, StudyWish, Wish};
use crate::bots::file::{explain, place};
use crate::experiment::duel::DuelBounds;
use crate::experiment::plan::{EventLevel, Kind, Ladder, Mixture};
use crate::experiment::treatment::{Factorial, Prices};

/// More levels of inheritance than this are taken for a circle.
const MOST_ANCESTORS: usize = 16;

/// Games, if neither a file nor a command line says how many.
pub const DEFAULT_GAMES: u64 = 1000;

/// Games after which a duel without a verdict ends, if nothing says how many.
pub const DEFAULT_DUEL: u64 = 100_000;

/// Master seed, if neither a file nor a command line names one.
pub const DEFAULT_SEED: u64 = 1;

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    inherits: Option<Spanned<PathBuf>>,
    kind: Option<Spanned<Kind>>,
    game: Option<Spanned<String>>,
    players: Option<Spanned<usize>>,
    bots: Option<Spanned<Vec<String>>>,
    games: Option<Spanned<u64>>,
    blocks: Option<Spanned<u64>>,
    seed: Option<Spanned<u64>>,
    data: Option<Spanned<PathBuf>>,
    events: Option<Spanned<EventLevel>>,
    compress: Option<Spanned<bool>>,
    #[serde(default)]
    set: BTreeMap<String, Spanned<Value>>,
    challenger: Option<Spanned<String>>,
    opponent: Option<Spanned<String>>,
    ladder: Option<Spanned<RawLadder>>,
    mixture: Option<Spanned<Mixture>>,
    duel: Option<Spanned<DuelBounds>>,
    items: Option<Spanned<OneOrMore>>,
    factorial: Option<Spanned<Factorial>>,
    price: Option<Spanned<Prices>>,
    perturbed: Option<Spanned<u32>>,
    #[serde(default)]
    settings: BTreeMap<String, Spanned<Vec<Value>>>,
    sweep: Option<RawSweep>,
    #[serde(default)]
    cell: Vec<RawCell>,
}

/// A name, or a list of names.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a kind of item or a list of items")]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

/// `[sweep]`: for each setting its values; every combination is a cell.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSweep {
    #[serde(default)]
    bots: Vec<Vec<String>>,
    #[serde(default)]
    data: Vec<PathBuf>,
    #[serde(default)]
    set: BTreeMap<String, Spanned<Vec<Value>>>,
    /// By bot: for a parameter, as a bot file has it, its values.
    #[serde(default)]
    parameters: BTreeMap<String, Spanned<Table>>,
}

/// `[ladder]`: the rule option that is climbed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLadder {
    option: String,
    values: Vec<Value>,
}

/// `[[cell]]`: what one cell has of its own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCell {
    name: Option<String>,
    bots: Option<Vec<String>>,
    data: Option<PathBuf>,
    #[serde(default)]
    set: BTreeMap<String, Spanned<Value>>,
    #[serde(default)]
    parameters: BTreeMap<String, Spanned<Table>>,
}

/// What one file and those that it inherits from say.
#[derive(Default)]
struct Read {
    kind: Option<Kind>,
    game: Option<String>,
    players: Option<usize>,
    bots: Option<Vec<String>>,
    length: Option<Length>,
    seed: Option<u64>,
    data: Option<PathBuf>,
    events: Option<EventLevel>,
    compress: Option<bool>,
    set: BTreeMap<String, String>,
    challenger: Option<String>,
    opponent: Option<String>,
    ladder: Option<Ladder>,
    mixture: Option<Mixture>,
    duel: Option<DuelBounds>,
    study: StudyWish,
    cells: Vec<CellWish>,
    places: BTreeMap<String, String>,
}

/// Reads an experiment file and what it inherits.
///
/// # Errors
/// [`SpecError`] with file, line and, for a misspelt key, the nearest one.
pub fn read_file(path: &Path) -> Result<Wish, SpecError> {
    let read = read(path, 0)?;
    let missing = |key: &str, example: &str| SpecError {
        place: format!("{}: ", path.display()),
        problem: format!("key \"{key}\" is missing; expected {example}"),
    };
    Ok(Wish {
        kind: read
            .kind
            .ok_or_else(|| missing("kind", "kind = \"simulate\""))?,
        game: read
            .game
            .ok_or_else(|| missing("game", "game = \"maracaibo\""))?,
        players: read.players,
        bots: read
            .bots
            .or_else(|| {
                let all = read.cells.iter().all(|cell| cell.bots.is_some());
                (all && !read.cells.is_empty()).then(Vec::new)
            })
            .ok_or_else(|| missing("bots", "bots = [\"greedy\", \"random\"]"))?,
        length: read.length.unwrap_or(Length::Games(match read.kind {
            Some(Kind::Duel) => DEFAULT_DUEL,
            _ => DEFAULT_GAMES,
        })),
        seed: read.seed.unwrap_or(DEFAULT_SEED),
        data: read.data,
        events: read.events.unwrap_or(EventLevel::All),
        compress: read.compress.unwrap_or(false),
        set: read.set,
        challenger: read.challenger,
        opponent: read.opponent,
        ladder: read.ladder,
        mixture: read.mixture,
        duel: read.duel,
        study: read.study,
        cells: read.cells,
        places: read.places,
    })
}

/// An experiment file, the one that it inherits from, and so on.
///
/// # Errors
/// [`SpecError`] if a file cannot be read; those that [`read_file`] has read, can.
pub fn ancestry(path: &Path) -> Result<Vec<PathBuf>, SpecError> {
    #[derive(Deserialize)]
    struct Heir {
        inherits: Option<PathBuf>,
    }
    let mut found = vec![path.to_path_buf()];
    while found.len() <= MOST_ANCESTORS + 1 {
        let path = &found[found.len() - 1];
        let unreadable =
            |error: String| SpecError::new(format!("experiment file {}: {error}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
        let heir: Heir = toml::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
        match heir.inherits {
            Some(parent) => found.push(beside(path, &parent)),
            None => break,
        }
    }
    Ok(found)
}

fn read(path: &Path, depth: usize) -> Result<Read, SpecError> {
    let file = path.display().to_string();
    let text = std::fs::read_to_string(path)
        .map_err(|error| SpecError::new(format!("experiment file {file}: {error}")))?;
    let raw: Raw = toml::from_str(&text).map_err(|error| SpecError {
        place: format!("{file}{}: ", place(&text, error.span())),
        problem: explain(error.message()),
    })?;
    let mut read = match &raw.inherits {
        None => Read::default(),
        Some(parent) => {
            let at = format!("{file}{}: ", place(&text, Some(parent.span())));
            if depth == MOST_ANCESTORS {
                return Err(SpecError {
                    place: at,
                    problem: "key \"inherits\" leads in a circle".to_string(),
                });
            }
            let parent = beside(path, parent.get_ref());
            if !parent.is_file() {
                return Err(SpecError {
                    place: at,
                    problem: format!("no such file: {}", parent.display()),
                });
            }
            self::read(&parent, depth + 1)?
        }
    };
    let mut layer = Layer {
        path,
        text: &text,
        places: &mut read.places,
    };
    layer.lay("kind", raw.kind, &mut read.kind);
    layer.lay("game", raw.game, &mut read.game);
    layer.lay("players", raw.players, &mut read.players);
    if let Some(bots) = layer.take("bots", raw.bots) {
        let names = bots.into_iter().map(|name| layer.bot(name));
        read.bots = Some(names.collect());
    }
    match (
        layer.take("games", raw.games),
        layer.take("blocks", raw.blocks),
    ) {
        (Some(_), Some(_)) => {
            return Err(layer.wrong("blocks", "\"games\" is set, too; expected one of the two"));
        }
        (Some(games), None) => read.length = Some(Length::Games(games)),
        (None, Some(blocks)) => read.length = Some(Length::Blocks(blocks)),
        (None, None) => {}
    }
    layer.lay("seed", raw.seed, &mut read.seed);
    if let Some(data) = layer.take("data", raw.data) {
        read.data = Some(beside(path, &data));
    }
    layer.lay("events", raw.events, &mut read.events);
    layer.lay("compress", raw.compress, &mut read.compress);
    for (option, value) in raw.set {
        let key = format!("set.{option}");
        if let Some(value) = layer.take(&key, Some(value)) {
            let value = option_value(&value).map_err(|problem| layer.wrong(&key, &problem))?;
            read.set.insert(option, value);
        }
    }
    if let Some(challenger) = layer.take("challenger", raw.challenger) {
        read.challenger = Some(layer.bot(challenger));
    }
    if let Some(opponent) = layer.take("opponent", raw.opponent) {
        read.opponent = Some(layer.bot(opponent));
    }
    if let Some(ladder) = layer.take("ladder", raw.ladder) {
        let values: Result<Vec<String>, String> = ladder.values.iter().map(option_value).collect();
        read.ladder = Some(Ladder {
            option: ladder.option,
            values: values.map_err(|problem| layer.wrong("ladder", &problem))?,
        });
    }
    layer.lay("mixture", raw.mixture, &mut read.mixture);
    layer.lay("duel", raw.duel, &mut read.duel);
    if let Some(items) = layer.take("items", raw.items) {
        read.study.items = match items {
            OneOrMore::One(name) => vec![name],
            OneOrMore::More(names) => names,
        };
    }
    if let Some(factorial) = layer.take("factorial", raw.factorial) {
        read.study.factorial = Some(factorial);
    }
    if let Some(price) = layer.take("price", raw.price) {
        read.study.price = Some(price);
    }
    if let Some(perturbed) = layer.take("perturbed", raw.perturbed) {
        read.study.perturbed = Some(perturbed);
    }
    for (option, values) in raw.settings {
        let key = format!("settings.{option}");
        let values = layer.take(&key, Some(values)).unwrap_or_default();
        let values: Result<Vec<String>, String> = values.iter().map(option_value).collect();
        let values = values.map_err(|problem| layer.wrong(&key, &problem))?;
        read.study.settings.insert(option, values);
    }
    if raw.sweep.is_some() && !raw.cell.is_empty() {
        return Err(layer.wrong("sweep", "[sweep] and [[cell]]; expected one of the two"));
    }
    if let Some(sweep) = raw.sweep {
        read.cells = layer.grid(sweep)?;
    }
    if !raw.cell.is_empty() {
        read.cells = layer.list(raw.cell)?;
    }
    Ok(read)
}

/// One file on top of those that it inherits from.
struct Layer<'read> {
    path: &'read Path,
    text: &'read str,
    places: &'read mut BTreeMap<String, String>,
}

impl Layer<'_> {
    /// The value of a key, if the file has it, and its place noted.
    fn take<T>(&mut self, key: &str, found: Option<Spanned<T>>) -> Option<T> {
        let found = found?;
        let line = place(self.text, Some(found.span()));
        self.places
            .insert(key.to_string(), format!("{}{line}: ", self.path.display()));
        Some(found.into_inner())
    }

    /// Replaces what was inherited, if the file has the key.
    fn lay<T>(&mut self, key: &str, found: Option<Spanned<T>>, below: &mut Option<T>) {
        if let Some(value) = self.take(key, found) {
            *below = Some(value);
        }
    }

    /// A bot's name as it is, its file from the folder of the experiment.
    fn bot(&self, name: String) -> String {
        if name.ends_with(".toml") {
            beside(self.path, Path::new(&name)).display().to_string()
        } else {
            name
        }
    }

    /// Every combination of the values, the last setting changing fastest: bots, then data, then
    /// the options by name, then the parameters by bot and name.
    fn grid(&mut self, sweep: RawSweep) -> Result<Vec<CellWish>, SpecError> {
        let mut cells = vec![CellWish::default()];
        let vary = |cells: &mut Vec<CellWish>, values: Vec<(String, CellWish)>| {
            if values.is_empty() {
                return;
            }
            let each = |cell: &CellWish| -> Vec<CellWish> {
                let join = |(name, value): &(String, CellWish)| {
                    let mut set = cell.set.clone();
                    set.extend(value.set.clone());
                    CellWish {
                        name: format!("{} {name}", cell.name).trim().to_string(),
                        bots: value.bots.clone().or_else(|| cell.bots.clone()),
                        data: value.data.clone().or_else(|| cell.data.clone()),
                        set,
                        parameters: joined(&cell.parameters, &value.parameters),
                        ..CellWish::default()
                    }
                };
                values.iter().map(join).collect()
            };
            *cells = cells.iter().flat_map(each).take(MOST_CELLS + 1).collect();
        };
        let of_bots = sweep.bots.into_iter().map(|names| {
            let cell = CellWish {
                bots: Some(names.iter().map(|name| self.bot(name.clone())).collect()),
                ..CellWish::default()
            };
            (names.join("+"), cell)
        });
        vary(&mut cells, of_bots.collect());
        let of_data = sweep.data.into_iter().map(|data| {
            let cell = CellWish {
                data: Some(beside(self.path, &data)),
                ..CellWish::default()
            };
            (format!("data={}", data.display()), cell)
        });
        vary(&mut cells, of_data.collect());
        for (option, values) in sweep.set {
            let key = format!("set.{option}");
            let mut of_option = Vec::new();
            for value in self.take(&key, Some(values)).unwrap_or_default() {
                let value = option_value(&value).map_err(|problem| self.wrong(&key, &problem))?;
                let cell = CellWish {
                    set: BTreeMap::from([(option.clone(), value.clone())]),
                    ..CellWish::default()
                };
                of_option.push((format!("{option}={value}"), cell));
            }
            vary(&mut cells, of_option);
        }
        for (bot, parameters) in sweep.parameters {
            let key = format!("parameters.{bot}");
            let table = self.take(&key, Some(parameters)).unwrap_or_default();
            let bot = self.bot(bot);
            for (path, values) in leaves(&table) {
                let Value::Array(values) = values else {
                    let name = path.join(".");
                    let problem = format!("expected {name} = [VALUE, VALUE …]");
                    return Err(self.wrong(&key, &problem));
                };
                let of_parameter = values.iter().map(|value| {
                    let cell = CellWish {
                        parameters: BTreeMap::from([(bot.clone(), nested(&path, value.clone()))]),
                        ..CellWish::default()
                    };
                    (parameter_name(&path, value), cell)
                });
                vary(&mut cells, of_parameter.collect());
            }
        }
        Ok(cells)
    }

    fn list(&mut self, raw: Vec<RawCell>) -> Result<Vec<CellWish>, SpecError> {
        let mut cells = Vec::new();
        for (index, cell) in raw.into_iter().enumerate() {
            let mut set = BTreeMap::new();
            for (option, value) in cell.set {
                let key = format!("set.{option}");
                if let Some(value) = self.take(&key, Some(value)) {
                    let value =
                        option_value(&value).map_err(|problem| self.wrong(&key, &problem))?;
                    set.insert(option, value);
                }
            }
            let bots = cell
                .bots
                .map(|names| names.into_iter().map(|name| self.bot(name)).collect());
            cells.push(CellWish {
                name: cell.name.unwrap_or_else(|| format!("cell {}", index + 1)),
                bots,
                data: cell.data.map(|data| beside(self.path, &data)),
                set,
                parameters: cell
                    .parameters
                    .into_iter()
                    .filter_map(|(bot, table)| {
                        let table = self.take(&format!("parameters.{bot}"), Some(table))?;
                        Some((self.bot(bot), table))
                    })
                    .collect(),
                ..CellWish::default()
            });
        }
        Ok(cells)
    }

    fn wrong(&self, key: &str, problem: &str) -> SpecError {
        SpecError {
            place: self.places.get(key).cloned().unwrap_or_default(),
            problem: format!("{key}: {problem}"),
        }
    }
}

/// A path as seen from the folder of a file.
pub fn beside(file: &Path, path: &Path) -> PathBuf {
    file.parent()
        .map_or_else(|| path.to_path_buf(), |folder| folder.join(path))
}

/// The value of a rule option as `--set` would write it.
///
/// # Errors
/// What would be accepted, if it is a table or a date.
pub fn option_value(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(flag) => Ok(if *flag { "on" } else { "off" }.to_string()),
        Value::Array(values) => {
            let parts: Result<Vec<String>, String> = values.iter().map(option_value).collect();
            Ok(parts?.join(","))
        }
        Value::Datetime(_) | Value::Table(_) => {
            Err("expected a text, a number, true, false or a list of these".to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    fn problem(text: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = write(folder.path(), "my.toml", text);
        let told = read_file(&path).unwrap_err().to_string();
        let folder = format!("{}/", folder.path().display());
        told.replace(&folder, "")
    }

    #[test]
    fn the_smallest_file_has_defaults() {
        let folder = tempfile::tempdir().unwrap();
        let path = write(
            folder.path(),
            "my.toml",
            "kind = \"simulate\"\ngame = \"maracaibo\"\nbots = [\"random\", \"mine.toml\"]\n",
        );
        let wish = read_file(&path).unwrap();
        assert_eq!(wish.length, Length::Games(DEFAULT_GAMES));
        assert_eq!((wish.seed, wish.events), (DEFAULT_SEED, EventLevel::All));
        assert_eq!(wish.bots[0], "random");
        assert_eq!(Path::new(&wish.bots[1]), folder.path().join("mine.toml"));
        assert!(wish.set.is_empty() && wish.data.is_none() && wish.players.is_none());
    }

    #[test]
    fn option_values_are_what_set_would_take() {
        let folder = tempfile::tempdir().unwrap();
        let text = "kind = \"simulate\"\ngame = \"maracaibo\"\nbots = [\"random\"]\n[set]\n\
                    legacy = [\"L1\", \"L4\"]\nscenario = 75\nextra_main_u1 = true\n\
                    assistant_vp_round4 = false\nshare = 0.5\n";
        let wish = read_file(&write(folder.path(), "my.toml", text)).unwrap();
        let set: Vec<(&str, &str)> = wish
            .set
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        assert_eq!(
            set,
            [
                ("assistant_vp_round4", "off"),
                ("extra_main_u1", "on"),
                ("legacy", "L1,L4"),
                ("scenario", "75"),
                ("share", "0.5"),
            ]
        );
    }

    #[test]
    fn mistakes_are_told_with_file_line_and_suggestion() {
        let told = problem("kind = \"simulate\"\nplayer = 3\n");
        assert!(
            told.starts_with("my.toml, line 2: unknown field `player`"),
            "{told}"
        );
        assert!(told.contains("did you mean \"players\"?"), "{told}");
        let told = problem("kind = \"simulat\"\n");
        assert!(told.starts_with("my.toml, line 1: "), "{told}");
        assert!(told.contains("did you mean \"simulate\"?"), "{told}");
        let told = problem("kind = \"simulate\"\n\nbots = \"random\"\n");
        assert!(told.starts_with("my.toml, line 3: invalid type"), "{told}");
        let told = problem("kind = \"simulate\"\ncompress = \"gzip\"\n");
        assert!(told.starts_with("my.toml, line 2: invalid type"), "{told}");
        let told = problem("kind = \"simulate\"\ngames = -4\n");
        assert!(told.starts_with("my.toml, line 2: "), "{told}");
        let told = problem("game = \"maracaibo\"\nbots = []\n");
        assert_eq!(
            told,
            "my.toml: key \"kind\" is missing; expected kind = \"simulate\""
        );
        let told = problem("games = 4\nblocks = 5\n");
        assert!(told.starts_with("my.toml, line 2: blocks: "), "{told}");
        let told = problem("[set]\nwhen = 2020-01-01\n");
        assert!(told.starts_with("my.toml, line 2: set.when: "), "{told}");
    }

    #[test]
    fn a_file_changes_what_it_inherits_key_by_key() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("base")).unwrap();
        write(
            folder.path(),
            "base/base.toml",
            "kind = \"simulate\"\ngame = \"maracaibo\"\nbots = [\"a.toml\", \"random\"]\n\
             games = 10\nseed = 3\ncompress = true\ndata = \"cards\"\n[set]\nlegacy = \"L1\"\nscenario = 76\n",
        );
        let child = "inherits = \"base/base.toml\"\nblocks = 7\n[set]\nlegacy = \"none\"\n";
        let wish = read_file(&write(folder.path(), "child.toml", child)).unwrap();
        let base = folder.path().join("base");
        assert_eq!(wish.data, Some(base.join("cards")));
        assert_eq!(Path::new(&wish.bots[0]), base.join("a.toml"));
        assert_eq!((wish.length, wish.seed), (Length::Blocks(7), 3));
        assert_eq!(wish.set["legacy"], "none");
        assert_eq!(wish.set["scenario"], "76");
        assert!(wish.places["set.legacy"].contains("child.toml, line 4"));
        assert!(wish.places["set.scenario"].contains("base.toml, line 10"));
        assert!(wish.compress);
        let plain = format!("compress = false\n{child}");
        let wish = read_file(&write(folder.path(), "plain.toml", &plain)).unwrap();
        assert!(!wish.compress);
    }

    #[test]
    fn inheritance_must_lead_somewhere() {
        let told = problem("inherits = \"my.toml\"\n");
        assert!(
            told.contains("line 1: key \"inherits\" leads in a circle"),
            "{told}"
        );
        let told = problem("\ninherits = \"nowhere.toml\"\n");
        assert!(
            told.starts_with("my.toml, line 2: no such file: "),
            "{told}"
        );
    }
}
