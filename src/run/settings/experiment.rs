//! Settings of an experiment, which fully determine its result files.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::audit::Audit;
use super::change::Interest;
use super::condition::ConditionSpec;
use super::duel::DuelBounds;
use super::events::EventLevel;
use super::items::{ItemDesign, ItemStudy};
use super::kind::Kind;
use super::ladder::Ladder;
use super::mixture::Mixture;
use crate::bots::BotSpec;
use crate::dataset::DataSet;
use crate::setting_keys::is_default;
use crate::setup::GameSetup;

/// Maximum number of games in an experiment.
pub const MOST_GAMES: u64 = 1_000_000_000_000;

/// Settings that determine the result files: two runs with equal settings and the same program version write
/// the same bytes. A manifest contains them with the keys in this order, and inconsistent keys are rejected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Experiment {
    pub kind: Kind,
    pub game: String,
    /// Number of bots in a game.
    pub players: usize,
    /// Names of the bots. For a kind without conditions, one per seat of the first seating.
    pub bots: Vec<String>,
    /// Requested number of games in each condition. Deal groups are always complete, so more games may be
    /// played.
    pub games: u64,
    /// Master seed.
    #[serde(deserialize_with = "crate::seed::deserialize")]
    pub seed: u64,
    /// Events in `events.csv`.
    pub events: EventLevel,
    /// True if the tables are compressed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub compress: bool,
    /// Hash of the component data.
    pub data: String,
    /// Rule options that were set explicitly.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// Hypotheses of a sequential test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duel: Option<DuelBounds>,
    /// Levels of a ladder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder: Option<Ladder>,
    /// Settings of a mixture experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mixture: Option<Mixture>,
    /// The treated items and their treatment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub items: Option<ItemStudy>,
    /// Number of data sets with perturbed placeholder rows, in addition to the first data set.
    #[serde(default, skip_serializing_if = "is_default")]
    pub perturbed: u32,
    /// The values of each rule option that is varied, the reference first.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, Vec<String>>,
    /// Smallest differences that matter, for a study of a change.
    #[serde(default, rename = "change", skip_serializing_if = "Option::is_none")]
    pub interest: Option<Interest>,
    /// Tests of an audit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audit: Option<Audit>,
    /// The bots as resolved, without duplicates.
    #[serde(default)]
    pub bot: Vec<BotSpec>,
    /// Bot whose network values the luck of every game; `None` if luck is not valued.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variance: Option<BotSpec>,
    /// The numbered conditions; empty for a kind with one line-up in one game.
    #[serde(default, rename = "cell", skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<ConditionSpec>,
}

impl Serialize for Experiment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Experiment::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Experiment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Experiment, D::Error> {
        let mut experiment = Experiment::deserialize(deserializer)?;
        experiment.check().map_err(D::Error::custom)?;
        Ok(experiment)
    }
}

impl Experiment {
    /// Returns an experiment of a kind without games, bots, conditions and settings.
    pub fn new(kind: Kind) -> Experiment {
        Experiment {
            kind,
            game: String::new(),
            players: 0,
            bots: Vec::new(),
            games: 0,
            seed: 0,
            events: EventLevel::All,
            compress: false,
            data: String::new(),
            set: BTreeMap::new(),
            duel: None,
            ladder: None,
            mixture: None,
            items: None,
            perturbed: 0,
            settings: BTreeMap::new(),
            interest: None,
            audit: None,
            bot: Vec::new(),
            variance: None,
            cells: Vec::new(),
        }
    }

    /// Returns true if the results determine when a run ends, so that its intervals must be valid at every look.
    pub fn is_sequential(&self) -> bool {
        let is_fixed = self.interest.is_some_and(|interest| interest.fixed);
        self.kind.traits().is_sequential && !is_fixed
    }

    /// Checks that the experiment has the conditions and settings of its kind, and sets the treatment of the items.
    fn check(&mut self) -> Result<(), String> {
        let (traits, name) = (self.kind.traits(), self.kind.name());
        let missing = |key: &str| Err(format!("experiment.{key} is missing for kind \"{name}\""));
        let foreign = |key: &str| Err(format!("experiment.{key} is not for kind \"{name}\""));
        if traits.has_cells == self.cells.is_empty() {
            let cells = self.cells.len();
            return Err(format!(
                "experiment.cell: {cells} conditions of kind \"{name}\""
            ));
        }
        let settings = [
            ("items", self.items.is_some()),
            ("duel", self.duel.is_some()),
            ("ladder", self.ladder.is_some()),
            ("mixture", self.mixture.is_some()),
            ("settings", !self.settings.is_empty()),
            ("change", self.interest.is_some()),
            ("audit", self.audit.is_some()),
            ("perturbed", self.perturbed > 0),
        ];
        for (key, present) in settings {
            let needed = traits.needed.contains(&key);
            if needed && !present {
                return missing(key);
            }
            if present && !needed && !traits.optional.contains(&key) {
                return foreign(key);
            }
        }
        let Some(items) = &mut self.items else {
            return Ok(());
        };
        match (self.kind, items.design) {
            (Kind::Factorial, ItemDesign::Factorial(_))
            | (Kind::PriceFactorial, ItemDesign::PriceFactorial(_))
            | (Kind::Constraint, ItemDesign::Constraint(_)) => {}
            (_, ItemDesign::Factorial(_)) => return foreign("items.factorial"),
            (_, ItemDesign::PriceFactorial(_)) => return foreign("items.price_factorial"),
            (Kind::Factorial, _) => return missing("items.factorial"),
            (Kind::PriceFactorial, _) => return missing("items.price_factorial"),
            _ if items.constraint().is_some() => return foreign("items.constraint"),
            (Kind::Grant, _) => items.design = ItemDesign::Grant,
            _ => items.design = ItemDesign::Change,
        }
        Ok(())
    }

    /// Returns the conditions. For a kind without conditions, the experiment itself is the only one.
    pub fn cells(&self) -> Cow<'_, [ConditionSpec]> {
        if self.kind.traits().has_cells {
            return Cow::Borrowed(&self.cells);
        }
        Cow::Owned(vec![ConditionSpec {
            name: String::new(),
            players: self.players,
            bots: self.bots.clone(),
            data: self.data.clone(),
            set: self.set.clone(),
            perturbation: 0,
            arm: None,
            handicap: 0,
            prices: Vec::new(),
        }])
    }

    /// Returns the bot of each place in the line-up of a condition, without bots that have no description.
    pub fn line_up(&self, cell: &ConditionSpec) -> Vec<BotSpec> {
        cell.bots
            .iter()
            .filter_map(|name| self.bot.iter().find(|spec| spec.name == *name).cloned())
            .collect()
    }

    /// Returns the set-up of the game in a condition; `data` must be the component data with the hash of the
    /// condition.
    pub fn setup(&self, cell: &ConditionSpec, data: DataSet) -> GameSetup {
        GameSetup {
            game: self.game.clone(),
            players: cell.players,
            options: cell.set.clone(),
            data,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMON: &str = "game = \"toy\"\nplayers = 2\nbots = [\"a\", \"b\"]\ngames = 4\nseed = 7\n\
                          events = \"all\"\ndata = \"d\"\n";
    const BOUNDS: &str = "\n[duel]\nelo0 = 0.0\nelo1 = 20.0\nalpha = 0.05\nbeta = 0.05\n";
    const LADDER: &str = "\n[ladder]\noption = \"level\"\nvalues = [\"easy\", \"hard\"]\n";
    const MIXTURE: &str = "\n[mixture]\noption = \"deck\"\nitems = [\"A\", \"B\"]\nsmallest = 1\nlargest = 1\n\
                           draws = 2\n";
    const FACTORIAL: &str =
        "\n[items.factorial]\nwithhold = 0.5\ninteractions = 0\nconfirm = 0\nconfirm_games = 9\n";
    const PRICE_FACTORIAL: &str = "\n[items.price_factorial]\nwithhold = 0.5\nby = 1\n";
    const CONSTRAINT: &str = "\n[items.constraint]\nalways = false\n";
    const ITEM: &str =
        "\n[[items.item]]\nlabel = \"I\"\nkind = \"cards\"\nnumber = 3\ngrantable = false\n";
    const SETTINGS: &str = "\n[settings]\nlevel = [\"easy\", \"hard\"]\n";
    const CHANGE: &str = "\n[change]\npoints = 2.0\nwins = 0.01\n";
    const AUDIT: &str =
        "\n[audit]\npoints = 3.0\n\n[[audit.test]]\nchange = \"c\"\nbot = \"a\"\ncells = 1\n";
    const CELL: &str = "\n[[cell]]\nname = \"a+b\"\nplayers = 2\nbots = [\"a\", \"b\"]\ndata = \"d\"\n\n[cell.set]\n";

    /// Returns the settings of a kind with these additional keys, in the format of a manifest.
    fn text(kind: &str, own: &[&str]) -> String {
        let own = own.concat();
        let set = "\n[set]\n";
        format!("kind = \"{kind}\"\n{COMMON}bot = []\n{set}{own}")
    }

    fn problem(kind: &str, own: &[&str]) -> String {
        let read: Result<Experiment, _> = toml::from_str(&text(kind, own));
        read.unwrap_err().message().to_string()
    }

    #[test]
    fn experiments_of_every_kind_are_written_as_read() {
        for (kind, own) in [
            ("simulate", &[][..]),
            ("duel", &[BOUNDS]),
            ("tournament", &[CELL]),
            ("gauntlet", &[CELL]),
            ("sweep", &[CELL, CELL]),
            ("ladder", &[LADDER, CELL]),
            ("mixture", &[MIXTURE, CELL]),
            ("factorial", &["\n[items]\n", FACTORIAL, ITEM, CELL]),
            (
                "price_factorial",
                &["\n[items]\n", PRICE_FACTORIAL, ITEM, CELL],
            ),
            ("grant", &["\n[items]\n", ITEM, CELL]),
            ("constraint", &["\n[items]\n", ITEM, CELL]),
            ("constraint", &["\n[items]\n", CONSTRAINT, ITEM, CELL]),
            ("settings", &[SETTINGS, CELL]),
            ("change", &[CHANGE, CELL, CELL]),
            ("change", &[CHANGE, "fixed = true\n", CELL, CELL]),
            ("change", &["\n[items]\n", ITEM, CHANGE, CELL, CELL]),
            ("audit", &[AUDIT, CELL]),
        ] {
            let text = text(kind, own);
            let read: Experiment = toml::from_str(&text).unwrap();
            assert_eq!(read.kind.name(), kind);
            assert_eq!(read.cells.is_empty(), !own.contains(&CELL));
            let again = toml::to_string(&read).unwrap();
            let table = |text: &str| -> toml::Table { toml::from_str(text).unwrap() };
            assert_eq!(table(&again), table(&text), "{again}");
            assert_eq!(toml::from_str::<Experiment>(&again).unwrap(), read);
        }
    }

    #[test]
    fn inconsistent_experiments_cannot_be_read() {
        for (kind, own, wanted) in [
            ("duel", &[][..], "duel is missing for kind \"duel\""),
            ("ladder", &[CELL], "ladder is missing for kind \"ladder\""),
            ("mixture", &[CELL], "mixture is missing"),
            ("grant", &[CELL], "items is missing"),
            (
                "factorial",
                &["\n[items]\n", ITEM, CELL],
                "items.factorial is missing",
            ),
            (
                "price_factorial",
                &["\n[items]\n", ITEM, CELL],
                "items.price_factorial is missing",
            ),
            (
                "factorial",
                &["\n[items]\n", FACTORIAL, PRICE_FACTORIAL, ITEM, CELL],
                "items.price_factorial is not for",
            ),
            ("settings", &[CELL], "settings is missing"),
            ("change", &[CELL], "change is missing"),
            ("audit", &[CELL], "audit is missing"),
            ("sweep", &[AUDIT, CELL], "audit is not for"),
            ("sweep", &[CHANGE, CELL], "change is not for kind \"sweep\""),
            ("simulate", &[BOUNDS], "duel is not for kind \"simulate\""),
            (
                "tournament",
                &[LADDER, CELL],
                "ladder is not for kind \"tournament\"",
            ),
            ("sweep", &[MIXTURE, CELL], "mixture is not for"),
            ("gauntlet", &["\n[items]\n", ITEM, CELL], "items is not for"),
            ("ladder", &[LADDER, SETTINGS, CELL], "settings is not for"),
            (
                "grant",
                &["\n[items]\n", CONSTRAINT, ITEM, CELL],
                "items.constraint is not for",
            ),
            (
                "constraint",
                &["\n[items]\n", FACTORIAL, ITEM, CELL],
                "items.factorial is not for",
            ),
            (
                "simulate",
                &[CELL],
                "cell: 1 conditions of kind \"simulate\"",
            ),
            ("sweep", &[], "cell: 0 conditions of kind \"sweep\""),
        ] {
            let told = problem(kind, own);
            assert!(
                told.contains(&format!("experiment.{wanted}")),
                "{kind}: {told}"
            );
        }
        let varied = text("sweep", &[CELL]).replace("seed = 7", "seed = 7\nperturbed = 2");
        let told = toml::from_str::<Experiment>(&varied).unwrap_err();
        assert!(
            told.message().contains("experiment.perturbed is not for"),
            "{told}"
        );
    }
}
