//! Documentation of the keys that are not in `KEYS` of the settings: tables of experiment files, bot files, learning files and
//! tuning files. The page `docs/reference/keys.md` is generated from it, and its test compares the names with
//! the keys that the readers of these files accept.

use portolan_run::settings::file_kind::FileKind;
use portolan_run::settings::keys::Key;
use portolan_train::learn::file::{Keys as LearningKeys, SearchKeys};
use portolan_train::tune::file::{Keys as TuningKeys, RangeKeys, SpaceKeys};
use portolan_train::tune::settings::{NtbeaKeys, SpsaKeys};

/// Documentation of the keys of a table in a file.
#[derive(Debug)]
pub struct KeyTable {
    pub file: FileKind,
    /// Name of the table in TOML notation, such as `[search]`; empty for top-level keys.
    pub name: &'static str,
    /// Keys in the order of the page.
    pub keys: &'static [Key],
}

const fn key(name: &'static str, default: &'static str, meaning: &'static str) -> Key {
    Key {
        name,
        kinds: &[],
        meaning,
        default,
    }
}

/// All tables of keys, by kind of file.
pub static KEY_TABLES: &[KeyTable] = &[
    KeyTable {
        file: FileKind::Experiment,
        name: "[duel]",
        keys: &[
            key(
                "elo0",
                "0",
                "normalised Elo of the hypothesis that the first bot is not stronger; −1000 or more",
            ),
            key(
                "elo1",
                "20",
                "normalised Elo of the hypothesis that the first bot is stronger; above `elo0`, at most 1000",
            ),
            key(
                "alpha",
                "0.05",
                "largest probability that a bot of strength `elo0` or less passes",
            ),
            key(
                "beta",
                "0.05",
                "largest probability that a bot of strength `elo1` or more fails",
            ),
        ],
    },
    KeyTable {
        file: FileKind::Experiment,
        name: "[sweep]",
        keys: &[
            key("bots", "those of the file", "list of line-ups"),
            key(
                "data",
                "that of the file",
                "list of folders of component files",
            ),
            key(
                "set",
                "that of the file",
                "table: a list of values for each rule option",
            ),
            key(
                "parameters",
                "none",
                "a table for each bot, `[sweep.parameters.BOT]`: a list of values for each parameter, written as in a bot file, such as `weights.score = [0.5, 1, 2]`",
            ),
        ],
    },
    KeyTable {
        file: FileKind::Experiment,
        name: "[[cell]]",
        keys: &[
            key("name", "its settings", "name of the condition"),
            key("bots", "those of the file", "line-up"),
            key("data", "that of the file", "folder of component files"),
            key(
                "set",
                "that of the file",
                "table: rule options, which replace those of the file one by one",
            ),
            key(
                "parameters",
                "none",
                "a table for each bot: changed parameters, written as in a bot file, such as `parameters.greedy.weights.score = 2`. A bot that the line-up names by its path has this path as its name here, or the name of its file",
            ),
        ],
    },
    KeyTable {
        file: FileKind::Experiment,
        name: "[change]",
        keys: &[
            key(
                "data",
                "those before the change",
                "component files after the change: a folder or a file of changes",
            ),
            key(
                "set",
                "none",
                "table: rule options after the change, which replace those of `[set]` one by one",
            ),
            key(
                "points",
                "1.0",
                "smallest difference in points that matters, above 0 and at most 1000",
            ),
            key(
                "wins",
                "0.02",
                "smallest difference in the share of wins that matters, above 0 and at most 1",
            ),
        ],
    },
    KeyTable {
        file: FileKind::Experiment,
        name: "[ladder]",
        keys: &[
            key(
                "option",
                "required",
                "ordered rule option, or `\"handicap\"` for additional doubloons of the tested bot",
            ),
            key(
                "values",
                "required",
                "list of its values, from the easiest for the bots to the hardest",
            ),
        ],
    },
    KeyTable {
        file: FileKind::Experiment,
        name: "[mixture]",
        keys: &[
            key(
                "option",
                "required",
                "rule option that takes items joined with `+`",
            ),
            key(
                "items",
                "required",
                "list of items; those whose names begin with the same letters form a group",
            ),
            key("smallest", "required", "smallest number of items in a set"),
            key("largest", "required", "largest number of items in a set"),
            key("draws", "required", "number of random sets, all different"),
            key(
                "composition",
                "none",
                "rule option that takes the number of random items of each group, such as `4A2B1C`; `--target` needs it",
            ),
        ],
    },
    KeyTable {
        file: FileKind::Experiment,
        name: "[factorial]",
        keys: &[
            key(
                "withhold",
                "0.25",
                "below 1: share of the items that is withheld from a seat; from 1 on: their number",
            ),
            key(
                "interactions",
                "0",
                "number of pairs of items whose interaction is estimated; the pairs are those with the clearest effects",
            ),
            key(
                "confirm",
                "0",
                "number of items with the clearest effects that are played again in the whole game, on new deals",
            ),
            key("confirm_games", "2000", "games for each of these items"),
        ],
    },
    KeyTable {
        file: FileKind::Experiment,
        name: "[constraint]",
        keys: &[key(
            "always",
            "`true`",
            "`false`: the first seat never takes the item; `true`: a second condition in which it takes the item whenever the rules allow",
        )],
    },
    KeyTable {
        file: FileKind::Experiment,
        name: "[price]",
        keys: &[
            key(
                "from",
                "-3",
                "lowest change of the price, -20 or more; prices below 0 are left out",
            ),
            key("to", "3", "highest change of the price, at most 20"),
        ],
    },
    KeyTable {
        file: FileKind::Bot,
        name: "",
        keys: &[
            key(
                "kind",
                "that of the inherited bot",
                "`random`, `greedy`, `net`, `policy`, `mcts`, `flat` or `program`",
            ),
            key("game", "every game", "the only game that the bot plays"),
            key("about", "none", "one line that `portolan bots` prints"),
            key(
                "inherits",
                "none",
                "another bot to start from: a name or a file; each key replaces the inherited one",
            ),
            key(
                "weights",
                "0 for each feature",
                "table: weight of each feature of the game; `portolan bots greedy` prints an example",
            ),
            key(
                "network",
                "none",
                "file of a network, as `portolan learn` writes it; relative to the bot file",
            ),
            key(
                "network_solo",
                "`network`",
                "file of the network for tables with an automa",
            ),
            key(
                "unknown_inputs",
                "`\"refuse\"`",
                "`\"refuse\"` data with components that the network does not know, or use `\"nothing\"` as their input",
            ),
            key(
                "solo",
                "none",
                "table: parameters that replace those at the top at tables with an automa",
            ),
        ],
    },
    KeyTable {
        file: FileKind::Bot,
        name: "program",
        keys: &[
            key("command", "required", "list: the program and its arguments"),
            key(
                "folder",
                "that of the bot file",
                "folder in which the program starts, relative to the bot file",
            ),
            key(
                "files",
                "none",
                "list of further files of the program, relative to the bot file, such as modules and weights; their hashes are recorded",
            ),
            key(
                "environment",
                "none",
                "table: additional environment variables, `{ NAME = \"value\" }`; the manifest repeats them",
            ),
            key("seconds_a_move", "10", "time limit of a move, in seconds"),
            key(
                "seconds_a_game",
                "600",
                "time limit of all moves of a game, in seconds",
            ),
            key(
                "seconds_to_start",
                "30",
                "time limit from the start of the program to its first answer, in seconds",
            ),
            key(
                "memory",
                "no limit",
                "limit of address space, in MiB; Unix only",
            ),
            key(
                "on_failure",
                "`\"forfeit\"`",
                "effect of a late or illegal move or a missing answer: `\"forfeit\"` loses the game, `\"random\"` makes this move at random, `\"stop\"` stops the run",
            ),
            key(
                "restart",
                "`\"failure\"`",
                "when the program starts again: `\"failure\"`, after it failed or ended; `\"game\"`, for every game",
            ),
            key(
                "reproducible",
                "`false`",
                "`true`: the program plays the same moves from the same `seed`; a run checks this first",
            ),
            key(
                "tell",
                "`[\"position\"]`",
                "list of what the program receives in addition to the legal actions: `\"position\"`, `\"observation\"`, `\"prose\"`",
            ),
        ],
    },
    KeyTable {
        file: FileKind::Learning,
        name: "",
        keys: LearningKeys::KEYS,
    },
    KeyTable {
        file: FileKind::Learning,
        name: "[search]",
        keys: SearchKeys::KEYS,
    },
    KeyTable {
        file: FileKind::Tuning,
        name: "",
        keys: TuningKeys::KEYS,
    },
    KeyTable {
        file: FileKind::Tuning,
        name: "[space]",
        keys: SpaceKeys::KEYS,
    },
    KeyTable {
        file: FileKind::Tuning,
        name: "range in [space]",
        keys: RangeKeys::KEYS,
    },
    KeyTable {
        file: FileKind::Tuning,
        name: "[ntbea]",
        keys: NtbeaKeys::KEYS,
    },
    KeyTable {
        file: FileKind::Tuning,
        name: "[spsa]",
        keys: SpsaKeys::KEYS,
    },
];
