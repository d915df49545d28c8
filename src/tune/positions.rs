//! Positions that a search comes to value, and how the games end from there.

use crate::experiment::arena::Witness;
use crate::game::{Event, EventLog, Game, Rng, Seat};
use crate::random::{below, stream, unit};
use crate::search::heuristic::{Heuristic, Weights};
use crate::search::settings::{Reach, Settings};
use crate::search::simulation::Simulation;

/// A position where an iteration of a search would end, and the end of a game that went on from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// The seat that searches.
    pub observer: Seat,
    /// By seat: the part of the game that was left to it.
    pub left: Vec<f32>,
    /// The features of seat 0, then of seat 1 …
    pub features: Vec<f32>,
    /// By seat: the final score.
    pub scores: Vec<i32>,
}

impl Position {
    /// The features of a seat.
    pub fn features_of(&self, seat: Seat) -> &[f32] {
        let width = self.features.len() / self.scores.len();
        &self.features[seat * width..(seat + 1) * width]
    }
}

/// How many positions are looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// Share of the decisions with a choice.
    pub share: f64,
    /// Positions for each of them.
    pub worlds: u32,
}

/// Looks on while a game is played, and now and then imagines how it might go on.
///
/// A world is imagined that fits what the deciding seat knows, one of its legal actions is taken,
/// whichever, and the search's rollouts go on: first to where the search would value the position,
/// then to the end.
pub struct Sampler<G: Game> {
    sampling: Sampling,
    ahead: Simulation<G>,
    to_the_end: Simulation<G>,
    rng: Rng,
    legal: Vec<G::Action>,
    /// What was found in the game under way.
    pub positions: Vec<Position>,
}

impl<G: Game> Sampler<G> {
    /// A sampler for a search with these settings.
    pub fn new(game: &G, settings: Settings, weights: &Weights, sampling: Sampling) -> Sampler<G> {
        let simulation =
            |settings| Simulation::new(settings, Heuristic::new(game, weights.clone()));
        let to_the_end = Settings {
            rollout: Reach::Game,
            ..settings
        };
        Sampler {
            sampling,
            ahead: simulation(settings),
            to_the_end: simulation(to_the_end),
            rng: stream(0, &[]),
            legal: Vec::new(),
            positions: Vec::new(),
        }
    }

    /// Gets ready for a game.
    pub fn begin(&mut self, deal_seed: u64, seating: usize) {
        // Streams 1 to 4 of a deal are those of bots and of analyses.
        self.rng = stream(deal_seed, &[5, seating as u64]);
        self.positions.clear();
    }

    fn imagine(&mut self, game: &G, before: &G::State, seat: Seat) -> Position {
        let rng = &mut self.rng;
        let mut world = before.clone();
        game.determinize(&mut world, seat, rng);
        self.ahead.begin();
        self.ahead.fix_horizon(game, &world, seat);
        game.legal_actions(&world, &mut self.legal);
        let action = self.legal[below(rng, self.legal.len() as u32) as usize];
        game.apply(&mut world, action, rng, &mut ());
        self.ahead.roll_out(game, &mut world, seat, rng);
        let width = game.feature_names().len();
        let mut features = vec![0.0; width * game.seats()];
        for (seat, values) in features.chunks_mut(width).enumerate() {
            game.features(&world, seat, values);
        }
        let seats = 0..game.seats();
        let left = seats.clone().map(|seat| game.left(&world, seat)).collect();
        self.to_the_end.begin();
        self.to_the_end.fix_horizon(game, &world, seat);
        self.to_the_end.roll_out(game, &mut world, seat, rng);
        Position {
            observer: seat,
            left,
            features,
            scores: seats.map(|seat| game.score(&world, seat)).collect(),
        }
    }
}

impl<G: Game> EventLog for Sampler<G> {
    fn push(&mut self, _event: Event) {}
}

impl<G: Game> Witness<G> for Sampler<G> {
    fn decided(&mut self, game: &G, before: &G::State, seat: Seat, _action: G::Action) {
        game.legal_actions(before, &mut self.legal);
        if self.legal.len() < 2 || unit(&mut self.rng) >= self.sampling.share {
            return;
        }
        for _ in 0..self.sampling.worlds {
            let position = self.imagine(game, before, seat);
            self.positions.push(position);
        }
    }
}
