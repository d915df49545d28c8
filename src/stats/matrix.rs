//! The one piece of linear algebra that the fits need.

/// Inverse of a symmetric positive definite matrix by Gauss–Jordan elimination, which needs no
/// pivoting for these. `None` if it is not one.
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
        if value.is_nan() || value <= 0.0 {
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
    fn inverse_times_matrix_is_one() {
        let matrix = vec![
            vec![4.0, 1.0, -2.0],
            vec![1.0, 3.0, 0.5],
            vec![-2.0, 0.5, 5.0],
        ];
        let inverse = invert(&matrix).unwrap();
        for (row, line) in matrix.iter().enumerate() {
            // The inverse is as symmetric as the matrix, so its rows are its columns.
            for (column, other) in inverse.iter().enumerate() {
                let sum: f64 = line.iter().zip(other).map(|(a, b)| a * b).sum();
                assert!((sum - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
        assert_eq!(invert(&[vec![1.0, 1.0], vec![1.0, 1.0]]), None);
    }
}
