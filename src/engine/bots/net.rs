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
    settings: NetSettings,
    /// Buffers: legal actions by their logits, and those that are tried.
    by_logit: Vec<(f32, usize)>,
    tried: Vec<G::Action>,
}

/// How the policy of the network takes part.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NetSettings {
    /// Only so many actions are tried, the most probable ones; 0 for all.
    pub candidates: usize,
    /// Points that an action is worth more if it is e times as probable.
    pub policy_points: f32,
}

impl NetSettings {
    /// Whether the policy is asked.
    pub fn needs_policy(&self) -> bool {
        self.candidates > 0 || self.policy_points > 0.0
    }
}

impl<G: Game> Net<G> {
    /// A player by this look-ahead.
    pub fn new(lookahead: Lookahead<G>, win_points: f32, settings: NetSettings) -> Net<G> {
        Net {
            lookahead,
            win_points,
            settings,
            by_logit: Vec::new(),
            tried: Vec::new(),
        }
    }

    /// Fills the buffers with the legal actions that are tried, the most probable ones first.
    fn order(&mut self, game: &G, state: &G::State, legal: &[G::Action]) {
        let Some(seat) = game.to_move(state) else {
            return;
        };
        let logits = self.lookahead.begin(game, state, seat, legal);
        self.by_logit.clear();
        self.by_logit.extend(logits.iter().copied().zip(0..));
        // Stable, so that equals stay in the order of the legal actions.
        self.by_logit
            .sort_by(|one, other| other.0.total_cmp(&one.0));
        if self.settings.candidates > 0 {
            self.by_logit.truncate(self.settings.candidates);
        }
        self.tried.clear();
        let tried = self.by_logit.iter();
        self.tried.extend(tried.map(|&(_, index)| legal[index]));
    }
}

impl<G: Game> Bot<G> for Net<G> {
    fn choose(&mut self, game: &G, state: &G::State, legal: &[G::Action], rng: &mut Rng) -> usize {
        let Some(seat) = game.to_move(state).filter(|_| legal.len() > 1) else {
            return 0;
        };
        let mut best = Greatest::new();
        if !self.settings.needs_policy() {
            let values = self.lookahead.values(game, state, seat, legal, rng);
            for (index, value) in values.iter().enumerate() {
                best.offer(index, f64::from(value.worth(self.win_points)), rng);
            }
            return best.index();
        }
        self.order(game, state, legal);
        if let [(_, only)] = self.by_logit[..] {
            return only;
        }
        let values = (self.lookahead).values_of(game, state, seat, &self.tried, rng);
        for (value, &(logit, index)) in values.iter().zip(&self.by_logit) {
            let worth = value.worth(self.win_points) + self.settings.policy_points * logit;
            best.offer(index, f64::from(worth), rng);
        }
        best.index()
    }
}
