//! Leads and wins with the luck taken off, block by block.

use serde::Serialize;

use crate::results::record::{Record, luck_beside_others};
use crate::stats::{Adjusted, Controlled, ControlledShares, lead};

/// How a seat ended a game, and its luck beside that of the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatLuck {
    /// Own score less that of the best other, and the luck in it; `None` alone.
    lead: Option<[f64; 2]>,
    /// Share of the win, and the luck in it.
    win: [f64; 2],
}

impl SeatLuck {
    /// Of a game, given by all its seats; `None` if its luck was not valued.
    pub fn of(game: &[Record], seat: usize) -> Option<SeatLuck> {
        let (of_lead, of_win) = luck_beside_others(game, seat)?;
        let scores: Vec<f64> = game.iter().map(|seat| f64::from(seat.score)).collect();
        Some(SeatLuck {
            lead: lead(&scores, seat).map(|lead| [lead, of_lead]),
            win: [game[seat].win, of_win],
        })
    }
}

/// Sums over the games of a block: how many, their values, and the luck in them.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    games: f64,
    value: f64,
    luck: f64,
}

impl Open {
    fn add(&mut self, [value, luck]: [f64; 2]) {
        self.games += 1.0;
        self.value += value;
        self.luck += luck;
    }

    /// Number of games and the means of their values and luck; `None` without games.
    fn close(&mut self) -> Option<[f64; 3]> {
        let Open { games, value, luck } = std::mem::take(self);
        (games > 0.0).then(|| [games, value / games, luck / games])
    }
}

/// A bot in all seats or in one.
#[derive(Clone, Debug, Default)]
pub struct Removed {
    leads: Controlled,
    wins: ControlledShares,
    open: [Open; 2],
}

impl Removed {
    /// Takes a seat of a game of the block that is being read.
    pub fn add(&mut self, seat: SeatLuck) {
        let [leads, wins] = &mut self.open;
        if let Some(lead) = seat.lead {
            leads.add(lead);
        }
        wins.add(seat.win);
    }

    /// The block of this number is complete.
    pub fn end_block(&mut self, block: u64) {
        let [leads, wins] = &mut self.open;
        if let Some([_, value, luck]) = leads.close() {
            self.leads.push(block, value, luck);
        }
        if let Some([games, value, luck]) = wins.close() {
            self.wins.push(block, value, luck, games as u64);
        }
    }

    /// Blocks that were read.
    pub fn blocks(&self) -> u64 {
        self.wins.controls().count()
    }

    /// What is left without luck; `None` where luck was not valued, or nothing can be said yet.
    pub fn luck(&self) -> Option<WithoutLuck> {
        let found = WithoutLuck {
            lead: self.leads.adjusted(),
            win: self.wins.adjusted(),
        };
        (found.lead.is_some() || found.win.is_some()).then_some(found)
    }
}

/// Means with the luck taken off.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WithoutLuck {
    /// Of the lead; `None` alone, with few blocks, and where it does not vary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<Adjusted>,
    /// Of the share of wins, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<Adjusted>,
}

impl WithoutLuck {
    /// What there is, by name.
    pub fn measures(&self) -> impl Iterator<Item = (&'static str, Adjusted)> {
        let measures = [("lead", self.lead), ("win", self.win)];
        measures
            .into_iter()
            .filter_map(|(name, found)| Some((name, found?)))
    }
}
