//! Flat Monte Carlo: every action gets the same number of rollouts, and the best mean is taken.
//! The baseline that a tree has to beat.

use std::time::Instant;

use super::effort::Effort;
use super::guide::Guide;
use super::settings::{Information, Settings};
use super::simulation::Simulation;
use crate::game::{Game, Rng};
use crate::random::fork;

/// A searcher without a tree. In every round all actions are tried once, in the same imagined world
/// and with the same luck, so that they differ by themselves only.
pub struct Flat<G: Game> {
    settings: Settings,
    simulation: Simulation<G>,
    /// Sum of rewards of every legal action.
    sums: Vec<f64>,
    /// Buffers: the imagined world, and the copy on which an action is tried.
    worlds: Option<(G::State, G::State)>,
    effort: Effort,
}

impl<G: Game> Flat<G> {
    /// A searcher with these settings.
    pub fn new(settings: Settings, guide: &Guide) -> Flat<G> {
        Flat {
            settings,
            simulation: Simulation::new(settings, guide),
            sums: Vec::new(),
            worlds: None,
            effort: Effort::default(),
        }
    }

    /// What was spent since the searcher was made.
    pub fn effort(&self) -> Effort {
        Effort {
            in_leaves: self.simulation.watched,
            ..self.effort
        }
    }

    /// Measures the time spent in rollouts and evaluations from now on.
    pub fn watch_leaves(&mut self) {
        self.simulation.watched = Some(Default::default());
    }

    /// The index in `legal` of the action with the best mean reward; rounds are whole, so there may
    /// be a few iterations more than the budget has.
    pub fn search(
        &mut self,
        game: &G,
        state: &G::State,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> usize {
        let Some(observer) = game.to_move(state).filter(|_| legal.len() > 1) else {
            return 0;
        };
        let began = Instant::now();
        self.simulation.begin();
        self.simulation.fix_horizon(game, state, observer);
        self.sums.clear();
        self.sums.resize(legal.len(), 0.0);
        let (world, trial) = self
            .worlds
            .get_or_insert_with(|| (state.clone(), state.clone()));
        let mut iterations = 0;
        loop {
            world.clone_from(state);
            if self.settings.information == Information::Fair {
                game.determinize(world, observer, rng);
            }
            let luck = fork(rng);
            for (sum, &action) in self.sums.iter_mut().zip(legal) {
                trial.clone_from(world);
                let mut luck = luck.clone();
                self.simulation.decisions = 0;
                self.simulation
                    .apply(game, trial, observer, action, &mut luck);
                *sum += self.simulation.finish(game, trial, observer, &mut luck)[observer];
            }
            iterations += legal.len() as u64;
            let enough = match self.settings.time() {
                Some(time) => began.elapsed() >= time,
                None => iterations >= self.settings.iterations,
            };
            if enough {
                break;
            }
        }
        self.effort.iterations += iterations;
        self.effort.time += began.elapsed();
        let mut best = 0;
        for (index, sum) in self.sums.iter().enumerate() {
            if *sum > self.sums[best] {
                best = index;
            }
        }
        best
    }
}
