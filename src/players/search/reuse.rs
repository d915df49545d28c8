//! Tree reuse between the decisions of one turn. If the position is the one that the seat's last action led to, the
//! subtree below that action is still valid.

use super::tree::NodeId;
use crate::game::Game;
use crate::random::stream;

/// Last decision of a searcher.
#[derive(Clone, Debug)]
pub struct Last<G: Game> {
    pub state: G::State,
    /// The chosen action.
    pub action: G::Action,
    /// The node that the action led to.
    pub node: NodeId,
}

impl<G: Game> Last<G> {
    /// Returns true if the action leads to this position without any choice in between. Returns false if a chance event
    /// changed the position, because the tree does not reflect its outcome.
    pub fn leads_to(&self, game: &G, state: &G::State, legal: &mut Vec<G::Action>) -> bool {
        let mut next = self.state.clone();
        // This generator differs from the game's, so a chance event leads to a different position.
        let mut chance = stream(0, &[]);
        let mut action = self.action;
        loop {
            game.apply(&mut next, action, &mut chance, &mut ());
            if next == *state {
                return true;
            }
            if game.to_move(&next).is_none() {
                return false;
            }
            game.legal_actions(&next, legal);
            match legal[..] {
                [only] => action = only,
                _ => return false,
            }
        }
    }
}
