//! The tables of a run on the disk: plain or compressed.
//!
//! While a run goes on its rows are plain text in `….partial` files, because those can be cut back
//! to any checkpoint. A table is compressed in one piece once it is whole, so that its bytes do not
//! depend on when the run was stopped, killed or checkpointed.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

use flate2::read::GzDecoder;

use crate::files;
use crate::results::checksum::{BUFFER, Checksum};
use crate::results::error::RunError;
use crate::results::file::FileRecord;
use crate::results::gzip::GzipWriter;
use crate::results::names::is_compressed;

/// Opens a table, so that its rows are read as text whether it is compressed or not.
///
/// # Errors
/// [`io::Error`] if the file cannot be opened; of a damaged file, reading tells.
pub fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    files::require_regular(path)?;
    let file = BufReader::with_capacity(BUFFER, File::open(path)?);
    Ok(if is_compressed(path) {
        Box::new(GzDecoder::new(file))
    } else {
        Box::new(file)
    })
}

/// What compresses the text of a table.
pub fn compressor<W: Write>(out: W) -> GzipWriter<W> {
    GzipWriter::new(out)
}

/// Compresses a whole table into the same folder, and only then removes the plain file.
///
/// # Errors
/// [`RunError::File`]; the plain file stays.
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

/// Makes a plain table of a compressed one again, and only then removes the compressed file.
///
/// # Errors
/// [`RunError`] if the compressed file is damaged or the plain one cannot be written; the former
/// stays.
pub fn expand(compressed: &Path, plain: &Path) -> Result<(), RunError> {
    let mut text = open(compressed).map_err(RunError::file(compressed))?;
    let damaged = not_expanded(compressed);
    write_file(plain, 0, |out| pump(&mut text, damaged, out, plain))?;
    std::fs::remove_file(compressed).map_err(RunError::file(compressed))
}

/// The error of a compressed file that is damaged.
pub fn not_expanded(compressed: &Path) -> impl FnOnce(io::Error) -> RunError {
    let path = compressed.to_path_buf();
    move |error| RunError::Damaged {
        path,
        problem: format!("cannot be expanded: {error}"),
    }
}

/// Copies all there is to read. An error names the side that it is on.
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

/// A file that is being written: counts and hashes what goes into it.
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

/// Writes a file of any size so that under its name there is always either what was there or the
/// whole new file, on the disk. What was begun in vain is removed: the disk may be full.
///
/// # Errors
/// What `write` says, or [`RunError::File`].
pub fn write_file(
    path: &Path,
    rows: u64,
    write: impl FnOnce(&mut Counted) -> Result<(), RunError>,
) -> Result<FileRecord, RunError> {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let temporary = files::temporary(path);
    let file = files::begin_replacing(&temporary, path).map_err(RunError::file(path))?;
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
    fn compressed_rows_read_as_they_were_and_expand_again() {
        let folder = tempfile::tempdir().unwrap();
        let (path, record) = compressed(folder.path());
        assert_eq!((record.name.as_str(), record.rows), ("games.csv.gz", 2));
        record.check(folder.path()).unwrap();
        // Flags, time and extra flags of the header are zero but for what the level says.
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

    /// A library or backend that finds other matches would break the promise of equal bytes.
    #[test]
    fn compressed_bytes_are_the_same_on_every_machine() {
        let folder = tempfile::tempdir().unwrap();
        let plain = folder.path().join("games.csv.partial");
        let rows = (0..50_000_u32).map(|row| format!("{row},{}\n", row.wrapping_mul(row) % 997));
        std::fs::write(&plain, rows.collect::<String>()).unwrap();
        let record = compress(&plain, &folder.path().join("games.csv.gz"), 50_000).unwrap();
        let golden = "69b1e3321c86b3843c6fd39b215f03693ae4c7dac17314a573d12c7313258e8f";
        assert_eq!((record.bytes, record.sha256.as_str()), (197_946, golden));
    }

    #[test]
    fn a_damaged_table_stays_and_is_told() {
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
