//! `portolan try`: from a change of the game to an answer, files of changes, and commented files to start from.

use std::fs;
use std::path::Path;

use super::faults::content;
use super::folder::{Folder, Workdir, assert_same, names, play_shards};
use super::text::TextAssert;

const UNIVERSITY: &str = "try puerto_rico --building university cost=3 --bot greedy --quiet";

#[test]
fn trial_writes_an_answer_a_page_and_repeatable_files() {
    let path = &Folder::new();
    let told = path.succeeds(format!("{UNIVERSITY} --games 60 --out t --keep mine"));
    told.assert_starts_with("Puerto Rico: what changes if University costs 3 instead of 8?");
    told.assert_contains([
        "value of University",
        "Page: t/report.html",
        "Components before the change: ",
        "Components after the change: ",
    ]);
    assert!(!told.contains("portolan report"), "{told}");
    told.assert_lacks("portolan report");
    let page = path.read("t/report.md");
    page.assert_contains([
        "University costs 3 instead of 8",
        "Where the winners' points come from",
    ]);
    assert_eq!(path.read("t/changes.toml"), path.read("mine/changes.toml"));
    path.read("t/changes.toml")
        .assert_contains("[buildings.university]\ncost = 3\n");
    // The copied files reproduce the same bytes.
    path.succeeds("run mine/experiment.toml --out again --quiet");
    assert_same(path, "t/games", "again");
    assert_eq!(
        names(&path.join("again")).join(" "),
        "cells.csv events.csv.gz games.csv.gz manifest.toml summary.csv treatments.csv.gz"
    );
}

/// A bot that avoids points of cards plays worse when the card has more of them.
#[test]
fn trial_warns_about_a_player_that_misreads_the_change() {
    let path = &Folder::new();
    let shy = "inherits = 'greedy'\nabout = 'avoids points'\n[weights]\ncard_vp = -9\n";
    path.write("shy.toml", shy);
    let words = "try maracaibo --card A055 vp=12 cost=1 --bot shy.toml --games 800 --quiet --out t";
    let told = path.succeeds(words);
    let answer = told.lines().nth(1).unwrap();
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
    told.assert_contains("\nTwo players disagree about the value of University");
    path.rejects(
        "try puerto_rico --building university vp=20 --bot shy.toml --games 400 --second none --out t --resume
            => cannot resume => second is \"greedy\" instead of not set",
    );
    let alone = trial("--second none --out alone");
    assert!(!path.join("alone/games-second").exists());
    alone.assert_contains("\nThe effect of the change on the value of University is undecided");
    alone.assert_lacks("Two players");
    // A resumed trial also plays the games of the second player.
    let table = path.join("t/games-second").bytes("games.csv.gz");
    fs::remove_dir_all(path.join("t/games-second")).unwrap();
    trial("--out t --resume");
    assert!(table == path.join("t/games-second").bytes("games.csv.gz"));
}

/// Challengers beat a player that avoids all buildings, and a resumed trial repeats their games with the same results.
#[test]
fn answer_begins_with_blind_spot_of_player() {
    let path = &Folder::new();
    path.write("shy.toml", "inherits = 'net'\n[lean]\nbuilt = -99\n");
    let words = "try puerto_rico --building harbor cost=1 --bot shy.toml --second none --games 120 --quiet --out t";
    let output = path.succeeds(words);
    let answer = output.lines().nth(1).unwrap();
    answer.assert_starts_with("Shy does not play the changed game well: ");
    let page = path.read("t/report.md");
    page.assert_contains([
        "### Does the player use the change?",
        "a copy of shy that leans toward built.harbor",
        "a copy of shy that leans away from built.harbor",
        "| shipper |",
    ]);
    path.read("t/games-challengers/manifest.toml")
        .assert_contains(["name = \"shy-built-more\"", "\"built.harbor\" = 10"]);
    let games = |path: &Folder| path.join("t/games-challengers").bytes("games.csv");
    let table = games(path);
    fs::remove_dir_all(path.join("t/games-challengers")).unwrap();
    path.succeeds(format!("{words} --resume"));
    assert!(table == games(path));
    path.prints("report . --index => 1 has a report");
}

/// The trained bot plays, its training is not repeated by a resumed trial, and kept files find it.
#[test]
fn trial_adapts_its_player_first() {
    let path = &Folder::new();
    let words = "try endeavor --with abolition=on --set abolition=off --adapt 1 --second none --games 8 --quiet --out t";
    path.succeeds(format!("{words} --keep mine"));
    path.read("t/experiment.toml")
        .assert_contains("bots = [\"adapted.toml\"]");
    path.read("t/adapt.toml")
        .assert_contains(["start = \"net\"", "rounds = 1", "abolition"]);
    let network = path.join("t/adapted").bytes("net.safetensors");
    // Training again would write this file.
    fs::remove_file(path.join("t/adapt.toml")).unwrap();
    path.succeeds(format!("{words} --resume"));
    assert!(network == path.join("t/adapted").bytes("net.safetensors"));
    assert!(!path.join("t/adapt.toml").exists());
    path.succeeds("run mine/experiment.toml --out again --quiet");
    assert_same(path, "t/games", "again");
    path.rejects(
        "try endeavor --set abolition=off --adapt --bot greedy --quiet --out u => has no network",
    );
    assert!(!path.join("u").exists());
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
        "{UNIVERSITY} --games 8 --out {name} => already contains a run; use --resume"
    ));
    path.succeeds(format!("{UNIVERSITY} --games 8 --out {name} --resume"));
    path.succeeds(format!("{UNIVERSITY} --games 12 --out {name} --force"));
}

/// Five rows change: the question counts them, and the page lists them. The number of games is fixed, so the page has
/// plain 95 % intervals.
#[test]
fn question_about_many_rows_names_their_file() {
    let path = &Folder::new();
    let rows = ["university", "factory", "harbor", "wharf", "hospice"];
    let five = rows.map(|row| format!("[buildings.{row}]\ncost = 3\n"));
    path.write("five.toml", five.concat());
    path.write(
        "mine.toml",
        "kind = 'change'\ngame = 'puerto_rico'\nplayers = 3\nbots = ['random']\ngames = 150\nevents = 'none'\n\
         [change]\ndata = 'five.toml'\nfixed = true\n",
    );
    path.succeeds("run mine.toml --quiet");
    path.succeeds("report results/mine");
    let page = path.read("results/mine/report.md").replace('\\', "");
    page.assert_contains([
        "Puerto Rico: what changes if 5 rows of five.toml differ?",
        "\n## The changed rows\n",
        "\n- University costs 3 instead of 8\n",
        "\n- Wharf costs 3 instead of 9\n",
        "The number of deals was fixed in advance",
    ]);
    page.assert_lacks("interim");
    path.read("results/mine/manifest.toml")
        .assert_contains("fixed = true");
    // Score and seats of a condition have intervals in the summary, as in every run of fixed length.
    let summary = path.read("results/mine/summary.csv");
    summary.assert_lacks("sequential test");
}

#[test]
fn rule_option_can_be_tried_without_component_data() {
    let path = &Folder::new();
    path.prints(
        "try cartagena --players 2 --set turn_cap=20 --bot racer --games 12 --quiet --out t
            => wins of seat 1",
    );
    assert!(!path.join("t/changes.toml").exists());
    let page = path.read("t/report.md").replace('\\', "");
    page.assert_contains("what changes if turn_cap is 20");
    path.rejects(
        "try puerto_rico --building university cost=8 --bot greedy --out same
            => the game is the same before and after the change: university already has cost=8",
    );
}

#[test]
fn resuming_another_trial_is_rejected() {
    let path = &Folder::new();
    path.succeeds(format!("{UNIVERSITY} --games 8 --out t"));
    let report = path.read("t/report.md");
    path.rejects(
        "
        try puerto_rico --building university cost=4 --bot greedy --games 8 --out t --resume
            => contains another run, which this one cannot resume
            => changes.buildings.university.cost is 3 instead of 4
        try puerto_rico --building hospice cost=3 --bot greedy --games 8 --out t --resume
            => cannot resume => hospice
        try puerto_rico --building university cost=3 --bot greedy --games 12 --out t --resume
            => games is 8 instead of 12
        try puerto_rico --building university cost=3 --bot random --games 8 --out t --resume
            => player is \"greedy\" instead of \"random\"
        try maracaibo --card A027 cost=1 --out t --resume
            => game is \"puerto_rico\" instead of \"maracaibo\"
        try --games 12 --out t --resume => games is 8 instead of 12
        try maracaibo --out t --resume => no change given
        try --resume => expected a game
    ",
    );
    assert_eq!(report, path.read("t/report.md"));
    path.succeeds("try --out t --resume --quiet");
}

/// The formats for programs contain the effects of the change, not the means before and after it.
#[test]
fn formats_for_programs_contain_the_effects() {
    let path = &Folder::new();
    let csv = path.succeeds(format!("{UNIVERSITY} --games 40 --out t --format csv"));
    assert_eq!(csv, path.read("t/effects.csv"));
    let change = ",before-after,value of University,,change,points_difference,";
    csv.assert_contains(change);
    let json = path.succeeds("try --out t --resume --quiet --format json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let report: serde_json::Value = serde_json::from_str(&path.read("t/report.json")).unwrap();
    assert_eq!(json["sections"], report["sections"]);
    // The games ended at their limit.
    let summary = path.read("t/games/summary.csv");
    summary.assert_contains("the run ended before the test stopped it");
    summary.assert_lacks("the results decided");
}

/// The table of a real trial: each verdict follows from the printed interval, and the fairness of the seats is one question.
#[test]
fn verdicts_of_a_trial_follow_the_intervals() {
    let path = &Folder::new();
    for (words, seats) in [
        (
            "puerto_rico --set corn_doubloons=2 --games 400 --players 3",
            true,
        ),
        ("maracaibo --card A055 cost=9 vp=9 --games 60", true),
        ("maracaibo --set hand_limit=6 --players 1 --games 60", false),
    ] {
        let printed = path.succeeds(format!(
            "try {words} --bot greedy --second none --quiet --out t --force"
        ));
        let page: serde_json::Value = serde_json::from_str(&path.read("t/report.json")).unwrap();
        let rows = page["estimates"].as_array().unwrap().iter();
        let changes = rows.filter(|row| row["measure"] == "change");
        let is_gap = |of: &str| of == "largest gap to the fair share";
        let mut gaps = 0;
        for row in changes {
            let of = row["of"].as_str().unwrap();
            gaps += usize::from(is_gap(of));
            let (Some(low), Some(high)) = (row["low"].as_f64(), row["high"].as_f64()) else {
                continue;
            };
            let bound = if row["unit"] == "share_difference" {
                0.02
            } else {
                1.0
            };
            let is_small = -bound < low && high < bound;
            let word = match (low > 0.0, high < 0.0, is_small) {
                (true, _, false) => "more",
                (true, _, true) => "more, below bound",
                (_, true, false) => "less",
                (_, true, true) => "less, below bound",
                (_, _, true) => "below bound",
                _ => "open",
            };
            let page = path.read("t/report.md");
            let mut lines = page.lines();
            let line = lines
                .find(|line| line.starts_with(&format!("| {of} |")))
                .unwrap();
            line.assert_ends_with(&format!("| {word} |"));
        }
        assert_eq!(gaps, usize::from(seats), "{printed}");
        assert_eq!(
            printed.contains("the fairness of the seats"),
            seats,
            "{printed}"
        );
    }
}

/// The bound of a measure without an effect is the end of its interval in the table.
#[test]
fn bounds_in_the_text_match_the_table() {
    let path = &Folder::new();
    let told = path.succeeds(format!(
        "{UNIVERSITY} --games 4000 --points 40 --wins 0.9 --out t"
    ));
    told.assert_contains(
        "All questions about the changed items and the fairness of the seats were decided after",
    );
    let json: serde_json::Value = serde_json::from_str(&path.read("t/report.json")).unwrap();
    let rows = json["estimates"].as_array().unwrap().iter();
    let wins = rows.filter(|row| row["of"] == "wins of seat 1" && row["measure"] == "change");
    let mut wins = wins.map(|row| ["low", "high"].map(|end| row[end].as_f64().unwrap()));
    let [low, high] = wins.next_back().unwrap();
    let most = 100.0 * low.abs().max(high.abs());
    let bound = format!("the wins of seat 1 (at most {most:.1} percentage points)");
    json["more"].to_string().assert_contains(&bound);
}

/// A trial records the number of deals that fit into the time limit, so that a finished trial can be repeated or, after it
/// was moved, resumed.
#[test]
fn trial_with_time_limit_can_be_repeated_and_moved() {
    let path = &Folder::new();
    path.write("mine.toml", "inherits = 'greedy'\nabout = 'mine'\n");
    let words =
        "try puerto_rico --building university cost=3 --bot mine.toml --second none --quiet";
    let answer = path.succeeds(format!("{words} --time 1s --out one"));
    path.succeeds("run one/experiment.toml --out two --quiet");
    assert_same(path, "one/games", "two");
    fs::create_dir(path.join("below")).unwrap();
    fs::rename(path.join("one"), path.join("below/moved")).unwrap();
    let table = path.join("below/moved/games").bytes("games.csv.gz");
    fs::remove_dir_all(path.join("below/moved/games")).unwrap();
    fs::remove_file(path.join("below/moved/report.html")).unwrap();
    let again = path.succeeds("try --resume --quiet --out below/moved");
    assert_eq!(again.replace("below/moved", "one"), answer);
    assert!(table == path.join("below/moved/games").bytes("games.csv.gz"));
    assert!(path.join("below/moved/report.html").is_file());
}

/// If the new settings are rejected, `--force` does not change the earlier trial.
#[test]
fn rejected_replacement_leaves_the_trial() {
    let path = &Folder::new();
    path.succeeds(format!("{UNIVERSITY} --games 8 --out t"));
    let before = content(&path.join("t"));
    path.rejects(
        "
        try endeavor --set abolition=off --with abolition=on --bot greedy --adapt --out t --force => has no network
        try maracaibo --card A055 cost=9 --bot nte --out t --force => did you mean \"net\"?
    ",
    );
    assert!(content(&path.join("t")) == before);
    path.succeeds(format!("{UNIVERSITY} --games 8 --seed 2 --out t --force"));
    assert!(content(&path.join("t")) != before);
    assert!(!path.join("t/.replaced").exists());
}

#[test]
fn end_of_a_decided_trial_does_not_depend_on_thread_count() {
    let path = &Folder::new();
    let words = format!("{UNIVERSITY} --games 4000 --points 40 --wins 0.9");
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
    // Half of the deals come after the decision, and all count.
    let blocks = number(&manifest, "blocks_done");
    let page = path.read("one/report.md");
    page.assert_contains(&format!("were decided after {} deals", blocks / 2));
    page.assert_contains(&format!(
        "Verdicts and estimates come from all {blocks} deals"
    ));
    assert_same(path, "one/games", "two");
    path.read("two/summary.csv").assert_contains("sequential");
}

/// The change raises scores by 1.9 points on average, but only in about 9 % of the deals. None of these 22 deals
/// differs.
#[test]
fn equal_deals_do_not_rule_out_a_rare_effect() {
    let folder = Folder::new();
    folder.succeeds(
        "try maracaibo --row explorer_track.22 reward=vp90 --bot admiral --games 44 --seed 1 --quiet --out t",
    );
    let page = folder.read("t/report.md");
    let mut lines = page.lines();
    let score = lines.find(|line| line.starts_with("| score")).unwrap();
    score.assert_contains("| 0.00 | \u{2212}27.01 to 27.01 | open |");
    page.assert_contains(["scores change by at most 27.0 points", "*Open."]);
}

/// Shards are played completely. The merged run ends at the same point as the undivided run.
#[test]
fn merged_shards_of_a_trial_stop_like_the_whole_run() {
    let path = &Folder::new();
    let out = "--games 400 --points 40 --wins 0.9 --out t";
    path.succeeds(format!("{UNIVERSITY} {out}"));
    play_shards(path, "run t/experiment.toml --quiet", 2, "parts");
    path.succeeds("merge parts/1 parts/2 --out merged");
    assert_same(path, "t/games", "merged");
}

#[test]
fn changes_file_can_be_tried_and_used_as_data() {
    let path = &Folder::new();
    path.write("strong.toml", "[project_cards.A055]\ncost = 1\nvp = 9\n");
    // A file of changes is accepted wherever a folder of component files is.
    path.prints(
        "
        try maracaibo strong.toml --bot greedy --games 20 --quiet --out t
            => value of beginning with Armourer (A055)
            => of the seats that could take it take Armourer (A055)
        data check maracaibo strong.toml
        data show maracaibo project_cards.csv --data strong.toml => designed
        simulate --game maracaibo --bots greedy,random --games 4 --data strong.toml --out s --quiet
        replay --run s --game-id 1
        run t/experiment.toml --list-files => strong.toml => t/changes.toml
    ",
    );
}

#[test]
fn invalid_change_is_rejected_with_accepted_values() {
    let path = &Folder::new();
    path.rejects(
        r#"
        try maracaibo --out t --card A0555 cost=9 => has no card "A0555"
        try maracaibo --out t --card Armorer cost=9 => did you mean "Armourer"?
        try maracaibo --out t --card A055 cots=9 => did you mean "cost"?
        try maracaibo --out t --card A055 cost=900 => project_cards A055, cost: "900" found
        try maracaibo --out t --card cost=9 vp=1 => expected an id or a name
        try maracaibo --out t --card Pathfinder cost=9 => is the name of 3 rows
        try maracaibo --out t --tile 1 cost=9 => quest_tiles 1, cost: "9" found
        try maracaibo --out t --row 1 cost=9 => expected one of
        try maracaibo --out t --set hand_limt=6 => has no option "hand_limt"
        try maracaibo --out t --set hand_limit => expected OPTION=VALUE
        try maracaibo --out t => no change given
        try maracaibo --out t --card A055 cost=9 --time soon => expected a time from 1s to 240h
        try maracaibo --out t --card A055 cost=9 --bot nte => did you mean "net"?
        try maracaibo --out t --card A055 cost=9 --players 7 => maracaibo is for 1 to 4 players
        try maracaibo --out t --card A055 cost=9 --shard 1/2 => --shard is for `portolan run`
        try maracaibo --out t --card A055 cost=9 --points 0 => expected points above 0
        try maracaibo --out t none.toml => none.toml
        try maracaibo --out t --card X1 'name=Harbour Pilot' cost=7 => such as A001 => like=ID
    "#,
    );
    path.write("my.toml", "[project_cards.A055]\n\ncost = 900\n");
    path.rejects(
        r#"data check maracaibo my.toml
            => my.toml, line 3, project_cards A055 cost: "900" found"#,
    );
    let cycle = "inherits = 'my.toml'\n[project_cards.A055]\ncost = 9\n";
    path.write("my.toml", cycle);
    path.rejects("data check maracaibo my.toml => forms a cycle");
}

#[test]
fn interrupted_trial_resumes_to_the_same_bytes() {
    let path = &Folder::new();
    path.succeeds(format!("{UNIVERSITY} --games 60 --out whole"));
    // State after a kill: the files of the trial exist, but no games.
    fs::create_dir(path.join("cut")).unwrap();
    for name in ["study.toml", "changes.toml", "experiment.toml"] {
        fs::copy(path.join("whole").join(name), path.join("cut").join(name)).unwrap();
    }
    path.succeeds(format!("{UNIVERSITY} --games 60 --out cut --resume"));
    let bytes = |folder: &str| path.join(folder).bytes("games/games.csv.gz");
    assert!(bytes("whole") == bytes("cut"));
}

#[test]
fn every_template_can_be_played_unmodified() {
    let path = &Folder::new();
    for game in ["maracaibo", "puerto_rico", "endeavor", "cartagena"] {
        for kind in ["simulate", "tournament", "duel", "sweep", "factorial"] {
            if (game, kind) != ("cartagena", "factorial") {
                path.prints(&format!(
                    "
                    new experiment {game}-{kind} --game {game} --kind {kind}
                    run {game}-{kind}.toml --list-files
                "
                ));
            }
        }
        path.prints(&format!(
            "
            new bot {game}-bot --game {game}
            simulate --game {game} --bots {game}-bot.toml,greedy --games 2 --quiet --out {game}-bot
        "
        ));
        let new = format!("new data {game}-data --game {game}");
        if game == "cartagena" {
            path.rejects(&format!("{new} => has no table of rows"));
        } else {
            path.succeeds(&new);
            path.succeeds(format!("data check {game} {game}-data.toml"));
            path.rejects(&format!("{new} => already exists"));
        }
    }
    path.succeeds("new agent mine --game cartagena");
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/agents/agent.py");
    assert_eq!(path.read("mine.py"), fs::read_to_string(guide).unwrap());
    let simulate =
        "simulate --game cartagena --bots mine.toml,random --games 2 --quiet --out agent";
    let output = path
        .command(format!("{simulate} --allow-programs"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    // Without Python, the program prints a message.
    assert!(
        output.status.success() || said.contains("python3"),
        "{said}"
    );
    path.rejects("new bot ../x => is not a valid file name");
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
    let second = "inherits = 'v1.toml'\n[buildings.hospice]\ncost = 2\n";
    path.write("v2.toml", second);
    let played = |change: &str, out: &str| {
        path.succeeds(format!(
            "try puerto_rico {change} --bot greedy --games 8 --quiet --out {out}"
        ));
        path.read(format!("{out}/report.md"))
    };
    let page = played("v2.toml", "whole");
    page.assert_contains([
        "University costs 3 instead of 8",
        "Hospice costs 2 instead of 4",
    ]);
    let page = played("v2.toml --data v1.toml", "step");
    page.assert_lacks("University costs");
    page.assert_contains("Hospice costs 2 instead of 4");
    // A folder of component files is also a change.
    path.succeeds("data export puerto_rico mine");
    let buildings = path.read("mine/buildings.csv");
    let mut rows = buildings.lines();
    let row = rows.find(|row| row.starts_with("university,")).unwrap();
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
    let few = "--bot greedy --games 8 --quiet";
    path.prints(&format!(
        "
        try maracaibo --card X1 like=A055 'name=Harbour Pilot' cost=7 {few} --out t
            => Harbour Pilot (X1)
        try maracaibo --quest 1 cost=map3 {few} --out q
    "
    ));
    path.read("t/report.md")
        .assert_contains("Harbour Pilot (X1)");
    path.read("q/report.md").assert_contains("quest 1");
}
