//! Sections on the method: design, data, seeds, validity checks and command line.

use std::collections::BTreeMap;

use super::findings::data_sentence;
use super::page::{Section, Table};
use super::words::{count, listed, percent, thousands};
use portolan_run::results::manifest::{Manifest, Status};
use portolan_run::results::reader::Extent;
use portolan_study::programs::Behaviour;
use portolan_study::warnings::missing;

/// Maximum number of conditions listed on a page.
const MOST_LISTED: usize = 60;

/// Builds all sections on the method.
pub fn sections(
    extent: Extent,
    manifest: &Manifest,
    programs: &[Behaviour],
    warnings: Vec<String>,
) -> Vec<Section> {
    let mut sections = vec![design(extent, manifest)];
    sections.extend(programs_section(programs));
    sections.extend([
        data(manifest),
        seeds(manifest),
        soundness(warnings),
        command(manifest),
    ]);
    sections
}

/// Builds the section on moves and failures of external programs. Returns `None` if no external program
/// played.
fn programs_section(programs: &[Behaviour]) -> Option<Section> {
    if programs.is_empty() {
        return None;
    }
    let mut section = Section::new(
        "programs",
        "Programs",
        "Bots that run as external programs. A failure is a late or illegal move, an invalid answer, a program \
         that ended, or a program that wrote too much. A seat that forfeits is ranked last, and random moves \
         complete its game. Times are those of answered moves; the 95th percentile is too high by at most a \
         fifth. programs.csv lists every game and seat.",
    );
    let mut table = Table::new(
        "lrrlrrrr",
        &[
            "bot",
            "seats",
            "moves",
            "failures",
            "forfeits",
            "mean ms",
            "95 % within ms",
            "worst ms",
        ],
    );
    for program in programs {
        let times = program.milliseconds();
        let time =
            |index: usize| times.map_or("–".to_string(), |times| format!("{:.2}", times[index]));
        table.rows.push(vec![
            program.bot.clone(),
            thousands(program.seats),
            thousands(program.times.number()),
            program.failures_in_words(),
            thousands(program.forfeited),
            time(0),
            time(1),
            time(2),
        ]);
    }
    section.tables.push(table);
    for program in programs {
        if let Some((game, said)) = &program.first_failure {
            section.remarks.push(format!(
                "First failure of {}, in game {game}: {said}",
                program.bot
            ));
        }
    }
    Some(section)
}

fn facts(rows: Vec<(&str, String)>) -> Table {
    let mut table = Table::new("ll", &["", ""]);
    table.rows = rows
        .into_iter()
        .map(|(name, value)| vec![name.to_string(), value])
        .collect();
    table
}

fn design(extent: Extent, manifest: &Manifest) -> Section {
    let experiment = &manifest.experiment;
    let mut section = Section::new(
        "design",
        "Design",
        &format!(
            "A deal group is one deal played in {}, so no bot has an advantage from its seat or \
             from lucky deals. The games of a deal group are not independent. Unless stated \
             otherwise, intervals use Student's t over the means of {}.",
            match experiment.cells.len() {
                0 => count(manifest.block_size, "seating"),
                cells => format!(
                    "every seating of {}, {} in total",
                    count(cells as u64, "condition"),
                    count(manifest.block_size, "game")
                ),
            },
            count(extent.blocks, "deal group"),
        ),
    );
    let options = options(&experiment.set);
    let status = match manifest.status {
        Status::Running => "running or interrupted",
        Status::Stopped => "stopped before its end",
        Status::Complete => "complete",
    };
    section.tables.push(facts(vec![
        ("study", experiment.kind.name().to_string()),
        ("game", experiment.game.clone()),
        ("bots per game", experiment.players.to_string()),
        (
            if experiment.cells.is_empty() {
                "line-up"
            } else {
                "bots"
            },
            listed(&experiment.bots),
        ),
        ("rule options", options),
        (
            "games",
            format!(
                "{} of {} planned; {} crashed",
                thousands(extent.games),
                thousands(manifest.games_planned),
                missing(extent, manifest)
            ),
        ),
        (
            "deal groups",
            format!(
                "{} of {} planned",
                thousands(extent.blocks),
                thousands(manifest.blocks_planned)
            ),
        ),
        ("run", status.to_string()),
    ]));
    if !experiment.cells.is_empty() {
        section.tables.push(cells(manifest));
    }
    if experiment.cells.len() > MOST_LISTED {
        section.text.push(format!(
            "The table lists the first {MOST_LISTED} of {}; cells.csv contains all of them.",
            count(experiment.cells.len() as u64, "condition")
        ));
    }
    if !experiment.bot.is_empty() {
        let mut bots = Table::new("lll", &["bot", "kind", "about"]);
        bots.rows = experiment
            .bot
            .iter()
            .map(|bot| {
                vec![
                    bot.name.clone(),
                    bot.kind.name().to_string(),
                    bot.about.clone(),
                ]
            })
            .collect();
        section.tables.push(bots);
    }
    section
}

fn options(set: &BTreeMap<String, String>) -> String {
    if set.is_empty() {
        return "default".to_string();
    }
    let options: Vec<String> = set
        .iter()
        .map(|(key, value)| format!("{key} = {value}"))
        .collect();
    options.join(", ")
}

/// Builds the table of conditions, shortened to the space on the page.
fn cells(manifest: &Manifest) -> Table {
    let names = [
        "condition",
        "name",
        "line-up",
        "rule options",
        "seats",
        "games",
    ];
    let mut table = Table::new("rlllrr", &names);
    let cells = manifest.experiment.cells.iter().zip(&manifest.roster);
    for (index, (cell, roster)) in cells.enumerate().take(MOST_LISTED) {
        table.rows.push(vec![
            (index + 1).to_string(),
            cell.name.clone(),
            cell.bots.join(" + "),
            options(&cell.set),
            roster.seats.to_string(),
            format!("{} per deal", roster.seatings),
        ]);
    }
    table
}

/// Source label for rows supplied by an owner of the game. Omitted for data sets without such rows.
const OWNER: &str = "an owner of the game";
/// Source label for rows invented by a designer. Omitted for data sets without such rows.
const DESIGNER: &str = "designed: inventions of a designer";

fn data(manifest: &Manifest) -> Section {
    let mut section = Section::new("data", "Component data", &data_sentence(manifest));
    let data = &manifest.data;
    if data.rows() > 0 {
        let mut table = Table::new("lrr", &["source of rows", "rows", "share"]);
        for (name, rows) in [
            ("a rulebook", data.rulebook),
            ("a public source", data.public),
            (OWNER, data.owner),
            ("recalled from memory", data.recalled),
            ("placeholder rows (reconstructed)", data.reconstructed),
            (DESIGNER, data.designed),
        ] {
            if [OWNER, DESIGNER].contains(&name) && rows == 0 {
                continue;
            }
            table.rows.push(vec![
                name.to_string(),
                thousands(rows as u64),
                percent(rows as f64 / data.rows() as f64),
            ]);
        }
        section.tables.push(table);
    }
    if let Some(folder) = &data.folder {
        section.text.push(format!(
            "The data was read from {}. It differs from the data that ships with portolan.",
            folder.display()
        ));
    }
    section
}

fn seeds(manifest: &Manifest) -> Section {
    Section::new(
        "seeds",
        "Seeds",
        &format!(
            "All deals and random choices follow from the master seed {}. The column seed of games.csv \
             contains the seed of each deal, which is equal for all games of a deal group.",
            manifest.experiment.seed
        ),
    )
}

fn soundness(warnings: Vec<String>) -> Section {
    let mut section = Section::new(
        "soundness",
        "Soundness",
        "Limitations of these conclusions:",
    );
    section.remarks = warnings;
    if section.remarks.is_empty() {
        section.text = vec!["There are no warnings.".to_string()];
    }
    section
}

fn command(manifest: &Manifest) -> Section {
    let revision = manifest.revision.as_deref().unwrap_or("unknown");
    let repeats = if manifest.reproducible {
        "with this version, the command writes an identical games.csv for any number of threads"
    } else {
        "the command does not reproduce the games, because a bot had a time limit"
    };
    let mut section = Section::new(
        "reproduce",
        "How to reproduce the run",
        &format!(
            "Written by portolan {}, revision {revision}; {repeats}. If the folder still exists, use another \
             --out or add --force.",
            manifest.version
        ),
    );
    section.command = manifest.command.lines().map(str::to_string).collect();
    section
}
