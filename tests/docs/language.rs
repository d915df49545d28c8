//! Checks the language of docs, help texts, messages and comments against `docs/style.md` and the glossary.
//!
//! A failure begins with the number of violations by folder.

use std::collections::BTreeMap;

use portolan_core::{files, shipped};
use regex::{Regex, RegexBuilder};

use super::prose::{paragraphs, plain};
use super::run::pages;
use super::source::{self, Piece};

const GLOSSARY: &str = "docs/glossary.md";

/// Pages about words, which may quote any of them.
const ABOUT_WORDS: &[&str] = &[GLOSSARY, "docs/style.md"];

/// Words that the style page replaces in any context.
const AVOIDED: &str = r"\b(told|asked|held|kept|met|nobody|as it stands|beside|anew)\b";

/// Accepted uses of these words. They are searched in the lower-case text around a match.
const ALLOWED: &[&str] = &[
    // A value in the protocol of `portolan serve`.
    "\"told\"", // The standard name of data that training does not see.
    "held out", "held-out",
];

/// Words that must not begin a doc comment, which begins with what the item is or does.
const QUESTION: &str = r"^[/!]\s*(What|Which|Whether|How|Why|Where|When|Who)\b";

/// Rejected notations of intervals, with an example of each. The accepted notation is `39.9 % (35.9–43.9)`.
const INTERVALS: &[(&str, &str)] = &[
    (r"\d%", "39.9%"),
    (r"\[-?\d[\d.,]*(, |–|-| to )-?\d[\d.]*\]", "[35.9, 43.9]"),
    (
        r"\((?:95 % )?-?\d+\.\d+ ?%?(?: to |-| - |, |…| … )[-+]?\d+\.\d+ ?%?\)",
        "(35.9 to 43.9)",
    ),
    (r"\d ?%? ?\(95 ?% CI", "39.9 % (95 % CI 35.9–43.9)"),
];

/// Returns the words that the glossary replaces, each with the term to use instead.
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

/// Returns the paragraphs, rows and headings of README and docs.
fn docs() -> Vec<Piece> {
    let mut texts = Vec::new();
    for page in pages() {
        if page.name.starts_with("docs/rules/") || ABOUT_WORDS.contains(&page.name.as_str()) {
            continue;
        }
        let piece = |line, text| Piece {
            file: page.name.clone(),
            line,
            text,
        };
        let all = paragraphs(&page.text, true).into_iter();
        texts.extend(all.map(|paragraph| piece(paragraph.line, paragraph.text)));
        let lines = page.text.lines().enumerate();
        let heads = lines.filter(|(_, line)| line.starts_with('#'));
        texts.extend(heads.map(|(index, head)| piece(index + 1, plain(head))));
    }
    texts
}

/// Returns the lines of help of all commands and the descriptions in shipped files.
fn help() -> Vec<Piece> {
    let mut texts = Vec::new();
    portolan::register();
    let mut commands = vec![portolan_cli::command()];
    while let Some(mut command) = commands.pop() {
        let help = command.render_long_help().to_string();
        let file = format!("help of {}", command.get_name());
        // Messages in JSON use the words of the protocol.
        let lines = help.lines().enumerate();
        let lines = lines.filter(|(_, line)| !line.trim_start().starts_with('{'));
        texts.extend(lines.map(|(index, line)| Piece {
            file: file.clone(),
            line: index + 1,
            text: plain(line),
        }));
        commands.extend(command.get_subcommands().cloned());
    }
    for folder in ["bots", "experiments"] {
        for path in shipped::files(folder) {
            let text = files::read_text(&path).unwrap_or_default();
            let described = |line: &str| line.starts_with('#') || line.starts_with("about ");
            let lines = text.lines().enumerate();
            let lines = lines.filter(|(_, line)| described(line));
            texts.extend(lines.map(|(index, line)| Piece {
                file: path.display().to_string(),
                line: index + 1,
                text: plain(line),
            }));
        }
    }
    texts
}

/// Fails if a problem is found in more than `most` of the texts. The failure message contains the number of problems by
/// folder and lists all of them. Lower `most` whenever texts improve; it must not rise.
fn expect_at_most(most: usize, pieces: &[Piece], problem: impl Fn(&str) -> Option<String>) {
    assert!(pieces.len() > 500, "only {} texts are found", pieces.len());
    let mut by_folder: BTreeMap<String, usize> = BTreeMap::new();
    let mut list = Vec::new();
    for Piece { file, line, text } in pieces {
        if let Some(problem) = problem(text) {
            let folder: Vec<&str> = file.split('/').take(2).collect();
            *by_folder.entry(folder.join("/")).or_default() += 1;
            list.push(format!("{file}:{line}: {problem}: {text}"));
        }
    }
    let total = list.len();
    let list = list.join("\n");
    assert!(
        total <= most,
        "{total} violations instead of {most}, {by_folder:?}\n{list}"
    );
}

/// Returns the check for words that the glossary replaces.
fn glossary_check() -> impl Fn(&str) -> Option<String> {
    let replaced = replaced();
    let all: Vec<String> = replaced
        .iter()
        .map(|(word, _)| regex::escape(word))
        .collect();
    let pattern = regex(&format!(r"\b({})\b", all.join("|")));
    move |text| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = without_allowed(text.to_lowercase());
        let word = pattern.find(&text)?.as_str().to_lowercase();
        let (_, term) = replaced.iter().find(|(known, _)| *known == word)?;
        Some(format!("\"{word}\" instead of \"{term}\""))
    }
}

/// Returns the check for words that the style page avoids.
fn avoided_check() -> impl Fn(&str) -> Option<String> {
    let pattern = regex(AVOIDED);
    move |text| {
        let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        text = without_allowed(text.to_lowercase());
        let word = pattern.find(&text)?.as_str();
        Some(format!("\"{word}\""))
    }
}

fn without_allowed(text: String) -> String {
    let replaced = |text: String, allowed: &&str| text.replace(allowed, "");
    ALLOWED.iter().fold(text, replaced)
}

fn regex(pattern: &str) -> Regex {
    let mut pattern = RegexBuilder::new(pattern);
    pattern.case_insensitive(true).build().unwrap()
}

/// Returns the check for rejected notations of intervals.
fn interval_check() -> impl Fn(&str) -> Option<String> {
    let patterns = INTERVALS.iter().map(|(pattern, _)| regex(pattern));
    let patterns: Vec<Regex> = patterns.collect();
    move |text| {
        let mut found = patterns.iter().filter_map(|pattern| pattern.find(text));
        Some(found.next()?.as_str().to_string())
    }
}

#[test]
fn docs_do_not_use_replaced_words_of_the_glossary() {
    expect_at_most(0, &docs(), glossary_check());
}

#[test]
fn help_does_not_use_replaced_words_of_the_glossary() {
    expect_at_most(0, &help(), glossary_check());
}

#[test]
fn messages_rarely_use_replaced_words_of_the_glossary() {
    expect_at_most(6, &source::messages(), glossary_check());
}

#[test]
fn comments_rarely_use_replaced_words_of_the_glossary() {
    expect_at_most(36, &source::comments(), glossary_check());
}

#[test]
fn docs_rarely_use_avoided_words() {
    expect_at_most(25, &docs(), avoided_check());
}

#[test]
fn help_rarely_uses_avoided_words() {
    expect_at_most(1, &help(), avoided_check());
}

#[test]
fn messages_rarely_use_avoided_words() {
    expect_at_most(18, &source::messages(), avoided_check());
}

#[test]
fn comments_rarely_use_avoided_words() {
    expect_at_most(66, &source::comments(), avoided_check());
}

#[test]
fn doc_comments_rarely_begin_with_a_question_word() {
    let pattern = Regex::new(QUESTION).unwrap();
    expect_at_most(49, &source::comments(), |text| {
        Some(pattern.find(text)?.as_str().to_string())
    });
}

#[test]
fn docs_use_one_format_for_intervals() {
    expect_at_most(0, &docs(), interval_check());
}

#[test]
fn pages_with_half_widths_state_the_95_percent_level() {
    let pages = pages().into_iter();
    let without = pages.filter(|page| page.text.contains('±') && !page.text.contains("95 %"));
    let names: Vec<String> = without.map(|page| page.name).collect();
    assert!(names.is_empty(), "{names:?}");
}

#[test]
fn language_checks_find_violations_and_accept_good_text() {
    let glossary = glossary_check();
    let avoided = avoided_check();
    assert!(replaced().len() > 20, "{}", replaced().len());
    let (word, _) = &replaced()[0];
    assert!(glossary(&format!("it is {word} here")).is_some());
    assert!(glossary("wholly unrelated").is_none());
    for text in ["Told so.", "the net beside\nit", "as it\nstands", "Nobody"] {
        assert!(avoided(text).is_some(), "{text}");
    }
    for text in ["untold", "metre", "games held out", "besides"] {
        assert!(avoided(text).is_none(), "{text}");
    }
    let question = Regex::new(QUESTION).unwrap();
    assert!(question.is_match("/ Whether it fits."));
    assert!(!question.is_match("/ Whatever fits.") && !question.is_match(" Why it fits."));
    for (pattern, example) in INTERVALS {
        assert!(regex(pattern).is_match(example), "{example}");
    }
    for text in ["39.9 % (35.9–43.9)", "-1.2 (-2.0–0.4)", "11.3 ± 0.2"] {
        assert_eq!(interval_check()(text), None);
    }
}

/// Verbs that may begin the one-line description of a command.
const VERBS: &[&str] = &[
    "Add", "Answer", "Ask", "Change", "Check", "Compare", "Count", "Enter", "Estimate", "Export",
    "Find", "Follow", "List", "Measure", "Merge", "Play", "Print", "Show", "Start", "Train", "Try",
    "Write",
];

#[test]
fn descriptions_of_commands_begin_with_a_verb() {
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
