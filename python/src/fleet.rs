//! Many games played in lockstep.

use std::sync::Arc;

use portolan::bots::{BotKind, BotSpec};
use portolan::encoding::Inputs;
use portolan::game::{Game, Rules, Seat};
use portolan::random::{Streams, below, deal_seed, derive_seed, stream};
use pyo3::prelude::*;

use crate::afterstates::Collected;
use crate::arguments::{reserve, wrong};
use crate::columns::Columns;
use crate::player::Asked;
use crate::table::returns;
use crate::threads::{check_interrupt, in_parallel};

/// Settings of a vector of games.
#[derive(Clone)]
pub struct Orders {
    pub games: usize,
    /// Bots for all players but one, with the seeds of their random choices; empty if the caller plays all seats.
    pub opponents: Vec<(BotSpec, Option<u64>)>,
    /// The caller's seat if there are opponents; `None` to play each seat in turn.
    pub seat: Option<Seat>,
    /// Selected inputs of observations, or `None` for all.
    pub columns: Option<Columns>,
    /// True if the next deal starts as soon as a game ends.
    pub autoreset: bool,
    /// Number of threads that share the games.
    pub threads: usize,
}

/// Result of a finished game.
pub struct End {
    /// Index of the game.
    pub game: usize,
    pub deal_seed: u64,
    /// The caller's seat, or the seat that moved last if the caller plays all seats.
    pub seat: Seat,
    /// True if the game was stopped by a length limit, without a winner.
    pub truncated: bool,
    /// Share of the win by seat.
    pub returns: Vec<f32>,
    /// Score by seat.
    pub scores: Vec<i32>,
    /// Rank by seat.
    pub ranks: Vec<u8>,
    /// Concatenated observations of all seats at the end.
    pub observations: Vec<f32>,
}

/// A stored game: the number of its deal, and its action indices.
pub type Kept = (u64, Vec<u32>);
/// A stored vector: the seed, the number of deals and of calls of [`Games::sample`] so far, and the games.
pub type State = (u64, u64, u64, Vec<Kept>);

/// Many games in lockstep, independent of the type of game.
pub trait Games: Send + Sync {
    /// Returns the seat to move by game; the caller's seat if the game is over.
    fn to_move(&self) -> Vec<Seat>;
    /// Returns true for each game that is over. With automatic restart, a finished game is replaced
    /// immediately.
    fn over(&self) -> Vec<bool>;
    /// Returns the seed of the deal by game.
    fn deal_seeds(&self) -> Vec<u64>;
    /// Returns the index of a random legal action by game; -1 if the game is over.
    fn sample(&mut self) -> Vec<i64>;
    /// Applies one action in every game that is not over and not to be skipped, and returns the results of games that
    /// ended. After an error, no game has changed.
    fn step(&mut self, actions: &[i64], skip: &[bool]) -> PyResult<Vec<End>>;
    /// Deals the next games at these indices.
    fn renew(&mut self, places: &[usize]) -> PyResult<()>;
    /// Restarts with the first deals of a seed.
    fn restart(&mut self, seed: u64) -> PyResult<()>;
    /// Writes a mask by game: 1 for every index of a legal action.
    fn masks(&self, width: usize, masks: &mut [i8]);
    /// Writes the observation of the seat to move, by game.
    fn observations(&self, width: usize, values: &mut [f32]) -> PyResult<()>;
    /// Writes the nonzero values of these observations, their columns, and the offset of each game, followed by the
    /// number of values. Returns false if there are more values than places.
    fn sparse(&self, values: &mut [f32], columns: &mut [i64], starts: &mut [i64]) -> bool;
    /// Returns the action indices of all legal actions, or their indices for a policy, and the offset of each
    /// game, followed by the number of all actions.
    fn legal(&self, of_policy: bool) -> (Vec<i64>, Vec<i64>);
    /// Returns the number of legal actions in the games of each thread.
    fn legal_counts(&self) -> Vec<usize>;
    /// Adds what the seat to move knows after each legal action, by game, to the part of each thread.
    fn afterstates<'a>(&self, parts: Vec<Collected<'a>>) -> PyResult<Vec<Collected<'a>>>;
    /// Returns the current scores by game and seat.
    fn scores(&self) -> Vec<i32>;
    fn keep(&self) -> State;
    /// Restores stored games.
    fn take_up(&mut self, stored: State) -> PyResult<()>;
}

struct One<G: Game> {
    number: u64,
    deal_seed: u64,
    seat: Seat,
    state: G::State,
    chance: Streams,
    legal: Vec<G::Action>,
    numbers: Vec<u32>,
    /// Indices of the actions so far.
    made: Vec<u32>,
}

/// Games of one type. The first games use the first deals of the seed; a finished game is replaced by the
/// next deal.
pub struct Fleet<G: Game> {
    game: Arc<G>,
    orders: Orders,
    /// Master seed of the deals.
    seed: u64,
    /// Seats that are not played by an automa.
    people: Vec<Seat>,
    /// Opponents of each thread. A program serves all threads.
    opponents: Vec<Vec<Arc<Asked<G>>>>,
    dealt: u64,
    drawn: u64,
    games: Vec<One<G>>,
}

impl<G: Game> One<G> {
    fn deal(game: &G, number: u64, deal_seed: u64, seat: Seat) -> One<G> {
        let mut chance = Streams::new(deal_seed);
        let mut one = One {
            number,
            deal_seed,
            seat,
            state: game.new_state(&mut chance, &mut ()),
            chance,
            legal: Vec::new(),
            numbers: Vec::new(),
            made: Vec::new(),
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
            .extend(legal.map(|&action| game.action_index(&self.state, action)));
    }

    fn apply(&mut self, game: &G, choice: usize) {
        let action = self.legal[choice];
        self.made.push(self.numbers[choice]);
        game.apply(&mut self.state, action, &mut self.chance, &mut ());
        self.list(game);
    }

    fn is_over(&self) -> bool {
        self.legal.is_empty()
    }
}

impl<G: Game> Fleet<G> {
    /// Creates a vector without games, which [`Games::restart`] or [`Games::take_up`] adds.
    pub fn new(game: Arc<G>, orders: Orders) -> PyResult<Fleet<G>> {
        let seats = 0..Rules::seats(&*game);
        let people: Vec<Seat> = seats.filter(|&seat| game.automa(seat).is_none()).collect();
        let (wanted, given) = (people.len() - 1, orders.opponents.len());
        if given > 0 && given != wanted {
            return Err(wrong(format!(
                "opponents: expected {wanted}, one for every other player, not {given}"
            )));
        }
        if let Some(seat) = orders.seat {
            if !people.contains(&seat) {
                return Err(wrong(format!("seat={seat}: expected one of {people:?}")));
            }
            if given < wanted {
                return Err(wrong(format!(
                    "seat={seat}: the caller plays all seats, because there are no opponents; leave out `seat` or name opponents"
                )));
            }
        }
        let mut opponents: Vec<Vec<Arc<Asked<G>>>> = Vec::new();
        for thread in 0..orders.threads {
            let mut of_thread = Vec::new();
            for (place, (bot, seed)) in orders.opponents.iter().enumerate() {
                let is_shared = thread > 0 && bot.kind == BotKind::Program;
                of_thread.push(match is_shared {
                    true => Arc::clone(&opponents[0][place]),
                    false => Arc::new(Asked::new(Arc::clone(&game), bot, *seed)?),
                });
            }
            opponents.push(of_thread);
        }
        Ok(Fleet {
            game,
            seed: 0,
            people,
            opponents,
            dealt: 0,
            drawn: 0,
            games: Vec::new(),
            orders,
        })
    }

    fn deal(&self, number: u64) -> One<G> {
        let people = &self.people;
        let turn = people[number as usize % people.len()];
        let seat = self.orders.seat.unwrap_or(turn);
        One::deal(&*self.game, number, deal_seed(self.seed, number), seat)
    }

    /// Returns the next deals, played up to the caller's first decision. Deals that end before it are
    /// skipped.
    fn next(&mut self, count: usize) -> PyResult<Vec<One<G>>> {
        const MOST: usize = 1000;
        let (mut ready, mut dealt, mut skipped) = (Vec::new(), self.dealt, 0);
        reserve(&mut ready, count)?;
        while ready.len() < count {
            let missing = count - ready.len();
            let each = missing.div_ceil(self.orders.threads);
            let starts = (0..missing).step_by(each);
            let played = in_parallel(starts, |thread, start| {
                let mut played = Vec::new();
                for index in start..missing.min(start + each) {
                    check_interrupt()?;
                    let mut one = self.deal(dealt + index as u64);
                    self.answer(thread, &mut one)?;
                    if !one.is_over() {
                        reserve(&mut played, 1)?;
                        played.push(one);
                    }
                }
                Ok(played)
            })?;
            dealt += missing as u64;
            let before = ready.len();
            ready.extend(played.into_iter().flatten());
            skipped = if ready.len() > before {
                0
            } else {
                skipped + missing
            };
            if skipped >= MOST {
                return Err(wrong(format!(
                    "{skipped} games ended one after the other before the seat was to move"
                )));
            }
        }
        self.dealt = dealt;
        Ok(ready)
    }

    /// Returns the number of games of each thread; the last thread plays the remaining games.
    fn share(&self) -> usize {
        self.orders.games.div_ceil(self.orders.threads)
    }

    /// Returns the opponent in a seat; `None` for the caller's seat.
    fn opponent(&self, thread: usize, one: &One<G>, seat: Seat) -> Option<&Asked<G>> {
        let others = self.people.iter().filter(|&&other| other != one.seat);
        let place = others.clone().position(|&other| other == seat)?;
        Some(self.opponents[thread].get(place)?)
    }

    /// Applies the opponents' actions until the caller is to move.
    fn answer(&self, thread: usize, one: &mut One<G>) -> PyResult<()> {
        if self.orders.opponents.is_empty() {
            return Ok(());
        }
        while let Some(seat) = self.game.to_move(&one.state) {
            let Some(bot) = self.opponent(thread, one, seat) else {
                break;
            };
            let made = one.made.len();
            let choice = bot.decide(&one.state, &one.legal, seat, one.deal_seed, made)?;
            one.apply(&self.game, choice);
        }
        Ok(())
    }

    /// Applies the chosen actions and the opponents' answers. Returns the indices of the games that ended.
    fn apply(
        &self,
        thread: usize,
        games: &mut [One<G>],
        (choices, skip, start): (&[usize], &[bool], usize),
    ) -> PyResult<Vec<usize>> {
        let mut ended = Vec::new();
        for (place, one) in games.iter_mut().enumerate() {
            if one.is_over() || skip[place] {
                continue;
            }
            check_interrupt()?;
            self.act(one, choices[place]);
            self.answer(thread, one)?;
            if one.is_over() {
                ended.push(start + place);
            }
        }
        Ok(ended)
    }

    /// Applies an action of the seat to move.
    fn act(&self, one: &mut One<G>, choice: usize) {
        let seat = self.seat(one);
        one.apply(&self.game, choice);
        if self.orders.opponents.is_empty() {
            one.seat = seat;
        }
    }

    /// Plays a deal with these action indices.
    fn replay(&self, number: u64, made: &[u32]) -> PyResult<One<G>> {
        let mut one = self.deal(number);
        for action in made {
            let choice = one.numbers.iter().position(|number| number == action);
            let choice = choice.ok_or_else(|| {
                wrong(format!(
                    "the action {action} is not legal: it comes from another version of the game"
                ))
            })?;
            self.act(&mut one, choice);
        }
        Ok(one)
    }

    /// Reports the end of a game to the opponents that are programs.
    fn report_end(&self, one: &One<G>) {
        for &seat in &self.people {
            if let Some(bot) = self.opponent(0, one, seat) {
                bot.end(&one.state, seat, one.deal_seed);
            }
        }
    }

    fn seat(&self, one: &One<G>) -> Seat {
        self.game.to_move(&one.state).unwrap_or(one.seat)
    }

    fn end(&self, index: usize) -> PyResult<End> {
        let one = &self.games[index];
        let ranks = self.game.ranks(&one.state);
        let truncated = self.game.capped(&one.state);
        let seats = Rules::seats(&*self.game);
        let columns = self.orders.columns.as_ref();
        let width = columns.map_or(self.game.input_names().len(), |columns| {
            columns.inputs.len()
        });
        let mut observations = Vec::new();
        reserve(&mut observations, seats * width)?;
        observations.resize(seats * width, 0.0);
        let (inputs, columns) = (&mut Inputs::default(), Columns::of_input(columns));
        for seat in 0..seats {
            let values = &mut observations[seat * width..][..width];
            (self.game).observe_row(&one.state, seat, inputs, values, columns);
        }
        Ok(End {
            game: index,
            deal_seed: one.deal_seed,
            seat: one.seat,
            truncated,
            returns: returns(&ranks, truncated),
            scores: (0..seats)
                .map(|seat| self.game.score(&one.state, seat))
                .collect(),
            ranks,
            observations,
        })
    }
}

impl<G: Game> Games for Fleet<G> {
    fn to_move(&self) -> Vec<Seat> {
        self.games.iter().map(|one| self.seat(one)).collect()
    }

    fn over(&self) -> Vec<bool> {
        self.games.iter().map(One::is_over).collect()
    }

    fn deal_seeds(&self) -> Vec<u64> {
        self.games.iter().map(|one| one.deal_seed).collect()
    }

    fn sample(&mut self) -> Vec<i64> {
        // Every call has a new generator, so that a single number describes the state of the random choices.
        let seed = derive_seed(self.seed, &[self.orders.games as u64, self.drawn]);
        self.drawn += 1;
        let rng = &mut stream(seed, &[]);
        let drawn = self.games.iter().map(|one| match one.is_over() {
            true => -1,
            false => {
                let choice = below(rng, one.numbers.len() as u32);
                i64::from(one.numbers[choice as usize])
            }
        });
        drawn.collect()
    }

    fn step(&mut self, actions: &[i64], skip: &[bool]) -> PyResult<Vec<End>> {
        let mut choices = Vec::with_capacity(actions.len());
        for (index, (one, &action)) in self.games.iter().zip(actions).enumerate() {
            let mut numbers = one.numbers.iter();
            let found = numbers.position(|&number| i64::from(number) == action);
            if found.is_none() && !one.is_over() && !skip[index] {
                return Err(wrong(format!(
                    "game {index}: {action} is not the index of a legal action; no game has moved"
                )));
            }
            choices.push(found.unwrap_or_default());
        }
        let share = self.share();
        let before: Vec<usize> = self.games.iter().map(|one| one.made.len()).collect();
        let mut games = std::mem::take(&mut self.games);
        let parts = games
            .chunks_mut(share)
            .zip(choices.chunks(share))
            .zip(skip.chunks(share));
        let moved = in_parallel(parts, |thread, ((games, choices), skip)| {
            self.apply(thread, games, (choices, skip, thread * share))
        });
        self.games = games;
        let done = moved.and_then(|ended| {
            let ended = ended.concat();
            let ends: PyResult<Vec<End>> = ended.iter().map(|&index| self.end(index)).collect();
            let ends = ends?;
            let next = match self.orders.autoreset {
                true => self.next(ended.len())?,
                false => Vec::new(),
            };
            ended
                .iter()
                .for_each(|&index| self.report_end(&self.games[index]));
            for (one, index) in next.into_iter().zip(ended) {
                self.games[index] = one;
            }
            Ok(ends)
        });
        if done.is_err() {
            for (index, &length) in before.iter().enumerate() {
                let one = &self.games[index];
                if one.made.len() > length {
                    self.games[index] = self.replay(one.number, &one.made[..length])?;
                }
            }
        }
        done
    }

    fn renew(&mut self, places: &[usize]) -> PyResult<()> {
        for (one, &place) in self.next(places.len())?.into_iter().zip(places) {
            self.games[place] = one;
        }
        Ok(())
    }

    fn restart(&mut self, seed: u64) -> PyResult<()> {
        let before = (self.seed, self.dealt);
        (self.seed, self.dealt) = (seed, 0);
        match self.next(self.orders.games) {
            Ok(games) => (self.games, self.drawn) = (games, 0),
            Err(error) => {
                (self.seed, self.dealt) = before;
                return Err(error);
            }
        }
        Ok(())
    }

    fn masks(&self, width: usize, masks: &mut [i8]) {
        masks.fill(0);
        for (one, mask) in self.games.iter().zip(masks.chunks_exact_mut(width)) {
            for &number in &one.numbers {
                mask[number as usize] = 1;
            }
        }
    }

    fn observations(&self, width: usize, values: &mut [f32]) -> PyResult<()> {
        let (share, columns) = (
            self.share(),
            Columns::of_input(self.orders.columns.as_ref()),
        );
        let parts = self
            .games
            .chunks(share)
            .zip(values.chunks_mut(share * width));
        in_parallel(parts, |_, (games, values)| {
            let inputs = &mut Inputs::default();
            for (one, values) in games.iter().zip(values.chunks_exact_mut(width)) {
                (self.game).observe_row(&one.state, self.seat(one), inputs, values, columns);
            }
            Ok(())
        })?;
        Ok(())
    }

    fn sparse(&self, values: &mut [f32], columns: &mut [i64], starts: &mut [i64]) -> bool {
        let (mut inputs, mut count) = (Inputs::default(), 0);
        let mut places = values.iter_mut().zip(columns);
        starts[0] = 0;
        for (one, end) in self.games.iter().zip(&mut starts[1..]) {
            self.game.observe(&one.state, self.seat(one), &mut inputs);
            for input in inputs.list() {
                if let Some(column) = Columns::of(self.orders.columns.as_ref(), input.number) {
                    let Some(place) = places.next() else {
                        return false;
                    };
                    (*place.0, *place.1) = (input.value, column as i64);
                    count += 1;
                }
            }
            *end = count;
        }
        true
    }

    fn legal(&self, of_policy: bool) -> (Vec<i64>, Vec<i64>) {
        let (mut numbers, mut offsets) = (Vec::new(), vec![0]);
        for one in &self.games {
            match of_policy {
                false => numbers.extend(one.numbers.iter().map(|&number| i64::from(number))),
                true => {
                    let slot = |&action| i64::from(self.game.policy_slot(&one.state, action));
                    numbers.extend(one.legal.iter().map(slot));
                }
            }
            offsets.push(numbers.len() as i64);
        }
        (numbers, offsets)
    }

    fn legal_counts(&self) -> Vec<usize> {
        let parts = self.games.chunks(self.share());
        let count = |games: &[One<G>]| games.iter().map(|one| one.legal.len()).sum();
        parts.map(count).collect()
    }

    fn afterstates<'a>(&self, parts: Vec<Collected<'a>>) -> PyResult<Vec<Collected<'a>>> {
        let parts = self.games.chunks(self.share()).zip(parts);
        in_parallel(parts, |_, (games, mut collected)| {
            for one in games {
                match self.game.to_move(&one.state) {
                    None => collected.end_state(),
                    Some(seat) => {
                        let decision = (seat, &one.legal[..]);
                        let place = (one.deal_seed, one.made.len());
                        collected.add(&*self.game, &one.state, decision, place)?;
                    }
                }
            }
            Ok(collected)
        })
    }

    fn scores(&self) -> Vec<i32> {
        let seats = Rules::seats(&*self.game);
        let games = self.games.iter();
        let scores = games.flat_map(|one| (0..seats).map(|seat| self.game.score(&one.state, seat)));
        scores.collect()
    }

    fn keep(&self) -> State {
        let games = self.games.iter();
        let kept = games.map(|one| (one.number, one.made.clone())).collect();
        (self.seed, self.dealt, self.drawn, kept)
    }

    fn take_up(&mut self, (seed, dealt, drawn, games): State) -> PyResult<()> {
        (self.seed, self.dealt, self.drawn) = (seed, dealt, drawn);
        self.games.clear();
        for (number, made) in games {
            check_interrupt()?;
            let one = self.replay(number, &made)?;
            self.games.push(one);
        }
        Ok(())
    }
}
