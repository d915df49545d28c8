//! Format of a row of `games.csv`: the columns of [`OF_GAMES`], the score categories, and luck if it is evaluated.

use std::str::FromStr;

use crate::results::columns::{GAME_COLUMNS, LUCK_COLUMNS, OF_GAMES, OF_LUCK, place};
use crate::results::fields::{push_field, push_number};
use crate::results::record::{Categories, Luck, Record};
use crate::settings::roster::Roster;

/// Indices of [`GAME_COLUMNS`].
const GAME_ID: usize = place(OF_GAMES, "game_id");
const SEED: usize = place(OF_GAMES, "seed");
const SEAT: usize = place(OF_GAMES, "seat");
const BOT: usize = place(OF_GAMES, "bot");
const SCORE: usize = place(OF_GAMES, "score");
const RANK: usize = place(OF_GAMES, "rank");
const WIN: usize = place(OF_GAMES, "win");
const TURNS: usize = place(OF_GAMES, "turns");
const DECISIONS: usize = place(OF_GAMES, "decisions");
/// Index of the first score category.
pub const FIRST_CATEGORY: usize = OF_GAMES.len();

/// Appends a row without its end. `middle` contains the columns for game and players between commas.
pub fn push_game_row(rows: &mut Vec<u8>, record: &Record, middle: &[u8], has_luck: bool) {
    push_number(rows, record.game_id as i64);
    rows.push(b',');
    push_number(rows, record.seed as i64);
    rows.extend_from_slice(middle);
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
    if has_luck {
        let text = match record.luck {
            Some(luck) => format!(",{},{}", luck.lead, luck.win),
            None => ",,".to_string(),
        };
        rows.extend_from_slice(text.as_bytes());
    }
}

/// A row to be parsed.
pub struct GameRow<'row> {
    pub fields: &'row csv::StringRecord,
    /// Names of the score categories.
    pub categories: &'row [String],
    pub has_luck: bool,
    pub has_cells: bool,
}

impl GameRow<'_> {
    /// Parses the row. `rosters` lists the bots of every condition.
    pub fn parse<'run>(&self, rosters: &'run [Roster]) -> Result<Record<'run>, String> {
        let of_luck = FIRST_CATEGORY + self.categories.len();
        let width = match self.has_luck {
            true => of_luck + OF_LUCK.len(),
            false => of_luck,
        };
        let (found, expected) = (self.fields.len(), width + usize::from(self.has_cells));
        if found != expected {
            return Err(format!("{found} fields; expected {expected}"));
        }
        let cell = match self.has_cells {
            true => self.among(width, rosters.len())?,
            false => 0,
        };
        let roster = &rosters[cell];
        let bot = match roster.entrant(&self.fields[BOT]) {
            Some(entrant) => roster.entrants[entrant].as_str(),
            None => {
                let names: Vec<&str> = roster.entrants.iter().map(String::as_str).collect();
                return Err(self.unexpected(BOT, &names.join(", ")));
            }
        };
        let mut categories = Categories::new(self.categories.len());
        for (index, points) in categories.iter_mut().enumerate() {
            *points = self.number(FIRST_CATEGORY + index)?;
        }
        let win = self.number(WIN)?;
        if !(0.0..=1.0).contains(&win) {
            return Err(self.unexpected(WIN, "0 to 1"));
        }
        let game_id = self.number(GAME_ID)?;
        if game_id == 0 {
            return Err(self.unexpected(GAME_ID, "1 or more"));
        }
        Ok(Record {
            game_id,
            seed: self.number(SEED)?,
            cell,
            seat: self.among(SEAT, roster.seats)?,
            bot,
            score: self.number(SCORE)?,
            rank: self.number(RANK)?,
            win,
            turns: self.number(TURNS)?,
            decisions: self.number(DECISIONS)?,
            categories,
            luck: match self.has_luck {
                true => self.luck(of_luck)?,
                false => None,
            },
        })
    }

    /// Parses the luck of a seat; `None` for an automa.
    fn luck(&self, column: usize) -> Result<Option<Luck>, String> {
        if self.fields[column].is_empty() && self.fields[column + 1].is_empty() {
            return Ok(None);
        }
        let finite = |column: usize| {
            let number: f32 = self.number(column)?;
            match number.is_finite() {
                true => Ok(number),
                false => Err(self.unexpected(column, "a number")),
            }
        };
        Ok(Some(Luck {
            lead: finite(column)?,
            win: finite(column + 1)?,
        }))
    }

    fn number<T: FromStr>(&self, column: usize) -> Result<T, String> {
        let number = self.fields[column].parse();
        number.map_err(|_| self.unexpected(column, "a number"))
    }

    /// Parses a number in `1..=count` and returns it minus 1.
    fn among(&self, column: usize, count: usize) -> Result<usize, String> {
        let number: Option<usize> = self.fields[column].parse().ok();
        number
            .filter(|number| (1..=count).contains(number))
            .map(|number| number - 1)
            .ok_or_else(|| self.unexpected(column, &format!("1 to {count}")))
    }

    fn unexpected(&self, column: usize, expected: &str) -> String {
        let categories = self.categories.iter().map(String::as_str);
        let luck = LUCK_COLUMNS.split(',').filter(|_| self.has_luck);
        let mut names = GAME_COLUMNS.split(',').chain(categories).chain(luck);
        let name = names.nth(column).unwrap_or("cell");
        format!(
            "{name} is \"{}\"; expected {expected}",
            &self.fields[column]
        )
    }
}
