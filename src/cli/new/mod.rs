//! `portolan new`: a start of one's own, to be changed.

mod game;

use clap::{Args, Subcommand};

use crate::failure::Failure;

/// Write a start of your own, to be changed.
#[derive(Args)]
pub struct NewArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Write a program with all of portolan and your own game
    Game(game::GameArgs),
}

impl NewArgs {
    /// Carries out the verb.
    pub fn run(self) -> Result<(), Failure> {
        match self.what {
            What::Game(verb) => verb.run(),
        }
    }
}
