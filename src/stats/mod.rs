//! Statistics: plain functions on numbers. This room imports none of the others.
//!
//! ```
//! use portolan_stats::mean_interval;
//!
//! let leads = [3.0, 5.0, 4.0, 8.0].into_iter().collect();
//! let interval = mean_interval(&leads, 0.95).unwrap();
//! assert!(interval.low > 0.0 && interval.high < 10.0);
//! ```
//!
//! | file | what it answers |
//! | --- | --- |
//! | [`estimate`], [`words`] | a number, how sure it is and its unit; numbers as people read them |
//! | [`moments`] | mean and spread of numbers as they come in |
//! | [`interval`] | how sure a mean or a proportion is |
//! | [`share`] | how sure a share of games is, near 0 and 1 too |
//! | [`performance`] | wins, scores and leads of a bot or a seat, block by block |
//! | [`bootstrap`] | how sure any statistic of blocks is |
//! | [`batch`] | sums of blocks for it, in bounded memory |
//! | [`controlled`] | a mean made more exact by a quantity whose expectation is zero |
//! | [`paired`] | A against B on the same deals |
//! | [`sprt`] | stop when the answer is known |
//! | [`sequence`] | a mean that may be looked at while its numbers come in |
//! | `constrained` | the likeliest distribution with a mean so far from a baseline, for it |
//! | [`plackett_luce`] | ratings of bots from games of any size |
//! | [`resampled`] | how sure these are |
//! | [`elo`] | what a share of wins between two is in Elo |
//! | [`weng_lin`] | a rating while games come in |
//! | [`standing`] | lead and margin: how far a seat is ahead |
//! | [`rasch`] | bots and difficulty levels on one scale |
//! | [`regression`] | how an outcome depends on several quantities at once |
//! | [`clustered`] | the same by least squares, with errors for observations that come in blocks |
//! | [`robust`] | the middle and the line that a few outliers do not move |
//! | [`shrinkage`] | how much many estimates of a kind differ in truth, and their order |
//! | [`repetition`] | whether a finding holds when it is looked for again |
//! | [`fairness`] | which of two settings treats seats more alike |
//! | [`power`] | how many blocks an answer takes |
//! | [`matrix`] | the inverse that fits need |
//! | [`trend`] | does it rise from level to level |
//! | [`multiplicity`] | many questions asked of one run |
//! | [`clustering`] | which groups points form, and how distinct they are |
//! | [`layout`] | who sits where in a block |
//! | [`variance`] | how much is deal, seat, bot and rest; what pairing is worth |

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
pub mod weng_lin;
pub mod words;

pub use agreement::agreement;
pub use batch::Batches;
pub use bootstrap::{bca_interval, percentile_interval};
pub use controlled::{Adjusted, Controlled, ControlledShares};
pub use estimate::{Estimate, Unit};
pub use interval::{
    Interval, clopper_pearson_interval, difference_interval, mean_interval, mean_test, t_interval,
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
pub use share::{Shares, share_difference_interval};
pub use sprt::{Sprt, SprtBounds, Verdict};
pub use standing::{lead, margin};
pub use trend::{PageTest, Trend, cochran_armitage, isotonic, jonckheere_terpstra, page};
pub use variance::{CrossedBlocks, Pairing, VarianceSource, VarianceSplit};
pub use weng_lin::LiveRatings;
