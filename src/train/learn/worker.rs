//! Self-play workers, with one player per set-up.

use crate::play::dyn_game::DynGame;
use crate::play::live::Live;
use crate::play::positions::Positions;
use crate::play::selfplay::{Choices, Crash, Round, SelfPlayer};

/// Players of one thread.
pub struct Worker<'run> {
    by_setup: Vec<Box<dyn SelfPlayer + 'run>>,
}

impl<'run> Worker<'run> {
    /// Creates the players for all set-ups. Their games are counted in `live`.
    pub fn new(games: &'run [Box<dyn DynGame>], round: &'run Round, live: &Live) -> Worker<'run> {
        let players = games.iter().map(|game| game.self_player(round, live));
        Worker {
            by_setup: players.collect(),
        }
    }

    fn player(&mut self, number: u64) -> &mut (dyn SelfPlayer + 'run) {
        let setup = setup_of(number, self.by_setup.len());
        &mut *self.by_setup[setup]
    }

    /// Like [`SelfPlayer::play`].
    ///
    /// # Errors
    /// [`Crash`] if the game or a bot panicked.
    pub fn play(&mut self, number: u64) -> Result<Choices, Crash> {
        self.player(number).play(number)
    }

    /// Like [`SelfPlayer::learn_from`].
    pub fn learn_from(
        &mut self,
        number: u64,
        choices: &Choices,
        points: f32,
        input_scale: &[f32],
        positions: &mut Positions,
    ) {
        let player = self.player(number);
        player.learn_from(number, choices, points, input_scale, positions);
    }
}

/// Returns the index of the set-up for a game. The games use the set-ups in turn.
pub fn setup_of(number: u64, setups: usize) -> usize {
    (number % setups as u64) as usize
}
