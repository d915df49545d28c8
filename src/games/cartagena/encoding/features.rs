//! Features for the evaluation of a position, computed only from information that the evaluating
//! seat has.

use crate::cartagena::components::{SYMBOLS, Symbol};
use crate::cartagena::rules::path::{HOME, SLOOP, Walk};
use crate::cartagena::rules::ruleset::Ruleset;
use crate::cartagena::rules::state::{Phase, State};
use crate::game::Seat;
use portolan_core::features;

/// Maximum of the feature `hand`. Cards above it count as `hand_above_6`.
const FULL_HAND: u8 = 6;

features! {
    /// Computes the features of a seat. Distances are in strips of six spaces.
    pub(crate) fn Ruleset::fill_features(&self, state: &State, seat: Seat) {
        let own = &state.pirates[seat];
        let hand = &state.hands[seat];
        let strips = |spaces: u16| f32::from(spaces) / SYMBOLS as f32;
        let others = (0..self.players).filter(|&other| other != seat);
        let mean = |sum: f32| sum / (self.players - 1) as f32;

        let (mut rival, mut progress, mut cards, mut lost) = (0u16, 0.0, 0.0, false);
        for other in others {
            let covered = self.progress(state, other);
            rival = rival.max(covered);
            progress += strips(covered);
            cards += f32::from(state.hands[other].len());
            lost |= self.has_won(state, other);
        }
        let hindmost = match own.path.taken() {
            _ if own.start > 0 => 0,
            0 if own.aboard > 0 => self.path.progress(SLOOP),
            0 => self.path.progress(HOME),
            spaces => spaces.trailing_zeros() as u16,
        };
        let (best_jump, jumps, symbols) = self.jumps(state, seat);
        let (back_cards, back_loss) = self.best_back(state, seat);
        let held = hand.len();
    }
    // 1 if the seat has won.
    won: f32::from(self.has_won(state, seat));
    // 1 if an opponent has won.
    lost: f32::from(lost);
    // The seat's pirates at the goal.
    home: f32::from(own.home);
    // Total distance covered by the seat's pirates.
    progress: strips(self.progress(state, seat));
    // The seat's pirates at the start.
    start: f32::from(own.start);
    // Distance covered by the seat's last pirate.
    hindmost: strips(hindmost);
    // Cards in the seat's hand up to six, and cards above six.
    hand: f32::from(held.min(FULL_HAND));
    hand_above_6: f32::from(held.saturating_sub(FULL_HAND));
    // Cards that the seat will get from the current power (pistol, rum, lantern).
    pending_cards: f32::from(pending_cards(state, seat));
    // Number of different symbols in the seat's hand.
    symbols: symbols;
    // Length of the longest forward move with a card in hand.
    best_jump: strips(best_jump);
    // Sum of the longest forward moves over the symbols in hand.
    jumps: strips(jumps);
    // Cards gained by the best backward move, and the distance lost.
    back_cards: f32::from(back_cards);
    back_loss: strips(back_loss);
    // Distance covered by the best opponent, and mean distance of the opponents.
    rival_progress: strips(rival);
    others_progress: mean(progress);
    // Mean number of cards of the opponents.
    others_hand: mean(cards);
    // The seat's pirates on the sloop.
    aboard: f32::from(own.aboard);
    // 1 if the sloop is in the harbor where the seat needs it.
    sloop_useful: f32::from(self.sloop_useful(state, seat));
}

impl Ruleset {
    /// Returns the length of the longest forward move in spaces, the sum of the longest moves over
    /// the symbols in hand, and the number of these symbols.
    fn jumps(&self, state: &State, seat: Seat) -> (u16, u16, f32) {
        let (mut best, mut sum, mut symbols) = (0, 0, 0.0);
        for symbol in 0..SYMBOLS as Symbol {
            if state.hands[seat].of_symbol(symbol) == 0 {
                continue;
            }
            let mut longest = 0;
            for place in Walk(self.movable(state, seat)) {
                if let Some(target) = self.forward(state, seat, place, symbol, 1) {
                    let spaces = self.path.progress(target) - self.path.progress(place);
                    longest = longest.max(spaces);
                }
            }
            best = best.max(longest);
            sum += longest;
            symbols += 1.0;
        }
        (best, sum, symbols)
    }

    /// Returns the cards gained and the spaces lost by the backward move with the most cards, or,
    /// among ties, the smallest loss.
    fn best_back(&self, state: &State, seat: Seat) -> (u8, u16) {
        let mut best = (0, 0);
        for space in Walk(state.pirates[seat].path.taken()) {
            if let Some(target) = self.backward(state, space) {
                let (cards, loss) = (state.crowd.on(target), u16::from(space - target));
                if cards > best.0 || cards == best.0 && loss < best.1 {
                    best = (cards, loss);
                }
            }
        }
        best
    }

    /// Returns true if the sloop is useful in its harbor (full escape only): at Tortuga while
    /// pirates of the seat are aboard, or at Cartagena while some still have to board.
    fn sloop_useful(&self, state: &State, seat: Seat) -> bool {
        let own = &state.pirates[seat];
        let waiting = own.start > 0 || own.path.taken() & self.path.first_spaces() != 0;
        self.path.full_escape
            && if state.at_tortuga {
                own.aboard > 0
            } else {
                waiting && own.aboard < crate::cartagena::rules::sloop::BERTHS
            }
    }
}

/// Returns the number of cards that the active seat still has to take or keep (CA-8.3). Without this
/// number, a one-step search would see only the cost of a power that gives cards.
fn pending_cards(state: &State, seat: Seat) -> u8 {
    if seat != Seat::from(state.active) {
        return 0;
    }
    match state.phase {
        Phase::Pistol | Phase::LanternKeep => 1,
        Phase::RumKeep => 2,
        _ => 0,
    }
}
