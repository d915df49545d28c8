//! The result of an analysis with its context, for printing.

use crate::verbs::play::glossary::Glossary;
use portolan_core::game::Phrase;
use portolan_players::bots::BotSpec;
use portolan_players::search::analysis::{Analysis, Depth};
use portolan_players::search::exhaustive::Exact;
use portolan_players::search::settings::Objective;

/// Analysis of a position with everything that is printed about it.
pub struct Answer<'a> {
    pub game: &'a str,
    /// Path of the log.
    pub whence: &'a str,
    pub deal_seed: u64,
    pub names: Vec<String>,
    /// Number of the move to be chosen, from 1.
    pub at: usize,
    /// Current turn of the seat to move.
    pub turn: u32,
    /// The legal moves.
    pub phrases: Vec<Phrase>,
    /// Titles and effects of the legal moves.
    pub listed: Vec<(String, String)>,
    /// Names of components.
    pub glossary: &'a Glossary,
    pub categories: Vec<&'a str>,
    /// Index of the move that was played, if the game continued.
    pub played: Option<usize>,
    /// Bot that performed the analysis.
    pub bot: &'a BotSpec,
    /// Objective that the values measure.
    pub objective: Objective,
    /// Value of a certain win in points, which is added to the lead; only if a network estimates the values.
    pub win_points: Option<f32>,
    pub depth: Depth,
    pub analysis: Analysis,
    /// Exact values of the legal moves, if requested.
    pub exact: Option<Vec<Exact>>,
}
