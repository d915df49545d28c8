//! Means and intervals, per bot and per bot and seat.
//!
//! The unit is the block: a block's value for a bot is its mean over the block's games and seats.
//! Intervals of scores are Student's t of these block means, those of shares of wins [`Shares`]'s.

use serde::Serialize;

use crate::experiment::duel::{BIASED, Duel};
use crate::experiment::ratings::Ratings;
use crate::results::error::RunError;
use crate::results::manifest::TestRecord;
use crate::results::reader::Reader;
use crate::results::record::{Record, nobody_won};
use crate::results::writer::push_field;
use crate::settings::roster::{Roster, place_of};
use crate::settings::{DuelBounds, Kind};
use crate::stats::interval::CONFIDENCE;
use crate::stats::{Moments, Shares, mean_interval};

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

/// Bot by bot and seat by seat, for every cell and, where that makes sense, for all together; fed
/// step by step.
#[derive(Clone, Debug)]
pub struct Summary {
    kind: Kind,
    cells: Vec<Standings>,
    totals: Option<Totals>,
    duel: Option<Duel>,
    capped: u64,
}

/// All cells together.
#[derive(Clone, Debug)]
struct Totals {
    standings: Standings,
    ratings: Ratings,
    /// By cell: where its entrants are in the standings.
    places: Vec<Vec<usize>>,
    /// The block that is being added up.
    block: u64,
}

/// How everybody did in a cell.
#[derive(Clone, Debug)]
struct Standings {
    roster: Roster,
    /// By entrant: all seats together, then each seat.
    sums: Vec<Sums>,
}

/// What is summed up of somebody, in all seats or in one.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    scores: Moments,
    block_scores: Moments,
    wins: Shares,
    /// By block: the share of wins that equal players would have.
    fair: Moments,
    open: Open,
}

/// Sums of the current block.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    games: u64,
    points: f64,
    wins: f64,
    fair: f64,
}

impl Standings {
    fn new(roster: Roster) -> Standings {
        let sums = vec![Sums::default(); roster.entrants.len() * (roster.seats + 1)];
        Standings { roster, sums }
    }

    /// Takes the record of a seat in a game in which equals win this share.
    fn add(&mut self, entrant: usize, record: &Record, fair: f64) {
        let first = entrant * (self.roster.seats + 1);
        for index in [first, first + 1 + record.seat] {
            let sum = &mut self.sums[index];
            sum.scores.push(f64::from(record.score));
            sum.open.games += 1;
            sum.open.points += f64::from(record.score);
            sum.open.wins += record.win;
            sum.open.fair += fair;
        }
    }

    /// The block is complete.
    fn close(&mut self) {
        for sum in &mut self.sums {
            let open = std::mem::take(&mut sum.open);
            if open.games > 0 {
                let games = open.games as f64;
                sum.block_scores.push(open.points / games);
                sum.wins.push(open.wins / games, open.games);
                sum.fair.push(open.fair / games);
            }
        }
    }

    fn rows(&self, cell: Option<usize>) -> impl Iterator<Item = SummaryRow> {
        let width = self.roster.seats + 1;
        self.sums
            .iter()
            .enumerate()
            .filter_map(move |(index, sum)| {
                let seat = (index % width > 0).then_some(index % width);
                // One bot in every seat wins its fair share whatever happens.
                let given = seat.is_none() && self.roster.is_mirror();
                let score = mean_interval(&sum.block_scores, CONFIDENCE);
                let win = sum.wins.interval(CONFIDENCE).filter(|_| !given);
                Some(SummaryRow {
                    bot: self.roster.entrants[index / width].clone(),
                    seat,
                    games: sum.scores.count(),
                    blocks: sum.block_scores.count(),
                    score_mean: sum.block_scores.mean()?,
                    score_low: score.map(|interval| interval.low),
                    score_high: score.map(|interval| interval.high),
                    win_rate: sum.wins.mean()?,
                    win_low: win.map(|interval| interval.low),
                    win_high: win.map(|interval| interval.high),
                    fair_share: sum.fair.mean()?,
                    score_sd: sum.scores.standard_deviation(),
                    cell,
                    rating: None,
                    rating_low: None,
                    rating_high: None,
                    note: None,
                })
            })
    }
}

/// Each game of a block, and the share of wins that equal players would have in it: none where nobody has
/// won, as none of them has.
fn games_with_fair_share<'run, 'block>(
    records: &'block [Record<'run>],
    seats: usize,
) -> impl Iterator<Item = (&'block [Record<'run>], f64)> {
    records.chunks(seats).map(move |game| {
        let fair = if nobody_won(game) {
            0.0
        } else {
            1.0 / seats as f64
        };
        (game, fair)
    })
}

impl Summary {
    /// An empty summary of cells with these rosters.
    pub fn new(kind: Kind, rosters: &[Roster]) -> Summary {
        Summary {
            kind,
            cells: rosters.iter().cloned().map(Standings::new).collect(),
            totals: kind.has_totals().then(|| Totals::new(rosters)),
            duel: None,
            capped: 0,
        }
    }

    /// Number of games that nobody has won: a cap on their length ended them, or every seat has lost by forfeit.
    pub fn capped(&self) -> u64 {
        self.capped
    }

    /// The same summary, ending with the block that decides a duel: what comes after is ignored.
    pub fn until_decided(mut self, bounds: DuelBounds) -> Summary {
        self.duel = Duel::new(bounds, &self.cells[0].roster);
        self
    }

    /// The step that decided a duel, once there is a verdict.
    pub fn decided_at(&self) -> Option<u64> {
        self.duel.as_ref().and_then(Duel::decided_at)
    }

    /// How the sequential test of a duel stands; `None` if nothing is tested.
    pub fn test_record(&self) -> Option<TestRecord> {
        self.duel.as_ref().map(Duel::record)
    }

    /// Takes the games of one block of one cell. The sums depend on the order of steps in the last digits,
    /// so steps are always given in order.
    ///
    /// # Panics
    /// If somebody plays who is not on the roster of the cell.
    pub fn add_step(&mut self, step: u64, records: &[Record]) {
        if self.decided_at().is_some() {
            return;
        }
        if let Some(duel) = &mut self.duel {
            duel.add_step(step, records);
        }
        let width = self.cells.len() as u64;
        let cell = (step % width) as usize;
        if let Some(totals) = &mut self.totals
            && totals.block != step / width
        {
            totals.close();
            totals.block = step / width;
        }
        let standings = &mut self.cells[cell];
        for (game, fair) in games_with_fair_share(records, standings.roster.seats) {
            self.capped += u64::from(nobody_won(game));
            for record in game {
                let entrant = standings.roster.entrant(record.bot);
                let entrant = entrant.expect("only those on the roster play");
                standings.add(entrant, record, fair);
                if let Some(totals) = &mut self.totals {
                    let entrant = totals.places[cell][entrant];
                    totals.standings.add(entrant, record, fair);
                    totals.ratings.add(record.seat, entrant, record.rank);
                }
            }
        }
        standings.close();
    }

    /// Takes all games that are read, as it would have taken them from the games themselves; how many rows
    /// there were.
    ///
    /// # Errors
    /// Those of the reader.
    pub fn add_games(&mut self, mut games: Reader) -> Result<u64, RunError> {
        let block_size = self.cells.iter().map(|cell| cell.roster.seatings).sum();
        let width = self.cells.len() as u64;
        let mut rows = 0;
        while let Some(records) = games.next_step()? {
            let first = &records[0];
            self.add_step(first.block(block_size) * width + first.cell as u64, records);
            rows += records.len() as u64;
        }
        Ok(rows)
    }

    /// The lines: per bot over all seats, each followed by its seats; first for all cells together
    /// where that makes sense, then cell by cell.
    pub fn rows(&self) -> Vec<SummaryRow> {
        let mut rows = Vec::new();
        if let Some(totals) = &self.totals {
            let mut totals = totals.clone();
            totals.close();
            rows.extend(totals.rows());
        }
        for (index, cell) in self.cells.iter().enumerate() {
            rows.extend(cell.rows(self.kind.has_cells().then_some(index + 1)));
        }
        if self.kind == Kind::Duel {
            for row in &mut rows {
                (row.score_low, row.score_high) = (None, None);
                (row.win_low, row.win_high) = (None, None);
                row.note = Some(BIASED);
            }
        }
        rows
    }
}

impl Totals {
    fn new(rosters: &[Roster]) -> Totals {
        let mut entrants: Vec<String> = Vec::new();
        let places = rosters
            .iter()
            .map(|roster| {
                roster
                    .entrants
                    .iter()
                    .map(|name| place_of(&mut entrants, name))
                    .collect()
            })
            .collect();
        let seats = rosters.iter().map(|roster| roster.seats).max();
        Totals {
            ratings: Ratings::new(&entrants),
            standings: Standings::new(Roster {
                seats: seats.unwrap_or(0),
                seatings: rosters.iter().map(|roster| roster.seatings).sum(),
                entrants,
            }),
            places,
            block: 0,
        }
    }

    /// The block is complete.
    fn close(&mut self) {
        self.standings.close();
        self.ratings.close_block();
    }

    fn rows(&self) -> Vec<SummaryRow> {
        let rated = self.ratings.fit();
        let mut rows: Vec<SummaryRow> = self.standings.rows(None).collect();
        for row in rows.iter_mut().filter(|row| row.seat.is_none()) {
            let names = &self.standings.roster.entrants;
            let entrant = names.iter().position(|name| *name == row.bot);
            if let (Some(rated), Some(entrant)) = (&rated, entrant) {
                let interval = rated.interval(entrant, CONFIDENCE);
                row.rating = Some(rated.rating(entrant));
                row.rating_low = interval.map(|interval| interval.low);
                row.rating_high = interval.map(|interval| interval.high);
            }
        }
        rows
    }
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
    let note = if kind == Kind::Duel { ",note" } else { "" };
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
        if kind == Kind::Duel {
            text.push_str(&format!(",{}", row.note.unwrap_or_default()));
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(bot: &str, seat: usize, score: i32, win: f64) -> Record<'_> {
        Record {
            bot,
            seat,
            score,
            rank: if win > 0.0 { 1 } else { 2 },
            win,
            ..Record::default()
        }
    }

    /// Who plays at a table for two.
    fn roster(entrants: &[&str]) -> Roster {
        Roster {
            seats: 2,
            seatings: 2,
            entrants: entrants.iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn totals_join_the_cells_of_a_block() {
        let cells = [["a", "b"], ["c", "a"]].map(|names| roster(&names));
        let mut summary = Summary::new(Kind::Tournament, &cells);
        for block in 0..3 {
            summary.add_step(
                2 * block,
                &[result("a", 0, 10, 1.0), result("b", 1, 4, 0.0)],
            );
            summary.add_step(
                2 * block + 1,
                &[result("c", 0, 7, 0.0), result("a", 1, 8, 1.0)],
            );
        }
        let rows = summary.rows();
        let of = |bot: &str, cell| {
            rows.iter()
                .find(|row| row.bot == bot && row.cell == cell && row.seat.is_none())
                .map(|row| (row.games, row.blocks, row.score_mean, row.win_rate))
        };
        assert_eq!(of("a", None), Some((6, 3, 9.0, 1.0)));
        assert_eq!(of("a", Some(2)), Some((3, 3, 8.0, 1.0)));
        assert_eq!(of("c", None), of("c", Some(2)));
        let text = summary_csv(Kind::Tournament, &rows);
        assert!(
            text.starts_with(&format!(
                "{SUMMARY_COLUMNS},cell,rating,rating_low,rating_high\na,,6,3,9,"
            )),
            "{text}"
        );
        let rating = |bot: &str| {
            let found = rows.iter().find(|row| row.bot == bot && row.cell.is_none());
            found.and_then(|row| row.rating).unwrap()
        };
        // All was won by one, who met both others equally often; the mean rating is 0.
        assert!(rating("a") > 100.0 && (rating("b") - rating("c")).abs() < 1e-6);
        assert!((rating("a") + rating("b") + rating("c")).abs() < 1e-6);
        assert!(
            rows.iter()
                .all(|row| row.cell.is_none() || row.rating.is_none())
        );
        assert!(Summary::new(Kind::Sweep, &cells).totals.is_none());
    }

    #[test]
    fn a_block_counts_as_one_number() {
        let mut summary = Summary::new(Kind::Simulate, &[roster(&["random", "greedy"])]);
        for (step, (ours, theirs)) in (0..).zip([(10, 20), (14, 20), (12, 8)]) {
            let win = f64::from(ours > theirs);
            summary.add_step(
                step,
                &[
                    result("random", 0, ours, win),
                    result("greedy", 1, theirs, 1.0 - win),
                    result("greedy", 0, theirs, 1.0 - win),
                    result("random", 1, ours, win),
                ],
            );
        }
        let rows = summary.rows();
        assert_eq!(rows.len(), 6);
        let all = &rows[0];
        assert_eq!((all.bot.as_str(), all.seat), ("random", None));
        assert_eq!((all.games, all.blocks, all.score_mean), (6, 3, 12.0));
        // Block means 10, 14, 12: standard error 2/√3, t = 4.3027.
        assert!((all.score_high.unwrap() - 16.968).abs() < 1e-3);
        // Two of three deals: as surely as two of three games can tell, with Student's quantile.
        assert!(all.win_low.unwrap() > 0.0 && all.win_high.unwrap() < 1.0);
        assert_eq!((rows[1].seat, rows[1].games), (Some(1), 3));
    }

    /// A block whose games all crashed says nothing, and is no block of nobody's.
    #[test]
    fn a_block_without_games_is_left_out() {
        let mut summary = Summary::new(Kind::Simulate, &[roster(&["random", "greedy"])]);
        summary.add_step(
            0,
            &[result("random", 0, 4, 0.0), result("greedy", 1, 6, 1.0)],
        );
        summary.add_step(1, &[]);
        summary.add_step(
            2,
            &[result("greedy", 0, 5, 1.0), result("random", 1, 2, 0.0)],
        );
        let rows = summary.rows();
        assert_eq!((rows[0].bot.as_str(), rows[0].seat), ("random", None));
        assert_eq!((rows[0].games, rows[0].blocks), (2, 2));
        // Block means 4 and 2: standard error 1, t = 12.7062.
        assert_eq!(rows[0].score_mean, 3.0);
        assert!((rows[0].score_high.unwrap() - 15.7062).abs() < 1e-3);
    }

    /// Nothing won in forty deals is not nothing for ever, and all won is not all.
    #[test]
    fn who_won_nothing_or_all_has_an_interval() {
        let mut summary = Summary::new(Kind::Simulate, &[roster(&["random", "greedy"])]);
        for step in 0..40 {
            summary.add_step(
                step,
                &[result("random", 0, 1, 0.0), result("greedy", 1, 2, 1.0)],
            );
        }
        let rows = summary.rows();
        let of = |bot: &str| rows.iter().find(|row| row.bot == bot && row.seat.is_none());
        let (loser, winner) = (of("random").unwrap(), of("greedy").unwrap());
        assert_eq!((loser.win_rate, loser.win_low), (0.0, Some(0.0)));
        assert!((0.07..0.11).contains(&loser.win_high.unwrap()), "{loser:?}");
        assert_eq!((winner.win_rate, winner.win_high), (1.0, Some(1.0)));
        assert!(
            (0.89..0.93).contains(&winner.win_low.unwrap()),
            "{winner:?}"
        );
    }

    /// Half of the games are capped: the fair share is half of one in two, and equals have it.
    #[test]
    fn the_fair_share_leaves_capped_games_out() {
        let mut summary = Summary::new(Kind::Simulate, &[roster(&["random", "greedy"])]);
        for step in 0..60 {
            let first = f64::from(step as u32 % 2);
            summary.add_step(
                step,
                &[
                    result("random", 0, 1, first),
                    result("greedy", 1, 2, 1.0 - first),
                    result("greedy", 0, 1, 0.0),
                    result("random", 1, 2, 0.0),
                ],
            );
        }
        assert_eq!(summary.capped(), 60);
        for row in summary.rows().iter().filter(|row| row.seat.is_none()) {
            assert_eq!(row.fair_share, 0.25);
            assert!((row.win_rate - 0.25).abs() < 1e-12);
            assert!(row.win_low.unwrap() < 0.25 && row.win_high.unwrap() > 0.25);
        }
    }

    /// One bot in both seats has its fair share by itself, and an interval only by seat.
    #[test]
    fn one_bot_everywhere_is_summed_up_by_seat() {
        let mut summary = Summary::new(Kind::Simulate, &[roster(&["random"])]);
        for step in 0..50 {
            let first = f64::from(u8::from(step % 4 > 0));
            summary.add_step(
                step,
                &[
                    result("random", 0, 5, first),
                    result("random", 1, 5, 1.0 - first),
                ],
            );
        }
        let rows = summary.rows();
        assert_eq!((rows[0].win_rate, rows[0].win_low), (0.5, None));
        assert!(rows[1].win_low.unwrap() > 0.5 && rows[2].win_high.unwrap() < 0.5);
    }

    /// A duel ends because of what it shows: no interval, and a note in every line.
    #[test]
    fn a_duel_has_a_note_instead_of_intervals() {
        let mut summary = Summary::new(Kind::Duel, &[roster(&["greedy", "random"])]);
        for step in 0..9 {
            summary.add_step(
                step,
                &[result("greedy", 0, 5, 1.0), result("random", 1, 3, 0.0)],
            );
        }
        let rows = summary.rows();
        assert!(
            rows.iter()
                .all(|row| row.win_low.is_none() && row.score_high.is_none())
        );
        let text = summary_csv(Kind::Duel, &rows);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], format!("{SUMMARY_COLUMNS},note"));
        assert!(
            lines[1..].iter().all(|line| line.ends_with(BIASED)),
            "{text}"
        );
        assert!(!BIASED.contains(','));
        assert!(
            serde_json::to_string(&rows)
                .unwrap()
                .contains("\"note\":\"sequential")
        );
    }

    #[test]
    fn one_block_has_no_interval() {
        let mut summary = Summary::new(Kind::Simulate, &[roster(&["random"])]);
        summary.add_step(
            0,
            &[result("random", 0, 5, 0.5), result("random", 1, 5, 0.5)],
        );
        let rows = summary.rows();
        assert_eq!((rows[0].games, rows[0].score_low), (2, None));
        assert!(summary_csv(Kind::Simulate, &rows).contains("random,,2,1,5,0,,,0.5,,,0.5\n"));
    }
}
