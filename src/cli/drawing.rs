//! The table as a picture in characters, at most 80 wide.

use crate::picture::{Cell, Panel, Picture, Piece};

/// Characters of a line.
pub const WIDTH: usize = 80;
/// A cell takes no more than this, so that small panels stay together.
const WIDEST_CELL: usize = 20;
/// Begins every line of a cell, so that cells stand apart.
const EDGE: char = '│';

/// All panels below each other; nothing for an empty picture.
pub fn drawn(picture: &Picture) -> String {
    picture.panels.iter().map(panel).collect()
}

/// One panel: its title, then its rows of cells.
pub fn panel(panel: &Panel) -> String {
    let columns = panel.cells.iter().map(|cell| cell.column + cell.width);
    let columns = usize::from(columns.max().unwrap_or(1)).max(1);
    let width = (WIDTH / columns).min(WIDEST_CELL);
    let rows = panel.cells.iter().map(|cell| cell.row + 1).max();
    let mut text = match panel.title.as_str() {
        "" => String::new(),
        title => format!("{title}\n"),
    };
    for row in 0..rows.unwrap_or(0) {
        let mut cells: Vec<&Cell> = panel.cells.iter().filter(|cell| cell.row == row).collect();
        cells.sort_by_key(|cell| cell.column);
        let has_notes = cells.iter().any(|cell| !cell.note.is_empty());
        let blocks: Vec<(usize, usize, Vec<String>)> = cells
            .iter()
            .map(|cell| {
                let (start, room) = (
                    usize::from(cell.column) * width,
                    usize::from(cell.width) * width,
                );
                (start, room, lines(cell, room, has_notes))
            })
            .collect();
        let height = blocks.iter().map(|(_, _, lines)| lines.len()).max();
        for index in 0..height.unwrap_or(0) {
            let mut line = String::new();
            for (start, room, lines) in &blocks {
                pad(&mut line, *start);
                line.push(EDGE);
                line.push_str(lines.get(index).map_or("", String::as_str));
                pad(&mut line, start + room);
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

/// What a cell says: its name, its note if any cell of the row has one, its pieces.
fn lines(cell: &Cell, room: usize, has_notes: bool) -> Vec<String> {
    // The edge before it, a space behind it.
    let room = room.saturating_sub(2).max(1);
    let mut lines = vec![cut(&cell.name, room)];
    if has_notes {
        lines.push(cut(&cell.note, room));
    }
    let mut line = String::new();
    for piece in cell.pieces.iter().map(piece) {
        let more = piece.chars().count() + usize::from(!line.is_empty());
        if !line.is_empty() && line.chars().count() + more > room {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&cut(&piece, room));
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// A seat's pieces by sign and number of the seat, other ones by name: `▲1`, `♟2×3`, `◆spain`.
fn piece(piece: &Piece) -> String {
    let name = match piece.owner {
        Some(seat) => (seat + 1).to_string(),
        None => piece.label.clone(),
    };
    let count = match piece.count {
        1 => String::new(),
        several => format!("×{several}"),
    };
    format!("{}{name}{count}", piece.shape.sign())
}

/// As much of a text as there is room for; a point tells that there is more.
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
    use crate::picture::Shape;

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
    fn cells_stand_on_their_grid() {
        let mut port = cell(1, 0, "Port Royal, the old one");
        port.note = "rum".to_string();
        port.pieces = vec![
            Piece::of(Shape::Ship, 0, 1),
            Piece::of(Shape::Figure, 1, 3),
            Piece::named(Shape::Token, "spain", 1),
        ];
        let panel = Panel {
            title: "The way".to_string(),
            cells: vec![port, cell(0, 0, "Havana"), cell(7, 1, "end")],
            ways: Vec::new(),
        };
        let picture = Picture {
            panels: vec![panel],
        };
        let expected = "The way\n\
                        │Havana   │Port Ro…\n\
                        │         │rum\n\
                        │         │▲1 ♟2×3\n\
                        │         │◆spain\n\
                        \u{20}                                                                     │end\n";
        assert_eq!(drawn(&picture), expected);
    }

    #[test]
    fn no_line_is_wider_than_the_screen() {
        let cells = (0..10).map(|column| cell(column, 0, "a name that is too long"));
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
