//! `portolan plan`: estimates how many deal groups an answer needs, and what they and their shards cost.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::run::FileAndKeys;
use super::run::launch::{quote, thread_count};
use crate::options::programs::Programs;
use crate::ui::failure::Failure;
use crate::ui::print::{Format, print};
use crate::ui::progress::Display;
use crate::ui::table::{aligned, duration, thousands};
use portolan_core::prose::count;
use portolan_run::experiment::pilot_run::{LuckWorth, Pilot, pilot};
use portolan_run::experiment::resolve::resolve;
use portolan_run::experiment::session::Progress;
use portolan_run::play::dyn_game::{DynGame, set_up_all};
use portolan_run::play::live::Live;
use portolan_run::results::error::RunError;
use portolan_run::settings::Experiment;
use portolan_run::settings::shard::{MOST_SHARDS, Shard};
use portolan_stats::power::blocks_needed;
use portolan_study::factorial::ENOUGH_BLOCKS;

/// Significance level of the planned test; its power follows.
const ALPHA: f64 = 0.05;
const POWER: f64 = 0.8;

/// Arguments of `portolan plan`.
///
/// The games of the pilot run are discarded; every condition is played at least once. CPU time refers to one
/// processor of this machine. With `--threads`, all threads play at the same time, and the output also shows the wall
/// time. The sizes of the shards differ by at most one deal group.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan plan factorial-cards --points 0.5
  portolan plan best-plan --players 3 --shards 16
  portolan plan best-plan --shards 1000 --games 1000000000 --seconds 20
  portolan plan best-plan --shards 16 --format csv        one row per shard
  portolan plan best-plan --threads 8                     as in a run with 8 threads

Exit code: 0 measured, 1 stdout failed, 2 wrong usage or bad input.")]
pub struct PlanArgs {
    #[command(flatten)]
    asked: FileAndKeys,
    /// Set the effect to be detected on the margin (own score minus the mean score of the others), in points
    #[arg(
        long,
        value_name = "POINTS",
        default_value_t = 1.0,
        allow_negative_numbers = true
    )]
    points: f64,
    /// Set the effect to be detected on the share of wins
    #[arg(
        long,
        value_name = "SHARE",
        default_value_t = 0.02,
        allow_negative_numbers = true
    )]
    wins: f64,
    /// Set the number of shards
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=MOST_SHARDS))]
    shards: u64,
    /// Length of the pilot run in seconds; every condition is played at least once
    #[arg(long, default_value_t = 5.0, allow_negative_numbers = true)]
    seconds: f64,
    /// Estimate the cost for this number of worker threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = thread_count)]
    threads: usize,
    /// Choose the output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    programs: Programs,
}

/// Cost of a number of deal groups.
#[derive(Clone, Copy, Serialize)]
struct Cost {
    blocks: u64,
    games: u64,
    cpu_seconds: f64,
    bytes: f64,
    bytes_compressed: f64,
    seconds: f64,
}

impl Cost {
    /// Returns the cost of `blocks` deal groups with this number of threads.
    fn of(pilot: &Pilot, blocks: u64, threads: usize) -> Cost {
        let times = blocks as f64;
        let cpu_seconds = times * pilot.block_seconds;
        // A thread plays one deal group of one condition at a time, so further threads would be idle.
        let busy = (threads as u64).min(blocks * pilot.cells).max(1);
        Cost {
            blocks,
            games: blocks * pilot.block_size,
            cpu_seconds,
            bytes: (times * pilot.block_bytes).round(),
            bytes_compressed: (times * pilot.block_bytes_compressed).round(),
            seconds: cpu_seconds / busy as f64,
        }
    }

    fn line(&self, name: String, with_wall: bool) -> Vec<String> {
        let mut line = vec![
            name,
            thousands(self.blocks),
            thousands(self.games),
            duration(self.cpu_seconds),
            size(self.bytes),
            size(self.bytes_compressed),
        ];
        if with_wall {
            line.insert(4, duration(self.seconds));
        }
        line
    }
}

/// Cost of a shard, for JSON and CSV output.
#[derive(Serialize)]
struct Row {
    shard: u64,
    blocks: u64,
    games: u64,
    cpu_seconds: f64,
    bytes: f64,
    bytes_compressed: f64,
    /// Wall-clock time in seconds with the requested number of threads.
    seconds: f64,
}

/// Deal groups that are needed to detect an effect, for JSON output.
#[derive(Serialize)]
struct Need {
    what: &'static str,
    effect: f64,
    questions: usize,
    blocks: u64,
    games: u64,
    cpu_seconds: f64,
}

/// All estimates, for JSON output.
#[derive(Serialize)]
struct Costs {
    shards: u64,
    threads: usize,
    pilot_games: u64,
    pilot_crashes: u64,
    cells: u64,
    cells_played: u64,
    all: Cost,
    need: Vec<Need>,
    #[serde(skip_serializing_if = "Option::is_none")]
    luck: Option<LuckWorth>,
    shard: Vec<Row>,
}

impl PlanArgs {
    pub fn run(self) -> Result<(), Failure> {
        if !(0.0..=3600.0).contains(&self.seconds) {
            return Err(Failure::usage(format!(
                "--seconds {}: expected a number from 0 to 3600",
                self.seconds
            )));
        }
        for (option, effect, most) in [("--points", self.points, 1e6), ("--wins", self.wins, 1.0)] {
            if !(effect > 0.0 && effect <= most) {
                return Err(Failure::usage(format!(
                    "{option} {effect}: expected a number greater than 0 and at most {most}"
                )));
            }
        }
        let mut resolved = resolve(&self.asked.spec()?)?;
        self.programs
            .give_leave(&mut resolved.experiment.bot, None)?;
        let experiment = &resolved.experiment;
        let asked = Questions {
            number: questions(experiment),
            fewest_blocks: fewest_blocks(experiment),
        };
        let games = set_up_all(&resolved.setups)?;
        let time = Duration::from_secs_f64(self.seconds);
        let pilot = measured(&games, experiment, time, self.threads)?;
        print(&match self.format {
            Format::Table => self.table(&pilot, asked, experiment),
            Format::Json => {
                let costs = Costs {
                    shards: self.shards,
                    threads: self.threads,
                    pilot_games: pilot.games,
                    pilot_crashes: pilot.crashes,
                    cells: pilot.cells,
                    cells_played: pilot.cells_played,
                    all: self.cost(&pilot, pilot.blocks),
                    need: self.needs(&pilot, asked),
                    luck: pilot.luck,
                    shard: self.rows(&pilot).collect(),
                };
                let mut text = serde_json::to_string_pretty(&costs).map_err(Failure::work)?;
                text.push('\n');
                text
            }
            Format::Csv => {
                let mut writer = csv::Writer::from_writer(Vec::new());
                for row in self.rows(&pilot) {
                    writer.serialize(row).map_err(Failure::work)?;
                }
                let bytes = writer.into_inner().map_err(Failure::work)?;
                String::from_utf8(bytes).map_err(Failure::work)?
            }
        })
    }

    fn cost(&self, pilot: &Pilot, blocks: u64) -> Cost {
        Cost::of(pilot, blocks, self.threads)
    }

    /// Returns the number of deal groups that are needed to detect each requested effect, if it is tested alone and if it
    /// is one of all questions of the experiment.
    fn needs(&self, pilot: &Pilot, asked: Questions) -> Vec<Need> {
        let Some(spread) = pilot.spread else {
            return Vec::new();
        };
        let mut needs = Vec::new();
        for (what, effect, variance) in [
            ("points", self.points, spread.margin),
            ("wins", self.wins, spread.wins),
        ] {
            let mut numbers = vec![1, asked.number];
            numbers.dedup();
            for questions in numbers {
                let alpha = ALPHA / questions as f64;
                if let Some(blocks) = blocks_needed(variance, effect, alpha, POWER) {
                    let blocks = blocks.max(asked.fewest_blocks);
                    let cost = self.cost(pilot, blocks);
                    needs.push(Need {
                        what,
                        effect,
                        questions,
                        blocks,
                        games: cost.games,
                        cpu_seconds: cost.cpu_seconds,
                    });
                }
            }
        }
        needs
    }

    /// Formats the needs as a table.
    fn needs_table(&self, pilot: &Pilot, asked: Questions) -> String {
        let needs = self.needs(pilot, asked);
        let Some(spread) = pilot.spread.filter(|_| !needs.is_empty()) else {
            return "\nThe pilot has too few deal groups to estimate how many are needed; increase \
                    --seconds.\n"
                .to_string();
        };
        let lines = needs
            .iter()
            .map(|need| {
                let effect = match need.what {
                    "wins" => format!("{} % of wins", 100.0 * need.effect),
                    _ if need.effect == 1.0 => "1 point".to_string(),
                    _ => format!("{} points", need.effect),
                };
                let among = match need.questions {
                    1 => "alone".to_string(),
                    questions => format!("one of {questions}"),
                };
                vec![
                    effect,
                    among,
                    thousands(need.blocks),
                    thousands(need.games),
                    duration(need.cpu_seconds),
                ]
            })
            .collect();
        let header = ["effect", "asked", "deal groups", "games", "CPU time"];
        format!(
            "\n{}\nNumber of deal groups needed to detect such an effect with probability {POWER} \
             at the level {ALPHA} (divided by the number of questions), estimated from {} of the \
             pilot. Points: the margin, own score minus the mean of the others.\n",
            aligned("llrrr", &header, lines),
            count(spread.blocks, "deal group")
        )
    }

    /// Returns the number of each shard, from 1, and its number of deal groups.
    fn shares(&self, blocks: u64) -> impl Iterator<Item = (u64, u64)> {
        let count = self.shards;
        (1..=count).map(move |index| {
            let range = Shard { index, count }.range(blocks);
            (index, range.end - range.start)
        })
    }

    fn rows(&self, pilot: &Pilot) -> impl Iterator<Item = Row> {
        self.shares(pilot.blocks).map(|(shard, blocks)| {
            let Cost {
                blocks,
                games,
                cpu_seconds,
                bytes,
                bytes_compressed,
                seconds,
            } = self.cost(pilot, blocks);
            Row {
                shard,
                blocks,
                games,
                cpu_seconds,
                bytes,
                bytes_compressed,
                seconds,
            }
        })
    }

    fn table(&self, pilot: &Pilot, asked: Questions, experiment: &Experiment) -> String {
        let with_wall = self.threads > 1;
        let mut lines = Vec::new();
        let fewest = pilot.blocks / self.shards;
        for blocks in [fewest, fewest + 1] {
            let times = self
                .shares(pilot.blocks)
                .filter(|(_, share)| *share == blocks)
                .count() as u64;
            if times > 0 {
                let name = format!("each of {}", thousands(times));
                lines.push(self.cost(pilot, blocks).line(name, with_wall));
            }
        }
        let all = self.cost(pilot, pilot.blocks);
        lines.push(all.line(format!("all {}", thousands(self.shards)), with_wall));
        let mut header = vec![
            "shards",
            "deal groups",
            "games",
            "CPU time",
            "CSV",
            "CSV.gz",
        ];
        let played = count(pilot.games, "game");
        let mut text = if with_wall {
            header.insert(4, "wall time");
            let threads = self.threads;
            format!(
                "{}\nEstimated from a pilot of {played} on each of {threads} threads of this machine. Wall time: one shard \
                 after another, each with {threads} threads and no other load.\n",
                aligned("lrrrrrr", &header, lines)
            )
        } else {
            format!(
                "{}\nEstimated from a pilot of {played} on one thread; CPU time of this machine.\n",
                aligned("lrrrrr", &header, lines)
            )
        };
        if pilot.cells_played < pilot.cells {
            text.push_str(&format!(
                "For {} of the {}, the pilot played only one game, so the cost is a rough estimate; increase --seconds.
",
                pilot.cells - pilot.cells_played,
                count(pilot.cells, "condition")
            ));
        }
        if pilot.crashes > 0 {
            text.push_str(&format!(
                "{} of the pilot panicked: investigate this first.\n",
                count(pilot.crashes, "game")
            ));
        }
        if let Some(surplus) = Shard::surplus(self.shards, pilot.blocks) {
            text.push_str(&format!("{surplus}.\n"));
        }
        text.push_str(&self.needs_table(pilot, asked));
        if experiment.variance.is_some() {
            text.push_str(&luck_text(pilot));
        }
        let (file, options) = (self.asked.file(), self.asked.options());
        let name = self.asked.file_stem();
        let (parts, merged) = (
            quote(&format!("shards/{name}")),
            quote(&format!("results/{name}")),
        );
        let count = self.shards;
        if count == 1 {
            return text;
        }
        let threads = match with_wall {
            true => format!(" --threads {}", self.threads),
            false => String::new(),
        };
        text.push_str(&format!(
            "\nTo play one shard, to play all shards on this machine with a script that \
             `portolan cluster parallel` writes, and to merge them:\n  \
             portolan run {file}{options}{threads} --shard 1/{count} --out {parts}/shard=1\n  \
             scripts/cluster/parallel.sh {file} --shards {count} --out {parts}{threads}{}{options}\n  \
             portolan merge {parts} --out {merged}\n",
            if options.is_empty() { "" } else { " --" }
        ));
        text
    }
}

/// Questions of an experiment.
#[derive(Clone, Copy)]
struct Questions {
    /// Number of effects that are tested at once.
    number: usize,
    /// Minimum number of deal groups for reliable standard errors, regardless of the size of the effects.
    fewest_blocks: u64,
}

/// Returns the minimum number of deal groups for the regression of a factorial experiment, or 0 for other experiments.
fn fewest_blocks(experiment: &Experiment) -> u64 {
    let items = experiment.items.as_ref();
    let effects = items.and_then(|items| Some(items.item.len() + items.factorial()?.interactions));
    (ENOUGH_BLOCKS * effects.unwrap_or(0)) as u64
}

/// Explains whether control variates for the means of the first place are worth their CPU time.
fn luck_text(pilot: &Pilot) -> String {
    let Some(luck) = pilot.luck else {
        return "\nThe pilot has too few deal groups to estimate whether the control variate for \
                luck pays off; increase --seconds.\n"
            .to_string();
    };
    let mut text = format!(
        "\nControl variate for luck, for the means of the first seat, from {} of the pilot; a game with the control variate takes {:.2} \
         times the CPU time.\n",
        count(luck.blocks, "deal group"),
        luck.cost
    );
    for (of, times) in [("lead", luck.lead), ("wins", luck.win)] {
        let Some(times) = times else { continue };
        text.push_str(&format!(
            "  {of}: the interval is as narrow as with {times:.2} times as many games; this {}\n",
            match times > luck.cost {
                true => "pays off",
                false => "does not pay off",
            }
        ));
    }
    text
}

/// Returns the number of effects that an experiment tests at once.
fn questions(experiment: &Experiment) -> usize {
    let items = experiment.items.as_ref().map(|items| items.item.len());
    items
        .unwrap_or(experiment.cells.len().saturating_sub(1))
        .max(1)
}

/// Plays a pilot with a progress bar. All threads play the same games at once, because threads share caches and memory; the
/// costs are averaged over the threads.
fn measured(
    games: &[Box<dyn DynGame>],
    experiment: &Experiment,
    time: Duration,
    threads: usize,
) -> Result<Pilot, RunError> {
    let live = Arc::new(Live::default());
    let visited = live.counter();
    let mut display = Display::new("condition", games.len() == 1, live);
    let planned = games.len() as u64;
    display.begin(Progress { done: 0, planned });
    let (found, beside) = thread::scope(|scope| {
        let beside: Vec<_> = (1..threads)
            .map(|_| scope.spawn(|| pilot(games, experiment, time, &mut |_, _| {})))
            .collect();
        let found = pilot(games, experiment, time, &mut |done, _| {
            visited.reached(done)
        });
        let ended = beside.into_iter().map(|thread| thread.join());
        let beside = ended.map(|pilot| pilot.unwrap_or_else(|panic| resume_unwind(panic)));
        (found, beside.collect::<Result<Vec<_>, _>>())
    });
    display.finish();
    let (mut found, beside) = (found?, beside?);
    let others: f64 = beside.iter().map(|pilot| pilot.block_seconds).sum();
    found.block_seconds = (found.block_seconds + others) / threads as f64;
    Ok(found)
}

/// Formats a number of bytes in a suitable unit.
fn size(bytes: f64) -> String {
    match bytes {
        ..1e6 => format!("{:.1} kB", bytes / 1e3),
        ..1e9 => format!("{:.1} MB", bytes / 1e6),
        ..1e12 => format!("{:.1} GB", bytes / 1e9),
        _ => format!("{:.1} TB", bytes / 1e12),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_printed_in_suitable_units() {
        assert_eq!(size(1500.0), "1.5 kB");
        assert_eq!(size(2.5e13), "25.0 TB");
    }
}
