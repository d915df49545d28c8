//! Parses the cards of an entered position and draws the missing cards.
//!
//! The data may omit hidden cards: the hands of other seats, cards that another seat has drawn but not yet distributed, cards
//! that another seat put back, and the pile. The hands are drawn first, seat by seat, then the other cards; the remaining
//! cards form the pile. Every draw is consistent with the known cards in each hand and in all other hands together. A seat
//! with a missing hand has no knowledge because the data does not contain it.

use crate::cartagena::rules::cards::{Cards, Kind};
use crate::cartagena::rules::draw::PILE;
use crate::cartagena::rules::ruleset::Ruleset;
use crate::cartagena::rules::state::{Phase, State};
use crate::entering::Part;
use crate::game::{Chance, MAX_SEATS, Seat};

/// Number of cards that a lantern draws, and number of cards that are put back (CA-8.3).
const LANTERN_CARDS: u8 = 4;
const PUT_BACK: u8 = LANTERN_CARDS - 1;
/// Number of cards that a player keeps after rum, which draws one card more than there are seats (CA-8.3).
const RUM_KEPT: u8 = 2;

/// A position whose cards have not been parsed.
pub(crate) struct Cardless<'a> {
    pub game: &'a Ruleset,
    pub whole: &'a Part<'a>,
    /// Views of the players, by seat.
    pub views: &'a [Part<'a>],
    /// Seat whose view the data contains, or `None` if the data contains all information.
    pub viewer: Option<Seat>,
}

/// Hands missing from the data, and the known cards in them.
#[derive(Default)]
struct Missing {
    /// Size of each hand that is missing; `None` for a hand in the data.
    sizes: [Option<u8>; MAX_SEATS],
    /// Known cards in each missing hand.
    sure: [Cards; MAX_SEATS],
    /// Additional cards known to be in some of the missing hands.
    together: Cards,
    /// Number of missing cards that were drawn but not yet distributed.
    drawn: u8,
    /// Number of missing cards that were put back on the pile.
    top: u8,
}

impl Missing {
    fn in_hands(&self) -> u32 {
        self.sizes
            .iter()
            .flatten()
            .map(|&size| u32::from(size))
            .sum()
    }

    /// Returns the total number of cards to draw.
    fn all(&self) -> u32 {
        self.in_hands() + u32::from(self.drawn) + u32::from(self.top)
    }
}

impl Cardless<'_> {
    /// Places all cards and records the seats' knowledge of them.
    pub(crate) fn place<C: Chance>(&self, state: &mut State, chance: &mut C) -> Result<(), String> {
        let supplies = self.whole.key("supplies")?;
        let mut left = self.game.deck;
        state.discards = self.taken(&supplies.key("discards")?, &mut left)?;
        let mut missing = Missing::default();
        for (seat, view) in self.views.iter().enumerate() {
            state.hands[seat] = Cards::NONE;
            match view.optional("hand") {
                Some(hand) => state.hands[seat] = self.taken(&hand, &mut left)?,
                None => {
                    let size = view.key("hand_size")?;
                    missing.sizes[seat] = Some(size.within(0..=self.game.deck.len())?);
                }
            }
        }
        self.place_drawn(state, &mut left, &mut missing)?;
        self.place_top(state, &supplies, &mut left, &mut missing)?;
        let pile = supplies.optional("pile_cards");
        let shown_pile = pile.map(|part| self.taken(&part, &mut left)).transpose()?;
        self.count(state, &supplies, &left, &missing, shown_pile.as_ref())?;
        self.place_knowledge(state, &mut left, &mut missing)?;
        self.hands_agree(state, &missing)?;
        self.draw_hands(state, &mut left, &missing, chance)?;
        for _ in 0..missing.drawn {
            state.drawn.add(drawn_from(&mut left, &Cards::NONE, chance));
        }
        for place in 0..usize::from(missing.top) {
            state.top[place] = drawn_from(&mut left, &Cards::NONE, chance);
        }
        state.pile = shown_pile.unwrap_or(left);
        if state.phase == Phase::Pistol {
            state.show_hand();
        }
        let mut actions = Vec::new();
        self.game.list(state, &mut actions);
        match actions.is_empty() {
            false => Ok(()),
            true => {
                let phase = self.whole.key("phase")?;
                Err(phase.wrong("another phase: the seat has no decision in this phase"))
            }
        }
    }

    /// Parses cards and removes them from the cards that are left.
    fn taken(&self, part: &Part, left: &mut Cards) -> Result<Cards, String> {
        let cards = self.game.placed_cards(part, left)?;
        *left = left.minus(&cards);
        Ok(cards)
    }

    /// Parses the cards drawn with rum or a lantern and not yet distributed (CA-A26).
    fn place_drawn(
        &self,
        state: &mut State,
        left: &mut Cards,
        missing: &mut Missing,
    ) -> Result<(), String> {
        state.drawn = Cards::NONE;
        let seats = state.seats;
        let numbers = match state.phase {
            Phase::RumKeep => RUM_KEPT + 1..=seats + 1,
            // One card for each seat from `other` on.
            Phase::RumGive => 1..=(state.active + seats - state.other) % seats,
            Phase::LanternKeep => 1..=LANTERN_CARDS,
            Phase::LanternPut => 1..=PUT_BACK,
            _ => return Ok(()),
        };
        let choice = self.whole.key("choice")?;
        let Some(shown) = choice.optional("drawn_cards") else {
            missing.drawn = choice.key("drawn")?.within(numbers)?;
            return Ok(());
        };
        state.drawn = self.taken(&shown, left)?;
        match numbers.contains(&state.drawn.len()) {
            true => Ok(()),
            false => Err(shown.wrong(&format!(
                "{} to {} cards in this phase",
                numbers.start(),
                numbers.end()
            ))),
        }
    }

    /// Parses the cards that a lantern put on top of the pile.
    fn place_top(
        &self,
        state: &mut State,
        supplies: &Part,
        left: &mut Cards,
        missing: &mut Missing,
    ) -> Result<(), String> {
        (state.top, state.top_len, state.top_known_to) = ([0; 3], 0, 0);
        if state.phase == Phase::LanternPut {
            state.top_known_to = state.active;
        }
        let Some(put_back) = supplies.optional("put_back") else {
            return Ok(());
        };
        let drawn = state.drawn.len() + missing.drawn;
        let room = match state.phase {
            Phase::LanternPut => PUT_BACK - drawn,
            Phase::RumKeep | Phase::RumGive | Phase::LanternKeep => 0,
            _ => PUT_BACK,
        };
        if !self.game.options.magician || room == 0 {
            return Err(put_back.wrong("null: no card can be there now"));
        }
        let seer = put_back.key("put_there_by")?;
        state.top_known_to = seer.seat(self.game.players)?;
        if state.phase == Phase::LanternPut && state.top_known_to != state.active {
            return Err(seer.wrong("the seat whose turn it is"));
        }
        let Some(shown) = put_back.optional("cards") else {
            state.top_len = put_back.key("number")?.within(1..=room)?;
            missing.top = state.top_len;
            return Ok(());
        };
        let cards = shown.list()?;
        if !(1..=usize::from(room)).contains(&cards.len()) {
            return Err(shown.wrong(&format!("1 to {room} cards")));
        }
        let kinds = self.game.kinds();
        let names: Vec<&str> = kinds.iter().map(|(_, name)| name.as_str()).collect();
        // The first card in the list is the topmost card, which was put back last.
        for (place, card) in cards.iter().rev().enumerate() {
            let (kind, _) = kinds[card.place_in(&names)?];
            if left.of(kind) == 0 {
                return Err(card
                    .wrong("another card: all cards of this kind are elsewhere in the position"));
            }
            left.remove(kind);
            state.top[place] = kind;
            state.top_len += 1;
        }
        Ok(())
    }

    /// Checks the total number of cards (CA-1.3).
    fn count(
        &self,
        state: &State,
        supplies: &Part,
        left: &Cards,
        missing: &Missing,
        pile: Option<&Cards>,
    ) -> Result<(), String> {
        let (here, needed) = (u32::from(left.len()), missing.all());
        if needed > here {
            return Err(format!(
                "cards: {needed} in hands and other places that are not shown in the position; \
                 expected at most {here}, the number of cards that are not elsewhere"
            ));
        }
        let pile = match pile {
            Some(_) if needed == 0 => {
                let kinds = self.game.kinds();
                if let Some((kind, name)) = kinds.iter().find(|(kind, _)| left.of(*kind) > 0) {
                    let all = self.game.deck.of(*kind);
                    let here = all - left.of(*kind);
                    return Err(format!(
                        "cards of {name}: {here} in the position; expected {all} with these rules"
                    ));
                }
                return Ok(());
            }
            Some(_) if needed < here => {
                return Err(format!(
                    "cards: {needed} in hands and other places that are not shown in the position; \
                     expected {here}, the number of cards that are not elsewhere"
                ));
            }
            Some(pile) => u32::from(pile.len()),
            None => here - needed,
        };
        if let Some(part) = supplies.optional("pile") {
            let all = pile + u32::from(state.top_len);
            if part.number::<u32>()? != all {
                return Err(part.wrong(&format!(
                    "{all}: all other cards are elsewhere in the position"
                )));
            }
        }
        Ok(())
    }

    /// Parses the seats' knowledge (CA-A34) and derives the known cards in missing hands.
    fn place_knowledge(
        &self,
        state: &mut State,
        left: &mut Cards,
        missing: &mut Missing,
    ) -> Result<(), String> {
        let seats = self.game.players;
        for (seat, view) in self.views.iter().enumerate() {
            if let Some(known) = view.optional("known_cards") {
                let Some(observer) = self.viewer.filter(|&observer| observer != seat) else {
                    return Err(known.wrong(
                        "no such key: it describes the knowledge of the only seat with `hand` about \
                         the other seats",
                    ));
                };
                self.place_sure(state, (observer, seat), &known, missing)?;
            }
            let known_by = view.optional("known_by");
            for entry in known_by.map_or(Ok(Vec::new()), |list| list.list())? {
                let part = entry.key("seat")?;
                let observer = Seat::from(part.seat(seats)?);
                if observer == seat {
                    return Err(part.wrong("another seat"));
                }
                let known = entry.key("known_cards")?;
                self.place_sure(state, (observer, seat), &known, missing)?;
            }
        }
        for (seat, sure) in missing.sure.iter_mut().enumerate() {
            let Some(size) = missing.sizes[seat] else {
                continue;
            };
            let beyond = sure.minus(left);
            if sure.len() > size || !beyond.is_empty() {
                let size = self.views[seat].key("hand_size")?;
                let sure = sure.len();
                return Err(size.wrong(&format!(
                    "at least {sure}, the number of cards that are known to be in this hand and are \
                     not elsewhere in the position"
                )));
            }
            *left = left.minus(sure);
        }
        let mut open = Cards::NONE;
        for (seat, view) in self.views.iter().enumerate() {
            let each = state.knowledge[seat].each_hand();
            let Some(part) = view.optional("known_among_others") else {
                state.knowledge[seat].together = each;
                continue;
            };
            let together = self.game.placed_cards(&part, &self.game.deck)?;
            if missing.sizes[seat].is_some() && !together.is_empty() {
                return Err(part.wrong("{}: the hand of this seat is not shown"));
            }
            state.knowledge[seat].together = together;
            let mut short = together;
            for other in (0..seats).filter(|&other| other != seat) {
                short = short.minus(&state.hands[other]).minus(&missing.sure[other]);
            }
            open = open.at_least(&short);
            let free = missing.in_hands()
                - missing
                    .sure
                    .iter()
                    .map(|sure| u32::from(sure.len()))
                    .sum::<u32>();
            if u32::from(open.len()) > free || !open.minus(left).is_empty() {
                return Err(part.wrong("cards that can be in the other hands of the position"));
            }
        }
        missing.together = open;
        Ok(())
    }

    /// Parses the cards that one seat knows in the hand of another.
    fn place_sure(
        &self,
        state: &mut State,
        (observer, seat): (Seat, Seat),
        part: &Part,
        missing: &mut Missing,
    ) -> Result<(), String> {
        let known = self.game.placed_cards(part, &self.game.deck)?;
        if missing.sizes[observer].is_some() && !known.is_empty() {
            let observer = observer + 1;
            return Err(part.wrong(&format!("{{}}: the hand of seat {observer} is not shown")));
        }
        match missing.sizes[seat] {
            None if !known.minus(&state.hands[seat]).is_empty() => {
                return Err(part.wrong("cards of the hand"));
            }
            None => {}
            Some(_) => missing.sure[seat] = missing.sure[seat].at_least(&known),
        }
        state.knowledge[observer].hands[seat] = known;
        Ok(())
    }

    /// Checks the conditions of pistol and hindrance on the hands.
    fn hands_agree(&self, state: &State, missing: &Missing) -> Result<(), String> {
        let size = |seat: u8| {
            let seat = Seat::from(seat);
            missing.sizes[seat].unwrap_or_else(|| state.hands[seat].len())
        };
        let part = |seat: u8| {
            let view = &self.views[Seat::from(seat)];
            view.key("hand_size").or_else(|_| view.key("hand"))
        };
        let limit = self.game.components.hand_limit;
        match state.phase {
            Phase::Pistol if size(state.other) == 0 => {
                Err(part(state.other)?.wrong("at least one card: another seat looks at this hand"))
            }
            Phase::Pistol if self.viewer == Some(state.active.into()) => {
                let known =
                    state.knowledge[Seat::from(state.active)].hands[Seat::from(state.other)];
                let known_cards = self.views[Seat::from(state.other)].key("known_cards")?;
                match known.len() == size(state.other) {
                    true => Ok(()),
                    false => Err(known_cards.wrong("the whole hand: another seat looks at it")),
                }
            }
            Phase::Hindrance => {
                let mut seat = state.next_seat(state.active);
                while seat != state.other {
                    if size(seat) > limit {
                        return Err(part(seat)?.wrong(&format!(
                            "at most {limit} cards: this seat has already discarded"
                        )));
                    }
                    seat = state.next_seat(seat);
                }
                match size(seat) > limit {
                    true => Ok(()),
                    false => Err(part(seat)?.wrong(&format!(
                        "more than {limit} cards: this seat has to discard"
                    ))),
                }
            }
            _ => Ok(()),
        }
    }

    /// Draws the missing hands.
    fn draw_hands<C: Chance>(
        &self,
        state: &mut State,
        left: &mut Cards,
        missing: &Missing,
        chance: &mut C,
    ) -> Result<(), String> {
        let sure = missing.sure.iter().map(|sure| u32::from(sure.len()));
        let mut slots = missing.in_hands() - sure.sum::<u32>();
        let mut together = missing.together;
        let hands = missing.sizes.iter().enumerate();
        let hands = hands.filter_map(|(seat, size)| Some((seat, (*size)?)));
        let mut hands: Vec<(Seat, u8)> = hands.collect();
        let hinders = state.phase == Phase::Hindrance;
        // Draw the hand that must satisfy a condition first.
        hands.sort_by_key(|(seat, _)| !(hinders && *seat == Seat::from(state.other)));
        for (seat, size) in hands {
            let mut hand = missing.sure[seat];
            for _ in hand.len()..size {
                // The remaining hands must have room for all cards known to be in some of them.
                let mut among = match slots == u32::from(together.len()) {
                    true => together,
                    false => *left,
                };
                let except = match self.late(state, seat, &hand, size) {
                    0 => Cards::NONE,
                    _ => self.early(state),
                };
                if among.minus(&except).is_empty() {
                    return Err(self.views[seat].key("hand_size")?.wrong(
                        "a hand with enough cards to discard, in the order of their kinds",
                    ));
                }
                let card = drawn_from(&mut among, &except, chance);
                left.remove(card);
                together.forget(card);
                hand.add(card);
                slots -= 1;
            }
            state.hands[seat] = hand;
        }
        Ok(())
    }

    /// Hindrance: returns the number of additional cards of discardable kinds that a hand needs.
    fn late(&self, state: &State, seat: Seat, hand: &Cards, size: u8) -> u8 {
        if state.phase != Phase::Hindrance || seat != Seat::from(state.other) {
            return 0;
        }
        let excess = size - self.game.components.hand_limit;
        excess.saturating_sub(hand.minus(&self.early(state)).len())
    }

    /// Hindrance: returns all cards of kinds that may no longer be discarded.
    fn early(&self, state: &State) -> Cards {
        let mut early = Cards::NONE;
        for kind in self
            .game
            .deck
            .kinds()
            .filter(|&kind| kind < state.discarded)
        {
            early.add_many(kind, self.game.deck.of(kind));
        }
        early
    }
}

/// Draws a random card that is not in `except`.
fn drawn_from<C: Chance>(cards: &mut Cards, except: &Cards, chance: &mut C) -> Kind {
    let among = cards.minus(except);
    let number = |index| among.at(index).into();
    let card = among.at(chance.pick(PILE, among.len().into(), number));
    cards.remove(card);
    card
}
