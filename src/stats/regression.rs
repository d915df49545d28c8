//! Weighted linear and logistic regression, for designs with a few dozen columns.
//!
//! This module provides no intervals: observations of an experiment share deals, so callers repeat the
//! fit on resampled blocks ([`super::bootstrap`]).

use super::matrix::invert;

/// Prior precision of the logistic coefficients: a normal distribution with a standard deviation of 10
/// logits, which has a visible effect only if all outcomes are equal.
const PRIOR: f64 = 0.01;

/// Ridge term as a share of the mean diagonal of the least-squares matrix, so that columns that are
/// empty in a resample have a solution.
const RIDGE: f64 = 1e-9;

/// Returns the coefficients that minimize the weighted squares of `outcome − row · coefficients`. Rows
/// of weight 0 are ignored. `None` without rows, without columns or if a value is not finite.
pub fn least_squares(rows: &[Vec<f64>], outcomes: &[f64], weights: &[f64]) -> Option<Vec<f64>> {
    let columns = rows.first()?.len();
    let mut matrix = vec![vec![0.0; columns]; columns];
    let mut right = vec![0.0; columns];
    for ((row, &outcome), &weight) in rows.iter().zip(outcomes).zip(weights) {
        add(&mut matrix, row, weight);
        for (sum, value) in right.iter_mut().zip(row) {
            *sum += weight * value * outcome;
        }
    }
    let trace: f64 = (0..columns).map(|column| matrix[column][column]).sum();
    for (column, line) in matrix.iter_mut().enumerate() {
        line[column] += RIDGE * trace / columns as f64;
    }
    solve(&matrix, &right)
}

/// Returns the coefficients of the log odds, `P(success) = 1 / (1 + exp(−row · coefficients))`, by
/// iteratively reweighted least squares. Outcomes are shares between 0 and 1, each representing
/// `weight` trials. A weak prior makes the coefficients finite if all outcomes are equal. `None` under
/// the conditions of [`least_squares`], or if the fit does not converge.
pub fn logistic(rows: &[Vec<f64>], outcomes: &[f64], weights: &[f64]) -> Option<Vec<f64>> {
    const ROUNDS: usize = 100;
    let columns = rows.first()?.len();
    let mut coefficients = vec![0.0; columns];
    for _ in 0..ROUNDS {
        let mut matrix = vec![vec![0.0; columns]; columns];
        let mut right = vec![0.0; columns];
        for (column, line) in matrix.iter_mut().enumerate() {
            line[column] = PRIOR;
            right[column] = -PRIOR * coefficients[column];
        }
        for ((row, outcome), &weight) in rows.iter().zip(outcomes).zip(weights) {
            let expected = chance(row, &coefficients);
            add(&mut matrix, row, weight * expected * (1.0 - expected));
            for (sum, value) in right.iter_mut().zip(row) {
                *sum += weight * value * (outcome - expected);
            }
        }
        let step = solve(&matrix, &right)?;
        // Long steps from flat regions overshoot, so a step is limited to two logits.
        let longest = step.iter().fold(0.0f64, |most, part| most.max(part.abs()));
        let scale = (2.0 / longest.max(2.0)).min(1.0);
        for (coefficient, part) in coefficients.iter_mut().zip(&step) {
            *coefficient += scale * part;
        }
        if longest < 1e-9 {
            return Some(coefficients);
        }
    }
    None
}

/// Returns the probability of success that a logistic fit predicts for a row.
pub fn chance(row: &[f64], coefficients: &[f64]) -> f64 {
    1.0 / (1.0 + (-linear(row, coefficients)).exp())
}

/// Returns the value that a linear fit predicts for a row.
pub fn linear(row: &[f64], coefficients: &[f64]) -> f64 {
    row.iter().zip(coefficients).map(|(a, b)| a * b).sum()
}

fn add(matrix: &mut [Vec<f64>], row: &[f64], weight: f64) {
    if weight == 0.0 {
        return;
    }
    for (line, &one) in matrix.iter_mut().zip(row) {
        if one == 0.0 {
            continue;
        }
        for (sum, other) in line.iter_mut().zip(row) {
            *sum += weight * one * other;
        }
    }
}

fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Option<Vec<f64>> {
    let inverse = invert(matrix)?;
    let solution: Vec<f64> = inverse.iter().map(|line| linear(line, right)).collect();
    solution
        .iter()
        .all(|value| value.is_finite())
        .then_some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: &[f64], wanted: &[f64], within: f64) {
        assert_eq!(found.len(), wanted.len());
        for (found, wanted) in found.iter().zip(wanted) {
            assert!((found - wanted).abs() < within, "{found} and not {wanted}");
        }
    }

    /// Anscombe, *Graphs in statistical analysis*, 1973, first data set: the published line is y = 3 +
    /// 0.5 x; to five digits 3.00009 + 0.50009 x (R, `lm(y1 ~ x1, anscombe)`).
    #[test]
    fn least_squares_matches_anscombes_first_data_set() {
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [
            8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68,
        ];
        let rows: Vec<Vec<f64>> = x.iter().map(|&x| vec![1.0, x]).collect();
        let line = least_squares(&rows, &y, &[1.0; 11]).unwrap();
        close(&line, &[3.00009, 0.50009], 1e-5);
    }

    /// Hours of study and passing an exam for twenty students, a textbook data set for which R's
    /// `glm(pass ~ hours, binomial)` gives −4.0777 + 1.5046 x.
    #[test]
    fn logistic_fit_of_exam_data_matches_r() {
        let hours = [
            0.50, 0.75, 1.00, 1.25, 1.50, 1.75, 1.75, 2.00, 2.25, 2.50, 2.75, 3.00, 3.25, 3.50,
            4.00, 4.25, 4.50, 4.75, 5.00, 5.50,
        ];
        let pass = [
            0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0,
            1.0, 1.0, 1.0,
        ];
        let rows: Vec<Vec<f64>> = hours.iter().map(|&x| vec![1.0, x]).collect();
        // With many copies of the data, the prior becomes negligible.
        let fit = logistic(&rows, &pass, &[1e6; 20]).unwrap();
        close(&fit, &[-4.0777, 1.5046], 1e-4);
        let once = logistic(&rows, &pass, &[1.0; 20]).unwrap();
        close(&once, &fit, 0.4);
    }

    #[test]
    fn weighted_rows_are_equivalent_to_copies() {
        let rows = vec![vec![1.0, 0.0], vec![1.0, 1.0], vec![1.0, 2.0]];
        let twice = [rows.clone(), vec![rows[1].clone()]].concat();
        let (y, y_twice) = ([1.0, 0.0, 4.0], [1.0, 0.0, 4.0, 0.0]);
        let weighted = least_squares(&rows, &y, &[1.0, 2.0, 1.0]).unwrap();
        let copied = least_squares(&twice, &y_twice, &[1.0; 4]).unwrap();
        close(&weighted, &copied, 1e-9);
        let shares = [0.2, 0.5, 0.9];
        let weighted = logistic(&rows, &shares, &[10.0, 20.0, 10.0]).unwrap();
        let copied = logistic(&twice, &[0.2, 0.5, 0.9, 0.5], &[10.0; 4]).unwrap();
        close(&weighted, &copied, 1e-9);
    }

    #[test]
    fn logistic_fit_of_equal_outcomes_is_finite() {
        let rows = vec![vec![1.0]; 3];
        let fit = logistic(&rows, &[1.0; 3], &[50.0; 3]).unwrap();
        assert!(fit[0] > 4.0 && fit[0] < 20.0, "{fit:?}");
        assert_eq!(least_squares(&[], &[], &[]), None);
    }
}
