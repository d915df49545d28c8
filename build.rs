//! Tells the program which git revision it was built from, if it was built from a checkout, and lists the
//! players, networks, experiments and scripts that ship with it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders whose files ship with the program, and how the names of those end.
const SHIPPED: [&str; 3] = ["bots", "experiments", "scripts/cluster"];
const ENDS: [&str; 6] = ["toml", "safetensors", "sh", "py", "txt", "yaml"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    ship();
    tell_revision();
}

/// Writes the list of what ships: `src/shipped.rs` includes it.
fn ship() {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let mut files = Vec::new();
    for folder in SHIPPED {
        println!("cargo::rerun-if-changed={folder}");
        gather(&root.join(folder), &mut files);
    }
    files.sort();
    let mut list = String::from("[\n");
    for path in files {
        let inside = path.strip_prefix(&root).expect("it was found there");
        // Names within the program have the same form on every system.
        let name = inside.to_str().expect("a name in UTF-8").replace('\\', "/");
        // Where the tree lies is not for this list: it holds for a copy elsewhere, too.
        let file = format!(
            "concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?})",
            format!("/{name}")
        );
        writeln!(list, "({name:?}, include_bytes!({file}).as_slice()),").expect("memory");
    }
    list.push(']');
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    std::fs::write(out.join("shipped.rs"), list).expect("cargo's folder can be written to");
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is part of the package") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            gather(&path, files);
        } else if path
            .extension()
            .is_some_and(|end| ENDS.iter().any(|known| end == *known))
        {
            files.push(path);
        }
    }
}

fn tell_revision() {
    let git = |arguments: &[&str]| -> Option<String> {
        let output = Command::new("git").args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_string())
    };
    // Only a checkout of this very package counts, not one that it happens to lie in.
    if git(&["rev-parse", "--show-prefix"]).is_none_or(|prefix| !prefix.is_empty()) {
        return;
    }
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    if let Some(revision) = git(&["rev-parse", "--short=12", "HEAD"]) {
        println!("cargo::rustc-env=PORTOLAN_REVISION={revision}");
    }
}
