//! Programs are started only with permission, whether a bot file, an experiment, a tuning, a training, a saved
//! game or the results of a run names them.

use std::path::Path;

use super::agents::{Agent, UNHURRIED, agents};
use super::simulate;
use crate::folder::Workdir;
use crate::text::{TextAssert, parse_table};

/// Writes a bot that creates a file when it is started.
fn write_marking(folder: &Path) {
    folder.write("mark.sh", "touch started\nexec sh first.sh\n");
    let file = format!("kind = 'program'\ncommand = ['sh', 'mark.sh']\ntell = []\n{UNHURRIED}");
    folder.write("mark.toml", &file);
    folder.write("maroon.toml", &file);
    folder.write("heir.toml", "inherits = 'mark.toml'\n");
}

#[test]
fn programs_start_only_with_permission() {
    let at = &agents(&[("first", Agent::First, "")]);
    write_marking(at);
    let files = [
        (
            "run.toml",
            "kind = 'simulate'\ngame = 'cartagena'\nbots = ['mark.toml', 'random']\ngames = 2\n",
        ),
        (
            "learn.toml",
            "game = 'cartagena'\nplayers = 2\nrounds = 1\ngames = 2\nteacher = 'mark.toml'\n",
        ),
        (
            "opponents.toml",
            "game = 'cartagena'\nplayers = 2\nrounds = 1\ngames = 2\nopponents = ['mark.toml']\n",
        ),
        (
            "tune.toml",
            "game = 'cartagena'\nplayers = 2\nbase = 'greedy'\nopponents = ['mark.toml']\n\
             evaluations = 4\n[space.weights]\n'*' = { factor = 2 }\n",
        ),
    ];
    for (name, text) in files {
        at.write(name, text);
    }
    let asked: &[&str] = &[
        "simulate --game cartagena --bots mark.toml,random",
        "simulate --game cartagena --bots heir.toml,random",
        "run run.toml",
        "run best-plan --bots mark.toml,random --games 2",
        "plan run.toml --seconds 0",
        "perf cartagena --bot mark.toml --seconds 0.1",
        "play --game cartagena --bots human,mark.toml",
        "serve --game cartagena --bot mark.toml",
        "analyze --game cartagena --bots random,random --seed 1 --game-id 1 --move 3 \
         --bot mark.toml",
        "replay --game cartagena --bots mark.toml,random --seed 1 --game-id 1",
        "learn learn.toml",
        "learn opponents.toml",
        "tune tune.toml",
        "campaign simulate --bots maroon.toml,greedy",
        "campaign simulate x.toml --bots maroon.toml,greedy",
        "campaign play x.toml --bots maroon.toml,greedy",
    ];
    at.succeeds("campaign new x.toml --bots greedy,greedy");
    for arguments in asked {
        let told = at.refuses(arguments);
        assert!(!at.join("started").exists(), "{arguments:?}: {told}");
        let names_it = told.contains("maroon")
            || told.contains("mark.sh")
            || told.contains("mark.toml")
            || told.contains("mark");
        assert!(names_it, "{arguments:?}: {told}");
        // The other commands do not start programs, and their messages say so.
        let command = arguments.split(' ').next().unwrap();
        if [
            "simulate", "run", "plan", "perf", "play", "serve", "campaign",
        ]
        .contains(&command)
        {
            assert!(told.contains("--allow-programs"), "{arguments:?}: {told}");
        }
    }
    assert!(!at.join("results").exists());
}

/// Resuming, merging, reporting or showing a run starts no program without permission.
#[test]
fn reading_results_starts_no_program() {
    let at = &agents(&[("first", Agent::First, "")]);
    write_marking(at);
    at.succeeds(simulate("mark.toml,random", "2", "run"));
    std::fs::remove_file(at.join("started")).unwrap();
    at.succeeds("report run");
    at.refuses("replay --run run --game-id 1");
    let resume =
        "simulate --game cartagena --seed 5 --bots mark.toml,random --games 2 --out run --resume";
    let told = at.refuses(resume);
    told.assert_contains("add --allow-programs");
    assert!(!at.join("started").exists());
}

/// The help of commands that start programs mentions the option, and the error of other commands lists these
/// commands.
#[test]
fn help_of_commands_that_start_programs_names_the_flag() {
    let at = &agents(&[]);
    write_marking(at);
    let told = at.refuses("play --game cartagena --bots human,mark.toml");
    for verb in ["simulate", "run", "plan", "campaign simulate"] {
        told.assert_contains(verb);
        let mut help: Vec<&str> = verb.split(' ').collect();
        help.push("--help");
        assert!(at.succeeds(&help).contains("--allow-programs"), "{verb}");
    }
}

/// A program is named with its command and folder before it is started.
#[test]
fn program_is_named_before_it_is_started() {
    let folder = agents(&[("first", Agent::First, "")]);
    let refused = simulate("first.toml,random", "2", "run").replace("--allow-programs", "");
    let told = folder.refuses(&refused);
    told.assert_contains("bot first runs the program: sh first.sh (in .)");
    assert!(!folder.join("run").exists());
}

#[test]
fn invalid_program_files_are_rejected() {
    let at = &agents(&[]);
    for [text, wanted] in &parse_table(
        r#"
        kind = "program"\n => needs a command
        kind = "program"\ncommand = []\n => bot.toml, line 2: command is empty
        kind = "program"\ncommand = ["x"]\nseconds_a_move = 0\n
            => line 3: seconds_a_move = 0; expected more than 0
        kind = "program"\ncommand = ["x"]\nmemory = 0\n => line 3: memory = 0; expected a number of MiB
        kind = "program"\ncommand = ["x"]\non_failure = "resign"\n
            => expected one of `forfeit`, `random`, `stop`
        kind = "program"\ncommand = ["x"]\niterations = 5\n
            => kind "program" has no parameter "iterations"
        kind = "random"\ncommand = ["x"]\n
            => kind "random" has no key "command"; only kind "program" has this key
        kind = "program"\ncommand = ["x"]\ncomand = 1\n => unknown field `comand`
    "#,
    ) {
        at.write("bot.toml", text);
        let told = at.refuses(simulate("bot.toml,random", "2", "run"));
        assert!(told.contains(wanted), "{text}: {told}");
    }
}
