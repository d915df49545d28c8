//! Endeavor: Age of Sail (Carl de Visser and Jarratt Gray, 2018; the base game without Exploits) for
//! two to five players, with Silent Fleets, the variant for two.
//!
//! The files follow the rulebook: set-up, rounds (Build, Growth, Salary), the Action phase (`play`,
//! `legal`), its actions (`sites` for ship, occupy, attack and links; `cards` for draw and discard),
//! silent fleets, scoring. Rules are cited by the numbers of
//! `docs/rules/endeavor.md` (`EN-5.3`; `EN-A…` rulings, `EN-E…` examples).
//!
//! # Decision model
//! One decision is one choice by one seat from a list; what follows without a choice is carried
//! out at once.
//!
//! * **Start player**: seat 1 has the crown first (EN-2.8). Experiments play every deal in every
//!   seating, so no bot gains by it, and what the first seat is worth can be seen.
//! * **Start tile, Build, scarce buildings**: one decision each.
//! * **Salary**: disc by disc, in ascending order of kinds, so that every set of discs can be paid in
//!   exactly one way. As many as possible are paid (EN-A5), because a disc in the harbor can do all
//!   that one on a building can; without a choice there is no decision.
//! * **A turn** is first its source: a building, an action token, or pass. Then action by action with
//!   its target, from one list of everything that the source still offers: the actions of a `+`
//!   building in any order, each at most once, with `stop` after the first one; exactly one action of
//!   a `/` building or a token. The turn ends by itself when nothing is left that could be done.
//!   A source can be chosen only if one of its actions is possible then (EN-A6).
//! * **Monument**: the owner of a casualty names the attribute, the attacker first (EN-A24).
//! * **Silent Fleets**: one decision for which action of the turn is reacted to and where; `fleets
//!   rest` picks an action that leads to nothing (EN-11.6, EN-A25).
//! * **Discard**: who has a governor names the card in the governor space or none, then card by card.
//!
//! What was folded together, and why no strategic option is lost:
//! * Buildings of one kind that hold a disc, and those that do not, are interchangeable and offered
//!   once.
//! * Growth has no choice in it. Where cards lie does not matter before the Discard phase (EN-A9).
//! * A card is named without saying whether it comes from its deck or from the discard pile,
//!   because it is only in one place.
//!
//! Turns cannot go round in circles: each needs a free activation space or a token, only paying
//! frees spaces, and the discs of buildings that pay stay where they are until the Salary phase
//! (EN-A11, demanded of every data set).

pub mod action;
mod cards;
pub mod components;
mod composition;
mod describe;
pub mod events;
mod explain;
mod features;
mod forms;
mod found;
mod items;
mod legal;
pub mod load;
mod lookups;
mod notation;
mod numbers;
mod observation;
pub mod options;
mod perturb;
mod picture;
mod placed;
mod placed_choice;
mod placed_totals;
mod play;
mod position;
mod rounds;
mod ruleset;
mod scoring;
mod setup;
mod silent_fleets;
mod sites;
pub mod state;
mod texts;

use action::Action;
use components::{Board, Components};
use numbers::Numbers;
use observation::AllInputs;
use options::Options;
use play::Play;
use ruleset::Ruleset;
use state::{Phase, ROUNDS, State};

use std::sync::Arc;

use crate::composition::Composition;
use crate::game::{
    Chance, Event, EventLog, Items, Notation, Observation, Purpose, Rng, Rules, Seat,
};
use crate::item::{Item, ItemAction, ItemKind, Terms};
use crate::observation::Inputs;
use crate::picture::{Component, Picture, Spot};
use crate::setup::{GameEntry, GameSetup, SetupError};

/// Endeavor in the registry.
pub static ENTRY: GameEntry = GameEntry {
    name: "endeavor",
    title: "Endeavor: Age of Sail",
    summary: "Carl de Visser and Jarratt Gray, 2018: build, ship, occupy and link cities around the world",
    players: 2..=5,
    options: options::OPTIONS,
    files: load::FILES,
    optional_files: &[],
    amounts: events::AMOUNTS,
    event_components: &[],
    check: load::check,
    variations: perturb::VARIATIONS,
    forms: forms::FORMS,
    provenance: load::provenance,
    position: crate::position::schema::<position::Position>,
};

/// The game: its rules, and how it is observed and its actions are numbered.
#[derive(Clone, Debug)]
pub struct Endeavor {
    /// Shared by all games of the same settings: what differs from game to game is in the state.
    ruleset: Arc<Ruleset>,
    inputs: Arc<AllInputs>,
    numbers: Numbers,
    /// The same with the components that ship, if these are others.
    shipped: Option<Arc<GameSetup>>,
}

impl Endeavor {
    /// Sets up the rules.
    ///
    /// # Errors
    /// [`SetupError`] if an option or the data set is not accepted.
    pub fn new(setup: &GameSetup) -> Result<Endeavor, SetupError> {
        let ruleset = Ruleset::new(setup)?;
        let (components, options) = (&ruleset.components, &ruleset.options);
        Ok(Endeavor {
            inputs: Arc::new(AllInputs::new(components, options)),
            numbers: Numbers::new(components, options.side),
            shipped: ENTRY.shipped_instead(setup).map(Arc::new),
            ruleset: Arc::new(ruleset),
        })
    }

    /// The components.
    pub fn components(&self) -> &Components {
        &self.ruleset.components
    }

    /// The side of the board that is in play.
    pub fn board(&self) -> &Board {
        &self.ruleset.board
    }

    /// The rule options.
    pub fn options(&self) -> &Options {
        &self.ruleset.options
    }
}

impl Rules for Endeavor {
    type State = State;
    type Action = Action;

    fn seats(&self) -> usize {
        self.ruleset.players
    }

    fn new_state<C: Chance, L: EventLog>(&self, chance: &mut C, _log: &mut L) -> State {
        self.ruleset.deal(chance)
    }

    #[inline]
    fn to_move(&self, state: &State) -> Option<Seat> {
        state.decides()
    }

    #[inline]
    fn legal_actions(&self, state: &State, actions: &mut Vec<Action>) {
        actions.clear();
        self.ruleset.list(state, actions);
        self.keep_to_terms(state, actions);
    }

    #[inline]
    fn apply<C: Chance, L: EventLog>(
        &self,
        state: &mut State,
        action: Action,
        _chance: &mut C,
        log: &mut L,
    ) {
        #[cfg(debug_assertions)]
        self.ruleset.assert_legal(state, action);
        Play {
            game: &self.ruleset,
            state,
            log,
        }
        .apply(action);
    }

    /// EN-2.11: nothing is hidden, and there is no chance after set-up.
    fn determinize(&self, _state: &mut State, _observer: Seat, _rng: &mut Rng) {}

    fn score_breakdown(&self, state: &State, seat: Seat, categories: &mut [i32]) {
        categories.copy_from_slice(&self.ruleset.glory(state, seat));
    }

    fn score(&self, state: &State, seat: Seat) -> i32 {
        self.ruleset.score_of(state, seat)
    }

    fn turns(&self, state: &State, seat: Seat) -> u32 {
        u32::from(state.players[seat].turns)
    }

    fn round(&self, state: &State) -> u32 {
        u32::from(state.round)
    }
}

impl Notation for Endeavor {
    const NAME: &'static str = ENTRY.name;

    fn score_categories(&self) -> &'static [&'static str] {
        &scoring::CATEGORIES
    }

    const EVENT_KINDS: &'static [&'static str] = &events::EVENT_NAMES;

    fn event_item(&self, event: &Event) -> String {
        self.ruleset.event_label(event)
    }

    fn drawn(&self, purpose: Purpose, thing: u16) -> (&'static str, String) {
        self.ruleset.drawn_thing(purpose, thing)
    }

    fn write_action(&self, _state: &State, action: Action, text: &mut String) {
        self.ruleset.write_notation(action, text);
    }

    fn explain(&self, state: &State, action: Action) -> String {
        self.ruleset.explain_action(state, action)
    }

    fn event_words(&self, event: &Event) -> Option<String> {
        self.ruleset.words_of_event(event)
    }

    fn catalog(&self) -> Vec<Component> {
        self.ruleset.all_components()
    }

    fn picture(&self, state: &State, _observer: Option<Seat>) -> Picture {
        self.ruleset.picture_of(state)
    }

    fn spot(&self, state: &State, action: Action, picture: &Picture) -> Option<Spot> {
        self.ruleset.spot_of(state, action, picture)
    }

    fn describe(&self, state: &State, _observer: Option<Seat>) -> String {
        self.ruleset.describe_position(state)
    }

    fn position(&self, state: &State, _observer: Option<Seat>) -> serde_json::Value {
        crate::position::data(&self.ruleset.view(state))
    }

    fn placed(&self, dealt: State, position: &serde_json::Value) -> Result<State, String> {
        self.ruleset.placed(dealt, position)
    }
}

impl Observation for Endeavor {
    fn remaining(&self, state: &State, _seat: Seat) -> f32 {
        match state.phase {
            Phase::Over => 0.0,
            _ => f32::from(ROUNDS + 1 - state.round) / f32::from(ROUNDS),
        }
    }

    fn action_kind(&self, action: Action) -> u8 {
        action.kind as u8
    }

    const FEATURE_NAMES: &'static [&'static str] = &features::FEATURE_NAMES;

    fn features(&self, state: &State, seat: Seat, values: &mut [f32]) {
        self.ruleset.fill_features(state, seat, values);
    }

    fn input_names(&self) -> &[String] {
        self.inputs.names()
    }

    fn is_of_some_games(&self, input: &str) -> bool {
        AllInputs::is_of_some_games(input)
    }

    fn composition(&self) -> Composition {
        composition::composition(&self.ruleset.components, &self.numbers)
    }

    fn shipped_composition(&self) -> Option<Composition> {
        let shipped = Endeavor::new(self.shipped.as_ref()?).ok()?;
        Some(Observation::composition(&shipped))
    }

    fn has_other_components(&self) -> bool {
        self.shipped.is_some()
    }

    fn observe(&self, state: &State, observer: Seat, inputs: &mut Inputs) {
        inputs.clear();
        (self.inputs).fill(&self.ruleset, state, observer, None, inputs);
    }

    fn observe_after(&self, before: &State, state: &State, observer: Seat, inputs: &mut Inputs) {
        inputs.clear();
        (self.inputs).fill(&self.ruleset, state, observer, Some(before), inputs);
    }

    fn action_bound(&self) -> u32 {
        self.numbers.bound()
    }

    fn action_number(&self, _state: &State, action: Action) -> u32 {
        self.numbers.of(action)
    }
}

impl Items for Endeavor {
    const ITEM_KINDS: &'static [ItemKind] = items::KINDS;

    fn items(&self) -> Vec<Item> {
        self.ruleset.all_items()
    }

    fn item_action(&self, _state: &State, action: Action) -> Option<ItemAction> {
        Ruleset::item_of(action)
    }

    fn terms(&self) -> &Terms {
        &self.ruleset.terms
    }

    fn set_terms(&mut self, terms: Terms) {
        Arc::make_mut(&mut self.ruleset).take_terms(terms);
    }

    fn reprice(&mut self, item: usize, _by: i32) -> Result<(), String> {
        Err(format!(
            "{} has no price: buildings and cards are free to who may have them",
            self.ruleset.item_label(item)
        ))
    }

    fn can_grant(&self, item: usize) -> Result<(), String> {
        self.ruleset.grantable(item)
    }
}
