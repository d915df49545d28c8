//! Documentation of the keys that are not in `KEYS` of the settings: tables of experiment files, bot files, learning files and
//! tuning files. The page `docs/reference/keys.md` is generated from it, and its test compares the names with
//! the keys that the readers of these files accept.

use portolan_run::settings::file_kind::FileKind;

/// Documentation of one key.
#[derive(Clone, Copy, Debug)]
pub struct DocumentedKey {
    pub name: &'static str,
    /// Effect of the key, with unit and range.
    pub meaning: &'static str,
    /// Value of a file without the key, in words.
    pub default: &'static str,
}

/// Documentation of the keys of a table in a file.
#[derive(Debug)]
pub struct KeyTable {
    pub file: FileKind,
    /// Name of the table in TOML notation, such as `[search]`; empty for top-level keys.
    pub name: &'static str,
    /// Keys in the order of the page.
    pub keys: &'static [DocumentedKey],
}

const fn key(name: &'static str, default: &'static str, meaning: &'static str) -> DocumentedKey {
    DocumentedKey {
        name,
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
        keys: &[
            key(
                "game",
                "required",
                "name of the game; `portolan games` lists the games",
            ),
            key(
                "players",
                "that of the game",
                "number of players, or a list of numbers that games use in turn",
            ),
            key(
                "set",
                "none",
                "table: rule options; games use the values of a list in turn",
            ),
            key("data", "the shipped data", "folder of component files"),
            key(
                "units",
                "64, or those of `start`",
                "units of the first layer: a multiple of 64 up to 512",
            ),
            key("rounds", "60", "number of rounds"),
            key("games", "500", "games in each round"),
            key(
                "window",
                "2",
                "number of rounds whose positions are fitted together, 1 to 50",
            ),
            key(
                "every",
                "1",
                "interval between the positions used, in decisions of a seat",
            ),
            key(
                "waiting",
                "4",
                "interval, in decisions, between positions that are also used from the views of the seats that do not decide, as a search needs them; 0 for none, which suits a player that looks one step ahead",
            ),
            key(
                "teacher",
                "`\"greedy\"`",
                "the bot that plays the first round",
            ),
            key(
                "start",
                "none",
                "a bot whose network replaces random weights; it plays the first round. Additional `units` begin as copies that do not change its values",
            ),
            key(
                "opponents",
                "none",
                "list of bots in other seats and in matches",
            ),
            key(
                "earlier",
                "0.15",
                "share of the other seats that earlier versions of the network play",
            ),
            key(
                "bots",
                "0.15 with `opponents`, else 0",
                "share of the other seats that `opponents` play",
            ),
            key(
                "lambda",
                "0.7",
                "λ of TD(λ), 0 to 1: 1 learns from the results of games, 0 from the next position alone",
            ),
            key(
                "temperature",
                "0.3",
                "advantage in points that makes an action e times as probable",
            ),
            key("random", "0.01", "share of random moves"),
            key(
                "first_random",
                "0.1",
                "share of random moves in the first round",
            ),
            key(
                "win_points",
                "10",
                "points of a certain win, in addition to the lead",
            ),
            key(
                "steps",
                "[0.001, 0.0001]",
                "size of the first and of the last step of fitting",
            ),
            key("match_every", "10", "rounds between matches"),
            key("match_games", "100", "games in each match"),
            key(
                "passes",
                "1",
                "passes of fitting over the positions of a round",
            ),
            key(
                "held_out",
                "0",
                "one game in this many is used only to measure the error of the network (columns `held_out_…` of `progress.csv`); 0 for none",
            ),
            key(
                "search",
                "no policy",
                "table `[search]`: also trains a policy from searches",
            ),
            key("seed", "1", "master seed"),
        ],
    },
    KeyTable {
        file: FileKind::Learning,
        name: "[search]",
        keys: &[
            key(
                "from",
                "2, or 1 with `start`",
                "first round with searched decisions; 2 or more without `start`, because a search needs a network. In earlier rounds the policy learns the choices of the values one step ahead",
            ),
            key("share", "0.12", "share of all decisions that are searched"),
            key("simulations", "96", "simulations of each search"),
            key("exploration", "1", "exploration factor of PUCT"),
            key(
                "keep_values",
                "`false`",
                "`true`: the values stay those of `start`, and additional `units` belong to the policy alone",
            ),
            key(
                "value_share",
                "0",
                "weight, 0 to 1, of the mean lead of the search in the target of a searched position; not with `keep_values`",
            ),
            key(
                "temperature",
                "0.6",
                "sampling temperature of the decisions that are not searched: 1 for the probabilities of the policy, less for its first choice more often",
            ),
        ],
    },
    KeyTable {
        file: FileKind::Tuning,
        name: "",
        keys: &[
            key(
                "game",
                "required",
                "name of the game; `portolan games` lists the games",
            ),
            key(
                "base",
                "required",
                "the bot that is tuned: a name or a `.toml` file",
            ),
            key("method", "required", "`\"ntbea\"` or `\"spsa\"`"),
            key(
                "players",
                "the smallest number with opponents",
                "bots in a game",
            ),
            key(
                "opponents",
                "`base`",
                "list of the bots in the other seats, one for each seat",
            ),
            key(
                "objective",
                "`\"win\"`",
                "`\"win\"`, `\"score\"` or `\"lead\"` (own score minus the best other score)",
            ),
            key("evaluations", "200", "points that are played"),
            key(
                "blocks",
                "20",
                "deals for each point, each in every different seating",
            ),
            key("confirm", "500", "new deals for the best point at the end"),
            key("seed", "1", "master seed"),
            key("data", "the shipped data", "folder of component files"),
            key("set", "none", "table: rule options"),
            key(
                "space",
                "required",
                "tables `[space.parameters]` and `[space.weights]`: what is varied",
            ),
            key("ntbea", "see below", "table: settings of NTBEA"),
            key("spsa", "see below", "table: settings of SPSA"),
        ],
    },
    KeyTable {
        file: FileKind::Tuning,
        name: "[space]",
        keys: &[
            key(
                "parameters",
                "none",
                "table: parameters of a search that are varied (`portolan bots --explain mcts` lists them), each with a list of values, `[0.1, 0.3, 1]`, or a range, `{ from = 0, to = 4 }`",
            ),
            key(
                "weights",
                "none",
                "table: weights of features that are varied, each with a list or a range; `\"*\"` stands for every weight of `base` that is not 0",
            ),
        ],
    },
    KeyTable {
        file: FileKind::Tuning,
        name: "range in [space]",
        keys: &[
            key(
                "from",
                "smallest value of the parameter",
                "lower end; required for a weight without `factor`",
            ),
            key(
                "to",
                "largest value of the parameter",
                "upper end; required for a weight without `factor`",
            ),
            key(
                "factor",
                "none",
                "instead of `from` and `to`: from the value in `base` divided by this number to the value multiplied by it",
            ),
            key("steps", "5", "number of values that NTBEA tries"),
            key(
                "scale",
                "`\"linear\"`, or `\"log\"` with `factor`",
                "`\"linear\"`: equal differences between values; `\"log\"`: equal ratios",
            ),
            key(
                "except",
                "none",
                "with `\"*\"`: list of weights that are not varied",
            ),
        ],
    },
    KeyTable {
        file: FileKind::Tuning,
        name: "[ntbea]",
        keys: &[
            key(
                "neighbours",
                "50",
                "number of mutants from which the next point is chosen, 1 to 10,000",
            ),
            key(
                "exploration",
                "1",
                "weight of exploration, in standard deviations of the values so far",
            ),
        ],
    },
    KeyTable {
        file: FileKind::Tuning,
        name: "[spsa]",
        keys: &[
            key(
                "trials",
                "5",
                "slopes that are measured at the start, 1 to 10,000",
            ),
            key(
                "first_step",
                "0.02",
                "approximate size of the first step, as a share of the ranges",
            ),
            key(
                "perturbation",
                "0.1",
                "c, as a share of the ranges, at most 0.5",
            ),
            key("stability", "0.1", "A as a share of the steps"),
            key("alpha", "0.602", "exponent α of the step sizes"),
            key("gamma", "0.101", "exponent γ of the perturbations"),
        ],
    },
];
