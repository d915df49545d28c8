//! Checks that changes of a position are visible to players, field by field.

use portolan_core::game::{Game, Seat};

/// Returns the names of all fields of a struct; an unlisted field causes a compile error.
#[macro_export]
macro_rules! fields {
    ($type:ident { $($field:ident),* $(,)? }) => {{
        let _ = |value: &$type| {
            let $type { $($field: _),* } = value;
        };
        [$(stringify!($field)),*]
    }};
}
pub use fields;

/// A field, a position and a change of this field in it.
pub type Change<'a, S> = (&'a str, &'a S, fn(&mut S));

/// Checks that the text of positions shows a change of each field to every observer, except for the fields in `beside`,
/// each with the reason why it is hidden or irrelevant.
pub fn every_field_is_shown<G: Game>(
    game: &G,
    fields: &[&str],
    changes: &[Change<G::State>],
    beside: &[(&str, &str)],
) {
    for &field in fields {
        let changed = changes.iter().any(|(name, ..)| *name == field);
        let excused = beside.iter().any(|(name, _)| *name == field);
        assert!(changed != excused, "{field} is changed, or excused");
    }
    let names = changes.iter().map(|(name, ..)| name);
    for name in names.chain(beside.iter().map(|(name, _)| name)) {
        assert!(fields.contains(name), "{name} is no field");
    }
    for &change in changes {
        is_shown_to(game, change, |_| true);
    }
}

/// Checks that the tests of inputs cover these fields: each field has a change whose name begins with it, or is listed in
/// `beside` as an exception.
pub fn every_field_is_known(fields: &[&str], changes: &[&str], beside: &[&str]) {
    let of = |change: &&str| change.split(':').next().unwrap_or_default().to_string();
    let changed: Vec<String> = changes.iter().map(of).collect();
    for field in fields {
        let changed = changed.iter().any(|name| name == field);
        assert!(
            changed != beside.contains(field),
            "{field} is changed, or beside"
        );
    }
    for name in beside {
        assert!(fields.contains(name), "{name} is no field");
    }
}

/// Checks that the text of a position shows a change to exactly these observers.
pub fn is_shown_to<G: Game>(
    game: &G,
    (name, state, change): Change<G::State>,
    sees: impl Fn(Option<Seat>) -> bool,
) {
    let mut changed = state.clone();
    change(&mut changed);
    for observer in (0..game.seats()).map(Some).chain([None]) {
        let before = game.describe(state, observer);
        let shown = before != game.describe(&changed, observer);
        assert_eq!(shown, sees(observer), "{name}, to {observer:?}:\n{before}");
    }
}
