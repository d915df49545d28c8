//! A random player of Maracaibo who prefers actions to passing, so that random games reach the
//! limits of the rules: full ships, the end of the explorer track, empty piles.

use portolan_core::game::Rng;
use portolan_core::game::prelude::*;
use portolan_core::random::below;
use portolan_games::maracaibo::Maracaibo;
use portolan_games::maracaibo::action::Action;
use portolan_games::maracaibo::components::{SpaceId, SpaceKind};
use portolan_games::maracaibo::state::State;

/// Weighting of the choices of a random player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Temper {
    /// Uniform weights.
    Even,
    /// Purchases and main actions before passing; journeys of any length.
    Eager,
    /// Like `Eager`, but with short journeys, so that rounds have many turns.
    Slow,
    /// Like `Slow`, after a [`head_start`], for situations that few games would reach otherwise.
    Ahead,
}

/// Number of doubloons given by a head start.
const FORTUNE: u16 = 300;
/// Number of combat tokens that a head start leaves in the bag.
const TOKENS_LEFT: u8 = 8;

/// Gives every seat money and combat tokens, and moves the explorers to the spaces before the
/// quests of the track.
pub fn head_start(game: &Maracaibo, state: &mut State) {
    let track = &game.components().explorer;
    let seats = usize::from(state.seats);
    for seat in (0..seats).filter(|&seat| game.automa(seat).is_none()) {
        state.players[seat].doubloons = FORTUNE;
    }
    while state.tokens_len > TOKENS_LEFT {
        state.tokens_len -= 1;
        let token = state.tokens[usize::from(state.tokens_len)];
        let player = &mut state.players[usize::from(token) % seats];
        player.tokens |= token.bit();
        player.token_count += 1;
    }
    let quests = (0..track.len()).filter(|&space| track[space].kind == SpaceKind::Quest);
    for (player, quest) in state.players[..seats].iter_mut().zip(quests) {
        let before = track
            .iter()
            .position(|space| space.next.contains(&Some(SpaceId::new(quest as u8))))
            .expect("the track leads to every quest");
        player.explorer = SpaceId::new(before as u8);
        state.borders_crossed |= track[before].borders_crossed;
    }
}

/// Chooses one of the legal actions.
pub fn choose(temper: Temper, actions: &[Action], rng: &mut Rng) -> Action {
    let weight = |action: &Action| match temper {
        Temper::Even => 1,
        Temper::Eager => weight(action),
        // Journeys are listed from short to long.
        Temper::Slow | Temper::Ahead => match action {
            Action::Sail(journey) => 1 + 1000 / (1 + u32::from(*journey)).pow(3),
            _ => weight(action),
        },
    };
    let total: u32 = actions.iter().map(weight).sum();
    let mut left = below(rng, total);
    for action in actions {
        let own = weight(action);
        if left < own {
            return *action;
        }
        left -= own;
    }
    unreachable!("the number is below the sum of all weights")
}

fn weight(action: &Action) -> u32 {
    match *action {
        Action::Buy(_) | Action::Invest(_) | Action::Task(_) => 40,
        Action::Advance { .. }
        | Action::Assistant(_)
        | Action::Quest(_)
        | Action::Deliver(_)
        | Action::Annex(_)
        | Action::Expel(_)
        | Action::Occupy(_)
        | Action::Strike(_)
        | Action::SilverFleet(_)
        | Action::GoldMine
        | Action::UseCard(_) => 20,
        Action::City
        | Action::Village
        | Action::Combat
        | Action::Expedition
        | Action::Accept
        | Action::Upgrade9
        | Action::Upgrade10(_)
        | Action::Stay => 10,
        // Cards of the display cost money.
        Action::Draw => 10,
        Action::Doubloon | Action::Upgrade8 | Action::Sail(_) | Action::Plan(_) => 3,
        // The last areas are preferred, so that U12 is reached.
        Action::Disc(area) => 1 + u32::from(area) * 2,
        _ => 1,
    }
}

/// Plays a game from `state`, calling `each` with the position before and after every action.
pub fn play_on(
    game: &Maracaibo,
    state: &mut State,
    temper: Temper,
    chance: &mut impl portolan_core::game::Chance,
    log: &mut Vec<portolan_core::game::Event>,
    rng: &mut Rng,
    mut each: impl FnMut(&State, Action, &State, &[portolan_core::game::Event]),
) {
    let mut actions = Vec::new();
    loop {
        game.legal_actions(state, &mut actions);
        if actions.is_empty() {
            return;
        }
        let action = choose(temper, &actions, rng);
        let before = *state;
        log.clear();
        game.apply(state, action, chance, log);
        each(&before, action, state, log);
    }
}
