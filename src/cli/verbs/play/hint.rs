//! Hints: the best moves of a position, with their values and reasons.

use super::glossary::Glossary;
use super::story::is_vote;
use crate::ui::advice::{Advice, PLUS_MINUS, plus_minus, reasons, win_rate};
use portolan_core::prose::thousands;
use portolan_core::random::analysis_seed;
use portolan_players::bots::strengths::adviser;
use portolan_players::bots::{BotError, find};
use portolan_players::search::analysis::{Analysis, Depth, Finding};
use portolan_players::search::parameters::Method;
use portolan_run::play::ongoing::OngoingGame;
use portolan_stats::interval::CONFIDENCE;
use portolan_stats::mean_interval;

/// Depth of the search, which takes one or two seconds.
const DEPTH: Depth = Depth {
    trees: 2,
    playouts: 60,
    top: 3,
};

/// Text of [`contradiction`].
const CONTRADICTION: &str =
    "These games contradict the search. They are played by fast bots, so rely on the search.";

/// Describes the three best moves with the expected results, and the advantages of the first one. The search
/// uses only information of the seat to move and is deterministic. Returns `None` if the game is over.
///
/// # Errors
/// [`BotError`] if the bot does not fit the game.
pub fn best_moves(
    ongoing: &dyn OngoingGame,
    glossary: &Glossary,
    game: &str,
) -> Result<Option<Advice>, BotError> {
    if ongoing.choices() > 0 && is_vote(&ongoing.notation(0)) {
        return Ok(Some(without_hint()));
    }
    let bot = find(adviser(game), game)?;
    let (settings, guide) = bot.search(ongoing.game(), Method::Mcts)?;
    let seed = analysis_seed(ongoing.deal_seed(), ongoing.moves().len());
    let analysis = ongoing.analyze((settings, &guide), DEPTH, None, seed);
    Ok(analysis.map(|analysis| advice(ongoing, glossary, &bot.name, &analysis)))
}

/// Returns the reason why a vote on a story card has no hint.
fn without_hint() -> Advice {
    Advice {
        title: String::new(),
        columns: Vec::new(),
        alignment: "",
        rows: Vec::new(),
        notes: Vec::new(),
        remark: "A vote on a story card has no hint, because the values would give away the story."
            .to_string(),
    }
}

/// Describes how the games after different moves differ.
pub fn conditions(analysis: &Analysis) -> &'static str {
    match analysis.varied {
        true => "in which the players vary nearly equal moves, because chance plays no part here",
        false => "with the same random events for all moves",
    }
}

/// Returns a note if a later move has a clearly higher lead than the first one.
pub fn contradiction(findings: &[Finding]) -> Option<&'static str> {
    findings
        .iter()
        .any(is_clearly_ahead)
        .then_some(CONTRADICTION)
}

/// Returns true if the mean lead after a move is higher than after the first one by more than the half-width of its interval.
fn is_clearly_ahead(finding: &Finding) -> bool {
    let interval = mean_interval(&finding.behind, CONFIDENCE);
    interval.is_some_and(|interval| interval.high < 0.0)
}

fn advice(
    ongoing: &dyn OngoingGame,
    glossary: &Glossary,
    adviser: &str,
    analysis: &Analysis,
) -> Advice {
    let findings = &analysis.findings;
    let searched = analysis.iterations.max(1) as f64;
    let listed = glossary.listed(&ongoing.phrases());
    let rows = findings.iter().enumerate().map(|(place, finding)| {
        vec![
            format!("{}", place + 1),
            listed[finding.index].0.clone(),
            format!("{:.0} %", 100.0 * finding.visits as f64 / searched),
            plus_minus(&finding.leads, 1.0, ""),
            win_rate(&finding.wins[analysis.seat]),
        ]
    });
    let effects = findings.iter().enumerate().filter_map(|(place, finding)| {
        let (title, effect) = &listed[finding.index];
        (!effect.is_empty()).then(|| format!("{}  {title} · {effect}", place + 1))
    });
    let mut notes: Vec<String> = effects.collect();
    notes.extend(reasons(ongoing.game().score_categories(), findings));
    notes.extend(contradiction(findings).map(str::to_string));
    let remark = format!(
        "By {adviser}, which prefers the moves in this order: search is the share of its {} iterations. \
         Lead and wins are means over {} games played to the end after each move, {}; {PLUS_MINUS}.",
        thousands(analysis.iterations),
        DEPTH.playouts,
        conditions(analysis),
    );
    Advice {
        title: String::new(),
        columns: vec!["", "move", "search", "expected lead", "wins"],
        alignment: "llrrr",
        rows: rows.collect(),
        notes,
        remark,
    }
}
