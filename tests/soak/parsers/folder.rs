//! The folder that a parser works in. It lies in memory where there is such a place, because every input is
//! written to a file, and beside something that nobody may touch.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// Where files are kept in memory on many machines.
const IN_MEMORY: &str = "/dev/shm";
const BYSTANDER: &str = "bystander.txt";
const CONTENT: &str = "nobody may touch this\n";

/// A folder in a folder.
pub struct Folder {
    around: TempDir,
    inner: PathBuf,
}

impl Folder {
    /// An empty one.
    pub fn new() -> Folder {
        let memory = Path::new(IN_MEMORY);
        let around = match memory.is_dir() {
            true => TempDir::new_in(memory).or_else(|_| TempDir::new()),
            false => TempDir::new(),
        };
        let around = around.expect("a temporary folder");
        fs::write(around.path().join(BYSTANDER), CONTENT).expect("it can be written to");
        let inner = around.path().join("work");
        fs::create_dir(&inner).expect("it can be written to");
        Folder { around, inner }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.inner
    }

    /// Writes a file; says where it is.
    pub fn write(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.inner.join(name);
        let folder = path.parent().expect("it is in the folder");
        fs::create_dir_all(folder).expect("the folder can be written to");
        fs::write(&path, content).expect("the folder can be written to");
        path
    }

    /// Removes everything in it.
    pub fn clear(&self) {
        fs::remove_dir_all(&self.inner).expect("nothing in it is in use");
        fs::create_dir(&self.inner).expect("the folder can be written to");
    }

    /// Nothing was written beside it.
    ///
    /// # Panics
    /// If something was.
    pub fn check(&self) {
        let beside = fs::read_dir(self.around.path()).expect("the folder is there");
        assert_eq!(beside.count(), 2, "something was written outside");
        let content = fs::read_to_string(self.around.path().join(BYSTANDER));
        assert_eq!(content.expect("it is there"), CONTENT);
    }
}
