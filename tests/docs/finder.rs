//! Finds what a page tells people to type, and the files that it shows.

/// A line that a page tells people to type.
#[derive(Debug, PartialEq)]
pub struct Typed {
    /// Where it begins, from 1.
    pub line: usize,
    /// What is typed: lines that go on are joined, and the program is called by its name.
    pub text: String,
}

/// A file that a page names and shows.
#[derive(Debug, PartialEq)]
pub struct Shown {
    pub name: String,
    pub text: String,
}

/// A block of code.
struct Block<'a> {
    /// The word behind the fence; none for a block that is indented.
    language: Option<&'a str>,
    /// The paragraph before it.
    before: String,
    /// Its lines with their numbers, from 1.
    lines: Vec<(usize, &'a str)>,
}

/// How pages call the program before it is installed.
const FROM_SOURCE: &[&str] = &["cargo run -q --release -- ", "cargo run --release -- "];

/// First words by which an indented block is known to be typed, beside those of the program.
const TOOLS: &[&str] = &[
    "bash", "cargo", "docker", "export", "kubectl", "parallel", "pip", "printf", "python",
    "python3", "ray", "sbatch", "sh", "srun", "ssh",
];

/// The blocks of a page, in their order.
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
            // A new paragraph begins behind an empty line.
            if blank && !line.trim().is_empty() {
                before.clear();
            }
            before.push_str(line);
            before.push(' ');
        }
        // Behind a heading or a block of code a new block may begin at once.
        blank = line.trim().is_empty() || line.starts_with('#') || fence.is_some();
    }
    blocks
}

/// Whether a line calls the program.
pub fn calls_the_program(line: &str) -> bool {
    let rest = line.strip_prefix("portolan ");
    rest.is_some_and(|rest| {
        rest.trim_start()
            .starts_with(|letter: char| letter.is_ascii_lowercase())
    }) || FROM_SOURCE.iter().any(|start| line.starts_with(start))
}

/// Whether an indented line is typed.
fn is_typed(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    calls_the_program(line) || first.starts_with("scripts/") || TOOLS.contains(&first)
}

/// The lines of a block that are typed, whole: with those that they go on in, up to the end of a text in place.
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
        // What it is for stands beside it.
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

/// Everything that a page tells people to type, in its order.
pub fn commands(page: &str) -> Vec<Typed> {
    blocks(page).iter().flat_map(typed).collect()
}

/// The files that a page shows: the last name of a TOML file in the paragraph before a block of TOML.
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
    fn every_line_of_a_block_of_shell_is_typed() {
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
    fn an_indented_block_is_typed_if_its_first_line_is() {
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
    fn lines_go_on() {
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
    fn files_go_by_the_last_name_before_them() {
        let page = "See `old.toml`.\n\nFrom `a.csv`, a file `quick.toml`\nof `net`:\n\n```toml\nrounds = 3\n```\n\n\
                    Another:\n\n```toml\nrounds = 4\n```\n";
        let expected = Shown {
            name: "quick.toml".to_string(),
            text: "rounds = 3\n".to_string(),
        };
        assert_eq!(shown(page), [expected]);
    }
}
