//! The game at the other table: what was reported of it, and a position that agrees with all of it.

use std::collections::{BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use portolan_core::game::{MAX_SEATS, Seat};
use portolan_core::random::{below, guess_stream};
use portolan_core::suggestion::did_you_mean;
use portolan_engine::experiment::followed::{Followed, LoggedDraw};
use portolan_engine::experiment::gamelog::LoggedMove;
use portolan_engine::play::any_game::AnyGame;
use portolan_engine::play::given::{DrawError, Drawn, MissingDraw};
use portolan_engine::play::ongoing::OngoingGame;

use serde_json::Value;

use super::guess::{Sight, sight};

/// Deals of what is not known in which a move of another seat is looked for.
const IMAGINED: u64 = 60;
/// Guesses at what a position lacks that are compared to find out whether the own seat sees any of it.
const GUESSED_ANEW: u64 = 8;
/// Choices of a secret decision that are looked at to find out whether all of them are hidden.
const MOST_TRIED: usize = 60;

/// Other results of a draw that are tried to find out whether it lies open.
const MOST_REPLACED: usize = 60;

/// A draw, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draw {
    /// What kind of thing was drawn; empty if a log has it.
    pub of: &'static str,
    /// By name.
    pub name: String,
    /// Whether the own seat did not see it, so that it may be another.
    pub guessed: bool,
    /// Whether somebody was asked for it.
    pub asked: bool,
}

/// A move that was made at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who made it.
    pub seat: Seat,
    /// Its notation.
    pub action: String,
    /// Whether it was made in secret, so that it may be another.
    pub secret: bool,
    /// Whether nobody typed it.
    pub unasked: bool,
    /// What it drew.
    pub drawn: Vec<Draw>,
}

/// A draw that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is drawn.
    pub of: &'static str,
    /// What it can be, and how many there are of each.
    pub among: Vec<(String, u32)>,
    /// Its number among the draws of the move, from 1.
    pub number: usize,
    /// Where it comes to lie, if that is known.
    pub place: Option<String>,
}

/// An answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// What was drawn.
    Name(String),
    /// Nobody saw it.
    Unseen,
    /// Nobody saw it, nor what this move draws after it.
    UnseenRest,
}

/// A move, or the deal if there is no step, that waits for its draws.
#[derive(Clone)]
struct Waiting {
    step: Option<Step>,
    drawn: Vec<Draw>,
    question: Question,
}

/// The deal and all moves so far.
#[derive(Clone, Default)]
struct History {
    deal: Vec<Draw>,
    steps: Vec<Step>,
}

/// A guess in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guess {
    /// The move in secret with this index.
    Choice(usize),
    /// A draw.
    Draw(Slot),
}

/// Something that was guessed and lies open now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The index of the move in secret, or of the move that drew; `None` for the deal.
    pub step: Option<usize>,
    /// Which draw of it, from 0; `None` for a move in secret.
    pub draw: Option<usize>,
    /// What was drawn; empty for a move, or if a log has it.
    pub of: &'static str,
    /// What it may be.
    pub among: Vec<String>,
}

/// A guess at a draw in the history: of the deal for no step, otherwise of the step with this index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot {
    step: Option<usize>,
    draw: usize,
}

/// A game that is played elsewhere.
pub struct Table<'a> {
    game: &'a dyn AnyGame,
    seed: u64,
    /// Whose view it is, and where it begins.
    start: Followed,
    own: Option<Seat>,
    history: History,
    ongoing: Option<Box<dyn OngoingGame>>,
    waiting: Option<Waiting>,
    /// What the own seat knew after the deal and after every move, as hashes: no guess may change it.
    views: Vec<u64>,
    /// What the own seat sees after the last move: every text of its position, with the keys that lead there.
    seen: BTreeSet<(String, String)>,
    /// Guesses that the last move has shown, and that were not asked for yet.
    shown: VecDeque<Guess>,
}

/// A history with its position and what the own seat knew.
type Played = (History, Box<dyn OngoingGame>, Vec<u64>);

impl<'a> Table<'a> {
    /// A game before its deal, or with the position that it begins with. `own` is the seat whose view it is; everything is
    /// seen if there is none.
    ///
    /// # Errors
    /// What is wrong with the deal or the position.
    pub fn new(
        game: &'a dyn AnyGame,
        seed: u64,
        own: Option<Seat>,
        position: Option<Value>,
    ) -> Result<Table<'a>, String> {
        let mut table = Table {
            game,
            seed,
            start: Followed {
                seat: own,
                position,
                ..Followed::default()
            },
            own,
            history: History::default(),
            ongoing: None,
            waiting: None,
            views: Vec::new(),
            seen: BTreeSet::new(),
            shown: VecDeque::new(),
        };
        let hidden = table.lacks_only_hidden();
        table.draw_on(None, Vec::new(), hidden)?;
        Ok(table)
    }

    /// Whether the own seat sees nothing of what the position that it begins with lacks: it knows the same whatever that is.
    fn lacks_only_hidden(&self) -> bool {
        let Some(position) = &self.start.position else {
            return false;
        };
        let placed = |number: u64| self.game.place(self.seed.wrapping_add(number), position);
        let views =
            (0..GUESSED_ANEW).map(|number| placed(number).map(|game| game.position(self.own)));
        let views: Result<Vec<Value>, String> = views.collect();
        views.is_ok_and(|views| views.windows(2).all(|two| two[0] == two[1]))
    }

    /// The position; `None` while the deal waits for what was drawn.
    pub fn ongoing(&self) -> Option<&dyn OngoingGame> {
        self.ongoing.as_deref()
    }

    /// What is asked for.
    pub fn question(&self) -> Option<&Question> {
        self.waiting.as_ref().map(|waiting| &waiting.question)
    }

    /// What else may have been drawn: what is guessed to lie elsewhere, where the own seat does not see it.
    pub fn guessed_elsewhere(&self) -> Vec<String> {
        let Some(Waiting {
            drawn, question, ..
        }) = &self.waiting
        else {
            return Vec::new();
        };
        let steps = self.history.steps.iter().map(|step| &step.drawn);
        let all = [&self.history.deal, drawn]
            .into_iter()
            .chain(steps)
            .flatten();
        let alike = |draw: &&Draw| draw.guessed && (draw.of.is_empty() || draw.of == question.of);
        let names: BTreeSet<&String> = all.filter(alike).map(|draw| &draw.name).collect();
        let left = |name: &&&String| question.among.iter().all(|(left, _)| left != **name);
        names
            .iter()
            .filter(left)
            .map(|name| (*name).clone())
            .collect()
    }

    /// The move that waits for its draws; `None` for the deal, or if nothing waits.
    pub fn waiting_move(&self) -> Option<&str> {
        let step = self.waiting.as_ref()?.step.as_ref()?;
        Some(&step.action)
    }

    /// The moves so far.
    pub fn steps(&self) -> &[Step] {
        &self.history.steps
    }

    /// Whether anything of the position is guessed.
    pub fn has_guesses(&self) -> bool {
        let steps = &self.history.steps;
        let guessed = |drawn: &[Draw]| drawn.iter().any(|draw| draw.guessed);
        guessed(&self.history.deal) || steps.iter().any(|step| step.secret || guessed(&step.drawn))
    }

    /// Whether nothing was reported yet.
    pub fn is_untouched(&self) -> bool {
        let waiting = self.waiting.as_ref();
        let asked = |drawn: &[Draw]| drawn.iter().any(|draw| draw.asked);
        self.history.steps.is_empty()
            && !asked(&self.history.deal)
            && waiting.is_none_or(|waiting| waiting.step.is_none() && !asked(&waiting.drawn))
    }

    /// The seat that decides, if nothing waits.
    pub fn to_move(&self) -> Option<Seat> {
        match &self.waiting {
            None => self.ongoing.as_ref()?.to_move(),
            Some(_) => None,
        }
    }

    /// The moves that the seat to move may have, as far as the own seat knows: all legal ones of its own, and of another
    /// seat those that are legal with some of the cards that it may hold.
    pub fn possible(&self) -> Vec<String> {
        let Some(ongoing) = self.ongoing.as_deref().filter(|_| self.waiting.is_none()) else {
            return Vec::new();
        };
        let found = ongoing.notations();
        let (Some(seat), Some(own)) = (ongoing.to_move(), self.own) else {
            return found;
        };
        if seat == own || !self.has_guesses() {
            return found;
        }
        self.imagined(ongoing)
    }

    /// The moves that are legal with some of the cards that the seat to move may hold.
    fn imagined(&self, ongoing: &dyn OngoingGame) -> Vec<String> {
        let mut found: BTreeSet<String> = ongoing.notations().into_iter().collect();
        let Some(own) = self.own else {
            return found.into_iter().collect();
        };
        for number in 0..IMAGINED {
            let mut copy = ongoing.copy();
            copy.imagine(own, number);
            found.extend(copy.notations());
        }
        // In an order of their own: that of guesses would show them.
        found.into_iter().collect()
    }

    /// Whether the decision that comes now is made in secret: the own seat sees no choice of it.
    pub fn is_secret(&self) -> bool {
        let Some(ongoing) = self.ongoing.as_deref().filter(|_| self.waiting.is_none()) else {
            return false;
        };
        let (Some(seat), Some(own)) = (ongoing.to_move(), self.own) else {
            return false;
        };
        let hidden = |choice| {
            let mut copy = ongoing.copy();
            let things = Vec::new();
            let made = copy.make_given(choice, Drawn { things, rest: true });
            let last = copy.moves().last();
            made.is_ok() && last.is_some_and(|last| last.hidden[own])
        };
        seat != own && own < MAX_SEATS && (0..ongoing.choices().min(MOST_TRIED)).all(hidden)
    }

    /// Guesses a move that is made in secret.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn guess_move(&mut self) -> Result<(), String> {
        let Some(ongoing) = &self.ongoing else {
            return Ok(());
        };
        let (made, choices) = (self.history.steps.len(), ongoing.choices());
        let mut rng = guess_stream(self.seed, made, 0);
        let choice = below(&mut rng, choices as u32) as usize;
        let action = ongoing.notation(choice);
        self.begin_move(action, (true, true))
    }

    /// Makes a move of the seat to move; guesses are changed if it takes other ones.
    ///
    /// # Errors
    /// Why it cannot be made; nothing has changed.
    pub fn make(&mut self, action: &str, unasked: bool) -> Result<(), String> {
        let notations = self
            .ongoing
            .as_ref()
            .map_or(Vec::new(), |game| game.notations());
        if !notations.iter().any(|legal| legal == action) {
            let found = self.other_guesses(action).ok_or_else(|| misfit(action))?;
            self.take(found);
        }
        self.begin_move(action.to_string(), (false, unasked))
    }

    fn begin_move(
        &mut self,
        action: String,
        (secret, unasked): (bool, bool),
    ) -> Result<(), String> {
        let Some(seat) = self.to_move() else {
            return Err("no move is awaited here".to_string());
        };
        let step = Step {
            seat,
            action,
            secret,
            unasked,
            drawn: Vec::new(),
        };
        self.draw_on(Some(step), Vec::new(), false)
    }

    /// Takes an answer to the question.
    ///
    /// # Errors
    /// Why it cannot be, and what could; nothing has changed.
    pub fn answer(&mut self, answer: &Answer) -> Result<(), String> {
        let Some(Waiting {
            step,
            mut drawn,
            question,
        }) = self.waiting.clone()
        else {
            return Err("nothing is asked for here".to_string());
        };
        let name = match answer {
            Answer::Name(name) => name.clone(),
            _ => self.guess(&drawn, &question.among),
        };
        let guessed = *answer != Answer::Name(name.clone());
        let left = question.among.iter().any(|(left, _)| *left == name);
        drawn.push(Draw {
            of: question.of,
            name,
            guessed,
            asked: true,
        });
        if !left && !self.set_free(step.as_ref(), &mut drawn, &question) {
            let name = &drawn[drawn.len() - 1].name;
            return Err(refusal(name, &question, &self.guessed_elsewhere()));
        }
        self.draw_on(step, drawn, *answer == Answer::UnseenRest)
    }

    /// A guess at the draw that comes after these.
    fn guess(&self, drawn: &[Draw], among: &[(String, u32)]) -> String {
        let mut rng = guess_stream(self.seed, self.history.steps.len(), drawn.len() + 1);
        let all = among.iter().map(|(_, number)| number).sum();
        let mut left = below(&mut rng, all);
        for (name, number) in among {
            if left < *number {
                return name.clone();
            }
            left -= number;
        }
        String::new()
    }

    /// The deal with these draws, or the position that stands for it.
    fn begin(&self, drawn: Drawn) -> Result<Box<dyn OngoingGame>, DrawError> {
        self.start.begin(self.game, self.seed, drawn)
    }

    /// The position after a move, or after the deal, with these draws.
    fn attempt(
        &self,
        step: Option<&Step>,
        drawn: Drawn,
    ) -> Result<Box<dyn OngoingGame>, DrawError> {
        match (step, &self.ongoing) {
            (Some(step), Some(ongoing)) => make(ongoing.copy(), &step.action, drawn),
            _ => self.begin(drawn),
        }
    }

    /// Goes on with a move, or with the deal, until it is made or a draw has to be asked for. `unseen`: nothing is asked
    /// for any more.
    fn draw_on(
        &mut self,
        step: Option<Step>,
        mut drawn: Vec<Draw>,
        unseen: bool,
    ) -> Result<(), String> {
        loop {
            let missing = match self.attempt(step.as_ref(), given(&drawn)) {
                Ok(after) => {
                    self.commit(step, drawn, after);
                    return Ok(());
                }
                Err(DrawError::Refused(problem)) => return Err(problem),
                Err(DrawError::Missing(missing)) => missing,
            };
            let MissingDraw { of, among, given } = missing;
            let seen = match unseen {
                true => Sight::Hidden,
                false => self.sight_of(step.as_ref(), &drawn, &among),
            };
            match seen {
                Sight::Hidden => drawn.push(Draw {
                    of,
                    name: self.guess(&drawn, &among),
                    guessed: true,
                    asked: false,
                }),
                Sight::Seen(place) => {
                    let question = Question {
                        of,
                        among,
                        number: given + 1,
                        place,
                    };
                    self.waiting = Some(Waiting {
                        step,
                        drawn,
                        question,
                    });
                    return Ok(());
                }
            }
        }
    }

    fn sight_of(&self, step: Option<&Step>, drawn: &[Draw], among: &[(String, u32)]) -> Sight {
        let before: Vec<String> = drawn.iter().map(|draw| draw.name.clone()).collect();
        sight(&|drawn| self.attempt(step, drawn), &before, among, self.own)
    }

    fn commit(&mut self, step: Option<Step>, drawn: Vec<Draw>, after: Box<dyn OngoingGame>) {
        let action = step
            .as_ref()
            .map_or(String::new(), |step| step.action.clone());
        match step {
            None => self.history.deal = drawn,
            Some(step) => self.history.steps.push(Step { drawn, ..step }),
        }
        let before = std::mem::take(&mut self.seen);
        self.views.push(view(&*after, self.own));
        self.take((self.history.clone(), after, self.views.clone()));
        self.waiting = None;
        self.shown = self.come_out(&before, &action);
    }

    /// Guesses about what lies now where it did not lie before the last move, which does not name it.
    fn come_out(&self, before: &BTreeSet<(String, String)>, action: &str) -> VecDeque<Guess> {
        let steps = &self.history.steps;
        let new: BTreeSet<&str> = self
            .seen
            .difference(before)
            .map(|(_, text)| text.as_str())
            .collect();
        let last = steps.last().map_or(&self.history.deal, |step| &step.drawn);
        let drawn_now = |name: &str| last.iter().any(|draw| draw.name == name);
        let named_now = |name: &str| action.split_whitespace().any(|word| word == name);
        let made = steps.len();
        let choices = steps.iter().enumerate().filter(|(index, step)| {
            let name = step
                .action
                .split_whitespace()
                .next_back()
                .unwrap_or_default();
            step.secret && new.contains(name) && (index + 1 == made || step.action != action)
        });
        let choices = choices.map(|(index, _)| Guess::Choice(index));
        let mut slots = self.slots(&self.history);
        slots.retain(|slot| {
            let name = self.history.name(*slot);
            new.contains(name) && !drawn_now(name) && !named_now(name) && self.lies_open(*slot)
        });
        let mut found: VecDeque<Guess> = choices.collect();
        // A card that somebody chose in secret is asked for as that choice.
        let chosen = |slot: &Slot| {
            let name = self.history.name(*slot);
            found.iter().any(|guess| match guess {
                Guess::Choice(index) => steps[*index]
                    .action
                    .split_whitespace()
                    .any(|word| word == name),
                Guess::Draw(_) => false,
            })
        };
        let draws: Vec<Guess> = slots
            .into_iter()
            .filter(|slot| !chosen(slot))
            .map(Guess::Draw)
            .collect();
        found.extend(draws);
        found
    }

    /// Takes over a history that was played.
    fn take(&mut self, (history, ongoing, views): Played) {
        self.seen.clear();
        texts(&ongoing.position(self.own), "", &mut self.seen);
        (self.history, self.ongoing, self.views) = (history, Some(ongoing), views);
    }

    /// Whether the last move has shown a draw: the own seat would see now, and not before, if it had been another.
    fn lies_open(&self, slot: Slot) -> bool {
        let known = self.views.len() - 1;
        let among = self.among(slot).into_iter();
        let others = among.filter(|name| name != self.history.name(slot));
        let mut views = others.take(MOST_REPLACED).filter_map(|other| {
            let mut changed = self.history.clone();
            changed.at(slot).name = other;
            let (_, _, views) = self.played(&changed)?;
            (views[..known] == self.views[..known]).then_some(views)
        });
        views.next().is_some_and(|views| views != self.views)
    }

    /// The position before the step with this index.
    fn before(&self, step: usize) -> Option<Box<dyn OngoingGame>> {
        let deal = self.history.deal.clone();
        let steps = self.history.steps[..step].to_vec();
        Some(self.replayed(&History { deal, steps })?.1)
    }

    /// What a draw of the history could have been.
    fn among(&self, slot: Slot) -> Vec<String> {
        let drawn = self.history.drawn(slot);
        let before = given(&drawn[..slot.draw]);
        let missing = match slot.step {
            None => Some(self.begin(before)),
            Some(index) => {
                let action = &self.history.steps[index].action;
                self.before(index).map(|game| make(game, action, before))
            }
        };
        let mut among = BTreeSet::from([drawn[slot.draw].name.clone()]);
        if let Some(Err(DrawError::Missing(missing))) = missing {
            among.extend(missing.among.into_iter().map(|(name, _)| name));
        }
        among.into_iter().collect()
    }

    /// What was guessed, was shown by what happened last, and is to be asked for.
    pub fn shown(&self) -> Option<Shown> {
        Some(match *self.shown.front()? {
            Guess::Choice(index) => Shown {
                step: Some(index),
                draw: None,
                of: "",
                among: self.imagined(&*self.before(index)?),
            },
            Guess::Draw(slot) => Shown {
                step: slot.step,
                draw: Some(slot.draw),
                of: self.history.drawn(slot)[slot.draw].of,
                among: self.among(slot),
            },
        })
    }

    /// Takes in what it was that was guessed and is shown now; `None` if it is still not known.
    ///
    /// # Errors
    /// If it does not fit what was reported before; nothing has changed.
    pub fn show(&mut self, name: Option<&str>) -> Result<(), String> {
        let (Some(&guess), Some(name)) = (self.shown.front(), name) else {
            self.shown.pop_front();
            return Ok(());
        };
        let known = self.views.len() - 1;
        let fits = |history: &History| {
            let played = self.played(history)?;
            (played.2[..known] == self.views[..known]).then_some(played)
        };
        let mut base = self.history.clone();
        let found = match guess {
            Guess::Choice(index) => {
                let step = &mut base.steps[index];
                (step.action, step.secret) = (name.to_string(), false);
                fits(&base).or_else(|| self.searched(&base, name, &fits))
            }
            Guess::Draw(slot) => {
                let draw = base.at(slot);
                let before = std::mem::replace(&mut draw.name, name.to_string());
                draw.guessed = false;
                let holding = self.slots(&base).into_iter();
                let mut holding = holding.filter(|other| base.name(*other) == name);
                fits(&base)
                    .or_else(|| {
                        holding.find_map(|other| {
                            let mut swapped = base.clone();
                            swapped.at(other).name.clone_from(&before);
                            fits(&swapped)
                        })
                    })
                    .or_else(|| {
                        // What is guessed to be in a deck may be guessed to have been drawn from it, too.
                        let mut renamed = self.history.renamed(&before, name);
                        let draw = renamed.at(slot);
                        draw.name = name.to_string();
                        draw.guessed = false;
                        fits(&renamed)
                    })
            }
        };
        let found = found.ok_or_else(|| misfit(name))?;
        self.take(found);
        self.shown.pop_front();
        Ok(())
    }

    /// Takes the last answer back, or the last move that somebody typed with all that came after it; what it was.
    pub fn undo(&mut self) -> Option<String> {
        self.shown.clear();
        if let Some(Waiting {
            step,
            drawn,
            question,
        }) = self.waiting.take()
        {
            let asked = |drawn: &[Draw]| drawn.iter().rposition(|draw| draw.asked);
            let Some(at) = asked(&drawn) else {
                let Some(step) = step else {
                    // The deal cannot be taken back.
                    self.waiting = Some(Waiting {
                        step,
                        drawn,
                        question,
                    });
                    return None;
                };
                return Some(step.action);
            };
            let name = drawn[at].name.clone();
            // It was asked for here before.
            let _ = self.draw_on(step, drawn[..at].to_vec(), false);
            return Some(format!("{} {name}", question.of));
        }
        let History { deal, mut steps } = self.history.clone();
        let Some(at) = steps.iter().rposition(|step| !step.unasked) else {
            let at = deal.iter().rposition(|draw| draw.asked)?;
            let name = deal[at].name.clone();
            (self.history, self.ongoing) = (History::default(), None);
            self.views.clear();
            self.seen.clear();
            let _ = self.draw_on(None, deal[..at].to_vec(), false);
            return Some(format!("the deal's {name}"));
        };
        let action = steps[at].action.clone();
        steps.truncate(at);
        let (history, ongoing, views) = self.played(&History { deal, steps })?;
        self.take((history, ongoing, views));
        Some(action)
    }

    /// Takes the last move back, whoever made it and whether it waits for a draw or not.
    pub fn take_last(&mut self) {
        if self.waiting.take().is_some() {
            return;
        }
        let mut history = self.history.clone();
        history.steps.pop();
        if let Some((history, ongoing, views)) = self.played(&history) {
            self.take((history, ongoing, views));
        }
    }

    /// Plays a history with its guesses. Moves in secret that are not legal any more are guessed anew.
    fn played(&self, history: &History) -> Option<Played> {
        let (history, ongoing) = self.replayed(history)?;
        let views = self.views_of(&history)?;
        Some((history, ongoing, views))
    }

    fn replayed(&self, history: &History) -> Option<(History, Box<dyn OngoingGame>)> {
        let mut history = history.clone();
        let mut ongoing = self.begin(given(&history.deal)).ok()?;
        for (index, step) in history.steps.iter_mut().enumerate() {
            let legal = ongoing.parse(&step.action);
            let choice = match legal {
                Ok(choice) => choice,
                Err(_) if step.secret && ongoing.choices() > 0 => {
                    let mut rng = guess_stream(self.seed, index, 0);
                    let choice = below(&mut rng, ongoing.choices() as u32) as usize;
                    step.action = ongoing.notation(choice);
                    choice
                }
                Err(_) => return None,
            };
            (ongoing.to_move() == Some(step.seat)).then_some(())?;
            ongoing.make_given(choice, given(&step.drawn)).ok()?;
        }
        Some((history, ongoing))
    }

    /// What the own seat knew after the deal and after every move.
    fn views_of(&self, history: &History) -> Option<Vec<u64>> {
        let mut ongoing = self.begin(given(&history.deal)).ok()?;
        let mut views = vec![view(&*ongoing, self.own)];
        for step in &history.steps {
            let choice = ongoing.parse(&step.action).ok()?;
            ongoing.make_given(choice, given(&step.drawn)).ok()?;
            views.push(view(&*ongoing, self.own));
        }
        Some(views)
    }

    /// All guesses, the latest first; with those of the seat to move before others.
    fn slots(&self, history: &History) -> Vec<Slot> {
        let to_move = self.ongoing.as_ref().and_then(|game| game.to_move());
        let of = |step: Option<usize>, drawn: &[Draw]| -> Vec<Slot> {
            let guessed = drawn.iter().enumerate().filter(|(_, draw)| draw.guessed);
            guessed.map(|(draw, _)| Slot { step, draw }).collect()
        };
        let mut slots = of(None, &history.deal);
        for (index, step) in history.steps.iter().enumerate() {
            slots.extend(of(Some(index), &step.drawn));
        }
        slots.reverse();
        let is_own = |slot: &Slot| {
            slot.step
                .is_some_and(|index| Some(history.steps[index].seat) == to_move)
        };
        slots.sort_by_key(|slot| !is_own(slot));
        slots
    }

    /// Other guesses with which the seat to move has a move, and the own seat has seen what it saw.
    fn other_guesses(&self, action: &str) -> Option<Played> {
        let fits = |history: &History| {
            let (history, ongoing) = self.replayed(history)?;
            ongoing.parse(action).ok()?;
            let views = self.views_of(&history)?;
            (views == self.views).then_some((history, ongoing, views))
        };
        self.searched(&self.history, action, &fits)
    }

    /// A history that fits, with another guess for what an action is about.
    fn searched(
        &self,
        history: &History,
        action: &str,
        fits: &dyn Fn(&History) -> Option<Played>,
    ) -> Option<Played> {
        let slots = self.slots(history);
        let pairs = self.named_by_two(action, &slots);
        let pairs = pairs.iter().map(String::as_str);
        // What a move is about comes last.
        for wanted in pairs.chain(action.split_whitespace().rev()) {
            // A move in secret may have put away what is needed now.
            for (index, step) in history.steps.iter().enumerate() {
                if step.secret && step.action.split_whitespace().any(|word| word == wanted) {
                    let mut changed = history.clone();
                    changed.steps[index].action.clear();
                    if let Some(found) = fits(&changed) {
                        return Some(found);
                    }
                }
            }
            for &slot in &slots {
                let mut changed = history.clone();
                let before = std::mem::replace(&mut changed.at(slot).name, wanted.to_string());
                if before == wanted {
                    continue;
                }
                if let Some(found) = fits(&changed) {
                    return Some(found);
                }
                // What is guessed to be in a deck may be guessed to have been drawn from it, too.
                if let Some(found) = fits(&history.renamed(&before, wanted)) {
                    return Some(found);
                }
                for &other in &slots {
                    if history.name(other) == wanted {
                        let mut swapped = changed.clone();
                        swapped.at(other).name.clone_from(&before);
                        if let Some(found) = fits(&swapped) {
                            return Some(found);
                        }
                    }
                }
            }
        }
        None
    }

    /// Names of two words that an action has, though not side by side: `play rum 5 black`.
    fn named_by_two(&self, action: &str, slots: &[Slot]) -> Vec<String> {
        let Some(first) = slots.iter().min_by_key(|slot| (slot.step, slot.draw)) else {
            return Vec::new();
        };
        let mut known = self.among(*first);
        known.extend(
            slots
                .iter()
                .map(|slot| self.history.name(*slot).to_string()),
        );
        let words: Vec<&str> = action.split_whitespace().collect();
        let firsts = words.iter().enumerate();
        let pairs = firsts.flat_map(|(at, first)| {
            let seconds = words[at + 1..].iter();
            seconds.map(move |second| format!("{first} {second}"))
        });
        pairs.filter(|pair| known.contains(pair)).collect()
    }

    /// Changes a guess, so that the last of these draws, which is known, is possible; whether that can be.
    fn set_free(&mut self, step: Option<&Step>, drawn: &mut [Draw], question: &Question) -> bool {
        let Some((last, before)) = drawn.split_last_mut() else {
            return false;
        };
        let replacements = || question.among.iter().map(|(name, _)| name);
        // What this move drew unseen before.
        let guesses: Vec<usize> = (0..before.len())
            .filter(|&at| before[at].guessed && before[at].name == last.name)
            .collect();
        for at in guesses {
            for other in replacements() {
                let mut names: Vec<Draw> = before.to_vec();
                names[at].name.clone_from(other);
                names.push(last.clone());
                let refused = self.attempt(step, given(&names));
                if !matches!(refused, Err(DrawError::Refused(_))) {
                    before[at].name.clone_from(other);
                    return true;
                }
            }
        }
        let mut all: Vec<Draw> = before.to_vec();
        all.push(last.clone());
        let slots = self.slots(&self.history);
        // What lies elsewhere by a guess comes free, or a guess is that it may be drawn here.
        let holding = slots
            .iter()
            .filter(|slot| self.history.name(**slot) == last.name);
        let freed =
            holding.flat_map(|slot| replacements().map(move |other| (*slot, other.as_str())));
        let others = slots
            .iter()
            .filter(|slot| self.history.name(**slot) != last.name);
        let placed = others.map(|slot| (*slot, last.name.as_str()));
        let found = freed.chain(placed).find_map(|(slot, name)| {
            let mut changed = self.history.clone();
            changed.at(slot).name = name.to_string();
            let (history, ongoing) = self.replayed(&changed)?;
            let after = match step {
                Some(step) => make(ongoing.copy(), &step.action, given(&all)),
                None => self.begin(given(&all)),
            };
            let possible = !matches!(after, Err(DrawError::Refused(_)));
            (possible && self.views_of(&history)? == self.views).then_some((history, ongoing))
        });
        if let Some((history, ongoing)) = found {
            self.take((history, ongoing, self.views.clone()));
            return true;
        }
        false
    }

    /// The moves and draws as a log has them; of a move that waits, what is known of its draws.
    pub fn logged(&self) -> (Vec<LoggedMove>, Followed) {
        let mut followed = self.start.clone();
        let mut steps = self.history.steps.clone();
        let mut deal = &self.history.deal;
        match &self.waiting {
            Some(Waiting {
                step: None, drawn, ..
            }) => deal = drawn,
            Some(Waiting {
                step: Some(step),
                drawn,
                ..
            }) => steps.push(Step {
                drawn: drawn.clone(),
                ..step.clone()
            }),
            None => {}
        }
        followed
            .drawn
            .insert(0, deal.iter().map(logged_draw).collect());
        let mut moves = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            let number = index + 1;
            followed
                .drawn
                .insert(number, step.drawn.iter().map(logged_draw).collect());
            if step.secret {
                followed.guessed.insert(number);
            }
            moves.push(LoggedMove {
                line: 0,
                seat: step.seat,
                action: step.action.clone(),
            });
        }
        (moves, followed)
    }

    /// Takes in the deal of a log.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read_deal(&mut self, drawn: &[LoggedDraw]) -> Result<(), String> {
        // Where nothing of it is seen, all of it was guessed already.
        self.history = History::default();
        self.ongoing = None;
        self.views.clear();
        self.seen.clear();
        let hidden = self.lacks_only_hidden();
        self.draw_on(None, drawn.iter().map(read_draw).collect(), hidden)
    }

    /// Takes in a move of a log.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read_move(
        &mut self,
        action: &str,
        secret: bool,
        drawn: &[LoggedDraw],
    ) -> Result<(), String> {
        let (Some(seat), Some(ongoing)) = (self.to_move(), &self.ongoing) else {
            return Err(format!("\"{action}\": no move is awaited here"));
        };
        ongoing.parse(action).map_err(|error| error.to_string())?;
        let step = Step {
            seat,
            action: action.to_string(),
            secret,
            unasked: secret,
            drawn: Vec::new(),
        };
        self.draw_on(Some(step), drawn.iter().map(read_draw).collect(), false)
    }
}

impl History {
    fn drawn(&self, slot: Slot) -> &[Draw] {
        match slot.step {
            None => &self.deal,
            Some(index) => &self.steps[index].drawn,
        }
    }

    /// The same with two names exchanged in all guesses.
    fn renamed(&self, one: &str, other: &str) -> History {
        let exchanged = |name: &str| match name {
            name if name == one => other.to_string(),
            name if name == other => one.to_string(),
            name => name.to_string(),
        };
        let mut renamed = self.clone();
        let History { deal, steps } = &mut renamed;
        for step in steps.iter_mut().filter(|step| step.secret) {
            let words: Vec<String> = step.action.split_whitespace().map(exchanged).collect();
            step.action = words.join(" ");
        }
        let drawn = steps.iter_mut().flat_map(|step| &mut step.drawn);
        for draw in deal.iter_mut().chain(drawn).filter(|draw| draw.guessed) {
            draw.name = exchanged(&draw.name);
        }
        renamed
    }

    fn name(&self, slot: Slot) -> &str {
        &self.drawn(slot)[slot.draw].name
    }

    fn at(&mut self, slot: Slot) -> &mut Draw {
        match slot.step {
            None => &mut self.deal[slot.draw],
            Some(index) => &mut self.steps[index].drawn[slot.draw],
        }
    }
}

fn make(
    mut ongoing: Box<dyn OngoingGame>,
    action: &str,
    drawn: Drawn,
) -> Result<Box<dyn OngoingGame>, DrawError> {
    let choice = ongoing.parse(action);
    let choice = choice.map_err(|error| DrawError::Refused(error.to_string()))?;
    ongoing.make_given(choice, drawn)?;
    Ok(ongoing)
}

fn given(drawn: &[Draw]) -> Drawn {
    Drawn {
        things: drawn.iter().map(|draw| Some(draw.name.clone())).collect(),
        rest: false,
    }
}

fn view(ongoing: &dyn OngoingGame, own: Option<Seat>) -> u64 {
    let mut hasher = DefaultHasher::new();
    ongoing.position(own).to_string().hash(&mut hasher);
    hasher.finish()
}

/// The texts of a position with the keys that lead there.
fn texts(value: &Value, place: &str, found: &mut BTreeSet<(String, String)>) {
    match value {
        Value::String(text) => drop(found.insert((place.to_string(), text.clone()))),
        Value::Array(list) => list.iter().for_each(|value| texts(value, place, found)),
        Value::Object(keys) => {
            let parts = keys.iter();
            parts.for_each(|(key, value)| texts(value, &format!("{place}/{key}"), found));
        }
        _ => {}
    }
}

fn misfit(action: &str) -> String {
    format!("\"{action}\" does not fit what was reported before; `undo` takes that back")
}

fn logged_draw(draw: &Draw) -> LoggedDraw {
    LoggedDraw {
        name: draw.name.clone(),
        guessed: draw.guessed,
    }
}

fn read_draw(draw: &LoggedDraw) -> Draw {
    Draw {
        of: "",
        name: draw.name.clone(),
        guessed: draw.guessed,
        asked: !draw.guessed,
    }
}

/// What is said of an answer that cannot be.
fn refusal(name: &str, question: &Question, elsewhere: &[String]) -> String {
    let names = question.among.iter().map(|(name, _)| name);
    let names = names.chain(elsewhere).map(String::as_str);
    let names: Vec<&str> = names.filter(|other| *other != name).collect();
    let others = match elsewhere {
        [] => String::new(),
        others => format!(", or if no other seat holds it {}", others.join(", ")),
    };
    format!(
        "{}: \"{name}\" cannot be drawn{}; left are {}{others}",
        question.of,
        did_you_mean(name, names.into_iter()),
        numbered(&question.among),
    )
}

/// Things with their numbers: `corn (3), sugar`.
pub fn numbered(among: &[(String, u32)]) -> String {
    let name = |(name, number): &(String, u32)| match number {
        1 => name.clone(),
        number => format!("{name} ({number})"),
    };
    among.iter().map(name).collect::<Vec<_>>().join(", ")
}
