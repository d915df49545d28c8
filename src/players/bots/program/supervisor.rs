//! Behaviour of an external program in a game: response times and failures.

use std::fmt::Write;
use std::time::Duration;

/// Ways in which a program can fail to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The program exceeded its time limit.
    Late,
    /// The program chose an illegal action.
    Illegal,
    /// The output of the program is not a valid answer.
    Garbled,
    /// The program exited.
    Crashed,
    /// The program wrote more output than requested.
    Flooded,
}

impl Failure {
    /// All failures, in the order of the columns of `programs.csv`.
    pub const ALL: [Failure; 5] = [
        Failure::Late,
        Failure::Illegal,
        Failure::Garbled,
        Failure::Crashed,
        Failure::Flooded,
    ];

    /// Returns the name used in tables and logs.
    pub fn name(self) -> &'static str {
        match self {
            Failure::Late => "late",
            Failure::Illegal => "illegal",
            Failure::Garbled => "garbled",
            Failure::Crashed => "crashed",
            Failure::Flooded => "flooded",
        }
    }

    /// Returns true if the process can continue after this failure and need not be restarted.
    pub fn leaves_it_running(self) -> bool {
        self == Failure::Illegal
    }
}

/// Histogram of response times. The first step ends at 1/16 ms, and there are four steps per power of two.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times {
    counts: Vec<u64>,
    /// Sum of all times.
    pub sum: Duration,
    /// Longest time.
    pub worst: Duration,
}

/// Upper end of the first step, in milliseconds.
const FIRST: f64 = 1.0 / 16.0;
/// Number of steps per power of two.
const STEPS: f64 = 4.0;

impl Times {
    /// Adds one response time.
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

    /// Returns the number of response times.
    pub fn number(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Adds the times of another game.
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

    /// Returns a quantile in milliseconds, for a `share` in 0..=1. The result is the upper end of the histogram step
    /// and overestimates by at most a fifth.
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

    /// Returns the histogram in the format of `programs.csv`: `step:count` for every step that is not empty.
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

    /// Parses the times in a row of `programs.csv`, or returns `None` if the row is invalid.
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

/// Reason why a run must stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// A program failed, and its bot file sets `on_failure = "stop"`.
    Failure(String),
    /// A program cannot be started, which does not count as a failed move.
    Start(String),
}

/// Report on a program's behaviour in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conduct {
    /// Response times of the answered moves.
    pub times: Times,
    /// Number of failures, in the order of [`Failure::ALL`].
    pub failures: [u64; Failure::ALL.len()],
    /// True if the seat forfeited the game.
    pub forfeited: bool,
    /// Description of the first failure, with the number of the move.
    pub first_failure: String,
    /// Reason why the run must stop, if there is one.
    pub stops: Option<Stop>,
}

impl Conduct {
    /// Records a failure at a move, counted from 1, with a description.
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
    fn time_quantiles_are_overestimated_by_at_most_a_fifth() {
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
    fn times_are_read_back_and_added() {
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
    fn first_failure_is_recorded() {
        let mut conduct = Conduct::default();
        conduct.note(Failure::Illegal, 3, "sail 99");
        conduct.note(Failure::Late, 4, "");
        assert_eq!(conduct.failures, [1, 1, 0, 0, 0]);
        assert_eq!(conduct.first_failure, "illegal at its move 3: sail 99");
    }
}
