//! Confirmation of `portolan balance`: each confirming bot plays fresh deals before and after the changes.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::items::{CONFIRM_SEED, ItemWork, Moves, Round, SECOND_SEED, bot_name, set_table};
use super::levels::LevelWork;
use super::options::{Chosen, OptionWork};
use super::steps::{Step, Steps};
use super::varied::{self, VARIED_SHARE};
use crate::ui::failure::Failure;
use crate::verbs::r#try::length::has_challengers;
use crate::verbs::r#try::words::{bot_in, options_of, quoted};
use portolan_core::changes::Changes;
use portolan_core::files;
use portolan_core::random::{design_stream, step_seed};
use portolan_core::setup::GameEntry;
use portolan_report::balance::{Balance, Changed, Confirmed, ItemsPart, RoundLine};
use portolan_report::names::Names;
use portolan_report::page::Section;
use portolan_report::{before_after, words};
use portolan_run::experiment::resolve::{read_file, resolve};
use portolan_run::results::folder::CHANGES;
use portolan_run::results::trial::EXPERIMENT;
use portolan_run::settings::balance::BalanceFile;
use portolan_stats::words::signed;
use portolan_study::balance::{Verdict, excess, expected_outside};
use portolan_study::challengers::{Challengers, audit};
use portolan_study::source::Source;

/// Share of the games or of the time for the comparison of the whole game.
const GAME_SHARE: f64 = 0.05;
/// Subfolder of the step in which the challengers of the first bot play.
pub const CHALLENGERS_STEP: &str = "confirm-challengers";
/// Step number from which the seed of this step is derived.
const CHALLENGERS_SEED: u64 = 104;
/// Share of the games or of the time for this step.
pub const CHALLENGERS_SHARE: f64 = 0.05;
/// Share of the games for the confirmation of the items, if the total number of games is fixed.
const ITEMS_SHARE: f64 = 0.2;
/// Share of the games or of the time for the second stage of the confirmation of the items.
const SECOND_SHARE: f64 = 0.1;

/// Confirmation of items, rule options and levels by the given bots.
pub struct Confirmation<'run> {
    pub steps: &'run Steps<'run>,
    pub file: &'run BalanceFile,
    pub entry: &'static GameEntry,
    pub players: usize,
    pub bots: &'run [String],
    /// Bot that plays the rounds and the varied data sets.
    pub measure: &'run str,
    pub items: Option<(&'run ItemWork<'run>, (Vec<Round>, Moves))>,
    /// Rule options with the chosen values, and the section with all measured values.
    pub options: Option<(&'run OptionWork<'run>, (Chosen, Section))>,
    pub levels: Option<&'run LevelWork<'run>>,
}

impl Confirmation<'_> {
    /// Plays the confirmation and writes the changes. Returns the content of the page.
    pub fn run(self) -> Result<Balance, Failure> {
        let mut found = Balance {
            title: format!(
                "{}, balance, {}",
                self.entry.title,
                words::count(self.players as u64, "player")
            ),
            ..Balance::default()
        };
        if self.steps.is_timed() {
            found.notices.push(
                "The number of games depends on the speed of the machine, so the balance as a whole is not reproducible, but \
                 each step is."
                    .to_string(),
            );
        }
        let shown = self.steps.folder.display();
        let options = match &self.options {
            Some((work, (chosen, values))) => {
                found.options = work.changed(chosen);
                found.option_values = Some(values.clone());
                work.changed_options(chosen)
            }
            None => Vec::new(),
        };
        let mut data = None;
        let mut is_changed = !options.is_empty();
        if let Some((work, (rounds, moves))) = &self.items {
            let mut part = part(work, rounds, moves);
            let changes = work.write_changes("", moves)?;
            if !part.changed.is_empty() {
                data = changes;
                is_changed = true;
            }
            let names = self.items(work, &mut part, data.as_deref())?;
            found.names = names;
            if data.is_some() {
                if varied::has_placeholders(work) {
                    part.varied = Some(varied::play(work, moves, self.measure)?);
                }
                self.explain(work, moves, &part)?;
                found.commands.push(format!(
                    "portolan play {} --data {shown}/{CHANGES}",
                    self.entry.name
                ));
                found.commands.push(format!(
                    "portolan run {shown}/confirm-{}-after/{EXPERIMENT} --out results/again",
                    bot_name(&self.bots[0])
                ));
            }
            found.items = Some(part);
        }
        if is_changed {
            let games = self.whole_game(data.as_deref(), &options)?;
            let compared = before_after::findings(&Source::open(&games).map_err(Failure::work)?)?;
            found.sections = compared.sections;
            // The page has its own table of changed rows.
            found.sections.retain(|section| section.id != "rows");
            found.challengers = self.challengers(data.as_deref(), &options)?;
        }
        if let Some((work, (chosen, _))) = &self.options {
            for bot in self.bots {
                let (targets, measures) = work.confirm(chosen, bot, data.as_deref())?;
                found.targets.extend(targets);
                found.measures.extend(measures);
            }
        }
        if !options.is_empty() {
            let set: Vec<String> = options
                .iter()
                .map(|(name, value)| format!("--set {name}={value}"))
                .collect();
            found.commands.push(format!(
                "portolan play {} --players {} {}",
                self.entry.name,
                self.players,
                set.join(" ")
            ));
            found.commands.push(format!(
                "portolan run {shown}/confirm-{}-seats/{EXPERIMENT} --out results/again",
                bot_name(&self.bots[0])
            ));
        }
        if let Some(work) = &self.levels {
            found.levels = work.play()?;
            for level in &found.levels {
                found.commands.push(format!(
                    "portolan play {} --players 1 --set {}={}",
                    self.entry.name, level.option, level.composition
                ));
            }
        }
        Ok(found)
    }

    /// Plays the items before and after the changes.
    fn items(
        &self,
        work: &ItemWork,
        part: &mut ItemsPart,
        data: Option<&Path>,
    ) -> Result<Names, Failure> {
        let stages = 1 + usize::from(data.is_some());
        let mut names = Names::default();
        for (number, bot) in self.bots.iter().enumerate() {
            let runs = (self.bots.len() - number) * stages;
            let share = |left: usize| match self.steps.is_timed() {
                true => {
                    let kept = GAME_SHARE + CHALLENGERS_SHARE + VARIED_SHARE + SECOND_SHARE;
                    (self.steps.left() - kept).max(0.02) / left as f64
                }
                false => ITEMS_SHARE / (self.bots.len() * stages) as f64,
            };
            let before_name = format!("confirm-{}-before", bot_name(bot));
            let base = self.file.data.as_deref();
            let before = work.confirm(&before_name, bot, base, share(runs), CONFIRM_SEED)?;
            if number == 0 {
                let source =
                    Source::open(&self.steps.games_of(&before_name)).map_err(Failure::work)?;
                names = Names::of(&source.manifest);
            }
            let after = match data {
                Some(data) => {
                    let name = format!("confirm-{}-after", bot_name(bot));
                    Some(work.confirm(&name, bot, Some(data), share(runs - 1), CONFIRM_SEED)?)
                }
                None => None,
            };
            part.confirmed.push(Confirmed {
                bot: bot_name(bot).to_string(),
                before,
                after,
                first: None,
            });
        }
        self.second_stage(work, part, data)?;
        Ok(names)
    }

    /// Plays further deals with the changes for every bot whose verdict is not settled. Repeats the experiment of the
    /// confirmation, because the value of an item depends on how many other items are withheld, and the value expected
    /// at its price comes from the other items.
    fn second_stage(
        &self,
        work: &ItemWork,
        part: &mut ItemsPart,
        data: Option<&Path>,
    ) -> Result<(), Failure> {
        let within = part.within;
        let mut open: Vec<(&String, &mut Confirmed)> =
            self.bots.iter().zip(&mut part.confirmed).collect();
        open.retain(|(_, of)| of.outside(within).verdict() == Verdict::NotSettled);
        let runs = open.len();
        for (number, (bot, of)) in open.into_iter().enumerate() {
            let share = match self.steps.is_timed() {
                true => {
                    let kept = GAME_SHARE + CHALLENGERS_SHARE + VARIED_SHARE;
                    (self.steps.left() - kept) / (runs - number) as f64
                }
                false => SECOND_SHARE / runs as f64,
            };
            let name = format!("confirm-{}-second", of.bot);
            let data = data.or(self.file.data.as_deref());
            let second = work.confirm(&name, bot, data, share.max(0.02), SECOND_SEED)?;
            of.add(&second, &mut design_stream(self.file.seed));
        }
        Ok(())
    }

    /// Plays the game before and after all changes, to compare scores, seats and length.
    fn whole_game(
        &self,
        data: Option<&Path>,
        options: &[(String, String)],
    ) -> Result<PathBuf, Failure> {
        let folder = self.steps.folder.join("confirm-game");
        let seed = step_seed(self.file.seed, 101);
        let text = |games: u64| {
            let mut text = format!(
                "# Confirmation of `portolan balance`: the whole game before and after the changes.\n\
                 kind = \"change\"\ngame = {}\nplayers = {}\nbots = [{}]\ngames = {games}\nseed = {seed}\nevents = \"none\"\n",
                quoted(self.entry.name),
                self.players,
                quoted(&bot_in(self.steps.folder, &folder, &self.bots[0]))
            );
            let path = |path: &Path| {
                quoted(
                    &files::lasting(self.steps.folder, &folder, path)
                        .display()
                        .to_string(),
                )
            };
            if let Some(base) = &self.file.data {
                let _ = writeln!(text, "data = {}", path(base));
            }
            text += &set_table(self.file);
            text += "\n[change]\nfixed = true\n";
            if let Some(data) = data {
                let _ = writeln!(text, "data = {}", path(data));
            }
            if !options.is_empty() {
                let _ = write!(text, "\n[change.set]\n{}", options_of(options));
            }
            text
        };
        self.steps.play(&Step {
            name: "confirm-game".to_string(),
            about: format!(
                "confirmation of the whole game, {} plays",
                bot_name(&self.bots[0])
            ),
            share: GAME_SHARE,
            fewest: 40,
            text: &text,
        })?;
        Ok(self.steps.games_of("confirm-game"))
    }

    /// Plays games of the challengers of the first bot after all changes. Returns the results, or `None` if the bot has no
    /// challengers.
    fn challengers(
        &self,
        data: Option<&Path>,
        options: &[(String, String)],
    ) -> Result<Option<Challengers>, Failure> {
        let confirmed = self.steps.folder.join("confirm-game").join(EXPERIMENT);
        let confirmed = resolve(&read_file(&confirmed)?)?;
        if !has_challengers(self.entry, &confirmed)? {
            return Ok(None);
        }
        let bot = &self.bots[0];
        let folder = self.steps.folder.join(CHALLENGERS_STEP);
        let path = |path: &Path| {
            let path = files::lasting(self.steps.folder, &folder, path);
            quoted(&path.display().to_string())
        };
        let text = |games: u64| {
            let mut text = format!(
                "# Confirmation of `portolan balance`: challengers of the player after the changes.\n\
                 kind = \"audit\"\ngame = {}\nplayers = {}\nbots = [{}]\ngames = {games}\nseed = {}\nevents = \"none\"\n",
                quoted(self.entry.name),
                self.players,
                quoted(&bot_in(self.steps.folder, &folder, bot)),
                step_seed(self.file.seed, CHALLENGERS_SEED),
            );
            if let Some(base) = &self.file.data {
                let _ = writeln!(text, "data = {}", path(base));
            }
            text += &set_table(self.file);
            text += "\n[[audit.change]]\nname = \"all changes\"\n";
            if let Some(data) = data {
                let _ = writeln!(text, "data = {}", path(data));
            }
            if !options.is_empty() {
                let _ = write!(text, "\n[audit.change.set]\n{}", options_of(options));
            }
            text
        };
        self.steps.play(&Step {
            name: CHALLENGERS_STEP.to_string(),
            about: format!("challengers of {} after the changes", bot_name(bot)),
            share: CHALLENGERS_SHARE,
            fewest: 20,
            text: &text,
        })?;
        let games = self.steps.games_of(CHALLENGERS_STEP);
        let (_, mut tests) =
            audit(&Source::open(&games).map_err(Failure::work)?).map_err(Failure::work)?;
        Ok(tests.pop())
    }

    /// Writes the file of changes with the reason for each change.
    fn explain(&self, work: &ItemWork, moves: &Moves, part: &ItemsPart) -> Result<(), Failure> {
        let head = Changes {
            inherits: self
                .file
                .data
                .as_ref()
                .map(|base| files::lasting(self.steps.folder, self.steps.folder, base)),
            ..Changes::default()
        };
        let mut text = format!(
            "# Changes by `portolan balance` for {}. Values are points of margin beyond what the price predicts.\n{}",
            words::count(self.players as u64, "player"),
            head.text()
        );
        for (item, by) in moves.iter().enumerate() {
            let Some(row) = work.row_change(item, by) else {
                continue;
            };
            let numbers = part.changed.iter().filter(|changed| changed.item == item);
            let numbers: Vec<String> = numbers
                .map(|one| format!("{} {} -> {}", one.column, one.from, one.to))
                .collect();
            let (label, name) = &part.items[item];
            let _ = write!(
                text,
                "\n# {name} ({label}): {}; measured {}, predicted {}",
                numbers.join(", "),
                signed(part.first[item].value, 1),
                signed(part.predicted[item].value, 1)
            );
            for of in &part.confirmed {
                if let Some(after) = &of.after {
                    let (before, after) = (excess(&of.before[item]), excess(&after[item]));
                    let _ = write!(
                        text,
                        "; {}: {} before, {} after",
                        of.bot,
                        signed(before.value, 1),
                        signed(after.value, 1)
                    );
                }
            }
            let rows = Changes {
                rows: vec![row],
                ..Changes::default()
            };
            text += &rows.text();
        }
        self.steps.save("", CHANGES, &text)
    }
}

/// Returns the part of the page about items, without the confirmation.
fn part(work: &ItemWork, rounds: &[Round], moves: &Moves) -> ItemsPart {
    let within = work.target.within;
    let changed = moves.iter().enumerate().flat_map(|(item, by)| {
        by.iter().enumerate().filter_map(move |(knob, by)| {
            let (column, from, to) = work.rows[item].change(knob, *by)?;
            let column = column.to_string();
            Some(Changed {
                item,
                column,
                from,
                to,
            })
        })
    });
    let last = rounds.last();
    ItemsPart {
        kind: work.kind.clone(),
        within,
        items: work
            .rows
            .iter()
            .map(|row| (row.label.clone(), row.name.clone()))
            .collect(),
        prices: work
            .rows
            .iter()
            .zip(moves)
            .map(|(row, by)| row.prices(by))
            .collect(),
        changed: changed.collect(),
        first: rounds
            .first()
            .map(|round| round.known.clone())
            .unwrap_or_default(),
        predicted: last
            .map(|round| round.plan.predicted.clone())
            .unwrap_or_default(),
        per_unit: rounds
            .first()
            .map(|round| round.per_unit.clone())
            .unwrap_or_default(),
        confirmed: Vec::new(),
        varied: None,
        rounds: rounds
            .iter()
            .map(|round| RoundLine {
                bot: bot_name(&round.bot).to_string(),
                games: round.games,
                deals: round.deals,
                changes: round.plan.steps.len(),
                outside: [&round.known, &round.plan.predicted]
                    .map(|items| expected_outside(items, within)),
                per_taking: round.per_taking,
            })
            .collect(),
        unreachable: last
            .map(|round| round.plan.unreachable.clone())
            .unwrap_or_default(),
        postponed: last
            .map(|round| round.plan.postponed.clone())
            .unwrap_or_default(),
        dropped: last
            .map(|round| round.plan.dropped.clone())
            .unwrap_or_default(),
    }
}
