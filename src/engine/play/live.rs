//! How far games are that are being played, seen from another thread while they go on.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A game under way is taken for no further than this, however long it lasts.
const ALMOST: f64 = 0.95;

/// What one worker has played: on a cache line of its own, because it is written at every decision.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct Counter {
    games: AtomicU64,
    decisions: AtomicU64,
    under_way: AtomicU64,
}

impl Counter {
    /// The game under way has come to so many decisions.
    #[inline]
    pub fn decided(&self, decisions: usize) {
        self.under_way.store(decisions as u64, Ordering::Relaxed);
    }

    /// The game under way has ended.
    pub fn ended(&self) {
        let decisions = self.under_way.swap(0, Ordering::Relaxed);
        self.decisions.fetch_add(decisions, Ordering::Relaxed);
        self.games.fetch_add(1, Ordering::Relaxed);
    }

    /// So many have ended in all, whoever of several threads tells it first.
    pub fn reached(&self, games: u64) {
        self.games.fetch_max(games, Ordering::Relaxed);
    }
}

/// The counters of all workers.
#[derive(Debug, Default)]
pub struct Live {
    counters: Mutex<Vec<Arc<Counter>>>,
    /// Decisions of a game of random players.
    guess: AtomicU64,
}

/// What was played at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameCount {
    /// Games that have ended.
    pub ended: u64,
    /// The same and the parts of those under way that are played, as far as decisions tell.
    pub games: f64,
}

impl Live {
    /// A counter for one more worker.
    pub fn counter(&self) -> Arc<Counter> {
        let counter = Arc::new(Counter::default());
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        counters.push(Arc::clone(&counter));
        counter
    }

    /// A game of random players has so many decisions: so that something is known of how long games are
    /// before the first one has ended.
    pub fn guess(&self, decisions: u64) {
        self.guess.store(decisions, Ordering::Relaxed);
    }

    /// What was played so far.
    pub fn played(&self) -> GameCount {
        let counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        let sum = |of: fn(&Counter) -> &AtomicU64| -> u64 {
            counters
                .iter()
                .map(|counter| of(counter).load(Ordering::Relaxed))
                .sum()
        };
        let (ended, decisions) = (
            sum(|counter| &counter.games),
            sum(|counter| &counter.decisions),
        );
        let guess = self.guess.load(Ordering::Relaxed);
        let usual = match ended {
            0 => guess as f64,
            _ => decisions as f64 / ended as f64,
        };
        let part = |counter: &Arc<Counter>| {
            let made = counter.under_way.load(Ordering::Relaxed) as f64;
            (made / usual.max(1.0)).min(ALMOST)
        };
        let parts: f64 = match usual {
            0.0 => 0.0,
            _ => counters.iter().map(part).sum(),
        };
        GameCount {
            ended,
            games: ended as f64 + parts,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_games_count_by_their_decisions() {
        let live = Live::default();
        let (one, other) = (live.counter(), live.counter());
        one.decided(3);
        // Nothing is known of how long games are.
        assert_eq!(
            live.played(),
            GameCount {
                ended: 0,
                games: 0.0
            }
        );
        live.guess(12);
        assert_eq!(
            live.played(),
            GameCount {
                ended: 0,
                games: 0.25
            }
        );
        one.decided(6);
        one.ended();
        other.decided(3);
        assert_eq!(
            live.played(),
            GameCount {
                ended: 1,
                games: 1.5
            }
        );
        other.decided(60);
        assert_eq!(
            live.played(),
            GameCount {
                ended: 1,
                games: 1.0 + ALMOST
            }
        );
    }
}
