//! Moves of another table, as one seat reports them.
//!
//! The search makes every reported move in determinizations that agree with the view of the seat and with the report.
//! If the seat can see a difference between these determinizations, the search returns a [`Question`] about it.

use std::collections::{BTreeMap, BTreeSet};

pub use super::determinization::{Samples, Search};

use super::determinization::{Wanted, World};
use super::erased_game::State;
use super::given::{Drawn, MissingDraw, in_order, numbered};
use super::views::{COUNTED, Shown, Sight, missing, place, place_name, sight};
use crate::game::Phrase;
use crate::random::guess_stream;
use crate::suggestion::did_you_mean;

/// Number of determinizations whose legal moves are listed.
const LISTED: usize = 300;
/// Number of drawable components with which a component is exchanged to test whether the component can also be drawn.
const SOME: usize = 6;

/// A reported move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Notation of the action; `None` if the seat did not see it.
    pub action: Option<String>,
    /// Components that the move showed, then its draws, in the order of the questions. `None` means that the move showed
    /// no further component, or that the draw was hidden.
    pub answers: Vec<Option<String>>,
}

/// Question about a reported move or the deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Kind of component or, for a shown component, its place.
    pub of: String,
    /// Possible values, each with its number of copies. Other values may be possible as well.
    pub among: Vec<(String, u32)>,
    /// Place of the component, if known.
    pub place: Option<String>,
    /// True for a component that the move showed, false for a draw.
    pub shown: bool,
    /// True if `None` is not accepted as an answer, because the seat sees the place of the draw, or because the move
    /// shows a further component in every sample.
    pub is_required: bool,
    /// Answers so far, including the draws that the seat does not see.
    pub answers: Vec<Option<String>>,
}

impl Question {
    /// Returns true if only the values in `among` are possible. For shown components, and for draws after hidden draws,
    /// `among` comes from samples and may be incomplete.
    pub fn is_complete(&self) -> bool {
        !self.shown && !self.answers.contains(&None)
    }
}

/// Reason why a reported move cannot be made yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The report is incomplete; the question states what is missing.
    Asks(Question),
    /// The report contradicts the view of the seat.
    Refused(String),
}

/// A move that fits its report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fitted {
    /// Index of the legal move.
    pub choice: usize,
    /// All draws of the move.
    pub drawn: Drawn,
    /// All answers, including the draws that the seat does not see.
    pub answers: Vec<Option<String>>,
}

impl Search<'_> {
    /// Returns the state in which the move is made, and the move with all its draws. `samples` is passed again with each
    /// answer.
    ///
    /// # Errors
    /// [`Unfit`] if the report is incomplete or impossible.
    pub fn fit(
        &mut self,
        report: &Report,
        samples: &mut Samples,
    ) -> Result<(State, Fitted), Unfit> {
        let action = report.action.as_deref();
        let mut wanted = Wanted::default();
        let used = self.fit_shown(action, &report.answers, &mut wanted, samples)?;
        wanted.things = report.answers[used..].to_vec();
        loop {
            // The final search has its own random stream, so that its result does not depend on earlier questions.
            self.rng = guess_stream(self.seed, self.made, 1);
            let Some(world) = self.world(action, &wanted) else {
                return Err(Unfit::Refused(self.refusal(action, &wanted)));
            };
            let (next, all) = (wanted.things.len(), world.fell.len());
            if next > all {
                let problem = format!("{next} draws are reported, but the move needs {all}");
                return Err(Unfit::Refused(problem));
            }
            if next == all {
                let things = world.fell.into_iter().map(Some).collect();
                let drawn = Drawn {
                    things,
                    rest: false,
                };
                let mut answers = report.answers[..used].to_vec();
                answers.extend(wanted.things);
                let choice = world.choice;
                return Ok((
                    world.state,
                    Fitted {
                        choice,
                        drawn,
                        answers,
                    },
                ));
            }
            let before: Vec<Option<String>> =
                world.fell[..next].iter().cloned().map(Some).collect();
            let attempt = |drawn: &Drawn| self.made_in(&world.state, world.choice, drawn).map(drop);
            let Some(missing) = missing(&attempt, &before) else {
                return Err(Unfit::Refused(self.refusal(action, &wanted)));
            };
            let here = |drawn: &Drawn| self.made_in(&world.state, world.choice, drawn).ok();
            let compare = |(after, _): &(State, _), other: &str| {
                self.compared(&world.after, after, &world.fell[next], other)
            };
            let mut sight = sight(&here, &world.fell, next, &missing.among, &compare);
            if sight.is_none() {
                sight = self.sight_elsewhere(&world, next);
            }
            match sight {
                Some(Sight::Hidden) => wanted.things.push(None),
                seen => {
                    let place = seen.and_then(Sight::place);
                    let mut answers = report.answers[..used].to_vec();
                    let among = self.within_reach(&world.state, missing.among);
                    answers.extend(wanted.things);
                    return Err(Unfit::Asks(Question {
                        of: missing.of.to_string(),
                        among,
                        is_required: place.is_some(),
                        place,
                        shown: false,
                        answers,
                    }));
                }
            }
        }
    }

    /// Compares the components that the move shows in different determinizations, and adds the reported components to
    /// `wanted`. Returns the number of answers used.
    fn fit_shown(
        &mut self,
        action: Option<&str>,
        answers: &[Option<String>],
        wanted: &mut Wanted,
        samples: &mut Samples,
    ) -> Result<usize, Unfit> {
        if self.observer.is_none() {
            return Ok(0);
        }
        let mut compared = self.samples(action, wanted, samples);
        let Some(first) = compared.first() else {
            return Err(Unfit::Refused(misfit(action.unwrap_or("-"))));
        };
        let always = compared.iter().fold(first.clone(), |always, shown| {
            always.intersection(shown).cloned().collect()
        });
        let mut used = 0;
        loop {
            let reported: Shown = wanted.shown.iter().cloned().collect();
            let open = |shown: &Shown| -> Shown {
                let rest = shown.difference(&always);
                rest.filter(|it| !reported.contains(*it)).cloned().collect()
            };
            let open: Vec<Shown> = compared.iter().map(open).collect();
            let Some(next) = open.iter().flatten().map(|(path, _)| place(path)).min() else {
                break;
            };
            if open.iter().all(|shown| *shown == open[0]) {
                wanted.shown.extend(open[0].iter().cloned());
                break;
            }
            match answers.get(used) {
                None => {
                    let mut among: BTreeMap<String, u32> = BTreeMap::new();
                    for (path, name) in open.iter().flatten() {
                        if place(path) == next {
                            among.insert(name.clone(), 1);
                        }
                    }
                    return Err(Unfit::Asks(Question {
                        of: place_name(next),
                        among: among.into_iter().collect(),
                        place: None,
                        shown: true,
                        is_required: open
                            .iter()
                            .all(|shown| shown.iter().any(|(path, _)| place(path) == next)),
                        answers: answers.to_vec(),
                    }));
                }
                Some(None) => {
                    used += 1;
                    wanted.is_ended = true;
                    break;
                }
                // A component that is shown in every sample does not restrict the samples.
                Some(Some(name)) if always.contains(&(next.to_string(), name.clone())) => used += 1,
                Some(Some(name)) => {
                    used += 1;
                    let is_counted = open
                        .iter()
                        .flatten()
                        .any(|(path, _)| path != next && place(path) == next);
                    let component = match is_counted {
                        false => (next.to_string(), name.clone()),
                        true => self.next_copy(next, name, &[&reported, &always]),
                    };
                    wanted.shown.push(component);
                    compared = self.samples(action, wanted, samples);
                    if compared.is_empty() {
                        let others = open
                            .iter()
                            .flatten()
                            .filter(|(path, _)| place(path) == next);
                        let others = others.map(|(_, name)| name.as_str()).collect();
                        return Err(Unfit::Refused(self.misfit_of(name, others)));
                    }
                }
            }
        }
        wanted.complete = Some(always);
        Ok(used)
    }

    /// Returns the next copy of a counted component that was not in this place before the move and is not in `others`.
    fn next_copy(&self, place: &str, name: &str, others: &[&Shown]) -> (String, String) {
        let mut copies = (1..).map(|unit| (format!("{place}{COUNTED}{unit}"), name.to_string()));
        let is_new = |copy: &(String, String)| {
            !self.is_before(&copy.0, &copy.1) && others.iter().all(|set| !set.contains(copy))
        };
        copies.find(is_new).unwrap_or_default()
    }

    /// Determines whether the observer sees a draw with a single possible result, by exchanging the drawn component.
    fn sight_elsewhere(&self, world: &World, at: usize) -> Option<Sight> {
        let observer = self.observer?;
        self.ids.iter().find_map(|other| {
            let mut state = world.state.clone();
            let name = &world.fell[at];
            if !self.game.exchange(&mut state, observer, name, other) {
                return None;
            }
            let mut names = world.fell.clone();
            names[at].clone_from(other);
            let things = names.into_iter().map(Some).collect();
            let drawn = Drawn { things, rest: true };
            let (after, _) = self.made_in(&state, world.choice, &drawn).ok()?;
            Some(self.compared(&world.after, &after, name, other))
        })
    }

    /// Compares the views of two positions that differ in a draw.
    fn compared(&self, after: &State, compared: &State, one: &str, other: &str) -> Sight {
        if (self.game).are_equal(&self.resampled(after), &self.resampled(compared)) {
            return Sight::Hidden;
        }
        let view = |state| self.game.view(state, self.observer);
        Sight::of(&view(after), &view(compared), one, other)
    }

    /// Adds the components that the observer cannot distinguish from the drawable components.
    fn within_reach(&self, state: &State, among: Vec<(String, u32)>) -> Vec<(String, u32)> {
        let mut reach: BTreeMap<String, u32> = among.iter().cloned().collect();
        if let Some(observer) = self.observer {
            for id in self
                .ids
                .iter()
                .filter(|id| among.iter().all(|(name, _)| name != *id))
            {
                let can = |(name, _): &(String, u32)| {
                    self.game.exchange(&mut state.clone(), observer, id, name)
                };
                if among.iter().take(SOME).any(can) {
                    reach.insert(id.clone(), 1);
                }
            }
        }
        reach.into_iter().collect()
    }

    fn refusal(&self, action: Option<&str>, wanted: &Wanted) -> String {
        if wanted.is_ended {
            let mut search =
                Search::new(self.game, self.state, self.observer, (self.seed, self.made));
            let open = Wanted {
                complete: None,
                ..wanted.clone()
            };
            let world = search.world(action, &open);
            let more = world.and_then(|world| {
                let mut more = world.shown.into_iter();
                more.find(|it| !wanted.contains(it))
            });
            if let Some((path, _)) = more {
                return format!(
                    "the move shows another component ({}); enter it before `-`",
                    place_name(place(&path))
                );
            }
        }
        let last = wanted.things.iter().flatten().next_back();
        let Some(name) = last.or(wanted.shown.last().map(|(_, name)| name)) else {
            return misfit(action.unwrap_or("-"));
        };
        let draws = Wanted {
            things: wanted.things[..wanted.things.len().saturating_sub(1)].to_vec(),
            ..wanted.clone()
        };
        let mut search = Search::new(self.game, self.state, self.observer, (self.seed, self.made));
        let Some(world) = search.world(action, &draws).filter(|_| last.is_some()) else {
            return misfit(name);
        };
        let before = world
            .fell
            .iter()
            .take(draws.things.len())
            .cloned()
            .map(Some);
        let attempt = |drawn: &Drawn| self.made_in(&world.state, world.choice, drawn).map(drop);
        match missing(&attempt, &before.collect::<Vec<_>>()) {
            Some(MissingDraw { of, among, .. }) => refused_draw(
                of,
                name,
                &self.within_reach(&world.state, among),
                &draws.things,
            ),
            None => misfit(name),
        }
    }

    /// Returns the message for a shown component that contradicts the view of the seat. `others` were found in its place.
    fn misfit_of(&self, name: &str, others: BTreeSet<&str>) -> String {
        let catalog = self.game.components();
        let kind = |id: &str| Some(catalog.iter().find(|it| it.id == id)?.kind);
        let kinds: BTreeSet<&str> = others.iter().filter_map(|id| kind(id)).collect();
        match (kind(name), kinds.iter().next()) {
            (Some(own), Some(other)) if !kinds.contains(own) => {
                let others = others.into_iter().filter(|id| kind(id) == Some(*other));
                let others: Vec<&str> = others.take(SOME).collect();
                format!(
                    "\"{name}\" is not possible here: its kind is \"{own}\"; expected \"{other}\", such as {}",
                    others.join(", ")
                )
            }
            _ => misfit(name),
        }
    }

    /// Returns every move that some determinization allows.
    pub fn possible(&mut self) -> Vec<Phrase> {
        let own = self.game.turn_of(self.state) == self.observer;
        let Some(observer) = self.observer.filter(|_| !own) else {
            return self.game.phrases(self.state);
        };
        // The actual position comes first. Sort the moves, because their order could reveal hidden information.
        let mut found = BTreeMap::new();
        for number in 0..=LISTED {
            let state = match number {
                0 => self.state.clone(),
                _ => self.game.resampled(self.state, observer, &mut self.rng),
            };
            for phrase in self.game.phrases(&state) {
                found.entry(phrase.notation()).or_insert(phrase);
            }
        }
        found.into_values().collect()
    }
}

/// Returns the message for a move or component that contradicts the view of the seat.
fn misfit(name: &str) -> String {
    format!(
        "\"{name}\" contradicts earlier reports; `undo` takes back the last one, `correct` changes an earlier one"
    )
}

/// Returns the message for an impossible draw after the draws `before`. If some of these draws were hidden, components
/// that are not in `among` may also be possible.
pub(super) fn refused_draw(
    of: &str,
    name: &str,
    among: &[(String, u32)],
    before: &[Option<String>],
) -> String {
    let names = among.iter().map(|(name, _)| name.as_str());
    let why = match before.iter().flatten().any(|other| other == name) {
        true => "was drawn before".to_string(),
        false => {
            let names = names.filter(|other| *other != name);
            format!("cannot be drawn{}", did_you_mean(name, names))
        }
    };
    let others = if before.contains(&None) {
        ", or others"
    } else {
        ""
    };
    format!(
        "{of}: \"{name}\" {why}; remaining: {}{others}",
        numbered(&in_order(among))
    )
}
