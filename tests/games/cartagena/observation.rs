//! Every field of a position that a seat knows and that is still relevant affects the features.

use std::collections::HashMap;

use portolan::game::Seat;
use portolan::game::prelude::*;
use portolan::games::cartagena::Cartagena;
use portolan::games::cartagena::action::{Action, ActionKind};
use portolan::games::cartagena::path::{HOME, Place, SLOOP, START};
use portolan::games::cartagena::state::State;
use portolan::random::{Streams, below, stream};

use super::support::rules;

/// Effect of a move: kind of action, card, number of own pirates behind, distance (in tens to the sloop or the goal),
/// and number of cards drawn.
type Move = (ActionKind, u8, usize, Option<Place>, u16, u8);

/// Returns the effect of an own pirate's move, from the positions before and after it.
fn what_it_does(game: &Cartagena, before: &State, action: Action, after: &State) -> Move {
    let seat = Seat::from(before.active);
    let path = game.path();
    let places = || (START..=HOME).filter(|&place| place <= path.length || place >= SLOOP);
    let at = |state: &State, place| state.pirates[seat].at(place);
    let changed = |more: bool| {
        let mut found = places().filter(|&place| {
            let (before, after) = (at(before, place), at(after, place));
            if more { after > before } else { after < before }
        });
        found.next().expect("a pirate moves")
    };
    let (from, to) = (changed(false), changed(true));
    let progress = |place| path.progress(place);
    let behind: u8 = places()
        .filter(|&place| {
            progress(place) < progress(from)
                || place < SLOOP && from == SLOOP && progress(place) == progress(SLOOP)
        })
        .map(|place| at(before, place))
        .sum();
    let spaces = progress(from).abs_diff(progress(to));
    let end = [SLOOP, HOME].into_iter().find(|&end| end == to);
    let (card, drawn) = match action.kind {
        ActionKind::Play => (action.a, 0),
        _ => (0, before.crowd.on(to)),
    };
    let spaces = if end.is_some() { spaces / 10 } else { spaces };
    (action.kind, card, usize::from(behind), end, spaces, drawn)
}

/// In all stories, moves of own pirates have different action indices if and only if their effects differ.
#[test]
fn moves_share_an_index_only_with_equal_effects() {
    let mut moves = HashMap::new();
    let mut numbers = HashMap::new();
    for (deal, story) in (0..60).zip(
        ["story=escape", "story=tortuga", "story=full-escape"]
            .into_iter()
            .cycle(),
    ) {
        let game = rules(2 + deal as usize % 4, &[story, "modules=morgan"]);
        let mut chance = Streams::new(deal);
        let mut rng = stream(deal, &[2]);
        let mut state = game.new_state(&mut chance, &mut ());
        let mut actions = Vec::new();
        while game.to_move(&state).is_some() {
            game.legal_actions(&state, &mut actions);
            let own = actions
                .iter()
                .filter(|action| matches!(action.kind, ActionKind::Play | ActionKind::Back));
            for &action in own {
                let mut after = state.clone();
                game.apply(&mut after, action, &mut chance.clone(), &mut ());
                let done = what_it_does(&game, &state, action, &after);
                let number = game.policy_slot(&state, action);
                assert_eq!(*moves.entry(number).or_insert(done), done, "{number}");
                assert_eq!(*numbers.entry(done).or_insert(number), number, "{done:?}");
            }
            let action = actions[below(&mut rng, actions.len() as u32) as usize];
            game.apply(&mut state, action, &mut chance, &mut ());
        }
    }
    assert!(moves.len() > 300, "{}", moves.len());
}
