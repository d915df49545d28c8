//! How long work has taken.

use std::time::{Duration, Instant};

/// How long work has taken, over all its sessions.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    began: Instant,
    earlier_seconds: f64,
}

impl Clock {
    /// Of work that begins now.
    pub fn start() -> Clock {
        Clock {
            began: Instant::now(),
            earlier_seconds: 0.0,
        }
    }

    /// The same session of work on which earlier ones have spent so long.
    pub fn after(self, earlier_seconds: f64) -> Clock {
        Clock {
            earlier_seconds,
            ..self
        }
    }

    /// Time of this session.
    pub fn session(&self) -> Duration {
        self.began.elapsed()
    }

    /// Seconds of all sessions.
    pub fn seconds(&self) -> f64 {
        self.earlier_seconds + self.session().as_secs_f64()
    }
}
