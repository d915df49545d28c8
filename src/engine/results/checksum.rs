//! Checksums that tell where a file was changed, not only that it was.
//!
//! Beside the SHA-256 of a whole file, that of everything up to each of some places is kept: the first
//! place whose checksum no longer fits ends the stretch that holds the first change.

use std::fmt;
use std::io::{self, Read};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Bytes that are read or written at once.
pub(crate) const BUFFER: usize = 1 << 20;
/// Most marks of a file, so that what tells of it stays short.
const MOST_MARKS: usize = 64;
/// Bytes between the marks of a short file.
const FIRST_STEP: u64 = 1 << 12;
/// Bytes of a mark. Marks only find the place of a change; that there is one, the whole SHA-256 tells.
const MARK_BYTES: usize = 8;

/// Checksums of a file up to places at equal distances. They follow from the file alone, however it was
/// written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    /// Bytes from one place to the next, and to the first.
    every: u64,
    /// For each place the first hexadecimal digits of the SHA-256 of everything before it.
    sha256: Vec<String>,
}

impl Default for Marks {
    fn default() -> Marks {
        Marks {
            every: FIRST_STEP,
            sha256: Vec::new(),
        }
    }
}

impl Marks {
    /// Whether the file is too short to have any.
    pub fn is_empty(&self) -> bool {
        self.sha256.is_empty()
    }

    fn push(&mut self, mark: String) {
        self.sha256.push(mark);
        if self.sha256.len() > MOST_MARKS {
            let mut second = [false, true].into_iter().cycle();
            self.sha256.retain(|_| second.next() == Some(true));
            self.every *= 2;
        }
    }

    /// Where a file of so many bytes, which had these marks, first differs from one that has `found`.
    pub fn first_change(&self, found: &Marks, bytes: u64) -> Stretch {
        if self.every != found.every || self.sha256.len() != found.sha256.len() {
            return Stretch {
                from: 0,
                end: bytes,
            };
        }
        let same = self.sha256.iter().zip(&found.sha256);
        let same = same.take_while(|(one, other)| one == other).count() as u64;
        let from = same.saturating_mul(self.every).min(bytes);
        Stretch {
            from,
            end: from.saturating_add(self.every).min(bytes),
        }
    }
}

/// Some bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The first, counted from 0.
    pub from: u64,
    /// Behind the last.
    pub end: u64,
}

impl fmt::Display for Stretch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.end.saturating_sub(1).max(self.from);
        write!(f, "bytes {} to {last} (counted from 0)", self.from)
    }
}

/// The checksum of a file as far as it is written or read.
#[derive(Clone, Default)]
pub struct Checksum {
    hash: Sha256,
    bytes: u64,
    marks: Marks,
}

impl Checksum {
    /// Takes the next bytes.
    pub fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let left = self.marks.every - self.bytes % self.marks.every;
            let left = usize::try_from(left).unwrap_or(usize::MAX);
            let (now, rest) = bytes.split_at(left.min(bytes.len()));
            self.hash.update(now);
            self.bytes += now.len() as u64;
            if self.bytes.is_multiple_of(self.marks.every) {
                let digest = self.hash.clone().finalize();
                self.marks.push(hex(&digest[..MARK_BYTES]));
            }
            bytes = rest;
        }
    }

    /// Takes everything that is left to read.
    ///
    /// # Errors
    /// [`io::Error`] of reading.
    pub fn read(mut self, reader: &mut dyn Read) -> io::Result<Checksum> {
        let mut buffer = vec![0; BUFFER];
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return Ok(self),
                Ok(read) => self.update(&buffer[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Bytes so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// SHA-256 of all of them, in hexadecimal digits.
    pub fn sha256(&self) -> String {
        hex(&self.hash.clone().finalize())
    }

    /// Checksums of their beginnings.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }
}

/// Bytes in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bytes: &[u8]) -> Checksum {
        Checksum::default().read(&mut &bytes[..]).unwrap()
    }

    fn content(length: usize) -> Vec<u8> {
        (0..length as u32)
            .map(|at| (at.wrapping_mul(at) >> 7) as u8)
            .collect()
    }

    #[test]
    fn marks_do_not_depend_on_how_the_bytes_come() {
        let bytes = content(700_001);
        let whole = of(&bytes);
        for size in [1, 999, 4096, 65_537] {
            let mut parts = Checksum::default();
            bytes.chunks(size).for_each(|part| parts.update(part));
            assert_eq!(parts.marks(), whole.marks());
            assert_eq!(parts.sha256(), whole.sha256());
        }
        assert_eq!(whole.sha256(), hex(&Sha256::digest(&bytes)));
        for (index, mark) in whole.marks.sha256.iter().enumerate() {
            let end = whole.marks.every as usize * (index + 1);
            assert_eq!(*mark, hex(&Sha256::digest(&bytes[..end])[..8]));
        }
    }

    #[test]
    fn there_are_few_marks_and_they_are_near_each_other() {
        for length in [0, 4095, 4096, 262_144, 266_239, 266_240, 5_000_000] {
            let marks = of(&content(length)).marks;
            assert!(marks.sha256.len() <= MOST_MARKS);
            assert_eq!(marks.sha256.len() as u64, length as u64 / marks.every);
            // Never coarser than a thirty-second of the file.
            assert!(marks.every == FIRST_STEP || marks.every * 32 <= length as u64);
        }
    }

    #[test]
    fn the_first_change_is_found() {
        for length in [10, 4096, 9000, 300_000] {
            let bytes = content(length);
            let before = of(&bytes);
            for at in [0, length / 3, length / 2, length - 1] {
                let mut changed = bytes.clone();
                changed[at] ^= 1;
                changed[length - 1] ^= 2;
                let after = of(&changed);
                assert_ne!(before.sha256(), after.sha256());
                let found = before.marks.first_change(&after.marks, length as u64);
                assert!((found.from..found.end).contains(&(at as u64)), "{found}");
                assert!(found.end - found.from <= before.marks.every);
            }
        }
        // Marks that cannot be of this file say nothing of the place.
        let (short, long) = (of(&content(5000)), of(&content(9000)));
        let found = short.marks.first_change(&long.marks, 5000);
        assert_eq!(found.to_string(), "bytes 0 to 4999 (counted from 0)");
    }
}
