//! Events that later studies count.

use super::action::Action;
use super::categories::{Category, SOLO_CATEGORY_NAMES};
use super::ruleset::Ruleset;
use crate::game::Event;

/// Kinds of event; the numbers are the order of [`EVENT_NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum EventKind {
    /// Card dealt at set-up.
    Dealt,
    /// Card kept in hand at set-up.
    Kept,
    /// Card put into the planning area.
    Planned,
    /// Card drawn from the pile.
    Drawn,
    /// Card taken from the display; value: price.
    Taken,
    /// Card discarded as a good.
    UsedGood,
    /// Card discarded as an object.
    UsedObject,
    /// Card bought; value: doubloons paid.
    Bought,
    /// Card discarded otherwise.
    Discarded,
    /// Career chosen.
    Career,
    /// Career task completed; item: career; value: task 1 to 3, negative at the lower level.
    CareerTask,
    /// Prestige building invested in; value: doubloons paid.
    Prestige,
    /// Ship upgrade completed; item: its number.
    Upgrade,
    /// City action used; item: location.
    City,
    /// Good delivered; item: location.
    Delivered,
    /// Quest fulfilled; value: compasses.
    Quest,
    /// Assistant used; item: its card.
    Assistant,
    /// Combat ended; item: token; value: nation 1 France, 2 Spain, 3 England, 0 none.
    Combat,
    /// Round ended by this seat; item: round.
    RoundEnd,
    /// Jean turned an automa card; value: 1 if its actions were carried out, 0 if a quest ended her
    /// turn before.
    JeanCard,
    /// Jean put a disc on a market; item: location.
    JeanDelivered,
    /// Jean took a card of the display.
    JeanTook,
    /// Jean took a quest tile.
    JeanQuest,
    /// Doubloons earned; item: [`Money`]; value: how many.
    Earned,
    /// Doubloons spent; item: [`Money`]; value: how many.
    Spent,
    /// Village action; item: [`VillageAction`].
    Village,
    /// The explorer moved; item: the space where it ended.
    Explored,
    /// Action of a city tile; item: the tile.
    CityTile,
    /// Jean's ship stopped; item: location.
    JeanSailed,
    /// Jean's explorer stopped; item: space.
    JeanExplored,
    /// Jean put a marker on the map; item: location; value: nation as for [`EventKind::Combat`].
    JeanMarked,
    /// A prestige building was turned up, by the seat that ended the round.
    Revealed,
    /// VP of an interim or the final scoring; item: category; value: how many.
    Scored,
    /// The back of a story card was read by this seat; item: its number; value: what the group chose, from 1.
    StoryRead,
    /// A story card came into play; item: its number.
    StoryDrawn,
    /// A story card left the game because another one wants its legacy tile; item: its number.
    StoryLeft,
    /// A legacy tile came into play; item: its number.
    LegacyEntered,
    /// A legacy tile left the board; item: its number.
    LegacyLeft,
    /// A story card was to come into play and found no room; item: its number.
    StoryNoRoom,
}

/// Names of the event kinds.
pub const EVENT_NAMES: [&str; 39] = [
    "dealt",
    "kept",
    "planned",
    "drawn",
    "taken",
    "used_good",
    "used_object",
    "bought",
    "discarded",
    "career",
    "career_task",
    "prestige",
    "upgrade",
    "city",
    "delivered",
    "quest",
    "assistant",
    "combat",
    "round_end",
    "jean_card",
    "jean_delivered",
    "jean_took",
    "jean_quest",
    "earned",
    "spent",
    "village",
    "explored",
    "city_tile",
    "jean_sailed",
    "jean_explored",
    "jean_marked",
    "revealed",
    "scored",
    "story_read",
    "story_drawn",
    "story_left",
    "legacy_entered",
    "legacy_left",
    "story_no_room",
];

/// Events whose values are amounts.
pub const AMOUNTS: &[&str] = &["taken", "bought", "prestige", "earned", "spent", "scored"];

/// Which components the events are about whose items are numbers.
pub const COMPONENTS: &[(&str, &str)] = &[
    ("city", "location"),
    ("delivered", "location"),
    ("quest", "quest"),
    ("combat", "combat token"),
    ("explored", "explorer space"),
    ("city_tile", "city tile"),
    ("upgrade", "upgrade"),
    ("village", "upgrade"),
    ("jean_delivered", "location"),
    ("jean_quest", "quest"),
    ("jean_sailed", "location"),
    ("jean_explored", "explorer space"),
    ("jean_marked", "location"),
    ("legacy_entered", "legacy tile"),
    ("legacy_left", "legacy tile"),
];

/// Where doubloons come from, and what they go to; the numbers are the order of [`MONEY_NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum Money {
    /// Income at interim scoring.
    Income,
    /// Village actions.
    Villages,
    /// Cards: their price, what they give, and what their assistants and actions give and cost.
    Cards,
    /// Cards of the display.
    Display,
    /// Prestige buildings.
    Prestige,
    /// City actions and legacy tiles.
    Cities,
    /// Combat.
    Combat,
    /// Explorer spaces.
    Explorer,
    /// Quests.
    Quests,
    /// Ship upgrades.
    Upgrades,
    /// Career tasks.
    Careers,
    /// Tolls on the way.
    Tolls,
}

/// Names of where doubloons come from and what they go to.
const MONEY_NAMES: [&str; 12] = [
    "income", "villages", "cards", "display", "prestige", "cities", "combat", "explorer", "quests",
    "upgrades", "careers", "tolls",
];

impl From<Money> for u16 {
    fn from(money: Money) -> u16 {
        money as u16
    }
}

/// Whose effect it is that gives points in a category.
impl From<Category> for Money {
    fn from(category: Category) -> Money {
        match category {
            Category::Explorer => Money::Explorer,
            Category::Quests => Money::Quests,
            Category::Upgrades => Money::Upgrades,
            Category::Prestige => Money::Prestige,
            Category::Careers => Money::Careers,
            Category::Combat => Money::Combat,
            Category::Homeward | Category::Other => Money::Cities,
            _ => Money::Cards,
        }
    }
}

/// Kinds of village action (M-10.2); the numbers are the order of [`VILLAGE_NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum VillageAction {
    /// A doubloon.
    Doubloon,
    /// Buys a card.
    Buy,
    /// Invests in a prestige building.
    Invest,
    /// The whole hand for doubloons.
    DiscardHand,
    /// That of U8.
    Upgrade8,
    /// That of U9.
    Upgrade9,
    /// That of U10.
    Upgrade10,
    /// That of an own card.
    Card,
    /// A quest on an own card.
    Quest,
}

/// Names of the kinds of village action.
const VILLAGE_NAMES: [&str; 9] = [
    "doubloon",
    "buy",
    "invest",
    "discard_hand",
    "U8",
    "U9",
    "U10",
    "card",
    "quest",
];

impl VillageAction {
    /// The kind of a village action.
    pub fn of(action: Action) -> VillageAction {
        match action {
            Action::Doubloon => VillageAction::Doubloon,
            Action::Buy(_) => VillageAction::Buy,
            Action::Invest(_) => VillageAction::Invest,
            Action::DiscardHand => VillageAction::DiscardHand,
            Action::Upgrade8 => VillageAction::Upgrade8,
            Action::Upgrade9 => VillageAction::Upgrade9,
            Action::Upgrade10(_) => VillageAction::Upgrade10,
            Action::Quest(_) => VillageAction::Quest,
            _ => VillageAction::Card,
        }
    }
}

impl From<VillageAction> for u16 {
    fn from(action: VillageAction) -> u16 {
        action as u16
    }
}

/// Item of an event that has none.
pub const NO_ITEM: u16 = 255;

impl Ruleset {
    /// Label of an event's item.
    pub(super) fn event_label(&self, event: &Event) -> String {
        let labels = &self.components.labels;
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
        list.get(item)
            .cloned()
            .unwrap_or_else(|| "none".to_string())
    }
}
