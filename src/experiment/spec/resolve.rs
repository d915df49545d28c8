//! From the wish to the settings that decide what is in the result files.

use super::parts::{line_up, once_each, read_data, seats};
use super::{Length, MOST_GAMES, SpecError, Wish};
use crate::bots::{BotError, BotSpec};
use crate::dataset::ProvenanceCounts;
use crate::experiment::plan::{Experiment, Plan};
use crate::game::Game;
use crate::games::{GameSetup, SetupError, Visitor, entry, open};

/// A wish that can be fulfilled.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The settings.
    pub experiment: Experiment,
    /// The game as it is set up.
    pub setup: GameSetup,
    /// Where the rows of its components come from.
    pub provenance: ProvenanceCounts,
}

/// Makes settings of a wish: finds bots and data, and lets the game check them.
///
/// # Errors
/// [`SpecError`], with its place if the wish comes from a file.
pub fn resolve(wish: &Wish) -> Result<Resolved, SpecError> {
    let entry = entry(&wish.game).map_err(wish.at("game"))?;
    let players_key = if wish.players.is_some() {
        "players"
    } else {
        "bots"
    };
    let players = seats(entry, &wish.bots, wish.players).map_err(wish.at(players_key))?;
    let bots = line_up(entry, &wish.bots, players).map_err(wish.at("bots"))?;
    let data = read_data(entry, wish.data.as_deref()).map_err(wish.at("data"))?;
    let setup = GameSetup {
        game: entry.name.to_string(),
        players,
        options: wish.set.clone(),
        data,
    };
    let block_size = open(&setup, BlockSize(&bots))
        .map_err(|error| at_option(wish, &error))?
        .map_err(wish.at("bots"))?;
    let games = match wish.length {
        Length::Games(games) => games,
        Length::Blocks(blocks) => blocks.saturating_mul(block_size),
    };
    if !(1..=MOST_GAMES).contains(&games) {
        let key = match wish.length {
            Length::Games(_) => "games",
            Length::Blocks(_) => "blocks",
        };
        return Err(wish.at(key)(format!(
            "{games} games; expected 1 to {MOST_GAMES}"
        )));
    }
    let mut provenance = ProvenanceCounts::default();
    for (_, of_file) in (entry.provenance)(&setup.data) {
        provenance += of_file;
    }
    Ok(Resolved {
        experiment: Experiment {
            kind: wish.kind,
            game: setup.game.clone(),
            players,
            bots: bots.iter().map(|bot| bot.name.clone()).collect(),
            games,
            seed: wish.seed,
            events: wish.events,
            data: setup.data.hash(),
            set: setup.options.clone(),
            bot: once_each(&bots)?,
        },
        setup,
        provenance,
    })
}

/// What the game has against its set-up, with the place of the option or key that it is about.
fn at_option(wish: &Wish, error: &SetupError) -> SpecError {
    let key = match error {
        SetupError::UnknownOption { name, .. } | SetupError::OptionValue { name, .. } => {
            format!("set.{name}")
        }
        SetupError::UnknownGame { .. } => "game".to_string(),
        SetupError::Players { .. } => "players".to_string(),
        SetupError::Data(_) => "data".to_string(),
    };
    wish.at(&key)(error)
}

/// Games in a block, if these bots fit the game.
struct BlockSize<'bots>(&'bots [BotSpec]);

impl Visitor for BlockSize<'_> {
    type Out = Result<u64, BotError>;

    fn visit<G: Game>(self, game: G) -> Self::Out {
        for bot in self.0 {
            bot.build(&game)?;
        }
        Ok(Plan::new(&game, 0, 1).block_size())
    }
}
