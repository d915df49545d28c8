//! The treatments of a study are recorded with its games, so that its comparisons can be reproduced.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use portolan::results::folder::Mode;
use portolan::results::manifest::{Manifest, Status};
use portolan::results::table;
use portolan_run::experiment::run::run;
use portolan_run::play::dyn_game::any;

use super::cli::write;
use super::market::Market;
use super::{both_bots, factorial, halves, job, study};
use crate::folder::{Folder, Workdir};

/// Reads a table; the rows are indexed by column name.
fn read(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

/// Returns the withheld items by deal, game of the deal in a condition, and seat.
fn withheld(folder: &Path) -> BTreeMap<(String, usize, String), Vec<String>> {
    let mut found = BTreeMap::new();
    for row in read(&folder.join("treatments.csv")) {
        let names = row["withheld"].split('+').filter(|name| !name.is_empty());
        let names: Vec<String> = names.map(str::to_string).collect();
        for (game, seat) in row["seats"].split('+').enumerate() {
            let key = (row["seed"].clone(), game, seat.to_string());
            assert_eq!(found.insert(key, names.clone()), None);
        }
    }
    found
}

/// Returns the margin for every seat of every game in a condition, and for each item the seat's access to
/// it minus the mean access of the other seats.
fn rows(folder: &Path, cell: &str, items: &[String]) -> Vec<(f64, Vec<f64>)> {
    let withheld = withheld(folder);
    let mut games: BTreeMap<u64, Vec<BTreeMap<String, String>>> = BTreeMap::new();
    for row in read(&folder.join("games.csv")) {
        if row["cell"] == cell {
            let game = row["game_id"].parse().unwrap();
            games.entry(game).or_default().push(row);
        }
    }
    let mut of_deal: BTreeMap<String, usize> = BTreeMap::new();
    let mut rows = Vec::new();
    for seats in games.values() {
        let seed = &seats[0]["seed"];
        let number = of_deal.entry(seed.clone()).or_default();
        let has: Vec<Vec<f64>> = seats
            .iter()
            .map(|seat| {
                let withheld = &withheld[&(seed.clone(), *number, seat["seat"].clone())];
                let has = |item| f64::from(u8::from(!withheld.contains(item)));
                items.iter().map(has).collect()
            })
            .collect();
        *number += 1;
        let scores: Vec<f64> = seats.iter().map(|s| s["score"].parse().unwrap()).collect();
        let others = (seats.len() - 1) as f64;
        let less_others = |values: &dyn Fn(usize) -> f64, own: usize| {
            let total: f64 = (0..seats.len()).map(values).sum();
            values(own) - (total - values(own)) / others
        };
        for own in 0..seats.len() {
            let access = (0..items.len()).map(|item| less_others(&|seat| has[seat][item], own));
            rows.push((less_others(&|seat| scores[seat], own), access.collect()));
        }
    }
    rows
}

/// Least squares by Gaussian elimination with pivoting.
fn regression(rows: &[(f64, Vec<f64>)]) -> Vec<f64> {
    let width = rows[0].1.len();
    let mut system = vec![vec![0.0; width + 1]; width];
    for (outcome, row) in rows {
        for one in 0..width {
            for other in 0..width {
                system[one][other] += row[one] * row[other];
            }
            system[one][width] += row[one] * outcome;
        }
    }
    for column in 0..width {
        let largest = |a: &usize, b: &usize| {
            let size = |line: usize| system[line][column].abs();
            size(*a).total_cmp(&size(*b))
        };
        let pivot = (column..width).max_by(largest).unwrap();
        system.swap(column, pivot);
        let pivot = system[column].clone();
        for (line, values) in system.iter_mut().enumerate() {
            if line != column {
                let factor = values[column] / pivot[column];
                for (value, other) in values.iter_mut().zip(&pivot) {
                    *value -= factor * other;
                }
            }
        }
    }
    (0..width)
        .map(|line| system[line][width] / system[line][line])
        .collect()
}

/// The effects in the report can be reproduced from `games.csv` and `treatments.csv`, for two and three
/// players, and for shares and numbers of withheld items.
#[test]
fn regression_can_be_reproduced_from_the_tables() {
    for (players, withhold) in [(2, "0.5"), (3, "2")] {
        let folder = Folder::new();
        let names = ["A025", "A026", "A007", "K1", "P4"];
        let text = format!(
            "players = {players}\nitems = ['A025', 'A026', 'A007', 'careers:K1', 'P4']\n\
             [factorial]\nwithhold = {withhold}"
        );
        write(&folder, "factorial", &text);
        let once = folder.read("mine.toml");
        folder.write("mine.toml", once.replacen("players = 2\n", "", 1));
        let games = (60 * players).to_string();
        folder.succeeds(format!("run mine.toml --quiet --games {games}"));
        folder.succeeds("report results/mine");
        let results = folder.join("results/mine");
        let items = names.map(str::to_string);
        let mut rows = rows(&results, "1", &items);
        let fixed = withhold == "2";
        if fixed {
            // A fixed number of withheld items makes the columns linearly dependent, so that one effect
            // is set to zero.
            rows.iter_mut()
                .for_each(|(_, row)| row.truncate(names.len() - 1));
        }
        let mut found = regression(&rows);
        if fixed {
            found.push(0.0);
            let mean = found.iter().sum::<f64>() / found.len() as f64;
            found.iter_mut().for_each(|effect| *effect -= mean);
        }
        let told = read(&results.join("report.csv"));
        assert_eq!(told.len(), names.len());
        for ((told, name), found) in told.iter().zip(names).zip(found) {
            let margin: f64 = told["margin"].parse().unwrap();
            assert_eq!(told["item"], name);
            assert!(
                (margin - found).abs() < 1e-6,
                "{name}: {margin} and {found}"
            );
        }
        let page = results.read("report.md");
        assert_eq!(page.contains("relative to the mean of the items"), fixed);
    }
}

#[test]
fn treatments_table_lists_the_arm_of_each_condition() {
    let folder = Folder::new();
    for (kind, rows) in [
        ("constraint", "2,,1,1+2,A025,,\n3,,1,1+2,,,A025\n"),
        ("grant", "2,,1,1+2,,A025,\n"),
    ] {
        write(&folder, kind, "items = ['A025']");
        folder.succeeds("run mine.toml --quiet --games 4 --force");
        let header = "cell,seed,place,seats,withheld,granted,obliged\n";
        assert_eq!(
            folder.read("results/mine/treatments.csv"),
            format!("{header}1,,1,1+2,,,\n{rows}")
        );
    }
    // A run without treatments does not write the table.
    let plain = "simulate --game maracaibo --bots random,random";
    let options = "--games 2 --out plain --quiet";
    folder.succeeds(format!("{plain} {options}"));
    assert!(!folder.join("plain/treatments.csv").exists());
}

/// The table of a stopped run contains its deals. After resuming, the table is the same with and without
/// compression and for any number of threads, and the manifest contains its checksum.
#[test]
fn treatments_table_of_resumed_run_matches_uninterrupted_run() {
    let folder = Folder::new();
    let market = Market::new(&[]);
    let whole = folder.join("whole");
    factorial(&whole, &market, 300, 4);
    let wanted = whole.bytes("treatments.csv");
    let lines = |text: &[u8]| text.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(lines(&wanted), 1 + 2 * 300);
    for compress in [false, true] {
        let out = folder.join(format!("stopped-{compress}"));
        let (games, mut job) = job(
            &out,
            &market,
            &both_bots(),
            study(&market, halves()),
            &[None],
            300,
            4,
        );
        job.experiment.compress = compress;
        job.mode = Mode::Resume;
        let stop = AtomicBool::new(false);
        let mut heard = 0;
        let games = any(games);
        let stopped = run(&games, &job, &stop, &mut |_| {
            heard += 1;
            // Up to 256 deal groups are played before the stop takes effect.
            stop.store(heard >= 20, Ordering::Relaxed);
        });
        let stopped = stopped.unwrap().manifest;
        assert_eq!(stopped.status, Status::Stopped);
        let record = stopped.table("treatments.csv").unwrap();
        assert!((2 * stopped.blocks_done..=2 * stopped.blocks_done + 2).contains(&record.rows));
        job.threads = 1;
        let going_on = AtomicBool::new(false);
        let outcome = run(&games, &job, &going_on, &mut |_| {}).unwrap();
        let record = outcome.manifest.table("treatments.csv").unwrap();
        record.check(&out).unwrap();
        assert_eq!(record.rows, 600);
        let text = table::open(&out.join(&record.name)).unwrap();
        let text = std::io::read_to_string(text).unwrap();
        assert!(text.as_bytes() == wanted, "compressed: {compress}");
        assert_eq!(Manifest::read(&out).unwrap().unwrap(), outcome.manifest);
    }
}
