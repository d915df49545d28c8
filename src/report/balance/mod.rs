//! The report of `portolan balance`: the changes with their predicted and confirmed effects, and the targets.

mod items;
mod targets;

pub use items::{Changed, Confirmed, ItemsPart, PerUnit, RoundLine, Varied};
pub use targets::{MeasureLine, TargetLine};
use targets::{confirmation, side_effects, verdict_words, verdicts};

use crate::before_after::{blind_spot, challengers_section, no_blind_spot};
use crate::names::Names;
use crate::page::{Line, Page, Section, Sure, Table};
use crate::words::{fixed, listed, percent};
use portolan_run::settings::change::Change;
use portolan_stats::Estimate;
use portolan_study::balance::Verdict;
use portolan_study::challengers::Challengers;
use portolan_study::option_targets::level_steps;

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
    /// Share of wins that the confirmation is expected to find.
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
    /// Measures of the confirmation of rule options.
    pub measures: Vec<MeasureLine>,
    pub levels: Vec<LevelLine>,
    /// Values of the rule options with their effects.
    pub option_values: Option<Section>,
    /// Results of the challengers of the first confirming bot after the changes.
    pub challengers: Option<Challengers>,
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
        let mut confirmed = confirmation(&self.measures, is_changed, &mut of_targets);
        let outside = self.items.iter().map(ItemsPart::outside);
        confirmed.tables.extend(outside);
        let mut sections = Vec::new();
        let mut answers = Vec::new();
        let mut more = Vec::new();
        let challengers = self.challengers.iter();
        let challengers = challengers.filter(|challengers| !challengers.all.is_empty());
        for challengers in challengers.clone() {
            answers.extend(blind_spot(challengers));
            more.extend(no_blind_spot(challengers, Change::default().points));
        }
        let is_played_badly = !answers.is_empty();
        if let Some(items) = &self.items {
            sections.push(items.changes(&self.names));
            answers.push(items.answer());
            more.extend(items.findings());
        }
        let missed = |target: &TargetLine| target.verdict == Verdict::NotMet;
        if self.targets.iter().any(missed) {
            answers.push("No allowed change reaches the target.".to_string());
        } else if self.options.is_empty() && !self.targets.is_empty() {
            let answer = match met == targets.len() {
                true => "No rule option needs to change.",
                false => "No change of rule options is proposed.",
            };
            answers.push(answer.to_string());
        }
        if !self.options.is_empty() {
            let words = self.options.iter();
            let words = words.map(|[name, from, to]| format!("{name} {from} → {to}"));
            let words: Vec<String> = words.collect();
            answers.push(format!("Changed rule options: {}.", words.join(", ")));
        }
        answers.extend(verdicts(&self.targets));
        answers.extend(side_effects(&self.measures));
        if !self.levels.is_empty() {
            let words = |level: &LevelLine| format!("{} {}", level.level, level.composition);
            let words: Vec<String> = self.levels.iter().map(words).collect();
            answers.push(format!("Levels: {}.", words.join(", ")));
            more.extend(steps(&self.levels));
            sections.push(levels(&self.levels));
        }
        sections.push(of_targets);
        sections.extend(Some(confirmed).filter(|section| !section.tables.is_empty()));
        sections.extend(self.option_values.clone());
        sections.extend(challengers.map(challengers_section));
        sections.extend(self.sections.clone());
        if let Some(items) = &self.items {
            let varied = items.varied.iter().filter(|varied| varied.sets > 0);
            sections.extend(varied.map(|varied| items.varied(varied)));
            sections.push(items.all());
            sections.push(items.rounds());
        }
        let mut method = Section::new(
            "use",
            "How to use the changes",
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
            sure: Some(match is_played_badly || open && met < targets.len() {
                true => Sure::Open,
                false => Sure::Certain,
            }),
            more,
            notices: self.notices.clone(),
            sections,
            names: self.names.clone(),
            ..Page::default()
        }
    }
}

/// Returns sentences on the steps between the levels of each bot, with the verdict on equal steps if all steps are wanted
/// to be equal.
fn steps(levels: &[LevelLine]) -> Vec<String> {
    let of_bots = levels.chunk_by(|one, other| one.bot == other.bot);
    let words = |levels: &[LevelLine]| {
        let first = levels.first().filter(|_| levels.len() > 2)?;
        let confirmed: Vec<Estimate> = levels.iter().map(|level| level.confirmed).collect();
        let (steps, verdict) = level_steps(&confirmed, first.within);
        let first_step = levels[0].wanted - levels[1].wanted;
        let mut pairs = levels.windows(2);
        let is_even = pairs.all(|both| (both[0].wanted - both[1].wanted - first_step).abs() < 1e-9);
        let steps: Vec<String> = steps.iter().map(|step| step.words(1)).collect();
        let equal = format!(
            " Equal steps within ±{} percentage points: {}.",
            fixed(100.0 * first.within, 1),
            verdict_words(verdict)
        );
        Some(format!(
            "The share of wins of {} falls from level to level by {} percentage points.{}",
            first.bot,
            listed(&steps),
            if is_even { equal } else { String::new() }
        ))
    };
    of_bots.filter_map(words).collect()
}

/// Returns the section about the levels.
fn levels(levels: &[LevelLine]) -> Section {
    let mut section = Section::new(
        "levels",
        "The levels",
        "Games against random mixtures estimate the effect of each item, and each level is the best of several candidate \
         compositions. `predicted` is the share of wins against the candidate, with a 95 % interval for the confirmation that \
         allows for the choice, and `confirmed` is the share of wins on fresh deals.",
    );
    section.is_open = true;
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

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_stats::{Interval, Unit};
    use portolan_study::challengers::Challenger;

    fn estimate(value: f64, half: f64, unit: Unit) -> Option<Estimate> {
        let (low, high) = (value - half, value + half);
        Some(Estimate::new(value, Some(Interval { low, high }), unit))
    }

    fn seats_and_turns() -> Balance {
        let measure = |name: &str, [before, after]: [f64; 2], unit, range| MeasureLine {
            name: name.to_string(),
            bot: "policy".to_string(),
            both: [before, after].map(|value| estimate(value, value / 50.0, unit)),
            range,
            is_worse: name == "wins of seat 3",
        };
        let range = Interval {
            low: 14.0,
            high: 15.0,
        };
        let mut values = Section::new("option-values", "The values of the rule options", "");
        values.tables.push(Table::new("l", &["rule option"]));
        values.is_open = true;
        let mut other = Section::new("before-after", "Before and after", "Score.");
        other.tables.push(Table::new("l", &["what"]));
        Balance {
            options: vec![["corn_doubloons", "0", "1"].map(String::from)],
            targets: vec![TargetLine {
                target: "14 to 15 turns".to_string(),
                bot: "policy".to_string(),
                before: "16.2".to_string(),
                after: "15.0".to_string(),
                verdict: Verdict::NotSettled,
            }],
            measures: vec![
                measure("wins of seat 3", [0.508, 0.647], Unit::Share, None),
                measure("turns", [16.2, 15.0], Unit::Times, Some(range)),
            ],
            option_values: Some(values),
            sections: vec![other],
            ..Balance::default()
        }
    }

    #[test]
    fn page_shows_target_confirmation_and_option_values_unfolded() {
        let page = seats_and_turns().page();
        let html = page.html(&[]).unwrap();
        let at = |text: &str| {
            html.find(text)
                .unwrap_or_else(|| panic!("no {text}: {html}"))
        };
        // The band of the target comes before the axis in the first picture.
        let folded = at("How we know");
        assert!(at("plot-target-1") < at("<rect ") && at("<rect ") < at("The confirmation"));
        for shown in [
            "is not settled.",
            "The confirmation",
            "The values of the rule options",
        ] {
            assert!(at(shown) < folded, "{shown}");
        }
        assert!(at(">Before and after<") > folded);
        // The axis runs from 14, the end of the band, to the largest values.
        let lead = &page.sections[page.lead().unwrap()];
        assert_eq!((lead.id.as_str(), lead.plots.len()), ("targets", 1));
        assert!(page.sure == Some(Sure::Open));
    }

    #[test]
    fn answer_names_side_effects_and_unreached_targets() {
        let mut balance = seats_and_turns();
        let answer = |balance: &Balance| balance.page().answer.replace('\u{a0}', " ");
        let found = answer(&balance);
        assert_eq!(
            found,
            "Changed rule options: corn_doubloons 0 → 1. In the confirmation by policy, the target \"14 to 15 turns\" is not \
             settled. The changes also shift measures without a target: wins of seat 3 from 50.8 % (49.8–51.8) to 64.7 % \
             (63.4–66.0) (policy)."
        );
        balance.targets[0].verdict = Verdict::NotMet;
        assert!(answer(&balance).starts_with("No allowed change reaches the target. "));
        balance.measures.clear();
        assert!(!answer(&balance).contains("shift"));
    }

    #[test]
    fn answer_begins_with_a_blind_spot_of_the_player() {
        let challenger = |gain, half| Challenger {
            bot: "built-more".to_string(),
            lean: vec!["built".to_string()],
            is_toward: true,
            gain: estimate(gain, half, Unit::PointsDifference).unwrap(),
            wins: None,
        };
        let page = |gain, half| {
            let all = vec![challenger(gain, half)];
            let challengers = Challengers {
                change: "all changes".to_string(),
                bot: "net".to_string(),
                deals: 40,
                all,
            };
            let targets = Vec::new();
            let challengers = Some(challengers);
            Balance {
                challengers,
                targets,
                ..seats_and_turns()
            }
            .page()
        };
        let better = page(8.0, 2.0);
        assert!(
            better
                .answer
                .starts_with("Net does not play the changed game well: "),
            "{}",
            better.answer
        );
        assert_eq!(better.sure, Some(Sure::Open));
        let equal = page(0.1, 0.4);
        assert!(
            equal.answer.starts_with("Changed rule options: "),
            "{}",
            equal.answer
        );
        assert_eq!(equal.sure, Some(Sure::Certain));
        assert!(
            equal
                .more
                .concat()
                .contains("No blind spot of net was found")
        );
        assert!(
            equal
                .sections
                .iter()
                .any(|section| section.id == "challengers")
        );
    }

    /// The levels of Jean that were confirmed in 3,000 games each.
    #[test]
    fn measured_steps_are_not_called_equal() {
        let level = |wanted: f64, confirmed: f64| LevelLine {
            level: String::new(),
            option: "jean_deck".to_string(),
            composition: "5A".to_string(),
            bot: "net".to_string(),
            wanted,
            within: 0.04,
            predicted: Estimate::new(wanted, None, Unit::Share),
            confirmed: estimate(confirmed, 0.017, Unit::Share).unwrap(),
            verdict: Verdict::NotMet,
        };
        let wanted = [0.9, 0.7, 0.5, 0.3, 0.1];
        let confirmed = [0.921, 0.723, 0.441, 0.291, 0.078];
        let levels = wanted.into_iter().zip(confirmed);
        let levels: Vec<LevelLine> = levels.map(|(one, other)| level(one, other)).collect();
        let found = steps(&levels).concat();
        for words in [
            "+19.8 ",
            "+28.2 ",
            "+15.0 ",
            "+21.3 ",
            "±4.0 percentage points: not met.",
        ] {
            assert!(found.contains(words), "{found}");
        }
        assert!(!steps(&levels[..3]).is_empty() && steps(&levels[..2]).is_empty());
    }
}
