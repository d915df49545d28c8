//! Notation of actions for users.

use std::fmt::Write;

use crate::cartagena::components::SYMBOL_NAMES;
use crate::cartagena::rules::action::{Action, ActionKind, NO_CARD, place_name};
use crate::cartagena::rules::cards::kind_name;
use crate::cartagena::rules::ruleset::Ruleset;

/// Notations in words ([`crate::setup::GameEntry::phrases`]).
pub(crate) const PHRASES: &[(&str, &str)] = &[
    ("play <word> start", "play <word>: pirate from the start"),
    ("play <word> sloop", "play <word>: pirate from the sloop"),
    ("play <word> <n>", "play <word>: pirate from space <n>"),
    (
        "parrots <word> start",
        "play two parrots as <word>: pirate from the start",
    ),
    (
        "parrots <word> sloop",
        "play two parrots as <word>: pirate from the sloop",
    ),
    (
        "parrots <word> <n>",
        "play two parrots as <word>: pirate from space <n>",
    ),
    ("back home", "move a pirate back from home"),
    ("back sloop", "move a pirate back from the sloop"),
    ("back <n>", "move a pirate back from space <n>"),
    (
        "morgan <seat> start",
        "move a pirate of seat <seat> from the start",
    ),
    (
        "morgan <seat> sloop",
        "move a pirate of seat <seat> from the sloop",
    ),
    (
        "morgan <seat> home",
        "move a pirate of seat <seat> from home",
    ),
    (
        "morgan <seat> <n>",
        "move a pirate of seat <seat> from space <n>",
    ),
    ("sail", "sail the sloop"),
    ("captain", "sail the sloop before the actions"),
    ("end", "end the turn"),
    ("pistol <seat>", "use a pistol on seat <seat>"),
    ("rum", "use rum"),
    ("lantern", "use a lantern"),
    (
        "hook <word> <n> with <seat>",
        "use a hook and <word>: own pirate and pirate of seat <seat> from space <n>",
    ),
    (
        "hook <word> <n>",
        "use a hook and <word>: two pirates from space <n>",
    ),
    ("chest <n>", "turn up the chest tile on space <n>"),
];

impl Ruleset {
    /// Writes the notation of an action (see [`ActionKind`]).
    pub(crate) fn write_notation(&self, action: Action, text: &mut String) {
        let symbol = |symbol: u8| SYMBOL_NAMES[usize::from(symbol)];
        let (a, b) = (action.a, action.b);
        // Writing to a `String` cannot fail.
        let _ = match action.kind {
            ActionKind::Play => write!(text, "play {} {}", symbol(a), place_name(b)),
            ActionKind::Back => write!(text, "back {}", place_name(b)),
            ActionKind::Morgan => write!(text, "morgan {} {}", a + 1, place_name(b)),
            ActionKind::Sail => write!(text, "sail"),
            ActionKind::Captain => write!(text, "captain"),
            ActionKind::Rest => write!(text, "rest"),
            ActionKind::End => write!(text, "end"),
            ActionKind::Pistol => write!(text, "pistol {}", a + 1),
            ActionKind::Rum => write!(text, "rum"),
            ActionKind::Lantern => write!(text, "lantern"),
            ActionKind::Parrots => write!(text, "parrots {} {}", symbol(a), place_name(b)),
            ActionKind::Hook => {
                let _ = write!(text, "hook {} {b}", symbol(a));
                match action.payment.other_pirate() {
                    Some(seat) => write!(text, " with {}", seat + 1),
                    None => Ok(()),
                }
            }
            ActionKind::Chest => write!(text, "chest {b}"),
            ActionKind::Take => write!(text, "take {}", kind_name(a)),
            ActionKind::Keep if b != NO_CARD => {
                write!(text, "keep {} and {}", kind_name(a), kind_name(b))
            }
            ActionKind::Keep => write!(text, "keep {}", kind_name(a)),
            ActionKind::Give => write!(text, "give {}", kind_name(a)),
            ActionKind::Put => write!(text, "put {}", kind_name(a)),
            ActionKind::Discard => write!(text, "discard {}", kind_name(a)),
        };
        let payment = action.payment;
        if payment.is_parrots() && action.kind != ActionKind::Parrots {
            text.push_str(" by parrots");
        }
        match (payment.is_parrots(), payment.black()) {
            (_, 0) => {}
            (true, 2) => text.push_str(" 2 black"),
            (true, _) => text.push_str(" 1 black"),
            (false, _) => text.push_str(" black"),
        }
        if payment.second_black() {
            text.push_str(" +black");
        }
    }
}
