//! The reference page on the keys of files, which is generated from their declarations.
//!
//! `PORTOLAN_BLESS=1 cargo test --test docs reference` updates it.

use std::fmt::Write;
use std::path::Path;

use portolan_core::setting_keys::{Key, KeyTable};
use portolan_players::bots::BotKind;
use portolan_players::search::parameters::{Accepts, Method};
use portolan_players::search::settings::PARAMETERS;
use portolan_run::settings::Settings;
use portolan_run::settings::file_kind::FileKind;

use super::key_tables::KEY_TABLES;
use super::reference::table;

/// First line of the generated page.
const HEAD: &str = "<!-- Generated: PORTOLAN_BLESS=1 cargo test --test docs reference -->\n";

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
fn reference_page_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/keys.md");
    let page = keys();
    if std::env::var_os("PORTOLAN_BLESS").is_some() {
        std::fs::write(path, page).unwrap();
        return;
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    let mut lines = page.lines().zip(found.lines());
    assert!(
        found == page,
        "docs/reference/keys.md is not current; PORTOLAN_BLESS=1 cargo test --test docs reference writes it: {:?}",
        lines.find(|(expected, found)| expected != found)
    );
}
