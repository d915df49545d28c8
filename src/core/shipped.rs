//! Files embedded in the program: bots, networks and experiments, each from a file of the source tree.
//!
//! They have paths below the virtual folder [`ROOT`]. Such paths can be read, joined and printed like other paths
//! (see [`crate::files`]).

use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

/// The virtual folder of all embedded files.
pub const ROOT: &str = "shipped:";

/// An embedded file: its path below [`ROOT`] and its content.
pub type ShippedFile = (&'static str, &'static [u8]);

static FILES: OnceLock<&'static [ShippedFile]> = OnceLock::new();

/// Registers the embedded files, sorted by path. Only the first call has an effect.
pub fn register(files: &'static [ShippedFile]) {
    FILES.get_or_init(|| files);
}

fn registered() -> &'static [ShippedFile] {
    FILES.get().copied().unwrap_or_default()
}

/// Returns true if the path is below [`ROOT`].
pub fn holds(path: &Path) -> bool {
    path.starts_with(ROOT)
}

/// Returns the content of an embedded file, or `None` if there is no file with this path.
pub fn content(path: &Path) -> Option<&'static [u8]> {
    let wanted = within(path)?;
    let files = registered();
    let known = files.binary_search_by(|(path, _)| (*path).cmp(&wanted));
    known.ok().map(|index| files[index].1)
}

/// Returns the paths of all files in a folder of [`ROOT`] and its subfolders, sorted.
pub fn files(folder: &str) -> impl Iterator<Item = PathBuf> {
    let paths = registered()
        .iter()
        .map(|(path, _)| Path::new(ROOT).join(path));
    let folder = Path::new(ROOT).join(folder);
    paths.filter(move |path| path.starts_with(&folder))
}

/// Returns the TOML files that can be addressed by name: first the files in this folder of the working directory and
/// in the given subfolders, then the embedded files of the corresponding folders.
pub fn named_files<'a>(folder: &str, within: impl Iterator<Item = &'a str>) -> Vec<PathBuf> {
    let mut folders = vec![PathBuf::from(folder)];
    folders.extend(within.map(|name| Path::new(folder).join(name)));
    let entries = folders
        .iter()
        .filter_map(|folder| std::fs::read_dir(folder).ok());
    let local = entries.flatten().flatten().map(|entry| entry.path());
    let shipped = files(folder).filter(|path| {
        let inside = path.strip_prefix(ROOT).ok().and_then(Path::parent);
        folders.iter().any(|folder| inside == Some(folder))
    });
    let is_toml = |path: &PathBuf| path.extension().is_some_and(|end| end == "toml");
    local.chain(shipped).filter(is_toml).collect()
}

/// Returns the path relative to [`ROOT`], with `..` resolved.
fn within(path: &Path) -> Option<String> {
    let mut names = Vec::new();
    for part in path.strip_prefix(ROOT).ok()?.components() {
        match part {
            Component::Normal(name) => names.push(name.to_str()?),
            Component::ParentDir => {
                names.pop()?;
            }
            _ => {}
        }
    }
    Some(names.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_below_the_root_resolve_to_shipped_files() {
        register(&[("bots/go/net.toml", b"go"), ("bots/mcts.toml", b"all")]);
        let path = Path::new(ROOT).join("bots/mcts.toml");
        assert!(holds(&path) && content(&path) == Some(b"all"));
        let around = Path::new(ROOT).join("bots/go/../mcts.toml");
        assert_eq!(content(&around), content(&path));
        assert_eq!(content(Path::new("bots/mcts.toml")), None);
        assert_eq!(content(&Path::new(ROOT).join("../bots/mcts.toml")), None);
        assert_eq!(content(Path::new(ROOT)), None);
        assert_eq!(files("bots").count(), 2);
    }
}
