//! The moves so far, and taking them back.

use crate::game::{Game, MAX_SEATS, Seat};
use crate::random::Streams;

/// A move that was made.
pub struct Made<A> {
    /// Who made it.
    pub seat: Seat,
    /// The turn of that seat.
    pub turn: u32,
    /// What it was.
    pub action: A,
    /// Its notation.
    pub notation: String,
    /// How many legal moves there were.
    pub choices: usize,
    /// By seat, whether that seat did not see which move it was.
    pub hidden: [bool; MAX_SEATS],
}

/// A game from its deal to the position now.
pub struct Course<'a, G: Game> {
    game: &'a G,
    /// Seed of the deal.
    pub deal_seed: u64,
    chance: Streams,
    /// The position.
    pub state: G::State,
    /// The legal moves in it.
    pub legal: Vec<G::Action>,
    /// All moves from the deal on.
    pub moves: Vec<Made<G::Action>>,
}

impl<'a, G: Game> Course<'a, G> {
    /// A new deal.
    pub fn new(game: &'a G, deal_seed: u64) -> Course<'a, G> {
        let mut chance = Streams::new(deal_seed);
        let state = game.new_state(&mut chance, &mut ());
        let mut legal = Vec::new();
        game.legal_actions(&state, &mut legal);
        Course {
            game,
            deal_seed,
            chance,
            state,
            legal,
            moves: Vec::new(),
        }
    }

    /// Makes a legal move.
    pub fn make(&mut self, action: G::Action) {
        let game = self.game;
        let Some(seat) = game.to_move(&self.state) else {
            return;
        };
        let state = &self.state;
        self.moves.push(Made {
            seat,
            turn: game.turns(state, seat),
            action,
            notation: game.action_text(state, action),
            choices: self.legal.len(),
            hidden: std::array::from_fn(|observer| {
                observer != seat
                    && observer < game.seats()
                    && game.hidden_from(state, action, observer)
            }),
        });
        game.apply(&mut self.state, action, &mut self.chance, &mut ());
        game.legal_actions(&self.state, &mut self.legal);
    }

    /// Takes all but the first `kept` moves back: the deal is played again up to there, so that
    /// chance falls as it fell.
    pub fn take_back(&mut self, kept: usize) {
        let actions: Vec<G::Action> = self.moves[..kept].iter().map(|made| made.action).collect();
        *self = Course::new(self.game, self.deal_seed);
        for action in actions {
            self.make(action);
        }
    }

    /// The index of the last move that `seat` chose, rather than having no choice.
    pub fn last_choice(&self, seat: Seat) -> Option<usize> {
        self.moves
            .iter()
            .rposition(|made| made.seat == seat && made.choices > 1)
    }
}
