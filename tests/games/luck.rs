//! Control variates have a mean of zero with any network, because resampled outcomes have the distribution of the original
//! outcomes.

use std::sync::Arc;

use super::own::set_up;
use portolan::bots::BotSpec;
use portolan::game::Game;
use portolan::games::{GAMES, GameSetup, Visitor, open};
use portolan::random::{standard_normal, stream};
use portolan::stats::Moments;
use portolan_players::net::weights::SECOND;
use portolan_players::net::{Network, Weights};
use portolan_run::play::arena::Arena;
use portolan_run::play::plan::Plan;

/// Returns a network with random weights, whose output is arbitrary but varies strongly.
fn silly<G: Game>(game: &G, seed: u64) -> Arc<Network> {
    let mut rng = stream(seed, &[]);
    let mut numbers = |count: usize, spread: f64| -> Vec<f32> {
        (0..count)
            .map(|_| (spread * standard_normal(&mut rng)) as f32)
            .collect()
    };
    let inputs = game.input_names().to_vec();
    let weights = Weights {
        first_units: 64,
        scale: 20.0,
        first: numbers(inputs.len() * 64, 0.5),
        first_bias: numbers(64, 0.5),
        second: numbers(64 * SECOND, 0.3),
        second_bias: numbers(SECOND, 0.3),
        heads: [numbers(SECOND, 0.3), numbers(SECOND, 0.3)],
        inputs,
        ..Weights::default()
    };
    Arc::new(Network::new(&weights, &weights.inputs).unwrap().0)
}

/// Plays one game for each of this number of deals. Returns the luck of lead and win by seat.
struct Lucks(u64);

impl Visitor for Lucks {
    type Out = Vec<[Moments; 2]>;

    fn visit<G: Game>(self, game: G) -> Vec<[Moments; 2]> {
        let bots = (0..game.seats()).filter(|&seat| game.automa(seat).is_none());
        let line_up = vec![BotSpec::random(); bots.count()];
        let plan = Plan::of(&game, 3, 1);
        let mut arena = Arena::new(&game, &line_up)
            .unwrap()
            .valued(Some(silly(&game, 5)));
        let mut plain = Arena::new(&game, &line_up).unwrap();
        let mut seats = vec![[Moments::default(); 2]; game.seats()];
        for step in 0..self.0 {
            let mut sums = vec![[0.0; 2]; game.seats()];
            // All games of a deal group have the luck of a common deal.
            for numbered in plan.step(step).take(1) {
                let records = arena.play(&numbered, &mut ()).unwrap().to_vec();
                for (seat, record) in records.iter().enumerate() {
                    assert_eq!(record.luck.is_none(), game.automa(seat).is_some());
                    let luck = record.luck.unwrap_or_default();
                    sums[seat][0] += f64::from(luck.lead);
                    sums[seat][1] += f64::from(luck.win);
                }
                // The game does not change.
                let without =
                    records
                        .into_iter()
                        .map(|record| portolan_run::results::record::Record {
                            luck: None,
                            ..record
                        });
                if step < 20 {
                    let played = plain.play(&numbered, &mut ()).unwrap().to_vec();
                    assert_eq!(without.collect::<Vec<_>>(), played);
                }
            }
            for (seat, sums) in seats.iter_mut().zip(sums) {
                for (moments, sum) in seat.iter_mut().zip(sums) {
                    moments.push(sum);
                }
            }
        }
        seats
    }
}

/// Asserts that the mean luck of every seat is zero.
#[track_caller]
fn means_nothing(setup: &GameSetup, games: u64) {
    for (seat, lucks) in open(setup, Lucks(games)).unwrap().into_iter().enumerate() {
        for luck in lucks {
            let error = luck.standard_error().unwrap();
            // An automa has no luck.
            assert!(error > 0.0 || seat == 1, "{} seat {seat}", setup.game);
            let mean = luck.mean().unwrap();
            assert!(
                mean.abs() <= 4.0 * error,
                "{} for {}, seat {}: {mean} ± {error}",
                setup.game,
                setup.players,
                seat + 1
            );
        }
    }
}

#[test]
#[ignore = "nightly: 1,200 games"]
fn cartagena_luck_has_mean_zero_with_a_random_network() {
    let entry = GAMES
        .iter()
        .find(|entry| entry.name == "cartagena")
        .unwrap();
    means_nothing(&entry.setup(2), 1000);
    means_nothing(&entry.setup(5), 200);
}

#[test]
fn luck_of_every_game_has_mean_zero_with_a_random_network() {
    for entry in GAMES {
        for players in [*entry.players.start(), *entry.players.end()] {
            means_nothing(&entry.setup(players), 60);
        }
    }
}

/// Heaps are drawn only at the deal, so the games of a deal have equal luck, which differs between deals.
#[test]
fn games_of_a_deal_without_later_chance_have_equal_luck() {
    let game: super::own::nim::Nim = set_up(2);
    let line_up = vec![BotSpec::random(); 2];
    let plan = Plan::of(&game, 3, 40);
    let mut arena = Arena::new(&game, &line_up)
        .unwrap()
        .valued(Some(silly(&game, 5)));
    let mut of_deals = Vec::new();
    for step in 0..plan.blocks {
        let mut lucks = Vec::new();
        for numbered in plan.step(step) {
            let records = arena.play(&numbered, &mut ()).unwrap();
            lucks.push(
                records
                    .iter()
                    .map(|record| record.luck.unwrap())
                    .collect::<Vec<_>>(),
            );
        }
        assert!(lucks.len() > 1 && lucks.iter().all(|luck| *luck == lucks[0]));
        of_deals.extend(lucks.pop());
    }
    assert!(of_deals.iter().any(|luck| *luck != of_deals[0]));
}
