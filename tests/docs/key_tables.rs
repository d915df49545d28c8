//! Tables of the keys that are not in `KEYS` of the settings, in the order of `docs/reference/keys.md`.

use portolan_core::setting_keys::{Key, KeyTable as _};
use portolan_players::bots::file::BotFile;
use portolan_players::bots::program::settings::ProgramSettings;
use portolan_run::settings::balance::{
    BalanceFile, ItemsTarget, Knobs, LevelTarget, Limits, NumberKnob, SeatsTarget,
    StrategiesTarget, Targets, TurnsTarget,
};
use portolan_run::settings::file_kind::FileKind;
use portolan_run::settings::learning::{DrawnGames, LearningKeys, SearchedDecisions};
use portolan_run::settings::{
    AuditChange, AuditKeys, Cell, Change, Constraint, DuelBounds, Factorial, Ladder, Mixture,
    PriceFactorial, Sweep,
};
use portolan_train::tune::settings::NtbeaKeys;
use portolan_train::tune::settings::{RangeKeys, SpaceKeys, TuningKeys};

/// Documentation of the keys of a table in a file.
#[derive(Debug)]
pub struct KeyTable {
    pub file: FileKind,
    /// Name of the table in TOML notation, such as `[search]`; empty for top-level keys.
    pub name: &'static str,
    /// Keys in the order of the page.
    pub keys: &'static [Key],
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
    table(FileKind::Bot, "", BotFile::KEYS),
    table(FileKind::Bot, "program", ProgramSettings::KEYS),
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
