//! Writes `treatments.csv`, a companion of `games.csv` with the treatment of items in every game. With it, the
//! regression or the comparisons can be repeated in other software.
//!
//! The table follows from the plan and the settings alone, and is written in one piece when the run is finished
//! or stopped.

use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use crate::play::plan::Plan;
use crate::random::deal_seed;
use crate::results::error::RunError;
use crate::results::fields::push_field;
use crate::results::file::FileRecord;
use crate::results::names::{TREATMENTS, compressed_name};
use crate::results::shards::ShardFolder;
use crate::results::table::{self, compressor, write_file};
use crate::settings::seating::Seating;
use crate::settings::{Access, Arm, Experiment, ItemStudy};

const COLUMNS: &str = "cell,seed,place,seats,withheld,granted,obliged\n";

/// Writes the table for the deal groups of a run, optionally compressed. Returns `None` if the run does not
/// treat items.
///
/// # Errors
/// [`RunError`] if the table cannot be written.
pub fn write(
    folder: &Path,
    experiment: &Experiment,
    plan: &Plan,
    blocks: Range<u64>,
) -> Result<Option<FileRecord>, RunError> {
    let Some(study) = experiment.items.as_ref() else {
        return Ok(None);
    };
    let names = item_names(study);
    let whole = |out: &mut dyn Write| {
        out.write_all(COLUMNS.as_bytes())?;
        if study.factorial().is_some() {
            for block in blocks.clone() {
                out.write_all(&of_deal(study, &names, plan, block))?;
            }
        } else {
            for (cell, seatings) in plan.cells.iter().enumerate() {
                let arm = experiment.cells.get(cell).and_then(|cell| cell.arm);
                out.write_all(&of_cell(&names, seatings, cell, arm))?;
            }
        }
        Ok(())
    };
    let rows = if study.factorial().is_some() {
        (blocks.end - blocks.start) * experiment.players as u64
    } else {
        plan.width()
    };
    write_table(folder, experiment.compress, rows, whole).map(Some)
}

/// Merges the tables of all shards. Returns `None` if the run does not treat items. Each row of a deal is in one
/// shard only; the rows of conditions are in every shard.
///
/// # Errors
/// [`RunError`] if a table cannot be read or the merged table cannot be written.
pub fn join(shards: &[ShardFolder], out: &Path) -> Result<Option<FileRecord>, RunError> {
    let [first, ..] = shards else {
        return Ok(None);
    };
    let Some(study) = first.manifest.experiment.items.as_ref() else {
        return Ok(None);
    };
    let by_deal = study.factorial().is_some();
    let chosen = if by_deal { shards } else { &shards[..1] };
    let mut paths = Vec::new();
    let mut rows = 0;
    for shard in chosen {
        let record = shard.manifest.whole_table(&shard.folder, TREATMENTS)?;
        rows += record.rows;
        paths.push(shard.folder.join(&record.name));
    }
    let whole = |out: &mut dyn Write| {
        out.write_all(COLUMNS.as_bytes())?;
        for path in &paths {
            let mut text = io::BufReader::new(table::open(path)?);
            io::BufRead::skip_until(&mut text, b'\n')?;
            io::copy(&mut text, out)?;
        }
        Ok(())
    };
    write_table(out, first.manifest.experiment.compress, rows, whole).map(Some)
}

fn write_table(
    folder: &Path,
    compress: bool,
    rows: u64,
    whole: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<FileRecord, RunError> {
    let name = if compress {
        compressed_name(TREATMENTS)
    } else {
        TREATMENTS.to_string()
    };
    let path = folder.join(name);
    write_file(&path, rows, |out| {
        let written = if compress {
            let mut gzip = compressor(out);
            whole(&mut gzip).and_then(|()| gzip.finish().map(|_| ()))
        } else {
            whole(out)
        };
        written.map_err(RunError::file(&path))
    })
}

/// Returns the names of the items in the table: the label, with the kind where labels are ambiguous.
fn item_names(study: &ItemStudy) -> Vec<String> {
    let times = |label: &str| study.item.iter().filter(|item| item.label == label).count();
    (study.item.iter())
        .map(|item| match times(&item.label) {
            1 => item.label.clone(),
            _ => format!("{}:{}", item.kind, item.label),
        })
        .collect()
}

/// Returns the seats of a place in the games of a deal, in the order of the games.
fn seats_of(seatings: &[Seating], place: usize) -> String {
    let seat = |seating: &Seating| seating.iter().position(|&there| there == Some(place));
    let seats: Vec<String> = (seatings.iter().filter_map(seat))
        .map(|seat| (seat + 1).to_string())
        .collect();
    seats.join("+")
}

/// Returns one row per place of the line-up, with the items that are withheld from the place on a deal.
fn of_deal(study: &ItemStudy, names: &[String], plan: &Plan, block: u64) -> Vec<u8> {
    let seed = deal_seed(plan.seed, block);
    let mut rows = Vec::new();
    let places = plan.cells[0][0].iter().flatten().count();
    for place in 0..places {
        let withheld = study.withheld(seed, place);
        let withheld: Vec<&str> = (names.iter().zip(withheld))
            .filter(|&(_, withheld)| withheld)
            .map(|(name, _)| name.as_str())
            .collect();
        let seats = seats_of(&plan.cells[0], place);
        rows.extend_from_slice(format!(",{seed},{},{seats},", place + 1).as_bytes());
        push_field(&mut rows, &withheld.join("+"));
        rows.extend_from_slice(b",,\n");
    }
    rows
}

/// Returns the row of the first place: its treatment in a condition, on every deal.
fn of_cell(names: &[String], seatings: &[Seating], cell: usize, arm: Option<Arm>) -> Vec<u8> {
    let seats = seats_of(seatings, 0);
    let mut row = format!("{},,1,{seats}", cell + 1).into_bytes();
    let name = |is: &dyn Fn(Arm) -> bool| {
        let arm = arm.filter(|&arm| is(arm));
        arm.map_or("", |arm| names[arm.item].as_str())
    };
    for field in [
        name(&|arm| arm.access == Access::Never),
        name(&|arm| arm.granted),
        name(&|arm| arm.access == Access::Must),
    ] {
        row.push(b',');
        push_field(&mut row, field);
    }
    row.push(b'\n');
    row
}
