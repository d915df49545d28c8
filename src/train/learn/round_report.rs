//! Report of a training round, and the rows of the tables of a training.

use super::matches::Match;
use super::trainer::Loss;
use crate::setup::GameSetup;

/// Header of the table of rounds.
pub const PROGRESS_COLUMNS: &str = "round,games,positions,lead_loss,win_loss,score,decisions,policy_loss,\
    held_out_lead_loss,held_out_win_loss,held_out_policy_loss\n";
/// Header of the table of matches.
pub const MATCH_COLUMNS: &str =
    "round,opponent,players,set,games,wins,low,high,fair,lead,score,player\n";

/// Results of a round.
#[derive(Clone, Debug)]
pub struct RoundReport {
    /// Number of the round, from 1.
    pub round: u64,
    /// Number of games.
    pub games: u64,
    /// Seconds of self-play.
    pub playing: f64,
    /// Number of training positions.
    pub positions: usize,
    /// Training loss.
    pub loss: Loss,
    /// Loss on held-out games.
    pub held_out: Option<Loss>,
    /// Mean score of the learning players.
    pub score: f64,
    /// Mean number of choices per game.
    pub decisions: f64,
    /// Matches; empty if none were played.
    pub matches: Vec<Match>,
}

impl RoundReport {
    /// Returns the row of the round.
    pub fn progress_row(&self) -> String {
        let Loss { lead, win, policy } = self.loss;
        let number = |number: Option<f64>| number.map_or(String::new(), |one| format!("{one:.5}"));
        let held_out = self.held_out;
        format!(
            "{},{},{},{lead:.5},{win:.5},{:.3},{:.1},{},{},{},{}\n",
            self.round,
            self.games,
            self.positions,
            self.score,
            self.decisions,
            number(policy),
            number(held_out.map(|loss| loss.lead)),
            number(held_out.map(|loss| loss.win)),
            number(held_out.and_then(|loss| loss.policy)),
        )
    }

    /// Returns the rows of the matches after the round.
    pub fn match_rows(&self, setups: &[GameSetup]) -> String {
        let row = |found: &Match| {
            let setup = &setups[found.setup];
            let set: Vec<String> = (setup.options.iter())
                .map(|(option, value)| format!("{option}={value}"))
                .collect();
            let end = |end: Option<f64>| end.map_or(String::new(), |end| format!("{end:.4}"));
            let interval = found.interval;
            format!(
                "{},{},{},\"{}\",{},{:.4},{},{},{:.4},{:.2},{:.2},{}\n",
                self.round,
                found.opponent,
                setup.players,
                set.join(" "),
                found.games,
                found.wins,
                end(interval.map(|interval| interval.low)),
                end(interval.map(|interval| interval.high)),
                found.fair,
                found.lead,
                found.score,
                found.player,
            )
        };
        self.matches.iter().map(row).collect()
    }
}
