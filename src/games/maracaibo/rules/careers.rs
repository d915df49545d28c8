//! Career cards (M-16).

use super::categories::Category;
use super::events::{EventKind, Money};
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::Player;
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::Counted;

/// All three tasks of a career, as bits.
pub(crate) const ALL_TASKS: u8 = 0b111;
/// Doubloons and VP for completing all three tasks (M-16.2).
pub(crate) const ALL_DONE: u8 = 2;

/// Number of set bits of a 6-bit set. A table is used because counting the bits of a whole word
/// takes a dozen instructions on the oldest processors that the program supports.
const SET_BITS: [u8; 64] = {
    let mut table = [0; 64];
    let mut set = 1;
    while set < table.len() {
        table[set] = table[set / 2] + set as u8 % 2;
        set += 1;
    }
    table
};

impl Ruleset {
    /// Returns the player's current count for every kind of career task, indexed by [`Counted`].
    /// The count for the explorer is the number of borders crossed.
    #[inline]
    pub(crate) fn progress(&self, player: &Player) -> [u8; 8] {
        let [france, spain, england] = player.influence;
        let (low, high) = (france.min(spain), france.max(spain));
        let space = self.components.space(player.explorer);
        let mut progress = [0; 8];
        progress[Counted::CombatTokens as usize] = player.token_count;
        progress[Counted::Quests as usize] = player.quest_count;
        progress[Counted::OneNation as usize] = high.max(england);
        progress[Counted::TwoNations as usize] = low.max(high.min(england));
        let (low_areas, high_areas) = (player.upgrades & 63, player.upgrades >> 6);
        progress[Counted::Upgrades as usize] =
            SET_BITS[usize::from(low_areas)] + SET_BITS[usize::from(high_areas & 63)];
        progress[Counted::Explorer as usize] = SET_BITS[usize::from(space.borders_crossed)];
        progress[Counted::Synergies as usize] = SET_BITS[usize::from(player.synergies)];
        progress[Counted::Assistants as usize] = player.assistant_count;
        progress
    }

    /// Returns the tasks that the player can complete now, as bits.
    #[inline]
    pub(crate) fn tasks_ready(&self, player: &Player) -> u8 {
        let Some(career) = player.career else {
            return 0;
        };
        if player.tasks_done == ALL_TASKS {
            return 0;
        }
        let career = &self.components.careers[usize::from(career)];
        let progress = self.progress(player);
        let mut ready = 0;
        for (index, task) in career.tasks.iter().enumerate() {
            ready |= u8::from(progress[task.kind as usize] >= task.lower) << index;
        }
        ready & !player.tasks_done
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// M-16.1, M-A61: gains doubloons and a figure, plus VP if the upper requirement is met.
    pub fn complete_task(&mut self, seat: u8, index: u8) {
        let game = self.game;
        let career = self.player(seat).career.expect("its task is ready");
        let task = &game.components.careers[usize::from(career)].tasks[usize::from(index)];
        let upper = game.progress(self.player(seat))[task.kind as usize] >= task.upper;
        self.earn(seat, Money::Careers, task.doubloons);
        let player = self.player(seat);
        player.figures += 1;
        player.tasks_done |= 1 << index;
        let all_done = player.tasks_done == ALL_TASKS;
        if upper {
            self.vp(seat, Category::Careers, i32::from(task.vp));
        }
        if all_done {
            self.earn(seat, Money::Careers, ALL_DONE);
            self.vp(seat, Category::Careers, i32::from(ALL_DONE));
        }
        let level = if upper { 1 } else { -1 };
        self.event(
            seat,
            EventKind::CareerTask,
            career,
            level * i32::from(index + 1),
        );
    }
}
