//! Self-play games of a training round, played by the current network, by earlier versions of it and by other bots, and
//! replayed to extract training positions.
//!
//! A game is stored as the list of chosen action indices. The seats and the deal follow from the seed, the round and
//! the number of the game.

use std::borrow::Cow;
use std::sync::Arc;

use super::positions::{Positions, Target};
use super::targets::td_targets;
use crate::bots::Bot;
use crate::bots::policy::fill_likelihoods;
use crate::encoding::{Input, Inputs};
use crate::game::{Game, MAX_SEATS, Rng, Seat};
use crate::item::{ItemSet, Terms};
use crate::net::expansion::{Expanded, Expansion};
use crate::net::lookahead::{Lookahead, outcome};
use crate::net::{Network, Value};
use crate::play::arena::MOST_DECISIONS;
use crate::play::live::{Counter, Live};
use crate::play::panics;
use crate::random::{
    Streams, below, bot_stream, deal_seed, roles_stream, unit, weighted, withheld_stream,
};
use crate::search::guide::Guide;
use crate::search::mcts::Mcts;
use crate::search::parameters::{Method, Value as Parameter};
use crate::search::settings::Settings;
use crate::settings::learning::{Learning, SearchedDecisions};

/// Choices made in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Index of the chosen action, for every decision with more than one legal action.
    pub taken: Vec<u16>,
    /// Decisions that provide policy targets, in the order of the game.
    pub searched: Vec<Searched>,
}

/// A decision with a policy target, from a search or from one-step values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// Index of the decision in [`Choices::taken`].
    pub at: u32,
    /// For each legal action, its number of visits, or its likelihood relative to 10,000 for the most likely action.
    pub visits: Vec<u16>,
    /// Mean value of the search for the seat, in thousandths of a point; `None` if there was no search.
    pub worth: Option<i32>,
}

/// Share of the seats from which items are withheld, in games that withhold any.
const WITHHELD_FROM: f64 = 0.6;
/// Maximum share of the items that are withheld from a seat.
const MOST_WITHHELD: f64 = 0.3;

/// Weight of the most likely action if the target comes from one-step values.
const MOST_LIKELY: f64 = 10_000.0;

impl Choices {
    /// Creates choices without policy targets.
    pub fn of(taken: &[u16]) -> Choices {
        Choices {
            taken: taken.to_vec(),
            searched: Vec::new(),
        }
    }
}

/// Index of the chosen action, and optionally the policy target (visits) with the value of the search.
type Decided = (usize, Option<(Vec<u16>, Option<i32>)>);

/// Player of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The current network, or the teacher in the first round.
    Learner,
    /// An earlier version of the network, by its index in the list.
    Earlier(usize),
    /// A bot, by its index in the list.
    Bot(usize),
}

/// Inputs for playing the games of a round in one set-up.
pub struct Round<'run> {
    pub learning: &'run Learning,
    /// Number of the round, from 1.
    pub number: u64,
    /// Current network; `None` in the first round.
    pub network: Option<Arc<Network>>,
    /// Networks after the rounds in [`Learning::earlier_rounds`]; may be empty.
    pub earlier: Vec<Arc<Network>>,
    /// Parameters of the inputs and actions of the set-up in the network that learns.
    pub expansion: Arc<Expansion>,
}

/// Factors of the parameters, which give them the same scale in training.
#[derive(Clone, Debug, Default)]
pub struct Scales {
    /// Factors of the columns of the first layer.
    pub inputs: Vec<f32>,
    /// Factors of the rows of the policy.
    pub rows: Vec<f32>,
}

/// A game that panicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// Message and source location of the panic.
    pub message: String,
    /// Seed of the deal.
    pub deal_seed: u64,
}

/// Plays and replays the games of a round in one set-up, without the static type of the game.
pub trait SelfPlayer {
    /// Plays a game of the round.
    ///
    /// # Errors
    /// [`Crash`] if the game or a bot panicked.
    fn play(&mut self, game: u64) -> Result<Choices, Crash>;

    /// Appends the training positions of a game: positions after choices of every seat that a bot or the current network
    /// plays (`every` of [`Learning`]), and some of these positions from the view of the other seats (`waiting`).
    /// Leads are divided by `points`, and inputs and policy rows are multiplied by their scales.
    fn learn_from(
        &mut self,
        number: u64,
        choices: &Choices,
        points: f32,
        scales: &Scales,
        positions: &mut Positions,
    );
}

/// Players and buffers of one worker in one set-up.
pub struct Players<'run, G: Game> {
    round: &'run Round<'run>,
    game: &'run G,
    learner: Option<Lookahead<G>>,
    /// Search for decisions of the learner, in rounds that use it.
    searcher: Option<Mcts<G>>,
    earlier: Vec<Lookahead<G>>,
    /// Bots, with the teacher at the end.
    bots: Vec<Box<dyn Bot<G>>>,
    legal: Vec<G::Action>,
    worths: Vec<f64>,
    inputs: Inputs,
    expanded: Expanded,
    counter: Arc<Counter>,
}

impl<'run, G: Game> Players<'run, G> {
    /// Creates players whose games are counted in `live`.
    ///
    /// # Panics
    /// If a bot does not fit the game. The settings are validated when they are read.
    pub fn new(game: &'run G, round: &'run Round<'run>, live: &Live) -> Players<'run, G> {
        let learning = round.learning;
        let bots = learning.opponents.iter().chain([&learning.teacher]);
        let built = bots.map(|bot| bot.build(game));
        Players {
            round,
            game,
            learner: round.network.clone().map(Lookahead::new),
            searcher: round.searcher(game),
            earlier: round.earlier.iter().cloned().map(Lookahead::new).collect(),
            bots: built.map(|bot| bot.expect("every bot was tried")).collect(),
            legal: Vec::new(),
            worths: Vec::new(),
            inputs: Inputs::default(),
            expanded: Expanded::default(),
            counter: live.counter(),
        }
    }
}

/// Returns the sum of the final scores over all seats except automas, and the number of these seats.
pub fn final_scores<G: Game>(
    game: &G,
    round: &Round,
    number: u64,
    choices: &Choices,
) -> (f64, usize) {
    let withholding = round.withholding(game, number);
    let game = withholding.as_ref().unwrap_or(game);
    let mut chance = Streams::new(round.deal(number));
    let mut state = game.new_state(&mut chance, &mut ());
    let (mut legal, mut chosen) = (Vec::new(), choices.taken.iter());
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

/// Returns the settings of the searches that provide policy targets. They are similar to the settings of the shipped
/// bot `mcts`.
///
/// With two seats, the leaves are evaluated from both seats. The value of a seat that a bot plays is unreliable, because the
/// network learns only from the positions of its own seats.
fn search_settings(searched: SearchedDecisions, has_policy: bool, seats: usize) -> Settings {
    let text = |word: &'static str| Parameter::Text(Cow::Borrowed(word));
    let views = if seats == 2 { "all" } else { "mover" };
    let first_play = if has_policy { "parent" } else { "prior" };
    let parameters = [
        ("iterations", Parameter::Whole(searched.simulations)),
        ("exploration", Parameter::Number(searched.exploration)),
        ("root_uniform", Parameter::Number(searched.uniform)),
        ("objective", text("lead")),
        ("rollout", text("decisions")),
        ("rollout_length", Parameter::Whole(0)),
        ("policy", text("net")),
        ("evaluation", text("net")),
        ("priors", text(if has_policy { "policy" } else { "net" })),
        ("views", text(views)),
        ("formula", text("puct")),
        ("first_play", text(first_play)),
    ];
    let parameters = parameters.map(|(name, value)| (name.to_string(), value));
    Settings::read(Method::Mcts, &parameters.into()).expect("the parameters are accepted")
}

impl Round<'_> {
    /// Returns the search for decisions of the learner, if this round uses one.
    fn searcher<G: Game>(&self, game: &G) -> Option<Mcts<G>> {
        let searched = self.learning.searched_in(self.number)?;
        let network = self.network.clone()?;
        let settings = search_settings(searched, network.has_policy(), game.seats());
        let guide = Guide {
            network: Some(network),
            win_points: self.learning.win_points as f32,
            ..Guide::by_features(vec![0.0; G::FEATURE_NAMES.len()])
        };
        Some(Mcts::new(settings, &guide))
    }

    /// Returns the game with items withheld from seats, either a few items or a share of all items. Returns `None` if
    /// game number `number` of the round does not withhold items.
    fn withholding<G: Game>(&self, game: &G, number: u64) -> Option<G> {
        let drawn = self.learning.draw.as_ref()?;
        let mut rng = withheld_stream(self.deal(number));
        let items = game.items().len() as u32;
        if unit(&mut rng) >= drawn.withheld || items == 0 {
            return None;
        }
        let mut terms = Terms::FREE;
        let seats = (0..game.seats()).filter(|&seat| game.automa(seat).is_none());
        for seat in seats {
            if unit(&mut rng) >= WITHHELD_FROM {
                continue;
            }
            let share = unit(&mut rng) * MOST_WITHHELD;
            let mut withheld = ItemSet::EMPTY;
            for item in 0..items {
                if unit(&mut rng) < share {
                    withheld.insert(item as usize);
                }
            }
            terms.forbid(seat, withheld);
        }
        let mut own = game.clone();
        own.set_terms(terms);
        Some(own)
    }

    fn deal(&self, game: u64) -> u64 {
        deal_seed(self.learning.deals(), self.number << 32 | game)
    }

    /// Assigns a player to every seat. At least one seat is a learner.
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
        scales: &Scales,
        positions: &mut Positions,
    ) {
        let round = self.round;
        let withholding = round.withholding(self.game, number);
        let game = withholding.as_ref().unwrap_or(self.game);
        let deal = round.deal(number);
        let roles = round.roles(deal, game.seats(), |seat| game.automa(seat).is_some());
        let mut chance = Streams::new(deal);
        let mut state = game.new_state(&mut chance, &mut ());
        let mut chosen = choices.taken.iter().zip(0..);
        let mut searched = choices.searched.iter().peekable();
        // If the values are frozen, only positions with a policy target are needed.
        let search = round.learning.search;
        let keeps_values = search.is_some_and(|search| search.keep_values);
        let (mut chosen_so_far, mut own_choices) = (0, [0; MAX_SEATS]);
        // For each seat: indices of its own positions, and the network outputs for them.
        let mut own: [(Vec<usize>, Vec<Target>); MAX_SEATS] = Default::default();
        // For each seat: indices of its searched positions, and the leads found by the search.
        let mut by_search: [Vec<(usize, f32)>; MAX_SEATS] = Default::default();
        let value_share = search.map_or(0.0, |search| search.value_share) as f32;
        let win_points = round.learning.win_points as f32;
        while let Some(seat) = game.to_move(&state) {
            game.legal_actions(&state, &mut self.legal);
            let choice = match self.legal.len() {
                1 => None,
                _ => chosen.next(),
            };
            if let Some((_, at)) = choice
                && let Some(found) = searched.next_if(|searched| searched.at == at)
            {
                let said = self.add_position(game, &state, seat, scales, positions);
                own[seat].0.push(positions.len() - 1);
                own[seat].1.push(target(said, points));
                if let Some(worth) = found.worth.filter(|_| value_share > 0.0) {
                    // A search returns lead and win as one number. The difference from the network's value is
                    // attributed to the lead.
                    let added = worth as f32 / 1000.0 - said.worth(win_points);
                    by_search[seat].push((own[seat].0.len() - 1, (said.lead + added) / points));
                }
                let all: u32 = found.visits.iter().map(|&visits| u32::from(visits)).sum();
                for (&action, &visits) in self.legal.iter().zip(&found.visits) {
                    let slot = game.policy_slot(&state, action) as usize;
                    let terms = round.expansion.slots.of(slot).iter();
                    let scaled = |&(row, factor)| (row, factor * scales.rows[usize::from(row)]);
                    positions.push_share(terms.map(scaled), f32::from(visits) / all.max(1) as f32);
                }
            }
            let action = self.legal[choice.map_or(0, |(&choice, _)| usize::from(choice))];
            game.apply(&mut state, action, &mut chance, &mut ());
            if choice.is_none() || keeps_values || game.to_move(&state).is_none() {
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
                let is_earlier = matches!(roles[observer], Role::Earlier(_));
                if !told || is_earlier || game.automa(observer).is_some() {
                    continue;
                }
                let said = self.add_position(game, &state, observer, scales, positions);
                own[observer].0.push(positions.len() - 1);
                own[observer].1.push(target(said, points));
            }
        }
        for (seat, (own, said)) in own.iter().enumerate().take(game.seats()) {
            let end = target(outcome(game, &state, seat), points);
            // Without a network output in the first round, the targets are the final results.
            let lambda = match self.learner {
                Some(_) => round.learning.lambda as f32,
                None => 1.0,
            };
            let mut targets = td_targets(said, end, lambda);
            for &(at, lead) in &by_search[seat] {
                let target = &mut targets[at];
                target.lead = value_share * lead + (1.0 - value_share) * target.lead;
            }
            for (&position, target) in own.iter().zip(targets) {
                positions.set_target(position, target);
            }
        }
    }
}

impl<G: Game> Players<'_, G> {
    /// Appends a position from the view of a seat and returns the network's value, or zeros if there is no network yet.
    fn add_position(
        &mut self,
        game: &G,
        state: &G::State,
        observer: Seat,
        scales: &Scales,
        positions: &mut Positions,
    ) -> Value {
        game.observe(state, observer, &mut self.inputs);
        let mut active = Vec::new();
        let expansion = &self.round.expansion;
        (self.expanded).expand(
            expansion,
            self.inputs.list(),
            |Input { number, value, .. }| {
                active.push(Input::new(
                    number,
                    value * scales.inputs[usize::from(number)],
                ));
            },
        );
        positions.push(active, Target::default());
        let learner = self.learner.as_mut();
        learner.map_or(Value::default(), |learner| learner.say(&self.inputs))
    }

    fn play_unguarded(&mut self, number: u64) -> Choices {
        let round = self.round;
        let withholding = round.withholding(self.game, number);
        let game = withholding.as_ref().unwrap_or(self.game);
        let deal = round.deal(number);
        let roles = round.roles(deal, game.seats(), |seat| game.automa(seat).is_some());
        let mut generators: Vec<Rng> = (0..game.seats())
            .map(|seat| bot_stream(deal, 0, seat))
            .collect();
        let mut chance = Streams::new(deal);
        let mut state = game.new_state(&mut chance, &mut ());
        let mut choices = Choices::default();
        let mut decisions = 0;
        while let Some(seat) = game.to_move(&state) {
            game.legal_actions(&state, &mut self.legal);
            decisions += 1;
            assert!(decisions < MOST_DECISIONS, "the game does not end");
            let mut choice = 0;
            if self.legal.len() > 1 {
                let (role, rng) = (roles[seat], &mut generators[seat]);
                let searched = self.search(game, &state, role, rng);
                let (chosen, visits) =
                    searched.unwrap_or_else(|| self.choose(game, &state, seat, role, rng));
                choice = chosen;
                if let Some((visits, worth)) = visits {
                    let at = choices.taken.len() as u32;
                    choices.searched.push(Searched { at, visits, worth });
                }
                choices.taken.push(choice as u16);
                self.counter.decided(choices.taken.len());
            }
            let action = self.legal[choice];
            game.apply(&mut state, action, &mut chance, &mut ());
        }
        choices
    }

    /// Searches a decision of the learner if it is sampled for search. Returns the choice and the visits of each legal
    /// action.
    fn search(&mut self, game: &G, state: &G::State, role: Role, rng: &mut Rng) -> Option<Decided> {
        let searched = self.round.learning.searched_in(self.round.number)?;
        let searcher = self.searcher.as_mut()?;
        if role != Role::Learner || unit(rng) >= searched.share {
            return None;
        }
        let legal = &self.legal;
        let choice = searcher.search(game, state, legal, rng);
        let visits = legal.iter().map(|&action| searcher.visits(action));
        let visits = visits.map(|visits| visits.min(u16::MAX.into()) as u16);
        let worth = (1000.0 * searcher.mean()).round() as i32;
        Some((choice, Some((visits.collect(), Some(worth)))))
    }

    /// Chooses an action without a search.
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        role: Role,
        rng: &mut Rng,
    ) -> Decided {
        let legal = &self.legal;
        let bots = &mut self.bots;
        let learning = self.round.learning;
        let random = if self.learner.is_some() {
            learning.random
        } else {
            learning.first_random
        };
        if role == Role::Learner && unit(rng) < random {
            return (below(rng, legal.len() as u32) as usize, None);
        }
        let lookahead = match role {
            Role::Bot(bot) => return (bots[bot].choose(game, state, legal, rng), None),
            Role::Earlier(earlier) => &mut self.earlier[earlier],
            Role::Learner => match &mut self.learner {
                Some(learner) => learner,
                None => {
                    let teacher = bots.last_mut().expect("a teacher");
                    return (teacher.choose(game, state, legal, rng), None);
                }
            },
        };
        if lookahead.has_policy()
            && let Some(searched) = learning.searched_in(self.round.number)
        {
            let logits = lookahead.logits(game, state, seat, legal);
            fill_likelihoods(logits, searched.temperature, &mut self.worths);
            return (weighted(rng, &self.worths), None);
        }
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
        let share = learning.weighed_in(self.round.number);
        let weighed = share.is_some_and(|share| role == Role::Learner && unit(rng) < share);
        let counts = self.worths.iter().map(|worth| (worth * MOST_LIKELY) as u16);
        let visits = weighed.then(|| (counts.collect(), None));
        (weighted(rng, &self.worths), visits)
    }
}

fn target(value: Value, points: f32) -> Target {
    Target {
        lead: value.lead / points,
        win: value.win,
    }
}
