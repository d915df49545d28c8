//! Report on wins, for a single line-up or for several combined.

use super::error::ReportError;
use super::highlights::highlights;
use super::study::Findings;
use super::{evidence, findings};
use portolan_study::source::Source;
use portolan_study::tally::Tally;

/// Computes the findings on wins.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let tally = Tally::read(source)?;
    Ok(Findings {
        extent: tally.extent(),
        question: findings::question(&tally, &source.manifest),
        answer: findings::answer(&tally),
        sure: findings::sure(&tally),
        more: (findings::ahead_of_next(&tally).into_iter())
            .chain(highlights(&tally))
            .collect(),
        sections: evidence::sections(&tally),
        warnings: findings::line_up_warnings(&tally, &source.manifest),
        ..Findings::default()
    })
}
