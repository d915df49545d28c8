//! Rounds of `portolan balance` for items. Each round measures the items with the changes so far and plans further changes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use super::rows::{ItemRow, rows};
use super::steps::{Step, Steps};
use crate::ui::failure::Failure;
use crate::ui::print::tell;
use crate::verbs::r#try::words::{bot_in, options_of, quoted};
use portolan_core::changes::{Changes, RowChange};
use portolan_core::dataset::{DataProblem, DataSet};
use portolan_core::files;
use portolan_core::game::GameInfo;
use portolan_core::prose::count;
use portolan_core::random::step_seed;
use portolan_core::setup::GameEntry;
use portolan_report::balance::PerUnit;
use portolan_run::results::folder::CHANGES;
use portolan_run::settings::balance::{BalanceFile, NumberKnob};
use portolan_stats::Interval;
use portolan_stats::shrinkage::Measured;
use portolan_stats::words::percent;
use portolan_study::balance::{
    BalancedItem, ItemTarget, Knob, NEEDED, Plan, excess, expected_outside, is_missed, known, plan,
};
use portolan_study::items::read as read_items;
use portolan_study::judgement::Judgement;
use portolan_study::price_response;
use portolan_study::source::Source;

/// Maximum number of rounds.
pub const MOST_ROUNDS: usize = 4;
/// Share of the games or of the time for each round.
pub const ROUNDS: [f64; MOST_ROUNDS] = [0.3, 0.12, 0.08, 0.05];
/// Uncertainty of the response to a victory point, relative to the pick rate from which it is derived.
const POINT_ERROR: f64 = 0.2;
/// Share of the games or of the time in which the response to the number of a column is measured.
const RESPONSE_SHARE: f64 = 0.08;
/// Step number from which the seed of the confirmation is derived.
pub const CONFIRM_SEED: u64 = 100;
/// Step number from which the seed of the second stage of the confirmation is derived.
pub const SECOND_SEED: u64 = 103;
/// Step number that precedes the step numbers of the varied data sets.
pub const VARIED_SEED: u64 = 110;
/// Minimum number of deals for each item in a round, and in a confirmation.
pub const DEALS: [u64; 2] = [5, 3];

/// Changes of the numbers of each item, in the order of the knobs.
pub type Moves = Vec<Vec<i32>>;

/// The items that a balance measures and changes.
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
    /// Change of an item's value per unit of price, for a seat that takes the item.
    pub per_taking: Option<Measured>,
    pub per_unit: Vec<PerUnit>,
}

/// Measured change of the value of each item per unit of each number in a column.
type Responses = Vec<Vec<Option<Measured>>>;

fn is_changed(by: &[i32]) -> bool {
    by.iter().any(|by| *by != 0)
}

/// A step that plays a `factorial` experiment.
struct ValuesStep<'step> {
    /// Subfolder.
    name: &'step str,
    /// First line of the experiment file.
    title: String,
    /// Description for the progress line.
    about: String,
    bot: &'step str,
    data: Option<&'step Path>,
    /// Share of the games or of the time.
    share: f64,
    /// Step number from which the seed is derived.
    seed: u64,
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

    /// Plays rounds until no change is planned or the time is over, and drops needless changes. `adapt` is called with the
    /// changes of the first round and returns the bot for the later ones. Returns the rounds and the remaining changes.
    pub fn rounds(
        &self,
        measure: &str,
        adapt: &mut dyn FnMut(&Moves) -> Result<String, Failure>,
    ) -> Result<(Vec<Round>, Moves), Failure> {
        let knobs = self.file.knobs.numbers().len();
        let mut moves: Moves = vec![vec![0; knobs]; self.rows.len()];
        let mut responses: Responses = vec![vec![None; knobs]; self.rows.len()];
        let mut rounds: Vec<Round> = Vec::new();
        let mut bot = measure.to_string();
        for number in 1..=MOST_ROUNDS {
            let reading = self.measure(number, &bot, &moves)?;
            let measured: Vec<Measured> = reading.judged.iter().map(excess).collect();
            let last = rounds.last().map(|round| &round.plan);
            let known = known(&measured, last);
            if number == 1 {
                self.measure_responses(&bot, &known, &mut responses)?;
            }
            let items: Vec<BalancedItem> = (0..self.rows.len())
                .map(|item| self.item(item, &reading, known[item], &moves[item], &responses[item]))
                .collect();
            let changed = moves.iter().filter(|by| is_changed(by)).count();
            let planned = plan(
                &items,
                last,
                ItemTarget {
                    changes: self.target.changes.saturating_sub(changed),
                    ..self.target
                },
            );
            for step in &planned.steps {
                moves[step.item][step.knob] += step.by;
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
                per_unit: self.per_unit(reading.slopes.as_deref(), &responses),
            });
            if is_last || number == MOST_ROUNDS || self.steps.rounds_end_after(number) {
                break;
            }
            if number == 1 {
                bot = adapt(&moves)?;
            }
        }
        if let Some(last) = rounds.last_mut() {
            last.plan.drop_needless(&mut moves, self.target.within);
            let dropped = last.plan.dropped.len() as u64;
            if dropped > 0 && !self.steps.launch.is_quiet() {
                tell(&format!(
                    "drops {} because, without the change, the item misses the target with a probability below {}",
                    count(dropped, "planned change"),
                    percent(NEEDED)
                ));
            }
        }
        Ok((rounds, moves))
    }

    /// Returns the measured effects of one unit of each number on the value of each item. The effect of victory points is not
    /// measured.
    fn per_unit(&self, slopes: Option<&[Measured]>, responses: &Responses) -> Vec<PerUnit> {
        let numbers = self.file.knobs.numbers().into_iter().enumerate();
        let measured = numbers.filter_map(|(number, (name, _))| {
            let of = |item: usize| match name {
                "cost" => slopes.map(|slopes| slopes[item]),
                _ => responses[item][number],
            };
            let has_number = |item: &usize| self.rows[*item].numbers[number].is_some();
            let effects =
                (0..self.rows.len()).map(|item| Some(item).filter(has_number).and_then(of));
            (name != "vp").then(|| (name.to_string(), effects.collect()))
        });
        measured.collect()
    }

    fn described(&self, number: usize, known: &[Measured], planned: &Plan) -> String {
        let within = self.target.within;
        let outside = expected_outside(known, within);
        let after = expected_outside(&planned.predicted, within);
        let planned = match planned.steps.len() as u64 {
            0 => "no change is planned".to_string(),
            1 => format!(
                "1 change is planned, after which {after:.1} items are predicted to miss the target"
            ),
            changes => format!(
                "{changes} changes are planned, after which {after:.1} items are predicted to miss the target"
            ),
        };
        format!(
            "round {number}: {outside:.1} of {} are expected to be outside ±{within} points; {planned}",
            count(self.rows.len() as u64, "item")
        )
    }

    fn item(
        &self,
        item: usize,
        reading: &Reading,
        known: Measured,
        moves: &[i32],
        responses: &[Option<Measured>],
    ) -> BalancedItem {
        let rate = reading.taken.as_ref().and_then(|taken| taken[item]);
        let of_a_point = Measured {
            value: rate.unwrap_or(0.0),
            error: POINT_ERROR * rate.unwrap_or(0.0),
        };
        let is_missed = is_missed(&known, self.target.within);
        let numbers = self.file.knobs.numbers().into_iter().enumerate();
        let knob = |(number, (name, knob)): (usize, (&str, NumberKnob))| {
            let response = match (name, &reading.slopes) {
                ("cost", Some(slopes)) => Some(slopes[item]),
                ("cost" | "vp", _) => Some(of_a_point),
                _ => responses[number],
            };
            Knob {
                response: response.unwrap_or_default(),
                // Without a known response, the number does not change. The plan changes only items that miss the target.
                possible: match response.filter(|_| is_missed) {
                    Some(_) => self.possible(item, number, moves[number], knob),
                    None => 0..=0,
                },
                is_price: name == "cost",
            }
        };
        BalancedItem {
            kind: self.kind.clone(),
            price: reading.prices[item],
            value: reading.judged[item].effect.margin,
            measured: excess(&reading.judged[item]),
            excess: known,
            knobs: numbers.map(knob).collect(),
            moves: moves.to_vec(),
        }
    }

    /// Returns the possible further changes of a number that was changed by `moved`. The range is `0..=0` if the item
    /// does not have the number or must not change.
    fn possible(
        &self,
        item: usize,
        number: usize,
        moved: i32,
        knob: NumberKnob,
    ) -> RangeInclusive<i32> {
        let row = &self.rows[item];
        let Some(present) = row.numbers[number].as_ref().filter(|_| !row.keep) else {
            return 0..=0;
        };
        let [least, most] = knob.by;
        let least = least.max(-present.value.max(0));
        // Some columns accept only a few numbers.
        let is_valid = |by: &i32| {
            let mut moves = vec![0; row.numbers.len()];
            moves[number] = *by;
            self.changed([(item, moves.as_slice())]).is_ok()
        };
        let lowest = (least..moved).rev().take_while(is_valid).last();
        let highest = (moved + 1..=most).take_while(is_valid).last();
        lowest.map_or(0, |by| by - moved)..=highest.map_or(0, |by| by - moved)
    }

    /// Measures the effect of one unit of each number in a column, for the items that miss the target. Each column has a
    /// step in which the numbers of all these items are changed by 1 towards the target.
    fn measure_responses(
        &self,
        bot: &str,
        known: &[Measured],
        responses: &mut Responses,
    ) -> Result<(), Failure> {
        let numbers = self.file.knobs.numbers();
        for (number, (name, knob)) in numbers.iter().enumerate() {
            if matches!(*name, "cost" | "vp") {
                continue;
            }
            let mut moves: Moves = vec![vec![0; numbers.len()]; self.rows.len()];
            let missed = |item: &usize| is_missed(&known[*item], self.target.within);
            for item in (0..self.rows.len()).filter(missed) {
                let possible = self.possible(item, number, 0, *knob);
                moves[item][number] = match known[item].value > 0.0 {
                    true if *possible.start() < 0 => -1,
                    false if *possible.end() > 0 => 1,
                    true => (*possible.end()).min(1),
                    false => (*possible.start()).max(-1),
                };
            }
            if !moves.iter().any(|by| is_changed(by)) {
                continue;
            }
            let step = format!("round-1-{name}");
            let data = self.write_changes(&step, &moves)?;
            let judged = self.values(&ValuesStep {
                name: &step,
                title: format!("Round 1 of `portolan balance`: the items that miss the target, with {name} changed by 1."),
                about: format!("round 1, {} plays with {name} changed by 1", bot_name(bot)),
                bot,
                data: data.as_deref(),
                share: RESPONSE_SHARE,
                seed: 1,
            })?;
            for (item, by) in moves.iter().enumerate().filter(|(_, by)| is_changed(by)) {
                let changed = excess(&judged[item]);
                let response = Measured {
                    value: (changed.value - known[item].value) / f64::from(by[number]),
                    error: changed.error.hypot(known[item].error),
                };
                // Noise with the wrong sign would change the number in the wrong direction.
                let is_clear = |interval: &Interval| interval.low > 0.0 || interval.high < 0.0;
                if response.interval().as_ref().is_some_and(is_clear) {
                    responses[item][number] = Some(response);
                }
            }
        }
        Ok(())
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
            quoted(&bot_in(self.steps.folder, folder, bot)),
            quoted(&self.kind),
        );
        if let Some(data) = data {
            let _ = writeln!(
                text,
                "data = {}",
                quoted(
                    &files::lasting(self.steps.folder, folder, data)
                        .display()
                        .to_string()
                )
            );
        }
        text
    }

    /// Returns the table of rule options of an experiment.
    pub fn set(&self) -> String {
        set_table(self.file)
    }

    /// Writes the changes to a file in a subfolder and returns its path. Without changes, returns the path of the base
    /// data, if any.
    pub fn write_changes(&self, step: &str, moves: &Moves) -> Result<Option<PathBuf>, Failure> {
        let base = self.file.data.clone();
        if !moves.iter().any(|by| is_changed(by)) {
            return Ok(base);
        }
        let folder = self.steps.folder.join(step);
        // Paths are relative to this folder, so it has to exist.
        std::fs::create_dir_all(&folder)
            .map_err(|error| Failure::work(format!("{}: {error}", folder.display())))?;
        let moves = moves.iter().map(Vec::as_slice).enumerate();
        let mut changes = self.changed(moves).map_err(|problems| {
            let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
            Failure::work(format!(
                "the planned changes are not valid data:\n{}",
                lines.join("\n")
            ))
        })?;
        changes.inherits = base.map(|base| files::lasting(self.steps.folder, &folder, &base));
        self.steps.save(step, CHANGES, &changes.text())?;
        Ok(Some(folder.join(CHANGES)))
    }

    /// Returns these changes of items as changes of the base data.
    ///
    /// # Errors
    /// The problems of the changed data.
    pub fn changed<'moves>(
        &self,
        moves: impl IntoIterator<Item = (usize, &'moves [i32])>,
    ) -> Result<Changes, Vec<DataProblem>> {
        let moves = moves.into_iter();
        let changes = Changes {
            rows: moves
                .filter_map(|(item, by)| self.row_change(item, by))
                .collect(),
            ..Changes::default()
        };
        let mut problems = (self.entry.check)(&changes.apply(self.base)?.data);
        problems.retain(|problem| !problem.is_warning());
        match problems.is_empty() {
            true => Ok(changes),
            false => Err(problems),
        }
    }

    /// Returns the changed cells of an item; `None` if it does not change.
    pub fn row_change(&self, item: usize, by: &[i32]) -> Option<RowChange> {
        let row = &self.rows[item];
        let cells = by.iter().enumerate();
        let cells: BTreeMap<String, String> = cells
            .filter_map(|(knob, by)| row.new_cell(knob, *by))
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

    /// Plays a confirmation with this data set and returns the values of the items. `seed` is the step number from which
    /// the seed is derived. With [`CONFIRM_SEED`], all bots play the same deals, which no round has used.
    pub fn confirm(
        &self,
        name: &str,
        bot: &str,
        data: Option<&Path>,
        share: f64,
        seed: u64,
    ) -> Result<Vec<Judgement>, Failure> {
        let stage = name.trim_start_matches("confirm-").replace('-', ", ");
        self.values(&ValuesStep {
            name,
            title: "Confirmation of `portolan balance` on fresh deals: the value of each item."
                .to_string(),
            about: format!("confirmation, {stage}"),
            bot,
            data,
            share,
            seed,
        })
    }

    /// Plays a `factorial` experiment and returns the values of the items.
    fn values(&self, of: &ValuesStep) -> Result<Vec<Judgement>, Failure> {
        let folder = self.steps.folder.join(of.name);
        let seed = step_seed(self.file.seed, of.seed);
        let text = |games: u64| {
            format!("# {}\n", of.title)
                + &self.experiment("factorial", of.bot, games, seed, &folder, of.data)
                + &self.set()
        };
        self.steps.play(&Step {
            name: of.name.to_string(),
            about: of.about.clone(),
            share: of.share,
            fewest: DEALS[1] * self.rows.len() as u64,
            text: &text,
        })?;
        Ok(self.read(&self.steps.games_of(of.name))?.judged)
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
