//! `portolan campaign new`: starts a campaign.

use std::path::PathBuf;

use clap::Args;

use super::component_data::data_note;
use super::show;
use super::store::create;
use crate::options::setup::Rules;
use crate::ui::failure::Failure;
use crate::ui::print::print;
use crate::verbs::play::{DEFAULT_GAME, beside_a_person, drawn_seed, occupants};
use crate::verbs::run::launch::quote;
use portolan_core::registry::entry;
use portolan_players::bots::BotSpec;
use portolan_run::campaign::archive::Archive;
use portolan_run::campaign::names::StoryNames;
use portolan_run::campaign::rules::{LAST_CHAPTER, LEVEL, first_game};
use portolan_run::experiment::resolve::parts::seats;
use portolan_run::play::dyn_game::set_up;

/// Arguments of `portolan campaign new`.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan campaign new jamaica.campaign.toml                        Maracaibo, you against expert
  portolan campaign new trio.campaign.toml --bots human,human,explorer --seed 7
  portolan campaign new solo.campaign.toml --bots human --level hard      against Jean
  portolan campaign new late.campaign.toml --chapter 3 --bots human,greedy

`portolan campaign play FILE` then plays its games, one after another.")]
pub struct NewArgs {
    /// Archive file to create
    file: PathBuf,
    /// Choose the game
    #[arg(long, default_value = DEFAULT_GAME)]
    game: String,
    /// Set the number of players [default: the number of bots]
    #[arg(long)]
    players: Option<usize>,
    /// Choose the players in seating order: `human` for a person, names or .toml files of bots [default: human, and
    /// expert in the other seats]
    #[arg(long, value_delimiter = ',', value_name = "BOT,…")]
    bots: Vec<String>,
    /// Play in the first seat against opponents of this strength, instead of --bots: beginner, novice, casual, skilled,
    /// expert or master, or any other bot [default: expert]
    #[arg(
        long,
        visible_alias = "strength",
        value_name = "BOT",
        conflicts_with = "bots"
    )]
    opponents: Option<String>,
    /// Start with this chapter
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(LAST_CHAPTER)))]
    chapter: Option<u32>,
    /// Set the level of the automa in a solo campaign; short for --set level=LEVEL
    #[arg(long)]
    level: Option<String>,
    #[command(flatten)]
    rules: Rules,
    /// Set the seed of all deals [default: drawn and printed]
    #[arg(long, value_parser = portolan_core::seed::parse)]
    seed: Option<u64>,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

impl NewArgs {
    pub fn run(self) -> Result<(), Failure> {
        let entry = entry(&self.game)?;
        let mut words: Vec<String> = self.bots.iter().map(|bot| bot.trim().to_string()).collect();
        let given = if words.is_empty() { 2 } else { words.len() };
        let players = seats(entry, &words, Some(self.players.unwrap_or(given)))?;
        if words.is_empty() {
            words = beside_a_person(&self.game, players, self.opponents.as_deref())?;
        }
        let mut setup = self.rules.setup(&self.game, players)?;
        if let Some(level) = &self.level
            && let Some(other) = setup.options.insert(LEVEL.to_string(), level.clone())
            && other != *level
        {
            return Err(Failure::usage(format!(
                "--level {level} and --set {LEVEL}={other} contradict each other; leave one of them out"
            )));
        }
        setup.options = first_game(entry, self.chapter, setup.options).map_err(Failure::Usage)?;
        let game = set_up(&setup)?;
        let specs = occupants(entry, &words, players)?;
        for bot in specs.iter().flatten() {
            BotSpec::fits(bot, &*game)?;
        }
        let names = StoryNames::of(&setup.data);
        let archive = Archive::new(
            setup.game.clone(),
            words,
            self.seed.unwrap_or_else(drawn_seed),
            data_note(&self.file, &setup.data),
            setup.options,
        );
        create(&self.file, &archive, self.force)?;
        let file = self.file.display().to_string();
        print(&format!(
            "{}`portolan campaign play {}` plays it.\n",
            show::told(&file, &archive, &names),
            quote(&file)
        ))
    }
}
