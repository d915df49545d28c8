//! Kinds of experiments by their names in experiment files.

use std::fmt;

use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize};

/// Kind of experiment, which combines a design and its main question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// One line-up in one game.
    Simulate,
    /// Every line-up that the bots can form.
    Tournament,
    /// One bot against each of the others.
    Gauntlet,
    /// Sequential test of one bot against another.
    Duel,
    /// Different settings on the same deals.
    Sweep,
    /// Several bots at every level of an ordered rule option, on the same deals.
    Ladder,
    /// Several bots on random mixtures of items, on the same deals.
    Mixture,
    /// Items are withheld at random, separately from every place, to measure the effect of access to each.
    Factorial,
    /// One place begins with an item, to measure the effect of having it.
    Grant,
    /// One place begins with an item at several prices, to find its break-even price.
    Price,
    /// One place never takes an item, or always does, to find out how well a bot uses it.
    Constraint,
    /// One rule option at a time has other values.
    Settings,
    /// The game before and after a change on the same deals, until the effects are settled.
    Change,
    /// Several bots in self-play, to correlate the appearance of items with results.
    Cards,
    /// Every line-up that the bots can form, to find the strategies that win.
    Strategies,
}

/// Former names of kinds and their tables, each with its present name.
pub const RENAMED: [(&str, &str); 1] = [("policy", "constraint")];

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

    /// Returns the name of the kind in experiment files.
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

    /// Returns true if the results have numbered conditions.
    pub fn has_cells(self) -> bool {
        !matches!(self, Kind::Simulate | Kind::Duel)
    }

    /// Returns true if the kind studies items.
    pub fn has_items(self) -> bool {
        matches!(
            self,
            Kind::Factorial | Kind::Grant | Kind::Price | Kind::Constraint
        )
    }

    /// Returns true if every bot plays against copies of itself, so that only the treatment differs.
    pub fn is_self_play(self) -> bool {
        self.has_items() || matches!(self, Kind::Settings | Kind::Change)
    }

    /// Returns true if the results determine when the experiment ends.
    pub fn is_sequential(self) -> bool {
        matches!(self, Kind::Duel | Kind::Change)
    }

    /// Returns true if a bot's results over all conditions together are meaningful, because the conditions
    /// differ only in their line-ups.
    pub fn has_totals(self) -> bool {
        matches!(self, Kind::Tournament | Kind::Gauntlet | Kind::Strategies)
    }
}
