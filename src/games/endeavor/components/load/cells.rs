//! Parsers for columns that occur in several files.

use crate::endeavor::components::{ATTRIBUTE_NAMES, DEED_NAMES, Deeds, PAY};
use crate::sheet::{Problems, Row};

/// Reads the icons of a row from the columns named after the attributes.
pub fn icons(row: Row, problems: &mut Problems) -> [u8; 4] {
    ATTRIBUTE_NAMES.map(|attribute| row.cell(attribute).ranged(problems))
}

/// Reads a column that contains 1 for true or 0 for false.
pub fn flag(row: Row, column: &'static str, problems: &mut Problems) -> bool {
    row.cell(column).number(problems, 0..=1) == 1
}

/// Parses a set of actions and a flag that is true if exactly one of them is performed (EN-5.5,
/// EN-5.6).
pub fn deeds(text: &str) -> Result<(Deeds, bool), String> {
    if text.is_empty() {
        return Ok((0, false));
    }
    let either = text.contains('/');
    let wrong = || {
        format!(
            "an empty cell, one of {}, or several different ones of these joined by + or by /",
            DEED_NAMES.join(", ")
        )
    };
    let mut deeds = 0;
    for name in text.split(if either { '/' } else { '+' }) {
        let deed = DEED_NAMES.iter().position(|deed| *deed == name.trim());
        let deed = 1 << deed.ok_or_else(wrong)?;
        if deeds & deed != 0 {
            return Err(wrong());
        }
        deeds |= deed;
    }
    Ok((deeds, either))
}

/// Returns true if the actions include paying.
pub fn pays(deeds: Deeds) -> bool {
    deeds & PAY != 0
}
