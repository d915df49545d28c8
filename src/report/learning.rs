//! Report on a training by self-play: progress of the network over the rounds.

use portolan_core::prose::fair_share_name;
use std::path::Path;

use ordered_float::OrderedFloat;

use super::curves::{Series, lines};
use super::error::ReportError;
use super::page::{AGAINST, Line, Page, Section, Sure, Table};
use super::plots::{Axes, Caption};
use super::words::{count, fixed, listed, percent, range, thousands};
use portolan_core::registry::entry;
use portolan_run::results::error::RunError;
use portolan_run::results::folder::LEARNT;
use portolan_run::results::manifest::Status;
use portolan_stats::{Estimate, Unit};
use portolan_study::error::ReadError;
use portolan_train::learn::manifest::LearnManifest;

/// Maximum number of points in a curve. Longer trainings are thinned out.
const MOST_POINTS: usize = 60;

/// One row of `progress.csv`.
#[derive(serde::Deserialize)]
struct Round {
    round: u64,
    lead_loss: f64,
    win_loss: f64,
    score: f64,
    policy_loss: Option<f64>,
    held_out_policy_loss: Option<f64>,
}

/// One row of `matches.csv`.
#[derive(Clone, serde::Deserialize)]
struct Match {
    round: u64,
    opponent: String,
    players: usize,
    set: String,
    games: u64,
    wins: f64,
    low: Option<f64>,
    high: Option<f64>,
    fair: f64,
    lead: f64,
    score: f64,
    player: String,
}

impl Match {
    /// Describes the opponent, the table size, the rule options, and the player that used the network if it
    /// is not `net`.
    fn against(&self) -> String {
        let set = if self.set.is_empty() {
            String::new()
        } else {
            format!(", {}", self.set)
        };
        let table = count(self.players as u64, "player");
        let player = match self.player.as_str() {
            "net" => String::new(),
            other => format!(", as {other}"),
        };
        format!("{}, {table}{set}{player}", self.opponent)
    }

    fn share_of_wins(&self) -> Estimate {
        Estimate {
            low: self.low,
            high: self.high,
            ..Estimate::new(self.wins, None, Unit::Share)
        }
    }
}

/// Builds the report page of a training.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn page(folder: &Path) -> Result<Page, ReportError> {
    let manifest = LearnManifest::read(folder)?;
    let manifest = manifest.ok_or_else(|| ReadError::NoManifest(folder.to_path_buf()))?;
    for file in &manifest.file {
        file.check(folder)?;
    }
    let [_, _, progress, matches, ..] = LEARNT;
    let (rounds, matches): (Vec<Round>, Vec<Match>) = match manifest.rounds_done {
        0 => (Vec::new(), Vec::new()),
        _ => (rows(folder, progress)?, rows(folder, matches)?),
    };
    let learning = &manifest.learning;
    let title = entry(&learning.game).map_or(learning.game.as_str(), |entry| entry.title);
    let mut sections = Vec::new();
    if !matches.is_empty() {
        sections.push(strength(&matches));
    }
    if !rounds.is_empty() {
        sections.push(course(&rounds));
    }
    sections.push(method(&manifest));
    let done = manifest.rounds_done;
    Ok(Page {
        title: format!("{title}, training by self-play"),
        question: "How strong is the network, and how did its strength develop?".to_string(),
        answer: answer(&matches, done),
        sure: Some(Sure::Measured),
        more: findings(&matches),
        is_provisional: manifest.status != Status::Complete,
        notices: match manifest.status {
            Status::Complete => Vec::new(),
            _ => vec![format!(
                "The training is running or was stopped: {done} of {} are complete.",
                count(learning.rounds, "round")
            )],
        },
        sections,
        ..Page::default()
    })
}

/// Reads the rows of a table whose checksum has been verified.
///
/// # Errors
/// Returns [`RunError`] if the file cannot be read or a row is invalid.
pub fn rows<T: serde::de::DeserializeOwned>(folder: &Path, name: &str) -> Result<Vec<T>, RunError> {
    let path = folder.join(name);
    let damaged = |error: csv::Error| RunError::Damaged {
        path: path.clone(),
        problem: error.to_string(),
    };
    let mut reader = csv::Reader::from_path(&path).map_err(damaged)?;
    let rows: Result<Vec<T>, csv::Error> = reader.deserialize().collect();
    rows.map_err(damaged)
}

/// Describes the network's win rate against each opponent after the last round.
fn answer(matches: &[Match], done: u64) -> String {
    let last = matches.last().map_or(0, |found| found.round);
    let told: Vec<String> = matches
        .iter()
        .filter(|found| found.round == last)
        .map(|found| {
            format!(
                "{} against {}",
                found.share_of_wins().words(1),
                found.against()
            )
        })
        .collect();
    match told.is_empty() {
        true => format!(
            "No match has been played yet; {} are complete.",
            count(done, "round")
        ),
        false => format!(
            "After {} the network wins {}.",
            count(last, "round"),
            listed(&told)
        ),
    }
}

/// Describes the change in win rate against each opponent from the first match to the last.
fn findings(matches: &[Match]) -> Vec<String> {
    let last = matches.last().map_or(0, |found| found.round);
    let of_last = matches.iter().filter(|found| found.round == last);
    let said = of_last.filter_map(|found| {
        let first = matches
            .iter()
            .find(|other| other.against() == found.against())?;
        (first.round < last).then(|| {
            format!(
                "Against {}, its share of wins changed from {} after round {} to {}; the fair share is {}.",
                found.against(),
                first.share_of_wins().words(1),
                first.round,
                found.share_of_wins().words(1),
                percent(found.fair)
            )
        })
    });
    said.collect()
}

/// Builds the section on win rates against each opponent, by round.
fn strength(matches: &[Match]) -> Section {
    let mut section = Section::new(
        "strength",
        "Strength",
        "Share of wins against fixed opponents, on deals that are not used for training. All matches of a \
         training use the same deals, which reduces the influence of luck. The intervals are 95 % intervals.",
    );
    let mut opponents: Vec<String> = Vec::new();
    let mut played: Vec<u64> = Vec::new();
    for found in matches {
        if !opponents.contains(&found.against()) {
            opponents.push(found.against());
        }
        if !played.contains(&found.round) {
            played.push(found.round);
        }
    }
    let settings: Vec<String> = played.iter().map(ToString::to_string).collect();
    // Opponents at tables of equal size have equal fair shares and are drawn in one plot.
    let mut shares: Vec<f64> = matches.iter().map(|found| found.fair).collect();
    shares.sort_by_key(|&share| OrderedFloat(share));
    shares.dedup();
    for (number, &fair) in shares.iter().enumerate() {
        let of = |opponent: &str, round: u64| {
            let mut all = matches.iter().filter(|found| found.fair == fair);
            all.find(|found| found.round == round && found.against() == opponent)
        };
        let series: Vec<Series> = opponents
            .iter()
            .enumerate()
            .map(|(colour, opponent)| Series {
                label: opponent.clone(),
                points: played
                    .iter()
                    .map(|&round| Some(of(opponent, round)?.share_of_wins().drawn()))
                    .collect(),
                colour,
            })
            .filter(|series| series.points.iter().any(Option::is_some))
            .collect();
        // A single series is not labelled at its end, so the axis label names the opponent.
        let up = match series.as_slice() {
            [only] => format!("wins against {}", only.label),
            _ => "wins".to_string(),
        };
        let alone = matches
            .iter()
            .any(|found| found.fair == fair && found.players == 1);
        let even = format!("broken line: {}", fair_share_name(alone));
        section.plots.push(lines(
            Caption {
                id: &format!("plot-wins-{number}"),
                title: "Wins against each opponent",
                text: "One line per opponent: share of wins by round, with intervals.",
            },
            &settings,
            &series,
            Axes {
                across: "round",
                up: &up,
                unit: "%",
            },
            (100.0 * fair, &even),
        ));
    }
    let names = [
        "round",
        AGAINST,
        "games",
        "wins",
        "95 % interval",
        "fair",
        "lead",
        "score",
    ];
    let mut table = Table::new("rlrrrrrr", &names);
    for found in matches {
        let wins = found.share_of_wins();
        table.push(
            Line::of([found.round.to_string(), found.against()])
                .cell(thousands(found.games))
                .value(Some(wins), 1)
                .cell(range(wins.drawn().1, 1))
                .cell(percent(found.fair))
                .cell(fixed(found.lead, 1))
                .cell(fixed(found.score, 1)),
        );
    }
    section.tables.push(table);
    section
}

/// Builds the section on losses and scores, by round.
fn course(rounds: &[Round]) -> Section {
    let mut section = Section::new(
        "course",
        "Course",
        "Loss: prediction error of the network in a round, as the squared error of the lead in the unit of the \
         network and the cross entropy of the win. Score: mean final score of all players in the games of the \
         round. Losses depend on the games that are played, so use the matches to judge strength.",
    );
    let every = rounds.len().div_ceil(MOST_POINTS).max(1);
    let shown: Vec<&Round> = rounds.iter().step_by(every).collect();
    let settings: Vec<String> = shown.iter().map(|round| round.round.to_string()).collect();
    let of = |label: &str, colour, value: fn(&Round) -> f64| Series {
        label: label.to_string(),
        points: shown
            .iter()
            .map(|round| Some((value(round), None)))
            .collect(),
        colour,
    };
    let loss = |round: &Round| round.lead_loss;
    let mut plots = vec![
        (
            "plot-score",
            "Score by round",
            "score",
            vec![of("score", 0, |round| round.score)],
        ),
        (
            "plot-loss",
            "Loss by round",
            "loss",
            vec![of("lead", 1, loss), of("win", 2, |round| round.win_loss)],
        ),
    ];
    if rounds.iter().any(|round| round.policy_loss.is_some()) {
        let policy = |label: &str, colour, value: fn(&Round) -> Option<f64>| Series {
            label: label.to_string(),
            points: (shown.iter())
                .map(|round| Some((value(round)?, None)))
                .collect(),
            colour,
        };
        let learnt = policy("training data", 3, |round| round.policy_loss);
        let held_out = policy("held out", 4, |round| round.held_out_policy_loss);
        let is_told = |series: &Series| series.points.iter().any(Option::is_some);
        let series = [learnt, held_out].into_iter().filter(is_told);
        let title = "Divergence of the policy from the searches, by round";
        plots.push(("plot-policy", title, "divergence", series.collect()));
    }
    for (id, title, up, series) in plots {
        let axes = Axes {
            across: "round",
            up,
            unit: "",
        };
        let caption = Caption {
            id,
            title,
            text: "by round",
        };
        section
            .plots
            .push(lines(caption, &settings, &series, axes, (0.0, "")));
    }
    section
}

fn method(manifest: &LearnManifest) -> Section {
    let learning = &manifest.learning;
    let mut section = Section::new(
        "method",
        "How it was trained",
        &format!(
            "{} of {} each, {} units in the first layer, λ = {}, temperature {} points, {} of the moves \
             random; the first round is played by {}. Earlier versions of the network play {} of the other \
             seats, and bots play {}. Component data {}.",
            count(manifest.rounds_done, "round"),
            count(learning.games, "game"),
            learning.units,
            learning.lambda,
            learning.temperature,
            percent(learning.random),
            learning.teacher.name,
            percent(learning.shares.earlier),
            percent(learning.shares.bots),
            learning.data
        ),
    );
    section.command = vec![manifest.command.clone()];
    section
}
