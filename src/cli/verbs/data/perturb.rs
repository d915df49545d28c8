//! `portolan data perturb`: writes a data set with perturbed placeholder rows.

use std::path::Path;

use super::folder::{no_file, write_files};
use crate::ui::failure::Failure;
use crate::ui::print::print;
use crate::ui::table::aligned;
use portolan_core::dataset::DataSet;
use portolan_core::drawn_data::draw;
use portolan_core::perturbation::perturb;
use portolan_core::prose::count;
use portolan_core::setup::GameEntry;

/// Parses a share from 0 to 1.
pub fn share(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "expected a share from 0 to 1, such as 0.3".to_string())
}

/// Checks that files may be written to a folder.
fn writable(folder: &Path, force: bool) -> Result<&Path, Failure> {
    no_file(folder)?;
    let is_used =
        |folder: &Path| std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if is_used(folder) && !force {
        return Err(Failure::usage(format!(
            "{} is not empty; --force writes to it anyway",
            folder.display()
        )));
    }
    Ok(folder)
}

/// Draws new components, also for rows that are known, and writes the set to a folder.
pub fn draw_all(
    entry: &'static GameEntry,
    set: &DataSet,
    folder: &Path,
    seed: u64,
    strength: f64,
    force: bool,
) -> Result<(), Failure> {
    let folder = writable(folder, force)?;
    let drawn = draw(entry, set, seed, strength);
    let files = drawn.files.iter();
    write_files(
        folder,
        files.map(|(name, text)| (name.as_str(), text.as_str())),
    )?;
    print(&format!(
        "written to {}, data {}\n",
        folder.display(),
        drawn.hash()
    ))
}

/// Perturbs a set and writes it to a folder.
pub fn vary(
    entry: &'static GameEntry,
    set: &DataSet,
    folder: &Path,
    seed: u64,
    strength: f64,
    force: bool,
) -> Result<(), Failure> {
    if entry.variations.is_empty() {
        return Err(Failure::usage(format!(
            "{name} has no component data to vary; to vary unknown rules, use rule options: \
             portolan games {name}",
            name = entry.name
        )));
    }
    let folder = writable(folder, force)?;
    let varied = perturb(set, entry.variations, entry.check, seed, strength);
    let files = varied.data.files.iter();
    write_files(
        folder,
        files.map(|(name, text)| (name.as_str(), text.as_str())),
    )?;
    let provenance = (entry.provenance)(set);
    let mut totals = [0; 2];
    let rows = provenance
        .iter()
        .map(|(file, counts)| {
            let changed = varied.changed.get(file).copied().unwrap_or(0);
            totals[0] += counts.reconstructed;
            totals[1] += changed;
            [
                *file,
                &counts.reconstructed.to_string(),
                &changed.to_string(),
            ]
            .map(str::to_string)
            .to_vec()
        })
        .collect();
    print(&format!(
        "{}\n{} of {} changed; written to {}, data {}\n",
        aligned("lrr", &["file", "reconstructed", "changed"], rows),
        totals[1],
        count(totals[0] as u64, "reconstructed row"),
        folder.display(),
        varied.data.hash()
    ))
}
