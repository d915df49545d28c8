//! The parameters of searches: one table, from which reading, errors and explanations come.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::suggestion::did_you_mean;

/// The value of a parameter as a file writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a number or a text")]
pub enum Value {
    /// A whole number.
    Whole(u64),
    /// Any number.
    Number(f64),
    /// One of several words.
    Text(Cow<'static, str>),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Whole(number) => write!(f, "{number}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => write!(f, "\"{text}\""),
        }
    }
}

/// What a parameter may be.
#[derive(Clone, Copy, Debug)]
pub enum Accepts {
    /// A whole number from the first to the second.
    Whole(u64, u64),
    /// A number from the first to the second.
    Number(f64, f64),
    /// One of these words; each with what it means.
    OneOf(&'static [(&'static str, &'static str)]),
}

impl fmt::Display for Accepts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Accepts::Whole(low, high) => write!(f, "a whole number from {low} to {high}"),
            Accepts::Number(low, high) => write!(f, "a number from {low} to {high}"),
            Accepts::OneOf(words) => {
                let words: Vec<String> = words
                    .iter()
                    .map(|(word, _)| format!("\"{word}\""))
                    .collect();
                write!(f, "one of {}", words.join(", "))
            }
        }
    }
}

/// Kinds of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Monte Carlo tree search.
    Mcts,
    /// Flat Monte Carlo.
    Flat,
}

impl Method {
    /// Its name as a kind of bot.
    pub fn name(self) -> &'static str {
        match self {
            Method::Mcts => "mcts",
            Method::Flat => "flat",
        }
    }
}

/// One line of the table.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Key in bot files.
    pub name: &'static str,
    /// Whether flat Monte Carlo has it too; tree search has all.
    pub flat: bool,
    /// What it may be.
    pub accepts: Accepts,
    /// What it is if nothing is said.
    pub default: Value,
    /// What it does.
    pub meaning: &'static str,
}

/// A parameter that cannot be used as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterError(pub String);

const fn word(word: &'static str) -> Value {
    Value::Text(Cow::Borrowed(word))
}

const fn line(
    name: &'static str,
    flat: bool,
    accepts: Accepts,
    default: Value,
    meaning: &'static str,
) -> Parameter {
    Parameter {
        name,
        flat,
        accepts,
        default,
        meaning,
    }
}

/// The word by which parameters ask the network of the bot.
pub const NET: &str = "net";

/// All parameters, in the order in which they are explained.
pub static PARAMETERS: &[Parameter] = &[
    line(
        "iterations",
        true,
        Accepts::Whole(1, 1_000_000_000),
        Value::Whole(1000),
        "iterations per decision",
    ),
    line(
        "milliseconds",
        true,
        Accepts::Whole(0, 3_600_000),
        Value::Whole(0),
        "time per decision instead of iterations, and results that cannot be reproduced; 0 for none",
    ),
    line(
        "objective",
        true,
        Accepts::OneOf(&[
            ("win", "1 for the best place, shared among ties"),
            ("rank", "from 1 for the first place down to 0 for the last"),
            ("score", "the own score"),
            ("lead", "the own score minus that of the best other seat"),
        ]),
        word("lead"),
        "what every seat is after",
    ),
    line(
        "rollout",
        true,
        Accepts::OneOf(&[
            ("decisions", "rollout_length decisions"),
            (
                "turns",
                "until rollout_length more turns have begun, of any seat: 1 ends the turn under way",
            ),
            (
                "own_turns",
                "until the searching seat has begun rollout_length more turns",
            ),
            (
                "rounds",
                "until rollout_length more rounds have begun: 1 ends the round under way",
            ),
            ("game", "to the end of the game"),
        ]),
        word("game"),
        "how far a rollout goes from the leaf before the position is valued",
    ),
    line(
        "rollout_length",
        true,
        Accepts::Whole(0, 10_000),
        Value::Whole(0),
        "length of rollouts, counted in what rollout says; 0 values the leaf itself",
    ),
    line(
        "deepening",
        true,
        Accepts::Whole(0, 1_000_000_000),
        Value::Whole(0),
        "for every so many iterations rollouts are longer than rollout_length by one; 0 for never, and not with milliseconds",
    ),
    line(
        "horizon",
        true,
        Accepts::OneOf(&[
            (
                "leaf",
                "the leaf of the tree: the deeper it is, the further an iteration looks",
            ),
            (
                "root",
                "the decision: all iterations are valued at the same distance, and the tree ends there, too",
            ),
        ]),
        word("leaf"),
        "from where rollout_length is counted",
    ),
    line(
        "policy",
        true,
        Accepts::OneOf(&[
            ("random", "any legal action"),
            (
                "epsilon",
                "the action with the best weighted features one step ahead, but a random one with probability epsilon",
            ),
            (
                "boltzmann",
                "action a with probability proportional to exp(value of a / temperature), valued as for epsilon",
            ),
            (
                "mast",
                "the action that did best in this search wherever it was played, but a random one with probability epsilon",
            ),
            ("net", "the best one step ahead by the network"),
        ]),
        word("random"),
        "how actions are chosen in rollouts",
    ),
    line(
        "epsilon",
        true,
        Accepts::Number(0.0, 1.0),
        Value::Number(0.2),
        "probability of a random action under policy epsilon or mast",
    ),
    line(
        "temperature",
        true,
        Accepts::Number(0.001, 1e6),
        Value::Number(2.0),
        "temperature of policy boltzmann, in units of the weighted features",
    ),
    line(
        "evaluation",
        true,
        Accepts::OneOf(&[
            ("score", "the score so far"),
            ("features", "the weighted features"),
            (
                "net",
                "lead and win as the network expects them, for every seat as it sees the position; objective must be lead or win",
            ),
        ]),
        word("score"),
        "what a seat's position is worth at the end of a rollout, and of the game",
    ),
    line(
        "information",
        true,
        Accepts::OneOf(&[
            ("fair", "what its seat knows"),
            (
                "cheating",
                "everything that is hidden too, but not what chance will bring: to measure what hidden information is worth, not to play fair games",
            ),
        ]),
        word("fair"),
        "what the search sees",
    ),
    line(
        "tree",
        false,
        Accepts::OneOf(&[
            (
                "information_set",
                "exploration looks at how often an action was available",
            ),
            (
                "open_loop",
                "exploration looks at how often its parent was visited",
            ),
        ]),
        word("information_set"),
        "how actions are counted that are legal in some of the imagined worlds only",
    ),
    line(
        "opponents",
        false,
        Accepts::OneOf(&[
            ("max_n", "every seat is after its own objective"),
            ("paranoid", "all others are after the searching seat's harm"),
            (
                "self_only",
                "the tree holds own decisions only; others follow the rollout policy",
            ),
        ]),
        word("max_n"),
        "what the other seats are thought to do",
    ),
    line(
        "formula",
        false,
        Accepts::OneOf(&[
            ("ucb1", "Auer, Cesa-Bianchi & Fischer 2002, figure 1"),
            (
                "ucb1_tuned",
                "the same paper, section 4: by measured variance",
            ),
            (
                "puct",
                "Silver et al. 2017: by probabilities that are a softmax of the values one step ahead",
            ),
        ]),
        word("ucb1_tuned"),
        "exploration; rewards are rescaled by the least and the greatest seen at the node",
    ),
    line(
        "exploration",
        false,
        Accepts::Number(0.0, 100.0),
        Value::Number(1.0),
        "factor before sqrt(ln n / visits), UCB1 as published has 1.414, UCB1-Tuned 1; with puct before probability * sqrt(n) / (visits + 1)",
    ),
    line(
        "prior_temperature",
        false,
        Accepts::Number(0.001, 1_000_000.0),
        Value::Number(1.0),
        "with puct: an action that is worth so much more one step ahead is e times as probable",
    ),
    line(
        "priors",
        false,
        Accepts::OneOf(&[
            ("features", "the weighted features"),
            ("net", "the network, as evaluation net has it"),
        ]),
        word("features"),
        "by what actions are valued one step ahead when they come into the tree, for puct, bias, widening and first_play prior",
    ),
    line(
        "first_play",
        false,
        Accepts::OneOf(&[
            ("all", "before any tried one"),
            (
                "parent",
                "as if tried once, with first_play_loss less than the mean of those tried",
            ),
            (
                "all_at_root",
                "all at the decision that is searched, parent at those that follow",
            ),
            (
                "prior",
                "by its value one step ahead, which counts as one more visit of the action for good: it must be on the scale of the evaluation",
            ),
        ]),
        word("all"),
        "how urgent an action is that has not been tried at a node",
    ),
    line(
        "first_play_loss",
        false,
        Accepts::Number(-1.0, 1.0),
        Value::Number(0.1),
        "with first_play parent or all_at_root: in rescaled reward, 0 to 1",
    ),
    line(
        "bias",
        false,
        Accepts::Number(0.0, 1000.0),
        Value::Number(0.0),
        "progressive bias: weight of an action's weighted features one step ahead, rescaled among its siblings, over visits + 1; 0 for none",
    ),
    line(
        "widening",
        false,
        Accepts::Number(0.0, 1000.0),
        Value::Number(0.0),
        "progressive widening: only the best widening * visits ^ widening_exponent actions are considered, by weighted features one step ahead; 0 for all",
    ),
    line(
        "widening_exponent",
        false,
        Accepts::Number(0.0, 1.0),
        Value::Number(0.5),
        "see widening",
    ),
    line(
        "history",
        false,
        Accepts::Number(0.0, 1000.0),
        Value::Number(0.0),
        "progressive history: weight of how well an action did anywhere in this search; 0 for none",
    ),
    line(
        "implicit",
        false,
        Accepts::Number(0.0, 1.0),
        Value::Number(0.0),
        "implicit max^n backups: share of the weighted features, backed up as each seat's best, in an action's value; the rest is its mean reward. Both are on one scale with evaluation features; 0 for none",
    ),
    line(
        "choice",
        false,
        Accepts::OneOf(&[
            ("actions", "between all actions"),
            (
                "kinds",
                "between the kinds of action first, then between the actions of one kind",
            ),
        ]),
        word("actions"),
        "how an action is chosen at a node and at the end",
    ),
    line(
        "keep_tree",
        false,
        Accepts::OneOf(&[
            ("no", "nothing"),
            (
                "turn",
                "what was found behind the action that was taken, as long as only the own turn goes on and chance brings nothing new; its iterations count as done; not with implicit",
            ),
        ]),
        word("no"),
        "what of a tree is kept for the next decision",
    ),
    line(
        "threads",
        false,
        Accepts::Whole(1, 64),
        Value::Whole(1),
        "trees grown side by side for one decision, each on a thread, with the iterations shared out among them; the same number chooses the same",
    ),
];

/// The parameter of that name.
pub fn parameter(name: &str) -> Option<&'static Parameter> {
    PARAMETERS.iter().find(|parameter| parameter.name == name)
}

impl Parameter {
    /// Whether searches of this kind have it.
    pub fn is_of(&self, method: Method) -> bool {
        self.flat || method == Method::Mcts
    }

    /// The value in the form that the parameter has.
    ///
    /// # Errors
    /// [`ParameterError`] if it is not accepted; it says what would be.
    pub fn check(&self, value: &Value) -> Result<Value, ParameterError> {
        let checked = match (self.accepts, value) {
            (Accepts::Whole(low, high), Value::Whole(number)) if (low..=high).contains(number) => {
                Some(value.clone())
            }
            (Accepts::Number(low, high), Value::Whole(number)) => Some(*number as f64)
                .filter(|number| (low..=high).contains(number))
                .map(Value::Number),
            (Accepts::Number(low, high), Value::Number(number))
                if (low..=high).contains(number) =>
            {
                Some(value.clone())
            }
            (Accepts::OneOf(words), Value::Text(text))
                if words.iter().any(|(word, _)| word == text) =>
            {
                Some(value.clone())
            }
            _ => None,
        };
        checked.ok_or_else(|| {
            let suggestion = match (self.accepts, value) {
                (Accepts::OneOf(words), Value::Text(text)) => {
                    did_you_mean(text, words.iter().map(|(word, _)| *word))
                }
                _ => String::new(),
            };
            ParameterError(format!(
                "{} = {value} is not accepted{suggestion}: expected {}",
                self.name, self.accepts
            ))
        })
    }
}

/// Names of the parameters of a kind of search.
pub fn names(method: Method) -> impl Iterator<Item = &'static str> {
    PARAMETERS
        .iter()
        .filter(move |parameter| parameter.is_of(method))
        .map(|parameter| parameter.name)
}

/// The values in the form that the parameters of this kind of search have.
///
/// # Errors
/// [`ParameterError`] if there is no such parameter, or its value is not accepted.
pub fn check_all(
    method: Method,
    values: &BTreeMap<String, Value>,
) -> Result<BTreeMap<String, Value>, ParameterError> {
    let mut checked = BTreeMap::new();
    for (name, value) in values {
        checked.insert(name.clone(), find(method, name)?.check(value)?);
    }
    Ok(checked)
}

/// The parameter of that name that this kind of search has.
///
/// # Errors
/// [`ParameterError`] if there is none; it names those that there are.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_accepted_and_names_differ() {
        for (index, parameter) in PARAMETERS.iter().enumerate() {
            assert_eq!(
                parameter.check(&parameter.default),
                Ok(parameter.default.clone())
            );
            assert!(
                !PARAMETERS[..index]
                    .iter()
                    .any(|other| other.name == parameter.name)
            );
        }
    }

    #[test]
    fn mistakes_say_what_would_be_accepted() {
        let told = |name: &str, value: Value| {
            let values = BTreeMap::from([(name.to_string(), value)]);
            check_all(Method::Flat, &values).unwrap_err().0
        };
        assert_eq!(
            told("epsilon", Value::Whole(2)),
            "epsilon = 2 is not accepted: expected a number from 0 to 1"
        );
        assert_eq!(
            told("iterations", Value::Whole(0)),
            "iterations = 0 is not accepted: expected a whole number from 1 to 1000000000"
        );
        assert_eq!(
            told("objective", word("laed")),
            "objective = \"laed\" is not accepted (did you mean \"lead\"?): expected one of \
             \"win\", \"rank\", \"score\", \"lead\""
        );
        let told = told("exploration", Value::Whole(1));
        assert!(
            told.starts_with("kind \"flat\" has no parameter \"exploration\""),
            "{told}"
        );
        let values = BTreeMap::from([("iteratoins".to_string(), Value::Whole(2))]);
        let told = check_all(Method::Mcts, &values).unwrap_err().0;
        assert!(told.contains("(did you mean \"iterations\"?)"), "{told}");
    }

    #[test]
    fn a_whole_number_may_stand_for_any_number_but_not_the_other_way_round() {
        let exploration = parameter("exploration").unwrap();
        assert_eq!(exploration.check(&Value::Whole(2)), Ok(Value::Number(2.0)));
        assert!(exploration.check(&Value::Number(f64::NAN)).is_err());
        assert!(
            parameter("iterations")
                .unwrap()
                .check(&Value::Number(1.5))
                .is_err()
        );
    }
}
