//! Text files whose last line is the checksum of the preceding lines, so that every change is detected.

use crate::results::checksum::Checksum;

const SEAL: &str = "# SHA-256 of the lines above: ";

/// Error message for a text without a checksum line.
pub const NO_SEAL: &str = "its last line is not the checksum of the lines above: it was cut short";
/// Error message for a text with a wrong checksum.
pub const OTHER_SEAL: &str = "it was changed: the checksum in its last line does not match";

/// Appends the checksum line to a text.
pub fn sealed(text: &str) -> String {
    let mut checksum = Checksum::default();
    checksum.update(text.as_bytes());
    format!("{text}{SEAL}{}\n", checksum.sha256())
}

/// Verifies and removes the checksum line.
///
/// # Errors
/// [`NO_SEAL`] if the line is missing, or [`OTHER_SEAL`] if the checksum is wrong.
pub fn unsealed(text: &str) -> Result<&str, &'static str> {
    let content = &text[..text.rfind(SEAL).ok_or(NO_SEAL)?];
    match sealed(content) == text {
        true => Ok(content),
        false => Err(OTHER_SEAL),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_changed_or_missing_byte_invalidates_the_checksum() {
        let whole = sealed("one = 1\ntwo = \"ä\"\n");
        assert_eq!(unsealed(&whole), Ok("one = 1\ntwo = \"ä\"\n"));
        for at in 0..whole.len() {
            let mut changed = whole.clone().into_bytes();
            changed[at] ^= 1;
            if let Ok(changed) = String::from_utf8(changed) {
                assert!(unsealed(&changed).is_err(), "byte {at}");
            }
            if let Some(cut) = whole.get(..at) {
                assert!(unsealed(cut).is_err(), "cut at {at}");
            }
        }
        assert_eq!(unsealed(&format!("{whole}\n")), Err(OTHER_SEAL));
        assert_eq!(unsealed("one = 1\n"), Err(NO_SEAL));
    }
}
