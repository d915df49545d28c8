//! Monte Carlo tree search over what one seat knows.
//!
//! Each iteration samples a world that is consistent with the seat's knowledge, descends the tree through actions that
//! are legal in this world, adds a node, and backs up the rewards of a rollout. Each node gets the reward of the seat
//! that took its action (max^n). This is single-observer ISMCTS: Cowling, Powley & Whitehouse, *Information Set Monte
//! Carlo Tree Search*, 2012.
//!
//! Nodes are identified by the actions that led to them, not by chance outcomes (open loop). A position in which a seat
//! has only one legal action gets no node.

use std::time::Instant;

use ordered_float::OrderedFloat;

use super::effort::Effort;
use super::guide::Guide;
use super::halving::Halving;
use super::interrupt::{Interrupt, is_raised};
use super::reuse::Last;
use super::reward::Rewards;
use super::selection::{Candidate, most_urgent};
use super::settings::{
    Evaluation, FirstPlay, Information, Keep, Opponents, Priors, Root, Settings,
};
use super::simulation::{NETWORK, Simulation, ValuedLeaf};
use super::tree::{Node, NodeId, ROOT, RootTally, Tree};
use crate::game::{Game, MAX_SEATS, Rng, Seat};
use crate::random::fork;

/// Maximum number of actions that sequential halving compares.
const ROOT_ACTIONS: usize = 16;

/// Returns the difference between the greatest and the second greatest number of visits.
fn lead(visits: impl Iterator<Item = u32>) -> u32 {
    let (mut first, mut second) = (0, 0);
    for visits in visits {
        if visits > first {
            (first, second) = (visits, first);
        } else {
            second = second.max(visits);
        }
    }
    first - second
}

/// Monte Carlo tree searcher. It reuses its buffers between decisions. The tree is reused only within a turn
/// ([`reuse`](super::reuse)).
pub struct Mcts<G: Game> {
    pub(super) settings: Settings,
    /// Settings for selection below the root.
    below_root: Settings,
    pub(super) tree: Tree<G::Action>,
    pub(super) simulation: Simulation<G>,
    /// Buffer: nodes visited in the current iteration.
    path: Vec<NodeId>,
    /// Buffer: children of the current node that are legal in the sampled world.
    children: Vec<NodeId>,
    /// Buffers: nodes that were added below the current node, and their actions.
    new: (Vec<NodeId>, Vec<G::Action>),
    /// Buffer: statistics of `children`.
    candidates: Vec<Candidate>,
    /// State of sequential halving at the root, if the settings use it.
    halving: Halving,
    /// Buffer: the sampled world.
    world: Option<G::State>,
    /// Last decision, if the next search may reuse its tree.
    last: Option<Last<G>>,
    effort: Effort,
    /// Rewards of every seat for each action at the root, if an analysis needs them. With a tally, the search does not
    /// stop early.
    pub(super) tally: Option<RootTally>,
}

impl<G: Game> Mcts<G> {
    /// Creates a searcher with these settings.
    pub fn new(settings: Settings, guide: &Guide) -> Mcts<G> {
        let mut below_root = settings;
        below_root.root_uniform = 0.0;
        if settings.first_play == FirstPlay::AllAtRoot {
            below_root.first_play = FirstPlay::Parent;
        }
        Mcts {
            settings,
            below_root,
            tree: Tree::new(),
            simulation: Simulation::new(settings, guide),
            path: Vec::new(),
            children: Vec::new(),
            new: (Vec::new(), Vec::new()),
            candidates: Vec::new(),
            halving: Halving::default(),
            world: None,
            last: None,
            effort: Effort::default(),
            tally: None,
        }
    }

    /// Discards the tree, so that the next search starts a new tree.
    pub fn forget(&mut self) {
        self.last = None;
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

    /// Searches the position and returns the index in `legal` of the best action: the most visited action, with ties
    /// broken by mean reward.
    pub fn search(
        &mut self,
        game: &G,
        state: &G::State,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> usize {
        if legal.len() == 1 {
            return 0;
        }
        let interrupt = Interrupt::current();
        self.grow(game, state, legal, rng, interrupt.as_ref());
        let choice = self.choice(legal);
        self.take(state, legal[choice]);
        choice
    }

    /// Grows a new tree for a decision, or continues the tree of the previous decision. An interrupt ends the search
    /// after the current iteration.
    pub(super) fn grow(
        &mut self,
        game: &G,
        state: &G::State,
        legal: &[G::Action],
        rng: &mut Rng,
        interrupt: Option<&Interrupt>,
    ) {
        let Some(observer) = game.to_move(state) else {
            return;
        };
        let began = Instant::now();
        let known = self.last.take().filter(|last| {
            let buffer = &mut self.simulation.legal;
            last.leads_to(game, state, buffer)
        });
        match known {
            Some(last) => self.tree.keep(last.node, legal),
            None => self.tree.clear(),
        }
        self.halving.clear();
        self.simulation.begin();
        let mut world = self.world.take().unwrap_or_else(|| state.clone());
        let kept = u64::from(self.tree.node(ROOT).visits);
        let mut iterations = kept;
        loop {
            world.clone_from(state);
            if self.settings.information == Information::Fair {
                game.determinize(&mut world, observer, rng);
            }
            self.iterate(game, &mut world, observer, rng);
            iterations += 1;
            let all = self.settings.iterations;
            let enough = match self.settings.time() {
                Some(time) => began.elapsed() >= time,
                None => {
                    iterations >= all
                        || (self.tally.is_none()
                            && self.settings.root == Root::Formula
                            && self.is_decided(all - iterations))
                }
            };
            if enough || is_raised(interrupt) {
                break;
            }
        }
        self.world = Some(world);
        self.effort.iterations += iterations - kept;
        self.effort.time += began.elapsed();
    }

    /// Returns the child of the root for an action.
    pub(super) fn root_child(&self, action: G::Action) -> Option<&Node<G::Action>> {
        let mut children = self.tree.children(ROOT).map(|id| self.tree.node(id));
        children.find(|node| node.action == Some(action))
    }

    /// Returns the number of visits of an action in the last search.
    pub fn visits(&self, action: G::Action) -> u32 {
        self.root_child(action).map_or(0, |node| node.visits)
    }

    /// Returns the mean reward of the deciding seat in the last search.
    pub fn mean(&self) -> f64 {
        let children = self.tree.children(ROOT).map(|id| self.tree.node(id));
        let (sum, visits) = children.fold((0.0, 0), |(sum, visits), node| {
            (sum + node.sum, visits + node.visits)
        });
        sum / f64::from(visits.max(1))
    }

    /// Stores the chosen action so that the next decision of the turn can reuse the tree.
    pub(super) fn take(&mut self, state: &G::State, action: G::Action) {
        if self.settings.keep_tree == Keep::No {
            return;
        }
        let mut children = self.tree.children(ROOT);
        let node = children.find(|&id| self.tree.node(id).action == Some(action));
        self.last = node.map(|node| Last {
            state: state.clone(),
            action,
            node,
        });
    }

    /// Returns true if the remaining iterations cannot change which action has the most visits.
    fn is_decided(&self, iterations_left: u64) -> bool {
        let children = self.tree.children(ROOT);
        let lead = lead(children.map(|id| self.tree.node(id).visits));
        u64::from(lead) > iterations_left
    }

    /// Returns the index in `legal` of the best action by sequential halving, or `None` if halving was not used.
    pub fn halved(&self, legal: &[G::Action]) -> Option<usize> {
        let best = self.halving.best(&self.tree)?;
        let action = self.tree.node(best).action;
        legal.iter().position(|&legal| Some(legal) == action)
    }

    fn choice(&self, legal: &[G::Action]) -> usize {
        if let Some(halved) = self.halved(legal) {
            return halved;
        }
        let worth = |id: &NodeId| {
            let node = self.tree.node(*id);
            let mean = if node.visits > 0 { node.mean() } else { 0.0 };
            (node.visits, OrderedFloat(mean))
        };
        let best = self.tree.children(ROOT).max_by_key(worth);
        let action = best.and_then(|id| self.tree.node(id).action);
        let index = legal.iter().position(|&legal| Some(legal) == action);
        index.expect("the legal moves do not depend on hidden information")
    }

    fn iterate(&mut self, game: &G, world: &mut G::State, observer: Seat, rng: &mut Rng) {
        self.path.clear();
        self.simulation.decisions = 0;
        let mut node = ROOT;
        loop {
            let ends = node != ROOT && self.tree.node(node).visits == 0;
            let Some(mover) = game.to_move(world).filter(|_| !ends) else {
                break;
            };
            let simulation = &mut self.simulation;
            game.legal_actions(world, &mut simulation.legal);
            let theirs = mover != observer && self.settings.opponents == Opponents::SelfOnly;
            if theirs || simulation.legal.len() == 1 {
                simulation.watch(|simulation| simulation.follow_policy(game, world, mover, rng));
                continue;
            }
            node = self.select(game, world, node, mover, rng);
            self.path.push(node);
            if let Some(action) = self.tree.node(node).action {
                self.simulation.apply(game, world, mover, action, rng);
            }
        }
        let new_leaf = self.path.last().copied();
        let new_leaf = new_leaf.filter(|&id| self.tree.node(id).visits == 0);
        if let (Some(leaf), true) = (new_leaf, self.settings.values_and_orders_at_once()) {
            let rewards = self.value_and_order(game, world, observer, leaf, rng);
            self.back_up(&rewards);
            return;
        }
        let rewards = self.simulation.finish(game, world, observer, rng);
        self.back_up(&rewards);
    }

    /// Adds the rewards of an iteration to the nodes on its path.
    fn back_up(&mut self, rewards: &Rewards) {
        if let (Some(tally), Some(&id)) = (&mut self.tally, self.path.first()) {
            tally.add(id, rewards);
        }
        self.tree.node_mut(ROOT).visits += 1;
        for &id in &self.path {
            let node = self.tree.node_mut(id);
            node.update(rewards[usize::from(node.seat)]);
        }
    }

    /// Advances a new leaf to its next choice, evaluates that position and adds its children, all with one network
    /// evaluation.
    fn value_and_order(
        &mut self,
        game: &G,
        world: &mut G::State,
        observer: Seat,
        leaf: NodeId,
        rng: &mut Rng,
    ) -> Rewards {
        let Some(mover) = self.simulation.next_choice(game, world, rng) else {
            let evaluation = Evaluation::Net;
            return (self.simulation).evaluate(game, world, observer, evaluation);
        };
        let Simulation {
            legal, lookahead, ..
        } = &mut self.simulation;
        let lookahead = lookahead.as_mut().expect(NETWORK);
        let (value, logits) = lookahead.value_and_logits(game, world, mover, legal);
        if mover == observer || self.settings.opponents != Opponents::SelfOnly {
            self.tree.expand(leaf, mover, legal, logits);
        }
        let mut asked = [self.tally.is_some(); MAX_SEATS];
        for &id in &self.path {
            asked[usize::from(self.tree.node(id).seat)] = true;
        }
        let leaf = ValuedLeaf { mover, value };
        let simulation = &mut self.simulation;
        simulation.rewards_at(game, world, observer, leaf, &asked)
    }

    /// Returns the most urgent child, to which the search descends.
    fn select(
        &mut self,
        game: &G,
        world: &G::State,
        parent: NodeId,
        mover: Seat,
        rng: &mut Rng,
    ) -> NodeId {
        self.gather(game, world, parent, mover, rng);
        if parent == ROOT && self.settings.root == Root::Halving {
            return self.next_halved();
        }
        self.candidates.clear();
        for &id in &self.children {
            let node = self.tree.node(id);
            self.candidates.push(Candidate {
                visits: node.visits,
                available: node.available,
                sum: node.sum,
                squares: node.squares,
                low: node.low,
                high: node.high,
                prior: node.prior,
                likelihood: 0.0,
            });
        }
        let settings = match parent {
            ROOT => self.settings,
            _ => self.below_root,
        };
        self.children[most_urgent(&settings, &mut self.candidates, rng)]
    }

    /// Returns the child of the root to visit next under sequential halving.
    fn next_halved(&mut self) -> NodeId {
        if !self.halving.is_under_way() {
            let visits = u64::from(self.tree.node(ROOT).visits);
            let left = self.settings.iterations.saturating_sub(visits).max(1);
            let scale = self.settings.value_scale;
            self.halving.begin(&self.tree, (left, ROOT_ACTIONS), scale);
        }
        self.halving.next(&self.tree)
    }

    /// Collects the children for the legal actions and adds missing ones.
    fn gather(&mut self, game: &G, world: &G::State, parent: NodeId, mover: Seat, rng: &mut Rng) {
        let orders = self.settings.orders_actions();
        let by_network = orders && self.settings.priors != Priors::Features;
        let (new_nodes, new_actions) = &mut self.new;
        new_nodes.clear();
        new_actions.clear();
        let Simulation {
            legal, heuristic, ..
        } = &mut self.simulation;
        let children = &mut self.children;
        children.clear();
        let mut luck = None;
        self.tree
            .for_each_child(parent, mover, legal, |id, node, new| {
                if let (true, true, Some(action)) = (new, by_network, node.action) {
                    new_nodes.push(id);
                    new_actions.push(action);
                } else if let (true, true, Some(action)) = (new, orders, node.action) {
                    // Use the same random numbers for all new nodes.
                    let luck = luck.get_or_insert_with(|| fork(rng));
                    node.prior = heuristic.one_step_ahead(game, world, action, mover, luck);
                }
                children.push(id);
            });
        if !new_nodes.is_empty() {
            self.ask_network(game, world, mover, rng);
        }
    }

    /// Sets the priors of the newly added nodes, for the seat that decides: the policy logits, or the network's values
    /// one step ahead.
    fn ask_network(&mut self, game: &G, world: &G::State, mover: Seat, rng: &mut Rng) {
        let (nodes, actions) = &self.new;
        let simulation = &mut self.simulation;
        let worth = simulation.worth_by_network();
        let lookahead = simulation.lookahead.as_mut().expect(NETWORK);
        if self.settings.priors == Priors::Policy {
            let logits = lookahead.logits(game, world, mover, actions);
            for (&id, &logit) in nodes.iter().zip(logits) {
                self.tree.node_mut(id).prior = logit;
            }
            return;
        }
        let values = lookahead.values_in(game, world, mover, actions, rng);
        for (&id, &value) in nodes.iter().zip(values) {
            self.tree.node_mut(id).prior = worth(value);
        }
    }
}
