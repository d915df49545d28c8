//! The moves so far, and taking them back.

use crate::bots::{Bot, BotError, BotSpec};
use crate::experiment::arena::record;
use crate::experiment::gamelog::{LogError, LoggedMove};
use crate::game::{About, Game, MAX_SEATS, Rng, Rules, Seat};
use crate::random::Streams;
use crate::results::record::Record;

/// A move that was made.
pub struct Made {
    /// Who made it.
    pub seat: Seat,
    /// The turn of that seat.
    pub turn: u32,
    /// Its index among the legal moves.
    choice: usize,
    /// Its notation.
    pub notation: String,
    /// How many legal moves there were.
    pub choices: usize,
    /// By seat, whether that seat did not see which move it was.
    pub hidden: [bool; MAX_SEATS],
}

/// A game from its deal to the position now, whichever game it is. Legal moves go by their index.
pub trait Course {
    /// The game.
    fn game(&self) -> &dyn About;
    /// Seed of the deal.
    fn deal_seed(&self) -> u64;
    /// All moves from the deal on.
    fn moves(&self) -> &[Made];
    /// Who decides; nobody if the game is over.
    fn to_move(&self) -> Option<Seat>;
    /// The turn of a seat.
    fn turn(&self, seat: Seat) -> u32;
    /// Number of legal moves.
    fn choices(&self) -> usize;
    /// The notation of each of them.
    fn notations(&self) -> Vec<String>;
    /// The position as a seat knows it.
    fn describe(&self, observer: Seat) -> String;
    /// How the game stands, seat by seat.
    fn records(&self) -> Vec<Record<'static>>;
    /// The legal move that a log holds next.
    fn logged(&self, logged: &LoggedMove, file: &str) -> Result<usize, LogError>;
    /// Makes a legal move.
    fn make(&mut self, choice: usize);
    /// Takes all but the first `kept` moves back: the deal is played again up to there, so that
    /// chance falls as it fell.
    fn take_back(&mut self, kept: usize);
    /// Lets a bot play; its number.
    fn add_bot(&mut self, bot: &BotSpec) -> Result<usize, BotError>;
    /// The legal move that the bot of this number chooses.
    fn choose(&mut self, bot: usize, rng: &mut Rng) -> usize;
    /// The legal move that a bot would choose.
    fn hint(&self, bot: &BotSpec, rng: &mut Rng) -> Result<usize, BotError>;
}

impl dyn Course + '_ {
    /// The index of the last move that `seat` chose, rather than having no choice.
    pub fn last_choice(&self, seat: Seat) -> Option<usize> {
        self.moves()
            .iter()
            .rposition(|made| made.seat == seat && made.choices > 1)
    }
}

/// A game from a deal on, and the bots in it.
pub struct Dealt<G: Game> {
    game: G,
    deal_seed: u64,
    chance: Streams,
    state: G::State,
    legal: Vec<G::Action>,
    moves: Vec<Made>,
    bots: Vec<Box<dyn Bot<G>>>,
}

impl<G: Game> Dealt<G> {
    /// A new deal.
    pub fn new(game: G, deal_seed: u64) -> Dealt<G> {
        let mut chance = Streams::new(deal_seed);
        let state = game.new_state(&mut chance, &mut ());
        let mut legal = Vec::new();
        game.legal_actions(&state, &mut legal);
        Dealt {
            game,
            deal_seed,
            chance,
            state,
            legal,
            moves: Vec::new(),
            bots: Vec::new(),
        }
    }
}

impl<G: Game> Course for Dealt<G> {
    fn game(&self) -> &dyn About {
        &self.game
    }

    fn deal_seed(&self) -> u64 {
        self.deal_seed
    }

    fn moves(&self) -> &[Made] {
        &self.moves
    }

    fn to_move(&self) -> Option<Seat> {
        self.game.to_move(&self.state)
    }

    fn turn(&self, seat: Seat) -> u32 {
        self.game.turns(&self.state, seat)
    }

    fn choices(&self) -> usize {
        self.legal.len()
    }

    fn notations(&self) -> Vec<String> {
        let legal = self.legal.iter();
        legal
            .map(|&action| self.game.action_text(&self.state, action))
            .collect()
    }

    fn describe(&self, observer: Seat) -> String {
        self.game.describe(&self.state, Some(observer))
    }

    fn records(&self) -> Vec<Record<'static>> {
        let mut seats = vec![Record::default(); Rules::seats(&self.game)];
        for made in &self.moves {
            seats[made.seat].decisions += 1;
        }
        record(&self.game, &self.state, &mut seats);
        seats
    }

    fn logged(&self, logged: &LoggedMove, file: &str) -> Result<usize, LogError> {
        let action = logged.action_in(&self.game, &self.state, file)?;
        let index = self.legal.iter().position(|&legal| legal == action);
        Ok(index.expect("what a log holds is one of the legal moves"))
    }

    fn make(&mut self, choice: usize) {
        let (game, state) = (&self.game, &self.state);
        let Some(seat) = game.to_move(state) else {
            return;
        };
        let action = self.legal[choice];
        self.moves.push(Made {
            seat,
            turn: game.turns(state, seat),
            choice,
            notation: game.action_text(state, action),
            choices: self.legal.len(),
            hidden: std::array::from_fn(|observer| {
                observer != seat
                    && observer < Rules::seats(game)
                    && game.hidden_from(state, action, observer)
            }),
        });
        let game = &self.game;
        game.apply(&mut self.state, action, &mut self.chance, &mut ());
        game.legal_actions(&self.state, &mut self.legal);
    }

    fn take_back(&mut self, kept: usize) {
        let choices: Vec<usize> = self.moves[..kept].iter().map(|made| made.choice).collect();
        self.moves.clear();
        self.chance = Streams::new(self.deal_seed);
        self.state = self.game.new_state(&mut self.chance, &mut ());
        self.game.legal_actions(&self.state, &mut self.legal);
        for choice in choices {
            self.make(choice);
        }
    }

    fn add_bot(&mut self, bot: &BotSpec) -> Result<usize, BotError> {
        self.bots.push(bot.build(&self.game)?);
        Ok(self.bots.len() - 1)
    }

    fn choose(&mut self, bot: usize, rng: &mut Rng) -> usize {
        self.bots[bot].choose(&self.game, &self.state, &self.legal, rng)
    }

    fn hint(&self, bot: &BotSpec, rng: &mut Rng) -> Result<usize, BotError> {
        let mut bot = bot.build(&self.game)?;
        Ok(bot.choose(&self.game, &self.state, &self.legal, rng))
    }
}
