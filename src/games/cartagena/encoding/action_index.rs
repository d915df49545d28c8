//! Action indices. Each index corresponds to one notation. The number of indices depends on the
//! set-up.

use crate::cartagena::components::SYMBOLS;
use crate::cartagena::rules::action::{Action, ActionKind, NO_CARD};
use crate::cartagena::rules::cards;
use crate::cartagena::rules::cards::Kind;
use crate::cartagena::rules::options::Options;
use crate::cartagena::rules::path::{HOME, Path, Place, SLOOP};

/// Kinds of action, in index order.
const ACTION_KINDS: [ActionKind; 18] = [
    ActionKind::Play,
    ActionKind::Back,
    ActionKind::Morgan,
    ActionKind::Sail,
    ActionKind::Captain,
    ActionKind::Rest,
    ActionKind::End,
    ActionKind::Pistol,
    ActionKind::Rum,
    ActionKind::Lantern,
    ActionKind::Parrots,
    ActionKind::Hook,
    ActionKind::Chest,
    ActionKind::Take,
    ActionKind::Keep,
    ActionKind::Give,
    ActionKind::Put,
    ActionKind::Discard,
];

/// Assigns action indices: the kinds follow one another, and each kind is ordered by its arguments.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// First index of each kind, followed by the total number.
    first: [u32; ACTION_KINDS.len() + 1],
    /// Last space of the path.
    length: u32,
    /// Number of different payments for a power or a move: a card of each background, or two
    /// parrots.
    payments: u32,
    /// Number of backgrounds that are distinguished.
    backgrounds: u32,
    /// Number of possible owners of the second pirate of a hook: the active player, and each seat.
    hooked: u32,
}

impl Numbers {
    /// Creates the indices for a set-up.
    pub fn new(options: &Options, path: &Path, players: usize) -> Numbers {
        let backgrounds = if options.hindrance { 2 } else { 1 };
        let mut numbers = Numbers {
            first: [0; ACTION_KINDS.len() + 1],
            length: u32::from(path.length),
            // Zero, one or both of two parrots may have a black background.
            payments: backgrounds + backgrounds + 1,
            backgrounds,
            hooked: if options.hook_pair_mixed {
                1 + players as u32
            } else {
                1
            },
        };
        let (symbols, seats) = (SYMBOLS as u32, players as u32);
        let (places, kinds) = (numbers.length + 3, numbers.kinds());
        for (index, kind) in ACTION_KINDS.into_iter().enumerate() {
            let magician = u32::from(options.magician);
            let count = match kind {
                ActionKind::Play => symbols * places * backgrounds,
                ActionKind::Back => places,
                ActionKind::Morgan => u32::from(options.morgan) * seats * places,
                ActionKind::Sail | ActionKind::Captain | ActionKind::Rest | ActionKind::End => 1,
                ActionKind::Pistol => magician * seats * numbers.payments,
                ActionKind::Rum | ActionKind::Lantern => magician * numbers.payments,
                ActionKind::Parrots => magician * symbols * places * (backgrounds + 1),
                ActionKind::Hook => {
                    let cards = numbers.payments * backgrounds;
                    magician * symbols * places * cards * numbers.hooked
                }
                ActionKind::Chest => magician * places * numbers.payments,
                ActionKind::Keep => magician * kinds * (kinds + 1),
                ActionKind::Take | ActionKind::Give | ActionKind::Put => magician * kinds,
                ActionKind::Discard => kinds,
            };
            numbers.first[index + 1] = numbers.first[index] + count;
        }
        numbers
    }

    /// Returns the number of action indices.
    pub fn bound(&self) -> u32 {
        self.first[ACTION_KINDS.len()]
    }

    fn kinds(&self) -> u32 {
        SYMBOLS as u32 * self.backgrounds
    }

    fn place(&self, place: Place) -> u32 {
        match place {
            SLOOP => self.length + 1,
            HOME => self.length + 2,
            space => u32::from(space),
        }
    }

    fn kind(&self, kind: Kind) -> u32 {
        let background = u32::from(cards::is_black(kind));
        u32::from(cards::symbol(kind)) * self.backgrounds + background
    }

    /// Returns the index of an action.
    pub fn of(&self, action: Action) -> u32 {
        let (symbol, seat) = (u32::from(action.a), u32::from(action.a));
        let (places, place) = (self.length + 3, || self.place(action.b));
        let payment = action.payment;
        let paid = match payment.is_parrots() {
            true => self.backgrounds + u32::from(payment.black()),
            false => u32::from(payment.black()),
        };
        let argument = match action.kind {
            ActionKind::Play => (symbol * places + place()) * self.backgrounds + paid,
            ActionKind::Back => place(),
            ActionKind::Morgan => seat * places + place(),
            ActionKind::Sail | ActionKind::Captain | ActionKind::Rest | ActionKind::End => 0,
            ActionKind::Pistol => seat * self.payments + paid,
            ActionKind::Rum | ActionKind::Lantern => paid,
            ActionKind::Parrots => {
                let black = u32::from(payment.black());
                (symbol * places + place()) * (self.backgrounds + 1) + black
            }
            ActionKind::Hook => {
                let cards = paid * self.backgrounds + u32::from(payment.second_black());
                let other = payment.other_pirate().map_or(0, |seat| 1 + u32::from(seat));
                let cards_each = self.payments * self.backgrounds;
                ((symbol * places + place()) * cards_each + cards) * self.hooked + other
            }
            ActionKind::Chest => place() * self.payments + paid,
            ActionKind::Keep => {
                let second = match action.b {
                    NO_CARD => self.kinds(),
                    second => self.kind(second),
                };
                self.kind(action.a) * (self.kinds() + 1) + second
            }
            ActionKind::Take | ActionKind::Give | ActionKind::Put | ActionKind::Discard => {
                self.kind(action.a)
            }
        };
        self.first[action.kind as usize] + argument
    }
}

const _: () = {
    let mut index = 0;
    while index < ACTION_KINDS.len() {
        assert!(ACTION_KINDS[index] as usize == index);
        index += 1;
    }
};
