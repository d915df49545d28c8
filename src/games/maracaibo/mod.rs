//! Maracaibo (Alexander Pfister, 2019) for two to four players, and solo against the automa Jean.
//!
//! The files follow the rulebook: set-up, sailing, cities, villages, combat, explorer, quests,
//! assistants, upgrades, careers, scoring, Jean. Rules are cited by the numbers of
//! `docs/rules/maracaibo.md` (`M-6.3`; `M-A…` rulings, `M-E…` examples).
//!
//! # Decision model
//!
//! A decision is one choice by one seat from a list of actions. Everything that follows without a
//! choice is carried out immediately. A stack of open tasks contains the pending steps, so that
//! chains of rewards resolve depth-first (M-A15).
//!
//! * **Starting player**: always seat 1 (M-1.12 and M-A39 leave it open). Experiments play every
//!   deal in every seating, so that no bot has an advantage and the value of the first seat can be
//!   measured.
//! * **Set-up**: a career, the planned card, then three discards, seat by seat. The choices of a
//!   seat stay hidden until all seats have chosen (M-1.14, M-1.15).
//! * **Phase A** is one decision, the journey: the destination and, if roads differ in points or in
//!   the locations they pass, the road.
//! * **Phase B**: the main action, with its parts as further decisions (delivery, disc, each
//!   village action, each combat action …), followed by the remaining free actions.
//! * **Phase C**: one card at a time; each card is seen before the next decision (M-A72).
//! * **Jean** plays seat 2 of a solo game and has no decisions: her turn is carried out together
//!   with the action that ends the player's turn. The only decision during her turn is the player's
//!   choice when her ship visits one of the player's assistants (M-A28).
//!
//! Free actions (plan a card, complete a career task, return a figure for CP) are offered in the
//! same list as the choice that they precede: at the main action, at every village action and at
//! the end of phase B. Tasks and figures are also offered inside combats, before a quest on the
//! explorer track, at a disc tile and at the payment of L4, where doubloons, figures or CP may be
//! needed. A free action is therefore always available in time.
//!
//! # Simplifications
//!
//! The following simplifications remove no strategic option:
//!
//! * Gains that only add to a player's supply (doubloons, VP, CP, figures, influence, synergy
//!   tokens) cannot be declined. Explorations, markers, quests and combat actions can be declined.
//! * Removing a disc cannot be declined: it can only add options, never remove them.
//! * In a combat, an action that costs more than the remaining combat value takes the difference
//!   from CP and figures. If both can pay, the number of figures is a decision. Paying before it is
//!   necessary is offered only while a gain of CP or figures in the same combat might exceed a limit
//!   (8 CP, figures left in the general supply). There is no other reason to pay early, because
//!   unused combat value is lost (M-7.4).
//! * Using an assistant whose action has a cost includes paying the cost: declining to pay would end
//!   the action, and an unused assistant gives 2 VP.
//! * Hand cards with identical functions are offered once.
//! * The two piles of combat tokens are stored as one multiset, because both are face down.
//! * A decision exists only if there is a choice to make: free actions at the end of phase B
//!   are offered only if one is possible, and discards only if there are different options. Every
//!   decision that exists is presented to the player, even with a single legal action.

pub mod components;
mod encoding;
mod rules;
pub(crate) mod view;

pub use components::load;
pub use rules::{action, categories, jean, options, pending, state};

use components::Components;
use encoding::action_index::Numbers;
use encoding::inputs::AllInputs;
use rules::action::Action;
use rules::categories::JEAN_CATEGORY_NAMES;
use rules::options::Options;
use rules::play::Play;
use rules::ruleset::Ruleset;
use rules::state::State;

use std::sync::Arc;

use crate::encoding::Named;
use crate::game::{Chance, EventLog, Items, Rng, Rules, Seat, Sequel};
use crate::setup::{GameEntry, GameSetup, SetupError};

/// Registry entry of Maracaibo.
pub static ENTRY: GameEntry = GameEntry {
    name: "maracaibo",
    title: "Maracaibo",
    summary: "Alexander Pfister, 2019: sail, trade, fight and explore the Caribbean in four rounds",
    players: 1..=4,
    options: rules::options::OPTIONS,
    files: components::load::FILES,
    optional_files: components::load::OPTIONAL_FILES,
    events: rules::events::EVENTS,
    check: components::load::check,
    variations: components::perturb::VARIATIONS,
    drawn: components::perturb::DRAWN,
    improved_by: &[
        ("cost", -1),
        ("figure_cost", -1),
        ("income_doubloons", 1),
        ("income_vp", 1),
        ("vp", 1),
    ],
    forms: components::column_schema::FORMS,
    provenance: components::load::provenance,
    position: || crate::view::parsed(include_str!("view/schema.json")),
};

/// The game: its rules, its network inputs and its action indices.
#[derive(Clone, Debug)]
pub struct Maracaibo {
    /// Rules, shared by all games with equal settings. The state contains everything that changes
    /// during a game.
    ruleset: Arc<Ruleset>,
    observation: Arc<Named<AllInputs>>,
    numbers: Arc<Numbers>,
    /// Equal settings with the shipped components; `None` if the game already uses them.
    shipped: Option<Arc<GameSetup>>,
}

impl Maracaibo {
    /// Creates the game from its set-up.
    ///
    /// # Errors
    ///
    /// Returns [`SetupError`] if an option or the data set is not accepted.
    pub fn new(setup: &GameSetup) -> Result<Maracaibo, SetupError> {
        let ruleset = Ruleset::new(setup)?;
        Ok(Maracaibo {
            observation: Arc::new(Named::new(|layout| AllInputs::new(layout, &ruleset))),
            numbers: Arc::new(Numbers::new(&ruleset)),
            shipped: ENTRY.shipped_instead(setup).map(Arc::new),
            ruleset: Arc::new(ruleset),
        })
    }

    /// Returns the components, with the legacy tiles in play applied to the map.
    pub fn components(&self) -> &Components {
        &self.ruleset.components
    }

    pub fn options(&self) -> &Options {
        &self.ruleset.options
    }
}

impl Rules for Maracaibo {
    type State = State;
    type Action = Action;

    fn seats(&self) -> usize {
        self.ruleset.seats()
    }

    fn automa(&self, seat: Seat) -> Option<&str> {
        let opponent = self.ruleset.opponent.as_ref()?;
        (seat == Seat::from(rules::jean::SEAT)).then_some(opponent.name.as_str())
    }

    fn new_state<C: Chance, L: EventLog>(&self, chance: &mut C, log: &mut L) -> State {
        self.ruleset.deal(chance, log)
    }

    #[inline]
    fn to_move(&self, state: &State) -> Option<Seat> {
        state.top().map(|task| Seat::from(task.seat))
    }

    #[inline]
    fn legal_actions(&self, state: &State, actions: &mut Vec<Action>) {
        actions.clear();
        self.ruleset.legal(state, actions);
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
        let player = &state.players[seat];
        let mut jean = [0; JEAN_CATEGORY_NAMES.len()];
        if self.ruleset.is_jean(seat as u8) {
            jean = state.jean.points;
        }
        let points = player.points.into_iter().chain(jean);
        for (category, points) in categories.iter_mut().zip(points) {
            *category = i32::from(points);
        }
    }

    fn score(&self, state: &State, seat: Seat) -> i32 {
        self.ruleset.score_of(state, seat as u8)
    }

    fn turns(&self, state: &State, seat: Seat) -> u32 {
        u32::from(state.players[seat].turns)
    }

    fn round(&self, state: &State) -> u32 {
        u32::from(state.round)
    }

    /// During set-up, all players choose secretly (M-1.14, M-1.15).
    fn hidden_from(&self, state: &State, _action: Action, observer: Seat) -> bool {
        state.phase == rules::state::Phase::Setup && self.to_move(state) != Some(observer)
    }

    fn sequel(&self, state: &State) -> Option<Sequel> {
        self.ruleset.next_game(state)
    }
}
