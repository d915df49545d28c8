//! Names and descriptions of components, generated from the loaded components, so that the texts of
//! edited data are correct.
//!
//! | module | describes |
//! | --- | --- |
//! | `terms` | costs and effects, which the other modules combine |
//! | `cards` | project cards and the actions that they add |
//! | `board` | locations, city tiles, tokens, quests, explorer spaces, nations, legacy tiles |
//! | `own` | upgrades, careers, prestige buildings, scenario cards |
//! | `automa` | Jean's cards |

pub(crate) mod automa;
pub(crate) mod board;
pub(crate) mod cards;
pub(crate) mod own;
pub(crate) mod terms;

use crate::maracaibo::components::{
    AutomaId, CardId, CareerId, CityTileId, GOOD_NAMES, LocationId, NATION_NAMES, OBJECT_NAMES,
    QuestId, SYNERGY_NAMES, SpaceId, StoryId, TokenId, UPGRADES,
};
use crate::maracaibo::rules::ruleset::Ruleset;
use crate::picture::Component;
use board::quest_tile_words;
use terms::title;

/// Description of the story tiles (M-C2).
const STORY_TILE_WORDS: &str = "lies at the location that the front of its story card names and stands for the quest of this card: a ship \
     there can fulfil it as a main action; counts as a quest tile, and the back of the card is read when \
     the round ends";

/// Returns the components of a kind with these ids. `about` returns the name and text of a
/// component.
fn kind<'a>(
    kind: &'static str,
    ids: impl IntoIterator<Item = &'a String>,
    about: impl Fn(u8) -> (String, String),
) -> Vec<Component> {
    let ids = ids.into_iter().zip(0..);
    let component = |(id, index): (&String, u8)| {
        let (name, text) = about(index);
        Component {
            kind,
            id: id.clone(),
            name,
            text,
        }
    };
    ids.map(component).collect()
}

impl Ruleset {
    /// Returns all components that have an id, grouped by kind.
    pub(crate) fn all_components(&self) -> Vec<Component> {
        let labels = &self.components.labels;
        let own = |names: &[&str]| names.iter().map(|&name| name.to_string()).collect();
        let upgrades: Vec<String> = (1..=UPGRADES).map(|area| format!("U{area}")).collect();
        let legacy: Vec<String> = (self.components.legacy.iter())
            .map(|tile| format!("L{}", tile.number))
            .collect();
        let scenarios: Vec<String> = (self.components.scenarios.iter())
            .map(|card| card.id.clone())
            .collect();
        let name = |names: &[String], index: u8| names[usize::from(index)].clone();
        let quests = usize::from(self.board.quest_tiles);
        let nations: Vec<String> = own(&NATION_NAMES);
        let goods: Vec<String> = own(&GOOD_NAMES);
        let objects: Vec<String> = own(&OBJECT_NAMES);
        let synergies: Vec<String> = own(&SYNERGY_NAMES);
        let mut all = vec![
            kind("card", &labels.cards, |index| {
                let text = self.card_words(CardId::new(index));
                (name(&labels.card_names, index), text)
            }),
            kind("location", &labels.locations, |index| {
                let text = self.location_words(LocationId::new(index), None);
                (name(&labels.location_names, index), text)
            }),
            kind("city tile", &labels.city_tiles, |index| {
                let text = self.city_tile_words(CityTileId::new(index));
                (name(&labels.city_tile_names, index), text)
            }),
            kind("quest", &labels.quests[..quests], |index| {
                let text = quest_tile_words(self.components.quest(QuestId::new(index)));
                (name(&labels.quests, index), text)
            }),
            kind("combat token", &labels.tokens, |index| {
                let text = self.token_words(TokenId::new(index));
                (name(&labels.tokens, index), text)
            }),
            kind("explorer space", &labels.spaces, |index| {
                let text = self.space_words(SpaceId::new(index));
                (name(&labels.spaces, index), text)
            }),
            kind("upgrade", &upgrades, |index| {
                (self.upgrade_name(index + 1), self.upgrade_about(index + 1))
            }),
            kind("career", &labels.careers, |index| {
                let text = self.career_words(CareerId::new(index));
                (name(&labels.career_names, index), text)
            }),
            kind("prestige building", &labels.prestige, |index| {
                let text = self.prestige_words(index);
                (name(&labels.prestige_names, index), text)
            }),
            kind("legacy tile", &legacy, |index| {
                let tile = &self.components.legacy[usize::from(index)];
                (self.legacy_name(tile), self.legacy_words(tile))
            }),
            kind("scenario card", &scenarios, |index| {
                let text = self.scenario_words(index.into());
                (name(&scenarios, index), text)
            }),
            kind("nation", &nations, |index| {
                (title(&nations[usize::from(index)]), self.nation_words())
            }),
            kind("good", &goods, |index| {
                (title(&goods[usize::from(index)]), self.good_words(index))
            }),
            kind("object", &objects, |index| {
                (
                    title(&objects[usize::from(index)]),
                    self.object_words(index),
                )
            }),
            kind("synergy token", &synergies, |index| {
                let text = self.synergy_words(index);
                (title(&synergies[usize::from(index)]), text)
            }),
        ];
        if let Some(story) = &self.story {
            // Cards that are still in the story deck are not shown.
            let number = |card: &StoryId| format!("{:02}", self.story_card(*card).number);
            let cards: Vec<String> = story.active.iter().map(number).collect();
            all.push(kind("story card", &cards, |index| {
                let card = story.active[usize::from(index)];
                (self.story_card(card).name.clone(), self.story_words(card))
            }));
            all.push(kind("story tile", &labels.quests[quests..], |index| {
                let name = format!("Story tile {}", index + 1);
                (name, STORY_TILE_WORDS.to_string())
            }));
        }
        if self.opponent.is_some() {
            all.push(kind("automa card", &labels.automa, |index| {
                let text = self.automa_words(AutomaId::new(index));
                (name(&labels.automa, index), text)
            }));
        }
        all.concat()
    }
}
