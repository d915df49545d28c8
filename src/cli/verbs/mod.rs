//! The subcommands, one file or folder for each, with its name.

pub mod analyze;
pub mod balance;
pub mod bots;
pub mod campaign;
pub mod cluster;
pub mod completions;
pub mod data;
pub mod experiments;
pub mod export;
pub mod follow;
pub mod games;
pub mod learn;
pub mod merge;
pub mod new;
pub mod perf;
pub mod plan;
pub mod play;
pub mod replay;
pub mod report;
pub mod run;
pub mod serve;
pub mod simulate;
pub mod r#try;
pub mod tune;

use clap::{Command, Subcommand};

use crate::ui::failure::Failure;

#[derive(Subcommand)]
pub enum Verb {
    /// Play many games and write the results to a folder
    Simulate(simulate::SimulateArgs),
    /// Play an experiment, by name or from a file
    Run(run::RunArgs),
    /// Compare a game before and after a change, on the same deals
    Try(r#try::TryArgs),
    /// Find the fewest changes that bring a game within targets, and confirm them
    Balance(balance::BalanceArgs),
    /// Estimate the cost of an experiment and of its shards
    Plan(plan::PlanArgs),
    /// Write the scripts that play the shards of a run on a cluster
    Cluster(cluster::ClusterArgs),
    /// Merge the shards of a run
    Merge(merge::MergeArgs),
    /// List the experiments by name, with their questions
    Experiments(experiments::ExperimentsArgs),
    /// List the games, or show one: players, rule options, components
    Games(games::GamesArgs),
    /// List the bots, or show one
    Bots(bots::BotsArgs),
    /// Export, check, show or vary component data
    Data(data::DataArgs),
    /// Play a game yourself, against bots or others at the same terminal
    Play(play::PlayArgs),
    /// Follow a game at a real table, with hints
    Follow(follow::FollowArgs),
    /// Play a campaign: a series of games linked by a story
    Campaign(campaign::CampaignArgs),
    /// Show one game move by move
    Replay(replay::ReplayArgs),
    /// Show the best moves in a position and their values
    Analyze(analyze::AnalyzeArgs),
    /// Answer requests from other programs, as lines of JSON
    Serve(serve::ServeArgs),
    /// Write the report of a run as a page
    Report(report::ReportArgs),
    /// Write a table of a run as CSV, JSON or Markdown
    Export(export::ExportArgs),
    /// Find better parameters and weights for a bot
    Tune(tune::TuneArgs),
    /// Train a network by self-play and games against other bots
    Learn(learn::LearnArgs),
    /// Measure the speed of a game
    Perf(perf::PerfArgs),
    /// Write a commented template: a game, an experiment, a bot, changed data, targets or an agent
    New(new::NewArgs),
    /// Print shell completions of commands, options and names
    Completions(completions::CompletionsArgs),
    /// Write manual pages for `man`
    Man(completions::ManArgs),
}

impl Verb {
    /// Carries out the subcommand; `command` defines the whole command line.
    pub fn run(self, command: fn() -> Command) -> Result<(), Failure> {
        match self {
            Self::Simulate(verb) => verb.run(),
            Self::Run(verb) => verb.run(),
            Self::Try(verb) => verb.run(),
            Self::Balance(verb) => verb.run(),
            Self::Plan(verb) => verb.run(),
            Self::Cluster(verb) => verb.run(),
            Self::Merge(verb) => verb.run(),
            Self::Experiments(verb) => verb.run(),
            Self::Games(verb) => verb.run(),
            Self::Bots(verb) => verb.run(),
            Self::Data(verb) => verb.run(),
            Self::Play(verb) => verb.run(),
            Self::Follow(verb) => verb.run(),
            Self::Campaign(verb) => verb.run(),
            Self::Replay(verb) => verb.run(),
            Self::Analyze(verb) => verb.run(),
            Self::Serve(verb) => verb.run(),
            Self::Report(verb) => verb.run(),
            Self::Export(verb) => verb.run(),
            Self::Learn(verb) => verb.run(),
            Self::Tune(verb) => verb.run(),
            Self::Perf(verb) => verb.run(),
            Self::New(verb) => verb.run(),
            Self::Completions(verb) => verb.run(command()),
            Self::Man(verb) => verb.run(command()),
        }
    }
}
