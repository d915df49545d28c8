//! Chance that is told: a game follows another table, draw by draw.

use std::collections::BTreeMap;

use crate::game::{Chance, Notation, Purpose};
use crate::random::Streams;
use crate::suggestion::did_you_mean;

/// What was drawn elsewhere, in order, as far as it is told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// By name; `None` for what nobody told, which is drawn at random.
    pub things: Vec<Option<String>>,
    /// Whether all that is drawn after them is drawn at random.
    pub rest: bool,
}

/// The next draw that has to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is drawn, such as `plantation`.
    pub of: &'static str,
    /// What it can be, and how many there are of each.
    pub among: Vec<(String, u32)>,
    /// Draws that were told before it.
    pub told: usize,
}

/// Why a move is not made yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Untold {
    /// A draw has to be told.
    Asks(Question),
    /// What was told cannot be.
    Refused(String),
}

/// Draws what is told. A position that was drawn while something was left untold is none: it is dropped.
pub struct Told<'a, G> {
    game: &'a G,
    random: &'a mut Streams,
    drawn: &'a Drawn,
    next: usize,
    untold: Option<Untold>,
}

impl<'a, G: Notation> Told<'a, G> {
    /// Chance that falls as told; what is not told comes from `random`.
    pub fn new(game: &'a G, random: &'a mut Streams, drawn: &'a Drawn) -> Told<'a, G> {
        Told {
            game,
            random,
            drawn,
            next: 0,
            untold: None,
        }
    }

    /// Whether all was told, and nothing beside it.
    ///
    /// # Errors
    /// [`Untold`]: the position is to be dropped.
    pub fn finish(self) -> Result<(), Untold> {
        let (told, used) = (self.drawn.things.len(), self.next);
        match self.untold {
            Some(untold) => Err(untold),
            None if used < told => Err(Untold::Refused(format!(
                "{} told, but {used} made here",
                match told {
                    1 => "1 draw is".to_string(),
                    _ => format!("{told} draws are"),
                }
            ))),
            None => Ok(()),
        }
    }

    /// The index of what is drawn, of so many things by number; 0 as long as something is left untold.
    fn draw(&mut self, purpose: Purpose, things: &[u16]) -> usize {
        if self.untold.is_some() {
            return 0;
        }
        let told = match self.drawn.things.get(self.next) {
            None if self.drawn.rest => None,
            None => {
                self.untold = Some(Untold::Asks(self.question(purpose, things)));
                return 0;
            }
            Some(told) => {
                self.next += 1;
                told.as_deref()
            }
        };
        let Some(told) = told else {
            return self.random.below(purpose, things.len() as u32) as usize;
        };
        let name = |thing: u16| self.game.drawn(purpose, thing).1;
        if let Some(index) = things.iter().position(|&thing| name(thing) == told) {
            return index;
        }
        let Question { of, among, .. } = self.question(purpose, things);
        let known = among.iter().map(|(name, _)| name.as_str());
        let suggestion = did_you_mean(told, known);
        let left = among
            .iter()
            .map(|(name, number)| format!("{name} ({number})"));
        let refused = format!(
            "draw {}, {of}: \"{told}\" cannot be drawn{suggestion}; left are {}",
            self.next,
            left.collect::<Vec<_>>().join(", ")
        );
        self.untold = Some(Untold::Refused(refused));
        0
    }

    fn question(&self, purpose: Purpose, things: &[u16]) -> Question {
        let mut counts: BTreeMap<u16, u32> = BTreeMap::new();
        for &thing in things {
            *counts.entry(thing).or_default() += 1;
        }
        let named = |(&thing, &number): (&u16, &u32)| (self.game.drawn(purpose, thing).1, number);
        Question {
            of: self.game.drawn(purpose, things[0]).0,
            among: counts.iter().map(named).collect(),
            told: self.next,
        }
    }
}

impl<G: Notation> Chance for Told<'_, G> {
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.random.below(purpose, bound)
    }

    fn pick(&mut self, purpose: Purpose, bound: u32, thing: impl Fn(u32) -> u16) -> u32 {
        let things: Vec<u16> = (0..bound).map(thing).collect();
        self.draw(purpose, &things) as u32
    }

    /// From the first item on, as they are dealt.
    fn shuffle<T>(&mut self, purpose: Purpose, items: &mut [T], thing: impl Fn(&T) -> u16) {
        for first in 0..items.len() {
            let things: Vec<u16> = items[first..].iter().map(&thing).collect();
            items.swap(first, first + self.draw(purpose, &things));
        }
    }

    fn piece(&mut self, purpose: Purpose, pieces: &[u8]) -> usize {
        let of_kind = |(kind, &number): (usize, &u8)| vec![kind as u16; usize::from(number)];
        let things: Vec<u16> = pieces.iter().enumerate().flat_map(of_kind).collect();
        usize::from(things[self.draw(purpose, &things)])
    }
}
