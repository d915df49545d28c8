//! Several runs side by side: what a bot wins in one and in the other.
//!
//! Every run is set against the first one. If two runs have the same deals, their blocks are
//! compared pair by pair, and what the deal gives to both cancels out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::ReportError;
use super::evidence::{WIN_COLUMNS, difference_cells, win_cells, win_mark};
use super::findings::{answer, data_sentence, notices, signed_interval};
use super::page::{Page, Section, Table};
use super::plots::{Caption, Mark, intervals};
use super::source::{Row, Source};
use super::tally::{Cell, Entrant, Tally};
use super::words::{CONFIDENCE, capital, fixed, listed, percent, range, signed, thousands};
use crate::stats::{Interval, Moments, difference_interval, mean_interval};

struct Run {
    label: String,
    source: Source,
    tally: Tally,
}

impl Run {
    fn bot(&self, name: &str) -> Option<&Entrant> {
        let mut bots = self.tally.entrants.iter();
        bots.find(|bot| bot.name == name && bot.all.games > 0)
    }
}

/// What changes for a bot from the first run to another.
struct Change {
    bot: String,
    run: String,
    paired: bool,
    wins: f64,
    wins_interval: Option<Interval>,
    /// As wide as it must be when all changes are looked at together.
    strict: Option<Interval>,
    score: f64,
    score_interval: Option<Interval>,
}

/// By bot: differences of block means, of the share of wins and of the score.
type Pairs = BTreeMap<String, (Moments, Moments)>;

/// The page about several results folders.
///
/// # Errors
/// [`ReportError`] if one is no results folder or its files are not as they should be.
pub fn several_runs(folders: &[impl AsRef<Path>]) -> Result<Page, ReportError> {
    let mut runs = Vec::new();
    for (folder, label) in folders.iter().zip(labels(folders)) {
        let source = Source::open(folder.as_ref())?;
        let tally = Tally::read(&source)?;
        runs.push(Run {
            label,
            source,
            tally,
        });
    }
    let changes = changes(&runs)?;
    let names: Vec<String> = runs.iter().map(|run| run.label.clone()).collect();
    let mut sections = vec![overview(&runs), settings(&runs), shares(&runs)];
    if !changes.is_empty() {
        sections.push(differences(&changes, &runs[0].label));
    }
    sections.push(soundness(&runs, &changes));
    sections.push(commands(&runs));
    Ok(Page {
        title: format!("Compared: {}", listed(&names)),
        question: format!(
            "What changes for a bot from {} to {}?",
            names[0],
            listed(&names[1..])
        ),
        answer: sentence(&changes, &names),
        more: data_sentences(&runs),
        notices: each(&runs, |run| notices(&run.tally, &run.source.manifest)),
        sections,
    })
}

/// Names of the folders, or their paths if names repeat.
fn labels(folders: &[impl AsRef<Path>]) -> Vec<String> {
    let path = |folder: &Path| folder.display().to_string();
    let names: Vec<String> = folders
        .iter()
        .map(|folder| {
            let name = folder.as_ref().file_name();
            name.map_or(path(folder.as_ref()), |name| {
                name.to_string_lossy().into_owned()
            })
        })
        .collect();
    if names.iter().collect::<BTreeSet<_>>().len() == names.len() {
        return names;
    }
    folders.iter().map(|folder| path(folder.as_ref())).collect()
}

/// What is known of the component data: once, if it is the same for all.
fn data_sentences(runs: &[Run]) -> Vec<String> {
    let of = |run: &Run| data_sentence(&run.source.manifest);
    let first = of(&runs[0]);
    if runs.iter().all(|run| of(run) == first) {
        return vec![first];
    }
    each(runs, |run| vec![of(run)])
}

fn each(runs: &[Run], tell: impl Fn(&Run) -> Vec<String>) -> Vec<String> {
    runs.iter()
        .flat_map(|run| {
            let told = tell(run);
            told.into_iter()
                .map(|sentence| format!("{}: {sentence}", run.label))
        })
        .collect()
}

/// Block means of a bot: its share of wins and its score.
fn block_means(rows: &[Row]) -> BTreeMap<&str, (f64, f64)> {
    let mut sums: BTreeMap<&str, (f64, f64, f64)> = BTreeMap::new();
    for row in rows {
        let sum = sums.entry(&row.bot).or_default();
        sum.0 += 1.0;
        sum.1 += row.win;
        sum.2 += f64::from(row.score);
    }
    sums.into_iter()
        .map(|(bot, (games, wins, points))| (bot, (wins / games, points / games)))
        .collect()
}

/// Differences from one run to another, block by block; `None` if their deals are not the same.
fn pair(one: &Source, other: &Source) -> Result<Option<Pairs>, ReportError> {
    if one.manifest.block_size != other.manifest.block_size {
        return Ok(None);
    }
    let (mut before, mut after) = (one.blocks()?, other.blocks()?);
    let mut pairs = Pairs::new();
    // The longer run goes on alone, where there is nothing to compare it with.
    while let (Some(one), Some(other)) = (before.next_block()?, after.next_block()?) {
        if one[0].seed != other[0].seed {
            return Ok(None);
        }
        let before = block_means(&one);
        for (bot, (wins, score)) in block_means(&other) {
            if let Some((wins_before, score_before)) = before.get(bot) {
                let pair = pairs.entry(bot.to_string()).or_default();
                pair.0.push(wins - wins_before);
                pair.1.push(score - score_before);
            }
        }
    }
    Ok(Some(pairs))
}

fn changes(runs: &[Run]) -> Result<Vec<Change>, ReportError> {
    let (first, others) = (&runs[0], &runs[1..]);
    let looks: usize = others
        .iter()
        .map(|run| {
            let bots = first.tally.entrants.iter();
            bots.filter(|bot| bot.all.games > 0 && run.bot(&bot.name).is_some())
                .count()
        })
        .sum();
    let strict = 1.0 - (1.0 - CONFIDENCE) / looks.max(1) as f64;
    let mut changes = Vec::new();
    for run in others {
        let pairs = pair(&first.source, &run.source)?;
        for bot in &first.tally.entrants {
            let (Some(before), Some(after)) = (first.bot(&bot.name), run.bot(&bot.name)) else {
                continue;
            };
            let (before, after) = (&before.all, &after.all);
            let found = pairs.as_ref().and_then(|pairs| pairs.get(&bot.name));
            let apart = |of: fn(&Cell) -> &Moments, confidence| {
                difference_interval(of(after), of(before), confidence)
            };
            let step = |of: fn(&Cell) -> &Moments| {
                of(after).mean().unwrap_or(0.0) - of(before).mean().unwrap_or(0.0)
            };
            let wins: fn(&Cell) -> &Moments = |cell| &cell.wins;
            let scores: fn(&Cell) -> &Moments = |cell| &cell.scores;
            let (bot, run) = (bot.name.clone(), run.label.clone());
            let change = match found {
                Some((wins, scores)) => Change {
                    bot,
                    run,
                    paired: true,
                    wins: wins.mean().unwrap_or(0.0),
                    wins_interval: mean_interval(wins, CONFIDENCE),
                    strict: mean_interval(wins, strict),
                    score: scores.mean().unwrap_or(0.0),
                    score_interval: mean_interval(scores, CONFIDENCE),
                },
                None => Change {
                    bot,
                    run,
                    paired: false,
                    wins: step(wins),
                    wins_interval: apart(wins, CONFIDENCE),
                    strict: apart(wins, strict),
                    score: step(scores),
                    score_interval: apart(scores, CONFIDENCE),
                },
            };
            changes.push(change);
        }
    }
    Ok(changes)
}

/// The answer: the change that stands out most, if one does.
fn sentence(changes: &[Change], names: &[String]) -> String {
    let reach = |change: &Change| {
        let half = change.strict.map_or(f64::INFINITY, Interval::half_width);
        change.wins.abs() / half.max(1e-12)
    };
    let Some(most) = changes
        .iter()
        .max_by(|one, other| reach(one).total_cmp(&reach(other)))
    else {
        return "The runs have no bot in common, or no whole block yet: they stand side by side, \
                but nothing is compared."
            .to_string();
    };
    let points = fixed(100.0 * most.wins.abs(), 1);
    let interval = most.wins_interval.map(|interval| {
        signed_interval(interval, 100.0 * if most.wins < 0.0 { -1.0 } else { 1.0 })
    });
    let deals = if most.paired {
        "on the same deals"
    } else {
        "on other deals"
    };
    let direction = if most.wins < 0.0 { "less" } else { "more" };
    let told = format!(
        "{} wins {points} percentage points {direction} in {} than in {} (95\u{a0}% interval {}, \
         {deals})",
        most.bot,
        most.run,
        names[0],
        range(interval, 1)
    );
    let clear = most
        .strict
        .is_some_and(|interval| interval.low > 0.0 || interval.high < 0.0);
    if clear {
        format!("{}.", capital(&told))
    } else {
        format!("Nothing can be told apart: at most, {told}, which may be chance.")
    }
}

fn overview(runs: &[Run]) -> Section {
    let mut section = Section::new("runs", "The runs", "What each run shows by itself.");
    section.remarks = each(runs, |run| vec![answer(&run.tally)]);
    let names = ["run", "game", "seats", "games", "blocks"];
    let mut table = Table::new("llrrr", &names);
    for run in runs {
        let tally = &run.tally;
        table.rows.push(vec![
            run.label.clone(),
            run.source.manifest.experiment.game.clone(),
            tally.seat_count().to_string(),
            thousands(tally.games),
            thousands(tally.blocks),
        ]);
    }
    section.tables.push(table);
    section
}

/// The settings of a run by name.
fn settings_of(run: &Run) -> BTreeMap<String, String> {
    let manifest = &run.source.manifest;
    let mut settings = BTreeMap::from([
        ("version".to_string(), manifest.version.clone()),
        (
            "revision".to_string(),
            manifest.revision.clone().unwrap_or("unknown".to_string()),
        ),
    ]);
    if let Ok(experiment) = toml::Table::try_from(&manifest.experiment) {
        for (key, value) in experiment.into_iter().filter(|(key, _)| key != "bot") {
            settings.insert(key, value.to_string());
        }
    }
    for bot in &manifest.experiment.bot {
        // A bot is long; whether two of one name are the same is what matters.
        let text = toml::to_string(bot).unwrap_or_default();
        let hash = crate::experiment::results::FileRecord::of(&bot.name, &text).sha256;
        settings.insert(format!("bot {}", bot.name), hash[..8].to_string());
    }
    settings
}

fn settings(runs: &[Run]) -> Section {
    let all: Vec<BTreeMap<String, String>> = runs.iter().map(settings_of).collect();
    let keys: BTreeSet<&String> = all.iter().flat_map(BTreeMap::keys).collect();
    let names: Vec<&str> = std::iter::once("setting")
        .chain(runs.iter().map(|run| run.label.as_str()))
        .collect();
    let mut table = Table::new(&"l".repeat(names.len()), &names);
    for key in keys {
        let values: Vec<Option<&String>> = all.iter().map(|settings| settings.get(key)).collect();
        if values.iter().any(|value| *value != values[0]) {
            let cells = values
                .into_iter()
                .map(|value| value.map_or("–".to_string(), Clone::clone));
            table
                .rows
                .push(std::iter::once(key.clone()).chain(cells).collect());
        }
    }
    let text = if table.rows.is_empty() {
        "The runs have the same settings."
    } else {
        "Settings in which the runs differ; a bot is told by a hash of its file."
    };
    let mut section = Section::new("settings", "What differs", text);
    if !table.rows.is_empty() {
        section.tables.push(table);
    }
    section
}

fn shares(runs: &[Run]) -> Section {
    let mut section = Section::new(
        "wins",
        "Share of wins",
        "Bars are 95 % intervals, one colour per run; the broken line is the fair share of the \
         first run.",
    );
    let mut bots: Vec<&str> = Vec::new();
    for bot in runs.iter().flat_map(|run| &run.tally.entrants) {
        if !bots.contains(&bot.name.as_str()) {
            bots.push(&bot.name);
        }
    }
    let mut marks: Vec<Mark> = Vec::new();
    let mut table = Table::new("llrrrrl", &[&["bot", "run"], &WIN_COLUMNS[..]].concat());
    for name in bots {
        for (index, run) in runs.iter().enumerate() {
            if let Some(bot) = run.bot(name) {
                let (name, place) = (
                    super::svg::shortened(name, 11),
                    super::svg::shortened(&run.label, 8),
                );
                marks.extend(win_mark(format!("{name}, {place}"), &bot.all.wins, index));
                let names = vec![bot.name.clone(), run.label.clone()];
                let cells = win_cells(&bot.all, run.tally.fair_share());
                table.rows.push([names, cells].concat());
            }
        }
    }
    if !marks.is_empty() {
        let caption = Caption {
            id: "plot-wins",
            title: "Share of wins by bot and run",
            text: "One line per bot and run: share of games won and its interval.",
        };
        let fair = runs[0].tally.fair_share();
        let label = format!("fair share {}", percent(fair));
        let plot = intervals(caption, &marks, "%", (100.0 * fair, &label));
        section.plots.push(plot);
        section.tables.push(table);
    }
    section
}

fn differences(changes: &[Change], first: &str) -> Section {
    let mut section = Section::new(
        "differences",
        "Differences",
        &format!(
            "What a bot wins in a run minus what it wins in {first}, in percentage points, and the \
             same for its mean score."
        ),
    );
    let names = [
        "bot",
        "run",
        "wins",
        "95 % interval",
        "so",
        "score",
        "95 % interval",
        "deals",
    ];
    let mut table = Table::new("llrrlrrl", &names);
    let mut marks = Vec::new();
    for (index, change) in changes.iter().enumerate() {
        let (bot, run) = (
            super::svg::shortened(&change.bot, 11),
            super::svg::shortened(&change.run, 8),
        );
        marks.push(Mark {
            label: format!("{bot}, {run}"),
            value: 100.0 * change.wins,
            interval: change
                .wins_interval
                .map(|interval| signed_interval(interval, 100.0)),
            colour: index,
        });
        let mut row = vec![change.bot.clone(), change.run.clone()];
        row.extend(difference_cells(Some(change.wins), change.wins_interval));
        row.push(signed(change.score, 1));
        row.push(range(change.score_interval, 1));
        row.push(if change.paired { "the same" } else { "others" }.to_string());
        table.rows.push(row);
    }
    let caption = Caption {
        id: "plot-differences",
        title: "Difference in share of wins from the first run",
        text: "One line per bot and run: the difference in percentage points and its interval.",
    };
    let plot = intervals(caption, &marks, "", (0.0, "no difference"));
    section.plots.push(plot);
    section.tables.push(table);
    section
}

fn soundness(runs: &[Run], changes: &[Change]) -> Section {
    let mut section = Section::new("soundness", "Soundness", "What limits these conclusions:");
    let warnings = &mut section.remarks;
    warnings.extend(each(runs, |run| {
        super::findings::warnings(&run.tally, &run.source.manifest)
    }));
    if changes.iter().any(|change| !change.paired) {
        warnings.push(
            "Runs on other deals are compared as independent of each other: with the same seed \
             and the same number of seatings, fewer games would tell as much."
                .to_string(),
        );
    }
    if changes.len() > 1 {
        warnings.push(format!(
            "Many comparisons without correction: {} differences, each with a 95\u{a0}% interval \
             of its own. Only the sentence at the top allows for their number.",
            changes.len()
        ));
    }
    let line_up = |run: &Run| run.source.manifest.experiment.bots.clone();
    if runs.iter().any(|run| line_up(run) != line_up(&runs[0])) {
        warnings.push(
            "The line-ups differ: what a bot wins depends on whom it plays against.".to_string(),
        );
    }
    section
}

fn commands(runs: &[Run]) -> Section {
    let mut section = Section::new(
        "reproduce",
        "How to repeat this",
        "The commands that wrote the folders; versions and seeds that differ are told above.",
    );
    let commands = runs.iter().map(|run| run.source.manifest.command.as_str());
    section.command = commands
        .flat_map(str::lines)
        .map(ToString::to_string)
        .collect();
    section
}
