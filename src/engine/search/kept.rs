//! What of a tree serves the next decision: while a turn goes on, the position that a seat decides in is
//! the one that its last action led to, and what was found behind that action still holds.

use super::tree::NodeId;
use crate::game::Game;
use crate::random::stream;

/// The last decision of a searcher.
#[derive(Clone, Debug)]
pub struct Last<G: Game> {
    /// The position.
    pub state: G::State,
    /// What was chosen.
    pub action: G::Action,
    /// Where the tree goes on behind it.
    pub node: NodeId,
}

impl<G: Game> Last<G> {
    /// Whether a position is the one that the choice led to, and nobody had a choice since. Where chance
    /// decided something it is not: what it brought is new to the tree.
    pub fn leads_to(&self, game: &G, state: &G::State, legal: &mut Vec<G::Action>) -> bool {
        let mut next = self.state.clone();
        // What chance would bring here is not what it brought.
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
