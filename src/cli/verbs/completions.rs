//! `portolan completions` and `portolan man`: shell completions and manual pages, generated from the declarations of
//! the command line.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::ui::failure::Failure;
use crate::ui::print::{print, print_to};
use portolan_core::files;
use portolan_core::registry::games;
use portolan_players::bots::catalog::{self, HUMAN};
use portolan_run::experiment::catalog::named_files;

/// Arguments of `portolan completions`.
///
/// Bash, Zsh and Fish also complete the names of the games, bots, experiments and rule options that exist when the
/// script is printed.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan completions bash > ~/.local/share/bash-completion/completions/portolan
  portolan completions zsh > ~/.zfunc/_portolan
  portolan completions fish > ~/.config/fish/completions/portolan.fish")]
pub struct CompletionsArgs {
    /// Shell for which to print the script
    shell: Shell,
}

/// Write pages for `man`, one for every command.
#[derive(Args)]
#[command(after_help = "Example:
  portolan man --out ~/.local/share/man/man1 && man portolan-simulate")]
pub struct ManArgs {
    /// Write the pages to this folder, which is created if missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl CompletionsArgs {
    /// Prints the completion script for this command line.
    ///
    /// # Errors
    /// [`Failure`] if the script cannot be printed.
    pub fn run(self, command: Command) -> Result<(), Failure> {
        let mut script = Vec::new();
        let mut command = with_names(command);
        let name = command.get_name().to_string();
        generate(self.shell, &mut command, name, &mut script);
        print_to(
            &mut std::io::stdout().lock(),
            &String::from_utf8_lossy(&script),
        )
    }
}

impl ManArgs {
    /// Writes the manual pages of this command line.
    ///
    /// # Errors
    /// [`Failure`] if the folder or a page cannot be written.
    pub fn run(self, command: Command) -> Result<(), Failure> {
        let failed = |error| Failure::work(format!("{}: {error}", self.out.display()));
        std::fs::create_dir_all(&self.out).map_err(failed)?;
        let name = command.get_name().to_string();
        let drafts = self.out.join(".pages");
        std::fs::create_dir_all(&drafts).map_err(failed)?;
        // A page is renamed to its final name when it is complete.
        let written = clap_mangen::generate_to(command, &drafts).and_then(|()| {
            for page in std::fs::read_dir(&drafts)? {
                let page = page?;
                let text = std::fs::read(page.path())?;
                files::save(&self.out.join(page.file_name()), text)?;
            }
            Ok(())
        });
        std::fs::remove_dir_all(&drafts).map_err(failed)?;
        written.map_err(failed)?;
        print(&format!(
            "Pages: {}\n",
            self.out.join(format!("{name}*.1")).display()
        ))
    }
}

/// Adds the known names of games, bots, experiments and rule options as possible values. The script contains the names
/// known at the time it is generated.
fn with_names(command: Command) -> Command {
    let game_names: Vec<String> = games().iter().map(|entry| entry.name.to_string()).collect();
    let mut bots = catalog::names(None);
    bots.push(HUMAN.to_string());
    let experiments: Vec<String> = named_files().into_iter().map(|(name, _)| name).collect();
    let options: BTreeSet<String> = games()
        .iter()
        .flat_map(|entry| entry.options)
        .map(|option| format!("{}=", option.name))
        .collect();
    let options: Vec<String> = options.into_iter().collect();
    completed(command, &|id| match id {
        "game" | "game_option" => Some(&game_names),
        "bot" | "bots" | "opponent" | "opponents" => Some(&bots),
        "file" | "experiment" => Some(&experiments),
        "set" => Some(&options),
        _ => None,
    })
}

/// Adds possible values by argument name, for a command and all its subcommands.
fn completed<'names>(
    command: Command,
    names: &dyn Fn(&str) -> Option<&'names Vec<String>>,
) -> Command {
    let command = command.mut_args(|argument| match names(argument.get_id().as_str()) {
        Some(names) if argument.get_action().takes_values() => {
            argument.value_parser(PossibleValuesParser::new(names.clone()))
        }
        _ => argument,
    });
    command.mut_subcommands(|below| completed(below, names))
}
