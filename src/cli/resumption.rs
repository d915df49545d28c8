//! Resumption of the work in a folder without its settings: `portolan run --resume --out DIR`. The settings come from the
//! command in the manifest of the folder, which names files relative to the working directory of its first session.

use std::path::Path;

use clap::Command;

use portolan_core::files;
use portolan_run::results::manifest::MANIFEST;

/// Returns the command recorded in the folder to resume, followed by the given options. Returns `None` if the words do
/// not resume a folder, or if its recorded command has another subcommand.
pub fn completed(words: &[String], program: &Command) -> Option<Vec<String>> {
    let given = separated(words);
    let position = |option: &str| given.iter().position(|word| word == option);
    position("--resume")?;
    let folder = given.get(position("--out")? + 1)?;
    let text = files::read_text(&Path::new(folder).join(MANIFEST)).ok()?;
    let manifest: toml::Table = text.parse().ok()?;
    let recorded = separated(&shlex::split(manifest.get("command")?.as_str()?)?);
    let (mut verb, mut depth) = (program, 1);
    while let Some(next) = given.get(depth).and_then(|word| verb.find_subcommand(word)) {
        if recorded.get(depth) != given.get(depth) {
            return None;
        }
        (verb, depth) = (next, depth + 1);
    }
    let mut all = given[..depth].to_vec();
    let mut earlier = recorded.into_iter().skip(depth);
    while let Some(word) = earlier.next() {
        let is_option = |option: &&clap::Arg| {
            let long = option.get_long().map(|name| format!("--{name}"));
            long.is_some_and(|name| name == word)
        };
        let option = verb.get_arguments().find(is_option);
        let takes_value = option.is_some_and(|option| option.get_action().takes_values());
        let value = takes_value.then(|| earlier.next()).flatten();
        if option.is_none() || position(&word).is_none() {
            all.extend([word].into_iter().chain(value));
        }
    }
    all.extend_from_slice(&given[depth..]);
    Some(all)
}

/// Separates options from their values, as in `--out=DIR`.
fn separated(words: &[String]) -> Vec<String> {
    let parts = |word: &String| match word.split_once('=') {
        Some((option, value)) if option.starts_with("--") => vec![option.into(), value.into()],
        _ => vec![word.clone()],
    };
    words.iter().flat_map(parts).collect()
}
