//! The commands in the documentation are valid, and everything that they name exists.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;

use portolan_core::shipped;
use portolan_players::bots::catalog::{HUMAN, names};

/// Returns the folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

fn pages() -> Vec<(PathBuf, String)> {
    let root = root();
    let mut pages = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                pages.push(path);
            }
        }
    }
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        (path, text)
    };
    pages.into_iter().map(read).collect()
}

/// Returns the commands of the program in a text: lines of code and text between backticks.
fn commands(text: &str) -> Vec<Vec<String>> {
    let mut parts = text.split("\\\n");
    let mut joined = parts.next().unwrap_or_default().to_string();
    joined.extend(parts.map(|part| format!(" {}", part.trim_start())));
    let mut commands = Vec::new();
    // In a paragraph, a command may continue on the next line.
    let paragraphs = joined
        .split("\n\n")
        .map(|paragraph| paragraph.replace('\n', " "));
    let inline = paragraphs.flat_map(|paragraph| {
        let parts = paragraph.split('`').map(str::to_string);
        parts.skip(1).step_by(2).collect::<Vec<_>>()
    });
    let mut fenced = false;
    let blocks = joined.lines().filter(|line| {
        fenced ^= line.starts_with("```");
        fenced || line.starts_with("    ")
    });
    let blocks: Vec<String> = blocks.map(str::to_string).collect();
    for code in blocks.into_iter().chain(inline) {
        for part in code.split(['|', ';', '&', '#', '>']) {
            // An explanation may follow after three spaces.
            let typed = part.trim_start().split("   ").next().unwrap_or_default();
            let words: Vec<&str> = typed.split_whitespace().collect();
            let arguments = match words.as_slice() {
                ["portolan", rest @ ..] => rest,
                ["cargo", "run", rest @ ..] => {
                    let after = rest.iter().position(|word| *word == "--");
                    after.map_or(&[][..], |at| &rest[at + 1..])
                }
                _ => continue,
            };
            commands.push(arguments.iter().map(|word| word.to_string()).collect());
        }
    }
    commands
}

/// Returns true if a word is a placeholder: `FILE`, `BOT,…`, `I/N`, `strength-net-GAME`.
fn stands_for_others(word: &str) -> bool {
    let capitals = |part: &str| part.chars().all(char::is_uppercase) && !part.is_empty();
    word.contains(['…', '[', '<', '*', '\'', '"'])
        || word.contains("...")
        || word.split(['/', '-', '.', ',']).any(capitals)
}

#[test]
fn every_documented_command_is_valid() {
    portolan::register();
    let command = portolan_cli::command();
    let mut understood = 0;
    for (page, text) in pages() {
        for words in commands(&text) {
            if words.is_empty() || words.iter().any(|word| stands_for_others(word)) {
                continue;
            }
            let arguments = ["portolan".to_string()].into_iter().chain(words.clone());
            if let Err(error) = command.clone().try_get_matches_from(arguments) {
                // The text may be only the name of a command, without arguments.
                let incomplete = matches!(
                    error.kind(),
                    ErrorKind::DisplayHelp
                        | ErrorKind::MissingRequiredArgument
                        | ErrorKind::MissingSubcommand
                        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
                );
                let words = words.join(" ");
                assert!(incomplete, "{}: portolan {words}: {error}", page.display());
            }
            understood += 1;
            for pair in words.windows(2) {
                if pair[0] == "--bots" || pair[0] == "--bot" {
                    let known = names(None);
                    for bot in pair[1].split(',') {
                        let is_known = bot == HUMAN || known.iter().any(|name| name == bot);
                        // The bot may be an example that the page tells the reader to write.
                        let own = text.contains(&format!("`bots/{bot}.toml`"));
                        assert!(
                            is_known || own || bot.ends_with(".toml"),
                            "{}: {bot}",
                            page.display()
                        );
                    }
                }
            }
        }
    }
    assert!(understood > 150, "{understood}");
}

/// Returns the links of a page, each with a target (empty for the page itself) and an anchor (may
/// be empty).
fn links(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let inside = text.split("](").skip(1);
    let whole = inside.filter_map(|rest| rest.split(')').next());
    whole
        .filter(|link| !link.contains("://"))
        .map(|link| link.split_once('#').unwrap_or((link, "")))
}

/// Returns the anchors of a page: explicit ones, and those that GitHub generates for headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let named = text
        .split("<a id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next());
    let headings = text.lines().filter_map(|line| {
        let title = line.trim_start_matches('#');
        title.strip_prefix(' ').filter(|_| title != line)
    });
    let slug = |title: &str| -> String {
        let kept = title.to_lowercase().replace(' ', "-");
        kept.chars()
            .filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter))
            .collect()
    };
    named
        .map(str::to_string)
        .chain(headings.map(slug))
        .collect()
}

#[test]
fn readme_links_every_page_of_the_docs() {
    let root = root();
    let text = std::fs::read_to_string(root.join("README.md")).unwrap();
    let linked: BTreeSet<PathBuf> = links(&text).map(|(target, _)| root.join(target)).collect();
    for (page, _) in pages() {
        let is_linked = !page.starts_with(root.join("docs")) || linked.contains(&page);
        assert!(is_linked, "README.md has no link to {}", page.display());
    }
}

#[test]
fn every_linked_file_exists() {
    let root = root();
    for (page, text) in pages() {
        let folder = page.parent().unwrap();
        for (target, anchor) in links(&text) {
            let file = match target {
                "" => page.clone(),
                _ => folder.join(target),
            };
            assert!(file.exists(), "{}: {target}", page.display());
            if !anchor.is_empty() {
                let there = anchors(&std::fs::read_to_string(&file).unwrap());
                assert!(
                    there.contains(anchor),
                    "{}: {target}#{anchor}",
                    page.display()
                );
            }
        }
        for named in text.split("experiments/").skip(1) {
            let end = |letter: char| !(letter.is_alphanumeric() || "/-_.".contains(letter));
            let path = named.split(end).next().unwrap().trim_end_matches('.');
            if path.contains("toml") && !stands_for_others(path) {
                let there = root.join("experiments").join(path).is_file();
                assert!(there, "{}: experiments/{path}", page.display());
            }
        }
    }
}

/// Returns true if a text contains a name as a separate word.
fn names_it(text: &str, name: &str) -> bool {
    let inside = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(inside) && !text[at + name.len()..].starts_with(inside)
    })
}

#[test]
fn every_shipped_experiment_is_mentioned_in_the_docs() {
    portolan::register();
    let told: String = pages().into_iter().map(|(_, text)| text).collect();
    let mut of_games = 0;
    let files: Vec<PathBuf> = shipped::files("experiments").collect();
    let written: String = files
        .iter()
        .map(|path| portolan_core::files::read_text(path).unwrap())
        .collect();
    for path in files {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let folder = path.parent().unwrap().file_name().unwrap();
        if folder == "bots" || folder == "changes" {
            let file = format!("{name}.toml");
            let plays = names_it(&written, &file) || names_it(&told, &file);
            assert!(plays, "{}: nobody plays with it", path.display());
            continue;
        }
        of_games += 1;
        let family = name.replace(folder.to_str().unwrap(), "GAME");
        let is_told = names_it(&told, name) || names_it(&told, &family);
        assert!(is_told, "{}: no page tells of it", path.display());
    }
    assert!(of_games < 60, "{of_games} experiments are too many");
}
