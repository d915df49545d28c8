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
