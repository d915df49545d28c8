//! A change of the game: before and after on the same deals, until it is known what it does.
//!
//! The unit is the block: a measure of a cell is its mean over the block's games, and what a change does is the
//! difference of two cells in the same block. Every mean has a confidence sequence
//! ([`Sequence`]), so that the study may stop because of what it shows.

use crate::results::record::{Record, fair_share, games};
use crate::settings::roster::Roster;
use crate::settings::seating::orders;
use crate::settings::{CellSpec, Interest, ItemStudy};
use crate::stats::interval::CONFIDENCE;
use crate::stats::{Sequence, Shown, margin};

/// What is measured of the game before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// What beginning with an item, or access to it, brings the first place in margin: index among those of the study.
    Worth(usize),
    /// Mean score of all seats.
    Score,
    /// Share of the wins of a seat that a bot holds, from 0.
    Wins(usize),
    /// Turns of a seat.
    Turns,
    /// Points of the winners by category of score.
    WinnersPoints(usize),
}

/// A measure before and after, and the difference.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// What is measured.
    pub measure: Measure,
    /// Before the change; nothing of an item that is new.
    pub before: Sequence,
    /// After it.
    pub after: Sequence,
    /// After less before.
    pub change: Sequence,
}

/// Where an item is treated.
#[derive(Clone, Copy, Debug)]
struct TreatedCells {
    before: Option<usize>,
    after: usize,
    /// Whether the first place begins with the item there; otherwise it never takes it.
    granted: bool,
}

/// One cell in the block that is coming in.
#[derive(Clone, Debug, Default)]
struct CellSums {
    games: usize,
    /// Of the first place.
    margin: f64,
    /// By seat that a bot holds.
    wins: Vec<f64>,
    score: f64,
    turns: f64,
    /// Games that somebody has won, and the points of their winners by category.
    won: f64,
    winners: Vec<f64>,
}

/// The games of a study of a change while they come in.
#[derive(Clone, Debug)]
pub struct ChangeGames {
    interest: Interest,
    players: usize,
    orders: Vec<Vec<usize>>,
    bot: String,
    seats: usize,
    items: Vec<TreatedCells>,
    cells: Vec<CellSums>,
    compared: Vec<Compared>,
    decided_at: Option<u64>,
}

impl ChangeGames {
    /// Nothing yet, of a study with these cells, who plays in them and so many categories of score; `None` if they
    /// are not those of a change.
    pub fn new(
        interest: Interest,
        study: Option<&ItemStudy>,
        cells: &[CellSpec],
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
        // What one of two seats wins, the other loses.
        let seats = if players == 2 { 1 } else { players };
        let asked = asked.chain((0..seats).map(Measure::Wins));
        let asked = asked.chain((0..categories).map(Measure::WinnersPoints));
        let compared = asked.map(|measure| Compared {
            measure,
            before: Sequence::default(),
            after: Sequence::default(),
            change: Sequence::default(),
        });
        (cells.len() >= 2).then(|| ChangeGames {
            interest,
            players,
            orders: orders(players),
            bot: cells[0].bots.first().cloned().unwrap_or_default(),
            seats: roster.seats,
            items,
            cells: vec![CellSums::default(); cells.len()],
            compared: compared.collect(),
            decided_at: None,
        })
    }

    /// Takes the games of one cell of a block; steps come in order. A block that lacks a game says nothing.
    pub fn add_step(&mut self, step: u64, records: &[Record]) {
        if self.decided_at.is_some() {
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
            if self.is_decided() {
                self.decided_at = Some(step);
            }
        }
    }

    fn end_block(&mut self) {
        let whole = self.orders.len();
        if self.cells.iter().any(|cell| cell.games != whole) {
            return;
        }
        for compared in &mut self.compared {
            let value = |cell: usize| self.cells[cell].value(compared.measure);
            let (before, after) = match compared.measure {
                Measure::Worth(item) => {
                    let treated = self.items[item];
                    let sign = if treated.granted { 1.0 } else { -1.0 };
                    let worth = |with: usize, without: usize| {
                        Some(sign * (self.cells[with].margin()? - self.cells[without].margin()?))
                    };
                    (
                        treated.before.and_then(|cell| worth(cell, 0)),
                        worth(treated.after, 1),
                    )
                }
                _ => (value(0), value(1)),
            };
            if let Some(before) = before {
                compared.before.push(before);
            }
            if let Some(after) = after {
                compared.after.push(after);
            }
            if let Some((before, after)) = before.zip(after) {
                compared.change.push(after - before);
            }
        }
    }

    /// How large a difference matters for a measure.
    pub fn interest(&self, measure: Measure) -> f64 {
        match measure {
            Measure::Wins(_) => self.interest.wins,
            _ => self.interest.points,
        }
    }

    /// Whether the study ends once the measure is settled: what items are worth or, without items, scores and seats.
    fn decides(&self, measure: Measure) -> bool {
        match measure {
            Measure::Worth(_) => true,
            Measure::Score | Measure::Wins(_) => self.items.is_empty(),
            Measure::Turns | Measure::WinnersPoints(_) => false,
        }
    }

    fn is_decided(&self) -> bool {
        let settled = |sequence: &Sequence, interest: f64| {
            sequence.shows(interest, CONFIDENCE) != Shown::Open
        };
        self.compared
            .iter()
            .filter(|compared| self.decides(compared.measure))
            .all(|compared| {
                let interest = self.interest(compared.measure);
                let worth = matches!(compared.measure, Measure::Worth(_));
                let new = worth && compared.before.moments().count() == 0;
                (new || settled(&compared.change, interest))
                    && (!worth || settled(&compared.after, interest))
            })
    }

    /// The step after which everything was settled, once it was: results end with it.
    pub fn decided_at(&self) -> Option<u64> {
        self.decided_at
    }

    /// All measures, those of items first.
    pub fn compared(&self) -> &[Compared] {
        &self.compared
    }
}

impl CellSums {
    fn add(&mut self, game: &[Record], bot: &str, order: &[usize]) {
        let scores: Vec<f64> = game.iter().map(|seat| f64::from(seat.score)).collect();
        let held = (0..game.len()).filter(|&seat| game[seat].bot == bot);
        for ((index, seat), &place) in held.enumerate().zip(order) {
            if place == 0 {
                // Alone the margin is the score.
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
            Measure::Worth(_) => None,
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

    fn cell(arm: bool) -> CellSpec {
        CellSpec {
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
                price: 0,
            }),
            handicap: 0,
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
        let cells: Vec<CellSpec> = (0..cells).map(|index| cell(index > 1)).collect();
        ChangeGames::new(Interest::default(), study, &cells, &roster(), 0).unwrap()
    }

    /// A step of two games in which the first place scores so much more than the second.
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
        of(&games.compared()[0]).moments().mean().unwrap()
    }

    #[test]
    fn what_an_item_is_worth_is_that_of_the_first_place_in_every_seat() {
        let study = study(false);
        let mut games = games_of(Some(&study), 4);
        for block in 0..30 {
            let noise = [0, 1][block as usize % 2];
            for (cell, lead) in [0, 0, 5 + noise, 2 + noise].into_iter().enumerate() {
                games.add_step(
                    4 * block + cell as u64,
                    &step(4 * block + cell as u64, lead),
                );
            }
        }
        assert_eq!(games.compared()[0].measure, Measure::Worth(0));
        let looked = games.compared()[0].before.moments().count() as f64;
        let noise = (looked / 2.0).floor() / looked;
        assert!((mean(&games, |one| one.before) - 5.0 - noise).abs() < 1e-9);
        assert!((mean(&games, |one| one.after) - 2.0 - noise).abs() < 1e-9);
        assert!((mean(&games, |one| one.change) + 3.0).abs() < 1e-9);
        // Everything is settled at the first look that may settle anything.
        let last = games.decided_at().unwrap();
        assert_eq!(last % 4, 3);
        assert!(last < 4 * 30 - 1);
    }

    #[test]
    fn a_new_item_is_worth_something_after_only() {
        let study = study(true);
        let mut games = games_of(Some(&study), 3);
        for block in 0..25 {
            for (cell, lead) in [0, 0, 4].into_iter().enumerate() {
                games.add_step(
                    3 * block + cell as u64,
                    &step(3 * block + cell as u64, lead),
                );
            }
        }
        assert_eq!(games.compared()[0].before.moments().count(), 0);
        assert!((mean(&games, |one| one.after) - 4.0).abs() < 1e-9);
        assert!(games.decided_at().is_some());
    }

    #[test]
    fn without_items_scores_and_seats_are_settled() {
        let mut games = games_of(None, 2);
        let score = |games: &ChangeGames| {
            let found = games.compared().iter();
            let found = found.filter(|one| one.measure == Measure::Score);
            found.map(|one| one.change.moments()).next().unwrap()
        };
        for block in 0..400 {
            games.add_step(2 * block, &step(2 * block, 4));
            games.add_step(2 * block + 1, &step(2 * block + 1, 4));
        }
        // Nothing changes: that is settled, too.
        assert!(games.decided_at().is_some());
        assert_eq!(score(&games).mean(), Some(0.0));
    }

    #[test]
    fn a_block_with_a_missing_game_says_nothing() {
        let mut games = games_of(None, 2);
        games.add_step(0, &step(0, 4)[..2]);
        games.add_step(1, &step(1, 4));
        assert!(
            games
                .compared()
                .iter()
                .all(|one| one.change.moments().count() == 0)
        );
        games.add_step(2, &step(2, 4));
        games.add_step(3, &step(3, 4));
        assert!(
            games
                .compared()
                .iter()
                .all(|one| one.change.moments().count() == 1)
        );
    }
}
