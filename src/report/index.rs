//! One page over all runs below a folder: what each asked, what came out, and where its report is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::error::ReportError;
use super::page::{Page, Section, Table};
use super::words::{count, plural, thousands, title, verb};
use portolan_core::files;
use portolan_engine::campaign::manifest::CampaignsManifest;
use portolan_engine::learn::manifest::LearnManifest;
use portolan_engine::results::error::RunError;
use portolan_engine::results::manifest::{MANIFEST, Manifest, Status};
use portolan_engine::results::shards::results_in;
use portolan_engine::tune::manifest::TuneManifest;
use portolan_study::error::ReadError;

/// Folders within folders that are looked into.
const DEEPEST: usize = 6;

/// A run, a training, a tuning or campaigns.
struct Run {
    /// Its folder, from that of the page.
    folder: PathBuf,
    kind: String,
    game: String,
    bots: String,
    games: u64,
    seed: u64,
    /// Hash of its component data.
    data: String,
    /// What is not as it should be; empty if all is well.
    state: String,
    /// The page about it, from that of the index, if it is there.
    report: Option<PathBuf>,
    answer: String,
}

/// The page over all runs below a folder.
///
/// # Errors
/// [`ReportError`] if there is no such folder, no run in it, or if it is one itself.
pub fn index(folder: &Path) -> Result<Page, ReportError> {
    if !folder.is_dir() {
        return Err(ReadError::NoFolder(folder.to_path_buf()).into());
    }
    if folder.join(MANIFEST).is_file() {
        return Err(ReportError::Question(format!(
            "--index: {} is a run itself; expected a folder that holds runs",
            folder.display()
        )));
    }
    let (mut runs, mut unread) = (Vec::new(), Vec::new());
    for found in below(folder) {
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
        let order = |run: &Run| (run.game.clone(), run.kind.clone(), run.folder.clone());
        order(one).cmp(&order(other))
    });
    Ok(page(&runs, unread))
}

/// The folders with a manifest below a folder; nothing is looked for in them.
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

/// What a folder says of itself. `None` if that is no manifest of this program.
fn read(folder: &Path, from_here: PathBuf) -> Result<Option<Run>, RunError> {
    let text = files::read_regular(&folder.join(MANIFEST)).unwrap_or_default();
    let keys: toml::Table = text.parse().unwrap_or_default();
    let run = if keys.contains_key("learning") {
        LearnManifest::read(folder)?.map(of_training)
    } else if keys.contains_key("tuning") {
        TuneManifest::read(folder)?.map(of_tuning)
    } else if keys.contains_key("campaigns") {
        CampaignsManifest::read(folder)?.map(of_campaigns)
    } else {
        Manifest::read(folder)?.map(of_run)
    };
    Ok(run.map(|run| {
        let (report, answer) = reported(folder, &from_here);
        Run {
            folder: from_here,
            report,
            answer,
            ..run
        }
    }))
}

fn of_run(manifest: Manifest) -> Run {
    let experiment = &manifest.experiment;
    let state = match (manifest.shard, manifest.status) {
        (Some(shard), Status::Complete) => format!("part {shard}"),
        (Some(shard), status) => format!("part {shard}, {}", under_way(status)),
        (None, status) => under_way(status).to_string(),
    };
    Run {
        kind: experiment.design.kind().name().to_string(),
        game: experiment.game.clone(),
        bots: distinct(experiment.bots.iter().map(String::as_str)),
        games: manifest.games_done,
        seed: experiment.seed,
        data: manifest.data.hash.clone(),
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
            report: None,
            answer: String::new(),
        }
    }
}

fn under_way(status: Status) -> &'static str {
    match status {
        Status::Complete => "",
        Status::Running => "under way or cut off",
        Status::Stopped => "stopped",
    }
}

/// Names, each once.
fn distinct<'name>(names: impl Iterator<Item = &'name str>) -> String {
    let mut seen = BTreeSet::new();
    let new = names.filter(|name| seen.insert(*name));
    new.collect::<Vec<_>>().join(", ")
}

/// The report of a folder, and its answer in one sentence.
fn reported(folder: &Path, from_here: &Path) -> (Option<PathBuf>, String) {
    let page = Some("report.html").filter(|name| folder.join(name).is_file());
    let words = files::read_regular(&folder.join("report.json")).unwrap_or_default();
    let words: serde_json::Value = serde_json::from_str(&words).unwrap_or_default();
    let answer = words["answer"].as_str().unwrap_or_default().to_string();
    (page.map(|name| from_here.join(name)), answer)
}

fn page(runs: &[Run], unread: Vec<String>) -> Page {
    let games: BTreeSet<&str> = runs.iter().map(|run| title(&run.game)).collect();
    let played: u64 = runs.iter().map(|run| run.games).sum();
    let reported = runs.iter().filter(|run| run.report.is_some()).count() as u64;
    let without = runs.len() as u64 - reported;
    let mut section = Section::new(
        "runs",
        "The runs",
        "By game, kind and folder. The answers are those of the reports as they were written.",
    );
    if without > 0 {
        section.text.push(format!(
            "{} {} no report yet: `portolan report DIR` writes one.",
            count(without, "run"),
            verb(without, "has", "have")
        ));
    }
    let columns = [
        "run", "game", "kind", "answer", "games", "bots", "seed", "data", "state",
    ];
    let mut table = Table::new("flllrlrll", &columns);
    for run in runs {
        let or_dash = |text: &str| match text {
            "" => "–".to_string(),
            text => text.to_string(),
        };
        let path = |path: &Path| path.to_string_lossy().into_owned();
        table.rows.push(vec![
            path(run.report.as_deref().unwrap_or(&run.folder)),
            title(&run.game).to_string(),
            run.kind.clone(),
            or_dash(&run.answer),
            thousands(run.games),
            or_dash(&run.bots),
            run.seed.to_string(),
            run.data.clone(),
            or_dash(&run.state),
        ]);
    }
    section.tables.push(table);
    let of_games = games.len() as u64;
    Page {
        title: format!(
            "{} of {of_games} {}",
            count(runs.len() as u64, "run"),
            plural(of_games, "game")
        ),
        question: "What was asked, and what came out?".to_string(),
        answer: format!(
            "{} of {}: {} played, {} {} a report.",
            count(runs.len() as u64, "run"),
            super::words::listed(
                &games
                    .iter()
                    .map(|game| game.to_string())
                    .collect::<Vec<_>>()
            ),
            count(played, "game"),
            thousands(reported),
            verb(reported, "has", "have")
        ),
        notices: unread,
        sections: vec![section],
        ..Page::default()
    }
}
