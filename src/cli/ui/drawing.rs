//! Draws the table as text, within the width of the screen.

use std::sync::atomic::{AtomicUsize, Ordering};

use portolan_core::picture::{Cell, Panel, Picture, Piece};
use portolan_core::prose::{LINE, set_line};

/// Default line width in characters.
pub const WIDTH: usize = 80;
/// Minimum line width in characters.
const NARROWEST: usize = 40;
/// Current line width in characters.
static SCREEN: AtomicUsize = AtomicUsize::new(WIDTH);

/// Returns the line width in characters: [`WIDTH`] unless [`set_width`] changed it.
pub fn width() -> usize {
    SCREEN.load(Ordering::Relaxed)
}

/// Sets the line width to the number of columns of the user's terminal, also for the descriptions of positions, which have a
/// margin on the right.
pub fn set_width(columns: usize) {
    let columns = columns.max(NARROWEST);
    SCREEN.store(columns, Ordering::Relaxed);
    set_line(columns - (WIDTH - LINE));
}

/// Maximum width of a cell in characters, which keeps small panels compact.
const WIDEST_CELL: usize = 20;
/// Separator printed at the start of every line of a cell.
const EDGE: char = '│';

/// Returns all panels that are not in the description of the position, one below the other; empty for an empty picture.
pub fn drawn(picture: &Picture) -> String {
    drawn_panels(picture).concat()
}

/// Returns the panels that are not in the description of the position.
pub fn drawn_panels(picture: &Picture) -> Vec<String> {
    let shown = picture.panels.iter().filter(|panel| !panel.in_words);
    shown.map(panel).collect()
}

/// Returns one panel: its title followed by its rows of cells.
pub fn panel(panel: &Panel) -> String {
    let columns = panel.cells.iter().map(|cell| cell.column + cell.width);
    let columns = usize::from(columns.max().unwrap_or(1)).max(1);
    let width = (width() / columns).min(WIDEST_CELL);
    let rows = panel.cells.iter().map(|cell| cell.row + 1).max();
    let mut text = match panel.title.as_str() {
        "" => String::new(),
        title => format!("{title}\n"),
    };
    for row in 0..rows.unwrap_or(0) {
        let mut cells: Vec<&Cell> = panel.cells.iter().filter(|cell| cell.row == row).collect();
        cells.sort_by_key(|cell| cell.column);
        // The edge takes one character of the width.
        let room = |cell: &Cell| (usize::from(cell.width) * width).saturating_sub(1).max(1);
        let most = |text: fn(&Cell) -> String| {
            let lines = cells.iter();
            let lines = lines.map(|cell| broken([text(cell).as_str()], room(cell)).len());
            lines.max().unwrap_or(0)
        };
        let (names, notes) = (most(name), most(|cell| cell.note.clone()));
        let blocks: Vec<(usize, usize, Vec<String>)> = cells
            .iter()
            .map(|cell| {
                let start = usize::from(cell.column) * width;
                let end = start + usize::from(cell.width) * width;
                (start, end, lines(cell, room(cell), names, notes))
            })
            .collect();
        let height = blocks.iter().map(|(_, _, lines)| lines.len()).max();
        for index in 0..height.unwrap_or(0) {
            let mut line = String::new();
            for (start, end, lines) in &blocks {
                pad(&mut line, *start);
                line.push(EDGE);
                line.push_str(lines.get(index).map_or("", String::as_str));
                pad(&mut line, *end);
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}

fn pad(line: &mut String, to: usize) {
    let length = line.chars().count();
    line.extend(std::iter::repeat_n(' ', to.saturating_sub(length)));
}

/// Returns the name of a cell, with spaces instead of the underscores of an id.
fn name(cell: &Cell) -> String {
    cell.name.replace('_', " ")
}

/// Returns the lines of a cell: name, note and pieces. Names and notes are padded to `names` and
/// `notes` lines, so that they start on the same line in all cells of a row.
fn lines(cell: &Cell, room: usize, names: usize, notes: usize) -> Vec<String> {
    let mut lines = broken([name(cell).as_str()], room);
    lines.resize(names, String::new());
    lines.extend(broken([cell.note.as_str()], room));
    lines.resize(names + notes, String::new());
    let pieces: Vec<String> = cell.pieces.iter().map(|one| piece(one, room)).collect();
    lines.extend(broken(pieces.iter().map(String::as_str), room));
    lines
}

/// Joins texts and wraps them at spaces to lines of `room` characters; longer words are cut.
fn broken<'a>(texts: impl IntoIterator<Item = &'a str>, room: usize) -> Vec<String> {
    let words = texts.into_iter().flat_map(str::split_whitespace);
    let mut lines: Vec<String> = Vec::new();
    for word in words.map(|word| cut(word, room)) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= room => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// Formats a piece: with a symbol and the seat number if it belongs to a seat, otherwise by name:
/// `▲1`, `♟2×3`, `◆spain`. The last word of a long name is cut so that it fits `room` characters with the count.
fn piece(piece: &Piece, room: usize) -> String {
    let name = match piece.owner {
        Some(seat) => (seat + 1).to_string(),
        None => piece.label.clone(),
    };
    let count = match piece.count {
        1 => String::new(),
        several => format!("×{several}"),
    };
    let text = format!("{}{name}", piece.shape.sign());
    let (words, last) = text.split_at(text.rfind(' ').map_or(0, |space| space + 1));
    let room = room.saturating_sub(count.chars().count()).max(1);
    format!("{words}{}{count}", cut(last, room))
}

/// Shortens a text to `room` characters; `…` marks a shortened text.
fn cut(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_string();
    }
    let mut short: String = text.chars().take(room - 1).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use portolan_core::picture::Shape;

    fn cell(column: u8, row: u8, name: &str) -> Cell {
        Cell {
            column,
            row,
            width: 1,
            name: name.to_string(),
            ..Cell::default()
        }
    }

    #[test]
    fn cells_are_drawn_at_their_grid_position() {
        let mut port = cell(1, 0, "Port Royal, the old one");
        port.note = "rum".to_string();
        port.pieces = vec![
            Piece::of(Shape::Ship, 0, 1),
            Piece::of(Shape::Figure, 1, 3),
            Piece::named(Shape::Token, "spain", 1),
            Piece::named(Shape::Token, "old plantation", 12),
        ];
        let panel = Panel {
            title: "The way".to_string(),
            cells: vec![port, cell(0, 0, "Havana"), cell(7, 1, "end")],
            ..Panel::default()
        };
        let picture = Picture {
            panels: vec![panel],
        };
        let expected = "The way\n\
                        │Havana   │Port\n\
                        │         │Royal,\n\
                        │         │the old\n\
                        │         │one\n\
                        │         │rum\n\
                        │         │▲1 ♟2×3\n\
                        │         │◆spain\n\
                        │         │◆old\n\
                        │         │plant…×12\n\
                        \u{20}                                                                     │end\n";
        assert_eq!(drawn(&picture), expected);
    }

    #[test]
    fn drawn_lines_fit_the_screen() {
        let cells = (0..10).map(|column| cell(column, 0, "incomprehensible name"));
        let panel = Panel {
            cells: cells.collect(),
            ..Panel::default()
        };
        let text = super::panel(&panel);
        assert!(
            text.lines().all(|line| line.chars().count() <= WIDTH),
            "{text}"
        );
        assert_eq!(text.matches('…').count(), 10);
    }
}
