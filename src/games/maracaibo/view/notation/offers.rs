//! Effects of discs, the explorer, choices between gains and declined offers.

use super::Decision;
use crate::game::Phrase;
use crate::maracaibo::components::{BORDER_NAMES, RED_BORDER, SpaceId, SpaceKind};
use crate::maracaibo::rules::assistants::VISITOR;
use crate::maracaibo::rules::cities::DOUBLOONS_OR_VP;
use crate::maracaibo::rules::explorer::{ARRIVALS, FIRST_ACROSS, LATER_ACROSS, RED_INFLUENCE};
use crate::maracaibo::rules::pending::PendingStep;
use crate::maracaibo::rules::scoring::NO_PURCHASE;
use crate::maracaibo::view::texts::terms::effects;
use crate::prose;

impl Decision<'_> {
    /// Describes the upgrade, unless its name already describes it.
    pub(super) fn disc(&self, area: u8) -> String {
        let step = match self.player.discs[usize::from(area)] {
            1 => "completes the upgrade",
            _ => "first of 2 discs",
        };
        let (name, words) = (
            self.game.upgrade_name(area + 1),
            self.game.upgrade_words(area + 1),
        );
        match name.split_once(": ") {
            Some((_, effect)) if words.ends_with(effect) => step.to_string(),
            _ => format!("{step}: {words}"),
        }
    }

    /// Adds the seats over which the explorer jumps to steal VP.
    pub(super) fn robbed_seats<'a>(&self, robbed: u8, phrase: &'a mut Phrase) -> &'a mut Phrase {
        let seats = (1..=8).filter(|seat| robbed >> (seat - 1) & 1 == 1);
        let seats: Vec<String> = seats.map(|seat| seat.to_string()).collect();
        if seats.is_empty() {
            return phrase;
        }
        let noun = prose::plural(seats.len() as u64, "seat");
        let title = format!("over {noun} {}", prose::listed(&seats));
        phrase.words(format!("over {}", seats.join(" ")), title)
    }

    /// Describes the explorer's gains on the way and the space where it stops.
    pub(super) fn advance(&self, space: SpaceId, robbed: u8) -> String {
        let (game, state) = (self.game, self.state);
        let shown = game.components.space(space);
        let before = game.components.space(self.player.explorer).borders_crossed;
        let crossed = shown.borders_crossed & !before;
        let mut parts = Vec::new();
        for (border, name) in BORDER_NAMES.into_iter().enumerate() {
            if crossed >> border & 1 == 0 {
                continue;
            }
            let gain = match (border as u8, state.borders_crossed >> border & 1) {
                (RED_BORDER, _) => format!("{RED_INFLUENCE} influence"),
                (_, 0) => format!("{FIRST_ACROSS} VP"),
                _ => format!("{LATER_ACROSS} VP"),
            };
            parts.push(format!("{name} border: {gain}"));
        }
        let stolen = self.player.jump_steal;
        parts.extend((robbed != 0).then(|| format!("steals up to {stolen} VP from each")));
        match shown.kind {
            SpaceKind::Start => {}
            SpaceKind::Reward => parts.push(effects(&shown.reward)),
            SpaceKind::Quest => parts.push(match game.track_quest_at(state, space) {
                Some(quest) => game.quest_line(state, quest),
                None => "its quest is gone".to_string(),
            }),
            SpaceKind::End => {
                let place = usize::from(state.explorers_at_end);
                let points = ARRIVALS.get(place).copied().unwrap_or_default();
                parts.push(format!("the end: {points} VP, 1 village action"));
            }
        }
        parts.join("; ")
    }

    pub(super) fn vp_of_choice(&self) -> String {
        match self.work {
            PendingStep::Visitor => format!("{} VP", VISITOR[1]),
            PendingStep::DoubloonsOrAssistants => {
                format!("{} VP", DOUBLOONS_OR_VP[1] * self.player.assistant_count)
            }
            PendingStep::Interim => format!("{NO_PURCHASE} VP, no purchase, no cards"),
            _ => format!("{NO_PURCHASE} VP, no purchase"),
        }
    }

    /// Describes a choice of a story card without its consequences. As with the physical card, players read them later.
    pub(super) fn vote(&self, choice: u8) -> &str {
        match self.work {
            PendingStep::StoryVote { card } | PendingStep::StoryTie { card } => {
                &self.game.story_choices(card)[usize::from(choice)].words
            }
            _ => "",
        }
    }

    pub(super) fn legacy_tile(&self, number: u8) -> String {
        let mut tiles = self.game.components.legacy.iter();
        let tile = tiles.find(|tile| tile.number == number);
        tile.map_or(String::new(), |tile| self.game.legacy_words(tile))
    }

    pub(super) fn waiver(&self) -> &'static str {
        match self.work {
            PendingStep::Explore { .. } => "the explorer stays",
            PendingStep::TrackQuest => "the quest stays",
            PendingStep::City => "no city action",
            PendingStep::DiscTile { .. } => "the tile is not used",
            PendingStep::MarkerVillage { with_rank: true }
                if self.game.options.declined_marker_rank =>
            {
                "no marker, only the next noble rank"
            }
            PendingStep::MarkerVillage { .. } => "no marker",
            PendingStep::DiscardHand => "the hand stays",
            PendingStep::FigureForVp => "the figure stays",
            PendingStep::Draw => "no card",
            _ => "not used",
        }
    }
}
