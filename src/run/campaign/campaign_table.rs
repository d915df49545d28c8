//! Writes `campaigns.csv`, and reads the campaigns of a folder from it and from `games.csv`.

use std::collections::VecDeque;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::one_campaign::Campaign;
use super::one_game::Ended;
use super::story::Reading;
use crate::play::single::SeatResult;
use crate::results::error::RunError;
use crate::results::fields::push_field;
use crate::results::names::{CAMPAIGNS, GAME_COLUMNS, GAMES, STREAMED};
use crate::results::stream::Rows;

pub const CAMPAIGN_COLUMNS: &str = "campaign,games,ended,cards,read";

/// Appends the row of a campaign. `number` counts from 1.
///
/// The fields have one entry per game, separated by spaces. Story cards look like `5+12`, and readings like
/// `card:seat:choice`, joined by `+`.
pub fn push_campaign(rows: &mut Rows, number: u64, campaign: &Campaign) {
    let by_game = |words: &dyn Fn(&Ended) -> Vec<String>| {
        let games = campaign.games.iter().map(|game| words(game).join("+"));
        games.collect::<Vec<_>>().join(" ")
    };
    let read = |reading: &Reading| format!("{}:{}:{}", reading.card, reading.seat, reading.choice);
    let (games, ended) = (campaign.games.len(), u8::from(campaign.ended));
    let bytes = &mut rows.bytes;
    bytes.extend_from_slice(format!("{number},{games},{ended},").as_bytes());
    push_field(bytes, &by_game(&|game| game.cards.clone()));
    bytes.push(b',');
    push_field(
        bytes,
        &by_game(&|game| game.read.iter().map(read).collect()),
    );
    bytes.push(b'\n');
    rows.count += 1;
}

/// Row-by-row reader for a table with a verified checksum.
struct Lines {
    path: PathBuf,
    reader: csv::Reader<File>,
    fields: csv::StringRecord,
}

impl Lines {
    fn open(path: PathBuf) -> Result<Lines, RunError> {
        let file = File::open(&path).map_err(RunError::file(&path))?;
        Ok(Lines {
            path,
            reader: csv::Reader::from_reader(file),
            fields: csv::StringRecord::new(),
        })
    }

    /// Reads the next row. Returns false at the end of the file.
    fn next(&mut self) -> Result<bool, RunError> {
        let read = self.reader.read_record(&mut self.fields);
        read.map_err(|error| self.damaged(&error.to_string()))
    }

    fn number<T: FromStr>(&self, column: usize) -> Result<T, RunError> {
        let field = self.fields.get(column).unwrap_or_default();
        (field.parse()).map_err(|_| self.unexpected(column, "a number"))
    }

    fn unexpected(&self, column: usize, expected: &str) -> RunError {
        let found = self.fields.get(column).unwrap_or_default();
        let line = self.fields.position().map_or(0, csv::Position::line);
        let column = column + 1;
        self.damaged(&format!(
            "line {line}, column {column} is {found:?}; expected {expected}"
        ))
    }

    fn damaged(&self, problem: &str) -> RunError {
        RunError::Damaged {
            path: self.path.clone(),
            problem: problem.to_string(),
        }
    }
}

/// Reads the campaigns of a folder block by block.
pub struct Campaigns {
    campaigns: Lines,
    games: Lines,
    seats: usize,
    block_size: usize,
}

impl Campaigns {
    /// Opens the two tables of a folder. `end` is appended to their names (`.partial` for unfinished work), `seats` is
    /// the number of seats in a game and `block_size` the number of campaigns in a block. The files must have been
    /// verified.
    ///
    /// # Errors
    /// [`RunError`] if a table cannot be read.
    pub fn open(
        folder: &Path,
        end: &str,
        seats: usize,
        block_size: usize,
    ) -> Result<Campaigns, RunError> {
        let open = |name: &str| Lines::open(folder.join(format!("{name}{end}")));
        Ok(Campaigns {
            campaigns: open(CAMPAIGNS)?,
            games: open(STREAMED[GAMES])?,
            seats,
            block_size,
        })
    }

    /// Returns the campaigns of the next block, or `None` after the last block.
    ///
    /// # Errors
    /// [`RunError`] if a row is invalid.
    pub fn next_block(&mut self) -> Result<Option<Vec<Campaign>>, RunError> {
        let mut block = Vec::with_capacity(self.block_size);
        while block.len() < self.block_size {
            if !self.campaigns.next()? {
                break;
            }
            let campaign = self.read(block.len())?;
            block.push(campaign);
        }
        match block.len() {
            0 if self.games.next()? => {
                Err(self.games.damaged("it has more games than campaigns.csv"))
            }
            0 => Ok(None),
            found if found == self.block_size => Ok(Some(block)),
            _ => Err(self.campaigns.damaged("its last deal group is incomplete")),
        }
    }

    fn read(&mut self, seating_index: usize) -> Result<Campaign, RunError> {
        let number: u64 = self.campaigns.number(0)?;
        let count: usize = self.campaigns.number(1)?;
        let ended = self.campaigns.number::<u8>(2)? == 1;
        let by_game = |column: usize| -> Result<VecDeque<Vec<String>>, RunError> {
            let field = self.campaigns.fields.get(column).unwrap_or_default();
            let words = |game: &str| {
                let words = game.split('+').filter(|word| !word.is_empty());
                words.map(str::to_string).collect()
            };
            // Splitting an empty text returns one empty piece.
            let games: VecDeque<_> = field.split(' ').map(words).collect();
            match games.len() == count.max(1) {
                true => Ok(games),
                false => Err(self.campaigns.unexpected(column, &format!("{count} games"))),
            }
        };
        let (cards, read) = (by_game(3)?, by_game(4)?);
        let mut games = Vec::new();
        for (cards, read) in cards.into_iter().zip(read).take(count) {
            let read: Option<Vec<Reading>> = read.iter().map(|word| reading(word)).collect();
            games.push(Ended {
                seats: self.seats(number)?,
                cards,
                read: read.ok_or_else(|| self.campaigns.unexpected(4, "card:seat:choice"))?,
            });
        }
        Ok(Campaign {
            seating_index,
            games,
            ended,
        })
    }

    /// Reads the seats of the next game, which must belong to this campaign.
    fn seats(&mut self, campaign: u64) -> Result<Vec<SeatResult>, RunError> {
        let mut seats = Vec::with_capacity(self.seats);
        for _ in 0..self.seats {
            if !self.games.next()? {
                return Err(self.games.damaged("it has fewer games than campaigns.csv"));
            }
            let column = self.games.fields.len().saturating_sub(2);
            if self.games.number::<u64>(column)? != campaign {
                let expected = format!("campaign {campaign}");
                return Err(self.games.unexpected(column, &expected));
            }
            seats.push(SeatResult {
                score: self.games.number(column_of("score"))?,
                win: self.games.number(column_of("win"))?,
            });
        }
        Ok(seats)
    }
}

/// Returns the index of a column that every `games.csv` has.
fn column_of(name: &str) -> usize {
    let mut columns = GAME_COLUMNS.split(',');
    columns.position(|column| column == name).unwrap_or(0)
}

fn reading(word: &str) -> Option<Reading> {
    let mut parts = word.rsplitn(3, ':');
    let (choice, seat) = (parts.next()?, parts.next()?);
    Some(Reading {
        choice: choice.parse().ok()?,
        seat: seat.parse().ok()?,
        card: parts.next()?.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(scores: [i32; 2], cards: &[&str], read: &[(&str, i32)]) -> Ended {
        let seat = |at: usize| SeatResult {
            score: scores[at],
            win: if scores[at] >= scores[1 - at] {
                0.1 + 0.2
            } else {
                0.0
            },
        };
        let reading = |&(card, choice): &(&str, i32)| Reading {
            card: card.to_string(),
            seat: 2,
            choice,
        };
        Ended {
            seats: vec![seat(0), seat(1)],
            cards: cards.iter().map(ToString::to_string).collect(),
            read: read.iter().map(reading).collect(),
        }
    }

    fn campaign(seating_index: usize, games: Vec<Ended>, ended: bool) -> Campaign {
        Campaign {
            seating_index,
            games,
            ended,
        }
    }

    fn block() -> Vec<Campaign> {
        vec![
            campaign(
                0,
                vec![
                    game([9, 5], &["1", "3"], &[("1", 2), ("3", 0)]),
                    game([-4, 4], &[], &[]),
                    game([1, 2], &["12"], &[]),
                ],
                true,
            ),
            // The first game panicked.
            campaign(1, vec![], false),
            campaign(2, vec![game([7, 7], &[], &[])], false),
        ]
    }

    fn write(folder: &Path, block: &[Campaign]) {
        let mut rows = Rows::default();
        let mut games = format!("{GAME_COLUMNS},fame,campaign,campaign_game\n");
        for (campaign, number) in block.iter().zip(1..) {
            push_campaign(&mut rows, number, campaign);
            for (game, at) in campaign.games.iter().zip(1..) {
                for seat in &game.seats {
                    let (score, win) = (seat.score, seat.win);
                    games += &format!("1,2,g,2,1,b,{score},1,{win},5,6,0,{number},{at}\n");
                }
            }
        }
        assert_eq!(rows.count, block.len() as u64);
        let rows = String::from_utf8(rows.bytes).unwrap();
        let text = format!("{CAMPAIGN_COLUMNS}\n{rows}");
        std::fs::write(folder.join("campaigns.csv.partial"), text).unwrap();
        std::fs::write(folder.join("games.csv.partial"), games).unwrap();
    }

    #[test]
    fn written_campaign_table_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &block());
        let text = std::fs::read_to_string(folder.path().join("campaigns.csv.partial")).unwrap();
        let first = text.lines().nth(1);
        assert_eq!(first, Some("1,3,1,1+3  12,1:2:2+3:2:0  "));
        let mut read = Campaigns::open(folder.path(), ".partial", 2, 3).unwrap();
        assert_eq!(read.next_block().unwrap(), Some(block()));
        assert_eq!(read.next_block().unwrap(), None);
    }

    #[test]
    fn inconsistent_campaign_tables_are_rejected() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &block());
        let problem = |block_size: usize| {
            let read = Campaigns::open(folder.path(), ".partial", 2, block_size);
            let mut read = read.unwrap();
            loop {
                match read.next_block() {
                    Ok(Some(_)) => {}
                    Ok(None) => panic!("it was accepted"),
                    Err(error) => return error.to_string(),
                }
            }
        };
        assert!(problem(2).ends_with("its last deal group is incomplete"));
        let path = folder.path().join("campaigns.csv.partial");
        let text = std::fs::read_to_string(&path).unwrap();
        for (from, to, expected) in [
            (
                "1,3,1",
                "1,2,1",
                "line 2, column 4 is \"1+3  12\"; expected 2 games",
            ),
            ("3:2:0", "3:x:0", "expected card:seat:choice"),
            (
                "1,3,1",
                "9,3,1",
                "line 2, column 13 is \"1\"; expected campaign 9",
            ),
            ("3,1,0,,", "3,0,0,,", "it has more games than campaigns.csv"),
            (
                "2,0,0,,",
                "2,1,0,,",
                "line 8, column 13 is \"3\"; expected campaign 2",
            ),
        ] {
            std::fs::write(&path, text.replace(from, to)).unwrap();
            let told = problem(3);
            assert!(told.ends_with(expected), "{told}");
        }
    }
}
