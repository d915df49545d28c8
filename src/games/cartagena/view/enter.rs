//! Builds the state that an entered view describes, and draws the cards that the viewing seat does not see.
//!
//! Fields that follow from others are not read: [`crate::game::View::entered`] compares the view of the state with the
//! entered view.

use std::fmt::Display;

use super::position::{Board, PiratesView, Position, Supplies, TORTUGA};
use crate::cartagena::components::{CHEST, SNAKE, SYMBOL_NAMES, SYMBOLS, TILE_NAMES};
use crate::cartagena::rules::cards::{Cards, Kind, kind_name, kind_named};
use crate::cartagena::rules::draw::PILE;
use crate::cartagena::rules::path::{Place, bit};
use crate::cartagena::rules::ruleset::Ruleset;
use crate::cartagena::rules::sloop::BERTHS;
use crate::cartagena::rules::state::{Crowd, Phase, Pirates, State};
use crate::entering::{named, number_of, within};
use crate::game::{Chance, MAX_SEATS, Seat};

/// Maximum number of pirates on a space (CA-2.12).
const ROOM: u8 = 3;
/// Maximum number of cards that a lantern puts back on the pile (CA-8.3).
const PUT_BACK: u8 = 3;

impl Position {
    /// Returns the seat whose view this is, or `None` for all information.
    ///
    /// # Errors
    /// If the view has neither one hand nor all hands.
    pub(crate) fn viewer(&self) -> Result<Option<Seat>, String> {
        let seats = 0..self.players.len();
        let shown: Vec<Seat> = seats
            .filter(|&seat| self.players[seat].hand.is_some())
            .collect();
        match shown[..] {
            [seat] => Ok(Some(seat)),
            _ if shown.len() == self.players.len() => Ok(None),
            _ => Err(format!(
                "players: {} players have the key `hand`; expected one player, whose view this is, or all players",
                shown.len()
            )),
        }
    }
}

impl Ruleset {
    /// Returns the state at the start of a turn that a view describes. `state` is a newly dealt game.
    ///
    /// # Errors
    /// A message with the path of the first problem.
    pub(crate) fn enter<C: Chance>(
        &self,
        view: &Position,
        mut state: State,
        chance: &mut C,
    ) -> Result<State, String> {
        let choice = view.choice.as_ref();
        if view.phase != Phase::Turn || choice.is_some_and(|choice| !choice.turn_begins) {
            return Err(
                "phase: the position is inside a turn or after the end of the game; expected the start of a turn, \
                 with `phase` \"turn\" and `turn_begins` true, from which you can play the moves of the turn"
                    .to_string(),
            );
        }
        let seats = self.players;
        number_of("players", view.players.len(), seats)?;
        let turn_of = within("turn_of", view.turn_of, 1..=seats)?;
        state.active = turn_of as u8 - 1;
        state.crowd = Crowd::default();
        for (seat, player) in view.players.iter().enumerate() {
            let place = format!("players, {}", seat + 1);
            let turns = u16::from(seat + 1 == turn_of)..=self.options.turn_cap;
            state.turns[seat] = within(format!("{place}, turns"), player.turns, turns)?;
            self.set_pirates(&mut state, seat, &player.pirates)?;
        }
        self.set_board(&mut state, &view.board)?;
        if self.options.magician {
            self.set_tiles(&mut state, &view.supplies)?;
        }
        self.set_cards(&mut state, view, chance)?;
        Ok(state)
    }

    /// Sets the pirates of a seat (CA-1.5, CA-2.12, CA-5.6).
    fn set_pirates(&self, state: &mut State, seat: Seat, view: &PiratesView) -> Result<(), String> {
        let place = |key| format!("players, {}, pirates, {key}", seat + 1);
        let all = self.options.pirates;
        let berths = if self.path.full_escape { BERTHS } else { 0 };
        state.pirates[seat] = Pirates {
            start: within(place("start"), view.start, 0..=all)?,
            aboard: within(place("aboard"), view.aboard, 0..=berths)?,
            // A seat with all pirates at the goal has already won.
            home: within(place("home"), view.home, 0..=all - 1)?,
            ..Pirates::default()
        };
        let here = usize::from(view.start + view.aboard + view.home) + view.spaces.len();
        if here != usize::from(all) {
            let seat = seat + 1;
            return Err(format!(
                "pirates of seat {seat}: {here} in the position; expected {all} with these rules"
            ));
        }
        for &space in &view.spaces {
            within(place("spaces"), space, 1..=self.path.length)?;
            if state.crowd.on(space) == ROOM {
                let place = place("spaces");
                return Err(format!(
                    "{place}: {space}: expected another space: it already has {ROOM} pirates"
                ));
            }
            state.set_down(seat, space);
        }
        Ok(())
    }

    /// Sets the symbols, each of which occurs once on a strip, the closed tiles and the sloop (CA-1.1, CA-1.2, CA-8.2).
    fn set_board(&self, state: &mut State, board: &Board) -> Result<(), String> {
        number_of("board, spaces", board.spaces.len(), self.path.length.into())?;
        (state.symbols, state.chests) = ([0; SYMBOLS], 0);
        let spaces: Vec<_> = (1..).zip(&board.spaces).collect();
        for strip in spaces.chunks(SYMBOLS) {
            for (symbol, name) in SYMBOL_NAMES.iter().enumerate() {
                let shows = strip
                    .iter()
                    .filter(|(_, view)| view.symbol.as_deref() == Some(name));
                let shows: Vec<Place> = shows.map(|(space, _)| *space).collect();
                let [space] = shows[..] else {
                    let (first, number) = (strip[0].0, shows.len());
                    return Err(format!(
                        "board, spaces, {first} to {}, symbol: {number} spaces with {name}; expected each of {} once",
                        first + SYMBOLS as Place - 1,
                        SYMBOL_NAMES.join(", ")
                    ));
                };
                state.symbols[symbol] |= bit(space);
            }
        }
        for (space, _) in spaces.iter().filter(|(_, view)| view.chest_tile) {
            if !self.options.magician || state.symbols[usize::from(CHEST)] & bit(*space) == 0 {
                return Err(format!(
                    "board, spaces, {space}, chest_tile: true: expected false: only chests have tiles, with the Black Magician"
                ));
            }
            state.chests |= bit(*space);
        }
        state.at_tortuga = board.sloop.as_deref() == Some(TORTUGA);
        Ok(())
    }

    /// Sets the closed chest tiles, both on spaces and set aside (CA-8.2, CA-8.5, CA-A31).
    fn set_tiles(&self, state: &mut State, supplies: &Supplies) -> Result<(), String> {
        const KEY: &str = "supplies, closed_chest_tiles";
        let tiles = &self.components.tiles;
        let closed = supplies.closed_chest_tiles.as_ref();
        let closed =
            closed.ok_or_else(|| format!("{KEY}: expected the number of tiles by kind"))?;
        for (kind, name) in TILE_NAMES.into_iter().enumerate() {
            // Turning up a snake replaces all tiles.
            let fewest = if kind == SNAKE { tiles[kind] } else { 0 };
            let place = format!("{KEY}, {name}");
            state.closed_tiles[kind] = named(place, closed, name, fewest..=tiles[kind])?;
        }
        let turned = (state.symbols[usize::from(CHEST)] & !state.chests).count_ones();
        let expected = u32::from(tiles.iter().sum::<u8>()).saturating_sub(turned);
        number_of(
            KEY,
            state.closed_tiles.iter().sum::<u8>().into(),
            expected as usize,
        )
    }

    /// Sets the cards and the knowledge of them. Draws the hidden cards, seat by seat, consistent with the knowledge of the
    /// viewer (CA-A34); the remaining cards form the pile.
    fn set_cards<C: Chance>(
        &self,
        state: &mut State,
        view: &Position,
        chance: &mut C,
    ) -> Result<(), String> {
        let viewer = view.viewer()?;
        let mut left = self.deck;
        state.discards = take(&mut left, &view.supplies.discards, "supplies, discards")?;
        let mut hidden = [0; MAX_SEATS];
        for (seat, player) in view.players.iter().enumerate() {
            let place = |key| format!("players, {}, {key}", seat + 1);
            state.hands[seat] = match &player.hand {
                Some(hand) => take(&mut left, hand, place("hand"))?,
                None => {
                    let known = player.known_cards.unwrap_or_default();
                    let known = take(&mut left, &known, place("known_cards"))?;
                    let sizes = known.len()..=self.deck.len();
                    let size = within(place("hand_size"), player.hand_size, sizes)?;
                    hidden[seat] = size - known.len();
                    known
                }
            };
        }
        let mut in_hands: u32 = hidden.iter().copied().map(u32::from).sum();
        let hidden_top = self.set_put_back(state, &view.supplies, &mut left)?;
        let (needed, here) = (in_hands + u32::from(hidden_top), left.len());
        if needed > u32::from(here) {
            return Err(format!(
                "cards: {needed} in hands and other places that are not shown in the position; expected at most {here}, \
                 the number of cards that are not elsewhere"
            ));
        }
        set_knowledge(state, view, viewer)?;
        let mut together = Cards::NONE;
        for (seat, player) in view.players.iter().enumerate() {
            let each_hand = state.knowledge[seat].each_hand();
            let known = player.known_among_others.unwrap_or(each_hand);
            state.knowledge[seat].together = known;
            let others = (0..self.players).filter(|&other| other != seat);
            let elsewhere = others.fold(known, |rest, other| rest.minus(&state.hands[other]));
            together = together.at_least(&elsewhere);
            if u32::from(together.len()) > in_hands || !together.minus(&left).is_empty() {
                return Err(format!(
                    "players, {}, known_among_others: expected cards that can be in the other hands of the position",
                    seat + 1
                ));
            }
        }
        for (hand, number) in state.hands.iter_mut().zip(hidden) {
            for _ in 0..number {
                // The unfilled places must be sufficient for all cards that are known to be in the hands.
                let all_known = in_hands == u32::from(together.len());
                let card = draw(if all_known { &together } else { &left }, chance);
                left.remove(card);
                together.forget(card);
                hand.add(card);
                in_hands -= 1;
            }
        }
        for card in &mut state.top[..usize::from(hidden_top)] {
            *card = draw(&left, chance);
            left.remove(*card);
        }
        state.pile = left;
        Ok(())
    }

    /// Sets the cards that a lantern put back on the pile (CA-8.3). Returns the number of hidden cards among them.
    fn set_put_back(
        &self,
        state: &mut State,
        supplies: &Supplies,
        left: &mut Cards,
    ) -> Result<u8, String> {
        const KEY: &str = "supplies, put_back";
        let Some(view) = &supplies.put_back else {
            return Ok(0);
        };
        if !self.options.magician {
            return Err(format!(
                "{KEY}: expected no such key: only a lantern puts cards back"
            ));
        }
        let seer = within(
            format!("{KEY}, put_there_by"),
            view.put_there_by,
            1..=self.players,
        )?;
        state.top_known_to = seer as u8 - 1;
        state.top_len = within(format!("{KEY}, number"), view.number, 1..=PUT_BACK)?;
        let Some(cards) = &view.cards else {
            return Ok(state.top_len);
        };
        number_of(format!("{KEY}, cards"), cards.len(), state.top_len.into())?;
        // The first card in the list is the topmost card, which was put back last.
        for (card, name) in state.top.iter_mut().zip(cards.iter().rev()) {
            *card = kind_named(name).map_err(|problem| format!("{KEY}, cards: {problem}"))?;
            let mut one = Cards::NONE;
            one.add(*card);
            take(left, &one, format!("{KEY}, cards"))?;
        }
        Ok(0)
    }
}

/// Sets the cards that each seat knows in the hands of the other seats.
fn set_knowledge(state: &mut State, view: &Position, viewer: Option<Seat>) -> Result<(), String> {
    let seats = view.players.len();
    for (seat, player) in view.players.iter().enumerate() {
        if let Some(viewer) = viewer.filter(|&viewer| viewer != seat) {
            state.knowledge[viewer].hands[seat] = state.hands[seat];
        }
        for entry in player.known_by.iter().flatten() {
            let place = |key| format!("players, {}, known_by, {key}", seat + 1);
            let observer = within(place("seat"), entry.seat, 1..=seats)? - 1;
            if !entry.known_cards.minus(&state.hands[seat]).is_empty() {
                return Err(format!(
                    "{}: expected cards of the hand",
                    place("known_cards")
                ));
            }
            state.knowledge[observer].hands[seat] = entry.known_cards;
        }
    }
    Ok(())
}

/// Draws a random card without removing it.
fn draw<C: Chance>(cards: &Cards, chance: &mut C) -> Kind {
    cards.at(chance.pick(PILE, cards.len().into(), |index| cards.at(index).into()))
}

/// Removes `cards` from the remaining cards `left` and returns them.
fn take(left: &mut Cards, cards: &Cards, place: impl Display) -> Result<Cards, String> {
    if let Some(kind) = cards.minus(left).kinds().next() {
        let (name, number, most) = (kind_name(kind), cards.of(kind), left.of(kind));
        return Err(format!(
            "{place}, {name}: {number}: expected at most {most}: all other cards of this kind are elsewhere in the position"
        ));
    }
    *left = left.minus(cards);
    Ok(*cards)
}
