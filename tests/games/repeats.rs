//! Games that repeat another game of their deal equal the games that the same bots play without this shortcut.

use portolan::arena::{Arena, Plan};
use portolan::bots::{BotSpec, catalog};
use portolan::game::Game;
use portolan::games::{GAMES, Visitor, open};
use portolan::random::{Streams, stream};
use portolan::search::parameters::Value;

/// A line-up and a number of deals.
struct Anew(Vec<BotSpec>, u64);

impl Visitor for Anew {
    /// Number of games, and number of games that repeat another one.
    type Out = (usize, usize);

    fn visit<G: Game>(self, game: G) -> (usize, usize) {
        let Anew(line_up, deals) = self;
        let network = catalog::find("net", G::NAME).unwrap();
        let network = network.network_for(&game).unwrap().0;
        let arena = || Arena::new(&game, &line_up).unwrap();
        let mut in_turn = arena().valued(Some(network.clone()));
        let plan = Plan::of(&game, 5, 1);
        let (mut games, mut repeated) = (0, 0);
        for numbered in (0..deals).flat_map(|deal| plan.step(deal)) {
            let (mut events, mut separate_events) = (Vec::new(), Vec::new());
            // An arena that has not played the deal before does not repeat a game.
            let mut alone = arena().valued(Some(network.clone()));
            let separate = alone.play(&numbered, &mut separate_events);
            assert_eq!(in_turn.play(&numbered, &mut events), separate);
            assert_eq!(events, separate_events);
            assert!(!alone.repeated());
            games += 1;
            repeated += usize::from(in_turn.repeated());
        }
        (games, repeated)
    }
}

fn games_and_repeats(game: &str, line_up: &[BotSpec], deals: u64) -> (usize, usize) {
    let entry = GAMES.iter().find(|entry| entry.name == game).unwrap();
    let setup = entry.setup(line_up.len());
    open(&setup, Anew(line_up.to_vec(), deals)).unwrap()
}

fn bot(name: &str, game: &str) -> BotSpec {
    catalog::find(name, game).unwrap()
}

#[test]
fn repeated_games_equal_games_played_separately() {
    // The policy depends on the information of the seat and never ties, so each game is played once.
    for (game, players) in [
        ("maracaibo", 2),
        ("maracaibo", 3),
        ("puerto_rico", 4),
        ("cartagena", 2),
        ("endeavor", 5),
    ] {
        let (games, repeated) = games_and_repeats(game, &vec![bot("policy", game); players], 2);
        assert_eq!(games - repeated, 2, "{game}");
    }
    let (net, policy) = (bot("net", "endeavor"), bot("policy", "endeavor"));
    assert_eq!(
        games_and_repeats("endeavor", &vec![net.clone(); 4], 3),
        (12, 9)
    );
    // Bots that differ only in their names are equal: three of six seatings are distinct.
    let named = BotSpec {
        name: "other".to_string(),
        ..net.clone()
    };
    let line_up = [net.clone(), policy.clone(), named];
    assert_eq!(games_and_repeats("endeavor", &line_up, 2), (12, 6));
    assert_eq!(games_and_repeats("endeavor", &[net, policy], 2), (4, 0));
}

#[test]
fn bots_that_use_random_numbers_never_repeat_a_game() {
    let mut sampling = bot("policy", "endeavor");
    sampling.set_parameter("sampling", Value::Number(0.5));
    let mut searching = bot("mcts", "endeavor");
    searching.set_parameter("iterations", Value::Whole(2));
    for bot in [sampling, searching, BotSpec::random()] {
        let found = games_and_repeats("endeavor", &[bot.clone(), bot.clone()], 2);
        assert_eq!(found, (4, 0), "{}", bot.name);
    }
    // The network tries actions with sampled cards.
    let found = games_and_repeats("maracaibo", &vec![bot("net", "maracaibo"); 2], 1);
    assert_eq!(found, (2, 0));
}

/// A bot that plays all seats.
struct OtherNumbers(BotSpec);

impl Visitor for OtherNumbers {
    /// Number of choices that used random numbers, and number of choices that did not.
    type Out = [u64; 2];

    fn visit<G: Game>(self, game: G) -> [u64; 2] {
        let mut bot = self.0.build(&game).unwrap();
        let mut legal = Vec::new();
        let mut numbers = [0; 2];
        for seed in 0..2 {
            let mut chance = Streams::new(seed);
            let mut state = game.new_state(&mut chance, &mut ());
            bot.used_chance();
            while game.to_move(&state).is_some() {
                game.legal_actions(&state, &mut legal);
                let decision = numbers[0] + numbers[1];
                let mut choose = |of: u64| {
                    let mut rng = stream(seed, &[decision, of]);
                    (
                        bot.choose(&game, &state, &legal, &mut rng),
                        bot.used_chance(),
                    )
                };
                let (choice, used_chance) = choose(0);
                if !used_chance {
                    assert_eq!(
                        [choose(1), choose(2)],
                        [(choice, false); 2],
                        "{}",
                        self.0.name
                    );
                }
                numbers[usize::from(!used_chance)] += 1;
                game.apply(&mut state, legal[choice], &mut chance, &mut ());
            }
        }
        numbers
    }
}

#[test]
fn choices_without_chance_do_not_depend_on_random_numbers() {
    for entry in GAMES {
        let setup = entry.setup(*entry.players.start().max(&2));
        let numbers = |name: &str| open(&setup, OtherNumbers(bot(name, entry.name))).unwrap();
        let [by_chance, certain] = numbers("policy");
        assert!(by_chance == 0 && certain > 50, "{}", entry.name);
        let [by_chance, certain] = numbers("net");
        // Only Endeavor has neither hidden information nor draws after the deal.
        match entry.name {
            "endeavor" => assert!(by_chance == 0 && certain > 50),
            game => assert!(by_chance > 10, "{game}"),
        }
        assert_eq!(numbers("random")[1], 0, "{}", entry.name);
    }
}
