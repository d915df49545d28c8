//! Description of a position as text for people, with the template `templates/maracaibo/position.txt`. The text is
//! based on the observer's view, and uses the rules to list possible actions.
//!
//! | module | describes |
//! | --- | --- |
//! | `tasks` | the current decision and the tasks below it |
//! | `combat` | a combat in progress |
//! | `table` | the shared components |
//! | `seats` | a player's components |
//! | `jean` | Jean's components |
//! | `lists` | lists of components |

mod combat;
mod jean;
mod lists;
mod seats;
mod table;
mod tasks;

use askama::Template;
use lists::{COLUMN, called, explained, hidden_hand, influence, list, listed, with_ids};

use super::position::{Position, Seated};
use super::texts::terms::title;
use crate::game::Seat;
use crate::maracaibo::components::{BORDER_NAMES, CardId, NATION_NAMES, Nation, SYNERGY_NAMES};
use crate::maracaibo::rules::combat::used_actions;
use crate::maracaibo::rules::explorer::ARRIVALS;
use crate::maracaibo::rules::pending::PendingStep;
use crate::maracaibo::rules::prestige::FIRST_INVESTOR;
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::{Phase, State};
use crate::prose::{line, wrapped};

/// Width of a label and the gap after it, in characters.
const LABEL: usize = 11;

/// A position together with its observer.
#[derive(Clone, Copy, Template)]
#[template(path = "maracaibo/position.txt")]
struct Text<'a> {
    game: &'a Ruleset,
    state: &'a State,
    /// Seat of the observer; `None` sees every hand.
    observer: Option<Seat>,
    /// The position as the observer knows it.
    view: &'a Position,
}

impl Ruleset {
    /// Describes the position as `observer` knows it, or with all hands for `None`. Face-down
    /// components are never shown.
    pub(crate) fn describe_position(&self, state: &State, observer: Option<Seat>) -> String {
        let text = Text {
            game: self,
            state,
            observer,
            view: &self.view(state, observer),
        };
        // Writing to a `String` cannot fail.
        let text = text.render().unwrap_or_default();
        text.lines().map(laid_out).collect()
    }

    /// Returns the id and name of a project card.
    pub(crate) fn card_name(&self, card: CardId) -> String {
        let labels = &self.components.labels;
        let index = usize::from(card);
        format!("{} {}", labels.cards[index], labels.card_names[index])
    }
}

/// Wraps a line. Wrapped text after a label stays in its column; other continuation lines are indented by four spaces.
/// Removes a separator after the last item of a list, and omits a label without text.
fn laid_out(text: &str) -> String {
    let Some((label, words)) = text.split_once(COLUMN) else {
        return wrapped(text, line(), 4);
    };
    let (indent, label) = (label.len() - label.trim_start().len(), label.trim());
    let words = words.trim().trim_end_matches([',', ';']);
    let entry = format!("{:indent$}{label:<LABEL$}{words}", "");
    match words {
        "" => String::new(),
        _ => wrapped(&entry, line(), if label.is_empty() { 0 } else { LABEL }),
    }
}

/// Returns the display name of a nation.
pub(crate) fn nation_name(nation: Nation) -> String {
    title(NATION_NAMES[usize::from(nation)])
}

/// Returns the name of a seat, with numbers from 1.
pub(crate) fn seat_name(seat: impl Into<usize>) -> String {
    format!("seat {}", seat.into() + 1)
}

/// Formats a number of doubloons.
pub(crate) fn doubloons(number: u16) -> String {
    match number {
        1 => "1 doubloon".to_string(),
        _ => format!("{number} doubloons"),
    }
}
