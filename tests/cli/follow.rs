//! Games at another table that are followed: what was drawn is an answer, and what the own seat did not see a guess.

use std::path::Path;
use std::process::{Command, Output};

use portolan::dataset::DataSet;
use portolan::game::Game;
use portolan::games::{GameSetup, Visitor, entry, open};
use portolan::random::{below, stream};
use portolan_cli::follow::table::{Answer, Table};
use portolan_core::files::saved_as;
use portolan_engine::experiment::gamelog::{GameLog, Made};
use portolan_engine::play::any_game::AnyGame;
use portolan_engine::play::given::Drawn;
use portolan_engine::play::ongoing::OngoingGame;
use serde_json::Value;
use tempfile::TempDir;

use super::faults::shim;

/// Everything is drawn by the game itself.
pub fn by_itself() -> Drawn {
    Drawn {
        things: Vec::new(),
        rest: true,
    }
}

struct Opened;

impl Visitor for Opened {
    type Out = Box<dyn AnyGame>;

    fn visit<G: Game>(self, game: G) -> Box<dyn AnyGame> {
        Box::new(game)
    }
}

pub fn set_up(
    game: &str,
    players: usize,
    options: &[(&str, &str)],
) -> (GameSetup, Box<dyn AnyGame>) {
    let options = options.iter();
    let setup = GameSetup {
        game: game.to_string(),
        players,
        options: options
            .map(|(option, value)| (option.to_string(), value.to_string()))
            .collect(),
        data: DataSet::embedded(entry(game).unwrap().files),
    };
    let opened = open(&setup, Opened).unwrap();
    (setup, opened)
}

/// Answers every question with what was drawn at the table.
pub fn answer_all(table: &mut Table, fell: &[String]) {
    while let Some(question) = table.question() {
        let name = fell[question.number - 1].clone();
        table.answer(&Answer::Name(name)).unwrap();
    }
}

/// How often a name stands in a position, as a text or as the key of a number; not counted where what is not seen is listed.
fn times(value: &Value, name: &str) -> u64 {
    match value {
        Value::String(text) => u64::from(text == name),
        Value::Array(list) => list.iter().map(|value| times(value, name)).sum(),
        Value::Object(keys) => keys
            .iter()
            .filter(|(key, _)| *key != "unseen_cards")
            .map(|(key, value)| match value.as_u64() {
                Some(number) if key == name => number,
                _ => times(value, name),
            })
            .sum(),
        _ => 0,
    }
}

/// What somebody in this seat sees at the table and not in the followed game: one of these names, or nothing.
fn seen_there(
    there: &dyn OngoingGame,
    here: &dyn OngoingGame,
    own: Option<usize>,
    among: &[String],
) -> Option<String> {
    let (there, here) = (there.position(own), here.position(own));
    let more = |name: &&String| times(&there, name) > times(&here, name);
    among.iter().find(more).cloned()
}

/// What a seat knows of the followed game is what it knows at the table, after every move of a random game. The log of it
/// plays to the same position.
fn is_followed(
    game: &str,
    players: usize,
    options: &[(&str, &str)],
    own: Option<usize>,
    most: usize,
) {
    let (setup, opened) = set_up(game, players, options);
    let mut there = opened.deal_given(9, by_itself()).ok().unwrap();
    let mut rng = stream(3, &[players as u64]);
    let mut table = Table::new(&*opened, 1, own, None).unwrap();
    answer_all(&mut table, there.fell_in_deal());
    let (mut made, mut hidden) = (0, 0);
    while there.to_move().is_some() && made < most {
        let choice = below(&mut rng, there.choices() as u32) as usize;
        let notation = there.notation(choice);
        let secret = table.is_secret();
        there.make_given(choice, by_itself()).ok().unwrap();
        let last = there.moves().last().unwrap();
        let made_here = match secret {
            true => table.guess_move(),
            false => table.make(&notation, false),
        };
        let at = format!("{game}, {players} players, seat {own:?}, move {made}, {notation}");
        made_here.unwrap_or_else(|problem| panic!("{at}: {problem}"));
        answer_all(&mut table, &last.fell);
        while let Some(shown) = table.shown() {
            let seen = match (shown.step, shown.draw) {
                (Some(index), None) => Some(there.moves()[index].notation.clone()),
                _ => seen_there(&*there, table.ongoing().unwrap(), own, &shown.among),
            };
            let known = table.show(seen.as_deref());
            known.unwrap_or_else(|problem| panic!("{at}, {shown:?}, {seen:?}: {problem}"));
        }
        let here = table.ongoing().unwrap();
        assert_eq!(here.describe(own), there.describe(own), "{at}");
        assert_eq!(here.position(own), there.position(own), "{at}");
        assert_eq!(here.to_move(), there.to_move(), "{at}");
        made += 1;
        hidden += usize::from(here.describe(None) != there.describe(None));
    }
    // Where hands are hidden, guesses are seldom the truth; elsewhere nothing is guessed.
    let hides = ["maracaibo", "cartagena"].contains(&game) && own.is_some();
    assert_eq!(
        hidden > 0,
        hides,
        "{game}: hidden after {hidden} of {made} moves"
    );
    let (moves, followed) = table.logged();
    let log = GameLog {
        game: setup.game.clone(),
        players,
        deal_seed: 1,
        bots: vec!["a".to_string(); players],
        moves,
        followed: Some(followed),
        ..GameLog::default()
    };
    let log = GameLog::parse("x.log", &log.write()).unwrap();
    let mut replayed = log.begin(&*opened, "x.log").unwrap();
    for index in 0..log.moves.len() {
        assert_eq!(log.make(&mut *replayed, index, "x.log"), Ok(Made::Yes));
    }
    let here = table.ongoing().unwrap();
    assert_eq!(replayed.describe(None), here.describe(None));
}

/// From every seat, and as a game of which everything was written down.
fn are_followed(game: &str, players: usize, options: &[(&str, &str)], most: usize) {
    for own in (0..players).map(Some).chain([None]) {
        is_followed(game, players, options, own, most);
    }
}

#[test]
fn random_games_of_puerto_rico_are_followed() {
    are_followed("puerto_rico", 2, &[], 5000);
    are_followed("puerto_rico", 4, &[("vp_visibility", "hidden")], 5000);
}

#[test]
fn random_games_of_endeavor_are_followed() {
    are_followed("endeavor", 3, &[], 5000);
}

#[test]
fn random_games_of_cartagena_are_followed() {
    are_followed("cartagena", 2, &[("turn_cap", "20")], 5000);
    let magician = [("modules", "black-magician"), ("turn_cap", "15")];
    is_followed("cartagena", 3, &magician, None, 5000);
    let hindrance = [("modules", "hindrance,morgan"), ("turn_cap", "15")];
    is_followed("cartagena", 3, &hindrance, Some(0), 5000);
    // A pistol shows a whole hand.
    let pistol = [
        ("modules", "black-magician"),
        ("powers", "pistol,chest"),
        ("turn_cap", "15"),
    ];
    for own in 0..2 {
        is_followed("cartagena", 2, &pistol, Some(own), 5000);
    }
}

#[test]
fn random_games_of_maracaibo_are_followed() {
    are_followed("maracaibo", 2, &[], 5000);
}

#[test]
fn random_games_of_maracaibo_alone_are_followed() {
    for own in [Some(0), None] {
        is_followed("maracaibo", 1, &[], own, 5000);
    }
}

/// The more hands are hidden, the more often no other guess is found that fits: the beginning of a game is followed.
#[test]
fn random_games_of_maracaibo_for_three_begin() {
    is_followed("maracaibo", 3, &[], Some(1), 150);
}

/// A game of Puerto Rico that the referee's own rules played with their own draws.
fn recorded(players: usize, seed: u64) -> Option<String> {
    let script =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/referees/record_puerto_rico.py");
    let output = Command::new("python3")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .arg(script)
        .args([
            "--players",
            &players.to_string(),
            "--seed",
            &seed.to_string(),
        ])
        .output();
    let Ok(output) = output else {
        eprintln!("skipped: there is no python3");
        return None;
    };
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Some(String::from_utf8(output.stdout).unwrap())
}

pub fn command(folder: &Path, arguments: &str) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::cargo_bin("portolan").unwrap();
    command
        .current_dir(folder)
        .args(arguments.split_whitespace());
    command
}

/// Follows with these lines as input; what was printed, without line breaks that are for the width.
pub fn follow(folder: &Path, arguments: &str, input: &str) -> (i32, String) {
    let mut command = command(folder, &format!("follow {arguments}"));
    let Output { status, stdout, .. } = command.write_stdin(input).output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap())
}

pub fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The numbers behind a word at the beginning of a line.
fn numbers(text: &str, title: &str) -> Vec<i32> {
    let line = text.lines().rfind(|line| line.starts_with(title)).unwrap();
    let numbers = line[title.len()..].split_whitespace();
    numbers.map(|number| number.parse().unwrap()).collect()
}

#[test]
fn games_of_puerto_rico_of_another_engine_are_followed_to_their_end() {
    for (players, seed) in [(2, 11), (3, 12), (4, 13), (5, 14)] {
        let Some(game) = recorded(players, seed) else {
            return;
        };
        let folder = TempDir::new().unwrap();
        let arguments =
            format!("puerto_rico --players {players} --seat 2 --no-hints --log game.log");
        let (code, out) = follow(folder.path(), &arguments, &game);
        assert_eq!(code, 0, "{out}");
        assert!(
            out.contains("\nThe game is over.\n"),
            "{players} players: {out}"
        );
        for wrong in [
            "cannot be",
            "is no move",
            "nothing more is drawn",
            "not read",
        ] {
            assert!(!out.contains(wrong), "{wrong}: {out}");
        }
        let (scores, ranks) = (numbers(&game, "# scores"), numbers(&game, "# ranks"));
        let end = out.split_once("\nThe game is over.\n").unwrap().1;
        let end = end.split_once("> ").unwrap().0;
        assert_eq!(numbers(end, "score "), scores);
        assert_eq!(numbers(end, "rank "), ranks);
        // The log is the game as it was typed.
        let log = std::fs::read_to_string(folder.path().join("game.log")).unwrap();
        let body: Vec<&str> = log.split_once("\n\n").unwrap().1.lines().collect();
        let typed: Vec<&str> = game.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(body, typed);
        let replayed = command(folder.path(), "replay --log game.log")
            .output()
            .unwrap();
        assert!(replayed.status.success());
        let replayed = String::from_utf8(replayed.stdout).unwrap();
        assert_eq!(numbers(&replayed, "score "), scores);
    }
}

#[test]
fn a_game_left_in_the_middle_of_a_draw_goes_on_as_if_it_had_not_been() {
    let Some(game) = recorded(3, 15) else {
        return;
    };
    let lines: Vec<&str> = game.lines().collect();
    let folder = TempDir::new().unwrap();
    let start = "puerto_rico --players 3 --no-hints --log";
    let (code, _) = follow(folder.path(), &format!("{start} whole.log"), &game);
    assert_eq!(code, 0);
    // Two of the plantations that a settler phase turns up.
    let turned_up =
        |at: &usize| lines[*at].starts_with("drawn") && lines[*at].matches(", ").count() > 1;
    let at = (0..lines.len()).filter(turned_up).nth(2).unwrap();
    let names: Vec<&str> = lines[at]["drawn ".len()..].split(", ").collect();
    let half = format!("{}\n{}, {}\n", lines[..at].join("\n"), names[0], names[1]);
    let (code, out) = follow(folder.path(), &format!("{start} half.log"), &half);
    assert_eq!(code, 0);
    assert!(
        flat(&out).contains("`portolan follow --load half.log` resumes it"),
        "{out}"
    );
    let replayed = command(folder.path(), "replay --log half.log")
        .output()
        .unwrap();
    let replayed = String::from_utf8(replayed.stdout).unwrap();
    assert!(replayed.contains(" drew is not known yet.\n"), "{replayed}");
    let rest = format!("{}\n{}\n", names[2..].join(" "), lines[at + 1..].join("\n"));
    let (code, out) = follow(folder.path(), "--load half.log --no-hints", &rest);
    assert_eq!(code, 0);
    assert!(out.contains("\nThe game is over.\n"), "{out}");
    let read = |file: &str| std::fs::read_to_string(folder.path().join(file)).unwrap();
    assert_eq!(read("half.log"), read("whole.log"));
    // Others are named, too.
    let played = command(folder.path(), "play --load half.log")
        .output()
        .unwrap();
    assert_eq!(played.status.code(), Some(2));
    let told = String::from_utf8(played.stderr).unwrap();
    assert!(
        told.contains("`portolan follow --load half.log` resumes it"),
        "{told}"
    );
}

#[test]
fn what_cannot_be_is_refused_with_what_could_and_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let input = "corn, cron\nsettler\nco\nindigo, indigo, coffee, sugar\nsetler\nplant corn\n1 settler\n\
                 undo\nundo\ncoffee\nsettler, plant corn, plant indigo, plant indigo\nundo\n";
    let (code, out) = follow(folder.path(), "puerto_rico --players 3 --no-hints", input);
    let out = flat(&out);
    assert_eq!(code, 0, "{out}");
    for wanted in [
        "The deal draws. Which plantation is drawn, in order?",
        "plantation: \"cron\" cannot be drawn (did you mean \"corn\"?); left are corn (8), indigo (10), sugar (11)",
        "plantation: \"settler\" cannot be drawn",
        // Corn and coffee begin so.
        "plantation: \"co\" cannot be drawn",
        "\"sugar\" is no move of seat 1 here",
        "\"setler\" is no move of seat 1 here and no command (did you mean \"settler\"?)",
        "\"plant corn\" is no move of seat 1 here",
        "taken back: settler",
        "taken back: the deal's coffee",
        "plantation 4> coffee",
        "\"plant indigo\" draws. Which plantation is drawn, in order?",
        "taken back: plant indigo",
        "portolan follow --load followed-puerto_rico.log",
    ] {
        assert!(out.contains(wanted), "no \"{wanted}\" in: {out}");
    }
    let log = std::fs::read_to_string(folder.path().join("followed-puerto_rico.log")).unwrap();
    let body = log.split_once("\n\n").unwrap().1;
    let wanted = "drawn corn, indigo, indigo, coffee\n1 settler\n1 plant corn\n2 plant indigo\n";
    assert_eq!(body, wanted);
    // A second game does not write over it.
    let (_, out) = follow(
        folder.path(),
        "puerto_rico --players 3 --no-hints",
        "corn\n",
    );
    assert!(
        flat(&out).contains("saved in followed-puerto_rico-2.log"),
        "{out}"
    );
}

#[test]
fn wrong_usage_says_what_would_be_accepted() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("there.log"), "x").unwrap();
    let own = "game = puerto_rico\nformat = 2\nplayers = 3\nseed = 1\n\n";
    std::fs::write(folder.path().join("own.log"), own).unwrap();
    let far = own.replace("seed = 1\n", "seed = 1\nchance = reported\nseat = 4\n");
    std::fs::write(folder.path().join("far.log"), far).unwrap();
    let other = own.replace("seed = 1\n", "seed = 1\nchance = reported\n");
    let moves = format!("{other}drawn corn, corn, indigo, coffee\n1 settler\n2 plant corn\n");
    std::fs::write(folder.path().join("moves.log"), moves).unwrap();
    for (arguments, wanted) in [
        (
            "puerto_rico --players 3 --seat 4",
            "--seat 4: expected 1 to 3",
        ),
        (
            "puerto_rico --players 3 --names A,B",
            "--names A,B: expected 3 names",
        ),
        (
            "cartagena --players 3 --set modules=black-magician",
            "expected --all-seen, or --set powers=pistol,chest",
        ),
        ("puerto_rica", "did you mean \"puerto_rico\"?"),
        (
            "puerto_rico --log there.log",
            "--log there.log exists; `portolan follow --load there.log`",
        ),
        (
            "--load own.log",
            "`portolan play --load own.log` resumes it",
        ),
        (
            "--load far.log",
            "far.log, line 6: seat = 4: expected 1 to 3",
        ),
        (
            "--load moves.log",
            "moves.log, line 9: seat 1 is to move, not seat 2",
        ),
    ] {
        let output = command(folder.path(), &format!("follow {arguments}"))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(wanted), "{arguments}: {told}");
    }
}

#[test]
fn a_full_disk_loses_nothing() {
    let folder = TempDir::new().unwrap();
    let met = TempDir::new().unwrap();
    let input = "corn\nindigo\nindigo\ncoffee\nsettler\n";
    // Standard output is not to fail.
    let folder_path = folder.path().canonicalize().unwrap();
    let under = folder_path.join(saved_as("full.log"));
    let follow = |at: &str| {
        let mut command = command(
            folder.path(),
            "follow puerto_rico --players 3 --no-hints --log full.log",
        );
        command.env("LD_PRELOAD", shim()).env("FAULT_UNDER", &under);
        command
            .env("FAULT_CALLS", "write")
            .env("FAULT_ERROR", "28")
            .env("FAULT_AT", at);
        command.env("FAULT_MET", met.path().join("met"));
        command.write_stdin(input).output().unwrap()
    };
    let output = follow("3");
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{out}");
    let flat = flat(&out);
    assert!(
        flat.contains("not saved: full.log: No space left on device"),
        "{out}"
    );
    assert!(flat.contains("saved again in full.log"), "{out}");
    let log = std::fs::read_to_string(folder.path().join("full.log")).unwrap();
    assert!(
        log.ends_with("\n\ndrawn corn, indigo, indigo, coffee\n1 settler\n"),
        "{log}"
    );
}

#[test]
fn what_cannot_be_written_is_printed_at_the_end() {
    let folder = TempDir::new().unwrap();
    let arguments = "puerto_rico --players 3 --no-hints --log missing/game.log";
    let (code, out) = follow(
        folder.path(),
        arguments,
        "corn, indigo, indigo, coffee\nsettler\n",
    );
    assert_eq!(code, 1);
    assert!(out.contains("not saved: missing/game.log"), "{out}");
    let log = out.split_once("# a portolan game log").unwrap().1;
    assert!(
        log.contains("\ndrawn corn, indigo, indigo, coffee\n1 settler\n"),
        "{log}"
    );
    let saved = "corn, indigo, indigo, coffee\nsave kept.log\nsave kept.log\nsave! kept.log\n";
    let (_, out) = follow(folder.path(), arguments, saved);
    assert!(
        out.contains("`portolan follow --load kept.log` resumes here"),
        "{out}"
    );
    assert!(
        out.contains("kept.log exists; `save! kept.log` overwrites it"),
        "{out}"
    );
    let (code, _) = follow(folder.path(), "--load kept.log --no-hints", "settler\n");
    assert_eq!(code, 0);
}

/// At an own decision three moves stand with their leads and reasons; others' decisions have none.
#[test]
fn own_decisions_have_hints() {
    let folder = TempDir::new().unwrap();
    let input = "corn, indigo, indigo, coffee, sugar\nprospector\n";
    let (code, out) = follow(
        folder.path(),
        "puerto_rico --players 4 --seat 2 --names Ann,me,Bob,Eve",
        input,
    );
    assert_eq!(code, 0, "{out}");
    let own = out.split_once("== seat 2 (me), turn ").unwrap().1;
    for wanted in [
        "expected lead",
        "1 beside 2: lead",
        "1 beside 3: lead",
        "games played out",
    ] {
        assert!(own.contains(wanted), "no \"{wanted}\" in: {own}");
        assert_eq!(out.matches(wanted).count(), own.matches(wanted).count());
    }
}

/// Every position of a random game that is entered as data has the same moves, and the same comes of them.
#[test]
fn positions_of_puerto_rico_are_entered_as_data() {
    for (players, options) in [
        (2, &[][..]),
        (3, &[("optional_bonuses", "all")][..]),
        (5, &[][..]),
    ] {
        let (_, opened) = set_up("puerto_rico", players, options);
        let mut there = opened.deal_given(5, by_itself()).ok().unwrap();
        let mut rng = stream(4, &[players as u64]);
        let mut positions = 0;
        while there.to_move().is_some() {
            let position = there.position(None);
            let at = format!("{players} players, position {positions}: {position}");
            let entered = opened.place(7, &position);
            let mut entered = entered.unwrap_or_else(|problem| panic!("{at}: {problem}"));
            assert_eq!(entered.notations(), there.notations(), "{at}");
            assert_eq!(entered.describe(None), there.describe(None), "{at}");
            let choice = below(&mut rng, there.choices() as u32) as usize;
            there.make_given(choice, by_itself()).ok().unwrap();
            let things = there.moves().last().unwrap().fell.iter().cloned();
            let drawn = Drawn {
                things: things.map(Some).collect(),
                rest: false,
            };
            assert_eq!(entered.make_given(choice, drawn), Ok(()), "{at}");
            assert_eq!(entered.position(None), there.position(None), "{at}");
            entered.take_back(0);
            assert_eq!(entered.position(None), position, "{at}");
            positions += 1;
        }
        assert!(positions > 100, "{positions}");
    }
}

#[test]
fn a_form_is_filled_in_and_followed_from_there() {
    let folder = TempDir::new().unwrap();
    let read = |file: &str| std::fs::read_to_string(folder.path().join(file)).unwrap();
    let write = |file: &str, text: &str| std::fs::write(folder.path().join(file), text).unwrap();
    let (code, out) = follow(folder.path(), "puerto_rico --players 3 --form now.json", "");
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("--players 3 --position now.json"), "{out}");
    let rules = "cartagena --players 2 --seat 2 --set turn_cap=20";
    let (_, out) = follow(folder.path(), &format!("{rules} --form c.json"), "");
    assert!(out.contains(&format!("{rules} --position c.json")), "{out}");
    let form = read("now.json");
    let money = "\"doubloons\": 2,";
    assert!(form.contains(money) && !form.contains("\"text\""), "{form}");
    write("rich.json", &form.replacen(money, "\"doubloons\": 12,", 1));
    let arguments = "puerto_rico --players 3 --position rich.json --no-hints --log rich.log";
    let (code, out) = follow(folder.path(), arguments, "builder\nbuild factory\nshow\n");
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("build factory"), "{out}");
    let replayed = command(folder.path(), "replay --log rich.log")
        .output()
        .unwrap();
    let told = String::from_utf8(replayed.stdout).unwrap();
    assert!(
        replayed.status.success() && told.contains("build factory"),
        "{told}"
    );
    let before = read("rich.log");
    let (code, _) = follow(
        folder.path(),
        "--load rich.log --no-hints",
        "pass\nundo\nundo\nbuild factory\n",
    );
    assert_eq!(code, 0);
    assert_eq!(read("rich.log"), before);
    for (from, to, wanted) in [
        (
            money,
            "\"doubloons\": -2,",
            "doubloons: -2: expected a whole number that can be here",
        ),
        (
            "\"active\": 1",
            "\"active\": 4",
            "active: 4: expected a seat from 1 to 3",
        ),
        (
            "\"quarries\": 8",
            "\"quarries\": 9",
            "quarries: 9 in the position; expected 8 with these rules",
        ),
        (
            "\"score\": 0",
            "\"score\": 3",
            "players, 1, score: 3: expected 0",
        ),
        ("\"board\"", "\"boards\"", "the key \"board\" is missing"),
        ("{", "[", "expected a position as JSON"),
    ] {
        assert!(form.contains(from), "{from}");
        write("wrong.json", &form.replacen(from, to, 1));
        let arguments = "follow puerto_rico --players 3 --position wrong.json";
        let output = command(folder.path(), arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{to}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(
            told.contains("wrong.json: ") && told.contains(wanted),
            "{to}: {told}"
        );
    }
}
