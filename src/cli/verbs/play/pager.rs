//! Output of long texts by page.

/// Splits a text into pages of at most `lines` complete lines.
pub fn pages(text: &str, lines: usize) -> Vec<String> {
    let all: Vec<&str> = text.split_inclusive('\n').collect();
    let parts = all.chunks(lines.max(1));
    parts.map(|part| part.concat()).collect()
}

/// Returns the prompt below a page.
pub fn question(shown: usize, all: usize) -> String {
    format!("-- {shown} of {all} lines; Enter shows more, q ends -- ")
}

/// Parsed answer to the prompt.
#[derive(Debug, PartialEq, Eq)]
pub enum Turn {
    /// Show the next page.
    More,
    /// Stop.
    Stop,
    /// Stop, and use this text as the next input line.
    Typed(String),
}

/// Parses the answer.
pub fn turn(line: &str) -> Turn {
    match line.trim() {
        "" => Turn::More,
        "q" | "Q" => Turn::Stop,
        typed => Turn::Typed(typed.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_contain_all_lines_in_order() {
        let text = "a\nb\n\nc\nd";
        assert_eq!(pages(text, 2), ["a\nb\n", "\nc\n", "d"]);
        assert_eq!(pages(text, 9), [text]);
        assert_eq!(pages(text, 0).concat(), text);
        assert!(pages("", 5).is_empty());
    }

    #[test]
    fn move_may_be_entered_at_the_pager_prompt() {
        assert_eq!(turn(""), Turn::More);
        assert_eq!(turn(" q "), Turn::Stop);
        assert_eq!(turn("buy b041"), Turn::Typed("buy b041".to_string()));
    }
}
