//! The words by which experiment files call a design and what is asked of it first.

use std::fmt;

use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize};

/// What kind of study an experiment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// One line-up in one game.
    Simulate,
    /// Every line-up that the bots can form.
    Tournament,
    /// One bot against each of the others.
    Gauntlet,
    /// One bot against another until it is known which is better.
    Duel,
    /// Different settings on the same deals.
    Sweep,
    /// Several bots on every rung of an ordered rule option, on the same deals.
    Ladder,
    /// Several bots against random mixtures of items, on the same deals.
    Mixture,
    /// Items are withheld at random, from every place of its own: what access to each is worth.
    Factorial,
    /// One place begins with an item: what having it is worth.
    Grant,
    /// The same at several prices of the item: at which it is worth its price.
    Price,
    /// One place never takes an item, or always: whether a bot uses it well.
    Constraint,
    /// One rule option at a time has other values.
    Settings,
    /// Before and after a change, on the same deals, until it is known what it does.
    Change,
    /// Several bots, each against itself: what meeting an item goes with.
    Cards,
    /// Every line-up that the bots can form: in which ways a game is won.
    Strategies,
}

/// Names that kinds, and the tables of their own, had before, each with the name that it has now.
pub const RENAMED: [(&str, &str); 1] = [("policy", "constraint")];

/// The names of all kinds.
const NAMES: [&str; Kind::ALL.len()] = {
    let mut names = [""; Kind::ALL.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = Kind::ALL[at].name();
        at += 1;
    }
    names
};

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Kind, D::Error> {
        struct Word;

        impl Visitor<'_> for Word {
            type Value = Kind;

            fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
                formatter.write_str("the name of a kind of experiment")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Kind, E> {
                if let Some((_, now)) = RENAMED.iter().find(|(before, _)| *before == word) {
                    return Err(E::custom(format!("kind = \"{word}\" is now \"{now}\"")));
                }
                let kind = Kind::ALL.into_iter().find(|kind| kind.name() == word);
                kind.ok_or_else(|| E::unknown_variant(word, &NAMES))
            }
        }

        deserializer.deserialize_str(Word)
    }
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 15] = [
        Kind::Simulate,
        Kind::Tournament,
        Kind::Gauntlet,
        Kind::Duel,
        Kind::Sweep,
        Kind::Ladder,
        Kind::Mixture,
        Kind::Factorial,
        Kind::Grant,
        Kind::Price,
        Kind::Constraint,
        Kind::Settings,
        Kind::Change,
        Kind::Cards,
        Kind::Strategies,
    ];

    /// Its name in experiment files.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Simulate => "simulate",
            Kind::Tournament => "tournament",
            Kind::Gauntlet => "gauntlet",
            Kind::Duel => "duel",
            Kind::Sweep => "sweep",
            Kind::Ladder => "ladder",
            Kind::Mixture => "mixture",
            Kind::Factorial => "factorial",
            Kind::Grant => "grant",
            Kind::Price => "price",
            Kind::Constraint => "constraint",
            Kind::Settings => "settings",
            Kind::Change => "change",
            Kind::Cards => "cards",
            Kind::Strategies => "strategies",
        }
    }

    /// Whether there are numbered cells, which results then name.
    pub fn has_cells(self) -> bool {
        !matches!(self, Kind::Simulate | Kind::Duel)
    }

    /// Whether it asks about items.
    pub fn has_items(self) -> bool {
        matches!(
            self,
            Kind::Factorial | Kind::Grant | Kind::Price | Kind::Constraint
        )
    }

    /// Whether every bot plays against copies of itself, so that only the treatment differs.
    pub fn is_self_play(self) -> bool {
        self.has_items() || matches!(self, Kind::Settings | Kind::Change)
    }

    /// Whether it ends because of what it shows.
    pub fn is_sequential(self) -> bool {
        matches!(self, Kind::Duel | Kind::Change)
    }

    /// Whether a bot's results in all cells together mean something: the cells differ in who plays,
    /// not in what is played.
    pub fn has_totals(self) -> bool {
        matches!(self, Kind::Tournament | Kind::Gauntlet | Kind::Strategies)
    }
}
