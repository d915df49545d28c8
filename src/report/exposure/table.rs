//! Machine-readable table of exposure effects: `report.csv`.

use serde::Serialize;

use super::Study;
use crate::error::ReportError;
use portolan_core::item::Selection;

#[derive(Serialize)]
struct Line<'found> {
    bot: &'found str,
    kind: &'found str,
    item: &'found str,
    met: &'found str,
    by: Selection,
    all_seats: u64,
    seats: u64,
    times: u64,
    round: Option<f64>,
    turn: Option<f64>,
    taken: u64,
    blocks: u64,
    points: Option<f64>,
    points_low: Option<f64>,
    points_high: Option<f64>,
    q: Option<f64>,
    win: Option<f64>,
    win_low: Option<f64>,
    win_high: Option<f64>,
    name: &'found str,
}

impl Study<'_> {
    /// Formats the table with one row for every bot, item and type of exposure.
    pub(super) fn table(&self) -> Result<String, ReportError> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for bot in self.found {
            for exposed in &bot.exposed {
                let kind = &self.kinds[exposed.kind];
                let exposure = &kind.exposures[exposed.exposure];
                for item in &exposed.items {
                    let (points, win) = (item.points_estimate(), item.wins_estimate());
                    let line = Line {
                        bot: &bot.bot,
                        kind: &kind.name,
                        item: &item.item,
                        met: &exposure.event,
                        by: exposure.by,
                        all_seats: bot.seats,
                        seats: item.met,
                        times: item.times,
                        round: item.round.mean(),
                        turn: item.turn.mean(),
                        taken: item.taken,
                        blocks: item.points.moments.count(),
                        points: points.map(|points| points.value),
                        points_low: points.and_then(|points| points.low),
                        points_high: points.and_then(|points| points.high),
                        q: Some(item.q).filter(|q| q.is_finite()),
                        win: win.map(|win| win.value),
                        win_low: win.and_then(|win| win.low),
                        win_high: win.and_then(|win| win.high),
                        name: self.names.name(&item.item),
                    };
                    writer.serialize(line).map_err(ReportError::table)?;
                }
            }
        }
        let bytes = writer
            .into_inner()
            .map_err(|error| ReportError::table(error.into_error()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
