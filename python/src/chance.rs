//! Chance events drawn from outside: their possible outcomes, and draws whose outcomes come from a list.

use portolan::game::{Chance, Purpose};
use portolan::random::{Rng, Streams, below, stream};

/// A possible outcome of a draw. Equivalent objects are a single outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Number that identifies the outcome: the number of the object or kind, or the number drawn.
    pub number: u32,
    /// Number of equally likely cases with this outcome.
    pub weight: u32,
}

/// An open draw.
#[derive(Clone, Debug)]
pub struct Draw {
    pub purpose: Purpose,
    /// True if outcomes are objects that the game can name.
    pub named: bool,
    /// At least two outcomes, sorted by number.
    pub outcomes: Vec<Outcome>,
}

/// Groups the cases `0..bound` by object, sorted by object number.
fn things(bound: u32, thing: impl Fn(u32) -> u16) -> Vec<Outcome> {
    let mut numbers: Vec<u32> = (0..bound).map(|index| thing(index).into()).collect();
    numbers.sort_unstable();
    let mut outcomes: Vec<Outcome> = Vec::new();
    for number in numbers {
        match outcomes.last_mut() {
            Some(last) if last.number == number => last.weight += 1,
            _ => outcomes.push(Outcome { number, weight: 1 }),
        }
    }
    outcomes
}

fn kinds(pieces: &[u8]) -> Vec<Outcome> {
    let kinds = (0..).zip(pieces).filter(|&(_, &count)| count > 0);
    kinds
        .map(|(number, &count)| Outcome {
            number,
            weight: count.into(),
        })
        .collect()
}

/// Returns the first case with this object.
fn first(bound: u32, number: u32, thing: impl Fn(u32) -> u16) -> u32 {
    let mut cases = 0..bound;
    cases
        .find(|&index| u32::from(thing(index)) == number)
        .unwrap_or_default()
}

/// Takes the outcomes of one deal or action from a list, and stores the first draw without an outcome. Results after
/// this draw only serve to finish the call and must be discarded.
pub struct Listed<'a> {
    given: std::slice::Iter<'a, u32>,
    /// The first draw without an outcome.
    pub open: Option<Draw>,
    rest: Rng,
}

impl<'a> Listed<'a> {
    /// Creates the source from a list of outcomes.
    pub fn new(given: &'a [u32]) -> Listed<'a> {
        Listed {
            given: given.iter(),
            open: None,
            rest: stream(0, &[]),
        }
    }

    fn answer(&mut self, purpose: Purpose, named: bool, outcomes: Vec<Outcome>) -> u32 {
        if let [only] = outcomes[..] {
            return only.number;
        }
        if let Some(&number) = self.given.next() {
            return number;
        }
        let any = outcomes[below(&mut self.rest, outcomes.len() as u32) as usize];
        self.open.get_or_insert(Draw {
            purpose,
            named,
            outcomes,
        });
        any.number
    }
}

impl Chance for Listed<'_> {
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        let numbers = (0..bound).map(|number| Outcome { number, weight: 1 });
        self.answer(purpose, false, numbers.collect())
    }

    fn pick(&mut self, purpose: Purpose, bound: u32, thing: impl Fn(u32) -> u16) -> u32 {
        let number = self.answer(purpose, true, things(bound, &thing));
        first(bound, number, thing)
    }

    fn shuffle<T>(&mut self, purpose: Purpose, items: &mut [T], thing: impl Fn(&T) -> u16) {
        for last in (1..items.len()).rev() {
            let index = self.pick(purpose, last as u32 + 1, |index| {
                thing(&items[index as usize])
            });
            items.swap(last, index as usize);
        }
    }

    fn piece(&mut self, purpose: Purpose, pieces: &[u8]) -> usize {
        self.answer(purpose, false, kinds(pieces)) as usize
    }
}

/// Draws from the streams of a deal, and records the outcomes for [`Listed`].
pub struct Noted {
    streams: Streams,
    /// Outcomes of the draws with several possible outcomes.
    pub outcomes: Vec<u32>,
}

impl Noted {
    /// Creates the source for a deal.
    pub fn new(deal_seed: u64) -> Noted {
        Noted {
            streams: Streams::new(deal_seed),
            outcomes: Vec::new(),
        }
    }
}

impl Chance for Noted {
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        let number = self.streams.below(purpose, bound);
        if bound > 1 {
            self.outcomes.push(number);
        }
        number
    }

    fn pick(&mut self, purpose: Purpose, bound: u32, thing: impl Fn(u32) -> u16) -> u32 {
        let index = self.streams.below(purpose, bound);
        let number = thing(index);
        if (0..bound).any(|other| thing(other) != number) {
            self.outcomes.push(number.into());
        }
        index
    }

    fn shuffle<T>(&mut self, purpose: Purpose, items: &mut [T], thing: impl Fn(&T) -> u16) {
        for last in (1..items.len()).rev() {
            let index = self.pick(purpose, last as u32 + 1, |index| {
                thing(&items[index as usize])
            });
            items.swap(last, index as usize);
        }
    }

    fn piece(&mut self, purpose: Purpose, pieces: &[u8]) -> usize {
        let kind = self.streams.piece(purpose, pieces);
        if pieces.iter().filter(|&&count| count > 0).count() > 1 {
            self.outcomes.push(kind as u32);
        }
        kind
    }
}
