//! `portolan new`: creates files to start from.

mod game;
mod starts;

use clap::{Args, Subcommand};

use crate::ui::failure::Failure;

/// Arguments of `portolan new`.
#[derive(Args)]
pub struct NewArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Write a program that contains all of portolan and your own game
    Game(game::GameArgs),
    /// Write a commented experiment file
    Experiment(starts::ExperimentArgs),
    /// Write a commented bot file
    Bot(starts::BotArgs),
    /// Write a commented file of changes to component data
    Data(starts::DataArgs),
    /// Write a commented file of targets for `balance`
    Balance(starts::BalanceArgs),
    /// Write a player in Python and its bot file
    Agent(starts::AgentArgs),
}

impl NewArgs {
    pub fn run(self) -> Result<(), Failure> {
        match self.what {
            What::Game(verb) => verb.run(),
            What::Experiment(verb) => verb.run(),
            What::Bot(verb) => verb.run(),
            What::Data(verb) => verb.run(),
            What::Balance(verb) => verb.run(),
            What::Agent(verb) => verb.run(),
        }
    }
}
