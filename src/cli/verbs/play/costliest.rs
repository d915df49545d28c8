//! Finds the costliest moves of a seat by search.

use super::glossary::Glossary;
use super::story::is_vote;
use crate::ui::advice::{Advice, PLUS_MINUS, differences, plus_minus};
use portolan_core::game::{Phrase, Seat};
use portolan_core::prose::{count, counted, thousands};
use portolan_core::random::{analysis_seed, derive_seed};
use portolan_players::bots::strengths::adviser;
use portolan_players::bots::{BotError, find};
use portolan_players::search::analysis::{Depth, Finding};
use portolan_players::search::guide::Guide;
use portolan_players::search::parameters::Method;
use portolan_players::search::settings::Settings;
use portolan_run::play::ongoing::OngoingGame;

/// Number of moves to list.
const LISTED: usize = 3;
/// Number of candidates from the quick search that are searched thoroughly.
const CANDIDATES: usize = 8;
/// Number of iterations of the quick search.
const QUICK_ITERATIONS: u64 = 64;
/// Depth of the quick search, at every decision.
const QUICK: Depth = Depth {
    trees: 1,
    playouts: 4,
    top: 1,
};
/// Depth of the thorough search, equal to that of a hint.
const THOROUGH: Depth = Depth {
    trees: 2,
    playouts: 60,
    top: 1,
};

/// A move and a better alternative.
struct Costly {
    /// Index of the move in the game.
    made: usize,
    /// Value of the move that was made.
    chosen: Finding,
    /// Value of the best move.
    best: Finding,
    /// Text of the best move.
    better: Phrase,
}

impl Costly {
    /// Cost of the move, as a difference of expected leads in points.
    fn cost(&self) -> f64 {
        self.chosen.behind.mean().unwrap_or(0.0)
    }

    /// Returns true if the cost exceeds its standard error.
    fn is_clear(&self) -> bool {
        let error = self.chosen.behind.standard_error();
        self.cost() > error.unwrap_or(0.0)
    }
}

/// Search for the costliest moves of a seat.
pub struct Search<'a> {
    /// The game so far.
    pub ongoing: &'a dyn OngoingGame,
    /// Descriptions of component ids.
    pub glossary: &'a Glossary,
    /// Name of the game.
    pub game: &'a str,
    /// Seat whose moves are searched.
    pub seat: Seat,
}

impl Search<'_> {
    /// Maximum number of searched positions.
    pub fn steps(&self) -> usize {
        let decisions = self.decisions().len();
        decisions + decisions.min(CANDIDATES)
    }

    /// Returns the decisions of the seat with more than one legal move, except for votes on a story card, whose values would give
    /// away the story.
    fn decisions(&self) -> Vec<usize> {
        let moves = self.ongoing.moves().iter().enumerate();
        let own = moves.filter(|(_, made)| {
            made.seat == self.seat && made.choices > 1 && !is_vote(&made.phrase.notation())
        });
        own.map(|(index, _)| index).collect()
    }

    /// Returns a description of the costliest moves, from the view of the seat. `goes_on` is called after every
    /// position; if it returns false, the search stops and returns `None`. The result is deterministic.
    ///
    /// # Errors
    /// [`BotError`] if the search bot does not fit the game.
    pub fn told(&self, goes_on: &mut dyn FnMut() -> bool) -> Result<Option<Advice>, BotError> {
        let bot = find(adviser(self.game), self.game)?;
        let (thorough, guide) = bot.search(self.ongoing.game(), Method::Mcts)?;
        let quick = Settings {
            iterations: QUICK_ITERATIONS,
            ..thorough
        };
        let decisions = self.decisions();
        let mut candidates = Vec::new();
        for &made in &decisions {
            // The thorough search uses other seeds, to prevent selection bias in the values of the candidates.
            let seed = derive_seed(analysis_seed(self.ongoing.deal_seed(), made), &[1]);
            candidates.extend(self.look((quick, &guide), QUICK, made, seed));
            if !goes_on() {
                return Ok(None);
            }
        }
        by_cost(&mut candidates);
        let mut costly = Vec::new();
        for Costly { made, .. } in candidates.into_iter().take(CANDIDATES) {
            let seed = analysis_seed(self.ongoing.deal_seed(), made);
            costly.extend(self.look((thorough, &guide), THOROUGH, made, seed));
            if !goes_on() {
                return Ok(None);
            }
        }
        costly.retain(Costly::is_clear);
        by_cost(&mut costly);
        costly.truncate(LISTED);
        let remark = format!(
            "By {}: a quick search of {}, then {} iterations and {} games played to the end after \
             each of the two moves, with the same random events for both; {PLUS_MINUS}.",
            bot.name,
            count(decisions.len() as u64, "decision"),
            thousands(thorough.iterations),
            THOROUGH.playouts,
        );
        Ok(Some(self.advice(&costly, remark)))
    }

    /// Compares a decision with the best move; `None` if it was the best move.
    fn look(
        &self,
        search: (Settings, &Guide),
        depth: Depth,
        made: usize,
        seed: u64,
    ) -> Option<Costly> {
        let choice = self.ongoing.moves()[made].choice;
        let mut then = self.ongoing.copy();
        then.take_back(made);
        let analysis = then.analyze(search, depth, Some(choice), seed)?;
        let mut findings = analysis.findings.into_iter();
        let best = findings.next()?;
        let chosen = findings.find(|finding| finding.index == choice)?;
        Some(Costly {
            made,
            chosen,
            better: then.phrase(best.index),
            best,
        })
    }

    fn advice(&self, costly: &[Costly], remark: String) -> Advice {
        let title = match costly.len() {
            0 => "No move of yours cost more than its standard error.".to_string(),
            1 => "Your costliest move".to_string(),
            number => format!("Your {}", counted(number, "costliest move")),
        };
        let rows = costly.iter().enumerate().map(|(place, one)| {
            let made = &self.ongoing.moves()[one.made];
            let mut row = vec![format!("{}", place + 1), turn_words(made.turn)];
            row.extend(
                self.glossary
                    .titles(&[made.phrase.clone(), one.better.clone()]),
            );
            row.push(plus_minus(&one.chosen.behind, 1.0, ""));
            row
        });
        let notes = costly.iter().enumerate().flat_map(|(place, one)| {
            let made = &self.ongoing.moves()[one.made];
            let yours = self.glossary.explained(&made.phrase);
            let better = self.glossary.explained(&one.better);
            let categories = self.ongoing.game().score_categories();
            let gain = differences(categories, &one.best, &one.chosen);
            let gain = gain.map_or(String::new(), |gain| format!("; difference: {gain}"));
            [
                format!("{}  {yours}", place + 1),
                format!("   better: {better}{gain}"),
            ]
        });
        Advice {
            title,
            columns: vec!["", "when", "your move", "the best move", "lead lost"],
            alignment: "llllr",
            rows: rows.collect(),
            notes: notes.collect(),
            remark,
        }
    }
}

/// Sorts by decreasing cost, then by the order of the moves.
fn by_cost(costly: &mut [Costly]) {
    costly.sort_by(|one, other| other.cost().total_cmp(&one.cost()));
}

fn turn_words(turn: u32) -> String {
    match turn {
        0 => "before turn 1".to_string(),
        turn => format!("turn {turn}"),
    }
}
