//! Temporary folders.

use tempfile::TempDir;

/// Creates an empty folder with a canonical path. It is in memory if there is room, because syncing files to a disk can
/// take longer than the commands that write them.
pub fn temporary() -> TempDir {
    memory().unwrap_or_else(|| {
        let parent = std::env::temp_dir().canonicalize().unwrap();
        TempDir::new_in(parent).unwrap()
    })
}

#[cfg(target_os = "linux")]
fn memory() -> Option<TempDir> {
    use nix::sys::statvfs::{FsFlags, statvfs};

    const PATH: &str = "/dev/shm";
    const ROOM: u64 = 1 << 30;
    let found = statvfs(PATH).ok()?;
    let has_room = found.blocks_available() * found.fragment_size() > ROOM;
    let runs_programs = !found.flags().contains(FsFlags::ST_NOEXEC);
    (has_room && runs_programs).then(|| TempDir::new_in(PATH).ok())?
}

#[cfg(not(target_os = "linux"))]
fn memory() -> Option<TempDir> {
    None
}
