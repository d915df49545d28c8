//! Options shared by several commands: the game, number of players, rules and components.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde::ser::{Error, Serializer};

use crate::ui::failure::Failure;
use portolan_core::registry::entry;
use portolan_core::setup::GameSetup;
use portolan_run::experiment::resolve::parts::read_data;

/// Rule options and components.
#[derive(Args, Clone, Debug, Default, Serialize)]
pub struct Rules {
    /// Set a rule option; may be repeated (`portolan games GAME` lists them)
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = option_and_value)]
    #[serde(serialize_with = "by_name")]
    set: Vec<(String, String)>,
    /// Play with the component files in this folder instead of the shipped ones
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// Parses `OPTION=VALUE`.
pub fn option_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((option, value)) if !option.trim().is_empty() => {
            Ok((option.trim().to_string(), value.trim().to_string()))
        }
        _ => Err("expected OPTION=VALUE, such as target=40".to_string()),
    }
}

fn options(set: &[(String, String)]) -> Result<BTreeMap<String, String>, String> {
    let mut options = BTreeMap::new();
    for (option, value) in set {
        if let Some(before) = options.insert(option.clone(), value.clone())
            && before != *value
        {
            return Err(format!(
                "option {option} is set twice: to {before} and to {value}"
            ));
        }
    }
    Ok(options)
}

fn by_name<S: Serializer>(set: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    options(set).map_err(Error::custom)?.serialize(serializer)
}

impl Rules {
    /// Returns the folder of component files, if one was given.
    pub fn data_folder(&self) -> Option<&Path> {
        self.data.as_deref()
    }

    /// Returns the options, quoted for a shell, each preceded by a space.
    pub fn as_typed(&self) -> Result<String, Failure> {
        let options = self.options()?;
        let options = options
            .iter()
            .map(|(option, value)| format!(" --set {option}={value}"));
        let data = self
            .data
            .iter()
            .map(|path| format!(" --data {}", path.display()));
        Ok(options.chain(data).collect())
    }

    /// Returns the rule options by name.
    pub fn options(&self) -> Result<BTreeMap<String, String>, Failure> {
        options(&self.set).map_err(Failure::usage)
    }

    /// Reads the component data and returns the setup of a game with these options. The game
    /// validates them when it is set up.
    pub fn setup(&self, game: &str, players: usize) -> Result<GameSetup, Failure> {
        let entry = entry(game)?;
        Ok(GameSetup {
            game: entry.name.to_string(),
            players,
            options: self.options()?,
            data: read_data(entry, self.data.as_deref())?,
        })
    }
}
