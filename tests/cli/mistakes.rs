//! Errors on the command line: one clear message with a suggestion, exit code 2, and no files.

use std::path::Path;

use super::folder::{Folder, Workdir};
use super::text::{TextAssert, parse_table};

/// Runs the program in an empty folder. Returns the exit code and stderr.
fn portolan(folder: &Folder, arguments: &str) -> (i32, String) {
    let output = folder.command(arguments).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), told)
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).unwrap().next().is_none()
}

/// Asserts that the command fails with a message that contains all of `wanted`, and leaves no file.
fn refused(arguments: &str, wanted: &[&str]) {
    let folder = Folder::new();
    let (code, told) = portolan(&folder, arguments);
    assert_eq!(code, 2, "{arguments:?}: {told}");
    told.assert_starts_with("error: ");
    assert_eq!(told.matches("error:").count(), 1, "{told}");
    for part in wanted {
        assert!(
            told.contains(part),
            "{arguments:?}: no \"{part}\" in: {told}"
        );
    }
    assert!(is_empty(folder.path()), "{arguments:?} left files");
}

fn simulate(more: &str) -> String {
    format!("simulate --games 6 {more}")
}

#[test]
fn unknown_names_get_a_suggestion() {
    refused(
        &simulate("--game maracaibbo --bots random,random"),
        &["unknown game \"maracaibbo\"", "did you mean \"maracaibo\"?"],
    );
    refused(
        &simulate("--game maracaibo --bots random,gredy"),
        &["unknown bot \"gredy\"", "did you mean \"greedy\"?"],
    );
    refused(
        &simulate("--game maracaibo --bots random,random --set nonsense=1"),
        &["no option \"nonsense\"", "options:"],
    );
    refused("simulat", &["'simulate'"]);
    refused("simulate --gmae maracaibo", &["'--game'"]);
    refused("games maracaib", &["did you mean \"maracaibo\"?"]);
    refused("perf maracaib", &["did you mean \"maracaibo\"?"]);
    refused("bots gredy", &["did you mean \"greedy\"?"]);
}

#[test]
fn wrong_player_count_is_rejected() {
    refused(
        &simulate("--game maracaibo --bots random,random,random,random,random"),
        &["1 to 4 players, not 5"],
    );
    refused(
        &simulate("--game maracaibo --players 3 --bots random,greedy"),
        &["3 players need 3 bots", "names 2: random,greedy"],
    );
    refused("perf maracaibo --players 9", &["not 9"]);
    refused(
        &simulate("--game maracaibo --players 1 --bots random,greedy"),
        &["1 player needs 1 bot", "names 2: random,greedy"],
    );
}

#[test]
fn invalid_numbers_are_rejected() {
    for (option, value) in [
        ("--games", "0"),
        ("--games", "many"),
        ("--seed", "18446744073709551615"),
        ("--threads", "0"),
        ("--set", "loose"),
    ] {
        let fine = "simulate --game maracaibo --bots random,random";
        refused(&format!("{fine} {option} {value}"), &[option, value]);
    }
    refused("perf maracaibo --seconds -1", &["--seconds"]);
}

#[test]
fn missing_data_and_bot_files_are_named() {
    refused(
        &simulate("--game maracaibo --bots random,random --data nowhere"),
        &["nowhere", "portolan data export maracaibo"],
    );
    refused(
        &simulate("--game maracaibo --bots random,nowhere.toml"),
        &["bot file nowhere.toml"],
    );
    refused("data check maracaibo nowhere", &["nowhere"]);
    refused("data show maracaibo nowhere.csv", &["files: "]);
}

#[test]
fn invalid_data_is_reported_with_file_and_line() {
    let folder = Folder::new();
    assert_eq!(portolan(&folder, "data export maracaibo set").0, 0);
    assert_eq!(portolan(&folder, "data check maracaibo set").0, 0);
    let (code, told) = portolan(&folder, "data export maracaibo set");
    assert_eq!(code, 2);
    told.assert_contains("--force");
    let file = folder.join("set/project_cards.csv");
    let text = std::fs::read_to_string(&file).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let cut = lines[4].rfind(',').unwrap();
    lines[4].replace_range(cut.., ",hearsay");
    std::fs::write(&file, lines.join("\n")).unwrap();
    for arguments in [
        "data check maracaibo set".to_string(),
        simulate("--game maracaibo --bots random,random --data set"),
    ] {
        let (code, told) = portolan(&folder, &arguments);
        assert_eq!(code, 2);
        told.assert_contains(["project_cards.csv, line 5", "hearsay"]);
    }
}

#[test]
fn error_in_bot_file_names_the_line() {
    let folder = Folder::new();
    let file = folder.join("mine.toml");
    for [text, wanted] in &parse_table(
        r#"
        kind = "greedy"\nweihgts = 1\n => line 2
        kind = "greedy"\n[weights]\nno_such_feature = 1\n => no_such_feature
        kind = "greedy"\n => no weights
        kind = "mcts"\niteratoins = 5\n => mine.toml, line 2: unknown field `iteratoins`
        kind = "mcts"\niteratoins = 5\n => (did you mean "iterations"?)
        kind = "mcts"\nformula = "ucb2"\n
            => mine.toml, line 2: formula = "ucb2" is not accepted (did you mean "ucb1"?): expected one of "ucb1", "ucb1_tuned"
        kind = "mcts"\nabout = "x"\niterations = 0\n
            => line 3: iterations = 0 is not accepted: expected a whole number from 1
        kind = "mcts"\niterations = [5]\n => line 2: expected a number or a text
        kind = "flat"\nexploration = 5\n
            => mine.toml, line 2: kind "flat" has no parameter "exploration"
        kind = "greedy"\niterations = 5\n
            => mine.toml, line 2: kind "greedy" has no parameter "iterations"
        kind = "mcts"\ninherits = "gredy"\n
            => mine.toml, line 2: key "inherits": unknown bot "gredy" (did you mean "greedy"?)
        inherits = "nowhere.toml"\n => mine.toml, line 1: key "inherits": bot file nowhere.toml:
        inherits = "mine.toml"\n => mine.toml, line 1: key "inherits" leads in a circle
        kind = "mcts"\nbias = 1\n => no weights
        kind = "random"\ngame = "chess"\n
            => error: mine.toml, line 2: bot "mine" plays chess, not maracaibo
        inherits = "racer"\n => error: mine.toml: bot "mine" plays cartagena, not maracaibo
        kind = "greedy"\n[weights]\n\nno_such_feature = 1\n
            => error: mine.toml, line 4: bot "mine" weighs "no_such_feature"
        kind = "greedy"\n[weights]\nscore = 1\ncp = nan\n
            => error: mine.toml, line 4: weight cp = NaN is not a finite number
        kind = "greedy"\n => error: mine.toml: bot "mine" has no weights
    "#,
    ) {
        std::fs::write(&file, text).unwrap();
        let arguments = simulate("--game maracaibo --bots random,mine.toml");
        let (code, told) = portolan(&folder, &arguments);
        assert_eq!(code, 2, "{told}");
        told.assert_contains(wanted);
        assert!(!folder.join("results").exists());
    }
}

#[test]
fn error_in_log_header_names_the_line() {
    let folder = Folder::new();
    let head = "format = 2\nversion = 0.1.0\n";
    let game = "game = maracaibo\nplayers = 2\nseed = 7\nbots = human, greedy\n";
    for (text, wanted, readers) in [
        (
            game.replace("maracaibo", "maracaibbo"),
            "line 3: unknown game \"maracaibbo\" (did you mean \"maracaibo\"?)",
            3,
        ),
        (
            game.replace("players = 2", "players = 7"),
            "line 4: maracaibo is for 1 to 4 players, not 7",
            3,
        ),
        (
            format!("{game}set.scenario = 75\nset.legaci = L1\n"),
            "line 8: maracaibo has no option \"legaci\" (did you mean \"legacy\"?)",
            3,
        ),
        (
            format!("{game}set.scenario = 99\n"),
            "line 7: option scenario=99 is not accepted",
            3,
        ),
        (
            format!("{game}data = 0123456789abcdef\n"),
            "line 7: the game was made with component data 0123456789abcdef",
            3,
        ),
        (
            game.replace("greedy", "gredy"),
            "line 6: unknown bot \"gredy\" (did you mean \"greedy\"?)",
            1,
        ),
        (
            game.replace(", greedy", ""),
            "line 6: 2 players need 2 names",
            1,
        ),
        (
            game.replace("human", "random"),
            "line 6: no human among the bots (random, greedy)",
            1,
        ),
    ] {
        folder.write("my.log", format!("{head}{text}\n"));
        let all = [
            "play --load my.log",
            "replay --log my.log",
            "analyze --log my.log",
        ];
        for arguments in &all[..readers] {
            let (code, told) = portolan(&folder, arguments);
            assert_eq!(code, 2, "{arguments:?}: {told}");
            let wanted = format!("error: my.log, {wanted}");
            assert!(told.starts_with(&wanted), "{arguments:?}: {told}");
        }
    }
}

#[test]
fn existing_folder_is_not_overwritten() {
    let folder = Folder::new();
    let first = simulate("--game maracaibo --bots random,random --out out");
    assert_eq!(portolan(&folder, &first).0, 0);
    let games = folder.join("out/games.csv");
    let before = std::fs::read(&games).unwrap();
    let second = format!("{first} --seed 2");
    let (code, told) = portolan(&folder, &second);
    assert_eq!(code, 2);
    told.assert_contains(["--force", "--resume"]);
    assert_eq!(before, std::fs::read(&games).unwrap());
    let (code, told) = portolan(&folder, &format!("{second} --resume"));
    assert_eq!(code, 2);
    told.assert_contains("seed is 1 there and 2 here");
    assert_eq!(before, std::fs::read(&games).unwrap());
    assert_eq!(portolan(&folder, &format!("{second} --force")).0, 0);
    assert_ne!(before, std::fs::read(&games).unwrap());
}

#[test]
fn unusable_output_folder_is_rejected() {
    let folder = Folder::new();
    folder.write("file", "");
    for out in ["file", "file/below"] {
        let arguments = simulate(&format!(
            "--game maracaibo --bots random,random --out {out}"
        ));
        let (code, told) = portolan(&folder, &arguments);
        assert_eq!(code, 2, "{told}");
        told.assert_starts_with("error: file");
    }
}

/// Puerto Rico: six players, a building that costs -1, and a log with an unknown role.
#[test]
fn puerto_rico_rejects_invalid_input() {
    let wanted = "puerto_rico is for 2 to 5 players, not 6";
    let six = "random,random,random,random,random,random";
    refused(
        &simulate(&format!("--game puerto_rico --bots {six}")),
        &[wanted],
    );
    for verb in ["perf puerto_rico", "play --game puerto_rico"] {
        refused(&format!("{verb} --players 6"), &[wanted]);
    }
    let folder = Folder::new();
    let inside = |arguments: &str, wanted: &str| {
        let (code, told) = portolan(&folder, arguments);
        assert_eq!(code, 2, "{arguments:?}: {told}");
        assert!(told.contains(wanted), "{arguments:?}: {told}");
        assert!(!folder.join("results").exists(), "{arguments:?}");
    };
    let (code, told) = portolan(&folder, "data export puerto_rico set");
    assert_eq!(code, 0, "{told}");
    let file = folder.join("set/buildings.csv");
    let text = std::fs::read_to_string(&file).unwrap();
    let cheap = "hacienda,Hacienda,violet_small,,";
    let edited = text.replacen(&format!("{cheap}2,"), &format!("{cheap}-1,"), 1);
    assert_ne!(edited, text);
    std::fs::write(&file, edited).unwrap();
    let wanted = "buildings.csv, line 9, cost: \"-1\" found, expected a whole number from 0 to 20";
    inside("data check puerto_rico set", wanted);
    let fine = "--game puerto_rico --bots random,random,random";
    inside(&simulate(&format!("{fine} --data set")), wanted);
    let log = "format = 2\nversion = 0.1.0\ngame = puerto_rico\nplayers = 3\nseed = 7\n\
               bots = human, greedy, greedy\n\n1 setler\n";
    folder.write("bad.log", log);
    for arguments in [
        "replay --log bad.log",
        "play --load bad.log",
        "analyze --log bad.log",
    ] {
        inside(
            arguments,
            "bad.log, line 8: \"setler\" is not a legal action here; legal: settler, mayor, \
                builder",
        );
    }
    let mut files: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    files.sort();
    assert_eq!(files, ["bad.log", "set"]);
}

#[test]
fn negative_game_count_is_rejected() {
    refused(
        "simulate --game cartagena --bots random,random --games -5",
        &["invalid value '-5' for '--games <GAMES>': expected a whole number of 0 or more"],
    );
}

#[test]
fn file_of_another_command_is_rejected_with_that_command() {
    refused(
        "learn cards-quick",
        &["cards-quick.toml, line 4: this is an experiment file; `portolan run` plays it"],
    );
    refused(
        "run tune-greedy",
        &["tune-greedy.toml, line 5: this is a tuning file; `portolan tune` runs it"],
    );
    refused(
        "run learn-cartagena",
        &["this is a learning file; `portolan learn` trains with it"],
    );
}

#[test]
fn missing_file_error_omits_the_system_error_number() {
    for arguments in [
        "run none.toml",
        "learn none.toml",
        "tune none.toml",
        "play --load none.log",
        &simulate("--game cartagena --bots none.toml,greedy"),
    ] {
        let folder = Folder::new();
        let (code, told) = portolan(&folder, arguments);
        assert_eq!(code, 2, "{arguments:?}: {told}");
        told.assert_contains("none.");
        told.assert_lacks(["os error", "No such file"]);
    }
}

#[test]
fn text_in_place_of_a_list_is_rejected() {
    let folder = Folder::new();
    let text = "kind = \"simulate\"\ngame = \"cartagena\"\nbots = \"greedy\"\n";
    folder.write("one.toml", text);
    let (code, told) = portolan(&folder, "run one.toml");
    assert_eq!(code, 2);
    let expected = "one.toml, line 3: found the text \"greedy\", expected a list, such as \
        [\"greedy\", \"random\"]";
    told.assert_contains(expected);
}

#[test]
fn help_shows_quotes_without_backslashes() {
    portolan::register();
    let mut commands = vec![portolan_cli::command()];
    while let Some(mut command) = commands.pop() {
        let help = command.render_long_help().to_string();
        help.assert_lacks("\\\"");
        commands.extend(command.get_subcommands().cloned());
    }
}

#[test]
fn unknown_card_suggests_cards_of_the_deck() {
    let folder = Folder::new();
    let (code, told) = portolan(&folder, "try maracaibo --card A999 cost=1");
    assert_eq!(code, 2);
    told.assert_contains("such as A001, A002");
}

#[test]
fn table_with_other_separators_is_rejected() {
    let folder = Folder::new();
    let export = "data export maracaibo mine";
    assert_eq!(portolan(&folder, export).0, 0);
    let file = folder.join("mine/quest_tiles.csv");
    let text = std::fs::read_to_string(&file).unwrap();
    for (separator, name) in [(";", "semicolons"), ("\t", "tabs")] {
        std::fs::write(&file, text.replace(',', separator)).unwrap();
        let output = folder.command("data check maracaibo mine").output();
        let output = output.unwrap();
        let shown = String::from_utf8_lossy(&output.stdout).to_string()
            + &String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success());
        shown.assert_contains(&format!("columns separated by {name}"));
    }
}

#[test]
fn summary_uses_one_notation_for_intervals() {
    let folder = Folder::new();
    let printed = |game: &str, games: &str| {
        let arguments =
            format!("simulate --game {game} --bots random,greedy --games {games} --out {game}");
        let output = folder.command(&arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let shown = printed("cartagena", "60");
    shown.assert_contains("0.0 % (0.0–11.6)");
    shown.assert_contains("± and the ranges in brackets are 95 % intervals");
    shown.assert_contains(" % of 21 rows are placeholders");
    shown.assert_lacks(["0%", "% –"]);
    let published = printed("puerto_rico", "2");
    published.assert_contains("Components: all 35 rows come from published sources");
}
