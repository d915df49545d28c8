//! Self-play workers, which build the players of a set-up when they reach its games.

use super::worlds::{World, world_of};
use crate::play::live::Live;
use crate::play::positions::Positions;
use crate::play::selfplay::{Choices, Crash, Scales, SelfPlayer};

/// Players of one thread.
pub struct Worker<'run> {
    worlds: &'run [World<'run>],
    /// Number of games in the round.
    games: u64,
    live: &'run Live,
    /// Index of the current set-up, and its players.
    current: Option<(usize, Box<dyn SelfPlayer + 'run>)>,
}

impl<'run> Worker<'run> {
    /// Creates a worker without players. Its games are counted in `live`.
    pub fn new(worlds: &'run [World<'run>], games: u64, live: &'run Live) -> Worker<'run> {
        Worker {
            worlds,
            games,
            live,
            current: None,
        }
    }

    fn player(&mut self, number: u64) -> &mut (dyn SelfPlayer + 'run) {
        let world = world_of(number, self.games, self.worlds.len());
        if self
            .current
            .as_ref()
            .is_none_or(|(current, _)| *current != world)
        {
            let World { game, round } = &self.worlds[world];
            self.current = Some((world, game.self_player(round, self.live)));
        }
        let (_, player) = self.current.as_mut().expect("players of the set-up");
        &mut **player
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
        scales: &Scales,
        positions: &mut Positions,
    ) {
        let player = self.player(number);
        player.learn_from(number, choices, points, scales, positions);
    }
}
