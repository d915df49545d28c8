//! Actions, stored in four bytes each.

use super::cards::{Kind, kind};
use super::path::{HOME, Place, SLOOP, START};
use crate::cartagena::components::{CHEST, HOOK, LANTERN, PARROT, PISTOL, RUM, Symbol};

/// One choice. The kind determines the meaning of `a` and `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    pub kind: ActionKind,
    /// Symbol, seat or kind of card, depending on the kind of action.
    pub a: u8,
    /// Place or second card, depending on the kind of action.
    pub b: u8,
    /// Cards that pay for the action.
    pub payment: Payment,
}

/// Kinds of action, each with examples of its notation. With hindrance, the suffix ` black` means that
/// the card has a black background, ` 1 black` or ` 2 black` is the number of black cards among two
/// parrots, and ` +black` means that the second card of a hook is black. The suffix ` by parrots`
/// marks a power that two parrots pay for (CA-A18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ActionKind {
    /// `play rum 7`, `play rum start`: moves a pirate forward with a card (CA-2.7).
    Play,
    /// `back 21`, `back home`: moves a pirate backward (CA-2.10).
    Back,
    /// `morgan 2 7`: moves a pirate of seat 2 (CA-6.1).
    Morgan,
    /// `sail`: moves the sloop as an action (CA-5.3).
    Sail,
    /// `captain`: moves the sloop before the actions (CA-5.9).
    Captain,
    /// `rest`: gives up the whole turn for one card (CA-2.15).
    Rest,
    /// `end`: ends the turn without further actions.
    End,
    /// `pistol 2`: looks at the hand of seat 2.
    Pistol,
    /// `rum`: draws cards and distributes them to all players.
    Rum,
    /// `lantern`: draws four cards, keeps one and puts the others back.
    Lantern,
    /// `parrots rum 7`: plays two parrots as a rum card.
    Parrots,
    /// `hook rum 7`: moves two pirates from space 7 with a second card; `hook rum 7 with 2`: one of
    /// them belongs to seat 2.
    Hook,
    /// `chest 14`: turns up the chest tile on space 14.
    Chest,
    /// `take rum`: takes a card from the hand revealed by a pistol.
    Take,
    /// `keep rum and hook` after rum, `keep rum` after a lantern: keeps drawn cards.
    Keep,
    /// `give rum`: gives a drawn card to the next player.
    Give,
    /// `put rum`: puts a drawn card back on the pile.
    Put,
    /// `discard rum`: discards a card because of hindrance.
    Discard,
}

/// Properties of the cards that pay for an action, in addition to their symbols.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Payment(u8);

impl Payment {
    const PARROTS: u8 = 4;
    const SECOND_BLACK: u8 = 8;

    /// Creates a payment with one card. If the action takes a second card, this is the first.
    #[inline]
    pub fn single(black: bool) -> Payment {
        Payment(u8::from(black))
    }

    /// Creates a payment with two parrots, of which `black` have a black background.
    #[inline]
    pub fn parrots(black: u8) -> Payment {
        Payment(Payment::PARROTS | black)
    }

    /// Returns this payment with a second card added.
    #[inline]
    pub fn and_second(self, black: bool) -> Payment {
        Payment(self.0 | if black { Payment::SECOND_BLACK } else { 0 })
    }

    /// Returns this payment for a hook whose other pirate belongs to `seat`.
    #[inline]
    pub fn with_pirate_of(self, seat: u8) -> Payment {
        Payment(self.0 | (seat + 1) << 4)
    }

    /// Returns the seat of the other pirate of a hook, or `None` if both pirates belong to the active
    /// player.
    #[inline]
    pub fn other_pirate(self) -> Option<u8> {
        (self.0 >> 4).checked_sub(1)
    }

    #[inline]
    pub(crate) fn is_parrots(self) -> bool {
        self.0 & Payment::PARROTS != 0
    }

    #[inline]
    pub(crate) fn black(self) -> u8 {
        self.0 & 3
    }

    #[inline]
    pub(crate) fn second_black(self) -> bool {
        self.0 & Payment::SECOND_BLACK != 0
    }
}

impl Action {
    /// Creates an action that takes no cards.
    #[inline]
    pub fn new(kind: ActionKind, a: u8, b: u8) -> Action {
        Action::paid(kind, a, b, Payment::default())
    }

    /// Creates an action that takes cards.
    #[inline]
    pub fn paid(kind: ActionKind, a: u8, b: u8, payment: Payment) -> Action {
        Action {
            kind,
            a,
            b,
            payment,
        }
    }

    /// Returns the symbol whose power is used or which is played for a move.
    #[inline]
    pub fn symbol(self) -> Option<Symbol> {
        Some(match self.kind {
            ActionKind::Play => self.a,
            ActionKind::Pistol => PISTOL,
            ActionKind::Rum => RUM,
            ActionKind::Lantern => LANTERN,
            ActionKind::Parrots => PARROT,
            ActionKind::Hook => HOOK,
            ActionKind::Chest => CHEST,
            _ => return None,
        })
    }

    /// Calls `pay` with the kind of each card that the action takes from the hand.
    #[inline]
    pub fn cards(self, mut pay: impl FnMut(Kind)) {
        self.first_cards(&mut pay);
        if self.kind == ActionKind::Hook {
            pay(kind(self.a, self.payment.second_black()));
        }
    }

    /// Like [`Action::cards`], but without the second card of a hook.
    #[inline]
    pub fn first_cards(self, mut pay: impl FnMut(Kind)) {
        let Some(symbol) = self.symbol() else {
            return;
        };
        if self.payment.is_parrots() {
            let black = self.payment.black();
            pay(kind(PARROT, black >= 1));
            pay(kind(PARROT, black >= 2));
        } else {
            pay(kind(symbol, self.payment.black() > 0));
        }
    }
}

/// Returns the name of a place in the notation.
pub fn place_name(place: Place) -> String {
    match place {
        START => "start".to_string(),
        SLOOP => "sloop".to_string(),
        HOME => "home".to_string(),
        space => space.to_string(),
    }
}

/// Value that means "no second card" in [`ActionKind::Keep`].
pub const NO_CARD: u8 = u8::MAX;
