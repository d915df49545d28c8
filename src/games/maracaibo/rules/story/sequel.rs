//! Options of the next game of a campaign (M-C11).

use super::super::ruleset::Ruleset;
use super::super::state::{DISC_TILES, Phase, State};
use crate::game::Sequel;
use crate::maracaibo::components::{FIRST_C_CARD, StoryId, StoryRequirement};

impl Ruleset {
    /// Returns the options of the next game, or `None` outside a campaign and before the game is
    /// over. The story continues if at least one card remains that can be fulfilled (M-A85). Tiles and
    /// C cards are always carried over.
    pub(crate) fn next_game(&self, state: &State) -> Option<Sequel> {
        let story = self.story.as_ref()?;
        if state.phase != Phase::Over {
            return None;
        }
        let mut left = state.story.active().map(|card| self.story_card(card));
        let goes_on = left.any(|card| card.requirement != StoryRequirement::Never);
        let number = |card: &StoryId| self.story_card(*card).number;
        let c_cards: Vec<u8> = (0..16)
            .filter(|bit| state.story.c_cards >> bit & 1 == 1)
            .map(|bit| FIRST_C_CARD + bit)
            .collect();
        let tiles = self.tiles_kept(state);
        let tiles: Vec<String> = (1..=25)
            .filter(|tile| tiles >> tile & 1 == 1)
            .map(|tile| format!("L{tile}"))
            .collect();
        let or_none = |text: String| {
            if text.is_empty() {
                "none".to_string()
            } else {
                text
            }
        };
        let mut options = story.given.clone();
        if goes_on {
            let active: Vec<u8> = state.story.active().map(|card| number(&card)).collect();
            let deck = deck_after(&story.deck, state.story.drawn());
            let deck: Vec<u8> = deck.iter().map(number).collect();
            options.insert("story".to_string(), joined(&active));
            options.insert("story_deck".to_string(), or_none(ranges(&deck)));
        } else {
            options.remove("story");
            options.remove("story_deck");
        }
        options.insert("c_cards".to_string(), or_none(joined(&c_cards)));
        options.insert("legacy".to_string(), or_none(tiles.join(",")));
        Some(Sequel { options, goes_on })
    }

    /// Returns the legacy tiles that are archived, as bits: all except full disc tiles (M-C11).
    fn tiles_kept(&self, state: &State) -> u32 {
        (0..DISC_TILES).fold(state.legacy, |tiles, index| {
            let spaces = self.board.disc_tiles[index].map_or(u8::MAX, |tile| tile.spaces);
            match state.tile_discs[index] >= spaces {
                true => tiles & !(1 << (10 + index)),
                false => tiles,
            }
        })
    }
}

/// Returns the story deck after drawing cards from it: the cards above each drawn card are put
/// under the deck (M-C8).
fn deck_after(deck: &[StoryId], drawn: impl Iterator<Item = StoryId>) -> Vec<StoryId> {
    let mut deck = deck.to_vec();
    for card in drawn {
        if let Some(place) = deck.iter().position(|other| *other == card) {
            deck.rotate_left(place);
            deck.remove(0);
        }
    }
    deck
}

fn joined(numbers: &[u8]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
    numbers.join("+")
}

/// Formats runs of consecutive ascending numbers as ranges: `6-20+2-4`.
fn ranges(numbers: &[u8]) -> String {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let words = runs.iter().map(|&(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    words.collect::<Vec<String>>().join("+")
}
