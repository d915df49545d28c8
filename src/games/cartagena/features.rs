//! Features: what a position is worth to a seat, from what that seat knows.

use super::components::{SYMBOLS, Symbol};
use super::path::{HOME, SLOOP, Walk};
use super::ruleset::Ruleset;
use super::state::{Phase, State};
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

/// Cards up to which a hand counts as `hand`; more of them count as `hand_above_6`.
const FULL_HAND: u8 = 6;

impl Ruleset {
    /// Fills the features; distances are in strips of six spaces.
    ///
    /// | feature | what it counts |
    /// | --- | --- |
    /// | `won`, `lost` | 1 if the seat, or another one, has won |
    /// | `home`, `start`, `aboard` | own pirates at the goal, at the start, on the sloop |
    /// | `progress` | strips that all own pirates have covered |
    /// | `hindmost` | strips that the hindmost own pirate has covered |
    /// | `hand`, `hand_above_6` | own cards up to six, and above |
    /// | `pending_cards` | cards that the seat will get by a choice under way (pistol, rum, lantern) |
    /// | `symbols` | different symbols in the own hand |
    /// | `best_jump`, `jumps` | strips of the longest forward move in hand; sum over the symbols in hand |
    /// | `back_cards`, `back_loss` | cards of the best backward move, and the strips that it gives up |
    /// | `rival_progress`, `others_progress` | strips covered by the best other player; mean of the others |
    /// | `others_hand` | mean number of cards of the others |
    /// | `sloop_useful` | 1 if the sloop is where most own pirates want it |
    pub(super) fn fill_features(&self, state: &State, seat: Seat, values: &mut [f32]) {
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

    /// Spaces of the longest forward move, the sum of the longest one of each symbol in hand, and
    /// the number of these symbols.
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

    /// Cards of the backward move that gives most for what it gives up, and the spaces of it.
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

    /// Full escape: the sloop is at Tortuga while own pirates are aboard, and otherwise at
    /// Cartagena while some have still to board.
    fn sloop_useful(&self, state: &State, seat: Seat) -> bool {
        let own = &state.pirates[seat];
        let waiting = own.start > 0 || own.path.taken() & self.path.first_spaces() != 0;
        self.path.full_escape
            && if state.at_tortuga {
                own.aboard > 0
            } else {
                waiting && own.aboard < super::sloop::BERTHS
            }
    }
}

/// CA-8.3: cards that a seat has still to take or keep. Without them a look one step ahead would see
/// only what such a power costs.
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
