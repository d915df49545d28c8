//! Limits of the conclusions, in words, identical in reports and in the terminal.

use portolan_core::prose::{count, listed, thousands, verb};
use portolan_players::bots::BotSpec;
use portolan_run::results::manifest::{Manifest, Status};
use portolan_run::results::reader::Extent;

/// Minimum number of blocks for reliable intervals.
const ENOUGH_BLOCKS: u64 = 30;

/// Warning for a run in which one bot plays every seat.
pub const ONLY_SEATS: &str = "The same bot plays in every seat, so the results compare only seats. Other bots \
                              may use the seats differently.";

/// Warning for a line-up that contains a bot several times.
pub const SEVERAL_PLACES: &str = "A bot with several seats counts once per seat in every game, and its leads \
                                  include leads over its own copies.";

/// Warning for a duel.
pub const STOPPED_BY_RESULTS: &str = "The length of a duel depends on its results, which biases means and \
                                      shares away from the fair value, so they have no intervals. The verdict \
                                      accounts for this. For an estimate, play a fixed number of games with \
                                      another seed.";

/// Returns the warning for a run without intervals, or with too few blocks for reliable ones.
pub fn few_blocks(blocks: u64) -> Option<String> {
    match blocks {
        0 | 1 => Some(
            "There are no intervals, because intervals need at least two deal groups.".to_string(),
        ),
        few if few < ENOUGH_BLOCKS => Some(format!(
            "Fewer than {ENOUGH_BLOCKS} deal groups ({}): the intervals are only approximate.",
            thousands(blocks)
        )),
        _ => None,
    }
}

/// Returns the warning for games that were stopped by a length limit.
pub fn capped(manifest: &Manifest) -> Option<String> {
    (manifest.games_capped > 0).then(|| {
        format!(
            "{} of {} {} capped, that is, stopped without a winner because of {} length. Shares of wins therefore add \
             up to less than 100\u{a0}%, the fair share is computed from the other games, and ranks show who was \
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
            "{} of {} {} forfeited by all players, because every program failed; there is no winner of {}. Shares of \
             wins therefore add up to less than 100\u{a0}%, and the fair share is computed from the other games. \
             programs.csv lists the programs and their failures.",
            thousands(manifest.games_forfeited),
            count(manifest.games_done, "game"),
            verb(manifest.games_forfeited, "was", "were"),
            verb(manifest.games_forfeited, "it", "them"),
        )
    })
}

/// Returns the number of distinct games, if games of a deal group repeat each other.
pub fn repeated(manifest: &Manifest) -> Option<String> {
    let distinct = manifest.games_done.saturating_sub(manifest.games_repeated);
    (distinct < manifest.games_done).then(|| {
        format!(
            "Distinct games: {} of {}. The others repeat a game of their deal, because equal bots sit in the same seats \
             and choose the same moves. They do not make the intervals narrower.",
            thousands(distinct),
            thousands(manifest.games_done),
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
            "These players differ only in their names, so differences between their results are due to chance: {}.",
            named.join("; ")
        )
    })
}

/// Returns the warning for nearly deterministic players, about the interpretation of the deal's
/// share of the variance. `repeated` is the share of games with equal scores among the games of a deal with the same seating.
pub fn hardly_varying(bots: &[BotSpec], repeated: Option<f64>) -> Option<String> {
    let steady = bots.iter().filter(|bot| bot.is_nearly_deterministic());
    let names: Vec<String> = steady.map(|bot| bot.name.clone()).collect();
    let named = names.len() as u64;
    (named > 0).then(|| {
        let ended = repeated.map_or(String::new(), |share| {
            format!(" Up to {:.1}\u{a0}% of these games end with equal scores.", 100.0 * share)
        });
        format!(
            "{} {} nearly the same action every time in the same position, so games of a deal with the same bots in \
             the same seats begin with the same decisions.{ended} These decisions count \
             towards the deal, whose share of the variance is therefore an upper limit for players that vary. To \
             measure luck, use players that vary, for example `mcts`, or `policy` with sampling = 1.",
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
            "The run is in progress or was interrupted: this report covers {done}, in complete deal groups, \
             and its figures will change."
        )),
        Status::Stopped => notices.push(format!(
            "The run was stopped before its end, so this report covers {done}. If the results were the reason \
             to stop, the intervals are too narrow."
        )),
        Status::Complete => {}
    }
    if let Some(shard) = manifest.shard {
        notices.push(format!(
            "This is shard {shard} of an experiment. portolan report accepts several shards, or a folder that \
             contains them."
        ));
    }
    let crashed = missing(extent, manifest);
    if crashed > 0 {
        notices.push(format!(
            "{} crashed and {} missing, and the other games may differ systematically from {}. crashes.csv \
             contains seeds and moves.",
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
    warnings.extend(repeated(manifest));
    warnings.extend(equals(&manifest.experiment.bot));
    for bot in manifest
        .experiment
        .bot
        .iter()
        .filter(|bot| bot.is_cheating())
    {
        warnings.push(format!(
            "{} sees information that is hidden from its seat: its results show the value of this information \
             and not its strength under the rules.",
            bot.name
        ));
    }
    if !manifest.reproducible {
        warnings.push(
            "A bot had a time limit, so a repetition, or another machine, gives different games."
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
        .cells
        .iter()
        .zip(&manifest.roster)
        .filter(|(_, roster)| roster.is_mirror())
        .map(|(cell, _)| cell.name.clone())
        .collect();
    let shown: Vec<String> = names.iter().take(5).cloned().collect();
    (!names.is_empty()).then(|| {
        format!(
            "The same bot plays in every seat of {}{}, so it always wins its fair share there{so}.",
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
    use portolan_players::bots::BotKind;

    #[test]
    fn identical_bots_are_reported_despite_different_names() {
        let called = |name: &str| BotSpec {
            name: name.to_string(),
            about: name.to_string(),
            ..BotSpec::random()
        };
        let mut other = called("other");
        other.kind = portolan_players::bots::BotKind::Greedy;
        assert_eq!(equals(&[called("a"), other.clone()]), None);
        let told = equals(&[called("a"), other, called("b"), called("c")]).unwrap();
        assert!(told.ends_with(": a, b and c."), "{told}");
    }

    #[test]
    fn bots_that_hardly_vary_are_named() {
        let bot = |kind: BotKind| BotSpec {
            name: kind.name().to_string(),
            kind,
            ..BotSpec::random()
        };
        assert_eq!(
            hardly_varying(&[bot(BotKind::Random), bot(BotKind::Mcts)], None),
            None
        );
        let mut sampling = bot(BotKind::Policy);
        let value = portolan_players::search::parameters::Value::Number(1.0);
        sampling.parameters.insert("sampling".to_string(), value);
        assert_eq!(hardly_varying(&[sampling], None), None);
        let bots = [bot(BotKind::Net), bot(BotKind::Policy), bot(BotKind::Mcts)];
        let warning = hardly_varying(&bots, Some(0.0)).unwrap();
        assert!(warning.starts_with("net and policy choose nearly the same action"));
        assert!(
            warning.contains("0.0\u{a0}% of these games end with equal scores"),
            "{warning}"
        );
        assert!(
            !hardly_varying(&bots, None)
                .unwrap()
                .contains("equal scores")
        );
    }

    #[test]
    fn few_deal_groups_cause_a_warning() {
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
                told.starts_with(&format!("Fewer than 30 deal groups ({blocks})")),
                "{told}"
            );
        }
        assert_eq!(few_blocks(30), None);
    }
}
