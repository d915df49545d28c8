//! Describes a position as text, with the template `templates/cartagena.txt`.

use std::iter::repeat_n;

use askama::Template;

use super::position::{Position, PutBack};
use crate::cartagena::components::SYMBOL_NAMES;
use crate::cartagena::rules::cards::{Cards, kind_name};
use crate::cartagena::rules::path::{Place, Spaces, Walk};
use crate::cartagena::rules::ruleset::Ruleset;
use crate::cartagena::rules::state::{Phase, State};
use crate::game::Seat;
use crate::prose::{joined, line, phrases, wrapped};
use crate::view::ByName;

#[derive(Template)]
#[template(path = "cartagena.txt")]
struct Text<'a> {
    state: &'a State,
    view: &'a Position,
}

impl Ruleset {
    /// Describes the position as `observer` sees it, or with all hidden information if `observer`
    /// is `None`.
    pub(crate) fn describe_position(&self, state: &State, observer: Option<Seat>) -> String {
        let text = Text {
            state,
            view: &self.view(state, observer),
        };
        // Writing to a `String` cannot fail.
        wrapped(&text.render().unwrap_or_default(), line(), 4)
    }
}

fn spaces(set: &Spaces) -> String {
    joined(Walk(*set).map(|space| space.to_string()), " ")
}

/// Lists the spaces of pirates, each with the number of pirates on it.
fn pirates(spaces: &[Place]) -> String {
    phrases(spaces.chunk_by(Place::eq).map(|pirates| match pirates {
        [space] => space.to_string(),
        _ => format!("{} ({} pirates)", pirates[0], pirates.len()),
    }))
}

/// Lists the number of cards of each kind.
fn listed(cards: &Cards) -> String {
    phrases(cards.kinds().map(|kind| match cards.of(kind) {
        1 => kind_name(kind),
        several => format!("{several} {}", kind_name(kind)),
    }))
}

/// Lists the cards that a lantern put back, top card first.
fn put_back(top: &PutBack) -> String {
    match &top.cards {
        Some(cards) => phrases(cards.iter().cloned()),
        None => phrases(repeat_n("?".to_string(), top.number.into())),
    }
}

fn tiles(tiles: &ByName<u8, String>) -> String {
    let left = tiles.0.iter().filter(|(_, number)| *number > 0);
    phrases(left.map(|(name, number)| format!("{number} x {name}")))
}
