//! Report on the players' habits: frequent actions and pick rates.

use std::borrow::Cow;
use std::cmp::Reverse;

use ordered_float::OrderedFloat;
use serde::Serialize;

use super::dots::{Dots, dots};
use super::error::ReportError;
use super::findings;
use super::names::Names;
use super::page::{FINDINGS, Line, Section, Table};
use super::plots::Caption;
use super::study::Findings;
use super::words::{capital, count, fixed, listed, thousands, titled, verb};
use portolan_core::registry::entry;
use portolan_core::setup::EventText;
use portolan_run::settings::EventLevel;
use portolan_study::habits::{BotHabits, Deed, DeedItem, Habits};
use portolan_study::source::Source;

/// Maximum number of items listed for an event. Longer lists show only both ends.
const MOST_ITEMS: usize = 24;

/// Number of items listed from each end of a longer list.
const ENDS: usize = 8;

/// Maximum number of events in the plot.
const MOST_DRAWN: usize = 14;

/// Computes the findings on the habits of bots.
///
/// # Errors
/// Returns [`ReportError::Question`] if the run recorded no events, and other errors if the result files are
/// invalid.
pub fn findings(source: &Source) -> Result<Findings, ReportError> {
    let experiment = &source.manifest.experiment;
    if experiment.events == EventLevel::None {
        return Err(ReportError::Question(
            "--ask habits: this run has no events; run it again with --events all".to_string(),
        ));
    }
    let events = Events(entry(&experiment.game).map_or(&[][..], |entry| entry.events));
    let amounts = events.0.iter().filter(|event| event.is_amount);
    let amounts: Vec<&str> = amounts.map(|event| event.name).collect();
    let habits = Habits::read(source, &amounts)?;
    let several = habits.bots.len() > 1;
    let names = Names::of(&source.manifest);
    let mut all = vec![overview(&habits.bots, &events)];
    let bots = habits.bots.iter();
    all.extend(bots.flat_map(|bot| sections(bot, several, &names, &events)));
    Ok(Findings {
        extent: habits.extent(),
        question: format!(
            "{}: what do players do in a game, and what do they take?",
            titled(
                &experiment.game,
                habits.tally.seat_count(),
                habits.tally.automa
            )
        ),
        answer: answer(&habits.bots),
        more: favourites(&habits.bots, &names, &events),
        sections: all,
        warnings: findings::line_up_warnings(&habits.tally, &source.manifest),
        table: Some(table(&habits)?),
        names,
        ..Findings::default()
    })
}

/// Describes the mean score of the winners.
fn answer(bots: &[BotHabits]) -> String {
    let said = bots.iter().filter_map(|bot| {
        let winners = bot.winners?.words(1);
        Some(format!("{winners} points in games of {}", bot.name))
    });
    let said: Vec<String> = said.collect();
    match said.is_empty() {
        true => "No game has a winner.".to_string(),
        false => format!("The mean score of the winners is {}.", listed(&said)),
    }
}

/// Describes the item that each bot takes in most of its games; of items with equal shares, the one with the most
/// occurrences. Events with an amount come first.
fn favourites(bots: &[BotHabits], names: &Names, events: &Events) -> Vec<String> {
    let of_bot = |bot: &BotHabits| -> Vec<String> {
        let several = bot.deeds.iter().filter(|deed| deed.items.len() > 1);
        let mut deeds: Vec<&Deed> = several.collect();
        deeds.sort_by_key(|deed| deed.amount.is_none());
        let favourite = |deed: &Deed| {
            let rank = |item: &DeedItem| {
                let seats = item.seats.map_or(0.0, |seats| seats.value);
                (OrderedFloat(seats), OrderedFloat(item.times))
            };
            let most = deed.items.iter().max_by_key(|item| rank(item))?;
            let tied = deed
                .items
                .iter()
                .filter(|item| rank(item) == rank(most))
                .count();
            let others = match tied {
                1 => String::new(),
                tied => format!(" (and each of {})", count(tied as u64 - 1, "other item")),
            };
            Some(format!(
                "{} of the seats of {} have {}{others} among their {}; no other item has a higher share.",
                most.seats?.words(1),
                bot.name,
                events.names(names, &deed.event).full(&most.label),
                events.words(&deed.event),
            ))
        };
        deeds
            .into_iter()
            .filter_map(favourite)
            .take(FINDINGS)
            .collect()
    };
    let mut by_bot: Vec<_> = bots.iter().map(|bot| of_bot(bot).into_iter()).collect();
    // Alternates between the bots.
    let mut said = Vec::new();
    for _ in 0..FINDINGS {
        said.extend(by_bot.iter_mut().filter_map(Iterator::next));
    }
    said.truncate(FINDINGS);
    said
}

/// Kinds of events of the game.
struct Events(&'static [EventText]);

impl Events {
    fn find(&self, event: &str) -> Option<&'static EventText> {
        self.0.iter().find(|known| known.name == event)
    }

    /// Returns the event in words, such as "project cards bought".
    fn words<'event>(&self, event: &'event str) -> Cow<'event, str> {
        match self.find(event) {
            Some(known) => Cow::Borrowed(known.words),
            None => Cow::Owned(event.replace('_', " ")),
        }
    }

    /// Returns the component kind of the items, or an empty string if ids are unambiguous.
    fn component(&self, event: &str) -> &'static str {
        self.find(event).map_or("", |known| known.component)
    }

    fn names<'names>(&self, names: &'names Names, event: &str) -> Cow<'names, Names> {
        match self.component(event) {
            "" => Cow::Borrowed(names),
            kind => Cow::Owned(names.of_kind(kind)),
        }
    }
}

/// Builds the section that compares the frequency of the most common events between bots, per seat.
fn overview(bots: &[BotHabits], events: &Events) -> Section {
    let mut kinds: Vec<&str> = Vec::new();
    for deed in bots.iter().flat_map(|bot| &bot.deeds) {
        if !kinds.contains(&deed.event.as_str()) {
            kinds.push(&deed.event);
        }
    }
    let times = |bot: &BotHabits, event: &str| {
        let deed = bot.deeds.iter().find(|deed| deed.event == event);
        deed.and_then(|deed| deed.times)
    };
    let most = |event: &str| {
        let of_bots = bots.iter().filter_map(|bot| Some(times(bot, event)?.value));
        of_bots.fold(0.0, f64::max)
    };
    kinds.sort_by_key(|event| Reverse(OrderedFloat(most(event))));
    let mut section = Section::new(
        "habits",
        "What happens in a game",
        "Mean number of times that each event happens to a seat in a game, for each bot.",
    );
    let drawn: Vec<&str> = kinds.iter().copied().take(MOST_DRAWN).collect();
    let rows: Vec<String> = drawn
        .iter()
        .map(|event| events.words(event).into_owned())
        .collect();
    let players: Vec<Dots> = bots
        .iter()
        .enumerate()
        .map(|(colour, bot)| Dots {
            label: bot.name.clone(),
            values: drawn
                .iter()
                .map(|event| Some(times(bot, event)?.value))
                .collect(),
            colour,
        })
        .collect();
    section.plots.push(dots(
        Caption {
            id: "plot-habits",
            title: "How often the most frequent events happen",
            text: "One row per event and one dot per bot: how often the event happens to a seat in a game.",
        },
        &rows,
        &players,
        "times per game",
    ));
    let names = bots.iter().map(|bot| bot.name.as_str());
    let header: Vec<&str> = std::iter::once("event").chain(names).collect();
    let mut table = Table::new(&format!("l{}", "r".repeat(bots.len())), &header);
    for event in kinds {
        let line = Line::of([events.words(event)]);
        table.push(bots.iter().fold(line, |line, bot| {
            let times = times(bot, event);
            line.cell(times.map_or("–".to_string(), |times| times.value_words(2)))
        }));
    }
    let mut winners = Table::new("lrr", &["games of", "score of the winner", "95 % interval"]);
    for bot in bots {
        winners.push(Line::of([bot.name.as_str()]).estimate(bot.winners, 1));
    }
    section.tables.extend([table, winners]);
    section
}

fn sections(bot: &BotHabits, several: bool, names: &Names, events: &Events) -> Vec<Section> {
    let of = if several {
        format!(", {}", bot.name)
    } else {
        String::new()
    };
    let mut section = Section::new(
        &format!("habits-{}", bot.name),
        &format!("Events per seat and game{of}"),
        "How often each event happens to a seat in a game and, if the event has an amount, the mean total per game.",
    );
    section.text.push(format!(
        "Over {} in {}.",
        count(bot.seats, "seat"),
        if several { "its games" } else { "all games" }
    ));
    let columns = [
        "event",
        "meaning",
        "a game",
        "95 % interval",
        "amount",
        "95 % interval",
    ];
    let mut table = Table::new("llrrrr", &columns);
    for deed in &bot.deeds {
        table.push(
            Line::of([
                Cow::Borrowed(deed.event.as_str()),
                events.words(&deed.event),
            ])
            .estimate(deed.times, 2)
            .estimate(deed.amount, 1),
        );
    }
    section.tables.push(table);
    let mut found = vec![section];
    let several_items = bot.deeds.iter().filter(|deed| deed.items.len() > 1);
    found.extend(several_items.map(|deed| items(bot, deed, &of, names, events)));
    found
}

/// Builds the section on one event, item by item.
fn items(bot: &BotHabits, deed: &Deed, of: &str, names: &Names, events: &Events) -> Section {
    let mut section = Section::new(
        &format!("habits-{}-{}", bot.name, deed.event),
        &format!("{}{of}", capital(&events.words(&deed.event))),
        "For each item: the share of seats with the event in a game, and the mean number of times per game.",
    );
    let columns = ["item", "seats", "95 % interval", "a game", "amount"];
    let mut table = Table::new("irrrr", &columns).of_kind(events.component(&deed.event));
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
            "Of {} items, the table lists the {ENDS} items with the most seats and the {ENDS} items with the fewest \
             seats. `report.csv` lists all items.",
            thousands(all as u64)
        ));
    }
    if !deed.never.is_empty() {
        let names = events.names(names, &deed.event);
        let never = deed.never.iter().map(|label| names.short(label));
        let never: Vec<String> = never.collect();
        section.text.push(format!(
            "This event never happened with {}, which {} in other events of the run.",
            listed(&never),
            verb(deed.never.len() as u64, "occurs", "occur")
        ));
    }
    section
}

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

/// Formats `report.csv`, with one row for every bot, event and item.
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
