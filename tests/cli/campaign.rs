//! Campaigns: starting, playing, resuming after a kill, showing and simulating.

use std::path::Path;
use std::process::{Child, Stdio};

use super::ending::{Ending, end_command};
use super::folder::{Folder, Workdir, names};
use super::processes::wait_until;
use super::text::{TextAssert, flat};

pub const FILE: &str = "x.campaign.toml";
/// Number of moves that is larger than the number of decisions of a person in any game.
const TO_THE_END: usize = 400;

pub fn new(folder: &Path, more: &str) -> String {
    folder.succeeds(format!("campaign new {FILE} {more}"))
}

pub fn archive(folder: &Path) -> String {
    folder.read(FILE)
}

pub fn write(folder: &Path, text: &str) {
    folder.write(FILE, text);
}

/// Starts `campaign play` with input from a pipe. Returns the process once it has locked the archive and has saved the
/// start of the game.
fn playing(folder: &Path) -> Child {
    let mut play = folder.command(format!("campaign play {FILE}"));
    play.stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = play.spawn().unwrap();
    let is_saved = || archive(folder).contains("[under_way]");
    wait_until("the start of the game is saved", is_saved);
    child
}

/// Plays a game with these input lines, which must succeed. Returns the output.
pub fn plays(folder: &Path, lines: &str) -> String {
    folder.fed(format!("campaign play {FILE}"), lines)
}

pub fn first_moves(count: usize) -> String {
    "1\n".repeat(count)
}

/// Returns the rest of the line after the text `begin`.
pub fn line_of<'text>(text: &'text str, begin: &str) -> &'text str {
    let mut lines = text.lines();
    let line = lines.find(|line| line.starts_with(begin));
    line.unwrap_or_else(|| panic!("no line {begin}: {text}"))
}

/// M-C11: the next game begins with the state at the end of the previous game.
#[test]
fn next_game_starts_from_the_end_of_the_previous_game() {
    let folder = &Folder::new();
    new(folder, "--bots greedy,explorer --seed 2");
    let mut left = Vec::new();
    for _ in 0..4 {
        folder.succeeds(format!("campaign play {FILE}"));
        let text: toml::Table = archive(folder).parse().unwrap();
        let played = text["played"].as_array().unwrap();
        if let Some(left) = left.last() {
            assert_eq!(&played.last().unwrap()["rules"], left);
        }
        left.push(text["next"].clone());
    }
    let is_other = |rules: &toml::Value| rules["story"] != left[0]["story"];
    assert!(left.iter().any(is_other), "{left:?}");
}

/// The archive is written after every decision. The program is killed at writes that are spread over the game but
/// are the same in every run of the test.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "libraries are preloaded on Linux")]
fn game_resumed_after_kills_matches_uninterrupted_game() {
    let whole = &Folder::new();
    let broken = &Folder::new();
    let begin = "--bots human,greedy --seed 11";
    new(whole, begin);
    let message = plays(whole, &first_moves(TO_THE_END));
    message.assert_contains("Game 1 is in x.campaign.toml.");
    new(broken, begin);
    let mut drawn = 12345u32;
    let mut below = |bound: u32| {
        drawn = drawn.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (drawn >> 16) % bound
    };
    let input = Folder::new();
    let lines = input.join("lines");
    std::fs::write(&lines, first_moves(TO_THE_END)).unwrap();
    let mut decisions = 0;
    for _ in 0..8 {
        let mut child = broken.command(format!("campaign play {FILE}"));
        child.stdin(std::fs::File::open(&lines).unwrap());
        let write = 1 + below(20) as usize;
        end_command(child, broken, Ending::Kill, write);
        // After a kill at any time, the archive is intact and contains all moves saved before.
        broken.succeeds(format!("campaign show {FILE}"));
        let text = archive(broken);
        let moves = text.split_once("moves = ");
        let moves = moves.map_or(0, |(_, moves)| moves.lines().count());
        assert!(moves >= decisions, "{text}");
        decisions = moves;
    }
    assert!(decisions > 6, "no game was under way");
    plays(broken, &first_moves(TO_THE_END));
    assert_eq!(archive(broken), archive(whole));
    assert_eq!(names(broken), [FILE], "nothing is left beside the archive");
}

#[test]
fn second_program_cannot_play_the_same_campaign() {
    let folder = &Folder::new();
    new(folder, "--bots human,greedy --seed 4");
    let mut first = playing(folder);
    for locked in [
        format!("campaign play {FILE}"),
        format!("campaign new {FILE} --force"),
    ] {
        let message = folder.fails(75, locked);
        message.assert_contains("another program is playing the game in this file");
    }
    // `show` works while the archive is locked.
    folder.succeeds(format!("campaign show {FILE}"));
    first.kill().unwrap();
    first.wait().unwrap();
    plays(folder, "quit\n");
}

/// The printed counts of a simulation agree with its files.
#[test]
fn summary_agrees_with_the_tables() {
    let folder = &Folder::new();
    let message = folder.succeeds(
        "campaign simulate --bots greedy,explorer --campaigns 8 --games 4 --quiet --out r \
         --format json",
    );
    let json: serde_json::Value = serde_json::from_str(&message).unwrap();
    assert_eq!(
        (&json["campaigns"], &json["blocks"]),
        (&8.into(), &4.into())
    );
    let games = folder.read("r/games.csv");
    let rows = games.lines().skip(1).map(|line| line.split(',').collect());
    let rows: Vec<Vec<&str>> = rows.collect();
    for by_game in json["by_game"].as_array().unwrap() {
        let number = by_game["game"].to_string();
        let is_own = |row: &&Vec<&str>| by_game["bot"] == row[5] && row[row.len() - 1] == number;
        let own: Vec<&Vec<&str>> = rows.iter().filter(is_own).collect();
        assert_eq!(by_game["seats"], own.len());
        for (key, column) in [("points", 6), ("wins", 8)] {
            let sum: f64 = own
                .iter()
                .map(|row| row[column].parse::<f64>().unwrap())
                .sum();
            let message = by_game[key]["value"].as_f64().unwrap();
            assert!((message - sum / own.len() as f64).abs() < 1e-9, "{by_game}");
        }
    }
    // The first card is in play from the start; the events count how often its back was read.
    let cards = json["cards"].as_array().unwrap();
    let first = &cards[0];
    assert_eq!(first["card"].as_str(), Some("1"));
    assert_eq!(first["reached"]["value"].as_f64(), Some(1.0));
    let events = folder.read("r/events.csv");
    let read = events.matches(",story_read,01,").count();
    assert!(read > 0, "no story was read");
    let message = first["read"]["value"].as_f64().unwrap();
    assert!((message - read as f64 / 8.0).abs() < 1e-9, "{first}");
}

/// Returns the row of a story card in the data folder `mine`.
fn story_card(folder: &Path, card: &str) -> String {
    let cards = folder.read("mine/story_cards.csv");
    line_of(&cards, &format!("{card},")).to_string()
}

#[test]
fn printed_story_cards_are_entered_when_they_are_revealed() {
    let folder = &Folder::new();
    folder.succeeds("data export maracaibo mine");
    new(
        folder,
        "--bots human,explorer --data mine --set story=14 --seed 1",
    );
    let shipped = story_card(folder, "14");
    // Without the option, the program asks no questions through a pipe.
    let out = plays(folder, "1\nundo\nquit\n");
    assert!(!out.contains("Story card 14"), "{out}");
    // Enter keeps the placeholder.
    let play = format!("campaign play {FILE} --enter-cards");
    let fed = |lines: &str| flat(&folder.fed(&play, lines));
    let later = "Story card 14 keeps its placeholder; `portolan data new maracaibo mine --file story_cards.csv --row 14` \
                 enters the card later.";
    let out = fed("\nquit\n");
    let offer = "and mine/story_cards.csv contains a placeholder for its";
    out.assert_contains([
        &*format!("Story card 14 comes into play, {offer} front."),
        later,
    ]);
    assert_eq!(story_card(folder, "14"), shipped);
    // `quit` leaves the game at the question and in the form.
    for lines in ["quit\n", "Y\n\nThe printed card\nquit\n"] {
        let out = fed(lines);
        out.assert_contains(later);
        out.assert_ends_with(
            "The game is saved; `portolan campaign play x.campaign.toml` resumes it and offers the card again.",
        );
        assert!(!out.contains("Your moves"), "{out}");
        assert_eq!(story_card(folder, "14"), shipped);
    }
    // The program checks each value, stores the card and uses it in the game.
    // The answer `no` restarts the entry of the card.
    let front =
        "yes\n\nThe prinetd card\nPrinted front.\nd99x\nd3\n\nvp5\nStory: 12; Quests: 15 (1-4)\n\n";
    let again = "No\n\nThe printed card\n\n\n\n\n\n\nyes\n";
    fed(&format!("{front}{again}quit\n")).assert_contains([
        "quest_cost: \"d99x\" found, expected",
        "card 14 saved: reconstructed; a story of our own; ",
        "front_text Printed front. quest_cost d3",
        "14 The printed card is in play: chapter 3. Printed front. Story: 12",
    ]);
    story_card(folder, "14").assert_contains([
        "14,3,The printed card,Story: 12; Quests: 15 (1-4),d3,,vp5",
        "name, front, quest_cost, quest_flat, front_text owner",
    ]);
    // The program asks for the back before the vote, and the group votes on the printed choices.
    let begun = archive(folder);
    let out = folder.fed(&play, &first_moves(TO_THE_END));
    assert!(!out.contains("comes into play, and"), "{out}");
    let (before, _) = out.split_once("\nStory card 14 is read, ").unwrap();
    let decisions = before.matches("\n> 1\n").count();
    write(folder, &begun);
    // A line with several moves stops at the card.
    let out = fed(&(first_moves(decisions - 1) + "1, vote 2\nquit\n"));
    out.assert_contains("not made, because a story card was revealed: vote 2");
    write(folder, &begun);
    let back = "yes\nPrinted back.\n-\nStay = Add card 96 to the discard pile | Leave = \n\n";
    let lines = first_moves(decisions) + back + "hint\nquit\n";
    let out = fed(&lines);
    let (_, vote) = out
        .split_once(&format!("Story card 14 is read, {offer} back."))
        .unwrap();
    vote.assert_contains([
        "Printed back.",
        "1 vote 1 · Stay",
        "2 vote 2 · Leave",
        "A vote on a story card has no hint",
    ]);
    // The next run has the card.
    let out = flat(&plays(folder, &first_moves(TO_THE_END)));
    out.assert_contains("the group chose: Stay");
    folder.succeeds("data check maracaibo mine");
}
