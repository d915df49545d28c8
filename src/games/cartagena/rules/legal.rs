//! Lists the legal actions.

use super::action::{Action, ActionKind, NO_CARD, Payment};
use super::cards::{Cards, all_kinds, is_black, kind, symbol};
use super::path::{Spaces, Walk};
use super::ruleset::Ruleset;
use super::state::{Phase, State};
use crate::cartagena::components::{CHEST, HOOK, LANTERN, PARROT, PISTOL, RUM, SYMBOLS, Symbol};
use crate::game::Seat;

/// Number of actions that a hook pair uses.
pub const HOOK_ACTIONS: u8 = 2;

/// Receives the legal actions one by one, or grouped if they differ only in the place.
pub trait Offers {
    /// Receives one action.
    fn offer(&mut self, action: Action);

    /// Receives one action for each of these places.
    fn offer_from(&mut self, action: Action, places: Spaces);
}

impl Offers for Vec<Action> {
    #[inline]
    fn offer(&mut self, action: Action) {
        self.push(action);
    }

    #[inline]
    fn offer_from(&mut self, action: Action, places: Spaces) {
        for place in Walk(places) {
            self.push(Action { b: place, ..action });
        }
    }
}

/// Searches for one action among the legal actions.
#[cfg(debug_assertions)]
struct Sought {
    action: Action,
    found: bool,
}

#[cfg(debug_assertions)]
impl Offers for Sought {
    fn offer(&mut self, action: Action) {
        self.found |= self.action == action;
    }

    fn offer_from(&mut self, action: Action, places: Spaces) {
        for place in Walk(places) {
            self.offer(Action { b: place, ..action });
        }
    }
}

impl Ruleset {
    /// Offers every legal action.
    #[inline]
    pub(crate) fn list(&self, state: &State, offers: &mut impl Offers) {
        match state.phase {
            Phase::Turn => self.list_turn(state, offers),
            Phase::Won | Phase::Capped => {}
            _ => self.list_choice(state, offers),
        }
    }

    #[inline]
    fn list_turn(&self, state: &State, offers: &mut impl Offers) {
        let seat = Seat::from(state.active);
        let mut any = self.list_plays(state, seat, offers);
        let back = self.backward_from(state, seat);
        offers.offer_from(Action::new(ActionKind::Back, 0, 0), back);
        any |= back != 0;
        if self.options.morgan {
            any |= self.list_morgan(state, seat, offers);
        }
        if self.options.magician {
            any |= self.list_powers(state, seat, offers);
        }
        let may_sail = self.can_sail(state, seat);
        if may_sail {
            offers.offer(Action::new(ActionKind::Sail, 0, 0));
            any = true;
        }
        if state.fresh {
            if may_sail && self.is_captain(state, seat) {
                offers.offer(Action::new(ActionKind::Captain, 0, 0));
            }
            // A player without cards may rest (CA-2.15, CA-A28).
            if state.hands[seat].is_empty() {
                offers.offer(Action::new(ActionKind::Rest, 0, 0));
                return;
            }
        }
        // A turn may end only after an action, unless no action is possible (CA-A2).
        if state.acted || !any {
            offers.offer(Action::new(ActionKind::End, 0, 0));
        }
    }

    /// Offers forward moves, each with a card and a pirate (CA-2.7). Returns true if there is at
    /// least one.
    #[inline]
    fn list_plays(&self, state: &State, seat: Seat, offers: &mut impl Offers) -> bool {
        let movable = self.movable(state, seat);
        let mut all = 0;
        for black in [false, true] {
            for symbol in Walk(state.hands[seat].symbols(black)) {
                let places = self.movable_by(state, seat, movable, symbol);
                let action = Action::paid(ActionKind::Play, symbol, 0, Payment::single(black));
                offers.offer_from(action, places);
                all |= places;
            }
        }
        all != 0
    }

    /// Returns the places from which a card with this symbol moves a pirate.
    #[inline]
    fn movable_by(&self, state: &State, seat: Seat, movable: Spaces, symbol: Symbol) -> Spaces {
        let free = state.symbols[usize::from(symbol)] & !state.crowd.taken();
        self.movable_to(state, seat, movable, free)
    }

    /// Offers moves of the opponents' pirates (CA-6.1). Returns true if there is at least one.
    #[inline]
    fn list_morgan(&self, state: &State, seat: Seat, offers: &mut impl Offers) -> bool {
        let mut all = 0;
        for other in (0..usize::from(state.seats)).filter(|&other| other != seat) {
            let places = self.morgan_from(state, other);
            offers.offer_from(Action::new(ActionKind::Morgan, other as u8, 0), places);
            all |= places;
        }
        all != 0
    }

    /// Offers the powers of the cards (CA-8.3). Returns true if there is at least one.
    fn list_powers(&self, state: &State, seat: Seat, offers: &mut impl Offers) -> bool {
        let hand = &state.hands[seat];
        let limited = self
            .options
            .powers_for
            .is_none_or(|limited| limited == seat);
        let allowed = |symbol: Symbol| !limited || self.options.powers[usize::from(symbol)];
        // Paying for another power with two parrots counts as a power of the parrots.
        let by_parrots = self.options.parrot_power && allowed(PARROT);
        let mut any = false;
        let mut offer = |action: Action| {
            any = true;
            offers.offer(action);
        };
        if allowed(PISTOL) {
            payments(hand, PISTOL, by_parrots, |payment| {
                for other in (0..usize::from(state.seats)).filter(|&other| other != seat) {
                    // The other hand must contain a card to take (CA-A19).
                    if !state.hands[other].is_empty() {
                        offer(Action::paid(ActionKind::Pistol, other as u8, 0, payment));
                    }
                }
            });
        }
        for (symbol, kind) in [(RUM, ActionKind::Rum), (LANTERN, ActionKind::Lantern)] {
            if allowed(symbol) {
                payments(hand, symbol, by_parrots, |payment| {
                    offer(Action::paid(kind, 0, 0, payment));
                });
            }
        }
        if allowed(PARROT) {
            let movable = self.movable(state, seat);
            parrot_pairs(hand, |payment| {
                // Parrots stand for any other symbol (CA-A33).
                for symbol in (0..SYMBOLS as Symbol).filter(|&symbol| symbol != PARROT) {
                    for place in Walk(self.movable_by(state, seat, movable, symbol)) {
                        offer(Action::paid(ActionKind::Parrots, symbol, place, payment));
                    }
                }
            });
        }
        if allowed(HOOK) && state.actions_left >= HOOK_ACTIONS {
            payments(hand, HOOK, by_parrots, |payment| {
                self.list_hooks(state, seat, payment, &mut offer);
            });
        }
        if allowed(CHEST) {
            let chests = state.chests & state.pirates[seat].path.taken();
            if chests != 0 {
                payments(hand, CHEST, by_parrots, |payment| {
                    for space in Walk(chests) {
                        offer(Action::paid(ActionKind::Chest, 0, space, payment));
                    }
                });
            }
        }
        any
    }

    /// Offers the second cards (CA-A27) and the pairs of pirates (CA-A15) of a hook with the first
    /// payment.
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
            let symbol = symbol(second);
            let payment = first.and_second(is_black(second));
            for space in Walk(own.pairs()) {
                // Both pirates move or neither does (CA-11.3).
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

    /// Offers the choices that complete an action.
    fn list_choice(&self, state: &State, offers: &mut impl Offers) {
        let mut each = |kind: ActionKind, cards: &Cards| {
            for card in cards.kinds() {
                offers.offer(Action::new(kind, card, NO_CARD));
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
                            offers.offer(Action::new(ActionKind::Keep, first, second));
                        }
                    }
                }
            }
            Phase::Hindrance => {
                // Cards are discarded in ascending order, and enough cards must remain for the rest
                // of the discards.
                let hand = &state.hands[usize::from(state.other)];
                let excess = hand.len() - self.components.hand_limit;
                for card in hand.kinds().filter(|&card| card >= state.discarded) {
                    let later = all_kinds().filter(|&later| later >= card);
                    if later.map(|later| hand.of(later)).sum::<u8>() >= excess {
                        offers.offer(Action::new(ActionKind::Discard, card, NO_CARD));
                    }
                }
            }
            Phase::Turn | Phase::Won | Phase::Capped => {}
        }
    }

    /// Asserts that an action is legal.
    ///
    /// # Panics
    /// If the action is not legal.
    #[cfg(debug_assertions)]
    pub(crate) fn assert_legal(&self, state: &State, action: Action) {
        let mut sought = Sought {
            action,
            found: false,
        };
        self.list(state, &mut sought);
        assert!(sought.found, "{action:?} is not legal in {:?}", state.phase);
    }
}

/// Calls `visit` with each payment for the power of a symbol: its card or, if allowed, two parrots
/// (CA-A18).
fn payments(hand: &Cards, symbol: Symbol, by_parrots: bool, mut visit: impl FnMut(Payment)) {
    for black in [false, true] {
        if hand.of(kind(symbol, black)) > 0 {
            visit(Payment::single(black));
        }
    }
    if by_parrots {
        parrot_pairs(hand, visit);
    }
}

/// Calls `visit` with each payment of two parrots from a hand.
fn parrot_pairs(hand: &Cards, mut visit: impl FnMut(Payment)) {
    let (plain, black) = (hand.of(kind(PARROT, false)), hand.of(kind(PARROT, true)));
    for of_black in 0..=2 {
        if plain >= 2 - of_black && black >= of_black {
            visit(Payment::parrots(of_black));
        }
    }
}
