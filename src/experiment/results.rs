//! The streamed files. While a run goes on they are called `….partial`; they get their final
//! names when they are whole.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::experiment::RunError;
use crate::experiment::block::Rows;
use crate::experiment::table;

/// Names of the streamed files, in the order of [`GAMES`], [`EVENTS`], [`CRASHES`].
pub const STREAMED: [&str; 3] = ["games.csv", "events.csv", "crashes.csv"];
/// Index of `games.csv`.
pub const GAMES: usize = 0;
/// Index of `events.csv`.
pub const EVENTS: usize = 1;
/// Index of `crashes.csv`.
pub const CRASHES: usize = 2;

pub(crate) const BUFFER: usize = 1 << 20;

/// How long a streamed file is, as plain text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Length {
    /// Bytes, header included.
    pub bytes: u64,
    /// Rows, header not included.
    pub rows: u64,
}

/// A file that grows by whole rows.
pub struct Stream {
    name: &'static str,
    folder: PathBuf,
    file: BufWriter<File>,
    hash: Sha256,
    length: Length,
}

/// How much of a streamed file, compressed or not, belongs to games up to this one.
///
/// # Errors
/// [`RunError`] if the file cannot be read or a row does not begin with a game number.
pub fn length_to(path: &Path, last_game: u64) -> Result<Length, RunError> {
    let damaged = |problem: String| RunError::Damaged {
        path: path.to_path_buf(),
        problem,
    };
    let mut reader = csv::Reader::from_reader(table::open(path).map_err(RunError::file(path))?);
    reader
        .byte_headers()
        .map_err(|error| damaged(error.to_string()))?;
    let mut record = csv::StringRecord::new();
    let mut length = Length {
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
            .ok_or_else(|| damaged(format!("row {} names no game", length.rows + 1)))?;
        if game > last_game {
            break;
        }
        length.bytes = reader.position().byte();
        length.rows += 1;
    }
    Ok(length)
}

fn partial(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.partial"))
}

impl Stream {
    /// Begins a file with its header line.
    pub fn begin(folder: &Path, name: &'static str, header: &[u8]) -> Result<Stream, RunError> {
        let path = partial(folder, name);
        let file = File::create(&path).map_err(RunError::file(&path))?;
        let mut stream = Stream {
            name,
            folder: folder.to_path_buf(),
            file: BufWriter::with_capacity(BUFFER, file),
            hash: Sha256::new(),
            length: Length::default(),
        };
        stream.write(header)?;
        Ok(stream)
    }

    /// Goes on with a file at a known length; what was written after it is cut off.
    pub fn reopen(folder: &Path, name: &'static str, length: Length) -> Result<Stream, RunError> {
        let path = partial(folder, name);
        let whole = folder.join(name);
        let compressed = folder.join(table::compressed_name(name));
        if path.exists() {
            // Killed before it was removed: everything of it is in the partial file.
            remove_if_there(&compressed)?;
        } else if compressed.exists() {
            table::expand(&compressed, &path)?;
        } else if whole.exists() {
            std::fs::rename(&whole, &path).map_err(RunError::file(&whole))?;
        }
        let open = || -> io::Result<(File, Sha256, u64)> {
            let mut file = OpenOptions::new().read(true).write(true).open(&path)?;
            let mut hash = Sha256::new();
            let mut reader = BufReader::with_capacity(BUFFER, &file).take(length.bytes);
            let mut buffer = vec![0; BUFFER];
            let mut found = 0;
            loop {
                let read = reader.read(&mut buffer)?;
                if read == 0 {
                    break;
                }
                hash.update(&buffer[..read]);
                found += read as u64;
            }
            drop(reader);
            file.set_len(found)?;
            file.seek(SeekFrom::End(0))?;
            Ok((file, hash, found))
        };
        let (file, hash, found) = open().map_err(RunError::file(&path))?;
        if found < length.bytes {
            return Err(RunError::Damaged {
                path,
                problem: format!(
                    "only {found} of the {} bytes that its checkpoint tells of; begin again with \
                     --force",
                    length.bytes
                ),
            });
        }
        Ok(Stream {
            name,
            folder: folder.to_path_buf(),
            file: BufWriter::with_capacity(BUFFER, file),
            hash,
            length,
        })
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), RunError> {
        self.file
            .write_all(bytes)
            .map_err(RunError::file(&partial(&self.folder, self.name)))?;
        self.hash.update(bytes);
        self.length.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Appends rows.
    pub fn append(&mut self, rows: &Rows) -> Result<(), RunError> {
        self.write(&rows.bytes)?;
        self.length.rows += rows.count;
        Ok(())
    }

    /// Appends the rows of a file of this kind, compressed or not, up to a length.
    pub fn append_file(&mut self, path: &Path, length: Length) -> Result<(), RunError> {
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
        self.length.rows += length.rows;
        Ok(())
    }

    /// Brings everything written so far to the disk, and tells how long the file is.
    pub fn sync(&mut self) -> Result<Length, RunError> {
        self.file
            .flush()
            .and_then(|()| self.file.get_ref().sync_data())
            .map_err(RunError::file(&partial(&self.folder, self.name)))?;
        Ok(self.length)
    }

    /// Gives the synced file its final name, compressed or not. A list of crashes is never
    /// compressed, and left out if it has no rows.
    pub fn finish(mut self, compress: bool) -> Result<Option<FileRecord>, RunError> {
        self.sync()?;
        let path = partial(&self.folder, self.name);
        let crashes = self.name == STREAMED[CRASHES];
        if self.length.rows == 0 && crashes {
            std::fs::remove_file(&path).map_err(RunError::file(&path))?;
            return Ok(None);
        }
        if compress && !crashes {
            let compressed = self.folder.join(table::compressed_name(self.name));
            return table::compress(&path, &compressed, self.length.rows).map(Some);
        }
        std::fs::rename(&path, self.folder.join(self.name)).map_err(RunError::file(&path))?;
        Ok(Some(FileRecord {
            name: self.name.to_string(),
            rows: self.length.rows,
            bytes: self.length.bytes,
            sha256: hex(&self.hash.finalize()),
        }))
    }
}

/// What the manifest says of a file, because a CSV cut short still reads as valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    /// File name.
    pub name: String,
    /// Rows, header not included.
    pub rows: u64,
    /// Bytes of the file on the disk.
    pub bytes: u64,
    /// SHA-256 in hexadecimal digits.
    pub sha256: String,
}

impl FileRecord {
    /// Whether this is the table of that name, compressed or not.
    pub fn is_table(&self, name: &str) -> bool {
        self.name
            .strip_suffix(table::COMPRESSED)
            .unwrap_or(&self.name)
            == name
    }

    /// Whether the file in `folder` is as long as it was.
    ///
    /// # Errors
    /// [`RunError`] if it is missing or was cut or extended.
    pub fn check_length(&self, folder: &Path) -> Result<(), RunError> {
        let path = folder.join(&self.name);
        let found = std::fs::metadata(&path)
            .map_err(RunError::file(&path))?
            .len();
        if found == self.bytes {
            return Ok(());
        }
        Err(RunError::Damaged {
            path,
            problem: format!(
                "{found} bytes found, but the manifest tells of {}",
                self.bytes
            ),
        })
    }

    /// Whether the file in `folder` is, byte for byte, what it was.
    ///
    /// # Errors
    /// [`RunError`] if it is missing or was changed.
    pub fn check(&self, folder: &Path) -> Result<(), RunError> {
        self.check_length(folder)?;
        let path = folder.join(&self.name);
        let mut hash = Sha256::new();
        let mut reader = File::open(&path).map_err(RunError::file(&path))?;
        let mut buffer = vec![0; BUFFER];
        loop {
            let read = reader.read(&mut buffer).map_err(RunError::file(&path))?;
            if read == 0 {
                break;
            }
            hash.update(&buffer[..read]);
        }
        if hex(&hash.finalize()) == self.sha256 {
            return Ok(());
        }
        Err(RunError::Damaged {
            path,
            problem: "its SHA-256 is not the one in the manifest: it was changed".to_string(),
        })
    }

    /// The record of a file with this content.
    pub fn of(name: &str, text: &str) -> FileRecord {
        FileRecord {
            name: name.to_string(),
            rows: (text.lines().count() as u64).saturating_sub(1),
            bytes: text.len() as u64,
            sha256: hex(&Sha256::digest(text)),
        }
    }
}

/// Removes a file, unless there is none.
pub(crate) fn remove_if_there(path: &Path) -> Result<(), RunError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(RunError::file(path)(error)),
        _ => Ok(()),
    }
}

/// Bytes in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes a small file so that under its name there is always either the old content or the new.
pub fn write_whole(path: &Path, text: &str) -> Result<(), RunError> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".tmp");
    let temporary = path.with_file_name(name);
    let write = || -> io::Result<()> {
        let mut file = File::create(&temporary)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&temporary, path)
    };
    write().map_err(RunError::file(path))
}
