//! Studies of items and settings on the command line.

use std::collections::BTreeSet;

use portolan_testing::consistent;

use crate::folder::{Folder, Workdir, assert_same, play_shards};
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
        grant => => 3 => among 3 items
        constraint => => 6 => of 3 items
        constraint => [constraint]\nalways = false => 3 => of 3 items
    ",
    ) {
        let (page, table) = study(kind, &format!("{ITEMS}\n{rest}"));
        page.assert_contains(begins);
        let rows = table.lines().count() - 1;
        assert_eq!(rows.to_string(), *lines, "{kind}: {table}");
        table.assert_starts_with("bot,data_set,item,kind,price,question,");
        table.assert_contains("random,0,A025,cards,6,");
    }
}

/// The events of a study of cards are purchases only; the page contains the buyers.
#[test]
fn item_study_reports_pick_rates() {
    let folder = Folder::new();
    write(&folder, "factorial", ITEMS);
    let text = folder.read("mine.toml");
    let text = text.replace("events = 'none'", "events = 'items'");
    folder.write("mine.toml", &text);
    let printed = folder.succeeds("run mine.toml --quiet");
    let events = folder.read("results/mine/events.csv");
    let rows = events.lines().skip(1);
    let kinds: BTreeSet<&str> = rows.map(|row| row.split(',').nth(4).unwrap()).collect();
    assert_eq!(kinds, BTreeSet::from(["bought", "career"]));
    let output = folder.succeeds("report results/mine");
    printed.assert_starts_with(output.lines().next().unwrap());
    folder
        .read("results/mine/report.md")
        .assert_contains("| taken |");
    let table = folder.read("results/mine/report.csv");
    let header = table.lines().next().unwrap();
    header.assert_ends_with(",taken,tested,name");
    // Each career is chosen by some of the seats to which it is offered.
    let career = table.lines().find(|line| line.contains(",K1,")).unwrap();
    let taken: f64 = career.split(',').rev().nth(2).unwrap().parse().unwrap();
    assert!((0.01..0.6).contains(&taken), "{career}");
    career.assert_contains(",true,");
    // Only factorial experiments support this option.
    folder.write("mine.toml", text.replace("factorial", "constraint"));
    folder.rejects(
        r#"run mine.toml --quiet --out other
            => line 6: events = "items" is for kind = "factorial""#,
    );
}

#[test]
fn items_are_compared_across_player_strengths() {
    let folder = Folder::new();
    let rest = "items = ['A001', 'A002', 'A025']\nby_strength = true";
    write(&folder, "factorial", rest);
    folder.rejects("run mine.toml --quiet => line 8: players are compared");
    let text = folder.read("mine.toml");
    let text = text.replace("'random'", "'random', 'greedy'");
    folder.write("mine.toml", &text);
    folder.succeeds("run mine.toml --quiet");
    folder.succeeds("report results/mine");
    let page = folder.read("results/mine/report.md");
    page.assert_contains([
        "## What changes with strength",
        "Of 3 items, ",
        "rely on greedy",
        "## Pooled copies, for random",
        "| Master Builder | A001, A002 | ",
    ]);
    // The order is a claim of the file. Without it, the page does not mention strength.
    folder.write("mine.toml", text.replace("by_strength = true", ""));
    folder.succeeds("run mine.toml --quiet --out plain");
    folder.succeeds("report plain");
    folder.read("plain/report.md").assert_lacks("strength");
    // Prices cannot be compared by strength.
    folder.write("mine.toml", text.replace("factorial", "price_factorial"));
    folder.rejects("run mine.toml --quiet --out other => by_strength");
}

#[test]
fn settings_are_compared_with_the_reference() {
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

#[test]
fn study_is_repeated_with_perturbed_data() {
    let folder = Folder::new();
    write(&folder, "factorial", ITEMS);
    folder.prints(
        "run mine.toml --quiet --perturbed 2 --games 8
            => 2 data sets were played in addition to the first",
    );
    let manifest = folder.read("results/mine/manifest.toml");
    let perturbed = manifest.matches("[more_data.perturbation]").count();
    assert_eq!(perturbed, 2, "{manifest}");
    // Every game can be replayed with its data and its terms.
    for game in ["1", "3", "5"] {
        folder.prints(&format!(
            "replay --run results/mine --game-id {game} => game {game}, seed"
        ));
    }
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

#[test]
fn confirmation_run_uses_fresh_deals() {
    let folder = Folder::new();
    let keys = "[factorial]\nwithhold = 0.5\nconfirm = 1\nconfirm_games = 20";
    write(&folder, "factorial", &format!("{ITEMS}\n{keys}"));
    folder.succeeds("run mine.toml --quiet");
    let deals = |run: &str| -> BTreeSet<u64> {
        let path = folder.join("results").join(run).join("games.csv");
        let mut rows = csv::Reader::from_path(path).unwrap();
        let seeds = rows.records().map(|row| row.unwrap()[1].parse().unwrap());
        seeds.collect()
    };
    let (found, confirmed) = (deals("mine"), deals("mine-confirm"));
    assert!(found.len() >= 30 && confirmed.len() >= 5);
    assert!(found.is_disjoint(&confirmed));
    // One place never has the item and all others have all items: two conditions with two seatings.
    let cells = folder.read("results/mine-confirm/cells.csv");
    let names: Vec<&str> = cells.lines().skip(1).collect();
    assert!(names.len() == 2 && names[1].contains("never"), "{cells}");
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
    // The rows of the CSV file equal those in the report of the confirmation run.
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

/// Shards have no confirmation run; after merging, `--resume` plays it.
#[test]
fn resume_plays_confirmation_run_of_merged_shards() {
    let folder = Folder::new();
    let keys = "[factorial]\nconfirm = 1\nconfirm_games = 20";
    write(&folder, "factorial", &format!("{ITEMS}\n{keys}"));
    let run = |options: &str| folder.succeeds(format!("run mine.toml --quiet {options}"));
    run("--out whole");
    play_shards(&folder, "run mine.toml --quiet", 2, "parts");
    folder.succeeds("merge parts --out merged");
    assert!(!folder.join("merged-confirm").exists());
    run("--out merged --resume");
    let read = |out: &str| folder.join(out).bytes("games.csv");
    assert!(read("whole-confirm") == read("merged-confirm"));
}

#[test]
fn shards_of_a_study_merge_to_the_same_bytes() {
    for (kind, option, table) in [
        ("factorial", "", "treatments.csv"),
        ("factorial", "--compress", "treatments.csv.gz"),
        ("grant", "", "treatments.csv"),
    ] {
        let folder = Folder::new();
        write(&folder, kind, ITEMS);
        let run = format!("run mine.toml --quiet {option}");
        folder.succeeds(format!("{run} --threads 1"));
        play_shards(&folder, &run, 2, "parts");
        folder.succeeds("merge parts --out merged");
        assert_same(&folder, "results/mine", "merged");
        let manifest = folder.read("merged/manifest.toml");
        manifest.assert_contains(&format!("name = \"{table}\""));
    }
}

/// Eight effects need at least 16 deal groups, and at least 24 to avoid a warning.
#[test]
fn too_few_deal_groups_are_rejected_or_warned_about() {
    let folder = Folder::new();
    write(&folder, "factorial", "items = \"prestige\"");
    for (games, refused, warned) in [
        ("30", true, false),
        ("32", false, true),
        ("48", false, false),
    ] {
        folder.succeeds(format!("run mine.toml --quiet --force --games {games}"));
        folder.succeeds("report results/mine --force");
        let page = folder.read("results/mine/report.md");
        let few =
            "a fit of 8 effects needs at least 2 deal groups per effect, but only 15 were played";
        let says = [few, "are few for so many effects"].map(|text| page.contains(text));
        assert_eq!(says, [refused, warned], "{games}: {page}");
    }
}

#[test]
fn game_with_granted_item_can_be_shown_but_not_recorded() {
    let folder = Folder::new();
    write(&folder, "grant", "items = \"A025\"");
    folder.succeeds("run mine.toml --quiet --games 4");
    let run = "replay --run results/mine --game-id 3";
    folder.prints(&format!("{run} => score"));
    folder.rejects(&format!("{run} --record game.log => granted an item"));
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

#[test]
fn invalid_study_is_rejected_before_any_game() {
    for [kind, rest, wanted] in &parse_table(
        r#"
        factorial => => key "items" is missing
        grant => items = "cards"\n[constraint]\nalways = false
            => key "constraint" is for kind = "constraint"
        constraint => items = "cards"\n[constraint]\nalway = false => did you mean "always"?
        factorial => items = "card" => did you mean "cards"?
        factorial => items = ["A025", "A025"] => "A025" is named twice
        factorial => items = ["C13"] => cannot appear with these players
        factorial => items = 3 => no item "3"
        factorial => items = "careers"\n[factorial]\nwithhold = 0
            => mine.toml, line 8: [factorial]: withhold = 0
        factorial => items = "careers"\n[factorial]\nwithold = 0.5 => did you mean "withhold"?
        factorial => items = "careers"\n[factorial]\nwithhold = 1\ninteractions = 2
            => expected a share between 0 and 1, or from 2 to
        grant => items = "prestige" => line 7: prestige are open to all seats
        price_factorial => items = "careers"
            => careers have no price, so a price study cannot include "K1"; expected cards or prestige
        grant => items = "careers"\n[price]\nfrom = 0\nto = 1
            => unknown key "price"; use kind = "price_factorial" and [price_factorial]
        simulate => items = "cards" => key "items" is for kind
        simulate => perturbed = 2 => key "perturbed" is for kind = "factorial" or
        settings => => [settings] is missing
        settings => [settings]\nprestige = ["open"] => expected at least two different values
        settings => [settings]\nprestig = ["open", "hidden"] => did you mean "prestige"?
        settings => [settings]\nhand_limit = [4, 9] => a number from 1 to 8
    "#,
    ) {
        let folder = Folder::new();
        write(&folder, kind, rest);
        folder.rejects(&format!("run mine.toml => error: mine.toml => {wanted}"));
    }
}
