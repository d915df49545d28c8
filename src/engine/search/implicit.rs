//! Implicit backups: in addition to its mean reward, every node stores the heuristic value of the best play found below
//! it. Lanctot, Winands, Pepels & Sturtevant, *Monte Carlo tree search with heuristic evaluations using implicit
//! minimax backups*, 2014, here with one value per seat and max^n instead of minimax.

use ordered_float::OrderedFloat;

use super::reward::Rewards;
use super::tree::{NodeId, Tree};
use crate::game::MAX_SEATS;

/// Implicit values by node and seat. `clear` keeps the allocated memory.
#[derive(Clone, Debug, Default)]
pub struct Implicit {
    values: Vec<[f32; MAX_SEATS]>,
}

impl Implicit {
    /// Removes all values.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    /// Returns the implicit value of the node for the seat whose action led to it, or 0 if the node was never visited.
    #[inline]
    pub fn value<A: Copy + Eq>(&self, tree: &Tree<A>, id: NodeId) -> f32 {
        let seat = usize::from(tree.node(id).seat);
        self.values.get(id as usize).map_or(0.0, |all| all[seat])
    }

    /// Sets the values of a new leaf, by seat.
    pub fn note(&mut self, leaf: NodeId, worths: &Rewards) {
        let index = leaf as usize;
        if index >= self.values.len() {
            self.values.resize(index + 1, [0.0; MAX_SEATS]);
        }
        self.values[index] = worths.map(|worth| worth as f32);
    }

    /// Backs up values along a path: every node except the last gets the values of the child that is best for the seat
    /// that moved there.
    pub fn back_up<A: Copy + Eq>(&mut self, tree: &Tree<A>, path: &[NodeId]) {
        for step in path.windows(2).rev() {
            let (parent, child) = (step[0], step[1]);
            let seat = tree.node(child).seat;
            let best = tree
                .children(parent)
                .filter(|&id| tree.node(id).seat == seat && tree.node(id).visits > 0)
                .max_by_key(|&id| OrderedFloat(self.value(tree, id)));
            if let Some(best) = best {
                self.values[parent as usize] = self.values[best as usize];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tree::ROOT;

    fn worths(values: [f64; 3]) -> Rewards {
        let mut all = [0.0; MAX_SEATS];
        all[..3].copy_from_slice(&values);
        all
    }

    /// Adds children of `parent` for these actions of a seat, each with one visit.
    fn grow(tree: &mut Tree<u8>, parent: NodeId, seat: usize, actions: &[u8]) -> Vec<NodeId> {
        let mut made = Vec::new();
        tree.for_each_child(parent, seat, actions, |id, node, _| {
            node.update(0.0);
            made.push(id);
        });
        made
    }

    #[test]
    fn implicit_values_assume_each_seat_plays_its_best_action() {
        let mut tree = Tree::new();
        let mut implicit = Implicit::default();
        let first = grow(&mut tree, ROOT, 0, &[1])[0];
        implicit.note(first, &worths([5.0, 5.0, 5.0]));
        let second = grow(&mut tree, first, 1, &[1, 2]);
        implicit.note(second[0], &worths([9.0, 2.0, 0.0]));
        implicit.back_up(&tree, &[first, second[0]]);
        assert_eq!(implicit.value(&tree, first), 9.0);
        // Seat 2 now has a better reply, which is worse for seat 1.
        implicit.note(second[1], &worths([1.0, 4.0, 0.0]));
        implicit.back_up(&tree, &[first, second[1]]);
        assert_eq!(implicit.value(&tree, second[1]), 4.0);
        assert_eq!(implicit.value(&tree, first), 1.0);
        // Seat 3 then finds a reply that makes it worse for seat 2.
        let third = grow(&mut tree, second[1], 2, &[7])[0];
        implicit.note(third, &worths([3.0, 1.0, 8.0]));
        implicit.back_up(&tree, &[first, second[1], third]);
        assert_eq!(implicit.value(&tree, third), 8.0);
        assert_eq!(implicit.value(&tree, second[1]), 1.0);
        assert_eq!(implicit.value(&tree, first), 9.0);
    }
}
