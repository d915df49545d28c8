//! Declarations of all search parameters: name, type, default, accepted values and meaning. Bot files, error messages,
//! `explain`, the search spaces of tunings and the settings of a search are all derived from them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use super::parameters::{Accepts, Method, Parameter, ParameterError, Value};
use crate::suggestion::did_you_mean;

/// Type of a field in [`Settings`].
trait Field: Sized {
    /// Converts a value, or returns `None` if it has a different type.
    fn of(value: &Value) -> Option<Self>;
}

impl Field for u64 {
    fn of(value: &Value) -> Option<u64> {
        match value {
            Value::Whole(number) => Some(*number),
            _ => None,
        }
    }
}

impl Field for u32 {
    fn of(value: &Value) -> Option<u32> {
        u64::of(value)?.try_into().ok()
    }
}

impl Field for f64 {
    fn of(value: &Value) -> Option<f64> {
        match value {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }
}

/// Generates the table of parameters, the fields of the settings, and an enum for every parameter with word values.
macro_rules! parameters {
    ($(of $methods:expr => {$(
        $name:ident: $type:ident = $default:literal, $accepts:tt, $meaning:literal;
    )*})*) => {
        /// All parameters, in the order in which `explain` lists them.
        pub static PARAMETERS: &[Parameter] = &[$($(Parameter {
            name: stringify!($name),
            of: $methods,
            accepts: parameters!(@accepts $type $accepts),
            default: parameters!(@value $type $default),
            meaning: $meaning,
        },)*)*];

        /// Settings of a search.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Settings {$($(
            #[doc = concat!("`", stringify!($name), "`: ", $meaning, ".")]
            pub $name: $type,
        )*)*}

        impl Settings {
            fn of(values: &BTreeMap<&str, Value>) -> Option<Settings> {
                Some(Settings {$($($name: Field::of(values.get(stringify!($name))?)?,)*)*})
            }
        }

        $($(parameters!(@words $name $type $accepts $meaning);)*)*
    };
    (@accepts f64 [$low:literal to $high:literal]) => { Accepts::Number($low, $high) };
    (@accepts $type:ident [$low:literal to $high:literal]) => { Accepts::Whole($low, $high) };
    (@accepts $type:ident $words:tt) => { Accepts::OneOf($type::WORDS) };
    (@value f64 $default:literal) => { Value::Number($default) };
    (@value u32 $default:literal) => { Value::Whole($default) };
    (@value u64 $default:literal) => { Value::Whole($default) };
    (@value $type:ident $default:literal) => { Value::Text(Cow::Borrowed($default)) };
    (@words $name:ident $type:ident [$low:literal to $high:literal] $meaning:literal) => {};
    (@words $name:ident $type:ident {$(
        $variant:ident = $word:literal: $says:literal $(from $source:literal)?,
    )*} $meaning:literal) => {
        #[doc = concat!("`", stringify!($name), "`: ", $meaning, ".")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $type {$(
            #[doc = concat!("`", $word, "`: ", $says, ".")]
            $(#[doc = concat!("\n\n", $source)])?
            $variant,
        )*}

        impl $type {
            const WORDS: &[(&str, &str)] = &[$(($word, $says)),*];

            /// Returns the word for this value in bot files.
            pub fn word(self) -> &'static str {
                Self::WORDS[self as usize].0
            }
        }

        impl Field for $type {
            fn of(value: &Value) -> Option<$type> {
                match value {
                    Value::Text(text) => match text.as_ref() {
                        $($word => Some($type::$variant),)*
                        _ => None,
                    },
                    _ => None,
                }
            }
        }
    };
}

parameters! {
    of &[Method::Mcts, Method::Flat] => {
        iterations: u64 = 1000, [1 to 1_000_000_000], "iterations per decision";
        milliseconds: u64 = 0, [0 to 3_600_000],
            "time per decision, instead of iterations; results with a time limit cannot be \
             reproduced; 0 for no limit";
        objective: Objective = "lead", {
            Win = "win": "1 for first place, divided among tied seats",
            Rank = "rank": "from 1 for the first place down to 0 for the last",
            Score = "score": "own score",
            Lead = "lead": "own score minus the best other score",
        }, "objective of every seat";
        rollout: Reach = "game", {
            Decisions = "decisions": "rollout_length decisions",
            Turns = "turns":
                "until rollout_length more turns have begun, of any seat: 1 completes the current \
                 turn",
            OwnTurns = "own_turns": "until the searching seat has begun rollout_length more turns",
            Rounds = "rounds":
                "until rollout_length more rounds have begun: 1 completes the current round",
            Game = "game": "to the end of the game",
        }, "end of a rollout, after which the position is evaluated";
        rollout_length: u32 = 0, [0 to 10_000],
            "length of rollouts, in the unit that rollout selects; 0 evaluates the leaf itself";
        policy: Policy = "random", {
            Random = "random": "any legal action",
            Epsilon = "epsilon":
                "the action with the best weighted features one step ahead, but a random one with probability epsilon",
            Boltzmann = "boltzmann":
                "action a with probability proportional to exp(value of a / temperature), valued as for epsilon",
            Mast = "mast":
                "the action with the best mean result in this search, in any position, but a random \
                 one with probability epsilon"
                from "The move-average sampling technique (Finnsson & Björnsson, *Simulation-based approach to \
                general game playing*, 2008), ε-greedy as in Powley, Whitehouse & Cowling, *Bandits all the way \
                down*, 2013.",
            Net = "net": "the best action one step ahead according to the network",
        }, "how actions are chosen in rollouts";
        epsilon: f64 = 0.2, [0.0 to 1.0], "probability of a random action under policy epsilon or mast";
        temperature: f64 = 2.0, [0.001 to 1e6],
            "temperature of policy boltzmann, in units of the weighted features";
        evaluation: Evaluation = "score", {
            Score = "score": "the score so far",
            Features = "features": "the weighted features",
            Net = "net":
                "lead and win as estimated by the network, for every seat as it sees the position; objective must be lead or win",
        }, "value of a seat's position at the end of a rollout and of the game";
        information: Information = "fair", {
            Fair = "fair": "the information of its own seat",
            Cheating = "cheating":
                "also hidden information, but not future random events: for measuring the value of \
                 hidden information, not for fair games",
        }, "information that the search uses";
    }
    of &[Method::Mcts] => {
        opponents: Opponents = "max_n", {
            MaxN = "max_n": "each seat maximises its own objective"
                from "Luckhardt & Irani 1986; in trees of averages Sturtevant, *An analysis of UCT in multi-player \
                games*, 2008.",
            Paranoid = "paranoid": "all others minimise the objective of the searching seat"
                from "Sturtevant & Korf 2000.",
            SelfOnly = "self_only": "the tree contains only decisions of the searching seat; others follow the rollout policy",
        }, "model of the other seats";
        formula: Formula = "ucb1_tuned", {
            Ucb1 = "ucb1": "Auer, Cesa-Bianchi & Fischer 2002, figure 1",
            Ucb1Tuned = "ucb1_tuned": "the same paper, section 4: with the measured variance",
            Puct = "puct":
                "Silver et al. 2017: with probabilities from a softmax of the values one step ahead"
                from "After Rosin, *Multi-armed bandits with episode context*, 2011.",
        }, "formula for exploration; rewards are rescaled to the range seen at the node";
        exploration: f64 = 1.0, [0.0 to 100.0],
            "factor of sqrt(ln n / visits), 1.414 in the published UCB1 and 1 in UCB1-Tuned; with \
             puct, factor of probability * sqrt(n) / (visits + 1)";
        prior_temperature: f64 = 1.0, [0.001 to 1e6],
            "with puct: difference in value one step ahead that makes an action e times as probable";
        root_uniform: f64 = 0.0, [0.0 to 1.0],
            "with puct: share of the uniform distribution in the probabilities at the root decision, \
             so that actions that the policy misjudges are tried too";
        priors: Priors = "features", {
            Features = "features": "the weighted features",
            Net = "net": "the network, as in evaluation net, with one evaluation per action",
            Policy = "policy":
                "the policy of the network: logits of all actions from one evaluation, which is \
                 shared with evaluation net"
                from "Silver et al., *Mastering the game of Go without human knowledge*, 2017.",
        }, "source of the values of actions one step ahead when they enter the tree, for puct, bias and first_play prior";
        views: Views = "all", {
            All = "all": "all seats, each as it sees the position",
            Mover = "mover":
                "the deciding seat; with two seats, the other seat gets the opposite value; with \
                 more seats, the seats whose actions led to the leaf are also evaluated",
        }, "with priors policy and evaluation net: the seats whose values the network computes at a leaf";
        first_play: FirstPlay = "all", {
            All = "all": "before all tried actions",
            Parent = "parent":
                "as if tried once, with a reward of first_play_loss below the mean of the tried \
                 actions"
                from "Gelly & Wang, *Exploration exploitation in Go*, 2006.",
            AllAtRoot = "all_at_root":
                "all at the root decision, parent at later decisions",
            Prior = "prior":
                "by its value one step ahead, which counts as one additional visit of the action; \
                 it must be on the scale of the evaluation",
        }, "priority of an action that has not been tried at a node";
        first_play_loss: f64 = 0.1, [-1.0 to 1.0],
            "with first_play parent or all_at_root: in rescaled reward, 0 to 1";
        bias: f64 = 0.0, [0.0 to 1000.0],
            "progressive bias: weight of an action's weighted features one step ahead, rescaled among its siblings, over visits + 1; 0 for none";
        root: Root = "formula", {
            Formula = "formula": "as at every other node; the most visited action is chosen",
            Halving = "halving":
                "the 16 most probable actions equally often, then the better half of them, down to \
                 two; requires priors policy and one thread, and excludes milliseconds"
                from "Danihelka, Guez, Schrittwieser & Silver, *Policy improvement by planning with Gumbel*, 2022.",
        }, "actions that are tried at the root decision";
        value_scale: f64 = 0.1, [0.0 to 1000.0],
            "with root halving: logits that correspond to the range of rewards, before \
             multiplication by 50 plus the visits of the most visited action";
        keep_tree: Keep = "no", {
            No = "no": "nothing",
            Turn = "turn":
                "the subtree of the chosen action, while the turn of the seat continues without new \
                 random events; its iterations count as done",
        }, "part of a tree that is reused for the next decision";
        threads: u32 = 1, [1 to 64],
            "trees built in parallel for one decision, one per thread, with the iterations divided \
             among them; equal numbers give equal choices";
    }
    of &[Method::Net] => {
        candidates: u64 = 0, [0 to 1000],
            "maximum number of actions that are tried: the most probable according to the policy of \
             the network; 0 for all actions";
        policy_points: f64 = 0.0, [0.0 to 1000.0],
            "additional value, in points, of an action that is e times as probable according to the policy";
    }
    of &[Method::Policy] => {
        sampling: f64 = 0.0, [0.0 to 100.0],
            "temperature at which actions are sampled from their probabilities; 0 for the most \
             probable action";
    }
}

/// Returns the parameter with this name.
pub fn parameter(name: &str) -> Option<&'static Parameter> {
    PARAMETERS.iter().find(|parameter| parameter.name == name)
}

/// Returns the names of the parameters of a bot kind.
pub fn names(method: Method) -> impl Iterator<Item = &'static str> {
    let own = PARAMETERS.iter().filter(move |own| own.is_of(method));
    own.map(|parameter| parameter.name)
}

/// Returns the parameter with this name for this bot kind.
///
/// # Errors
/// [`ParameterError`] if there is no such parameter; the message lists the valid parameters.
pub fn find(method: Method, name: &str) -> Result<&'static Parameter, ParameterError> {
    let found = parameter(name).filter(|parameter| parameter.is_of(method));
    found.ok_or_else(|| {
        ParameterError(format!(
            "kind \"{}\" has no parameter \"{name}\"{}; parameters: {}",
            method.name(),
            did_you_mean(name, names(method)),
            names(method).collect::<Vec<_>>().join(", ")
        ))
    })
}

impl Settings {
    /// Reads the parameters of a search. Missing parameters get their defaults.
    ///
    /// # Errors
    /// [`ParameterError`] for an unknown parameter or an invalid value.
    pub fn read(
        method: Method,
        values: &BTreeMap<String, Value>,
    ) -> Result<Settings, ParameterError> {
        let defaults = PARAMETERS.iter().map(|own| (own.name, own.default.clone()));
        let mut all: BTreeMap<&str, Value> = defaults.collect();
        for (name, value) in values {
            let parameter = find(method, name)?;
            all.insert(parameter.name, parameter.check(value)?);
        }
        Ok(Settings::of(&all).expect("a parameter accepts values of its type only"))
    }

    /// Returns the time limit per decision, or `None` if the budget is in iterations.
    pub fn time(&self) -> Option<Duration> {
        (self.milliseconds > 0).then(|| Duration::from_millis(self.milliseconds))
    }

    /// Returns the settings for one of `trees` trees, with the iterations divided among them.
    pub fn shared_out(self, trees: u32) -> Settings {
        Settings {
            iterations: self.iterations.div_ceil(u64::from(trees.max(1))),
            ..self
        }
    }

    /// Returns true if the search uses feature weights.
    pub fn needs_weights(&self) -> bool {
        self.evaluation == Evaluation::Features
            || matches!(self.policy, Policy::Epsilon | Policy::Boltzmann)
            || (self.orders_actions() && self.priors == Priors::Features)
    }

    /// Returns true if the search uses a network.
    pub fn needs_network(&self) -> bool {
        self.evaluation == Evaluation::Net
            || self.policy == Policy::Net
            || (self.orders_actions() && self.priors != Priors::Features)
    }

    /// Returns true if the network needs a policy head.
    pub fn needs_policy(&self) -> bool {
        self.orders_actions() && self.priors == Priors::Policy
    }

    /// Returns true if one network evaluation gives both the value of a leaf and the priors of its actions.
    pub fn values_and_orders_at_once(&self) -> bool {
        self.needs_policy()
            && self.evaluation == Evaluation::Net
            && self.rollout != Reach::Game
            && self.rollout_length == 0
    }

    /// Returns true if new actions are evaluated one step ahead.
    pub fn orders_actions(&self) -> bool {
        self.bias > 0.0 || self.formula == Formula::Puct || self.first_play == FirstPlay::Prior
    }

    /// Returns true if the search records the mean reward of each action.
    pub fn records_actions(&self) -> bool {
        self.policy == Policy::Mast
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(method: Method, parameters: &[(&str, Value)]) -> Result<Settings, ParameterError> {
        let values = parameters.iter();
        let values = values.map(|(name, value)| (name.to_string(), value.clone()));
        Settings::read(method, &values.collect())
    }

    /// Every word of every parameter is accepted, and different words give different settings.
    #[test]
    fn each_parameter_word_gives_a_different_setting() {
        for parameter in PARAMETERS {
            let Accepts::OneOf(words) = parameter.accepts else {
                continue;
            };
            let mut all: Vec<Settings> = Vec::new();
            for (word, _) in words {
                let value = Value::Text(Cow::Borrowed(word));
                let settings = read(Method::Mcts, &[(parameter.name, value)]).unwrap();
                assert!(!all.contains(&settings), "{}", parameter.name);
                all.push(settings);
            }
        }
        assert_eq!(Objective::Lead.word(), "lead");
        assert_eq!(Policy::WORDS.len(), 5);
    }

    #[test]
    fn parameter_errors_name_accepted_values() {
        let told = |method, name, value| read(method, &[(name, value)]).unwrap_err().0;
        assert_eq!(
            told(Method::Flat, "epsilon", Value::Whole(2)),
            "epsilon = 2 is not accepted: expected a number from 0 to 1"
        );
        assert_eq!(
            told(Method::Flat, "iterations", Value::Whole(0)),
            "iterations = 0 is not accepted: expected a whole number from 1 to 1000000000"
        );
        assert_eq!(
            told(Method::Flat, "objective", Value::Text("laed".into())),
            "objective = \"laed\" is not accepted (did you mean \"lead\"?): expected one of \
             \"win\", \"rank\", \"score\", \"lead\""
        );
        let of_trees = told(Method::Flat, "exploration", Value::Whole(1));
        assert!(
            of_trees.starts_with("kind \"flat\" has no parameter \"exploration\""),
            "{of_trees}"
        );
        let misspelt = told(Method::Mcts, "iteratoins", Value::Whole(2));
        assert!(
            misspelt.contains("(did you mean \"iterations\"?)"),
            "{misspelt}"
        );
    }

    #[test]
    fn time_limit_replaces_iterations() {
        let values = [
            ("iterations", Value::Whole(5)),
            ("milliseconds", Value::Whole(20)),
        ];
        let settings = read(Method::Mcts, &values).unwrap();
        assert_eq!(settings.time(), Some(Duration::from_millis(20)));
        assert_eq!(read(Method::Mcts, &values[..1]).unwrap().time(), None);
    }
}
