//! Seeds: every command accepts the largest seed and rejects the next number, and JSON contains seeds as
//! text.

use std::path::Path;

use serde_json::{Value, json};

use super::folder::{Folder, Workdir};
use super::serve::{error, session};
use super::text::TextAssert;

const LARGEST: &str = "9223372036854775807";
const TOO_LARGE: &str = "9223372036854775808";
const EXPECTED: &str = "a seed: a whole number from 0 to 9223372036854775807";

/// Returns all commands without subcommands, as listed by help.
fn verbs(folder: &Path, above: &str) -> Vec<String> {
    let help = folder.succeeds(format!("{above} --help"));
    let Some((_, listed)) = help.split_once("\nCommands:\n") else {
        return vec![above.to_string()];
    };
    let names = listed.lines().take_while(|line| !line.is_empty());
    let names = names.filter(|line| !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    let below = names.filter(|name| *name != "help");
    below
        .flat_map(|name| verbs(folder, format!("{above} {name}").trim()))
        .collect()
}

#[test]
fn invalid_seed_option_is_rejected_by_every_command() {
    let folder = &Folder::new();
    let mut with_seed = Vec::new();
    for verb in verbs(folder, "") {
        let help = folder.succeeds(format!("{verb} --help"));
        if !help.contains("--seed") {
            continue;
        }
        for wrong in [TOO_LARGE, "18446744073709551616", "1.5", "seven"] {
            let told = folder.refuses(format!("{verb} --seed {wrong}"));
            assert!(told.contains(EXPECTED), "{verb} --seed {wrong}: {told}");
        }
        with_seed.push(verb);
    }
    for verb in [
        "analyze",
        "campaign new",
        "data perturb",
        "follow",
        "play",
        "replay",
        "run",
        "serve",
        "simulate",
        "try",
    ] {
        assert!(
            with_seed.iter().any(|with| with == verb),
            "{verb} has no --seed: {with_seed:?}"
        );
    }
}

#[test]
fn invalid_seed_in_a_file_is_rejected() {
    let at = &Folder::new();
    let experiment =
        "kind = 'simulate'\ngame = 'cartagena'\nbots = ['racer', 'random']\ngames = 2\n";
    let learning =
        "game = 'cartagena'\nplayers = 2\nunits = 64\nrounds = 1\ngames = 2\nmatch_games = 2\n";
    let tuning = "game = 'cartagena'\nbase = 'racer'\nevaluations = 2\nblocks = 2\nconfirm = 2\n";
    let space = "[space.weights]\nhand = [0, 1]\n";
    for (verb, text, more) in [
        ("run", experiment, ""),
        ("learn", learning, ""),
        ("tune", tuning, space),
    ] {
        for wrong in [TOO_LARGE, "18446744073709551616", "-1", "1.5", "\"7\""] {
            at.write("mine.toml", format!("{text}seed = {wrong}\n{more}"));
            let told = at.refuses(format!("{verb} mine.toml --out out"));
            let line = text.lines().count() + 1;
            assert!(
                told.contains(&format!("mine.toml, line {line}")),
                "{verb}, {wrong}: {told}"
            );
            assert!(!at.join("out").exists(), "{verb}, {wrong}");
        }
        at.write("mine.toml", format!("{text}seed = {TOO_LARGE}\n{more}"));
        let told = at.refuses(format!("{verb} mine.toml --out out"));
        assert!(told.contains(EXPECTED), "{verb}: {told}");
    }
}

/// A run with the largest seed can be read, resumed, replayed and exported.
#[test]
fn largest_seed_is_accepted() {
    let at = &Folder::new();
    let experiment =
        "kind = 'simulate'\ngame = 'cartagena'\nbots = ['racer', 'random']\ngames = 2\n";
    at.write("mine.toml", format!("{experiment}seed = {LARGEST}\n"));
    at.succeeds("run mine.toml --out out --quiet");
    at.succeeds("run mine.toml --out out --quiet --resume");
    at.succeeds("report out");
    at.succeeds("replay --run out --game-id 1 --record one.log");
    let log = at.read("one.log");
    let seed = log
        .lines()
        .find_map(|line| line.strip_prefix("seed = "))
        .unwrap();
    let games: Value = serde_json::from_str(&at.succeeds("export out --format json")).unwrap();
    assert_eq!(games[0]["seed"], json!(seed), "seeds are text in JSON");
    let csv = at.read("out/games.csv");
    assert!(
        csv.lines()
            .nth(1)
            .unwrap()
            .starts_with(&format!("1,{seed},"))
    );
    let analysed = "analyze --log one.log --move 1 --bot mcts --iterations 20 --format json";
    let analysed: Value = serde_json::from_str(&at.succeeds(analysed)).unwrap();
    assert_eq!(analysed["deal_seed"], json!(seed));
    let damaged = log.replace(&format!("seed = {seed}"), &format!("seed = {TOO_LARGE}"));
    at.write("two.log", &damaged);
    let told = at.refuses("replay --log two.log");
    told.assert_contains(["two.log, line ", EXPECTED]);
    let manifest = at.read("out/manifest.toml");
    manifest.assert_contains(&format!("seed = {LARGEST}\n"));
}

#[test]
fn requests_accept_seeds_as_numbers_and_as_text() {
    let large = format!("{{\"request\": \"new\", \"seed\": {TOO_LARGE}}}");
    let text = format!("{{\"request\": \"new\", \"seed\": \"{LARGEST}\"}}");
    let number = format!("{{\"request\": \"new\", \"seed\": {LARGEST}}}");
    let again = format!("{{\"request\": \"determinize\", \"seed\": \"{LARGEST}\"}}");
    let wrong = "{\"request\": \"determinize\", \"seed\": \"seven\"}";
    let lines = [&*large, &*text, &*number, &*again, wrong];
    let answers = session("--game cartagena", &lines);
    assert!(error(&answers[0]).contains(EXPECTED), "{}", answers[0]);
    assert_eq!(answers[1]["deal_seed"], answers[2]["deal_seed"]);
    let seed = answers[1]["deal_seed"].as_str().unwrap();
    assert!(seed.parse::<u64>().unwrap() < 1 << 63);
    assert_eq!(answers[3]["deal_seed"], json!(LARGEST));
    assert!(error(&answers[4]).contains(EXPECTED), "{}", answers[4]);
}

#[test]
fn invalid_seed_in_campaign_archive_is_rejected() {
    use super::campaign::{accept, archive, line_of, new, write};
    let at = &Folder::new();
    new(at, "--game maracaibo --bots random,random --seed 3");
    let text = archive(at);
    let seed = line_of(&text, "seed = ").to_string();
    write(at, &text.replace(&seed, &format!("seed = {LARGEST}")));
    accept(at);
    at.succeeds("campaign show x.campaign.toml");
    let text = archive(at);
    write(at, &text.replace(LARGEST, TOO_LARGE));
    let told = at.refuses("campaign show x.campaign.toml");
    let (_, sum) = told.trim().split_once("change this line to ").unwrap();
    let text = archive(at);
    write(at, &text.replace(line_of(&text, "checksum = "), sum));
    let told = at.refuses("campaign show x.campaign.toml");
    told.assert_contains(EXPECTED);
}
