//! What a results folder holds, for tests that compare runs byte by byte.

use std::collections::BTreeMap;
use std::path::Path;

/// Every file of a results folder but the manifest, which alone holds wall-clock figures.
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

/// The files of two results folders that only one has or that differ.
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

/// Two results folders hold the same bytes.
#[track_caller]
pub fn assert_same(folder: &Path, one: &str, other: &str) {
    let differing = differing(&folder.join(one), &folder.join(other));
    assert!(differing.is_empty(), "{one} and {other}: {differing:?}");
}
