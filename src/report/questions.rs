//! The questions that can be asked of a results folder. What is played knows nothing of them: a new one is a
//! function and a line of the table.

use super::error::ReportError;
use super::study::Findings;
use super::{
    before_after, duel, exposure, gauntlet, habits, items, ladder, luck, mixture, settings,
    strategies, sweep, tournament, wins,
};
use portolan_core::suggestion::did_you_mean;
use portolan_engine::settings::Kind;
use portolan_study::source::Source;

/// A question.
#[derive(Debug)]
pub struct Question {
    /// Its name, as `--ask` takes it.
    pub name: &'static str,
    /// What it asks, in a few words.
    pub about: &'static str,
    /// Kinds of experiment whose reports answer it unless something else is asked.
    first: &'static [Kind],
    /// Other kinds whose results can be asked it.
    also: &'static [Kind],
    answer: fn(&Source) -> Result<Findings, ReportError>,
}

const fn question(
    name: &'static str,
    about: &'static str,
    first: &'static [Kind],
    also: &'static [Kind],
    answer: fn(&Source) -> Result<Findings, ReportError>,
) -> Question {
    Question {
        name,
        about,
        first,
        also,
        answer,
    }
}

/// Every question: its name, what it asks, the kinds whose reports answer it first, other kinds that can be
/// asked it, and who answers.
#[rustfmt::skip]
pub const QUESTIONS: [Question; 14] = {
    use Kind::*;
    [
        question("wins", "who wins most often?", &[Simulate], &[Tournament, Gauntlet, Strategies], wins::findings),
        question("verdict", "is the first bot stronger than the second?", &[Duel], &[], duel::findings),
        question("ratings", "who is strongest, and how sure is that?", &[Tournament], &[Strategies], tournament::findings),
        question("challenger", "whom does the challenger beat?", &[Gauntlet], &[], gauntlet::findings),
        question("strategies", "in which ways is the game won, and which beats which?", &[Strategies], &[Simulate, Tournament, Gauntlet, Cards], strategies::findings),
        question("cells", "what changes from the first condition to the others?", &[Sweep], &[], sweep::findings),
        question("rungs", "is every level harder than the one before?", &[Ladder], &[], ladder::findings),
        question("mixture", "which items of a mixture make it hard?", &[Mixture], &[], mixture::findings),
        question("items", "what is each item worth?", &[Factorial, Grant, Price, Constraint], &[], items::findings),
        question("settings", "what do rule options change, and are the seats fair?", &[Settings], &[], settings::findings),
        question("change", "what does the change do to items, seats, scores and length?", &[Change], &[], before_after::findings),
        question("cards", "what does meeting an item go with?", &[Cards], &[], exposure::findings),
        question("habits", "what do players do in a game, and what do they take?", &[], &[Simulate, Tournament, Gauntlet, Strategies, Duel, Cards], habits::findings),
        question("luck", "how much of scores and wins is luck?", &[], &[Simulate, Tournament, Gauntlet, Strategies], luck::findings),
    ]
};

impl Question {
    /// Whether results of a kind can be asked it.
    pub fn is_for(&self, kind: Kind) -> bool {
        self.first.contains(&kind) || self.also.contains(&kind)
    }

    /// What the results say.
    ///
    /// # Errors
    /// [`ReportError`] if their files are not as they should be.
    pub fn answer(&self, source: &Source) -> Result<Findings, ReportError> {
        (self.answer)(source)
    }
}

/// The question that the report of a kind answers if nothing else is asked.
pub fn first_of(kind: Kind) -> &'static Question {
    let mut questions = QUESTIONS.iter();
    let first = questions.find(|question| question.first.contains(&kind));
    first.unwrap_or(&QUESTIONS[0])
}

/// The questions of these names, each once, in the order in which they are asked.
///
/// # Errors
/// [`ReportError::Question`] at the first name that no question has.
pub fn named(names: &[String]) -> Result<Vec<&'static Question>, ReportError> {
    let mut found: Vec<&Question> = Vec::new();
    for name in names {
        let mut questions = QUESTIONS.iter();
        let Some(question) = questions.find(|question| question.name == name) else {
            let near = did_you_mean(name, QUESTIONS.iter().map(|question| question.name));
            return Err(ReportError::Question(format!(
                "--ask {name}: there is no such question{near}; expected {}",
                choice(|_| true)
            )));
        };
        if found.iter().all(|known| known.name != question.name) {
            found.push(question);
        }
    }
    Ok(found)
}

/// Sees that results of a kind can be asked all of these.
///
/// # Errors
/// [`ReportError::Question`] with what they can be asked, at the first that they cannot.
pub fn check(asked: &[&Question], kind: Kind) -> Result<(), ReportError> {
    match asked.iter().find(|question| !question.is_for(kind)) {
        None => Ok(()),
        Some(question) => Err(ReportError::Question(format!(
            "--ask {}: results of kind \"{}\" cannot tell; they can be asked {}",
            question.name,
            kind.name(),
            choice(|question| question.is_for(kind))
        ))),
    }
}

/// The names of some questions, as a choice.
fn choice(wanted: impl Fn(&Question) -> bool) -> String {
    let names = QUESTIONS.iter().filter(|question| wanted(question));
    let names: Vec<&str> = names.map(|question| question.name).collect();
    names.join(", ")
}

/// The table for `--help`: every question with what it asks and of which kinds of experiment.
pub fn help() -> String {
    let line = |question: &Question| {
        let kinds = question.first.iter().chain(question.also);
        let kinds: Vec<&str> = kinds.map(|kind| kind.name()).collect();
        format!(
            "  {:<10}  {} ({})\n",
            question.name,
            question.about,
            kinds.join(", ")
        )
    };
    QUESTIONS.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_first_question() {
        for kind in Kind::ALL {
            let first = QUESTIONS
                .iter()
                .filter(|question| question.first.contains(&kind));
            let names: Vec<&str> = first.map(|question| question.name).collect();
            assert_eq!(names, [first_of(kind).name], "{}", kind.name());
        }
    }

    #[test]
    fn no_question_is_told_twice() {
        for (number, question) in QUESTIONS.iter().enumerate() {
            assert!(
                QUESTIONS[..number]
                    .iter()
                    .all(|other| other.name != question.name)
            );
            assert!(
                question
                    .first
                    .iter()
                    .all(|kind| !question.also.contains(kind))
            );
            assert!(Kind::ALL.iter().any(|&kind| question.is_for(kind)));
        }
    }
}
