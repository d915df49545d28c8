//! Text for a player's components, including the part of the hand that the observer knows.

use super::super::position::{Own, PlayerView};
use super::super::texts::own::task_words;
use super::Text;
use super::lists::{COLUMN, bits, list, listed};
use crate::maracaibo::components::{CardId, GOOD_NAMES, OBJECT_NAMES};
use crate::maracaibo::rules::state::{Phase, Player};

impl Text<'_> {
    /// Returns the state of the player in a seat.
    pub(super) fn player(&self, seat: &PlayerView) -> &Player {
        &self.state.players[seat.seat - 1]
    }

    /// Lists the goods and objects on the cards in a seat's hand.
    pub(super) fn shown(&self, player: &Player) -> String {
        let goods = player.hand_goods.iter().zip(GOOD_NAMES);
        let all = goods.chain(player.hand_objects.iter().zip(OBJECT_NAMES));
        let some = all.filter(|&(&number, _)| number > 0);
        listed(some.map(|(number, name)| format!("{number} {name}")))
    }

    /// Describes the cards that were planned or set aside in the set-up; empty if there are none.
    pub(super) fn chosen(
        &self,
        label: &str,
        seat: &PlayerView,
        cards: &[Option<CardId>],
    ) -> String {
        let own = self.observer == Some(seat.seat - 1);
        let hidden = self.state.phase == Phase::Setup && !own && self.observer.is_some();
        let cards = cards.iter().flatten();
        let words: Vec<String> = cards
            .map(|&card| match (hidden, own) {
                (true, _) => "?".to_string(),
                (_, true) => {
                    let name = self.game.card_name(card);
                    format!("{name}: {}", self.game.card_words(card))
                }
                _ => self.game.card_name(card),
            })
            .collect();
        match own {
            true => list(label, &words),
            false if words.is_empty() => String::new(),
            false => format!("\n    {label} {COLUMN} {}", listed(words)),
        }
    }

    /// Describes the tasks of a career that the observer knows, with the player's progress.
    pub(super) fn career_tasks(&self, player: &Player, own: &Own) -> Vec<String> {
        let career = player.career.filter(|_| own.career.is_some());
        let progress = self.game.progress(player);
        let tasks = career.map(|career| self.game.components.careers[usize::from(career)].tasks);
        let tasks = tasks.iter().flatten().zip(1..);
        let words = tasks.map(|(task, number)| match own.tasks_done.contains(&number) {
            true => "done".to_string(),
            false => format!(
                "{}; {} so far",
                task_words(task),
                progress[task.kind as usize]
            ),
        });
        words.collect()
    }

    /// Describes the assistants with their locations.
    pub(super) fn assistants(&self, player: &Player) -> Vec<String> {
        let assistants = player.assistants().iter().enumerate();
        let words = assistants.map(|(index, &card)| {
            let name = self.game.card_name(card);
            let words = self.game.assistant_words(&self.game.components[card]);
            let new = match player.assistants_new >> index & 1 {
                1 => "; new",
                _ => "",
            };
            format!("{name}: {}{new}", words.unwrap_or_default())
        });
        words.collect()
    }

    /// Describes the completed upgrades.
    pub(super) fn upgrades(&self, player: &Player) -> Vec<String> {
        let areas = bits(player.upgrades).map(|area| area as u8 + 1);
        let words = areas.map(|area| format!("U{area}: {}", self.game.upgrade_words(area)));
        words.collect()
    }

    /// Describes the village and combat actions of the player's cards.
    pub(super) fn actions(&self, player: &Player) -> Vec<String> {
        let components = &self.game.components;
        let village = bits(player.village_actions)
            .filter_map(|index| components.village_actions.get(index))
            .map(|action| self.game.village_action_words(action));
        let combat = bits(player.combat_actions)
            .filter_map(|index| components.combat_actions.get(index))
            .map(|action| {
                let name = self.game.card_name(action.card);
                format!("{name}: {}", self.game.combat_action_words(action))
            });
        village.chain(combat).collect()
    }
}
