//! Study of a change of the game: plays the game before and after the change on the same deals, for a fixed number of
//! games or until the effects are settled.
//!
//! The unit of analysis is the deal group. A measure of a condition is its mean over the games of a deal group, and the
//! effect of a change is the difference between two conditions in the same deal group. Unless the number of games is
//! fixed ([`Change::fixed`]), every mean has a confidence sequence ([`Sequence`]), so the study may stop as soon as
//! the results allow. Means at such a stopping time are biased away from zero. The study therefore doubles the number
//! of deals, and then ends as soon as everything is settled. Verdicts and estimates come from all deals.

use crate::results::record::{Record, fair_share, games};
use crate::settings::roster::Roster;
use crate::settings::seating::orders;
use crate::settings::{Change, ConditionSpec, ItemStudy};
use crate::stats::fairness::largest_gaps;
use crate::stats::interval::CONFIDENCE;
use crate::stats::{Estimate, Interval, Sequence, Shown, Unit, margin};

/// Error probability of all conclusions about one kind of measure.
const ALPHA: f64 = 1.0 - CONFIDENCE;

/// Quantity that is measured before and after the change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Effect of an item on the margin of the first place, which begins with the item or has access to it. The value
    /// is an index into the items of the study.
    Worth(usize),
    /// Mean score of all seats.
    Score,
    /// Largest gap between the share of wins of a seat and the fair share.
    Unfairness,
    /// Share of wins of a seat, counted from 0 among the seats that bots play.
    Wins(usize),
    /// Number of turns per seat.
    Turns,
    /// Points of the winners in the score category with this index.
    WinnersPoints(usize),
}

impl Measure {
    /// Returns the unit of the values and the unit of their difference.
    fn units(self) -> (Unit, Unit) {
        match self {
            Measure::Worth(_) => (Unit::PointsDifference, Unit::PointsDifference),
            Measure::Score | Measure::WinnersPoints(_) => (Unit::Points, Unit::PointsDifference),
            Measure::Unfairness | Measure::Wins(_) => (Unit::Share, Unit::ShareDifference),
            Measure::Turns => (Unit::Times, Unit::PointsDifference),
        }
    }
}

/// A measure before and after the change, and their difference. The verdicts follow from the intervals.
#[derive(Clone, Copy, Debug)]
pub struct ChangeEffect {
    pub measure: Measure,
    /// Value before the change; `None` for a new item.
    pub before: Option<Estimate>,
    /// Value after the change.
    pub after: Option<Estimate>,
    /// Value after minus value before; `None` for a new item.
    pub change: Option<Estimate>,
    /// Smallest difference that matters.
    pub interest: f64,
}

impl ChangeEffect {
    /// Returns the estimate of the effect of the change: `change` or, for a new item, `after`.
    pub fn deciding(&self) -> Option<Estimate> {
        self.change.or(self.after)
    }

    /// Returns the conclusion about `after` compared with zero.
    pub fn after_shows(&self) -> Shown {
        self.shows(self.after)
    }

    /// Returns the conclusion about `change`.
    pub fn change_shows(&self) -> Shown {
        self.shows(self.change)
    }

    /// Returns true if the whole interval of `change` is closer to zero than the smallest difference that matters.
    pub fn is_below_bound(&self) -> bool {
        let interval = self.change.and_then(|change| change.interval());
        interval.is_some_and(|it| it.low > -self.interest && it.high < self.interest)
    }

    fn shows(&self, estimate: Option<Estimate>) -> Shown {
        Shown::of(estimate.and_then(|one| one.interval()), self.interest)
    }

    /// Returns true if the intervals settle all questions about the measure.
    fn is_settled(&self) -> bool {
        let is_item = matches!(self.measure, Measure::Worth(_));
        let is_new = is_item && self.change.is_none();
        (is_new || self.change_shows() != Shown::Open)
            && (!is_item || self.after_shows() != Shown::Open)
    }
}

/// A measure before and after the change, and the difference.
#[derive(Clone, Copy, Debug)]
struct Compared {
    measure: Measure,
    /// Before the change; without data if the item is new.
    before: Sequence,
    /// After the change.
    after: Sequence,
    /// Value after the change minus value before it.
    change: Sequence,
}

impl Compared {
    fn new(measure: Measure) -> Compared {
        let empty = match measure {
            Measure::Wins(_) => Sequence::with_range(1.0),
            _ => Sequence::default(),
        };
        Compared {
            measure,
            before: empty,
            after: empty,
            change: empty,
        }
    }

    /// Adds the values of a deal group. Values of items are differences between the margins with and without
    /// the item.
    fn push(&mut self, before: Option<Value>, after: Option<Value>) {
        for (sequence, value) in [(&mut self.before, before), (&mut self.after, after)] {
            if let Some(value) = value {
                sequence.push(value.value, &value.levels);
            }
        }
        if let Some((before, after)) = before.zip(after) {
            let (before, after) = (before.value, after.value);
            self.change.push(after - before, &[before, after]);
        }
    }
}

/// Value of a measure in one deal group, with the two levels if the value is a difference, or the value itself
/// otherwise.
#[derive(Clone, Copy, Debug)]
struct Value {
    value: f64,
    levels: [f64; 2],
}

impl Value {
    fn level(value: f64) -> Value {
        Value {
            value,
            levels: [value; 2],
        }
    }
}

/// Numbers of the conditions in which an item is treated.
#[derive(Clone, Copy, Debug)]
struct TreatedCells {
    before: Option<usize>,
    after: usize,
    /// True if the first place begins with the item in these conditions, false if it never takes the item.
    granted: bool,
}

/// Sums over the games of one condition in the current deal group.
#[derive(Clone, Debug, Default)]
struct CellSums {
    games: usize,
    /// Sum of the margins of the first place.
    margin: f64,
    /// Sums of win shares, indexed by the seats that bots play.
    wins: Vec<f64>,
    score: f64,
    turns: f64,
    /// Number of games with a winner, and the points of the winners by category.
    won: f64,
    winners: Vec<f64>,
}

/// Accumulates the games of a study of a change.
#[derive(Clone, Debug)]
pub struct ChangeGames {
    interest: Change,
    players: usize,
    orders: Vec<Vec<usize>>,
    bot: String,
    seats: usize,
    items: Vec<TreatedCells>,
    cells: Vec<CellSums>,
    compared: Vec<Compared>,
    blocks: u64,
    settled_after: Option<u64>,
    ended_at: Option<u64>,
}

impl ChangeGames {
    /// Creates an empty study for these conditions, rosters and score categories. Returns `None` if the
    /// conditions do not form a study of a change.
    pub fn new(
        interest: Change,
        study: Option<&ItemStudy>,
        cells: &[ConditionSpec],
        roster: &Roster,
        categories: usize,
    ) -> Option<ChangeGames> {
        let players = cells.first()?.players;
        let treated = |item: usize| {
            cells
                .iter()
                .enumerate()
                .filter(move |(_, cell)| cell.arm.is_some_and(|arm| arm.item == item))
        };
        let mut items = Vec::new();
        for (index, item) in study.iter().flat_map(|study| &study.item).enumerate() {
            let mut found = treated(index).map(|(cell, _)| cell);
            let first = found.next()?;
            items.push(TreatedCells {
                before: (!item.added).then_some(first),
                after: if item.added { first } else { found.next()? },
                granted: item.grantable,
            });
        }
        let asked = (0..items.len()).map(Measure::Worth);
        let asked = asked.chain([Measure::Score, Measure::Turns]);
        let has_fair_share = players > 1 && players == roster.seats;
        let asked = asked.chain(has_fair_share.then_some(Measure::Unfairness));
        // With two seats, the win share of one determines the win share of the other.
        let seats = if players == 2 { 1 } else { players };
        let asked = asked.chain((0..seats).map(Measure::Wins));
        let asked = asked.chain((0..categories).map(Measure::WinnersPoints));
        let compared: Vec<Compared> = asked.map(Compared::new).collect();
        (cells.len() >= 2).then(|| ChangeGames {
            interest,
            players,
            orders: orders(players),
            bot: cells[0].bots.first().cloned().unwrap_or_default(),
            seats: roster.seats,
            items,
            cells: vec![CellSums::default(); cells.len()],
            compared,
            blocks: 0,
            settled_after: None,
            ended_at: None,
        })
    }

    /// Adds the games of one condition of a deal group; steps must come in order. Incomplete deal groups are
    /// ignored.
    pub fn add_step(&mut self, step: u64, records: &[Record]) {
        if self.ended_at.is_some() {
            return;
        }
        let width = self.cells.len() as u64;
        let cell = (step % width) as usize;
        let mut sums = CellSums {
            wins: vec![0.0; self.players],
            ..CellSums::default()
        };
        let within_block = self.orders.len() as u64;
        for game in games(records) {
            let order = (game[0].game_id.saturating_sub(1) % within_block) as usize;
            if game.len() == self.seats {
                sums.add(game, &self.bot, &self.orders[order]);
            }
        }
        self.cells[cell] = sums;
        if cell + 1 == self.cells.len() {
            self.end_block();
            self.blocks += 1;
            match self.settled_after {
                _ if self.interest.fixed => {}
                None if self.is_settled() => self.settled_after = Some(self.blocks),
                Some(blocks) if self.blocks >= 2 * blocks && self.is_settled() => {
                    self.ended_at = Some(step);
                }
                _ => {}
            }
        }
    }

    fn end_block(&mut self) {
        let whole = self.orders.len();
        if self.cells.iter().any(|cell| cell.games != whole) {
            return;
        }
        for compared in &mut self.compared {
            let level = |cell: usize| self.cells[cell].value(compared.measure).map(Value::level);
            let (before, after) = match compared.measure {
                Measure::Worth(item) => {
                    let treated = self.items[item];
                    let sign = if treated.granted { 1.0 } else { -1.0 };
                    let worth = |with: usize, without: usize| {
                        let levels = [self.cells[with].margin()?, self.cells[without].margin()?];
                        let value = sign * (levels[0] - levels[1]);
                        Some(Value { value, levels })
                    };
                    (
                        treated.before.and_then(|cell| worth(cell, 0)),
                        worth(treated.after, 1),
                    )
                }
                _ => (level(0), level(1)),
            };
            compared.push(before, after);
        }
    }

    /// Returns true if the study measures the fairness of the seats, which requires two or more seats, all with bots.
    pub fn asks_about_seats(&self) -> bool {
        let mut measures = self.compared.iter().map(|compared| compared.measure);
        measures.any(|measure| measure == Measure::Unfairness)
    }

    /// Returns true if the measure must be settled before the study ends. This applies to item effects and seat
    /// fairness; in a study without items, it also applies to scores and win shares.
    fn decides(&self, measure: Measure) -> bool {
        match measure {
            Measure::Worth(_) | Measure::Unfairness => true,
            Measure::Score | Measure::Wins(_) => self.items.is_empty(),
            Measure::Turns | Measure::WinnersPoints(_) => false,
        }
    }

    /// Returns true if the intervals of the measure determine when the study ends.
    fn is_needed(&self, measure: Measure) -> bool {
        // The fairness of the seats follows from their shares of wins.
        let of_seat = matches!(measure, Measure::Wins(_)) && self.asks_about_seats();
        of_seat || self.decides(measure)
    }

    /// Number of simultaneously valid intervals of a measure. Items have intervals of the value after the change and of
    /// the difference; seats also have an interval of the value before the change.
    fn intervals(&self, measure: Measure) -> u32 {
        match measure {
            Measure::Worth(item) => 1 + u32::from(self.items[item].before.is_some()),
            Measure::Wins(_) if self.asks_about_seats() => 3,
            Measure::Unfairness => 0,
            _ => 1,
        }
    }

    /// Returns the confidence level of the intervals of a measure. The error probability of 5 % is divided
    /// among the intervals that end the study, and separately among the others.
    pub fn confidence(&self, measure: Measure) -> f64 {
        let is_needed = self.is_needed(measure);
        let measures = self.compared.iter().map(|compared| compared.measure);
        let alike = measures.filter(|&other| self.is_needed(other) == is_needed);
        let intervals: u32 = alike.map(|other| self.intervals(other)).sum();
        1.0 - ALPHA / f64::from(intervals.max(1))
    }

    /// Returns a mean of a measure with its interval. The interval is simultaneously valid for all questions of one
    /// kind and, unless the number of games is fixed, at every look.
    fn estimate(&self, of: &Sequence, unit: Unit, measure: Measure) -> Option<Estimate> {
        let confidence = self.confidence(measure);
        let interval = match self.interest.fixed {
            true => of.paired_interval(confidence),
            false => of.interval(confidence),
        };
        let [least, most] = match unit {
            Unit::Share => [0.0, 1.0],
            Unit::ShareDifference => [-1.0, 1.0],
            _ => [f64::NEG_INFINITY, f64::INFINITY],
        };
        let interval = interval.map(|interval| Interval {
            low: interval.low.max(least),
            high: interval.high.min(most),
        });
        Some(Estimate::new(of.moments().mean()?, interval, unit))
    }

    fn effect(&self, compared: &Compared) -> ChangeEffect {
        let measure = compared.measure;
        let (level, difference) = measure.units();
        let [before, after, change] = match measure {
            Measure::Unfairness => self.unfairness(),
            _ => [
                self.estimate(&compared.before, level, measure),
                self.estimate(&compared.after, level, measure),
                self.estimate(&compared.change, difference, measure),
            ],
        };
        ChangeEffect {
            measure,
            before,
            after,
            change,
            interest: match measure {
                Measure::Wins(_) | Measure::Unfairness => self.interest.wins,
                _ => self.interest.points,
            },
        }
    }

    /// Returns the largest gap to the fair share of wins before the change, after it, and the difference.
    fn unfairness(&self) -> [Option<Estimate>; 3] {
        let fair = 1.0 / self.seats as f64;
        let of_seats = self.compared.iter();
        let of_seats = of_seats.filter(|one| matches!(one.measure, Measure::Wins(_)));
        let of_seats = of_seats.map(|one| {
            let effect = self.effect(one);
            Some([effect.before?, effect.after?, effect.change?])
        });
        let Some(seats) = of_seats.collect::<Option<Vec<[Estimate; 3]>>>() else {
            return [None; 3];
        };
        let largest = |side: usize| {
            let gaps = seats.iter().map(|seat| (seat[side].value - fair).abs());
            gaps.fold(0.0, f64::max)
        };
        let [before, after] = [largest(0), largest(1)];
        let intervals = seats.iter().map(|seat| {
            let [before, after, change] = seat.map(|one| one.interval());
            Some([before?, after?, change?])
        });
        let intervals = intervals.collect::<Option<Vec<_>>>();
        let intervals = intervals.map(|seats| largest_gaps(fair, &seats));
        let (level, difference) = Measure::Unfairness.units();
        let estimate = |side: usize, value: f64, unit: Unit| {
            Some(Estimate::new(value, intervals.map(|all| all[side]), unit))
        };
        [
            estimate(0, before, level),
            estimate(1, after, level),
            estimate(2, after - before, difference),
        ]
    }

    /// Returns true if all questions that end the study are settled.
    pub fn is_settled(&self) -> bool {
        let deciding = self.compared.iter();
        let mut deciding = deciding.filter(|compared| self.decides(compared.measure));
        deciding.all(|compared| self.effect(compared).is_settled())
    }

    /// Number of deal groups after which everything was settled for the first time; `None` before that.
    pub fn settled_after(&self) -> Option<u64> {
        self.settled_after
    }

    /// Returns the last step of the results: the first step at which everything is settled and the number of deal
    /// groups is at least twice [`ChangeGames::settled_after`].
    pub fn ended_at(&self) -> Option<u64> {
        self.ended_at
    }

    /// Returns all measures, item effects first.
    pub fn effects(&self) -> Vec<ChangeEffect> {
        let effects = self.compared.iter().map(|compared| self.effect(compared));
        effects.collect()
    }
}

impl CellSums {
    fn add(&mut self, game: &[Record], bot: &str, order: &[usize]) {
        let scores: Vec<f64> = game.iter().map(|seat| f64::from(seat.score)).collect();
        let held = (0..game.len()).filter(|&seat| game[seat].bot == bot);
        for ((index, seat), &place) in held.enumerate().zip(order) {
            if place == 0 {
                // In a solo game the margin is the score.
                self.margin += margin(&scores, seat).unwrap_or(scores[seat]);
            }
            self.wins[index] += game[seat].win;
            self.score += scores[seat] / order.len() as f64;
            self.turns += f64::from(game[seat].turns) / order.len() as f64;
        }
        if fair_share(game) > 0.0 {
            self.won += 1.0;
            for seat in game {
                self.winners.resize(seat.categories.len(), 0.0);
                for (sum, &points) in self.winners.iter_mut().zip(seat.categories.iter()) {
                    *sum += seat.win * f64::from(points);
                }
            }
        }
        self.games += 1;
    }

    fn margin(&self) -> Option<f64> {
        Some(self.margin / self.games as f64)
    }

    fn value(&self, measure: Measure) -> Option<f64> {
        let games = self.games as f64;
        match measure {
            Measure::Worth(_) | Measure::Unfairness => None,
            Measure::Score => Some(self.score / games),
            Measure::Turns => Some(self.turns / games),
            Measure::Wins(seat) => Some(self.wins[seat] / games),
            Measure::WinnersPoints(category) => {
                Some(self.winners.get(category)? / self.won).filter(|points| points.is_finite())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Access, Arm, ItemDesign, StudiedItem};

    fn cell(arm: bool) -> ConditionSpec {
        ConditionSpec {
            name: String::new(),
            players: 2,
            bots: vec!["a".to_string(); 2],
            data: String::new(),
            set: Default::default(),
            perturbation: 0,
            arm: arm.then_some(Arm {
                item: 0,
                granted: true,
                access: Access::Free,
            }),
            handicap: 0,
            prices: Vec::new(),
        }
    }

    fn study(added: bool) -> ItemStudy {
        ItemStudy {
            design: ItemDesign::Change,
            item: vec![StudiedItem {
                grantable: true,
                added,
                ..StudiedItem::default()
            }],
            by_strength: false,
        }
    }

    fn roster() -> Roster {
        Roster {
            seats: 2,
            seatings: 2,
            entrants: vec!["a".to_string()],
        }
    }

    fn games_of(study: Option<&ItemStudy>, cells: usize) -> ChangeGames {
        let cells: Vec<ConditionSpec> = (0..cells).map(|index| cell(index > 1)).collect();
        ChangeGames::new(Change::default(), study, &cells, &roster(), 0).unwrap()
    }

    /// A step of two games in which the first place scores `lead` points more than the second.
    fn step(step: u64, lead: i32) -> Vec<Record<'static>> {
        let seat = |game: u64, seat: usize, score: i32| Record {
            game_id: 2 * step + game + 1,
            seat,
            bot: "a",
            score,
            win: f64::from(u8::from(score > 10)),
            turns: 5,
            ..Record::default()
        };
        // In the second game the first place sits in the second seat.
        vec![
            seat(0, 0, 10 + lead),
            seat(0, 1, 10),
            seat(1, 0, 10),
            seat(1, 1, 10 + lead),
        ]
    }

    fn mean(games: &ChangeGames, of: fn(&Compared) -> Sequence) -> f64 {
        of(&games.compared[0]).moments().mean().unwrap()
    }

    #[test]
    fn item_effect_is_measured_for_the_first_place_in_every_seat() {
        let study = study(false);
        let mut games = games_of(Some(&study), 4);
        for block in 0..3000 {
            let noise = [0, 1][block as usize % 2];
            for (cell, lead) in [0, 0, 5 + noise, 2 + noise].into_iter().enumerate() {
                games.add_step(
                    4 * block + cell as u64,
                    &step(4 * block + cell as u64, lead),
                );
            }
        }
        assert_eq!(games.compared[0].measure, Measure::Worth(0));
        let looked = games.compared[0].before.moments().count() as f64;
        let noise = (looked / 2.0).floor() / looked;
        assert!((mean(&games, |one| one.before) - 5.0 - noise).abs() < 1e-9);
        assert!((mean(&games, |one| one.after) - 2.0 - noise).abs() < 1e-9);
        assert!((mean(&games, |one| one.change) + 3.0).abs() < 1e-9);
        // The study doubles the number of deal groups after everything is settled.
        assert_eq!(games.ended_at(), Some(4 * looked as u64 - 1));
        assert_eq!(2.0 * games.settled_after().unwrap() as f64, looked);
    }

    #[test]
    fn error_probability_is_divided_among_comparisons() {
        let study = study(false);
        let games = games_of(Some(&study), 4);
        // Two intervals of the item and three of one seat end the study; scores and turns share another 5 %.
        assert!((games.confidence(Measure::Worth(0)) - 0.99).abs() < 1e-12);
        assert!((games.confidence(Measure::Wins(0)) - 0.99).abs() < 1e-12);
        assert!((games.confidence(Measure::Score) - 0.975).abs() < 1e-12);
        // Without items, the scores and three intervals of the seat end the study.
        let games = games_of(None, 2);
        assert!((games.confidence(Measure::Wins(0)) - 0.9875).abs() < 1e-12);
        assert!((games.confidence(Measure::Turns) - 0.95).abs() < 1e-12);
        // Games against an automa have no fair share.
        let cells: Vec<ConditionSpec> = (0..4).map(|index| cell(index > 1)).collect();
        let against_automa = Roster {
            seats: 3,
            ..roster()
        };
        let interest = Change::default();
        let games = ChangeGames::new(interest, Some(&study), &cells, &against_automa, 0).unwrap();
        assert!(!games.asks_about_seats());
        assert!((games.confidence(Measure::Worth(0)) - 0.975).abs() < 1e-12);
    }

    #[test]
    fn new_item_has_an_effect_only_after_the_change() {
        let study = study(true);
        let mut games = games_of(Some(&study), 3);
        for block in 0..3000 {
            for (cell, lead) in [0, 0, 4].into_iter().enumerate() {
                games.add_step(
                    3 * block + cell as u64,
                    &step(3 * block + cell as u64, lead),
                );
            }
        }
        assert_eq!(games.compared[0].before.moments().count(), 0);
        assert!((mean(&games, |one| one.after) - 4.0).abs() < 1e-9);
        assert!(games.settled_after().is_some());
    }

    #[test]
    fn change_without_items_is_decided_by_scores_and_seats() {
        let mut games = games_of(None, 2);
        let score = |games: &ChangeGames| {
            let found = games.compared.iter();
            let found = found.filter(|one| one.measure == Measure::Score);
            found.map(|one| one.change.moments()).next().unwrap()
        };
        for block in 0..20 {
            let lead = 2 + (block % 5) as i32;
            games.add_step(2 * block, &step(2 * block, lead));
            games.add_step(2 * block + 1, &step(2 * block + 1, lead));
        }
        // Twenty equal deal groups are too few to conclude that there is no change.
        assert_eq!(games.settled_after(), None);
        for block in 20..2000 {
            let lead = 2 + (block % 5) as i32;
            games.add_step(2 * block, &step(2 * block, lead));
            games.add_step(2 * block + 1, &step(2 * block + 1, lead));
        }
        let settled = games.settled_after().unwrap();
        assert!((200..1000).contains(&settled), "{settled}");
        assert_eq!(score(&games).mean(), Some(0.0));
    }

    /// Student's sleep data (1908), times 10, have the mean 15.8 and the standard error 3.8896. For four simultaneous
    /// intervals, the quantile of Student's t with 9 degrees of freedom at 1 − 0.05/8 is 3.110935.
    #[test]
    fn fixed_number_of_games_gives_student_intervals() {
        let sleep = [12, 24, 13, 13, 0, 10, 18, 8, 46, 14];
        let played = |fixed: bool, deals: u64| {
            let cells = [cell(false), cell(false)];
            let interest = Change {
                fixed,
                ..Change::default()
            };
            let mut games = ChangeGames::new(interest, None, &cells, &roster(), 0).unwrap();
            for deal in 0..deals {
                // The mean score of both seats changes by half of the lead.
                let lead = 2 * sleep[deal as usize % sleep.len()];
                games.add_step(2 * deal, &step(2 * deal, 1));
                games.add_step(2 * deal + 1, &step(2 * deal + 1, 1 + lead));
            }
            games
        };
        let change = |games: &ChangeGames| {
            let mut all = games.effects().into_iter();
            let score = all.find(|one| one.measure == Measure::Score).unwrap();
            (score.change.unwrap(), score.change_shows())
        };
        let (found, shows) = change(&played(true, 10));
        let interval = found.interval().unwrap();
        assert!((interval.low - 3.699_748).abs() < 1e-5, "{interval:?}");
        assert!((interval.high - 27.900_252).abs() < 1e-5, "{interval:?}");
        assert_eq!(shows, Shown::Above);
        // A run whose results decide when it ends has no interval after ten deals, and a wider interval after 20 deals.
        assert_eq!(change(&played(false, 10)).0.interval(), None);
        let [fixed, stopping] =
            [true, false].map(|fixed| change(&played(fixed, 20)).0.interval().unwrap());
        let ratio = stopping.half_width() / fixed.half_width();
        assert!((2.0..6.0).contains(&ratio), "{ratio}");
        assert_eq!(played(true, 2000).settled_after(), None);
        assert!(played(false, 2000).ended_at().is_some());
    }

    #[test]
    fn deal_group_with_a_missing_game_is_ignored() {
        let mut games = games_of(None, 2);
        games.add_step(0, &step(0, 4)[..2]);
        games.add_step(1, &step(1, 4));
        assert!(
            games
                .compared
                .iter()
                .all(|one| one.change.moments().count() == 0)
        );
        games.add_step(2, &step(2, 4));
        games.add_step(3, &step(3, 4));
        assert!(
            games
                .compared
                .iter()
                .filter(|one| one.measure != Measure::Unfairness)
                .all(|one| one.change.moments().count() == 1)
        );
    }

    /// A study of an item also continues until the fairness of the seats is settled. The interval of the change equals
    /// the range of changes over a grid of all shares that the intervals of the seat allow.
    #[test]
    fn study_of_an_item_continues_until_seat_fairness_is_settled() {
        let study = study(false);
        let mut games = games_of(Some(&study), 4);
        let mut item_settled = None;
        for block in 0..6000 {
            // The second seat wins every third deal before the change, and every second deal after the change.
            for (cell, rare) in [3, 2, 3, 2].into_iter().enumerate() {
                let own_step = 4 * block + cell as u64;
                let seat_wins = block % rare == 0;
                let noise = (block >> (cell % 2)) % 2;
                let lead = if cell > 1 { 9 + noise as i32 } else { 0 };
                let mut records = step(own_step, lead);
                for record in &mut records {
                    record.win = f64::from(u8::from((record.seat == 1) == seat_wins));
                }
                games.add_step(own_step, &records);
            }
            let effects = games.effects();
            if item_settled.is_none() && effects[0].is_settled() {
                item_settled = Some(block);
            }
        }
        let settled = games.settled_after().unwrap();
        assert!(
            settled > 5 * item_settled.unwrap(),
            "{settled} {item_settled:?}"
        );
        let effects = games.effects();
        let found = effects
            .iter()
            .find(|one| one.measure == Measure::Unfairness);
        let [before, after, change] = found
            .map(|one| [one.before, one.after, one.change])
            .unwrap();
        let value = |one: Option<Estimate>| one.unwrap().value;
        assert!((value(before) - 1.0 / 6.0).abs() < 2e-3 && value(after) < 2e-3);
        assert_eq!(found.unwrap().change_shows(), Shown::Below);
        let wins = effects
            .iter()
            .find(|one| one.measure == Measure::Wins(0))
            .unwrap();
        let inside = |one: Option<Estimate>, share: f64| {
            let interval = one.unwrap().interval().unwrap();
            (interval.low..=interval.high).contains(&share)
        };
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        let grid = || (0..=1000).map(|step| f64::from(step) / 1000.0);
        for (before, after) in grid().flat_map(|before| grid().map(move |after| (before, after))) {
            let is_possible = inside(wins.before, before)
                && inside(wins.after, after)
                && inside(wins.change, after - before);
            if is_possible {
                let gap = (after - 0.5).abs() - (before - 0.5).abs();
                (least, most) = (least.min(gap), most.max(gap));
            }
        }
        let interval = change.unwrap().interval().unwrap();
        assert!(
            (interval.low..interval.low + 3e-3).contains(&least),
            "{least} {interval:?}"
        );
        assert!(
            (interval.high - 3e-3..=interval.high + 1e-9).contains(&most),
            "{most} {interval:?}"
        );
    }
}
