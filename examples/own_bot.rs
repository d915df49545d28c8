//! Plays a thousand games of Cartagena with a custom bot against the built-in bot `greedy`, and prints its
//! win rate.
//!
//!     cargo run --release --example own_bot
//!
//! An optional argument sets the number of games.

use std::error::Error;

use portolan::arena::{Arena, Plan};
use portolan::bots::{self, Bot};
use portolan::game::{Game, Rng};
use portolan::games::cartagena::{self, Cartagena};
use portolan::random::fork;
use portolan::stats::Shares;

/// Chooses the action that maximizes its lead over the best other seat.
struct Envious;

impl<G: Game> Bot<G> for Envious {
    fn choose(&mut self, game: &G, state: &G::State, legal: &[G::Action], rng: &mut Rng) -> usize {
        let Some(seat) = game.to_move(state) else {
            return 0;
        };
        // Hidden information is sampled once, and all actions are evaluated with the same random numbers.
        let mut imagined = state.clone();
        game.determinize(&mut imagined, seat, rng);
        let luck = fork(rng);
        let lead = |action: &G::Action| {
            let mut after = imagined.clone();
            game.apply(&mut after, *action, &mut luck.clone(), &mut ());
            let others = (0..game.seats()).filter(|&other| other != seat);
            let best = others.map(|other| game.score(&after, other)).max();
            game.score(&after, seat) - best.unwrap_or(0)
        };
        let leads = legal.iter().map(lead).enumerate();
        leads
            .max_by_key(|&(_, lead)| lead)
            .map_or(0, |(index, _)| index)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let games = std::env::args().nth(1);
    print!("{}", answer(games.as_deref().unwrap_or("1000").parse()?)?);
    Ok(())
}

/// Plays the given number of games and formats a summary.
fn answer(games: u64) -> Result<String, Box<dyn Error>> {
    let game = Cartagena::new(&cartagena::ENTRY.setup(2))?;
    let greedy = bots::find("greedy", "cartagena")?.build(&game)?;
    let mut arena = Arena::with_bots(
        &game,
        vec![("envious", Box::new(Envious)), ("greedy", greedy)],
    );
    let plan = Plan::of(&game, 1, games);
    // Every deal is played from both seats. Games of a deal share their luck, so the statistics count deals.
    let mut wins = Shares::default();
    for deal in 0..plan.blocks {
        let mut won = 0.0;
        for numbered in plan.step(deal) {
            let seats = arena.play(&numbered, &mut ())?;
            let own = seats.iter().filter(|seat| seat.bot == "envious");
            won += own.map(|seat| seat.win).sum::<f64>();
        }
        wins.push(won / plan.block_size() as f64, plan.block_size());
    }
    let interval = wins.interval(0.95).ok_or("a single deal has no interval")?;
    Ok(format!(
        "envious wins {:.1} % of {} games against greedy (95 % interval {:.1} to {:.1})\n",
        100.0 * wins.mean().unwrap_or(0.0),
        plan.games(),
        100.0 * interval.low,
        100.0 * interval.high
    ))
}
