//! A game with its players, and the texts for each of them.

use std::collections::BTreeSet;

use super::command::{Input, Spelled, is_number, read};
use super::glossary::Glossary;
use super::narration::{Narration, in_turn};
use super::screen::{changed, hand_of, move_list, move_texts};
use super::seats::{Seats, play_back};
use super::story::STORY_CARD;
use crate::ui::drawing::{drawn, drawn_panels, width};
use crate::ui::failure::Failure;
use crate::ui::scores::{final_scores, scores_so_far};
use portolan_core::game::Seat;
use portolan_core::prose::{capital, count, wrapped};
use portolan_core::random::hint_stream;
use portolan_core::setup::GameSetup;
use portolan_players::bots::strengths::meaning;
use portolan_players::bots::{BotError, find};
use portolan_run::campaign::story::{Side, revealed};
use portolan_run::experiment::gamelog::{GameLog, LogError};
use portolan_run::play::ongoing::OngoingGame;

/// Position as last shown to a person.
struct Shown {
    seat: Seat,
    turn: u32,
    text: String,
    /// Drawn panels of the picture.
    panels: Vec<String>,
}

impl Shown {
    fn of(ongoing: &dyn OngoingGame, seat: Seat) -> Shown {
        Shown {
            seat,
            turn: ongoing.turn(seat),
            text: ongoing.describe(Some(seat)),
            panels: drawn_panels(&ongoing.picture(Some(seat))),
        }
    }

    /// Returns the parts that differ from the position last seen, or everything if there is none.
    fn news(&self, seen: Option<&Shown>) -> String {
        let (text, panels) = seen.map_or(("", &[][..]), |seen| (&seen.text, &seen.panels));
        let new = self.panels.iter().filter(|panel| !panels.contains(panel));
        let new: String = new.map(String::as_str).collect();
        new + &changed(&self.text, text)
    }
}

/// Game with its players.
pub struct Table<'a> {
    pub setup: &'a GameSetup,
    /// Descriptions of component ids.
    pub glossary: Glossary,
    pub ongoing: Box<dyn OngoingGame>,
    seats: Seats,
    shown: Option<Shown>,
    /// Number of moves that the person in each seat was shown, including their consequences.
    heard: Vec<usize>,
    /// Sides of story cards that stop the game when they are revealed.
    awaited: BTreeSet<(String, Side)>,
}

impl<'a> Table<'a> {
    /// Seats the players at a dealt game.
    pub fn new(
        ongoing: Box<dyn OngoingGame>,
        setup: &'a GameSetup,
        glossary: Glossary,
        seats: Seats,
    ) -> Table<'a> {
        Table {
            heard: vec![0; ongoing.records().len()],
            setup,
            glossary,
            ongoing,
            seats,
            shown: None,
            awaited: BTreeSet::new(),
        }
    }

    /// Stops the game when one of these sides of story cards is revealed.
    pub fn stopping_at(mut self, awaited: BTreeSet<(String, Side)>) -> Table<'a> {
        self.awaited = awaited;
        self
    }

    /// Returns the revealed side of a story card that stops the game, if any.
    pub fn stop(&self) -> Option<(String, Side)> {
        if self.awaited.is_empty() {
            return None;
        }
        let mut revealed = revealed(&*self.ongoing).into_iter();
        revealed.find(|side| self.awaited.contains(side))
    }

    /// Replays the moves of a saved game.
    pub fn play_back(&mut self, log: &GameLog, file: &str) -> Result<(), LogError> {
        play_back(&mut *self.ongoing, log, file)?;
        for seat in 0..self.heard.len() {
            self.rewind(seat);
        }
        Ok(())
    }

    /// Marks the consequences of the last decision of a seat as not yet shown.
    fn rewind(&mut self, seat: Seat) {
        self.heard[seat] = self.ongoing.last_choice(seat).unwrap_or(0);
    }

    /// Describes the game, the players and the active story cards.
    pub fn welcome(&self, whence: &str) -> String {
        let game = self.ongoing.game();
        let mut text = format!("{}, {whence}: {}\n", game.name(), self.seats.line_up());
        let mut met: Vec<&String> = Vec::new();
        for name in self.seats.names() {
            if met.contains(&name) {
                continue;
            }
            met.push(name);
            if let Some(meaning) = meaning(name, &self.setup.game) {
                text.push_str(&wrapped(&format!("{}.", capital(&meaning)), width(), 2));
            }
        }
        let catalog = game.catalog();
        for card in catalog.iter().filter(|one| one.kind == STORY_CARD) {
            let told = format!("{} {} is in play: {}", card.id, card.name, card.text);
            text.push_str(&wrapped(&told, width(), 2));
        }
        text.push_str("`?` shows what you can type.\n");
        text
    }

    /// Makes all moves up to the next decision of a person.
    pub fn play_others(&mut self) -> Result<(), Failure> {
        while self.stop().is_none()
            && let Some(choice) = (self.seats.choice(&mut *self.ongoing)).map_err(Failure::Work)?
        {
            self.ongoing.make(choice);
        }
        Ok(())
    }

    /// Makes several moves of a seat in order, up to a revealed story card that stops the game. Returns the moves after this
    /// card, which were not made.
    ///
    /// # Errors
    /// A message if a move is not possible; in this case, no move is made.
    pub fn make_all<'m>(
        &mut self,
        seat: Seat,
        moves: &'m [&'m str],
    ) -> Result<&'m [&'m str], String> {
        let before = self.ongoing.moves().len();
        for (index, text) in moves.iter().enumerate() {
            if index > 0 && self.stop().is_some() {
                return Ok(&moves[index..]);
            }
            if let Err(problem) = self.make_next(seat, text) {
                self.ongoing.take_back(before);
                let (number, all) = (index + 1, count(moves.len() as u64, "move"));
                return Err(format!(
                    "none of the {all} was made; move {number}: {problem}"
                ));
            }
        }
        Ok(&[])
    }

    /// Makes one move of a line with several. A decision with one legal move may be left out, because it is not listed.
    fn make_next(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        loop {
            match self.ongoing.to_move() {
                None => return Err(format!("\"{text}\" comes after the end of the game")),
                Some(other) if other != seat => {
                    let who = self.who(other);
                    return Err(format!("\"{text}\" cannot be made: {who} decides next"));
                }
                Some(_) => {}
            }
            let input = read(text, &self.spelled());
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
            if is_wanted || self.stop().is_some() {
                return Ok(());
            }
        }
    }

    /// Returns the legal moves, as a person can type them.
    pub fn spelled(&self) -> Spelled {
        self.glossary.spelled(&self.ongoing.phrases())
    }

    /// Returns the log of the game.
    pub fn log(&self) -> GameLog {
        self.seats.log(self.setup, &*self.ongoing)
    }

    /// Returns the current scores.
    pub fn scores(&self) -> String {
        let seats = self.ongoing.records();
        scores_so_far(self.ongoing.game(), self.seats.names(), &seats)
    }

    /// Undoes the last decision of a person. Returns the undone move, if any.
    pub fn undo(&mut self, seat: Seat) -> Option<String> {
        let kept = self.ongoing.last_choice(seat)?;
        let notation = self.glossary.title(&self.ongoing.moves()[kept].phrase);
        self.ongoing.take_back(kept);
        for heard in &mut self.heard {
            *heard = kept.min(*heard);
        }
        self.rewind(seat);
        self.shown = None;
        Some(notation)
    }

    /// Returns the choice of a bot.
    pub fn choice_of(&self, seat: Seat, name: &str) -> Result<String, BotError> {
        let ongoing = &self.ongoing;
        // A separate random stream, so that a hint does not affect the choices of the bots in the game.
        let mut rng = hint_stream(ongoing.deal_seed(), seat, ongoing.moves().len());
        let spec = find(name, &self.setup.game)?;
        let choice = ongoing.hint(&spec, &mut rng)?;
        let words = self.glossary.explained(&ongoing.phrase(choice));
        Ok(format!(
            "{} would choose {}  {words}\n",
            spec.name,
            choice + 1
        ))
    }

    /// Returns the text for a decision: recent events, changed parts of the picture and the position, and the moves. If
    /// `is_new`, the player has just taken over the screen and sees everything.
    pub fn page(&mut self, seat: Seat, is_new: bool) -> String {
        let turn = self.ongoing.turn(seat);
        let seen = self.shown.take();
        let seen = seen.filter(|shown| shown.seat == seat && !is_new);
        let since = self.ongoing.last_choice(seat).map_or(0, |last| last + 1);
        let others = self.ongoing.moves()[since..]
            .iter()
            .any(|made| made.seat != seat);
        let news = self.narration(|narration| narration.news(seat, self.heard[seat]));
        self.heard[seat] = self.ongoing.moves().len();
        let now = Shown::of(&*self.ongoing, seat);
        let mut page = String::new();
        if seen.as_ref().is_none_or(|seen| seen.turn != turn || others) {
            let made = self.ongoing.moves().len();
            let title = in_turn(&*self.ongoing, &self.who(seat), turn, made);
            page.push_str(&format!("\n== {title} ==\n"));
        }
        if !news.is_empty() {
            page.push_str(match since {
                0 => "What happened so far\n",
                _ => "Since your last decision\n",
            });
            page.push_str(&news);
        }
        page.push_str(&now.news(seen.as_ref()));
        page.push_str(&self.moves_text());
        self.shown = Some(now);
        page
    }

    /// Returns the whole position and the moves.
    pub fn position(&self, seat: Seat) -> String {
        Shown::of(&*self.ongoing, seat).news(None) + &self.moves_text()
    }

    /// Returns the picture of the table.
    pub fn board(&self, seat: Seat) -> String {
        match drawn(&self.ongoing.picture(Some(seat))) {
            picture if picture.is_empty() => {
                "this game has no picture; `show` prints the position\n".to_string()
            }
            picture => picture,
        }
    }

    /// Returns the hand of a seat.
    pub fn hand(&self, seat: Seat) -> String {
        hand_of(&self.ongoing.describe(Some(seat)), seat)
    }

    /// Returns the moves of the seat to move; empty after the end of the game.
    pub fn moves_text(&self) -> String {
        if self.ongoing.choices() == 0 {
            return String::new();
        }
        let moves = move_texts(&self.glossary, &self.ongoing.phrases());
        format!("Your moves\n{}", move_list(&moves))
    }

    /// Returns the last events, the final scores and the winners.
    pub fn end(&mut self) -> String {
        let seen = self.shown.take();
        let seats = self.ongoing.records();
        let people = self.people();
        let heard = people.iter().map(|&seat| self.heard[seat]).min();
        // After a game of bots, only the result is printed.
        let news = match (people.as_slice(), heard) {
            (&[seat], Some(heard)) => self.narration(|narration| narration.news(seat, heard)),
            (people, Some(heard)) => self.told(people, heard),
            (_, None) => String::new(),
        };
        self.heard.fill(self.ongoing.moves().len());
        // One person also sees how the table has changed.
        let changes = match people.as_slice() {
            &[seat] => Shown::of(&*self.ongoing, seat).news(seen.as_ref()),
            _ => String::new(),
        };
        let winners: Vec<String> = (0..seats.len())
            .filter(|&seat| seats[seat].rank == 1)
            .map(|seat| self.who(seat))
            .collect();
        let outcome = match winners.as_slice() {
            _ if self.ongoing.capped() => "The game was stopped, and no one wins".to_string(),
            [winner] => format!("{winner} wins"),
            several => format!("{} share first place", several.join(" and ")),
        };
        format!(
            "{news}{changes}\nThe game is over.\n{}\n{outcome}.\n",
            final_scores(self.ongoing.game(), self.seats.names(), &seats)
        )
    }

    /// Returns the seats of people.
    pub fn people(&self) -> Vec<Seat> {
        self.seats.people()
    }

    /// Narrates the moves from `since` on, turn by turn, limited to what all observers saw.
    pub fn told(&self, observers: &[Seat], since: usize) -> String {
        self.narration(|narration| narration.told(observers, since))
    }

    fn narration<T>(&self, tell: impl FnOnce(Narration<'_>) -> T) -> T {
        tell(Narration {
            ongoing: &*self.ongoing,
            glossary: &self.glossary,
            who: &|seat| self.who(seat),
        })
    }

    /// Returns the number and name of a seat, such as `seat 1 (greedy)`.
    pub fn who(&self, seat: Seat) -> String {
        self.seats.who(seat)
    }

    /// Returns the person who decided last, or the first person if there was no decision.
    pub fn last_human(&self) -> Seat {
        let decided = self
            .ongoing
            .moves()
            .iter()
            .rev()
            .filter(|made| made.choices > 1);
        decided
            .map(|made| made.seat)
            .find(|&seat| self.seats.is_person(seat))
            .or_else(|| self.people().first().copied())
            .unwrap_or(0)
    }
}
