//! Questions that a report can answer. To add a question, write a function and add a row to [`QUESTIONS`];
//! experiments do not depend on this table.

use super::error::ReportError;
use super::study::Findings;
use super::{
    audit, before_after, duel, gauntlet, habits, items, ladder, luck, mixture, price_response,
    settings, strategies, sweep, tournament, wins,
};
use portolan_core::retired::advice;
use portolan_core::suggestion::did_you_mean;
use portolan_run::settings::Kind;
use portolan_study::source::Source;

/// A question that a report can answer.
#[derive(Debug)]
pub struct Question {
    /// Name for `--ask`.
    pub name: &'static str,
    /// Short wording of the question.
    pub about: &'static str,
    /// Kinds of experiment whose reports answer this question by default.
    pub first: &'static [Kind],
    /// Other kinds of experiment whose results can answer it.
    pub also: &'static [Kind],
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

/// All questions, each with its name, wording, kinds that answer it by default, other kinds that can answer
/// it, and the function that computes the answer.
#[rustfmt::skip]
pub const QUESTIONS: [Question; 15] = {
    use Kind::*;
    [
        question("wins", "who wins most often?", &[Simulate], &[Tournament, Gauntlet], wins::findings),
        question("verdict", "is the first bot stronger than the second?", &[Duel], &[], duel::findings),
        question("ratings", "who is strongest, and how certain is that?", &[Tournament], &[], tournament::findings),
        question("challenger", "which opponents does the challenger beat?", &[Gauntlet], &[], gauntlet::findings),
        question("strategies", "which strategies win, and which strategy beats which?", &[], &[Simulate, Tournament, Gauntlet], strategies::findings),
        question("cells", "what changes from the first condition to the others?", &[Sweep], &[], sweep::findings),
        question("rungs", "is each level harder than the one before?", &[Ladder], &[], ladder::findings),
        question("mixture", "which items of a mixture make it hard?", &[Mixture], &[], mixture::findings),
        question("items", "what is the value of each item?", &[Factorial, Grant, Constraint], &[], items::findings),
        question("prices", "what is each item worth at its price, and how much less at a higher one?", &[PriceFactorial], &[], price_response::findings),
        question("settings", "what do rule options change, and are the seats fair?", &[Settings], &[], settings::findings),
        question("change", "what does the change do to items, seats, scores and length?", &[Change], &[], before_after::findings),
        question("audit", "which changes do the bots fail to use, and how many points do they miss?", &[Audit], &[], audit::findings),
        question("habits", "what do players do in a game, and what do they take?", &[], &[Simulate, Tournament, Gauntlet, Duel], habits::findings),
        question("luck", "how much of scores and wins is luck?", &[], &[Simulate, Tournament, Gauntlet], luck::findings),
    ]
};

impl Question {
    /// Returns true if results of this kind can answer the question.
    pub fn is_for(&self, kind: Kind) -> bool {
        self.first.contains(&kind) || self.also.contains(&kind)
    }

    /// Computes the answer from the results.
    ///
    /// # Errors
    /// Returns [`ReportError`] if the result files are invalid.
    pub fn answer(&self, source: &Source) -> Result<Findings, ReportError> {
        (self.answer)(source)
    }
}

/// Returns the default question for a kind of experiment.
pub fn first_of(kind: Kind) -> &'static Question {
    let mut questions = QUESTIONS.iter();
    let first = questions.find(|question| question.first.contains(&kind));
    first.unwrap_or(&QUESTIONS[0])
}

/// Returns the questions with these names, in order and without duplicates.
///
/// # Errors
/// Returns [`ReportError::Question`] for the first unknown name.
pub fn named(names: &[String]) -> Result<Vec<&'static Question>, ReportError> {
    let mut found: Vec<&Question> = Vec::new();
    for name in names {
        let mut questions = QUESTIONS.iter();
        let Some(question) = questions.find(|question| question.name == name) else {
            let near = did_you_mean(name, QUESTIONS.iter().map(|question| question.name));
            let all = choice(|_| true);
            return Err(ReportError::Question(match advice("question", name) {
                Some(advice) => format!("--ask {name}: unknown question; {advice}"),
                None => format!("--ask {name}: unknown question{near}; expected {all}"),
            }));
        };
        if found.iter().all(|known| known.name != question.name) {
            found.push(question);
        }
    }
    Ok(found)
}

/// Checks that results of this kind can answer all questions.
///
/// # Errors
/// Returns [`ReportError::Question`] for the first question that cannot be answered. The message lists the
/// available questions.
pub fn check(asked: &[&Question], kind: Kind) -> Result<(), ReportError> {
    match asked.iter().find(|question| !question.is_for(kind)) {
        None => Ok(()),
        Some(question) => Err(ReportError::Question(format!(
            "--ask {}: results of kind \"{}\" cannot answer this question; expected {}",
            question.name,
            kind.name(),
            choice(|question| question.is_for(kind))
        ))),
    }
}

/// Lists the names of the selected questions, separated by commas.
fn choice(wanted: impl Fn(&Question) -> bool) -> String {
    let names = QUESTIONS.iter().filter(|question| wanted(question));
    let names: Vec<&str> = names.map(|question| question.name).collect();
    names.join(", ")
}

/// Returns the table for `--help`: each question with its wording and the kinds of experiment that can answer
/// it.
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
    fn every_experiment_kind_has_one_first_question() {
        for kind in Kind::ALL {
            let first = QUESTIONS
                .iter()
                .filter(|question| question.first.contains(kind));
            let names: Vec<&str> = first.map(|question| question.name).collect();
            assert_eq!(names, [first_of(*kind).name], "{}", kind.name());
        }
    }

    #[test]
    fn questions_are_unique() {
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
