//! The state of a game: one flat value without heap allocations, at most 2 KiB.

use serde::{Deserialize, Serialize};

use super::categories::CATEGORY_NAMES;
use super::jean::pieces::Jean;
use super::pending::{Pending, UsedActions};
use super::story::pieces::{MIXES, StoryPieces};
use crate::maracaibo::components::{
    CardId, CardSet, CareerId, CityTileId, Components, DECK_ROOM, DISPLAY, FIGURES, GOODS,
    LocationId, MAX_CARD_QUESTS, MAX_LOCATIONS, MAX_QUESTS, MAX_TOKENS, NATIONS, Nation, QuestId,
    SYNERGIES, ScoredThing, Shown, SpaceId, TokenId, UPGRADES,
};

/// Maximum number of seats.
pub const MAX_PLAYERS: usize = 4;
/// Maximum depth of the stack of open tasks.
///
/// A turn has three open tasks below its main action. Resources limit deeper nesting: cards and
/// doubloons limit village actions, quests on the track limit explorations, and tokens limit combats.
/// Tests with thousands of varied games reach a depth of 12 at a decision.
pub const STACK_ROOM: usize = 32;
/// Maximum number of open tasks at which actions that may open many more tasks are offered. Effects of
/// custom cards can nest deeper than effects of printed cards, which reach at most 12 open tasks.
const MOST_OPEN: u8 = 16;
/// Number of quest spaces on the explorer track.
pub const TRACK_QUESTS: usize = 3;
/// Number of disc tiles: L10 to L17.
pub const DISC_TILES: usize = 8;

/// State of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    pub hand: CardSet,
    /// Hand cards that all players have seen, because they were taken from the display.
    pub hand_public: CardSet,
    pub bought: CardSet,
    /// VP by category.
    pub points: [i16; CATEGORY_NAMES.len()],
    pub doubloons: u16,
    /// Number of turns started.
    pub turns: u16,
    /// Combat tokens on the ship board, as bits.
    pub tokens: u32,
    /// Quest tiles on the ship board, as bits.
    pub quests: u32,
    /// Completed ship upgrades, as bits.
    pub upgrades: u16,
    /// Number of cards in hand.
    pub hand_len: u8,
    /// Planned cards; free spaces are at the end.
    pub planned: [Option<CardId>; 3],
    /// Set-up discards that are not yet visible.
    pub set_aside: [Option<CardId>; 3],
    /// Number of A cards kept at set-up that are certainly still in hand, as other players can
    /// infer.
    pub kept_a_cards: u8,
    /// Number of hidden hand cards that have certainly been in hand since C cards were shuffled
    /// into the pile for the first, second and third time. These cards cannot be C cards of the
    /// corresponding shuffle.
    pub held_since_mix: [u8; MIXES],
    /// Number of hand cards that show each good.
    pub hand_goods: [u8; GOODS],
    /// Number of hand cards that show each object.
    pub hand_objects: [u8; GOODS],
    /// Combat points, 0 to 8.
    pub cp: u8,
    /// Number of figures in the player's supply.
    pub figures: u8,
    /// Number of the player's figures in the general supply.
    pub general: u8,
    /// Position of the doubloon income marker.
    pub income_doubloons: u8,
    /// Position of the VP income marker.
    pub income_vp: u8,
    /// Steps on the influence tracks.
    pub influence: [u8; NATIONS],
    /// Space of the explorer.
    pub explorer: SpaceId,
    /// Location of the ship.
    pub ship: LocationId,
    /// Number of discs left on each upgrade area.
    pub discs: [u8; UPGRADES],
    /// Synergy tokens, as bits.
    pub synergies: u8,
    /// Number of combat tokens.
    pub token_count: u8,
    /// Number of quest tiles.
    pub quest_count: u8,
    /// Career card; `None` until it is chosen.
    pub career: Option<CareerId>,
    /// The two careers dealt, known only to this player.
    pub careers_dealt: [Option<CareerId>; 2],
    /// Completed tasks, as bits; the figure of each completed task has been returned.
    pub tasks_done: u8,
    /// Prestige buildings invested in, as bits.
    pub prestige: u8,
    /// Cards with an assistant on the map, in the order of placement.
    pub assistants: [CardId; FIGURES],
    /// Number of assistants.
    pub assistant_count: u8,
    /// Assistants placed in the current turn or scoring, as bits over `assistants`.
    pub assistants_new: u8,
    /// Number of figures on project cards.
    pub figures_on_cards: u8,
    /// Discount in doubloons on every purchase.
    pub discount: u8,
    /// Number of compasses, including the printed one.
    pub compasses: u8,
    /// Additional explorer steps.
    pub explore_plus: u8,
    /// Number of permanent objects of each kind.
    pub permanent_objects: [u8; GOODS],
    /// CP gained before a combat.
    pub cp_before_combat: u8,
    /// CP gained when fighting for each nation.
    pub ally_cp: [u8; NATIONS],
    /// VP stolen for each explorer jumped over.
    pub jump_steal: u8,
    /// Number of `visitor` cards.
    pub visitor: u8,
    /// CP for returning a figure; 0 without such a card.
    pub figure_to_cp: u8,
    /// VP for each marker expelled.
    pub expel_vp: u8,
    /// Doubloon income waiting for a synergy token, by kind.
    pub waiting_doubloons: [u8; SYNERGIES],
    /// VP income waiting for a synergy token, by kind.
    pub waiting_vp: [u8; SYNERGIES],
    /// Quests on the player's cards.
    pub card_quests: [Option<QuestId>; MAX_CARD_QUESTS],
    /// Village actions of the player's cards, as bits over the table of village actions.
    pub village_actions: u32,
    /// Combat actions of the player's cards, as bits over the table of combat actions.
    pub combat_actions: u32,
}

impl Player {
    /// A player without any components.
    pub const EMPTY: Player = Player {
        hand: CardSet::EMPTY,
        hand_public: CardSet::EMPTY,
        bought: CardSet::EMPTY,
        points: [0; CATEGORY_NAMES.len()],
        doubloons: 0,
        turns: 0,
        tokens: 0,
        quests: 0,
        upgrades: 0,
        hand_len: 0,
        planned: [None; 3],
        set_aside: [None; 3],
        kept_a_cards: 0,
        held_since_mix: [0; MIXES],
        hand_goods: [0; GOODS],
        hand_objects: [0; GOODS],
        cp: 0,
        figures: 0,
        general: 0,
        income_doubloons: 0,
        income_vp: 0,
        influence: [0; NATIONS],
        explorer: SpaceId::FIRST,
        ship: LocationId::FIRST,
        discs: [0; UPGRADES],
        synergies: 0,
        token_count: 0,
        quest_count: 0,
        career: None,
        careers_dealt: [None; 2],
        tasks_done: 0,
        prestige: 0,
        assistants: [CardId::FIRST; FIGURES],
        assistant_count: 0,
        assistants_new: 0,
        figures_on_cards: 0,
        discount: 0,
        compasses: 0,
        explore_plus: 0,
        permanent_objects: [0; GOODS],
        cp_before_combat: 0,
        ally_cp: [0; NATIONS],
        jump_steal: 0,
        visitor: 0,
        figure_to_cp: 0,
        expel_vp: 0,
        waiting_doubloons: [0; SYNERGIES],
        waiting_vp: [0; SYNERGIES],
        card_quests: [None; MAX_CARD_QUESTS],
        village_actions: 0,
        combat_actions: 0,
    };

    /// Returns the current score in the categories that every seat has.
    #[inline]
    pub fn score(&self) -> i32 {
        self.points.iter().map(|&points| i32::from(points)).sum()
    }

    /// Returns true if upgrade U`number` is complete.
    #[inline]
    pub fn has_upgrade(&self, number: u8) -> bool {
        self.upgrades >> (number - 1) & 1 == 1
    }

    /// Returns the number of completed upgrades.
    #[inline]
    pub fn upgrade_count(&self) -> u8 {
        self.upgrades.count_ones() as u8
    }

    /// Returns true if the player owns the synergy token of this kind.
    #[inline]
    pub fn has_synergy(&self, kind: u8) -> bool {
        self.synergies >> kind & 1 == 1
    }

    /// Returns the number of things for which a card gives VP.
    #[inline]
    pub fn number_of(&self, thing: ScoredThing) -> u8 {
        match thing {
            ScoredThing::CombatToken => self.token_count,
            ScoredThing::Assistant => self.assistant_count,
            ScoredThing::QuestTile => self.quest_count,
            ScoredThing::Compass => self.compasses,
            ScoredThing::SynergyToken => self.synergy_count(),
            ScoredThing::NationInfluence3 => {
                self.influence.iter().filter(|&&step| step >= 3).count() as u8
            }
        }
    }

    /// Returns the number of synergy tokens.
    #[inline]
    pub fn synergy_count(&self) -> u8 {
        self.synergies.count_ones() as u8
    }

    /// Returns the number of cards by which the player's hand limit is raised (M-5.1, U2).
    #[inline]
    pub fn more_hand_cards(&self) -> u8 {
        if self.has_upgrade(2) { 2 } else { 0 }
    }

    /// Returns the price of a card or building for this player, in doubloons (M-A24).
    #[inline]
    pub fn price(&self, cost: u8) -> u16 {
        u16::from(cost.saturating_sub(self.discount))
    }

    /// Returns the number of planned cards.
    #[inline]
    pub fn planned_count(&self) -> usize {
        self.planned.iter().flatten().count()
    }

    /// Returns the cards with an assistant on the map, in the order of placement.
    #[inline]
    pub fn assistants(&self) -> &[CardId] {
        &self.assistants[..usize::from(self.assistant_count)]
    }

    /// Returns the number of hand cards that show the object, plus the number of permanent objects.
    #[inline]
    pub fn objects(&self, object: u8) -> u8 {
        self.hand_objects[usize::from(object)] + self.permanent_objects[usize::from(object)]
    }

    /// Returns the number of hand cards that show a good or object.
    #[inline]
    pub fn showing(&self, shown: Shown) -> u8 {
        match shown {
            Shown::Good(good) => self.hand_goods[usize::from(good)],
            Shown::Object(object) => self.hand_objects[usize::from(object)],
        }
    }

    /// Returns the number of hand cards needed for a payment; permanent objects count and are not
    /// discarded (M-A48).
    #[inline]
    pub fn owed(&self, shown: Shown, count: u8) -> u8 {
        match shown {
            Shown::Good(_) => count,
            Shown::Object(object) => {
                count.saturating_sub(self.permanent_objects[usize::from(object)])
            }
        }
    }

    /// Adds a card to the hand.
    #[inline]
    pub fn take(&mut self, card: CardId, components: &Components) {
        let shown = &components[card];
        self.hand.insert(card);
        self.hand_len += 1;
        self.hand_goods[usize::from(shown.good)] += 1;
        self.hand_objects[usize::from(shown.object)] += 1;
    }

    /// Removes a card from the hand. `a_cards` are the cards dealt at set-up.
    #[inline]
    pub fn lose(&mut self, card: CardId, components: &Components, a_cards: CardSet) {
        let shown = &components[card];
        debug_assert!(self.hand.contains(card), "card {card:?} is not in hand");
        if !self.hand_public.contains(card) {
            for held in &mut self.held_since_mix {
                *held = held.saturating_sub(1);
            }
        }
        self.hand.remove(card);
        self.hand_public.remove(card);
        self.hand_len -= 1;
        self.hand_goods[usize::from(shown.good)] -= 1;
        self.hand_objects[usize::from(shown.object)] -= 1;
        if a_cards.contains(card) {
            self.kept_a_cards = self.kept_a_cards.saturating_sub(1);
        }
    }
}

/// Phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
pub enum Phase {
    /// Players choose careers and cards.
    Setup,
    Turn,
    /// Interim or final scoring.
    Scoring,
    /// The game is over.
    Over,
}

/// A state of the game, including hidden information.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Players by seat; entries beyond `seats` are empty.
    pub players: [Player; MAX_PLAYERS],
    /// Open tasks; the next task is on top, at the end.
    pub stack: [Pending; STACK_ROOM],
    /// Number of open tasks.
    pub stack_len: u8,
    /// Number of seats.
    pub seats: u8,
    pub phase: Phase,
    /// Round, 1 to 4.
    pub round: u8,
    /// Seat whose turn it is.
    pub active: u8,
    /// Movement points spent this turn.
    pub points_spent: u8,
    /// Number of compasses that the active player had at the start of the turn (CA6).
    pub compasses_at_start: u8,
    /// CP that `cp_before_combat` cards have given this turn; each card gives its CP once (M-A45).
    pub cp_before_combat_paid: u8,
    /// Kinds of combat action used this turn, if the option limits each kind to once per turn
    /// (M-A44); otherwise empty.
    pub combat_actions_used: UsedActions,
    /// The active player's assistants at the ship's location when it stopped, as bits.
    pub assistants_here: u8,
    /// Assistants in `assistants_here` that have been used, as bits.
    pub assistants_used: u8,
    /// Draw pile, a multiset: cards are drawn at random.
    #[serde(with = "crate::long_array")]
    pub pile: [CardId; DECK_ROOM],
    /// Number of cards in the pile.
    pub pile_len: u8,
    /// Number of times that the discards became the new pile.
    pub shuffles: u8,
    /// Shuffle in which each card last returned to the pile; 0 for never. Players also know this
    /// shuffle for cards that they cannot see.
    #[serde(with = "crate::long_array")]
    pub recycled: [u8; DECK_ROOM],
    pub discards: CardSet,
    /// Display from left to right; `None` for a gap.
    pub display: [Option<CardId>; DISPLAY],
    /// Nation of the marker at each location.
    pub markers: [Option<Nation>; MAX_LOCATIONS],
    /// Number of markers in the Caribbean by nation, including legacy tiles.
    pub marker_count: [u8; NATIONS],
    /// Number of markers left in the supply by nation.
    pub supply: [u8; NATIONS],
    /// Market spaces with a disc at each location, as bits from the left.
    pub market: [u8; MAX_LOCATIONS],
    /// Number of discs out of the game.
    pub discs_gone: u8,
    /// Legacy tiles in play; tile Ln is bit n.
    pub legacy: u32,
    /// Locations of L20 to L23 in play, as bits (M-22.14).
    pub skull_locations: u32,
    /// Index of the map for the legacy tiles in play.
    pub chart: u8,
    /// Number of discs on L10 to L17.
    pub tile_discs: [u8; DISC_TILES],
    /// Nations on the silver fleet's spaces 10 and 11 (L6).
    pub silver_fleet: [Option<Nation>; 2],
    /// Nation on the gold mine (L9).
    pub gold_mine: Option<Nation>,
    /// City tile at each location.
    pub tiles: [Option<CityTileId>; MAX_LOCATIONS],
    /// Quest tiles below the top of the pile, a multiset.
    pub quest_pile: [QuestId; MAX_QUESTS],
    /// Number of quest tiles below the top of the pile.
    pub quest_pile_len: u8,
    /// Visible top quest; `None` if the pile is empty.
    pub quest_top: Option<QuestId>,
    /// Quests on the map in the order of placement: location, quest.
    pub map_quests: [(LocationId, QuestId); MAX_QUESTS],
    /// Number of quests on the map.
    pub map_quests_len: u8,
    /// Locations with a quest, as bits.
    pub quest_locations: u32,
    /// Quests on the explorer track; `None` once taken.
    pub track_quests: [Option<QuestId>; TRACK_QUESTS],
    /// Explorer spaces whose quest has been taken, as bits.
    pub emptied_spaces: u64,
    /// Prestige buildings on spaces I to IV.
    pub prestige: [u8; 4],
    /// Number of face-up prestige buildings.
    pub prestige_shown: u8,
    /// Prestige buildings with at least one investor, as bits.
    pub prestige_invested: u8,
    /// Unrevealed combat tokens, a multiset.
    pub tokens: [TokenId; MAX_TOKENS],
    /// Number of unrevealed combat tokens.
    pub tokens_len: u8,
    /// Borders crossed by at least one explorer, as bits.
    pub borders_crossed: u8,
    /// Number of explorers on the last space.
    pub explorers_at_end: u8,
    /// Components that only Jean has; used in solo games.
    pub jean: Jean,
    /// State of the story; used in campaigns.
    pub story: StoryPieces,
}

// Searches copy states frequently.
const _: () = assert!(size_of::<State>() <= 1896);

impl State {
    /// Returns the task on top of the stack; `None` when the game is over.
    #[inline]
    pub fn top(&self) -> Option<&Pending> {
        self.stack[..usize::from(self.stack_len)].last()
    }

    /// Returns true if the stack has room for all tasks that a purchase, an assistant, a quest or
    /// the action of a card may open.
    #[inline]
    pub fn has_room(&self) -> bool {
        self.stack_len <= MOST_OPEN
    }

    /// Returns the task below the top of the stack.
    #[inline]
    pub fn below_top(&self) -> Option<&Pending> {
        self.stack[..usize::from(self.stack_len)].iter().nth_back(1)
    }

    /// Returns the players of all seats.
    #[inline]
    pub fn seated(&self) -> &[Player] {
        &self.players[..usize::from(self.seats)]
    }

    /// Returns true if legacy tile L`number` is in play.
    #[inline]
    pub fn has_legacy(&self, number: u8) -> bool {
        self.legacy >> number & 1 == 1
    }

    /// Returns the quests on the map, oldest first.
    #[inline]
    pub fn quests_on_map(&self) -> &[(LocationId, QuestId)] {
        &self.map_quests[..usize::from(self.map_quests_len)]
    }

    /// Returns the quests at a location, oldest first.
    pub fn quests_at(&self, location: LocationId) -> impl Iterator<Item = QuestId> + '_ {
        self.quests_on_map()
            .iter()
            .filter(move |(place, _)| *place == location)
            .map(|&(_, quest)| quest)
    }
}
