//! Leads and win rates with the control variate for luck, per deal group.

use serde::Serialize;

use crate::results::record::{Record, luck_beside_others};
use crate::stats::{Adjusted, Controlled, ControlledShares, lead};

/// Result of a seat and its luck relative to the other seats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeatLuck {
    /// Own score minus the best other score, and the luck in it; `None` in a solo game.
    lead: Option<[f64; 2]>,
    /// Win share, and the luck in it.
    win: [f64; 2],
}

impl SeatLuck {
    /// Returns the value of a seat, from the records of all seats of a game; `None` if luck was not valued.
    pub fn of(game: &[Record], seat: usize) -> Option<SeatLuck> {
        let (of_lead, of_win) = luck_beside_others(game, seat)?;
        let scores: Vec<f64> = game.iter().map(|seat| f64::from(seat.score)).collect();
        Some(SeatLuck {
            lead: lead(&scores, seat).map(|lead| [lead, of_lead]),
            win: [game[seat].win, of_win],
        })
    }
}

/// Sums over the games of a deal group: number of games, values and luck.
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

    /// Returns the number of games and the means of values and luck, and resets the sums; `None` without games.
    fn close(&mut self) -> Option<[f64; 3]> {
        let Open { games, value, luck } = std::mem::take(self);
        (games > 0.0).then(|| [games, value / games, luck / games])
    }
}

/// Results of a bot in all seats or in one seat.
#[derive(Clone, Debug, Default)]
pub struct Removed {
    leads: Controlled,
    wins: ControlledShares,
    open: [Open; 2],
}

impl Removed {
    /// Adds a seat of a game of the current deal group.
    pub fn add(&mut self, seat: SeatLuck) {
        let [leads, wins] = &mut self.open;
        if let Some(lead) = seat.lead {
            leads.add(lead);
        }
        wins.add(seat.win);
    }

    /// Completes deal group `block`.
    pub fn end_block(&mut self, block: u64) {
        let [leads, wins] = &mut self.open;
        if let Some([_, value, luck]) = leads.close() {
            self.leads.push(block, value, luck);
        }
        if let Some([games, value, luck]) = wins.close() {
            self.wins.push(block, value, luck, games as u64);
        }
    }

    /// Number of complete deal groups.
    pub fn blocks(&self) -> u64 {
        self.wins.controls().count()
    }

    /// Returns the adjusted means; `None` if luck was not valued, or there is not enough data.
    pub fn luck(&self) -> Option<WithoutLuck> {
        let found = WithoutLuck {
            lead: self.leads.adjusted(),
            win: self.wins.adjusted(),
        };
        (found.lead.is_some() || found.win.is_some()).then_some(found)
    }
}

/// Means with the control variate for luck.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WithoutLuck {
    /// Adjusted lead; `None` in solo games, with few deal groups, and if the lead does not vary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<Adjusted>,
    /// Adjusted win rate; `None` as for the lead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<Adjusted>,
}

impl WithoutLuck {
    /// Returns the available means with their names.
    pub fn measures(&self) -> impl Iterator<Item = (&'static str, Adjusted)> {
        let measures = [("lead", self.lead), ("win", self.win)];
        measures
            .into_iter()
            .filter_map(|(name, found)| Some((name, found?)))
    }
}
