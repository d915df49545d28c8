//! `portolan completions` and `portolan man`: generated scripts and manual pages.

use std::process::Command;

use super::folder::{Folder, Workdir};
use super::text::TextAssert;

#[test]
fn every_shell_completes_commands_options_and_names() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = folder.succeeds(format!("completions {shell}"));
        // The scripts for the other shells do not contain option values.
        let names = ["maracaibo", "puerto_rico", "cards-quick", "legacy="];
        let names = if ["bash", "zsh", "fish"].contains(&shell) {
            &names[..]
        } else {
            &[]
        };
        for word in ["simulate", "replay"].iter().chain(names) {
            assert!(script.contains(word), "{shell}: no {word}");
        }
        let long = if shell == "fish" {
            "-l threads"
        } else {
            "--threads"
        };
        assert!(script.contains(long), "{shell}: no {long}");
    }
    folder.rejects("completions tcsh => bash => zsh");
}

/// Bash loads the script and completes the typed text.
#[test]
fn bash_completes_games_and_commands() {
    let folder = Folder::new();
    let script = folder.succeeds("completions bash");
    let offered = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let typed = words.iter().map(|word| format!("'{word}'"));
        let typed = typed.collect::<Vec<_>>().join(" ");
        let last = words.len() - 1;
        let (word, before) = (words[last], words[last - 1]);
        let text = format!(
            "{script}\nCOMP_WORDS=({typed}); COMP_CWORD={last}\n\
             _portolan portolan '{word}' '{before}'\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n"
        );
        let output = Command::new("bash").args(["-c", &text]).output().unwrap();
        let lines = String::from_utf8(output.stdout).unwrap();
        lines.lines().map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(offered("portolan simu"), ["simulate"]);
    assert_eq!(offered("portolan simulate --game ma"), ["maracaibo"]);
    assert_eq!(offered("portolan run best"), ["best-plan"]);
}

#[test]
fn each_command_has_a_man_page() {
    let folder = Folder::new();
    let told = folder.succeeds("man --out man1");
    told.assert_starts_with("Pages: man1");
    for name in [
        "portolan.1",
        "portolan-simulate.1",
        "portolan-campaign-play.1",
    ] {
        let page = folder.join("man1").read(name);
        assert!(
            page.contains(".TH") && page.contains("SYNOPSIS"),
            "{name}: {page}"
        );
    }
    let page = folder.read("man1/portolan-simulate.1");
    page.assert_contains("Set the master seed");
    folder.write("file", "");
    let told = folder.fails(1, "man --out file");
    told.assert_contains("file");
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
