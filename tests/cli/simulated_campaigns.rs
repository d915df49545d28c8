//! The folder of `campaign simulate`: after a kill or stop, `--resume` leads to the same bytes as an uninterrupted
//! simulation, and the results can be reported.

use std::collections::BTreeMap;
use std::path::Path;

use tempfile::TempDir;

use super::ending::{Ending, end_at};
use super::program::{command, fails, succeeds};

const SIMULATE: &str =
    "campaign simulate --bots explorer,greedy --campaigns 40 --games 3 --seed 9 --out";

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// Returns all files of a results folder except the manifest, which contains times.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names
        .filter(|name| name != "manifest.toml")
        .map(|name| {
            let bytes = std::fs::read(folder.join(&name)).unwrap();
            (name, bytes)
        })
        .collect()
}

/// Returns the text of a value in a file.
fn value(file: &Path, key: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.strip_prefix(" = ").map(str::to_string)
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn killed_campaigns_resume_to_the_same_bytes() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let summary = succeeds(folder, &words(&format!("{SIMULATE} whole --quiet")));
    let out = folder.join("killed");
    let resume = format!("{SIMULATE} killed --quiet --resume");
    let mut blocks = 0;
    for threads in [1, 2, 1] {
        let line = format!("{resume} --threads {threads}");
        end_at(folder, &words(&line), Ending::Kill, 12);
        assert!(out.join("games.csv.partial").exists());
        let there = value(&out.join("checkpoint.toml"), "next_step");
        let there = there.unwrap().parse::<u64>().unwrap();
        assert!(there > blocks, "{blocks} blocks, then {there}");
        blocks = there;
    }
    assert!(blocks < 20, "{blocks} of 20 blocks");
    // Nothing is resumed without `--resume`.
    let told = fails(folder, 2, &words(&format!("{SIMULATE} killed")));
    assert!(told.contains("use --resume to continue it"), "{told}");
    let told = succeeds(folder, &words(&format!("{resume} --threads 3")));
    assert_eq!(told, summary);
    let whole = files(&folder.join("whole"));
    let names: Vec<&String> = whole.keys().collect();
    let expected = ["campaigns.csv", "events.csv", "games.csv", "summary.csv"];
    assert_eq!(names, expected);
    assert!(files(&out) == whole);
    for key in ["campaigns_done", "games_done", "status"] {
        let [one, other] = ["whole", "killed"].map(|name| folder.join(name).join("manifest.toml"));
        assert!(value(&one, key).is_some(), "{key}");
        assert_eq!(value(&one, key), value(&other, key), "{key}");
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn printed_command_resumes_stopped_campaigns() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    succeeds(folder, &words(&format!("{SIMULATE} whole --quiet")));
    let line = format!("{SIMULATE} out --threads 1");
    let output = end_at(folder, &words(&line), Ending::Interrupt, 12);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    let manifest = folder.join("out/manifest.toml");
    assert_eq!(value(&manifest, "status").as_deref(), Some("\"stopped\""));
    let campaigns = std::fs::read_to_string(folder.join("out/campaigns.csv")).unwrap();
    let rows = campaigns.lines().count() - 1;
    assert_eq!(value(&manifest, "campaigns_done"), Some(rows.to_string()));
    let (_, again) = told
        .split_once("the files are complete. To resume:\n")
        .unwrap();
    let (_, again) = again.trim().split_once("campaign simulate").unwrap();
    assert!(again.ends_with("--threads 1 --resume"), "{told}");
    // The tables of stopped campaigns are checked before they are continued.
    let games = folder.join("out/games.csv");
    let text = std::fs::read_to_string(&games).unwrap();
    std::fs::write(&games, text.replacen(",greedy,", ",gready,", 1)).unwrap();
    let told = fails(folder, 1, &words(&format!("campaign simulate {again}")));
    assert!(told.contains("games.csv: it was changed"), "{told}");
    std::fs::write(&games, text).unwrap();
    let output = command(folder, &words(&format!("campaign simulate {again}"))).output();
    let told = String::from_utf8(output.unwrap().stderr).unwrap();
    assert!(
        told.contains(&format!("{rows} campaigns are there")),
        "{told}"
    );
    assert!(files(&folder.join("out")) == files(&folder.join("whole")));
}

#[test]
fn campaigns_with_other_settings_are_not_resumed() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let small =
        "campaign simulate --bots random,greedy --campaigns 4 --games 2 --seed 9 --out r --quiet";
    let summary = succeeds(folder, &words(small));
    let before = files(&folder.join("r"));
    for (from, to, clause) in [
        ("--seed 9", "--seed 8", "seed is 9 instead of 8"),
        (
            "--campaigns 4",
            "--campaigns 5",
            "campaigns is 4 instead of 6",
        ),
        ("--games 2", "--games 3", "most_games is 2 instead of 3"),
        (
            "--seed 9",
            "--seed 9 --events none",
            "events is \"story\" instead of \"none\"",
        ),
        ("--seed 9", "--seed 9 --chapter 2", "set is "),
        ("random,greedy", "random,explorer", "bot is "),
    ] {
        let line = format!("{} --resume", small.replace(from, to));
        let told = fails(folder, 2, &words(&line));
        let expected = "contains another run, which this one cannot resume: ";
        assert!(told.contains(expected) && told.contains(clause), "{told}");
        assert_eq!(told.matches(" instead of ").count(), 1, "{told}");
    }
    // A line-up with three bots has more seatings.
    let line = format!("{} --resume", small.replace("random,", "random,random,"));
    let told = fails(folder, 2, &words(&line));
    assert!(told.contains("players is 2 instead of 3"), "{told}");
    let told = fails(folder, 2, &words(&format!("{small} --resume --force")));
    assert!(told.contains("cannot be used with"), "{told}");
    // The simulation is already complete, and its output is the same.
    assert_eq!(
        succeeds(folder, &words(&format!("{small} --resume"))),
        summary
    );
    assert!(files(&folder.join("r")) == before);
    let campaigns = folder.join("r/campaigns.csv");
    let text = std::fs::read_to_string(&campaigns).unwrap();
    std::fs::write(&campaigns, text.replacen("\n1,2,", "\n1,1,", 1)).unwrap();
    let told = fails(folder, 1, &words(&format!("{small} --resume")));
    assert!(
        told.contains("campaigns.csv: its SHA-256 is not the one"),
        "{told}"
    );
    // The folder of a run is not the folder of a simulation, and vice versa.
    let run = "simulate --game cartagena --bots racer,random --games 2 --quiet --out";
    let told = fails(folder, 2, &words(&format!("{run} r --resume")));
    assert!(
        told.contains("r: contains simulated campaigns instead of a run"),
        "{told}"
    );
    succeeds(folder, &words(&format!("{run} s")));
    let line = format!("{} --resume", small.replace("--out r", "--out s"));
    let told = fails(folder, 1, &words(&line));
    assert!(told.contains("not a manifest of campaigns"), "{told}");
}

/// The rows of `campaigns.csv` agree with the other tables.
#[test]
fn campaigns_table_agrees_with_the_other_tables() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let line =
        "campaign simulate --bots explorer,greedy --campaigns 6 --games 4 --seed 3 --quiet --out r";
    succeeds(folder, &words(line));
    let table = |name: &str| std::fs::read_to_string(folder.join("r").join(name)).unwrap();
    let (campaigns, games, events) = (
        table("campaigns.csv"),
        table("games.csv"),
        table("events.csv"),
    );
    let mut lines = campaigns.lines();
    assert_eq!(lines.next(), Some("campaign,games,ended,cards,read"));
    let mut readings = 0;
    for (line, number) in lines.zip(1..) {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields[0], number.to_string());
        let own = |row: &&str| row.rsplit(',').nth(1) == Some(fields[0]);
        let played = games.lines().skip(1).filter(own).count() / 2;
        assert_eq!(fields[1], played.to_string());
        assert!(fields[2] == "0" || played < 4, "{line}");
        let stories: Vec<&str> = fields[3].split(' ').collect();
        assert_eq!(stories.len(), played);
        assert!(stories[0].split('+').any(|card| card == "1"), "{line}");
        for (read, game) in fields[4].split(' ').zip(1..) {
            for reading in read.split('+').filter(|reading| !reading.is_empty()) {
                let [card, seat, choice]: [&str; 3] =
                    reading.split(':').collect::<Vec<_>>().try_into().unwrap();
                let id = (number - 1) * 4 + game;
                let (begin, end) = (format!("{id},{seat},"), format!(",{card:0>2},{choice}"));
                let told = |row: &str| {
                    row.starts_with(&begin) && row.contains(",story_read,") && row.ends_with(&end)
                };
                assert!(events.lines().any(told), "{line}: {reading}");
                readings += 1;
            }
        }
    }
    let told = events.lines().filter(|row| row.contains(",story_read,"));
    assert!(readings > 0);
    assert_eq!(readings, told.count());
}

/// Returns the values of a table with their intervals, in ascending order.
fn values(path: &Path) -> Vec<[Option<f64>; 3]> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let header = reader.headers().unwrap().clone();
    let columns = ["value", "low", "high"]
        .map(|name| header.iter().position(|column| column == name).unwrap());
    let rows = reader.records().map(|row| {
        let row = row.unwrap();
        columns.map(|column| row[column].parse().ok())
    });
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by(|one, other| one.partial_cmp(other).unwrap());
    rows
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn report_contains_every_number_of_the_summary() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let line =
        "campaign simulate --bots explorer,greedy --campaigns 8 --games 4 --seed 3 --quiet --out r";
    let table = succeeds(folder, &words(line));
    let told = succeeds(folder, &words("report r"));
    assert!(told.contains("A campaign has "), "{told}");
    assert!(told.contains("within 4 games."), "{told}");
    let out = folder.join("r");
    let found = values(&out.join("effects.csv"));
    assert!(found.len() > 10);
    assert_eq!(found, values(&out.join("summary.csv")));
    // The report uses the names and numbers of the printed tables.
    let page = std::fs::read_to_string(out.join("report.md")).unwrap();
    assert!(page.contains("simulated campaigns"), "{page}");
    assert!(page.contains("A letter in Havana"), "{page}");
    let (_, printed) = table.split_once("End of the story\n").unwrap();
    let row = printed
        .lines()
        .find(|row| row.trim_start().starts_with("everybody"));
    let row: Vec<&str> = row
        .unwrap_or_default()
        .split("  ")
        .filter(|cell| !cell.is_empty())
        .collect();
    let begin = "| everybody ";
    let reported = page
        .lines()
        .find(|row| row.starts_with(begin))
        .unwrap_or_default();
    let reported: Vec<&str> = reported
        .trim_matches('|')
        .split('|')
        .map(str::trim)
        .collect();
    assert_eq!(
        reported
            .iter()
            .map(|cell| cell.to_string())
            .collect::<Vec<_>>(),
        row.iter()
            .map(|cell| cell.trim().to_string())
            .collect::<Vec<_>>()
    );
    let html = std::fs::read_to_string(out.join("report.html")).unwrap();
    assert!(html.contains("id=\"plot-points"), "no plot");
    let told = fails(folder, 2, &words("report r --force --ask wins"));
    assert!(
        told.contains("r contains campaigns, whose report does not accept questions"),
        "{told}"
    );
    // `--force` also removes the report.
    succeeds(folder, &words(&format!("{line} --force")));
    assert!(!out.join("report.md").exists() && !out.join("effects.csv").exists());
    // Modified or incomplete tables are not reported.
    let summary = out.join("summary.csv");
    let text = std::fs::read_to_string(&summary).unwrap();
    std::fs::write(&summary, text.replacen("0.", "1.", 1)).unwrap();
    let told = fails(folder, 2, &words("report r"));
    assert!(
        told.contains("summary.csv: its SHA-256 is not the one"),
        "{told}"
    );
    let line = format!("{SIMULATE} killed --threads 1");
    end_at(folder, &words(&line), Ending::Kill, 12);
    let told = fails(folder, 2, &words("report killed"));
    assert!(told.contains("or continue with --resume"), "{told}");
}

/// The index lists campaigns among the runs, with their answers and links to their reports.
#[test]
fn index_lists_campaigns() {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    let simulate =
        "campaign simulate --bots explorer,greedy --campaigns 4 --games 2 --seed 9 --quiet --out";
    succeeds(path, &words(&format!("{simulate} reported")));
    succeeds(path, &words(&format!("{simulate} alone")));
    succeeds(path, &["report", "reported"]);
    let manifest = path.join("alone/manifest.toml");
    let games = value(&manifest, "games_done").unwrap();
    assert!(games.parse::<u64>().unwrap() >= 4);
    let printed = succeeds(path, &["report", "--index", "."]);
    assert!(printed.contains("2 runs of Maracaibo: "), "{printed}");
    let html = std::fs::read_to_string(path.join("index.html")).unwrap();
    let rows: Vec<&str> = html
        .split("<li class=\"card\">")
        .filter(|row| row.contains("Maracaibo, campaign"))
        .collect();
    assert_eq!(rows.len(), 2, "{html}");
    assert!(
        rows[0].contains("alone") && !rows[0].contains("href"),
        "{}",
        rows[0]
    );
    for part in [
        "<a href=\"reported/report.html\">reported</a>",
        "A campaign has ",
        "explorer, greedy",
        &format!("{games} games"),
    ] {
        assert!(rows[1].contains(part), "no {part} in {}", rows[1]);
    }
}
