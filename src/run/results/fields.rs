//! Fields of CSV rows.

/// Appends a whole number.
pub fn push_number(row: &mut Vec<u8>, number: impl Into<i64>) {
    let number = number.into();
    let mut digits = [0u8; 20];
    let mut start = digits.len();
    let mut rest = number.unsigned_abs();
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        row.push(b'-');
    }
    row.extend_from_slice(&digits[start..]);
}

/// Appends a text, in quotation marks if necessary.
pub fn push_field(row: &mut Vec<u8>, text: &str) {
    if text.contains([',', '"', '\n', '\r']) {
        row.push(b'"');
        row.extend_from_slice(text.replace('"', "\"\"").as_bytes());
        row.push(b'"');
    } else {
        row.extend_from_slice(text.as_bytes());
    }
}

/// Returns a text, in quotation marks if necessary.
pub fn quoted(text: &str) -> String {
    let mut bytes = Vec::new();
    push_field(&mut bytes, text);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_formatted_like_the_standard_library() {
        for number in [0, 7, -1, 10, 1_234_567, i64::MAX, i64::MIN] {
            let mut row = Vec::new();
            push_number(&mut row, number);
            assert_eq!(row, number.to_string().as_bytes());
        }
    }

    #[test]
    fn fields_with_commas_or_quotes_are_read_back() {
        for text in ["plain", "a, b", "say \"so\"", "two\nlines"] {
            let mut row = Vec::new();
            push_field(&mut row, text);
            row.push(b'\n');
            let mut reader = csv::ReaderBuilder::new()
                .has_headers(false)
                .from_reader(row.as_slice());
            let record = reader.records().next().unwrap().unwrap();
            assert_eq!(&record[0], text);
        }
    }
}
