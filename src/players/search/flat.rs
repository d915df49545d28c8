//! Flat Monte Carlo: gives every action the same number of rollouts and chooses the one with the best mean reward. It
//! is the baseline for tree search.

use std::time::Instant;

use super::effort::Effort;
use super::guide::Guide;
use super::interrupt::{Interrupt, is_raised};
use super::settings::{Information, Settings};
use super::simulation::Simulation;
use crate::game::{Game, Rng};
use crate::random::fork;

/// Searcher without a tree. Each round tries every action once, in the same sampled world and with the same random
/// numbers, so that differences between actions are not due to chance.
pub struct Flat<G: Game> {
    settings: Settings,
    simulation: Simulation<G>,
    /// Sum of rewards for each legal action.
    sums: Vec<f64>,
    /// Buffers: the sampled world, and the copy in which an action is tried.
    worlds: Option<(G::State, G::State)>,
    effort: Effort,
}

impl<G: Game> Flat<G> {
    /// Creates a searcher with these settings.
    pub fn new(settings: Settings, guide: &Guide) -> Flat<G> {
        Flat {
            settings,
            simulation: Simulation::new(settings, guide),
            sums: Vec::new(),
            worlds: None,
            effort: Effort::default(),
        }
    }

    /// Returns the cost of all searches so far.
    pub fn effort(&self) -> Effort {
        Effort {
            in_leaves: self.simulation.watched,
            ..self.effort
        }
    }

    /// Starts measuring the time spent in rollouts and evaluations.
    pub fn watch_leaves(&mut self) {
        self.simulation.watched = Some(Default::default());
    }

    /// Returns the index in `legal` of the action with the best mean reward. Only whole rounds are played, so the
    /// search may exceed its budget by a few iterations.
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
        let interrupt = Interrupt::current();
        self.simulation.begin();
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
            if enough || is_raised(interrupt.as_ref()) {
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
