//! The keys of experiment files.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::PathBuf;

use super::audit::AuditKeys;
use super::cells::{Cell, Sweep, converted, options};
use super::change::Change;
use super::duel::DuelBounds;
use super::events::EventLevel;
use super::items::{Constraint, Factorial, PriceFactorial};
use super::kind::Kind;
use super::ladder::Ladder;
use super::mixture::Mixture;
use crate::file_keys;
use crate::setting_tree::{Places, SettingError, placed};

/// Default number of games.
pub const DEFAULT_GAMES: u64 = 1000;

/// Default number of games after which a duel without a verdict ends.
pub const DEFAULT_DUEL: u64 = 100_000;

/// Maximum number of data sets with perturbed placeholder rows.
const MOST_PERTURBED: u32 = 100;

/// Default master seed.
pub const DEFAULT_SEED: u64 = 1;

file_keys! {
    /// Experiment as described by a file and the command line. Bots and data are not looked up yet.
    pub default struct Settings {
        kind: Kind = Kind::Simulate, "required", "kind of study, see below";
        game: String, "required", "name of the game; `portolan games` lists \
                                   the games";
        bots: Vec<String>, "required",
            "names (`portolan bots` lists them) or paths of `.toml` files";
        players: Option<usize>, "as many as `bots`", "bots in a game";
        games: Option<u64>, "1000; 100,000 for a duel", "games to play, rounded up to complete deal groups";
        blocks: Option<u64>, "–", "instead of `games`: deals to play, each in every seating";
        #[serde(deserialize_with = "crate::seed::deserialize")]
        seed: u64 = DEFAULT_SEED, "1",
            "master seed, 0 to 2^63 - 1: it determines every deal and every choice";
        data: Option<PathBuf>, "the files that ship with the program",
            "folder of component files to play with, such as one written by `portolan data export`, or [file of \
             changes](../guide/balance.md)";
        inherits: Option<String>, "–",
            "another experiment to start from: a name (`portolan experiments` lists them) or a file";
        #[serde(deserialize_with = "options")]
        set: BTreeMap<String, String>, "defaults of the game",
            "table: rule options; `portolan games GAME` lists them";
        challenger: Option<String>, for ["gauntlet"], "required", "the bot that plays against each of the others";
        opponent: Option<String>, for ["ladder", "mixture"], "required with two or more players",
            "the bot in the other seats";
        variance: Option<String>, for ["simulate", "tournament", "gauntlet", "sweep", "ladder"], "none",
            "the bot, by name or path, whose network estimates the luck of every game: `games.csv` contains the luck, and `luck.csv` the adjusted means ([method](statistics.md))";
        sweep: Option<Sweep>, for ["sweep"], "–", "table: for each setting a list of values; every combination is a cell";
        cell: Vec<Cell>, for ["sweep"], "–", "tables: the settings of each cell";
        #[serde(deserialize_with = "options")]
        settings: BTreeMap<String, Vec<String>>, for ["settings"], "required",
            "table: for each rule option a list of values, the reference first";
        change: Option<Change>, for ["change"], "required",
            "table: the differences after the change, and the smallest differences that matter";
        audit: Option<AuditKeys>, for ["audit"], "required", "table: the changes, and the smallest gain that matters";
        events: EventLevel = EventLevel::All, "`\"all\"`",
            "events in `events.csv`: `\"all\"`, `\"none\"` or, in a factorial or price factorial experiment or a change, `\"items\"`, only events by which seats take the studied items";
        compress: bool, "`false`",
            "`true`: the tables are written as `games.csv.gz` and `events.csv.gz`";
        duel: Option<DuelBounds>, for ["duel"], "see below", "table: the hypotheses and error rates";
        ladder: Option<Ladder>, for ["ladder"], "required", "table: the ordered option and its values";
        mixture: Option<Mixture>, for ["mixture"], "required", "table: the option, its items and sets";
        #[serde(deserialize_with = "converted")]
        items: Vec<String>, for ["factorial", "grant", "price_factorial", "constraint", "change"], "required; none for `change`",
            "a kind of items (`\"cards\"`), or a list of kinds and items (`[\"prestige\", \"A027\", \"careers:K1\"]`)";
        by_strength: bool, for ["factorial", "grant", "constraint"], "`false`",
            "`true`: the bots are listed from the weakest to the strongest, and the report shows which effects hold for all bots, change with strength, or appear only for some bots";
        factorial: Option<Factorial>, for ["factorial"], "see below", "table: number of withheld items, and further estimates";
        price_factorial: Option<PriceFactorial>, for ["price_factorial"], "see below", "table: number of withheld items, and range of the price changes";
        constraint: Option<Constraint>, for ["constraint"], "see below", "table: restriction of one seat for an item";
        perturbed: u32 = 0, in 0..=MOST_PERTURBED, for ["factorial", "grant", "constraint", "settings"], "0",
            "number of further data sets with varied placeholder rows, on which a study of items or settings is repeated";
    } with {
        /// Places of the values that come from a file.
        places: Places,
        /// The experiment file and the files that it inherits from, in this order.
        files: Vec<PathBuf>,
    }
}

impl Settings {
    /// Sets the number of games, in place of a number of games or deal groups.
    pub fn with_games(self, games: u64) -> Settings {
        Settings {
            games: Some(games),
            blocks: None,
            ..self
        }
    }

    /// Returns a function that adds the place of a key to an error.
    pub fn at<E: Display>(&self, key: &str) -> impl Fn(E) -> SettingError + use<E> {
        self.places.at(&[key])
    }

    /// Returns a function that adds the place of the first of these keys that a condition or its experiment contains.
    pub fn at_cell<E: Display>(
        &self,
        cell: &Cell,
        keys: &[&str],
    ) -> impl Fn(E) -> SettingError + use<E> {
        let place = |key: &&str| cell.places.get(key).or_else(|| self.places.get(key));
        placed(keys.iter().find_map(place))
    }

    /// Returns a function that adds the place where a condition names a bot.
    pub fn at_bot<E: Display>(
        &self,
        cell: &Cell,
        name: &str,
    ) -> impl Fn(E) -> SettingError + use<E> {
        let in_list = |names: &[String], places: &Places| {
            let index = names.iter().position(|other| other == name)?;
            places.get(&format!("bots.{index}")).cloned()
        };
        let of_role = |key: &str, role: &Option<String>| {
            let is_it = role.as_deref() == Some(name);
            self.places.get(key).filter(|_| is_it).cloned()
        };
        let place = in_list(cell.bots.as_deref().unwrap_or_default(), &cell.places)
            .or_else(|| of_role("challenger", &self.challenger))
            .or_else(|| of_role("opponent", &self.opponent))
            .or_else(|| in_list(&self.bots, &self.places))
            .or_else(|| cell.places.get("bots").cloned())
            .or_else(|| self.places.get("bots").cloned());
        placed(place.as_ref())
    }
}
