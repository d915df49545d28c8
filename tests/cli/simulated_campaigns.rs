//! The folder of `campaign simulate`: after a kill or stop, `--resume` leads to the same bytes as an uninterrupted
//! simulation, and the results can be reported.

use std::path::Path;

use super::ending::{Ending, end_at};
use super::folder::{Folder, Workdir, assert_same};
use super::program::ends;
use super::text::{TextAssert, parse_table};

const SIMULATE: &str =
    "campaign simulate --bots explorer,greedy --campaigns 40 --games 3 --seed 9 --out";

/// Returns the text of a value in a file.
fn value(file: &Path, key: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.strip_prefix(" = ").map(str::to_string)
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn printed_command_resumes_stopped_campaigns() {
    let folder = &Folder::new();
    folder.succeeds(format!("{SIMULATE} whole --quiet"));
    let line = format!("{SIMULATE} out --threads 1");
    let output = end_at(folder, &line, Ending::Interrupt, 12);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    let manifest = folder.join("out/manifest.toml");
    assert_eq!(value(&manifest, "status").as_deref(), Some("\"stopped\""));
    let campaigns = folder.read("out/campaigns.csv");
    let rows = campaigns.lines().count() - 1;
    assert_eq!(value(&manifest, "campaigns_done"), Some(rows.to_string()));
    let hint = "the files are complete. To resume:\n";
    let (_, again) = message.split_once(hint).unwrap();
    let (_, again) = again.trim().split_once("campaign simulate").unwrap();
    again.assert_ends_with("--threads 1 --resume");
    let (_, message) = ends(folder, 0, format!("campaign simulate {again}"));
    message.assert_contains(&format!("{rows} campaigns are there"));
    assert_same(folder, "out", "whole");
}

#[test]
fn campaigns_with_other_settings_are_not_resumed() {
    let folder = &Folder::new();
    let small =
        "campaign simulate --bots random,greedy --campaigns 4 --games 2 --seed 9 --out r --quiet";
    let summary = folder.succeeds(small);
    for [from, to, clause] in &parse_table(
        r#"
        --seed 9 => --seed 8 => seed is 9 instead of 8
        --campaigns 4 => --campaigns 5 => campaigns is 4 instead of 6
        --games 2 => --games 3 => most_games is 2 instead of 3
        --seed 9 => --seed 9 --events none => events is "story" instead of "none"
        --seed 9 => --seed 9 --chapter 2 => set.story is
        random,greedy => random,explorer => bot.2.
    "#,
    ) {
        let line = format!("{} --resume", small.replace(from.as_str(), to));
        let message = folder.refuses(&line);
        let clause =
            format!("contains a different run, which this command cannot resume: {clause}");
        message.assert_contains(&clause);
        // A bot differs in several entries.
        let of_bot = message.matches("bot.2.").count();
        assert_eq!(
            message.matches(" instead of ").count(),
            of_bot.max(1),
            "{message}"
        );
    }
    // A line-up with three bots has more seatings.
    let three = small.replace("random,", "random,random,");
    folder.rejects(&format!(
        "
        {three} --resume => players is 2 instead of 3
        {small} --resume --force => cannot be used with
    "
    ));
    // The simulation is already complete, and its output is the same.
    assert_eq!(folder.succeeds(format!("{small} --resume")), summary);
}

/// The rows of `campaigns.csv` agree with the other tables.
#[test]
fn campaigns_table_agrees_with_the_other_tables() {
    let folder = &Folder::new();
    let line =
        "campaign simulate --bots explorer,greedy --campaigns 6 --games 4 --seed 3 --quiet --out r";
    folder.succeeds(line);
    let [campaigns, games, events] =
        ["campaigns", "games", "events"].map(|name| folder.read(format!("r/{name}.csv")));
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
                let message = |row: &str| {
                    row.starts_with(&begin) && row.contains(",story_read,") && row.ends_with(&end)
                };
                assert!(events.lines().any(message), "{line}: {reading}");
                readings += 1;
            }
        }
    }
    let message = events.lines().filter(|row| row.contains(",story_read,"));
    assert!(readings > 0);
    assert_eq!(readings, message.count());
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
    let folder = &Folder::new();
    let line =
        "campaign simulate --bots explorer,greedy --campaigns 8 --games 4 --seed 3 --quiet --out r";
    let table = folder.succeeds(line);
    folder.prints("report r => A campaign has => within 4 games.");
    let out = folder.join("r");
    let found = values(&out.join("effects.csv"));
    assert!(found.len() > 10);
    assert_eq!(found, values(&out.join("summary.csv")));
    // The report uses the names and numbers of the printed tables.
    let page = out.read("report.md");
    super::sentences::check(&out.read("report.json"), &page);
    page.assert_contains(["simulated campaigns", "A letter in Havana"]);
    let (_, printed) = table.split_once("End of the story\n").unwrap();
    let mut rows = printed.lines().map(str::trim_start);
    let row = rows.find(|row| row.starts_with("everybody")).unwrap();
    let row = row
        .split("  ")
        .filter(|cell| !cell.is_empty())
        .map(str::trim);
    let reported = page.lines().find(|row| row.starts_with("| everybody "));
    let reported = reported
        .unwrap()
        .trim_matches('|')
        .split('|')
        .map(str::trim);
    assert_eq!(Vec::from_iter(reported), Vec::from_iter(row));
    out.read("report.html").assert_contains("id=\"plot-points");
    folder.rejects(
        "report r --force --ask wins
            => r contains campaigns, whose report does not accept questions",
    );
    // `--force` also removes the report.
    folder.succeeds(format!("{line} --force"));
    assert!(!out.join("report.md").exists() && !out.join("effects.csv").exists());
    // Modified or incomplete tables are not reported.
    let text = out.read("summary.csv");
    out.write("summary.csv", text.replacen("0.", "1.", 1));
    folder.rejects("report r => summary.csv: its SHA-256 is not the one");
    let line = format!("{SIMULATE} killed --threads 1");
    end_at(folder, &line, Ending::Kill, 12);
    folder.rejects("report killed => or continue with --resume");
}

/// The index lists campaigns among the runs, with their answers and links to their reports.
#[test]
fn index_lists_campaigns() {
    let path = &Folder::new();
    let simulate =
        "campaign simulate --bots explorer,greedy --campaigns 4 --games 2 --seed 9 --quiet --out";
    path.succeeds(format!("{simulate} reported"));
    path.succeeds(format!("{simulate} alone"));
    path.succeeds("report reported");
    let manifest = path.join("alone/manifest.toml");
    let games = value(&manifest, "games_done").unwrap();
    assert!(games.parse::<u64>().unwrap() >= 4);
    path.prints("report --index . => 2 runs of Maracaibo:");
    let html = path.read("index.html");
    let rows = html.split("<li class=\"card\">");
    let rows: Vec<&str> = rows
        .filter(|row| row.contains("Maracaibo, campaign"))
        .collect();
    assert_eq!(rows.len(), 2, "{html}");
    rows[0].assert_contains("alone");
    rows[0].assert_lacks("href");
    rows[1].assert_contains([
        "<a href=\"reported/report.html\">reported</a>",
        "A campaign has ",
        "explorer, greedy",
        &format!("{games} games"),
    ]);
}
