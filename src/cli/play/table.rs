//! A game and those who play it: who sits where, and what each of them is shown.

use super::command::{Input, is_number, read};
use super::glossary::Glossary;
use super::narration::Narration;
use super::screen::{Move, changed, hand_of, move_list, widened};
use super::seats::{Seats, play_back};
use crate::drawing::{drawn, panel, width};
use crate::failure::Failure;
use crate::scores::{final_scores, scores_so_far};
use portolan_core::game::Seat;
use portolan_core::prose::{capital, count, wrapped};
use portolan_core::random::hint_stream;
use portolan_core::setup::GameSetup;
use portolan_engine::bots::strengths::meaning;
use portolan_engine::bots::{BotError, find};
use portolan_engine::experiment::gamelog::{GameLog, LogError};
use portolan_engine::play::ongoing::OngoingGame;

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
            text: widened(&ongoing.describe(Some(seat))).into_owned(),
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

/// The kind of component that the story of a campaign is printed on.
const STORY_CARD: &str = "story card";

/// A game, and who plays it.
pub struct Table<'a> {
    /// What is played.
    pub setup: &'a GameSetup,
    /// What ids stand for.
    pub glossary: Glossary,
    /// The game as far as it was played.
    pub ongoing: Box<dyn OngoingGame>,
    seats: Seats,
    shown: Option<Shown>,
    /// By seat, how many moves its person was shown, each with what came of it.
    heard: Vec<usize>,
}

impl<'a> Table<'a> {
    /// A deal with everybody in their seats.
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
        }
    }

    /// Makes the moves of a saved game.
    pub fn play_back(&mut self, log: &GameLog, file: &str) -> Result<(), LogError> {
        play_back(&mut *self.ongoing, log, file)?;
        for seat in 0..self.heard.len() {
            self.rewind(seat);
        }
        Ok(())
    }

    /// A seat is shown once more what came of its last decision.
    fn rewind(&mut self, seat: Seat) {
        self.heard[seat] = self.ongoing.last_choice(seat).unwrap_or(0);
    }

    /// Says what is played, against whom, and which story cards are in play.
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
        while let Some(choice) = (self.seats.choice(&mut *self.ongoing)).map_err(Failure::Work)? {
            self.ongoing.make(choice);
        }
        Ok(())
    }

    /// Makes several moves of a seat one after another, or none of them and says why.
    pub fn make_all(&mut self, seat: Seat, moves: &[&str]) -> Result<(), String> {
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
        Ok(())
    }

    /// Makes a move out of a line of several. No list is shown of a decision with one legal move,
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

    /// The game as a file holds it.
    pub fn log(&self) -> GameLog {
        self.seats.log(self.setup, &*self.ongoing)
    }

    /// The scores so far.
    pub fn scores(&self) -> String {
        let seats = self.ongoing.records();
        scores_so_far(self.ongoing.game(), self.seats.names(), &seats)
    }

    /// Takes the last decision of a person back; which move it was, if there was one.
    pub fn undo(&mut self, seat: Seat) -> Option<String> {
        let kept = self.ongoing.last_choice(seat)?;
        let notation = self.glossary.annotate(&self.ongoing.moves()[kept].notation);
        self.ongoing.take_back(kept);
        for heard in &mut self.heard {
            *heard = kept.min(*heard);
        }
        self.rewind(seat);
        self.shown = None;
        Some(notation)
    }

    /// What a bot would choose.
    pub fn choice_of(&self, seat: Seat, name: &str) -> Result<String, BotError> {
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

    /// What a person needs to decide: what happened, picture and position as far as they changed, the moves. Everything
    /// to a person who has just come to the screen.
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
            let title = self.narration(|narration| narration.in_turn(seat, turn));
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

    /// The whole position, and the moves.
    pub fn position(&self, seat: Seat) -> String {
        Shown::of(&*self.ongoing, seat).news(None) + &self.moves_text()
    }

    /// The picture of the table.
    pub fn board(&self, seat: Seat) -> String {
        match drawn(&self.ongoing.picture(Some(seat))) {
            picture if picture.is_empty() => {
                "this game has no picture; `show` prints the position\n".to_string()
            }
            picture => picture,
        }
    }

    /// What a seat has in hand.
    pub fn hand(&self, seat: Seat) -> String {
        hand_of(&widened(&self.ongoing.describe(Some(seat))), seat)
    }

    /// The moves of the seat that decides; nothing after the end.
    pub fn moves_text(&self) -> String {
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

    /// What happened up to the end, the final scores, and who won.
    pub fn end(&mut self) -> String {
        self.shown = None;
        let seats = self.ongoing.records();
        let people = self.people();
        let heard = people.iter().map(|&seat| self.heard[seat]).min();
        // A game of bots alone prints its end only.
        let news = match (people.as_slice(), heard) {
            (&[seat], Some(heard)) => self.narration(|narration| narration.news(seat, heard)),
            (people, Some(heard)) => self.told(people, heard),
            (_, None) => String::new(),
        };
        self.heard.fill(self.ongoing.moves().len());
        let winners: Vec<String> = (0..seats.len())
            .filter(|&seat| seats[seat].rank == 1)
            .map(|seat| self.who(seat))
            .collect();
        let outcome = match winners.as_slice() {
            _ if self.ongoing.capped() => "The game was stopped, and no one wins".to_string(),
            [winner] => format!("{winner} wins"),
            several => format!("{} share the first place", several.join(" and ")),
        };
        format!(
            "{news}\nThe game is over.\n{}\n{outcome}.\n",
            final_scores(self.ongoing.game(), self.seats.names(), &seats)
        )
    }

    /// The seats of people.
    pub fn people(&self) -> Vec<Seat> {
        self.seats.people()
    }

    /// The moves from `since` on as far as all these seats saw them, turn by turn.
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

    /// A seat by number and name: `seat 1 (greedy)`.
    pub fn who(&self, seat: Seat) -> String {
        self.seats.who(seat)
    }

    /// The person who decided last, or the first one if none has.
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
