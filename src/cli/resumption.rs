//! Resumes the work in a folder without repeating its settings: `portolan run --resume --out DIR`. The settings come
//! from the command in the manifest of the folder, whose paths are relative to the working directory of the first
//! session.

use std::path::Path;

use clap::{Arg, Command};

use portolan_core::files;
use portolan_run::results::manifest::MANIFEST;
use portolan_run::results::work_manifest::STUDY;

/// Returns the command recorded in the folder that `words` resume, followed by the options in `words`. Returns `None`
/// if `words` do not resume a folder.
///
/// # Errors
/// A message if the folder has no recorded command of the same subcommand.
pub fn completed(words: &[String], program: &Command) -> Result<Option<Vec<String>>, String> {
    let given = separated(words);
    let position = |option: &str| given.iter().position(|word| word == option);
    let folder = position("--out").and_then(|out| given.get(out + 1));
    let (Some(folder), Some(_)) = (folder, position("--resume")) else {
        return Ok(None);
    };
    let recorded = [MANIFEST, STUDY].iter().find_map(|name| {
        let text = files::read_text(&Path::new(folder).join(name)).ok()?;
        let manifest: toml::Table = text.parse().ok()?;
        shlex::split(manifest.get("command")?.as_str()?)
    });
    let Some(recorded) = recorded else {
        return Err(format!("{folder} contains no work that can be resumed"));
    };
    let recorded = separated(&recorded);
    let verb_of = |words: &[String]| {
        let (mut verb, mut depth) = (program, 1);
        while let Some(next) = words.get(depth).and_then(|word| verb.find_subcommand(word)) {
            (verb, depth) = (next, depth + 1);
        }
        (verb, words[1..depth].join(" "), depth)
    };
    let ((verb, name, depth), (_, other, _)) = (verb_of(&given), verb_of(&recorded));
    if name != other {
        return Err(format!(
            "{folder} contains the work of `portolan {other}`; `portolan {other} --resume --out {folder}` resumes it"
        ));
    }
    let mut all = given[..depth].to_vec();
    let mut earlier = recorded.iter().skip(depth);
    while let Some(word) = earlier.next() {
        let mut options = verb.get_arguments();
        let option = options.find(|option| names(option).contains(word));
        let takes_value = option.is_some_and(|option| option.get_action().takes_values());
        let value = takes_value.then(|| earlier.next()).flatten();
        let mut names = option.map(names).into_iter().flatten();
        if !names.any(|name| position(&name).is_some()) {
            all.extend([word].into_iter().chain(value).cloned());
        }
    }
    all.extend_from_slice(&given[depth..]);
    Ok(Some(all))
}

/// Returns the long and the short form of an option.
fn names(option: &Arg) -> Vec<String> {
    let long = option.get_long().map(|name| format!("--{name}"));
    let short = option.get_short().map(|letter| format!("-{letter}"));
    long.into_iter().chain(short).collect()
}

/// Separates options from their values, as in `--out=DIR`.
fn separated(words: &[String]) -> Vec<String> {
    let parts = |word: &String| match word.split_once('=') {
        Some((option, value)) if option.starts_with("--") => vec![option.into(), value.into()],
        _ => vec![word.clone()],
    };
    words.iter().flat_map(parts).collect()
}
