//! Report on luck: variance components of scores and wins, and the benefit of playing the same deals.

use super::error::ReportError;
use super::findings;
use super::page::{AGAINST, Line, Section, Sure, Table};
use super::plots::{Caption, Stack, stacks};
use super::study::Findings;
use super::svg::Drawing;
use super::words::{capital, count, counted, fixed, percent, thousands, titled, verb};
use portolan_stats::variance::VarianceComponent;
use portolan_stats::{Estimate, Unit, VarianceSource, VarianceSplit};
use portolan_study::conditions::CellTallies;
use portolan_study::luck::{ENOUGH_BLOCKS, Gain, Luck, Split};
use portolan_study::source::Source;
use portolan_study::tally::Tally;
use portolan_study::warnings;

/// Computes the findings on luck.
///
/// # Errors
/// Returns [`ReportError`] if the result files are invalid.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let tally = Tally::read(source)?;
    let line_ups = source.manifest.experiment.cells();
    let (answer, measured, repeated, sections) = if line_ups.len() > 1 {
        let cells = CellTallies::read(source, |_| ())?;
        let lucks = cells.tallies.iter().map(|tally| &tally.luck);
        let sections = line_ups.iter().zip(lucks.clone()).enumerate();
        let sections = sections.filter_map(|(cell, (line_up, luck))| {
            Some(Section {
                id: format!("luck-{}", cell + 1),
                title: format!("Luck, {}", line_up.name),
                ..section(luck)?
            })
        });
        let splits: Vec<Split> = lucks.filter_map(Luck::split).collect();
        let answer = dealt_by_line_up(&splits);
        let measured = answer.is_some();
        let answer = answer.or_else(|| splits.first().map(dealt));
        let repeated = splits.iter().filter_map(|split| split.repeated);
        let repeated = repeated.reduce(f64::max);
        (answer, measured, repeated, sections.collect())
    } else {
        let split = tally.luck.split();
        let measured = split.as_ref().is_some_and(|split| !split.is_one_game());
        let repeated = split.as_ref().and_then(|split| split.repeated);
        let answer = split.map(|split| dealt(&split));
        let sections = section(&tally.luck).into_iter().collect();
        (answer, measured, repeated, sections)
    };
    let steady = warnings::hardly_varying(&source.manifest.experiment.bot, repeated);
    Ok(Findings {
        extent: tally.extent(),
        question: format!(
            "{}: how much of scores and wins is luck?",
            titled(&source.manifest.experiment.game, tally.seat_count(), tally.automa)
        ),
        sure: match measured {
            true => Sure::Measured,
            false => Sure::Open,
        },
        answer: answer.unwrap_or_else(|| {
            format!(
                "Not enough games: the estimate needs at least {ENOUGH_BLOCKS} deal groups and two or more \
                 bots, each of which plays in every seat."
            )
        }),
        more: steady.iter().map(|sentence| capital(sentence)).collect(),
        sections,
        warnings: findings::line_up_warnings(&tally, &source.manifest),
        ..Findings::default()
    })
}

/// Builds the section on luck. Returns `None` if bots and seats are not crossed or there are too few deal
/// groups.
pub fn section(luck: &Luck) -> Option<Section> {
    let split = luck.split()?;
    let (scores, wins) = (&split.scores, &split.wins);
    let mut section = Section::new(
        "luck",
        "Luck",
        "Sources of the variance of single results. The deal explains what all games of a deal have \
         in common. The rest is the variance that remains after deal, seat and bot: it comes from \
         the course of the game, which depends on the responses of opponents and on random choices \
         of the bots.",
    );
    section.text.push(dealt(&split));
    if split.is_one_game() {
        return Some(section);
    }
    section.plots.push(plot(scores, wins));
    section.tables.push(split_table(scores, wins));
    pairing(&split.pairs, &mut section);
    section.remarks = remarks(luck.left_out, &split);
    Some(section)
}

/// Describes the share of the variance of single results that is due to the deal, for these players.
fn dealt(split: &Split) -> String {
    let Split { scores, wins, .. } = split;
    if split.is_one_game() {
        return format!(
            "These players cannot measure luck: {} of the games of a deal with the same bots in the \
             same seats end with equal scores, so the deal necessarily explains nearly all of the \
             variance.",
            percent(split.repeated.unwrap_or(1.0))
        );
    }
    format!(
        "With these players, the deal explains {} of the variance of single scores and {} of the variance of single wins.",
        of_deal(scores).words(1),
        of_deal(wins).words(1),
    )
}

/// Returns the share of the variance that is due to the deal, with its interval.
fn of_deal(split: &VarianceSplit) -> Estimate {
    Estimate::new(split.dealt.max(0.0), split.dealt_interval, Unit::Share)
}

/// Describes the smallest and largest share of variance due to the deal over all line-ups that can measure
/// it. Returns `None` if no line-up can.
fn dealt_by_line_up(splits: &[Split]) -> Option<String> {
    let splits: Vec<&Split> = splits.iter().filter(|split| !split.is_one_game()).collect();
    let range = |part: fn(&Split) -> f64| {
        let shares = splits.iter().map(|split| part(split).max(0.0));
        let least = shares.clone().min_by(f64::total_cmp)?;
        let most = shares.max_by(f64::total_cmp)?;
        Some(format!("{} to {}", percent(least), percent(most)))
    };
    Some(format!(
        "Depending on the line-up, the deal explains {} of the variance of single scores and {} of the \
         variance of single wins.",
        range(|split| split.scores.dealt)?,
        range(|split| split.wins.dealt)?,
    ))
}

fn name(source: VarianceSource) -> &'static str {
    match source {
        VarianceSource::Bot => "bot",
        VarianceSource::Seat => "seat",
        VarianceSource::Seating => "bot × seat",
        VarianceSource::Deal => "deal",
        VarianceSource::DealSeat => "deal × seat",
        VarianceSource::DealBot => "deal × bot",
        VarianceSource::Rest => "rest",
    }
}

fn meaning(source: VarianceSource) -> &'static str {
    match source {
        VarianceSource::Bot => "bots differ on average",
        VarianceSource::Seat => "seats differ on average",
        VarianceSource::Seating => "a bot plays some seats better than others",
        VarianceSource::Deal => "the deal is good or bad for all seats",
        VarianceSource::DealSeat => "the deal favours a seat",
        VarianceSource::DealBot => "the deal favours a bot",
        VarianceSource::Rest => "course of the game",
    }
}

fn plot(scores: &VarianceSplit, wins: &VarianceSplit) -> Drawing {
    let stack = |label: &str, split: &VarianceSplit| Stack {
        label: label.to_string(),
        parts: split
            .components
            .iter()
            .map(|part| 100.0 * part.share.max(0.0))
            .collect(),
    };
    let caption = Caption {
        id: "plot-luck",
        title: "Variance of scores and wins by source",
        text: "Two bars, scores and wins, made of the percentages of their variance by source.",
    };
    let names: Vec<String> = scores
        .components
        .iter()
        .map(|part| name(part.source).to_string())
        .collect();
    stacks(
        caption,
        &[stack("scores, %", scores), stack("wins, %", wins)],
        &names,
        "share of the variance of single results, %",
    )
}

fn split_table(scores: &VarianceSplit, wins: &VarianceSplit) -> Table {
    let names = [
        "source",
        "meaning",
        "of scores",
        "95 % interval",
        "points",
        "of wins",
        "95 % interval",
    ];
    let mut table = Table::new("llrrrrr", &names);
    for (score, win) in scores.components.iter().zip(&wins.components) {
        let part = |of: &VarianceComponent| {
            let share = of.share.max(0.0);
            Some(Estimate::new(share, of.interval, Unit::Share))
        };
        table.push(
            Line::of([name(score.source)])
                .cell(meaning(score.source))
                .estimate(part(score), 1)
                .cell(fixed(score.variance.max(0.0).sqrt(), 1))
                .estimate(part(win), 1),
        );
    }
    table.push(
        Line::of(["deal in total"])
            .cell("sum of the three parts of the deal")
            .estimate(Some(of_deal(scores)), 1)
            .cell("")
            .estimate(Some(of_deal(wins)), 1),
    );
    table.rows.push(vec![
        "all".to_string(),
        "standard deviation".to_string(),
        String::new(),
        String::new(),
        fixed(scores.total.sqrt(), 1),
        fixed(wins.total.sqrt(), 2),
        String::new(),
    ]);
    table
}

/// Adds a table of pairs of bots: the number of deals needed to detect a difference, and the benefit of
/// playing the same deals.
fn pairing(pairs: &[Gain], section: &mut Section) {
    let names = [
        "bot",
        AGAINST,
        "deals for 1 point of wins",
        "gain, wins",
        "95 % interval",
        "gain, scores",
        "95 % interval",
    ];
    let mut table = Table::new("llrrrrr", &names);
    let most = pairs.iter().filter_map(|pair| pair.deals).reduce(f64::max);
    for pair in pairs {
        let deals = pair.deals.map(|deals| thousands(deals as u64));
        table.push(
            Line::of(pair.bots.iter().map(String::as_str))
                .cell(deals.unwrap_or_else(|| "–".to_string()))
                .estimate(pair.wins, 2)
                .estimate(pair.scores, 2),
        );
    }
    if let Some(most) = most {
        section.text.push(format!(
            "To detect a difference of one percentage point between the shares of wins of any two of these \
             bots, {}, each in every seating, {} needed: the 95\u{a0}% interval then excludes zero in four of \
             five runs.",
            count(most as u64, "deal"),
            verb(most as u64, "is", "are")
        ));
    }
    if !table.rows.is_empty() {
        section.text.push(
            "The second table shows the benefit of playing the same deals in every seating. The gain is the \
             variance of the difference between two bots if every game had its own deal, divided by the actual \
             variance. With a gain of 2, the run is as precise as twice as many games on separate deals; below \
             1, it is less precise."
                .to_string(),
        );
        section.tables.push(table);
    }
}

fn remarks(left_out: u64, split: &Split) -> Vec<String> {
    let mut remarks = vec![
        "The wins of a game add up to one, so a deal cannot be good for all seats: it affects wins \
         only by favouring a seat or a bot."
            .to_string(),
    ];
    if split.bots == 1 {
        remarks.push(
            "The same bot plays in every seat, so there is no variance from the bot or from deals that favour a bot."
                .to_string(),
        );
    } else if !split.separates_deal_and_bot {
        remarks.push(format!(
            "With {} in two games per deal, the part of deals that favour a bot cannot be separated from \
             chance. It counts towards the rest, which is too large by twice this part, and deal × seat is too \
             small by this part.",
            counted(split.bots, "bot")
        ));
    }
    let negative = |split: &VarianceSplit| split.components.iter().any(|part| part.variance < 0.0);
    if negative(&split.scores) || negative(&split.wins) {
        remarks.push(
            "A part with an estimate below zero is very small and is shown as zero. The other parts are not \
             adjusted, so their sum may exceed 100\u{a0}%."
                .to_string(),
        );
    }
    if let Some(repeated) = split.repeated.filter(|_| !split.is_one_game()) {
        remarks.push(format!(
            "{} of the games of a deal with the same bots in the same seats end with equal scores. Decisions that \
             these games have in common count towards the deal.",
            percent(repeated)
        ));
    }
    remarks.push(
        "The decomposition applies to these bots on these deals. Bots that react differently to a deal give a \
         different decomposition."
            .to_string(),
    );
    if left_out > 0 {
        remarks.push(format!(
            "{} {} omitted, because games of {} are missing.",
            count(left_out, "deal group"),
            verb(left_out, "is", "are"),
            verb(left_out, "it", "theirs")
        ));
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_run::results::record::Record;

    fn rows(block: u64, scores: [i32; 4]) -> Vec<Record<'static>> {
        let bots = ["a", "b", "b", "a"];
        let row = |index: usize| {
            let game = [scores[index / 2 * 2], scores[index / 2 * 2 + 1]];
            let won = match scores[index] - game[1 - index % 2] {
                0 => 0.5,
                margin => f64::from(margin > 0),
            };
            Record {
                game_id: 2 * block + index as u64 / 2 + 1,
                seed: block,
                seat: index % 2,
                bot: bots[index],
                score: scores[index],
                rank: if won > 0.0 { 1 } else { 2 },
                win: won,
                ..Record::default()
            }
        };
        (0..4).map(row).collect()
    }

    fn luck(blocks: u64) -> Luck {
        let mut luck = Luck::default();
        for block in 0..blocks {
            let deal = [0, 30, 5, 12, 18][block as usize % 5];
            let tie = i32::from(block % 3 == 0);
            luck.add_block(&rows(block, [deal + 2 + tie, deal + 3, deal, deal + tie]));
        }
        luck
    }

    #[test]
    fn variance_due_to_the_deal_is_reported_in_words() {
        let section = section(&luck(60)).unwrap();
        let text = section.text.join(" ").replace('\u{a0}', " ");
        assert!(
            text.contains("With these players, the deal explains 98."),
            "{text}"
        );
        assert!(text.contains("deals, each in every seating"), "{text}");
        let deal = section.tables[0].rows.iter().find(|row| row[0] == "deal");
        assert_eq!(deal.map(|row| row[5].as_str()), Some("0.0\u{a0}%"));
        assert!(section.plots[0].html().contains("plot-luck"));
        let remarks = section.remarks.join(" ");
        assert!(remarks.contains("With two bots in two games"), "{remarks}");
        assert!(!remarks.contains("left out"), "{remarks}");
    }

    #[test]
    fn deal_groups_with_missing_games_are_excluded_and_reported() {
        let mut luck = luck(60);
        luck.add_block(&rows(60, [1, 2, 3, 4])[..2]);
        assert_eq!(luck.left_out, 1);
        let remarks = section(&luck).unwrap().remarks.join(" ");
        assert!(
            remarks.contains("1 deal group is omitted, because games of it are"),
            "{remarks}"
        );
    }

    /// If all games of a deal are identical, the variance within deals is zero and does not measure luck.
    #[test]
    fn identical_games_of_a_deal_do_not_measure_luck() {
        let mut luck = Luck::default();
        for block in 0..60 {
            let deal = [0, 30, 5, 12, 18][block as usize % 5];
            let mut rows = rows(block, [deal, 9, deal, 9]);
            rows.iter_mut().for_each(|row| row.bot = "policy");
            luck.add_block(&rows);
        }
        let split = luck.split().unwrap();
        let told = dealt(&split).replace('\u{a0}', " ");
        assert!(
            told.starts_with("These players cannot measure luck: 100"),
            "{told}"
        );
        assert_eq!(dealt_by_line_up(&[split]), None);
        let section = section(&luck).unwrap();
        assert!(section.tables.is_empty() && section.plots.is_empty());
    }

    #[test]
    fn section_is_omitted_for_few_deal_groups() {
        assert!(section(&Luck::default()).is_none());
        assert!(section(&luck(9)).is_none());
    }
}
