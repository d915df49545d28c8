//! Settings of `portolan balance`: targets, knobs, limits and bots.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error};
use toml::Value;

use super::cells::option_value;
use super::experiment::MOST_GAMES;
use super::file_kind::{self, FileKind};
use crate::file_keys;
use crate::setting_tree::{SettingError, Tree};

file_keys! {
    /// Content of a balance file.
    #[derive(Serialize)]
    pub default struct BalanceFile {
        game: String, "required", "name of the game";
        #[serde(skip_serializing_if = "Option::is_none")]
        players: Option<usize>, "smallest number with opponents", "number of players";
        #[serde(skip_serializing_if = "Option::is_none")]
        measure: Option<String>, "`\"policy\"`", "bot that plays the games of the rounds";
        #[serde(skip_serializing_if = "Option::is_none")]
        confirm: Option<Vec<String>>, "`[\"net\"]`", "bots that play the confirmation on fresh deals; the answer of the report describes the first one";
        #[serde(skip_serializing_if = "Option::is_none")]
        time: Option<String>, "`\"10m\"`", "playing time, such as `\"90s\"` or `\"30m\"`";
        #[serde(skip_serializing_if = "Option::is_none")]
        games: Option<u64>, "–", "instead of `time`: number of games in all steps together";
        #[serde(skip_serializing_if = "Option::is_none")]
        adapt: Option<u64>, "`12` if the playing time is 10 minutes or more, otherwise `0`",
            "rounds of 300 games in which the networks train on the changes of the first round; `0` for none";
        seed: u64 = 1, "`1`", "master seed";
        #[serde(skip_serializing_if = "Option::is_none")]
        data: Option<PathBuf>, "the files that ship with the program", "folder of component files or file of changes to start from";
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        set: BTreeMap<String, Value>, "defaults of the game", "table: rule options in all games";
        targets: Targets, "required", "table: what the game should be like";
        knobs: Knobs, "required", "table: what may change";
        limits: Limits, "see below", "table: how much may change";
    }
}

file_keys! {
    /// Table `[targets]`.
    #[derive(Serialize)]
    pub default struct Targets {
        #[serde(skip_serializing_if = "Option::is_none")]
        items: Option<ItemsTarget>, "none",
            "`{ kind, within }`: value of each item beyond what its price predicts, in points of margin, at most `within` in both directions";
        #[serde(skip_serializing_if = "Option::is_none")]
        seats: Option<SeatsTarget>, "none",
            "`{ within }`: largest difference between the share of wins of a seat and its fair share";
        #[serde(skip_serializing_if = "Option::is_none")]
        turns: Option<TurnsTarget>, "none", "`{ from, to }`: range of the mean length of a game, in turns of a seat";
        #[serde(skip_serializing_if = "Option::is_none")]
        strategies: Option<StrategiesTarget>, "none",
            "`{ most }`: largest share of wins of a strategy, a cluster of winning seats with similar sources of points, against other strategies";
        #[serde(skip_serializing_if = "Vec::is_empty")]
        level: Vec<LevelTarget>, "none", "tables `[[targets.level]]`: share of wins of a bot at each level, for which the program chooses a composition of the mixture";
    }
}

file_keys! {
    /// Table `[[targets.level]]`.
    #[derive(Serialize)]
    pub struct LevelTarget {
        level: String, "required", "name of the level";
        bot: String, "required", "bot that plays against the composition";
        wins: f64, "required", "share of wins, above 0 and below 1";
        #[serde(default = "four_percent")]
        within: f64, "0.04", "largest accepted difference from this share";
    }
}

fn four_percent() -> f64 {
    0.04
}

file_keys! {
    /// Table `targets.items`.
    #[derive(Serialize)]
    pub struct ItemsTarget {
        #[serde(skip_serializing_if = "Option::is_none")]
        kind: Option<String>, "the kind with the most prices", "kind of items";
        within: f64, "required", "points of margin";
    }
}

file_keys! {
    /// Table `targets.seats`.
    #[derive(Serialize)]
    pub struct SeatsTarget {
        within: f64, "required", "share of wins, above 0 and below 1";
    }
}

file_keys! {
    /// Table `targets.turns`.
    #[derive(Serialize)]
    pub struct TurnsTarget {
        from: f64, "required", "shortest accepted mean length";
        to: f64, "required", "longest accepted mean length";
    }
}

file_keys! {
    /// Table `targets.strategies`.
    #[derive(Serialize)]
    pub struct StrategiesTarget {
        most: f64, "required", "share of wins, above 0 and below 1";
    }
}

file_keys! {
    /// Table `[knobs]`.
    #[derive(Serialize)]
    pub default struct Knobs {
        #[serde(skip_serializing_if = "Option::is_none")]
        cost: Option<NumberKnob>, "fixed", "`{ by = [LEAST, MOST] }`: changes of the price of an item";
        #[serde(skip_serializing_if = "Option::is_none")]
        vp: Option<NumberKnob>, "fixed", "`{ by = [LEAST, MOST] }`: changes of the victory points of an item, for items that the price cannot bring inside";
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        column: BTreeMap<String, NumberKnob>, "fixed",
            "changes of the last number in a column of the component file, such as the number in an effect: `column.ongoing = { by = [-1, 1] }`; for items that price and victory points cannot bring inside";
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        option: BTreeMap<String, Vec<Value>>, "fixed", "for a rule option, the values that it may have: `option.seat_doubloons = [0, 1, 2, 3]`";
        #[serde(skip_serializing_if = "Option::is_none")]
        mixture: Option<String>, "none", "mixture experiment whose compositions the levels may have, by name or file, such as `\"jean-decks\"`";
    }
}

impl Knobs {
    /// Returns the names of the item numbers that may change, each with its knob, in order of preference.
    pub fn numbers(&self) -> Vec<(&str, NumberKnob)> {
        let columns = self.column.iter();
        [("cost", self.cost), ("vp", self.vp)]
            .into_iter()
            .filter_map(|(name, knob)| Some((name, knob?)))
            .chain(columns.map(|(name, knob)| (name.as_str(), *knob)))
            .collect()
    }
}

file_keys! {
    /// Table of a knob for a number of each item.
    #[derive(Copy, Serialize)]
    pub struct NumberKnob {
        #[serde(deserialize_with = "pair")]
        by: [i32; 2], "required", "smallest and largest change, such as `[-4, 6]`";
    }
}

/// Deserializes a list of exactly two numbers. Deserializing `[i32; 2]` directly would ignore further numbers.
fn pair<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[i32; 2], D::Error> {
    let numbers = Vec::deserialize(deserializer)?;
    let found = numbers.len();
    let pair = numbers.try_into();
    pair.map_err(|_| {
        D::Error::custom(format!(
            "by: expected two numbers, [LEAST, MOST]; found a list of length {found}"
        ))
    })
}

file_keys! {
    /// Table `[limits]`.
    #[derive(Serialize)]
    pub default struct Limits {
        changes: usize = 12, "`12`", "maximum number of changed items";
        confidence: f64 = 0.9, "`0.9`",
            "probability with which a change must bring an item inside; 0.5 to 0.999";
        #[serde(skip_serializing_if = "Vec::is_empty")]
        keep: Vec<String>, "none", "items that must not change";
    }
}

/// Returns the key of the knob for a number.
pub fn key_of(number: &str) -> String {
    match number {
        "cost" | "vp" => format!("knobs.{number}"),
        column => format!("knobs.column.{column}"),
    }
}

/// Default range of the changes of a price.
pub const PRICE_CHANGES: NumberKnob = NumberKnob { by: [-4, 6] };

/// Maximum number of training rounds.
const MOST_ADAPT_ROUNDS: u64 = 10_000;
/// Largest change of a number, up or down.
const MOST_CHANGE: i32 = 20;

impl BalanceFile {
    /// Converts the tree of a balance file.
    ///
    /// # Errors
    /// [`SettingError`] with the file and, if known, the line.
    pub fn of(tree: &Tree) -> Result<BalanceFile, SettingError> {
        file_kind::settings(tree, FileKind::Balance)
    }

    /// Adds the place to a problem that begins with a key. A number in the key is the position of a table in a list, from 1.
    pub fn located(tree: &Tree, problem: &str) -> SettingError {
        let key = problem.split([':', ' ']).next().unwrap_or_default();
        let steps = key.split('.').map(|part| match part.parse::<usize>() {
            Ok(number) => number.saturating_sub(1).to_string(),
            Err(_) => part.to_string(),
        });
        let path = steps.collect::<Vec<_>>().join(".");
        tree.places.at(&[&path, ""])(problem)
    }

    /// Returns the names of all bots, which may be paths.
    pub fn bots(&mut self) -> impl Iterator<Item = &mut String> {
        let levels = self.targets.level.iter_mut();
        levels
            .map(|level| &mut level.bot)
            .chain(&mut self.measure)
            .chain(self.confirm.iter_mut().flatten())
    }

    /// Returns the problem with the settings, or `None` if they can be used.
    pub fn problem(&self) -> Option<String> {
        let Targets {
            items,
            seats,
            turns,
            strategies,
            level,
        } = &self.targets;
        let by_options = seats.is_some() || turns.is_some() || strategies.is_some();
        let has_games = items.is_some() || by_options;
        let of_levels =
            |key: &str| format!("{key} has no effect on targets.level; set `bot` in each level");
        let share = |key: &str, share: f64| {
            let name = key.rsplit('.').next().unwrap_or_default();
            let problem =
                format!("targets.{key}: {name} = {share}; expected a share above 0 and below 1");
            (!(share > 0.0 && share < 1.0), problem)
        };
        let number = |key: &str, number: Option<u64>, least: u64, most: u64| {
            let number = number.filter(|number| !(least..=most).contains(number));
            let problem = format!(
                "{key} = {}; expected {least} to {most}",
                number.unwrap_or(0)
            );
            (number.is_some(), problem)
        };
        let text = |is_wrong: bool, problem: &str| (is_wrong, problem.to_string());
        let mut checks = vec![
            text(
                !has_games && level.is_empty(),
                "no target given; expected items, seats, turns, strategies or level in [targets]",
            ),
            text(
                level.is_empty() == self.knobs.mixture.is_some(),
                "targets.level and knobs.mixture belong together; expected both or neither",
            ),
        ];
        checks.extend(items.iter().map(|ItemsTarget { within, .. }| {
            let problem =
                format!("targets.items.within: within = {within}; expected above 0 up to 1000");
            (!(*within > 0.0 && *within <= 1000.0), problem)
        }));
        checks.extend(turns.iter().map(|TurnsTarget { from, to }| {
            let problem =
                format!("targets.turns: from = {from} and to = {to}; expected 0 < from < to");
            (!(*from > 0.0 && from < to), problem)
        }));
        for (number, level) in (1..).zip(level) {
            checks.push(share(&format!("level.{number}.wins"), level.wins));
            checks.push(share(&format!("level.{number}.within"), level.within));
        }
        checks.extend(
            seats
                .iter()
                .map(|seats| share("seats.within", seats.within)),
        );
        checks.extend(
            strategies
                .iter()
                .map(|one| share("strategies.most", one.most)),
        );
        checks.push((self.measure.is_some() && !has_games, of_levels("measure")));
        checks.push((self.confirm.is_some() && !has_games, of_levels("confirm")));
        checks.extend(["cost", "vp"].map(|name| {
            let problem = format!("knobs.column.{name}: {name} has its own key, knobs.{name}");
            (self.knobs.column.contains_key(name), problem)
        }));
        let numbers = self.knobs.numbers();
        for (name, NumberKnob { by: [least, most] }) in &numbers {
            let key = key_of(name);
            checks.push((items.is_none(), format!("{key} needs the target `items`")));
            let is_range = (-MOST_CHANGE..=0).contains(least) && (0..=MOST_CHANGE).contains(most);
            checks.push((
                !is_range || least == most,
                format!("{key}: by = [{least}, {most}]; expected a range that contains 0, from -{MOST_CHANGE} to {MOST_CHANGE}"),
            ));
        }
        let by_option = [("seats", seats.is_some()), ("turns", turns.is_some())];
        let by_option = by_option.into_iter().find(|(_, is_given)| *is_given);
        let target = by_option.map_or("strategies", |(name, _)| name);
        let confidence = self.limits.confidence;
        checks.extend([
            text(
                items.is_some() && numbers.is_empty(),
                "targets.items needs a knob: cost, vp or column in [knobs]",
            ),
            (
                by_options && self.knobs.option.is_empty(),
                format!("targets.{target} needs rule options that may change: option.NAME = [VALUES] in [knobs]"),
            ),
            text(
                !by_options && !self.knobs.option.is_empty(),
                "knobs.option needs the target `seats`, `turns` or `strategies`",
            ),
            (
                !(0.5..=0.999).contains(&confidence),
                format!("limits.confidence = {confidence}; expected 0.5 to 0.999"),
            ),
            number("games", self.games, 1, MOST_GAMES),
            number("adapt", self.adapt, 0, MOST_ADAPT_ROUNDS),
            number("limits.changes", Some(self.limits.changes as u64), 1, 1000),
            text(
                self.confirm.as_ref().is_some_and(Vec::is_empty),
                "confirm = []; expected at least one bot",
            ),
            text(
                self.time.is_some() && self.games.is_some(),
                "time and games exclude each other; expected one of them",
            ),
        ]);
        let wrong = checks.into_iter().find(|(is_wrong, _)| *is_wrong);
        wrong.map(|(_, problem)| problem)
    }

    /// Returns the rule options in the syntax of `--set`.
    ///
    /// # Errors
    /// A message if a value is invalid.
    pub fn options(&self) -> Result<Vec<(String, String)>, String> {
        let pair = |(name, value): (&String, &Value)| Ok((name.clone(), option_value(value)?));
        self.set.iter().map(pair).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn tree(text: &str) -> Tree {
        Tree::parse(Path::new("mine.toml"), text).unwrap()
    }

    fn problem(text: &str) -> String {
        match BalanceFile::of(&tree(text)) {
            Ok(file) => file.problem().unwrap_or_default(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn invalid_balance_files_are_rejected() {
        let fine =
            "game = \"toy\"\n[targets]\nitems = { within = 2 }\n[knobs]\ncost = { by = [-1, 2] }\n";
        assert_eq!(problem(fine), "");
        for (from, to, wanted) in [
            (
                "within = 2",
                "within = -1",
                "targets.items.within: within = -1",
            ),
            ("[-1, 2]", "[1, 2]", "expected a range that contains 0"),
            ("cost", "coast", "mine.toml, line 5: unknown field `coast`"),
            (
                "[-1, 2]",
                "[-1]",
                "mine.toml, line 5: by: expected two numbers, [LEAST, MOST]; found a list of length 1",
            ),
            (
                "[-1, 2]",
                "[-1, 2, 3]",
                "mine.toml, line 5: by: expected two numbers, [LEAST, MOST]; found a list of length 3",
            ),
            ("game =", "confirm = []\ngame =", "confirm = []; expected"),
            ("game =", "games = 0\ngame =", "games = 0; expected 1 to"),
            (
                "game =",
                "adapt = 18446744073709\ngame =",
                "adapt = 18446744073709; expected 0 to 10000",
            ),
            (
                "[knobs]",
                "[limits]\nchanges = 0\n[knobs]",
                "limits.changes = 0; expected 1 to 1000",
            ),
            (
                "cost = {",
                "column.vp = {",
                "knobs.column.vp: vp has its own key",
            ),
            ("items = { within = 2 }", "", "no target given"),
            (
                "cost = { by = [-1, 2] }",
                "",
                "needs a knob: cost, vp or column",
            ),
            (
                "items = { within = 2 }",
                "seats = { within = 0.02 }",
                "knobs.cost needs the target `items`",
            ),
            (
                "cost = {",
                "option.a = [1, 2]\ncost = {",
                "needs the target `seats`, `turns` or `strategies`",
            ),
            (
                "items = {",
                "strategies = { most = 1.5 }\nitems = {",
                "targets.strategies.most: most = 1.5",
            ),
            (
                "cost = { by = [-1, 2] }",
                "column.effect = { by = [1, 2] }",
                "knobs.column.effect: by = [1, 2]",
            ),
            (
                "game =",
                "time = \"1m\"\ngames = 3\ngame =",
                "time and games exclude each other",
            ),
        ] {
            let told = problem(&fine.replace(from, to));
            assert!(told.contains(wanted), "{told}");
        }
        assert!(problem("kind = \"simulate\"\n").contains("`portolan run` plays it"));
        let levels = "game = \"toy\"\nmeasure = \"greedy\"\n[knobs]\nmixture = \"m\"\n[[targets.level]]\nlevel = \"easy\"\n\
                      bot = \"net\"\nwins = 0.5\n";
        assert!(problem(levels).contains("measure has no effect on targets.level"));
        assert_eq!(problem(&levels.replace("measure = \"greedy\"\n", "")), "");
    }

    #[test]
    fn problems_are_located_by_their_keys() {
        let text = "game = \"toy\"\n[targets]\nitems = { within = 2 }\n[[targets.level]]\nwins = 0.1\n\
                    [[targets.level]]\nwins = 5\n[knobs]\ncolumn.vpp = { by = [-1, 1] }\n[knobs.option]\nhand = [4]\n";
        for (key, line) in [
            ("game", Some(1)),
            ("targets.items", Some(3)),
            ("targets.items.within", Some(3)),
            ("targets.level.2.wins", Some(7)),
            ("knobs.column.vpp", Some(9)),
            ("knobs.option.hand", Some(11)),
            ("knobs.cost", None),
            ("no target given", None),
        ] {
            let line = line.map_or(String::new(), |line| format!(", line {line}"));
            assert_eq!(
                BalanceFile::located(&tree(text), &format!("{key}: wrong")).to_string(),
                format!("mine.toml{line}: {key}: wrong")
            );
        }
    }

    #[test]
    fn written_balance_file_parses_to_the_same_settings() {
        let text = "game = \"toy\"\nconfirm = [\"a\", \"b\"]\nset = { x = 3 }\n[targets]\nseats = { within = 0.1 }\n\
                    turns = { from = 3, to = 4 }\n[knobs]\noption.hand = [1, 2]\n[limits]\nkeep = [\"A\"]\n";
        let file = BalanceFile::of(&tree(text)).unwrap();
        assert_eq!(file.problem(), None);
        let written = toml::to_string(&file).unwrap();
        assert_eq!(BalanceFile::of(&tree(&written)).unwrap(), file);
    }
}
