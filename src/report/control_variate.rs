//! Section on means and differences with a control variate for luck, for runs that recorded it.

use super::error::ReportError;
use super::page::{Line, Section, Table};
use super::words::fixed;
use portolan_stats::interval::Interval;
use portolan_stats::{Adjusted, Estimate, Unit};
use portolan_study::control_variate::{ControlledEstimate, read};
use portolan_study::source::Source;

/// Builds the section. Returns `None` if the run did not record luck, or if there are too few deal groups.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn section(source: &Source) -> Result<Option<Section>, ReportError> {
    let found = read(source)?;
    if found.is_empty() {
        return Ok(None);
    }
    let mut section = Section::new(
        "luck-subtracted",
        "Control variate for luck",
        "A network estimates the value of every random event for each seat. The expected value of this luck is zero, \
         so subtracting it does not bias a mean but narrows its interval. `Times` is the factor by which the number of \
         games would have to grow for an equally narrow interval without the control variate; below 1, the control \
         variate does not help.",
    );
    let names = &source.manifest.experiment.cells;
    let cell = |cell: usize| match names.get(cell) {
        Some(cell) => cell.name.clone(),
        None => "all games".to_string(),
    };
    let (means, differences): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|found| found.beside.is_none());
    section.tables.push(table(
        "Means.",
        &["bot or seat", "condition"],
        &means,
        [Unit::PointsDifference, Unit::Share],
        |found| vec![found.who.name(), cell(found.cell)],
    ));
    if !differences.is_empty() {
        section.tables.push(table(
            "Differences between conditions, deal by deal. The intervals are not corrected for multiple comparisons.",
            &["bot or seat", "condition", "reference"],
            &differences,
            [Unit::PointsDifference, Unit::ShareDifference],
            |found| {
                let beside = found.beside.map_or(String::new(), &cell);
                vec![found.who.name(), cell(found.cell), beside]
            },
        ));
    }
    Ok(Some(section))
}

fn table(
    about: &str,
    labels: &[&str],
    found: &[ControlledEstimate],
    [of_lead, of_win]: [Unit; 2],
    name: impl Fn(&ControlledEstimate) -> Vec<String>,
) -> Table {
    let columns = [
        labels,
        &["lead, luck subtracted", "95 % interval", "times"],
        &["wins, luck subtracted", "95 % interval", "times"],
    ]
    .concat();
    let alignment = format!("{}rrrrrr", "l".repeat(labels.len()));
    let mut table = Table::new(&alignment, &columns);
    table.about = about.to_string();
    for one in found {
        let line = with_adjusted(Line::of(name(one)), one.found.lead, of_lead);
        table.push(with_adjusted(line, one.found.win, of_win));
    }
    table
}

/// Appends the adjusted mean, its interval and the variance reduction to a table row.
fn with_adjusted(line: Line, found: Option<Adjusted>, unit: Unit) -> Line {
    let estimate = found.map(|found| {
        let interval = Interval {
            low: found.low,
            high: found.high,
        };
        Estimate::new(found.value, Some(interval), unit)
    });
    let times = found.and_then(|found| found.times);
    line.estimate(estimate, 1)
        .cell(times.map_or("–".to_string(), |times| fixed(times, 2)))
}
