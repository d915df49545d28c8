//! The dialogue: who decides, what is shown, what commands do.

use std::collections::BTreeMap;
use std::path::Path;

use super::command::{Command, Input, help, is_number, listed_moves, read};
use super::glossary::Glossary;
use super::hint::best_moves;
use super::narration::Narration;
use super::screen::{Move, changed, move_list};
use super::terminal::{Answer, Terminal};
use crate::drawing::{drawn, panel};
use crate::failure::Failure;
use crate::scores::{final_scores, scores_so_far};
use portolan_core::files;
use portolan_core::game::Seat;
use portolan_core::prose::count;
use portolan_core::random::{decision_stream, hint_stream};
use portolan_core::setup::GameSetup;
use portolan_engine::bots::catalog::HUMAN;
use portolan_engine::bots::{BotError, BotSpec, find};
use portolan_engine::experiment::gamelog::{GameLog, LogError, LoggedMove};
use portolan_engine::play::ongoing::{OngoingGame, PlayedMove};
use portolan_engine::results::manifest::VERSION;

/// Who is in a seat.
enum Occupant {
    Human,
    /// The bot of this number.
    Bot(usize),
    Automa,
}

/// What a person last saw of the position.
struct Shown {
    seat: Seat,
    turn: u32,
    text: String,
    /// The panels of the picture as they were drawn.
    panels: Vec<String>,
}

impl Shown {
    fn of(ongoing: &dyn OngoingGame, seat: Seat) -> Shown {
        Shown {
            seat,
            turn: ongoing.turn(seat),
            text: ongoing.describe(Some(seat)),
            panels: ongoing
                .picture(Some(seat))
                .panels
                .iter()
                .map(panel)
                .collect(),
        }
    }

    /// What is not as a person has seen it; everything if nothing was seen.
    fn news(&self, seen: Option<&Shown>) -> String {
        let (text, panels) = seen.map_or(("", &[][..]), |seen| (&seen.text, &seen.panels));
        let new = self.panels.iter().filter(|panel| !panels.contains(panel));
        let new: String = new.map(String::as_str).collect();
        new + &changed(&self.text, text)
    }
}

/// Where a game is kept while it is played, so that nothing is lost whenever the program ends.
pub trait Keeper {
    /// Keeps the moves so far.
    fn keep(&mut self, moves: &[PlayedMove]) -> Result<(), Failure>;

    /// The command that goes on with the game.
    fn goes_on_with(&self) -> String;
}

/// Whether the dialogue goes on.
enum Next {
    Position,
    End,
}

/// A game with people in it.
pub struct Session<'a> {
    setup: &'a GameSetup,
    glossary: Glossary,
    ongoing: Box<dyn OngoingGame>,
    occupants: Vec<Occupant>,
    names: Vec<String>,
    /// Who plays as the command line said it, without automas.
    words: Vec<String>,
    terminal: Terminal,
    shown: Option<Shown>,
    /// Whose screen it is, if several people share the terminal.
    reader: Option<Seat>,
    /// Whether something happened that no file holds.
    unsaved: bool,
    /// Where the game is kept, if not only on demand.
    keeper: Option<&'a mut dyn Keeper>,
}

impl<'a> Session<'a> {
    /// A deal without anybody in the seats yet.
    pub fn new(
        ongoing: Box<dyn OngoingGame>,
        setup: &'a GameSetup,
        glossary: Glossary,
        terminal: Terminal,
    ) -> Session<'a> {
        Session {
            setup,
            glossary,
            ongoing,
            occupants: Vec::new(),
            names: Vec::new(),
            words: Vec::new(),
            terminal,
            shown: None,
            reader: None,
            unsaved: false,
            keeper: None,
        }
    }

    /// The same, kept move by move. When the game is over the session is, too.
    pub fn kept_by(mut self, keeper: &'a mut dyn Keeper) -> Session<'a> {
        self.keeper = Some(keeper);
        self
    }

    /// The game as far as it was played.
    pub fn into_game(self) -> Box<dyn OngoingGame> {
        self.ongoing
    }

    /// The next seat is the rules' own.
    pub fn seat_automa(&mut self, name: &str) {
        self.occupants.push(Occupant::Automa);
        self.names.push(name.to_string());
    }

    /// The next seat is a bot's, or a person's if there is none.
    pub fn seat(&mut self, word: &str, bot: Option<&BotSpec>) -> Result<(), Failure> {
        self.words.push(word.to_string());
        let (occupant, name) = match bot {
            None => (Occupant::Human, HUMAN),
            Some(bot) => (Occupant::Bot(self.ongoing.add_bot(bot)?), bot.name.as_str()),
        };
        self.occupants.push(occupant);
        self.names.push(name.to_string());
        Ok(())
    }

    /// Makes the moves of a saved game.
    pub fn play_back(&mut self, log: &GameLog, file: &str) -> Result<(), LogError> {
        for logged in &log.moves {
            let choice = logged.choice_in(&*self.ongoing, file)?;
            self.ongoing.make(choice);
        }
        Ok(())
    }

    /// Says what is played.
    pub fn welcome(&self, whence: &str) -> Result<(), Failure> {
        let seats: Vec<String> = (0..self.names.len()).map(|seat| self.who(seat)).collect();
        self.terminal.print(&format!(
            "{}, {whence}: {}\n`?` shows what you can type.\n",
            self.ongoing.game().name(),
            seats.join(", ")
        ))
    }

    /// Plays until the game is left.
    pub fn run(&mut self) -> Result<(), Failure> {
        loop {
            self.keep()?;
            self.play_others()?;
            self.keep()?;
            let seat = match self.ongoing.to_move() {
                Some(seat) => {
                    self.show_position(seat)?;
                    seat
                }
                None => {
                    self.show_end()?;
                    if self.keeper.is_some() {
                        return Ok(());
                    }
                    self.last_human()
                }
            };
            if let Next::End = self.dialogue(seat)? {
                return Ok(());
            }
        }
    }

    fn keep(&mut self) -> Result<(), Failure> {
        match &mut self.keeper {
            Some(keeper) => keeper.keep(self.ongoing.moves()),
            None => Ok(()),
        }
    }

    /// Makes all moves up to the next decision of a person.
    fn play_others(&mut self) -> Result<(), Failure> {
        while let Some(seat) = self.ongoing.to_move() {
            let choice = match (&self.occupants[seat], self.ongoing.choices()) {
                (_, 1) => 0,
                (Occupant::Human, _) => return Ok(()),
                (&Occupant::Bot(bot), _) => {
                    let (deal, made) = (self.ongoing.deal_seed(), self.ongoing.moves().len());
                    self.ongoing
                        .choose(bot, &mut decision_stream(deal, seat, made))
                }
                (Occupant::Automa, _) => {
                    let problem = format!("{} plays itself but is asked to decide", self.who(seat));
                    return Err(Failure::Work(problem));
                }
            };
            self.ongoing.make(choice);
        }
        Ok(())
    }

    /// Takes lines until one changes the position.
    fn dialogue(&mut self, seat: Seat) -> Result<Next, Failure> {
        let moves = self.ongoing.notations();
        loop {
            let line = match self.terminal.ask("> ")? {
                Answer::Line(line) => line,
                Answer::End => return self.input_ended(),
                Answer::Interrupt => {
                    self.leave()?;
                    return Ok(Next::End);
                }
            };
            let command = match read(&line, &moves) {
                Ok(Input::Nothing) => continue,
                Ok(Input::Move(index)) => {
                    self.ongoing.make(index);
                    self.unsaved = true;
                    return Ok(Next::Position);
                }
                Ok(Input::Command(command)) => command,
                Err(problem) => {
                    let several = listed_moves(&line).filter(|moves| !moves.is_empty());
                    let made = several.map_or(Err(problem), |moves| self.make_all(seat, &moves));
                    match made {
                        Ok(()) => return Ok(Next::Position),
                        Err(problem) => self.terminal.print(&format!("{problem}\n"))?,
                    }
                    continue;
                }
            };
            match command {
                Command::Help => self.terminal.print(&help())?,
                Command::Undo => {
                    if self.undo(seat)? {
                        return Ok(Next::Position);
                    }
                }
                Command::Save { file, overwrite } => self.save(&file, overwrite)?,
                Command::Hint(bot) => self.hint(seat, bot.as_deref())?,
                Command::Score => {
                    let seats = self.ongoing.records();
                    self.terminal.print(&scores_so_far(
                        self.ongoing.game(),
                        &self.names,
                        &seats,
                    ))?;
                }
                Command::Show => self.show_again(seat)?,
                Command::Board => self.show_board(seat)?,
                Command::Log => self.terminal.print(&self.told(seat, 0))?,
                Command::Look(id) => self.look(&id)?,
                Command::Quit => {
                    self.leave()?;
                    return Ok(Next::End);
                }
            }
        }
    }

    /// Makes several moves of a seat one after another, or none of them and says why.
    fn make_all(&mut self, seat: Seat, moves: &[&str]) -> Result<(), String> {
        let before = self.ongoing.moves().len();
        for (index, text) in moves.iter().enumerate() {
            if let Err(problem) = self.make_next(seat, text) {
                self.ongoing.take_back(before);
                let (number, all) = (index + 1, count(moves.len() as u64, "move"));
                return Err(format!(
                    "none of {all} was made; number {number}: {problem}"
                ));
            }
        }
        self.unsaved = true;
        Ok(())
    }

    /// Makes a move out of a line of several. Nobody sees the list of a decision with one legal move,
    /// so that it may be left out.
    fn make_next(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        loop {
            match self.ongoing.to_move() {
                None => return Err(format!("\"{text}\" comes after the end of the game")),
                Some(other) if other != seat => {
                    let who = self.who(other);
                    return Err(format!("\"{text}\" comes when {who} decides"));
                }
                Some(_) => {}
            }
            let input = read(text, &self.ongoing.notations());
            let only = self.ongoing.choices() == 1;
            let (index, is_wanted) = match input {
                Ok(Input::Move(index)) if !only || !is_number(text) => (index, true),
                _ if only => (0, false),
                Ok(_) => {
                    return Err(format!(
                        "\"{text}\" is not a move; a command needs a line of its own"
                    ));
                }
                Err(problem) => return Err(problem),
            };
            self.ongoing.make(index);
            if is_wanted {
                return Ok(());
            }
        }
    }

    fn input_ended(&self) -> Result<Next, Failure> {
        if let Some(keeper) = &self.keeper {
            let command = keeper.goes_on_with();
            self.terminal.print(&format!(
                "The input ends before the game. `{command}` resumes it.\n"
            ))?;
        } else if self.ongoing.to_move().is_some() {
            self.terminal.print(
                "The input ends before the game. `save FILE` saves a game, and `portolan play --load \
                 FILE` resumes it.\n",
            )?;
        }
        Ok(Next::End)
    }

    /// Takes the last decision of a person back; whether there was one.
    fn undo(&mut self, seat: Seat) -> Result<bool, Failure> {
        let Some(kept) = self.ongoing.last_choice(seat) else {
            self.terminal
                .print("there is no decision of yours to take back\n")?;
            return Ok(false);
        };
        self.terminal.print(&format!(
            "taken back: {}\n",
            self.glossary.annotate(&self.ongoing.moves()[kept].notation)
        ))?;
        self.ongoing.take_back(kept);
        self.shown = None;
        self.unsaved = true;
        Ok(true)
    }

    fn save(&mut self, file: &Path, overwrite: bool) -> Result<(), Failure> {
        if file.exists() && !overwrite {
            let path = file.display();
            return self
                .terminal
                .print(&format!("{path} exists; `save! {path}` overwrites it\n"));
        }
        let log = GameLog {
            version: VERSION.to_string(),
            game: self.setup.game.clone(),
            players: self.setup.players,
            deal_seed: self.ongoing.deal_seed(),
            bots: self.words.clone(),
            data: self.setup.data.hash(),
            set: self.setup.options.clone(),
            moves: self.ongoing.moves().iter().map(logged).collect(),
            lines: BTreeMap::new(),
            followed: None,
        };
        match files::save(file, log.write()) {
            Ok(()) => {
                self.unsaved = false;
                self.terminal.print(&format!(
                    "saved; `portolan play --load {}` resumes here\n",
                    file.display()
                ))
            }
            Err(error) => self
                .terminal
                .print(&format!("not saved: {}: {error}\n", file.display())),
        }
    }

    fn leave(&mut self) -> Result<(), Failure> {
        if let Some(keeper) = &self.keeper {
            let command = keeper.goes_on_with();
            return self
                .terminal
                .print(&format!("The game is saved; `{command}` resumes it.\n"));
        }
        while self.terminal.is_interactive() && self.unsaved {
            match self.terminal.ask("save to which file (Enter: none)? ")? {
                Answer::Line(file) if !file.is_empty() => self.save(Path::new(&file), false)?,
                _ => break,
            }
        }
        Ok(())
    }

    fn hint(&self, seat: Seat, name: Option<&str>) -> Result<(), Failure> {
        if self.ongoing.to_move().is_none() {
            return self
                .terminal
                .print("the game is over: there is nothing to decide\n");
        }
        let told = match name {
            None => best_moves(&*self.ongoing, &self.glossary, &self.setup.game)
                .map(Option::unwrap_or_default),
            Some(name) => self.choice_of(seat, name),
        };
        match told {
            Ok(text) => self.terminal.print(&text),
            Err(error) => self.terminal.print(&format!("{error}\n")),
        }
    }

    /// What a bot would choose.
    fn choice_of(&self, seat: Seat, name: &str) -> Result<String, BotError> {
        let ongoing = &self.ongoing;
        // A stream of its own: a hint does not change what the bots of the game choose.
        let mut rng = hint_stream(ongoing.deal_seed(), seat, ongoing.moves().len());
        let spec = find(name, &self.setup.game)?;
        let choice = ongoing.hint(&spec, &mut rng)?;
        let words = ongoing.explain(choice);
        let told = self.glossary.explained(&ongoing.notation(choice), &words);
        Ok(format!(
            "{} would choose {}  {told}\n",
            spec.name,
            choice + 1
        ))
    }

    fn look(&self, asked: &str) -> Result<(), Failure> {
        match self.glossary.look(asked) {
            Ok(text) => self.terminal.print(&text),
            Err(problem) => self.terminal.print(&format!("{problem}\n")),
        }
    }

    /// What a person needs to decide: what happened, picture and position as far as they changed, the moves.
    fn show_position(&mut self, seat: Seat) -> Result<(), Failure> {
        let turn = self.ongoing.turn(seat);
        let humans = self.occupants.iter();
        let humans = humans.filter(|who| matches!(who, Occupant::Human)).count();
        let mut seen = self.shown.take().filter(|shown| shown.seat == seat);
        if humans > 1 && self.reader.replace(seat) != Some(seat) {
            self.terminal.hand_over(&self.who(seat))?;
            seen = None;
        }
        let since = self.ongoing.last_choice(seat).map_or(0, |last| last + 1);
        let others = self.ongoing.moves()[since..]
            .iter()
            .any(|made| made.seat != seat);
        let now = Shown::of(&*self.ongoing, seat);
        let mut page = String::new();
        if seen.as_ref().is_none_or(|seen| seen.turn != turn || others) {
            let title = self.narration(|narration| narration.in_turn(seat, turn));
            page.push_str(&format!("\n== {title} ==\n"));
        }
        if since < self.ongoing.moves().len() {
            page.push_str("Since your last decision\n");
            page.push_str(&self.told(seat, since));
        }
        page.push_str(&now.news(seen.as_ref()));
        page.push_str(&self.moves_text());
        self.shown = Some(now);
        self.terminal.print(&page)
    }

    fn show_again(&self, seat: Seat) -> Result<(), Failure> {
        let all = Shown::of(&*self.ongoing, seat).news(None);
        self.terminal.print(&format!("{all}{}", self.moves_text()))
    }

    fn show_board(&self, seat: Seat) -> Result<(), Failure> {
        let picture = drawn(&self.ongoing.picture(Some(seat)));
        self.terminal.print(match picture.as_str() {
            "" => "this game has no picture; `show` prints the position\n",
            picture => picture,
        })
    }

    fn moves_text(&self) -> String {
        if self.ongoing.choices() == 0 {
            return String::new();
        }
        let moves = self.ongoing.notations().into_iter();
        let moves = moves.zip(self.ongoing.explanations());
        let moves: Vec<Move> = moves
            .map(|(notation, words)| Move {
                text: self.glossary.explained(&notation, &words),
                is_explained: !words.is_empty(),
            })
            .collect();
        format!("Your moves\n{}", move_list(&moves))
    }

    /// The final scores, and who won.
    fn show_end(&mut self) -> Result<(), Failure> {
        self.shown = None;
        let seats = self.ongoing.records();
        let seat = self.last_human();
        let since = self.ongoing.last_choice(seat).map_or(0, |last| last + 1);
        let winners: Vec<String> = (0..seats.len())
            .filter(|&seat| seats[seat].rank == 1)
            .map(|seat| self.who(seat))
            .collect();
        let outcome = match winners.as_slice() {
            [winner] => format!("{winner} wins"),
            several => format!("{} share the first place", several.join(" and ")),
        };
        self.terminal.print(&format!(
            "{}\nThe game is over.\n{}\n{outcome}.\n",
            self.told(seat, since),
            final_scores(self.ongoing.game(), &self.names, &seats)
        ))
    }

    /// The moves from `since` on as far as `observer` saw them, turn by turn.
    fn told(&self, observer: Seat, since: usize) -> String {
        self.narration(|narration| narration.told(observer, since))
    }

    fn narration<T>(&self, tell: impl FnOnce(Narration<'_>) -> T) -> T {
        tell(Narration {
            ongoing: &*self.ongoing,
            glossary: &self.glossary,
            who: &|seat| self.who(seat),
        })
    }

    fn who(&self, seat: Seat) -> String {
        format!("seat {} ({})", seat + 1, self.names[seat])
    }

    /// The person who decided last, or the first one if none has.
    fn last_human(&self) -> Seat {
        let human = |seat: &Seat| matches!(self.occupants[*seat], Occupant::Human);
        let decided = self
            .ongoing
            .moves()
            .iter()
            .rev()
            .filter(|made| made.choices > 1);
        decided
            .map(|made| made.seat)
            .find(human)
            .or_else(|| (0..self.occupants.len()).find(human))
            .unwrap_or(0)
    }
}

fn logged(made: &PlayedMove) -> LoggedMove {
    LoggedMove {
        line: 0,
        seat: made.seat,
        action: made.notation.clone(),
    }
}
