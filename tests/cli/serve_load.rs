//! `portolan serve` under load: many requests at once, and memory use.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use serde_json::{Value, json};

use super::folder::{Folder, Workdir};
use super::text::TextAssert;
use crate::program::command;
use crate::serve::{error, session};

struct Served {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Served {
    fn start(game: &str, more: &str) -> Served {
        let arguments = format!("serve --game {game} {more}");
        let mut child = command(Path::new("."), &arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let to = child.stdin.take().unwrap();
        let from = BufReader::new(child.stdout.take().unwrap());
        Served { child, to, from }
    }

    fn ask(&mut self, request: Value) -> Value {
        writeln!(self.to, "{request}").unwrap();
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// Returns the peak memory use in KiB, if the system reports it.
    fn most_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().strip_suffix(" kB")?.parse().ok()
    }

    fn end(mut self) {
        drop(self.to);
        assert!(self.child.wait().unwrap().success());
    }
}

/// A pipe buffers about 64 KiB. A program that blocks until an answer is read would never read the last request.
#[test]
fn requests_are_read_while_answers_are_pending() {
    const REQUESTS: usize = 4_000;
    let Served {
        mut child,
        mut to,
        mut from,
    } = Served::start("maracaibo", "");
    let (sent, done) = channel();
    let writer = std::thread::spawn(move || {
        for id in 0..REQUESTS {
            // Some requests are errors, whose answers are in the same order.
            let request = ["legal", "scores", "hello", "nonsense"][id % 4];
            writeln!(to, "{}", json!({"request": request, "id": id})).unwrap();
        }
        drop(to);
        sent.send(()).unwrap();
    });
    let all_sent = done.recv_timeout(Duration::from_secs(600));
    if all_sent.is_err() {
        child.kill().unwrap();
    }
    assert!(all_sent.is_ok(), "it stopped reading");
    writer.join().unwrap();
    let mut text = String::new();
    from.read_to_string(&mut text).unwrap();
    assert!(text.len() > 1 << 20, "{} bytes of answers", text.len());
    let answers = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let ids: Vec<u64> = answers
        .map(|answer| answer["id"].as_u64().unwrap())
        .collect();
    assert!(ids.into_iter().eq(0..REQUESTS as u64));
    assert!(child.wait().unwrap().success());
}

#[test]
fn pipelined_requests_are_answered_in_order() {
    let mut served = Served::start("cartagena", "--bot greedy --players 2");
    let mut lines = String::new();
    for id in 0..50 {
        lines += &format!("{{\"request\": \"choose\", \"id\": {id}}}\n");
        lines += &format!("{{\"request\": \"new\", \"seed\": {id}, \"id\": \"{id}\"}}\n");
    }
    served.to.write_all(lines.as_bytes()).unwrap();
    for id in 0..50 {
        for expected in [json!(id), json!(id.to_string())] {
            let mut line = String::new();
            served.from.read_line(&mut line).unwrap();
            let answer: Value = serde_json::from_str(&line).unwrap();
            assert_eq!((&answer["id"], &answer["ok"]), (&expected, &json!(true)));
        }
    }
    served.end();
}

#[test]
fn batch_answer_has_a_size_limit() {
    let mut served = Served::start("maracaibo", "");
    let requests = vec![json!({"request": "components"}); 2_000];
    let answer = served.ask(json!({"request": "batch", "requests": requests, "id": 7}));
    assert_eq!((&answer["ok"], &answer["id"]), (&json!(true), &json!(7)));
    let answers = answer["answers"].as_array().unwrap();
    assert_eq!(answers.len(), 2_000);
    let met = answers
        .iter()
        .take_while(|answer| answer["ok"] == json!(true))
        .count();
    assert!((10..1_000).contains(&met), "{met} were carried out");
    assert!(answers[0]["components"]["careers.csv"].is_array());
    for refused in &answers[met..] {
        error(refused).assert_contains("the answers to this line exceed 16 MiB");
    }
    if let Some(memory) = served.most_memory() {
        assert!(memory < 200 << 10, "{memory} KiB");
    }
    served.end();
    let many = json!({"request": "batch", "requests": vec![0; 10_001]}).to_string();
    let told = session("--game cartagena", &[&many]);
    let most = "has 10001 entries: expected at most 10000 in one line";
    assert!(error(&told[0]).contains(most), "{}", told[0]);
}

/// Games with the same settings share rules, data and networks, and few search trees are in memory.
#[test]
fn games_with_equal_settings_share_memory() {
    let folder = &Folder::new();
    folder.write("search.toml", "kind = 'mcts'\niterations = 20\n");
    let search = folder.join("search.toml").display().to_string();
    for (game, bot) in [
        ("maracaibo", "greedy"),
        ("puerto_rico", "greedy"),
        ("endeavor", "greedy"),
        ("cartagena", "net"),
        ("cartagena", &search),
    ] {
        let mut served = Served::start(game, &format!("--bot {bot}"));
        let mut begin = |handles: std::ops::Range<u64>| {
            for handle in handles {
                for request in ["new", "choose"] {
                    let answer = served.ask(json!({"request": request, "handle": handle}));
                    assert_eq!(answer["ok"], json!(true), "{answer}");
                }
            }
            served.most_memory()
        };
        let before = begin(1..100);
        let after = begin(100..1_100);
        if let (Some(before), Some(after)) = (before, after) {
            let each = (after - before) as f64 / 1_000.0;
            assert!(each < 40.0, "{game}: {each} KiB a game");
        }
        served.end();
    }
}

/// The cache of settings is small, but settings in use are never dropped.
#[test]
fn games_with_many_different_settings_can_coexist() {
    let mut lines = Vec::new();
    for handle in 1..=40 {
        let set = json!({"start_doubloons": handle % 20});
        lines.push(json!({"request": "new", "handle": handle, "seed": 3, "set": set}).to_string());
    }
    for handle in [1, 40, 21] {
        lines.push(json!({"request": "state", "handle": handle}).to_string());
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let answers = session("--game maracaibo", &lines);
    assert!(
        answers.iter().all(|answer| answer["ok"] == json!(true)),
        "{}",
        answers[0]
    );
    let state = |index: usize| &answers[40 + index]["state"];
    assert_ne!(state(0), state(1));
    assert_eq!(state(0), state(2));
}

#[test]
fn number_of_different_settings_is_limited() {
    let new = |handle: u64, setting: u64| {
        let set = json!({"start_doubloons": setting % 30, "hand_limit": 1 + setting / 30});
        json!({"request": "new", "handle": handle, "set": set}).to_string()
    };
    let mut lines: Vec<String> = (1..=101).map(|handle| new(handle, handle)).collect();
    // A game with new settings may replace an existing game, and a new game may have the settings of another game.
    lines.extend([new(1, 101), new(101, 2), new(102, 102)]);
    lines.push(json!({"request": "close", "handle": 5}).to_string());
    lines.push(new(102, 102));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let answers = session("--game maracaibo", &lines);
    for (index, answer) in answers.iter().enumerate() {
        let is_rejected = [100, 103].contains(&index);
        assert_eq!(answer["ok"], json!(!is_rejected), "{index}: {answer}");
        if is_rejected {
            let wanted = "the games in progress use 100 different settings (number of players and rule options)";
            error(answer).assert_starts_with(wanted);
        }
    }
}
