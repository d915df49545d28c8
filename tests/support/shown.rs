//! Contract of the fields of a position: each field affects the text, the data and the features of exactly the seats that
//! know it. Every game lists changes of all its fields; a missing field is a compile error.

use std::collections::BTreeSet;
use std::fmt::Debug;

use portolan_core::game::{Game, Seat};
use portolan_core::phrase::Rendering;
use portolan_core::picture::{Cell, Panel, Picture, Piece};

use crate::contract::observation::differences;
use crate::table::walk;

/// Observers who notice a change in texts and data.
#[derive(Clone, Copy)]
pub struct Text {
    /// An observer who sees everything, seat 1, and seat 2.
    observers: [bool; 3],
    /// False if the information is redundant, and therefore missing from the data.
    in_data: bool,
}

impl Text {
    pub const fn to(observers: [bool; 3]) -> Text {
        Text {
            observers,
            in_data: true,
        }
    }

    const fn only_in_prose(mut self) -> Text {
        self.in_data = false;
        self
    }
}
pub const ALL: Text = Text::to([true; 3]);
/// A secret of seat 1.
pub const SECRET: Text = Text::to([true, true, false]);
/// Information that no person at the table sees or needs.
pub const NONE: Text = Text::to([false; 3]);
/// Redundant information for all observers.
pub const PROSE: Text = ALL.only_in_prose();
/// Redundant information about a secret of seat 1.
pub const SECRET_PROSE: Text = SECRET.only_in_prose();

/// Features that a change affects.
pub enum Features {
    /// Some features of seats 1 and 2.
    Seats([bool; 2]),
    /// Features with one of these names, for every seat.
    Named(&'static [&'static str]),
    /// Features of the board of seat 1 with one of these names, for every seat.
    Board(&'static [&'static str]),
}
pub const BOTH: Features = Features::Seats([true; 2]);
pub const OWN: Features = Features::Seats([true, false]);
/// Information that has no effect on the game, or that is unknown to all seats.
pub const NEITHER: Features = Features::Seats([false; 2]);

/// A change of a field in one of the positions of a list.
pub struct Change<P, S> {
    pub field: &'static str,
    pub position: P,
    pub change: fn(&mut S),
    pub text: Text,
    pub features: Features,
}

impl<P, S> Change<P, S> {
    pub fn new(
        field: &'static str,
        position: P,
        change: fn(&mut S),
        text: Text,
        features: Features,
    ) -> Change<P, S> {
        Change {
            field,
            position,
            change,
            text,
            features,
        }
    }
}

/// Lists the changes of all fields of a struct; a missing field is a compile error. Other tests check the other fields.
#[macro_export]
macro_rules! changes {
    ($type:ident { $($field:ident { $($note:literal, $position:expr, $change:expr, $text:expr, $features:expr;)* })* }) => {{
        let _ = |value: &$type| {
            let $type { $($field: _),* } = value;
        };
        vec![$($($crate::shown::Change::new(
            concat!(stringify!($field), " ", $note),
            $position,
            $change,
            $text,
            $features,
        ),)*)*]
    }};
}
pub use changes;

/// Checks that exactly the expected observers notice each change in texts and features, and that the data contain the
/// changes that the text shows. `part` returns the part of a position with these fields.
pub fn every_field_is_shown<G: Game, P: Copy + Debug, S>(
    game: &G,
    changes: &[Change<P, S>],
    position: impl Fn(P) -> G::State,
    part: impl Fn(&mut G::State) -> &mut S,
) where
    G::State: PartialEq,
{
    let mut mistakes = Vec::new();
    for change in changes {
        let before = position(change.position);
        let mut after = before.clone();
        (change.change)(part(&mut after));
        let field = format!("{} at {:?}", change.field.trim(), change.position);
        assert!(after != before, "{field}: it is the same");
        for (observer, shown) in [None, Some(0), Some(1)]
            .into_iter()
            .zip(change.text.observers)
        {
            if (game.describe(&before, observer) != game.describe(&after, observer)) != shown {
                mistakes.push(format!("{field}: the text for {observer:?}"));
            }
            let in_data = game.position(&before, observer) != game.position(&after, observer);
            if shown && change.text.in_data && !in_data {
                mistakes.push(format!("{field}: the data for {observer:?}"));
            }
        }
        for observer in 0..game.seats() {
            let told = differences(game, &before, &after, observer);
            let as_expected = match &change.features {
                Features::Seats(seats) => {
                    (seats.get(observer)).is_none_or(|&noticed| told.is_empty() != noticed)
                }
                Features::Named(names) => has_feature(&told, "", names),
                Features::Board(names) => {
                    has_feature(&told, &seen_from(observer, 0, game.seats()), names)
                }
            };
            if !as_expected {
                mistakes.push(format!(
                    "{field}: features of seat {}: {told:?}",
                    observer + 1
                ));
            }
        }
    }
    assert!(mistakes.is_empty(), "{mistakes:#?}");
}

/// Returns the word with which the features of a seat begin for an observer.
fn seen_from(observer: Seat, seat: Seat, seats: usize) -> String {
    match (seat + seats - observer) % seats {
        0 => "me ".to_string(),
        distance => format!("next{distance} "),
    }
}

/// Returns true if there are features with one of these names, for the seat that begins the name.
pub fn has_feature(told: &[String], whose: &str, names: &[&str]) -> bool {
    told.iter().any(|input| {
        let block = input.split([':', '=']).next();
        let Some(block) = block.and_then(|block| block.strip_prefix(whose)) else {
            return false;
        };
        let is = |name: &&str| block == *name || block.ends_with(&format!(" {name}"));
        names.iter().any(is)
    })
}

/// Checks in a random game that the lines of descriptions fit 80 columns, and that moves are words with effects of at most
/// `longest` characters.
pub fn texts_are_short<G: Game>(game: &G, longest: usize) {
    walk(game, 3, |state, actions| {
        for observer in (0..game.seats()).map(Some).chain([None]) {
            let text = game.describe(state, observer);
            let long = text.lines().find(|line| line.chars().count() > 80);
            assert_eq!(long, None);
        }
        moves_are_words(game, state, actions);
        for &action in actions {
            let phrase = game.phrase_of(state, action);
            let length = phrase.effect_words().chars().count();
            assert!(
                length <= longest,
                "{} · {}",
                phrase.notation(),
                phrase.effect_words()
            );
        }
    });
}

/// Checks that the titles of the legal moves are different if ids follow the names of components, and that titles and effects
/// contain words instead of ids.
pub fn moves_are_words<G: Game>(game: &G, state: &G::State, actions: &[G::Action]) {
    let catalog = game.catalog();
    let is_id = |word: &str| {
        let has = |kind: fn(char) -> bool| word.contains(kind);
        let mut catalog = catalog.iter();
        let is_code = has(char::is_alphabetic) && has(|letter| letter.is_ascii_digit());
        is_code && catalog.any(|one| one.id == word && !one.name.contains(word))
    };
    let mut titles = BTreeSet::new();
    for &action in actions {
        let phrase = game.phrase_of(state, action);
        let named = |kind: &str, id: &str| {
            let mut components = catalog.iter();
            let component = components.find(|one| one.kind == kind && one.id == id);
            let name = component.map(|one| one.name.clone());
            name.unwrap_or_else(|| panic!("{kind} {id} is not in the catalog"))
        };
        let title = phrase.text(Rendering::Title, named);
        let words = format!("{title} · {}", phrase.effect_words());
        let mut parts = words.split([' ', ',', ':', ';', '(', ')', '"']);
        assert!(!words.contains(['_', '\n']) && !parts.any(is_id), "{words}");
        let full = phrase.text(Rendering::Title, |kind, id| {
            format!("{} ({id})", named(kind, id))
        });
        assert!(
            titles.insert(full.to_lowercase()),
            "two moves have the title \"{full}\""
        );
    }
}

/// Checks in a random game that the catalog has a word of every action, except for these actions and first words.
pub fn catalog_covers_moves<G: Game>(game: &G, plain: &[&str]) {
    let catalog = game.catalog();
    let has = |id: &str| catalog.iter().any(|component| component.id == id);
    walk(game, 5, |state, actions| {
        for &action in actions {
            let notation = game.action_text(state, action);
            let first = notation.split(' ').next().unwrap_or_default();
            let is_plain = plain.contains(&first) || plain.contains(&&*notation);
            assert!(is_plain || notation.split(' ').any(has), "{notation}");
        }
    });
}

/// Returns the number of pieces of a picture that fulfil a condition.
pub fn count_pieces(picture: &Picture, is: impl Fn(&Panel, &Cell, &Piece) -> bool) -> u16 {
    let panels = picture.panels.iter();
    let cells = panels.flat_map(|panel| panel.cells.iter().map(move |cell| (panel, cell)));
    let pieces =
        cells.flat_map(|(panel, cell)| cell.pieces.iter().map(move |piece| (panel, cell, piece)));
    let counted = pieces.filter(|(panel, cell, piece)| is(panel, cell, piece));
    counted.map(|(_, _, piece)| piece.count).sum()
}
