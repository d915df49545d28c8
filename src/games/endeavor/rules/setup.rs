//! Set-up of a game (EN-2).

use super::ruleset::Ruleset;
use super::state::{NONE, Phase, Player, State};
use crate::endeavor::components::{AREAS, DECKS, MAX_TRACK, START_SIDES, TOKENS};
use crate::game::{Chance, MAX_SEATS, Purpose};

/// Random placement of the tokens on the round spaces.
pub(crate) const TRADE_TOKENS: Purpose = Purpose(0);
/// Random selection of the tiles of level 5 in the game.
const LEVEL_FIVE: Purpose = Purpose(1);

/// Number of face-up tiles of level 5 (EN-2.6).
const FACE_UP: usize = 3;

impl Ruleset {
    /// Returns the position at the start of a game, before the players choose their start tiles.
    pub(crate) fn deal<C: Chance>(&self, chance: &mut C) -> State {
        let mut state = State {
            players: [Player::fresh(); MAX_SEATS + 1],
            taken: 0,
            link_tokens: self.board.round,
            pile: 0,
            removed: 0,
            in_supply: 0,
            supply: Default::default(),
            tokens: [0; TOKENS],
            track: [[NONE; MAX_TRACK]; AREAS],
            shipped: [0; AREAS],
            drawn: [0; DECKS],
            // Europe is open from the start (EN-6.4).
            open: 1,
            abolished: false,
            tokens_gone: 0,
            seats: self.players as u8,
            phase: Phase::StartTile,
            round: 1,
            crown: 0,
            active: 0,
            passed: 0,
            menu: 0,
            either: false,
            done: 0,
            by_token: false,
            occupied: NONE,
            casualties: 0,
            victim: NONE,
            left: 0,
            paid: 0,
        };
        for (player, &discs) in state.players.iter_mut().zip(&self.start_discs) {
            player.grow(discs);
        }
        self.lay_tokens(&mut state, chance);
        self.lay_buildings(&mut state, chance);
        self.grant(&mut state);
        state
    }

    /// Places one token on every round space (EN-2.2).
    fn lay_tokens<C: Chance>(&self, state: &mut State, chance: &mut C) {
        let mut place = 0;
        for (kind, &count) in self.components.token_counts.iter().enumerate() {
            let end = place + usize::from(count);
            state.tokens[place..end].fill(kind as u8);
            place = end;
        }
        chance.shuffle(TRADE_TOKENS, &mut state.tokens, |&kind| kind.into());
    }

    /// Places all tiles up to level 4 and three tiles of level 5 in the supply (EN-2.5, EN-2.6).
    fn lay_buildings<C: Chance>(&self, state: &mut State, chance: &mut C) {
        let mut highest = [0usize; 7];
        let mut found = 0;
        let kinds = self.components.buildings.iter().enumerate();
        for (kind, building) in kinds.skip(START_SIDES) {
            if building.level == 5 {
                highest[found] = kind;
                found += 1;
            } else {
                state.supply[kind] = building.copies;
                state.in_supply |= 1 << kind;
            }
        }
        chance.shuffle(LEVEL_FIVE, &mut highest[..found], |&kind| kind as u16);
        for &kind in &highest[..FACE_UP] {
            state.supply[kind] = 1;
            state.in_supply |= 1 << kind;
        }
    }
}
