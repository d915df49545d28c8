//! Reference pages that are generated from declarations in the program: the command line and the keys of files.
//!
//! `PORTOLAN_BLESS=1 cargo test --test docs reference` updates them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use clap::{Arg, Command};
use portolan_core::setting_keys::{Key, KeyTable};
use portolan_players::bots::BotKind;
use portolan_players::search::parameters::{Accepts, Method};
use portolan_players::search::settings::PARAMETERS;
use portolan_run::settings::Settings;
use portolan_run::settings::file_kind::FileKind;

use super::key_tables::KEY_TABLES;
use super::reference::table;

/// First line of each generated page.
const HEAD: &str = "<!-- Generated: PORTOLAN_BLESS=1 cargo test --test docs reference -->\n";

/// Returns the texts of all generated pages with their paths.
fn pages() -> [(&'static str, String); 2] {
    [
        ("docs/reference/cli.md", command_line()),
        ("docs/reference/keys.md", keys()),
    ]
}

/// Returns the page of the command line, with one section per command in the order of `portolan --help`.
fn command_line() -> String {
    portolan::register();
    let mut command = portolan_cli::command();
    // Pages do not depend on the width of the terminal.
    command = command.term_width(0);
    command.build();
    let mut page = format!(
        "{HEAD}# Command-line reference\nEvery command of `portolan` with its options, from the same source as `portolan COMMAND --help`. \
         All commands also have `--help`.\n\n"
    );
    let rows = verbs(&command).map(|verb| {
        let name = verb.get_name();
        [
            format!("[`{name}`](#portolan-{name})"),
            text(verb.get_about()),
        ]
    });
    page += &table(["command", "purpose"], rows);
    verbs(&command).for_each(|verb| section(&mut page, verb, "portolan", "##"));
    page
}

/// Returns the subcommands except `help`.
fn verbs(command: &Command) -> impl Iterator<Item = &Command> {
    let all = command.get_subcommands();
    all.filter(|verb| verb.get_name() != "help")
}

fn text(styled: Option<&clap::builder::StyledStr>) -> String {
    styled.map(ToString::to_string).unwrap_or_default()
}

/// Appends the sections of a command and its subcommands.
fn section(page: &mut String, command: &Command, parent: &str, mark: &str) {
    let name = format!("{parent} {}", command.get_name());
    let about = text(command.get_long_about().or(command.get_about()));
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").trim();
    let _ = write!(
        page,
        "\n{mark} {name}\n{}\n\n```text\n{usage}\n```\n",
        sentence(&about)
    );
    let shown = |arg: &&Arg| !arg.is_hide_set() && arg.get_id() != "help";
    let rows: Vec<_> = command.get_arguments().filter(shown).map(option).collect();
    if !rows.is_empty() {
        let _ = write!(
            page,
            "\n{}",
            table(["option", "meaning", "default"], rows.into_iter())
        );
    }
    let after = text(command.get_after_long_help().or(command.get_after_help()));
    if !after.is_empty() {
        let _ = write!(page, "\n```text\n{}\n```\n", after.trim());
    }
    let deeper = format!("{mark}#");
    verbs(command).for_each(|verb| section(page, verb, &name, &deeper));
}

/// Returns a line of help with a full stop.
fn sentence(about: &str) -> String {
    let stop = if about.ends_with(['.', ':']) { "" } else { "." };
    format!("{about}{stop}")
}

/// Returns the row of an option or a positional argument.
fn option(arg: &Arg) -> [String; 3] {
    let values: Vec<String> = (arg.get_value_names().unwrap_or_default().iter())
        .map(ToString::to_string)
        .collect();
    let takes_values = arg.get_action().takes_values();
    let values = match takes_values {
        true => values.join(" "),
        false => String::new(),
    };
    let short = arg.get_short().map(|short| format!("-{short}"));
    let long = arg.get_long().map(|long| format!("--{long}"));
    let spelt: Vec<String> = short.into_iter().chain(long).collect();
    let name = match spelt.is_empty() {
        true if arg.is_required_set() => values,
        true => format!("[{values}]"),
        false => format!("{} {values}", spelt.join(", ")),
    };
    let help = text(arg.get_long_help().or(arg.get_help()));
    let paragraphs: Vec<&str> = help.split("\n\n").collect();
    let joined = paragraphs.join(". ");
    let mut meaning = joined.split_whitespace().collect::<Vec<_>>().join(" ");
    // A default that depends on other options is given in the text.
    let mut default = String::new();
    if let Some((before, rest)) = meaning.split_once(" [default: ") {
        let (what, behind) = rest.split_once(']').expect("a bracket is closed");
        default = what.to_string();
        meaning = format!("{before}{behind}");
    }
    let possible: Vec<String> = (arg.get_possible_values().iter())
        .filter(|value| takes_values && !value.is_hide_set())
        .map(|value| format!("`{}`", value.get_name()))
        .collect();
    if !possible.is_empty() {
        meaning = format!("{}: {}", meaning, possible.join(", "));
    }
    let values: Vec<String> = (arg.get_default_values().iter())
        .filter(|_| takes_values)
        .map(|value| format!("`{}`", value.to_string_lossy()))
        .collect();
    if default.is_empty() {
        default = values.join(", ");
    }
    [
        format!("`{}`", name.trim()),
        meaning.replace('<', "&lt;"),
        default,
    ]
}

/// Returns the page of the keys of all files.
fn keys() -> String {
    let mut page = format!(
        "{HEAD}# Keys of files\nEvery key of experiment files, bot files, learning files, tuning files and balance files. All of them are TOML. An unknown key is an \
         error; the message names the file, the line and the nearest key. Relative paths start from the folder of the file.\n"
    );
    page += "\n## Experiment files\n`portolan run` plays them ([guide](../guide/experiments.md)). All kinds have these keys:\n\n";
    let (everywhere, elsewhere): (Vec<&Key>, Vec<&Key>) =
        Settings::KEYS.iter().partition(|key| key.kinds.is_empty());
    let rows = everywhere
        .into_iter()
        .map(|key| [&code(key.name), key.meaning, key.default].map(str::to_string));
    page += &table(["key", "meaning", "default"], rows);
    page += "\nSome kinds have these keys as well:\n\n";
    let rows = elsewhere.into_iter().map(|key| {
        let kinds: Vec<String> = (key.kinds.iter()).map(|kind| code(kind)).collect();
        [&code(key.name), &kinds.join(", "), key.meaning, key.default].map(str::to_string)
    });
    page += &table(["key", "kinds", "meaning", "default"], rows);
    documented(&mut page, FileKind::Experiment);
    let _ = write!(
        page,
        "\n## Bot files\nA file describes a player ([guide](../guide/players.md)). Its `kind` is one of {}.\n",
        BotKind::names().map(code).join(", ")
    );
    documented(&mut page, FileKind::Bot);
    for method in BotKind::ALL
        .into_iter()
        .filter_map(BotKind::with_parameters)
    {
        parameters(&mut page, method);
    }
    page += "\n## Learning files\n`portolan learn` plays them ([guide](../guide/train.md)).\n";
    documented(&mut page, FileKind::Learning);
    page += "\n## Tuning files\n`portolan tune` plays them ([guide](../guide/train.md)).\n";
    documented(&mut page, FileKind::Tuning);
    page += "\n## Balance files\n`portolan balance` plays them ([guide](../guide/targets.md)).\n";
    documented(&mut page, FileKind::Balance);
    page
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

/// Appends the tables of keys of a kind of file.
fn documented(page: &mut String, file: FileKind) {
    for of in KEY_TABLES.iter().filter(|table| table.file == file) {
        match of.name {
            "" => page.push('\n'),
            "program" => *page += "\n### `kind = \"program\"`\n",
            "range in [space]" => *page += "\n### Range in `[space]`\n",
            name => {
                let _ = write!(page, "\n### `{name}`\n");
            }
        }
        let rows = of
            .keys
            .iter()
            .map(|key| [&code(key.name), key.meaning, key.default].map(str::to_string));
        *page += &table(["key", "meaning", "default"], rows);
    }
}

/// Appends the parameters of a kind of bot.
fn parameters(page: &mut String, method: Method) {
    let of_method = PARAMETERS.iter().filter(|known| known.is_of(method));
    let rows = of_method.map(|parameter| {
        let mut meaning = parameter.meaning.to_string();
        let accepts = match parameter.accepts {
            Accepts::OneOf(words) => {
                let words = words
                    .iter()
                    .map(|(word, says)| format!("`\"{word}\"`: {says}"));
                meaning += &format!(". {}", words.collect::<Vec<_>>().join("; "));
                "one of the words".to_string()
            }
            accepts => accepts.to_string(),
        };
        [
            code(parameter.name),
            accepts,
            meaning,
            code(&parameter.default.to_string()),
        ]
    });
    let rows = table(["key", "accepts", "meaning", "default"], rows);
    let name = method.name();
    let _ = write!(page, "\n### `kind = \"{name}\"`\n{rows}");
}

#[test]
fn reference_pages_are_current() {
    for (name, page) in pages() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        if std::env::var_os("PORTOLAN_BLESS").is_some() {
            std::fs::write(path, page).unwrap();
            continue;
        }
        let found = std::fs::read_to_string(path).unwrap_or_default();
        let mut lines = page.lines().zip(found.lines());
        assert!(
            found == page,
            "{name} is not current; PORTOLAN_BLESS=1 cargo test --test docs reference writes it: {:?}",
            lines.find(|(expected, found)| expected != found)
        );
    }
}

#[test]
fn each_command_has_exactly_one_section() {
    let page = command_line();
    let mut sections: BTreeMap<&str, usize> = BTreeMap::new();
    for line in page.lines().filter(|line| line.starts_with('#')) {
        *sections.entry(line).or_default() += 1;
    }
    for verb in ["## portolan simulate", "### portolan campaign new"] {
        assert_eq!(sections.get(verb), Some(&1), "{verb}");
    }
    assert!(sections.values().all(|&times| times == 1), "{sections:?}");
}
