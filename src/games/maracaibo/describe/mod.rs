//! The position as text for a person.
//!
//! | module | what it tells |
//! | --- | --- |
//! | `page` | lines that fit a terminal |
//! | `tasks` | the decision, and what waits behind it |
//! | `combat` | a combat under way |
//! | `table` | what lies on the table |
//! | `seats` | what a player has |
//! | `jean` | what Jean has |

mod combat;
mod jean;
mod page;
mod seats;
mod table;
mod tasks;

use super::components::{CardId, NATION_NAMES, Nation};
use super::ruleset::Ruleset;
use super::state::{Phase, Player, State};
use super::texts::terms::title;
use crate::game::Seat;
use page::Page;

/// Columns at which the table and a seat begin.
const TABLE: usize = 2;
const SEAT: usize = 4;

/// A position and who looks at it.
#[derive(Clone, Copy)]
struct View<'a> {
    game: &'a Ruleset,
    state: &'a State,
    /// Who looks; `None` sees every hand.
    observer: Option<Seat>,
}

impl Ruleset {
    /// The position as `observer` knows it, or with all hands for `None`. What lies face down is told to nobody.
    pub(super) fn describe_position(&self, state: &State, observer: Option<Seat>) -> String {
        let view = View {
            game: self,
            state,
            observer,
        };
        let mut page = Page::default();
        view.decision(&mut page);
        view.combats(&mut page);
        view.table(&mut page);
        for seat in 0..state.seats {
            if self.is_jean(seat) {
                view.jean(&mut page);
            } else {
                view.seat(&mut page, usize::from(seat));
            }
        }
        page.into_text()
    }

    /// A project card by id and name.
    pub(super) fn card_name(&self, card: CardId) -> String {
        let labels = &self.components.labels;
        let index = usize::from(card);
        format!("{} {}", labels.cards[index], labels.card_names[index])
    }
}

impl View<'_> {
    /// Whether the observer knows what only this seat may know.
    fn knows_secrets_of(&self, seat: Seat) -> bool {
        self.observer.is_none_or(|observer| observer == seat)
    }

    /// Whether the choices of a seat are still secret (M-1.14, M-1.15).
    fn choices_are_hidden(&self, seat: Seat) -> bool {
        self.state.phase == Phase::Setup && !self.knows_secrets_of(seat)
    }

    fn player(&self, seat: Seat) -> &Player {
        &self.state.players[seat]
    }
}

/// A nation by name.
pub(super) fn nation_name(nation: Nation) -> String {
    title(NATION_NAMES[usize::from(nation)])
}

/// A seat as people count them.
pub(super) fn seat_name(seat: impl Into<usize>) -> String {
    format!("seat {}", seat.into() + 1)
}

/// A number of doubloons.
pub(super) fn doubloons(number: u16) -> String {
    match number {
        1 => "1 doubloon".to_string(),
        _ => format!("{number} doubloons"),
    }
}

/// Parts with commas, or `none`.
fn listed(parts: impl IntoIterator<Item = String>) -> String {
    joined(parts, ", ")
}

/// Parts with something between them, or `none`.
fn joined(parts: impl IntoIterator<Item = String>, between: &str) -> String {
    let parts: Vec<String> = parts.into_iter().collect();
    if parts.is_empty() {
        "none".to_string()
    } else {
        parts.join(between)
    }
}

/// The numbers of the bits that are set.
fn bits(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    let set = set.into();
    (0..64).filter(move |bit| set >> bit & 1 == 1)
}
