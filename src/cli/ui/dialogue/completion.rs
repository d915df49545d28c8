//! Completion of input lines.

use std::rc::Rc;

/// Words that can complete an input line.
#[derive(Clone, Default)]
pub struct Words {
    /// Words of commands.
    pub commands: &'static [&'static str],
    /// Notations of the legal moves.
    pub moves: Vec<String>,
    /// Ids and names of components, for `look`.
    pub components: Rc<Vec<String>>,
    /// Names of bots, for `hint`.
    pub bots: Rc<Vec<String>>,
}

/// Completion of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The completed word or words.
    pub text: String,
    /// True if more input must follow.
    pub goes_on: bool,
}

/// Returns the start of the last word of a line, and its possible completions.
pub fn completions(line: &str, words: &Words) -> (usize, Vec<Completion>) {
    let behind = |command: &str| {
        let typed = line.trim_start();
        let (word, rest) = typed.split_once(' ')?;
        word.eq_ignore_ascii_case(command)
            .then(|| rest.trim_start())
    };
    for (command, names) in [("look", &words.components), ("hint", &words.bots)] {
        if let Some(begun) = behind(command) {
            let fitting = names.iter().filter(|name| begins(name, begun));
            let texts = fitting.map(|name| whole(name));
            return (line.len() - begun.len(), texts.collect());
        }
    }
    let part = line.rfind([',', ';']).map_or(0, |at| at + 1);
    let word = line[part..].rfind(' ').map_or(part, |at| part + at + 1);
    let (before, begun) = (&line[part..word], &line[word..]);
    let before: Vec<&str> = before.split_whitespace().collect();
    let mut found: Vec<Completion> = Vec::new();
    for notation in &words.moves {
        let parts: Vec<&str> = notation.split_whitespace().collect();
        let fits = before.len() < parts.len()
            && before
                .iter()
                .zip(&parts)
                .all(|(typed, part)| begins(part, typed))
            && begins(parts[before.len()], begun);
        if !fits {
            continue;
        }
        let text = parts[before.len()];
        let goes_on = parts.len() > before.len() + 1;
        match found.iter_mut().find(|other| other.text == text) {
            Some(other) => other.goes_on &= goes_on,
            None => found.push(Completion {
                text: text.to_string(),
                goes_on,
            }),
        }
    }
    if part == 0 && before.is_empty() {
        let commands = words
            .commands
            .iter()
            .filter(|command| begins(command, begun));
        found.extend(commands.map(|command| whole(command)));
    }
    (word, found)
}

/// Returns the start of the part after the last comma, and the complete names that begin with it.
pub fn names_completed(line: &str, names: &[String]) -> (usize, Vec<Completion>) {
    let behind = line.rfind([',', ';']).map_or(0, |at| at + 1);
    let spaces = line[behind..].len() - line[behind..].trim_start().len();
    let start = behind + spaces;
    let fitting = names.iter().filter(|name| begins(name, &line[start..]));
    (start, fitting.map(|name| whole(name)).collect())
}

fn whole(text: &str) -> Completion {
    Completion {
        text: text.to_string(),
        goes_on: false,
    }
}

/// Returns true if the text begins with `begun`, ignoring case.
fn begins(text: &str, begun: &str) -> bool {
    text.get(..begun.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(begun))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(line: &str) -> (usize, Vec<String>) {
        let words = Words {
            commands: &["save", "save!", "board", "look", "hint"],
            moves: ["sail 1", "sail 10", "buy B041 2", "buy B041 3", "end"]
                .map(str::to_string)
                .to_vec(),
            components: Rc::new(vec!["A012".to_string(), "Small market".to_string()]),
            bots: Rc::new(vec!["net".to_string(), "novice".to_string()]),
        };
        let (at, found) = completions(line, &words);
        let shown = |one: Completion| one.text + if one.goes_on { "+" } else { "" };
        (at, found.into_iter().map(shown).collect())
    }

    #[test]
    fn moves_commands_and_names_are_completed() {
        for (line, at, expected) in [
            ("sa", 0, vec!["sail+", "save", "save!"]),
            ("b", 0, vec!["buy+", "board"]),
            ("BUY b0", 4, vec!["B041+"]),
            ("b b041 ", 7, vec!["2", "3"]),
            ("sail 1", 5, vec!["1", "10"]),
            ("1, e", 3, vec!["end"]),
            ("1;e", 2, vec!["end"]),
            ("look small ", 5, vec!["Small market"]),
            ("look small m", 5, vec!["Small market"]),
            ("Look a", 5, vec!["A012"]),
            ("hint n", 5, vec!["net", "novice"]),
            ("end x", 4, vec![]),
            ("säil", 0, vec![]),
        ] {
            let (found, texts) = completed(line);
            assert_eq!(
                (found, texts),
                (at, expected.iter().map(ToString::to_string).collect()),
                "{line}"
            );
        }
    }

    #[test]
    fn text_after_the_last_comma_is_completed() {
        let names = ["corn", "coffee", "plant corn", "plant coffee"].map(String::from);
        for (line, at, expected) in [
            ("co", 0, vec!["corn", "coffee"]),
            ("plant C", 0, vec!["plant corn", "plant coffee"]),
            ("corn, cof", 6, vec!["coffee"]),
            ("tea", 0, vec![]),
        ] {
            let (found, texts) = names_completed(line, &names);
            let texts: Vec<String> = texts.into_iter().map(|one| one.text).collect();
            assert_eq!(
                (found, texts),
                (at, expected.iter().map(ToString::to_string).collect()),
                "{line}"
            );
        }
    }
}
