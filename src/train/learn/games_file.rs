//! Binary file with the games of a round or of a part of it.
//!
//! The file consists of a text line that describes it, the games, and the SHA-256 of all preceding bytes. A game
//! consists of the number of choices, the choices, the number of searched decisions, and these decisions. A searched
//! decision consists of its index among the choices, the number of legal actions, the visits of each action, and the
//! value found by the search (0 for no value, otherwise 1 plus the zigzag encoding of the value). All numbers are
//! encoded with seven bits per byte.

use std::ops::Range;

use sha2::{Digest, Sha256};

use crate::play::selfplay::{Choices, Searched};

/// Length of the checksum in bytes.
const CHECKSUM: usize = 32;

/// Consecutive games of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// Number of the round, from 1.
    pub round: u64,
    /// Number of the first game.
    pub first: u64,
    /// Choices by game.
    pub choices: Vec<Choices>,
}

impl Games {
    /// Returns the numbers of the games.
    pub fn numbers(&self) -> Range<u64> {
        self.first..self.first + self.choices.len() as u64
    }

    fn head(&self) -> String {
        format!(
            "portolan games 3, round {}, from {}, {} games\n",
            self.round,
            self.first,
            self.choices.len()
        )
    }

    /// Serializes the games.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = self.head().into_bytes();
        for choices in &self.choices {
            put_all(&mut bytes, &choices.taken);
            put(&mut bytes, choices.searched.len() as u64);
            for searched in &choices.searched {
                put(&mut bytes, searched.at.into());
                put_all(&mut bytes, &searched.visits);
                put(
                    &mut bytes,
                    searched.worth.map_or(0, |worth| 1 + zigzag(worth)),
                );
            }
        }
        let checksum = Sha256::digest(&bytes);
        bytes.extend_from_slice(&checksum);
        bytes
    }

    /// Parses a file.
    ///
    /// # Errors
    /// A message if the file is damaged or has another format.
    pub fn read(bytes: &[u8]) -> Result<Games, String> {
        let (content, checksum) = bytes
            .split_at_checked(bytes.len().saturating_sub(CHECKSUM))
            .ok_or("it is too short")?;
        if Sha256::digest(content).as_slice() != checksum {
            return Err("its checksum does not match: it was changed or truncated".to_string());
        }
        let line = content.iter().position(|&byte| byte == b'\n');
        let (head, mut rest) = content.split_at(line.map_or(0, |line| line + 1));
        let mut games = Games::default();
        let head = String::from_utf8_lossy(head);
        let numbers: Vec<u64> = head
            .split(|letter: char| !letter.is_ascii_digit())
            .filter_map(|number| number.parse().ok())
            .collect();
        let [3, round, first, count] = numbers[..] else {
            return Err("it does not contain games in the format of this version".to_string());
        };
        (games.round, games.first) = (round, first);
        let short = || "it ends within a game".to_string();
        for _ in 0..count {
            let taken = take_all(&mut rest)?;
            let searched = take(&mut rest).ok_or_else(short)?;
            let searched = (0..searched).map(|_| {
                let at = take(&mut rest).ok_or_else(short)?;
                Ok(Searched {
                    at: u32::try_from(at)
                        .map_err(|_| format!("{at} is not the index of a choice"))?,
                    visits: take_all(&mut rest)?,
                    worth: match take(&mut rest).ok_or_else(short)? {
                        0 => None,
                        worth => Some(unzigzag(worth - 1).ok_or("a value is out of range")?),
                    },
                })
            });
            let searched = searched.collect::<Result<Vec<Searched>, String>>()?;
            games.choices.push(Choices { taken, searched });
        }
        if games.head() != head || !rest.is_empty() {
            return Err("its content does not match its header".to_string());
        }
        Ok(games)
    }
}

/// Maps signed to unsigned integers: 0, -1, 1, -2, … become 0, 1, 2, 3, …
fn zigzag(number: i32) -> u64 {
    u64::from((number << 1 ^ number >> 31) as u32)
}

/// Inverse of [`zigzag`]; `None` if the number is too large.
fn unzigzag(number: u64) -> Option<i32> {
    let number = u32::try_from(number).ok()?;
    Some((number >> 1) as i32 ^ -((number & 1) as i32))
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn put_all(bytes: &mut Vec<u8>, numbers: &[u16]) {
    put(bytes, numbers.len() as u64);
    for &number in numbers {
        put(bytes, number.into());
    }
}

fn take_all(bytes: &mut &[u8]) -> Result<Vec<u16>, String> {
    let short = || "it ends within a game".to_string();
    let count = take(bytes).ok_or_else(short)?;
    let numbers = (0..count).map(|_| {
        let number = take(bytes).ok_or_else(short)?;
        u16::try_from(number).map_err(|_| format!("{number} is not a valid choice"))
    });
    numbers.collect()
}

fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> Games {
        Games {
            round: 3,
            first: 40,
            choices: vec![
                Choices::of(&[0, 1, 127, 128, 300, u16::MAX]),
                Choices::default(),
                Choices {
                    searched: vec![
                        Searched {
                            at: 3,
                            visits: vec![0, 90, 6],
                            worth: None,
                        },
                        Searched {
                            at: 400,
                            visits: vec![300, 0],
                            worth: Some(-12_345),
                        },
                    ],
                    ..Choices::of(&[7; 500])
                },
            ],
        }
    }

    #[test]
    fn written_games_are_read_back() {
        assert_eq!(Games::read(&games().write()), Ok(games()));
        assert_eq!(games().numbers(), 40..43);
    }

    #[test]
    fn signed_numbers_survive_zigzag_encoding() {
        for (number, written) in [(0, 0), (-1, 1), (1, 2), (-2, 3), (i32::MAX, 4294967294)] {
            assert_eq!(zigzag(number), written);
            assert_eq!(unzigzag(written), Some(number));
        }
        assert_eq!(unzigzag(zigzag(i32::MIN)), Some(i32::MIN));
        assert_eq!(unzigzag(1 << 32), None);
    }

    #[test]
    fn damaged_games_files_are_rejected() {
        let bytes = games().write();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            assert!(Games::read(&changed).is_err(), "byte {at}");
            assert!(Games::read(&bytes[..at]).is_err(), "cut at {at}");
        }
    }
}
