//! Pictures of positions as SVG, for notebooks.

use std::fmt::Write;

use portolan_core::picture::{Cell, Ground, Panel, Picture, Piece};

/// Width of a column, in pixels.
const COLUMN: usize = 84;
/// Height of a line of text.
const LINE: usize = 13;
/// Mean width of a letter.
const LETTER: usize = 6;
/// Space between the border of a cell and its text.
const PADDING: usize = 5;
/// Colour of neutral pieces and of text.
const INK: &str = "#222222";
/// Colours of the pieces of each seat.
const SEATS: [&str; 5] = ["#b3261e", "#1a5fb4", "#8a6100", "#1e7b34", "#7a3e9d"];

/// Text with a colour.
type Words = (&'static str, String);

/// Draws a picture; an empty string if the picture is empty.
pub fn svg(picture: &Picture) -> String {
    let cells = picture.panels.iter().flat_map(|panel| &panel.cells);
    let columns = cells.map(|cell| usize::from(cell.column + cell.width.max(1)));
    let Some(columns) = columns.max() else {
        return String::new();
    };
    let (mut inside, mut bottom) = (String::new(), 0);
    for panel in &picture.panels {
        bottom = draw(panel, bottom, &mut inside);
    }
    let (width, height) = (columns * COLUMN + 2, bottom + 2);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"-1 -1 {width} {height}\" \
         role=\"img\" font-family=\"sans-serif\" font-size=\"10\"><rect x=\"-1\" y=\"-1\" width=\"{width}\" \
         height=\"{height}\" fill=\"#ffffff\"/>{inside}</svg>"
    )
}

/// Draws a panel below `top` and returns its bottom.
fn draw(panel: &Panel, top: usize, out: &mut String) -> usize {
    let mut tops = vec![top + 2 * LINE];
    let lines: Vec<Vec<Vec<Words>>> = panel.cells.iter().map(lines).collect();
    let rows = panel.cells.iter().map(|cell| cell.row + 1).max();
    for row in 0..rows.unwrap_or(0) {
        let here = panel.cells.iter().zip(&lines);
        let here = here.filter(|(cell, _)| cell.row == row);
        let most = here.map(|(_, lines)| lines.len()).max().unwrap_or(0);
        let y = tops[usize::from(row)];
        tops.push(y + most * LINE + 3 * PADDING);
    }
    let left = |cell: &Cell| usize::from(cell.column) * COLUMN;
    let wide = |cell: &Cell| usize::from(cell.width.max(1)) * COLUMN - PADDING;
    let high =
        |cell: &Cell| tops[usize::from(cell.row) + 1] - tops[usize::from(cell.row)] - PADDING;
    let title = text(0, top + LINE + 2, &[(INK, panel.title.clone())]);
    let _ = write!(out, "<g font-weight=\"bold\">{title}</g>");
    for &(from, to) in &panel.ways {
        let middle = |cell: &Cell| {
            let y = tops[usize::from(cell.row)] + high(cell) / 2;
            (left(cell) + wide(cell) / 2, y)
        };
        if let (Some(from), Some(to)) = (panel.cells.get(from), panel.cells.get(to)) {
            let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
            let _ = write!(
                out,
                "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#999999\"/>"
            );
        }
    }
    for (cell, lines) in panel.cells.iter().zip(&lines) {
        let (x, y) = (left(cell), tops[usize::from(cell.row)]);
        let ground = match cell.ground {
            Ground::Plain => "#fafafa",
            Ground::Town => "#f3e6d0",
            Ground::Land => "#e3efd9",
            Ground::Water => "#dbe9f6",
            Ground::Closed => "#dddddd",
        };
        let _ = write!(
            out,
            "<g><title>{}</title><rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"{ground}\" \
             stroke=\"#aaaaaa\"/>",
            escaped(if cell.about.is_empty() {
                &cell.name
            } else {
                &cell.about
            }),
            wide(cell),
            high(cell),
        );
        for (index, line) in lines.iter().enumerate() {
            out.push_str(&text(
                x + PADDING,
                y + PADDING + (index + 1) * LINE - 3,
                line,
            ));
        }
        out.push_str("</g>");
    }
    tops[tops.len() - 1]
}

/// Returns the lines of text in a cell: name, note, pieces.
fn lines(cell: &Cell) -> Vec<Vec<Words>> {
    let room = (usize::from(cell.width.max(1)) * COLUMN - 3 * PADDING) / LETTER;
    let words = |text: &str| -> Vec<Words> {
        let words = text.split_whitespace();
        words.map(|word| (INK, word.to_string())).collect()
    };
    let pieces: Vec<Words> = cell.pieces.iter().map(piece).collect();
    let mut lines: Vec<Vec<Words>> = Vec::new();
    for part in [words(&cell.name), words(&cell.note), pieces] {
        let mut used = room + 1;
        for word in part {
            let length = word.1.chars().count();
            match lines.last_mut() {
                Some(line) if used + 1 + length <= room => {
                    line.push(word);
                    used += 1 + length;
                }
                _ => {
                    lines.push(vec![word]);
                    used = length;
                }
            }
        }
    }
    lines
}

/// Returns pieces as text in the colour of their owner.
fn piece(piece: &Piece) -> Words {
    let Piece {
        shape,
        count,
        label,
        ..
    } = piece;
    let sign = shape.sign();
    let colour = piece.owner.map_or(INK, |owner| SEATS[owner % SEATS.len()]);
    let text = match (label.as_str(), count) {
        ("", 0..=3) => sign.to_string().repeat(usize::from(*count)),
        ("", _) => format!("{sign}×{count}"),
        (label, 1) => format!("{sign} {label}"),
        (label, _) => format!("{sign} {label} ×{count}"),
    };
    (colour, text)
}

/// Returns a line of text.
fn text(x: usize, y: usize, line: &[Words]) -> String {
    let mut out = format!("<text x=\"{x}\" y=\"{y}\">");
    for (index, (colour, words)) in line.iter().enumerate() {
        let space = if index > 0 { " " } else { "" };
        let _ = write!(
            out,
            "<tspan fill=\"{colour}\">{space}{}</tspan>",
            escaped(words)
        );
    }
    out.push_str("</text>");
    out
}

/// Escapes text for HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
