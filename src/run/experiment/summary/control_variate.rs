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

/// Value and luck in a deal group.
#[derive(Clone, Copy, Debug, Default)]
pub struct ValueAndLuck {
    games: f64,
    value: f64,
    luck: f64,
}

impl ValueAndLuck {
    fn add(&mut self, [value, luck]: [f64; 2]) {
        self.games += 1.0;
        self.value += value;
        self.luck += luck;
    }

    /// Returns the means over the games and resets the sums; `None` without games.
    fn close(&mut self) -> Option<ValueAndLuck> {
        let sums = std::mem::take(self);
        (sums.games > 0.0).then(|| ValueAndLuck {
            value: sums.value / sums.games,
            luck: sums.luck / sums.games,
            ..sums
        })
    }
}

/// Means of lead and win share in one deal group, in this order.
pub type GroupMeans = [Option<ValueAndLuck>; 2];

/// Results of a bot in all seats or in one seat.
#[derive(Clone, Debug, Default)]
pub struct ControlledMeans {
    leads: Controlled,
    wins: ControlledShares,
    open: [ValueAndLuck; 2],
}

impl ControlledMeans {
    /// Adds a seat of a game of the current deal group.
    pub fn add(&mut self, seat: SeatLuck) {
        let [leads, wins] = &mut self.open;
        if let Some(lead) = seat.lead {
            leads.add(lead);
        }
        wins.add(seat.win);
    }

    /// Completes deal group `block` and returns its means.
    pub fn end_block(&mut self, block: u64) -> GroupMeans {
        let means = self.open.each_mut().map(ValueAndLuck::close);
        let [lead, win] = means;
        if let Some(lead) = lead {
            self.leads.push(block, lead.value, lead.luck);
        }
        if let Some(win) = win {
            self.wins.push(block, win.value, win.luck, win.games as u64);
        }
        means
    }

    /// Number of complete deal groups.
    pub fn blocks(&self) -> u64 {
        self.wins.controls().count()
    }

    /// Returns the adjusted means; `None` if luck was not valued, or there is not enough data.
    pub fn luck(&self) -> Option<WithoutLuck> {
        WithoutLuck::new(self.leads.adjusted(), self.wins.adjusted())
    }
}

/// Differences of two bots or seats, deal group by deal group.
#[derive(Clone, Debug, Default)]
pub struct ControlledDifferences([Controlled; 2]);

impl ControlledDifferences {
    /// Adds deal group `block`, with the means of the reference and of the compared bot or seat.
    pub fn add(&mut self, block: u64, reference: GroupMeans, compared: GroupMeans) {
        for (measure, pair) in self.0.iter_mut().zip(reference.into_iter().zip(compared)) {
            if let (Some(reference), Some(compared)) = pair {
                let value = compared.value - reference.value;
                measure.push(block, value, compared.luck - reference.luck);
            }
        }
    }

    /// Returns the adjusted differences, as [`ControlledMeans::luck`].
    pub fn luck(&self) -> Option<WithoutLuck> {
        WithoutLuck::new(self.0[0].adjusted(), self.0[1].adjusted())
    }
}

/// Means, or differences of means, with the control variate for luck.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WithoutLuck {
    /// Mean lead in points; `None` in solo games, with too few deal groups, and if the lead does not vary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lead: Option<Adjusted>,
    /// Win rate; `None` with too few deal groups, and if the win rate does not vary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<Adjusted>,
}

impl WithoutLuck {
    fn new(lead: Option<Adjusted>, win: Option<Adjusted>) -> Option<WithoutLuck> {
        (lead.is_some() || win.is_some()).then_some(WithoutLuck { lead, win })
    }

    /// Returns the available means with their names.
    pub fn measures(&self) -> impl Iterator<Item = (&'static str, Adjusted)> {
        let measures = [("lead", self.lead), ("win", self.win)];
        measures
            .into_iter()
            .filter_map(|(name, found)| Some((name, found?)))
    }
}
