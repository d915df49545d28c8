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
//! `network_solo`. Both are relative to the folder of the bot file. `unknown_inputs` sets the treatment of inputs that
//! the network does not know. In games with an automa, the parameters in `[solo]` override those at the top level. A
//! parameter at the top level also replaces an inherited one in `[solo]`; an empty `[solo]` removes all inherited ones.
//! An external program has the keys of [`ProgramKeys`].

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use toml::Spanned;

use super::error::BotError;
use super::networks::NetworkFile;
use super::program::file::ProgramKeys;
use super::spec::{BotKind, BotSpec, UnknownInputs};
use crate::files;
use crate::search::parameters::{Parameter, ParameterError, Value};
use crate::search::settings::{self, PARAMETERS, parameter};
use crate::setting_tree::explain;
use crate::toml_text::Lines;

/// Content of a bot file before inheritance is resolved.
#[derive(Clone, Debug, Default)]
pub struct BotFile {
    /// Kind of bot. It can be inherited.
    pub kind: Option<BotKind>,
    /// The only game that the bot plays.
    pub game: Option<Spanned<String>>,
    /// One-line description.
    pub about: Option<String>,
    /// Name of the bot to inherit from, with its place in the text.
    pub inherits: Option<Spanned<String>>,
    /// Weights by feature, each with its place in the text.
    pub weights: PlacedWeights,
    /// Path of the network file.
    pub network: Option<Spanned<PathBuf>>,
    /// Path of the network file for games with an automa.
    pub network_solo: Option<Spanned<PathBuf>>,
    /// Treatment of inputs that the network does not know.
    pub unknown_inputs: Option<UnknownInputs>,
    /// Bonus in points by event, each with its place in the text.
    pub lean: PlacedWeights,
    /// Keys for an external program.
    pub program: ProgramKeys,
    /// Search parameters, each with its place in the text.
    pub parameters: PlacedParameters,
    /// Parameters that override `parameters` in games with an automa.
    pub solo: Option<SoloParameters>,
}

/// Parameters, each with its place in the text.
pub type PlacedParameters = BTreeMap<String, Spanned<Value>>;

/// Content of the table `[solo]`.
#[derive(Clone, Debug, Default)]
pub struct SoloParameters(PlacedParameters);

/// Weights by feature, each with its place in the text.
pub type PlacedWeights = BTreeMap<String, Spanned<f64>>;

/// Keys of a bot file other than search parameters.
const KEYS: [&str; 10] = [
    "kind",
    "game",
    "about",
    "inherits",
    "weights",
    "network",
    "network_solo",
    "unknown_inputs",
    "lean",
    "solo",
];

enum Key {
    Named(&'static str),
    Program(&'static str),
    Parameter(&'static Parameter),
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
        let text = String::deserialize(deserializer)?;
        let named = KEYS.into_iter().find(|key| *key == text).map(Key::Named);
        let of_program = ProgramKeys::NAMES.into_iter().find(|key| *key == text);
        named
            .or(of_program.map(Key::Program))
            .or_else(|| parameter(&text).map(Key::Parameter))
            .ok_or_else(|| {
                let names = PARAMETERS.iter().map(|parameter| parameter.name);
                unknown_key(
                    &format!("`{text}`"),
                    KEYS.into_iter().chain(ProgramKeys::NAMES).chain(names),
                )
            })
    }
}

/// Returns the error for an unknown key, in the format that [`explain`] parses.
fn unknown_key<E: Error>(found: &str, known: impl Iterator<Item = &'static str>) -> E {
    let known: Vec<String> = known.map(|key| format!("`{key}`")).collect();
    E::custom(format!(
        "unknown field {found}, expected one of {}",
        known.join(", ")
    ))
}

impl<'de> Deserialize<'de> for BotFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BotFile, D::Error> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = BotFile;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a bot file")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<BotFile, M::Error> {
                let mut file = BotFile::default();
                while let Some(key) = map.next_key()? {
                    match key {
                        Key::Named("kind") => file.kind = Some(map.next_value()?),
                        Key::Named("game") => file.game = Some(map.next_value()?),
                        Key::Named("about") => file.about = Some(map.next_value()?),
                        Key::Named("inherits") => file.inherits = Some(map.next_value()?),
                        Key::Named("weights") => file.weights = map.next_value()?,
                        Key::Named("lean") => file.lean = map.next_value()?,
                        Key::Named("network") => file.network = Some(map.next_value()?),
                        Key::Named("network_solo") => file.network_solo = Some(map.next_value()?),
                        Key::Named("unknown_inputs") => {
                            file.unknown_inputs = Some(map.next_value()?);
                        }
                        Key::Named(_) => file.solo = Some(map.next_value()?),
                        Key::Program(key) => file.program.read(key, &mut map)?,
                        Key::Parameter(parameter) => {
                            let name = parameter.name.to_string();
                            file.parameters.insert(name, map.next_value()?);
                        }
                    }
                }
                Ok(file)
            }
        }

        deserializer.deserialize_map(Keys)
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ParameterName(&'static str);

impl<'de> Deserialize<'de> for ParameterName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ParameterName, D::Error> {
        let text = String::deserialize(deserializer)?;
        let known = parameter(&text).map(|parameter| ParameterName(parameter.name));
        known.ok_or_else(|| {
            unknown_key(
                &format!("`{text}` in [solo]"),
                PARAMETERS.iter().map(|parameter| parameter.name),
            )
        })
    }
}

impl<'de> Deserialize<'de> for SoloParameters {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SoloParameters, D::Error> {
        let values = BTreeMap::<ParameterName, Spanned<Value>>::deserialize(deserializer)?;
        let values = values.into_iter();
        Ok(SoloParameters(
            values
                .map(|(ParameterName(name), value)| (name.to_string(), value))
                .collect(),
        ))
    }
}

impl BotFile {
    /// Parses the text of a bot file. `file` is its name in error messages.
    ///
    /// # Errors
    /// [`BotError::Invalid`] with the line and a suggestion.
    pub fn parse(file: &str, text: &str) -> Result<BotFile, BotError> {
        let read: BotFile = toml::from_str(text).map_err(|error| BotError::Invalid {
            file: file.to_string(),
            place: place(text, error.span()),
            problem: explain(error.message()),
        })?;
        let numbers = || read.weights.iter().chain(&read.lean);
        let infinite = numbers().find(|(_, weight)| !weight.get_ref().is_finite());
        if let Some((feature, weight)) = infinite {
            return Err(BotError::Invalid {
                file: file.to_string(),
                place: place(text, Some(weight.span())),
                problem: format!(
                    "weight {feature} = {} is not a finite number",
                    weight.get_ref()
                ),
            });
        }
        let solo = read.solo.iter().flat_map(|solo| &solo.0);
        for (name, value) in read.parameters.iter().chain(solo) {
            let Some(parameter) = parameter(name) else {
                continue;
            };
            if let Err(ParameterError(problem)) = parameter.check(value.get_ref()) {
                return Err(BotError::Invalid {
                    file: file.to_string(),
                    place: place(text, Some(value.span())),
                    problem,
                });
            }
        }
        Ok(read)
    }

    /// Returns the places of the keys that can be validated only for a specific game, as pairs of key and `, line 3`.
    pub fn places(&self, text: &str) -> Vec<(String, String)> {
        let lines = Lines::of(text);
        let game = self.game.iter();
        let game = game.map(|game| ("game".to_string(), lines.place(&game.span())));
        let network = self.network.iter();
        let network = network.map(|network| ("network".to_string(), lines.place(&network.span())));
        let weights = self.weights.iter();
        let weights = weights.map(|(feature, weight)| {
            let key = format!("weights.{feature}");
            (key, lines.place(&weight.span()))
        });
        let lean = self.lean.values().next();
        let lean = lean.map(|bonus| ("lean".to_string(), lines.place(&bonus.span())));
        game.chain(network).chain(weights).chain(lean).collect()
    }

    /// Resolves the file to a bot, starting from `parent` if the file inherits. `text` is the text passed to
    /// [`BotFile::parse`], and `folder` is the folder of the file.
    ///
    /// # Errors
    /// [`BotError::Invalid`] if neither the file nor the parent sets a kind, if the file sets a parameter that the kind
    /// does not have, or if a network cannot be read.
    pub fn resolve(
        self,
        name: &str,
        file: &str,
        text: &str,
        folder: &Path,
        parent: Option<BotSpec>,
    ) -> Result<BotSpec, BotError> {
        let parent_kind = parent.as_ref().map(|parent| parent.kind);
        let kind = self.kind.or(parent_kind).ok_or_else(|| BotError::Invalid {
            file: file.to_string(),
            place: String::new(),
            problem: format!(
                "key \"kind\" is missing; kinds: {}",
                BotKind::names().join(", ")
            ),
        })?;
        let parent = parent.unwrap_or_else(|| BotSpec {
            about: String::new(),
            ..BotSpec::random()
        });
        // A bot of another kind inherits only the parameters that its kind accepts.
        let own = |mut inherited: BTreeMap<String, Value>, set: PlacedParameters| {
            inherited.retain(|name, _| has_parameter(kind, name));
            for (name, value) in set {
                let checked =
                    check(kind, &name, value.get_ref()).map_err(|ParameterError(problem)| {
                        BotError::Invalid {
                            file: file.to_string(),
                            place: place(text, Some(value.span())),
                            problem,
                        }
                    })?;
                inherited.insert(name, checked);
            }
            Ok(inherited)
        };
        // Parameters at the top level apply to all games unless the file itself overrides them in `[solo]`.
        let mut inherited_solo = parent.solo;
        inherited_solo.retain(|name, _| !self.parameters.contains_key(name));
        let solo = match self.solo {
            Some(SoloParameters(none)) if none.is_empty() => BTreeMap::new(),
            set => own(inherited_solo, set.unwrap_or_default().0)?,
        };
        let parameters = own(parent.parameters, self.parameters)?;
        let read = |named: Option<Spanned<PathBuf>>, inherited: Option<NetworkFile>| match named {
            None => Ok(inherited.filter(|_| kind.may_have_network())),
            Some(named) => {
                let network = match kind.may_have_network() {
                    true => NetworkFile::read(files::beside(folder, named.get_ref())),
                    false => Err(format!("kind \"{}\" has no network", kind.name())),
                };
                let network = network.map_err(|problem| BotError::Invalid {
                    file: file.to_string(),
                    place: place(text, Some(named.span())),
                    problem,
                });
                network.map(Some)
            }
        };
        let invalid = |span: Option<Range<usize>>, problem: String| BotError::Invalid {
            file: file.to_string(),
            place: place(text, span),
            problem,
        };
        let program = match (kind, self.program.any()) {
            (BotKind::Program, _) => {
                let program = self.program.resolve(parent.program, folder);
                Some(program.map_err(|(span, problem)| invalid(span, problem))?)
            }
            (_, None) => None,
            (_, Some(key)) => {
                let problem = format!(
                    "kind \"{}\" has no key \"{key}\"; only kind \"program\" has this key",
                    kind.name()
                );
                return Err(invalid(None, problem));
            }
        };
        let network = read(self.network, parent.network)?;
        let network_solo = read(self.network_solo, parent.network_solo)?;
        let mut weights = parent.weights;
        let own = self.weights.into_iter();
        weights.extend(own.map(|(feature, weight)| (feature, weight.into_inner())));
        let mut lean = parent.lean;
        let own = self.lean.into_iter();
        lean.extend(own.map(|(event, bonus)| (event, bonus.into_inner())));
        Ok(BotSpec {
            name: name.to_string(),
            kind,
            game: self.game.map(Spanned::into_inner).or(parent.game),
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

/// Returns `, line 3` for the start of a span, or an empty string without a span.
pub fn place(text: &str, span: Option<Range<usize>>) -> String {
    span.map_or(String::new(), |span| Lines::of(text).place(&span))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses and resolves a bot file named `c`.
    fn read(text: &str, parent: Option<&BotSpec>) -> Result<BotSpec, BotError> {
        BotFile::parse("c", text)?.resolve("c", "c", text, Path::new(""), parent.cloned())
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
