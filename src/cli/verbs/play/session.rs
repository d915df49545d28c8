//! The dialogue with the players: prompts and commands.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use super::command::{Command, HELP, Input, WORDS, help, listed_moves, read};
use super::costliest::Search;
use super::hint::best_moves;
use super::keeping::Keeper;
use super::table::Table;
use crate::ui::dialogue::completion::Words;
use crate::ui::dialogue::save::{print_unsaved, save};
use crate::ui::dialogue::terminal::{Answer, Terminal, Wanted};
use crate::ui::failure::Failure;
use crate::ui::progress::Display;
use portolan_core::game::Seat;
use portolan_players::bots::catalog::names;
use portolan_run::experiment::session::Progress;
use portolan_run::play::live::Live;

/// Next step of the dialogue.
enum Next {
    Position,
    End,
}

/// Dialogue with the people in a game.
pub struct Session<'a> {
    table: Table<'a>,
    terminal: Terminal,
    /// Current reader of the screen, if several people share the terminal.
    reader: Option<Seat>,
    /// True if there are moves that are not in any file.
    unsaved: bool,
    /// Saves the game after every decision, if set.
    keeper: Option<&'a mut dyn Keeper>,
    /// True if the dialogue ends with the game.
    ends_with_game: bool,
    /// Description of the last saving problem, if any.
    unkept: Option<String>,
    /// Names of components and bots, for completion.
    components: Rc<Vec<String>>,
    bots: Rc<Vec<String>>,
}

impl<'a> Session<'a> {
    /// Creates a dialogue about a game whose seats are all occupied.
    pub fn new(table: Table<'a>, terminal: Terminal) -> Session<'a> {
        Session {
            components: Rc::new(table.glossary.called_so()),
            bots: Rc::new(names(Some(&table.setup.game))),
            table,
            terminal,
            reader: None,
            unsaved: false,
            keeper: None,
            ends_with_game: false,
            unkept: None,
        }
    }

    /// Saves the game after every decision with `keeper`.
    pub fn kept_by(mut self, keeper: &'a mut dyn Keeper) -> Session<'a> {
        self.keeper = Some(keeper);
        self
    }

    /// Ends the dialogue with the game.
    pub fn ending_with_game(mut self) -> Session<'a> {
        self.ends_with_game = true;
        self
    }

    /// Returns the table in its current state, and the terminal.
    pub fn into_parts(self) -> (Table<'a>, Terminal) {
        (self.table, self.terminal)
    }

    /// Prints the game and the players.
    pub fn welcome(&self, whence: &str) -> Result<(), Failure> {
        self.terminal.print(&self.table.welcome(whence))
    }

    /// Prints a text before the game begins.
    pub fn say(&self, text: &str) -> Result<(), Failure> {
        self.terminal.print(text)
    }

    /// Plays until the game ends or stops at a story card, or the player leaves.
    pub fn run(&mut self) -> Result<(), Failure> {
        loop {
            self.keep()?;
            self.table.play_others()?;
            self.keep()?;
            if self.table.stop().is_some() {
                return self.settle();
            }
            let seat = match self.table.ongoing.to_move() {
                Some(seat) => {
                    self.show_position(seat)?;
                    seat
                }
                None => {
                    self.show_end()?;
                    if self.ends_with_game {
                        return self.settle();
                    }
                    self.table.last_human()
                }
            };
            if let Next::End = self.dialogue(seat)? {
                return Ok(());
            }
        }
    }

    /// Saves the game. After a failure the game continues, and the next decision triggers another attempt.
    fn keep(&mut self) -> Result<(), Failure> {
        let Some(keeper) = &mut self.keeper else {
            return Ok(());
        };
        let kept = keeper.keep(&*self.table.ongoing, &self.table.log());
        let text = match (&kept, &self.unkept) {
            (Err(problem), before) if before.as_ref() != Some(problem) => format!(
                "not saved: {problem}\nThe game continues, and the program tries to save again after every decision; `save FILE` saves it elsewhere.\n"
            ),
            (Ok(Some(message)), _) => format!("{message}\n"),
            (Ok(None), Some(_)) => "saved again\n".to_string(),
            _ => String::new(),
        };
        self.unkept = kept.err();
        self.terminal.print(&text)
    }

    /// Saves the game before the program ends. After a failure, the player can free disk space or name another
    /// file; otherwise the moves are printed.
    fn settle(&mut self) -> Result<(), Failure> {
        self.keep()?;
        while let Some(problem) = self.problem() {
            let question = "not saved; Enter tries again, a name saves the moves to that file: ";
            let answer = match self.terminal.is_interactive() {
                true => self.terminal.ask(question, &Wanted::File)?,
                false => Answer::End,
            };
            match answer {
                Answer::Line(file) if !file.is_empty() => {
                    if self.save(Path::new(&file), false)? {
                        return Err(Failure::Work(problem));
                    }
                }
                Answer::Line(_) => self.keep()?,
                Answer::End | Answer::Interrupt => {
                    return Err(print_unsaved(&problem, &self.table.log().write()));
                }
            }
        }
        Ok(())
    }

    /// Returns the reason why the file of the game does not contain it, if it has a file.
    fn problem(&self) -> Option<String> {
        self.keeper.as_ref()?;
        self.unkept.clone().or_else(|| self.check().err())
    }

    fn check(&self) -> Result<(), String> {
        let (setup, here) = (self.table.setup, &*self.table.ongoing);
        let checked = self.table.log().check(setup, Some(here));
        checked.map_err(|error| error.to_string())
    }

    /// Processes lines until one changes the position.
    fn dialogue(&mut self, seat: Seat) -> Result<Next, Failure> {
        let moves = self.table.spelled();
        let words = Words {
            commands: &WORDS,
            moves: [&moves.notations[..], &moves.titles].concat(),
            components: self.components.clone(),
            bots: self.bots.clone(),
        };
        loop {
            let line = match self.terminal.ask("> ", &Wanted::Command(&words))? {
                Answer::Line(line) => line,
                Answer::End if !self.terminal.is_interactive() => return self.input_ended(),
                Answer::End | Answer::Interrupt => {
                    self.leave()?;
                    return Ok(Next::End);
                }
            };
            let command = match read(&line, &moves) {
                Ok(Input::Nothing) => continue,
                Ok(Input::Move(index)) => {
                    self.table.ongoing.make(index);
                    self.unsaved = true;
                    return Ok(Next::Position);
                }
                Ok(Input::Command(command)) => command,
                Err(problem) => {
                    let several = listed_moves(&line).unwrap_or_default();
                    let made = match several.as_slice() {
                        [] => Err(problem),
                        moves => self.table.make_all(seat, moves),
                    };
                    match made {
                        Ok(left) => {
                            self.unsaved = true;
                            if !left.is_empty() {
                                let left = left.join(", ");
                                self.terminal.print(&format!(
                                    "not made, because a story card was revealed: {left}\n"
                                ))?;
                            }
                            return Ok(Next::Position);
                        }
                        Err(problem) => self.terminal.print(&format!("{problem}\n"))?,
                    }
                    continue;
                }
            };
            match command {
                Command::Help => self.terminal.print(&help(HELP))?,
                Command::Undo => {
                    if self.undo(seat)? {
                        return Ok(Next::Position);
                    }
                }
                Command::Save { file, overwrite } => {
                    self.save(&file, overwrite)?;
                }
                Command::Hint(bot) => self.hint(seat, bot.as_deref())?,
                Command::Score => self.terminal.print(&self.table.scores())?,
                Command::Show => self.terminal.print(&self.table.position(seat))?,
                Command::Moves => self.show_moves()?,
                Command::Board => self.terminal.print(&self.table.board(seat))?,
                Command::Hand => self.terminal.print(&self.table.hand(seat))?,
                Command::Costliest => self.show_costliest(seat)?,
                Command::Log => self.terminal.print(&self.table.told(&[seat], 0))?,
                Command::Look(id) => self.look(&id)?,
                // Only `follow` has this command.
                Command::Position => {}
                Command::Quit => {
                    self.leave()?;
                    return Ok(Next::End);
                }
            }
        }
    }

    fn input_ended(&mut self) -> Result<Next, Failure> {
        self.settle()?;
        if let Some(keeper) = &self.keeper {
            let command = keeper.command(false);
            self.terminal.print(&format!(
                "The input ended during the game. `{command}` resumes it.\n"
            ))?;
        } else if self.table.ongoing.to_move().is_some() {
            self.terminal.print(
                "The input ended during the game. `save FILE` saves a game, and `portolan play --load FILE` \
                 resumes it.\n",
            )?;
        }
        Ok(Next::End)
    }

    /// Undoes the last decision of a person. Returns true if there was one.
    fn undo(&mut self, seat: Seat) -> Result<bool, Failure> {
        let Some(notation) = self.table.undo(seat) else {
            self.terminal.print("you have no decision to take back\n")?;
            return Ok(false);
        };
        self.terminal.print(&format!("taken back: {notation}\n"))?;
        self.unsaved = true;
        Ok(true)
    }

    /// Saves the game to a file. Returns true on success.
    fn save(&mut self, file: &Path, overwrite: bool) -> Result<bool, Failure> {
        let log = (self.table.log().write(), self.check());
        let saved = save(file, overwrite, log, "portolan play --load");
        let is_saved = saved.is_ok();
        self.unsaved &= !is_saved;
        self.terminal
            .print(&saved.unwrap_or_else(|problem| problem))?;
        Ok(is_saved)
    }

    fn leave(&mut self) -> Result<(), Failure> {
        self.settle()?;
        if let Some(keeper) = &self.keeper {
            let command = keeper.command(false);
            return self
                .terminal
                .print(&format!("The game is saved; `{command}` resumes it.\n"));
        }
        while self.terminal.is_interactive() && self.unsaved {
            let question = "save to which file (Enter: none)? ";
            match self.terminal.ask(question, &Wanted::File)? {
                Answer::Line(file) if !is_no(&file) => {
                    self.save(Path::new(&file), false)?;
                }
                _ => return self.terminal.print("The game is not saved.\n"),
            }
        }
        Ok(())
    }

    fn hint(&self, seat: Seat, name: Option<&str>) -> Result<(), Failure> {
        if self.table.ongoing.to_move().is_none() {
            return self
                .terminal
                .print("the game is over: there is nothing to decide\n");
        }
        let told = match name {
            None => best_moves(
                &*self.table.ongoing,
                &self.table.glossary,
                &self.table.setup.game,
            )
            .map(|advice| advice.map_or_else(String::new, |advice| advice.text())),
            Some(name) => self.table.choice_of(seat, name),
        };
        match told {
            Ok(text) => self.terminal.print(&text),
            Err(error) => self.terminal.print(&format!("{error}\n")),
        }
    }

    fn look(&self, asked: &str) -> Result<(), Failure> {
        match self.table.glossary.look(asked) {
            Ok(text) => self.terminal.print(&text),
            Err(problem) => self.terminal.print(&format!("{problem}\n")),
        }
    }

    /// Prints the position for a decision. People who share the terminal take turns.
    fn show_position(&mut self, seat: Seat) -> Result<(), Failure> {
        let several = self.table.people().len() > 1;
        let is_new = several && self.reader.replace(seat) != Some(seat);
        if is_new {
            self.terminal.hand_over(&self.table.who(seat))?;
        }
        let page = self.table.page(seat, is_new);
        self.terminal.print(&page)
    }

    /// Prints the end of the game and, at a terminal, the costliest moves of each person.
    fn show_end(&mut self) -> Result<(), Failure> {
        let text = self.table.end();
        self.terminal.print(&text)?;
        if self.terminal.is_interactive() {
            for seat in self.table.people() {
                self.show_costliest(seat)?;
            }
        }
        Ok(())
    }

    fn show_moves(&self) -> Result<(), Failure> {
        self.terminal.print(match self.table.moves_text().as_str() {
            "" => "the game is over: there is nothing to decide\n",
            moves => moves,
        })
    }

    /// Prints the costliest moves of a seat. The search can be skipped.
    fn show_costliest(&self, seat: Seat) -> Result<(), Failure> {
        let search = Search {
            ongoing: &*self.table.ongoing,
            glossary: &self.table.glossary,
            game: &self.table.setup.game,
            seat,
        };
        let is_watched = self.terminal.is_interactive();
        if is_watched {
            self.terminal
                .print("Searching for your costliest moves; Ctrl-C skips this.\n")?;
        }
        let live = Arc::new(Live::default());
        let counter = live.counter();
        let mut display = Display::new("decision", !is_watched, live);
        display.begin(Progress {
            done: 0,
            planned: search.steps() as u64,
        });
        let found = self.terminal.skippable(|is_skipped| {
            search.told(&mut || {
                counter.ended();
                !is_skipped()
            })
        });
        display.finish();
        match found {
            Ok(Some(advice)) => self.terminal.print(&advice.text()),
            Ok(None) => self
                .terminal
                .print("skipped; `costliest` starts the search again\n"),
            Err(error) => self.terminal.print(&format!("{error}\n")),
        }
    }
}

/// Returns true if the answer to the prompt for a file name is that the game should not be saved.
fn is_no(answer: &str) -> bool {
    let answer = answer.trim().to_lowercase();
    ["", "n", "no"].contains(&answer.as_str())
}
