//! Jean's income and her bonuses at the end of the game (M-24.8, M-24.9).

use super::super::categories::JeanCategory;
use super::super::events::EventKind;
use super::super::play::Play;
use super::super::ruleset::Ruleset;
use super::super::state::State;
use super::pieces::SEAT;
use crate::game::{Chance, EventLog};

/// VP per quest tile.
const QUEST_TILE: i32 = 5;
/// VP for a small, a large and a very large lead.
const LEADS: [i32; 3] = [10, 20, 30];
/// Minimum leads in quest tiles or upgrades that count as large and as very large.
const TILES_AHEAD: [i32; 2] = [3, 4];
/// Minimum leads in explorer spaces that count as large and as very large.
const SPACES_AHEAD: [i32; 2] = [8, 11];

/// Returns the bonus for a lead.
fn bonus(lead: i32, far: [i32; 2]) -> i32 {
    match lead {
        lead if lead <= 0 => 0,
        lead if lead < far[0] => LEADS[0],
        lead if lead < far[1] => LEADS[1],
        _ => LEADS[2],
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// M-24.8: scores the highest number on an emptied space of the disc track, and 1 VP per card.
    pub fn jean_income(&mut self) {
        let gone = self.state.jean.discs_gone();
        let track = i32::from(self.game.components.automa_track.income[gone]);
        let cards = self.state.jean.cards.len() as i32;
        self.jean_scored(JeanCategory::Income, track);
        self.jean_scored(JeanCategory::Cards, cards);
    }

    /// M-24.9: scores quest tiles and Jean's leads in quest tiles, upgrades and on the explorer
    /// track.
    pub fn jean_bonuses(&mut self) {
        let categories = [
            JeanCategory::Quests,
            JeanCategory::QuestLead,
            JeanCategory::UpgradeLead,
            JeanCategory::ExplorerLead,
        ];
        let bonuses = self.game.jean_bonuses(self.state);
        for (category, points) in categories.into_iter().zip(bonuses) {
            self.jean_scored(category, points);
        }
    }

    /// Adds VP from a scoring to Jean's points and logs them as an event.
    fn jean_scored(&mut self, category: JeanCategory, points: i32) {
        self.jean_vp(category, points);
        if points != 0 {
            self.event(SEAT, EventKind::Scored, category, points);
        }
    }
}

impl Ruleset {
    /// Returns the VP that Jean's bonuses would score now (M-24.9): for quest tiles, and for her
    /// leads in quest tiles, upgrades and on the explorer track.
    pub(crate) fn jean_bonuses(&self, state: &State) -> [i32; 4] {
        let gone = state.jean.discs_gone();
        let upgrades = i32::from(self.components.automa_track.upgrades[gone]);
        let [own, hers] = [&state.players[0], &state.players[usize::from(SEAT)]];
        let tiles = i32::from(hers.quest_count);
        let more_tiles = tiles - i32::from(own.quest_count);
        let more_upgrades = upgrades - i32::from(own.upgrade_count());
        let ahead = self.jean_explorer_lead(state);
        [
            QUEST_TILE * tiles,
            bonus(more_tiles, TILES_AHEAD),
            bonus(more_upgrades, TILES_AHEAD),
            bonus(ahead, SPACES_AHEAD),
        ]
    }
}
