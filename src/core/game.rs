//! What a game promises to every room above it, as four traits whose sum is a [`Game`], and the words they
//! share.
//!
//! [`Rules`] and [`Notation`] have to be written for every game. [`Observation`] and [`Items`] have defaults
//! for everything, so that a game without them says `impl Observation for Nim {}` and `impl Items for Nim {}`;
//! `examples/nim.rs` is a whole one.

use std::collections::BTreeMap;
use std::fmt::{Debug, Write};
use std::hash::Hash;

use thiserror::Error;

use crate::composition::Composition;
use crate::item::{Item, ItemAction, ItemKind, Terms};
use crate::observation::Inputs;
use crate::picture::{Component, Picture, Spot};
pub use crate::random::{Chance, Purpose, Rng};
pub use crate::seat::{MAX_SEATS, Seat};

/// What a game of a campaign leaves for the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequel {
    /// Rule options by name: those with which the next game begins, or of what is left when there is none.
    pub options: BTreeMap<String, String>,
    /// Whether there is a next game; if not, the campaign is over.
    pub goes_on: bool,
}

/// One counted event of a game, for studies of cards, tiles and moments. What `kind` and `item`
/// number is named by [`Notation::EVENT_KINDS`] and [`Notation::event_item`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The seat that did it or to which it happened.
    pub seat: u8,
    /// Round, from 1.
    pub round: u8,
    /// Turn of that seat, from 1; 0 during set-up.
    pub turn: u16,
    /// Index into [`Notation::EVENT_KINDS`].
    pub kind: u8,
    /// Which card, tile or place; named by [`Notation::event_item`].
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

/// The rules of a game with its components and options chosen, as plain functions on a small state.
///
/// They draw chance only through [`Chance`], so the same deal can be replayed, and hidden information is
/// whatever [`Rules::determinize`] resamples.
pub trait Rules: Clone + Send + Sync + Sized + 'static {
    /// One position: a flat copy without heap or references.
    type State: Clone + PartialEq + Send + Sync;
    /// One choice: small and `Copy`.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;

    /// Number of seats that appear in results, an automa's included.
    fn seats(&self) -> usize;

    /// The name under which results list a seat that the rules play themselves (an automa), or
    /// `None` for a seat that a bot plays.
    fn automa(&self, _seat: Seat) -> Option<&str> {
        None
    }

    /// A new game, dealt with `chance`.
    fn new_state<C: Chance, L: EventLog>(&self, chance: &mut C, log: &mut L) -> Self::State;

    /// The seat that decides now, or `None` when the game is over.
    fn to_move(&self, state: &Self::State) -> Option<Seat>;

    /// Replaces the content of `actions` by all legal actions: none twice, and none at all only if
    /// the game is over.
    fn legal_actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>);

    /// Carries out a legal action and everything that follows up to the next decision. In builds
    /// with debug assertions an illegal action panics; actions from outside come by
    /// [`Notation::parse_action`], which refuses it.
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

    /// Whether `observer` does not see which action the seat to move takes in `state`: it sees that
    /// one is taken, and must not be told its notation. Nobody's own action is hidden from them.
    fn hidden_from(&self, _state: &Self::State, _action: Self::Action, _observer: Seat) -> bool {
        false
    }

    /// The score of `seat`: the sum of its categories.
    fn score(&self, state: &Self::State, seat: Seat) -> i32;

    /// Fills the score of `seat` by category; as many numbers as [`Notation::score_categories`].
    fn score_breakdown(&self, state: &Self::State, seat: Seat, categories: &mut [i32]) {
        categories[0] = self.score(state, seat);
    }

    /// Fills the place of every seat, 1 is best, ties share the better place. By score unless the
    /// game says otherwise.
    fn fill_ranks(&self, state: &Self::State, ranks: &mut [u8]) {
        for (seat, rank) in ranks.iter_mut().enumerate() {
            let own = self.score(state, seat);
            let better = (0..self.seats()).filter(|&other| self.score(state, other) > own);
            *rank = 1 + better.count() as u8;
        }
    }

    /// The places that [`Rules::fill_ranks`] fills, as a new list. A game that ranks otherwise than by
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
}

/// What everything in a game is called, and what people read and write of it.
pub trait Notation: Rules {
    /// Name on the command line, such as `maracaibo`.
    const NAME: &'static str;

    /// Names of the event kinds, by [`Event::kind`]; none unless the game counts some.
    const EVENT_KINDS: &'static [&'static str] = &[];

    /// Names of the score categories, 24 at most (a record holds no more); they sum to the score.
    fn score_categories(&self) -> &'static [&'static str] {
        &["score"]
    }

    /// Label of the item of an event, as the data files call it. It depends on kind and item only,
    /// so that it is looked up once for all events of that kind and item.
    fn event_item(&self, event: &Event) -> String {
        event.item.to_string()
    }

    /// Writes the short, stable notation of an action; no two legal actions share one.
    fn write_action(&self, state: &Self::State, action: Self::Action, text: &mut String);

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

    /// What a draw of this purpose is of, and the name of the thing of this number that it can give, as those who tell
    /// draws from outside call it. Things of a purpose have different names.
    fn drawn(&self, _purpose: Purpose, thing: u16) -> (&'static str, String) {
        ("thing", thing.to_string())
    }

    /// What an action does, in words beside its notation and for whoever may know the notation: `Havana, city, sugar or
    /// gold`. Empty if the notation says it all.
    fn explain(&self, _state: &Self::State, _action: Self::Action) -> String {
        String::new()
    }

    /// What an event was, in words for everybody, if it is one that the moves of players do not tell: an automa sails, a
    /// building is revealed. `None` for all others, and for what somebody must not know.
    fn event_words(&self, _event: &Event) -> Option<String> {
        None
    }

    /// Every component that has an id, in words, kind by kind.
    fn catalog(&self) -> Vec<Component> {
        Vec::new()
    }

    /// What a game of a campaign leaves once it is over; `None` before that, and of a game that stands alone.
    fn sequel(&self, _state: &Self::State) -> Option<Sequel> {
        None
    }

    /// What lies on the table, for people to look at: what `observer` knows, or everything for `None`.
    fn picture(&self, _state: &Self::State, _observer: Option<Seat>) -> Picture {
        Picture::default()
    }

    /// The cell of the picture to which a legal action belongs, such as where a ship sails: a click on it may mean the
    /// action. `None` where no cell does.
    fn spot(
        &self,
        _state: &Self::State,
        _action: Self::Action,
        _picture: &Picture,
    ) -> Option<Spot> {
        None
    }

    /// The position for a person to read: what `observer` knows, or everything for `None`.
    fn describe(&self, state: &Self::State, observer: Option<Seat>) -> String;

    /// The position for a program to read, as an object: what `observer` knows and nothing else, or everything
    /// for `None`. Seats are numbered from 1 and components have the ids of the data files. A game that tells
    /// nothing gives an empty object.
    fn position(&self, _state: &Self::State, _observer: Option<Seat>) -> serde_json::Value {
        serde_json::Value::Object(serde_json::Map::new())
    }

    /// The position of these data, as [`Notation::position`] gives them with everything for `None`; based on a new game.
    /// What the data have is checked against what comes out, by whoever calls this.
    ///
    /// # Errors
    /// Where the data are not those of a position, or that the game reads none.
    fn placed(
        &self,
        _dealt: Self::State,
        _position: &serde_json::Value,
    ) -> Result<Self::State, String> {
        Err(format!("positions of {} cannot be entered yet", Self::NAME))
    }

    /// As [`Notation::placed`], of data that may lack what some seat does not see: that is drawn, and agrees with all that they
    /// have. A game in which nothing is hidden has [`Notation::placed`] only.
    ///
    /// # Errors
    /// As [`Notation::placed`].
    fn completed<C: Chance>(
        &self,
        dealt: Self::State,
        position: &serde_json::Value,
        _chance: &mut C,
    ) -> Result<Self::State, String> {
        self.placed(dealt, position)
    }

    /// The seat whose view these data are, if they have keys that only the view of a seat has; `None` for everything.
    fn viewer(&self, _position: &serde_json::Value) -> Option<Seat> {
        None
    }

    /// Whether a game at a real table can be followed by what one seat sees of it.
    ///
    /// # Errors
    /// Why it cannot with these rules, and what would be accepted.
    fn follows_a_seat(&self) -> Result<(), String> {
        Ok(())
    }
}

/// What a position and its actions look like in numbers: to a bot that weighs features, to a network, to a
/// search. A game that says nothing of it has one feature, the score, and no inputs.
pub trait Observation: Rules {
    /// Names of the features that [`Observation::features`] fills.
    const FEATURE_NAMES: &'static [&'static str] = &["score"];

    /// What the position is worth to `seat`, feature by feature, from what that seat knows; as
    /// many numbers as [`Observation::FEATURE_NAMES`]. A greedy bot weighs and adds them.
    fn features(&self, state: &Self::State, seat: Seat, values: &mut [f32]) {
        values[0] = self.score(state, seat) as f32;
    }

    /// The part of the game that is still to come for `seat`, as far as can be told: 1 when it begins, 0 when
    /// it ends, and 0 throughout in a game that does not tell. What features weigh may depend on it.
    fn remaining(&self, _state: &Self::State, _seat: Seat) -> f32 {
        0.0
    }

    /// Names of the inputs that [`Observation::observe`] fills, by number. One layout serves all numbers of
    /// players and all options of a game, but for what [`Observation::is_of_some_games`] names; names hold
    /// the ids of components, so that other data have other names.
    fn input_names(&self) -> &[String] {
        &[]
    }

    /// Whether an input is there only in games with some option. A network may play them without it.
    fn is_of_some_games(&self, _input: &str) -> bool {
        false
    }

    /// What the components do that inputs and actions name by their ids; nothing if the game does not tell.
    fn composition(&self) -> Composition {
        Composition::default()
    }

    /// [`Observation::composition`] under the same settings with the components that ship with the program, or
    /// `None` if they are those of this game.
    fn shipped_composition(&self) -> Option<Composition> {
        None
    }

    /// Whether the components are not those that ship with the program: only then are the compositions compared.
    fn has_other_components(&self) -> bool {
        false
    }

    /// Replaces `inputs` by what `observer` knows of the position: equal for two positions that it cannot
    /// tell apart, and different whenever something that it knows, and that can still matter, differs.
    /// Seats are told in turn order from the observer on.
    fn observe(&self, _state: &Self::State, _observer: Seat, inputs: &mut Inputs) {
        inputs.clear();
    }

    /// The same as all inputs by number, those that are zero, too; `inputs` may be used on the way.
    fn observe_row(
        &self,
        state: &Self::State,
        observer: Seat,
        inputs: &mut Inputs,
        values: &mut [f32],
    ) {
        self.observe(state, observer, inputs);
        values.fill(0.0);
        for input in inputs.list() {
            values[usize::from(input.number)] = input.value;
        }
    }

    /// The same, where parts that are as they were in the position `before`, to the same observer, may be left
    /// out ([`Inputs::part`]). `before` is any position of this game or of another one by the same rules,
    /// under whatever [`Terms`].
    fn observe_after(
        &self,
        _before: &Self::State,
        state: &Self::State,
        observer: Seat,
        inputs: &mut Inputs,
    ) {
        self.observe(state, observer, inputs);
    }

    /// The number below which the [`Observation::action_number`]s of all actions lie; the game and its set-up
    /// fix it. It is 0 for a game that does not number its actions.
    fn action_bound(&self) -> u32 {
        0
    }

    /// The number of an action: two actions have the same one exactly if they have the same notation.
    fn action_number(&self, _state: &Self::State, _action: Self::Action) -> u32 {
        0
    }

    /// The number below which the [`Observation::policy_number`]s of all actions lie.
    fn policy_bound(&self) -> u32 {
        self.action_bound()
    }

    /// The number of an action to a learnt policy: the same in every set-up of a data set, as one policy may serve
    /// several. Actions that a policy need not tell apart may share one.
    fn policy_number(&self, state: &Self::State, action: Self::Action) -> u32 {
        self.action_number(state, action)
    }

    /// Counts what policy numbers have meant so far: higher by one whenever they get another meaning, so that a policy
    /// that was learnt by earlier ones is not misread.
    fn policy_edition(&self) -> u32 {
        1
    }

    /// The kind of an action, as a number: a search may choose a kind first and then one of its
    /// actions. One kind for all unless the game tells them apart.
    fn action_kind(&self, _action: Self::Action) -> u8 {
        0
    }
}

/// The components that studies may ask about one by one, withhold, grant and reprice; none unless the game
/// names some.
pub trait Items: Rules {
    /// Kinds of the items.
    const ITEM_KINDS: &'static [ItemKind] = &[];

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

    /// The terms that the game keeps to.
    fn terms(&self) -> &Terms {
        &Terms::FREE
    }

    /// From now on the game keeps to these terms: [`Rules::legal_actions`] offers only what they allow, by
    /// [`Items::keep_to_terms`], and a new state begins with what is granted. A game that names items has
    /// to.
    fn set_terms(&mut self, _terms: Terms) {}

    /// Leaves of the legal actions those that the terms allow: what [`Rules::legal_actions`] of a game with
    /// items ends with.
    #[inline]
    fn keep_to_terms(&self, state: &Self::State, actions: &mut Vec<Self::Action>) {
        if self.terms().is_active()
            && let Some(seat) = self.to_move(state)
        {
            let item_of = |action| self.item_action(state, action);
            self.terms().restrict(seat, actions, item_of);
        }
    }

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

    /// Whether a seat can be made to begin with more money.
    ///
    /// # Errors
    /// Why not.
    fn can_handicap(&self) -> Result<(), String> {
        Err("nobody begins with money".to_string())
    }
}

/// The traits, for code that plays a game of one type.
pub mod prelude {
    pub use super::{Game, Items, Notation, Observation, Rules};
}

/// A strategy board game: all that the rooms above ask of one.
pub trait Game: Rules + Notation + Observation + Items {}

impl<G: Rules + Notation + Observation + Items> Game for G {}

/// What a game says of itself as it is set up, for code that is not compiled for each game.
///
/// Everything in it is of one of the four traits, so that code for a game of one type has no need of it.
pub trait About: Send + Sync {
    /// As [`Notation::NAME`].
    fn name(&self) -> &'static str;
    /// As [`Rules::seats`].
    fn seats(&self) -> usize;
    /// As [`Rules::automa`].
    fn automa(&self, seat: Seat) -> Option<&str>;
    /// As [`Notation::score_categories`].
    fn score_categories(&self) -> &'static [&'static str];
    /// As [`Notation::catalog`].
    fn catalog(&self) -> Vec<Component>;
    /// As [`Observation::FEATURE_NAMES`].
    fn feature_names(&self) -> &'static [&'static str];
    /// As [`Observation::input_names`].
    fn input_names(&self) -> &[String];
    /// As [`Observation::is_of_some_games`].
    fn is_of_some_games(&self, input: &str) -> bool;
    /// As [`Observation::composition`].
    fn composition(&self) -> Composition;
    /// As [`Observation::shipped_composition`].
    fn shipped_composition(&self) -> Option<Composition>;
    /// As [`Observation::has_other_components`].
    fn has_other_components(&self) -> bool;
    /// As [`Observation::action_bound`].
    fn action_bound(&self) -> u32;
    /// As [`Observation::policy_bound`].
    fn policy_bound(&self) -> u32;
    /// As [`Observation::policy_edition`].
    fn policy_edition(&self) -> u32;
    /// As [`Items::ITEM_KINDS`].
    fn item_kinds(&self) -> &'static [ItemKind];
    /// As [`Items::items`].
    fn items(&self) -> Vec<Item>;
    /// As [`Items::item_in_play`].
    fn item_in_play(&self, item: usize) -> bool;
    /// As [`Items::can_grant`].
    ///
    /// # Errors
    /// Why not.
    fn can_grant(&self, item: usize) -> Result<(), String>;
    /// As [`Items::can_handicap`].
    ///
    /// # Errors
    /// Why not.
    fn can_handicap(&self) -> Result<(), String>;
}

impl<G: Game> About for G {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn seats(&self) -> usize {
        Rules::seats(self)
    }

    fn automa(&self, seat: Seat) -> Option<&str> {
        Rules::automa(self, seat)
    }

    fn score_categories(&self) -> &'static [&'static str] {
        Notation::score_categories(self)
    }

    fn catalog(&self) -> Vec<Component> {
        Notation::catalog(self)
    }

    fn feature_names(&self) -> &'static [&'static str] {
        G::FEATURE_NAMES
    }

    fn input_names(&self) -> &[String] {
        Observation::input_names(self)
    }

    fn is_of_some_games(&self, input: &str) -> bool {
        Observation::is_of_some_games(self, input)
    }

    fn composition(&self) -> Composition {
        Observation::composition(self)
    }

    fn shipped_composition(&self) -> Option<Composition> {
        Observation::shipped_composition(self)
    }

    fn has_other_components(&self) -> bool {
        Observation::has_other_components(self)
    }

    fn action_bound(&self) -> u32 {
        Observation::action_bound(self)
    }

    fn policy_bound(&self) -> u32 {
        Observation::policy_bound(self)
    }

    fn policy_edition(&self) -> u32 {
        Observation::policy_edition(self)
    }

    fn item_kinds(&self) -> &'static [ItemKind] {
        G::ITEM_KINDS
    }

    fn items(&self) -> Vec<Item> {
        Items::items(self)
    }

    fn item_in_play(&self, item: usize) -> bool {
        Items::item_in_play(self, item)
    }

    fn can_grant(&self, item: usize) -> Result<(), String> {
        Items::can_grant(self, item)
    }

    fn can_handicap(&self) -> Result<(), String> {
        Items::can_handicap(self)
    }
}
