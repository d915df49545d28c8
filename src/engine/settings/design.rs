//! What is played: the design of an experiment, with all that is its own. What may be asked of the results
//! is no part of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::cell::CellSpec;
use super::change::Interest;
use super::duel::DuelBounds;
use super::file::option_values;
use super::items::{ItemDesign, ItemKindRecord, ItemStudy};
use super::kind::Kind;
use super::mixture::Mixture;

/// What is played.
#[derive(Clone, Debug, PartialEq)]
pub enum Design {
    /// One line-up in one game.
    Single,
    /// One bot against another until it is known which is better.
    Sequential(DuelBounds),
    /// Several cells on the same deals.
    Cells {
        /// In what they differ.
        varied: Varied,
        /// The cells, one at least.
        cells: Vec<CellSpec>,
    },
}

/// In what the cells of a design differ.
#[derive(Clone, Debug, PartialEq)]
pub enum Varied {
    /// In who plays: every line-up that the bots can form.
    LineUps(FirstQuestion),
    /// In whom one bot meets.
    Gauntlet,
    /// In who plays by itself, against its like; with how a seat meets the items of the game.
    Mirrors(Vec<ItemKindRecord>),
    /// In whatever the file says.
    Sweep,
    /// In an ordered rule option, which every bot climbs.
    Rungs(Ladder),
    /// In random mixtures of items, which every bot meets.
    Mixtures(Mixture),
    /// In how items are treated, with every bot against itself.
    Items {
        /// The items and their treatment.
        study: ItemStudy,
        /// Data sets beside the first in which stand-ins are varied.
        perturbed: u32,
    },
    /// In whether the game is changed, with a bot against itself.
    Change {
        /// The items that are treated in cells of their own; none if the change is of rules alone.
        study: Option<ItemStudy>,
        /// How large a difference matters.
        interest: Interest,
    },
    /// In one rule option at a time, with every bot against itself.
    Settings {
        /// For each rule option its values, the reference first.
        values: BTreeMap<String, Vec<String>>,
        /// Data sets beside the first in which stand-ins are varied.
        perturbed: u32,
    },
}

/// What is asked first of every line-up of the bots, as files put it; the games are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstQuestion {
    /// Who is strongest.
    Tournament,
    /// In which ways the game is won.
    Strategies,
}

impl Design {
    /// The word for it in experiment files and reports.
    pub fn kind(&self) -> Kind {
        match self {
            Design::Single => Kind::Simulate,
            Design::Sequential(_) => Kind::Duel,
            Design::Cells { varied, .. } => varied.kind(),
        }
    }

    /// The numbered cells, if there are any.
    pub fn cells(&self) -> &[CellSpec] {
        match self {
            Design::Cells { cells, .. } => cells,
            Design::Single | Design::Sequential(_) => &[],
        }
    }

    /// In what the cells differ, if there are any.
    pub fn varied(&self) -> Option<&Varied> {
        match self {
            Design::Cells { varied, .. } => Some(varied),
            Design::Single | Design::Sequential(_) => None,
        }
    }

    /// What a sequential test decides between.
    pub fn duel(&self) -> Option<DuelBounds> {
        match self {
            Design::Sequential(bounds) => Some(*bounds),
            _ => None,
        }
    }

    /// The rungs of a ladder.
    pub fn ladder(&self) -> Option<&Ladder> {
        match self.varied()? {
            Varied::Rungs(ladder) => Some(ladder),
            _ => None,
        }
    }

    /// What is mixed.
    pub fn mixture(&self) -> Option<&Mixture> {
        match self.varied()? {
            Varied::Mixtures(mixture) => Some(mixture),
            _ => None,
        }
    }

    /// The items that are treated, and how.
    pub fn items(&self) -> Option<&ItemStudy> {
        match self.varied()? {
            Varied::Items { study, .. } => Some(study),
            Varied::Change { study, .. } => study.as_ref(),
            _ => None,
        }
    }

    /// Of a study of a change: how large a difference matters.
    pub fn interest(&self) -> Option<Interest> {
        match self.varied()? {
            Varied::Change { interest, .. } => Some(*interest),
            _ => None,
        }
    }

    /// The rule options that differ one at a time, with their values.
    pub fn settings(&self) -> impl Iterator<Item = (&String, &Vec<String>)> {
        let values = match self.varied() {
            Some(Varied::Settings { values, .. }) => Some(values),
            _ => None,
        };
        values.into_iter().flatten()
    }

    /// The items that seats meet, and how.
    pub fn exposures(&self) -> &[ItemKindRecord] {
        match self.varied() {
            Some(Varied::Mirrors(met)) => met,
            _ => &[],
        }
    }

    /// Data sets beside the first in which stand-ins are varied.
    pub fn perturbed(&self) -> u32 {
        match self.varied() {
            Some(Varied::Items { perturbed, .. } | Varied::Settings { perturbed, .. }) => {
                *perturbed
            }
            _ => 0,
        }
    }
}

impl Varied {
    fn kind(&self) -> Kind {
        match self {
            Varied::LineUps(FirstQuestion::Tournament) => Kind::Tournament,
            Varied::LineUps(FirstQuestion::Strategies) => Kind::Strategies,
            Varied::Gauntlet => Kind::Gauntlet,
            Varied::Mirrors(_) => Kind::Cards,
            Varied::Sweep => Kind::Sweep,
            Varied::Rungs(_) => Kind::Ladder,
            Varied::Mixtures(_) => Kind::Mixture,
            Varied::Items { study, .. } => match study.design {
                ItemDesign::Factorial(_) => Kind::Factorial,
                ItemDesign::Grant => Kind::Grant,
                ItemDesign::Price(_) => Kind::Price,
                ItemDesign::Constraint(_) => Kind::Constraint,
                ItemDesign::Change => Kind::Change,
            },
            Varied::Settings { .. } => Kind::Settings,
            Varied::Change { .. } => Kind::Change,
        }
    }
}

/// What the option of a ladder is called whose rungs are so much more money for the bot that climbs.
pub const HANDICAP: &str = "handicap";

/// The rungs of a ladder: the values of one rule option, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// Rule option, or [`HANDICAP`].
    pub option: String,
    /// Its values, in the order that is to be tested: the first is thought easiest for the bots.
    #[serde(deserialize_with = "option_values")]
    pub values: Vec<String>,
}
