//! `portolan campaign play`: plays the next game of a campaign at the terminal.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;

use super::next_game::next_game;
use super::show;
use crate::ui::failure::Failure;
use crate::ui::print::{print, tell};
use crate::verbs::play::{Keeper, KeptGame, Table, kept, occupants};
use crate::verbs::run::launch::quote;
use portolan_core::game::Sequel;
use portolan_core::prose::count;
use portolan_core::registry::entry;
use portolan_core::setup::GameSetup;
use portolan_players::bots::catalog::HUMAN;
use portolan_run::campaign::archive::{Archive, PlayedGame, UnderWay};
use portolan_run::campaign::keys::{first_line, line_and_column, value};
use portolan_run::campaign::names::StoryNames;
use portolan_run::campaign::rules::{C_CARDS, LEGACY, listed};
use portolan_run::campaign::soundness::one_move;
use portolan_run::campaign::store::{Held, KeepingError};
use portolan_run::campaign::story;
use portolan_run::experiment::gamelog::{GameLog, LoggedMove};
use portolan_run::play::ongoing::{OngoingGame, PlayedMove};
use portolan_run::results::manifest::VERSION;

/// Arguments of `portolan campaign play`.
///
/// The archive stores every decision at once, so the command can resume an interrupted game. A finished game is
/// final.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan campaign play jamaica.campaign.toml
  portolan campaign play jamaica.campaign.toml --bots human,explorer   change the players
  portolan campaign play jamaica.campaign.toml --bots greedy,greedy    bots play this game to its end

The commands are those of `portolan play`; `quit` and Ctrl-C leave and save the game.
Exit code: 0 also if the game was left early, 2 wrong usage or a damaged archive, 75 another program
plays this campaign.")]
pub struct PlayArgs {
    /// The archive
    file: PathBuf,
    /// Choose the players from now on [default: the same as before]
    #[arg(long, value_delimiter = ',', value_name = "BOT,…")]
    bots: Vec<String>,
}

impl PlayArgs {
    pub fn run(self) -> Result<(), Failure> {
        let (held, mut archive) = Held::open(&self.file)?;
        let others = (!self.bots.is_empty()).then_some(self.bots.len());
        let setup = next_game(&self.file, held.text(), &archive, others)?;
        if !self.bots.is_empty() {
            archive.players = self.bots.iter().map(|bot| bot.trim().to_string()).collect();
        }
        let file = self.file.display().to_string();
        let entry = entry(&setup.game)?;
        let specs = occupants(entry, &archive.players, setup.players).map_err(|failure| {
            let span = value(held.text(), &["players".into()]);
            let (line, _) = line_and_column(held.text(), span.start);
            match failure {
                Failure::Usage(problem) if self.bots.is_empty() => {
                    Failure::Usage(format!("{file}, line {line}: players: {problem}"))
                }
                other => other,
            }
        })?;
        let log = log_of(&setup, &archive, held.text());
        if let Some(warning) = log.version_warning(&file) {
            tell(&warning);
        }
        let moves = log.moves.len() as u64;
        let went_on = match moves {
            0 => String::new(),
            _ => format!(", after {}", count(moves, "move")),
        };
        let title = format!("{file}, game {}{went_on}", archive.next_number());
        let words = archive.players.clone();
        let mut keeper = Journal { held, archive };
        let game = KeptGame {
            setup: &setup,
            words: &words,
            specs: &specs,
            log: &log,
            file: &file,
            title: &title,
        };
        let ongoing = kept(&game, &mut keeper)?;
        if ongoing.to_move().is_some() {
            return Ok(keeper.held.close()?);
        }
        let Journal {
            mut held,
            mut archive,
        } = keeper;
        let names = StoryNames::of(&setup.data);
        // People have already read the cards during the game; after a game of bots, the cards are printed
        // here.
        let alone = !words.iter().any(|word| word == HUMAN);
        let unread = alone.then_some(&setup.data);
        let came = unread.map_or(String::new(), |data| {
            show::cards_that_came(&ongoing.events(), &setup.options, &names, data)
        });
        let number = archive.next_number();
        let (played, sequel) = outcome(&*ongoing, &setup, &words);
        archive.enter(played, sequel);
        held.save(&archive)?;
        print(&format!(
            "\nGame {number} is in {file}.\n{came}{}{}",
            show::story_of(archive.played.last(), &names, unread),
            show::what_comes_next(&quote(&file), &archive, &names)
        ))?;
        Ok(held.close()?)
    }
}

/// Saves the game in progress to the archive.
struct Journal {
    held: Held,
    archive: Archive,
}

impl Keeper for Journal {
    fn keep(&mut self, table: &Table<'_>) -> Result<Option<String>, Failure> {
        let line = |made: &PlayedMove| format!("{} {}\n", made.seat + 1, made.notation);
        self.archive.under_way = Some(UnderWay {
            version: VERSION.to_string(),
            moves: table.ongoing.moves().iter().map(line).collect(),
        });
        match self.held.save(&self.archive) {
            Ok(()) => Ok(None),
            Err(error @ KeepingError::File { .. }) => Ok(Some(error.to_string())),
            Err(error) => Err(error.into()),
        }
    }

    fn goes_on_with(&self) -> String {
        let file = self.held.path().display().to_string();
        format!("portolan campaign play {}", quote(&file))
    }
}

/// Returns the game in progress as a log, without moves if no game has begun.
fn log_of(setup: &GameSetup, archive: &Archive, text: &str) -> GameLog {
    let under_way = archive.under_way.as_ref();
    let moves = under_way.map_or("", |game| game.moves.as_str());
    let first = first_line(text, &["under_way".into(), "moves".into()]);
    let moves = moves.lines().enumerate().filter_map(|(index, line)| {
        // Invalid lines were rejected when the archive was read.
        let (seat, action) = one_move(line)?;
        Some(LoggedMove {
            line: first + index,
            seat,
            action: action.to_string(),
        })
    });
    GameLog {
        version: under_way.map_or(String::new(), |game| game.version.clone()),
        game: setup.game.clone(),
        players: setup.players,
        deal_seed: archive.next_seed(),
        bots: archive.players.clone(),
        data: archive.data.hash.clone(),
        set: setup.options.clone(),
        moves: moves.collect(),
        lines: BTreeMap::new(),
        followed: None,
    }
}

/// Returns the archive entry of a finished game, and the settings that it passes on to the next game.
fn outcome(ongoing: &dyn OngoingGame, setup: &GameSetup, words: &[String]) -> (PlayedGame, Sequel) {
    let seats = ongoing.records();
    let events = ongoing.events();
    let sequel = ongoing.sequel().unwrap_or_else(|| Sequel {
        options: setup.options.clone(),
        goes_on: false,
    });
    let mut words = words.iter();
    let game = ongoing.game();
    let bot = |seat: usize| match game.automa(seat) {
        Some(automa) => automa.to_string(),
        None => words.next().cloned().unwrap_or_default(),
    };
    let left = |option: &str| {
        let left = listed(&sequel.options, option).into_iter();
        left.map(str::to_string).collect()
    };
    let played = PlayedGame {
        seed: ongoing.deal_seed(),
        bots: (0..seats.len()).map(bot).collect(),
        scores: seats.iter().map(|seat| seat.score).collect(),
        winners: (1..)
            .zip(&seats)
            .filter(|(_, seat)| seat.win > 0.0)
            .map(|(seat, _)| seat)
            .collect(),
        decisions: seats.iter().map(|seat| seat.decisions).sum(),
        legacy: left(LEGACY),
        c_cards: left(C_CARDS),
        rules: setup.options.clone(),
        read: story::readings(&events),
    };
    (played, sequel)
}
