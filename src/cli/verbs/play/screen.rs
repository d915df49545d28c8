//! Layout of lists of moves and other texts.

use super::glossary::{Glossary, joined};
use crate::ui::drawing::width;
use portolan_core::game::{Phrase, Seat};
use portolan_core::prose::wrapped;

/// Maximum length of a list of moves without effects that is printed with one move per line.
const LONG_LIST: usize = 14;

/// A move in a list.
pub struct Move {
    /// Title with the effect, if any.
    pub text: String,
    /// True if the move has an effect, and therefore its own line.
    pub is_explained: bool,
}

/// Returns the legal moves of a decision with their effects.
pub fn move_texts(glossary: &Glossary, phrases: &[Phrase]) -> Vec<Move> {
    let moves = glossary.listed(phrases).into_iter();
    let text = |(title, effect): (String, String)| Move {
        text: joined(&title, &effect),
        is_explained: !effect.is_empty(),
    };
    moves.map(text).collect()
}

/// Returns the numbered moves, one per line. Long lists of moves without effects are printed in columns, with
/// a new line for every verb.
pub fn move_list(moves: &[Move]) -> String {
    let digits = moves.len().to_string().len();
    let cells: Vec<String> = moves
        .iter()
        .enumerate()
        .map(|(index, listed)| format!("{:>digits$}  {}", index + 1, listed.text))
        .collect();
    if moves.len() <= LONG_LIST || moves.iter().any(|listed| listed.is_explained) {
        let line = |cell: &String| wrapped(&format!("  {cell}"), width(), digits + 4);
        return cells.iter().map(line).collect();
    }
    let widest = cells.iter().map(|cell| cell.chars().count()).max();
    let widest = widest.unwrap_or(0) + 3;
    let columns = (width() / widest).max(1);
    let verb = |index: usize| moves[index].text.split(' ').next();
    let mut text = String::new();
    let mut column = 0;
    for (index, cell) in cells.iter().enumerate() {
        let new_verb = index > 0 && verb(index) != verb(index - 1);
        if column == columns || (column > 0 && new_verb) {
            end_line(&mut text);
            column = 0;
        }
        if column == 0 {
            text.push_str("  ");
        }
        text.push_str(&format!("{cell:<widest$}"));
        column += 1;
    }
    end_line(&mut text);
    text
}

fn end_line(text: &mut String) {
    text.truncate(text.trim_end_matches(' ').len());
    text.push('\n');
}

/// Returns a title, then one line per item, for the actions in a turn.
pub fn listed(title: &str, items: &[String]) -> String {
    let lines = items.iter();
    let lines = lines.map(|item| wrapped(&format!("    {item}"), width(), 2));
    format!("  {title}\n{}", lines.collect::<String>())
}

/// Returns the paragraphs of a text that are not below the same headings in the text seen before, each with its
/// headings. A paragraph is a line with its continuation lines, which are indented more than the next level.
pub fn changed(text: &str, seen: &str) -> String {
    let mut seen = parts(seen);
    let mut headings: Vec<&Paragraph> = Vec::new();
    let mut news = String::new();
    let all = parts(text);
    for part in &all {
        headings.retain(|heading| heading.margin < part.margin);
        if let Some(at) = seen.iter().position(|other| other == part) {
            seen.swap_remove(at);
            headings.push(part);
            continue;
        }
        for heading in headings.drain(..) {
            news.push_str(&heading.text);
        }
        news.push_str(&part.text);
    }
    news
}

/// Indentation per level, in spaces.
const LEVEL: usize = 2;

/// A line with its continuation lines.
#[derive(PartialEq, Eq)]
struct Paragraph {
    margin: usize,
    text: String,
    /// Labels of the headings.
    below: Vec<String>,
}

/// Returns the part of a heading that stays the same during the game: its first word, or its seat.
fn label(heading: &str) -> String {
    let mut words = heading.split([' ', ':']).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let number = words.next().filter(|_| first.eq_ignore_ascii_case("seat"));
    format!("{first} {}", number.unwrap_or_default())
}

fn parts(text: &str) -> Vec<Paragraph> {
    let mut parts: Vec<Paragraph> = Vec::new();
    let mut headings: Vec<(usize, String)> = Vec::new();
    for line in text.lines() {
        let margin = line.len() - line.trim_start_matches(' ').len();
        match parts.last_mut() {
            Some(part) if margin > part.margin + LEVEL => part.text.push_str(&format!("{line}\n")),
            _ => {
                headings.retain(|(above, _)| *above < margin);
                parts.push(Paragraph {
                    margin,
                    text: format!("{line}\n"),
                    below: headings.iter().map(|(_, label)| label.clone()).collect(),
                });
                headings.push((margin, label(line)));
            }
        }
    }
    parts
}

/// Returns the hand of a seat from the text of a position, or the whole section of the seat if it has no line
/// for the hand. Returns an empty string if there is no such seat.
pub fn hand_of(position: &str, seat: Seat) -> String {
    let own = below(position, &format!("seat {}:", seat + 1));
    let (title, rest) = own.split_once('\n').unwrap_or_default();
    match below(rest, "hand").as_str() {
        "" => own,
        hand => format!("{title}\n{hand}"),
    }
}

/// Returns the first line with this beginning, and the more deeply indented lines below it.
fn below(text: &str, begin: &str) -> String {
    let mut lines = text.lines();
    let Some(first) = lines.find(|line| line.trim_start().starts_with(begin)) else {
        return String::new();
    };
    let further = lines.take_while(|line| margin_of(line) > margin_of(first));
    let lines = std::iter::once(first).chain(further);
    lines.map(|line| format!("{line}\n")).collect()
}

fn margin_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Indents every line of a text.
pub fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(notation: String) -> Move {
        Move {
            text: notation,
            is_explained: false,
        }
    }

    #[test]
    fn short_move_list_has_one_line_per_move() {
        let moves = ["sail 1", "pass"].map(|notation| plain(notation.to_string()));
        assert_eq!(move_list(&moves), "  1  sail 1\n  2  pass\n");
    }

    #[test]
    fn long_move_list_has_columns_grouped_by_verb() {
        let mut moves: Vec<Move> = (0..30).map(|n| plain(format!("discard A{n:03}"))).collect();
        moves.push(plain("end".to_string()));
        let text = move_list(&moves);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 9, "{text}");
        assert!(lines.iter().all(|line| line.len() <= width()), "{text}");
        assert_eq!(lines[8], "  31  end");
    }

    #[test]
    fn explained_moves_have_separate_lines() {
        let words = "Havana, a city that takes sugar or gold, three spaces away, with a quest";
        let moves: Vec<Move> = (0..20)
            .map(|n| Move {
                text: format!("sail {n} · {words}"),
                is_explained: true,
            })
            .collect();
        let text = move_list(&moves);
        assert_eq!(text.lines().count(), 40, "{text}");
        assert!(text.starts_with("   1  sail 0 · Havana, a city"), "{text}");
        assert!(
            text.lines().nth(1).unwrap().starts_with("        "),
            "{text}"
        );
        assert!(
            text.lines().all(|line| line.chars().count() <= width()),
            "{text}"
        );
    }

    #[test]
    fn long_event_lines_are_wrapped() {
        let item =
            "a move that is told in so many words that they do not fit one line of a terminal";
        let text = listed("seat 2", &[item.to_string(), "pass".to_string()]);
        assert!(
            text.lines().all(|line| line.chars().count() <= width()),
            "{text}"
        );
        assert_eq!(text.lines().count(), 4, "{text}");
        assert!(text.starts_with("  seat 2\n    a move that"), "{text}");
    }

    #[test]
    fn changed_lines_are_shown_below_their_headings() {
        let seen = "Round 1\n  seat 1:\n    hand A\n         B\n    money 3\n  seat 2:\n    hand ?\n    money 3\n";
        let now = seen
            .replace("B\n", "C\n")
            .replace("?\n    money 3", "?\n    money 5");
        let news = "Round 1\n  seat 1:\n    hand A\n         C\n  seat 2:\n    money 5\n";
        assert_eq!(changed(&now, seen), news);
        assert_eq!(changed(seen, seen), "");
        // The new line is below another heading in the text seen before.
        let now = "Round 1\n  seat 1: 4 VP\n    money 5\n  seat 2: 0 VP\n    money 3\n";
        let seen = "Round 1\n  seat 1: 3 VP\n    money 3\n  seat 2: 0 VP\n    money 5\n";
        let news = "Round 1\n  seat 1: 4 VP\n    money 5\n  seat 2: 0 VP\n    money 3\n";
        assert_eq!(changed(now, seen), news);
        assert_eq!(changed("new", ""), "new\n");
    }

    #[test]
    fn hand_is_found_below_its_seat() {
        let text = "Round 1\n  seat 1: 3 VP\n    hand 2: A\n         B\n    money 3\n  seat 2: 0 VP\n    money 1\n";
        assert_eq!(
            hand_of(text, 0),
            "  seat 1: 3 VP\n    hand 2: A\n         B\n"
        );
        assert_eq!(hand_of(text, 1), "  seat 2: 0 VP\n    money 1\n");
        assert_eq!(hand_of(text, 2), "");
    }
}
