//! Layers of the source tree: a module may import only modules in lower layers, and files may not
//! import each other in a cycle.

mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use imports::Imports;

/// Modules by layer, from top to bottom; modules of the same layer are independent.
const FLOORS: &[&[&str]] = &[
    &["cli"],
    &["report"],
    &["study"],
    &["arena", "builtin", "registered"],
    &["campaign", "learn", "tune"],
    &["experiment"],
    &["play", "saved_game"],
    &["results"],
    &["settings"],
    &["bots"],
    &["seed"],
    &["wire_protocol"],
    &["search"],
    &["games", "net"],
    &["drawn_data", "options", "registry"],
    &["setup", "setting_tree"],
    &["setting_keys"],
    &["changes", "data_changes", "game"],
    &["perturbation"],
    &[
        "dataset", "item", "encoding", "picture", "phrase", "entering",
    ],
    &["spreadsheet"],
    &[
        "column_schema",
        "component_encoding",
        "controls",
        "csv_text",
        "files",
        "ids",
        "view",
        "provenance",
        "random",
        "retired",
        "seat",
        "stats",
        "suggestion",
        "toml_text",
    ],
    &["prose", "shipped"],
];

fn of_the_house() -> Imports {
    let imports = imports::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let arrows: usize = imports.values().map(BTreeMap::len).sum();
    assert!(
        arrows > imports.len(),
        "{arrows} imports of {} files",
        imports.len()
    );
    imports
}

/// Returns the files that a file imports, directly or indirectly.
fn reached<'a>(imports: &'a Imports, from: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = imports[from].keys().map(String::as_str).collect();
    while let Some(file) = open.pop() {
        if reached.insert(file) {
            open.extend(imports[file].keys().map(String::as_str));
        }
    }
    reached
}

/// Returns all imports that are part of a cycle.
fn circular_arrows(imports: &Imports) -> Vec<String> {
    let mut found = Vec::new();
    let files = imports.keys().map(String::as_str);
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        files.map(|file| (file, reached(imports, file))).collect();
    for (from, taken) in imports {
        for (to, names) in taken {
            if reached[to.as_str()].contains(from.as_str()) {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                found.push(format!("{from} -> {to}: {}", names.join(", ")));
            }
        }
    }
    found
}

#[test]
fn imports_between_files_are_acyclic() {
    let found = circular_arrows(&of_the_house());
    assert!(
        found.is_empty(),
        "{} arrows of circles:\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn circular_imports_are_detected() {
    let arrow = |to: &str| (to.to_string(), BTreeSet::from(["Name".to_string()]));
    let imports = Imports::from([
        ("a.rs".to_string(), BTreeMap::from([arrow("b.rs")])),
        (
            "b.rs".to_string(),
            BTreeMap::from([arrow("c.rs"), arrow("d.rs")]),
        ),
        ("c.rs".to_string(), BTreeMap::from([arrow("a.rs")])),
        ("d.rs".to_string(), BTreeMap::new()),
    ]);
    let expected = [
        "a.rs -> b.rs: Name",
        "b.rs -> c.rs: Name",
        "c.rs -> a.rs: Name",
    ];
    assert_eq!(circular_arrows(&imports), expected);
}

/// Returns the module of a file. Crates with several modules have a folder for each of them.
fn room(file: &str) -> &str {
    let crates_of_rooms = ["core/", "players/", "run/", "train/"];
    let at = usize::from(crates_of_rooms.iter().any(|one| file.starts_with(one)));
    let room = file.split('/').nth(at).unwrap();
    room.trim_end_matches(".rs")
}

#[test]
fn modules_import_only_from_lower_layers() {
    let floor = |room: &str| {
        let floor = FLOORS.iter().position(|rooms| rooms.contains(&room));
        floor.unwrap_or_else(|| panic!("{room} stands on no floor"))
    };
    let imports = of_the_house();
    let mut rising = Vec::new();
    for (from, taken) in &imports {
        let own = room(from);
        for other in taken.keys().map(|to| room(to)) {
            // The root of a crate declares all its modules.
            let face = [own, other].contains(&"lib");
            if !face && own != other && floor(own) >= floor(other) {
                rising.push(format!("{from} imports {other}"));
            }
        }
    }
    assert!(rising.is_empty(), "{}", rising.join("\n"));
}

#[test]
fn games_are_independent_and_search_imports_no_game() {
    let game = |file: &str| {
        let below = file.strip_prefix("games/")?;
        below.split_once('/').map(|(game, _)| game.to_string())
    };
    for (from, taken) in &of_the_house() {
        for to in taken.keys() {
            if let (Some(own), Some(other)) = (game(from), game(to)) {
                assert_eq!(own, other, "{from} imports {to}");
            }
            assert!(
                room(from) != "search" || room(to) != "games",
                "{from} imports {to}"
            );
        }
    }
}

/// Checks the layers inside a game, from bottom to top. The views for people and the encodings for networks are
/// independent. The files that implement the traits of the game are above all layers.
#[test]
fn components_do_not_import_rules_and_rules_do_not_import_views() {
    let layer = |file: &str| {
        let (_, below) = file.strip_prefix("games/")?.split_once('/')?;
        let (folder, _) = below.split_once('/').unwrap_or((below, ""));
        let faces = [
            "view/mod.rs",
            "view/notation.rs",
            "view/notation/mod.rs",
            "view/words.rs",
            "encoding/mod.rs",
            "rules/items.rs",
        ];
        Some(match folder {
            _ if faces.contains(&below) => 3,
            "components" => 0,
            "rules" => 1,
            "view" | "encoding" => 2,
            _ => 3,
        })
    };
    let folder = |file: &str| file.split('/').nth(2).unwrap_or_default().to_string();
    let mut rising = Vec::new();
    for (from, taken) in &of_the_house() {
        for to in taken.keys() {
            if let (Some(own), Some(other)) = (layer(from), layer(to))
                && own <= other
                && own < 3
                && folder(from) != folder(to)
            {
                rising.push(format!("{from} imports {to}"));
            }
        }
    }
    assert!(rising.is_empty(), "{}", rising.join("\n"));
}

/// Reports use values of the statistics and their descriptions, but no functions that compute them.
#[test]
fn reports_compute_no_statistics() {
    for (from, taken) in of_the_house()
        .iter()
        .filter(|(from, _)| room(from) == "report")
    {
        for (to, names) in taken.iter().filter(|(to, _)| room(to) == "stats") {
            for name in names.iter().filter(|_| *to != "stats/words.rs") {
                let last = name.rsplit("::").next().unwrap();
                assert!(
                    last.starts_with(char::is_uppercase),
                    "{from} takes {name} from {to}"
                );
            }
        }
    }
}

#[test]
fn import_paths_are_parsed() {
    let folder = portolan_testing::folder::temporary();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write(
        "k/lib.rs",
        "pub mod a; pub mod b; use portolan_core::words;",
    );
    write("core/lib.rs", "pub mod words;");
    write("core/words.rs", "");
    let text = r##"
        //! Not `use crate::b::Comment;`
        pub mod inner;
        use std::{fmt, io};
        pub use self::inner::{deep::Deep as D, Inner};
        use crate::b::{self, X, *};
        use crate::words::Word;
        use portolan_core::words::Other;
        fn f<'a>(c: char) -> &'a str { if c == '"' { r#"crate::b::Raw"# } else { "crate::b::Text" } }
        fn g() { crate::b::called(); inner::call(); other::call(); x.inner::<u8>(); }
        #[cfg(test)]
        mod tests { use crate::b::OnlyTests; fn f() {} }
        fn h() -> super::b::Last { todo!() }
    "##;
    write("k/a/mod.rs", text);
    write("k/a/inner.rs", "use super::super::b::Up;");
    write("k/b.rs", "");
    let imports = imports::read(folder.path());
    let names =
        |from: &str, to: &str| -> Vec<String> { imports[from][to].iter().cloned().collect() };
    assert_eq!(names("k/a/mod.rs", "k/b.rs"), ["", "Last", "X", "called"]);
    assert_eq!(
        names("k/a/mod.rs", "k/a/inner.rs"),
        ["Inner", "call", "deep::Deep"]
    );
    assert_eq!(names("k/a/mod.rs", "core/words.rs"), ["Other", "Word"]);
    assert_eq!(names("k/a/inner.rs", "k/b.rs"), ["Up"]);
    assert_eq!(imports["k/a/mod.rs"].len(), 3);
    assert!(imports["k/b.rs"].is_empty());
}
