//! The list of legal actions.

use super::Cartagena;
use super::action::{Action, ActionKind, NO_CARD, Payment};
use super::cards::{Cards, KINDS, Kind, kind};
use super::components::{CHEST, HOOK, LANTERN, PARROT, PISTOL, RUM, SYMBOLS, Symbol};
use super::path::{HOME, Place, SLOOP, Walk};
use super::state::{Phase, State};
use crate::game::Seat;

/// Actions that a hook pair takes.
pub const HOOK_ACTIONS: u8 = 2;

impl Cartagena {
    /// Calls `offer` with every legal action.
    #[inline]
    pub(super) fn list(&self, state: &State, offer: &mut impl FnMut(Action)) {
        match state.phase {
            Phase::Turn => self.list_turn(state, offer),
            Phase::Won | Phase::Capped => {}
            _ => self.list_choice(state, offer),
        }
    }

    #[inline]
    fn list_turn(&self, state: &State, offer: &mut impl FnMut(Action)) {
        let seat = Seat::from(state.active);
        let mut any = false;
        let mut action = |action: Action| {
            any = true;
            offer(action);
        };
        self.list_plays(state, seat, &mut action);
        self.list_backward(state, seat, &mut action);
        if self.options.morgan {
            self.list_morgan(state, seat, &mut action);
        }
        if self.options.magician {
            self.list_powers(state, seat, &mut action);
        }
        let may_sail = self.can_sail(state, seat);
        if may_sail {
            action(Action::new(ActionKind::Sail, 0, 0));
        }
        if state.fresh {
            if may_sail && self.is_captain(state, seat) {
                offer(Action::new(ActionKind::Captain, 0, 0));
            }
            // CA-2.15, A-28.
            if state.hands[seat].is_empty() {
                offer(Action::new(ActionKind::Rest, 0, 0));
                return;
            }
        }
        // not before an action, unless there is none.
        if state.acted || !any {
            offer(Action::new(ActionKind::End, 0, 0));
        }
    }

    /// CA-2.7: a card and a pirate.
    #[inline]
    fn list_plays(&self, state: &State, seat: Seat, offer: &mut impl FnMut(Action)) {
        let hand = &state.hands[seat];
        let kinds = if self.options.hindrance {
            KINDS
        } else {
            SYMBOLS
        } as Kind;
        for card in 0..kinds {
            if hand.of(card) == 0 {
                continue;
            }
            let (symbol, payment) = match card {
                0..6 => (card, Payment::single(false)),
                _ => (card - SYMBOLS as u8, Payment::single(true)),
            };
            self.list_moves(state, seat, symbol, |place| {
                offer(Action::paid(ActionKind::Play, symbol, place, payment));
            });
        }
    }

    /// The places from which a card with this symbol moves a pirate.
    #[inline]
    fn list_moves(&self, state: &State, seat: Seat, symbol: Symbol, mut visit: impl FnMut(Place)) {
        if self.path.full_escape {
            self.movable(state, seat, |place| {
                if self.forward(state, seat, place, symbol, 1).is_some() {
                    visit(place);
                }
            });
        } else {
            // CA-2.8: there is always the goal.
            self.movable(state, seat, visit);
        }
    }

    #[inline]
    fn list_backward(&self, state: &State, seat: Seat, offer: &mut impl FnMut(Action)) {
        let mut from = |place: Place| {
            if self.backward(state, place).is_some() {
                offer(Action::new(ActionKind::Back, 0, place));
            }
        };
        let pirates = &state.pirates[seat];
        for space in Walk(pirates.path.taken()) {
            from(space);
        }
        // CA-5.11: not from the sloop while it lies at Tortuga.
        if pirates.aboard > 0 && !state.at_tortuga {
            from(SLOOP);
        }
        if pirates.home > 0 {
            from(HOME);
        }
    }

    /// CA-6.1: the pirates of the others.
    fn list_morgan(&self, state: &State, seat: Seat, offer: &mut impl FnMut(Action)) {
        for other in (0..usize::from(state.seats)).filter(|&other| other != seat) {
            self.movable(state, other, |place| {
                if self.morgan_target(state, other, place).is_some() {
                    offer(Action::new(ActionKind::Morgan, other as u8, place));
                }
            });
        }
    }

    /// CA-8.3: the powers of the cards.
    fn list_powers(&self, state: &State, seat: Seat, offer: &mut impl FnMut(Action)) {
        let hand = &state.hands[seat];
        let allowed = |symbol: Symbol| self.options.powers[usize::from(symbol)];
        if allowed(PISTOL) {
            let armed = |payment| {
                for other in (0..usize::from(state.seats)).filter(|&other| other != seat) {
                    // there must be something to take.
                    if !state.hands[other].is_empty() {
                        offer(Action::paid(ActionKind::Pistol, other as u8, 0, payment));
                    }
                }
            };
            self.payments(hand, PISTOL, armed);
        }
        if allowed(RUM) {
            self.payments(hand, RUM, |payment| {
                offer(Action::paid(ActionKind::Rum, 0, 0, payment));
            });
        }
        if allowed(LANTERN) {
            self.payments(hand, LANTERN, |payment| {
                offer(Action::paid(ActionKind::Lantern, 0, 0, payment));
            });
        }
        if allowed(PARROT) {
            parrot_pairs(hand, |payment| {
                // any other symbol.
                for symbol in (0..SYMBOLS as u8).filter(|&symbol| symbol != PARROT) {
                    self.list_moves(state, seat, symbol, |place| {
                        offer(Action::paid(ActionKind::Parrots, symbol, place, payment));
                    });
                }
            });
        }
        if allowed(HOOK) && state.actions_left >= HOOK_ACTIONS {
            self.payments(hand, HOOK, |payment| {
                self.list_hooks(state, seat, payment, offer);
            });
        }
        if allowed(CHEST) {
            let chests = state.chests & state.pirates[seat].path.taken();
            if chests != 0 {
                self.payments(hand, CHEST, |payment| {
                    for space in Walk(chests) {
                        offer(Action::paid(ActionKind::Chest, 0, space, payment));
                    }
                });
            }
        }
    }

    /// The hook's second card and the two pirates, after the first payment.
    fn list_hooks(
        &self,
        state: &State,
        seat: Seat,
        first: Payment,
        offer: &mut impl FnMut(Action),
    ) {
        let mut rest = state.hands[seat];
        Action::paid(ActionKind::Hook, NO_CARD, 0, first).first_cards(|card| rest.remove(card));
        let own = state.pirates[seat].path;
        for second in rest.kinds() {
            let symbol = super::cards::symbol(second);
            let payment = first.and_second(super::cards::is_black(second));
            for space in Walk(own.pairs()) {
                // CA-11.3: both or none.
                if self.forward(state, seat, space, symbol, 2).is_some() {
                    offer(Action::paid(ActionKind::Hook, symbol, space, payment));
                }
            }
            if !self.options.hook_pair_mixed {
                continue;
            }
            for other in (0..usize::from(state.seats)).filter(|&other| other != seat) {
                for space in Walk(own.taken() & state.pirates[other].path.taken()) {
                    let both = self.forward(state, seat, space, symbol, 1).is_some()
                        && self.forward(state, other, space, symbol, 1).is_some();
                    if both {
                        let payment = payment.with_pirate_of(other as u8);
                        offer(Action::paid(ActionKind::Hook, symbol, space, payment));
                    }
                }
            }
        }
    }

    /// The ways to pay for the power of a symbol: its card, or two parrots.
    fn payments(&self, hand: &Cards, symbol: Symbol, mut visit: impl FnMut(Payment)) {
        for black in [false, true] {
            if hand.of(kind(symbol, black)) > 0 {
                visit(Payment::single(black));
            }
        }
        if self.options.parrot_power {
            parrot_pairs(hand, visit);
        }
    }

    /// The choices that follow an action.
    fn list_choice(&self, state: &State, offer: &mut impl FnMut(Action)) {
        let mut each = |kind: ActionKind, cards: &Cards| {
            for card in cards.kinds() {
                offer(Action::new(kind, card, NO_CARD));
            }
        };
        match state.phase {
            Phase::Pistol => each(ActionKind::Take, &state.hands[usize::from(state.other)]),
            Phase::RumGive => each(ActionKind::Give, &state.drawn),
            Phase::LanternKeep => each(ActionKind::Keep, &state.drawn),
            Phase::LanternPut => each(ActionKind::Put, &state.drawn),
            Phase::RumKeep => {
                for first in state.drawn.kinds() {
                    for second in state.drawn.kinds().filter(|&second| second >= first) {
                        if second > first || state.drawn.of(first) >= 2 {
                            offer(Action::new(ActionKind::Keep, first, second));
                        }
                    }
                }
            }
            Phase::Hindrance => {
                // In ascending order, as long as enough cards are left for the rest.
                let hand = &state.hands[usize::from(state.other)];
                let excess = hand.len() - self.components.hand_limit;
                for card in hand.kinds().filter(|&card| card >= state.discarded) {
                    let from_here: u8 = (card..KINDS as Kind).map(|kind| hand.of(kind)).sum();
                    if from_here >= excess {
                        offer(Action::new(ActionKind::Discard, card, NO_CARD));
                    }
                }
            }
            Phase::Turn | Phase::Won | Phase::Capped => {}
        }
    }

    /// Panics if an action is not legal.
    #[cfg(debug_assertions)]
    pub(super) fn assert_legal(&self, state: &State, action: Action) {
        let mut legal = false;
        self.list(state, &mut |other| legal |= other == action);
        assert!(
            legal,
            "{action:?} (\"{}\") is not legal in {:?}",
            {
                let mut text = String::new();
                self.write_notation(action, &mut text);
                text
            },
            state.phase
        );
    }
}

/// The ways to take two parrots from a hand.
fn parrot_pairs(hand: &Cards, mut visit: impl FnMut(Payment)) {
    let (plain, black) = (hand.of(kind(PARROT, false)), hand.of(kind(PARROT, true)));
    for of_black in 0..=2 {
        if plain >= 2 - of_black && black >= of_black {
            visit(Payment::parrots(of_black));
        }
    }
}
