//! Progress of running games, readable from other threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum progress that is assumed for a running game.
const ALMOST: f64 = 0.95;

/// Progress of one worker. It has its own cache line because it is written at every decision.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct Counter {
    games: AtomicU64,
    decisions: AtomicU64,
    under_way: AtomicU64,
}

impl Counter {
    /// Sets the number of decisions in the current game.
    #[inline]
    pub fn decided(&self, decisions: usize) {
        self.under_way.store(decisions as u64, Ordering::Relaxed);
    }

    /// Records the end of the current game.
    pub fn ended(&self) {
        let decisions = self.under_way.swap(0, Ordering::Relaxed);
        self.decisions.fetch_add(decisions, Ordering::Relaxed);
        self.games.fetch_add(1, Ordering::Relaxed);
    }

    /// Raises the number of finished games to `games`. Several threads may call this in any order.
    pub fn reached(&self, games: u64) {
        self.games.fetch_max(games, Ordering::Relaxed);
    }
}

/// Counters of all workers.
#[derive(Debug, Default)]
pub struct Live {
    counters: Mutex<Vec<Arc<Counter>>>,
    /// Estimated number of decisions per game, from a game between random players.
    guess: AtomicU64,
    /// Interim results in words; empty if there are none.
    interim: Mutex<String>,
    /// True if the results can end the run early.
    is_sequential: AtomicBool,
}

/// Progress at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameCount {
    /// Number of finished games.
    pub ended: u64,
    /// Number of finished games plus the estimated fractions of the running games.
    pub games: f64,
}

impl Live {
    /// Adds a counter for another worker.
    pub fn counter(&self) -> Arc<Counter> {
        let counter = Arc::new(Counter::default());
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        counters.push(Arc::clone(&counter));
        counter
    }

    /// Sets an estimate of the number of decisions per game, which is used until the first game is finished.
    pub fn guess(&self, decisions: u64) {
        self.guess.store(decisions, Ordering::Relaxed);
    }

    /// Sets the interim results in words.
    pub fn set_interim(&self, words: String) {
        *self.interim.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }

    /// Returns the interim results in words; empty if there are none.
    pub fn interim(&self) -> String {
        (self.interim.lock().unwrap_or_else(PoisonError::into_inner)).clone()
    }

    /// Records that the results can end the run early.
    pub fn set_sequential(&self) {
        self.is_sequential.store(true, Ordering::Relaxed);
    }

    /// Returns true if the results can end the run early, so that the planned number of games is a maximum.
    pub fn is_sequential(&self) -> bool {
        self.is_sequential.load(Ordering::Relaxed)
    }

    /// Returns the progress so far.
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
    fn unfinished_games_are_counted_by_their_decisions() {
        let live = Live::default();
        let (one, other) = (live.counter(), live.counter());
        one.decided(3);
        // The length of games is not known yet.
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
