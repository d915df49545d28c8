//! Names of events and components, and public events in words.

use super::describe::{doubloons, seat_name};
use super::texts::board::quest_tile_words;
use super::texts::terms::title;
use crate::game::{Event, Words};
use crate::maracaibo::Maracaibo;
use crate::maracaibo::components::story_cards::card_numbered;
use crate::maracaibo::components::{
    AutomaId, CardId, CareerId, CityTileId, GOOD_NAMES, LocationId, NATION_NAMES, OBJECT_NAMES,
    QuestId, SYNERGY_NAMES, SpaceId, TokenId, UPGRADES,
};
use crate::maracaibo::rules::categories::{CATEGORY_NAMES, SOLO_CATEGORY_NAMES};
use crate::maracaibo::rules::events::{EVENT_NAMES, MONEY_NAMES, Money, VILLAGE_NAMES};
use crate::maracaibo::rules::story::pieces::ACTIVE_ROOM;
use crate::picture::Component;

/// Description of the story tiles (M-C2).
const STORY_TILE_WORDS: &str = "marks the location of the quest of its story card: a ship there can fulfil the quest \
                                as a main action; it counts as a quest tile, and the back of the card is read when the \
                                round ends";

/// Returns the components of a kind, given ids, names and texts.
fn kind(
    kind: &'static str,
    ids: &[String],
    names: &[String],
    text: impl Fn(u8) -> String,
) -> Vec<Component> {
    let ids = ids.iter().zip(names).zip(0..);
    let component = |((id, name), index): ((&String, &String), u8)| Component {
        kind,
        id: id.clone(),
        name: name.clone(),
        text: text(index),
    };
    ids.map(component).collect()
}

/// Returns the names as ids and as titles.
fn titles(names: &[&str]) -> [Vec<String>; 2] {
    [|name: &&str| name.to_string(), |name: &&str| title(name)]
        .map(|form| names.iter().map(form).collect())
}

impl Words for Maracaibo {
    const EVENT_KINDS: &'static [&'static str] = &EVENT_NAMES;

    fn score_categories(&self) -> &'static [&'static str] {
        match self.ruleset.opponent {
            Some(_) => &SOLO_CATEGORY_NAMES,
            None => &CATEGORY_NAMES,
        }
    }

    fn event_item(&self, event: &Event) -> String {
        let labels = &self.ruleset.components.labels;
        let item = usize::from(event.item);
        let list = match EVENT_NAMES[usize::from(event.kind)] {
            "career" | "career_task" => &labels.careers,
            "prestige" | "revealed" => &labels.prestige,
            "city" | "delivered" | "jean_delivered" | "jean_sailed" | "jean_marked" => {
                &labels.locations
            }
            "quest" | "jean_quest" => &labels.quests,
            "combat" => &labels.tokens,
            "jean_card" => &labels.automa,
            "earned" | "spent" => return MONEY_NAMES[item].to_string(),
            "scored" => return SOLO_CATEGORY_NAMES[item].to_string(),
            "village" => return VILLAGE_NAMES[item].to_string(),
            "city_tile" => &labels.city_tiles,
            "explored" | "jean_explored" => &labels.spaces,
            "upgrade" => return format!("U{item}"),
            "story_read" | "story_drawn" | "story_left" | "story_no_room" => {
                return format!("{item:02}");
            }
            "legacy_entered" | "legacy_left" => return format!("L{item}"),
            "round_end" => return format!("round{item}"),
            _ => &labels.cards,
        };
        list.get(item).map_or("none", String::as_str).to_string()
    }

    fn event_words(&self, event: &Event) -> Option<String> {
        let game = &self.ruleset;
        let labels = &game.components.labels;
        let (index, item) = (usize::from(event.item), event.item as u8);
        let who = seat_name(event.seat);
        let place = || game.location_name(LocationId::new(item));
        let nation = || {
            let index = usize::try_from(event.value - 1).ok()?;
            NATION_NAMES.get(index).map(|name| title(name))
        };
        let legacy = || {
            game.components
                .legacy
                .iter()
                .find(|tile| tile.number == item)
        };
        let story = || card_numbered(&game.components, item);
        Some(match EVENT_NAMES[usize::from(event.kind)] {
            "earned" if event.item == u16::from(Money::Income) => {
                format!("{who} has an income of {}", doubloons(event.value as u16))
            }
            "scored" => {
                let category = SOLO_CATEGORY_NAMES[index].replace('_', " ");
                format!("{who} scores {} VP for {category}", event.value)
            }
            "revealed" => {
                let name = &labels.prestige_names[index];
                format!("{name} is turned up: {}", game.prestige_words(item))
            }
            "round_end" => format!("{who} comes home, round {item} ends"),
            "combat" => match (labels.tokens.get(index), game.is_jean(event.seat)) {
                (Some(token), true) => {
                    format!("Jean fights for {} with combat token {token}", nation()?)
                }
                (None, true) => format!("Jean fights for {} without a token", nation()?),
                (token, false) => format!("{who} takes combat token {}", token?),
            },
            "legacy_entered" => {
                format!("L{item} comes into play: {}", game.legacy_words(legacy()?))
            }
            "legacy_left" => format!("L{item} goes back to the box"),
            "jean_sailed" => format!("Jean sails to {}", place()),
            "jean_card" => game.turned_up_words(AutomaId::new(item), event),
            "jean_delivered" => format!("Jean puts a disc on the market of {}", place()),
            "jean_took" => format!("Jean takes {} from the display", labels.card_names[index]),
            "jean_quest" => format!("Jean takes {}", game.quest_label(QuestId::new(item))),
            "jean_explored" => format!("Jean's explorer goes to {}", labels.spaces[index]),
            "jean_marked" => format!("Jean puts a marker of {} on {}", nation()?, place()),
            "story_read" => game.reading_words(story()?, event),
            "story_drawn" => {
                let card = story()?;
                let (name, words) = (game.story_name(card), game.story_words(card));
                format!("{name} comes into play: {words}")
            }
            "story_left" => {
                let name = game.story_name(story()?);
                format!("{name} leaves the game: a higher card uses its legacy tile")
            }
            "story_no_room" => {
                let name = game.story_name(story()?);
                format!(
                    "{name} stays in the deck: the maximum of {ACTIVE_ROOM} story cards is in play"
                )
            }
            _ => return None,
        })
    }

    #[rustfmt::skip]
    fn catalog(&self) -> Vec<Component> {
        let game = &self.ruleset;
        let (components, labels) = (&game.components, &game.components.labels);
        let upgrades: Vec<String> = (1..=UPGRADES).map(|area| format!("U{area}")).collect();
        let upgrade_names: Vec<String> = (1..).take(UPGRADES).map(|area| game.upgrade_name(area)).collect();
        let legacy: Vec<String> = components.legacy.iter().map(|tile| format!("L{}", tile.number)).collect();
        let legacy_names: Vec<String> = components.legacy.iter().map(|tile| game.legacy_name(tile)).collect();
        let scenarios: Vec<String> = components.scenarios.iter().map(|card| card.id.clone()).collect();
        let [nations, nation_names] = titles(&NATION_NAMES);
        let [goods, good_names] = titles(&GOOD_NAMES);
        let [objects, object_names] = titles(&OBJECT_NAMES);
        let [synergies, synergy_names] = titles(&SYNERGY_NAMES);
        let (quests, story_tiles) = labels.quests.split_at(game.board.quest_tiles.into());
        let mut all = vec![
            kind("card", &labels.cards, &labels.card_names, |it| game.card_words(CardId::new(it))),
            kind("location", &labels.locations, &labels.location_names, |it| game.location_words(LocationId::new(it), None)),
            kind("city tile", &labels.city_tiles, &labels.city_tile_names, |it| game.city_tile_words(CityTileId::new(it))),
            kind("quest", quests, quests, |it| quest_tile_words(components.quest(QuestId::new(it)))),
            kind("combat token", &labels.tokens, &labels.tokens, |it| game.token_words(TokenId::new(it))),
            kind("explorer space", &labels.spaces, &labels.spaces, |it| game.space_words(SpaceId::new(it))),
            kind("upgrade", &upgrades, &upgrade_names, |it| game.upgrade_about(it + 1)),
            kind("career", &labels.careers, &labels.career_names, |it| game.career_words(CareerId::new(it))),
            kind("prestige building", &labels.prestige, &labels.prestige_names, |it| game.prestige_words(it)),
            kind("legacy tile", &legacy, &legacy_names, |it| game.legacy_words(&components.legacy[usize::from(it)])),
            kind("scenario card", &scenarios, &scenarios, |it| game.scenario_words(it.into())),
            kind("nation", &nations, &nation_names, |_| game.nation_words()),
            kind("good", &goods, &good_names, |it| game.good_words(it)),
            kind("object", &objects, &object_names, |it| game.object_words(it)),
            kind("synergy token", &synergies, &synergy_names, |it| game.synergy_words(it)),
        ];
        if let Some(story) = &game.story {
            // Cards that are still in the story deck are not shown.
            let cards = story.active.iter().map(|&card| game.story_card(card));
            let cards = cards.map(|card| (format!("{:02}", card.number), card.name.clone()));
            let (ids, names): (Vec<String>, Vec<String>) = cards.unzip();
            let tiles: Vec<String> = (1..=story_tiles.len()).map(|tile| format!("Story tile {tile}")).collect();
            all.push(kind("story card", &ids, &names, |it| game.story_words(story.active[usize::from(it)])));
            all.push(kind("story tile", story_tiles, &tiles, |_| STORY_TILE_WORDS.to_string()));
        }
        if game.opponent.is_some() {
            all.push(kind("automa card", &labels.automa, &labels.automa, |it| game.automa_words(AutomaId::new(it))));
        }
        all.concat()
    }
}
