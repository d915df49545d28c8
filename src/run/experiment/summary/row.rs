//! Rows of the summary, in `summary.csv` and `luck.csv`.

use serde::Serialize;

use super::control_variate::WithoutLuck;
use crate::results::fields::quoted;
use crate::settings::Kind;
use crate::stats::Adjusted;

/// A row of the summary.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SummaryRow {
    /// Name of the bot or automa.
    pub bot: String,
    /// Seat, from 1; `None` for all seats together.
    pub seat: Option<usize>,
    /// Number of games, counted once for every seat of the bot.
    pub games: u64,
    /// Number of deal groups.
    pub blocks: u64,
    /// Mean score.
    pub score_mean: f64,
    /// Lower end of the interval of the mean score; `None` below two deal groups.
    pub score_low: Option<f64>,
    /// Upper end of the interval of the mean score.
    pub score_high: Option<f64>,
    /// Win rate, in 0..=1; a shared win counts as a fraction.
    pub win_rate: f64,
    /// Lower end of the interval of the win rate, at least 0; `None` below two deal groups, in a duel, and for
    /// all seats together if one bot plays every seat.
    pub win_low: Option<f64>,
    /// Upper end of the interval of the win rate, at most 1.
    pub win_high: Option<f64>,
    /// Win rate of equally strong players: 1 / seats, multiplied by the share of games with a winner.
    pub fair_share: f64,
    /// Standard deviation of single scores.
    pub score_sd: Option<f64>,
    /// Lead and win rate with the control variate, if luck was valued; only in `luck.csv`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<WithoutLuck>,
    /// Condition, from 1; `None` for all conditions together, and for kinds without conditions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<usize>,
    /// Rating on the Elo scale, if the conditions differ in their line-ups; only in rows for all conditions and
    /// seats together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// Lower end of the interval of the rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_low: Option<f64>,
    /// Upper end of the interval of the rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_high: Option<f64>,
    /// Note on the interpretation of the row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
}

/// Columns of `summary.csv`.
pub const SUMMARY_COLUMNS: &str = "bot,seat,games,blocks,score_mean,score_sd,score_low,score_high,\
                                   win_rate,win_low,win_high,fair_share";

/// Returns the text of `summary.csv`. The seat is empty for all seats together. Kinds with conditions have one
/// more column, empty for all conditions together. Ratings follow if the conditions differ in their line-ups. A
/// duel has a column for notes.
pub fn summary_csv(kind: Kind, rows: &[SummaryRow]) -> String {
    let cell = if kind.traits().has_cells { ",cell" } else { "" };
    let rating = if kind.traits().has_totals {
        ",rating,rating_low,rating_high"
    } else {
        ""
    };
    let note = if kind.traits().is_sequential {
        ",note"
    } else {
        ""
    };
    let mut text = format!("{SUMMARY_COLUMNS}{cell}{rating}{note}\n");
    let number = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
    for row in rows {
        let fields = [
            quoted(&row.bot),
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
        if kind.traits().has_cells {
            let cell = row.cell.map_or(String::new(), |cell| cell.to_string());
            text.push_str(&format!(",{cell}"));
        }
        if kind.traits().has_totals {
            for value in [row.rating, row.rating_low, row.rating_high] {
                text.push_str(&format!(",{}", number(value)));
            }
        }
        if kind.traits().is_sequential {
            text.push_str(&format!(",{}", row.note.unwrap_or_default()));
        }
        text.push('\n');
    }
    text
}

/// Columns of `luck.csv`.
const LUCK_ROWS: &str = "bot,seat,of,plain,plain_low,plain_high,value,low,high,weight,times";

/// Returns the text of `luck.csv`, with two lines for every row of the summary: one for the lead and one for
/// the win rate. Kinds with conditions have one more column, empty for all conditions together.
pub fn luck_csv(kind: Kind, rows: &[SummaryRow]) -> String {
    let cell = if kind.traits().has_cells { ",cell" } else { "" };
    let mut text = format!("{LUCK_ROWS}{cell}\n");
    for row in rows {
        let Some(luck) = row.luck else { continue };
        let bot = quoted(&row.bot);
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
            if kind.traits().has_cells {
                let cell = row.cell.map_or(String::new(), |cell| cell.to_string());
                text.push_str(&format!(",{cell}"));
            }
            text.push('\n');
        }
    }
    text
}
