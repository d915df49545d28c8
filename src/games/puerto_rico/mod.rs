//! Puerto Rico (Andreas Seyfarth, rules of 2002) for two to five players.
//!
//! The files follow the rulebook: set-up, rounds and roles (`play`), settler, mayor, builder,
//! craftsman, trader, captain, scoring. Rules are cited by the numbers of
//! `docs/rules/puerto-rico.md` (`PR-4.1`; `PR-A…` rulings, `PR-E…` examples).
//!
//! # Decision model
//! One decision is one choice by one seat from a list; what follows without a choice is carried
//! out at once. Phases are played seat by seat from the owner of the role on (PR-3.4).
//!
//! * **Role**: a card that is left. Two prospectors with equal money are one choice (PR-A21).
//! * **Settler**: hacienda or not; a face-up kind of plantation, a quarry or nothing; hospice or not
//!   (PR-A29).
//! * **Mayor**: the colonist of the privilege or not; then player by player, class by class of circles,
//!   how many colonists go there (see below).
//! * **Builder**: a building or nothing; university or not. **Craftsman**: the owner's good or nothing.
//!   **Trader**: a good or nothing.
//! * **Captain**: a kind and a ship, or a kind and the wharf; passing only if nothing but the wharf is
//!   left (PR-A11). Storage: the kinds for the warehouses one by one, then the kind of the single
//!   barrel.
//!
//! What was folded together, and why no strategic option is lost:
//! * Who can do nothing but pass is not asked.
//! * Colonists are alike, and so are circles of one class: plantations of a kind, quarries, the
//!   production buildings of a kind taken together (nothing in the game depends on which of them a
//!   colonist is in), each violet building. A placement is a number for each class. Going through
//!   the classes in a fixed order and offering only numbers from which the rest still fits reaches
//!   every legal placement in exactly one way; classes without a choice are skipped, and with a
//!   colonist for every circle nothing is asked. [`PuertoRico::place_all`] takes a placement as a
//!   whole.
//! * Kinds for warehouses are named in ascending order, so that every set comes up once; when
//!   everything can be kept (PR-A24), or only one way of keeping is left, nothing is asked.
//! * Gains that nobody would refuse are not asked for (PR-A25); who produces, produces everything
//!   (PR-A23). With `optional_bonuses=all` whether to produce, the VP of harbor and captain with each
//!   load and each kind for a warehouse are choices, too (PR-A31).
//!
//! All other lists are put to the player, even with one legal action.

pub mod action;
mod builder;
mod captain;
pub mod classes;
pub mod components;
mod composition;
mod craftsman;
mod describe;
mod events;
mod explain;
mod features;
pub mod functions;
mod items;
mod knowledge;
mod legal;
pub mod load;
mod mayor;
mod notation;
mod numbers;
mod observation;
mod offers;
pub mod options;
mod outlook;
mod picture;
mod placed;
pub mod placement;
mod play;
mod position;
mod prices;
mod ruleset;
mod scoring;
mod settler;
mod setup;
pub mod state;
mod texts;
mod trader;
pub mod violet;

use action::Action;
use components::{Building, Components};
use observation::AllInputs;
use options::Options;
use play::Play;
use ruleset::Ruleset;
use state::{Phase, State};

use std::sync::Arc;

use crate::composition::Composition;
use crate::game::{
    Chance, Event, EventLog, Items, Notation, Observation, Purpose, Rng, Rules, Seat,
};
use crate::item::{Item, ItemAction, ItemKind, Terms};
use crate::observation::{Inputs, Row};
use crate::picture::{Component, Picture, Spot};
use crate::setup::{GameEntry, GameSetup, SetupError};

/// Puerto Rico in the registry.
pub static ENTRY: GameEntry = GameEntry {
    name: "puerto_rico",
    title: "Puerto Rico",
    summary: "Andreas Seyfarth, rules of 2002: plant, build, sell and ship by roles that everybody uses",
    players: 2..=5,
    options: options::OPTIONS,
    files: load::FILES,
    optional_files: &[],
    amounts: events::AMOUNTS,
    event_components: &[],
    check: load::check,
    // No row is a stand-in.
    variations: &[],
    forms: &[],
    provenance: load::provenance,
    position: crate::position::schema::<position::Position>,
};

/// The game: its rules, and how it is observed.
#[derive(Clone, Debug)]
pub struct PuertoRico {
    /// Shared by all games of the same settings: what differs from game to game is in the state.
    ruleset: Arc<Ruleset>,
    inputs: Arc<AllInputs>,
    /// The same with the buildings that ship, if these are others.
    shipped: Option<Arc<GameSetup>>,
}

impl PuertoRico {
    /// Sets up the rules.
    ///
    /// # Errors
    /// [`SetupError`] if an option or the data set is not accepted.
    pub fn new(setup: &GameSetup) -> Result<PuertoRico, SetupError> {
        let ruleset = Ruleset::new(setup)?;
        Ok(PuertoRico {
            inputs: Arc::new(AllInputs::new(&ruleset.options)),
            shipped: ENTRY.shipped_instead(setup).map(Arc::new),
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

    /// PR-6.1, PR-6.2: what a building costs with so many quarries, and for the owner of the role.
    pub fn price(&self, building: Building, quarries: u8, owner: bool) -> u8 {
        self.ruleset.prices.of(building, quarries, owner)
    }
}

impl Rules for PuertoRico {
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

    fn score_breakdown(&self, state: &State, seat: Seat, categories: &mut [i32]) {
        for (category, points) in categories.iter_mut().zip(state.players[seat].points()) {
            *category = points.into();
        }
    }

    fn score(&self, state: &State, seat: Seat) -> i32 {
        state.players[seat].score().into()
    }

    fn fill_ranks(&self, state: &State, ranks: &mut [u8]) {
        self.ruleset.fill_places(state, ranks);
    }

    fn capped(&self, state: &State) -> bool {
        state.phase == Phase::Capped
    }

    fn turns(&self, state: &State, seat: Seat) -> u32 {
        self.ruleset.turns_begun(state, seat)
    }

    fn round(&self, state: &State) -> u32 {
        state.round.into()
    }
}

impl Notation for PuertoRico {
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

    fn write_action(&self, state: &State, action: Action, text: &mut String) {
        self.ruleset.write_notation(state, action, text);
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

    fn spot(&self, state: &State, action: Action, picture: &Picture) -> Option<Spot> {
        self.ruleset.spot_of(state, action, picture)
    }

    fn describe(&self, state: &State, observer: Option<Seat>) -> String {
        self.ruleset.describe_position(state, observer)
    }

    fn position(&self, state: &State, observer: Option<Seat>) -> serde_json::Value {
        crate::position::data(&self.ruleset.view(state, observer))
    }

    fn placed(&self, dealt: State, position: &serde_json::Value) -> Result<State, String> {
        self.ruleset.placed(dealt, position)
    }
}

impl Observation for PuertoRico {
    fn remaining(&self, state: &State, _seat: Seat) -> f32 {
        match state.phase {
            Phase::Over | Phase::Capped => 0.0,
            _ => self.ruleset.share_left(state),
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
        composition::composition(&self.ruleset.components, &self.ruleset.functions)
    }

    fn shipped_composition(&self) -> Option<Composition> {
        let shipped = PuertoRico::new(self.shipped.as_ref()?).ok()?;
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

    fn observe_row(&self, state: &State, observer: Seat, _: &mut Inputs, values: &mut [f32]) {
        let row = &mut Row::new(values);
        (self.inputs).fill(&self.ruleset, state, observer, None, row);
    }

    fn action_bound(&self) -> u32 {
        numbers::bound(self.ruleset.options.everything_optional)
    }

    fn action_number(&self, state: &State, action: Action) -> u32 {
        numbers::number(state.phase, action)
    }
}

impl Items for PuertoRico {
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

    fn reprice(&mut self, item: usize, by: i32) -> Result<(), String> {
        Arc::make_mut(&mut self.ruleset).change_price(item, by)
    }

    fn can_handicap(&self) -> Result<(), String> {
        Ok(())
    }

    fn can_grant(&self, item: usize) -> Result<(), String> {
        self.ruleset.grantable(item)
    }
}

const _: () = assert!(size_of::<State>() <= 304 && size_of::<Action>() == 3);
