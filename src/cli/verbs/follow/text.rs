//! Texts of the follow dialogue: moves, questions, the position, hints and the end.

use super::dialogue::Dialogue;
use crate::ui::drawing::{WIDTH, drawn};
use crate::ui::failure::Failure;
use crate::ui::scores::{final_scores, scores_so_far};
use crate::verbs::play::command::Command;
use crate::verbs::play::hint::best_moves;
use crate::verbs::play::screen::{hand_of, move_list, move_texts};
use portolan_core::game::{Phrase, Seat};
use portolan_core::prose::wrapped;
use portolan_core::suggestion::did_you_mean;
use portolan_run::experiment::followed::UNSEEN;
use portolan_run::play::given::{in_order, numbered};
use portolan_run::play::ongoing::{OngoingGame, PlayedMove};
use portolan_run::play::reported::Question;

/// Maximum number of components in a list; for longer lists only the number is shown.
const MOST_LISTED: usize = 30;

impl Dialogue<'_> {
    pub(super) fn move_text(&self, made: &PlayedMove, index: usize) -> String {
        let secret = self.table.is_hidden(index);
        let words = match secret {
            true => "decides in secret".to_string(),
            false => self.glossary.explained(&made.phrase),
        };
        let mut text = wrapped(&format!("  {}: {words}", self.who(made.seat)), WIDTH, 4);
        if !secret {
            for words in &made.followed {
                text.push_str(&wrapped(&format!("    → {words}"), WIDTH, 2));
            }
        }
        text
    }

    pub(super) fn question_text(&self, question: &Question, goes_on: bool) -> String {
        if goes_on {
            return String::new();
        }
        let unnamed = self.unnamed_text(question);
        let things = match unnamed.as_str() {
            "" => self.listed(question),
            _ => String::new(),
        };
        let what = match self.table.waiting_move() {
            None => "The deal".to_string(),
            Some(step) => match step.action() {
                UNSEEN => "The last secret choice".to_string(),
                action => format!("\"{}\"", self.glossary.notation_in_words(action)),
            },
        };
        let of = &question.of;
        let text = match (question.shown, question.is_required) {
            (false, true) => format!(
                "{what} draws. Enter each {of} that your seat sees, in the order drawn. {things}"
            ),
            (false, false) => format!(
                "{what} draws. Enter each {of} in the order drawn, or `-` for a hidden one. {things}"
            ),
            (true, true) => {
                format!(
                    "{what} shows hidden components ({of}). Enter each one, and `-` if the program prompts for another. {things}"
                )
            }
            (true, false) => format!(
                "{what} may show hidden components ({of}). Enter each one, then `-`; if there is none, enter only `-`. \
                 {things}"
            ),
        };
        wrapped(text.trim_end(), WIDTH, 2) + &unnamed
    }

    /// Returns a list of the possible components if they have no names, with what is printed on them.
    fn unnamed_text(&self, question: &Question) -> String {
        let text = |id: &str| self.glossary.text_without_name(&question.of, id);
        let ids = in_order(&question.among);
        let line = |(id, _): &(String, u32)| {
            wrapped(
                &format!("  {id:<2}  {}", text(id).unwrap_or_default()),
                WIDTH,
                4,
            )
        };
        match ids.iter().all(|(id, _)| text(id).is_some()) {
            true if question.is_complete() => ids.iter().map(line).collect(),
            true => ids
                .iter()
                .map(line)
                .chain(["  or others\n".to_string()])
                .collect(),
            false => String::new(),
        }
    }

    /// Returns the message for input that is not a possible component.
    pub(super) fn unknown_text(&self, text: &str, question: &Question) -> String {
        let labels = question.among.iter();
        let labels: Vec<String> = labels.map(|(id, _)| self.glossary.label(id)).collect();
        let names = labels
            .iter()
            .map(|label| label.split(" (").next().unwrap_or_default());
        let ids = question.among.iter().map(|(id, _)| id.as_str());
        let waiting = self.table.waiting_move();
        let waiting =
            waiting.filter(|step| !step.unasked && question.answers.iter().all(Option::is_none));
        let waiting = waiting.map(|step| {
            let action = self.glossary.notation_in_words(step.action());
            format!("; `undo` takes back \"{action}\"")
        });
        format!(
            "\"{text}\" is not possible here{}; expected {}{}",
            did_you_mean(text, names.chain(ids)),
            self.listed(question),
            waiting.unwrap_or_default()
        )
    }

    /// Returns the message for input that fits several components.
    pub(super) fn ambiguous_text(&self, text: &str, ids: &[&str]) -> String {
        let labels = ids.iter().map(|id| self.glossary.label(id));
        let listed = match ids.len() {
            ..=MOST_LISTED => format!(": {}", labels.collect::<Vec<_>>().join(", ")),
            _ => String::new(),
        };
        format!(
            "\"{text}\" fits {} components{listed}; enter an id",
            ids.len()
        )
    }

    /// Returns the possible components, or their number if there are many.
    pub(super) fn listed(&self, question: &Question) -> String {
        match question.among.len() {
            ..=MOST_LISTED => {
                let among = in_order(&question.among).into_iter();
                let among: Vec<(String, u32)> = among
                    .map(|(id, number)| (self.glossary.label(&id), number))
                    .collect();
                let others = if question.is_complete() {
                    ""
                } else {
                    ", or others"
                };
                format!("{}{others}", numbered(&among))
            }
            many => format!("one of {many} kinds; Tab completes"),
        }
    }

    pub(super) fn moves_text(&self, moves: &[Phrase]) -> String {
        move_list(&move_texts(&self.glossary, moves))
    }

    /// Handles commands that show a part of a game in progress.
    pub(super) fn show(
        &self,
        command: &Command,
        ongoing: &dyn OngoingGame,
        own: Option<Seat>,
    ) -> Result<(), Failure> {
        let text = match command {
            Command::Show => ongoing.describe(own),
            Command::Position => format!("{:#}\n", ongoing.position(own)),
            Command::Board => match drawn(&ongoing.picture(own)).as_str() {
                "" => "this game has no picture; `show` prints the position\n".to_string(),
                picture => picture.to_string(),
            },
            Command::Hand => match own {
                Some(own) => hand_of(&ongoing.describe(Some(own)), own),
                None => "all hands are visible; `show` prints them\n".to_string(),
            },
            Command::Moves => self.moves_text(&self.table.possible()),
            Command::Score => {
                let (game, names) = (ongoing.game(), &self.settings.names);
                scores_so_far(game, names, &ongoing.records())
            }
            Command::Log => {
                let dealt = (1..).zip(self.table.dealt());
                let dealt =
                    dealt.map(|(number, id)| format!("{number} {}", self.glossary.label(id)));
                let dealt = dealt.collect::<Vec<_>>().join(", ");
                let mut text = match dealt.as_str() {
                    "" => String::new(),
                    dealt => wrapped(&format!("deal  {dealt}"), WIDTH, 6),
                };
                for (index, made) in ongoing.moves().iter().enumerate() {
                    text.push_str(&format!("{:>4}{}", index + 1, self.move_text(made, index)));
                }
                text
            }
            Command::Hint(_) => {
                return match (self.table.to_move(), own) {
                    (None, _) => self.terminal.print(match self.table.question() {
                        Some(_) => {
                            "the last move waits for an entry; hints are for the next decision\n"
                        }
                        None => "there is no decision to make here\n",
                    }),
                    _ if self.table.possible().len() == 1 => {
                        self.terminal.print("only one move is possible\n")
                    }
                    (Some(seat), Some(own)) if seat != own && self.table.has_unseen() => {
                        let who = self.who(seat);
                        self.terminal.print(&format!(
                            "{who} decides, and the cards of this seat are unknown; hints are only \
                             for seat {}\n",
                            own + 1
                        ))
                    }
                    _ => self.hint(),
                };
            }
            _ => String::new(),
        };
        self.terminal.print(&text)
    }

    pub(super) fn hint(&self) -> Result<(), Failure> {
        let Some(ongoing) = self.table.ongoing() else {
            return Ok(());
        };
        let title = match ongoing.to_move() {
            Some(seat) if Some(seat) != self.settings.own => {
                format!("For {}, who decides:\n", self.who(seat))
            }
            _ => String::new(),
        };
        match best_moves(ongoing, &self.glossary, &self.settings.setup.game) {
            Ok(advice) => {
                let text = advice.map(|advice| title + &advice.text());
                self.terminal.print(&text.unwrap_or_default())
            }
            Err(error) => self.terminal.print(&format!("{error}\n")),
        }
    }

    /// Returns the final scores and the winner.
    pub(super) fn end_text(&self, ongoing: &dyn OngoingGame) -> String {
        let records = ongoing.records();
        let winners: Vec<String> = (0..records.len())
            .filter(|&seat| records[seat].rank == 1)
            .map(|seat| self.who(seat))
            .collect();
        let outcome = match winners.as_slice() {
            [winner] => format!("{winner} wins"),
            several => format!("{} share first place", several.join(" and ")),
        };
        let scores = final_scores(ongoing.game(), &self.settings.names, &records);
        format!("\nThe game is over.\n{scores}\n{outcome}.\n")
    }

    pub(super) fn who(&self, seat: Seat) -> String {
        let name = self.settings.names.get(seat);
        format!("seat {} ({})", seat + 1, name.map_or("", String::as_str))
    }
}
