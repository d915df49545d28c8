//! Overview page of all runs below a folder: question, answer and report of each run.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use chrono::DateTime;
use serde::Serialize;

use super::error::ReportError;
use super::policy::policy;
use super::render::{Link, element, render};
use super::svg::shortened;
use super::thumbnail::thumbnail;
use super::words::{count, listed, plural, thousands, title, verb};
use portolan_core::files;
use portolan_run::campaign::manifest::CampaignsManifest;
use portolan_run::results::error::RunError;
use portolan_run::results::manifest::{FolderKind, MANIFEST, Manifest, Status};
use portolan_run::results::shards::results_in;
use portolan_run::results::trial::{is_beside_games, trial_of};
use portolan_study::error::ReadError;
use portolan_study::source::Source;
use portolan_train::learn::manifest::LearnManifest;
use portolan_train::tune::manifest::TuneManifest;

const HTML: &str = include_str!("templates/index.html");
const MARKDOWN: &str = include_str!("templates/index.md");
const STYLE: &str = include_str!("templates/index.css");

/// Maximum length of an answer on a card, in characters.
const LONGEST: usize = 280;

/// Maximum folder depth of the search.
const DEEPEST: usize = 6;

/// A run, a training, a tuning or a set of campaigns.
struct Run {
    /// Folder relative to the index page.
    folder: PathBuf,
    kind: String,
    game: String,
    bots: String,
    games: u64,
    seed: u64,
    data: String,
    /// Problem with the run, or an empty string.
    state: String,
    /// Start of its last session, in seconds since 1970-01-01 UTC.
    started: u64,
    /// Path of its report relative to the index page, if it exists.
    report: Option<PathBuf>,
    answer: String,
    /// First picture of its report, as a data URL.
    picture: String,
}

/// Index of all runs below a folder, with one card per run, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Index {
    /// Short description of the contents.
    pub title: String,
    /// Total number of games, in one sentence.
    pub answer: String,
    /// Folders that cannot be read.
    pub notices: Vec<String>,
    cards: Vec<Card>,
}

/// A run as shown on the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Card {
    name: String,
    /// Address of its report, or an empty string.
    address: String,
    game: String,
    kind: String,
    games: String,
    date: String,
    answer: String,
    bots: String,
    seed: u64,
    data: String,
    state: String,
    picture: String,
}

#[derive(Serialize)]
struct Shown<'page> {
    index: &'page Index,
    style: String,
    policy: String,
}

impl Index {
    /// Renders the index as self-contained HTML.
    ///
    /// # Errors
    /// Returns [`ReportError::Template`] if the template is invalid.
    pub fn html(&self) -> Result<String, ReportError> {
        self.render("index.html", HTML)
    }

    /// Renders the index as Markdown: a table without pictures.
    ///
    /// # Errors
    /// Returns [`ReportError::Template`] if the template is invalid.
    pub fn markdown(&self) -> Result<String, ReportError> {
        self.render("index.md", MARKDOWN)
    }

    fn render(&self, name: &str, template: &str) -> Result<String, ReportError> {
        let style = element(STYLE);
        let shown = Shown {
            index: self,
            policy: policy(&style, ""),
            style,
        };
        render(name, template, &shown)
    }
}

/// Returns true if the folder is not a run but contains separate runs (not the shards of one run). The report
/// on such a folder is an index.
pub fn holds_runs(folder: &Path) -> bool {
    if !folder.is_dir() || folder.join(MANIFEST).is_file() {
        return false;
    }
    let is_shard = |found: &PathBuf| {
        let manifest = Manifest::read(found);
        manifest.is_ok_and(|manifest| manifest.is_some_and(|manifest| manifest.shard.is_some()))
    };
    let inside = results_in(folder);
    match inside.is_empty() {
        true => !below(folder).is_empty(),
        false => !inside.iter().all(is_shard),
    }
}

/// Builds the index of all runs below a folder.
///
/// # Errors
/// Returns [`ReportError`] if the folder does not exist, is itself a run or contains no runs.
pub fn index(folder: &Path) -> Result<Index, ReportError> {
    if !folder.is_dir() {
        return Err(ReadError::NoFolder(folder.to_path_buf()).into());
    }
    if folder.join(MANIFEST).is_file() {
        return Err(ReportError::Question(format!(
            "--index: {} is a single run; expected a folder that contains runs",
            folder.display()
        )));
    }
    let (mut runs, mut unread) = (Vec::new(), Vec::new());
    let runs_below = below(folder).into_iter();
    for found in runs_below.filter(|found| !is_beside_games(found)) {
        let from_here = found.strip_prefix(folder).unwrap_or(&found).to_path_buf();
        match read(&found, from_here) {
            Ok(Some(run)) => runs.push(run),
            Ok(None) => {}
            Err(error) => unread.push(error.to_string()),
        }
    }
    if runs.is_empty() && unread.is_empty() {
        return Err(ReadError::NoManifest(folder.to_path_buf()).into());
    }
    runs.sort_by(|one, other| {
        let order = |run: &Run| (Reverse(run.started), run.folder.clone());
        order(one).cmp(&order(other))
    });
    Ok(page(&runs, unread))
}

/// Returns all folders below `folder` that have a manifest. Does not search inside those folders.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = results_in(folder);
    let mut open = vec![(folder.to_path_buf(), 1)];
    while let Some((parent, depth)) = open.pop() {
        let entries = std::fs::read_dir(&parent).into_iter().flatten().flatten();
        let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        for inside in folders.map(|entry| entry.path()) {
            if !inside.join(MANIFEST).is_file() && depth < DEEPEST {
                found.extend(results_in(&inside));
                open.push((inside, depth + 1));
            }
        }
    }
    found.sort();
    found
}

/// Reads the manifest of a folder. Returns `None` if it is not a portolan manifest.
fn read(folder: &Path, from_here: PathBuf) -> Result<Option<Run>, RunError> {
    let text = files::read_text(&folder.join(MANIFEST)).unwrap_or_default();
    let keys: toml::Table = text.parse().unwrap_or_default();
    let run = match FolderKind::of(&keys) {
        Some(FolderKind::Learning) => LearnManifest::read(folder)?.map(of_training),
        Some(FolderKind::Tuning) => TuneManifest::read(folder)?.map(of_tuning),
        Some(FolderKind::Campaigns) => CampaignsManifest::read(folder)?.map(of_campaigns),
        // Other kinds have no file of this name.
        _ => Manifest::read(folder)?.map(|manifest| of_run(folder, manifest)),
    };
    // The report of a trial is stored next to the folder with its games.
    let (folder, from_here) = match (trial_of(folder), from_here.parent()) {
        (Some(trial), Some(parent)) if !parent.as_os_str().is_empty() => {
            (trial, parent.to_path_buf())
        }
        _ => (folder, from_here),
    };
    Ok(run.map(|run| {
        let (report, answer, picture) = reported(folder, &from_here);
        Run {
            folder: from_here,
            report,
            answer,
            picture,
            ..run
        }
    }))
}

/// Returns the number of games in a run. For an interrupted run, counts the rows of its table because the
/// manifest is out of date.
fn games_of(folder: &Path, manifest: &Manifest) -> u64 {
    if manifest.status == Status::Complete {
        return manifest.games_done;
    }
    let counted = Source::open(folder).and_then(|source| {
        let extent = source.blocks()?.each_game(|_| ())?;
        Ok(extent.games)
    });
    counted.unwrap_or(0).max(manifest.games_done)
}

fn of_run(folder: &Path, manifest: Manifest) -> Run {
    let experiment = &manifest.experiment;
    let state = match (manifest.shard, manifest.status) {
        (Some(shard), Status::Complete) => format!("part {shard}"),
        (Some(shard), status) => format!("part {shard}, {}", under_way(status)),
        (None, status) => under_way(status).to_string(),
    };
    Run {
        kind: experiment.kind.name().to_string(),
        game: experiment.game.clone(),
        bots: distinct(experiment.bots.iter().map(String::as_str)),
        games: games_of(folder, &manifest),
        seed: experiment.seed,
        data: manifest.data.hash.clone(),
        started: manifest.run.started_unix,
        state,
        ..Run::empty()
    }
}

fn of_training(manifest: LearnManifest) -> Run {
    let learning = &manifest.learning;
    Run {
        kind: "learn".to_string(),
        game: learning.game.clone(),
        games: manifest.rounds_done.saturating_mul(learning.games),
        seed: learning.seed,
        data: manifest.data.hash.clone(),
        started: manifest.run.started_unix,
        state: under_way(manifest.status).to_string(),
        ..Run::empty()
    }
}

fn of_tuning(manifest: TuneManifest) -> Run {
    let tuning = &manifest.tuning;
    let blocks = tuning.evaluations.saturating_mul(tuning.blocks);
    Run {
        kind: "tune".to_string(),
        game: tuning.game.clone(),
        bots: tuning.base.name.clone(),
        games: blocks.saturating_mul(manifest.block_size),
        seed: tuning.seed,
        data: manifest.data.hash.clone(),
        started: manifest.run.started_unix,
        state: under_way(manifest.status).to_string(),
        ..Run::empty()
    }
}

fn of_campaigns(manifest: CampaignsManifest) -> Run {
    let campaigns = &manifest.campaigns;
    Run {
        kind: "campaign".to_string(),
        game: campaigns.game.clone(),
        bots: distinct(campaigns.bot.iter().map(|bot| bot.name.as_str())),
        games: manifest.games_done,
        seed: campaigns.seed,
        data: manifest.data.hash.clone(),
        started: manifest.run.started_unix,
        state: under_way(manifest.status).to_string(),
        ..Run::empty()
    }
}

impl Run {
    fn empty() -> Run {
        Run {
            folder: PathBuf::new(),
            kind: String::new(),
            game: String::new(),
            bots: String::new(),
            games: 0,
            seed: 0,
            data: String::new(),
            state: String::new(),
            started: 0,
            report: None,
            answer: String::new(),
            picture: String::new(),
        }
    }
}

fn under_way(status: Status) -> &'static str {
    match status {
        Status::Complete => "",
        Status::Running => "running or interrupted",
        Status::Stopped => "stopped",
    }
}

/// Joins the distinct names with commas.
fn distinct<'name>(names: impl Iterator<Item = &'name str>) -> String {
    let mut seen = BTreeSet::new();
    let new = names.filter(|name| seen.insert(*name));
    new.collect::<Vec<_>>().join(", ")
}

/// Returns the path of the report on a folder, its one-sentence answer and its first picture.
fn reported(folder: &Path, from_here: &Path) -> (Option<PathBuf>, String, String) {
    let read = |name: &str| files::read_text(&folder.join(name)).unwrap_or_default();
    let page = Some("report.html").filter(|name| folder.join(name).is_file());
    let words: serde_json::Value = serde_json::from_str(&read("report.json")).unwrap_or_default();
    let answer = words["answer"].as_str().unwrap_or_default().to_string();
    let picture = page.and_then(|name| thumbnail(&read(name)));
    (
        page.map(|name| from_here.join(name)),
        answer,
        picture.unwrap_or_default(),
    )
}

/// Formats a time as an ISO date such as `2026-11-25`. Returns an empty string if the time is out of range.
fn day(seconds: u64) -> String {
    let time = i64::try_from(seconds)
        .ok()
        .and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    time.map_or(String::new(), |time| time.date_naive().to_string())
}

fn card(run: &Run) -> Card {
    let folder = run.folder.to_string_lossy().into_owned();
    let answer = match (&run.report, run.answer.as_str()) {
        (None, _) => format!("No report yet; to write one, use: portolan report {folder}"),
        (Some(_), "") => {
            "report.json, which contains the answer of the report, is missing.".to_string()
        }
        (Some(_), answer) => shortened(answer, LONGEST),
    };
    Card {
        address: run
            .report
            .clone()
            .map_or(String::new(), |report| Link::to(report).address),
        name: folder,
        game: title(&run.game).to_string(),
        kind: run.kind.clone(),
        games: count(run.games, "game"),
        date: day(run.started),
        answer,
        bots: run.bots.clone(),
        seed: run.seed,
        data: run.data.clone(),
        state: run.state.clone(),
        picture: run.picture.clone(),
    }
}

fn page(runs: &[Run], unread: Vec<String>) -> Index {
    let games: BTreeSet<&str> = runs.iter().map(|run| title(&run.game)).collect();
    let played: u64 = runs.iter().map(|run| run.games).sum();
    let reported = runs.iter().filter(|run| run.report.is_some()).count() as u64;
    let of_games = games.len() as u64;
    let games: Vec<String> = games.iter().map(ToString::to_string).collect();
    Index {
        title: format!(
            "{} of {of_games} {}",
            count(runs.len() as u64, "run"),
            plural(of_games, "game")
        ),
        answer: format!(
            "{} of {}: {} played, {} {} a report.",
            count(runs.len() as u64, "run"),
            listed(&games),
            count(played, "game"),
            thousands(reported),
            verb(reported, "has", "have")
        ),
        notices: unread,
        cards: runs.iter().map(card).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_are_converted_to_calendar_days() {
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(951_868_799), "2000-02-29");
        assert_eq!(day(u64::MAX), "");
    }

    #[test]
    fn index_page_escapes_html_in_names() {
        let run = Run {
            folder: PathBuf::from("<b>|x"),
            answer: "<script>alert(1)</script>".to_string(),
            report: Some(PathBuf::from("a b/report.html")),
            ..Run::empty()
        };
        let index = page(&[run], vec!["<i>".to_string()]);
        let html = index.html().unwrap();
        assert!(!html.contains("<script") && !html.contains("<i>") && !html.contains("<b>"));
        assert!(html.contains("href=\"a%20b/report.html\""), "{html}");
        let style = html
            .split("<style>")
            .nth(1)
            .unwrap()
            .split("</style>")
            .next()
            .unwrap();
        assert!(
            html.contains(&policy(style, "")),
            "the page allows its own style"
        );
        let markdown = index.markdown().unwrap();
        assert!(
            markdown.contains(r"[&lt;b\>\|x](a%20b/report.html)"),
            "{markdown}"
        );
    }
}
