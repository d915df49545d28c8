//! `portolan try`: from a change of the game to an answer, files of changes, and commented files to start from.

use std::fs;
use std::path::Path;

use super::folder::{Folder, Workdir};
use super::text::TextAssert;

const UNIVERSITY: &str = "try puerto_rico --building university cost=3 --bot greedy --quiet";

#[test]
fn trial_writes_an_answer_a_page_and_repeatable_files() {
    let path = &Folder::new();
    let told = path.succeeds(format!("{UNIVERSITY} --games 60 --out t --keep mine"));
    told.assert_contains(["value of University", "Page: t/report.html"]);
    let page = path.read("t/report.md");
    page.assert_contains("University costs 3 instead of 8");
    page.assert_contains("Where the winners' points come from");
    assert_eq!(path.read("t/changes.toml"), path.read("mine/changes.toml"));
    path.read("t/changes.toml")
        .assert_contains("[buildings.university]\ncost = 3\n");
    // The copied files reproduce the same bytes.
    path.succeeds("run mine/experiment.toml --out again --quiet");
    for table in [
        "games.csv.gz",
        "events.csv.gz",
        "summary.csv",
        "treatments.csv.gz",
        "cells.csv",
    ] {
        let bytes = |folder: &str| path.join(folder).bytes(table);
        assert!(bytes("t/games") == bytes("again"), "{table}");
    }
}

/// A bot that avoids points of cards plays worse when the card has more of them.
#[test]
fn trial_warns_about_a_player_that_misreads_the_change() {
    let path = &Folder::new();
    let shy = "inherits = 'greedy'\nabout = 'avoids points'\n[weights]\ncard_vp = -9\n";
    path.write("shy.toml", shy);
    let words = "try maracaibo --card A055 vp=12 cost=1 --bot shy.toml --games 800 --quiet --out t";
    let told = path.succeeds(words);
    let answer = told.lines().next().unwrap();
    answer.assert_starts_with("Shy probably misreads the change, which only improves the item");
    answer
        .assert_contains("Two players disagree about the value of beginning with Armourer (A055)");
    told.assert_lacks("(at most");
    let page = path.read("t/report.md");
    page.assert_contains(["*Open.", "### What a second player finds"]);
    // The games of the second player are not a run of their own.
    path.prints("report . --index => 1 has a report");
}

#[test]
fn second_player_shows_an_effect_that_the_first_does_not_notice() {
    let path = &Folder::new();
    let shy = "inherits = 'greedy'\nabout = 'avoids points'\n[weights]\nbuildings = -9\n";
    path.write("shy.toml", shy);
    let trial = |more: &str| {
        let words = "try puerto_rico --building university vp=20 --bot shy.toml --games 400";
        path.succeeds(format!("{words} --quiet {more}"))
    };
    let told = trial("--out t");
    told.assert_starts_with("Two players disagree about the value of University");
    let alone = trial("--second none --out alone");
    assert!(!path.join("alone/games-second").exists());
    alone.assert_starts_with("The effect of the change on the value of University is undecided");
    alone.assert_lacks("Two players");
    // A resumed trial also plays the games of the second player.
    let table = path.join("t/games-second").bytes("games.csv.gz");
    fs::remove_dir_all(path.join("t/games-second")).unwrap();
    trial("--out t --resume");
    assert!(table == path.join("t/games-second").bytes("games.csv.gz"));
}

#[test]
fn each_trial_gets_its_own_folder() {
    let path = &Folder::new();
    for _ in 0..2 {
        path.succeeds(format!("{UNIVERSITY} --games 8"));
    }
    let name = "results/try-puerto_rico-university-cost-3";
    assert!(path.join(name).join("report.html").is_file());
    assert!(path.join(format!("{name}-2/report.html")).is_file());
    path.rejects(&format!(
        "{UNIVERSITY} --games 8 --out {name} => exists and is not empty"
    ));
    path.succeeds(format!("{UNIVERSITY} --games 8 --out {name} --resume"));
    path.succeeds(format!("{UNIVERSITY} --games 12 --out {name} --force"));
}

#[test]
fn rule_option_can_be_tried_without_component_data() {
    let path = &Folder::new();
    let words = "try maracaibo --set hand_limit=6 --bot greedy --games 12 --quiet --out t";
    let told = path.succeeds(words);
    told.assert_contains("wins of seat 1");
    assert!(!path.join("t/changes.toml").exists());
    let page = path.read("t/report.md").replace('\\', "");
    page.assert_contains("what changes if hand_limit is 6");
    let same = "try puerto_rico --building university cost=8 --bot greedy --out same";
    let told = path.refuses(same);
    told.assert_contains("the game is the same before and after");
    assert!(!path.join("same").exists());
}

#[test]
fn trial_with_time_limit_does_not_depend_on_thread_count() {
    let path = &Folder::new();
    let words = format!("{UNIVERSITY} --time 1s --points 40 --wins 0.9");
    path.succeeds(format!("{words} --out one --threads 1"));
    let experiment = path.read("one/experiment.toml");
    path.succeeds("run one/experiment.toml --threads 2 --out two --quiet");
    let manifest = path.read("two/manifest.toml");
    // A difference of forty points is ruled out long before all games are played.
    let number = |text: &str, key: &str| -> u64 {
        let line = text.lines().find(|line| line.starts_with(key)).unwrap();
        line.rsplit(' ').next().unwrap().parse().unwrap()
    };
    assert!(
        number(&manifest, "blocks_done") < number(&manifest, "blocks_planned"),
        "{experiment}"
    );
    manifest.assert_contains("status = \"complete\"");
    // Half of the deals are fresh ones, and the page starts with their results.
    let blocks = number(&manifest, "blocks_done");
    let page = path.read("one/report.md");
    let fresh = format!("The estimates come from {} fresh deals", blocks / 2);
    assert!(blocks % 2 == 0 && page.contains(&fresh), "{blocks}: {page}");
    page.assert_contains("### Estimates from fresh deals");
    for table in ["games.csv.gz", "summary.csv"] {
        let bytes = |folder: &str| path.join(folder).bytes(table);
        assert!(bytes("one/games") == bytes("two"), "{table}");
    }
    path.read("two/summary.csv").assert_contains("sequential");
}

/// The change raises scores by 1.9 points on average, but only in about 9 % of the deals. None of these 22 deals
/// differs.
#[test]
fn equal_deals_do_not_rule_out_a_rare_effect() {
    let folder = Folder::new();
    let words = "try maracaibo --row explorer_track.22 reward=vp90 --bot admiral --games 44 \
                 --seed 1 --quiet --out t";
    folder.succeeds(words);
    let page = folder.read("t/report.md");
    let score = page
        .lines()
        .find(|line| line.starts_with("| score"))
        .unwrap();
    score.assert_contains("| 0.00 | \u{2212}28.32 to 28.32 | open |");
    page.assert_contains(["scores change by at most 28.3 points", "*Open."]);
}

/// Shards are played completely. The merged run ends at the same point as the undivided run.
#[test]
fn merged_shards_of_a_trial_stop_like_the_whole_run() {
    let path = &Folder::new();
    path.succeeds(format!(
        "{UNIVERSITY} --games 400 --points 40 --wins 0.9 --out t"
    ));
    for part in ["1/2", "2/2"] {
        let out = format!("parts/{}", part.replace('/', "of"));
        path.succeeds(format!(
            "run t/experiment.toml --shard {part} --out {out} --quiet"
        ));
    }
    path.succeeds("merge parts/1of2 parts/2of2 --out merged");
    for table in ["games.csv.gz", "events.csv.gz", "summary.csv"] {
        let bytes = |folder: &str| path.join(folder).bytes(table);
        assert!(bytes("t/games") == bytes("merged"), "{table}");
    }
}

#[test]
fn changes_file_can_be_tried_and_used_as_data() {
    let path = &Folder::new();
    let changes = "[project_cards.A055]\ncost = 1\nvp = 9\n";
    path.write("strong.toml", changes);
    let told = path.succeeds("try maracaibo strong.toml --bot greedy --games 20 --quiet --out t");
    told.assert_contains("value of beginning with Armourer (A055)");
    told.assert_contains("of the seats that could take it take Armourer (A055)");
    // A file of changes is accepted wherever a folder of component files is.
    path.succeeds("data check maracaibo strong.toml");
    path.prints("data show maracaibo project_cards.csv --data strong.toml => designed");
    let words = "simulate --game maracaibo --bots greedy,random --games 4 --data strong.toml \
                 --out s --quiet";
    path.succeeds(words);
    path.succeeds("replay --run s --game-id 1");
    path.prints("run t/experiment.toml --list-files => strong.toml => t/changes.toml");
}

#[test]
fn invalid_change_is_rejected_with_accepted_values() {
    let path = &Folder::new();
    let wrong = [
        ("--card A0555 cost=9", "has no card \"A0555\""),
        ("--card A055 cots=9", "did you mean \"cost\"?"),
        (
            "--card A055 cost=900",
            "project_cards A055, cost: \"900\" found",
        ),
        ("--card cost=9 vp=1", "expected an id or a name"),
        ("--card Pathfinder cost=9", "is the name of 3 rows"),
        ("--tile 1 cost=9", "quest_tiles 1, cost: \"9\" found"),
        ("--row 1 cost=9", "expected one of"),
        ("--set hand_limt=6", "has no option \"hand_limt\""),
        ("--set hand_limit", "expected OPTION=VALUE"),
        ("", "no change given"),
        (
            "--card A055 cost=9 --time soon",
            "expected a time from 1s to 240h",
        ),
        ("--card A055 cost=9 --bot nte", "did you mean \"net\"?"),
        (
            "--card A055 cost=9 --players 7",
            "maracaibo is for 1 to 4 players",
        ),
        (
            "--card A055 cost=9 --shard 1/2",
            "--shard is for `portolan run`",
        ),
        ("--card A055 cost=9 --points 0", "expected points above 0"),
        ("none.toml", "none.toml"),
    ];
    for (words, said) in wrong {
        let told = path.refuses(format!("try maracaibo --out t {words}"));
        assert!(told.contains(said), "{words:?}: {told}");
        assert!(!path.join("t").exists(), "{words:?}");
    }
    path.write("my.toml", "[project_cards.A055]\n\ncost = 900\n");
    let told = path.refuses("data check maracaibo my.toml");
    told.assert_contains("my.toml, line 3, project_cards A055 cost: \"900\" found");
    path.write(
        "my.toml",
        "inherits = 'my.toml'\n[project_cards.A055]\ncost = 9\n",
    );
    path.rejects("data check maracaibo my.toml => forms a cycle");
}

#[test]
fn interrupted_trial_resumes_to_the_same_bytes() {
    let path = &Folder::new();
    path.succeeds(format!("{UNIVERSITY} --games 60 --out whole"));
    // State after a kill: the files of the trial exist, but no games.
    fs::create_dir(path.join("cut")).unwrap();
    for name in ["changes.toml", "experiment.toml"] {
        fs::copy(path.join("whole").join(name), path.join("cut").join(name)).unwrap();
    }
    path.succeeds(format!("{UNIVERSITY} --out cut --resume"));
    let bytes = |folder: &str| path.join(folder).bytes("games/games.csv.gz");
    assert!(bytes("whole") == bytes("cut"));
}

#[test]
fn every_template_can_be_played_unmodified() {
    let path = &Folder::new();
    for game in ["maracaibo", "puerto_rico", "endeavor", "cartagena"] {
        for kind in ["simulate", "tournament", "duel", "sweep", "factorial"] {
            if (game, kind) == ("cartagena", "factorial") {
                continue;
            }
            let name = format!("{game}-{kind}");
            path.succeeds(format!("new experiment {name} --game {game} --kind {kind}"));
            let file = format!("{name}.toml");
            path.succeeds(format!("run {file} --list-files"));
        }
        let bot = format!("{game}-bot");
        path.succeeds(format!("new bot {bot} --game {game}"));
        let bots = format!("{bot}.toml,greedy");
        let words = format!("simulate --game {game} --bots {bots} --games 2 --quiet --out {bot}");
        path.succeeds(words);
        let data = format!("{game}-data");
        let words = format!("new data {data} --game {game}");
        if game == "cartagena" {
            path.refuses(&words).assert_contains("has no table of rows");
        } else {
            path.succeeds(&words);
            let file = format!("{data}.toml");
            path.succeeds(format!("data check {game} {file}"));
            let told = path.refuses(&words);
            told.assert_contains("already exists");
        }
    }
    path.succeeds("new agent mine --game cartagena");
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/agents/agent.py");
    assert_eq!(path.read("mine.py"), fs::read_to_string(guide).unwrap());
    let words = "simulate --game cartagena --bots mine.toml,random --games 2 --allow-programs \
                 --quiet --out agent";
    let output = path.command(words).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    // Without Python, the program prints a message.
    assert!(
        output.status.success() || said.contains("python3"),
        "{said}"
    );
    path.rejects("new bot ../x => is not a valid file name");
}

/// Returns the JSON page of a comparison.
fn compared(folder: &Path) -> serde_json::Value {
    serde_json::from_str(&folder.read("compare.json")).unwrap()
}

#[test]
fn trials_can_be_compared() {
    let path = &Folder::new();
    // A building that is never taken in the control condition, and a card in the initial hand of the first
    // place.
    let trials = [
        (
            "puerto_rico",
            "--building university",
            ["cost=3", "cost=12"],
        ),
        ("maracaibo", "--card A055", ["cost=9", "cost=2"]),
    ];
    for (game, item, cells) in trials {
        let names = [format!("{game}-a"), format!("{game}-b")];
        for (name, cell) in names.iter().zip(cells) {
            let words = format!("try {game} {item} {cell} --bot greedy --quiet --games 40");
            path.succeeds(format!("{words} --out {name}"));
        }
        let told = path.succeeds(format!("report {} {} --compare", names[0], names[1]));
        told.assert_contains(&format!("{}/compare.html", names[0]));
        let page = compared(&path.join(&names[0]));
        let section = |id: &str| {
            let mut sections = page["sections"].as_array().unwrap().iter();
            let found = sections.find(|section| section["id"] == id);
            found
                .unwrap_or_else(|| panic!("{game}: no section {id}"))
                .clone()
        };
        // The comparison is between the two changed sets.
        let changed = section("settings")["remarks"].to_string();
        let [before, after] = cells.map(|cell| cell.trim_start_matches("cost=").to_string());
        changed.assert_contains(&format!("costs {after} instead of {before}"));
        let changes = section("changes");
        let rows = changes["tables"][0]["rows"].as_array().unwrap();
        for name in &names {
            assert!(rows.iter().any(|row| row[0] == name.as_str()), "{rows:?}");
        }
        // The value after each change equals the one on the page of the trial.
        let items = section("items")["tables"][0].clone();
        let row = items["rows"][0].as_array().unwrap();
        let worth = |name: &str| -> &str {
            let of_item = |row: &&serde_json::Value| {
                row[0] == name && row[1].to_string().contains("value of")
            };
            rows.iter().find(of_item).unwrap()[3].as_str().unwrap()
        };
        let number =
            |text: &str| -> f64 { text.replace('−', "-").replace('+', "").parse().unwrap() };
        for (cell, name) in [(5, &names[0]), (6, &names[1])] {
            let shown = number(row[cell].as_str().unwrap());
            let difference = shown - number(worth(name));
            assert!(difference.abs() < 0.06, "{row:?} {rows:?}");
        }
    }
    // The folder of games inside a trial is accepted as well.
    path.succeeds("report maracaibo-a/games maracaibo-b/games --compare --force");
}

#[test]
fn index_lists_the_single_report_of_a_trial() {
    let path = &Folder::new();
    let out = "--games 8 --out results/t-v1";
    path.succeeds(format!("{UNIVERSITY} {out}"));
    path.rejects("report results/t-v1 => results/t-v1/report.md");
    path.succeeds("report results/t-v1 --force");
    assert!(!path.join("results/t-v1/index.html").exists());
    path.prints("report results => 1 has a report");
    let index = path.read("results/index.html");
    index.assert_contains("href=\"t-v1/report.html\"");
    index.assert_lacks("No report yet");
}

#[test]
fn trial_includes_inherited_changes() {
    let path = &Folder::new();
    path.write("v1.toml", "[buildings.university]\ncost = 3\n");
    path.write(
        "v2.toml",
        "inherits = 'v1.toml'\n[buildings.hospice]\ncost = 2\n",
    );
    let played = |words: &str, out: &str| {
        let start = "try puerto_rico";
        let end = format!("--bot greedy --games 8 --quiet --out {out}");
        path.succeeds(format!("{start} {words} {end}"));
        path.read(format!("{out}/report.md"))
    };
    let page = played("v2.toml", "whole");
    page.assert_contains("University costs 3 instead of 8");
    page.assert_contains("Hospice costs 2 instead of 4");
    let page = played("v2.toml --data v1.toml", "step");
    page.assert_lacks("University costs");
    page.assert_contains("Hospice costs 2 instead of 4");
    // A folder of component files is also a change.
    path.succeeds("data export puerto_rico mine");
    let buildings = path.read("mine/buildings.csv");
    let row = buildings
        .lines()
        .find(|row| row.starts_with("university,"))
        .unwrap();
    let cheaper = row.replacen(",8,", ",5,", 1);
    assert_ne!(row, cheaper);
    path.write("mine/buildings.csv", buildings.replace(row, &cheaper));
    let page = played("mine", "folder");
    page.assert_contains("University costs 5 instead of 8");
    path.rejects("try puerto_rico v2.toml --data mine --out x => v2.toml does not inherit it");
}

#[test]
fn trial_page_names_new_cards_and_quests() {
    let path = &Folder::new();
    let words = "try maracaibo --card X1 'name=Harbour Pilot' cost=7 --out t";
    let told = path.refuses(words);
    told.assert_contains(["such as A001", "like=ID"]);
    let played = |words: &str, out: &str| {
        let end = format!("--bot greedy --games 8 --quiet --out {out}");
        path.succeeds(format!("try maracaibo {words} {end}"))
    };
    let told = played("--card X1 like=A055 'name=Harbour Pilot' cost=7", "t");
    told.assert_contains("Harbour Pilot (X1)");
    let page = path.read("t/report.md");
    page.assert_contains("Harbour Pilot (X1)");
    played("--quest 1 cost=map3", "q");
    let page = path.read("q/report.md");
    page.assert_contains("quest 1");
}
