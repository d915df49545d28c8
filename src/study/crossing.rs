//! Location at which a curve crosses a level, within the measured range.
//!
//! The only assumption is that the curve is nondecreasing: the values are replaced by the closest nondecreasing ones
//! (isotonic regression: Barlow et al., *Statistical inference under order restrictions*, 1972), and the crossing
//! lies on the line between two neighbouring locations. The result therefore does not depend on the positions of
//! distant locations. Nothing is assumed outside the measured range; an interval that extends beyond it has an open
//! distant locations. The method makes no assumptions outside the measured range; an interval that extends beyond it
//! has an open end.

use statrs::distribution::{ContinuousCDF, Normal};

use portolan_core::random::{Rng, below};
use portolan_stats::bootstrap::resample;
use portolan_stats::interval::{CONFIDENCE, t_quantile};
use portolan_stats::trend::{Meeting, meeting};
use portolan_stats::words::fixed;
use portolan_stats::{Batches, percentile_interval};

/// Number of resamples for an interval.
const RESAMPLES: usize = 1000;

/// Minimum number of batches of blocks for a result.
const FEWEST_BATCHES: usize = 10;

/// A range of locations within the tested range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Lower end; `None` if it lies below the smallest tested location.
    pub low: Option<f64>,
    /// Upper end; `None` if it lies above the largest tested location.
    pub high: Option<f64>,
}

impl Range {
    /// Returns true if a location lies inside the range.
    pub fn holds(&self, place: f64) -> bool {
        self.low.is_none_or(|low| low <= place) && self.high.is_none_or(|high| place <= high)
    }

    /// Formats the range: `8.2–11.5`, or `below 9 to 11.5` and `8.2 to above 12` if locations from 9 to 12 were
    /// tested.
    pub fn words(&self, tried: [f64; 2], decimals: usize) -> String {
        let low = self.low.map(|low| fixed(low, decimals));
        let high = self.high.map(|high| fixed(high, decimals));
        if let (Some(low), Some(high)) = (&low, &high)
            && !low.starts_with('−')
        {
            return format!("{low}–{high}");
        }
        format!(
            "{} to {}",
            low.unwrap_or_else(|| format!("below {}", tried[0])),
            high.unwrap_or_else(|| format!("above {}", tried[1]))
        )
    }
}

/// Location at which a curve crosses a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crossing {
    /// The location with its 95 % interval.
    At(f64, Range),
    /// A 95 % interval with an open end; the best estimate also lies outside the tested range.
    Open(Range),
    /// Above the largest tested location.
    Above,
    /// Below the smallest tested location.
    Below,
    /// Not determined by the data.
    Unclear,
}

impl Crossing {
    /// Returns the interval, if it is known.
    pub fn range(&self) -> Option<Range> {
        match self {
            Crossing::At(_, range) | Crossing::Open(range) => Some(*range),
            _ => None,
        }
    }

    /// Returns two flags: the crossing may lie below the smallest tested location, and above the largest. A true
    /// value means that more locations should be tested.
    pub fn goes_on(&self) -> [bool; 2] {
        match self {
            Crossing::At(_, range) | Crossing::Open(range) => {
                [range.low.is_none(), range.high.is_none()]
            }
            Crossing::Above => [false, true],
            Crossing::Below => [true, false],
            Crossing::Unclear => [true, true],
        }
    }
}

/// Measurements of a curve: locations in increasing order, and sums over batches of blocks from which `curve`
/// computes the distance of the curve above the level at each location. `ends` states for the first and the last
/// location whether the curve is significantly below the level (−1), significantly above it (1), or neither (0).
pub struct Measured<'a, Curve> {
    pub places: &'a [f64],
    /// Sums over batches of blocks.
    pub batches: &'a Batches,
    /// Function that computes the curve from the sums; returns `None` if it is undefined.
    pub curve: Curve,
    /// Significance at both ends.
    pub ends: [i8; 2],
}

impl<Curve: Fn(&[f64]) -> Option<Vec<f64>>> Measured<'_, Curve> {
    /// Returns the location at which the curve crosses the level. A number is returned only if the curve is
    /// significantly on the expected side of the level at one end at least, so that a crossing exists; *above* and
    /// *below* are returned only if the curve is significant at the end in question.
    ///
    /// The interval consists of percentiles of resampled blocks, widened for a small number of blocks by Student's
    /// quantile and by √(n/(n − 1)) (Hesterberg, *What teachers should know about the bootstrap*, 2015).
    pub fn crossing(&self, rng: &mut Rng) -> Crossing {
        let [first, last] = self.ends;
        let Some(found) = self.meeting(&self.batches.total()) else {
            return Crossing::Unclear;
        };
        match found {
            Meeting::Behind if last < 0 => return Crossing::Above,
            Meeting::Before if first > 0 => return Crossing::Below,
            _ if first >= 0 && last <= 0 => return Crossing::Unclear,
            _ => {}
        }
        match (found, self.range(rng)) {
            (_, None) => Crossing::Unclear,
            (Meeting::At(place), Some(range)) => Crossing::At(place, range),
            (Meeting::Before | Meeting::Behind, Some(range)) => Crossing::Open(range),
        }
    }

    fn meeting(&self, sums: &[f64]) -> Option<Meeting> {
        Some(meeting(self.places, &(self.curve)(sums)?, 0.0))
    }

    fn range(&self, rng: &mut Rng) -> Option<Range> {
        let (&first, &last) = (self.places.first()?, self.places.last()?);
        let count = self.batches.len();
        if count < FEWEST_BATCHES {
            return None;
        }
        // All locations outside the tested range are represented by one location below and one above.
        let drawn = resample(
            count,
            RESAMPLES,
            |bound| below(rng, bound),
            |counts| {
                Some(match self.meeting(&self.batches.weighted(counts))? {
                    Meeting::Before => first - 1.0,
                    Meeting::At(place) => place,
                    Meeting::Behind => last + 1.0,
                })
            },
        );
        let count = count as f64;
        let reach = t_quantile(count - 1.0, CONFIDENCE) * (count / (count - 1.0)).sqrt();
        let confidence = 1.0 - 2.0 * Normal::standard().sf(reach);
        let interval = percentile_interval(&drawn, confidence)?;
        // If almost all resamples cross outside the tested range, but the curve is not significant at that end, the
        // other end provides the only bound.
        let [at_first, at_last] = self.ends;
        let low = match interval.low > last {
            true => (at_first < 0).then_some(first),
            false => Some(interval.low).filter(|&low| low >= first),
        };
        let high = match interval.high < first {
            true => (at_last > 0).then_some(last),
            false => Some(interval.high).filter(|&high| high <= last),
        };
        Some(Range { low, high })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_core::random::design_stream;

    /// Returns the crossing for locations 0, 10 and 20, whose values occur in every block, alternately slightly
    /// higher and lower.
    fn found(values: [f64; 3], ends: [i8; 2]) -> Crossing {
        let mut batches = Batches::default();
        for block in 0..40 {
            let luck = if block % 2 == 0 { 0.02 } else { -0.02 };
            let sums: Vec<f64> = values
                .iter()
                .map(|value| value + luck)
                .chain([1.0])
                .collect();
            batches.push(&sums.into_iter().enumerate().collect::<Vec<_>>());
        }
        let measured = Measured {
            places: &[0.0, 10.0, 20.0],
            batches: &batches,
            curve: |sums: &[f64]| {
                let (&blocks, sums) = sums.split_last()?;
                Some(sums.iter().map(|sum| sum / blocks).collect::<Vec<f64>>())
            },
            ends,
        };
        measured.crossing(&mut design_stream(1))
    }

    /// The first location determines *below*, and the last determines *above*; if neither is significant, the result
    /// is unclear.
    #[test]
    fn crossing_beyond_an_end_requires_significance_at_that_end() {
        assert_eq!(found([-0.3, -0.2, -0.1], [-1, -1]), Crossing::Above);
        assert_eq!(found([0.1, 0.2, 0.3], [1, 1]), Crossing::Below);
        for level in [-0.001, 0.001] {
            assert_eq!(found([level; 3], [0, 0]), Crossing::Unclear);
        }
        // Below the level at 0 and undetermined at 20: the crossing is close to 20 or above it.
        let Crossing::Open(range) = found([-0.3, -0.2, -0.001], [-1, 0]) else {
            panic!();
        };
        assert!(range.low.is_some_and(|low| low > 19.0) && range.high.is_none());
        let Crossing::Open(range) = found([0.001, 0.2, 0.3], [0, 1]) else {
            panic!();
        };
        assert!(range.high.is_some_and(|high| high < 1.0) && range.low.is_none());
    }

    /// All resamples cross above the last location, where the curve is not significant; it is significant only at
    /// the first.
    #[test]
    fn resamples_beyond_an_end_do_not_make_it_significant() {
        let beyond = found([-0.5, -0.4, -0.3], [-1, 0]);
        let range = |low, high| Crossing::Open(Range { low, high });
        assert_eq!(beyond, range(Some(0.0), None));
        assert_eq!(found([0.3, 0.4, 0.5], [0, 1]), range(None, Some(20.0)));
    }

    #[test]
    fn interval_beyond_the_locations_has_an_open_end() {
        let Crossing::At(place, range) = found([-0.3, -0.2, 0.001], [-1, 0]) else {
            panic!();
        };
        assert!((19.0..20.0).contains(&place) && range.holds(20.0) && range.holds(90.0));
        assert_eq!(range.high, None);
        assert_eq!(&range.words([0.0, 20.0], 1)[4..], " to above 20");
        let Crossing::At(_, inside) = found([-0.1, 0.0, 0.1], [-1, 1]) else {
            panic!();
        };
        assert!(inside.low.is_some() && inside.high.is_some() && !inside.holds(20.0));
        assert_eq!(
            Range {
                low: None,
                high: Some(2.5)
            }
            .words([1.0, 3.0], 1),
            "below 1 to 2.5"
        );
    }

    /// Nine batches are too few for an interval.
    #[test]
    fn crossing_is_unclear_for_few_deal_groups() {
        let of = |count: usize| {
            let mut batches = Batches::default();
            (0..count).for_each(|block| batches.push(&[(0, -1.0), (1, 1.0 + block as f64)]));
            let measured = Measured {
                places: &[0.0, 1.0],
                batches: &batches,
                curve: |sums: &[f64]| Some(sums.to_vec()),
                ends: [-1, 1],
            };
            measured.crossing(&mut design_stream(1))
        };
        assert_eq!(of(9), Crossing::Unclear);
        assert!(matches!(of(10), Crossing::At(..)));
    }
}
