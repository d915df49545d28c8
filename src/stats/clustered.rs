//! Least squares for clustered rows, with standard errors that are valid if rows of a cluster are
//! dependent and the number of clusters is small.
//!
//! The errors are jackknife errors: the spread of the coefficients when each cluster is omitted in turn
//! (Tukey 1958). For least squares, no fit has to be repeated: without cluster g, the coefficients change
//! by `M Xg' (I − Hg)⁻¹ eg`, where M is the inverse of X'X, eg are the residuals of the cluster and
//! `Hg = Xg M Xg'` is its leverage (CR3: Bell & McCaffrey, *Bias reduction in standard errors for linear
//! regression with multi-stage samples*, 2002; MacKinnon, Nielsen & Webb, *Cluster-robust inference: a
//! guide to empirical practice*, 2023). If only a few clusters inform a coefficient, these errors are too
//! wide (by up to √2 for two clusters), but never too narrow, unlike errors computed from residuals.

use rayon::prelude::*;

use super::matrix::invert;

/// Number of clusters summed per task. It does not depend on the number of threads, so neither do the rounded sums.
const CHUNK: usize = 1024;

/// Minimum share of a direction that must remain in the other clusters, so that the fit is still
/// determined without a given cluster.
const LEAST_LEFT: f64 = 1e-9;

/// The rows of one cluster.
#[derive(Clone, Debug, Default)]
pub struct Cluster {
    /// Design rows.
    pub rows: Vec<Vec<f64>>,
    /// Responses of each row, one value per response variable.
    pub responses: Vec<Vec<f64>>,
}

/// A design whose clusters are generated on demand, possibly several times: `cluster(g)` returns cluster
/// g.
pub struct Clustered<Make> {
    /// Number of clusters.
    pub clusters: usize,
    /// Number of columns of the design.
    pub columns: usize,
    /// Number of response variables.
    pub responses: usize,
    /// Number of leading columns that have the same sum in every row, so that only differences between
    /// their coefficients are identified; these coefficients sum to zero. 0 if there are no such columns.
    pub relative: usize,
    /// Function that returns a cluster by index.
    pub cluster: Make,
}

/// Fit of several responses to one design.
#[derive(Clone, Debug, PartialEq)]
pub struct ClusteredFit {
    /// Coefficients by response and column.
    pub coefficients: Vec<Vec<f64>>,
    /// Jackknife variances of the coefficients.
    pub variances: Vec<Vec<f64>>,
    /// Jackknife covariances with the coefficient of the same column for the first response.
    pub with_first: Vec<Vec<f64>>,
    /// Degrees of freedom of the errors: number of clusters minus number of coefficients.
    pub degrees: f64,
}

impl<Make: Fn(usize) -> Cluster + Sync> Clustered<Make> {
    /// Fits all responses. Returns `None` if there are no more clusters than coefficients, or if the
    /// coefficients are not identified, either by all clusters or after omitting a single cluster.
    pub fn fit(&self) -> Option<ClusteredFit> {
        let free = self.columns - usize::from(self.relative > 0);
        if self.clusters <= free {
            return None;
        }
        let sums = self.sum(
            || Products::new(self.columns, self.responses),
            Products::add,
            Products::merge,
        );
        let inverse = invert(&sums.square(self.relative))?;
        let coefficients: Vec<Vec<f64>> = (sums.right.iter())
            .map(|right| inverse.iter().map(|line| dot(line, right)).collect())
            .collect();
        let spread = self.sum(
            || Spread::new(self.columns, self.responses),
            |spread: &mut Spread, cluster| spread.add(cluster, &inverse, &coefficients),
            Spread::merge,
        );
        let jackknife = (self.clusters - 1) as f64 / self.clusters as f64;
        let scaled = |sums: Vec<Vec<f64>>| -> Vec<Vec<f64>> {
            let line = |line: Vec<f64>| line.into_iter().map(|sum| sum * jackknife).collect();
            sums.into_iter().map(line).collect()
        };
        let whole = coefficients.iter().flatten().all(|value| value.is_finite());
        (spread.told && whole).then(|| ClusteredFit {
            coefficients,
            variances: scaled(spread.squares),
            with_first: scaled(spread.with_first),
            degrees: (self.clusters - free) as f64,
        })
    }

    /// Sums over all clusters in an order that does not depend on the number of threads.
    fn sum<T: Send>(
        &self,
        empty: impl Fn() -> T + Sync,
        add: impl Fn(&mut T, &Cluster) + Sync,
        merge: impl Fn(&mut T, &T),
    ) -> T {
        let starts: Vec<usize> = (0..self.clusters).step_by(CHUNK).collect();
        let parts: Vec<T> = starts
            .into_par_iter()
            .map(|start| {
                let mut sums = empty();
                for number in start..(start + CHUNK).min(self.clusters) {
                    add(&mut sums, &(self.cluster)(number));
                }
                sums
            })
            .collect();
        let mut total = empty();
        parts.iter().for_each(|part| merge(&mut total, part));
        total
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn add_to(sums: &mut [f64], others: &[f64], times: f64) {
    for (sum, other) in sums.iter_mut().zip(others) {
        *sum += times * other;
    }
}

/// Cross products of the design and the responses.
struct Products {
    /// X'X: the upper triangle, row by row.
    squares: Vec<Vec<f64>>,
    /// X'y by response.
    right: Vec<Vec<f64>>,
}

impl Products {
    fn new(columns: usize, responses: usize) -> Products {
        Products {
            squares: (0..columns).map(|line| vec![0.0; columns - line]).collect(),
            right: vec![vec![0.0; columns]; responses],
        }
    }

    fn add(&mut self, cluster: &Cluster) {
        for (row, responses) in cluster.rows.iter().zip(&cluster.responses) {
            for (column, &value) in row.iter().enumerate() {
                if value != 0.0 {
                    add_to(&mut self.squares[column], &row[column..], value);
                }
            }
            for (right, &response) in self.right.iter_mut().zip(responses) {
                add_to(right, row, response);
            }
        }
    }

    fn merge(&mut self, other: &Products) {
        for (sums, others) in self.squares.iter_mut().zip(&other.squares) {
            add_to(sums, others, 1.0);
        }
        for (sums, others) in self.right.iter_mut().zip(&other.right) {
            add_to(sums, others, 1.0);
        }
    }

    /// Returns the full matrix X'X. If only differences between the first columns are identified, the
    /// matrix is singular in the direction in which all of them change equally. Adding a constant to that
    /// direction makes the matrix invertible and the solution sum to zero, without affecting any fitted
    /// value.
    fn square(&self, relative: usize) -> Vec<Vec<f64>> {
        let trace: f64 = (0..relative).map(|column| self.squares[column][0]).sum();
        let added = trace / (relative.max(1) * relative.max(1)) as f64;
        let value = |line: usize, column: usize| {
            let (first, last) = (line.min(column), line.max(column));
            let held = if last < relative { added } else { 0.0 };
            self.squares[first][last - first] + held
        };
        let columns = self.squares.len();
        (0..columns)
            .map(|line| (0..columns).map(|column| value(line, column)).collect())
            .collect()
    }
}

/// Sums of squared changes of the coefficients when a cluster is omitted.
struct Spread {
    squares: Vec<Vec<f64>>,
    with_first: Vec<Vec<f64>>,
    /// True if the coefficients remain identified without any single cluster.
    told: bool,
}

impl Spread {
    fn new(columns: usize, responses: usize) -> Spread {
        Spread {
            squares: vec![vec![0.0; columns]; responses],
            with_first: vec![vec![0.0; columns]; responses],
            told: true,
        }
    }

    fn add(&mut self, cluster: &Cluster, inverse: &[Vec<f64>], coefficients: &[Vec<f64>]) {
        let reach: Vec<Vec<f64>> = (cluster.rows.iter())
            .map(|row| {
                let mut reach = vec![0.0; row.len()];
                for (&value, line) in row.iter().zip(inverse) {
                    if value != 0.0 {
                        add_to(&mut reach, line, value);
                    }
                }
                reach
            })
            .collect();
        let residuals: Vec<Vec<f64>> = (cluster.rows.iter().enumerate())
            .map(|(number, row)| {
                let residual = |(other, reach): (usize, &Vec<f64>)| {
                    f64::from(u8::from(number == other)) - dot(row, reach)
                };
                reach.iter().enumerate().map(residual).collect()
            })
            .collect();
        let without = (residuals.iter().enumerate())
            .all(|(number, line)| line[number] > LEAST_LEFT)
            .then(|| invert(&residuals));
        let Some(without) = without.flatten() else {
            self.told = false;
            return;
        };
        let mut first = Vec::new();
        for (response, coefficients) in coefficients.iter().enumerate() {
            let residuals: Vec<f64> = (cluster.rows.iter().zip(&cluster.responses))
                .map(|(row, responses)| responses[response] - dot(row, coefficients))
                .collect();
            let mut moved = vec![0.0; coefficients.len()];
            for (reach, without) in reach.iter().zip(&without) {
                add_to(&mut moved, reach, dot(without, &residuals));
            }
            if response == 0 {
                first.clone_from(&moved);
            }
            let sums = self.squares[response].iter_mut();
            let sums = sums.zip(self.with_first[response].iter_mut());
            for ((square, product), (moved, first)) in sums.zip(moved.iter().zip(&first)) {
                *square += moved * moved;
                *product += moved * first;
            }
        }
    }

    fn merge(&mut self, other: &Spread) {
        self.told &= other.told;
        for (sums, others) in self.squares.iter_mut().zip(&other.squares) {
            add_to(sums, others, 1.0);
        }
        for (sums, others) in self.with_first.iter_mut().zip(&other.with_first) {
            add_to(sums, others, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knuth's MMIX generator, uniform between −1 and 1.
    fn generator(mut state: u64) -> impl FnMut() -> f64 {
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        }
    }

    /// Returns clusters of one to three rows with four columns and two responses.
    fn clusters(count: usize) -> Vec<Cluster> {
        let mut next = generator(3);
        (0..count)
            .map(|number| {
                let shared = next();
                let rows: Vec<Vec<f64>> = (0..1 + number % 3)
                    .map(|_| vec![1.0, next(), next(), next() + shared])
                    .collect();
                let responses = rows
                    .iter()
                    .map(|row| {
                        let own = next() + shared;
                        vec![2.0 * row[1] - row[3] + own, row[2] + 0.5 * own + next()]
                    })
                    .collect();
                Cluster { rows, responses }
            })
            .collect()
    }

    fn fit(clusters: &[Cluster], relative: usize) -> Option<ClusteredFit> {
        Clustered {
            clusters: clusters.len(),
            columns: clusters[0].rows[0].len(),
            responses: clusters[0].responses[0].len(),
            relative,
            cluster: |number: usize| clusters[number].clone(),
        }
        .fit()
    }

    /// Compares the result with the definition, which repeats the fit without each cluster.
    #[test]
    fn errors_match_leave_one_cluster_out_fits() {
        let clusters = clusters(23);
        let whole = fit(&clusters, 0).unwrap();
        let without: Vec<ClusteredFit> = (0..clusters.len())
            .map(|left_out| {
                let mut others = clusters.clone();
                others.remove(left_out);
                fit(&others, 0).unwrap()
            })
            .collect();
        assert_eq!(whole.degrees, 19.0);
        for response in 0..2 {
            for column in 0..4 {
                let moved = |fit: &ClusteredFit, response: usize| {
                    fit.coefficients[response][column] - whole.coefficients[response][column]
                };
                let sum = |with: usize| -> f64 {
                    let products = without
                        .iter()
                        .map(|fit| moved(fit, response) * moved(fit, with));
                    22.0 / 23.0 * products.sum::<f64>()
                };
                assert!((whole.variances[response][column] - sum(response)).abs() < 1e-12);
                assert!((whole.with_first[response][column] - sum(0)).abs() < 1e-12);
            }
        }
    }

    /// Without a design, the error is the standard error of the mean, and the test is Student's t.
    #[test]
    fn error_of_a_mean_is_its_standard_error() {
        let numbers = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
        let alone: Vec<Cluster> = numbers
            .iter()
            .map(|&number| Cluster {
                rows: vec![vec![1.0]],
                responses: vec![vec![number]],
            })
            .collect();
        let found = fit(&alone, 0).unwrap();
        let moments: super::super::Moments = numbers.into_iter().collect();
        assert!((found.coefficients[0][0] - 1.58).abs() < 1e-12);
        assert!((found.variances[0][0].sqrt() - moments.standard_error().unwrap()).abs() < 1e-12);
        assert_eq!(found.degrees, 9.0);
    }

    /// In three indicator columns, one of which is 1 in each row, only differences are identified. They equal the
    /// differences in a fit without one of the columns.
    #[test]
    fn collinear_columns_identify_only_differences() {
        let mut next = generator(9);
        let row = |one: usize| (0..3).map(move |c| f64::from(u8::from(c == one)) - 1.0 / 3.0);
        let clusters: Vec<Cluster> = (0..40)
            .map(|number| {
                let rows: Vec<Vec<f64>> = [number % 3, number % 2]
                    .map(|one| row(one).chain([next()]).collect())
                    .to_vec();
                let responses = rows
                    .iter()
                    .map(|row| vec![5.0 * row[0] + 2.0 * row[1] + row[3] + 0.1 * next()])
                    .collect();
                Cluster { rows, responses }
            })
            .collect();
        assert_eq!(fit(&clusters, 0), None);
        let found = fit(&clusters, 3).unwrap();
        let reduced: Vec<Cluster> = clusters
            .iter()
            .map(|cluster| Cluster {
                rows: (cluster.rows.iter())
                    .map(|row| vec![row[0] - row[2], row[1] - row[2], row[3]])
                    .collect(),
                responses: cluster.responses.clone(),
            })
            .collect();
        let other = fit(&reduced, 0).unwrap();
        let of = |fit: &ClusteredFit, column: usize| fit.coefficients[0][column];
        for (column, same) in [(0, 0), (1, 1), (3, 2)] {
            assert!((of(&found, column) - of(&other, same)).abs() < 1e-9);
            let ratio = found.variances[0][column] / other.variances[0][same];
            assert!((ratio - 1.0).abs() < 1e-6, "{ratio}");
        }
        assert!((of(&found, 0) + of(&found, 1) + of(&found, 2)).abs() < 1e-9);
        assert!((of(&found, 0) - of(&found, 1) - 3.0).abs() < 0.2);
        assert_eq!((found.degrees, other.degrees), (37.0, 37.0));
    }

    #[test]
    fn effect_identified_by_a_single_cluster_has_no_fit() {
        let mut clusters = clusters(20);
        for cluster in &mut clusters[1..] {
            cluster.rows.iter_mut().for_each(|row| row[2] = 0.0);
        }
        assert_eq!(fit(&clusters, 0), None);
        assert_eq!(fit(&self::clusters(4), 0), None);
    }

    #[test]
    fn nan_response_has_no_fit() {
        let mut clusters = clusters(23);
        clusters[4].responses[0][1] = f64::NAN;
        assert_eq!(fit(&clusters, 0), None);
    }
}
