//! The items of a study: which there are, and what is done to them.

use serde::{Deserialize, Serialize};

use crate::item::Selection;
use crate::random::{shuffle, unit, withholding_stream};

/// The items of a study, and how they are treated.
#[derive(Clone, Debug, PartialEq)]
pub struct ItemStudy {
    /// How they are treated.
    pub design: ItemDesign,
    /// The items that are studied.
    pub item: Vec<StudiedItem>,
    /// Whether its bots are named from the weakest to the strongest.
    pub by_strength: bool,
}

/// How the items of a study are treated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ItemDesign {
    /// Withheld at random, from every place of its own: what access to each is worth.
    Factorial(Factorial),
    /// One place begins with an item: what having it is worth.
    Grant,
    /// The same at several prices of the item: at which it is worth its price.
    Price(Prices),
    /// One place never takes an item, or always: whether a bot uses it well.
    Constraint(Constraint),
    /// Before and after a change of the game, one place begins with an item or, where it cannot, never takes it.
    Change,
}

/// An item that is studied.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudiedItem {
    /// Its label.
    pub label: String,
    /// The name of its kind.
    pub kind: String,
    /// Its number in the game.
    pub number: usize,
    /// What it costs in the first data set, if it has a price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<i32>,
    /// Whether a seat can be made to begin with it.
    pub grantable: bool,
    /// The event by which a seat takes it, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_by: Option<String>,
    /// Of a study of a change: the events by which a seat meets it before it can take it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub met_by: Vec<String>,
    /// Of a study of a change: whether only the game after it has the item.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub added: bool,
    /// The design that it is a copy of, if there are others in the study.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub design: Option<String>,
}

/// Items are withheld at random: for every deal and every place of the line-up anew.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Factorial {
    /// Below 1 the share that is withheld, each item by itself; otherwise how many are.
    #[serde(default = "quarter")]
    pub withhold: f64,
    /// Pairs of items whose interaction is estimated: of those with the largest effects.
    #[serde(default)]
    pub interactions: usize,
    /// Items that are confirmed on fresh deals: those with the clearest effects.
    #[serde(default)]
    pub confirm: usize,
    /// Games that confirm each of them.
    #[serde(default = "confirming_games")]
    pub confirm_games: u64,
}

/// The share at which the fewest games tell the most items of Maracaibo.
fn quarter() -> f64 {
    0.25
}

fn confirming_games() -> u64 {
    2000
}

impl Default for Factorial {
    fn default() -> Factorial {
        Factorial {
            withhold: quarter(),
            interactions: 0,
            confirm: 0,
            confirm_games: confirming_games(),
        }
    }
}

/// Most pairs of items whose interaction is estimated.
const MOST_INTERACTIONS: usize = 500;

impl Factorial {
    /// Why so many items cannot be withheld like this; `None` if they can.
    pub fn problem(&self, items: usize) -> Option<String> {
        let withhold = self.withhold;
        let number = withhold >= 1.0;
        if !(withhold > 0.0 && (!number || withhold.fract() == 0.0 && withhold < items as f64)) {
            return Some(format!(
                "withhold = {withhold}; expected a share between 0 and 1, or a whole number of items \
                 from 1 to {}",
                items.saturating_sub(1).max(1)
            ));
        }
        if items < 2 {
            return Some("one item alone; expected two or more".to_string());
        }
        let most = (items * (items - 1) / 2).min(MOST_INTERACTIONS);
        if self.interactions > most {
            return Some(format!(
                "interactions = {}; expected at most {most}, all pairs of the items but no more than \
                 {MOST_INTERACTIONS}",
                self.interactions,
            ));
        }
        if self.interactions > 0 && (withhold == 1.0 || withhold == (items - 1) as f64) {
            return Some(format!(
                "interactions = {} with withhold = {withhold} of {items} items: pairs cannot be estimated then; expected a share between 0 and 1, or from 2 to {} \
                 withheld items",
                self.interactions,
                items.saturating_sub(2).max(2)
            ));
        }
        if self.confirm > items || self.confirm_games == 0 {
            return Some(format!(
                "confirm = {} with confirm_games = {}; expected at most {items} items and 1 game or more",
                self.confirm, self.confirm_games
            ));
        }
        None
    }
}

/// To what one place is held with an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constraint {
    /// Whether the item is also taken whenever the rules allow, not only never.
    #[serde(default = "yes")]
    pub always: bool,
}

fn yes() -> bool {
    true
}

impl Default for Constraint {
    fn default() -> Constraint {
        Constraint { always: true }
    }
}

/// Changes of an item's price, from the smallest to the largest, one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// The smallest, such as −3.
    pub from: i32,
    /// The largest.
    pub to: i32,
}

impl Default for Prices {
    fn default() -> Prices {
        Prices { from: -3, to: 3 }
    }
}

/// Largest change of a price, up or down.
const MOST_CHANGE: i32 = 20;

impl Prices {
    /// Why there are no such changes; `None` if there are.
    pub fn problem(&self) -> Option<String> {
        let range = -MOST_CHANGE..=MOST_CHANGE;
        let fine = self.from < self.to && range.contains(&self.from) && range.contains(&self.to);
        (!fine).then(|| {
            format!(
                "from = {} and to = {}; expected from below to, both from -{MOST_CHANGE} to {MOST_CHANGE}",
                self.from, self.to
            )
        })
    }
}

/// What the first place of a cell's line-up has of its own; the other places are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arm {
    /// Index of the item among those of the study.
    pub item: usize,
    /// Whether the first place begins with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub granted: bool,
    /// Whether the first place takes it.
    pub access: Access,
    /// Change of its price, for all places.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub price: i32,
}

fn is_zero(price: &i32) -> bool {
    *price == 0
}

/// Whether a place takes an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// It may, as the rules say.
    Free,
    /// It may not.
    Never,
    /// It does whenever the rules allow.
    Must,
}

impl Access {
    /// Its name in cells and reports.
    pub fn name(self) -> &'static str {
        match self {
            Access::Free => "free",
            Access::Never => "never",
            Access::Must => "must",
        }
    }
}

impl ItemStudy {
    /// Of a factorial experiment: what is withheld.
    pub fn factorial(&self) -> Option<Factorial> {
        match self.design {
            ItemDesign::Factorial(factorial) => Some(factorial),
            _ => None,
        }
    }

    /// Of a study of constraints that leaves out what the default has: what it has.
    pub fn constraint(&self) -> Option<Constraint> {
        match self.design {
            ItemDesign::Constraint(constraint) if constraint != Constraint::default() => {
                Some(constraint)
            }
            _ => None,
        }
    }

    /// Of a price study: the changes of the price that are tried.
    pub fn prices(&self) -> Option<Prices> {
        match self.design {
            ItemDesign::Price(prices) => Some(prices),
            _ => None,
        }
    }

    /// The index of an item of the same kind and label.
    pub fn find(&self, wanted: &StudiedItem) -> Option<usize> {
        let same = |item: &StudiedItem| item.kind == wanted.kind && item.label == wanted.label;
        self.item.iter().position(same)
    }

    /// Which items of the study are withheld from a place on a deal; none unless the study is a
    /// factorial experiment.
    pub fn withheld(&self, deal_seed: u64, place: usize) -> Vec<bool> {
        let items = self.item.len();
        let Some(factorial) = self.factorial() else {
            return vec![false; items];
        };
        let mut rng = withholding_stream(deal_seed, place);
        if factorial.withhold < 1.0 {
            return (0..items)
                .map(|_| unit(&mut rng) < factorial.withhold)
                .collect();
        }
        let mut withheld: Vec<bool> = (0..items)
            .map(|item| (item as f64) < factorial.withhold)
            .collect();
        shuffle(&mut rng, &mut withheld);
        withheld
    }
}

/// A kind of item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemKindRecord {
    /// Its name, in the plural.
    pub name: String,
    /// The items, by their labels in `events.csv`.
    pub labels: Vec<String>,
    /// How a seat meets such an item, step by step; the last step takes it.
    pub exposures: Vec<ExposureRecord>,
}

/// A way of meeting an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExposureRecord {
    /// The event in `events.csv`.
    pub event: String,
    /// Who brings it about.
    pub by: Selection,
}
