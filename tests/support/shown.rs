//! Whether people see a position change, field by field.

use portolan_core::game::{Game, Seat};

/// The names of all fields of a struct; a field that is not named does not compile.
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

/// A field, a position and a change of the field there.
pub type Change<'a, S> = (&'a str, &'a S, fn(&mut S));

/// Holds the text of positions to show all of these fields to everybody, by these changes, but for those that cannot
/// matter to a person, or to everybody, for a reason.
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

/// Holds tests of inputs to these fields: each has a change, whose name begins with that of the field, or is one of those
/// that are beside it for a reason.
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

/// Holds the text of a position to show a change to these observers and to nobody else.
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
