//! `portolan campaign`: plays series of linked games.
//!
//! | file | content |
//! | --- | --- |
//! | `new` | starts a campaign |
//! | `play` | plays the next game at the terminal |
//! | `printed` | enters printed story cards when they are revealed |
//! | `show` | describes the content of an archive |
//! | `simulate` | simulates many campaigns with bots |
//! | `tables` | formats the results of simulations |
//! | `next_game` | sets up the next game of an archive |
//! | `store` | reads, locks and creates archive files |
//! | `component_data` | reads the component data of an archive and detects changes |

mod component_data;
mod new;
mod next_game;
mod play;
mod printed;
mod show;
mod simulate;
mod store;
mod tables;

use clap::{Args, Subcommand};

use crate::ui::failure::Failure;

/// Arguments of `portolan campaign`.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan campaign new jamaica.campaign.toml --bots human,greedy
  portolan campaign play jamaica.campaign.toml           play or resume the next game
  portolan campaign show jamaica.campaign.toml           the story so far, and what comes next
  portolan campaign simulate --bots greedy,explorer --campaigns 1000")]
pub struct CampaignArgs {
    #[command(subcommand)]
    verb: CampaignVerb,
}

#[derive(Subcommand)]
enum CampaignVerb {
    /// Start a campaign and write its archive
    New(new::NewArgs),
    /// Play or resume the next game
    Play(play::PlayArgs),
    /// Play many campaigns with bots
    Simulate(simulate::SimulateArgs),
    /// Show the story so far and what comes next
    Show(show::ShowArgs),
}

impl CampaignArgs {
    pub fn run(self) -> Result<(), Failure> {
        match self.verb {
            CampaignVerb::New(verb) => verb.run(),
            CampaignVerb::Play(verb) => verb.run(),
            CampaignVerb::Simulate(verb) => verb.run(),
            CampaignVerb::Show(verb) => verb.run(),
        }
    }
}
