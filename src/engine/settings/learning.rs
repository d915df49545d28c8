//! What is learnt, and how: a learning file as the game has accepted it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bots::BotSpec;
use crate::bots::networks::NetworkFile;
use crate::random::{Fresh, fresh_seed};

/// Networks of one training that are kept to play as earlier selves; half of them do at a time.
const EARLIER_SELVES: u64 = 10;

/// A training by self-play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Learning {
    /// Game.
    pub game: String,
    /// Numbers of bots in a game: the games of a round take them in turn.
    pub players: Vec<usize>,
    /// Master seed.
    #[serde(deserialize_with = "crate::seed::deserialize")]
    pub seed: u64,
    /// Hash of the component data.
    pub data: String,
    /// Units of the first layer.
    pub units: usize,
    /// Rounds of games, each with a pass of fitting.
    pub rounds: u64,
    /// Games of a round.
    pub games: u64,
    /// Rounds whose positions are fitted at a time, the newest included.
    pub window: u64,
    /// Positions after every so many choices of a seat are learnt from: neighbours are much alike.
    pub every: u64,
    /// After every so many choices those who wait learn from the position, too, as they see it, so that the
    /// network can be asked at any time what it is worth to any seat; 0 for never.
    pub waiting: u64,
    /// How far ends of games reach back: λ of TD(λ).
    pub lambda: f64,
    /// Points by which an action must be better to be taken e times as often.
    pub temperature: f64,
    /// Share of moves that are any legal action.
    pub random: f64,
    /// The same in a first round that `teacher` plays.
    pub first_random: f64,
    /// Points that a certain win is worth beside the expected lead, when actions are compared.
    pub win_points: f64,
    /// Passes over the positions in a round.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub passes: u64,
    /// One game in so many is not learnt from, but tells how far the network is off; 0 for none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub held_out: u64,
    /// How decisions are searched, so that a policy is learnt from them; without it there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchedDecisions>,
    /// Size of the steps of fitting in the first round and in the last.
    pub steps: [f64; 2],
    /// Games that the network plays against each opponent when it is measured.
    pub match_games: u64,
    /// Rounds from one such match to the next.
    pub match_every: u64,
    /// Shares of those who sit at a table.
    pub shares: Shares,
    /// Rule options, each with the values that games take in turn.
    pub set: BTreeMap<String, Vec<String>>,
    /// Who plays the first round, unless there is a network to start from.
    pub teacher: BotSpec,
    /// The network that the training goes on from, instead of random weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<NetworkFile>,
    /// Bots that sit at tables and that the network is measured by.
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

/// The decisions of the network that learns which are searched. Its policy learns from the shares of visits; the
/// others are played by the policy. In rounds before the first of them the policy learns to choose as the values of
/// positions one step ahead do, by which those rounds are played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchedDecisions {
    /// The first round with searched decisions, from 1.
    pub from: u64,
    /// Their share of all decisions; before them, that of decisions whose values the policy learns from.
    pub share: f64,
    /// Simulations of each search.
    pub simulations: u64,
    /// Factor of PUCT.
    pub exploration: f64,
    /// Temperature at which actions are drawn from the policy.
    pub temperature: f64,
    /// Whether the values stay as those of the network to start from: only the policy is learnt.
    pub keep_values: bool,
    /// Share of the search's mean in the lead that values learn of a searched position; the rest is what they learn of
    /// others.
    #[serde(default, skip_serializing_if = "is_none_of_it")]
    pub value_share: f64,
}

/// Who sits at a table with the network that learns: shares of the other seats. Nobody learns from their
/// moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shares {
    /// Seats of the network as it was after an earlier round.
    pub earlier: f64,
    /// Seats of the bots that are named.
    pub bots: f64,
}

impl Learning {
    /// Master seed of all deals: nobody else plays any of them.
    pub fn deals(&self) -> u64 {
        fresh_seed(self.seed, Fresh::Learning)
    }

    /// Master seed of the matches by which the network is measured.
    pub fn match_deals(&self) -> u64 {
        fresh_seed(self.seed, Fresh::Match)
    }

    /// How decisions of a round are searched, if they are.
    pub fn searched_in(&self, round: u64) -> Option<SearchedDecisions> {
        self.search.filter(|search| search.from <= round)
    }

    /// The share of decisions in a round whose values one step ahead the policy learns from, if any: in rounds before
    /// searches that a network plays.
    pub fn weighed_in(&self, round: u64) -> Option<f64> {
        let search = self.search.filter(|search| round < search.from)?;
        self.has_network_in(round).then_some(search.share)
    }

    /// Whether a network plays in a round, and not only the teacher.
    fn has_network_in(&self, round: u64) -> bool {
        round > 1 || self.start.is_some()
    }

    /// Whether the policy has learnt something after so many rounds, and is not replaced by values in the next one.
    pub fn has_policy_after(&self, rounds: u64) -> bool {
        let learnt = (1..=rounds).any(|round| self.has_network_in(round));
        learnt && self.searched_in(rounds + 1).is_some()
    }

    /// Whether a game of a round is not learnt from.
    pub fn is_held_out(&self, game: u64) -> bool {
        self.held_out > 0 && game.is_multiple_of(self.held_out)
    }

    /// Rounds from one network that is kept to play as an earlier self to the next.
    pub fn keep_every(&self) -> u64 {
        (self.rounds / EARLIER_SELVES).max(1)
    }

    /// The rounds after which networks were as they play in a round as earlier selves: the last of those
    /// that are kept.
    pub fn earlier_rounds(&self, round: u64) -> Vec<u64> {
        let every = self.keep_every();
        let kept = (1..).map(|number| number * every);
        let mut kept: Vec<u64> = kept.take_while(|&kept| kept + 1 < round).collect();
        kept.drain(..kept.len().saturating_sub(EARLIER_SELVES as usize / 2));
        kept
    }

    /// Size of the steps of fitting after a round, from 1: along a cosine from the first to the last.
    pub fn step(&self, round: u64) -> f32 {
        let done = (round - 1) as f64 / (self.rounds.max(2) - 1) as f64;
        let [first, last] = self.steps;
        let share = 0.5 * (1.0 + libm::cos(std::f64::consts::PI * done.min(1.0)));
        (last + (first - last) * share) as f32
    }

    /// Options of every set-up that games take in turn: all combinations of the numbers of players and the
    /// values of options.
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
