//! Audits, in which challengers play against bots after several changes.

use std::collections::{BTreeMap, BTreeSet};

use portolan::bots::BotKind;
use portolan_run::experiment::resolve::resolve;
use portolan_run::settings::{AuditChange, AuditKeys, Experiment, Kind, Settings};

use super::ending::{Ending, end_at};
use super::folder::{Folder, Workdir, assert_same};
use super::text::TextAssert;

/// An audit of a bot that avoids all buildings. One change is a rule option with a price, and one a changes file.
const SHY: &str = r#"kind = "audit"
game = "puerto_rico"
players = 2
bots = ["shy.toml"]
games = 60
seed = 3
events = "none"
[audit]
points = 2
[[audit.change]]
name = "cheap harbor"
set = { costs = "harbor:1" }
[[audit.change]]
name = "rich wharf"
data = "changes/wharf.toml"
"#;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("shy.toml", "inherits = 'net'\n[lean]\nbuilt = -99\n");
    folder.write("changes/wharf.toml", "[buildings.wharf]\nvp = 12\n");
    folder.write("shy-audit.toml", SHY);
    folder
}

/// The manifest contains the challengers, so the resumed run needs no bot files.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn audit_lists_blind_spots_and_resumes_after_a_kill() {
    let folder = &folder();
    let told = folder.succeeds("run shy-audit.toml --out whole");
    told.assert_contains([
        "In 2 of 2 tests, a challenger scores significantly more than the bot. Shy misses the most points after the change \"",
        "Shy uses 0 of 2 changes and does not use 2; 0 are not settled.",
        "does not use it",
    ]);
    let manifest = folder.read("whole/manifest.toml");
    manifest.assert_contains([
        "name = \"shy-built-more\"",
        "\"built.harbor\" = 10",
        "name = \"shy-built-more-2\"",
        "\"built.wharf\" = 10",
        "points = 2",
    ]);
    let run = "run shy-audit.toml --out out --quiet --threads 1";
    end_at(folder, run, Ending::Kill, 9);
    folder.succeeds(format!("{run} --resume"));
    assert_same(folder, "whole", "out");
    folder.succeeds("report whole");
    folder.read("whole/report.md").assert_contains([
        "What the bots leave on the table",
        "gain of 2 points or more",
        "| cheap harbor | shy | ",
        "a copy of shy that leans toward built.wharf",
        "| shipper |",
    ]);
    let effects = folder.read("whole/effects.csv");
    effects.assert_contains("audit,best-challengers,\"rich wharf, shy, ");
}

/// Returns an audit of `net` in which each change sets a rule option to one of these values.
fn audit(game: &str, players: usize, option: &str, values: &[&str]) -> Experiment {
    portolan::register();
    let change = |value: &&str| AuditChange {
        name: (*value).to_string(),
        data: None,
        set: BTreeMap::from([(option.to_string(), (*value).to_string())]),
    };
    let spec = Settings {
        kind: Kind::Audit,
        game: game.to_string(),
        players: Some(players),
        bots: vec!["net".to_string()],
        blocks: Some(1),
        audit: Some(AuditKeys {
            points: 2.0,
            change: values.iter().map(change).collect(),
        }),
        ..Settings::default()
    };
    resolve(&spec).unwrap().experiment
}

#[test]
fn challengers_prefer_or_avoid_the_changed_components() {
    let costs = ["harbor:1+wharf:1", "factory:1"];
    let experiment = audit("puerto_rico", 3, "costs", &costs);
    let settings = experiment.audit.as_ref().unwrap();
    assert_eq!(settings.points, 2.0);
    let tests: Vec<(&str, &str)> = settings
        .test
        .iter()
        .map(|test| (test.change.as_str(), test.bot.as_str()))
        .collect();
    assert_eq!(tests, costs.map(|cost| (cost, "net")));
    let cells: Vec<usize> = settings.test.iter().map(|test| test.cells).collect();
    assert_eq!(cells.iter().sum::<usize>(), experiment.cells.len());
    let lean = |cell: usize| {
        let line_up = experiment.line_up(&experiment.cells[cell]);
        assert!(line_up[1..].iter().all(|bot| bot.name == "net"));
        line_up[0].lean.clone().into_iter().collect::<Vec<_>>()
    };
    let built = |names: &[&str], bonus: f64| {
        let key = |name: &&str| (format!("built.{name}"), bonus);
        names.iter().map(key).collect::<Vec<_>>()
    };
    assert_eq!(lean(0), built(&["harbor", "wharf"], 10.0));
    assert_eq!(lean(1), built(&["harbor", "wharf"], -10.0));
    // The next conditions belong to the heuristics.
    assert!(lean(2).is_empty() && cells[0] > 3);
    assert_eq!(lean(cells[0]), built(&["factory"], 10.0));
    assert_eq!(experiment.cells[cells[0]].set["costs"], "factory:1");
    let names: BTreeSet<&str> = experiment.bot.iter().map(|bot| bot.name.as_str()).collect();
    assert_eq!(names.len(), experiment.bot.len());
}

#[test]
fn audit_of_a_game_without_items_uses_only_heuristic_challengers() {
    let experiment = audit("cartagena", 2, "pirates", &["4"]);
    assert!(experiment.bot.iter().all(|bot| bot.lean.is_empty()));
    let heuristics = experiment
        .bot
        .iter()
        .filter(|bot| bot.kind == BotKind::Greedy);
    assert_eq!(heuristics.count(), experiment.cells.len());
}

#[test]
fn solo_audit_includes_games_of_the_bot_itself() {
    let experiment = audit("maracaibo", 1, "hand_limit", &["6"]);
    let cells = &experiment.cells;
    assert_eq!(cells[0].bots, ["net"]);
    assert!(cells.len() > 3 && cells[1..].iter().all(|cell| cell.bots[0] != "net"));
}
