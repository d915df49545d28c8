//! Plain and compressed tables on the disk.
//!
//! During a run, rows are stored as plain text in `….partial` files, which can be truncated to any checkpoint. A
//! complete table is compressed in one piece, so that its bytes do not depend on interruptions and checkpoints.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;

use crate::files;
use crate::results::checksum::{BUFFER, Checksum};
use crate::results::error::RunError;
use crate::results::file::FileRecord;
use crate::results::gzip::GzipWriter;
use crate::results::names::is_compressed;

/// Opens a table for reading as text, plain or compressed.
///
/// # Errors
/// [`io::Error`] if the file cannot be opened. A damaged file gives an error while reading.
pub fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    files::require_regular(path)?;
    let file = File::open(path)?;
    let bytes = file.metadata()?.len();
    let file = BufReader::with_capacity(BUFFER, file);
    Ok(if is_compressed(path) {
        let most = bytes.saturating_mul(MOST_EXPANSION).max(ALWAYS_EXPANDED);
        Box::new(Limited::new(GzDecoder::new(file), most))
    } else {
        Box::new(Limited::new(file, u64::MAX))
    })
}

/// Maximum length of a line in bytes. The longest lines are those of crashes, which contain all moves of a game.
const MOST_LINE: u64 = 16 << 20;
/// Maximum expansion factor of a compressed table. Result tables expand about six times and cannot expand much more,
/// because their rows are numbered. A decompression bomb expands about a thousand times.
const MOST_EXPANSION: u64 = 200;
/// Expanded size in bytes that is always allowed.
const ALWAYS_EXPANDED: u64 = 64 << 20;

/// Reader that returns an error if the text or one of its lines is too long for a table.
struct Limited<R> {
    inner: R,
    /// Number of bytes still allowed.
    left: u64,
    most: u64,
    /// Number of bytes in the current line.
    line: u64,
}

impl<R: Read> Limited<R> {
    fn new(inner: R, most: u64) -> Limited<R> {
        Limited {
            inner,
            left: most,
            most,
            line: 0,
        }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let wrong = |problem: String| io::Error::new(io::ErrorKind::InvalidData, problem);
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| {
            wrong(format!(
                "expands to more than {} MiB, {MOST_EXPANSION} times its size, so it is not a table \
                 of a run",
                self.most >> 20
            ))
        })?;
        let text = &buffer[..read];
        let end = |byte: &u8| *byte == b'\n';
        // A line inside the buffer is always short enough.
        let first = text.iter().position(end).unwrap_or(read);
        self.line += first as u64;
        if self.line > MOST_LINE {
            return Err(wrong(format!(
                "has a line of more than {} MiB, so it is not a table of a run",
                MOST_LINE >> 20
            )));
        }
        if let Some(last) = text.iter().rposition(end) {
            self.line = (read - last - 1) as u64;
        }
        Ok(read)
    }
}

/// Returns a compressor for tables.
pub fn compressor<W: Write>(out: W) -> GzipWriter<W> {
    GzipWriter::new(out)
}

/// Compresses a complete table in the same folder, and then removes the plain file.
///
/// # Errors
/// [`RunError::File`] if a file cannot be read or written. The plain file then remains.
pub fn compress(plain: &Path, compressed: &Path, rows: u64) -> Result<FileRecord, RunError> {
    let record = write_file(compressed, rows, |out| {
        let mut gzip = compressor(&mut *out);
        let mut text = File::open(plain).map_err(RunError::file(plain))?;
        pump(&mut text, RunError::file(plain), &mut gzip, compressed)?;
        gzip.finish().map_err(RunError::file(compressed))?;
        Ok(())
    })?;
    std::fs::remove_file(plain).map_err(RunError::file(plain))?;
    Ok(record)
}

/// Expands a compressed table, and then removes the compressed file.
///
/// # Errors
/// [`RunError`] if the compressed file is damaged or the plain file cannot be written. The compressed file then
/// remains.
pub fn expand(compressed: &Path, plain: &Path) -> Result<(), RunError> {
    let mut text = open(compressed).map_err(RunError::file(compressed))?;
    let damaged = not_expanded(compressed);
    write_file(plain, 0, |out| pump(&mut text, damaged, out, plain))?;
    std::fs::remove_file(compressed).map_err(RunError::file(compressed))
}

/// Returns a function that creates the error for a damaged compressed file.
pub fn not_expanded(compressed: &Path) -> impl FnOnce(io::Error) -> RunError {
    let path = compressed.to_path_buf();
    move |error| RunError::Damaged {
        path,
        problem: format!("cannot be expanded: {error}"),
    }
}

/// Copies all data. An error names the file that cannot be read or written.
fn pump(
    from: &mut dyn Read,
    unread: impl FnOnce(io::Error) -> RunError,
    to: &mut dyn Write,
    target: &Path,
) -> Result<(), RunError> {
    let mut buffer = vec![0; BUFFER];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(read) => to
                .write_all(&buffer[..read])
                .map_err(RunError::file(target))?,
            Err(error) => return Err(unread(error)),
        }
    }
}

/// Writer that counts and hashes the data.
pub struct Counted {
    file: BufWriter<File>,
    checksum: Checksum,
}

impl Write for Counted {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let written = self.file.write(buffer)?;
        self.checksum.update(&buffer[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a file of any size atomically and syncs it to the disk. After an error, the incomplete file is removed,
/// because the disk may be full.
///
/// # Errors
/// The error of `write`, or [`RunError::File`].
pub fn write_file(
    path: &Path,
    rows: u64,
    write: impl FnOnce(&mut Counted) -> Result<(), RunError>,
) -> Result<FileRecord, RunError> {
    let temporary = files::temporary(path);
    let file = files::begin_replacing(&temporary, path).map_err(RunError::file(path))?;
    replace_file(path, (temporary, file), rows, write)
}

/// Like [`write_file`], for a file that is named by the user and may be written by another process at this moment.
///
/// # Errors
/// The errors of [`write_file`].
pub fn save_file(
    path: &Path,
    write: impl FnOnce(&mut Counted) -> Result<(), RunError>,
) -> Result<FileRecord, RunError> {
    let temporary = files::claim_beside(path).map_err(RunError::file(path))?;
    replace_file(path, temporary, 0, write)
}

/// Writes an open temporary file and renames it.
fn replace_file(
    path: &Path,
    (temporary, file): (PathBuf, File),
    rows: u64,
    write: impl FnOnce(&mut Counted) -> Result<(), RunError>,
) -> Result<FileRecord, RunError> {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let mut out = Counted {
        file: BufWriter::with_capacity(BUFFER, file),
        checksum: Checksum::default(),
    };
    let written = write(&mut out).and_then(|()| {
        out.flush()
            .and_then(|()| files::keep_permissions(out.file.get_ref(), path))
            .and_then(|()| out.file.get_ref().sync_all())
            .and_then(|()| files::rename(&temporary, path))
            .map_err(RunError::file(path))
    });
    match written {
        Ok(()) => Ok(FileRecord::new(&name, rows, &out.checksum)),
        Err(error) => {
            let _ = std::fs::remove_file(&temporary);
            Err(error)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    const ROWS: &str = "game_id,score\n1,20\n2,31\n";

    fn compressed(folder: &Path) -> (PathBuf, FileRecord) {
        let plain = folder.join("games.csv.partial");
        std::fs::write(&plain, ROWS).unwrap();
        let path = folder.join("games.csv.gz");
        let record = compress(&plain, &path, 2).unwrap();
        assert!(!plain.exists());
        (path, record)
    }

    #[test]
    fn compressed_table_is_readable_and_can_be_expanded() {
        let folder = tempfile::tempdir().unwrap();
        let (path, record) = compressed(folder.path());
        assert_eq!((record.name.as_str(), record.rows), ("games.csv.gz", 2));
        record.check(folder.path()).unwrap();
        // Flags, time and extra flags in the header are zero.
        assert_eq!(
            std::fs::read(&path).unwrap()[..8],
            [31, 139, 8, 0, 0, 0, 0, 0]
        );
        let mut text = String::new();
        open(&path).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, ROWS);
        let plain = folder.path().join("games.csv.partial");
        expand(&path, &plain).unwrap();
        assert_eq!(std::fs::read_to_string(&plain).unwrap(), ROWS);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    /// A compressor with different output would violate the guarantee that equal runs write identical bytes.
    #[test]
    fn compressed_bytes_match_the_recorded_hash() {
        let folder = tempfile::tempdir().unwrap();
        let plain = folder.path().join("games.csv.partial");
        let rows = (0..50_000_u32).map(|row| format!("{row},{}\n", row.wrapping_mul(row) % 997));
        std::fs::write(&plain, rows.collect::<String>()).unwrap();
        let record = compress(&plain, &folder.path().join("games.csv.gz"), 50_000).unwrap();
        let golden = "69b1e3321c86b3843c6fd39b215f03693ae4c7dac17314a573d12c7313258e8f";
        assert_eq!((record.bytes, record.sha256.as_str()), (197_946, golden));
    }

    /// This content compresses by a factor of a thousand, unlike the rows of a table.
    #[test]
    fn excessive_expansion_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let read = |name: &str, piece: &[u8], times: usize| {
            let path = folder.path().join(name);
            let file = File::create(&path).unwrap();
            let fill = |out: &mut dyn Write| (0..times).for_each(|_| out.write_all(piece).unwrap());
            if is_compressed(&path) {
                let mut gzip = compressor(file);
                fill(&mut gzip);
                gzip.finish().unwrap();
            } else {
                fill(&mut &file);
            }
            io::copy(&mut open(&path).unwrap(), &mut io::sink())
        };
        let mut lines = vec![b'1'; 1 << 20];
        lines[(1 << 20) - 1] = b'\n';
        let line = [b'1'; 1 << 20];
        assert_eq!(read("games.csv.gz", &lines, 64).unwrap(), 64 << 20);
        assert_eq!(read("games.csv", &lines, 80).unwrap(), 80 << 20);
        assert_eq!(read("games.csv", &line, 16).unwrap(), 16 << 20);
        for (name, piece, times, wanted) in [
            (
                "games.csv.gz",
                &lines[..],
                80,
                "expands to more than 64 MiB",
            ),
            ("games.csv.gz", &line[..], 17, "a line of more than 16 MiB"),
            ("games.csv", &line[..], 17, "a line of more than 16 MiB"),
        ] {
            let told = read(name, piece, times).unwrap_err().to_string();
            assert!(told.contains(wanted), "{told}");
        }
    }

    #[test]
    fn damaged_table_is_reported_and_preserved() {
        let folder = tempfile::tempdir().unwrap();
        let (path, record) = compressed(folder.path());
        let bytes = std::fs::read(&path).unwrap();
        let mut changed = bytes.clone();
        changed[20] ^= 4;
        for damaged in [&bytes[..bytes.len() - 9], &changed] {
            std::fs::write(&path, damaged).unwrap();
            let plain = folder.path().join("games.csv.partial");
            let told = expand(&path, &plain).unwrap_err().to_string();
            assert!(
                told.contains("games.csv.gz: cannot be expanded: "),
                "{told}"
            );
            assert!(record.check(folder.path()).is_err());
            assert_eq!(std::fs::read(&path).unwrap(), damaged);
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        }
    }
}
