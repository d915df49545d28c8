//! Streamed files. They are named `….partial` during a run and renamed when they are complete.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::files;
use crate::results::checksum::{BUFFER, Checksum};
use crate::results::error::RunError;
use crate::results::file::{FileRecord, remove_if_there};
use crate::results::names::{
    CRASHES, STREAMED, compressed_name, is_compressed, is_left_out_if_empty,
};
use crate::results::table;

/// Length of a streamed file as plain text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileLength {
    /// Number of bytes, including the header.
    pub bytes: u64,
    /// Number of rows, without the header.
    pub rows: u64,
}

/// Rows to be appended to a streamed file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// Formatted rows.
    pub bytes: Vec<u8>,
    /// Number of rows.
    pub count: u64,
}

/// A file that grows by whole rows.
pub struct Stream {
    name: &'static str,
    folder: PathBuf,
    file: BufWriter<File>,
    checksum: Checksum,
    rows: u64,
}

/// A verified streamed file of an earlier session.
pub struct Found {
    path: PathBuf,
    checksum: Checksum,
}

/// Returns the length of a streamed file, plain or compressed, up to and including this game.
///
/// # Errors
/// [`RunError`] if the file cannot be read or a row does not start with a game number.
pub fn length_to(path: &Path, last_game: u64) -> Result<FileLength, RunError> {
    let damaged = |problem: String| RunError::Damaged {
        path: path.to_path_buf(),
        problem,
    };
    let mut reader = csv::Reader::from_reader(table::open(path).map_err(RunError::file(path))?);
    reader
        .byte_headers()
        .map_err(|error| damaged(error.to_string()))?;
    let mut record = csv::StringRecord::new();
    let mut length = FileLength {
        bytes: reader.position().byte(),
        rows: 0,
    };
    while reader
        .read_record(&mut record)
        .map_err(|error| damaged(error.to_string()))?
    {
        let game: u64 = record
            .get(0)
            .and_then(|id| id.parse().ok())
            .ok_or_else(|| damaged(format!("row {} has no game number", length.rows + 1)))?;
        if game > last_game {
            break;
        }
        length.bytes = reader.position().byte();
        length.rows += 1;
    }
    Ok(length)
}

/// Returns the path of a table while it grows.
pub fn partial(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.partial"))
}

impl Found {
    /// Locates a file of an earlier session under its partial or final name, and verifies it up to the checkpoint.
    /// Later rows are ignored.
    ///
    /// # Errors
    /// [`RunError`] if the file cannot be read, is too short or has been changed. Nothing is changed.
    pub fn find(folder: &Path, record: &FileRecord) -> Result<Found, RunError> {
        let unfinished = partial(folder, &record.name);
        // If both files exist, the process was killed before it removed the partial file, which takes precedence.
        let mut names = [
            unfinished.clone(),
            folder.join(compressed_name(&record.name)),
            folder.join(&record.name),
        ]
        .into_iter();
        let path = names.find(|path| path.exists()).unwrap_or(unfinished);
        let mut text = table::open(&path).map_err(RunError::file(&path))?;
        let unreadable = |error| match is_compressed(&path) {
            true => table::not_expanded(&path)(error).begin_again(),
            false => RunError::file(&path)(error),
        };
        let damaged = |problem: String| {
            let path = path.clone();
            RunError::Damaged { path, problem }.begin_again()
        };
        let mut beginning = text.by_ref().take(record.bytes);
        let checksum = Checksum::default().read(&mut beginning);
        let checksum = checksum.map_err(unreadable)?;
        if checksum.bytes() < record.bytes {
            return Err(damaged(format!(
                "only {} of the {} bytes that its checkpoint lists",
                checksum.bytes(),
                record.bytes
            )));
        }
        if let Some(problem) = record.change(&checksum) {
            return Err(damaged(format!(
                "it was changed since its checkpoint was written: {problem}"
            )));
        }
        if is_compressed(&path) {
            io::copy(&mut text, &mut io::sink()).map_err(unreadable)?;
        }
        Ok(Found { path, checksum })
    }
}

impl Stream {
    /// Creates a file with its header line.
    pub fn begin(folder: &Path, name: &'static str, header: &[u8]) -> Result<Stream, RunError> {
        let path = partial(folder, name);
        let file = File::create(&path).map_err(RunError::file(&path))?;
        let mut stream = Stream {
            name,
            folder: folder.to_path_buf(),
            file: BufWriter::with_capacity(BUFFER, file),
            checksum: Checksum::default(),
            rows: 0,
        };
        stream.write(header)?;
        Ok(stream)
    }

    /// Continues a file after its first `rows` rows. Later rows are removed.
    ///
    /// # Errors
    /// [`RunError`] if the file cannot be written.
    pub fn reopen(
        folder: &Path,
        name: &'static str,
        found: Found,
        rows: u64,
    ) -> Result<Stream, RunError> {
        let path = partial(folder, name);
        let compressed = folder.join(compressed_name(name));
        if found.path == path {
            remove_if_there(&compressed)?;
        } else if found.path == compressed {
            table::expand(&compressed, &path)?;
        } else {
            files::rename(&found.path, &path).map_err(RunError::file(&found.path))?;
        }
        let open = || -> io::Result<File> {
            let mut file = OpenOptions::new().write(true).open(&path)?;
            file.set_len(found.checksum.bytes())?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        let file = open().map_err(RunError::file(&path))?;
        Ok(Stream {
            name,
            folder: folder.to_path_buf(),
            file: BufWriter::with_capacity(BUFFER, file),
            checksum: found.checksum,
            rows,
        })
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), RunError> {
        self.file
            .write_all(bytes)
            .map_err(RunError::file(&partial(&self.folder, self.name)))?;
        self.checksum.update(bytes);
        Ok(())
    }

    /// Appends rows.
    pub fn append(&mut self, rows: &Rows) -> Result<(), RunError> {
        self.write(&rows.bytes)?;
        self.rows += rows.count;
        Ok(())
    }

    /// Appends the rows of another file of this kind, plain or compressed, up to a length.
    pub fn append_file(&mut self, path: &Path, length: FileLength) -> Result<(), RunError> {
        let text = table::open(path).map_err(RunError::file(path))?;
        let mut reader = BufReader::with_capacity(BUFFER, text.take(length.bytes));
        reader.skip_until(b'\n').map_err(RunError::file(path))?;
        loop {
            let bytes = reader.fill_buf().map_err(RunError::file(path))?;
            if bytes.is_empty() {
                break;
            }
            self.write(bytes)?;
            let taken = bytes.len();
            reader.consume(taken);
        }
        self.rows += length.rows;
        Ok(())
    }

    /// Flushes all rows to the disk and returns the record of the file.
    pub fn sync(&mut self) -> Result<FileRecord, RunError> {
        self.file
            .flush()
            .and_then(|()| self.file.get_ref().sync_data())
            .map_err(RunError::file(&partial(&self.folder, self.name)))?;
        Ok(FileRecord::new(self.name, self.rows, &self.checksum))
    }

    /// Renames the file to its final name, and optionally compresses it. The list of crashes is never compressed. The
    /// tables of crashes and programs are removed if they have no rows.
    pub fn finish(mut self, compress: bool) -> Result<Option<FileRecord>, RunError> {
        let record = self.sync()?;
        let path = partial(&self.folder, self.name);
        if self.rows == 0 && is_left_out_if_empty(self.name) {
            std::fs::remove_file(&path).map_err(RunError::file(&path))?;
            return Ok(None);
        }
        if compress && self.name != STREAMED[CRASHES] {
            let compressed = self.folder.join(compressed_name(self.name));
            return table::compress(&path, &compressed, self.rows).map(Some);
        }
        files::rename(&path, &self.folder.join(self.name)).map_err(RunError::file(&path))?;
        Ok(Some(record))
    }
}
