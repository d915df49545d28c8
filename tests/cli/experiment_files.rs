//! `portolan run`: plays experiment files as written, and reports errors with their line numbers.

use std::collections::BTreeMap;

use portolan_run::experiment::resolve::{Resolved, read_file, resolve};
use portolan_run::play::dyn_game::set_up_all;
use portolan_run::play::treatment::Treatment;

use super::folder::{Folder, Workdir};
use super::named::shipped;

/// Shipped experiments with many conditions or data sets, which take long even to read because each of them sets up a
/// game.
const LARGE: [&str; 11] = [
    "audit-cartagena",
    "audit-endeavor",
    "audit-maracaibo",
    "audit-puerto_rico",
    "constraint",
    "factorial-boards",
    "factorial-cards",
    "grant",
    "jean-decks",
    "jean-strengths",
    "settings",
];

/// Returns the shipped experiments that `portolan run` plays: either the large ones, or all others.
fn shipped_runs(large: bool) -> Vec<(String, Resolved)> {
    let mut found = Vec::new();
    for path in shipped("") {
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        let others = ["tune-", "learn-", "balance-"]
            .iter()
            .any(|begin| name.starts_with(begin));
        if !others && LARGE.contains(&name.as_str()) == large {
            let resolved = read_file(&path).and_then(|spec| resolve(&spec)).unwrap();
            found.push((name, resolved));
        }
    }
    found
}

fn could_begin(
    name: &str,
    Resolved {
        experiment, setups, ..
    }: &Resolved,
) {
    let games = set_up_all(setups).unwrap();
    assert_eq!(experiment.cells().len(), games.len(), "{name}");
    for (cell, game) in experiment.cells().iter().zip(&games) {
        for bot in experiment.line_up(cell) {
            bot.fits(&**game).unwrap();
        }
        if let Some(treatment) = Treatment::of_cell(experiment, cell) {
            game.takes(&treatment).unwrap();
        }
    }
}

fn runs(name: &str) {
    let folder = Folder::new();
    let few = "--games 1 --perturbed 0 --quiet";
    folder.prints(&format!("run {name} {few} => results/{name}"));
}

/// Sets up all experiments, and plays the experiment of each kind with the fewest conditions. Experiments with search
/// bots are not played, because they take too long.
#[test]
fn shipped_experiments_can_be_set_up() {
    let searches = ["search-", "hidden-information"];
    let mut smallest: BTreeMap<&str, (usize, String)> = BTreeMap::new();
    for (name, resolved) in shipped_runs(false) {
        could_begin(&name, &resolved);
        if !searches.iter().any(|begin| name.starts_with(begin)) {
            let size = (resolved.experiment.cells().len(), name);
            let of_kind = smallest.entry(resolved.experiment.kind.name());
            let least = of_kind.or_insert_with(|| size.clone());
            *least = least.clone().min(size);
        }
    }
    assert!(smallest.len() >= 6, "{smallest:?}");
    for (_, name) in smallest.values() {
        runs(name);
    }
}

/// The daily tests of the commands in the docs play smaller versions of these experiments.
#[test]
#[ignore = "nightly: half a minute"]
fn large_shipped_experiments_can_be_played() {
    for (name, resolved) in shipped_runs(true) {
        assert!(resolved.experiment.cells().len() > 10, "{name}");
        could_begin(&name, &resolved);
        runs(&name);
    }
}
