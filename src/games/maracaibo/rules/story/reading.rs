//! Reading story cards (M-C5 to M-C8): cards that are due, their readers, votes of the group, and
//! instructions.

use super::super::action::Action;
use super::super::events::EventKind;
use super::super::play::Play;
use super::super::ruleset::Ruleset;
use super::super::scoring::ROUNDS;
use super::super::state::State;
use super::pieces::STORY_TILES;
use super::quests::PERSON;
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::story_cards::wanted_tiles;
use crate::maracaibo::components::{Instruction, LocationId, StoryId, StoryRequirement};
use crate::maracaibo::rules::pending::{Pending, PendingStep};

impl Ruleset {
    /// Returns true if the requirement of an active card is fulfilled (M-C5).
    fn is_fulfilled(&self, state: &State, card: StoryId) -> bool {
        match self.story_card(card).requirement {
            StoryRequirement::Never => false,
            StoryRequirement::Quest => self.taker(state, card).is_some(),
            StoryRequirement::FullTile(tile) => state.has_legacy(tile) && self.is_full(state, tile),
        }
    }

    /// Returns the seat that has the story tile of a card.
    fn taker(&self, state: &State, card: StoryId) -> Option<u8> {
        let belongs = |tile: &usize| state.story.tile_card[*tile] == Some(card);
        let tile = (0..STORY_TILES).find(belongs)?;
        let quest = self.story_tile_quest(tile as u8);
        let seats = 0u8..;
        let mut players = seats.zip(state.seated());
        players
            .find(|(_, player)| player.quests & quest.bit() != 0)
            .map(|(seat, _)| seat)
    }

    /// Returns the reader of the back of a fulfilled card: the seat that took its tile, otherwise
    /// the seat that ended the round. The human player reads for Jean (M-C5, M-24.11).
    fn reader(&self, state: &State, card: StoryId) -> u8 {
        let reader = self.taker(state, card).unwrap_or(state.active);
        if self.is_jean(reader) { PERSON } else { reader }
    }

    /// Returns the choices with the most votes, as bits. In a tie, the reader can choose one of these
    /// choices.
    fn leading_choices(&self, state: &State, card: StoryId) -> u8 {
        let choices = self.story_choices(card).len();
        let votes = &state.story.votes[..choices];
        let most = votes.iter().copied().max().unwrap_or(0);
        let leading = votes
            .iter()
            .enumerate()
            .filter(|(_, votes)| **votes == most);
        leading.fold(0, |bits, (choice, _)| bits | 1 << choice)
    }

    /// Adds the choices that a seat can vote for or, in a tie, that the reader can decide for.
    pub(crate) fn legal_votes(
        &self,
        state: &State,
        card: StoryId,
        tie: bool,
        actions: &mut Vec<Action>,
    ) {
        let open = if tie {
            self.leading_choices(state, card)
        } else {
            u8::MAX
        };
        let choices = 0..self.story_choices(card).len() as u8;
        actions.extend(
            choices
                .filter(|choice| open >> choice & 1 == 1)
                .map(Action::Vote),
        );
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// M-C1, M-C3: activates the starting cards and follows their fronts in ascending order.
    pub fn begin_story(&mut self) {
        let game = self.game;
        let Some(story) = &game.story else { return };
        self.state.story.c_cards = story.c_cards;
        for &card in &story.active {
            self.state.story.activate(card);
        }
        for &card in &story.active {
            if self.state.story.active.contains(&Some(card)) {
                self.follow(card, &game.story_card(card).front);
            }
        }
    }

    /// M-C5: marks the cards that are fulfilled now. Cards that come into play when these cards are
    /// read are checked in the next scoring.
    pub fn check_story(&mut self) {
        let mut due = 0;
        for (index, card) in self.state.story.active.iter().enumerate() {
            let fulfilled = card.is_some_and(|card| self.game.is_fulfilled(self.state, card));
            due |= u16::from(fulfilled) << index;
        }
        self.state.story.due = due;
        self.read_next();
    }

    /// Reads the back of the lowest-numbered due card, and queues the next due card.
    pub fn read_next(&mut self) {
        let story = &self.state.story;
        let due = story.active.iter().enumerate();
        let due = due.filter(|(index, _)| story.due >> index & 1 == 1);
        let Some(card) = due.filter_map(|(_, card)| *card).min() else {
            return;
        };
        let seat = self.state.active;
        self.push(Pending::new(seat, PendingStep::StoryNext));
        let reader = self.game.reader(self.state, card);
        let choices = self.game.story_choices(card).len();
        // The card is put under the reader's ship board.
        self.state.story.leave(card);
        if choices == 0 {
            self.event(
                reader,
                EventKind::StoryRead,
                self.game.story_card(card).number,
                0,
            );
        } else {
            self.state.story.votes = Default::default();
            let people = self.game.players as u8;
            self.push(Pending::new(reader, PendingStep::StoryCount { card }));
            for step in (0..people).rev() {
                let voter = (reader + step) % people;
                self.push(Pending::new(voter, PendingStep::StoryVote { card }));
            }
        }
        self.follow(card, &self.game.story_card(card).back);
    }

    /// Counts one vote.
    pub fn vote(&mut self, choice: u8) {
        self.state.story.votes[usize::from(choice)] += 1;
    }

    /// M-C6: the choice with the most votes wins; the reader decides a tie.
    pub fn count_votes(&mut self, reader: u8, card: StoryId) {
        let leading = self.game.leading_choices(self.state, card);
        if leading.count_ones() == 1 {
            self.choose(reader, card, leading.trailing_zeros() as u8);
        } else {
            self.push(Pending::new(reader, PendingStep::StoryTie { card }));
        }
    }

    /// Follows the instructions of the choice that the group has made.
    pub fn choose(&mut self, reader: u8, card: StoryId, choice: u8) {
        let game = self.game;
        let number = game.story_card(card).number;
        self.event(reader, EventKind::StoryRead, number, i32::from(choice) + 1);
        self.state.story.votes = Default::default();
        self.follow(card, &game.story_choices(card)[usize::from(choice)].follow);
    }

    /// M-C7: follows the instructions of a card in printed order. Instructions that cannot be
    /// carried out (a card already in play, a tile already on the board) are skipped.
    pub fn follow(&mut self, card: StoryId, instructions: &[Instruction]) {
        for instruction in instructions {
            match *instruction {
                Instruction::StoryTile(location) => self.place_story_tile(card, location),
                Instruction::Quests(ref places) => {
                    let players = self.game.players as u8;
                    for place in places {
                        if place.players.contains(&players) {
                            self.place_quest(place.location);
                        }
                    }
                }
                Instruction::Discards(numbers) => self.c_cards_to_discards(numbers),
                Instruction::Shuffle(numbers) => self.c_cards_into_pile(numbers),
                Instruction::Read(next) => self.draw_story_card(next),
                Instruction::AddTile(tile) => {
                    if !self.settle_claim(card, tile) {
                        return;
                    }
                    self.enter_tile(tile);
                }
                Instruction::RemoveTile(tile) => self.remove_tile(tile),
            }
        }
    }

    /// M-C2: places the next story tile for the quest of a card; does nothing once all four tiles
    /// are in play.
    fn place_story_tile(&mut self, card: StoryId, location: LocationId) {
        let tile = self.state.story.tiles_used;
        if usize::from(tile) >= STORY_TILES {
            return;
        }
        self.state.story.tiles_used += 1;
        self.state.story.tile_card[usize::from(tile)] = Some(card);
        let quest = self.game.story_tile_quest(tile);
        self.lay_quest(location, quest);
    }

    /// M-C7: takes a card from the story deck, puts it into play and follows its instructions. In
    /// final scoring, the instructions wait for the next game (M-C10).
    fn draw_story_card(&mut self, card: StoryId) {
        let game = self.game;
        let seat = self.state.active;
        let number = game.story_card(card).number;
        let story = &mut self.state.story;
        let left = game
            .story
            .as_ref()
            .is_some_and(|story| story.deck.contains(&card))
            && !story.drawn().any(|drawn| drawn == card);
        if !left {
            return;
        }
        let place = story.drawn.iter_mut().find(|place| place.is_none());
        let room = story.active.contains(&None);
        let (true, Some(place)) = (room, place) else {
            // M-A90: the card stays in the deck.
            self.event(seat, EventKind::StoryNoRoom, number, 0);
            return;
        };
        *place = Some(card);
        story.activate(card);
        self.event(seat, EventKind::StoryDrawn, number, 0);
        let last_scoring = self.state.round == ROUNDS;
        if !last_scoring {
            self.follow(card, &game.story_card(card).front);
        }
    }

    /// M-C9: if two cards claim the same legacy tile, the card with the higher number stays. The
    /// back of a card that has been read claims no tile. Returns true if `card` stays in play.
    fn settle_claim(&mut self, card: StoryId, tile: u8) -> bool {
        let game = self.game;
        let active = self.state.story.active;
        if !active.contains(&Some(card)) {
            return true;
        }
        let rivals = active.into_iter().flatten().filter(|rival| {
            *rival != card && wanted_tiles(game.story_card(*rival)) >> tile & 1 == 1
        });
        for rival in rivals {
            if rival > card {
                self.story_card_leaves(card);
                return false;
            }
            self.story_card_leaves(rival);
        }
        true
    }

    /// Removes a card from the game and its story tile from the map.
    fn story_card_leaves(&mut self, card: StoryId) {
        let game = self.game;
        self.state.story.leave(card);
        let seat = self.state.active;
        self.event(seat, EventKind::StoryLeft, game.story_card(card).number, 0);
        for tile in 0..STORY_TILES as u8 {
            let quest = game.story_tile_quest(tile);
            let on_map = self.state.map_quests[..usize::from(self.state.map_quests_len)]
                .iter()
                .any(|&(_, other)| other == quest);
            if self.state.story.tile_card[usize::from(tile)] == Some(card) && on_map {
                self.lift_map_quest(quest);
            }
        }
    }
}
