//! The values of all legal actions, one step ahead: the position after each, to the seat that decides.

use std::sync::Arc;

use super::accumulator::Accumulator;
use super::network::{Network, Value};
use super::siblings::Siblings;
use crate::game::{Game, Rng, Seat};
use crate::observation::Inputs;
use crate::random::fork;

/// Tries actions in an imagined world.
#[derive(Clone, Debug)]
pub struct Lookahead<G: Game> {
    network: Arc<Network>,
    /// By seat.
    views: Vec<View<G>>,
    /// What is said of inputs that somebody else observed.
    aside: Accumulator,
    inputs: Inputs,
    /// Buffers: the imagined position, and the copy on which an action is tried.
    world: Option<G::State>,
    trial: Option<G::State>,
    values: Vec<Value>,
    /// Buffers: numbers of the legal actions, and their logits.
    numbers: Vec<u32>,
    logits: Vec<f32>,
}

/// What a seat last observed: most of it is still so when it observes the next time.
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

    /// Observes a position, by what has changed since the last one.
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
    /// For a network of this game.
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
            network,
        }
    }

    /// Whether the network has learnt a policy.
    pub fn has_policy(&self) -> bool {
        self.network.has_policy()
    }

    /// The policy's logits of all legal actions of the seat that decides, in their order: from what that seat knows,
    /// so that nothing has to be imagined.
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

    /// As [`Lookahead::logits`]; [`Lookahead::values_of`] goes on from what was observed.
    pub fn begin(&mut self, game: &G, state: &G::State, seat: Seat, legal: &[G::Action]) -> &[f32] {
        self.observe(game, state, seat).siblings.begin();
        self.fill_logits(game, state, seat, legal);
        &self.logits
    }

    /// Observes a position as a seat that goes on from it.
    fn observe(&mut self, game: &G, state: &G::State, seat: Seat) -> &mut View<G> {
        while self.views.len() <= seat {
            self.views.push(View::new(&self.network));
        }
        let view = &mut self.views[seat];
        view.observe(game, state, seat, &self.network, &mut self.inputs);
        view
    }

    /// The values of some legal actions of the position that was begun, as [`Lookahead::values`] has them: whatever is
    /// imagined, the seat observes the same before it acts.
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
        game.determinize(&mut world, seat, rng);
        self.try_all(game, &world, seat, tried, rng);
        self.world = Some(world);
        &self.values
    }

    /// The value of a position to the seat that decides, and the logits of its legal actions, by one observation.
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
            .extend(numbers.map(|&action| game.policy_number(state, action)));
        let siblings = &self.views[seat].siblings;
        siblings.logits(&self.network, &self.numbers, &mut self.logits);
    }

    /// What the network says of a position with these inputs, all of them.
    pub fn say(&mut self, inputs: &Inputs) -> Value {
        self.aside.follow(&self.network, inputs);
        self.network.value(self.aside.sums(), &[])
    }

    /// The values of all legal actions of the seat that decides, in their order. What it cannot see is
    /// imagined once, and all actions are tried with the same luck to come.
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

    /// The same where the world is imagined already: nothing is hidden in it that `seat` may not use.
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

    /// Tries actions in a world whose inputs positions are compared with.
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
            game.apply(&mut trial, action, &mut luck.clone(), &mut ());
            let value = self.value_after(game, world, &trial, seat);
            self.values.push(value);
        }
        self.trial = Some(trial);
    }

    /// The value of a position that came of the one that positions are compared with.
    fn value_after(&mut self, game: &G, before: &G::State, after: &G::State, seat: Seat) -> Value {
        if game.to_move(after).is_none() {
            return outcome(game, after, seat);
        }
        game.observe_after(before, after, seat, &mut self.inputs);
        self.views[seat].siblings.value(&self.network, &self.inputs)
    }

    /// The values to a seat of positions that came of one, in their order.
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

    /// The value of a position to a seat.
    pub fn value(&mut self, game: &G, state: &G::State, seat: Seat) -> Value {
        if game.to_move(state).is_none() {
            return outcome(game, state, seat);
        }
        self.observe(game, state, seat);
        self.views[seat].siblings.value_of_known(&self.network)
    }
}

/// How a game that is over ended for a seat. Nobody wins a capped game.
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
