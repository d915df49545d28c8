//! Matrix inversion for the fits.

/// Minimum share of a diagonal element that must remain after eliminating the previous rows. A smaller
/// remainder is rounding error, which means that the row is a linear combination of the previous rows.
const LEAST_PIVOT: f64 = 1e-11;

/// Returns the inverse of a symmetric positive definite matrix by Gauss–Jordan elimination, which needs
/// no pivoting for such matrices. `None` if the matrix is not positive definite or is numerically
/// singular.
pub fn invert(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut left = matrix.to_vec();
    let mut right: Vec<Vec<f64>> = (0..size)
        .map(|row| {
            (0..size)
                .map(|column| f64::from(u8::from(row == column)))
                .collect()
        })
        .collect();
    for pivot in 0..size {
        let value = left[pivot][pivot];
        let whole = matrix[pivot][pivot];
        if value.is_nan() || whole <= 0.0 || value <= LEAST_PIVOT * whole {
            return None;
        }
        for column in 0..size {
            left[pivot][column] /= value;
            right[pivot][column] /= value;
        }
        let (left_pivot, right_pivot) = (left[pivot].clone(), right[pivot].clone());
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = left[row][pivot];
            for column in 0..size {
                left[row][column] -= factor * left_pivot[column];
                right[row][column] -= factor * right_pivot[column];
            }
        }
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_times_matrix_is_the_identity() {
        let matrix = vec![
            vec![4.0, 1.0, -2.0],
            vec![1.0, 3.0, 0.5],
            vec![-2.0, 0.5, 5.0],
        ];
        let inverse = invert(&matrix).unwrap();
        for (row, line) in matrix.iter().enumerate() {
            // The inverse is symmetric, so its rows are its columns.
            for (column, other) in inverse.iter().enumerate() {
                let sum: f64 = line.iter().zip(other).map(|(a, b)| a * b).sum();
                assert!((sum - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
        assert_eq!(invert(&[vec![1.0, 1.0], vec![1.0, 1.0]]), None);
        assert_eq!(invert(&[vec![f64::NAN]]), None);
        assert_eq!(invert(&[vec![1.0, f64::NAN], vec![f64::NAN, 1.0]]), None);
    }

    /// Three columns sum to zero, so elimination leaves a rounding error of either sign in the last
    /// one, regardless of the units.
    #[test]
    fn matrix_singular_up_to_rounding_has_no_inverse() {
        let row = |x: f64, y: f64| [x, y, -x - y];
        let rows: Vec<[f64; 3]> = (1..60)
            .map(|n| row(1.0 / f64::from(n), f64::from(n).sin()))
            .collect();
        for unit in [1e-6, 1.0, 1e6] {
            let product = |a: usize, b: usize| rows.iter().map(|row| unit * row[a] * row[b]).sum();
            let matrix: Vec<Vec<f64>> = (0..3)
                .map(|a| (0..3).map(|b| product(a, b)).collect())
                .collect();
            assert_eq!(invert(&matrix), None);
            let two: Vec<Vec<f64>> = matrix[..2].iter().map(|line| line[..2].to_vec()).collect();
            assert!(invert(&two).is_some());
        }
    }
}
