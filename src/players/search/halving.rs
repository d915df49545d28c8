//! Sequential halving at the root: the most probable actions get equal numbers of visits, then the worse half is
//! dropped, and this repeats until two actions remain.
//!
//! Danihelka, Guez, Schrittwieser & Silver, *Policy improvement by planning with Gumbel*, 2022, sections 3 and 5.
//! Gumbel noise is omitted, as the paper does for evaluation games.

use ordered_float::OrderedFloat;

use super::formulas::rescale;
use super::tree::{Node, NodeId, ROOT, Tree};

/// Constant added to the maximum visit count when values are scaled; `c_visit` in the paper.
const VISITS: f64 = 50.0;
/// Number of actions in the last phase.
const FEWEST: usize = 2;

/// State of the halving procedure at a root.
#[derive(Debug, Default)]
pub struct Halving {
    /// Remaining actions, sorted best first at the start of the phase.
    arms: Vec<NodeId>,
    /// Total number of iterations.
    iterations: u64,
    /// Total number of phases.
    phases: u64,
    /// Number of iterations left in the current phase.
    left: u64,
    /// Scale that converts the value range to logits, before the visit count is applied; `c_scale` in the paper.
    value_scale: f64,
}

impl Halving {
    /// Starts halving the children of the root, limited to the `most` children with the best scores.
    pub fn begin<A: Copy + Eq>(
        &mut self,
        tree: &Tree<A>,
        (iterations, most): (u64, usize),
        value_scale: f64,
    ) {
        (self.iterations, self.value_scale) = (iterations, value_scale);
        self.arms.clear();
        self.arms.extend(tree.children(ROOT));
        self.rank(tree);
        self.arms.truncate(most.max(FEWEST));
        self.phases = self
            .arms
            .len()
            .max(FEWEST)
            .next_power_of_two()
            .ilog2()
            .into();
        self.left = self.phase_length();
    }

    /// Stops halving.
    pub fn clear(&mut self) {
        self.arms.clear();
    }

    /// Returns true while halving is in progress.
    pub fn is_under_way(&self) -> bool {
        !self.arms.is_empty()
    }

    /// Returns the child to visit next: the least visited of the remaining children.
    pub fn next<A: Copy + Eq>(&mut self, tree: &Tree<A>) -> NodeId {
        if self.left == 0 {
            self.rank(tree);
            let half = self.arms.len().div_ceil(2).max(FEWEST);
            self.arms.truncate(half);
            self.left = self.phase_length();
        }
        self.left -= 1;
        let visits = |id: &&NodeId| tree.node(**id).visits;
        *self.arms.iter().min_by_key(visits).expect("an arm")
    }

    /// Returns the remaining child with the best score, or `None` if halving was not started.
    pub fn best<A: Copy + Eq>(&self, tree: &Tree<A>) -> Option<NodeId> {
        let most = self.arms.iter().map(|&id| tree.node(id).visits).max()?;
        // The search may stop in the middle of a phase, when some children have one visit more than others.
        let tried = |id: &NodeId| tree.node(*id).visits + 1 >= most;
        let score = self.scores(tree);
        let arms = self.arms.iter().copied().filter(tried);
        arms.rev()
            .max_by_key(|&id| OrderedFloat(score(tree.node(id))))
    }

    /// Number of iterations in a phase, divided equally among the remaining children.
    fn phase_length(&self) -> u64 {
        let arms = self.arms.len() as u64;
        (self.iterations / (self.phases * arms)).max(1) * arms
    }

    /// Sorts the children by score, best first. The sort is stable.
    fn rank<A: Copy + Eq>(&mut self, tree: &Tree<A>) {
        let mut arms = std::mem::take(&mut self.arms);
        let score = self.scores(tree);
        arms.sort_by_cached_key(|&id| OrderedFloat(-score(tree.node(id))));
        self.arms = arms;
    }

    /// Returns the score of a child of the root: its logit plus its value in logits. An unvisited child gets the mean
    /// value of all children.
    fn scores<A: Copy + Eq>(&self, tree: &Tree<A>) -> impl Fn(&Node<A>) -> f64 + use<A> {
        let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
        let (mut trials, mut most, mut sum) = (0, 0, 0.0);
        for node in tree.children(ROOT).map(|id| tree.node(id)) {
            (low, high) = (low.min(node.low), high.max(node.high));
            (trials, most) = (trials + node.visits, most.max(node.visits));
            sum += node.sum;
        }
        let (low, high) = (f64::from(low), f64::from(high));
        let mean_of_all = match trials {
            0 => 0.5,
            _ => rescale(sum / f64::from(trials), low, high),
        };
        let scale = (VISITS + f64::from(most)) * self.value_scale;
        move |node| {
            let value = match node.visits {
                0 => mean_of_all,
                _ => rescale(node.mean(), low, high),
            };
            f64::from(node.prior) + scale * value
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a tree whose root has one child per logit.
    fn tree(logits: &[f32]) -> Tree<u8> {
        let mut tree = Tree::new();
        let actions: Vec<u8> = (0..logits.len() as u8).collect();
        tree.expand(ROOT, 0, &actions, logits);
        tree
    }

    /// Runs the procedure where action `a` always yields `rewards[a]`. Returns the visits of every action and the best
    /// action.
    fn compared(logits: &[f32], rewards: &[f64], iterations: u64, most: usize) -> (Vec<u32>, u8) {
        let mut tree = tree(logits);
        let mut halving = Halving::default();
        halving.begin(&tree, (iterations, most), 0.1);
        assert!(halving.is_under_way());
        for _ in 0..iterations {
            let id = halving.next(&tree);
            let action = tree.node(id).action.unwrap();
            tree.node_mut(id).update(rewards[usize::from(action)]);
        }
        let best = halving.best(&tree).unwrap();
        let visits = tree.children(ROOT).map(|id| tree.node(id).visits);
        (visits.collect(), tree.node(best).action.unwrap())
    }

    /// Sixteen iterations for four of five actions make two phases of eight iterations: first two visits for each of
    /// four actions, then four visits for each of two.
    #[test]
    fn worse_half_is_dropped_after_each_phase() {
        let logits = [0.0, 0.1, 0.2, 0.3, -1.0];
        let rewards = [0.0, 10.0, 2.0, 8.0, 10.0];
        let (visits, best) = compared(&logits, &rewards, 16, 4);
        assert_eq!(visits, [2, 6, 2, 6, 0]);
        assert_eq!(best, 1);
    }

    /// If there are fewer iterations than actions, only the most probable actions are visited, once each.
    #[test]
    fn few_iterations_visit_the_most_probable_actions() {
        let logits = [3.0, 1.0, 2.0, 0.0];
        let (visits, best) = compared(&logits, &[1.0; 4], 3, 16);
        assert_eq!(visits, [1, 1, 1, 0]);
        assert_eq!(best, 0);
    }

    /// The value scale is (50 + 2) · 0.1 = 5.2 logits here, so a value difference of 1 outweighs a smaller logit
    /// difference.
    #[test]
    fn values_are_scaled_against_logits() {
        for (ahead, wanted) in [(5.0, 1), (5.4, 0)] {
            let (visits, best) = compared(&[ahead, 0.0], &[0.0, 1.0], 4, 2);
            assert_eq!((visits, best), (vec![2, 2], wanted), "{ahead}");
        }
    }
}
