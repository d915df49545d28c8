//! Actions: four bytes each, and their notation.

use super::cards::{Kind, kind};
use super::components::{CHEST, HOOK, LANTERN, PARROT, PISTOL, RUM, Symbol};
use super::path::{HOME, Place, SLOOP, START};

/// One choice. What `a` and `b` mean depends on the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// Kind.
    pub kind: ActionKind,
    /// Symbol, seat or kind of card, by kind of action.
    pub a: u8,
    /// Place or second card, by kind of action.
    pub b: u8,
    /// With which cards it is paid.
    pub payment: Payment,
}

/// Kinds of action; the notation of each is in its description. With hindrance, ` black` at the end
/// tells that the card has a black background, ` 1 black` or ` 2 black` how many of two parrots have
/// one, and ` +black` that the hook's second card has one; ` by parrots` stands for a power that two
/// parrots pay for (CA-A18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ActionKind {
    /// `play rum 7`, `play rum start`: forward move with a card (CA-2.7).
    Play,
    /// `back 21`, `back home`: backward move (CA-2.10).
    Back,
    /// `morgan 2 7`: moves a pirate of seat 2 (CA-6.1).
    Morgan,
    /// `sail`: the sloop, as an action (CA-5.3).
    Sail,
    /// `captain`: the sloop, before the actions (CA-5.9).
    Captain,
    /// `rest`: a whole turn for one card (CA-2.15).
    Rest,
    /// `end`: no further action.
    End,
    /// `pistol 2`: look at the hand of seat 2.
    Pistol,
    /// `rum`: a round for everybody.
    Rum,
    /// `lantern`.
    Lantern,
    /// `parrots rum 7`: two parrots as a rum card.
    Parrots,
    /// `hook rum 7`: two pirates on 7, with a second card; `hook rum 7 with 2`: one of them of seat 2.
    Hook,
    /// `chest 14`: turn up the tile there.
    Chest,
    /// `take rum`: from the hand that is looked at.
    Take,
    /// `keep rum and hook` after rum, `keep rum` after lantern.
    Keep,
    /// `give rum`: to the next player.
    Give,
    /// `put rum`: back on the pile.
    Put,
    /// `discard rum`.
    Discard,
}

/// The cards that an action takes, beyond their symbols.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Payment(u8);

impl Payment {
    const PARROTS: u8 = 4;
    const SECOND_BLACK: u8 = 8;

    /// One card, or the first of two, with black background or not.
    #[inline]
    pub fn single(black: bool) -> Payment {
        Payment(u8::from(black))
    }

    /// Two parrots, so many of them black.
    #[inline]
    pub fn parrots(black: u8) -> Payment {
        Payment(Payment::PARROTS | black)
    }

    /// The same with a second card.
    #[inline]
    pub fn and_second(self, black: bool) -> Payment {
        Payment(self.0 | if black { Payment::SECOND_BLACK } else { 0 })
    }

    /// Hook: the other pirate belongs to this seat.
    #[inline]
    pub fn with_pirate_of(self, seat: u8) -> Payment {
        Payment(self.0 | (seat + 1) << 4)
    }

    /// The seat of the other pirate, if it is not an own one.
    #[inline]
    pub fn other_pirate(self) -> Option<u8> {
        (self.0 >> 4).checked_sub(1)
    }

    #[inline]
    pub(super) fn is_parrots(self) -> bool {
        self.0 & Payment::PARROTS != 0
    }

    #[inline]
    pub(super) fn black(self) -> u8 {
        self.0 & 3
    }

    #[inline]
    pub(super) fn second_black(self) -> bool {
        self.0 & Payment::SECOND_BLACK != 0
    }
}

impl Action {
    /// An action without cards.
    #[inline]
    pub fn new(kind: ActionKind, a: u8, b: u8) -> Action {
        Action::paid(kind, a, b, Payment::default())
    }

    /// An action with cards.
    #[inline]
    pub fn paid(kind: ActionKind, a: u8, b: u8, payment: Payment) -> Action {
        Action {
            kind,
            a,
            b,
            payment,
        }
    }

    /// The symbol whose power the action is, or that is played for a move.
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

    /// Calls `pay` with the kind of every card that the action takes from the hand.
    #[inline]
    pub fn cards(self, mut pay: impl FnMut(Kind)) {
        self.first_cards(&mut pay);
        if self.kind == ActionKind::Hook {
            pay(kind(self.a, self.payment.second_black()));
        }
    }

    /// The same without the hook's second card.
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

/// A place in notation.
pub fn place_name(place: Place) -> String {
    match place {
        START => "start".to_string(),
        SLOOP => "sloop".to_string(),
        HOME => "home".to_string(),
        space => space.to_string(),
    }
}

/// In [`ActionKind::Keep`]: there is no second card.
pub const NO_CARD: u8 = u8::MAX;
