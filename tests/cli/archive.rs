//! Archives of campaigns: accepted edits, file modes, names, and the state after the story has
//! ended.

use std::collections::BTreeSet;
use std::path::Path;

use super::campaign::{FILE, accept, archive, first_moves, line_of, new, plays, write};
use super::folder::{Folder, Workdir};
use super::text::{TextAssert, parse_table};

/// Replaces the first occurrence of `from` in an archive, updates the checksum, and returns the
/// output of `show`.
#[track_caller]
fn edited(folder: &Path, whole: &str, from: &str, to: &str) -> String {
    whole.assert_contains(from);
    write(folder, &whole.replacen(from, to, 1));
    accept(folder);
    let before = archive(folder);
    let told = folder.refuses(format!("campaign play {FILE}"));
    let shown = folder.refuses(format!("campaign show {FILE}"));
    assert_eq!(told, shown);
    let simulated = folder.refuses(format!(
        "campaign simulate {FILE} --bots greedy,greedy --campaigns 1"
    ));
    assert_eq!(told, simulated);
    assert_eq!(archive(folder), before, "it remains unchanged");
    let line = before.lines().position(|line| line.contains(to)).unwrap() + 1;
    told.assert_contains(&format!("{FILE}, line {line}: "));
    told
}

/// A valid checksum does not make invalid content acceptable.
#[test]
fn invalid_value_is_rejected_with_its_key() {
    let folder = &Folder::new();
    new(folder, "--bots human,greedy --seed 2");
    folder.succeeds(format!("campaign play {FILE} --bots greedy,explorer"));
    folder.succeeds(format!("campaign play {FILE}"));
    let whole = archive(folder);
    let parsed: toml::Table = whole.parse().unwrap();
    let games = parsed["played"].as_array().unwrap();
    let read = games.iter().filter_map(|game| game.get("read")).next();
    let reading = &read.expect("a story card was read").as_array().unwrap()[0];
    let winners = line_of(&whole, "winners = ");
    let scores = line_of(&whole, "scores = ");
    let loser = if winners == "winners = [1]" { "2" } else { "1" };
    let mut seeds = whole.lines().filter(|line| line.starts_with("seed = "));
    let seed_of_game = seeds.nth(1).unwrap();
    let choice = reading
        .get("choice")
        .map(|choice| format!("choice = {choice}"));
    let filled = |text: &str| {
        text.replace("{winners}", winners)
            .replace("{scores}", scores)
            .replace("{loser}", loser)
            .replace("{card}", reading["card"].as_str().unwrap())
            .replace("{seat}", &reading["seat"].to_string())
            .replace("{choice}", choice.as_deref().unwrap_or("seat = "))
            .replace("{seed_of_game}", seed_of_game)
            .replace("{legacy}", line_of(&whole, "legacy = ["))
            .replace("{seed}", line_of(&whole, "seed = "))
    };
    for [from, to, wanted] in &parse_table(
        r#"
        {winners} => winners = [9] => winners = [9]: expected a list, in ascending order, of seats with the most points
        {winners} => winners = [1, 1] => in ascending order
        {winners} => winners = [{loser}] => of seats with the most points
        {scores} => scores = [5] => scores = [5]: expected 2 scores, one for each bot
        card = "{card}" => card = "77" => card = "77": expected a story card of the data: 1, 2
        seat = {seat} => seat = 3 => seat = 3: expected a seat from 1 to 2
        {choice} => choice = 7 => choice
        {seed_of_game} => seed = 12 => which follows from the seed of the campaign
        bots = ["greedy", => bots = ["", => a name for every seat
        decisions = => decisions = 0 # => decisions = 0
        {legacy} => legacy = ["L19"] => legacy = ["L19"]: expected tiles of L1-L18
        c_cards = [] => c_cards = ["89"] => c_cards = ["89"]: expected C cards of the data
        game = "maracaibo" => game = "cartagena" => expected a game with a campaign
        players = [ => players = ["a", "b", "c", => expected 1 to 4 players
        hash = " => hash = "x => 16 hexadecimal digits
        hash = " => hash = "0123456789abcdef" #
            => hash: the campaign uses data 0123456789abcdef
        [next]\n => [next]\nstory_cards = "5"\n => expected an option of maracaibo
        {seed} => seed = -1 => seed:
        scenario = "campaign" => scenario = "75" => expected scenario = "campaign"
    "#,
    ) {
        let from = &filled(from);
        let to = &filled(to);
        let told = if to == "seed = -1" || to.starts_with("hash = \"0") {
            write(folder, &whole.replacen(from.as_str(), to, 1));
            accept(folder);
            folder.refuses(format!("campaign play {FILE}"))
        } else if to.starts_with("[next]") {
            write(folder, &whole.replacen(from.as_str(), to, 1));
            accept(folder);
            folder.refuses(format!("campaign show {FILE}"))
        } else {
            edited(folder, &whole, from, to)
        };
        assert!(told.contains(wanted), "{to}: {told}");
    }
    // Rule options of past games and of the next game.
    let tables: Vec<&str> = whole.split("story = ").collect();
    assert!(tables.len() > 2, "{whole}");
    for number in 1..tables.len() {
        let line = tables[number].lines().next().unwrap();
        let mut parts: Vec<String> = tables.iter().map(ToString::to_string).collect();
        parts[number] = parts[number].replacen(line, "\"99\"", 1);
        write(folder, &parts.join("story = "));
        accept(folder);
        let told = folder.refuses(format!("campaign play {FILE}"));
        let at = parts[..number].join("story = ").matches('\n').count() + 1;
        let place = format!("{FILE}, line {at}: story = \"99\": expected story cards of the data");
        told.assert_contains(&place);
    }
    write(folder, &whole);
    folder.succeeds(format!("campaign play {FILE}"));
}

#[test]
fn malformed_move_is_rejected_and_not_dropped() {
    let folder = &Folder::new();
    new(folder, "--bots human,greedy --seed 4");
    plays(folder, &first_moves(5));
    let whole = archive(folder);
    let begin = whole.lines().position(|line| line.starts_with("moves = "));
    let third = begin.unwrap() + 3;
    let line = whole.lines().nth(third).unwrap().to_string();
    for changed in ["1deliver A018", "1", "", "0 end", "x end", "1 ", "-1 end"] {
        let lines = whole.lines().enumerate();
        let lines = lines.map(|(index, line)| if index == third { changed } else { line });
        write(folder, &(lines.collect::<Vec<&str>>().join("\n") + "\n"));
        accept(folder);
        let before = archive(folder);
        for verb in ["play", "show"] {
            let told = folder.refuses(format!("campaign {verb} {FILE}"));
            let wanted = format!(
                "{FILE}, line {}: moves = \"{changed}\": expected a seat number and an action",
                third + 1
            );
            told.assert_contains(&wanted);
        }
        assert_eq!(archive(folder), before);
    }
    // Another notation of the same moves is accepted.
    let moves: Vec<&str> = whole.split("\"\"\"").collect();
    let one_line = format!("\"{}\"", moves[1].trim_start().replace('\n', "\\n"));
    let same = format!("{}{one_line}{}", moves[0], moves[2]);
    write(folder, &same);
    accept(folder);
    plays(folder, "quit\n");
    assert_eq!(archive(folder), whole, "{line}");
}

/// The owner of an archive decides who can read it.
#[cfg(unix)]
#[test]
fn archive_preserves_its_mode() {
    use std::os::unix::fs::PermissionsExt;
    let folder = &Folder::new();
    new(folder, "--bots greedy,greedy --seed 4");
    let path = folder.join(FILE);
    let mode = |mode| std::fs::Permissions::from_mode(mode);
    std::fs::set_permissions(&path, mode(0o600)).unwrap();
    folder.succeeds(format!("campaign play {FILE}"));
    let kept = std::fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(kept & 0o777, 0o600);
    new(folder, "--bots greedy,greedy --seed 5 --force");
    let kept = std::fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(kept & 0o777, 0o600);
}

/// M-C11: the tiles and cards left by the last game can be used in another campaign.
#[test]
fn tiles_and_c_cards_remain_after_the_story_ends() {
    let folder = &Folder::new();
    let mut cards = BTreeSet::new();
    for seed in 1..=4 {
        let begin = "--bots explorer,explorer --set story=14 --set c_cards=90+91+92+93+94 --force";
        new(folder, &format!("{begin} --seed {seed}"));
        let mut games = 0;
        while archive(folder).contains("[next]") {
            folder.succeeds(format!("campaign play {FILE}"));
            games += 1;
            assert!(games < 30, "the story does not end");
        }
        let text: toml::Table = archive(folder).parse().unwrap();
        let last = text["played"].as_array().unwrap().last().unwrap().clone();
        let read = last["read"].as_array().unwrap();
        let told = read
            .iter()
            .find(|reading| reading["card"].as_str() == Some("14"));
        let added = match told.unwrap()["choice"].as_integer().unwrap() {
            1 => "96",
            _ => "97",
        };
        cards.insert(added);
        let listed: Vec<&str> = last["c_cards"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|card| card.as_str())
            .collect();
        assert_eq!(listed, ["90", "91", "92", "93", "94", added]);
        let left = &text["left"];
        assert_eq!(
            left["c_cards"].as_str(),
            Some(&*format!("90+91+92+93+94+{added}"))
        );
        let tiles: Vec<&str> = last["legacy"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|tile| tile.as_str())
            .collect();
        assert!(tiles.contains(&"L25"), "{tiles:?}");
        assert_eq!(left["legacy"].as_str(), Some(&*tiles.join(",")));
        let shown = folder.succeeds(format!("campaign show {FILE}"));
        shown.assert_contains(&format!("90, 91, 92, 93, 94 and {added}"));
        let again = format!(
            "--set legacy={} --set c_cards=90+91+92+93+94+{added}",
            tiles.join(",")
        );
        shown.assert_contains(&format!(
            "`portolan campaign new FILE {again}` begins another campaign"
        ));
        folder.succeeds(format!(
            "campaign new y.toml --bots greedy,greedy {again} --force"
        ));
    }
    assert!(!cards.is_empty());
}

/// M-A92: the number and the identity of the players may change before the next game.
#[test]
fn player_count_may_change_between_games() {
    let folder = &Folder::new();
    new(folder, "--bots greedy --level hard --seed 3");
    folder.succeeds(format!("campaign play {FILE}"));
    folder.succeeds(format!(
        "campaign play {FILE} --bots greedy,explorer,random"
    ));
    folder.fed(
        format!("campaign play {FILE} --bots human,greedy"),
        &first_moves(3),
    );
    folder.rejects(&format!(
        "campaign play {FILE} --bots greedy => is for 1 player, but the game has 2 players; expected 2 names"
    ));
    folder.succeeds(format!("campaign play {FILE} --bots greedy,greedy"));
    let text: toml::Table = archive(folder).parse().unwrap();
    let played = text["played"].as_array().unwrap().iter();
    let bots = played.map(|game| game["bots"].as_array().unwrap().len());
    assert_eq!(Vec::from_iter(bots), [2, 3, 2]);
    folder.prints(&format!(
        "
        campaign show {FILE} => greedy => jean:hard => random
        campaign simulate {FILE} --bots greedy,greedy,greedy --campaigns 1 --games 1
            => greedy, greedy and greedy
    "
    ));
}
