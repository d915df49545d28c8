//! Items of a study and their treatments.

use serde::{Deserialize, Deserializer, Serialize};

use crate::file_keys;
use crate::random::{price_stream, shuffle, unit, withholding_stream};
use crate::setting_keys::is_default;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ItemStudy {
    /// Treatment of the items. A treatment without settings is omitted from manifests, because the kind implies it.
    #[serde(
        flatten,
        deserialize_with = "treatment",
        skip_serializing_if = "ItemDesign::is_plain"
    )]
    pub design: ItemDesign,
    /// True if the bots are listed from the weakest to the strongest.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_strength: bool,
    pub item: Vec<StudiedItem>,
}

fn treatment<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ItemDesign, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Treatment of the items of a study.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemDesign {
    /// Items are withheld at random, separately from every place, to measure the effect of access to each item.
    Factorial(Factorial),
    /// One place begins with an item, to measure the effect of having the item.
    Grant,
    /// Items are withheld at random, separately from every place, at several random prices, to measure the effect of
    /// access to each item and its change with the price.
    PriceFactorial(PriceFactorial),
    /// One place never takes an item, or always does, to find out how well a bot uses it.
    Constraint(Constraint),
    /// Before and after a change of the game, one place begins with an item or, where that is impossible, never
    /// takes it.
    Change,
}

impl Default for ItemDesign {
    fn default() -> ItemDesign {
        ItemDesign::Constraint(Constraint::default())
    }
}

impl ItemDesign {
    /// Returns true if the treatment has no settings that differ from their defaults.
    fn is_plain(&self) -> bool {
        let plain = [ItemDesign::Grant, ItemDesign::Change, ItemDesign::default()];
        plain.contains(self)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudiedItem {
    pub label: String,
    /// Name of the kind of item.
    pub kind: String,
    /// Index of the item in the game.
    pub number: usize,
    /// Cost in the first data set, if the item has a price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<i32>,
    /// True if a seat can be made to begin with the item. In a study of a change, the seat must then still take it.
    pub grantable: bool,
    /// Event that occurs when a seat takes the item, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_by: Option<String>,
    /// For a study of a change: the events in which the item becomes available to a seat before the seat can
    /// take it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub met_by: Vec<String>,
    /// For a study of a change: true if the item exists only after the change.
    #[serde(default, skip_serializing_if = "is_default")]
    pub added: bool,
    /// Design of which this item is a copy, if the study contains other copies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub design: Option<String>,
}

file_keys! {
    /// Random withholding of items, drawn separately for every deal and every place of the line-up.
    #[derive(Copy, Serialize)]
    pub default struct Factorial {
        withhold: f64 = QUARTER, "0.25",
            "below 1: share of the items that is withheld from a seat; from 1 on: their number";
        interactions: usize, "0",
            "number of pairs of items whose interaction is estimated; the pairs are those with the clearest effects";
        confirm: usize, "0",
            "number of items with the clearest effects that are played again in the whole game, on new deals";
        confirm_games: u64 = 2000, "2000", "games for each of these items";
    }
}

/// The share that needs the fewest games to measure most items of Maracaibo.
const QUARTER: f64 = 0.25;

/// Maximum number of pairs whose interaction is estimated.
const MOST_INTERACTIONS: usize = 500;

impl Factorial {
    /// Returns the problem with withholding `items` items like this, or `None` if the settings are valid.
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
            return Some("only one item; expected two or more".to_string());
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
                "interactions = {} with withhold = {withhold} of {items} items: pairs cannot be \
                 estimated; expected a share between 0 and 1, or from 2 to {} withheld items",
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

file_keys! {
    /// Constraints on the way one place uses an item.
    #[derive(Copy, Eq, Serialize)]
    pub default struct Constraint {
        always: bool = true, "`true`",
            "`false`: the first seat never takes the item; `true`: a second condition in which it takes the item whenever the rules allow";
    }
}

file_keys! {
    /// Random withholding of items at several random prices. Each condition moves the price of every item for all
    /// seats; an item has every possible price equally often.
    #[derive(Copy, Serialize)]
    pub default struct PriceFactorial {
        withhold: f64 = QUARTER, "0.25", "share of the items that is withheld from a seat, above 0 and below 1";
        by: u32 = 2, "2", "largest change of a price, 1 to 10; prices below 0 are left out";
    }
}

/// Maximum change of a price in a price factorial experiment.
const MOST_MOVE: u32 = 10;

impl PriceFactorial {
    /// Returns the problem with the settings for this number of items, or `None` if they are valid.
    pub fn problem(&self, items: usize) -> Option<String> {
        let PriceFactorial { withhold, by } = *self;
        if !(withhold > 0.0 && withhold < 1.0) {
            return Some(format!(
                "withhold = {withhold}; expected a share above 0 and below 1"
            ));
        }
        if !(1..=MOST_MOVE).contains(&by) {
            return Some(format!("by = {by}; expected 1 to {MOST_MOVE}"));
        }
        (items < 2).then(|| "only one item; expected two or more".to_string())
    }

    /// Number of conditions, which differ in their prices.
    fn sets(&self) -> usize {
        2 * self.by as usize + 1
    }
}

/// Treatment of the first place of a condition's line-up; the other places are not treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arm {
    /// Index of the item in the study.
    pub item: usize,
    /// True if the first place begins with the item.
    #[serde(default, skip_serializing_if = "is_default")]
    pub granted: bool,
    /// Constraint on the first place for taking the item.
    pub access: Access,
}

/// Constraint on taking an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// The place may take the item according to the rules.
    Free,
    /// The place never takes the item.
    Never,
    /// The place takes the item whenever the rules allow.
    Must,
}

impl Access {
    /// Returns the name of the constraint in conditions and reports.
    pub fn name(self) -> &'static str {
        match self {
            Access::Free => "free",
            Access::Never => "never",
            Access::Must => "must",
        }
    }
}

impl ItemStudy {
    /// Returns the settings of a factorial or price factorial experiment; `None` for other studies.
    pub fn factorial(&self) -> Option<Factorial> {
        match self.design {
            ItemDesign::Factorial(factorial) => Some(factorial),
            ItemDesign::PriceFactorial(PriceFactorial { withhold, .. }) => Some(Factorial {
                withhold,
                ..Factorial::default()
            }),
            _ => None,
        }
    }

    /// Returns the settings of a price factorial experiment; `None` for other studies.
    pub fn price_factorial(&self) -> Option<PriceFactorial> {
        match self.design {
            ItemDesign::PriceFactorial(design) => Some(design),
            _ => None,
        }
    }

    /// Draws the change of the price of each item for every condition of a price factorial experiment. The list is
    /// empty for other studies. Over all conditions, an item has each possible price equally often, as far as the
    /// number of conditions allows; negative prices are not possible.
    pub fn price_moves(&self, master_seed: u64) -> Vec<Vec<i32>> {
        let Some(design) = self.price_factorial() else {
            return Vec::new();
        };
        let mut rng = price_stream(master_seed);
        let mut sets = vec![Vec::with_capacity(self.item.len()); design.sets()];
        for item in &self.item {
            let most = design.by as i32;
            let least = -most.min(item.price.unwrap_or(0).max(0));
            let mut moves: Vec<i32> = (least..=most).collect();
            shuffle(&mut rng, &mut moves);
            let mut moves: Vec<i32> = moves.into_iter().cycle().take(sets.len()).collect();
            shuffle(&mut rng, &mut moves);
            for (set, by) in sets.iter_mut().zip(moves) {
                set.push(by);
            }
        }
        sets
    }

    /// Returns the index of the item with the kind and label of `wanted`.
    pub fn find(&self, wanted: &StudiedItem) -> Option<usize> {
        let same = |item: &StudiedItem| item.kind == wanted.kind && item.label == wanted.label;
        self.item.iter().position(same)
    }

    /// Returns, for each item of the study, true if the item is withheld from a place on a deal. All values are
    /// false unless the study is a factorial experiment.
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
