//! Formatting of rows in the result files.
//!
//! Worker threads format the rows into byte buffers. Millions of rows must not take longer than the games themselves,
//! so numbers and known labels bypass the general CSV writer.

use crate::bots::program::supervisor::Conduct;
use crate::game::{Event, Game};
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

/// Appends a whole number.
pub fn push_number(row: &mut Vec<u8>, number: impl Into<i64>) {
    let number = number.into();
    let mut digits = [0u8; 20];
    let mut start = digits.len();
    let mut rest = number.unsigned_abs();
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        row.push(b'-');
    }
    row.extend_from_slice(&digits[start..]);
}

/// Appends a text, quoted if necessary.
pub fn push_field(row: &mut Vec<u8>, text: &str) {
    if text.contains([',', '"', '\n', '\r']) {
        row.push(b'"');
        row.extend_from_slice(text.replace('"', "\"\"").as_bytes());
        row.push(b'"');
    } else {
        row.extend_from_slice(text.as_bytes());
    }
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

    /// Appends the rows of a game to those of `games.csv`. `game` contains the records of all seats.
    pub fn game(&self, game: &[Record], rows: &mut Vec<u8>) {
        for record in game {
            push_number(rows, record.game_id as i64);
            rows.push(b',');
            push_number(rows, record.seed as i64);
            rows.extend_from_slice(&self.middle);
            push_number(rows, record.seat as i64 + 1);
            rows.push(b',');
            push_field(rows, record.bot);
            rows.push(b',');
            push_number(rows, record.score);
            rows.push(b',');
            push_number(rows, record.rank);
            rows.push(b',');
            match record.win {
                0.0 => rows.push(b'0'),
                1.0 => rows.push(b'1'),
                share => rows.extend_from_slice(share.to_string().as_bytes()),
            }
            rows.push(b',');
            push_number(rows, record.turns);
            rows.push(b',');
            push_number(rows, record.decisions);
            for &points in record.categories.iter() {
                rows.push(b',');
                push_number(rows, points);
            }
            if self.luck {
                let text = match record.luck {
                    Some(luck) => format!(",{},{}", luck.lead, luck.win),
                    None => ",,".to_string(),
                };
                rows.extend_from_slice(text.as_bytes());
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_formatted_like_the_standard_library() {
        for number in [0, 7, -1, 10, 1_234_567, i64::MAX, i64::MIN] {
            let mut row = Vec::new();
            push_number(&mut row, number);
            assert_eq!(row, number.to_string().as_bytes());
        }
    }

    #[test]
    fn fields_with_commas_or_quotes_are_read_back() {
        for text in ["plain", "a, b", "say \"so\"", "two\nlines"] {
            let mut row = Vec::new();
            push_field(&mut row, text);
            row.push(b'\n');
            let mut reader = csv::ReaderBuilder::new()
                .has_headers(false)
                .from_reader(row.as_slice());
            let record = reader.records().next().unwrap().unwrap();
            assert_eq!(&record[0], text);
        }
    }
}
