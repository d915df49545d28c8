//! From a results folder to a page for people: `report.md`, and `report.html`, which needs nothing
//! but itself.
//!
//! | file | what it holds |
//! | --- | --- |
//! | [`questions`] | what can be asked of a folder |
//! | [`study`] | what every answer has to say |
//! | [`wins`], [`findings`], [`highlights`] | one line-up: the answer in one sentence, warnings, and what else is worth a sentence |
//! | [`evidence`] | wins, scores, leads, categories, seats, length |
//! | [`luck`], [`luck_subtracted`] | where the variance of scores and wins comes from; means and differences with the luck subtracted |
//! | [`before_after`], [`duel`], [`tournament`], [`gauntlet`], [`sweep`], [`ladder`], [`rungs`], [`mixture`], [`items`], [`price`], [`settings`], [`exposure`], [`strategies`] | what each question adds |
//! | [`by_strength`], [`copies`], [`headline`], [`verdicts`], [`whole_game`] | parts of what a study of items says |
//! | [`strengths`] | ratings, and who finished ahead of whom |
//! | [`learning`] | a training by self-play |
//! | [`campaigns`] | simulated campaigns |
//! | [`method`] | design, data, seeds, soundness, command |
//! | [`compare`] | several runs side by side |
//! | [`index`], [`thumbnail`] | all runs below a folder as cards; the picture of each |
//! | [`effects`] | a page for programs: JSON, and its estimates as CSV |
//! | [`item_table`] | effects of items for programs, with all that is known of each |
//! | [`page`], [`render`] | a page, and the templates that it is written with |
//! | [`names`] | what items are called by people |
//! | [`replay`], [`live`] | one game move by move, as a page; one that is being played |
//! | [`plots`], [`curves`], [`dots`], [`scatter`], [`worth`], [`svg`] | drawing |
//! | [`words`] | numbers as people read them |
//!
//! No file of this room names a game: it reads what the folder says.

#![forbid(unsafe_code)]

pub mod before_after;
pub mod by_strength;
pub mod campaigns;
pub mod compare;
pub mod copies;
pub mod curves;
pub mod dots;
pub mod duel;
pub mod effects;
pub mod error;
pub mod evidence;
pub mod exposure;
pub mod findings;
pub mod gauntlet;
pub mod habits;
pub mod headline;
pub mod highlights;
pub mod index;
pub mod item_table;
pub mod items;
pub mod ladder;
pub mod learning;
pub mod live;
pub mod luck;
pub mod luck_subtracted;
pub mod method;
pub mod mixture;
pub mod names;
pub mod page;
pub mod plots;
pub mod policy;
pub mod price;
pub mod questions;
pub mod render;
pub mod replay;
pub mod rungs;
pub mod scatter;
pub mod settings;
pub mod strategies;
pub mod strengths;
pub mod study;
pub mod svg;
pub mod sweep;
pub mod thumbnail;
pub mod tournament;
pub mod verdicts;
pub mod whole_game;
pub mod wins;
pub mod words;
pub mod worth;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub use error::ReportError;
use index::Index;
use page::Page;
use questions::{Question, first_of};
use render::Link;
use study::{Findings, together};
use svg::Drawing;

use portolan_core::files;
use portolan_engine::results::error::RunError;
use portolan_engine::results::manifest::MANIFEST;
use portolan_engine::settings::Kind;
use portolan_study::programs::behaviours;
use portolan_study::source::Source;

/// The page about one results folder, or about a folder that holds the shards of a run: its answers to what
/// is asked, or to the first question of its kind.
///
/// # Errors
/// [`ReportError`] if it is no results folder, its files are not as they should be, or it cannot be asked that.
pub fn one_run(folder: &Path, asked: &[&Question]) -> Result<Page, ReportError> {
    let text = files::read_regular(&folder.join(MANIFEST));
    let manifest = text.ok().and_then(|text| text.parse::<toml::Table>().ok());
    let holds = |key: &str| (manifest.as_ref()).is_some_and(|manifest| manifest.contains_key(key));
    let what = match (holds("learning"), holds("campaigns")) {
        (true, _) => "a training",
        (_, true) => "campaigns",
        _ => return page_of(&Source::open(folder)?, asked),
    };
    if let [question, ..] = asked {
        return Err(ReportError::Question(format!(
            "--ask {}: {} holds {what}, whose report takes no questions",
            question.name,
            folder.display()
        )));
    }
    match holds("learning") {
        true => learning::page(folder),
        false => campaigns::page(folder),
    }
}

/// The page about shards of a run.
///
/// # Errors
/// As [`one_run`], and if the shards do not fit each other.
pub fn shards(folders: &[PathBuf], asked: &[&Question]) -> Result<Page, ReportError> {
    page_of(&Source::of_shards(folders)?, asked)
}

fn page_of(source: &Source, asked: &[&Question]) -> Result<Page, ReportError> {
    let kind = source.manifest.experiment.design.kind();
    questions::check(asked, kind)?;
    let names: Vec<&str> = asked.iter().map(|question| question.name).collect();
    let (title, asked) = match (asked, kind) {
        ([], Kind::Simulate) => (String::new(), &[first_of(kind)][..]),
        ([], kind) => (kind.name().to_string(), &[first_of(kind)][..]),
        (asked, _) => (names.join(", "), asked),
    };
    let answer = |question: &&Question| Ok((question.name, question.answer(source)?));
    let answers: Result<Vec<(&str, Findings)>, ReportError> = asked.iter().map(answer).collect();
    let mut found = together(answers?);
    found.sections.extend(luck_subtracted::section(source)?);
    let programs = behaviours(source.parts())?;
    Ok(study::page(source, &title, found, &programs))
}

/// The files that a report with this stem may have: `STEM.md`, `STEM.html`, `STEM.json`, the estimates
/// (`STEM-effects.csv`, `effects.csv` beside a `report`) and, of a study of items, `STEM.csv`.
pub fn files(stem: &Path) -> [PathBuf; 5] {
    let named = |ending: &str| {
        let mut name = stem.as_os_str().to_os_string();
        name.push(ending);
        PathBuf::from(name)
    };
    let effects = match stem.file_name() {
        Some(name) if name == "report" => stem.with_file_name("effects.csv"),
        _ => named("-effects.csv"),
    };
    [
        named(".md"),
        named(".html"),
        named(".json"),
        effects,
        named(".csv"),
    ]
}

/// Writes a page: its files or, if one of them is there already and `force` is not set, none.
///
/// # Errors
/// [`ReportError`] if a file is there already or cannot be written.
pub fn write(page: &Page, stem: &Path, force: bool) -> Result<Vec<PathBuf>, ReportError> {
    let written = 4 + usize::from(page.table.is_some());
    let paths: Vec<PathBuf> = files(stem).into_iter().take(written).collect();
    let mut texts = vec![
        page.markdown()?,
        page.html(&links(page, &paths))?,
        effects::json(page)?,
        effects::csv(page)?,
    ];
    texts.extend(page.table.clone());
    write_all(paths, &texts, force)
}

/// The files beside an HTML page, and those that it is made of, as far as they are near enough that they may be moved
/// together.
fn links(page: &Page, paths: &[PathBuf]) -> Vec<Link> {
    let folder = paths[0].parent().unwrap_or(Path::new(""));
    let beside = paths.iter().filter_map(|path| path.file_name());
    let beside = beside
        .map(PathBuf::from)
        .filter(|name| name != "report.html");
    let near = page
        .sources
        .iter()
        .filter_map(|source| near(folder, source));
    beside.chain(near).map(Link::to).collect()
}

/// A file as a page in a folder leads to it; `None` if it is elsewhere on the machine.
fn near(folder: &Path, file: &Path) -> Option<PathBuf> {
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    let inside = real(folder).zip(real(file));
    let inside =
        inside.and_then(|(folder, file)| Some(file.strip_prefix(folder).ok()?.to_path_buf()));
    inside.or_else(|| Some(files::seen_from(folder, file)).filter(|path| path.is_relative()))
}

/// The files of an index of this stem: `STEM.md` and `STEM.html`.
pub fn files_of_index(stem: &Path) -> [PathBuf; 2] {
    let [markdown, html, ..] = files(stem);
    [markdown, html]
}

/// Writes an index: both of its files or, if one of them is there already and `force` is not set, none.
///
/// # Errors
/// As [`write()`].
pub fn write_index(page: &Index, stem: &Path, force: bool) -> Result<Vec<PathBuf>, ReportError> {
    let texts = [page.markdown()?, page.html()?];
    write_all(files_of_index(stem).into(), &texts, force)
}

fn write_all(
    paths: Vec<PathBuf>,
    texts: &[String],
    force: bool,
) -> Result<Vec<PathBuf>, ReportError> {
    if let Some(path) = paths.iter().find(|path| !force && path.exists()) {
        return Err(ReportError::Exists(path.clone()));
    }
    for (path, text) in paths.iter().zip(texts) {
        files::save(path, text).map_err(|error| ReportError::Write(RunError::file(path)(error)))?;
    }
    Ok(paths)
}

/// Writes every drawing of a page as a file of its own into a folder, which is made if it is not there. Nothing is
/// written if one of them is there already and `force` is not set.
///
/// # Errors
/// [`ReportError`] if a file is there already or cannot be written.
pub fn write_pictures(page: &Page, folder: &Path, force: bool) -> Result<usize, ReportError> {
    let mut named: BTreeMap<String, &Drawing> = BTreeMap::new();
    for drawing in page.sections.iter().flat_map(|section| &section.plots) {
        let mut name = drawing.file_stem();
        while named.contains_key(&name) {
            name.push('-');
        }
        named.insert(name, drawing);
    }
    let path = |name: &str| folder.join(format!("{name}.svg"));
    let there = named.keys().map(|name| path(name));
    if let Some(path) = there.into_iter().find(|path| !force && path.exists()) {
        return Err(ReportError::Exists(path));
    }
    let written = |path: &Path| {
        let path = path.to_path_buf();
        move |error| ReportError::Write(RunError::file(&path)(error))
    };
    std::fs::create_dir_all(folder).map_err(written(folder))?;
    for (name, drawing) in &named {
        let path = path(name);
        files::save(&path, drawing.picture()).map_err(written(&path))?;
    }
    Ok(named.len())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    /// What statistics a file names, without its tests: the last words of their paths.
    fn named(text: &str) -> Vec<String> {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let paths = code.split("portolan_stats::").skip(1);
        let paths = paths.map(|rest| rest.split(';').next().unwrap_or_default());
        let computing =
            |path: &&str| !path.starts_with("words::") && *path != "interval::CONFIDENCE";
        paths
            .filter(computing)
            .flat_map(|path| {
                let names = path.split_once('{').map_or(path, |(_, names)| names);
                names.trim_end_matches('}').split(',')
            })
            .filter_map(|name| name.trim().rsplit("::").next())
            .filter(|name| !name.is_empty())
            .map(str::to_string)
            .collect()
    }

    fn check(folder: &Path) -> usize {
        let mut checked = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                checked += check(&path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                for name in named(&std::fs::read_to_string(&path).unwrap()) {
                    let is_type = name.starts_with(char::is_uppercase);
                    assert!(is_type, "{}: {name} computes", path.display());
                    checked += 1;
                }
            }
        }
        checked
    }

    /// Statistics are computed below; here only their types are named, and numbers put into words.
    #[test]
    fn no_file_of_this_room_computes_statistics() {
        assert!(check(Path::new(env!("CARGO_MANIFEST_DIR"))) > 20);
        let before = "use portolan_stats::{Moments, mean_interval};\n";
        assert_eq!(named(before), ["Moments", "mean_interval"]);
        assert_eq!(
            named("use portolan_stats::bootstrap::resample;"),
            ["resample"]
        );
    }
}
