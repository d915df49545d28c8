//! Robust location and line fits, which a few outliers do not affect.

/// Returns the median, which is the mean of the two middle values for an even number of values, or
/// `None` for an empty slice. Reorders the values.
pub fn median(values: &mut [f64]) -> Option<f64> {
    let last = values.len().checked_sub(1)?;
    let (lower, middle, _) = values.select_nth_unstable_by(values.len() / 2, f64::total_cmp);
    if last % 2 == 0 {
        return Some(*middle);
    }
    let below = lower.iter().copied().fold(f64::MIN, f64::max);
    Some((below + *middle) / 2.0)
}

/// Returns, for every point, the median of all other points. `None` for fewer than two points.
pub fn medians_of_others(y: &[f64]) -> Option<Vec<f64>> {
    (0..y.len())
        .map(|left_out| median(&mut without(y, left_out)))
        .collect()
}

/// A line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Line {
    /// Value at 0.
    pub intercept: f64,
    /// Change of the value per unit.
    pub slope: f64,
}

impl Line {
    /// Returns the value of the line at `x`.
    pub fn at(&self, x: f64) -> f64 {
        self.intercept + self.slope * x
    }
}

/// Returns, for every point, the value at its x of a line fitted to all other points ([`lines_without`]).
pub fn lines_of_others(x: &[f64], y: &[f64]) -> Option<Vec<f64>> {
    let lines = lines_without(x, y)?;
    Some(lines.iter().zip(x).map(|(line, &x)| line.at(x)).collect())
}

/// Returns, for every point, a line fitted to all other points. The slope is the median of the pairwise slopes, and
/// the intercept is the median of the residuals (Theil, *A rank-invariant method of linear and polynomial regression
/// analysis*, 1950; Sen, *Estimates of the regression coefficient based on Kendall's tau*, 1968). Up to 29 % of the
/// points may be outliers. If all other points have the same x, the line is horizontal. `None` for fewer than two
/// points.
pub fn lines_without(x: &[f64], y: &[f64]) -> Option<Vec<Line>> {
    let mut slopes: Vec<(f64, usize, usize)> = (0..x.len())
        .flat_map(|one| (0..one).map(move |other| (one, other)))
        .filter(|&(one, other)| x[one] != x[other])
        .map(|(one, other)| ((y[one] - y[other]) / (x[one] - x[other]), one, other))
        .collect();
    slopes.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    (0..x.len())
        .map(|left_out| {
            let kept = || {
                slopes
                    .iter()
                    .filter(|&&(_, one, other)| one != left_out && other != left_out)
            };
            let count = kept().count();
            let mut middle = kept()
                .skip(count.saturating_sub(1) / 2)
                .map(|&(slope, ..)| slope);
            let slope = match (middle.next(), middle.next()) {
                (Some(one), Some(other)) if count % 2 == 0 => (one + other) / 2.0,
                (Some(one), _) => one,
                (None, _) => 0.0,
            };
            let mut rest: Vec<f64> = x.iter().zip(y).map(|(x, y)| y - slope * x).collect();
            rest.swap_remove(left_out);
            let intercept = median(&mut rest)?;
            Some(Line { intercept, slope })
        })
        .collect()
}

fn without(values: &[f64], left_out: usize) -> Vec<f64> {
    let mut others = values.to_vec();
    others.swap_remove(left_out);
    others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_match_hand_computation() {
        assert_eq!(median(&mut [3.0, 1.0, 9.0]), Some(3.0));
        assert_eq!(median(&mut [9.0, 1.0, 3.0, 4.0]), Some(3.5));
        assert_eq!(median(&mut []), None);
        assert_eq!(
            medians_of_others(&[5.0, 1.0, 2.0, 4.0]).unwrap(),
            [2.0, 4.0, 4.0, 2.0]
        );
        assert_eq!(medians_of_others(&[5.0]), None);
    }

    /// Sokal & Rohlf's data on flour beetles (humidity and weight loss), compared with the definition.
    #[test]
    fn leave_one_out_lines_match_their_definition() {
        let x = [0.0, 12.0, 29.5, 43.0, 53.0, 62.5, 75.5, 85.0, 93.0];
        let y = [8.98, 8.14, 6.67, 6.08, 5.9, 5.83, 4.68, 4.2, 3.72];
        let found = lines_of_others(&x, &y).unwrap();
        for left_out in 0..9 {
            let (x_others, y_others) = (without(&x, left_out), without(&y, left_out));
            let mut slopes = Vec::new();
            for one in 0..8 {
                for other in 0..one {
                    let run = x_others[one] - x_others[other];
                    slopes.push((y_others[one] - y_others[other]) / run);
                }
            }
            let slope = median(&mut slopes).unwrap();
            let rest = x_others.iter().zip(&y_others).map(|(x, y)| y - slope * x);
            let mut rest: Vec<f64> = rest.collect();
            let line = median(&mut rest).unwrap() + slope * x[left_out];
            assert!((found[left_out] - line).abs() < 1e-12);
        }
    }

    #[test]
    fn outliers_do_not_affect_the_line() {
        let x: Vec<f64> = (0..12).map(f64::from).collect();
        let mut y: Vec<f64> = x.iter().map(|x| 3.0 - 0.5 * x).collect();
        y[2] += 40.0;
        y[11] -= 40.0;
        for (line, x) in lines_of_others(&x, &y).unwrap().into_iter().zip(&x) {
            assert!((line - (3.0 - 0.5 * x)).abs() < 1e-9);
        }
        // If only one point has a different price, the other points determine no slope.
        let level = lines_of_others(&[1.0, 1.0, 1.0, 5.0], &[2.0, 3.0, 4.0, 90.0]).unwrap();
        assert_eq!(level[3], 3.0);
    }
}
