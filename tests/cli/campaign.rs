//! Campaigns: starting, playing, resuming after a kill, showing and simulating.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Stdio};

use super::ending::{Ending, end_command};
use super::folder::{Folder, Workdir, assert_same, names};
use super::processes::wait_until;
use super::text::{TextAssert, flat};

pub const FILE: &str = "x.campaign.toml";
/// More moves than any person makes in a game.
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

/// Gives a modified archive the checksum named in the error message.
pub fn accept(folder: &Path) {
    let text = archive(folder);
    let message = folder.refuses(format!("campaign show {FILE}"));
    let (_, line) = message.trim().split_once("change this line to ").unwrap();
    write(folder, &text.replace(line_of(&text, "checksum = "), line));
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

#[test]
fn campaign_is_created_played_and_shown() {
    let folder = &Folder::new();
    let message = new(folder, "--bots greedy,explorer --seed 7");
    message.assert_contains(["greedy and explorer, seed 7", "active story cards"]);
    for number in 1..=3 {
        let message = folder.succeeds(format!("campaign play {FILE}"));
        let saved = format!("Game {number} is in {FILE}.");
        message.assert_contains(["The game is over.", &saved]);
        let shown = folder.succeeds(format!("campaign show {FILE}"));
        shown.assert_contains(&format!("Next is game {}", number + 1));
        // The scores of the last game, as printed at its end.
        let scores = message.lines().find(|line| line.starts_with("score"));
        let scores: Vec<&str> = scores.unwrap().split_whitespace().skip(1).collect();
        let row = line_of(&shown, &format!("   {number}  "));
        for (bot, score) in ["greedy", "explorer"].iter().zip(scores) {
            row.assert_contains(&format!("{bot} {score}"));
        }
    }
}

/// M-C11: the next game begins with the state at the end of the previous game.
#[test]
fn next_game_starts_from_the_end_of_the_last_one() {
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

/// A game of a campaign equals a separate game with the same options and the same deal.
#[test]
fn campaign_game_can_be_replayed_as_a_separate_game() {
    let folder = &Folder::new();
    new(folder, "--bots human,greedy --seed 5");
    plays(folder, &(first_moves(12) + "save here.log\nquit\n"));
    let log = folder.read("here.log");
    log.assert_contains("set.scenario = campaign\nset.story = 1\n");
    folder.prints("replay --log here.log => maracaibo");
}

/// M-C4.
#[test]
fn chapter_starts_with_its_story_card() {
    let folder = &Folder::new();
    for (chapter, card) in [(1, "1"), (2, "80"), (3, "81")] {
        new(
            folder,
            &format!("--bots greedy,greedy --chapter {chapter} --force"),
        );
        archive(folder).assert_contains(&format!("story = \"{card}\""));
    }
    folder.rejects(
        "campaign new y.toml --bots greedy,greedy --chapter 2 --set story=5
            => --chapter 2 begins with story card 80, but story=5 names other cards",
    );
}

/// M-C13: Jean has her own seat in a solo campaign.
#[test]
fn solo_campaign_is_played_against_jean() {
    let folder = &Folder::new();
    new(folder, "--bots greedy --level hard --seed 3");
    folder.succeeds(format!("campaign play {FILE}"));
    let text = archive(folder);
    text.assert_contains("bots = [\"greedy\", \"jean:hard\"]");
    let next = text.split("[next]").nth(1).unwrap();
    let next = next.split("\n\n").next().unwrap();
    assert!(next.contains("level = \"hard\""), "{text}");
}

#[test]
fn story_ends_and_allows_no_further_game() {
    let folder = &Folder::new();
    // Once the last card has been read, there is nothing left to fulfil.
    new(folder, "--bots explorer,explorer --set story=14 --seed 1");
    let mut games = 0;
    while archive(folder).contains("[next]") {
        folder.succeeds(format!("campaign play {FILE}"));
        games += 1;
        assert!(games < 30, "the story does not end");
    }
    let shown = folder.succeeds(format!("campaign show {FILE}"));
    shown.assert_contains("The story ended after");
    line_of(&shown, &format!("{games:>4}  ")).assert_contains("14 by seat");
    folder.rejects(&format!("campaign play {FILE} => the story has ended"));
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
fn abandoned_game_resumes_at_the_same_position() {
    let folder = &Folder::new();
    new(folder, "--bots human,greedy --seed 4");
    let message = plays(folder, &(first_moves(9) + "undo\nquit\n"));
    let kept = "The game is saved; `portolan campaign play x.campaign.toml` resumes it.";
    message.assert_ends_with(&format!("{kept}\n"));
    let before = archive(folder);
    let message = plays(folder, "");
    message.assert_contains([
        "x.campaign.toml, game 1, after ",
        "The input ends before the game.",
    ]);
    assert_eq!(archive(folder), before);
    // Other players take over the next game.
    folder.prints(&format!(
        "campaign play {FILE} --bots greedy,explorer => Game 1 is in"
    ));
    archive(folder).assert_contains("players = [\"greedy\", \"explorer\"]");
}

#[test]
fn archive_is_replaced_only_with_force() {
    let folder = &Folder::new();
    new(folder, "--bots greedy,greedy --seed 1");
    let before = archive(folder);
    folder.rejects(&format!(
        "campaign new {FILE} --seed 2 => the file already exists"
    ));
    assert_eq!(archive(folder), before);
    new(folder, "--bots greedy,greedy --seed 2 --force");
    assert_ne!(archive(folder), before);
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

#[test]
fn damaged_archive_is_rejected_with_line_number() {
    let folder = &Folder::new();
    new(folder, "--bots greedy,greedy --seed 1");
    folder.succeeds(format!("campaign play {FILE}"));
    let whole = archive(folder);
    let half: String = whole.chars().take(whole.len() * 2 / 3).collect();
    let changed = |from: &str, to: &str| whole.replace(from, to);
    let score = line_of(&whole, "scores = ");
    #[rustfmt::skip]
    let cases = [
        (changed("seed = 1\n", "seed = 2\n"), ", line 2: the checksum does not match"),
        (changed(score, "scores = [999, 0]"), ", line 2: the checksum does not match"),
        (half, ", line "),
        (changed("format = 1", "format = 7"), ", line 4, column 10: the archive has format 7"),
        (changed("format = 1\n", ""), ", line 1, column 1: the key format is missing"),
        ("# nothing\n".to_string(), ", line 1, column 1: the key format is missing"),
        ("game = maracaibo\n".to_string(), ", line 1, column 8: "),
    ];
    for (text, wanted) in cases {
        write(folder, &text);
        for verb in ["play", "show", "simulate"] {
            folder.rejects(&format!("campaign {verb} {FILE} => {FILE}{wanted}"));
        }
        assert_eq!(archive(folder), text, "a damaged file remains unchanged");
    }
    // The value named in the message is accepted.
    let decisions = line_of(&whole, "decisions = ");
    write(folder, &whole.replace(decisions, "decisions = 77"));
    accept(folder);
    folder.succeeds(format!("campaign show {FILE}"));
    folder.rejects("campaign show none.toml => none.toml: no such file; `portolan campaign new");
}

#[test]
fn illegal_move_in_archive_is_reported_with_its_line() {
    let folder = &Folder::new();
    new(folder, "--bots human,greedy --seed 4");
    plays(folder, &first_moves(5));
    let text = archive(folder);
    let mut lines: Vec<&str> = text.lines().collect();
    let begin = lines.iter().position(|line| line.starts_with("moves = "));
    let third = begin.unwrap() + 3;
    let changed = format!("{}x", lines[third]);
    lines[third] = &changed;
    write(folder, &(lines.join("\n") + "\n"));
    accept(folder);
    let message = folder.refuses(format!("campaign play {FILE}"));
    let place = format!("{FILE}, line {}: ", third + 1);
    message.assert_contains([&*place, "is not a legal action here; legal: discard "]);
}

#[test]
fn invalid_campaign_options_are_rejected() {
    let folder = &Folder::new();
    folder.rejects(
        r#"
        campaign new y.toml --bots greedy,gredy => did you mean "greedy"?
        campaign new y.toml --players 5 => maracaibo is for 1 to 4 players, not 5
        campaign new y.toml --players 3 --bots greedy,greedy => expected 3 names
        campaign new y.toml --game cartagena
            => cartagena has no campaign; games with a campaign: maracaibo
        campaign new y.toml --set scenario=76
            => scenario=76: a campaign is played with scenario=campaign
        campaign new y.toml --chapter 12 => 12 is not in 1..=11
        campaign new y.toml --set story=77 => option story=77 is not accepted
        campaign new y.toml --bots human --level brutal => option level=brutal is not accepted
        campaign new y.toml --bots human --level hard --set level=easy => contradict each other
        campaign simulate --bots greedy,gredy => did you mean "greedy"?
        campaign simulate --bots greedy,human => human
        campaign simulate => --bots
    "#,
    );
    new(folder, "--bots human,greedy --seed 1");
    let before = archive(folder);
    folder.rejects(
        r#"
        campaign play x.campaign.toml --bots human,human,human,human,human
            => maracaibo is for 1 to 4 players, not 5
        campaign play x.campaign.toml --bots human,gredy => did you mean "greedy"?
        campaign simulate x.campaign.toml => this campaign has human players (human,greedy)
        campaign simulate x.campaign.toml --bots greedy,greedy,greedy,greedy,greedy
            => maracaibo is for 1 to 4 players, not 5
    "#,
    );
    assert_eq!(archive(folder), before);
}

#[test]
fn campaign_rejects_changed_component_data() {
    let folder = &Folder::new();
    folder.succeeds("data export maracaibo cards");
    new(folder, "--bots greedy,greedy --data cards --seed 1");
    // The folder is found regardless of the working directory.
    let elsewhere = Folder::new();
    let path = folder.join(FILE);
    elsewhere.succeeds(format!("campaign play '{}'", path.display()));
    let text = folder.read("cards/careers.csv");
    folder.write("cards/careers.csv", text.replace("K1,Glory", "K1,Fame"));
    folder.rejects(&format!(
        "campaign play {FILE} => the campaign uses data => but cards/careers.csv has changed; restore the data"
    ));
    let shown = folder.all_output(format!("campaign show {FILE}"));
    shown.assert_contains(["Next is game 2", "but cards/careers.csv has changed"]);
    // Archives without hashes of single files.
    let text = archive(folder);
    let (before, rest) = text.split_once("[data.files]\n").unwrap();
    let (_, after) = rest.split_once("\n[").unwrap();
    write(folder, &format!("{before}[{after}"));
    accept(folder);
    folder.rejects(&format!(
        "campaign play {FILE} => but the component files in cards have changed; restore the data"
    ));
}

#[test]
fn campaign_output_does_not_depend_on_thread_count() {
    let folder = &Folder::new();
    let message = ["1", "2", "5"].map(|threads| {
        folder.succeeds(format!(
            "campaign simulate --bots greedy,explorer --campaigns 6 --games 3 --seed 9 --quiet \
             --out {threads} --threads {threads}"
        ))
    });
    let expected = "campaigns.csv events.csv games.csv manifest.toml summary.csv";
    assert_eq!(names(&folder.join("1")).join(" "), expected);
    for (other, threads) in [(1, "2"), (2, "5")] {
        assert_eq!(message[0], message[other]);
        assert_same(folder, "1", threads);
    }
}

#[test]
fn bots_rotate_seats_between_campaigns_but_not_within() {
    let folder = &Folder::new();
    folder.succeeds(
        "campaign simulate --bots greedy,random,explorer --campaigns 5 --games 2 --quiet --out r",
    );
    let text = folder.read("r/games.csv");
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let column = |name: &str| header.iter().position(|column| *column == name).unwrap();
    assert_eq!(header[header.len() - 2..], ["campaign", "campaign_game"]);
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    // Five campaigns are rounded up to six, one for each order of three bots; each has two games with three seats.
    assert_eq!(rows.len(), 6 * 2 * 3);
    let (mut seated, mut by_campaign) = (BTreeMap::new(), BTreeMap::new());
    for row in &rows {
        let (bot, seat) = (row[column("bot")], row[column("seat")]);
        *seated.entry((bot, seat)).or_insert(0) += 1;
        let seats = by_campaign.entry((row[column("campaign")], bot));
        let seats: &mut Vec<&str> = seats.or_default();
        seats.push(seat);
    }
    assert_eq!(seated.len(), 9);
    assert!(seated.values().all(|&games| games == 4), "{seated:?}");
    assert!(by_campaign.values().all(|seats| seats[0] == seats[1]));
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
    // The first card is in play from the start; the events contain how often its back was read.
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

#[test]
fn simulation_continues_an_archive_without_changing_it() {
    let folder = &Folder::new();
    new(folder, "--bots greedy,explorer --seed 2");
    for _ in 0..2 {
        folder.succeeds(format!("campaign play {FILE}"));
    }
    let before = archive(folder);
    folder.prints(&format!(
        "campaign simulate {FILE} --campaigns 2 --games 2 --quiet --out r => from game 3 on"
    ));
    assert_eq!(archive(folder), before);
    let games = folder.read("r/games.csv");
    assert!(games.lines().nth(1).unwrap().ends_with(",1,3"), "{games}");
    // The folder is only replaced with `--force`.
    let line = format!("campaign simulate {FILE} --campaigns 2 --games 1 --quiet --out r");
    folder.rejects(&format!(
        "
        export r --format json --out games.json => r: contains simulated campaigns instead of a run
        {line} => --force
    "
    ));
    folder.succeeds(format!("{line} --force"));
}

#[test]
fn help_of_each_command_has_examples() {
    let folder = Folder::new();
    for verb in ["", "new", "play", "simulate", "show"] {
        let help = folder.succeeds(format!("campaign {verb} --help"));
        help.assert_contains(["Example", &format!("  portolan campaign {verb}")]);
    }
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
    // Without the option, nothing is asked through a pipe.
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
    // Each value is checked; the card is stored, and the game uses it.
    // `no` enters it again.
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
    // The back is asked for before the vote, and the group votes on the printed choices.
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

#[test]
fn campaign_continues_with_corrected_story_cards() {
    let folder = &Folder::new();
    folder.succeeds("data export maracaibo mine");
    new(
        folder,
        "--bots human,explorer --data mine --set story=14 --seed 1",
    );
    plays(folder, "1\nquit\n");
    let cards = folder.read("mine/story_cards.csv");
    let corrects = |lines: &str| {
        let row = "data new maracaibo mine --file story_cards.csv --row 14";
        folder.fed(row, lines);
    };
    corrects("\nThe corrected card\n\n\n\n\n\n\n\n\n\n");
    let shown = folder.all_output(format!("campaign show {FILE}"));
    shown.assert_contains([
        "14 The corrected card",
        "warning: x.campaign.toml: mine/story_cards.csv has changed since the archive was written; `portolan \
         campaign play x.campaign.toml` continues with the changed cards",
    ]);
    let simulate = format!("campaign simulate {FILE} --bots greedy,greedy --campaigns 1 --games 1");
    let play = format!("campaign play {FILE}");
    let changed = "mine/story_cards.csv has changed since the archive was written";
    let continues = format!("{changed}; the campaign continues with the changed cards");
    for (command, wanted) in [(&simulate, changed), (&play, &continues)] {
        let out = folder.all_output(command);
        out.assert_contains([wanted, "The corrected card"]);
    }
    let out = folder.all_output(&play);
    assert!(!out.contains("has changed"), "{out}");
    // Cards that do not fit the archive are rejected. The message names the file and the command.
    let before = archive(folder);
    let row = line_of(&cards, "14,");
    let without = cards.replace(&format!("{row}\n"), "");
    folder.write(
        "mine/story_cards.csv",
        without.replace("Read 14", "Read 13"),
    );
    folder.rejects(&format!(
        "{play} => mine/story_cards.csv has changed
            => correct the file with `portolan data new maracaibo mine --file story_cards.csv`, or restore it"
    ));
    assert_eq!(archive(folder), before);
    folder.write("mine/story_cards.csv", cards);
    folder.succeeds(&play);
}

#[test]
fn enter_cards_requires_a_data_folder() {
    let folder = &Folder::new();
    new(folder, "--bots human,greedy --seed 4");
    folder.rejects(&format!(
        "campaign play {FILE} --enter-cards => has no folder of component data in which to store the cards"
    ));
}
