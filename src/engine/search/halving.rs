//! Sequential halving at the root: the most probable actions are tried equally often, and the worse half of them is
//! dropped, again and again.
//!
//! Danihelka, Guez, Schrittwieser & Silver, *Policy improvement by planning with Gumbel*, 2022, sections 3 and 5. The
//! noise is left out, as there for play that counts.

use ordered_float::OrderedFloat;

use super::formulas::rescale;
use super::tree::{Node, NodeId, ROOT, Tree};

/// What the visits of the most visited action are added to before they scale values; `c_visit` of the paper.
const VISITS: f64 = 50.0;
/// Actions that are compared to the end.
const FEWEST: usize = 2;

/// A comparison of the actions at a root that goes on from iteration to iteration.
#[derive(Debug, Default)]
pub struct Halving {
    /// Actions that are still compared, the best first as they were when the phase began.
    arms: Vec<NodeId>,
    /// Iterations of the whole comparison.
    iterations: u64,
    /// Phases of the whole comparison.
    phases: u64,
    /// Iterations left in the phase under way.
    left: u64,
    /// What the range of rewards is worth in logits, before visits are counted.
    value_scale: f64,
}

impl Halving {
    /// Begins a comparison of the children of the root: of the `most` best ones by their logits and what is known of them.
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

    /// Forgets the comparison.
    pub fn clear(&mut self) {
        self.arms.clear();
    }

    /// Whether a comparison is under way.
    pub fn is_under_way(&self) -> bool {
        !self.arms.is_empty()
    }

    /// The action to try next: of those that are left the one that was tried least.
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

    /// The best of the actions that are left, by logit and value; of a root that was searched.
    pub fn best<A: Copy + Eq>(&self, tree: &Tree<A>) -> Option<NodeId> {
        let most = self.arms.iter().map(|&id| tree.node(id).visits).max()?;
        // An iteration that ended amid a phase tries some once more than others.
        let tried = |id: &NodeId| tree.node(*id).visits + 1 >= most;
        let score = self.scores(tree);
        let arms = self.arms.iter().copied().filter(tried);
        arms.rev()
            .max_by_key(|&id| OrderedFloat(score(tree.node(id))))
    }

    /// Iterations of a phase: every action that is left as often as any other.
    fn phase_length(&self) -> u64 {
        let arms = self.arms.len() as u64;
        (self.iterations / (self.phases * arms)).max(1) * arms
    }

    /// Sorts the actions by their scores, the best first; equals stay in their order.
    fn rank<A: Copy + Eq>(&mut self, tree: &Tree<A>) {
        let mut arms = std::mem::take(&mut self.arms);
        let score = self.scores(tree);
        arms.sort_by_cached_key(|&id| OrderedFloat(-score(tree.node(id))));
        self.arms = arms;
    }

    /// What an action at the root is worth: its logit and its value in logits. What was not tried has the mean of the
    /// others.
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

    /// A root with children of these logits.
    fn tree(logits: &[f32]) -> Tree<u8> {
        let mut tree = Tree::new();
        let actions: Vec<u8> = (0..logits.len() as u8).collect();
        tree.expand(ROOT, 0, &actions, logits);
        tree
    }

    /// The visits of every action after a comparison where action a gives `rewards[a]`, and the best action.
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

    /// Sixteen iterations for four of five actions are two phases of eight: two for each, then four for either of two.
    #[test]
    fn the_worse_half_is_dropped() {
        let logits = [0.0, 0.1, 0.2, 0.3, -1.0];
        let rewards = [0.0, 10.0, 2.0, 8.0, 10.0];
        let (visits, best) = compared(&logits, &rewards, 16, 4);
        assert_eq!(visits, [2, 6, 2, 6, 0]);
        assert_eq!(best, 1);
    }

    /// With fewer iterations than actions the most probable ones are tried once each.
    #[test]
    fn few_iterations_try_the_most_probable() {
        let logits = [3.0, 1.0, 2.0, 0.0];
        let (visits, best) = compared(&logits, &[1.0; 4], 3, 16);
        assert_eq!(visits, [1, 1, 1, 0]);
        assert_eq!(best, 0);
    }

    /// Values outweigh logits: the range of rewards is worth (50 + 2) · 0.1 = 5.2 logits here.
    #[test]
    fn values_are_weighed_against_logits() {
        for (ahead, wanted) in [(5.0, 1), (5.4, 0)] {
            let (visits, best) = compared(&[ahead, 0.0], &[0.0, 1.0], 4, 2);
            assert_eq!((visits, best), (vec![2, 2], wanted), "{ahead}");
        }
    }
}
