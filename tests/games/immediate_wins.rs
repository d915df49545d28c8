//! Shipped bots never pass up an action that wins the game at once.

use portolan::bots::{BotSpec, catalog};
use portolan::game::{Game, MAX_SEATS, Seat};
use portolan::games::{GAMES, Visitor, open};
use portolan::random::{Streams, bot_stream};

use crate::table::setup;

/// Plays games of one bot against itself. Counts the decisions with an immediate win, and among these decisions the ones in
/// which the bot chose another action.
struct Wins {
    bot: BotSpec,
    games: u64,
}

impl Visitor for Wins {
    type Out = (usize, usize);

    fn visit<G: Game>(self, game: G) -> (usize, usize) {
        let (mut possible, mut missed) = (0, 0);
        let mut legal = Vec::new();
        for deal in 0..self.games {
            let mut chance = Streams::new(deal);
            let mut state = game.new_state(&mut chance, &mut ());
            let mut bots: Vec<_> = (0..game.seats())
                .map(|seat| {
                    let bot = self.bot.build(&game).expect("the bot fits");
                    (bot, bot_stream(deal, 0, seat))
                })
                .collect();
            while let Some(seat) = game.to_move(&state) {
                game.legal_actions(&state, &mut legal);
                if game.automa(seat).is_some() || legal.len() == 1 {
                    game.apply(&mut state, legal[0], &mut chance, &mut ());
                    continue;
                }
                let (bot, rng) = &mut bots[seat];
                let choice = bot.choose(&game, &state, &legal, rng);
                let wins = legal.iter().map(|&action| {
                    let mut after = state.clone();
                    game.apply(&mut after, action, &mut chance.clone(), &mut ());
                    game.to_move(&after).is_none() && is_first(&game, &after, seat)
                });
                let wins: Vec<bool> = wins.collect();
                possible += usize::from(wins.contains(&true));
                missed += usize::from(wins.contains(&true) && !wins[choice]);
                game.apply(&mut state, legal[choice], &mut chance, &mut ());
            }
        }
        (possible, missed)
    }
}

/// Returns true if the seat wins the finished game alone.
fn is_first<G: Game>(game: &G, state: &G::State, seat: Seat) -> bool {
    let mut ranks = [0; MAX_SEATS];
    game.fill_ranks(state, &mut ranks[..game.seats()]);
    let first = ranks[..game.seats()].iter().filter(|&&rank| rank == 1);
    ranks[seat] == 1 && first.count() == 1
}

/// Returns, for each bot in each selected game, the number of decisions with an immediate win, and the number of these
/// decisions in which the bot passed it up.
fn counts(bots: &[&str], games: u64, is_in: impl Fn(&str) -> bool) -> Vec<(String, usize, usize)> {
    let mut found = Vec::new();
    for entry in GAMES.iter().filter(|entry| is_in(entry.name)) {
        for name in bots {
            let bot = catalog::find(name, entry.name).unwrap();
            let game = setup(entry, 2, &[]);
            let (possible, missed) = open(&game, Wins { bot, games }).unwrap();
            found.push((format!("{} {name}", entry.name), possible, missed));
        }
    }
    found
}

#[test]
fn bots_take_immediate_wins_in_cartagena() {
    for (bot, possible, missed) in counts(&["greedy", "policy", "net", "fast"], 6, |game| {
        game == "cartagena"
    }) {
        assert!(possible > 0 && missed == 0, "{bot}: {missed} of {possible}");
    }
}

#[test]
#[ignore = "nightly: minutes"]
fn bots_take_immediate_wins_in_every_game() {
    for (bot, possible, missed) in counts(&["policy", "net", "fast", "expert"], 40, |_| true) {
        println!("{bot}: {missed} of {possible} immediate wins passed up");
        assert_eq!(missed, 0, "{bot}");
    }
}
