//! Reports: turns a results folder into `report.md` and a self-contained `report.html`.
//!
//! | file | contents |
//! | --- | --- |
//! | [`questions`] | the questions that a report can answer |
//! | [`study`] | findings common to every kind of study |
//! | [`wins`], [`findings`], [`highlights`] | one line-up: the answer in one sentence, warnings and further findings |
//! | [`evidence`], [`winners`] | wins, scores, leads, score categories, seats and game length; winners against the other seats |
//! | [`luck`], [`control_variate`] | sources of variance in scores and wins; means and differences with a control variate |
//! | [`balance`] | changes that bring a game within targets |
//! | [`audit`], [`before_after`], [`duel`], [`tournament`], [`gauntlet`], [`sweep`], [`ladder`], [`levels`], [`mixture`], [`items`], [`price_response`], [`settings`], [`strategies`] | sections specific to one question |
//! | [`by_strength`], [`copies`], [`headline`], [`verdicts`], [`whole_game`] | parts of the report on a study of items |
//! | [`strengths`] | ratings and pairwise results |
//! | [`learning`] | training by self-play |
//! | [`campaigns`] | simulated campaigns |
//! | [`method`] | design, data, seeds, validity checks and the command line |
//! | [`index`], [`thumbnail`] | overview of all runs below a folder as cards; the picture on each card |
//! | [`effects`] | machine-readable report: JSON, and the estimates as CSV |
//! | [`item_table`] | item effects and item attributes as CSV |
//! | [`page`], [`render`] | the page model and its templates |
//! | [`names`] | display names of items |
//! | [`replay`], [`live`] | HTML pages of a recorded game and of a game in progress |
//! | [`plots`], [`curves`], [`dots`], [`scatter`], [`worth`], [`svg`] | plots |
//! | [`words`] | number formatting |
//!
//! This module contains no game-specific code: everything specific to a game comes from the results folder.

#![forbid(unsafe_code)]

pub mod audit;
pub mod balance;
pub mod before_after;
pub mod by_strength;
pub mod campaigns;
pub mod control_variate;
pub mod copies;
pub mod curves;
pub mod dots;
pub mod duel;
pub mod effects;
pub mod error;
pub mod evidence;
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
pub mod levels;
pub mod live;
pub mod luck;
pub mod method;
pub mod mixture;
pub mod names;
pub mod page;
pub mod plots;
pub mod policy;
pub mod price_response;
pub mod questions;
pub mod render;
pub mod replay;
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
pub mod winners;
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
use portolan_run::results::error::RunError;
use portolan_run::results::manifest::{FolderKind, MANIFEST};
use portolan_run::settings::Kind;
use portolan_study::programs::behaviours;
use portolan_study::source::Source;

/// Builds the page for one results folder, or for a folder that contains the shards of one run. The page
/// answers the questions in `asked`; if `asked` is empty, it answers the default question for this kind of
/// run.
///
/// # Errors
/// Returns [`ReportError`] if `folder` is not a results folder, if its files are invalid, or if a question
/// does not apply to this kind of run.
pub fn one_run(folder: &Path, asked: &[&Question]) -> Result<Page, ReportError> {
    let text = files::read_text(&folder.join(MANIFEST));
    let manifest = text.ok().and_then(|text| text.parse::<toml::Table>().ok());
    let kind = manifest.as_ref().and_then(FolderKind::of);
    let (what, page): (_, fn(&Path) -> _) = match kind {
        Some(FolderKind::Learning) => ("a training", learning::page),
        Some(FolderKind::Campaigns) => ("campaigns", campaigns::page),
        _ => return page_of(&Source::open(folder)?, asked),
    };
    if let [question, ..] = asked {
        return Err(ReportError::Question(format!(
            "--ask {}: {} contains {what}, whose report does not accept questions",
            question.name,
            folder.display()
        )));
    }
    page(folder)
}

/// Builds the page for the shards of one run.
///
/// # Errors
/// Fails like [`one_run`], and also if the shards do not belong to the same run.
pub fn shards(folders: &[PathBuf], asked: &[&Question]) -> Result<Page, ReportError> {
    page_of(&Source::of_shards(folders)?, asked)
}

fn page_of(source: &Source, asked: &[&Question]) -> Result<Page, ReportError> {
    let kind = source.manifest.experiment.kind;
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
    found.sections.extend(control_variate::section(source)?);
    let programs = behaviours(source.parts())?;
    Ok(study::page(source, &title, found, &programs))
}

/// Returns the paths of all files that a report with this stem can have: `STEM.md`, `STEM.html`, `STEM.json`,
/// the estimates (`STEM-effects.csv`, or `effects.csv` if the stem is `report`) and, for a study of items,
/// `STEM.csv`.
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

/// Index of `STEM.json` in the result of [`files()`].
const JSON: usize = 2;

/// Returns true if a report of the run in `folder` may replace the report with this stem: the program wrote its files,
/// they are unchanged, and the run was not complete or has changed since.
pub fn is_outdated(stem: &Path, folder: &Path) -> bool {
    let paths = files(stem);
    effects::is_outdated(&paths, &paths[JSON], &folder.join(MANIFEST))
}

/// Writes all files of a page and returns their paths. Writes no file if any of them exists and `force` is
/// false.
///
/// # Errors
/// Returns [`ReportError`] if a file exists or cannot be written.
pub fn write(page: &Page, stem: &Path, force: bool) -> Result<Vec<PathBuf>, ReportError> {
    let written = 4 + usize::from(page.table.is_some());
    let paths: Vec<PathBuf> = files(stem).into_iter().take(written).collect();
    let mut texts = vec![
        page.markdown()?,
        page.html(&links(page, &paths))?,
        effects::csv(page)?,
    ];
    texts.extend(page.table.clone());
    let others = paths.iter().filter(|path| **path != paths[JSON]);
    let others: Vec<(&Path, &str)> = others
        .map(PathBuf::as_path)
        .zip(texts.iter().map(String::as_str))
        .collect();
    let json = effects::json(page, &others)?;
    texts.insert(JSON, json);
    write_all(paths, &texts, force)
}

/// Returns links to the other files of the report and to the source files of the page. Source files are
/// included only if a relative link to them is likely to survive moving the folder.
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

/// Returns the path of `file` relative to `folder`, or `None` if the file is too far away for a relative
/// link.
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

/// Returns the paths of an index with this stem: `STEM.md` and `STEM.html`.
pub fn files_of_index(stem: &Path) -> [PathBuf; 2] {
    let [markdown, html, ..] = files(stem);
    [markdown, html]
}

/// Writes both files of an index and returns their paths. Writes no file if either exists and `force` is
/// false.
///
/// # Errors
/// Fails like [`write()`].
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

/// Writes each drawing of a page to its own file in `folder` and returns the number of drawings. Creates the
/// folder if necessary. Writes no file if any of them exists and `force` is false.
///
/// # Errors
/// Returns [`ReportError`] if a file exists or cannot be written.
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

    /// Returns the last path segments of all `portolan_stats` imports in a file, without its tests.
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

    /// The `portolan_stats` crate computes the statistics; report code may only name its types and format
    /// numbers.
    #[test]
    fn report_code_does_not_compute_statistics() {
        assert!(check(Path::new(env!("CARGO_MANIFEST_DIR"))) > 20);
        let before = "use portolan_stats::{Moments, mean_interval};\n";
        assert_eq!(named(before), ["Moments", "mean_interval"]);
        assert_eq!(
            named("use portolan_stats::bootstrap::resample;"),
            ["resample"]
        );
    }
}
