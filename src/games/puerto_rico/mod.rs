//! Puerto Rico (Andreas Seyfarth, rules of 2002) for two to five players.
//!
//! The modules follow the rulebook: set-up, rounds and roles (`play`), settler, mayor, builder,
//! craftsman, trader, captain, scoring. Comments cite rules by their numbers in
//! `docs/rules/puerto-rico.md` (`PR-4.1`; rulings are numbered `PR-A…` and examples `PR-E…`).
//!
//! # Decision model
//! A decision is one choice by one seat from a list of actions. Consequences that involve no choice are
//! carried out immediately. Phases are played seat by seat, starting with the owner of the role
//! (PR-3.4).
//!
//! * **Role**: one of the remaining cards. Two prospectors with equal money count as one choice
//!   (PR-A21).
//! * **Settler**: hacienda or not; then a face-up plantation, a quarry or no tile; then hospice or not
//!   (PR-A29).
//! * **Mayor**: the colonist of the privilege or not; then, player by player and class by class, the
//!   number of colonists to place (see below).
//! * **Builder**: a building or none; then university or not. **Craftsman**: the owner's extra good or
//!   none. **Trader**: a good or none.
//! * **Captain**: a good and a ship, or a good and the wharf. A player may pass only if the wharf is
//!   the only way to load (PR-A11). For storage, the goods in warehouses one by one, then the good of
//!   the single barrel.
//!
//! The model simplifies some decisions without losing strategic options:
//! * A player who can only pass is skipped.
//! * Colonists are interchangeable, and so are the circles of a class: plantations of one kind,
//!   quarries, production buildings for one good (the game never distinguishes which of these buildings
//!   a colonist works in), and each violet building. A placement is therefore a number for each class.
//!   Visiting the classes in a fixed order and offering only numbers that allow the remaining colonists
//!   to be placed reaches every legal placement exactly once. Classes without a choice are skipped, and
//!   a player with a colonist for every circle has no decision. [`PuertoRico::place_all`] accepts a
//!   complete placement.
//! * Goods for warehouses are chosen in ascending order, so every set is reached exactly once. If all
//!   goods can be stored (PR-A24) or only one way to store them remains, the player has no decision.
//! * Gains without a drawback are taken automatically (PR-A25), and a player who produces takes all
//!   goods (PR-A23). With `optional_bonuses=all`, three more decisions exist: whether to produce,
//!   whether to score the VP of the harbor and the captain with each load, and whether to store each
//!   good in a warehouse (PR-A31).
//!
//! All other decisions are offered to the player, even if only one action is legal.

pub mod components;
mod encoding;
pub mod placement;
mod rules;
pub(crate) mod view;

pub use components::{functions, load, violet};
pub use rules::{action, classes, options, state};

use components::{Building, Components};
use encoding::inputs::AllInputs;
use rules::action::Action;
use rules::options::Options;
use rules::play::Play;
use rules::ruleset::Ruleset;
use rules::state::{Phase, State};

use std::sync::Arc;

use crate::encoding::Named;
use crate::game::{Chance, EventLog, Items, Rng, Rules, Seat};
use crate::item::{Item, ItemAction, ItemKind, Terms};
use crate::setup::{GameEntry, GameSetup, SetupError};

/// Registry entry for Puerto Rico.
pub static ENTRY: GameEntry = GameEntry {
    name: "puerto_rico",
    title: "Puerto Rico",
    summary: "Andreas Seyfarth, rules of 2002: plant, build, sell and ship by roles that everybody uses",
    players: 2..=5,
    options: rules::options::OPTIONS,
    files: components::load::FILES,
    optional_files: &[],
    events: rules::events::EVENTS,
    check: components::load::check,
    // The data set has no placeholder rows.
    variations: &[],
    drawn: &[("buildings.csv", &["cost", "vp", "max_quarry_discount"])],
    improved_by: &[("cost", -1), ("vp", 1), ("max_quarry_discount", 1)],
    forms: &[],
    provenance: components::load::provenance,
    position: || crate::view::parsed(include_str!("view/schema.json")),
};

/// The game, with its rules and its encoder for networks.
#[derive(Clone, Debug)]
pub struct PuertoRico {
    /// Rules shared by all games with equal settings. The state contains everything that changes during
    /// a game.
    ruleset: Arc<Ruleset>,
    inputs: Arc<Named<AllInputs>>,
    /// Equal settings with the buildings that ship with portolan, or `None` if this game already uses
    /// them.
    shipped: Option<Arc<GameSetup>>,
}

/// Returns these settings with the embedded components at their printed costs, or `None` if they already use them.
fn shipped(setup: &GameSetup, ruleset: &Ruleset) -> Option<GameSetup> {
    let is_priced = ruleset.options.costs.iter().any(Option::is_some);
    let own = || is_priced.then(|| setup.clone());
    let mut shipped = ENTRY.shipped_instead(setup).or_else(own)?;
    shipped
        .options
        .insert("costs".to_string(), "printed".to_string());
    Some(shipped)
}

impl PuertoRico {
    /// Creates the game.
    ///
    /// # Errors
    /// [`SetupError`] if an option or the data set is invalid.
    pub fn new(setup: &GameSetup) -> Result<PuertoRico, SetupError> {
        let ruleset = Ruleset::new(setup)?;
        Ok(PuertoRico {
            inputs: Arc::new(Named::new(|layout| {
                AllInputs::new(layout, &ruleset.options)
            })),
            shipped: shipped(setup, &ruleset).map(Arc::new),
            ruleset: Arc::new(ruleset),
        })
    }

    pub fn components(&self) -> &Components {
        &self.ruleset.components
    }

    pub fn options(&self) -> &Options {
        &self.ruleset.options
    }

    /// Returns the price of a building, in doubloons, with this many staffed quarries (PR-6.1, PR-6.2).
    /// `owner` is true if the player took the builder card.
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

impl Items for PuertoRico {
    const ITEM_KINDS: &'static [ItemKind] = rules::items::KINDS;

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
