//! The report of `portolan balance`: the changes with their predicted and confirmed effects, and the targets.

mod items;
mod targets;

pub use items::{Changed, Confirmed, ItemsPart, PerUnit, RoundLine, Varied};
pub use targets::TargetLine;
use targets::measures;
use targets::verdict_words;

use crate::names::Names;
use crate::page::{Line, Page, Section, Sure, Table};
use crate::words::{fixed, percent};
use portolan_stats::Estimate;
use portolan_study::balance::Verdict;

/// A level of a mixture.
#[derive(Clone, Debug)]
pub struct LevelLine {
    pub level: String,
    /// Rule option that takes the composition.
    pub option: String,
    pub composition: String,
    pub bot: String,
    /// Share of wins that the level should have.
    pub wanted: f64,
    /// Largest accepted difference from this share.
    pub within: f64,
    /// Share of wins expected from the mixtures.
    pub predicted: Estimate,
    /// Share of wins on fresh deals.
    pub confirmed: Estimate,
    pub verdict: Verdict,
}

/// Content of the page.
#[derive(Clone, Debug, Default)]
pub struct Balance {
    pub title: String,
    pub items: Option<ItemsPart>,
    /// Changed rule options: name, value before, value after.
    pub options: Vec<[String; 3]>,
    /// Targets other than items.
    pub targets: Vec<TargetLine>,
    pub levels: Vec<LevelLine>,
    /// Values of the rule options with their effects.
    pub option_values: Option<Section>,
    /// Sections about the rest of the game.
    pub sections: Vec<Section>,
    /// Sentences on the limits of the results.
    pub notices: Vec<String>,
    /// Commands that use or repeat the results.
    pub commands: Vec<String>,
    pub names: Names,
}

impl Balance {
    /// Returns all targets with their verdicts.
    pub fn all_targets(&self) -> Vec<TargetLine> {
        let items = self.items.iter().flat_map(ItemsPart::targets);
        let levels = self.levels.iter().map(|level| TargetLine {
            target: format!(
                "level {}: {} of wins, within ±{} percentage points",
                level.level,
                percent(level.wanted),
                fixed(100.0 * level.within, 1)
            ),
            bot: level.bot.clone(),
            before: "–".to_string(),
            after: level.confirmed.words(1),
            verdict: level.verdict,
            measures: Vec::new(),
        });
        let others = self.targets.iter().cloned();
        items.chain(others).chain(levels).collect()
    }

    /// Returns true if a change is proposed.
    pub fn is_changed(&self) -> bool {
        let items = self.items.iter().any(|items| !items.changed.is_empty());
        items || !self.options.is_empty() || !self.levels.is_empty()
    }

    /// Builds the page.
    pub fn page(&self) -> Page {
        let targets = self.all_targets();
        let met = targets
            .iter()
            .filter(|target| target.verdict == Verdict::Met)
            .count();
        let open = targets
            .iter()
            .any(|target| target.verdict == Verdict::NotSettled);
        let is_changed = self.is_changed();
        let mut table = Table::new("lllll", TargetLine::header(is_changed));
        for target in &targets {
            table.push(Line::of(target.cells(is_changed)));
        }
        let mut of_targets = Section::new(
            "targets",
            "The targets",
            "The confirmation plays fresh deals. A target for items is met if one-sided tests at 2.5 % reject a value outside \
             the target for every item, and not met if at least one item is significantly outside (2.5 % for all items \
             together). Items for which neither test is significant are in doubt. If neither holds, a second stage plays \
             further deals with the changes, and the tests are repeated once with all these deals. The expected number \
             outside assumes that \
             the distances of the true values from the prediction follow a mixture of normal distributions around zero. \
             Any other target is met if all its 95 % intervals lie inside, and not met if at least one interval lies outside.",
        );
        of_targets.tables.push(table);
        of_targets.tables.extend(measures(&targets, is_changed));
        of_targets
            .tables
            .extend(self.items.iter().map(ItemsPart::outside));
        let mut sections = Vec::new();
        let mut answers = Vec::new();
        let mut more = Vec::new();
        if let Some(items) = &self.items {
            sections.push(items.changes(&self.names));
            answers.push(items.answer());
            more.extend(items.findings());
        }
        if !self.options.is_empty() {
            let words: Vec<String> = self
                .options
                .iter()
                .map(|[name, from, to]| format!("{name} {from} → {to}"))
                .collect();
            answers.push(format!("Changed rule options: {}.", words.join(", ")));
        } else if !self.targets.is_empty() {
            let is_missed = |target: &TargetLine| target.verdict == Verdict::NotMet;
            let answer = match met == targets.len() {
                true => "No rule option needs to change.",
                false if self.targets.iter().any(is_missed) => {
                    "No allowed change of rule options reaches the targets."
                }
                false => "No change of rule options is proposed.",
            };
            answers.push(answer.to_string());
        }
        if !self.levels.is_empty() {
            let words = |level: &LevelLine| format!("{} {}", level.level, level.composition);
            let words: Vec<String> = self.levels.iter().map(words).collect();
            answers.push(format!("Levels: {}.", words.join(", ")));
            sections.push(levels(&self.levels));
        }
        sections.push(of_targets);
        sections.extend(self.option_values.clone());
        sections.extend(self.sections.clone());
        if let Some(items) = &self.items {
            let varied = items.varied.iter().filter(|varied| varied.sets > 0);
            sections.extend(varied.map(|varied| items.varied(varied)));
            sections.push(items.all());
            sections.push(items.rounds());
        }
        let mut method = Section::new(
            "use",
            "Use and repeat",
            "These commands play with the changes and repeat the confirmation.",
        );
        method.command = self.commands.clone();
        if !self.commands.is_empty() {
            sections.push(method);
        }
        Page {
            title: self.title.clone(),
            question: "Which changes bring the game within the targets?".to_string(),
            answer: answers.join(" "),
            sure: Some(match (met == targets.len(), open) {
                (true, _) => Sure::Certain,
                (false, true) => Sure::Open,
                (false, false) => Sure::Certain,
            }),
            more,
            notices: self.notices.clone(),
            sections,
            names: self.names.clone(),
            ..Page::default()
        }
    }
}

/// Returns the section about the levels.
fn levels(levels: &[LevelLine]) -> Section {
    let mut section = Section::new(
        "levels",
        "The levels",
        "Games against random mixtures estimate the effect of each item, and a composition is chosen for each level. \
         `predicted` is the share of wins expected from these games, and `confirmed` is the share of wins on fresh deals.",
    );
    let header = [
        "level",
        "bot",
        "composition",
        "wanted",
        "predicted",
        "confirmed",
        "result",
    ];
    let mut table = Table::new("lllrrrl", &header);
    for level in levels {
        table.push(
            Line::of([
                level.level.clone(),
                level.bot.clone(),
                format!("{}={}", level.option, level.composition),
            ])
            .cell(percent(level.wanted))
            .both(level.predicted, 1)
            .both(level.confirmed, 1)
            .cell(verdict_words(level.verdict)),
        );
    }
    section.tables.push(table);
    section
}
