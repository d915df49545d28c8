//! Tables of the keys that are not in `KEYS` of the settings, in the order of `docs/reference/keys.md`, with the documentation
//! of the keys of bot files.

use portolan_core::setting_keys::{Key, KeyTable as _};
use portolan_run::settings::balance::{
    BalanceFile, ItemsTarget, Knobs, LevelTarget, Limits, NumberKnob, SeatsTarget,
    StrategiesTarget, Targets, TurnsTarget,
};
use portolan_run::settings::file_kind::FileKind;
use portolan_run::settings::learning::{DrawnGames, SearchedDecisions};
use portolan_run::settings::{
    AuditChange, AuditKeys, Cell, Change, Constraint, DuelBounds, Factorial, Ladder, Mixture,
    PriceFactorial, Sweep,
};
use portolan_train::learn::file::Keys as LearningKeys;
use portolan_train::tune::file::{Keys as TuningKeys, RangeKeys, SpaceKeys};
use portolan_train::tune::settings::NtbeaKeys;

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

const fn table(file: FileKind, name: &'static str, keys: &'static [Key]) -> KeyTable {
    KeyTable { file, name, keys }
}

/// All tables of keys, by kind of file.
pub static KEY_TABLES: &[KeyTable] = &[
    table(FileKind::Experiment, "[duel]", DuelBounds::KEYS),
    table(FileKind::Experiment, "[sweep]", Sweep::KEYS),
    table(FileKind::Experiment, "[[cell]]", Cell::KEYS),
    table(FileKind::Experiment, "[change]", Change::KEYS),
    table(FileKind::Experiment, "[audit]", AuditKeys::KEYS),
    table(FileKind::Experiment, "[[audit.change]]", AuditChange::KEYS),
    table(FileKind::Experiment, "[ladder]", Ladder::KEYS),
    table(FileKind::Experiment, "[mixture]", Mixture::KEYS),
    table(FileKind::Experiment, "[factorial]", Factorial::KEYS),
    table(FileKind::Experiment, "[constraint]", Constraint::KEYS),
    table(
        FileKind::Experiment,
        "[price_factorial]",
        PriceFactorial::KEYS,
    ),
    KeyTable {
        file: FileKind::Bot,
        name: "",
        keys: &[
            key("kind", "that of the inherited bot", "kind of player"),
            key("game", "every game", "the only game that the bot plays"),
            key("about", "none", "one line that `portolan bots` prints"),
            key(
                "inherits",
                "none",
                "another bot to start from: a name or a file; a file NAME.toml in the same folder comes before a shipped bot NAME; each key replaces the inherited one",
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
                "lean",
                "none",
                "table: bonus in points for actions with an event (`explored = 30`) or with an event of one item \
                 (`\"built.wharf\" = 10`); the error for an unknown event lists all events. The bot needs a network with a policy",
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
                "list of what the program receives in addition to the legal actions: `\"position\"`, `\"state\"`, `\"observation\"`, `\"prose\"`",
            ),
        ],
    },
    table(FileKind::Learning, "", LearningKeys::KEYS),
    table(FileKind::Learning, "[search]", SearchedDecisions::KEYS),
    table(FileKind::Learning, "[draw]", DrawnGames::KEYS),
    table(FileKind::Tuning, "", TuningKeys::KEYS),
    table(FileKind::Tuning, "[space]", SpaceKeys::KEYS),
    table(FileKind::Tuning, "range in [space]", RangeKeys::KEYS),
    table(FileKind::Tuning, "[ntbea]", NtbeaKeys::KEYS),
    table(FileKind::Balance, "", BalanceFile::KEYS),
    table(FileKind::Balance, "[targets]", Targets::KEYS),
    table(FileKind::Balance, "targets.items", ItemsTarget::KEYS),
    table(FileKind::Balance, "targets.seats", SeatsTarget::KEYS),
    table(FileKind::Balance, "targets.turns", TurnsTarget::KEYS),
    table(
        FileKind::Balance,
        "targets.strategies",
        StrategiesTarget::KEYS,
    ),
    table(FileKind::Balance, "[[targets.level]]", LevelTarget::KEYS),
    table(FileKind::Balance, "[knobs]", Knobs::KEYS),
    table(FileKind::Balance, "knobs.cost, knobs.vp", NumberKnob::KEYS),
    table(FileKind::Balance, "[limits]", Limits::KEYS),
];
