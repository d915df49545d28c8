//! Dialogue of `portolan follow`: questions, output and commands.

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;

use super::command::{self, HELP, WORDS, answers, choice, meant, parts};
use super::table::{Answer, Table};
use crate::ui::dialogue::save::{print_unsaved, save};
use crate::ui::dialogue::terminal::{Answer as Typed, Terminal, Wanted};
use crate::ui::drawing::WIDTH;
use crate::ui::failure::Failure;
use crate::verbs::play::command::{Command, Spelled, help};
use crate::verbs::play::glossary::Glossary;
use crate::verbs::play::narration::in_turn;
use crate::verbs::play::screen::changed;
use crate::verbs::run::launch::quote;
use portolan_core::game::Seat;
use portolan_core::prose::{count, wrapped};
use portolan_core::registry::entry;
use portolan_core::setup::GameSetup;
use portolan_run::experiment::followed::UNSEEN;
use portolan_run::experiment::gamelog::GameLog;
use portolan_run::play::dyn_game::DynGame;
use portolan_run::play::reported::Question;
use portolan_run::results::manifest::VERSION;
use portolan_run::saved_game::SavedGame;

/// Maximum number of moves of another seat that are listed automatically.
const FEW_MOVES: usize = 12;

/// Start of a log comment that contains an entry of the correction in progress.
const CORRECTION: &str = "# correction:";

/// Settings of a followed game.
pub struct Settings<'a> {
    pub setup: &'a GameSetup,
    /// Seed of the guesses.
    pub seed: u64,
    /// The own seat; `None` if everything is visible.
    pub own: Option<Seat>,
    /// Names of the players by seat.
    pub names: Vec<String>,
    /// True to show hints at every own decision.
    pub hints: bool,
}

/// Result of an input line.
#[derive(PartialEq, Eq)]
enum Next {
    On,
    End,
}

/// Dialogue about a followed game.
pub struct Dialogue<'a> {
    pub(super) settings: Settings<'a>,
    pub(super) table: Table<'a>,
    record: SavedGame,
    pub(super) terminal: Terminal,
    pub(super) glossary: Glossary,
    /// Input that is not yet processed.
    typed: VecDeque<String>,
    /// Text of the position when it was last shown.
    shown: String,
    /// Number of moves and answers, and kind of component, at the last announcement.
    announced: Option<(usize, Option<(usize, String)>)>,
    /// Number of moves that were shown.
    narrated: usize,
    /// Percentage of the component rows that are placeholders, if there are any.
    placeholders: Option<f64>,
    /// Reason why the game is not saved, which was shown to the user.
    unsaved: Option<String>,
    /// Entries of the correction in progress.
    entries: Vec<String>,
}

impl<'a> Dialogue<'a> {
    /// Creates the dialogue for a table in its present state.
    pub fn new(
        settings: Settings<'a>,
        game: &dyn DynGame,
        table: Table<'a>,
        record: SavedGame,
        terminal: Terminal,
    ) -> Result<Dialogue<'a>, Failure> {
        let entry = entry(&settings.setup.game)?;
        let narrated = table.steps().len();
        let catalog = game.catalog();
        let counts = entry.rows_by_provenance(&settings.setup.data);
        let placeholders = 100.0 * counts.reconstructed as f64 / counts.total().max(1) as f64;
        Ok(Dialogue {
            glossary: Glossary::of(&settings.setup.data, entry, catalog),
            settings,
            table,
            record,
            terminal,
            typed: VecDeque::new(),
            shown: String::new(),
            announced: None,
            narrated,
            placeholders: (placeholders > 0.0).then_some(placeholders),
            unsaved: None,
            entries: Vec::new(),
        })
    }

    /// Runs the dialogue until the user quits.
    ///
    /// # Errors
    /// [`Failure`] if reading or printing fails, or the game could not be saved.
    pub fn run(mut self) -> Result<(), Failure> {
        self.welcome()?;
        self.enter_correction()?;
        loop {
            self.choose_in_secret();
            self.keep()?;
            self.show_moves()?;
            self.announce()?;
            let next = match self.line()? {
                Some(line) => self.carry_out(&line)?,
                None => Next::End,
            };
            if next == Next::End {
                self.leave()?;
                return self.record.close().map_err(Failure::work);
            }
        }
    }

    /// Repeats the entries of the unfinished correction in a loaded log.
    fn enter_correction(&mut self) -> Result<(), Failure> {
        let lines = self.record.content().unwrap_or_default().lines();
        let entries = lines.filter_map(|line| line.strip_prefix(CORRECTION));
        let entries: Vec<String> = entries.map(|entry| entry.trim().to_string()).collect();
        for entry in entries {
            self.terminal.print(&format!("correction> {entry}\n"))?;
            self.carry_out(&entry)?;
        }
        Ok(())
    }

    fn welcome(&self) -> Result<(), Failure> {
        let seats: Vec<String> = (0..self.settings.names.len())
            .map(|seat| self.who(seat))
            .collect();
        let setup = self.settings.setup;
        let title = entry(&setup.game)?.title;
        let mut text = format!(
            "Following {title}: {}. Every entry is saved in {}; `?` shows what you can type.",
            seats.join(", "),
            self.record.name()
        );
        if let Some(share) = self.placeholders {
            text.push_str(&format!(
                " {share:.0} % of the component rows are placeholders, whose values may differ from the published components: \
                 `portolan data new {} DIR` opens a form for the values in your box, and `--data DIR` uses them.",
                setup.game
            ));
        }
        self.terminal.print(&wrapped(&text, WIDTH, 0))
    }

    /// Makes the choices of other seats that the own seat does not see. The position contains only what the seat sees, so
    /// these choices need no entry.
    fn choose_in_secret(&mut self) {
        while !self.table.is_correcting() && self.table.is_secret() {
            if self.table.make(None, true).is_err() {
                return;
            }
        }
    }

    /// Returns true if there are no reports, and no earlier ones in the file.
    fn has_nothing_to_save(&self) -> bool {
        self.table.is_untouched() && self.record.content().is_none()
    }

    /// Saves the game. After a failure, the next line triggers another attempt.
    fn keep(&mut self) -> Result<(), Failure> {
        if self.has_nothing_to_save() {
            return Ok(());
        }
        let text = self.text();
        let saved = self.record.save(&text);
        let path = self.record.name();
        let text = match (saved, self.unsaved.take()) {
            (Ok(Some(message)), _) => message,
            (Ok(None), Some(_)) => format!("saved again in {path}"),
            (Ok(None), None) => return Ok(()),
            (Err(problem), before) => {
                self.unsaved = Some(problem.clone());
                if before.is_some() {
                    return Ok(());
                }
                format!(
                    "not saved: {problem}. The game is in memory and is saved as soon as possible; \
                     `save FILE` saves it elsewhere."
                )
            }
        };
        self.terminal.print(&wrapped(&text, WIDTH, 0))
    }

    /// Returns the text of the log, with the entries of a correction in progress as comments.
    fn text(&self) -> String {
        let mut text = self.log().write();
        if self.table.is_correcting() {
            let entries = self.entries.iter();
            text.extend(entries.map(|entry| format!("{CORRECTION} {entry}\n")));
        }
        text
    }

    fn log(&self) -> GameLog {
        let (moves, followed) = self.table.logged();
        GameLog {
            version: VERSION.to_string(),
            game: self.settings.setup.game.clone(),
            players: self.settings.setup.players,
            deal_seed: self.settings.seed,
            bots: self.settings.names.clone(),
            data: self.settings.setup.data.hash(),
            set: self.settings.setup.options.clone(),
            moves,
            lines: BTreeMap::new(),
            followed: Some(followed),
        }
    }

    /// Shows the moves since the last call, and their consequences.
    fn show_moves(&mut self) -> Result<(), Failure> {
        let Some(ongoing) = self.table.ongoing() else {
            return Ok(());
        };
        let made = ongoing.moves();
        let mut text = String::new();
        let mut index = self.narrated;
        while let Some(first) = made.get(index) {
            let is_alike = |at: &usize| made[*at].seat == first.seat && self.table.is_hidden(*at);
            let alike = (index..made.len()).take_while(is_alike).count();
            match alike {
                0 | 1 => text.push_str(&self.move_text(first, index)),
                _ => {
                    let who = self.who(first.seat);
                    text.push_str(&format!("  {who}: decides {alike} times in secret\n"));
                }
            }
            index += alike.max(1);
        }
        self.narrated = made.len();
        self.terminal.print(&text)
    }

    /// Announces the next draw, decision or end of the game, each only once.
    fn announce(&mut self) -> Result<(), Failure> {
        let steps = self.table.steps().len();
        let question = self.table.question();
        let asked = question.map(|question| (question.answers.len(), question.of.clone()));
        let now = (steps, asked);
        let before = self.announced.replace(now.clone());
        if before.as_ref() == Some(&now) {
            return Ok(());
        }
        if let Some(question) = question {
            // The next draw in a sequence of one kind.
            let same =
                |asked: Option<(usize, String)>| asked.is_some_and(|(_, of)| of == question.of);
            let goes_on = before.is_some_and(|(moves, asked)| moves == steps && same(asked));
            let text = self.question_text(question, goes_on);
            return self.terminal.print(&text);
        }
        let Some(ongoing) = self.table.ongoing() else {
            return Ok(());
        };
        match ongoing.to_move() {
            None => {
                let text = self.end_text(ongoing);
                self.terminal.print(&text)
            }
            Some(seat) if Some(seat) == self.settings.own => self.announce_own(seat),
            Some(_) => {
                let moves = self.table.possible();
                if self.table.is_secret() {
                    let text = "chosen in secret: `-` if you did not see it\n";
                    return self.terminal.print(text);
                }
                let text = match moves.len() {
                    0..=FEW_MOVES => self.moves_text(&moves),
                    many => format!(
                        "{} are possible; `moves` lists them\n",
                        count(many as u64, "move")
                    ),
                };
                self.terminal.print(&text)
            }
        }
    }

    fn announce_own(&mut self, seat: Seat) -> Result<(), Failure> {
        let Some(ongoing) = self.table.ongoing() else {
            return Ok(());
        };
        let now = ongoing.describe(Some(seat));
        let made = ongoing.moves().len();
        let title = in_turn(ongoing, &self.who(seat), ongoing.turn(seat), made);
        let moves = self.table.possible();
        let text =
            format!("\n== {title} ==\n") + &changed(&now, &self.shown) + &self.moves_text(&moves);
        self.terminal.print(&text)?;
        self.shown = now;
        if self.settings.hints && moves.len() > 1 {
            return self.hint();
        }
        Ok(())
    }

    /// Returns the next line, or part of a line; `None` at the end of the input.
    fn line(&mut self) -> Result<Option<String>, Failure> {
        if let Some(part) = self.typed.pop_front() {
            return Ok(Some(part));
        }
        let (prompt, mut words) = self.asked();
        words.extend(WORDS.map(String::from));
        Ok(match self.terminal.ask(&prompt, &Wanted::Names(&words))? {
            Typed::Line(line) => Some(line),
            Typed::End | Typed::Interrupt => None,
        })
    }

    /// Returns the prompt of the next line and its completions.
    fn asked(&self) -> (String, Vec<String>) {
        if let Some(question) = self.table.question() {
            let place = question.place.as_deref();
            let place = place.filter(|place| *place != format!("{}s", question.of));
            let place = place.map(|place| {
                let kind = format!(", {}", question.of);
                format!(" ({})", place.strip_suffix(&kind).unwrap_or(place))
            });
            let place = place.unwrap_or_default();
            let ids = question.among.iter();
            let names = ids.flat_map(|(id, _)| [self.glossary.label(id), id.clone()]);
            let names = names.chain(["-".to_string(), "rest".to_string()]);
            let number = match question.shown {
                true => String::new(),
                false => format!(" {}", question.answers.iter().flatten().count() + 1),
            };
            return (format!("{}{number}{place}> ", question.of), names.collect());
        }
        match self.table.to_move() {
            Some(seat) => {
                let Spelled {
                    notations, titles, ..
                } = self.glossary.spelled(&self.table.possible());
                let spelled = titles.into_iter().zip(notations);
                let mut spelled: Vec<String> =
                    spelled.flat_map(|(title, text)| [title, text]).collect();
                spelled.dedup();
                (format!("{}> ", self.who(seat)), spelled)
            }
            None => ("> ".to_string(), Vec::new()),
        }
    }

    /// Processes a line or a part of one. After an invalid part, the rest of the line is discarded.
    fn carry_out(&mut self, line: &str) -> Result<Next, Failure> {
        if line.starts_with('#') {
            return Ok(Next::On);
        }
        let problem = match command::command(line) {
            Ok(Some(command)) => return self.obey(command),
            Err(problem) => Some(problem),
            Ok(None) if line == "correct" || line.starts_with("correct ") => {
                match self.correct(&line["correct".len()..]) {
                    Ok(None) => None,
                    Ok(Some(note)) => {
                        self.terminal.print(&format!("{note}\n"))?;
                        None
                    }
                    Err(problem) => Some(problem),
                }
            }
            Ok(None) => {
                let several = parts(line);
                if several.len() > 1 && !self.is_move(line) {
                    several
                        .into_iter()
                        .rev()
                        .for_each(|part| self.typed.push_front(part));
                    return Ok(Next::On);
                }
                self.report(line).err()
            }
        };
        if let Some(problem) = problem {
            let left = self.typed.len();
            self.typed.clear();
            let skipped = match left {
                0 => String::new(),
                left => format!("; {} of the line ignored", count(left as u64, "later part")),
            };
            self.terminal
                .print(&wrapped(&format!("{problem}{skipped}"), WIDTH, 0))?;
        } else if self.table.is_correcting()
            && let Some(message) = self.table.go_on_correcting()
        {
            self.terminal
                .print(&wrapped(&format!("{message}."), WIDTH, 0))?;
        }
        Ok(Next::On)
    }

    /// Returns true if the line is the whole notation or title of a possible move.
    fn is_move(&self, line: &str) -> bool {
        let spelled = self.glossary.spelled(&self.table.possible());
        spelled.whole(line).is_some()
    }

    /// Processes a report of a move or draw.
    fn report(&mut self, line: &str) -> Result<(), String> {
        if let Some(question) = self.table.question() {
            if let ("", [(only, _)]) = (line, question.among.as_slice()) {
                let answer = Answer::Name(only.clone());
                return self.answer(&answer);
            }
            if line.is_empty() {
                return Ok(());
            }
            let component = |text: &str| self.component(text, question);
            let unknown = |text: &str| self.unknown_text(text, question);
            let mut all = VecDeque::from(answers(line, &component, &unknown)?);
            while let Some(answer) = all.pop_front() {
                if let (Some(question), Answer::Name(id)) = (self.table.question(), &answer)
                    && !question.shown
                    && question.answers.iter().flatten().any(|other| other == id)
                    && question.among.iter().all(|(other, _)| other != id)
                {
                    return Err(format!(
                        "{} was already entered; expected {}",
                        self.glossary.label(id),
                        self.listed(question)
                    ));
                }
                if self.table.question().is_none() {
                    let names: Vec<String> = all.iter().chain([&answer]).map(text).collect();
                    return Err(format!(
                        "no further draw is expected here: {} ignored",
                        names.join(", ")
                    ));
                }
                let answered = self.answer(&answer);
                answered.map_err(|problem| match &answer {
                    Answer::Name(id) if !line.to_lowercase().contains(&id.to_lowercase()) => {
                        format!("\"{line}\" is {id}: {problem}")
                    }
                    _ => problem,
                })?;
            }
            return Ok(());
        }
        self.report_move(line)
    }

    /// Processes a report of a move.
    fn report_move(&mut self, line: &str) -> Result<(), String> {
        let Some(seat) = self.table.to_move() else {
            return match line {
                "" => Ok(()),
                line => Err(format!(
                    "\"{line}\": the game is over; `undo` takes back the last move"
                )),
            };
        };
        let unseen = [format!("{} -", seat + 1), format!("{}? ", seat + 1)];
        if line == "-" || line == unseen[0] || line.starts_with(&unseen[1]) {
            return match self.table.is_secret() {
                true => self.make(None, true),
                false => Err(format!(
                    "the choice of {} is public; `-` is only for hidden information",
                    self.who(seat)
                )),
            };
        }
        if self.table.is_secret() && !line.is_empty() {
            return Err(format!(
                "{} decides in secret, so only `-` is possible here; to change what was revealed, correct the move that \
                 revealed it",
                self.who(seat)
            ));
        }
        let spelled = self.glossary.spelled(&self.table.possible());
        match (line, spelled.notations.as_slice()) {
            ("", [only]) => return self.make(Some(only), false),
            ("", _) => return Ok(()),
            _ => {}
        }
        match choice(line, &spelled, (seat, self.settings.names.len())) {
            Ok(index) => self.make(Some(&spelled.notations[index]), false),
            Err(problem) => self
                .make_unlisted(&self.with_id(line), &spelled.notations)
                .map_err(|()| problem),
        }
    }

    /// Returns the id of a component that answers a question.
    ///
    /// # Errors
    /// A message with the possible components if there are several or none.
    fn component(&self, text: &str, question: &Question) -> Result<Option<String>, String> {
        let among: Vec<&str> = question.among.iter().map(|(id, _)| &id[..]).collect();
        let named = self.glossary.ids_of(text);
        match meant(text, named, &among, question.shown) {
            Ok(id) => Ok(id.map(String::from)),
            Err(several) => Err(self.ambiguous_text(text, &several)),
        }
    }

    /// Replaces a name in a typed move by its id.
    fn with_id(&self, line: &str) -> String {
        self.glossary.with_id(line)
    }

    /// Makes a move. During a correction, it replaces the move that no longer fits.
    fn make(&mut self, action: Option<&str>, unasked: bool) -> Result<(), String> {
        self.table.make(action, unasked)?;
        self.table.replace_later();
        self.entries.push(action.unwrap_or(UNSEEN).to_string());
        Ok(())
    }

    fn answer(&mut self, answer: &Answer) -> Result<(), String> {
        self.table.answer(answer)?;
        self.entries.push(text(answer));
        Ok(())
    }

    /// Makes a move that is not in the list. Either the line skips the only possible move, which is made first,
    /// or the move needs cards that few hands contain.
    fn make_unlisted(&mut self, line: &str, moves: &[String]) -> Result<(), ()> {
        if let [only] = moves
            && !self.table.is_correcting()
        {
            self.table.make(Some(only), true).map_err(drop)?;
            let next = match self.table.question() {
                None => self.report(line),
                Some(_) => Err(String::new()),
            };
            if next.is_err() {
                self.table.take_last();
            }
            return next.map_err(drop);
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let alike = |notation: &String| {
            let mut parts = notation.split_whitespace();
            parts.next() == words.first().copied() && parts.count() + 1 == words.len()
        };
        let plausible = self.table.has_unseen()
            && self.table.to_move() != self.settings.own
            && moves.iter().any(alike);
        match plausible {
            true => self.make(Some(&words.join(" ")), false).map_err(drop),
            false => Err(()),
        }
    }

    /// Handles `correct NUMBER MOVE` and `correct deal NUMBER NAME`. Returns a remark about what else has changed.
    fn correct(&mut self, argument: &str) -> Result<Option<String>, String> {
        let usage = "`correct` needs the number of a move and what happened instead: `correct 41 deliver B071`; for a draw of \
                     the deal, `correct deal 16 A003`; `log` lists the numbers";
        let is_deal = |rest: &&str| rest.starts_with(' ');
        let deal = argument.trim().strip_prefix("deal").filter(is_deal);
        let rest = deal.unwrap_or(argument).trim();
        let (number, instead) = rest.split_once(' ').ok_or(usage)?;
        let number: usize = number.parse().map_err(|_| usage)?;
        let instead = instead.split_whitespace().collect::<Vec<_>>().join(" ");
        self.typed.clear();
        let exchanged = match deal {
            Some(_) if ["-", "rest"].contains(&&*instead) => {
                return Err("`correct deal` needs the component that was drawn".to_string());
            }
            Some(_) => {
                let id = meant(&instead, self.glossary.ids_of(&instead), &[], true);
                let id = id.map_err(|several| self.ambiguous_text(&instead, &several))?;
                let id = id.unwrap_or(&instead).to_string();
                let exchanged = self.table.correct_deal(number, &id)?;
                self.entries = vec![format!("correct deal {number} {id}")];
                exchanged
            }
            None => {
                self.table.correct(number)?;
                self.entries.clear();
                if let Err(problem) = self.report_move(&instead) {
                    self.table.undo();
                    return Err(problem);
                }
                for made in &mut self.entries {
                    *made = format!("correct {number} {made}");
                }
                None
            }
        };
        self.announced = None;
        self.shown.clear();
        let kept = if deal.is_some() { 0 } else { number - 1 };
        self.narrated = self.narrated.min(kept);
        Ok(exchanged.map(|other| format!("exchanged draws {number} and {other} of the deal")))
    }

    fn obey(&mut self, command: Command) -> Result<Next, Failure> {
        let own = self.settings.own;
        match command {
            Command::Help => self.terminal.print(&help(HELP))?,
            Command::Quit => return Ok(Next::End),
            Command::Save { file, overwrite } => self.save(&file, overwrite)?,
            Command::Undo => {
                let undone = match self.table.undo() {
                    Some(what) => format!("taken back: {}\n", self.glossary.notation_in_words(&what)),
                    None => "there is nothing to take back\n".to_string(),
                };
                self.typed.clear();
                self.narrated = self.narrated.min(self.table.steps().len());
                self.announced = None;
                self.shown.clear();
                self.terminal.print(&undone)?;
            }
            Command::Look(name) => {
                let text = self.glossary.look(&name);
                let text = text.unwrap_or_else(|problem| format!("{problem}\n"));
                self.terminal.print(&text)?;
            }
            other => match self.table.ongoing() {
                None => self.terminal.print(
                    "the deal is not complete yet: `?`, `look`, `undo`, `save` and `quit` are possible\n",
                )?,
                Some(ongoing) => self.show(&other, ongoing, own)?,
            },
        }
        Ok(Next::On)
    }

    /// Checks that the log leads to the current position. During a correction, checks only that the log can be parsed.
    fn check(&self) -> Result<(), String> {
        let here = self.table.ongoing().filter(|_| !self.table.is_correcting());
        let checked = self.log().check(self.settings.setup, here);
        checked.map_err(|error| error.to_string())
    }

    fn save(&self, file: &Path, overwrite: bool) -> Result<(), Failure> {
        let log = (self.text(), self.check());
        let saved = save(file, overwrite, log, "portolan follow --load");
        self.terminal
            .print(&saved.unwrap_or_else(|problem| problem))
    }

    /// Ends the dialogue. If the game is not saved, its log is printed so that it is not lost.
    fn leave(&mut self) -> Result<(), Failure> {
        if self.has_nothing_to_save() {
            return self
                .terminal
                .print("No moves were entered, so there is nothing to save.\n");
        }
        self.keep()?;
        let unsaved = self.unsaved.take();
        if let Some(problem) = unsaved.or_else(|| self.check().err()) {
            return Err(print_unsaved(&problem, &self.text()));
        }
        let correction = match self.table.is_correcting() {
            true => " with the unfinished correction",
            false => "",
        };
        self.terminal.print(&format!(
            "The game is saved{correction}; `portolan follow --load {}` resumes it.\n",
            quote(&self.record.name())
        ))
    }
}

fn text(answer: &Answer) -> String {
    match answer {
        Answer::Name(name) => name.clone(),
        Answer::Unseen => UNSEEN.to_string(),
        Answer::UnseenRest => "rest".to_string(),
    }
}
