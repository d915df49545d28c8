//! Bot that maximizes a network's value one step ahead.

use super::player::Bot;
use crate::game::{Game, Rng};
use crate::net::lookahead::Lookahead;
use crate::random::Greatest;

/// One-step lookahead with a network. The value of an action is its expected lead plus the value of its winning
/// probability. Ties are broken at random.
pub struct Net<G: Game> {
    lookahead: Lookahead<G>,
    /// Value of a certain win in points, in addition to the expected lead.
    win_points: f32,
    settings: NetSettings,
    /// Buffers: legal actions sorted by logit, and the actions to try.
    by_logit: Vec<(f32, usize)>,
    tried: Vec<G::Action>,
}

/// Use of the network's policy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NetSettings {
    /// Number of actions to try, most probable first; 0 means all.
    pub candidates: usize,
    /// Points added to the value of an action for each factor of e in its probability.
    pub policy_points: f32,
}

impl NetSettings {
    /// Returns true if the policy is used.
    pub fn needs_policy(&self) -> bool {
        self.candidates > 0 || self.policy_points > 0.0
    }
}

impl<G: Game> Net<G> {
    /// Creates a bot with this lookahead.
    pub fn new(lookahead: Lookahead<G>, win_points: f32, settings: NetSettings) -> Net<G> {
        Net {
            lookahead,
            win_points,
            settings,
            by_logit: Vec::new(),
            tried: Vec::new(),
        }
    }

    /// Fills the buffers with the actions to try, most probable first.
    fn order(&mut self, game: &G, state: &G::State, legal: &[G::Action]) {
        let Some(seat) = game.to_move(state) else {
            return;
        };
        let logits = self.lookahead.begin(game, state, seat, legal);
        self.by_logit.clear();
        self.by_logit.extend(logits.iter().copied().zip(0..));
        // The sort is stable, so ties stay in the order of the legal actions.
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
            self.lookahead.used_chance |= best.is_tied();
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
        self.lookahead.used_chance |= best.is_tied();
        best.index()
    }

    fn used_chance(&mut self) -> bool {
        std::mem::take(&mut self.lookahead.used_chance)
    }
}
