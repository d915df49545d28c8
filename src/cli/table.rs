//! Tables for people.

use comfy_table::{CellAlignment, Table, presets};

/// A table whose columns are aligned left where `alignment` has `l`, and right where it has `r`.
pub fn aligned(alignment: &str, header: &[&str], rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    for row in rows {
        table.add_row(row);
    }
    for (column, side) in table.column_iter_mut().zip(alignment.chars()) {
        column.set_padding((0, 2));
        column.set_cell_alignment(match side {
            'r' => CellAlignment::Right,
            _ => CellAlignment::Left,
        });
    }
    let mut text = String::new();
    for line in table.lines() {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A whole number with its thousands apart: `12,345`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_234_567), "1,234,567");
    }

    #[test]
    fn columns_line_up() {
        let rows = vec![vec!["a".to_string(), "10".to_string()]];
        assert_eq!(aligned("lr", &["name", "n"], rows), "name   n\na     10\n");
    }
}
