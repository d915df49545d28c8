//! Output and files of the commands as used in the README.

use std::path::Path;

use tempfile::TempDir;

use super::folder::rewrite_manifest;
use super::program::{fails, succeeds};

const RUN: [&str; 10] = [
    "simulate",
    "--game",
    "maracaibo",
    "--bots",
    "random,greedy,random",
    "--games",
    "10",
    "--seed",
    "7",
    "--quiet",
];

#[test]
fn simulate_writes_four_complete_files() {
    let folder = TempDir::new().unwrap();
    let printed = succeeds(folder.path(), &[&RUN[..], &["--out", "out"]].concat());
    for part in [
        "mean score",
        "fair share",
        "33.3 %",
        "means of 2 deal groups",
        "out",
    ] {
        assert!(printed.contains(part), "no \"{part}\" in:\n{printed}");
    }
    let mut names: Vec<String> = std::fs::read_dir(folder.path().join("out"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names,
        ["events.csv", "games.csv", "manifest.toml", "summary.csv"]
    );
    let manifest = std::fs::read_to_string(folder.path().join("out/manifest.toml")).unwrap();
    assert!(manifest.contains("games_done = 12\n"), "{manifest}");
    let mut reader = csv::Reader::from_path(folder.path().join("out/games.csv")).unwrap();
    let header: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_string)
        .collect();
    assert_eq!(
        header[..11].join(","),
        "game_id,seed,game,players,seat,bot,score,rank,win,turns,decisions"
    );
    let mut wins = 0.0;
    let mut rows = 0;
    for row in reader.records() {
        let row = row.unwrap();
        let number = |column: usize| row[column].parse::<f64>().unwrap();
        let categories: f64 = (11..row.len()).map(number).sum();
        assert_eq!(categories, number(6), "categories sum to the score");
        assert_eq!(number(8) > 0.0, number(7) == 1.0);
        wins += number(8);
        rows += 1;
    }
    assert_eq!(rows, 36);
    assert!((wins - 12.0).abs() < 1e-9);
    let events = std::fs::read_to_string(folder.path().join("out/events.csv")).unwrap();
    assert!(events.starts_with("game_id,seat,round,turn,event,item,value\n1,"));
}

#[test]
fn default_output_folder_is_printed() {
    let folder = TempDir::new().unwrap();
    let printed = succeeds(folder.path(), &RUN);
    assert!(printed.contains("results/maracaibo-3p-seed7"), "{printed}");
    assert!(
        folder
            .path()
            .join("results/maracaibo-3p-seed7/games.csv")
            .exists()
    );
}

#[test]
fn simulate_json_has_stable_names() {
    let folder = TempDir::new().unwrap();
    let printed = succeeds(folder.path(), &[&RUN[..], &["--format", "json"]].concat());
    let rows: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 8);
    for name in [
        "bot",
        "seat",
        "games",
        "blocks",
        "score_mean",
        "score_low",
        "score_high",
        "win_rate",
        "win_low",
        "win_high",
        "fair_share",
    ] {
        assert!(rows[0].get(name).is_some(), "{name}");
    }
    assert!(rows[0]["seat"].is_null());
    assert_eq!(rows[0]["blocks"], 2);
}

#[test]
fn one_deal_group_has_no_interval() {
    let folder = TempDir::new().unwrap();
    let arguments = [
        "simulate",
        "--game",
        "maracaibo",
        "--bots",
        "random,random",
        "--games",
        "1",
        "--format",
        "json",
    ];
    let rows: serde_json::Value =
        serde_json::from_str(&succeeds(folder.path(), &arguments)).unwrap();
    assert!(rows[0]["score_low"].is_null() && rows[0]["win_high"].is_null());
}

#[test]
fn events_none_writes_only_the_header() {
    let folder = TempDir::new().unwrap();
    succeeds(
        folder.path(),
        &[&RUN[..], &["--events", "none", "--out", "out"]].concat(),
    );
    let events = std::fs::read_to_string(folder.path().join("out/events.csv")).unwrap();
    assert_eq!(events.lines().count(), 1);
}

#[test]
fn replay_shows_the_recorded_scores() {
    let folder = TempDir::new().unwrap();
    succeeds(folder.path(), &[&RUN[..], &["--out", "out"]].concat());
    let mut reader = csv::Reader::from_path(folder.path().join("out/games.csv")).unwrap();
    let scores: Vec<String> = reader
        .records()
        .map(Result::unwrap)
        .filter(|row| &row[0] == "9")
        .map(|row| row[6].to_string())
        .collect();
    let score_line = |printed: &str| -> Vec<String> {
        let line = printed.lines().rev().find(|line| line.starts_with("score"));
        line.unwrap()
            .split_whitespace()
            .skip(1)
            .map(str::to_string)
            .collect()
    };
    let of_run = succeeds(
        folder.path(),
        &[
            "replay",
            "--run",
            "out",
            "--game-id",
            "9",
            "--record",
            "nine.log",
        ],
    );
    assert_eq!(score_line(&of_run), scores);
    let of_log = succeeds(
        folder.path(),
        &["replay", "--log", "nine.log", "--positions"],
    );
    assert_eq!(score_line(&of_log), scores);
    let explicit = succeeds(
        folder.path(),
        &[
            "replay",
            "--game",
            "maracaibo",
            "--bots",
            "random,greedy,random",
            "--seed",
            "7",
            "--game-id",
            "9",
        ],
    );
    assert_eq!(explicit, of_run);
}

#[test]
fn illegal_move_in_log_is_reported_with_its_line() {
    let folder = TempDir::new().unwrap();
    succeeds(folder.path(), &[&RUN[..], &["--out", "out"]].concat());
    succeeds(
        folder.path(),
        &[
            "replay",
            "--run",
            "out",
            "--game-id",
            "1",
            "--record",
            "one.log",
        ],
    );
    let log = folder.path().join("one.log");
    let text = std::fs::read_to_string(&log).unwrap();
    let first_move = text.lines().position(str::is_empty).unwrap() + 1;
    let mut lines: Vec<&str> = text.lines().collect();
    lines[first_move] = "1 fly to the moon";
    std::fs::write(&log, lines.join("\n")).unwrap();
    let told = fails(folder.path(), 2, &["replay", "--log", "one.log"]);
    let wanted = format!(
        "error: one.log, line {}: \"fly to the moon\" is not",
        first_move + 1
    );
    assert!(told.starts_with(&wanted), "{told}");
}

#[test]
fn perf_json_has_stable_names() {
    let folder = TempDir::new().unwrap();
    let printed = succeeds(
        folder.path(),
        &["perf", "maracaibo", "--seconds", "0.05", "--format", "json"],
    );
    let measured: serde_json::Value = serde_json::from_str(&printed).unwrap();
    for name in [
        "games_per_second",
        "decisions_per_second",
        "ns_per_decision",
        "branching_mean",
        "decisions_per_game",
        "state_bytes",
        "clone_ns",
    ] {
        assert!(measured[name].as_f64().unwrap() > 0.0, "{name}");
    }
    assert!(measured["iterations_per_second"].is_null());
    assert!(measured["overhead"].is_null());
}

#[test]
fn perf_prints_the_cost_of_a_search() {
    let folder = TempDir::new().unwrap();
    let bot = "kind = \"mcts\"\niterations = 4\n";
    std::fs::write(folder.path().join("mine.toml"), bot).unwrap();
    let arguments = [
        "perf",
        "maracaibo",
        "--seconds",
        "0.05",
        "--bot",
        "mine.toml",
    ];
    let table = succeeds(folder.path(), &arguments);
    assert!(table.contains("iterations a second"), "{table}");
    let printed = succeeds(
        folder.path(),
        &[&arguments[..], &["--format", "json"]].concat(),
    );
    let measured: serde_json::Value = serde_json::from_str(&printed).unwrap();
    for name in ["iterations_per_second", "overhead"] {
        assert!(measured[name].as_f64().unwrap() > 0.0, "{name}");
    }
}

#[test]
fn bots_explains_the_parameters_of_a_kind() {
    let folder = TempDir::new().unwrap();
    let told = succeeds(folder.path(), &["bots", "--explain", "mcts"]);
    for part in [
        "iterations",
        "a whole number from 1 to 1000000000",
        "\"ucb1_tuned\"",
        "exploration",
    ] {
        assert!(told.contains(part), "no {part} in:\n{told}");
    }
    let flat = succeeds(folder.path(), &["bots", "--explain", "flat"]);
    assert!(
        flat.contains("iterations") && !flat.contains("exploration"),
        "{flat}"
    );
    assert!(succeeds(folder.path(), &["bots", "--explain", "random"]).contains("no parameters"));
    assert!(succeeds(folder.path(), &["bots", "mcts"]).contains("parameters:"));
}

/// The manifest contains all parameters of search bots. Only searches with a time limit are not
/// reproducible.
#[test]
fn search_parameters_are_recorded_and_reproducible() {
    let folder = TempDir::new().unwrap();
    for (name, budget) in [("counted", "iterations = 5"), ("timed", "milliseconds = 1")] {
        let bot = format!(
            "kind = \"mcts\"\ninherits = \"greedy\"\n{budget}\nrollout = \"decisions\"\nexploration = 1\n"
        );
        std::fs::write(folder.path().join(format!("{name}.toml")), bot).unwrap();
    }
    let run = |bot: &str, out: &str, more: &[&str]| {
        let bots = format!("{bot}.toml,greedy");
        let line = [
            "simulate",
            "--game",
            "maracaibo",
            "--bots",
            &bots,
            "--games",
            "4",
            "--quiet",
        ];
        succeeds(folder.path(), &[&line[..], &["--out", out], more].concat());
        std::fs::read_to_string(folder.path().join(out).join("manifest.toml")).unwrap()
    };
    let manifest = run("counted", "a", &["--threads", "1"]);
    assert!(manifest.contains("reproducible = true"), "{manifest}");
    for line in [
        "iterations = 5",
        "rollout = \"decisions\"",
        "exploration = 1.0",
    ] {
        assert!(manifest.contains(line), "no {line} in {manifest}");
    }
    run("counted", "b", &["--threads", "2"]);
    let games = |out: &str| std::fs::read(folder.path().join(out).join("games.csv")).unwrap();
    assert_eq!(games("a"), games("b"));
    // The manifest shows that the run is complete, so nothing is played again.
    run("counted", "a", &["--resume"]);
    assert!(run("timed", "c", &[]).contains("reproducible = false"));
}

#[test]
fn lists_and_help_are_available() {
    let folder = TempDir::new().unwrap();
    assert!(succeeds(folder.path(), &["games"]).contains("maracaibo"));
    let game = succeeds(folder.path(), &["games", "maracaibo"]);
    for part in [
        "Players: 1–4",
        "option",
        "reconstructed",
        "Score categories",
    ] {
        assert!(game.contains(part), "{part}");
    }
    assert!(succeeds(folder.path(), &["bots", "--game", "maracaibo"]).contains("greedy"));
    assert!(succeeds(folder.path(), &["bots", "greedy"]).contains("weights:"));
    assert!(succeeds(folder.path(), &["data", "show", "maracaibo"]).contains("project_cards.csv"));
    for verb in [
        "simulate", "run", "plan", "merge", "games", "bots", "data", "replay", "perf",
    ] {
        let help = succeeds(folder.path(), &[verb, "--help"]);
        assert!(help.contains("Examples:"), "{verb}");
    }
}

/// Jean is a normal seat in results, reports and replays.
#[test]
fn solo_games_list_the_automa() {
    let folder = TempDir::new().unwrap();
    let printed = succeeds(
        folder.path(),
        &[
            "simulate",
            "--game",
            "maracaibo",
            "--players",
            "1",
            "--bots",
            "greedy",
            "--set",
            "level=hard",
            "--games",
            "4",
            "--seed",
            "3",
            "--out",
            "solo",
            "--quiet",
        ],
    );
    assert!(printed.contains("jean:hard"), "{printed}");
    let games = std::fs::read_to_string(folder.path().join("solo/games.csv")).unwrap();
    assert!(
        games
            .lines()
            .next()
            .unwrap()
            .ends_with("jean_explorer_lead")
    );
    assert_eq!(games.lines().count(), 1 + 4 * 2);
    let hers = games.lines().filter(|row| row.contains(",jean:hard,"));
    assert_eq!(hers.count(), 4);
    let events = std::fs::read_to_string(folder.path().join("solo/events.csv")).unwrap();
    assert!(events.contains(",jean_card,C"));
    let replayed = succeeds(
        folder.path(),
        &["replay", "--run", "solo", "--game-id", "2"],
    );
    assert!(replayed.contains("jean:hard") && replayed.contains("jean_quests"));
    succeeds(folder.path(), &["report", "solo"]);
    let report = std::fs::read_to_string(folder.path().join("solo/report.md")).unwrap();
    assert!(report.contains("jean:hard"));
    let game = succeeds(folder.path(), &["games", "maracaibo"]);
    assert!(game.contains("With 1 player also: jean_actions"), "{game}");
}

/// Returns the rows of a results table as text.
fn rows(folder: &Path, table: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_path(folder.join(table)).unwrap();
    let fields = |row: csv::StringRecord| row.iter().map(String::from).collect();
    reader.records().map(|row| fields(row.unwrap())).collect()
}

/// Returns the cells of the first table row of a section that begins with this cell.
fn line(markdown: &str, section: &str, begins: &str) -> Vec<String> {
    let (_, rest) = markdown
        .split_once(section)
        .unwrap_or_else(|| panic!("no \"{section}\" in {markdown}"));
    let (start, named) = (format!("| {begins} |"), format!(" ({begins}) |"));
    let begins = |line: &&str| line.starts_with(&start) || line.contains(&named);
    let found = rest.lines().find(begins);
    let found = found.unwrap_or_else(|| panic!("no line {start} in {rest}"));
    let cells = found.trim_matches('|').split('|');
    cells.map(|cell| cell.trim().to_string()).collect()
}

/// The margin of a card in the report equals the value computed directly from the tables, also for
/// compressed tables.
#[test]
fn card_study_margin_equals_value_from_the_tables() {
    let folder = TempDir::new().unwrap();
    let spec = "kind = \"cards\"\ngame = \"maracaibo\"\nbots = [\"greedy\", \"random\"]\nblocks = 12\n\
                items = \"cards\"\n";
    std::fs::write(folder.path().join("study.toml"), spec).unwrap();
    let mut pages = Vec::new();
    for (out, more) in [("plain", None), ("packed", Some("--compress"))] {
        let mut arguments = vec!["run", "study.toml", "--out", out, "--quiet"];
        arguments.extend(more);
        succeeds(folder.path(), &arguments);
        let printed = succeeds(folder.path(), &["report", out]);
        assert!(
            printed.contains(" cards that a seat received by chance")
                && printed.contains("for both bots"),
            "{printed}"
        );
        let page = std::fs::read_to_string(folder.path().join(out).join("report.md")).unwrap();
        let page = page.replace(['\\', '\u{a0}'], "");
        let (evidence, _) = page.split_once("## Design").unwrap();
        pages.push(evidence.to_string());
    }
    assert_eq!(pages[0], pages[1]);
    let page = &pages[0];
    for part in [
        "## Ways of getting an item",
        "## Associations: cards “bought” (by the player)",
        "by opportunity",
    ] {
        assert!(page.contains(part), "no \"{part}\" in {page}");
    }

    let out = folder.path().join("plain");
    let (games, events) = (rows(&out, "games.csv"), rows(&out, "events.csv"));
    // The first condition is self-play of `greedy`: two games for each of 12 deals.
    let greedy: Vec<&Vec<String>> = games.iter().filter(|row| row[5] == "greedy").collect();
    assert_eq!(greedy.len(), 48);
    let card = events.iter().find(|row| row[4] == "dealt").unwrap()[5].clone();
    let number = |text: &String| text.parse::<f64>().unwrap();
    let usual = |seat: &str| {
        let of_seat = greedy.iter().filter(|row| row[4] == seat);
        of_seat.map(|row| number(&row[6])).sum::<f64>() / 24.0
    };
    let mut blocks: std::collections::BTreeMap<&String, Vec<f64>> = Default::default();
    for game in greedy.chunks(2) {
        let dealt =
            |row: &&Vec<String>| row[0] == game[0][0] && row[4] == "dealt" && row[5] == card;
        if let Some(event) = events.iter().find(dealt) {
            let score = |row: &Vec<String>| number(&row[6]) - usual(&row[4]);
            let (one, other) = (score(game[0]), score(game[1]));
            let first = event[1] == game[0][4];
            let ahead = if first { one - other } else { other - one };
            blocks.entry(&game[0][1]).or_default().push(ahead);
        }
    }
    let means = blocks.values().map(|block| block.iter().sum::<f64>() / 2.0);
    let expected = means.sum::<f64>() / blocks.len() as f64;
    let told = line(page, "## Cards by chance, greedy in every seat", &card);
    assert_eq!(told[1], (2 * blocks.len()).to_string());
    assert_eq!(told[2], blocks.len().to_string());
    let margin = told[3].replace('−', "-").replace('+', "");
    assert!(
        (number(&margin) - expected).abs() < 0.006,
        "{told:?}, {expected}"
    );
}

#[test]
fn report_of_unfinished_card_study_covers_available_events() {
    let folder = TempDir::new().unwrap();
    let spec = "kind = \"cards\"\ngame = \"maracaibo\"\nbots = [\"random\"]\nblocks = 8\n";
    std::fs::write(folder.path().join("study.toml"), spec).unwrap();
    succeeds(
        folder.path(),
        &["run", "study.toml", "--out", "out", "--quiet"],
    );
    let out = folder.path().join("out");
    rewrite_manifest(&out, "status = \"complete\"", "status = \"running\"");
    for table in ["games.csv", "events.csv"] {
        let whole = std::fs::read(out.join(table)).unwrap();
        // Keep all games except the last ones, and half of the events.
        let share = if table == "games.csv" { 9 } else { 5 };
        let partial = out.join(format!("{table}.partial"));
        std::fs::write(partial, &whole[..whole.len() * share / 10]).unwrap();
        std::fs::remove_file(out.join(table)).unwrap();
    }
    let printed = succeeds(folder.path(), &["report", "out"]);
    assert!(printed.contains("of 16 games"), "{printed}");
    let page = std::fs::read_to_string(out.join("report.md")).unwrap();
    // Half of the events belong to about four of eight deals.
    let told = line(&page, "## Design", "deal groups");
    let blocks: u32 = told[1].split(' ').next().unwrap().parse().unwrap();
    assert!((3..=5).contains(&blocks), "{told:?}");
}

#[test]
fn strategies_report_counts_each_seat_once() {
    let folder = TempDir::new().unwrap();
    let spec = "kind = \"strategies\"\ngame = \"maracaibo\"\nplayers = 2\n\
                bots = [\"greedy\", \"explorer\", \"admiral\"]\nblocks = 15\nevents = \"none\"\n";
    std::fs::write(folder.path().join("map.toml"), spec).unwrap();
    succeeds(
        folder.path(),
        &["run", "map.toml", "--out", "out", "--quiet"],
    );
    let printed = succeeds(folder.path(), &["report", "out"]);
    assert!(printed.starts_with("Winners use "), "{printed}");
    let out = folder.path().join("out");
    let page = std::fs::read_to_string(out.join("report.md")).unwrap();
    let page = page.replace(['\\', '\u{a0}'], "");
    for part in [
        "## Strategies",
        "## Where the points of each strategy come from",
        "## Strategies of the bots",
        "## Strategies in the same game",
        "## How the clusters were found",
    ] {
        assert!(page.contains(part), "no \"{part}\" in {page}");
    }
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
    let repeated = succeeds(folder.path(), &["report", "out", "--force"]);
    assert_eq!(printed, repeated);
}
