//! `portolan bots`: lists the available bots and their parameters.

use std::collections::BTreeMap;
use std::fmt::Display;

use clap::Args;

use crate::ui::failure::Failure;
use crate::ui::print::{print, tell};
use crate::ui::table::aligned;
use portolan_core::registry::{entry, games};
use portolan_core::suggestion::did_you_mean;
use portolan_players::bots::{BotKind, BotSpec, catalog, find};
use portolan_players::search::parameters::{Accepts, Method};
use portolan_players::search::settings::PARAMETERS;

/// Arguments of `portolan bots`.
#[derive(Args)]
#[command(after_help = examples())]
pub struct BotsArgs {
    /// Bot to show: a name or a path
    name: Option<String>,
    /// List only bots of this game
    #[arg(long)]
    game: Option<String>,
    /// List the parameters of a kind of bot with their ranges, defaults and meanings
    #[arg(long, value_name = "KIND", conflicts_with_all = ["name", "game"])]
    explain: Option<String>,
}

/// Returns examples of commands and of a bot file.
fn examples() -> String {
    format!(
        "\
Examples:
  portolan bots
  portolan bots --game maracaibo
  portolan bots greedy
  portolan bots path/to/mine.toml
  portolan bots --explain mcts

A bot file:
  kind = \"greedy\"          {}
  game = \"maracaibo\"
  about = \"One line\"
  inherits = \"greedy\"      optional: start from another bot
  iterations = 1000        parameters of a search, as --explain lists them
  [weights]
  feature = 1.5",
        BotKind::names().join(", ")
    )
}

impl BotsArgs {
    pub fn run(self) -> Result<(), Failure> {
        let game = match &self.game {
            Some(game) => Some(entry(game)?.name),
            None => None,
        };
        if let Some(kind) = &self.explain {
            return print(&explain(kind)?);
        }
        match &self.name {
            Some(name) => print(&show(name, game)?),
            None => print(&list(game)),
        }
    }
}

fn list(game: Option<&str>) -> String {
    let mut rows = Vec::new();
    for bot in catalog::all(game) {
        match bot {
            Ok(bot) => rows.push(vec![
                bot.name,
                bot.game.unwrap_or_else(|| "every game".to_string()),
                bot.kind.name().to_string(),
                bot.about,
            ]),
            // An invalid bot file is reported without hiding the other bots.
            Err(error) => tell(&format!("warning: {error}")),
        }
    }
    aligned("llll", &["bot", "game", "kind", "about"], rows)
}

fn show(name: &str, game: Option<&str>) -> Result<String, Failure> {
    let bots = match game {
        Some(game) => vec![find(name, game)?],
        None => in_any_game(name)?,
    };
    Ok(bots.iter().map(details).collect::<Vec<_>>().join("\n"))
}

/// Returns the bots with this name in any game, without duplicates.
fn in_any_game(name: &str) -> Result<Vec<BotSpec>, Failure> {
    let mut found: Vec<BotSpec> = Vec::new();
    let mut first_error = None;
    for game in games() {
        match find(name, game.name) {
            Ok(bot) if found.contains(&bot) => {}
            Ok(bot) => found.push(bot),
            Err(error) => {
                first_error.get_or_insert(error);
            }
        }
    }
    match first_error {
        Some(error) if found.is_empty() => Err(error.into()),
        _ => Ok(found),
    }
}

fn details(bot: &BotSpec) -> String {
    let mut text = format!(
        "{}\n  about: {}\n  kind:  {}\n  game:  {}\n",
        bot.name,
        bot.about,
        bot.kind.name(),
        bot.game.as_deref().unwrap_or("every game"),
    );
    text.push_str(&titled("parameters", &bot.parameters));
    text.push_str(&titled("parameters in games with an automa", &bot.solo));
    text.push_str(&titled("weights", &bot.weights));
    text.push_str(&titled("lean, in points", &bot.lean));
    text
}

/// Formats a section with a title and `name = value` lines; empty if there are no values.
fn titled(title: &str, values: &BTreeMap<String, impl Display>) -> String {
    let lines: String = (values.iter())
        .map(|(name, value)| format!("    {name} = {value}\n"))
        .collect();
    match lines.is_empty() {
        true => lines,
        false => format!("  {title}:\n{lines}"),
    }
}

/// Help on the keys of a bot file that refer to a network.
const NETWORK_KEYS: &str = "network         file of weights written by `portolan learn`\n\
    network_solo    network file for games with an automa, if it differs\n\
    unknown_inputs  \"refuse\" data with components that were not part of the network's training, or ignore \
    these with \"nothing\"\n\
    lean            table: points added to actions with an event or with an item of an event, such as \
    explored = 3 or \"built.wharf\" = 2\n";

/// Help on parameters that apply only to tables with an automa.
const SOLO_TABLE: &str = "In games with an automa, the parameters in a table [solo] replace the parameters at the top \
     level.\n";

/// Describes the parameters of a bot kind.
fn explain(kind: &str) -> Result<String, Failure> {
    let Some(found) = BotKind::named(kind) else {
        return Err(Failure::usage(format!(
            "--explain {kind}: unknown kind of bot{}; kinds: {}",
            did_you_mean(kind, BotKind::names().into_iter()),
            BotKind::names().join(", ")
        )));
    };
    let weights = "[weights] contains one number per feature of the game; `portolan bots greedy` shows an \
         example";
    Ok(match (found, found.with_parameters()) {
        (BotKind::Net | BotKind::Policy, Some(method)) => {
            format!(
                "{}\n{SOLO_TABLE}\nKeys for the network:\n{NETWORK_KEYS}",
                parameters(method)
            )
        }
        (_, Some(method)) => format!(
            "{}\n{SOLO_TABLE}\n{weights}.\n\n\
             Keys for the network, with evaluation, priors or policy \"net\":\n{NETWORK_KEYS}",
            parameters(method)
        ),
        (BotKind::Greedy, None) => {
            format!("kind \"{kind}\" has no parameters except weights: {weights}\n")
        }
        (_, None) => format!("kind \"{kind}\" has no parameters\n"),
    })
}

fn parameters(method: Method) -> String {
    let mut rows = Vec::new();
    for parameter in PARAMETERS
        .iter()
        .filter(|parameter| parameter.is_of(method))
    {
        let range = match parameter.accepts {
            Accepts::OneOf(_) => "one of:".to_string(),
            accepts => accepts.to_string(),
        };
        rows.push(vec![
            parameter.name.to_string(),
            range,
            parameter.default.to_string(),
            parameter.meaning.to_string(),
        ]);
        if let Accepts::OneOf(words) = parameter.accepts {
            for (word, meaning) in words {
                let word = format!("  \"{word}\"");
                rows.push(vec![
                    String::new(),
                    word,
                    String::new(),
                    meaning.to_string(),
                ]);
            }
        }
    }
    aligned(
        "llll",
        &["parameter", "accepts", "default", "meaning"],
        rows,
    )
}
