//! Reported draws: a game that follows another table uses the chance outcomes of that table.

use std::collections::BTreeMap;

use crate::game::{Chance, Notation, Purpose};
use crate::random::Streams;
use crate::suggestion::did_you_mean;

/// Draws reported from another table, in order. Unknown draws are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// Names of the results. `None` stands for an unknown draw, which is sampled at random.
    pub things: Vec<Option<String>>,
    /// True if all later draws are sampled at random.
    pub rest: bool,
}

/// The next draw that must be reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingDraw {
    /// Kind of the draw, such as `plantation`.
    pub of: &'static str,
    /// Possible results, with the number of copies of each.
    pub among: Vec<(String, u32)>,
    /// Number of draws that were reported before this draw.
    pub given: usize,
}

/// Reason why a move cannot be made yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawError {
    /// A draw is missing.
    Missing(MissingDraw),
    /// A reported draw is impossible.
    Impossible {
        /// Kind of the draw.
        of: &'static str,
        /// Number of the draw, from 1.
        number: usize,
        /// Reported name.
        given: String,
        /// Possible results, with the number of copies of each.
        among: Vec<(String, u32)>,
    },
    /// The reported position or number of draws is impossible.
    Refused(String),
}

impl DrawError {
    /// Returns a message about the draw or position.
    pub fn reason(&self) -> String {
        match self {
            DrawError::Missing(MissingDraw { of, given, .. }) => {
                format!("draw {}, {of}, is missing", given + 1)
            }
            DrawError::Impossible {
                of,
                number,
                given,
                among,
            } => {
                let known = among.iter().map(|(name, _)| name.as_str());
                format!(
                    "draw {number}, {of}: \"{given}\" cannot be drawn{}; remaining: {}",
                    did_you_mean(given, known),
                    numbered(among)
                )
            }
            DrawError::Refused(reason) => reason.clone(),
        }
    }
}

/// Returns a list of components with their numbers of copies, such as `corn (3), sugar`.
pub fn numbered(among: &[(String, u32)]) -> String {
    let name = |(name, number): &(String, u32)| match number {
        1 => name.clone(),
        number => format!("{name} ({number})"),
    };
    among.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// Returns components in the order of their names, or as numbers if all names are numbers.
pub fn in_order(among: &[(String, u32)]) -> Vec<(String, u32)> {
    let mut among = among.to_vec();
    match among.iter().all(|(name, _)| name.parse::<u32>().is_ok()) {
        true => among.sort_by_key(|(name, _)| name.parse::<u32>().ok()),
        false => among.sort(),
    }
    among
}

/// Chance source that returns given draws. If a draw is missing or impossible, the resulting position is invalid and
/// must be discarded.
pub struct GivenChance<'a, G> {
    game: &'a G,
    random: &'a mut Streams,
    drawn: &'a Drawn,
    next: usize,
    /// Names of the results of all draws so far.
    fell: Vec<String>,
    problem: Option<DrawError>,
}

impl<'a, G: Notation> GivenChance<'a, G> {
    /// Creates a chance source. Unreported draws come from `random`.
    pub fn new(game: &'a G, random: &'a mut Streams, drawn: &'a Drawn) -> GivenChance<'a, G> {
        GivenChance {
            game,
            random,
            drawn,
            next: 0,
            fell: Vec::new(),
            problem: None,
        }
    }

    /// Returns the names of the results of all draws, if every reported draw was used.
    ///
    /// # Errors
    /// [`DrawError`] if a draw was missing, impossible or not used. The position must then be discarded.
    pub fn finish(self) -> Result<Vec<String>, DrawError> {
        let (given, used) = (self.drawn.things.len(), self.next);
        match self.problem {
            Some(problem) => Err(problem),
            None if used < given => Err(DrawError::Refused(format!(
                "{} reported, but this game needs {used}",
                match given {
                    1 => "1 draw is".to_string(),
                    _ => format!("{given} draws are"),
                }
            ))),
            None => Ok(self.fell),
        }
    }

    /// Returns the index in `things` of the result of the next draw, or 0 after a problem.
    fn draw(&mut self, purpose: Purpose, things: &[u16]) -> usize {
        if self.problem.is_some() {
            return 0;
        }
        let given = match self.drawn.things.get(self.next) {
            None if self.drawn.rest => None,
            None => {
                self.problem = Some(DrawError::Missing(self.missing_draw(purpose, things)));
                return 0;
            }
            Some(given) => {
                self.next += 1;
                given.as_deref()
            }
        };
        let name = |thing: u16| self.game.drawn(purpose, thing).1;
        let Some(given) = given else {
            let index = self.unreported(purpose, things);
            self.fell.push(name(things[index]));
            return index;
        };
        if let Some(index) = things.iter().position(|&thing| name(thing) == given) {
            self.fell.push(given.to_string());
            return index;
        }
        let MissingDraw { of, among, .. } = self.missing_draw(purpose, things);
        self.problem = Some(DrawError::Impossible {
            of,
            number: self.next,
            given: given.to_string(),
            among,
        });
        0
    }

    /// Returns the index of a random result. If possible, the results of later reported draws remain available.
    fn unreported(&mut self, purpose: Purpose, things: &[u16]) -> usize {
        let later = self.drawn.things.get(self.next..).unwrap_or_default();
        let later: Vec<&str> = later.iter().flatten().map(String::as_str).collect();
        let index = self.random.below(purpose, things.len() as u32) as usize;
        if later.is_empty() {
            return index;
        }
        let names: Vec<String> = things
            .iter()
            .map(|&thing| self.game.drawn(purpose, thing).1)
            .collect();
        let is_free = |at: &usize| {
            let name = &names[*at];
            let copies = names.iter().filter(|other| *other == name).count();
            copies > later.iter().filter(|other| *other == name).count()
        };
        let others = (index..things.len()).chain(0..index);
        others.into_iter().find(is_free).unwrap_or(index)
    }

    fn missing_draw(&self, purpose: Purpose, things: &[u16]) -> MissingDraw {
        let mut counts: BTreeMap<u16, u32> = BTreeMap::new();
        for &thing in things {
            *counts.entry(thing).or_default() += 1;
        }
        let named = |(&thing, &number): (&u16, &u32)| (self.game.drawn(purpose, thing).1, number);
        MissingDraw {
            of: self.game.drawn(purpose, things[0]).0,
            among: counts.iter().map(named).collect(),
            given: self.next,
        }
    }
}

impl<G: Notation> Chance for GivenChance<'_, G> {
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.random.below(purpose, bound)
    }

    fn pick(&mut self, purpose: Purpose, bound: u32, thing: impl Fn(u32) -> u16) -> u32 {
        let things: Vec<u16> = (0..bound).map(thing).collect();
        self.draw(purpose, &things) as u32
    }

    /// Draws the items one by one, in the order in which they are dealt.
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
