//! Parameters turned once into what a search works with.

use std::collections::BTreeMap;
use std::time::Duration;

use super::parameters::{Accepts, Method, ParameterError, Value, check_all, parameter};

/// Declares the words of a parameter as an enum, in the order of the table.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$meaning:meta])* $word:ident,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$meaning])* $word,)* }

        impl $name {
            const ALL: &[$name] = &[$($name::$word),*];
        }
    };
}

words! {
    /// What every seat is after.
    Objective {
        /// The best place.
        Win,
        /// A good place.
        Rank,
        /// Own score.
        Score,
        /// Own score minus the best other.
        Lead,
    }
}

words! {
    /// What the length of a rollout is counted in.
    Reach {
        /// Decisions.
        Decisions,
        /// Turns begun by any seat.
        Turns,
        /// Turns begun by the searching seat.
        OwnTurns,
        /// Rounds begun.
        Rounds,
        /// To the end.
        Game,
    }
}

words! {
    /// From where the length of a rollout is counted.
    Horizon {
        /// The leaf.
        Leaf,
        /// The decision that is searched.
        Root,
    }
}

words! {
    /// How actions are chosen in rollouts.
    Policy {
        /// Uniformly.
        Random,
        /// The best one step ahead, or with a small probability any.
        Epsilon,
        /// By a softmax of the values one step ahead.
        Boltzmann,
        /// The best so far in this search, or with a small probability any: the move-average
        /// sampling technique (Finnsson & Björnsson, *Simulation-based approach to general game
        /// playing*, 2008), ε-greedy as in Powley, Whitehouse & Cowling, *Bandits all the way
        /// down*, 2013.
        Mast,
        /// The best one step ahead by a network.
        Net,
    }
}

words! {
    /// What a position is worth where the rollout ends; at the end of the game it is the same, so that
    /// both are on one scale.
    Evaluation {
        /// The score so far.
        Score,
        /// The weighted features.
        Features,
        /// What a network expects, each seat by its own view.
        Net,
    }
}

words! {
    /// By what actions are valued one step ahead when they come into the tree.
    Priors {
        /// The weighted features.
        Features,
        /// A network.
        Net,
    }
}

words! {
    /// What of a tree is kept for the next decision.
    Keep {
        /// Nothing.
        No,
        /// What lies behind the action taken, while the own turn goes on.
        Turn,
    }
}

words! {
    /// What the search sees.
    Information {
        /// What its seat knows.
        Fair,
        /// The true position.
        Cheating,
    }
}

words! {
    /// What exploration is measured against.
    Shape {
        /// How often an action was available (Cowling, Powley & Whitehouse, *Information Set Monte
        /// Carlo Tree Search*, 2012).
        InformationSet,
        /// How often its parent was visited.
        OpenLoop,
    }
}

words! {
    /// What the other seats are thought to do.
    Opponents {
        /// Their best (Luckhardt & Irani 1986; in trees of averages Sturtevant, *An analysis of
        /// UCT in multi-player games*, 2008).
        MaxN,
        /// The searching seat's worst (Sturtevant & Korf 2000).
        Paranoid,
        /// What the rollout policy does; only own decisions are in the tree.
        SelfOnly,
    }
}

words! {
    /// Between what a step of the walk down the tree chooses.
    Stages {
        /// All actions.
        Actions,
        /// Kinds of action, and then the actions of one kind (Dobre & Lascarides, *Exploiting action
        /// categories in learning complex games*, 2017).
        Kinds,
    }
}

words! {
    /// Exploration.
    Formula {
        /// UCB1.
        Ucb1,
        /// UCB1-Tuned.
        Ucb1Tuned,
        /// By what the heuristic thinks of the action (Rosin, *Multi-armed bandits with episode
        /// context*, 2011, in the form of Silver et al. 2017).
        Puct,
    }
}

words! {
    /// Urgency of an action that has not been tried.
    FirstPlay {
        /// Before all others.
        All,
        /// By the mean of those tried (Gelly & Wang, *Exploration exploitation in Go*, 2006).
        Parent,
        /// Before all others at the root, by the mean of those tried below it.
        AllAtRoot,
        /// By its value one step ahead, which stays as one visit among the others.
        Prior,
    }
}

/// How long a search may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many iterations.
    Iterations(u64),
    /// So long.
    Time(Duration),
}

/// The settings of a search; [`PARAMETERS`](super::parameters::PARAMETERS) says what each means.
/// The rollout length holds what `deepening` adds to it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(
    missing_docs,
    reason = "the fields are the table's parameters, explained there"
)]
pub struct Settings {
    pub budget: Budget,
    pub objective: Objective,
    pub rollout: Reach,
    pub rollout_length: u32,
    pub horizon: Horizon,
    pub policy: Policy,
    pub epsilon: f64,
    pub temperature: f64,
    pub evaluation: Evaluation,
    pub information: Information,
    pub tree: Shape,
    pub opponents: Opponents,
    pub formula: Formula,
    pub exploration: f64,
    pub prior_temperature: f64,
    pub first_play: FirstPlay,
    pub first_play_loss: f64,
    pub bias: f64,
    pub widening: f64,
    pub widening_exponent: f64,
    pub history: f64,
    pub implicit: f64,
    pub choice: Stages,
    pub priors: Priors,
    pub keep_tree: Keep,
    pub threads: u32,
}

impl Settings {
    /// Reads the parameters of a search; what is missing has its default.
    ///
    /// # Errors
    /// [`ParameterError`] if there is no such parameter, or its value is not accepted.
    pub fn read(
        method: Method,
        values: &BTreeMap<String, Value>,
    ) -> Result<Settings, ParameterError> {
        let values = Values(check_all(method, values)?);
        let budget = match values.whole("milliseconds") {
            0 => Budget::Iterations(values.whole("iterations")),
            milliseconds => Budget::Time(Duration::from_millis(milliseconds)),
        };
        let further = match budget {
            Budget::Iterations(all) => all.checked_div(values.whole("deepening")).unwrap_or(0),
            Budget::Time(_) => 0,
        };
        Ok(Settings {
            budget,
            objective: values.word("objective", Objective::ALL),
            rollout: values.word("rollout", Reach::ALL),
            rollout_length: (values.whole("rollout_length") + further) as u32,
            horizon: values.word("horizon", Horizon::ALL),
            policy: values.word("policy", Policy::ALL),
            epsilon: values.number("epsilon"),
            temperature: values.number("temperature"),
            evaluation: values.word("evaluation", Evaluation::ALL),
            information: values.word("information", Information::ALL),
            tree: values.word("tree", Shape::ALL),
            opponents: values.word("opponents", Opponents::ALL),
            formula: values.word("formula", Formula::ALL),
            exploration: values.number("exploration"),
            prior_temperature: values.number("prior_temperature"),
            first_play: values.word("first_play", FirstPlay::ALL),
            first_play_loss: values.number("first_play_loss"),
            bias: values.number("bias"),
            widening: values.number("widening"),
            widening_exponent: values.number("widening_exponent"),
            history: values.number("history"),
            implicit: values.number("implicit"),
            choice: values.word("choice", Stages::ALL),
            priors: values.word("priors", Priors::ALL),
            keep_tree: values.word("keep_tree", Keep::ALL),
            threads: values.whole("threads") as u32,
        })
    }

    /// Whether anything in the search weighs features.
    pub fn needs_weights(&self) -> bool {
        self.evaluation == Evaluation::Features
            || matches!(self.policy, Policy::Epsilon | Policy::Boltzmann)
            || (self.orders_actions() && self.priors == Priors::Features)
            || self.implicit > 0.0
    }

    /// Whether anything in the search asks a network.
    pub fn needs_network(&self) -> bool {
        self.evaluation == Evaluation::Net
            || self.policy == Policy::Net
            || (self.orders_actions() && self.priors == Priors::Net)
    }

    /// Whether actions are valued one step ahead when they come into the tree.
    pub fn orders_actions(&self) -> bool {
        self.bias > 0.0
            || self.widening > 0.0
            || self.formula == Formula::Puct
            || self.first_play == FirstPlay::Prior
    }

    /// Whether it is recorded how well actions did anywhere in the search.
    pub fn records_actions(&self) -> bool {
        self.policy == Policy::Mast || self.history > 0.0
    }
}

/// Checked values with defaults behind them.
struct Values(BTreeMap<String, Value>);

impl Values {
    fn get(&self, name: &str) -> &Value {
        match self.0.get(name) {
            Some(value) => value,
            None => {
                &parameter(name)
                    .expect("settings name parameters of the table")
                    .default
            }
        }
    }

    fn whole(&self, name: &str) -> u64 {
        match self.get(name) {
            Value::Whole(number) => *number,
            other => unreachable!("{name} was checked to be whole, but is {other}"),
        }
    }

    fn number(&self, name: &str) -> f64 {
        match self.get(name) {
            Value::Number(number) => *number,
            other => unreachable!("{name} was checked to be a number, but is {other}"),
        }
    }

    fn word<T: Copy>(&self, name: &str, all: &[T]) -> T {
        let accepts = parameter(name).map(|parameter| parameter.accepts);
        match (accepts, self.get(name)) {
            (Some(Accepts::OneOf(words)), Value::Text(text)) => {
                let index = words.iter().position(|(word, _)| word == text);
                all[index.expect("words were checked")]
            }
            (_, other) => unreachable!("{name} was checked to be a word, but is {other}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::search::parameters::PARAMETERS;

    /// Every word of every parameter is understood, and makes settings of its own.
    #[test]
    fn words_and_settings_correspond() {
        for parameter in PARAMETERS {
            let Accepts::OneOf(words) = parameter.accepts else {
                continue;
            };
            let all: Vec<Settings> = words
                .iter()
                .map(|(word, _)| {
                    let value = Value::Text(Cow::Borrowed(*word));
                    let values = BTreeMap::from([(parameter.name.to_string(), value)]);
                    Settings::read(Method::Mcts, &values).unwrap()
                })
                .collect();
            for (index, settings) in all.iter().enumerate() {
                assert!(!all[..index].contains(settings), "{}", parameter.name);
            }
        }
        assert_eq!(Objective::ALL.len(), 4);
        assert_eq!(Policy::ALL.len(), 5);
    }

    #[test]
    fn rollouts_grow_with_iterations_not_with_time() {
        let length = |parameters: &[(&str, u64)]| {
            let values = parameters
                .iter()
                .map(|&(name, number)| (name.to_string(), Value::Whole(number)))
                .collect();
            Settings::read(Method::Mcts, &values)
                .unwrap()
                .rollout_length
        };
        let five = ("rollout_length", 5);
        let deepening = ("deepening", 700);
        assert_eq!(length(&[five, ("iterations", 4096)]), 5);
        for (iterations, expected) in [(1, 5), (699, 5), (700, 6), (1399, 6), (1400, 7), (4096, 10)]
        {
            let given = [five, deepening, ("iterations", iterations)];
            assert_eq!(length(&given), expected, "{iterations}");
        }
        let timed = [five, deepening, ("iterations", 4096), ("milliseconds", 50)];
        assert_eq!(length(&timed), 5);
        let longest = [
            ("rollout_length", 10_000),
            ("deepening", 1),
            ("iterations", 1_000_000_000),
        ];
        assert_eq!(length(&longest), 1_000_010_000);
    }

    #[test]
    fn time_replaces_iterations() {
        let values = BTreeMap::from([
            ("iterations".to_string(), Value::Whole(5)),
            ("milliseconds".to_string(), Value::Whole(20)),
        ]);
        let settings = Settings::read(Method::Mcts, &values).unwrap();
        assert_eq!(settings.budget, Budget::Time(Duration::from_millis(20)));
    }
}
