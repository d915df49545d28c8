//! `portolan perf`: measures the speed of a game.

use std::time::Duration;

use clap::Args;

use super::run::launch::thread_count;
use crate::options::setup::Rules;
use crate::ui::failure::Failure;
use crate::ui::print::{Format, print};
use crate::ui::table::{aligned, thousands};
use portolan_core::prose::count;
use portolan_core::registry::entry;
use portolan_players::bots::find;
use portolan_run::play::dyn_game::set_up;
use portolan_run::play::measure::Measured;

/// Arguments of `portolan perf`.
///
/// For a bot that searches, the output also contains the iterations per second of one thread and the share of time
/// that the search takes in addition to rollouts and evaluations. This share is measured in a second pass, which
/// takes a quarter of the time.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan perf maracaibo
  portolan perf maracaibo --players 4 --threads 2 --seconds 5
  portolan perf maracaibo --bot greedy --format json
  portolan perf maracaibo --bot mcts --seconds 10")]
pub struct PerfArgs {
    /// Game to measure
    game: String,
    /// Set the number of players [default: the smallest number with opponents]
    #[arg(long)]
    players: Option<usize>,
    /// Choose the bot that plays in every seat
    #[arg(long, default_value = "random")]
    bot: String,
    /// Number of threads
    #[arg(long, default_value = "1", value_parser = thread_count)]
    threads: usize,
    /// Length of the measurement in seconds; at least one game is played
    #[arg(long, default_value_t = 2.0, allow_negative_numbers = true)]
    seconds: f64,
    #[command(flatten)]
    rules: Rules,
    /// Choose the output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

impl PerfArgs {
    pub fn run(self) -> Result<(), Failure> {
        if !(0.01..=3600.0).contains(&self.seconds) {
            return Err(Failure::usage(format!(
                "--seconds {}: expected a number from 0.01 to 3600",
                self.seconds
            )));
        }
        let entry = entry(&self.game)?;
        let players = self.players.unwrap_or(entry.default_players());
        let bot = find(&self.bot, entry.name)?;
        let setup = self.rules.setup(entry.name, players)?;
        let time = Duration::from_secs_f64(self.seconds);
        let measured = set_up(&setup)?.measure(&bot, self.threads, time)?;
        print(&show(&measured, self.format)?)
    }
}

/// Formats a rate per second, with decimals below 10, because search bots need seconds per game.
fn rate(number: f64) -> String {
    match number {
        ..10.0 => format!("{number:.3}"),
        _ => thousands(number.round() as u64),
    }
}

fn show(measured: &Measured, format: Format) -> Result<String, Failure> {
    match format {
        Format::Json => {
            let mut text = serde_json::to_string_pretty(measured).map_err(Failure::work)?;
            text.push('\n');
            Ok(text)
        }
        Format::Csv => {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.serialize(measured).map_err(Failure::work)?;
            let bytes = writer.into_inner().map_err(Failure::work)?;
            String::from_utf8(bytes).map_err(Failure::work)
        }
        Format::Table => {
            let rows = [
                ("games a second", rate(measured.games_per_second)),
                ("decisions a second", rate(measured.decisions_per_second)),
                (
                    "ns per decision (one thread)",
                    format!("{:.1}", measured.ns_per_decision),
                ),
                (
                    "legal actions per decision",
                    format!("{:.2}", measured.branching_mean),
                ),
                (
                    "decisions per game",
                    format!("{:.1}", measured.decisions_per_game),
                ),
                ("bytes of a state", thousands(measured.state_bytes as u64)),
                ("ns to clone a state", format!("{:.1}", measured.clone_ns)),
            ];
            let search = [
                (
                    "iterations a second (one thread)",
                    measured.iterations_per_second.map(rate),
                ),
                (
                    "share of search time outside rollouts",
                    measured
                        .overhead
                        .map(|share| format!("{:.0} %", 100.0 * share)),
                ),
            ];
            let search = search
                .into_iter()
                .filter_map(|(what, value)| Some((what, value?)));
            let rows = rows
                .into_iter()
                .chain(search)
                .map(|(what, value)| vec![what.to_string(), value])
                .collect();
            let title = format!(
                "{}, {}, {} in every seat, threads: {}",
                measured.game,
                count(measured.players as u64, "player"),
                measured.bot,
                measured.threads
            );
            Ok(format!(
                "{title}\n\n{}",
                aligned("lr", &["measure", "value"], rows)
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_below_ten_have_three_decimals() {
        for (number, wanted) in [
            (0.0, "0.000"),
            (0.1984, "0.198"),
            (9.99, "9.990"),
            (10.0, "10"),
            (1_234.5, "1,235"),
        ] {
            assert_eq!(rate(number), wanted);
        }
    }
}
