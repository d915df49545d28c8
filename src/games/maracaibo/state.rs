//! The position: one flat value without heap, at most 2 KiB.

use super::categories::CATEGORY_NAMES;
use super::components::{
    CardId, CardSet, CareerId, CityTileId, Components, GOODS, LocationId, MAX_CARD_QUESTS,
    MAX_LOCATIONS, MAX_QUESTS, MAX_TOKENS, NATIONS, Nation, QuestId, SYNERGIES, Shown, SpaceId,
    TokenId, UPGRADES,
};
use super::jean::pieces::Jean;
use super::story::pieces::{MIXES, StoryPieces};
use super::task::{Task, UsedActions};

/// Most seats.
pub const MAX_PLAYERS: usize = 4;
/// Cards that pile and history have room for: 157 and the 8 C cards.
pub const DECK_ROOM: usize = 168;
/// Figures of one colour, so also the most assistants of one player (M-1.11).
pub const FIGURES: usize = 8;
/// Depth of the stack of open tasks.
///
/// A turn keeps 3 open below its main action. What nests inside is bounded by what can be used up:
/// village actions by cards and money, explorations by the track's quests, combats by tokens. Tests
/// over thousands of varied games see 12 open at a decision and hold a reserve.
pub const STACK_ROOM: usize = 32;
/// Open tasks up to which actions are offered that may open many more: cards with effects of a designer's
/// invention can nest deeper than those of the game, of which 12 open tasks are the most.
const MOST_OPEN: u8 = 16;
/// Quest spaces on the explorer track.
pub const TRACK_QUESTS: usize = 3;
/// Display cards.
pub const DISPLAY: usize = 4;
/// Disc tiles: L10 to L17.
pub const DISC_TILES: usize = 8;

/// One player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// Cards in hand.
    pub hand: CardSet,
    /// Those of the hand that everybody has seen (taken from the display).
    pub hand_public: CardSet,
    /// Cards bought.
    pub bought: CardSet,
    /// VP by category.
    pub points: [i16; CATEGORY_NAMES.len()],
    /// Money.
    pub doubloons: u16,
    /// Turns begun.
    pub turns: u16,
    /// Combat tokens on the ship board, as bits.
    pub tokens: u32,
    /// Quest tiles on the ship board, as bits.
    pub quests: u32,
    /// Upgrades complete, as bits.
    pub upgrades: u16,
    /// Number of cards in hand.
    pub hand_len: u8,
    /// Planned cards; free spaces are at the end.
    pub planned: [Option<CardId>; 3],
    /// Set-up discards, not yet shown.
    pub set_aside: [Option<CardId>; 3],
    /// A cards kept at set-up that have certainly not left the hand yet: what others know of it.
    pub kept_a_cards: u8,
    /// Of the hidden cards of the hand, how many it has certainly held since C cards were shuffled into
    /// the pile for the first, second and third time in the game: they are none of those.
    pub held_since_mix: [u8; MIXES],
    /// Goods shown by the hand.
    pub hand_goods: [u8; GOODS],
    /// Objects shown by the hand.
    pub hand_objects: [u8; GOODS],
    /// Combat points, 0 to 8.
    pub cp: u8,
    /// Figures in the own supply.
    pub figures: u8,
    /// Own figures in the general supply.
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
    /// Discs left on the upgrade areas.
    pub discs: [u8; UPGRADES],
    /// Synergy tokens, as bits.
    pub synergies: u8,
    /// Number of combat tokens.
    pub token_count: u8,
    /// Number of quest tiles.
    pub quest_count: u8,
    /// Career card, once it is chosen.
    pub career: Option<CareerId>,
    /// The two careers dealt, known to this player only.
    pub careers_dealt: [Option<CareerId>; 2],
    /// Tasks completed, as bits; each also has its figure back.
    pub tasks_done: u8,
    /// Prestige buildings invested in, as bits.
    pub prestige: u8,
    /// The cards whose assistants are on the map, in the order of placement.
    pub assistants: [CardId; FIGURES],
    /// Number of assistants.
    pub assistant_count: u8,
    /// Assistants placed in the current turn or scoring, as bits over `assistants`.
    pub assistants_new: u8,
    /// Figures on project cards.
    pub figures_on_cards: u8,
    /// Doubloons off every purchase.
    pub discount: u8,
    /// Compasses, the printed one included.
    pub compasses: u8,
    /// Extra explorer steps.
    pub explore_plus: u8,
    /// Permanent objects.
    pub permanent_objects: [u8; GOODS],
    /// CP before the action combat.
    pub cp_before_combat: u8,
    /// CP when fighting for a nation.
    pub ally_cp: [u8; NATIONS],
    /// VP stolen per explorer jumped.
    pub jump_steal: u8,
    /// `visitor` cards.
    pub visitor: u8,
    /// CP for a figure returned; 0 without such a card.
    pub figure_to_cp: u8,
    /// VP for every expulsion.
    pub expel_vp: u8,
    /// Doubloon income waiting for a synergy token, by kind.
    pub waiting_doubloons: [u8; SYNERGIES],
    /// VP income waiting for a synergy token, by kind.
    pub waiting_vp: [u8; SYNERGIES],
    /// Quests lying on own cards.
    pub card_quests: [Option<QuestId>; MAX_CARD_QUESTS],
    /// Village actions of own cards, as bits over the table of kinds.
    pub village_actions: u32,
    /// Combat actions of own cards, as bits over the table of cards.
    pub combat_actions: u32,
}

impl Player {
    /// A player who has nothing.
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

    /// Score so far, in the categories that every seat has.
    #[inline]
    pub fn score(&self) -> i32 {
        self.points.iter().map(|&points| i32::from(points)).sum()
    }

    /// Whether upgrade U`number` is complete.
    #[inline]
    pub fn has_upgrade(&self, number: u8) -> bool {
        self.upgrades >> (number - 1) & 1 == 1
    }

    /// Number of completed upgrades.
    #[inline]
    pub fn upgrade_count(&self) -> u8 {
        self.upgrades.count_ones() as u8
    }

    /// Whether the synergy token of this kind is owned.
    #[inline]
    pub fn has_synergy(&self, kind: u8) -> bool {
        self.synergies >> kind & 1 == 1
    }

    /// Number of synergy tokens.
    #[inline]
    pub fn synergy_count(&self) -> u8 {
        self.synergies.count_ones() as u8
    }

    /// How many cards more than the hand limit a player may have (M-5.1, U2).
    #[inline]
    pub fn more_hand_cards(&self) -> u8 {
        if self.has_upgrade(2) { 2 } else { 0 }
    }

    /// What a card or building of this price costs the player (M-A24).
    #[inline]
    pub fn price(&self, cost: u8) -> u16 {
        u16::from(cost.saturating_sub(self.discount))
    }

    /// Number of planned cards.
    #[inline]
    pub fn planned_count(&self) -> usize {
        self.planned.iter().flatten().count()
    }

    /// The cards whose assistants are on the map.
    #[inline]
    pub fn assistants(&self) -> &[CardId] {
        &self.assistants[..usize::from(self.assistant_count)]
    }

    /// Cards that show the object, the permanent ones included.
    #[inline]
    pub fn objects(&self, object: u8) -> u8 {
        self.hand_objects[usize::from(object)] + self.permanent_objects[usize::from(object)]
    }

    /// How many hand cards a payment of so many takes: permanent objects count and stay (M-A48).
    #[inline]
    pub fn owed(&self, shown: Shown, count: u8) -> u8 {
        match shown {
            Shown::Good(_) => count,
            Shown::Object(object) => {
                count.saturating_sub(self.permanent_objects[usize::from(object)])
            }
        }
    }

    /// Puts a card into the hand.
    #[inline]
    pub fn take(&mut self, card: CardId, components: &Components) {
        let shown = &components[card];
        self.hand.insert(card);
        self.hand_len += 1;
        self.hand_goods[usize::from(shown.good)] += 1;
        self.hand_objects[usize::from(shown.object)] += 1;
    }

    /// Removes a card from the hand; `a_cards` are those that are dealt at set-up.
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

/// Where in the game we are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// Choosing careers and cards.
    Setup,
    /// A player's turn.
    Turn,
    /// Interim or final scoring.
    Scoring,
    /// Nothing left to decide.
    Over,
}

/// A position of Maracaibo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Players by seat; seats beyond `seats` are empty.
    pub players: [Player; MAX_PLAYERS],
    /// Open tasks, the next on top.
    pub stack: [Task; STACK_ROOM],
    /// Number of open tasks.
    pub stack_len: u8,
    /// Number of seats.
    pub seats: u8,
    /// Where we are.
    pub phase: Phase,
    /// Round, 1 to 4.
    pub round: u8,
    /// Whose turn it is.
    pub active: u8,
    /// Movement points spent this turn.
    pub points_spent: u8,
    /// Compasses the active player had at the start of the turn (CA6).
    pub compasses_at_start: u8,
    /// CP that `cp_before_combat` cards have paid this turn: each card pays once (M-A45).
    pub cp_before_combat_paid: u8,
    /// Kinds of combat action used this turn, with the option by which each comes once a turn
    /// (M-A44); else none.
    pub combat_actions_used: UsedActions,
    /// The active player's assistants where the ship has stopped, as bits.
    pub assistants_here: u8,
    /// Those of them that were used.
    pub assistants_used: u8,
    /// Draw pile, a multiset: cards are drawn at random.
    pub pile: [CardId; DECK_ROOM],
    /// Number of cards in the pile.
    pub pile_len: u8,
    /// Number of times that the discards became the new pile.
    pub shuffles: u8,
    /// The shuffle in which a card last came back into the pile; 0 if never. What players know
    /// of cards that they cannot see.
    pub recycled: [u8; DECK_ROOM],
    /// Discards.
    pub discards: CardSet,
    /// Display, left to right.
    pub display: [Option<CardId>; DISPLAY],
    /// Nation of the marker at a location.
    pub markers: [Option<Nation>; MAX_LOCATIONS],
    /// Markers in the Caribbean by nation, legacy tiles included.
    pub marker_count: [u8; NATIONS],
    /// Markers left in the supply by nation.
    pub supply: [u8; NATIONS],
    /// Spaces with a disc in the market of a location, as bits from the left.
    pub market: [u8; MAX_LOCATIONS],
    /// Discs out of the game.
    pub discs_gone: u8,
    /// Legacy tiles in play; tile Ln is bit n.
    pub legacy: u32,
    /// Locations of L20 to L23 in play, as bits (M-22.14).
    pub skull_locations: u32,
    /// Number of the map that these tiles make.
    pub chart: u8,
    /// Discs on L10 to L17.
    pub tile_discs: [u8; DISC_TILES],
    /// Nations on the silver fleet's spaces 10 and 11 (L6).
    pub silver_fleet: [Option<Nation>; 2],
    /// Nation on the gold mine (L9).
    pub gold_mine: Option<Nation>,
    /// City tile at a location.
    pub tiles: [Option<CityTileId>; MAX_LOCATIONS],
    /// Quest tiles below the top of the pile, a multiset.
    pub quest_pile: [QuestId; MAX_QUESTS],
    /// Number of quest tiles below the top.
    pub quest_pile_len: u8,
    /// The visible top quest, unless the pile is empty.
    pub quest_top: Option<QuestId>,
    /// Quests on the map in the order of placement: location, quest.
    pub map_quests: [(LocationId, QuestId); MAX_QUESTS],
    /// Number of quests on the map.
    pub map_quests_len: u8,
    /// Locations with a quest, as bits.
    pub quest_locations: u32,
    /// Quests on the explorer track, until they are taken.
    pub track_quests: [Option<QuestId>; TRACK_QUESTS],
    /// Explorer spaces whose quest is gone, as bits.
    pub emptied_spaces: u64,
    /// Prestige buildings on spaces I to IV.
    pub prestige: [u8; 4],
    /// How many of them are face up.
    pub prestige_shown: u8,
    /// Prestige buildings that somebody has invested in, as bits.
    pub prestige_invested: u8,
    /// Combat tokens not yet revealed, a multiset.
    pub tokens: [TokenId; MAX_TOKENS],
    /// Number of them.
    pub tokens_len: u8,
    /// Borders that somebody has crossed, as bits.
    pub borders_crossed: u8,
    /// Explorers on the last space.
    pub explorers_at_end: u8,
    /// What Jean has beside a player's pieces, in a solo game.
    pub jean: Jean,
    /// The story, in a campaign.
    pub story: StoryPieces,
}

// Searches copy positions all the time.
const _: () = assert!(size_of::<State>() <= 1896);

impl State {
    /// The task on top; `None` when the game is over.
    #[inline]
    pub fn top(&self) -> Option<&Task> {
        self.stack[..usize::from(self.stack_len)].last()
    }

    /// Whether the stack has room for what a purchase, an assistant, a quest or an action of a card may open.
    #[inline]
    pub fn has_room(&self) -> bool {
        self.stack_len <= MOST_OPEN
    }

    /// The task that comes after the one on top.
    #[inline]
    pub fn below_top(&self) -> Option<&Task> {
        self.stack[..usize::from(self.stack_len)].iter().nth_back(1)
    }

    /// The players who take part.
    #[inline]
    pub fn seated(&self) -> &[Player] {
        &self.players[..usize::from(self.seats)]
    }

    /// Whether legacy tile L`number` is in play.
    #[inline]
    pub fn has_legacy(&self, number: u8) -> bool {
        self.legacy >> number & 1 == 1
    }

    /// The quests on the map, oldest first.
    #[inline]
    pub fn quests_on_map(&self) -> &[(LocationId, QuestId)] {
        &self.map_quests[..usize::from(self.map_quests_len)]
    }

    /// Quests that lie on a location, oldest first.
    pub fn quests_at(&self, location: LocationId) -> impl Iterator<Item = QuestId> + '_ {
        self.quests_on_map()
            .iter()
            .filter(move |(place, _)| *place == location)
            .map(|&(_, quest)| quest)
    }
}
