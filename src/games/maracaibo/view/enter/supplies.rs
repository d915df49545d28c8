//! Parsing of piles and discards, and placement of the cards that a seat does not see: in other
//! hands, in the pile or, for some B cards, out of the game.

use super::pieces::Pieces;
use crate::entering::Part;
use crate::game::Seat;
use crate::maracaibo::components::{CardId, CardSet, MAX_QUESTS, QuestId, TokenId};
use crate::maracaibo::rules::setup::B_CARDS_IN_PILE;
use crate::maracaibo::rules::state::State;

/// Maximum number of shuffles, which is more than in any game.
const MOST_SHUFFLES: u8 = 60;

impl Pieces<'_> {
    /// Parses the number of times that the discards have become the pile.
    pub fn shuffles(&self, supplies: &Part) -> Result<u8, String> {
        supplies.key("shuffles")?.within(0..=MOST_SHUFFLES)
    }

    /// Parses discards, quests, tokens and face-down buildings. If the pile of a kind is not
    /// given, it consists of all components that have no other place.
    pub fn supplies(&mut self, state: &mut State, supplies: &Part) -> Result<(), String> {
        state.discards = self.lay_cards(&supplies.key("discards")?)?;
        let next = supplies.optional("next_quest");
        state.quest_top = next.map(|quest| self.lay_quest(&quest)).transpose()?;
        let mut quests = Vec::new();
        match supplies.optional("quest_pile") {
            Some(list) => {
                for part in list.list()? {
                    quests.push(self.lay_quest(&part)?);
                }
                if let Some(quest) = self.quests.missing().next() {
                    let quest = &self.game.components.labels.quests[quest];
                    return Err(format!(
                        "{}: {quest} does not occur in the position",
                        list.path()
                    ));
                }
            }
            None => quests.extend(self.quests.missing().map(|quest| QuestId::new(quest as u8))),
        }
        if state.quest_top.is_none() && !quests.is_empty() {
            return Err(
                "supplies, next_quest: expected a quest as long as the pile is not empty"
                    .to_string(),
            );
        }
        state.quest_pile = [QuestId::FIRST; MAX_QUESTS];
        state.quest_pile[..quests.len()].copy_from_slice(&quests);
        state.quest_pile_len = quests.len() as u8;
        let mut tokens = Vec::new();
        match supplies.optional("combat_tokens") {
            Some(list) => {
                for part in list.list()? {
                    tokens.push(self.lay_token(&part)?);
                }
                if let Some(token) = self.tokens.missing().next() {
                    let token = &self.game.components.labels.tokens[token];
                    return Err(format!(
                        "{}: {token} does not occur in the position",
                        list.path()
                    ));
                }
            }
            None => tokens.extend(self.tokens.missing().map(|token| TokenId::new(token as u8))),
        }
        state.tokens = [TokenId::FIRST; _];
        state.tokens[..tokens.len()].copy_from_slice(&tokens);
        state.tokens_len = tokens.len() as u8;
        self.hidden_prestige(state, supplies.optional("prestige_cards").as_ref())
    }

    /// Returns the number of B cards that are out of the game (M-1.5).
    pub fn unused(&self) -> usize {
        self.game
            .board
            .b_cards
            .len()
            .saturating_sub(B_CARDS_IN_PILE)
    }

    /// Parses the shuffle by which each unseen card last came into a pile. Cards that are not
    /// listed are either visible or were never seen.
    fn origins(&self, state: &mut State, supplies: &Part) -> Result<Option<CardSet>, String> {
        state.recycled.fill(0);
        let Some(lists) = supplies.optional("unseen_cards") else {
            // Before the first shuffle, cards without a place were never seen.
            return match state.shuffles {
                0 => Ok(None),
                _ => supplies.key("unseen_cards").map(|_| None),
            };
        };
        let by_pile = lists.list()?;
        if by_pile.len() != usize::from(state.shuffles) + 1 {
            return Err(format!(
                "{}: {} lists; expected {}, one more than shuffles",
                lists.path(),
                by_pile.len(),
                u16::from(state.shuffles) + 1
            ));
        }
        let mut listed = CardSet::EMPTY;
        for (number, list) in by_pile.iter().enumerate() {
            for part in list.list()? {
                let card = self.card(&part)?;
                if listed.contains(card) {
                    return Err(part.wrong("every card once"));
                }
                listed.insert(card);
                state.recycled[usize::from(card)] = number as u8;
            }
        }
        Ok(Some(listed))
    }

    /// Parses the given pile of a complete position.
    pub fn pile(&mut self, state: &mut State, supplies: &Part, pile: &Part) -> Result<(), String> {
        let cards = self.lay_cards(pile)?;
        self.origins(state, supplies)?;
        let count = supplies.key("pile")?;
        if count.within(0..=usize::from(u8::MAX))? != cards.len() {
            return Err(count.wrong(&cards.len().to_string()));
        }
        let out: CardSet = self.unlaid();
        let not_b = out.minus(self.game.board.b_cards);
        if let Some(card) = not_b.iter().next() {
            let card = self.called(card);
            return Err(format!(
                "{}: {card} does not occur in the position",
                pile.path()
            ));
        }
        if out.len() != self.unused() {
            return Err(format!(
                "{}: {} B cards do not occur in the position; expected {}, which are out of the game",
                pile.path(),
                out.len(),
                self.unused()
            ));
        }
        let of = |card: CardId| state.recycled[usize::from(card)];
        let foreign = cards.iter().find(|&card| of(card) != state.shuffles);
        let seen = out.iter().find(|&card| of(card) != 0);
        if let Some(card) = foreign.or(seen) {
            return Err(format!(
                "supplies, unseen_cards: {}: expected in the list of its pile",
                self.called(card)
            ));
        }
        for (seat, player) in state.seated().iter().enumerate() {
            for (number, &count) in self.unseen[seat].iter().enumerate() {
                let hidden = player.hand.minus(player.hand_public).iter();
                let here = hidden.filter(|&card| usize::from(of(card)) == number);
                if here.count() != usize::from(count) {
                    return Err(format!(
                        "players, {}, unseen_by_pile, {}: {count}: expected the number of cards in \
                         the hand according to unseen_cards",
                        seat + 1,
                        number + 1
                    ));
                }
            }
        }
        self.lay_pile(state, cards.iter());
        Ok(())
    }

    /// Returns the cards in the game that have no place yet.
    fn unlaid(&self) -> CardSet {
        let missing = self.cards.missing();
        let cards: CardSet = missing.map(|card| CardId::new(card as u8)).collect();
        let all = self.game.board.cards;
        all.minus(all.minus(cards))
    }

    /// Sets the pile to these cards.
    pub fn lay_pile(&self, state: &mut State, cards: impl Iterator<Item = CardId>) {
        state.pile.fill(CardId::FIRST);
        state.pile_len = 0;
        for card in cards {
            state.pile[usize::from(state.pile_len)] = card;
            state.pile_len += 1;
        }
    }

    /// Parses the cards that the observer does not see and distributes them to possible places.
    pub fn unseen_cards(
        &mut self,
        state: &mut State,
        supplies: &Part,
        observer: Seat,
    ) -> Result<(), String> {
        let unseen = self.unlaid();
        self.hidden = unseen;
        if let Some(listed) = self.origins(state, supplies)? {
            let there = |card: CardId| self.cards.at(usize::from(card)).unwrap_or_default();
            if let Some(card) = listed.minus(unseen).iter().next() {
                return Err(format!(
                    "supplies, unseen_cards: {} is at \"{}\" already",
                    self.called(card),
                    there(card)
                ));
            }
            if let Some(card) = unseen.minus(listed).iter().next() {
                return Err(format!(
                    "supplies, unseen_cards: {} does not occur in the position",
                    self.called(card)
                ));
            }
        }
        self.own_origins(state, observer);
        for number in 0..=state.shuffles {
            let recycled = &state.recycled;
            let of_pile = unseen
                .iter()
                .filter(|&card| recycled[usize::from(card)] == number);
            let cards = of_pile.collect();
            self.deal_unseen(state, supplies, (observer, number), cards)?;
        }
        Ok(())
    }

    /// Assigns the observer's hidden cards to the piles from which the other players see them; A
    /// cards are assigned to the deal first.
    fn own_origins(&self, state: &mut State, observer: Seat) {
        let player = &state.players[observer];
        let hidden = player.hand.minus(player.hand_public);
        let later = hidden.minus(self.game.board.a_cards);
        let mut cards = hidden.minus(later).iter().chain(later.iter());
        for (number, &count) in self.unseen[observer].iter().enumerate() {
            for card in cards.by_ref().take(usize::from(count)) {
                state.recycled[usize::from(card)] = number as u8;
            }
        }
    }

    /// Deals the unseen cards of one pile to the places where they can be.
    fn deal_unseen(
        &self,
        state: &mut State,
        supplies: &Part,
        (observer, number): (Seat, u8),
        cards: CardSet,
    ) -> Result<(), String> {
        let board = &self.game.board;
        let seats = usize::from(state.seats);
        let others: Vec<usize> = (0..seats)
            .filter(|&seat| seat != observer && !self.unseen[seat].is_empty())
            .collect();
        let held = |seat: usize| usize::from(self.unseen[seat][usize::from(number)]);
        let in_hands: usize = others.iter().map(|&seat| held(seat)).sum();
        let unused = match number {
            0 => self.unused(),
            _ => 0,
        };
        let left = cards.len().checked_sub(in_hands + unused);
        let in_pile = match (number == state.shuffles, supplies.optional("pile")) {
            (false, _) => Some(0),
            (true, None) => left,
            (true, Some(pile)) => Some(pile.within(0..=usize::from(u8::MAX))?),
        };
        if left.is_none() || left != in_pile {
            let known = match left {
                Some(left) => format!("expected {left} in the pile"),
                None => "expected more".to_string(),
            };
            return Err(format!(
                "supplies, pile: {} cards of pile {number} lie nowhere else, of which {in_hands} are in other hands and {unused} out of the game; {known}",
                cards.len(),
            ));
        }
        // A cards go first to the hands that certainly contain A cards. B cards come last, because
        // some are out of the game.
        let b_cards = cards.minus(cards.minus(board.b_cards));
        let a_cards = cards.minus(cards.minus(board.a_cards));
        let rest = cards.minus(a_cards).minus(b_cards);
        let mut order: Vec<CardId> = b_cards
            .iter()
            .chain(rest.iter())
            .chain(a_cards.iter())
            .collect();
        let mut kept = CardSet::EMPTY;
        if unused > b_cards.len() {
            return Err(format!(
                "supplies, unseen_cards: {} B cards that no seat has seen; expected at least {unused}, which \
                 are out of the game",
                b_cards.len()
            ));
        }
        order.drain(..unused);
        for &seat in &others {
            let player = &mut state.players[seat];
            let certain = match number {
                0 => usize::from(player.kept_a_cards),
                _ => 0,
            };
            for _ in 0..certain {
                let card = order
                    .last()
                    .copied()
                    .filter(|&card| board.a_cards.contains(card));
                let card = card.filter(|_| certain <= held(seat)).ok_or_else(|| {
                    format!(
                        "players, {}, a_cards_kept: {certain}: expected at most the number of A \
                         cards from the deal in the hand",
                        seat + 1
                    )
                })?;
                order.pop();
                kept.insert(card);
                player.hand.insert(card);
            }
        }
        for &seat in &others {
            let player = &mut state.players[seat];
            let certain = match number {
                0 => usize::from(player.kept_a_cards),
                _ => 0,
            };
            for card in order.drain(order.len() + certain - held(seat)..) {
                player.hand.insert(card);
            }
        }
        if number == state.shuffles {
            self.lay_pile(state, order.into_iter());
        }
        Ok(())
    }
}
