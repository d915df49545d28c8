//! Report of a run that is not complete.

use super::folder::{Folder, Workdir, rewrite_manifest};

/// Returns the cells of the first table row of a section that begins with this cell.
fn line(markdown: &str, section: &str, begins: &str) -> Vec<String> {
    let (_, rest) = markdown.split_once(section).unwrap();
    let (start, named) = (format!("| {begins} |"), format!(" ({begins}) |"));
    let begins = |line: &&str| line.starts_with(&start) || line.contains(&named);
    let found = rest.lines().find(begins);
    let found = found.unwrap_or_else(|| panic!("no line {start} in {rest}"));
    let cells = found.trim_matches('|').split('|');
    cells.map(|cell| cell.trim().to_string()).collect()
}

#[test]
fn report_of_unfinished_run_covers_available_events() {
    let folder = Folder::new();
    let spec = "kind = 'simulate'\ngame = 'maracaibo'\nbots = ['greedy', 'random']\nblocks = 8\n";
    let out = folder.plays("out", spec, "");
    rewrite_manifest(&out, "status = \"complete\"", "status = \"running\"");
    for table in ["games.csv", "events.csv"] {
        let whole = out.bytes(table);
        // Keep all games except the last ones, and half of the events.
        let share = if table == "games.csv" { 9 } else { 5 };
        let partial = &whole[..whole.len() * share / 10];
        out.write(format!("{table}.partial"), partial);
        std::fs::remove_file(out.join(table)).unwrap();
    }
    folder.prints("report out --ask habits => of 16 games");
    let page = out.read("report.md");
    // Half of the events belong to about four of eight deals.
    let output = line(&page, "## Design", "deal groups");
    let blocks: u32 = output[1].split(' ').next().unwrap().parse().unwrap();
    assert!((3..=5).contains(&blocks), "{output:?}");
}
