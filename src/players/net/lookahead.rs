//! Values of legal actions by one-step lookahead: the value of the resulting position for the deciding seat.

use std::sync::Arc;

use super::accumulator::Accumulator;
use super::network::{Network, Value};
use super::siblings::Siblings;
use crate::encoding::Inputs;
use crate::game::{Game, Rng, Seat};
use crate::random::fork;

/// Tries actions in a sampled world.
#[derive(Clone, Debug)]
pub struct Lookahead<G: Game> {
    network: Arc<Network>,
    /// Last observed positions, by seat.
    views: Vec<View<G>>,
    /// Accumulator for inputs that do not belong to a seat's sequence of positions.
    aside: Accumulator,
    inputs: Inputs,
    /// Buffers: the sampled world, and the copy in which an action is tried.
    world: Option<G::State>,
    trial: Option<G::State>,
    values: Vec<Value>,
    /// Buffers: indices of the legal actions, and their logits.
    numbers: Vec<u32>,
    logits: Vec<f32>,
    /// True once random numbers influenced the value of an action. Callers may set and reset it.
    pub used_chance: bool,
}

/// Last observation of a seat. The next one usually shares most of its inputs.
#[derive(Clone, Debug)]
struct View<G: Game> {
    state: Option<G::State>,
    siblings: Siblings,
}

impl<G: Game> View<G> {
    fn new(network: &Network) -> View<G> {
        View {
            state: None,
            siblings: Siblings::new(network),
        }
    }

    /// Observes a position, using the differences from the last observed position.
    fn observe(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        network: &Network,
        inputs: &mut Inputs,
    ) {
        match &mut self.state {
            Some(before) => {
                game.observe_after(before, state, seat, inputs);
                before.clone_from(state);
            }
            none => {
                game.observe(state, seat, inputs);
                *none = Some(state.clone());
            }
        }
        self.siblings.follow(network, inputs);
    }
}

impl<G: Game> Lookahead<G> {
    /// Creates a lookahead with a network for this game.
    pub fn new(network: Arc<Network>) -> Lookahead<G> {
        Lookahead {
            views: Vec::new(),
            aside: Accumulator::default(),
            inputs: Inputs::default(),
            world: None,
            trial: None,
            values: Vec::new(),
            numbers: Vec::new(),
            logits: Vec::new(),
            used_chance: false,
            network,
        }
    }

    /// Returns true if the network has a policy.
    pub fn has_policy(&self) -> bool {
        self.network.has_policy()
    }

    /// Returns the policy logits of all legal actions of the deciding seat, in the given order. They depend only on
    /// what the seat knows, so no world is sampled.
    pub fn logits(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
    ) -> &[f32] {
        self.observe(game, state, seat);
        self.fill_logits(game, state, seat, legal);
        &self.logits
    }

    /// Like [`Lookahead::logits`], and prepares for calls of [`Lookahead::values_of`] on the same position.
    pub fn begin(&mut self, game: &G, state: &G::State, seat: Seat, legal: &[G::Action]) -> &[f32] {
        self.observe(game, state, seat).siblings.begin();
        self.fill_logits(game, state, seat, legal);
        &self.logits
    }

    /// Observes a position and makes it the seat's current one.
    fn observe(&mut self, game: &G, state: &G::State, seat: Seat) -> &mut View<G> {
        while self.views.len() <= seat {
            self.views.push(View::new(&self.network));
        }
        let view = &mut self.views[seat];
        view.observe(game, state, seat, &self.network, &mut self.inputs);
        view
    }

    /// Returns the values of some legal actions in the position passed to [`Lookahead::begin`], as
    /// [`Lookahead::values`] does. The seat's observation before the action is reused, because it does not depend on
    /// the sampled world.
    pub fn values_of(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        tried: &[G::Action],
        rng: &mut Rng,
    ) -> &[Value] {
        let mut world = self.world.take().unwrap_or_else(|| state.clone());
        world.clone_from(state);
        let before = rng.clone();
        game.determinize(&mut world, seat, rng);
        self.used_chance |= *rng != before;
        self.try_all(game, &world, seat, tried, rng);
        self.world = Some(world);
        &self.values
    }

    /// Returns the value of a position for the deciding seat and the logits of its legal actions, with one observation.
    pub fn value_and_logits(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
    ) -> (Value, &[f32]) {
        self.observe(game, state, seat);
        let value = self.views[seat].siblings.value_of_known(&self.network);
        self.fill_logits(game, state, seat, legal);
        (value, &self.logits)
    }

    fn fill_logits(&mut self, game: &G, state: &G::State, seat: Seat, legal: &[G::Action]) {
        self.numbers.clear();
        let numbers = legal.iter();
        self.numbers
            .extend(numbers.map(|&action| game.policy_slot(state, action)));
        let siblings = &self.views[seat].siblings;
        siblings.logits(&self.network, &self.numbers, &mut self.logits);
    }

    /// Returns the network's value for a complete list of inputs.
    pub fn say(&mut self, inputs: &Inputs) -> Value {
        self.aside.follow(&self.network, inputs);
        self.network.value(self.aside.sums(), &[])
    }

    /// Returns the values of all legal actions of the deciding seat, in the given order. Hidden information is sampled
    /// once, and all actions are tried with the same random numbers.
    pub fn values(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> &[Value] {
        self.observe(game, state, seat).siblings.begin();
        self.values_of(game, state, seat, legal, rng)
    }

    /// Like [`Lookahead::values`], in a world that has already been sampled.
    pub fn values_in(
        &mut self,
        game: &G,
        world: &G::State,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Rng,
    ) -> &[Value] {
        self.observe(game, world, seat).siblings.begin();
        self.try_all(game, world, seat, legal, rng);
        &self.values
    }

    /// Tries actions in the world that was last observed.
    fn try_all(
        &mut self,
        game: &G,
        world: &G::State,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut Rng,
    ) {
        let mut trial = self.trial.take().unwrap_or_else(|| world.clone());
        let luck = fork(rng);
        self.values.clear();
        for &action in legal {
            trial.clone_from(world);
            let mut drawn = luck.clone();
            game.apply(&mut trial, action, &mut drawn, &mut ());
            self.used_chance |= drawn != luck;
            let value = self.value_after(game, world, &trial, seat);
            self.values.push(value);
        }
        self.trial = Some(trial);
    }

    /// Returns the value of a position that follows from the observed position.
    fn value_after(&mut self, game: &G, before: &G::State, after: &G::State, seat: Seat) -> Value {
        if game.to_move(after).is_none() {
            return outcome(game, after, seat);
        }
        game.observe_after(before, after, seat, &mut self.inputs);
        self.views[seat].siblings.value(&self.network, &self.inputs)
    }

    /// Returns the values for a seat of several positions that follow from `before`, in the given order.
    pub fn values_after(
        &mut self,
        game: &G,
        before: &G::State,
        after: &[G::State],
        seat: Seat,
    ) -> &[Value] {
        self.observe(game, before, seat).siblings.begin();
        self.values.clear();
        for state in after {
            let value = self.value_after(game, before, state, seat);
            self.values.push(value);
        }
        &self.values
    }

    /// Returns the value of a position for a seat.
    pub fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> Value {
        if game.to_move(state).is_none() {
            return outcome(game, state, seat);
        }
        self.observe(game, state, seat);
        self.views[seat].siblings.value_of_known(&self.network)
    }
}

/// Returns the result of a finished game for a seat. A game that reached its length limit has no winner.
pub fn outcome<G: Game>(game: &G, state: &G::State, seat: Seat) -> Value {
    let others = (0..game.seats()).filter(|&other| other != seat);
    let best = others.map(|other| game.score(state, other)).max();
    let lead = game.score(state, seat) - best.unwrap_or(0);
    let mut places = [0; crate::game::MAX_SEATS];
    let places = &mut places[..game.seats()];
    game.fill_ranks(state, places);
    let first = places.iter().filter(|&&place| place == 1).count();
    let won = places[seat] == 1 && !game.capped(state);
    Value {
        lead: lead as f32,
        win: if won { 1.0 / first as f32 } else { 0.0 },
    }
}
