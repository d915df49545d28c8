//! Inputs of the story of a campaign: the active cards, their story tiles and the decisions of the
//! group.

use super::view::View;
use crate::encoding::{Flags, Inputs, StepGroup, Steps, from_one};
use crate::maracaibo::components::{MAX_CHOICES, StoryId};
use crate::maracaibo::rules::pending::PendingStep;
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::story::pieces::STORY_TILES;
use portolan_core::inputs;

/// Numbers of the C cards.
const C_CARDS: [&str; 10] = ["90", "91", "92", "93", "94", "95", "96", "97", "98", "99"];
/// Decisions that only a campaign has, in the order of [`decision`].
const DECISIONS: [&str; 3] = ["skull tile", "vote", "tie"];

fn decision(work: &PendingStep) -> Option<(usize, Option<StoryId>)> {
    match *work {
        PendingStep::SkullTile { .. } => Some((0, None)),
        PendingStep::StoryVote { card } => Some((1, Some(card))),
        PendingStep::StoryTie { card } => Some((2, Some(card))),
        _ => None,
    }
}

/// Prefixes of the names of the inputs.
const NAMES: [&str; 4] = ["story ", "c card:", "votes for ", "skull tiles to remove"];
/// Prefix of the names of quests on story tiles.
const STORY_TILE: &str = "story";

inputs! {
    /// Inputs of the story.
    pub struct StoryInputs {
        new(layout, game: &Ruleset) {
            let cards = game.components.story.iter();
            let cards: &Vec<_> = &cards.map(|card| format!("{:02}", card.number)).collect();
        }
        active: Flags = layout.flags("story card", cards);
        deck: Flags = layout.flags("story deck", cards);
        due: Flags = layout.flags("story due", cards);
        tile_cards: Vec<Flags> = (1..=STORY_TILES)
            .map(|tile| layout.flags(&format!("story tile {tile} of"), cards))
            .collect();
        c_cards: Flags = layout.flags("c card", C_CARDS);
        decision: Flags = layout.flags("story decision", DECISIONS);
        about: Flags = layout.flags("story decision about", cards);
        votes: StepGroup = layout.step_group("votes for", from_one(MAX_CHOICES), 4);
        skulls_left: Steps = layout.steps("skull tiles to remove", 3);
    }
}

impl StoryInputs {
    /// Returns true if an input of this name exists only in campaigns.
    pub fn is_of_some_games(name: &str) -> bool {
        let of_story_tile = || {
            let label = name.rsplit(':').next().unwrap_or_default();
            label.starts_with(STORY_TILE)
        };
        NAMES.iter().any(|own| name.starts_with(own)) || of_story_tile()
    }

    /// Fills the inputs.
    pub fn fill(&self, inputs: &mut Inputs, view: View<'_>) {
        let story = &view.state.story;
        for (index, card) in story.active.iter().enumerate() {
            let Some(card) = *card else { continue };
            self.active.fill(inputs, card);
            if story.due >> index & 1 == 1 {
                self.due.fill(inputs, card);
            }
        }
        let deck = view.game.story.iter().flat_map(|story| &story.deck);
        for &card in deck {
            if !story.drawn().any(|drawn| drawn == card) {
                self.deck.fill(inputs, card);
            }
        }
        for (flags, card) in self.tile_cards.iter().zip(story.tile_card) {
            flags.fill_each(inputs, card);
        }
        self.c_cards.fill_bits(inputs, u64::from(story.c_cards));
        let Some(top) = view.state.top() else { return };
        if let PendingStep::SkullTile { left } = top.work {
            self.skulls_left.fill(inputs, left);
        }
        if let Some((kind, about)) = decision(&top.work) {
            self.decision.fill(inputs, kind);
            self.about.fill_each(inputs, about);
        }
        self.votes.fill(inputs, story.votes);
    }
}
