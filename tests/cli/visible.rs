//! Names and texts from files with characters that a terminal, page or spreadsheet would interpret.

use std::fs::write;

use super::folder::{Folder, Workdir};
use super::text::TextAssert;
use crate::program::{command, fails, succeeds};

const BOT: &str = "kind = 'random'\n";

#[test]
fn names_with_formulas_or_control_characters_are_rejected() {
    let path = &Folder::new();
    for (name, problem) in [
        (
            "=cmd|' /C calc'!A0",
            "has '=', which spreadsheets treat as the start of a formula",
        ),
        ("+one", "has '+', which spreadsheets"),
        ("-one", "has '-', which spreadsheets"),
        ("@one", "has '@', which spreadsheets"),
        (
            "red\u{1b}[31m",
            "has '\\u{1b}', which terminals and pages interpret",
        ),
        (
            "turned\u{202e}",
            "has '\\u{202e}', which terminals and pages interpret",
        ),
    ] {
        // On a command line, commas separate names and a hyphen starts an option.
        std::fs::create_dir_all(path.join("mine")).unwrap();
        let file = format!("mine/{}.toml", name.replace('/', "_"));
        write(path.join(&file), BOT).unwrap();
        let bots = format!("{file},random");
        let simulate = "simulate --game cartagena --games 2 --out run";
        let told = path.refuses(format!("{simulate} --bots \"{bots}\""));
        assert!(told.contains(problem), "{name:?}: {told:?}");
        assert!(
            !told.contains('\u{1b}') && !told.contains('\u{202e}'),
            "{told:?}"
        );
        assert!(!path.join("run").exists());
    }
    write(path.join("mine/a=b-c+d@e.toml"), BOT).unwrap();
    let bots = "mine/a=b-c+d@e.toml,random";
    path.succeeds(format!(
        "simulate --game cartagena --bots {bots} --games 2 --out run"
    ));
    let table = path.read("run/games.csv");
    table.assert_contains(",a=b-c+d@e,");
}

#[test]
fn errors_escape_control_characters() {
    let path = &Folder::new();
    write(path.join("evil.toml"), "kind = '\u{202e}mcts'\n").unwrap();
    write(path.join("\u{1b}[2J.toml"), "knd = 1\n").unwrap();
    for (bot, shown) in [
        ("evil.toml", "\\u202emcts"),
        ("\u{1b}[2J.toml", "\\u001b[2J.toml"),
    ] {
        let bots = format!("{bot},random");
        let arguments = format!("simulate --game cartagena --bots {bots} --games 2");
        let told = fails(path, 2, &arguments);
        told.assert_contains(shown);
        assert!(
            !told.contains('\u{1b}') && !told.contains('\u{202e}'),
            "{told:?}"
        );
    }
}

#[test]
fn control_characters_and_formulas_in_data_are_rejected() {
    let path = &Folder::new();
    succeeds(path, "data export maracaibo set");
    let text = path.read("set/careers.csv");
    let row = text.lines().nth(1).unwrap();
    let cells: Vec<&str> = row.split(',').collect();
    for (cell, told) in [
        (
            "a\u{1b}]0;title\u{7}b",
            "name: \"a\\u001b]0;title\\u0007b\"",
        ),
        (
            "=1+2",
            "name: \"=1+2\" found, expected text that does not begin with =, +, - or @",
        ),
        (
            "a\u{202e}b",
            "name: \"a\\u202eb\" found, expected text without control characters",
        ),
    ] {
        let mut changed = cells.clone();
        changed[1] = cell;
        path.write("set/careers.csv", text.replacen(row, &changed.join(","), 1));
        let said = fails(path, 2, "data check maracaibo set");
        said.assert_contains(["set/careers.csv, line 2", told]);
        // Commands that only display data work even if the set cannot be played.
        for arguments in ["data facts maracaibo set", "data show maracaibo set"] {
            let output = command(path, arguments).output().unwrap();
            for said in [&output.stdout, &output.stderr] {
                let said = String::from_utf8(said.clone()).unwrap();
                assert!(!said.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{said:?}");
            }
        }
    }
}

#[test]
fn long_inheritance_chain_is_not_reported_as_circular() {
    let path = &Folder::new();
    // b0 inherits from b1, and so on; b17 inherits from no file.
    for number in 0..=17 {
        let bot = match number {
            17 => BOT.to_string(),
            _ => format!("inherits = 'b{}.toml'\n", number + 1),
        };
        write(path.join(format!("b{number}.toml")), bot).unwrap();
        let experiment = match number {
            17 => "kind = 'simulate'\ngame = 'cartagena'\nplayers = 2\n\
                   bots = ['random', 'random']\ngames = 2\n"
                .to_string(),
            _ => format!("inherits = 'e{}.toml'\n", number + 1),
        };
        write(path.join(format!("e{number}.toml")), experiment).unwrap();
    }
    let simulate = |bot: &str| {
        format!("simulate --game cartagena --bots {bot},random --games 2 --out {bot}.run")
    };
    let words = |line: &str| line.split(' ').map(str::to_string).collect::<Vec<_>>();
    let told = |line: &str| {
        let words = words(line);
        fails(
            path,
            2,
            &words.iter().map(String::as_str).collect::<Vec<_>>(),
        )
    };
    for (line, first) in [
        (simulate("b0.toml"), 'b'),
        ("run e0.toml --out r0".to_string(), 'e'),
    ] {
        let told = told(&line);
        let expected =
            "line 1: key \"inherits\" leads to too many files: expected a chain of at most 16";
        told.assert_contains(expected);
        told.assert_contains(&format!("{first}0.toml → {first}1.toml → "));
        told.assert_lacks("circle");
    }
    // One file fewer is accepted.
    for line in [simulate("b1.toml"), "run e1.toml --out r1".to_string()] {
        let words = words(&line);
        succeeds(path, &words.iter().map(String::as_str).collect::<Vec<_>>());
    }
    // A cycle is reported at the file where it closes.
    write(path.join("b17.toml"), "inherits = 'b15.toml'\n").unwrap();
    write(path.join("e17.toml"), "inherits = 'e15.toml'\n").unwrap();
    for (line, first) in [
        (simulate("b14.toml"), 'b'),
        ("run e14.toml --out r2".to_string(), 'e'),
    ] {
        let told = told(&line);
        let circle = format!(
            "forms a cycle: {first}15.toml → {first}16.toml → {first}17.toml → {first}15.toml"
        );
        told.assert_contains(&circle);
    }
}
