//! Elapsed time of long-running work.

use std::time::{Duration, Instant};

/// Elapsed time over all sessions of the work.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    began: Instant,
    earlier_seconds: f64,
}

impl Clock {
    /// Starts a clock.
    pub fn start() -> Clock {
        Clock {
            began: Instant::now(),
            earlier_seconds: 0.0,
        }
    }

    /// Adds the time of earlier sessions.
    pub fn after(self, earlier_seconds: f64) -> Clock {
        Clock {
            earlier_seconds,
            ..self
        }
    }

    /// Returns the time of the current session.
    pub fn session(&self) -> Duration {
        self.began.elapsed()
    }

    /// Returns the elapsed seconds over all sessions.
    pub fn seconds(&self) -> f64 {
        self.earlier_seconds + self.session().as_secs_f64()
    }
}
