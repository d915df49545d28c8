//! What a player knows, and worlds that fit it.
//!
//! Open: display, discards, planning areas, bought cards, careers in play, the top quest, money,
//! CP, figures, prestige buildings face up, and the cards of a hand that were taken from the
//! display. Hidden: other hands, pile, tokens not revealed, quests below the top, buildings face
//! down, careers not chosen, which cards of each letter are in Jean's deck until they have been
//! drawn once, and during set-up every choice of the others.

use super::Maracaibo;
use super::components::{CardId, GOODS, NONE};
use super::setup::B_CARDS_IN_PILE;
use super::state::{MAX_PLAYERS, Phase, Player, State};
use crate::game::{Rng, Seat};
use crate::random::shuffle;

/// The cards of one origin that the observer cannot place: those that came back into the pile in
/// the same shuffle could each lie in any place of that origin.
struct HiddenCards {
    /// 0 for cards never shuffled back.
    shuffle: u8,
    cards: Vec<CardId>,
}

impl Maracaibo {
    /// Replaces what `observer` cannot know by a random world that fits what it knows.
    pub(super) fn resample_hidden(&self, state: &mut State, observer: Seat, rng: &mut Rng) {
        self.resample_cards(state, observer, rng);
        self.resample_careers(state, observer, rng);
        resample_prestige(self.components.prestige.len() as u8, state, rng);
        let tokens = usize::from(state.tokens_len);
        state.tokens[..tokens].sort_unstable();
        state.tokens[tokens..].fill(NONE);
        let quests = usize::from(state.quest_pile_len);
        state.quest_pile[..quests].sort_unstable();
        state.quest_pile[quests..].fill(NONE);
        if self.opponent.is_some() {
            self.resample_automa(state, rng);
        }
    }

    /// Hands of the others and the pile.
    fn resample_cards(&self, state: &mut State, observer: Seat, rng: &mut Rng) {
        let seats = usize::from(state.seats);
        let setup = state.phase == Phase::Setup;
        // What everybody or the observer sees.
        let mut seen = state.discards.union(state.jean.cards);
        seen = seen.union(state.display.iter().copied().filter(is_card).collect());
        for (seat, player) in state.players[..seats].iter().enumerate() {
            seen = seen.union(player.bought);
            let own = seat == observer;
            seen = seen.union(if own { player.hand } else { player.hand_public });
            if own || !setup {
                seen = seen.union(player.planned.iter().copied().filter(is_card).collect());
                seen = seen.union(player.set_aside.iter().copied().filter(is_card).collect());
            }
        }
        let mut origins: Vec<HiddenCards> = (0..=state.shuffles)
            .map(|shuffle| HiddenCards {
                shuffle,
                cards: Vec::new(),
            })
            .collect();
        let all = self.board.a_cards.union(self.board.b_cards);
        for card in all.minus(seen).iter() {
            let shuffle = state.recycled[usize::from(card)];
            origins[usize::from(shuffle)].cards.push(card);
        }
        for origin in &mut origins {
            self.redeal(state, observer, origin, rng);
        }
        let pile = usize::from(state.pile_len);
        state.pile[..pile].sort_unstable();
        state.pile[pile..].fill(NONE);
    }

    /// Deals the cards of one origin anew to the places they can be in.
    fn redeal(&self, state: &mut State, observer: Seat, origin: &mut HiddenCards, rng: &mut Rng) {
        let setup = state.phase == Phase::Setup;
        let number = origin.shuffle;
        let cards = &mut origin.cards;
        shuffle(rng, cards);
        if number == 0 {
            self.leave_out_unused(cards);
        }
        let others: Vec<Seat> = (0..usize::from(state.seats))
            .filter(|&seat| seat != observer)
            .collect();
        let mut missing = [0; MAX_PLAYERS];
        for &seat in &others {
            let recycled = state.recycled;
            let player = &mut state.players[seat];
            let hidden = player.hand.minus(player.hand_public);
            for card in hidden.iter() {
                if recycled[usize::from(card)] == number {
                    player.hand.remove(card);
                    missing[seat] += 1;
                }
            }
        }
        // What was dealt at set-up and is certainly still held are A cards; they go out first, so
        // that there are enough of them.
        for &seat in &others {
            let player = &mut state.players[seat];
            let certain = match (number, setup) {
                (0, true) => missing[seat],
                (0, false) => missing[seat].min(usize::from(player.kept_a_cards)),
                _ => 0,
            };
            for _ in 0..certain {
                player.hand.insert(self.pick_a_card(cards));
            }
            missing[seat] -= certain;
            if setup {
                let choices = player.planned.iter_mut().chain(&mut player.set_aside);
                for choice in choices.filter(|choice| is_card(choice)) {
                    *choice = self.pick_a_card(cards);
                }
            }
        }
        for &seat in &others {
            let player = &mut state.players[seat];
            for _ in 0..missing[seat] {
                player
                    .hand
                    .insert(cards.pop().expect("every hidden card has a place"));
            }
            self.recount_hand(player);
        }
        if number == state.shuffles {
            let pile = usize::from(state.pile_len);
            state.pile[..pile].copy_from_slice(&cards[..pile]);
        }
    }

    /// Of the cards never seen, leaves out as many B cards as left the game at set-up (M-1.5).
    fn leave_out_unused(&self, cards: &mut Vec<CardId>) {
        let mut unused = self.board.b_cards.len() - B_CARDS_IN_PILE;
        // The cards are in random order, so the first B cards are random ones.
        cards.retain(|&card| {
            let leave = unused > 0 && !self.components[card].a_card;
            unused -= usize::from(leave);
            !leave
        });
    }

    fn pick_a_card(&self, cards: &mut Vec<CardId>) -> CardId {
        let index = cards
            .iter()
            .rposition(|&card| self.components[card].a_card)
            .expect("as many A cards are unseen as are certainly held");
        cards.remove(index)
    }

    fn recount_hand(&self, player: &mut Player) {
        player.hand_goods = [0; GOODS];
        player.hand_objects = [0; GOODS];
        for card in player.hand.iter() {
            let shown = &self.components[card];
            player.hand_goods[usize::from(shown.good)] += 1;
            player.hand_objects[usize::from(shown.object)] += 1;
        }
    }

    /// Careers that others were dealt: during set-up both, afterwards the one not chosen.
    fn resample_careers(&self, state: &mut State, observer: Seat, rng: &mut Rng) {
        let setup = state.phase == Phase::Setup;
        let mut known = state.players[observer].careers_dealt.to_vec();
        if !setup {
            known.extend(state.seated().iter().map(|player| player.career));
        }
        let mut unknown: Vec<u8> = (0..self.components.careers.len() as u8)
            .filter(|career| !known.contains(career))
            .collect();
        shuffle(rng, &mut unknown);
        let mut next = || unknown.pop().expect("every seat was dealt two careers");
        for seat in (0..self.players).filter(|&seat| seat != observer) {
            let player = &mut state.players[seat];
            if setup {
                player.careers_dealt = [next(), next()];
                if player.career != NONE {
                    player.career = player.careers_dealt[0];
                }
            } else {
                player.careers_dealt = [player.career, next()];
            }
        }
    }
}

/// Prestige buildings that are face down or out of the game.
fn resample_prestige(buildings: u8, state: &mut State, rng: &mut Rng) {
    let shown = usize::from(state.prestige_shown);
    let mut unknown: Vec<u8> = (0..buildings)
        .filter(|building| !state.prestige[..shown].contains(building))
        .collect();
    shuffle(rng, &mut unknown);
    let hidden = &mut state.prestige[shown..];
    for (space, building) in hidden.iter_mut().zip(unknown) {
        *space = building;
    }
}

fn is_card(card: &CardId) -> bool {
    *card != NONE
}
