//! Data that the page displays, limited to the knowledge of its viewer.

use serde::Serialize;

use super::super::keeping::Keeper;
use super::table::{Story, Table, Turn};
use crate::ui::scores::{final_scores, scores_so_far};
use crate::verbs::replay::animation::hands;
use portolan_core::game::Seat;
use portolan_core::picture::{Cell, Panel, Picture, Shape, Spot};
use portolan_core::prose::{self, count, listed};
use portolan_report::replay::Hand;
use portolan_run::play::ongoing::{OngoingGame, PlayedMove};

/// Maximum number of frames in an answer; a page that has missed more skips the earlier ones.
const MOST_FRAMES: usize = 300;

/// State of the game for the page.
#[derive(Serialize)]
pub struct View {
    version: u64,
    names: Vec<String>,
    /// Seats with their names in sentences.
    who: Vec<String>,
    /// Number of people in the game.
    people: usize,
    /// `choose`, `cover`, `next` or `over`.
    turn: &'static str,
    /// Seat that decides or moves next.
    mover: Option<Seat>,
    /// Actions or steps that the seat to move has left, if the game counts them.
    left: String,
    /// Current viewer of the page.
    viewer: Option<Seat>,
    /// True if all people may see each other's hands.
    open: bool,
    /// Number of moves made.
    made: usize,
    /// Number of moves up to the last decision of the viewer.
    since: usize,
    /// All moves as the viewer saw them.
    lines: Vec<Line>,
    /// Table after each move that the page has not shown, up to the current position.
    frames: Vec<Frame>,
    /// Explanations of the cells of the last frame, by panel.
    about: Vec<Vec<String>>,
    /// Legal moves of the viewer.
    moves: Vec<Choice>,
    scores: String,
    /// Scores by seat.
    totals: Vec<Option<i32>>,
    /// Description of the position.
    text: String,
    /// Description of the decision that can be undone.
    undo: Option<String>,
    /// Texts that the page shows before the next decision, each once.
    story: Vec<Story>,
    /// Winners, once the game is over.
    outcome: String,
    saved: Saved,
    /// Message about the last action.
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<String>,
    /// True if the page has just been shown to another person.
    uncovered: bool,
}

/// Move in the history.
#[derive(Serialize)]
struct Line {
    seat: Seat,
    turn: u32,
    /// Move, with names instead of ids.
    title: String,
    words: String,
    followed: Vec<String>,
    /// True if there was no other legal move.
    only: bool,
}

/// Table after a number of moves.
#[derive(Serialize)]
struct Frame {
    made: usize,
    panels: Vec<Panel>,
    hands: Vec<Hand>,
    /// Seat of the last move, and its location on the table.
    seat: Option<Seat>,
    spot: Option<Spot>,
}

/// Legal move.
#[derive(Serialize)]
struct Choice {
    notation: String,
    /// Notation with names instead of ids.
    title: String,
    words: String,
    spot: Option<Spot>,
}

/// Saving problem, and sentence on resuming the game.
#[derive(Serialize)]
struct Saved {
    problem: Option<String>,
    resume: Option<String>,
}

/// Returns the scores of all seats, `None` for a score that the viewer does not see.
fn totals(table: &Table) -> Vec<Option<i32>> {
    let ongoing = table.ongoing();
    let people = table.seats().people();
    let is_covered = matches!(table.turn(), Turn::Cover(_));
    let is_public = |seat: Seat| {
        let mut others = people.iter().filter(|person| **person != seat);
        others.next().is_none_or(|&other| {
            let view = ongoing.position(Some(other));
            let score = view["players"][seat].get("score");
            !score.is_some_and(serde_json::Value::is_null)
        })
    };
    let records = ongoing.records();
    let scores = records.iter().enumerate().map(|(seat, record)| {
        let is_own = !is_covered && table.viewer() == Some(seat);
        (is_own || is_public(seat)).then_some(record.score)
    });
    scores.collect()
}

impl View {
    /// Returns the game for a page that shows it after `from` moves, or not at all for `None`.
    pub fn of(table: &Table, keeper: &dyn Keeper, from: Option<usize>) -> View {
        let ongoing = table.ongoing();
        let turn = table.turn();
        let made = ongoing.moves().len();
        let (word, mover) = match turn {
            Turn::Choose(seat) => ("choose", Some(seat)),
            Turn::Cover(seat) => ("cover", Some(seat)),
            Turn::Next(seat) => ("next", Some(seat)),
            Turn::Over => ("over", None),
        };
        let undone = table.last_decision().map(|index| &ongoing.moves()[index]);
        let mut view = View {
            version: table.version(),
            names: table.seats().names().to_vec(),
            who: (0..table.seats().names().len())
                .map(|seat| table.seats().who(seat))
                .collect(),
            people: table.people(),
            turn: word,
            mover,
            left: String::new(),
            viewer: table.viewer(),
            open: table.is_open(),
            made,
            since: 0,
            lines: Vec::new(),
            frames: Vec::new(),
            about: Vec::new(),
            moves: Vec::new(),
            scores: String::new(),
            totals: totals(table),
            text: String::new(),
            undo: undone
                .filter(|_| keeper.ended().is_none())
                .map(|made| table.in_public(made)),
            story: table.story(),
            outcome: String::new(),
            saved: Saved {
                problem: None,
                resume: keeper.resume(),
            },
            said: None,
            uncovered: false,
        };
        if let Some(text) = keeper.ended() {
            view.story.push(Story {
                title: "The game is over".to_string(),
                text: text.to_string(),
            });
        }
        if let Turn::Cover(_) = turn {
            return view;
        }
        view.show(table, from.unwrap_or(made));
        view
    }

    /// Returns the game for a page that was just shown to another person, with all moves since the
    /// viewer's last decision.
    pub fn uncovered(table: &Table, keeper: &dyn Keeper) -> View {
        let since = table
            .viewer()
            .map_or(0, |viewer| since(table.ongoing(), viewer));
        let mut view = View::of(table, keeper, Some(since));
        view.uncovered = true;
        view
    }

    /// Adds a message about the last action, and the reason why the game is not saved.
    pub fn saying(mut self, said: Option<String>, problem: Option<String>) -> View {
        self.said = said;
        self.saved.problem = problem;
        self
    }

    fn show(&mut self, table: &Table, from: usize) {
        let ongoing = table.ongoing();
        let viewer = table.viewer().unwrap_or_else(|| table.first_person());
        self.since = since(ongoing, viewer);
        self.lines = lines(table, viewer);
        self.frames = frames(ongoing, viewer, from);
        for card in (self.frames.iter_mut())
            .flat_map(|frame| &mut frame.hands)
            .flat_map(|hand| &mut hand.cards)
        {
            if card.text.is_empty() {
                card.text = table.glossary().text_of(&card.name).to_string();
            }
        }
        let picture = ongoing.picture(Some(viewer));
        let panels = picture.panels.iter();
        let about = |panel: &Panel| panel.cells.iter().map(|cell| cell.about.clone()).collect();
        self.about = panels.map(about).collect();
        self.text = in_words(table, viewer);
        let records = ongoing.records();
        if self.turn == "over" {
            let winners = records.iter().filter(|record| record.rank == 1);
            let winners: Vec<String> = winners
                .map(|record| table.seats().who(record.seat))
                .collect();
            self.outcome = match winners.as_slice() {
                [winner] => format!("{winner} wins"),
                several => format!("{} share first place", listed(several)),
            };
            self.scores = final_scores(ongoing.game(), table.seats().names(), &records);
        } else {
            self.scores = scores_so_far(ongoing.game(), table.seats().names(), &records);
        }
        self.scores = self.scores.trim_start().to_string();
        if self.turn == "choose" {
            self.left = left(&ongoing.position(Some(viewer)));
            let phrases = ongoing.phrases();
            let listed = table.glossary().listed(&phrases).into_iter();
            self.moves = (phrases.iter().zip(listed).enumerate())
                .map(|(choice, (phrase, (title, words)))| Choice {
                    notation: phrase.notation(),
                    title,
                    words,
                    spot: ongoing.spot(choice, &picture),
                })
                .collect();
        }
    }
}

/// Length of a line in a description that the page wraps itself.
const ENDLESS: usize = 100_000;

/// Returns the description of the position with names instead of ids, and with paragraphs that are not wrapped.
fn in_words(table: &Table, viewer: Seat) -> String {
    let ongoing = table.ongoing();
    let length = prose::line();
    prose::set_line(ENDLESS);
    let mut text = ongoing.describe(Some(viewer));
    prose::set_line(length);
    for (seat, name) in table.seats().names().iter().enumerate() {
        if let Some(automa) = ongoing.game().automa(seat) {
            text = text.replace(automa, name);
        }
    }
    table.glossary().in_words(&text)
}

/// Returns the number of actions or steps that the seat to move has left, as text; empty if the game does not count
/// them.
fn left(position: &serde_json::Value) -> String {
    let choice = &position["choice"];
    let number = |key: &str| choice[key].as_u64();
    if let Some(actions) = number("actions_left") {
        return format!("{} left", count(actions, "action"));
    }
    match (position["phase"].as_str(), number("points"), number("left")) {
        (Some("sail"), Some(points), _) => format!("up to {}", count(points, "space")),
        (Some("village"), _, Some(left)) => format!("{} left", count(left, "village action")),
        (_, _, Some(left)) => format!("{left} left"),
        _ => String::new(),
    }
}

/// Returns the number of moves up to the last decision of a seat.
fn since(ongoing: &dyn OngoingGame, seat: Seat) -> usize {
    ongoing.last_choice(seat).map_or(0, |last| last + 1)
}

fn lines(table: &Table, viewer: Seat) -> Vec<Line> {
    let moves = table.ongoing().moves().iter();
    moves
        .map(|made| {
            let (title, words) = match made.hidden[viewer] {
                true => ("a choice in secret".to_string(), String::new()),
                false => {
                    let title = table.glossary().title(&made.phrase);
                    (title, made.phrase.effect_words().to_string())
                }
            };
            Line {
                seat: made.seat,
                turn: made.turn,
                title,
                words,
                followed: made.followed.clone(),
                only: made.choices == 1,
            }
        })
        .collect()
}

/// Returns the table after `from` moves and after each later move.
fn frames(ongoing: &dyn OngoingGame, viewer: Seat, from: usize) -> Vec<Frame> {
    let made = ongoing.moves().len();
    let from = from.clamp(made.saturating_sub(MOST_FRAMES), made);
    if from == made {
        return vec![frame(ongoing, viewer, None, None)];
    }
    let mut before = ongoing.copy();
    before.take_back(from);
    let mut frames = vec![frame(&*before, viewer, None, None)];
    for made in &ongoing.moves()[from..] {
        let picture = before.picture(Some(viewer));
        let Ok(choice) = before.parse(&made.phrase.notation()) else {
            break;
        };
        let spot = before.spot(choice, &picture);
        before.make(choice);
        frames.push(frame(
            &*before,
            viewer,
            Some(made),
            spot.map(|spot| (spot, &picture)),
        ));
    }
    frames
}

/// Returns the current table, with the location of the last move if it is still in the picture.
fn frame(
    ongoing: &dyn OngoingGame,
    viewer: Seat,
    made: Option<&PlayedMove>,
    place: Option<(Spot, &Picture)>,
) -> Frame {
    let panels = ongoing.picture(Some(viewer)).panels;
    let made = made.filter(|made| !made.hidden[viewer]);
    let is_there = |(spot, before): (Spot, &Picture)| {
        let name = |panels: &[Panel]| {
            let cell = panels.get(spot.panel)?.cells.get(spot.cell)?;
            Some(cell.name.clone())
        };
        (name(&before.panels) == name(&panels)).then_some(spot)
    };
    Frame {
        made: ongoing.moves().len(),
        hands: hands(&ongoing.position(Some(viewer))),
        seat: made.map(|made| made.seat),
        spot: made.zip(place).and_then(|(made, place)| {
            let spot = is_there(place)?;
            Some(destination(&place.1.panels, &panels, spot, made.seat))
        }),
        panels,
    }
}

/// Returns the place on the map to which a figure of a seat has moved from `spot`, or `spot` if no figure has left it.
fn destination(before: &[Panel], after: &[Panel], spot: Spot, seat: Seat) -> Spot {
    let figures = |cell: &Cell| -> u16 {
        let pieces = cell.pieces.iter();
        let own = pieces.filter(|piece| piece.owner == Some(seat) && piece.shape == Shape::Figure);
        own.map(|piece| piece.count).sum()
    };
    let cells = before[spot.panel]
        .cells
        .iter()
        .zip(&after[spot.panel].cells);
    let changes: Vec<(u16, u16)> = cells
        .map(|(old, new)| (figures(old), figures(new)))
        .collect();
    let (old, new) = changes[spot.cell];
    let gained = changes.iter().position(|(old, new)| new > old);
    match gained {
        Some(cell) if spot.panel == 0 && new < old => Spot { cell, ..spot },
        _ => spot,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_core::picture::Piece;
    use serde_json::json;

    #[test]
    fn actions_and_steps_left_are_named() {
        let words = |choice: serde_json::Value, phase: &str| {
            left(&json!({"phase": phase, "choice": choice}))
        };
        assert_eq!(words(json!({"actions_left": 1}), "action"), "1 action left");
        assert_eq!(words(json!({"points": 7}), "sail"), "up to 7 spaces");
        assert_eq!(words(json!({"points": 7}), "main"), "");
        assert_eq!(
            words(json!({"left": 2}), "village"),
            "2 village actions left"
        );
        assert_eq!(words(json!({"left": 2}), "discard"), "2 left");
        assert_eq!(words(json!(null), "role"), "");
    }

    #[test]
    fn last_move_of_a_figure_is_marked_at_its_destination() {
        let panels = |figures: [u16; 3]| {
            let cell = |&number: &u16| Cell {
                pieces: vec![
                    Piece::of(Shape::Figure, 1, number),
                    Piece::of(Shape::Figure, 0, 3 - number),
                ],
                ..Cell::default()
            };
            [Panel {
                cells: figures.iter().map(cell).collect(),
                ..Panel::default()
            }]
        };
        let from = Spot { panel: 0, cell: 2 };
        let marked = |after| destination(&panels([0, 1, 2]), &panels(after), from, 1).cell;
        assert_eq!(marked([0, 2, 1]), 1);
        assert_eq!(marked([1, 1, 1]), 0);
        assert_eq!(marked([0, 1, 2]), 2);
    }
}
