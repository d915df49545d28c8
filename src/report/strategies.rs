//! Report on a strategy map: clusters of strategies, their win rates, and results between clusters.

use super::error::ReportError;
use super::evidence::WINS;
use super::page::{AGAINST, Line, Section, Sure, Table};
use super::plots::{Caption, Mark, Stack, intervals, stacks};
use super::study::Findings;
use super::svg::PARTS;
use super::words::{
    count, fixed, listed, number_word, percent, signed, thousands, titled, verb, whole_percent,
};
use portolan_core::prose::fair_share_name;
use portolan_stats::Interval;
use portolan_stats::interval::CONFIDENCE;
use portolan_study::clusters::Ways;
use portolan_study::source::Source;
use portolan_study::strategies::{Fates, Groups, MOST_GROUPS};

/// Computes the findings of a strategy map.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let manifest = &source.manifest;
    let ways = Ways::read(source)?;
    let extent = ways.extent;
    let seats = manifest.roster.first().map_or(0, |roster| roster.seats);
    let question = format!(
        "{}: which strategies win, and which strategy beats which?",
        titled(&manifest.experiment.game, seats, manifest.has_automa())
    );
    let Some(fates) = &ways.fates else {
        return Ok(Findings {
            extent,
            question,
            answer: "The winning seats have no clusters: there are too few of them, or all have similar scores."
                .to_string(),
            sure: Sure::Open,
            more: Vec::new(),
            sections: Vec::new(),
            warnings: Vec::new(),
            ..Findings::default()
        });
    };
    let map = Map {
        fair: ways.fair,
        fair_name: fair_share_name(manifest.has_automa()),
        bots: &ways.bots,
        categories: &ways.categories,
        fates,
    };
    let mut sections = vec![
        map.ways(),
        map.categories_section(),
        map.bots_section(),
        map.meetings(),
        map.choice(),
    ];
    // In solo games, only one seat has a strategy, so some sections have empty tables.
    sections.retain(|section| section.tables.iter().any(|table| !table.rows.is_empty()));
    Ok(Findings {
        extent,
        question,
        answer: map.answer(),
        more: map.more(),
        sections,
        warnings: map.warnings(),
        ..Findings::default()
    })
}

/// Describes cluster quality from the mean silhouette (Kaufman & Rousseeuw, *Finding groups in data*, 1990).
fn structure(silhouette: f64) -> &'static str {
    match silhouette {
        high if high > 0.7 => "lie far apart",
        high if high > 0.5 => "are distinct",
        high if high > 0.25 => "are weak and overlap",
        _ => "are regions of one continuum and not separate strategies",
    }
}

struct Map<'run> {
    /// Win rate if all players were equal, in 0..=1.
    fair: f64,
    fair_name: &'static str,
    bots: &'run [String],
    categories: &'run [String],
    fates: &'run Fates,
}

impl Map<'_> {
    fn groups(&self) -> &Groups {
        self.fates.groups()
    }

    fn count(&self) -> usize {
        self.groups().centres.len()
    }

    fn name(&self, group: usize) -> String {
        self.groups().name(group, self.categories)
    }

    fn seats(&self) -> u64 {
        self.fates.all.iter().map(|played| played.seats).sum()
    }

    fn answer(&self) -> String {
        let winners: u64 = self.fates.all.iter().map(|played| played.winners).sum();
        let parts: Vec<String> = (0..self.count())
            .map(|group| {
                let played = &self.fates.all[group];
                format!(
                    "{} ({} of winners)",
                    self.name(group),
                    whole_percent(played.winners as f64 / winners.max(1) as f64)
                )
            })
            .collect();
        format!(
            "Winners use {}: {}.",
            match self.count() {
                1 => "one strategy".to_string(),
                number => format!("{} strategies", number_word(number)),
            },
            listed(&parts)
        )
    }

    /// Describes the cluster with the highest win rate, if simultaneous intervals separate it from all others.
    fn best(&self) -> Option<String> {
        let confidence = 1.0 - (1.0 - CONFIDENCE) / self.count() as f64;
        let interval = |group: usize| self.fates.all[group].wins.shares.interval(confidence);
        let exceeds = |one: Interval| move |other: Interval| other.high < one.low;
        let is_best = |&group: &usize| {
            let mut others = (0..self.count()).filter(|&other| other != group);
            interval(group)
                .is_some_and(|one| others.all(|other| interval(other).is_some_and(exceeds(one))))
        };
        if self.count() < 2 {
            return None;
        }
        let Some(best) = (0..self.count()).find(is_best) else {
            return Some("No strategy wins significantly more often than all others.".to_string());
        };
        let share = self.fates.all[best].share_of_wins()?;
        Some(format!(
            "{} wins most often: {} of the games in which a seat plays it.",
            self.name(best),
            share.words(1)
        ))
    }

    /// Describes the cluster with the highest win rate, significant results between clusters, and cluster
    /// quality.
    fn more(&self) -> Vec<String> {
        let groups = format!(
            "The clusters {} (mean silhouette {}).",
            structure(self.groups().silhouette()),
            fixed(self.groups().silhouette(), 2)
        );
        self.best()
            .into_iter()
            .chain(self.beaten())
            .chain([groups])
            .collect()
    }

    /// Describes the pairs of clusters in which one is ahead significantly, after correction for the number
    /// of pairs.
    fn beaten(&self) -> Option<String> {
        let pairs = self.fates.encounters();
        let clear: Vec<String> = pairs
            .iter()
            .filter(|pair| pair.p < 0.05)
            .filter_map(|pair| {
                let share = pair.meeting.share_ahead()?;
                Some(format!(
                    "{} {} {} (ahead in {} of their games)",
                    self.name(pair.one),
                    if share.value > 0.5 {
                        "beats"
                    } else {
                        "loses to"
                    },
                    self.name(pair.other),
                    share.words(1)
                ))
            })
            .collect();
        match (pairs.len(), clear.len()) {
            (0, _) => None,
            (_, 0) => Some("No strategy beats another significantly in the same game.".to_string()),
            _ => Some(format!("In the same game, {}.", listed(&clear))),
        }
    }

    fn ways(&self) -> Section {
        let mut section = Section::new(
            "strategies",
            "Strategies",
            "The name of a cluster lists the score categories that make up a clearly larger part of its scores than of \
             the scores of other winners, the largest first. Every seat, whether it wins or not, belongs to the \
             cluster with the nearest centre. Wins: mean share of the win that a seat in the cluster gets. The \
             clusters come from winners on the first deal and every second deal after it; all figures here come from \
             the other deals.",
        );
        let marks: Vec<Mark> = (0..self.count())
            .filter_map(|group| {
                let wins = self.fates.all[group].share_of_wins()?;
                Some(Mark::of(self.name(group), wins, PARTS + group))
            })
            .collect();
        section.plots.push(intervals(
            Caption {
                id: "plot-strategies",
                title: "How often each strategy wins",
                text: "Mean share of the win that a seat in each cluster gets, with 95 % intervals.",
            },
            &marks,
            WINS,
            (100.0 * self.fair, self.fair_name),
        ));
        let names = [
            "strategy",
            "seats",
            "of all seats",
            "of winners",
            "wins",
            "95 % interval",
            "mean score",
        ];
        let mut table = Table::new("lrrrrrr", &names);
        let winners: u64 = self.fates.all.iter().map(|played| played.winners).sum();
        for (group, played) in self.fates.all.iter().enumerate() {
            let score = played.scores.mean();
            table.push(
                Line::of([self.name(group)])
                    .cell(thousands(played.seats))
                    .cell(percent(played.seats as f64 / self.seats().max(1) as f64))
                    .cell(percent(played.winners as f64 / winners.max(1) as f64))
                    .estimate(played.share_of_wins(), 1)
                    .cell(score.map_or("–".to_string(), |score| fixed(score, 1))),
            );
        }
        section.tables.push(table);
        section
    }

    fn categories_section(&self) -> Section {
        let mut section = Section::new(
            "profiles",
            "Where the points of each strategy come from",
            "Mean points of the seats of a cluster by category. In parentheses: distance of the centre of the \
             cluster from the mean of winning seats in the category's share of the score, in standard \
             deviations.",
        );
        let bars: Vec<Stack> = self
            .fates
            .all
            .iter()
            .enumerate()
            .map(|(group, played)| Stack {
                label: self.name(group),
                parts: played
                    .categories
                    .iter()
                    .map(|points| points.mean().unwrap_or(0.0))
                    .collect(),
            })
            .collect();
        section.plots.push(stacks(
            Caption {
                id: "plot-profiles",
                title: "Where the points of each strategy come from",
                text: "Mean points by category, one bar for each cluster.",
            },
            &bars,
            self.categories,
            "mean points",
        ));
        let mut header = vec!["category".to_string()];
        header.extend((0..self.count()).map(|group| self.name(group)));
        let alignment = format!("l{}", "r".repeat(self.count()));
        let mut table = Table::new(&alignment, &header);
        for (category, name) in self.categories.iter().enumerate() {
            let mut row = vec![name.clone()];
            for (group, played) in self.fates.all.iter().enumerate() {
                let points = played
                    .categories
                    .get(category)
                    .and_then(|points| points.mean());
                row.push(points.map_or("–".to_string(), |points| {
                    let centre = self.groups().centres[group][category];
                    format!("{} ({})", fixed(points, 1), signed(centre, 1))
                }));
            }
            table.rows.push(row);
        }
        section.tables.push(table);
        section
    }

    fn bots_section(&self) -> Section {
        let mut section = Section::new(
            "bots",
            "Strategies of the bots",
            "Share of the seats of a bot in each cluster, and how often these seats win. The rows of one bot have \
             equal bots and opponents; only the strategy differs.",
        );
        let names = ["bot", "strategy", "of its seats", "wins", "95 % interval"];
        let mut table = Table::new("llrrr", &names);
        for (bot, of_bot) in self.bots.iter().zip(&self.fates.bots) {
            let seats: u64 = of_bot.iter().map(|played| played.seats).sum();
            for (group, played) in of_bot.iter().enumerate() {
                table.push(
                    Line::of([bot.clone(), self.name(group)])
                        .cell(percent(played.seats as f64 / seats.max(1) as f64))
                        .estimate(played.share_of_wins(), 1),
                );
            }
        }
        section.tables.push(table);
        section
    }

    fn meetings(&self) -> Section {
        let mut section = Section::new(
            "beats",
            "Strategies in the same game",
            "Pairs of seats of different clusters in one game: how often the first seat finished ahead (ties \
             count half). p is Holm-adjusted for all pairs.",
        );
        let names = ["strategy", AGAINST, "pairs", "ahead", "95 % interval", "p"];
        let mut table = Table::new("llrrrr", &names);
        for pair in self.fates.encounters() {
            table.push(
                Line::of([self.name(pair.one), self.name(pair.other)])
                    .cell(thousands(pair.meeting.pairs))
                    .estimate(pair.meeting.share_ahead(), 1)
                    .corrected(pair.p),
            );
        }
        section.tables.push(table);
        section
    }

    /// Builds the section on the choice of the number of clusters.
    fn choice(&self) -> Section {
        let groups = self.groups();
        let mut section = Section::new(
            "groups",
            "How the clusters were found",
            &format!(
                "Data: {} of {} from every second deal (a random sample if there are too many), each described \
                 by the standardised shares of its score by category. Ward's method forms from 2 to \
                 {MOST_GROUPS} clusters; the number with the largest mean silhouette is used. Clusters with a \
                 silhouette above 0.7 count as far apart, above 0.5 as distinct and above 0.25 as weak; below, \
                 there is no substantial structure (Kaufman & Rousseeuw, 1990).",
                thousands(groups.sample as u64),
                count(groups.winners, "winning seat")
            ),
        );
        let mut table = Table::new("rr", &["groups", "mean silhouette"]);
        table.rows = groups
            .silhouettes
            .iter()
            .map(|(groups, silhouette)| vec![groups.to_string(), fixed(*silhouette, 3)])
            .collect();
        section.tables.push(table);
        section
    }

    fn warnings(&self) -> Vec<String> {
        let mut warnings = vec![
            "The profile of a seat is known only at the end of the game. A strategy with more wins \
             may be a result of winning and not its cause."
                .to_string(),
            "The clusters show how these bots play. Other strategies may exist that these bots do \
             not use."
                .to_string(),
        ];
        if self.groups().silhouette() <= 0.25 {
            warnings.push(
                "The clusters are not separate strategies but parts of a continuum, and another sample may be \
                 divided differently."
                    .to_string(),
            );
        }
        if self.fates.pointless > 0 {
            warnings.push(format!(
                "{} without points {} to no cluster.",
                count(self.fates.pointless, "seat"),
                verb(self.fates.pointless, "belongs", "belong")
            ));
        }
        warnings
    }
}
