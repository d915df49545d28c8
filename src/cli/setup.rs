//! The options that several verbs share: which game, how many players, which rules and components.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use super::Failure;
use crate::bots::{BotSpec, find};
use crate::dataset::DataSet;
use crate::game::Game;
use crate::games::{GameEntry, GameSetup, SetupError, Visitor, entry};

/// Rule options and components.
#[derive(Args, Clone, Debug, Default)]
pub struct Rules {
    /// Set a rule option; may be repeated (`portolan games GAME` lists them)
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = option_and_value)]
    set: Vec<(String, String)>,
    /// Play with the component files in this folder instead of those that ship with the program
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

fn option_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((option, value)) if !option.trim().is_empty() => {
            Ok((option.trim().to_string(), value.trim().to_string()))
        }
        _ => Err("expected OPTION=VALUE, such as target=40".to_string()),
    }
}

impl Rules {
    /// The folder of component files, if one was given.
    pub fn data_folder(&self) -> Option<&Path> {
        self.data.as_deref()
    }

    /// The game as these options ask for it; whether the game accepts them shows when it is opened.
    pub fn setup(&self, game: &str, players: usize) -> Result<GameSetup, Failure> {
        let entry = entry(game)?;
        let mut options = BTreeMap::new();
        for (option, value) in &self.set {
            if let Some(before) = options.insert(option.clone(), value.clone())
                && before != *value
            {
                return Err(Failure::usage(format!(
                    "option {option} is set twice: to {before} and to {value}"
                )));
            }
        }
        Ok(GameSetup {
            game: entry.name.to_string(),
            players,
            options,
            data: read_data(entry, self.data.as_deref())?,
        })
    }
}

/// The component data of a game: from a folder, which is checked, or as shipped.
pub fn read_data(entry: &GameEntry, folder: Option<&Path>) -> Result<DataSet, Failure> {
    let data = read_unchecked(entry, folder)?;
    let problems = match folder {
        Some(_) => (entry.check)(&data),
        None => Vec::new(),
    };
    if problems.is_empty() {
        Ok(data)
    } else {
        Err(SetupError::Data(problems).into())
    }
}

/// As [`read_data`], but whatever the files say.
pub fn read_unchecked(entry: &GameEntry, folder: Option<&Path>) -> Result<DataSet, Failure> {
    match folder {
        None => Ok(DataSet::embedded(entry.files)),
        Some(folder) if !folder.is_dir() => Err(Failure::usage(format!(
            "{}: no such folder of component files; `portolan data export {} DIR` writes one",
            folder.display(),
            entry.name
        ))),
        Some(folder) => Ok(DataSet::read(folder, entry.files)?),
    }
}

/// The bots of a comma-separated list, one per player, and their number.
pub fn line_up(
    names: &[String],
    players: Option<usize>,
    game: &str,
) -> Result<(Vec<BotSpec>, usize), Failure> {
    let entry = entry(game)?;
    let count = names.len();
    let players = players.unwrap_or(count);
    if !entry.players.contains(&players) {
        return Err(SetupError::Players {
            game: entry.name,
            players,
            min: *entry.players.start(),
            max: *entry.players.end(),
        }
        .into());
    }
    if count != players {
        return Err(Failure::usage(format!(
            "{players} players need {players} bots, but --bots names {count}: {}",
            names.join(",")
        )));
    }
    let bots = names
        .iter()
        .map(|name| find(name.trim(), game))
        .collect::<Result<Vec<_>, _>>()?;
    for (index, bot) in bots.iter().enumerate() {
        if bots[..index]
            .iter()
            .any(|other| other.name == bot.name && other != bot)
        {
            return Err(Failure::usage(format!(
                "two different bots are called \"{}\"; rename one file, because results tell bots \
                 apart by name",
                bot.name
            )));
        }
    }
    Ok((bots, players))
}

/// Checks that bots fit a game, without playing it.
pub(super) struct FitBots<'bots>(pub &'bots [BotSpec]);

impl Visitor for FitBots<'_> {
    type Out = Result<(), Failure>;

    fn visit<G: Game>(self, game: G) -> Self::Out {
        for bot in self.0 {
            bot.build(&game)?;
        }
        Ok(())
    }
}
