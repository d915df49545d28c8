//! Statistics: plain functions on numbers, independent of the other crates.
//!
//! A *block* is one deal played in every seating. Blocks are independent of each other; games of a
//! block are not.
//!
//! ```
//! use portolan_stats::mean_interval;
//!
//! let leads = [3.0, 5.0, 4.0, 8.0].into_iter().collect();
//! let interval = mean_interval(&leads, 0.95).unwrap();
//! assert!(interval.low > 0.0 && interval.high < 10.0);
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | [`estimate`], [`words`] | a number with its interval and unit; number formatting |
//! | [`moments`] | running mean and variance |
//! | [`interval`] | intervals of means and proportions |
//! | [`share`] | interval of a share of games, also near 0 and 1 |
//! | [`performance`] | wins, scores and leads of a bot or a seat, block by block |
//! | [`bootstrap`] | intervals of any statistic by resampling blocks |
//! | [`batch`] | sums of blocks for the bootstrap, in bounded memory |
//! | [`controlled`] | control variates |
//! | [`mod@agreement`] | test of agreement between measurements |
//! | [`paired`] | A against B on the same deals |
//! | [`sprt`] | sequential test that stops at a decision |
//! | [`sequence`] | confidence sequence: intervals that are valid at every look |
//! | `constrained` | constrained maximum likelihood for `sprt` |
//! | [`plackett_luce`] | ratings of bots from games with any number of players |
//! | [`resampled`] | intervals of ratings |
//! | [`elo`] | share of wins as a difference in Elo |
//! | [`standing`] | lead and margin of a seat |
//! | [`rasch`] | bots and difficulty levels on one scale |
//! | [`regression`] | linear and logistic regression |
//! | [`clustered`] | least squares with cluster-robust errors |
//! | [`robust`] | median and Theil–Sen line, which resist outliers |
//! | [`shrinkage`] | shrinkage of many estimates, and their ranking |
//! | [`repetition`] | test of a finding by repetition |
//! | [`fairness`] | comparison of the seat fairness of two settings |
//! | [`power`] | number of blocks needed for a given effect |
//! | [`matrix`] | matrix inversion |
//! | [`trend`] | tests for a trend over ordered levels |
//! | [`multiplicity`] | corrections for multiple comparisons |
//! | [`clustering`] | hierarchical clustering and silhouettes |
//! | [`layout`] | seating of the bots in a block |
//! | [`variance`] | variance components of deal, seat and bot; gain from pairing |
#![warn(missing_docs)]

pub mod agreement;
pub mod batch;
pub mod bootstrap;
pub mod clustered;
pub mod clustering;
mod constrained;
pub mod controlled;
pub mod elo;
pub mod estimate;
pub mod fairness;
pub mod interval;
pub mod layout;
pub mod matrix;
pub mod moments;
pub mod multiplicity;
pub mod paired;
pub mod performance;
pub mod plackett_luce;
pub mod power;
pub mod rasch;
pub mod regression;
pub mod repetition;
pub mod resampled;
pub mod robust;
pub mod sequence;
pub mod share;
pub mod shrinkage;
pub mod sprt;
pub mod standing;
pub mod trend;
pub mod variance;
pub mod words;

pub use agreement::agreement;
pub use batch::Batches;
pub use bootstrap::{bca_interval, percentile_interval};
pub use controlled::{Adjusted, Controlled, ControlledShares};
pub use estimate::{Estimate, Unit};
pub use interval::{
    Interval, clopper_pearson_interval, inverted_test, mean_interval, mean_test, t_interval,
    t_test, wilson_interval,
};
pub use layout::Layout;
pub use moments::{CoMoments, Moments};
pub use multiplicity::{benjamini_hochberg, benjamini_yekutieli, holm, weighted_holm};
pub use paired::{Differences, Paired};
pub use performance::{BlockMeans, BlockSums, Performance, SeatOutcome};
pub use plackett_luce::{PlackettLuce, Rating};
pub use rasch::{Encounter, Place, Rasch};
pub use resampled::Resampled;
pub use sequence::{Sequence, Shown};
pub use share::Shares;
pub use sprt::{Sprt, SprtBounds, Verdict};
pub use standing::{lead, margin};
pub use trend::{PageTest, Trend, cochran_armitage, isotonic, jonckheere_terpstra, page};
pub use variance::{CrossedBlocks, Pairing, VarianceSource, VarianceSplit};
