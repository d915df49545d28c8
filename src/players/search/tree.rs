//! Search tree with its nodes in one vector, linked by 32-bit indices. The memory is reused between searches.

use super::reward::Rewards;
use crate::game::{MAX_SEATS, Seat};
use crate::stats::Moments;

/// Index of a node.
pub type NodeId = u32;
/// Node of the root position.
pub const ROOT: NodeId = 0;
/// Null index.
const NOBODY: NodeId = u32::MAX;

/// Statistics of a node. A node is an information set, identified by the actions that the searching seat has seen.
///
/// A node stores the rewards of the seat whose action led to it, because only this seat compares the node with its
/// siblings.
#[derive(Clone, Copy, Debug)]
pub struct Node<A> {
    /// Sum of rewards.
    pub sum: f64,
    /// Sum of squared rewards.
    pub squares: f64,
    /// Smallest reward.
    pub low: f32,
    /// Greatest reward.
    pub high: f32,
    /// Value one step ahead when the node was added; 0 if new actions are not evaluated.
    pub prior: f32,
    /// Number of iterations through the node.
    pub visits: u32,
    /// Number of iterations through the parent in which the action was legal.
    pub available: u32,
    first: NodeId,
    next: NodeId,
    /// Seat that took the action.
    pub seat: u8,
    /// The action that led here; `None` for the root.
    pub action: Option<A>,
}

impl<A> Node<A> {
    fn new(seat: u8, action: Option<A>) -> Node<A> {
        Node {
            sum: 0.0,
            squares: 0.0,
            low: f32::INFINITY,
            high: f32::NEG_INFINITY,
            prior: 0.0,
            visits: 0,
            available: 0,
            first: NOBODY,
            next: NOBODY,
            seat,
            action,
        }
    }

    /// Returns the mean reward. It is NaN for a node without visits.
    #[inline]
    pub fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits)
    }

    /// Adds the reward of one iteration.
    #[inline]
    pub fn update(&mut self, reward: f64) {
        self.visits += 1;
        self.sum += reward;
        self.squares += reward * reward;
        self.low = self.low.min(reward as f32);
        self.high = self.high.max(reward as f32);
    }
}

/// All nodes of a search tree.
#[derive(Clone, Debug)]
pub struct Tree<A> {
    nodes: Vec<Node<A>>,
}

impl<A: Copy + Eq> Tree<A> {
    /// Maximum size of a node in bytes.
    const NODE_BYTES: usize = 64;

    /// Returns a tree that consists of an unvisited root.
    pub fn new() -> Tree<A> {
        const { assert!(size_of::<Node<A>>() <= Self::NODE_BYTES) };
        let mut tree = Tree { nodes: Vec::new() };
        tree.clear();
        tree
    }

    /// Removes all nodes and adds an unvisited root.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(0, None));
    }

    /// Makes `root` the new root and removes all nodes outside its subtree. Also removes every child of the new root
    /// whose action is not in `actions`.
    pub fn keep(&mut self, root: NodeId, actions: &[A]) {
        let old = std::mem::take(&mut self.nodes);
        let mut new_root = old[root as usize];
        new_root.action = None;
        self.nodes.push(new_root);
        // The new index of each copied node, with the old index of its first child.
        let mut parents = vec![(ROOT, old[root as usize].first)];
        let mut done = 0;
        while let Some(&(parent, mut child)) = parents.get(done) {
            done += 1;
            self.node_mut(parent).first = NOBODY;
            let mut last = NOBODY;
            while child != NOBODY {
                let node = old[child as usize];
                let stays =
                    parent != ROOT || node.action.is_some_and(|action| actions.contains(&action));
                if stays {
                    let id = self.nodes.len() as NodeId;
                    parents.push((id, node.first));
                    self.nodes.push(Node {
                        next: NOBODY,
                        ..node
                    });
                    match last {
                        NOBODY => self.node_mut(parent).first = id,
                        last => self.node_mut(last).next = id,
                    }
                    last = id;
                }
                child = node.next;
            }
        }
    }

    #[inline]
    pub fn node(&self, id: NodeId) -> &Node<A> {
        &self.nodes[id as usize]
    }

    #[inline]
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node<A> {
        &mut self.nodes[id as usize]
    }

    /// Returns the children of a node, in the order in which they were added.
    pub fn children(&self, parent: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let some = |id: NodeId| (id != NOBODY).then_some(id);
        std::iter::successors(some(self.node(parent).first), move |&id| {
            some(self.node(id).next)
        })
    }

    /// Calls `each` with the child of `parent` for every action of `seat`, adding missing children, and increments
    /// their `available` count. The last argument of `each` is true if the child is new.
    ///
    /// Actions usually come in the order in which their nodes were added, so each lookup starts after the previous
    /// child.
    #[inline]
    pub fn for_each_child(
        &mut self,
        parent: NodeId,
        seat: Seat,
        actions: &[A],
        mut each: impl FnMut(NodeId, &mut Node<A>, bool),
    ) {
        let seat = seat as u8;
        let mut behind = NOBODY;
        for &action in actions {
            let found = self.find(parent, behind, seat, action);
            let id = found.unwrap_or_else(|| self.append(parent, seat, action));
            let node = &mut self.nodes[id as usize];
            node.available += 1;
            each(id, node, found.is_none());
            behind = id;
        }
    }

    /// Adds children with these priors for actions of `seat` to a node that has no children.
    pub fn expand(&mut self, parent: NodeId, seat: Seat, actions: &[A], priors: &[f32]) {
        debug_assert_eq!(self.node(parent).first, NOBODY);
        let first = self.nodes.len() as NodeId;
        let count = actions.len() as NodeId;
        for (index, (&action, &prior)) in (0..).zip(actions.iter().zip(priors)) {
            let mut node = Node::new(seat as u8, Some(action));
            node.prior = prior;
            if index + 1 < count {
                node.next = first + index + 1;
            }
            self.nodes.push(node);
        }
        if count > 0 {
            self.node_mut(parent).first = first;
        }
    }

    /// Returns the child with this action. The lookup starts after the sibling `behind` and then restarts at the first
    /// child.
    #[inline]
    fn find(&self, parent: NodeId, behind: NodeId, seat: u8, action: A) -> Option<NodeId> {
        let is_it = |id: NodeId| {
            let node = self.node(id);
            node.action == Some(action) && node.seat == seat
        };
        if behind != NOBODY {
            let mut id = self.node(behind).next;
            while id != NOBODY {
                if is_it(id) {
                    return Some(id);
                }
                id = self.node(id).next;
            }
        }
        let mut id = self.node(parent).first;
        while id != NOBODY {
            if is_it(id) {
                return Some(id);
            }
            if id == behind {
                return None;
            }
            id = self.node(id).next;
        }
        None
    }

    fn append(&mut self, parent: NodeId, seat: u8, action: A) -> NodeId {
        let id = self.nodes.len() as NodeId;
        let last = self.children(parent).last();
        self.nodes.push(Node::new(seat, Some(action)));
        match last {
            None => self.node_mut(parent).first = id,
            Some(last) => self.node_mut(last).next = id,
        }
        id
    }
}

impl<A: Copy + Eq> Default for Tree<A> {
    fn default() -> Self {
        Tree::new()
    }
}

/// Statistics by seat; entries beyond the number of seats stay empty.
pub type BySeat = [Moments; MAX_SEATS];

/// Rewards of every seat for each action at the root.
#[derive(Clone, Debug, Default)]
pub struct RootTally(Vec<(NodeId, BySeat)>);

impl RootTally {
    /// Adds an iteration that went through this child of the root.
    pub fn add(&mut self, child: NodeId, rewards: &Rewards) {
        let index = self.0.iter().position(|(id, _)| *id == child);
        let index = index.unwrap_or_else(|| {
            self.0.push((child, BySeat::default()));
            self.0.len() - 1
        });
        for (moments, &reward) in self.0[index].1.iter_mut().zip(rewards) {
            moments.push(reward);
        }
    }

    /// Returns the visited children of the root with their rewards, in the order of their first visit.
    pub fn iter(&self) -> impl Iterator<Item = &(NodeId, BySeat)> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_games::maracaibo::action::Action;

    #[test]
    fn maracaibo_node_fits_a_cache_line() {
        assert!(size_of::<Node<Action>>() <= 64);
    }

    /// Each step lists the offered actions and the seat.
    #[test]
    fn children_are_found_in_any_order() {
        let mut tree: Tree<u8> = Tree::new();
        let mut look = |seat: usize, actions: &[u8]| {
            let mut seen = Vec::new();
            tree.for_each_child(ROOT, seat, actions, |id, node, new| {
                assert_eq!(usize::from(node.seat), seat);
                seen.push((id, node.action.unwrap(), node.available, new));
            });
            seen
        };
        assert_eq!(look(0, &[4, 5]), [(1, 4, 1, true), (2, 5, 1, true)]);
        assert_eq!(
            look(0, &[5, 7, 4]),
            [(2, 5, 2, false), (3, 7, 1, true), (1, 4, 2, false)]
        );
        assert_eq!(look(1, &[4]), [(4, 4, 1, true)]);
        assert_eq!(look(0, &[7]), [(3, 7, 2, false)]);
        assert_eq!(tree.children(ROOT).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(tree.nodes.len(), 5);
    }

    #[test]
    fn subtree_of_the_played_action_is_reused() {
        let mut tree: Tree<u8> = Tree::new();
        tree.for_each_child(ROOT, 0, &[1, 2], |_, node, _| node.visits = 7);
        tree.for_each_child(2, 0, &[3, 4, 5], |_, node, _| node.visits = 2);
        tree.for_each_child(5, 1, &[6], |_, node, _| node.visits = 1);
        tree.for_each_child(1, 0, &[8], |_, _, _| {});
        tree.keep(2, &[3, 5, 9]);
        let shown = |tree: &Tree<u8>, parent| -> Vec<(u8, u8, u32)> {
            let children = tree.children(parent).map(|id| tree.node(id));
            children
                .map(|node| (node.action.unwrap(), node.seat, node.visits))
                .collect()
        };
        assert_eq!(tree.node(ROOT).visits, 7);
        assert_eq!(tree.node(ROOT).action, None);
        assert_eq!(shown(&tree, ROOT), [(3, 0, 2), (5, 0, 2)]);
        let [_, last] = tree.children(ROOT).collect::<Vec<_>>()[..] else {
            panic!("two children stay");
        };
        assert_eq!(shown(&tree, last), [(6, 1, 1)]);
        assert_eq!(tree.nodes.len(), 4);
    }

    #[test]
    fn update_tracks_mean_and_range() {
        let mut node: Node<u8> = Node::new(0, None);
        for reward in [3.0, -1.0, 4.0] {
            node.update(reward);
        }
        assert_eq!((node.visits, node.mean()), (3, 2.0));
        assert_eq!((node.low, node.high, node.squares), (-1.0, 4.0, 26.0));
    }
}
