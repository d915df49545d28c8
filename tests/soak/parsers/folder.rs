//! Working folder of a parser, which must not change files outside the folder.

use std::fs;
use std::path::{Path, PathBuf};

use portolan_testing::folder;
use tempfile::TempDir;

const BYSTANDER: &str = "bystander.txt";
const CONTENT: &str = "nobody may touch this\n";

/// Folder inside an otherwise empty folder.
pub struct Folder {
    around: TempDir,
    inner: PathBuf,
}

impl Folder {
    /// Creates an empty folder.
    pub fn new() -> Folder {
        let around = folder::temporary();
        fs::write(around.path().join(BYSTANDER), CONTENT).expect("it can be written to");
        let inner = around.path().join("work");
        fs::create_dir(&inner).expect("it can be written to");
        Folder { around, inner }
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.inner
    }

    /// Writes a file and returns its path.
    pub fn write(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.inner.join(name);
        let folder = path.parent().expect("it is in the folder");
        fs::create_dir_all(folder).expect("the folder can be written to");
        fs::write(&path, content).expect("the folder can be written to");
        path
    }

    /// Removes the contents of the folder.
    pub fn clear(&self) {
        fs::remove_dir_all(&self.inner).expect("nothing in it is in use");
        fs::create_dir(&self.inner).expect("the folder can be written to");
    }

    /// Checks that no files were written next to the folder.
    ///
    /// # Panics
    /// If there are any such files.
    pub fn check(&self) {
        let beside = fs::read_dir(self.around.path()).expect("the folder is there");
        assert_eq!(beside.count(), 2, "something was written outside");
        let content = fs::read_to_string(self.around.path().join(BYSTANDER));
        assert_eq!(content.expect("it is there"), CONTENT);
    }
}
