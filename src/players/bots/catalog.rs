//! Lookup of bots by name.
//!
//! A name `n` in a game `g` is resolved in this order: the built-in `random`; the file `g/n.toml`, `g-n.toml` or
//! `n.toml` in `./bots/`; the same files in the folder of bots that ships with the program; and for `greedy` in a game
//! without such a file, a bot that weighs only the score. The bot `n` of game `g` is available in every game as `g-n`.
//! A path that ends in `.toml` is used as a file name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::error::BotError;
use super::file::BotFile;
use super::spec::{BotKind, BotSpec};
use crate::controls::is_obeyed;
use crate::registry::games;
use crate::setting_tree::SettingError;
use crate::suggestion::did_you_mean;
use crate::{files, shipped};

/// Folder for bots, relative to the working directory.
pub const FOLDER: &str = "bots";

/// Name for a human player. No bot can have this name.
pub const HUMAN: &str = "human";

/// Maximum length of a chain of `inherits` keys.
const MOST_ANCESTORS: usize = 16;

/// Returns the bot with this name or path for a game.
///
/// # Errors
/// [`BotError`] if there is no such bot, if it plays another game, or if its file is invalid.
pub fn find(name: &str, game: &str) -> Result<BotSpec, BotError> {
    if name == HUMAN {
        return Err(BotError::Human {
            game: game.to_string(),
            known: names(Some(game)).join(", "),
        });
    }
    of_game(look_up(name, game, None, &mut Vec::new())?, game)
}

/// Returns the bot with this name or path for a game, and the file that it was read from. A built-in bot has no file.
///
/// # Errors
/// Same as [`find`].
pub fn find_with_file(name: &str, game: &str) -> Result<(BotSpec, Option<PathBuf>), BotError> {
    let mut read = Vec::new();
    let bot = of_game(look_up(name, game, None, &mut read)?, game)?;
    Ok((bot, read.into_iter().next()))
}

/// Returns the bot if it plays the game, and an error otherwise.
fn of_game(spec: BotSpec, game: &str) -> Result<BotSpec, BotError> {
    match &spec.game {
        Some(plays) if plays != game => {
            let problem = BotError::OtherGame {
                name: spec.name.clone(),
                plays: plays.clone(),
                game: game.to_string(),
                known: names(Some(game)).join(", "),
            };
            Err(problem.at(spec.origin.near("game")))
        }
        _ => Ok(spec),
    }
}

/// Parses the text of a bot file as if the file were in the working directory.
///
/// # Errors
/// Same as [`find`].
pub fn of_text(name: &str, text: &str, game: &str) -> Result<BotSpec, BotError> {
    let spec = resolve(name, Path::new(name), text, game, &mut Vec::new())?;
    of_game(spec, game)
}

/// Returns the files that define a bot: its own file and those that it inherits from, without files that ship with the
/// program.
///
/// # Errors
/// Same as [`find`].
pub fn files(name: &str, game: &str) -> Result<Vec<PathBuf>, BotError> {
    let mut read = Vec::new();
    look_up(name, game, None, &mut read)?;
    read.retain(|path| !shipped::holds(path));
    Ok(read)
}

/// Returns all bots that can be found by name, for one game or for all games.
pub fn all(game: Option<&str>) -> Vec<Result<BotSpec, BotError>> {
    let games: Vec<&str> = match game {
        Some(game) => vec![game],
        None => games().iter().map(|entry| entry.name).collect(),
    };
    let mut found = Vec::new();
    for (index, game) in games.iter().enumerate() {
        for name in names(Some(game)) {
            match find(&name, game) {
                // A bot for every game is listed once.
                Ok(spec) if spec.game.is_none() && index > 0 => {}
                Err(error) if matches!(error.problem(), BotError::OtherGame { .. }) => {}
                other => found.push(other),
            }
        }
    }
    found
}

/// Returns the sorted names of the bots for a game, or for all games. Names that every game has come first.
pub fn names(game: Option<&str>) -> Vec<String> {
    let mut names = BTreeSet::new();
    for path in shipped::named_files(FOLDER, games().iter().map(|entry| entry.name)) {
        let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) else {
            continue;
        };
        let plays = plays(&path);
        if let (Some(plays), Some(game)) = (&plays, game)
            && plays != game
        {
            continue;
        }
        let prefix = plays.map_or(String::new(), |plays| format!("{plays}-"));
        names.insert(stem.strip_prefix(&prefix).unwrap_or(stem).to_string());
    }
    let first = ["random", "greedy"];
    names.retain(|name| !first.contains(&name.as_str()));
    first.map(str::to_string).into_iter().chain(names).collect()
}

/// Returns the game that a bot file names, or the game whose folder contains the file.
fn plays(path: &Path) -> Option<String> {
    let text = files::read_text(path).ok();
    let file = text.and_then(|text| BotFile::parse("", &text).ok());
    let named = file.and_then(|file| file.game);
    named.or_else(|| {
        let folder = path.parent()?.file_name()?;
        let of_game = games().iter().find(|entry| *folder == *entry.name)?;
        Some(of_game.name.to_string())
    })
}

/// Returns the paths in a folder that may contain the bot with this name.
fn places(folder: &Path, name: &str, game: &str) -> Vec<PathBuf> {
    let own = [
        format!("{game}/{name}"),
        format!("{game}-{name}"),
        name.to_string(),
    ];
    let of_game = games().iter().filter_map(|entry| {
        let rest = name.strip_prefix(entry.name)?.strip_prefix('-')?;
        Some(format!("{}/{rest}", entry.name))
    });
    let stems = own.into_iter().chain(of_game);
    stems
        .map(|stem| folder.join(format!("{stem}.toml")))
        .collect()
}

/// Returns the file for this name if exactly one game has a bot with this name.
fn elsewhere(folders: &[&Path], name: &str) -> Option<PathBuf> {
    let mut found = games().iter().filter_map(|entry| {
        let inside = format!("{}/{name}.toml", entry.name);
        let mut paths = folders.iter().map(|folder| folder.join(&inside));
        paths.find(|path| files::is_file(path))
    });
    found.next().filter(|_| found.next().is_none())
}

/// Resolves a name. Appends the file of the bot, and then the files from which it inherits, to `read`.
fn look_up(
    name: &str,
    game: &str,
    beside: Option<&Path>,
    read: &mut Vec<PathBuf>,
) -> Result<BotSpec, BotError> {
    if name == "random" {
        return Ok(BotSpec::random());
    }
    if name.ends_with(".toml") {
        let path = beside.map_or_else(
            || PathBuf::from(name),
            |folder| files::beside(folder, Path::new(name)),
        );
        return read_file(&path, None, game, read);
    }
    let shipped = Path::new(shipped::ROOT).join(FOLDER);
    let everywhere = [Path::new(FOLDER), &shipped];
    let is_name = !name.contains(['/', '\\']);
    // Bots in the working directory override shipped bots, even for shipped bots that inherit from them.
    let beside = beside.filter(|folder| !shipped::holds(folder));
    let mut paths = beside
        .into_iter()
        .chain(everywhere)
        .flat_map(|folder| places(folder, name, game));
    if let Some(path) = paths.find(|path| is_name && files::is_file(path)) {
        return read_file(&path, Some(name), game, read);
    }
    if name == "greedy" {
        return Ok(BotSpec {
            name: name.to_string(),
            kind: BotKind::Greedy,
            about: "greedy, one step ahead, by score only".to_string(),
            weights: BTreeMap::from([("score".to_string(), 1.0)]),
            ..BotSpec::random()
        });
    }
    if let Some(path) = elsewhere(&everywhere, name).filter(|_| is_name) {
        return read_file(&path, Some(name), game, read);
    }
    let known = names(Some(game));
    Err(BotError::Unknown {
        name: name.to_string(),
        suggestion: did_you_mean(name, known.iter().map(String::as_str)),
        game: game.to_string(),
        known: known.join(", "),
    })
}

fn read_file(
    path: &Path,
    name: Option<&str>,
    game: &str,
    read: &mut Vec<PathBuf>,
) -> Result<BotSpec, BotError> {
    let unreadable = |reason: String| BotError::Unreadable {
        path: path.to_path_buf(),
        reason,
    };
    let text = files::read_text(path).map_err(|error| unreadable(error.to_string()))?;
    let stem = path
        .file_stem()
        .and_then(|stem| stem.to_str())
        .ok_or_else(|| unreadable("its name is not valid UTF-8".to_string()))?;
    check_name(name.unwrap_or(stem), path)?;
    read.push(path.to_path_buf());
    resolve(name.unwrap_or(stem), path, &text, game, read)
}

/// Rejects names that are unsafe in spreadsheets or on terminals.
fn check_name(name: &str, path: &Path) -> Result<(), BotError> {
    let unfit = match name.chars().find(|letter| is_obeyed(*letter)) {
        Some(letter) => Some((letter, "which terminals and pages interpret")),
        None => (name.chars().next())
            .filter(|first| "=+-@".contains(*first))
            .map(|first| (first, "which spreadsheets treat as the start of a formula")),
    };
    let Some((letter, why)) = unfit else {
        return Ok(());
    };
    Err(BotError::Invalid(SettingError {
        place: format!("{}: ", path.display()),
        problem: format!(
            "the name of the bot has {letter:?}, {why}; expected a name without control characters that does not begin with =, +, - or @"
        ),
    }))
}

fn resolve(
    name: &str,
    path: &Path,
    text: &str,
    game: &str,
    read: &mut Vec<PathBuf>,
) -> Result<BotSpec, BotError> {
    let file = path.display().to_string();
    let folder = path.parent().unwrap_or(Path::new(""));
    let bot = BotFile::parse(&file, text)?;
    let parent = match &bot.inherits {
        None => None,
        Some(inherits) => {
            let at = bot.places.at(&["inherits"]);
            let invalid = |problem: String| at(format!("key \"inherits\"{problem}")).into();
            if read.len() > MOST_ANCESTORS {
                return Err(invalid(format!(
                    " {}",
                    files::endless(read, MOST_ANCESTORS)
                )));
            }
            let parent = look_up(inherits, game, Some(folder), read);
            Some(parent.map_err(|error| match error {
                BotError::Unknown { .. } | BotError::Unreadable { .. } => {
                    invalid(format!(": {error}"))
                }
                other => other,
            })?)
        }
    };
    let places = bot.places.clone();
    let mut spec = bot.resolve(name, folder, parent)?;
    // Files that ship with the program are valid, so their errors need no places.
    if !shipped::holds(path) {
        spec.origin.add(&places);
    }
    Ok(spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_bot_name_gets_a_suggestion() {
        let error = find("radnom", "maracaibo").unwrap_err().to_string();
        assert!(error.contains("did you mean \"random\"?"), "{error}");
        assert!(!error.contains('\n'));
    }

    #[test]
    fn bot_file_inherits_from_its_folder_but_not_circularly() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path.display().to_string()
        };
        write("base.toml", "kind = \"greedy\"\n[weights]\nscore = 1\n");
        let child = write("child.toml", "inherits = \"base\"\nabout = \"x\"\n");
        let spec = find(&child, "maracaibo").unwrap();
        assert_eq!((spec.name.as_str(), spec.weights["score"]), ("child", 1.0));
        let circle = write("circle.toml", "inherits = \"circle\"\n");
        let error = find(&circle, "maracaibo").unwrap_err().to_string();
        assert!(
            error.contains("line 1: key \"inherits\" forms a cycle"),
            "{error}"
        );
    }

    #[test]
    fn bot_for_another_game_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("chess.toml");
        std::fs::write(&path, "kind = \"random\"\ngame = \"chess\"\n").unwrap();
        let error = find(&path.display().to_string(), "maracaibo").unwrap_err();
        assert!(
            error.to_string().contains("plays chess, not maracaibo"),
            "{error}"
        );
    }
}
