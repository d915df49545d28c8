//! File access: size-limited reading of user-supplied files, and atomic writing, so that a file name never refers to a
//! partially written file.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::{File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use crate::shipped;

/// Maximum size in bytes of a file that is read at once: bot files, experiment files, game logs, component data.
pub const MOST_BYTES: u64 = 64 << 20;

/// Byte order mark, which some editors write at the start of a text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// Resolves a path relative to `folder`. Embedded paths are returned unchanged.
pub fn beside(folder: &Path, named: &Path) -> PathBuf {
    if shipped::holds(named) {
        return named.to_path_buf();
    }
    folder.join(named)
}

/// Returns `path` relative to `folder`, so that [`beside`] resolves it again. Absolute paths and paths that do not
/// exist are returned unchanged.
pub fn seen_from(folder: &Path, path: &Path) -> PathBuf {
    // `..` after a symbolic link leads to a different folder, so both paths are canonicalized.
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let (Some(folder), Some(target)) = (real(folder), real(path)) else {
        return path.to_path_buf();
    };
    if path.is_absolute() {
        return path.to_path_buf();
    }
    relative(&folder, &target).unwrap_or(path.to_path_buf())
}

/// Returns the path from one canonical path to another, or `None` if they have no common ancestor.
fn relative(folder: &Path, target: &Path) -> Option<PathBuf> {
    let alike = |(one, other): &(Component, Component)| one == other;
    let shared = folder.components().zip(target.components());
    let shared = shared.take_while(alike).count();
    let up = folder
        .components()
        .skip(shared)
        .map(|_| Component::ParentDir);
    (shared > 0).then(|| up.chain(target.components().skip(shared)).collect())
}

/// Returns `path` as it is written to a file in `folder`, which is inside the results folder `root`. A path inside `root`
/// becomes relative to `folder`, so that `root` can be moved or copied; any other path becomes absolute.
pub fn lasting(root: &Path, folder: &Path, path: &Path) -> PathBuf {
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    let Some(target) = real(path) else {
        return path.to_path_buf();
    };
    let (root, folder) = (real(root), real(folder));
    let inside = root.is_some_and(|root| target.starts_with(root));
    let within = folder
        .filter(|_| inside)
        .and_then(|folder| relative(&folder, &target));
    within.unwrap_or(target)
}

/// Returns the error text for a chain of files in which each file starts from the next one, and which is circular or
/// has more than `most` files. `chain` begins with the requested file.
pub fn endless(chain: &[PathBuf], most: usize) -> String {
    let real: Vec<PathBuf> = (chain.iter())
        .map(|path| std::fs::canonicalize(path).unwrap_or_else(|_| path.clone()))
        .collect();
    let shown = |files: &[PathBuf]| {
        let names = files.iter().map(|path| path.display().to_string());
        names.collect::<Vec<_>>().join(" → ")
    };
    let again = |later: &usize| real[..*later].contains(&real[*later]);
    match (0..real.len()).find(again) {
        Some(later) => {
            let first = real.iter().position(|path| *path == real[later]);
            let circle = &chain[first.unwrap_or(0)..=later];
            format!("forms a cycle: {}", shown(circle))
        }
        None => format!(
            "leads to too many files: expected a chain of at most {most} files; found {}",
            shown(chain)
        ),
    }
}

/// Returns a message without the error numbers of the operating system, and with plain words for a missing file.
///
/// ```
/// let plain = portolan_core::files::without_error_numbers("a.toml: No such file or directory (os error 2)");
/// assert_eq!(plain, "a.toml: file not found");
/// ```
pub fn without_error_numbers(message: &str) -> String {
    let mut parts = message.split(" (os error ");
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (number, rest) = part.split_once(')').unwrap_or((part, ""));
        match number.chars().all(|digit| digit.is_ascii_digit()) {
            true => plain.push_str(rest),
            false => plain.push_str(&format!(" (os error {part}")),
        }
    }
    for missing in [
        "No such file or directory",
        "The system cannot find the file specified.",
        "The system cannot find the path specified.",
    ] {
        plain = plain.replace(missing, "file not found");
    }
    plain
}

/// Returns true if the path is a file on disk or an embedded file.
pub fn is_file(path: &Path) -> bool {
    shipped::content(path).is_some() || path.is_file()
}

/// Reads all bytes of a regular file.
///
/// # Errors
/// [`io::Error`] if the file cannot be read, is not a regular file or has more than [`MOST_BYTES`].
pub fn read(path: &Path) -> io::Result<Cow<'static, [u8]>> {
    match shipped::content(path) {
        Some(content) => Ok(content.into()),
        None => read_up_to(path, MOST_BYTES).map(Cow::from),
    }
}

/// Like [`read`], with the limit `most` in bytes.
///
/// # Errors
/// The errors of [`read`].
pub fn read_up_to(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    require_regular(path)?;
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(wrong(format!("has more than {} MiB", most >> 20))),
        false => Ok(bytes),
    }
}

fn wrong(problem: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem)
}

/// Reads the text of a regular file: UTF-8, or UTF-16 with a byte order mark. The returned text does not contain the byte
/// order mark.
///
/// # Errors
/// The errors of [`read`], and [`io::ErrorKind::InvalidData`] if the text is in neither encoding.
pub fn read_text(path: &Path) -> io::Result<String> {
    decoded(&read(path)?).map_err(wrong)
}

/// Decodes a text. The error message explains how to convert the file.
fn decoded(bytes: &[u8]) -> Result<String, String> {
    let wide = match bytes {
        [0xff, 0xfe, pairs @ ..] => Some((pairs, u16::from_le_bytes as fn([u8; 2]) -> u16)),
        [0xfe, 0xff, pairs @ ..] => Some((pairs, u16::from_be_bytes as fn([u8; 2]) -> u16)),
        _ => None,
    };
    if let Some((pairs, unit)) = wide {
        let (pairs, odd) = pairs.as_chunks();
        let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
        let text = String::from_utf16(&units).ok();
        let text = text.filter(|_| odd.is_empty());
        return text.ok_or_else(|| "is not valid UTF-16; save it as UTF-8".to_string());
    }
    let line = |end: usize| 1 + bytes[..end].iter().filter(|byte| **byte == b'\n').count();
    if let Some(null) = bytes.iter().position(|byte| *byte == 0) {
        return Err(format!(
            "has a null byte (line {}), so it is not text; if it is UTF-16, save it as UTF-8",
            line(null)
        ));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        format!(
            "is not valid UTF-8 (line {}); save it as UTF-8",
            line(error.valid_up_to())
        )
    })?;
    Ok(text
        .strip_prefix(BYTE_ORDER_MARK)
        .unwrap_or(text)
        .to_string())
}

/// Checks that a path leads to a regular file, because reading a pipe or a device may block forever. Accepts pipes that are
/// already open, such as `/dev/stdin` and the process substitution of a shell.
///
/// # Errors
/// [`io::Error`] if the path does not exist or is not a regular file.
pub fn require_regular(path: &Path) -> io::Result<()> {
    let there = std::fs::metadata(path)?;
    let is_open = ["/dev/stdin", "/dev/fd", "/proc/self/fd"]
        .iter()
        .any(|open| path.starts_with(open));
    if there.is_file() || is_open && !there.is_dir() {
        return Ok(());
    }
    let problem = "is not a regular file; expected a file, not a folder, pipe or device";
    Err(io::Error::new(io::ErrorKind::InvalidInput, problem))
}

/// Returns the name under which a file is written before it is renamed: `NAME.tmp`.
pub fn temporary(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".tmp");
    path.with_file_name(name)
}

/// Renames a file and syncs the folder. Without the sync, a power failure may leave the file under its old name although
/// later writes have reached the disk.
///
/// # Errors
/// [`io::Error`] if the rename or the sync fails.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::rename(from, to)?;
    sync_folder(folder_of(to))
}

/// Returns the folder that contains a file.
pub fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// Writes a new file that no other file refers to yet, and syncs the file and its folder.
///
/// # Errors
/// [`io::Error`] of any step; a partial file may remain.
pub fn write_synced(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(content)?;
    file.sync_all()?;
    sync_folder(folder_of(path))
}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some file systems do not support syncing a folder and do not need it.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

/// Does nothing: other systems cannot open folders like files.
#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Replaces a file atomically: writes the content to `temporary`, syncs it and renames it to `path`. Readers see either the
/// old file or the complete new one. The temporary file is removed on failure. The permissions of a replaced file are
/// preserved; other hard links to it keep the old content.
///
/// # Errors
/// [`io::Error`] of any step.
pub fn replace(temporary: &Path, path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let file = begin_replacing(temporary, path)?;
    fill(file, temporary, path, content.as_ref())
}

/// Writes the open temporary file and renames it to `path`. The permissions of the replaced file are applied before any
/// content is written.
fn fill(mut file: File, temporary: &Path, path: &Path, content: &[u8]) -> io::Result<()> {
    let written = keep_permissions(&file, path)
        .and_then(|()| file.write_all(content))
        .and_then(|()| file.sync_all())
        .and_then(|()| rename(temporary, path));
    if written.is_err() {
        let _ = std::fs::remove_file(temporary);
    }
    written
}

/// Creates the file `temporary` that will replace `path`. If `path` exists, only the owner can read the new file until
/// [`keep_permissions`] applies the final permissions, because its content may be secret.
///
/// # Errors
/// [`io::Error`] if the file cannot be created.
#[cfg_attr(
    not(unix),
    expect(unused_variables, reason = "only Unix has owners here")
)]
pub fn begin_replacing(temporary: &Path, path: &Path) -> io::Result<File> {
    let create = || {
        let mut options = File::options();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        if path.exists() {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        options.open(temporary)
    };
    match create() {
        // A file left behind by a killed process may be read-only.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && temporary.is_file() => {
            std::fs::remove_file(temporary)?;
            create()
        }
        created => created,
    }
}

/// Copies the permissions of the file at `path`, if there is one, to `file`.
///
/// # Errors
/// [`io::Error`] if the permissions cannot be read or set.
pub fn keep_permissions(file: &File, path: &Path) -> io::Result<()> {
    let both_regular = |there: &std::fs::Metadata| {
        there.is_file() && file.metadata().is_ok_and(|written| written.is_file())
    };
    match std::fs::metadata(path) {
        Ok(there) if both_regular(&there) => file.set_permissions(there.permissions()),
        _ => Ok(()),
    }
}

/// Writes a file named by the user, atomically like [`replace`]. Neighbouring files are never overwritten, symbolic links
/// are followed, and paths that are not regular files, such as `/dev/stdout`, are written directly.
///
/// # Errors
/// [`io::Error`] of any step; an existing regular file is left unchanged.
pub fn save(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    if std::fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        let mut file = File::options().write(true).open(path)?;
        return file.write_all(content.as_ref());
    }
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let (temporary, file) = claim_beside(&path)?;
    fill(file, &temporary, &path, content.as_ref())
}

/// Maximum number of processes that can write the same file at the same time.
const MOST_WRITERS: u32 = 64;

fn saved_under(name: &OsStr, writer: u32) -> OsString {
    let mut temporary = OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".portolan-{writer}"));
    temporary
}

/// Returns the temporary name under which [`save`] writes a file.
pub fn saved_as(name: &str) -> String {
    format!(".{name}.portolan-1")
}

/// Opens and locks a temporary file `.NAME.portolan-N` in the folder of `path`. A file left behind by a killed process is
/// reused; a file that another process is writing is not.
///
/// # Errors
/// [`io::Error`] if the file cannot be created, or if too many processes are writing the same file.
pub fn claim_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    for number in 1..=MOST_WRITERS {
        let temporary =
            path.with_file_name(saved_under(path.file_name().unwrap_or_default(), number));
        let open = || {
            let mut options = File::options();
            options.create(true).truncate(false).write(true);
            options.open(&temporary)
        };
        let file = match open() {
            // A file left behind by a killed process may be read-only.
            Err(error)
                if error.kind() == io::ErrorKind::PermissionDenied && temporary.is_file() =>
            {
                std::fs::remove_file(&temporary)?;
                open()?
            }
            opened => opened?,
        };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {}
            // Some file systems do not support locks.
            Ok(()) | Err(TryLockError::Error(_)) => {
                if is_still(&file, &temporary) {
                    if file.metadata()?.len() > 0 {
                        file.set_len(0)?;
                    }
                    return Ok((temporary, file));
                }
            }
        }
    }
    let problem = "another process is writing it";
    Err(io::Error::new(io::ErrorKind::ResourceBusy, problem))
}

/// Returns true if an open file still has this name: another process may have renamed it in the meantime.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(open), Ok(there)) = (file.metadata(), std::fs::metadata(path)) else {
        return false;
    };
    (open.dev(), open.ino()) == (there.dev(), there.ino())
}

/// An open file cannot be renamed on other systems.
#[cfg(not(unix))]
fn is_still(_file: &File, _path: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn relative_path_resolves_from_its_base_folder() {
        let here = Path::new("../core/files.rs");
        assert_eq!(seen_from(Path::new("../core"), here), Path::new("files.rs"));
        let near = Path::new("files.rs");
        assert_eq!(seen_from(Path::new(""), near), near);
        for folder in ["../stats", "../../tests/cli", "."] {
            let seen = seen_from(Path::new(folder), here);
            assert!(
                beside(Path::new(folder), &seen).is_file(),
                "{folder}: {seen:?}"
            );
        }
        let outside = tempfile::tempdir().unwrap();
        let seen = seen_from(outside.path(), here);
        assert!(seen.starts_with("..") && beside(outside.path(), &seen).is_file());
        let whole = std::fs::canonicalize(here).unwrap();
        for unchanged in [
            &*whole,
            Path::new("no/such"),
            Path::new("shipped:/bots/mcts.toml"),
        ] {
            assert_eq!(seen_from(Path::new("../core"), unchanged), unchanged);
        }
    }

    #[test]
    fn files_that_are_not_text_are_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let problem = |path: &Path| read_text(path).unwrap_err().to_string();
        for (bytes, wanted) in [
            (
                &b"a\nb\xff"[..],
                "is not valid UTF-8 (line 2); save it as UTF-8",
            ),
            (b"\xff\xfea", "is not valid UTF-16; save it as UTF-8"),
            (
                b"a\0\n\0",
                "has a null byte (line 1), so it is not text; if it is UTF-16, save it as UTF-8",
            ),
        ] {
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(problem(&path), wanted);
        }
        for bytes in [
            &b"ab"[..],
            b"\xef\xbb\xbfab",
            b"\xff\xfea\0b\0",
            b"\xfe\xff\0a\0b",
        ] {
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(read_text(&path).unwrap(), "ab");
        }
        let file = File::create(&path).unwrap();
        file.set_len(MOST_BYTES).unwrap();
        assert_eq!(read(&path).unwrap().len() as u64, MOST_BYTES);
        file.set_len(MOST_BYTES + 1).unwrap();
        assert_eq!(problem(&path), "has more than 64 MiB");
        let wanted = "is not a regular file; expected a file, not a folder, pipe or device";
        assert_eq!(problem(folder.path()), wanted);
        #[cfg(unix)]
        for device in ["/dev/zero", "/dev/null"] {
            assert_eq!(problem(Path::new(device)), wanted);
        }
    }

    #[test]
    fn saving_does_not_change_neighbouring_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.log");
        let neighbour = folder.path().join("game.log.tmp");
        std::fs::write(&neighbour, "mine").unwrap();
        for text in ["one", "two"] {
            save(&path, text).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(std::fs::read_to_string(&neighbour).unwrap(), "mine");
        assert_eq!(names(folder.path()), ["game.log", "game.log.tmp"]);
    }

    #[test]
    fn stale_temporary_file_is_reused_unless_locked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.log");
        let left = folder.path().join(".game.log.portolan-1");
        std::fs::write(&left, "half of something long").unwrap();
        save(&path, "one").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one");
        assert_eq!(names(folder.path()), ["game.log"]);
        let (held, mut file) = claim_beside(&path).unwrap();
        assert_eq!(held, left);
        file.write_all(b"another's").unwrap();
        save(&path, "two").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(std::fs::read_to_string(&left).unwrap(), "another's");
    }

    #[test]
    fn byte_order_mark_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, "\u{feff}ab").unwrap();
        assert_eq!(read_text(&path).unwrap(), "ab");
    }

    #[test]
    fn utf_16_is_read_in_both_byte_orders() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        let text = "aé\t😀";
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            let units = std::iter::once(0xfeff).chain(text.encode_utf16());
            let mut bytes: Vec<u8> = units.flat_map(order).collect();
            std::fs::write(&path, &bytes).unwrap();
            assert_eq!(read_text(&path).unwrap(), text);
            bytes.pop();
            std::fs::write(&path, &bytes).unwrap();
            let error = read_text(&path).unwrap_err().to_string();
            assert_eq!(error, "is not valid UTF-16; save it as UTF-8");
        }
    }

    #[test]
    fn failed_save_leaves_no_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("folder");
        std::fs::create_dir(&path).unwrap();
        assert!(save(&path, "text").is_err());
        assert!(replace(&temporary(&path), &path, "text").is_err());
        assert!(save(&folder.path().join("none/game.log"), "text").is_err());
        assert_eq!(names(folder.path()), ["folder"]);
    }

    /// Replacing a file preserves its permissions; a new file gets the default permissions.
    #[cfg(unix)]
    #[test]
    fn replaced_file_retains_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o7777;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.log");
        save(&path, "new").unwrap();
        let usual = folder.path().join("usual");
        File::create(&usual).unwrap();
        assert_eq!(mode(&path), mode(&usual), "a new file");
        for wanted in [0o600, 0o640, 0o444, 0o664] {
            std::fs::set_permissions(&path, PermissionsExt::from_mode(wanted)).unwrap();
            // A read-only temporary file left behind by a killed process.
            let left = temporary(&path);
            std::fs::write(&left, "half").unwrap();
            std::fs::set_permissions(&left, PermissionsExt::from_mode(0o444)).unwrap();
            replace(&left, &path, "by its name").unwrap();
            assert_eq!(mode(&path), wanted);
            save(&path, "saved").unwrap();
            assert_eq!(mode(&path), wanted);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), "saved");
            assert!(!left.exists());
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn full_disk_leaves_the_old_content_intact() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.log");
        std::fs::write(&path, "before").unwrap();
        let full = temporary(&path);
        std::os::unix::fs::symlink("/dev/full", &full).unwrap();
        assert!(replace(&full, &path, "after").is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "before");
        assert_eq!(names(folder.path()), ["game.log"]);
    }

    #[cfg(unix)]
    #[test]
    fn saving_preserves_links_and_devices() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        std::fs::write(&file, "before").unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        save(&link, "after").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "after");
        save(Path::new("/dev/null"), "text").unwrap();
        assert!(!Path::new("/dev/null").is_file());
    }
}
