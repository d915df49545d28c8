//! Working folder for the commands of a page.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use super::{finder, small};

/// Limit on CPU time in seconds, for commands whose size the tables do not reduce.
const AT_MOST: u64 = 60;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Files shared by all pages: the shipped files in their smallest size, and a folder of programs.
pub struct Shared {
    folder: TempDir,
    /// True if there is a Python version that can run the scripts.
    pub python: bool,
}

impl Shared {
    pub fn new() -> Shared {
        let folder = portolan_testing::folder::temporary();
        let programs = folder.path().join("programs");
        std::fs::create_dir(&programs).unwrap();
        symlink(env!("CARGO_BIN_EXE_portolan"), programs.join("portolan")).unwrap();
        let python = python();
        if let Some(python) = &python {
            symlink(python, programs.join("python3")).unwrap();
        }
        for name in ["bots", "experiments"] {
            copy(
                &root().join(name),
                &folder.path().join(name),
                &|from, to| {
                    if from.extension().is_some_and(|end| end == "toml") {
                        let text = std::fs::read_to_string(from)?;
                        std::fs::write(to, small::file(&text))
                    } else {
                        std::fs::copy(from, to).map(drop)
                    }
                },
            );
        }
        Shared {
            folder,
            python: python.is_some(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// Returns the path of Python, if available. Wrappers in the path are resolved.
fn python() -> Option<PathBuf> {
    let asked = ["-c", "import sys, tomllib; print(sys.executable)"];
    let output = Command::new("python3").args(asked).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| PathBuf::from(path.trim()))
}

/// Copies a folder file by file.
fn copy(from: &Path, to: &Path, one: &dyn Fn(&Path, &Path) -> std::io::Result<()>) {
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to, one);
        } else {
            one(&entry.path(), &to).unwrap();
        }
    }
}

/// New folder with the files that the reader of a page has.
pub struct Folder<'a> {
    shared: &'a Shared,
    folder: TempDir,
}

impl<'a> Folder<'a> {
    /// Creates a folder with the shipped files and the files that the page shows.
    pub fn new(shared: &'a Shared, page: &str) -> Folder<'a> {
        let folder = portolan_testing::folder::temporary();
        for name in ["bots", "experiments"] {
            // Shipped files are never changed in place, so all pages can share them.
            copy(
                &shared.path(name),
                &folder.path().join(name),
                &|from, to| std::fs::hard_link(from, to),
            );
        }
        std::fs::create_dir(folder.path().join("results")).unwrap();
        symlink(root().join("scripts"), folder.path().join("scripts")).unwrap();
        for file in finder::shown(page) {
            let path = folder.path().join(&file.name);
            // Shipped files already have their smallest size.
            if !path.exists() {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, small::file(&file.text)).unwrap();
            }
        }
        Folder { shared, folder }
    }

    pub fn has(&self, path: &str) -> bool {
        self.folder.path().join(path).exists()
    }

    /// Runs a line in a shell without a terminal.
    pub fn run(&self, line: &str) -> Output {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let programs = [self.shared.path("programs")];
        let path = programs.into_iter().chain(std::env::split_paths(&path));
        Command::new("bash")
            .args([
                "-euo",
                "pipefail",
                "-c",
                &format!("ulimit -t {AT_MOST}\n{line}"),
            ])
            .current_dir(self.folder.path())
            .env("PATH", std::env::join_paths(path).unwrap())
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }
}
