//! Agglomerative clustering with Ward's method (*Hierarchical grouping to optimize an objective
//! function*, 1963), and cluster quality by silhouette (Rousseeuw, *Silhouettes: a graphical aid to
//! the interpretation and validation of cluster analysis*, 1987).

use kodama::{Method, linkage};

/// A partition of points into groups.
#[derive(Clone, Debug, PartialEq)]
pub struct Partition {
    /// Number of groups.
    pub groups: usize,
    /// Group of each point; groups are numbered in order of first appearance.
    pub labels: Vec<usize>,
    /// Mean silhouette of the points: 1 for well-separated groups, 0 for touching groups.
    pub silhouette: f64,
}

/// Clusters points with Ward's method and returns one partition for every number of groups from 2 to
/// `most`, as long as there are more points than groups. All points must have the same number of
/// finite coordinates.
///
/// ```
/// let points = [[0.0], [1.0], [10.0], [12.0]].map(Vec::from);
/// let partitions = portolan_stats::clustering::ward(&points, 3);
/// assert_eq!(partitions[0].labels, [0, 0, 1, 1]);
/// assert_eq!(partitions[1].labels, [0, 0, 1, 2]);
/// ```
pub fn ward(points: &[Vec<f64>], most: usize) -> Vec<Partition> {
    let count = points.len();
    if count < 3 || most < 2 {
        return Vec::new();
    }
    let mut distances = Vec::with_capacity(count * (count - 1) / 2);
    for (index, one) in points.iter().enumerate() {
        distances.extend(points[index + 1..].iter().map(|other| distance(one, other)));
    }
    let tree = linkage(&mut distances.clone(), count, Method::Ward);
    (2..=most.min(count - 1))
        .map(|groups| {
            // Merged groups are numbered after the points, in merge order.
            let mut joined: Vec<usize> = (0..2 * count - 1).collect();
            for (step, pair) in tree.steps().iter().take(count - groups).enumerate() {
                joined[pair.cluster1] = count + step;
                joined[pair.cluster2] = count + step;
            }
            let mut known: Vec<usize> = Vec::new();
            let labels: Vec<usize> = (0..count)
                .map(|point| {
                    let mut group = point;
                    while joined[group] != group {
                        group = joined[group];
                    }
                    known
                        .iter()
                        .position(|&other| other == group)
                        .unwrap_or_else(|| {
                            known.push(group);
                            known.len() - 1
                        })
                })
                .collect();
            Partition {
                groups,
                silhouette: silhouette(&distances, &labels, groups),
                labels,
            }
        })
        .collect()
}

/// Returns the Euclidean distance between two points.
pub fn distance(one: &[f64], other: &[f64]) -> f64 {
    one.iter()
        .zip(other)
        .map(|(a, b)| (a - b) * (a - b))
        .sum::<f64>()
        .sqrt()
}

/// Returns the mean silhouette. `distances` contains the pairwise distances in condensed order; the
/// silhouette of a singleton is 0.
fn silhouette(distances: &[f64], labels: &[usize], groups: usize) -> f64 {
    let count = labels.len();
    let mut sizes = vec![0usize; groups];
    labels.iter().for_each(|&label| sizes[label] += 1);
    // Sum of the distances from each point to each group.
    let mut sums = vec![0.0; count * groups];
    let mut pairs = distances.iter();
    for one in 0..count {
        for (other, &apart) in (one + 1..count).zip(pairs.by_ref()) {
            sums[one * groups + labels[other]] += apart;
            sums[other * groups + labels[one]] += apart;
        }
    }
    let of_point = |point: usize| {
        let own = labels[point];
        if sizes[own] < 2 {
            return 0.0;
        }
        let sums = &sums[point * groups..(point + 1) * groups];
        let within = sums[own] / (sizes[own] - 1) as f64;
        let nearest = (0..groups)
            .filter(|&group| group != own)
            .map(|group| sums[group] / sizes[group] as f64)
            .fold(f64::INFINITY, f64::min);
        let larger = within.max(nearest);
        if larger > 0.0 {
            (nearest - within) / larger
        } else {
            0.0
        }
    };
    (0..count).map(of_point).sum::<f64>() / count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0, 1, 10, 12 in two groups: silhouettes 10/11, 9/10, 7.5/9.5 and 9.5/11.5.
    #[test]
    fn silhouette_matches_hand_computation() {
        let points = [[0.0], [1.0], [10.0], [12.0]].map(Vec::from);
        let partitions = ward(&points, 6);
        assert_eq!(partitions.len(), 2);
        let expected = (10.0 / 11.0 + 0.9 + 7.5 / 9.5 + 9.5 / 11.5) / 4.0;
        assert!((partitions[0].silhouette - expected).abs() < 1e-12);
        // In three groups, two of which are singletons: (9/10 + 8/9) / 4, because the nearest other
        // group is at distance 10 from 0 and at distance 9 from 1.
        let expected = (9.0 / 10.0 + 8.0 / 9.0) / 4.0;
        assert!((partitions[1].silhouette - expected).abs() < 1e-12);
    }

    /// Compares the result with the definition, without a distance matrix: each step merges the groups whose
    /// centres are nearest, after multiplication by √(2·m·n/(m+n)) for groups of m and n points.
    #[test]
    fn ward_clustering_matches_its_definition() {
        let points: Vec<Vec<f64>> = (0..24u32)
            .map(|index| vec![f64::from(index * 37 % 101), f64::from(index * 53 % 89)])
            .collect();
        let centre = |group: &[usize]| -> Vec<f64> {
            let sum = |axis: usize| group.iter().map(|&point| points[point][axis]).sum::<f64>();
            (0..2).map(|axis| sum(axis) / group.len() as f64).collect()
        };
        let mut groups: Vec<Vec<usize>> = (0..points.len()).map(|point| vec![point]).collect();
        let partitions = ward(&points, 6);
        while groups.len() > 2 {
            let mut best = (f64::INFINITY, 0, 0);
            for one in 0..groups.len() {
                for other in one + 1..groups.len() {
                    let (m, n) = (groups[one].len() as f64, groups[other].len() as f64);
                    let cost = (2.0 * m * n / (m + n)).sqrt()
                        * distance(&centre(&groups[one]), &centre(&groups[other]));
                    if cost < best.0 {
                        best = (cost, one, other);
                    }
                }
            }
            let joined = groups.remove(best.2);
            groups[best.1].extend(joined);
            if let Some(found) = partitions.iter().find(|one| one.groups == groups.len()) {
                for group in &groups {
                    assert!(
                        group
                            .iter()
                            .all(|&p| found.labels[p] == found.labels[group[0]])
                    );
                }
                assert_eq!(found.labels.iter().max(), Some(&(groups.len() - 1)));
            }
        }
    }

    #[test]
    fn too_few_points_form_no_clusters() {
        assert!(ward(&[], 6).is_empty());
        assert!(ward(&[vec![1.0], vec![2.0]], 6).is_empty());
        let same = vec![vec![1.0]; 5];
        assert!(
            ward(&same, 3)
                .iter()
                .all(|partition| partition.silhouette == 0.0)
        );
    }
}
