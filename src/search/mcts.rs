//! Monte Carlo tree search over what one seat knows.
//!
//! Every iteration imagines a fresh world that fits the seat's knowledge, walks down the tree by
//! the actions that are legal in that world, adds a node, and credits the rewards of a rollout to
//! the nodes on the way, to each those of the seat that took its action (max^n).
//! Cowling, Powley & Whitehouse, *Information Set Monte Carlo Tree Search*, 2012, with one observer.
//!
//! Nodes are told apart by the actions that led to them, not by what chance did meanwhile (open
//! loop); a position in which a seat has but one legal action gets no node.

use std::time::Instant;

use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

use super::analysis::RootTally;
use super::effort::Effort;
use super::formulas::{
    first_play, progressive_bias, progressive_history, rescale, ucb1, ucb1_tuned, variance, widened,
};
use super::heuristic::Heuristic;
use super::settings::{Budget, FirstPlay, Formula, Information, Opponents, Settings, Shape};
use super::simulation::Simulation;
use super::tree::{NodeId, ROOT, Tree};
use crate::game::{Game, Rng, Seat};
use crate::random::below;

/// Iterations between looks whether the choice can still change.
const GLANCE: u64 = 8;
/// Urgency of untried actions where all are tried first: above any other.
const BEFORE_ALL: f64 = 1e9;
/// The greatest variance of rewards between 0 and 1.
const MOST_VARIANCE: f64 = 0.25;

/// An action that may be taken at a node.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    id: NodeId,
    prior: f32,
}

/// A searcher: keeps the memory of its tree from one decision to the next, and nothing else.
pub struct Mcts<G: Game> {
    pub(super) settings: Settings,
    pub(super) tree: Tree<G::Action>,
    pub(super) simulation: Simulation<G>,
    /// Buffer: nodes that the iteration has come through.
    path: Vec<NodeId>,
    /// Buffer: what may be taken at the node under way.
    candidates: Vec<Candidate>,
    /// Buffer: the imagined world.
    world: Option<G::State>,
    effort: Effort,
    /// What every seat gets from each action at the root, if it is to be told; then nothing stops
    /// the search early.
    pub(super) tally: Option<RootTally>,
}

impl<G: Game> Mcts<G> {
    /// A searcher with these settings; the weights are those of the features, one each.
    pub fn new(game: &G, settings: Settings, weights: Vec<f32>) -> Mcts<G> {
        Mcts {
            settings,
            tree: Tree::new(),
            simulation: Simulation::new(settings, Heuristic::new(game, weights)),
            path: Vec::new(),
            candidates: Vec::new(),
            world: None,
            effort: Effort::default(),
            tally: None,
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

    /// The index in `legal` of the action to take: the one that was tried most, of equals the one
    /// with the best mean.
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
        self.tree.clear();
        self.simulation.begin();
        let mut world = self.world.take().unwrap_or_else(|| state.clone());
        let mut iterations = 0;
        loop {
            world.clone_from(state);
            if self.settings.information == Information::Fair {
                game.determinize(&mut world, observer, rng);
            }
            self.iterate(game, &mut world, observer, rng);
            iterations += 1;
            let enough = match self.settings.budget {
                Budget::Time(time) => began.elapsed() >= time,
                Budget::Iterations(all) => {
                    iterations >= all
                        || (self.tally.is_none()
                            && iterations % GLANCE == 0
                            && self.is_decided(all - iterations))
                }
            };
            if enough {
                break;
            }
        }
        self.world = Some(world);
        self.effort.iterations += iterations;
        self.effort.time += began.elapsed();
        self.choice(legal)
    }

    /// Whether even all the iterations left would not bring another action to the most visits.
    fn is_decided(&self, iterations_left: u64) -> bool {
        let (mut first, mut second) = (0, 0);
        for id in self.tree.children(ROOT) {
            let visits = self.tree.node(id).visits;
            if visits > first {
                (first, second) = (visits, first);
            } else {
                second = second.max(visits);
            }
        }
        u64::from(first - second) > iterations_left
    }

    fn choice(&self, legal: &[G::Action]) -> usize {
        let worth = |id: &NodeId| {
            let node = self.tree.node(*id);
            (node.visits, if node.visits > 0 { node.mean() } else { 0.0 })
        };
        let better = |one: &NodeId, other: &NodeId| {
            let ((visits, mean), (other_visits, other_mean)) = (worth(one), worth(other));
            visits.cmp(&other_visits).then(mean.total_cmp(&other_mean))
        };
        let best = self.tree.children(ROOT).max_by(better);
        let action = best.and_then(|id| self.tree.node(id).action);
        let index = legal.iter().position(|&legal| Some(legal) == action);
        index.expect("a seat may do the same in every world that fits its knowledge")
    }

    fn iterate(&mut self, game: &G, world: &mut G::State, observer: Seat, rng: &mut Rng) {
        self.path.clear();
        let mut node = ROOT;
        loop {
            let new = node != ROOT && self.tree.node(node).visits == 0;
            let Some(mover) = game.to_move(world).filter(|_| !new) else {
                break;
            };
            let simulation = &mut self.simulation;
            game.legal_actions(world, &mut simulation.legal);
            let theirs = mover != observer && self.settings.opponents == Opponents::SelfOnly;
            if theirs || simulation.legal.len() == 1 {
                simulation.follow_policy(game, world, mover, rng);
                continue;
            }
            node = self.select(game, world, node, mover, rng);
            self.path.push(node);
            if let Some(action) = self.tree.node(node).action {
                self.simulation.apply(game, world, mover, action, rng);
            }
        }
        let rewards = self.simulation.finish(game, world, observer, rng);
        if let (Some(tally), Some(&id)) = (&mut self.tally, self.path.first()) {
            tally.add(id, &rewards);
        }
        self.tree.node_mut(ROOT).visits += 1;
        for &id in &self.path {
            let node = self.tree.node_mut(id);
            node.update(rewards[usize::from(node.seat)]);
        }
    }

    /// The child of a node that is walked to: by greatest urgency, by lot among equals.
    fn select(
        &mut self,
        game: &G,
        world: &G::State,
        parent: NodeId,
        mover: Seat,
        rng: &mut Rng,
    ) -> NodeId {
        self.gather(game, world, parent, mover, rng);
        let settings = &self.settings;
        let (mut trials, mut sum) = (0, 0.0);
        let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
        let (mut least, mut most) = (f32::INFINITY, f32::NEG_INFINITY);
        for candidate in &self.candidates {
            let node = self.tree.node(candidate.id);
            trials += node.visits;
            sum += node.sum;
            (low, high) = (low.min(node.low), high.max(node.high));
            (least, most) = (least.min(node.prior), most.max(node.prior));
        }
        let (low, high) = (f64::from(low), f64::from(high));
        let parent_mean = match trials {
            0 => 0.5,
            _ => rescale(sum / f64::from(trials), low, high),
        };
        // Mostly the same for all siblings.
        let (mut counted, mut logarithm) = (trials, f64::from(trials.max(1)).ln());
        let (mut best, mut urgency, mut equals) = (self.candidates[0].id, f64::NEG_INFINITY, 0);
        for candidate in &self.candidates {
            let node = self.tree.node(candidate.id);
            if settings.tree == Shape::InformationSet && node.available != counted {
                counted = node.available;
                logarithm = f64::from(counted).ln();
            }
            let prior = rescale(f64::from(node.prior), f64::from(least), f64::from(most));
            let visits = f64::from(node.visits);
            let tried = node.visits > 0;
            let mut value = if tried {
                let mean = rescale(node.mean(), low, high);
                mean + match settings.formula {
                    Formula::Ucb1 => ucb1(settings.exploration, logarithm, visits),
                    Formula::Ucb1Tuned => {
                        let variance = variance(node.sum, node.squares, visits, low, high);
                        ucb1_tuned(settings.exploration, logarithm, visits, variance)
                    }
                }
            } else if settings.first_play == FirstPlay::All {
                BEFORE_ALL + prior
            } else {
                first_play(parent_mean, settings.first_play_loss)
                    + match settings.formula {
                        Formula::Ucb1 => ucb1(settings.exploration, logarithm, 1.0),
                        Formula::Ucb1Tuned => {
                            ucb1_tuned(settings.exploration, logarithm, 1.0, MOST_VARIANCE)
                        }
                    }
            };
            if settings.bias > 0.0 {
                value += progressive_bias(settings.bias, prior, visits);
            }
            if let (true, Some(action)) = (settings.history > 0.0, node.action) {
                let anywhere = self.simulation.anywhere(mover, action);
                let mean = if tried {
                    rescale(node.mean(), low, high)
                } else {
                    0.0
                };
                value += progressive_history(settings.history, anywhere, mean, visits);
            }
            if value > urgency {
                (best, urgency, equals) = (candidate.id, value, 1);
            } else if value == urgency {
                // The n-th of n equals replaces the others with probability 1/n.
                equals += 1;
                if below(rng, equals) == 0 {
                    best = candidate.id;
                }
            }
        }
        best
    }

    /// Fills the candidates: the children for the legal actions, made where there are none yet, and
    /// under progressive widening the best of them only.
    fn gather(&mut self, game: &G, world: &G::State, parent: NodeId, mover: Seat, rng: &mut Rng) {
        let orders = self.settings.orders_actions();
        let Simulation {
            legal, heuristic, ..
        } = &mut self.simulation;
        let candidates = &mut self.candidates;
        candidates.clear();
        let mut luck = None;
        self.tree
            .for_each_child(parent, mover, legal, |id, node, new| {
                if let (true, true, Some(action)) = (new, orders, node.action) {
                    // All that are new are valued with the same luck.
                    let luck = luck.get_or_insert_with(|| Rng::seed_from_u64(rng.next_u64()));
                    node.prior = heuristic.one_step_ahead(game, world, action, mover, luck);
                }
                candidates.push(Candidate {
                    id,
                    prior: node.prior,
                });
            });
        if self.settings.widening > 0.0 {
            let visits = self.tree.node(parent).visits;
            let considered = widened(
                self.settings.widening,
                self.settings.widening_exponent,
                visits,
            );
            if considered < candidates.len() {
                candidates.select_nth_unstable_by(considered - 1, |one, other| {
                    other
                        .prior
                        .total_cmp(&one.prior)
                        .then(one.id.cmp(&other.id))
                });
                candidates.truncate(considered);
            }
        }
    }
}
