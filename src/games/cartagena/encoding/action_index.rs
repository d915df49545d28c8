//! Action indices. Each index corresponds to one notation. The number of indices depends on the
//! set-up.

use crate::cartagena::components::SYMBOLS;
use crate::cartagena::rules::action::{Action, ActionKind, NO_CARD};
use crate::cartagena::rules::cards;
use crate::cartagena::rules::cards::Kind;
use crate::cartagena::rules::options::Options;
use crate::cartagena::rules::path::{HOME, Path, Place, SLOOP};
use crate::encoding::Offsets;

/// Number of kinds of action.
const KINDS: usize = ActionKind::Discard as usize + 1;

/// Assigns action indices: the kinds follow one another, and each kind is ordered by its arguments.
#[derive(Clone, Debug)]
pub struct Numbers {
    offsets: Offsets<KINDS>,
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
        let length = u32::from(path.length);
        // Zero, one or both of two parrots may have a black background.
        let payments = backgrounds + backgrounds + 1;
        let hooked = match options.hook_pair_mixed {
            true => 1 + players as u32,
            false => 1,
        };
        let (symbols, seats, places) = (SYMBOLS as u32, players as u32, length + 3);
        let kinds = symbols * backgrounds;
        let (morgan, magician) = (u32::from(options.morgan), u32::from(options.magician));
        let hook = symbols * places * payments * backgrounds * hooked;
        let counts = [
            (ActionKind::Play, symbols * places * backgrounds),
            (ActionKind::Back, places),
            (ActionKind::Morgan, morgan * seats * places),
            (ActionKind::Sail, 1),
            (ActionKind::Captain, 1),
            (ActionKind::Rest, 1),
            (ActionKind::End, 1),
            (ActionKind::Pistol, magician * seats * payments),
            (ActionKind::Rum, magician * payments),
            (ActionKind::Lantern, magician * payments),
            (
                ActionKind::Parrots,
                magician * symbols * places * (backgrounds + 1),
            ),
            (ActionKind::Hook, magician * hook),
            (ActionKind::Chest, magician * places * payments),
            (ActionKind::Take, magician * kinds),
            (ActionKind::Keep, magician * kinds * (kinds + 1)),
            (ActionKind::Give, magician * kinds),
            (ActionKind::Put, magician * kinds),
            (ActionKind::Discard, kinds),
        ];
        Numbers {
            offsets: Offsets::new(counts.map(|(kind, count)| (kind as usize, count as usize))),
            length,
            payments,
            backgrounds,
            hooked,
        }
    }

    /// Returns the number of action indices.
    pub fn bound(&self) -> u32 {
        self.offsets.bound
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
        self.offsets.first(action.kind as usize) + argument
    }
}
