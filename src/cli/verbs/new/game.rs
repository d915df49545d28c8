//! `portolan new game`: creates a crate with the whole program and a new game, which is Nim at first.

use std::path::{Path, PathBuf};

use clap::Args;
use portolan_core::files;

use crate::ui::failure::Failure;
use crate::ui::print::print;
use crate::verbs::run::launch::quote;

/// Source of the program. It is also an example of the library, so that it is compiled and tested.
const PROGRAM: &str = include_str!("template/main.rs");
/// Names of the game in the template, as id and title.
const TEMPLATE: (&str, &str) = ("nim", "Nim");

/// Arguments of `portolan new game`.
///
/// The new game is Nim. Bots and experiments in `bots/NAME/` and `experiments/NAME/` of the new folder are available
/// by name.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan new game nim
  portolan new game tea_house --library ../portolan
  cd nim && cargo run --release -- simulate --game nim --bots mcts-rollouts,random --games 200")]
pub struct GameArgs {
    /// Name of the game: lowercase letters, digits and _
    name: String,
    /// Write the new program to this folder [default: the name]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Use this checkout of portolan [default: the checkout that contains the current folder, or else the released
    /// crate]
    #[arg(long = "library", value_name = "DIR")]
    checkout: Option<PathBuf>,
}

impl GameArgs {
    pub fn run(self) -> Result<(), Failure> {
        check_name(&self.name)?;
        let out = self.out.clone().unwrap_or_else(|| self.name.clone().into());
        if out.exists() {
            return Err(Failure::usage(format!(
                "{} already exists; choose another folder with --out",
                out.display()
            )));
        }
        let library = match &self.checkout {
            Some(folder) if is_checkout(folder) => Some(whole(folder)?),
            Some(folder) => {
                return Err(Failure::usage(format!(
                    "--library {}: expected a checkout of portolan: the folder that contains its \
                     Cargo.toml",
                    folder.display()
                )));
            }
            None => around(Path::new(".")),
        };
        let written = [
            ("Cargo.toml", manifest(&self.name, library.as_deref())),
            ("src/main.rs", program(&self.name)),
            (
                &*format!("bots/{}/thinker.toml", self.name),
                thinker(&self.name),
            ),
            (
                &*format!("experiments/{0}/{0}-first.toml", self.name),
                experiment(&self.name),
            ),
            (".gitignore", "target\nresults\n".to_string()),
        ];
        // The folder is renamed to its final name when it is complete.
        let mut draft = out.clone().into_os_string();
        draft.push(".tmp");
        let draft = PathBuf::from(draft);
        if draft.exists() {
            std::fs::remove_dir_all(&draft).map_err(failed(&draft))?;
        }
        for (name, text) in written {
            let path = draft.join(name);
            let folder = path.parent().unwrap_or(&draft);
            std::fs::create_dir_all(folder).map_err(failed(folder))?;
            files::save(&path, text).map_err(failed(&path))?;
        }
        files::rename(&draft, &out).map_err(failed(&out))?;
        print(&format!(
            "{out}: a program with the game {name}. To begin:\n  cd {folder}\n  cargo run --release -- run {name}-first\n  \
             cargo run --release -- report results/{name}-first\n",
            out = out.display(),
            name = self.name,
            folder = quote(&out.display().to_string()),
        ))
    }
}

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> Failure {
    let path = path.display().to_string();
    move |error| Failure::work(format!("{path}: {error}"))
}

fn check_name(name: &str) -> Result<(), Failure> {
    let begins = name.starts_with(|sign: char| sign.is_ascii_lowercase());
    let fits = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '_';
    let taken = portolan_core::registry::entry(name).is_ok();
    if begins && name.len() <= 40 && name.chars().all(fits) && !taken {
        return Ok(());
    }
    let why = match taken {
        true => "is already a game of this program",
        false => "is not a valid name for a game",
    };
    Err(Failure::usage(format!(
        "\"{name}\" {why}; expected another name of lowercase letters, digits and _, such as tea_house"
    )))
}

/// Returns true if a folder contains the source of portolan.
fn is_checkout(folder: &Path) -> bool {
    let text = files::read_text(&folder.join("Cargo.toml")).unwrap_or_default();
    text.lines()
        .any(|line| line.trim() == "name = \"portolan\"")
}

fn whole(folder: &Path) -> Result<PathBuf, Failure> {
    std::fs::canonicalize(folder).map_err(failed(folder))
}

/// Returns the checkout that contains a folder.
fn around(folder: &Path) -> Option<PathBuf> {
    let folder = std::fs::canonicalize(folder).ok()?;
    let mut above = folder.ancestors();
    above
        .find(|folder| is_checkout(folder))
        .map(Path::to_path_buf)
}

/// Converts `tea_house` to `TeaHouse`.
fn type_name(name: &str) -> String {
    let mut written = String::new();
    for word in name.split('_') {
        let (first, rest) = word.split_at(word.len().min(1));
        written.push_str(&first.to_ascii_uppercase());
        written.push_str(rest);
    }
    written
}

fn program(name: &str) -> String {
    PROGRAM
        .replace(TEMPLATE.1, &type_name(name))
        .replace(&format!("\"{}\"", TEMPLATE.0), &format!("\"{name}\""))
}

fn manifest(name: &str, library: Option<&Path>) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let portolan = match library {
        Some(folder) => format!("{{ path = {:?} }}", folder.display().to_string()),
        None => format!("\"{version}\""),
    };
    let package = name.replace('_', "-");
    format!(
        "[package]\nname = \"{package}-game\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nportolan = {portolan}\n\n\
         # A separate workspace, wherever the folder is.\n[workspace]\n"
    )
}

fn thinker(name: &str) -> String {
    format!(
        "kind = \"mcts\"\nabout = \"tree search by random playouts: plays any game\"\ngame = \"{name}\"\niterations = 400\n\
         objective = \"win\"\nformula = \"ucb1\"\nexploration = 1.414\n"
    )
}

fn experiment(name: &str) -> String {
    format!(
        "# How much stronger is a search than random moves?\nkind = \"simulate\"\ngame = \"{name}\"\n\
         bots = [\"thinker\", \"random\"]\ngames = 200\nseed = 1\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_name_is_converted_to_a_type_name() {
        assert_eq!(type_name("nim"), "Nim");
        assert_eq!(type_name("tea_house2"), "TeaHouse2");
    }

    #[test]
    fn generated_program_uses_the_given_game_name() {
        let text = program("tea_house");
        assert!(text.contains("const NAME: &'static str = \"tea_house\";"));
        assert!(text.contains("registration::<TeaHouse>()"));
        assert!(!text.contains("Nim") && !text.contains("\"nim\""));
    }

    #[test]
    fn invalid_game_names_are_rejected() {
        for name in ["", "Nim", "4x", "tea house", "../nim"] {
            assert!(check_name(name).is_err(), "{name}");
        }
        assert!(check_name("tea_house").is_ok());
    }
}
