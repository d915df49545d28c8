//! Files on the disk: reading what people give without taking in more than can be meant, and writing so
//! that a name never stands for half a file.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::{File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use crate::shipped;

/// Most bytes of a text that is read in one piece: bot files, experiment files, game logs, components.
pub const MOST_BYTES: u64 = 64 << 20;

/// What some editors write before a text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// A path that a file in `folder` names. What ships with the program is where it is, whoever names it.
pub fn beside(folder: &Path, named: &Path) -> PathBuf {
    if shipped::holds(named) {
        return named.to_path_buf();
    }
    folder.join(named)
}

/// A path as a file in `folder` names it, so that [`beside`] leads back. What is not relative stays as it
/// is, and so does what is not there.
pub fn seen_from(folder: &Path, path: &Path) -> PathBuf {
    // A step up from a symbolic link leads elsewhere.
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let (Some(folder), Some(target)) = (real(folder), real(path)) else {
        return path.to_path_buf();
    };
    let alike = |(one, other): &(Component, Component)| one == other;
    let shared = folder.components().zip(target.components());
    let shared = shared.take_while(alike).count();
    if path.is_absolute() || shared == 0 {
        return path.to_path_buf();
    }
    let up = folder
        .components()
        .skip(shared)
        .map(|_| Component::ParentDir);
    up.chain(target.components().skip(shared)).collect()
}

/// Why files that each start from the next one do not come to an end: they lead in a circle, or there are more
/// of them than so many. The chain begins with the file that was asked for.
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
            format!("leads in a circle: {}", shown(circle))
        }
        None => format!(
            "leads too far: expected at most {most} files that a file starts from, one through the other; \
             found {}",
            shown(chain)
        ),
    }
}

/// Whether there is a file, on the disk or among what ships with the program.
pub fn is_file(path: &Path) -> bool {
    shipped::content(path).is_some() || path.is_file()
}

/// All bytes of a regular file.
///
/// # Errors
/// [`io::Error`] if it cannot be read, is no regular file or has more than [`MOST_BYTES`].
pub fn read(path: &Path) -> io::Result<Cow<'static, [u8]>> {
    match shipped::content(path) {
        Some(content) => Ok(content.into()),
        None => read_up_to(path, MOST_BYTES).map(Cow::from),
    }
}

/// As [`read`], with a cap of its own.
///
/// # Errors
/// As [`read`].
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

/// The text of a file, a pipe or a device, without the byte order mark that some editors put before it.
///
/// # Errors
/// [`io::Error`] if it cannot be read, has more than [`MOST_BYTES`] or is not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    match shipped::content(path) {
        Some(content) => bytes.extend(content),
        None => {
            let file = File::open(path)?;
            file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        }
    }
    if bytes.len() as u64 > MOST_BYTES {
        return Err(wrong(format!(
            "has more than {} MiB; expected a text file",
            MOST_BYTES >> 20
        )));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        wrong(format!("is not text in UTF-8 (after {valid} bytes)"))
    })?;
    Ok(match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => rest.to_string(),
        None => text,
    })
}

/// As [`read_text`], of a regular file alone: what a folder holds under a name that is looked for may be
/// a pipe that nobody writes to.
///
/// # Errors
/// As [`read_text`], or if it is no regular file.
pub fn read_regular(path: &Path) -> io::Result<String> {
    if !shipped::holds(path) {
        require_regular(path)?;
    }
    read_text(path)
}

/// Refuses what is no regular file.
///
/// # Errors
/// [`io::Error`] if it is something else or not there.
pub fn require_regular(path: &Path) -> io::Result<()> {
    if std::fs::metadata(path)?.is_file() {
        return Ok(());
    }
    let problem = "is no regular file";
    Err(io::Error::new(io::ErrorKind::InvalidInput, problem))
}

/// The name under which a file is written before it gets its own: `NAME.tmp`.
pub fn temporary(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".tmp");
    path.with_file_name(name)
}

/// Renames a file and brings the new name to the disk: without that, a machine that loses power may know
/// the file by its old name only, though what was written later is there.
///
/// # Errors
/// [`io::Error`] if either fails.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::rename(from, to)?;
    sync_folder(folder_of(to))
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

/// Writes a file that nothing relies on yet, and brings it and its name to the disk.
///
/// # Errors
/// [`io::Error`] of any step; a part of it may be there.
pub fn write_synced(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(content)?;
    file.sync_all()?;
    sync_folder(folder_of(path))
}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some file systems cannot do it for a folder, and need not.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

/// Elsewhere a folder cannot be opened like a file.
#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Writes a file under the name `temporary` and gives it its own once all of it is on the disk, so that
/// there is always either what was there before or the whole new file. What was begun in vain is removed.
/// Who may read and write a file that is replaced stays as it was; other hard links to it keep what they had.
///
/// # Errors
/// [`io::Error`] of any step.
pub fn replace(temporary: &Path, path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let file = begin_replacing(temporary, path)?;
    fill(file, temporary, path, content.as_ref())
}

/// Writes the open file of the name `temporary` and gives it its own. Whoever may not read the file that it replaces may not
/// read a part of the new one.
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

/// Creates the file `temporary` that is to replace another one, for its owner alone if there is one: it may be a
/// secret until [`keep_permissions`] has said who may read it.
///
/// # Errors
/// [`io::Error`] if that fails.
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
        // What a killed process left there may have the permissions of a file that nobody may write.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && temporary.is_file() => {
            std::fs::remove_file(temporary)?;
            create()
        }
        created => created,
    }
}

/// Gives a file the permissions of the one that it replaces, if there is one.
///
/// # Errors
/// [`io::Error`] if that fails.
pub fn keep_permissions(file: &File, path: &Path) -> io::Result<()> {
    let both_regular = |there: &std::fs::Metadata| {
        there.is_file() && file.metadata().is_ok_and(|written| written.is_file())
    };
    match std::fs::metadata(path) {
        Ok(there) if both_regular(&there) => file.set_permissions(there.permissions()),
        _ => Ok(()),
    }
}

/// How many names (hard links) a file has; 1 where the system does not say.
///
/// # Errors
/// [`io::Error`] if it cannot be looked at.
pub fn names_of(path: &Path) -> io::Result<u64> {
    let there = std::fs::metadata(path)?;
    #[cfg(unix)]
    let names = std::os::unix::fs::MetadataExt::nlink(&there);
    #[cfg(not(unix))]
    let names = u64::from(there.is_file());
    Ok(names.max(1))
}

/// Writes a file that a person has named, as [`replace`] does. Files of theirs beside it are left alone, a
/// symbolic link goes on leading to the file, and what is no regular file, as `/dev/stdout`, is written to.
///
/// # Errors
/// [`io::Error`] of any step; what was there before stays.
pub fn save(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    if std::fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        let mut file = File::options().write(true).open(path)?;
        return file.write_all(content.as_ref());
    }
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let (temporary, file) = claim_beside(&path)?;
    fill(file, &temporary, &path, content.as_ref())
}

/// Most processes that write the same file at the same time.
const MOST_WRITERS: u32 = 64;

fn saved_under(name: &OsStr, writer: u32) -> OsString {
    let mut temporary = OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".portolan-{writer}"));
    temporary
}

/// The name under which [`save`] writes a file before it gets its own.
pub fn saved_as(name: &str) -> String {
    format!(".{name}.portolan-1")
}

/// A file under a name of this program's own, `.NAME.portolan-1`, for what will be the file NAME. It is locked
/// while it is written, so that one that a killed process left is used again, and that of another process
/// is not.
fn claim_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    for number in 1..=MOST_WRITERS {
        let temporary =
            path.with_file_name(saved_under(path.file_name().unwrap_or_default(), number));
        let open = || {
            let mut options = File::options();
            options.create(true).truncate(false).write(true);
            options.open(&temporary)
        };
        let file = match open() {
            // What a killed process left there may have the permissions of a file that nobody may write.
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
            // Some file systems know no locks.
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
    let problem = "other processes are writing it";
    Err(io::Error::new(io::ErrorKind::ResourceBusy, problem))
}

/// Whether an open file still has this name: another process may have given it its own meanwhile.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(open), Ok(there)) = (file.metadata(), std::fs::metadata(path)) else {
        return false;
    };
    (open.dev(), open.ino()) == (there.dev(), there.ino())
}

/// Elsewhere an open file keeps its name.
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
    fn a_path_leads_back_from_the_folder_that_it_is_seen_from() {
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
    fn what_cannot_be_a_text_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, b"ab\xff").unwrap();
        let told = read_text(&path).unwrap_err().to_string();
        assert_eq!(told, "is not text in UTF-8 (after 2 bytes)");
        std::fs::write(&path, "ab").unwrap();
        assert_eq!(read_regular(&path).unwrap(), "ab");
        let file = File::create(&path).unwrap();
        file.set_len(MOST_BYTES).unwrap();
        assert_eq!(read_text(&path).unwrap().len() as u64, MOST_BYTES);
        file.set_len(MOST_BYTES + 1).unwrap();
        let told = read_text(&path).unwrap_err().to_string();
        assert_eq!(told, "has more than 64 MiB; expected a text file");
        let told = read(&path).unwrap_err().to_string();
        assert_eq!(told, "has more than 64 MiB");
        let told = read_regular(folder.path()).unwrap_err().to_string();
        assert_eq!(told, "is no regular file");
    }

    #[cfg(unix)]
    #[test]
    fn devices_end_at_the_cap_or_are_refused() {
        let zero = Path::new("/dev/zero");
        let told = read_text(zero).unwrap_err().to_string();
        assert!(told.starts_with("has more than"), "{told}");
        assert!(read_regular(zero).is_err());
        let told = read(zero).unwrap_err().to_string();
        assert_eq!(told, "is no regular file");
        assert_eq!(read_text(Path::new("/dev/null")).unwrap(), "");
    }

    #[test]
    fn a_file_that_is_saved_leaves_its_neighbours_alone() {
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
    fn what_a_killed_process_left_is_used_again_and_what_another_one_writes_is_not() {
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
    fn a_byte_order_mark_is_no_part_of_a_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, "\u{feff}ab").unwrap();
        assert_eq!(read_text(&path).unwrap(), "ab");
    }

    #[test]
    fn what_cannot_be_saved_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("folder");
        std::fs::create_dir(&path).unwrap();
        assert!(save(&path, "text").is_err());
        assert!(replace(&temporary(&path), &path, "text").is_err());
        assert!(save(&folder.path().join("none/game.log"), "text").is_err());
        assert_eq!(names(folder.path()), ["folder"]);
    }

    /// Who may read and write a file is its owner's decision; a new file is as the system makes it.
    #[cfg(unix)]
    #[test]
    fn a_file_that_is_replaced_keeps_its_mode() {
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
            // As a kill leaves it.
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
    fn a_full_disk_leaves_what_was_there() {
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
    fn a_link_goes_on_leading_to_the_file_and_devices_are_written_to() {
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
