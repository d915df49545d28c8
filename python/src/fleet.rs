//! Many games played in lockstep.

use std::sync::Arc;

use portolan::bots::BotSpec;
use portolan::encoding::Inputs;
use portolan::game::{Game, Rules, Seat};
use portolan::random::{Streams, below, deal_seed, derive_seed, stream};

use crate::afterstates::Collected;
use crate::columns::{Columns, write_row};
use crate::player::Asked;
use crate::table::returns;

/// Settings of a vector of games.
#[derive(Clone, Debug)]
pub struct Orders {
    pub games: usize,
    /// Master seed of the deals.
    pub seed: u64,
    /// Bots for all players but one; empty if the caller plays all seats.
    pub opponents: Vec<BotSpec>,
    /// The caller's seat if there are opponents; `None` to play each seat in turn.
    pub seat: Option<Seat>,
    /// Selected inputs of observations, or `None` for all.
    pub columns: Option<Columns>,
    /// True if the next deal starts as soon as a game ends.
    pub autoreset: bool,
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
    /// ended. If an action is not legal, no game changes.
    fn step(&mut self, actions: &[i64], skip: &[bool]) -> Result<Vec<End>, String>;
    /// Deals the next games at these indices.
    fn renew(&mut self, places: &[usize]) -> Result<(), String>;
    /// Restarts with the first deals of a seed.
    fn restart(&mut self, seed: u64) -> Result<(), String>;
    /// Writes a mask by game: 1 for every index of a legal action.
    fn masks(&self, width: usize, masks: &mut [i8]);
    /// Writes the observation of the seat to move, by game.
    fn observations(&mut self, width: usize, values: &mut [f32]);
    /// Returns the action indices of all legal actions, or their indices for a policy, with the first place of each game
    /// and the number of all actions at the end.
    fn legal(&self, of_policy: bool) -> (Vec<i64>, Vec<i64>);
    /// Adds what the seat to move knows after each legal action, by game.
    fn afterstates(&self, collected: &mut Collected);
    /// Returns the current scores by game and seat.
    fn scores(&self) -> Vec<i32>;
    /// Returns the seed, the number of deals and of calls of [`Games::sample`] so far, and the games.
    fn keep(&self) -> (u64, u64, u64, Vec<Kept>);
    /// Restores stored games.
    fn take_up(&mut self, dealt: u64, drawn: u64, games: &[Kept]) -> Result<(), String>;
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
    /// Seats that are not played by an automa.
    people: Vec<Seat>,
    opponents: Vec<Asked<G>>,
    dealt: u64,
    drawn: u64,
    games: Vec<One<G>>,
    choices: Vec<usize>,
    inputs: Inputs,
    /// Failure of an opponent, after which the games cannot continue.
    failure: Option<String>,
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
    /// Creates and deals the games.
    pub fn new(game: Arc<G>, orders: Orders) -> Result<Fleet<G>, String> {
        let seats = 0..Rules::seats(&*game);
        let people: Vec<Seat> = seats.filter(|&seat| game.automa(seat).is_none()).collect();
        let wanted = people.len() - 1;
        if !orders.opponents.is_empty() && orders.opponents.len() != wanted {
            return Err(format!(
                "opponents: expected {wanted}, one for every other player, not {}",
                orders.opponents.len()
            ));
        }
        if let Some(seat) = orders.seat.filter(|seat| !people.contains(seat)) {
            return Err(format!("seat {seat}: expected one of {people:?}"));
        }
        let opponents = orders.opponents.iter();
        let opponents: Result<Vec<Asked<G>>, String> = opponents
            .map(|bot| Asked::new(Arc::clone(&game), bot, None))
            .collect();
        let mut fleet = Fleet {
            game,
            people,
            opponents: opponents?,
            dealt: 0,
            drawn: 0,
            games: Vec::with_capacity(orders.games),
            choices: Vec::new(),
            inputs: Inputs::default(),
            failure: None,
            orders,
        };
        fleet.begin()?;
        Ok(fleet)
    }

    fn begin(&mut self) -> Result<(), String> {
        self.games.clear();
        self.failure = None;
        (self.dealt, self.drawn) = (0, 0);
        for _ in 0..self.orders.games {
            let one = self.next()?;
            self.games.push(one);
        }
        Ok(())
    }

    fn deal(&self, number: u64) -> One<G> {
        let people = &self.people;
        let turn = people[number as usize % people.len()];
        let seat = self.orders.seat.unwrap_or(turn);
        let deal_seed = deal_seed(self.orders.seed, number);
        One::deal(&*self.game, number, deal_seed, seat)
    }

    /// Returns the next deal, played up to the caller's first decision. Deals that end before it are
    /// skipped.
    fn next(&mut self) -> Result<One<G>, String> {
        const MOST: usize = 1000;
        for _ in 0..MOST {
            let mut one = self.deal(self.dealt);
            self.dealt += 1;
            self.answer(&mut one)?;
            if !one.is_over() {
                return Ok(one);
            }
        }
        Err(format!(
            "{MOST} games ended one after the other before the seat was to move"
        ))
    }

    /// Returns the opponent in a seat; `None` for the caller's seat.
    fn opponent(&self, one: &One<G>, seat: Seat) -> Option<&Asked<G>> {
        let others = self.people.iter().filter(|&&other| other != one.seat);
        let place = others.clone().position(|&other| other == seat)?;
        self.opponents.get(place)
    }

    /// Applies the opponents' actions until the caller is to move.
    fn answer(&self, one: &mut One<G>) -> Result<(), String> {
        if self.opponents.is_empty() {
            return Ok(());
        }
        while let Some(seat) = self.game.to_move(&one.state) {
            let Some(bot) = self.opponent(one, seat) else {
                break;
            };
            let made = one.made.len();
            let choice = bot.decide(&one.state, &one.legal, seat, one.deal_seed, made)?;
            one.apply(&self.game, choice);
        }
        Ok(())
    }

    /// Reports the end of a game to the opponents that are programs.
    fn report_end(&self, one: &One<G>) {
        for &seat in &self.people {
            if let Some(bot) = self.opponent(one, seat) {
                bot.end(&one.state, seat, one.deal_seed);
            }
        }
    }

    fn seat(&self, one: &One<G>) -> Seat {
        self.game.to_move(&one.state).unwrap_or(one.seat)
    }

    fn end(&mut self, index: usize) -> End {
        let one = &self.games[index];
        let ranks = self.game.ranks(&one.state);
        let truncated = self.game.capped(&one.state);
        let seats = Rules::seats(&*self.game);
        let columns = self.orders.columns.as_ref();
        let width = columns.map_or(self.game.input_names().len(), |columns| {
            columns.inputs.len()
        });
        let mut observations = vec![0.0; seats * width];
        for seat in 0..seats {
            let values = &mut observations[seat * width..][..width];
            let inputs = &mut self.inputs;
            write_row(&*self.game, &one.state, seat, columns, inputs, values);
        }
        End {
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
        }
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
        let seed = derive_seed(self.orders.seed, &[self.orders.games as u64, self.drawn]);
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

    fn step(&mut self, actions: &[i64], skip: &[bool]) -> Result<Vec<End>, String> {
        if let Some(failure) = &self.failure {
            return Err(format!("restart the games after this failure: {failure}"));
        }
        let mut choices = std::mem::take(&mut self.choices);
        choices.clear();
        for (index, (one, &action)) in self.games.iter().zip(actions).enumerate() {
            let mut numbers = one.numbers.iter();
            let found = numbers.position(|&number| i64::from(number) == action);
            if found.is_none() && !one.is_over() && !skip[index] {
                return Err(format!(
                    "game {index}: {action} is not the number of a legal action; no game has moved"
                ));
            }
            choices.push(found.unwrap_or_default());
        }
        let mut games = std::mem::take(&mut self.games);
        let mut ended = Vec::new();
        for (index, (one, &choice)) in games.iter_mut().zip(&choices).enumerate() {
            if one.is_over() || skip[index] {
                continue;
            }
            let seat = self.seat(one);
            one.apply(&self.game, choice);
            if self.opponents.is_empty() {
                one.seat = seat;
            } else if let Err(error) = self.answer(one) {
                self.failure = Some(error);
                break;
            }
            if one.is_over() {
                ended.push(index);
            }
        }
        (self.games, self.choices) = (games, choices);
        if let Some(error) = &self.failure {
            return Err(error.clone());
        }
        ended
            .iter()
            .for_each(|&index| self.report_end(&self.games[index]));
        let ends = ended.iter().map(|&index| self.end(index)).collect();
        if self.orders.autoreset {
            self.renew(&ended)?;
        }
        Ok(ends)
    }

    fn renew(&mut self, places: &[usize]) -> Result<(), String> {
        for &place in places {
            self.games[place] = self.next()?;
        }
        Ok(())
    }

    fn restart(&mut self, seed: u64) -> Result<(), String> {
        self.orders.seed = seed;
        self.begin()
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
        let (inputs, columns) = (&mut self.inputs, self.orders.columns.as_ref());
        for (one, values) in self.games.iter().zip(values.chunks_exact_mut(width)) {
            let seat = self.game.to_move(&one.state).unwrap_or(one.seat);
            write_row(&*self.game, &one.state, seat, columns, inputs, values);
        }
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

    fn afterstates(&self, collected: &mut Collected) {
        for one in &self.games {
            match self.game.to_move(&one.state) {
                None => collected.add_none(),
                Some(seat) => {
                    let decision = (seat, &one.legal[..]);
                    let place = (one.deal_seed, one.made.len());
                    collected.add(&*self.game, &one.state, decision, place);
                }
            }
        }
    }

    fn scores(&self) -> Vec<i32> {
        let seats = Rules::seats(&*self.game);
        let games = self.games.iter();
        let scores = games.flat_map(|one| (0..seats).map(|seat| self.game.score(&one.state, seat)));
        scores.collect()
    }

    fn keep(&self) -> (u64, u64, u64, Vec<Kept>) {
        let games = self.games.iter();
        let kept = games.map(|one| (one.number, one.made.clone())).collect();
        (self.orders.seed, self.dealt, self.drawn, kept)
    }

    fn take_up(&mut self, dealt: u64, drawn: u64, games: &[Kept]) -> Result<(), String> {
        (self.dealt, self.drawn) = (dealt, drawn);
        self.games.clear();
        for (number, made) in games {
            let mut one = self.deal(*number);
            for &action in made {
                let choice = one.numbers.iter().position(|&number| number == action);
                let choice = choice.ok_or_else(|| {
                    format!("the action {action} is not legal: it comes from another version of the game")
                })?;
                let seat = self.seat(&one);
                one.apply(&self.game, choice);
                if self.opponents.is_empty() {
                    one.seat = seat;
                }
            }
            self.games.push(one);
        }
        Ok(())
    }
}
