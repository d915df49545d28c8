//! A game and its positions, whichever game it is.

use std::any::Any;
use std::sync::Arc;

use portolan::bots::{Bot, BotSpec};
use portolan::game::{About, Game, Rules, Seat};
use portolan::games::Visitor;
use portolan::observation::Inputs;
use portolan::random::{Streams, concealment_stream, decision_stream};
use portolan_core::message;

use crate::fleet::{Fleet, Games};

/// A game as it is set up.
pub trait Opening: Send + Sync {
    /// What the game says of itself.
    fn about(&self) -> &dyn About;
    /// A deal.
    fn deal(&self, deal_seed: u64) -> Box<dyn Table>;
    /// Several games at once.
    fn fleet(&self, games: usize, seed: u64) -> Box<dyn Games>;
    /// A bot that plays it.
    fn player(&self, bot: &BotSpec) -> Result<Box<dyn Player>, String>;
}

/// A position, and what is to come.
pub trait Table: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn copy(&self) -> Box<dyn Table>;
    fn to_move(&self) -> Option<Seat>;
    fn made(&self) -> usize;
    fn deal_seed(&self) -> u64;
    fn round(&self) -> u32;
    fn capped(&self) -> bool;
    fn choices(&self) -> usize;
    fn number(&self, choice: usize) -> u32;
    fn notation(&self, choice: usize) -> String;
    fn parse(&self, notation: &str) -> Result<usize, String>;
    fn apply(&mut self, choice: usize);
    fn observe(&self, seat: Seat, values: &mut [f32]);
    fn determinize(&mut self, seat: Seat, seed: u64);
    fn scores(&self) -> Vec<i32>;
    fn categories(&self, seat: Seat) -> Vec<i32>;
    fn ranks(&self) -> Vec<u8>;
    fn position(&self, observer: Option<Seat>) -> String;
    fn describe(&self, observer: Option<Seat>) -> String;
}

/// A bot that is asked for moves.
pub trait Player: Send + Sync {
    /// The index of the legal action that it would choose, knowing what the seat to move knows.
    fn choose(&mut self, table: &dyn Table) -> Result<usize, String>;
}

/// The share of the win by seat, as `games.csv` has it: 0 for all of a game that was cut off.
pub fn returns(ranks: &[u8], capped: bool) -> Vec<f32> {
    let winners = ranks.iter().filter(|&&rank| rank == 1).count();
    let share = |&rank: &u8| match rank {
        1 if !capped => 1.0 / winners as f32,
        _ => 0.0,
    };
    ranks.iter().map(share).collect()
}

/// Opens a game.
pub struct Open;

impl Visitor for Open {
    type Out = Arc<dyn Opening>;

    fn visit<G: Game>(self, game: G) -> Arc<dyn Opening> {
        Arc::new(Opened(Arc::new(game)))
    }
}

struct Opened<G>(Arc<G>);

impl<G: Game> Opening for Opened<G> {
    fn about(&self) -> &dyn About {
        &*self.0
    }

    fn deal(&self, deal_seed: u64) -> Box<dyn Table> {
        let mut chance = Streams::new(deal_seed);
        let state = self.0.new_state(&mut chance, &mut ());
        let mut legal = Vec::new();
        self.0.legal_actions(&state, &mut legal);
        Box::new(Play {
            game: Arc::clone(&self.0),
            deal_seed,
            made: 0,
            state,
            chance,
            legal,
        })
    }

    fn fleet(&self, games: usize, seed: u64) -> Box<dyn Games> {
        Box::new(Fleet::new(Arc::clone(&self.0), games, seed))
    }

    fn player(&self, bot: &BotSpec) -> Result<Box<dyn Player>, String> {
        if bot.is_cheating() {
            return Err(format!(
                "{}: it sees what is hidden (information = \"cheating\"); only bots that do not are asked here",
                bot.name
            ));
        }
        let built = bot.build(&*self.0).map_err(|error| error.to_string())?;
        Ok(Box::new(Asked {
            game: Arc::clone(&self.0),
            bot: std::sync::Mutex::new(built),
        }))
    }
}

struct Play<G: Game> {
    game: Arc<G>,
    deal_seed: u64,
    made: usize,
    state: G::State,
    chance: Streams,
    legal: Vec<G::Action>,
}

impl<G: Game> Table for Play<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn copy(&self) -> Box<dyn Table> {
        Box::new(Play {
            game: Arc::clone(&self.game),
            deal_seed: self.deal_seed,
            made: self.made,
            state: self.state.clone(),
            chance: self.chance.clone(),
            legal: self.legal.clone(),
        })
    }

    fn to_move(&self) -> Option<Seat> {
        self.game.to_move(&self.state)
    }

    fn made(&self) -> usize {
        self.made
    }

    fn deal_seed(&self) -> u64 {
        self.deal_seed
    }

    fn round(&self) -> u32 {
        self.game.round(&self.state)
    }

    fn capped(&self) -> bool {
        self.game.capped(&self.state)
    }

    fn choices(&self) -> usize {
        self.legal.len()
    }

    fn number(&self, choice: usize) -> u32 {
        self.game.action_number(&self.state, self.legal[choice])
    }

    fn notation(&self, choice: usize) -> String {
        self.game.action_text(&self.state, self.legal[choice])
    }

    fn parse(&self, notation: &str) -> Result<usize, String> {
        let action = self.game.parse_action(&self.state, notation);
        let action = action.map_err(|error| error.to_string())?;
        let index = self.legal.iter().position(|&legal| legal == action);
        index.ok_or_else(|| format!("{notation} is not legal here"))
    }

    fn apply(&mut self, choice: usize) {
        let action = self.legal[choice];
        self.game
            .apply(&mut self.state, action, &mut self.chance, &mut ());
        self.legal.clear();
        self.game.legal_actions(&self.state, &mut self.legal);
        self.made += 1;
    }

    fn observe(&self, seat: Seat, values: &mut [f32]) {
        let inputs = &mut Inputs::default();
        self.game.observe_row(&self.state, seat, inputs, values);
    }

    fn determinize(&mut self, seat: Seat, seed: u64) {
        let unseen = &mut concealment_stream(seed, 0);
        self.game.determinize(&mut self.state, seat, unseen);
        self.legal.clear();
        self.game.legal_actions(&self.state, &mut self.legal);
        self.chance = Streams::new(seed);
        self.deal_seed = seed;
        self.made = 0;
    }

    fn scores(&self) -> Vec<i32> {
        let seats = 0..Rules::seats(&*self.game);
        seats
            .map(|seat| self.game.score(&self.state, seat))
            .collect()
    }

    fn categories(&self, seat: Seat) -> Vec<i32> {
        let mut points = vec![0; portolan::game::Notation::score_categories(&*self.game).len()];
        self.game.score_breakdown(&self.state, seat, &mut points);
        points
    }

    fn ranks(&self) -> Vec<u8> {
        self.game.ranks(&self.state)
    }

    fn position(&self, observer: Option<Seat>) -> String {
        message::position(&*self.game, &self.state, observer).to_string()
    }

    fn describe(&self, observer: Option<Seat>) -> String {
        self.game.describe(&self.state, observer)
    }
}

struct Asked<G> {
    game: Arc<G>,
    bot: std::sync::Mutex<Box<dyn Bot<G>>>,
}

impl<G: Game> Player for Asked<G> {
    fn choose(&mut self, table: &dyn Table) -> Result<usize, String> {
        let play = table.as_any().downcast_ref::<Play<G>>();
        let play = play.filter(|play| Arc::ptr_eq(&play.game, &self.game));
        let Some(play) = play else {
            return Err("the state is of another Game than the bot".to_string());
        };
        let Some(seat) = play.to_move() else {
            return Err("the game is over".to_string());
        };
        if play.legal.len() == 1 {
            return Ok(0);
        }
        let mut known = play.state.clone();
        let unseen = &mut concealment_stream(play.deal_seed, play.made);
        self.game.determinize(&mut known, seat, unseen);
        let bot = self.bot.get_mut().map_err(|_| "the bot broke before")?;
        bot.forget();
        let rng = &mut decision_stream(play.deal_seed, seat, play.made);
        Ok(bot.choose(&self.game, &known, &play.legal, rng))
    }
}
