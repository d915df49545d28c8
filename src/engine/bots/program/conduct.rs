//! How a program behaved in a game: what it took, and what went wrong.

use std::fmt::Write;
use std::time::Duration;

/// In what way a program did not answer as it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It took more time than it may, or said nothing at all.
    Late,
    /// It chose what is not legal.
    Illegal,
    /// What it said is no answer.
    Garbled,
    /// It ended.
    Crashed,
    /// It said more than anybody asked for.
    Flooded,
}

impl Failure {
    /// All of them, in the order of the columns of `programs.csv`.
    pub const ALL: [Failure; 5] = [
        Failure::Late,
        Failure::Illegal,
        Failure::Garbled,
        Failure::Crashed,
        Failure::Flooded,
    ];

    /// Its name in tables and logs.
    pub fn name(self) -> &'static str {
        match self {
            Failure::Late => "late",
            Failure::Illegal => "illegal",
            Failure::Garbled => "garbled",
            Failure::Crashed => "crashed",
            Failure::Flooded => "flooded",
        }
    }

    /// Whether the program goes on, rather than being started again.
    pub fn leaves_it_running(self) -> bool {
        self == Failure::Illegal
    }
}

/// Times of moves, counted in steps of a quarter of a power of two from a sixteenth of a millisecond on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times {
    counts: Vec<u64>,
    /// All of them together.
    pub sum: Duration,
    /// The longest one.
    pub worst: Duration,
}

/// The end of the first step, in milliseconds.
const FIRST: f64 = 1.0 / 16.0;
/// Steps from one power of two to the next.
const STEPS: f64 = 4.0;

impl Times {
    /// Counts one more.
    pub fn add(&mut self, time: Duration) {
        let milliseconds = time.as_secs_f64() * 1000.0;
        let step = ((milliseconds / FIRST).log2() * STEPS).ceil().max(0.0) as usize;
        if self.counts.len() <= step {
            self.counts.resize(step + 1, 0);
        }
        self.counts[step] += 1;
        self.sum += time;
        self.worst = self.worst.max(time);
    }

    /// How many there are.
    pub fn number(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Those of another game beside these.
    pub fn extend(&mut self, other: &Times) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (own, more) in self.counts.iter_mut().zip(&other.counts) {
            *own += more;
        }
        self.sum += other.sum;
        self.worst = self.worst.max(other.worst);
    }

    /// The time, in milliseconds, that so large a share of them does not pass: the end of the step in which it
    /// lies, a fifth too long at most.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let wanted = (share * self.number() as f64).ceil().max(1.0) as u64;
        let mut counted = 0;
        for (step, &count) in self.counts.iter().enumerate() {
            counted += count;
            if counted >= wanted {
                let end = FIRST * (step as f64 / STEPS).exp2();
                return Some(end.min(self.worst.as_secs_f64() * 1000.0));
            }
        }
        None
    }

    /// Its counts, step by step, as `programs.csv` has them: `step:count` of every step with some.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (step, count) in self
            .counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
        {
            let separator = if text.is_empty() { "" } else { " " };
            // Writing to a String cannot fail.
            let _ = write!(text, "{separator}{step}:{count}");
        }
        text
    }

    /// The times of a row of `programs.csv`; `None` if it is none.
    pub fn read(text: &str, sum: Duration, worst: Duration) -> Option<Times> {
        let mut counts = Vec::new();
        for pair in text.split_whitespace() {
            let (step, count) = pair.split_once(':')?;
            let step: usize = step.parse().ok().filter(|step| *step < 1000)?;
            if counts.len() <= step {
                counts.resize(step + 1, 0);
            }
            counts[step] += count.parse::<u64>().ok()?;
        }
        Some(Times { counts, sum, worst })
    }
}

/// Why a run has to stop before the game that is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A program failed whose bot file says `on_failure = "stop"`.
    Failure(String),
    /// A program cannot be started, which is no move of a player.
    Start(String),
}

/// How a program behaved in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conduct {
    /// Times of the moves that it answered.
    pub times: Times,
    /// How often it failed, in the order of [`Failure::ALL`].
    pub failures: [u64; Failure::ALL.len()],
    /// Whether its seat has lost by it.
    pub forfeited: bool,
    /// The first failure: at which of its moves, and what it said.
    pub first_failure: String,
    /// Why the run has to stop.
    pub stops: Option<Stop>,
}

impl Conduct {
    /// Notes a failure at one of its moves, from 1, with what was said.
    pub fn note(&mut self, failure: Failure, at: u64, said: &str) {
        let index = Failure::ALL.iter().position(|known| *known == failure);
        self.failures[index.unwrap_or_default()] += 1;
        if self.first_failure.is_empty() {
            self.first_failure = format!("{} at its move {at}: {said}", failure.name());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn milliseconds(number: f64) -> Duration {
        Duration::from_secs_f64(number / 1000.0)
    }

    #[test]
    fn quantiles_are_a_fifth_too_long_at_most() {
        let mut times = Times::default();
        (1..=1000).for_each(|number| times.add(milliseconds(f64::from(number))));
        assert_eq!(times.number(), 1000);
        for share in [0.05, 0.5, 0.95, 0.999] {
            let (found, wanted) = (times.quantile(share).unwrap(), 1000.0 * share);
            assert!((wanted..wanted * 1.2).contains(&found), "{share}: {found}");
        }
        assert_eq!(times.quantile(1.0), Some(1000.0));
        assert_eq!(Times::default().quantile(0.5), None);
    }

    #[test]
    fn times_read_back_and_add_up() {
        let mut one = Times::default();
        for time in [0.01, 0.2, 3.0, 3.1] {
            one.add(milliseconds(time));
        }
        let mut other = Times::default();
        other.add(milliseconds(250.0));
        let read = Times::read(&one.text(), one.sum, one.worst).unwrap();
        assert_eq!(read, one);
        one.extend(&other);
        assert_eq!(one.number(), 5);
        assert_eq!(one.worst, milliseconds(250.0));
        for broken in ["1", "a:1", "1:b", "5000:1"] {
            assert_eq!(Times::read(broken, Duration::ZERO, Duration::ZERO), None);
        }
    }

    #[test]
    fn the_first_failure_is_told() {
        let mut conduct = Conduct::default();
        conduct.note(Failure::Illegal, 3, "sail 99");
        conduct.note(Failure::Late, 4, "");
        assert_eq!(conduct.failures, [1, 1, 0, 0, 0]);
        assert_eq!(conduct.first_failure, "illegal at its move 3: sail 99");
    }
}
