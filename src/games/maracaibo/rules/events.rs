//! Events that studies count.

use super::action::Action;
use super::categories::Category;
use crate::named::named;
use crate::setup::EventText;

named! {
    /// Kind of an event.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum EventKind: u8, EVENT_NAMES {
        /// A card was dealt at set-up.
        Dealt = "dealt",
        /// A card was kept in hand at set-up.
        Kept = "kept",
        /// A card was put into the planning area.
        Planned = "planned",
        /// A card was drawn from the pile.
        Drawn = "drawn",
        /// A card was taken from the display; value: price.
        Taken = "taken",
        /// A card was discarded as a good.
        UsedGood = "used_good",
        /// A card was discarded as an object.
        UsedObject = "used_object",
        /// A card was bought; value: doubloons paid.
        Bought = "bought",
        /// A card was discarded for any other reason.
        Discarded = "discarded",
        /// A career was chosen.
        Career = "career",
        /// A career task was completed; item: career; value: task 1 to 3, negative at the lower level.
        CareerTask = "career_task",
        /// A player invested in a prestige building; value: doubloons paid.
        Prestige = "prestige",
        /// A ship upgrade was completed; item: its number.
        Upgrade = "upgrade",
        /// A city action was used; item: location.
        City = "city",
        /// A good was delivered; item: location.
        Delivered = "delivered",
        /// A quest was fulfilled; value: number of compasses.
        Quest = "quest",
        /// An assistant was used; item: its card.
        Assistant = "assistant",
        /// A combat ended; item: token; value: nation (1 France, 2 Spain, 3 England, 0 none).
        Combat = "combat",
        /// This seat ended the round; item: round.
        RoundEnd = "round_end",
        /// Jean turned up an automa card; value: 1 if its actions were carried out, 0 if a quest ended
        /// the turn first.
        JeanCard = "jean_card",
        /// Jean put a disc on a market; item: location.
        JeanDelivered = "jean_delivered",
        /// Jean took a card from the display.
        JeanTook = "jean_took",
        JeanQuest = "jean_quest",
        /// Doubloons were earned; item: [`Money`]; value: amount.
        Earned = "earned",
        /// Doubloons were spent; item: [`Money`]; value: amount.
        Spent = "spent",
        /// A village action was used; item: [`VillageAction`].
        Village = "village",
        /// The explorer moved; item: space where it stopped.
        Explored = "explored",
        /// The action of a city tile was used; item: tile.
        CityTile = "city_tile",
        /// Jean's ship stopped; item: location.
        JeanSailed = "jean_sailed",
        /// Jean's explorer stopped; item: space.
        JeanExplored = "jean_explored",
        /// Jean put a marker on the map; item: location; value: nation as for [`EventKind::Combat`].
        JeanMarked = "jean_marked",
        /// A prestige building was revealed, attributed to the seat that ended the round.
        Revealed = "revealed",
        /// VP were scored in interim or final scoring; item: category; value: amount.
        Scored = "scored",
        /// This seat caused the back of a story card to be read; item: its number; value: the option
        /// chosen, from 1.
        StoryRead = "story_read",
        /// A story card came into play; item: its number.
        StoryDrawn = "story_drawn",
        /// A story card left the game because another card needed its legacy tile; item: its number.
        StoryLeft = "story_left",
        /// A legacy tile came into play; item: its number.
        LegacyEntered = "legacy_entered",
        /// A legacy tile left the board; item: its number.
        LegacyLeft = "legacy_left",
        /// A story card could not come into play because no space was free; item: its number.
        StoryNoRoom = "story_no_room",
    }
}

/// Events in words.
pub const EVENTS: &[EventText] = &[
    EventText::new("dealt", "cards dealt at set-up"),
    EventText::new("kept", "cards kept at set-up"),
    EventText::new("planned", "cards put into the planning area"),
    EventText::new("drawn", "cards drawn from the pile"),
    EventText::new("taken", "cards taken from the display").amount(),
    EventText::new("used_good", "cards discarded as goods"),
    EventText::new("used_object", "cards discarded as objects"),
    EventText::new("bought", "project cards bought").amount(),
    EventText::new("discarded", "other cards discarded"),
    EventText::new("career", "careers chosen"),
    EventText::new("career_task", "career tasks completed"),
    EventText::new("prestige", "investments in prestige buildings").amount(),
    EventText::new("upgrade", "ship upgrades").of("upgrade"),
    EventText::new("city", "city actions").of("location"),
    EventText::new("delivered", "goods delivered").of("location"),
    EventText::new("quest", "quests completed").of("quest"),
    EventText::new("assistant", "assistants used"),
    EventText::new("combat", "combats").of("combat token"),
    EventText::new("round_end", "rounds ended"),
    EventText::new("jean_card", "Jean's cards turned up"),
    EventText::new("jean_delivered", "goods delivered by Jean").of("location"),
    EventText::new("jean_took", "cards taken by Jean"),
    EventText::new("jean_quest", "quests completed by Jean").of("quest"),
    EventText::new("earned", "receipts of doubloons").amount(),
    EventText::new("spent", "payments of doubloons").amount(),
    EventText::new("village", "village actions").of("upgrade"),
    EventText::new("explored", "moves of the explorer").of("explorer space"),
    EventText::new("city_tile", "actions of city tiles").of("city tile"),
    EventText::new("jean_sailed", "stops of Jean's ship").of("location"),
    EventText::new("jean_explored", "moves of Jean's explorer").of("explorer space"),
    EventText::new("jean_marked", "markers placed by Jean").of("location"),
    EventText::new("revealed", "prestige buildings revealed"),
    EventText::new("scored", "scored categories").amount(),
    EventText::new("story_read", "story cards completed"),
    EventText::new("story_drawn", "story cards that came into play"),
    EventText::new("story_left", "story cards removed for another card"),
    EventText::new("legacy_entered", "legacy tiles that came into play").of("legacy tile"),
    EventText::new("legacy_left", "legacy tiles that left the board").of("legacy tile"),
    EventText::new("story_no_room", "story cards without a free space"),
];

named! {
    /// Source or use of doubloons.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Money: u16, MONEY_NAMES {
        /// Income at interim scoring.
        Income = "income",
        Villages = "villages",
        /// Cards: their price and rewards, and the costs and rewards of their assistants and actions.
        Cards = "cards",
        /// Price of display cards.
        Display = "display",
        Prestige = "prestige",
        /// City actions and legacy tiles.
        Cities = "cities",
        Combat = "combat",
        /// Rewards of explorer spaces.
        Explorer = "explorer",
        Quests = "quests",
        Upgrades = "upgrades",
        Careers = "careers",
        Tolls = "tolls",
    }
}

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

named! {
    /// Kind of a village action (M-10.2).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum VillageAction: u16, VILLAGE_NAMES {
        /// Gains a doubloon.
        Doubloon = "doubloon",
        /// Buys a card.
        Buy = "buy",
        /// Invests in a prestige building.
        Invest = "invest",
        /// Discards the whole hand for doubloons.
        DiscardHand = "discard_hand",
        /// Uses the village action of U8.
        Upgrade8 = "U8",
        /// Uses the village action of U9.
        Upgrade9 = "U9",
        /// Uses the village action of U10.
        Upgrade10 = "U10",
        /// Uses the village action that a card of the player adds.
        Card = "card",
        /// Fulfils a quest on a card of the player.
        Quest = "quest",
    }
}

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
