//! Settings of a training, from a learning file that was checked by the game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bots::BotSpec;
use crate::bots::networks::NetworkFile;
use crate::random::{Fresh, fresh_seed};
use crate::search::parameters::Value;

/// Number of earlier networks of a training that are stored as opponents; half of them play at a time.
const EARLIER_SELVES: u64 = 10;

/// Training of a network by self-play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learning {
    pub game: String,
    /// Numbers of bots in a game, used in turn by the games of a round.
    pub players: Vec<usize>,
    /// Master seed.
    #[serde(deserialize_with = "crate::seed::deserialize")]
    pub seed: u64,
    /// Hash of the component data.
    pub data: String,
    /// Number of units in the first layer.
    pub units: usize,
    /// Number of rounds, each of which plays games and then fits the network.
    pub rounds: u64,
    /// Number of games in a round.
    pub games: u64,
    /// Number of rounds whose positions are fitted together, including the newest.
    pub window: u64,
    /// Positions are sampled after every `every` choices of a seat, since consecutive positions are similar.
    pub every: u64,
    /// After every `waiting` choices, the position is also sampled from the view of the seats that are not to
    /// move, so the network can value a position for any seat at any time; 0 to disable.
    pub waiting: u64,
    /// λ of TD(λ), the weight of the final result in the targets of earlier positions.
    pub lambda: f64,
    /// Advantage in points that makes an action e times as likely.
    pub temperature: f64,
    /// Share of moves that are chosen uniformly among the legal actions.
    pub random: f64,
    /// Value of `random` for a first round that `teacher` plays.
    pub first_random: f64,
    /// Value of a certain win in points, added to the expected lead when actions are compared.
    pub win_points: f64,
    /// Number of passes over the positions in a round.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub passes: u64,
    /// One game in `held_out` is used for validation instead of training; 0 for none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub held_out: u64,
    /// Search of decisions, from which a policy is learnt; `None` to train without a policy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchedDecisions>,
    /// Learning rates of the first and of the last round.
    pub steps: [f64; 2],
    /// Number of evaluation games of the network against each opponent.
    pub match_games: u64,
    /// Number of rounds between evaluations.
    pub match_every: u64,
    /// Shares of the opponents in the training games.
    pub shares: Shares,
    /// Rule options, each with the values that games use in turn.
    pub set: BTreeMap<String, Vec<String>>,
    /// Games with drawn data sets and rule options; `None` to train on the given data and options only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawnGames>,
    /// Bot that plays the first round if the training does not start from a network.
    pub teacher: BotSpec,
    /// Network from which the training continues; `None` to start from random weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<NetworkFile>,
    /// Parameters of the bot whose network the training starts from, if it looks one step ahead; the trained bot also uses them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub start_parameters: BTreeMap<String, Value>,
    /// Bots that play in training games and in evaluations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<BotSpec>,
}

fn one() -> u64 {
    1
}

fn is_one(number: &u64) -> bool {
    *number == 1
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn is_none_of_it(share: &f64) -> bool {
    *share == 0.0
}

/// Search of decisions by the learning network. The policy learns from the visit shares of the searched
/// decisions and plays the other decisions. In rounds before the first search, games are played by one-step
/// lookahead with the value network, and the policy learns to imitate it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchedDecisions {
    /// First round with searched decisions, from 1.
    pub from: u64,
    /// Share of decisions that are searched. In earlier rounds, the share of decisions from which the policy
    /// learns.
    pub share: f64,
    /// Number of simulations per search.
    pub simulations: u64,
    /// Exploration factor of PUCT.
    pub exploration: f64,
    /// Share of the uniform distribution in the prior probabilities of a searched decision, which corrects actions that
    /// the policy misjudges with certainty.
    #[serde(default, skip_serializing_if = "is_none_of_it")]
    pub uniform: f64,
    /// Temperature at which actions are sampled from the policy.
    pub temperature: f64,
    /// True to freeze the values of the initial network and learn only the policy.
    pub keep_values: bool,
    /// Weight of the search's mean lead in the value targets of searched positions. The usual target has the
    /// rest of the weight.
    #[serde(default, skip_serializing_if = "is_none_of_it")]
    pub value_share: f64,
}

/// Training games with data sets and rule options drawn at random (domain randomisation), from which the network learns
/// what components do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawnGames {
    /// Share of the set-ups of a round that are drawn.
    pub share: f64,
    /// Number of set-ups of a round, drawn or not. Each plays the same number of games.
    pub setups: u64,
    /// Share of the other set-ups in which components are evaluated by their traits alone.
    pub by_traits: f64,
    /// Share of the games of every set-up in which items are withheld from seats.
    pub withheld: f64,
    /// Factor of the residuals of components in the first round, in 0..=1. The loss is proportional to the size of the
    /// steps (Loshchilov & Hutter, *Decoupled weight decay regularization*, 2019).
    pub keep: f64,
    /// Rule options, each with the values from which every drawn set-up draws one.
    pub set: BTreeMap<String, Vec<String>>,
}

/// Shares of the opponents' seats in the training games. Values are learned from the
/// seats of named bots and of the current network, and the policy only from the seats of the current network.
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

    /// Returns the share of decisions from which the policy learns by one-step lookahead in a round. `None` in
    /// rounds with searches and in rounds that the teacher plays.
    pub fn weighed_in(&self, round: u64) -> Option<f64> {
        let search = self.search.filter(|search| round < search.from)?;
        self.has_network_in(round).then_some(search.share)
    }

    /// Returns true if a network plays in a round, and not just the teacher.
    fn has_network_in(&self, round: u64) -> bool {
        round > 1 || self.start.is_some()
    }

    /// Returns true if the policy is trained after `rounds` rounds, and the next round does not use one-step
    /// lookahead instead.
    pub fn has_policy_after(&self, rounds: u64) -> bool {
        let learnt = (1..=rounds).any(|round| self.has_network_in(round));
        learnt && self.searched_in(rounds + 1).is_some()
    }

    /// Returns true if a game of a round is used for validation.
    pub fn is_held_out(&self, game: u64) -> bool {
        self.held_out > 0 && game.is_multiple_of(self.held_out)
    }

    /// Number of rounds between stored earlier networks.
    pub fn keep_every(&self) -> u64 {
        (self.rounds / EARLIER_SELVES).max(1)
    }

    /// Returns the rounds after which the earlier networks that play in this round were stored; these are the
    /// most recent ones.
    pub fn earlier_rounds(&self, round: u64) -> Vec<u64> {
        let every = self.keep_every();
        let kept = (1..).map(|number| number * every);
        let mut kept: Vec<u64> = kept.take_while(|&kept| kept + 1 < round).collect();
        kept.drain(..kept.len().saturating_sub(EARLIER_SELVES as usize / 2));
        kept
    }

    /// Returns the learning rate of a round, from 1, on a cosine schedule from the first to the last.
    pub fn step(&self, round: u64) -> f32 {
        let done = (round - 1) as f64 / (self.rounds.max(2) - 1) as f64;
        let [first, last] = self.steps;
        let share = 0.5 * (1.0 + libm::cos(std::f64::consts::PI * done.min(1.0)));
        (last + (first - last) * share) as f32
    }

    /// Returns number of players and options of every set-up that games use in turn, which are all combinations
    /// of the numbers of players and the option values.
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
