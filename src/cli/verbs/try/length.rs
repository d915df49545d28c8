//! Experiments of a trial for the second player and for the challengers, and the numbers of games of complete runs.

use std::path::Path;

use crate::ui::failure::Failure;
use portolan_core::files;
use portolan_core::setup::GameEntry;
use portolan_run::experiment::resolve::Resolved;
use portolan_run::experiment::resolve::challengers::of_change;
use portolan_run::play::dyn_game::set_up_all;
use portolan_run::results::manifest::{Manifest, Status};
use portolan_run::settings::keys::DEFAULT_GAMES;
use portolan_run::settings::{AuditChange, AuditKeys, Kind, Settings};

/// Returns the experiment of the second player, who plays half of the deals.
pub fn of_second(spec: Settings, bot: &str) -> Settings {
    let games = spec.games.or(spec.blocks).unwrap_or(DEFAULT_GAMES);
    Settings {
        bots: vec![bot.to_string()],
        ..spec
    }
    .with_games(games.div_ceil(2))
}

/// Returns true if the player of an experiment on a change has challengers. An audit without challengers would be rejected.
pub fn has_challengers(entry: &GameEntry, change: &Resolved) -> Result<bool, Failure> {
    let games = set_up_all(&change.setups)?;
    Ok(match (&games[..], &change.experiment.bot[..]) {
        ([before, after, ..], [bot, ..]) => !of_change(entry, bot, &**before, &**after).is_empty(),
        _ => false,
    })
}

/// Returns the experiment in which the challengers play after the change.
pub fn of_challengers(spec: Settings) -> Settings {
    let change = spec.change.unwrap_or_default();
    Settings {
        kind: Kind::Audit,
        game: spec.game,
        players: spec.players,
        bots: spec.bots,
        games: spec.games,
        blocks: spec.blocks,
        seed: spec.seed,
        data: spec.data,
        set: spec.set,
        audit: Some(AuditKeys {
            points: change.points,
            change: vec![AuditChange {
                name: "after".to_string(),
                data: change.data,
                set: change.set,
            }],
        }),
        ..Settings::default()
    }
}

/// Returns the number of games of a complete run, or `None` if the run is not complete.
pub fn complete_length(games: &Path) -> Result<Option<u64>, Failure> {
    let manifest = Manifest::read(games)?;
    let complete = manifest.filter(|manifest| manifest.status == Status::Complete);
    Ok(complete.map(|manifest| manifest.experiment.games))
}

/// Records the number of games of a complete run in its experiment file. The number is smaller than planned if the time
/// limit was reached.
///
/// # Errors
/// [`Failure`] if a file cannot be read or written.
pub fn record_length(experiment: &Path, games: &Path) -> Result<(), Failure> {
    let Some(reached) = complete_length(games)? else {
        return Ok(());
    };
    let failed = |error| Failure::work(format!("{}: {error}", experiment.display()));
    let text = files::read_text(experiment).map_err(failed)?;
    let line = |line: &str| match line.starts_with("games = ") {
        true => format!("games = {reached}\n"),
        false => format!("{line}\n"),
    };
    let recorded: String = text.lines().map(line).collect();
    match recorded == text {
        true => Ok(()),
        false => files::save(experiment, recorded).map_err(failed),
    }
}
