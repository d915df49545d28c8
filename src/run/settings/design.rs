//! Design of an experiment: the games to be played, with the settings of each design. The analysis of the
//! results is not part of the design.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::change::Interest;
use super::condition::ConditionSpec;
use super::duel::DuelBounds;
use super::file::option_values;
use super::items::{ItemDesign, ItemKindRecord, ItemStudy};
use super::kind::Kind;
use super::mixture::Mixture;

#[derive(Clone, Debug, PartialEq)]
pub enum Design {
    /// One line-up in one game.
    Single,
    /// Sequential test of one bot against another.
    Sequential(DuelBounds),
    /// Several conditions on the same deals.
    Cells {
        /// Factor that differs between the conditions.
        varied: Factor,
        /// The conditions, at least one.
        cells: Vec<ConditionSpec>,
    },
}

/// Factor that differs between the conditions of a design.
#[derive(Clone, Debug, PartialEq)]
pub enum Factor {
    /// The line-up: every line-up that the bots can form.
    LineUps(FirstQuestion),
    /// The opponent of the challenger.
    Gauntlet,
    /// The bot, in self-play. The records describe the events in which the items of the game appear.
    Mirrors(Vec<ItemKindRecord>),
    /// Any settings of the experiment file.
    Sweep,
    /// The value of an ordered rule option, at each of which every bot plays.
    Rungs(Ladder),
    /// A random mixture of items, each of which every bot plays.
    Mixtures(Mixture),
    /// The treatment of items, with every bot in self-play.
    Items {
        /// The items and their treatment.
        study: ItemStudy,
        /// Number of data sets with perturbed placeholder rows, in addition to the first data set.
        perturbed: u32,
    },
    /// The version of the game, before or after a change, with a bot in self-play.
    Change {
        /// The items that have conditions of their own; `None` if no items are studied.
        study: Option<ItemStudy>,
        /// Smallest differences that matter.
        interest: Interest,
    },
    /// The value of one rule option at a time, with every bot in self-play.
    Settings {
        /// The values of each rule option, the reference first.
        values: BTreeMap<String, Vec<String>>,
        /// Number of data sets with perturbed placeholder rows, in addition to the first data set.
        perturbed: u32,
    },
}

/// Main question of an experiment with every line-up of the bots. It does not affect the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstQuestion {
    /// Find the strongest bot.
    Tournament,
    /// Find the strategies that win.
    Strategies,
}

impl Design {
    /// Returns the kind of the design in experiment files and reports.
    pub fn kind(&self) -> Kind {
        match self {
            Design::Single => Kind::Simulate,
            Design::Sequential(_) => Kind::Duel,
            Design::Cells { varied, .. } => varied.kind(),
        }
    }

    /// Returns the numbered conditions, or an empty slice.
    pub fn cells(&self) -> &[ConditionSpec] {
        match self {
            Design::Cells { cells, .. } => cells,
            Design::Single | Design::Sequential(_) => &[],
        }
    }

    /// Returns the factor that differs between the conditions, if there are conditions.
    pub fn varied(&self) -> Option<&Factor> {
        match self {
            Design::Cells { varied, .. } => Some(varied),
            Design::Single | Design::Sequential(_) => None,
        }
    }

    /// Returns the hypotheses of a sequential test.
    pub fn duel(&self) -> Option<DuelBounds> {
        match self {
            Design::Sequential(bounds) => Some(*bounds),
            _ => None,
        }
    }

    /// Returns the levels of a ladder.
    pub fn ladder(&self) -> Option<&Ladder> {
        match self.varied()? {
            Factor::Rungs(ladder) => Some(ladder),
            _ => None,
        }
    }

    /// Returns the settings of a mixture experiment.
    pub fn mixture(&self) -> Option<&Mixture> {
        match self.varied()? {
            Factor::Mixtures(mixture) => Some(mixture),
            _ => None,
        }
    }

    /// Returns the treated items and their treatment.
    pub fn items(&self) -> Option<&ItemStudy> {
        match self.varied()? {
            Factor::Items { study, .. } => Some(study),
            Factor::Change { study, .. } => study.as_ref(),
            _ => None,
        }
    }

    /// Returns the smallest differences that matter, for a study of a change.
    pub fn interest(&self) -> Option<Interest> {
        match self.varied()? {
            Factor::Change { interest, .. } => Some(*interest),
            _ => None,
        }
    }

    /// Returns the rule options that are varied one at a time, with their values.
    pub fn settings(&self) -> impl Iterator<Item = (&String, &Vec<String>)> {
        let values = match self.varied() {
            Some(Factor::Settings { values, .. }) => Some(values),
            _ => None,
        };
        values.into_iter().flatten()
    }

    /// Returns the kinds of items, with the events in which they appear.
    pub fn exposures(&self) -> &[ItemKindRecord] {
        match self.varied() {
            Some(Factor::Mirrors(met)) => met,
            _ => &[],
        }
    }

    /// Number of data sets with perturbed placeholder rows, in addition to the first data set.
    pub fn perturbed(&self) -> u32 {
        match self.varied() {
            Some(Factor::Items { perturbed, .. } | Factor::Settings { perturbed, .. }) => {
                *perturbed
            }
            _ => 0,
        }
    }
}

impl Factor {
    fn kind(&self) -> Kind {
        match self {
            Factor::LineUps(FirstQuestion::Tournament) => Kind::Tournament,
            Factor::LineUps(FirstQuestion::Strategies) => Kind::Strategies,
            Factor::Gauntlet => Kind::Gauntlet,
            Factor::Mirrors(_) => Kind::Cards,
            Factor::Sweep => Kind::Sweep,
            Factor::Rungs(_) => Kind::Ladder,
            Factor::Mixtures(_) => Kind::Mixture,
            Factor::Items { study, .. } => match study.design {
                ItemDesign::Factorial(_) => Kind::Factorial,
                ItemDesign::Grant => Kind::Grant,
                ItemDesign::Price(_) => Kind::Price,
                ItemDesign::Constraint(_) => Kind::Constraint,
                ItemDesign::Change => Kind::Change,
            },
            Factor::Settings { .. } => Kind::Settings,
            Factor::Change { .. } => Kind::Change,
        }
    }
}

/// Option name of a ladder whose levels are amounts of extra money for the bot under test.
pub const HANDICAP: &str = "handicap";

/// Ladder of levels, which are the values of one rule option in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// Rule option, or [`HANDICAP`].
    pub option: String,
    /// Values in the order under test, beginning with the one assumed to be easiest for the bots.
    #[serde(deserialize_with = "option_values")]
    pub values: Vec<String>,
}
