//! Replay of one game as a self-contained HTML page: the table after each move, scores over time and expected
//! leads from a network.

use serde::Serialize;

use super::error::ReportError;
use super::policy::policy;
use super::render::{element, render};
use super::words::{count, fixed};
use portolan_core::picture::Panel;

const PAGE: &str = include_str!("templates/replay.html");
/// Scripts that draw the table and step through the game.
const SCRIPT: &str = concat!(
    include_str!("templates/picture.js"),
    "\n",
    include_str!("templates/replay.js")
);
const STYLE: &str = include_str!("templates/replay.css");

/// A complete game, from the deal to the final position.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Replay {
    /// Name of the game.
    pub game: String,
    /// Source of the game: its number or file, and the seed of the deal.
    pub whence: String,
    /// Names of the players, by seat.
    pub names: Vec<String>,
    pub categories: Vec<String>,
    /// All distinct panels that appear during the game.
    pub panels: Vec<Panel>,
    /// All distinct hands and displays that appear during the game.
    pub hands: Vec<Hand>,
    /// The deal, followed by all moves.
    pub steps: Vec<Step>,
    /// Name of the bot whose network computed the expected leads, or `None` if no network fits the game.
    pub adviser: Option<String>,
    /// Moves after which the expected lead of a seat changed most, largest change first.
    pub swings: Vec<Swing>,
}

/// The cards in a seat's hand or in an open display.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Hand {
    /// Heading of the hand or display.
    pub title: String,
    /// Seat that owns the cards, or `None` for an open display.
    pub owner: Option<usize>,
    pub cards: Vec<HeldCard>,
}

/// Cards of one kind in a hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct HeldCard {
    pub name: String,
    /// Card id, or an empty string if it equals the name.
    pub id: String,
    /// Effect of the card, or an empty string if unknown.
    pub text: String,
    /// Number of copies.
    pub count: u64,
}

/// A position and the move that led to it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Step {
    /// Seat that moved, or `None` for the deal.
    pub seat: Option<usize>,
    /// Round in which the move was made.
    pub round: u32,
    /// Turn number of the seat.
    pub turn: u32,
    /// Move with the names of components.
    pub title: String,
    /// Effect of the move.
    pub words: String,
    /// Consequences of the move that its title and effect do not show.
    pub followed: Vec<String>,
    /// Indices into [`Replay::panels`], from top to bottom.
    pub panels: Vec<usize>,
    /// Indices into [`Replay::hands`].
    pub hands: Vec<usize>,
    /// Points by seat and score category.
    pub points: Vec<Vec<i32>>,
    /// Expected final lead by seat, in points, as estimated by the network. Empty without a network.
    pub leads: Vec<f32>,
    /// Description of the change in expected lead, or an empty string if the change was small.
    pub lead: String,
}

/// A large change in the expected lead of a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Swing {
    /// Index of the step that caused the change.
    pub step: usize,
    /// Seat whose expected lead changed.
    pub seat: usize,
    /// Expected lead before the move, in points.
    pub before: f32,
    /// Expected lead after the move, in points.
    pub after: f32,
    /// Description of the change.
    pub words: String,
}

/// Number of swings to mark.
const SWINGS: usize = 5;

/// Minimum change in expected lead, in points, that is described in words.
const WORTH_A_WORD: f32 = 1.0;

/// A lead smaller than this, in points, is described as level.
const LEVEL: f32 = 0.05;

impl Replay {
    /// Returns a one-line summary of the game.
    pub fn summary(&self) -> String {
        let moves = count(self.steps.len().saturating_sub(1) as u64, "move");
        format!(
            "{}, {}, {moves}: a page that replays the game and works offline",
            self.game, self.whence
        )
    }

    /// Finds the swings. Each move contributes the seat whose expected lead changed most. The final position
    /// is excluded because no expectation exists for it.
    pub fn mark_swings(&mut self) {
        let expected = &self.steps[..self.steps.len().saturating_sub(1)];
        let pairs = expected.windows(2).enumerate();
        let mut swings: Vec<Swing> = pairs
            .filter_map(|(index, pair)| {
                let leads = pair[0].leads.iter().zip(&pair[1].leads).enumerate();
                let swings = leads.map(|(seat, (&before, &after))| Swing {
                    step: index + 1,
                    seat,
                    before,
                    after,
                    words: swing_words(seat, before, after),
                });
                swings.max_by(|one, other| one.size().total_cmp(&other.size()))
            })
            .collect();
        for swing in &swings {
            if swing.size() >= WORTH_A_WORD {
                self.steps[swing.step].lead.clone_from(&swing.words);
            }
        }
        swings.sort_by(|one, other| other.size().total_cmp(&one.size()));
        swings.truncate(SWINGS);
        self.swings = swings;
    }

    /// Renders the page as HTML.
    ///
    /// # Errors
    /// Returns [`ReportError`] if rendering fails.
    pub fn html(&self) -> Result<String, ReportError> {
        // Escapes sequences that could end the script element.
        let data = serde_json::to_string(self)
            .map_err(|error| ReportError::Table(error.to_string()))?
            .replace("</", "<\\/")
            .replace("<!--", "<\\!--");
        let (style, script) = (element(STYLE), element(SCRIPT));
        let shown = Shown {
            replay: self,
            data,
            policy: policy(&style, &script),
            style,
            script,
        };
        render("replay.html", PAGE, &shown)
    }
}

/// Describes a change in expected lead, for example `Seat 2 falls behind by 3.4`.
fn swing_words(seat: usize, before: f32, after: f32) -> String {
    let (was, is) = (
        fixed(f64::from(before.abs()), 1),
        fixed(f64::from(after.abs()), 1),
    );
    let change = match (before, after) {
        (_, after) if after.abs() < LEVEL => "draws level".to_string(),
        (before, after) if after > 0.0 && before < LEVEL => format!("takes the lead by {is}"),
        (before, after) if after > before && after > 0.0 => {
            format!("is ahead by {is} instead of {was}")
        }
        (_, after) if after > 0.0 => format!("is ahead by only {is} instead of {was}"),
        (before, _) if before > -LEVEL => format!("falls behind by {is}"),
        (before, after) if after < before => {
            format!("falls further behind, by {is} instead of {was}")
        }
        _ => format!("catches up: behind by {is} instead of {was}"),
    };
    format!("Seat {} {change}", seat + 1)
}

/// Template data.
#[derive(Serialize)]
struct Shown<'a> {
    replay: &'a Replay,
    /// The replay as JSON, for the script.
    data: String,
    style: String,
    script: String,
    policy: String,
}

impl Swing {
    fn size(&self) -> f32 {
        (self.after - self.before).abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text between the first `open` and the next `close`.
    fn between<'text>(text: &'text str, open: &str, close: &str) -> &'text str {
        let start = text.find(open).unwrap() + open.len();
        &text[start..start + text[start..].find(close).unwrap()]
    }

    #[test]
    fn replay_page_allows_only_its_own_style_and_script() {
        let html = Replay::default().html().unwrap();
        let style = between(&html, "<style>", "</style>");
        let script = between(&html, "<script>", "</script>");
        assert!(style.contains("font") && script.contains("game"));
        let allowed = between(&html, "Security-Policy\" content=\"", "\">");
        assert_eq!(allowed, policy(style, script));
    }

    fn step(leads: &[f32]) -> Step {
        Step {
            seat: Some(0),
            title: "pass".to_string(),
            points: vec![vec![1], vec![2]],
            leads: leads.to_vec(),
            ..Step::default()
        }
    }

    fn replay(leads: &[[f32; 2]]) -> Replay {
        Replay {
            game: "nim".to_string(),
            names: vec!["</script><b>".to_string(), "other".to_string()],
            categories: vec!["score".to_string()],
            steps: leads.iter().map(|leads| step(leads)).collect(),
            ..Replay::default()
        }
    }

    #[test]
    fn biggest_swings_are_marked() {
        let mut game = replay(&[
            [0.0, 0.0],
            [1.0, -1.0],
            [-4.0, -1.5],
            [-4.0, 6.0],
            [20.0, -20.0],
        ]);
        game.mark_swings();
        let found: Vec<(usize, usize)> = game
            .swings
            .iter()
            .map(|swing| (swing.step, swing.seat))
            .collect();
        assert_eq!(found, [(3, 1), (2, 0), (1, 1)]);
        assert_eq!((game.swings[0].before, game.swings[0].after), (-1.5, 6.0));
        let mut many = replay(&[[0.0, 0.0]; 20]);
        many.mark_swings();
        assert_eq!(many.swings.len(), SWINGS);
    }

    #[test]
    fn swings_are_described_in_words() {
        for (before, after, words) in [
            (1.0, -3.4, "Seat 2 falls behind by 3.4"),
            (0.0, -3.4, "Seat 2 falls behind by 3.4"),
            (
                -1.0,
                -3.4,
                "Seat 2 falls further behind, by 3.4 instead of 1.0",
            ),
            (
                -5.0,
                -3.4,
                "Seat 2 catches up: behind by 3.4 instead of 5.0",
            ),
            (-1.0, 2.1, "Seat 2 takes the lead by 2.1"),
            (1.0, 2.1, "Seat 2 is ahead by 2.1 instead of 1.0"),
            (4.0, 2.1, "Seat 2 is ahead by only 2.1 instead of 4.0"),
            (4.0, 0.01, "Seat 2 draws level"),
        ] {
            assert_eq!(swing_words(1, before, after), words);
        }
        let mut game = replay(&[[0.0, 0.0], [0.5, -0.4], [-2.5, 0.2], [0.0, 0.0]]);
        game.adviser = Some("net".to_string());
        game.mark_swings();
        let leads: Vec<&str> = game.steps.iter().map(|step| step.lead.as_str()).collect();
        assert_eq!(leads, ["", "", "Seat 1 falls behind by 2.5", ""]);
        assert!(
            game.html()
                .unwrap()
                .contains("Seat 1 falls behind by 2.5.</li>")
        );
    }

    #[test]
    fn game_is_summarised_in_one_line() {
        let game = replay(&[[0.0, 0.0]; 3]);
        assert_eq!(
            game.summary(),
            "nim, , 2 moves: a page that replays the game and works offline"
        );
    }

    #[test]
    fn replay_page_escapes_html_in_names() {
        let html = replay(&[[0.0, 0.0], [1.0, 2.0]]).html().unwrap();
        assert_eq!(
            html.matches("</script>").count(),
            html.matches("<script").count()
        );
        assert!(html.contains("&lt;b&gt;"), "{html}");
        assert!(html.contains("<\\/script><b>"), "{html}");
        assert!(!html.contains("http://") || html.contains("http://www.w3.org/2000/svg"));
    }
}
