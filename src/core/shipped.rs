//! What ships with the program: players, networks and experiments, each a file of its source tree.
//!
//! They lie in a folder of their own, [`ROOT`], that no file system has: a path that begins there is
//! read, joined and told like any other (`files`).

use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

/// The folder of all that ships.
pub const ROOT: &str = "shipped:";

/// A file that ships with the program: its path within [`ROOT`] and its bytes.
pub type ShippedFile = (&'static str, &'static [u8]);

static FILES: OnceLock<&'static [ShippedFile]> = OnceLock::new();

/// Registers the files that ship with the program, sorted by path. The first registration counts; a later one changes
/// nothing.
pub fn register(files: &'static [ShippedFile]) {
    FILES.get_or_init(|| files);
}

fn registered() -> &'static [ShippedFile] {
    FILES.get().copied().unwrap_or_default()
}

/// Whether a path leads to what ships.
pub fn holds(path: &Path) -> bool {
    path.starts_with(ROOT)
}

/// What a file holds; none if nothing of that path ships.
pub fn content(path: &Path) -> Option<&'static [u8]> {
    let wanted = within(path)?;
    let files = registered();
    let known = files.binary_search_by(|(path, _)| (*path).cmp(&wanted));
    known.ok().map(|index| files[index].1)
}

/// The paths of all files of a folder of [`ROOT`] and of the folders in it, sorted.
pub fn files(folder: &str) -> impl Iterator<Item = PathBuf> {
    let paths = registered()
        .iter()
        .map(|(path, _)| Path::new(ROOT).join(path));
    let folder = Path::new(ROOT).join(folder);
    paths.filter(move |path| path.starts_with(&folder))
}

/// The TOML files that go by their names: first those of this folder of the working directory and of these
/// folders in it, then those that ship in folders of the same names.
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

/// A path as seen from [`ROOT`], without steps up.
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
    fn a_path_that_begins_at_the_root_leads_to_what_ships() {
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
