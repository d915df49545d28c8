//! `portolan data facts`: prints the share of facts in a data set.

use crate::ui::failure::Failure;
use crate::ui::print::print;
use crate::ui::table::aligned;
use portolan_core::dataset::{DataSet, ProvenanceCounts};
use portolan_core::prose::count;
use portolan_core::setup::GameEntry;

/// Prints the provenance of the rows of every file, and the share of facts in the set.
pub fn facts(entry: &GameEntry, set: &DataSet) -> Result<(), Failure> {
    print(&table(entry, set))
}

/// Returns the table that [`facts`] prints.
pub fn table(entry: &GameEntry, set: &DataSet) -> String {
    let all = entry.rows_by_provenance(set);
    // Only sets with designed rows have a column for them.
    let invented = all.designed > 0;
    let mut header = vec![
        "file",
        "rows",
        "rulebook",
        "public",
        "owner",
        "recalled",
        "reconstructed",
        "fact",
    ];
    if invented {
        header.insert(7, "designed");
    }
    let row = |name: &str, counts: &ProvenanceCounts| {
        let numbers = [
            counts.total(),
            counts.rulebook,
            counts.public,
            counts.owner,
            counts.recalled,
            counts.reconstructed,
        ];
        let mut row = vec![name.to_string()];
        row.extend(numbers.map(|number| number.to_string()));
        row.extend(invented.then(|| counts.designed.to_string()));
        row.push(share(counts));
        row
    };
    let of_files = (entry.provenance)(set);
    let mut rows: Vec<Vec<String>> = of_files.iter().map(|(name, of)| row(name, of)).collect();
    rows.push(row("all", &all));
    format!(
        "{}\n{}\n",
        aligned(&format!("l{}", "r".repeat(header.len() - 1)), &header, rows),
        sentence(entry, set)
    )
}

/// Returns a sentence with the share of facts in the set.
pub fn sentence(entry: &GameEntry, set: &DataSet) -> String {
    let all = entry.rows_by_provenance(set);
    let told = format!(
        "{} of {} are facts ({}), {} of them entered by an owner of the game",
        all.fact(),
        count(all.total() as u64, "row"),
        share(&all),
        all.owner
    );
    match all.designed {
        0 => told,
        1 => format!("{told}; 1 was invented by a designer"),
        designed => format!("{told}; {designed} were invented by a designer"),
    }
}

/// Returns the share of facts among the rows.
pub fn share(counts: &ProvenanceCounts) -> String {
    match counts.total() {
        0 => "–".to_string(),
        rows => format!("{:.0} %", 100.0 * counts.fact() as f64 / rows as f64),
    }
}
