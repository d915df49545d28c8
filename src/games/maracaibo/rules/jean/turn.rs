//! Jean's turn (M-24.3 to M-24.6).

use super::super::categories::JeanCategory;
use super::super::events::EventKind;
use super::super::play::Play;
use super::super::ruleset::Ruleset;
use super::pieces::SEAT;
use crate::game::{Chance, EventLog};
use crate::maracaibo::components::{
    AUTOMA_SPACES, AutomaAction, AutomaActionKind, AutomaId, DISPLAY, LATER_ROUNDS, LocationKind,
    QuestId,
};
use crate::maracaibo::rules::pending::{Pending, PendingStep};
use crate::maracaibo::rules::state::{Phase, State};

impl Ruleset {
    /// Returns the current score of a seat.
    #[inline]
    pub(crate) fn score_of(&self, state: &State, seat: u8) -> i32 {
        let points = state.players[usize::from(seat)].score();
        if self.is_jean(seat) {
            points
                + state
                    .jean
                    .points
                    .iter()
                    .copied()
                    .map(i32::from)
                    .sum::<i32>()
        } else {
            points
        }
    }
}

impl<C: Chance, L: EventLog> Play<'_, C, L> {
    /// M-24.1: sets up Jean's components and her deck.
    pub fn seat_jean(&mut self) {
        let game = self.game;
        let Some(opponent) = &game.opponent else {
            return;
        };
        self.player(SEAT).ship = game.components.places.havana;
        self.state.jean.discs = AUTOMA_SPACES as u8;
        self.deal_automa(opponent);
    }

    /// M-24.2, M-24.3: turns up a card and moves Jean's ship. The rest of the turn follows after
    /// the player's decisions on the ship's arrival.
    pub fn begin_jean_turn(&mut self) {
        debug_assert_eq!(self.state.stack_len, 0);
        self.state.phase = Phase::Turn;
        self.state.active = SEAT;
        self.state.points_spent = 0;
        self.player(SEAT).turns += 1;
        let card = self.draw_automa();
        let ship = self.game.jean_destination(self.state, card);
        self.player(SEAT).ship = ship;
        self.event(SEAT, EventKind::JeanSailed, ship, 0);
        self.push(Pending::new(SEAT, PendingStep::EndTurn));
        self.push(Pending::new(SEAT, PendingStep::JeanArrive { card }));
        self.visit_assistants(SEAT, ship);
    }

    /// M-24.4, M-24.5: a quest ends the turn. Otherwise Jean delivers a disc or takes a display
    /// card, then the actions of the card follow.
    pub fn jean_arrives(&mut self, card: AutomaId) {
        let ship = self.player(SEAT).ship;
        // M-A70: Jean takes the oldest quest if there are several.
        let quest = self.state.quests_at(ship).next();
        self.event(SEAT, EventKind::JeanCard, card, i32::from(quest.is_none()));
        if let Some(quest) = quest {
            self.lift_map_quest(quest);
            self.jean_takes_quest(quest);
            return;
        }
        let card = &self.game.components.automa[usize::from(card)];
        if !self.jean_delivers() {
            self.jean_takes_card(card.display);
        }
        for action in card.actions() {
            if self.jean_acts(action) {
                return;
            }
        }
    }

    /// M-24.5: moves the leftmost disc to the first free space of the market. Returns false if
    /// there is no free space or no disc (M-A30).
    fn jean_delivers(&mut self) -> bool {
        let ship = self.player(SEAT).ship;
        let market = usize::from(ship);
        let city = self.game.location(self.state, ship).kind == LocationKind::City;
        let full = self.state.market[market];
        let free = self.game.market_at(self.state, ship);
        let free = free.and_then(|market| market.first_free(full));
        let Some(space) = free.filter(|_| city && self.state.jean.discs > 0) else {
            return false;
        };
        self.state.jean.discs -= 1;
        self.state.market[market] |= 1 << space;
        self.event(SEAT, EventKind::JeanDelivered, ship, 0);
        true
    }

    /// M-24.5, M-A68: takes the card at a position of the display, or the rightmost card if that
    /// position is empty.
    fn jean_takes_card(&mut self, position: u8) {
        let display = self.state.display;
        let position = usize::from(position);
        let position = if display[position].is_none() {
            match (0..DISPLAY).rev().find(|&space| display[space].is_some()) {
                Some(rightmost) => rightmost,
                None => return,
            }
        } else {
            position
        };
        if let Some(card) = self.state.display[position].take() {
            self.state.jean.cards.insert(card);
            self.event(SEAT, EventKind::JeanTook, card, 0);
        }
        self.refill_display();
    }

    /// Carries out one action of an automa card (M-24.6). Returns true if the action ends the turn.
    fn jean_acts(&mut self, action: &AutomaAction) -> bool {
        let amount = if self.state.round >= LATER_ROUNDS {
            action.later
        } else {
            action.early
        };
        if amount == 0 {
            return false;
        }
        match action.kind {
            AutomaActionKind::Influence(nation) => self.influence(SEAT, nation, amount),
            AutomaActionKind::RemoveDisc => self.jean_removes_disc(),
            AutomaActionKind::Vp => self.jean_vp(JeanCategory::Actions, i32::from(amount)),
            AutomaActionKind::Explore => {
                let took_quest = self.jean_explores(amount);
                return took_quest && self.game.options.jean_quest_ends_turn;
            }
            AutomaActionKind::Quest => {
                // M-A37: the pile may be empty.
                if let Some(quest) = self.draw_quest() {
                    self.jean_takes_quest(quest);
                }
            }
            AutomaActionKind::Combat => self.jean_fights(amount, false),
            AutomaActionKind::CombatAndVillage => self.jean_fights(amount, true),
        }
        false
    }

    /// Removes the leftmost disc from the game; does nothing if no disc is left (M-A30).
    fn jean_removes_disc(&mut self) {
        if self.state.jean.discs > 0 {
            self.state.jean.discs -= 1;
            self.state.discs_gone += 1;
        }
    }

    /// Gives a quest tile to Jean, who does not score the VP of M-11.5 (M-A66).
    pub(super) fn jean_takes_quest(&mut self, quest: QuestId) {
        let jean = self.player(SEAT);
        jean.quests |= quest.bit();
        jean.quest_count += 1;
        self.event(SEAT, EventKind::JeanQuest, quest, 0);
    }

    /// Adds VP to one of the categories that only Jean has.
    pub(super) fn jean_vp(&mut self, category: JeanCategory, amount: i32) {
        self.state.jean.points[category as usize] += amount as i16;
    }
}
