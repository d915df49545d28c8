//! Bots do not use hidden information: the choice of a bot stays the same when the position is replaced by a
//! determinization for its seat. Tested for every bot of every game, with short searches. Searches with `information =
//! "cheating"` use hidden information by design and are excluded; no shipped bot does so.

use std::path::PathBuf;
use std::sync::Arc;

use portolan::bots::networks::NetworkFile;
use portolan::bots::{BotSpec, catalog};
use portolan::game::Game;
use portolan::games::{GAMES, Visitor, open};
use portolan::item::{ItemSet, Terms};
use portolan::random::{Streams, below, stream};
use portolan::search::parameters::Value;
use portolan_players::net::Weights;
use portolan_players::net::weights::{POLICY, PolicyWeights};

/// A bot, a flag to withhold every third item from all seats, and the number of games.
struct NoPeeking(BotSpec, bool, u64);

pub fn without_every_third_item<G: Game>(mut game: G) -> G {
    let mut third = ItemSet::EMPTY;
    (0..game.items().len())
        .step_by(3)
        .for_each(|item| third.insert(item));
    let mut terms = Terms::FREE;
    (0..game.seats()).for_each(|seat| terms.forbid(seat, third));
    game.set_terms(terms);
    game
}

impl Visitor for NoPeeking {
    type Out = usize;

    fn visit<G: Game>(self, game: G) -> usize {
        let game = if self.1 {
            without_every_third_item(game)
        } else {
            game
        };
        let name = &self.0.name;
        let mut bot = self.0.build(&game).unwrap();
        let (mut legal, mut imagined_legal) = (Vec::new(), Vec::new());
        let (mut compared, mut decisions) = (0, 0);
        // A game may have hundreds of decisions, and a search takes long at each of them.
        let every = if self.0.kind.method().is_some() {
            25
        } else {
            1
        };
        for seed in 0..self.2 {
            let mut chance = Streams::new(seed);
            let mut moves = stream(seed, &[1]);
            let mut state = game.new_state(&mut chance, &mut ());
            while let Some(seat) = game.to_move(&state) {
                game.legal_actions(&state, &mut legal);
                if decisions % every == 0 {
                    let mut imagined = state.clone();
                    game.determinize(
                        &mut imagined,
                        seat,
                        &mut stream(seed, &[2, compared as u64]),
                    );
                    game.legal_actions(&imagined, &mut imagined_legal);
                    assert_eq!(legal, imagined_legal, "what a seat may do, it knows");
                    let own = stream(seed, &[3, compared as u64]);
                    let choice = bot.choose(&game, &state, &legal, &mut own.clone());
                    let blind = bot.choose(&game, &imagined, &legal, &mut own.clone());
                    assert_eq!(choice, blind, "{name} peeks in game {seed}");
                    compared += 1;
                }
                decisions += 1;
                let action = legal[below(&mut moves, legal.len() as u32) as usize];
                game.apply(&mut state, action, &mut chance, &mut ());
            }
        }
        compared
    }
}

/// Plays `games` with every bot and every `step`-th number of players. Consecutive bots in the list start with different
/// numbers.
fn every_bot(step: usize, games: u64) {
    for entry in GAMES {
        for (index, bot) in catalog::all(Some(entry.name)).into_iter().enumerate() {
            for players in entry.players.clone().skip(index % step).step_by(step) {
                let setup = entry.setup(players);
                let mut bot = bot.as_ref().unwrap().clone();
                assert!(!bot.is_cheating(), "{} is found by its name", bot.name);
                if bot.kind.method().is_some() {
                    bot.parameters
                        .insert("iterations".to_string(), Value::Whole(20));
                }
                let compared = open(&setup, NoPeeking(bot.clone(), false, games)).unwrap();
                assert!(4 * compared > 10 * games as usize);
                if bot.kind.method().is_none() {
                    let compared = open(&setup, NoPeeking(bot, true, games)).unwrap();
                    assert!(compared > 10);
                }
            }
        }
    }
}

#[test]
fn bots_ignore_hidden_information() {
    every_bot(3, 1);
}

#[test]
#[ignore = "nightly: four games of every bot and number of players"]
fn bots_ignore_hidden_information_in_many_games() {
    every_bot(1, 4);
    every_bot_by_a_policy(4);
}

/// Returns the shipped network with a random policy, and the bots that use it.
pub fn by_a_policy(game: &str) -> [BotSpec; 4] {
    let net = catalog::find("net", game).unwrap();
    let weights = net.network.as_ref().unwrap().weights().unwrap();
    let numbers = |count: usize| {
        (0..count)
            .map(|at| (at * 7 % 19) as f32 / 190.0 - 0.05)
            .collect()
    };
    let actions = 5_000;
    let weights = Weights {
        policy: Some(PolicyWeights {
            layer: numbers(weights.first_units * POLICY),
            layer_bias: numbers(POLICY),
            logits: numbers(actions * POLICY),
            logit_bias: numbers(actions),
            traits: Vec::new(),
        }),
        ..(*weights).clone()
    };
    let network = NetworkFile::of(Arc::new(weights), PathBuf::from("policy"), game.as_bytes());
    let parameter = |bot: &mut BotSpec, name: &str, value: Value| {
        bot.parameters.insert(name.to_string(), value);
    };
    let policy = catalog::find("policy", game).unwrap();
    let mut candidates = net;
    parameter(&mut candidates, "candidates", Value::Whole(3));
    let mut search = catalog::find("mcts", game).unwrap();
    parameter(&mut search, "iterations", Value::Whole(20));
    for (name, word) in [
        ("priors", "policy"),
        ("first_play", "parent"),
        ("views", "mover"),
    ] {
        parameter(&mut search, name, Value::Text(word.into()));
    }
    let mut halving = search.clone();
    parameter(&mut halving, "root", Value::Text("halving".into()));
    [policy, candidates, search, halving].map(|bot| BotSpec {
        network: Some(network.clone()),
        network_solo: None,
        ..bot
    })
}

fn every_bot_by_a_policy(games: u64) {
    for entry in GAMES {
        for bot in by_a_policy(entry.name) {
            for players in [2, *entry.players.end()] {
                let setup = entry.setup(players);
                assert!(
                    open(&setup, NoPeeking(bot.clone(), false, games)).unwrap()
                        > 2 * games as usize
                );
            }
        }
    }
}

#[test]
fn policy_bots_ignore_hidden_information() {
    every_bot_by_a_policy(1);
}
