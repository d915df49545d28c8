//! Report on exposure to items: effects of items that seats receive by chance, and associations for other
//! kinds of exposure.

mod sections;
mod table;

use std::cmp::Reverse;

use ordered_float::OrderedFloat;

use super::error::ReportError;
use super::names::Names;
use super::page::Sure;
use super::study::Findings;
use super::words::{count, listed, number_word, signed, title};
use portolan_core::item::Selection;
use portolan_run::results::events::Events;
use portolan_run::results::record::games;
use portolan_run::settings::ItemKindRecord;
use portolan_stats::Moments;
use portolan_study::exposure::{BotExposures, Exposed, ExposureGames, MetItem, SeatMeans};
use portolan_study::source::Source;

/// Accepted false discovery rate.
const LEVEL: f64 = 0.05;

/// Number of items from each end of the ranking in plots and in descriptive tables.
const ENDS: usize = 8;

/// Maximum number of items named in a sentence.
const MOST_NAMED: usize = 6;

/// Minimum number of deal groups for a difference in a descriptive table. The largest of many differences
/// based on few games are mostly noise.
const ENOUGH: u64 = 30;

/// Computes the findings on exposure to items, including the machine-readable table.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let experiment = &source.manifest.experiment;
    let kinds = &experiment.design.exposures;
    let mut means = SeatMeans::default();
    source.blocks()?.each_game(|game| means.add_game(game))?;
    let bots: Vec<String> = experiment
        .design
        .cells
        .iter()
        .map(|cell| cell.name.clone())
        .collect();
    let mut collector = ExposureGames::new(kinds, &bots, means);
    let mut events = Events::open(source.parts())?;
    let extent = source.blocks()?.each_block(|block| {
        for game in games(block) {
            let (game_id, cell) = (game[0].game_id, game[0].cell);
            if !events.game(game_id, |row| collector.add_event(cell, row))? {
                return Ok(false);
            }
            collector.end_game(game);
        }
        collector.end_block();
        Ok(true)
    })?;
    let found = collector.finish();
    let names = Names::of(&source.manifest);
    let study = Study {
        kinds,
        found: &found,
        names: &names,
    };
    let chances = study.by_chance();
    let mut answers: Vec<String> = chances
        .iter()
        .flat_map(|&(kind, exposure)| study.answer(kind, exposure))
        .collect();
    let verdicts = chances.iter();
    let verdicts = verdicts.flat_map(|&(kind, exposure)| study.verdicts(kind, exposure));
    let sure = surest(&verdicts.collect::<Vec<_>>());
    if answers.is_empty() {
        answers.push(
            "None of these items reaches a seat by chance alone. The differences below are \
             therefore associations and not effects."
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
    let kind_names: Vec<String> = kinds.iter().map(|kind| kind.name.clone()).collect();
    Ok(Findings {
        extent,
        question: format!(
            "{}: which {} change the result of the seat that gets them?",
            title(&experiment.game),
            listed(&kind_names)
        ),
        answer: answers.remove(0),
        more: answers,
        sections,
        warnings: study.warnings(),
        table: Some(study.table()?),
        names: names.clone(),
        sure,
    })
}

/// Returns `Certain` if all bots agree on an item, and `Likely` if an item is significant for some bots.
/// `verdicts` contains −1, 0 or 1 by item and bot.
fn surest(verdicts: &[Vec<i8>]) -> Sure {
    let agree = |bots: &Vec<i8>| match bots.first() {
        Some(&first) => first != 0 && bots.iter().all(|&verdict| verdict == first),
        None => false,
    };
    match verdicts.iter().any(agree) {
        true => Sure::Certain,
        false if verdicts.iter().flatten().any(|&verdict| verdict != 0) => Sure::Likely,
        false => Sure::Open,
    }
}

/// Results of the study, with the kinds of items and their names.
struct Study<'run> {
    kinds: &'run [ItemKindRecord],
    found: &'run [BotExposures],
    names: &'run Names,
}

/// Describes the bias of a comparison.
fn bias(by: Selection) -> &'static str {
    match by {
        Selection::Chance => "none, because chance decides before the first decision of a player",
        Selection::Opportunity => {
            "seats that see more items, or play longer, get more of them, which explains part of the difference"
        }
        Selection::Choice => {
            "players take the item in situations that suit it, so the difference is a hint and not an effect"
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

/// Formats a number, or returns a dash if it is not finite.
fn or_dash(number: f64, shown: impl Fn(f64) -> String) -> String {
    if number.is_finite() {
        shown(number)
    } else {
        "–".to_string()
    }
}

/// Returns the measured effects, largest first.
fn sorted(exposed: &Exposed) -> Vec<&MetItem> {
    let mut items: Vec<&MetItem> = exposed
        .items
        .iter()
        .filter(|item| item.points.moments.count() > 0)
        .collect();
    items.sort_by_key(|item| Reverse(OrderedFloat(mean(&item.points.moments))));
    items
}

impl Study<'_> {
    /// Returns the indices of item kind and exposure for all exposures decided by chance alone.
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

    /// Returns the effects of all items of a kind, by bot.
    fn by_bot(&self, kind: usize, exposure: usize) -> Vec<&[MetItem]> {
        self.found
            .iter()
            .filter_map(|bot| self.exposed(bot, kind, exposure))
            .map(|exposed| exposed.items.as_slice())
            .collect()
    }

    /// Returns, by item and bot, 1 if the item is significantly better, −1 if significantly worse, otherwise
    /// 0.
    fn verdicts(&self, kind: usize, exposure: usize) -> Vec<Vec<i8>> {
        let by_bot = self.by_bot(kind, exposure);
        let verdict = |effect: &MetItem| {
            let points = mean(&effect.points.moments);
            match effect.q < LEVEL {
                true if points > 0.0 => 1,
                true if points < 0.0 => -1,
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

    /// Returns sentences on items received by chance: the answer first, then further findings.
    fn answer(&self, kind: usize, exposure: usize) -> Vec<String> {
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
            let measured = |items: &&[MetItem]| items[item].points.moments.count() > 0;
            by_bot.iter().any(measured)
        });
        let dealt = format!(
            "{} {} that a seat received by chance (\u{201c}{event}\u{201d})",
            came_up.count(),
            record.name
        );
        let text = match clear {
            0 => format!(
                "None of {dealt} has a significant effect for {}.",
                self.whom()
            ),
            _ => format!(
                "Of {dealt}, {} significantly gain points for {}, and {} lose points.",
                better.len(),
                self.whom(),
                worse.len()
            ),
        };
        let mut said = vec![text];
        let average = |item: usize| {
            let sum: f64 = by_bot.iter().map(|items| items[item].shrunk).sum();
            sum / by_bot.len().max(1) as f64
        };
        let named = |item: usize, word: &str| {
            format!(
                "{word} {}: {} points{} (shrunk estimate).",
                self.names.full(&record.labels[item]),
                signed(average(item), 1),
                if by_bot.len() > 1 {
                    " on average over the bots"
                } else {
                    ""
                }
            )
        };
        let best = better
            .iter()
            .max_by_key(|&&item| OrderedFloat(average(item)))
            .map(|&item| named(item, "The largest gain is for"));
        let worst = worse
            .iter()
            .min_by_key(|&&item| OrderedFloat(average(item)))
            .map(|&item| named(item, "The largest loss is for"));
        said.extend(best.into_iter().chain(worst));
        if self.found.len() > 1 {
            let rest: Vec<String> = some
                .iter()
                .filter(|item| {
                    !better.contains(item) && !worse.contains(item) && !flips.contains(item)
                })
                .map(|&item| self.names.full(&record.labels[item]))
                .collect();
            if !rest.is_empty() && rest.len() <= MOST_NAMED {
                said.push(format!(
                    "Significant only for some bots: {}.",
                    listed(&rest)
                ));
            } else if !rest.is_empty() {
                said.push(format!(
                    "{} are significant only for some bots.",
                    rest.len()
                ));
            }
            if !flips.is_empty() {
                let flips = flips
                    .iter()
                    .map(|&item| self.names.full(&record.labels[item]));
                said.push(format!(
                    "With opposite signs for different bots: {}.",
                    listed(&flips.collect::<Vec<_>>())
                ));
            }
        }
        said
    }

    fn warnings(&self) -> Vec<String> {
        let mut warnings = vec![format!(
            "q-values (Benjamini–Hochberg) limit the share of false findings to {LEVEL} among the \
             items of one kind that one bot gets in one way. The largest of many measured effects \
             are overestimates: repeat them on fresh deals."
        )];
        let biased = self
            .kinds
            .iter()
            .flat_map(|kind| &kind.exposures)
            .any(|exposure| exposure.by != Selection::Chance);
        if biased {
            warnings.push(
                "If a player or the length of the game decides who gets an item, the difference is an \
                 association with winning and not the effect of the item. Only a study that withholds or \
                 grants the item measures its effect."
                    .to_string(),
            );
        }
        warnings.push(
            "The effects apply to these bots: an item has no value for a bot that cannot use it."
                .to_string(),
        );
        let seldom = self.found.iter().flat_map(|bot| &bot.exposed);
        let seldom = seldom
            .filter(|exposed| {
                self.kinds[exposed.kind].exposures[exposed.exposure].by == Selection::Chance
            })
            .flat_map(|exposed| &exposed.items)
            .filter(|item| item.points.moments.count() == 0)
            .count();
        if seldom > 0 {
            warnings.push(format!(
                "{} of an item with a bot did not occur by chance in these games and therefore have no result.",
                count(seldom as u64, "case")
            ));
        }
        warnings
    }
}
