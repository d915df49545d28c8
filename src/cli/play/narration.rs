//! What happened, as far as somebody saw it.

use super::glossary::Glossary;
use super::screen::listed;
use portolan_core::game::Seat;
use portolan_engine::play::ongoing::{OngoingGame, PlayedMove};

/// Tells moves by names.
pub struct Narration<'a> {
    /// The game.
    pub ongoing: &'a dyn OngoingGame,
    /// What ids stand for.
    pub glossary: &'a Glossary,
    /// Who sits where: `seat 1 (greedy)`.
    pub who: &'a dyn Fn(Seat) -> String,
}

impl Narration<'_> {
    /// The moves from `since` on as far as `observer` saw them, turn by turn, each with what came of it.
    pub fn told(&self, observer: Seat, since: usize) -> String {
        self.ongoing.moves()[since..]
            .chunk_by(|one, next| (one.seat, one.turn) == (next.seat, next.turn))
            .map(|turn| {
                let title = self.in_turn(turn[0].seat, turn[0].turn);
                let lines: Vec<String> = turn
                    .iter()
                    .flat_map(|made| {
                        let followed = made.followed.iter();
                        let followed = followed.map(|words| format!("→ {words}"));
                        std::iter::once(self.told_move(observer, made)).chain(followed)
                    })
                    .collect();
                listed(&title, &lines)
            })
            .collect()
    }

    fn told_move(&self, observer: Seat, made: &PlayedMove) -> String {
        if made.hidden[observer] {
            return "a choice in secret".to_string();
        }
        let text = self.glossary.explained(&made.notation, &made.explained);
        match made.seat == observer && made.choices == 1 {
            true => format!("{text} [your only move]"),
            false => text,
        }
    }

    /// A seat and its turn.
    pub fn in_turn(&self, seat: Seat, turn: u32) -> String {
        let who = (self.who)(seat);
        match turn {
            0 => format!("{who}, set-up"),
            turn => format!("{who}, turn {turn}"),
        }
    }
}
