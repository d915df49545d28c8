//! Contents of results folders, for tests that compare runs byte by byte.

use std::collections::BTreeMap;
use std::path::Path;

use portolan::results::checksummed_text::{sealed, unsealed};

/// Changes the manifest of a results folder, including its checksum.
#[track_caller]
pub fn rewrite_manifest(folder: &Path, from: &str, to: &str) {
    let path = folder.join("manifest.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    let content = unsealed(&text).unwrap();
    assert!(content.contains(from), "{from} is not in {content}");
    std::fs::write(path, sealed(&content.replacen(from, to, 1))).unwrap();
}

/// Returns all files of a results folder except the manifest, which is the only one with wall-clock
/// times.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.ends_with("manifest.toml"))
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_string();
            (name, std::fs::read(path).unwrap())
        })
        .collect()
}

/// Returns the names of the files that differ or exist in only one of two results folders.
pub fn differing(one: &Path, other: &Path) -> Vec<String> {
    let (mut one, other) = (files(one), files(other));
    let mut names = Vec::new();
    for (name, bytes) in other {
        if one.remove(&name).is_none_or(|found| found != bytes) {
            names.push(name);
        }
    }
    names.extend(one.into_keys());
    names
}

/// Asserts that two results folders contain the same bytes.
#[track_caller]
pub fn assert_same(folder: &Path, one: &str, other: &str) {
    let differing = differing(&folder.join(one), &folder.join(other));
    assert!(differing.is_empty(), "{one} and {other}: {differing:?}");
}
