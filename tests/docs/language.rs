//! The language of what people read: the words that the glossary replaces appear nowhere, and sentences of README,
//! guides, findings and glossary are short.

use std::collections::BTreeSet;

use portolan_core::{files, shipped};

use super::prose::{paragraphs, plain, sentences, words};
use super::run::pages;

/// Most words of a sentence in README, guides, findings and glossary.
const MOST_WORDS: usize = 25;

const GLOSSARY: &str = "docs/glossary.md";

/// What the glossary replaces: each of its words, and the term to write instead.
fn replaced() -> Vec<(String, String)> {
    let pages = pages();
    let page = pages.iter().find(|page| page.name == GLOSSARY);
    let text = &page.expect("there is a glossary").text;
    let mut replaced = Vec::new();
    for row in text.lines().filter_map(|line| line.strip_prefix("| ")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let quoted = cells.get(2).unwrap_or(&"").split('"').skip(1).step_by(2);
        replaced.extend(quoted.map(|word| (word.to_lowercase(), cells[0].to_string())));
    }
    replaced
}

/// Whether a text, in small letters, has a word or several as words of their own.
fn has(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let inside = |letter: char| letter.is_alphanumeric() || letter == '_';
        !text[..at].ends_with(inside) && !text[at + word.len()..].starts_with(inside)
    })
}

/// Every text that the glossary is for, with where it is.
fn texts() -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for page in pages() {
        if page.name.starts_with("docs/rules/") || page.name == GLOSSARY {
            continue;
        }
        let all = paragraphs(&page.text, true).into_iter();
        texts.extend(
            all.map(|paragraph| (format!("{}:{}", page.name, paragraph.line), paragraph.text)),
        );
        let heads = page.text.lines().filter(|line| line.starts_with('#'));
        texts.extend(heads.map(|head| (page.name.clone(), plain(head))));
    }
    portolan::register();
    let mut commands = vec![portolan_cli::command()];
    while let Some(mut command) = commands.pop() {
        let help = command.render_long_help().to_string();
        let name = command.get_name().to_string();
        // Messages in JSON have the words of the protocol.
        let lines = help
            .lines()
            .filter(|line| !line.trim_start().starts_with('{'));
        texts.extend(lines.map(|line| (format!("help of {name}"), plain(line))));
        commands.extend(command.get_subcommands().cloned());
    }
    for folder in ["bots", "experiments"] {
        for path in shipped::files(folder) {
            let text = files::read_text(&path).unwrap_or_default();
            let described = |line: &&str| line.starts_with('#') || line.starts_with("about ");
            let lines = text.lines().filter(described);
            texts.extend(lines.map(|line| (path.display().to_string(), plain(line))));
        }
    }
    texts
}

#[test]
fn no_text_has_a_word_that_the_glossary_replaces() {
    let replaced = replaced();
    assert!(replaced.len() > 20, "{}", replaced.len());
    let mut wrong = Vec::new();
    let mut places = BTreeSet::new();
    for (at, text) in texts() {
        let text = text.to_lowercase();
        for (word, term) in &replaced {
            if has(&text, word) {
                wrong.push(format!("{at}: \"{word}\" ({term}): {text}"));
            }
        }
        places.insert(at);
    }
    assert!(places.len() > 500, "{}", places.len());
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_word_is_found_as_a_word() {
    assert!(has("it is told here", "told"));
    assert!(has("told", "told"));
    assert!(!has("untold stories, told_by", "told"));
}

#[test]
fn sentences_are_short() {
    let mut long = Vec::new();
    let mut all = 0;
    for page in pages() {
        let is_short = page.name == "README.md"
            || page.name == GLOSSARY
            || page.name.starts_with("docs/guide/")
            || page.name.starts_with("docs/findings/");
        for paragraph in paragraphs(&page.text, false) {
            for sentence in sentences(&paragraph.text) {
                all += 1;
                let words = words(sentence);
                if is_short && words > MOST_WORDS {
                    let line = paragraph.line;
                    long.push(format!("{}:{line}: {words} words: {sentence}", page.name));
                }
            }
        }
    }
    assert!(all > 1000, "{all}");
    assert!(long.is_empty(), "{}:\n{}", long.len(), long.join("\n"));
}

/// What lines of help begin with.
const VERBS: &[&str] = &[
    "Add", "Answer", "Ask", "Change", "Check", "Compare", "Count", "Enter", "Estimate", "Export",
    "Find", "Fit", "Follow", "List", "Measure", "Merge", "Play", "Print", "Show", "Start", "Train",
    "Try", "Write",
];

#[test]
fn every_command_is_a_verb_and_its_object() {
    portolan::register();
    let mut commands = vec![portolan_cli::command()];
    let mut seen = 0;
    while let Some(command) = commands.pop() {
        for verb in command.get_subcommands() {
            let about = verb
                .get_about()
                .map(ToString::to_string)
                .unwrap_or_default();
            let first = about.split(' ').next().unwrap_or_default();
            assert!(
                VERBS.contains(&first.trim_end_matches(',')),
                "{}: {about}: expected a line that begins with one of {}",
                verb.get_name(),
                VERBS.join(", ")
            );
            seen += 1;
        }
        commands.extend(command.get_subcommands().cloned());
    }
    assert!(seen > 25, "{seen}");
}
