//! The position as text for a person, from its view; the rules beside it say what is possible.
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
use super::position::{PlayerView, Position, Seated};
use super::ruleset::Ruleset;
use super::state::{Phase, Player, State};
use super::texts::terms::title;
use crate::game::Seat;
use crate::position::Described;
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
    /// What the observer knows.
    told: &'a Position,
}

impl Ruleset {
    /// The position as `observer` knows it, or with all hands for `None`. What lies face down is told to nobody.
    pub(super) fn describe_position(&self, state: &State, observer: Option<Seat>) -> String {
        let view = View {
            game: self,
            state,
            observer,
            told: &self.view(state, observer),
        };
        let mut page = Page::default();
        view.decision(&mut page);
        view.combats(&mut page);
        view.table(&mut page);
        for seat in &view.told.players {
            match &seat.seated {
                Seated::Player(own) => view.seat(&mut page, seat, own),
                Seated::Jean(_) => view.jean(&mut page, seat),
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

    /// The pieces of a seat.
    fn player(&self, seat: &PlayerView) -> &Player {
        &self.state.players[seat.seat - 1]
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

/// Components by id and name.
fn called(components: &[Described]) -> Vec<String> {
    components.iter().map(Described::called).collect()
}

/// A component with what it costs and does.
fn explained(component: &Described) -> String {
    format!("{}: {}", component.called(), component.text)
}

/// A quest with its cost and reward.
fn quest(quest: &Described) -> String {
    format!("quest {}: {}", quest.id, quest.text)
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
