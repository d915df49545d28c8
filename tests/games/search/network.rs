//! Searches with the shipped networks.

use std::path::PathBuf;
use std::sync::Arc;

use portolan::bots::networks::NetworkFile;
use portolan::bots::{Bot, BotSpec, catalog};
use portolan::game::{Game, Rng};
use portolan::games::SetUp;
use portolan::games::cartagena::Cartagena;
use portolan::games::endeavor::Endeavor;
use portolan::games::maracaibo::Maracaibo;
use portolan::games::puerto_rico::PuertoRico;
use portolan::random::{Streams, stream};
use portolan::search::mcts::Mcts;
use portolan::search::parameters::{Method, Value};
use portolan::search::reuse::Last;
use portolan::search::tree::ROOT;
use portolan_players::net::weights::{POLICY, PolicyWeights};
use portolan_players::net::{Weights, file};

use crate::own::set_up;

fn shipped(name: &str, game: &str, parameters: &[(&str, u64)]) -> BotSpec {
    let mut spec = catalog::find(name, game).unwrap();
    for &(name, number) in parameters {
        spec.parameters
            .insert(name.to_string(), Value::Whole(number));
    }
    spec
}

/// Calls `each` at all decisions of a game in which a bot plays all seats.
fn at_decisions<G: Game>(
    game: &G,
    player: &BotSpec,
    seed: u64,
    mut each: impl FnMut(&G::State, &[G::Action]),
) {
    let mut player = player.build(game).unwrap();
    let mut chance = Streams::new(seed);
    let mut state = game.new_state(&mut chance, &mut ());
    let (mut legal, mut rng) = (Vec::new(), stream(seed, &[1]));
    while game.to_move(&state).is_some() {
        game.legal_actions(&state, &mut legal);
        each(&state, &legal);
        let choice = player.choose(game, &state, &legal, &mut rng);
        game.apply(&mut state, legal[choice], &mut chance, &mut ());
    }
}

fn luck(seed: u64) -> Rng {
    stream(seed, &[7])
}

/// Returns the shipped network with this policy.
fn with_policy(game: &str, policy: Option<PolicyWeights>) -> NetworkFile {
    let shipped = shipped("net", game, &[]).network.unwrap();
    let weights = Weights {
        policy,
        ..(*shipped.weights().unwrap()).clone()
    };
    let bytes = file::write(&weights).unwrap();
    NetworkFile::of(Arc::new(weights), PathBuf::from("changed"), &bytes)
}

/// Returns a bot with the shipped network, which compares all actions by their values alone.
fn by_values(game: &str) -> BotSpec {
    let mut spec = shipped("net", game, &[("candidates", 0)]);
    let no_points = Value::Number(0.0);
    spec.parameters
        .insert("policy_points".to_string(), no_points);
    spec.network = Some(with_policy(game, None));
    spec
}

/// Returns a search with the shipped network, whose priors are values one step ahead.
fn search_by_values(game: &str, iterations: u64) -> BotSpec {
    let mut spec = shipped("mcts", game, &[("iterations", iterations)]);
    for (name, word) in [("priors", "net"), ("first_play", "prior"), ("views", "all")] {
        spec.parameters
            .insert(name.to_string(), Value::Text(word.into()));
    }
    spec.network = Some(with_policy(game, None));
    spec
}

/// With a single iteration, the tree contains only the evaluations one step ahead.
fn one_iteration<G: Game>(game: G) -> usize {
    let net = by_values(G::NAME);
    let mut one = search_by_values(G::NAME, 1).build(&game).unwrap();
    let mut alone = net.build(&game).unwrap();
    let mut compared = 0;
    at_decisions(&game, &net, 3, |state, legal| {
        let (one, alone) = (
            one.choose(&game, state, legal, &mut luck(1)),
            alone.choose(&game, state, legal, &mut luck(1)),
        );
        assert_eq!(one, alone, "decision {compared}");
        compared += 1;
    });
    compared
}

#[test]
fn one_iteration_chooses_the_move_of_the_network() {
    // This game has no hidden information, so both determinizations are equal.
    assert!(one_iteration(set_up::<Endeavor>(3)) > 100);
}

/// The choice depends on the configured number of threads, but not on the available processors.
fn threads<G: Game>(game: G) -> usize {
    let net = shipped("net", G::NAME, &[]);
    let search = shipped("mcts", G::NAME, &[("iterations", 30), ("threads", 3)]);
    let choices = |threads: usize| -> Vec<usize> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let mut bot = search.build(&game).unwrap();
        let mut choices = Vec::new();
        pool.build().unwrap().install(|| {
            at_decisions(&game, &net, 5, |state, legal| {
                let seed = choices.len() as u64;
                choices.push(bot.choose(&game, state, legal, &mut luck(seed)));
            });
        });
        assert!(bot.effort().unwrap().iterations > 0);
        choices
    };
    let (one, two) = (choices(1), choices(2));
    assert_eq!(one, two);
    one.len()
}

#[test]
fn choice_does_not_depend_on_available_processors() {
    assert!(threads(set_up::<Cartagena>(2)) > 30);
}

/// A reused tree saves iterations, but only if the turn continues without chance.
fn kept_tree<G: Game>(game: G) -> (u64, u64) {
    let spent = |keep: &str| {
        let mut spec = shipped("mcts", G::NAME, &[("iterations", 40)]);
        let keep = Value::Text(keep.to_string().into());
        spec.parameters.insert("keep_tree".to_string(), keep);
        let mut bots: Vec<Box<dyn Bot<G>>> = (0..game.seats())
            .map(|_| spec.build(&game).unwrap())
            .collect();
        let mut chance = Streams::new(2);
        let mut state = game.new_state(&mut chance, &mut ());
        let (mut legal, mut rng) = (Vec::new(), stream(2, &[1]));
        while let Some(seat) = game.to_move(&state) {
            game.legal_actions(&state, &mut legal);
            let choice = bots[seat].choose(&game, &state, &legal, &mut rng);
            game.apply(&mut state, legal[choice], &mut chance, &mut ());
        }
        let efforts = bots.iter().map(|bot| bot.effort().unwrap().iterations);
        efforts.sum::<u64>()
    };
    (spent("turn"), spent("no"))
}

#[test]
fn reused_tree_saves_iterations() {
    let (kept, fresh) = kept_tree(set_up::<Endeavor>(2));
    assert!(kept < fresh, "{kept} of {fresh}");
}

/// Checks that the search finds only the action that was played between two consecutive positions of a game.
fn leads_to<G: Game>(game: G) -> (usize, usize) {
    let net = shipped("net", G::NAME, &[]);
    let mut known = Vec::new();
    at_decisions(&game, &net, 11, |state, legal| {
        known.push((state.clone(), legal.to_vec()));
    });
    let (mut buffer, mut led, mut others) = (Vec::new(), 0, 0);
    for pair in known.windows(2) {
        let [(before, legal), (after, _)] = pair else {
            unreachable!("windows of two");
        };
        let mut leads = |&action: &G::Action| {
            let last: Last<G> = Last {
                state: before.clone(),
                action,
                node: ROOT,
            };
            assert!(!last.leads_to(&game, before, &mut buffer), "back in time");
            last.leads_to(&game, after, &mut buffer)
        };
        let leading = legal.iter().filter(|action| leads(action)).count();
        assert!(leading <= 1, "two actions lead to one position");
        led += leading;
        others += legal.len() - leading;
    }
    (led, others)
}

#[test]
fn each_action_leads_to_a_different_position() {
    let (led, others) = leads_to(set_up::<Endeavor>(2));
    assert!(led > 50 && others > led, "{led}, {others}");
}

/// At the last decision of a game, the search takes an action that cannot be improved. This needs many iterations,
/// because PUCT tries actions with a low prior late.
fn last_decision<G: Game>(game: G) -> usize {
    let net = shipped("net", G::NAME, &[]);
    let mut search = shipped("mcts", G::NAME, &[("iterations", 4000)])
        .build(&game)
        .unwrap();
    let mut buffer = Vec::new();
    let mut compared = 0;
    for seed in 0..40 {
        at_decisions(&game, &net, seed, |state, legal| {
            let seat = game.to_move(state).unwrap();
            let mut leads = legal.iter().map(|&action| {
                let mut end = state.clone();
                game.apply(&mut end, action, &mut luck(seed), &mut ());
                let over = game.to_move(&end).is_none();
                let others = (0..game.seats()).filter(|&other| other != seat);
                let best = others.map(|other| game.score(&end, other)).max();
                over.then(|| game.score(&end, seat) - best.unwrap())
            });
            buffer.clear();
            buffer.extend(leads.by_ref().map_while(|lead| lead));
            if legal.len() == 1 || buffer.len() < legal.len() {
                return;
            }
            let choice = search.choose(&game, state, legal, &mut luck(seed));
            assert_eq!(buffer[choice], *buffer.iter().max().unwrap());
            compared += 1;
        });
    }
    compared
}

#[test]
fn search_chooses_optimally_at_the_last_decision() {
    assert!(last_decision(set_up::<Endeavor>(2)) > 5);
}

/// Returns the shipped search with sequential halving in sixteen simulations.
fn halving(game: &str) -> BotSpec {
    let mut spec = shipped("mcts", game, &[("iterations", 16)]);
    for (name, word) in [("root", "halving"), ("keep_tree", "no")] {
        spec.parameters
            .insert(name.to_string(), Value::Text(word.into()));
    }
    spec
}

/// Each of four legal actions is tried twice, then two of them four more times.
fn halved<G: Game>(game: G) -> usize {
    let (settings, guide) = halving(G::NAME).search(&game, Method::Mcts).unwrap();
    let mut search: Mcts<G> = Mcts::new(settings, &guide);
    let mut compared = 0;
    at_decisions(
        &game,
        &shipped("policy", G::NAME, &[]),
        3,
        |state, legal| {
            if legal.len() != 4 {
                return;
            }
            let choice = search.search(&game, state, legal, &mut luck(5));
            let mut visits: Vec<u32> = legal.iter().map(|&one| search.visits(one)).collect();
            assert_eq!(visits[choice], 6);
            visits.sort_unstable();
            assert_eq!(visits, [2, 2, 6, 6]);
            compared += 1;
        },
    );
    compared
}

#[test]
fn halving_gives_the_better_half_more_simulations() {
    assert!(halved(set_up::<Endeavor>(2)) > 3);
}

#[test]
fn halving_requires_a_policy_one_thread_and_no_time_limit() {
    let mut searches = vec![(halving("endeavor"), true)];
    for (name, number) in [("threads", 2), ("milliseconds", 5)] {
        let mut spec = halving("endeavor");
        spec.parameters
            .insert(name.to_string(), Value::Whole(number));
        searches.push((spec, false));
    }
    let mut spec = halving("endeavor");
    spec.parameters
        .insert("priors".to_string(), Value::Text("net".into()));
    searches.push((spec, false));
    for (spec, accepted) in searches {
        let error = unfit::<Endeavor>(&spec);
        assert_eq!(error.is_empty(), accepted, "{error}");
        let says = "expected priors = \"policy\", threads = 1 and no milliseconds";
        assert!(accepted || error.contains(says), "{error}");
    }
}

/// Returns the error of a bot that does not fit the game, or an empty text.
fn unfit<G: SetUp>(bot: &BotSpec) -> String {
    let built = bot.build(&set_up::<G>(2));
    built.err().map_or(String::new(), |error| error.to_string())
}

/// The shipped search visits each action once according to its prior, which logits cannot replace.
#[test]
fn first_play_by_prior_is_rejected_with_policy_priors() {
    for (first_play, accepted) in [("prior", false), ("parent", true), ("all", true)] {
        let mut spec = shipped("mcts", "cartagena", &[]);
        spec.network = Some(even_policy("cartagena"));
        for (name, word) in [("priors", "policy"), ("first_play", first_play)] {
            let word = Value::Text(word.into());
            spec.parameters.insert(name.to_string(), word);
        }
        let error = unfit::<Cartagena>(&spec);
        assert_eq!(error.is_empty(), accepted, "{error}");
        assert!(accepted || error.contains("expected first_play"), "{error}");
    }
}

#[test]
fn objectives_unknown_to_the_network_are_rejected() {
    for (objective, accepted) in [
        ("lead", true),
        ("win", true),
        ("score", false),
        ("rank", false),
    ] {
        let mut spec = shipped("mcts", "cartagena", &[]);
        let value = Value::Text(objective.to_string().into());
        spec.parameters.insert("objective".to_string(), value);
        let error = unfit::<Cartagena>(&spec);
        assert_eq!(error.is_empty(), accepted, "{error}");
        let says = "expected objective = \"lead\" or \"win\"";
        assert!(accepted || error.contains(says), "{error}");
    }
}

/// Returns the shipped network with a policy with equal probabilities.
fn even_policy(game: &str) -> NetworkFile {
    let shipped = shipped("net", game, &[]).network.unwrap();
    let units = shipped.weights().unwrap().first_units;
    with_policy(
        game,
        Some(PolicyWeights {
            layer: vec![0.0; units * POLICY],
            layer_bias: vec![0.0; POLICY],
            logits: vec![0.0; 5_000 * POLICY],
            logit_bias: vec![0.0; 5_000],
            traits: Vec::new(),
        }),
    )
}

/// With one evaluation per leaf, the search mostly chooses the same actions as with an evaluation of every seat.
fn one_evaluation<G: Game>(game: G) -> (usize, usize) {
    let net = shipped("net", G::NAME, &[]);
    let with = |views: &str| {
        let mut spec = shipped("mcts", G::NAME, &[("iterations", 60)]);
        spec.network = Some(even_policy(G::NAME));
        let views = Value::Text(views.to_string().into());
        spec.parameters.insert("views".to_string(), views);
        spec.build(&game).unwrap()
    };
    let (mut all, mut again, mut mover) = (with("all"), with("all"), with("mover"));
    let (mut decisions, mut alike) = (0, 0);
    at_decisions(&game, &net, 11, |state, legal| {
        if legal.len() < 2 || decisions == 40 {
            return;
        }
        decisions += 1;
        let choose = |bot: &mut Box<dyn Bot<G>>| {
            bot.forget();
            bot.choose(&game, state, legal, &mut luck(4))
        };
        let first = choose(&mut all);
        assert_eq!(first, choose(&mut again));
        alike += usize::from(first == choose(&mut mover));
    });
    (decisions, alike)
}

#[test]
fn one_evaluation_per_leaf_rarely_changes_the_choice() {
    let (decisions, alike) = one_evaluation(set_up::<PuertoRico>(2));
    assert!(decisions == 40 && alike >= 28, "{alike} of {decisions}");
}

/// If all actions are candidates, the result is the same as without candidates, because the policy only orders them.
fn all_candidates<G: Game>(game: G) -> usize {
    let net = by_values(G::NAME);
    let mut ordered = by_values(G::NAME);
    ordered
        .parameters
        .insert("candidates".to_string(), Value::Whole(1000));
    ordered.network = Some(even_policy(G::NAME));
    let (mut plain, mut ordered) = (net.build(&game).unwrap(), ordered.build(&game).unwrap());
    let mut compared = 0;
    at_decisions(&game, &net, 3, |state, legal| {
        let choose =
            |bot: &mut Box<dyn Bot<G>>| bot.choose(&game, state, legal, &mut luck(compared));
        assert_eq!(
            choose(&mut plain),
            choose(&mut ordered),
            "decision {compared}"
        );
        compared += 1;
    });
    compared as usize
}

#[test]
fn choice_does_not_change_if_all_actions_are_candidates() {
    assert!(all_candidates(set_up::<PuertoRico>(2)) > 100);
    assert!(all_candidates(set_up::<Maracaibo>(2)) > 100);
}
