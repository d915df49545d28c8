//! Text of moves: notation, title and effect.

use std::borrow::Cow;
use std::fmt::Write;

/// Text of a part.
type Text = Cow<'static, str>;

/// Part of a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Words that appear in both the notation and the title.
    Word(Text),
    /// Words that appear only in the notation.
    Code(Text),
    /// Words that appear only in the title. No space precedes words that begin with punctuation.
    Prose(Text),
    /// Component, by kind and id in the catalog of the game. The notation contains its id, and the title contains its name.
    Component(&'static str, Text),
}

/// Form in which a phrase is rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rendering {
    /// Words, codes and ids, as users type them.
    Notation,
    /// Words, prose and names, as users read them.
    Title,
}

/// Text of a move: the parts of its notation and title, and its effect.
///
/// The notation joins words, codes and ids with spaces: `play dagger 12`. The title joins words, prose and names:
/// `play dagger: pirate from space 12`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase {
    parts: Vec<Part>,
    effect: String,
    /// True if [`Phrase::effect`] does not evaluate effects.
    is_brief: bool,
}

impl Phrase {
    /// Returns an empty phrase that discards the effect, for callers that only need the notation.
    pub fn brief() -> Phrase {
        Phrase {
            is_brief: true,
            ..Phrase::default()
        }
    }

    /// Adds words to both the notation and the title.
    pub fn word(&mut self, words: impl Into<Text>) -> &mut Phrase {
        self.part(Part::Word(words.into()))
    }

    /// Adds words to the notation.
    pub fn code(&mut self, words: impl Into<Text>) -> &mut Phrase {
        self.part(Part::Code(words.into()))
    }

    /// Adds words to the title.
    pub fn prose(&mut self, words: impl Into<Text>) -> &mut Phrase {
        self.part(Part::Prose(words.into()))
    }

    /// Adds words to the notation and other words to the title.
    pub fn words(&mut self, notation: impl Into<Text>, title: impl Into<Text>) -> &mut Phrase {
        self.code(notation).prose(title)
    }

    /// Adds a number to both the notation and the title.
    pub fn number(&mut self, number: impl ToString) -> &mut Phrase {
        self.word(number.to_string())
    }

    /// Adds a component to both the notation and the title.
    pub fn component(&mut self, kind: &'static str, id: impl Into<Text>) -> &mut Phrase {
        let id = id.into();
        self.part(Part::Component(kind, id))
    }

    /// Adds words to the notation, other words to the title, and then a component, by kind and id, to both.
    pub fn named(
        &mut self,
        notation: &'static str,
        title: &'static str,
        (kind, id): (&'static str, &str),
    ) -> &mut Phrase {
        let id = id.to_string();
        self.words(notation, title).component(kind, id)
    }

    /// Adds an effect of the move, which is printed next to its title: `+2 doubloons`. Empty words are ignored. Effects must
    /// not repeat names from the title.
    pub fn effect<T: Into<String>>(&mut self, words: impl FnOnce() -> T) -> &mut Phrase {
        if self.is_brief {
            return self;
        }
        let words = words().into();
        if !self.effect.is_empty() && !words.is_empty() {
            self.effect.push_str(" · ");
        }
        self.effect.push_str(&words);
        self
    }

    fn part(&mut self, part: Part) -> &mut Phrase {
        self.parts.push(part);
        self
    }

    /// Returns the parts of the notation and title, in order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the effects of the move, joined with ` · `; empty if the title describes the move completely.
    pub fn effect_words(&self) -> &str {
        &self.effect
    }

    /// Returns the notation.
    pub fn notation(&self) -> String {
        self.text(Rendering::Notation, |_, id| id.to_string())
    }

    /// Renders the phrase. `name` returns the text of a component, given its kind and id.
    pub fn text(
        &self,
        rendering: Rendering,
        mut name: impl FnMut(&'static str, &str) -> String,
    ) -> String {
        let mut text = String::new();
        for part in &self.parts {
            let words: Text = match (part, rendering) {
                (Part::Code(_), Rendering::Title) | (Part::Prose(_), Rendering::Notation) => {
                    continue;
                }
                (Part::Word(words) | Part::Code(words) | Part::Prose(words), _) => words.clone(),
                (Part::Component(kind, id), _) => name(kind, id).into(),
            };
            let begins = text.is_empty() || words.starts_with([',', ':', ';', ')']);
            // Writing to a `String` cannot fail.
            let _ = write!(text, "{}{words}", if begins { "" } else { " " });
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_and_title_are_renderings_of_one_phrase() {
        let mut phrase = Phrase::default();
        phrase.word("play").word("dagger");
        phrase.words("from", ": pirate from space").number(12);
        phrase.code("black").effect(|| "to space 17");
        phrase.effect(|| "").effect(|| "draws 1 card");
        assert_eq!(phrase.notation(), "play dagger from 12 black");
        assert_eq!(
            phrase.text(Rendering::Title, |_, id| id.to_string()),
            "play dagger: pirate from space 12"
        );
        assert_eq!(phrase.effect_words(), "to space 17 · draws 1 card");
    }

    #[test]
    fn components_have_ids_in_the_notation_and_names_in_the_title() {
        let mut phrase = Phrase::brief();
        phrase
            .word("buy")
            .component("card", "A055")
            .effect(|| -> String { unreachable!() });
        assert_eq!(phrase.notation(), "buy A055");
        assert_eq!(
            phrase.text(Rendering::Title, |kind, id| format!("{kind} {id}")),
            "buy card A055"
        );
    }
}
