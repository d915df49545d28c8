//! Features for the evaluation of a position, computed only from information that the evaluating
//! seat has.

use crate::cartagena::components::{SYMBOLS, Symbol};
use crate::cartagena::rules::path::{HOME, SLOOP, Walk};
use crate::cartagena::rules::ruleset::Ruleset;
use crate::cartagena::rules::state::{Phase, State};
use crate::game::Seat;

/// Names of the features.
pub const FEATURE_NAMES: [&str; 19] = [
    "won",
    "lost",
    "home",
    "progress",
    "start",
    "hindmost",
    "hand",
    "hand_above_6",
    "pending_cards",
    "symbols",
    "best_jump",
    "jumps",
    "back_cards",
    "back_loss",
    "rival_progress",
    "others_progress",
    "others_hand",
    "aboard",
    "sloop_useful",
];

/// Maximum of the feature `hand`. Cards above it count as `hand_above_6`.
const FULL_HAND: u8 = 6;

impl Ruleset {
    /// Computes the features of a seat. Distances are in strips of six spaces.
    ///
    /// | feature | meaning |
    /// | --- | --- |
    /// | `won`, `lost` | 1 if the seat, or an opponent, has won |
    /// | `home`, `start`, `aboard` | the seat's pirates at the goal, at the start, on the sloop |
    /// | `progress` | total distance covered by the seat's pirates |
    /// | `hindmost` | distance covered by the seat's last pirate |
    /// | `hand`, `hand_above_6` | cards in the seat's hand up to six; cards above six |
    /// | `pending_cards` | cards that the seat will get from the current power (pistol, rum, lantern) |
    /// | `symbols` | different symbols in the seat's hand |
    /// | `best_jump`, `jumps` | length of the longest forward move with a card in hand; sum of the longest moves over the symbols in hand |
    /// | `back_cards`, `back_loss` | cards gained by the best backward move, and the distance lost |
    /// | `rival_progress`, `others_progress` | distance covered by the best opponent; mean of the opponents |
    /// | `others_hand` | mean number of cards of the opponents |
    /// | `sloop_useful` | 1 if the sloop is in the harbor where the seat needs it |
    pub(crate) fn fill_features(&self, state: &State, seat: Seat, values: &mut [f32]) {
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
        let filled = [
            f32::from(self.has_won(state, seat)),
            f32::from(lost),
            f32::from(own.home),
            strips(self.progress(state, seat)),
            f32::from(own.start),
            strips(hindmost),
            f32::from(held.min(FULL_HAND)),
            f32::from(held.saturating_sub(FULL_HAND)),
            f32::from(pending_cards(state, seat)),
            symbols,
            strips(best_jump),
            strips(jumps),
            f32::from(back_cards),
            strips(back_loss),
            strips(rival),
            mean(progress),
            mean(cards),
            f32::from(own.aboard),
            f32::from(self.sloop_useful(state, seat)),
        ];
        values.copy_from_slice(&filled);
    }

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
/// number, a one-step search would see only the cost of such a power.
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
