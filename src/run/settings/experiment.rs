//! Settings of an experiment, which fully determine its result files.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::audit::Audit;
use super::change::Change;
use super::condition::ConditionSpec;
use super::duel::DuelBounds;
use super::events::EventLevel;
use super::items::{ItemDesign, ItemStudy};
use super::keys::Settings;
use super::kind::Kind;
use super::ladder::Ladder;
use super::mixture::Mixture;
use crate::bots::BotSpec;
use crate::dataset::DataSet;
use crate::setting_keys::{KeyTable, is_default};
use crate::setup::GameSetup;

/// Maximum number of games in an experiment.
pub const MOST_GAMES: u64 = 1_000_000_000_000;

/// Settings that determine the result files: two runs with equal settings and the same program version write
/// the same bytes. A manifest contains them with the keys in this order, and inconsistent keys are rejected.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    /// Smallest differences that matter, for a study of a change, without the change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// Tests of an audit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audit: Option<Audit>,
    /// The bots as resolved, without duplicates.
    #[serde(default)]
    pub bot: Vec<BotSpec>,
    /// Bot whose network values the luck of every game; `None` if luck is not valued.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variance: Option<BotSpec>,
    /// The numbered conditions. The list is empty for a kind without conditions.
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
    /// Returns true if the results determine when a run ends. Its intervals must then be valid at every look.
    pub fn is_sequential(&self) -> bool {
        let is_fixed = self.change.as_ref().is_some_and(|change| change.fixed);
        self.kind.traits().is_sequential && !is_fixed
    }

    /// Checks that the experiment has the conditions and settings of its kind, and sets the treatment of the items.
    fn check(&mut self) -> Result<(), String> {
        let name = self.kind.name();
        let is_for = |key: &str, is_it: bool| match is_it {
            true => Ok(()),
            false => Err(format!("experiment.{key} is not for kind \"{name}\"")),
        };
        if self.kind.traits().has_cells == self.cells.is_empty() {
            let cells = self.cells.len();
            return Err(format!(
                "experiment.cell: {cells} conditions of kind \"{name}\""
            ));
        }
        let settings = [
            ("items", self.items.is_some(), self.kind != Kind::Change),
            ("duel", self.duel.is_some(), true),
            ("ladder", self.ladder.is_some(), true),
            ("mixture", self.mixture.is_some(), true),
            ("settings", !self.settings.is_empty(), true),
            ("change", self.change.is_some(), true),
            ("audit", self.audit.is_some(), true),
            ("perturbed", self.perturbed > 0, false),
        ];
        for (key, present, needed) in settings {
            let known = Settings::KEYS.iter().find(|known| known.name == key);
            let is_own = known.is_some_and(|known| known.kinds.contains(&name));
            is_for(key, is_own || !present)?;
            if is_own && needed && !present {
                return Err(format!("experiment.{key} is missing for kind \"{name}\""));
            }
        }
        let Some(ItemStudy { design, .. }) = &mut self.items else {
            return Ok(());
        };
        match (self.kind, *design == ItemDesign::default()) {
            (Kind::Grant, true) => *design = ItemDesign::Grant,
            (Kind::Change, true) => *design = ItemDesign::Change,
            _ => {}
        }
        let is_own = matches!(
            (self.kind, design),
            (Kind::Factorial, ItemDesign::Factorial(_))
                | (Kind::PriceFactorial, ItemDesign::PriceFactorial(_))
                | (Kind::Constraint, ItemDesign::Constraint(_))
                | (Kind::Grant, ItemDesign::Grant)
                | (Kind::Change, ItemDesign::Change)
        );
        is_for("items: the treatment", is_own)
    }

    /// Returns the conditions. For a kind without conditions, the experiment itself is the only condition.
    pub fn cells(&self) -> Cow<'_, [ConditionSpec]> {
        if self.kind.traits().has_cells {
            return Cow::Borrowed(&self.cells);
        }
        Cow::Owned(vec![ConditionSpec {
            players: self.players,
            bots: self.bots.clone(),
            data: self.data.clone(),
            set: self.set.clone(),
            ..ConditionSpec::default()
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
    fn experiments_of_every_kind_are_written_back_unchanged() {
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
                "items: the treatment is not for",
            ),
            (
                "price_factorial",
                &["\n[items]\n", ITEM, CELL],
                "items: the treatment is not for",
            ),
            (
                "factorial",
                &["\n[items]\n", PRICE_FACTORIAL, ITEM, CELL],
                "items: the treatment is not for",
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
                "items: the treatment is not for",
            ),
            (
                "constraint",
                &["\n[items]\n", FACTORIAL, ITEM, CELL],
                "items: the treatment is not for",
            ),
            (
                "simulate",
                &[CELL],
                "cell: 1 conditions of kind \"simulate\"",
            ),
            ("sweep", &[], "cell: 0 conditions of kind \"sweep\""),
        ] {
            let message = problem(kind, own);
            assert!(
                message.contains(&format!("experiment.{wanted}")),
                "{kind}: {message}"
            );
        }
        let varied = text("sweep", &[CELL]).replace("seed = 7", "seed = 7\nperturbed = 2");
        let message = toml::from_str::<Experiment>(&varied).unwrap_err();
        assert!(
            message
                .message()
                .contains("experiment.perturbed is not for"),
            "{message}"
        );
    }
}
