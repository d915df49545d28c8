//! Generated tables between `<!-- table: WHAT -->` and `<!-- end of table -->`: declarations of the program on the reference
//! pages, and results in README and the findings.
//!
//! `PORTOLAN_BLESS=1 cargo test --test docs reference` updates them.

use std::collections::BTreeSet;

use portolan::games::GAMES;
use portolan_core::{files, shipped};
use portolan_report::questions::QUESTIONS;
use portolan_run::results::columns::{OF_CRASHES, OF_EVENTS, OF_GAMES, OF_LUCK, OF_PROGRAMS};
use portolan_run::settings::Kind;

use super::findings;
use super::run::{Page, pages};

/// Start of the comment before a table, up to its name.
const BEGIN: &str = "<!-- table: ";
/// Comment after a table.
const END: &str = "<!-- end of table -->";

/// Returns all tables of the reference pages by the names in their comments.
fn tables() -> Vec<(String, String)> {
    let of_game = |entry: &&portolan::games::GameEntry| {
        let rows = entry.options.iter().map(|option| {
            let name = format!("`{}`", option.name);
            [&name, option.accepts, option.default, option.meaning].map(str::to_string)
        });
        let heads = ["option", "accepts", "default", "what it changes"];
        (format!("options of {}", entry.name), table(heads, rows))
    };
    let mut tables: Vec<(String, String)> = GAMES.iter().map(of_game).collect();
    for (file, columns) in [
        ("games.csv", OF_GAMES),
        ("games.csv where luck is valued", OF_LUCK),
        ("events.csv", OF_EVENTS),
        ("crashes.csv", OF_CRASHES),
        ("programs.csv", OF_PROGRAMS),
    ] {
        let rows = columns.iter().map(|column| {
            let name = format!("`{}`", column.name);
            [&name, column.holds.in_words(), column.meaning].map(str::to_string)
        });
        let heads = ["column", "holds", "meaning"];
        tables.push((format!("columns of {file}"), table(heads, rows)));
    }
    tables.push(("questions".to_string(), questions()));
    tables.push(("shipped experiments".to_string(), shipped_experiments()));
    tables
}

/// Returns the questions of reports with the kinds of experiment that answer them.
fn questions() -> String {
    let kinds = |kinds: &[Kind]| -> String {
        let names: Vec<String> = kinds
            .iter()
            .map(|kind| format!("`{}`", kind.name()))
            .collect();
        names.join(", ")
    };
    let rows = QUESTIONS.iter().map(|question| {
        let name = format!("`{}`", question.name);
        let (first, also) = (kinds(question.first), kinds(question.also));
        [name, question.about.to_string(), first, also]
    });
    table(["question", "asks", "default of", "also for"], rows)
}

/// Returns the names of the shipped experiments with their first comments.
fn shipped_experiments() -> String {
    portolan::register();
    let rows = shipped::files("experiments").filter_map(|path| {
        let text = files::read_text(&path).expect("shipped files are readable");
        let question = text.lines().next()?.strip_prefix("# ")?.to_string();
        let folder = path.parent()?.file_name()?.to_str()?;
        let name = format!("`{}`", path.file_stem()?.to_str()?);
        (!["bots", "changes"].contains(&folder)).then_some([name, question])
    });
    let mut rows: Vec<[String; 2]> = rows.collect();
    rows.sort();
    table(["name", "question"], rows.into_iter())
}

/// Returns a table in Markdown.
pub fn table<const N: usize>(heads: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let mut table = line(&heads.map(str::to_string));
    table.push_str(&line(&heads.map(|_| "---".to_string())));
    rows.for_each(|row| table.push_str(&line(&row)));
    table
}

/// Returns a page with updated tables, and the names of the tables.
///
/// # Errors
/// A message if a comment is invalid.
fn written(text: &str) -> Result<(String, Vec<String>), String> {
    let (mut new, mut of, mut rest) = (String::new(), Vec::new(), text);
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (what, inside) = after.split_once(" -->\n").ok_or("a comment has no end")?;
        let (_, behind) = inside
            .split_once(END)
            .ok_or_else(|| format!("{END} is missing"))?;
        let table = if what.starts_with("finding ") {
            findings::table(what)?
        } else {
            let known = tables().into_iter().find(|(known, _)| known == what);
            known
                .ok_or_else(|| format!("there is no table of \"{what}\""))?
                .1
        };
        new.push_str(&format!("{before}{BEGIN}{what} -->\n{table}{END}"));
        of.push(what.to_string());
        rest = behind;
    }
    new.push_str(rest);
    Ok((new, of))
}

#[test]
fn reference_tables_match_the_program() {
    let mut found = BTreeSet::new();
    for Page { name, text, .. } in pages() {
        // `keys.md` contains the tables of this page and replaces it.
        if name == "docs/reference/experiment-files.md" {
            continue;
        }
        let (new, of) = written(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        if std::env::var_os("PORTOLAN_BLESS").is_some() && new != text {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(&name);
            std::fs::write(path, &new).unwrap();
        } else {
            let lines = new.lines().zip(text.lines());
            let other = lines
                .into_iter()
                .find(|(expected, found)| expected != found);
            assert!(
                new == text,
                "{name}: PORTOLAN_BLESS=1 cargo test --test docs reference writes it anew; {other:?}"
            );
        }
        found.extend(of.into_iter().filter(|what| !what.starts_with("finding ")));
    }
    let all: BTreeSet<String> = tables().into_iter().map(|(what, _)| what).collect();
    assert_eq!(found, all, "every table is on a page");
}

#[test]
fn outdated_reference_table_is_detected() {
    let what = "options of cartagena";
    let page = |inside: &str| format!("# Page\n{BEGIN}{what} -->\n{inside}{END}\nmore\n");
    let (new, of) = written(&page("| old |\n")).unwrap();
    assert_ne!(new, page("| old |\n"));
    assert_eq!(of, [what]);
    assert!(
        new.contains("| `pirates` | 4 to 6 | 6 | pirates per player (CA-3.2) |\n"),
        "{new}"
    );
    assert_eq!(written(&new).unwrap().0, new);
    assert!(new.ends_with("\nmore\n"));
    for (text, problem) in [
        (
            format!("{BEGIN}options of chess -->\n{END}\n"),
            "no table of \"options of chess\"",
        ),
        (format!("{BEGIN}{what} -->\n"), "is missing"),
        (format!("{BEGIN}{what}"), "has no end"),
    ] {
        let told = written(&text).unwrap_err();
        assert!(told.contains(problem), "{told}");
    }
}
