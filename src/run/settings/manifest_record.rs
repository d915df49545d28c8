//! Settings in the format of a manifest: a flat table with a `kind` and the keys of each kind. Inconsistent
//! keys are rejected.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::audit::Audit;
use super::change::Interest;
use super::condition::ConditionSpec;
use super::design::{Design, Ladder};
use super::duel::DuelBounds;
use super::events::EventLevel;
use super::experiment::Experiment;
use super::items::{Constraint, Factorial, ItemDesign, ItemStudy, PriceFactorial, StudiedItem};
use super::kind::Kind;
use super::mixture::Mixture;
use crate::bots::BotSpec;

/// [`Experiment`] as serialized, with the keys in this order.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Written {
    kind: Kind,
    game: String,
    players: usize,
    bots: Vec<String>,
    games: u64,
    #[serde(deserialize_with = "crate::seed::deserialize")]
    seed: u64,
    events: EventLevel,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    compress: bool,
    data: String,
    #[serde(default)]
    set: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    duel: Option<DuelBounds>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ladder: Option<Ladder>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mixture: Option<Mixture>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    items: Option<WrittenItems>,
    #[serde(default, skip_serializing_if = "is_zero")]
    perturbed: u32,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    settings: BTreeMap<String, Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    change: Option<Interest>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    audit: Option<Audit>,
    #[serde(default)]
    bot: Vec<BotSpec>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    variance: Option<BotSpec>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cell: Vec<ConditionSpec>,
}

/// [`ItemStudy`] as serialized.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct WrittenItems {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    factorial: Option<Factorial>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    price_factorial: Option<PriceFactorial>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    constraint: Option<Constraint>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    by_strength: bool,
    item: Vec<StudiedItem>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Serialize for Experiment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written::from(self.clone()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Experiment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Experiment, D::Error> {
        let written = Written::deserialize(deserializer)?;
        Experiment::try_from(written).map_err(D::Error::custom)
    }
}

impl TryFrom<Written> for Experiment {
    type Error = String;

    fn try_from(written: Written) -> Result<Experiment, String> {
        let kind = written.kind;
        let items = written.items.map(|items| items.study(kind)).transpose()?;
        let design = Design {
            kind,
            cells: written.cell,
            duel: written.duel,
            ladder: written.ladder,
            mixture: written.mixture,
            items,
            perturbed: written.perturbed,
            settings: written.settings,
            interest: written.change,
            audit: written.audit,
        };
        design.check()?;
        Ok(Experiment {
            design,
            game: written.game,
            players: written.players,
            bots: written.bots,
            games: written.games,
            seed: written.seed,
            events: written.events,
            compress: written.compress,
            data: written.data,
            set: written.set,
            bot: written.bot,
            variance: written.variance,
        })
    }
}

impl WrittenItems {
    /// Returns the study of a kind that treats items.
    ///
    /// # Errors
    /// A message that names the missing key, or the key of another kind.
    fn study(self, kind: Kind) -> Result<ItemStudy, String> {
        let needed = |key: &str| {
            format!(
                "experiment.items.{key} is missing for kind \"{}\"",
                kind.name()
            )
        };
        let WrittenItems {
            mut factorial,
            mut price_factorial,
            mut constraint,
            item,
            by_strength,
        } = self;
        let design = match kind {
            Kind::Factorial => {
                ItemDesign::Factorial(factorial.take().ok_or_else(|| needed("factorial"))?)
            }
            Kind::PriceFactorial => ItemDesign::PriceFactorial(
                price_factorial
                    .take()
                    .ok_or_else(|| needed("price_factorial"))?,
            ),
            Kind::Grant => ItemDesign::Grant,
            Kind::Change => ItemDesign::Change,
            _ => ItemDesign::Constraint(constraint.take().unwrap_or_default()),
        };
        if factorial.is_some() {
            return Err(foreign("items.factorial", kind));
        }
        if price_factorial.is_some() {
            return Err(foreign("items.price_factorial", kind));
        }
        if constraint.is_some() {
            return Err(foreign("items.constraint", kind));
        }
        Ok(ItemStudy {
            design,
            item,
            by_strength,
        })
    }
}

impl From<ItemStudy> for WrittenItems {
    fn from(study: ItemStudy) -> WrittenItems {
        WrittenItems {
            by_strength: study.by_strength,
            factorial: match study.design {
                ItemDesign::Factorial(factorial) => Some(factorial),
                _ => None,
            },
            price_factorial: study.price_factorial(),
            constraint: study.constraint(),
            item: study.item,
        }
    }
}

fn foreign(key: &str, kind: Kind) -> String {
    format!("experiment.{key} is not for kind \"{}\"", kind.name())
}

impl From<Experiment> for Written {
    fn from(experiment: Experiment) -> Written {
        let design = experiment.design;
        Written {
            kind: design.kind,
            game: experiment.game,
            players: experiment.players,
            bots: experiment.bots,
            games: experiment.games,
            seed: experiment.seed,
            events: experiment.events,
            compress: experiment.compress,
            data: experiment.data,
            set: experiment.set,
            duel: design.duel,
            ladder: design.ladder,
            mixture: design.mixture,
            items: design.items.map(WrittenItems::from),
            perturbed: design.perturbed,
            settings: design.settings,
            change: design.interest,
            audit: design.audit,
            bot: experiment.bot,
            variance: experiment.variance,
            cell: design.cells,
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
            assert_eq!(read.design.kind.name(), kind);
            assert_eq!(read.design.cells.is_empty(), !own.contains(&CELL));
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
