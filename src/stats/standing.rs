//! Distance of a seat from the other seats at its table: lead and margin, as used in column names,
//! objectives, reports and documentation.

/// Returns the lead of a seat: its own score minus the best other score, in points. `None` for a
/// single seat. In a solo game against an automa, the automa is the other seat.
///
/// ```
/// assert_eq!(portolan_stats::lead(&[30.0, 34.0, 20.0], 0), Some(-4.0));
/// ```
pub fn lead(scores: &[f64], seat: usize) -> Option<f64> {
    let best = others(scores, seat).reduce(f64::max)?;
    Some(scores[seat] - best)
}

/// Returns the margin of a seat: its own score minus the mean of the other scores, in points. `None`
/// for a single seat. In a solo game against an automa, the automa is the other seat, and the margin
/// equals the lead.
///
/// ```
/// assert_eq!(portolan_stats::margin(&[30.0, 34.0, 20.0], 0), Some(3.0));
/// ```
pub fn margin(scores: &[f64], seat: usize) -> Option<f64> {
    let number = scores.len().checked_sub(1).filter(|&number| number > 0)?;
    Some(scores[seat] - others(scores, seat).sum::<f64>() / number as f64)
}

fn others(scores: &[f64], seat: usize) -> impl Iterator<Item = f64> {
    let all = scores.iter().enumerate();
    all.filter(move |&(other, _)| other != seat)
        .map(|(_, &score)| score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lead_and_margin_match_hand_computation() {
        let scores = [10.0, 40.0, 25.0, 40.0];
        assert_eq!(lead(&scores, 0), Some(-30.0));
        assert_eq!(lead(&scores, 1), Some(0.0));
        assert_eq!(margin(&scores, 0), Some(-25.0));
        assert_eq!(margin(&scores, 1), Some(15.0));
        // The margins of a table sum to zero.
        let sum: f64 = (0..4).filter_map(|seat| margin(&scores, seat)).sum();
        assert_eq!(sum, 0.0);
    }

    #[test]
    fn lead_equals_margin_for_two_players_and_is_undefined_alone() {
        for seat in 0..2 {
            assert_eq!(lead(&[7.0, 9.0], seat), margin(&[7.0, 9.0], seat));
        }
        assert_eq!((lead(&[7.0], 0), margin(&[7.0], 0)), (None, None));
    }
}
