//! Lists of moves and what happened, as text.

use crate::cli::drawing::WIDTH;
use crate::prose::wrapped;

/// Longer lists of moves that need no explanation are set in columns.
const LONG_LIST: usize = 14;

/// A move in a list: its notation, and behind it what it does.
pub struct Move {
    /// With the names of what it names, or with what it does.
    pub text: String,
    /// Whether it has a line to itself.
    pub is_explained: bool,
}

/// The numbered moves: one per line, or many that need no explanation in columns with a new line for every verb.
pub fn move_list(moves: &[Move]) -> String {
    let digits = moves.len().to_string().len();
    let cells: Vec<String> = moves
        .iter()
        .enumerate()
        .map(|(index, listed)| format!("{:>digits$}  {}", index + 1, listed.text))
        .collect();
    if moves.len() <= LONG_LIST || moves.iter().any(|listed| listed.is_explained) {
        let line = |cell: &String| wrapped(&format!("  {cell}"), WIDTH, digits + 4);
        return cells.iter().map(line).collect();
    }
    let widest = cells.iter().map(|cell| cell.chars().count()).max();
    let widest = widest.unwrap_or(0) + 3;
    let columns = (WIDTH / widest).max(1);
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

/// What somebody did in a turn: a title, then a line for every item.
pub fn listed(title: &str, items: &[String]) -> String {
    let lines = items.iter();
    let lines = lines.map(|item| wrapped(&format!("    {item}"), WIDTH, 2));
    format!("  {title}\n{}", lines.collect::<String>())
}

/// The lines of a text that are not among those seen before, each below the headings that it stands under.
pub fn changed(lines: &[String], seen: &[String]) -> String {
    let margin = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let mut open: Vec<&String> = Vec::new();
    let mut text = String::new();
    for line in lines {
        open.retain(|heading| margin(heading) < margin(line));
        if seen.contains(line) {
            open.push(line);
            continue;
        }
        for heading in open.drain(..) {
            text.push_str(&format!("  {heading}\n"));
        }
        text.push_str(&format!("  {line}\n"));
    }
    text
}

/// A text with every line moved to the right.
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
    fn short_lists_have_a_line_for_each_move() {
        let moves = ["sail 1", "pass"].map(|notation| plain(notation.to_string()));
        assert_eq!(move_list(&moves), "  1  sail 1\n  2  pass\n");
    }

    #[test]
    fn long_lists_stand_in_columns_by_verb() {
        let mut moves: Vec<Move> = (0..30).map(|n| plain(format!("discard A{n:03}"))).collect();
        moves.push(plain("end".to_string()));
        let text = move_list(&moves);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 9, "{text}");
        assert!(lines.iter().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(lines[8], "  31  end");
    }

    #[test]
    fn explained_moves_have_lines_of_their_own() {
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
            text.lines().all(|line| line.chars().count() <= WIDTH),
            "{text}"
        );
    }

    #[test]
    fn what_happened_is_wrapped() {
        let item =
            "a move that is told in so many words that they do not fit one line of a terminal";
        let text = listed("seat 2", &[item.to_string(), "pass".to_string()]);
        assert!(
            text.lines().all(|line| line.chars().count() <= WIDTH),
            "{text}"
        );
        assert_eq!(text.lines().count(), 4, "{text}");
        assert!(text.starts_with("  seat 2\n    a move that"), "{text}");
    }

    #[test]
    fn what_has_changed_stands_below_its_headings() {
        let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
        let seen = lines(
            "Round 1\n  seat 1:\n    hand A\n    money 3\n  seat 2:\n    hand ?\n    money 3",
        );
        let now = lines(
            "Round 1\n  seat 1:\n    hand A\n    money 3\n  seat 2:\n    hand ?\n    money 5",
        );
        assert_eq!(
            changed(&now, &seen),
            "  Round 1\n    seat 2:\n      money 5\n"
        );
        assert_eq!(changed(&seen, &seen), "");
        assert_eq!(changed(&lines("new"), &[]), "  new\n");
    }
}
