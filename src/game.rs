//! The `Game` trait: what a game promises to every room above it, and the words they share.

use std::fmt::{Debug, Write};
use std::hash::Hash;

use thiserror::Error;

use crate::item::{Item, ItemAction, ItemKind, Terms};
use crate::observation::Inputs;
pub use crate::random::{Chance, Purpose, Rng};
pub use crate::seat::{MAX_SEATS, Seat};

/// One counted event of a game, for studies of cards, tiles and moments. What `kind` and `item`
/// number is named by [`Game::event_kinds`] and [`Game::event_item`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The seat that did it or to which it happened.
    pub seat: u8,
    /// Round, from 1.
    pub round: u8,
    /// Turn of that seat, from 1; 0 during set-up.
    pub turn: u16,
    /// Index into [`Game::event_kinds`].
    pub kind: u8,
    /// Which card, tile or place; named by [`Game::event_item`].
    pub item: u16,
    /// A number that belongs to the event, such as the price paid.
    pub value: i32,
}

/// Where a game reports its events. `()` takes none and costs nothing.
pub trait EventLog {
    /// Takes one event.
    fn push(&mut self, event: Event);
}

impl EventLog for () {
    #[inline]
    fn push(&mut self, _event: Event) {}
}

impl EventLog for Vec<Event> {
    #[inline]
    fn push(&mut self, event: Event) {
        Vec::push(self, event);
    }
}

/// Why an action from outside (a file, a person) was refused. The state is unchanged.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ActionError {
    /// The game is over.
    #[error("the game is over: no action is possible")]
    GameOver,
    /// The text or action is none of the legal ones.
    #[error("\"{action}\" is not a legal action here; legal: {legal}")]
    NotLegal {
        /// What was asked for.
        action: String,
        /// The legal actions in notation, separated by commas.
        legal: String,
    },
}

/// A strategy board game with its components and rule options chosen: rules as plain functions on
/// a small state.
///
/// Rules draw chance only through [`Chance`], so the same deal can be replayed, and hidden
/// information is whatever [`Game::determinize`] resamples.
pub trait Game: Clone + Send + Sync + Sized + 'static {
    /// One position: a flat copy without heap or references.
    type State: Clone + PartialEq + Send + Sync;
    /// One choice: small and `Copy`.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;

    /// Name on the command line, such as `maracaibo`.
    fn name(&self) -> &'static str;

    /// Number of seats that appear in results, an automa's included.
    fn seats(&self) -> usize;

    /// The name under which results list a seat that the rules play themselves (an automa), or
    /// `None` for a seat that a bot plays.
    fn automa(&self, _seat: Seat) -> Option<&str> {
        None
    }

    /// Names of the score categories; they sum to the score.
    fn score_categories(&self) -> &'static [&'static str];

    /// Names of the event kinds, by [`Event::kind`].
    fn event_kinds(&self) -> &'static [&'static str];

    /// Label of the item of an event, as the data files call it. It depends on kind and item only,
    /// so that it is looked up once for all events of that kind and item.
    fn event_item(&self, event: &Event) -> String;

    /// A new game, dealt with `chance`.
    fn new_state<C: Chance, L: EventLog>(&self, chance: &mut C, log: &mut L) -> Self::State;

    /// The seat that decides now, or `None` when the game is over.
    fn to_move(&self, state: &Self::State) -> Option<Seat>;

    /// Replaces the content of `actions` by all legal actions: none twice, and none at all only if
    /// the game is over.
    fn legal_actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>);

    /// Carries out a legal action and everything that follows up to the next decision. In builds
    /// with debug assertions an illegal action panics; use [`Game::try_apply`] for actions from
    /// outside.
    fn apply<C: Chance, L: EventLog>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        chance: &mut C,
        log: &mut L,
    );

    /// Resamples everything that `observer` cannot know, consistently with all it does know. The
    /// result depends only on what the observer knows and on `rng`: two states that the observer
    /// cannot tell apart become the same state.
    fn determinize(&self, state: &mut Self::State, observer: Seat, rng: &mut Rng);

    /// Fills the score of `seat` by category; as many numbers as [`Game::score_categories`].
    fn score_breakdown(&self, state: &Self::State, seat: Seat, categories: &mut [i32]);

    /// The score of `seat`: the sum of its categories.
    fn score(&self, state: &Self::State, seat: Seat) -> i32;

    /// Fills the place of every seat, 1 is best, ties share the better place. By score unless the
    /// game says otherwise.
    fn fill_ranks(&self, state: &Self::State, ranks: &mut [u8]) {
        for (seat, rank) in ranks.iter_mut().enumerate() {
            let own = self.score(state, seat);
            let better = (0..self.seats()).filter(|&other| self.score(state, other) > own);
            *rank = 1 + better.count() as u8;
        }
    }

    /// The places that [`Game::fill_ranks`] fills, as a new list. A game that ranks otherwise than by
    /// score says so there, not here.
    fn ranks(&self, state: &Self::State) -> Vec<u8> {
        let mut ranks = vec![0; self.seats()];
        self.fill_ranks(state, &mut ranks);
        ranks
    }

    /// Whether a game that is over was stopped without an outcome, by a cap on its length. Nobody
    /// has won it, whatever the ranks are.
    fn capped(&self, _state: &Self::State) -> bool {
        false
    }

    /// Number of turns that `seat` has begun.
    fn turns(&self, state: &Self::State, seat: Seat) -> u32;

    /// Number of rounds that have begun. Where a game has none of its own, a round is one turn of
    /// every seat.
    fn round(&self, state: &Self::State) -> u32 {
        let turns = (0..self.seats()).map(|seat| self.turns(state, seat));
        turns.max().unwrap_or(0)
    }

    /// The part of the game that is left to `seat`, as far as can be told: 1 when it begins, 0 when it
    /// ends, and 0 throughout in a game that does not tell. What features weigh may depend on it.
    fn left(&self, _state: &Self::State, _seat: Seat) -> f32 {
        0.0
    }

    /// The kind of an action, as a number: a search may choose a kind first and then one of its
    /// actions. One kind for all unless the game tells them apart.
    fn action_kind(&self, _action: Self::Action) -> u8 {
        0
    }

    /// Kinds of the items that studies may ask about; none unless the game names some.
    fn item_kinds(&self) -> &'static [ItemKind] {
        &[]
    }

    /// The items in play, kind by kind. They are numbered in this order, whatever the terms.
    fn items(&self) -> Vec<Item> {
        Vec::new()
    }

    /// Whether an item can come up in this set-up.
    fn item_in_play(&self, _item: usize) -> bool {
        true
    }

    /// What an action of the seat to move does with an item.
    fn item_action(&self, _state: &Self::State, _action: Self::Action) -> Option<ItemAction> {
        None
    }

    /// From now on the game keeps to these terms: [`Game::legal_actions`] offers only what they allow,
    /// and a new state begins with what is granted. A game that names items has to.
    fn set_terms(&mut self, _terms: Terms) {}

    /// Makes an item cheaper or dearer for everybody.
    ///
    /// # Errors
    /// Why it cannot have that price.
    fn reprice(&mut self, item: usize, _by: i32) -> Result<(), String> {
        Err(format!("item {item} has no price"))
    }

    /// Whether a seat can be made to begin with an item.
    ///
    /// # Errors
    /// Why not.
    fn can_grant(&self, item: usize) -> Result<(), String> {
        Err(format!("item {item} cannot be given to a seat"))
    }

    /// Writes the short, stable notation of an action; no two legal actions share one.
    fn write_action(&self, state: &Self::State, action: Self::Action, text: &mut String);

    /// The position for a person to read: what `observer` knows, or everything for `None`.
    fn describe(&self, state: &Self::State, observer: Option<Seat>) -> String;

    /// Names of the features that [`Game::features`] fills.
    fn feature_names(&self) -> &'static [&'static str];

    /// What the position is worth to `seat`, feature by feature, from what that seat knows; as
    /// many numbers as [`Game::feature_names`]. A greedy bot weighs and adds them.
    fn features(&self, state: &Self::State, seat: Seat, values: &mut [f32]);

    /// Names of the inputs that [`Game::observe`] fills, by number. One layout serves all numbers of
    /// players and all options of a game; names hold the ids of components, so that other data have other
    /// names.
    fn input_names(&self) -> &[String];

    /// Replaces `inputs` by what `observer` knows of the position: equal for two positions that it cannot
    /// tell apart, and different whenever something that it knows, and that can still matter, differs.
    /// Seats are told in turn order from the observer on.
    fn observe(&self, state: &Self::State, observer: Seat, inputs: &mut Inputs);

    /// The same, where parts that are as they were in the position `before`, to the same observer, may be left
    /// out ([`Inputs::part`]).
    fn observe_after(
        &self,
        _before: &Self::State,
        state: &Self::State,
        observer: Seat,
        inputs: &mut Inputs,
    ) {
        self.observe(state, observer, inputs);
    }

    /// The number below which the [`Game::action_number`]s of all actions lie; the game and its set-up
    /// fix it.
    fn action_bound(&self) -> u32;

    /// The number of an action: two actions have the same one exactly if they have the same notation.
    fn action_number(&self, state: &Self::State, action: Self::Action) -> u32;

    /// Whether `observer` does not see which action the seat to move takes in `state`: it sees that
    /// one is taken, and must not be told its notation. Nobody's own action is hidden from them.
    fn hidden_from(&self, _state: &Self::State, _action: Self::Action, _observer: Seat) -> bool {
        false
    }

    /// The notation of an action as a new string.
    fn action_text(&self, state: &Self::State, action: Self::Action) -> String {
        let mut text = String::new();
        self.write_action(state, action, &mut text);
        text
    }

    /// Reads an action from its notation.
    ///
    /// # Errors
    /// [`ActionError`] if it is none of the legal actions here; it lists them.
    fn parse_action(&self, state: &Self::State, text: &str) -> Result<Self::Action, ActionError> {
        let mut actions = Vec::new();
        self.legal_actions(state, &mut actions);
        if actions.is_empty() {
            return Err(ActionError::GameOver);
        }
        let wanted = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut legal = String::new();
        for &action in &actions {
            let notation = self.action_text(state, action);
            if notation.eq_ignore_ascii_case(&wanted) {
                return Ok(action);
            }
            let separator = if legal.is_empty() { "" } else { ", " };
            let _ = write!(legal, "{separator}{notation}");
        }
        Err(ActionError::NotLegal {
            action: wanted,
            legal,
        })
    }

    /// Applies an action that may be illegal.
    ///
    /// # Errors
    /// [`ActionError`] if it is not legal; the state is then unchanged.
    fn try_apply<C: Chance, L: EventLog>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), ActionError> {
        let mut actions = Vec::new();
        self.legal_actions(state, &mut actions);
        if actions.is_empty() {
            return Err(ActionError::GameOver);
        }
        if !actions.contains(&action) {
            let legal: Vec<String> = actions
                .iter()
                .map(|&legal| self.action_text(state, legal))
                .collect();
            return Err(ActionError::NotLegal {
                action: format!("{action:?}"),
                legal: legal.join(", "),
            });
        }
        self.apply(state, action, chance, log);
        Ok(())
    }
}
