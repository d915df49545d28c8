//! Looks one step ahead and takes the action after which a network likes the position best.

use super::player::Bot;
use crate::game::{Game, Rng};
use crate::net::lookahead::Lookahead;
use crate::random::Greatest;

/// One step ahead by a network: the expected lead and the probability to win, added up. Equal values are
/// decided by lot.
pub struct Net<G: Game> {
    lookahead: Lookahead<G>,
    /// Points that a certain win is worth beside the expected lead.
    win_points: f32,
}

impl<G: Game> Net<G> {
    /// A player by this look-ahead.
    pub fn new(lookahead: Lookahead<G>, win_points: f32) -> Net<G> {
        Net {
            lookahead,
            win_points,
        }
    }
}

impl<G: Game> Bot<G> for Net<G> {
    fn choose(&mut self, game: &G, state: &G::State, legal: &[G::Action], rng: &mut Rng) -> usize {
        let Some(seat) = game.to_move(state) else {
            return 0;
        };
        if legal.len() == 1 {
            return 0;
        }
        let mut best = Greatest::new();
        let values = self.lookahead.values(game, state, seat, legal, rng);
        for (index, value) in values.iter().enumerate() {
            best.offer(index, f64::from(value.worth(self.win_points)), rng);
        }
        best.index()
    }
}
