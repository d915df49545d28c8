//! The games of a round: played by the network that learns, by what it was before, and by bots, and
//! played back to learn from them.
//!
//! A game is kept as the numbers of what was chosen, in order; who sat where and what was dealt follow from
//! the seed, the round and the number of the game.

use std::sync::Arc;

use super::positions::{Positions, Target};
use super::targets::td_targets;
use crate::bots::Bot;
use crate::game::{Game, MAX_SEATS, Rng, Seat};
use crate::net::lookahead::{Lookahead, outcome};
use crate::net::{Network, Value};
use crate::observation::Inputs;
use crate::play::arena::MOST_DECISIONS;
use crate::play::live::{Counter, Live};
use crate::play::panics;
use crate::random::{Streams, below, bot_stream, deal_seed, roles_stream, unit, weighted};
use crate::settings::learning::Learning;

/// What was chosen at every decision with more than one legal action.
pub type Choices = Vec<u16>;

/// Who decides for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The network that learns; in the first round its teacher.
    Learner,
    /// The network as it was after so many rounds, by its place in the list.
    Earlier(usize),
    /// A bot, by its place in the list.
    Bot(usize),
}

/// Everything that a round is played with.
pub struct Round<'run> {
    /// The settings.
    pub learning: &'run Learning,
    /// Number, from 1.
    pub number: u64,
    /// The network that learns; none as long as there is none.
    pub network: Option<Arc<Network>>,
    /// What it was after [`Learning::earlier_rounds`]; empty if nobody plays.
    pub earlier: &'run [Arc<Network>],
}

/// A game that panicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// The panic's message and place.
    pub message: String,
    /// Seed of the deal.
    pub deal_seed: u64,
}

/// Plays and plays back the games of a round that are of one set-up, whichever game it is.
pub trait SelfPlayer {
    /// Plays a game of the round.
    ///
    /// # Errors
    /// [`Crash`] if the game or a bot panicked.
    fn play(&mut self, game: u64) -> Result<Choices, Crash>;

    /// Adds what is to be learnt from a game that was played: the positions after choices of every seat that
    /// learns ([`Learning::every`]), and some of them as the others see them ([`Learning::waiting`]); `points`
    /// to 1 of the lead, inputs multiplied by `input_scale`.
    fn learn_from(
        &mut self,
        number: u64,
        choices: &Choices,
        points: f32,
        input_scale: &[f32],
        positions: &mut Positions,
    );
}

/// The players of one worker in one set-up, and its buffers.
pub struct Players<'run, G: Game> {
    round: &'run Round<'run>,
    game: &'run G,
    learner: Option<Lookahead<G>>,
    earlier: Vec<Lookahead<G>>,
    /// The bots, the teacher last.
    bots: Vec<Box<dyn Bot<G>>>,
    legal: Vec<G::Action>,
    worths: Vec<f64>,
    inputs: Inputs,
    counter: Arc<Counter>,
}

impl<'run, G: Game> Players<'run, G> {
    /// Players whose games are counted.
    ///
    /// # Panics
    /// If a bot does not fit the game; settings that were read have been tried.
    pub fn new(game: &'run G, round: &'run Round<'run>, live: &Live) -> Players<'run, G> {
        let learning = round.learning;
        let bots = learning.opponents.iter().chain([&learning.teacher]);
        let built = bots.map(|bot| bot.build(game));
        Players {
            round,
            game,
            learner: round.network.clone().map(Lookahead::new),
            earlier: round.earlier.iter().cloned().map(Lookahead::new).collect(),
            bots: built.map(|bot| bot.expect("every bot was tried")).collect(),
            legal: Vec::new(),
            worths: Vec::new(),
            inputs: Inputs::default(),
            counter: live.counter(),
        }
    }
}

/// The sum of the final scores of those who play in a game that was played, and how many they are.
pub fn final_scores<G: Game>(
    game: &G,
    round: &Round,
    number: u64,
    choices: &Choices,
) -> (f64, usize) {
    let mut chance = Streams::new(round.deal(number));
    let mut state = game.new_state(&mut chance, &mut ());
    let (mut legal, mut chosen) = (Vec::new(), choices.iter());
    while game.to_move(&state).is_some() {
        game.legal_actions(&state, &mut legal);
        let choice = match legal.len() {
            1 => 0,
            _ => chosen.next().map_or(0, |&choice| usize::from(choice)),
        };
        game.apply(&mut state, legal[choice], &mut chance, &mut ());
    }
    let players = (0..game.seats()).filter(|&seat| game.automa(seat).is_none());
    players.fold((0.0, 0), |(sum, seats), seat| {
        (sum + f64::from(game.score(&state, seat)), seats + 1)
    })
}

impl Round<'_> {
    fn deal(&self, game: u64) -> u64 {
        deal_seed(self.learning.deals(), self.number << 32 | game)
    }

    /// Who decides for each seat: one seat at least learns.
    fn roles(&self, deal: u64, seats: usize, automa: impl Fn(Seat) -> bool) -> [Role; MAX_SEATS] {
        let mut roles = [Role::Learner; MAX_SEATS];
        if self.number == 1 {
            return roles;
        }
        let earlier = self.learning.earlier_rounds(self.number).len() as u32;
        let mut rng = roles_stream(deal);
        let played: Vec<Seat> = (0..seats).filter(|&seat| !automa(seat)).collect();
        let own = played[below(&mut rng, played.len() as u32) as usize];
        let shares = self.learning.shares;
        for seat in played.into_iter().filter(|&seat| seat != own) {
            let drawn = unit(&mut rng);
            roles[seat] = if drawn < shares.earlier && earlier > 0 {
                Role::Earlier(below(&mut rng, earlier) as usize)
            } else if (shares.earlier..shares.earlier + shares.bots).contains(&drawn)
                && !self.learning.opponents.is_empty()
            {
                Role::Bot(below(&mut rng, self.learning.opponents.len() as u32) as usize)
            } else {
                Role::Learner
            };
        }
        roles
    }
}

impl<G: Game> SelfPlayer for Players<'_, G> {
    fn play(&mut self, game: u64) -> Result<Choices, Crash> {
        let played = panics::catch(|| self.play_unguarded(game));
        self.counter.ended();
        played.map_err(|message| Crash {
            message,
            deal_seed: self.round.deal(game),
        })
    }

    fn learn_from(
        &mut self,
        number: u64,
        choices: &Choices,
        points: f32,
        input_scale: &[f32],
        positions: &mut Positions,
    ) {
        let (round, game) = (self.round, self.game);
        let deal = round.deal(number);
        let roles = round.roles(deal, game.seats(), |seat| game.automa(seat).is_some());
        let mut chance = Streams::new(deal);
        let mut state = game.new_state(&mut chance, &mut ());
        let mut chosen = choices.iter();
        let (mut chosen_so_far, mut own_choices) = (0, [0; MAX_SEATS]);
        // By seat: which positions are its own, and what the network says of them.
        let mut own: [(Vec<usize>, Vec<Target>); MAX_SEATS] = Default::default();
        while let Some(seat) = game.to_move(&state) {
            game.legal_actions(&state, &mut self.legal);
            let choice = match self.legal.len() {
                1 => None,
                _ => chosen.next(),
            };
            let action = self.legal[choice.map_or(0, |&choice| usize::from(choice))];
            game.apply(&mut state, action, &mut chance, &mut ());
            if choice.is_none() || game.to_move(&state).is_none() {
                continue;
            }
            chosen_so_far += 1;
            own_choices[seat] += 1;
            let waiting = round.learning.waiting;
            let told_to_all = waiting > 0 && chosen_so_far % waiting == 0;
            let told_to_own = own_choices[seat] % round.learning.every == 0;
            for observer in 0..game.seats() {
                let told = if observer == seat {
                    told_to_own
                } else {
                    told_to_all
                };
                if !told || roles[observer] != Role::Learner || game.automa(observer).is_some() {
                    continue;
                }
                game.observe(&state, observer, &mut self.inputs);
                let said = self
                    .learner
                    .as_mut()
                    .map(|learner| learner.say(&self.inputs));
                let (own, values) = &mut own[observer];
                own.push(positions.len());
                values.push(target(said.unwrap_or_default(), points));
                positions.push(&self.inputs, input_scale, Target::default());
            }
        }
        for (seat, (own, said)) in own.iter().enumerate().take(game.seats()) {
            let end = target(outcome(game, &state, seat), points);
            // Nothing was said in the first round: how games ended is all there is.
            let lambda = match self.learner {
                Some(_) => round.learning.lambda as f32,
                None => 1.0,
            };
            let targets = td_targets(said, end, lambda);
            for (&position, target) in own.iter().zip(targets) {
                positions.set_target(position, target);
            }
        }
    }
}

impl<G: Game> Players<'_, G> {
    fn play_unguarded(&mut self, number: u64) -> Choices {
        let (round, game) = (self.round, self.game);
        let deal = round.deal(number);
        let roles = round.roles(deal, game.seats(), |seat| game.automa(seat).is_some());
        let mut generators: Vec<Rng> = (0..game.seats())
            .map(|seat| bot_stream(deal, 0, seat))
            .collect();
        let mut chance = Streams::new(deal);
        let mut state = game.new_state(&mut chance, &mut ());
        let mut choices = Choices::new();
        let mut decisions = 0;
        while let Some(seat) = game.to_move(&state) {
            game.legal_actions(&state, &mut self.legal);
            decisions += 1;
            assert!(decisions < MOST_DECISIONS, "the game does not end");
            let mut choice = 0;
            if self.legal.len() > 1 {
                choice = self.choose(&state, seat, roles[seat], &mut generators[seat]);
                choices.push(choice as u16);
                self.counter.decided(choices.len());
            }
            let action = self.legal[choice];
            game.apply(&mut state, action, &mut chance, &mut ());
        }
        choices
    }

    fn choose(&mut self, state: &G::State, seat: Seat, role: Role, rng: &mut Rng) -> usize {
        let (game, legal) = (self.game, &self.legal);
        let bots = &mut self.bots;
        let learning = self.round.learning;
        let random = if self.learner.is_some() {
            learning.random
        } else {
            learning.first_random
        };
        if role == Role::Learner && unit(rng) < random {
            return below(rng, legal.len() as u32) as usize;
        }
        let lookahead = match role {
            Role::Bot(bot) => return bots[bot].choose(game, state, legal, rng),
            Role::Earlier(earlier) => &mut self.earlier[earlier],
            Role::Learner => match &mut self.learner {
                Some(learner) => learner,
                None => {
                    let teacher = bots.last_mut().expect("a teacher");
                    return teacher.choose(game, state, legal, rng);
                }
            },
        };
        let values = lookahead.values(game, state, seat, legal, rng);
        let worth =
            |value: &Value| f64::from(value.lead) + learning.win_points * f64::from(value.win);
        self.worths.clear();
        self.worths.extend(values.iter().map(worth));
        let best = self
            .worths
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        for worth in &mut self.worths {
            *worth = libm::exp((*worth - best) / learning.temperature);
        }
        weighted(rng, &self.worths)
    }
}

fn target(value: Value, points: f32) -> Target {
    Target {
        lead: value.lead / points,
        win: value.win,
    }
}
