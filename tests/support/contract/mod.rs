//! The contract of the `Game` trait, checked on random games.
//!
//! The tests of a new game call [`keeps_the_contract`] with its rules. Tests that control the play, or check
//! additional invariants, call [`check_game`] with a [`Conduct`].

pub mod observation;
mod position;
pub mod terms;

use std::fmt::Debug;
use std::ops::Range;

use observation::Observed;
use portolan_core::game::{Event, Game, Rng};
use portolan_core::random::{Streams, below, stream};

/// Number of actions from earlier positions that are tried in positions where they are illegal.
const POOL: usize = 64;
/// Number of decisions after which a game counts as endless.
const ENDLESS: usize = 100_000;

/// Hidden information in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrets {
    /// None: every determinization is the position itself.
    None,
    /// Information that does not affect scores, such as cards.
    Cards,
    /// Information that affects the scores of the other seats.
    Scores,
}

/// Controls the play of a game, and performs additional checks.
pub trait Conduct<G: Game> {
    /// Called after the deal; may modify the state before play.
    fn dealt(&mut self, _game: &G, _state: &mut G::State, _events: &[Event]) {}

    /// Chooses one of the legal actions.
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        rng: &mut Rng,
    ) -> G::Action;

    /// Called after an action that caused these events.
    fn acted(
        &mut self,
        _game: &G,
        _before: &G::State,
        _action: G::Action,
        _after: &G::State,
        _events: &[Event],
    ) {
    }

    /// Called at the end of the game.
    fn ended(&mut self, _game: &G, _state: &G::State) {}
}

/// Plays by a function of the legal actions.
impl<G: Game, F: FnMut(&[G::Action], &mut Rng) -> G::Action> Conduct<G> for F {
    fn choose(
        &mut self,
        _game: &G,
        _state: &G::State,
        actions: &[G::Action],
        rng: &mut Rng,
    ) -> G::Action {
        self(actions, rng)
    }
}

/// Returns a uniformly random action.
pub fn any<A: Copy>(actions: &[A], rng: &mut Rng) -> A {
    actions[below(rng, actions.len() as u32) as usize]
}

/// A game in progress, with the deal `seed`.
struct Table<'a, G: Game> {
    game: &'a G,
    state: G::State,
    chance: Streams,
    bot: Rng,
    events: Vec<Event>,
    decisions: usize,
}

impl<'a, G: Game> Table<'a, G> {
    fn new(game: &'a G, seed: u64, conduct: &mut dyn Conduct<G>) -> Table<'a, G> {
        let mut chance = Streams::new(seed);
        let mut events = Vec::new();
        let mut state = game.new_state(&mut chance, &mut events);
        conduct.dealt(game, &mut state, &events);
        Table {
            game,
            state,
            chance,
            bot: stream(seed, &[2]),
            events,
            decisions: 0,
        }
    }

    fn legal(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.legal_actions(&self.state, &mut actions);
        actions
    }

    fn play(&mut self, action: G::Action) {
        self.game
            .apply(&mut self.state, action, &mut self.chance, &mut self.events);
        self.decisions += 1;
        assert!(self.decisions < ENDLESS, "the game does not end");
    }
}

/// Plays one random game for every seed and checks the complete contract at every decision.
pub fn keeps_the_contract<G: Game>(game: &G, seeds: Range<u64>)
where
    G::State: PartialEq + Debug,
{
    keeps_the_contract_given(game, Secrets::Cards, seeds);
}

/// Like [`keeps_the_contract`], for a game with the given hidden information.
pub fn keeps_the_contract_given<G: Game>(game: &G, secrets: Secrets, seeds: Range<u64>)
where
    G::State: PartialEq + Debug,
{
    check_games(game, secrets, seeds, &mut any);
}

/// Like [`keeps_the_contract`], with a player who may prefer some actions, which leads deeper into the game.
pub fn keeps_the_contract_with<G: Game>(
    game: &G,
    seeds: Range<u64>,
    mut choose: impl FnMut(&[G::Action], &mut Rng) -> G::Action,
) where
    G::State: PartialEq + Debug,
{
    check_games(game, Secrets::Cards, seeds, &mut choose);
}

fn check_games<G: Game>(game: &G, secrets: Secrets, seeds: Range<u64>, choose: &mut dyn Conduct<G>)
where
    G::State: PartialEq + Debug,
{
    let mut kept = Kept::new(game);
    let mut varied = false;
    for seed in seeds {
        varied |= check_game(game, secrets, seed, &mut kept, choose);
    }
    let hides = secrets != Secrets::None;
    assert_eq!(varied, hides, "whether worlds differ");
}

/// Data shared by the games of one set-up.
pub struct Kept {
    /// Notations of actions that are tried in positions where they are illegal.
    pool: Vec<String>,
    observed: Observed,
}

impl Kept {
    pub fn new<G: Game>(game: &G) -> Kept {
        Kept {
            pool: Vec::new(),
            observed: Observed::new(game),
        }
    }
}

/// Plays the deal `seed` and checks the complete contract at every decision. Returns true if any determinization
/// differed from the position.
pub fn check_game<G: Game>(
    game: &G,
    secrets: Secrets,
    seed: u64,
    kept: &mut Kept,
    conduct: &mut dyn Conduct<G>,
) -> bool
where
    G::State: PartialEq + Debug,
{
    let mut table = Table::new(game, seed, conduct);
    let mut turns = vec![0; game.seats()];
    let mut varied = false;
    let mut earlier = table.state.clone();
    loop {
        let actions = position::check_list(&table);
        position::check_scores(game, &table.state);
        position::check_turns(game, &table.state, &mut turns);
        position::check_refusals(&table, &actions, &kept.pool);
        if actions.is_empty() {
            break;
        }
        position::check_notation(&table, &actions);
        position::check_copies(&table, &actions);
        let observer = table.decisions % game.seats();
        kept.observed.position(game, &table.state, observer);
        kept.observed.actions(game, &table.state, &actions);
        varied |= position::check_worlds(&table, secrets, &actions, observer, seed);
        position::check_secrets(&table, &actions, observer, seed);
        if table.decisions % 97 == 50 {
            position::play_on_from_a_world(&table, observer, seed);
        }
        let action = conduct.choose(game, &table.state, &actions, &mut table.bot);
        let notation = game.action_text(&table.state, action);
        match kept.pool.get_mut(table.decisions % POOL) {
            Some(place) => *place = notation,
            None => kept.pool.push(notation),
        }
        let (before, known) = (table.state.clone(), table.events.len());
        table.play(action);
        observation::check_changes(game, &before, &table.state, observer);
        observation::check_changes(game, &earlier, &table.state, observer);
        observation::check_changes(game, &table.state, &earlier, observer);
        if table.decisions.is_multiple_of(29) {
            earlier.clone_from(&before);
        }
        conduct.acted(game, &before, action, &table.state, &table.events[known..]);
    }
    position::check_events(game, &table.events);
    conduct.ended(game, &table.state);
    check_replay(&table, seed, conduct);
    varied
}

/// The same deal with the same choices must give the same game, with the same events.
fn check_replay<G: Game>(played: &Table<G>, seed: u64, conduct: &mut dyn Conduct<G>)
where
    G::State: PartialEq + Debug,
{
    let mut table = Table::new(played.game, seed, conduct);
    loop {
        let actions = table.legal();
        if actions.is_empty() {
            break;
        }
        let action = conduct.choose(table.game, &table.state, &actions, &mut table.bot);
        table.play(action);
    }
    assert_eq!(table.state, played.state, "deal {seed} replays differently");
    assert_eq!(table.events, played.events);
}
