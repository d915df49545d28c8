//! Bot that plays uniformly at random.

use super::player::Bot;
use crate::game::{Game, Rng};
use crate::random::below;

/// Uniformly random bot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Bot<G> for Random {
    #[inline]
    fn choose(
        &mut self,
        _game: &G,
        _state: &G::State,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> usize {
        below(rng, legal.len() as u32) as usize
    }
}
