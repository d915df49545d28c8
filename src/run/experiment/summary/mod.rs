//! Means and intervals, per bot and per bot and seat.
//!
//! The unit of analysis is the deal group: the value of a bot in a deal group is its mean over games and seats,
//! as computed by [`Performance`](crate::stats::Performance).

mod control_variate;
mod row;
mod standings;

pub use control_variate::{
    ControlledDifferences, ControlledMeans, GroupMeans, SeatLuck, WithoutLuck,
};
pub use row::{SUMMARY_COLUMNS, SummaryRow, luck_csv, summary_csv};

use standings::{Standings, Totals};

use crate::experiment::change::ChangeGames;
use crate::experiment::duel::{BIASED, Duel, UNDECIDED};
use crate::results::error::RunError;
use crate::results::manifest::TestRecord;
use crate::results::reader::Reader;
use crate::results::record::{Record, fair_share, nobody_won};
use crate::settings::roster::Roster;
use crate::settings::{Experiment, Kind};

/// Sequential design, which ends a run depending on its results.
#[derive(Clone, Debug)]
enum Sequential {
    Duel(Duel),
    Change(Box<ChangeGames>),
}

/// Results per bot and seat, for every condition and, where meaningful, for all conditions together. Steps are
/// added in order.
#[derive(Clone, Debug)]
pub struct Summary {
    kind: Kind,
    /// See [`Experiment::is_sequential`].
    is_sequential: bool,
    cells: Vec<Standings>,
    totals: Option<Totals>,
    sequential: Option<Sequential>,
    capped: u64,
}

impl Summary {
    /// Creates an empty summary for conditions with these rosters.
    pub fn new(experiment: &Experiment, rosters: &[Roster]) -> Summary {
        let mut cells: Vec<Standings> = rosters.iter().cloned().map(Standings::new).collect();
        let (kind, is_sequential) = (experiment.kind, experiment.is_sequential());
        if is_sequential {
            cells.iter_mut().for_each(Standings::stop_by_results);
        }
        Summary {
            kind,
            is_sequential,
            cells,
            totals: kind.traits().has_totals.then(|| Totals::new(rosters)),
            sequential: None,
            capped: 0,
        }
    }

    /// Number of games without a winner, because a length cap ended them or every seat lost by forfeit.
    pub fn capped(&self) -> u64 {
        self.capped
    }

    /// Returns the summary of the deal groups up to the end of a sequential design, without later deal groups.
    /// Summaries of other designs are returned unchanged.
    pub fn until_decided(mut self, experiment: &Experiment) -> Summary {
        let roster = &self.cells[0].roster;
        self.sequential = match (experiment.duel, experiment.change.clone()) {
            (Some(bounds), _) => Duel::new(bounds, roster).map(Sequential::Duel),
            (_, Some(change)) if self.is_sequential => {
                let games = ChangeGames::new(
                    change,
                    experiment.items.as_ref(),
                    &experiment.cells,
                    roster,
                    0,
                );
                games.map(|games| Sequential::Change(Box::new(games)))
            }
            _ => None,
        };
        self
    }

    /// Returns the step at which a sequential design ended because of its results.
    pub fn decided_at(&self) -> Option<u64> {
        match self.sequential.as_ref()? {
            Sequential::Duel(duel) => duel.decided_at(),
            Sequential::Change(games) => games.ended_at(),
        }
    }

    /// Returns the current state of the sequential test of a duel; `None` for other designs.
    pub fn test_record(&self) -> Option<TestRecord> {
        match self.sequential.as_ref()? {
            Sequential::Duel(duel) => Some(duel.record()),
            Sequential::Change(_) => None,
        }
    }

    /// Returns the win rates so far and the state of a sequential test, in words; empty for several conditions that cannot
    /// be pooled.
    pub fn interim(&self) -> String {
        let rates = match (&self.totals, self.cells.as_slice()) {
            (Some(totals), _) => totals.standings.interim(),
            (None, [cell]) => cell.interim(),
            (None, _) => String::new(),
        };
        let test = self.test_record();
        match test.and_then(|test| Some((test.log_likelihood_ratio?, test))) {
            Some((ratio, test)) => {
                let (low, high) = (test.lower_limit, test.upper_limit);
                format!("{rates}; log-likelihood ratio {ratio:.2} ({low:.2} to {high:.2})")
            }
            None => rates,
        }
    }

    /// Adds the games of one deal group of one condition. Steps must be added in order, because the last digits
    /// of the sums depend on the order.
    ///
    /// # Panics
    /// If a game contains a bot that is not on the roster of the condition.
    pub fn add_step(&mut self, step: u64, records: &[Record]) {
        if self.decided_at().is_some() {
            return;
        }
        match &mut self.sequential {
            Some(Sequential::Duel(duel)) => duel.add_step(step, records),
            Some(Sequential::Change(games)) => games.add_step(step, records),
            None => {}
        }
        let width = self.cells.len() as u64;
        let cell = (step % width) as usize;
        if let Some(totals) = &mut self.totals {
            totals.begin_block(step / width);
        }
        let standings = &mut self.cells[cell];
        for game in records.chunks(standings.roster.seats) {
            let fair = fair_share(game);
            self.capped += u64::from(nobody_won(game));
            for (seat, record) in game.iter().enumerate() {
                let entrant = standings.roster.entrant(record.bot);
                let entrant = entrant.expect("only bots on the roster play");
                let luck = SeatLuck::of(game, seat);
                standings.add(entrant, record, fair, luck);
                if let Some(totals) = &mut self.totals {
                    totals.add(cell, entrant, record, fair, luck);
                }
            }
        }
        standings.end_block(step / width);
    }

    /// Adds all games of a reader, with exactly the same result as adding them during the run. Returns the
    /// number of rows read.
    ///
    /// # Errors
    /// The errors of the reader.
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

    /// Returns the rows of the summary. Each bot has a row for all seats together, followed by its seats. The
    /// rows for all conditions together come first, where they are meaningful, then the rows of each condition.
    pub fn rows(&self) -> Vec<SummaryRow> {
        let mut rows = Vec::new();
        if let Some(totals) = &self.totals {
            rows.extend(totals.rows());
        }
        for (index, cell) in self.cells.iter().enumerate() {
            rows.extend(cell.rows(self.kind.traits().has_cells.then_some(index + 1)));
        }
        if self.is_sequential {
            let note = match self.decided_at() {
                Some(_) => BIASED,
                None => UNDECIDED,
            };
            for row in &mut rows {
                row.note = Some(note);
            }
        }
        rows
    }
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

    fn of_kind(kind: Kind) -> Experiment {
        Experiment {
            kind,
            ..Experiment::default()
        }
    }

    /// Roster of a two-player game.
    fn roster(entrants: &[&str]) -> Roster {
        Roster {
            seats: 2,
            seatings: 2,
            entrants: entrants.iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn totals_combine_the_conditions_of_a_deal_group() {
        let cells = [["a", "b"], ["c", "a"]].map(|names| roster(&names));
        let mut summary = Summary::new(&of_kind(Kind::Tournament), &cells);
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
        let interim = summary.interim();
        assert!(
            interim.starts_with("a 100.0 %") && interim.contains(", c 0.0 %"),
            "{interim}"
        );
        // One bot won every game, so that the games identify no rating.
        assert!(rows.iter().all(|row| row.rating.is_none()));
        let sweep = Summary::new(&of_kind(Kind::Sweep), &cells);
        assert!(sweep.totals.is_none() && sweep.interim().is_empty());
    }

    #[test]
    fn deal_group_counts_as_one_observation() {
        let mut summary = Summary::new(&of_kind(Kind::Simulate), &[roster(&["random", "greedy"])]);
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
        // The means of the deal groups are 10, 14 and 12: standard error 2/√3, t = 4.3027.
        assert!((all.score_high.unwrap() - 16.968).abs() < 1e-3);
        // The interval for two wins in three deals uses Student's quantile.
        assert!(all.win_low.unwrap() > 0.0 && all.win_high.unwrap() < 1.0);
        assert_eq!((rows[1].seat, rows[1].games), (Some(1), 3));
    }

    /// A deal group in which all games crashed is ignored and not counted.
    #[test]
    fn deal_group_without_games_is_ignored() {
        let mut summary = Summary::new(&of_kind(Kind::Simulate), &[roster(&["random", "greedy"])]);
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
        // The means of the deal groups are 4 and 2: standard error 1, t = 12.7062.
        assert_eq!(rows[0].score_mean, 3.0);
        assert!((rows[0].score_high.unwrap() - 15.7062).abs() < 1e-3);
    }

    /// Win rates of 0 and 1 in forty deals still have intervals of positive width.
    #[test]
    fn win_rates_of_zero_and_one_have_intervals() {
        let mut summary = Summary::new(&of_kind(Kind::Simulate), &[roster(&["random", "greedy"])]);
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

    /// If half of the games are capped, the fair share of two players is 1/4, and equal bots reach this share.
    #[test]
    fn fair_share_excludes_capped_games() {
        let mut summary = Summary::new(&of_kind(Kind::Simulate), &[roster(&["random", "greedy"])]);
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

    /// A bot that plays both seats always has its fair share overall, and an interval only per seat.
    #[test]
    fn single_bot_in_all_seats_has_intervals_only_per_seat() {
        let mut summary = Summary::new(&of_kind(Kind::Simulate), &[roster(&["random"])]);
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

    /// A duel is a sequential test, so its rows have a note instead of intervals.
    #[test]
    fn duel_summary_has_a_note_instead_of_intervals() {
        let mut summary = Summary::new(&of_kind(Kind::Duel), &[roster(&["greedy", "random"])]);
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
            lines[1..].iter().all(|line| line.ends_with(UNDECIDED)),
            "{text}"
        );
        assert!(!UNDECIDED.contains(',') && !BIASED.contains(','));
        assert!(
            serde_json::to_string(&rows)
                .unwrap()
                .contains("\"note\":\"sequential")
        );
    }

    #[test]
    fn single_deal_group_has_no_interval() {
        let mut summary = Summary::new(&of_kind(Kind::Simulate), &[roster(&["random"])]);
        summary.add_step(
            0,
            &[result("random", 0, 5, 0.5), result("random", 1, 5, 0.5)],
        );
        let rows = summary.rows();
        assert_eq!((rows[0].games, rows[0].score_low), (2, None));
        assert!(summary_csv(Kind::Simulate, &rows).contains("random,,2,1,5,0,,,0.5,,,0.5\n"));
    }
}
