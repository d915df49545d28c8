//! `portolan games`: lists the available games and describes them.

use std::collections::BTreeMap;

use clap::Args;

use crate::ui::failure::Failure;
use crate::ui::print::print;
use crate::ui::table::{aligned, thousands};
use portolan_core::dataset::ProvenanceCounts;
use portolan_core::prose::count;
use portolan_core::random::{below, bot_stream, deal_seed};
use portolan_core::registry::{entry, games};
use portolan_core::setup::{GameEntry, GameSetup};
use portolan_run::experiment::resolve::parts::read_data;
use portolan_run::play::dyn_game::set_up;
use portolan_run::settings::keys::DEFAULT_SEED;

/// Arguments of `portolan games`.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan games
  portolan games maracaibo
  portolan games cartagena --inputs      inputs of networks, and action indices")]
pub struct GamesArgs {
    /// Game to show
    game: Option<String>,
    /// List the network inputs and the action indices
    #[arg(long, requires = "game")]
    inputs: bool,
}

impl GamesArgs {
    pub fn run(self) -> Result<(), Failure> {
        match self.game {
            None => print(&list()),
            Some(game) if self.inputs => print(&inputs(entry(&game)?)?),
            Some(game) => print(&show(entry(&game)?)?),
        }
    }
}

fn players(entry: &GameEntry) -> String {
    let (fewest, most) = (entry.players.start(), entry.players.end());
    if fewest == most {
        fewest.to_string()
    } else {
        format!("{fewest}–{most}")
    }
}

fn list() -> String {
    let rows = games()
        .iter()
        .map(|entry| {
            vec![
                entry.name.to_string(),
                players(entry),
                entry.title.to_string(),
                entry.summary.to_string(),
            ]
        })
        .collect();
    aligned("lrll", &["game", "players", "title", "about"], rows)
}

/// Number of random games from which the notation of actions is collected.
const RANDOM_GAMES: u64 = 100;

/// Lists the network inputs of a game and its action indices.
fn inputs(entry: &'static GameEntry) -> Result<String, Failure> {
    let setup = GameSetup {
        game: entry.name.to_string(),
        players: entry.default_players(),
        options: Default::default(),
        data: read_data(entry, None)?,
    };
    let game = set_up(&setup)?;
    let names = game.input_names();
    let rows = (0..).zip(names);
    let rows = rows.map(|(number, name): (usize, &String)| vec![number.to_string(), name.clone()]);
    let mut text = format!("{}\n", count(names.len() as u64, "input"));
    text.push_str(&aligned("rl", &["number", "input"], rows.collect()));
    let mut seen: BTreeMap<u32, String> = BTreeMap::new();
    for number in 0..RANDOM_GAMES {
        let deal = deal_seed(DEFAULT_SEED, number);
        let (mut ongoing, mut rng) = (game.deal(deal), bot_stream(deal, 0, 0));
        while ongoing.to_move().is_some() {
            for choice in 0..ongoing.choices() {
                let text = || ongoing.notation(choice);
                seen.entry(ongoing.action_index(choice))
                    .or_insert_with(text);
            }
            let choice = below(&mut rng, ongoing.choices() as u32) as usize;
            ongoing.make(choice);
        }
    }
    text.push_str(&format!(
        "\nAction indices are below {}; these occurred in {} between random players:\n",
        thousands(game.action_bound().into()),
        count(RANDOM_GAMES, "game")
    ));
    let rows = seen
        .into_iter()
        .map(|(number, text)| vec![number.to_string(), text]);
    text.push_str(&aligned("rl", &["number", "action"], rows.collect()));
    Ok(text)
}

fn show(entry: &'static GameEntry) -> Result<String, Failure> {
    let data = read_data(entry, None)?;
    let mut text = format!(
        "{} ({})\n{}\n\nPlayers: {}\n",
        entry.title,
        entry.name,
        entry.summary,
        players(entry)
    );
    text.push_str("\nRule options (--set option=value)\n");
    let options = entry
        .options
        .iter()
        .map(|option| {
            [option.name, option.accepts, option.default, option.meaning]
                .map(str::to_string)
                .to_vec()
        })
        .collect();
    text.push_str(&aligned(
        "llll",
        &["option", "accepts", "default", "meaning"],
        options,
    ));
    text.push_str(&format!("\nComponents (data {})\n", data.hash()));
    let of_files = (entry.provenance)(&data);
    let mut all = ProvenanceCounts::default();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (file, counts) in &of_files {
        all += *counts;
        rows.push(provenance_row(file, counts));
    }
    rows.push(provenance_row("all", &all));
    text.push_str(&aligned(
        "lrrrrr",
        &[
            "file",
            "rows",
            "rulebook",
            "public",
            "recalled",
            "reconstructed",
        ],
        rows,
    ));
    let mut setup = GameSetup {
        game: entry.name.to_string(),
        players: entry.default_players(),
        options: Default::default(),
        data,
    };
    let categories = set_up(&setup)?.score_categories();
    text.push_str(&format!("\nScore categories: {}\n", categories.join(", ")));
    setup.players = *entry.players.start();
    let more: Vec<&str> = set_up(&setup)?
        .score_categories()
        .iter()
        .copied()
        .filter(|name| !categories.contains(name))
        .collect();
    if !more.is_empty() {
        let players = setup.players;
        text.push_str(&format!(
            "With {} also: {}\n",
            count(players as u64, "player"),
            more.join(", ")
        ));
    }
    Ok(text)
}

fn provenance_row(file: &str, counts: &ProvenanceCounts) -> Vec<String> {
    let mut row = vec![file.to_string()];
    row.extend(
        [
            counts.total(),
            counts.rulebook,
            counts.public,
            counts.recalled,
            counts.reconstructed,
        ]
        .map(|count| count.to_string()),
    );
    row
}
