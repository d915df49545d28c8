//! Reads experiment files.
//!
//! An experiment file is TOML; `docs/reference/keys.md` describes all keys. A file can inherit from another
//! file, which it names as on the command line. Each key in the file replaces the inherited value, except that
//! `[set]` is merged option by option. Relative paths are relative to the folder of the file that contains
//! them.

use std::path::{Path, PathBuf};

use super::sweep;
use crate::experiment::catalog::file_of;
use crate::files;
use crate::setting_keys::KeyTable;
use crate::setting_tree::{SettingError, Tree, beside};
use crate::settings::file_kind::{self, FileKind};
use crate::settings::{Change, Settings};

/// Maximum length of a chain of inherited files.
const MOST_ANCESTORS: usize = 16;

/// Reads an experiment file and its ancestors.
///
/// # Errors
/// [`SettingError`] with the file, the line and, for a misspelt key, the closest valid key.
pub fn read_file(path: &Path) -> Result<Settings, SettingError> {
    settings(read_tree(path)?)
}

/// Reads an experiment file and its ancestors as a tree of values.
///
/// # Errors
/// [`SettingError`] if a file cannot be read or is not valid TOML.
pub fn read_tree(path: &Path) -> Result<Tree, SettingError> {
    read(path, &mut Vec::new())
}

/// Replaces values with those of `above`. Rule options are merged one by one.
pub fn lay(below: &mut Tree, above: Tree) {
    let groups: [&[&str]; 2] = [&["games", "blocks"], &["sweep", "cell"]];
    below.lay(above, &["set", "settings"], &groups);
}

/// Converts a tree of values to the settings of an experiment.
///
/// # Errors
/// [`SettingError`] with the file, the line and, for a misspelt key, the closest valid key.
pub fn settings(tree: Tree) -> Result<Settings, SettingError> {
    let mut settings: Settings = file_kind::settings(&tree, FileKind::Experiment)?;
    let places = &tree.places;
    let wrong = |key: &str, problem: &str| Err(places.at(&[key])(format!("{key}: {problem}")));
    if settings.games.is_some() && settings.blocks.is_some() {
        return wrong("blocks", "\"games\" is also set; expected only one of them");
    }
    if let Some(problem) = settings.change.as_ref().and_then(Change::problem) {
        return wrong("change", &problem);
    }
    if let Some(problem) = settings.audit.as_ref().and_then(|audit| audit.problem()) {
        return wrong("audit", &problem);
    }
    for (index, cell) in settings.cell.iter_mut().enumerate() {
        cell.places = places.under(&format!("cell.{index}"));
        if cell.name.is_empty() {
            cell.name = format!("cell {}", index + 1);
        }
    }
    if let Some(sweep) = &settings.sweep {
        if !settings.cell.is_empty() {
            return wrong(
                "sweep",
                "[sweep] and [[cell]] are both set; expected only one of them",
            );
        }
        settings.cell = sweep::cells(sweep, places)?;
    }
    tree.need("kind", "kind = \"simulate\"")?;
    tree.need("game", "game = \"maracaibo\"")?;
    if settings.cell.is_empty() || settings.cell.iter().any(|cell| cell.bots.is_none()) {
        tree.need("bots", "bots = [\"greedy\", \"random\"]")?;
    }
    (settings.places, settings.files) = (tree.places, tree.files);
    Ok(settings)
}

/// Reads a file and its ancestors. `heirs` contains the files that inherit from it, the outermost first.
fn read(path: &Path, heirs: &mut Vec<PathBuf>) -> Result<Tree, SettingError> {
    heirs.push(path.to_path_buf());
    let tree = Tree::read(FileKind::Experiment.name(), path)?;
    let is_known = |name: &String| Settings::KEYS.iter().any(|key| key.name == name);
    let is_experiment = tree.table.keys().all(is_known)
        && file_kind::other_kind(&tree.table, FileKind::Experiment).is_none();
    // Other files are rejected before their ancestors are read.
    let named = tree.text("inherits").filter(|_| is_experiment);
    let Some(named) = named else {
        return Ok(tree);
    };
    let at = tree.places.at(&["inherits"]);
    if heirs.len() > MOST_ANCESTORS {
        let endless = files::endless(heirs, MOST_ANCESTORS);
        return Err(at(format!("key \"inherits\" {endless}")));
    }
    let parent = file_of(named, beside(path, Path::new(named)))
        .map_err(|problem| at(format!("key \"inherits\": {problem}")))?;
    if !files::is_file(&parent) && !parent.exists() {
        return Err(at(format!("no such file: {}", parent.display())));
    }
    let mut whole = read(&parent, heirs)?;
    lay(&mut whole, tree);
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::catalog::ExperimentFile;
    use crate::settings::EventLevel;
    use portolan_core::retired::{RETIRED, Retired};

    fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    fn problem(text: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = write(folder.path(), "my.toml", text);
        let message = read_file(&path).unwrap_err().to_string();
        let folder = format!("{}/", folder.path().display());
        message.replace(&folder, "")
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
        assert_eq!((spec.games, spec.blocks), (None, None));
        assert_eq!((spec.seed, spec.events), (1, EventLevel::All));
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
        let message = problem("kind = \"simulate\"\nplayer = 3\n");
        assert!(
            message.starts_with("my.toml, line 2: unknown field `player`"),
            "{message}"
        );
        assert!(message.contains("did you mean \"players\"?"), "{message}");
        let message = problem("kind = \"simulat\"\n");
        assert!(message.starts_with("my.toml, line 1: "), "{message}");
        assert!(message.contains("did you mean \"simulate\"?"), "{message}");
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
        let message = problem("kind = \"simulate\"\n\nbots = \"random\"\n");
        assert!(
            message.starts_with("my.toml, line 3: found the text \"random\", expected a list"),
            "{message}"
        );
        let message = problem("kind = \"simulate\"\ncompress = \"gzip\"\n");
        assert!(
            message.starts_with("my.toml, line 2: found the text \"gzip\", expected true or false"),
            "{message}"
        );
        let message = problem("kind = \"simulate\"\ngames = -4\n");
        assert!(message.starts_with("my.toml, line 2: "), "{message}");
        let message = problem("game = \"maracaibo\"\nbots = []\n");
        assert_eq!(
            message,
            "my.toml: key \"kind\" is missing; expected kind = \"simulate\""
        );
        let message = problem("games = 4\nblocks = 5\n");
        assert!(
            message.starts_with("my.toml, line 2: blocks: "),
            "{message}"
        );
        let message = problem("[set]\nwhen = 2020-01-01\n");
        assert!(
            message.starts_with("my.toml, line 2: set.when: "),
            "{message}"
        );
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
        assert_eq!((spec.games, spec.blocks, spec.seed), (None, Some(7), 3));
        assert_eq!(spec.set["legacy"], "none");
        assert_eq!(spec.set["scenario"], "76");
        assert!(
            spec.places
                .get("set.legacy")
                .unwrap()
                .to_string()
                .ends_with("child.toml, line 4: ")
        );
        assert!(
            spec.places
                .get("set.scenario")
                .unwrap()
                .to_string()
                .ends_with("base.toml, line 10: ")
        );
        assert!(spec.compress);
        let plain = format!("compress = false\n{child}");
        let spec = read_file(&write(folder.path(), "plain.toml", &plain)).unwrap();
        assert!(!spec.compress);
    }

    #[test]
    fn invalid_inheritance_is_rejected() {
        crate::registered::register();
        let message = problem("inherits = \"my.toml\"\n");
        assert!(
            message.contains("line 1: key \"inherits\" forms a cycle"),
            "{message}"
        );
        let message = problem("\ninherits = \"nowhere.toml\"\n");
        assert!(
            message.starts_with("my.toml, line 2: no such file: "),
            "{message}"
        );
        let message = problem("\ninherits = \"cards-quik\"\n");
        assert!(
            message.starts_with(
                "my.toml, line 2: key \"inherits\": no file or experiment has this name"
            ),
            "{message}"
        );
        assert!(
            message.contains("did you mean \"cards-quick\"?"),
            "{message}"
        );
        let message = problem("inherits = \"factorial\"\n");
        assert!(message.contains("ambiguous: factorial-boards"), "{message}");
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
            (spec.kind, &spec.bots, spec.games),
            (shipped.kind, &shipped.bots, shipped.games)
        );
        assert_eq!(spec.files[1..], shipped.files);
        // A file in the folder of the heir takes precedence.
        let own = "kind = \"simulate\"\ngame = \"cartagena\"\nbots = [\"random\", \"random\"]\n";
        write(folder.path(), "cards-quick", own);
        assert_eq!(read_file(&heir).unwrap().game, "cartagena");
    }
}
