//! The followed game: all reports, and a position that fits them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use portolan_core::game::{MAX_SEATS, Seat};
use portolan_core::random::{below, guess_stream};
use portolan_core::seed;
use portolan_core::suggestion::did_you_mean;
use portolan_run::experiment::followed::{Followed, LoggedDraw};
use portolan_run::experiment::gamelog::LoggedMove;
use portolan_run::play::dyn_game::DynGame;
use portolan_run::play::given::{DrawError, Drawn, MissingDraw};
use portolan_run::play::ongoing::OngoingGame;

use serde_json::Value;

use super::guess::{Sight, sight};
use super::history::{Draw, Guess, History, Step, given, logged_draw, make, read_draw};
use super::views::{texts, view};

/// Number of random completions of the hidden information in which a move of another seat is searched.
const IMAGINED: u64 = 60;
/// Number of random completions of a position that are compared to detect a difference that the user's seat can see.
const GUESSED_ANEW: u64 = 8;
/// Maximum number of choices of a secret decision that are tested for visibility.
const MOST_TRIED: usize = 60;

/// Question for a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Kind of component.
    pub of: &'static str,
    /// Possible values, each with its number of copies.
    pub among: Vec<(String, u32)>,
    /// Number of the draw in the move, from 1.
    pub number: usize,
    /// Location of the drawn component, if known.
    pub place: Option<String>,
}

/// Answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Name of the drawn component.
    Name(String),
    /// The draw was hidden.
    Unseen,
    /// This draw and all later draws of the move were hidden.
    UnseenRest,
}

/// Move that waits for its draws; without a step, the deal.
#[derive(Clone)]
struct Waiting {
    step: Option<Step>,
    drawn: Vec<Draw>,
    question: Question,
}

/// Followed game.
pub struct Table<'a> {
    game: &'a dyn DynGame,
    pub(super) seed: u64,
    /// Own seat, and start of the game.
    start: Followed,
    pub(super) own: Option<Seat>,
    pub(super) history: History,
    pub(super) ongoing: Option<Box<dyn OngoingGame>>,
    waiting: Option<Waiting>,
    /// Hashes of the own seat's views after the deal and after every move, which guesses must not change.
    pub(super) views: Vec<u64>,
    /// The own seat's view after the last move, as texts with their paths.
    pub(super) seen: BTreeSet<(String, String)>,
    /// Revealed guesses that the user must still be asked for.
    pub(super) shown: VecDeque<Guess>,
}

/// History with its position and the hashes of the own seat's views.
pub type Played = (History, Box<dyn OngoingGame>, Vec<u64>);

impl<'a> Table<'a> {
    /// Creates a table before the deal, or with an initial position. `own` is the viewing seat; `None` if
    /// everything is visible.
    ///
    /// # Errors
    /// A message if the deal or the position is invalid.
    pub fn new(
        game: &'a dyn DynGame,
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

    /// Returns true if all missing parts of the initial position are hidden from the own seat, so that its view
    /// does not depend on them.
    fn lacks_only_hidden(&self) -> bool {
        let Some(position) = &self.start.position else {
            return false;
        };
        let seed = |number: u64| self.seed.wrapping_add(number) & seed::LARGEST;
        let placed = |number: u64| self.game.place(seed(number), position);
        let views =
            (0..GUESSED_ANEW).map(|number| placed(number).map(|game| game.position(self.own)));
        let views: Result<Vec<Value>, String> = views.collect();
        views.is_ok_and(|views| views.windows(2).all(|two| two[0] == two[1]))
    }

    /// Returns the position; `None` while the deal waits for its draws.
    pub fn ongoing(&self) -> Option<&dyn OngoingGame> {
        self.ongoing.as_deref()
    }

    /// Returns the open question, if any.
    pub fn question(&self) -> Option<&Question> {
        self.waiting.as_ref().map(|waiting| &waiting.question)
    }

    /// Returns other values that may have been drawn: values of guesses elsewhere that are hidden from the own
    /// seat.
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

    /// Returns the move that waits for its draws; `None` for the deal, or if no move waits.
    pub fn waiting_move(&self) -> Option<&str> {
        let step = self.waiting.as_ref()?.step.as_ref()?;
        Some(&step.action)
    }

    /// Returns the moves so far.
    pub fn steps(&self) -> &[Step] {
        &self.history.steps
    }

    /// Returns true if any part of the position is guessed.
    pub fn has_guesses(&self) -> bool {
        let steps = &self.history.steps;
        let guessed = |drawn: &[Draw]| drawn.iter().any(|draw| draw.guessed);
        guessed(&self.history.deal) || steps.iter().any(|step| step.secret || guessed(&step.drawn))
    }

    /// Returns true if there are no reports yet.
    pub fn is_untouched(&self) -> bool {
        let waiting = self.waiting.as_ref();
        let asked = |drawn: &[Draw]| drawn.iter().any(|draw| draw.asked);
        self.history.steps.is_empty()
            && !asked(&self.history.deal)
            && waiting.is_none_or(|waiting| waiting.step.is_none() && !asked(&waiting.drawn))
    }

    /// Returns the seat to move, unless a move waits for its draws.
    pub fn to_move(&self) -> Option<Seat> {
        match &self.waiting {
            None => self.ongoing.as_ref()?.to_move(),
            Some(_) => None,
        }
    }

    /// Returns the moves that are possible from the view of the own seat: its own legal moves, or for another
    /// seat the moves that are legal with some of the cards that this seat may hold.
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

    /// Returns the moves that are legal with some of the cards that the seat to move may hold.
    pub(super) fn imagined(&self, ongoing: &dyn OngoingGame) -> Vec<String> {
        let mut found: BTreeSet<String> = ongoing.notations().into_iter().collect();
        let Some(own) = self.own else {
            return found.into_iter().collect();
        };
        for number in 0..IMAGINED {
            let mut copy = ongoing.copy();
            copy.imagine(own, number);
            found.extend(copy.notations());
        }
        // The set sorts the moves. Another order could reveal the guesses.
        found.into_iter().collect()
    }

    /// Returns true if the next decision is secret, so that its choices are not visible to the own seat.
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

    /// Guesses a secret move.
    ///
    /// # Errors
    /// A message if the guess is invalid.
    pub fn guess_move(&mut self) -> Result<(), String> {
        let Some(ongoing) = &self.ongoing else {
            return Ok(());
        };
        // The view that most choices lead to is probably the view after the true choice.
        let mut alike: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for choice in 0..ongoing.choices() {
            let mut copy = ongoing.copy();
            let things = Vec::new();
            if copy
                .make_given(choice, Drawn { things, rest: true })
                .is_ok()
            {
                alike
                    .entry(view(&*copy, self.own))
                    .or_default()
                    .push(choice);
            }
        }
        let mut alike: Vec<Vec<usize>> = alike.into_values().collect();
        alike.sort_by_key(|choices| (Reverse(choices.len()), choices[0]));
        let Some(choices) = alike.first() else {
            return Err("there is no move to guess here".to_string());
        };
        let mut rng = guess_stream(self.seed, self.history.steps.len(), 0);
        let choice = choices[below(&mut rng, choices.len() as u32) as usize];
        let action = ongoing.notation(choice);
        self.begin_move(action, (true, true))
    }

    /// Makes a move of the seat to move, and changes guesses if necessary.
    ///
    /// # Errors
    /// A message if the move is impossible; the table is not changed.
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
            return Err("no move is expected here".to_string());
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

    /// Answers the open question.
    ///
    /// # Errors
    /// A message with the possible values if the answer is impossible; the table is not changed.
    pub fn answer(&mut self, answer: &Answer) -> Result<(), String> {
        let Some(Waiting {
            step,
            mut drawn,
            question,
        }) = self.waiting.clone()
        else {
            return Err("no input is expected here".to_string());
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

    /// Returns a guess for the draw that follows these draws.
    pub(super) fn guess(&self, drawn: &[Draw], among: &[(String, u32)]) -> String {
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

    /// Starts the game from the deal with these draws, or from the initial position.
    pub(super) fn begin(&self, drawn: Drawn) -> Result<Box<dyn OngoingGame>, DrawError> {
        self.start.begin(self.game, self.seed, drawn)
    }

    /// Returns the position after a move or the deal with these draws.
    pub(super) fn attempt(
        &self,
        step: Option<&Step>,
        drawn: Drawn,
    ) -> Result<Box<dyn OngoingGame>, DrawError> {
        match (step, &self.ongoing) {
            (Some(step), Some(ongoing)) => make(ongoing.copy(), &step.action, drawn),
            _ => self.begin(drawn),
        }
    }

    /// Continues a move or the deal until it is complete or needs an answer. If `unseen` is true, all further
    /// draws are guessed.
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

    /// Replaces the game with a replayed history.
    pub(super) fn take(&mut self, (history, ongoing, views): Played) {
        self.seen.clear();
        texts(&ongoing.position(self.own), "", &mut self.seen);
        (self.history, self.ongoing, self.views) = (history, Some(ongoing), views);
    }

    /// Undoes the last answer, or the last typed move with everything after it. Returns a description of it.
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
                    // The deal cannot be undone.
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
            // The same question was asked before, so it cannot fail.
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

    /// Undoes the last move, even if it was made automatically or waits for a draw.
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

    /// Returns the moves and draws for a log, including the known draws of a waiting move.
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

    /// Loads the deal of a log.
    ///
    /// # Errors
    /// A message if the deal is invalid.
    pub fn read_deal(&mut self, drawn: &[LoggedDraw]) -> Result<(), String> {
        // A deal that is completely hidden is already guessed.
        self.history = History::default();
        self.ongoing = None;
        self.views.clear();
        self.seen.clear();
        let hidden = self.lacks_only_hidden();
        self.draw_on(None, drawn.iter().map(read_draw).collect(), hidden)
    }

    /// Loads a move of a log.
    ///
    /// # Errors
    /// A message if the move is invalid.
    pub fn read_move(
        &mut self,
        action: &str,
        secret: bool,
        drawn: &[LoggedDraw],
    ) -> Result<(), String> {
        let (Some(seat), Some(ongoing)) = (self.to_move(), &self.ongoing) else {
            return Err(format!("\"{action}\": no move is expected here"));
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

/// Returns the message for a move or component that does not fit any guess.
pub fn misfit(action: &str) -> String {
    format!(
        "\"{action}\" contradicts earlier reports; `undo` takes them back, and `--position` starts from the beginning of the current turn"
    )
}

/// Returns the message for an impossible answer.
fn refusal(name: &str, question: &Question, elsewhere: &[String]) -> String {
    let names = question.among.iter().map(|(name, _)| name);
    let names = names.chain(elsewhere).map(String::as_str);
    let names: Vec<&str> = names.filter(|other| *other != name).collect();
    let others = match elsewhere {
        [] => String::new(),
        others => format!(", or, if no other seat has it, {}", others.join(", ")),
    };
    format!(
        "{}: \"{name}\" cannot be drawn{}; remaining: {}{others}",
        question.of,
        did_you_mean(name, names.into_iter()),
        numbered(&question.among),
    )
}

/// Returns a list of components with their numbers of copies, such as `corn (3), sugar`.
pub fn numbered(among: &[(String, u32)]) -> String {
    let name = |(name, number): &(String, u32)| match number {
        1 => name.clone(),
        number => format!("{name} ({number})"),
    };
    among.iter().map(name).collect::<Vec<_>>().join(", ")
}
