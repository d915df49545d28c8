//! Output and files of the commands as used in the README.

use std::path::Path;

use super::folder::{Folder, Workdir, names, rewrite_manifest};
use super::text::{TextAssert, flat};

const RUN: &str = "simulate maracaibo --bots random,greedy,random --games 10 --seed 7 --quiet";

/// Returns the rows of a results table.
fn rows(folder: &Path, table: &str) -> Vec<csv::StringRecord> {
    let mut reader = csv::Reader::from_path(folder.join(table)).unwrap();
    reader.records().map(Result::unwrap).collect()
}

#[test]
fn simulate_writes_four_complete_files() {
    let folder = Folder::new();
    let printed = folder.succeeds(format!("{RUN} --out out"));
    printed.assert_contains([
        "mean score",
        "fair share",
        "33.3 %",
        "means of 2 deal groups",
        "out",
    ]);
    let expected = ["events.csv", "games.csv", "manifest.toml", "summary.csv"];
    assert_eq!(names(&folder.join("out")), expected);
    folder
        .read("out/manifest.toml")
        .assert_contains("games_done = 12\n");
    let games = folder.read("out/games.csv");
    games.assert_starts_with("game_id,seed,game,players,seat,bot,score,rank,win,turns,decisions,");
    let mut wins = 0.0;
    let rows = rows(&folder.join("out"), "games.csv");
    for row in &rows {
        let number = |column: usize| row[column].parse::<f64>().unwrap();
        let categories: f64 = (11..row.len()).map(number).sum();
        assert_eq!(categories, number(6), "categories sum to the score");
        assert_eq!(number(8) > 0.0, number(7) == 1.0);
        wins += number(8);
    }
    assert_eq!(rows.len(), 36);
    assert!((wins - 12.0).abs() < 1e-9);
    let events = folder.read("out/events.csv");
    events.assert_starts_with("game_id,seat,round,turn,event,item,value\n1,");
}

#[test]
fn default_output_folder_is_printed() {
    let folder = Folder::new();
    folder.prints(&format!("{RUN} => results/maracaibo-3p-seed7"));
    assert!(folder.join("results/maracaibo-3p-seed7/games.csv").exists());
}

#[test]
fn simulate_json_has_stable_names() {
    let folder = Folder::new();
    let printed = folder.succeeds(format!("{RUN} --format json"));
    let rows: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 8);
    let names = "bot seat games blocks score_mean score_low score_high win_rate win_low win_high \
                 fair_share score_sd";
    for name in names.split(' ') {
        assert!(rows[0].get(name).is_some(), "{name}");
    }
    assert!(rows[0]["seat"].is_null());
    assert_eq!(rows[0]["blocks"], 2);
}

#[test]
fn one_deal_group_has_no_interval() {
    let folder = Folder::new();
    let arguments = "simulate --game maracaibo --bots random,random --games 1 --format json";
    let rows: serde_json::Value = serde_json::from_str(&folder.succeeds(arguments)).unwrap();
    assert!(rows[0]["score_low"].is_null() && rows[0]["win_high"].is_null());
}

#[test]
fn events_none_writes_only_the_header() {
    let folder = Folder::new();
    folder.succeeds(format!("{RUN} --events none --out out"));
    assert_eq!(folder.read("out/events.csv").lines().count(), 1);
}

#[test]
fn replay_shows_the_recorded_scores() {
    let folder = Folder::new();
    folder.succeeds(format!("{RUN} --out out"));
    let rows = rows(&folder.join("out"), "games.csv");
    let game = rows.iter().filter(|row| &row[0] == "9");
    let scores: Vec<&str> = game.map(|row| &row[6]).collect();
    let score_line = |printed: &str| {
        let line = printed.lines().rfind(|line| line.starts_with("score"));
        flat(line.unwrap())
    };
    let wanted = format!("score {}", scores.join(" "));
    let of_run = folder.succeeds("replay --run out --game-id 9 --record nine.log");
    assert_eq!(score_line(&of_run), wanted);
    let of_log = folder.succeeds("replay --log nine.log --positions");
    assert_eq!(score_line(&of_log), wanted);
    let explicit =
        folder.succeeds("replay --game maracaibo --bots random,greedy,random --seed 7 --game-id 9");
    assert_eq!(explicit, of_run);
}

#[test]
fn perf_json_has_stable_names() {
    let folder = Folder::new();
    let printed = folder.succeeds("perf maracaibo --seconds 0.05 --format json");
    let measured: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let names = "games_per_second decisions_per_second ns_per_decision branching_mean \
                 decisions_per_game state_bytes clone_ns";
    for name in names.split(' ') {
        assert!(measured[name].as_f64().unwrap() > 0.0, "{name}");
    }
    assert!(measured["iterations_per_second"].is_null());
    assert!(measured["overhead"].is_null());
}

#[test]
fn perf_prints_the_cost_of_a_search() {
    let folder = Folder::new();
    folder.write("mine.toml", "kind = 'mcts'\niterations = 4\n");
    let perf = "perf cartagena --seconds 0.05 --bot mine.toml";
    folder.prints(&format!("{perf} => iterations a second"));
    let printed = folder.succeeds(format!("{perf} --format json"));
    let measured: serde_json::Value = serde_json::from_str(&printed).unwrap();
    for name in ["iterations_per_second", "overhead"] {
        assert!(measured[name].as_f64().unwrap() > 0.0, "{name}");
    }
}

#[test]
fn bots_explains_the_parameters_of_a_kind() {
    let folder = Folder::new();
    let flat = folder.succeeds("bots --explain flat");
    flat.assert_contains("iterations");
    flat.assert_lacks("exploration");
    let program = folder.succeeds("bots --explain program");
    program.assert_lacks("weights");
    folder.prints(
        r#"
        bots --explain mcts => iterations => a whole number from 1 to 1000000000
            => "ucb1_tuned" => exploration
        bots --explain random => no parameters
        bots mcts => parameters:
    "#,
    );
}

/// The manifest contains all parameters of search bots. Only searches with a time limit are not
/// reproducible.
#[test]
fn search_parameters_are_recorded_and_reproducible() {
    let folder = Folder::new();
    for (name, budget) in [("counted", "iterations = 5"), ("timed", "milliseconds = 1")] {
        let bot = format!(
            "kind = 'mcts'\ninherits = 'greedy'\n{budget}\nrollout = 'decisions'\n\
             exploration = 1\n"
        );
        folder.write(format!("{name}.toml"), bot);
    }
    let run = |bot: &str, out: &str, more: &str| {
        let bots = format!("{bot}.toml,greedy");
        let line = format!("simulate --game cartagena --bots {bots} --games 4 --quiet");
        folder.succeeds(format!("{line} --out {out} {more}"));
        folder.join(out).read("manifest.toml")
    };
    let manifest = run("counted", "a", "--threads 1");
    manifest.assert_contains([
        "reproducible = true",
        "iterations = 5",
        "rollout = \"decisions\"",
        "exploration = 1.0",
    ]);
    run("counted", "b", "--threads 2");
    let games = |out: &str| folder.join(out).bytes("games.csv");
    assert_eq!(games("a"), games("b"));
    // The manifest shows that the run is complete, so nothing is played again.
    run("counted", "a", "--resume");
    run("timed", "c", "").assert_contains("reproducible = false");
}

#[test]
fn lists_and_help_are_available() {
    let folder = Folder::new();
    folder.prints(
        "
        games => maracaibo
        games maracaibo => Players: 1–4 => option => reconstructed => Score categories
        bots --game maracaibo => greedy
        bots greedy => weights:
        data show maracaibo => project_cards.csv
        data show maracaibo project_cards A055 => Armourer
    ",
    );
    for verb in [
        "simulate", "run", "plan", "merge", "games", "bots", "data", "replay", "perf",
    ] {
        folder.prints(&format!("{verb} --help => Examples:"));
    }
}

/// Jean is a normal seat in results, reports and replays.
#[test]
fn solo_games_list_the_automa() {
    let folder = Folder::new();
    let printed = folder.succeeds(
        "simulate --game maracaibo --players 1 --bots greedy --set level=hard --games 4 --seed 3 \
         --out solo --quiet",
    );
    printed.assert_contains("jean:hard");
    let games = folder.read("solo/games.csv");
    let header = games.lines().next().unwrap();
    header.assert_ends_with("jean_explorer_lead");
    assert_eq!(games.lines().count(), 1 + 4 * 2);
    let hers = games.lines().filter(|row| row.contains(",jean:hard,"));
    assert_eq!(hers.count(), 4);
    folder
        .read("solo/events.csv")
        .assert_contains(",jean_card,C");
    folder.prints(
        "
        replay --run solo --game-id 2 => jean:hard => jean quests
        report solo
        games maracaibo => With 1 player also: jean_actions
    ",
    );
    folder.read("solo/report.md").assert_contains("jean:hard");
}

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

#[test]
fn strategies_report_counts_each_seat_once() {
    let folder = Folder::new();
    let spec = "kind = 'tournament'\ngame = 'maracaibo'\nplayers = 2\n\
                bots = ['greedy', 'explorer', 'admiral']\nblocks = 15\nevents = 'none'\n";
    let out = folder.plays("out", spec, "");
    let printed = folder.succeeds("report out --ask strategies");
    printed.assert_starts_with("Winners use ");
    let page = out.read("report.md").replace(['\\', '\u{a0}'], "");
    page.assert_contains([
        "## Strategies",
        "## Where the points of each strategy come from",
        "## Strategies of the bots",
        "## Strategies in the same game",
        "## How the clusters were found",
    ]);
    let (_, ways) = page.split_once("## Strategies").unwrap();
    let (ways, _) = ways.split_once("## ").unwrap();
    // Three pairs, two seatings and two seats. Of 15 deals, 8 are used for clustering and 7 for
    // counting.
    let seats: u32 = ways
        .lines()
        .filter(|line| line.starts_with("| ") && !line.contains("strategy"))
        .filter_map(|line| line.split('|').nth(2)?.trim().parse::<u32>().ok())
        .sum();
    assert_eq!(seats, 84);
    let repeated = folder.succeeds("report out --ask strategies --force");
    assert_eq!(printed, repeated);
}
