//! Studies of items and settings on the command line.

use std::collections::BTreeSet;

use portolan_testing::consistent;

use crate::folder::{Folder, Workdir};
use crate::text::{TextAssert, parse_table};

pub fn write(folder: &Folder, kind: &str, rest: &str) {
    let text = format!(
        "kind = '{kind}'\ngame = 'maracaibo'\nplayers = 2\nbots = ['random']\ngames = 60\n\
         events = 'none'\n{rest}\n"
    );
    folder.write("mine.toml", text);
}

const ITEMS: &str = "items = [\"A025\", \"A026\", \"careers:K1\"]";

/// Plays an experiment and writes its report. Returns the page and the CSV file.
fn study(kind: &str, rest: &str) -> (String, String) {
    let folder = Folder::new();
    write(&folder, kind, rest);
    let printed = folder.succeeds("run mine.toml --quiet");
    let output = folder.succeeds("report results/mine");
    let page = folder.read("results/mine/report.json");
    consistent::check(&serde_json::from_str(&page).unwrap());
    printed.assert_starts_with(output.lines().next().unwrap());
    let read = |ending: &str| {
        let path = folder.join(format!("results/mine/report.{ending}"));
        let text = std::fs::read_to_string(path).unwrap_or_default();
        // Remove the escapes of underscores in Markdown.
        text.replace('\\', "")
    };
    (read("md"), read("csv"))
}

#[test]
fn each_item_study_writes_a_report_and_a_csv_table() {
    for [kind, rest, lines, begins] in &parse_table(
        r"
        factorial => [factorial]\nwithhold = 0.5\ninteractions = 2 => 5 => of 3 items
        factorial => [factorial]\nwithhold = 1 => 3 => of 3 items
        grant => => 3 => of 3 items
        constraint => => 6 => of 3 items
        constraint => [constraint]\nalways = false => 3 => of 3 items
    ",
    ) {
        let (page, table) = study(kind, &format!("{ITEMS}\n{rest}"));
        page.assert_contains(begins);
        let rows = table.lines().count() - 1;
        assert_eq!(rows.to_string(), *lines, "{kind}: {table}");
        table.assert_starts_with("bot,data_set,item,kind,price,question,");
        table.assert_contains("random,0,A025,cards,8,");
    }
}

#[test]
fn settings_study_compares_settings_with_the_reference() {
    let rest = "[settings]\nstart_doubloons = [8, 20]\nprestige = ['hidden', 'open']";
    let (page, table) = study("settings", rest);
    assert!(table.is_empty());
    page.assert_contains([
        // The wins of the second seat are redundant.
        " 2 changes of the seats' shares of wins ",
        "start_doubloons=20",
        "prestige=open",
        "## Seats, with random",
    ]);
    // The question is about seats, so the answer is not about scores.
    let answer = page.lines().find(|line| line.starts_with("**"));
    answer.unwrap().assert_lacks("mean score");
    page.assert_contains("- The setting start_doubloons=20 changes the mean score by ");
}

/// A card in a perturbed set may have an effect that no card of the base set has, which gives the network an
/// unknown input.
fn networks_play(perturbed: usize) {
    let folder = Folder::new();
    let run = "run factorial-cards --bots random,net --games 2 --quiet --perturbed";
    folder.succeeds(format!("{run} {perturbed}"));
    let manifest = folder.read("results/factorial-cards/manifest.toml");
    let found = manifest.matches("[more_data.perturbation]").count();
    assert_eq!(found, perturbed, "{manifest}");
    manifest.assert_contains("unknown_inputs = \"nothing\"");
}

#[test]
fn networks_can_play_perturbed_data() {
    networks_play(1);
}

#[test]
#[ignore = "nightly: five data sets"]
fn networks_can_play_many_perturbed_data_sets() {
    networks_play(4);
}

/// The page starts with the effects of the clearest items in full games. They equal the results of the
/// confirmation run, do not depend on the number of threads, and are used only with the experiment that
/// selected the items.
#[test]
fn item_report_includes_effects_in_full_games() {
    let folder = Folder::new();
    let study = format!("{ITEMS}\n[factorial]\nconfirm = 2\nconfirm_games = 120");
    write(&folder, "factorial", &study);
    let text = folder.read("mine.toml");
    folder.write("mine.toml", text.replace("random", "greedy"));
    let run = |out: &str, options: &str| {
        folder.succeeds(format!("run mine.toml --quiet --out {out} {options}"))
    };
    let read = |path: &str| folder.read(path);
    run("mine", "--threads 1");
    run("again", "--threads 2");
    assert!(read("mine-confirm/games.csv") == read("again-confirm/games.csv"));
    folder.prints("report mine => of 3 items");
    let page = read("mine/report.md");
    let at = |part: &str| {
        page.find(part)
            .unwrap_or_else(|| panic!("no {part} in {page}"))
    };
    // The main estimate of an item comes first; its effect in full games is listed among the findings and in
    // a section.
    let worse = at("- In the whole game, greedy plays significantly worse");
    assert!(worse < at("## The items for greedy"));
    assert!(at("## How we know") < at("### In the whole game"));
    assert!(at("Points: value of the item") < at("## How we know"));
    assert!(at("## How we know") < at("| shrunk |"));
    // The rows of the CSV file equal the rows in the report of the confirmation run.
    folder.succeeds("report mine-confirm");
    let rows = |path: &str, question: &str| {
        let mut table = csv::Reader::from_path(folder.join(path)).unwrap();
        let rows = table.records().map(Result::unwrap);
        let rows = rows.filter(|row| &row[5] == question);
        BTreeSet::from_iter(rows.map(|row| [2, 7, 13].map(|column| row[column].to_string())))
    };
    let here = rows("mine/report.csv", "whole game");
    assert_eq!(here.len(), 2);
    assert_eq!(here, rows("mine-confirm/report.csv", "access"));
    // A confirmation run with the deals of another experiment is not used.
    run("other", "--seed 9");
    let path = |name: &str| folder.join(name);
    std::fs::remove_dir_all(path("other-confirm")).unwrap();
    std::fs::rename(path("mine-confirm"), path("other-confirm")).unwrap();
    for name in ["mine", "other"] {
        let output = folder.succeeds(format!("report {name} --force"));
        assert!(!output.contains("whole game"), "{name}: {output}");
        read(&format!("{name}/report.md")).assert_lacks("## In the whole game");
    }
}

#[test]
fn plan_prints_the_required_number_of_deal_groups() {
    let folder = Folder::new();
    write(&folder, "factorial", ITEMS);
    // The pilot ends when it has played the whole experiment.
    let plan = "plan mine.toml --seconds 3600 --points";
    folder.prints(&format!("{plan} 0.5 => 0.5 points => one of 3"));
    let needed = |points: &str| -> Vec<u64> {
        let json = folder.succeeds(format!("{plan} {points} --format json"));
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let need = json["need"].as_array().unwrap().iter();
        need.map(|need| need["blocks"].as_u64().unwrap()).collect()
    };
    let blocks = needed("0.5");
    assert_eq!(blocks.len(), 4);
    assert!(blocks[1] > blocks[0], "{blocks:?}");
    // A regression needs three deal groups per effect, even for large effects.
    write(&folder, "factorial", "items = \"prestige\"");
    assert_eq!(needed("900")[0], 3 * 8);
    folder.refuses("plan mine.toml --wins 0");
}
