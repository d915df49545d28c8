//! Lines of standard input, whatever comes there.

use std::io::{self, BufRead, Read};

/// Most bytes of a line, its end not included.
pub const LONGEST: usize = 1 << 20;
/// Bytes of a longer line that are passed over in search of its end.
const PATIENCE: u64 = 64 << 20;

/// What was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line, with its end if it has one.
    Whole,
    /// The beginning of a line that is longer than [`LONGEST`]; [`pass_over`] leads to the next one.
    TooLong,
    /// Nothing: the input has ended.
    End,
}

/// Reads a line into `line`.
///
/// # Errors
/// [`io::Error`] of reading.
pub fn read_line(input: &mut dyn BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let mut input = input.take(LONGEST as u64 + 1);
    let read = input.read_until(b'\n', line)?;
    Ok(match read {
        0 => Line::End,
        _ if read > LONGEST && !line.ends_with(b"\n") => Line::TooLong,
        _ => Line::Whole,
    })
}

/// Passes over the rest of a line that is too long.
///
/// # Errors
/// [`io::Error`] of reading, or if the line has no end either.
pub fn pass_over(input: &mut dyn BufRead) -> io::Result<()> {
    let passed = input.take(PATIENCE).skip_until(b'\n')?;
    if (passed as u64) < PATIENCE {
        return Ok(());
    }
    let most = (LONGEST as u64 + PATIENCE) >> 20;
    let problem = format!("a line of more than {most} MiB; expected text");
    Err(io::Error::new(io::ErrorKind::InvalidData, problem))
}

/// What is to be said of a line that is too long.
pub fn too_long() -> String {
    format!(
        "the line has more than {LONGEST} bytes, the most that is read ({} MiB)",
        LONGEST >> 20
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_up_to_the_longest_are_read_and_longer_ones_passed_over() {
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
    fn a_line_without_end_is_given_up() {
        let mut endless = io::BufReader::new(io::repeat(0));
        let mut line = Vec::new();
        assert_eq!(read_line(&mut endless, &mut line).unwrap(), Line::TooLong);
        let told = pass_over(&mut endless).unwrap_err().to_string();
        assert_eq!(told, "a line of more than 65 MiB; expected text");
    }
}
