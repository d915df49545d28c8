//! Events of a game as seen by a player.

use super::glossary::Glossary;
use super::screen::listed;
use portolan_core::game::Seat;
use portolan_run::play::ongoing::{OngoingGame, PlayedMove};

/// Narrates moves with the names of components.
pub struct Narration<'a> {
    pub ongoing: &'a dyn OngoingGame,
    /// Descriptions of component ids.
    pub glossary: &'a Glossary,
    /// Returns the name of a seat, such as `seat 1 (greedy)`.
    pub who: &'a dyn Fn(Seat) -> String,
}

impl Narration<'_> {
    /// Narrates the moves from `since` on, by turn and with their consequences, limited to what all observers
    /// saw. From the beginning of the game, the events of the deal come first.
    pub fn told(&self, observers: &[Seat], since: usize) -> String {
        self.chosen(observers, since, |_| true)
    }

    /// Narrates the moves for one observer, without the observer's own choices that had no further
    /// consequences.
    pub fn news(&self, observer: Seat, since: usize) -> String {
        self.chosen(&[observer], since, |made| {
            made.seat != observer || made.choices == 1 || !made.followed.is_empty()
        })
    }

    fn chosen(
        &self,
        observers: &[Seat],
        since: usize,
        is_told: impl Fn(&PlayedMove) -> bool,
    ) -> String {
        let dealt = match since {
            0 => self.ongoing.dealt_words(),
            _ => Vec::new(),
        };
        let mut text = match dealt.is_empty() {
            true => String::new(),
            false => listed("the deal", &dealt),
        };
        let moves = self.ongoing.moves().iter().enumerate().skip(since);
        let moves: Vec<(usize, &PlayedMove)> = moves.filter(|(_, made)| is_told(made)).collect();
        let turns =
            moves.chunk_by(|(_, one), (_, next)| (one.seat, one.turn) == (next.seat, next.turn));
        for turn in turns {
            let (first, made) = turn[0];
            let who = (self.who)(made.seat);
            let title = in_turn(self.ongoing, &who, made.turn, first);
            let lines: Vec<String> = turn
                .iter()
                .flat_map(|(_, made)| {
                    let followed = made.followed.iter();
                    let followed = followed.map(|words| format!("→ {words}"));
                    std::iter::once(self.told_move(observers, made)).chain(followed)
                })
                .collect();
            text.push_str(&listed(&title, &lines));
        }
        text
    }

    fn told_move(&self, observers: &[Seat], made: &PlayedMove) -> String {
        if observers.iter().any(|&observer| made.hidden[observer]) {
            return "a choice in secret".to_string();
        }
        let text = self.glossary.explained(&made.phrase);
        match observers == [made.seat] && made.choices == 1 {
            true => format!("{text} [your only move]"),
            false => text,
        }
    }
}

/// Returns the name of a seat with its turn at the move with index `at`. The moves of a seat before its first turn are part
/// of the set-up if no other seat has had a turn; otherwise they have no turn.
pub fn in_turn(ongoing: &dyn OngoingGame, who: &str, turn: u32, at: usize) -> String {
    let has_begun = || ongoing.moves()[..at].iter().any(|made| made.turn > 0);
    match turn {
        0 if has_begun() => who.to_string(),
        0 => format!("{who}, set-up"),
        turn => format!("{who}, turn {turn}"),
    }
}
