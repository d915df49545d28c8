//! Text for lists of components, independent of the rules.

use super::super::position::{Own, PlayerView};
use super::super::texts::terms::{count, title};
use crate::prose::joined;
use crate::view::Described;

/// Separator between a label and the text in the next column.
pub const COLUMN: char = '│';

/// Returns the indices of the set bits.
pub fn bits(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    let set = set.into();
    (0..64).filter(move |bit| set >> bit & 1 == 1)
}

/// Joins the parts with commas; returns `none` if there are no parts.
pub fn listed(parts: impl IntoIterator<Item = impl Into<String>>) -> String {
    joined(parts, ", ")
}

/// Returns the id, name and description of a component.
pub fn explained(component: &Described) -> String {
    format!("{}: {}", component.called(), component.text)
}

/// Returns a heading and one line per item, each preceded by a line break; empty if there are no items.
pub fn list(heading: &str, items: &[String]) -> String {
    let items: String = items.iter().map(|item| format!("\n      {item}")).collect();
    match items.as_str() {
        "" => items,
        _ => format!("\n    {heading}{items}"),
    }
}

/// Returns the id and name of each component.
pub fn called(components: &[Described]) -> String {
    listed(components.iter().map(Described::called))
}

/// Describes a hand that the observer does not see.
pub fn hidden_hand(own: &Own) -> String {
    let mut cards: Vec<String> = own.known_cards.iter().map(Described::called).collect();
    let hidden = own.unseen_by_pile.iter().sum();
    cards.extend(std::iter::repeat_n("?".to_string(), hidden));
    if own.a_cards_kept > 0 {
        let kept = count(own.a_cards_kept, "A card");
        cards.push(format!("{kept} of them since set-up"));
    }
    listed(cards)
}

/// Formats the influence and noble rank of each nation.
pub fn influence(seat: &PlayerView) -> String {
    let steps = seat.influence.0.iter().zip(&seat.noble_ranks.0);
    listed(steps.map(|((nation, step), (_, rank))| {
        let rank = match rank {
            0 => String::new(),
            rank => format!(" (rank {rank})"),
        };
        format!("{} {step}{rank}", title(nation))
    }))
}

/// Formats a number of components with their ids: `2 (7, 12)`.
pub fn with_ids(number: &u8, ids: &[String]) -> String {
    match ids.is_empty() {
        true => number.to_string(),
        false => format!("{number} ({})", ids.join(", ")),
    }
}
