//! Where legal actions go.

use super::action::Action;

/// Takes the legal actions one by one.
pub trait Offers {
    /// An action.
    fn offer(&mut self, action: Action);
}

impl Offers for Vec<Action> {
    #[inline]
    fn offer(&mut self, action: Action) {
        self.push(action);
    }
}
