//! Escaping of characters that a terminal or web page would interpret instead of displaying. Names, files and
//! error messages of other programs may contain them, so text is escaped before it is displayed.

use std::borrow::Cow;

/// Returns true for control characters and for characters that change the direction of the text that follows.
pub fn is_obeyed(letter: char) -> bool {
    let turns = ['\u{61c}', '\u{200e}', '\u{200f}'].contains(&letter)
        || ('\u{202a}'..='\u{202e}').contains(&letter)
        || ('\u{2066}'..='\u{2069}').contains(&letter);
    letter.is_control() || turns
}

/// Replaces each character for which [`is_obeyed`] returns true with an escape such as `\u001b`, which is equivalent
/// inside JSON strings. Line breaks and tabs are preserved.
pub fn visible(text: &str) -> Cow<'_, str> {
    let mut letters = text.chars();
    if !letters.any(|letter| is_obeyed(letter) && letter != '\n' && letter != '\t') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let ends = letter == '\n' || letter == '\r' && letters.peek() == Some(&'\n');
        if ends || letter == '\t' || !is_obeyed(letter) {
            out.push(letter);
        } else {
            out.push_str(&format!("\\u{:04x}", u32::from(letter)));
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        for (text, shown) in [
            ("a\tb\nc\r\nd é ▲", "a\tb\nc\r\nd é ▲"),
            ("a\u{1b}[2Jb\u{7}", "a\\u001b[2Jb\\u0007"),
            ("gone\rhere\u{8}", "gone\\u000dhere\\u0008"),
            ("\u{9b}31m\u{202e}txt", "\\u009b31m\\u202etxt"),
            ("\u{0}\u{7f}", "\\u0000\\u007f"),
        ] {
            assert_eq!(visible(text), shown);
        }
    }

    #[test]
    fn escaped_json_parses_to_the_same_text() {
        let json = serde_json::to_string("a\u{85}b\u{202e}c\u{1b}").unwrap();
        let again: String = serde_json::from_str(&visible(&json)).unwrap();
        assert_eq!(again, "a\u{85}b\u{202e}c\u{1b}");
    }
}
