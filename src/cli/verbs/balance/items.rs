//! Rounds of `portolan balance` for items: each measures the items with the changes so far and plans further ones.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::rows::{ItemRow, rows};
use super::steps::{Step, Steps};
use crate::ui::failure::Failure;
use crate::ui::print::tell;
use crate::verbs::r#try::words::{bot_in, options_of, quoted};
use portolan_core::changes::{Changes, RowChange};
use portolan_core::dataset::DataSet;
use portolan_core::files;
use portolan_core::game::GameInfo;
use portolan_core::prose::count;
use portolan_core::random::step_seed;
use portolan_core::setup::GameEntry;
use portolan_run::settings::balance::{BalanceFile, NumberKnob};
use portolan_stats::shrinkage::Measured;
use portolan_study::balance::{
    BalancedItem, ItemTarget, Knob, Plan, excess, expected_outside, known, plan,
};
use portolan_study::items::read as read_items;
use portolan_study::judgement::Judgement;
use portolan_study::price_response;
use portolan_study::source::Source;

/// Maximum number of rounds.
pub const MOST_ROUNDS: usize = 4;
/// Share of the games or of the time for the first round, and for each later one.
pub const ROUNDS: [f64; MOST_ROUNDS] = [0.3, 0.12, 0.08, 0.05];
/// Name of the file of changes.
pub const CHANGES: &str = "changes.toml";
/// Uncertainty of the response to a victory point, relative to the pick rate from which it is derived.
const POINT_ERROR: f64 = 0.2;
/// Minimum number of deals for each item in a round, and in a confirmation.
const DEALS: [u64; 2] = [5, 3];

/// Changes of the numbers of every item.
pub type Moves = Vec<[i32; 2]>;

/// The items of a game, and who plays.
pub struct ItemWork<'run> {
    pub steps: &'run Steps<'run>,
    pub file: &'run BalanceFile,
    pub entry: &'static GameEntry,
    pub players: usize,
    pub base: &'run DataSet,
    /// Name of the kind of items.
    pub kind: String,
    pub rows: Vec<ItemRow>,
    pub target: ItemTarget,
}

/// A finished round.
pub struct Round {
    /// Bot that played.
    pub bot: String,
    pub games: u64,
    pub deals: u64,
    /// Excess of each item after all measurements so far.
    pub known: Vec<Measured>,
    pub plan: Plan,
    /// Change of value per unit of price and taking.
    pub per_taking: Option<Measured>,
}

/// Estimates of one step.
struct Reading {
    judged: Vec<Judgement>,
    prices: Vec<Option<i32>>,
    slopes: Option<Vec<Measured>>,
    per_taking: Option<Measured>,
    taken: Option<Vec<Option<f64>>>,
    games: u64,
    deals: u64,
}

impl<'run> ItemWork<'run> {
    /// Finds the items and their rows; `None` without a target for items.
    ///
    /// # Errors
    /// [`Failure`] if the game has no such items, or none of their numbers may change.
    pub fn new(
        steps: &'run Steps<'run>,
        file: &'run BalanceFile,
        entry: &'static GameEntry,
        game: &dyn GameInfo,
        base: &'run DataSet,
        players: usize,
    ) -> Result<Option<ItemWork<'run>>, Failure> {
        let Some(items) = &file.targets.items else {
            return Ok(None);
        };
        let (kind, rows) = rows(file, items.kind.as_deref(), entry, game, base)?;
        Ok(Some(ItemWork {
            steps,
            file,
            entry,
            players,
            base,
            kind,
            rows,
            target: ItemTarget {
                within: items.within,
                confidence: file.limits.confidence,
                changes: file.limits.changes,
            },
        }))
    }

    /// Plays rounds until no change is planned or the time is over. `adapt` is called with the changes of the first
    /// round and returns the bot for the later ones. Returns the rounds and all changes.
    pub fn rounds(
        &self,
        measure: &str,
        adapt: &mut dyn FnMut(&Moves) -> Result<String, Failure>,
    ) -> Result<(Vec<Round>, Moves), Failure> {
        let mut moves: Moves = vec![[0, 0]; self.rows.len()];
        let mut rounds: Vec<Round> = Vec::new();
        let mut bot = measure.to_string();
        for number in 1..=MOST_ROUNDS {
            let reading = self.measure(number, &bot, &moves)?;
            let measured: Vec<Measured> = reading.judged.iter().map(excess).collect();
            let expected = rounds.last().map(|round| round.plan.predicted.as_slice());
            let known = known(&measured, expected);
            let items: Vec<BalancedItem> = (0..self.rows.len())
                .map(|item| self.item(item, &reading, &known, &moves))
                .collect();
            let changed = moves.iter().filter(|by| **by != [0, 0]).count();
            let planned = plan(
                &items,
                ItemTarget {
                    changes: self.target.changes.saturating_sub(changed),
                    ..self.target
                },
            );
            let knobs = self.knobs();
            for step in &planned.steps {
                moves[step.item][knobs[step.knob].0] += step.by;
            }
            if !self.steps.launch.is_quiet() {
                tell(&self.described(number, &known, &planned));
            }
            let is_last = planned.steps.is_empty();
            rounds.push(Round {
                bot: bot.clone(),
                games: reading.games,
                deals: reading.deals,
                known,
                plan: planned,
                per_taking: reading.per_taking,
            });
            if is_last || number == MOST_ROUNDS || self.steps.rounds_end_after(number) {
                break;
            }
            if number == 1 {
                bot = adapt(&moves)?;
            }
        }
        Ok((rounds, moves))
    }

    fn described(&self, number: usize, known: &[Measured], planned: &Plan) -> String {
        let within = self.target.within;
        let outside = expected_outside(known, within);
        let after = expected_outside(&planned.predicted, within);
        format!(
            "round {number}: {outside:.1} of {} are expected outside ±{within} points; {} planned, after which {after:.1} are expected outside",
            count(self.rows.len() as u64, "item"),
            match planned.steps.len() as u64 {
                0 => "no change is".to_string(),
                1 => "1 change is".to_string(),
                changes => format!("{changes} changes are"),
            }
        )
    }

    /// Returns the numbers that may change, in order of preference, as an index into the numbers of a row.
    fn knobs(&self) -> Vec<(usize, NumberKnob)> {
        let knobs = [self.file.knobs.cost, self.file.knobs.vp];
        knobs
            .into_iter()
            .enumerate()
            .filter_map(|(number, knob)| Some((number, knob?)))
            .collect()
    }

    fn item(
        &self,
        item: usize,
        reading: &Reading,
        known: &[Measured],
        moves: &Moves,
    ) -> BalancedItem {
        let row = &self.rows[item];
        let knob = |(number, knob): (usize, NumberKnob)| {
            let moved = moves[item][number];
            let present = row.numbers[number]
                .as_ref()
                .map(|(_, present)| present + moved);
            let [least, most] = knob.by;
            let is_price = number == 0;
            let response = match (is_price, &reading.slopes) {
                (true, Some(slopes)) => slopes[item],
                _ => {
                    let rate = reading
                        .taken
                        .as_ref()
                        .and_then(|taken| taken[item])
                        .unwrap_or(0.0);
                    Measured {
                        value: rate,
                        error: POINT_ERROR * rate,
                    }
                }
            };
            // A number that does not exist, or an item that must stay, has no possible change.
            let possible = match present.filter(|_| !row.keep) {
                Some(present) => {
                    (least - moved).max(-present.max(0)).min(0)..=(most - moved).max(0)
                }
                None => 0..=0,
            };
            Knob {
                response,
                possible,
                is_price,
            }
        };
        BalancedItem {
            kind: self.kind.clone(),
            price: reading.prices[item],
            value: reading.judged[item].effect.margin,
            excess: known[item],
            knobs: self.knobs().into_iter().map(knob).collect(),
            is_changed: moves[item] != [0, 0],
        }
    }

    fn measure(&self, number: usize, bot: &str, moves: &Moves) -> Result<Reading, Failure> {
        let name = format!("round-{number}");
        let data = self.write_changes(&name, moves)?;
        let folder = self.steps.folder.join(&name);
        let (kind, own) = match self.file.knobs.cost {
            Some(_) => ("price_factorial", "\n[price_factorial]\nby = 2\n"),
            None => ("factorial", ""),
        };
        let seed = step_seed(self.file.seed, number as u64);
        let about = format!(
            "# Round {number} of `portolan balance`: the value of each item with the changes so far.\n"
        );
        let text = |games: u64| {
            about.clone()
                + &self.experiment(kind, bot, games, seed, &folder, data.as_deref())
                + own
                + &self.set()
        };
        self.steps.play(&Step {
            name: name.clone(),
            about: format!("round {number}, {} plays", bot_name(bot)),
            share: ROUNDS[number - 1],
            fewest: DEALS[0] * self.rows.len() as u64,
            text: &text,
        })?;
        self.read(&self.steps.games_of(&name))
    }

    /// Returns the first lines of an experiment on the items.
    pub fn experiment(
        &self,
        kind: &str,
        bot: &str,
        games: u64,
        seed: u64,
        folder: &Path,
        data: Option<&Path>,
    ) -> String {
        let mut text = format!(
            "kind = {}\ngame = {}\nplayers = {}\nbots = [{}]\nitems = [{}]\ngames = {games}\nseed = {seed}\nevents = \"items\"\ncompress = true\n",
            quoted(kind),
            quoted(self.entry.name),
            self.players,
            quoted(&bot_in(folder, bot)),
            quoted(&self.kind),
        );
        if let Some(data) = data {
            let _ = writeln!(
                text,
                "data = {}",
                quoted(&files::seen_from(folder, data).display().to_string())
            );
        }
        text
    }

    /// Returns the table of rule options of an experiment.
    pub fn set(&self) -> String {
        set_table(self.file)
    }

    /// Writes the changes to a file in a subfolder and returns its path; without changes, returns the data they would
    /// start from.
    pub fn write_changes(&self, step: &str, moves: &Moves) -> Result<Option<PathBuf>, Failure> {
        let base = self.file.data.clone();
        if moves.iter().all(|by| *by == [0, 0]) {
            return Ok(base);
        }
        let folder = self.steps.folder.join(step);
        let changes = Changes {
            inherits: base.map(|base| files::seen_from(&folder, &base)),
            rows: (0..self.rows.len())
                .filter_map(|item| self.row_change(item, moves[item]))
                .collect(),
            ..Changes::default()
        };
        let lines = |problems: Vec<portolan_core::dataset::DataProblem>| {
            let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
            Failure::work(format!(
                "the planned changes are not valid data:\n{}",
                lines.join("\n")
            ))
        };
        let changed = changes.apply(self.base).map_err(lines)?;
        let mut problems = (self.entry.check)(&changed.data);
        problems.retain(|problem| !problem.is_warning());
        if !problems.is_empty() {
            return Err(lines(problems));
        }
        self.steps.save(step, CHANGES, &changes.text())?;
        Ok(Some(folder.join(CHANGES)))
    }

    /// Returns the changed cells of an item; `None` if it does not change.
    pub fn row_change(&self, item: usize, by: [i32; 2]) -> Option<RowChange> {
        let row = &self.rows[item];
        let cells = (0..2).filter_map(|knob| row.change(knob, by[knob]));
        let cells: std::collections::BTreeMap<String, String> = cells
            .map(|(column, _, to)| (column.to_string(), to.to_string()))
            .collect();
        (!cells.is_empty()).then(|| RowChange::new(&row.table, &row.key, cells))
    }

    fn read(&self, folder: &Path) -> Result<Reading, Failure> {
        let source = Source::open(folder).map_err(Failure::work)?;
        let few = || {
            Failure::usage(
                "there are too few games to estimate the items; expected a longer --time, or more --games",
            )
        };
        let manifest = &source.manifest;
        let prices = |study: &portolan_run::settings::ItemStudy| {
            study.item.iter().map(|item| item.price).collect()
        };
        let (games, deals) = (manifest.games_done, manifest.blocks_done);
        if let Some(found) = price_response::read(&source)? {
            let study = found.study;
            let bot = found.bots.into_iter().next();
            let bot = bot.filter(|bot| !bot.items.is_empty()).ok_or_else(few)?;
            return Ok(Reading {
                judged: bot.items,
                prices: prices(study),
                slopes: Some(bot.slopes),
                per_taking: Some(bot.per_taking),
                taken: bot.taken,
                games,
                deals,
            });
        }
        let found = read_items(folder, manifest)?.ok_or_else(few)?;
        let study = found.study;
        let bot = found.bots.into_iter().next();
        let bot = bot.filter(|bot| !bot.items.is_empty()).ok_or_else(few)?;
        Ok(Reading {
            judged: bot.items,
            prices: prices(study),
            slopes: None,
            per_taking: None,
            taken: bot.taken,
            games,
            deals,
        })
    }

    /// Plays the items in the whole game with these changes and returns their values. All confirmations of a bot share
    /// their deals, which no round has used.
    pub fn confirm(
        &self,
        name: &str,
        bot: &str,
        data: Option<&Path>,
        share: f64,
    ) -> Result<Vec<Judgement>, Failure> {
        let folder = self.steps.folder.join(name);
        let seed = step_seed(self.file.seed, 100);
        let text = |games: u64| {
            "# Confirmation of `portolan balance` on fresh deals: the value of each item.\n"
                .to_string()
                + &self.experiment("factorial", bot, games, seed, &folder, data)
                + &self.set()
        };
        self.steps.play(&Step {
            name: name.to_string(),
            about: format!(
                "confirmation, {}",
                name.trim_start_matches("confirm-").replace('-', ", ")
            ),
            share,
            fewest: DEALS[1] * self.rows.len() as u64,
            text: &text,
        })?;
        Ok(self.read(&self.steps.games_of(name))?.judged)
    }
}

/// Returns the table of rule options of an experiment.
pub fn set_table(file: &BalanceFile) -> String {
    let options = file.options().unwrap_or_default();
    match options.is_empty() {
        true => String::new(),
        false => format!("\n[set]\n{}", options_of(&options)),
    }
}

/// Returns the name of a bot without folder and extension.
pub fn bot_name(bot: &str) -> &str {
    Path::new(bot)
        .file_stem()
        .and_then(|stem| stem.to_str())
        .unwrap_or(bot)
}
