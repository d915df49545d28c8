//! All games fulfil the contract of the `Game` trait.

use crate::contract::terms::{bound, forbids, grants, names_its_items, obliges, prices};
use crate::contract::{
    Secrets, keeps_the_contract, keeps_the_contract_given, keeps_the_contract_with,
};
use crate::eager::{Temper, choose};
use crate::support::rules;
use portolan::game::prelude::*;
use portolan::game::{Event, Seat};
use portolan::games::endeavor::Endeavor;
use portolan::games::maracaibo::Maracaibo;
use portolan::games::maracaibo::components::{CardId, CareerId};
use portolan::games::maracaibo::state::State;
use portolan::games::{endeavor, puerto_rico};
use portolan::item::Item;

/// Number of games: few in the daily tests, all in the nightly test.
#[derive(Clone, Copy)]
enum Length {
    Short,
    Full,
}

impl Length {
    /// Returns the number of games.
    fn of(self, short: u64, full: u64) -> u64 {
        match self {
            Length::Short => short,
            Length::Full => full,
        }
    }
}

fn of_maracaibo(length: Length) {
    keeps_the_contract(&rules(2, &[]), 0..length.of(2, 20));
    keeps_the_contract(&rules(3, &[]), 0..length.of(1, 16));
    keeps_the_contract(&rules(4, &[]), 0..length.of(1, 12));
}

#[test]
fn maracaibo_with_several_players_fulfils_the_contract() {
    of_maracaibo(Length::Short);
}

fn of_legacy_tiles(length: Length) {
    let game = rules(3, &["scenario=77", "prestige=open"]);
    keeps_the_contract(&game, 0..length.of(1, 12));
}

#[test]
fn maracaibo_with_legacy_tiles_fulfils_the_contract() {
    of_legacy_tiles(Length::Short);
}

fn of_jean(length: Length) {
    keeps_the_contract(&rules(1, &["level=very-hard"]), 0..length.of(2, 20));
    let scenario = rules(1, &["scenario=77", "jean_deck=2A2B2C"]);
    keeps_the_contract(&scenario, 20..20 + length.of(2, 12));
}

#[test]
fn maracaibo_against_jean_fulfils_the_contract() {
    of_jean(Length::Short);
}

/// Checks the contract in long games with reshuffled piles and all kinds of decisions.
fn of_eager_players(length: Length) {
    for players in 1..=4 {
        let game = rules(players, &["scenario=76", "skipped_assistants=route"]);
        for (index, (temper, first)) in [(Temper::Eager, 0), (Temper::Slow, 100)]
            .into_iter()
            .enumerate()
        {
            // In the short form, games with one or three players are eager, and those with two or
            // four are slow.
            let games = length.of(u64::from(players % 2 != index), 4);
            if games > 0 {
                keeps_the_contract_with(&game, first..first + games, |actions, rng| {
                    choose(temper, actions, rng)
                });
            }
        }
    }
}

#[test]
fn long_maracaibo_games_fulfil_the_contract() {
    of_eager_players(Length::Short);
}

/// Checks the contract in all stories and modules with every number of players. The turn cap limits the
/// length of random games.
fn of_cartagena(length: Length) {
    let stories = ["story=escape", "story=tortuga", "story=full-escape"];
    let modules = [
        "modules=none",
        "modules=morgan",
        "modules=hindrance",
        "modules=black-magician",
        "modules=morgan,hindrance,black-magician",
    ];
    for (index, modules) in modules.into_iter().enumerate() {
        for players in 2..=5 {
            let story = stories[(index + players) % 3];
            let options = [story, modules, "pirates=4", "turn_cap=25"];
            let game = crate::cartagena_support::rules(players, &options);
            keeps_the_contract(&game, 0..length.of(1, 3));
        }
    }
}

#[test]
fn cartagena_combinations_fulfil_the_contract() {
    of_cartagena(Length::Short);
}

/// With small hands and all powers, cards that are put back, given and taken stay secret.
#[test]
fn cartagena_with_all_powers_fulfils_the_contract() {
    for players in [2, 3, 5] {
        let options = [
            "modules=hindrance,black-magician",
            "parrot_power=on",
            "hook_pair=mixed",
            "turn_cap=20",
        ];
        keeps_the_contract(&crate::cartagena_support::rules(players, &options), 0..4);
    }
}

/// Only future draws are hidden and, with hidden VP chips, the scores of other players.
fn of_puerto_rico(length: Length) {
    for players in 2..=5 {
        let game = crate::puerto_rico_support::rules(players, &[]);
        keeps_the_contract_given(&game, Secrets::None, 0..length.of(1, 3));
        let game = crate::puerto_rico_support::rules(players, &["vp_visibility=hidden"]);
        // With two players, the scores of the opponent follow from the remaining pool.
        let secrets = if players == 2 {
            Secrets::None
        } else {
            Secrets::Scores
        };
        keeps_the_contract_given(&game, secrets, 3..3 + length.of(1, 2));
    }
    for players in 3..=5 {
        let game = crate::puerto_rico_support::rules(players, &["profile=tag"]);
        keeps_the_contract_given(&game, Secrets::None, 0..length.of(1, 2));
    }
    for players in 2..=5 {
        let options = ["optional_bonuses=all"];
        let game = crate::puerto_rico_support::rules(players, &options);
        keeps_the_contract_given(&game, Secrets::None, 5..5 + length.of(1, 2));
    }
}

#[test]
fn puerto_rico_fulfils_the_contract() {
    of_puerto_rico(Length::Short);
}

/// Plays all games of the tests above at full length.
#[test]
#[ignore = "nightly: more than 200 games"]
fn every_game_fulfils_the_contract_at_full_length() {
    of_maracaibo(Length::Full);
    of_legacy_tiles(Length::Full);
    of_jean(Length::Full);
    of_eager_players(Length::Full);
    of_cartagena(Length::Full);
    of_puerto_rico(Length::Full);
    terms_of_maracaibo(Length::Full);
    terms_of_puerto_rico(Length::Full);
}

/// Checks both sides of the board, all numbers of players, and silent fleets with all options.
#[test]
fn endeavor_on_both_sides_fulfils_the_contract() {
    for players in 2..=5 {
        for side in ["side=A", "side=B"] {
            let game = crate::endeavor_support::rules(players, &[side, "limit_read=again"]);
            keeps_the_contract_given(&game, Secrets::None, 0..2);
        }
    }
    let options = ["silent_fleets=on", "scarce_buildings=on", "side=B"];
    let game = crate::endeavor_support::rules(2, &options);
    keeps_the_contract_given(&game, Secrets::None, 0..3);
}

/// Checks the terms of cards, careers, prestige buildings and city tiles.
fn terms_of_maracaibo(length: Length) {
    for players in 2..=4 {
        let game = rules(players, &["prestige=open"]);
        names_its_items(&game);
        forbids(&game, 0..length.of(6, 40));
        obliges(&game, 0..length.of(10, 40));
        prices(&game, 0..length.of(4, 12));
        let holds = |state: &State, seat: Seat, item: &Item| {
            let labels = &game.components().labels;
            let player = &state.players[seat];
            let card = labels.cards.iter().position(|label| *label == item.label);
            let career = labels.careers.iter().position(|label| *label == item.label);
            match (item.kind, card, career) {
                (0, Some(card), _) => player.hand.contains(CardId::new(card as u8)),
                (_, _, Some(career)) => player
                    .careers_dealt
                    .contains(&Some(CareerId::new(career as u8))),
                _ => false,
            }
        };
        grants(&game, length.of(11, 7) as usize, &holds, &cards_are_whole);
        // With any terms, hidden information stays hidden and is resampled.
        for seed in 0..length.of(1, 4) {
            keeps_the_contract(&bound(&game, seed), seed..seed + length.of(1, 2));
        }
    }
    let scenario = rules(3, &["scenario=77"]);
    forbids(&scenario, 0..length.of(4, 10));
    keeps_the_contract(&bound(&scenario, 5), 0..length.of(1, 2));
}

#[test]
fn maracaibo_respects_item_terms() {
    terms_of_maracaibo(Length::Short);
}

/// Asserts that no card of Maracaibo is in two places, and that the number of cards does not depend
/// on the terms.
fn cards_are_whole(_: &Maracaibo, state: &State, _: &[Event]) {
    let mut places = state.pile[..usize::from(state.pile_len)].to_vec();
    places.extend(state.display.into_iter().flatten());
    places.extend(state.discards.iter());
    for player in state.seated() {
        places.extend(player.hand.iter().chain(player.bought.iter()));
        let laid = player.planned.into_iter().chain(player.set_aside);
        places.extend(laid.flatten());
    }
    places.sort_unstable();
    let all = places.len();
    places.dedup();
    assert_eq!((places.len(), all), (56 + 40, 56 + 40));
}

/// A granted building has no colonist and is missing from the stock.
fn terms_of_puerto_rico(length: Length) {
    for players in 2..=5 {
        let game = crate::puerto_rico_support::rules(players, &[]);
        names_its_items(&game);
        forbids(&game, 0..length.of(10, 30));
        obliges(&game, 0..length.of(10, 30));
        prices(&game, 0..length.of(4, 10));
        let holds = |state: &puerto_rico::state::State, seat: Seat, item: &Item| {
            let building = crate::puerto_rico_support::building(&item.label);
            let player = &state.players[seat];
            let manned = player.staffed >> building & 1 == 1 || player.artisans != [0; 5];
            player.owned >> building & 1 == 1 && !manned
        };
        grants(&game, 1, &holds, &|game, state, _| {
            crate::puerto_rico_support::check(game, state);
        });
        for seed in 0..length.of(1, 2) {
            keeps_the_contract_given(&bound(&game, seed), Secrets::None, seed..seed + 1);
        }
    }
}

#[test]
fn puerto_rico_respects_item_terms() {
    terms_of_puerto_rico(Length::Short);
}

/// Buildings and asset cards have no price. The first card of a deck can be granted.
#[test]
fn endeavor_respects_item_terms() {
    for (players, options) in [(2, &["silent_fleets=on"][..]), (3, &[]), (5, &["side=B"])] {
        let game = crate::endeavor_support::rules(players, options);
        names_its_items(&game);
        forbids(&game, 0..30);
        obliges(&game, 0..30);
        let holds = |state: &endeavor::state::State, seat: Seat, item: &Item| {
            let cards = &game.components().cards;
            let card = cards.iter().position(|card| card.id == item.label);
            card.is_some_and(|card| state.players[seat].cards >> card & 1 == 1)
        };
        grants(&game, 1, &holds, &|game: &Endeavor, state, events| {
            let scrapped =
                |event: &&Event| Endeavor::EVENT_KINDS[usize::from(event.kind)] == "scrapped";
            let scrapped = events.iter().filter(scrapped).count();
            crate::endeavor_support::check(game, state, scrapped, 0);
        });
        for item in 0..game.items().len() {
            let refused = game.clone().reprice(item, 1).unwrap_err();
            assert!(refused.contains("has no price"), "{refused}");
        }
        for seed in 0..2 {
            keeps_the_contract_given(&bound(&game, seed), Secrets::None, seed..seed + 1);
        }
    }
}
