//! What is printed about a position.

use portolan_engine::bots::BotSpec;
use portolan_engine::search::analysis::{Analysis, Depth};
use portolan_engine::search::exhaustive::Exact;
use portolan_engine::search::settings::Objective;

/// What the printed forms are made of.
pub struct Answer<'a> {
    /// Game.
    pub game: &'a str,
    /// Where it is from.
    pub whence: &'a str,
    /// Seed of the deal.
    pub deal_seed: u64,
    /// Names by seat.
    pub names: Vec<String>,
    /// Number of the move that is to be chosen, from 1.
    pub at: usize,
    /// Turn of the seat that decides.
    pub turn: u32,
    /// Notations of all legal moves.
    pub legal: Vec<String>,
    /// What each of them does, in words; may be empty.
    pub explained: Vec<String>,
    /// Names of the score categories.
    pub categories: Vec<&'a str>,
    /// The one that was played, if the game went on.
    pub played: Option<usize>,
    /// Who analysed.
    pub bot: &'a BotSpec,
    /// What values mean.
    pub objective: Objective,
    /// Points for a certain win that they count beside the lead, if a network expects them.
    pub win_points: Option<f32>,
    /// How thoroughly.
    pub depth: Depth,
    /// What came out.
    pub analysis: Analysis,
    /// By legal move, if asked for.
    pub exact: Option<Vec<Exact>>,
}
