//! Simulation phase of a search: a rollout of configurable length, then an evaluation.

use std::time::{Duration, Instant};

use super::actions::ActionTable;
use super::formulas::rescale;
use super::guide::Guide;
use super::heuristic::Heuristic;
use super::reward::{Rewards, final_places, places_by_worth, rewards};
use super::settings::{Evaluation, Objective, Opponents, Policy, Reach, Settings, Views};
use crate::game::{Game, MAX_SEATS, Rng, Seat};
use crate::net::Value;
use crate::net::lookahead::Lookahead;
use crate::random::{Greatest, below, fork, unit, weighted};

/// Plays out sampled worlds and records action statistics.
pub struct Simulation<G: Game> {
    settings: Settings,
    /// Evaluates positions by features.
    pub heuristic: Heuristic<G>,
    /// Evaluates positions by the network, if there is one.
    pub lookahead: Option<Lookahead<G>>,
    /// Value of a certain win in points, for network evaluations.
    pub win_points: f32,
    /// Temperature in points at which the rollout policy `net` samples its actions; 0 for the best action.
    pub variation: f64,
    /// Mean rewards of actions in this search, recorded if the settings need them.
    actions: ActionTable<G::Action>,
    /// Actions of the current iteration with their seats, if the settings need them.
    played: Vec<(u8, G::Action)>,
    /// Smallest and greatest reward of each seat in this search.
    ranges: [(f64, f64); MAX_SEATS],
    /// Number of decisions in the current iteration.
    pub decisions: u32,
    /// Buffer: legal actions in the sampled world.
    pub legal: Vec<G::Action>,
    /// Buffer: values of the legal actions for the rollout policy.
    values: Vec<f64>,
    /// Time spent in rollouts and evaluations, if it is measured.
    pub watched: Option<Duration>,
}

impl<G: Game> Simulation<G> {
    /// Creates a simulation with these settings.
    pub fn new(settings: Settings, guide: &Guide) -> Simulation<G> {
        Simulation {
            settings,
            heuristic: Heuristic::new(guide.weights.clone()),
            lookahead: guide.network.clone().map(Lookahead::new),
            win_points: guide.win_points,
            variation: 0.0,
            actions: ActionTable::new(),
            played: Vec::new(),
            ranges: [(f64::INFINITY, f64::NEG_INFINITY); MAX_SEATS],
            decisions: 0,
            legal: Vec::new(),
            values: Vec::new(),
            watched: None,
        }
    }

    /// Clears the statistics of earlier searches.
    pub fn begin(&mut self) {
        self.played.clear();
        self.ranges = [(f64::INFINITY, f64::NEG_INFINITY); MAX_SEATS];
        if self.settings.records_actions() {
            self.actions.clear();
        }
    }

    /// Returns the progress of the game, in the unit of the rollout length.
    #[inline]
    fn gone(&self, game: &G, world: &G::State, observer: Seat) -> u32 {
        match self.settings.rollout {
            Reach::Game => 0,
            Reach::Decisions => self.decisions,
            Reach::Turns => (0..game.seats()).map(|seat| game.turns(world, seat)).sum(),
            Reach::OwnTurns => game.turns(world, observer),
            Reach::Rounds => game.round(world),
        }
    }

    /// Applies an action in the sampled world.
    #[inline]
    pub fn apply(
        &mut self,
        game: &G,
        world: &mut G::State,
        seat: Seat,
        action: G::Action,
        rng: &mut Rng,
    ) {
        self.decisions += 1;
        if self.settings.records_actions() {
            self.played.push((seat as u8, action));
        }
        game.apply(world, action, rng, &mut ());
    }

    /// Chooses one of the legal actions in the buffer by the rollout policy and applies it.
    pub fn follow_policy(&mut self, game: &G, world: &mut G::State, seat: Seat, rng: &mut Rng) {
        let index = match self.legal.len() {
            1 => {
                // Forced actions are not recorded.
                self.decisions += 1;
                game.apply(world, self.legal[0], rng, &mut ());
                return;
            }
            _ => self.pick(game, world, seat, rng),
        };
        self.apply(game, world, seat, self.legal[index], rng);
    }

    /// Returns the index in the buffer of the legal action that the rollout policy chooses.
    pub fn pick(&mut self, game: &G, world: &G::State, seat: Seat, rng: &mut Rng) -> usize {
        let any = |rng: &mut Rng| below(rng, self.legal.len() as u32) as usize;
        match self.settings.policy {
            Policy::Random => any(rng),
            Policy::Epsilon | Policy::Mast if unit(rng) < self.settings.epsilon => any(rng),
            Policy::Epsilon => {
                self.look_ahead(game, world, seat, rng);
                greatest(&self.values, rng)
            }
            Policy::Net => {
                let worth = self.worth_by_network();
                let lookahead = self.lookahead.as_mut().expect(NETWORK);
                let values = lookahead.values_in(game, world, seat, &self.legal, rng);
                let worths = values.iter().map(|&value| f64::from(worth(value)));
                self.values.clear();
                self.values.extend(worths);
                match self.variation {
                    0.0 => greatest(&self.values, rng),
                    temperature => softmax(&mut self.values, temperature, rng),
                }
            }
            Policy::Boltzmann => {
                self.look_ahead(game, world, seat, rng);
                softmax(&mut self.values, self.settings.temperature, rng)
            }
            Policy::Mast => {
                self.values.clear();
                let (low, high) = self.ranges[seat];
                for &action in &self.legal {
                    let mean = self.actions.mean(seat as u8, action);
                    // An action that was never played gets the best possible value.
                    self.values
                        .push(mean.map_or(1.0, |mean| rescale(mean, low, high)));
                }
                greatest(&self.values, rng)
            }
        }
    }

    /// Fills the buffer of values with the heuristic values one step ahead.
    fn look_ahead(&mut self, game: &G, world: &G::State, seat: Seat, rng: &mut Rng) {
        let luck = fork(rng);
        self.values.clear();
        for &action in &self.legal {
            let value = self
                .heuristic
                .one_step_ahead(game, world, action, seat, &luck);
            self.values.push(f64::from(value));
        }
    }

    /// Plays a rollout from a leaf and returns the rewards.
    pub fn finish(
        &mut self,
        game: &G,
        world: &mut G::State,
        observer: Seat,
        rng: &mut Rng,
    ) -> Rewards {
        self.watch(|simulation| {
            simulation.roll_out(game, world, observer, rng);
            let evaluation = simulation.settings.evaluation;
            let rewards = simulation.evaluate(game, world, observer, evaluation);
            simulation.learn(&rewards);
            rewards
        })
    }

    /// Runs `work` and adds its time to the measured total, if measuring is on.
    pub fn watch<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let began = self.watched.map(|_| Instant::now());
        let done = work(self);
        if let (Some(began), Some(watched)) = (began, &mut self.watched) {
            *watched += began.elapsed();
        }
        done
    }

    /// Plays a rollout from a leaf, up to the configured length.
    fn roll_out(&mut self, game: &G, world: &mut G::State, observer: Seat, rng: &mut Rng) {
        let end = match self.settings.rollout {
            Reach::Game => u32::MAX,
            _ => self.gone(game, world, observer) + self.settings.rollout_length,
        };
        while self.gone(game, world, observer) < end {
            let Some(seat) = game.to_move(world) else {
                return;
            };
            game.legal_actions(world, &mut self.legal);
            self.follow_policy(game, world, seat, rng);
        }
    }

    /// Returns the reward of each seat in the position, under the configured objective.
    pub fn evaluate(
        &mut self,
        game: &G,
        world: &G::State,
        observer: Seat,
        evaluation: Evaluation,
    ) -> Rewards {
        let mut rewards = match evaluation {
            Evaluation::Net => self.net_rewards(game, world),
            _ => self.rewards_by_worth(game, world, evaluation),
        };
        self.turn_paranoid(observer, &mut rewards);
        rewards
    }

    /// Returns the function that converts a network value to a reward under the configured objective.
    pub fn worth_by_network(&self) -> impl Fn(Value) -> f32 + use<G> {
        let (objective, win_points) = (self.settings.objective, self.win_points);
        move |value| match objective {
            Objective::Win => value.win,
            _ => value.worth(win_points),
        }
    }

    /// Returns the reward of each seat according to the network, which evaluates the position from that seat's point of
    /// view. An automa gets the negated best reward of the other seats.
    fn net_rewards(&mut self, game: &G, world: &G::State) -> Rewards {
        let worth = self.worth_by_network();
        let lookahead = self.lookahead.as_mut().expect(NETWORK);
        let mut rewards = [0.0; MAX_SEATS];
        for seat in (0..game.seats()).filter(|&seat| game.automa(seat).is_none()) {
            rewards[seat] = f64::from(worth(lookahead.value(game, world, seat)));
        }
        against_automas(game, &mut rewards);
        rewards
    }

    /// Applies forced actions until a seat has a choice. Returns this seat, with its legal actions in the buffer, or
    /// `None` if the game ends first.
    pub fn next_choice(&mut self, game: &G, world: &mut G::State, rng: &mut Rng) -> Option<Seat> {
        loop {
            let mover = game.to_move(world)?;
            game.legal_actions(world, &mut self.legal);
            let [only] = self.legal[..] else {
                return Some(mover);
            };
            self.decisions += 1;
            game.apply(world, only, rng, &mut ());
        }
    }

    /// Returns the rewards of a leaf whose value for the mover has already been computed.
    ///
    /// The network evaluates the other seats separately unless `views` is set to the mover. In that case, the opponent
    /// in a 2-player game gets the reversed value, and with more seats only the seats marked in `asked` are evaluated.
    pub fn rewards_at(
        &mut self,
        game: &G,
        world: &G::State,
        observer: Seat,
        leaf: ValuedLeaf,
        asked: &[bool; MAX_SEATS],
    ) -> Rewards {
        let ValuedLeaf { mover, value } = leaf;
        let worth = self.worth_by_network();
        let by_mover = self.settings.views == Views::Mover;
        let lookahead = self.lookahead.as_mut().expect(NETWORK);
        let reverse = Value {
            lead: -value.lead,
            win: 1.0 - value.win,
        };
        let mut rewards = [0.0; MAX_SEATS];
        for seat in (0..game.seats()).filter(|&seat| game.automa(seat).is_none()) {
            let own = match seat == mover {
                true => value,
                false if by_mover && game.seats() == 2 => reverse,
                false if by_mover && !asked[seat] => continue,
                false => lookahead.value(game, world, seat),
            };
            rewards[seat] = f64::from(worth(own));
        }
        against_automas(game, &mut rewards);
        self.turn_paranoid(observer, &mut rewards);
        self.learn(&rewards);
        rewards
    }

    /// Replaces the rewards of all opponents by the observer's negated reward, if the settings assume paranoid
    /// opponents.
    fn turn_paranoid(&self, observer: Seat, rewards: &mut Rewards) {
        if self.settings.opponents == Opponents::Paranoid {
            let own = rewards[observer];
            rewards.fill(-own);
            rewards[observer] = own;
        }
    }

    /// Returns the rewards when positions are evaluated by score or by weighted features.
    fn rewards_by_worth(&mut self, game: &G, world: &G::State, evaluation: Evaluation) -> Rewards {
        let seats = game.seats();
        let over = game.to_move(world).is_none();
        let mut worths = [0.0; MAX_SEATS];
        for (seat, worth) in worths[..seats].iter_mut().enumerate() {
            *worth = if evaluation == Evaluation::Score {
                f64::from(game.score(world, seat))
            } else {
                f64::from(self.heuristic.value(game, world, seat))
            };
        }
        let mut places = [0; MAX_SEATS];
        if over {
            final_places(game, world, &mut places[..seats]);
        } else {
            places_by_worth(&worths[..seats], &mut places[..seats]);
        }
        rewards(self.settings.objective, &worths[..seats], &places[..seats])
    }

    /// Adds the rewards to the statistics of the recorded actions.
    fn learn(&mut self, rewards: &Rewards) {
        for (range, &reward) in self.ranges.iter_mut().zip(rewards) {
            *range = (range.0.min(reward), range.1.max(reward));
        }
        for (seat, action) in self.played.drain(..) {
            self.actions.add(seat, action, rewards[usize::from(seat)]);
        }
    }
}

/// A leaf where a seat has a choice, with its network value for that seat.
#[derive(Clone, Copy, Debug)]
pub struct ValuedLeaf {
    pub mover: Seat,
    pub value: Value,
}

/// Sets the reward of every automa to the negated best reward of the other seats.
fn against_automas<G: Game>(game: &G, rewards: &mut Rewards) {
    let is_automa = |seat: &Seat| game.automa(*seat).is_some();
    let played = (0..game.seats()).filter(|seat| !is_automa(seat));
    let best = played
        .map(|seat| rewards[seat])
        .fold(f64::NEG_INFINITY, f64::max);
    for seat in (0..game.seats()).filter(is_automa) {
        rewards[seat] = -best;
    }
}

/// Panic message for a missing network, which [`BotSpec::search`](crate::bots::BotSpec::search) rules out.
pub const NETWORK: &str = "settings that ask for a network come with one";

/// Returns the index of the greatest value. Ties are broken at random.
fn greatest(values: &[f64], rng: &mut Rng) -> usize {
    let mut best = Greatest::new();
    for (index, &value) in values.iter().enumerate() {
        best.offer(index, value, rng);
    }
    best.index()
}

/// Samples an index with probability proportional to exp(value / temperature).
fn softmax(values: &mut [f64], temperature: f64, rng: &mut Rng) -> usize {
    let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for value in values.iter_mut() {
        *value = ((*value - greatest) / temperature).exp();
    }
    weighted(rng, values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::stream;

    fn frequencies(mut draw: impl FnMut(&mut Rng) -> usize) -> [f64; 3] {
        let mut rng = stream(5, &[]);
        let mut counts = [0.0; 3];
        for _ in 0..30_000 {
            counts[draw(&mut rng)] += 1.0 / 30_000.0;
        }
        counts
    }

    #[test]
    fn softmax_frequencies_match_hand_computation() {
        // At temperature 1, the probabilities are e^0 : e^-ln 2 : e^-ln 4 = 4 : 2 : 1.
        let values = [4f64.ln(), 2f64.ln(), 0.0];
        let found = frequencies(|rng| softmax(&mut values.clone(), 1.0, rng));
        for (found, wanted) in found.iter().zip([4.0 / 7.0, 2.0 / 7.0, 1.0 / 7.0]) {
            assert!((found - wanted).abs() < 0.012, "{found} for {wanted}");
        }
        // At half the temperature they are 16 : 4 : 1.
        let found = frequencies(|rng| softmax(&mut values.clone(), 0.5, rng));
        assert!((found[0] - 16.0 / 21.0).abs() < 0.012, "{found:?}");
    }

    #[test]
    fn tied_actions_are_chosen_at_random() {
        let found = frequencies(|rng| greatest(&[2.0, 1.0, 2.0], rng));
        assert!(
            (found[0] - 0.5).abs() < 0.012 && found[1] == 0.0,
            "{found:?}"
        );
    }
}
