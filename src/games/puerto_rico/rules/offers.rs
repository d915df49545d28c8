//! Destination for generated legal actions.

use super::action::Action;

/// Receives the legal actions one by one.
pub trait Offers {
    /// Receives one action.
    fn offer(&mut self, action: Action);
}

impl Offers for Vec<Action> {
    #[inline]
    fn offer(&mut self, action: Action) {
        self.push(action);
    }
}
