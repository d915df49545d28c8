//! What players do in a game and what they take.

use serde::Serialize;

use super::error::ReportError;
use super::findings;
use super::names::Names;
use super::page::{Line, Section, Table};
use super::study::Findings;
use super::words::{capital, count, counted, fixed, listed, thousands, title, verb};
use portolan_core::registry::entry;
use portolan_engine::settings::EventLevel;
use portolan_study::habits::{BotHabits, Deed, Habits};
use portolan_study::source::Source;

/// Most items of an event that are listed one by one; of more, those at both ends.
const MOST_ITEMS: usize = 24;

/// Items listed from each end where there are more.
const ENDS: usize = 8;

/// What there is to say of how bots play.
///
/// # Errors
/// [`ReportError::Question`] if the run wrote no events; others if its files are not as they should be.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let experiment = &source.manifest.experiment;
    if experiment.plain.events == EventLevel::None {
        return Err(ReportError::Question(
            "--ask habits: this run wrote no events; play it again with --events all".to_string(),
        ));
    }
    let amounts = entry(&experiment.game).map_or(&[][..], |entry| entry.amounts);
    let habits = Habits::read(source, amounts)?;
    let several = habits.bots.len() > 1;
    let names = Names::of(&source.manifest);
    Ok(Findings {
        extent: habits.extent(),
        question: format!(
            "{} at {}: what do players do in a game, and what do they take?",
            title(&experiment.game),
            counted(habits.tally.seat_count(), "seat")
        ),
        answer: habits.bots.iter().map(answer).collect::<Vec<_>>().join(" "),
        more: Vec::new(),
        sections: habits
            .bots
            .iter()
            .flat_map(|bot| sections(bot, several, &names))
            .collect(),
        warnings: findings::line_up_warnings(&habits.tally, &source.manifest),
        table: Some(table(&habits)?),
        names,
        ..Findings::default()
    })
}

/// The score to beat, and what is never taken.
fn answer(bot: &BotHabits) -> String {
    let never: usize = bot.deeds.iter().map(|deed| deed.never.len()).sum();
    let left = match never {
        0 => {
            "everything that came up was used in every way in which others like it were".to_string()
        }
        _ => {
            let deeds = bot.deeds.iter().filter(|deed| !deed.never.is_empty());
            let deeds = deeds.map(|deed| format!("{} ({})", deed.event, deed.never.len()));
            format!(
                "some of what came up never was {}",
                listed(&deeds.collect::<Vec<_>>())
            )
        }
    };
    let winners = bot.winners.map_or(String::new(), |winners| {
        format!(
            "where {} plays, winners score {} points{}; ",
            bot.name,
            winners.value_words(1),
            match winners.interval() {
                Some(_) => format!(" (95\u{a0}% interval {})", winners.range_words(1)),
                None => String::new(),
            }
        )
    });
    format!("{}.", capital(&format!("{winners}{left}")))
}

fn sections(bot: &BotHabits, several: bool, names: &Names) -> Vec<Section> {
    let of = if several {
        format!(", {}", bot.name)
    } else {
        String::new()
    };
    let mut section = Section::new(
        &format!("habits-{}", bot.name),
        &format!("A game of a seat{of}"),
        "How often each event happens to a seat in a game and, where its value is an amount, how much comes \
         together.",
    );
    section.text.push(format!(
        "Over {} in {}.",
        count(bot.seats, "seat"),
        if several { "its games" } else { "all games" }
    ));
    let columns = [
        "event",
        "a game",
        "95 % interval",
        "amount",
        "95 % interval",
    ];
    let mut table = Table::new("lrrrr", &columns);
    for deed in &bot.deeds {
        table.push(
            Line::of([deed.event.as_str()])
                .estimate(deed.times, 2)
                .estimate(deed.amount, 1),
        );
    }
    section.tables.push(table);
    let mut found = vec![section];
    let several_items = bot.deeds.iter().filter(|deed| deed.items.len() > 1);
    found.extend(several_items.map(|deed| items(bot, deed, &of, names)));
    found
}

/// One event, item by item.
fn items(bot: &BotHabits, deed: &Deed, of: &str, names: &Names) -> Section {
    let mut section = Section::new(
        &format!("habits-{}-{}", bot.name, deed.event),
        &format!("{}{of}", capital(&deed.event.replace('_', " "))),
        "By item: the share of seats that it happened to at some time of a game, and how often in a game.",
    );
    let columns = ["item", "seats", "95 % interval", "a game", "amount"];
    let mut table = Table::new("irrrr", &columns);
    let all = deed.items.len();
    let listed_items = deed
        .items
        .iter()
        .enumerate()
        .filter(|(index, _)| all <= MOST_ITEMS || *index < ENDS || *index >= all - ENDS);
    for (_, item) in listed_items {
        let amount = match deed.amount {
            Some(_) => fixed(item.amount, 2),
            None => "–".to_string(),
        };
        table.push(
            Line::of([item.label.as_str()])
                .estimate(item.seats, 1)
                .cell(fixed(item.times, 2))
                .cell(amount),
        );
    }
    section.tables.push(table);
    if all > MOST_ITEMS {
        section.text.push(format!(
            "Of {} items the {ENDS} of most and the {ENDS} of fewest seats; all of them stand in `report.csv`.",
            thousands(all as u64)
        ));
    }
    if !deed.never.is_empty() {
        let never = deed.never.iter().map(|label| names.short(label));
        let never: Vec<String> = never.collect();
        section.text.push(format!(
            "Never: {}, which {} up elsewhere.",
            listed(&never),
            verb(deed.never.len() as u64, "comes", "come")
        ));
    }
    section
}

/// One line of the table for programs.
#[derive(Serialize)]
struct Figures<'found> {
    bot: &'found str,
    event: &'found str,
    item: &'found str,
    seats: f64,
    seats_low: Option<f64>,
    seats_high: Option<f64>,
    times: f64,
    amount: Option<f64>,
}

/// Every bot, event and item: `report.csv`.
fn table(habits: &Habits) -> Result<String, ReportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for bot in &habits.bots {
        for deed in &bot.deeds {
            let amount = |item: f64| deed.amount.map(|_| item);
            let found = deed.items.iter().map(|item| Figures {
                bot: &bot.name,
                event: &deed.event,
                item: &item.label,
                seats: item.seats.map_or(0.0, |seats| seats.value),
                seats_low: item.seats.and_then(|seats| seats.low),
                seats_high: item.seats.and_then(|seats| seats.high),
                times: item.times,
                amount: amount(item.amount),
            });
            let never = deed.never.iter().map(|label| Figures {
                bot: &bot.name,
                event: &deed.event,
                item: label,
                seats: 0.0,
                seats_low: None,
                seats_high: None,
                times: 0.0,
                amount: amount(0.0),
            });
            for line in found.chain(never) {
                writer.serialize(line).map_err(ReportError::table)?;
            }
        }
    }
    let bytes = writer
        .into_inner()
        .map_err(|error| ReportError::table(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
