//! Checksums that also locate a change in a file.
//!
//! In addition to the SHA-256 of the whole file, the SHA-256 of several prefixes is stored. The first prefix whose
//! checksum differs contains the first change.

use std::fmt;
use std::io::{self, Read};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Size of read and write buffers in bytes.
pub(crate) const BUFFER: usize = 1 << 20;
/// Maximum number of marks per file.
const MOST_MARKS: usize = 64;
/// Distance between the marks of a short file, in bytes.
const FIRST_STEP: u64 = 1 << 12;
/// Number of hash bytes in a mark. Marks only locate a change; the whole SHA-256 detects it.
const MARK_BYTES: usize = 8;

/// Checksums of the prefixes of a file at regular distances. They depend only on the content of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    /// Distance between marks in bytes.
    every: u64,
    /// Leading hexadecimal digits of the SHA-256 of each prefix.
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
    /// Returns true if the file is too short for marks.
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

    /// Returns the range of the first change, where `self` belongs to the original file of `bytes` bytes and `found` to
    /// the current one.
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

/// A range of bytes in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// First byte, counted from 0.
    pub from: u64,
    /// End of the range, exclusive.
    pub end: u64,
}

impl fmt::Display for Stretch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.end.saturating_sub(1).max(self.from);
        write!(f, "bytes {} to {last} (counted from 0)", self.from)
    }
}

/// Incremental checksum of a file.
#[derive(Clone, Default)]
pub struct Checksum {
    hash: Sha256,
    bytes: u64,
    marks: Marks,
}

impl Checksum {
    /// Adds bytes.
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

    /// Adds all remaining bytes of a reader.
    ///
    /// # Errors
    /// [`io::Error`] from the reader.
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

    /// Returns the number of bytes added.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the SHA-256 of all bytes in hexadecimal.
    pub fn sha256(&self) -> String {
        hex(&self.hash.clone().finalize())
    }

    /// Returns the checksums of prefixes.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }
}

/// Returns bytes in hexadecimal.
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
    fn marks_do_not_depend_on_chunk_sizes() {
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
    fn marks_are_few_and_closely_spaced() {
        for length in [0, 4095, 4096, 262_144, 266_239, 266_240, 5_000_000] {
            let marks = of(&content(length)).marks;
            assert!(marks.sha256.len() <= MOST_MARKS);
            assert_eq!(marks.sha256.len() as u64, length as u64 / marks.every);
            // The distance is at most a thirty-second of the file.
            assert!(marks.every == FIRST_STEP || marks.every * 32 <= length as u64);
        }
    }

    #[test]
    fn first_changed_byte_is_located() {
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
        // If the length of the file has changed, the marks cannot locate the change.
        let (short, long) = (of(&content(5000)), of(&content(9000)));
        let found = short.marks.first_change(&long.marks, 5000);
        assert_eq!(found.to_string(), "bytes 0 to 4999 (counted from 0)");
    }
}
