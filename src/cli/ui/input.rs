//! Reads lines from standard input with a limit on their length.

use std::io::{self, BufRead, Read};

use crate::ui::failure::Failure;
use portolan_core::files::BYTE_ORDER_MARK;

/// Maximum number of bytes in a line, without the line end.
pub const LONGEST: usize = 1 << 20;
/// Maximum number of bytes that are skipped in search of the end of an overlong line.
const PATIENCE: u64 = 64 << 20;

/// Result of reading a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Complete line, including its line end if there is one.
    Whole,
    /// Start of a line longer than [`LONGEST`]; call [`pass_over`] to continue with the next line.
    TooLong,
    /// End of the input.
    End,
}

/// Reads a line into `line`, without a byte order mark at its start.
///
/// # Errors
/// [`io::Error`] if reading fails, and [`io::ErrorKind::InvalidData`] if the line starts with a byte order mark of UTF-16.
pub fn read_line(input: &mut dyn BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let mut input = input.take(LONGEST as u64 + 1);
    let read = input.read_until(b'\n', line)?;
    if line.starts_with(&[0xff, 0xfe]) || line.starts_with(&[0xfe, 0xff]) {
        let problem = "the input is encoded as UTF-16; convert it to UTF-8";
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    let mark = BYTE_ORDER_MARK.to_string();
    if line.starts_with(mark.as_bytes()) {
        line.drain(..mark.len());
    }
    Ok(match read {
        0 => Line::End,
        _ if read > LONGEST && !line.ends_with(b"\n") => Line::TooLong,
        _ => Line::Whole,
    })
}

/// Skips the rest of an overlong line.
///
/// # Errors
/// [`io::Error`] if reading fails or no line end is found within the limit.
pub fn pass_over(input: &mut dyn BufRead) -> io::Result<()> {
    let passed = input.take(PATIENCE).skip_until(b'\n')?;
    if (passed as u64) < PATIENCE {
        return Ok(());
    }
    let most = (LONGEST as u64 + PATIENCE) >> 20;
    let problem = format!("a line of more than {most} MiB; expected text");
    Err(io::Error::new(io::ErrorKind::InvalidData, problem))
}

/// Returns the error message for an overlong line.
pub fn too_long() -> String {
    format!(
        "the line has more than {LONGEST} bytes, the maximum ({} MiB)",
        LONGEST >> 20
    )
}

/// Returns the error for standard input that cannot be read, or that is not text.
pub fn reading_failed(error: io::Error) -> Failure {
    let problem = format!("stdin: {error}");
    match error.kind() {
        io::ErrorKind::InvalidData => Failure::usage(problem),
        _ => Failure::work(problem),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_over_the_length_limit_are_skipped() {
        let text = |length: usize| "x".repeat(length);
        let input = format!("a\n{}\n{}\nb", text(LONGEST), text(2 * LONGEST));
        let mut input = input.as_bytes();
        let mut line = Vec::new();
        let mut next = || (read_line(&mut input, &mut line).unwrap(), line.len());
        assert_eq!(next(), (Line::Whole, 2));
        assert_eq!(next(), (Line::Whole, LONGEST + 1));
        assert_eq!(next(), (Line::TooLong, LONGEST + 1));
        pass_over(&mut input).unwrap();
        assert_eq!(read_line(&mut input, &mut line).unwrap(), Line::Whole);
        assert_eq!(line, b"b");
        assert_eq!(read_line(&mut input, &mut line).unwrap(), Line::End);
    }

    #[test]
    fn byte_order_mark_is_skipped() {
        let mut input = "\u{feff}a\n\u{feff}".as_bytes();
        let mut line = Vec::new();
        for wanted in ["a\n", ""] {
            assert_eq!(read_line(&mut input, &mut line).unwrap(), Line::Whole);
            assert_eq!(line, wanted.as_bytes());
        }
        for wide in [b"\xff\xfea\0\n\0", b"\xfe\xff\0a\0\n"] {
            let problem = read_line(&mut &wide[..], &mut line).unwrap_err();
            assert_eq!(problem.kind(), io::ErrorKind::InvalidData);
            assert!(problem.to_string().contains("encoded as UTF-16"));
        }
    }

    #[test]
    fn endless_line_is_rejected() {
        let mut endless = io::BufReader::new(io::repeat(0));
        let mut line = Vec::new();
        assert_eq!(read_line(&mut endless, &mut line).unwrap(), Line::TooLong);
        let told = pass_over(&mut endless).unwrap_err().to_string();
        assert_eq!(told, "a line of more than 65 MiB; expected text");
    }
}
