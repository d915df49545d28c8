//! Imports between source files, extracted from their text: `use` declarations, and paths in the code that begin
//! with `crate`, `super`, `self`, the name of a crate of this workspace or of a submodule. Imports in tests are
//! ignored.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Names that each file imports from each other file, with paths below `src`.
pub type Imports = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// Path of a module from the folder of the sources, whose folders are crates: `["stats", "interval"]`.
type Module = Vec<String>;

/// Reads all files below `src`.
pub fn read(src: &Path) -> Imports {
    let mut paths = Vec::new();
    list(src, &mut paths);
    let mut files: BTreeMap<Module, String> = BTreeMap::new();
    let mut texts = Vec::new();
    for path in paths {
        let name = path.strip_prefix(src).unwrap().to_str().unwrap();
        let tokens = without_tests(tokens(&fs::read_to_string(&path).unwrap()));
        files.insert(module(name), name.to_string());
        texts.push((module(name), name.to_string(), tokens));
    }
    let mut imports = Imports::new();
    for (module, name, tokens) in texts {
        let taken = imports.entry(name.clone()).or_default();
        // Names that the root of a crate re-exports count as imports of the files that use them.
        let aliases = matches!(
            name.split('/').collect::<Vec<_>>()[..],
            ["lib.rs"] | [_, "lib.rs" | "mod.rs"]
        );
        for path in paths_of(&tokens, &module, &files) {
            if aliases && path.first() != module.first() {
                continue;
            }
            let depth = (0..=path.len())
                .rev()
                .find(|&depth| files.contains_key(&path[..depth]))
                .expect("the root is a file");
            let file = &files[&path[..depth]];
            if *file != name {
                let names: &mut BTreeSet<String> = taken.entry(file.clone()).or_default();
                names.insert(path[depth..].join("::"));
            }
        }
    }
    imports
}

fn list(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            list(&path, paths);
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && !path.ends_with("main.rs")
        {
            paths.push(path);
        }
    }
}

fn module(name: &str) -> Module {
    let mut parts: Module = name
        .trim_end_matches(".rs")
        .split('/')
        .map(String::from)
        .collect();
    if matches!(parts.last().map(String::as_str), Some("mod" | "lib")) {
        parts.pop();
    }
    parts
}

/// Splits a text into words, `::` and single characters, without comments, strings, characters and the `r#` of raw
/// identifiers.
pub fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = string(rest) {
            length
        } else if rest.starts_with("r#") {
            // A raw identifier, such as `r#try`; raw strings were found above.
            2
        } else if rest.starts_with("::") {
            found.push("::".to_string());
            2
        } else if first.is_alphanumeric() || first == '_' {
            let end = rest.find(|sign: char| !(sign.is_alphanumeric() || sign == '_'));
            let end = end.unwrap_or(rest.len());
            found.push(rest[..end].to_string());
            end
        } else {
            if !first.is_whitespace() {
                found.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    found
}

/// Returns the length of the string or character literal at the start of a text.
fn string(text: &str) -> Option<usize> {
    if let Some(raw) = text.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let content = raw[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(2 + hashes + content.find(&end)? + end.len());
    }
    let quote = text
        .chars()
        .next()
        .filter(|sign| ['"', '\''].contains(sign))?;
    let mut escaped = false;
    for (at, sign) in text.char_indices().skip(1) {
        match sign {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if sign == quote => return Some(at + 1),
            // A quote that is not closed is the start of a lifetime.
            _ if quote == '\'' && at > 1 && !text.starts_with("'\\") => return None,
            _ => {}
        }
    }
    None
}

/// Removes the items that follow `#[cfg(test)]`.
fn without_tests(tokens: Vec<String>) -> Vec<String> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !tokens[at..].iter().take(MARK.len()).eq(MARK.iter()) {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let mut depth = 0;
        for token in &tokens[at + MARK.len()..] {
            at += 1;
            depth += i32::from(token == "{") - i32::from(token == "}");
            if depth == 0 && (token == ";" || token == "}") {
                break;
            }
        }
        at += MARK.len();
    }
    kept
}

/// Returns all paths into the workspace, from the crate root.
fn paths_of(tokens: &[String], module: &Module, files: &BTreeMap<Module, String>) -> Vec<Module> {
    let below = |name: &String| {
        files.contains_key(&[module.as_slice(), std::slice::from_ref(name)].concat())
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let mut written = Vec::new();
        // `use<'a>` in a type is not an import.
        if tokens[at] == "use" && tokens[at + 1] != "<" {
            at = tree(tokens, at + 1, &[], &mut written);
        } else if is_start_of_path(tokens, at) {
            let mut path = vec![tokens[at].clone()];
            while tokens.get(at + 1).is_some_and(|sign| sign == "::") && is_word(tokens.get(at + 2))
            {
                path.push(tokens[at + 2].clone());
                at += 2;
            }
            written.push(path);
            at += 1;
        } else {
            at += 1;
        }
        found.extend(
            written
                .into_iter()
                .filter_map(|path| match path[0].as_str() {
                    "crate" => Some(within_crate(module, &path[1..], files)),
                    name if name.starts_with("portolan_") => {
                        let other = name["portolan_".len()..].to_string();
                        Some([&[other], &path[1..]].concat())
                    }
                    "self" => Some([module.as_slice(), &path[1..]].concat()),
                    "super" => {
                        let up = path.iter().take_while(|part| *part == "super").count();
                        Some([&module[..module.len().checked_sub(up)?], &path[up..]].concat())
                    }
                    _ if below(&path[0]) => Some([module.as_slice(), &path].concat()),
                    _ => None,
                }),
        );
    }
    found
}

/// Resolves a path from the root of a crate, including names that the root re-exports from another crate.
fn within_crate(module: &Module, path: &[String], files: &BTreeMap<Module, String>) -> Module {
    let own = [&module[..module.len().min(1)], path].concat();
    let is_there = |module: &[String]| files.keys().any(|file| file.starts_with(module));
    if path.is_empty() || is_there(&own[..own.len().min(2)]) {
        return own;
    }
    let in_core = [&["core".to_string()], path].concat();
    if is_there(&in_core[..2]) {
        return in_core;
    }
    if is_there(&path[..1]) {
        return path.to_vec();
    }
    own
}

fn is_word(token: Option<&String>) -> bool {
    token.is_some_and(|token| token.starts_with(|sign: char| sign.is_alphabetic() || sign == '_'))
}

fn is_start_of_path(tokens: &[String], at: usize) -> bool {
    let before = at
        .checked_sub(1)
        .map_or("", |before| tokens[before].as_str());
    is_word(tokens.get(at))
        && tokens.get(at + 1).is_some_and(|sign| sign == "::")
        && !["::", "."].contains(&before)
        // `pub(in super::…)` is a visibility, not an import.
        && before != "in"
}

/// Reads a use tree from `at` on and adds its paths. Returns the position after it.
fn tree(tokens: &[String], mut at: usize, before: &[String], paths: &mut Vec<Module>) -> usize {
    let mut path = before.to_vec();
    loop {
        match tokens[at].as_str() {
            "::" => at += 1,
            "{" => {
                at += 1;
                while tokens[at] != "}" {
                    at = tree(tokens, at, &path, paths);
                    at += usize::from(tokens[at] == ",");
                }
                return at + 1;
            }
            "," | ";" | "}" => {
                paths.push(path);
                return at;
            }
            "as" => at += 2,
            "*" => at += 1,
            "self" if !path.is_empty() => at += 1,
            word => {
                path.push(word.to_string());
                at += 1;
            }
        }
    }
}
