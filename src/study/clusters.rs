//! Winning strategies of a run. The clusters of [`super::strategies`] are formed on one half of the deals and evaluated on
//! the other half, because their win rates would be biased on the games whose winners formed them.

use super::error::ReadError;
use super::source::Source;
use super::strategies::{Fates, Groups, SeatEnd, Winners};
use portolan_run::results::reader::Extent;
use portolan_run::results::record::{Record, fair_share, games};
use portolan_stats::share::BlockShares;
use portolan_stats::{Estimate, Moments};

/// Use of one half of the deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    /// The winners of these deals form the clusters.
    Forms,
    /// These deals evaluate the clusters.
    Judges,
}

impl Half {
    /// Returns the half of the deal with this number, from 0. Deals alternate between the halves.
    fn of(block: u64) -> Half {
        if block.is_multiple_of(2) {
            Half::Forms
        } else {
            Half::Judges
        }
    }
}

/// Winning strategies of a run.
pub struct Ways {
    /// Number of deals and games played.
    pub extent: Extent,
    /// Names of the bots, without automas.
    pub bots: Vec<String>,
    pub categories: Vec<String>,
    /// Share of wins of equal players.
    pub fair: f64,
    /// Results of the clusters; `None` if the winning seats form no clusters.
    pub fates: Option<Fates>,
}

impl Ways {
    /// Reads the games of a run twice: first to form the clusters, then to evaluate them.
    ///
    /// # Errors
    /// [`ReadError`] if its files are missing or invalid.
    pub fn read(source: &Source) -> Result<Ways, ReadError> {
        let manifest = &source.manifest;
        let mut bots: Vec<String> = Vec::new();
        let is_bot = |name: &String| manifest.experiment.bot.iter().any(|bot| bot.name == *name);
        for name in manifest.roster.iter().flat_map(|cell| &cell.entrants) {
            if is_bot(name) && !bots.contains(name) {
                bots.push(name.clone());
            }
        }
        let categories = source.blocks()?.categories().to_vec();
        let (extent, groups) = form(source, &bots)?;
        let mut fair = Moments::default();
        let mut fates = groups.map(|groups| Fates::new(groups, bots.len()));
        if let Some(fates) = &mut fates {
            source.blocks()?.each_block(|block| {
                for game in games(block).filter(|game| half(source, game) == Half::Judges) {
                    fates.add_game(&seat_ends(&bots, game));
                    fair.push(fair_share(game));
                }
                fates.end_block();
                Ok(true)
            })?;
        }
        Ok(Ways {
            extent,
            fair: fair.mean().unwrap_or(0.0),
            bots,
            categories,
            fates,
        })
    }
}

/// Returns the half of a game. A block in which all games crashed is missing from the file, so deals are identified by
/// their numbers.
fn half(source: &Source, game: &[Record]) -> Half {
    Half::of(game[0].block(source.manifest.block_size))
}

/// Forms the clusters from the winners of one half of the deals.
fn form(source: &Source, bots: &[String]) -> Result<(Extent, Option<Groups>), ReadError> {
    let mut winners = Winners::new(source.manifest.experiment.seed);
    let extent = source.blocks()?.each_game(|game| {
        if half(source, game) == Half::Forms {
            seat_ends(bots, game)
                .iter()
                .for_each(|seat| winners.add(seat));
        }
    })?;
    Ok((extent, winners.groups()))
}

/// Results of a strategy in the conditions of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy {
    pub name: String,
    /// For each condition, share of wins of a seat with this strategy in games in which another seat plays another
    /// strategy; `None` with fewer than [`FEWEST_MEETINGS`] such deals.
    pub wins: Vec<Option<Estimate>>,
}

/// Minimum number of deals for estimating the share of wins of a strategy.
pub const FEWEST_MEETINGS: u64 = 20;

/// Returns the strategies of a run, formed from the winners of all conditions on one half of the deals and evaluated
/// separately for each condition on the other half; empty if the winning seats form no clusters.
///
/// # Errors
/// [`ReadError`] if the files of the run are missing or invalid.
pub fn by_condition(source: &Source) -> Result<Vec<Strategy>, ReadError> {
    let (_, groups) = form(source, &[])?;
    let Some(groups) = groups else {
        return Ok(Vec::new());
    };
    let conditions = source.manifest.roster.len();
    let none = vec![BlockShares::default(); conditions];
    let mut wins = vec![none; groups.centres.len()];
    source.blocks()?.each_block(|block| {
        for game in games(block).filter(|game| half(source, game) == Half::Judges) {
            let seats = seat_ends(&[], game);
            let own: Vec<Option<usize>> = seats.iter().map(|seat| groups.of(seat)).collect();
            let met = |group: usize| own.iter().flatten().any(|&other| other != group);
            for (seat, group) in seats.iter().zip(&own) {
                if let Some(group) = group.filter(|&group| met(group)) {
                    wins[group][game[0].cell].add(seat.win);
                }
            }
        }
        wins.iter_mut().flatten().for_each(|shares| {
            shares.end_block();
        });
        Ok(true)
    })?;
    let categories = source.blocks()?.categories().to_vec();
    let estimate = |of: &BlockShares| {
        Estimate::of_shares(&of.shares).filter(|_| of.shares.count() >= FEWEST_MEETINGS)
    };
    let strategies = wins.iter().enumerate().map(|(group, of_group)| Strategy {
        name: groups.name(group, &categories),
        wins: of_group.iter().map(estimate).collect(),
    });
    Ok(strategies.collect())
}

/// Returns the results of the seats of these bots, or of all seats if `bots` is empty. Bots are identified by their index
/// in `bots`.
fn seat_ends(bots: &[String], game: &[Record]) -> Vec<SeatEnd> {
    let is_counted = |row: &&Record| bots.is_empty() || bots.iter().any(|bot| *bot == row.bot);
    let end = |row: &Record| SeatEnd {
        bot: bots
            .iter()
            .position(|bot| *bot == row.bot)
            .unwrap_or(bots.len()),
        rank: row.rank,
        win: row.win,
        categories: row.categories.to_vec(),
    };
    game.iter().filter(is_counted).map(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_assigned_to_their_bots() {
        let bots = ["a", "b", "c"].map(String::from);
        let seat = |bot| Record {
            bot,
            ..Record::default()
        };
        let ends = seat_ends(&bots, &["c", "a", "b", "a"].map(seat));
        let told: Vec<usize> = ends.iter().map(|end| end.bot).collect();
        assert_eq!(told, [2, 0, 1, 0]);
        // An automa has no strategy of its own.
        assert_eq!(seat_ends(&bots[..1], &["jean", "a"].map(seat)).len(), 1);
    }

    #[test]
    fn deals_alternate_between_clustering_and_evaluation() {
        let halves: Vec<Half> = (0..4).map(Half::of).collect();
        let two = [Half::Forms, Half::Judges];
        assert_eq!(halves, [two, two].concat());
    }
}
