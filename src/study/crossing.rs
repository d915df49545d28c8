//! Where a curve crosses a level, as far as the places tell at which it was measured.
//!
//! The curve does not fall from place to place, and that is all that is taken for granted: the values are
//! replaced by the nearest ones that do not fall (isotonic regression: Barlow et al., *Statistical inference
//! under order restrictions*, 1972), and the crossing is on the straight piece between two neighbours. So it
//! does not depend on how far other places are away. What lies beyond the places is not known, and an
//! interval that reaches there has an open end.

use statrs::distribution::{ContinuousCDF, Normal};

use portolan_core::random::{Rng, below};
use portolan_stats::bootstrap::resample;
use portolan_stats::interval::{CONFIDENCE, t_quantile};
use portolan_stats::trend::{Meeting, meeting};
use portolan_stats::words::fixed;
use portolan_stats::{Batches, percentile_interval};

/// Resamples behind an interval.
const RESAMPLES: usize = 1000;

/// Below so many batches of blocks no crossing is named.
const FEWEST_BATCHES: usize = 10;

/// From where to where, as far as places were tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The lower end; none if it lies below the smallest place tried.
    pub low: Option<f64>,
    /// The upper end; none if it lies above the largest place tried.
    pub high: Option<f64>,
}

impl Range {
    /// Whether a place lies inside.
    pub fn holds(&self, place: f64) -> bool {
        self.low.is_none_or(|low| low <= place) && self.high.is_none_or(|high| place <= high)
    }

    /// The same, so much further up.
    #[must_use]
    pub fn shifted(self, by: f64) -> Range {
        Range {
            low: self.low.map(|low| low + by),
            high: self.high.map(|high| high + by),
        }
    }

    /// `8.2 to 11.5`, or `below 9 to 11.5` and `8.2 to above 12` of places tried from 9 to 12.
    pub fn words(&self, tried: [f64; 2], decimals: usize) -> String {
        let low = self.low.map(|low| fixed(low, decimals));
        let high = self.high.map(|high| fixed(high, decimals));
        format!(
            "{} to {}",
            low.unwrap_or_else(|| format!("below {}", tried[0])),
            high.unwrap_or_else(|| format!("above {}", tried[1]))
        )
    }
}

/// Where a curve crosses a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crossing {
    /// Here, with the 95 % interval.
    At(f64, Range),
    /// In this 95 % interval, which has an open end, and the best guess lies beyond what was tried, too.
    Open(Range),
    /// Above the largest place tried.
    Above,
    /// Below the smallest place tried.
    Below,
    /// Not known.
    Unclear,
}

impl Crossing {
    /// The number, if there is one.
    pub fn value(&self) -> Option<f64> {
        match self {
            Crossing::At(value, _) => Some(*value),
            _ => None,
        }
    }

    /// The interval, if there is one.
    pub fn range(&self) -> Option<Range> {
        match self {
            Crossing::At(_, range) | Crossing::Open(range) => Some(*range),
            _ => None,
        }
    }

    /// Whether it may lie below the smallest place tried, and above the largest: there is more to be tried.
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

/// What was measured: places in rising order, and sums over batches of blocks from which `curve` computes how
/// far the curve is above the level at each place. `ends` say of the first and of the last place
/// whether the curve is told there to be below the level (−1), above it (1), or neither (0).
pub struct Measured<'a, Curve> {
    /// The places.
    pub places: &'a [f64],
    /// The sums.
    pub batches: &'a Batches,
    /// What they say at each place; `None` if they say nothing.
    pub curve: Curve,
    /// What is told at the ends.
    pub ends: [i8; 2],
}

impl<Curve: Fn(&[f64]) -> Option<Vec<f64>>> Measured<'_, Curve> {
    /// Where the curve crosses the level. A number is given only if the curve is told at one end at least
    /// to lie on that side of the level from which it comes, or to which it goes, so that there is
    /// something that crosses; *above* and *below* only if that is told at the end in question.
    ///
    /// The interval has the percentiles of resampled blocks, widened for few of them by Student's quantile and by
    /// √(n/(n − 1)) (Hesterberg, *What teachers should know about the bootstrap*, 2015).
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
        // Beyond the places there is only one place, whichever it is, below and above.
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
        // Where hardly any resample crosses among the places, and yet the end beyond which they do is not told, what
        // the other end tells is all that is known.
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

    /// Of places 0, 10 and 20, at which these values come up in every block, a little higher and lower by turns.
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

    /// The first place decides what is below, the last what is above, and where neither is told nothing is.
    #[test]
    fn beyond_the_ends_is_named_where_it_is_told() {
        assert_eq!(found([-0.3, -0.2, -0.1], [-1, -1]), Crossing::Above);
        assert_eq!(found([0.1, 0.2, 0.3], [1, 1]), Crossing::Below);
        for level in [-0.001, 0.001] {
            assert_eq!(found([level; 3], [0, 0]), Crossing::Unclear);
        }
        // Below at the first place, and at the last not told: at 20 or above.
        let Crossing::Open(range) = found([-0.3, -0.2, -0.001], [-1, 0]) else {
            panic!();
        };
        assert!(range.low.is_some_and(|low| low > 19.0) && range.high.is_none());
        let Crossing::Open(range) = found([0.001, 0.2, 0.3], [0, 1]) else {
            panic!();
        };
        assert!(range.high.is_some_and(|high| high < 1.0) && range.low.is_none());
    }

    /// All resamples cross beyond the last place, and that is not told there: it is told at the first alone.
    #[test]
    fn resamples_beyond_an_end_are_no_test_of_it() {
        let beyond = found([-0.5, -0.4, -0.3], [-1, 0]);
        let range = |low, high| Crossing::Open(Range { low, high });
        assert_eq!(beyond, range(Some(0.0), None));
        assert_eq!(found([0.3, 0.4, 0.5], [0, 1]), range(None, Some(20.0)));
    }

    #[test]
    fn an_interval_beyond_the_places_has_an_open_end() {
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

    /// Nine batches say too little of chance.
    #[test]
    fn few_blocks_name_nothing() {
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
