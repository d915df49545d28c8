//! Cartagena (Leo Colovini; the edition with eight double-sided strips) for two to five players.
//!
//! The modules follow the rulebook: movement (with `play` for the turns), sloop, Morgan, hindrance,
//! Black Magician. Comments cite rules by their numbers in `docs/rules/cartagena.md` (`CA-2.7`;
//! rulings are numbered `CA-A…` and examples `CA-E…`).
//!
//! # Decision model
//! A decision is one choice by one seat from a list of actions. Consequences that involve no choice
//! are carried out immediately.
//!
//! * **Starting player**: always seat 1 (CA-2.4 does not specify it). Experiments play every deal in
//!   every seating, so no bot has an advantage and the effect of the first seat can be measured.
//! * **An action** of a turn is one decision: card and pirate, pirate to move back, pirate of another
//!   player for Morgan, the sloop, or a power with its cards and its target. A player may end the
//!   turn after any action; it ends automatically after the third action.
//! * **The captain's sail** (CA-5.9) and **resting** (CA-2.15) are offered together with the first
//!   action. A player who chooses another action waives them for this turn.
//! * **Pistol**: first the opponent, then the card, because the second choice depends on the revealed
//!   hand.
//! * **Rum**: first the pair to keep, then the card for each player, clockwise. **Lantern**: first
//!   the card to keep, then the cards to put back, from the lowest to the topmost.
//! * **Hindrance**: player by player in turn order, card by card in ascending order of kinds, so that
//!   each set of cards can be discarded in exactly one way. Discarded cards become public
//!   immediately.
//!
//! The model simplifies some decisions without losing strategic options:
//! * Cards of one kind are interchangeable, and so are pirates of one colour in one place. Each group
//!   is offered once. Cards with black background are separate kinds only with hindrance.
//! * Drawing is compulsory (CA-A30) and involves no choice.
//! * If all remaining cards are of one kind, they are given or put back automatically. All other
//!   decisions are offered to the player, even if only one action is legal.

pub mod components;
mod encoding;
mod rules;
pub(crate) mod view;

pub use components::load;
pub use rules::{action, cards, options, path, state};

use components::Components;
use encoding::action_index::Numbers;
use encoding::inputs::AllInputs;
use rules::action::{Action, ActionKind};
use rules::cards::Cards;
use rules::options::Options;
use rules::path::Path;
use rules::play::Play;
use rules::ruleset::Ruleset;
use rules::state::{Phase, State};

use std::sync::Arc;

use crate::encoding::Named;
use crate::game::{Chance, EventLog, Items, Rng, Rules, Seat};
use crate::setup::{GameEntry, GameSetup, SetupError};

/// Registry entry for Cartagena.
pub static ENTRY: GameEntry = GameEntry {
    name: "cartagena",
    title: "Cartagena",
    summary: "Leo Colovini, edition of 2017: lead six pirates out of jail, over each other's shoulders",
    players: 2..=5,
    options: rules::options::OPTIONS,
    files: components::load::FILES,
    optional_files: &[],
    events: rules::events::EVENTS,
    check: components::load::check,
    // The option `layout` already varies the order of the symbols, which is the only unknown.
    variations: &[],
    drawn: &[],
    improved_by: &[],
    forms: &[],
    provenance: components::load::provenance,
    position: || crate::view::parsed(include_str!("view/schema.json")),
};

/// The game, with its rules, its encoder for networks and its action indices.
#[derive(Clone, Debug)]
pub struct Cartagena {
    /// Rules shared by all games with equal settings. The state contains everything that changes
    /// during a game.
    ruleset: Arc<Ruleset>,
    inputs: Arc<Named<AllInputs>>,
    numbers: Numbers,
}

impl Cartagena {
    /// Creates the game.
    ///
    /// # Errors
    /// [`SetupError`] if an option or the data set is invalid.
    pub fn new(setup: &GameSetup) -> Result<Cartagena, SetupError> {
        let ruleset = Ruleset::new(setup)?;
        Ok(Cartagena {
            inputs: Arc::new(Named::new(AllInputs::new)),
            numbers: Numbers::new(&ruleset.options, &ruleset.path, setup.players),
            ruleset: Arc::new(ruleset),
        })
    }

    pub fn components(&self) -> &Components {
        &self.ruleset.components
    }

    pub fn options(&self) -> &Options {
        &self.ruleset.options
    }

    /// Returns the numbering of the spaces.
    pub fn path(&self) -> &Path {
        &self.ruleset.path
    }

    /// Returns all cards in the game.
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

    /// Only the active player sees cards drawn with rum or a lantern. The receiver also sees a given
    /// card, and the former owner a taken card (CA-A34).
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

impl Items for Cartagena {}
