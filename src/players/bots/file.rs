//! Parser for bot files.
//!
//! A bot file is TOML:
//!
//! ```toml
//! kind = "greedy"
//! game = "maracaibo"              # may be left out if the bot plays every game
//! about = "One line for people"
//! inherits = "explorer"           # optional: start from another bot, change what is written here
//!
//! [weights]
//! feature = 1.5
//! ```
//!
//! A search bot also accepts the parameters in [`settings`], at the top level like `kind`.
//!
//! A bot with a network names its file as `network`, and optionally another one for games with an automa as
//! `network_solo`. Both paths are relative to the folder of the bot file. `unknown_inputs` sets the treatment of inputs
//! for which the network has no parameter. In games with an automa, the parameters in `[solo]` override the parameters
//! at the top level. A parameter at the top level also replaces an inherited parameter in `[solo]`; an empty `[solo]`
//! removes all inherited parameters. An external program has the keys of [`ProgramSettings`].

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use super::error::BotError;
use super::networks::NetworkFile;
use super::program::file;
use super::program::settings::ProgramSettings;
use super::spec::{BotKind, BotSpec, UnknownInputs};
use crate::search::parameters::{ParameterError, Value};
use crate::search::settings::{self, PARAMETERS, parameter};
use crate::setting_keys::{Key, KeyTable};
use crate::setting_tree::{Places, SettingError, Tree, explain};
use crate::{file_keys, files};

file_keys! {
    /// Content of a bot file before inheritance is resolved.
    pub default struct BotFile {
        kind: Option<BotKind>, "as in the inherited bot",
            "kind of player";
        game: Option<String>, "every game",
            "the only game that the bot plays";
        about: Option<String>, "none",
            "one line that `portolan bots` prints";
        inherits: Option<String>, "none",
            "another bot to start from: a name or a file; a file NAME.toml in the same folder comes before a shipped bot NAME; each key replaces the inherited one";
        weights: BTreeMap<String, f64>, "0 for each feature",
            "table: weight of each feature of the game; `portolan bots greedy` prints an example";
        network: Option<PathBuf>, "none",
            "file of a network written by `portolan learn`; relative to the bot file";
        network_solo: Option<PathBuf>, "`network`",
            "file of the network for tables with an automa";
        lean: BTreeMap<String, f64>, "none",
            "table: bonus in points for actions with an event (`explored = 30`) or with an event of one item \
                 (`\"built.wharf\" = 10`); the error for an unknown event lists all events. The bot needs a network with a policy";
        unknown_inputs: Option<UnknownInputs>, "`\"refuse\"`",
            "`\"refuse\"` data with components that were not part of the network's training, or use `\"nothing\"` as \
             their input";
        solo: Option<BTreeMap<String, Value>>, "none",
            "table: parameters that replace those at the top at tables with an automa";
    } with {
        /// Keys for an external program.
        program: Tree,
        /// Search parameters.
        parameters: BTreeMap<String, Value>,
        /// Places of the values.
        places: Places,
    }
}

impl BotFile {
    /// Parses the text of a bot file. `file` is its name in error messages.
    ///
    /// # Errors
    /// [`BotError::Invalid`] with the line and, for a misspelt key, a suggestion.
    pub fn parse(file: &str, text: &str) -> Result<BotFile, BotError> {
        BotFile::of(Tree::parse(Path::new(file), text)?)
    }

    /// Converts the tree of a bot file.
    ///
    /// # Errors
    /// [`BotError::Invalid`] with the line and, for a misspelt key, a suggestion.
    pub fn of(tree: Tree) -> Result<BotFile, BotError> {
        let keys = [BotFile::KEYS, ProgramSettings::KEYS];
        let parameters = || PARAMETERS.iter().map(|parameter| parameter.name);
        let mut parts = [(); 3].map(|()| Tree {
            places: tree.places.clone(),
            ..Tree::default()
        });
        for (key, value) in tree.table {
            let has = |keys: &&[Key]| keys.iter().any(|known| known.name == key);
            let part = keys.iter().position(has).unwrap_or(2);
            if part == 2 && parameter(&key).is_none() {
                let known = keys.into_iter().flatten().map(|key| key.name);
                let known = known.chain(parameters());
                return Err(unknown(&tree.places, &key, &format!("`{key}`"), known));
            }
            parts[part].table.insert(key, value);
        }
        let [own, program, others] = parts;
        let file = BotFile {
            program,
            parameters: others.settings()?,
            places: tree.places,
            ..own.settings()?
        };
        for (table, weights) in [("weights", &file.weights), ("lean", &file.lean)] {
            if let Some((feature, weight)) = weights.iter().find(|(_, one)| !one.is_finite()) {
                let problem = format!("weight {feature} = {weight} is not a finite number");
                return Err(file.places.at(&[&format!("{table}.{feature}")])(problem).into());
            }
        }
        for name in file.solo.iter().flat_map(BTreeMap::keys) {
            if parameter(name).is_none() {
                let found = format!("`{name}` in [solo]");
                return Err(unknown(
                    &file.places,
                    &format!("solo.{name}"),
                    &found,
                    parameters(),
                ));
            }
        }
        for (path, name, value) in file.all_parameters() {
            if let Some(Err(ParameterError(problem))) = parameter(name).map(|one| one.check(value))
            {
                return Err(file.places.at(&[&path])(problem).into());
            }
        }
        Ok(file)
    }

    /// Returns the parameters at the top level and in `[solo]`, with their paths and names.
    fn all_parameters(&self) -> impl Iterator<Item = (String, &String, &Value)> {
        let top = self
            .parameters
            .iter()
            .map(|(name, value)| (name.clone(), name, value));
        let solo = self.solo.iter().flatten();
        top.chain(solo.map(|(name, value)| (format!("solo.{name}"), name, value)))
    }

    /// Resolves the file to a bot, starting from `parent` if the file inherits. `folder` is the folder of the file.
    ///
    /// # Errors
    /// [`BotError::Invalid`] if neither the file nor the parent sets a kind, if the file sets a parameter that the kind
    /// does not have, or if a network cannot be read.
    pub fn resolve(
        self,
        name: &str,
        folder: &Path,
        parent: Option<BotSpec>,
    ) -> Result<BotSpec, BotError> {
        let at = |path: &str| self.places.at::<String>(&[path]);
        let kind = self.kind.or(parent.as_ref().map(|parent| parent.kind));
        let kind = kind.ok_or_else(|| {
            let kinds = BotKind::names().join(", ");
            at("")(format!("key \"kind\" is missing; kinds: {kinds}"))
        })?;
        let parent = parent.unwrap_or_else(|| BotSpec {
            about: String::new(),
            ..BotSpec::random()
        });
        // A bot of another kind inherits only the parameters that its kind accepts.
        let (mut parameters, mut solo) = (parent.parameters, parent.solo);
        for inherited in [&mut parameters, &mut solo] {
            inherited.retain(|name, _| has_parameter(kind, name));
        }
        // Parameters at the top level apply to all games unless the file itself overrides them in `[solo]`.
        solo.retain(|name, _| !self.parameters.contains_key(name));
        if self.solo.as_ref().is_some_and(BTreeMap::is_empty) {
            solo.clear();
        }
        for (path, name, value) in self.all_parameters() {
            let checked = check(kind, name, value);
            let checked = checked.map_err(|ParameterError(problem)| at(&path)(problem))?;
            let table = if path == *name {
                &mut parameters
            } else {
                &mut solo
            };
            table.insert(name.clone(), checked);
        }
        let read = |key: &str, named: &Option<PathBuf>, inherited: Option<NetworkFile>| {
            let network = match named {
                None => Ok(inherited.filter(|_| kind.may_have_network())),
                Some(named) if kind.may_have_network() => {
                    NetworkFile::read(files::beside(folder, named)).map(Some)
                }
                Some(_) => Err(format!("kind \"{}\" has no network", kind.name())),
            };
            network.map_err(at(key))
        };
        let network = read("network", &self.network, parent.network)?;
        let network_solo = read("network_solo", &self.network_solo, parent.network_solo)?;
        let program = match (kind, self.program.table.keys().next()) {
            (BotKind::Program, _) => Some(file::resolve(self.program, parent.program, folder)?),
            (_, None) => None,
            (_, Some(key)) => {
                return Err(at(key)(format!(
                    "kind \"{}\" has no key \"{key}\"; only kind \"program\" has this key",
                    kind.name()
                ))
                .into());
            }
        };
        let mut weights = parent.weights;
        weights.extend(self.weights);
        let mut lean = parent.lean;
        lean.extend(self.lean);
        Ok(BotSpec {
            name: name.to_string(),
            kind,
            game: self.game.or(parent.game),
            about: self.about.unwrap_or(parent.about),
            parameters,
            solo,
            weights,
            network,
            network_solo,
            unknown_inputs: self.unknown_inputs.unwrap_or(parent.unknown_inputs),
            lean,
            program,
            leave: parent.leave,
            origin: parent.origin,
        })
    }
}

/// Returns the error for an unknown key, with a suggestion.
fn unknown(
    places: &Places,
    path: &str,
    found: &str,
    known: impl Iterator<Item = &'static str>,
) -> BotError {
    let known: Vec<String> = known.map(|key| format!("`{key}`")).collect();
    let message = format!(
        "unknown field {found}, expected one of {}",
        known.join(", ")
    );
    let error: SettingError = places.at(&[path])(explain(&message));
    error.into()
}

/// Returns the bot as the text of a bot file in `folder`, with a comment on the first line. The file does not inherit;
/// it refers to other files only for networks.
pub fn text_of(bot: &BotSpec, folder: &Path, remark: &str) -> String {
    let quoted = |text: &str| toml::Value::String(text.to_string()).to_string();
    let mut text = format!("# {remark}\nkind = {}\n", quoted(bot.kind.name()));
    if let Some(game) = &bot.game {
        text.push_str(&format!("game = {}\n", quoted(game)));
    }
    text.push_str(&format!("about = {}\n", quoted(&bot.about)));
    for (name, value) in &bot.parameters {
        text.push_str(&format!("{name} = {value}\n"));
    }
    for (key, network) in [
        ("network", &bot.network),
        ("network_solo", &bot.network_solo),
    ] {
        if let Some(network) = network {
            let path = files::seen_from(folder, &network.path);
            let path = path.display().to_string();
            text.push_str(&format!("{key} = {}\n", quoted(&path)));
        }
    }
    if bot.unknown_inputs == UnknownInputs::Nothing {
        text.push_str("unknown_inputs = \"nothing\"\n");
    }
    text.push_str(&table("solo", &bot.solo));
    text.push_str(&table("weights", &bot.weights));
    let quoted_keys = bot
        .lean
        .iter()
        .map(|(event, bonus)| (quoted(event), *bonus));
    text.push_str(&table("lean", &quoted_keys.collect()));
    text
}

/// Returns a table of a bot file as text, or an empty string if the table is empty.
fn table(name: &str, values: &BTreeMap<String, impl fmt::Display>) -> String {
    let lines: String = (values.iter())
        .map(|(key, value)| format!("{key} = {value}\n"))
        .collect();
    match lines.is_empty() {
        true => lines,
        false => format!("\n[{name}]\n{lines}"),
    }
}

fn has_parameter(kind: BotKind, name: &str) -> bool {
    kind.with_parameters()
        .is_some_and(|method| settings::names(method).any(|known| known == name))
}

/// Checks a parameter value and converts it to the type that this kind of bot uses.
fn check(kind: BotKind, name: &str, value: &Value) -> Result<Value, ParameterError> {
    match kind.with_parameters() {
        Some(method) => settings::find(method, name)?.check(value),
        None => Err(ParameterError(format!(
            "kind \"{}\" has no parameter \"{name}\"; only bots that search or use a network have \
             parameters",
            kind.name()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses and resolves a bot file named `c`.
    fn read(text: &str, parent: Option<&BotSpec>) -> Result<BotSpec, BotError> {
        BotFile::parse("c", text)?.resolve("c", Path::new(""), parent.cloned())
    }

    #[test]
    fn bot_file_is_parsed() {
        let spec = read("kind = \"greedy\"\n[weights]\nscore = 2\n", None).unwrap();
        assert_eq!(spec.kind, BotKind::Greedy);
        assert_eq!(spec.weights["score"], 2.0);
        assert_eq!((spec.about.as_str(), spec.game), ("", None));
    }

    #[test]
    fn unknown_key_is_reported_with_line_and_suggestion() {
        let error = BotFile::parse("my.toml", "kind = \"greedy\"\nabuot = \"x\"\n").unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with("my.toml, line 2: unknown field `abuot`"),
            "{text}"
        );
        assert!(text.contains("did you mean \"about\"?"), "{text}");
    }

    #[test]
    fn unknown_kind_gets_a_suggestion() {
        let error = BotFile::parse("my.toml", "kind = \"gredy\"\n").unwrap_err();
        assert!(
            error.to_string().contains("did you mean \"greedy\"?"),
            "{error}"
        );
    }

    #[test]
    fn inherited_weights_are_overridden_individually() {
        let parent = read("kind = \"greedy\"\n[weights]\na = 1\nb = 2\n", None).unwrap();
        let child = read("inherits = \"p\"\n[weights]\nb = 3\n", Some(&parent)).unwrap();
        assert_eq!((child.weights["a"], child.weights["b"]), (1.0, 3.0));
    }

    #[test]
    fn written_bot_is_read_back_unchanged() {
        let text = "kind = \"mcts\"\ngame = \"maracaibo\"\niterations = 7\n[weights]\nscore = 1\n";
        let bot = read(text, None).unwrap();
        assert_eq!(
            read(&text_of(&bot, Path::new(""), "A remark."), None).unwrap(),
            bot
        );
    }

    #[test]
    fn bot_of_another_kind_inherits_only_applicable_parameters() {
        let parent = "kind = \"mcts\"\niterations = 7\nexploration = 2\n[weights]\na = 1\n";
        let parent = read(parent, None).unwrap();
        let child = |text: &str| read(text, Some(&parent)).unwrap();
        let flat = child("kind = \"flat\"\nepsilon = 1\n");
        assert_eq!(
            flat.parameters.keys().collect::<Vec<_>>(),
            ["epsilon", "iterations"]
        );
        assert_eq!(flat.parameters["epsilon"], Value::Number(1.0));
        assert!(child("kind = \"greedy\"\n").parameters.is_empty());
        let faster = child("iterations = 3\n");
        assert_eq!(faster.parameters["iterations"], Value::Whole(3));
        assert_eq!(faster.parameters["exploration"], Value::Number(2.0));
    }

    /// A search with a time limit cannot use sequential halving, which needs a number of iterations.
    #[test]
    fn timed_search_has_no_iterations_even_in_solo_games() {
        let text = "kind = \"mcts\"\niterations = 9\n[solo]\nroot = \"halving\"\niterations = 7\n";
        let timed = read(text, None).unwrap().within(50);
        assert_eq!(timed.parameters["milliseconds"], Value::Whole(50));
        assert!(!timed.parameters.contains_key("iterations"));
        assert!(timed.solo.is_empty(), "{:?}", timed.solo);
    }

    #[test]
    fn parameters_may_differ_in_solo_games() {
        let parent = read(
            "kind = \"mcts\"\niterations = 9\n[solo]\niterations = 7\nexploration = 2\n",
            None,
        );
        let parent = parent.unwrap();
        assert_eq!(parent.parameters["iterations"], Value::Whole(9));
        assert_eq!(parent.solo["iterations"], Value::Whole(7));
        // A parameter at the top level applies to all games; the rest is inherited.
        let child = read("iterations = 3\n", Some(&parent)).unwrap();
        let kept: Vec<&String> = child.solo.keys().collect();
        assert_eq!(kept, ["exploration"]);
        let child = read("iterations = 3\n[solo]\niterations = 4\n", Some(&parent)).unwrap();
        assert_eq!(child.solo["iterations"], Value::Whole(4));
        assert!(read("[solo]\n", Some(&parent)).unwrap().solo.is_empty());
        // Writing and reading a bot file preserves `[solo]`.
        let text = text_of(&parent, Path::new(""), "remark");
        assert_eq!(read(&text, None).unwrap().solo, parent.solo);
        for (table, problem) in [
            (
                "iteratoins = 3",
                "c, line 3: unknown field `iteratoins` in [solo]",
            ),
            ("iterations = \"many\"", "c, line 3"),
            ("sampling = 1", "c, line 3"),
            (
                "about = \"x\"",
                "c, line 3: unknown field `about` in [solo]",
            ),
        ] {
            let error = read(&format!("kind = \"mcts\"\n[solo]\n{table}\n"), None).unwrap_err();
            assert!(error.to_string().starts_with(problem), "{error}");
        }
    }
}
