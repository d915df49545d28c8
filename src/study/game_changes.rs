//! Differences between runs in the games as a whole: the mean score of all seats, and the length.

use super::changes::{Run, common_cells, strict_confidence};
use super::error::ReadError;
use portolan_run::results::record::games;
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::{
    Differences, Estimate, Interval, Moments, Sequence, Unit, difference_interval,
};

/// Difference in a condition between the first run and another one, regardless of the seating.
#[derive(Clone, Debug, PartialEq)]
pub struct GameChange {
    /// Name of the condition; empty if there are no conditions.
    pub cell: String,
    /// Label of the other run.
    pub run: String,
    /// True if deals were compared pair by pair.
    pub paired: bool,
    /// Difference in the mean score over all seats.
    pub score: Estimate,
    /// Interval of the difference, adjusted for all comparisons.
    pub strict_score: Option<Interval>,
    /// Difference in the length of a game, in turns of the seat with the most turns.
    pub length: Estimate,
    /// Interval of the difference in length, adjusted for all comparisons.
    pub strict_length: Option<Interval>,
}

/// Mean score of all seats and mean length of the games of one condition in one block.
type CellMeans = Option<[f64; 2]>;

/// Returns the blocks of a run: seed of the deal, and means by condition.
fn blocks(run: &Run) -> Result<Vec<(u64, Vec<CellMeans>)>, ReadError> {
    let mut reader = run.source.blocks()?;
    let mut found = Vec::new();
    while let Some(block) = reader.next_block()? {
        let mut sums = vec![[0.0; 4]; run.names.len()];
        for game in games(block) {
            let Some([score, seats, length, played]) = sums.get_mut(game[0].cell) else {
                continue;
            };
            *score += game.iter().map(|seat| f64::from(seat.score)).sum::<f64>();
            *seats += game.len() as f64;
            *length += f64::from(game.iter().map(|seat| seat.turns).max().unwrap_or(0));
            *played += 1.0;
        }
        let means = |[score, seats, length, played]: [f64; 4]| {
            (played > 0.0).then(|| [score / seats, length / played])
        };
        let seed = block.first().map_or(0, |row| row.seed);
        found.push((seed, sums.into_iter().map(means).collect()));
    }
    Ok(found)
}

/// Returns all differences in games between the first run and the others, by condition.
///
/// # Errors
/// [`ReadError`] if files are missing or invalid.
pub fn game_changes(runs: &[Run]) -> Result<Vec<GameChange>, ReadError> {
    let (first, others) = (&runs[0], &runs[1..]);
    let before = blocks(first)?;
    let strict = strict_confidence(runs);
    let mut changes = Vec::new();
    for run in others {
        let after = blocks(run)?;
        for (cell, partner) in common_cells(first, run) {
            let seatings = |run: &Run, cell: usize| run.source.manifest.roster[cell].seatings;
            let mut both = before.iter().zip(&after);
            let paired = seatings(first, cell) == seatings(run, partner)
                && both.all(|((one, _), (other, _))| one == other);
            let found = [0, 1].map(|measure| {
                let of = |blocks: &[(u64, Vec<CellMeans>)], cell: usize| -> Vec<Option<f64>> {
                    let value = |(_, cells): &(u64, Vec<CellMeans>)| Some(cells[cell]?[measure]);
                    blocks.iter().map(value).collect()
                };
                let unit = [Unit::PointsDifference, Unit::Times][measure];
                change(
                    &of(&before, cell),
                    &of(&after, partner),
                    paired,
                    unit,
                    strict,
                )
            });
            let [Some((score, strict_score)), Some((length, strict_length))] = found else {
                continue;
            };
            changes.push(GameChange {
                cell: first.cell_label(cell).to_string(),
                run: run.label.clone(),
                paired,
                score,
                strict_score,
                length,
                strict_length,
            });
        }
    }
    Ok(changes)
}

/// Returns the mean of some blocks minus that of others; `None` if one side is empty.
fn change(
    before: &[Option<f64>],
    after: &[Option<f64>],
    paired: bool,
    unit: Unit,
    strict: f64,
) -> Option<(Estimate, Option<Interval>)> {
    if paired {
        let (mut differences, mut sequence) = (Differences::default(), Sequence::default());
        for (before, after) in before.iter().zip(after) {
            if let (Some(before), Some(after)) = (before, after) {
                differences.push(after - before);
                sequence.push(after - before, &[*after, *before]);
            }
        }
        let estimate = sequence.paired_estimate(unit)?;
        return Some((
            estimate.tested(differences.p_value()),
            sequence.paired_interval(strict),
        ));
    }
    let moments = |blocks: &[Option<f64>]| blocks.iter().flatten().copied().collect::<Moments>();
    let (before, after) = (moments(before), moments(after));
    let interval = |confidence| difference_interval(&after, &before, confidence);
    let estimate = Estimate::new(after.mean()? - before.mean()?, interval(CONFIDENCE), unit);
    Some((estimate, interval(strict)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairing_removes_the_effect_of_the_deal() {
        let before: Vec<Option<f64>> = (0..40).map(|deal| Some(f64::from(deal * deal))).collect();
        let after: Vec<Option<f64>> = (before.iter().zip(0..))
            .map(|(value, deal)| value.map(|value| value + 3.0 + f64::from(deal % 2)))
            .collect();
        let of = |paired| {
            let found = change(&before, &after, paired, Unit::PointsDifference, 0.99);
            let (estimate, strict) = found.unwrap();
            let reach = estimate.interval().unwrap().half_width();
            assert!((estimate.value - 3.5).abs() < 1e-9);
            assert!(strict.unwrap().half_width() > reach);
            reach
        };
        assert!(of(true) < 0.2, "{}", of(true));
        assert!(of(false) > 100.0, "{}", of(false));
    }

    /// A deal whose games crashed in one run is ignored.
    #[test]
    fn deals_missing_from_one_run_are_ignored() {
        let before = [Some(1.0), None, Some(5.0), Some(2.0)];
        let after = [Some(2.0), Some(90.0), None, Some(3.0)];
        let found = change(&before, &after, true, Unit::Times, 0.95).unwrap();
        assert_eq!(found.0.value, 1.0);
        assert_eq!(change(&before, &[None; 4], true, Unit::Times, 0.95), None);
    }
}
