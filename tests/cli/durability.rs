//! Renamed files survive a power failure.

use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// A renamed file may be lost in a power failure unless its folder is synced. A test cannot observe this,
/// so the source is checked instead: only one place renames files, and it syncs the folder.
#[test]
fn only_one_function_renames_files() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&source, &mut found);
    assert!(found.len() > 100);
    let mut renames = Vec::new();
    for path in found {
        let text = std::fs::read_to_string(&path).unwrap();
        let code = text.split("\n#[cfg(test)]\nmod tests").next().unwrap();
        for call in ["fs::rename(", "fs::write(", "fs::copy("] {
            let name = path.strip_prefix(&source).unwrap().display().to_string();
            renames.extend(
                code.matches(call)
                    .map(|call| (name.clone(), call.to_string())),
            );
        }
    }
    assert_eq!(
        renames,
        [("core/files.rs".to_string(), "fs::rename(".to_string())]
    );
}
