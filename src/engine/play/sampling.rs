//! Positions that a search evaluates, with the results of games continued from there.

use crate::game::prelude::*;
use crate::game::{Rng, Seat};
use crate::play::arena::{Crash, GamePlayer, moves_text};
use crate::play::panics;
use crate::play::plan::NumberedGame;
use crate::random::{Streams, below, sampling_stream, stream, unit};
use crate::search::guide::Guide;
use crate::search::settings::{Reach, Settings};
use crate::search::simulation::Simulation;

/// A position at the end of a search iteration, and the final scores after a continuation.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// Seat that searches.
    pub observer: Seat,
    /// Remaining fraction of the game, by seat, in 0..=1.
    pub remaining: Vec<f32>,
    /// Features of all seats, concatenated in the order of the seats.
    pub features: Vec<f32>,
    /// Final scores by seat.
    pub scores: Vec<i32>,
}

impl Position {
    /// Returns the features of a seat.
    pub fn features_of(&self, seat: Seat) -> &[f32] {
        let width = self.features.len() / self.scores.len();
        &self.features[seat * width..(seat + 1) * width]
    }
}

/// Sampling rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// Share of the decisions that are sampled, among those with more than one legal action.
    pub share: f64,
    /// Number of positions per sampled decision.
    pub worlds: u32,
}

/// Replays a game and samples positions from simulated continuations.
///
/// For each sample, a world is determinized for the deciding seat, one of its legal actions is chosen at random, and
/// the rollout policy continues the game: first to the point where the search would evaluate the position, then to the
/// end.
pub struct Sampler<G: Game> {
    sampling: Sampling,
    ahead: Simulation<G>,
    to_the_end: Simulation<G>,
    rng: Rng,
    legal: Vec<G::Action>,
}

impl<G: Game> Sampler<G> {
    /// Creates a sampler for a search with these settings.
    pub fn new(settings: Settings, guide: &Guide, sampling: Sampling) -> Sampler<G> {
        let simulation = |settings| Simulation::new(settings, guide);
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
        }
    }

    /// Samples positions from the game that these choices of legal actions define.
    pub fn draw(&mut self, game: &G, numbered: &NumberedGame, choices: &[usize]) -> Vec<Position> {
        // Streams 1 to 4 of a deal belong to bots and analyses.
        self.rng = sampling_stream(numbered.deal_seed, numbered.seating_index);
        let mut positions = Vec::new();
        let mut chance = Streams::new(numbered.deal_seed);
        let mut state = game.new_state(&mut chance, &mut ());
        for &choice in choices {
            game.legal_actions(&state, &mut self.legal);
            let action = self.legal[choice];
            if let (Some(seat), 2..) = (game.to_move(&state), self.legal.len())
                && unit(&mut self.rng) < self.sampling.share
            {
                let worlds = 0..self.sampling.worlds;
                positions.extend(worlds.map(|_| self.imagine(game, &state, seat)));
            }
            game.apply(&mut state, action, &mut chance, &mut ());
        }
        positions
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
        let width = G::FEATURE_NAMES.len();
        let mut features = vec![0.0; width * game.seats()];
        for (seat, values) in features.chunks_mut(width).enumerate() {
            game.features(&world, seat, values);
        }
        let seats = 0..game.seats();
        let remaining = seats
            .clone()
            .map(|seat| game.remaining(&world, seat))
            .collect();
        self.to_the_end.begin();
        self.to_the_end.fix_horizon(game, &world, seat);
        self.to_the_end.roll_out(game, &mut world, seat, rng);
        Position {
            observer: seat,
            remaining,
            features,
            scores: seats.map(|seat| game.score(&world, seat)).collect(),
        }
    }
}

/// Function that plays a game and samples positions from it.
pub type Draw<'run> = Box<dyn FnMut(&NumberedGame) -> Result<Vec<Position>, Crash> + 'run>;

/// Returns a function that samples positions from the games of an arena, where a search with these settings would
/// evaluate them.
pub fn drawing<'run, G: Game>(
    game: &'run G,
    mut arena: Box<dyn GamePlayer<'run> + 'run>,
    (settings, guide): (Settings, &Guide),
    sampling: Sampling,
) -> Draw<'run> {
    let mut sampler = Sampler::new(settings, guide, sampling);
    Box::new(move |numbered| {
        arena.play(numbered)?;
        let draw = || sampler.draw(game, numbered, arena.choices());
        panics::catch(draw).map_err(|message| Crash {
            message,
            moves: moves_text(&*arena, numbered.deal_seed),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::plan::Plan;
    use crate::play::toy::Toy;
    use crate::search::heuristic::Weights;
    use crate::search::parameters::{Method, Value};

    /// Plays a toy game in which all seats name 1, and returns its positions one turn ahead.
    fn positions(sampling: Sampling, master_seed: u64) -> Vec<Position> {
        let toy = Toy::new(2);
        let parameters = [
            ("rollout".to_string(), Value::Text("own_turns".into())),
            ("rollout_length".to_string(), Value::Whole(1)),
            ("policy".to_string(), Value::Text("random".into())),
            ("horizon".to_string(), Value::Text("root".into())),
        ];
        let settings = Settings::read(Method::Mcts, &parameters.into()).unwrap();
        let weights = Weights {
            actions: vec![1.0],
            positions: None,
        };
        let mut sampler = Sampler::new(settings, &Guide::by_features(weights), sampling);
        let plan = Plan::of(&toy, master_seed, 1);
        let numbered = plan.step(0).next().unwrap();
        sampler.draw(&toy, &numbered, &[0; 8])
    }

    #[test]
    fn sampling_records_the_next_turn_and_the_final_score() {
        let found = positions(
            Sampling {
                share: 1.0,
                worlds: 3,
            },
            7,
        );
        // Two seats with four turns each.
        assert_eq!(found.len(), 3 * 8);
        for (index, position) in found.iter().enumerate() {
            let turn = index / 6;
            assert_eq!(position.observer, index / 3 % 2);
            // A turn of the toy game ends with its action, so the horizon is directly behind the action.
            let own = position.features_of(position.observer)[0] as i32;
            let named = turn as i32 + 1;
            assert!((named..=6 * named).contains(&own), "{position:?}");
            let more = position.scores[position.observer] - own;
            let left = 4 - named;
            assert!((left..=6 * left).contains(&more), "{position:?}");
        }
    }

    #[test]
    fn sampling_is_reproducible_and_proportional_to_the_share() {
        let all = Sampling {
            share: 1.0,
            worlds: 1,
        };
        assert_eq!(positions(all, 3), positions(all, 3));
        assert_ne!(positions(all, 3), positions(all, 4));
        let half = Sampling { share: 0.5, ..all };
        let found: usize = (0..40).map(|seed| positions(half, seed).len()).sum();
        assert!((110..210).contains(&found), "{found} of 320");
    }
}
