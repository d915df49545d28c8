//! Formats tables and durations.

use comfy_table::{CellAlignment, Table, presets};

pub use portolan_core::prose::thousands;

/// Formats a table; `alignment` has `l` for a left-aligned and `r` for a right-aligned column.
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

/// Formats a duration in a suitable unit.
pub fn duration(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.1} s"),
        ..7200.0 => format!("{:.1} min", seconds / 60.0),
        ..172_800.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.1} days", seconds / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_columns_are_aligned() {
        let rows = vec![vec!["a".to_string(), "10".to_string()]];
        assert_eq!(aligned("lr", &["name", "n"], rows), "name   n\na     10\n");
    }

    #[test]
    fn durations_are_printed_in_suitable_units() {
        assert_eq!(duration(0.25), "0.2 s");
        assert_eq!(duration(600.0), "10.0 min");
        assert_eq!(duration(36_000.0), "10.0 h");
        assert_eq!(duration(864_000.0), "10.0 days");
    }
}
