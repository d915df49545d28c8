//! Events that studies count.

use super::action::Action;
use super::categories::Category;

/// Kind of an event. The discriminant is the index in [`EVENT_NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum EventKind {
    /// A card was dealt at set-up.
    Dealt,
    /// A card was kept in hand at set-up.
    Kept,
    /// A card was put into the planning area.
    Planned,
    /// A card was drawn from the pile.
    Drawn,
    /// A card was taken from the display; value: price.
    Taken,
    /// A card was discarded as a good.
    UsedGood,
    /// A card was discarded as an object.
    UsedObject,
    /// A card was bought; value: doubloons paid.
    Bought,
    /// A card was discarded for any other reason.
    Discarded,
    /// A career was chosen.
    Career,
    /// A career task was completed; item: career; value: task 1 to 3, negative at the lower level.
    CareerTask,
    /// A player invested in a prestige building; value: doubloons paid.
    Prestige,
    /// A ship upgrade was completed; item: its number.
    Upgrade,
    /// A city action was used; item: location.
    City,
    /// A good was delivered; item: location.
    Delivered,
    /// A quest was fulfilled; value: number of compasses.
    Quest,
    /// An assistant was used; item: its card.
    Assistant,
    /// A combat ended; item: token; value: nation (1 France, 2 Spain, 3 England, 0 none).
    Combat,
    /// This seat ended the round; item: round.
    RoundEnd,
    /// Jean turned up an automa card; value: 1 if its actions were carried out, 0 if a quest ended
    /// the turn first.
    JeanCard,
    /// Jean put a disc on a market; item: location.
    JeanDelivered,
    /// Jean took a card from the display.
    JeanTook,
    JeanQuest,
    /// Doubloons were earned; item: [`Money`]; value: amount.
    Earned,
    /// Doubloons were spent; item: [`Money`]; value: amount.
    Spent,
    /// A village action was used; item: [`VillageAction`].
    Village,
    /// The explorer moved; item: space where it stopped.
    Explored,
    /// The action of a city tile was used; item: tile.
    CityTile,
    /// Jean's ship stopped; item: location.
    JeanSailed,
    /// Jean's explorer stopped; item: space.
    JeanExplored,
    /// Jean put a marker on the map; item: location; value: nation as for [`EventKind::Combat`].
    JeanMarked,
    /// A prestige building was revealed, attributed to the seat that ended the round.
    Revealed,
    /// VP were scored in interim or final scoring; item: category; value: amount.
    Scored,
    /// This seat caused the back of a story card to be read; item: its number; value: the option
    /// chosen, from 1.
    StoryRead,
    /// A story card came into play; item: its number.
    StoryDrawn,
    /// A story card left the game because another card needed its legacy tile; item: its number.
    StoryLeft,
    /// A legacy tile came into play; item: its number.
    LegacyEntered,
    /// A legacy tile left the board; item: its number.
    LegacyLeft,
    /// A story card could not come into play because no space was free; item: its number.
    StoryNoRoom,
}

/// Names of the event kinds, indexed by [`EventKind`].
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

/// Names of events whose values are amounts.
pub const AMOUNTS: &[&str] = &["taken", "bought", "prestige", "earned", "spent", "scored"];

/// Component kinds of the events whose items are component indices, as (event, component kind).
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

/// A source or use of doubloons. The discriminant is the index in [`MONEY_NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum Money {
    /// Income at interim scoring.
    Income,
    Villages,
    /// Cards: their price and rewards, and the costs and rewards of their assistants and actions.
    Cards,
    /// Price of display cards.
    Display,
    Prestige,
    /// City actions and legacy tiles.
    Cities,
    Combat,
    /// Rewards of explorer spaces.
    Explorer,
    Quests,
    Upgrades,
    Careers,
    Tolls,
}

/// Names of the sources and uses of doubloons, indexed by [`Money`].
pub(crate) const MONEY_NAMES: [&str; 12] = [
    "income", "villages", "cards", "display", "prestige", "cities", "combat", "explorer", "quests",
    "upgrades", "careers", "tolls",
];

impl From<Money> for u16 {
    fn from(money: Money) -> u16 {
        money as u16
    }
}

/// Maps the category in which an effect scores VP to the source of the doubloons that it gives.
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

/// Kind of a village action (M-10.2). The discriminant is the index in [`VILLAGE_NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum VillageAction {
    /// Gains a doubloon.
    Doubloon,
    /// Buys a card.
    Buy,
    /// Invests in a prestige building.
    Invest,
    /// Discards the whole hand for doubloons.
    DiscardHand,
    /// Uses the village action of U8.
    Upgrade8,
    /// Uses the village action of U9.
    Upgrade9,
    /// Uses the village action of U10.
    Upgrade10,
    /// Uses the village action that an own card adds.
    Card,
    /// Fulfils a quest on an own card.
    Quest,
}

/// Names of the kinds of village action, indexed by [`VillageAction`].
pub(crate) const VILLAGE_NAMES: [&str; 9] = [
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
    /// Returns the kind of a village action.
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

/// Item number of events without an item.
pub const NO_ITEM: u16 = 255;
