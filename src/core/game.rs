//! The interface between games and the rest of the toolkit: six traits that together form a [`Game`], and their shared types.
//!
//! Every game must implement [`Rules`], [`Notation`] and [`View`]. [`Words`], [`Encoding`] and [`Items`] have defaults for all
//! methods, so a game that does not need them declares `impl Words for Draft {}` and so on. `examples/draft.rs` is a complete
//! example.

use std::collections::BTreeMap;
use std::fmt::{Debug, Write};
use std::hash::Hash;

use thiserror::Error;

use crate::component_encoding::ComponentEncoding;
use crate::encoding::Inputs;
use crate::entering::difference;
use crate::item::{Item, ItemAction, ItemKind, Terms};
pub use crate::phrase::Phrase;
use crate::picture::{Component, Picture, Spot};
pub use crate::random::{Chance, Purpose, Rng};
pub use crate::seat::{MAX_SEATS, Seat, places_after};

/// State that one game of a campaign passes on to the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequel {
    /// Rule options by name with which the next game begins; the final values if the campaign is over.
    pub options: BTreeMap<String, String>,
    /// True if another game follows; false if the campaign is over.
    pub goes_on: bool,
}

/// One counted event of a game, used by studies of cards, tiles and key moments. [`Words::EVENT_KINDS`] names `kind`, and
/// [`Words::event_item`] names `item`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Seat that caused the event or was affected by it.
    pub seat: u8,
    /// Round number, from 1.
    pub round: u8,
    /// Turn number of that seat, from 1; 0 during set-up.
    pub turn: u16,
    /// Index into [`Words::EVENT_KINDS`].
    pub kind: u8,
    /// Number of the card, tile or place; [`Words::event_item`] returns its name.
    pub item: u16,
    /// Amount associated with the event, such as the price paid.
    pub value: i32,
}

/// Receiver of the events of a game. `()` discards them at no cost.
pub trait EventLog {
    /// Records one event.
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

/// Reason why an action from a file or a user was rejected. The state remains unchanged.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ActionError {
    /// The game is over.
    #[error("the game is over: no action is possible")]
    GameOver,
    /// The action is not legal in this state.
    #[error("\"{action}\" is not a legal action here; legal: {legal}")]
    NotLegal {
        /// The rejected action text.
        action: String,
        /// The legal actions in notation, separated by commas.
        legal: String,
    },
}

/// The rules of a game, with components and options fixed, as pure functions on a small state.
///
/// Rules draw random numbers only through [`Chance`], so a deal can be replayed. Hidden information is exactly what
/// [`Rules::determinize`] resamples.
pub trait Rules: Clone + Send + Sync + Sized + 'static {
    /// Game state: a flat value without heap allocations or references.
    type State: Clone + PartialEq + Send + Sync;
    /// A decision of one seat: small and `Copy`.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;

    /// Number of seats that appear in results, including the seat of an automa.
    fn seats(&self) -> usize;

    /// Returns the name under which results list a seat that the rules play themselves (an automa), or `None` for a seat that a
    /// bot plays.
    fn automa(&self, _seat: Seat) -> Option<&str> {
        None
    }

    /// Returns the initial state of a game dealt with `chance`.
    fn new_state<C: Chance, L: EventLog>(&self, chance: &mut C, log: &mut L) -> Self::State;

    /// Returns the seat to move, or `None` if the game is over.
    fn to_move(&self, state: &Self::State) -> Option<Seat>;

    /// Replaces the content of `actions` with all legal actions, without duplicates. The list is empty only if the game is
    /// over.
    fn legal_actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>);

    /// Applies a legal action and everything that follows up to the next decision. Builds with debug assertions panic on an
    /// illegal action; [`Notation::parse_action`] validates actions from outside.
    fn apply<C: Chance, L: EventLog>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        chance: &mut C,
        log: &mut L,
    );

    /// Resamples everything that `observer` cannot know, consistent with everything it does know. The result depends only on
    /// the observer's information and on `rng`: two states that the observer cannot distinguish become the same state.
    fn determinize(&self, state: &mut Self::State, observer: Seat, rng: &mut Rng);

    /// Returns true if `observer` does not see the action that the seat to move takes in `state`: it sees that an action is
    /// taken, but must not receive its notation. A seat's own actions are never hidden from it.
    fn hidden_from(&self, _state: &Self::State, _action: Self::Action, _observer: Seat) -> bool {
        false
    }

    /// Returns the score of `seat`: the sum of its score categories.
    fn score(&self, state: &Self::State, seat: Seat) -> i32;

    /// Fills in the score of `seat` by category, in the order of [`Words::score_categories`].
    fn score_breakdown(&self, state: &Self::State, seat: Seat, categories: &mut [i32]) {
        categories[0] = self.score(state, seat);
    }

    /// Fills in the rank of every seat: 1 is best, and ties share the better rank. The default ranks by score.
    fn fill_ranks(&self, state: &Self::State, ranks: &mut [u8]) {
        for (seat, rank) in ranks.iter_mut().enumerate() {
            let own = self.score(state, seat);
            let better = (0..self.seats()).filter(|&other| self.score(state, other) > own);
            *rank = 1 + better.count() as u8;
        }
    }

    /// Returns the ranks from [`Rules::fill_ranks`] as a new list. A game with a different ranking overrides `fill_ranks`, not
    /// this method.
    fn ranks(&self, state: &Self::State) -> Vec<u8> {
        let mut ranks = vec![0; self.seats()];
        self.fill_ranks(state, &mut ranks);
        ranks
    }

    /// Returns true if a finished game was stopped by a length limit without an outcome. Such a game has no winner, regardless
    /// of the ranks.
    fn capped(&self, _state: &Self::State) -> bool {
        false
    }

    /// Returns the number of turns that `seat` has begun.
    fn turns(&self, state: &Self::State, seat: Seat) -> u32;

    /// Returns the number of rounds that have begun. In a game without rounds, a round is one turn of every seat.
    fn round(&self, state: &Self::State) -> u32 {
        let turns = (0..self.seats()).map(|seat| self.turns(state, seat));
        turns.max().unwrap_or(0)
    }

    /// Returns the state that a finished campaign game passes on to the next one; `None` for unfinished games and games outside
    /// a campaign.
    fn sequel(&self, _state: &Self::State) -> Option<Sequel> {
        None
    }
}

/// Text of moves: the notation that users type and files store, and the title and effect that users read.
pub trait Notation: Rules {
    /// Name of the game on the command line, such as `maracaibo`.
    const NAME: &'static str;

    /// Adds the parts of an action, and its effect, to an empty phrase. The notation of the phrase is short and stable, and no
    /// two legal actions share a notation. The phrase is shown only to observers who may see the action.
    fn phrase(&self, state: &Self::State, action: Self::Action, phrase: &mut Phrase);

    /// Returns the complete phrase of an action.
    fn phrase_of(&self, state: &Self::State, action: Self::Action) -> Phrase {
        let mut phrase = Phrase::default();
        self.phrase(state, action, &mut phrase);
        phrase
    }

    /// Returns the notation of an action.
    fn action_text(&self, state: &Self::State, action: Self::Action) -> String {
        let mut phrase = Phrase::brief();
        self.phrase(state, action, &mut phrase);
        phrase.notation()
    }

    /// Parses an action from its notation.
    ///
    /// # Errors
    /// [`ActionError`] if the action is not legal in this state; the error lists the legal actions.
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

    /// Returns the type and the name of a drawn object, as used to specify draws from outside. `thing` is its number; names are
    /// unique within a purpose.
    fn drawn(&self, _purpose: Purpose, thing: u16) -> (&'static str, String) {
        ("thing", thing.to_string())
    }
}

/// Names of the events and score categories that studies count, and text for components and events.
pub trait Words: Rules {
    /// Names of the event kinds, indexed by [`Event::kind`]; empty if the game counts no events.
    const EVENT_KINDS: &'static [&'static str] = &[];

    /// Returns the names of the score categories, at most 24 (the limit of a record); their values sum to the score.
    fn score_categories(&self) -> &'static [&'static str] {
        &["score"]
    }

    /// Returns the label of the item of an event, as used in the data files. It depends only on kind and item, so callers look
    /// it up once per pair.
    fn event_item(&self, event: &Event) -> String {
        event.item.to_string()
    }

    /// Describes an event in words if it is public and does not follow from the players' actions: an automa sails, a building
    /// is revealed. Returns `None` for all other events.
    fn event_words(&self, _event: &Event) -> Option<String> {
        None
    }

    /// Lists every component that has an id, grouped by kind.
    fn catalog(&self) -> Vec<Component> {
        Vec::new()
    }
}

/// Output of positions as text, data and pictures, and input of positions.
pub trait View: Notation {
    /// Describes the state in text, as `observer` sees it, or with full information for `None`.
    fn describe(&self, state: &Self::State, observer: Option<Seat>) -> String;

    /// Draws the table as `observer` sees it, or with full information for `None`.
    fn picture(&self, _state: &Self::State, _observer: Option<Seat>) -> Picture {
        Picture::default()
    }

    /// Returns the picture cell to which a legal action belongs, such as the destination of a ship, so that a click on the cell
    /// can select the action. `None` if the action has no cell.
    fn spot(
        &self,
        _state: &Self::State,
        _action: Self::Action,
        _picture: &Picture,
    ) -> Option<Spot> {
        None
    }

    /// Returns the state as a JSON object containing exactly what `observer` knows, or full information for `None`. Seats are
    /// numbered from 1, and components have the ids of the data files. The default is an empty object.
    fn position(&self, _state: &Self::State, _observer: Option<Seat>) -> serde_json::Value {
        serde_json::Value::Object(serde_json::Map::new())
    }

    /// Builds the state described by a JSON position (see [`View::position`]), starting from the newly dealt state
    /// `dealt`. Information that the view of a seat does not contain is drawn with `chance`, consistent with the rest.
    /// [`View::entered`] compares the result with the input.
    ///
    /// # Errors
    /// A message if the data do not describe a valid position, or if the game does not support entering positions.
    fn completed<C: Chance>(
        &self,
        _dealt: Self::State,
        _position: &serde_json::Value,
        _chance: &mut C,
    ) -> Result<Self::State, String> {
        Err(format!("positions of {} cannot be entered yet", Self::NAME))
    }

    /// Like [`View::completed`], but also checks that the view of the state agrees with the position.
    ///
    /// # Errors
    /// The errors of [`View::completed`], or the path of the first difference.
    fn entered<C: Chance>(
        &self,
        dealt: Self::State,
        position: &serde_json::Value,
        chance: &mut C,
    ) -> Result<Self::State, String> {
        let state = self.completed(dealt, position, chance)?;
        match difference(position, &self.position(&state, self.viewer(position))) {
            None => Ok(state),
            Some(difference) => Err(difference),
        }
    }

    /// Returns the complete state as text, for [`View::restored`]; `None` if the game does not support it.
    fn stored(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// Returns the state that [`View::stored`] wrote. Only text from a game with the same options and data describes a
    /// valid state.
    ///
    /// # Errors
    /// A message if the text is not a state, or if the game does not support it.
    fn restored(&self, _text: &str) -> Result<Self::State, String> {
        Err(format!("states of {} cannot be restored yet", Self::NAME))
    }

    /// Returns the seat whose view the position is, if it has keys that only occur in the view of a seat; `None` for full
    /// information.
    fn viewer(&self, _position: &serde_json::Value) -> Option<Seat> {
        None
    }

    /// Exchanges the components with these names if `observer` does not know the place of either one and each could
    /// be at the place of the other. Returns true if the state has changed; the view of `observer` does not change.
    /// Sessions that follow a physical table use this method; with the default, they rely on random sampling alone.
    fn exchange(
        &self,
        _state: &mut Self::State,
        _observer: Seat,
        _one: &str,
        _other: &str,
    ) -> bool {
        false
    }

    /// Checks that a game at a physical table can be followed from the view of one seat.
    ///
    /// # Errors
    /// The reason why these rules do not support it, and which rules do.
    fn follows_a_seat(&self) -> Result<(), String> {
        Ok(())
    }
}

/// Numeric encoding of states and actions: features for weighted bots, inputs for networks, and action indices. By default a
/// game has one feature, the score, and no inputs.
pub trait Encoding: Rules {
    /// Names of the features that [`Encoding::features`] fills.
    const FEATURE_NAMES: &'static [&'static str] = &["score"];

    /// Fills in the features of the state for `seat`, based only on what the seat knows, in the order of
    /// [`Encoding::FEATURE_NAMES`]. A greedy bot computes their weighted sum.
    fn features(&self, state: &Self::State, seat: Seat, values: &mut [f32]) {
        values[0] = self.score(state, seat) as f32;
    }

    /// Returns the names of the inputs that [`Encoding::observe`] fills in, by index. One layout covers all player counts
    /// and options of a game, except for inputs named by [`Encoding::is_of_some_games`]. Names contain component ids, so
    /// they depend on the data set.
    fn input_names(&self) -> &[String] {
        &[]
    }

    /// Returns true if an input exists only with certain options. A network that was trained without such inputs may
    /// still play games that have them.
    fn is_of_some_games(&self, _input: &str) -> bool {
        false
    }

    /// Returns the effects of the components that inputs and actions refer to by id; empty if the game does not provide them.
    fn composition(&self) -> ComponentEncoding {
        ComponentEncoding::default()
    }

    /// Returns [`Encoding::composition`] for the same settings with the embedded components, or `None` if the game already
    /// uses them.
    fn shipped_composition(&self) -> Option<ComponentEncoding> {
        None
    }

    /// Returns true if the game does not use the embedded components. Compositions are compared only for such games.
    fn has_other_components(&self) -> bool {
        false
    }

    /// Replaces `inputs` with the observer's encoding of the state. The encoding is equal for two states that the observer
    /// cannot distinguish, and differs whenever relevant information known to the observer differs. Seats are encoded in turn
    /// order, starting with the observer.
    fn observe(&self, _state: &Self::State, _observer: Seat, inputs: &mut Inputs) {
        inputs.clear();
    }

    /// Fills in a dense row, including zeros. Without `columns`, the row contains all inputs. Otherwise `columns`
    /// contains the column of each input, and inputs with a column past the end of the row are skipped. `inputs` is
    /// scratch space.
    fn observe_row(
        &self,
        state: &Self::State,
        observer: Seat,
        inputs: &mut Inputs,
        values: &mut [f32],
        columns: Option<&[u16]>,
    ) {
        self.observe(state, observer, inputs);
        values.fill(0.0);
        for input in inputs.list() {
            let input_index = usize::from(input.number);
            let column = columns.map_or(input_index, |columns| columns[input_index].into());
            if let Some(place) = values.get_mut(column) {
                *place = input.value;
            }
        }
    }

    /// Like [`Encoding::observe`], but may omit parts that are unchanged since the state `before`, for the same observer
    /// ([`Inputs::part`]). `before` is any state of this game, or of another game with the same rules and any [`Terms`].
    fn observe_after(
        &self,
        _before: &Self::State,
        state: &Self::State,
        observer: Seat,
        inputs: &mut Inputs,
    ) {
        self.observe(state, observer, inputs);
    }

    /// Returns an exclusive upper bound of [`Encoding::action_index`], fixed by game and set-up; 0 if the game does not
    /// number its actions.
    fn action_bound(&self) -> u32 {
        0
    }

    /// Returns the index of an action: two actions have the same index if and only if they have the same notation.
    fn action_index(&self, _state: &Self::State, _action: Self::Action) -> u32 {
        0
    }

    /// Returns an exclusive upper bound of [`Encoding::policy_slot`].
    fn policy_slots(&self) -> u32 {
        self.action_bound()
    }

    /// Returns the index of an action for a learned policy. It is the same in every set-up of a data set, because one policy
    /// may serve several set-ups. Actions that a policy does not need to distinguish may share an index.
    fn policy_slot(&self, state: &Self::State, action: Self::Action) -> u32 {
        self.action_index(state, action)
    }

    /// Returns the version of the policy indices. It increases whenever an index changes its meaning, so that a policy trained
    /// with older indices is not misread.
    fn policy_layout_version(&self) -> u32 {
        1
    }
}

/// Components that studies can evaluate individually by withholding, granting or repricing them. By default a game has no
/// items.
pub trait Items: Rules {
    /// Kinds of items, such as cards or buildings.
    const ITEM_KINDS: &'static [ItemKind] = &[];

    /// Returns the items of the game, grouped by kind. Items are numbered in this order, regardless of the terms.
    fn items(&self) -> Vec<Item> {
        Vec::new()
    }

    /// Returns true if an item can appear in this set-up.
    fn item_in_play(&self, _item: usize) -> bool {
        true
    }

    /// Returns the effect of an action of the seat to move on an item, or `None` if it involves no item.
    fn item_action(&self, _state: &Self::State, _action: Self::Action) -> Option<ItemAction> {
        None
    }

    /// Returns the terms in force.
    fn terms(&self) -> &Terms {
        &Terms::FREE
    }

    /// Sets the terms in force. [`Rules::legal_actions`] then offers only actions that the terms allow (see
    /// [`Items::keep_to_terms`]), and the terms' grants apply to new states. Games with items must implement this
    /// method.
    fn set_terms(&mut self, _terms: Terms) {}

    /// Removes the legal actions that the terms forbid. In a game with items, [`Rules::legal_actions`] calls this method last.
    #[inline]
    fn keep_to_terms(&self, state: &Self::State, actions: &mut Vec<Self::Action>) {
        if self.terms().is_active()
            && let Some(seat) = self.to_move(state)
        {
            let item_of = |action| self.item_action(state, action);
            self.terms().restrict(seat, actions, item_of);
        }
    }

    /// Changes the price of an item for all seats by `_by`.
    ///
    /// # Errors
    /// The reason why the item cannot have that price.
    fn reprice(&mut self, item: usize, _by: i32) -> Result<(), String> {
        Err(format!("item {item} has no price"))
    }

    /// Checks that a seat can begin the game with an item.
    ///
    /// # Errors
    /// The reason why it cannot.
    fn can_grant(&self, item: usize) -> Result<(), String> {
        Err(format!("item {item} cannot be given to a seat"))
    }

    /// Checks that a seat can begin the game with additional money.
    ///
    /// # Errors
    /// The reason why it cannot.
    fn can_handicap(&self) -> Result<(), String> {
        Err("no seat begins with money".to_string())
    }
}

/// The traits to import in code that plays a game of a concrete type.
pub mod prelude {
    pub use super::{Encoding, Game, Items, Notation, Rules, View, Words};
}

/// A strategy board game: the traits that the rest of the toolkit requires.
pub trait Game: Rules + Notation + Words + View + Encoding + Items {}

impl<G: Rules + Notation + Words + View + Encoding + Items> Game for G {}

/// Type-erased information about a configured game, for code that is not generic over games.
///
/// All methods forward to one of the traits, so generic code does not need this trait.
pub trait GameInfo: Send + Sync {
    /// See [`Notation::NAME`].
    fn name(&self) -> &'static str;
    /// See [`Rules::seats`].
    fn seats(&self) -> usize;
    /// See [`Rules::automa`].
    fn automa(&self, seat: Seat) -> Option<&str>;
    /// See [`Words::score_categories`].
    fn score_categories(&self) -> &'static [&'static str];
    /// See [`Words::EVENT_KINDS`].
    fn event_kinds(&self) -> &'static [&'static str];
    /// See [`Words::catalog`].
    fn catalog(&self) -> Vec<Component>;
    /// See [`Encoding::FEATURE_NAMES`].
    fn feature_names(&self) -> &'static [&'static str];
    /// See [`Encoding::input_names`].
    fn input_names(&self) -> &[String];
    /// See [`Encoding::is_of_some_games`].
    fn is_of_some_games(&self, input: &str) -> bool;
    /// See [`Encoding::composition`].
    fn composition(&self) -> ComponentEncoding;
    /// See [`Encoding::shipped_composition`].
    fn shipped_composition(&self) -> Option<ComponentEncoding>;
    /// See [`Encoding::has_other_components`].
    fn has_other_components(&self) -> bool;
    /// See [`Encoding::action_bound`].
    fn action_bound(&self) -> u32;
    /// See [`Encoding::policy_slots`].
    fn policy_slots(&self) -> u32;
    /// See [`Encoding::policy_layout_version`].
    fn policy_layout_version(&self) -> u32;
    /// See [`Items::ITEM_KINDS`].
    fn item_kinds(&self) -> &'static [ItemKind];
    /// See [`Items::items`].
    fn items(&self) -> Vec<Item>;
    /// See [`Items::item_in_play`].
    fn item_in_play(&self, item: usize) -> bool;
    /// See [`Items::can_grant`].
    ///
    /// # Errors
    /// The reason why the item cannot be granted.
    fn can_grant(&self, item: usize) -> Result<(), String>;
    /// See [`Items::can_handicap`].
    ///
    /// # Errors
    /// The reason why a handicap is not possible.
    fn can_handicap(&self) -> Result<(), String>;
}

impl<G: Game> GameInfo for G {
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
        Words::score_categories(self)
    }

    fn event_kinds(&self) -> &'static [&'static str] {
        G::EVENT_KINDS
    }

    fn catalog(&self) -> Vec<Component> {
        Words::catalog(self)
    }

    fn feature_names(&self) -> &'static [&'static str] {
        G::FEATURE_NAMES
    }

    fn input_names(&self) -> &[String] {
        Encoding::input_names(self)
    }

    fn is_of_some_games(&self, input: &str) -> bool {
        Encoding::is_of_some_games(self, input)
    }

    fn composition(&self) -> ComponentEncoding {
        Encoding::composition(self)
    }

    fn shipped_composition(&self) -> Option<ComponentEncoding> {
        Encoding::shipped_composition(self)
    }

    fn has_other_components(&self) -> bool {
        Encoding::has_other_components(self)
    }

    fn action_bound(&self) -> u32 {
        Encoding::action_bound(self)
    }

    fn policy_slots(&self) -> u32 {
        Encoding::policy_slots(self)
    }

    fn policy_layout_version(&self) -> u32 {
        Encoding::policy_layout_version(self)
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
