//! Endeavor: Age of Sail (Carl de Visser and Jarratt Gray, 2018; the base game without Exploits) for
//! two to five players, with the two-player variant Silent Fleets.
//!
//! The modules follow the rulebook: set-up, rounds (Build, Growth, Salary), the Action phase (`play`,
//! `legal`), its actions (`sites` for ship, occupy, attack and links; `cards` for draw and discard),
//! silent fleets, scoring. Comments cite rules by their numbers in `docs/rules/endeavor.md`
//! (`EN-5.3`; rulings are numbered `EN-A…` and examples `EN-E…`).
//!
//! # Decision model
//! A decision is one choice by one seat from a list of actions. Consequences that involve no choice
//! are carried out immediately.
//!
//! * **Start player**: seat 1 has the crown first (EN-2.8). Experiments play every deal in every
//!   seating, so no bot has an advantage and the effect of the first seat can be measured.
//! * **Start tile, Build, scarce buildings**: one decision each.
//! * **Salary**: disc by disc, in ascending order of kinds, so that each set of discs can be paid in
//!   exactly one way. Players pay as many discs as possible (EN-A5), because a disc in the harbor is
//!   at least as useful as a disc on a building. If there is no choice, there is no decision.
//! * **A turn** starts with its source: a building, an action token, or pass. Then follow actions
//!   with their targets, one at a time, from a list of all actions that the source still offers: the
//!   actions of a `+` building in any order, each at most once, with `stop` available after the first
//!   action; exactly one action of a `/` building or a token. The turn ends automatically when no
//!   action is possible. A source can be chosen only if one of its actions is then possible (EN-A6).
//! * **Monument**: the owner of a casualty chooses the attribute, the attacker first (EN-A24).
//! * **Silent Fleets**: one decision that selects an action of the turn and the reaction to it;
//!   `fleets rest` selects an action without any possible reaction (EN-11.6, EN-A25).
//! * **Discard**: a player with governors first chooses the card in the governor space, or none, and
//!   then discards card by card.
//!
//! The model simplifies some decisions without losing strategic options:
//! * Buildings of one kind with a disc are interchangeable, and so are buildings of one kind without
//!   a disc. Each group is offered once.
//! * Growth involves no choice. The places of cards do not matter before the Discard phase (EN-A9).
//! * Actions do not specify if a card comes from its deck or from the discard pile, because each card
//!   is in only one place.
//!
//! Turns cannot repeat forever: each turn needs a free activation space or a token, only paying frees
//! spaces, and the discs on buildings with a pay action remain there until the Salary phase (EN-A11,
//! checked for every data set).

pub mod components;
mod encoding;
mod rules;
pub(crate) mod view;

pub use components::load;
pub use rules::{action, events, options, state};

use components::{Board, Components};
use encoding::action_index::Numbers;
use encoding::inputs::AllInputs;
use rules::action::Action;
use rules::options::Options;
use rules::play::Play;
use rules::ruleset::Ruleset;
use rules::state::State;

use std::sync::Arc;

use crate::encoding::Named;
use crate::game::{Chance, EventLog, Items, Rng, Rules, Seat};
use crate::setup::{GameEntry, GameSetup, SetupError};

/// Registry entry for Endeavor.
pub static ENTRY: GameEntry = GameEntry {
    name: "endeavor",
    title: "Endeavor: Age of Sail",
    summary: "Carl de Visser and Jarratt Gray, 2018: build, ship, occupy and link cities around the world",
    players: 2..=5,
    options: rules::options::OPTIONS,
    files: components::load::FILES,
    optional_files: &[],
    events: rules::events::EVENTS,
    check: components::load::check,
    variations: components::perturb::VARIATIONS,
    drawn: &[],
    improved_by: &[
        ("industry", 1),
        ("culture", 1),
        ("wealth", 1),
        ("influence", 1),
        ("glory", 1),
    ],
    forms: components::column_schema::FORMS,
    provenance: components::load::provenance,
    position: || crate::view::parsed(include_str!("view/schema.json")),
};

/// The game, with its rules, its encoder for networks and its action indices.
#[derive(Clone, Debug)]
pub struct Endeavor {
    /// Rules shared by all games with equal settings. The state contains everything that changes
    /// during a game.
    ruleset: Arc<Ruleset>,
    inputs: Arc<Named<AllInputs>>,
    numbers: Numbers,
    /// Equal settings with the components that ship with portolan, or `None` if this game already
    /// uses them.
    shipped: Option<Arc<GameSetup>>,
}

impl Endeavor {
    /// Creates the game.
    ///
    /// # Errors
    /// [`SetupError`] if an option or the data set is invalid.
    pub fn new(setup: &GameSetup) -> Result<Endeavor, SetupError> {
        let ruleset = Ruleset::new(setup)?;
        let (components, options) = (&ruleset.components, &ruleset.options);
        Ok(Endeavor {
            inputs: Arc::new(Named::new(|layout| {
                AllInputs::new(layout, components, options)
            })),
            numbers: Numbers::new(components, options.side),
            shipped: ENTRY.shipped_instead(setup).map(Arc::new),
            ruleset: Arc::new(ruleset),
        })
    }

    pub fn components(&self) -> &Components {
        &self.ruleset.components
    }

    /// Returns the side of the board in play.
    pub fn board(&self) -> &Board {
        &self.ruleset.board
    }

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

    /// This game has no hidden information and no randomness after set-up (EN-2.11).
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
