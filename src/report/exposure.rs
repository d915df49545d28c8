//! A study of what is seen of items: which are worth having, as far as chance deals them out, and
//! what else goes with meeting them.

use super::ReportError;
use super::page::{Section, Table};
use super::plots::{Caption, Mark, intervals};
use super::scatter::{Point, scatter};
use super::source::{Row, Source};
use super::study::Findings;
use super::tally::Extent;
use super::words::{
    CONFIDENCE, capital, count, fixed, listed, number_word, p_value, percent, range, signed,
};
use crate::experiment::exposures::ItemKindRecord;
use crate::item::Selection;
use crate::stats::{Interval, Moments, mean_interval};
use crate::study::events::Events;
use crate::study::exposure::{BotExposures, Collector, Effect, Exposed, SeatMeans};
use crate::study::outcomes::SeatOutcome;

/// Share of false findings that is accepted among those called clear.
const LEVEL: f64 = 0.05;

/// Items that are drawn, and listed where chance does not decide: so many from each end.
const ENDS: usize = 10;

/// What is surer than this is drawn as this sure.
const LEAST_Q: f64 = 1e-10;

/// What a study of items has to say.
///
/// # Errors
/// [`ReportError`] if its files are not as they should be.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let experiment = &source.manifest.experiment;
    let kinds = &experiment.exposures;
    let mut means = SeatMeans::default();
    each_block(source, |block| {
        for (_, cell, seats) in block {
            means.add_game(*cell, seats);
        }
        Ok(true)
    })?;
    let bots: Vec<String> = experiment
        .cell
        .iter()
        .map(|cell| cell.name.clone())
        .collect();
    let mut collector = Collector::new(kinds, &bots, means);
    let mut events = Events::open(&source.folder, &source.manifest)?;
    let extent = each_block(source, |block| {
        for (game_id, cell, seats) in block {
            if !events.game(*game_id, |row| collector.add_event(*cell, row))? {
                return Ok(false);
            }
            collector.end_game(*cell, seats);
        }
        collector.end_block();
        Ok(true)
    })?;
    let found = collector.finish();
    let study = Study {
        kinds,
        found: &found,
    };
    let chances = study.by_chance();
    let mut answers: Vec<String> = chances
        .iter()
        .map(|&(kind, exposure)| study.answer(kind, exposure))
        .collect();
    if answers.is_empty() {
        answers.push(
            "Nothing is met by chance alone: what follows is what is seen when winning, and no \
             effect."
                .to_string(),
        );
    }
    let mut sections = Vec::new();
    for &(kind, exposure) in &chances {
        sections.push(study.agreement(kind, exposure));
        for bot in &found {
            sections.push(study.by_chance_section(kind, exposure, bot));
        }
    }
    sections.push(study.ways());
    for (kind, record) in kinds.iter().enumerate() {
        for exposure in 0..record.exposures.len() {
            if !chances.contains(&(kind, exposure)) {
                sections.push(study.descriptive(kind, exposure));
            }
        }
    }
    let names: Vec<String> = kinds.iter().map(|kind| kind.name.clone()).collect();
    Ok(Findings {
        extent,
        question: format!(
            "{}: which {} change how a game ends for the seat that meets them?",
            capital(&experiment.game),
            listed(&names)
        ),
        answer: answers.remove(0),
        more: answers,
        sections,
        warnings: study.warnings(),
    })
}

/// A game: its number, its cell, its seats.
type Played = (u64, usize, Vec<SeatOutcome>);

/// Hands every block to `take`, until it says that there is no more.
fn each_block(
    source: &Source,
    mut take: impl FnMut(&[Played]) -> Result<bool, ReportError>,
) -> Result<Extent, ReportError> {
    let mut blocks = source.blocks()?;
    let mut extent = Extent::default();
    while let Some(block) = blocks.next_block()? {
        let games: Vec<Played> = block
            .chunk_by(|one: &Row, other: &Row| one.game_id == other.game_id)
            .map(|game| {
                let seats = game.iter().map(|row| SeatOutcome {
                    bot: row.bot.clone(),
                    score: row.score,
                    win: row.win,
                });
                (game[0].game_id, game[0].cell, seats.collect())
            })
            .collect();
        if !take(&games)? {
            break;
        }
        extent.blocks += 1;
        extent.games += games.len() as u64;
    }
    Ok(extent)
}

/// What was found, and of what.
struct Study<'run> {
    kinds: &'run [ItemKindRecord],
    found: &'run [BotExposures],
}

/// What a comparison suffers from.
fn bias(by: Selection) -> &'static str {
    match by {
        Selection::Chance => "none: chance decided before anybody else did",
        Selection::Opportunity => {
            "seats that see more items, or play longer, meet more of them: part of the difference is \
             theirs"
        }
        Selection::Choice => {
            "the item comes with the situations and players that want it: a reason to look, no effect"
        }
    }
}

fn who(by: Selection) -> &'static str {
    match by {
        Selection::Chance => "chance",
        Selection::Opportunity => "chance, by opportunity",
        Selection::Choice => "the player",
    }
}

fn mean(moments: &Moments) -> f64 {
    moments.mean().unwrap_or(f64::NAN)
}

fn interval(moments: &Moments) -> Option<Interval> {
    mean_interval(moments, CONFIDENCE)
}

/// A number, or a dash where there is none.
fn or_dash(number: f64, shown: impl Fn(f64) -> String) -> String {
    if number.is_finite() {
        shown(number)
    } else {
        "–".to_string()
    }
}

/// Percentage points with their sign.
fn points_of_wins(moments: &Moments) -> String {
    or_dash(100.0 * mean(moments), |points| signed(points, 1))
}

fn share(part: u64, whole: u64) -> String {
    or_dash(part as f64 / whole as f64, percent)
}

/// Effects that were measured, largest first.
fn sorted(exposed: &Exposed) -> Vec<&Effect> {
    let mut items: Vec<&Effect> = exposed
        .items
        .iter()
        .filter(|item| item.margin.moments.count() > 0)
        .collect();
    items.sort_by(|a, b| mean(&b.margin.moments).total_cmp(&mean(&a.margin.moments)));
    items
}

/// The first and last of a list, all of a short one.
fn ends<'items>(items: &[&'items Effect]) -> Vec<&'items Effect> {
    if items.len() <= 2 * ENDS {
        return items.to_vec();
    }
    [&items[..ENDS], &items[items.len() - ENDS..]].concat()
}

impl Study<'_> {
    /// Kinds and exposures that chance alone brings about.
    fn by_chance(&self) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (kind, record) in self.kinds.iter().enumerate() {
            let exposures = record.exposures.iter().enumerate();
            let chances = exposures.filter(|(_, exposure)| exposure.by == Selection::Chance);
            found.extend(chances.map(|(exposure, _)| (kind, exposure)));
        }
        found
    }

    fn exposed<'bot>(
        &self,
        bot: &'bot BotExposures,
        kind: usize,
        exposure: usize,
    ) -> Option<&'bot Exposed> {
        bot.exposed
            .iter()
            .find(|exposed| exposed.kind == kind && exposed.exposure == exposure)
    }

    fn event(&self, kind: usize, exposure: usize) -> &str {
        &self.kinds[kind].exposures[exposure].event
    }

    /// By bot: the effects of all items of a kind.
    fn by_bot(&self, kind: usize, exposure: usize) -> Vec<&[Effect]> {
        self.found
            .iter()
            .filter_map(|bot| self.exposed(bot, kind, exposure))
            .map(|exposed| exposed.items.as_slice())
            .collect()
    }

    /// By item: for every bot −1 or 1 if the item is clearly worse or better, else 0.
    fn verdicts(&self, kind: usize, exposure: usize) -> Vec<Vec<i8>> {
        let by_bot = self.by_bot(kind, exposure);
        let verdict = |effect: &Effect| {
            let margin = mean(&effect.margin.moments);
            match effect.q < LEVEL {
                true if margin > 0.0 => 1,
                true if margin < 0.0 => -1,
                _ => 0,
            }
        };
        (0..self.kinds[kind].labels.len())
            .map(|item| by_bot.iter().map(|items| verdict(&items[item])).collect())
            .collect()
    }

    fn whom(&self) -> String {
        match self.found {
            [] => "no bot".to_string(),
            [bot] => bot.bot.clone(),
            [_, _] => "both bots".to_string(),
            bots => format!("all {} bots", number_word(bots.len())),
        }
    }

    fn answer(&self, kind: usize, exposure: usize) -> String {
        let record = &self.kinds[kind];
        let event = self.event(kind, exposure);
        let verdicts = self.verdicts(kind, exposure);
        let with = |wanted: &dyn Fn(&[i8]) -> bool| -> Vec<usize> {
            (0..verdicts.len())
                .filter(|&item| wanted(&verdicts[item]))
                .collect()
        };
        let better = with(&|bots| !bots.is_empty() && bots.iter().all(|&verdict| verdict > 0));
        let worse = with(&|bots| !bots.is_empty() && bots.iter().all(|&verdict| verdict < 0));
        let flips = with(&|bots| bots.contains(&1) && bots.contains(&-1));
        let some = with(&|bots| bots.iter().any(|&verdict| verdict != 0));
        let clear = better.len() + worse.len();
        let by_bot = self.by_bot(kind, exposure);
        let came_up = (0..record.labels.len()).filter(|&item| {
            let measured = |items: &&[Effect]| items[item].margin.moments.count() > 0;
            by_bot.iter().any(measured)
        });
        let mut text = format!(
            "Of {} {}, {} came to a seat by chance (\u{201c}{event}\u{201d}), and {} of these clearly \
             change its margin (q < {LEVEL}) for {}: {} for the better, {} for the worse",
            record.labels.len(),
            record.name,
            came_up.count(),
            if clear == 0 {
                "none".to_string()
            } else {
                clear.to_string()
            },
            self.whom(),
            better.len(),
            worse.len()
        );
        if self.found.len() > 1 {
            let rest = some.len() - clear - flips.len();
            text.push_str(&format!(
                "; {rest} more do for some of them, and {} point in opposite directions for \
                 different bots",
                flips.len()
            ));
        }
        let average = |item: usize| {
            let sum: f64 = by_bot
                .iter()
                .map(|items| mean(&items[item].margin.moments))
                .sum();
            sum / by_bot.len().max(1) as f64
        };
        let named = |item: usize, word: &str| {
            format!(
                "{word} {} ({} points{})",
                record.labels[item],
                signed(average(item), 1),
                if by_bot.len() > 1 {
                    " on average of the bots"
                } else {
                    ""
                }
            )
        };
        let best = better
            .iter()
            .max_by(|&&a, &&b| average(a).total_cmp(&average(b)))
            .map(|&item| named(item, "strongest is"));
        let worst = worse
            .iter()
            .min_by(|&&a, &&b| average(a).total_cmp(&average(b)))
            .map(|&item| named(item, "weakest is"));
        for part in best.into_iter().chain(worst) {
            text.push_str("; ");
            text.push_str(&part);
        }
        text.push('.');
        text
    }

    /// Items that are clear for some bot, side by side for all of them.
    fn agreement(&self, kind: usize, exposure: usize) -> Section {
        let record = &self.kinds[kind];
        let event = self.event(kind, exposure);
        let mut section = Section::new(
            &format!("agreement-{}-{event}", record.name),
            &format!(
                "{} that chance gives to a seat: what holds for every bot",
                capital(&record.name)
            ),
            &format!(
                "Seats to which chance gave an item (\u{201c}{event}\u{201d}) beside seats of the same \
                 game without it: by how many points they end ahead, after what their seats bring \
                 on average is taken off. Nobody chose who gets it, so a difference is the effect \
                 of having access to the item, whatever the seat does with it. Listed is every item \
                 with q < {LEVEL} for some bot; * marks for which."
            ),
        );
        let verdicts = self.verdicts(kind, exposure);
        let by_bot = self.by_bot(kind, exposure);
        let mut header = vec![record.name.clone()];
        header.extend(self.found.iter().map(|bot| bot.bot.clone()));
        header.push("holds for".to_string());
        let alignment = format!("l{}l", "r".repeat(self.found.len()));
        let mut rows: Vec<(f64, Vec<String>)> = Vec::new();
        for (item, bots) in verdicts.iter().enumerate() {
            let clear = bots.iter().filter(|&&verdict| verdict != 0).count();
            if clear == 0 {
                continue;
            }
            let margins: Vec<f64> = by_bot
                .iter()
                .map(|items| mean(&items[item].margin.moments))
                .collect();
            let mut row = vec![record.labels[item].clone()];
            row.extend(margins.iter().zip(bots).map(|(&margin, &verdict)| {
                let star = if verdict == 0 { "" } else { "*" };
                or_dash(margin, |margin| format!("{}{star}", signed(margin, 2)))
            }));
            row.push(if bots.contains(&1) && bots.contains(&-1) {
                "opposite directions".to_string()
            } else if clear == bots.len() {
                "all".to_string()
            } else {
                format!("{clear} of {}", bots.len())
            });
            let measured = margins.iter().filter(|margin| margin.is_finite());
            rows.push((measured.sum(), row));
        }
        rows.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut table = Table::new(&alignment, &header);
        table.rows = rows.into_iter().map(|(_, row)| row).collect();
        if table.rows.is_empty() {
            section
                .remarks
                .push(format!("No item has q < {LEVEL} for any bot."));
        } else {
            section.tables.push(table);
        }
        section
    }

    /// All items that chance gives to a seat, with one bot.
    fn by_chance_section(&self, kind: usize, exposure: usize, bot: &BotExposures) -> Section {
        let record = &self.kinds[kind];
        let event = self.event(kind, exposure);
        let id = format!("chance-{}-{event}-{}", record.name, bot.bot);
        let title = format!(
            "{} by chance, {} in every seat",
            capital(&record.name),
            bot.bot
        );
        let mut section = Section::new(
            &id,
            &title,
            &format!(
                "Bias: {}. Margin: points by which a seat with the item ends ahead of those without \
                 at its table; wins: the same in percentage points. q allows for the number of {}; \
                 intervals stand each for itself. \u{201c}Taken\u{201d}: how many of the seats that \
                 were given the item took it.",
                bias(Selection::Chance),
                record.name
            ),
        );
        let items = self.exposed(bot, kind, exposure).map_or(Vec::new(), sorted);
        let marks: Vec<Mark> = ends(&items)
            .into_iter()
            .map(|item| Mark {
                label: item.item.clone(),
                value: mean(&item.margin.moments),
                interval: interval(&item.margin.moments),
                colour: usize::from(item.q >= LEVEL) * 8,
            })
            .collect();
        if !marks.is_empty() {
            section.plots.push(intervals(
                Caption {
                    id: &format!("plot-{id}"),
                    title: &title,
                    text: "Effect on the margin with 95% intervals, the largest and smallest effects; \
                           grey where q is not below the level.",
                },
                &marks,
                "",
                (0.0, "no effect"),
            ));
            let points: Vec<Point> = items
                .iter()
                .filter(|item| item.q.is_finite())
                .map(|item| Point {
                    label: item.item.clone(),
                    x: mean(&item.margin.moments),
                    y: -item.q.max(LEAST_Q).log10(),
                    colour: usize::from(item.q >= LEVEL) * 8,
                })
                .collect();
            section.plots.push(scatter(
                Caption {
                    id: &format!("volcano-{id}"),
                    title: &format!("{title}: size and certainty"),
                    text: "Effect on the margin from left to right, certainty upwards; grey where q \
                           is not below the level.",
                },
                &points,
                "points of margin",
                "−log₁₀ q",
            ));
        }
        let mut table = Table::new(
            "lrrrrrrrr",
            &[
                record.name.as_str(),
                "seats",
                "blocks",
                "margin",
                "95% interval",
                "q",
                "wins",
                "95% interval",
                "taken",
            ],
        );
        table.rows = items
            .iter()
            .map(|item| {
                let mut row = vec![
                    item.item.clone(),
                    item.met.to_string(),
                    item.margin.moments.count().to_string(),
                ];
                row.extend(effect_cells(item));
                row.push(share(item.taken, item.met));
                row
            })
            .collect();
        section.tables.push(table);
        section
    }

    /// The ways of meeting an item side by side.
    fn ways(&self) -> Section {
        let mut section = Section::new(
            "ways",
            "How much the way of meeting an item matters",
            "For every way of meeting an item: the mean difference over all items, which would be near \
             zero if meeting one item rather than another were all that differs; how many items \
             are clear; and how far the differences agree, item by item, with those that chance \
             makes (correlation).",
        );
        let names = [
            "bot",
            "items",
            "met",
            "by",
            "mean difference",
            "clear, better",
            "clear, worse",
            "agreement",
        ];
        let mut table = Table::new("llllrrrr", &names);
        for bot in self.found {
            for exposed in &bot.exposed {
                let by = self.kinds[exposed.kind].exposures[exposed.exposure].by;
                let measured = sorted(exposed);
                let margins: Moments = measured
                    .iter()
                    .map(|item| mean(&item.margin.moments))
                    .collect();
                let clear = |sign: f64| {
                    let of_sign = measured
                        .iter()
                        .filter(|item| item.q < LEVEL && mean(&item.margin.moments) * sign > 0.0);
                    of_sign.count().to_string()
                };
                let chance = self
                    .by_chance()
                    .into_iter()
                    .find(|(kind, _)| *kind == exposed.kind)
                    .and_then(|(kind, exposure)| self.exposed(bot, kind, exposure));
                let agreement = match chance {
                    Some(chance) if chance.exposure != exposed.exposure => {
                        or_dash(correlation(&chance.items, &exposed.items), |r| signed(r, 2))
                    }
                    _ => "–".to_string(),
                };
                table.rows.push(vec![
                    bot.bot.clone(),
                    self.kinds[exposed.kind].name.clone(),
                    self.event(exposed.kind, exposed.exposure).to_string(),
                    who(by).to_string(),
                    or_dash(mean(&margins), |margin| signed(margin, 2)),
                    clear(1.0),
                    clear(-1.0),
                    agreement,
                ]);
            }
        }
        section.tables.push(table);
        section
    }

    /// What goes with meeting items in a way that chance does not decide.
    fn descriptive(&self, kind: usize, exposure: usize) -> Section {
        let record = &self.kinds[kind];
        let event = self.event(kind, exposure);
        let by = record.exposures[exposure].by;
        let mut section = Section::new(
            &format!("seen-{}-{event}", record.name),
            &format!(
                "Seen, not caused: {} \u{201c}{event}\u{201d} (by {})",
                record.name,
                who(by)
            ),
            &format!(
                "Bias: {}. Seats and their share of all seats, how often a seat that met the item did, \
                 and when first; margin and wins as above, beside seats of the same game that did \
                 not.",
                bias(by)
            ),
        );
        if record.labels.len() > 2 * ENDS {
            section.text.push(format!(
                "Listed are the {ENDS} largest and the {ENDS} smallest differences of each bot."
            ));
        }
        let names = [
            "bot",
            record.name.as_str(),
            "seats",
            "share",
            "times",
            "round",
            "turn",
            "margin",
            "95% interval",
            "q",
            "wins",
            "95% interval",
            "taken",
        ];
        let mut table = Table::new("llrrrrrrrrrrr", &names);
        for bot in self.found {
            let items = self.exposed(bot, kind, exposure).map_or(Vec::new(), sorted);
            for item in ends(&items) {
                let times = item.times as f64 / item.met as f64;
                let mut row = vec![
                    bot.bot.clone(),
                    item.item.clone(),
                    item.met.to_string(),
                    share(item.met, bot.seats),
                    or_dash(times, |times| fixed(times, 2)),
                    or_dash(mean(&item.round), |round| fixed(round, 1)),
                    or_dash(mean(&item.turn), |turn| fixed(turn, 1)),
                ];
                row.extend(effect_cells(item));
                row.push(share(item.taken, item.met));
                table.rows.push(row);
            }
        }
        section.tables.push(table);
        section
    }

    fn warnings(&self) -> Vec<String> {
        let mut warnings = vec![format!(
            "q-values (Benjamini–Hochberg) keep the share of false findings below {LEVEL} among the \
             items of one kind, met in one way, with one bot. The largest effects of many are \
             measured too large: play them again on fresh deals."
        )];
        let biased = self
            .kinds
            .iter()
            .flat_map(|kind| &kind.exposures)
            .any(|exposure| exposure.by != Selection::Chance);
        if biased {
            warnings.push(
                "Where a player or the length of a game decides who meets an item, a difference is \
                 what is seen when winning, not what the item does. Only a study that withholds or \
                 grants the item tells that."
                    .to_string(),
            );
        }
        warnings.push(
            "Effects are those for these bots: an item that a bot cannot use is worth nothing in its \
             hands."
                .to_string(),
        );
        let seldom = self.found.iter().flat_map(|bot| &bot.exposed);
        let seldom = seldom
            .filter(|exposed| {
                self.kinds[exposed.kind].exposures[exposed.exposure].by == Selection::Chance
            })
            .flat_map(|exposed| &exposed.items)
            .filter(|item| item.margin.moments.count() == 0)
            .count();
        if seldom > 0 {
            warnings.push(format!(
                "{} of an item with a bot never came up by chance in these games: nothing is said of \
                 them.",
                count(seldom as u64, "case")
            ));
        }
        warnings
    }
}

/// Margin, its interval, q, wins, their interval.
fn effect_cells(item: &Effect) -> Vec<String> {
    let (margin, wins) = (&item.margin.moments, &item.wins.moments);
    let percentage = |interval: Interval| Interval {
        low: 100.0 * interval.low,
        high: 100.0 * interval.high,
    };
    vec![
        or_dash(mean(margin), |margin| signed(margin, 2)),
        range(interval(margin), 2),
        p_value(item.q),
        points_of_wins(wins),
        range(interval(wins).map(percentage), 1),
    ]
}

/// Pearson's correlation of two lists of effects, where both were measured.
fn correlation(one: &[Effect], other: &[Effect]) -> f64 {
    let pairs: Vec<(f64, f64)> = one
        .iter()
        .zip(other)
        .map(|(a, b)| (mean(&a.margin.moments), mean(&b.margin.moments)))
        .filter(|(a, b)| a.is_finite() && b.is_finite())
        .collect();
    let centre = |of: fn(&(f64, f64)) -> f64| {
        let moments: Moments = pairs.iter().map(of).collect();
        mean(&moments)
    };
    let (left, right) = (centre(|pair| pair.0), centre(|pair| pair.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|(a, b)| of(a - left, b - right)).sum()
    };
    sum(&|a, b| a * b) / (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effects(margins: &[f64]) -> Vec<Effect> {
        let effect = |&margin: &f64| {
            let mut effect = Effect::default();
            effect.margin.push(margin);
            effect
        };
        margins.iter().map(effect).collect()
    }

    /// 1, 2, 3 beside 1, 3, 2: covariance 1, variances 2 and 2.
    #[test]
    fn correlation_of_what_was_measured() {
        let (one, other) = (
            effects(&[1.0, 2.0, 3.0, f64::NAN]),
            effects(&[1.0, 3.0, 2.0, 9.0]),
        );
        assert!((correlation(&one, &other) - 0.5).abs() < 1e-12);
        assert!(correlation(&[], &[]).is_nan());
    }

    #[test]
    fn long_lists_are_shown_by_their_ends() {
        let items = effects(&(0..50).map(f64::from).collect::<Vec<f64>>());
        let exposed = Exposed {
            kind: 0,
            exposure: 0,
            items,
        };
        let shown = ends(&sorted(&exposed));
        assert_eq!(shown.len(), 2 * ENDS);
        assert_eq!(shown[0].margin.moments.mean(), Some(49.0));
        assert_eq!(shown[2 * ENDS - 1].margin.moments.mean(), Some(0.0));
    }
}
