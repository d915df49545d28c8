//! Settings of a training, from a learning file that was checked by the game.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::cells::{converted, options};
use super::keys::DEFAULT_SEED;
use crate::bots::BotSpec;
use crate::bots::networks::NetworkFile;
use crate::file_keys;
use crate::net::weights::{FIRST_STEP, MOST_FIRST};
use crate::random::{Fresh, fresh_seed};
use crate::search::parameters::Value;
use crate::setting_keys::is_default;

/// Number of earlier networks of a training that are stored as opponents; half of them play at a time.
const EARLIER_SELVES: u64 = 10;

file_keys! {
    /// Content of a learning file. A manifest contains the values after resolution, without the names of bots and files.
    #[derive(Serialize)]
    pub default struct LearningKeys {
        game: String, "required", "name of the game; `portolan games` lists the games";
        #[serde(deserialize_with = "converted")]
        players: Vec<usize>, "default of the game",
            "number of players, or a list of numbers that games use in turn";
        #[serde(deserialize_with = "options")]
        set: BTreeMap<String, Vec<String>>, "none",
            "table: rule options; games use the values of a list in turn";
        #[serde(skip_serializing)]
        data: Option<PathBuf>, "the shipped data", "folder of component files";
        units: usize = FIRST_STEP, in FIRST_STEP..=MOST_FIRST, "64, or those of `start`",
            "units of the first layer: a multiple of 64 up to 512";
        rounds: u64 = 60, in 1..=100_000, "60", "number of rounds";
        games: u64 = 500, in 1..=1_000_000, "500", "games in each round";
        window: u64 = 2, in 1..=50, "2", "number of rounds whose positions are fitted together, 1 to 50";
        every: u64 = 1, in 1..=1_000_000, "1", "interval between the positions used, in decisions of a seat";
        waiting: u64 = 4, in 0..=1_000_000, "4",
            "interval, in decisions, between positions that are also used from the views of the seats that do not decide, as a search needs them; 0 for none, which suits a player that looks one step ahead";
        #[serde(skip_serializing)]
        teacher: String = "greedy".to_string(), "`\"greedy\"`", "the bot that plays the first round";
        #[serde(skip_serializing)]
        start: Option<String>, "none",
            "a bot whose network replaces random weights; it plays the first round. Additional `units` begin as copies that do not change its values";
        #[serde(skip_serializing)]
        opponents: Vec<String>, "none", "list of bots in other seats and in matches";
        #[serde(skip_serializing)]
        earlier: f64 = 0.15, in 0.0..=1.0, "0.15",
            "share of the other seats that earlier versions of the network play";
        #[serde(skip_serializing)]
        bots: Option<f64>, "0.15 with `opponents`, else 0",
            "share of the other seats that `opponents` play";
        lambda: f64 = 0.7, in 0.0..=1.0, "0.7",
            "λ of TD(λ), 0 to 1: 1 learns from the results of games, 0 from the next position alone";
        temperature: f64 = 0.3, in 1e-3..=1e3, "0.3",
            "advantage in points that makes an action e times as probable";
        random: f64 = 0.01, in 0.0..=1.0, "0.01", "share of random moves";
        first_random: f64 = 0.1, in 0.0..=1.0, "0.1", "share of random moves in the first round";
        win_points: f64 = 10.0, in 0.0..=1e4, "10", "points of a certain win, in addition to the lead";
        steps: Vec<f64> = vec![1e-3, 1e-4], "[0.001, 0.0001]",
            "size of the first and of the last step of fitting";
        match_every: u64 = 10, in 1..=100_000, "10", "rounds between matches";
        match_games: u64 = 100, in 2..=1_000_000, "100", "games in each match";
        #[serde(skip_serializing_if = "is_one")]
        passes: u64 = 1, in 1..=100, "1", "passes of fitting over the positions of a round";
        #[serde(skip_serializing_if = "is_default")]
        held_out: u64 = 0, in 0..=1_000_000, "0",
            "one game in this many is used only to measure the error of the network (columns `held_out_…` of `progress.csv`); 0 for none";
        #[serde(skip_serializing_if = "Option::is_none")]
        search: Option<SearchedDecisions>, "no policy", "table `[search]`: also trains a policy from searches";
        #[serde(skip_serializing_if = "Option::is_none")]
        draw: Option<DrawnGames>, "no drawn games",
            "table `[draw]`: also plays with data sets drawn at random, so that the network learns what components do";
        #[serde(deserialize_with = "crate::seed::deserialize")]
        seed: u64 = DEFAULT_SEED, "1", "master seed";
    }
}

fn is_one(number: &u64) -> bool {
    *number == 1
}

/// Training of a network by self-play, as a manifest records it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learning {
    #[serde(flatten)]
    pub keys: LearningKeys,
    /// Hash of the component data.
    pub data: String,
    /// Shares of the opponents in the training games.
    pub shares: Shares,
    /// Bot that plays the first round if the training does not start from a network.
    pub teacher: BotSpec,
    /// Network from which the training continues; `None` to start from random weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<NetworkFile>,
    /// Parameters of the bot to start from, if it uses one-step lookahead. The trained bot also has these parameters.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub start_parameters: BTreeMap<String, Value>,
    /// Bots that play in training games and in evaluations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<BotSpec>,
}

impl Deref for Learning {
    type Target = LearningKeys;

    fn deref(&self) -> &LearningKeys {
        &self.keys
    }
}

file_keys! {
    /// Table `[search]`: search of decisions by the learning network. The policy learns from the visit shares of the searched
    /// decisions and plays the other decisions. In rounds before the first search, games are played by one-step
    /// lookahead with the value network, and the policy learns to imitate it.
    #[derive(Copy, Serialize)]
    pub default struct SearchedDecisions {
        from: u64, "2, or 1 with `start`",
            "first round with searched decisions; 2 or more without `start`, because a search needs a network. In earlier rounds the policy learns the choices of the values one step ahead";
        share: f64 = 0.12, in 0.0..=1.0, "0.12", "share of all decisions that are searched";
        simulations: u64 = 96, in 2..=1_000_000, "96", "simulations of each search";
        exploration: f64 = 1.0, in 0.0..=100.0, "1", "exploration factor of PUCT";
        // The default 0 applies to manifests without the key. The default of learning files is set during resolution.
        #[serde(skip_serializing_if = "is_default")]
        uniform: f64 = 0.0, in 0.0..=1.0, "0.25",
            "share of the uniform distribution in the prior probabilities of a searched decision; without it, the search hardly tries an action that the policy wrongly considers hopeless, so the policy stays wrong, above all in set-ups that are new to it";
        temperature: f64 = 0.6, in 0.01..=100.0, "0.6",
            "sampling temperature of the decisions that are not searched: 1 for the probabilities of the policy, less for its first choice more often";
        keep_values: bool, "`false`",
            "`true`: the values stay those of `start`, and additional `units` belong to the policy alone";
        #[serde(skip_serializing_if = "is_default")]
        value_share: f64 = 0.0, in 0.0..=1.0, "0",
            "weight, 0 to 1, of the mean lead of the search in the target of a searched position; not with `keep_values`";
    }
}

file_keys! {
    /// Table `[draw]`: training games with data sets and rule options drawn at random (domain randomisation), from which the
    /// network learns what components do.
    #[derive(Serialize)]
    pub default struct DrawnGames {
        share: f64 = 0.6, in 0.0..=1.0, "0.6", "share of the set-ups of a round that have drawn data";
        setups: u64 = 60, in 1..=10_000, "60", "set-ups of a round; each plays the same number of games";
        by_traits: f64 = 0.2, in 0.0..=1.0, "0.2",
            "share of the other set-ups in which the network evaluates components by their traits alone";
        withheld: f64 = 0.1, in 0.0..=1.0, "0.1", "share of the games in which items are withheld from seats, as in studies of items";
        keep: f64 = 0.9, in 0.0..=1.0, "0.9", "factor of the residuals of components in the first round; later rounds shrink them in proportion to the size of the steps";
        #[serde(deserialize_with = "options")]
        set: BTreeMap<String, Vec<String>>, "none",
            "table: rule options of the drawn set-ups; each draws one value of every list";
    }
}

/// Shares of the opponents' seats in the training games. Values are learned from the seats of named bots and of the
/// current network, and the policy only from the seats of the current network.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shares {
    /// Share of seats with the network of an earlier round.
    pub earlier: f64,
    /// Share of seats with the named bots.
    pub bots: f64,
}

impl Learning {
    /// Master seed of the training deals, which no other command uses.
    pub fn deals(&self) -> u64 {
        fresh_seed(self.seed, Fresh::Learning)
    }

    /// Master seed of the evaluation games.
    pub fn match_deals(&self) -> u64 {
        fresh_seed(self.seed, Fresh::Match)
    }

    /// Returns the search settings of a round, if it has searched decisions.
    pub fn searched_in(&self, round: u64) -> Option<SearchedDecisions> {
        self.search.filter(|search| search.from <= round)
    }

    /// Returns the share of decisions in a round from which the policy learns by one-step lookahead. Returns `None` for
    /// rounds with searches and for rounds that the teacher plays.
    pub fn weighed_in(&self, round: u64) -> Option<f64> {
        let search = self.search.filter(|search| round < search.from)?;
        self.has_network_in(round).then_some(search.share)
    }

    /// Returns true if a network plays in a round, rather than only the teacher.
    fn has_network_in(&self, round: u64) -> bool {
        round > 1 || self.start.is_some()
    }

    /// Returns true if the policy has been trained after `rounds` rounds and the next round uses searches.
    pub fn has_policy_after(&self, rounds: u64) -> bool {
        let learnt = (1..=rounds).any(|round| self.has_network_in(round));
        learnt && self.searched_in(rounds + 1).is_some()
    }

    /// Returns true if a game of a round is used for validation.
    pub fn is_held_out(&self, game: u64) -> bool {
        self.held_out > 0 && game.is_multiple_of(self.held_out)
    }

    /// Number of rounds from one stored network to the next.
    pub fn keep_every(&self) -> u64 {
        (self.rounds / EARLIER_SELVES).max(1)
    }

    /// Returns the rounds after which the opponents from earlier rounds were stored. The most recent stored networks
    /// play in this round.
    pub fn earlier_rounds(&self, round: u64) -> Vec<u64> {
        let every = self.keep_every();
        let kept = (1..).map(|number| number * every);
        let mut kept: Vec<u64> = kept.take_while(|&kept| kept + 1 < round).collect();
        kept.drain(..kept.len().saturating_sub(EARLIER_SELVES as usize / 2));
        kept
    }

    /// Returns the learning rate of a round, counted from 1, on a cosine schedule from the first to the last round.
    pub fn step(&self, round: u64) -> f32 {
        let done = (round - 1) as f64 / (self.rounds.max(2) - 1) as f64;
        let (first, last) = (self.steps[0], self.steps[1]);
        let share = 0.5 * (1.0 + libm::cos(std::f64::consts::PI * done.min(1.0)));
        (last + (first - last) * share) as f32
    }

    /// Returns all set-ups, which games use in turn: every combination of a number of players and option values.
    pub fn setups(&self) -> Vec<(usize, BTreeMap<String, String>)> {
        let mut setups = vec![BTreeMap::new()];
        for (option, values) in &self.set {
            setups = setups
                .into_iter()
                .flat_map(|setup: BTreeMap<String, String>| {
                    values.iter().map(move |value| {
                        let mut setup = setup.clone();
                        setup.insert(option.clone(), value.clone());
                        setup
                    })
                })
                .collect();
        }
        setups
            .into_iter()
            .flat_map(|setup| {
                self.players
                    .iter()
                    .map(move |&players| (players, setup.clone()))
            })
            .collect()
    }
}
