//! The information available to a player, and sampling of states consistent with it (M-A71).
//!
//! Public: display, discards, planning areas, bought cards, chosen careers, the top quest,
//! doubloons, CP, figures, face-up prestige buildings, and hand cards taken from the display.
//! Hidden: other hands, the pile, unrevealed tokens, quests below the top, face-down buildings,
//! careers that were not chosen, the cards of each letter in Jean's deck until they are first
//! turned up, and all choices of other players during set-up.

use super::pending::{Pending, PendingStep};
use super::ruleset::Ruleset;
use super::setup::B_CARDS_IN_PILE;
use super::state::{MAX_PLAYERS, Phase, Player, State};
use super::story::pieces::MIXES;
use crate::game::{Rng, Seat};
use crate::maracaibo::components::{
    AUTOMA_LETTERS, AutomaId, CardId, CardSet, CareerId, DECK_ROOM, GOODS, QuestId, TokenId,
    automa_cards_of,
};
use crate::random::{below, shuffle};

/// Maximum number of careers and of prestige buildings.
const MAX_TILES: usize = 32;

/// Maximum number of deals that are sampled to find hands that allow a pending payment.
const MOST_DEALS: usize = 10_000;

/// A list of up to `ROOM` hidden components.
struct Hidden<T, const ROOM: usize> {
    items: [T; ROOM],
    len: usize,
}

impl<T: Copy + Default, const ROOM: usize> Hidden<T, ROOM> {
    fn new(items: impl Iterator<Item = T>) -> Self {
        let mut hidden = Hidden {
            items: [T::default(); ROOM],
            len: 0,
        };
        items.for_each(|item| {
            hidden.items[hidden.len] = item;
            hidden.len += 1;
        });
        hidden
    }

    fn items(&mut self) -> &mut [T] {
        &mut self.items[..self.len]
    }

    fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[self.len])
    }

    /// Removes the item at `index` and preserves the order of the other items.
    fn remove(&mut self, index: usize) -> T {
        let item = self.items[index];
        self.items.copy_within(index + 1..self.len, index);
        self.len -= 1;
        item
    }
}

/// Cards of one origin whose position the observer does not know. The origin is the shuffle in
/// which a card last returned to the pile, or 0 if it never returned. Each card can be in any
/// hidden position of its origin.
type HiddenCards = Hidden<CardId, DECK_ROOM>;

impl Ruleset {
    /// Replaces the information hidden from `observer` with a random sample consistent with the
    /// observer's knowledge.
    pub(crate) fn resample_hidden(&self, state: &mut State, observer: Seat, rng: &mut Rng) {
        for _ in 0..MOST_DEALS {
            self.resample_cards(state, observer, rng);
            if self.can_choose_payment(state, observer) {
                break;
            }
        }
        self.resample_careers(state, observer, rng);
        resample_prestige(self.components.prestige.len() as u8, state, rng);
        let tokens = usize::from(state.tokens_len);
        sort_tiles(&mut state.tokens[..tokens], TokenId::new);
        state.tokens[tokens..].fill(TokenId::FIRST);
        let quests = usize::from(state.quest_pile_len);
        sort_tiles(&mut state.quest_pile[..quests], QuestId::new);
        state.quest_pile[quests..].fill(QuestId::FIRST);
        if self.opponent.is_some() {
            self.resample_automa(state, rng);
        }
    }

    /// Returns false if the current decision is the payment of another player whose hand leaves no choice.
    fn can_choose_payment(&self, state: &State, observer: Seat) -> bool {
        let Some(&Pending { seat, work }) = state.top() else {
            return true;
        };
        let player = &state.players[usize::from(seat)];
        usize::from(seat) == observer
            || match work {
                PendingStep::PayCards { shown, count } => player.showing(shown) > count,
                PendingStep::SameGoods { count } => {
                    player.hand_goods.iter().any(|&there| there >= count)
                }
                _ => true,
            }
    }

    /// Resamples the hands of the other players and the pile.
    fn resample_cards(&self, state: &mut State, observer: Seat, rng: &mut Rng) {
        let seats = usize::from(state.seats);
        let unseen = self.unseen_cards(state, observer);
        for number in 0..=state.shuffles {
            let recycled = &state.recycled;
            let origin = unseen
                .iter()
                .filter(|&card| recycled[usize::from(card)] == number);
            let cards = HiddenCards::new(origin);
            self.redeal(state, observer, number, cards, rng);
        }
        for seat in (0..seats).filter(|&seat| seat != observer) {
            self.recount_hand(&mut state.players[seat]);
        }
        let pile = usize::from(state.pile_len);
        let in_order: CardSet = state.pile[..pile].iter().copied().collect();
        let places = in_order.iter().enumerate();
        places.for_each(|(place, card)| state.pile[place] = card);
        state.pile[pile..].fill(CardId::FIRST);
    }

    /// Returns the cards that are neither public nor visible to the observer.
    fn unseen_cards(&self, state: &State, observer: Seat) -> CardSet {
        let setup = state.phase == Phase::Setup;
        let mut seen = state.discards.union(state.jean.cards);
        seen = seen.union(state.display.into_iter().flatten().collect());
        for (seat, player) in state.seated().iter().enumerate() {
            seen = seen.union(player.bought);
            let own = seat == observer;
            seen = seen.union(if own { player.hand } else { player.hand_public });
            if own || !setup {
                seen = seen.union(player.planned.into_iter().flatten().collect());
                seen = seen.union(player.set_aside.into_iter().flatten().collect());
            }
        }
        self.cards_in_play(state).minus(seen)
    }

    /// Exchanges two hidden components (see [`crate::game::View::exchange`]).
    pub(crate) fn exchange_hidden(
        &self,
        state: &mut State,
        observer: Seat,
        names: [&str; 2],
    ) -> bool {
        let labels = &self.components.labels;
        let at = |all: &[String]| -> Option<[usize; 2]> {
            let [one, other] = names.map(|name| all.iter().position(|label| label == name));
            Some([one?, other?]).filter(|[one, other]| one != other)
        };
        if let Some(cards) = at(&labels.cards) {
            let [one, other] = cards.map(|card| CardId::new(card as u8));
            return self.exchange_cards(state, observer, one, other);
        }
        if let Some(careers) = at(&labels.careers) {
            let careers = careers.map(|career| Some(CareerId::new(career as u8)));
            return exchange_careers(state, observer, careers);
        }
        if let Some(buildings) = at(&labels.prestige) {
            let shown = usize::from(state.prestige_shown);
            let (open, hidden) = state.prestige.split_at_mut(shown);
            let buildings = buildings.map(|building| building as u8);
            let is_open = buildings.iter().any(|building| open.contains(building));
            return !is_open && swap_all(hidden.iter_mut(), buildings);
        }
        at(&labels.automa).is_some_and(|cards| {
            let cards = cards.map(|card| AutomaId::new(card as u8));
            self.exchange_automa(state, cards)
        })
    }

    /// Exchanges two cards that the observer cannot see if each card can be in the position of the other card.
    fn exchange_cards(
        &self,
        state: &mut State,
        observer: Seat,
        one: CardId,
        other: CardId,
    ) -> bool {
        let unseen = self.unseen_cards(state, observer);
        let recycled = |card: CardId| state.recycled[usize::from(card)];
        if !unseen.contains(one) || !unseen.contains(other) || recycled(one) != recycled(other) {
            return false;
        }
        let before = *state;
        let setup = state.phase == Phase::Setup;
        let seats = usize::from(state.seats);
        let mut placed = [false; 2];
        let mut apart = false;
        let mut note = |has: [bool; 2]| {
            placed = [placed[0] || has[0], placed[1] || has[1]];
            apart |= has[0] != has[1];
        };
        for seat in (0..seats).filter(|&seat| seat != observer) {
            let player = &mut state.players[seat];
            let has = [player.hand.contains(one), player.hand.contains(other)];
            note(has);
            if has[0] != has[1] {
                let (lost, gained) = if has[0] { (one, other) } else { (other, one) };
                player.hand.remove(lost);
                player.hand.insert(gained);
                self.recount_hand(player);
            }
            if setup {
                for place in player.planned.iter_mut().chain(&mut player.set_aside) {
                    let has = [*place == Some(one), *place == Some(other)];
                    note(has);
                    swap_all([place].into_iter(), [Some(one), Some(other)]);
                }
            }
        }
        let pile = usize::from(state.pile_len);
        let has = |card| before.pile[..pile].contains(&card);
        note([has(one), has(other)]);
        swap_all(state.pile[..pile].iter_mut(), [one, other]);
        // A card without a place left the game at set-up, so it is a B card.
        let leaves = match placed {
            [true, true] => true,
            [false, _] => self.board.b_cards.contains(other),
            [_, false] => self.board.b_cards.contains(one),
        };
        let possible = apart
            && leaves
            && self.can_be_dealt(state, observer, [one, other])
            && self.can_choose_payment(state, observer);
        if !possible {
            *state = before;
        }
        possible
    }

    /// Returns true if the hands of the other players contain at least as many A cards as the observer
    /// can infer, and neither of `cards` is a C card that may be newer than such a hand.
    fn can_be_dealt(&self, state: &State, observer: Seat, cards: [CardId; 2]) -> bool {
        let setup = state.phase == Phase::Setup;
        let a_cards = self.board.a_cards;
        let others = state.seated().iter().enumerate();
        others
            .filter(|(seat, _)| *seat != observer)
            .all(|(_, player)| {
                let hidden = player.hand.minus(player.hand_public);
                let dealt =
                    || (hidden.iter()).filter(|&card| state.recycled[usize::from(card)] == 0);
                let number = dealt().count();
                let certain = match setup {
                    true => number,
                    false => number.min(usize::from(player.kept_a_cards)),
                };
                let chosen = player.planned.iter().chain(&player.set_aside).flatten();
                dealt().filter(|&card| a_cards.contains(card)).count() >= certain
                    && (!setup || chosen.copied().all(|card| a_cards.contains(card)))
                    && (player.held_since_mix == [0; MIXES]
                        || cards.iter().all(|&card| !self.board.c_cards.contains(card)))
            })
    }

    /// Exchanges two automa cards of one letter that were never turned up.
    fn exchange_automa(&self, state: &mut State, [one, other]: [AutomaId; 2]) -> bool {
        let jean = &mut state.jean;
        let both = one.bit() | other.bit();
        let letters = 0..AUTOMA_LETTERS.len();
        let mut letters = letters.map(|letter| automa_cards_of(&self.components.automa, letter));
        let alike = letters.any(|cards| cards & both == both);
        let possible = alike && jean.known & both == 0 && (jean.deck & both).count_ones() == 1;
        if possible {
            jean.deck ^= both;
        }
        possible
    }

    /// Deals the cards of one origin again to the positions where they can be.
    fn redeal(
        &self,
        state: &mut State,
        observer: Seat,
        number: u8,
        mut cards: HiddenCards,
        rng: &mut Rng,
    ) {
        let setup = state.phase == Phase::Setup;
        if number == 0 {
            self.leave_out_unused(&mut cards, rng);
        }
        shuffle(rng, cards.items());
        let seats = usize::from(state.seats);
        let others = || (0..seats).filter(|&seat| seat != observer);
        let mut missing = [0; MAX_PLAYERS];
        for seat in others() {
            let recycled = &state.recycled;
            let player = &mut state.players[seat];
            let hidden = player.hand.minus(player.hand_public);
            for card in hidden.iter() {
                if recycled[usize::from(card)] == number {
                    player.hand.remove(card);
                    missing[seat] += 1;
                }
            }
        }
        // Cards that were dealt at set-up and are certainly still in a hand are A cards. They are
        // dealt first, so that enough A cards are available.
        for seat in others() {
            let player = &mut state.players[seat];
            let certain = match (number, setup) {
                (0, true) => missing[seat],
                (0, false) => missing[seat].min(usize::from(player.kept_a_cards)),
                _ => 0,
            };
            for _ in 0..certain {
                player.hand.insert(self.pick_a_card(&mut cards));
            }
            missing[seat] -= certain;
            if setup {
                let choices = player.planned.iter_mut().chain(&mut player.set_aside);
                for choice in choices.flatten() {
                    *choice = self.pick_a_card(&mut cards);
                }
            }
        }
        for seat in others() {
            let held = &state.players[seat].held_since_mix;
            if held.iter().any(|&held| held > 0) {
                missing[seat] -= self.redeal_held(state, seat, missing[seat], &mut cards);
            }
        }
        for seat in others() {
            let player = &mut state.players[seat];
            for _ in 0..missing[seat] {
                player
                    .hand
                    .insert(cards.pop().expect("every hidden card has a place"));
            }
        }
        if number == state.shuffles {
            let pile = usize::from(state.pile_len);
            state.pile[..pile].copy_from_slice(&cards.items()[..pile]);
        }
    }

    /// Removes random B cards from the cards never seen, as many as left the game at set-up (M-1.5). The remaining
    /// cards are not in random order.
    fn leave_out_unused(&self, cards: &mut HiddenCards, rng: &mut Rng) {
        let b_cards = self.board.b_cards;
        // B cards move to the end.
        let mut others = 0;
        for index in 0..cards.len {
            if !b_cards.contains(cards.items[index]) {
                cards.items.swap(index, others);
                others += 1;
            }
        }
        let unused = b_cards.len() - B_CARDS_IN_PILE;
        let kept = (cards.len - others).saturating_sub(unused);
        for index in others..others + kept {
            let other = index + below(rng, (cards.len - index) as u32) as usize;
            cards.items.swap(index, other);
        }
        cards.len = others + kept;
    }

    fn pick_a_card(&self, cards: &mut HiddenCards) -> CardId {
        let index = cards
            .items()
            .iter()
            .rposition(|&card| self.board.a_cards.contains(card))
            .expect("the unseen A cards include all A cards that hands certainly contain");
        cards.remove(index)
    }

    /// Deals the cards that a hand has certainly contained since before a shuffle of C cards into the
    /// pile, starting with the oldest cards. They are among the `missing` cards, and cannot be C
    /// cards of this shuffle. Returns the number of cards dealt.
    #[cold]
    fn redeal_held(
        &self,
        state: &mut State,
        seat: usize,
        missing: usize,
        cards: &mut HiddenCards,
    ) -> usize {
        let story = state.story;
        let mixed_at = |card: CardId| {
            let known = self
                .story
                .as_ref()
                .map_or(&[][..], |story| &story.c_card_of);
            let number = known.iter().position(|other| *other == Some(card));
            number.map_or(0, |number| story.mixed_at[number])
        };
        let player = &mut state.players[seat];
        // Hidden cards of other origins may be among the older cards.
        let others = player.hand.minus(player.hand_public).len();
        let mut dealt = 0;
        for (held, time) in player.held_since_mix.into_iter().zip(1..) {
            let certain = usize::from(held).saturating_sub(others).min(missing);
            while dealt < certain {
                let older = (cards.items().iter()).rposition(|&card| mixed_at(card) < time);
                let Some(index) = older else { break };
                player.hand.insert(cards.remove(index));
                dealt += 1;
            }
        }
        dealt
    }

    /// Recounts the goods and objects that the cards of a hand show.
    pub(crate) fn recount_hand(&self, player: &mut Player) {
        player.hand_goods = [0; GOODS];
        player.hand_objects = [0; GOODS];
        for card in player.hand.iter() {
            let shown = &self.components[card];
            player.hand_goods[usize::from(shown.good)] += 1;
            player.hand_objects[usize::from(shown.object)] += 1;
        }
    }

    /// Resamples the careers dealt to other players: during set-up both careers, and afterwards the
    /// career that a player did not choose.
    fn resample_careers(&self, state: &mut State, observer: Seat, rng: &mut Rng) {
        let setup = state.phase == Phase::Setup;
        let own = state.players[observer].careers_dealt;
        let known = |career: CareerId| {
            let career = Some(career);
            let chosen = || state.seated().iter().any(|player| player.career == career);
            own.contains(&career) || (!setup && chosen())
        };
        let careers = self.components.career_ids();
        let mut unknown = Hidden::<_, MAX_TILES>::new(careers.filter(|&career| !known(career)));
        shuffle(rng, unknown.items());
        let mut next = || Some(unknown.pop().expect("every seat was dealt two careers"));
        for seat in (0..self.players).filter(|&seat| seat != observer) {
            let player = &mut state.players[seat];
            if setup {
                player.careers_dealt = [next(), next()];
                if player.career.is_some() {
                    player.career = player.careers_dealt[0];
                }
            } else {
                player.careers_dealt = [player.career, next()];
            }
        }
    }
}

/// Exchanges two values in all their places. Returns true if at least one of the values occurs.
fn swap_all<'a, T: Copy + PartialEq + 'a>(
    places: impl Iterator<Item = &'a mut T>,
    [one, other]: [T; 2],
) -> bool {
    let mut found = false;
    for place in places {
        let swapped = match *place {
            it if it == one => other,
            it if it == other => one,
            _ => continue,
        };
        *place = swapped;
        found = true;
    }
    found
}

/// Exchanges two careers that the observer does not know.
fn exchange_careers(state: &mut State, observer: Seat, careers: [Option<CareerId>; 2]) -> bool {
    let setup = state.phase == Phase::Setup;
    let own = state.players[observer].careers_dealt;
    let chosen = |career| !setup && state.seated().iter().any(|player| player.career == career);
    if careers
        .iter()
        .any(|&career| own.contains(&career) || chosen(career))
    {
        return false;
    }
    let others = state.players.iter_mut().enumerate();
    let others = others.filter(|(seat, _)| *seat != observer);
    let places = others.flat_map(|(_, player)| {
        let career = [&mut player.career];
        career.into_iter().chain(&mut player.careers_dealt)
    });
    swap_all(places, careers)
}

/// Resamples the prestige buildings that are face down or out of the game.
fn resample_prestige(buildings: u8, state: &mut State, rng: &mut Rng) {
    let shown = usize::from(state.prestige_shown);
    let (open, hidden) = state.prestige.split_at_mut(shown);
    let mut unknown =
        Hidden::<_, MAX_TILES>::new((0..buildings).filter(|building| !open.contains(building)));
    shuffle(rng, unknown.items());
    for (space, building) in hidden.iter_mut().zip(unknown.items()) {
        *space = *building;
    }
}

/// Sorts distinct tiles with indices below 32.
fn sort_tiles<T: Copy + Into<u32>>(tiles: &mut [T], of: fn(u8) -> T) {
    let mut bits = tiles
        .iter()
        .fold(0u32, |bits, &tile| bits | 1 << tile.into());
    for tile in tiles {
        *tile = of(bits.trailing_zeros() as u8);
        bits &= bits.wrapping_sub(1);
    }
}
