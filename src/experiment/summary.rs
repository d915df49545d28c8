//! Means and intervals, per bot and per bot and seat.
//!
//! The unit is the block: a block's value for a bot is its mean over the block's games and seats,
//! and intervals are Student-t intervals of these block means.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::bots::BotSpec;
use crate::experiment::RunError;
use crate::experiment::plan::{Plan, Seating};
use crate::game::Game;
use crate::stats::{Interval, Moments, mean_interval};

/// Confidence of all intervals.
pub const CONFIDENCE: f64 = 0.95;

/// Everyone who appears in the results: each bot once, then the automas.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrants {
    names: Vec<String>,
    of_place: Vec<usize>,
    of_seat: Vec<Option<usize>>,
}

impl Entrants {
    /// The entrants of a game with this line-up.
    pub fn new<G: Game>(game: &G, line_up: &[BotSpec]) -> Entrants {
        let mut names: Vec<String> = Vec::new();
        let mut enter = |name: &str| {
            names
                .iter()
                .position(|known| known == name)
                .unwrap_or_else(|| {
                    names.push(name.to_string());
                    names.len() - 1
                })
        };
        let of_place = line_up.iter().map(|bot| enter(&bot.name)).collect();
        let of_seat = (0..game.seats())
            .map(|seat| game.automa(seat).map(&mut enter))
            .collect();
        Entrants {
            names,
            of_place,
            of_seat,
        }
    }

    /// Index of the entrant in a seat.
    pub fn in_seat(&self, seating: &Seating, seat: usize) -> usize {
        match seating[seat] {
            Some(place) => self.of_place[place],
            None => self.of_seat[seat].unwrap_or(0),
        }
    }

    /// Name of an entrant.
    pub fn name(&self, entrant: usize) -> &str {
        &self.names[entrant]
    }

    /// What the statistics need to know of a plan with these entrants.
    pub fn roster(&self, plan: &Plan) -> Roster {
        Roster {
            seats: self.of_seat.len(),
            seatings: plan.block_size(),
            entrants: self.names.clone(),
        }
    }
}

/// Who plays in how many seats: all that the statistics need to know of a game. It is in the
/// manifest, so that results can be read without the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Roster {
    /// Seats, those of automas included.
    pub seats: usize,
    /// Seatings in which every deal is played.
    pub seatings: u64,
    /// Names as they stand in the results: each bot once, then the automas.
    pub entrants: Vec<String>,
}

/// What the statistics need of one seat of one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatResult {
    /// Who sat there.
    pub entrant: usize,
    /// Seat, from 0.
    pub seat: usize,
    /// Final score.
    pub score: i32,
    /// Share of the win.
    pub win: f64,
}

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
    /// Lower end of its interval, not below 0.
    pub win_low: Option<f64>,
    /// Upper end, not above 1.
    pub win_high: Option<f64>,
    /// Share that equal players would have: 1 / seats.
    pub fair_share: f64,
    /// Standard deviation of single scores; in `summary.csv` only.
    #[serde(skip)]
    pub score_sd: Option<f64>,
}

/// Bot by bot and seat by seat, fed block by block.
#[derive(Clone, Debug)]
pub struct Summary {
    roster: Roster,
    /// By entrant: all seats together, then each seat.
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    scores: Moments,
    block_scores: Moments,
    block_wins: Moments,
    /// Of the current block: games, points, wins.
    games: f64,
    points: f64,
    wins: f64,
}

impl Summary {
    /// An empty summary.
    pub fn new(roster: Roster) -> Summary {
        let cells = vec![Cell::default(); roster.entrants.len() * (roster.seats + 1)];
        Summary { roster, cells }
    }

    /// Takes the results of one block. The sums depend on the order of blocks in the last digits,
    /// so blocks are always given in order.
    pub fn add_block(&mut self, results: &[SeatResult]) {
        for result in results {
            let first = result.entrant * (self.roster.seats + 1);
            for index in [first, first + 1 + result.seat] {
                let cell = &mut self.cells[index];
                cell.scores.push(f64::from(result.score));
                cell.games += 1.0;
                cell.points += f64::from(result.score);
                cell.wins += result.win;
            }
        }
        for cell in self.cells.iter_mut().filter(|cell| cell.games > 0.0) {
            cell.block_scores.push(cell.points / cell.games);
            cell.block_wins.push(cell.wins / cell.games);
            (cell.games, cell.points, cell.wins) = (0.0, 0.0, 0.0);
        }
    }

    /// Takes all results of a `games.csv`, as it would have taken them from the games themselves.
    ///
    /// # Errors
    /// [`RunError`] if the file cannot be read or is no `games.csv` of this run.
    pub fn add_file(&mut self, path: &Path) -> Result<(), RunError> {
        let damaged = |problem: String| RunError::Damaged {
            path: path.to_path_buf(),
            problem,
        };
        let mut reader =
            csv::Reader::from_path(path).map_err(|error| damaged(error.to_string()))?;
        let mut record = csv::StringRecord::new();
        let mut block = (0, Vec::new());
        while reader
            .read_record(&mut record)
            .map_err(|error| damaged(error.to_string()))?
        {
            let (game_id, result) = self.read_row(&record).ok_or_else(|| {
                let line = record.position().map_or(0, csv::Position::line);
                damaged(format!("line {line} is no row of this run"))
            })?;
            let number = game_id.saturating_sub(1) / self.roster.seatings.max(1);
            if number != block.0 {
                self.add_block(&block.1);
                block.0 = number;
                block.1.clear();
            }
            block.1.push(result);
        }
        self.add_block(&block.1);
        Ok(())
    }

    /// Reads the columns of [`crate::experiment::rows::GAME_COLUMNS`] that the statistics need.
    fn read_row(&self, record: &csv::StringRecord) -> Option<(u64, SeatResult)> {
        let seat: usize = record.get(4)?.parse().ok()?;
        let entrant = self
            .roster
            .entrants
            .iter()
            .position(|name| Some(name.as_str()) == record.get(5))?;
        let result = SeatResult {
            entrant,
            seat: seat
                .checked_sub(1)
                .filter(|&seat| seat < self.roster.seats)?,
            score: record.get(6)?.parse().ok()?,
            win: record.get(8)?.parse().ok()?,
        };
        Some((record.get(0)?.parse().ok()?, result))
    }

    /// The lines: per bot over all seats, each followed by its seats.
    pub fn rows(&self) -> Vec<SummaryRow> {
        let width = self.roster.seats + 1;
        self.cells
            .iter()
            .enumerate()
            .filter_map(|(index, cell)| {
                let score = mean_interval(&cell.block_scores, CONFIDENCE);
                let win = mean_interval(&cell.block_wins, CONFIDENCE)
                    .map(|interval| interval.clipped(0.0, 1.0));
                Some(SummaryRow {
                    bot: self.roster.entrants[index / width].clone(),
                    seat: (index % width > 0).then_some(index % width),
                    games: cell.scores.count(),
                    blocks: cell.block_scores.count(),
                    score_mean: cell.block_scores.mean()?,
                    score_low: score.map(|interval: Interval| interval.low),
                    score_high: score.map(|interval| interval.high),
                    win_rate: cell.block_wins.mean()?,
                    win_low: win.map(|interval| interval.low),
                    win_high: win.map(|interval| interval.high),
                    fair_share: 1.0 / self.roster.seats as f64,
                    score_sd: cell.scores.standard_deviation(),
                })
            })
            .collect()
    }
}

/// Columns of `summary.csv`.
pub const SUMMARY_COLUMNS: &str = "bot,seat,games,blocks,score_mean,score_sd,score_low,score_high,\
                                   win_rate,win_low,win_high,fair_share";

/// The text of `summary.csv`; the seat is empty for all seats together.
pub fn summary_csv(rows: &[SummaryRow]) -> String {
    let mut text = format!("{SUMMARY_COLUMNS}\n");
    let number = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
    for row in rows {
        let mut bot = Vec::new();
        crate::experiment::rows::push_field(&mut bot, &row.bot);
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
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::toy::Toy;

    fn result(entrant: usize, seat: usize, score: i32, win: f64) -> SeatResult {
        SeatResult {
            entrant,
            seat,
            score,
            win,
        }
    }

    #[test]
    fn a_block_counts_as_one_number() {
        let toy = Toy::new(2);
        let mut greedy = BotSpec::random();
        greedy.name = "greedy".to_string();
        let entrants = Entrants::new(&toy, &[BotSpec::random(), greedy]);
        let plan = Plan::new(&toy, 1, 6);
        let mut summary = Summary::new(entrants.roster(&plan));
        for (ours, theirs) in [(10, 20), (14, 20), (12, 8)] {
            let win = f64::from(ours > theirs);
            summary.add_block(&[
                result(0, 0, ours, win),
                result(1, 1, theirs, 1.0 - win),
                result(1, 0, theirs, 1.0 - win),
                result(0, 1, ours, win),
            ]);
        }
        let rows = summary.rows();
        assert_eq!(rows.len(), 6);
        let all = &rows[0];
        assert_eq!((all.bot.as_str(), all.seat), ("random", None));
        assert_eq!((all.games, all.blocks, all.score_mean), (6, 3, 12.0));
        // Block means 10, 14, 12: standard error 2/√3, t = 4.3027.
        assert!((all.score_high.unwrap() - 16.968).abs() < 1e-3);
        assert_eq!(all.win_low, Some(0.0));
        assert_eq!((rows[1].seat, rows[1].games), (Some(1), 3));
    }

    #[test]
    fn one_block_has_no_interval() {
        let toy = Toy::new(2);
        let line_up = [BotSpec::random(), BotSpec::random()];
        let plan = Plan::new(&toy, 1, 2);
        let mut summary = Summary::new(Entrants::new(&toy, &line_up).roster(&plan));
        summary.add_block(&[result(0, 0, 5, 0.5), result(0, 1, 5, 0.5)]);
        let rows = summary.rows();
        assert_eq!((rows[0].games, rows[0].score_low), (2, None));
        assert!(summary_csv(&rows).contains("random,,2,1,5,0,,,0.5,,,0.5\n"));
    }
}
