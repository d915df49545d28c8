//! Original texts for mutated inputs: a small experiment of every kind, and the shipped files.

use std::fs;
use std::path::Path;

/// Small experiments of every kind, which are quick to resolve and play.
pub const EXPERIMENTS: [(&str, &str); 17] = [
    (
        "simulate",
        r#"kind = "simulate"
game = "cartagena"
players = 3
bots = ["random", "greedy", "racer"]
blocks = 3
seed = 21
compress = false
[set]
story = "escape"
modules = ["morgan", "black-magician"]
turn_cap = 8
pirates = 4
parrot_power = true
"#,
    ),
    (
        "compressed",
        r#"# One deal in every seating.
kind = "simulate"
game = "puerto_rico"
bots = ["greedy", "random"]
games = 4
seed = 9223372036854775807
events = "all"
compress = true
[set]
round_cap = 3
wharf_pass = "off"
costs = "university:7,factory:8"
"#,
    ),
    (
        "solo",
        r#"kind = "simulate"
game = "maracaibo"
players = 1
bots = ["greedy"]
games = 2
events = "none"
[set]
level = "easy"
legacy = ["L1", "L4"]
scenario = 76
"#,
    ),
    (
        "child",
        r#"inherits = "simulate.toml"
players = 2
bots = ["tuned", "random"]
games = 4
[set]
turn_cap = 6
layout = "fixed"
"#,
    ),
    (
        "tournament",
        r#"kind = "tournament"
game = "cartagena"
players = 2
bots = ["random", "greedy", "racer"]
games = 4
seed = 3
events = "none"
set.turn_cap = 6
"#,
    ),
    (
        "gauntlet",
        r#"kind = "gauntlet"
game = "cartagena"
players = 2
challenger = "tuned"
bots = ["random", "racer"]
blocks = 3
set = { turn_cap = 6 }
"#,
    ),
    (
        "duel",
        r#"kind = "duel"
game = "cartagena"
players = 2
bots = ["greedy", "random"]
games = 8
[set]
turn_cap = 6
[duel]
elo0 = -10
elo1 = 40.5
alpha = 0.05
beta = 0.1
"#,
    ),
    (
        "grid",
        r#"kind = "sweep"
game = "cartagena"
players = 2
bots = ["greedy", "random"]
games = 4
[set]
turn_cap = 6
[sweep]
bots = [["greedy", "random"], ["racer", "random"]]
[sweep.set]
pirates = [4, 6]
layout = ["fixed", "random-symbols"]
[sweep.parameters.random]
about = ["one"]
"#,
    ),
    (
        "cells",
        r#"kind = "sweep"
game = "cartagena"
games = 4
set.turn_cap = 6
[[cell]]
name = "as it is"
bots = ["greedy", "random"]
parameters.greedy.weights.won = 2.5
[[cell]]
name = "three"
bots = ["mcts-rollouts", "random", "racer"]
set = { story = "full-escape", strips = "3+4" }
parameters.mcts-rollouts = { iterations = 2, rollout = "turns", rollout_length = 1 }
"#,
    ),
    (
        "ladder",
        r#"kind = "ladder"
game = "cartagena"
players = 2
bots = ["greedy", "racer"]
opponent = "random"
blocks = 3
set.turn_cap = 6
[ladder]
option = "pirates"
values = [4, 5, "6"]
"#,
    ),
    (
        "mixture",
        r#"kind = "mixture"
game = "puerto_rico"
players = 2
bots = ["greedy"]
opponent = "random"
blocks = 2
events = "none"
set.round_cap = 2
[mixture]
option = "costs"
items = ["office:1", "harbor:2", "wharf:3", "hospice:4", "factory:0"]
smallest = 1
largest = 3
draws = 6
"#,
    ),
    (
        "factorial",
        r#"kind = "factorial"
game = "puerto_rico"
players = 2
bots = ["random"]
items = ["office", "harbor", "wharf", "buildings:factory"]
blocks = 6
events = "none"
perturbed = 0
set.round_cap = 4
[factorial]
withhold = 0.5
interactions = 1
confirm = 1
confirm_games = 2
"#,
    ),
    (
        "price_factorial",
        r#"kind = "price_factorial"
game = "puerto_rico"
players = 2
bots = ["random"]
items = ["office", "hospice"]
blocks = 3
events = "none"
set.round_cap = 4
[price_factorial]
withhold = 0.5
by = 1
"#,
    ),
    (
        "grant",
        r#"kind = "grant"
game = "puerto_rico"
players = 2
bots = ["random"]
items = ["office", "hospice"]
blocks = 3
events = "none"
set.round_cap = 4
"#,
    ),
    (
        "settings",
        r#"kind = "settings"
game = "puerto_rico"
players = 2
bots = ["random"]
blocks = 3
events = "none"
[settings]
round_cap = [3, 4]
corn_doubloons = [0, -1, 2]
"#,
    ),
    (
        "constraint",
        r#"kind = "constraint"
game = "puerto_rico"
players = 2
bots = ["random"]
items = ["office"]
blocks = 3
events = "none"
set.round_cap = 4
"#,
    ),
    (
        "audit",
        r#"kind = "audit"
game = "cartagena"
players = 2
bots = ["policy"]
blocks = 1
events = "none"
set.turn_cap = 3
[audit]
points = 2
[[audit.change]]
name = "four pirates"
set.pirates = 4
"#,
    ),
];

/// Returns the shipped TOML files in a folder and its subfolders, with their relative paths and
/// contents.
pub fn shipped(folder: &str) -> Vec<(String, Vec<u8>)> {
    let root = Path::new(portolan_core::shipped::ROOT).join(folder);
    let files: Vec<(String, Vec<u8>)> = portolan_core::shipped::files(folder)
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .map(|path| {
            let name = path.strip_prefix(&root).expect("it is in there");
            let content = portolan_core::shipped::content(&path).expect("it ships");
            (name.display().to_string(), content.to_vec())
        })
        .collect();
    assert!(!files.is_empty());
    files
}

/// Returns a page of the docs that contains all keys.
pub fn document(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(name);
    fs::read(path).expect("the page is there")
}
