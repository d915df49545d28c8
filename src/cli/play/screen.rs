//! Lists of moves and what happened, as text.

/// Columns that lines are kept to.
const WIDTH: usize = 100;
/// Longer lists of moves are set in columns.
const LONG_LIST: usize = 14;

/// The numbered moves: one per line, or many in columns with a new line for every verb.
pub fn move_list(moves: &[String]) -> String {
    let digits = moves.len().to_string().len();
    let cells: Vec<String> = moves
        .iter()
        .enumerate()
        .map(|(index, text)| format!("{:>digits$}  {text}", index + 1))
        .collect();
    let widest = cells.iter().map(|cell| cell.chars().count()).max();
    let widest = widest.unwrap_or(0) + 3;
    let columns = match moves.len() > LONG_LIST {
        true => (WIDTH / widest).max(1),
        false => 1,
    };
    let verb = |index: usize| moves[index].split(' ').next();
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

/// Items behind a title, separated by semicolons, in lines that are not too long.
pub fn listed(title: &str, items: &[String]) -> String {
    let mut text = format!("  {title}:");
    let mut length = text.chars().count();
    for (index, item) in items.iter().enumerate() {
        let mark = if index + 1 < items.len() { ";" } else { "" };
        let more = item.chars().count() + mark.len() + 1;
        if length + more > WIDTH && index > 0 {
            text.push_str("\n     ");
            length = 5;
        }
        text.push_str(&format!(" {item}{mark}"));
        length += more;
    }
    text.push('\n');
    text
}

/// A text with every line moved to the right.
pub fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lists_have_a_line_for_each_move() {
        let moves = ["sail 1".to_string(), "pass".to_string()];
        assert_eq!(move_list(&moves), "  1  sail 1\n  2  pass\n");
    }

    #[test]
    fn long_lists_stand_in_columns_by_verb() {
        let mut moves: Vec<String> = (0..30).map(|n| format!("discard A{n:03}")).collect();
        moves.push("end".to_string());
        let text = move_list(&moves);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 7, "{text}");
        assert!(lines.iter().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(lines[6], "  31  end");
    }

    #[test]
    fn what_happened_is_wrapped() {
        let items: Vec<String> = (0..20).map(|n| format!("move {n}")).collect();
        let text = listed("seat 2", &items);
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(text.matches(';').count(), 19);
    }
}
