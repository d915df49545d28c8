//! Deals of another table, as one seat reports them.

use std::collections::BTreeMap;

use super::determinization::COMPARED;
use super::given::{DrawError, Drawn};
use super::ongoing::OngoingGame;
use super::reported::{Question, Unfit, refused_draw};
use super::views::{Sight, missing, sight, sight_by_exchange};
use crate::game::Seat;
use crate::seed;

/// Number of deals that are tried to find whether a seat sees a draw.
const COMPARED_DEALS: u64 = 8;

type Started = Box<dyn OngoingGame>;

/// A game that has begun, and the answers about its deal.
pub type Begun = (Started, Vec<Option<String>>);

/// Begins a game with a seed and given draws.
pub type Begin<'a> = dyn Fn(u64, Drawn) -> Result<Started, DrawError> + 'a;

/// Alternative result of a draw, which is compared with its actual result.
#[derive(Clone, Copy)]
enum Alternative {
    /// Another component; later draws do not change.
    Other,
    /// The result of a later or hidden draw, which receives the actual result in exchange.
    Exchanged,
}

/// Begins a game with the draws of the deal or position that `observer` reports.
///
/// # Errors
/// [`Unfit`] if an answer is missing or impossible, or the position is invalid.
pub fn begin(
    begin: &Begin,
    observer: Option<Seat>,
    seed: u64,
    answers: &[Option<String>],
) -> Result<Begun, Unfit> {
    let mut things = answers.to_vec();
    loop {
        let drawn = |things: &[Option<String>], rest| Drawn {
            things: things.to_vec(),
            rest,
        };
        let refused = |error| refused(begin, (observer, seed), answers, error);
        let guessed = guessed(begin, seed, &things).map_err(refused)?;
        let begun = begin(seed, drawn(&guessed, true)).map_err(refused)?;
        let (fell, at) = (begun.fell_in_deal(), things.len());
        if at == fell.len() {
            return Ok((begun, things));
        }
        let missing_in =
            |seed, things: &[_]| missing(&|drawn| begin(seed, drawn.clone()).map(drop), things);
        let Some(missing) = missing_in(seed, &guessed) else {
            let problem = format!("{at} draws are reported, but {} are needed", fell.len());
            return Err(Unfit::Refused(problem));
        };
        // If a later draw needs the component, no other result is possible. If this is the case in all
        // determinizations, an exchange with another draw shows whether the place of the component is visible.
        let deals = [Alternative::Other, Alternative::Exchanged];
        let seen = deals.into_iter().find_map(|alternative| {
            (0..COMPARED_DEALS).find_map(|other| {
                let seed = seed.wrapping_add(other) & seed::LARGEST;
                sight_in_deal(begin, (observer, alternative), seed, &things)
            })
        });
        match seen {
            Some(Sight::Hidden) => things.push(None),
            seen => {
                // Hidden draws before this one may have taken some of the components.
                let mut among: BTreeMap<String, u32> = missing.among.into_iter().collect();
                if things.contains(&None) {
                    for other in 1..COMPARED as u64 {
                        let seed = seed.wrapping_add(other) & seed::LARGEST;
                        let guessed = self::guessed(begin, seed, &things).ok();
                        let others = guessed.and_then(|guessed| missing_in(seed, &guessed));
                        for (name, number) in others.into_iter().flat_map(|missing| missing.among) {
                            let most = among.entry(name).or_default();
                            *most = number.max(*most);
                        }
                    }
                }
                let place = seen.and_then(Sight::place);
                return Err(Unfit::Asks(Question {
                    of: missing.of.to_string(),
                    among: among.into_iter().collect(),
                    is_required: place.is_some(),
                    place,
                    shown: false,
                    answers: things,
                }));
            }
        }
    }
}

/// Returns the rejection of these answers. If the last answer was impossible, the message lists the components that the
/// question allowed, because `error` omits components that the failed deal drew face down.
fn refused(
    begin: &Begin,
    (observer, seed): (Option<Seat>, u64),
    answers: &[Option<String>],
    error: DrawError,
) -> Unfit {
    if let (DrawError::Impossible { .. }, Some((Some(name), before))) =
        (&error, answers.split_last())
        && let Err(Unfit::Asks(question)) = self::begin(begin, observer, seed, before)
        && question.answers.len() + 1 == answers.len()
    {
        let number = answers.iter().flatten().count();
        let of = format!("draw {number}, {}", question.of);
        return Unfit::Refused(refused_draw(&of, name, &question.among, before));
    }
    Unfit::Refused(error.reason())
}

/// Determines whether a seat sees the draw that follows these draws of the deal or position. Returns `None` if no other
/// result of the draw is possible.
fn sight_in_deal(
    begin: &Begin,
    (observer, alternative): (Option<Seat>, Alternative),
    seed: u64,
    things: &[Option<String>],
) -> Option<Sight> {
    let guessed = guessed(begin, seed, things).ok()?;
    let missing = missing(&|drawn| begin(seed, drawn.clone()).map(drop), &guessed)?;
    let made = |drawn: &Drawn| begin(seed, drawn.clone()).ok();
    let begun = made(&Drawn {
        things: guessed,
        rest: true,
    })?;
    let (fell, at) = (begun.fell_in_deal(), things.len());
    let here = begun.position(observer);
    let compare =
        |other: &Started, name: &str| Sight::of(&here, &other.position(observer), &fell[at], name);
    match alternative {
        Alternative::Other => {
            // Another result may need other hidden draws before it.
            let made = |drawn: &Drawn| {
                let all = [things, &drawn.things[at..]].concat();
                let things = self::guessed(begin, seed, &all).ok()?;
                made(&Drawn { things, rest: true })
            };
            sight(&made, fell, at, &missing.among, &compare)
        }
        Alternative::Exchanged => {
            let hidden = (0..at).filter(|&other| things[other].is_none());
            let others = &mut hidden.chain(at + 1..fell.len());
            sight_by_exchange(&made, fell, at, others, &compare)
        }
    }
}

/// Fills in hidden draws without which a later reported draw is impossible, such as the choice of the cards in a pile.
///
/// # Errors
/// [`DrawError`] if a reported draw is impossible with every hidden draw.
fn guessed(
    begin: &Begin,
    seed: u64,
    things: &[Option<String>],
) -> Result<Vec<Option<String>>, DrawError> {
    let attempt = |things: &[Option<String>]| {
        let things = things.to_vec();
        begin(seed, Drawn { things, rest: true }).map(drop)
    };
    let mut guessed = things.to_vec();
    while let Err(error) = attempt(&guessed) {
        let DrawError::Impossible { number, given, .. } = &error else {
            return Err(error);
        };
        let with = |at: usize| {
            let mut more = guessed.clone();
            more[at] = Some(given.clone());
            more
        };
        let gets_further = |at: &usize| match attempt(&with(*at)) {
            Ok(()) => true,
            Err(DrawError::Impossible { number: next, .. }) => next > *number,
            Err(_) => false,
        };
        let mut hidden = (0..number - 1).rev().filter(|&at| guessed[at].is_none());
        let found = hidden.find(gets_further);
        match found {
            Some(at) => guessed = with(at),
            None => return Err(error),
        }
    }
    Ok(guessed)
}
