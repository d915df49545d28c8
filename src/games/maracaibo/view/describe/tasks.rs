//! Text for the current decision and the tasks below it, with the template `templates/maracaibo/task.txt`.

use askama::Template;

use super::super::texts::cards::assistant_action_words;
use super::super::texts::terms::{OF_CHOICE, bargain, effect, effects, exploration, shown};
use super::lists::bits;
use super::{Text, nation_name};
use crate::maracaibo::components::load::card_words::immediate_text;
use crate::maracaibo::components::{CardId, StoryId};
use crate::maracaibo::rules::action::Action;
use crate::maracaibo::rules::assistants::VISITOR;
use crate::maracaibo::rules::cities::{DOUBLOONS_OR_VP, FIGURE_VP, HAND_IN_CITY};
use crate::maracaibo::rules::pending::{DiscTarget, Pending, PendingStep};
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::scoring::NO_PURCHASE;
use crate::maracaibo::rules::state::State;
use crate::maracaibo::rules::upgrades::UPGRADE_9;

/// An open task: the current decision or a waiting task.
#[derive(Template)]
#[template(path = "maracaibo/task.txt")]
pub(super) struct Task<'a> {
    game: &'a Ruleset,
    state: &'a State,
    task: &'a Pending,
}

impl<'a> Text<'a> {
    /// Returns the open tasks. The current decision is the last task.
    pub(super) fn tasks(&self) -> &'a [Pending] {
        &self.state.stack[..usize::from(self.state.stack_len)]
    }

    /// Returns the tasks below the current decision, next task first, except for the tasks that end every turn.
    pub(super) fn waiting(&self) -> impl Iterator<Item = &'a Pending> {
        let ends_turn = |task: &&Pending| {
            matches!(
                task.work,
                PendingStep::EndTurn
                    | PendingStep::EndPhaseB
                    | PendingStep::Free
                    | PendingStep::NextRound
                    | PendingStep::EndGame
            )
        };
        let below = self.tasks().iter().rev().skip(1);
        below.filter(move |task| !ends_turn(task))
    }

    /// Describes a task.
    pub(super) fn task(&self, task: &'a Pending) -> Task<'a> {
        Task {
            game: self.game,
            state: self.state,
            task,
        }
    }

    /// Returns the names of a set of assistants of the active player.
    pub(super) fn assistants_among(&self, set: u8) -> Vec<String> {
        let player = &self.state.players[usize::from(self.state.active)];
        let cards = bits(set).filter_map(|index| player.assistants().get(index));
        cards.map(|&card| self.game.card_name(card)).collect()
    }
}

impl Task<'_> {
    /// Returns the name of the location of the seat's ship.
    fn harbor(&self) -> String {
        let player = &self.state.players[usize::from(self.task.seat)];
        self.game.location_name(player.ship)
    }

    fn immediate(&self, card: &CardId, number: &u8) -> String {
        immediate_text(self.game.components[*card].immediate[usize::from(*number)])
    }

    fn village_action(&self, action: &u8) -> String {
        let action = &self.game.components.village_actions[usize::from(*action)];
        bargain(action.cost, &effects(&action.effects))
    }

    /// Formats a story card that players vote on, with the votes so far and its back.
    fn ballot(&self, card: &StoryId) -> String {
        let (name, votes) = (
            self.game.story_name(*card),
            self.game.votes_words(self.state, *card),
        );
        format!("{name}{votes}{}", self.game.back_words(*card))
    }

    /// Formats a combat action that is being paid for.
    fn combat_action(&self, action: &Action) -> String {
        self.game.notation(self.state, *action)
    }
}

impl Ruleset {
    /// Formats a disc tile with its cost and reward.
    pub(crate) fn disc_tile_words(&self, tile: u8) -> String {
        let number = 10 + u16::from(tile);
        match self.board.disc_tiles[usize::from(tile)] {
            None => format!("L{number}"),
            Some(tile) => format!("L{number}: {}", bargain(tile.cost, &effects(&tile.reward))),
        }
    }
}
