//! Description of a bot, and construction of a player from this description.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::error::BotError;
use super::greedy::Greedy;
use super::lean::{Lean, Leaning, check};
use super::net::{Net, NetSettings};
use super::networks::{NetworkFile, learnt_composition};
use super::player::Bot;
use super::policy::PolicyPlayer;
use super::program::player::Program;
use super::program::pool::{Leave, ProgramPool};
use super::program::settings::ProgramSettings;
use super::random::Random;
use crate::game::{Game, GameInfo};
use crate::net::Network;
use crate::net::lookahead::Lookahead;
use crate::net::unlearnt::{UnlearntComponent, unlearnt_components};
use crate::net::weights::WIN_POINTS;
use crate::search::flat::Flat;
use crate::search::guide::Guide;
use crate::search::mcts::Mcts;
use crate::search::parallel::Parallel;
use crate::search::parameters::{Method, ParameterError, Value};
use crate::search::settings::{FirstPlay, Information, Objective, Root, Settings};
use crate::setting_tree::{Place, Places};
use crate::suggestion::did_you_mean;

/// Kinds of bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BotKind {
    /// Any legal action, uniformly at random.
    Random,
    /// One-step lookahead with feature weights.
    Greedy,
    /// One-step lookahead with a network.
    Net,
    /// Policy of a network.
    Policy,
    /// Monte Carlo tree search.
    Mcts,
    /// Flat Monte Carlo.
    Flat,
    /// External program.
    Program,
}

impl BotKind {
    /// All kinds.
    pub const ALL: [BotKind; 7] = [
        BotKind::Random,
        BotKind::Greedy,
        BotKind::Net,
        BotKind::Policy,
        BotKind::Mcts,
        BotKind::Flat,
        BotKind::Program,
    ];

    /// Returns the names of all kinds, for messages.
    pub fn names() -> [&'static str; BotKind::ALL.len()] {
        BotKind::ALL.map(BotKind::name)
    }

    /// Returns the name of the kind in bot files.
    pub fn name(self) -> &'static str {
        match self {
            BotKind::Random => "random",
            BotKind::Greedy => "greedy",
            BotKind::Net => Method::Net.name(),
            BotKind::Policy => Method::Policy.name(),
            BotKind::Mcts => Method::Mcts.name(),
            BotKind::Flat => Method::Flat.name(),
            BotKind::Program => "program",
        }
    }

    /// Returns the kind with this name.
    pub fn named(name: &str) -> Option<BotKind> {
        let mut all = BotKind::ALL.into_iter();
        all.find(|kind| kind.name() == name)
    }

    /// Returns true if bots of this kind may have a network.
    pub fn may_have_network(self) -> bool {
        self.with_parameters().is_some()
    }

    /// Returns the search method, or `None` if the kind does not search.
    pub fn method(self) -> Option<Method> {
        self.with_parameters().filter(|method| method.searches())
    }

    /// Returns the method whose parameters the kind accepts, or `None` if it has no parameters.
    pub fn with_parameters(self) -> Option<Method> {
        match self {
            BotKind::Net => Some(Method::Net),
            BotKind::Policy => Some(Method::Policy),
            BotKind::Mcts => Some(Method::Mcts),
            BotKind::Flat => Some(Method::Flat),
            _ => None,
        }
    }
}

/// A fully resolved bot. Manifests contain it, so that a run can be repeated even if the bot file has changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotSpec {
    /// Name of the bot in results.
    pub name: String,
    pub kind: BotKind,
    /// The only game that the bot plays, or `None` for all games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// One-line description.
    pub about: String,
    /// Search parameters that differ from their defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, Value>,
    /// Parameters that override `parameters` in games with an automa.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub solo: BTreeMap<String, Value>,
    /// Weights by feature; missing features have weight 0.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub weights: BTreeMap<String, f64>,
    /// Network for evaluating positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<NetworkFile>,
    /// Network for games with an automa, if it differs from `network`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network_solo: Option<NetworkFile>,
    /// Treatment of game inputs for which the network has no parameter.
    #[serde(default, skip_serializing_if = "UnknownInputs::is_refused")]
    pub unknown_inputs: UnknownInputs,
    /// Bonus in points for actions, by the event that they cause.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lean: Lean,
    /// Settings of an external program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramSettings>,
    /// Permission to start the program.
    #[serde(skip)]
    pub leave: Leave,
    /// Places in the bot file, for error messages.
    #[serde(skip)]
    pub origin: Origin,
}

/// Treatment of game inputs for which a network has no parameter, such as cards of another data set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UnknownInputs {
    /// The bot is rejected for a game with such inputs.
    #[default]
    Refuse,
    /// The inputs are ignored.
    Nothing,
}

impl UnknownInputs {
    fn is_refused(&self) -> bool {
        *self == UnknownInputs::Refuse
    }
}

/// Places of the keys in the bot file, for errors that are found only when the bot is built for a game. They are not
/// part of the bot's identity: manifests omit them, and they do not affect equality.
#[derive(Clone, Debug, Default)]
pub struct Origin(Places);

impl PartialEq for Origin {
    fn eq(&self, _: &Origin) -> bool {
        true
    }
}

impl Origin {
    /// Adds the file, and the places of the values in it.
    pub fn add(&mut self, places: &Places) {
        self.0.extend(places);
    }

    /// Removes a key that was not read from the file.
    pub fn forget(&mut self, key: &str) {
        self.0.remove(key);
    }

    /// Returns `file, line 3: ` for a key, or an empty string if its place is unknown.
    fn of_key(&self, key: &str) -> String {
        self.0.get(key).map(Place::to_string).unwrap_or_default()
    }

    /// Returns the place of a key, or at least the file if the place is unknown.
    pub fn near(&self, key: &str) -> String {
        let known = self.0.get(key).or_else(|| self.0.get(""));
        known.map(Place::to_string).unwrap_or_default()
    }
}

impl BotSpec {
    /// Returns the built-in bot that plays uniformly at random.
    pub fn random() -> BotSpec {
        BotSpec {
            name: "random".to_string(),
            kind: BotKind::Random,
            game: None,
            about: "any legal action, each with the same probability".to_string(),
            parameters: BTreeMap::new(),
            solo: BTreeMap::new(),
            weights: BTreeMap::new(),
            network: None,
            network_solo: None,
            unknown_inputs: UnknownInputs::default(),
            lean: Lean::new(),
            program: None,
            leave: Leave::default(),
            origin: Origin::default(),
        }
    }

    /// Returns true if the bot's choice depends only on the position and the random numbers. This is true for all bots
    /// except searches with a time limit and programs that are not declared reproducible.
    pub fn is_reproducible(&self) -> bool {
        let timed = (self.settings()).any(|settings| settings.time().is_some());
        let claims = self
            .program
            .as_ref()
            .is_none_or(|program| program.reproducible);
        claims && !timed
    }

    /// Returns true if the bot takes the action with the greatest value after a single step, so that its play hardly
    /// varies from game to game.
    pub fn is_nearly_deterministic(&self) -> bool {
        match self.kind {
            BotKind::Greedy | BotKind::Net => true,
            BotKind::Policy => {
                let sampling = self.parameters.get("sampling");
                sampling.is_none_or(|sampling| sampling.to_string() == "0")
            }
            _ => false,
        }
    }

    /// Returns true if the bots differ at most in name and description.
    pub fn plays_as(&self, other: &BotSpec) -> bool {
        let named_alike = BotSpec {
            name: other.name.clone(),
            about: other.about.clone(),
            ..self.clone()
        };
        named_alike == *other
    }

    /// Returns the program and the pool to start it with.
    ///
    /// # Errors
    /// [`BotError::NoLeave`] if the user did not allow programs.
    pub fn crew(&self) -> Result<(&ProgramSettings, &ProgramPool), BotError> {
        let program = self.program.as_ref();
        let command = program.map(ProgramSettings::line).unwrap_or_default();
        program
            .zip(self.leave.0.as_deref())
            .ok_or_else(|| BotError::NoLeave {
                bot: self.name.clone(),
                command,
            })
    }

    /// Sets a parameter for all games, with and without an automa.
    pub fn set_parameter(&mut self, name: &str, value: Value) {
        self.solo.remove(name);
        self.parameters.insert(name.to_string(), value);
    }

    /// Returns the parameters for games with or without an automa.
    fn parameters_at(&self, solo: bool) -> Cow<'_, BTreeMap<String, Value>> {
        if !solo || self.solo.is_empty() {
            return Cow::Borrowed(&self.parameters);
        }
        let mut parameters = self.parameters.clone();
        parameters.extend(self.solo.clone());
        Cow::Owned(parameters)
    }

    /// Returns the valid search settings, for games without and with an automa.
    fn settings(&self) -> impl Iterator<Item = Settings> {
        [false, true].into_iter().filter_map(|solo| {
            let method = self.kind.method()?;
            Settings::read(method, &self.parameters_at(solo)).ok()
        })
    }

    /// Reads the parameters for a game.
    ///
    /// # Errors
    /// [`BotError::Parameter`] if a parameter is unknown or has an invalid value.
    fn read_parameters(&self, game: &dyn GameInfo, method: Method) -> Result<Settings, BotError> {
        let parameters = self.parameters_at(has_automa(game));
        Settings::read(method, &parameters).map_err(|ParameterError(problem)| {
            let bot = self.name.clone();
            BotError::Parameter { bot, problem }.at(self.origin.near(""))
        })
    }

    /// Returns the network for a bot that uses its policy.
    ///
    /// # Errors
    /// Same as [`BotSpec::network_for`]. Also fails if the network has no policy, or if the action indices of the game
    /// have changed since the policy was trained.
    fn with_policy(&self, game: &dyn GameInfo) -> Result<(Arc<Network>, f32), BotError> {
        let (network, win_points) = self.network_for(game)?;
        let weights = self.network_file(game).map(|file| file.weights());
        let edition = weights.and_then(|weights| Some(weights.ok()?.policy_layout_version()));
        if network.has_policy() && edition == Some(game.policy_layout_version()) {
            return Ok((network, win_points));
        }
        let lacks = match network.has_policy() {
            true => "its policy is from an earlier version with different action indices",
            false => "its network has no policy",
        };
        let problem = format!(
            "{lacks}; expected a network that `portolan learn` trained with a [search] \
                     table"
        );
        let bot = self.name.clone();
        Err(BotError::Network { bot, problem }.at(self.origin.near("network")))
    }

    /// Returns the network, the value of a certain win in points, and the settings of a bot with one-step lookahead.
    fn net(&self, game: &dyn GameInfo) -> Result<(Arc<Network>, f32, NetSettings), BotError> {
        let settings = self.read_parameters(game, Method::Net)?;
        let settings = NetSettings {
            candidates: settings.candidates as usize,
            policy_points: settings.policy_points as f32,
        };
        let (network, win_points) = match settings.needs_policy() {
            true => self.with_policy(game)?,
            false => self.network_for(game)?,
        };
        Ok((network, win_points, settings))
    }

    /// Checks the lean, and returns the network that evaluates the alternatives of a leaning bot.
    fn leaning(&self, game: &dyn GameInfo) -> Result<(Arc<Network>, f32), BotError> {
        check(&self.lean, game).map_err(|problem| {
            let bot = self.name.clone();
            BotError::Parameter { bot, problem }.at(self.origin.near("lean"))
        })?;
        if self.network_file(game).is_none() {
            let problem =
                "lean needs a bot with a network and its policy, such as inherits = \"net\""
                    .to_string();
            let bot = self.name.clone();
            return Err(BotError::Parameter { bot, problem }.at(self.origin.near("lean")));
        }
        self.with_policy(game)
    }

    /// Builds the player for `game`.
    ///
    /// # Errors
    /// [`BotError`] if the game does not have a feature that the bot weighs, if required weights or networks are
    /// missing, or if a parameter is invalid.
    pub fn build<G: Game>(&self, game: &G) -> Result<Box<dyn Bot<G>>, BotError> {
        let bot = self.without_lean(game)?;
        if self.lean.is_empty() {
            return Ok(bot);
        }
        let (network, win_points) = self.leaning(game)?;
        let lookahead = Lookahead::new(network);
        Ok(Box::new(Leaning::new(
            bot,
            (lookahead, win_points),
            &self.lean,
        )))
    }

    /// Builds the player without its lean.
    fn without_lean<G: Game>(&self, game: &G) -> Result<Box<dyn Bot<G>>, BotError> {
        Ok(match self.kind {
            BotKind::Random => Box::new(Random),
            BotKind::Greedy => Box::new(Greedy::new(self.feature_weights(game)?)),
            BotKind::Net => {
                let (network, win_points, settings) = self.net(game)?;
                Box::new(Net::new(Lookahead::new(network), win_points, settings))
            }
            BotKind::Policy => {
                let sampling = self.read_parameters(game, Method::Policy)?.sampling;
                let (network, _) = self.with_policy(game)?;
                Box::new(PolicyPlayer::new(Lookahead::new(network), sampling))
            }
            BotKind::Mcts => {
                let (settings, guide) = self.search(game, Method::Mcts)?;
                match settings.threads {
                    1 => Box::new(Mcts::new(settings, &guide)),
                    _ => Box::new(Parallel::new(settings, &guide)),
                }
            }
            BotKind::Flat => {
                let (settings, guide) = self.search(game, Method::Flat)?;
                Box::new(Flat::new(settings, &guide))
            }
            BotKind::Program => {
                let (settings, crew) = self.crew()?;
                Box::new(Program::new(&self.name, settings, crew))
            }
        })
    }

    /// Checks that the player for `game` can be built.
    ///
    /// # Errors
    /// Same as [`BotSpec::build`].
    pub fn fits(&self, game: &dyn GameInfo) -> Result<(), BotError> {
        if !self.lean.is_empty() {
            self.leaning(game)?;
        }
        match self.kind {
            BotKind::Random => Ok(()),
            BotKind::Greedy => self.feature_weights(game).map(drop),
            BotKind::Net => self.net(game).map(drop),
            BotKind::Policy => self
                .read_parameters(game, Method::Policy)
                .and_then(|_| self.with_policy(game))
                .map(drop),
            BotKind::Mcts => self.search(game, Method::Mcts).map(drop),
            BotKind::Flat => self.search(game, Method::Flat).map(drop),
            BotKind::Program => self.crew().map(drop),
        }
    }

    /// Returns the network file for a game. In a game with an automa, this is `network_solo` if the bot has one.
    pub fn network_file(&self, game: &dyn GameInfo) -> Option<&NetworkFile> {
        match &self.network_solo {
            Some(own) if has_automa(game) => Some(own),
            _ => self.network.as_ref(),
        }
    }

    /// Returns the network for a game and the value of a certain win in points.
    ///
    /// # Errors
    /// [`BotError`] if the bot has no network, or if the network cannot be read or is for another game or other inputs.
    pub fn network_for(&self, game: &dyn GameInfo) -> Result<(Arc<Network>, f32), BotError> {
        let wrong = |problem: String| {
            let bot = self.name.clone();
            BotError::Network { bot, problem }.at(self.origin.near("network"))
        };
        let file = self.network_file(game).ok_or_else(|| {
            wrong("it has no network; expected network = \"FILE.safetensors\"".to_string())
        })?;
        let weights = file.weights().map_err(wrong)?;
        if weights.game != game.name() {
            return Err(wrong(format!(
                "its network was trained for {}, but the game is {}",
                weights.game,
                game.name()
            )));
        }
        let (network, mut unknown) = file.network_for(game).map_err(wrong)?;
        unknown.retain(|input| !game.is_of_some_games(input));
        if !unknown.is_empty() && self.unknown_inputs == UnknownInputs::Refuse {
            let first: Vec<&str> = unknown.iter().take(5).map(String::as_str).collect();
            let more = if unknown.len() > first.len() {
                ", …"
            } else {
                ""
            };
            return Err(wrong(format!(
                "its network was trained with different data (hash {}), which lack {} of the game's \
                 {} inputs: {}{more}; use the same components, or set unknown_inputs = \"nothing\" \
                 in the bot file to ignore these inputs",
                weights.data,
                unknown.len(),
                game.input_names().len(),
                first.join(", ")
            )));
        }
        let win_points = weights.record.get(WIN_POINTS);
        let win_points = win_points.and_then(|points| points.parse().ok());
        Ok((network, win_points.unwrap_or(0.0)))
    }

    /// Returns the components of a game that are new or changed since the network was trained, which the network
    /// evaluates by their traits ([`expansion`](crate::net::expansion)). The list is empty if the bot has no network or
    /// if all components are as in training.
    ///
    /// # Errors
    /// Same as [`BotSpec::network_for`].
    pub fn unlearnt_components(
        &self,
        game: &dyn GameInfo,
    ) -> Result<Vec<UnlearntComponent>, BotError> {
        let Some(file) = self.network_file(game) else {
            return Ok(Vec::new());
        };
        self.network_for(game)?;
        let weights = file.weights().map_err(|problem| BotError::Network {
            bot: self.name.clone(),
            problem,
        })?;
        let learnt = learnt_composition(&weights, game);
        Ok(unlearnt_components(&weights, &learnt, &game.composition()))
    }

    /// Returns the bot with a time limit per decision instead of a number of iterations. A bot that does not search is
    /// returned unchanged.
    pub fn within(&self, milliseconds: u64) -> BotSpec {
        let mut bot = self.clone();
        if self.kind.method().is_some() {
            // Sequential halving needs a number of iterations.
            for untimed in ["iterations", "root"] {
                bot.parameters.remove(untimed);
                bot.solo.remove(untimed);
            }
            bot.set_parameter("milliseconds", Value::Whole(milliseconds));
        }
        bot
    }

    /// Returns true if the bot sees hidden information, that is, if it searches with `information = "cheating"`.
    pub fn is_cheating(&self) -> bool {
        (self.settings()).any(|settings| settings.information == Information::Cheating)
    }

    /// Returns the settings and evaluation functions of a search bot.
    ///
    /// # Errors
    /// Same as [`BotSpec::build`].
    pub fn search(
        &self,
        game: &dyn GameInfo,
        method: Method,
    ) -> Result<(Settings, Guide), BotError> {
        let settings = self.read_parameters(game, method)?;
        let expected = [Objective::Lead, Objective::Win];
        if settings.needs_network() && !expected.contains(&settings.objective) {
            let problem = BotError::Parameter {
                bot: self.name.clone(),
                problem:
                    "a network estimates leads and wins: expected objective = \"lead\" or \"win\""
                        .to_string(),
            };
            return Err(problem.at(self.origin.near("objective")));
        }
        if settings.needs_policy() && settings.first_play == FirstPlay::Prior {
            let problem = BotError::Parameter {
                bot: self.name.clone(),
                problem: "priors = \"policy\" are logits, not points, and cannot count as a visit: expected \
                          first_play = \"parent\", \"all\" or \"all_at_root\""
                    .to_string(),
            };
            return Err(problem.at(self.origin.near("first_play")));
        }
        if settings.root == Root::Halving
            && !(settings.needs_policy() && settings.threads == 1 && settings.time().is_none())
        {
            let problem = BotError::Parameter {
                bot: self.name.clone(),
                problem: "root = \"halving\" compares actions by the policy in one tree with a number of iterations: \
                          expected priors = \"policy\", threads = 1 and no milliseconds, or root = \"formula\""
                    .to_string(),
            };
            return Err(problem.at(self.origin.near("root")));
        }
        let weights = match settings.needs_weights() {
            true => self.feature_weights(game)?,
            false => self.by_feature(game)?,
        };
        let mut guide = Guide::by_features(weights);
        if settings.needs_network() {
            let (network, win_points) = match settings.needs_policy() {
                true => self.with_policy(game)?,
                false => self.network_for(game)?,
            };
            guide.network = Some(network);
            guide.win_points = win_points;
        }
        Ok((settings, guide))
    }

    /// Returns one weight per feature of the game. At least one weight must differ from 0.
    fn feature_weights(&self, game: &dyn GameInfo) -> Result<Vec<f32>, BotError> {
        if self.weights.is_empty() {
            let problem = BotError::NoWeights {
                bot: self.name.clone(),
                game: game.name(),
                known: game.feature_names().join(", "),
            };
            return Err(problem.at(self.origin.near("")));
        }
        self.by_feature(game)
    }

    /// Returns one weight per feature of the game; missing features have weight 0.
    fn by_feature(&self, game: &dyn GameInfo) -> Result<Vec<f32>, BotError> {
        let features = game.feature_names();
        if let Some(unknown) = (self.weights.keys()).find(|name| !features.contains(&name.as_str()))
        {
            let problem = BotError::UnknownFeature {
                bot: self.name.clone(),
                feature: unknown.clone(),
                game: game.name(),
                suggestion: did_you_mean(unknown, features.iter().copied()),
                known: features.join(", "),
            };
            return Err(problem.at(self.origin.of_key(&format!("weights.{unknown}"))));
        }
        Ok(features
            .iter()
            .map(|&name| self.weights.get(name).copied().unwrap_or(0.0) as f32)
            .collect())
    }
}

/// Returns true if a seat is an automa.
fn has_automa(game: &dyn GameInfo) -> bool {
    (0..game.seats()).any(|seat| game.automa(seat).is_some())
}
