//! Programs that play as bots: working programs, failing programs, and programs without permission.

mod agents;
mod leave;
mod lifetime;

use std::path::Path;

use agents::{Agent, UNHURRIED, agents};
use portolan_testing::program::{ends, example};
use portolan_testing::schema::Schema;

use super::ending::{Ending, end_at};
use crate::folder::{Folder, Workdir};
use crate::text::{TextAssert, parse_table};

fn lines(path: &Path) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let rows = reader.records().map(Result::unwrap);
    rows.map(|row| row.iter().map(str::to_string).collect())
        .collect()
}

/// Returns the command for this number of games of Cartagena. More options can follow the name of the results folder.
fn simulate(bots: &str, games: &str, out: &str) -> String {
    let simulate = "simulate --game cartagena --seed 5 --allow-programs";
    format!("{simulate} --bots {bots} --games {games} --out {out}")
}

/// Like [`simulate`], with games that end after 20 turns, for programs that play whole games.
fn simulate_short(bots: &str, games: &str, out: &str) -> String {
    simulate(bots, games, &format!("{out} --set turn_cap=20"))
}

/// Asserts that two runs have the same results; the times of the programs differ.
#[track_caller]
fn same_games(folder: &Path, one: &str, other: &str) {
    for file in ["games.csv", "events.csv", "summary.csv"] {
        let [one, other] = [one, other].map(|out| folder.read(format!("{out}/{file}")));
        assert_eq!(one, other);
    }
}

#[test]
fn program_results_do_not_depend_on_threads_or_shards() {
    let at = &agents(&[("first", Agent::First, "reproducible = true")]);
    let simulate = |out: &str| simulate_short("first.toml,random", "12", out);
    for out in ["one --threads 1", "two --threads 2"] {
        let reply = at.succeeds(simulate(out));
        reply.assert_contains(["Program first: ", "failures: none"]);
    }
    for shard in ["a --shard 1/2", "b --shard 2/2"] {
        at.succeeds(simulate(shard));
    }
    at.succeeds("merge a b --out merged");
    for other in ["two", "merged"] {
        same_games(at, "one", other);
        let rows = lines(&at.join(other).join("programs.csv"));
        assert_eq!(rows.len(), 12);
        assert!(rows.iter().all(|row| row[2] == "first" && row[3] != "0"));
    }
    at.read("one/manifest.toml")
        .assert_contains("reproducible = true");
    at.succeeds("report merged");
    let report = at.read("merged/report.md");
    report.assert_contains(["## Programs", "| first | 12 |"]);
}

/// A failure loses its game; all other games are played to the end.
#[test]
fn each_failure_is_counted_and_forfeits_the_game() {
    let failing = [
        ("late", Agent::Silent),
        ("illegal", Agent::Illegal),
        ("garbled", Agent::Garbled),
        ("crashed", Agent::Crashing),
        ("flooded", Agent::Flooding),
    ];
    for (index, (kind, agent)) in failing.into_iter().enumerate() {
        let limit = match agent {
            Agent::Silent => "seconds_a_move = 1",
            _ => "",
        };
        let folder = agents(&[(kind, agent, limit)]);
        let bots = format!("{kind}.toml,random");
        let reply = folder.succeeds(simulate(&bots, "4", "run"));
        reply.assert_contains(&format!("failures: 4 {kind}; 4 games forfeited"));
        for row in lines(&folder.join("run/programs.csv")) {
            let mut only = ["0"; 5];
            only[index] = "1";
            assert_eq!(row[6..11], only, "{row:?}");
            assert_eq!(row[11], "1", "it forfeits: {row:?}");
            row[12].assert_starts_with(&format!("{kind} at its move "));
        }
        let games = lines(&folder.join("run/games.csv"));
        assert_eq!(games.len(), 8);
        for row in games {
            let wanted = if row[5] == kind {
                ["2", "0"]
            } else {
                ["1", "1"]
            };
            assert_eq!(row[7..9], wanted, "{row:?}");
        }
        let log = folder.read(format!("run/programs/{kind}-1.log"));
        log.assert_contains(&format!("portolan: {kind} at move "));
        assert!(agent != Agent::Crashing || log.contains("oh no"), "{log}");
    }
}

/// A program that exits at the start of every game gets no verdict.
#[test]
fn program_that_never_plays_gets_no_verdict_and_exit_code_1() {
    let at = &agents(&[("refuses", Agent::Refusing, "")]);
    let both = "bots = ['refuses.toml', 'random']\n";
    let other = "bots = ['random']\nchallenger = 'refuses.toml'\n";
    for (kind, bots, rest) in [
        ("duel", both, "games = 400\n"),
        ("tournament", both, "blocks = 12\n"),
        ("gauntlet", other, "blocks = 12\n"),
        (
            "sweep",
            both,
            "blocks = 12\n[sweep.set]\nmodules = ['none', 'morgan']\n",
        ),
    ] {
        let text = format!("kind = '{kind}'\ngame = 'cartagena'\nplayers = 2\n{bots}{rest}");
        at.write(format!("{kind}.toml"), text);
        let run = format!("run {kind}.toml --allow-programs --out {kind}");
        let (printed, reply) = ends(at, 1, &run);
        printed.assert_starts_with("The program refuses did not return any move in ");
        printed.assert_contains(["crashed at its move 1", "No verdict: refuses did not play"]);
        printed.assert_lacks("is not stronger than");
        reply.assert_contains("error: programs did not return any move in ");
        at.succeeds(format!("report {kind}"));
        let page = at.read(format!("{kind}/report.json"));
        let page: serde_json::Value = serde_json::from_str(&page).unwrap();
        assert_eq!(page["sure"], "open", "{kind}");
        page["answer"]
            .as_str()
            .unwrap()
            .assert_starts_with("No verdict: refuses");
        let page = at.read(format!("{kind}/report.md"));
        page.assert_contains("The program refuses did not return any move");
        page.assert_lacks("not stronger than random by");
    }
}

#[test]
fn campaigns_of_program_that_never_plays_exit_with_1() {
    let folder = agents(&[("refuses", Agent::Refusing, "")]);
    let line = "campaign simulate --bots refuses.toml,greedy --campaigns 2 --games 1 --quiet \
                --allow-programs";
    for out in ["", "--out r", "--out r --resume"] {
        let (printed, reply) = ends(&folder, 1, format!("{line} {out}"));
        let sentence = "The program refuses did not return any move in 2 of its 2 seats";
        printed.assert_starts_with(sentence);
        reply.assert_contains("error: programs did not return any move in 2 seats");
    }
}

#[test]
fn on_failure_key_controls_the_handling_of_failures() {
    let folder = agents(&[
        ("again", Agent::Illegal, "on_failure = \"random\""),
        ("stops", Agent::Illegal, "on_failure = \"stop\""),
    ]);
    let at = folder.path();
    let reply = at.succeeds(simulate("again.toml,random", "2", "random"));
    reply.assert_lacks(" forfeited");
    for row in lines(&at.join("random/programs.csv")) {
        // One of five choices is illegal. Only that choice is replaced, and the game continues.
        let [moves, illegal] = [3, 7].map(|column| row[column].parse::<u64>().unwrap());
        assert!(illegal > 1 && moves > 3 * illegal, "{row:?}");
        assert_eq!(row[11], "0");
    }
    let reply = at.fails(1, simulate("stops.toml,random", "6", "stopped"));
    reply.assert_contains([
        "a program failed, and its bot file stops the run",
        "stops: illegal at its move 5",
    ]);
    assert!(!at.join("stopped/summary.csv").exists());
}

/// A run that a failing program stopped can be resumed with a fixed program to the results of an uninterrupted run.
#[test]
fn stopped_run_resumes_to_the_same_bytes() {
    let keys = "on_failure = 'stop'\nreproducible = true";
    let at = &agents(&[("mended", Agent::Third, keys)]);
    let simulate = |out: &str| simulate_short("mended.toml,random", "12", out);
    at.fails(1, simulate("run"))
        .assert_contains("mended: illegal");
    at.write("mended", "");
    at.succeeds(simulate("run --resume"));
    at.succeeds(simulate("whole"));
    same_games(at, "run", "whole");
}

#[test]
fn claim_of_reproducibility_is_checked() {
    let folder = agents(&[
        ("honest", Agent::Counting, "reproducible = false"),
        ("boasting", Agent::Counting, "reproducible = true"),
    ]);
    folder.succeeds(simulate("honest.toml,random", "2", "honest"));
    let manifest = folder.read("honest/manifest.toml");
    manifest.assert_contains("reproducible = false");
    let reply = folder.refuses(simulate("boasting.toml,random", "2", "boasting"));
    reply.assert_contains(
        "its bot file sets reproducible = true, but the program played the same deal group differently",
    );
    assert!(!folder.join("boasting").exists());
}

#[test]
fn program_that_does_not_start_is_reported_before_the_run() {
    let folder = agents(&[
        ("leaves", Agent::Leaving, ""),
        ("mute", Agent::Mute, "seconds_to_start = 0.3"),
        ("greedy-for-memory", Agent::First, "memory = 1"),
    ]);
    folder.write("gone.toml", "kind = 'program'\ncommand = ['./gone']\n");
    let nowhere = "kind = 'program'\ncommand = ['sh']\nfolder = 'elsewhere'\n";
    folder.write("nowhere.toml", nowhere);
    for (bot, wanted) in [
        ("leaves", "crashed: exit status: 3\n  no such model"),
        (
            "mute",
            "late: no answer within 0.3 s (seconds_to_start); if the program did answer",
        ),
        ("nowhere", "its working directory elsewhere does not exist"),
        ("gone", "cannot start ./gone: file not found"),
        ("greedy-for-memory", "did not answer `hello`: crashed"),
    ] {
        let reply = folder.refuses(simulate(&format!("{bot}.toml,random"), "2", "run"));
        reply.assert_contains(wanted);
        assert!(!folder.join("run").exists());
    }
}

/// A program receives the parts of the position that its file requests, and no information that is hidden from its seat.
#[test]
fn program_receives_the_requested_parts_of_the_position() {
    let tell = "tell = [\"observation\", \"prose\", \"position\", \"state\"]";
    let folder = agents(&[
        ("curious", Agent::Recording, tell),
        ("content", Agent::Recording, "tell = []"),
    ]);
    let out = "run --set turn_cap=4";
    folder.succeeds(simulate("curious.toml,content.toml", "2", out));
    let heard = |bot: &str| -> Vec<serde_json::Value> {
        let log = folder.read(format!("run/programs/{bot}-1.log"));
        let messages = log.lines().map(|line| serde_json::from_str(line).unwrap());
        messages.collect()
    };
    let is_choice = |message: &&serde_json::Value| message["request"] == "choose";
    let curious = heard("curious");
    let request = |message: &serde_json::Value| message["request"].as_str().unwrap().to_string();
    let requests: Vec<String> = curious.iter().map(request).collect();
    assert_eq!(requests[..2], ["hello", "new"]);
    let over = requests.iter().filter(|request| *request == "over");
    assert_eq!(over.count(), 2);
    assert_eq!(requests[requests.len() - 1], "quit");
    let new = &curious[1];
    assert_eq!(
        (&new["game"], &new["seats"]),
        (&"cartagena".into(), &2.into())
    );
    assert!(new["seed"].as_u64().unwrap() < 1 << 53);
    let ids = curious.iter().filter_map(|message| message["id"].as_u64());
    let ids: Vec<u64> = ids.collect();
    assert_eq!(ids, Vec::from_iter(1..=ids.len() as u64));
    let choose = curious.iter().find(is_choice).unwrap();
    assert_eq!(choose["observation"]["size"], new["inputs"]);
    assert!(choose["position"].is_object());
    choose["state"]
        .as_str()
        .unwrap()
        .assert_contains("\"seats\":2");
    choose["prose"].as_str().unwrap().assert_contains("seat 1");
    let legal = choose["legal"].as_array().unwrap();
    assert!(legal.len() > 1);
    for action in legal {
        let notation = action["action"].as_str().unwrap();
        assert!(notation.starts_with(action["kind"].as_str().unwrap()));
        assert!(action["number"].as_u64().unwrap() < new["actions"].as_u64().unwrap());
    }
    let content = heard("content");
    let mut schema = Schema::read();
    for message in curious.iter().chain(&content) {
        let request = message["request"].as_str().unwrap();
        schema.holds(&format!("program-hears-{request}"), message);
    }
    let choose = content.iter().find(is_choice).unwrap();
    let keys: Vec<&String> = choose.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["handle", "id", "legal", "request", "seat"]);
}

#[test]
fn failure_message_names_a_possible_cause() {
    let folder = agents(&[
        ("unfinished", Agent::Unfinished, "seconds_a_move = 0.4"),
        ("stuck", Agent::Stuck, "seconds_a_move = 0.4"),
        ("slow", Agent::Stuck, "seconds_a_game = 0.4"),
        ("flooding", Agent::Flooding, ""),
        ("crashing", Agent::Crashing, "memory = 4000"),
    ]);
    // The exit code is 1 if a program has not returned any move.
    for [bot, code, wanted] in &parse_table(
        r#"
        unfinished => 1 => only an incomplete line within 0.4 s (seconds_a_move): {\"id\":
        stuck => 1 => : no answer within 0.4 s (seconds_a_move)
        slow => 1 => : no answer within 0.4 s (seconds_a_game)
        flooding => 0 => a line of more than 1048576 bytes, the maximum for an answer
        crashing => 0 => exit status: 3; its address space is limited to 4000 MiB (memory)
    "#,
    ) {
        let run = simulate(&format!("{bot}.toml,random"), "2", bot);
        ends(&folder, code.parse().unwrap(), run);
        let reply = &lines(&folder.join(bot).join("programs.csv"))[0][12];
        reply.assert_contains(wanted);
    }
}

/// JSON has a single number type.
#[test]
fn integers_with_a_zero_fraction_are_accepted() {
    let folder = agents(&[
        ("fractions", Agent::Fractions, "reproducible = true"),
        ("first", Agent::First, "reproducible = true"),
    ]);
    let [one, other] = ["fractions", "first"].map(|bot| {
        let bots = format!("{bot}.toml,random");
        let reply = folder.succeeds(simulate_short(&bots, "4", bot));
        reply.assert_contains("failures: none");
        folder.read(format!("{bot}/games.csv"))
    });
    assert_eq!(one.replace("fractions", "first"), other);
}

/// A game that all seats forfeit has no winner, and is not reported as capped.
#[test]
fn game_forfeited_by_all_players_is_not_counted_as_capped() {
    let at = &agents(&[("one", Agent::Illegal, ""), ("other", Agent::Illegal, "")]);
    let simulate = |out: &str| simulate("one.toml,other.toml", "4", out);
    let reply = at.succeeds(simulate("run"));
    reply.assert_contains("4 of 4 games were forfeited by all players");
    reply.assert_lacks("capped");
    let manifest = at.read("run/manifest.toml");
    manifest.assert_contains("games_forfeited = 4\n");
    manifest.assert_lacks("games_capped");
    at.succeeds("report run");
    let report = at.read("run/report.md");
    report.assert_contains("4 of 4 games were forfeited by all players");
    report.assert_lacks("stopped without a winner");
    at.succeeds(simulate("run --resume"));
    for shard in ["a --shard 1/2", "b --shard 2/2"] {
        at.succeeds(simulate(shard));
    }
    at.succeeds("merge a b --out merged");
    let merged = at.read("merged/manifest.toml");
    merged.assert_contains("games_forfeited = 4\n");
}

/// A bot is identified by its program: games of two versions are never mixed, whatever the file claims.
#[test]
fn resume_and_merge_reject_a_changed_program() {
    for claim in ["", "reproducible = true\n"] {
        let more = format!("files = ['weights.txt']\n{claim}");
        let at = &agents(&[]);
        at.write("weights.txt", "1\n");
        agents::write(at, "first", Agent::First, &more);
        let second = simulate("first.toml,random", "8", "two --shard 2/2 --force");
        at.succeeds(simulate("first.toml,random", "4", "run"));
        at.succeeds(simulate("first.toml,random", "8", "one --shard 1/2"));
        let manifest = at.read("run/manifest.toml");
        let files = &manifest[manifest.find("program.files]").unwrap()..];
        files.assert_contains(["\"first.sh\" = \"", "\"weights.txt\" = \""]);
        let resume = simulate("first.toml,random", "4", "run --resume");
        at.succeeds(&resume);
        for file in ["first.sh", "weights.txt"] {
            let before = at.read(file);
            at.write(file, format!("{before}# edited\n"));
            let reply = at.refuses(&resume);
            let wanted =
                format!("bot \"first\" is not the recorded program: {file} has different content");
            reply.assert_contains(&wanted);
            reply.assert_lacks("bot is [");
            at.succeeds(&second);
            at.rejects(&format!("merge one two --out merged => {wanted}"));
            at.write(file, before);
        }
        at.succeeds(&second);
        at.succeeds("merge one two --out merged");
    }
}

#[test]
fn program_that_changes_during_the_run_stops_it() {
    let at = &agents(&[]);
    let more = "files = ['weights.txt']\nrestart = 'game'";
    agents::write(at, "first", Agent::First, more);
    let script = at.read("first.sh");
    at.write("weights.txt", "1\n");
    at.write("first.sh", format!("echo more >> weights.txt\n{script}"));
    let reply = at.fails(1, simulate("first.toml,random", "4", "run"));
    reply.assert_contains("weights.txt has changed since the run began");
}

#[test]
fn files_of_a_program_must_exist() {
    let folder = agents(&[("first", Agent::First, "files = [\"none.txt\"]")]);
    let reply = folder.refuses(simulate("first.toml,random", "4", "run"));
    reply.assert_contains("first.toml, line 4: files: none.txt: ");
}

/// A killed run can be resumed.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn killed_run_resumes_to_the_same_games() {
    let at = &agents(&[("first", Agent::First, "reproducible = true")]);
    let simulate = |out| simulate_short("first.toml,random", "16", &format!("{out} --threads 1"));
    at.succeeds(simulate("whole"));
    end_at(at, simulate("run"), Ending::Kill, 14);
    at.succeeds(simulate("run --resume"));
    assert_eq!(at.read("run/games.csv"), at.read("whole/games.csv"));
    assert_eq!(lines(&at.join("run/programs.csv")).len(), 16);
}

/// The shipped templates play a tournament.
#[test]
fn shipped_templates_play_without_failures() {
    let folder = Folder::new();
    let agent = example("agent");
    let command = agent.get_program();
    let rust = format!("kind = 'program'\nreproducible = true\ncommand = [{command:?}]\n");
    folder.write("rust.toml", rust + UNHURRIED);
    let python = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/agents/agent.toml");
    folder.write("python.toml", format!("inherits = {python:?}\n{UNHURRIED}"));
    let python = std::process::Command::new("python3")
        .arg("--version")
        .output();
    let has_python = python.is_ok();
    let other = match has_python {
        true => "python.toml",
        false => "random",
    };
    let reply = folder.succeeds(simulate_short(&format!("rust.toml,{other}"), "4", "run"));
    let played = 1 + usize::from(has_python);
    assert_eq!(reply.matches("failures: none").count(), played, "{reply}");
}
