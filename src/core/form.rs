//! What a form asks for: the columns of a component file, what each accepts and what it means. A game has
//! one table of them beside its loader, which stays the judge of what is entered.

use std::ops::RangeInclusive;

/// The form of one file.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// File.
    pub file: &'static str,
    /// What a row is, in words.
    pub holds: &'static str,
    /// The column that names a row; without one, rows go by their number.
    pub key: Option<&'static str>,
    /// Columns that are shown and not asked for: they say which component it is, or are notes.
    pub given: &'static [&'static str],
    /// The columns that are more than text.
    pub columns: &'static [Column],
    /// Whether the file may have more rows, or fewer.
    pub rows: Rows,
}

/// Which rows of a file may be added and removed.
#[derive(Clone, Copy, Debug)]
pub enum Rows {
    /// None.
    Fixed,
    /// All.
    Open,
    /// Those with this value in this column.
    OpenWhere(&'static str, &'static str),
}

/// One column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Name.
    pub name: &'static str,
    /// What it accepts.
    pub accepts: Accepts,
    /// Whether the cell may be empty.
    pub may_be_empty: bool,
    /// What it means.
    pub help: &'static str,
}

/// What a column accepts, as far as a form knows; the check of the game knows all.
#[derive(Clone, Copy, Debug)]
pub enum Accepts {
    /// A text for people.
    Text,
    /// What these words describe.
    Words(&'static str),
    /// A whole number.
    Number(u8, u8),
    /// One of these.
    OneOf(&'static [&'static str]),
    /// One of the first and one of the second, joined by `+`.
    Pair(&'static [&'static str], &'static [&'static str]),
}

/// Most values of a list that is worth choosing from.
const MOST_LISTED: usize = 40;

impl Form {
    /// The form of a file of which nothing is told: its columns are texts.
    pub const fn plain(file: &'static str) -> Form {
        Form {
            file,
            holds: "",
            key: None,
            given: &[],
            columns: &[],
            rows: Rows::Fixed,
        }
    }

    /// The column of this name; a text if nothing is told of it.
    pub fn column(&self, name: &str) -> Option<&'static Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

impl Column {
    /// A column that takes what `words` describe.
    pub const fn words(name: &'static str, words: &'static str, help: &'static str) -> Column {
        Column::new(name, Accepts::Words(words), help)
    }

    /// A column of whole numbers.
    pub const fn number(
        name: &'static str,
        range: RangeInclusive<u8>,
        help: &'static str,
    ) -> Column {
        Column::new(name, Accepts::Number(*range.start(), *range.end()), help)
    }

    /// A column that takes one of a few values.
    pub const fn one_of(
        name: &'static str,
        values: &'static [&'static str],
        help: &'static str,
    ) -> Column {
        Column::new(name, Accepts::OneOf(values), help)
    }

    /// A text for people.
    pub const fn text(name: &'static str, help: &'static str) -> Column {
        Column::new(name, Accepts::Text, help).or_empty()
    }

    /// A column that accepts this.
    pub const fn new(name: &'static str, accepts: Accepts, help: &'static str) -> Column {
        Column {
            name,
            accepts,
            may_be_empty: false,
            help,
        }
    }

    /// The same column, which may be empty.
    pub const fn or_empty(mut self) -> Column {
        self.may_be_empty = true;
        self
    }

    /// What is accepted, in words.
    pub fn accepted(&self) -> String {
        let words = match self.accepts {
            Accepts::Text => "any text".to_string(),
            Accepts::Words(words) => words.to_string(),
            Accepts::Number(from, to) => format!("{from} to {to}"),
            Accepts::OneOf(values) => values.join(", "),
            Accepts::Pair(first, second) => {
                format!(
                    "one of {}, + and one of {}",
                    first.join(", "),
                    second.join(", ")
                )
            }
        };
        match self.may_be_empty && !matches!(self.accepts, Accepts::Text) {
            true => format!("{words}, or empty"),
            false => words,
        }
    }

    /// All values, if they are few.
    pub fn values(&self) -> Option<Vec<String>> {
        let values: Vec<String> = match self.accepts {
            Accepts::Text | Accepts::Words(_) => return None,
            Accepts::Number(from, to) => (from..=to).map(|number| number.to_string()).collect(),
            Accepts::OneOf(values) => values.iter().map(|value| value.to_string()).collect(),
            Accepts::Pair(first, second) => first
                .iter()
                .flat_map(|first| second.iter().map(move |second| format!("{first}+{second}")))
                .collect(),
        };
        (values.len() <= MOST_LISTED).then_some(values)
    }
}
