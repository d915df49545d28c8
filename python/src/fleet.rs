//! Many games in step.

use std::sync::Arc;

use portolan::game::{Game, Rng, Rules, Seat};
use portolan::observation::Inputs;
use portolan::random::{Streams, below, deal_seed, stream};

use crate::table::returns;

/// What came of a step.
pub struct Step {
    /// By game: whether it ended; a new one has begun in its place.
    pub done: Vec<bool>,
    /// By game and seat: the share of the win of games that ended, 0 for all others.
    pub returns: Vec<f32>,
}

/// Many games in step, whichever game it is.
pub trait Games: Send + Sync {
    /// By game, whose move it is.
    fn to_move(&self) -> Vec<Seat>;
    /// The number of a random legal action of every game.
    fn sample(&mut self) -> Vec<i64>;
    /// Makes an action in every game; nothing changes if one is not legal.
    fn step(&mut self, actions: &[i64]) -> Result<Step, String>;
    /// Writes by game a 1 for every number of a legal action.
    fn masks(&self, width: usize, masks: &mut [i8]);
    /// Writes by game what the seat to move knows.
    fn observations(&mut self, width: usize, values: &mut [f32]);
}

struct One<G: Game> {
    state: G::State,
    chance: Streams,
    legal: Vec<G::Action>,
    numbers: Vec<u32>,
}

/// Games of one type. The first `games` deals of the seed begin; one that ends makes room for the next deal.
pub struct Fleet<G: Game> {
    game: Arc<G>,
    seed: u64,
    dealt: u64,
    games: Vec<One<G>>,
    choices: Vec<usize>,
    inputs: Inputs,
    rng: Rng,
}

impl<G: Game> One<G> {
    fn deal(game: &G, deal_seed: u64) -> One<G> {
        let mut chance = Streams::new(deal_seed);
        let mut one = One {
            state: game.new_state(&mut chance, &mut ()),
            chance,
            legal: Vec::new(),
            numbers: Vec::new(),
        };
        one.list(game);
        one
    }

    fn list(&mut self, game: &G) {
        self.legal.clear();
        game.legal_actions(&self.state, &mut self.legal);
        self.numbers.clear();
        let legal = self.legal.iter();
        self.numbers
            .extend(legal.map(|&action| game.action_number(&self.state, action)));
    }
}

impl<G: Game> Fleet<G> {
    /// So many games.
    pub fn new(game: Arc<G>, games: usize, seed: u64) -> Fleet<G> {
        let dealt = games as u64;
        let deals = (0..dealt).map(|number| One::deal(&*game, deal_seed(seed, number)));
        Fleet {
            games: deals.collect(),
            choices: Vec::new(),
            inputs: Inputs::default(),
            rng: stream(seed, &[dealt]),
            game,
            seed,
            dealt,
        }
    }

    fn seat(&self, one: &One<G>) -> Seat {
        self.game.to_move(&one.state).unwrap_or_default()
    }
}

impl<G: Game> Games for Fleet<G> {
    fn to_move(&self) -> Vec<Seat> {
        self.games.iter().map(|one| self.seat(one)).collect()
    }

    fn sample(&mut self) -> Vec<i64> {
        let rng = &mut self.rng;
        let drawn = self.games.iter().map(|one| {
            let choice = below(rng, one.numbers.len() as u32);
            i64::from(one.numbers[choice as usize])
        });
        drawn.collect()
    }

    fn step(&mut self, actions: &[i64]) -> Result<Step, String> {
        self.choices.clear();
        for (index, (one, &action)) in self.games.iter().zip(actions).enumerate() {
            let found = one
                .numbers
                .iter()
                .position(|&number| i64::from(number) == action);
            self.choices.push(found.ok_or_else(|| {
                format!(
                    "game {index}: {action} is not the number of a legal action; no game has moved"
                )
            })?);
        }
        let seats = Rules::seats(&*self.game);
        let mut done = vec![false; self.games.len()];
        let mut shares = vec![0.0; self.games.len() * seats];
        for (index, (one, &choice)) in self.games.iter_mut().zip(&self.choices).enumerate() {
            let action = one.legal[choice];
            self.game
                .apply(&mut one.state, action, &mut one.chance, &mut ());
            if self.game.to_move(&one.state).is_some() {
                one.list(&*self.game);
                continue;
            }
            done[index] = true;
            let ranks = self.game.ranks(&one.state);
            let of_game = &mut shares[index * seats..][..seats];
            of_game.copy_from_slice(&returns(&ranks, self.game.capped(&one.state)));
            *one = One::deal(&*self.game, deal_seed(self.seed, self.dealt));
            self.dealt += 1;
        }
        Ok(Step {
            done,
            returns: shares,
        })
    }

    fn masks(&self, width: usize, masks: &mut [i8]) {
        masks.fill(0);
        for (one, mask) in self.games.iter().zip(masks.chunks_exact_mut(width)) {
            for &number in &one.numbers {
                mask[number as usize] = 1;
            }
        }
    }

    fn observations(&mut self, width: usize, values: &mut [f32]) {
        for (one, values) in self.games.iter().zip(values.chunks_exact_mut(width)) {
            let seat = self.game.to_move(&one.state).unwrap_or_default();
            let inputs = &mut self.inputs;
            self.game.observe_row(&one.state, seat, inputs, values);
        }
    }
}
