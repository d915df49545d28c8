//! Text description of a position for a person. It is based on the observer's view, and uses the
//! rules to list possible actions.
//!
//! | module | describes |
//! | --- | --- |
//! | `page` | layout of lines that fit a terminal |
//! | `tasks` | the current decision and the tasks below it |
//! | `combat` | a combat in progress |
//! | `table` | the shared components |
//! | `seats` | a player's components |
//! | `jean` | Jean's components |

mod combat;
mod jean;
mod page;
mod seats;
mod table;
pub(super) mod tasks;

use super::position::{PlayerView, Position, Seated};
use super::texts::terms::title;
use crate::game::Seat;
use crate::maracaibo::components::{CardId, NATION_NAMES, Nation};
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::{Phase, Player, State};
use crate::view::Described;
use page::Page;

/// Indentation of entries about the table and about a seat, in columns.
const TABLE: usize = 2;
const SEAT: usize = 4;

/// A position together with its observer.
#[derive(Clone, Copy)]
struct View<'a> {
    game: &'a Ruleset,
    state: &'a State,
    /// Seat of the observer; `None` sees every hand.
    observer: Option<Seat>,
    /// The position as the observer knows it.
    told: &'a Position,
}

impl Ruleset {
    /// Describes the position as `observer` knows it, or with all hands for `None`. Face-down
    /// components are never shown.
    pub(crate) fn describe_position(&self, state: &State, observer: Option<Seat>) -> String {
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

    /// Returns the id and name of a project card.
    pub(crate) fn card_name(&self, card: CardId) -> String {
        let labels = &self.components.labels;
        let index = usize::from(card);
        format!("{} {}", labels.cards[index], labels.card_names[index])
    }
}

impl View<'_> {
    /// Returns true if the observer can see the secret information of this seat.
    fn knows_secrets_of(&self, seat: Seat) -> bool {
        self.observer.is_none_or(|observer| observer == seat)
    }

    /// Returns true if the choices of a seat are still hidden from the observer (M-1.14, M-1.15).
    fn choices_are_hidden(&self, seat: Seat) -> bool {
        self.state.phase == Phase::Setup && !self.knows_secrets_of(seat)
    }

    /// Returns the state of the player in a seat.
    fn player(&self, seat: &PlayerView) -> &Player {
        &self.state.players[seat.seat - 1]
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

/// Returns the id and name of each component.
fn called(components: &[Described]) -> Vec<String> {
    components.iter().map(Described::called).collect()
}

/// Returns the id, name and description of a component.
fn explained(component: &Described) -> String {
    format!("{}: {}", component.called(), component.text)
}

/// Formats a quest with its cost and reward.
fn quest(quest: &Described) -> String {
    format!("quest {}: {}", quest.id, quest.text)
}

/// Joins the parts with commas; returns `none` if there are no parts.
fn listed(parts: impl IntoIterator<Item = String>) -> String {
    joined(parts, ", ")
}

/// Joins the parts with a separator; returns `none` if there are no parts.
fn joined(parts: impl IntoIterator<Item = String>, between: &str) -> String {
    let parts: Vec<String> = parts.into_iter().collect();
    if parts.is_empty() {
        "none".to_string()
    } else {
        parts.join(between)
    }
}

/// Returns the indices of the set bits.
fn bits(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    let set = set.into();
    (0..64).filter(move |bit| set >> bit & 1 == 1)
}
