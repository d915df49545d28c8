//! Career cards (M-16).

use super::Maracaibo;
use super::components::{CareerTask, NONE, TaskKind as Counted};
use super::events::EventKind;
use super::play::Play;
use super::state::{Category, Player, State};
use crate::game::{Chance, EventLog};

/// All three tasks, as bits.
const ALL_TASKS: u8 = 0b111;
/// Doubloons and VP for all three (M-16.2).
const ALL_DONE: u8 = 2;

impl Maracaibo {
    /// Whether a task's requirement holds at a level.
    #[inline]
    fn task_holds(&self, player: &Player, task: &CareerTask, level: u8) -> bool {
        match task.kind {
            Counted::CombatTokens => player.token_count >= level,
            Counted::Quests => player.quest_count >= level,
            Counted::OneNation => player.influence.iter().any(|&step| step >= level),
            Counted::TwoNations => {
                let reached = player.influence.iter().filter(|&&step| step >= level);
                reached.count() >= 2
            }
            Counted::Upgrades => player.upgrade_count() >= level,
            Counted::Explorer => {
                let space = &self.components.explorer[usize::from(player.explorer)];
                space.borders_crossed >> level & 1 == 1
            }
            Counted::Synergies => player.synergy_count() >= level,
            Counted::Assistants => player.assistant_count >= level,
        }
    }

    /// Tasks that can be completed now, as bits.
    #[inline]
    pub(super) fn tasks_ready(&self, _state: &State, player: &Player) -> u8 {
        if player.tasks_done == ALL_TASKS || player.career == NONE {
            return 0;
        }
        let career = &self.components.careers[usize::from(player.career)];
        let mut ready = 0;
        for (index, task) in career.tasks.iter().enumerate() {
            if player.tasks_done >> index & 1 == 0 && self.task_holds(player, task, task.lower) {
                ready |= 1 << index;
            }
        }
        ready
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// M-16.1, A-61: doubloons and the figure, with VP if the upper requirement holds.
    pub fn complete_task(&mut self, seat: u8, index: u8) {
        let game = self.game;
        let career = self.player(seat).career;
        let task = &game.components.careers[usize::from(career)].tasks[usize::from(index)];
        let upper = game.task_holds(self.player(seat), task, task.upper);
        self.doubloons(seat, task.doubloons);
        let player = self.player(seat);
        player.figures += 1;
        player.tasks_done |= 1 << index;
        let all_done = player.tasks_done == ALL_TASKS;
        if upper {
            self.vp(seat, Category::Careers, i32::from(task.vp));
        }
        if all_done {
            self.doubloons(seat, ALL_DONE);
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
