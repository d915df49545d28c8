//! Set-up (M-1).

use super::events::EventKind;
use super::heap::Heap;
use super::jean::pieces::Jean;
use super::pending::{Pending, PendingStep, UsedActions};
use super::play::Play;
use super::ruleset::Ruleset;
use super::state::{DISC_TILES, MAX_PLAYERS, Phase, Player, STACK_ROOM, State, TRACK_QUESTS};
use super::story::pieces::StoryPieces;
use crate::game::{Chance, EventLog, Purpose};
use crate::maracaibo::components::{
    CardId, CardSet, CityTileId, DECK_ROOM, DISPLAY, FIGURES, LocationId, MAX_LOCATIONS,
    MAX_QUESTS, MAX_TOKENS, NATIONS, Nation, QuestId, TokenId,
};

/// Dealing A cards.
pub const DEAL: Purpose = Purpose(0);
/// City tiles and their locations.
pub const CITY_TILES: Purpose = Purpose(1);
/// Prestige buildings.
pub const PRESTIGE: Purpose = Purpose(2);
/// Careers.
pub const CAREERS: Purpose = Purpose(3);
/// Selection of the B cards in the game.
pub const B_CARDS: Purpose = Purpose(4);
/// The draw pile.
pub const PILE: Purpose = Purpose(5);
/// Quest tiles.
pub const QUESTS: Purpose = Purpose(6);
/// Combat tokens.
pub const TOKENS: Purpose = Purpose(7);
/// Selection of the automa cards in Jean's deck.
pub const AUTOMA_CARDS: Purpose = Purpose(8);
/// Jean's deck.
pub const AUTOMA_DECK: Purpose = Purpose(9);

/// Maximum number of tiles, careers or buildings while dealing.
const MAX_TILES: usize = 32;
/// Number of cards dealt to each player (M-1.5).
pub(crate) const DEALT: usize = 8;
/// Number of dealt cards that each player discards (M-1.14).
const SET_ASIDE: u8 = 3;
/// Number of B cards in the draw pile (M-1.5).
pub(crate) const B_CARDS_IN_PILE: usize = 40;
/// Number of a player's figures in the supply at the start, and on the career (M-1.11, M-1.15).
const START_FIGURES: u8 = 2;
const CAREER_FIGURES: u8 = 3;
/// Number of discs on each upgrade area (M-1.10).
const DISCS: u8 = 2;
/// Start position of the doubloon income marker (M-1.10).
pub(crate) const START_INCOME: u8 = 8;

/// Returns the choices of set-up, last choice first: each seat plans, discards and chooses a career (M-1.14, M-1.15).
fn setup_choices(people: u8) -> impl Iterator<Item = Pending> {
    let last_first = [
        PendingStep::SetupCareer,
        PendingStep::SetupDiscard { left: SET_ASIDE },
        PendingStep::SetupPlan,
    ];
    let seats = (0..people).rev();
    seats.flat_map(move |seat| last_first.map(|work| Pending::new(seat, work)))
}

impl Ruleset {
    /// Deals a new game.
    pub(crate) fn deal<C: Chance, L: EventLog>(&self, chance: &mut C, log: &mut L) -> State {
        let people = self.players as u8;
        let components = &self.components;
        let supply: u8 = components.tracks.supply.iter().sum();
        let mut state = State {
            players: [Player::EMPTY; MAX_PLAYERS],
            stack: [Pending::new(0, PendingStep::EndSetup); STACK_ROOM],
            stack_len: 0,
            seats: self.seats() as u8,
            phase: Phase::Setup,
            round: 1,
            active: 0,
            points_spent: 0,
            compasses_at_start: 1,
            cp_before_combat_paid: 0,
            combat_actions_used: UsedActions::default(),
            assistants_here: 0,
            assistants_used: 0,
            pile: [CardId::FIRST; DECK_ROOM],
            pile_len: 0,
            shuffles: 0,
            recycled: [0; DECK_ROOM],
            discards: CardSet::EMPTY,
            display: [None; DISPLAY],
            markers: [None; MAX_LOCATIONS],
            marker_count: [0; NATIONS],
            supply: [supply; NATIONS],
            market: [0; MAX_LOCATIONS],
            discs_gone: 0,
            legacy: 0,
            skull_locations: 0,
            chart: 0,
            tile_discs: [0; DISC_TILES],
            silver_fleet: [None; 2],
            gold_mine: None,
            tiles: [None; MAX_LOCATIONS],
            quest_pile: [QuestId::FIRST; MAX_QUESTS],
            quest_pile_len: 0,
            quest_top: None,
            map_quests: [(LocationId::FIRST, QuestId::FIRST); MAX_QUESTS],
            map_quests_len: 0,
            quest_locations: 0,
            track_quests: [None; TRACK_QUESTS],
            emptied_spaces: 0,
            prestige: [0; 4],
            prestige_shown: if self.options.prestige_open { 4 } else { 1 },
            prestige_invested: 0,
            tokens: [TokenId::FIRST; MAX_TOKENS],
            tokens_len: components.tokens.len() as u8,
            borders_crossed: 0,
            explorers_at_end: 0,
            jean: Jean::ABSENT,
            story: StoryPieces::NONE,
        };
        // M-1.2: both piles of tokens are one multiset.
        for token in 0..state.tokens_len {
            state.tokens[usize::from(token)] = TokenId::new(token);
        }
        self.lay_legacy_tiles(&mut state, self.board.legacy);
        self.lay_city_tiles(&mut state, chance);
        let mut prestige = Heap::<_, MAX_TILES>::new(0..components.prestige.len() as u8);
        for space in &mut state.prestige {
            *space = prestige.draw(chance, PRESTIGE);
        }
        let mut play = Play {
            game: self,
            state: &mut state,
            chance,
            log,
        };
        play.lay_quests();
        play.deal_players();
        play.seat_jean();
        play.starting_markers();
        play.begin_story();
        play.push(Pending::new(0, PendingStep::EndSetup));
        for choice in setup_choices(people) {
            play.push(choice);
        }
        state
    }

    /// M-1.4: places both wheel tiles and two random other tiles on the four cities, in random order.
    fn lay_city_tiles<C: Chance>(&self, state: &mut State, chance: &mut C) {
        let two_players = state.seats <= 2;
        let components = &self.components;
        let mut used = Heap::<_, MAX_TILES>::new([]);
        let mut others = Heap::<_, MAX_TILES>::new([]);
        for (index, tile) in components.city_tiles.iter().enumerate() {
            let id = CityTileId::new(index as u8);
            if tile.two_players != two_players {
                continue;
            }
            if tile.cover {
                state.tiles[usize::from(components.places.maracaibo)] = Some(id);
            } else if tile.wheel {
                used.push(id);
            } else {
                others.push(id);
            }
        }
        while used.len < components.places.tile_cities.len() {
            used.push(others.draw(chance, CITY_TILES));
        }
        for city in components.places.tile_cities {
            let tile = used.draw(chance, CITY_TILES);
            // M-22.7: with L3, the tile of Cartagena leaves the game.
            if self.chart(state).cities & city.bit() != 0 {
                state.tiles[usize::from(city)] = Some(tile);
            }
        }
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// M-1.3 and M-1.13: places quests on the explorer track, on L1 and on the locations of the scenario.
    fn lay_quests(&mut self) {
        let quests = self.game.board.quest_tiles;
        for quest in 0..quests {
            self.state.quest_pile[usize::from(quest)] = QuestId::new(quest);
        }
        self.state.quest_pile_len = quests;
        self.state.quest_top = self.next_top_quest();
        for space in 0..TRACK_QUESTS {
            self.state.track_quests[space] = self.draw_quest();
        }
        if let Some(city) = self.game.chart(self.state).quest_city {
            self.place_quest(city);
        }
        self.scenario_quests(0);
    }

    /// M-1.5, M-1.8 to M-1.12: deals cards, ship boards, figures and money, fills the display, and
    /// then adds the C cards of the scenario.
    fn deal_players(&mut self) {
        let game = self.game;
        let components = &game.components;
        let mut a_cards = game.board.a_heap.clone();
        let mut b_cards = game.board.b_heap.clone();
        let mut careers = Heap::<_, MAX_TILES>::new(components.career_ids());
        let mut cards = [[CardId::FIRST; DEALT]; MAX_PLAYERS];
        for seat in 0..game.players as u8 {
            for card in &mut cards[usize::from(seat)] {
                *card = a_cards.draw(self.chance, DEAL);
            }
            let dealt = [(); 2].map(|()| Some(careers.draw(self.chance, CAREERS)));
            let player = self.player(seat);
            player.careers_dealt = dealt;
            player.discs = [DISCS; crate::maracaibo::components::UPGRADES];
            player.cp = 1;
            player.compasses = 1;
            player.income_doubloons = START_INCOME;
            player.figures = START_FIGURES;
            player.general = FIGURES as u8 - START_FIGURES;
            player.ship = components.places.havana;
            let seat = usize::from(seat);
            player.doubloons = u16::from(game.start_money[seat]) + game.terms.handicap(seat);
        }
        for _ in 0..B_CARDS_IN_PILE {
            a_cards.push(b_cards.draw(self.chance, B_CARDS));
        }
        self.state.pile[..a_cards.len].copy_from_slice(&a_cards.items[..a_cards.len]);
        self.state.pile_len = a_cards.len as u8;
        // M-1.13: C cards join the pile after the display is filled. Until then, they are stored behind it.
        let joining = a_cards.len..a_cards.len + game.board.joining.len();
        for (place, card) in joining.clone().zip(game.board.joining.iter()) {
            self.state.pile[place] = card;
        }
        self.grant(&mut cards);
        self.hand_out(&cards);
        self.refill_display();
        let state = &mut *self.state;
        state.pile_len += joining.len() as u8;
        let behind = usize::from(state.pile_len) - joining.len();
        state.pile.copy_within(joining, behind);
    }

    /// M-1.9: in games with two seats, places markers of Spain, England and France on villages 6, 7
    /// and 8, and the first discs on disc tiles (M-22.13, M-24.10).
    fn starting_markers(&mut self) {
        if self.state.seats > 2 {
            return;
        }
        let villages = self.game.components.places.starting_markers;
        let nations = [Nation::Spain, Nation::England, Nation::France];
        for (nation, village) in nations.into_iter().zip(villages) {
            self.place_marker(nation, village);
        }
        for tile in 0..DISC_TILES as u8 {
            if self.state.has_legacy(10 + tile) {
                self.first_discs(tile);
            }
        }
    }

    /// M-1.14: moves the chosen card from the hand to the planning area.
    pub fn first_plan(&mut self, seat: u8, card: CardId) {
        let game = self.game;
        let player = self.player(seat);
        player.lose(card, &game.components, game.board.a_cards);
        player.planned[0] = Some(card);
    }

    /// M-1.14: discards one card and, if more than one card was left to discard, queues the next discard.
    pub fn set_aside(&mut self, seat: u8, card: CardId, left: u8) {
        let game = self.game;
        let player = self.player(seat);
        player.lose(card, &game.components, game.board.a_cards);
        player.set_aside[usize::from(left) - 1] = Some(card);
        if left > 1 {
            self.push(Pending::new(
                seat,
                PendingStep::SetupDiscard { left: left - 1 },
            ));
        }
    }

    /// Ends the set-up after all players have chosen: reveals the choices, places figures on the
    /// careers and starts the first turn.
    pub fn end_setup(&mut self) {
        let game = self.game;
        for seat in 0..game.players as u8 {
            let player = self.player(seat);
            player.general -= CAREER_FIGURES;
            let set_aside = player.set_aside;
            player.set_aside = [None; 3];
            let hand = player.hand;
            player.kept_a_cards = hand
                .iter()
                .filter(|&card| game.board.a_cards.contains(card))
                .count() as u8;
            let (planned, career) = (player.planned[0], player.career);
            if let Some(career) = career {
                self.event(seat, EventKind::Career, career, 0);
            }
            if let Some(card) = planned {
                self.event(seat, EventKind::Planned, card, 0);
            }
            for card in hand.iter() {
                self.event(seat, EventKind::Kept, card, 0);
            }
            for card in set_aside.into_iter().flatten() {
                self.state.discards.insert(card);
                self.event(seat, EventKind::Discarded, card, 0);
            }
        }
        self.begin_turn(0);
    }
}
