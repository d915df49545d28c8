//! Permission to start the programs that bot files name.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use crate::ui::failure::Failure;
use crate::ui::print::tell;
use portolan_players::bots::BotSpec;
use portolan_players::bots::program::pool::{Leave, ProgramPool};

/// Option that allows bots to start programs.
#[derive(Args)]
pub struct Programs {
    /// Allow bot files of kind "program" to start their programs
    #[arg(long)]
    allow_programs: bool,
}

impl Programs {
    /// Permits the programs of the bots and prints their command lines if `--allow-programs` is given.
    /// The programs write their logs to the folder `logs`.
    ///
    /// # Errors
    /// [`Failure`] with all command lines if there are programs but `--allow-programs` is missing.
    pub fn give_leave<'bots>(
        &self,
        bots: impl IntoIterator<Item = &'bots mut BotSpec>,
        logs: Option<PathBuf>,
    ) -> Result<(), Failure> {
        let crew = Arc::new(ProgramPool::new(logs));
        let mut named = Vec::new();
        for bot in bots {
            let Some(program) = &bot.program else {
                continue;
            };
            let folder = program.folder.display();
            let line = format!(
                "bot {} runs the program: {} (in {folder})",
                bot.name,
                program.line()
            );
            if !named.contains(&line) {
                named.push(line);
            }
            bot.leave = Leave(Some(Arc::clone(&crew)));
        }
        if named.is_empty() {
            return Ok(());
        }
        let named = named.join("\n");
        if !self.allow_programs {
            return Err(Failure::usage(format!(
                "{named}\na program runs with your permissions: if you trust it, add \
                 --allow-programs"
            )));
        }
        tell(&named);
        Ok(())
    }
}
