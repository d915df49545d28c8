//! `portolan analyze`: sources of positions, output and errors.

use std::path::Path;

use serde_json::{Value, json};

use super::folder::{Folder, Workdir};
use super::text::TextAssert;

const GAME: &str = "--game cartagena --bots greedy,greedy --seed 7 --game-id 1";
const QUICK: &str = "--iterations 200 --playouts 4";

fn analyze(folder: &Path, arguments: &str) -> String {
    folder.succeeds(format!("analyze {arguments}"))
}

fn json_of(folder: &Path, arguments: &str) -> Value {
    serde_json::from_str(&analyze(folder, &format!("{arguments} --format json"))).unwrap()
}

#[test]
fn seed_run_and_log_give_equal_analyses() {
    let at = &Folder::new();
    let seeded = json_of(at, &format!("{GAME} --move 20 {QUICK} --threads 1"));
    let again = json_of(at, &format!("{GAME} --move 20 {QUICK} --threads 3"));
    assert_eq!(seeded, again, "threads change nothing");
    at.succeeds(
        "simulate --game cartagena --bots greedy,greedy --seed 7 --games 2 --quiet --out run",
    );
    at.succeeds("replay --run run --game-id 1 --record game.log");
    let of_run = json_of(at, &format!("--run run --game-id 1 --move 20 {QUICK}"));
    let of_log = json_of(at, &format!("--log game.log --move 20 {QUICK}"));
    for other in [&of_run, &of_log] {
        assert_eq!(seeded["moves"], other["moves"]);
        assert_eq!(seeded["deal_seed"], other["deal_seed"]);
    }
    assert_eq!(of_log["source"], json!("game.log"));
    // An incomplete log is analyzed at its last position.
    let log = at.read("game.log");
    let (header, moves) = log.split_once("\n\n").unwrap();
    let begun: Vec<&str> = moves.lines().take(19).collect();
    at.write("begun.log", format!("{header}\n\n{}\n", begun.join("\n")));
    let left = json_of(at, &format!("--log begun.log {QUICK}"));
    assert_eq!(left["move"], json!(20));
    for (left, whole) in left["moves"]
        .as_array()
        .unwrap()
        .iter()
        .zip(seeded["moves"].as_array().unwrap())
    {
        for key in ["visits", "seats"] {
            assert_eq!(left[key], whole[key]);
        }
        assert_eq!(left["played"], json!(false), "nothing was played yet");
    }
    // The played move has the number that `replay` prints.
    let numbered = at.succeeds("replay --log game.log --numbers");
    let mut lines = numbered.lines().map(str::trim_start);
    let line = lines.find_map(|line| line.strip_prefix("20  ")).unwrap();
    let mut moves = seeded["moves"].as_array().unwrap().iter();
    let played = moves.find(|output| output["played"] == json!(true));
    let notation = line.split(" · ").next();
    assert_eq!(json!(notation), played.unwrap()["action"]);
}

/// The table shows names of components, and ids only for moves with equal names; JSON and CSV contain notations.
#[test]
fn table_shows_names_and_data_contain_ids() {
    let at = &Folder::new();
    let asked = format!(
        "--game maracaibo --bots greedy,greedy --seed 7 --game-id 1 --move 62 --bot mcts-rollouts {QUICK}"
    );
    let table = analyze(at, &asked);
    let has_id = |text: &str| {
        let words = text.split(|letter: char| !letter.is_alphanumeric());
        let is_id = |word: &str| {
            word.len() == 4
                && word.starts_with(['A', 'B'])
                && word[1..].bytes().all(|byte| byte.is_ascii_digit())
        };
        words.filter(|word| is_id(word)).count()
    };
    assert_eq!(has_id(&table), 0, "{table}");
    table.assert_contains("take ");
    for format in ["json", "csv"] {
        let data = analyze(at, &format!("{asked} --format {format}"));
        assert!(has_id(&data) > 3, "{data}");
    }
}

#[test]
fn output_formats_agree() {
    let at = &Folder::new();
    let asked = format!("{GAME} --move 20 {QUICK} --top 3");
    let output = json_of(at, &asked);
    let settings = ["iterations", "trees", "objective"].map(|key| output[key].clone());
    assert_eq!(settings, [json!(200), json!(4), json!("win")]);
    let moves = output["moves"].as_array().unwrap();
    assert!((3..=4).contains(&moves.len()));
    let legal = output["legal"].as_array().unwrap();
    let mut visits = 0;
    for found in moves {
        assert!(legal.contains(&found["action"]), "{legal:?}");
        visits += found["visits"].as_u64().unwrap();
        let seats = found["seats"].as_array().unwrap();
        assert_eq!(seats.len(), 2);
        let wins = seats.iter().map(|seat| seat["wins"].as_f64().unwrap());
        let wins: f64 = wins.sum();
        assert!((wins - 1.0).abs() < 1e-9);
        // Fewer than two visits have no standard error.
        let error = seats[0]["value_se"].as_f64();
        assert!(found["visits"].as_u64() <= Some(1) || error.is_some_and(|error| error >= 0.0));
        assert_eq!(seats[0]["exact_value"], Value::Null);
        assert_eq!(found["line"][0]["action"], found["action"]);
    }
    assert!(visits <= 200);
    let table = analyze(at, &format!("{asked} --position"));
    table.assert_contains([
        "before move 20: seat",
        "value 1",
        "score 2",
        "* marks the move",
        "in 4 trees",
        "hand",
        moves[0]["action"].as_str().unwrap(),
    ]);
    let csv = analyze(at, &format!("{asked} --format csv"));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 2 * moves.len());
    assert_eq!(json!(rows[0][1]), moves[0]["action"]);
    assert_eq!(
        rows[1][5].parse::<f64>().ok(),
        moves[0]["seats"][1]["value"].as_f64()
    );
}

#[test]
fn position_near_the_end_is_solved_exactly() {
    let folder = &Folder::new();
    let solo = "--game maracaibo --players 1 --bots greedy --seed 7 --game-id 1";
    let numbered = folder.succeeds(format!("replay {solo} --numbers"));
    let moves = numbered.lines().filter_map(|line| {
        let (number, _) = line.trim_start().split_once("  ")?;
        number.parse::<usize>().ok()
    });
    let last = moves.max().unwrap();
    let asked = format!("{solo} --move {} --exhaustive {QUICK} --top 100", last - 1);
    let output = json_of(folder, &asked);
    let found = output["moves"].as_array().unwrap();
    assert!(found.len() > 1, "there is a choice");
    // No chance remains, so each playout ends with an exact score, which cannot exceed the optimum.
    let exact = |found: &Value| found["seats"][0]["exact_value"].as_f64().unwrap();
    let best = found.iter().map(exact).fold(f64::NEG_INFINITY, f64::max);
    assert_eq!(exact(&found[0]), best, "the search agrees");
    for found in found {
        let lead = found["seats"][0]["score"].as_f64().unwrap()
            - found["seats"][1]["score"].as_f64().unwrap();
        assert!(lead <= exact(found) + 1e-9, "{found}");
    }
    let long = "--game endeavor --players 2 --bots greedy,greedy --seed 7 --game-id 1 --move 150";
    folder.rejects(&format!(
        "
        analyze {long} --exhaustive {QUICK} => --exhaustive: the game is too far from its end
        analyze {GAME} --move 20 --exhaustive {QUICK} => information that is hidden from seat
    "
    ));
}
