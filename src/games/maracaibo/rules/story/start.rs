//! The start of a campaign game: its options, and the components that the story may add or remove.

use std::collections::BTreeMap;

use super::super::options::{CAMPAIGN, STORY_OPTIONS};
use super::pieces::{ACTIVE_ROOM, STORY_TILES};
use crate::maracaibo::components::story_cards::{
    all_instructions, card_numbered, removed_tiles, tiles_of,
};
use crate::maracaibo::components::{
    C_NUMBERS, CardId, CardSet, Components, Effects, FIRST_C_CARD, Instruction, QuestTile,
    StoryCard, StoryId,
};
use crate::options::refused;
use crate::setup::SetupError;

/// Number of the first card of a campaign (M-C1).
const FIRST_CARD: u8 = 1;
/// Numbers of the cards that start a chapter (M-C4).
const CHAPTER_STARTS: std::ops::RangeInclusive<u8> = 80..=89;

/// The story at the start of a campaign game.
#[derive(Clone, Debug)]
pub(crate) struct Story {
    /// Active cards, in ascending order.
    pub active: Vec<StoryId>,
    /// The story deck from top to bottom.
    pub deck: Vec<StoryId>,
    /// C cards that are shuffled into the A cards before the deal, by number; card 90 is bit 0.
    pub c_cards: u16,
    /// Project card of each C card number.
    pub c_card_of: [Option<CardId>; C_NUMBERS],
    /// Legacy tiles that the story can add, as bits.
    pub tiles: u32,
    /// Legacy tiles that the story can remove, as bits.
    pub removed: u32,
    /// Rewards of the quests on story cards.
    rewards: Vec<Effects>,
    /// The options as given.
    pub given: BTreeMap<String, String>,
}

impl Story {
    /// Parses the options of a campaign; returns `None` for a game without a story.
    ///
    /// # Errors
    ///
    /// Returns [`SetupError::OptionValue`] if a value is not accepted, or if a story option is
    /// given in a game without a story.
    pub fn read(
        given: &BTreeMap<String, String>,
        components: &Components,
    ) -> Result<Option<Story>, SetupError> {
        let set = |name: &str| given.get(name).map(|value| value.trim());
        if set("scenario") != Some(CAMPAIGN) {
            let wrong = STORY_OPTIONS.iter().find(|name| given.contains_key(**name));
            return wrong.map_or(Ok(None), |name| {
                let value = set(name).unwrap_or_default();
                Err(refused(
                    name,
                    value,
                    "to be set together with scenario=campaign",
                ))
            });
        }
        let active = match set("story") {
            None => vec![story_card(components, FIRST_CARD, "story", "1")?],
            Some(text) => {
                let mut cards = story_cards(components, "story", text)?;
                cards.sort_unstable();
                cards
            }
        };
        if !(1..=ACTIVE_ROOM).contains(&active.len()) {
            let text = set("story").unwrap_or_default();
            let expected = format!("1 to {ACTIVE_ROOM} different story cards, such as 5+12");
            return Err(refused("story", text, &expected));
        }
        let all = || (0..components.story.len() as u8).map(StoryId::new);
        let deck: Vec<StoryId> = match set("story_deck") {
            None => all().filter(|card| !active.contains(card)).collect(),
            Some("none") => Vec::new(),
            Some(text) => {
                let deck = story_cards(components, "story_deck", text)?;
                if let Some(card) = deck.iter().find(|card| active.contains(card)) {
                    let number = components.story[usize::from(*card)].number;
                    let expected = format!("cards that are not active; {number} is (story)");
                    return Err(refused("story_deck", text, &expected));
                }
                deck
            }
        };
        let c_card_of = c_cards(components);
        let mut c_cards = match set("c_cards") {
            None | Some("none") => 0,
            Some(text) => c_numbers(&c_card_of, text)?,
        };
        for card in &active {
            // M-C4: a card that starts a chapter adds its C cards before the deal.
            let card = &components.story[usize::from(*card)];
            if CHAPTER_STARTS.contains(&card.number) {
                c_cards |= shuffled_in(card);
            }
        }
        // Cards that have been read have no further effect.
        let cards = || {
            active
                .iter()
                .chain(&deck)
                .map(|card| &components.story[usize::from(*card)])
        };
        let removed = cards()
            .map(removed_tiles)
            .fold(0, |tiles, more| tiles | more);
        let tiles = cards()
            .flat_map(all_instructions)
            .fold(0, |tiles, list| tiles | tiles_of(list));
        Ok(Some(Story {
            tiles,
            removed,
            active,
            deck,
            c_cards,
            c_card_of,
            rewards: (components.story.iter())
                .filter_map(|card| card.quest.map(|quest| quest.effects))
                .collect(),
            given: given.clone(),
        }))
    }

    /// Returns the rewards of the quests on story cards.
    pub fn quest_rewards(&self) -> impl Iterator<Item = &Effects> {
        self.rewards.iter()
    }

    /// Returns the C cards dealt together with the A cards.
    pub fn dealt_c_cards(&self) -> CardSet {
        self.cards_of(self.c_cards)
    }

    /// Returns the C cards with these numbers, given as bits.
    pub fn cards_of(&self, numbers: u16) -> CardSet {
        let numbered = self.c_card_of.iter().enumerate();
        numbered
            .filter(|(number, _)| numbers >> number & 1 == 1)
            .filter_map(|(_, card)| *card)
            .collect()
    }

    /// Adds the story tiles to the quest tiles. The quest of a story tile is the quest of the card
    /// that it belongs to.
    pub fn add_story_tiles(components: &mut Components) {
        for tile in 1..=STORY_TILES {
            components.quests.push(QuestTile::NONE);
            components.labels.quests.push(format!("story{tile}"));
        }
    }
}

fn shuffled_in(card: &StoryCard) -> u16 {
    card.front.iter().fold(0, |bits, one| match one {
        Instruction::Shuffle(numbers) => bits | numbers,
        _ => bits,
    })
}

fn story_card(
    components: &Components,
    number: u8,
    option: &str,
    text: &str,
) -> Result<StoryId, SetupError> {
    card_numbered(components, number).ok_or_else(|| {
        let numbers = components.story.iter().map(|card| card.number.to_string());
        let numbers: Vec<String> = numbers.collect();
        let expected = format!(
            "story cards of the data joined by +: {}; {number} is not one of them",
            numbers.join(", ")
        );
        refused(option, text, &expected)
    })
}

/// Parses numbers and ranges such as `6-20+2-4`; each card may appear once.
fn story_cards(
    components: &Components,
    option: &str,
    text: &str,
) -> Result<Vec<StoryId>, SetupError> {
    let malformed = || {
        refused(
            option,
            text,
            "numbers of story cards joined by +, with - for a range, such as 6-20+2-4",
        )
    };
    let mut cards: Vec<StoryId> = Vec::new();
    for part in text.split(['+', ',']).map(str::trim) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.trim().parse::<u8>().map_err(|_| malformed());
        let (first, last) = (number(first)?, number(last)?);
        if first > last {
            return Err(malformed());
        }
        // A range contains only the cards that exist.
        let found = (first..=last).filter_map(|number| card_numbered(components, number));
        let found: Vec<StoryId> = match first == last {
            true => vec![story_card(components, first, option, text)?],
            false => found.collect(),
        };
        if found.is_empty() || found.iter().any(|card| cards.contains(card)) {
            return Err(malformed());
        }
        cards.extend(found);
    }
    Ok(cards)
}

/// Returns the project card of each C card number: the cards with the ids C90 to C99.
fn c_cards(components: &Components) -> [Option<CardId>; C_NUMBERS] {
    std::array::from_fn(|index| {
        let id = format!("C{}", usize::from(FIRST_C_CARD) + index);
        let place = components
            .labels
            .cards
            .iter()
            .position(|card| *card == id)?;
        Some(CardId::new(place as u8))
    })
}

fn c_numbers(known: &[Option<CardId>; C_NUMBERS], text: &str) -> Result<u16, SetupError> {
    let mut bits = 0;
    for part in text.split(['+', ',']).map(str::trim) {
        let number = part.trim_start_matches(['C', 'c']).parse::<u8>().ok();
        let index = number.and_then(|number| number.checked_sub(FIRST_C_CARD));
        let index =
            index.filter(|&index| known.get(usize::from(index)).is_some_and(Option::is_some));
        let Some(index) = index else {
            let names = (FIRST_C_CARD..).zip(known);
            let names = names.filter(|(_, card)| card.is_some());
            let names: Vec<String> = names.map(|(number, _)| number.to_string()).collect();
            let expected = match names.is_empty() {
                true => "none: the data has no C cards with ids C90 to C99".to_string(),
                false => format!("C cards of the data joined by +: {}", names.join(", ")),
            };
            return Err(refused("c_cards", text, &expected));
        };
        bits |= 1 << index;
    }
    Ok(bits)
}
