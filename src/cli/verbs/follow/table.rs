//! The followed game: all reports, and a position with the view that follows from them.

use portolan_core::game::{Phrase, Seat};
use portolan_core::prose::count;
use portolan_run::experiment::followed::{Followed, UNSEEN};
use portolan_run::experiment::gamelog::LoggedMove;
use portolan_run::play::dyn_game::DynGame;
use portolan_run::play::ongoing::OngoingGame;
use portolan_run::play::reported::{Question, Report, Unfit};

use serde_json::Value;

/// Answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Name of the component.
    Name(String),
    /// The draw was hidden, or no further component was shown.
    Unseen,
    /// This draw and all later draws of the move were hidden.
    UnseenRest,
}

/// A reported move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub seat: Seat,
    pub report: Report,
    /// True if the user did not type the move.
    pub unasked: bool,
}

impl Step {
    /// Returns the notation of the action, or `-` if it is secret.
    pub fn action(&self) -> &str {
        self.report.action.as_deref().unwrap_or(UNSEEN)
    }
}

/// Move that waits for an answer. If `step` is `None`, the deal waits.
#[derive(Clone)]
struct Waiting {
    step: Option<Step>,
    question: Question,
}

/// A correction in progress.
#[derive(Clone)]
struct Correction {
    /// All moves before the correction.
    before: Vec<Step>,
    /// Draws of the deal before the correction.
    deal: Vec<Option<String>>,
    /// Moves after the corrected one that are not yet made again.
    later: Vec<Step>,
}

/// Followed game.
pub struct Table<'a> {
    game: &'a dyn DynGame,
    seed: u64,
    /// Own seat, and start of the game.
    start: Followed,
    own: Option<Seat>,
    deal: Vec<Option<String>>,
    steps: Vec<Step>,
    ongoing: Option<Box<dyn OngoingGame>>,
    waiting: Option<Waiting>,
    correction: Option<Correction>,
}

impl<'a> Table<'a> {
    /// Creates a table before the deal, or with an initial position. `own` is the viewing seat; `None` if
    /// everything is visible.
    ///
    /// # Errors
    /// A message if the position is invalid.
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
            deal: Vec::new(),
            steps: Vec::new(),
            ongoing: None,
            waiting: None,
            correction: None,
        };
        table.read_deal(&[])?;
        Ok(table)
    }

    /// Returns the position; `None` while the deal waits for its draws.
    pub fn ongoing(&self) -> Option<&dyn OngoingGame> {
        self.ongoing.as_deref()
    }

    /// Returns the open question, if any.
    pub fn question(&self) -> Option<&Question> {
        self.waiting.as_ref().map(|waiting| &waiting.question)
    }

    /// Returns the move that waits for an answer; `None` for the deal, or if no move waits.
    pub fn waiting_move(&self) -> Option<&Step> {
        self.waiting.as_ref()?.step.as_ref()
    }

    /// Returns the moves so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns true if the own seat did not see the move with this index.
    pub fn is_hidden(&self, index: usize) -> bool {
        let step = self.steps.get(index);
        step.is_some_and(|step| step.report.action.is_none())
    }

    /// Returns true if a draw or move was hidden from the user's seat.
    pub fn has_unseen(&self) -> bool {
        let unseen =
            |step: &Step| step.report.action.is_none() || step.report.answers.contains(&None);
        self.deal.contains(&None) || self.steps.iter().any(unseen)
    }

    /// Returns true if there are no reports yet.
    pub fn is_untouched(&self) -> bool {
        let waiting = self.waiting.as_ref();
        let reported = |answers: &[Option<String>]| answers.iter().any(Option::is_some);
        self.steps.is_empty()
            && !reported(&self.deal)
            && waiting.is_none_or(|waiting| {
                waiting.step.is_none() && !reported(&waiting.question.answers)
            })
    }

    /// Returns the seat to move, unless a move waits for an answer.
    pub fn to_move(&self) -> Option<Seat> {
        match &self.waiting {
            None => self.ongoing.as_ref()?.to_move(),
            Some(_) => None,
        }
    }

    /// Returns true while a correction waits for entries.
    pub fn is_correcting(&self) -> bool {
        self.correction.is_some()
    }

    /// Returns the moves that are possible given what the user's seat knows.
    pub fn possible(&self) -> Vec<Phrase> {
        match self.to_move() {
            None => Vec::new(),
            Some(_) => (self.ongoing.as_ref()).map_or(Vec::new(), |game| game.possible(self.own)),
        }
    }

    /// Returns true if the next choice is not visible to the user's seat.
    pub fn is_secret(&self) -> bool {
        let ongoing = self.ongoing.as_ref().filter(|_| self.waiting.is_none());
        ongoing.is_some_and(|game| game.is_secret(self.own))
    }

    /// Makes a move of the seat to move; `None` is a secret move.
    ///
    /// # Errors
    /// A message if the move is impossible; the table is not changed.
    pub fn make(&mut self, action: Option<&str>, unasked: bool) -> Result<(), String> {
        let Some(seat) = self.to_move() else {
            return Err("no move is expected here".to_string());
        };
        self.go_on(Step {
            seat,
            report: Report {
                action: action.map(String::from),
                answers: Vec::new(),
            },
            unasked,
        })
    }

    /// Answers the open question.
    ///
    /// # Errors
    /// A message with the possible values if the answer is impossible; the table is not changed.
    pub fn answer(&mut self, answer: &Answer) -> Result<(), String> {
        let Some(Waiting { step, question }) = self.waiting.clone() else {
            return Err("no input is expected here".to_string());
        };
        if let (Answer::Unseen | Answer::UnseenRest, false, true) =
            (answer, question.shown, question.is_required)
        {
            let place = question.place.as_ref();
            let place = place.map_or(String::new(), |place| format!(" ({place})"));
            return Err(format!(
                "`{UNSEEN}` is only for hidden components, and your seat sees this one{place}"
            ));
        }
        let mut answers = question.answers.clone();
        answers.push(match answer {
            Answer::Name(name) => Some(name.clone()),
            _ => None,
        });
        match step {
            None => self.read_deal(&answers)?,
            Some(mut step) => {
                step.report.answers = answers;
                self.go_on(step)?;
            }
        }
        match self.question() {
            Some(next) if *answer == Answer::UnseenRest && !next.shown && !next.is_required => {
                self.answer(answer)
            }
            _ => Ok(()),
        }
    }

    /// Makes a move, or lets it wait for an answer.
    fn go_on(&mut self, mut step: Step) -> Result<(), String> {
        let Some(ongoing) = &mut self.ongoing else {
            return Err("the deal is not complete yet".to_string());
        };
        match ongoing.fit(self.own, &step.report) {
            Err(Unfit::Refused(problem)) => Err(problem),
            Err(Unfit::Asks(question)) => {
                let step = Some(step);
                self.waiting = Some(Waiting { step, question });
                Ok(())
            }
            Ok(fitted) => {
                let made = ongoing.make_given(fitted.choice, fitted.drawn);
                made.map_err(|error| error.reason())?;
                step.report.answers = fitted.answers;
                self.steps.push(step);
                self.waiting = None;
                Ok(())
            }
        }
    }

    /// Undoes the last answer, the correction in progress, or the last typed move with everything after it. Returns a
    /// description of it.
    pub fn undo(&mut self) -> Option<String> {
        if let Some(Correction { before, deal, .. }) = self.correction.take() {
            let kept = before.iter().zip(&self.steps);
            let mut kept = kept.take_while(|(before, step)| before == step).count();
            if deal != self.deal {
                kept = 0;
                // These draws were accepted before.
                let _ = self.read_deal(&deal);
            }
            self.keep(kept);
            for step in before.into_iter().skip(kept) {
                // These moves were made before.
                let _ = self.go_on(step);
            }
            return Some("the correction".to_string());
        }
        if let Some(Waiting { step, question }) = self.waiting.take() {
            let answer = self.take_answer(step.as_ref(), &question.answers);
            return match (answer, self.question()) {
                (Some(answer), Some(question)) => Some(format!("{} {answer}", question.of)),
                // The choice was made by the program and would be made again.
                _ if step.as_ref().is_some_and(|step| step.unasked) => self.undo(),
                _ => step.map(|step| step.action().to_string()),
            };
        }
        let Some(at) = self.steps.iter().rposition(|step| !step.unasked) else {
            let answers = self.deal.clone();
            self.keep(0);
            let answer = self.take_answer(None, &answers)?;
            return Some(format!("the deal's {answer}"));
        };
        let action = self.steps[at].action().to_string();
        self.keep(at);
        Some(action)
    }

    /// Removes the last entered answer about a move or the deal, and the hidden draws after it. Returns the removed
    /// answer, or `None` if all draws were hidden.
    fn take_answer(&mut self, step: Option<&Step>, answers: &[Option<String>]) -> Option<String> {
        // Finds the longest beginning of the answers after which an earlier question is open than now. The entry after
        // this beginning is the last one.
        let asked = answers.len();
        let prefixes: Vec<usize> = (0..asked).collect();
        let last = prefixes.partition_point(|&kept| self.ask_after(step, &answers[..kept]) < asked);
        let entered = last.checked_sub(1);
        self.ask_after(step, &answers[..entered.unwrap_or(0)]);
        if step.is_some() && entered.is_none() {
            self.waiting = None;
        }
        entered.map(|entered| {
            answers[entered]
                .clone()
                .unwrap_or_else(|| UNSEEN.to_string())
        })
    }

    /// Makes a move, or deals, with these answers. Returns the number of answers that precede the next question.
    fn ask_after(&mut self, step: Option<&Step>, answers: &[Option<String>]) -> usize {
        // These answers were accepted before.
        let _ = match step {
            None => self.read_deal(answers),
            Some(step) => {
                let mut step = step.clone();
                step.report.answers = answers.to_vec();
                self.go_on(step)
            }
        };
        let question = self.question();
        question.map_or(usize::MAX, |question| question.answers.len())
    }

    /// Takes back all moves except the first ones.
    fn keep(&mut self, kept: usize) {
        self.waiting = None;
        self.steps.truncate(kept);
        if let Some(ongoing) = &mut self.ongoing {
            ongoing.take_back(kept);
        }
    }

    /// Undoes the last move, even if it was made automatically or waits for an answer.
    pub fn take_last(&mut self) {
        match self.waiting.take() {
            Some(_) => {}
            None => self.keep(self.steps.len().saturating_sub(1)),
        }
    }

    /// Takes back move `number`, counted from 1, and all later moves. The next move that is made replaces it;
    /// [`Table::go_on_correcting`] then repeats the later moves.
    ///
    /// # Errors
    /// A message if there is no such move; the table is not changed.
    pub fn correct(&mut self, number: usize) -> Result<(), String> {
        self.may_correct()?;
        let Some(index) = number
            .checked_sub(1)
            .filter(|&index| index < self.steps.len())
        else {
            let made = self.steps.len();
            return Err(format!(
                "no move {number}: {}",
                match made {
                    0 => "no move was entered yet".to_string(),
                    made => format!("expected 1 to {made}; `log` lists them"),
                }
            ));
        };
        let before = self.steps.clone();
        self.keep(index);
        let later = before[index..].to_vec();
        let deal = self.deal.clone();
        self.correction = Some(Correction {
            before,
            deal,
            later,
        });
        Ok(())
    }

    /// Replaces draw `number` of the deal, counted from 1 over the entered draws. If another draw already has the component, exchanges the two draws
    /// and returns the number of the other draw. [`Table::go_on_correcting`] repeats all moves.
    ///
    /// # Errors
    /// A message if there is no such draw, or if the component is impossible; the table is not changed.
    pub fn correct_deal(&mut self, number: usize, name: &str) -> Result<Option<usize>, String> {
        self.may_correct()?;
        let before = self.deal.clone();
        let entered: Vec<usize> = (0..before.len())
            .filter(|&at| before[at].is_some())
            .collect();
        let Some(&at) = number.checked_sub(1).and_then(|index| entered.get(index)) else {
            return Err(format!(
                "no draw {number} of the deal: {}",
                match entered.len() {
                    0 => "none was entered".to_string(),
                    entered => format!("expected 1 to {entered}; `log` lists them"),
                }
            ));
        };
        let mut deal = before.clone();
        let old = deal[at].replace(name.to_string());
        let mut exchanged = None;
        if let Err(problem) = self.read_deal(&deal) {
            let mut others = (1..).zip(&entered).filter(|(_, other)| **other != at);
            let other = others.find(|(_, other)| before[**other].as_deref() == Some(name));
            let (number, &other) = other.ok_or(&problem)?;
            deal[other] = old;
            self.read_deal(&deal).map_err(|_| problem)?;
            exchanged = Some(number);
        }
        let later = std::mem::take(&mut self.steps);
        self.correction = Some(Correction {
            before: later.clone(),
            deal: before,
            later,
        });
        Ok(exchanged)
    }

    fn may_correct(&self) -> Result<(), String> {
        match (&self.correction, &self.waiting) {
            (Some(_), _) => Err("a correction is in progress; `undo` takes it back".to_string()),
            (None, Some(Waiting { step: None, .. })) => {
                Err("the deal is not complete yet; `undo` takes back the last draw".to_string())
            }
            (None, Some(_)) => {
                let problem = "the last move still waits for entries; enter them first, or take back the last entry \
                               with `undo`";
                Err(problem.to_string())
            }
            _ => Ok(()),
        }
    }

    /// Returns the draws of the complete deal that were entered, in order.
    pub fn dealt(&self) -> impl Iterator<Item = &str> {
        self.deal.iter().flatten().map(String::as_str)
    }

    /// Makes the moves after a correction again, as far as they fit and need no answer. Returns a message about the first
    /// move that no longer fits, or about the end of the correction.
    pub fn go_on_correcting(&mut self) -> Option<String> {
        while self.waiting.is_none() {
            let later = &self.correction.as_ref()?.later;
            let Some(next) = later.first().cloned() else {
                self.correction = None;
                return Some("corrected; all later moves fit".to_string());
            };
            let more = later.len() - 1;
            let (seat, action) = (next.seat, next.action().to_string());
            let made = match self.to_move() == Some(seat) {
                true => self.go_on(next),
                false => Err("another seat decides here".to_string()),
            };
            let Err(problem) = made else {
                self.replace_later();
                continue;
            };
            let more = match more {
                0 => String::new(),
                more => format!("; {} after it are pending", count(more as u64, "move")),
            };
            return Some(format!(
                "move {}, \"{action}\" of seat {}, no longer fits: {problem}. Enter what happened instead{more}; `undo` takes \
                 back the correction",
                self.steps.len() + 1,
                seat + 1
            ));
        }
        None
    }

    /// Drops the first move after a correction, because it was made again or another move was entered in its place.
    pub fn replace_later(&mut self) {
        if let Some(correction) = &mut self.correction
            && !correction.later.is_empty()
        {
            correction.later.remove(0);
        }
    }

    /// Returns the moves and draws for a log, including the known draws of a waiting move.
    pub fn logged(&self) -> (Vec<LoggedMove>, Followed) {
        let mut followed = self.start.clone();
        let mut deal = &self.deal;
        let mut steps: Vec<&Step> = self.steps.iter().collect();
        let waiting = self.waiting.as_ref().map(|waiting| {
            let step = waiting.step.clone();
            step.map(|mut step| {
                step.report.answers.clone_from(&waiting.question.answers);
                step
            })
        });
        match (&waiting, &self.waiting) {
            (Some(Some(step)), _) => steps.push(step),
            (Some(None), Some(waiting)) => deal = &waiting.question.answers,
            _ => {}
        }
        // An unfinished correction is not part of the moves.
        if let Some(correction) = &self.correction {
            steps = correction.before.iter().collect();
            deal = &correction.deal;
        }
        followed.drawn.insert(0, deal.clone());
        let mut moves = Vec::new();
        for (index, step) in steps.into_iter().enumerate() {
            let answers = step.report.answers.clone();
            followed.drawn.insert(index + 1, answers);
            moves.push(LoggedMove {
                line: 0,
                seat: step.seat,
                action: step.action().to_string(),
            });
        }
        (moves, followed)
    }

    /// Deals with these answers, or waits for the next one.
    ///
    /// # Errors
    /// A message if an answer is impossible or the position is invalid; the table is not changed.
    pub fn read_deal(&mut self, answers: &[Option<String>]) -> Result<(), String> {
        let position = self.start.position.as_ref();
        let begun = self
            .game
            .begin_reported(self.seed, position, self.own, answers);
        match begun {
            Err(Unfit::Refused(problem)) => Err(problem),
            Err(Unfit::Asks(question)) => {
                self.ongoing = None;
                self.deal.clear();
                self.waiting = Some(Waiting {
                    step: None,
                    question,
                });
                Ok(())
            }
            Ok((ongoing, answers)) => {
                self.waiting = None;
                self.deal = answers;
                self.ongoing = Some(ongoing);
                Ok(())
            }
        }
    }

    /// Loads a move of a log.
    ///
    /// # Errors
    /// A message if the move is invalid.
    pub fn read_move(&mut self, action: &str, answers: &[Option<String>]) -> Result<(), String> {
        let Some(seat) = self.to_move() else {
            return Err(format!("\"{action}\": no move is expected here"));
        };
        self.go_on(Step {
            seat,
            report: Report {
                action: (action != UNSEEN).then(|| action.to_string()),
                answers: answers.to_vec(),
            },
            unasked: action == UNSEEN,
        })
    }
}
