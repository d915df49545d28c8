//! Finds commands and files in Markdown pages.

/// Command on a page.
#[derive(Debug, PartialEq)]
pub struct Typed {
    /// Number of its first line, from 1.
    pub line: usize,
    /// Text with continuation lines joined and the installed name of the program.
    pub text: String,
}

/// File that a page names and shows.
#[derive(Debug, PartialEq)]
pub struct Shown {
    pub name: String,
    pub text: String,
}

/// Code block.
struct Block<'a> {
    /// Language after the fence; `None` for an indented block.
    language: Option<&'a str>,
    /// Paragraph before the block.
    before: String,
    /// Lines with their numbers, from 1.
    lines: Vec<(usize, &'a str)>,
}

/// Commands that run the program before it is installed.
const FROM_SOURCE: &[&str] = &["cargo run -q --release -- ", "cargo run --release -- "];

/// Words at the start of a command in an indented block, in addition to commands of the program.
const TOOLS: &[&str] = &[
    "bash", "cargo", "docker", "export", "kubectl", "parallel", "pip", "printf", "python",
    "python3", "ray", "sbatch", "sh", "srun", "ssh",
];

/// Returns the code blocks of a page in order.
fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut before = String::new();
    let mut fenced = false;
    let mut indented = false;
    let mut blank = true;
    for (index, line) in page.lines().enumerate() {
        let fence = line.trim_start().strip_prefix("```");
        if let Some(language) = fence {
            fenced = !fenced;
            indented = false;
            if fenced {
                blocks.push(Block {
                    language: Some(language.trim()),
                    before: std::mem::take(&mut before),
                    lines: Vec::new(),
                });
            }
        } else if fenced {
            blocks.last_mut().unwrap().lines.push((index + 1, line));
        } else if let Some(code) = line.strip_prefix("    ").filter(|_| blank || indented) {
            if !indented {
                blocks.push(Block {
                    language: None,
                    before: std::mem::take(&mut before),
                    lines: Vec::new(),
                });
            }
            indented = true;
            blocks.last_mut().unwrap().lines.push((index + 1, code));
        } else {
            indented = false;
            // A new paragraph begins after an empty line.
            if blank && !line.trim().is_empty() {
                before.clear();
            }
            before.push_str(line);
            before.push(' ');
        }
        // A new block may directly follow a heading or a code block.
        blank = line.trim().is_empty() || line.starts_with('#') || fence.is_some();
    }
    blocks
}

/// Returns true if a line runs the program.
pub fn calls_the_program(line: &str) -> bool {
    let rest = line.strip_prefix("portolan ");
    rest.is_some_and(|rest| {
        rest.trim_start()
            .starts_with(|letter: char| letter.is_ascii_lowercase())
    }) || FROM_SOURCE.iter().any(|start| line.starts_with(start))
}

/// Returns true if an indented line is a command.
fn is_typed(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    calls_the_program(line) || first.starts_with("scripts/") || TOOLS.contains(&first)
}

/// Returns the commands of a block, each with its continuation lines and here-documents.
fn typed(block: &Block) -> Vec<Typed> {
    let transcript = block.lines.iter().any(|(_, line)| line.starts_with("$ "));
    let all = match block.language {
        Some("sh") => true,
        Some(_) => return Vec::new(),
        None => block.lines.first().is_some_and(|(_, line)| is_typed(line)),
    };
    let mut found = Vec::new();
    let mut lines = block.lines.iter();
    while let Some(&(number, line)) = lines.next() {
        let asked = match line.strip_prefix("$ ") {
            Some(asked) => asked,
            None if !transcript && (all || calls_the_program(line)) => line,
            None => continue,
        };
        // An explanation may follow after three spaces.
        let beside = |line: &str| {
            line.trim()
                .split("   ")
                .next()
                .unwrap_or_default()
                .to_string()
        };
        let mut text = beside(asked);
        while let Some(open) = text.strip_suffix('\\') {
            text = format!(
                "{} {}",
                open.trim_end(),
                lines.next().map_or(String::new(), |(_, next)| beside(next))
            );
        }
        if let Some((_, end)) = text.split_once("<<") {
            let end = end.trim_matches('\'').to_string();
            while lines.next().is_some_and(|(_, line)| *line != end) {}
        }
        for start in FROM_SOURCE {
            text = text.replace(start, "portolan ");
        }
        if !text.is_empty() && !text.starts_with('#') {
            found.push(Typed { line: number, text });
        }
    }
    found
}

/// Returns all commands of a page in order.
pub fn commands(page: &str) -> Vec<Typed> {
    blocks(page).iter().flat_map(typed).collect()
}

/// Returns the files that a page shows. A TOML block has the last name of a TOML file in the paragraph before
/// it.
pub fn shown(page: &str) -> Vec<Shown> {
    let named = |block: &Block| {
        let name = block.before.split('`').skip(1).step_by(2);
        let name = name
            .filter(|name| name.ends_with(".toml"))
            .last()?
            .to_string();
        let text = block
            .lines
            .iter()
            .map(|(_, line)| format!("{line}\n"))
            .collect();
        Some(Shown { name, text })
    };
    let blocks = blocks(page);
    let toml = blocks.iter().filter(|block| block.language == Some("toml"));
    toml.filter_map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(page: &str) -> Vec<(usize, String)> {
        let found = commands(page).into_iter();
        found.map(|typed| (typed.line, typed.text)).collect()
    }

    #[track_caller]
    fn finds(page: &str, expected: &[(usize, &str)]) {
        let expected: Vec<(usize, String)> = expected
            .iter()
            .map(|(line, text)| (*line, text.to_string()))
            .collect();
        assert_eq!(found(page), expected);
    }

    #[test]
    fn every_line_of_a_shell_block_is_a_command() {
        finds(
            "Do:\n\n```sh\n# first\nportolan games\n\ncargo run -q --release -- bots   # all\n\
             printf 'x' | cargo run --release -- play\nray start\n```\nportolan is a program\n",
            &[
                (5, "portolan games"),
                (7, "portolan bots"),
                (8, "printf 'x' | portolan play"),
                (9, "ray start"),
            ],
        );
        finds(
            "```text\nportolan games\n```\n```\nportolan bots\n```\n",
            &[],
        );
    }

    #[test]
    fn indented_block_with_leading_command_contains_commands() {
        finds(
            "Do:\n\n    portolan play          against greedy\n    parallel portolan run\n\n    a table\n    of figures\n",
            &[(3, "portolan play"), (4, "parallel portolan run")],
        );
        finds(
            "As:\n\n    text\n    portolan games\n",
            &[(4, "portolan games")],
        );
        finds(
            "Add\n\n    [dependencies]\n    portolan = { path = \"x\" }\n",
            &[],
        );
        finds(
            "- a list\n    portolan games, and more of a sentence\n",
            &[],
        );
        finds(
            "\n    scripts/count.py a\n\n    $ scripts/s.py\n    scores\n",
            &[(2, "scripts/count.py a"), (4, "scripts/s.py")],
        );
    }

    #[test]
    fn continuation_lines_are_joined() {
        finds(
            "```sh\nportolan run a \\\n  --games 3 \\\n  --force\nkubectl apply -f - <<'END'\nkind: Job\nEND\nportolan games\n```\n",
            &[
                (2, "portolan run a --games 3 --force"),
                (5, "kubectl apply -f - <<'END'"),
                (8, "portolan games"),
            ],
        );
    }

    #[test]
    fn code_block_gets_the_last_file_name_before_it() {
        let page = "See `old.toml`.\n\nFrom `a.csv`, a file `quick.toml`\nof `net`:\n\n```toml\nrounds = 3\n```\n\n\
                    Another:\n\n```toml\nrounds = 4\n```\n";
        let expected = Shown {
            name: "quick.toml".to_string(),
            text: "rounds = 3\n".to_string(),
        };
        assert_eq!(shown(page), [expected]);
    }
}
