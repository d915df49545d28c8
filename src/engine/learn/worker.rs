//! Who plays and plays back the games of a round: a player for every set-up, which games take in turn.

use crate::play::any_game::AnyGame;
use crate::play::live::Live;
use crate::play::positions::Positions;
use crate::play::selfplay::{Choices, Crash, Round, SelfPlayer};

/// The players of one thread.
pub struct Worker<'run> {
    by_setup: Vec<Box<dyn SelfPlayer + 'run>>,
}

impl<'run> Worker<'run> {
    /// Players for the game in every set-up, whose games are counted.
    pub fn new(games: &'run [Box<dyn AnyGame>], round: &'run Round, live: &Live) -> Worker<'run> {
        let players = games.iter().map(|game| game.self_player(round, live));
        Worker {
            by_setup: players.collect(),
        }
    }

    fn player(&mut self, number: u64) -> &mut (dyn SelfPlayer + 'run) {
        let setup = setup_of(number, self.by_setup.len());
        &mut *self.by_setup[setup]
    }

    /// As [`SelfPlayer::play`].
    ///
    /// # Errors
    /// [`Crash`] if the game or a bot panicked.
    pub fn play(&mut self, number: u64) -> Result<Choices, Crash> {
        self.player(number).play(number)
    }

    /// As [`SelfPlayer::learn_from`].
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

/// The set-up of a game by its number: they take turns.
pub fn setup_of(number: u64, setups: usize) -> usize {
    (number % setups as u64) as usize
}
