//! Moves of another table, as one seat reports them.
//!
//! The truth is the view of that seat. For every reported move, the search draws determinizations of the position until
//! the move is legal and shows what was reported: it moves the reported components to where the move needs them
//! ([`crate::game::Notation::exchange`]) and deals the others at random. Whatever differs between the determinizations
//! and is visible to the seat is asked for.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashSet};

use super::given::{DrawError, Drawn, GivenChance, MissingDraw, numbered};
use super::views::{
    COUNTED, Places, Shown, Sight, each_component, is_hand, missing, place, place_name, sight,
};
use crate::game::{Game, Seat};
use crate::random::{Rng, Streams, below, guess_stream, shuffle};
use crate::suggestion::did_you_mean;

/// Number of determinizations that are compared to find what a move shows.
pub(super) const COMPARED: usize = 24;
/// Number of determinizations that are compared if the first ones show the same components.
const COMPARED_IF_EQUAL: usize = 200;
/// Number of determinizations whose legal moves are listed.
const LISTED: usize = 300;
/// Maximum number of positions that are tested for a move before it is rejected.
const MOST_TESTED: usize = 40_000;
/// Maximum number of exchanges in one determinization.
const MOST_EXCHANGES: usize = 60;
/// Number of tests of a position that take as long as comparing its view.
const COST_OF_VIEW: usize = 10;
/// Maximum number of positions whose views are cached.
const MOST_CACHED: usize = 60;
/// Number of drawable components that a component is exchanged with, to find out if it can be drawn, too.
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
    /// Kind of component, or the place where a shown component lies.
    pub of: String,
    /// Possible values, each with its number of copies. Other values may be possible as well.
    pub among: Vec<(String, u32)>,
    /// Place of the component, if known.
    pub place: Option<String>,
    /// True for a component that the move showed, false for a draw.
    pub shown: bool,
    /// Answers so far, including the draws that the seat does not see.
    pub answers: Vec<Option<String>>,
}

impl Question {
    /// Returns true if no other values than `among` are possible. Shown components and draws after hidden ones were found in
    /// samples.
    pub fn is_complete(&self) -> bool {
        !self.shown && !self.answers.contains(&None)
    }
}

/// Reason why a reported move cannot be made yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The report must say more.
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

/// A determinization in which the reported move was made.
struct World<S> {
    state: S,
    choice: usize,
    after: S,
    fell: Vec<String>,
    shown: Shown,
}

/// Parts of a report that a determinization must agree with.
#[derive(Clone, Default)]
struct Wanted {
    shown: Vec<(String, String)>,
    /// Components that the move shows in every determinization, if the report is complete.
    complete: Option<Shown>,
    /// True if the user said that the move shows no further component.
    is_ended: bool,
    things: Vec<Option<String>>,
}

/// Reason why a move was not made in a determinization.
enum Miss {
    Illegal,
    Draw(DrawError),
}

/// Search for determinizations that fit a report.
pub struct Search<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    observer: Option<Seat>,
    seed: u64,
    made: usize,
    rng: Rng,
    ids: Vec<String>,
    known: HashSet<String>,
    before: Places,
    /// Names in `before` outside hands. Their components are not hidden, whatever place the move puts them in.
    visible: HashSet<String>,
    /// Components in new places, by position after the move. The hidden part of these positions is the same.
    cache: Vec<(G::State, Shown)>,
}

impl<'a, G: Game> Search<'a, G> {
    /// Creates the search for the move after `made` moves.
    pub fn new(
        game: &'a G,
        state: &'a G::State,
        observer: Option<Seat>,
        (seed, made): (u64, usize),
    ) -> Search<'a, G> {
        let mut ids: Vec<String> = game.catalog().into_iter().map(|it| it.id).collect();
        ids.sort_unstable();
        ids.dedup();
        let known: HashSet<String> = ids.iter().cloned().collect();
        let mut before = Places::new();
        let view = game.position(state, observer);
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

    /// Returns the state in which the move is made, and the move with all its draws.
    ///
    /// # Errors
    /// [`Unfit`] if the report is incomplete or impossible.
    pub fn fit(&mut self, report: &Report) -> Result<(G::State, Fitted), Unfit> {
        let action = report.action.as_deref();
        let mut wanted = Wanted::default();
        let used = self.fit_shown(action, &report.answers, &mut wanted)?;
        wanted.things = report.answers[used..].to_vec();
        loop {
            // The final search has its own random stream, so that it does not depend on the questions before.
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
            let compare = |(after, _): &(G::State, _), other: &str| {
                self.compared(&world.after, after, &world.fell[next], other)
            };
            let mut sight = sight(&here, &world.fell, next, &missing.among, &compare);
            if sight.is_none() {
                sight = self.sight_elsewhere(&world, next);
            }
            match sight.unwrap_or(Sight::Seen(None)) {
                Sight::Hidden => wanted.things.push(None),
                Sight::Seen(place) => {
                    let mut answers = report.answers[..used].to_vec();
                    let among = self.within_reach(&world.state, missing.among);
                    answers.extend(wanted.things);
                    return Err(Unfit::Asks(Question {
                        of: missing.of.to_string(),
                        among,
                        place,
                        shown: false,
                        answers,
                    }));
                }
            }
        }
    }

    /// Compares what the move shows in different determinizations, and fills in what the report says about it. Returns
    /// the number of answers used.
    fn fit_shown(
        &mut self,
        action: Option<&str>,
        answers: &[Option<String>],
        wanted: &mut Wanted,
    ) -> Result<usize, Unfit> {
        if self.observer.is_none() {
            return Ok(0);
        }
        let mut worlds = self.worlds(action, wanted);
        let Some(first) = worlds.first() else {
            return Err(Unfit::Refused(misfit(action.unwrap_or("-"))));
        };
        let always = worlds.iter().fold(first.shown.clone(), |always, world| {
            always.intersection(&world.shown).cloned().collect()
        });
        let mut used = 0;
        loop {
            let reported: Shown = wanted.shown.iter().cloned().collect();
            let open = |shown: &Shown| -> Shown {
                let rest = shown.difference(&always);
                rest.filter(|it| !reported.contains(*it)).cloned().collect()
            };
            let open: Vec<Shown> = worlds.iter().map(|world| open(&world.shown)).collect();
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
                    worlds = self.worlds(action, wanted);
                    if worlds.is_empty() {
                        return Err(Unfit::Refused(misfit(name)));
                    }
                }
            }
        }
        wanted.complete = Some(always);
        Ok(used)
    }

    /// Returns the next copy of a counted component in a place that is neither visible before the move nor in these sets.
    fn next_copy(&self, place: &str, name: &str, others: &[&Shown]) -> (String, String) {
        let mut copies = (1..).map(|unit| (format!("{place}{COUNTED}{unit}"), name.to_string()));
        let is_new = |copy: &(String, String)| {
            !self.is_before(&copy.0, &copy.1) && others.iter().all(|set| !set.contains(copy))
        };
        copies.find(is_new).unwrap_or_default()
    }

    /// Returns several determinizations that fit.
    fn worlds(&mut self, action: Option<&str>, wanted: &Wanted) -> Vec<World<G::State>> {
        let mut worlds: Vec<World<G::State>> = Vec::new();
        // After the first component, the others are of the same kind.
        let number = match wanted.shown.is_empty() {
            true => COMPARED,
            false => COMPARED / 3,
        };
        while worlds.len() < number
            && let Some(world) = self.world(action, wanted)
        {
            worlds.push(world);
        }
        // A rare hidden component can change the effect of a move, so more determinizations are compared while all agree.
        if let Some(first) = worlds.first().map(|world| world.shown.clone())
            && !first.is_empty()
            && worlds.iter().all(|world| world.shown == first)
        {
            let mut more = (COMPARED..COMPARED_IF_EQUAL).map_while(|_| self.world(action, wanted));
            worlds.extend(more.find(|world| world.shown != first));
        }
        worlds
    }

    /// Returns a determinization in which the move is legal and shows what is wanted.
    fn world(&mut self, action: Option<&str>, wanted: &Wanted) -> Option<World<G::State>> {
        let mut tested = 0;
        while tested < MOST_TESTED {
            let mut state = self.state.clone();
            if let Some(observer) = self.observer {
                self.game.determinize(&mut state, observer, &mut self.rng);
            }
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
        state: &G::State,
        action: Option<&str>,
        things: &[Option<String>],
        seed: u64,
    ) -> Result<(usize, G::State, Vec<String>), Miss> {
        let choice = self.choice(state, action, seed).ok_or(Miss::Illegal)?;
        let drawn = Drawn {
            things: things.to_vec(),
            rest: true,
        };
        let made = self.made_with(state, choice, &drawn, seed);
        let (after, fell) = made.map_err(Miss::Draw)?;
        Ok((choice, after, fell))
    }

    /// Returns the index of the reported action, or of a random action that the observer does not see.
    fn choice(&self, state: &G::State, action: Option<&str>, seed: u64) -> Option<usize> {
        let mut legal = Vec::new();
        self.game.legal_actions(state, &mut legal);
        let Some(action) = action else {
            let observer = self.observer?;
            let hidden = |&at: &usize| self.game.hidden_from(state, legal[at], observer);
            let hidden: Vec<usize> = (0..legal.len()).filter(hidden).collect();
            return hidden.get(seed as usize % hidden.len().max(1)).copied();
        };
        let mut text = String::new();
        legal.iter().position(|&legal| {
            text.clear();
            self.game.write_action(state, legal, &mut text);
            text.eq_ignore_ascii_case(action)
        })
    }

    fn made_in(
        &self,
        state: &G::State,
        choice: usize,
        drawn: &Drawn,
    ) -> Result<(G::State, Vec<String>), DrawError> {
        self.made_with(state, choice, drawn, self.seed)
    }

    fn made_with(
        &self,
        state: &G::State,
        choice: usize,
        drawn: &Drawn,
        seed: u64,
    ) -> Result<(G::State, Vec<String>), DrawError> {
        let mut legal = Vec::new();
        self.game.legal_actions(state, &mut legal);
        let (mut after, mut chance) = (state.clone(), Streams::new(seed));
        let mut given = GivenChance::new(self.game, &mut chance, drawn);
        self.game
            .apply(&mut after, legal[choice], &mut given, &mut ());
        let fell = given.finish()?;
        Ok((after, fell))
    }

    /// Returns true if the component was in this place before the move.
    fn is_before(&self, path: &str, name: &str) -> bool {
        self.before
            .get(path)
            .is_some_and(|names| names.contains(name))
    }

    /// Returns the components that the view shows in a new place after the move, except for draws.
    fn shown(&mut self, after: &G::State, fell: &[String]) -> Shown {
        if self.observer.is_none() {
            return Shown::new();
        }
        let key = self.resampled(after);
        let cached = self.cache.iter().find(|(other, _)| *other == key);
        let mut shown = match cached {
            Some((_, shown)) => shown.clone(),
            None => {
                let mut shown = Shown::new();
                let view = self.game.position(after, self.observer);
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
    fn resampled(&self, state: &G::State) -> G::State {
        let mut state = state.clone();
        if let Some(observer) = self.observer {
            let rng = &mut guess_stream(self.seed, self.made, 2);
            self.game.determinize(&mut state, observer, rng);
        }
        state
    }

    /// Exchanges one component of each pair that has no component in common with an earlier exchange. Returns true if any were
    /// exchanged.
    fn exchanged(&self, state: &mut G::State, observer: Seat, pairs: &[(String, String)]) -> bool {
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
    /// Pairs of a component that is lacking and one that is shown in its place instead, which may have to be exchanged; empty
    /// if another determinization is necessary.
    fn mismatch(&self, shown: &Shown, wanted: &Wanted) -> Result<(), Vec<(String, String)>> {
        let reported: Shown = wanted.shown.iter().cloned().collect();
        let lacking: Vec<&(String, String)> = reported.difference(shown).collect();
        let known = |it: &(String, String)| {
            reported.contains(it) || wanted.complete.as_ref().is_some_and(|all| all.contains(it))
        };
        let surplus = shown.iter().filter(|it| !known(it));
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
        state: &mut G::State,
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
                if !self
                    .game
                    .exchange(&mut changed, observer, name, &self.ids[other])
                {
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
        state: &mut G::State,
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

    /// Determines if the observer sees a draw with a single possible result, by exchanging it with another component.
    fn sight_elsewhere(&self, world: &World<G::State>, at: usize) -> Option<Sight> {
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
    fn compared(&self, after: &G::State, compared: &G::State, one: &str, other: &str) -> Sight {
        if self.resampled(after) == self.resampled(compared) {
            return Sight::Hidden;
        }
        let view = |state| self.game.position(state, self.observer);
        Sight::of(&view(after), &view(compared), one, other)
    }

    /// Adds the components that the observer cannot distinguish from the ones that can be drawn.
    fn within_reach(&self, state: &G::State, among: Vec<(String, u32)>) -> Vec<(String, u32)> {
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
            if world.is_some_and(|world| self.mismatch(&world.shown, wanted).is_err()) {
                return "the move shows more components than were entered; enter each of them before `-`".to_string();
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

    /// Returns the notation and explanation of every move that some determinization allows.
    pub fn possible(&mut self) -> Vec<(String, String)> {
        let mut found = BTreeMap::new();
        let mut listed = Vec::new();
        let mut legal = Vec::new();
        let own = self.game.to_move(self.state) == self.observer;
        let worlds = if own || self.observer.is_none() {
            0
        } else {
            LISTED
        };
        for number in 0..=worlds {
            let mut state = self.state.clone();
            if let Some(observer) = self.observer.filter(|_| number > 0) {
                self.game.determinize(&mut state, observer, &mut self.rng);
            }
            // The position itself is one of the determinizations, and its hidden part must not show in the order.
            self.game.legal_actions(&state, &mut legal);
            for &action in &legal {
                let notation = self.game.action_text(&state, action);
                if let Entry::Vacant(entry) = found.entry(notation) {
                    listed.push(entry.key().clone());
                    entry.insert(self.game.explain(&state, action));
                }
            }
        }
        match worlds {
            0 => listed
                .into_iter()
                .map(|notation| {
                    let words = found.remove(&notation).unwrap_or_default();
                    (notation, words)
                })
                .collect(),
            _ => found.into_iter().collect(),
        }
    }
}

/// Returns the message for a move or component that contradicts the view of the seat.
fn misfit(name: &str) -> String {
    format!(
        "\"{name}\" contradicts earlier reports; `undo` takes back the last one, `correct` changes an earlier one"
    )
}

/// Returns the message for an impossible draw after the draws `before`. If some of these were hidden, components that are not
/// in `among` may be possible, too.
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
        numbered(among)
    )
}
