//! Kinds of files, and how a file given to the wrong command is recognised.

use super::keys::KEYS;
use super::kind::Kind;

/// Kinds of files that users write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Played by `portolan run`.
    Experiment,
    /// Describes a player.
    Bot,
    /// Played by `portolan learn`.
    Learning,
    /// Played by `portolan tune`.
    Tuning,
    /// Played by `portolan balance`.
    Balance,
}

impl FileKind {
    /// Returns its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            FileKind::Experiment => "experiment file",
            FileKind::Bot => "bot file",
            FileKind::Learning => "learning file",
            FileKind::Tuning => "tuning file",
            FileKind::Balance => "balance file",
        }
    }
}

/// Kinds of bots, as bot files name them.
const BOT_KINDS: [&str; 7] = [
    "random", "greedy", "net", "policy", "mcts", "flat", "program",
];

/// Returns the kind of a file by its keys, or `None` if they fit no kind.
fn kind_of(text: &str) -> Option<FileKind> {
    let table: toml::Table = toml::from_str(text).ok()?;
    if let Some(kind) = table.get("kind").and_then(toml::Value::as_str) {
        let is_bot = BOT_KINDS.contains(&kind);
        return match Kind::ALL.iter().any(|known| known.name() == kind) {
            true => Some(FileKind::Experiment),
            false => is_bot.then_some(FileKind::Bot),
        };
    }
    if table.contains_key("inherits") {
        let known = |name: &String| KEYS.iter().any(|key| key.name == name);
        return table.keys().all(known).then_some(FileKind::Experiment);
    }
    let has = |names: &[&str]| names.iter().any(|name| table.contains_key(*name));
    if has(&["targets", "knobs"]) {
        return Some(FileKind::Balance);
    }
    if has(&["base", "space", "ntbea"]) {
        return Some(FileKind::Tuning);
    }
    has(&["rounds", "units", "lambda", "match_games", "teacher"]).then_some(FileKind::Learning)
}

/// Returns a message that names the kind of a file and the command that takes it, if the file is of another kind than
/// `expected`.
pub fn other_kind(text: &str, expected: FileKind) -> Option<String> {
    let found = kind_of(text).filter(|kind| *kind != expected)?;
    let what = match found {
        FileKind::Experiment => "an experiment file; `portolan run` plays it",
        FileKind::Bot => "a bot file; options such as --bots take it as a player",
        FileKind::Learning => "a learning file; `portolan learn` trains with it",
        FileKind::Tuning => "a tuning file; `portolan tune` runs it",
        FileKind::Balance => "a balance file; `portolan balance` plays it",
    };
    Some(format!("this is {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_of_another_kind_names_its_command() {
        let duel = "kind = \"duel\"\ngame = \"maracaibo\"\nbots = [\"net\"]\n";
        let tuning = "game = \"maracaibo\"\nbase = \"greedy\"\n";
        let learning = "game = \"cartagena\"\nrounds = 3\n";
        let bot = "kind = \"greedy\"\n";
        for (text, expected, command) in [
            (duel, FileKind::Learning, "`portolan run`"),
            (tuning, FileKind::Experiment, "`portolan tune`"),
            (learning, FileKind::Experiment, "`portolan learn`"),
            (bot, FileKind::Tuning, "--bots"),
        ] {
            let message = other_kind(text, expected).unwrap();
            assert!(message.contains(command), "{message}");
        }
        assert_eq!(other_kind(duel, FileKind::Experiment), None);
        assert_eq!(other_kind("no = 1\n", FileKind::Experiment), None);
    }
}
