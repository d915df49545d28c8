//! `portolan campaign play`: plays the next game of a campaign at the terminal.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::Args;

use super::component_data::data_folder;
use super::next_game::next_game;
use super::printed::{Offered, offer, placeholders, restore};
use super::show;
use super::store::open;
use crate::ui::dialogue::terminal::{Manner, Terminal};
use crate::ui::failure::Failure;
use crate::ui::print::{print, tell};
use crate::verbs::data::new::talk::Talk;
use crate::verbs::play::{Keeper, KeptGame, Page, kept, kept_on_page, occupants, play_back};
use crate::verbs::run::launch::quote;
use portolan_core::dataset::DataSet;
use portolan_core::game::Sequel;
use portolan_core::prose::count;
use portolan_core::registry::entry;
use portolan_core::setup::GameSetup;
use portolan_players::bots::BotSpec;
use portolan_players::bots::catalog::HUMAN;
use portolan_run::campaign::archive::{Archive, DataNote, PlayedGame, UnderWay};
use portolan_run::campaign::names::StoryNames;
use portolan_run::campaign::rules::{C_CARDS, LEGACY, listed};
use portolan_run::campaign::soundness::{Misfit, one_move, with_data};
use portolan_run::campaign::story;
use portolan_run::experiment::gamelog::{GameLog, LoggedMove};
use portolan_run::play::dyn_game::set_up;
use portolan_run::play::ongoing::{OngoingGame, PlayedMove};
use portolan_run::results::manifest::VERSION;
use portolan_run::saved_game::SavedGame;
use portolan_run::settings::locations::{first_line, line_and_column, value};

/// Arguments of `portolan campaign play`.
///
/// Archive file of the campaign stores every decision at once, so the command can resume an interrupted game. A
/// finished game is final.
#[derive(Args)]
#[command(after_help = "Examples:
  portolan campaign play jamaica.campaign.toml
  portolan campaign play jamaica.campaign.toml --web --open    on a page in the browser
  portolan campaign play jamaica.campaign.toml --bots human,explorer   change the players
  portolan campaign play jamaica.campaign.toml --bots greedy,greedy    bots play this game to its end

The commands are those of `portolan play`; `quit` and Ctrl-C leave and save the game.
Exit code: 0 also if the game was left early, 2 wrong usage or a damaged archive, 75 another program
plays this campaign.")]
pub struct PlayArgs {
    /// Archive file of the campaign
    file: PathBuf,
    /// Change the players for the rest of the campaign
    #[arg(long, value_delimiter = ',', value_name = "BOT,…")]
    bots: Vec<String>,
    /// Offer to enter printed story cards as they are revealed, even through a pipe; requires a campaign with a folder
    /// of component data [default: only at a terminal]
    #[arg(long, conflicts_with = "web")]
    enter_cards: bool,
    #[command(flatten)]
    page: Page,
}

impl PlayArgs {
    pub fn run(self) -> Result<(), Failure> {
        let (held, mut archive) = open(&self.file)?;
        let text = held.content().unwrap_or_default();
        let others = (!self.bots.is_empty()).then_some(self.bots.len());
        let (mut setup, change) = next_game(&self.file, text, &archive, others)?;
        if !self.bots.is_empty() {
            archive.players = self.bots.iter().map(|bot| bot.trim().to_string()).collect();
        }
        let file = self.file.display().to_string();
        let entry = entry(&setup.game)?;
        let specs = occupants(entry, &archive.players, setup.players).map_err(|failure| {
            let span = value(text, &["players".into()]);
            let (line, _) = line_and_column(text, span.start);
            match failure {
                Failure::Usage(problem) if self.bots.is_empty() => {
                    Failure::Usage(format!("{file}, line {line}: players: {problem}"))
                }
                other => other,
            }
        })?;
        if let Some(change) = change {
            self.with_data(&setup, &archive, text, setup.data.clone())
                .map_err(|problem| Failure::Usage(change.explained(&problem)))?;
            tell(&format!(
                "{} since the archive was written; the campaign continues with the changed cards",
                change.words()
            ));
        }
        archive.data = DataNote::of(&setup.data, archive.data.folder);
        let words = archive.players.clone();
        let folder = self.folder_of_cards(&archive)?;
        let log = log_of(&setup, &archive, text);
        if let Some(warning) = log.version_warning(&file) {
            tell(&warning);
        }
        let mut keeper = Journal {
            game: held,
            archive,
            page: self.page.web.then(|| setup.clone()),
            ended: None,
        };
        if self.page.web {
            if folder.is_some() && !placeholders(&setup.data).is_empty() {
                tell(&format!(
                    "story cards are placeholders, and the page does not offer to enter the printed cards; `{}` offers it at \
                     the terminal",
                    keeper.command(false)
                ));
            }
            return self.on_page(setup, &specs, &log, keeper);
        }
        let mut terminal = Terminal::new(Manner::Game)?;
        let asks = self.enter_cards || terminal.is_interactive();
        let folder = folder.filter(|_| asks && words.iter().any(|word| word == HUMAN));
        let mut skipped = BTreeSet::new();
        let ongoing = loop {
            let text = keeper.game.content().unwrap_or_default();
            let log = log_of(&setup, &keeper.archive, text);
            let title = title(&file, &keeper.archive, &log);
            let awaited = folder.as_ref().map(|_| {
                let open = placeholders(&setup.data).into_iter();
                open.filter(|side| !skipped.contains(side)).collect()
            });
            let game = KeptGame {
                setup: &setup,
                words: &words,
                specs: &specs,
                log: &log,
                file: &file,
                title: &title,
                awaited: awaited.unwrap_or_default(),
            };
            let stopped = kept(&game, &mut keeper, terminal)?;
            let (Some(side), Some(folder)) = (stopped.story, &folder) else {
                break stopped.ongoing;
            };
            let mut talk = Talk::at(stopped.terminal);
            let Offered { data, leaves } = match offer(entry, folder, &setup.data, &side, &mut talk)
            {
                Ok(offered) => offered,
                Err(failure) => {
                    restore(folder, &setup.data)?;
                    return Err(failure);
                }
            };
            let text = keeper.game.content().unwrap_or_default();
            match data.map(|data| self.with_data(&setup, &keeper.archive, text, data)) {
                Some(Ok((changed, archive))) => {
                    let written = keeper.write(&archive);
                    if written.is_err() {
                        restore(folder, &setup.data)?;
                    }
                    if let Some(message) = written.map_err(Failure::Work)? {
                        talk.say(&message)?;
                    }
                    keeper.archive = archive;
                    setup = changed;
                }
                Some(Err(problem)) => {
                    restore(folder, &setup.data)?;
                    talk.say(&format!(
                        "The card does not fit this game, so the placeholder stays: {problem}"
                    ))?;
                }
                None => {}
            }
            if leaves {
                talk.say(&format!(
                    "The game is saved; `{}` resumes it{}.",
                    keeper.command(false),
                    match placeholders(&setup.data).contains(&side) {
                        true => " and offers the card again",
                        false => "",
                    }
                ))?;
                return keeper.close();
            }
            skipped.insert(side);
            terminal = talk.into_terminal();
        };
        if ongoing.to_move().is_some() {
            return keeper.close();
        }
        let text = keeper.end(&*ongoing, &setup).map_err(Failure::Work)?;
        print(&format!("\n{text}"))?;
        keeper.close()
    }

    /// Plays the next game on a page.
    fn on_page(
        &self,
        setup: GameSetup,
        specs: &[Option<BotSpec>],
        log: &GameLog,
        keeper: Journal,
    ) -> Result<(), Failure> {
        let words = keeper.archive.players.clone();
        if !words.iter().any(|word| word == HUMAN) {
            return Err(Failure::usage(format!(
                "--web needs a person as a player, but the players are {}; include `human` in --bots",
                words.join(",")
            )));
        }
        let file = self.file.display().to_string();
        let title = title(&file, &keeper.archive, log);
        let game = KeptGame {
            setup: &setup,
            words: &words,
            specs,
            log,
            file: &file,
            title: &title,
            awaited: BTreeSet::new(),
        };
        kept_on_page(&game, Box::new(keeper), &self.page)
    }

    /// Returns the folder in which story cards can be entered: the component data of the campaign, if they are a folder.
    fn folder_of_cards(&self, archive: &Archive) -> Result<Option<PathBuf>, Failure> {
        let folder = data_folder(&self.file, archive).filter(|folder| folder.is_dir());
        if self.enter_cards && folder.is_none() {
            return Err(Failure::usage(format!(
                "--enter-cards: the campaign in {} has no folder of component data in which to store the cards; \
                 `portolan campaign new FILE --data DIR` begins one with a folder (`portolan data export {} DIR` \
                 writes it)",
                self.file.display(),
                archive.game
            )));
        }
        Ok(folder)
    }

    /// Returns the setup and the archive of the current game with `data` as component data.
    ///
    /// # Errors
    /// A message if a finished game or a move of the current game is not valid with `data`.
    fn with_data(
        &self,
        setup: &GameSetup,
        archive: &Archive,
        text: &str,
        data: DataSet,
    ) -> Result<(GameSetup, Archive), String> {
        let mut archive = archive.clone();
        archive.data = DataNote::of(&data, archive.data.folder);
        let file = self.file.display().to_string();
        with_data(&archive, &data).map_err(|misfit| match misfit {
            Misfit::Flaw(flaw) => flaw.damage(&file, text).to_string(),
            Misfit::Setup(error) => error.to_string(),
        })?;
        let setup = GameSetup {
            data,
            ..setup.clone()
        };
        let log = log_of(&setup, &archive, text);
        let game = set_up(&setup).map_err(|error| error.to_string())?;
        let mut ongoing = game.deal(log.deal_seed);
        play_back(&mut *ongoing, &log, &file).map_err(|error| error.to_string())?;
        Ok((setup, archive))
    }
}

/// Saves the game in progress to the archive.
struct Journal {
    game: SavedGame,
    archive: Archive,
    /// Setup of a game on a page, which is saved as soon as it ends.
    page: Option<GameSetup>,
    /// Story of the game that was finished on a page, and the next step.
    ended: Option<String>,
}

impl Journal {
    /// Saves an archive after checking that it can be read back. Returns a message if it is saved under another name.
    fn write(&mut self, archive: &Archive) -> Result<Option<String>, String> {
        let (file, text) = (self.game.name(), archive.write());
        match Archive::parse(&file, &text) {
            Ok(read) if read == *archive => self.game.save(&text),
            _ => Err(format!("{file}: the new archive cannot be read back")),
        }
    }

    /// Saves the moves of the current game.
    fn save(&mut self, ongoing: &dyn OngoingGame) -> Result<Option<String>, String> {
        let line = |made: &PlayedMove| format!("{} {}\n", made.seat + 1, made.phrase.notation());
        self.archive.under_way = Some(UnderWay {
            version: VERSION.to_string(),
            moves: ongoing.moves().iter().map(line).collect(),
        });
        let archive = self.archive.clone();
        self.write(&archive)
    }

    /// Saves the finished game. Returns its story and the next step.
    fn end(&mut self, ongoing: &dyn OngoingGame, setup: &GameSetup) -> Result<String, String> {
        let names = StoryNames::of(&setup.data);
        let words = &self.archive.players;
        // People have already read the cards during the game; after a game of bots, the cards are printed
        // here.
        let alone = !words.iter().any(|word| word == HUMAN);
        let unread = alone.then_some(&setup.data);
        let came = unread.map_or(String::new(), |data| {
            show::cards_that_came(&ongoing.events(), &setup.options, &names, data)
        });
        let number = self.archive.next_number();
        let (played, sequel) = outcome(ongoing, setup, words);
        let mut archive = self.archive.clone();
        archive.enter(played, sequel);
        let message = self.write(&archive)?;
        self.archive = archive;
        let message = message.map_or(String::new(), |message| message + "\n");
        let file = self.game.name();
        Ok(format!(
            "{message}Game {number} is in {file}.\n{came}{}{}",
            show::story_of(self.archive.played.last(), &names, unread),
            show::what_comes_next(&quote(&file), &self.archive, &names)
        ))
    }

    fn close(self) -> Result<(), Failure> {
        self.game.close().map_err(Failure::work)
    }
}

/// Returns the title of the current game.
fn title(file: &str, archive: &Archive, log: &GameLog) -> String {
    let went_on = match log.moves.len() as u64 {
        0 => String::new(),
        moves => format!(", after {}", count(moves, "move")),
    };
    format!("{file}, game {}{went_on}", archive.next_number())
}

impl Keeper for Journal {
    fn file(&self) -> &SavedGame {
        &self.game
    }

    fn keep(&mut self, ongoing: &dyn OngoingGame, _: &GameLog) -> Result<Option<String>, String> {
        if self.ended.is_some() {
            return Ok(None);
        }
        let message = self.save(ongoing)?;
        if let (Some(setup), None) = (self.page.clone(), ongoing.to_move()) {
            self.ended = Some(self.end(ongoing, &setup)?);
        }
        Ok(message)
    }

    fn command(&self, on_page: bool) -> String {
        let page = if on_page { " --web" } else { "" };
        format!("portolan campaign play{page} {}", quote(&self.game.name()))
    }

    fn resume(&self) -> Option<String> {
        let goes_on = match (&self.ended, &self.archive.next) {
            (Some(_), None) => String::new(),
            (Some(_), Some(_)) => format!("; `{}` begins the next game", self.command(true)),
            (None, _) => format!("; `{}` resumes it", self.command(true)),
        };
        Some(format!(
            "The game is saved in {}{goes_on}.",
            self.game.name()
        ))
    }

    fn ended(&self) -> Option<&str> {
        self.ended.as_deref()
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
