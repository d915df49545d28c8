//! Limits of the conclusions, in words, identical in reports and in the terminal.

use portolan_core::prose::{count, listed, thousands, verb};
use portolan_engine::bots::BotSpec;
use portolan_engine::results::manifest::{Manifest, Status};
use portolan_engine::results::reader::Extent;

/// Number of blocks from which on the intervals are reliable.
const ENOUGH_BLOCKS: u64 = 30;

/// Warning for a run in which one bot plays every seat.
pub const ONLY_SEATS: &str = "One bot in every seat: only the seats can differ, and another bot may use \
                              them differently.";

/// Warning for a line-up that contains a bot several times.
pub const SEVERAL_PLACES: &str = "A bot with several seats counts once for each seat in every game, and its leads include \
                 those over its own copies.";

/// Warning for a duel.
pub const STOPPED_BY_RESULTS: &str = "How long a duel lasts depends on what it shows, so that its means and \
                                      shares lean away from the middle, and no interval is given with \
                                      them. The verdict allows for that; for an estimate play a fixed \
                                      number of games on another seed.";

/// Returns the warning for a run without intervals, or with too few blocks for reliable ones.
pub fn few_blocks(blocks: u64) -> Option<String> {
    match blocks {
        0 | 1 => Some(
            "There are no intervals: they come from the spread between blocks, and there are \
             fewer than two."
                .to_string(),
        ),
        few if few < ENOUGH_BLOCKS => Some(format!(
            "Fewer than {ENOUGH_BLOCKS} blocks ({}): take the intervals as rough.",
            thousands(blocks)
        )),
        _ => None,
    }
}

/// Returns the warning for games that were stopped by a length limit.
pub fn capped(manifest: &Manifest) -> Option<String> {
    (manifest.games_capped > 0).then(|| {
        format!(
            "{} of {} {} capped, that is stopped for {} length without a winner: shares of wins sum to \
             less than 100\u{a0}%, the fair share is that of the other games, and ranks say who was \
             ahead.",
            thousands(manifest.games_capped),
            count(manifest.games_done, "game"),
            verb(manifest.games_capped, "was", "were"),
            verb(manifest.games_capped, "its", "their"),
        )
    })
}

/// Returns the warning for games that every seat lost by forfeit.
pub fn forfeited(manifest: &Manifest) -> Option<String> {
    (manifest.games_forfeited > 0).then(|| {
        format!(
            "{} of {} {} forfeited by everybody, so that nobody has won {}: every program at the table failed. Shares \
             of wins sum to less than 100\u{a0}%, and the fair share is that of the other games. Programs and \
             their failures are in programs.csv.",
            thousands(manifest.games_forfeited),
            count(manifest.games_done, "game"),
            verb(manifest.games_forfeited, "was", "were"),
            verb(manifest.games_forfeited, "it", "them"),
        )
    })
}

/// Returns the warning for players that differ only in their names.
pub fn equals(bots: &[BotSpec]) -> Option<String> {
    let mut groups: Vec<Vec<&BotSpec>> = Vec::new();
    for bot in bots {
        match groups.iter_mut().find(|group| group[0].plays_as(bot)) {
            Some(group) => group.push(bot),
            None => groups.push(vec![bot]),
        }
    }
    let named: Vec<String> = groups
        .iter()
        .filter(|group| group.len() > 1)
        .map(|group| {
            let names: Vec<String> = group.iter().map(|bot| bot.name.clone()).collect();
            listed(&names)
        })
        .collect();
    (!named.is_empty()).then(|| {
        format!(
            "Players that differ in nothing but their names are equals, and what sets them apart in the results is \
             chance: {}.",
            named.join("; ")
        )
    })
}

/// Returns the warning for nearly deterministic players, about the interpretation of the deal's
/// share of the variance.
pub fn hardly_varying(bots: &[BotSpec]) -> Option<String> {
    let steady = bots.iter().filter(|bot| bot.is_nearly_deterministic());
    let names: Vec<String> = steady.map(|bot| bot.name.clone()).collect();
    let named = names.len() as u64;
    (named > 0).then(|| {
        format!(
            "{} {} nearly the same way in the same position. The deal's share of the variance then includes how they play the \
             deal: it is an upper limit of what the deal decides between players who vary. Measure luck with such players, \
             for example `mcts`, or `policy` with sampling = 1.",
            listed(&names),
            verb(named, "chooses", "choose"),
        )
    })
}

/// Returns the number of games that are missing in the file because they crashed.
pub fn missing(extent: Extent, manifest: &Manifest) -> u64 {
    // If the run was stopped, some conditions of the last deal may not have been played.
    if manifest.status == Status::Stopped {
        return manifest.games_crashed;
    }
    (extent.blocks * manifest.block_size)
        .saturating_sub(extent.games)
        .max(manifest.games_crashed)
}

/// Returns notices about the run itself, to be shown at the top.
pub fn notices(extent: Extent, manifest: &Manifest) -> Vec<String> {
    let mut notices = Vec::new();
    let done = format!(
        "{} of {}",
        thousands(extent.games),
        count(manifest.games_planned, "game")
    );
    match manifest.status {
        Status::Running => notices.push(format!(
            "The run is under way or was interrupted: this report covers {done}, complete \
             blocks only, and its figures will change."
        )),
        Status::Stopped => notices.push(format!(
            "The run was stopped before its end: this report covers {done}. If the results were the reason to stop, the intervals are too \
                 narrow."
        )),
        Status::Complete => {}
    }
    if let Some(shard) = manifest.shard {
        notices.push(format!(
            "This is part {shard} of an experiment: portolan report accepts several parts, or a folder that holds them."
        ));
    }
    let crashed = missing(extent, manifest);
    if crashed > 0 {
        notices.push(format!(
            "{} crashed and {} missing: the other games may not be like {}. Seeds and moves are \
             in crashes.csv.",
            count(crashed, "game"),
            verb(crashed, "is", "are"),
            verb(crashed, "it", "them"),
        ));
    }
    notices.extend(capped(manifest));
    notices.extend(forfeited(manifest));
    notices
}

/// Returns the warnings that apply to any kind of run.
pub fn common(extent: Extent, manifest: &Manifest) -> Vec<String> {
    let mut warnings = notices(extent, manifest);
    warnings.extend(few_blocks(extent.blocks));
    warnings.extend(equals(&manifest.experiment.bot));
    for bot in manifest
        .experiment
        .bot
        .iter()
        .filter(|bot| bot.is_cheating())
    {
        warnings.push(format!(
            "{} sees what is hidden from its seat: its results tell what that is worth, not how well \
             anybody could play.",
            bot.name
        ));
    }
    if !manifest.reproducible {
        warnings.push(
            "A bot had a limit of time, not of work: playing this again, or on another machine, \
             gives other games."
                .to_string(),
        );
    }
    warnings
}

/// Returns a warning about conditions in which one bot plays every seat, followed by the
/// consequence `so`.
pub fn mirrors(manifest: &Manifest, so: &str) -> Option<String> {
    let names: Vec<String> = manifest
        .experiment
        .design
        .cells()
        .iter()
        .zip(&manifest.roster)
        .filter(|(_, roster)| roster.is_mirror())
        .map(|(cell, _)| cell.name.clone())
        .collect();
    let shown: Vec<String> = names.iter().take(5).cloned().collect();
    (!names.is_empty()).then(|| {
        format!(
            "One bot in every seat of {}{}: there it wins its fair share whatever happens{so}.",
            listed(&shown),
            if names.len() > shown.len() {
                " and others"
            } else {
                ""
            }
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_engine::bots::BotKind;

    #[test]
    fn equals_are_named_whatever_they_are_called() {
        let called = |name: &str| BotSpec {
            name: name.to_string(),
            about: name.to_string(),
            ..BotSpec::random()
        };
        let mut other = called("other");
        other.kind = portolan_engine::bots::BotKind::Greedy;
        assert_eq!(equals(&[called("a"), other.clone()]), None);
        let told = equals(&[called("a"), other, called("b"), called("c")]).unwrap();
        assert!(told.ends_with(": a, b and c."), "{told}");
    }

    #[test]
    fn players_who_hardly_vary_are_named() {
        let bot = |kind: BotKind| BotSpec {
            name: kind.name().to_string(),
            kind,
            ..BotSpec::random()
        };
        assert_eq!(
            hardly_varying(&[bot(BotKind::Random), bot(BotKind::Mcts)]),
            None
        );
        let mut sampling = bot(BotKind::Policy);
        let value = portolan_engine::search::parameters::Value::Number(1.0);
        sampling.parameters.insert("sampling".to_string(), value);
        assert_eq!(hardly_varying(&[sampling]), None);
        let told = hardly_varying(&[bot(BotKind::Net), bot(BotKind::Policy), bot(BotKind::Mcts)]);
        assert!(
            told.unwrap()
                .starts_with("net and policy choose nearly the same way")
        );
    }

    #[test]
    fn few_blocks_are_warned_of_and_many_are_not() {
        for blocks in [0, 1] {
            assert!(
                few_blocks(blocks)
                    .unwrap()
                    .starts_with("There are no intervals")
            );
        }
        for blocks in [2, 29] {
            let told = few_blocks(blocks).unwrap();
            assert!(
                told.starts_with(&format!("Fewer than 30 blocks ({blocks})")),
                "{told}"
            );
        }
        assert_eq!(few_blocks(30), None);
    }
}
