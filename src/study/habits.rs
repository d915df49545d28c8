//! Playing habits: actions and pick rates of the bots, from the events of a run.

use std::collections::{BTreeSet, HashMap};

use super::error::ReadError;
use super::source::Source;
use super::tally::Tally;
use portolan_run::results::events::{EventRow, Events};
use portolan_run::results::reader::Extent;
use portolan_run::results::record::{Record, games};
use portolan_stats::{Estimate, Moments, Shares, Unit};

/// Habits of all bots in a run.
#[derive(Debug)]
pub struct Habits {
    /// Summary of the games.
    pub tally: Tally,
    /// Habits by bot, in the order of the tally.
    pub bots: Vec<BotHabits>,
}

/// Habits of one bot.
#[derive(Debug)]
pub struct BotHabits {
    pub name: String,
    /// Number of seats over all games.
    pub seats: u64,
    /// Score of the winner in the games in which the bot took part; `None` if these games had no winner.
    pub winners: Option<Estimate>,
    /// Events of its seats, in order of decreasing frequency.
    pub deeds: Vec<Deed>,
}

/// One kind of event.
#[derive(Debug)]
pub struct Deed {
    pub event: String,
    /// Number of occurrences per seat and game.
    pub times: Option<Estimate>,
    /// Sum of the event values per seat and game; `None` if the values are not amounts.
    pub amount: Option<Estimate>,
    /// Results by item, in order of decreasing number of seats.
    pub items: Vec<DeedItem>,
    /// Items that occur in related events of the run, but never in this one.
    pub never: Vec<String>,
}

/// One item of an event.
#[derive(Debug)]
pub struct DeedItem {
    pub label: String,
    /// Share of seats, over all games, for which the event occurred.
    pub seats: Option<Estimate>,
    /// Number of occurrences per seat and game.
    pub times: f64,
    /// Sum of the event values per seat and game; zero if the values are not amounts.
    pub amount: f64,
}

impl Habits {
    /// Reads a run; for an unfinished run, only the blocks with complete events. `amounts` names the events
    /// whose values are amounts that can be summed.
    ///
    /// # Errors
    /// [`ReadError`] if its files are missing or invalid.
    pub fn read(source: &Source, amounts: &[&str]) -> Result<Habits, ReadError> {
        let mut blocks = source.blocks()?;
        let mut tally = Tally::new(&source.manifest.experiment.bots, blocks.categories());
        tally.automa = source.manifest.has_automa();
        let mut bots: Vec<OpenBot> = Vec::new();
        let mut events = Events::open(source.parts())?;
        'blocks: while let Some(block) = blocks.next_block()? {
            let mut read = Vec::new();
            for game in games(block) {
                let mut rows = Vec::new();
                let whole = events.game(game[0].game_id, |row| rows.push(OwnedRow::of(row)))?;
                if !whole {
                    break 'blocks;
                }
                read.push((game, rows));
            }
            tally.add_block(block);
            bots.resize_with(tally.entrants.len(), OpenBot::default);
            for (game, rows) in &read {
                let held = game.iter().map(|record| place(&tally, record.bot));
                let held: Vec<usize> = held.collect();
                let won = best(game);
                held.iter().for_each(|&bot| bots[bot].seat(won));
                for row in rows {
                    if let Some(&bot) = held.get(row.seat) {
                        bots[bot].take(game[0].game_id, row, amounts);
                    }
                }
            }
            bots.iter_mut().for_each(OpenBot::end_block);
        }
        let names = tally.entrants.iter().map(|bot| bot.name.clone());
        let bots = names.zip(bots).filter(|(_, bot)| bot.seats > 0);
        let mut bots: Vec<BotHabits> = bots.map(|(name, bot)| bot.finish(name)).collect();
        if source.manifest.experiment.duel.is_some() {
            bots.iter_mut().for_each(BotHabits::stopped_by_results);
        }
        Ok(Habits { tally, bots })
    }

    /// Returns the number of deals and games played.
    pub fn extent(&self) -> Extent {
        self.tally.extent()
    }
}

fn place(tally: &Tally, bot: &str) -> usize {
    let mut entrants = tally.entrants.iter();
    entrants
        .position(|entrant| entrant.name == bot)
        .expect("the tally contains every player")
}

/// Returns the score that won a game.
fn best(game: &[Record]) -> Option<i32> {
    let winners = game.iter().filter(|record| record.win > 0.0);
    winners.map(|record| record.score).max()
}

/// An event with owned text, buffered until its block is known to be complete.
struct OwnedRow {
    seat: usize,
    event: Vec<u8>,
    item: Vec<u8>,
    value: i64,
}

impl OwnedRow {
    fn of(row: EventRow) -> OwnedRow {
        OwnedRow {
            seat: row.seat,
            event: row.event.to_vec(),
            item: row.item.to_vec(),
            value: row.value,
        }
    }
}

/// Accumulated events of one bot.
#[derive(Default)]
struct OpenBot {
    seats: u64,
    blocks: u64,
    winners: Moments,
    deeds: Vec<OpenDeed>,
    by_event: HashMap<Vec<u8>, usize>,
    /// For the current block: number of seats, and the winning scores of their games.
    open_seats: u64,
    open_winners: Moments,
}

#[derive(Default)]
struct OpenDeed {
    event: Vec<u8>,
    sums: bool,
    times: Moments,
    amount: Moments,
    items: Vec<OpenItem>,
    by_label: HashMap<Vec<u8>, usize>,
    open_times: u64,
    open_amount: i64,
}

#[derive(Default)]
struct OpenItem {
    label: Vec<u8>,
    times: u64,
    amount: i64,
    seats: Shares,
    open_seats: u64,
    /// Last game in which it occurred, and a bit for each seat in this game.
    last: (u64, u64),
}

impl OpenBot {
    fn seat(&mut self, won: Option<i32>) {
        self.seats += 1;
        self.open_seats += 1;
        won.into_iter()
            .for_each(|score| self.open_winners.push(f64::from(score)));
    }

    fn take(&mut self, game_id: u64, row: &OwnedRow, amounts: &[&str]) {
        let deeds = &mut self.deeds;
        let index = *self.by_event.entry(row.event.clone()).or_insert_with(|| {
            deeds.push(OpenDeed {
                event: row.event.clone(),
                sums: amounts.iter().any(|name| name.as_bytes() == row.event),
                ..OpenDeed::default()
            });
            deeds.len() - 1
        });
        let deed = &mut deeds[index];
        let value = if deed.sums { row.value } else { 0 };
        deed.open_times += 1;
        deed.open_amount += value;
        let items = &mut deed.items;
        let index = *deed.by_label.entry(row.item.clone()).or_insert_with(|| {
            items.push(OpenItem {
                label: row.item.clone(),
                ..OpenItem::default()
            });
            items.len() - 1
        });
        let item = &mut items[index];
        item.times += 1;
        item.amount += value;
        let known = if item.last.0 == game_id {
            item.last.1
        } else {
            0
        };
        let seat = 1 << row.seat;
        item.open_seats += u64::from(known & seat == 0);
        item.last = (game_id, known | seat);
    }

    fn end_block(&mut self) {
        let count = std::mem::take(&mut self.open_seats);
        if count == 0 {
            return;
        }
        self.blocks += 1;
        let winners = std::mem::take(&mut self.open_winners);
        winners
            .mean()
            .into_iter()
            .for_each(|score| self.winners.push(score));
        let seats = count as f64;
        for deed in &mut self.deeds {
            deed.times
                .push(std::mem::take(&mut deed.open_times) as f64 / seats);
            deed.amount
                .push(std::mem::take(&mut deed.open_amount) as f64 / seats);
            for item in &mut deed.items {
                let met = std::mem::take(&mut item.open_seats) as f64;
                item.seats.push(met / seats, count);
            }
        }
    }

    /// Blocks before the first occurrence of an event count as 0.
    fn finish(self, name: String) -> BotHabits {
        let seats = self.seats as f64;
        let a_block = self.seats.checked_div(self.blocks).unwrap_or(0);
        let labels: Vec<BTreeSet<String>> = self.deeds.iter().map(OpenDeed::labels).collect();
        let finished = self.deeds.into_iter().zip(&labels).map(|(mut deed, own)| {
            for values in [&mut deed.times, &mut deed.amount] {
                while values.count() < self.blocks {
                    values.push(0.0);
                }
            }
            let near = labels.iter().filter(|other| !other.is_disjoint(own));
            let near: BTreeSet<&String> = near.flatten().collect();
            let items = deed.items.into_iter();
            let mut items: Vec<DeedItem> = items
                .map(|mut item| {
                    while item.seats.count() < self.blocks {
                        item.seats.push(0.0, a_block);
                    }
                    DeedItem {
                        label: text(&item.label),
                        seats: Estimate::of_shares(&item.seats),
                        times: item.times as f64 / seats,
                        amount: item.amount as f64 / seats,
                    }
                })
                .collect();
            let share = |item: &DeedItem| item.seats.map_or(0.0, |seats| seats.value);
            items.sort_by(|one, other| {
                let most = share(other).total_cmp(&share(one));
                most.then_with(|| one.label.cmp(&other.label))
            });
            Deed {
                event: text(&deed.event),
                times: Estimate::of_mean(&deed.times, Unit::Times),
                amount: Estimate::of_mean(&deed.amount, Unit::Times).filter(|_| deed.sums),
                items,
                never: near
                    .into_iter()
                    .filter(|label| !own.contains(*label))
                    .cloned()
                    .collect(),
            }
        });
        let mut deeds: Vec<Deed> = finished.collect();
        let times = |deed: &Deed| deed.times.map_or(0.0, |times| times.value);
        deeds.sort_by(|one, other| {
            let most = times(other).total_cmp(&times(one));
            most.then_with(|| one.event.cmp(&other.event))
        });
        BotHabits {
            name,
            seats: self.seats,
            winners: Estimate::of_mean(&self.winners, Unit::Points),
            deeds,
        }
    }
}

impl BotHabits {
    /// Removes all intervals, because the run was stopped because of its results.
    fn stopped_by_results(&mut self) {
        let deeds = self.deeds.iter_mut().flat_map(|deed| {
            let items = deed.items.iter_mut().map(|item| &mut item.seats);
            items.chain([&mut deed.times, &mut deed.amount])
        });
        let all = deeds.chain([&mut self.winners]).flatten();
        all.for_each(|estimate| *estimate = Estimate::new(estimate.value, None, estimate.unit));
    }
}

impl OpenDeed {
    fn labels(&self) -> BTreeSet<String> {
        self.items.iter().map(|item| text(&item.label)).collect()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(seat: usize, event: &str, item: &str, value: i64) -> OwnedRow {
        OwnedRow {
            seat,
            event: event.as_bytes().to_vec(),
            item: item.as_bytes().to_vec(),
            value,
        }
    }

    /// Three blocks of one game with two seats of the bot.
    fn habits() -> BotHabits {
        let mut bot = OpenBot::default();
        let games = [
            vec![row(0, "dealt", "A", 0), row(1, "dealt", "B", 0)],
            vec![
                row(0, "dealt", "A", 0),
                row(0, "bought", "A", 4),
                row(0, "bought", "A", 2),
                row(1, "bought", "A", 3),
            ],
            vec![row(1, "turned", "X", 9)],
        ];
        for (game_id, rows) in (1..).zip(&games) {
            bot.seat(Some(100 + 10 * game_id as i32));
            bot.seat(Some(100 + 10 * game_id as i32));
            rows.iter()
                .for_each(|row| bot.take(game_id, row, &["bought"]));
            bot.end_block();
        }
        bot.finish("a".to_string())
    }

    #[test]
    fn event_rates_are_per_seat_and_game() {
        let habits = habits();
        assert_eq!(habits.seats, 6);
        assert_eq!(habits.winners.map(|winners| winners.value), Some(120.0));
        let deed = |name: &str| {
            let mut deeds = habits.deeds.iter();
            deeds.find(|deed| deed.event == name).unwrap()
        };
        let bought = deed("bought");
        // Three occurrences for six seats, all in one of three blocks, so the block means are 0, 1.5 and 0.
        let times = bought.times.unwrap();
        assert_eq!(times.value, 0.5);
        let half_width = 4.302_652_729_7 * (0.75_f64 / 3.0).sqrt();
        assert!((times.interval().unwrap().half_width() - half_width).abs() < 1e-6);
        assert_eq!(bought.amount.map(|amount| amount.value), Some(1.5));
        let [item] = bought.items.as_slice() else {
            panic!("{:?}", bought.items);
        };
        assert_eq!((item.times, item.amount), (0.5, 1.5));
        assert!((item.seats.unwrap().value - 1.0 / 3.0).abs() < 1e-12);
        assert!(deed("dealt").amount.is_none());
        assert_eq!(deed("dealt").items[0].label, "A");
    }

    #[test]
    fn habits_of_a_run_stopped_by_results_have_no_intervals() {
        let mut habits = habits();
        assert!(habits.deeds[0].times.unwrap().interval().is_some());
        habits.stopped_by_results();
        let items = habits.deeds.iter().flat_map(|deed| &deed.items);
        let deeds = habits
            .deeds
            .iter()
            .flat_map(|deed| [deed.times, deed.amount]);
        let all = items
            .map(|item| item.seats)
            .chain(deeds)
            .chain([habits.winners]);
        assert!(all.flatten().all(|estimate| estimate.interval().is_none()));
    }

    #[test]
    fn items_a_bot_never_used_are_listed() {
        let habits = habits();
        let never = |name: &str| {
            let mut deeds = habits.deeds.iter();
            &deeds.find(|deed| deed.event == name).unwrap().never
        };
        assert_eq!(*never("bought"), ["B"]);
        assert!(never("dealt").is_empty());
        assert!(never("turned").is_empty());
    }
}
