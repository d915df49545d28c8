//! Text for the story: cards, instructions and the state of the story.

use crate::game::Event;
use crate::maracaibo::components::{
    FIRST_C_CARD, Instruction, LocationId, QuestPlace, StoryCard, StoryId, StoryRequirement,
};
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::maracaibo::rules::state::State;
use crate::maracaibo::view::describe::seat_name;
use crate::maracaibo::view::texts::board::quest_tile_words;
use crate::maracaibo::view::texts::terms::listed;
use crate::prose::capital;

impl Ruleset {
    /// Returns the number and title of a story card.
    pub(crate) fn story_name(&self, card: StoryId) -> String {
        let card = self.story_card(card);
        format!("{:02} {}", card.number, card.name)
    }

    /// Describes the front of a story card. The back is not shown before the card is fulfilled.
    pub(crate) fn story_words(&self, card: StoryId) -> String {
        let card = self.story_card(card);
        let mut parts = Vec::new();
        parts.extend(card.front.iter().map(|one| self.instruction_words(one)));
        if let Some(quest) = &card.quest {
            parts.push(format!("quest: {}", quest_tile_words(quest)));
        }
        parts.push(requirement_words(card));
        let text = sentence(&card.front_text);
        format!(
            "chapter {}. {text}{}",
            card.chapter,
            capital(&parts.join("; "))
        )
    }

    /// Formats an instruction in the notation of the rulebook (M-C7).
    pub(crate) fn instruction_words(&self, instruction: &Instruction) -> String {
        let labels = &self.components.labels.locations;
        let place = |location: LocationId| labels[usize::from(location)].as_str();
        match instruction {
            Instruction::StoryTile(location) => format!("Story: {}", place(*location)),
            Instruction::Quests(places) => {
                let words = places.iter().map(|quest: &QuestPlace| {
                    let (first, last) = (quest.players.start(), quest.players.end());
                    let players = match first == last {
                        true => first.to_string(),
                        false => format!("{first}-{last}"),
                    };
                    format!("{} ({players})", place(quest.location))
                });
                format!("Quests: {}", words.collect::<Vec<String>>().join(", "))
            }
            Instruction::Discards(cards) => {
                format!("Add cards {} to the discard pile", c_numbers(*cards))
            }
            Instruction::Shuffle(cards) => format!("Cards: {}", c_numbers(*cards)),
            Instruction::Read(card) => format!("Read {:02}", self.story_card(*card).number),
            Instruction::AddTile(tile) => format!("Add tile L{tile}"),
            Instruction::RemoveTile(tile) => format!("Remove tile L{tile}"),
        }
    }

    /// Lists the active story cards with their story tiles; empty outside a campaign.
    pub(crate) fn story_lines(&self, state: &State) -> Vec<String> {
        let line = |card: StoryId| {
            let shown = self.story_card(card);
            let mut parts = Vec::new();
            if let Some(quest) = &shown.quest {
                let tile = state
                    .story
                    .tile_card
                    .iter()
                    .position(|other| *other == Some(card));
                let which = tile.map_or("no story tile is left for it".to_string(), |tile| {
                    format!("story tile {}", tile + 1)
                });
                parts.push(format!("{which}, {}", quest_tile_words(quest)));
            }
            parts.push(requirement_words(shown));
            format!("{}: {}", self.story_name(card), parts.join("; "))
        };
        let mut lines: Vec<String> = state.story.active().map(line).collect();
        if state.story.c_cards != 0 {
            lines.push(format!(
                "C cards among the project cards: {}",
                c_numbers(state.story.c_cards)
            ));
        }
        lines
    }

    /// Formats the votes so far; empty if there are no votes.
    pub(crate) fn votes_words(&self, state: &State, card: StoryId) -> String {
        let choices = self.story_choices(card).iter().zip(state.story.votes);
        let votes = choices.filter(|(_, votes)| *votes > 0);
        let votes: Vec<String> = votes
            .map(|(choice, votes)| format!("{votes} for {}", choice.words))
            .collect();
        match votes.is_empty() {
            true => String::new(),
            false => format!(" ({})", votes.join(", ")),
        }
    }

    /// Describes the reading of the back of a story card.
    pub(super) fn reading_words(&self, card: StoryId, event: &Event) -> String {
        let shown = self.story_card(card);
        let choice = usize::try_from(event.value - 1).ok();
        let choice = choice.and_then(|choice| shown.choices.get(choice));
        let chosen = choice.map_or(String::new(), |choice| {
            format!("the group chooses: {}", choice.words)
        });
        let (who, name) = (seat_name(event.seat), self.story_name(card));
        let read = format!("{who} reads the back of {name}");
        match (sentence(&shown.back_text), chosen.as_str()) {
            (text, "") if text.is_empty() => read,
            (text, chosen) if text.is_empty() => format!("{read}; {chosen}"),
            (text, chosen) => format!("{read}: {}", text + &capital(chosen))
                .trim_end()
                .to_string(),
        }
    }

    /// Returns the text on the back of a card as an additional sentence, or an empty text.
    pub(crate) fn back_words(&self, card: StoryId) -> String {
        match self.story_card(card).back_text.as_str() {
            "" => String::new(),
            text => format!(". {text}"),
        }
    }
}

/// Returns a text as a sentence, followed by a space. An empty text remains empty.
fn sentence(text: &str) -> String {
    match text {
        "" => String::new(),
        text if text.ends_with(['.', '!', '?']) => format!("{text} "),
        text => format!("{text}. "),
    }
}

fn requirement_words(card: &StoryCard) -> String {
    match card.requirement {
        StoryRequirement::Never => "stays in play".to_string(),
        StoryRequirement::Quest => "read when its story tile is taken".to_string(),
        StoryRequirement::FullTile(tile) => format!("read when L{tile} is full"),
    }
}

/// Formats the numbers of C cards.
pub(crate) fn c_numbers(cards: u16) -> String {
    let numbers = (0..16).filter(|bit| cards >> bit & 1 == 1);
    listed(numbers.map(|bit| (FIRST_C_CARD + bit).to_string()))
}
