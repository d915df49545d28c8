//! Which bots there are, and finding one by name.
//!
//! A name `n` in a game `g` is, in this order: the built-in `random`; the file `g-n.toml` or
//! `n.toml` in `./bots/`; the shipped file of one of these names; and for `greedy` in a game that
//! ships none, the score alone. A path that ends in `.toml` is that file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml::Spanned;

use super::error::BotError;
use super::file::{BotFile, place};
use super::shipped::SHIPPED;
use super::spec::{BotKind, BotSpec};
use crate::files;
use crate::suggestion::did_you_mean;

/// The folder of the working directory in which bots are looked for.
pub const FOLDER: &str = "bots";

/// The name under which a person plays, which no bot can have.
pub const HUMAN: &str = "human";

/// More levels of inheritance than this are taken for a circle.
const MOST_ANCESTORS: usize = 16;

/// The bot of that name (or path) for a game.
///
/// # Errors
/// [`BotError`]: no such bot, a bot for another game, or a file that does not read.
pub fn find(name: &str, game: &str) -> Result<BotSpec, BotError> {
    if name == HUMAN {
        return Err(BotError::Human {
            game: game.to_string(),
            known: names(Some(game)).join(", "),
        });
    }
    of_game(look_up(name, game, None, &mut Vec::new())?, game)
}

/// The bot, if it plays that game.
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

/// The bot of a file with this text, as if it lay in the working directory.
///
/// # Errors
/// As [`find`].
pub fn of_text(name: &str, text: &str, game: &str) -> Result<BotSpec, BotError> {
    let here = Some(Path::new(""));
    let spec = resolve(name, name, text, here, game, &mut Vec::new())?;
    of_game(spec, game)
}

/// The files that the bot of that name (or path) is read from: its own and those that it inherits from;
/// none for one that ships with the program.
///
/// # Errors
/// As [`find`].
pub fn files(name: &str, game: &str) -> Result<Vec<PathBuf>, BotError> {
    let mut read = Vec::new();
    look_up(name, game, None, &mut read)?;
    Ok(read.into_iter().flatten().collect())
}

/// All bots that can be reached by name: for one game, or for any.
pub fn all(game: Option<&str>) -> Vec<Result<BotSpec, BotError>> {
    let games: Vec<&str> = match game {
        Some(game) => vec![game],
        None => crate::games::GAMES.iter().map(|entry| entry.name).collect(),
    };
    let mut found = Vec::new();
    for (index, game) in games.iter().enumerate() {
        for name in names(Some(game)) {
            match find(&name, game) {
                // A bot of every game is listed once.
                Ok(spec) if spec.game.is_none() && index > 0 => {}
                Err(error) if matches!(error.problem(), BotError::OtherGame { .. }) => {}
                other => found.push(other),
            }
        }
    }
    found
}

/// Names of the bots of a game, or of all games.
pub fn names(game: Option<&str>) -> Vec<String> {
    let mut names = vec!["random".to_string(), "greedy".to_string()];
    let mut add = |stem: &str, plays: Option<String>| {
        if let (Some(plays), Some(game)) = (&plays, game)
            && plays != game
        {
            return;
        }
        let prefix = plays.map(|plays| format!("{plays}-"));
        let name = prefix
            .and_then(|prefix| stem.strip_prefix(&prefix).map(str::to_string))
            .unwrap_or_else(|| stem.to_string());
        if !names.contains(&name) {
            names.push(name);
        }
    };
    for (stem, text) in SHIPPED {
        add(stem, plays(text));
    }
    for (stem, path) in local_files() {
        add(
            &stem,
            files::read_regular(&path)
                .ok()
                .and_then(|text| plays(&text)),
        );
    }
    names
}

/// The game that a bot file names, as far as it reads.
fn plays(text: &str) -> Option<String> {
    BotFile::parse("", text)
        .ok()
        .and_then(|file| file.game)
        .map(Spanned::into_inner)
}

/// Stem and path of the files in `./bots/`, sorted.
fn local_files() -> BTreeMap<String, PathBuf> {
    let Ok(entries) = std::fs::read_dir(FOLDER) else {
        return BTreeMap::new();
    };
    entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .filter_map(|path| {
            let stem = path.file_stem()?.to_str()?.to_string();
            Some((stem, path))
        })
        .collect()
}

/// `read` notes the file of each bot on the way, beginning with the heir; none for one that ships.
fn look_up(
    name: &str,
    game: &str,
    beside: Option<&Path>,
    read: &mut Vec<Option<PathBuf>>,
) -> Result<BotSpec, BotError> {
    if name == "random" {
        return Ok(BotSpec::random());
    }
    if name.ends_with(".toml") {
        let path = beside.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
        return read_file(&path, None, game, read);
    }
    let stems = [format!("{game}-{name}"), name.to_string()];
    let folders = beside.into_iter().chain([Path::new(FOLDER)]);
    for folder in folders {
        for stem in &stems {
            let path = folder.join(format!("{stem}.toml"));
            if !name.contains(['/', '\\']) && path.is_file() {
                return read_file(&path, Some(name), game, read);
            }
        }
    }
    for stem in &stems {
        if let Some((stem, text)) = SHIPPED.iter().find(|(shipped, _)| shipped == stem) {
            let file = format!("shipped bot \"{stem}\"");
            read.push(None);
            return resolve(name, &file, text, None, game, read);
        }
    }
    if name == "greedy" {
        return Ok(BotSpec {
            name: name.to_string(),
            kind: BotKind::Greedy,
            about: "one step ahead, for the score alone".to_string(),
            weights: BTreeMap::from([("score".to_string(), 1.0)]),
            ..BotSpec::random()
        });
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
    read: &mut Vec<Option<PathBuf>>,
) -> Result<BotSpec, BotError> {
    let unreadable = |reason: String| BotError::Unreadable {
        path: path.to_path_buf(),
        reason,
    };
    let text = files::read_text(path).map_err(|error| unreadable(error.to_string()))?;
    let stem = path
        .file_stem()
        .and_then(|stem| stem.to_str())
        .ok_or_else(|| unreadable("its name is not UTF-8".to_string()))?;
    let file = path.display().to_string();
    read.push(Some(path.to_path_buf()));
    resolve(
        name.unwrap_or(stem),
        &file,
        &text,
        path.parent(),
        game,
        read,
    )
}

fn resolve(
    name: &str,
    file: &str,
    text: &str,
    folder: Option<&Path>,
    game: &str,
    read: &mut Vec<Option<PathBuf>>,
) -> Result<BotSpec, BotError> {
    let bot = BotFile::parse(file, text)?;
    let parent = match &bot.inherits {
        None => None,
        Some(inherits) => {
            let invalid = |problem: String| BotError::Invalid {
                file: file.to_string(),
                place: place(text, Some(inherits.span())),
                problem: format!("key \"inherits\"{problem}"),
            };
            if read.len() > MOST_ANCESTORS {
                return Err(invalid(" leads in a circle".to_string()));
            }
            let parent = look_up(inherits.get_ref(), game, folder, read);
            Some(parent.map_err(|error| match error {
                BotError::Unknown { .. } | BotError::Unreadable { .. } => {
                    invalid(format!(": {error}"))
                }
                other => other,
            })?)
        }
    };
    let places = bot.places(text);
    let mut spec = bot.resolve(name, file, text, folder, parent)?;
    // What ships with the program is right.
    if folder.is_some() {
        spec.origin.add(file, places);
    }
    Ok(spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_gets_a_suggestion() {
        let error = find("radnom", "maracaibo").unwrap_err().to_string();
        assert!(error.contains("did you mean \"random\"?"), "{error}");
        assert!(!error.contains('\n'));
    }

    #[test]
    fn every_shipped_file_reads() {
        for (stem, text) in SHIPPED {
            BotFile::parse(stem, text).unwrap();
        }
    }

    #[test]
    fn files_inherit_from_their_neighbours_but_not_from_themselves() {
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
            error.contains("line 1: key \"inherits\" leads in a circle"),
            "{error}"
        );
    }

    #[test]
    fn a_bot_for_another_game_is_refused() {
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
