//! Reading bot files.
//!
//! A bot file is TOML:
//!
//! ```toml
//! kind = "greedy"
//! game = "maracaibo"              # may be left out if the bot plays every game
//! about = "One line for people"
//! inherits = "explorer"           # optional: start from another bot, change what is written here
//!
//! [weights]
//! feature = 1.5
//! ```

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;

use super::spec::{BotError, BotKind, BotSpec};
use crate::games::did_you_mean;

/// What a bot file says, before what it inherits is filled in.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotFile {
    /// How the bot chooses; may come from the bot it inherits from.
    pub kind: Option<BotKind>,
    /// The only game it plays.
    pub game: Option<String>,
    /// One line for people.
    pub about: Option<String>,
    /// The bot that it starts from.
    pub inherits: Option<String>,
    /// Weights by feature.
    #[serde(default)]
    pub weights: BTreeMap<String, f64>,
}

impl BotFile {
    /// Reads the text of a bot file; `file` is what errors call it.
    ///
    /// # Errors
    /// [`BotError::Invalid`] with line and suggestion.
    pub fn parse(file: &str, text: &str) -> Result<BotFile, BotError> {
        let read: BotFile = toml::from_str(text).map_err(|error| BotError::Invalid {
            file: file.to_string(),
            place: place(text, error.span()),
            problem: explain(error.message()),
        })?;
        if let Some((feature, weight)) = read.weights.iter().find(|(_, weight)| !weight.is_finite())
        {
            return Err(BotError::Invalid {
                file: file.to_string(),
                place: String::new(),
                problem: format!("weight {feature} = {weight} is not a finite number"),
            });
        }
        Ok(read)
    }

    /// The bot that the file describes, starting from `parent` if it inherits.
    ///
    /// # Errors
    /// [`BotError::Invalid`] if neither says how the bot chooses.
    pub fn resolve(
        self,
        name: &str,
        file: &str,
        parent: Option<BotSpec>,
    ) -> Result<BotSpec, BotError> {
        let parent_kind = parent.as_ref().map(|parent| parent.kind);
        let kind = self.kind.or(parent_kind).ok_or_else(|| BotError::Invalid {
            file: file.to_string(),
            place: String::new(),
            problem: format!(
                "key \"kind\" is missing; kinds: {}",
                BotKind::NAMES.join(", ")
            ),
        })?;
        let (game, about, mut weights) = match parent {
            Some(parent) => (parent.game, parent.about, parent.weights),
            None => (None, String::new(), BTreeMap::new()),
        };
        weights.extend(self.weights);
        Ok(BotSpec {
            name: name.to_string(),
            kind,
            game: self.game.or(game),
            about: self.about.unwrap_or(about),
            weights,
        })
    }
}

/// `, line 3` for the place in a text where a span begins; nothing without a span.
pub fn place(text: &str, span: Option<Range<usize>>) -> String {
    span.map_or(String::new(), |span| {
        let line = 1 + text[..span.start.min(text.len())].matches('\n').count();
        format!(", line {line}")
    })
}

/// The parser's message on one line, with a suggestion for an unknown key or value: such a message
/// quotes the name that was found and then all that would be accepted.
pub fn explain(message: &str) -> String {
    let line = message.trim().replace('\n', " ");
    let mut quoted = line.split('`').skip(1).step_by(2);
    let found = quoted.next().unwrap_or("");
    let suggestion = if line.starts_with("unknown") {
        did_you_mean(found, quoted)
    } else {
        String::new()
    };
    format!("{line}{suggestion}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_reads_back() {
        let read = BotFile::parse("x", "kind = \"greedy\"\n[weights]\nscore = 2\n").unwrap();
        let spec = read.resolve("x", "x", None).unwrap();
        assert_eq!(spec.kind, BotKind::Greedy);
        assert_eq!(spec.weights["score"], 2.0);
    }

    #[test]
    fn an_unknown_key_is_named_with_its_line_and_the_nearest_one() {
        let error = BotFile::parse("my.toml", "kind = \"greedy\"\nabuot = \"x\"\n").unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with("my.toml, line 2: unknown field `abuot`"),
            "{text}"
        );
        assert!(text.contains("did you mean \"about\"?"), "{text}");
    }

    #[test]
    fn an_unknown_kind_is_named_with_the_nearest_one() {
        let error = BotFile::parse("my.toml", "kind = \"gredy\"\n").unwrap_err();
        assert!(
            error.to_string().contains("did you mean \"greedy\"?"),
            "{error}"
        );
    }

    #[test]
    fn inherited_weights_are_changed_one_by_one() {
        let parent = BotFile::parse("p", "kind = \"greedy\"\n[weights]\na = 1\nb = 2\n")
            .and_then(|file| file.resolve("p", "p", None))
            .unwrap();
        let child = BotFile::parse("c", "inherits = \"p\"\n[weights]\nb = 3\n")
            .and_then(|file| file.resolve("c", "c", Some(parent)))
            .unwrap();
        assert_eq!((child.weights["a"], child.weights["b"]), (1.0, 3.0));
    }
}
