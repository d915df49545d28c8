//! Formatting of rows in the result files.
//!
//! Worker threads format the rows into byte buffers. Millions of rows must not take longer than the games themselves,
//! so numbers and known labels bypass the general CSV writer.

use crate::bots::program::supervisor::Conduct;
use crate::game::{Event, Game};
use crate::results::fields::{push_field, push_number};
use crate::results::game_row::push_game_row;
use crate::results::names::{GAME_COLUMNS, LUCK_COLUMNS};
use crate::results::record::Record;

/// Returns the header line of `games.csv`, optionally with columns for luck and for the condition.
pub fn games_header(categories: &[&str], luck: bool, cells: bool) -> Vec<u8> {
    let mut line = GAME_COLUMNS.as_bytes().to_vec();
    for category in categories {
        line.push(b',');
        push_field(&mut line, category);
    }
    if luck {
        line.push(b',');
        line.extend_from_slice(LUCK_COLUMNS.as_bytes());
    }
    if cells {
        line.extend_from_slice(b",cell");
    }
    line.push(b'\n');
    line
}

/// Formats the rows of a run's games, and caches the labels of events.
pub struct Writer<'run, G: Game> {
    game: &'run G,
    /// `,game,players,` in every row of `games.csv`.
    middle: Vec<u8>,
    /// True if the rows of `games.csv` contain luck.
    luck: bool,
    /// End of every row of `games.csv`, including the condition if there is one.
    end: Vec<u8>,
    /// Cached `,event,item,` by kind and item.
    labels: Vec<Vec<Option<Box<[u8]>>>>,
}

impl<'run, G: Game> Writer<'run, G> {
    /// Creates a writer for a game with this number of bots. `cell` is the index of the condition, if the rows contain
    /// it.
    pub fn new(game: &'run G, players: usize, cell: Option<usize>) -> Writer<'run, G> {
        let mut middle = vec![b','];
        push_field(&mut middle, G::NAME);
        middle.push(b',');
        push_number(&mut middle, players as i64);
        middle.push(b',');
        Writer {
            game,
            middle,
            luck: false,
            end: match cell {
                Some(cell) => format!(",{}\n", cell + 1).into_bytes(),
                None => vec![b'\n'],
            },
            labels: vec![Vec::new(); G::EVENT_KINDS.len()],
        }
    }

    /// Adds the columns for luck if `luck` is true.
    pub fn with_luck(mut self, luck: bool) -> Self {
        self.luck = luck;
        self
    }

    /// Adds fields at the end of every row of `games.csv`.
    pub fn with_fields(mut self, fields: &[i64]) -> Self {
        self.end.pop();
        for &field in fields {
            self.end.push(b',');
            push_number(&mut self.end, field);
        }
        self.end.push(b'\n');
        self
    }

    /// Appends the rows of a game to the rows of `games.csv`. `game` contains the records of all seats.
    pub fn game(&self, game: &[Record], rows: &mut Vec<u8>) {
        for record in game {
            push_game_row(rows, record, &self.middle, self.luck);
            rows.extend_from_slice(&self.end);
        }
    }

    /// Appends the events of a game to the rows of `events.csv`.
    pub fn events(&mut self, game_id: u64, events: &[Event], rows: &mut Vec<u8>) {
        let mut id = Vec::with_capacity(20);
        push_number(&mut id, game_id as i64);
        id.push(b',');
        for event in events {
            rows.extend_from_slice(&id);
            push_number(rows, i64::from(event.seat) + 1);
            rows.push(b',');
            push_number(rows, event.round);
            rows.push(b',');
            push_number(rows, event.turn);
            rows.extend_from_slice(self.label(event));
            push_number(rows, event.value);
            rows.push(b'\n');
        }
    }

    fn label(&mut self, event: &Event) -> &[u8] {
        let labels = &mut self.labels[usize::from(event.kind)];
        let item = usize::from(event.item);
        if labels.len() <= item {
            labels.resize(item + 1, None);
        }
        labels[item].get_or_insert_with(|| {
            let mut label = vec![b','];
            push_field(&mut label, G::EVENT_KINDS[usize::from(event.kind)]);
            label.push(b',');
            push_field(&mut label, &self.game.event_item(event));
            label.push(b',');
            label.into_boxed_slice()
        })
    }
}

/// Appends a row to `crashes.csv` for a game that panicked, with its moves so far.
pub fn push_crash(rows: &mut Vec<u8>, game_id: u64, seed: u64, message: &str, moves: &str) {
    push_number(rows, game_id as i64);
    rows.push(b',');
    push_number(rows, seed as i64);
    for text in [message, moves] {
        rows.push(b',');
        push_field(rows, text);
    }
    rows.push(b'\n');
}

/// Appends a row to `programs.csv` with the behaviour of a program in a game.
pub fn push_conduct(rows: &mut Vec<u8>, game_id: u64, seat: usize, bot: &str, conduct: &Conduct) {
    push_number(rows, game_id as i64);
    rows.push(b',');
    push_number(rows, seat as i64 + 1);
    rows.push(b',');
    push_field(rows, bot);
    let times = &conduct.times;
    let [sum, worst] = [times.sum, times.worst].map(|time| time.as_secs_f64() * 1000.0);
    let text = format!(",{},{sum:.3},{worst:.3}", times.number());
    rows.extend_from_slice(text.as_bytes());
    for failures in conduct.failures {
        rows.push(b',');
        push_number(rows, failures as i64);
    }
    rows.extend_from_slice(if conduct.forfeited { b",1," } else { b",0," });
    push_field(rows, &conduct.first_failure);
    rows.push(b',');
    push_field(rows, &times.text());
    rows.push(b'\n');
}
