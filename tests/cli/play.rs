//! Games with people, played through a pipe.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, Write};
use std::path::Path;
use std::process::Stdio;

use portolan::dataset::DataSet;
use portolan::game::Seat;
use portolan::game::prelude::*;
use portolan::games::GameSetup;
use portolan::games::maracaibo::state::{Phase, State};
use portolan::games::maracaibo::{ENTRY, Maracaibo};
use portolan::random::Streams;
use portolan_run::experiment::gamelog::GameLog;

use super::campaign::first_moves;
use super::folder::{Folder, Workdir};
use super::text::{TextAssert, flat, parse_table};

/// More moves than any person makes in these games.
const TO_THE_END: usize = 700;
const OVER: &str = "\nThe game is over.\n";

/// Plays a game with this input, which must succeed. Returns the output.
#[track_caller]
fn play(folder: &Path, arguments: &str, input: &str) -> String {
    folder.fed(format!("play {arguments}"), input)
}

fn ending(out: &str) -> &str {
    let (_, end) = out.split_once(OVER).expect("the game is over");
    end.split_once("\n> ").unwrap().0
}

#[test]
fn saved_game_ends_like_uninterrupted_game() {
    let folder = &Folder::new();
    let whole = play(folder, "--seed 7", &first_moves(TO_THE_END));
    let half = first_moves(60) + "save half.log\n";
    let begun = play(folder, "--seed 7", &half);
    begun.assert_lacks(OVER);
    let rest = play(folder, "--load half.log", &first_moves(TO_THE_END));
    assert_eq!(ending(&rest), ending(&whole));
    let end = ending(&whole);
    end.assert_contains(["category", "1 human  2 expert", "score", "rank", " wins."]);
    let other = play(folder, "--seed 8", &first_moves(TO_THE_END));
    assert_ne!(ending(&other), end, "another deal ends otherwise");
}

/// `--save` writes the same file as the command `save`, and the file exists whenever the program ends.
#[test]
fn save_option_saves_after_every_decision() {
    let path = &Folder::new();
    play(path, "--seed 7", &(first_moves(12) + "save asked.log\n"));
    let out = play(path, "--seed 7 --save kept.log", &first_moves(12));
    out.assert_contains("Your decisions are saved in kept.log as you make them.");
    flat(&out).assert_contains("`portolan play --load kept.log` resumes it.");
    assert_eq!(path.read("kept.log"), path.read("asked.log"));
    // A resumed game continues in the same file. An undone decision is removed from the file, and other files are not
    // overwritten.
    let later = first_moves(9) + "undo\nsave later.log\n";
    play(path, "--load asked.log", &later);
    let kept = "--load kept.log --save kept.log";
    play(path, kept, &(first_moves(9) + "undo\n"));
    assert_eq!(path.read("kept.log"), path.read("later.log"));
    path.rejects("play --seed 7 --save kept.log => --save kept.log: the file exists");
    assert_eq!(path.read("kept.log"), path.read("later.log"));
    // The dialogue continues after the end of the game, as without a file.
    let out = play(path, kept, &(first_moves(TO_THE_END) + "score\n"));
    ending(&out).assert_contains("category");
    // A killed program has saved everything that it has shown.
    let mut command = path.command("play --seed 7 --save killed.log");
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    input.write_all(first_moves(12).as_bytes()).unwrap();
    let lines = std::io::BufReader::new(output).lines().map(Result::unwrap);
    let answered = lines.filter(|line| line.starts_with("> "));
    assert_eq!(answered.take(12).count(), 12);
    child.kill().unwrap();
    child.wait().unwrap();
    // The twelfth decision may already have been saved when the program was killed.
    play(path, "--seed 7", &(first_moves(11) + "save eleven.log\n"));
    let saved = path.read("killed.log");
    assert!(saved.starts_with(&path.read("eleven.log")), "{saved}");
    assert!(path.read("asked.log").starts_with(&saved), "{saved}");
}

/// M-24, M-A36: a solo game against Jean, who has no decisions.
#[test]
fn saved_solo_game_ends_like_uninterrupted_game() {
    let folder = &Folder::new();
    let solo = "--players 1 --bots human --set level=hard --seed 7";
    let whole = play(folder, solo, &first_moves(TO_THE_END));
    let half = first_moves(60) + "save half.log\n";
    let begun = play(folder, solo, &half);
    begun.assert_lacks(OVER);
    begun.assert_contains("Jean (hard)");
    let rest = play(folder, "--load half.log", &first_moves(TO_THE_END));
    assert_eq!(ending(&rest), ending(&whole));
    let end = ending(&whole);
    end.assert_contains(["1 human  2 Jean (hard)", "jean income", " wins."]);
}

#[test]
fn categories_sum_to_the_score_and_highest_score_wins() {
    let folder = &Folder::new();
    let line_up = "--seed 7 --bots random,human,greedy";
    let out = play(folder, line_up, &first_moves(TO_THE_END));
    let mut columns: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for line in ending(&out).lines().skip(1) {
        let mut cells = line.split_whitespace();
        if let Some(title) = cells.next() {
            columns.insert(title, cells.filter_map(|cell| cell.parse().ok()).collect());
        }
    }
    let scores = columns["score"].clone();
    let best = (0..3).max_by_key(|&seat| scores[seat]).unwrap();
    assert_eq!(columns["rank"][best], 1);
    for more in [
        "score",
        "rank",
        "turns",
        "decisions",
        "seat",
        "seats",
        "category",
    ] {
        columns.remove(more);
    }
    for seat in 0..3 {
        let sum: i64 = columns.values().map(|cells| cells[seat]).sum();
        assert_eq!(sum, scores[seat]);
    }
    let name = ["random", "human", "greedy"][best];
    out.assert_contains(&format!("seat {} ({name}) wins.", best + 1));
}

#[test]
fn output_is_reproducible_for_equal_seed_and_commands() {
    let folder = &Folder::new();
    let input = first_moves(30) + "hint greedy\nscore\nlog\nlook A012\n?\nshow\nboard\nquit\n";
    let once = play(folder, "--seed 3", &input);
    assert_eq!(once, play(folder, "--seed 3", &input));
    assert!(!once.contains('\x1b'), "no control codes through a pipe");
    for line in once.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn missing_seed_is_drawn_and_printed() {
    let folder = &Folder::new();
    let out = play(folder, "", "save a.log\n");
    let seed = out.split_once("seed ").unwrap().1;
    let seed: u64 = seed.split(':').next().unwrap().parse().unwrap();
    play(folder, &format!("--seed {seed}"), "save b.log\n");
    assert_eq!(folder.read("a.log"), folder.read("b.log"));
}

/// Numbers, notations in any case, and abbreviations refer to the same moves.
#[test]
fn numbers_and_notations_name_the_same_moves() {
    let folder = &Folder::new();
    let numbers = first_moves(TO_THE_END) + "save numbers.log\n";
    play(folder, "--seed 5", &numbers);
    let text = folder.read("numbers.log");
    let log = GameLog::parse("numbers.log", &text).unwrap();
    let game = rules(2);
    let mut input = String::new();
    along(&game, &log, |state, seat, notation| {
        if seat == 0 && legal(&game, state) > 1 {
            input.push_str(&notation.to_uppercase());
            input.push('\n');
        }
    });
    play(folder, "--seed 5", &format!("{input}save words.log\n"));
    assert_eq!(folder.read("words.log"), text);
}

/// The list shows names instead of ids. Both can be typed, also together.
#[test]
fn moves_are_listed_and_typed_by_name() {
    let folder = &Folder::new();
    let input =
        "plan envoy of france\nundo\nplan pathf\nundo\nplan a046\nundo\nplan pathfinder (a026)\n";
    let out = play(folder, "--seed 7", input);
    let screens: Vec<&str> = out.split("\n> ").collect();
    screens[0].assert_contains([
        "plan Envoy of France · can be bought for 6 doubloons",
        "plan Pathfinder · can be bought",
    ]);
    screens[0].assert_lacks("plan A0");
    screens[2].assert_contains("taken back: plan Envoy of France\n");
    screens[4].assert_contains("taken back: plan Pathfinder\n");
    screens[1].assert_contains("A046 Envoy of France: costs 6 doubloons");
    screens[5].assert_contains("A046 Envoy of France: costs 6 doubloons");
    screens[7].assert_contains("A026 Pathfinder: costs");
}

/// Only moves that would otherwise have equal texts show ids, and events show names only.
#[test]
fn ids_are_listed_only_for_cards_with_equal_names() {
    let folder = &Folder::new();
    let played = |seed: &str| play(folder, seed, &first_moves(TO_THE_END));
    let out = played("--seed 3") + "\n> 1\n" + &played("--seed 14");
    let id = |line: &str| {
        let (title, _) = line.split_once(" · ").unwrap_or((line, ""));
        let (name, id) = title.split_once(" (")?;
        let is_id = id.starts_with(['A', 'B']) && id.ends_with(')');
        is_id.then(|| name.to_string())
    };
    let (mut with_ids, mut events) = (0, 0);
    for screen in out.split("\n> 1\n") {
        let (news, moves) = screen.split_once("Your moves\n").unwrap_or((screen, ""));
        let numbered = |line: &str| Some(line.trim_start().split_once("  ")?.1.to_string());
        let moves: Vec<String> = moves.lines().filter_map(numbered).collect();
        let names: Vec<String> = moves.iter().filter_map(|line| id(line)).collect();
        for name in &names {
            let equal = names.iter().filter(|other| *other == name);
            assert!(equal.count() > 1, "{name}:\n{screen}");
        }
        with_ids += names.len();
        let lines = news.lines().filter_map(|line| line.strip_prefix("    "));
        for line in lines {
            events += 1;
            assert_eq!(id(line), None, "{screen}");
        }
    }
    assert!(with_ids > 5 && events > 50, "{with_ids}, {events}");
}

/// A name of several cards in the list is refused with their ids.
#[test]
fn ambiguous_name_is_refused_with_the_ids() {
    let folder = &Folder::new();
    let out = play(folder, "--seed 1", "plan master builder\n");
    let refusal = out.lines().find(|line| line.contains("fits"));
    refusal
        .unwrap_or(&out)
        .assert_contains(": plan Master Builder (A00");
}

/// Events before the first turn of a seat belong to the set-up only if no one has had a turn.
#[test]
fn set_up_ends_with_the_first_turn() {
    let folder = &Folder::new();
    let table = "--game puerto_rico --bots human,greedy,random --seed 3";
    let out = play(folder, table, &first_moves(12));
    out.assert_contains("  seat 2 (greedy)\n");
    out.assert_lacks(["set-up", "turn 0"]);
    play(folder, "--seed 7", &first_moves(1)).assert_contains("== seat 1 (human), set-up ==");
}

/// Events of Endeavor name areas and governors.
#[test]
fn events_name_opened_regions() {
    let folder = &Folder::new();
    let table = "--game endeavor --bots human,greedy,greedy --seed 5";
    let out = play(folder, table, &first_moves(TO_THE_END));
    out.assert_contains("→ Far East opens; Governor of Far East goes to seat 2");
    out.assert_lacks("→ far_east");
}

/// The last screen of one person shows the changes of the table, also of the final position.
#[test]
fn end_shows_the_final_position() {
    let folder = &Folder::new();
    let input = first_moves(TO_THE_END);
    let table = "--game puerto_rico --bots human,greedy --seed 7";
    let out = play(folder, table, &input);
    let last = out.split("\n> 1\n").find(|screen| screen.contains(OVER));
    last.unwrap().assert_contains(": game over\n");
}

/// All colonists can be placed in one line, in the notation of PR-5.3. The result equals placing them class by class.
#[test]
fn line_of_several_moves_is_made_completely_or_rejected() {
    let path = &Folder::new();
    let table = "--game puerto_rico --bots human,random,random --seed 34";
    let begin = first_moves(14);
    let one_by_one = "staff corn 1\nstaff indigo 1\nstaff sugar 1\n";
    play(
        path,
        table,
        &format!("{begin}{one_by_one}save single.log\n"),
    );
    let single = path.read("single.log");
    single.assert_ends_with("1 staff corn 1\n1 staff indigo 1\n1 staff sugar 1\n");
    for (name, line) in [
        ("commas.log", "staff corn 1, staff indigo 1, staff sugar 1"),
        ("short.log", "s c 1; STAFF INDIGO 1;2"),
        ("again.log", "2;2,2,"),
    ] {
        let input = format!("{begin}{line}\nsave {name}\n");
        let out = play(path, table, &input);
        out.assert_contains("seat 1 (human), turn 4");
        assert_eq!(path.read(name), single, "{line}");
    }
    // The moves of a line are undone one by one. A line with an error makes no moves.
    let undone = format!("{begin}2, 2, 2\nundo\nundo\nundo\n{one_by_one}save undone.log\n");
    play(path, table, &undone);
    assert_eq!(path.read("undone.log"), single);
    play(path, table, &format!("{begin}save before.log\n"));
    for [line, wanted] in &parse_table(
        r#"
        staff corn 1, staff indgo 1, staff sugar 1
            => none of the 3 moves was made; move 2: "staff indgo 1" is neither a move here nor a command (did you mean "staff indigo 1"?)
        2, 9 => none of the 2 moves was made; move 2: no move 9: expected 1 to 3
        2, undo => move 2: "undo" is not a move; a command needs a line of its own
        2, 2, 2, 2, staff corn 1 => move 5: "staff corn 1"
    "#,
    ) {
        let input = format!("{begin}{line}\nsave! after.log\n");
        let out = play(path, table, &input);
        flat(&out).assert_contains(wanted);
        assert_eq!(path.read("after.log"), path.read("before.log"), "{line}");
    }
    // Another seat decides before the next move of the line.
    let out = play(path, table, "settler, plant sugar, builder\n");
    flat(&out).assert_contains("move 3: \"builder\" cannot be made: seat 2 (random) decides next");
}

#[test]
fn undo_returns_to_the_previous_decision() {
    let path = &Folder::new();
    let forty = &first_moves(40);
    play(path, "--seed 7", &format!("{forty}save straight.log\n"));
    let (begin, nine, undo) = (first_moves(20), "2\n".repeat(9), |times| {
        "undo\n".repeat(times)
    });
    for input in [
        format!("2\n{}{forty}", undo(1)),
        format!("{begin}{nine}{}{begin}", undo(9)),
        format!("{forty}{}{forty}", undo(40)),
    ] {
        let out = play(path, "--seed 7", &format!("{input}save! undone.log\n"));
        out.assert_contains("taken back: ");
        assert_eq!(
            path.read("undone.log"),
            path.read("straight.log"),
            "{input}"
        );
    }
    let out = play(path, "--seed 7", "undo\n");
    out.assert_contains("you have no decision to take back");
    // After the end of the game, and in a loaded game.
    let input = first_moves(TO_THE_END) + "undo\nsave end.log\n";
    let out = play(path, "--load straight.log", &input);
    let (_, rest) = out.split_once(OVER).unwrap();
    rest.assert_contains("Your moves");
}

#[test]
fn hints_are_legal_and_do_not_change_the_game() {
    let path = &Folder::new();
    play(path, "--seed 7", &(first_moves(30) + "save plain.log\n"));
    let hinted = "hint greedy\nhint explorer\n1\n".repeat(30) + "save hinted.log\n";
    let out = play(path, "--seed 7", &hinted);
    assert_eq!(path.read("plain.log"), path.read("hinted.log"));
    let segments: Vec<&str> = out.split("\n> ").collect();
    let mut hints = 0;
    for (index, segment) in segments.iter().enumerate() {
        let Some(hint) = segment.strip_prefix("hint greedy\ngreedy would choose ") else {
            continue;
        };
        let listed = segments[index - 1].split_once("Your moves\n").unwrap().1;
        // Long moves are wrapped, and long lists are in columns.
        let listed = format!(" {} ", flat(listed));
        listed.assert_contains(&format!(" {} ", flat(hint)));
        hints += 1;
    }
    assert_eq!(hints, 30);
    let out = play(path, "--seed 7", "hint gredy\nhint human\n");
    out.assert_contains(["did you mean \"greedy\"?", "\"human\" stands for a person"]);
}

/// Shows the three best moves with expected lead and wins, and the advantage of the first move by category. Repeating
/// the command gives the same result.
#[test]
fn hint_shows_the_best_moves_with_reasons() {
    let folder = &Folder::new();
    let input = first_moves(6) + "hint\nhint\nsave hinted.log\n";
    let table = "--game puerto_rico --bots human,greedy --seed 7";
    let out = play(folder, table, &input);
    let asked: Vec<&str> = out.split("\n> hint\n").skip(1).collect();
    let hint = asked[0];
    assert_eq!(asked[1].split("\n> ").next(), Some(hint));
    let header: Vec<&str> = hint.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(header, ["move", "search", "expected", "lead", "wins"]);
    let best: Vec<&str> = hint.lines().skip(1).take(3).collect();
    for (line, number) in best.iter().zip(["1", "2", "3"]) {
        assert_eq!(line.split_whitespace().next(), Some(number), "{hint}");
        assert_eq!(line.matches('±').count(), 1, "{hint}");
        line.assert_contains(" % (");
    }
    flat(hint).assert_contains([
        "1 and 2: lead ",
        "1 and 3: lead ",
        "games played to the end after each move",
    ]);
    play(folder, table, &(first_moves(6) + "save plain.log\n"));
    assert_eq!(folder.read("plain.log"), folder.read("hinted.log"));
}

/// Components are found by id, name or part of the name. Several components with the same name are listed.
#[test]
fn look_finds_components_by_name() {
    let folder = &Folder::new();
    let table = "--game puerto_rico --seed 7";
    let look = |asked: &str| {
        let out = play(folder, table, &format!("look {asked}\n"));
        let (_, message) = out.split_once(&format!("\n> look {asked}\n")).unwrap();
        message.to_string()
    };
    let harbor = look("harbor");
    harbor.assert_starts_with("harbor");
    assert_eq!(look("Harbor"), harbor);
    harbor.assert_contains(["building", "8"]);
    let small = look("small wareh");
    small.assert_starts_with("small_warehouse Small warehouse, building");
    let several = look("warehouse");
    several.assert_starts_with("\"warehouse\" matches:\n");
    several.assert_contains("  look building large_warehouse");
    assert_eq!(look("building large_warehouse"), look("large_warehouse"));
    let five = play(folder, "--seed 7", "look 5\nlook combat token 5\nlook u3\n");
    let message: Vec<&str> = five.split("\n> ").skip(1).collect();
    message[0].assert_contains("  look location 5");
    message[1].assert_starts_with("look combat token 5\n5, combat token\n");
    message[2].assert_starts_with("look u3\nU3: 3 VP, free display, upgrade\n");
    look("harbr").assert_contains("did you mean \"harbor\"?");
}

/// Only changed panels are drawn again; `board` and `show` print all panels.
#[test]
fn only_changed_panels_are_redrawn() {
    let folder = &Folder::new();
    let out = play(folder, "--game cartagena --seed 7", "1\n1\nboard\nshow\n");
    let screens: Vec<&str> = out.split("\n> ").collect();
    assert!(screens[0].contains('│'), "{}", screens[0]);
    let whole = screens[3].strip_prefix("board\n").unwrap();
    let drawn = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with('│'));
        lines.map(str::to_string).collect()
    };
    assert!(drawn(whole).len() >= 6, "{whole}");
    assert_eq!(drawn(screens[4]), drawn(whole));
    let lines = |at: usize| screens[at].lines().count();
    assert!(lines(1) < lines(0), "{out}");
}

#[test]
fn invalid_input_is_reported_and_makes_no_move() {
    let path = &Folder::new();
    let input = "0\n99\nplna a027\nundp\n\n# a remark\nlook Q99\nlook\nsave\nscore now\n\
                 save no/such/folder.log\nsave a.log\n";
    let out = play(path, "--seed 6", input);
    out.assert_contains([
        "no move 0: expected 1 to 8",
        "no move 99: expected 1 to 8",
        "\"plna a027\" is neither a move here nor a command (did you mean \"plan a027\"?)",
        "did you mean \"undo\"?",
        "no component is called \"Q99\"",
        "`look` needs an id",
        "`save` needs a file",
        "`score` takes no argument; found \"now\"",
        "not saved: no/such/folder.log",
    ]);
    assert!(path.read("a.log").ends_with("\n\n"), "no move was made");
    play(path, "--seed 6", "\u{0}\u{fffd}x\n");
}

#[test]
fn saved_game_can_be_replayed_and_is_not_overwritten() {
    let path = &Folder::new();
    path.write("a.log", "mine");
    let out = play(path, "--seed 7 --set prestige=open", "1\nsave a.log\n");
    out.assert_contains("a.log exists; `save! a.log` overwrites it");
    assert_eq!(path.read("a.log"), "mine");
    let input = first_moves(30) + "save! a.log\n";
    play(path, "--seed 7 --set scenario=77", &input);
    let text = path.read("a.log");
    text.assert_contains([
        "version = ",
        "game = maracaibo\n",
        "bots = human, expert\n",
        "set.scenario = 77\n",
    ]);
    path.prints("replay --log a.log => seat 1 (human) => The log ends here, before the game does.");
}

#[test]
fn end_of_input_ends_the_program_cleanly() {
    let folder = &Folder::new();
    for input in ["", "1", "1\n1\n"] {
        let out = play(folder, "--seed 7", input);
        out.assert_contains(["`save FILE` saves a game", "--load FILE"]);
    }
    let out = play(folder, "--seed 7", "quit\n1\n");
    out.assert_ends_with("> quit\n");
}

#[test]
fn invalid_command_lines_are_rejected() {
    let path = &Folder::new();
    play(path, "--seed 7", &(first_moves(12) + "save good.log\n"));
    let good = path.read("good.log");
    for (name, from, to) in [
        ("bad.log", "\n1 career", "\n1 carreer"),
        ("seat.log", "\n1 career", "\n2 career"),
        ("bots.log", "human, expert", "random, greedy"),
        ("few.log", "human, expert", "human"),
        ("game.log", "game = maracaibo", "game = chess"),
        ("data.log", "data = ", "data = 0"),
        ("key.log", "players = ", "player = "),
    ] {
        path.write(name, good.replacen(from, to, 1));
    }
    path.rejects(
        r#"
        play --bots greedy,random => no seat for you: --bots greedy,random has no human
        play --bots human,gredy => did you mean "greedy"?
        play --players 6 => maracaibo is for
        play --players 3 --bots human,greedy => the game has 3 players; expected 3 names
        play --game chess => unknown game "chess"
        play --set scenaro=77 => did you mean "scenario"?
        play --load none.log => none.log:
        play --load bad.log => bad.log, line 14: "carreer
        play --load seat.log => seat.log, line 14: seat 1 is to move, not seat 2
        play --load bots.log => --bots human,expert
        play --load few.log => the game has 2 players; expected 2 names
        play --load game.log => unknown game "chess"
        play --load data.log => component data 0
        play --load key.log => key.log, line 5: unknown key "player"
        play --load good.log --seed 3 => --seed
        simulate --game maracaibo --bots human,greedy --games 2 => is only available in `portolan play`
        replay --game-id 1 --game maracaibo --bots human,greedy => is only available in `portolan play`
    "#,
    );
    // A game can be continued with another line-up.
    play(path, "--load bots.log --bots greedy,human", "1\n");
}

fn rules(players: usize) -> Maracaibo {
    Maracaibo::new(&GameSetup {
        game: "maracaibo".to_string(),
        players,
        options: BTreeMap::new(),
        data: DataSet::embedded(ENTRY.files),
    })
    .unwrap()
}

fn legal(game: &Maracaibo, state: &State) -> usize {
    let mut actions = Vec::new();
    game.legal_actions(state, &mut actions);
    actions.len()
}

/// Replays a log, calling `see` for every position with the next move.
fn along(game: &Maracaibo, log: &GameLog, mut see: impl FnMut(&State, Seat, &str)) {
    let mut chance = Streams::new(log.deal_seed);
    let mut state = game.new_state(&mut chance, &mut ());
    for logged in &log.moves {
        see(&state, logged.seat, &logged.action);
        let action = game.parse_action(&state, &logged.action).unwrap();
        game.apply(&mut state, action, &mut chance, &mut ());
    }
}

/// Returns ids that must not be shown to a seat: hidden cards in other hands, careers dealt to others, and during
/// setup their choices.
fn secrets(game: &Maracaibo, state: &State, observer: Seat) -> BTreeSet<String> {
    let labels = &game.components().labels;
    let setup = state.phase == Phase::Setup;
    let mut ids = BTreeSet::new();
    for (seat, player) in state.seated().iter().enumerate() {
        if seat == observer {
            continue;
        }
        let mut cards: Vec<_> = player.hand.minus(player.hand_public).iter().collect();
        let mut careers = player.careers_dealt.to_vec();
        if setup {
            cards.extend(player.planned.into_iter().chain(player.set_aside).flatten());
        } else {
            careers.retain(|&career| career != player.career);
        }
        let cards = cards.into_iter();
        ids.extend(cards.map(|card| labels.cards[usize::from(card)].clone()));
        let careers = careers.into_iter().flatten();
        ids.extend(careers.map(|career| labels.careers[usize::from(career)].clone()));
    }
    ids
}

/// Returns the words of a text, separated by single spaces.
fn separated(text: &str) -> String {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Returns the names of the hidden components, without names that occur in the name of a visible component. Cards in the pile
/// count as neither hidden nor visible, unless the seat has seen them.
fn secret_names(
    game: &Maracaibo,
    state: &State,
    hidden: &BTreeSet<String>,
    seen: &BTreeSet<String>,
) -> BTreeSet<String> {
    let components = game.components();
    let labels = &components.labels;
    let pile = state.pile[..usize::from(state.pile_len)].iter();
    let pile: BTreeSet<usize> = pile.map(|&card| usize::from(card)).collect();
    let cards = labels.cards.iter().zip(&labels.card_names).enumerate();
    let cards = cards.map(|(card, (id, name))| (id, name, pile.contains(&card)));
    let careers = labels.careers.iter().zip(&labels.career_names);
    let careers = careers.map(|(id, name)| (id, name, false));
    let (mut secret, mut open) = (BTreeSet::new(), BTreeSet::new());
    for (id, name, is_in_pile) in cards.chain(careers) {
        let names = match hidden.contains(id) && !seen.contains(id) {
            true => &mut secret,
            false if is_in_pile && !seen.contains(id) => continue,
            false => &mut open,
        };
        names.insert(separated(name));
    }
    let places = [
        &labels.location_names,
        &labels.city_tile_names,
        &labels.prestige_names,
    ];
    open.extend(places.into_iter().flatten().map(|name| separated(name)));
    let is_secret = |name: &String| !open.iter().any(|other| other.contains(name));
    secret.into_iter().filter(is_secret).collect()
}

/// Plays a whole game and checks that no screen shows information hidden from its reader.
fn nothing_hidden_is_shown(bots: &str, seed: u64) {
    let folder = &Folder::new();
    let names: Vec<&str> = bots.split(',').collect();
    let input = first_moves(TO_THE_END) + "save! whole.log\n";
    let out = play(folder, &format!("--bots {bots} --seed {seed}"), &input);
    out.assert_contains(OVER);
    let log = GameLog::parse("whole.log", &folder.read("whole.log")).unwrap();
    let game = rules(names.len());
    let mut screens = out.split("\n> 1\n");
    let (mut decisions, mut kept, mut kept_names) = (0, 0, 0);
    // Ids that everyone has seen since the last screen of each seat. A card that was discarded may return to a hand
    // through the pile and may still be named.
    let mut open = vec![BTreeSet::new(); names.len()];
    along(&game, &log, |state, seat, notation| {
        let seen = std::mem::take(&mut open[seat]);
        if state.phase != Phase::Setup {
            for words in &mut open {
                words.extend(notation.split(' ').map(str::to_string));
            }
        }
        if names[seat] != "human" || legal(&game, state) == 1 {
            open[seat].extend(seen);
            return;
        }
        let screen = screens.next().expect("a screen for every decision");
        let words: BTreeSet<&str> = screen
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .collect();
        let components = game.components();
        for (card, id) in components.card_ids().zip(&components.labels.cards) {
            if state.players[seat].hand.contains(card) && decisions == 0 {
                assert!(words.contains(&**id), "the own hand is shown:\n{screen}");
            }
        }
        let hidden = secrets(&game, state, seat);
        for secret in hidden.difference(&seen) {
            assert!(!words.contains(&**secret), "{secret} is hidden:\n{screen}");
            kept += 1;
        }
        let all = format!(" {} ", separated(screen));
        for name in secret_names(&game, state, &hidden, &seen) {
            let name = format!(" {name} ");
            assert!(!all.contains(&name), "{name} is hidden:\n{screen}");
            kept_names += 1;
        }
        decisions += 1;
    });
    assert!(
        decisions > 60 && kept > 3 * decisions && kept_names > decisions / 2,
        "{kept} secrets with {kept_names} names in {decisions} decisions"
    );
}

#[test]
fn first_seat_sees_no_hidden_information() {
    nothing_hidden_is_shown("human,greedy", 17);
    nothing_hidden_is_shown("human,random,greedy", 8);
}

#[test]
fn later_seats_see_no_hidden_information() {
    nothing_hidden_is_shown("greedy,human", 9);
    nothing_hidden_is_shown("greedy,random,greedy,human", 10);
}

#[test]
fn two_people_see_no_hidden_information() {
    nothing_hidden_is_shown("human,human", 11);
    nothing_hidden_is_shown("human,greedy,human", 12);
}

/// The log of the game in progress omits the secret choices of others.
#[test]
fn log_omits_secret_choices_of_others() {
    let folder = &Folder::new();
    let input = first_moves(TO_THE_END) + "log\nsave whole.log\n";
    let out = play(folder, "--bots greedy,human --seed 7", &input);
    let message = out.split_once("\n> log\n").unwrap().1;
    let log = GameLog::parse("whole.log", &folder.read("whole.log")).unwrap();
    let moves = log.moves.iter();
    for secret in moves.clone().filter(|logged| logged.seat == 0).take(5) {
        message.assert_lacks(&secret.action);
    }
    assert_eq!(message.matches("a choice in secret").count(), 5);
    let sailed = moves.filter(|logged| logged.action.starts_with("sail"));
    assert_eq!(message.matches(" sail ").count(), sailed.count());
}
