//! Invariants of Cartagena, checked after every action: conservation of cards and pirates, capacity of
//! spaces, no return to the jail, and correct knowledge of every seat.

use portolan_core::game::Seat;
use portolan_core::game::prelude::*;
use portolan_core::random::stream;
use portolan_games::cartagena::Cartagena;
use portolan_games::cartagena::action::Action;
use portolan_games::cartagena::cards::Cards;
use portolan_games::cartagena::path::{HOME, SLOOP, START};
use portolan_games::cartagena::state::{Phase, State};

use super::support::check;

/// Checks the state after an action.
pub fn acted(game: &Cartagena, before: &State, action: Action, after: &State) {
    position(game, after);
    if game.action_text(before, action).starts_with("back") {
        for seat in 0..game.seats() {
            let there = |state: &State, place| state.pirates[seat].at(place);
            assert!(there(after, HOME) <= there(before, HOME));
            assert_eq!(there(after, START), there(before, START), "CA-2.13");
        }
    }
}

/// CA-1.3, CA-1.4, CA-2.12, CA-5.6: conservation of cards and pirates, and capacity of spaces.
pub fn position(game: &Cartagena, state: &State) {
    check(game, state);
    let path = game.path();
    for space in 1..=path.length {
        let there: u8 = state.seated().iter().map(|pirates| pirates.at(space)).sum();
        assert_eq!(there, state.crowd.on(space));
        assert!(there <= 3);
        for pirates in state.seated() {
            let sets = pirates.path.0;
            assert_eq!(sets[1] & !sets[0] | sets[2] & !sets[1], 0);
        }
    }
    assert_eq!(state.crowd.taken() >> (path.length + 1), 0);
    for (seat, pirates) in state.seated().iter().enumerate() {
        assert!(pirates.aboard == 0 || path.full_escape && pirates.aboard <= 3);
        let complete = pirates.home == game.options().pirates;
        assert_eq!(
            complete,
            state.phase == Phase::Won && game.ranks(state)[seat] == 1
        );
    }
    assert!(state.actions_left <= 3);
    assert_eq!(state.chests & state.symbols[5], state.chests);
    assert!(state.drawn.is_empty() || !matches!(state.phase, Phase::Turn | Phase::Won));
}

/// Checks that the knowledge of a player is correct in the position and in every determinization.
pub fn knows(game: &Cartagena, state: &State, observer: Seat, seed: u64) {
    let knowledge = &state.knowledge[observer];
    let mut others = Cards::NONE;
    for seat in (0..game.seats()).filter(|&seat| seat != observer) {
        assert_eq!(knowledge.hands[seat].minus(&state.hands[seat]).len(), 0);
        others = others.plus(&state.hands[seat]);
    }
    assert_eq!(knowledge.together.minus(&others).len(), 0);
    assert!(knowledge.hands[observer].is_empty());
    let mut world = state.clone();
    game.determinize(&mut world, observer, &mut stream(seed, &[7]));
    let all = |state: &State| {
        let mut all = state.pile.plus(&state.discards).plus(&state.drawn);
        all = state.hands.iter().fold(all, |all, hand| all.plus(hand));
        for &card in &state.top[..usize::from(state.top_len)] {
            all.add(card);
        }
        all
    };
    assert_eq!(all(&world), all(state));
    assert_eq!(world.hands[observer], state.hands[observer]);
    assert_eq!(world.pile.len(), state.pile.len());
    for seat in 0..game.seats() {
        assert_eq!(world.hands[seat].len(), state.hands[seat].len());
    }
    let described = |state: &State| game.describe(state, Some(observer));
    assert_eq!(described(&world), described(state));
}

/// A finished game has a winner, unless it was stopped by the length limit.
pub fn ended(game: &Cartagena, state: &State) {
    let winners = state.seated().iter();
    let winners = winners.filter(|pirates| pirates.home == game.options().pirates);
    assert_eq!(winners.count(), usize::from(!game.capped(state)));
    if !game.path().full_escape {
        assert!(state.seated().iter().all(|pirates| pirates.at(SLOOP) == 0));
    }
}
