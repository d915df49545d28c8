//! Determinizations of a position in which a reported move is legal and shows the reported components.
//!
//! The search samples determinizations, moves the reported components to where the move needs them
//! ([`crate::game::View::exchange`]), and deals the others at random.

use std::collections::{HashMap, HashSet};

use super::erased_game::{ErasedGame, State};
use super::given::{DrawError, Drawn};
use super::views::{COUNTED, Places, Shown, each_component, is_hand, place};
use crate::game::Seat;
use crate::random::{Rng, below, guess_stream, shuffle};

/// Number of determinizations that are compared to find what a move shows.
pub(super) const COMPARED: usize = 24;
/// Number of determinizations that are compared if the first ones show the same components.
const COMPARED_IF_EQUAL: usize = 200;
/// Maximum number of positions that are tested for a move before it is rejected.
const MOST_TESTED: usize = 40_000;
/// Maximum number of exchanges in one determinization.
const MOST_EXCHANGES: usize = 60;
/// Number of tests of a position that take as long as comparing its view.
const COST_OF_VIEW: usize = 10;
/// Maximum number of positions whose views are cached.
const MOST_CACHED: usize = 60;

/// A determinization in which the reported move was made.
pub(super) struct World {
    pub(super) state: State,
    pub(super) choice: usize,
    pub(super) after: State,
    pub(super) fell: Vec<String>,
    pub(super) shown: Shown,
}

/// Parts of a report that a determinization must agree with.
#[derive(Clone, Default)]
pub(super) struct Wanted {
    pub(super) shown: Vec<(String, String)>,
    /// Components that the move shows in every determinization, if the report is complete.
    pub(super) complete: Option<Shown>,
    /// True if the user entered that the move shows no further component.
    pub(super) is_ended: bool,
    pub(super) things: Vec<Option<String>>,
}

impl Wanted {
    /// Returns true for a component that is reported, or that the move shows in every determinization.
    pub(super) fn contains(&self, component: &(String, String)) -> bool {
        let always = self.complete.as_ref();
        self.shown.contains(component) || always.is_some_and(|all| all.contains(component))
    }
}

/// Action of a move, and the reported components that it shows.
type Key = (Option<String>, Vec<(String, String)>);

/// Components that a move shows in samples. They are stored, so that an answer about the move needs no new samples.
#[derive(Default)]
pub struct Samples {
    /// Position and observer of the move.
    of: Option<(State, Option<Seat>)>,
    /// Components shown in each sample, and the random stream after them.
    found: HashMap<Key, (Vec<Shown>, Rng)>,
}

/// Reason why a move was not made in a determinization.
enum Miss {
    Illegal,
    Draw(DrawError),
}

/// Search for determinizations that fit a report.
pub struct Search<'a> {
    pub(super) game: &'a dyn ErasedGame,
    pub(super) state: &'a State,
    pub(super) observer: Option<Seat>,
    pub(super) seed: u64,
    pub(super) made: usize,
    pub(super) rng: Rng,
    pub(super) ids: Vec<String>,
    known: HashSet<String>,
    before: Places,
    /// Names in `before` outside hands. Their components are not hidden, whatever place the move puts them in.
    visible: HashSet<String>,
    /// Components in new places, by position after the move, in which hidden information has a standard value.
    cache: Vec<(State, Shown)>,
}

impl<'a> Search<'a> {
    /// Creates the search for the move after `made` moves.
    pub fn new(
        game: &'a dyn ErasedGame,
        state: &'a State,
        observer: Option<Seat>,
        (seed, made): (u64, usize),
    ) -> Search<'a> {
        let mut ids: Vec<String> = game.components().into_iter().map(|it| it.id).collect();
        ids.sort_unstable();
        ids.dedup();
        let known: HashSet<String> = ids.iter().cloned().collect();
        let mut before = Places::new();
        let view = game.view(state, observer);
        each_component(&view, &mut String::new(), &known, &mut |path, name| {
            let names = before.entry(path.to_string()).or_default();
            names.insert(name.to_string());
        });
        let outside = before.iter().filter(|(path, _)| !is_hand(path));
        let visible = outside.flat_map(|(_, names)| names.iter().cloned());
        let visible = visible.collect();
        Search {
            game,
            state,
            observer,
            seed,
            made,
            rng: guess_stream(seed, made, 0),
            ids,
            known,
            before,
            visible,
            cache: Vec::new(),
        }
    }

    /// Returns the components that the move shows, for several determinizations. Deletes samples of other positions.
    pub(super) fn samples(
        &mut self,
        action: Option<&str>,
        wanted: &Wanted,
        samples: &mut Samples,
    ) -> Vec<Shown> {
        let is_current = |(state, observer): &(State, Option<Seat>)| {
            *observer == self.observer && self.game.are_equal(state, self.state)
        };
        if !samples.of.as_ref().is_some_and(is_current) {
            samples.found.clear();
            samples.of = Some((self.state.clone(), self.observer));
        }
        let key = (action.map(String::from), wanted.shown.clone());
        let (shown, rng) = samples.found.entry(key).or_insert_with(|| {
            let shown = self.sampled(action, wanted);
            (shown, self.rng.clone())
        });
        self.rng.clone_from(rng);
        shown.clone()
    }

    fn sampled(&mut self, action: Option<&str>, wanted: &Wanted) -> Vec<Shown> {
        let mut samples: Vec<Shown> = Vec::new();
        // Fewer samples suffice after the first component, because further components are of the same kind.
        let number = match wanted.shown.is_empty() {
            true => COMPARED,
            false => COMPARED / 3,
        };
        while samples.len() < number
            && let Some(world) = self.world(action, wanted)
        {
            samples.push(world.shown);
        }
        // A rare hidden component can change the effect of a move, so more determinizations are compared while all agree.
        if let Some(first) = samples.first().cloned()
            && !first.is_empty()
            && samples.iter().all(|shown| *shown == first)
        {
            let more = (COMPARED..COMPARED_IF_EQUAL).map_while(|_| self.world(action, wanted));
            let mut more = more.map(|world| world.shown);
            samples.extend(more.find(|shown| *shown != first));
        }
        samples
    }

    /// Returns a determinization in which the move is legal and shows the components in `wanted`.
    pub(super) fn world(&mut self, action: Option<&str>, wanted: &Wanted) -> Option<World> {
        let mut tested = 0;
        while tested < MOST_TESTED {
            let mut state = match self.observer {
                Some(observer) => self.game.resampled(self.state, observer, &mut self.rng),
                None => self.state.clone(),
            };
            let seed = u64::from(below(&mut self.rng, u32::MAX));
            for _ in 0..MOST_EXCHANGES {
                tested += 1;
                let miss = match self.attempt(&state, action, &wanted.things, seed) {
                    Ok((choice, after, fell)) => {
                        let shown = self.shown(&after, &fell);
                        let Err(exchanges) = self.mismatch(&shown, wanted) else {
                            return Some(World {
                                state,
                                choice,
                                after,
                                fell,
                                shown,
                            });
                        };
                        tested += COST_OF_VIEW;
                        if self.exchanged(&mut state, self.observer?, &exchanges) {
                            continue;
                        }
                        break;
                    }
                    Err(miss) => miss,
                };
                let observer = self.observer?;
                let changed = match miss {
                    Miss::Illegal => self.makes_legal(&mut state, observer, action?, &mut tested),
                    Miss::Draw(DrawError::Impossible { given, among, .. }) => {
                        self.makes_drawable(&mut state, observer, &given, among, &wanted.things)
                    }
                    Miss::Draw(_) => return None,
                };
                if !changed {
                    break;
                }
            }
            self.observer?;
        }
        None
    }

    /// Makes the move in a state, with the draws `things` and random later draws.
    fn attempt(
        &self,
        state: &State,
        action: Option<&str>,
        things: &[Option<String>],
        seed: u64,
    ) -> Result<(usize, State, Vec<String>), Miss> {
        let choice = self.choice(state, action, seed).ok_or(Miss::Illegal)?;
        let drawn = Drawn {
            things: things.to_vec(),
            rest: true,
        };
        let made = self.game.made(state, choice, &drawn, seed);
        let (after, fell) = made.map_err(Miss::Draw)?;
        Ok((choice, after, fell))
    }

    /// Returns the index of the reported action, or of a random action that the observer does not see.
    fn choice(&self, state: &State, action: Option<&str>, seed: u64) -> Option<usize> {
        let Some(action) = action else {
            let hidden = self.game.hidden_choices(state, self.observer?);
            return hidden.get(seed as usize % hidden.len().max(1)).copied();
        };
        self.game.choice(state, action)
    }

    pub(super) fn made_in(
        &self,
        state: &State,
        choice: usize,
        drawn: &Drawn,
    ) -> Result<(State, Vec<String>), DrawError> {
        self.game.made(state, choice, drawn, self.seed)
    }

    /// Returns true if the component was in this place before the move.
    pub(super) fn is_before(&self, path: &str, name: &str) -> bool {
        self.before
            .get(path)
            .is_some_and(|names| names.contains(name))
    }

    /// Returns the components that the view shows in a new place after the move, except for draws.
    fn shown(&mut self, after: &State, fell: &[String]) -> Shown {
        if self.observer.is_none() {
            return Shown::new();
        }
        let key = self.resampled(after);
        let is_equal = |(other, _): &&(State, _)| self.game.are_equal(other, &key);
        let cached = self.cache.iter().find(is_equal);
        let mut shown = match cached {
            Some((_, shown)) => shown.clone(),
            None => {
                let mut shown = Shown::new();
                let view = self.game.view(after, self.observer);
                each_component(&view, &mut String::new(), &self.known, &mut |path, name| {
                    // Counted components have no identity, so only their numbers are compared.
                    let is_visible = self.visible.contains(name) && !path.contains(COUNTED);
                    if !is_visible && !self.is_before(path, name) {
                        shown.insert((path.to_string(), name.to_string()));
                    }
                });
                self.cache.truncate(MOST_CACHED);
                self.cache.push((key, shown.clone()));
                shown
            }
        };
        shown.retain(|(_, name)| !fell.contains(name));
        shown
    }

    /// Returns the state with hidden information that depends only on the view of the observer.
    pub(super) fn resampled(&self, state: &State) -> State {
        match self.observer {
            Some(observer) => {
                let rng = &mut guess_stream(self.seed, self.made, 2);
                self.game.resampled(state, observer, rng)
            }
            None => state.clone(),
        }
    }

    /// Exchanges the two components of every pair that has no component in common with an earlier exchange. Returns
    /// true if any components were exchanged.
    fn exchanged(&self, state: &mut State, observer: Seat, pairs: &[(String, String)]) -> bool {
        let mut done: Vec<&String> = Vec::new();
        for (one, other) in pairs {
            if !done.contains(&one)
                && !done.contains(&other)
                && self.game.exchange(state, observer, one, other)
            {
                done.extend([one, other]);
            }
        }
        !done.is_empty()
    }

    /// Compares what a move shows with the report.
    ///
    /// # Errors
    /// Pairs of components that may have to be exchanged: a missing component and a component that is shown in its
    /// place. The list is empty if another determinization is necessary.
    pub(super) fn mismatch(
        &self,
        shown: &Shown,
        wanted: &Wanted,
    ) -> Result<(), Vec<(String, String)>> {
        let reported: Shown = wanted.shown.iter().cloned().collect();
        let lacking: Vec<&(String, String)> = reported.difference(shown).collect();
        let surplus = shown.iter().filter(|it| !wanted.contains(it));
        let has_surplus = wanted.complete.is_some() && surplus.clone().next().is_some();
        if lacking.is_empty() && !has_surplus {
            return Ok(());
        }
        let pairs = lacking.into_iter().flat_map(|(path, name)| {
            let others = surplus.clone();
            let others = others.filter(move |(other, _)| place(other) == place(path));
            others.map(move |(_, other)| (name.clone(), other.clone()))
        });
        Err(pairs.collect())
    }

    /// Exchanges a component of the action so that the action becomes legal.
    fn makes_legal(
        &mut self,
        state: &mut State,
        observer: Seat,
        action: &str,
        tested: &mut usize,
    ) -> bool {
        let mut others: Vec<usize> = (0..self.ids.len()).collect();
        shuffle(&mut self.rng, &mut others);
        for word in action.split_whitespace() {
            let Some(name) = self.ids.iter().find(|id| id.eq_ignore_ascii_case(word)) else {
                continue;
            };
            for &other in &others {
                let mut changed = state.clone();
                if !(self.game).exchange(&mut changed, observer, name, &self.ids[other]) {
                    continue;
                }
                *tested += 1;
                if self.choice(&changed, Some(action), 0).is_some() {
                    *state = changed;
                    return true;
                }
            }
        }
        false
    }

    /// Exchanges a reported draw with a component that can be drawn and is not reported.
    fn makes_drawable(
        &mut self,
        state: &mut State,
        observer: Seat,
        name: &str,
        among: Vec<(String, u32)>,
        things: &[Option<String>],
    ) -> bool {
        let is_reported = |other: &str| things.iter().flatten().any(|thing| thing == other);
        let free = among.into_iter().map(|(other, _)| other);
        let mut free: Vec<String> = free.filter(|other| !is_reported(other)).collect();
        shuffle(&mut self.rng, &mut free);
        let mut free = free.iter();
        free.any(|other| self.game.exchange(state, observer, name, other))
    }
}
