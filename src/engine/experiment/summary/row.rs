//! A line of the summary, `summary.csv` and `luck.csv`.

use serde::Serialize;

use super::removed::WithoutLuck;
use crate::results::writer::push_field;
use crate::settings::Kind;
use crate::stats::Adjusted;

/// One line of the summary.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SummaryRow {
    /// Name of the bot or automa.
    pub bot: String,
    /// Seat from 1; `None` for all seats together.
    pub seat: Option<usize>,
    /// Games, counted once per seat that the bot held.
    pub games: u64,
    /// Blocks.
    pub blocks: u64,
    /// Mean score.
    pub score_mean: f64,
    /// Lower end of its interval; `None` below two blocks.
    pub score_low: Option<f64>,
    /// Upper end.
    pub score_high: Option<f64>,
    /// Share of games won, shared wins in parts.
    pub win_rate: f64,
    /// Lower end of its interval, not below 0; `None` below two blocks, in a duel, and for all seats
    /// together where one bot holds them all.
    pub win_low: Option<f64>,
    /// Upper end, not above 1.
    pub win_high: Option<f64>,
    /// Share that equal players would have: 1 / seats, of the games that somebody won.
    pub fair_share: f64,
    /// Standard deviation of single scores; in `summary.csv` only.
    #[serde(skip)]
    pub score_sd: Option<f64>,
    /// Lead and wins with the luck taken off, where that was valued; in `luck.csv`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<WithoutLuck>,
    /// Cell from 1; `None` for all cells together, and where there are no cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<usize>,
    /// Rating on the scale of Elo, where the cells differ in who plays; for all cells and seats
    /// together only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// Lower end of its interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_low: Option<f64>,
    /// Upper end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_high: Option<f64>,
    /// What a reader must know to read the line right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
}

/// Columns of `summary.csv`.
pub const SUMMARY_COLUMNS: &str = "bot,seat,games,blocks,score_mean,score_sd,score_low,score_high,\
                                   win_rate,win_low,win_high,fair_share";

/// The text of `summary.csv`; the seat is empty for all seats together. Kinds with cells have one
/// more column, empty for all cells together; where the cells differ in who plays, ratings follow; a duel
/// ends with a note.
pub fn summary_csv(kind: Kind, rows: &[SummaryRow]) -> String {
    let cell = if kind.has_cells() { ",cell" } else { "" };
    let rating = if kind.has_totals() {
        ",rating,rating_low,rating_high"
    } else {
        ""
    };
    let note = if kind.is_sequential() { ",note" } else { "" };
    let mut text = format!("{SUMMARY_COLUMNS}{cell}{rating}{note}\n");
    let number = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
    for row in rows {
        let mut bot = Vec::new();
        push_field(&mut bot, &row.bot);
        let fields = [
            String::from_utf8_lossy(&bot).into_owned(),
            row.seat.map_or(String::new(), |seat| seat.to_string()),
            row.games.to_string(),
            row.blocks.to_string(),
            number(Some(row.score_mean)),
            number(row.score_sd),
            number(row.score_low),
            number(row.score_high),
            number(Some(row.win_rate)),
            number(row.win_low),
            number(row.win_high),
            number(Some(row.fair_share)),
        ];
        text.push_str(&fields.join(","));
        if kind.has_cells() {
            let cell = row.cell.map_or(String::new(), |cell| cell.to_string());
            text.push_str(&format!(",{cell}"));
        }
        if kind.has_totals() {
            for value in [row.rating, row.rating_low, row.rating_high] {
                text.push_str(&format!(",{}", number(value)));
            }
        }
        if kind.is_sequential() {
            text.push_str(&format!(",{}", row.note.unwrap_or_default()));
        }
        text.push('\n');
    }
    text
}

/// Columns of `luck.csv`.
const LUCK_ROWS: &str = "bot,seat,of,plain,plain_low,plain_high,value,low,high,weight,times";

/// The text of `luck.csv`: a line for the lead and one for the share of wins of every line of the summary. Kinds with
/// cells have one more column, empty for all cells together.
pub fn luck_csv(kind: Kind, rows: &[SummaryRow]) -> String {
    let cell = if kind.has_cells() { ",cell" } else { "" };
    let mut text = format!("{LUCK_ROWS}{cell}\n");
    for row in rows {
        let Some(luck) = row.luck else { continue };
        let mut bot = Vec::new();
        push_field(&mut bot, &row.bot);
        let bot = String::from_utf8_lossy(&bot);
        let seat = row.seat.map_or(String::new(), |seat| seat.to_string());
        for (of, found) in luck.measures() {
            let times = found.times.map_or(String::new(), |times| times.to_string());
            let Adjusted {
                plain,
                plain_low,
                plain_high,
                value,
                low,
                high,
                weight,
                ..
            } = found;
            text.push_str(&format!(
                "{bot},{seat},{of},{plain},{plain_low},{plain_high},{value},{low},{high},{weight},{times}"
            ));
            if kind.has_cells() {
                let cell = row.cell.map_or(String::new(), |cell| cell.to_string());
                text.push_str(&format!(",{cell}"));
            }
            text.push('\n');
        }
    }
    text
}
