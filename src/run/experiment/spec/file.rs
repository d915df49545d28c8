//! Reads experiment files.
//!
//! An experiment file is TOML; `docs/reference/keys.md` describes all keys. A file can inherit from another
//! file, which it names as on the command line. Each key in the file replaces the inherited value, except that
//! `[set]` is merged option by option. Relative paths are relative to the folder of the file that contains
//! them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::keys::explained;
use super::overrides::Layer;
use super::unresolved::{Length, Spec, SpecAudit, SpecCell, SpecChange, SpecError};
use crate::bots::file::place;
use crate::experiment::catalog::{UnknownExperiment, file_of};
use crate::files;
use crate::seed::Seed;
use crate::settings::audit::{DEFAULT_POINTS, FileAuditChange};
use crate::settings::file::{FileCell, beside, option_value};
use crate::settings::file_kind::{FileKind, other_kind};
use crate::settings::{FileKeys, Keys, Kind};
use crate::toml_text::Lines;

/// Maximum length of a chain of inherited files.
const MOST_ANCESTORS: usize = 16;

/// Default number of games.
pub const DEFAULT_GAMES: u64 = 1000;

/// Default number of games after which a duel without a verdict ends.
pub const DEFAULT_DUEL: u64 = 100_000;

/// Default master seed.
pub const DEFAULT_SEED: u64 = 1;

/// Merged contents of a file and its ancestors.
#[derive(Default)]
struct Read {
    kind: Option<Kind>,
    game: Option<String>,
    players: Option<usize>,
    bots: Option<Vec<String>>,
    length: Option<Length>,
    seed: Option<Seed>,
    data: Option<PathBuf>,
    set: BTreeMap<String, String>,
    challenger: Option<String>,
    opponent: Option<String>,
    variance: Option<String>,
    settings: BTreeMap<String, Vec<String>>,
    change: Option<SpecChange>,
    audit: Option<SpecAudit>,
    keys: Keys,
    cells: Vec<SpecCell>,
    places: BTreeMap<String, String>,
}

/// Reads an experiment file and its ancestors.
///
/// # Errors
/// [`SpecError`] with file and line, and with the closest valid key for a misspelt key.
pub fn read_file(path: &Path) -> Result<Spec, SpecError> {
    let read = read(path, &mut Vec::new())?;
    let missing = |key: &str, example: &str| SpecError {
        place: format!("{}: ", path.display()),
        problem: format!("key \"{key}\" is missing; expected {example}"),
    };
    Ok(Spec {
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
        seed: read.seed.map_or(DEFAULT_SEED, Seed::get),
        data: read.data,
        set: read.set,
        challenger: read.challenger,
        opponent: read.opponent,
        variance: read.variance,
        settings: read.settings,
        change: read.change,
        audit: read.audit,
        keys: read.keys,
        cells: read.cells,
        places: read.places,
    })
}

/// Returns the paths of an experiment file and its ancestors, in this order.
///
/// # Errors
/// [`SpecError`] if a file cannot be read. This cannot happen after a successful [`read_file`].
pub fn ancestry(path: &Path) -> Result<Vec<PathBuf>, SpecError> {
    #[derive(Deserialize)]
    struct Heir {
        inherits: Option<String>,
    }
    let mut found = vec![path.to_path_buf()];
    while found.len() <= MOST_ANCESTORS + 1 {
        let path = &found[found.len() - 1];
        let unreadable =
            |error: String| SpecError::new(format!("experiment file {}: {error}", path.display()));
        let text = files::read_text(path).map_err(|error| unreadable(error.to_string()))?;
        let heir: Heir = toml::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
        match heir.inherits {
            Some(named) => {
                let parent = parent(path, &named);
                found.push(parent.map_err(|error| unreadable(error.to_string()))?);
            }
            None => break,
        }
    }
    Ok(found)
}

/// Returns the path of the file with the name `named` from which `heir` inherits.
fn parent(heir: &Path, named: &str) -> Result<PathBuf, UnknownExperiment> {
    file_of(named, beside(heir, Path::new(named)))
}

/// Reads a file and its ancestors. `heirs` contains the files that inherit from it, the outermost first.
fn read(path: &Path, heirs: &mut Vec<PathBuf>) -> Result<Read, SpecError> {
    heirs.push(path.to_path_buf());
    let file = path.display().to_string();
    let text = files::read_text(path)
        .map_err(|error| SpecError::new(format!("experiment file {file}: {error}")))?;
    let mut raw: FileKeys = toml::from_str(&text).map_err(|error| SpecError {
        place: format!("{file}{}: ", place(&text, error.span())),
        problem: other_kind(&text, FileKind::Experiment)
            .unwrap_or_else(|| explained(error.message())),
    })?;
    let mut read = match &raw.inherits {
        None => Read::default(),
        Some(named) => {
            let wrong = |problem: String| SpecError {
                place: format!("{file}{}: ", place(&text, Some(named.span()))),
                problem,
            };
            if heirs.len() > MOST_ANCESTORS {
                let endless = files::endless(heirs, MOST_ANCESTORS);
                return Err(wrong(format!("key \"inherits\" {endless}")));
            }
            let parent = parent(path, named.get_ref())
                .map_err(|problem| wrong(format!("key \"inherits\": {problem}")))?;
            if !files::is_file(&parent) && !parent.exists() {
                return Err(wrong(format!("no such file: {}", parent.display())));
            }
            self::read(&parent, heirs)?
        }
    };
    let mut layer = Layer {
        path,
        lines: Lines::of(&text),
        places: &mut read.places,
    };
    let (keys, places) = raw.take();
    for (key, span) in places {
        let place = layer.place_of(span);
        layer.places.insert(key.to_string(), place);
    }
    read.keys.lay(keys);
    layer.lay("kind", raw.kind, &mut read.kind);
    layer.lay("game", raw.game, &mut read.game);
    layer.lay("players", raw.players, &mut read.players);
    if let Some(bots) = raw.bots {
        let (names, places) = layer.bots(bots);
        layer.places.extend(places);
        read.bots = Some(names);
    }
    match (
        layer.take("games", raw.games),
        layer.take("blocks", raw.blocks),
    ) {
        (Some(_), Some(_)) => {
            return Err(layer.wrong("blocks", "\"games\" is also set; expected only one of them"));
        }
        (Some(games), None) => read.length = Some(Length::Games(games)),
        (None, Some(blocks)) => read.length = Some(Length::Blocks(blocks)),
        (None, None) => {}
    }
    layer.lay("seed", raw.seed, &mut read.seed);
    if let Some(data) = layer.take("data", raw.data) {
        read.data = Some(beside(path, &data));
    }
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
    if let Some(variance) = layer.take("variance", raw.variance) {
        read.variance = Some(layer.bot(variance));
    }
    for (option, values) in raw.settings {
        let key = format!("settings.{option}");
        let values = layer.take(&key, Some(values)).unwrap_or_default();
        let values: Result<Vec<String>, String> = values.iter().map(option_value).collect();
        let values = values.map_err(|problem| layer.wrong(&key, &problem))?;
        read.settings.insert(option, values);
    }
    if let Some(change) = layer.take("change", raw.change) {
        let mut own = SpecChange {
            data: change.data.map(|data| beside(path, data.get_ref())),
            ..SpecChange::default()
        };
        for (option, value) in change.set {
            let key = format!("change.set.{option}");
            let value = layer.take(&key, Some(value));
            let value = value.as_ref().map(option_value).transpose();
            let value = value.map_err(|problem| layer.wrong(&key, &problem))?;
            own.set.extend(value.map(|value| (option, value)));
        }
        own.interest.points = change.points.unwrap_or(own.interest.points);
        own.interest.wins = change.wins.unwrap_or(own.interest.wins);
        own.interest.fixed = change.fixed.unwrap_or_default();
        if let Some(problem) = own.interest.problem() {
            return Err(layer.wrong("change", &problem));
        }
        read.change = Some(own);
    }
    if let Some(audit) = layer.take("audit", raw.audit) {
        let points = audit.points.unwrap_or(DEFAULT_POINTS);
        if !(points > 0.0 && points <= 1000.0) {
            let problem = format!("points = {points}; expected a number above 0 up to 1000");
            return Err(layer.wrong("audit", &problem));
        }
        let cell = |change: FileAuditChange| FileCell {
            name: Some(change.name),
            bots: None,
            data: change.data,
            set: change.set,
            parameters: BTreeMap::new(),
        };
        let changes = layer.list(audit.change.into_iter().map(cell).collect())?;
        read.audit = Some(SpecAudit { points, changes });
    }
    if raw.sweep.is_some() && !raw.cell.is_empty() {
        return Err(layer.wrong(
            "sweep",
            "[sweep] and [[cell]] are both set; expected only one of \
                                         them",
        ));
    }
    if let Some(sweep) = raw.sweep {
        read.cells = layer.grid(sweep)?;
    }
    if !raw.cell.is_empty() {
        read.cells = layer.list(raw.cell)?;
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::catalog::ExperimentFile;
    use crate::retired::{RETIRED, Retired};
    use crate::settings::EventLevel;

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
    fn minimal_experiment_file_has_defaults() {
        let folder = tempfile::tempdir().unwrap();
        let path = write(
            folder.path(),
            "my.toml",
            "kind = \"simulate\"\ngame = \"maracaibo\"\nbots = [\"random\", \"mine.toml\"]\n",
        );
        let spec = read_file(&path).unwrap();
        assert_eq!(spec.length, Length::Games(DEFAULT_GAMES));
        assert_eq!((spec.seed, spec.events()), (DEFAULT_SEED, EventLevel::All));
        assert_eq!(spec.bots[0], "random");
        assert_eq!(Path::new(&spec.bots[1]), folder.path().join("mine.toml"));
        assert!(spec.set.is_empty() && spec.data.is_none() && spec.players.is_none());
    }

    #[test]
    fn option_values_are_converted_to_set_syntax() {
        let folder = tempfile::tempdir().unwrap();
        let text = "kind = \"simulate\"\ngame = \"maracaibo\"\nbots = [\"random\"]\n[set]\n\
                    legacy = [\"L1\", \"L4\"]\nscenario = 75\nextra_main_u1 = true\n\
                    assistant_vp_round4 = false\nshare = 0.5\n";
        let spec = read_file(&write(folder.path(), "my.toml", text)).unwrap();
        let set: Vec<(&str, &str)> = spec
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
    fn file_errors_have_line_and_suggestion() {
        let told = problem("kind = \"simulate\"\nplayer = 3\n");
        assert!(
            told.starts_with("my.toml, line 2: unknown field `player`"),
            "{told}"
        );
        assert!(told.contains("did you mean \"players\"?"), "{told}");
        let told = problem("kind = \"simulat\"\n");
        assert!(told.starts_with("my.toml, line 1: "), "{told}");
        assert!(told.contains("did you mean \"simulate\"?"), "{told}");
        for &Retired {
            group,
            word,
            instead,
        } in RETIRED
        {
            let (line, problem_of) = match group {
                "kind" => (format!("kind = \"{word}\"\n"), "unknown kind"),
                "key" => (format!("[{word}]\n"), "unknown key"),
                _ => continue,
            };
            assert_eq!(
                problem(&line),
                format!("my.toml, line 1: {problem_of} \"{word}\"; {instead}")
            );
        }
        let told = problem("kind = \"simulate\"\n\nbots = \"random\"\n");
        assert!(
            told.starts_with("my.toml, line 3: found the text \"random\", expected a list"),
            "{told}"
        );
        let told = problem("kind = \"simulate\"\ncompress = \"gzip\"\n");
        assert!(
            told.starts_with("my.toml, line 2: found the text \"gzip\", expected true or false"),
            "{told}"
        );
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
    fn inherited_keys_are_overridden_individually() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("base")).unwrap();
        write(
            folder.path(),
            "base/base.toml",
            "kind = \"simulate\"\ngame = \"maracaibo\"\nbots = [\"a.toml\", \"random\"]\n\
             games = 10\nseed = 3\ncompress = true\ndata = \"cards\"\n[set]\nlegacy = \"L1\"\nscenario = 76\n",
        );
        let child = "inherits = \"base/base.toml\"\nblocks = 7\n[set]\nlegacy = \"none\"\n";
        let spec = read_file(&write(folder.path(), "child.toml", child)).unwrap();
        let base = folder.path().join("base");
        assert_eq!(spec.data, Some(base.join("cards")));
        assert_eq!(Path::new(&spec.bots[0]), base.join("a.toml"));
        assert_eq!((spec.length, spec.seed), (Length::Blocks(7), 3));
        assert_eq!(spec.set["legacy"], "none");
        assert_eq!(spec.set["scenario"], "76");
        assert!(spec.places["set.legacy"].contains("child.toml, line 4"));
        assert!(spec.places["set.scenario"].contains("base.toml, line 10"));
        assert!(spec.keys.plain().compress);
        let plain = format!("compress = false\n{child}");
        let spec = read_file(&write(folder.path(), "plain.toml", &plain)).unwrap();
        assert!(!spec.keys.plain().compress);
    }

    #[test]
    fn invalid_inheritance_is_rejected() {
        crate::registered::register();
        let told = problem("inherits = \"my.toml\"\n");
        assert!(
            told.contains("line 1: key \"inherits\" forms a cycle"),
            "{told}"
        );
        let told = problem("\ninherits = \"nowhere.toml\"\n");
        assert!(
            told.starts_with("my.toml, line 2: no such file: "),
            "{told}"
        );
        let told = problem("\ninherits = \"cards-quik\"\n");
        assert!(
            told.starts_with(
                "my.toml, line 2: key \"inherits\": no file or experiment has this name"
            ),
            "{told}"
        );
        assert!(told.contains("did you mean \"cards-quick\"?"), "{told}");
        let told = problem("inherits = \"factorial\"\n");
        assert!(told.contains("ambiguous: factorial-boards"), "{told}");
    }

    #[test]
    fn shipped_experiment_can_be_inherited_by_name() {
        crate::registered::register();
        let folder = tempfile::tempdir().unwrap();
        let heir = "inherits = \"cards-quick\"\nseed = 77\n";
        let heir = write(folder.path(), "mine.toml", heir);
        let of_name: ExperimentFile = "cards-quick".parse().unwrap();
        let (spec, shipped) = (read_file(&heir).unwrap(), read_file(&of_name.path).unwrap());
        assert_eq!(spec.seed, 77);
        assert_eq!(
            (spec.kind, &spec.bots, spec.length),
            (shipped.kind, &shipped.bots, shipped.length)
        );
        let above = ancestry(&of_name.path).unwrap();
        assert_eq!(ancestry(&heir).unwrap()[1..], above);
        // A file in the folder of the heir takes precedence.
        let own = "kind = \"simulate\"\ngame = \"cartagena\"\nbots = [\"random\", \"random\"]\n";
        write(folder.path(), "cards-quick", own);
        assert_eq!(read_file(&heir).unwrap().game, "cartagena");
    }
}
