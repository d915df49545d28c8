//! Cartagena (Leo Colovini; the edition with eight double-sided strips) for two to five players.
//!
//! The files follow the rulebook: movement (with `play` for the turns), sloop, Morgan, hindrance,
//! Black Magician. Rules are cited by the numbers of `docs/rules/cartagena.md` (`CA-2.7`;
//! `CA-A…` rulings, `CA-E…` examples).
//!
//! # Decision model
//! One decision is one choice by one seat from a list; what follows without a choice is carried
//! out at once.
//!
//! * **Starting player**: always seat 1 (CA-2.4 leaves it open). Experiments play every deal in every
//!   seating, so no bot gains by it, and what the first seat is worth can be seen.
//! * **An action** of a turn is one decision: card and pirate, pirate to move back, pirate of
//!   another player for Morgan, the sloop, or a power with its cards and its aim. After an action
//!   the turn may be ended; after the third one it ends by itself.
//! * **The captain's sail** (CA-5.9) and **resting** (CA-2.15) stand in the list of the first action;
//!   whoever takes something else has waived them for this turn.
//! * **Pistol**: the opponent, then the card, because the choice needs what the look revealed.
//! * **Rum**: the pair to keep, then card by card who gets what, clockwise. **Lantern**: the card to
//!   keep, then card by card from the lowest to the topmost.
//! * **Hindrance**: player by player in turn order, card by card, in ascending order of kinds, so
//!   that every set of cards can be dropped in exactly one way. What was dropped is seen at once.
//!
//! What was folded together, and why no strategic option is lost:
//! * Cards of one kind, and pirates of one colour in one place, are interchangeable and offered
//!   once. Cards with black background are a kind of their own only with hindrance.
//! * Drawing is compulsory (CA-A30) and has no choice in it.
//! * Giving and putting back without a choice (all cards left are of one kind) is carried out at
//!   once. Every other list is put to the player, even with one legal action.

pub mod action;
pub mod cards;
pub mod components;
mod describe;
mod draw;
mod events;
mod explain;
mod features;
mod hindrance;
mod knowledge;
mod legal;
pub mod load;
mod magician;
mod morgan;
mod movement;
mod notation;
mod numbers;
mod observation;
pub mod options;
pub mod path;
mod picture;
mod placed;
mod placed_cards;
mod play;
mod policy;
mod position;
mod ranking;
mod ruleset;
mod setup;
mod sloop;
pub mod state;
mod texts;

use action::{Action, ActionKind};
use cards::Cards;
use components::{CHEST, Components, PISTOL, SYMBOLS};
use numbers::Numbers;
use observation::AllInputs;
use options::Options;
use path::{HOME, Path};
use play::Play;
use ruleset::Ruleset;
use state::{Phase, State};

use std::sync::Arc;

use crate::game::{
    Chance, Event, EventLog, Items, Notation, Observation, Purpose, Rng, Rules, Seat,
};
use crate::observation::Inputs;
use crate::picture::{Component, Picture, Spot};
use crate::setup::{GameEntry, GameSetup, SetupError};

/// Cartagena in the registry.
pub static ENTRY: GameEntry = GameEntry {
    name: "cartagena",
    title: "Cartagena",
    summary: "Leo Colovini, edition of 2017: lead six pirates out of jail, over each other's shoulders",
    players: 2..=5,
    options: options::OPTIONS,
    files: load::FILES,
    optional_files: &[],
    amounts: events::AMOUNTS,
    event_components: &[],
    check: load::check,
    // What is unknown, the order of the symbols, varies by the option `layout`.
    variations: &[],
    forms: &[],
    provenance: load::provenance,
    position: crate::position::schema::<position::Position>,
};

/// The game: its rules, and how it is observed and its actions are numbered.
#[derive(Clone, Debug)]
pub struct Cartagena {
    /// Shared by all games of the same settings: what differs from game to game is in the state.
    ruleset: Arc<Ruleset>,
    inputs: Arc<AllInputs>,
    numbers: Numbers,
}

impl Cartagena {
    /// Sets up the rules.
    ///
    /// # Errors
    /// [`SetupError`] if an option or the data set is not accepted.
    pub fn new(setup: &GameSetup) -> Result<Cartagena, SetupError> {
        let ruleset = Ruleset::new(setup)?;
        Ok(Cartagena {
            inputs: Arc::default(),
            numbers: Numbers::new(&ruleset.options, &ruleset.path, setup.players),
            ruleset: Arc::new(ruleset),
        })
    }

    /// The components.
    pub fn components(&self) -> &Components {
        &self.ruleset.components
    }

    /// The rule options.
    pub fn options(&self) -> &Options {
        &self.ruleset.options
    }

    /// How the spaces are numbered.
    pub fn path(&self) -> &Path {
        &self.ruleset.path
    }

    /// All cards of the game.
    pub fn deck(&self) -> &Cards {
        &self.ruleset.deck
    }
}

impl Rules for Cartagena {
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
    }

    #[inline]
    fn apply<C: Chance, L: EventLog>(
        &self,
        state: &mut State,
        action: Action,
        chance: &mut C,
        log: &mut L,
    ) {
        #[cfg(debug_assertions)]
        self.ruleset.assert_legal(state, action);
        Play {
            game: &self.ruleset,
            state,
            chance,
            log,
        }
        .apply(action);
    }

    fn determinize(&self, state: &mut State, observer: Seat, rng: &mut Rng) {
        self.ruleset.resample_hidden(state, observer, rng);
    }

    fn score(&self, state: &State, seat: Seat) -> i32 {
        i32::from(state.pirates[seat].home)
    }

    fn fill_ranks(&self, state: &State, ranks: &mut [u8]) {
        self.ruleset.fill_places(state, ranks);
    }

    fn capped(&self, state: &State) -> bool {
        state.phase == Phase::Capped
    }

    fn turns(&self, state: &State, seat: Seat) -> u32 {
        u32::from(state.turns[seat])
    }

    /// CA-A34: cards drawn for rum or a lantern are seen by the player only, a card given by its
    /// receiver, a card taken by its owner.
    fn hidden_from(&self, state: &State, action: Action, observer: Seat) -> bool {
        let other = observer != Seat::from(state.other);
        observer != Seat::from(state.active)
            && match action.kind {
                ActionKind::Take | ActionKind::Give => other,
                ActionKind::Keep | ActionKind::Put => true,
                _ => false,
            }
    }
}

impl Notation for Cartagena {
    const NAME: &'static str = ENTRY.name;

    /// CA-A35: pirates at the goal.
    fn score_categories(&self) -> &'static [&'static str] {
        &["home"]
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

    fn picture(&self, state: &State, observer: Option<Seat>) -> Picture {
        self.ruleset.picture_of(state, observer)
    }

    fn spot(&self, _state: &State, action: Action, picture: &Picture) -> Option<Spot> {
        self.ruleset.spot_of(action, picture)
    }

    fn describe(&self, state: &State, observer: Option<Seat>) -> String {
        self.ruleset.describe_position(state, observer)
    }

    fn position(&self, state: &State, observer: Option<Seat>) -> serde_json::Value {
        crate::position::data(&self.ruleset.view(state, observer))
    }

    fn completed<C: Chance>(
        &self,
        dealt: State,
        position: &serde_json::Value,
        chance: &mut C,
    ) -> Result<State, String> {
        self.ruleset.completed(dealt, position, chance)
    }

    fn viewer(&self, position: &serde_json::Value) -> Option<Seat> {
        placed::viewer(position)
    }

    fn follows_a_seat(&self) -> Result<(), String> {
        let options = &self.ruleset.options;
        let known = [PISTOL, CHEST].map(usize::from);
        let mut powers = (0..SYMBOLS).filter(|&symbol| options.powers[symbol]);
        if options.magician && powers.any(|symbol| !known.contains(&symbol)) {
            let problem = "modules = black-magician: what a seat sees of rum, lantern, parrots and hook depends on cards \
                           that it does not see; expected --all-seen, or --set powers=pistol,chest";
            return Err(problem.to_string());
        }
        Ok(())
    }
}

impl Observation for Cartagena {
    fn remaining(&self, state: &State, _seat: Seat) -> f32 {
        if state.is_over() {
            return 0.0;
        }
        let covered = (0..self.ruleset.players).map(|seat| self.ruleset.progress(state, seat));
        let foremost = f32::from(covered.max().unwrap_or(0));
        1.0 - foremost
            / f32::from(self.ruleset.path.progress(HOME) * u16::from(self.ruleset.options.pirates))
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

    fn policy_bound(&self) -> u32 {
        policy::BOUND
    }

    fn policy_number(&self, state: &State, action: Action) -> u32 {
        policy::number(&self.ruleset, state, action)
    }

    fn policy_edition(&self) -> u32 {
        policy::EDITION
    }
}

impl Items for Cartagena {}
